// The least overlap of two convex cores: an expanding polytope (van den Bergen 2001), with signed distances.
//
// A polytope inside C = A - B is grown where it matters: the face whose plane has the least signed offset from the
// origin (negative: the origin is beyond it) is asked for the support point of C along its normal. If C ends there,
// that normal is the answer; if not, the point joins the polytope. Signs make it work when the origin lies on the
// border of C or a little outside: shapes that just touch, which is the usual case of bodies at rest, and for which no
// tetrahedron of support points surely contains the origin.
//
// Whatever rounding does to the polytope, the separation reported is s(n) itself, so it is never better than the truth.
// Cost: at most MAX_POINTS support points, and as many passes over the faces.

#include "collide/narrow/epa.h"

enum
{
    MAX_POINTS = 128,
    MAX_FACES = 2 * MAX_POINTS,
    MAX_HORIZON = 96,
};

static const double TOLERANCE = 1e-7; // of the size: offset that is good enough to polish
static const double FLAT = 1e-12;     // of the size: offset of polytopes, whose faces are met exactly

typedef struct epa_face
{
    int vertex[3], neighbor[3];
    vec3 normal;
    double offset;
    bool alive, seen;
} epa_face;

typedef struct polytope
{
    const convex *a, *b;
    vec3 pa[MAX_POINTS], pb[MAX_POINTS], w[MAX_POINTS];
    int point_count;
    epa_face face[MAX_FACES];
    int face_count;
    int first_dead; // no face before it is dead
    double size;
} polytope;

static int add_point(polytope *p, vec3 direction)
{
    int k = p->point_count++;
    p->pa[k] = convex_support(p->a, direction, NULL);
    p->pb[k] = convex_support(p->b, v3_negate(direction), NULL);
    p->w[k] = v3_sub(p->pa[k], p->pb[k]);
    return k;
}

static int add_face(polytope *p, int i, int j, int k)
{
    int index = p->first_dead;
    while (index < p->face_count && p->face[index].alive) index++;
    if (index == MAX_FACES) return -1;
    if (index == p->face_count) p->face_count++;
    p->first_dead = index + 1;
    epa_face *f = &p->face[index];
    vec3 c = v3_cross(v3_sub(p->w[j], p->w[i]), v3_sub(p->w[k], p->w[i]));
    double area = v3_norm(c);
    *f = (epa_face){{i, j, k}, {-1, -1, -1}, v3_zero(), INFINITY, true, false};
    if (area > 1e-14 * p->size * p->size * 1e-4) // a sliver has no normal: it is never asked
    {
        f->normal = v3_scale(1 / area, c);
        f->offset = v3_dot(f->normal, p->w[i]);
    }
    return index;
}

static void join(polytope *p, int f, int i, int g, int j)
{
    p->face[f].neighbor[i] = g;
    p->face[g].neighbor[j] = f;
}

/// A tetrahedron of support points; false if C is flat.
static bool begin(polytope *p)
{
    double flat = 1e-10 * p->size;
    add_point(p, v3(1, 0, 0));
    vec3 far = v3(-1, 0, 0);
    add_point(p, far);
    for (int k = 1; k < 3 && v3_distance(p->w[0], p->w[1]) <= flat; k++)
    {
        p->point_count = 0;
        vec3 e = k == 1 ? v3(0, 1, 0) : v3(0, 0, 1);
        add_point(p, e), add_point(p, v3_negate(e));
    }
    if (v3_distance(p->w[0], p->w[1]) <= flat) return false;
    vec3 line = v3_unit_or(v3_sub(p->w[1], p->w[0]), v3_zero()), side = v3_perpendicular(line);
    vec3 third[4] = {side, v3_negate(side), v3_cross(line, side), v3_cross(side, line)};
    int k = 0;
    double off = 0;
    for (; k < 4 && off <= flat; k++)
    {
        p->point_count = 2;
        add_point(p, third[k]);
        off = v3_norm(v3_cross(line, v3_sub(p->w[2], p->w[0])));
    }
    if (off <= flat) return false;
    vec3 normal = v3_unit_or(v3_cross(line, v3_sub(p->w[2], p->w[0])), v3_zero());
    add_point(p, v3_negate(normal));
    if (v3_dot(normal, v3_sub(p->w[3], p->w[0])) >= -flat)
    {
        p->point_count = 3;
        add_point(p, normal);
        if (v3_dot(normal, v3_sub(p->w[3], p->w[0])) <= flat) return false;
        vec3 swap = p->w[0];
        p->w[0] = p->w[1], p->w[1] = swap;
        swap = p->pa[0], p->pa[0] = p->pa[1], p->pa[1] = swap;
        swap = p->pb[0], p->pb[0] = p->pb[1], p->pb[1] = swap;
    }
    int f[4] = {add_face(p, 0, 1, 2), add_face(p, 0, 3, 1), add_face(p, 1, 3, 2), add_face(p, 2, 3, 0)};
    join(p, f[0], 0, f[1], 2), join(p, f[0], 1, f[2], 2), join(p, f[0], 2, f[3], 2);
    join(p, f[1], 1, f[2], 0), join(p, f[2], 1, f[3], 0), join(p, f[3], 1, f[1], 0);
    return true;
}

