// The step: what its stages hand to each other, and what each of them is.
// step.c runs them in order, step_control.c says when a part is done again,
// docs/step.md explains each.

#ifndef HF_WORLD_STEP_H
#define HF_WORLD_STEP_H

#include "world/step_budget.h"

/// Overlap up to this is left alone [m].
#define OVERLAP_SLACK 5e-9

/// Gaps up to this count as closed [m].
#define GAP_SLACK 5e-8

/// Of a vector: by which turning it into a frame, or projecting it, and back changes it. Of impulses: what no
/// certificate can tell.
static const double TURN_ROUNDING = 1e-15;

/// One contact while a step is under way.
typedef struct step_contact
{
    /// r and u are filled in by MOVE.
    hf_contact record;

    /// Rows of the problem, and the first of them: normal, then one or two
    /// tangents, then moments about the same axes (contact_row_count).
    int row_count, row;

    /// Its impulse in the last step, NULL if there was none: the one match with
    /// the warm start (DETECT).
    const warm_impulse *last;

    /// Added to u_N in the law [m/s]: gap / h where they do not touch yet, minus
    /// the speed of the rebound where a mechanism bounces.
    double shift;

    /// u_N at the beginning of the step, after the impacts [m/s], and its rate
    /// without impulses [m/s²]; |u_T| before the impacts.
    double approach, acceleration, slip;

    /// It is a point of a level patch that touches (patch.c).
    bool levels;

    /// The end: it sticks, and how far its points have come apart since it does, in world axes [m] (sticking.c).
    bool sticks;
    double creep[3];

    /// CORRECT: how far they had come apart where they are moved together [m]; 0: they are not.
    double crept;

    /// How deep CORRECT found it when it began, or how far it had crept [m]; 0 where it was open.
    double sunk, left; // left: how deep it is where CORRECT ends

    /// CORRECT has taken back what it had crept, and its gap (sticking.c).
    bool returned;

    /// Its impact is one of free bodies (impact.c), or one of mechanisms in the
    /// problem of the step.
    bool travels, rebounds;

    /// It is described in the middle of the step (midpoint_contacts.c), where the narrow phase found it or
    /// not. Then u at the end is `drift` more than in the middle, in the contact frame [m/s].
    bool rolls, found;
    double drift[3];

    /// The point at the beginning, of all contacts of a step in which one rolls.
    double origin[3];

    /// CORRECT, of one that detection found where the step ended: its point, carried back by A and by B.
    bool ends;
    double end[2][3];

    /// CORRECT, if it was found there: the gap at the end, by detection, beyond what the
    /// carried points say [m].
    double bias;

    /// Impulse of the impacts at the beginning of the step, in the contact frame
    /// [N s], and their moments [N m s].
    double impact_impulse[6];
} step_contact;

/// What overlaps: depth of the deepest point [m]; the largest depth relative to
/// the least width of the smaller shape, and where that is (-1: nothing does).
typedef struct overlap
{
    double depth, relative;
    int shape_a, shape_b;
} overlap;

// ---- why an attempt ends, and what becomes of its piece (step_control.c) ----

/// Why a stage cannot go on. step_reasons says what becomes of the piece.
typedef enum step_why
{
    WHY_NOT = 0,     // the step goes on
    WHY_POOR,        // the answer is not good enough (step_judge)
    WHY_UNSETTLED,   // FREE: the motion of a tree within the piece is not found; MOVE: its joints do not close
    WHY_ROD,         // the same, of a rod that was not yet taken by Euler's rule, or without its bends and twists
    WHY_PASSES,      // MOVE: a body turns through another; IMPACT, MOVE: one that flies past presses
    WHY_MOTOR_LIMIT, // MOVE: a motor that was taken to be within its limits is beyond them
    WHY_CROSSED,     // MOVE: fibres pass through each other
    WHY_OUTRAN,      // IMPACT, MOVE: a body now comes farther than contacts were looked for
    WHY_JUMPED,      // MOVE: velocities jump in what was stepped as if they did not (object_fibre.c)
    WHY_OPENED,      // MOVE: ends of fibres come off what holds them
    WHY_TOO_FAR,   // MOVE: something came farther than settings.travel, or rods and their ends went where they cannot;
                   // CORRECT: bodies sank in, and could not be corrected
    WHY_REBOUND,   // SOLVE, the end: rebounds of mechanisms have no answer, or gain energy
    WHY_ENERGY,    // the end: energy rose without a reason
    WHY_NO_FORCES, // acceleration-level mode: no forces exist
    WHY_COUNT
} step_why;

