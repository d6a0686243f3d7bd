// Table I of Yamane and Nakamura 2008, on ill-conditioned problems of our own: boxes with redundant contacts, friction
// by an 8-sided cone, two passes.
//
//     bench_lemke [COUNT]        default 300 problems for each kind and method
//
// Success is what the certificate confirms: hf_lcp_residual.natural <= 1e-8. Times are processor time of both passes,
// means over all problems.

#include "bench.h"

#include "holdfast/holdfast.h"
#include "holdfast/redundant.h"

#include "papers/yamane2008/polyhedral.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct row
{
    long total, success, failures[5];
    long pivots, active, returns;
    double seconds;
} row;

typedef struct contender
{
    const char *label, *solver;
    bool paper; // tried on fewer problems
} contender;

static const contender CONTENDERS[] = {
    {"robust", "robust", false},
    {"robust, as published", "robust/paper/pivot_zero=0", true},
    {"lemke, as published", "lemke/pivot_zero=0", false},
    {"lexico, Δ = 1e-10, as published", "lexico:1e-10/pivot_zero=0", false},
    {"lemke", "lemke", false},
    {"lexico, Δ = 0", "lexico:0", false},
    {"lexico, Δ = 1e-10", "lexico:1e-10", false},
    {"lexico, Δ = 1e-8", "lexico:1e-8", false},
    {"lexico, Δ = 1e-6", "lexico:1e-6", false},
    {"lexico, Δ = 1e-4", "lexico:1e-4", false},
};

enum
{
    CONTENDER_COUNT = sizeof CONTENDERS / sizeof CONTENDERS[0],
    PAPER_LIMIT = 50, // problems tried in the paper's order: it takes a hundred times as long
};

/// Of this process, so that a busy machine does not count.
static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void solve_one(const polyhedral *p, const contender *who, double *z, double *smooth, hf_workspace *workspace,
                      row *out)
{
    hf_lcp_options options = hf_lcp_options_default();
    polyhedral_passes passes;
    double start = cpu_seconds();
    lemke_method method = LEMKE_PLAIN;
    const char *rest = lemke_read_name(who->solver, &method, &options);
    if (!rest || *name_options_read(rest, lemke_name_options, LEMKE_NAME_OPTIONS, &options)) exit(1);
    hf_status status = polyhedral_solve(p, method, &options, NULL, smooth, z, workspace, &passes, NULL);
    double seconds = cpu_seconds() - start;
    if (status != HF_STATUS_OK) exit(1);
    out->total++;
    out->failures[passes.second.failure]++;
    out->success += passes.second.failure == HF_LCP_SOLVED;
    out->pivots += passes.first.pivots + passes.second.pivots;
    out->returns += passes.second.returns;
    out->seconds += seconds;
    for (int j = 0; j < p->lcp.dimension; j++) out->active += p->columns[j].role == COLUMN_NORMAL && z[j] > 0.0;
}

static void run_kind(const char *title, hf_redundant_options options, int count)
{
    row rows[CONTENDER_COUNT] = {0};
    long dimension = 0;
    for (int seed = 1; seed <= count; seed++)
    {
        hf_problem *problem;
        hf_workspace *workspace;
        hf_error error;
        options.seed = (unsigned long long)seed;
        if (hf_generate_redundant(&options, &problem, &error) != HF_STATUS_OK ||
            hf_workspace_create(&workspace, &error) != HF_STATUS_OK)
            exit(1);
        int blocks = hf_problem_describe(problem).block_count;
        int *all = ARENA_ARRAY(workspace, int, blocks);
        for (int i = 0; i < blocks; i++) all[i] = i;
        polyhedral p;
        if (polyhedral_build(&p, problem, all, blocks, &POLYHEDRAL_LAW, workspace, &error) != HF_STATUS_OK) exit(1);
        double *z = ARENA_ARRAY(workspace, double, p.lcp.dimension);
        double *smooth = ARENA_ARRAY(workspace, double, p.lcp.dimension);
        dimension = p.lcp.dimension;
        for (int k = 0; k < CONTENDER_COUNT; k++)
            if (!CONTENDERS[k].paper || seed <= PAPER_LIMIT)
                solve_one(&p, &CONTENDERS[k], z, smooth, workspace, &rows[k]);
        hf_workspace_destroy(workspace);
        hf_problem_destroy(problem);
    }
    printf("\n%s: %d contacts, LCPs of %ld rows\n\n", title, options.box_count * options.face_contacts, dimension);
    puts("| method | problems | success | no solution | cycle | error | limit | success % | active | pivots | returns "
         "| ms |");
    puts("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for (int k = 0; k < CONTENDER_COUNT; k++)
    {
        const row *r = &rows[k];
        double n = (double)r->total;
        printf("| %s | %ld | %ld | %ld | %ld | %ld | %ld | %.1f | %.1f | %.1f | %.1f | %.2f |\n", CONTENDERS[k].label,
               r->total, r->success, r->failures[HF_LCP_NO_SOLUTION], r->failures[HF_LCP_CYCLE],
               r->failures[HF_LCP_ERROR], r->failures[HF_LCP_LIMIT], 100.0 * (double)r->success / n,
               (double)r->active / n, (double)r->pivots / n, (double)r->returns / n, 1e3 * r->seconds / n);
    }
}

int main(int argument_count, char **arguments)
{
    int count = argument_count > 1 ? atoi(arguments[1]) : 300;
    if (count < 1) return 2;
    bench_print_machine();
    hf_redundant_options options = hf_redundant_options_default();
    run_kind("one box on a grid of contacts", options, count);
    options.grid = false;
    run_kind("one box on random contacts", options, count);
    options.grid = true;
    options.push = 0.0;
    run_kind("one box at rest", options, count);
    options.push = 0.5;
    options.box_count = 2;
    options.face_contacts = 9;
    run_kind("two boxes, one upon the other", options, count);
    return 0;
}
