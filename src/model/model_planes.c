// Links that are said to stay in a plane (hf_body_def.plane): whether their joints keep them there.
//
// What they hang on stands still or stays in the same plane, hinges turn about the normal and slides are across it.
// Nothing is added to the motion: a tree of such joints moves in the plane by itself, and contacts within it have two
// rows.

#include "model/model.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double OUT = 1e-9; // sine

static hf_status check_joint(const hf_model *m, int joint, vec3 normal, quat turn, hf_error *error)
{
    const hf_joint_def *def = &m->mechanism.joints[joint];
    const hf_body_def *body = &m->bodies[def->body];
    vec3 axis = v3_unit_or(quat_rotate(turn, v3_load(def->axis)), v3(0, 0, 1));
    bool keeps = def->kind == HF_JOINT_HINGE   ? v3_norm(v3_cross(axis, normal)) <= OUT
                 : def->kind == HF_JOINT_SLIDE ? fabs(v3_dot(axis, normal)) <= OUT
                                               : false;
    if (keeps) return HF_STATUS_OK;
    char link[LABEL_SIZE], label[LABEL_SIZE];
    return error_set(
        error, HF_STATUS_INVALID,
        "%s: plane = %g %g %g: its %s leads out of the plane; hinges turn about the normal, and slides are "
        "across it",
        label_make(link, "body", def->body, body->name), body->plane[0], body->plane[1], body->plane[2],
        label_make(label, "joint", joint, def->name));
}

static hf_status check_parent(const hf_model *m, int body, vec3 normal, hf_error *error)
{
    const hf_body_def *def = &m->bodies[body], *parent = &m->bodies[def->parent];
    vec3 other = v3_load(parent->plane);
    bool still = parent->motion == HF_MOTION_STATIC;
    if (still || (v3_norm2(other) > 0.0 && v3_norm(v3_cross(v3_unit_or(other, normal), normal)) <= OUT))
        return HF_STATUS_OK;
    char label[LABEL_SIZE], above[LABEL_SIZE];
    return error_set(error, HF_STATUS_INVALID,
                     "%s: plane = %g %g %g: %s, which it hangs on, does not stay in this plane; give it the same one",
                     label_make(label, "body", body, def->name), def->plane[0], def->plane[1], def->plane[2],
                     label_make(above, "body", def->parent, parent->name));
}

hf_status model_check_planes(const hf_model *m, hf_error *error)
{
    quat *turn = MEMORY_ARRAY(quat, (size_t)m->body_count);
    hf_status status = turn ? HF_STATUS_OK : error_no_memory(error);
    for (int k = 0; k < m->body_count && status == HF_STATUS_OK; k++) // parents come first
    {
        const hf_body_def *def = &m->bodies[k];
        vec3 plane = v3_load(def->plane);
        turn[k] = quat_load(def->orientation);
        if (def->parent >= 0) turn[k] = quat_multiply(turn[def->parent], turn[k]);
        if (def->parent >= 0 && v3_norm2(plane) > 0.0) status = check_parent(m, k, v3_unit_or(plane, plane), error);
    }
    for (int j = 0; j < m->mechanism.joint_count && status == HF_STATUS_OK; j++)
    {
        int body = m->mechanism.joints[j].body;
        vec3 plane = v3_load(m->bodies[body].plane);
        if (m->bodies[body].parent >= 0 && v3_norm2(plane) > 0.0)
            status = check_joint(m, j, v3_unit_or(plane, plane), turn[body], error);
    }
    free(turn);
    return status;
}
