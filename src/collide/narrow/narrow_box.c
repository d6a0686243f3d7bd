// Spheres and capsules against a box.
//
// Sphere: the nearest point of the box to the centre, by clamping in the box's frame. Centre inside: out through the
// nearest face, the first of them if several are equally near.
//
// Capsule, segment outside of the box: the nearest points are those of the segment and a face, or of the segment and an
// edge (corners are ends of edges).
//   The normal is near a face's (within NEAR_FACE): the stretch of the segment over the face lies on it: both its ends
//   give points with the face's normal, whose height is that of the capsule there; the nearest point stays beside them
//   where it is nearer (over an edge).
//   Otherwise the manifold is that of the segment and the edge.
// Capsule, segment through the box: the box fattened by the segment is a polytope with 3 + 3 pairs of faces; the
// nearest gives the way out. A face of the box: as above. An edge: one point.

#include "collide/shapes/box.h"

static const double NEAR_FACE = 0.98; // cosine, about 0.2 rad
static const double PARALLEL = 1e-8;  // sine below which segment and edge span no plane

void narrow_sphere_box(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    vec3 x = view_to_local(b, a->center);
    double at[3] = {x.x, x.y, x.z}, beyond[3], outside2 = 0;
    int face = 0;
    for (int i = 0; i < 3; i++)
    {
        beyond[i] = fabs(at[i]) - b->size[i];
        if (beyond[i] > 0) outside2 += beyond[i] * beyond[i];
        if (beyond[i] > beyond[face]) face = i;
    }
    double distance = outside2 > 0 ? sqrt(outside2) : beyond[face];
    double gap = distance - a->size[0];
    if (gap > margin) return;
    double n[3] = {0};
    for (int i = 0; i < 3; i++)
        if (outside2 > 0 ? beyond[i] > 0 : i == face)
            n[i] = (at[i] < 0 ? -1 : 1) * (outside2 > 0 ? beyond[i] / distance : 1);
    vec3 normal = view_turn(b, v3_load(n));
    manifold_add(out, v3_add_scaled(a->center, -a->size[0] - 0.5 * gap, normal), normal, gap, 0);
}

typedef struct nearest
{
    double distance; // negative: the segment goes through the box
    vec3 normal;     // from the box to the segment
    vec3 on_segment;
    double at;                // its parameter
    int edge_axis, edge_bits; // the edge, or edge_axis < 0: a face
} nearest;

/// The stretch of a segment (in the box's frame) for which |x_i| <= size_i + slack on the axes other than `skip`; false
/// if there is none.
static bool clip_segment(const double *middle, const double *unit, double half, const double *size, int skip,
                         double slack, double *from, double *to)
{
    *from = -half, *to = half;
    for (int i = 0; i < 3; i++)
    {
        if (i == skip) continue;
        double limit = size[i] + slack;
        if (fabs(unit[i]) < 1e-300)
        {
            if (fabs(middle[i]) > limit) return false;
            continue;
        }
        double s = (-limit - middle[i]) / unit[i], t = (limit - middle[i]) / unit[i];
        *from = fmax(*from, fmin(s, t));
        *to = fmin(*to, fmax(s, t));
    }
    return *from <= *to;
}

/// Nearest points of a segment that does not meet the box.
static nearest nearest_outside(const shape_view *box, const segment *s, const double *middle, const double *unit,
                               double tie)
{
    nearest best = {.distance = INFINITY, .edge_axis = -1};
    for (int end = -1; end <= 1; end += 2) // the ends over faces
    {
        for (int i = 0; i < 3; i++)
        {
            double at[3];
            bool inside = true;
            for (int j = 0; j < 3; j++)
            {
                at[j] = middle[j] + end * s->half * unit[j];
                if (j != i && fabs(at[j]) > box->size[j]) inside = false;
            }
            double distance = fabs(at[i]) - box->size[i];
            if (!inside || distance < 0 || distance >= best.distance) continue;
            best.distance = distance;
            best.normal = v3_scale(at[i] < 0 ? -1 : 1, box->axis[i]);
            best.at = end * s->half;
        }
    }
    double best_beside = -INFINITY;
    for (int axis = 0; axis < 3; axis++)
        for (int bits = 0; bits < 4; bits++)
        {
            segment edge = box_edge(box, axis, bits);
            double at, at_edge;
            double distance = sqrt(segment_closest(s, &edge, &at, &at_edge));
            vec3 d = v3_sub(segment_at(s, at), segment_at(&edge, at_edge));
            double beside = segment_beside(s, &edge, d);
            bool equal = best.edge_axis >= 0 && distance < best.distance + tie && beside > best_beside + 1e-6;
            if (distance >= best.distance - tie && !equal) continue;
            best_beside = beside;
            best.distance = distance;
            best.normal = d;
            best.at = at, best.edge_axis = axis, best.edge_bits = bits;
        }
    if (best.edge_axis >= 0) best.normal = v3_unit_or(best.normal, box->axis[0]);
    best.on_segment = segment_at(s, best.at);
    return best;
}

