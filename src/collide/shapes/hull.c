// A hull from the vertices of a mesh.

#include "collide/shapes/hull.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

enum
{
    ATTEMPTS = 5, // each moves the points ten times as far
};

static const double FIRST_MOVE = 1e-11; // of the extent; the last is 1e-8

static void moved_points(const double *vertices, int count, vec3 middle, double move, vec3 *points)
{
    random_state random = random_seed(1);
    for (int i = 0; i < count; i++)
    {
        points[i] = v3_sub(v3_load(&vertices[3 * i]), middle);
        if (!(move > 0)) continue;
        double z = random_between(&random, -move, move),
               y = random_between(&random, -move, move);                               // in turn: the order of
        points[i] = v3_add(points[i], v3(random_between(&random, -move, move), y, z)); // arguments is the compiler's
    }
}

static hf_status create_from(const hf_mesh_def *def, const char *name, vec3 *points, convex_hull *hull, hf_error *error)
{
    vec3 low = v3_load(def->vertices), high = low;
    for (int i = 1; i < def->vertex_count; i++)
        low = v3_min(low, v3_load(&def->vertices[3 * i])), high = v3_max(high, v3_load(&def->vertices[3 * i]));
    vec3 middle = v3_mix(low, high, 0.5);
    double extent = 0.5 * v3_norm(v3_sub(high, low)), move = 0;
    quickhull_result result = QUICKHULL_BROKEN;
    hull_triangles triangles = {0};
    for (int attempt = 0; attempt < ATTEMPTS && result == QUICKHULL_BROKEN; attempt++)
    {
        moved_points(def->vertices, def->vertex_count, middle, move, points);
        result = quickhull(points, def->vertex_count, extent, &triangles);
        move = move > 0 ? 10 * move : FIRST_MOVE * extent;
    }
    if (result == QUICKHULL_OK && !hull_build(points, def->vertices, def->vertex_count, &triangles, extent, hull))
        result = QUICKHULL_NO_MEMORY;
    free(triangles.vertices), free(triangles.neighbors);
    switch (result)
    {
    case QUICKHULL_OK: return HF_STATUS_OK;
    case QUICKHULL_NO_MEMORY: return error_no_memory(error);
    case QUICKHULL_FLAT:
        return error_set(error, HF_STATUS_INVALID,
                         "mesh %s: its %d vertices lie in one plane, line or point; a hull needs a solid", name,
                         def->vertex_count);
    default:
        return error_set(error, HF_STATUS_INVALID, "mesh %s: no convex hull can be found for its %d vertices", name,
                         def->vertex_count);
    }
}

hf_status hull_create(const hf_mesh_def *def, convex_hull **hull, hf_error *error)
{
    *hull = NULL;
    const char *name = def->name ? def->name : "(unnamed)";
    if (def->vertex_count < 4)
        return error_set(error, HF_STATUS_INVALID, "mesh %s: a hull needs at least 4 vertices, not %d", name,
                         def->vertex_count);
    for (int i = 0; i < 3 * def->vertex_count; i++)
        if (!(fabs(def->vertices[i]) <= 1e150)) // squares must stay finite
            return error_set(error, HF_STATUS_INVALID, "mesh %s: vertex %d has the coordinate %g", name, i / 3,
                             def->vertices[i]);
    vec3 *points = MEMORY_ARRAY(vec3, (size_t)def->vertex_count);
    convex_hull *made = MEMORY_ARRAY(convex_hull, 1);
    hf_status status = points && made ? create_from(def, name, points, made, error) : error_no_memory(error);
    free(points);
    if (status != HF_STATUS_OK)
    {
        hull_destroy(made);
        return status;
    }
    *hull = made;
    return HF_STATUS_OK;
}
