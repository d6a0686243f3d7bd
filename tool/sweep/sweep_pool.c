#include "sweep_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int64_t sweep_next(sweep_work *work)
{
    for (; work->next < work->table->run_count; work->next++)
        if (work->next % work->part_count == work->part && work->table->place[work->next] < 0) return work->next++;
    return -1;
}

void sweep_counts(const sweep_work *work, int64_t *all, int64_t *done)
{
    *all = *done = 0;
    for (int64_t k = work->part; k < work->table->run_count; k += work->part_count)
    {
        *all += 1;
        *done += work->table->place[k] >= 0;
    }
}

static void show(sweep_work *work)
{
    if (!progress_due(&work->progress)) return;
    int64_t all, done;
    sweep_counts(work, &all, &done);
    double wall = clock_now() - work->begun, left = wall / (double)work->made * (double)(all - done);
    progress_show(&work->progress, "%lld of %lld runs (%.0f %%)  %lld not well  %.1f runs a second  %.0f s left",
                  (long long)done, (long long)all, 100.0 * (double)done / (double)all, (long long)work->failed,
                  (double)work->made / wall, left);
}

/// Whether a row says that its run was well.
static bool is_well(const sweep_work *work, const char *row)
{
    const char *field = row;
    for (int k = 0; k < work->job->plan->axis_count + 2 && field; k++)
    {
        field = strchr(field, ',');
        if (field) field++;
    }
    return field && strncmp(field, "done,", 5) == 0;
}

bool sweep_done(sweep_work *work, int64_t run, const char *row, double seconds, double stepping)
{
    if (!sweep_table_add(work->table, run, row))
    {
        work->broken = true;
        return false;
    }
    work->made++;
    work->failed += !is_well(work, row);
    work->seconds += seconds;
    work->stepping += stepping;
    show(work);
    return true;
}

// ---- threads ----

typedef struct thread_pool
{
    sweep_work *work;
    pthread_mutex_t mutex; // of the work
} thread_pool;

static void *make_runs(void *context)
{
    thread_pool *pool = context;
    for (;;)
    {
        pthread_mutex_lock(&pool->mutex);
        int64_t run = pool->work->broken || interrupted() ? -1 : sweep_next(pool->work);
        pthread_mutex_unlock(&pool->mutex);
        if (run < 0) return NULL;
        double seconds, stepping;
        char *row = sweep_row(pool->work->job, run, &seconds, &stepping);
        if (!row) return NULL; // Ctrl-C
        pthread_mutex_lock(&pool->mutex);
        sweep_done(pool->work, run, row, seconds, stepping);
        pthread_mutex_unlock(&pool->mutex);
        free(row);
    }
}

void sweep_run_threads(sweep_work *work)
{
    thread_pool pool = {.work = work, .mutex = PTHREAD_MUTEX_INITIALIZER};
    int started = 0;
    pthread_t *threads = tool_allocate((size_t)work->threads, sizeof *threads);
    while (started < work->threads - 1 && pthread_create(&threads[started], NULL, make_runs, &pool) == 0) started++;
    make_runs(&pool);
    for (int k = 0; k < started; k++) pthread_join(threads[k], NULL);
    free(threads);
    pthread_mutex_destroy(&pool.mutex);
}
