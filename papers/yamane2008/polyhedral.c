// A contact problem as an LCP:  friction by an M-sided cone.
//
//   r_i = a n + Σ b_m c_m,   a, b >= 0; c_m = (cos 2πm/M, sin 2πm/M) in the tangent plane (Yamane and Nakamura 2008,
//                            eq. 17)
//   u_N              >= 0  ⟂  a   >= 0                                                                (eq. 21)
//   mu a - Σ b_m     >= 0  ⟂  λ   >= 0                                                                (eq. 22)
//   c_m · u_T + λ    >= 0  ⟂  b_m >= 0                                                                (eq. 23)
//
// The cone is inscribed: its edges lie on the exact one, and never more friction acts than Coulomb allows. In 2D, M = 2
// is exact. (The paper calls the c_m normals of the side faces; with eq. 22 they are the edges.) This LCP is the law of
// problem/pyramid.c with R = 1. Another direction turns the c_m; a circumscribed pyramid makes them longer by 1 /
// cos(π/M).
// mu = 0 leaves the normal alone. Other kinds:
//   unilateral   u >= 0 ⟂ r >= 0, one row
//   bilateral    eliminated by principal pivots (r from u = 0); rows that depend on others to 1e-8 remain, as r = r⁺ -
//                r⁻ with u >= 0 and -u >= 0
//   box          s = r - lo >= 0 ⟂ u + ν >= 0, hi - lo - s >= 0 ⟂ ν >= 0; one bound infinite: one row; both: bilateral;
//                equal: a constant
//
// W and b are divided by their largest entries, so that mu and the ones of eqs. 22 and 23 stand beside numbers of their
// size.

#include "papers/yamane2008/polyhedral.h"

#include "problem/problem.h"

#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

// ---- W and b of an island ----

/// W_ij of a factored problem, m × n, by merging the ascending degrees of freedom.
static void factored_block(const hf_problem *p, int i, int j, double *at, size_t stride)
{
    const factored_rows *f = &p->rows;
    size_t n_i = f->begin[i + 1] - f->begin[i], n_j = f->begin[j + 1] - f->begin[j];
    const int *dof_i = f->dof + f->begin[i], *dof_j = f->dof + f->begin[j];
    for (size_t a = 0, b = 0; a < n_i && b < n_j;)
    {
        if (dof_i[a] < dof_j[b]) a++;
        else if (dof_i[a] > dof_j[b]) b++;
        else
        {
            for (int k = 0; k < p->size[i]; k++)
                for (int l = 0; l < p->size[j]; l++)
                    at[(size_t)k * stride + (size_t)l] +=
                        f->H[f->at[i] + (size_t)k * n_i + a] * f->G[f->at[j] + (size_t)l * n_j + b];
            a++;
            b++;
        }
    }
}

/// `offset`: local first row of each of the problem's blocks, -1 if it is not on the island.
static void fill_dense(const hf_problem *p, const int *blocks, int block_count, const int *offset, int rows, double *W)
{
    size_t stride = (size_t)rows;
    for (int x = 0; x < block_count; x++)
    {
        int i = blocks[x];
        double *at = W + (size_t)offset[i] * stride;
        if (p->factored)
        {
            for (int y = 0; y < block_count; y++) factored_block(p, i, blocks[y], at + offset[blocks[y]], stride);
            continue;
        }
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            if (offset[j] < 0) continue; // elsewhere: the block is zero throughout, or it would be the same island
            const double *block = p->W.values + block_at(p, k);
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < p->size[j]; c++)
                    at[(size_t)a * stride + (size_t)(offset[j] + c)] = block[a * p->size[j] + c];
        }
    }
}

static bool acts_as_bilateral(const hf_problem *p, int i)
{
    return p->kind[i] == HF_LAW_BILATERAL || (p->kind[i] == HF_LAW_BOX && isinf(p->lo[i]) && isinf(p->hi[i]));
}

// ---- the variables ----

static column *add_column(polyhedral *p, column_role role, int row, double coefficient)
{
    column *c = &p->columns[p->lcp.dimension++];
    *c = (column){.role = role, .row = row, .count = 1, .coefficient = {coefficient, 0.0}};
    return c;
}

static void add_multiplier(polyhedral *p, column_role role, int partner, double limit)
{
    column *c = &p->columns[p->lcp.dimension++];
    *c = (column){.role = role, .partner = partner, .limit = limit};
}

