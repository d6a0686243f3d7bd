// Two polytopes that touch or overlap: the face normals and crossed edges, each tried (separating axes).
//
// The maximum of s(n) over unit vectors is attained at a face normal of A or B or at the cross product of two edges, if
// it is not positive; if it is positive and small the best of these directions is within rounding of what a resting
// contact needs. Two edges count only if each supports its polytope along n, which two signs tell for an edge with its
// faces: n must not point into either of them. Edges that cannot meet are left out first: the segments that cross at
// the deepest place are no farther apart than the best face normal's depth.
//
// Cost: faces × support, for the few faces that a point of the other shape does not rule out, and pairs of edges near
// each other.

#include "collide/narrow/convex.h"

#include "base/arena.h"

// An edge pair must beat faces by this fraction of the size, so that rounding does not decide.
static const double FACE_BIAS = 1e-10;
static const double PARALLEL = 1e-8;    // sine below which two edges have no cross product
static const double SUPPORTING = 1e-10; // sine by which n may point into a face

typedef struct sat_edge
{
    vec3 start, along; // along is a unit vector
    vec3 inward[2];    // into the faces, at right angles to the edge; zero where there is no face
} sat_edge;

typedef struct sat_best
{
    vec3 normal;
    double separation;
    const convex *of; // whose face it is, and which
    int face;
    vec3 low; // the point of the other that is nearest to it
} sat_best;

static vec3 to_local(const convex *c, vec3 p)
{
    vec3 d = v3_sub(p, c->center);
    return v3(v3_dot(c->axis[0], d), v3_dot(c->axis[1], d), v3_dot(c->axis[2], d));
}

/// The faces of c, which is b (sign 1) or a (sign -1). A point of the other shape bounds the separation along any
/// face's normal; the farthest point found for the best face so far lies where the shapes meet, and spares most faces a
/// search. Ends at the first that is beyond the limit.
static void try_faces(const convex *c, const convex *other, vec3 point, double sign, double limit, sat_best *best)
{
    const convex_hull *h = c->polytope;
    vec3 probe = to_local(c, point);
    for (int f = 0; f < h->face_count && best->separation <= limit; f++)
    {
        int corner = h->face_vertices[h->face_begin[f]];
        vec3 flat = v3_load(&h->face_normals[3 * f]);
        if (v3_dot(flat, v3_sub(probe, v3_load(&h->vertices[3 * corner]))) <= best->separation) continue;
        vec3 m = convex_face_normal(c, f), low = convex_support(other, v3_negate(m), NULL);
        double s = v3_dot(m, v3_sub(low, convex_vertex(c, corner)));
        if (s > best->separation) *best = (sat_best){v3_scale(sign, m), s, c, f, low};
        probe = to_local(c, low);
    }
}

/// Whether p, seen against the normal, is over the face of c, or beside it by less than `slack`.
static bool over_face(const convex *c, int face, vec3 p, double slack)
{
    const convex_hull *h = c->polytope;
    int begin = h->face_begin[face], end = h->face_begin[face + 1];
    vec3 m = convex_face_normal(c, face), from = convex_vertex(c, h->face_vertices[end - 1]);
    for (int k = begin; k < end; k++)
    {
        vec3 to = convex_vertex(c, h->face_vertices[k]), along = v3_sub(to, from);
        double inward = v3_dot(m, v3_cross(along, v3_sub(p, from))); // corners run counter-clockwise
        if (inward < 0 && inward * inward > slack * slack * v3_norm2(along)) return false;
        from = to;
    }
    return true;
}

