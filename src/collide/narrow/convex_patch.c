// The patch where two convex shapes touch: both touching features are laid along n onto one plane, and the corners of
// what they have in common are the points.
//
// A feature is a face with all its corners, a segment (the side of a cylinder, a capsule) or a point. Of a polytope it
// is the face, among those around its farthest vertices, that looks most along n; no face is too steep, since only
// points within the margin are kept. The end of a cylinder is a regular octagon inscribed in its rim, fixed in the
// cylinder while it stands straight, and with a corner at the lowest point of the rim when it is tilted: a cylinder
// stands on eight points, rolls on its rim on one with no other near it, and tips over the exact circle as soon as it
// tilts.
// Points:
//   corners of one over the face of the other   named (vertex, face)
//   crossings of two edges                      named (edge, edge)
//   ends of nearly parallel segments            named (vertex, edge); the other's round side falls away by R - √(R² -
//                                               l²) at a side offset l
//   and the nearest point itself, if none of these is as near.

#include "collide/narrow/convex.h"
#include "collide/narrow/segment.h"

#include "base/arena.h"
#include "base/elementary.h"

enum
{
    RIM_POINTS = 8,
    RIM_LOWEST = 2 * RIM_POINTS, // vertex numbers of a cylinder: rims, then the lowest points of the two
    NAME_VERTEX = 0,             // the low two bits of a feature's name
    NAME_EDGE = 1,
    NAME_FACE = 2,
};

#define SQRT_HALF 0.70710678118654752440 // cos 45°; a macro for the table below

static const double INSIDE = 1e-9;   // of the size: corners may stick out of a face by this
static const double SAME = 1e-7;     // of the size: points nearer than this are one
static const double STEEP = 1e-4;    // an edge that leans less against n crosses others anywhere
static const double TILT = 1e-7;     // sine of a cylinder's tilt from which on its lowest rim point is well defined
static const double ATTAINED = 1e-8; // of the size: how near the nearest point of a manifold must come to the distance
static const double ROUND_SIDE = 0.05; // of the radius: side offset up to which an end of a segment is beside another

typedef struct flat_point
{
    double x, y, z; // z along the normal
} flat_point;

typedef struct feature
{
    int count; // 1 point, 2 segment, more: a face
    flat_point *point;
    double *length;   // across the normal, of the edge from this corner to the next
    uint32_t *vertex; // names
    uint32_t *edge;   // of the edge from this corner to the next
    uint32_t face;
    double slope_x, slope_y; // height of the face: z = point[0].z + slope_x (x - x0) + slope_y (y - y0)
    bool steep;              // no height
    double turn;             // 1 if the corners run counter-clockwise seen against z, otherwise -1
    double side_radius;      // of a segment's round side
} feature;

typedef struct patch
{
    vec3 u, v, n, origin;
    double margin, same, inside;
    manifold *out;
    int first; // of this patch in out
} patch;

static uint32_t name(uint32_t number, uint32_t kind)
{
    return number << 2 | kind;
}

static flat_point lay(const patch *p, vec3 x, double lift)
{
    return (flat_point){v3_dot(p->u, x), v3_dot(p->v, x), v3_dot(p->n, x) + lift};
}

static bool room(feature *f, int count, hf_workspace *workspace)
{
    f->point = ARENA_ARRAY(workspace, flat_point, count);
    f->length = ARENA_ARRAY(workspace, double, count);
    f->vertex = ARENA_ARRAY(workspace, uint32_t, count);
    f->edge = ARENA_ARRAY(workspace, uint32_t, count);
    return f->point && f->length && f->vertex && f->edge;
}

static void measure_edges(feature *f)
{
    for (int k = 0; k < f->count; k++)
    {
        const flat_point *s = &f->point[k], *e = &f->point[k + 1 < f->count ? k + 1 : 0];
        double dx = e->x - s->x, dy = e->y - s->y;
        f->length[k] = sqrt(dx * dx + dy * dy);
    }
}

static void set_plane(feature *f, const patch *p, vec3 normal)
{
    double along = v3_dot(normal, p->n);
    f->steep = fabs(along) < 1e-6;
    f->slope_x = f->steep ? 0 : -v3_dot(normal, p->u) / along;
    f->slope_y = f->steep ? 0 : -v3_dot(normal, p->v) / along;
    f->turn = along >= 0 ? 1 : -1;
}

