// The contact problem: constructors agree, views show what went in, bad input is named.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_ok(hf_status status, const hf_error *error, int line)
{
    if (status != HF_STATUS_OK) harness_fail(__FILE__, line, "%s", error->message);
}
#define CHECK_OK(call) check_ok((call), &error, __LINE__)

/// All kinds and sizes, unsymmetric, assembled.
static hf_generated mixed(unsigned seed, bool factored)
{
    hf_random_options o = hf_random_options_default();
    o.seed = seed;
    o.dimension = seed % 4 == 0 ? 2 : 3;
    o.contact_count = 7;
    o.unilateral_count = 2;
    o.bilateral_count = seed % 5 == 0 ? 0 : 4;
    o.box_count = 3;
    o.unsymmetric = 0.2;
    o.factored = factored;
    hf_generated g;
    hf_error error;
    CHECK_OK(hf_generate_random(&o, &g, &error));
    return g;
}

static double *numbers(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    if (!x) abort();
    return x;
}

/// W of an assembled problem, dense.
static double *dense_of(const hf_problem *p)
{
    hf_laws laws = hf_problem_laws(p);
    hf_block_rows W = hf_problem_block_rows(p);
    const int *offset = hf_problem_offsets(p);
    int n = offset[laws.block_count];
    double *D = numbers((size_t)n * (size_t)n);
    const double *value = W.values;
    for (int i = 0; i < laws.block_count; i++)
        for (size_t k = W.begin[i]; k < W.begin[i + 1]; k++)
            for (int a = 0; a < laws.size[i]; a++)
                for (int c = 0; c < laws.size[W.col[k]]; c++) D[(offset[i] + a) * n + offset[W.col[k]] + c] = *value++;
    return D;
}

/// The two problems have the same laws, the same W to `tolerance` and the same certificate.
static void check_same(const hf_problem *p, const hf_problem *q, double tolerance)
{
    hf_problem_info a = hf_problem_describe(p), b = hf_problem_describe(q);
    CHECK(a.block_count == b.block_count && a.dimension == b.dimension && a.contact_count == b.contact_count);
    CHECK(memcmp(a.kind_count, b.kind_count, sizeof a.kind_count) == 0 && a.norm_b == b.norm_b);
    double *r = numbers(3 * (size_t)a.dimension), *u = r + a.dimension, *v = u + a.dimension;
    hf_error error;
    for (int k = 0; k < a.dimension; k++) r[k] = cos(3.0 * k);
    CHECK_OK(hf_problem_velocity(p, r, u, NULL, &error));
    CHECK_OK(hf_problem_velocity(q, r, v, NULL, &error));
    for (int k = 0; k < a.dimension; k++) CHECK_NEAR(v[k], u[k], tolerance);
    hf_residual x, y;
    CHECK_OK(hf_residual_compute(p, r, NULL, &x, &error));
    CHECK_OK(hf_residual_compute(q, r, NULL, &y, &error));
    CHECK_NEAR(y.natural, x.natural, tolerance);
    CHECK(x.natural > 0.01);
    free(r);
}

