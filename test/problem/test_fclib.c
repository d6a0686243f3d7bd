// FCLIB files: real ones load as what they are, what is written is read again. Damage: test_fclib_damage.c; beside
// libfclib:
// peers/test_peer_fclib.c.

#include "support/harness.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"
#include "problem/io/fclib.h"
#include "problem/io/plain_hdf5.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
        double asymmetry, tolerance; // largest |W - Wᵀ|
    } files[] = {
        {"Rover1040", 5, 15, 1.02e-6, 1e-8},
        {"Capsules-i100-1090", 276, 828, 0.0061, 1e-4},
        {"Capsules-i101-404", 225, 675, 0.0043, 1e-4},
        {"KaplasTower-i1061-4", 570, 1710, 0, 1e-10},
        {"RockPile_tob1", 463, 1389, 0.0708, 1e-4},
        {"LMGC_100_PR_PerioBox-i00361-60-03000", 60, 180, 0, 1e-20},
        {"OneObject-i100000-316", 25, 75, 0.005, 5e-3},
        {"FrictionContactProblem00237", 376, 752, 0, 1e-9},
        {"fc2d_granularflowonwall_07002_00801", 7002, 14004, 0, 1e-9},
    };
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    {
        hf_problem *problem = read_problem(folder, files[k].name, HF_FCLIB_AUTO);
        hf_problem_info info = hf_problem_describe(problem);
        printf("      %s: %d contacts, %d rows, asymmetry %g of %g\n", files[k].name, info.contact_count,
               info.dimension, info.asymmetry, info.largest);
        CHECK(info.contact_count == files[k].contacts && info.dimension == files[k].dimension);
        CHECK_NEAR(info.asymmetry, files[k].asymmetry, files[k].tolerance);
        CHECK(!info.factored);
        hf_problem_destroy(problem);
    }
}

/// Where the test writes; removed by the one who writes.
static const char *scratch(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "holdfast_%ld_%s", (long)getpid(), name);
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
    static const hf_law_kind kind[4] = {HF_LAW_CONTACT, HF_LAW_BILATERAL, HF_LAW_CONTACT, HF_LAW_BILATERAL};
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
    CHECK(laws.block_count == 3 && laws.size[2] == 3 && laws.kind[2] == HF_LAW_BILATERAL && laws.mu[1] == 0.25);

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

TEST(every_real_file_loads)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    DIR *list = opendir(folder);
    CHECK(list);
    int count = 0;
    for (struct dirent *item; (item = readdir(list));)
    {
        char path[800];
        if (!strstr(item->d_name, ".hdf5")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        hf_problem *problem;
        hf_error error;
        hf_fclib_info info;
        CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error));
        CHECK_OK(hf_fclib_describe(path, &info, &error));
        hf_problem_info about = hf_problem_describe(problem);
        CHECK(about.contact_count == info.contact_count && about.contact_count > 0);
        CHECK(about.dimension == info.contact_count * info.dimension + info.equality_count);
        CHECK(info.title[0]);
        hf_problem_destroy(problem);
        count++;
    }
    closedir(list);
    CHECK(count >= 30);
}

// ---- the global form ----

/// Contact (3 rows), bilateral (1 row), contact, over 4 degrees of freedom with a full unsymmetric M.
typedef struct global_draft
{
    int size[3], M_begin[5], M_row[16], H_dof[14];
    hf_law_kind kind[3];
    double mu[3], w[7], M[16], H[14], f[4];
    size_t H_begin[8];
    hf_laws laws;
    hf_global global;
} global_draft;

static void draft_global(global_draft *d)
{
    *d = (global_draft){.size = {3, 1, 3},
                        .kind = {HF_LAW_CONTACT, HF_LAW_BILATERAL, HF_LAW_CONTACT},
                        .mu = {0.5, 0, 0.25},
                        .f = {1, -2, 3, -4}};
    for (int j = 0; j < 4; j++)
    {
        d->M_begin[j + 1] = 4 * (j + 1);
        for (int i = 0; i < 4; i++)
        {
            d->M_row[4 * j + i] = i;
            d->M[4 * j + i] = i == j ? 5 : 0.1 * i - 0.3 * j;
        }
    }
    for (int k = 0; k < 7; k++)
    {
        d->w[k] = 0.5 * k - 1;
        d->H_begin[k + 1] = 2 * (size_t)(k + 1);
        d->H_dof[2 * k] = k % 4;
        d->H_dof[2 * k + 1] = (k + 1) % 4;
        d->H[2 * k] = 1 + k;
        d->H[2 * k + 1] = -0.5 * k;
    }
    d->laws = (hf_laws){.block_count = 3, .size = d->size, .kind = d->kind, .mu = d->mu, .b = d->w};
    d->global = (hf_global){4, d->M_begin, d->M_row, d->M, d->H_begin, d->H_dof, d->H, d->f};
}

