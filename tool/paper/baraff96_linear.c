// Baraff 1996, section 9: multipliers of trees in linear time, with loops and contacts as auxiliary constraints;
// against the O(n³) method of Baraff 1994, Cholesky in a band, and conjugate gradients.
//
// Times are the least of several batches of processor time, each method's in turn. What has to hold are orders: linear
// time, speed-ups that grow with the number of multipliers, answers that agree.

#include "baraff96_linkage.h"
#include "console.h"

#include "holdfast/pivot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BATCHES = 3,
    MOST_AUXILIARY = 12,
    MOST_SIZES = 5,
};

static const double GRADIENT_TOLERANCE = 1e-8;

/// What is measured, with its answer where others can look.
typedef struct job
{
    linkage *t;
    paper_report *report;
    double *multipliers;
    int count;         // iterations, or the band
    int auxiliary;     // rows: of loops, or contacts
    bool contacts;     // they are inequalities
    bool by_responses; // the paper's way to their matrix; otherwise hf_tree_anticipate
    linkage_ball loops[MOST_AUXILIARY];
    double A[MOST_AUXILIARY * MOST_AUXILIARY], mu[MOST_AUXILIARY], *response;
    hf_workspace *workspace;
} job;

typedef void (*work)(job *j);

/// Seconds of one run: the least of several batches of 2 ms or more.
static double seconds_of(work run, job *j)
{
    double start = paper_seconds();
    run(j);
    double once = paper_seconds() - start, least = INFINITY;
    int runs = once < 2e-3 ? (int)(2e-3 / fmax(once, 1e-7)) + 1 : 1;
    for (int batch = 0; batch < BATCHES; batch++)
    {
        start = paper_seconds();
        for (int k = 0; k < runs; k++) run(j);
        least = fmin(least, (paper_seconds() - start) / runs);
    }
    return least;
}

static void rows(job *j)
{
    linkage_rows(j->t);
}

static void factor(job *j)
{
    (void)linkage_factor(j->t, j->report);
}

static void solve(job *j)
{
    linkage_solve(j->t);
}

static void linear(job *j)
{
    rows(j);
    factor(j);
    solve(j);
}

static void banded(job *j)
{
    j->count = linkage_solve_banded(j->t, j->multipliers);
}

static void gradients(job *j)
{
    j->count = linkage_solve_gradients(j->t, GRADIENT_TOLERANCE, j->multipliers);
}

/// The largest difference of the multipliers from those of the tree, relative to the largest.
static double apart(const job *j)
{
    double most = 0.0, difference = 0.0;
    for (int k = 0; k < j->t->joints * j->t->rows; k++)
    {
        most = fmax(most, fabs(j->t->lambda[k]));
        difference = fmax(difference, fabs(j->t->lambda[k] - j->multipliers[k]));
    }
    return difference / most;
}

// ---- auxiliary rows ----

/// One row of loop or contact k over its bodies. A contact is a point of a body that must not go below the ground: the
/// last row of a ball with it.
static hf_tree_row auxiliary_row(const job *j, int k, double *values, double *c)
{
    const linkage *t = j->t;
    int dofs = t->dofs, row = j->contacts ? t->rows - 1 : k % t->rows;
    const linkage_ball *ball = &j->loops[j->contacts ? k : k / t->rows];
    double J[JOINT_ENTRIES], all[JOINT_ROWS] = {0};
    for (int side = 0; side < (j->contacts ? 1 : 2); side++)
    {
        linkage_joint_rows(t, ball, side, J, all);
        memcpy(values + side * dofs, J + row * dofs, (size_t)dofs * sizeof *values);
    }
    *c = all[row];
    return (hf_tree_row){.count = j->contacts ? 1 : 2, .body = ball->body, .values = values};
}

static double along(const linkage *t, const hf_tree_row *row, const double *a)
{
    double sum = 0.0;
    for (int k = 0; k < row->count; k++)
        for (int d = 0; d < t->dofs; d++) sum += row->values[k * t->dofs + d] * a[row->body[k] * t->dofs + d];
    return sum;
}

