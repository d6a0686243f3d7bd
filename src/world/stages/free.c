// Stage FREE: every body on its own, as if nothing touched.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

pose pose_of_form(const hf_model *model, const body_state *bodies, const double *q, int body)
{
    // what is read is not written
    const configuration at = {.model = model, .bodies = (body_state *)(uintptr_t)bodies, .q = (double *)(uintptr_t)q};
    pose out;
    vec3 position;
    configuration_map(&at, body, &position, out.rotation);
    v3_store(out.position, position);
    return out;
}

void poses_of(const hf_model *model, const body_state *bodies, const double *q, pose *poses)
{
    for (int k = 0; k < model->body_count; k++)
    {
        vec3 position;
        quat orientation;
        rigid_frame(&model->rigid[k], bodies[k].x, bodies[k].q, &position, &orientation);
        v3_store(poses[k].position, position);
        quat_to_matrix(orientation, poses[k].rotation);
    }
    for (int f = 0; f < model->deformable_count; f++)
        poses[model->forms[f].body] = pose_of_form(model, bodies, q, model->forms[f].body);
}

/// The joint of one of the trees' velocities; -1: it is of a floating base.
static int joint_at(const mechanism *m, int place_v)
{
    for (int j = 0; j < m->joint_count; j++)
        if (place_v >= m->joint_place_v[j] && place_v < m->joint_place_v[j] + joint_v_size(m->joints[j].kind)) return j;
    return -1;
}

/// [rad or m] in a piece: what moves by less is not too fast, but is about to be made so.
static const double SLOW = 1e-3;

/// A rod by Euler's rule, with nothing expected of impulses: attempts for its ends go on from there, or are over.
static void try_rod_alone(step_context *step)
{
    step_facts *facts = step->facts;
    int *ends = &facts->tries[WHY_OPENED];
    facts->implicit[facts->unsettled_fibre] = true;
    *ends = *ends == 0 ? 1 : step_reasons[WHY_OPENED].most;
    if (facts->expected) memset(facts->expected, 0, (size_t)step->model->own_v_count * sizeof *facts->expected);
}

/// Whether something is left to be tried with rods: Euler's rule, and where nothing becomes shorter any more going on
/// without bends and twists for once.
static bool try_rods(step_context *step)
{
    step_facts *facts = step->facts;
    if (!step_may(step, WHY_ROD)) return false;
    bool alone = facts->unsettled_fibre >= 0 && facts->tries[WHY_ROD] == 0;
    bool limp = !alone && step->model->fibre_count > 0 && !facts->limp && !step_may(step, WHY_UNSETTLED);
    if (alone) try_rod_alone(step);
    facts->limp |= limp;
    return alone || limp;
}

void step_unsettled(step_context *step)
{
    const hf_model *m = step->model;
    char label[LABEL_SIZE];
    int loop = step->objects->unsettled_loop;
    int place = step->objects->unsettled;
    if (loop < 0 && object_of(m, m->dof_object[place])->make == MADE_OF_SEGMENTS)
        step->facts->unsettled_fibre = m->dof_object[place];
    step->why = try_rods(step) ? WHY_ROD : WHY_UNSETTLED;
    if (loop >= 0)
    {
        label_make(label, "loop", loop, m->mechanism.loops[loop].name);
        snprintf(step->report->solve.note, sizeof step->report->solve.note,
                 "%.80s does not close at t = %g s: its bodies are too fast for a piece of %g s", label,
                 step->world->state.time, step->h);
        return;
    }
    int joint = joint_at(&m->mechanism, place);
    int body = m->objects[m->dof_object[place]].body;
    if (joint < 0 && object_of_body(m, body)->state->stretch)
    {
        label_make(label, "body", body, m->bodies[body].name);
        snprintf(step->report->solve.note, sizeof step->report->solve.note,
                 "%.80s is pressed so hard at t = %g s that its shape is not found: young = %g Pa is too soft", label,
                 step->world->state.time, m->bodies[body].young);
        return;
    }
    const char *name = joint >= 0 ? m->mechanism.joints[joint].name : m->bodies[body].name;
    label_make(label, joint >= 0 ? "joint" : "body", joint >= 0 ? joint : body, name);
    char *note = step->report->solve.note;
    double moves = fabs(step->objects->v[place]) * step->h;
    if (moves > SLOW)
        snprintf(note, sizeof step->report->solve.note,
                 "%.80s is too fast at t = %g s: it moves by %g in a piece of %g s, and how is not found", label,
                 step->world->state.time, moves, step->h);
    else
        snprintf(note, sizeof step->report->solve.note,
                 "forces on %.80s are too strong at t = %g s: how it moves in a piece of %g s is not found", label,
                 step->world->state.time, step->h);
}

hf_status stage_free(step_context *step)
{
    step->poses = ARENA_ARRAY(step->workspace, pose, step->model->body_count);
    if (!step->poses) return error_no_memory(step->error);
    poses_of(step->model, step->at, step->world->state.q, step->poses);
    hf_status status = objects_free_motion(step);
    if (status == HF_STATUS_OK && step->objects->unsettled >= 0) step_unsettled(step);
    return status;
}
