// Parts of concave polygons: the points where the wholes touch.
//
// Where two polygons are about to touch, a corner of one of them meets an edge of the other, or two corners meet; where
// they overlap a little, a corner is inside. Parts have corners and edges that the whole has not, and the shortest way
// out of a part may lead through a seam into the next one, or to its far side. So parts are never asked how to leave
// each other: the corners of each whole are looked at, one by one, with the edges of the other whole. A pair of parts
// has the points of its own corners over its own edges, and of its own corners inside the other part.
//
//   corner c, edge e with outward normal n, s = n·(c - e) [m]
//   1 c faces e        -n lies between the normals of the edges beside c: of all that is near, c comes first on the way
//                      to e; or c is the other end of an edge whose end does
//   2 c stands over e  the foot of c is on the edge; where the whole turns inwards at its end, also beyond it while c
//                      stands over the edge round that corner: both keep c out
//   3 s >= 0           a point with gap s
//   4 s < 0            a point only if c is inside, and e is the nearest edge of all that c looks at within 60°, or
//                      ends in the nearest point, where the whole turns inwards;
//                      two corners that hardly overlap are both inside, and only the one that faces the other's edge
//                      has a say
//   two corners        each in the directions between the normals beside the other, and not over one of these edges
//
// Discs are corners that face everything, capsules two edges back to back. Everything is said in the frame of the shape
// that the edge belongs to.
// Cost: corners of one part times edges of the other; all edges of the whole for a corner that is inside.

#include "collide/flat/flat_shape.h"

#include <math.h>

static const double CONE = 1e-6;  // sine: a direction may be so far beyond those of a corner
static const double FACING = 0.5; // cosine
// What is nearer to the rim of a whole counts as inside, and what is less beyond the end of an edge as over it [m]:
// more than what gaps and overlaps that are left alone differ by. Two corners that stand on one floor would otherwise
// slip under each other.
static const double NEAR = 1e-6;

/// A shape with the whole that it is a part of.
typedef struct side
{
    const whole_edge *edges;
    int count, first, own; // of the whole, and those of the part
    double origin[2], axis[2];
    double radius;
    bool disc;
    int corner_count; // of the convex part
    const double (*corners)[2];
    whole_edge alone[FLAT_MOST]; // of a shape that is no part
} side;

/// A corner in the frame of another shape: where it is, and the outward normals of the edges round it, [1] ends there
/// and [2] begins; [0] and [3] are the next ones.
typedef struct corner
{
    double x[2], n[4][2];
    bool disc, known;
} corner;

// ---- sides ----

static void side_of(const flat_shape *shape, side *s)
{
    s->radius = shape->radius;
    s->disc = shape->count == 1;
    s->corner_count = shape->count;
    if (shape->outline && shape->outline->whole)
    {
        const flat_outline *o = shape->outline;
        s->edges = o->whole->edges;
        s->count = o->whole->count;
        s->first = o->first;
        s->own = o->own;
        s->corners = o->point;
        for (int k = 0; k < 2; k++) s->origin[k] = shape->origin[k], s->axis[k] = shape->axis[k];
        return;
    }
    s->origin[0] = s->origin[1] = s->axis[1] = 0.0;
    s->axis[0] = 1.0;
    s->corners = shape->x;
    s->edges = s->alone;
    s->count = s->own = shape->count;
    s->first = 0;
    for (int k = 0; k < s->count; k++)
    {
        int next = (k + 1) % s->count;
        double x = shape->x[next][0] - shape->x[k][0], y = shape->x[next][1] - shape->x[k][1],
               length = sqrt(x * x + y * y);
        s->alone[k] = (whole_edge){.from = {shape->x[k][0], shape->x[k][1]},
                                   .n = {s->disc ? 0.0 : y / length, s->disc ? 0.0 : -x / length},
                                   .length = length,
                                   .next = next,
                                   .last = (k + s->count - 1) % s->count};
    }
}

static void turn_out(const side *s, const double v[2], double out[2])
{
    out[0] = s->axis[0] * v[0] - s->axis[1] * v[1];
    out[1] = s->axis[1] * v[0] + s->axis[0] * v[1];
}

static void turn_in(const side *s, const double v[2], double out[2])
{
    out[0] = s->axis[0] * v[0] + s->axis[1] * v[1];
    out[1] = -s->axis[1] * v[0] + s->axis[0] * v[1];
}

static void place_out(const side *s, const double x[2], double out[2])
{
    turn_out(s, x, out);
    out[0] += s->origin[0];
    out[1] += s->origin[1];
}

/// The corner where edge k of `from` begins, in the frame of `in`.
static corner corner_of(const side *from, int k, const side *in)
{
    corner c = {.disc = from->disc};
    double at[2], relative[2];
    place_out(from, from->edges[k].from, at);
    for (int i = 0; i < 2; i++) relative[i] = at[i] - in->origin[i];
    turn_in(in, relative, c.x);
    return c;
}