TEST(global_form_survives_the_round_trip)
{
    static global_draft d;
    draft_global(&d);
    static const int to[7] = {0, 1, 2, 6, 3, 4, 5}; // rows in the file: contacts, then the equality
    const char *path = scratch("global.hdf5");
    hf_error error;
    hf_fclib_info info = {.title = "T"};
    hf_problem *first, *second;
    CHECK_OK(hf_problem_reduce(&d.laws, &d.global, true, &first, &error));
    CHECK_OK(hf_fclib_write_global(path, &d.laws, &d.global, &info, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_ASSEMBLED, &second, &error));
    CHECK_OK(hf_fclib_describe(path, &info, &error));
    CHECK(info.global && info.dof_count == 4 && info.contact_count == 2 && info.equality_count == 1);
    CHECK(strcmp(info.title, "T") == 0);
    double r[7], s[7], u[7], v[7];
    for (int k = 0; k < 7; k++) s[to[k]] = r[k] = k - 2.5;
    CHECK_OK(hf_problem_velocity(first, r, u, NULL, &error));
    CHECK_OK(hf_problem_velocity(second, s, v, NULL, &error));
    for (int k = 0; k < 7; k++) CHECK_NEAR(v[to[k]], u[k], 1e-12);

    // a solution goes into the file with v
    CHECK_OK(hf_fclib_write_solution(path, first, r, NULL, &error));
    fclib_file in;
    fclib_problem contents;
    fclib_state solution;
    double velocity[4];
    CHECK_OK(fclib_open(path, &in, &error));
    CHECK_OK(fclib_load_problem(&in, &contents, NULL));
    CHECK_OK(fclib_load_solution(&in, &contents.sizes, &solution));
    CHECK_OK(hf_global_velocity(&d.laws, &d.global, r, velocity, &error));
    for (int k = 0; k < 4; k++) CHECK_NEAR(solution.v[k], velocity[k], 1e-12);
    CHECK(solution.l[0] == r[3] && solution.r[3] == r[4] && solution.r[2] == r[2]);
    CHECK_NEAR(solution.u[4], u[5], 1e-12);
    fclib_close(&in);
    CHECK_OK(hf_fclib_read_solution(path, second, s, NULL, &error));
    for (int k = 0; k < 7; k++) CHECK(s[to[k]] == r[k]);

    // without f, and bad forms
    d.global.f = NULL;
    CHECK_OK(hf_fclib_write_global(path, &d.laws, &d.global, NULL, &error));
    d.H_dof[3] = 9;
    CHECK(hf_fclib_write_global(path, &d.laws, &d.global, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "global.H_dof[3] = 9"));
    d.kind[1] = HF_LAW_UNILATERAL;
    d.H_dof[3] = 2;
    CHECK(hf_fclib_write_global(path, &d.laws, &d.global, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "FCLIB has no unilateral blocks (block 1)"));
    d.size[0] = 7;
    CHECK(hf_fclib_write_global(path, &d.laws, &d.global, NULL, &error) == HF_STATUS_INVALID);
    d.size[0] = 3;
    d.kind[1] = HF_LAW_BILATERAL;
    CHECK(hf_fclib_write_global("no/such/file", &d.laws, &d.global, NULL, &error) == HF_STATUS_FILE);
    remove(path);
    hf_problem_destroy(first);
    hf_problem_destroy(second);
}

// ---- matrices in all their forms ----

static void write_contents(const char *path, const fclib_problem *problem)
{
    hf_error error;
    char name[512];
    snprintf(name, sizeof name, "%s", path);
    fclib_output out;
    CHECK_OK(fclib_create(&(atomic_file){.path = path, .name = name}, &out, &error));
    CHECK_OK(fclib_finish(&out, fclib_write_contents(&out, problem, NULL)));
}

