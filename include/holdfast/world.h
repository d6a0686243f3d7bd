// The world: a model in motion. A step runs a fixed list of stages (docs/step.md). The new state is
// taken over only when every stage has succeeded.

#ifndef HOLDFAST_WORLD_H
#define HOLDFAST_WORLD_H

#include "holdfast/mechanism.h"
#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_world hf_world;
    struct hf_parameter; // derivative.h

    /// Creates a world in the model's initial state. The world keeps a reference to the model,
    /// which must outlive it. No pose is refused; hf_world_overlap tells what overlaps in it.
    HF_API hf_status hf_world_create(const hf_model *model, hf_world **world, hf_error *error);
    HF_API void hf_world_destroy(hf_world *world);

    /// Another world of the same model in the same state, with the same settings and changes
    /// ("adjust" below): both go on with the same bits. It shows the contacts of the last step, and
    /// not its problem; it has one thread, and no controller, observer or interrupt.
    HF_API hf_status hf_world_clone(const hf_world *world, hf_world **clone, hf_error *error);

    /// Pose and velocity of one body, in world axes.
    typedef struct hf_body_state
    {
        /// Origin of the body's frame [m].
        double position[3];

        /// Unit quaternion (w, x, y, z) that turns the body's axes into the world's.
        double orientation[4];

        /// Velocity of the centre of mass [m/s].
        double velocity[3];

        /// Angular velocity [rad/s].
        double angular_velocity[3];
    } hf_body_state;

    /// Simulated time [s].
    HF_API double hf_world_time(const hf_world *world);
    HF_API hf_body_state hf_world_body(const hf_world *world, int body);

    /// map ◄ the matrix that takes vectors of a body's frame to the world, row-major: a point X of
    /// the body is at position + map X. A rotation, but for bodies that change their shape
    /// (hf_body_def.form), whose orientation is that of the rotation nearest to it.
    HF_API void hf_world_body_map(const hf_world *world, int body, double map[9]);
    HF_API hf_status hf_world_set_body(hf_world *world, int body, const hf_body_state *state, hf_error *error);

    /// Applies a force [N] at the centre of mass and a torque [N m] to a body, in world axes, in
    /// addition to those of the model. They stay until they are set again.
    HF_API hf_status hf_world_set_wrench(hf_world *world, int body, const double force[3], const double torque[3],
                                         hf_error *error);

    // ---- mechanisms (mechanism.h) ----

    /// Generalized position (q_count entries) and velocity (v_count entries) in the order of
    /// mechanism.h. The arrays belong to the world and are valid until its next change; while a
    /// step is under way (hf_world_observe) they show its beginning.
    HF_API const double *hf_world_q(const hf_world *world);
    HF_API const double *hf_world_v(const hf_world *world);

    /// Sets q and v. A NULL array leaves that half of the state as it is.
    HF_API hf_status hf_world_set_q(hf_world *world, const double *q, const double *v, hf_error *error);

    /// Puts the world into the state of a keyframe (index of hf_model_key).
    HF_API hf_status hf_world_set_key(hf_world *world, int key, hf_error *error);

    /// Sets the control of an actuator. It stays until it is set again, and is clamped to the
    /// actuator's control range when it is used.
    HF_API hf_status hf_world_set_control(hf_world *world, int actuator, double u, hf_error *error);
    HF_API double hf_world_control(const hf_world *world, int actuator);

    /// The activation of an actuator that has one; 0 of all others, which cannot be set.
    HF_API hf_status hf_world_set_activation(hf_world *world, int actuator, double a, hf_error *error);
    HF_API double hf_world_activation(const hf_world *world, int actuator);

    /// All numbers of the states of actuators (hf_model_activation_count), in their order, as in
    /// hf_key_def: a motor with brushes has up to five.
    HF_API const double *hf_world_activations(const hf_world *world);
    HF_API hf_status hf_world_set_activations(hf_world *world, const double *a, hf_error *error);

    /// Force or torque of an actuator in the last step [N or N m].
    HF_API double hf_world_actuator_force(const hf_world *world, int actuator);

    /// Sets where a prescribed joint (hinge or slide) is at the end of the next step [rad or m].
    HF_API hf_status hf_world_track(hf_world *world, int joint, double q, hf_error *error);

    /// The mass matrix (v_count × v_count, armature of joints and tendons included) and the bias
    /// force C(q, v) v + g(q) in the present state.
    HF_API hf_status hf_world_mass_matrix(const hf_world *world, double *M, hf_error *error);
    HF_API hf_status hf_world_bias(const hf_world *world, double *bias, hf_error *error);

    /// The largest opening of any loop in the present state [m or rad].
    HF_API double hf_world_loop_gap(const hf_world *world);

    // ---- overlap of poses that were set ----

    /// Two shapes that overlap where the world was created, or where their poses were set since.
    /// Slight overlap is corrected without speed, and not listed here. Beyond it, what stands in a
    /// plane, a height field or another body that does not yield, with its centre of mass outside,
    /// is lifted out; the way out is clear there. Other pairs that overlap by more than a quarter
    /// of the least width of the thinner shape, and links of one robot whatever the depth, are
    /// left alone until they first separate (docs/step.md).
    typedef struct hf_overlap
    {
        int shape_a, shape_b;
        int body_a, body_b;

        /// Of the overlap when it was found [m].
        double depth;

        /// Overlap of this pair that would be corrected [m]; 0 of links of one robot.
        double limit;

        /// Left alone; otherwise lifted out.
        bool left_alone;
    } hf_overlap;

    /// Looks at poses that were set since the last step or the last look. hf_world_create and
    /// hf_world_step do so, too; call it to know of overlap before the first step.
    HF_API hf_status hf_world_find_overlaps(hf_world *world, hf_error *error);

    /// What the last look found, ascending by shapes.
    HF_API int hf_world_overlap_count(const hf_world *world);
    HF_API hf_overlap hf_world_overlap(const hf_world *world, int index);

    /// Pairs that are left alone now, ascending by shapes. They are a part of the state; a pair
    /// leaves the list at the beginning of the first step that finds it separated.
    HF_API int hf_world_ignored_count(const hf_world *world);
    HF_API hf_overlap hf_world_ignored_pair(const hf_world *world, int index);

    // ---- contacts ----

    typedef enum hf_contact_status
    {
        /// No impulse.
        HF_CONTACT_OPEN = 0,

        /// Impulse inside the friction cone, no relative velocity.
        HF_CONTACT_STICK,

        /// Impulse on the friction cone, opposite to the slip.
        HF_CONTACT_SLIP,
    } hf_contact_status;

    /// A contact of the last step. A is the body of shape_a. Vectors r and u are in the contact
    /// frame: normal, first tangent, second tangent.
    typedef struct hf_contact
    {
        /// Stays the same from step to step while the contact lasts.
        uint64_t id;
        int shape_a, shape_b;
        int body_a, body_b;

        /// Position in world axes [m].
        double point[3];

        /// Unit vector from B to A.
        double normal[3];

        /// First tangent, a unit vector. The second is normal × tangent.
        double tangent[3];

        /// Distance along the normal before the step [m]; negative where the shapes overlap.
        double gap;

        /// Velocity of A's surface relative to B's beside that of the bodies, in world axes [m/s]:
        /// other than 0 where a mesh has keyframes.
        double surface[3];

        /// Friction coefficient; the larger one where they differ along the tangents.
        double mu;

        /// What it resists: 1 nothing but approach, 3 sliding, 4 spinning as well, 6 rolling as
        /// well.
        int condim;

        /// All coefficients (friction.h); those of moments count where condim says so.
        hf_friction_coefficients coefficients;

        /// Coefficient of restitution, 0 … 1.
        double restitution;

        /// Impulse on A over the step [N s].
        double r[3];

        /// Velocity of A relative to B after the step [m/s]; u[0] > 0 separates.
        double u[3];

        /// Moments on A over the step about the normal and both tangents [N m s], and angular
        /// velocity of A relative to B after it [rad/s]; 0 where condim is below 4, or 6.
        double moment[3], spin[3];

        /// Of friction; moments stick and slide by themselves.
        hf_contact_status status;

        /// True if r sums the impulses of several impacts in this step. Friction then opposes the
        /// slip in each impact, not necessarily the final u.
        bool collided;

        /// How much more friction could bear: mu r[0] less the tangential impulse [N s]; 0 where it
        /// slips.
        double margin;
    } hf_contact;

    HF_API int hf_world_contact_count(const hf_world *world);
    HF_API hf_contact hf_world_contact(const hf_world *world, int index);

    /// What two bodies do to each other at all their contacts, over the last step.
    typedef struct hf_wrench
    {
        /// body_a < body_b.
        int body_a, body_b;

        /// Contacts that press.
        int contact_count;

        /// Force on A [N], and torque on A about `center` [N m].
        double force[3], torque[3];

        /// Pressure centre: the mean of the points, weighted by their normal forces [m].
        double center[3];

        /// Sum of the normal forces [N].
        double load;

        /// Area of the patches of pressing points [m²]: for each pair of shapes their convex hull.
        double area;
    } hf_wrench;

    /// Fills `wrenches` (up to `capacity`) for each pair of bodies with contacts that press, in the
    /// order of contacts. Returns how many pairs there are; 0 before the first step. Forces of a
    /// step that was cut are those of its last piece. Single contacts of redundant patches mean
    /// something as well: docs/selection.md.
    HF_API int hf_world_wrenches(const hf_world *world, int capacity, hf_wrench *wrenches);

    /// The contact problem of the last step and its solution *r; `r` may be NULL. Returns NULL
    /// before the first step. Of a step that is not certified for a round of impacts, or whose
    /// rounds ended for it (hf_step_report.impacts_left), the problem of that round.
    HF_API const hf_problem *hf_world_problem(const hf_world *world, const double **r);

    // ---- stepping ----

    /// The stages of a step, in order.
    typedef enum hf_stage
    {
        HF_STAGE_FREE = 0, // motion of every object without contacts
        HF_STAGE_DETECT,
        HF_STAGE_IMPACT, // collisions of free bodies with restitution
        HF_STAGE_ASSEMBLE,
        HF_STAGE_SOLVE,
        HF_STAGE_MOVE,
        HF_STAGE_CORRECT,
        HF_STAGE_COUNT,
    } hf_stage;

    HF_API const char *hf_stage_name(hf_stage stage);

    /// How good the answer of a step is: the worst of all that were solved in it.
    typedef enum hf_step_quality
    {
        /// The residual is within the tolerance of the step: it is certified.
        HF_STEP_EXACT = 0,

        /// Within settings.accept.
        HF_STEP_APPROXIMATE,

        /// Beyond it. The state is as before the step, unless settings.on_fail says to go on.
        HF_STEP_FAILED,
        HF_STEP_QUALITY_COUNT,
    } hf_step_quality;

    /// "exact", "approximate", "failed".
    HF_API const char *hf_step_quality_name(hf_step_quality quality);

    typedef struct hf_step_report
    {
        /// Simulated time after the step [s].
        double time;
        int contact_count;

        /// Groups of bodies that are connected by contacts and joints.
        int island_count;

        /// Report of the contact solver: iterations summed over the islands, residual of the whole
        /// problem.
        hf_report solve;

        /// True if the residual is within the tolerance: quality is HF_STEP_EXACT.
        bool certified;
        hf_step_quality quality;

        /// Solves of the step whose answer was replaced by the one without friction
        /// (HF_ON_FAIL_FRICTIONLESS); the residual is that of the law all the same.
        int frictionless;

        /// Where friction jams a mechanism, so that no impulses are an answer, the speed by which
        /// its contacts give way [m/s]; the step is approximate then. 0: nothing did.
        double yielded;

        /// Pieces of the step in which rounds of impacts ended while something still approached:
        /// for want of work, at the limit of rounds, or at a round that was not solved. That goes
        /// on with e = 0.
        int impacts_left;

        /// Work of all solves of the step, those included that were given up, in units of
        /// hf_report.work.
        int64_t work;

        /// Pieces that the step was cut into; 1 as a rule; 0 if it was not made (HF_STEP_FAILED). A
        /// step is cut for thin and fast bodies, where the whole is not good enough, and for
        /// settings.travel and accuracy.
        int substeps;

        /// What its answers were asked for: settings.tolerance, or more where the motion is fast
        /// (settings.fast_tolerance); the least of its pieces.
        double tolerance;

        /// Acceleration-level mode: impulses along a ray of dynamic friction, where no forces exist
        /// (Painlevé; Baraff 1994, section 6), and pieces that were made with impulses after all.
        int rays, impulse_pieces;

        /// With settings.accuracy: estimated error that the step adds to the position of any point
        /// of any body [m]; INFINITY where unknown. It exceeds settings.accuracy if the smallest
        /// pieces were not enough. Otherwise 0.
        double error;

        /// Deepest overlap after the step [m]; of a step in pieces the worst of their ends.
        double penetration;

        /// The largest share that an overlap has of the least width of the smaller shape, measured
        /// by detection at the final poses, and the two shapes; -1 where nothing overlaps.
        double penetration_relative;
        int penetration_shape_a, penetration_shape_b;

        /// How far the limit of a joint or tendon is passed after the step [m or rad], at worst,
        /// and of which; -1 where it is none. What cannot be met, as by a tendon that is as short
        /// as it can be, is kept from becoming worse, and no more.
        double limit_passed;
        int limit_joint, limit_tendon;

        /// Energies after the step [J].
        double kinetic, potential;

        /// Energy that the step gained and that no motor, prescribed motion, push or medium
        /// explains, beyond the second-order terms of the method [J] (docs/step.md), and a body of
        /// what gained it; 0 and -1 as a rule.
        double energy_rise;
        int energy_rise_body;

        /// What the step gained, or with a minus lost, beside the work of motors, prescribed
        /// motion, pushes and the medium, and what the correction of positions lifted [J]; sets of
        /// objects that are driven by what has no known work are left out.
        double energy_balance;

        /// The largest way by which the points of a contact that stuck, of bodies that hardly
        /// turned against each other, came apart along its tangents and stay apart [m], and its two
        /// shapes, -1 as a rule: motion that the law does not allow.
        double slid;
        int slid_shape_a, slid_shape_b;
    } hf_step_report;

    /// Makes one step of length h [s]; h = 0 takes the timestep of the settings. It aims at
    /// settings.tolerance within settings.budget, and takes an answer within settings.accept when
    /// that is used up. Beyond, it is repeated in smaller pieces, within a multiple of the budget.
    /// If these fail, too, report->quality is HF_STEP_FAILED, and the state stays as it was unless
    /// settings.on_fail says otherwise; this is no error. `report` may be NULL.
    HF_API hf_status hf_world_step(hf_world *world, double h, hf_step_report *report, hf_error *error);

    /// Steps of one kind.
    typedef struct hf_step_count
    {
        long count;

        /// The largest residual among them, and when [s]; 0 where there are none.
        double worst, worst_time;
    } hf_step_count;

    /// How good the steps of a run were; zero at first.
    typedef struct hf_run_quality
    {
        /// By hf_step_quality.
        hf_step_count of[HF_STEP_QUALITY_COUNT];

        /// Those that were cut into pieces, whatever their quality.
        hf_step_count cut;

        /// Work of all steps, and the most of one, in units of hf_report.work.
        int64_t work, work_most;

        /// Steps with islands of which another answer than the selected one was taken
        /// (hf_report.unselected).
        long unselected;

        /// Steps with islands of which another motion is an answer, too, where standing was taken,
        /// or moving (hf_report.stood, hf_report.moved).
        long stood, moved;

        /// Sums of energy_balance over the run [J]: now, the lowest so far, and the largest rise
        /// from a low to a later high, with its time [s]: gains too small for any single step to
        /// tell. 0 at first.
        double balance, balance_low, balance_rise, balance_rise_time;

        /// The largest kinetic energy after a step [J].
        double kinetic_most;

        /// Steps whose rounds of impacts ended early (hf_step_report.impacts_left).
        long impacts_left;

        /// Steps in which friction left no answer (hf_step_report.yielded), the fastest at which
        /// contacts gave way [m/s], and when [s].
        long jammed;
        double yielded, yielded_time;

        /// Sum of hf_step_report.slid [m], the most of it in a step, and when [s].
        double slid, slid_most, slid_time;
    } hf_run_quality;

    /// Adds a step.
    HF_API void hf_run_quality_add(hf_run_quality *run, const hf_step_report *report);

    /// An observer is called at the start of each stage and once after the last (stage =
    /// HF_STAGE_COUNT), so that a caller can time the stages. The library itself reads no clock.
    typedef void (*hf_stage_observer)(void *context, hf_stage stage);
    HF_API void hf_world_observe(hf_world *world, hf_stage_observer observer, void *context);

    /// Overrides the model's settings for this world: solver, tolerance, accept, budget, effort,
    /// on_fail, max_iterations, theta, timestep, accuracy, gravity and friction_coefficient.
    HF_API hf_status hf_world_set_settings(hf_world *world, const hf_settings *settings, hf_error *error);

    /// The settings that the world has now.
    HF_API hf_settings hf_world_settings(const hf_world *world);

    /// Sets the number of threads of a step, the calling one included; 1 at first. The state has
    /// the same bits for any number. Returns the number that could be started. The threads end with
    /// the world.
    HF_API int hf_world_set_threads(hf_world *world, int threads);

    /// Asked now and then during a step: true ends it with HF_STATUS_INTERRUPTED, and the state is
    /// that before the step. See hf_workspace_set_interrupt; NULL: nobody is asked.
    HF_API void hf_world_set_interrupt(hf_world *world, hf_interrupt interrupt, void *context);

    // ---- state ----

    /// The whole state as flat bytes, warm starts included. A world that loads them continues with
    /// the same bits.
    HF_API size_t hf_world_state_size(const hf_world *world);
    HF_API void hf_world_state_save(const hf_world *world, void *bytes);
    HF_API hf_status hf_world_state_load(hf_world *world, const void *bytes, size_t size, hf_error *error);

    /// Hash of the state's bytes.
    HF_API uint64_t hf_world_hash(const hf_world *world);

    // ---- adjust ----
    //
    // What can be changed in a world while it runs, without building another model: friction and
    // bits of shapes, masses, joints, gains of actuators, loops on and off, who collides with whom;
    // and a controller that is called before each step.
    //
    // The model that a world was created with stays as it is: the first change gives the world its
    // own variant of it, which shares meshes, trees and whatever else does not change
    // (hf_world_model). As settings are, changes are no part of the state: hf_world_state_load and
    // keyframes leave them alone. A checkpoint knows them: it is refused, naming what differs, by a
    // world that has not made the same changes.

    /// The model as this world has changed it: what to read definitions of, change a field, and
    /// hand back below. Valid until the next change, and as long as the world.
    HF_API const hf_model *hf_world_model(const hf_world *world);

    // ---- shapes, bodies ----

    /// Takes over friction, torsion, rolling, restitution, compliance, condim, priority, margin,
    /// surface_velocity, category and mask; all else must be as it is. INVALID names a wrong
    /// field; UNSUPPORTED: condim 4 or 6 in a model that has none.
    HF_API hf_status hf_world_set_shape(hf_world *world, int shape, const hf_shape_def *def, hf_error *error);

    /// Sets the mass of a body that moves [kg], > 0. Its inertia changes in proportion; its
    /// centre and its velocities stay. UNSUPPORTED for fibres, for bodies that change their shape,
    /// and for trees in maximal coordinates.
    HF_API hf_status hf_world_set_mass(hf_world *world, int body, double mass, hf_error *error);

    /// Keeps two bodies from colliding, as hf_builder_exclude does, or with `exclude` false lets
    /// them again. What overlaps then is treated as if it had been put there (hf_overlap). Pairs
    /// of hf_builder_pair collide in any case.
    HF_API hf_status hf_world_exclude(hf_world *world, int body_a, int body_b, bool exclude, hf_error *error);

    // ---- mechanisms ----

    /// Takes over limited, range, armature, damping, stiffness, spring, friction, force_limited
    /// and force_range; all else must be as it is. UNSUPPORTED: another armature in maximal
    /// coordinates.
    HF_API hf_status hf_world_set_joint(hf_world *world, int joint, const hf_joint_def *def, hf_error *error);

    /// Takes over gear, gain, bias, both ranges and whether they are limits, length_range, time,
    /// activation_range, activation_limited, early and disabled; all else must be as it is.
    HF_API hf_status hf_world_set_actuator(hf_world *world, int actuator, const hf_actuator_def *def, hf_error *error);

    /// Switches a loop on or off. What is open when it is switched on is closed by the steps that
    /// follow, without speed. UNSUPPORTED: a loop of free bodies that was on when the model was
    /// built; settings.separate_loops, or one that begins switched off, remedies that.
    HF_API hf_status hf_world_set_loop(hf_world *world, int loop, bool active, hf_error *error);

    /// Switches a CONNECT or WELD on, with its bodies as they stand to each other now: point_b
    /// and orientation become those of the present.
    HF_API hf_status hf_world_attach(hf_world *world, int loop, hf_error *error);

    // ---- a controller ----

    /// Called at the beginning of every step, of length h [s], to set controls, forces or
    /// whatever else, also another controller or none; it must not step the world. An error ends
    /// the step before anything has changed but by itself.
    typedef hf_status (*hf_controller)(void *context, hf_world *world, double h, hf_error *error);
    HF_API void hf_world_set_controller(hf_world *world, hf_controller controller, void *context);

    // ---- rollout ----
    //
    // Rollouts: one model, many starts and many sequences of controls, on all threads.

    /// Called before each step of each run, to set controls, forces or the state; `run` and `step`
    /// count from 0. Runs are on several threads at once: it may touch this world and what belongs
    /// to this run, and what it does must not depend on other runs. Settings and changes to the
    /// model ("adjust" above) that it makes last to the end of the run. An error ends the rollout.
    typedef hf_status (*hf_rollout_control)(void *context, int run, int step, hf_world *world, hf_error *error);

    /// Told after each run how many are done, one call at a time, from any thread.
    typedef void (*hf_rollout_progress)(void *context, int done);

    typedef struct hf_rollout_def
    {
        /// Runs, >= 0, and steps of each, >= 0. Defaults 1 and 1.
        int run_count, step_count;

        /// For every world, as hf_world_set_settings. Default NULL: the model's own.
        const hf_settings *settings;

        /// Length of a step [s], >= 0. Default 0: the timestep of the settings.
        double timestep;

        /// A sample is taken at the start and after every so many steps, >= 1. Default 1.
        int sample_every;

        /// Threads, the calling one included, >= 1. Default 1. The results have the same bits for
        /// any number.
        int threads;

        /// Starts: run_count × q_count and run_count × v_count numbers in the layout of
        /// mechanism.h. Default NULL: the start of the model.
        const double *q, *v;

        /// run_count × step_count × actuator_count numbers, set before each step. Default NULL:
        /// controls stay as the model starts them.
        const double *controls;

        /// Activations at the start: run_count × hf_model_activation_count. Default NULL: those of
        /// the start, or of `states`.
        const double *activations;

        /// Starts with all that they are, warm starts too: for each run the bytes of
        /// hf_world_state_save, NULL for the model's own. q, v and activations come after them.
        /// Default NULL.
        const void *const *states;
        const size_t *state_sizes;

        /// A model for each run, for what no parameter says, such as sizes of shapes: with as many
        /// coordinates, velocities, actuators and sensors as the one of hf_rollout. Default NULL:
        /// that one for all.
        const hf_model *const *models;

        /// What each run has otherwise (hf_world_set_parameter): run_count × parameter_count
        /// values. Default none.
        int parameter_count;
        const struct hf_parameter *parameters;
        const double *values;

        /// Contacts that a sample has room for. Default 0.
        int contact_capacity;

        /// Called after the controls of a step are set. Default NULL: nobody is.
        hf_rollout_control control;
        void *control_context;

        /// As hf_workspace_set_interrupt. Default NULL.
        hf_interrupt interrupt;
        void *interrupt_context;

        /// Default NULL.
        hf_rollout_progress progress;
        void *progress_context;
    } hf_rollout_def;

    HF_API hf_rollout_def hf_rollout_def_default(void);

    /// Samples of a run: 1 + step_count / sample_every.
    HF_API int hf_rollout_sample_count(const hf_rollout_def *def);

    /// Where results go; arrays of the caller, each of which may be NULL.
    typedef struct hf_rollout_result
    {
        /// run_count × sample_count × q_count, and the same with v_count. NaN after the end of a
        /// run that ended early.
        double *q, *v;

        /// run_count × sample_count × hf_model_sensor_total, and × 2: kinetic and potential energy
        /// [J]. NaN after the end of a run that ended early.
        double *sensors, *energies;

        /// run_count × sample_count: how many contacts there are, and × contact_capacity: the first
        /// of them. Not written after the end of a run.
        int *contact_counts;
        hf_contact *contacts;

        /// run_count: steps that were made. Fewer than asked for where a step failed
        /// (HF_STEP_FAILED); such a run ends there, and the others go on.
        int *steps;

        /// run_count: how good the steps were.
        hf_run_quality *quality;

        /// run_count: hf_world_hash at the end.
        uint64_t *hash;
    } hf_rollout_result;

    /// Makes all runs. Each has the bits that a single world would have with the same start and
    /// controls. An error names the run and the step; what was written by then is undefined.
    HF_API hf_status hf_rollout(const hf_model *model, const hf_rollout_def *def, const hf_rollout_result *result,
                                hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
