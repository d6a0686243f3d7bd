// Items of an assembly side by side on the threads of a workspace, a few to a task: an item is one to three
// microseconds.

#include "papers/assembly/assembly_parts.h"

#include "base/tasks.h"

enum
{
    ITEMS = 8, // of a task
};

typedef struct side_by_side
{
    assembly_job *job;
    int round_count;
    const int *offsets, *tasks;
    void (*body)(assembly_job *job, int item);
} side_by_side;

static void run_task(void *context, int task)
{
    const side_by_side *s = context;
    int low = 0, high = s->round_count - 1; // the round of this task
    while (low < high)
    {
        int half = low + (high - low + 1) / 2;
        if (s->tasks[half] <= task) low = half;
        else high = half - 1;
    }
    int begin = s->offsets[low] + ITEMS * (task - s->tasks[low]), end = s->offsets[low + 1];
    for (int item = begin; item < end && item < begin + ITEMS; item++) s->body(s->job, item);
}

void assembly_side_by_side(assembly_job *job, int round_count, const int *offsets,
                           void (*body)(assembly_job *job, int item))
{
    int *tasks = job->a->tasks;
    if (!job->workspace || offsets[round_count] - offsets[0] < 2 * ITEMS)
    {
        for (int item = offsets[0]; item < offsets[round_count]; item++) body(job, item);
        return;
    }
    tasks[0] = 0;
    for (int k = 0; k < round_count; k++) tasks[k + 1] = tasks[k] + (offsets[k + 1] - offsets[k] + ITEMS - 1) / ITEMS;
    side_by_side all = {.job = job, .round_count = round_count, .offsets = offsets, .tasks = tasks, .body = body};
    const task_rounds rounds = {.round_count = round_count, .begin = tasks};
    tasks_run_rounds(job->workspace, &rounds, run_task, &all);
}