TEST(constructors_agree)
{
    for (unsigned seed = 0; seed < 12; seed++)
    {
        hf_generated g = mixed(seed, false);
        hf_problem *whole = g.problem, *from_dense, *from_csr, *copy, *borrowed, *again;
        hf_error error;
        hf_laws laws = hf_problem_laws(whole);
        hf_block_rows W = hf_problem_block_rows(whole);
        int n = hf_problem_describe(whole).dimension;
        double *D = dense_of(whole);

        // scalar rows backwards, every entry in two halves, and zeros beside them
        size_t *begin = calloc((size_t)n + 1, sizeof *begin), at = 0;
        int *col = calloc(2 * (size_t)n * (size_t)n, sizeof *col);
        double *values = numbers(2 * (size_t)n * (size_t)n);
        for (int i = 0; i < n; i++)
        {
            for (int half = 0; half < 2; half++)
                for (int j = n - 1; j >= 0; j--)
                    if (D[i * n + j] != 0.0)
                    {
                        col[at] = j;
                        values[at++] = 0.5 * D[i * n + j];
                    }
            begin[i + 1] = at;
        }
        CHECK_OK(hf_problem_create_dense(&laws, D, &from_dense, &error));
        CHECK_OK(hf_problem_create_csr(&laws, begin, col, values, &from_csr, &error));
        CHECK_OK(hf_problem_create(&laws, &W, &copy, &error));
        CHECK_OK(hf_problem_borrow(&laws, &W, &borrowed, &error));
        CHECK_OK(hf_problem_assemble(whole, &again, &error));
        CHECK(hf_problem_block_rows(borrowed).values == W.values && hf_problem_laws(borrowed).b == laws.b);
        CHECK(hf_problem_block_rows(copy).values != W.values);
        hf_problem *all[5] = {from_dense, from_csr, copy, borrowed, again};
        for (int k = 0; k < 5; k++)
        {
            check_same(whole, all[k], 0.0);
            hf_problem_info a = hf_problem_describe(whole), b = hf_problem_describe(all[k]);
            CHECK(a.asymmetry == b.asymmetry && a.largest == b.largest && !b.factored && b.dof_count == 0);
            CHECK(hf_problem_factored_rows(all[k]).H == NULL);
            double *E = dense_of(all[k]);
            CHECK(memcmp(D, E, (size_t)n * (size_t)n * sizeof *D) == 0);
            free(E);
            hf_problem_destroy(all[k]);
        }
        double asymmetry = 0, largest = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
            {
                asymmetry = fmax(asymmetry, fabs(D[i * n + j] - D[j * n + i]));
                largest = fmax(largest, fabs(D[i * n + j]));
            }
        CHECK(hf_problem_describe(whole).asymmetry == asymmetry && hf_problem_describe(whole).largest == largest);
        CHECK(asymmetry > 1e-3);
        free(begin);
        free(col);
        free(values);
        free(D);
        hf_generated_destroy(&g);
    }
}

TEST(factored_is_assembled)
{
    for (unsigned seed = 0; seed < 12; seed++)
    {
        hf_generated f = mixed(seed, true), a = mixed(seed, false);
        hf_problem_info info = hf_problem_describe(f.problem);
        CHECK(info.factored && info.dof_count > 0 && hf_problem_block_rows(f.problem).values == NULL);
        check_same(f.problem, a.problem, 1e-13);
        hf_problem *twin, *copy;
        hf_error error;
        CHECK_OK(hf_problem_assemble(f.problem, &twin, &error));
        check_same(twin, a.problem, 0.0);
        hf_laws laws = hf_problem_laws(f.problem);
        hf_factored_rows rows = hf_problem_factored_rows(f.problem);
        CHECK_OK(hf_problem_create_factored(&laws, &rows, &copy, &error));
        check_same(copy, f.problem, 0.0);
        CHECK_OK(hf_problem_refresh(copy, &error));

        hf_workspace *workspace;
        hf_residual x;
        CHECK_OK(hf_workspace_create(&workspace, &error));
        CHECK_OK(hf_residual_compute(f.problem, f.r, workspace, &x, &error));
        CHECK(x.natural < 1e-13);
        hf_workspace_destroy(workspace);
        hf_problem_destroy(twin);
        hf_problem_destroy(copy);
        hf_generated_destroy(&f);
        hf_generated_destroy(&a);
    }
}

TEST(borrowed_numbers_may_change)
{
    int size[2] = {2, 2};
    double mu[2] = {0.5, 0.5}, b[4] = {-1, 0, -1, 0}, values[8] = {1, 0, 0, 1, 2, 0, 0, 2}, u[4];
    hf_laws laws = {.block_count = 2, .size = size, .mu = mu, .b = b};
    hf_block_rows W = {(size_t[]){0, 1, 2}, (int[]){0, 1}, values};
    hf_problem *p;
    hf_error error;
    CHECK_OK(hf_problem_borrow(&laws, &W, &p, &error));
    CHECK(hf_problem_describe(p).largest == 2 && hf_problem_describe(p).asymmetry == 0);
    values[1] = 5;
    b[3] = 2;
    CHECK_OK(hf_problem_refresh(p, &error));
    CHECK(hf_problem_describe(p).largest == 5 && hf_problem_describe(p).asymmetry == 5);
    CHECK_NEAR(hf_problem_describe(p).norm_b, sqrt(6), 1e-15);
    CHECK_OK(hf_problem_velocity(p, (double[]){1, 1, 1, 1}, u, NULL, &error));
    CHECK(u[0] == 5 && u[3] == 4);
    values[6] = NAN;
    CHECK(hf_problem_refresh(p, &error) == HF_STATUS_INVALID && strstr(error.message, "W block (1, 1), entry (1, 0)"));
    values[6] = 0;
    b[2] = -INFINITY;
    CHECK(hf_problem_refresh(p, &error) == HF_STATUS_INVALID && strstr(error.message, "b[2]"));
    hf_problem_destroy(p);
}

