// Controls that reach their actuators late.
//
// An actuator with a delay keeps the controls of its last n steps, each with the time at which its step began, and acts
// in a step that begins at t on what they say for t - delay:
//
//   HOLD     the control of the last step that began by then
//   LINEAR   between the two steps around it
//   CUBIC    Hermite's cubic between them, with slopes (u_{i+1} - u_{i-1}) / (t_{i+1} - t_{i-1}); 0 at the oldest and
//            the newest
//
// Before the oldest it is the oldest, after the newest the newest: a buffer that is too short delays by its length, and
// a delay below a step by one step. It is what MuJoCo 3 does with `delay`, `nsample` and `interp`. A step that is made
// in pieces has one control, whatever its pieces. Before the first step all controls were 0.
//
// For each actuator the history has n times, then n controls, the oldest first.

#include "world/world.h"

#include <string.h>

static const double SAME = 1e-9; // of a delay: times add up with rounding

/// Which of the controls is the last by a time; -1: none.
static int last_before(const double *times, int n, double time)
{
    int low = -1;
    while (low + 1 < n && times[low + 1] <= time) low++;
    return low;
}

static double slope(const double *times, const double *u, int n, int k)
{
    if (k == 0 || k == n - 1 || !(times[k + 1] > times[k - 1])) return 0.0;
    return (u[k + 1] - u[k - 1]) / (times[k + 1] - times[k - 1]);
}

static double control_at(const hf_actuator_def *def, const double *times, double time)
{
    int n = def->samples, k = last_before(times, n, time + SAME * def->delay);
    const double *u = times + n;
    if (k < 0) return u[0];
    if (k == n - 1 || def->interpolation == HF_DELAY_HOLD) return u[k];
    double length = times[k + 1] - times[k], s = length > 0.0 ? (time - times[k]) / length : 0.0;
    s = s < 0.0 ? 0.0 : s;
    if (def->interpolation == HF_DELAY_LINEAR) return u[k] + s * (u[k + 1] - u[k]);
    double a = length * slope(times, u, n, k), b = length * slope(times, u, n, k + 1), r = 1.0 - s;
    return (1.0 + 2.0 * s) * r * r * u[k] + s * r * r * a + s * s * (3.0 - 2.0 * s) * u[k + 1] - s * s * r * b;
}

static bool is_delayed(const hf_actuator_def *def)
{
    return def->samples > 0 && def->delay > 0.0;
}

/// What every actuator sees in a step that begins now.
static void find_inputs(hf_world *world)
{
    const mechanism *m = &world->model->mechanism;
    world_state *state = &world->state;
    const double *times = state->history;
    for (int k = 0; k < m->actuator_count; k++)
    {
        const hf_actuator_def *def = &m->actuators[k];
        state->input[k] = is_delayed(def) ? control_at(def, times, state->time - def->delay) : state->control[k];
        times += 2 * (size_t)def->samples;
    }
}

void delay_begin(hf_world *world)
{
    const mechanism *m = &world->model->mechanism;
    if (m->history_count == 0) return;
    double *times = world->state.history, h = world->settings.step.timestep;
    for (int k = 0; k < m->actuator_count; k++)
    {
        int n = m->actuators[k].samples;
        for (int i = 0; i < n; i++)
        {
            times[i] = world->state.time - (n - i) * h;
            times[n + i] = 0.0;
        }
        times += 2 * (size_t)n;
    }
    find_inputs(world);
}

void delay_keep(hf_world *world, double time)
{
    const mechanism *m = &world->model->mechanism;
    if (m->history_count == 0) return;
    double *times = world->state.history;
    for (int k = 0; k < m->actuator_count; k++)
    {
        int n = m->actuators[k].samples;
        if (n == 0) continue;
        memmove(times, times + 1, (size_t)(2 * n - 1) * sizeof *times);
        times[n - 1] = time;
        times[2 * n - 1] = world->state.control[k];
        times += 2 * (size_t)n;
    }
    find_inputs(world);
}

void delay_set(hf_world *world, int actuator)
{
    const mechanism *m = &world->model->mechanism;
    if (m->history_count > 0 && !is_delayed(&m->actuators[actuator]))
        world->state.input[actuator] = world->state.control[actuator];
}
