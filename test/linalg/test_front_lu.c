// Multifrontal LU of sums of elements: against dense LU, patterns of every sort, singular fronts, limits, failing
// memory.

#include "support/harness.h"

#include "base/arena.h"
#include "base/random.h"
#include "linalg/dense.h"
#include "linalg/sparse/front_lu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    NODES_MAX = 200,
    ELEMENTS_MAX = 1200,
    ELEMENT_NODES = 4,
    SIZE_MAX_ROWS = 7
};

/// Random elements and their values, kept so that a dense twin can be made.
typedef struct sum
{
    front_pattern pattern;
    int size[NODES_MAX], at[NODES_MAX + 1];
    size_t begin[ELEMENTS_MAX + 1];
    int node[ELEMENTS_MAX * ELEMENT_NODES];
    double *values[ELEMENTS_MAX]; // NULL: zero
} sum;

static int rows_of(const sum *s, int e)
{
    int rows = 0;
    for (size_t k = s->begin[e]; k < s->begin[e + 1]; k++) rows += s->size[s->node[k]];
    return rows;
}

static bool element(const void *context, int e, double *values)
{
    const sum *s = context;
    size_t rows = (size_t)rows_of(s, e);
    if (!s->values[e]) return false;
    if (rows > 0) memcpy(values, s->values[e], rows * rows * sizeof *values);
    return true;
}

/// The symmetric part of an element.
static bool symmetric_element(const void *context, int e, double *values)
{
    int n = rows_of(context, e);
    if (!element(context, e, values)) return false;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++)
            values[i + n * j] = values[j + n * i] = 0.5 * (values[i + n * j] + values[j + n * i]);
    return true;
}

static void begin_sum(sum *s, int nodes)
{
    *s = (sum){.pattern = {.node_count = nodes, .size = s->size, .begin = s->begin, .node = s->node}};
}

/// An element over nodes that are given, with values C Cᵀ + skew: their sum with δ > 0 has a positive definite
/// symmetric part.
static void add_element(sum *s, random_state *random, int count, const int *nodes)
{
    int e = s->pattern.element_count++;
    for (int k = 0; k < count; k++) s->node[s->begin[e] + (size_t)k] = nodes[k];
    s->begin[e + 1] = s->begin[e] + (size_t)count;
    int n = rows_of(s, e);
    double *C = calloc((size_t)(n * n) + 1, sizeof *C);
    s->values[e] = calloc((size_t)(n * n) + 1, sizeof *C);
    CHECK(C && s->values[e]);
    for (int k = 0; k < n * n; k++) C[k] = random_normal(random);
    dense_gemm(false, true, n, n, n, 1.0, C, n, C, n, 0.0, s->values[e], n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) s->values[e][i + n * j] += C[i + n * j] - C[j + n * i];
    free(C);
}

static void number_nodes(sum *s)
{
    for (int k = 0; k < s->pattern.node_count; k++) s->at[k + 1] = s->at[k] + s->size[k];
}

static void free_sum(sum *s)
{
    for (int e = 0; e < s->pattern.element_count; e++) free(s->values[e]);
    free(s);
}

static double *dense_twin(const sum *s, double delta)
{
    int n = s->at[s->pattern.node_count];
    double *A = calloc((size_t)(n * n) + 1, sizeof *A);
    CHECK(A);
    for (int k = 0; k < n; k++) A[k + n * k] = delta;
    for (int e = 0; e < s->pattern.element_count; e++)
    {
        const double *from = s->values[e];
        for (size_t c = s->begin[e]; from && c < s->begin[e + 1]; c++)
            for (int q = 0; q < s->size[s->node[c]]; q++)
                for (size_t a = s->begin[e]; a < s->begin[e + 1]; a++)
                    for (int k = 0; k < s->size[s->node[a]]; k++)
                        A[s->at[s->node[a]] + k + n * (s->at[s->node[c]] + q)] += *from++;
    }
    return A;
}

static void make_symmetric(int n, double *A)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++) A[i + n * j] = A[j + n * i] = 0.5 * (A[i + n * j] + A[j + n * i]);
}

/// Factors twice with the same analysis (δ changes), and twice the symmetric part, and compares with dense LU.
static void check_sum(const sum *s)
{
    hf_workspace *workspace;
    front_lu *lu;
    hf_error error;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    CHECK(front_lu_create(&s->pattern, (front_orders){0}, 1e9, workspace, &lu, &error) == HF_STATUS_OK);
    int n = s->at[s->pattern.node_count];
    double *x = calloc((size_t)n + 1, sizeof *x), *y = calloc((size_t)n + 1, sizeof *y);
    int *pivot = calloc((size_t)n + 1, sizeof *pivot);
    CHECK(x && y && pivot);
    for (int pass = 0; pass < 4; pass++)
    {
        double delta = pass % 2 == 0 ? 1.0 : 30.0, *A = dense_twin(s, delta);
        bool singular = true;
        if (pass < 2) front_lu_factor(lu, delta, element, s, &singular);
        else front_lu_factor_symmetric(lu, delta, symmetric_element, s, &singular);
        if (pass >= 2) make_symmetric(n, A);
        CHECK(!singular);
        for (int k = 0; k < n; k++) x[k] = y[k] = sin(1.0 + k);
        front_lu_solve(lu, x);
        CHECK(dense_lu(n, A, n, pivot) == 0);
        dense_lu_solve(n, A, n, pivot, 1, y, n);
        for (int k = 0; k < n; k++) CHECK_NEAR(x[k], y[k], 1e-10);
        free(A);
    }
    CHECK(front_lu_fill(lu) >= n && front_lu_cost(lu) >= 0.0);
    free(x);
    free(y);
    free(pivot);
    hf_workspace_destroy(workspace);
}