TEST(an_empty_problem_is_valid)
{
    hf_laws laws = {.block_count = 0};
    hf_problem *p[4];
    hf_error error;
    CHECK_OK(hf_problem_create(&laws, &(hf_block_rows){.begin = (size_t[]){0}}, &p[0], &error));
    CHECK_OK(hf_problem_create_dense(&laws, NULL, &p[1], &error));
    CHECK_OK(hf_problem_create_csr(&laws, (size_t[]){0}, NULL, NULL, &p[2], &error));
    CHECK_OK(hf_problem_create_factored(&laws, &(hf_factored_rows){.begin = (size_t[]){0}}, &p[3], &error));
    for (int k = 0; k < 4; k++)
    {
        hf_residual residual;
        CHECK_OK(hf_residual_compute(p[k], NULL, NULL, &residual, &error));
        CHECK(residual.natural == 0 && residual.worst_block == -1);
        CHECK(hf_problem_describe(p[k]).dimension == 0 && hf_problem_offsets(p[k])[0] == 0);
        hf_problem_destroy(p[k]);
    }
    hf_problem_destroy(NULL);
}

// ---- bad input is named ----

/// A valid problem of one block of each kind (rows 0-2, 3, 4-5, 6), to be spoiled.
typedef struct draft
{
    int size[4];
    hf_law_kind kind[4];
    double mu[4], lo[4], hi[4], b[7];
    hf_laws laws;
    size_t begin[5];
    int col[4];
    double values[15];
    hf_block_rows W;
    size_t row_begin[8];
    int row_col[7];
    double row_values[7];
    size_t dof_begin[5];
    int dof[8];
    double H[14], G[14];
    hf_factored_rows rows;
} draft;

static void make_draft(draft *d)
{
    *d = (draft){.size = {3, 1, 2, 1},
                 .kind = {HF_LAW_CONTACT, HF_LAW_UNILATERAL, HF_LAW_BILATERAL, HF_LAW_BOX},
                 .mu = {0.5},
                 .lo = {0, 0, 0, -1},
                 .hi = {0, 0, 0, 1},
                 .begin = {0, 1, 2, 3, 4},
                 .col = {0, 1, 2, 3},
                 .dof_begin = {0, 2, 4, 6, 8},
                 .dof = {0, 1, 0, 1, 0, 1, 0, 1}};
    for (int k = 0; k < 15; k++) d->values[k] = 1;
    for (int k = 0; k < 14; k++) d->H[k] = d->G[k] = 1;
    for (int k = 0; k < 7; k++)
    {
        d->b[k] = k;
        d->row_begin[k + 1] = (size_t)k + 1;
        d->row_col[k] = k;
        d->row_values[k] = 1;
    }
    d->laws = (hf_laws){4, d->size, d->kind, d->mu, d->lo, d->hi, d->b, {0}, NULL};
    d->W = (hf_block_rows){d->begin, d->col, d->values};
    d->rows = (hf_factored_rows){2, d->dof_begin, d->dof, d->H, d->G};
}

typedef enum maker
{
    BLOCKS,
    BORROW,
    DENSE,
    CSR,
    FACTORED,
    MAKERS
} maker;

static hf_status make(maker how, const draft *d, hf_problem **p, hf_error *error)
{
    static const double one[49] = {1};
    switch (how)
    {
    case BLOCKS: return hf_problem_create(&d->laws, &d->W, p, error);
    case BORROW: return hf_problem_borrow(&d->laws, &d->W, p, error);
    case DENSE: return hf_problem_create_dense(&d->laws, one, p, error);
    case CSR: return hf_problem_create_csr(&d->laws, d->row_begin, d->row_col, d->row_values, p, error);
    default: return hf_problem_create_factored(&d->laws, &d->rows, p, error);
    }
}

static void refused(maker how, const draft *d, const char *message, int line)
{
    hf_problem *p = (hf_problem *)(size_t)1;
    hf_error error = {HF_STATUS_OK, ""};
    hf_status status = make(how, d, &p, &error);
    if (status != HF_STATUS_INVALID || error.status != status || !strstr(error.message, message))
        harness_fail(__FILE__, line, "constructor %d: status %d, \"%s\" instead of \"%s\"", how, status, error.message,
                     message);
    CHECK(p == NULL);
    CHECK(make(how, d, &p, NULL) == HF_STATUS_INVALID);
}