/// The edges of the pyramid: reach × (cos, sin) at direction + 2πm/sides.
static void add_contact(polyhedral *p, int row, int size, double mu, const hf_friction_law *law)
{
    int normal = p->lcp.dimension;
    add_column(p, COLUMN_NORMAL, row, 1.0);
    if (mu == 0.0) return;
    int sides = size == 2 ? 2 : law->sides;
    double reach = law->kind == HF_FRICTION_OUTER_PYRAMID ? 1.0 / real_cos(PI / sides) : 1.0;
    for (int m = 0; m < sides; m++)
    {
        double angle = law->direction + 2.0 * PI * m / sides;
        column *side = add_column(p, COLUMN_SIDE, row + 1, size == 2 ? (m == 0 ? 1.0 : -1.0) : reach * real_cos(angle));
        side->partner = normal;
        if (size == 2) continue;
        side->count = 2;
        side->coefficient[1] = reach * real_sin(angle);
    }
    add_multiplier(p, COLUMN_CONE, normal, mu);
}

static void add_box(polyhedral *p, int row, double lo, double hi)
{
    bool below = !isinf(lo);
    p->shift[row] = (below ? lo : hi) / p->unit;
    if (lo == hi) return; // r is given: no law left
    int distance = p->lcp.dimension;
    add_column(p, COLUMN_NORMAL, row, below ? 1.0 : -1.0);
    if (below && !isinf(hi)) add_multiplier(p, COLUMN_RANGE, distance, (hi - lo) / p->unit);
}

static void add_block(polyhedral *p, const hf_problem *problem, int i, int row, const hf_friction_law *law)
{
    if (acts_as_bilateral(problem, i))
    {
        for (int k = 0; k < problem->size[i]; k++)
        {
            if (is_basic(&p->t, p->row_count + row + k)) continue; // eliminated
            add_column(p, COLUMN_NORMAL, row + k, 1.0);
            add_column(p, COLUMN_NORMAL, row + k, -1.0);
        }
        return;
    }
    switch (problem->kind[i])
    {
    case HF_LAW_CONTACT: add_contact(p, row, problem->size[i], problem->mu[i], law); break;
    case HF_LAW_BOX: add_box(p, row, problem->lo[i], problem->hi[i]); break;
    default: add_column(p, COLUMN_NORMAL, row, 1.0); break;
    }
}

/// Variables that a block may need at most.
static int column_bound(const hf_problem *problem, int i, int sides)
{
    if (acts_as_bilateral(problem, i)) return 2 * problem->size[i];
    if (problem->kind[i] != HF_LAW_CONTACT) return 2;
    return problem->size[i] == 2 ? 4 : sides + 2;
}

// ---- M and q ----

/// Velocity of the island's local row for r = shift: what W and the elimination give, before any variable acts.
static double base_velocity(const polyhedral *p, int row)
{
    double sum = right_side(&p->t, row);
    for (int k = 0; k < p->row_count; k++) sum += row_of(&p->t, row)[k] * p->shift[k];
    return sum;
}

static double coupling(const polyhedral *p, const column *i, const column *j) // P_iᵀ W P_j
{
    double sum = 0.0;
    for (int a = 0; a < i->count; a++)
        for (int b = 0; b < j->count; b++)
            sum += i->coefficient[a] * j->coefficient[b] * row_of(&p->t, i->row + a)[j->row + b];
    return sum;
}

static void fill_lcp(polyhedral *p, double *M, double *q, const double *base)
{
    int n = p->lcp.dimension;
    for (int i = 0; i < n; i++)
    {
        const column *c = &p->columns[i];
        double *row = M + (size_t)i * (size_t)n;
        for (int j = 0; j < n; j++) row[j] = coupling(p, c, &p->columns[j]);
        q[i] = c->role == COLUMN_RANGE ? c->limit : 0.0;
        for (int a = 0; a < c->count; a++) q[i] += c->coefficient[a] * base[c->row + a];
    }
    for (int k = 0; k < n; k++)
    {
        const column *c = &p->columns[k];
        double *row = M + (size_t)k * (size_t)n;
        if (c->role == COLUMN_CONE)
        {
            row[c->partner] = c->limit;              // mu a …
            for (int j = c->partner + 1; j < k; j++) // … - Σ b, and λ in each side's row
            {
                row[j] = -1.0;
                M[(size_t)j * (size_t)n + (size_t)k] = 1.0;
            }
        }
        if (c->role == COLUMN_RANGE)
        {
            row[c->partner] = -1.0;
            M[(size_t)c->partner * (size_t)n + (size_t)k] = 1.0;
        }
    }
}