/// Fills in its normals, which most corners are never asked for.
static void look_round(corner *c, const side *from, int k, const side *in)
{
    int last = from->edges[k].last, around[4] = {from->edges[last].last, last, k, from->edges[k].next};
    double turned[2];
    for (int i = 0; i < 4 && !c->known; i++)
    {
        turn_out(from, from->edges[around[i]].n, turned);
        turn_in(in, turned, c->n[i]);
    }
    c->known = true;
}

static double cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/// Whether the whole turns outwards where edge k begins: inwards, or not at all, nothing can touch first there.
static bool is_corner(const side *s, int k)
{
    const double *after = s->edges[k].n, *before = s->edges[s->edges[k].last].n;
    double turn = cross(before, after);
    return s->disc || turn > CONE || (turn >= -CONE && dot(before, after) < 0.0);
}

static bool is_hollow(const side *s, int k)
{
    return cross(s->edges[s->edges[k].last].n, s->edges[k].n) < -CONE;
}

/// Whether m is between two normals, one after the other.
static bool between(const double before[2], const double m[2], const double after[2])
{
    return cross(before, m) >= -CONE && cross(m, after) >= -CONE;
}

/// Whether a corner comes first on the way against n: the way is between the normals beside it, or beside its
/// neighbour, along an edge that looks there.
static bool faces(const corner *c, const double n[2])
{
    const double m[2] = {-n[0], -n[1]};
    return c->disc || between(c->n[1], m, c->n[2]) || (dot(c->n[1], m) > FACING && between(c->n[0], m, c->n[1])) ||
           (dot(c->n[2], m) > FACING && between(c->n[2], m, c->n[3]));
}

/// Whether one of the edges beside a corner looks against n, or the way there is between their normals.
static bool looks_at(const corner *c, const double n[2])
{
    const double m[2] = {-n[0], -n[1]};
    return c->disc || dot(c->n[1], m) > FACING || dot(c->n[2], m) > FACING || between(c->n[1], m, c->n[2]);
}

// ---- edges ----

/// Height of a point over an edge, and how far along it the foot is.
static void foot(const whole_edge *e, const double x[2], double *s, double *t)
{
    const double d[2] = {x[0] - e->from[0], x[1] - e->from[1]};
    *s = dot(e->n, d);
    *t = cross(e->n, d);
}

/// Whether c stands over edge k, or beyond an end where the whole turns inwards, over the edge round that corner.
static bool stands_over(const side *b, int k, const double x[2], double t)
{
    const whole_edge *e = &b->edges[k];
    if (t >= -NEAR && t <= e->length + NEAR) return true;
    int other = t < 0.0 ? e->last : e->next;
    if (!is_hollow(b, t < 0.0 ? k : other)) return false;
    double height, along;
    foot(&b->edges[other], x, &height, &along);
    return height >= 0.0 && along >= -NEAR && along <= b->edges[other].length + NEAR;
}

/// Whether a point is inside a part, or nearer to all its edges than `most`.
static bool is_inside(const side *b, const double x[2], double most)
{
    for (int k = 0; k < b->corner_count; k++)
    {
        const double *from = b->corners[k], *to = b->corners[(k + 1) % b->corner_count];
        const double along[2] = {to[0] - from[0], to[1] - from[1]}, d[2] = {x[0] - from[0], x[1] - from[1]};
        double out = cross(d, along);
        if (out > 0.0 && out * out > most * most * dot(along, along)) return false;
    }
    return b->corner_count > 2;
}

/// The edge by which a corner inside the whole, or NEAR its rim, leaves it: the nearest that it looks at; -1 if there
/// is none. `end`: -1 or 1 where the nearest point is an end of that.
static int way_out(const side *b, const corner *c, bool inside, int *end)
{
    int best = -1;
    double least = INFINITY, nearest = INFINITY;
    for (int k = 0; k < b->count; k++)
    {
        const whole_edge *e = &b->edges[k];
        double s, t;
        foot(e, c->x, &s, &t);
        double beyond = t < 0.0 ? t : t > e->length ? t - e->length : 0.0, distance = sqrt(s * s + beyond * beyond);
        nearest = fmin(nearest, distance);
        if (s > NEAR || distance >= least || !looks_at(c, e->n)) continue;
        least = distance;
        best = k;
        *end = beyond < 0.0 ? -1 : beyond > 0.0 ? 1 : 0;
    }
    return inside || nearest <= NEAR ? best : -1;
}

// ---- points ----

/// Whether a point says what another of the pair says.
static bool is_known(const flat_meeting *m, vec3 point, vec3 normal)
{
    for (int k = 0; k < m->out->count; k++)
        if (v3_norm(v3_sub(m->out->points[k].point, point)) <= m->slack &&
            v3_dot(m->out->points[k].normal, normal) > 1.0 - CONE)
            return true;
    return false;
}

