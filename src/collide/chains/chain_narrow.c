// Contacts of segments: with each other, and with any shape.
//
// Which points. The centre lines of two fibres are polygons, and what touches first is where their distance has a local
// minimum. Two segments have one nearest pair of points (s, t), by segment_closest; it is a minimum of the polygons as
// well unless it is at an end that the polygon goes on from:
//
//   at the end of a segment that has a successor     the corner belongs to the successor: no contact here
//   at the beginning of one that has a predecessor a contact if the distance grows along the predecessor, too: (p -
//   q)·t_before <= 0
//
// So a corner gives one contact, not two, and a contact that slides along a fibre is handed over from one segment to
// the next.
// Nearly parallel segments (NEARLY_PARALLEL) touch along a stretch. Each corner of the fibre with the shorter segments
// (the first, if they are as long) that lies beside the other gives a contact; and the nearest points, if they are
// nearer than these by more than DEEPER of the radii. Two fibres that run side by side have so at most as many contacts
// as the finer of them has corners.
// Against another shape the manifold of the capsule is taken, and of its points those at corners by the same rule; a
// manifold of several points is a stretch, whose corners belong to the segments that begin there.
//
// Which gaps. A contact is made of what is nearer than CHAIN_NEAR of the radii, or will be within the step at the
// velocity that the two points have relative to each other, now or without contacts: gap - h c <= near. What a push
// from elsewhere throws farther is found when the motion is known (chain_cross.c).
// Without velocities: gap <= margin.
//
// Names: the pair of shapes and which corner it is; the nearest points have one name for as long as they move along the
// same segment.

#include "collide/broad/scene.h"
#include "collide/narrow/segment.h"

#include <math.h>

static const double NEARLY_PARALLEL = 0.1; // [rad], as in segment.c
static const double DEEPER = 0.1;          // of both radii: nearest points that say more than corners do
static const double AS_LONG = 1e-3;        // of a segment's length
static const double END = 1e-9;            // of a segment: nearer to its end is at its end
static const double LEVEL = 1e-3;          // [rad] to the surface: along what is flatter a corner stays

enum
{
    NEAREST = 0,
    CORNER = 1, // + 1: the last one of a fibre; + 2: of the second shape
};

// ---- velocities ----

static vec3 point_velocity(const double v[6], const double center[3], vec3 x)
{
    return v3_add(v3_load(v), v3_cross(v3_load(v + 3), v3_sub(x, v3_load(center))));
}

double chain_approach(const chain_speeds *speeds, vec3 p, vec3 q, vec3 n)
{
    const collide_motion *m = speeds->motion;
    int a = speeds->body_a, b = speeds->body_b;
    if (!m) return 0.0;
    vec3 now = v3_sub(point_velocity(m->before[a], m->center[a], p), point_velocity(m->before[b], m->center[b], q));
    vec3 free = v3_sub(point_velocity(m->free[a], m->center[a], p), point_velocity(m->free[b], m->center[b], q));
    return fmax(0.0, -fmin(v3_dot(n, now), v3_dot(n, free)));
}

void chain_box(const chain_item *item, const shape_view *view, const collide_motion *motion, double pad, vec3 *low,
               vec3 *high)
{
    *low = v3(INFINITY, INFINITY, INFINITY), *high = v3_negate(*low);
    for (int e = 0; e < 2; e++)
    {
        vec3 x = v3_add_scaled(view->center, e ? item->half : -item->half, view->axis[2]);
        *low = v3_min(*low, x), *high = v3_max(*high, x);
        for (int k = 0; motion && k < 2; k++)
        {
            const double *v = k ? motion->free[item->body] : motion->before[item->body];
            vec3 to = v3_add_scaled(x, motion->h, point_velocity(v, motion->center[item->body], x));
            *low = v3_min(*low, to), *high = v3_max(*high, to);
        }
    }
    *low = v3_sub(*low, v3(pad, pad, pad)), *high = v3_add(*high, v3(pad, pad, pad));
}

// ---- corners ----

/// A segment with its fibre's others.
typedef struct link
{
    const chain_item *item;
    const chain_set *set;
    const shape_view *views;
    segment line;
} link;

static link link_of(const collide_scene *scene, const shape_view *views, const chain_item *item)
{
    const shape_view *view = &views[item->shape];
    return (link){item, &scene->chains, views, {view->center, view->axis[2], item->half}};
}

static bool at_last(const link *a, double s)
{
    return s >= a->item->half * (1.0 - END);
}

static bool at_first(const link *a, double s)
{
    return s <= a->item->half * (END - 1.0);
}

/// The direction of the segment before it, towards the corner.
static vec3 direction_before(const link *a)
{
    return a->views[a->set->items[a->item->before].shape].axis[2];
}

/// Whether the place s of a segment, from which `away` (a unit vector) leads away from the other side, is one of its
/// own contacts.
static bool owns(const link *a, double s, vec3 away)
{
    if (at_last(a, s)) return a->item->after < 0;
    return !at_first(a, s) || a->item->before < 0 || v3_dot(away, direction_before(a)) <= LEVEL;
}

