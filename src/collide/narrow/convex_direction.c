// The direction in which two convex cores are farthest apart, or overlap least: see convex.h for the plan.
//
// polish: s is concave-like near its maximum but has ridges, where an edge or a face stays in touch while n turns. The
// maximum is one of
//   face        n is a face's normal (of a polytope, or the end of a cylinder)
//   two edges   n is at right angles to an edge of each (a cylinder's axis counts: its side is a line)
//   one edge    n turns in the plane at right angles to one edge: Newton in one variable
//   free        n turns freely: Newton in two variables; gradient a - b, Hessian -(H_A + H_B) - s on the tangent plane
// All near the proposal are tried and the greatest s wins; within POLISH_BIAS the more special one, so that at rest n
// is exactly a face's normal and does not wander with rounding.

#include "collide/narrow/convex.h"

#include "collide/narrow/epa.h"
#include "collide/narrow/gjk.h"

enum
{
    MAX_RIDGES = 8,
    NEWTON_STEPS = 20,
    HALVINGS = 12,
    SMALL_EDGES = 24,
    FEW_EDGES = 96, // as quickly looked at as sorted out
    TOP_FEATURES = 64,
};

static const double AXES_PAIRS = 1000;     // of edges
static const double NEAR = 1e-6;           // of the size: nearer than this, GJK's direction is too noisy to stand alone
static const double SHORTEST = 1.0 / 2048; // 2^(1 - HALVINGS)
static const double POLISH_BIAS = 1e-11;   // of the size
static const double WINDOW = 0.05;         // rad: how far from the proposal faces and edges are looked for
static const double PROPOSAL = 1e-4;       // rad: more than GJK's direction is off where shapes are apart

static const double CLEARLY = 1e-9; // of a unit vector, or of the size: more than rounding

typedef struct candidate
{
    vec3 normal;
    double separation;
} candidate;

/// Faces and edges of a polytope near its top along a direction, ascending; or all of them.
typedef struct top_features
{
    bool all; // the lists are not made: there are few, or too many near the top
    int face_count, edge_count;
    int faces[TOP_FEATURES], edges[TOP_FEATURES];
} top_features;

/// Adds x to an ascending list without doubles; false if it is full.
static bool insert(int *list, int *count, int x)
{
    int at = *count;
    while (at > 0 && list[at - 1] > x) at--;
    if (at > 0 && list[at - 1] == x) return true;
    if (*count == TOP_FEATURES) return false;
    for (int k = *count; k > at; k--) list[k] = list[k - 1];
    list[at] = x;
    (*count)++;
    return true;
}

static bool contains(const int *list, int count, int x)
{
    for (int k = 0; k < count; k++)
        if (list[k] == x) return true;
    return false;
}

/// A corner can be in touch along some direction within the window of d only where it lies below the top by no more
/// than tan(window) times its way to the side: the level set of such directions is convex, so that these corners are
/// connected by edges among themselves. They are found from the top corner on, and with them all faces whose normals
/// are within the window, and all edges that can be in touch there.
static void find_top(const convex *c, vec3 d, double window, top_features *top)
{
    *top = (top_features){.all = true};
    const convex_hull *p = c->polytope;
    if (c->core != CORE_POLYTOPE || p->edge_count <= FEW_EDGES) return;
    int corner[TOP_FEATURES], count = 1;
    vec3 first = convex_support(c, d, corner);
    double slope = window + window * window, rounding = CLEARLY * c->extent; // tan(x) < x + x² up to 1 rad
    for (int k = 0; k < count; k++)
        for (int j = p->vertex_begin[corner[k]]; j < p->vertex_begin[corner[k] + 1]; j++)
        {
            int next = p->vertex_next[j], face = p->vertex_faces[j];
            if (!insert(top->faces, &top->face_count, face)) return;
            vec3 way = v3_sub(first, convex_vertex(c, next));
            if (v3_dot(d, way) > slope * v3_norm(way) + rounding) continue;
            if (contains(corner, count, next)) continue;
            if (count == TOP_FEATURES) return;
            corner[count++] = next;
        }
    for (int k = 0; k < top->face_count; k++)
        for (int j = p->face_begin[top->faces[k]]; j < p->face_begin[top->faces[k] + 1]; j++)
        {
            const int *ends = p->edges[p->face_edges[j]].vertex;
            if (!contains(corner, count, ends[0]) || !contains(corner, count, ends[1])) continue;
            if (!insert(top->edges, &top->edge_count, p->face_edges[j])) return;
        }
    top->all = false;
}

