// Frictionless contact, many rows moved at once.
//
// With A symmetric positive semidefinite the answer is a set C of clamped rows: A_CC f_C = -b_C, f_C >= 0, and a >= 0
// outside.
// The ways to it, each handing over to the next where it fails:
//   blocks      from a guess (warm start): solve for its C, move every row that is on the wrong side, repeat (block
//               principal pivoting:
//               Kostreva 1978, Júdice and Pires 1994); one blocked Cholesky factorization a round, |C|³/3 at the speed
//               of matrix products
//   sweeps      a few projected Gauss–Seidel sweeps with over-relaxation, O(n²) each: most rows then push that push in
//               the end
//   active set  downhill from what the sweeps left (pivot_active.c)
// and single pivots after all (pivot_drive.c).
//
// Why moving many rows at once is safe. (1) Each way stops only at sets without a violated row, and that is the
// definition of a solution.
// (2) Blocks may run in a circle, so the number of violated rows must reach a new minimum every PATIENCE rounds; if
// not, the others take over, which terminate. (3) Single pivots may start from any C with A_CC regular and lo <= f_C <=
// hi: every row of C and every row outside that is not violated then satisfies its law, which is all that drive-to-zero
// asks of the rows that it maintains, and the violated rows are those still to be driven. shrink() makes such a C by
// dropping all rows that pull the wrong way and solving again; each round drops at least one, and C = {} is fine.
//
// A dependent row (pivot below the threshold) is left out of C: if b lies in the range of A, its acceleration is zero
// by itself.

#include "papers/baraff1994/pivot_scalar.h"

#include "linalg/vector.h"

#include <limits.h>
#include <string.h>

enum
{
    SWEEPS = 16,      // together about the cost of one or two factorizations
    FEW_SWEEPS = 4,   // for problems up to SMALL
    CROWD = 12,       // with more violated rows than n/CROWD, blocks would only stir
    PATIENCE = 2,     // rounds without a new minimum: 10 in Júdice and Pires, but the active set starts cheaply
    MAX_ROUNDS = 100, // far above anything seen (about 10)
};

/// Over-relaxation. Rows that leave C afterwards, mean of 30 problems of n = 150 and rank 90: 13.2 at 1, 10.6 at 1.2,
/// 8.6 at 1.4, 9.9 at 1.6.
static const double OMEGA = 1.4;

/// A row is left out of a block move if its pivot is below this share of its diagonal: it lies within 1e-5 of the span
/// of the others.
/// Coarse on purpose, as the growth of rounding is not known here; what is left out wrongly is driven later, with the
/// finer test.
static const double BLOCK_PIVOT = 1e-10;

/// a ◄ A f + b, and the size of the forces in it.
INLINED void accelerate(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    const double *row[4];
    double value[4];
    int n = s->n, held = 0;
    memcpy(s->a, p->b, (size_t)n * sizeof *s->a);
    s->force = 0.0;
    for (int j = 0; j < n; j++) // a += Σ f_j A_j, four columns at a time
    {
        if (s->f[j] == 0.0) continue;
        s->force += s->root[j] * fabs(s->f[j]);
        row[held] = p->A + (size_t)n * (size_t)j;
        value[held++] = s->f[j];
        if (held < 4) continue;
        vector_add4(n, value, row[0], row[1], row[2], row[3], s->a);
        held = 0;
    }
    for (int k = 0; k < held; k++) vector_add(n, value[k], row[k], s->a);
    if (s->ridge > 0.0)
        for (int i = 0; i < n; i++) s->a[i] += s->ridge * s->root[i] * s->root[i] * (s->f[i] - s->center[i]);
}

static WIDE void accelerate_wide(scalar_state *s)
{
    accelerate(s);
}

void scalar_accelerate(scalar_state *s)
{
    work_charge(s->work, pivot_work(s->n, s->n));
    if (wide_runs()) accelerate_wide(s);
    else accelerate(s);
}

