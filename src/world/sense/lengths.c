// Lengths of tendons and actuators, their rates and moment arms, by the same terms that rows of a step have.

#include "model/rows/transmission.h"
#include "world/sense/probe.h"

#include "base/error.h"

/// What has a length: tendons, or actuators.
typedef struct measured
{
    world_probe probe;
    int count;
    double (*length)(const configuration *at, int index);
    void (*terms)(row_set *set, const configuration *at, int index);
    double *moments;
} measured;

static void tendon_row_terms(row_set *set, const configuration *at, int tendon)
{
    tendon_terms(set, at, tendon, 0, 1.0);
}

static void actuator_row_terms(row_set *set, const configuration *at, int actuator)
{
    actuator_terms(set, at, actuator, 0);
}

static double rate(measured *m, int index)
{
    rows_open_single(&m->probe.rows);
    m->terms(&m->probe.rows, &m->probe.at, index);
    return m->probe.rows.failed ? 0.0 : rows_velocity(&m->probe.rows, 0, m->probe.twists, m->probe.v);
}

static void read_column(void *context, int k)
{
    measured *m = context;
    for (int i = 0; i < m->count && !m->probe.rows.failed; i++)
        m->moments[(size_t)i * (size_t)m->probe.model->mechanism.v_count + (size_t)k] = rate(m, i);
}

static hf_status measure(measured *m, const hf_world *world, double *length, double *velocity, double *moments,
                         hf_error *error)
{
    hf_status status = m->count > 0 ? probe_open(world, &m->probe, error) : HF_STATUS_OK;
    m->moments = moments;
    for (int i = 0; i < m->count && status == HF_STATUS_OK; i++)
    {
        if (length) length[i] = m->length(&m->probe.at, i);
        if (velocity && !m->probe.rows.failed) velocity[i] = rate(m, i);
    }
    if (moments && m->count > 0 && status == HF_STATUS_OK)
        status = probe_each_velocity(&m->probe, world, read_column, m, error);
    if (status == HF_STATUS_OK && m->probe.rows.failed) status = error_no_memory(error);
    if (m->count > 0) probe_close(&m->probe);
    return status;
}

hf_status hf_world_tendon_lengths(const hf_world *world, double *length, double *velocity, double *moments,
                                  hf_error *error)
{
    measured m = {.count = world->model->mechanism.tendon_count, .length = tendon_length, .terms = tendon_row_terms};
    return measure(&m, world, length, velocity, moments, error);
}

hf_status hf_world_actuator_lengths(const hf_world *world, double *length, double *velocity, double *moments,
                                    hf_error *error)
{
    measured m = {
        .count = world->model->mechanism.actuator_count, .length = actuator_length, .terms = actuator_row_terms};
    return measure(&m, world, length, velocity, moments, error);
}