/// Whether no pair of edges can beat the best face by `bias`: no separation is more than the distance of two points, so
/// a corner that lies on the face, or the middle of several, settles it. That is what stands flat on another.
static bool face_settles(const convex *a, const convex *b, const sat_best *best, double bias)
{
    if (!best->of || fabs(best->separation) > 0.25 * bias) return false;
    const convex *c = best->of, *other = c == a ? b : a;
    const convex_hull *h = c->polytope, *o = other->polytope;
    vec3 m = convex_face_normal(c, best->face), on_face = convex_vertex(c, h->face_vertices[h->face_begin[best->face]]);
    vec3 sum = v3_zero();
    int count = 0;
    for (int v = 0; v < o->vertex_count; v++)
    {
        vec3 p = convex_vertex(other, v);
        if (v3_dot(m, v3_sub(p, on_face)) > 0.25 * bias) continue;
        if (over_face(c, best->face, p, 0.25 * bias)) return true;
        sum = v3_add(sum, p);
        count++;
    }
    return count > 1 && over_face(c, best->face, v3_scale(1.0 / count, sum), 0.25 * bias);
}

/// All vertices where they are, and their box.
static void place_vertices(const convex *c, vec3 *vertices, vec3 *low, vec3 *high)
{
    *low = *high = vertices[0] = convex_vertex(c, 0);
    for (int v = 1; v < c->polytope->vertex_count; v++)
    {
        vec3 p = vertices[v] = convex_vertex(c, v);
        *low = v3_min(*low, p), *high = v3_max(*high, p);
    }
}

/// The edges of c that meet the box.
static int gather_edges(const convex *c, const vec3 *vertices, vec3 low, vec3 high, sat_edge *out)
{
    int count = 0;
    for (int e = 0; e < c->polytope->edge_count; e++)
    {
        const hull_edge *edge = &c->polytope->edges[e];
        vec3 p = vertices[edge->vertex[0]], q = vertices[edge->vertex[1]];
        vec3 least = v3_min(p, q), most = v3_max(p, q);
        if (least.x > high.x || least.y > high.y || least.z > high.z) continue;
        if (most.x < low.x || most.y < low.y || most.z < low.z) continue;
        sat_edge *s = &out[count];
        s->start = p;
        s->along = v3_unit_or(v3_sub(q, p), v3_zero());
        for (int k = 0; k < 2; k++)
        {
            s->inward[k] = v3_zero();
            if (edge->face[k] < 0) continue;
            vec3 inward = v3_cross(convex_face_normal(c, edge->face[k]), s->along);
            s->inward[k] = k == 0 ? inward : v3_negate(inward);
        }
        if (v3_norm2(s->along) > 0) count++;
    }
    return count;
}

static bool supports(const sat_edge *e, vec3 n)
{
    return v3_dot(n, e->inward[0]) <= SUPPORTING && v3_dot(n, e->inward[1]) <= SUPPORTING;
}

/// Whether c, which is no longer than a unit vector but for rounding, may support both, one way or the other; most
/// pairs of edges may not, and need no root.
static bool may_support(const sat_edge *a, const sat_edge *b, vec3 c)
{
    const double MOST = 1.001 * SUPPORTING;
    double a0 = v3_dot(c, a->inward[0]), a1 = v3_dot(c, a->inward[1]);
    double b0 = v3_dot(c, b->inward[0]), b1 = v3_dot(c, b->inward[1]);
    return (b0 <= MOST && b1 <= MOST && a0 >= -MOST && a1 >= -MOST) ||
           (b0 >= -MOST && b1 >= -MOST && a0 <= MOST && a1 <= MOST);
}

static void try_edges(const sat_edge *a, const sat_edge *b, sat_best *best)
{
    vec3 c = v3_cross(a->along, b->along);
    if (!may_support(a, b, c)) return;
    double sine = v3_norm(c);
    if (sine < PARALLEL) return;
    vec3 n = v3_scale(1 / sine, c);
    double s = v3_dot(n, v3_sub(a->start, b->start));
    if (s > best->separation && supports(b, n) && supports(a, v3_negate(n)))
        *best = (sat_best){n, s, NULL, -1, v3_zero()};
    if (-s > best->separation && supports(b, v3_negate(n)) && supports(a, n))
        *best = (sat_best){v3_negate(n), -s, NULL, -1, v3_zero()};
}