/// Face normals of c within the window around the outward direction d.
static void try_faces(const convex *c, const top_features *top, const convex *a, const convex *b, vec3 d, double sign,
                      double window, candidate *best)
{
    double least = 1 - 0.5 * window * window;
    vec3 local = convex_turn_back(c, d);
    int count = c->core == CORE_POLYTOPE ? c->polytope->face_count : c->core == CORE_CYLINDER ? 2 : 0;
    if (!top->all) count = top->face_count;
    for (int k = 0; k < count; k++)
    {
        int f = top->all ? k : top->faces[k];
        if (c->core == CORE_POLYTOPE && v3_dot(local, v3_load(&c->polytope->face_normals[3 * f])) < least - CLEARLY)
            continue;
        vec3 m = c->core == CORE_POLYTOPE ? convex_face_normal(c, f) : f ? v3_negate(c->axis[2]) : c->axis[2];
        if (v3_dot(m, d) < least) continue;
        vec3 n = v3_scale(sign, m);
        double s = convex_separation(a, b, n);
        if (s > best->separation) *best = (candidate){n, s};
    }
}

/// Directions of the edges that may stay in touch while n turns a little; d points out of c.
static int find_ridges(const convex *c, const top_features *features, vec3 d, double window, vec3 ridge[MAX_RIDGES])
{
    if (c->core == CORE_CYLINDER)
    {
        ridge[0] = c->axis[2];
        return fabs(v3_dot(d, c->axis[2])) < window ? 1 : 0;
    }
    if (c->core != CORE_POLYTOPE) return 0;
    int count = 0, edges = features->all ? c->polytope->edge_count : features->edge_count;
    double top = v3_dot(d, convex_support(c, d, NULL));
    vec3 local = convex_turn_back(c, d);
    double low = top - v3_dot(d, c->center) - (2 * window + CLEARLY) * c->extent; // no edge is longer than 2 extents
    for (int k = 0; k < edges && count < MAX_RIDGES; k++)
    {
        int e = features->all ? k : features->edges[k];
        const int *ends = c->polytope->edges[e].vertex;
        if (v3_dot(local, v3_load(&c->polytope->vertices[3 * ends[0]])) < low) continue; // most, without a turn
        vec3 p = convex_vertex(c, c->polytope->edges[e].vertex[0]),
             q = convex_vertex(c, c->polytope->edges[e].vertex[1]);
        double length = v3_distance(p, q);
        if (fmax(top - v3_dot(d, p), top - v3_dot(d, q)) > window * length) continue;
        if (length > 0) ridge[count++] = v3_scale(1 / length, v3_sub(q, p));
    }
    return count;
}

typedef struct tangents
{
    int count; // 1: along a ridge's great circle; 2: free
    vec3 t[2];
} tangents;

static tangents tangents_at(vec3 n, const vec3 *ridge)
{
    tangents t = {ridge ? 1 : 2, {v3_zero(), v3_zero()}};
    t.t[0] = ridge ? v3_unit_or(v3_cross(*ridge, n), v3_zero()) : v3_perpendicular(n);
    if (!ridge) t.t[1] = v3_cross(n, t.t[0]);
    return t;
}