/// A 2D problem of one contact and one equality, [2 1; 0 3] over V = (4; 5), R = (6), with W in the form `nz` says.
static void write_in_form(const char *path, int form)
{
    int p_triplet[3] = {0, 1, 1}, i_triplet[3] = {0, 0, 1}; // columns, rows
    int p_columns[3] = {0, 1, 3}, i_columns[3] = {0, 0, 1};
    int p_rows[3] = {0, 2, 3}, i_rows[3] = {0, 1, 1};
    double x[3] = {2, 1, 3}, mu = 0.5, q[2] = {7, 8}, s = 9;
    int v_p[2] = {0, 2}, v_i[2] = {0, 1}, r_p[2] = {0, 1}, r_i[1] = {0};
    double v_x[2] = {4, 5}, r_x = 6;
    fclib_problem local = {.sizes = {.dimension = 2, .contact_rows = 2, .equality_rows = 1, .equalities = true},
                           .W = {.m = 2, .n = 2, .x = x, .nzmax = 3, .nz = form},
                           .V = {.m = 2, .n = 1, .nz = -1, .nzmax = 2, .p = v_p, .i = v_i, .x = v_x},
                           .R = {.m = 1, .n = 1, .nz = -1, .nzmax = 1, .p = r_p, .i = r_i, .x = &r_x},
                           .mu = &mu,
                           .contact_b = q,
                           .equality_b = &s};
    local.W.p = form == -1 ? p_columns : form == -2 ? p_rows : p_triplet;
    local.W.i = form == -1 ? i_columns : form == -2 ? i_rows : i_triplet;
    write_contents(path, &local);
}

TEST(all_forms_of_matrices)
{
    static const int forms[3] = {3, -1, -2};
    static const double expected[9] = {2, 1, 4, 0, 3, 5, 4, 5, 6};
    const char *path = scratch("forms.hdf5");
    for (int k = 0; k < 3; k++)
    {
        write_in_form(path, forms[k]);
        hf_problem *problem;
        hf_error error;
        CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error));
        double u[3];
        for (int col = 0; col < 3; col++)
        {
            CHECK_OK(hf_problem_velocity(problem, (double[]){col == 0, col == 1, col == 2}, u, NULL, &error));
            for (int row = 0; row < 3; row++) CHECK(u[row] - (7 + row) == expected[3 * row + col]);
        }
        hf_problem_destroy(problem);
        hf_fclib_info info;
        CHECK_OK(hf_fclib_describe(path, &info, &error));
        CHECK(!info.title[0] && info.dimension == 2 && info.contact_count == 1 && info.equality_count == 1);
    }
    remove(path);
}

TEST(triplets_either_way_round)
{
    // H is 1 × 2 (dof × contact rows): the only way that (p, i) = ((0, 1), (0, 0)) fits is columns first; ((0, 0), (0,
    // 1)) rows first
    int way[2][2][2] = {{{0, 1}, {0, 0}}, {{0, 0}, {0, 1}}}, zero = 0, one[2] = {0, 1};
    double x[2] = {2, 3}, mass = 4, mu = 0.5, f = 0, w[2] = {0, 0};
    hf_error error;
    for (int k = 0; k < 2; k++)
    {
        fclib_problem global = {.sizes = {.global = true, .dimension = 2, .contact_rows = 2, .dof_count = 1},
                                .M = {.m = 1, .n = 1, .nz = -1, .nzmax = 1, .p = one, .i = &zero, .x = &mass},
                                .H = {.m = 1, .n = 2, .nz = 2, .nzmax = 2, .p = way[k][0], .i = way[k][1], .x = x},
                                .mu = &mu,
                                .f = &f,
                                .contact_b = w};
        const char *path = scratch("triplets.hdf5");
        write_contents(path, &global);
        hf_problem *problem;
        CHECK_OK(hf_fclib_read(path, HF_FCLIB_FACTORED, &problem, &error));
        double u[2];
        CHECK_OK(hf_problem_velocity(problem, (double[]){1, 0}, u, NULL, &error));
        CHECK_NEAR(u[0], 1.0, 1e-15); // 2 · 2 / 4
        CHECK_NEAR(u[1], 1.5, 1e-15); // 3 · 2 / 4
        hf_problem_destroy(problem);
        remove(path);
    }
}

// ---- what FCLIB cannot hold ----