/// Steps 1 to 6 of section 8 after the factors: a without auxiliary rows, their matrix, their multipliers, and all
/// again with them.
static void auxiliary(job *j)
{
    linkage *t = j->t;
    int n = j->auxiliary;
    hf_tree_row row[MOST_AUXILIARY];
    double values[MOST_AUXILIARY][2 * BODY_DOFS], b[MOST_AUXILIARY], lo[MOST_AUXILIARY], hi[MOST_AUXILIARY];
    linear(j);
    for (int k = 0; k < n; k++)
    {
        row[k] = auxiliary_row(j, k, values[k], &b[k]);
        b[k] += along(t, &row[k], t->a);
        lo[k] = j->contacts ? 0.0 : -INFINITY;
        hi[k] = INFINITY;
    }
    if (!j->by_responses) (void)hf_tree_anticipate(t->system, n, row, j->workspace, j->A, NULL);
    for (int k = 0; k < n && j->by_responses; k++)
    {
        hf_tree_response(t->system, &row[k], j->response);
        for (int i = 0; i < n; i++) j->A[i * n + k] = along(t, &row[i], j->response);
    }
    memset(j->mu, 0, sizeof j->mu);
    (void)hf_pivot_solve_dense(n, j->A, b, lo, hi, NULL, j->mu, NULL, NULL, j->workspace, NULL, NULL);
    for (int sign = 1; sign >= -1; sign -= 2)
    {
        for (int k = 0; k < n; k++)
            for (int e = 0; e < row[k].count; e++)
                for (int d = 0; d < t->dofs; d++)
                    t->F[row[k].body[e] * t->dofs + d] += sign * j->mu[k] * row[k].values[e * t->dofs + d];
        if (sign == 1) solve(j);
    }
}

// ---- Baraff 1994: all multipliers by one dense matrix ----

/// Row k of all: of joints first, then the auxiliary ones.
static hf_tree_row any_row(const job *j, int k, double *values, double *c)
{
    const linkage *t = j->t;
    int joint = k / t->rows, row = k % t->rows;
    if (joint >= t->joints) return auxiliary_row(j, k - t->joints * t->rows, values, c);
    for (int side = 0; side < 2; side++)
        memcpy(values + side * t->dofs,
               t->J + (2 * (size_t)joint + (size_t)side) * JOINT_ENTRIES + (size_t)(row * t->dofs),
               (size_t)t->dofs * sizeof *values);
    *c = t->c[k];
    return (hf_tree_row){.count = 2, .body = t->joint[joint].body, .values = values};
}

/// J_i M⁻¹ J_jᵀ.
static double entry(const linkage *t, const hf_tree_row *x, const hf_tree_row *y)
{
    double sum = 0.0;
    for (int e = 0; e < x->count; e++)
        for (int f = 0; f < y->count; f++)
            for (int d = 0; d < t->dofs && x->body[e] == y->body[f]; d++)
                sum += x->values[e * t->dofs + d] * linkage_inverse_mass(t, x->body[e], d) * y->values[f * t->dofs + d];
    return sum;
}

static void cubic(job *j)
{
    const linkage *t = j->t;
    int n = t->joints * t->rows + j->auxiliary;
    size_t count = (size_t)n;
    hf_tree_row *row = tool_allocate(count, sizeof *row);
    double(*values)[2 * BODY_DOFS] = tool_allocate(count, sizeof *values), *A = tool_allocate(count * count, sizeof *A),
                        *b = tool_allocate(count, sizeof *b), *lo = tool_allocate(count, sizeof *lo),
                        *hi = tool_allocate(count, sizeof *hi),
                        *free_a = tool_allocate((size_t)(t->bodies * t->dofs), sizeof *A);
    linkage_rows(j->t);
    for (int k = 0; k < t->bodies * t->dofs; k++)
        free_a[k] = t->F[k] * linkage_inverse_mass(t, k / t->dofs, k % t->dofs);
    for (int k = 0; k < n; k++)
    {
        row[k] = any_row(j, k, values[k], &b[k]);
        b[k] += along(t, &row[k], free_a);
        lo[k] = k >= t->joints * t->rows && j->contacts ? 0.0 : -INFINITY;
        hi[k] = INFINITY;
        for (int i = 0; i <= k; i++)
            A[count * (size_t)i + (size_t)k] = A[count * (size_t)k + (size_t)i] = entry(t, &row[i], &row[k]);
    }
    memset(j->multipliers, 0, count * sizeof *j->multipliers);
    (void)hf_pivot_solve_dense(n, A, b, lo, hi, NULL, j->multipliers, NULL, NULL, j->workspace, NULL, NULL);
    free(free_a);
    free(hi);
    free(lo);
    free(b);
    free(A);
    free(values);
    free(row);
}