/// The Newton step for s at n; false if the Hessian is not that of a maximum.
static bool newton_step(const convex *a, const convex *b, vec3 n, const tangents *t, vec3 *step)
{
    vec3 gradient = v3_sub(convex_support(a, v3_negate(n), NULL), convex_support(b, n, NULL));
    double s = v3_dot(gradient, n), g[2] = {0, 0}, H[2][2] = {{1, 0}, {0, 1}}, trace = 0;
    for (int i = 0; i < t->count; i++)
    {
        vec3 bend = v3_add(convex_curvature(a, v3_negate(n), t->t[i]), convex_curvature(b, n, t->t[i]));
        g[i] = v3_dot(gradient, t->t[i]);
        for (int j = 0; j < t->count; j++) H[i][j] = v3_dot(t->t[j], bend) + (i == j ? s : 0);
        trace += fabs(H[i][i]);
    }
    double det = H[0][0] * H[1][1] - H[0][1] * H[1][0];
    if (!(H[0][0] > 0) || !(det > 1e-14 * trace * trace * (t->count - 1))) return false;
    *step = v3_add(v3_scale((H[1][1] * g[0] - H[0][1] * g[1]) / det, t->t[0]),
                   v3_scale((H[0][0] * g[1] - H[1][0] * g[0]) / det, t->t[1]));
    return true;
}

/// n turned by a step, at right angles to the ridge if there is one.
static candidate turn_by(const convex *a, const convex *b, vec3 n, vec3 step, const vec3 *ridge)
{
    vec3 turned = v3_add(n, step);
    if (ridge) turned = v3_add_scaled(turned, -v3_dot(turned, *ridge), *ridge);
    turned = v3_unit_or(turned, n);
    return (candidate){turned, convex_separation(a, b, turned)};
}

/// Climbs from n, freely or at right angles to the ridge; steps that lower s are halved. s is concave along a step, but
/// for the unit length of n: where the shortest step lowers it, as on a kink, all do.
static candidate climb(const convex *a, const convex *b, vec3 n, const vec3 *ridge)
{
    candidate now = {n, convex_separation(a, b, n)};
    double rounding = 1e-15 * (a->extent + b->extent);
    for (int k = 0; k < NEWTON_STEPS; k++)
    {
        tangents t = tangents_at(now.normal, ridge);
        vec3 step;
        if (!newton_step(a, b, now.normal, &t, &step)) break;
        candidate next = turn_by(a, b, now.normal, v3_scale(SHORTEST, step), ridge);
        if (next.separation < now.separation - rounding) break;
        bool rose = false;
        for (int half = 0; half < HALVINGS && !rose; half++, step = v3_scale(0.5, step))
        {
            next = turn_by(a, b, now.normal, step, ridge);
            // Near the top s is flat to rounding long before n is right: short steps are trusted, as Newton's are.
            rose = next.separation >= now.separation - (v3_norm2(step) < 1e-6 ? rounding : 0);
            if (rose) now = next;
        }
        if (!rose || v3_norm(step) < 1e-15) break;
    }
    return now;
}

static void take_better(candidate *best, candidate c)
{
    if (c.separation > best->separation) *best = c;
}

/// Takes the candidate if nothing can beat it by more than the bias.
static bool settles(const candidate *c, double most, double bias, convex_gap *gap)
{
    if (c->separation < most - bias) return false;
    gap->normal = c->normal;
    gap->separation = c->separation;
    return true;
}

/// How far from the proposal a direction can be that comes within `bias` of the best. Shapes that are apart by d have
/// s(n) <= d cos(angle to the best n); of others nothing is known.
static double window_of(double d, double bias)
{
    return d > 0 && isfinite(d) ? fmin(WINDOW, PROPOSAL + sqrt(2 * bias / d)) : WINDOW;
}

