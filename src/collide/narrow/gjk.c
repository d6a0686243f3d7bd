// The distance of two convex cores (Gilbert, Johnson and Keerthi 1988; the stopping rule of van den Bergen 1999).
//
// v is the point nearest to the origin of a simplex of at most four points of A - B. The support point w of A - B along
// -v either shows that v is nearest in all of A - B (v·(v - w) small) or improves the simplex. The nearest point of a
// simplex is found by cases, the way Ericson (2005, section 5.1) walks through its regions; a tetrahedron with no
// volume counts as its four faces.
//
// It ends early with GJK_FAR once the plane through w is farther than the limit. Rounding ends it, too: when w is known
// already, or |v| no longer falls. Accuracy: distance to about 1e-14 of the size, normal to 1e-14 · size / distance,
// but not better than 1e-7 for curved cores: their answer needs polish.

#include "collide/narrow/gjk.h"

enum
{
    MAX_STEPS = 100, // polytopes need about ten; curved cores converge linearly
};

static const double GAP_TOLERANCE = 1e-14; // of |v|²
static const double TOUCH = 1e-12;         // of the size: nearer than this is GJK_OVERLAP
// Tolerances of curved cores, which come nearer for a hundred steps: the direction is then right to 1e-5, or the vector
// too small to have one. Polish does the rest.
static const double GAP_CURVED = 1e-10, TOUCH_CURVED = 1e-6;

typedef struct simplex
{
    vec3 a[4], b[4], w[4];
    double weight[4];
    int count;
} simplex;

static void keep(simplex *s, int count, const int *index, const double *weight)
{
    simplex old = *s;
    s->count = count;
    for (int k = 0; k < count; k++)
    {
        s->a[k] = old.a[index[k]], s->b[k] = old.b[index[k]], s->w[k] = old.w[index[k]];
        s->weight[k] = weight[k];
    }
}

/// Barycentric weights of the point of segment p q nearest to the origin.
static void nearest_on_segment(vec3 p, vec3 q, double weight[2])
{
    vec3 pq = v3_sub(q, p);
    double length2 = v3_norm2(pq), t = length2 > 0 ? -v3_dot(p, pq) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    weight[0] = 1 - t, weight[1] = t;
}

void gjk_nearest_on_triangle(vec3 a, vec3 b, vec3 c, double weight[3])
{
    vec3 ab = v3_sub(b, a), ac = v3_sub(c, a);
    double d1 = -v3_dot(ab, a), d2 = -v3_dot(ac, a), d3 = -v3_dot(ab, b), d4 = -v3_dot(ac, b), d5 = -v3_dot(ab, c),
           d6 = -v3_dot(ac, c);
    vec3 n = v3_cross(ab, ac);
    // Weights as areas seen from the origin's projection: better conditioned than products of the d's for slivers.
    double wc = v3_dot(v3_cross(a, b), n), wa = v3_dot(v3_cross(b, c), n), wb = v3_dot(v3_cross(c, a), n);
    double pair[2];
    weight[0] = weight[1] = weight[2] = 0;
    if (d1 <= 0 && d2 <= 0) weight[0] = 1;
    else if (d3 >= 0 && d4 <= d3) weight[1] = 1;
    else if (d6 >= 0 && d5 <= d6) weight[2] = 1;
    else if (wc <= 0 && d1 >= 0 && d3 <= 0) nearest_on_segment(a, b, pair), weight[0] = pair[0], weight[1] = pair[1];
    else if (wb <= 0 && d2 >= 0 && d6 <= 0) nearest_on_segment(a, c, pair), weight[0] = pair[0], weight[2] = pair[1];
    else if (wa <= 0) nearest_on_segment(b, c, pair), weight[1] = pair[0], weight[2] = pair[1];
    else
    {
        wb = fmax(wb, 0), wc = fmax(wc, 0); // below zero only by rounding
        double sum = wa + wb + wc;
        weight[0] = wa / sum, weight[1] = wb / sum, weight[2] = wc / sum;
    }
}

