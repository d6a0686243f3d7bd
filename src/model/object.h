// Objects: what has velocities of its own. A free body that is no one's parent is one, with six
// velocities, or with three if it stays in a plane. A tree of links is one, with the velocities of
// its joints (reduced coordinates), or with six of each body and joints as constraints (maximal
// coordinates). A fibre is one, with those of its kernel (bodies/fibre/fibre.h).
//
// What a world asks of an object stands in four tables by kind, object_methods below: how it moves, its rows, its
// state, and what is asked outside of steps. One file a kind or a folder fills them (object_rigid.c, object_planar.c,
// tree/, fibre/, constraint_tree/, particle/, deformable/), by small_body.h where it is one body; objects.c lists them.
// Nobody else asks which kind an object is. docs/objects.md says how to add one.
//
// Velocities. H is a row over the velocities of an object, M̂ its mass with what springs and dampers
// add by being implicit. Rows go to the contact problem as halves h, g with h gᵀ = H M̂⁻¹ Hᵀ, and
// likewise between any two rows; the answer comes back as z = Σ g r. Of a rigid body h = H,
// g = M⁻¹Hᵀ, and z is the change of velocity itself. Of a tree in reduced coordinates h = L⁻ᵀHᵀ and
// g = D⁻¹h, where M̂ = Lᵀ D L (articulated.h): these have entries on the branch alone, and the
// change of velocity is L⁻¹z. Of one in maximal coordinates g = h (tree.h, "half rows").
//
// A step is seen through object_step: pointers into the step's arrays. Methods write what belongs
// to their object and to its bodies, and nothing else.

#ifndef HF_MODEL_OBJECT_H
#define HF_MODEL_OBJECT_H

#include "holdfast/world.h"

#include "base/arena.h"
#include "bodies/articulated/articulated.h"
#include "bodies/maximal/maximal.h"
#include "bodies/rigid.h"
#include "model/mechanism.h"

typedef enum object_kind
{
    OBJECT_RIGID = 0,
    OBJECT_REDUCED,         // a tree of links with the velocities of its joints
    OBJECT_MAXIMAL,         // the same in maximal coordinates
    OBJECT_PLANAR,          // a body that stays in a plane
    OBJECT_FIBRE,           // a thin rod, and one body for each of its segments
    OBJECT_CONSTRAINT_TREE, // free bodies that loops join to a tree (constraint_tree/constraint_tree.h)
    OBJECT_PARTICLE,        // a body that translates and does not turn (particle/)
    OBJECT_SCALED,          // a rigid body that grows and shrinks (deformable/)
    OBJECT_AFFINE,          // a body that stretches and shears as a whole (deformable/)
    OBJECT_KIND_COUNT,
} object_kind;

/// Numbers of a constraint tree in a step (constraint_tree/constraint_tree.h).
typedef struct constraint_tree_scratch constraint_tree_scratch;

/// Numbers of a body that changes its shape in a step (deformable/model_deformable.h).
typedef struct deformable_room deformable_room;

typedef struct model_object
{
    object_kind kind;

    /// Of the body, of the tree, of the fibre, of the constraint tree, or of the deformable body.
    int index;

    /// The first of its bodies.
    int body;

    /// Its velocities among those of all objects; of a tree in maximal coordinates the places of
    /// its half vectors.
    int dof, dof_count;

    /// Its own coordinates and velocities, among those of all objects, and how many they are.
    int q, v;
    int q_count, v_count;
} model_object;

enum
{
    BODY_RECORD = 13 // numbers of a body in a saved state
};

// ---- where things are ----

/// Where everything stands at one moment: what rows and gaps are computed from.
typedef struct configuration
{
    const hf_model *model;

    /// body_count: pose and velocity.
    body_state *bodies;

    /// body_count: angular momentum of rigid bodies about their centres of mass [kg m²/s].
    double (*momentum)[3];

    /// Own coordinates of objects.
    double *q;

    /// Kinematics of trees in this configuration; NULL where no H is wanted.
    articulated_scratch **trees;

    /// Likewise of fibres: scratch of their kernels.
    double **fibres;
} configuration;

/// The share of the impulses on a body below which what they leave of its motion is rounding: pyramids of 820 boxes
/// leave 2e-13.
static const double MOTION_ROUNDING = 1e-12;

