#include "siconos.h"

#include "../bench.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct solver
{
    int dimension;
    const char *name;
    int id;
    NM_types storage;
    int max_iterations; // high enough that the time limit decides
    int evaluation;     // 3D nsgs: how it watches its error; negative leaves the default
} solver;

static const solver solvers[] = {
    {3, "nsgs", SICONOS_FRICTION_3D_NSGS, NM_SPARSE_BLOCK, 100000000, -1},
    // The default watches the change of r and goes further than asked; this one computes the true error every sweep.
    {3, "nsgs_full", SICONOS_FRICTION_3D_NSGS, NM_SPARSE_BLOCK, 100000000,
     SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_FULL},
    {3, "nsn_ac", SICONOS_FRICTION_3D_NSN_AC, NM_SPARSE, 10000, -1},
    {3, "nsn_fb", SICONOS_FRICTION_3D_NSN_FB, NM_SPARSE, 10000, -1},
    {3, "nsn_nm", SICONOS_FRICTION_3D_NSN_NM, NM_SPARSE, 10000, -1},
    {3, "admm", SICONOS_FRICTION_3D_ADMM, NM_SPARSE, 100000000, -1},
    {3, "prox", SICONOS_FRICTION_3D_PROX, NM_SPARSE, 1000000, -1},
    {2, "nsgs", SICONOS_FRICTION_2D_NSGS, NM_SPARSE_BLOCK, 100000000, -1},
    {2, "cpg", SICONOS_FRICTION_2D_CPG, NM_DENSE, 100000000, -1},
    {2, "lemke", SICONOS_FRICTION_2D_LEMKE, NM_DENSE, 100000000, -1},
};

enum
{
    SOLVER_COUNT = sizeof solvers / sizeof solvers[0],
    DENSE_ROWS_MAX = 6000
};

struct siconos_problem
{
    int dimension;
    int contact_count;
    double *q, *mu, *velocity;
    double norm_q;
    NumericsMatrix *matrix[3]; // by NM_types: dense, block, sparse
};

const char *siconos_solver_name(int dimension, int k)
{
    for (int s = 0; s < SOLVER_COUNT; s++)
        if (solvers[s].dimension == dimension && k-- == 0) return solvers[s].name;
    return NULL;
}

static const solver *find_solver(int dimension, const char *name)
{
    for (int s = 0; s < SOLVER_COUNT; s++)
        if (solvers[s].dimension == dimension && strcmp(solvers[s].name, name) == 0) return &solvers[s];
    return NULL;
}

/// Our blocks are row-major, theirs column-major. A diagonal block that is zero must be there all the same.
static NumericsMatrix *make_blocks(const hf_problem *problem, int d)
{
    hf_laws laws = hf_problem_laws(problem);
    hf_block_rows W = hf_problem_block_rows(problem);
    size_t n = (size_t)laws.block_count, area = (size_t)(d * d), count = 0;

    SparseBlockStructuredMatrix *blocks = SBM_new();
    blocks->blocknumber0 = blocks->blocknumber1 = (unsigned)n;
    blocks->blocksize0 = malloc((n + 1) * sizeof(unsigned));
    blocks->blocksize1 = malloc((n + 1) * sizeof(unsigned));
    blocks->index1_data = malloc((n + 1) * sizeof(size_t));
    blocks->index2_data = malloc((W.begin[n] + n + 1) * sizeof(size_t));
    blocks->block = malloc((W.begin[n] + n + 1) * sizeof(double *));
    for (size_t i = 0; i < n; i++)
    {
        blocks->blocksize0[i] = blocks->blocksize1[i] = (unsigned)(i + 1) * (unsigned)d;
        blocks->index1_data[i] = count;
        bool diagonal = false;
        for (size_t k = W.begin[i]; k <= W.begin[i + 1]; k++)
        {
            bool last = k == W.begin[i + 1];
            size_t column = last ? n : (size_t)W.col[k];
            if (column >= i && !diagonal)
            {
                diagonal = true;
                if (column > i)
                {
                    blocks->index2_data[count] = i;
                    blocks->block[count++] = calloc(area, sizeof(double));
                }
            }
            if (last) break;
            double *block = malloc(area * sizeof(double));
            for (int a = 0; a < d; a++)
                for (int c = 0; c < d; c++) block[a + c * d] = W.values[area * k + (size_t)(a * d + c)];
            blocks->index2_data[count] = column;
            blocks->block[count++] = block;
        }
    }
    blocks->index1_data[n] = count;
    blocks->nbblocks = (unsigned)count;
    blocks->filled1 = n + 1;
    blocks->filled2 = count;
    return NM_new_SBM((int)n * d, (int)n * d, blocks);
}

