// The global form and its reduction: against H M⁻¹ Hᵀ computed densely, both result forms against each other, patterns,
// errors.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/problem.h"
#include "holdfast/solve.h"
#include "linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 9,
    BODY_DOFS = 4,
    DOFS = BODIES * BODY_DOFS,
    BLOCKS = 14,
    ROWS_MAX = 3 * BLOCKS
};

/// A system of bodies whose degrees of freedom are interleaved (body c has c, c + BODIES, …), with blocks of all kinds
/// between pairs.
typedef struct system
{
    int size[BLOCKS];
    hf_law_kind kind[BLOCKS];
    double mu[BLOCKS], lo[BLOCKS], hi[BLOCKS], w[ROWS_MAX], f[DOFS];
    int M_begin[DOFS + 1], M_row[DOFS * (2 * BODY_DOFS + 1)];
    double M[DOFS * (2 * BODY_DOFS + 1)];
    size_t H_begin[ROWS_MAX + 1];
    int H_dof[ROWS_MAX * 8];
    double H[ROWS_MAX * 8];
    int dimension;
    hf_laws laws;
    hf_global global;
} system_t;

static void make_mass(system_t *s, random_state *random, bool diagonal)
{
    int used = 0;
    for (int j = 0; j < DOFS; j++)
    {
        double unit = j / BODIES < 2 ? 1.0 : 1e-9; // inertias far below masses must not look singular
        s->M_begin[j] = used;
        for (int i = DOFS - 1; i >= 0; i--) // descending: any order is allowed
        {
            if (i % BODIES != j % BODIES || (diagonal && i != j)) continue;
            double other = i / BODIES < 2 ? 1.0 : 1e-9;
            double value = sqrt(unit * other) * (i == j ? 3.0 : random_between(random, -0.5, 0.5));
            s->M_row[used] = i;
            s->M[used++] = 0.25 * value;
            s->M_row[used] = i; // duplicates are summed
            s->M[used++] = 0.75 * value;
        }
        s->M_row[used] = (j + 1) % DOFS; // a stored zero joins nothing
        s->M[used++] = 0.0;
    }
    s->M_begin[DOFS] = used;
}

static void make_blocks(system_t *s, random_state *random)
{
    static const int sizes[HF_LAW_COUNT] = {3, 1, 2, 1};
    size_t used = 0;
    for (int i = 0; i < BLOCKS; i++)
    {
        s->kind[i] = (hf_law_kind)(i % HF_LAW_COUNT);
        s->size[i] = i == 4 ? 2 : sizes[s->kind[i]];
        s->mu[i] = 0.5;
        s->lo[i] = -1.0;
        s->hi[i] = 2.0;
        int body_A = random_below(random, BODIES), body_B = i == 5 ? -1 : random_below(random, BODIES);
        for (int a = 0; a < s->size[i]; a++)
        {
            int row = s->dimension++;
            s->H_begin[row] = used;
            s->w[row] = random_normal(random);
            for (int side = 0; side < 2; side++)
            {
                int body = side ? body_B : body_A;
                for (int d = BODY_DOFS - 1; body >= 0 && d >= 0; d--)
                {
                    if (random_below(random, 4) == 0) continue;
                    s->H_dof[used] = body + BODIES * d;
                    s->H[used++] = random_normal(random) * (d < 2 ? 1.0 : 3e-5);
                }
            }
        }
        s->H_begin[s->dimension] = used;
    }
}

static void make_system(system_t *s, uint64_t seed, bool diagonal)
{
    memset(s, 0, sizeof *s);
    random_state random = random_seed(seed);
    make_mass(s, &random, diagonal);
    make_blocks(s, &random);
    for (int d = 0; d < DOFS; d++) s->f[d] = random_normal(&random) * (d / BODIES < 2 ? 1.0 : 3e-5);
    s->laws = (hf_laws){BLOCKS, s->size, s->kind, s->mu, s->lo, s->hi, s->w, {0}, NULL};
    s->global = (hf_global){DOFS, s->M_begin, s->M_row, s->M, s->H_begin, s->H_dof, s->H, s->f};
}

/// H as a dense row-major matrix, and M⁻¹ Hᵀ (column k belongs to row k of H) and M⁻¹ f by dense LU.
static void solve_dense(const system_t *s, double *H, double *MinvHt, double *Minvf)
{
    static double M[DOFS * DOFS];
    int pivot[DOFS];
    memset(M, 0, sizeof M);
    memset(H, 0, sizeof(double) * ROWS_MAX * DOFS);
    for (int j = 0; j < DOFS; j++)
        for (int k = s->M_begin[j]; k < s->M_begin[j + 1]; k++) M[s->M_row[k] + DOFS * j] += s->M[k];
    for (int row = 0; row < s->dimension; row++)
        for (size_t k = s->H_begin[row]; k < s->H_begin[row + 1]; k++) H[row * DOFS + s->H_dof[k]] += s->H[k];
    memcpy(MinvHt, H, sizeof(double) * ROWS_MAX * DOFS);
    memcpy(Minvf, s->f, sizeof s->f);
    CHECK(dense_lu(DOFS, M, DOFS, pivot) == 0);
    dense_lu_solve(DOFS, M, DOFS, pivot, s->dimension, MinvHt, DOFS);
    dense_lu_solve(DOFS, M, DOFS, pivot, 1, Minvf, DOFS);
}