/// Position and orientation of a body's frame; of one that changes its shape the rotation of A = R U.
void configuration_frame(const configuration *at, int body, vec3 *position, quat *orientation);

/// Where a point of a body's frame is in the world.
vec3 configuration_point(const configuration *at, int body, vec3 point);

/// F ◄ what takes vectors of a body's frame to the world, row-major, with its stretch; *position ◄ where the frame's
/// origin is.
void configuration_map(const configuration *at, int body, vec3 *position, double F[9]);

/// The inverse mass of all objects, factored.
typedef struct inverse_mass
{
    const hf_model *model;

    /// body_count: inverse inertia of rigid bodies in world axes.
    double (*inverse)[9];

    /// tree_count each.
    articulated_scratch **trees;
    maximal_scratch **maximal;

    /// fibre_count
    double **fibres;

    /// constraint_tree_count.
    constraint_tree_scratch **constraint_trees;

    /// deformable_count.
    deformable_room *forms;
} inverse_mass;

/// What kinds compute in, kept by a world from step to step; tree_count each but for the last.
typedef struct object_scratch
{
    /// In the middle of a step, with M̂; anywhere else; at its beginning.
    articulated_scratch **middle, **probe, **start;

    /// NULL of trees in reduced coordinates.
    maximal_scratch **maximal;

    /// fibre_count each: in the middle of a step, with M̂; anywhere else.
    double **fibres, **fibre_probes;

    /// constraint_tree_count.
    constraint_tree_scratch **constraint_trees;

    /// deformable_count.
    deformable_room *forms;
} object_scratch;

// ---- a step, as objects see it ----

typedef struct object_step
{
    const hf_model *model;
    const hf_settings *settings;
    hf_workspace *workspace;
    hf_error *error;

    /// Length [s] and θ of the step; its beginning, and the end of the whole step of which this may
    /// be a piece [s].
    double h, theta, time, end;

    /// h by the length of the last step; 0 before the first.
    double again;
    const object_scratch *scratch;

    /// object_count: their velocities jump in this step, as an attempt at it found; NULL: none does.
    const bool *implicit;

    /// own_v_count: what impulses changed velocities by in the attempt before this one, at the ends of fibres that did
    /// not hold then (world/stages/ends.c); NULL: what the last step tells.
    const double *expected;

    /// The smallest piece, whose motion was not found: rods go on without bends and twists.
    bool limp;

    // The state at the beginning.

    configuration start;

    /// body_count: force and torque from outside.
    const double (*push)[6];

    /// Own velocities, and what impulses changed them by in the last step.
    const double *v, *impulse;

    /// joint_count: where prescribed joints shall be.
    const double *track;

    // FREE. The step fills what belongs to bodies without an object.

    /// body_count: velocity and angular velocity at the beginning, and at the end if nothing
    /// touched.
    double (*before)[6], (*free)[6];

    /// body_count: angular momentum of rigid bodies then and then.
    double (*momentum)[3], (*spin)[3];

    /// body_count: Σ ‖r‖ of contacts [N s].
    double *pressure;

    /// Own velocities at the beginning, to which `impact_impulse` adds the impacts, and at the end if nothing
    /// acted but own forces.
    double *v_before, *v_free;

    /// Own velocities that forces which go with velocities were last taken at, of trees in reduced coordinates.
    double *v_mean;
    inverse_mass mass;

    /// One of the own velocities whose free motion the method does not find within a piece of this
    /// length; -1: it found all of them.
    int unsettled;

    /// A loop among bodies of a constraint tree whose gap is not closed within a piece of this length; -1: none.
    int unsettled_loop;

    /// object_count, of trees in reduced coordinates: dᵀ M̂ d, d what own forces do to the velocities in the step [J].
    double *drive;

    // Where a model has joints, loops or actuators; otherwise NULL.

    /// Moved on by (1 - θ) h at the velocities before: where M̂ and all rows are taken.
    configuration middle;

    /// body_count: velocities before, carried to the middle.
    double (*half)[6];

    /// Own velocities: generalized force of springs, actuators and tendons [N or N m], and the
    /// stiffness and damping that are implicit.
    double *force, *stiffness, *damping;

    /// body_count: force and torque of site actuators at the centre of mass.
    double (*extra)[6];

    /// Scratch: dof_count, 2 dof_count.
    int *dof_scratch;
    double *dense;

    // MOVE

    /// The configuration at the end, and own velocities there.
    configuration after;
    double *v_after;
} object_step;

