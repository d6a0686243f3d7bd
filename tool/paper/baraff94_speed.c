// Section 7 of Baraff 1994: contact forces without friction by pivoting, against Gaussian elimination of the same
// matrix and against a quadratic program; calls of drive-to-zero over n, with and without friction.
//
// A = G Gᵀ with random G of n × n, or of n × 0.6 n as in mechanics with redundant contacts, and b in the range of A.
// The two rivals are written here, as a textbook has them:
// elimination with partial pivoting, and an interior-point method (Mehrotra 1992) for  min ½ fᵀ A f + bᵀ f, f >= 0.

#include "console.h"
#include "paper.h"

#include "holdfast/generate.h"
#include "holdfast/pivot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BATCHES = 3,
    MOST_SIZES = 6,
    PROBLEMS = 3, // of each size
    INTERIOR_STEPS = 60,
};

static const double INTERIOR_GAP = 1e-10; // fᵀa over n, relative to its start

typedef struct forces
{
    int n;
    double *A, *b, *f, *copy, *x, *w, *step;
    hf_workspace *workspace;
    hf_pivot_options options;
    hf_pivot_result result;
    int steps; // of interior points
} forces;

/// Numbers of a standard normal distribution would do as well.
static double draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

static void make(forces *s, double rank, uint64_t seed)
{
    size_t n = (size_t)s->n, m = (size_t)(rank * s->n);
    double *G = tool_allocate(n * m, sizeof *G);
    for (size_t k = 0; k < n * m; k++) G[k] = draw(&seed);
    for (size_t i = 0; i < n; i++) s->x[i] = draw(&seed);
    for (size_t i = 0; i < n; i++)
    {
        for (size_t j = 0; j < n; j++)
        {
            double sum = 0.0;
            for (size_t k = 0; k < m; k++) sum += G[i * m + k] * G[j * m + k];
            s->A[i * n + j] = sum;
        }
        s->b[i] = 0.0;
        for (size_t j = 0; j < n; j++) s->b[i] += s->A[i * n + j] * s->x[j];
    }
    free(G);
}

// ---- the three methods ----

static void pivoting(forces *s)
{
    (void)hf_pivot_solve_dense(s->n, s->A, s->b, NULL, NULL, &s->options, s->f, NULL, NULL, s->workspace, &s->result,
                               NULL);
}

/// Solves M x = x in place, M = copy. A singular M gives some x: it takes as long.
static void eliminate(int n, double *M, double *x)
{
    for (int k = 0; k < n; k++)
    {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(M[(size_t)i * n + k]) > fabs(M[(size_t)best * n + k])) best = i;
        double *top = M + (size_t)k * n, *other = M + (size_t)best * n;
        for (int j = k; j < n && best != k; j++)
        {
            double swap = top[j];
            top[j] = other[j];
            other[j] = swap;
        }
        double swap = x[k];
        x[k] = x[best];
        x[best] = swap;
        if (top[k] == 0.0) top[k] = 1e-300;
        for (int i = k + 1; i < n; i++)
        {
            double *row = M + (size_t)i * n, share = row[k] / top[k];
            for (int j = k + 1; j < n; j++) row[j] -= share * top[j];
            x[i] -= share * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--)
    {
        for (int j = k + 1; j < n; j++) x[k] -= M[(size_t)k * n + j] * x[j];
        x[k] /= M[(size_t)k * n + k];
    }
}

static void elimination(forces *s)
{
    memcpy(s->copy, s->A, (size_t)s->n * (size_t)s->n * sizeof *s->copy);
    memcpy(s->x, s->b, (size_t)s->n * sizeof *s->x);
    eliminate(s->n, s->copy, s->x);
}

/// M = L Lᵀ in place, in its lower half.
static void factor(int n, double *M)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
        {
            double *row = M + (size_t)i * n, *other = M + (size_t)j * n, sum = row[j];
            for (int k = 0; k < j; k++) sum -= row[k] * other[k];
            row[j] = j < i ? sum / other[j] : sqrt(fmax(sum, 1e-300));
        }
}

static void solve_factored(int n, const double *L, double *x)
{
    for (int i = 0; i < n; i++)
    {
        for (int k = 0; k < i; k++) x[i] -= L[(size_t)i * n + k] * x[k];
        x[i] /= L[(size_t)i * n + i];
    }
    for (int i = n - 1; i >= 0; i--)
    {
        x[i] /= L[(size_t)i * n + i];
        for (int k = 0; k < i; k++) x[k] -= L[(size_t)i * n + k] * x[i];
    }
}

