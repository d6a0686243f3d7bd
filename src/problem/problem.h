// The contact problem as the solvers see it. Const after it is made; see include/holdfast/problem.h for the laws.

#ifndef HF_PROBLEM_PROBLEM_H
#define HF_PROBLEM_PROBLEM_H

#include "holdfast/problem.h"

#include "problem/friction_parts.h"
#include "problem/pyramid.h"

enum
{
    BLOCK_SIZE_MAX = 6,
    BLOCK_AREA_MAX = 36,
    // Of all blocks but contacts with moments.
    PLAIN_SIZE_MAX = 3,
    PLAIN_AREA_MAX = 9
};

/// W by rows of blocks. Block k of the pattern stands at values[at[k]], or at values[d * d * k] if all blocks have size
/// d.
typedef struct block_rows
{
    size_t *begin;        // block_count + 1
    int *col;             // block_entry_count
    size_t *at;           // block_entry_count + 1; NULL if uniform
    const double *values; // owned or borrowed
} block_rows;

/// W = H M⁻¹ Hᵀ as rows over degrees of freedom; H_i stands at H[at[i]], size_i × n_i, and so does G_i.
typedef struct factored_rows
{
    int dof_count;
    size_t *begin; // block_count + 1
    int *dof;
    size_t *at; // block_count + 1
    double *H;
    double *G;
} factored_rows;

/// Where the run of neighbouring degrees of freedom that begins at entry k of block i ends.
static inline size_t factored_run_end(const factored_rows *rows, int i, size_t k)
{
    size_t last = rows->begin[i + 1] - 1, end = k + 1;
    if (rows->dof[last] - rows->dof[k] == (int)(last - k)) return last + 1; // they ascend
    while (rows->dof[end] == rows->dof[end - 1] + 1) end++;
    return end;
}

struct hf_problem
{
    int block_count;
    int dimension;
    int contact_count;
    int uniform; // 2 or 3 if every block has that size, otherwise 0

    int *size;   // block_count
    int *offset; // block_count + 1
    hf_law_kind *kind;
    double *mu; // 0 at other kinds
    double *lo;
    double *hi;
    friction_polygon *polygon; // of all contacts with three rows; NULL: the cone
    friction_parts *parts;     // block_count; NULL: every contact has two or three rows and one coefficient
    hf_friction_coefficients *coefficients; // what they were made from
    bool elliptic; // some contact has two coefficients: solvers are given problem_round (parts.h)

    const double *b; // dimension

    bool factored;
    block_rows W;       // if not factored
    factored_rows rows; // if factored
    int diagonal_area;  // PLAIN_AREA_MAX, or BLOCK_AREA_MAX where contacts have moments
    double *diagonal;   // problem_diagonal

    double norm_b;
    double asymmetry;
    double largest;

    double *owned_values; // what values and b point to, unless borrowed
    double *owned_b;
    hf_workspace *home; // where all this lives; NULL: in the heap
};

/// Where block k (an index into col, in a row of size m) of W stands.
static inline size_t block_at(const hf_problem *p, size_t k)
{
    return p->uniform ? (size_t)(p->uniform * p->uniform) * k : p->W.at[k];
}

/// W_ii, size_i × size_i packed row-major; zero if absent.
static inline double *problem_diagonal(const hf_problem *p, int i)
{
    return p->diagonal + (size_t)p->diagonal_area * (size_t)i;
}

/// The parts of a contact that has more than one coefficient; NULL at all other blocks.
static inline const friction_parts *problem_friction_parts(const hf_problem *p, int i)
{
    return p->parts && p->parts[i].count > 0 ? &p->parts[i] : NULL;
}

/// Whether some contact has moments. One with an ellipse alone is a plain contact to solvers, which are given
/// problem_round.
static inline bool problem_has_moments(const hf_problem *p)
{
    return p->diagonal_area > PLAIN_AREA_MAX;
}

// Constructors that take a `home` put the problem and all its arrays into that workspace, where marks end them together
// (hf_problem_destroy then does nothing), or into the heap if it is NULL. So a step that makes the same problems again
// and again allocates nothing.

/// Copies sizes, kinds, coefficients and bounds, and checks them. Used by all constructors.
hf_status problem_begin(hf_workspace *home, const hf_laws *laws, hf_problem **problem, hf_error *error);

/// hf_problem_create and hf_problem_borrow.
hf_status problem_create(hf_workspace *home, const hf_laws *laws, const hf_block_rows *W, bool borrow,
                         hf_problem **problem, hf_error *error);

/// hf_problem_create_factored, on the threads of a workspace, which may be NULL; `adopt` keeps the arrays of `rows` and
/// b by reference, which then must live as long as the problem (in its home).
hf_status problem_create_factored(hf_workspace *home, hf_workspace *threads, const hf_laws *laws,
                                  const hf_factored_rows *rows, bool adopt, hf_problem **problem, hf_error *error);

/// hf_problem_assemble; scratch is taken from `home`, too, and stays there.
hf_status problem_assemble(hf_workspace *home, const hf_problem *problem, hf_problem **assembled, hf_error *error);

/// For each degree of freedom of a factored problem, the blocks that touch it.
typedef struct problem_touching
{
    size_t *begin; // dof_count + 1
    int *block;
} problem_touching;

/// Both arrays live in the home, or in the heap if it is NULL (problem_give). False if memory is short.
bool problem_find_touching(hf_workspace *home, const hf_problem *problem, problem_touching *touching);

/// count * size zeroed bytes in the home, or in the heap if it is NULL; as many that the caller fills; or a copy of as
/// many.
void *problem_take(hf_workspace *home, size_t count, size_t size);
void *problem_room(hf_workspace *home, size_t count, size_t size);
void *problem_copy(hf_workspace *home, const void *source, size_t count, size_t size);

/// Gives back what problem_take took from the heap.
void problem_give(hf_workspace *home, void *taken);

/// What every solver takes for granted; for asserts, O(entries).
bool problem_is_sound(const hf_problem *problem);

/// norm_b from b. The certificate divides by it, so an infinite one, which would let anything pass, is refused.
hf_status problem_take_norm(hf_problem *problem, hf_error *error);

/// u = W r + b; for a factored problem `v` is scratch of dof_count entries.
void problem_velocity(const hf_problem *problem, const double *r, double *v, double *u);

/// u = W r + b, of large problems on all threads of the workspace; bits are those of problem_velocity.
void problem_velocity_shared(const hf_problem *problem, const double *r, double *v, double *u, hf_workspace *workspace);

/// w_i = ‖W_ii‖ (Frobenius), or a small share of the largest where W_ii vanishes: the units in which blocks are damped.
void problem_weights(const hf_problem *problem, double *weight);

#endif