/// How implicit springs of an object are: θ, and 1 in the steps that it is moved by its new velocities in.
static inline double object_spring_weight(const object_step *step, int object)
{
    return step->implicit && step->implicit[object] ? 1.0 : step->theta;
}

/// Of the inertia that a spring moves: where θ² h² K is more, a step that jumps is made again with `implicit`. Of M x''
/// + D x' + K x = 0, taken in the middle of the step and moved by h v⁺, the numbers a = h² K / 4 M and d = h D / M have
/// trace (2 + d - 4 a) / s and determinant (1 - a) / s, s = 1 + a + d: swings grow from a = 1 + d/2 on. So dampers
/// count with half of h D.
static const double SPRING_RESOLVED = 0.5;

/// What acts on a body that moves at v and turns at w, beside gravity, contacts and joints: force at
/// its centre of mass and torque.
void object_forces(const object_step *step, int body, vec3 v, vec3 w, vec3 *force, vec3 *torque);

// ---- the table ----

/// What becomes of a move: it stands, or the step is made again with `implicit`, or in halves where it may be.
typedef enum move_fit
{
    MOVE_FITS,
    MOVE_ROUGH,
    MOVE_LONG
} move_fit;

/// What a kind of one body is made of (small_body.h).
typedef struct small_body small_body;

/// What an object is made of.
typedef enum object_make
{
    MADE_OF_ONE_BODY,
    MADE_OF_LINKS,         // a tree; `index` is its place among those of the mechanism
    MADE_OF_LOOPED_BODIES, // free bodies, and the loops that join them to a tree
    MADE_OF_SEGMENTS       // a rod
} object_make;

/// How an object moves in a step.
typedef struct object_motion
{
    // ---- FREE ----

    /// `before`, `middle` and `half`; what of the free motion does not depend on actuators.
    hf_status (*begin)(object_step *step, int object);

    /// Factors M̂; `free` and `v_free`, with `force` and `extra`.
    hf_status (*free)(object_step *step, int object);

    // ---- impulses ----

    /// Velocities before and free ◄ as if the step began after this impulse at `arm` from the centre
    /// of mass, or with `turn` after this moment. Needed if it travels.
    void (*impact_impulse)(object_step *step, int body, bool turn, vec3 arm, vec3 impulse);

    /// Velocities in `to`, or v_after, += what sign · impulse there does, or with `turn` that moment.
    /// NULL: it takes all impulses together, by z.
    void (*strike)(const object_step *step, int body, double sign, bool turn, vec3 arm, vec3 impulse,
                   const configuration *to);

    /// Half a step on by the velocities before, in `bodies`; inverse mass, `before` and `free` there.
    /// Needed if it travels.
    void (*half_way)(object_step *step, int object, body_state *bodies);

    // ---- MOVE and CORRECT ----

    /// The velocities without impulses, for `strike` to add to. NULL: none is needed.
    void (*coast)(object_step *step, int object);

    /// v_after ◄ velocities after all impulses; after[body] ◄ those of its bodies in the
    /// configuration of the solve. z as above, p likewise Σ H r of rows that are no contacts; both
    /// may be NULL where all impulses came by `strike`.
    void (*take)(object_step *step, int object, double *z, const double *p, double (*after)[6]);

    /// Positions and velocities at the end; θ = step->theta where velocities are smooth, otherwise 1.
    hf_status (*move)(object_step *step, int object, double theta);

    /// Whether its step was such that it may be moved by θ = 1 where step->theta is not; otherwise the step is made
    /// again with `implicit`. NULL: always.
    bool (*fits_jump)(const object_step *step, int object);

    /// Whether the move that was made may stand, which is asked after it. NULL: always.
    move_fit (*fits_move)(object_step *step, int object);

    /// Moves it by what z makes of it; velocities stay.
    hf_status (*displace)(object_step *step, int object, double *z);

    /// way ◄ the farthest that `displace` moves a point of it by the same z, to first order, or more [m]. NULL: it is
    /// not known.
    hf_status (*way)(object_step *step, int object, const double *z, double *way);

    /// Rows and inverse mass where `move` has taken it, for CORRECT, in the place of those of the middle. False: they
    /// stay where they are. NULL: so they do always.
    bool (*stand_after)(object_step *step, int object);

    /// The end of a step: velocities of its bodies where they have come. NULL: they are known.
    void (*settle)(object_step *step, int object);

    /// Nothing moves: `middle`, `after` and M are those of the state as it is.
    hf_status (*stand)(object_step *step, int object);
} object_motion;