// ---- the paper's cases ----

typedef struct tree_case
{
    const char *what;
    int bodies, auxiliary;
    bool planar, contacts;
    double ms, share;        // published: all, and of that the entries of J [%]
    double cubic, gradients; // times the method of Baraff 1994, and conjugate gradients, take longer
    const char *remark;
} tree_case;

static const tree_case cases[] = {
    {"2D, 108 multipliers", 55, 0, true, false, 7.75, 100 * 2.75 / 7.75, NAN, 3.0,
     "conjugate gradients published as: Bramble"},
    {"2D, 96 and 12 of loops", 49, 12, true, false, 24.75, 100 * 2.75 / 24.75, NAN, 1.0,
     "published: 17 ms more than without loops; the matrix of the loops row by row, as published"},
    {"3D, 96 and 3 contacts", 33, 3, false, true, 18.0, 100 * 4.4 / 18.0, 2.0, NAN, "contacts without friction"},
    {"3D, 381 multipliers", 128, 0, false, false, 44.6, 100 * 4.0 / 44.6, 40.0, NAN, ""},
};

enum
{
    CASES = sizeof cases / sizeof *cases
};

/// Loops between bodies that are no neighbours, or contacts at the three lowest bodies, which press on the ground.
static void add_auxiliary(job *j, const tree_case *c)
{
    linkage *t = j->t;
    uint64_t seed = 3;
    j->auxiliary = c->auxiliary;
    j->contacts = c->contacts;
    for (int k = 0; k < c->auxiliary / (c->contacts ? 1 : t->rows); k++)
    {
        linkage_ball *ball = &j->loops[k];
        *ball = (linkage_ball){.body = {t->bodies - 1 - k, k}};
        for (int side = 0; side < 2; side++)
            for (int e = 0; e < 3; e++)
                ball->local[side][e] = c->planar && e == 2 ? 0.0 : linkage_draw(&seed, -0.3, 0.3);
        if (c->contacts) t->F[(t->bodies - 1 - k) * t->dofs + 2] -= 20.0;
    }
}

static bool job_begin(job *j, linkage *t, paper_report *report)
{
    hf_error error = {0};
    *j = (job){.t = t, .report = report, .by_responses = true};
    j->multipliers = tool_allocate((size_t)(t->joints * t->rows + MOST_AUXILIARY), sizeof *j->multipliers);
    j->response = tool_allocate((size_t)(t->bodies * t->dofs), sizeof *j->response);
    return hf_workspace_create(&j->workspace, &error) == HF_STATUS_OK || paper_error(report, &error);
}

static void job_end(job *j)
{
    hf_workspace_destroy(j->workspace);
    free(j->response);
    free(j->multipliers);
    *j = (job){0};
}

static bool run_case(paper_report *report, const tree_case *c, double *first)
{
    linkage t;
    job j = {0};
    bool good = linkage_make(&t, report, LINKAGE_BRANCHED, c->bodies, c->planar) && job_begin(&j, &t, report);
    if (good)
    {
        add_auxiliary(&j, c);
        work all = c->auxiliary > 0 ? auxiliary : linear;
        if (strcmp(paper_method(report, "linear"), "cubic") == 0) all = cubic;
        double total = seconds_of(all, &j), J = seconds_of(rows, &j), gap = NAN, cg = NAN, anticipated = NAN;
        double old = seconds_of(cubic, &j);
        if (all != cubic) gap = apart(&j);
        if (c->auxiliary == 0) cg = seconds_of(gradients, &j) + J;
        if (c->auxiliary > 0)
        {
            j.by_responses = false;
            anticipated = seconds_of(auxiliary, &j);
        }
        if (*first == 0.0) *first = total;
        const double published[] = {c->ms, c->ms / cases[0].ms, c->share, c->cubic, c->gradients, NAN};
        double letter[] = {1e3 * total, total / *first, 100 * J / total, old / total, cg / total, gap};
        double ours[] = {1e3 * anticipated, anticipated / *first, NAN, old / anticipated, NAN, NAN};
        paper_row(report, c->what, published, letter, c->auxiliary > 0 ? ours : NULL, "%s", c->remark);
        paper_expect(report, SIDE_AS_PUBLISHED, 1, c->ms / cases[0].ms / 3, c->ms / cases[0].ms * 2);
        if (all != cubic) paper_expect(report, SIDE_AS_PUBLISHED, 5, 0.0, 1e-8);
        if (c->bodies == 128) paper_expect(report, SIDE_AS_PUBLISHED, 3, 20.0, 200.0);
    }
    job_end(&j);
    linkage_free(&t);
    return good && !interrupted();
}