/// The largest step up to 1 that keeps f and w positive.
static double longest(int n, const double *f, const double *df, const double *w, const double *dw)
{
    double most = 1.0;
    for (int i = 0; i < n; i++)
    {
        if (df[i] < 0.0) most = fmin(most, -f[i] / df[i]);
        if (dw[i] < 0.0) most = fmin(most, -w[i] / dw[i]);
    }
    return most;
}

/// df, dw: the Newton step to f w = target - second, A f + b - w = 0; r: the residual of the latter.
static void newton(const forces *s, const double *r, double target, const double *second, double *df, double *dw)
{
    int n = s->n;
    for (int i = 0; i < n; i++) df[i] = -r[i] - s->w[i] + (target - second[i]) / s->f[i];
    solve_factored(n, s->copy, df);
    for (int i = 0; i < n; i++) dw[i] = (target - second[i] - s->w[i] * df[i]) / s->f[i] - s->w[i];
}

/// A predictor and a corrector with one factorization; false when the gap is small enough.
static bool interior_step(forces *s, double *gap, double goal)
{
    int n = s->n;
    double *r = s->x, *df = s->step, *dw = df + n, *second = dw + n;
    for (int i = 0; i < n; i++)
    {
        r[i] = s->b[i] - s->w[i];
        for (int j = 0; j < n; j++) r[i] += s->A[(size_t)i * n + j] * s->f[j];
        second[i] = 0.0;
    }
    memcpy(s->copy, s->A, (size_t)n * (size_t)n * sizeof *s->copy);
    for (int i = 0; i < n; i++) s->copy[(size_t)i * n + i] += s->w[i] / s->f[i];
    factor(n, s->copy);
    newton(s, r, 0.0, second, df, dw);
    double reach = longest(n, s->f, df, s->w, dw), after = 0.0;
    for (int i = 0; i < n; i++)
    {
        after += (s->f[i] + reach * df[i]) * (s->w[i] + reach * dw[i]) / n;
        second[i] = df[i] * dw[i];
    }
    newton(s, r, pow(after / *gap, 3.0) * *gap, second, df, dw);
    double share = 0.995 * longest(n, s->f, df, s->w, dw);
    *gap = 0.0;
    for (int i = 0; i < n; i++)
    {
        s->f[i] += share * df[i];
        s->w[i] += share * dw[i];
        *gap += s->f[i] * s->w[i] / n;
    }
    return *gap > goal;
}

static void interior(forces *s)
{
    double size = 0.0;
    for (int i = 0; i < s->n; i++) size = fmax(size, fabs(s->b[i]));
    for (int i = 0; i < s->n; i++)
    {
        s->f[i] = 1.0;
        s->w[i] = size;
    }
    double gap = size, goal = INTERIOR_GAP * size;
    for (s->steps = 1; s->steps < INTERIOR_STEPS && interior_step(s, &gap, goal);) s->steps++;
}

// ---- measures ----

static double seconds_of(void (*method)(forces *s), forces *s)
{
    double least = INFINITY;
    for (int batch = 0; batch < BATCHES; batch++)
    {
        int runs = 0;
        double start = paper_seconds(), used = 0.0;
        for (; used < 1e-3; runs++)
        {
            method(s);
            used = paper_seconds() - start;
        }
        least = fmin(least, used / runs);
    }
    return least;
}

/// ‖min(f, A f + b)‖∞ over the size of b.
static double violation(const forces *s)
{
    double worst = 0.0, size = 0.0;
    for (int i = 0; i < s->n; i++)
    {
        double a = s->b[i];
        for (int j = 0; j < s->n; j++) a += s->A[(size_t)i * s->n + j] * s->f[j];
        worst = fmax(worst, fabs(fmin(s->f[i], a)));
        size = fmax(size, fabs(s->b[i]));
    }
    return worst / size;
}

/// Sums over the problems of one size.
typedef struct measure
{
    double pivot, one_by_one, elimination, interior, drives, steps, worst, one_by_one_worst, interior_worst;
} measure;

static void measure_size(forces *s, double rank, measure *m)
{
    *m = (measure){0};
    for (int k = 0; k < PROBLEMS && !interrupted(); k++)
    {
        make(s, rank, (uint64_t)(1000 * s->n + k));
        s->options.one_by_one = false;
        m->pivot += seconds_of(pivoting, s);
        m->worst = fmax(m->worst, violation(s));
        m->elimination += seconds_of(elimination, s);
        s->options.one_by_one = true;
        m->one_by_one += seconds_of(pivoting, s);
        m->one_by_one_worst = fmax(m->one_by_one_worst, violation(s));
        m->drives += (double)s->result.drives / PROBLEMS;
        m->interior += seconds_of(interior, s);
        m->interior_worst = fmax(m->interior_worst, violation(s));
        m->steps += (double)s->steps / PROBLEMS;
    }
}

