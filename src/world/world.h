// The world as the stages of a step see it.

#ifndef HF_WORLD_WORLD_H
#define HF_WORLD_WORLD_H

#include "holdfast/world.h"

#include "world/model.h"

/// The impulse of a contact in the last step, in world axes: what the next step starts its solve with.
typedef struct warm_impulse
{
    int shape_a, shape_b;
    uint64_t id;
    double impulse[3]; // on A [N s]
} warm_impulse;

/// All that is needed to resume.
typedef struct world_state
{
    double time;         // [s]
    double last_h;       // length of the last step [s]; 0 before the first
    rigid_state *bodies; // body_count
    double (*push)[6];   // body_count: force [N] and torque [N m]
    int warm_count, warm_capacity;
    warm_impulse *warm; // in the order of detection

    // Mechanisms: one array, in this order.
    double *coordinates;
    double *q, *v;     // of all trees
    double *impulse;   // generalized, of everything but free motion in the last step: what the next one expects again
    double *control;   // actuator_count
    double *track;     // joint_count: where prescribed joints shall be
    double *reactions; // mechanism.row_count: impulses of rows in the last step
} world_state;

struct hf_world
{
    const hf_model *model;
    hf_settings settings;
    world_state state;
    world_state backup; // the state before the step, while one is under way
    collide_state *collide;
    hf_workspace *workspace;

    int contact_count, contact_capacity;
    hf_contact *contacts; // of the last step
    hf_problem *problem;  // of the last step; NULL before it
    hf_workspace *shelf;  // where it lives, and nothing else
    double *r;            // its answer, in the problem's own units
    size_t r_capacity;

    double *view_q, *view_v; // what hf_world_q and hf_world_v show: the layout of mechanism.h
    double *actuator_force;  // actuator_count: in the last step

    hf_stage_observer observer;
    void *observer_context;
};

/// One contact while a step is under way.
typedef struct step_contact
{
    hf_contact record; // r and u filled in by the solve
    double
        shift; // added to u_N in the law: gap / h where they do not touch yet, -(speed of the rebound) where they bounce [m/s]
    double approach;     // u_N before the step [m/s]
    double acceleration; // of u_N without impulses [m/s²]
    bool collides;       // its normal velocity jumps in this step
} step_contact;

/// What one step hands from stage to stage. Arrays live in the workspace; the comment says which stage fills them.
typedef struct step_context
{
    hf_world *world;
    const hf_model *model;
    double h;
    double theta;
    hf_workspace *workspace;
    hf_step_report *report;
    hf_error *error;

    const rigid_state
        *at; // body_count: the configuration in which contacts are described; the state at the beginning, as a rule

    // FREE
    double (*before)[6];  // body_count: velocity and angular velocity at the beginning
    double (*free)[6];    // body_count: the same at the end if nothing touched
    double (*spin)[3];    // body_count: angular momentum at the end if nothing touched
    double (*inverse)[9]; // body_count: inverse inertia in world axes
    pose *poses;          // body_count: of the body's frame

    // DETECT
    contact_point *points;
    int point_count;

    // ASSEMBLE
    int contact_count;
    step_contact *contacts;
    double
        unit_mass; // impulses of the problem are in units of unit_mass · 1 m/s: a power of two near the lightest effective mass [kg]
    double *r; // 3 × contact_count, in these units; the guess

    // MOVE, CORRECT
    rigid_state *next; // body_count
    double penetration;
    bool ray; // no forces exist: the acceleration-level mode gives way to a step with impulses
} step_context;

typedef struct step_stage
{
    hf_stage name;
    hf_status (*run)(step_context *step);
} step_stage;

hf_status stage_free(step_context *step);
hf_status stage_detect(step_context *step);
hf_status stage_assemble(step_context *step);
hf_status stage_solve(step_context *step);
hf_status stage_move(step_context *step);
hf_status stage_correct(step_context *step);

/// The acceleration-level mode: in the place of DETECT … MOVE (baraff.c).
hf_status stage_baraff(step_context *step);

/// What acts on a body that moves at v and turns at w, beside gravity, contacts and joints: force at its centre of mass and torque.
void body_forces(const step_context *step, int k, vec3 v, vec3 w, vec3 *force, vec3 *torque);

/// The pose of every body's frame.
void poses_of(const hf_model *model, const rigid_state *bodies, pose *poses);

/// Bodies, surface and frame of a point that touches.
void contact_describe(const hf_model *model, const contact_point *point, hf_contact *contact);

/// The unit normal and both tangents.
void contact_axes(const hf_contact *contact, vec3 axis[3]);

/// The impulse of a contact in world axes.
vec3 contact_impulse(const hf_contact *contact);

/// v += M⁻¹ Hᵀ r for one contact, on states whose positions are those of step->at.
void contact_apply(const step_context *step, const hf_contact *contact, rigid_state *bodies);

/// Open, stick or slip, from r and u.
hf_contact_status contact_classify(const hf_contact *contact);

/// The velocity of A relative to B at a point, in world axes, when the bodies have the velocities `v` and stand as in step->at.
vec3 contact_velocity(const step_context *step, const hf_contact *contact, double (*v)[6]);

/// Both rows of bodies' matrices for one direction d at a contact: H over the free bodies' degrees of freedom, and G = H M⁻¹. Returns
/// how many degrees of freedom there are (6 or 12); `dof` may be NULL.
int contact_row(const step_context *step, const hf_contact *contact, vec3 d, int *dof, double *H, double *G);

/// Moves a copy of the state's arrays; both have body_count bodies. False if memory is short (then `to` is as it was).
bool state_copy(const hf_model *model, const world_state *from, world_state *to);

/// Room for `count` impulses. False if memory is short.
bool state_reserve(world_state *state, int count);

/// Length of world_state.coordinates.
size_t state_coordinate_count(const hf_model *model);

/// Generalized coordinates in the layout of mechanism.h.
void world_read_coordinates(const hf_world *world, double *q, double *v);

/// Energy of the whole [J].
void world_energy(const hf_world *world, double *kinetic, double *potential);

#endif