// ---- two segments ----

typedef struct segment_pair
{
    link a, b;
    chain_speeds speeds;
    double margin, near; // without a motion; with one
    manifold *out;
} segment_pair;

/// A contact of these two points, n the way between them, if their gap closes.
static void add(const segment_pair *pair, double s, double t, vec3 n, double gap, uint64_t feature)
{
    vec3 on_a = segment_at(&pair->a.line, s), on_b = segment_at(&pair->b.line, t);
    double most = pair->margin;
    if (pair->speeds.motion) most = pair->near + pair->speeds.motion->h * chain_approach(&pair->speeds, on_a, on_b, n);
    if (gap <= most) manifold_add(pair->out, v3_add_scaled(on_b, pair->b.item->radius + 0.5 * gap, n), n, gap, feature);
}

/// From b to a at two points of them; where the lines meet, at right angles to both, the side being that of the
/// middles.
static vec3 normal_at(const segment_pair *pair, double s, double t, double *distance)
{
    const segment *a = &pair->a.line, *b = &pair->b.line;
    vec3 d = v3_sub(segment_at(a, s), segment_at(b, t));
    *distance = v3_norm(d);
    if (*distance > 1e-12 * (a->half + b->half)) return v3_scale(1.0 / *distance, d);
    vec3 n = v3_unit_or(v3_cross(a->unit, b->unit), v3_perpendicular(a->unit));
    return v3_dot(n, v3_sub(a->middle, b->middle)) < 0.0 ? v3_negate(n) : n;
}

/// Whether a corner, whose nearest place on another segment is `beside`, lies beyond the end of the other fibre: the
/// nearest points say it then.
static bool beyond_fibre(const link *other, double beside, vec3 corner)
{
    bool end =
        (at_first(other, beside) && other->item->before < 0) || (at_last(other, beside) && other->item->after < 0);
    vec3 out = v3_sub(corner, segment_at(&other->line, beside));
    return end && fabs(v3_dot(out, other->line.unit)) > NEARLY_PARALLEL * v3_norm(out);
}

/// Contacts at corners of one segment that lie beside the other.
static void add_corners(const segment_pair *pair, bool of_b, vec3 nearest)
{
    const link *own = of_b ? &pair->b : &pair->a, *other = of_b ? &pair->a : &pair->b;
    double radii = pair->a.item->radius + pair->b.item->radius;
    for (int last = 0; last < (own->item->after < 0 ? 2 : 1); last++)
    {
        double at = last ? own->item->half : -own->item->half, distance;
        vec3 corner = segment_at(&own->line, at);
        double beside = segment_nearest(&other->line, corner);
        double s = of_b ? beside : at, t = of_b ? at : beside;
        vec3 n = normal_at(pair, s, t, &distance);
        if (v3_dot(n, nearest) < 0.5 || !owns(other, beside, of_b ? n : v3_negate(n))) continue;
        if (!beyond_fibre(other, beside, corner))
            add(pair, s, t, n, distance - radii, (uint64_t)(CORNER + last + (of_b ? 2 : 0)));
    }
}

static double distance_to(const chain_set *set, const shape_view *views, int item, vec3 x)
{
    if (item < 0) return INFINITY;
    const shape_view *view = &views[set->items[item].shape];
    segment line = {view->center, view->axis[2], set->items[item].half};
    return v3_distance(x, segment_at(&line, segment_nearest(&line, x)));
}

/// How near the corners of a segment, both of them, are to the other one and what it is joined to.
static double nearest_corner(const link *own, const link *other)
{
    double least = INFINITY;
    int k = (int)(other->item - other->set->items);
    const int joined[3] = {k, other->item->before, other->item->after};
    for (int e = 0; e < 6; e++)
    {
        vec3 corner = segment_at(&own->line, e % 2 ? own->item->half : -own->item->half);
        least = fmin(least, distance_to(own->set, own->views, joined[e / 2], corner));
    }
    return least;
}

/// How far two segments can come towards each other in the step, at most [m].
static double most_closing(const segment_pair *pair)
{
    const collide_motion *m = pair->speeds.motion;
    int a = pair->speeds.body_a, b = pair->speeds.body_b;
    double most = 0.0;
    for (int k = 0; m && k < 2; k++)
    {
        const double *u = k ? m->free[a] : m->before[a], *v = k ? m->free[b] : m->before[b];
        double turn = v3_norm(v3_load(u + 3)) * pair->a.item->half + v3_norm(v3_load(v + 3)) * pair->b.item->half;
        most = fmax(most, m->h * (v3_distance(v3_load(u), v3_load(v)) + turn));
    }
    return most;
}

