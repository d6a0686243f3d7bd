// FCLIB files: real ones load as what they are, damaged ones are refused with words.

#include "harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hf_problem *read_problem(const char *folder, const char *name, hf_fclib_form form)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.hdf5", folder, name);
    hf_problem *problem;
    hf_error error;
    if (hf_fclib_read(path, form, &problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return problem;
}

TEST(real_local_files_load)
{
    static const struct
    {
        const char *name;
        int contacts, dimension;
        double asymmetry, largest; // 0: not asserted
    } files[] = {
        {"Rover1040", 5, 15, 0, 0},
        {"Capsules-i100-1090", 276, 828, 0.004, 3.6},
        {"Capsules-i101-404", 225, 675, 0.004, 3.6},
        {"KaplasTower-i1061-4", 570, 1710, 0, 0},
        {"RockPile_tob1", 463, 1389, 0.07, 16},
        {"LMGC_100_PR_PerioBox-i00361-60-03000", 60, 180, 0, 0},
    };
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    {
        hf_problem *problem = read_problem(folder, files[k].name, HF_FCLIB_AUTO);
        hf_problem_info info = hf_problem_describe(problem);
        printf("      %s: %d contacts, asymmetry %g of %g\n", files[k].name, info.contact_count, info.asymmetry,
               info.largest);
        CHECK(info.contact_count == files[k].contacts && info.dimension == files[k].dimension);
        CHECK(!info.factored);
        hf_problem_destroy(problem);
    }
}

/// Where the test writes; removed by the one who writes.
static const char *scratch(const char *name)
{
    static char path[512];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/holdfast_%ld_%s", folder ? folder : ".", (long)getpid(), name);
    return path;
}

static void check_ok(hf_status status, const hf_error *error, int line)
{
    if (status != HF_STATUS_OK) harness_fail(__FILE__, line, "%s", error->message);
}
#define CHECK_OK(call) check_ok((call), &error, __LINE__)

/// Two problems with the same bits.
static bool same(const hf_problem *a, const hf_problem *b)
{
    hf_laws x = hf_problem_laws(a), y = hf_problem_laws(b);
    if (x.block_count != y.block_count) return false;
    for (int i = 0; i < x.block_count; i++)
        if (x.size[i] != y.size[i] || x.kind[i] != y.kind[i] || x.mu[i] != y.mu[i]) return false;
    int n = hf_problem_offsets(a)[x.block_count];
    hf_block_rows W = hf_problem_block_rows(a), V = hf_problem_block_rows(b);
    size_t blocks = W.begin[x.block_count], values = 0;
    for (int i = 0; i <= x.block_count; i++)
        if (W.begin[i] != V.begin[i]) return false;
    for (int i = 0; i < x.block_count; i++)
        for (size_t k = W.begin[i]; k < W.begin[i + 1]; k++) values += (size_t)(x.size[i] * x.size[W.col[k]]);
    return memcmp(W.col, V.col, blocks * sizeof(int)) == 0 &&
           memcmp(W.values, V.values, values * sizeof(double)) == 0 &&
           memcmp(x.b, y.b, (size_t)n * sizeof(double)) == 0;
}

TEST(real_files_survive_the_round_trip)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    static const char *const names[] = {"Rover1040", "Capsules-i101-404", "fc2d_granularflowonwall_00667_00000",
                                        "RockPile_tob1"};
    hf_error error;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    {
        const char *path = scratch("round.hdf5");
        hf_problem *first = read_problem(folder, names[k], HF_FCLIB_AUTO), *second;
        hf_fclib_info info = {.title = "a title", .description = "ö"}, again;
        CHECK_OK(hf_fclib_write(path, first, &info, &error));
        CHECK_OK(hf_fclib_read(path, HF_FCLIB_ASSEMBLED, &second, &error));
        CHECK_OK(hf_fclib_describe(path, &again, &error));
        CHECK(strcmp(again.title, "a title") == 0 && strcmp(again.description, "ö") == 0 && !again.math_info[0]);
        CHECK(!again.global && !again.solution && again.guess_count == 0);
        CHECK(again.contact_count == hf_problem_describe(first).contact_count);
        remove(path);
        CHECK(same(first, second));
        hf_problem_destroy(first);
        hf_problem_destroy(second);
    }
}

/// Contact, bilateral (2 rows), contact, bilateral (1 row), with a full symmetric W. Rows: 0-2, 3-4, 5-7, 8.
static hf_problem *mixed_problem(double unsymmetric)
{
    static const int size[4] = {3, 2, 3, 1};
    static const hf_kind kind[4] = {HF_KIND_CONTACT, HF_KIND_BILATERAL, HF_KIND_CONTACT, HF_KIND_BILATERAL};
    static const double mu[4] = {0.5, 0, 0.25, 0};
    double b[9], W[81];
    for (int i = 0; i < 9; i++)
    {
        b[i] = i - 3.5;
        for (int j = 0; j < 9; j++) W[9 * i + j] = i == j ? 10 + i : 1.0 / (1 + i + j + i * j);
    }
    W[9 * 0 + 8] += unsymmetric;
    hf_problem *problem;
    hf_error error;
    hf_laws laws = {.block_count = 4, .size = size, .kind = kind, .mu = mu, .b = b};
    CHECK_OK(hf_problem_create_dense(&laws, W, &problem, &error));
    return problem;
}

