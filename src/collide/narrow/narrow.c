// The table of the narrow phase, and the buffer that it writes to.

#include "collide/narrow/narrow.h"

#include "base/memory.h"

#include <stdlib.h>

enum
{
    PLANE = HF_SHAPE_PLANE,
    SPHERE = HF_SHAPE_SPHERE,
    CAPSULE = HF_SHAPE_CAPSULE,
    BOX = HF_SHAPE_BOX,
    CYLINDER = HF_SHAPE_CYLINDER,
    ELLIPSOID = HF_SHAPE_ELLIPSOID,
    HULL = HF_SHAPE_HULL,
    MESH = HF_SHAPE_MESH,
    FIELD = HF_SHAPE_FIELD,
    FIRST_CAPACITY = 32,
};

const narrow_function narrow_functions[HF_SHAPE_KIND_COUNT][HF_SHAPE_KIND_COUNT] = {
    [PLANE] = {[SPHERE] = narrow_plane_sphere,
               [CAPSULE] = narrow_plane_capsule,
               [BOX] = narrow_plane_box,
               [CYLINDER] = narrow_plane_cylinder,
               [ELLIPSOID] = narrow_plane_ellipsoid,
               [HULL] = narrow_plane_hull,
               [MESH] = narrow_mesh},
    [SPHERE] = {[SPHERE] = narrow_sphere_sphere,
                [CAPSULE] = narrow_sphere_capsule,
                [BOX] = narrow_sphere_box,
                [CYLINDER] = narrow_sphere_cylinder,
                [ELLIPSOID] = narrow_convex,
                [HULL] = narrow_convex,
                [MESH] = narrow_mesh,
                [FIELD] = narrow_field},
    [CAPSULE] = {[CAPSULE] = narrow_capsule_capsule,
                 [BOX] = narrow_capsule_box,
                 [CYLINDER] = narrow_convex,
                 [ELLIPSOID] = narrow_convex,
                 [HULL] = narrow_convex,
                 [MESH] = narrow_mesh,
                 [FIELD] = narrow_field},
    [BOX] = {[BOX] = narrow_box_box,
             [CYLINDER] = narrow_convex,
             [ELLIPSOID] = narrow_convex,
             [HULL] = narrow_convex,
             [MESH] = narrow_mesh,
             [FIELD] = narrow_field},
    [CYLINDER] = {[CYLINDER] = narrow_convex,
                  [ELLIPSOID] = narrow_convex,
                  [HULL] = narrow_convex,
                  [MESH] = narrow_mesh,
                  [FIELD] = narrow_field},
    [ELLIPSOID] = {[ELLIPSOID] = narrow_convex, [HULL] = narrow_convex, [MESH] = narrow_mesh, [FIELD] = narrow_field},
    [HULL] = {[HULL] = narrow_convex, [MESH] = narrow_mesh, [FIELD] = narrow_field},
    [MESH] = {[MESH] = narrow_mesh, [FIELD] = narrow_field},
};

bool manifold_reserve(manifold *out, int count)
{
    if (count <= out->capacity) return true;
    manifold_point *points = memory_resize(out->points, (size_t)count, sizeof *points);
    if (!points) return false;
    out->points = points;
    out->capacity = count;
    return true;
}

void manifold_add(manifold *out, vec3 point, vec3 normal, double gap, uint64_t feature)
{
    if (out->count == out->capacity && !manifold_reserve(out, out->capacity > 0 ? 2 * out->capacity : FIRST_CAPACITY))
    {
        out->failed = true;
        return;
    }
    out->points[out->count++] = (manifold_point){point, normal, gap, feature};
}

void manifold_free(manifold *out)
{
    free(out->points);
    *out = (manifold){0};
}

void narrow_pair(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    out->count = 0;
    bool swapped = a->kind > b->kind;
    narrow_function function = swapped ? narrow_functions[b->kind][a->kind] : narrow_functions[a->kind][b->kind];
    if (!function) return;
    if (!swapped)
    {
        function(a, b, margin, out);
        return;
    }
    function(b, a, margin, out);
    for (int k = 0; k < out->count; k++) out->points[k].normal = v3_negate(out->points[k].normal);
}