/// Its rows.
typedef struct object_rows
{
    /// Velocities of the object that move `body`, ascending, counted from the object's first; room
    /// for dof_count. Returns how many.
    int (*dofs)(const hf_model *model, int body, int *dofs);

    /// H[dof] += scale · (velocity along d of the point at `arm` from the centre of mass), or
    /// · (angular velocity along d). H is dense over the object's velocities; `dofs` and `row` are
    /// scratch of as many.
    void (*point)(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs, double *row);
    void (*turn)(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row);

    /// Dofs and row of a joint's velocity, given by its place among own velocities. NULL where there are no joints.
    int (*joint_dofs)(const hf_model *model, int place_v, int *dofs);
    void (*joint)(const configuration *at, int place_v, double scale, double *H);

    /// From `count` entries H at dofs to h, g at out; returns how many (at most dof_count).
    int (*half)(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out, double *h,
                double *g);

    /// Half rows of up to four rows with equal dofs, one after the other in H; row k of h and g begins at k * apart.
    /// Overwrites H, and room of four numbers a dof. Returns 0 where they are to be asked for row by row. May be NULL.
    int (*halves)(const inverse_mass *mass, int object, int rows, int count, const int *dofs, double *H,
                  double (*room)[4], int *out, double *h, double *g, size_t apart);

    /// dv ◄ what z = Σ g r does to the object's velocities; may be in place.
    void (*respond)(const inverse_mass *mass, int object, const double *z, double *dv);

    /// h and g of a point of one body in one go, or with `turn` of its angular velocity, as contacts want
    /// them; `dof` among those of all objects, may be NULL. Returns how many.
    int (*side)(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g);

    /// h and g of a point along `count` directions at once, in rows that begin `stride` entries after each other. Count
    /// 0: how many entries a row has, and nothing else. NULL: there is no faster way than one by one.
    int (*sides)(const object_step *step, int body, vec3 arm, int count, const vec3 *d, int stride, int *dof, double *h,
                 double *g);

    /// What `side` returns for a body, whatever the point and the direction; `side` may then be called for several
    /// contacts at a time. NULL: neither is so.
    int (*side_width)(const hf_model *model, int body);

    /// `to` += the generalized force that a force F at a point of a body, or a torque, is; `to` over
    /// own velocities. NULL: it goes to `extra`.
    void (*push)(const object_step *step, int body, bool turn, vec3 arm, vec3 F, double *to);
} object_rows;

/// Its part of the state.
typedef struct object_state
{
    /// Own coordinates, and bodies, as they start: from the definitions and at->q; v is zero before.
    void (*start)(const configuration *at, double *v, int object);

    /// Coordinates in the layout of mechanism.h from the state, and back.
    void (*read)(const configuration *at, const double *v, int object, double *q, double *out);
    void (*write)(const configuration *at, double *v, int object, const double *q, const double *in);

    /// One of its bodies as it is saved and hashed: x, q, v, and what it keeps of its turning. NULL:
    /// body_state as it is. Own coordinates are saved beside.
    void (*save)(const configuration *at, int body, double record[BODY_RECORD]);
    void (*load)(const configuration *at, int body, const double record[BODY_RECORD]);

    /// Puts one of its bodies there. INVALID if it cannot be set on its own.
    hf_status (*place)(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error);

    /// A ◄ what takes vectors of the principal frame of its body to the world. NULL: its bodies are rigid.
    void (*stretch)(const configuration *at, int body, double A[9]);
} object_state;

