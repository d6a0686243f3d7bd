// LU by blocks of 6 × 6 and the symbolic elimination under it: against dense LU, against the definition of fill,
// singular blocks, failing memory.

#include "support/harness.h"

#include "base/arena.h"
#include "base/random.h"
#include "linalg/dense.h"
#include "linalg/sparse/block6_lu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct graph
{
    int n;
    int *begin, *neighbour;
    bool *edge; // n × n
} graph;

static graph graph_from(int n, bool *edge)
{
    graph g = {n, calloc((size_t)n + 1, sizeof(int)), calloc((size_t)(n * n) + 1, sizeof(int)), edge};
    CHECK(g.begin && g.neighbour);
    for (int i = 0; i < n; i++)
    {
        g.begin[i + 1] = g.begin[i];
        for (int j = 0; j < n; j++)
            if (i != j && edge[i * n + j]) g.neighbour[g.begin[i + 1]++] = j;
    }
    return g;
}

static graph random_graph(random_state *random, int n, int degree)
{
    bool *edge = calloc((size_t)(n * n) + 1, sizeof *edge);
    CHECK(edge);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (random_below(random, n) < degree) edge[i * n + j] = edge[j * n + i] = true;
    return graph_from(n, edge);
}

/// width × height nodes, each beside its four neighbours.
static graph grid(int width, int height)
{
    int n = width * height;
    bool *edge = calloc((size_t)(n * n), sizeof *edge);
    CHECK(edge);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) edge[i * n + j] = abs(i / width - j / width) + abs(i % width - j % width) == 1;
    return graph_from(n, edge);
}

static void graph_free(graph *g)
{
    free(g->begin);
    free(g->neighbour);
    free(g->edge);
}

/// Eliminates by the definition, in the order found, and compares every column.
static void check_pattern(const graph *g, const elimination *e)
{
    int n = g->n;
    bool *edge = malloc((size_t)(n * n) + 1);
    CHECK(edge);
    memcpy(edge, g->edge, (size_t)(n * n));
    double work = 0.0;
    for (int k = 0; k < n; k++)
    {
        int p = e->order[k];
        CHECK(e->place[p] == k);
        size_t at = e->begin[k];
        for (int row = k + 1; row < n; row++)
        {
            if (!edge[p * n + e->order[row]]) continue;
            CHECK(at < e->begin[k + 1] && e->row[at] == row);
            at++;
            for (int other = k + 1; other < n; other++)
                if (other != row && edge[p * n + e->order[other]])
                    edge[e->order[row] * n + e->order[other]] = edge[e->order[other] * n + e->order[row]] = true;
        }
        CHECK(at == e->begin[k + 1]);
        work += (double)(e->begin[k + 1] - e->begin[k]) * (double)(e->begin[k + 1] - e->begin[k]);
    }
    CHECK(work == e->work);
    free(edge);
}

TEST(pattern_is_that_of_elimination)
{
    random_state random = random_seed(3);
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int trial = 0; trial < 200; trial++)
    {
        graph g = random_graph(&random, random_below(&random, 40), 1 + random_below(&random, 6));
        elimination e;
        arena_mark mark = arena_begin(workspace);
        CHECK(elimination_find(g.n, g.begin, g.neighbour, (size_t)1 << 40, workspace, &e) && !e.too_full);
        check_pattern(&g, &e);
        arena_end(workspace, mark);
        graph_free(&g);
    }
    hf_workspace_destroy(workspace);
}

TEST(order_keeps_fill_small)
{
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    graph g = grid(24, 24);
    elimination e;
    CHECK(elimination_find(g.n, g.begin, g.neighbour, (size_t)1 << 40, workspace, &e));
    check_pattern(&g, &e);
    CHECK(e.begin[g.n] < 24 * 24 * 10); // row by row it would be 24 · 24 · 24
    graph_free(&g);
    bool *path = calloc(50 * 50, sizeof *path); // a path has no fill at all
    CHECK(path);
    for (int i = 0; i + 1 < 50; i++) path[50 * i + i + 1] = path[50 * (i + 1) + i] = true;
    g = graph_from(50, path);
    CHECK(elimination_find(g.n, g.begin, g.neighbour, (size_t)1 << 40, workspace, &e));
    CHECK(e.begin[50] == 49);
    CHECK(elimination_find(g.n, g.begin, g.neighbour, 10, workspace, &e) && e.too_full);
    graph_free(&g);
    hf_workspace_destroy(workspace);
}

