// Signals: every number of a world that has a name, as one list. Joints come first, each with its coordinates and then
// its velocities, then actuators, each with its control and its force, then sensors. Free bodies have poses, and are
// not among them.

#include "holdfast/sense.h"

#include "holdfast/mechanism.h"
#include "model/model.h"
#include "world/world.h"

#include "base/item.h"

#include <stdio.h>

static int coordinates_of(const hf_model *model, int joint)
{
    return model->mechanism.joints[joint].kind == HF_JOINT_BALL ? 4 : 1;
}

static int velocities_of(const hf_model *model, int joint)
{
    return model->mechanism.joints[joint].kind == HF_JOINT_BALL ? 3 : 1;
}

int hf_model_signal_count(const hf_model *model)
{
    int count = 2 * model->mechanism.actuator_count + hf_model_sensor_total(model);
    for (int k = 0; k < model->mechanism.joint_count; k++) count += coordinates_of(model, k) + velocities_of(model, k);
    return count;
}

hf_signal hf_model_signal(const hf_model *model, int index)
{
    const mechanism *m = &model->mechanism;
    int left = index;
    if (!is_item(index, hf_model_signal_count(model))) return (hf_signal){(hf_signal_kind)-1, -1, -1};
    for (int k = 0; k < m->joint_count; k++)
    {
        int q = coordinates_of(model, k), v = velocities_of(model, k);
        if (left < q) return (hf_signal){HF_SIGNAL_POSITION, k, left};
        if (left < q + v) return (hf_signal){HF_SIGNAL_VELOCITY, k, left - q};
        left -= q + v;
    }
    if (left < 2 * m->actuator_count)
        return (hf_signal){left % 2 == 0 ? HF_SIGNAL_CONTROL : HF_SIGNAL_FORCE, left / 2, 0};
    left -= 2 * m->actuator_count;
    int sensor = 0;
    for (; left >= hf_model_sensor_size(model, sensor); sensor++) left -= hf_model_sensor_size(model, sensor);
    return (hf_signal){HF_SIGNAL_SENSOR, sensor, left};
}

// ---- names ----

/// What stands behind the name of a sensor: nothing after a single number, axes after three and four, otherwise which
/// it is.
static void sensor_part(char *text, size_t size, int numbers, int part)
{
    static const char axes[] = "wxyz";
    if (numbers == 1) *text = 0;
    else if (numbers == 3 || numbers == 4) snprintf(text, size, ".%c", axes[numbers == 3 ? part + 1 : part]);
    else snprintf(text, size, ".%d", part);
}

static void signal_part(const hf_model *model, hf_signal signal, char *text, size_t size)
{
    static const char *const turn[4] = {".qw", ".qx", ".qy", ".qz"}, *const spin[3] = {".vx", ".vy", ".vz"};
    switch (signal.kind)
    {
    case HF_SIGNAL_POSITION:
        snprintf(text, size, "%s", coordinates_of(model, signal.index) == 1 ? ".q" : turn[signal.part]);
        break;
    case HF_SIGNAL_VELOCITY:
        snprintf(text, size, "%s", velocities_of(model, signal.index) == 1 ? ".v" : spin[signal.part]);
        break;
    case HF_SIGNAL_CONTROL: snprintf(text, size, ".ctrl"); break;
    case HF_SIGNAL_FORCE: snprintf(text, size, ".force"); break;
    default: sensor_part(text, size, hf_model_sensor_size(model, signal.index), signal.part); break;
    }
}

size_t hf_model_signal_name(const hf_model *model, int index, char *name, size_t size)
{
    const mechanism *m = &model->mechanism;
    hf_signal signal = hf_model_signal(model, index);
    if (signal.index < 0) return (size_t)snprintf(name, size, "%s", "");
    bool joint = signal.kind == HF_SIGNAL_POSITION || signal.kind == HF_SIGNAL_VELOCITY;
    bool sensor = signal.kind == HF_SIGNAL_SENSOR;
    const char *own = joint    ? m->joints[signal.index].name
                      : sensor ? m->sensors[signal.index].name
                               : m->actuators[signal.index].name;
    char made[64], part[16];
    if (sensor) snprintf(made, sizeof made, "%s_%d", hf_sensor_kind_name(m->sensors[signal.index].kind), signal.index);
    else snprintf(made, sizeof made, "%s%d", joint ? "joint" : "actuator", signal.index);
    signal_part(model, signal, part, sizeof part);
    return (size_t)snprintf(name, size, "%s%s", own && *own ? own : made, part);
}

// ---- values ----

hf_status hf_world_signals(const hf_world *world, double *values, hf_error *error)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    double *out = values;
    for (int k = 0; k < m->joint_count; k++)
    {
        const double *q = hf_world_q(world) + m->joint_q[k], *v = hf_world_v(world) + m->joint_v[k];
        for (int c = 0; c < coordinates_of(model, k); c++) *out++ = q[c];
        for (int c = 0; c < velocities_of(model, k); c++) *out++ = v[c];
    }
    for (int k = 0; k < m->actuator_count; k++)
    {
        *out++ = hf_world_control(world, k);
        *out++ = hf_world_actuator_force(world, k);
    }
    return hf_world_sensors(world, out, error);
}