/// Spoils a fresh draft with a statement, and expects all constructors from `first` to `last` to say `message`.
#define REFUSED(first, last, spoil, message)                                                                           \
    do {                                                                                                               \
        make_draft(&d);                                                                                                \
        spoil;                                                                                                         \
        for (int how = (first); how <= (last); how++) refused((maker)how, &d, (message), __LINE__);                    \
    } while (0)

TEST(bad_laws_are_named)
{
    static draft d;
    make_draft(&d);
    for (int how = 0; how < MAKERS; how++)
    {
        hf_problem *p;
        hf_error error;
        CHECK_OK(make((maker)how, &d, &p, &error));
        hf_problem_info info = hf_problem_describe(p);
        CHECK(info.dimension == 7 && info.kind_count[HF_LAW_CONTACT] == 1 && info.kind_count[HF_LAW_BOX] == 1);
        hf_laws laws = hf_problem_laws(p);
        CHECK(laws.mu[0] == 0.5 && laws.lo[3] == -1 && laws.hi[3] == 1 && laws.kind[2] == HF_LAW_BILATERAL);
        hf_problem_destroy(p);
    }
    REFUSED(BLOCKS, FACTORED, d.laws.block_count = -1, "laws.block_count = -1");
    REFUSED(BLOCKS, FACTORED, d.laws.block_count = INT_MAX, "laws.block_count");
    REFUSED(BLOCKS, FACTORED, d.laws.size = NULL, "laws.size is NULL");
    REFUSED(BLOCKS, FACTORED, d.laws.b = NULL, "laws.b is NULL");
    REFUSED(BLOCKS, FACTORED, d.laws.mu = NULL, "laws.mu is NULL, but block 0 is a contact");
    REFUSED(BLOCKS, FACTORED, d.laws.lo = NULL, "laws.lo or laws.hi is NULL, but block 3 is a box");
    REFUSED(BLOCKS, FACTORED, d.laws.hi = NULL, "laws.lo or laws.hi is NULL");
    REFUSED(BLOCKS, FACTORED, d.kind[1] = HF_LAW_COUNT, "laws.kind[1] = 4 is no kind");
    REFUSED(BLOCKS, FACTORED, d.size[0] = 1, "laws.size[0] = 1: a contact block has 2, 3, 4 or 6 rows");
    REFUSED(BLOCKS, FACTORED, d.size[1] = 2, "laws.size[1] = 2: a unilateral block has 1 row");
    REFUSED(BLOCKS, FACTORED, d.size[2] = 4, "laws.size[2] = 4: a bilateral block has 1 to 3 rows");
    REFUSED(BLOCKS, FACTORED, d.size[3] = 0, "laws.size[3] = 0: a box block");
    REFUSED(BLOCKS, FACTORED, d.mu[0] = -0.1, "laws.mu[0] = -0.1");
    REFUSED(BLOCKS, FACTORED, d.mu[0] = NAN, "laws.mu[0] = nan");
    REFUSED(BLOCKS, FACTORED, d.mu[0] = INFINITY, "laws.mu[0] = inf");
    REFUSED(BLOCKS, FACTORED, d.lo[3] = 2, "laws.lo[3] = 2, hi = 1: no r lies between");
    REFUSED(BLOCKS, FACTORED, d.hi[3] = NAN, "laws.lo[3]");
    REFUSED(BLOCKS, FACTORED, (d.lo[3] = INFINITY, d.hi[3] = INFINITY), "laws.lo[3]");
    REFUSED(BLOCKS, FACTORED, (d.lo[3] = -INFINITY, d.hi[3] = -INFINITY), "laws.lo[3]");
    REFUSED(BLOCKS, FACTORED, d.b[5] = NAN, "b[5] = nan (block 2) is not finite");
}