static void check_reduction(uint64_t seed, bool diagonal)
{
    static system_t s;
    static double H[ROWS_MAX * DOFS], X[ROWS_MAX * DOFS];
    double vf[DOFS], r[ROWS_MAX], u[2][ROWS_MAX], v[DOFS];
    make_system(&s, seed, diagonal);
    solve_dense(&s, H, X, vf);
    random_state random = random_seed(seed + 1);
    for (int k = 0; k < s.dimension; k++) r[k] = random_normal(&random);

    for (int assemble = 0; assemble < 2; assemble++)
    {
        hf_problem *problem;
        hf_error error;
        hf_status status = hf_problem_reduce(&s.laws, &s.global, assemble, &problem, &error);
        if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(hf_problem_describe(problem).factored == !assemble);
        CHECK(hf_problem_velocity(problem, r, u[assemble], NULL, NULL) == HF_STATUS_OK);
        hf_problem_destroy(problem);
    }
    CHECK(hf_global_velocity(&s.laws, &s.global, r, v, NULL) == HF_STATUS_OK);
    for (int a = 0; a < s.dimension; a++)
    {
        double expected = s.w[a], by_v = s.w[a]; // u = w + H M⁻¹ f + Σ H M⁻¹ Hᵀ r, and u = H v + w
        for (int d = 0; d < DOFS; d++)
        {
            expected += H[a * DOFS + d] * vf[d];
            by_v += H[a * DOFS + d] * v[d];
            for (int c = 0; c < s.dimension; c++) expected += H[a * DOFS + d] * X[c * DOFS + d] * r[c];
        }
        CHECK_NEAR(u[0][a], expected, 1e-11);
        CHECK_NEAR(u[1][a], expected, 1e-11);
        CHECK_NEAR(by_v, expected, 1e-11);
    }
}

TEST(reduction_is_H_Minv_Ht)
{
    for (uint64_t seed = 1; seed <= 20; seed++)
    {
        check_reduction(seed, false);
        check_reduction(seed, true);
    }
}

/// The factored form's certificate is the assembled one's.
TEST(both_forms_have_the_same_residual)
{
    static system_t s;
    make_system(&s, 77, false);
    hf_problem *problem[2];
    hf_residual residual[2];
    double r[ROWS_MAX];
    random_state random = random_seed(78);
    for (int k = 0; k < s.dimension; k++) r[k] = random_normal(&random);
    for (int a = 0; a < 2; a++)
    {
        CHECK(hf_problem_reduce(&s.laws, &s.global, a, &problem[a], NULL) == HF_STATUS_OK);
        CHECK(hf_residual_compute(problem[a], r, NULL, &residual[a], NULL) == HF_STATUS_OK);
    }
    CHECK(residual[0].natural > 0.1);
    CHECK_NEAR(residual[0].natural, residual[1].natural, 1e-12 * residual[0].natural);
    hf_problem *twin;
    CHECK(hf_problem_assemble(problem[0], &twin, NULL) == HF_STATUS_OK);
    hf_block_rows ours = hf_problem_block_rows(problem[1]), theirs = hf_problem_block_rows(twin);
    CHECK(memcmp(ours.begin, theirs.begin, (BLOCKS + 1) * sizeof *ours.begin) == 0);
    CHECK(memcmp(ours.col, theirs.col, ours.begin[BLOCKS] * sizeof *ours.col) == 0);
    size_t value_count = 0;
    for (int i = 0; i < BLOCKS; i++)
        for (size_t k = ours.begin[i]; k < ours.begin[i + 1]; k++)
            value_count += (size_t)(s.size[i] * s.size[ours.col[k]]);
    for (size_t k = 0; k < value_count; k++) CHECK_NEAR(ours.values[k], theirs.values[k], 1e-12);
    hf_problem_destroy(twin);
    hf_problem_destroy(problem[0]);
    hf_problem_destroy(problem[1]);
}

/// A block's row is as wide as the bodies that it touches, and W couples only blocks that share a body.
TEST(the_parts_of_M_are_exploited)
{
    static system_t s;
    make_system(&s, 5, false);
    hf_problem *factored, *assembled;
    CHECK(hf_problem_reduce(&s.laws, &s.global, false, &factored, NULL) == HF_STATUS_OK);
    CHECK(hf_problem_reduce(&s.laws, &s.global, true, &assembled, NULL) == HF_STATUS_OK);
    hf_factored_rows rows = hf_problem_factored_rows(factored);
    CHECK(rows.dof_count == DOFS);
    size_t shared = 0;
    int row = 0, bodies[BLOCKS] = {0};
    for (int i = 0; i < BLOCKS; i++)
    {
        for (size_t k = s.H_begin[row]; k < s.H_begin[row + s.size[i]]; k++) bodies[i] |= 1 << (s.H_dof[k] % BODIES);
        row += s.size[i];
        CHECK(rows.begin[i + 1] - rows.begin[i] == (size_t)(BODY_DOFS * __builtin_popcount((unsigned)bodies[i])));
    }
    for (int i = 0; i < BLOCKS; i++)
        for (int j = 0; j < BLOCKS; j++) shared += (bodies[i] & bodies[j]) != 0;
    CHECK(hf_problem_describe(assembled).nonzero_block_count == shared);
    CHECK(shared < BLOCKS * BLOCKS);
    hf_problem_destroy(factored);
    hf_problem_destroy(assembled);
}