/// What becomes of a piece.
typedef enum step_verb
{
    STEP_TAKE,    // as it is: the stage goes on
    STEP_AGAIN,   // the same piece, of which one more fact is known
    STEP_SHORTER, // both halves of it
    STEP_FAIL     // it is not made
} step_verb;

/// How much of the work of the step is left when an attempt begins; a piece never has more than when it began.
typedef enum step_left
{
    STEP_FORCED, // the best answers are taken, whatever they are worth (settings.on_fail)
    STEP_SPENT,  // nothing
    STEP_SOME,   // less than half
    STEP_HALF    // half, or more
} step_left;

/// What becomes of a piece for a reason: its verb, up to `most` times while so much work is left; and then.
typedef struct step_reason
{
    const char *name;
    step_verb verb;
    int most;
    step_left needs;
    step_verb then;
} step_reason;

enum
{
    STEP_HALVINGS = 6,  // a piece is halved down to 2^-6 of the step …
    STEP_CUTS = 12,     // … and where something passes through another down to 2^-12 of that
    STEP_PIECES = 512,  // pieces of a step from which on nothing more is halved for that
    STEP_REFUSALS = 2,  // times that a piece is refused for its energy, one within the other
    STEP_ALWAYS = 10000 // attempts that end by themselves: each has one more motor, or less of a rebound
};

/// The table.
extern const step_reason step_reasons[WHY_COUNT];

/// A piece of a step: all that its halves inherit.
typedef struct step_piece
{
    double h; // [s]

    /// Times that it was halved; for what passes through another; and refused for its energy.
    int depth, cuts, refusals;

    step_left left;
} step_piece;

/// What is left of the rebounds of a body of a mechanism (rebounds.c).
typedef struct step_rebound
{
    enum
    {
        REBOUND_WHOLE = 0, // as e says
        REBOUND_NONE,      // e = 0, to see what that takes
        REBOUND_SHARE,     // as much as gains nothing
        REBOUND_LOST,      // e = 0: it has no answer, or gains all the same
    } phase;

    /// Of the speed of the rebound, 0 … 1, and what all of it gained [J].
    double share, gain;
} step_rebound;

/// What attempts at a piece have found out: the next one begins with that. Stages write it.
typedef struct step_facts
{
    hf_integrator mode; // NO_FORCES: impulses in the place of forces

    /// What ended the last attempt, and how often each reason has had its verb AGAIN. (step_control.c writes these.)
    step_why why;
    int tries[WHY_COUNT];
    long iterations; // of attempts that were given up

    bool *motor_rows;    // MOTOR_LIMIT, actuator_count: motors that take a row
    double *least_reach; // OUTRAN, body_count: how far contacts are looked for at least [m]
    bool take_all; // OUTRAN: a contact that was expected to stay open would have closed; all points become contacts
    int crossing_count;  // CROSSED: contacts in hf_world.crossings
    bool *implicit;      // JUMPED, object_count: what is stepped for velocities that jump
    double *expected;    // OPENED, own_v_count: what impulses changed velocities by in the attempt before
    int unsettled_fibre; // ROD: the object of a fibre whose rounds did not end; -1: none
    bool limp;           // ROD: rods go on without bends and twists

    step_rebound *rebounds; // REBOUND, body_count
    bool rebounds_lost;     // any were, for want of an answer
    bool at_start;          // contacts are described where the step begins: their problem has no answer in the middle

    /// ENERGY: what the attempt gained without a reason [J], and a body of what gained it; -1: none (energy_watch.c).
    /// It was gained by a tree that turns far, which may be halved further.
    double rise;
    int rise_body;
    bool far;

    /// What it gained or lost beside the work of what feeds it, and what CORRECT lifted [J].
    double balance;
} step_facts;

