// Two polytopes that touch or overlap: the face normals and crossed edges, each tried (separating axes).
//
// The maximum of s(n) over unit vectors is attained at a face normal of A or B or at the cross product of two edges, if it is not positive; if it is
// positive and small the best of these directions is within rounding of what a resting contact needs. Two edges count only if each supports its
// polytope along n, which two signs tell for an edge with its faces: n must not point into either of them. Edges that cannot meet are
// left out first: the segments that cross at the deepest place are no farther apart than the best face normal's depth.
//
// Cost: faces × support, for the few faces that a point of the other shape does not rule out, and pairs of edges near each other.

#include "collide/convex.h"

#include "base/arena.h"

static const double FACE_BIAS =
    1e-10; // of the size: an edge pair must beat faces by this, so that rounding does not choose
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
} sat_best;

/// The faces of c, which is b (sign 1) or a (sign -1). A point of the other shape bounds the separation along any face's normal; the farthest point found
/// for the best face so far lies where the shapes meet, and spares most faces a search.
static void try_faces(const convex *c, const convex *other, double sign, sat_best *best)
{
    const convex_hull *h = c->polytope;
    vec3 probe = convex_support(other, v3_sub(c->center, other->center), NULL);
    for (int f = 0; f < h->face_count; f++)
    {
        vec3 m = convex_face_normal(c, f), on_face = convex_vertex(c, h->face_vertices[h->face_begin[f]]);
        if (v3_dot(m, v3_sub(probe, on_face)) <= best->separation) continue;
        vec3 low = convex_support(other, v3_negate(m), NULL);
        double s = v3_dot(m, v3_sub(low, on_face));
        if (s > best->separation) *best = (sat_best){v3_scale(sign, m), s};
        probe = low;
    }
}

static void box_of(const convex *c, vec3 *low, vec3 *high)
{
    *low = *high = convex_vertex(c, 0);
    for (int v = 1; v < c->polytope->vertex_count; v++)
    {
        vec3 p = convex_vertex(c, v);
        *low = v3_min(*low, p), *high = v3_max(*high, p);
    }
}

/// The edges of c that meet the box.
static int gather_edges(const convex *c, vec3 low, vec3 high, sat_edge *out)
{
    int count = 0;
    for (int e = 0; e < c->polytope->edge_count; e++)
    {
        const hull_edge *edge = &c->polytope->edges[e];
        vec3 p = convex_vertex(c, edge->vertex[0]), q = convex_vertex(c, edge->vertex[1]);
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

static void try_edges(const sat_edge *a, const sat_edge *b, sat_best *best)
{
    vec3 c = v3_cross(a->along, b->along);
    double sine = v3_norm(c);
    if (sine < PARALLEL) return;
    vec3 n = v3_scale(1 / sine, c);
    double s = v3_dot(n, v3_sub(a->start, b->start));
    if (s > best->separation && supports(b, n) && supports(a, v3_negate(n))) *best = (sat_best){n, s};
    if (-s > best->separation && supports(b, v3_negate(n)) && supports(a, n)) *best = (sat_best){v3_negate(n), -s};
}

/// Two cores without faces, exactly on top of each other.
static vec3 any_direction(const convex *a, const convex *b)
{
    const convex *segment = a->polytope->vertex_count > 1 ? a : b;
    return segment->polytope->vertex_count > 1 ? v3_perpendicular(segment->axis[2]) : v3(0, 0, 1);
}

void sat_direction(const convex *a, const convex *b, double margin, manifold *out, convex_gap *gap)
{
    double size = a->extent + b->extent;
    sat_best best = {v3_zero(), -INFINITY};
    try_faces(b, a, 1, &best);
    try_faces(a, b, -1, &best);
    if (best.separation <= margin && a->polytope->edge_count > 0 && b->polytope->edge_count > 0)
    {
        vec3 low_a, high_a, low_b, high_b;
        box_of(a, &low_a, &high_a), box_of(b, &low_b, &high_b);
        double pad = fmin(fabs(best.separation), size) + 1e-6 * size;
        vec3 around = v3(pad, pad, pad);
        vec3 low = v3_sub(v3_max(low_a, low_b), around), high = v3_add(v3_min(high_a, high_b), around);
        arena_mark mark = arena_begin(out->workspace);
        sat_edge *edges_a = ARENA_ARRAY(out->workspace, sat_edge, a->polytope->edge_count);
        sat_edge *edges_b = ARENA_ARRAY(out->workspace, sat_edge, b->polytope->edge_count);
        if (edges_a && edges_b)
        {
            int count_a = gather_edges(a, low, high, edges_a), count_b = gather_edges(b, low, high, edges_b);
            best.separation += FACE_BIAS * size;
            for (int i = 0; i < count_a; i++)
                for (int j = 0; j < count_b; j++) try_edges(&edges_a[i], &edges_b[j], &best);
        }
        else out->failed = true;
        arena_end(out->workspace, mark);
    }
    gap->normal = v3_norm2(best.normal) > 0 ? best.normal : any_direction(a, b);
    gap->separation = convex_separation(a, b, gap->normal);
    gap->point_a = convex_support(a, v3_negate(gap->normal), NULL);
    gap->point_b = convex_support(b, gap->normal, NULL);
}
