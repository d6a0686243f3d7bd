// The acceleration-level mode: what its files share. baraff.c is the stage and says what it does.
//
//   baraff_scene.c      a configuration: where everything is, and its accelerations without contact
//   baraff_contacts.c   the contacts that last there, and how they drift
//   baraff_rows.c       rows of loops, limits, springs, motors and dry friction
//   baraff_problem.c    problems over all of these, and their answers
//   baraff_forces.c     forces
//   baraff_impulses.c   collisions, what velocities are left to be projected out, and impulses along a ray
//   baraff_move.c       Runge–Kutta 4
//   first_order.c       the world without inertia, which is made of the same parts

#ifndef HF_PAPERS_BARAFF1994_ACCELERATION_BARAFF_H
#define HF_PAPERS_BARAFF1994_ACCELERATION_BARAFF_H

#include "world/rows/problem_rows.h"
#include "world/step_budget.h"
#include "world/step_mechanism.h"

#include "holdfast/pivot.h"

static const double BARAFF_STILL = 1e-7;    // [m/s or rad/s]: a smaller approach is none
static const double BARAFF_SLIPPING = 1e-5; // [m/s or rad/s]: a smaller slip is none, …
static const double BARAFF_CREEP = 0.01;    // … nor is what gravity makes in this share of a step
static const double BARAFF_TOUCHING = 1e-7; // [m or rad]: a smaller gap is none
static const double BARAFF_ALONG = 1e-4;    // of the step: a moment, over which rates are differenced

/// The state of all objects, one after the other (model/acceleration/acceleration.h).
typedef struct baraff_state
{
    int count;
    double *y;
} baraff_state;

/// What happens at a configuration: rows that hold, their forces, and how long that lasts.
typedef struct baraff_scene
{
    /// A context whose configuration is this one: `at` and objects->middle. Its contacts are those that last; records
    /// hold forces [N] as r, and velocities as u.
    step_context at;

    /// Where everything is; own velocities.
    configuration here;
    double *v;
    double time;

    /// Length of the piece that forces are wanted for [s].
    double h;

    /// A smaller slip is none [m/s or rad/s].
    double slipping;

    /// f = m v: velocities stand where accelerations do (first_order.c).
    bool first_order;

    /// dof_count: accelerations without the forces of rows, and with them; own_v_count, body_count: the first of trees,
    /// and of bodies.
    double *a, *answer, *a_own;
    double (*a_bodies)[6];

    /// Scene a moment later, at equal velocities, for rates; NULL where none are wanted.
    struct baraff_scene *later;

    /// object_count: the first of the objects that rows connect, and how many rows they have together: islands, which
    /// are solved one by one.
    int *island, *island_rows;

    /// Of contacts: friction, and u̇ without forces of rows, in its axes.
    hf_pivot_friction *friction;
    double (*drift)[3];

    /// Of contacts: the slip at the beginning of the piece, in world axes.
    double (*slip)[3];

    /// mechanism.row_count, by the places of rows: rates; forces [N or N m]; whether a limit touches; the sign of a
    /// velocity with dry friction, 0 at rest.
    double *rate, *force;
    bool *on;
    int *sign;

    /// Springs of joints by own velocity, then actuators, then tendons: it is so stiff that it takes a row.
    bool *stiff;

    /// Points that do not touch, or part.
    hf_contact *apart;
    int apart_count;

    /// The first event, from now [s].
    double until;
} baraff_scene;

// ---- states ----

/// y ◄ the state of a configuration, room taken. False if memory is short.
bool baraff_flatten(const step_context *step, const configuration *at, const double *v, baraff_state *state);

/// All objects, and driven bodies, as y and the time say. `at` and v are filled.
void baraff_place(const step_context *step, const baraff_state *state, double time, const configuration *at, double *v);

/// The scene at a state; contacts and rows are not yet known. `first`: the scene that began the piece, or NULL if this
/// is it.
hf_status baraff_configure(const step_context *step, const baraff_state *state, double time, double h, baraff_scene *f);

/// Scene of the world without inertia: everything stands still but what is driven.
hf_status baraff_configure_still(const step_context *step, const baraff_state *state, double time, double h,
                                 baraff_scene *f);

/// Accelerations under all forces but those of rows; springs and motors that are stiff are found. `first` as above.
hf_status baraff_accelerate(baraff_scene *f, const baraff_scene *first);

/// rates ◄ dy/dt at accelerations a; not `moving`: what a alone does.
void baraff_rates(const baraff_scene *f, const double *a, bool moving, double *rates);

