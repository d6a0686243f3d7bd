// Stage FREE: every body on its own, as if nothing touched.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"

void poses_of(const hf_model *model, const body_state *bodies, pose *poses)
{
    for (int k = 0; k < model->body_count; k++)
    {
        vec3 position;
        quat orientation;
        rigid_frame(&model->rigid[k], bodies[k].x, bodies[k].q, &position, &orientation);
        v3_store(poses[k].position, position);
        quat_to_matrix(orientation, poses[k].rotation);
    }
}

hf_status stage_free(step_context *step)
{
    step->poses = ARENA_ARRAY(step->workspace, pose, step->model->body_count);
    if (!step->poses) return error_no_memory(step->error);
    poses_of(step->model, step->at, step->poses);
    return objects_free_motion(step);
}