/// What the objects of a model allow: asked of its counts once, when an attempt
/// begins.
typedef struct step_rules
{
    /// Impacts of free bodies are a stage of their own: no loop, tendon or
    /// actuator holds any of them.
    bool impacts_travel;

    /// Contacts that roll are looked for in the middle of the step
    /// (midpoint_contacts.c).
    bool midpoint_contacts;

    /// Motors press by rows, not by free acceleration (MOVE); loops are to be
    /// closed, not nearly closed (CORRECT).
    bool joints;
} step_rules;

// ---- what stages share ----

/// What one attempt hands from stage to stage. Arrays live in the workspace and
/// are filled by the stage that stands above them.
typedef struct step_context
{
    hf_world *world;
    const hf_model *model;
    double h, theta;
    hf_workspace *workspace;
    hf_step_report *report;
    hf_error *error;
    step_run *run;
    const step_piece *piece;
    step_facts *facts;
    step_rules rules;

    /// Other than NOT: the stages end here.
    step_why why;

    /// body_count: the configuration in which contacts are described. As a rule
    /// it is the state at the beginning, and `start` is NULL; otherwise that is
    /// `start` (midpoint_contacts.c).
    const body_state *at, *start;

    // FREE

    /// body_count: velocity and angular velocity at the beginning, and angular
    /// momentum; IMPACT changes both.
    double (*before)[6], (*momentum)[3];

    /// body_count: the same at the end if nothing touched.
    double (*free)[6], (*spin)[3];
    double *pressure; // body_count, MOVE: Σ ‖r‖ of contacts

    /// body_count: inverse inertia in world axes.
    double (*inverse)[9];

    /// body_count: of the body's frame.
    pose *poses;

    /// The step as objects see it: it shares these arrays (model/object.h).
    object_step *objects;

    /// Rows beside the contacts (step_mechanism.h); without counts where a model has none.
    struct step_mechanism *mechanism;

    /// body_count: how far the surface of a mesh with keyframes moves in the step beside its body [m]; NULL: there is
    /// none.
    double *surface;

    // DETECT

    /// body_count: how far contacts were looked for [m].
    double *reach;

    /// object_count: mechanisms that pressed on something in the last step, and are expected to stay
    /// where they are (reach.c).
    bool *holds;
    int point_count, contact_count;
    contact_point *points;
    step_contact *contacts;

    /// Points that are no contacts, for they are expected to stay open (open_contacts.c).
    int open_count;
    int *open;

    // IMPACT

    /// The worst certificate of the impacts, iterations summed.
    hf_report impact;

    /// Rounds ended while something still approached.
    bool impacts_left;

    // ASSEMBLE

    /// Impulses of the problem are in units of unit_mass · 1 m/s: a power of two
    /// near the lightest effective mass [kg].
    double unit_mass;

    /// In these units, the rows of contacts, then those of mechanisms: the guess,
    /// and in SOLVE the answer.
    int contact_row_count;
    double *r, *guess;

    /// Contacts, then blocks of mechanisms: the guess is not the selected answer,
    /// and in SOLVE the answer is not (docs/selection.md).
    bool *unselected;

    // Of the same: it needs prestress.
    bool *stressed;

    /// contact_row_count: what rows of contacts are multiplied by (problem_rows.h); NULL: by 1, all of them.
    double *scale;

    /// Of the problem's degrees of freedom: among those of all objects; -1: of a
    /// compliance.
    int *dof_back;

    /// Pairs of shapes with a contact that rolls: shape_a << 32 | shape_b, ascending.
    uint64_t *rolling;
    int rolling_count;

    // The acceleration-level mode

    /// Impulses along a ray, where no forces exist.
    int rays;

    // MOVE, CORRECT

    /// body_count: sets of bodies that impulses connect (union_find), and velocities after the
    /// impulses in the configuration of the solve; NULL in the acceleration-level mode.
    int *sets;
    double (*solved)[6];

    /// body_count: θ of the move, other than the setting where a body jumps; NULL in the
    /// acceleration-level mode.
    double *thetas;

    /// body_count: where MOVE left the bodies; the deepest overlap, gap or passed limit that
    /// CORRECT found there [m or rad].
    body_state *moved;
    double sunk;

    /// How far the worst limit is passed where CORRECT left them [m or rad], and which
    /// (mechanism_overlap).
    double passed;
    int passed_limit;

    /// object_count: energies of springs where MOVE left them, in the second place [J].
    double (*strain)[2];

    /// CORRECT has moved something.
    bool displaced;

    /// Everything at the end is a number.
    bool finite;

    /// CORRECT found no displacement that opens all gaps within its budget: they contradict each other.
    bool contradicts;

    /// object_count: kinetic and potential energy at the end [J] (energy_watch.c).
    double (*energy)[2];

    /// body_count
    body_state *next;

    /// contact_row_count: what the next step expects of r [N s]; NULL: all of it.
    double *lasting;

    /// What overlaps where the step ends, by detection.
    overlap overlap;

    /// What a witness wants to know beside this; NULL: there is none (trace.h).
    struct step_trace *trace;
} step_context;

