// Tasks: the same function for each of a number of indices, side by side on the threads of a workspace.
//
//     static hf_status solve_one(void *context, int index, hf_workspace *scratch, hf_error *error) { … }
//     hf_status status = tasks_run(workspace, island_count, solve_one, &islands, error);
//
// Bits: a task sees its index and what was there before the run, writes to places of its own, and never looks at which
// thread it is on or what others have done. Sums are made by the caller afterwards, in order. So the answer is the same
// for any number of threads.
// Memory: every thread has a workspace of its own, which is empty when a task begins and is emptied when it ends. What
// must last is taken from arena_lasting(scratch): the workspace that tasks_run was called with; it is locked meanwhile,
// and the caller's marks see to its end.
// Threads are started once (hf_workspace_set_threads), sleep between runs, and end with their workspace. Tasks inside
// of tasks run one by one.

#ifndef HF_BASE_TASKS_H
#define HF_BASE_TASKS_H

#include "holdfast/workspace.h"

#include <pthread.h>
#include <stdbool.h>

typedef hf_status (*task_body)(void *context, int index, hf_workspace *scratch, hf_error *error);

/// Runs body for 0 … count-1, in this order if there is one thread; tasks are begun in this order in any case, so put
/// the longest first. The error is that of the lowest index that failed; later ones may not have run then.
hf_status tasks_run(hf_workspace *workspace, int count, task_body body, void *context, hf_error *error);

/// tasks_run on the calling thread alone, one after the other: for tasks that read what those before them wrote.
hf_status tasks_run_in_order(hf_workspace *workspace, int count, task_body body, void *context, hf_error *error);

/// The scratch of tasks on the calling thread, for a caller that runs them itself and empties it after each; NULL if
/// memory is short.
hf_workspace *tasks_scratch(hf_workspace *workspace);

/// Short tasks in rounds: those of a round are done before any of the next begins. Tasks are numbered through all
/// rounds; begin has round_count + 1 entries.
typedef struct task_rounds
{
    int round_count;
    const int *begin;
} task_rounds;

/// A task of a round: it has no scratch, and cannot fail.
typedef void (*round_body)(void *context, int task);

/// Runs all tasks of all rounds. Tasks of one round write to places of their own, and see all that those before wrote;
/// what is said of bits above holds. Threads wait for each other by looking at a counter, so that a round may be as
/// short as some microseconds; a thread that comes late takes part in what is left. It may be called inside a task, and
/// then has the threads of the outer run if that has only this one task under way (tasks_run_in_order).
void tasks_run_rounds(hf_workspace *workspace, const task_rounds *rounds, round_body body, void *context);

/// tasks_run_rounds for one round of `count` tasks.
void tasks_run_round(hf_workspace *workspace, int count, round_body body, void *context);

/// Threads that rounds would have now: for work that is divided by threads and gives the same bits however it is
/// divided.
int tasks_round_threads(hf_workspace *workspace);

/// Inside a task: what stands between these two is done by one task at a time, such as calls of a function of the
/// caller's. It shall not decide anything that a task writes: which one comes first is chance.
void tasks_turn_begin(hf_workspace *scratch);
void tasks_turn_end(hf_workspace *scratch);

/// Threads of a workspace, with the calling one.
int tasks_threads(hf_workspace *workspace);

/// Which of the threads a task's workspace belongs to, from 0 on: to find memory that is kept from run to run, and for
/// nothing else.
int tasks_lane(const hf_workspace *scratch);

// ---- what the workspace does for its threads, and they for it (arena.c) ----

typedef struct task_pool task_pool;

void task_pool_destroy(task_pool *pool);
size_t task_pool_bytes(const task_pool *pool);
task_pool **workspace_pool(hf_workspace *workspace);
void workspace_set_parent(hf_workspace *workspace, hf_workspace *parent, int lane);
void workspace_guard(hf_workspace *workspace, pthread_mutex_t *guard);

#endif
