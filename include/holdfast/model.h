// The model: bodies, shapes and settings of a scene. Const after it is built.
//
// A builder collects the parts: each part is a definition struct with a default function.
// hf_model_build checks and compiles them. Names are copied. Indices are given in the order of the
// calls; body 0 is the world, which does not move.

#ifndef HOLDFAST_MODEL_H
#define HOLDFAST_MODEL_H

#include "holdfast/friction.h"
#include "holdfast/solve.h"
#include "holdfast/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- meshes and height fields ----

    /// A triangle mesh. A shape uses its convex hull (HF_SHAPE_HULL) or its triangles
    /// (HF_SHAPE_MESH).
    typedef struct hf_mesh_def
    {
        const char *name;
        int vertex_count;

        /// 3 × vertex_count coordinates in the shape's frame [m].
        const double *vertices;

        /// May be 0 for a hull, which is then computed.
        int triangle_count;

        /// 3 × triangle_count indices, counter-clockwise seen from outside.
        const int *triangles;
    } hf_mesh_def;

    /// A height field: heights over a regular grid, centred on the frame's origin, solid from -base
    /// up.
    typedef struct hf_field_def
    {
        const char *name;

        /// Grid points along y (rows) and along x (columns), >= 2.
        int rows, columns;

        /// Half extents [m], > 0.
        double half_x, half_y;

        /// Thickness below height 0 [m], > 0.
        double base;

        /// rows × columns heights [m], >= 0.
        const double *heights;
    } hf_field_def;

    // ---- shapes ----

    typedef enum hf_shape_kind
    {
        HF_SHAPE_PLANE = 0, // half-space below z = 0; world only
        HF_SHAPE_SPHERE,    // size: radius
        HF_SHAPE_CAPSULE,   // size: radius, half length of the segment along z
        HF_SHAPE_BOX,       // size: half extents
        HF_SHAPE_CYLINDER,  // size: radius, half length along z
        HF_SHAPE_ELLIPSOID, // size: half axes
        HF_SHAPE_HULL,      // convex hull of a mesh
        HF_SHAPE_MESH,      // triangles, open or closed, convex or not
        HF_SHAPE_FIELD,     // height field; world or static bodies only
        HF_SHAPE_KIND_COUNT,
    } hf_shape_kind;

    HF_API const char *hf_shape_kind_name(hf_shape_kind kind);

    /// Sliding friction that depends on speed and direction (docs/friction.md). Pairs with
    /// coefficients of their own, and hf_settings.law.coefficient, have none of it.
    typedef struct hf_grip
    {
        /// Friction at rest over that of sliding, >= 1. Default 1. Of a pair the larger one.
        double rest;

        /// Slip at which friction has fallen to 1/e of that difference [m/s], > 0. Default 1e-3.
        double speed;

        /// Direction in the shape's frame along which friction is hf_shape_def.friction. 0 0 0, the
        /// default: in all directions. A shape with a grain decides friction of a pair alone, but
        /// for one of higher priority; of two the first.
        double grain[3];

        /// Turn of the grain about the outward normal where it is touched [rad]. Default 0. With
        /// the axis of a wheel and a quarter of pi: the rollers of a mecanum wheel.
        double grain_angle;

        /// Friction across the grain, and for what moves backward along it over the shape. < 0, the
        /// default: as forward.
        double across, back;
    } hf_grip;

    typedef struct hf_shape_def
    {
        /// May be NULL.
        const char *name;

        /// Index of the body; 0 is the world.
        int body;
        hf_shape_kind kind;

        /// Dimensions [m]; see hf_shape_kind.
        double size[3];

        /// HULL, MESH: index of a mesh. FIELD: index of a field. Otherwise -1.
        int mesh;

        /// The shape of higher priority decides friction and restitution of a pair. Default 0.
        int priority;

        /// Origin of the shape's frame in the body's frame [m].
        double position[3];

        /// Unit quaternion (w, x, y, z) in the body's frame.
        double orientation[4];

        /// Coulomb coefficient of sliding friction, >= 0. Default 1. A pair of equal priority takes
        /// the larger one, as in MuJoCo.
        double friction;

        /// What of sliding friction depends on speed and direction. Default nothing.
        hf_grip grip;

        /// Coefficient of restitution, 0 … 1. Default 0. A pair of equal priority takes the larger
        /// one.
        double restitution;

        /// How much a point of contact on this shape yields, relative to others, > 0. Default 1. It
        /// decides how redundant contacts share a load (docs/selection.md), and nothing else: a
        /// contact yields as the mean of its two shapes.
        double compliance;

        /// What contacts resist (docs/friction.md): 1 nothing but approach, 3 sliding, 4 spinning
        /// about the normal as well, 6 rolling as well. Default 3. A pair of equal priority takes
        /// the larger one.
        int condim;

        /// Coefficients of torsional and of rolling friction [m], >= 0. Default 0.005 and 0.0001.
        /// A pair of equal priority takes the larger ones; they count where the pair's condim is 4
        /// or 6.
        double torsion, rolling;

        /// Distance from which contacts are detected [m], >= 0. Default 0. A step adds the distance
        /// that the bodies may travel in it.
        double margin;

        /// Force that pulls every point of contact together [N]; of a pair the sum of both.
        /// Default 0 (docs/friction.md).
        double adhesion;

        /// Distance up to which adhesion pulls, that of actuators, too [m], >= 0; of a pair the sum
        /// of both. What touches is always pulled. Default 0.
        double adhesion_range;

        /// Motion of the surface within the shape, as of a conveyor belt or a turntable: velocity
        /// [m/s] and angular velocity about the shape's centre [rad/s] in the shape's axes; what
        /// points out of the surface does not count. Default 0.
        double surface_velocity[6];

        /// The medium (hf_settings.physics: density, viscosity, wind) acts on the shape as on an
        /// ellipsoid of its size, and on its body by such shapes alone, not by its mass; a sphere,
        /// capsule, ellipsoid, cylinder or box (docs/actuators.md). Default false.
        bool swims;

        /// Of blunt drag, slender drag, angular drag, Kutta lift and Magnus lift. Default 0.5 0.25
        /// 1.5 1 1.
        double fluid[5];

        /// Collision bits (MJCF contype). Default 1.
        uint32_t category;

        /// Collision bits (MJCF conaffinity). Default 1. Shapes a and b collide if (a.category &
        /// b.mask) | (b.category & a.mask) is not 0.
        uint32_t mask;

        /// Red, green, blue and opacity for the viewer, 0 … 1. Default light grey.
        float color[4];
    } hf_shape_def;

    HF_API hf_shape_def hf_shape_def_default(void);

    // ---- bodies ----

    typedef enum hf_motion
    {
        HF_MOTION_FREE = 0,   // six degrees of freedom
        HF_MOTION_STATIC,     // never moves
        HF_MOTION_PRESCRIBED, // follows its prescribed motion, whatever forces act
    } hf_motion;

    /// How a free body changes its shape as a whole (docs/objects.md).
    typedef enum hf_form
    {
        HF_FORM_RIGID = 0, // not at all
        HF_FORM_SCALE,     // it grows and shrinks: seven degrees of freedom
        HF_FORM_AFFINE,    // it stretches and shears: twelve
    } hf_form;

    /// "rigid", "scale", "affine".
    HF_API const char *hf_form_name(hf_form form);

    typedef struct hf_body_def
    {
        /// May be NULL.
        const char *name;

        /// Default HF_MOTION_FREE. Not read for links.
        hf_motion motion;

        /// Body that this one is a link of (mechanism.h); position and orientation are then
        /// relative to it. Default -1: none.
        int parent;

        /// Origin of the body's frame at time 0 [m].
        double position[3];

        /// Unit quaternion (w, x, y, z). Default 1, 0, 0, 0.
        double orientation[4];

        /// Velocity of the centre of mass [m/s].
        double velocity[3];

        /// In world axes [rad/s].
        double angular_velocity[3];

        /// Mass [kg], >= 0. Default 0: computed from the shapes and `density`.
        double mass;

        /// Centre of mass in the body's frame [m]. Read only if mass and inertia are given.
        double center[3];

        /// Inertia about the centre of mass in the body's axes: xx, yy, zz, xy, xz, yz [kg m²].
        /// Default 0: inertia and centre are computed from the shapes and scaled to the mass.
        double inertia[6];

        /// Density of the shapes where the mass is not given [kg/m³], > 0. Default 1000.
        double density;

        /// Factor of gravity for this body. Default 1.
        double gravity_scale;

        /// Normal of the plane that a planar body stays in, in world axes, of any length. A free
        /// one has three degrees of freedom, velocities in the plane at time 0 and no links. Of a
        /// link it says that its joints keep it in the plane: hinges along the normal, slides
        /// across it. A prescribed body moves within it. Contacts within a plane have two rows.
        /// Default 0: the body moves in space.
        double plane[3];

        /// Directions that a body which does not turn moves along, in world axes, of any length:
        /// one is a bead on a straight wire, two a puck on a plate, three a particle, with as many
        /// degrees of freedom. What pushes across them is borne without friction, torques do
        /// nothing. Such a body is free, has no links, velocities along its directions at time 0,
        /// and shapes of any kind. Default 0 directions: the body turns.
        int direction_count;
        double directions[3][3];

        /// A free body without a plane, directions and links may change its shape. Default
        /// HF_FORM_RIGID. Shapes of a scaled one are any but meshes of triangles and height fields,
        /// those of an affine one spheres, ellipsoids, boxes and hulls.
        hf_form form;

        /// What keeps it in shape: Young's modulus [Pa], > 0, default 1e6, and Poisson's ratio,
        /// between -1 and 0.5, default 0.3, of the volume of its shapes.
        double young, poisson;

        /// Viscosity of the same material: stress follows the strain and this time multiplied by
        /// its rate [s], >= 0. Default 0.001.
        double strain_damping;

        /// Constant force at the centre of mass in world axes [N].
        double force[3];

        /// Constant torque in world axes [N m].
        double torque[3];

        /// Prescribed motion: x(t) = position + velocity t + amplitude sin(2π frequency t + phase),
        /// while the body turns at angular_velocity about x. Amplitude [m].
        double amplitude[3];

        /// Prescribed motion also turns the body to and fro by swing sin(2π frequency t + phase),
        /// in world axes, before it turns at angular_velocity [rad]. Default 0.
        double swing[3];

        /// Frequency of the prescribed motion [Hz].
        double frequency;

        /// Phase of the prescribed motion [rad].
        double phase;
    } hf_body_def;

    HF_API hf_body_def hf_body_def_default(void);

    // ---- settings ----

    typedef enum hf_integrator
    {
        /// Time stepping with velocities and impulses (Moreau 1999). The default.
        HF_INTEGRATOR_MOREAU = 0,

        /// Accelerations and forces, impulses at collisions, Runge–Kutta 4 (Baraff 1994).
        HF_INTEGRATOR_BARAFF,

        /// f = m v: a world without inertia, in which forces make velocities; what drags a part
        /// through a jammed mechanism moves it while it pulls (docs/step.md). The unit of time in
        /// which a force m makes a velocity of 1 is the second.
        HF_INTEGRATOR_FIRST_ORDER,
        HF_INTEGRATOR_COUNT,
    } hf_integrator;

    /// "moreau", "baraff", "first-order".
    HF_API const char *hf_integrator_name(hf_integrator integrator);

    /// Velocity coordinates of a tree of jointed bodies (docs/maximal.md). Both describe the
    /// same mechanism, so that one can check the other.
    typedef enum hf_coordinates
    {
        HF_COORDINATES_REDUCED = 0, // velocities of the joints; the default
        HF_COORDINATES_MAXIMAL,     // six of each body; joints are constraints (Baraff 1996)
        HF_COORDINATES_COUNT,
    } hf_coordinates;

    HF_API const char *hf_coordinates_name(hf_coordinates coordinates);

    /// How much work a step may take, in proportion to its rows; docs/step.md has the figures. It
    /// is counted, never measured in seconds: the same state gives the same bits.
    typedef enum hf_effort
    {
        HF_EFFORT_NORMAL = 0,
        HF_EFFORT_LOW,
        HF_EFFORT_HIGH,
        HF_EFFORT_EXACT, // no limit: a step may take minutes
        HF_EFFORT_COUNT,
    } hf_effort;

    HF_API const char *hf_effort_name(hf_effort effort);

    /// What follows a step whose answer, cut as it may be, is beyond hf_settings.solver.accept.
    typedef enum hf_on_fail
    {
        /// The state stays as it was before the step. The default.
        HF_ON_FAIL_STOP = 0,

        /// The step is made with the best answer there is, and says so.
        HF_ON_FAIL_CONTINUE,

        /// The step is made with the answer of the same contacts without friction, where that can
        /// be found, so that nothing sinks in although things slip (Yamane and Nakamura 2008);
        /// otherwise as HF_ON_FAIL_CONTINUE.
        HF_ON_FAIL_FRICTIONLESS,
        HF_ON_FAIL_COUNT,
    } hf_on_fail;

    HF_API const char *hf_on_fail_name(hf_on_fail on_fail);

    /// What surrounds the bodies.
    typedef struct hf_physics_settings
    {
        /// Gravity [m/s²]. Default 0, 0, -9.81.
        double gravity[3];

        /// Density of the medium [kg/m³], >= 0. Default 0. Drag is that of the box with the inertia
        /// of the body.
        double density;

        /// Viscosity of the medium [Pa s], >= 0. Default 0.
        double viscosity;

        /// Velocity of the medium [m/s]. Default 0.
        double wind[3];
    } hf_physics_settings;

    /// The friction law of all contacts.
    typedef struct hf_law_settings
    {
        /// The friction law of all contacts, which certificates are of. Default
        /// HF_FRICTION_OF_SOLVER: what the solver is made for, the cone but for a few. The solver
        /// must know it; the acceleration-level mode knows the cone.
        hf_friction friction;

        /// Sides of a pyramid, 3 … 1024. Default 8.
        int sides;

        /// Angle of a pyramid's first edge from the contact's first tangent, towards the second
        /// [rad], finite. Default 0.
        double direction;

        /// Friction coefficient of every contact, in the place of what the shapes say, finite; < 0,
        /// the default -1: what the shapes say.
        double coefficient;

        /// Static friction: the coefficient of contacts at rest as a multiple of the one of
        /// contacts that slide, >= 1. Default 1. Others than 1 need HF_INTEGRATOR_BARAFF.
        double static_friction;
    } hf_law_settings;

    /// How the contact problem of a step is solved, and what counts as an answer.
    typedef struct hf_solver_settings
    {
        /// Name of a contact solver (hf_solver_at). Default "auto".
        char name[128];

        /// Largest natural residual of a certified step, > 0. Default 1e-9.
        double tolerance;

        /// Largest natural residual of an answer that is taken although it is not certified, >= 0.
        /// Default 1e-4; up to `tolerance` (0, say): certified answers only.
        double accept;

        /// Work that a solve of a step may take, in units of hf_report.work, >= 0. Default 0: by
        /// `effort`. The whole step may take a fixed multiple of it (docs/step.md).
        int64_t budget;

        /// Default HF_EFFORT_NORMAL. Has no effect where `budget` is set.
        hf_effort effort;

        /// Default HF_ON_FAIL_STOP.
        hf_on_fail on_fail;

        /// Iteration limit of the solver, >= 0. Default 0: the solver's own.
        long max_iterations;

        /// Solve each step from zero, and not from the impulses of the last one. Default false. The
        /// answers are as good, and take longer.
        bool cold_start;

        /// Which impulses a step takes where contacts are redundant and many solve it: with `auto`,
        /// and with any other solver of the cone. Default HF_SELECTION_COMPLIANT.
        hf_selection selection;
    } hf_solver_settings;

    /// How time goes on.
    typedef struct hf_step_settings
    {
        /// Length of a step [s], > 0. Default 0.002.
        double timestep;

        /// Parameter of the Moreau–Jean scheme, 0.5 … 1. Default 0.5: the midpoint rule where
        /// motion is smooth. 1: implicit Euler. A step with a collision moves the colliding bodies
        /// by their velocities after it, for any theta (docs/step.md).
        double theta;

        /// Default HF_INTEGRATOR_MOREAU.
        hf_integrator integrator;

        /// Coordinates of trees. Default HF_COORDINATES_REDUCED. Fixed when the model is built:
        /// hf_world_set_settings cannot change it.
        hf_coordinates coordinates;

        /// Loops between free bodies are rows of the contact problem one by one. Otherwise those
        /// that close no cycle are solved together with their bodies, in linear time
        /// (docs/maximal.md). Default false.
        bool separate_loops;

        /// Accuracy of positions in a step [m], >= 0: a step is cut until its pieces and their
        /// halves agree to this. Default 0: off.
        double accuracy;

        /// Largest way of any point in a piece of a step [m], >= 0: a step in which something is
        /// faster is cut into pieces, down to timestep/64. Default 0: no limit.
        double travel;

        /// Tolerance of steps in which something comes as far as `travel` or farther, >= 0; at rest
        /// it is `tolerance`, and in between the geometric mean by the way. Needs `travel`. Default
        /// 0, or anything up to `tolerance`: that everywhere.
        double fast_tolerance;

        /// Reduction distance [m], >= 0: of contact points of two shapes that are nearer to each
        /// other and have one normal, the one with the smallest gap stays (Yamane and Nakamura
        /// 2008, section IV-C). It makes problems smaller, and patches that are not much larger
        /// lose their corners. Default 0: only points that coincide are one.
        double reduction;

        /// Duration of `holdfast run` unless an option says otherwise [s]. Default 5.
        double duration;
    } hf_step_settings;

    /// Settings by subject. Files, Python and the tool know each by one name of its own, without
    /// the subject: "timestep", "solver", "friction_sides" (docs/scenes.md).
    typedef struct hf_settings
    {
        hf_physics_settings physics;
        hf_law_settings law;
        hf_solver_settings solver;
        hf_step_settings step;
    } hf_settings;

    HF_API hf_settings hf_settings_default(void);

    /// The friction law that they make, HF_FRICTION_OF_SOLVER resolved.
    HF_API hf_friction_law hf_settings_friction(const hf_settings *settings);

    // ---- building ----

    typedef struct hf_builder hf_builder;
    typedef struct hf_model hf_model;

    HF_API hf_status hf_builder_create(hf_builder **builder, hf_error *error);
    HF_API void hf_builder_destroy(hf_builder *builder);

    /// Each call copies the definition and stores the new index (`index` may be NULL).
    /// HF_STATUS_INVALID names a wrong field.
    HF_API hf_status hf_builder_add_mesh(hf_builder *builder, const hf_mesh_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_field(hf_builder *builder, const hf_field_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_body(hf_builder *builder, const hf_body_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_shape(hf_builder *builder, const hf_shape_def *def, int *index, hf_error *error);

    /// Keeps bodies a and b from colliding (MJCF contact/exclude).
    HF_API hf_status hf_builder_exclude(hf_builder *builder, int body_a, int body_b, hf_error *error);

    /// Lets two shapes collide whatever their bits say, with a friction coefficient of their own
    /// (MJCF contact/pair).
    HF_API hf_status hf_builder_pair(hf_builder *builder, int shape_a, int shape_b, double friction, hf_error *error);

    /// Lets two shapes collide as hf_builder_pair does, with all five coefficients and a condim of
    /// their own (1, 3, 4 or 6). Coefficients that differ along the tangents make an ellipse; the
    /// first tangent is the y axis of the world, or the z axis where the normal is within 60° of
    /// that, projected into the tangent plane, as in MuJoCo.
    HF_API hf_status hf_builder_pair_coefficients(hf_builder *builder, int shape_a, int shape_b, int condim,
                                                  const hf_friction_coefficients *coefficients, hf_error *error);

    /// Gives a pair that was added an adhesion of its own [N], in the place of its shapes'.
    HF_API hf_status hf_builder_pair_adhesion(hf_builder *builder, int shape_a, int shape_b, double adhesion,
                                              hf_error *error);

    HF_API hf_status hf_builder_set(hf_builder *builder, const hf_settings *settings, hf_error *error);
    HF_API hf_settings hf_builder_settings(const hf_builder *builder);

    /// Index of a body by name; -1 if there is none.
    HF_API int hf_builder_find_body(const hf_builder *builder, const char *name);

    /// Checks that every body can exist (mass > 0, inertia that satisfies the triangle inequality)
    /// and computes hulls and bounding trees. The builder stays as it is.
    HF_API hf_status hf_model_build(const hf_builder *builder, hf_model **model, hf_error *error);
    HF_API void hf_model_destroy(hf_model *model);

    // ---- reading ----

    /// What a model has lists of; items are numbered from 0 in the order in which they were added.
    typedef enum hf_item
    {
        /// The world is number 0 and counts.
        HF_ITEM_BODY = 0,
        HF_ITEM_SHAPE,
        HF_ITEM_MESH,
        HF_ITEM_FIELD,

        /// Without the free ones.
        HF_ITEM_JOINT,
        HF_ITEM_SITE,
        HF_ITEM_LOOP,
        HF_ITEM_TENDON,
        HF_ITEM_ACTUATOR,
        HF_ITEM_SENSOR,
        HF_ITEM_KEY,
        HF_ITEM_FIBRE,
        HF_ITEM_TEXTURE,
        HF_ITEM_MATERIAL,
        HF_ITEM_VISUAL_MESH,
        HF_ITEM_VISUAL,
        HF_ITEM_CAMERA,
        HF_ITEM_COUNT,
    } hf_item;

    /// How many items of a kind there are; the index of the one with a name, -1 if there is none.
    HF_API int hf_model_count(const hf_model *model, hf_item kind);
    HF_API int hf_model_find(const hf_model *model, hf_item kind, const char *name);

    /// Definitions as built: a body has its mass, center and inertia, a hull its own triangles.
    HF_API hf_body_def hf_model_body(const hf_model *model, int index);
    HF_API hf_shape_def hf_model_shape(const hf_model *model, int index);
    HF_API hf_mesh_def hf_model_mesh(const hf_model *model, int index);
    HF_API hf_field_def hf_model_field(const hf_model *model, int index);
    HF_API hf_settings hf_model_settings(const hf_model *model);

    /// A number of all that a motion depends on but for settings of steps and solvers: bodies,
    /// shapes, joints, actuators and so on, as they are now. States belong to models of the same
    /// one.
    HF_API uint64_t hf_model_identity(const hf_model *model);

#ifdef __cplusplus
}
#endif

#endif
