// Two convex polygons with radii in a plane: the points where they touch.
//
// A box or prism along the plane's normal is a polygon, a cylinder along it a point with a radius, a capsule within the plane a segment with one.
//   1 the edge that separates most, of either polygon:  s = max_i min_j n_i · (x_j - x_i)          separating axes; edges are all that there is in a plane
//   2 s > 0: the distance d of corners and edges. d > s: two corners are nearest, one point along the way between them
//   3 otherwise the edge of 1 pushes, and the edge of the other that faces it is cut to its length: two points, each with its own gap
// Seams of concave bodies (outline.c) never push, and corners push only where the whole has a corner.
// Points lie in the middle of the depth that the two have in common; what is never at one depth never meets.
// Cost: 2 n m products for n and m corners, as many distances where they are apart.

#include "collide/flat/flat.h"

#include <math.h>

static const double PARALLEL = 1e-12; // sine
static const double CONE = 1e-6;      // sine: a direction may be so far beyond those of a corner
// What is nearer to a seam belongs to the parts on both sides [m]: more than overlap that is left alone.
static const double SEAM = 1e-6;

typedef struct flat_shape
{
    int count;
    double x[FLAT_MOST][2];
    double radius, low, high;
    const flat_outline *outline; // NULL: no seams
} flat_shape;

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

/// Whether a corner of the whole pushes along the unit vector n: between the normals of the edges beside it; where these go inwards, along one of them alone.
static bool corner_pushes(const flat_shape *s, int corner, double nx, double ny)
{
    if (!s->outline) return true;
    const flat_outline *o = s->outline;
    if (!o->inner[corner] && !o->inner[(corner + o->count - 1) % o->count]) return true;
    // The normals are in the shape's frame: the edge from the corner on says how that is turned, whatever it is.
    int next = (corner + 1) % o->count;
    double lx = o->point[next][0] - o->point[corner][0], ly = o->point[next][1] - o->point[corner][1];
    double wx = s->x[next][0] - s->x[corner][0], wy = s->x[next][1] - s->x[corner][1], l2 = lx * lx + ly * ly;
    double c = (lx * wx + ly * wy) / l2, t = (lx * wy - ly * wx) / l2;
    double mx = c * nx + t * ny, my = -t * nx + c * ny; // n in the shape's frame
    const double *before = o->before[corner], *after = o->after[corner];
    double past = before[0] * my - before[1] * mx, ahead = mx * after[1] - my * after[0];
    if (before[0] * after[1] - before[1] * after[0] >= -CONE) return past >= -CONE && ahead >= -CONE;
    return (fabs(past) <= CONE && before[0] * mx + before[1] * my > 0.0) ||
           (fabs(ahead) <= CONE && after[0] * mx + after[1] * my > 0.0);
}

// ---- separation ----

/// The edge of a shape that separates it most from another; the separation by its seams, and by edges of which the nearest corner of the other does not
/// push: it is in a hollow of its whole.
typedef struct flat_edge
{
    int edge, support; // -1: none; the corner of the other that is nearest to it
    double n[2], separation, seam, hollow;
} flat_edge;

