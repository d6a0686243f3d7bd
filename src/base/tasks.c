#include "base/tasks.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum
{
    THREADS_MAX = 1024,
    // At a counter that another thread is about to change: some tens of microseconds. Then others may have the
    // processor.
    LOOKS = 20000,
    // At a mutex.
    LEAVING_LOOKS = 100,
};

typedef struct worker
{
    task_pool *pool;
    hf_workspace *workspace;
    pthread_t thread; // not of worker 0, which is whoever calls
} worker;

/// Rounds of short tasks, run by all threads that come.
typedef struct round_race
{
    const task_rounds *rounds;
    round_body body;
    void *context;
    atomic_int next; // task that nobody has begun
    atomic_int done; // tasks that have ended
} round_race;

struct task_pool
{
    int worker_count;
    worker *workers;

    pthread_mutex_t mutex; // of what follows, and of the memory that lasts
    pthread_cond_t wake;   // a round has begun, or the pool ends
    pthread_cond_t done;   // no helper is busy any more
    pthread_mutex_t turn;  // tasks_turn_begin
    bool ready;            // these four exist
    atomic_long round;     // changed under the mutex
    bool open;             // the round still takes helpers: one that wakes up too late is not waited for
    int busy;              // helpers that are at work in it
    bool ending;

    // the round; `rounds` in the place of all that follows if it is not NULL
    round_race *rounds;
    task_body body;
    void *context;
    int count;
    atomic_int next; // task that nobody has begun
    int failed;      // the lowest index that failed; count if none did
    hf_status status;
    hf_error error;
};

// ---- one round ----

static void note_failure(task_pool *pool, int index, hf_status status, const hf_error *error)
{
    pthread_mutex_lock(&pool->mutex);
    if (index < pool->failed)
    {
        pool->failed = index;
        pool->status = status;
        pool->error = *error;
    }
    pthread_mutex_unlock(&pool->mutex);
    atomic_store(&pool->next, pool->count); // lower ones have all been begun, and end as they do
}

static void work(task_pool *pool, hf_workspace *scratch)
{
    for (;;)
    {
        int index = atomic_fetch_add(&pool->next, 1);
        if (index >= pool->count) return;
        hf_error error = {.status = HF_STATUS_OK};
        hf_status status = pool->body(pool->context, index, scratch, &error);
        arena_end(scratch, (arena_mark){0, 0});
        if (status != HF_STATUS_OK) note_failure(pool, index, status, &error);
    }
}

/// Waits until so many tasks have ended: looking, and after a while giving way to whoever has them. Tasks are begun in
/// order, so that each one waited for is under way.
static void wait_for(const round_race *race, int tasks)
{
    for (int looks = 0; atomic_load_explicit(&race->done, memory_order_acquire) < tasks; looks++)
        if (looks > LOOKS) sched_yield();
}

static void run_race(round_race *race)
{
    const int *begin = race->rounds->begin;
    int round = 0, count = begin[race->rounds->round_count];
    for (;;)
    {
        int task = atomic_fetch_add_explicit(&race->next, 1, memory_order_relaxed);
        if (task >= count) return;
        while (task >= begin[round + 1]) round++;
        wait_for(race, begin[round]);
        race->body(race->context, task);
        atomic_fetch_add_explicit(&race->done, 1, memory_order_release);
    }
}