/// The face around the farthest vertex along d that has the most corners as far as that; of several, the one that looks
/// most along d.
static int touching_face(const convex *c, vec3 d, double tolerance)
{
    const convex_hull *h = c->polytope;
    int top, face = -1, most_corners = 0;
    double level = v3_dot(d, convex_support(c, d, &top)) - tolerance, most = -2;
    for (int k = h->vertex_begin[top]; k < h->vertex_begin[top + 1]; k++)
    {
        int f = h->vertex_faces[k], corners = 0;
        double along = v3_dot(d, convex_face_normal(c, f));
        for (int i = h->face_begin[f]; i < h->face_begin[f + 1]; i++)
            corners += v3_dot(d, convex_vertex(c, h->face_vertices[i])) >= level;
        if (corners < most_corners || (corners == most_corners && along <= most + 1e-9)) continue;
        most_corners = corners, most = along, face = f;
    }
    return face;
}

/// `lift` at a corner of a core without faces: from the far end of a capsule's axis that is tilted the side is farther.
static double lift_of(const convex *c, int vertex, vec3 d, double lift)
{
    if (c->polytope->vertex_count != 2 || c->radius == 0.0) return lift;
    vec3 axis = v3_sub(convex_vertex(c, 1 - vertex), convex_vertex(c, vertex));
    double length = v3_norm(axis), along = v3_dot(axis, d);
    return along > 0.0 ? lift / c->radius * segment_far_drop(c->radius, length, along / length) : lift;
}

static bool polytope_feature(const convex *c, const patch *p, vec3 d, double lift, hf_workspace *workspace, feature *f)
{
    const convex_hull *h = c->polytope;
    if (h->face_count == 0)
    {
        if (!room(f, 2, workspace)) return false;
        f->count = h->vertex_count;
        f->side_radius = c->radius;
        for (int k = 0; k < f->count; k++)
        {
            f->point[k] = lay(p, convex_vertex(c, k), lift_of(c, k, d, lift));
            f->vertex[k] = name((uint32_t)k, NAME_VERTEX);
            f->edge[k] = name(0, NAME_EDGE);
        }
        return true;
    }
    int face = touching_face(c, d, p->same), begin = h->face_begin[face];
    f->count = h->face_begin[face + 1] - begin;
    if (!room(f, f->count, workspace)) return false;
    f->face = c->names ? c->names->face : name((uint32_t)face, NAME_FACE);
    set_plane(f, p, convex_face_normal(c, face));
    for (int k = 0; k < f->count; k++)
    {
        int v = h->face_vertices[begin + k], e = h->face_edges[begin + k];
        f->point[k] = lay(p, convex_vertex(c, v), lift);
        f->vertex[k] = c->names ? c->names->vertex[v] : name((uint32_t)v, NAME_VERTEX);
        f->edge[k] = c->names ? c->names->edge[e] : name((uint32_t)e, NAME_EDGE);
    }
    return true;
}

static vec3 rim_point(const convex *c, double x, double y, bool top)
{
    return v3_add(c->center, convex_turn(c, v3(c->size[0] * x, c->size[0] * y, top ? c->size[1] : -c->size[1])));
}

static bool cylinder_feature(const convex *c, const patch *p, vec3 d, double lift, hf_workspace *workspace, feature *f)
{
    static const double eighth[RIM_POINTS][2] = {{1, 0},  {SQRT_HALF, SQRT_HALF},   {0, 1},  {-SQRT_HALF, SQRT_HALF},
                                                 {-1, 0}, {-SQRT_HALF, -SQRT_HALF}, {0, -1}, {SQRT_HALF, -SQRT_HALF}};
    double x = v3_dot(c->axis[0], d), y = v3_dot(c->axis[1], d), z = v3_dot(c->axis[2], d), across = real_hypot(x, y);
    bool top = z >= 0;
    if (!room(f, RIM_POINTS, workspace)) return false;
    if (fabs(z) < SQRT_HALF) // the side
    {
        f->count = 2;
        f->side_radius = c->size[0];
        for (int k = 0; k < 2; k++)
        {
            f->point[k] = lay(p, rim_point(c, x / across, y / across, k), lift);
            f->vertex[k] = name((uint32_t)(RIM_LOWEST + k), NAME_VERTEX);
            f->edge[k] = name(0, NAME_EDGE);
        }
        return true;
    }
    uint32_t base = top ? RIM_POINTS : 0;
    f->face = name(top, NAME_FACE);
    set_plane(f, p, top ? c->axis[2] : v3_negate(c->axis[2]));
    bool tilted = across > TILT;
    double along = tilted ? x / across : 1.0, aside = tilted ? y / across : 0.0; // where the octagon begins
    f->count = RIM_POINTS;
    for (int k = 0; k < RIM_POINTS; k++)
    {
        double px = eighth[k][0] * along - eighth[k][1] * aside, py = eighth[k][1] * along + eighth[k][0] * aside;
        uint32_t vertex = tilted && k == 0 ? (uint32_t)RIM_LOWEST + top : base + (uint32_t)k;
        f->point[k] = lay(p, rim_point(c, px, py, top), lift);
        f->vertex[k] = name(vertex, NAME_VERTEX);
        f->edge[k] = name(1 + vertex, NAME_EDGE);
    }
    if (!top) f->turn = -f->turn; // the corners run the same way round at both ends
    return true;
}

