// Looking at the shapes of a world: rays, and distances of shapes.
//
// Shapes of every kind are met, whether they collide or not. Nothing here changes a world; several
// threads may ask one world at once. Meshes with keyframes (motion.h) are where the last step left
// them.

#ifndef HOLDFAST_RAY_H
#define HOLDFAST_RAY_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- rays ----

    typedef struct hf_ray
    {
        /// Where it begins [m], and where it goes, of any length > 0; world axes.
        double origin[3], direction[3];

        /// How far it is followed [m], > 0. Default INFINITY.
        double reach;

        /// A body that it passes through, as that of the sensor that looks. Default -1: none.
        int skip_body;
    } hf_ray;

    /// From the origin along z.
    HF_API hf_ray hf_ray_default(void);

    typedef struct hf_ray_hit
    {
        /// -1: it meets nothing, and the rest says nothing.
        int shape, body;

        /// From the origin of the ray [m]; INFINITY where it meets nothing.
        double distance;

        /// Where, and the surface's outward normal, a unit vector; world axes. An open mesh has the
        /// normals of its triangles.
        double point[3], normal[3];
    } hf_ray_hit;

    /// hits[k]: the surface that rays[k] meets first. What a ray begins inside of, it meets where
    /// it leaves. Of two surfaces at one distance the shape with the lower index counts.
    HF_API hf_status hf_world_rays(const hf_world *world, int count, const hf_ray *rays, hf_ray_hit *hits,
                                   hf_error *error);

    // ---- distances ----

    typedef struct hf_distance
    {
        /// Of the two surfaces [m]; negative by the shortest way out where they overlap. INFINITY
        /// where they are farther apart than was looked for; the rest then says nothing.
        double distance;
        int shape_a, shape_b;

        /// Where that distance is attained on a and on b [m], and a unit vector from b to a; world
        /// axes.
        double point_a[3], point_b[3], normal[3];
    } hf_distance;

    /// Of two shapes, looked for up to `reach` [m], finite and > 0. UNSUPPORTED of two planes or
    /// height fields.
    HF_API hf_status hf_world_shape_distance(const hf_world *world, int shape_a, int shape_b, double reach,
                                             hf_distance *distance, hf_error *error);

    /// Of two bodies: the least of their shapes.
    HF_API hf_status hf_world_body_distance(const hf_world *world, int body_a, int body_b, double reach,
                                            hf_distance *distance, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
