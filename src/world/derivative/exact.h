// The exact derivative of a step: what its files share.
//
// At the accepted answer the states of all blocks are known, and the step is a set of smooth equations. Of a set of
// objects that pressing blocks connect, with one unknown per degree of freedom:
//
//   M̂ (v⁺ - v) = h f(q, v, u) - h bias(q_m, v̄) + Hᵀ r               FREE and SOLVE (object_reduced.c, object_rigid.c)
//   H v⁺ + shift = 0                   rows that stick, normals that press, limits that are reached, loops
//   r_k = -r_N s_k w_k / |w|,  w = s u    rows that slide, s their coefficients (friction_parts.h)
//   q⁺ = q_m ⊕ θ h v⁺                                                MOVE
//
// Their derivative by (q, v, activations, u, p) is a linear system with the same M̂ and H:
//
//   K δv⁺ = rhs + H_Cᵀ δr,   K = M̂ + Σ r_N/|w| H_Tᵀ s Π s H_T,   Π = 1 - ŵ ŵᵀ
//   H_C = H, but H_N - Σ s_k ŵ_k H_k of a normal whose friction slides
//   H_R δv⁺ = -γ                       γ: what the rows change by as points, normals, arms and links' places do
//
// exact_objects.c has M̂, rhs and the moves, exact_touch.c contacts, exact_contacts.c what their rows change by,
// exact_rows.c those of mechanisms and forces of actuators, exact_solve.c the system, exact_hold.c CORRECT,
// exact_parameters.c what parameters change.
//
// Columns are, of a set of n degrees of freedom: n tangents of q, n of v, activations, controls, parameters. Objects
// are in coordinates of their own: of a rigid body the shift of its centre of mass, the turn about the world's axes,
// and both velocities likewise. Matrices are column-major.

#ifndef HF_WORLD_DERIVATIVE_EXACT_H
#define HF_WORLD_DERIVATIVE_EXACT_H

#include "world/derivative/derivative.h"
#include "world/step_mechanism.h"

#include "bodies/articulated/articulated_tangent.h"
#include "model/small_body.h"

/// Half width of differences of the narrow phase [m and rad], and of coefficients, relative to 1 + their size.
static const double LOOK_WIDTH = 1e-6;

/// Three neighbouring coordinates that are a turn: δ(q ⊕ s v) = q δq + v δv of them, row-major; otherwise s alone.
typedef struct turn_block
{
    int at; // the first of them, in its object
    double q[9], v[9];
} turn_block;

/// How coordinates q ⊕ s v of an object change with q and v.
typedef struct shift_map
{
    double s;
    int turn_count;
    turn_block *turns;
} shift_map;

typedef struct exact_object
{
    int object, n;
    int set, at; // the set it is in; its first degree of freedom there
    bool tree, smooth;
    const small_body *small; // planar bodies and particles: M constant, coordinates a vector; otherwise NULL
    double theta;            // of its springs; of rigid bodies, of its move

    /// n × n: M̂, in the configuration of the solve; n × (2 n + signals): what M̂ δv⁺ is without rows.
    double *M, *rhs;

    /// n × columns, of trees: generalized forces of springs and motors, and what they add to the diagonal of M̂. The
    /// second is NULL where that does not change.
    double *force, *diag;
    shift_map middle, end; // trees: q_m of q and v; q⁺ of q_m (or q) and v⁺
    vec3 before, spin;     // rigid: ω before and after the solve, …
    double inertia[9];     // … and inertia in the configuration of the solve
} exact_object;

/// One side of a contact.
typedef struct exact_side
{
    int object; // among exact.objects; -1: it does not move
    int body, count;
    int *dof;              // count: of the object
    vec3 *line, *turn;     // count: velocity of the point, angular velocity, in the configuration of the solve
    vec3 *shift, *spin;    // count: shift of the centre of mass, turn of the body where contacts are described
    vec3 *line_q, *turn_q; // count: what both velocities change by with q_m; NULL: nothing
    vec3 center, arm, w;   // where contacts are described; of the point; angular velocity after the solve
} exact_side;