// ---- the stages, in order; each returns errors and sets step->why ----

hf_status stage_free(step_context *step);
hf_status stage_detect(step_context *step);
hf_status stage_impact(step_context *step);

/// What the bounds of rebounds are where mechanisms hand an impact on from contact to contact (impact_chain.c).
hf_status impact_chain(step_context *step);

/// IMPACT: rebounds of mechanisms have the share that attempts have left to them. SOLVE: whether they are to be lost,
/// for the problem is not solved with them. The end: `gain` is what a set of bodies gained without a reason; whether
/// another attempt with less is asked for (rebounds.c).
void rebounds_scale(step_context *step);
bool rebounds_lose(step_context *step);
bool rebounds_share(step_context *step, int root, double gain);

/// Whether contacts of mechanisms are to be described where the step begins, not in its middle (rebounds.c).
bool rebounds_stay_at_start(step_context *step);
hf_status stage_assemble(step_context *step);
hf_status stage_solve(step_context *step);
hf_status stage_move(step_context *step);
hf_status stage_correct(step_context *step);

/// What an integrator other than Moreau's does in the place of DETECT … MOVE. Added by constructors, before main
/// (papers/register.c).
typedef hf_status (*integrator_stage)(step_context *step);
void step_add_integrator(hf_integrator integrator, integrator_stage stage);

// ---- parts of stages ----

/// FREE, MOVE: the piece ends for the velocity that objects->unsettled names; the note of the report says which joint
/// it is (free.c).
void step_unsettled(step_context *step);

/// IMPACT, SOLVE: the note of a solve, which names blocks of its problem, in words of the scene. index: the contact of
/// each block; NULL: contacts come first, in order (step_note.c).
void step_name_note(const step_context *step, const int *index, hf_report *report);

/// SOLVE: the note of an answer in which what is jammed gives way, most at this block, at so many m/s.
void step_jam_note(const step_context *step, int block, double speed, hf_report *report);

/// DETECT, reach.c: how far any point of a body may come in this step; how far from each body contacts
/// are looked for; and, in MOVE, whether one has come farther, with least_reach ◄ how far.
double body_way(const step_context *step, int body);
hf_status reach_find(step_context *step);
bool reach_outran(step_context *step, double (*after)[6]);

/// DETECT: whether a point is expected to stay open, and to take no part in the step; MOVE: whether one of those would
/// have closed, with take_all ◄ true (open_contacts.c).
bool contact_stays_open(const step_context *step, const contact_point *point);
bool open_contacts_close(step_context *step, double (*after)[6]);

/// MOVE: whether some body passes through another on its way to step->next, where
/// bodies have the velocities `after` (tunneling.c).
hf_status find_passing(const step_context *step, double (*after)[6], bool *passes);

/// IMPACT, MOVE: whether a contact that approaches across its gap, or one that pressed in the problem of the
/// step, belongs to shapes that miss each other (misses.c).
hf_status impact_misses(const step_context *step, const hf_contact *contact, double approach, bool *misses);
hf_status find_misses(const step_context *step, bool *misses);

/// MOVE: whether some body passes through one that contacts were not looked for with, for it comes farther than
/// it was expected to; least_reach ◄ how far (tunneling.c).
hf_status find_outrunning(const step_context *step, double (*after)[6], bool *outran);

/// FREE: `push` ◄ the same with what adhesion does to every body, in the workspace (adhesion.c).
hf_status adhesion_push(step_context *step, const double (**push)[6]);

/// DETECT, of models with meshes that have keyframes: their surfaces at the beginning and the end of the step; the
/// velocity of a contact's surfaces beside that of its bodies (deform.c).
hf_status deform_begin(step_context *step);
void contact_set_surface(const step_context *step, hf_contact *contact);

