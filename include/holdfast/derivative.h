// Derivatives of a step, and of many steps (docs/derivatives.md).
//
// A step makes x⁺ of x, u and p:
//
//   x   tangents of q (v_count), v (v_count), activations (activation_count): hf_derivative_size.
//       Tangents of q are those of hf_model_integrate and hf_model_difference (tangent.h).
//   u   controls of all actuators
//   p   parameters that the caller names (hf_parameter)
//
//     A = ∂x⁺/∂x,   B = ∂x⁺/∂u,   P = ∂x⁺/∂p,   and likewise of impulses and of sensors.
//
// Contacts that stick, slide or are open are known, and proved, in a step's answer, so that it has
// an exact derivative as long as none of them changes: the distance to that is told, block by block
// (hf_border). The derivative is of the answer that was accepted: where others are possible, those
// of impulses are of this one.
//
//     hf_linearizer *linearizer;
//     hf_linearizer_create(world, &linearizer, &error);
//     hf_world_step(world, 0, &report, &error);
//     hf_world_linearize(world, linearizer, NULL, &result, &error);    // result->A, result->B

#ifndef HOLDFAST_DERIVATIVE_H
#define HOLDFAST_DERIVATIVE_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- parameters ----

    typedef enum hf_parameter_kind
    {
        /// hf_shape_def.friction [1], restitution [1], size[element] [m]. `index`: a shape. A pair
        /// takes the larger coefficient of its shapes: the other one has no effect, and where both
        /// are equal only raising has.
        HF_PARAMETER_FRICTION = 0,
        HF_PARAMETER_RESTITUTION,
        HF_PARAMETER_SIZE,

        /// Friction along both tangents of a pair with a coefficient of its own (hf_builder_pair).
        /// `index`: one of its shapes, `element`: the other.
        HF_PARAMETER_PAIR_FRICTION,

        /// Of a body that moves: its mass [kg], inertia in proportion; its moments and products of
        /// inertia (xx yy zz xy xz yz, 0 … 5) [kg m²]; its centre of mass (0 … 2) [m]. `index`: a
        /// body. q and v of its frame stay.
        HF_PARAMETER_MASS,
        HF_PARAMETER_INERTIA,
        HF_PARAMETER_CENTER,

        /// hf_joint_def: stiffness, damping, armature, friction, spring. `index`: a joint.
        HF_PARAMETER_STIFFNESS,
        HF_PARAMETER_DAMPING,
        HF_PARAMETER_ARMATURE,
        HF_PARAMETER_JOINT_FRICTION,
        HF_PARAMETER_SPRING,

        /// hf_actuator_def: gain[element], bias[element]. `index`: an actuator.
        HF_PARAMETER_GAIN,
        HF_PARAMETER_BIAS,

        /// hf_settings.physics.gravity[element] [m/s²]. `index`: 0.
        HF_PARAMETER_GRAVITY,
        HF_PARAMETER_KIND_COUNT,
    } hf_parameter_kind;

    /// "friction", "restitution", "size", "pair_friction", "mass", "inertia", "center",
    /// "stiffness", "damping", "armature", "joint_friction", "spring", "gain", "bias", "gravity".
    HF_API const char *hf_parameter_kind_name(hf_parameter_kind kind);

    typedef struct hf_parameter
    {
        hf_parameter_kind kind;
        int index, element;
    } hf_parameter;

    /// The value that a world has. INVALID, with the remedy, if there is no such parameter.
    HF_API hf_status hf_world_parameter(const hf_world *world, const hf_parameter *parameter, double *value,
                                        hf_error *error);

    /// Changes it in a world, as the functions of world.h under "adjust" do. UNSUPPORTED for some
    /// parameters of some bodies, with a message that says which.
    HF_API hf_status hf_world_set_parameter(hf_world *world, const hf_parameter *parameter, double value,
                                            hf_error *error);

    // ---- sizes ----

    /// Entries of x: 2 hf_model_v_count + hf_model_activation_count.
    HF_API int hf_derivative_size(const hf_model *model);

    // ---- a step ----

    typedef enum hf_linearize_method
    {
        /// HF_LINEARIZE_EXACT where the step is of what it knows, otherwise DIFFERENCES.
        HF_LINEARIZE_AUTO = 0,

        /// By the implicit function theorem at the accepted answer. UNSUPPORTED, naming what, where
        /// the step has something in it that it does not know.
        HF_LINEARIZE_EXACT,

        /// Central differences of whole steps: slow, and as accurate as `difference` allows.
        HF_LINEARIZE_DIFFERENCES,
        HF_LINEARIZE_METHOD_COUNT,
    } hf_linearize_method;

    /// What a contact that touches is when a gap or an overlap of it is thought of. A step leaves
    /// gaps of up to 5e-8 m and overlap of up to 5e-9 m alone (docs/step.md).
    typedef enum hf_touch
    {
        /// What bears stays where it touches: gaps and overlap have no effect on where the bodies
        /// come to, as it is for all that are larger than those few nanometres. For planning,
        /// learning, rollouts.
        HF_TOUCH_HELD = 0,

        /// The step to the last digit: within these few nanometres, bodies stay where they are.
        HF_TOUCH_LITERAL,
        HF_TOUCH_COUNT,
    } hf_touch;

    typedef enum hf_linearize_output
    {
        HF_DERIVATIVE_STATE = 1,    // A, B, P
        HF_DERIVATIVE_IMPULSES = 2, // of contacts and of rows of mechanisms
        HF_DERIVATIVE_SENSORS = 4,
    } hf_linearize_output;

    typedef struct hf_linearize_options
    {
        /// Default AUTO, HELD.
        hf_linearize_method method;
        hf_touch touch;

        /// True: the step that would be made from the present state. False, the default: the last
        /// step, if one led to the present state, otherwise the next one.
        bool next;

        /// Length of the next step [s], >= 0. Default 0: the timestep of the settings.
        double timestep;

        /// EXACT takes the move of a tree that turns in the step by the equations of the solve, of
        /// which it differs in second order, where that leaves no more than this of the
        /// derivative, >= 0. Default 1e-3; 0: such steps are by differences.
        double accuracy;

        /// Bits of hf_linearize_output. Default HF_DERIVATIVE_STATE.
        unsigned outputs;

        /// Columns of P. Default none.
        int parameter_count;
        const hf_parameter *parameters;

        /// Where a block is at a border, the derivative is that of the side to which this small
        /// change of (x, u, p) leads. Length hf_derivative_size + actuators + parameter_count.
        /// Default NULL: states of blocks stay as they are in the answer.
        const double *direction;

        /// Half widths of differences: of q [m or rad], v [m/s or rad/s], all else relative to
        /// 1 + |its value|, > 0. Default 1e-9, 1e-7, 1e-6: narrower than what a step leaves
        /// alone, so that differences stay within the states of the step.
        double difference[3];

        /// Blocks are at a border within these: of an impulse relative to that of the block
        /// (1e-6), gaps [m] (5e-8), velocities [m/s] (1e-6). >= 0.
        double border[3];
    } hf_linearize_options;

    HF_API hf_linearize_options hf_linearize_options_default(void);

    typedef enum hf_block_state
    {
        HF_BLOCK_OPEN = 0,
        HF_BLOCK_STICKS, // also a loop, a pressed limit, a motor or dry friction within bounds
        HF_BLOCK_SLIDES,
        HF_BLOCK_AT_BOUND, // a motor or dry friction at its bound
    } hf_block_state;

    typedef enum hf_block_kind
    {
        HF_BLOCK_CONTACT = 0,
        HF_BLOCK_LIMIT,   // of a joint or tendon
        HF_BLOCK_BOX,     // a motor, or dry friction
        HF_BLOCK_CLOSURE, // of a loop, or a spring
    } hf_block_kind;

    /// How far one block of a step is from its next change of state.
    typedef struct hf_border
    {
        hf_block_kind kind;

        /// Of hf_world_contact for contacts, otherwise counted through the other blocks.
        int index;
        hf_block_state state;

        /// Impulse that is left to the edge of the cone (stick), to zero (pressing) or to a bound
        /// [N s]; INFINITY where there is none.
        double impulse;

        /// Gap of what is open, as the step sees it [m]: with the way that it would open in the
        /// step. INFINITY where the block is closed.
        double gap;

        /// Slip of what slides, speed of what is at its bound [m/s]; INFINITY where it sticks.
        double slip;

        /// One of these is within options.border, or the block touches without a gap.
        bool at_border;
    } hf_border;

    /// What was not differentiated in closed form.
    typedef enum hf_numeric_part
    {
        HF_NUMERIC_NONE = 0,
        HF_NUMERIC_FORCES = 1,     // of actuators, springs, the medium: differences of these alone
        HF_NUMERIC_GEOMETRY = 2,   // of contact points: differences of detection
        HF_NUMERIC_MOTION = 4,     // of trees that turn: their move to first order
        HF_NUMERIC_PARAMETERS = 8, // some columns of P: differences of whole steps
        HF_NUMERIC_SENSORS = 16,
        HF_NUMERIC_STEP = 32, // everything: differences of whole steps

        /// Of the correction of positions, where the step corrected: to first order in its way,
        /// which leaves up to 1e-3 of what places and velocities change by.
        HF_NUMERIC_CORRECTION = 64,
    } hf_numeric_part;

    /// Belongs to the linearizer; valid until its next call or its end. Matrices are row-major.
    typedef struct hf_linearization
    {
        /// Entries of x, of these q and v each and activations; controls, parameters.
        int x_count, v_count, activation_count, u_count, p_count;

        /// What was used.
        hf_linearize_method method;

        /// Bits of hf_numeric_part, and an estimate of their relative error; 0 where there is none.
        unsigned numeric;
        double accuracy;

        /// True where redundant contacts slide: other motions solve the step as well, and this is
        /// the derivative with the least change of impulses.
        bool ambiguous;

        /// Length of the step [s], and its report.
        double h;
        hf_step_report report;

        /// x_count × x_count, × u_count, × p_count. NULL where they were not asked for.
        const double *A, *B, *P;

        /// Impulses: six for each contact (hf_contact.r and moment, in the contact's frame, which
        /// turns with it), then those of rows of mechanisms (reaction_count). Rows of the three
        /// matrices: impulse_count.
        int contact_count, reaction_count, impulse_count;
        const double *impulse_x, *impulse_u, *impulse_p;

        /// Rows: hf_model_sensor_total.
        int sensor_count;
        const double *sensor_x, *sensor_u, *sensor_p;

        /// Blocks of the step, contacts first; how many are at a border.
        int block_count, border_count;
        const hf_border *blocks;
    } hf_linearization;

    /// What derivatives are computed in: a world like this one, and matrices. It may be used for
    /// every world of the same model that has not been changed since ("adjust" in world.h); for
    /// others it makes itself anew. Not for two callers at once.
    typedef struct hf_linearizer hf_linearizer;
    HF_API hf_status hf_linearizer_create(const hf_world *world, hf_linearizer **linearizer, hf_error *error);
    HF_API void hf_linearizer_destroy(hf_linearizer *linearizer);

    /// *result ◄ the derivative of a step. `options` may be NULL. The world stays as it is;
    /// repeated calls of one size allocate nothing. INVALID: the model has no degrees of freedom, a
    /// parameter does not exist, the step fails.
    HF_API hf_status hf_world_linearize(const hf_world *world, hf_linearizer *linearizer,
                                        const hf_linearize_options *options, const hf_linearization **result,
                                        hf_error *error);

    // ---- many steps ----

    /// Told of every state of a rollout, from the last to the first: step 0 is the start, and
    /// `step` the state after so many. Adds the gradient of the loss that this state and the
    /// controls of the step that leads on from it (NULL after the last) cause: by x to dx
    /// (hf_derivative_size), by u to du; adds that part of the loss to *loss. `world` is in that
    /// state as a world is that has loaded it (hf_world_state_load: places and velocities, but no
    /// contacts), and is not to be changed.
    typedef hf_status (*hf_loss_gradient)(void *context, int step, const hf_world *world, const double *u, double *loss,
                                          double *dx, double *du, hf_error *error);

    typedef struct hf_gradient_def
    {
        /// Steps, >= 0, and their length [s]. Defaults 1 and 0: the timestep of the settings.
        int step_count;
        double timestep;

        /// Threads, the calling one included, >= 1: so many steps are linearized at once.
        /// Default 1. The results have the same bits for any number.
        int threads;

        /// step_count × actuator_count; NULL, the default: controls stay as they are.
        const double *controls;

        /// Parameters that the gradient is wanted of. Default none.
        int parameter_count;
        const hf_parameter *parameters;

        /// States that are kept at once: 0, the default, takes about 2 √step_count of them, and
        /// makes each step twice beside its linearization.
        int checkpoints;

        /// Method, touch, difference and border; all else is not read. Default that of
        /// hf_linearize_options_default.
        hf_linearize_options options;

        hf_loss_gradient loss;
        void *context;
    } hf_gradient_def;

    HF_API hf_gradient_def hf_gradient_def_default(void);

    /// Arrays of the caller, each of which may be NULL.
    typedef struct hf_gradient_result
    {
        /// Sum of all parts.
        double loss;

        /// hf_derivative_size: by the start.
        double *dx;

        /// step_count × actuator_count.
        double *du;

        /// parameter_count.
        double *dp;

        /// Blocks that were at a border, summed over all steps; steps whose derivative is by
        /// differences.
        long borders;
        int numeric_steps;
    } hf_gradient_result;

    /// The gradient of a loss over a rollout from the present state of a world, by the adjoint: one
    /// linearization a step, whatever the number of controls. The world stays as it is. An error
    /// names the step.
    HF_API hf_status hf_rollout_gradient(const hf_world *world, const hf_gradient_def *def, hf_gradient_result *result,
                                         hf_error *error);

    /// Derivatives along given directions, forward: dx (direction_count × hf_derivative_size) holds
    /// the changes of the start, and then those of the end; dp (direction_count × parameter_count)
    /// and du (direction_count × step_count × actuator_count) those of parameters and controls;
    /// NULL: none. def->loss is not read.
    HF_API hf_status hf_rollout_tangents(const hf_world *world, const hf_gradient_def *def, int direction_count,
                                         const double *du, const double *dp, double *dx, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
