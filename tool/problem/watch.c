#include "watch.h"

#include <stdlib.h>

solve_watch watch_begin(const char *name, double limit, bool keep, progress_line *progress)
{
    return (solve_watch){.started = clock_now(), .limit = limit, .name = name, .keep = keep, .progress = progress};
}

static void keep_point(solve_watch *watch, watch_point point)
{
    if (watch->count == watch->capacity)
    {
        watch->capacity = 2 * watch->capacity + 256;
        watch->points = tool_reallocate(watch->points, watch->capacity, sizeof *watch->points);
    }
    watch->points[watch->count++] = point;
}

bool watch_observe(void *context, const hf_progress *progress)
{
    solve_watch *watch = context;
    double seconds = clock_now() - watch->started;
    if (watch->keep)
        keep_point(watch, (watch_point){.seconds = seconds,
                                        .natural = progress->natural,
                                        .iteration = progress->iteration,
                                        .phase = progress->phase ? progress->phase : "",
                                        .estimated = progress->estimated});
    if (watch->progress && progress_due(watch->progress))
        progress_show(watch->progress, "%s: %s, iteration %ld, natural %.2e, %.0f s", watch->name,
                      progress->phase ? progress->phase : "", progress->iteration, progress->natural, seconds);
    if (watch->limit > 0.0 && seconds > watch->limit) watch->timed_out = true;
    return !watch->timed_out && !interrupted();
}

void watch_finish(solve_watch *watch, const hf_report *report, double seconds)
{
    if (!watch->keep) return;
    const char *phase = report->phase_count > 0 ? report->phases[report->phase_count - 1].name : "end";
    keep_point(watch, (watch_point){.seconds = seconds,
                                    .natural = report->residual.natural,
                                    .iteration = report->iterations,
                                    .phase = phase ? phase : "end"});
}

void watch_free(solve_watch *watch)
{
    free(watch->points);
    watch->points = NULL;
    watch->count = watch->capacity = 0;
}
