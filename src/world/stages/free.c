// Stage FREE: every body on its own, as if nothing touched.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"

void poses_of(const hf_model *model, const rigid_state *bodies, pose *poses)
{
    for (int k = 0; k < model->body_count; k++)
    {
        vec3 position;
        quat orientation;
        rigid_frame(&model->rigid[k], &bodies[k], &position, &orientation);
        v3_store(poses[k].position, position);
        quat_to_matrix(orientation, poses[k].rotation);
    }
}

hf_status stage_free(step_context *step)
{
    size_t n = (size_t)step->model->body_count;
    if (!step->least_reach) step->least_reach = ARENA_ZEROED(step->workspace, double, n);
    step->poses = ARENA_ARRAY(step->workspace, pose, n);
    if (!step->least_reach || !step->poses) return error_no_memory(step->error);
    poses_of(step->model, step->at, step->poses);
    return objects_free_motion(step);
}