static void *help(void *argument)
{
    worker *self = argument;
    task_pool *pool = self->pool;
    long seen = 0;
    bool short_ones = false;
    for (;;)
    {
        for (int looks = 0; short_ones && looks < LOOKS && atomic_load(&pool->round) == seen;)
            looks++; // more of them soon
        pthread_mutex_lock(&pool->mutex);
        while (pool->round == seen && !pool->ending) pthread_cond_wait(&pool->wake, &pool->mutex);
        seen = pool->round;
        bool ending = pool->ending, takes_part = pool->open && !ending;
        round_race *race = pool->rounds;
        pool->busy += takes_part;
        pthread_mutex_unlock(&pool->mutex);
        if (ending) return NULL;
        short_ones = takes_part && race;
        if (!takes_part) continue;
        if (race) run_race(race);
        else work(pool, self->workspace);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/// Which thread meets the largest task is chance. What it took the others shall have, too: then the next round
/// allocates nothing, whoever meets it.
static void even_out(task_pool *pool)
{
    size_t largest = 0;
    for (int k = 0; k < pool->worker_count; k++)
    {
        size_t bytes = arena_bytes(pool->workers[k].workspace);
        if (bytes > largest) largest = bytes;
    }
    for (int k = 0; k < pool->worker_count && largest > 0; k++) // if it fails, they grow when they must
        (void)arena_reserve(pool->workers[k].workspace, largest);
}

static hf_status run_round(hf_workspace *workspace, task_pool *pool, int count, task_body body, void *context,
                           hf_error *error)
{
    pthread_mutex_lock(&pool->mutex);
    pool->body = body;
    pool->context = context;
    pool->count = count;
    pool->failed = count;
    pool->status = HF_STATUS_OK;
    atomic_store(&pool->next, 0);
    pool->round++;
    pool->open = true;
    workspace_guard(workspace, &pool->mutex);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);

    work(pool, pool->workers[0].workspace);

    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    while (pool->busy > 0) pthread_cond_wait(&pool->done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    workspace_guard(workspace, NULL);
    even_out(pool);
    if (pool->status != HF_STATUS_OK && error) *error = pool->error;
    return pool->status;
}

// ---- threads come and go ----

static bool make_ready(task_pool *pool)
{
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) return false;
    if (pthread_cond_init(&pool->wake, NULL) != 0)
    {
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    if (pthread_cond_init(&pool->done, NULL) != 0)
    {
        pthread_cond_destroy(&pool->wake);
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    if (pthread_mutex_init(&pool->turn, NULL) != 0)
    {
        pthread_cond_destroy(&pool->done);
        pthread_cond_destroy(&pool->wake);
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    return pool->ready = true;
}

/// As many workers as there can be, up to `threads`. NULL if memory is too short for even one.
static task_pool *create_pool(hf_workspace *workspace, int threads)
{
    task_pool *pool = MEMORY_ARRAY(task_pool, 1);
    if (!pool) return NULL;
    pool->workers = MEMORY_ARRAY(worker, (size_t)threads);
    if (threads > 1 && !make_ready(pool)) threads = 1;
    for (; pool->workers && pool->worker_count < threads; pool->worker_count++)
    {
        worker *w = &pool->workers[pool->worker_count];
        w->pool = pool;
        if (hf_workspace_create(&w->workspace, NULL) != HF_STATUS_OK) break;
        workspace_set_parent(w->workspace, workspace, pool->worker_count);
        if (pool->worker_count == 0 || platform_thread_begin(&w->thread, help, w)) continue;
        hf_workspace_destroy(w->workspace);
        break;
    }
    if (pool->worker_count > 0) return pool;
    task_pool_destroy(pool);
    return NULL;
}

void task_pool_destroy(task_pool *pool)
{
    if (!pool) return;
    if (pool->ready)
    {
        pthread_mutex_lock(&pool->mutex);
        pool->ending = true;
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
    }
    for (int k = 0; k < pool->worker_count; k++)
    {
        if (k > 0) pthread_join(pool->workers[k].thread, NULL);
        hf_workspace_destroy(pool->workers[k].workspace);
    }
    if (pool->ready)
    {
        pthread_mutex_destroy(&pool->turn);
        pthread_cond_destroy(&pool->done);
        pthread_cond_destroy(&pool->wake);
        pthread_mutex_destroy(&pool->mutex);
    }
    free(pool->workers);
    free(pool);
}

size_t task_pool_bytes(const task_pool *pool)
{
    size_t bytes = 0;
    for (int k = 0; pool && k < pool->worker_count; k++) bytes += hf_workspace_bytes(pool->workers[k].workspace);
    return bytes;
}

// ---- turns ----

/// The pool whose threads the task may share a turn with; NULL if it is alone. Tasks inside of tasks are on the thread
/// of the outer one, whose pool it is.
static task_pool *turn_of(hf_workspace *scratch)
{
    while (arena_lasting(scratch) != scratch) scratch = arena_lasting(scratch);
    task_pool *pool = *workspace_pool(scratch);
    return pool && pool->ready ? pool : NULL;
}

void tasks_turn_begin(hf_workspace *scratch)
{
    task_pool *pool = turn_of(scratch);
    if (pool) pthread_mutex_lock(&pool->turn);
}

void tasks_turn_end(hf_workspace *scratch)
{
    task_pool *pool = turn_of(scratch);
    if (pool) pthread_mutex_unlock(&pool->turn);
}

// ---- the ways in ----

int hf_workspace_set_threads(hf_workspace *workspace, int threads)
{
    if (threads < 1) threads = 1;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    if (threads == tasks_threads(workspace)) return threads;
    task_pool *pool = create_pool(workspace, threads);
    if (!pool) return tasks_threads(workspace); // what there was stays
    task_pool **held = workspace_pool(workspace);
    task_pool_destroy(*held);
    *held = pool;
    return pool->worker_count;
}

int tasks_threads(hf_workspace *workspace)
{
    const task_pool *pool = *workspace_pool(workspace);
    return pool ? pool->worker_count : 1;
}

/// The pool of the outermost workspace, if none of its threads is at work but the caller's; NULL otherwise, or if it
/// has no other.
static task_pool *idle_pool(hf_workspace *workspace)
{
    while (arena_lasting(workspace) != workspace) workspace = arena_lasting(workspace);
    task_pool *pool = *workspace_pool(workspace);
    if (!pool || !pool->ready || pool->worker_count < 2) return NULL;
    pthread_mutex_lock(&pool->mutex);
    bool idle = !pool->open && pool->busy == 0;
    pthread_mutex_unlock(&pool->mutex);
    return idle ? pool : NULL;
}

void tasks_run_rounds(hf_workspace *workspace, const task_rounds *rounds, round_body body, void *context)
{
    int count = rounds->begin[rounds->round_count];
    task_pool *pool = count > 1 ? idle_pool(workspace) : NULL;
    if (!pool)
    {
        for (int task = 0; task < count; task++) body(context, task);
        return;
    }
    round_race race = {.rounds = rounds, .body = body, .context = context};
    pthread_mutex_lock(&pool->mutex);
    pool->rounds = &race;
    pool->round++;
    pool->open = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);

    run_race(&race);
    wait_for(&race, count);

    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    for (int looks = 0; looks < LEAVING_LOOKS && pool->busy > 0; looks++) // all is done, and they are about to say so
    {
        pthread_mutex_unlock(&pool->mutex);
        pthread_mutex_lock(&pool->mutex);
    }
    while (pool->busy > 0) pthread_cond_wait(&pool->done, &pool->mutex);
    pool->rounds = NULL;
    pthread_mutex_unlock(&pool->mutex);
}

int tasks_round_threads(hf_workspace *workspace)
{
    const task_pool *pool = idle_pool(workspace);
    return pool ? pool->worker_count : 1;
}

void tasks_run_round(hf_workspace *workspace, int count, round_body body, void *context)
{
    const int begin[2] = {0, count};
    tasks_run_rounds(workspace, &(task_rounds){.round_count = 1, .begin = begin}, body, context);
}

hf_workspace *tasks_scratch(hf_workspace *workspace)
{
    task_pool **pool = workspace_pool(workspace);
    if (!*pool && !(*pool = create_pool(workspace, 1))) return NULL;
    return (*pool)->workers[0].workspace;
}

hf_status tasks_run_in_order(hf_workspace *workspace, int count, task_body body, void *context, hf_error *error)
{
    hf_workspace *scratch = tasks_scratch(workspace);
    if (!scratch) return error_no_memory(error);
    for (int k = 0; k < count; k++)
    {
        TRY(body(context, k, scratch, error));
        arena_end(scratch, (arena_mark){0, 0});
    }
    return HF_STATUS_OK;
}

hf_status tasks_run(hf_workspace *workspace, int count, task_body body, void *context, hf_error *error)
{
    if (count < 2 || tasks_threads(workspace) == 1) return tasks_run_in_order(workspace, count, body, context, error);
    return run_round(workspace, *workspace_pool(workspace), count, body, context, error);
}