/// Looks no further once the two are more than `most` apart.
static flat_edge best_edge(const flat_shape *a, const flat_shape *b, double most)
{
    flat_edge best = {.edge = -1, .separation = -INFINITY, .seam = -INFINITY, .hollow = -INFINITY};
    for (int i = 0; a->count > 1 && i < a->count && fmax(best.separation, best.seam) <= most; i++)
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
        if (a->outline && a->outline->inner[i]) best.seam = fmax(best.seam, least);
        else if (least <= best.separation) continue;
        else if (!corner_pushes(b, support, -n[0], -n[1])) best.hollow = fmax(best.hollow, least);
        else best = (flat_edge){i, support, {n[0], n[1]}, least, best.seam, best.hollow};
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

typedef struct flat_meeting
{
    const flat_frame *frame;
    double margin, depth, slack;
    manifold *out;
} flat_meeting;

/// A point at x, y; n from b to a.
static void add_point(const flat_meeting *m, double x, double y, double nx, double ny, double gap, uint64_t feature)
{
    const flat_frame *f = m->frame;
    vec3 point = v3_add_scaled(v3_add_scaled(v3_scale(x, f->e1), y, f->e2), m->depth, f->n);
    manifold_add(m->out, point, v3_add_scaled(v3_scale(nx, f->e1), ny, f->e2), gap, feature);
}

static uint32_t corner_feature(int corner)
{
    return 2u * (uint32_t)corner;
}

static uint32_t edge_feature(int edge)
{
    return 2u * (uint32_t)edge + 1u;
}

static void meet_corners(const flat_meeting *m, const flat_shape *a, const flat_shape *b, const flat_nearest *near)
{
    double d = sqrt(near->d2), nx = (near->p[1][0] - near->p[0][0]) / d, ny = (near->p[1][1] - near->p[0][1]) / d;
    if (near->corner[0] < 0 || near->corner[1] < 0 || !corner_pushes(a, near->corner[0], nx, ny) ||
        !corner_pushes(b, near->corner[1], -nx, -ny))
        return;
    double gap = d - a->radius - b->radius, way = a->radius + 0.5 * gap;
    if (gap > m->margin) return;
    add_point(m, near->p[0][0] + way * nx, near->p[0][1] + way * ny, -nx, -ny, gap,
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

/// Whether the whole goes on straight beyond one end of edge `e`: what is cut off there belongs to the next part.
static bool goes_on(const flat_shape *s, int e, bool at_end)
{
    const flat_outline *o = s->outline;
    if (!o) return false;
    int corner = at_end ? (e + 1) % o->count : e;
    const double *before = o->before[corner], *after = o->after[corner];
    bool seam = at_end ? o->inner[corner] : o->inner[(corner + o->count - 1) % o->count];
    return seam && fabs(before[0] * after[1] - before[1] * after[0]) <= CONE;
}

/// How far beyond an end of its edge `e` a shape pushes [m]. Where the whole turns inwards there, what is free lies in front of both edges: each keeps things
/// out beyond their corner, too, or what slides along one of them into the corner would not find the other in time.
static double beyond_end(const flat_meeting *m, const flat_shape *s, int e, bool at_end, double length)
{
    const double SHARE = 0.25; // of the edge
    const flat_outline *o = s->outline;
    if (!o) return m->slack;
    int corner = at_end ? (e + 1) % o->count : e;
    const double *before = o->before[corner], *after = o->after[corner];
    return before[0] * after[1] - before[1] * after[0] < -CONE ? SHARE * length : SEAM;
}

/// The edge `e` of r pushes; `swapped`: r is b; `outside`: beyond the ends of the edge only.
static void meet_edge(const flat_meeting *m, const flat_shape *r, const flat_shape *i, const flat_edge *e, bool swapped,
                      bool outside)
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
        bool past = at > length + beyond_end(m, r, e->edge, true, length),
             ahead = at < -beyond_end(m, r, e->edge, false, length);
        if (outside && (past || ahead || (at >= 0.0 && at <= length))) continue;
        uint32_t mine = edge_feature(e->edge), other = corner_feature(ends[k]);
        if (past || ahead)
        {
            double other_u = u[1 - k], cut = past ? length : 0.0;
            if (i->count == 1 || (past ? other_u >= cut : other_u <= cut)) continue;
            if (goes_on(r, e->edge, past) || (i->outline && i->outline->inner[facing])) continue;
            gap = w[k] + (w[1 - k] - w[k]) * (cut - at) / (other_u - at);
            at = cut;
            mine = corner_feature(past ? (e->edge + 1) % r->count : e->edge);
            other = edge_feature(facing);
        }
        else if (!corner_pushes(i, ends[k], -n[0], -n[1])) continue;
        double open = gap - r->radius - i->radius, height = r->radius + 0.5 * open;
        if (open > m->margin) continue;
        double sign = swapped ? 1.0 : -1.0;
        add_point(m, from[0] + at * tx + height * n[0], from[1] + at * ty + height * n[1], sign * n[0], sign * n[1],
                  open, swapped ? feature_pair(other, mine) : feature_pair(mine, other));
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
    flat_meeting m = {.frame = frame, .margin = margin, .slack = slack, .out = out};
    bool meet = common_depth(&a, &b, slack, &m.depth, &done);
    if (!meet || done) return done;
    flat_edge ea = best_edge(&a, &b, most);
    if (fmax(ea.separation, ea.seam) > most) return true;
    flat_edge eb = best_edge(&b, &a, most);
    double pushes = fmax(ea.separation, eb.separation), seam = fmax(ea.seam, eb.seam),
           hollow = fmax(ea.hollow, eb.hollow);
    if (fmax(pushes, seam) > most) return true;
    // Overlap through a seam is what the part beyond it shares; its own edges say how deep that is.
    bool beyond = seam > pushes + SEAM;
    if (beyond && !(seam > tie)) return true;
    if (beyond || pushes > tie || (a.count == 1 && b.count == 1))
    {
        flat_nearest near = {.d2 = INFINITY};
        nearest_corners(&a, &b, 0, &near);
        nearest_corners(&b, &a, 1, &near);
        if (near.d2 > most * most || near.d2 == 0.0) return true;
        bool corners = beyond || sqrt(near.d2) > pushes + (fmax(seam, hollow) > pushes ? SEAM : tie);
        if (corners) meet_corners(&m, &a, &b, &near);
        if (beyond || out->count > 0) return true;
    }
    if (ea.edge < 0 && eb.edge < 0) return true;
    bool outside = hollow > tie && pushes < -SEAM; // the parts are apart: only what went round a corner is in the whole
    if (eb.separation > ea.separation + tie) meet_edge(&m, &b, &a, &eb, true, outside);
    else meet_edge(&m, &a, &b, &ea, false, outside);
    return true;
}