static sum *random_sum(random_state *random, int nodes, int elements, bool sixes)
{
    sum *s = malloc(sizeof *s);
    CHECK(s);
    begin_sum(s, nodes);
    for (int k = 0; k < nodes; k++) s->size[k] = sixes ? 6 : 1 + random_below(random, SIZE_MAX_ROWS);
    number_nodes(s);
    for (int e = 0; e < elements; e++)
    {
        int chosen[ELEMENT_NODES], count = 0, wanted = random_below(random, ELEMENT_NODES + 1);
        for (int k = 0; k < wanted; k++)
        {
            int node = random_below(random, nodes);
            bool there = false;
            for (int l = 0; l < count; l++) there |= chosen[l] == node;
            if (!there) chosen[count++] = node;
        }
        add_element(s, random, count, chosen);
        if (random_below(random, 8) == 0)
        {
            free(s->values[e]);
            s->values[e] = NULL;
        }
    }
    return s;
}

TEST(solves_as_dense_lu_does)
{
    random_state random = random_seed(1);
    for (int trial = 0; trial < 60; trial++)
    {
        int nodes = 1 + random_below(&random, 60);
        sum *s = random_sum(&random, nodes, random_below(&random, 2 * nodes + 1), trial % 2 == 0);
        check_sum(s);
        free_sum(s);
    }
}

/// width × height bodies, neighbours coupled: a wall, with real fill and deep trees.
static sum *wall(random_state *random, int width, int height)
{
    sum *s = malloc(sizeof *s);
    CHECK(s);
    begin_sum(s, width * height);
    for (int k = 0; k < width * height; k++) s->size[k] = 3;
    number_nodes(s);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            int k = y * width + x, right[2] = {k, k + 1}, up[2] = {k + width, k};
            if (x + 1 < width) add_element(s, random, 2, right);
            if (y + 1 < height) add_element(s, random, 2, up);
        }
    return s;
}

TEST(solves_walls_and_chains)
{
    random_state random = random_seed(2);
    const int sizes[][2] = {{1, 1}, {40, 1}, {1, 40}, {12, 14}, {3, 60}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
        sum *s = wall(&random, sizes[k][0], sizes[k][1]);
        check_sum(s);
        free_sum(s);
    }
}

TEST(fill_of_a_chain_is_linear)
{
    random_state random = random_seed(3);
    hf_workspace *workspace;
    front_lu *lu;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    sum *s = wall(&random, 200, 1);
    CHECK(front_lu_create(&s->pattern, (front_orders){0}, 1e9, workspace, &lu, NULL) == HF_STATUS_OK);
    CHECK(front_lu_fill(lu) <= 2.0 * 200 * 3 * 9); // three blocks a node, twice that with the zeros of small fronts
    free_sum(s);
    hf_workspace_destroy(workspace);
}

TEST(refuses_too_many_entries)
{
    random_state random = random_seed(4);
    hf_workspace *workspace;
    front_lu *lu;
    hf_error error;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    sum *s = wall(&random, 12, 14);
    CHECK(front_lu_create(&s->pattern, (front_orders){0}, 100.0, workspace, &lu, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "factors"));
    CHECK(front_lu_create(&s->pattern, (front_orders){0}, 9.0 * 12 * 14 * 4, workspace, &lu, &error) ==
          HF_STATUS_UNSUPPORTED);
    free_sum(s);
    hf_workspace_destroy(workspace);
}

TEST(nothing_is_fine)
{
    hf_workspace *workspace;
    front_lu *lu;
    bool singular;
    double x = 1.0;
    size_t begin = 0;
    front_pattern pattern = {.begin = &begin};
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(front_lu_create(&pattern, (front_orders){0}, 1e9, workspace, &lu, NULL) == HF_STATUS_OK);
    front_lu_factor(lu, 1.0, element, NULL, &singular);
    CHECK(!singular);
    front_lu_solve(lu, &x);
    CHECK(x == 1.0);
    hf_workspace_destroy(workspace);
}

TEST(tells_of_singular_fronts)
{
    random_state random = random_seed(5);
    hf_workspace *workspace;
    front_lu *lu;
    bool singular = false;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    sum *s = wall(&random, 2, 2);
    CHECK(front_lu_create(&s->pattern, (front_orders){0}, 1e9, workspace, &lu, NULL) == HF_STATUS_OK);
    for (int e = 0; e < 4; e++) memset(s->values[e], 0, 36 * sizeof(double));
    front_lu_factor(lu, 0.0, element, s, &singular);
    CHECK(singular);
    s->values[2][0] = NAN;
    front_lu_factor(lu, 1.0, element, s, &singular);
    CHECK(singular);
    s->values[2][0] = 0.0;
    front_lu_factor(lu, 2.0, element, s, &singular); // well again
    CHECK(!singular);
    double x[12] = {2.0, 4.0};
    front_lu_solve(lu, x);
    CHECK(x[0] == 1.0 && x[1] == 2.0 && x[2] == 0.0);
    free_sum(s);
    hf_workspace_destroy(workspace);
}

TEST(survives_failing_memory)
{
    random_state random = random_seed(6);
    sum *s = wall(&random, 9, 7);
    for (long k = 0;; k++)
    {
        hf_workspace *workspace = NULL;
        front_lu *lu;
        fail_allocation(k);
        hf_status status = hf_workspace_create(&workspace, NULL);
        if (status == HF_STATUS_OK) status = front_lu_create(&s->pattern, (front_orders){0}, 1e9, workspace, &lu, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK((status == HF_STATUS_OK) == !failed);
        CHECK(status == HF_STATUS_OK || status == HF_STATUS_NO_MEMORY);
        hf_workspace_destroy(workspace);
        if (!failed) break;
    }
    free_sum(s);
}