/// The touching feature of c, whose outward direction is d; `lift` raises it by the radius.
static bool make_feature(const convex *c, const patch *p, vec3 d, double lift, hf_workspace *workspace, feature *f)
{
    *f = (feature){0};
    if (c->core == CORE_POLYTOPE) return polytope_feature(c, p, d, lift, workspace, f);
    if (c->core == CORE_CYLINDER) return cylinder_feature(c, p, d, lift, workspace, f);
    if (!room(f, 1, workspace)) return false;
    f->count = 1;
    f->point[0] = lay(p, convex_support(c, d, NULL), lift);
    f->vertex[0] = name(0, NAME_VERTEX);
    return true;
}

static double height_at(const feature *f, double x, double y)
{
    return f->point[0].z + f->slope_x * (x - f->point[0].x) + f->slope_y * (y - f->point[0].y);
}

static bool over_face(const feature *f, flat_point q, double tolerance)
{
    if (f->count < 3 || f->steep) return false;
    for (int k = 0; k < f->count; k++)
    {
        flat_point s = f->point[k], e = f->point[k + 1 < f->count ? k + 1 : 0];
        double dx = e.x - s.x, dy = e.y - s.y;
        if (f->turn * (dx * (q.y - s.y) - dy * (q.x - s.x)) < -tolerance * f->length[k]) return false;
    }
    return true;
}

static void emit(const patch *p, double x, double y, double za, double zb, uint32_t name_a, uint32_t name_b)
{
    if (za - zb > p->margin || name_a == FEATURE_NONE || name_b == FEATURE_NONE) return;
    vec3 point = v3_add_scaled(v3_add_scaled(v3_scale(0.5 * (za + zb), p->n), x, p->u), y, p->v);
    point = v3_add(point, p->origin);
    for (int k = p->first; k < p->out->count; k++)
    {
        manifold_point *known = &p->out->points[k];
        if (v3_norm2(v3_sub(known->point, point)) >= p->same * p->same) continue;
        if (za - zb < known->gap) known->point = point, known->gap = za - zb; // the nearer place, under the name it has
        return;
    }
    manifold_add(p->out, point, p->n, za - zb, feature_pair(name_a, name_b));
}

static void crossings(const patch *p, const feature *a, const feature *b, double least_sine)
{
    int edges_a = a->count > 2 ? a->count : a->count - 1, edges_b = b->count > 2 ? b->count : b->count - 1;
    for (int i = 0; i < edges_a; i++)
        for (int j = 0; j < edges_b; j++)
        {
            flat_point s = a->point[i], e = a->point[i + 1 < a->count ? i + 1 : 0];
            flat_point t = b->point[j], g = b->point[j + 1 < b->count ? j + 1 : 0];
            double ax = e.x - s.x, ay = e.y - s.y, bx = g.x - t.x, by = g.y - t.y, cx = t.x - s.x, cy = t.y - s.y;
            double along_a = a->length[i], along_b = b->length[j], det = ax * by - ay * bx;
            if (along_a <= STEEP * fabs(e.z - s.z) || along_b <= STEEP * fabs(g.z - t.z)) continue; // its ends will do
            if (fabs(det) <= least_sine * along_a * along_b) continue;
            double at_a = (cx * by - cy * bx) / det, at_b = (cx * ay - cy * ax) / det;
            if (at_a < 0 || at_a > 1 || at_b < 0 || at_b > 1) continue;
            emit(p, s.x + at_a * ax, s.y + at_a * ay, s.z + at_a * (e.z - s.z), t.z + at_b * (g.z - t.z), a->edge[i],
                 b->edge[j]);
        }
}

