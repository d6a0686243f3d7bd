// `implicit` on many problems: the table of docs/notes/implicit.md, in the form of Todorov 2010, table 1, and the real
// problems.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SEEDS = 100,
    FIRST_SEED = 5001, // implicit_recover.c's constants were chosen on seeds 1 to 50
};

/// What a set of solves came to.
typedef struct summary
{
    long iterations[SEEDS];
    hf_implicit_counts total;
    int solved;
} summary;

static int compare_long(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static void add(summary *s, int k, hf_generated *made, const hf_implicit_options *options)
{
    hf_report report;
    hf_implicit_counts c;
    double *r = calloc((size_t)hf_problem_describe(made->problem).dimension, sizeof *r);
    CHECK(hf_implicit_solve(made->problem, options, r, NULL, &report, &c, NULL) == HF_STATUS_OK);
    s->iterations[k] = c.iterations;
    s->total.iterations += c.iterations;
    s->total.newton += c.newton;
    s->total.between += c.between;
    s->total.descent += c.descent;
    s->total.edges += c.edges;
    s->total.rescalings += c.rescalings;
    s->total.shifts += c.shifts;
    s->solved += report.outcome == HF_OUTCOME_CONVERGED;
    free(r);
    hf_generated_destroy(made);
}

static long finish(summary *s, const char *name, int contacts, double mu)
{
    qsort(s->iterations, SEEDS, sizeof *s->iterations, compare_long);
    double all = s->total.iterations ? (double)s->total.iterations : 1.0;
    printf("| %s | %d | %.1f | %ld | %.1f | %ld | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %d of %d |\n", name, contacts,
           mu, s->iterations[SEEDS / 2], all / SEEDS, s->iterations[SEEDS - 1], 100.0 * (double)s->total.newton / all,
           100.0 * (double)s->total.between / all, 100.0 * (double)s->total.descent / all,
           100.0 * (double)s->total.edges / all, s->solved, SEEDS);
    return s->iterations[SEEDS / 2];
}

static void head(void)
{
    printf(
        "| problem | contacts | mu | median | mean | most | Newton point | x_C to x_N | x to x_C | edge | solved |\n");
    printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
}

static const double MU[4] = {0.1, 0.5, 1.0, 2.0};

TEST(table_of_piles)
{
    const int contacts[3] = {7, 16, 27};
    const long most[4] = {7, 8, 11, 35}; // table 1 of the paper at 27 contacts: 6.5, 7.5, 10.2, 16.2
    head();
    for (int c = 0; c < 3; c++)
        for (int m = 0; m < 4; m++)
        {
            summary s = {0};
            for (int k = 0; k < SEEDS; k++)
            {
                hf_pile_options o = hf_pile_options_default();
                hf_implicit_options options = hf_implicit_options_default();
                hf_generated made;
                o.seed = (unsigned)k + FIRST_SEED;
                o.contact_count = contacts[c];
                o.mu = MU[m];
                o.step = 0.005;
                o.noise = 0.3;
                options.islands = false;
                CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
                add(&s, k, &made, &options);
            }
            long median = finish(&s, "pile", contacts[c], MU[m]);
            CHECK(median <= most[m] && s.solved == SEEDS);
        }
}

TEST(table_of_random_problems)
{
    const int least[4] = {100, 100, 98, 95};
    head();
    for (int m = 0; m < 4; m++)
    {
        summary s = {0};
        for (int k = 0; k < SEEDS; k++)
        {
            hf_random_options o = hf_random_options_default();
            hf_implicit_options options = hf_implicit_options_default();
            hf_generated made;
            o.seed = (unsigned)k + FIRST_SEED;
            o.contact_count = 27;
            o.mu_lo = o.mu_hi = MU[m];
            options.islands = false;
            CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
            add(&s, k, &made, &options);
        }
        finish(&s, "random", 27, MU[m]);
        CHECK(s.solved >= least[m]);
    }
}

TEST(real_problems)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no real problems here");
    DIR *dir = opendir(folder);
    CHECK(dir);
    int files = 0, solved = 0;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
    {
        size_t length = strlen(entry->d_name);
        char path[1024];
        hf_problem *problem;
        if (length < 5 || strcmp(entry->d_name + length - 5, ".hdf5") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        CHECK(hf_fclib_read(path, HF_FCLIB_AUTO, &problem, NULL) == HF_STATUS_OK);
        hf_problem_info info = hf_problem_describe(problem);
        if (info.contact_count <= 600)
        {
            double *r = calloc((size_t)info.dimension + 1, sizeof *r);
            hf_report report;
            hf_residual residual;
            CHECK(hf_implicit_solve(problem, NULL, r, NULL, &report, NULL, NULL) == HF_STATUS_OK);
            CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
            files++;
            solved += residual.natural <= 1e-8;
            if (residual.natural > 1e-8) printf("%s: %g, %s\n", entry->d_name, residual.natural, report.note);
            free(r);
        }
        hf_problem_destroy(problem);
    }
    closedir(dir);
    printf("%d of %d real problems\n", solved, files);
    CHECK(solved >= files - 2);
}
