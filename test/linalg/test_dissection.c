// METIS' order: a permutation, always the same, on any thread, and nothing of the program's is touched. Without METIS:
// nothing is found, and that is no error.

#include "support/harness.h"

#include "linalg/sparse/dissection.h"
#include "linalg/sparse/elimination.h"

#include "base/arena.h"

#include <pthread.h>
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

static bool find(const cube *c, int *order)
{
    hf_workspace *workspace;
    bool found;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(dissection_find(NODES, c->begin, c->neighbour, c->size, workspace, order, &found, NULL) == HF_STATUS_OK);
    hf_workspace_destroy(workspace);
    return found;
}

TEST(is_a_permutation_and_always_the_same)
{
    cube *c = cube_make();
    int *order = calloc(NODES, sizeof *order), *again = calloc(NODES, sizeof *again),
        *seen = calloc(NODES, sizeof *seen);
    CHECK(order && again && seen);
    CHECK(find(c, order) == dissection_available());
    if (dissection_available())
    {
        for (int k = 0; k < NODES; k++) CHECK(order[k] >= 0 && order[k] < NODES && !seen[order[k]]++);
        CHECK(find(c, again) && memcmp(order, again, NODES * sizeof *order) == 0);
    }
    free(order);
    free(again);
    free(seen);
    free(c);
}

typedef struct job
{
    const cube *graph;
    int order[NODES];
    bool found;
} job;

static void *run(void *context)
{
    job *j = context;
    for (int k = 0; k < 4; k++) j->found = find(j->graph, j->order);
    return NULL;
}

TEST(threads_do_not_change_it)
{
    if (!dissection_available()) SKIP("this build has no METIS");
    cube *c = cube_make();
    int *order = calloc(NODES, sizeof *order);
    job *jobs = calloc(3, sizeof *jobs);
    pthread_t threads[3];
    CHECK(order && jobs && find(c, order));
    for (int k = 0; k < 3; k++)
    {
        jobs[k].graph = c;
        CHECK(pthread_create(&threads[k], NULL, run, &jobs[k]) == 0);
    }
    for (int k = 0; k < 3; k++) CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < 3; k++) CHECK(jobs[k].found && memcmp(order, jobs[k].order, NODES * sizeof *order) == 0);
    free(jobs);
    free(order);
    free(c);
}

TEST(the_programs_random_numbers_go_on)
{
    cube *c = cube_make();
    int *order = calloc(NODES, sizeof *order);
    CHECK(order);
    srand(7);
    int first = rand(), second = rand();
    srand(7);
    CHECK(rand() == first);
    (void)find(c, order);
    CHECK(rand() == second);
    free(order);
    free(c);
}

TEST(an_empty_graph_is_fine)
{
    const int begin[1] = {0};
    hf_workspace *workspace;
    bool found = true;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(dissection_find(0, begin, NULL, NULL, workspace, NULL, &found, NULL) == HF_STATUS_OK && !found);
    hf_workspace_destroy(workspace);
}