static bool same_numbers(const double *a, const double *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

/// All of both, bit by bit.
static void check_same_bits(const hf_problem *a, const hf_problem *b)
{
    hf_problem_info x = hf_problem_describe(a), y = hf_problem_describe(b);
    hf_laws p = hf_problem_laws(a), q = hf_problem_laws(b);
    size_t n = (size_t)x.block_count;
    CHECK(x.block_count == y.block_count && x.dimension == y.dimension && x.factored == y.factored);
    CHECK(memcmp(p.size, q.size, n * sizeof *p.size) == 0 && memcmp(p.kind, q.kind, n * sizeof *p.kind) == 0);
    CHECK(same_numbers(p.mu, q.mu, n) && same_numbers(p.lo, q.lo, n) && same_numbers(p.hi, q.hi, n));
    CHECK(same_numbers(p.b, q.b, (size_t)x.dimension));
    CHECK(p.friction.kind == q.friction.kind && p.friction.sides == q.friction.sides);
    CHECK(p.friction.direction == q.friction.direction);
    size_t values = 0;
    if (x.factored)
    {
        hf_factored_rows v = hf_problem_factored_rows(a), w = hf_problem_factored_rows(b);
        for (size_t i = 0; i < n; i++) values += (size_t)p.size[i] * (v.begin[i + 1] - v.begin[i]);
        CHECK(v.dof_count == w.dof_count && memcmp(v.begin, w.begin, (n + 1) * sizeof *v.begin) == 0);
        CHECK(memcmp(v.dof, w.dof, v.begin[n] * sizeof *v.dof) == 0);
        CHECK(same_numbers(v.H, w.H, values) && same_numbers(v.G, w.G, values));
        return;
    }
    hf_block_rows v = hf_problem_block_rows(a), w = hf_problem_block_rows(b);
    CHECK(memcmp(v.begin, w.begin, (n + 1) * sizeof *v.begin) == 0);
    CHECK(memcmp(v.col, w.col, v.begin[n] * sizeof *v.col) == 0);
    for (size_t i = 0; i < n; i++)
        for (size_t k = v.begin[i]; k < v.begin[i + 1]; k++) values += (size_t)(p.size[i] * p.size[v.col[k]]);
    CHECK(same_numbers(v.values, w.values, values));
}

/// There and back: the problem, a solution, two guesses.
static void check_round_trip(const hf_problem *problem)
{
    const char *path = scratch("own.hdf5");
    hf_error error;
    hf_fclib_info texts = {.title = "a title"}, info;
    hf_problem *read;
    int n = hf_problem_describe(problem).dimension, count;
    double *r = calloc((size_t)n * 3, sizeof *r), *back = calloc((size_t)n * 3, sizeof *back), *u = back + n;
    double *expected = r + 2 * (size_t)n;
    for (int k = 0; k < 2 * n; k++) r[k] = 0.1 * k - 1.0 / 3.0;
    CHECK_OK(hf_fclib_write(path, problem, &texts, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &read, &error));
    check_same_bits(problem, read);
    CHECK_OK(hf_fclib_describe(path, &info, &error));
    CHECK(info.own && !info.solution && info.guess_count == 0 && strcmp(info.title, "a title") == 0);
    CHECK(info.contact_count == hf_problem_describe(problem).contact_count);
    CHECK_OK(hf_fclib_write_solution(path, problem, r, NULL, &error));
    CHECK_OK(hf_fclib_write_guesses(path, problem, 2, r, &error));
    CHECK_OK(hf_fclib_read_solution(path, read, back, u, &error));
    CHECK_OK(hf_problem_velocity(problem, r, expected, NULL, &error));
    CHECK(same_numbers(r, back, (size_t)n) && same_numbers(u, expected, (size_t)n));
    CHECK_OK(hf_fclib_read_guesses(path, read, 2, back, &count, &error));
    CHECK(count == 2 && same_numbers(r, back, 2 * (size_t)n));
    CHECK_OK(hf_fclib_describe(path, &info, &error));
    CHECK(info.own && info.solution && info.guess_count == 2 && strcmp(info.title, "a title") == 0);
    hf_problem_destroy(read);
    remove(path);
    CHECK_OK(hf_fclib_write_solution(path, problem, r, NULL, &error)); // without a file: the problem, too
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &read, &error));
    check_same_bits(problem, read);
    hf_problem_destroy(read);
    // Written without HDF5 it is the same, and HDF5 adds to it.
    CHECK_OK(plain_problem_write(path, problem, r, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &read, &error));
    check_same_bits(problem, read);
    memset(back, 0, (size_t)n * sizeof *back);
    CHECK_OK(hf_fclib_read_solution(path, read, back, NULL, &error));
    CHECK(same_numbers(r, back, (size_t)n));
    CHECK_OK(hf_fclib_write_guesses(path, problem, 2, r, &error));
    CHECK_OK(hf_fclib_describe(path, &info, &error));
    CHECK(info.own && info.solution && info.guess_count == 2);
    hf_problem_destroy(read);
    remove(path);
    free(r);
    free(back);
}