static bool forces_begin(forces *s, paper_report *report, int n)
{
    size_t size = (size_t)n;
    hf_error error = {0};
    *s = (forces){.n = n, .options = hf_pivot_options_default()};
    s->A = tool_allocate(size * size, sizeof *s->A);
    s->copy = tool_allocate(size * size, sizeof *s->copy);
    double **arrays[] = {&s->b, &s->f, &s->x, &s->w};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) *arrays[k] = tool_allocate(size, sizeof(double));
    s->step = tool_allocate(3 * size, sizeof *s->step);
    return hf_workspace_create(&s->workspace, &error) == HF_STATUS_OK || paper_error(report, &error);
}

static void forces_end(forces *s)
{
    hf_workspace_destroy(s->workspace);
    double *arrays[] = {s->A, s->b, s->f, s->copy, s->x, s->w, s->step};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
}

/// One table of sizes; x and y: for the figure, seconds of pivoting, elimination and the quadratic program.
static bool run_sizes(paper_report *report, const int *sizes, int count, double rank, double *x,
                      double (*y)[MOST_SIZES])
{
    char title[100];
    snprintf(title, sizeof title, "Without friction, rank %.0f %% of n", 100 * rank);
    paper_table(report, title, "times elimination|QP, times it|drives over n|steps of the QP|violation");
    for (int k = 0; k < count; k++)
    {
        forces s;
        measure m = {0};
        bool good = forces_begin(&s, report, sizes[k]);
        if (good) measure_size(&s, rank, &m);
        forces_end(&s);
        if (!good || interrupted()) return false;
        if (m.interior_worst > 1e-3) return paper_failed(report, "the QP is not solved: %g", m.interior_worst);
        char what[32];
        snprintf(what, sizeof what, "n = %d", sizes[k]);
        double letter[] = {m.one_by_one / m.elimination, m.interior / m.one_by_one, m.drives / sizes[k], m.steps,
                           m.one_by_one_worst};
        double ours[] = {m.pivot / m.elimination, m.interior / m.pivot, NAN, m.steps, m.worst};
        paper_row(report, what, NULL, letter, ours, "%s", "");
        if (sizes[k] <= 150) // "on problems up to size n = 150"
        {
            paper_range(report, 0, 2, 3);
            paper_range(report, 1, 5, 10);
        }
        if (sizes[k] >= 50) // below, calls and checks take as long
        {
            paper_expect(report, SIDE_AS_PUBLISHED, 0, 0.5, 8);
            paper_expect(report, SIDE_AS_PUBLISHED, 1, 1.0, 20);
            paper_expect(report, SIDE_OURS, 0, 0.05, 3);
        }
        paper_expect(report, SIDE_AS_PUBLISHED, 2, 0.1, 2.0);
        paper_expect(report, SIDE_AS_PUBLISHED, 4, 0.0, 1e-9);
        paper_expect(report, SIDE_OURS, 4, 0.0, 1e-9);
        x[k] = sizes[k];
        y[0][k] = m.one_by_one / PROBLEMS;
        y[1][k] = m.pivot / PROBLEMS;
        y[2][k] = m.elimination / PROBLEMS;
        y[3][k] = m.interior / PROBLEMS;
    }
    return true;
}

static void draw_sizes(paper_report *report, const double *x, double (*y)[MOST_SIZES], int count)
{
    plot_series series[] = {{.name = "one row at a time, as published", .x = x, .y = y[0], .count = (size_t)count},
                            {.name = "pivot", .x = x, .y = y[1], .count = (size_t)count},
                            {.name = "Gaussian elimination", .x = x, .y = y[2], .count = (size_t)count},
                            {.name = "quadratic program, interior points", .x = x, .y = y[3], .count = (size_t)count}};
    plot_def plot = {.title = "Contact forces without friction",
                     .subtitle = "random A = G Gᵀ of full rank, dense",
                     .x = {.label = "n", .logarithmic = true},
                     .y = {.label = "seconds", .logarithmic = true},
                     .series = series,
                     .series_count = 4};
    paper_figure(report, &plot);
}

// ---- friction ----

/// What a method came to on one pile.
typedef struct pile_drives
{
    double drives, worst; // over contacts; of the paper's conditions
} pile_drives;

