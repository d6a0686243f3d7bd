#include "sweep_plan.h"

#include "console.h"
#include "options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int64_t RUNS_MAX = 1000000000; // beyond, the file of results is no file any more

// ---- reading ----

static bool read_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && isfinite(*value);
}

/// The parts of "a:b:c". Returns how many there are, 0 if one is no number.
static int read_numbers(const char *text, double numbers[3])
{
    char copy[3 * SWEEP_VALUE_SIZE], *part = copy;
    if (strlen(text) >= sizeof copy) return 0;
    memcpy(copy, text, strlen(text) + 1);
    for (int k = 0; k < 3; k++)
    {
        char *colon = strchr(part, ':');
        if (colon) *colon = 0;
        if (!read_number(part, &numbers[k])) return 0;
        if (!colon) return k + 1;
        part = colon + 1;
    }
    return 0;
}

/// "0.1:1:0.05", or "1:20" in steps of one. False if it is no range.
static bool read_range(const char *text, sweep_axis *axis)
{
    double numbers[3] = {0, 0, 1};
    static const double SLACK = 1e-9; // of a step: the last value of 0.1:1:0.05 is 1 whatever rounding says
    int count = read_numbers(text, numbers);
    if (count < 2) return false;
    axis->kind = SWEEP_RANGE;
    axis->first = numbers[0], axis->last = numbers[1], axis->step = numbers[2];
    double values = floor((axis->last - axis->first) / axis->step + SLACK) + 1.0;
    axis->count = axis->step > 0.0 && values >= 1.0 && values <= (double)RUNS_MAX ? (int64_t)values : 0;
    return true;
}

static bool read_lot(const char *text, sweep_axis *axis)
{
    double numbers[3];
    axis->kind = strncmp(text, "log:", 4) == 0 ? SWEEP_LOT_LOG : SWEEP_LOT;
    if (read_numbers(axis->kind == SWEEP_LOT_LOG ? text + 4 : text, numbers) != 2) return false;
    axis->first = numbers[0], axis->last = numbers[1], axis->count = 1;
    return axis->first <= axis->last && (axis->kind == SWEEP_LOT || axis->first > 0.0);
}

static bool read_list(const char *text, sweep_axis *axis)
{
    char item[SWEEP_VALUE_SIZE];
    axis->kind = SWEEP_LIST;
    axis->list = text;
    axis->count = 0;
    while (list_item(text, (int)axis->count, item, sizeof item))
    {
        if (!*item || strpbrk(item, "\"\r")) return false;
        axis->count++;
    }
    return true;
}

/// One "NAME=VALUES" or "NAME~ENDS".
static bool read_axis(sweep_plan *plan, char *line)
{
    size_t length = strcspn(line, "=~");
    if (plan->axis_count == SWEEP_AXES_MAX)
    {
        tool_error("--vary: at most %d parameters can vary", SWEEP_AXES_MAX);
        return false;
    }
    sweep_axis *axis = &plan->axes[plan->axis_count];
    *axis = (sweep_axis){0};
    if (!line[length] || length == 0 || length >= sizeof axis->name)
    {
        tool_error("--vary '%s': NAME=FIRST:LAST:STEP, NAME=A,B,C or NAME~LEAST:MOST is needed", line);
        return false;
    }
    memcpy(axis->name, line, length);
    const char *values = line + length + 1;
    bool lot = line[length] == '~';
    bool good = lot ? read_lot(values, axis) : read_range(values, axis) || read_list(values, axis);
    if (!good || axis->count < 1)
    {
        tool_error("--vary '%s': %s", line,
                   lot ? "after ~ stand the least and the most value, as in mu~0.1:1, or mu~log:0.001:1"
                       : "a range is FIRST:LAST:STEP with FIRST <= LAST and STEP > 0, a list A,B,C");
        return false;
    }
    if (sweep_plan_find(plan, axis->name) >= 0)
    {
        tool_error("--vary: '%s' varies twice", axis->name);
        return false;
    }
    plan->axis_count++;
    return true;
}

bool sweep_plan_read(const char *lines, int64_t samples, uint64_t seed, sweep_plan *plan)
{
    *plan = (sweep_plan){.text = tool_text("%s", lines ? lines : ""), .samples = samples, .seed = seed, .run_count = 1};
    for (char *line = plan->text, *end; *line; line = end)
    {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        if (!read_axis(plan, line)) return false;
    }
    bool lots = false;
    for (int k = 0; k < plan->axis_count; k++) lots |= plan->axes[k].kind >= SWEEP_LOT;
    if (samples > 1 && !lots)
    {
        tool_error("--samples %lld: nothing is drawn by lot; NAME~LEAST:MOST is", (long long)samples);
        return false;
    }
    for (int k = 0; k <= plan->axis_count; k++)
    {
        int64_t count = k < plan->axis_count ? plan->axes[k].count : samples;
        if (plan->run_count > RUNS_MAX / count)
        {
            tool_error("these are more than %lld runs", (long long)RUNS_MAX);
            return false;
        }
        plan->run_count *= count;
    }
    return true;
}

void sweep_plan_free(sweep_plan *plan)
{
    free(plan->text);
    plan->text = NULL;
}

int sweep_plan_find(const sweep_plan *plan, const char *name)
{
    for (int k = 0; k < plan->axis_count; k++)
        if (strcmp(plan->axes[k].name, name) == 0) return k;
    return -1;
}

// ---- values ----

/// A number in [0, 1) by the seed, the run and the axis (splitmix64, Steele et al. 2014).
static double drawn(uint64_t seed, int64_t run, int axis)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15 + (uint64_t)run * SWEEP_AXES_MAX + (uint64_t)axis + 1;
    for (int round = 0; round < 2; round++)
    {
        z += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        z ^= z >> 31;
    }
    return (double)(z >> 11) * 0x1p-53;
}

/// Which of its values an axis has in a run.
static int64_t digit(const sweep_plan *plan, int64_t run, int axis)
{
    int64_t rest = run / plan->samples;
    for (int k = plan->axis_count - 1; k > axis; k--) rest /= plan->axes[k].count;
    return rest % plan->axes[axis].count;
}

void sweep_plan_value(const sweep_plan *plan, int64_t run, int axis, char value[SWEEP_VALUE_SIZE])
{
    const sweep_axis *a = &plan->axes[axis];
    int64_t k = digit(plan, run, axis);
    double number = a->first + (double)k * a->step;
    switch (a->kind)
    {
    case SWEEP_LIST: list_item(a->list, (int)k, value, SWEEP_VALUE_SIZE); return;
    case SWEEP_RANGE: break;
    case SWEEP_LOT: number = a->first + (a->last - a->first) * drawn(plan->seed, run, axis); break;
    case SWEEP_LOT_LOG: number = a->first * exp(log(a->last / a->first) * drawn(plan->seed, run, axis)); break;
    }
    snprintf(value, SWEEP_VALUE_SIZE, "%.12g", number);
}