static hf_status eliminate(polyhedral *p, const hf_problem *problem, const int *blocks, int block_count, int *offset,
                           hf_workspace *workspace)
{
    int rows = 0;
    for (int i = 0; i < problem->block_count; i++) offset[i] = -1;
    for (int x = 0; x < block_count; x++)
    {
        offset[blocks[x]] = rows;
        rows += problem->size[blocks[x]];
    }
    p->row_count = rows;
    double *W = ARENA_ZEROED(workspace, double, (size_t)rows *(size_t)rows);
    double *b = ARENA_ARRAY(workspace, double, rows);
    unsigned char *bilateral = ARENA_ZEROED(workspace, unsigned char, rows);
    p->rows = ARENA_ARRAY(workspace, int, rows);
    p->shift = ARENA_ZEROED(workspace, double, rows);
    if (!W || !b || !bilateral || !p->rows || !p->shift) return HF_STATUS_NO_MEMORY;
    fill_dense(problem, blocks, block_count, offset, rows, W);
    for (int x = 0; x < block_count; x++)
        for (int k = 0; k < problem->size[blocks[x]]; k++)
        {
            int local = offset[blocks[x]] + k;
            p->rows[local] = problem->offset[blocks[x]] + k;
            b[local] = problem->b[p->rows[local]];
            bilateral[local] = acts_as_bilateral(problem, blocks[x]);
        }
    p->island = (hf_lcp){.dimension = rows, .M = W, .q = b};
    if (!tableau_begin(&p->t, &p->island, TABLEAU_DIVIDED, workspace)) return HF_STATUS_NO_MEMORY;
    tableau_root(&p->t, bilateral, NULL);
    p->unit = p->t.scale_q / p->t.scale_M;
    return HF_STATUS_OK;
}

hf_status polyhedral_build(polyhedral *p, const hf_problem *problem, const int *blocks, int block_count,
                           const hf_friction_law *law, hf_workspace *workspace, hf_error *error)
{
    *p = (polyhedral){.unit = 1.0};
    long bound = 0;
    for (int x = 0; x < block_count; x++) bound += column_bound(problem, blocks[x], law->sides);
    if (bound > POLYHEDRAL_DIMENSION_MAX)
        return error_set(
            error, HF_STATUS_UNSUPPORTED,
            "an island of %d blocks makes an LCP of up to %ld rows; the dense pivoting of the Lemke family "
            "goes up to %d: use another solver",
            block_count, bound, POLYHEDRAL_DIMENSION_MAX);
    int *offset = ARENA_ARRAY(workspace, int, problem->block_count);
    p->columns = ARENA_ARRAY(workspace, column, bound);
    if (!offset || !p->columns || eliminate(p, problem, blocks, block_count, offset, workspace) != HF_STATUS_OK)
        return error_no_memory(error);
    for (int x = 0; x < block_count; x++) add_block(p, problem, blocks[x], offset[blocks[x]], law);

    size_t n = (size_t)p->lcp.dimension;
    double *M = ARENA_ARRAY(workspace, double, n *n), *q = ARENA_ARRAY(workspace, double, n);
    double *base = ARENA_ARRAY(workspace, double, p->row_count);
    if (!M || !q || !base) return error_no_memory(error);
    for (int k = 0; k < p->row_count; k++) base[k] = base_velocity(p, k);
    fill_lcp(p, M, q, base);
    p->M = p->lcp.M = M;
    p->lcp.q = q;
    return HF_STATUS_OK;
}

void polyhedral_back(const polyhedral *p, const double *z, double *r)
{
    int rows = p->row_count;
    double *x = p->t.values; // of the rows that were not eliminated; 0 stands for u = 0 at those that were
    for (int k = 0; k < rows; k++) x[k] = p->shift[k];
    for (int j = 0; j < p->lcp.dimension; j++)
        for (int a = 0; a < p->columns[j].count; a++) x[p->columns[j].row + a] += p->columns[j].coefficient[a] * z[j];
    for (int k = 0; k < rows; k++)
    {
        double sum = x[k];
        if (p->t.basic[k] == rows + k) // r_e = D_e x + q_e
        {
            sum = right_side(&p->t, k);
            for (int j = 0; j < rows; j++) sum += row_of(&p->t, k)[j] * x[j];
        }
        r[p->rows[k]] = sum * p->unit;
    }
}
