// Trees of bodies joined by balls, as Baraff 1996 measures them, and the three ways to their multipliers that the paper
// compares: its own in linear time (holdfast/tree.h), Cholesky of A = J M⁻¹ Jᵀ within the band of the given order, and
// conjugate gradients with A as a product.
//
//     A λ = -(J M⁻¹ F + c),   J a + c = 0,   M a = F + Jᵀ λ                                        (5) to (8)

#ifndef HF_TOOL_PAPER_BARAFF96_LINKAGE_H
#define HF_TOOL_PAPER_BARAFF96_LINKAGE_H

#include "paper.h"

#include "holdfast/tree.h"

#include <stdint.h>

enum
{
    JOINT_ROWS = 3, // at most; 2 in the plane
    BODY_DOFS = 6,  // at most; 3 in the plane
    JOINT_ENTRIES = JOINT_ROWS * BODY_DOFS,
};

typedef enum linkage_form
{
    LINKAGE_CHAIN,
    LINKAGE_BRANCHED, // each body hangs on any of those before it
    LINKAGE_STAR,
} linkage_form;

/// A body: velocities are those of its centre and its spin.
typedef struct linkage_body
{
    double center[3], turn[9], spin[3]; // turn: its axes in the world, row-major
    double mass, inertia;
} linkage_body;

/// A ball between two bodies, or half of a loop: where it stands in each of them.
typedef struct linkage_ball
{
    int body[2];
    double local[2][3];
} linkage_ball;

typedef struct linkage
{
    int bodies, joints, dofs, rows; // dofs of a body, rows of a joint
    linkage_body *body;
    linkage_ball *joint;
    double *J, *c, *F; // J: two blocks a joint, rows × dofs
    double *a, *lambda;
    hf_tree *system;
} linkage;

/// False after paper_error. To be freed in any case.
bool linkage_make(linkage *t, paper_report *report, linkage_form form, int bodies, bool planar);
void linkage_free(linkage *t);

/// A number between lo and hi, drawn from the state.
double linkage_draw(uint64_t *state, double lo, double hi);

/// Entry of the diagonal mass matrix, inverted.
double linkage_inverse_mass(const linkage *t, int body, int dof);

/// One joint's rows over one of its bodies, and what its velocity adds to c.
void linkage_joint_rows(const linkage *t, const linkage_ball *ball, int side, double *J, double *c);

/// All rows and c.
void linkage_rows(linkage *t);

/// The system of holdfast/tree.h gets masses and rows, and is factored; false after paper_error. Then a and lambda.
bool linkage_factor(linkage *t, paper_report *report);
void linkage_solve(linkage *t);

/// Cholesky of A within the band that the order of joints gives. `multipliers` has joints × rows entries. Returns the
/// scalar half-width of the band.
int linkage_solve_banded(const linkage *t, double *multipliers);

/// Conjugate gradients to a relative residual; returns iterations.
int linkage_solve_gradients(const linkage *t, double tolerance, double *multipliers);

#endif