/// Where the time goes in the largest case, and the two ways to the matrix of loops.
static bool run_parts(paper_report *report)
{
    linkage t;
    job j = {0};
    bool good = linkage_make(&t, report, LINKAGE_BRANCHED, 128, false) && job_begin(&j, &t, report);
    if (good)
    {
        rows(&j);
        double J = seconds_of(rows, &j), all = seconds_of(linear, &j), factors = seconds_of(factor, &j);
        double once = seconds_of(solve, &j);
        paper_table(report, "Parts of 381 multipliers in 3D", NULL);
        paper_value(report, "entries of J, share of all [%]", 100 * 4.0 / 44.6, 100 * J / all, NAN, "%s", "");
        paper_value(report, "factors, share of all [%]", NAN, 100 * factors / all, NAN, "%s", "");
        paper_value(report, "sparsefactor over sparsesolve", 4, factors / once, NAN,
                    "published: \"approximately four times\"; our factors take masses and rows over, too");
        paper_expect(report, SIDE_AS_PUBLISHED, 0, 2, 12);
    }
    job_end(&j);
    linkage_free(&t);
    if (!good) return false;
    good = linkage_make(&t, report, LINKAGE_BRANCHED, 49, true) && job_begin(&j, &t, report);
    if (good)
    {
        double share[2], without = seconds_of(linear, &j);
        add_auxiliary(&j, &cases[1]);
        for (int way = 0; way < 2; way++)
        {
            j.by_responses = way == 0;
            double with = seconds_of(auxiliary, &j);
            share[way] = (with - without) / with;
        }
        paper_table(report, "96 and 12 in 2D", NULL);
        paper_value(report, "share of the loops in the time", 17.0 / (17.0 + 7.75), share[0], share[1],
                    "as published: a solution for each row; ours: a path up the tree for each (hf_tree_anticipate)");
        paper_expect(report, SIDE_AS_PUBLISHED, 0, 0.3, 0.9);
        paper_expect(report, SIDE_OURS, 0, 0.0, share[0]);
    }
    job_end(&j);
    linkage_free(&t);
    return good && !interrupted();
}

/// Chains, branches and stars of one size: what a band and conjugate gradients take, beside linear time.
static bool run_forms(paper_report *report, int bodies)
{
    static const char *const names[] = {"chain", "branched", "star"};
    char title[80];
    snprintf(title, sizeof title, "%d bodies in 3D: against other methods [times our time]", bodies);
    paper_table(report, title, "band|banded Cholesky|iterations of CG|conjugate gradients|Baraff 1994");
    for (int form = LINKAGE_CHAIN; form <= LINKAGE_STAR; form++)
    {
        linkage t;
        job j = {0};
        bool good = linkage_make(&t, report, (linkage_form)form, bodies, false) && job_begin(&j, &t, report);
        if (good)
        {
            double total = seconds_of(linear, &j), J = seconds_of(rows, &j), band = seconds_of(banded, &j) + J;
            double width = j.count, gap = apart(&j), cg = seconds_of(gradients, &j) + J, count = j.count;
            gap = fmax(gap, 1e-3 * apart(&j)); // conjugate gradients stop earlier
            double letter[] = {width, band / total, count, cg / total, seconds_of(cubic, &j) / total};
            paper_row(report, names[form], NULL, letter, NULL, "%s",
                      form == LINKAGE_CHAIN  ? "published: tightly banded"
                      : form == LINKAGE_STAR ? "published: A is completely dense"
                                             : "in the order in which bodies came");
            double dense = 3.0 * (bodies - 1) - 1.0; // every row meets every other
            paper_expect(report, SIDE_AS_PUBLISHED, 0,
                         form == LINKAGE_CHAIN  ? 5
                         : form == LINKAGE_STAR ? dense
                                                : 10,
                         form == LINKAGE_CHAIN ? 5 : dense);
            if (form == LINKAGE_STAR) paper_expect(report, SIDE_AS_PUBLISHED, 1, 3.0, 300.0);
            if (gap > 1e-8) good = paper_failed(report, "methods differ by %g", gap);
        }
        job_end(&j);
        linkage_free(&t);
        if (!good || interrupted()) return false;
    }
    return true;
}