/// Lists C and gathers the lower triangle of A_CC. Where rows depend on each other the later ones are left out: so
/// bilateral rows stand first, then those that push already, then the others.
static int gather(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    int n = s->n, count = 0;
    for (int pass = s->bilateral ? 0 : 1; pass < 3; pass++)
        for (int i = 0; i < n; i++)
        {
            if (s->set[i] != HF_PIVOT_CLAMPED) continue;
            bool bilateral = s->bilateral && p->lo[i] == -INFINITY && p->hi[i] == INFINITY;
            int turn = bilateral ? 0 : s->f[i] != 0.0 ? 1 : 2;
            if (turn == pass) s->index[count++] = i;
        }
    for (int c = 0; c < count; c++)
    {
        const double *A = p->A + (size_t)n * (size_t)s->index[c];
        double *L = s->F.L + (size_t)s->F.capacity * (size_t)c;
        for (int i = c; i < count; i++) L[i] = A[s->index[i]];
        L[c] *= 1.0 + s->ridge;
    }
    return count;
}

/// f_C ◄ f_C - A_CC⁻¹ a_C.
static void correct(scalar_state *s)
{
    for (int k = 0; k < s->F.count; k++) s->x[k] = s->a[s->index[k]];
    llt_solve(&s->F, s->x);
    for (int k = 0; k < s->F.count; k++) s->f[s->index[k]] -= s->x[k];
}

bool scalar_clamped_move(const scalar_state *s)
{
    for (int k = 0; k < s->F.count; k++)
        if (fabs(s->a[s->index[k]]) > scalar_noise(s, s->index[k])) return true;
    return false;
}

void scalar_factor(scalar_state *s, bool keep_force)
{
    work_charge(s->work, work_of_dense_lu(s->n));
    int wanted = gather(s), count = 0;
    llt_factor(&s->F, wanted, BLOCK_PIVOT, s->kept);
    s->result->refactorizations++;
    s->dependent = wanted - s->F.count;
    memset(s->position, -1, (size_t)s->n * sizeof *s->position);
    for (int k = 0; k < wanted; k++)
    {
        int i = s->index[k];
        if (s->kept[k])
        {
            s->position[i] = count;
            s->index[count++] = i;
        }
        else scalar_park(s, i, keep_force ? s->f[i] : scalar_clip(s, i, 0.0));
    }
}

void scalar_solve_sets(scalar_state *s)
{
    int n = s->n;
    bool pushed = false;
    scalar_factor(s, false);
    for (int k = 0; k < s->F.count; k++) s->f[s->index[k]] = 0.0;
    for (int i = 0; i < n && !pushed; i++) pushed = s->f[i] != 0.0;
    if (pushed) scalar_accelerate(s);
    else memcpy(s->a, s->lcp->b, (size_t)n * sizeof *s->a);
    correct(s);
    scalar_accelerate(s);
    if (!scalar_clamped_move(s)) return;
    correct(s); // one step of iterative refinement: the factor is of a matrix that rounding has changed a little
    scalar_accelerate(s);
}

/// Moves every row that is on the wrong side, and returns how many there were.
static int exchange(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    int violated = 0;
    for (int i = 0; i < s->n; i++)
        if (s->set[i] == HF_PIVOT_CLAMPED)
        {
            double close = motion_tolerance(s->n) * s->force / s->root[i]; // moves no a by more than its rounding
            if (s->f[i] >= p->lo[i] - close && s->f[i] <= p->hi[i] + close) continue;
            scalar_park(s, i, s->f[i] < p->lo[i] ? p->lo[i] : p->hi[i]);
            violated++;
        }
        else if (scalar_violation(s, i) != 0)
        {
            s->set[i] = HF_PIVOT_CLAMPED;
            violated++;
        }
    return violated;
}