/// A point at x in the frame of b, with the normal n out of it; `swapped`: b is the second shape.
static void add(const flat_meeting *m, const side *b, const double x[2], const double n[2], double gap,
                uint64_t feature, bool swapped)
{
    double at[2], normal[2];
    place_out(b, x, at);
    turn_out(b, n, normal);
    if (!swapped) normal[0] = -normal[0], normal[1] = -normal[1];
    int count = m->out->count;
    flat_add_point(m, at, normal, gap, feature);
    if (m->out->count == count) return;
    m->out->count = count; // on trial
    if (!is_known(m, m->out->points[count].point, m->out->points[count].normal)) m->out->count = count + 1;
}

/// Corner i of a over edge k of b, by the height s.
static void add_over(const flat_meeting *m, const side *a, int i, const corner *c, const side *b, int k, double s,
                     bool swapped)
{
    const double *n = b->edges[k].n;
    double gap = s - a->radius - b->radius, height = b->radius + 0.5 * gap - s;
    const double at[2] = {c->x[0] + height * n[0], c->x[1] + height * n[1]};
    uint32_t mine = corner_feature(i), other = edge_feature(k);
    add(m, b, at, n, gap, swapped ? feature_pair(mine, other) : feature_pair(other, mine), swapped);
}

/// A corner inside the part b: it leaves the whole by the nearest edge that it looks at; by two where that ends in the
/// nearest point, and the whole turns inwards there.
static void push_out(const flat_meeting *m, const side *a, int i, const corner *c, const side *b, bool swapped)
{
    int end = 0, out = way_out(b, c, is_inside(b, c->x, m->tie), &end);
    if (out < 0) return;
    int other = end < 0 ? b->edges[out].last : end > 0 ? b->edges[out].next : -1;
    if (other >= 0 && !is_hollow(b, end < 0 ? out : other)) other = -1;
    for (int k = 0; k < 2; k++)
    {
        int edge = k == 0 ? out : other;
        double s = 0.0, t;
        if (edge >= 0) foot(&b->edges[edge], c->x, &s, &t);
        if (s < -NEAR || (s < -m->tie && faces(c, b->edges[edge].n))) add_over(m, a, i, c, b, edge, s, swapped);
    }
}

/// Corners of a with edges of b; `swapped`: b is the second shape.
static void meet_edges(const flat_meeting *m, const side *a, const side *b, bool swapped)
{
    double most = m->margin + a->radius + b->radius;
    for (int i = a->first; i < a->first + a->own && !b->disc; i++)
    {
        if (!is_corner(a, i)) continue;
        corner c = corner_of(a, i, b);
        if (is_inside(b, c.x, NEAR))
        {
            look_round(&c, a, i, b);
            push_out(m, a, i, &c, b, swapped);
        }
        for (int k = b->first; k < b->first + b->own; k++)
        {
            double s, t;
            foot(&b->edges[k], c.x, &s, &t);
            if (s > most || s < -m->tie || !stands_over(b, k, c.x, t)) continue;
            look_round(&c, a, i, b);
            if (!faces(&c, b->edges[k].n)) continue;
            add_over(m, a, i, &c, b, k, s, swapped);
        }
    }
}

/// Whether the foot of x is on the edge that begins at corner k, or on the one before it, and not only at the corner.
static bool over_edges(const side *b, int k, const double x[2])
{
    double s, t;
    if (b->disc) return false;
    foot(&b->edges[k], x, &s, &t);
    if (t >= -NEAR) return true;
    int last = b->edges[k].last;
    foot(&b->edges[last], x, &s, &t);
    return t <= b->edges[last].length + NEAR;
}

/// Corners with corners.
static void meet_corners(const flat_meeting *m, const side *a, const side *b)
{
    double most = m->margin + a->radius + b->radius;
    for (int i = a->first; i < a->first + a->own; i++)
    {
        if (!is_corner(a, i)) continue;
        corner c = corner_of(a, i, b);
        for (int k = b->first; k < b->first + b->own; k++)
        {
            const double *x = b->edges[k].from;
            double n[2] = {c.x[0] - x[0], c.x[1] - x[1]}, d = sqrt(dot(n, n));
            if (d > most || !(d > m->tie) || !is_corner(b, k) || over_edges(b, k, c.x)) continue;
            corner w = corner_of(b, k, a);
            if (over_edges(a, i, w.x)) continue;
            n[0] /= d, n[1] /= d;
            double gap = d - a->radius - b->radius, way = b->radius + 0.5 * gap;
            const double at[2] = {x[0] + way * n[0], x[1] + way * n[1]};
            add(m, b, at, n, gap, feature_pair(corner_feature(i), corner_feature(k)), true);
        }
    }
}

void flat_meet_wholes(const flat_meeting *m, const flat_shape *a, const flat_shape *b)
{
    side x, y;
    side_of(a, &x);
    side_of(b, &y);
    meet_edges(m, &x, &y, true);
    meet_edges(m, &y, &x, false);
    meet_corners(m, &x, &y);
}
