// Memory may be short at any moment: whatever is made, read, written or generated, the k-th allocation fails for every
// k. Each time the answer is HF_STATUS_NO_MEMORY and nothing is left behind (the sanitizers look for leaks).

#include "support/harness.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *scratch(const char *ending)
{
    static char path[256];
    snprintf(path, sizeof path, "holdfast_fault_%ld%s", (long)getpid(), ending);
    return path;
}

/// Runs `work` until it succeeds without a failing allocation. `clean` undoes what it did.
static void survive(hf_status (*work)(hf_error *error), void (*clean)(void), const char *name)
{
    for (long k = 0;; k++)
    {
        hf_error error = {HF_STATUS_OK, ""};
        fail_allocation(k);
        hf_status status = work(&error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (!failed && status != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s: status %d, \"%s\"", name, status, error.message);
        // an allocation whose failure does no harm (a chunk to be merged) may be survived
        if (failed && status != HF_STATUS_NO_MEMORY && status != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s: allocation %ld: status %d, \"%s\"", name, k, status, error.message);
        if (status == HF_STATUS_NO_MEMORY) CHECK(error.status == status && strcmp(error.message, "out of memory") == 0);
        if (status == HF_STATUS_OK && clean) clean();
        if (!failed) break;
        CHECK(k < 5000);
    }
}
#define SURVIVE(work, clean) survive(work, clean, #work)

static hf_generated base;     // what the constructors start from, assembled
static hf_generated factored; // the same, factored
static hf_problem *made;
static hf_generated generated;

static void destroy_made(void)
{
    hf_problem_destroy(made);
    made = NULL;
}

static void begin(void)
{
    hf_random_options o = hf_random_options_default();
    o.bilateral_count = 2;
    o.contact_count = 4;
    CHECK(hf_generate_random(&o, &base, NULL) == HF_STATUS_OK);
    o.factored = true;
    CHECK(hf_generate_random(&o, &factored, NULL) == HF_STATUS_OK);
}

static void end(void)
{
    hf_generated_destroy(&base);
    hf_generated_destroy(&factored);
}

// ---- constructors ----

static hf_status create_blocks(hf_error *error)
{
    hf_laws laws = hf_problem_laws(base.problem);
    hf_block_rows W = hf_problem_block_rows(base.problem);
    return hf_problem_create(&laws, &W, &made, error);
}

static hf_status borrow_blocks(hf_error *error)
{
    hf_laws laws = hf_problem_laws(base.problem);
    hf_block_rows W = hf_problem_block_rows(base.problem);
    return hf_problem_borrow(&laws, &W, &made, error);
}

static hf_status create_dense(hf_error *error)
{
    hf_laws laws = hf_problem_laws(base.problem);
    static const double W[64 * 64];
    return hf_problem_create_dense(&laws, W, &made, error);
}

static hf_status create_factored(hf_error *error)
{
    hf_laws laws = hf_problem_laws(factored.problem);
    hf_factored_rows rows = hf_problem_factored_rows(factored.problem);
    return hf_problem_create_factored(&laws, &rows, &made, error);
}

static hf_status assemble(hf_error *error)
{
    return hf_problem_assemble(factored.problem, &made, error);
}

static hf_status copy_assembled(hf_error *error)
{
    return hf_problem_assemble(base.problem, &made, error);
}

static hf_status compute_residual(hf_error *error)
{
    hf_residual residual;
    return hf_residual_compute(factored.problem, factored.r, NULL, &residual, error);
}

static hf_status compute_velocity(hf_error *error)
{
    double u[64];
    return hf_problem_velocity(factored.problem, factored.r, u, NULL, error);
}

TEST(constructors)
{
    begin();
    SURVIVE(create_blocks, destroy_made);
    SURVIVE(borrow_blocks, destroy_made);
    SURVIVE(create_dense, destroy_made);
    SURVIVE(create_factored, destroy_made);
    SURVIVE(assemble, destroy_made);
    SURVIVE(copy_assembled, destroy_made);
    SURVIVE(compute_residual, NULL);
    SURVIVE(compute_velocity, NULL);
    end();
}

// ---- generators ----

static hf_status generate_random(hf_error *error)
{
    hf_random_options o = hf_random_options_default();
    o.box_count = 2;
    hf_status status = hf_generate_random(&o, &generated, error);
    CHECK(status == HF_STATUS_OK || (!generated.problem && !generated.r && !generated.u));
    return status;
}

static hf_status generate_pile(hf_error *error)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 40;
    hf_status status = hf_generate_pile(&o, &generated, error);
    CHECK(status == HF_STATUS_OK || !generated.problem);
    return status;
}

static void destroy_generated(void)
{
    hf_generated_destroy(&generated);
}

TEST(generators)
{
    SURVIVE(generate_random, destroy_generated);
    SURVIVE(generate_pile, destroy_generated);
}

// ---- Matrix Market ----

static hf_matrix dense;
static hf_sparse_matrix sparse;

