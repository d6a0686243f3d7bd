// Armature of tendons in the mass matrix and the bias, as callers see them (a step has rows for it):
//
//   M += Σ a Jᵀ J,   bias += Σ a Jᵀ (J' v)
//
// J' v is the rate of length' while velocities stay: by central differences of fourth order, along a way of WAY, at
// which both the differences' error and rounding are about 1e-13 of a length.

#include "world/sense/probe.h"

#include "model/rows/transmission.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double WAY = 1e-3; // of the fastest velocity [m or rad]

static bool has_armature(const mechanism *m)
{
    bool any = false;
    for (int t = 0; t < m->tendon_count; t++) any |= m->tendons[t].armature > 0.0;
    return any;
}

/// J: tendon_count × v_count, zeroed; the caller's to free. NULL and OK: no tendon has armature.
static hf_status take_moments(const hf_world *world, double **J, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    *J = NULL;
    if (!has_armature(m)) return HF_STATUS_OK;
    *J = MEMORY_ARRAY(double, (size_t)m->tendon_count *(size_t)m->v_count);
    return *J ? hf_world_tendon_lengths(world, NULL, NULL, *J, error) : error_no_memory(error);
}

hf_status world_add_tendon_armature(const hf_world *world, double *M, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    size_t n = (size_t)m->v_count;
    double *J = NULL;
    hf_status status = take_moments(world, &J, error);
    for (int t = 0; t < m->tendon_count && J && status == HF_STATUS_OK; t++)
        for (size_t i = 0; i < n && m->tendons[t].armature > 0.0; i++)
            for (size_t j = 0; j < n; j++)
                M[i * n + j] += m->tendons[t].armature * J[(size_t)t * n + i] * J[(size_t)t * n + j];
    free(J);
    return status;
}

/// rate ◄ J' v of all tendons.
static hf_status second_rates(const hf_world *world, double *rate, hf_error *error)
{
    static const double weight[4] = {1.0, -8.0, 8.0, -1.0}, place[4] = {-2.0, -1.0, 1.0, 2.0}; // / 12
    const mechanism *m = &world->model->mechanism;
    double fastest = 0.0;
    for (int k = 0; k < m->v_count; k++) fastest = fmax(fastest, fabs(world->view_v[k]));
    if (fastest == 0.0) return HF_STATUS_OK;
    double time = WAY / fastest;
    world_probe probe;
    hf_status status = probe_open(world, &probe, error);
    for (int k = 0; k < 4 && status == HF_STATUS_OK; k++)
    {
        status = probe_move(&probe, world, place[k] * time, error);
        for (int t = 0; t < m->tendon_count && status == HF_STATUS_OK; t++)
        {
            rows_open_single(&probe.rows);
            tendon_terms(&probe.rows, &probe.at, t, 0, 1.0);
            if (probe.rows.failed) status = error_no_memory(error);
            else rate[t] += weight[k] * rows_velocity(&probe.rows, 0, probe.twists, probe.v) / (12.0 * time);
        }
    }
    probe_close(&probe);
    return status;
}

hf_status world_add_tendon_bias(const hf_world *world, double *bias, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    size_t n = (size_t)m->v_count;
    double *J = NULL, *rate = NULL;
    hf_status status = take_moments(world, &J, error);
    if (J && status == HF_STATUS_OK)
    {
        rate = MEMORY_ARRAY(double, (size_t)m->tendon_count);
        status = rate ? second_rates(world, rate, error) : error_no_memory(error);
    }
    for (int t = 0; t < m->tendon_count && J && status == HF_STATUS_OK; t++)
        for (size_t i = 0; i < n; i++) bias[i] += m->tendons[t].armature * rate[t] * J[(size_t)t * n + i];
    free(J);
    free(rate);
    return status;
}
