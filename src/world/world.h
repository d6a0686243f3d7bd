// The world and its state.

#ifndef HF_WORLD_WORLD_H
#define HF_WORLD_WORLD_H

#include "holdfast/world.h"

#include "model/model.h"

/// The impulse of a contact in the last step, in world axes: what the next step starts its solve with.
typedef struct warm_impulse
{
    int shape_a, shape_b;
    uint64_t id;
    double impulse[3]; // on A [N s]
    double place[3];   // where it acted [m]
    double creep[3];   // of a contact that sticks: how far its points have come apart, in world axes [m] (sticking.c)
    int64_t sticks;    // it sticks: 0 or 1
} warm_impulse;

/// A pair of shapes that is left alone until it first separates (overlap.c).
typedef struct ignored_pair
{
    int shape_a, shape_b; // shape_a < shape_b
    double depth;         // of the overlap when the poses were set [m]
} ignored_pair;

/// All that is needed to resume.
typedef struct world_state
{
    double time;           // [s]
    double last_h;         // length of the last step [s]; 0 before the first
    body_state *bodies;    // body_count
    double (*momentum)[3]; // body_count: angular momentum of rigid bodies [kg m²/s]
    double (*push)[6];     // body_count: force [N] and torque [N m]
    double *applied;       // mechanism.v_count: generalized forces in the layout of mechanism.h [N or N m]; …
    bool any_applied;      // … one of them is not 0: then they are saved
    int warm_count, warm_capacity;
    warm_impulse *warm;  // in the order of detection
    double (*moment)[3]; // of the same, about their points in world axes [N m s]; saved where a model has moments
    bool *unselected;    // of the same: they solve the step, but are not the selected answer (docs/selection.md)
    bool *stressed;      // of the same: they are, and need prestress
    bool halved; // the next step begins with its halves: as a whole the last one was not to be had (step_control.c)

    // Overlap of poses that were set from outside.
    int ignored_count, ignored_capacity;
    ignored_pair *ignored; // ascending
    bool *placed;          // body_count: its pose was set since overlap was last looked for …
    bool any_placed;       // … of one of them at least

    // Mechanisms: one array, in this order.
    double *coordinates;
    double *q, *v;      // of all trees
    double *impulse;    // what impulses changed v by in the last step: the next one expects it again
    double *control;    // actuator_count
    double *activation; // mechanism.activation_count
    double *track;      // joint_count: where prescribed joints shall be
    double *reactions;  // mechanism.row_count: impulses of rows in the last step
    double *history;    // mechanism.history_count: controls that were kept, and when (delay.c)
    double *input;      // actuator_count: controls as actuators see them; where none is delayed, `control` itself
} world_state;

struct step_context;

/// Who is told of every piece of a step that is taken over, before the state changes (record/proof/). What comes
/// after a mark is taken back where a step goes back, or is not made. Without `piece` there is nobody.
typedef struct world_witness
{
    void *context;
    hf_status (*piece)(void *context, const struct step_context *step, hf_error *error);
    size_t (*mark)(const void *context);
    void (*back)(void *context, size_t mark);
} world_witness;

struct hf_world
{
    const hf_model *model;
    hf_model *own; // what `model` is after a change (adjust/adjust.c); NULL: none was made
    hf_settings settings;
    world_state state;
    world_state backup; // the state before the step, while one is under way
    double end;         // of the step under way [s]
    collide_state *collide;
    hf_workspace *workspace;

    int contact_count, contact_capacity;
    hf_contact *contacts;        // of the last step
    hf_problem *problem;         // of the last step; NULL before it
    hf_workspace *problem_arena; // where it lives, and nothing else
    double *r;                   // its answer, in the problem's own units
    int stood, moved;            // of its report
    size_t r_capacity;

    // The round of impacts with the worst certificate beyond the tolerance in the last step; NULL: there is none.
    hf_problem *impact_problem;
    hf_workspace *impact_arena; // where it lives, with its answer
    double *impact_r, impact_natural;
    bool impact_shown; // by hf_world_problem

    object_scratch scratch; // what objects compute in

    // Meshes with keyframes: deform_count, vertices at the time `deformed_at` that detection has them at, and at the
    // end of the step (deform.c).
    double *(*surfaces)[2];
    double deformed_at;

    // Contacts that keep fibres from crossing, of the piece under way (fibre_contacts.c), ascending.
    int crossing_capacity;
    contact_point *crossings;

    int overlap_count, overlap_capacity;
    hf_overlap *overlaps; // found when poses were last looked at

    // What hf_world_q and hf_world_v show, in the layout of mechanism.h; whatever changes the state ends with
    // world_show.
    double *view_q, *view_v;
    double *actuator_force; // actuator_count: in the last step

    // body_count, of models that adhere: force [N] and torque about the centre of mass [N m] that adhesion had in the
    // last step (adhesion.c).
    double (*adhesion)[6];

    // The state is where a step has led, from `backup`: what sensors know accelerations and forces by.
    bool stepped;