/// What is asked outside of steps.
typedef struct object_queries
{
    /// Its part of the mass matrix (n × n) and of the bias in that layout.
    hf_status (*mass_matrix)(const configuration *at, int object, double *M, size_t n, hf_error *error);
    hf_status (*bias)(const configuration *at, const double *v, const hf_settings *settings, int object, double *bias,
                      hf_error *error);

    /// J (6 × n, zero before) ◄ velocity of the point of `body` that is at `point`, and angular velocity,
    /// over the velocities in that layout. NULL: it is not known.
    hf_status (*jacobian)(const configuration *at, int body, vec3 point, double *J, size_t n, hf_error *error);

    /// M a + bias = force over its part of that layout: a ◄, or with `inverse` force ◄. NULL: it is not known.
    hf_status (*dynamics)(const configuration *at, const double *v, const hf_settings *settings, int object,
                          bool inverse, double *force, double *a, hf_error *error);

    /// Adds kinetic and potential energy [J].
    void (*energy)(const configuration *at, const double *v, const hf_settings *settings, int object, double *kinetic,
                   double *potential);
} object_queries;

/// A kind: what it is, and its four tables, which kinds may share.
typedef struct object_methods
{
    const char *name;
    object_make make;

    /// Impacts go from one to the next in rounds, by `impact_impulse` (impact.c), and contacts that last are
    /// described where `half_way` takes it (midpoint_contacts.c). Otherwise both are part of the one
    /// problem of the step.
    bool travels;

    /// begin, free, take, move and settle write nothing but what belongs to their object, and take memory from the
    /// workspace for themselves alone: they may run side by side.
    bool apart;

    /// Its shape is not given by the poses of its bodies. Springs that hold its shape are its own: whether they are
    /// taken at the end of a step is for `fits_jump` to say.
    bool deforms;

    /// It fills object_step.drive.
    bool drives;

    /// Its bodies turn by their angular momentum, also where CORRECT turns them.
    bool keeps_momentum;

    /// What masses do not change of in a world, and what to do. NULL: they do.
    const char *fixed_masses, *instead_of_masses;

    /// What to build a model with that is to be moved by other integrators than time stepping.
    const char *instead_of_stepping;

    /// Coordinates and velocities of a free body in the layout of mechanism.h; of a tree those of
    /// its floating base; fibres have as many as their kernels say.
    int q_size, v_size;

    /// How many of each are its own, beside what stands in body_state and momentum; trees have
    /// theirs from their joints.
    int own_size;

    /// Room in the scratch, and giving it back. NULL: it needs none.
    hf_status (*create)(const hf_model *model, int object, object_scratch *scratch, hf_error *error);
    void (*destroy)(const hf_model *model, int object, object_scratch *scratch);

    const object_motion *motion;
    const object_rows *rows;
    const object_state *state;
    const object_queries *queries;

    /// Of kinds of one body and few velocities (small_body.h): what the tables that they share are made of.
    const small_body *small;

    /// For integrators at the level of accelerations (acceleration/acceleration.h). NULL: they do not know it.
    const struct acceleration_methods *acceleration;
} object_methods;

extern const object_methods object_rigid, object_reduced, object_maximal, object_planar, object_fibre,
    object_constraint_tree, object_particle, object_scaled, object_affine;

/// Unit vectors of the space that a particle moves in, in e; returns how many there are.
int particle_basis(const hf_body_def *def, vec3 e[3]);

/// The kind of a free body that is nobody's parent or link.
object_kind object_kind_of(const hf_body_def *def);

/// The bodies of an object, and how many they are; ascending.
const int *object_bodies(const hf_model *model, int object, int *count);

/// sum ◄ that of two numbers of each object, kind by kind, so that its bits do not depend on how bodies and trees are
/// mixed.
void objects_sum(const hf_model *model, double (*each)[2], double sum[2]);

/// The methods of a kind.
const object_methods *object_methods_of(object_kind kind);

/// The methods of an object.
const object_methods *object_of(const hf_model *model, int object);

/// The methods of the object that a body belongs to; NULL if it has no velocities of its own.
const object_methods *object_of_body(const hf_model *model, int body);

/// The plane that everything that moves in a contact of two bodies stays in: both stay in one plane,
/// or one does and the other is static. False if there is none.
bool object_contact_plane(const hf_model *model, int body_a, int body_b, vec3 *normal);

/// What objects of a model compute in. What a failed creation took is given back by destroying it.
hf_status object_scratch_create(const hf_model *model, object_scratch *scratch, hf_error *error);
void object_scratch_destroy(const hf_model *model, object_scratch *scratch);

#endif
