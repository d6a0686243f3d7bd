// METIS behind dissection.h. It was not written for libraries, and three things need care:
//   - It draws from rand(). A lock lets one thread in at a time, METIS seeds the generator itself, and the program's
//     own sequence is put aside and back: the order does
//     not depend on threads of ours. A program that calls rand() on another thread meanwhile takes numbers from the
//     same sequence, and may get another order, as good.
//   - It catches SIGTERM and SIGABRT while it works, some ten milliseconds, and puts the old handlers back. SIGTERM is
//     put off meanwhile: the program's own handler sees it afterwards.
//   - It allocates by malloc. So it is asked once for a problem, not once a step of Newton's method (body_lu.c).

#include "linalg/sparse/dissection.h"

#include "base/arena.h"
#include "base/error.h"

#if HF_HAS_METIS

#include <metis.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SEED = 1,
    GENERATOR_BYTES = 64
};

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

bool dissection_available(void)
{
    return true;
}

/// order as in dissection_find, place its inverse. The graph may be reordered.
static int run_metis(idx_t n, idx_t *begin, idx_t *neighbour, idx_t *weight, idx_t *order, idx_t *place)
{
    char generator[GENERATOR_BYTES];
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = SEED;
    options[METIS_OPTION_NUMBERING] = 0;
    // METIS would take a SIGTERM for its own, and lose it: it waits.
    sigset_t waits, before;
    sigemptyset(&waits);
    sigaddset(&waits, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &waits, &before);
    pthread_mutex_lock(&one_at_a_time);
    char *programs = initstate(SEED, generator, sizeof generator);
    int result = METIS_NodeND(&n, begin, neighbour, weight, options, order, place);
    (void)setstate(programs);
    pthread_mutex_unlock(&one_at_a_time);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

hf_status dissection_find(int n, const int *begin, const int *neighbour, const int *size, hf_workspace *workspace,
                          int *order, bool *found, hf_error *error)
{
    *found = false;
    if (n == 0 || workspace_interrupted(workspace)) return HF_STATUS_OK; // METIS cannot be interrupted
    arena_mark mark = arena_begin(workspace);
    size_t nodes = (size_t)n, edges = (size_t)begin[n];
    idx_t *copy = ARENA_ARRAY(workspace, idx_t, 4 * nodes + 1 + edges), *to = copy + 2 * nodes + 1 + edges;
    if (copy)
    {
        idx_t *weight = copy + nodes + 1, *adjacent = weight + nodes;
        for (size_t k = 0; k <= nodes; k++) copy[k] = begin[k];
        for (size_t k = 0; k < nodes; k++) weight[k] = size[k];
        for (size_t k = 0; k < edges; k++) adjacent[k] = neighbour[k];
        int result = run_metis(n, copy, adjacent, weight, to, to + nodes);
        *found = result == METIS_OK;
        for (size_t k = 0; *found && k < nodes; k++) order[k] = (int)to[k];
    }
    arena_end(workspace, mark);
    return copy ? HF_STATUS_OK : error_no_memory(error);
}

#else

bool dissection_available(void)
{
    return false;
}

hf_status dissection_find(int n, const int *begin, const int *neighbour, const int *size, hf_workspace *workspace,
                          int *order, bool *found, hf_error *error)
{
    (void)n, (void)begin, (void)neighbour, (void)size, (void)workspace, (void)order, (void)error;
    *found = false;
    return HF_STATUS_OK;
}

#endif
