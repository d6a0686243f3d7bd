// Tasks: every index once, errors of the lowest one, memory that lasts and memory that is reused, threads that cannot
// be had.

#include "support/harness.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/tasks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COUNT = 1000
};

static hf_workspace *workspace_with(int threads)
{
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_set_threads(workspace, threads) == threads && tasks_threads(workspace) == threads);
    return workspace;
}

typedef struct tally
{
    atomic_int runs[COUNT];
    double *sums[COUNT]; // each of 100 numbers, in memory that lasts
    int fails_from;      // tasks from here on fail, if they are odd
} tally;

static hf_status task(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    tally *t = context;
    atomic_fetch_add(&t->runs[index], 1);
    double *x = ARENA_ARRAY(scratch, double, 100 + index), *sum = ARENA_ARRAY(arena_lasting(scratch), double, 100);
    if (!x || !sum) return error_no_memory(error);
    for (int k = 0; k < 100 + index; k++) x[k] = k * 0.1 + index;
    for (int k = 0; k < 100; k++) sum[k] = x[k] / 3.0;
    t->sums[index] = sum;
    if (index >= t->fails_from && index % 2 == 1)
        return error_set(error, HF_STATUS_INVALID, "task %d does not like it", index);
    return HF_STATUS_OK;
}

TEST(every_task_runs_once_and_what_lasts_lasts)
{
    for (int threads = 1; threads <= 5; threads++)
    {
        hf_workspace *workspace = workspace_with(threads);
        tally *t = calloc(1, sizeof *t);
        t->fails_from = COUNT;
        arena_mark mark = arena_begin(workspace);
        for (int round = 1; round <= 20; round++)
        {
            CHECK(tasks_run(workspace, COUNT, task, t, NULL) == HF_STATUS_OK);
            for (int k = 0; k < COUNT; k++)
            {
                CHECK(t->runs[k] == round);
                for (int j = 0; j < 100; j++) CHECK(t->sums[k][j] == (j * 0.1 + k) / 3.0);
            }
            arena_end(workspace, mark);
        }
        CHECK(tasks_run(workspace, 0, task, t, NULL) == HF_STATUS_OK && t->runs[0] == 20);
        free(t);
        hf_workspace_destroy(workspace);
    }
}

TEST(the_error_is_that_of_the_lowest_index)
{
    for (int threads = 1; threads <= 3; threads++)
    {
        hf_workspace *workspace = workspace_with(threads);
        tally *t = calloc(1, sizeof *t);
        for (int round = 0; round < 50; round++)
        {
            hf_error error = {0};
            t->fails_from = 10 * round;
            arena_mark mark = arena_begin(workspace);
            CHECK(tasks_run(workspace, COUNT, task, t, &error) == HF_STATUS_INVALID);
            char expected[60];
            snprintf(expected, sizeof expected, "task %d does not like it", 10 * round + 1);
            CHECK(strcmp(error.message, expected) == 0 && error.status == HF_STATUS_INVALID);
            CHECK(tasks_run(workspace, COUNT, task, t, NULL) == HF_STATUS_INVALID);
            arena_end(workspace, mark);
        }
        free(t);
        hf_workspace_destroy(workspace);
    }
}

TEST(a_run_like_the_last_allocates_nothing)
{
    for (int threads = 1; threads <= 4; threads++)
    {
        hf_workspace *workspace = workspace_with(threads);
        tally *t = calloc(1, sizeof *t);
        t->fails_from = COUNT;
        fail_allocation(-1);
        for (int round = 0; round < 30; round++)
        {
            if (round == 3)
                fail_allocation(-1); // by now the largest task has been met by someone, and all have grown to it
            arena_mark mark = arena_begin(workspace);
            CHECK(tasks_run(workspace, COUNT, task, t, NULL) == HF_STATUS_OK);
            arena_end(workspace, mark);
        }
#ifndef _WIN32 // whose mutexes and conditions allocate when they are first waited for
        CHECK(fail_allocation_count() == 0);
#endif
        size_t bytes = hf_workspace_bytes(workspace);
        CHECK(bytes > (size_t)threads * (100 + COUNT) * sizeof(double));
        free(t);
        hf_workspace_destroy(workspace);
    }
}

static hf_status nested(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    tally **all = context;
    hf_status status = tasks_run(scratch, 50, task, all[index], error); // lasts as long as this task
    for (int k = 0; k < 50 && status == HF_STATUS_OK; k++)
        if (all[index]->sums[k][7] != (7 * 0.1 + k) / 3.0)
            status = error_set(error, HF_STATUS_INVALID, "%d of %d", k, index);
    return status;
}

TEST(tasks_inside_of_tasks)
{
    hf_workspace *workspace = workspace_with(3);
    tally *all[4];
    for (int k = 0; k < 4; k++)
    {
        all[k] = calloc(1, sizeof *all[k]);
        all[k]->fails_from = COUNT;
    }
    CHECK(tasks_run(workspace, 4, nested, all, NULL) == HF_STATUS_OK);
    for (int k = 0; k < 4; k++) CHECK(all[k]->runs[0] == 1 && all[k]->runs[49] == 1 && all[k]->runs[50] == 0);
    for (int k = 0; k < 4; k++) free(all[k]);
    hf_workspace_destroy(workspace);
}