TEST(what_fclib_has_no_form_for_comes_back_bit_by_bit)
{
    hf_error error;
    hf_problem *problem = mixed_problem(0.5), *other;
    check_round_trip(problem); // V is not its mirror image
    hf_problem_destroy(problem);

    for (int factored = 0; factored < 2; factored++)
    {
        hf_random_options o = hf_random_options_default();
        hf_generated g;
        o.contact_count = 5;
        o.box_count = o.unilateral_count = o.bilateral_count = 2;
        o.factored = factored;
        CHECK_OK(hf_generate_random(&o, &g, &error));
        check_round_trip(g.problem);
        const hf_friction_law law = {HF_FRICTION_OUTER_PYRAMID, 5, 0.1};
        CHECK_OK(hf_problem_with_friction(g.problem, &law, &other, &error));
        check_round_trip(other);
        hf_problem_destroy(other);
        hf_generated_destroy(&g);
    }
    int size[2] = {3, 2};
    double mu[2] = {0}, b[5] = {0}, W[25] = {1.0};
    hf_laws laws = {.block_count = 2, .size = size, .mu = mu, .b = b};
    CHECK_OK(hf_problem_create_dense(&laws, W, &other, &error));
    check_round_trip(other);
    hf_problem_destroy(other);
}

TEST(our_own_form_is_assembled_on_demand_and_fits_its_solution)
{
    const char *path = scratch("own.hdf5");
    hf_error error;
    hf_random_options o = hf_random_options_default();
    hf_generated g;
    hf_problem *read;
    o.contact_count = 4;
    o.box_count = 1;
    o.factored = true;
    CHECK_OK(hf_generate_random(&o, &g, &error));
    CHECK_OK(hf_fclib_write(path, g.problem, NULL, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_ASSEMBLED, &read, &error));
    CHECK(!hf_problem_describe(read).factored && hf_problem_describe(read).dimension == 13);
    hf_problem_destroy(read);
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_FACTORED, &read, &error));
    CHECK(hf_problem_describe(read).factored);
    hf_problem_destroy(read);
    hf_problem *other = mixed_problem(0.0);
    double r[64] = {0};
    CHECK(hf_fclib_write_solution(path, other, r, NULL, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "13 rows"));
    CHECK(hf_fclib_read_solution(path, g.problem, r, NULL, &error) == HF_STATUS_FORMAT); // there is none yet
    hf_problem_destroy(other);
    hf_generated_destroy(&g);
    remove(path);
}

TEST(a_local_file_has_nothing_to_keep_factored)
{
    hf_error error;
    const char *path = scratch("local.hdf5");
    hf_problem *problem = mixed_problem(0.0), *read;
    CHECK_OK(hf_fclib_write(path, problem, NULL, &error));
    CHECK(hf_fclib_read(path, HF_FCLIB_FACTORED, &read, &error) == HF_STATUS_UNSUPPORTED && !read);
    remove(path);
    hf_problem_destroy(problem);
}

