// The world: a model in motion. One step is a table of stages (docs/step.md); the new state is taken over only when every stage succeeded.

#ifndef HOLDFAST_WORLD_H
#define HOLDFAST_WORLD_H

#include "holdfast/mechanism.h"
#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_world hf_world;

    /// Keeps a reference to the model, which must outlive it. Starts at the model's initial state. INVALID, naming both, if two bodies start inside
    /// each other by more than a quarter of the thinner shape's least width: shallower overlap is corrected in the first step, without speed.
    HF_API hf_status hf_world_create(const hf_model *model, hf_world **world, hf_error *error);
    HF_API void hf_world_destroy(hf_world *world);

    /// Where a body is. Positions are of the body's frame, velocities of its centre of mass, all in world axes.
    typedef struct hf_body_state
    {
        double position[3];
        double orientation[4];
        double velocity[3];
        double angular_velocity[3];
    } hf_body_state;

    HF_API double hf_world_time(const hf_world *world);
    HF_API hf_body_state hf_world_body(const hf_world *world, int body);
    HF_API hf_status hf_world_set_body(hf_world *world, int body, const hf_body_state *state, hf_error *error);

    /// Force [N] at the centre of mass and torque [N m] on a body, world axes, until changed; beside the model's own.
    HF_API hf_status hf_world_set_wrench(hf_world *world, int body, const double force[3], const double torque[3],
                                         hf_error *error);

    // ---- mechanisms (mechanism.h) ----

    /// Generalized position and velocity, as mechanism.h lays them out.
    HF_API const double *hf_world_q(const hf_world *world);
    HF_API const double *hf_world_v(const hf_world *world);
    HF_API hf_status hf_world_set_q(hf_world *world, const double *q, const double *v,
                                    hf_error *error); // NULL: as it is

    /// The state of a keyframe.
    HF_API hf_status hf_world_set_key(hf_world *world, int key, hf_error *error);

    HF_API hf_status hf_world_set_control(hf_world *world, int actuator, double u, hf_error *error);
    HF_API double hf_world_control(const hf_world *world, int actuator);
    HF_API double hf_world_actuator_force(const hf_world *world, int actuator); // in the last step [N or N m]

    /// Where a prescribed joint (a hinge or slide) shall be at the end of the next step.
    HF_API hf_status hf_world_track(hf_world *world, int joint, double q, hf_error *error);

    /// The mass matrix (v_count × v_count, armature included) and the bias force C(q, v) v + g(q), in the present state.
    HF_API hf_status hf_world_mass_matrix(const hf_world *world, double *M, hf_error *error);
    HF_API hf_status hf_world_bias(const hf_world *world, double *bias, hf_error *error);

    /// The widest gap of a loop in the present state [m or rad].
    HF_API double hf_world_loop_gap(const hf_world *world);

    // ---- contacts ----

    typedef enum hf_contact_status
    {
        HF_CONTACT_OPEN = 0,
        HF_CONTACT_STICK,
        HF_CONTACT_SLIP,
    } hf_contact_status;

    /// A contact of the last step. A is the body of shape_a; the normal points from B to A; r is the impulse on A.
    typedef struct hf_contact
    {
        uint64_t id; // the same from step to step while it lasts
        int shape_a, shape_b;
        int body_a, body_b;
        double point[3]; // [m]
        double normal[3];
        double tangent[3]; // first tangent; the second is normal × tangent
        double gap;        // [m], negative where they overlap
        double mu;
        double restitution;
        double r[3]; // impulse over the step in the contact frame [N s]
        double u[3]; // relative velocity after the step in the contact frame [m/s]
        hf_contact_status status;
        bool
            collided; // r holds the impulses of impacts, one after the other, and u is what came of all of them: friction is opposite to the
        // slip in each impact, not necessarily to u
    } hf_contact;

    HF_API int hf_world_contact_count(const hf_world *world);
    HF_API hf_contact hf_world_contact(const hf_world *world, int index);

    /// The contact problem of the last step, and its answer: for dumping, and for curious people. NULL before the first step.
    HF_API const hf_problem *hf_world_problem(const hf_world *world, const double **r);

    // ---- stepping ----

    /// The stages of a step, in order.
    typedef enum hf_stage
    {
        HF_STAGE_FREE = 0, // free motion of every object
        HF_STAGE_DETECT,
        HF_STAGE_ASSEMBLE,
        HF_STAGE_SOLVE,
        HF_STAGE_MOVE,
        HF_STAGE_CORRECT,
        HF_STAGE_COUNT,
    } hf_stage;

    HF_API const char *hf_stage_name(hf_stage stage);

    typedef struct hf_step_report
    {
        double time; // after the step [s]
        int contact_count;
        int island_count; // sets of bodies that press on each other
        hf_report solve;  // of the contact problem; iterations summed, residual of the whole
        bool certified;   // the certificate holds at the tolerance
        int substeps; // steps it was cut into, for thin and fast bodies or because the whole was not certified, or for settings.accuracy; 1 as a rule
        double error; // with settings.accuracy: estimate of the error of any point of any body that the step adds [m];
                      // more than asked for (INFINITY where unknown) if the smallest pieces were not enough. Without: 0
        double penetration;        // deepest overlap after the step [m]
        double kinetic, potential; // energy after the step [J]
    } hf_step_report;

    /// One step of length h [s]; h = 0 takes the model's. If the step is not certified it is tried in smaller ones; if that fails too, the
    /// state stays as it was and the report says certified = false.
    HF_API hf_status hf_world_step(hf_world *world, double h, hf_step_report *report, hf_error *error);

    /// Called as each stage begins and after the last (stage = HF_STAGE_COUNT), so that a caller can time them. The library reads no clock.
    typedef void (*hf_stage_observer)(void *context, hf_stage stage);
    HF_API void hf_world_observe(hf_world *world, hf_stage_observer observer, void *context);

    /// Overrides of the model's settings for this world: solver name, tolerance, max_iterations, theta, timestep, accuracy.
    HF_API hf_status hf_world_set(hf_world *world, const hf_settings *settings, hf_error *error);

    /// Threads that a step may use, the calling one included; 1 at first. The state has the same bits for any number. Returns how many there are:
    /// fewer than asked for where the system has no more to give. They end with the world.
    HF_API int hf_world_set_threads(hf_world *world, int threads);

    // ---- state ----

    /// All that is needed to resume bit by bit, warm starts included: flat bytes that can be written to a file.
    HF_API size_t hf_world_state_size(const hf_world *world);
    HF_API void hf_world_state_save(const hf_world *world, void *bytes);
    HF_API hf_status hf_world_state_load(hf_world *world, const void *bytes, size_t size, hf_error *error);

    /// Hash of the state's bytes.
    HF_API uint64_t hf_world_hash(const hf_world *world);

#ifdef __cplusplus
}
#endif

#endif
