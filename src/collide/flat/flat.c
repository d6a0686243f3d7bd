// Two convex polygons with radii in a plane: the points where they touch.
//
// A box or prism along the plane's normal is a polygon, a cylinder along it a point with a radius, a capsule within the
// plane a segment with one.
//   1 the edge that separates most, of either polygon: s = max_i min_j n_i · (x_j - x_i) separating axes; edges are all
//   that there is in a plane
//   2 s > 0: the distance d of corners and edges. d > s: two corners are nearest, one point along the way between them
//   3 otherwise the edge of 1 pushes, and the edge of the other that faces it is cut to its length: two points, each
//   with its own gap
// Parts of concave bodies are met with what they are a part of (concave.c).
// Points lie in the middle of the depth that the two have in common; what is never at one depth never meets.
// Cost: 2 n m products for n and m corners, as many distances where they are apart.

#include "collide/flat/flat_shape.h"

#include <math.h>

static const double PARALLEL = 1e-12; // sine

flat_frame flat_frame_of(vec3 normal)
{
    flat_frame f = {.n = v3_unit_or(normal, v3(0, 0, 1))};
    vec3 along = fabs(f.n.x) < 0.9 ? v3(1, 0, 0) : v3(0, 1, 0);
    f.e1 = v3_unit_or(v3_add_scaled(along, -v3_dot(f.n, along), f.n), along);
    f.e2 = v3_cross(f.n, f.e1);
    return f;
}

// ---- shapes in the plane ----

static void put(flat_shape *s, const flat_frame *f, vec3 at)
{
    s->x[s->count][0] = v3_dot(f->e1, at);
    s->x[s->count++][1] = v3_dot(f->e2, at);
}

static bool is_along(vec3 axis, const flat_frame *f)
{
    return v3_norm2(v3_cross(axis, f->n)) <= PARALLEL * PARALLEL;
}

static bool flat_box(const shape_view *v, const flat_frame *f, flat_shape *s)
{
    static const double corner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    int k = 0;
    while (k < 3 && !is_along(v->axis[k], f)) k++;
    if (k == 3) return false;
    bool turned = v3_dot(v->axis[k], f->n) < 0.0;
    int i = turned ? (k + 2) % 3 : (k + 1) % 3, j = turned ? (k + 1) % 3 : (k + 2) % 3;
    vec3 x = v3_scale(v->size[i], v->axis[i]), y = v3_scale(v->size[j], v->axis[j]);
    for (int c = 0; c < 4; c++) put(s, f, v3_add_scaled(v3_add_scaled(v->center, corner[c][0], x), corner[c][1], y));
    double middle = v3_dot(f->n, v->center);
    s->low = middle - v->size[k];
    s->high = middle + v->size[k];
    return true;
}

static bool flat_prism(const shape_view *v, const flat_frame *f, flat_shape *s)
{
    const flat_outline *o = v->outline;
    if (!o || !is_along(v->axis[2], f) || v3_dot(v->axis[2], f->n) < 0.0) return false;
    const vec3 *axis = v->axis;
    double cx = v3_dot(f->e1, v->center), cy = v3_dot(f->e2, v->center);
    double xx = v3_dot(f->e1, axis[0]), xy = v3_dot(f->e1, axis[1]);
    double yx = v3_dot(f->e2, axis[0]), yy = v3_dot(f->e2, axis[1]);
    for (int k = 0; k < o->count; k++)
    {
        s->x[k][0] = cx + xx * o->point[k][0] + xy * o->point[k][1];
        s->x[k][1] = cy + yx * o->point[k][0] + yy * o->point[k][1];
    }
    s->count = o->count;
    s->outline = o;
    s->origin[0] = cx, s->origin[1] = cy;
    s->axis[0] = xx, s->axis[1] = yx;
    double middle = v3_dot(f->n, v->center) + o->middle;
    s->low = middle - o->half;
    s->high = middle + o->half;
    return true;
}

static bool flat_round(const shape_view *v, const flat_frame *f, flat_shape *s)
{
    double depth = v3_dot(f->n, v->center);
    s->radius = v->size[0];
    s->low = s->high = depth;
    if (v->kind == HF_SHAPE_CAPSULE)
    {
        if (fabs(v3_dot(v->axis[2], f->n)) > PARALLEL) return false;
        put(s, f, v3_add_scaled(v->center, -v->size[1], v->axis[2]));
        put(s, f, v3_add_scaled(v->center, v->size[1], v->axis[2]));
        return true;
    }
    put(s, f, v->center);
    if (v->kind == HF_SHAPE_SPHERE) return true;
    s->low = depth - v->size[1];
    s->high = depth + v->size[1];
    return is_along(v->axis[2], f);
}

