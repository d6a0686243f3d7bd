// What a controller asks of a world: everything at once, places and Jacobians of points, forward
// and inverse dynamics, forces from outside and those of joints, limits and loops. Functions that
// take a `const hf_world *` change nothing; several threads may ask one world at once.

#ifndef HOLDFAST_QUERY_H
#define HOLDFAST_QUERY_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- everything at once ----

    /// Poses and velocities of all bodies, as hf_world_body has them: body_count × 3, 4, 3, 3
    /// numbers. Each array may be NULL.
    HF_API void hf_world_poses(const hf_world *world, double *position, double *orientation, double *velocity,
                               double *angular_velocity);

    /// Copies up to `capacity` contacts of the last step; returns how many there are.
    HF_API int hf_world_contacts(const hf_world *world, int capacity, hf_contact *contacts);

    // ---- places ----

    /// Position [m] and unit quaternion of a site in world axes; either may be NULL.
    HF_API hf_status hf_world_site(const hf_world *world, int site, double position[3], double orientation[4],
                                   hf_error *error);

    // ---- Jacobians ----

    /// The velocity of the point of a body that is at `point` [m, world axes], and the body's
    /// angular velocity, are linear · v and angular · v (world axes) for every v in the layout
    /// of mechanism.h, but for the motion of a prescribed body below. Each is 3 × v_count, row
    /// by row, and may be NULL. A body that does not move by v has zeros. UNSUPPORTED for
    /// segments of fibres.
    HF_API hf_status hf_world_jacobian(const hf_world *world, int body, const double point[3], double *linear,
                                       double *angular, hf_error *error);

    /// Jacobians of a site, as hf_world_jacobian has them.
    HF_API hf_status hf_world_site_jacobian(const hf_world *world, int site, double *linear, double *angular,
                                            hf_error *error);

    // ---- dynamics ----

    /// M a + bias = force, without contacts, loops, limits, springs and dampers: a ◄ the
    /// acceleration that generalized forces (v_count) make in the present state, in linear time;
    /// may be in place. Prescribed joints do not accelerate.
    HF_API hf_status hf_world_forward_dynamics(const hf_world *world, const double *force, double *a, hf_error *error);

    /// force ◄ the generalized forces that the acceleration a (v_count) needs; may be in place.
    HF_API hf_status hf_world_inverse_dynamics(const hf_world *world, const double *a, double *force, hf_error *error);

    // ---- forces from outside ----

    /// Applies generalized forces (v_count, in the layout of mechanism.h: M a + bias = force) in
    /// addition to everything else, as a motor of one's own. They stay until they are set again,
    /// and are a part of the state; NULL takes them away. Of a free body they act where it is at
    /// the beginning of a step. UNSUPPORTED for planar bodies, particles and fibres, where
    /// hf_world_set_wrench serves.
    HF_API hf_status hf_world_set_forces(hf_world *world, const double *force, hf_error *error);

    /// Those that are set; they belong to the world.
    HF_API const double *hf_world_forces(const hf_world *world);

    /// Sets the force of one joint alone: 1 number of a hinge or slide [N m or N], 3 of a ball.
    HF_API hf_status hf_world_set_joint_force(hf_world *world, int joint, const double *force, hf_error *error);

    /// hf_world_set_wrench for a force [N] at `point` [m] in world axes: where the point is now;
    /// the torque does not follow the body.
    HF_API hf_status hf_world_set_force(hf_world *world, int body, const double force[3], const double point[3],
                                        hf_error *error);

    // ---- forces of joints, limits and loops ----
    //
    // Means over the last step, from its impulses; of a step that was cut those of its last
    // piece. All are 0 before the first step and after the state was set.

    /// What the parent does to a link through its joints, motors at them included: force [N],
    /// and torque [N m] about `point`, the anchor of its first joint; world axes. Actuators at
    /// sites and tendons that pull across the joint count as a part of it.
    HF_API hf_status hf_world_link_wrench(const hf_world *world, int body, double force[3], double torque[3],
                                          double point[3], hf_error *error);

    /// Generalized force of a joint's limits [N or N m]: > 0 from the lower one, < 0 from the
    /// upper one, and from that of a ball.
    HF_API hf_status hf_world_limit_force(const hf_world *world, int joint, double *force, hf_error *error);

    /// What a loop does to its body_a: force [N], and torque [N m] about `point`, point_a; world
    /// axes. body_b gets the opposite there; but of a gear, whose two torques differ. JOINT,
    /// TENDON: force[0] is the generalized force at joint_a, the rest 0.
    HF_API hf_status hf_world_loop_wrench(const hf_world *world, int loop, double force[3], double torque[3],
                                          double point[3], hf_error *error);

    // ---- ray ----
    //
    // Looking at the shapes of a world: rays, and distances of shapes.
    //
    // Shapes of every kind are met, whether they collide or not. Nothing here changes a world;
    // several threads may ask one world at once. Meshes with keyframes (scene.h) are where the last
    // step left them.

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