/// What a unit of a size changes of a contact.
typedef struct contact_size
{
    vec3 point, normal;
    double gap;
} contact_size;

typedef struct exact_contact
{
    int index;
    exact_side side[2];
    vec3 axis[3];
    vec3 tangent_by[2]; // the first tangent by the normal, along the two tangents
    int moved;          // the side whose body was moved against the other: by its shift and turn about its centre
    vec3 point[6], normal[6];
    double gap[6];
    contact_size *by_size; // parameters: those that are sizes; NULL: none is
} exact_contact;

/// A row that is obeyed.
typedef struct exact_row
{
    double *H;     // n: by v⁺
    double *C;     // n: how its impulse acts; H itself unless it slides
    double *gamma; // columns: what it changes by
    int impulse;   // of hf_linearization

    // Where impulses are not unique: r = C z / weight are those of equally stiff points (docs/selection.md).
    double weight;
    double *bend; // columns: δC z as places change; NULL: C stays
    double *lean; // n: what C z loses as v⁺ changes, where it slides; NULL: nothing
} exact_row;

/// Friction that slides: one row or two, whose impulses follow from that of the normal and from the slip.
typedef struct exact_slip
{
    int normal, count;                          // the row of the normal, among those of the set
    double size[2], toward[2], pressing, speed; // s, ŵ, r_N, |w|
    double *H[2], *gamma[2];
    double *by_law[2]; // columns: what s ŵ changes by at this slip as s does; NULL: nothing
    int contact, impulse[2];
} exact_slip;

/// Everything about one derivative.
typedef struct exact
{
    derivative_task *task;
    step_context *step;
    hf_workspace *w;
    int object_count;
    exact_object *objects;
    int *object_of;                 // of the model: among objects
    articulated_tangent **tangents; // tree_count
    int signals;                    // activations, controls and parameters
    const double *compliance;       // of blocks; NULL: all alike
    double *v_solved;               // own_v_count: velocities after the solve, as MOVE and CORRECT found them
    int contact_count;
    exact_contact *contacts; // those that press
    const char *why;         // what it does not know of the step; NULL: nothing
    bool laws;               // of motors, that differences are not exact for
    double rough;            // share of what trees move by that is taken to first order
} exact;

/// One set of objects, and its system.
typedef struct exact_set
{
    int n, columns; // 2 n + signals + parameters
    int object_count, *objects;
    int row_count, slip_count, capacity;
    exact_row *rows;
    exact_slip *slips;
    double *K, *rhs; // n × n; n × columns
    double *dv;      // n × columns: δv⁺
    double *dr;      // row_count × columns
} exact_set;

/// Rows of contacts as they change by places for velocities z in the place of v⁺: `bend` of the rows of a set.
hf_status exact_contact_bends(exact *e, exact_set *set, const double *z);

/// Where a contact was found, and the centre of a body there: rows may be those of the middle of the step.
vec3 exact_origin(const step_context *step, int contact);
vec3 exact_center(const step_context *step, int body);

/// The point of a contact among those that were looked for again: that of its name, or the nearest of its pair where
/// corners on edges have changed theirs. NULL: it is not there.
const contact_point *exact_find_seen(const step_context *step, const contact_point *points, int count, int contact);

/// exact.why ◄ what is not known of the step: before its objects are looked at, and after.
void exact_look(exact *e);
void exact_look_at_moves(exact *e);

/// Objects with M̂, rhs and moves.
hf_status exact_objects_begin(exact *e);

/// by_q, by_v (n × n) ◄ columns · ∂(q ⊕ s v)/∂q, and by v; three arrays.
void shift_map_times(const shift_map *map, int n, const double *columns, double *by_q, double *by_v);

/// row (n) ◄ row · ∂(q ⊕ s v)/∂q, and by v.
void shift_map_pull(const shift_map *map, int n, const double *row, double *by_q, double *by_v);