/// True if the origin is strictly inside; otherwise the best face's weights (0 for the corner left out).
static bool nearest_on_tetrahedron(const vec3 w[4], double weight[4])
{
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    bool inside = true;
    double best = INFINITY;
    for (int f = 0; f < 4; f++)
    {
        vec3 a = w[face[f][0]], b = w[face[f][1]], c = w[face[f][2]], d = w[face[f][3]];
        vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
        double origin_side = -v3_dot(n, a), corner_side = v3_dot(n, v3_sub(d, a));
        double flat = 1e-15 * v3_norm(n) * v3_norm(a);
        if (fabs(corner_side) > flat && origin_side * corner_side > 0) continue; // the origin is on the inner side
        inside = false;
        double three[3];
        gjk_nearest_on_triangle(a, b, c, three);
        vec3 v = v3_add(v3_add(v3_scale(three[0], a), v3_scale(three[1], b)), v3_scale(three[2], c));
        if (v3_norm2(v) >= best) continue;
        best = v3_norm2(v);
        weight[face[f][0]] = three[0], weight[face[f][1]] = three[1], weight[face[f][2]] = three[2];
        weight[face[f][3]] = 0;
    }
    return inside;
}

/// Reduces the simplex to the face that holds its nearest point; false if the origin is inside.
static bool reduce(simplex *s)
{
    double weight[4] = {1, 0, 0, 0};
    if (s->count == 2) nearest_on_segment(s->w[0], s->w[1], weight);
    if (s->count == 3) gjk_nearest_on_triangle(s->w[0], s->w[1], s->w[2], weight);
    if (s->count == 4 && nearest_on_tetrahedron(s->w, weight)) return false;
    int index[4], count = 0;
    double kept[4];
    for (int k = 0; k < s->count; k++)
        if (weight[k] > 0) index[count] = k, kept[count++] = weight[k];
    keep(s, count, index, kept);
    return true;
}

static vec3 weighted(const simplex *s, const vec3 *p)
{
    vec3 sum = v3_zero();
    for (int k = 0; k < s->count; k++) sum = v3_add_scaled(sum, s->weight[k], p[k]);
    return sum;
}

static bool known(const simplex *s, vec3 w)
{
    for (int k = 0; k < s->count; k++)
        if (s->w[k].x == w.x && s->w[k].y == w.y && s->w[k].z == w.z) return true;
    return false;
}

gjk_result gjk_distance(const convex *a, const convex *b, double limit, convex_gap *gap)
{
    vec3 v = v3_sub(a->center, b->center);
    if (v3_norm2(v) == 0) v = v3(1, 0, 0);
    simplex s = {0};
    bool curved = a->core != CORE_POLYTOPE || b->core != CORE_POLYTOPE;
    double tolerance = curved ? GAP_CURVED : GAP_TOLERANCE;
    double touch = (curved ? TOUCH_CURVED : TOUCH) * (a->extent + b->extent);
    for (int step = 0; step < MAX_STEPS; step++)
    {
        vec3 pa = convex_support(a, v3_negate(v), NULL), pb = convex_support(b, v, NULL), w = v3_sub(pa, pb);
        double vv = v3_norm2(v), vw = v3_dot(v, w);
        if (vw > 0 && limit >= 0 && vw * vw > vv * limit * limit)
        {
            gap->normal = v3_scale(1 / sqrt(vv), v);
            return GJK_FAR;
        }
        if (s.count > 0 && (vv - vw <= tolerance * vv || known(&s, w))) break;
        simplex before = s;
        s.a[s.count] = pa, s.b[s.count] = pb, s.w[s.count++] = w;
        if (!reduce(&s))
        {
            if (vw <= 0) return GJK_OVERLAP;
            s = before; // the plane through w parts them: a tetrahedron as thin as rounding cannot deny it
            break;
        }
        vec3 next = weighted(&s, s.w);
        if (v3_norm2(next) <= touch * touch) return GJK_OVERLAP;
        if (before.count > 0 && v3_norm2(next) >= vv) // rounding: the last one was as good as it gets
        {
            s = before;
            break;
        }
        v = next;
    }
    gap->point_a = weighted(&s, s.a);
    gap->point_b = weighted(&s, s.b);
    gap->separation = v3_norm(v);
    gap->normal = v3_scale(1 / gap->separation, v);
    return GJK_APART;
}
