// Random contact problems for the tests of pivoting: every kind of block, any rank, b in the range of W.

#ifndef HF_TEST_PIVOT_PROBLEMS_H
#define HF_TEST_PIVOT_PROBLEMS_H

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum problem_kind
{
    KIND_STATIC_2D,
    KIND_STATIC_3D,
    KIND_DYNAMIC_2D,
    KIND_DYNAMIC_3D,
    KIND_MIXED_2D, // static and dynamic
    KIND_MIXED_3D,
    KIND_ROWS_STATIC, // static contacts of both sizes among unilateral, bilateral and box rows
    KIND_ROWS_MIXED,
    KIND_COUNT,
} problem_kind;

static const char *const kind_name[KIND_COUNT] = {"2D static", "3D static", "2D dynamic",        "3D dynamic",
                                                  "2D mixed",  "3D mixed",  "static among rows", "mixed among rows"};

typedef struct random_problem
{
    hf_problem *problem;
    int rows, blocks;
    hf_pivot_friction friction[64];
    double slip[192];
    bool dynamic; // any
    hf_pivot_options options;
} random_problem;

static void draw_blocks(random_problem *out, problem_kind kind, random_state *random, int *size, hf_law_kind *block,
                        double *mu, double *lo, double *hi)
{
    bool mixed_rows = kind == KIND_ROWS_STATIC || kind == KIND_ROWS_MIXED;
    bool may_slide = kind == KIND_DYNAMIC_2D || kind == KIND_DYNAMIC_3D || kind == KIND_MIXED_2D ||
                     kind == KIND_MIXED_3D || kind == KIND_ROWS_MIXED;
    bool must_slide = kind == KIND_DYNAMIC_2D || kind == KIND_DYNAMIC_3D;
    for (int k = 0; k < out->blocks; k++)
    {
        block[k] = mixed_rows ? (hf_law_kind)random_below(random, HF_LAW_COUNT) : HF_LAW_CONTACT;
        bool planar = kind == KIND_STATIC_2D || kind == KIND_DYNAMIC_2D || kind == KIND_MIXED_2D;
        size[k] = block[k] == HF_LAW_CONTACT     ? (mixed_rows ? 2 + random_below(random, 2)
                                                    : planar   ? 2
                                                               : 3)
                  : block[k] == HF_LAW_BILATERAL ? 1 + random_below(random, 3)
                                                 : 1;
        mu[k] = random_below(random, 8) == 0 ? 0.0 : 2.0 * random_unit(random);
        lo[k] = -2.0 * random_unit(random);
        hi[k] = 2.0 * random_unit(random);
        out->friction[k] = may_slide && (must_slide || random_below(random, 2)) ? HF_PIVOT_DYNAMIC : HF_PIVOT_STATIC;
        for (int t = 0; t < size[k]; t++) out->slip[out->rows + t] = random_normal(random);
        if (block[k] == HF_LAW_CONTACT && out->friction[k] == HF_PIVOT_DYNAMIC) out->dynamic = true;
        out->rows += size[k];
    }
}

/// The pointers of out->options are those of *out: do not copy it.
static void draw_problem(random_problem *out, problem_kind kind, int max_blocks, random_state *random)
{
    int size[64];
    hf_law_kind block[64];
    double mu[64], lo[64], hi[64], b[192];
    memset(out, 0, sizeof *out);
    out->blocks = 1 + random_below(random, max_blocks);
    draw_blocks(out, kind, random, size, block, mu, lo, hi);
    int n = out->rows, least = n < 3 ? n : 3, rank = least + random_below(random, n - least + 1);
    double *G = malloc((size_t)(n * rank) * sizeof *G), *W = malloc((size_t)(n * n) * sizeof *W), v[192];
    for (int k = 0; k < n * rank; k++) G[k] = random_normal(random);
    for (int k = 0; k < rank; k++) v[k] = random_normal(random);
    for (int i = 0; i < n; i++)
    {
        b[i] = 0.0;
        for (int k = 0; k < rank; k++) b[i] += G[i * rank + k] * v[k];
        for (int j = 0; j < n; j++)
        {
            double sum = 0.0;
            for (int k = 0; k < rank; k++) sum += G[i * rank + k] * G[j * rank + k];
            W[i * n + j] = sum;
        }
    }
    hf_laws laws = {.block_count = out->blocks, .size = size, .kind = block, .mu = mu, .lo = lo, .hi = hi, .b = b};
    hf_error error;
    if (hf_problem_create_dense(&laws, W, &out->problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    free(G);
    free(W);
    out->options = hf_pivot_options_default();
    out->options.friction = out->friction;
    out->options.slip = out->slip;
}

#endif