/// rows of x (n × count) ◄ ∂(q ⊕ s v)/∂q x + ∂/∂v y: how what is there moves on.
void shift_map_apply(const shift_map *map, int n, int count, double *x, const double *y);

/// The map of q ⊕ s v of an object's velocities.
bool shift_map_make(const exact *e, const exact_object *o, const double *v, double s, shift_map *map);

hf_status exact_contacts_begin(exact *e);

/// line_q and turn_q of a link's side ◄ for the velocities v of its tree that the kinematics in the middle have.
void exact_side_changes(const exact *e, const exact_object *o, const articulated_base *base, const double *v,
                        exact_side *s);

/// Rows of a contact, and of blocks of mechanisms, into the system of a set.
hf_status exact_contact_rows(exact *e, exact_set *set, const exact_contact *c);
hf_status exact_mechanism_rows(exact *e, exact_set *set);

/// Columns (of a set) of the impulse of a motor; dv is that of the solve.
hf_status exact_motor_impulse(const exact *e, const exact_set *set, int actuator, double *out);

/// What is known of parameters: task.known. Before objects, of which the others are.
hf_status exact_parameters_begin(exact *e);

/// The first column of an object's signals that is a parameter.
int exact_first_parameter(const exact *e);

/// Springs, dampers and armature into `force` and `diag` of trees; dry friction that is at its bounds into a set.
hf_status exact_parameter_forces(exact *e);
void exact_parameter_friction(const exact *e, exact_set *set, int joint, int row, double r);

/// Masses and weights: of inverse dynamics that exact.tangents were last taken at, to (n × columns) -= h δτ; of a rigid
/// body into rhs.
hf_status exact_parameter_inertia(exact *e, const exact_object *o, const articulated_scratch *at, double *to);
void exact_parameter_body(const exact *e, exact_object *o, vec3 v, vec3 after);
void exact_parameter_small(const exact *e, exact_object *o);

/// by_size of all contacts; what is not known there.
hf_status exact_parameters_at_contacts(exact *e);

/// What a parameter moves of a contact. False: nothing.
bool exact_parameter_place(const exact *e, const exact_contact *c, int p, contact_size *geometry, vec3 arm[2]);

/// slip.by_law, of rows whose coefficients begin with number `first` of tangent[2], torsion, rolling[2].
hf_status exact_parameter_law(const exact *e, const exact_set *set, const exact_contact *c, int first,
                              exact_slip *slip);

/// The numbers of an actuator that are parameters. NULL: parameter p is none of them.
double *exact_parameter_gain(const exact *e, int actuator, int p);

/// Of a torque or impulse that does not change by other things: what the parameter makes of it.
void exact_parameter_impulses(const exact *e, const exact_set *set);

/// Whether a box is strictly inside its bounds.
bool exact_is_inside(double r, const row_block *block);

/// Of all blocks of mechanisms how far they are from their next change of state.
hf_status exact_mechanism_borders(exact *e);

/// Forces of springs and actuators: `force` and `diag` of trees.
hf_status exact_forces(exact *e);

/// The next row of a set, zeros. NULL if memory is short.
exact_row *exact_row_add(exact *e, exact_set *set, int impulse);

/// δq⁺ (dq) and δv⁺ at the end (dv, which comes as that of the solve) of an object, n × columns, from its own q and v.
void exact_move(const exact *e, const exact_object *o, int columns, const double *own_q, const double *own_v,
                double *dq, double *dv);

/// index (m) ◄ which of m rows of n entries each the others follow from, so many of them.
hf_status exact_independent(exact *e, int n, int m, const double *H, int *index, int *count);

/// CORRECT: what bears stays where it touches, and what sticks where it was; dq, dv (n × columns): at the end.
hf_status exact_hold(exact *e, const exact_set *set, double *dq, double *dv);

/// An impulse of hf_linearization in the step's answer.
double exact_impulse(const exact *e, int impulse);

hf_status exact_solve(exact *e, exact_set *set);

/// Columns of x ↦ θ × I x - I (θ × x) over θ, by rows.
void exact_inertia_change(const double *I, vec3 x, double out[9]);

#endif