TEST(equalities_become_bilateral_blocks)
{
    hf_error error;
    const char *path = scratch("mixed.hdf5");
    hf_problem *first = mixed_problem(0.0), *second;
    CHECK_OK(hf_fclib_write(path, first, NULL, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &second, &error));
    remove(path);
    hf_laws laws = hf_problem_laws(second);
    CHECK(laws.block_count == 3 && laws.size[2] == 3 && laws.kind[2] == HF_KIND_BILATERAL && laws.mu[1] == 0.25);

    // the same problem in another order of rows
    static const int to[9] = {0, 1, 2, 6, 7, 3, 4, 5, 8};
    double r[9], s[9], u[9], v[9];
    for (int k = 0; k < 9; k++) s[to[k]] = r[k] = k * k - 7.0;
    CHECK_OK(hf_problem_velocity(first, r, u, NULL, &error));
    CHECK_OK(hf_problem_velocity(second, s, v, NULL, &error));
    for (int k = 0; k < 9; k++) CHECK_NEAR(v[to[k]], u[k], 1e-13 * fabs(u[k]));
    hf_problem_destroy(first);
    hf_problem_destroy(second);
}

TEST(solution_goes_beside_its_problem)
{
    hf_error error;
    const char *path = scratch("solution.hdf5");
    hf_problem *problem = mixed_problem(0.0), *again;
    double r[9], u[9], s[9], v[9];
    for (int k = 0; k < 9; k++) r[k] = 1.0 / (k + 3);
    CHECK_OK(hf_fclib_write_solution(path, problem, r, NULL, &error)); // a new file: problem and solution
    CHECK_OK(hf_fclib_read_solution(path, problem, s, v, &error));
    CHECK_OK(hf_problem_velocity(problem, r, u, NULL, &error));
    for (int k = 0; k < 9; k++)
    {
        CHECK(s[k] == r[k]);
        CHECK(v[k] == (k == 3 || k == 4 || k == 8 ? 0.0 : u[k]));
    }
    double guesses[18], read[18] = {0};
    for (int k = 0; k < 18; k++) guesses[k] = k - 4.25;
    int count = -1;
    CHECK(hf_fclib_read_guesses(path, problem, 2, read, &count, &error) == HF_STATUS_FORMAT && count == 0);
    CHECK_OK(hf_fclib_write_guesses(path, problem, 2, guesses, &error)); // the solution stays
    for (int k = 0; k < 9; k++) r[k] = -r[k], u[k] = k;
    CHECK_OK(hf_fclib_write_solution(path, problem, r, u, &error)); // replaced; the guesses stay
    CHECK_OK(hf_fclib_read_guesses(path, problem, 2, read, &count, &error));
    CHECK(count == 2 && memcmp(read, guesses, sizeof read) == 0);
    read[0] = 99;
    CHECK_OK(hf_fclib_read_guesses(path, problem, 0, NULL, &count, &error));
    CHECK(count == 2);
    CHECK_OK(hf_fclib_read_solution(path, problem, s, v, &error));
    CHECK(memcmp(s, r, sizeof s) == 0 && v[7] == 7 && v[8] == 0);

    CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &again, &error));
    hf_fclib_info info;
    CHECK_OK(hf_fclib_describe(path, &info, &error));
    CHECK(info.solution && info.guess_count == 2 && info.equality_count == 3 && info.contact_count == 2);
    remove(path);
    hf_problem_destroy(problem);
    hf_problem_destroy(again);
}

TEST(real_global_files_load_either_way)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    static const struct
    {
        const char *name;
        int contacts, dofs;
    } files[] = {{"Box_Stacks-i0122-82-5", 82, 450}, {"spheres-in-a-box-98-i10000-256-10", 256, 588}};
    for (size_t q = 0; q < 2; q++)
    {
        hf_error error;
        hf_problem *p[3];
        for (int form = 0; form < 3; form++) p[form] = read_problem(folder, files[q].name, (hf_fclib_form)form);
        hf_problem_info info = hf_problem_describe(p[HF_FCLIB_FACTORED]),
                        full = hf_problem_describe(p[HF_FCLIB_ASSEMBLED]);
        printf("      %s: %d contacts, auto %s\n", files[q].name, info.contact_count,
               hf_problem_describe(p[HF_FCLIB_AUTO]).factored ? "factored" : "assembled");
        CHECK(info.contact_count == files[q].contacts && info.dof_count == files[q].dofs && info.factored &&
              !full.factored);
        int n = info.dimension;
        double *r = malloc(3 * (size_t)n * sizeof *r), *u = r + n, *v = u + n;
        for (int k = 0; k < n; k++) r[k] = sin(k + 1.0);
        CHECK_OK(hf_problem_velocity(p[HF_FCLIB_ASSEMBLED], r, u, NULL, &error));
        for (int form = 0; form < 3; form++)
        {
            CHECK_OK(hf_problem_velocity(p[form], r, v, NULL, &error));
            for (int k = 0; k < n; k++) CHECK_NEAR(v[k], u[k], 1e-12 * (1 + fabs(u[k])));
            hf_problem_destroy(p[form]);
        }
        free(r);
    }
}