/// A lower bound of their distance: how far b is from the line that a is a part of. Good where they are nearly
/// parallel, as in a bundle.
static double least_distance(const segment *a, const segment *b)
{
    vec3 w = v3_sub(b->middle, a->middle);
    vec3 off = v3_add_scaled(w, -v3_dot(w, a->unit), a->unit);
    vec3 lean = v3_add_scaled(b->unit, -v3_dot(b->unit, a->unit), a->unit);
    return v3_norm(off) - b->half * v3_norm(lean);
}

static void two_segments(const segment_pair *pair)
{
    double s = 0.0, t = 0.0, distance;
    double radii = pair->a.item->radius + pair->b.item->radius;
    double farthest = radii + (pair->speeds.motion ? pair->near + most_closing(pair) : pair->margin);
    if (least_distance(&pair->a.line, &pair->b.line) > farthest) return;
    (void)segment_closest(&pair->a.line, &pair->b.line, &s, &t);
    vec3 n = normal_at(pair, s, t, &distance);
    if (distance > farthest) return;
    if (v3_norm2(v3_cross(pair->a.line.unit, pair->b.line.unit)) < NEARLY_PARALLEL * NEARLY_PARALLEL)
    {
        bool of_b = pair->b.item->mean < (1.0 - AS_LONG) * pair->a.item->mean;
        add_corners(pair, of_b, n);
        double corners = nearest_corner(of_b ? &pair->b : &pair->a, of_b ? &pair->a : &pair->b);
        if (corners - distance <= DEEPER * radii) return;
    }
    if (owns(&pair->a, s, n) && owns(&pair->b, t, v3_negate(n))) add(pair, s, t, n, distance - radii, NEAREST);
}

// ---- a segment and another shape ----

/// How far the two may come towards each other in the step, at most [m].
static double closing(const collide_motion *m, const chain_item *item, const shape_view *view, int other)
{
    double most = 0.0;
    for (int e = 0; e < 2; e++)
    {
        vec3 x = v3_add_scaled(view->center, e ? item->half : -item->half, view->axis[2]);
        int a = item->body;
        for (int k = 0; k < 2; k++)
        {
            const double *v = k ? m->free[a] : m->before[a], *w = k ? m->free[other] : m->before[other];
            vec3 u = v3_sub(point_velocity(v, m->center[a], x), point_velocity(w, m->center[other], x));
            most = fmax(most, v3_norm(u));
        }
    }
    return m->h * most;
}

/// Of a manifold of one capsule: drops corners that belong to others, and what does not close. `sign`: 1 if the segment
/// is shape a.
static void keep_own(const link *a, const chain_speeds *speeds, double near, double sign, manifold *out)
{
    int kept = 0;
    bool stretch = out->count > 1;
    for (int k = 0; k < out->count; k++)
    {
        manifold_point p = out->points[k];
        vec3 away = v3_scale(sign, p.normal);
        vec3 center = v3_add_scaled(p.point, 0.5 * p.gap + a->item->radius, away);
        double s = v3_dot(a->line.unit, v3_sub(center, a->line.middle));
        double slack = 1e-6 * a->item->radius; // a corner found by GJK
        if (s > a->item->half - slack) s = a->item->half;
        if (s < slack - a->item->half) s = -a->item->half;
        vec3 on_a = v3_add_scaled(p.point, 0.5 * p.gap, p.normal),
             on_b = v3_add_scaled(p.point, -0.5 * p.gap, p.normal);
        bool own = stretch ? !at_last(a, s) || a->item->after < 0 : owns(a, s, away);
        if (!own) continue;
        if (speeds->motion && p.gap > near + speeds->motion->h * chain_approach(speeds, on_a, on_b, p.normal)) continue;
        out->points[kept++] = p;
    }
    out->count = kept;
}

void chain_pair(const collide_scene *scene, const shape_view *views, const collide_motion *motion, int shape_a,
                int shape_b, double margin, manifold *out)
{
    const chain_item *a = chain_item_of(&scene->chains, shape_a), *b = chain_item_of(&scene->chains, shape_b);
    const scene_shape *of_a = &scene->shapes[shape_a], *of_b = &scene->shapes[shape_b];
    chain_speeds speeds = {motion, of_a->body, of_b->body};
    double near = of_a->margin + of_b->margin;
    if (a && b)
    {
        near += CHAIN_NEAR * (a->radius + b->radius);
        segment_pair both = {link_of(scene, views, a), link_of(scene, views, b), speeds, margin, near, out};
        out->count = 0;
        two_segments(&both);
        return;
    }
    const chain_item *item = a ? a : b;
    near += 2.0 * CHAIN_NEAR * item->radius;
    if (motion && motion->surface) near += motion->surface[of_a->body] + motion->surface[of_b->body];
    if (motion) margin = near + closing(motion, item, &views[item->shape], a ? of_b->body : of_a->body);
    narrow_pair(&views[shape_a], &views[shape_b], margin, out);
    link own = link_of(scene, views, item);
    keep_own(&own, &speeds, near, a ? 1.0 : -1.0, out);
}