static bool flat_of(const shape_view *v, const flat_frame *f, flat_shape *s)
{
    s->count = 0;
    s->radius = 0.0;
    s->outline = NULL;
    switch (v->kind)
    {
    case HF_SHAPE_BOX: return flat_box(v, f, s);
    case HF_SHAPE_HULL: return flat_prism(v, f, s);
    case HF_SHAPE_SPHERE:
    case HF_SHAPE_CAPSULE:
    case HF_SHAPE_CYLINDER: return flat_round(v, f, s);
    default: return false;
    }
}

// ---- separation ----

/// The edge of a shape that separates it most from another.
typedef struct flat_edge
{
    int edge, support; // -1: none; the corner of the other that is nearest to it
    double n[2], separation;
} flat_edge;

/// Looks no further once the two are more than `most` apart.
static flat_edge best_edge(const flat_shape *a, const flat_shape *b, double most)
{
    flat_edge best = {.edge = -1, .separation = -INFINITY};
    for (int i = 0; a->count > 1 && i < a->count && best.separation <= most; i++)
    {
        const double *from = a->x[i], *to = a->x[(i + 1) % a->count];
        double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
        double n[2] = {y / length, -x / length}, least = INFINITY;
        int support = 0;
        for (int j = 0; j < b->count; j++)
        {
            double s = n[0] * (b->x[j][0] - from[0]) + n[1] * (b->x[j][1] - from[1]);
            if (s < least) least = s, support = j;
        }
        if (least > best.separation) best = (flat_edge){i, support, {n[0], n[1]}, least};
    }
    return best;
}

/// Two nearest points; corner[s] >= 0: a corner of that side, -1: within an edge.
typedef struct flat_nearest
{
    double d2;
    double p[2][2];
    int corner[2];
} flat_nearest;

/// The corners of `a` against the edges of b; side of a is s.
static void nearest_corners(const flat_shape *a, const flat_shape *b, int s, flat_nearest *best)
{
    int edges = b->count > 2 ? b->count : b->count - 1;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < (edges > 0 ? edges : 1); j++)
        {
            int next = (j + 1) % b->count;
            const double *p = a->x[i], *from = b->x[j], *to = b->x[next];
            double x = to[0] - from[0], y = to[1] - from[1], l2 = x * x + y * y;
            double t = l2 > 0.0 ? ((p[0] - from[0]) * x + (p[1] - from[1]) * y) / l2 : 0.0;
            int corner = t <= 0.0 ? j : t >= 1.0 ? next : -1;
            t = fmin(1.0, fmax(0.0, t));
            double q[2] = {from[0] + t * x, from[1] + t * y};
            if (corner >= 0) q[0] = b->x[corner][0], q[1] = b->x[corner][1];
            double dx = q[0] - p[0], dy = q[1] - p[1], d2 = dx * dx + dy * dy;
            if (!(d2 < best->d2)) continue;
            best->d2 = d2;
            for (int c = 0; c < 2; c++) best->p[s][c] = p[c], best->p[1 - s][c] = q[c];
            best->corner[s] = i;
            best->corner[1 - s] = corner;
        }
}

// ---- contacts ----

void flat_add_point(const flat_meeting *m, const double at[2], const double n[2], double gap, uint64_t feature)
{
    const flat_frame *f = m->frame;
    vec3 point = v3_add_scaled(v3_add_scaled(v3_scale(at[0], f->e1), at[1], f->e2), m->depth, f->n);
    manifold_add(m->out, point, v3_add_scaled(v3_scale(n[0], f->e1), n[1], f->e2), gap, feature);
}

static void meet_corners(const flat_meeting *m, const flat_shape *a, const flat_shape *b, const flat_nearest *near)
{
    double d = sqrt(near->d2), nx = (near->p[1][0] - near->p[0][0]) / d, ny = (near->p[1][1] - near->p[0][1]) / d;
    if (near->corner[0] < 0 || near->corner[1] < 0) return;
    double gap = d - a->radius - b->radius, way = a->radius + 0.5 * gap;
    if (gap > m->margin) return;
    flat_add_point(m, (double[2]){near->p[0][0] + way * nx, near->p[0][1] + way * ny}, (double[2]){-nx, -ny}, gap,
                   feature_pair(corner_feature(near->corner[0]), corner_feature(near->corner[1])));
}

