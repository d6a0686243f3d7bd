#include "base/tasks.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

enum
{
    THREADS_MAX = 1024
};

typedef struct worker
{
    task_pool *pool;
    hf_workspace *workspace;
    pthread_t thread; // not of worker 0, which is whoever calls
} worker;

struct task_pool
{
    int worker_count;
    worker *workers;

    pthread_mutex_t mutex; // of what follows, and of the memory that lasts
    pthread_cond_t wake;   // a round has begun, or the pool ends
    pthread_cond_t done;   // no helper is busy any more
    pthread_mutex_t turn;  // tasks_turn_begin
    bool ready;            // these four exist
    long round;
    bool open; // the round still takes helpers: one that wakes up too late is not waited for
    int busy;  // helpers that are at work in it
    bool ending;

    // the round
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

static void *help(void *argument)
{
    worker *self = argument;
    task_pool *pool = self->pool;
    long seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;)
    {
        while (pool->round == seen && !pool->ending) pthread_cond_wait(&pool->wake, &pool->mutex);
        if (pool->ending) break;
        seen = pool->round;
        if (!pool->open) continue;
        pool->busy++;
        pthread_mutex_unlock(&pool->mutex);
        work(pool, self->workspace);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/// Which thread meets the largest task is chance. What it took the others shall have, too: then the next round allocates nothing, whoever meets it.
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

/// A thread that signals do not reach: they are the program's business.
static bool start(worker *w)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    bool started = pthread_create(&w->thread, NULL, help, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

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
        if (pool->worker_count == 0 || start(w)) continue;
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

/// The pool whose threads the task may share a turn with; NULL if it is alone. Tasks inside of tasks are on the thread of the outer one, whose pool it is.
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

hf_status tasks_run_in_order(hf_workspace *workspace, int count, task_body body, void *context, hf_error *error)
{
    task_pool **pool = workspace_pool(workspace);
    if (!*pool && !(*pool = create_pool(workspace, 1))) return error_no_memory(error);
    hf_workspace *scratch = (*pool)->workers[0].workspace;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        status = body(context, k, scratch, error);
        arena_end(scratch, (arena_mark){0, 0});
    }
    return status;
}

hf_status tasks_run(hf_workspace *workspace, int count, task_body body, void *context, hf_error *error)
{
    if (count < 2 || tasks_threads(workspace) == 1) return tasks_run_in_order(workspace, count, body, context, error);
    return run_round(workspace, *workspace_pool(workspace), count, body, context, error);
}