    // The last step was exact and has changed nothing but the time: from the same state the next one does the same.
    bool still;
    hf_step_report repeated; // its report

    // Kinetic and potential energy of every object, springs included [J], if it is known in this state (energy.c).
    double (*energy)[2];
    bool energy_known;

    /// Of the piece under way (travel.c).
    double tolerance;

    // Told of an attempt that succeeds, before its new state is taken over; NULL: nobody (derivative/exact.c).
    hf_status (*onlooker)(void *context, struct step_context *step);
    void *onlooker_context;

    hf_stage_observer observer;
    void *observer_context;
    hf_controller controller;
    void *controller_context;
    bool controlled; // it is being called
    world_witness witness;
    int changes; // of the model (adjust/) and of settings, so far
};

/// Whether a model in its present form can be stepped with these settings.
hf_status world_check(const hf_model *model, const hf_settings *settings, hf_error *error);

/// The pose of every body's frame; q: own coordinates of objects, which stretches are in.
void poses_of(const hf_model *model, const body_state *bodies, const double *q, pose *poses);

/// What a configuration makes of the frame of one body that changes its shape.
pose pose_of_form(const hf_model *model, const body_state *bodies, const double *q, int body);

/// Whether a body moves by impulses: a free one, or a link of a tree that has joints.
static inline bool body_yields(const hf_model *model, int body)
{
    int object = model->body_object[body];
    return object >= 0 && model->objects[object].dof_count > 0;
}

/// Whether a body is a segment of a fibre.
static inline bool body_is_segment(const hf_model *model, int body)
{
    return model->chain[body] >= 0;
}

/// Meshes with keyframes: memory, and moving them to where they are at a time (deform.c).
hf_status world_deforms_create(hf_world *world, hf_error *error);
void world_deforms_destroy(hf_world *world);
void world_deform(hf_world *world, double time);

/// Moves a copy of the state's arrays; both have body_count bodies. False if memory is short (then `to` is as it was).
bool state_copy(const hf_model *model, const world_state *from, world_state *to);

/// Room for the state of a model; false if memory is short. What there is of it is freed all the same.
bool state_create(const hf_model *model, world_state *state);
void state_free(world_state *state);

/// Whether two states are equal to the bit, but for the time.
bool state_equal(const hf_model *model, const world_state *a, const world_state *b);

/// hf_world_create without a look at what overlaps: while a model is built.
hf_status world_create_unseen(const hf_model *model, hf_world **world, hf_error *error);

/// The pairs that a step leaves alone, before it begins: those of poses that were set, without those that have
/// separated (overlap.c).
hf_status world_settle_overlaps(hf_world *world, hf_error *error);

/// A body's pose was set from outside, or all of those whose pose is not the one in `before`.
void world_mark_placed(hf_world *world, int body);
void world_mark_moved(hf_world *world, const body_state *before);
void world_clear_placed(hf_world *world);

/// hf_world_state_load of a state of this very step: what its poses overlapped by is known.
hf_status world_state_load(hf_world *world, const void *bytes, size_t size, hf_error *error);

/// Room for `count` impulses; for `count` pairs. False if memory is short.
bool state_reserve(world_state *state, int count);
bool state_reserve_ignored(world_state *state, int count);

/// Length of world_state.coordinates.
size_t state_coordinate_count(const hf_model *model);

/// Controls that are delayed: none was kept; a step that began at `time` is over, and its controls are kept; one that
/// is not delayed was set (delay.c).
void delay_begin(hf_world *world);
void delay_keep(hf_world *world, double time);
void delay_set(hf_world *world, int actuator);

/// Moves everything the least, in the metric of mass, so that loops close; *gap: what is left [m or rad]. Velocities
/// stay.
hf_status world_close_loops(hf_world *world, double *gap, hf_error *error);

/// The state as objects see it; its kinematics are scratch, which a caller that has the world const leaves alone.
configuration world_configuration(const hf_world *world);

/// What armature of tendons adds to the mass matrix and the bias in the layout of mechanism.h (sense/armature.c).
hf_status world_add_tendon_armature(const hf_world *world, double *M, hf_error *error);
hf_status world_add_tendon_bias(const hf_world *world, double *bias, hf_error *error);

/// Writes generalized coordinates where hf_world_q and hf_world_v show them; energies are no longer known.
void world_show(hf_world *world);

/// Force and torque on a body from outside, with what generalized forces on free bodies add; of all bodies, in the
/// workspace or the state's own, NULL if memory is short (query.c).
void world_push(const hf_world *world, int body, double push[6]);
const double (*world_pushes(const hf_world *world, hf_workspace *workspace))[6];

/// Gives a world a variant of its model, in world->own, unless it has one (adjust/adjust.c).
hf_status world_own_model(hf_world *world, hf_error *error);

/// Back to the model that the world was created with, and to no controller (adjust/adjust.c). False if memory is short.
bool world_forget_changes(hf_world *world, const hf_model *model);

/// Energy of the whole [J] (energy.c).
void world_energy(hf_world *world, double *kinetic, double *potential);

#endif