static void check_error(const system_t *s, const char *words)
{
    hf_problem *problem;
    hf_error error = {0};
    double r[ROWS_MAX] = {0}, v[DOFS];
    CHECK(hf_problem_reduce(&s->laws, &s->global, true, &problem, &error) == HF_STATUS_INVALID);
    CHECK(!problem);
    if (!strstr(error.message, words)) harness_fail(__FILE__, __LINE__, "'%s' does not say '%s'", error.message, words);
    CHECK(hf_global_velocity(&s->laws, &s->global, r, v, NULL) == HF_STATUS_INVALID);
}

TEST(a_singular_mass_is_named)
{
    static system_t s;
    make_system(&s, 9, true);
    for (int k = s.M_begin[7]; k < s.M_begin[8]; k++) s.M[k] = 0.0;
    check_error(&s, "singular: degree of freedom 7");

    make_system(&s, 9, false); // body 2: two equal rows
    for (int j = 0; j < DOFS; j++)
        for (int k = s.M_begin[j]; k < s.M_begin[j + 1]; k++)
            if (j % BODIES == 2 && s.M_row[k] % BODIES == 2) s.M[k] = 1.0 + j;
    check_error(&s, "singular: the part of 4 degrees of freedom that begins at 2");
}

TEST(bad_input_is_named)
{
    static system_t s;
#define BAD(change, words)                                                                                             \
    do {                                                                                                               \
        make_system(&s, 3, false);                                                                                     \
        change;                                                                                                        \
        check_error(&s, words);                                                                                        \
    } while (0)
    BAD(s.global.dof_count = -1, "global.dof_count");
    BAD(s.global.M_begin = NULL, "global.M_begin");
    BAD(s.M_begin[0] = 1, "global.M_begin");
    BAD(s.M_begin[3] = 0, "global.M_begin[3]");
    BAD(s.global.M = NULL, "global.M is NULL");
    BAD(s.global.M_row = NULL, "global.M_row is NULL");
    BAD(s.M_row[5] = DOFS, "global.M_row[5]");
    BAD(s.M[5] = NAN, "global.M[5]");
    BAD(s.f[2] = INFINITY, "global.f[2]");
    BAD(s.global.H_begin = NULL, "global.H_begin");
    BAD(s.H_begin[2] = 0, "global.H_begin[2]");
    BAD(s.global.H = NULL, "global.H is NULL");
    BAD(s.global.H_dof = NULL, "global.H_dof is NULL");
    BAD(s.H_dof[4] = -1, "global.H_dof[4]");
    BAD(s.H[4] = NAN, "global.H[4]");
    BAD(s.w[1] = NAN, "laws.b[1]");
    BAD(s.mu[0] = -1.0, "laws.mu[0]");
#undef BAD
}

TEST(nothing_at_all_is_a_valid_system)
{
    int M_begin[1] = {0};
    size_t H_begin[2] = {0, 0};
    hf_laws laws = {0};
    hf_global global = {.M_begin = M_begin, .H_begin = H_begin};
    for (int assemble = 0; assemble < 2; assemble++)
    {
        hf_problem *problem;
        CHECK(hf_problem_reduce(&laws, &global, assemble, &problem, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_describe(problem).dimension == 0);
        hf_problem_destroy(problem);
    }
    // a block that touches nothing has a zero row
    laws =
        (hf_laws){.block_count = 1, .size = (int[]){1}, .kind = (hf_law_kind[]){HF_LAW_UNILATERAL}, .b = (double[]){4}};
    for (int assemble = 0; assemble < 2; assemble++)
    {
        hf_problem *problem;
        double u, r = 3.0;
        CHECK(hf_problem_reduce(&laws, &global, assemble, &problem, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(problem, &r, &u, NULL, NULL) == HF_STATUS_OK);
        CHECK(u == 4.0);
        hf_problem_destroy(problem);
    }
}

TEST(every_allocation_may_fail)
{
    static system_t s;
    make_system(&s, 21, false);
    double r[ROWS_MAX] = {0}, v[DOFS];
    for (int what = 0; what < 3; what++)
        for (long k = 0;; k++)
        {
            hf_problem *problem = NULL;
            hf_error error = {0};
            fail_allocation(k);
            hf_status status = what < 2 ? hf_problem_reduce(&s.laws, &s.global, what, &problem, &error)
                                        : hf_global_velocity(&s.laws, &s.global, r, v, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            hf_problem_destroy(problem);
            CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
            CHECK(error.status == status);
            if (!failed) break;
        }
}