static bool run_sizes(paper_report *report, const int *sizes, int count)
{
    double x[MOST_SIZES], y[3][MOST_SIZES];
    int measured[3] = {0};
    paper_table(report, "Time over size, branched trees in 3D [µs a multiplier]",
                "linear|conjugate gradients|Baraff 1994");
    for (int k = 0; k < count; k++)
    {
        linkage t;
        job j = {0};
        bool good = linkage_make(&t, report, LINKAGE_BRANCHED, sizes[k], false) && job_begin(&j, &t, report);
        if (good)
        {
            char what[40];
            x[k] = t.joints * t.rows;
            y[0][k] = seconds_of(strcmp(paper_method(report, "linear"), "cubic") == 0 ? cubic : linear, &j);
            y[1][k] = seconds_of(gradients, &j);
            y[2][k] = x[k] < 2000 ? seconds_of(cubic, &j) : NAN;
            for (int i = 0; i < 3; i++) measured[i] += isfinite(y[i][k]) != 0;
            snprintf(what, sizeof what, "%g multipliers", x[k]);
            double letter[] = {1e6 * y[0][k] / x[k], 1e6 * y[1][k] / x[k], 1e6 * y[2][k] / x[k]};
            paper_row(report, what, NULL, letter, NULL, "%s", "");
        }
        job_end(&j);
        linkage_free(&t);
        if (!good || interrupted()) return false;
    }
    paper_table(report, "Orders", NULL);
    paper_value(report, "exponent of the time over n", 1.0, log(y[0][count - 1] / y[0][0]) / log(x[count - 1] / x[0]),
                NAN, "published: O(n); large trees leave the caches");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0.8, 1.3);
    int last = measured[2] - 1;
    paper_value(report, "the same of Baraff 1994", 3.0, log(y[2][last] / y[2][0]) / log(x[last] / x[0]), NAN,
                "published: O(n³); the matrix is made in n², and its factors are blocked");
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 1.7, 3.2);
    plot_series series[] = {{.name = "linear time", .x = x, .y = y[0], .count = (size_t)count},
                            {.name = "conjugate gradients", .x = x, .y = y[1], .count = (size_t)count},
                            {.name = "Baraff 1994, dense", .x = x, .y = y[2], .count = (size_t)measured[2]}};
    plot_def plot = {.title = "Multipliers of a tree",
                     .subtitle = "branched trees of balls in 3D",
                     .x = {.label = "multipliers", .logarithmic = true},
                     .y = {.label = "seconds", .logarithmic = true},
                     .series = series,
                     .series_count = 3};
    paper_figure(report, &plot);
    return true;
}

static bool run(paper_report *report, paper_size size)
{
    static const int sizes[] = {34, 128, 501, 2001, 10001};
    double first = 0.0;
    paper_table(report, "The paper's cases", "ms|times the first|J [%]|Baraff 1994 [times]|CG [times]|difference");
    for (int k = 0; k < CASES; k++)
        if (!run_case(report, &cases[k], &first)) return false;
    return run_parts(report) && run_forms(report, 128) &&
           run_sizes(report, sizes,
                     size == PAPER_FULL    ? 5
                     : size == PAPER_QUICK ? 4
                                           : 3);
}

const paper_experiment baraff96_linear = {
    .name = "baraff96-linear",
    .paper = "Baraff 1996",
    .title = "section 9: multipliers in linear time",
    .setting = "Trees of rigid bodies joined by balls, each body hanging on any of those before it, random sizes and "
               "spins; holdfast/tree.h. Loops tie "
               "far bodies together by further balls; contacts keep points of three bodies above the ground, without "
               "friction. The paper's "
               "machine had 250 MHz: ratios are to be compared.\n\n"
               "Baraff 1994 is hf_pivot_solve_dense on A = J M⁻¹ Jᵀ of all rows at once. Conjugate gradients go to a "
               "relative residual of 1e-8 with A as "
               "a product of its sparse factors, without a preconditioner; Bramble's accuracy is not said. The "
               "differences are those of "
               "multipliers, relative to the largest, between linear time and Baraff 1994.",
    .run = run,
};
