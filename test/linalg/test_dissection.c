// Nested dissection: a permutation, always the same, on any thread, with less fill than least degree on a cube; graphs
// of every kind.

#include "support/harness.h"

#include "linalg/sparse/dissection.h"
#include "linalg/sparse/elimination.h"

#include "base/arena.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE = 14,
    NODES = SIDE * SIDE * SIDE
};

/// A cube of nodes, each with up to six neighbours.
typedef struct cube
{
    int begin[NODES + 1], neighbour[6 * NODES], size[NODES];
} cube;

static cube *cube_make(void)
{
    cube *c = calloc(1, sizeof *c);
    CHECK(c);
    for (int k = 0, count = 0; k < NODES; k++)
    {
        const int at[3] = {k % SIDE, k / SIDE % SIDE, k / (SIDE * SIDE)}, step[3] = {1, SIDE, SIDE * SIDE};
        c->size[k] = 6;
        c->begin[k] = count;
        for (int axis = 0; axis < 3; axis++)
        {
            if (at[axis] > 0) c->neighbour[count++] = k - step[axis];
            if (at[axis] + 1 < SIDE) c->neighbour[count++] = k + step[axis];
        }
        c->begin[k + 1] = count;
    }
    return c;
}

static void find(const cube *c, int *order)
{
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(dissection_find(NODES, c->begin, c->neighbour, c->size, workspace, order, NULL) == HF_STATUS_OK);
    hf_workspace_destroy(workspace);
}

TEST(is_a_permutation_and_always_the_same)
{
    cube *c = cube_make();
    int *order = calloc(NODES, sizeof *order), *again = calloc(NODES, sizeof *again),
        *seen = calloc(NODES, sizeof *seen);
    CHECK(order && again && seen);
    find(c, order);
    find(c, again);
    for (int k = 0; k < NODES; k++) CHECK(order[k] >= 0 && order[k] < NODES && !seen[order[k]]++);
    CHECK(memcmp(order, again, NODES * sizeof *order) == 0);
    free(order);
    free(again);
    free(seen);
    free(c);
}

typedef struct job
{
    const cube *graph;
    int order[NODES];
} job;

static void *run(void *context)
{
    job *j = context;
    for (int k = 0; k < 4; k++) find(j->graph, j->order);
    return NULL;
}

TEST(threads_do_not_change_it)
{
    cube *c = cube_make();
    int *order = calloc(NODES, sizeof *order);
    job *jobs = calloc(3, sizeof *jobs);
    pthread_t threads[3];
    CHECK(order && jobs);
    find(c, order);
    for (int k = 0; k < 3; k++)
    {
        jobs[k].graph = c;
        CHECK(pthread_create(&threads[k], NULL, run, &jobs[k]) == 0);
    }
    for (int k = 0; k < 3; k++) CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < 3; k++) CHECK(memcmp(order, jobs[k].order, NODES * sizeof *order) == 0);
    free(jobs);
    free(order);
    free(c);
}

/// Operations of the factors where nodes go in this order: Σ (later nodes that each is coupled to)².
static double cost_of(const cube *c, const int *order)
{
    bool(*full)[NODES] = calloc(NODES, sizeof *full);
    int *place = calloc(NODES, sizeof *place), later[NODES];
    double cost = 0.0;
    CHECK(full && place);
    for (int k = 0; k < NODES; k++) place[order[k]] = k;
    for (int v = 0; v < NODES; v++)
        for (int e = c->begin[v]; e < c->begin[v + 1]; e++) full[place[v]][place[c->neighbour[e]]] = true;
    for (int k = 0; k < NODES; k++)
    {
        int count = 0;
        for (int j = k + 1; j < NODES; j++)
            if (full[k][j]) later[count++] = j;
        cost += (double)count * count;
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) full[later[a]][later[b]] = true;
    }
    free(full);
    free(place);
    return cost;
}

TEST(a_cube_fills_less_than_by_least_degree)
{
    cube *c = cube_make();
    int *order = calloc(NODES, sizeof *order);
    hf_workspace *workspace;
    elimination least;
    CHECK(order && hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(elimination_find(NODES, c->begin, c->neighbour, (size_t)NODES * NODES, workspace, &least));
    find(c, order);
    double dissected = cost_of(c, order), by_degree = cost_of(c, least.order);
    printf("# operations: %.3g dissected, %.3g by least degree\n", dissected, by_degree);
    CHECK(dissected < by_degree);
    hf_workspace_destroy(workspace);
    free(order);
    free(c);
}

/// A star, a clique, nodes without edges, a path; two of each, apart.
static int odd_graph(int kind, int n, int *begin, int *neighbour, int *size)
{
    int count = 0;
    for (int v = 0; v < 2 * n; v++)
    {
        int first = v < n ? 0 : n, at = v - first;
        begin[v] = count;
        size[v] = 1 + v % 6;
        for (int u = 0; u < n; u++)
        {
            bool joined = kind == 0 ? (at == 0) != (u == 0) : kind == 1 ? at != u : kind == 3 && abs(at - u) == 1;
            if (joined) neighbour[count++] = first + u;
        }
    }
    begin[2 * n] = count;
    return 2 * n;
}

TEST(every_graph_has_an_order)
{
    enum
    {
        MOST = 300
    };
    int *begin = calloc(2 * MOST + 1, sizeof *begin), *neighbour = calloc((size_t)2 * MOST * MOST, sizeof *neighbour);
    int size[2 * MOST], order[2 * MOST], seen[2 * MOST];
    hf_workspace *workspace;
    CHECK(begin && neighbour && hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int kind = 0; kind < 4; kind++)
        for (int half = 1; half <= MOST; half += half < 4 ? 1 : 74)
        {
            int n = odd_graph(kind, half, begin, neighbour, size);
            CHECK(dissection_find(n, begin, neighbour, size, workspace, order, NULL) == HF_STATUS_OK);
            memset(seen, 0, sizeof seen);
            for (int k = 0; k < n; k++) CHECK(order[k] >= 0 && order[k] < n && !seen[order[k]]++);
        }
    hf_workspace_destroy(workspace);
    free(begin);
    free(neighbour);
}

TEST(an_empty_graph_is_fine)
{
    const int begin[1] = {0};
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(dissection_find(0, begin, NULL, NULL, workspace, NULL, NULL) == HF_STATUS_OK);
    hf_workspace_destroy(workspace);
}