TEST(bad_matrices_are_named)
{
    static draft d;
    REFUSED(BLOCKS, BORROW, d.W.begin = NULL, "W.begin is NULL");
    REFUSED(BLOCKS, BORROW, d.begin[0] = 1, "W.begin[0] = 1, must be 0");
    REFUSED(BLOCKS, BORROW, d.begin[2] = 0, "W.begin[2] = 0 is less than the entry before");
    REFUSED(BLOCKS, BORROW, d.W.col = NULL, "W.col is NULL");
    REFUSED(BLOCKS, BORROW, d.W.values = NULL, "W.values is NULL");
    REFUSED(BLOCKS, BORROW, d.col[2] = 4, "W.col[2] = 4 (block row 2): there are 4 blocks");
    REFUSED(BLOCKS, BORROW, d.col[2] = -1, "W.col[2] = -1");
    REFUSED(BLOCKS, BORROW, (d.begin[1] = 2, d.col[1] = 0), "W.col[1] = 0 (block row 0) is not above the one before");
    REFUSED(BLOCKS, BORROW, d.values[9] = INFINITY, "W block (1, 1), entry (0, 0) = inf is not finite");
    REFUSED(BLOCKS, BORROW, d.values[12] = NAN, "W block (2, 2), entry (1, 0) = nan is not finite");

    REFUSED(CSR, CSR, d.row_begin[0] = 1, "row pointers are missing or do not start at 0");
    REFUSED(CSR, CSR, d.row_begin[3] = 1, "row pointer 3 is less than the one before");
    REFUSED(CSR, CSR, d.row_col[4] = 7, "row 4 has an entry in column 7, but there are 7");
    REFUSED(CSR, CSR, d.row_col[4] = -1, "row 4 has an entry in column -1");
    REFUSED(CSR, CSR, d.row_values[6] = NAN, "W(6, 6) = nan is not finite");

    REFUSED(FACTORED, FACTORED, d.rows.dof_count = -1, "rows.dof_count = -1 is negative");
    REFUSED(FACTORED, FACTORED, d.rows.begin = NULL, "rows.begin is missing or does not start at 0");
    REFUSED(FACTORED, FACTORED, d.dof_begin[0] = 1, "rows.begin is missing or does not start at 0");
    REFUSED(FACTORED, FACTORED, d.dof_begin[2] = 1, "rows.begin[2] is less than the entry before");
    REFUSED(FACTORED, FACTORED, d.rows.dof = NULL, "rows.dof, rows.H or rows.G is NULL");
    REFUSED(FACTORED, FACTORED, d.rows.H = NULL, "rows.dof, rows.H or rows.G is NULL");
    REFUSED(FACTORED, FACTORED, d.rows.G = NULL, "rows.dof, rows.H or rows.G is NULL");
    REFUSED(FACTORED, FACTORED, d.dof[5] = 2, "rows.dof[5] = 2 (block 2): there are 2");
    REFUSED(FACTORED, FACTORED, d.dof[4] = -1, "rows.dof[4] = -1 (block 2)");
    REFUSED(FACTORED, FACTORED, d.dof[5] = 0, "rows.dof[5] = 0 (block 2) is not above the one before");
    REFUSED(FACTORED, FACTORED, d.H[0] = NAN, "rows.H[0] (block 0) is not finite");
    REFUSED(FACTORED, FACTORED, d.G[7] = INFINITY, "rows.G[7] (block 1) is not finite");
    REFUSED(FACTORED, FACTORED, (d.H[0] = 1e200, d.G[0] = 1e200), "H M⁻¹ Hᵀ overflows at block 0, entry (0, 0)");

    make_draft(&d);
    hf_problem *p;
    hf_error error;
    CHECK(hf_problem_create_dense(&d.laws, NULL, &p, &error) == HF_STATUS_INVALID && !p &&
          strstr(error.message, "W is NULL"));
    CHECK(hf_problem_create_csr(&d.laws, NULL, NULL, NULL, &p, &error) == HF_STATUS_INVALID && !p);
    CHECK(hf_problem_create_csr(&d.laws, d.row_begin, NULL, NULL, &p, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "no columns or no values"));
}

TEST(names)
{
    CHECK(strcmp(hf_law_kind_name(HF_LAW_CONTACT), "contact") == 0 && strcmp(hf_law_kind_name(HF_LAW_BOX), "box") == 0);
    CHECK(strcmp(hf_law_kind_name(HF_LAW_COUNT), "unknown kind") == 0);
    CHECK(strcmp(hf_status_name(HF_STATUS_NO_MEMORY), "out of memory") == 0);
    for (int s = 0; s <= HF_STATUS_UNSUPPORTED; s++) CHECK(strcmp(hf_status_name((hf_status)s), "unknown status") != 0);
    CHECK(strcmp(hf_status_name((hf_status)99), "unknown status") == 0);
    CHECK(hf_version()[0] >= '0' && hf_version()[0] <= '9');
}