/// Drops rows from C until f_C lies between its bounds. f and a then belong to the sets.
static void shrink(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    for (int dropped = 1; dropped > 0;)
    {
        dropped = 0;
        scalar_solve_sets(s);
        for (int k = 0; k < s->F.count; k++)
        {
            int i = s->index[k];
            if (s->f[i] >= p->lo[i] && s->f[i] <= p->hi[i]) continue;
            scalar_park(s, i, s->f[i] < p->lo[i] ? p->lo[i] : p->hi[i]);
            dropped++;
        }
    }
}

/// The set of row i that fits f_i.
static void settle(scalar_state *s, int i)
{
    bool free = s->f[i] > s->lcp->lo[i] && s->f[i] < s->lcp->hi[i];
    if (free) s->set[i] = HF_PIVOT_CLAMPED;
    else scalar_park(s, i, s->f[i]);
}

/// f_i ◄ P(f_i - OMEGA a_i / A_ii), row by row.
INLINED void sweep(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    int n = s->n, sweeps = n <= SMALL ? FEW_SWEEPS : SWEEPS;
    double *scale = s->x; // 0 where A_ii is
    for (int i = 0; i < n; i++) scale[i] = s->root[i] > 0.0 ? OMEGA / (s->root[i] * s->root[i]) : 0.0;
    for (int k = 0; k < sweeps; k++)
        for (int i = 0; i < n; i++)
        {
            double value = scalar_clip(s, i, s->f[i] - s->a[i] * scale[i]), change = value - s->f[i];
            if (change == 0.0) continue;
            s->f[i] = value;
            vector_add(n, change, p->A + (size_t)n * (size_t)i, s->a);
        }
}

static WIDE void sweep_wide(scalar_state *s)
{
    sweep(s);
}

/// Without a guess: what the sweeps say.
static void first_guess(scalar_state *s)
{
    for (int i = 0; i < s->n; i++) scalar_park(s, i, scalar_clip(s, i, 0.0));
    scalar_accelerate(s);
    if (wide_runs()) sweep_wide(s);
    else sweep(s);
    for (int i = 0; i < s->n; i++) settle(s, i);
}

/// Puts f where the sets say.
static void take_guess(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    for (int i = 0; i < s->n; i++)
    {
        bool upper = s->set[i] == HF_PIVOT_UPPER && p->hi[i] < INFINITY;
        bool lower = !upper && p->lo[i] > -INFINITY;
        if (s->set[i] != HF_PIVOT_CLAMPED)
            scalar_park(s, i, upper ? p->hi[i] : lower ? p->lo[i] : scalar_clip(s, i, 0.0));
    }
}

/// Rounds of block moves; true if they end in a solution.
static bool move_blocks(scalar_state *s)
{
    int best = INT_MAX, patience = PATIENCE, crowd = s->n / CROWD > 2 ? s->n / CROWD : 2;
    for (int round = 0; round < MAX_ROUNDS && patience > 0 && !work_over(s->work); round++)
    {
        scalar_solve_sets(s);
        int violated = exchange(s);
        if (violated == 0) return true;
        s->result->block_moves++;
        patience = violated > crowd ? 0 : violated < best ? PATIENCE : patience - 1;
        best = violated < best ? violated : best;
    }
    return false;
}

void scalar_begin_alone(scalar_state *s)
{
    for (int i = 0; i < s->n; i++)
    {
        scalar_park(s, i, scalar_clip(s, i, 0.0));
        if (s->lcp->lo[i] == -INFINITY && s->lcp->hi[i] == INFINITY) s->set[i] = HF_PIVOT_CLAMPED;
    }
    scalar_solve_sets(s);
}

bool scalar_block_moves(scalar_state *s, bool warm)
{
    if (warm)
    {
        take_guess(s);
        if (move_blocks(s)) return true;
    }
    first_guess(s);
    if (scalar_active_set(s)) return true;
    shrink(s);
    return false;
}