static int nearest_face(const polytope *p)
{
    int best = -1;
    for (int f = 0; f < p->face_count; f++)
        if (p->face[f].alive && (best < 0 || p->face[f].offset < p->face[best].offset)) best = f;
    return best;
}

/// Replaces what the newest point sees by the fan to its horizon; false when it cannot (full, or rounding).
static bool expand(polytope *p, int from)
{
    int stack[MAX_FACES], depth = 0, point = p->point_count - 1;
    int edge[MAX_HORIZON][3], count = 0; // start, outer face, its edge
    double tolerance = 1e-14 * p->size;
    p->face[from].seen = true;
    stack[depth++] = from;
    for (int k = 0; k < depth; k++)
        for (int e = 0; e < 3; e++)
        {
            epa_face *g = &p->face[p->face[stack[k]].neighbor[e]];
            if (g->seen) continue;
            if (g->offset < INFINITY && v3_dot(g->normal, p->w[point]) - g->offset <= tolerance) continue;
            g->seen = true;
            stack[depth++] = p->face[stack[k]].neighbor[e];
        }
    for (int k = 0; k < depth; k++)
        for (int e = 0; e < 3; e++)
        {
            const epa_face *f = &p->face[stack[k]];
            int outer = f->neighbor[e];
            if (p->face[outer].seen) continue;
            if (count == MAX_HORIZON) return false;
            int o = 0;
            while (o < 3 && p->face[outer].vertex[o] != f->vertex[(e + 1) % 3]) o++;
            edge[count][0] = f->vertex[e], edge[count][1] = outer, edge[count++][2] = o;
        }
    for (int k = 0; k < depth; k++)
    {
        p->face[stack[k]].alive = false;
        if (stack[k] < p->first_dead) p->first_dead = stack[k];
    }
    int fresh[MAX_HORIZON];
    for (int k = 0; k < count; k++)
    {
        int outer = edge[k][1], o = edge[k][2];
        if (o == 3) return false;
        fresh[k] = add_face(p, edge[k][0], p->face[outer].vertex[o], point);
        if (fresh[k] < 0) return false;
        join(p, fresh[k], 0, outer, o);
    }
    for (int k = 0; k < count; k++)
    {
        int after = -1;
        for (int m = 0; m < count; m++)
            if (p->face[fresh[m]].vertex[0] == p->face[fresh[k]].vertex[1]) after = after < 0 ? fresh[m] : -2;
        if (after < 0) return false;
        join(p, fresh[k], 1, after, 2);
    }
    return count >= 3;
}

/// The points of A and B that the face's point under the origin stands for.
static void witnesses(const polytope *p, const epa_face *f, convex_gap *gap)
{
    vec3 foot = v3_scale(f->offset, f->normal);
    vec3 a = v3_sub(p->w[f->vertex[0]], foot), b = v3_sub(p->w[f->vertex[1]], foot),
         c = v3_sub(p->w[f->vertex[2]], foot);
    double weight[3] = {v3_dot(v3_cross(b, c), f->normal), v3_dot(v3_cross(c, a), f->normal),
                        v3_dot(v3_cross(a, b), f->normal)};
    double sum = 0;
    for (int k = 0; k < 3; k++) weight[k] = weight[k] > 0 ? weight[k] : 0, sum += weight[k];
    gap->point_a = gap->point_b = v3_zero();
    for (int k = 0; k < 3; k++)
    {
        double share = sum > 0 ? weight[k] / sum : 1.0 / 3;
        gap->point_a = v3_add_scaled(gap->point_a, share, p->pa[f->vertex[k]]);
        gap->point_b = v3_add_scaled(gap->point_b, share, p->pb[f->vertex[k]]);
    }
}

/// No separation is greater. Where the origin is inside, C reaches as far as its nearest face in all directions;
/// otherwise the distance to any point of C will do.
static double bound_of(const polytope *p, const epa_face *nearest)
{
    convex_gap at;
    if (nearest->offset > 0) return -nearest->offset;
    witnesses(p, nearest, &at);
    return v3_distance(at.point_a, at.point_b);
}

bool epa_direction(const convex *a, const convex *b, convex_gap *gap, double *most)
{
    polytope p;
    p.a = a, p.b = b;
    p.point_count = p.face_count = p.first_dead = 0;
    p.size = a->extent + b->extent;
    double tolerance = (a->core == CORE_POLYTOPE && b->core == CORE_POLYTOPE ? FLAT : TOLERANCE) * p.size;
    if (!begin(&p)) return false;
    gap->separation = -INFINITY;
    *most = INFINITY;
    while (p.point_count < MAX_POINTS)
    {
        int nearest = nearest_face(&p);
        if (nearest < 0 || !(p.face[nearest].offset < INFINITY)) break;
        const epa_face *f = &p.face[nearest];
        *most = fmin(*most, bound_of(&p, f));
        int point = add_point(&p, f->normal);
        double reach = v3_dot(f->normal, p.w[point]);
        if (-reach > gap->separation) // C ends at reach: the separation along -normal is -reach
        {
            gap->separation = -reach;
            gap->normal = v3_negate(f->normal);
            witnesses(&p, f, gap);
        }
        if (reach - f->offset <= tolerance) break;
        if (!expand(&p, nearest)) break;
    }
    return gap->separation > -INFINITY;
}
