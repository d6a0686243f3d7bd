// The step: what its stages hand to each other, and what each of them is. step.c runs them, docs/step.md explains them.

#ifndef HF_WORLD_STEP_H
#define HF_WORLD_STEP_H

#include "world/world.h"

/// Overlap up to this is left alone [m].
#define OVERLAP_SLACK 5e-9

/// A gap up to this is none [m].
#define GAP_SLACK 5e-8

/// One contact while a step is under way.
typedef struct step_contact
{
    hf_contact record; // r and u filled in by the solve
    double
        shift; // added to u_N in the law: gap / h where they do not touch yet, -(speed of the rebound) where a mechanism bounces [m/s]
    double approach;          // u_N at the beginning of the step, after the impacts [m/s]
    double acceleration;      // of u_N without impulses [m/s²]
    bool travels;             // its impact is one of free bodies (impact.c)
    bool rebounds;            // it is one of mechanisms, in the problem of the step
    bool rolls;               // it is described in the middle of the step (middle.c)
    double drift[3];          // then: u at the end is that much more than in the middle, in the contact frame [m/s]
    double origin[3];         // then, and of all contacts of such a step: the point at the beginning
    double bias;              // CORRECT, then: gap at the end beyond what the carried points say [m]
    double impact_impulse[3]; // impulse of the impacts at the beginning of the step, in the contact frame [N s]
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

    const rigid_state *start; // body_count: the beginning, if `at` is another configuration (middle.c); otherwise NULL

    // FREE
    double (*before)[6];   // body_count: velocity and angular velocity at the beginning; ASSEMBLE adds the impacts
    double (*momentum)[3]; // body_count: angular momentum at the beginning; likewise
    double (*free)[6];     // body_count: the same at the end if nothing touched
    double (*spin)[3];     // body_count: angular momentum at the end if nothing touched
    double (*inverse)[9];  // body_count: inverse inertia in world axes
    pose *poses;           // body_count: of the body's frame
    double *least_reach;   // body_count: how far contacts are looked for at least [m]; 0 at first
    object_step *objects;  // the step as objects see it: it shares these arrays (model/object.h)
    struct step_mechanism *mechanism; // step_mechanism.h; NULL where there is none

    // DETECT
    double *reach; // body_count: how far contacts were looked for [m]
    contact_point *points;
    int point_count;

    // ASSEMBLE
    int contact_count;
    step_contact *contacts;
    double
        unit_mass; // impulses of the problem are in units of unit_mass · 1 m/s: a power of two near the lightest effective mass [kg]
    double *r;     // in these units: 3 × contact_count, then the rows of mechanisms; the guess
    double *guess; // what the solve started with, as long as r
    int *dof_back; // of the problem's degrees of freedom: among those of all objects; -1: of a compliance

    hf_report impact; // of the impacts: the worst certificate, iterations summed

    // MOVE, CORRECT
    rigid_state *next; // body_count
    double *lasting;   // 3 × contact_count: what the next step expects of r [N s]; NULL: all of it
    double penetration;
    bool ray; // no forces exist: the acceleration-level mode gives way to a step with impulses

    bool *as_rows; // actuator_count: motors that reached their limits in an attempt at this step and take a row now
    bool again;    // one more has: the stages begin anew
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

/// Rounds of stage CORRECT, on what is in step->contacts and step->mechanism->after. *widest: gap of loops and limits that is left.
hf_status correct_positions(step_context *step, int rounds, double *widest);

/// Impacts with restitution, round by round (impact.c); part of ASSEMBLE. Changes before, free, spin and the contacts' impact impulses.
hf_status impact_rounds(step_context *step);

/// Describes contacts that last while bodies turn in the middle of the step (middle.c); part of ASSEMBLE, after the impacts. Changes at, inverse, and the
/// angular velocities in before and free.
hf_status contacts_to_middle(step_context *step);

/// step->lasting ◄ the part of the impulses that the next step expects again (lasting.c); part of MOVE. set: of each contact, a number of the set
/// of bodies that press on each other, below body_count.
hf_status impulses_that_last(step_context *step, const int *set);

/// Whether some body now comes farther in the step than contacts were looked for; least_reach says how far.
bool impacts_outran(step_context *step);

/// After DETECT: into how many pieces thin and fast bodies ask the step to be cut (fast.c).
int fast_pieces(const step_context *step);

enum
{
    STEP_HALVINGS = 6 // a step that is not certified, or not accurate enough, is cut into at most 2^6 pieces
};

/// A piece of a step that was halved `depth` times, cut as far as its certificate and thin bodies need it (step.c). What it cost and what its pieces
/// certify is added to `sum` and `report`; not certified: the state is somewhere on the way.
hf_status step_piece(hf_world *world, double h, int depth, hf_report *sum, hf_step_report *report, hf_error *error);

/// The same, cut further until the error of its positions is `allowed` [m] (accuracy.c).
hf_status step_accurately(hf_world *world, double h, double allowed, int depth, hf_report *sum, hf_step_report *report,
                          hf_error *error);

/// How far any point of a body may come in this step.
double body_way(const step_context *step, int body);

/// The acceleration-level mode: in the place of DETECT … MOVE (baraff.c).
hf_status stage_baraff(step_context *step);

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

/// Both rows of objects' matrices for one direction d at a contact: H over the degrees of freedom of what moves, and G = H M⁻¹ (object.h). Returns
/// how many there are (at most contact_width); `dof` may be NULL. -1 if memory is short.
int contact_row(const step_context *step, const hf_contact *contact, vec3 d, int *dof, double *H, double *G);

/// Room that a row of this contact needs.
int contact_width(const hf_model *model, const hf_contact *contact);

#endif
