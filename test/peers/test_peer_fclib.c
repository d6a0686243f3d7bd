// FCLIB files beside libfclib: it reads what we write, and we read what it writes, number by number.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <fclib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// ---- what we write, libfclib reads ----

/// y += A x, or Aᵀ x, in any of the three forms.
static void add_product(const struct fclib_matrix *A, bool transposed, const double *x, double *y)
{
    int lines = A->nz == -1 ? A->n : A->m;
    int entries = A->nz >= 0 ? A->nz : A->p[lines];
    for (int k = 0, line = 0; k < entries; k++)
    {
        while (A->nz < 0 && A->p[line + 1] <= k) line++;
        int row = A->nz == -2 ? line : A->i[k], col = A->nz >= 0 ? A->p[k] : A->nz == -1 ? line : A->i[k];
        if (transposed) y[col] += A->x[k] * x[row];
        else y[row] += A->x[k] * x[col];
    }
}

/// u of libfclib's local form.
static void local_velocity(const struct fclib_local *local, const double *r, double *u)
{
    int m = local->W->m;
    memcpy(u, local->q, (size_t)m * sizeof *u);
    add_product(local->W, false, r, u);
    if (!local->V) return;
    memcpy(u + m, local->s, (size_t)local->R->m * sizeof *u);
    add_product(local->V, false, r + m, u);
    add_product(local->V, true, r, u + m);
    add_product(local->R, false, r + m, u + m);
}

/// Contacts of `rows` rows and equalities, in this order, with a full W.
static hf_problem *make_problem(int rows, int contacts, int equality_rows)
{
    enum
    {
        MOST = 16
    };
    int size[MOST], n = rows * contacts + equality_rows;
    hf_law_kind kind[MOST];
    double mu[MOST], b[MOST], W[MOST * MOST];
    for (int i = 0; i <= contacts; i++)
    {
        size[i] = i < contacts ? rows : equality_rows;
        kind[i] = i < contacts ? HF_LAW_CONTACT : HF_LAW_BILATERAL;
        mu[i] = i < contacts ? 0.25 * (i + 1) : 0.0;
    }
    for (int i = 0; i < n; i++)
    {
        b[i] = sin(i + 1.0);
        for (int j = 0; j < n; j++) W[n * i + j] = i == j ? 5.0 + i : 1.0 / (1 + i + j);
    }
    hf_problem *problem;
    hf_error error;
    hf_laws laws = {.block_count = contacts + (equality_rows > 0), .size = size, .kind = kind, .mu = mu, .b = b};
    CHECK_OK(hf_problem_create_dense(&laws, W, &problem, &error));
    return problem;
}

/// The numbers of a file in local form, as libfclib reads it.
static void compare_local(const char *path, const hf_problem *problem, const char *title)
{
    hf_error error;
    hf_problem_info info = hf_problem_describe(problem);
    hf_laws laws = hf_problem_laws(problem);
    struct fclib_local *local = fclib_read_local(path);
    CHECK(local && local->W->m == info.contact_count * local->spacedim);
    CHECK(local->W->m + (local->V ? local->R->m : 0) == info.dimension);
    CHECK(local->info && strcmp(local->info->title, title) == 0);
    for (int i = 0; i < info.contact_count; i++) CHECK(local->mu[i] == laws.mu[i] && laws.size[i] == local->spacedim);
    int n = info.dimension;
    double *r = malloc(3 * (size_t)n * sizeof *r), *u = r + n, *v = u + n;
    for (int k = 0; k < n; k++) r[k] = cos(k + 2.0);
    CHECK_OK(hf_problem_velocity(problem, r, u, NULL, &error));
    local_velocity(local, r, v);
    for (int k = 0; k < n; k++) CHECK_NEAR(v[k], u[k], 1e-12 * (1.0 + fabs(u[k])));
    free(r);
    fclib_delete_local(local);
    free(local);
}

TEST(local_files_that_we_write)
{
    static const int sizes[4][3] = {{2, 3, 0}, {2, 2, 1}, {3, 2, 3}, {3, 4, 2}};
    const char *path = scratch("local.hdf5");
    for (int k = 0; k < 4; k++)
    {
        hf_error error;
        hf_problem *problem = make_problem(sizes[k][0], sizes[k][1], sizes[k][2]);
        CHECK_OK(hf_fclib_write(path, problem, &(hf_fclib_info){.title = "a title"}, &error));
        compare_local(path, problem, "a title");
        hf_problem_destroy(problem);
        remove(path);
    }
}