/// DETECT, of models with fibres: how bodies are about to move; contacts at crossings that earlier attempts found join
/// step->points; contacts without an impulse of the last step take that of a segment beside theirs. MOVE: looks for
/// crossings, and asks for CROSSED (fibre_contacts.c).
hf_status motion_of_bodies(const step_context *step, collide_motion *motion);
hf_status add_crossings(step_context *step);
hf_status hand_over_impulses(step_context *step);
hf_status find_crossings(step_context *step);

/// MOVE: what is asked for where ends of fibres come off what holds them; the end: how far they are off [m] where they
/// came off by too much in the piece, or *left, where they are off by as much (ends.c).
step_why find_open_ends(step_context *step);
double open_ends(const step_context *step, double *left);

/// SOLVE: r of a forced piece, so that it does the least harm
/// (forced_answer.c). The report's certificate is that of the new r.
hf_status forced_answer(step_context *step);

/// The largest entry.
double largest_of(int n, const double *r);

/// An answer of contacts that give way where friction jams them (yielding.c).
typedef struct yielding
{
    bool found;           // there is one worth the name
    bool better;          // it is exact, or the answer of the step is a wedge that pushes against itself
    double *r, speed;     // of the problem; by which jammed contacts give way [m/s], …
    int block;            // … most at this one
    hf_residual residual; // of r, by the law of rigid contacts
} yielding;

/// SOLVE: looks for one; and r and the report's certificate ◄ what was found.
hf_status yielding_answer(step_context *step, yielding *y);
void yielding_take(step_context *step, const yielding *y);

/// SOLVE: in a forced piece with HF_ON_FAIL_FRICTIONLESS, r ◄ the answer of the same contacts without friction, if one
/// within settings.accept is found.
hf_status frictionless_answer(step_context *step, bool *found);

/// ASSEMBLE: describes contacts that last while bodies turn in the middle of
/// the step (midpoint_contacts.c). Changes at, inverse, and the angular
/// velocities in before and free.
hf_status contacts_to_middle(step_context *step);

/// A point of the beginning that is not described anew goes along with its bodies (midpoint_contacts.c).
void contact_carry_point(const step_context *step, hf_contact *contact);

/// CORRECT: bias of the contacts that roll, by detection at the poses in step->next (midpoint_contacts.c).
hf_status rolling_gaps(step_context *step);

/// CORRECT: the point of a body that was at `p` at the beginning, at the poses in step->next.
vec3 contact_carried(const step_context *step, int body, vec3 p);

/// CORRECT: what sticks, and points of level patches, are moved together (sticking.c). The end: what has crept all
/// the same.
hf_status take_back_creep(step_context *step);
void keep_creep(step_context *step);

/// CORRECT: the gap of a contact at the poses in step->next, between points that go along with their bodies [m].
double carried_gap(const step_context *step, const step_contact *contact);

/// MOVE: step->lasting ◄ the part of the impulses that the next step expects
/// again (warm_start.c). set: of each contact, a number of the set of bodies
/// that press on each other, below body_count.
hf_status warm_start_impulses(step_context *step, const int *set);

/// CORRECT: its rounds, on what is in step->contacts and
/// step->objects->after. *widest: gap of loops and limits that is left.
hf_status correct_positions(step_context *step, int rounds, double *widest);

/// CORRECT: what overlaps at the poses in step->next, by detection (measure.c), and the points that were looked at,
/// with pairs in the order of detection, in the workspace.
hf_status overlap_measure(step_context *step, overlap *worst, contact_point **points, int *count);

/// The worst of some points, and of two findings.
overlap overlap_of(const hf_model *model, const contact_point *points, int count);
void overlap_add(overlap *worst, const overlap *other);

// ---- the step and its pieces ----

/// What a model's objects allow (step.c).
step_rules step_rules_of(const hf_model *model);

/// A report before anything has happened.
hf_step_report step_report_begin(const hf_world *world);

/// One attempt at a piece, through all stages (step.c). The state is taken over if facts->why is NOT then, and
/// unchanged otherwise.
hf_status step_attempt(step_run *run, const step_piece *piece, step_facts *facts);

/// Whether a stage may end the attempt for a reason whose rest is TAKE: its verb has been had less than `most` times,
/// and there is work left for it.
bool step_may(const step_context *step, step_why why);