TEST(empty_problems_are_files_too)
{
    hf_error error;
    const char *path = scratch("empty.hdf5");
    hf_problem *problem, *read;
    hf_laws laws = {.block_count = 0};
    CHECK_OK(hf_problem_create_dense(&laws, NULL, &problem, &error));
    CHECK_OK(hf_fclib_write(path, problem, NULL, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &read, &error));
    CHECK(hf_problem_describe(read).block_count == 0);
    CHECK(hf_fclib_write_solution(path, problem, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    remove(path);
    hf_problem_destroy(problem);
    hf_problem_destroy(read);
}

TEST(solutions_must_fit)
{
    hf_error error;
    const char *path = scratch("fit.hdf5");
    hf_problem *problem = mixed_problem(0.0), *other;
    double r[9] = {0}, W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, mu = 0, keep[9];
    int size = 3;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = r};
    CHECK_OK(hf_problem_create_dense(&laws, W, &other, &error));
    CHECK_OK(hf_fclib_write_solution(path, problem, r, NULL, &error));
    CHECK(hf_fclib_write_solution(path, other, r, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "6 contact rows in 3D and 3 equalities, this one 3 in 3D and 0"));
    CHECK(hf_fclib_read_solution(path, other, r, NULL, &error) == HF_STATUS_INVALID);
    int count;
    CHECK_OK(hf_fclib_write_guesses(path, problem, 0, NULL, &error)); // none is a number, too
    CHECK_OK(hf_fclib_read_guesses(path, problem, 5, keep, &count, &error));
    CHECK(count == 0);
    CHECK(hf_fclib_write_guesses(path, problem, -1, r, &error) == HF_STATUS_INVALID);
    CHECK(hf_fclib_write_guesses(path, problem, HF_FCLIB_GUESSES_MAX + 1, r, &error) == HF_STATUS_INVALID);
    r[4] = NAN;
    CHECK(hf_fclib_write_solution(path, problem, r, NULL, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "r[4]"));
    r[4] = 0;
    W[2] = INFINITY;
    CHECK(hf_fclib_write_solution(path, problem, r, W, &error) == HF_STATUS_INVALID && strstr(error.message, "u[2]"));
    CHECK_OK(hf_fclib_read_solution(path, problem, keep, NULL, &error)); // still there
    remove(path);
    hf_problem_destroy(problem);
    hf_problem_destroy(other);
}

TEST(permissions_of_a_replaced_file_stay)
{
    hf_error error;
    const char *path = scratch("mode.hdf5");
    hf_problem *problem = mixed_problem(0.0);
    struct stat about;
    CHECK_OK(hf_fclib_write(path, problem, NULL, &error));
    CHECK(chmod(path, 0640) == 0);
    CHECK_OK(hf_fclib_write(path, problem, NULL, &error));
    CHECK(stat(path, &about) == 0 && (about.st_mode & 07777) == 0640);
    remove(path);
    hf_problem_destroy(problem);
}

TEST(a_full_disk_is_an_error)
{
    struct rlimit before, small;
    hf_error error, other;
    const char *path = scratch("full.hdf5");
    hf_problem *problem = mixed_problem(0.0);
    static double values[4000];
    hf_matrix matrix = {4000, 1, values};
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 4096; // bytes that a file may have
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    hf_status status = hf_fclib_write(path, problem, NULL, &error);
    hf_status text = hf_matrix_market_write(path, &matrix, &other);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    signal(SIGXFSZ, handler);
    CHECK(status == HF_STATUS_FILE && strstr(error.message, "no room on the disk"));
    CHECK(text == HF_STATUS_FILE && strstr(other.message, "no room on the disk"));
    CHECK(access(path, F_OK) != 0 && access(scratch("full.hdf5.part0"), F_OK) != 0);
    hf_problem_destroy(problem);
}

static size_t file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (size_t)about.st_size : 0;
}

/// In a child, where files have at most `limit` bytes. 0 where the solution is written, 1 where it is told that there
/// is no room.
static int add_solution(const char *path, const hf_problem *problem, const double *r, rlim_t limit)
{
    struct rlimit room = {limit, limit};
    hf_error error = {0};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &room) != 0) return 9;
    hf_status status = hf_fclib_write_solution(path, problem, r, NULL, &error);
    if (status == HF_STATUS_OK) return 0;
    return status == HF_STATUS_FILE && strstr(error.message, "no room on the disk") ? 1 : 8;
}

/// A solution is little, but everything else is copied with it: the disk gets full on the way.
TEST(a_disk_that_gets_full_is_an_error_wherever_it_ends)
{
    hf_error error;
    char path[512], part[520];
    snprintf(path, sizeof path, "%s", scratch("grows.hdf5"));
    snprintf(part, sizeof part, "%s.part0", path);
    hf_problem *problem = mixed_problem(0.0);
    static double r[HF_FCLIB_GUESSES_MAX * 9];
    int ends[2] = {0};
    CHECK_OK(hf_fclib_write(path, problem, NULL, &error));
    CHECK_OK(hf_fclib_write_guesses(path, problem, HF_FCLIB_GUESSES_MAX, r, &error));
    size_t whole = file_size(path);
    CHECK(whole > 500000);
    for (int k = 0; k < 20; k++)
    {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) _exit(add_solution(path, problem, r, (rlim_t)(whole * (size_t)(k + 1) / 18)));
        int status;
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
        ends[WEXITSTATUS(status)]++;
        CHECK(WEXITSTATUS(status) == 0 || file_size(path) == whole);
        CHECK(access(part, F_OK) != 0);
    }
    CHECK(ends[0] >= 1 && ends[1] >= 10);
    remove(path);
    hf_problem_destroy(problem);
}