/// The same numbers on both sides of the diagonal, of which the factors get the lower one.
static void fill_symmetric(random_state *random, const graph *g, double weight, block6_lu *lu, double *dense)
{
    int rows = 6 * g->n;
    const int *place = lu->pattern->place;
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++)
        {
            if (place[i] < place[j] || (i != j && !g->edge[i * g->n + j])) continue;
            double *block = block6_lu_at(lu, i, j);
            for (int r = 0; r < 6; r++)
                for (int c = 0; c < 6; c++)
                {
                    bool mirrored = i == j && r < c;
                    double value = mirrored ? block[6 * r + c] : random_normal(random);
                    if (i == j && r == c) value = weight * (1.0 + fabs(value));
                    block[6 * r + c] = value;
                    if (i == j) block[6 * c + r] = value;
                    dense[(size_t)(6 * j + c) * (size_t)rows + (size_t)(6 * i + r)] = value;
                    dense[(size_t)(6 * i + r) * (size_t)rows + (size_t)(6 * j + c)] = value;
                }
        }
}

/// Fills the blocks with numbers, the diagonal up to `weight` times larger, and a dense copy, column-major.
static void fill(random_state *random, const graph *g, double weight, block6_lu *lu, double *dense)
{
    int rows = 6 * g->n;
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++)
        {
            if (i != j && !g->edge[i * g->n + j]) continue;
            double *block = block6_lu_at(lu, i, j);
            for (int r = 0; r < 6; r++)
                for (int c = 0; c < 6; c++)
                {
                    block[6 * r + c] = random_normal(random) * (i == j && r == c ? weight : 1.0);
                    dense[(size_t)(6 * j + c) * (size_t)rows + (size_t)(6 * i + r)] = block[6 * r + c];
                }
        }
}

TEST(solves_like_dense_lu)
{
    random_state random = random_seed(5);
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int trial = 0; trial < 60; trial++)
    {
        graph g = random_graph(&random, 1 + random_below(&random, 14), 1 + random_below(&random, 5));
        int rows = 6 * g.n;
        arena_mark mark = arena_begin(workspace);
        elimination e;
        block6_lu lu;
        CHECK(elimination_find(g.n, g.begin, g.neighbour, (size_t)1 << 40, workspace, &e));
        CHECK(block6_lu_begin(&e, workspace, &lu));
        block6_lu_clear(&lu, trial % 2 == 1);
        double *dense = calloc((size_t)(rows * rows), sizeof *dense), *x = calloc((size_t)rows, sizeof *x);
        double *y = calloc((size_t)rows, sizeof *y);
        int *pivot = calloc((size_t)rows, sizeof *pivot);
        CHECK(dense && x && y && pivot);
        (trial % 2 == 1 ? fill_symmetric : fill)(&random, &g, 20.0, &lu, dense);
        for (int k = 0; k < rows; k++) x[k] = y[k] = random_normal(&random);
        CHECK(block6_lu_factor(&lu));
        block6_lu_solve(&lu, x);
        CHECK(dense_lu(rows, dense, rows, pivot) == 0);
        dense_lu_solve(rows, dense, rows, pivot, 1, y, rows);
        double largest = 0.0;
        for (int k = 0; k < rows; k++) largest = fmax(largest, fabs(y[k]));
        for (int k = 0; k < rows; k++) CHECK_NEAR(x[k], y[k], 1e-7 * largest);
        free(dense);
        free(x);
        free(y);
        free(pivot);
        arena_end(workspace, mark);
        graph_free(&g);
    }
    hf_workspace_destroy(workspace);
}

TEST(tells_of_singular_blocks)
{
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    const int begin[] = {0, 1, 2}, neighbour[] = {1, 0};
    elimination e;
    block6_lu lu;
    CHECK(elimination_find(2, begin, neighbour, 100, workspace, &e) && block6_lu_begin(&e, workspace, &lu));
    block6_lu_clear(&lu, false);
    for (int k = 0; k < 6; k++) block6_lu_at(&lu, 0, 0)[7 * k] = block6_lu_at(&lu, 1, 1)[7 * k] = 1.0;
    block6_lu_at(&lu, 1, 1)[35] = 0.0;
    CHECK(!block6_lu_factor(&lu));
    block6_lu_clear(&lu, false);
    for (int k = 0; k < 6; k++) block6_lu_at(&lu, 0, 0)[7 * k] = block6_lu_at(&lu, 1, 1)[7 * k] = 1.0;
    block6_lu_at(&lu, 0, 0)[0] = NAN;
    CHECK(!block6_lu_factor(&lu));
    hf_workspace_destroy(workspace);
}

TEST(survives_failing_memory)
{
    graph g = grid(9, 7);
    for (long k = 0;; k++)
    {
        hf_workspace *workspace = NULL;
        elimination e;
        block6_lu lu;
        fail_allocation(k);
        bool made = hf_workspace_create(&workspace, NULL) == HF_STATUS_OK &&
                    elimination_find(g.n, g.begin, g.neighbour, (size_t)1 << 40, workspace, &e) &&
                    block6_lu_begin(&e, workspace, &lu);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(made == !failed);
        hf_workspace_destroy(workspace);
        if (!failed) break;
    }
    graph_free(&g);
}
