// Energies of the world: of every object, kinetic and potential, with springs of joints and tendons.

#include "world/energy/energy.h"

#include "base/tasks.h"
#include "model/passive/bend.h"
#include "model/passive/power.h"
#include "model/rows/path.h"
#include "model/rows/transmission.h"

#include <math.h>

static double joint_spring_energy(const configuration *at, int joint)
{
    const mechanism *m = &at->model->mechanism;
    const hf_joint_def *def = &m->joints[joint];
    const double *q = at->q + m->joint_place_q[joint];
    vec3 turn = def->kind == HF_JOINT_BALL ? ball_strain(def, q) : v3(q[0] - def->spring, 0, 0);
    double bent = ball_bends(def) ? bend_energy(def->bending, ball_bend(def, q)) : 0.0;
    if (!power_is_linear(def->stiffness_power))
        return bent +
               spring_energy(def->stiffness, def->stiffness_power, def->kind == HF_JOINT_BALL ? v3_norm(turn) : turn.x);
    return bent + 0.5 * def->stiffness * v3_norm2(turn);
}

static double tendon_spring_energy(const configuration *at, int tendon)
{
    const hf_tendon_def *def = &at->model->mechanism.tendons[tendon];
    double length = tendon_length(at, tendon);
    double beyond = fmax(0.0, fmax(def->spring[0] - length, length - fmax(def->spring[0], def->spring[1])));
    if (!power_is_linear(def->stiffness_power))
        return spring_energy(def->stiffness, def->stiffness_power, length < def->spring[0] ? -beyond : beyond);
    return 0.5 * def->stiffness * beyond * beyond;
}

int tendon_object(const hf_model *model, int tendon)
{
    const mechanism *m = &model->mechanism;
    const hf_tendon_def *def = &m->tendons[tendon];
    for (int k = 0; k < def->count; k++)
    {
        int item = def->items[k];
        int body = def->spatial ? path_body(model, def, k) : -1;
        if (def->spatial && body < 0) continue;
        int object = def->spatial ? model->body_object[body] : model->dof_object[m->joint_place_v[item]];
        if (object >= 0) return object;
    }
    return -1;
}

void strain_of_objects(const configuration *at, double (*energy)[2])
{
    const hf_model *m = at->model;
    const mechanism *mech = &m->mechanism;
    for (int j = 0; j < mech->joint_count; j++)
        if (mech->joints[j].stiffness > 0.0 || ball_bends(&mech->joints[j]) ||
            !power_is_linear(mech->joints[j].stiffness_power))
            energy[m->dof_object[mech->joint_place_v[j]]][1] += joint_spring_energy(at, j);
    for (int t = 0; t < mech->tendon_count; t++)
    {
        const hf_tendon_def *def = &mech->tendons[t];
        bool pulls = def->stiffness > 0.0 || !power_is_linear(def->stiffness_power);
        int object = pulls ? tendon_object(m, t) : -1;
        if (object >= 0) energy[object][1] += tendon_spring_energy(at, t);
    }
}

enum
{
    OBJECTS_A_TASK = 16,
    OBJECTS_FOR_TASKS = 64
};

typedef struct energy_tasks
{
    const configuration *at;
    const double *v;
    const hf_settings *settings;
    double (*energy)[2];
} energy_tasks;

static void energy_of(const energy_tasks *t, int o)
{
    t->energy[o][0] = t->energy[o][1] = 0.0;
    object_of(t->at->model, o)->queries->energy(t->at, t->v, t->settings, o, &t->energy[o][0], &t->energy[o][1]);
}

/// Objects that do not disturb each other.
static void energy_of_some(void *context, int task)
{
    const energy_tasks *t = context;
    const hf_model *m = t->at->model;
    for (int o = task * OBJECTS_A_TASK; o < (task + 1) * OBJECTS_A_TASK && o < m->object_count; o++)
        if (object_of(m, o)->apart) energy_of(t, o);
}

void energy_of_objects(const configuration *at, const double *v, const hf_settings *settings, double (*energy)[2],
                       hf_workspace *workspace)
{
    const hf_model *m = at->model;
    energy_tasks t = {.at = at, .v = v, .settings = settings, .energy = energy};
    bool tasks = workspace && m->object_count >= OBJECTS_FOR_TASKS;
    for (int o = 0; o < m->object_count; o++)
        if (!tasks || !object_of(m, o)->apart) energy_of(&t, o);
    if (tasks) tasks_run_round(workspace, (m->object_count + OBJECTS_A_TASK - 1) / OBJECTS_A_TASK, energy_of_some, &t);
    strain_of_objects(at, energy);
}

void world_energy(hf_world *world, double *kinetic, double *potential)
{
    const hf_model *m = world->model;
    const configuration at = world_configuration(world);
    if (!world->energy_known) energy_of_objects(&at, world->state.v, &world->settings, world->energy, NULL);
    world->energy_known = true;
    double sum[2];
    objects_sum(m, world->energy, sum);
    *kinetic = sum[0];
    *potential = sum[1];
}