static hf_status read_dense(hf_error *error)
{
    hf_status status = hf_matrix_market_read(scratch(".mtx"), &dense, error);
    CHECK(status == HF_STATUS_OK || !dense.values);
    return status;
}

static hf_status read_sparse(hf_error *error)
{
    hf_status status = hf_matrix_market_read_sparse(scratch(".mtx"), &sparse, error);
    CHECK(status == HF_STATUS_OK || (!sparse.begin && !sparse.col && !sparse.values));
    return status;
}

static hf_status write_dense(hf_error *error)
{
    double values[6] = {1, 2, 3, 4, 5, 6};
    return hf_matrix_market_write(scratch(".mtx"), &(hf_matrix){2, 3, values}, error);
}

static void free_dense(void)
{
    hf_matrix_free(&dense);
}

static void free_sparse(void)
{
    hf_sparse_matrix_free(&sparse);
}

TEST(matrix_market)
{
    SURVIVE(write_dense, NULL);
    SURVIVE(read_dense, free_dense);
    SURVIVE(read_sparse, free_sparse);
    remove(scratch(".mtx"));
    char part[300];
    snprintf(part, sizeof part, "%s.part0", scratch(".mtx"));
    CHECK(access(part, F_OK) != 0);
}

#ifdef HF_HAS_HDF5

// ---- FCLIB: what HDF5 allocates inside is its own ----

static hf_status write_local(hf_error *error)
{
    return hf_fclib_write(scratch(".hdf5"), base.problem, NULL, error);
}

static hf_status write_factored(hf_error *error)
{
    return hf_fclib_write(scratch(".hdf5"), factored.problem, NULL, error);
}

static hf_status read_problem(hf_error *error)
{
    return hf_fclib_read(scratch(".hdf5"), HF_FCLIB_AUTO, &made, error);
}

static hf_status read_kept_factored(hf_error *error)
{
    return hf_fclib_read(scratch(".hdf5"), HF_FCLIB_FACTORED, &made, error);
}

static hf_status write_solution(hf_error *error)
{
    return hf_fclib_write_solution(scratch(".hdf5"), base.problem, base.r, NULL, error);
}

static hf_status write_guesses(hf_error *error)
{
    return hf_fclib_write_guesses(scratch(".hdf5"), base.problem, 1, base.r, error);
}

static hf_status read_solution(hf_error *error)
{
    double r[64], u[64];
    return hf_fclib_read_solution(scratch(".hdf5"), base.problem, r, u, error);
}

static hf_status read_guesses(hf_error *error)
{
    double r[64];
    int count;
    return hf_fclib_read_guesses(scratch(".hdf5"), base.problem, 1, r, &count, error);
}

static hf_status write_global(hf_error *error)
{
    static const int size[2] = {3, 3}, M_begin[4] = {0, 1, 2, 3}, M_row[3] = {0, 1, 2};
    static const hf_law_kind kind[2] = {HF_LAW_CONTACT, HF_LAW_BILATERAL};
    static const double mu[2] = {0.5, 0}, w[6] = {0}, M[3] = {1, 2, 3}, H[6] = {1, 1, 1, -1, 1, 1};
    static const size_t H_begin[7] = {0, 1, 2, 3, 4, 5, 6};
    static const int H_dof[6] = {0, 1, 2, 0, 1, 2};
    hf_laws laws = {.block_count = 2, .size = size, .kind = kind, .mu = mu, .b = w};
    hf_global global = {3, M_begin, M_row, M, H_begin, H_dof, H, NULL};
    return hf_fclib_write_global(scratch(".hdf5"), &laws, &global, NULL, error);
}

static hf_status write_global_solution(hf_error *error)
{
    hf_problem *problem = NULL;
    double r[6] = {1, 0, 0, 2, 0, 0};
    hf_status status = hf_fclib_read(scratch(".hdf5"), HF_FCLIB_FACTORED, &problem, error);
    if (status == HF_STATUS_OK) status = hf_fclib_write_solution(scratch(".hdf5"), problem, r, NULL, error);
    hf_problem_destroy(problem);
    return status;
}

static void remove_file(void)
{
    remove(scratch(".hdf5"));
}

TEST(fclib)
{
    begin();
    SURVIVE(write_factored, remove_file);
    SURVIVE(write_solution, remove_file); // to a new file
    SURVIVE(write_local, NULL);
    SURVIVE(read_problem, destroy_made);
    SURVIVE(write_solution, NULL);
    SURVIVE(write_guesses, NULL);
    SURVIVE(read_solution, NULL);
    SURVIVE(read_guesses, NULL);
    SURVIVE(write_global, NULL);
    SURVIVE(read_problem, destroy_made);
    SURVIVE(read_kept_factored, destroy_made);
    SURVIVE(write_global_solution, NULL);
    remove_file();
    char part[300];
    snprintf(part, sizeof part, "%s.part0", scratch(".hdf5"));
    CHECK(access(part, F_OK) != 0);
    end();
}

#endif
