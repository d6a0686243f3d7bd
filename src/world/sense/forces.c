// Forces of actuators in the present state, by their laws alone: what a step that began now would start from.

#include "model/rows/actuator.h"
#include "model/rows/transmission.h"
#include "world/sense/probe.h"

#include "base/error.h"

#include <math.h>

/// Several actuators at a tendon whose range limits their sum are scaled alike.
static void share_tendons(const mechanism *m, double *force)
{
    for (int t = 0; t < m->tendon_count; t++)
    {
        double sum = 0.0;
        if (!m->tendons[t].force_limited) continue;
        for (int k = 0; k < m->actuator_count; k++)
            if (m->actuators[k].transmission == HF_TRANSMISSION_TENDON && m->actuators[k].target == t) sum += force[k];
        double wanted = fmin(fmax(sum, m->tendons[t].force_range[0]), m->tendons[t].force_range[1]);
        for (int k = 0; k < m->actuator_count && sum != 0.0; k++)
            if (m->actuators[k].transmission == HF_TRANSMISSION_TENDON && m->actuators[k].target == t)
                force[k] *= wanted / sum;
    }
}

hf_status hf_world_actuator_forces(const hf_world *world, double *force, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    world_probe probe;
    if (m->actuator_count == 0) return HF_STATUS_OK;
    const actuator_signals signals = {world->state.input, world->state.activation, world->settings.step.timestep,
                                      false};
    hf_status status = probe_open(world, &probe, error);
    for (int k = 0; k < m->actuator_count && status == HF_STATUS_OK; k++)
    {
        double c[3], length = actuator_length(&probe.at, k);
        rows_open_single(&probe.rows);
        actuator_terms(&probe.rows, &probe.at, k, 0);
        if (probe.rows.failed) status = error_no_memory(error);
        if (status != HF_STATUS_OK) break;
        double rate = rows_velocity(&probe.rows, 0, probe.twists, probe.v);
        actuator_law(&probe.at, k, &signals, length, rate, c);
        force[k] = c[0] + c[1] * length + c[2] * rate;
    }
    probe_close(&probe);
    if (status != HF_STATUS_OK) return status;
    share_tendons(m, force);
    for (int k = 0; k < m->actuator_count; k++)
        if (m->actuators[k].force_limited)
            force[k] = fmin(fmax(force[k], m->actuators[k].force_range[0]), m->actuators[k].force_range[1]);
    return HF_STATUS_OK;
}