/// What follows from the answer of a solve: NOT or POOR. It is asked after the solve's work was added to the budget.
step_why step_judge(const step_context *step, const hf_report *report);

/// A piece, attempted again and in halves as the table says (step_control.c). What it cost and what its pieces certify
/// is added to run->sum and run->report; quality FAILED: the state is somewhere on the way.
hf_status step_make_piece(step_run *run, step_piece piece);

/// Both halves of a piece, until one has failed.
hf_status step_halves(step_run *run, step_piece half);

/// Cut further until the error of its positions is `allowed` [m] (accuracy.c).
hf_status step_accurately(step_run *run, double h, double allowed, int depth);

/// The whole in pieces as short as settings.travel asks for, or to an accuracy (travel.c).
hf_status step_by_travel(step_run *run, double h);

/// Where a step stands: its state, in the workspace, and what it has certified so far (step_back.c).
typedef struct step_place
{
    void *state;
    size_t size;
    hf_report sum;
    hf_step_report report;
    size_t mark; // of the witness
} step_place;

/// Keeps where the step stands. Back there: what is thrown away counts as work, not as an answer.
hf_status step_keep(step_run *run, step_place *place);
hf_status step_go_back(step_run *run, const step_place *place);

/// MOVE: asks for TOO_FAR where a point of a body came farther than settings.travel, and the piece may be halved
/// (travel.c).
void step_check_travel(step_context *step);

/// world->tolerance of a step that begins now (travel.c).
void step_begin_tolerance(step_run *run, double h);

// ---- one contact (step_contact.c) ----

/// The order of contacts and of warm impulses: by shapes, then by name. < 0, 0
/// or > 0.
int contact_order(int shape_a, int shape_b, uint64_t id, const hf_contact *c);

/// Whether all that moves in a contact stays in one plane, and its normal is in it: then it has one tangent.
bool contact_is_flat(const hf_model *model, const hf_contact *contact, vec3 *plane);

/// Normal and tangent; the bodies are known. Of a contact in a plane both are in it.
void contact_set_normal(const hf_model *model, vec3 normal, hf_contact *contact);

/// What a contact's law adds to u_N so that its gap may close in a time h, and not more [m/s]; 0 if it touches
/// (detect.c).
double contact_closing_shift(double gap, double h);

/// Bodies, surface and frame of a point that touches.
void contact_describe(const step_context *step, const contact_point *point, hf_contact *contact);

/// The unit normal and both tangents.
void contact_axes(const hf_contact *contact, vec3 axis[3]);

/// The impulse of a contact in world axes, and its moment.
vec3 contact_impulse(const hf_contact *contact);
vec3 contact_moment(const hf_contact *contact);

/// Whether coefficients differ along its two tangents, or about them.
bool contact_is_elliptic(const hf_contact *contact);

/// Coefficients and first tangent by direction and speed, where shapes have such friction (grip.c). `before`, `free`:
/// velocities of A over B before the step, and after it without contacts.
void contact_find_grip(const step_context *step, vec3 before, vec3 free, hf_contact *contact);

/// The angular velocity of A relative to B, in world axes.
vec3 contact_spin(const hf_contact *contact, double (*v)[6]);

/// v += M⁻¹ Hᵀ r for one contact, on states whose positions are those of
/// step->at.
void contact_apply(const step_context *step, const hf_contact *contact, const configuration *to);

/// Friction of a contact that slips, at least, as a share of mu r_N: less than 1 for inscribed pyramids.
double slip_share(const hf_settings *settings);

/// Open, stick or slip, from r and u; `share` is slip_share.
hf_contact_status contact_classify(const hf_contact *contact, double share);

/// How much more tangential impulse friction could bear [N s].
double contact_margin(const hf_contact *contact);

/// From the centres of mass of its two bodies to a contact. Of one object, which rows describe in the middle of the
/// step, both lead to one point there: impulses are equal and opposite along one line, and angular momentum is kept.
void contact_arms(const step_context *step, const hf_contact *contact, vec3 arm[2]);

/// The velocity of A relative to B at a point, in world axes, when the bodies
/// have the velocities `v` and stand as in step->at.
vec3 contact_velocity(const step_context *step, const hf_contact *contact, double (*v)[6]);

#endif
