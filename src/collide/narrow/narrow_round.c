// Spheres and capsules against spheres, capsules and cylinders: the distance of a point or a segment to the other's
// skeleton, less the radii.
//
// That holds for overlap, too: the skeleton fattened by both radii has the origin's way out along the way from the
// nearest skeleton point. Where the centre lies on the skeleton itself there is no way that is nearer than others; a
// fixed one is taken (see each function).

#include "base/elementary.h"
#include "collide/narrow/segment.h"

static segment capsule_segment(const shape_view *capsule)
{
    return (segment){capsule->center, capsule->axis[2], capsule->size[1]};
}

/// A point `skeleton` of b with skin radius_b, and the centre of the sphere a.
static void add_sphere(const shape_view *sphere, vec3 skeleton, double radius_b, vec3 otherwise, double margin,
                       manifold *out)
{
    vec3 d = v3_sub(sphere->center, skeleton);
    double distance = v3_norm(d);
    double gap = distance - sphere->size[0] - radius_b;
    if (gap > margin) return;
    vec3 n = v3_unit_or(d, otherwise);
    manifold_add(out, v3_add_scaled(skeleton, radius_b + 0.5 * gap, n), n, gap, 0);
}

void narrow_sphere_sphere(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    add_sphere(a, b->center, b->size[0], v3(0, 0, 1), margin, out); // same centre: a goes up
}

void narrow_sphere_capsule(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    segment s = capsule_segment(b);
    vec3 nearest = segment_at(&s, segment_nearest(&s, a->center));
    add_sphere(a, nearest, b->size[0], b->axis[0], margin, out); // centre on the axis: sideways
}

void narrow_capsule_capsule(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    segment s = capsule_segment(a), t = capsule_segment(b);
    segment_manifold(&s, a->size[0], 0, &t, b->size[0], 0, margin, merge_distance(a, b), out);
}

// In the cylinder's frame, in the half-plane through the axis and the sphere's centre, the cylinder is a rectangle:
// radius × half length. Centre inside: out through the side or a cap, whichever is nearer; the side if they are equally
// near.
void narrow_sphere_cylinder(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    vec3 x = view_to_local(b, a->center);
    double radius = b->size[0], half = b->size[1];
    double rho = real_hypot(x.x, x.y);
    vec3 radial = rho > 0 ? v3(x.x / rho, x.y / rho, 0) : v3(1, 0, 0);
    vec3 along = v3(0, 0, x.z < 0 ? -1 : 1);
    double beyond_side = rho - radius, beyond_cap = fabs(x.z) - half;

    vec3 n;
    double distance;
    if (beyond_side > 0 && beyond_cap > 0)
    {
        distance = real_hypot(beyond_side, beyond_cap);
        n = v3_add(v3_scale(beyond_side / distance, radial), v3_scale(beyond_cap / distance, along));
    }
    else
    {
        bool side = beyond_side >= beyond_cap;
        distance = side ? beyond_side : beyond_cap;
        n = side ? radial : along;
    }
    double gap = distance - a->size[0];
    if (gap > margin) return;
    n = view_turn(b, n);
    manifold_add(out, v3_add_scaled(a->center, -a->size[0] - 0.5 * gap, n), n, gap, 0);
}