/// By its name, or by the options of one of ours, which counts its drives.
static hf_status solve_pile(const char *name, const hf_problem *problem, double *r, double *drives, hf_error *error)
{
    hf_pivot_options options = strcmp(name, "pivot") == 0 ? hf_pivot_options_default() : hf_pivot_options_paper();
    hf_pivot_result result = {0};
    *drives = NAN;
    if (strcmp(name, "pivot") != 0 && strcmp(name, "pivot/paper") != 0)
        return hf_solve(name, problem, NULL, r, NULL, NULL, error);
    hf_status status = hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, &result, error);
    *drives = (double)result.drives;
    return status;
}

static bool drive_pile(paper_report *report, const char *name, int dimension, int contacts, pile_drives *out)
{
    hf_pile_options pile = hf_pile_options_default();
    hf_pivot_options paper = hf_pivot_options_paper();
    hf_generated made = {0};
    hf_pivot_conditions conditions;
    hf_error error = {0};
    double *r = tool_allocate(3 * (size_t)contacts, sizeof *r);
    pile.dimension = dimension;
    pile.contact_count = contacts;
    bool good = hf_generate_pile(&pile, &made, &error) == HF_STATUS_OK &&
                solve_pile(name, made.problem, r, &out->drives, &error) == HF_STATUS_OK &&
                hf_pivot_check(made.problem, &paper, r, NULL, &conditions, &error) == HF_STATUS_OK;
    if (good)
    {
        out->drives /= contacts;
        out->worst = conditions.worst;
    }
    free(r);
    hf_generated_destroy(&made);
    return good || paper_error(report, &error);
}

static bool run_friction(paper_report *report, const int *sizes, int count)
{
    const char *const names[2] = {paper_method(report, "pivot/paper"), paper_method(report, "pivot")};
    paper_table(report, "With friction, piles: calls of drive-to-zero over n, conditions of eqs. 15, 16 and 21",
                "2D|3D|conditions, 2D|conditions, 3D");
    for (int k = 0; k < count; k++)
    {
        pile_drives of[2][2]; // by method and dimension
        double numbers[2][4];
        for (int m = 0; m < 2; m++)
            for (int d = 0; d < 2; d++)
            {
                if (interrupted() || !drive_pile(report, names[m], 2 + d, sizes[k], &of[m][d])) return false;
                numbers[m][d] = of[m][d].drives;
                numbers[m][2 + d] = of[m][d].worst;
            }
        char what[32];
        snprintf(what, sizeof what, "%d contacts", sizes[k]);
        paper_row(report, what, NULL, numbers[0], numbers[1], "published: about O(n) calls");
        for (int d = 0; d < 2; d++)
        {
            if (!isnan(of[0][d].drives)) paper_expect(report, SIDE_AS_PUBLISHED, d, 0.5, d == 0 ? 4 : 6);
            paper_expect(report, SIDE_AS_PUBLISHED, 2 + d, 0.0, 1e-8);
            paper_expect(report, SIDE_OURS, 2 + d, 0.0, 1e-8);
        }
    }
    return true;
}

static bool run(paper_report *report, paper_size size)
{
    static const int sizes[] = {10, 25, 50, 100, 150, 300}, contacts[] = {10, 20, 40, 80};
    int count = size == PAPER_FULL ? 6 : size == PAPER_QUICK ? 5 : 3;
    double x[MOST_SIZES], y[4][MOST_SIZES];
    if (!run_sizes(report, sizes, count, 0.6, x, y) || !run_sizes(report, sizes, count, 1.0, x, y)) return false;
    draw_sizes(report, x, y, count);
    return run_friction(report, contacts, size == PAPER_FULL ? 4 : size == PAPER_QUICK ? 3 : 2);
}

const paper_experiment baraff94_speed = {
    .name = "baraff94-speed",
    .paper = "Baraff 1994",
    .title = "section 7: pivoting against elimination and a quadratic program",
    .setting =
        "Dense A = G Gᵀ with random G, of full rank and of rank 0.6 n, b in the range of A: "
        "hf_pivot_solve_dense by the paper's way, one row at a time with factors that grow and "
        "shrink by a row, and by ours, which moves many rows at once where that is safe. Elimination with partial "
        "pivoting "
        "and the interior points of the "
        "quadratic program are written here plainly; bench_pivot has LAPACK and ODE. The paper's QP methods "
        "were QPSOL and others of 1984 to 1992: where theirs moved along "
        "vertices, interior points take few steps, each of the cost of a factorization, which today's processors do "
        "faster than updates of single rows.\n\n"
        "With friction: piles of spheres and of discs (hf_generate_pile); pivot/paper moves one row at a time, in "
        "3D up to the paper's eq. 21, and `pivot` goes on to friction exactly against the slip.",
    .run = run,
};