/// Pairs of edges that come within `pad` of what the boxes of both share. False if memory is short.
static bool try_all_edges(const convex *a, const convex *b, double pad, hf_workspace *workspace, sat_best *best)
{
    vec3 low_a, high_a, low_b, high_b, around = v3(pad, pad, pad);
    arena_mark mark = arena_begin(workspace);
    vec3 *vertices_a = ARENA_ARRAY(workspace, vec3, a->polytope->vertex_count);
    vec3 *vertices_b = ARENA_ARRAY(workspace, vec3, b->polytope->vertex_count);
    sat_edge *edges_a = ARENA_ARRAY(workspace, sat_edge, a->polytope->edge_count);
    sat_edge *edges_b = ARENA_ARRAY(workspace, sat_edge, b->polytope->edge_count);
    bool enough = vertices_a && vertices_b && edges_a && edges_b;
    if (enough)
    {
        place_vertices(a, vertices_a, &low_a, &high_a), place_vertices(b, vertices_b, &low_b, &high_b);
        vec3 low = v3_sub(v3_max(low_a, low_b), around), high = v3_add(v3_min(high_a, high_b), around);
        int count_a = gather_edges(a, vertices_a, low, high, edges_a);
        int count_b = gather_edges(b, vertices_b, low, high, edges_b);
        for (int i = 0; i < count_a; i++)
            for (int j = 0; j < count_b; j++) try_edges(&edges_a[i], &edges_b[j], best);
    }
    arena_end(workspace, mark);
    return enough;
}

/// Two cores without faces, exactly on top of each other.
static vec3 any_direction(const convex *a, const convex *b)
{
    const convex *segment = a->polytope->vertex_count > 1 ? a : b;
    return segment->polytope->vertex_count > 1 ? v3_perpendicular(segment->axis[2]) : v3(0, 0, 1);
}

static sat_best best_face(const convex *a, const convex *b, double limit)
{
    sat_best best = {v3_zero(), -INFINITY, NULL, -1, v3_zero()};
    vec3 d = v3_sub(a->center, b->center);
    vec3 of_a = convex_support(a, v3_negate(d), NULL), of_b = convex_support(b, d, NULL);
    double s = v3_dot(d, v3_sub(of_a, of_b));
    if (s > 0 && s * s > limit * limit * v3_norm2(d)) // along the line of the centres: most that is apart is seen here
        return (sat_best){d, s / v3_norm(d), NULL, -1, v3_zero()};
    try_faces(b, a, of_a, 1, limit, &best);
    try_faces(a, b, of_b, -1, limit, &best);
    return best;
}

static void set_gap(const convex *a, const convex *b, vec3 normal, convex_gap *gap)
{
    gap->normal = normal;
    gap->point_a = convex_support(a, v3_negate(normal), NULL);
    gap->point_b = convex_support(b, normal, NULL);
    gap->separation = v3_dot(normal, v3_sub(gap->point_a, gap->point_b));
}

bool sat_faces(const convex *a, const convex *b, double limit, convex_gap *gap)
{
    sat_best best = best_face(a, b, limit);
    gap->separation = best.separation;
    gap->normal = best.normal;
    if (!face_settles(a, b, &best, FACE_BIAS * (a->extent + b->extent))) return false;
    gap->point_a = gap->point_b = best.low; // on the face, to rounding
    return true;
}

void sat_direction(const convex *a, const convex *b, double margin, manifold *out, convex_gap *gap)
{
    double size = a->extent + b->extent;
    sat_best best = best_face(a, b, INFINITY);
    if (best.separation <= margin && a->polytope->edge_count > 0 && b->polytope->edge_count > 0)
    {
        best.separation += FACE_BIAS * size;
        if (!try_all_edges(a, b, fmin(fabs(best.separation), size) + 1e-6 * size, out->workspace, &best))
            out->failed = true;
    }
    set_gap(a, b, v3_norm2(best.normal) > 0 ? best.normal : any_direction(a, b), gap);
}
