// Free bodies that loops join to a tree: one object, in time linear in their number (Baraff 1996).
//
// Problem: free bodies and active loops between them, or between one of them and something that does not yield (static
// or prescribed: the ground). A spanning
//          forest of these loops is primary: an equation of the object, no row of the contact problem. The others close
//          cycles and stay rows, each over the
//          bodies on its way to the root (auxiliary: O(k n) for k of them). Sets that primary loops connect are
//          objects.
// Method:  bodies keep their own six velocities; masses and rows are factored as L D Lᵀ without fill
//          (bodies/maximal/tree.h).
//
// The step (constraint_tree_motion.c; J rows of the loops, q_m the middle, K = h F + what impulses of the contact
// problem changed):
//
//     v' = v + M⁻¹ J(q)ᵀ λ                  kick at the beginning
//     q_m = q ⊕ (1 - θ) h v'                each body on its own, turning by its angular momentum
//     v" = v' + M⁻¹ K                       kick in the middle
//     q⁺ = q_m ⊕ θ h v",  gap(q⁺) = 0       this is what λ is for; rows that hold velocities alone: J(q_m) (q⁺ - q) = 0
//     v⁺ = v" + M⁻¹ J(q⁺)ᵀ μ,  J(q⁺) v⁺ = 0
//
// With θ = ½ this is RATTLE with the forces in the middle: symmetric in time, symplectic where loops hold places, of
// second order. Impulses of loops are equal and opposite along one line at a closed joint, and bodies coast between the
// kicks, so that linear and angular momentum are kept to rounding. λ is found by Newton's method with the factors of
// the middle, started at half of what the linear problem of the solve needs.
//
// What the contact problem sees is that linear problem, in the middle that v alone leads to:
//
//     M_m V⁺ = M v + h F + J_mᵀ λ_m + Hᵀ r,   J_m V⁺ + (J_m V - J v) = 0 to second order the velocities of the end
//
// Where velocities jump (θ = 1) bodies go on from the beginning with V⁺, and λ closes what is left. A start whose loops
// stand open keeps its gaps through the step, and is closed after it by a displacement without velocity.

#ifndef HF_MODEL_CONSTRAINT_TREE_CONSTRAINT_TREE_H
#define HF_MODEL_CONSTRAINT_TREE_CONSTRAINT_TREE_H

#include "holdfast/mechanism.h"
#include "holdfast/model.h"

#include "bodies/maximal/tree.h"
#include "bodies/rigid.h"

typedef struct constraint_tree_joint
{
    int loop;

    /// In the set; -1: the ground, …
    int body[2];

    /// … and the model's number of either.
    int model_body[2];

    /// Rows, those that hold a place first; where they begin among all.
    int rows, gaps, at;

    /// Where its rows stand in one configuration (constraint_tree_rows.c).
    size_t place;
} constraint_tree_joint;

typedef struct constraint_tree_set
{
    int body_count, joint_count, row_count;

    /// Length of half vectors (tree.h), and where the velocities of each body stand there.
    int dimension;
    int *place;

    /// Bodies, ascending.
    int *bodies;
    constraint_tree_joint *joints;
    tree_joint *tree;

    /// Numbers that hold all rows of one configuration.
    size_t rows_size;

    /// Some rows hold velocities alone; some are against a prescribed body.
    bool nonholonomic, driven;
} constraint_tree_set;

/// Gathers loops of a model: primary ones, and the sets that they join.
hf_status constraint_tree_find(hf_model *model, hf_error *error);
void constraint_tree_free(hf_model *model);

/// What a body brings to a joint: point and axis from its centre of mass in its principal frame.
typedef struct constraint_tree_side
{
    vec3 arm, axis;
} constraint_tree_side;

struct constraint_tree_scratch
{
    tree_system *system;

    /// System with gaps of the end and impulses of the beginning.
    tree_two *two;

    /// [2 joint_count]
    constraint_tree_side *sides;

    /// Rows at the beginning, and in the middle or at the end.
    double *rows_start, *rows;

    // [6 body_count]: velocities after the impulses of the solve, velocities as wanted, generalized impulses, kicks,
    // answers.

    double *V, *twist, *P, *K, *a;

    // [row_count]: gaps at the beginning, right sides, multipliers of the linear problem, λ, changes of λ

    double *gap, *c, *multiplier, *lambda, *change;

    /// [dimension]: a half vector.
    double *wide;

    /// [body_count]: the middle as λ makes it; NULL but where rows hold velocities alone.
    body_state *middle;

    /// Gaps at the beginning are kept, and closed at the end.
    bool open;
};

hf_status constraint_tree_scratch_create(const hf_model *model, int set, struct constraint_tree_scratch **scratch,
                                         hf_error *error);
void constraint_tree_scratch_destroy(struct constraint_tree_scratch *scratch);

// ---- rows (constraint_tree_rows.c) ----

/// rows ◄ those of all joints where `bodies` (of the model) are; gap ◄ gaps there, 0 of rows without, the widest of
/// which is returned. Either may be NULL.
double constraint_tree_place(const hf_model *model, const constraint_tree_set *set,
                             const struct constraint_tree_scratch *s, const body_state *bodies, double *rows,
                             double *gap);

/// The joint with the widest gap.
int constraint_tree_widest(const constraint_tree_set *set, const double *gap);

/// values ◄ rates of all rows; twist[6 body_count] of the set, `ground` by the model's bodies (NULL: it stands still).
void constraint_tree_values(const constraint_tree_set *set, const double *rows, const body_state *bodies,
                            const double *twist, const double (*ground)[6], double *values);

/// P ◄ Jᵀ lambda.
void constraint_tree_impulses(const constraint_tree_set *set, const double *rows, const body_state *bodies,
                              const double *lambda, double *P);

/// Factors masses where `bodies` are, gaps' rates `rows` there and impulses' rows `kicks` at `kicked`. False if they
/// depend on each other.
bool constraint_tree_factor_two(const hf_model *model, const constraint_tree_set *set,
                                struct constraint_tree_scratch *s, const double *rows, const body_state *bodies,
                                const double *kicks, const body_state *kicked);

/// Factors masses and rows there. INVALID, naming the loop, if some depend on each other.
hf_status constraint_tree_factor(const hf_model *model, const constraint_tree_set *set,
                                 struct constraint_tree_scratch *s, const double *rows, const body_state *bodies,
                                 hf_error *error);

#endif