static NumericsMatrix *copy_as(NumericsMatrix *blocks, NM_types storage)
{
    NumericsMatrix *copy = NM_create(storage, blocks->size0, blocks->size1);
    if (storage == NM_DENSE) NM_to_dense(blocks, copy);
    else NM_copy_to_sparse(blocks, copy, 0.0);
    return copy;
}

siconos_problem *siconos_problem_create(const hf_problem *problem)
{
    hf_problem_info info = hf_problem_describe(problem);
    hf_laws laws = hf_problem_laws(problem);
    if (info.factored || info.contact_count != info.block_count || info.block_count == 0) return NULL;
    int d = laws.size[0];
    for (int i = 0; i < info.block_count; i++)
        if (laws.size[i] != d) return NULL;

    numerics_set_verbose(0);
    siconos_problem *made = calloc(1, sizeof *made);
    size_t rows = (size_t)info.dimension;
    made->dimension = d;
    made->contact_count = info.block_count;
    made->q = malloc(rows * sizeof(double));
    made->mu = malloc((size_t)info.block_count * sizeof(double));
    made->velocity = malloc(rows * sizeof(double));
    made->norm_q = info.norm_b;
    memcpy(made->q, laws.b, rows * sizeof(double));
    memcpy(made->mu, laws.mu, (size_t)info.block_count * sizeof(double));
    made->matrix[NM_SPARSE_BLOCK] = make_blocks(problem, d);
    made->matrix[NM_SPARSE] = copy_as(made->matrix[NM_SPARSE_BLOCK], NM_SPARSE);
    if (d == 2 && info.dimension <= DENSE_ROWS_MAX)
        made->matrix[NM_DENSE] = copy_as(made->matrix[NM_SPARSE_BLOCK], NM_DENSE);
    return made;
}

/// Ours is relative to 1 + ‖q‖, theirs to ‖q‖. The factor below 1 absorbs the rounding of the two computations.
static double their_tolerance(const siconos_problem *problem, double tolerance)
{
    double norm = problem->norm_q > 1e-15 ? problem->norm_q : 1.0;
    return 0.999 * tolerance * (1.0 + problem->norm_q) / norm;
}

double siconos_solve(siconos_problem *problem, const char *name, double tolerance, double *r, int *info)
{
    const solver *method = find_solver(problem->dimension, name);
    *info = -1;
    if (!method || !problem->matrix[method->storage]) return INFINITY;

    size_t rows = (size_t)(problem->dimension * problem->contact_count);
    memset(r, 0, rows * sizeof *r);
    memset(problem->velocity, 0, rows * sizeof *r);
    FrictionContactProblem view = {.dimension = problem->dimension,
                                   .numberOfContacts = problem->contact_count,
                                   .M = problem->matrix[method->storage],
                                   .q = problem->q,
                                   .mu = problem->mu};
    SolverOptions *options = solver_options_create(method->id);
    options->dparam[SICONOS_DPARAM_TOL] = their_tolerance(problem, tolerance);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = method->max_iterations;
    if (method->evaluation >= 0) options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] = method->evaluation;

    double begin = bench_processor();
    if (problem->dimension == 3) *info = fc3d_driver(&view, r, problem->velocity, options);
    else *info = fc2d_driver(&view, r, problem->velocity, options);
    double seconds = bench_processor() - begin;
    if (*info < 0) *info = -*info;
    solver_options_delete(options);
    return seconds;
}