TEST(threads_that_cannot_be_had_are_done_without)
{
    hf_workspace *workspace = workspace_with(1);
    tally *t = calloc(1, sizeof *t);
    t->fails_from = COUNT;
    fail_threads(2);
    CHECK(hf_workspace_set_threads(workspace, 8) == 3 && tasks_threads(workspace) == 3);
    fail_threads(0);
    CHECK(hf_workspace_set_threads(workspace, 8) == 1);
    fail_threads(-1);
    CHECK(tasks_run(workspace, COUNT, task, t, NULL) == HF_STATUS_OK && t->runs[COUNT - 1] == 1);
    CHECK(hf_workspace_set_threads(workspace, 2) == 2 && hf_workspace_set_threads(workspace, 2) == 2);
    CHECK(hf_workspace_set_threads(workspace, -5) == 1);
    free(t);
    hf_workspace_destroy(workspace);
}

TEST(every_allocation_may_fail)
{
    tally *t = calloc(1, sizeof *t);
    t->fails_from = COUNT;
    for (int threads = 1; threads <= 2; threads++)
        for (long k = 0;; k++)
        {
            hf_workspace *workspace;
            CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
            hf_error error = {0};
            fail_allocation(k);
            int granted = hf_workspace_set_threads(workspace, threads);
            hf_status status = tasks_run(workspace, 100, task, t, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            hf_workspace_destroy(workspace);
            CHECK(granted == threads || failed);
            CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY && error.message[0]));
            if (!failed) break;
        }
    free(t);
}

// ---- sorting ----

static int compare_pairs(const void *a, const void *b)
{
    const double *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

TEST(sorts_in_place)
{
    unsigned state = 12345;
    for (int n = 0; n <= 300; n++)
    {
        int x[300];
        double pairs[300][2];
        long sum = 0;
        for (int k = 0; k < n; k++)
        {
            state = state * 1664525u + 1013904223u;
            x[k] = (int)(state >> 24) - 100;
            pairs[k][0] = x[k];
            pairs[k][1] = -k;
            sum += x[k];
        }
        sort_ints(x, (size_t)n);
        sort_items(pairs, (size_t)n, sizeof *pairs, compare_pairs);
        for (int k = 0; k < n; k++)
        {
            CHECK(pairs[k][0] == x[k]);
            CHECK(k == 0 || (x[k - 1] <= x[k] && compare_pairs(pairs[k - 1], pairs[k]) < 0));
            sum -= x[k];
        }
        CHECK(sum == 0);
    }
}

/// Counts in turn, also from a task inside of a task. `inside` is a plain member: the thread sanitizer would tell as
/// well.
typedef struct turns
{
    int count;
    bool inside, met;
} turns;

static hf_status take_turn(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    turns *t = context;
    (void)index, (void)error;
    tasks_turn_begin(scratch);
    t->met |= t->inside;
    t->inside = true;
    t->count++;
    t->inside = false;
    tasks_turn_end(scratch);
    return HF_STATUS_OK;
}

static hf_status take_turns(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    hf_status status = take_turn(context, index, scratch, error);
    return status == HF_STATUS_OK ? tasks_run(scratch, 3, take_turn, context, error) : status;
}

TEST(turns_are_taken_one_by_one)
{
    for (int threads = 1; threads <= 4; threads++)
    {
        hf_workspace *workspace = workspace_with(threads);
        turns t = {0};
        CHECK(tasks_run(workspace, COUNT, take_turns, &t, NULL) == HF_STATUS_OK);
        CHECK(t.count == 4 * COUNT && !t.met);
        hf_workspace_destroy(workspace);
    }
}

// ---- rounds ----

enum
{
    ROUNDS = 40,
    WIDTH = 9
};

/// Each task of a round adds up what two tasks of the round before left: a barrier that lets one through too early
/// changes the sums.
typedef struct relay
{
    long place[ROUNDS * WIDTH];
} relay;

static void relay_task(void *context, int task_index)
{
    relay *r = context;
    int round = task_index / WIDTH, k = task_index % WIDTH;
    const long *before = r->place + (round - 1) * WIDTH;
    r->place[task_index] = round == 0 ? k + 1 : (before[k] + 3 * before[(k + 1) % WIDTH]) % 1000003;
}

static const int *relay_begin(void)
{
    static int begin[ROUNDS + 1];
    for (int k = 0; k <= ROUNDS; k++) begin[k] = k * WIDTH;
    return begin;
}

static long relay_sum(hf_workspace *workspace)
{
    relay r = {{0}};
    const task_rounds rounds = {.round_count = ROUNDS, .begin = relay_begin()};
    tasks_run_rounds(workspace, &rounds, relay_task, &r);
    long sum = 0;
    for (int k = 0; k < ROUNDS * WIDTH; k++) sum = (7 * sum + r.place[k]) % 1000003;
    return sum;
}

static hf_status relay_inside(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    (void)error;
    long *sums = context;
    double *own = ARENA_ARRAY(scratch, double, 1000);
    for (int k = 0; k < 1000; k++) own[k] = index;
    sums[index] = relay_sum(scratch);
    for (int k = 0; k < 1000; k++)
        if (own[k] != index) sums[index] = -1; // the memory of the outer task is left alone
    return HF_STATUS_OK;
}

TEST(rounds_wait_for_each_other_on_any_number_of_threads)
{
    hf_workspace *alone = workspace_with(1);
    long expected = relay_sum(alone), sums[6];
    for (int threads = 1; threads <= 5; threads++)
    {
        hf_workspace *workspace = workspace_with(threads);
        for (int k = 0; k < 50; k++) CHECK(relay_sum(workspace) == expected);
        CHECK(tasks_run_in_order(workspace, 6, relay_inside, sums, NULL) == HF_STATUS_OK);
        for (int k = 0; k < 6; k++) CHECK(sums[k] == expected);
        CHECK(tasks_run(workspace, 6, relay_inside, sums, NULL) == HF_STATUS_OK);
        for (int k = 0; k < 6; k++) CHECK(sums[k] == expected);
        hf_workspace_destroy(workspace);
    }
    hf_workspace_destroy(alone);
}