// ---- rows ----

/// Points within `reach` of their bodies [m].
hf_status baraff_detect(const baraff_scene *f, const double *reach, contact_point **points, int *count);

/// Contacts that touch and do not part, and those that are apart; with `first` the contacts that it has.
hf_status baraff_find_contacts(baraff_scene *f, const baraff_scene *first);

/// The first moment at which a gap closes; accelerations are known.
hf_status baraff_find_closings(baraff_scene *f);

/// u̇ of the contacts without forces.
hf_status baraff_contact_drifts(baraff_scene *f);

/// Forces of springs, motors and dry friction that are known, to objects->force and extra; what is stiff is marked.
hf_status baraff_known_forces(baraff_scene *f, const baraff_scene *first);

/// Rows of loops, limits, dry friction at rest, and what is stiff. Of a block b holds u̇ without forces, and `approach`
/// its rate: NAN of what no velocity has to fit; of loops that is in `rate`.
hf_status baraff_find_rows(baraff_scene *f, const baraff_scene *first);

/// The moment at which a joint that slides in its dry friction comes to rest.
void baraff_find_rests(baraff_scene *f);

// ---- problems ----

/// What follows from an answer that is not good enough: shorter pieces while that may help, then impulses.
static inline step_why baraff_not_good(const step_context *step)
{
    return step_may(step, WHY_POOR) && !step_budget_half(step->run) ? WHY_POOR : WHY_NO_FORCES;
}

/// What a problem asks of its blocks.
typedef enum baraff_ask
{
    BARAFF_FORCES,  // accelerations, by every law
    BARAFF_SLIDES,  // the same without rows of friction that is dynamic: it is part of the normal force
    BARAFF_COLLIDE, // velocities after a collision: contacts with restitution, limits, loops
    BARAFF_STICK    // velocities 0: contacts and dry friction that hold, loops
} baraff_ask;

/// A problem over the rows of an island, and where its blocks come from.
typedef struct baraff_problem
{
    hf_problem *problem;
    problem_rows rows;
    int island;
    int *source;                 // of each block: contact k is k, block k of the mechanism -1 - k
    double unit, *scale;         // of impulses, and of each block beside
    double *r, *slip, *ray;      // of each row
    hf_pivot_friction *friction; // of each block
} baraff_problem;

/// What the step leaves behind: contacts, their forces as impulses over the step, and forces of rows.
void baraff_keep(step_context *step, const baraff_scene *f);

/// The end of the step, where stage CORRECT begins.
void baraff_end(step_context *step, const baraff_state *state, double time);

/// Islands of the rows that are known.
hf_status baraff_find_islands(baraff_scene *f);

hf_status baraff_pose(const baraff_scene *f, baraff_ask ask, int island, baraff_problem *p);

/// Answers of the problem ► records and places; to += what p->r (or another answer) does to the velocities of the
/// island.
void baraff_read(baraff_scene *f, const baraff_problem *p);
hf_status baraff_respond(const baraff_scene *f, const baraff_problem *p, const double *r, double *to);

/// p->r ◄ the forces in `from`, which has the same contacts, or where that is NULL those of the last step: the warm
/// start.
void baraff_guess(const baraff_scene *f, const baraff_scene *from, baraff_problem *p);

/// The forces, accelerations with them, and when a slip comes to rest.
/// `first`: the scene that began the piece, or NULL if this is it. Where no forces exist *ray ◄ true, and `answer` what
/// an impulse of unit size along the ray does to all velocities.
hf_status baraff_forces(step_context *step, const baraff_scene *first, baraff_scene *f, bool *ray);

// ---- impulses ----

/// Collisions: velocities in `state` change.
hf_status baraff_collide(step_context *step, baraff_scene *f, const baraff_state *state, bool *changed);

/// Projects out what is left of slips that have come to rest, and of rates of loops; forces are known.
hf_status baraff_stick(step_context *step, baraff_scene *f, const baraff_state *state, bool *changed);

/// An impulse along the ray, as long as no slip turns round (section 6). *applied: false if no slip gets less.
hf_status baraff_ray_impulse(step_context *step, baraff_scene *f, const baraff_state *state, bool *applied);

/// y += what a jump of all velocities by dv does.
hf_status baraff_kick(const baraff_scene *f, const double *dv, const baraff_state *state);

/// One piece of length h from `state`, in place; `first` has the forces at its beginning.
hf_status baraff_move(step_context *step, const baraff_scene *first, double h, const baraff_state *state);

#endif