/// The edge at the corner `support` that looks most against n.
static int facing_edge(const flat_shape *s, int support, const double n[2])
{
    int best = support;
    double least = INFINITY;
    for (int k = 0; k < 2; k++)
    {
        int e = k == 0 ? support : (support + s->count - 1) % s->count;
        const double *from = s->x[e], *to = s->x[(e + 1) % s->count];
        double x = to[0] - from[0], y = to[1] - from[1];
        double facing = (n[0] * y - n[1] * x) / sqrt(x * x + y * y);
        if (facing < least) least = facing, best = e;
    }
    return best;
}

/// The edge `e` of r pushes; `swapped`: r is b.
static void meet_edge(const flat_meeting *m, const flat_shape *r, const flat_shape *i, const flat_edge *e, bool swapped)
{
    const double *from = r->x[e->edge], *to = r->x[(e->edge + 1) % r->count], *n = e->n;
    double tx = -n[1], ty = n[0], length = tx * (to[0] - from[0]) + ty * (to[1] - from[1]);
    int facing = i->count > 1 ? facing_edge(i, e->support, n) : -1;
    int ends[2] = {i->count > 1 ? facing : 0, i->count > 1 ? (facing + 1) % i->count : 0};
    double u[2], w[2];
    for (int k = 0; k < 2; k++)
    {
        double x = i->x[ends[k]][0] - from[0], y = i->x[ends[k]][1] - from[1];
        u[k] = tx * x + ty * y;
        w[k] = n[0] * x + n[1] * y;
    }
    for (int k = 0; k < (i->count > 1 ? 2 : 1); k++)
    {
        double at = u[k], gap = w[k];
        bool past = at > length + m->slack, ahead = at < -m->slack;
        uint32_t mine = edge_feature(e->edge), other = corner_feature(ends[k]);
        if (past || ahead)
        {
            double other_u = u[1 - k], cut = past ? length : 0.0;
            if (i->count == 1 || (past ? other_u >= cut : other_u <= cut)) continue;
            gap = w[k] + (w[1 - k] - w[k]) * (cut - at) / (other_u - at);
            at = cut;
            mine = corner_feature(past ? (e->edge + 1) % r->count : e->edge);
            other = edge_feature(facing);
        }
        double open = gap - r->radius - i->radius, height = r->radius + 0.5 * open;
        if (open > m->margin) continue;
        double sign = swapped ? 1.0 : -1.0;
        flat_add_point(m, (double[2]){from[0] + at * tx + height * n[0], from[1] + at * ty + height * n[1]},
                       (double[2]){sign * n[0], sign * n[1]}, open,
                       swapped ? feature_pair(other, mine) : feature_pair(mine, other));
    }
}

/// The depth that two shapes have in common. `done`: they have none, and are prisms.
static bool common_depth(const flat_shape *a, const flat_shape *b, double slack, double *depth, bool *done)
{
    double low = fmax(a->low, b->low), high = fmin(a->high, b->high);
    bool prisms = a->high > a->low && b->high > b->low;
    *depth = 0.5 * (low + high);
    *done = prisms && high - low <= slack;
    return high >= low || (a->high == a->low && b->high == b->low && low - high <= slack);
}

bool flat_pair(const shape_view *va, const shape_view *vb, const flat_frame *frame, double margin, manifold *out)
{
    flat_shape a, b;
    bool done;
    out->count = 0;
    if (!flat_of(va, frame, &a) || !flat_of(vb, frame, &b)) return false;
    double slack = merge_distance(va, vb), tie = tie_distance(va, vb), most = margin + a.radius + b.radius;
    flat_meeting m = {.frame = frame, .margin = margin, .slack = slack, .tie = tie, .out = out};
    bool meet = common_depth(&a, &b, slack, &m.depth, &done);
    if (!meet || done) return done;
    if ((a.outline && a.outline->whole) || (b.outline && b.outline->whole))
    {
        flat_meet_wholes(&m, &a, &b);
        return true;
    }
    flat_edge ea = best_edge(&a, &b, most);
    if (ea.separation > most) return true;
    flat_edge eb = best_edge(&b, &a, most);
    double pushes = fmax(ea.separation, eb.separation);
    if (pushes > most) return true;
    if (pushes > tie || (a.count == 1 && b.count == 1))
    {
        flat_nearest near = {.d2 = INFINITY};
        nearest_corners(&a, &b, 0, &near);
        nearest_corners(&b, &a, 1, &near);
        if (near.d2 > most * most || near.d2 == 0.0) return true;
        if (sqrt(near.d2) > pushes + tie) meet_corners(&m, &a, &b, &near);
        if (out->count > 0) return true;
    }
    if (ea.edge < 0 && eb.edge < 0) return true;
    if (eb.separation > ea.separation + tie) meet_edge(&m, &b, &a, &eb, true);
    else meet_edge(&m, &a, &b, &ea, false);
    return true;
}