/// The ends of segment `of` beside segment `beside`; returns how many.
static int parallel_ends(const patch *p, const feature *of, const feature *beside, bool of_is_a)
{
    flat_point t = beside->point[0], g = beside->point[1];
    double bx = g.x - t.x, by = g.y - t.y, length = beside->length[0], radius = beside->side_radius;
    int count = 0;
    for (int k = 0; k < 2 && length > p->same; k++)
    {
        flat_point q = of->point[k];
        double along = ((q.x - t.x) * bx + (q.y - t.y) * by) / (length * length);
        double side = fabs((q.x - t.x) * by - (q.y - t.y) * bx) / length;
        if (side > ROUND_SIDE * radius || along * length < -p->inside || (along - 1) * length > p->inside) continue;
        double z = t.z + along * (g.z - t.z), fall = radius - sqrt(radius * radius - side * side);
        if (of_is_a) emit(p, q.x, q.y, q.z, z - fall, of->vertex[k], beside->edge[0]);
        else emit(p, q.x, q.y, z + fall, q.z, beside->edge[0], of->vertex[k]);
        count++;
    }
    return count;
}

static void common_points(const patch *p, feature *a, feature *b)
{
    measure_edges(a), measure_edges(b);
    for (int k = 0; k < a->count; k++)
        if (over_face(b, a->point[k], p->inside))
            emit(p, a->point[k].x, a->point[k].y, a->point[k].z, height_at(b, a->point[k].x, a->point[k].y),
                 a->vertex[k], b->face);
    for (int k = 0; k < b->count; k++)
        if (over_face(a, b->point[k], p->inside))
            emit(p, b->point[k].x, b->point[k].y, height_at(a, b->point[k].x, b->point[k].y), b->point[k].z, a->face,
                 b->vertex[k]);
    double least_sine = 1e-9;
    if (a->count == 2 && b->count == 2)
        if (parallel_ends(p, a, b, true) + parallel_ends(p, b, a, false) >= 2)
            least_sine = 1e-4; // the crossing would jump
    crossings(p, a, b, least_sine);
}

/// Whether no other corner of a polytope is as far along d as its farthest.
static bool has_one_top(const convex *c, vec3 d, double tolerance)
{
    if (c->core != CORE_POLYTOPE) return false;
    double level = v3_dot(d, convex_support(c, d, NULL)) - tolerance;
    int count = 0;
    for (int k = 0; k < c->polytope->vertex_count; k++) count += v3_dot(d, convex_vertex(c, k)) >= level;
    return count == 1;
}

/// The nearest point itself: at the corner of one of the two that alone is the farthest; otherwise where the farthest
/// point of one is, whichever is next to the place that GJK or EPA found, which along the side of a cylinder may be
/// anywhere.
static void nearest_point(const patch *p, const convex *a, const convex *b, const convex_gap *gap)
{
    int va, vb;
    vec3 top_a = convex_support(a, v3_negate(gap->normal), &va), top_b = convex_support(b, gap->normal, &vb);
    flat_point found = lay(p, v3_mix(gap->point_a, gap->point_b, 0.5), 0), fa = lay(p, top_a, 0), fb = lay(p, top_b, 0);
    double off_a = real_hypot(fa.x - found.x, fa.y - found.y), off_b = real_hypot(fb.x - found.x, fb.y - found.y);
    bool corner_a = has_one_top(a, v3_negate(gap->normal), p->same), corner_b = has_one_top(b, gap->normal, p->same);
    flat_point at = (corner_a == corner_b ? off_a <= off_b : corner_a) ? fa : fb;
    if (!corner_a && !corner_b && fmin(off_a, off_b) > 1e-2 * (a->extent + b->extent))
        at = found; // neither is the only farthest point
    uint32_t name_a = a->names ? a->names->vertex[va] : name((uint32_t)va, NAME_VERTEX);
    uint32_t name_b = b->names ? b->names->vertex[vb] : name((uint32_t)vb, NAME_VERTEX);
    emit(p, at.x, at.y, fa.z - a->radius, fb.z + b->radius, name_a, name_b);
}

void convex_patch(const convex *a, const convex *b, const convex_gap *gap, vec3 origin, double margin, bool complete,
                  manifold *out)
{
    double size = a->extent + b->extent;
    patch p = {.n = gap->normal,
               .origin = origin,
               .margin = margin,
               .same = SAME * size,
               .inside = INSIDE * size,
               .out = out,
               .first = out->count};
    p.u = v3_perpendicular(p.n);
    p.v = v3_cross(p.n, p.u);
    arena_mark mark = arena_begin(out->workspace);
    feature fa, fb;
    if (make_feature(a, &p, v3_negate(p.n), -a->radius, out->workspace, &fa) &&
        make_feature(b, &p, p.n, b->radius, out->workspace, &fb))
        common_points(&p, &fa, &fb);
    else out->failed = true;
    arena_end(out->workspace, mark);
    double least = INFINITY;
    for (int k = p.first; k < out->count; k++) least = fmin(least, out->points[k].gap);
    if (complete && least > gap->separation - a->radius - b->radius + ATTAINED * size) nearest_point(&p, a, b, gap);
}