TEST(real_problems_that_we_write)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    static const char *const names[] = {"Rover1040", "Capsules-i101-404", "fc2d_granularflowonwall_00667_00000",
                                        "Box_Stacks-i0122-82-5"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    {
        char real[512];
        hf_problem *problem;
        hf_error error;
        snprintf(real, sizeof real, "%s/%s.hdf5", folder, names[k]);
        CHECK_OK(hf_fclib_read(real, HF_FCLIB_ASSEMBLED, &problem, &error));
        const char *path = scratch("real.hdf5");
        CHECK_OK(hf_fclib_write(path, problem, NULL, &error));
        compare_local(path, problem, "");
        hf_problem_destroy(problem);
        remove(path);
    }
}

static bool same(const double *a, const double *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

TEST(solutions_and_guesses_that_we_write)
{
    hf_error error;
    const char *path = scratch("states.hdf5");
    hf_problem *problem = make_problem(3, 2, 2);
    double r[8], u[8], guesses[24];
    for (int k = 0; k < 24; k++) guesses[k] = 0.1 * k;
    for (int k = 0; k < 8; k++) r[k] = 1.0 / (k + 1);
    CHECK_OK(hf_fclib_write_solution(path, problem, r, NULL, &error));
    CHECK_OK(hf_fclib_write_guesses(path, problem, 3, guesses, &error));
    CHECK_OK(hf_problem_velocity(problem, r, u, NULL, &error));
    compare_local(path, problem, "");
    struct fclib_solution *solution = fclib_read_solution(path);
    CHECK(solution && same(solution->r, r, 6) && same(solution->l, r + 6, 2) && same(solution->u, u, 6));
    fclib_delete_solutions(solution, 1);
    int count = 0;
    struct fclib_solution *several = fclib_read_guesses(path, &count);
    CHECK(several && count == 3);
    for (int g = 0; g < 3; g++)
        CHECK(same(several[g].r, guesses + 8 * g, 6) && same(several[g].l, guesses + 8 * g + 6, 2));
    fclib_delete_solutions(several, count);
    hf_problem_destroy(problem);
    remove(path);
}

/// Two contacts of 2 rows and an equality over 3 degrees of freedom.
TEST(global_files_that_we_write)
{
    hf_error error;
    const char *path = scratch("global.hdf5");
    int size[3] = {2, 2, 1}, M_begin[4] = {0, 2, 4, 5}, M_row[5] = {0, 1, 0, 1, 2}, H_dof[10];
    hf_law_kind kind[3] = {HF_LAW_CONTACT, HF_LAW_CONTACT, HF_LAW_BILATERAL};
    double mu[3] = {0.5, 0.75, 0}, w[5] = {1, 2, 3, 4, 5}, M[5] = {4, 1, 1, 3, 2}, H[10], f[3] = {-1, 0.5, 7};
    size_t H_begin[6];
    for (int k = 0; k < 5; k++)
    {
        H_begin[k] = 2 * (size_t)k;
        for (int t = 0; t < 2; t++) H_dof[2 * k + t] = (k + t) % 3, H[2 * k + t] = k - 1.5 * t + 0.25;
    }
    H_begin[5] = 10;
    hf_laws laws = {.block_count = 3, .size = size, .kind = kind, .mu = mu, .b = w};
    hf_global form = {3, M_begin, M_row, M, H_begin, H_dof, H, f};
    hf_problem *problem;
    double r[5] = {1, -0.5, 2, 0.25, 3}, v[3], u[5];
    CHECK_OK(hf_fclib_write_global(path, &laws, &form, &(hf_fclib_info){.math_info = "none"}, &error));
    CHECK_OK(hf_fclib_read(path, HF_FCLIB_FACTORED, &problem, &error));
    CHECK_OK(hf_fclib_write_solution(path, problem, r, NULL, &error));
    CHECK_OK(hf_global_velocity(&laws, &form, r, v, &error));
    CHECK_OK(hf_problem_velocity(problem, r, u, NULL, &error));

    struct fclib_global *global = fclib_read_global(path);
    CHECK(global && global->spacedim == 2 && global->M->m == 3 && global->H->n == 4 && global->G->n == 1);
    CHECK(same(global->mu, mu, 2) && same(global->f, f, 3) && same(global->w, w, 4) && same(global->b, w + 4, 1));
    CHECK(strcmp(global->info->math_info, "none") == 0);
    double defect[3] = {-f[0], -f[1], -f[2]}, minus[5]; // M v - H r - G l - f = 0
    for (int k = 0; k < 5; k++) minus[k] = -r[k];
    add_product(global->M, false, v, defect);
    add_product(global->H, false, minus, defect);
    add_product(global->G, false, minus + 4, defect);
    for (int k = 0; k < 3; k++) CHECK_NEAR(defect[k], 0.0, 1e-12);
    fclib_delete_global(global);
    free(global);

    struct fclib_solution *solution = fclib_read_solution(path); // all four vectors
    CHECK(solution && same(solution->r, r, 4) && same(solution->l, r + 4, 1));
    for (int k = 0; k < 3; k++) CHECK_NEAR(solution->v[k], v[k], 1e-13);
    for (int k = 0; k < 4; k++) CHECK_NEAR(solution->u[k], u[k], 1e-12);
    fclib_delete_solutions(solution, 1);
    hf_problem_destroy(problem);
    remove(path);
}

// ---- what libfclib writes, we read ----

/// A 2D problem of one contact and one equality, [2 1; 0 3] over V = (4; 5), R = (6), with W in the form `nz` says.
static void write_by_libfclib(const char *path, int form, bool with_info)
{
    int p_triplet[3] = {0, 1, 1}, i_triplet[3] = {0, 0, 1}; // columns, rows
    int p_columns[3] = {0, 1, 3}, i_columns[3] = {0, 0, 1};
    int p_rows[3] = {0, 2, 3}, i_rows[3] = {0, 1, 1};
    double x[4] = {2, 1, 3, 0}, mu = 0.5, q[2] = {7, 8}, s = 9;
    struct fclib_matrix_info about = {.comment = "a comment", .conditioning = 3, .determinant = 6, .rank = 2};
    struct fclib_matrix W = {.m = 2, .n = 2, .x = x, .nzmax = 3, .nz = form};
    W.p = form == -1 ? p_columns : form == -2 ? p_rows : p_triplet;
    W.i = form == -1 ? i_columns : form == -2 ? i_rows : i_triplet;
    if (with_info) W.info = &about;
    int v_p[2] = {0, 2}, v_i[2] = {0, 1}, r_p[2] = {0, 1}, r_i[1] = {0};
    double v_x[2] = {4, 5}, r_x = 6;
    struct fclib_matrix V = {.m = 2, .n = 1, .nz = -1, .nzmax = 2, .p = v_p, .i = v_i, .x = v_x};
    struct fclib_matrix R = {.m = 1, .n = 1, .nz = -1, .nzmax = 1, .p = r_p, .i = r_i, .x = &r_x};
    struct fclib_local local = {.W = &W, .V = &V, .R = &R, .mu = &mu, .q = q, .s = &s, .spacedim = 2};
    remove(path);
    CHECK(fclib_write_local(&local, path));
}

TEST(files_that_libfclib_writes)
{
    static const int forms[3] = {3, -1, -2};
    static const double expected[9] = {2, 1, 4, 0, 3, 5, 4, 5, 6};
    const char *path = scratch("forms.hdf5");
    for (int k = 0; k < 6; k++)
    {
        write_by_libfclib(path, forms[k / 2], k % 2);
        double v = 0, u[3], state_u[2] = {1, 2}, state_r[2] = {3, 4}, state_l = 5, r[3];
        struct fclib_solution state = {.v = &v, .u = state_u, .r = state_r, .l = &state_l};
        CHECK(fclib_write_solution(&state, path));
        hf_problem *problem;
        hf_error error;
        hf_fclib_info info;
        CHECK_OK(hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error));
        for (int col = 0; col < 3; col++)
        {
            CHECK_OK(hf_problem_velocity(problem, (double[]){col == 0, col == 1, col == 2}, u, NULL, &error));
            for (int row = 0; row < 3; row++) CHECK(u[row] - (7 + row) == expected[3 * row + col]);
        }
        CHECK_OK(hf_fclib_read_solution(path, problem, r, u, &error));
        CHECK(r[0] == 3 && r[1] == 4 && r[2] == 5 && u[0] == 1 && u[1] == 2 && u[2] == 0);
        CHECK_OK(hf_fclib_describe(path, &info, &error));
        CHECK(!info.title[0] && info.dimension == 2 && info.contact_count == 1 && info.equality_count == 1);
        hf_problem_destroy(problem);
    }
    remove(path);
}
