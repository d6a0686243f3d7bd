// A half-space (a) against a shape (b): the points of b's surface that are lowest, as many as the shape has corners.
//
// The height of a point over the plane is its gap, exactly, so every corner within the margin gives a point. A curved
// shape gives its lowest point;
// the rim of a cylinder gives RIM_COUNT points all round, of which the first is its lowest: no other point of the rim
// comes near it, since a point that rolls towards the plane would count as one that falls on it, and brake the roll. A
// rim that is level has no lowest point: then they are fixed in its frame.

#include "base/elementary.h"
#include "collide/narrow/narrow.h"
#include "collide/narrow/segment.h"
#include "collide/shapes/hull.h"

#include <math.h>

enum
{
    RIM_COUNT = 8,
    FEATURE_LEVEL = 2 * RIM_COUNT, // points of level rims come after those of tilted ones
};

static const double UPRIGHT = 1e-8; // sine of the tilt below which a rim has no lowest point: it is level to 1e-8 radii

static void add_height(const shape_view *plane, vec3 x, double margin, uint32_t feature, manifold *out)
{
    vec3 up = plane->axis[2];
    double gap = v3_dot(up, v3_sub(x, plane->center));
    if (gap > margin) return;
    manifold_add(out, v3_add_scaled(x, -0.5 * gap, up), v3_negate(up), gap, feature_pair(0, feature));
}

void narrow_plane_sphere(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    add_height(a, v3_add_scaled(b->center, -b->size[0], a->axis[2]), margin, 0, out);
}

void narrow_plane_capsule(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    double rise = v3_dot(a->axis[2], b->axis[2]);
    for (uint32_t end = 0; end < 2; end++)
    {
        vec3 x = v3_add_scaled(b->center, end == 0 ? -b->size[1] : b->size[1], b->axis[2]);
        bool upper = (end == 0) == (rise < 0.0);
        double drop = upper ? segment_far_drop(b->size[0], 2.0 * b->size[1], fabs(rise)) : b->size[0];
        add_height(a, v3_add_scaled(x, -drop, a->axis[2]), margin, end, out);
    }
}

void narrow_plane_box(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    const double *e = b->size;
    for (uint32_t k = 0; k < 8; k++)
    {
        vec3 corner = v3(k & 1 ? e[0] : -e[0], k & 2 ? e[1] : -e[1], k & 4 ? e[2] : -e[2]);
        add_height(a, view_to_world(b, corner), margin, k, out);
    }
}

void narrow_plane_cylinder(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    static const double c = 0.70710678118654752440; // cos 45°
    const double cosine[RIM_COUNT] = {1, c, 0, -c, -1, -c, 0, c};
    double radius = b->size[0];
    vec3 up = view_turn_back(b, a->axis[2]);
    double tilt = real_hypot(up.x, up.y);
    bool level = tilt <= UPRIGHT;
    double x = level ? radius : -radius * up.x / tilt, y = level ? 0.0 : -radius * up.y / tilt; // where the rim begins
    for (uint32_t cap = 0; cap < 2; cap++)
        for (uint32_t k = 0; k < RIM_COUNT; k++)
        {
            double turn_c = cosine[k], turn_s = cosine[(k + 6) % RIM_COUNT]; // sin φ = cos(φ - 90°)
            vec3 point = v3(turn_c * x - turn_s * y, turn_s * x + turn_c * y, cap == 0 ? -b->size[1] : b->size[1]);
            add_height(a, view_to_world(b, point), margin, cap * RIM_COUNT + k + (level ? FEATURE_LEVEL : 0), out);
        }
}

void narrow_plane_ellipsoid(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    vec3 up = view_turn_back(b, a->axis[2]);
    vec3 scaled = v3(b->size[0] * up.x, b->size[1] * up.y, b->size[2] * up.z); // x = -S² n / |S n|
    double norm = v3_norm(scaled);
    vec3 lowest = v3(-b->size[0] * scaled.x / norm, -b->size[1] * scaled.y / norm, -b->size[2] * scaled.z / norm);
    add_height(a, view_to_world(b, lowest), margin, 0, out);
}

/// The sum of sizes of a vector's components.
static double size_of(vec3 x)
{
    return fabs(x.x) + fabs(x.y) + fabs(x.z);
}

/// Most corners are far above: heights in the hull's own frame, to rounding, say which are worth a look. All corners
/// are within two extents of the first one, which bounds that rounding.
void narrow_plane_hull(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    const double ROUNDING = 1e-12;
    const double *v = b->hull->vertices;
    vec3 up = a->axis[2], from = v3_sub(b->center, a->center);
    double x = v3_dot(up, b->axis[0]), y = v3_dot(up, b->axis[1]), z = v3_dot(up, b->axis[2]);
    double stretch = size_of(b->axis[0]) + size_of(b->axis[1]) + size_of(b->axis[2]);
    double scale = size_of(a->center) + size_of(b->center) + stretch * (size_of(v3_load(v)) + 2.0 * b->extent);
    double most = margin - v3_dot(up, from) + ROUNDING * scale;
    for (int k = 0; k < b->hull->vertex_count; k++, v += 3)
        if (!(x * v[0] + y * v[1] + z * v[2] > most))
            add_height(a, view_to_world(b, v3_load(v)), margin, (uint32_t)k, out);
}