/// Sharpens gap->normal, which is nearly right, and recomputes the separation. `most`: no separation is greater, as far
/// as is known; where it is positive, it is the distance.
static void polish(const convex *a, const convex *b, double most, convex_gap *gap)
{
    vec3 n = gap->normal, back = v3_negate(n);
    candidate rank[4]; // face, two edges, one edge, free
    for (int k = 0; k < 4; k++) rank[k] = (candidate){n, -INFINITY};
    double bias = POLISH_BIAS * (a->extent + b->extent), window = window_of(most, bias);
    top_features top_a, top_b;
    find_top(a, back, window, &top_a);
    find_top(b, n, window, &top_b);
    try_faces(b, &top_b, a, b, n, 1, window, &rank[0]);
    try_faces(a, &top_a, a, b, back, -1, window, &rank[0]);
    if (settles(&rank[0], most, bias, gap)) return;
    vec3 ridge_a[MAX_RIDGES], ridge_b[MAX_RIDGES];
    int count_a = find_ridges(a, &top_a, back, window, ridge_a), count_b = find_ridges(b, &top_b, n, window, ridge_b);
    for (int i = 0; i < count_a; i++)
        for (int j = 0; j < count_b; j++)
        {
            vec3 c = v3_cross(ridge_a[i], ridge_b[j]);
            if (v3_norm(c) < 1e-6) continue;
            c = v3_unit_or(c, n);
            if (v3_dot(c, n) < 0) c = v3_negate(c);
            if (v3_dot(c, n) < 0.9) continue;
            take_better(&rank[1], (candidate){c, convex_separation(a, b, c)});
        }
    if (settles(&rank[1], most, bias, gap)) return;
    for (int i = 0; i < count_a + count_b; i++)
    {
        const vec3 *ridge = i < count_a ? &ridge_a[i] : &ridge_b[i - count_a];
        vec3 start = v3_unit_or(v3_add_scaled(n, -v3_dot(n, *ridge), *ridge), n);
        if (fabs(v3_dot(start, *ridge)) < 1e-8) take_better(&rank[2], climb(a, b, start, ridge));
    }
    rank[3] = climb(a, b, n, NULL);
    most = -INFINITY;
    for (int k = 0; k < 4; k++) most = fmax(most, rank[k].separation);
    for (int k = 0; k < 4; k++)
        if (settles(&rank[k], most, bias, gap)) return;
}

/// Whether all its directions are tried as quickly as GJK finds one.
static bool is_small(const convex *c)
{
    return c->core == CORE_POLYTOPE && c->polytope->face_count > 2 && c->polytope->edge_count <= SMALL_EDGES;
}

/// Whether trying all pairs of edges costs less than an expanding polytope.
static bool suits_axes(const convex *a, const convex *b)
{
    return a->core == CORE_POLYTOPE && b->core == CORE_POLYTOPE &&
           (double)a->polytope->edge_count * b->polytope->edge_count <= AXES_PAIRS;
}

bool convex_direction(const convex *a, const convex *b, double margin, manifold *out, convex_gap *gap)
{
    double limit = margin + a->radius + b->radius, size = a->extent + b->extent;
    if (is_small(a) && is_small(b)) // what rests is done here, and so is most of what is apart
    {
        if (sat_faces(a, b, limit, gap)) return true;
        if (gap->separation > limit) return false;
    }
    gjk_result result = gjk_distance(a, b, limit, gap);
    if (result == GJK_FAR) return false;
    if (result == GJK_APART && gap->separation > NEAR * size)
    {
        polish(a, b, gap->separation, gap); // no direction shows more than the distance of two points
        return gap->separation <= limit;
    }
    convex_gap other = *gap;
    double most;
    if (suits_axes(a, b)) sat_direction(a, b, limit, out, &other);
    else if (epa_direction(a, b, &other, &most)) polish(a, b, most, &other); // such cores have volume, so there is one
    if (result == GJK_APART)
    {
        polish(a, b, gap->separation, gap);
        if (gap->separation > other.separation + 1e-10 * size) return gap->separation <= limit;
    }
    *gap = other;
    return gap->separation <= limit;
}