/// The shortest way out of the box for a segment that meets it.
static nearest nearest_through(const shape_view *box, const segment *s, double tie)
{
    nearest best = {.distance = -INFINITY, .edge_axis = -1};
    vec3 d = v3_sub(s->middle, box->center);
    for (int i = 0; i < 6; i++)
    {
        vec3 n = box->axis[i % 3];
        if (i >= 3)
        {
            n = v3_cross(n, s->unit);
            double sine = v3_norm(n);
            if (sine < PARALLEL) continue;
            n = v3_scale(1 / sine, n);
        }
        if (v3_dot(n, d) < 0) n = v3_negate(n);
        double separation = v3_dot(n, d) - box_radius(box, n) - s->half * fabs(v3_dot(s->unit, n));
        if (separation <= best.distance + tie) continue;
        best.distance = separation;
        best.normal = n;
        best.edge_axis = i < 3 ? -1 : i - 3;
    }
    if (best.edge_axis >= 0)
    {
        best.edge_bits = box_edge_toward(box, best.edge_axis, best.normal);
        segment edge = box_edge(box, best.edge_axis, best.edge_bits);
        double at_edge;
        (void)segment_closest(s, &edge, &best.at, &at_edge);
    }
    else best.at = v3_dot(s->unit, best.normal) < 0 ? s->half : -s->half;
    best.on_segment = segment_at(s, best.at);
    return best;
}

static uint32_t edge_code(int axis, int bits)
{
    return (uint32_t)(BOX_EDGE_PAIR + 4 * (4 * axis + bits));
}

/// The stretch of the segment over the face nearest to the normal, no deeper than the depth of the pair (-`floor`);
/// returns the least gap.
static double add_face(const shape_view *capsule, const shape_view *box, vec3 normal, double floor,
                       const double *middle, const double *unit, double margin, manifold *out)
{
    int face = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(v3_dot(normal, box->axis[i])) > fabs(v3_dot(normal, box->axis[face]))) face = i;
    double cosine = v3_dot(normal, box->axis[face]);
    if (fabs(cosine) < NEAR_FACE) return INFINITY;
    double sign = cosine < 0 ? -1 : 1;
    vec3 n = v3_scale(sign, box->axis[face]);
    double ends[2], least = INFINITY;
    if (!clip_segment(middle, unit, capsule->size[1], box->size, face, merge_distance(capsule, box), &ends[0],
                      &ends[1]))
        return INFINITY;
    double half = capsule->size[1], rise = sign * unit[face];
    for (uint32_t k = 0; k < 2; k++)
    {
        double drop = segment_drop(capsule->size[0], half + (rise < 0.0 ? -ends[k] : ends[k]), fabs(rise));
        double gap = sign * (middle[face] + ends[k] * unit[face]) - box->size[face] - drop;
        least = fmin(least, gap);
        if (gap > margin) continue;
        gap = fmax(gap, floor);
        vec3 x = v3_add_scaled(capsule->center, ends[k], capsule->axis[2]);
        manifold_add(out, v3_add_scaled(x, -drop - 0.5 * gap, n), n, gap,
                     feature_pair(1 + k, (uint32_t)(BOX_FACE + 2 * face + (sign > 0))));
    }
    return least;
}

void narrow_capsule_box(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    segment s = {a->center, a->axis[2], a->size[1]};
    double middle[3], unit[3], from, to;
    v3_store(middle, view_to_local(b, s.middle));
    v3_store(unit, view_turn_back(b, s.unit));
    bool through = clip_segment(middle, unit, s.half, b->size, -1, 0, &from, &to);
    double tie = tie_distance(a, b);
    nearest best = through ? nearest_through(b, &s, tie) : nearest_outside(b, &s, middle, unit, tie);
    double gap = best.distance - a->size[0];
    if (gap > margin) return;

    double least = add_face(a, b, best.normal, best.edge_axis >= 0 ? gap : -INFINITY, middle, unit, margin, out);
    if (fabs(least - gap) <= 2 * tie) return;
    if (best.edge_axis >= 0 && !through && least == INFINITY)
    {
        segment edge = box_edge(b, best.edge_axis, best.edge_bits);
        segment_manifold(&s, a->size[0], 0, &edge, 0, edge_code(best.edge_axis, best.edge_bits), margin,
                         merge_distance(a, b), out);
        return;
    }
    vec3 point = v3_add_scaled(best.on_segment, -a->size[0] - 0.5 * gap, best.normal);
    uint32_t feature = best.edge_axis >= 0 ? edge_code(best.edge_axis, best.edge_bits) : BOX_FACE;
    manifold_add(out, point, best.normal, gap, feature_pair(0, feature));
}
