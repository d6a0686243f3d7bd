// Stage DETECT: what touches, or may come to touch, within the step.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

double body_way(const step_context *step, int k)
{
    const double *a = step->before[k], *b = step->free[k];
    double speed = fmax(v3_norm(v3_load(a)), v3_norm(v3_load(b)));
    double spin = fmax(v3_norm(v3_load(a + 3)), v3_norm(v3_load(b + 3)));
    return step->h * (speed + (spin > 0.0 ? spin * step->model->radius[k] : 0.0));
}

hf_status stage_detect(step_context *step)
{
    const hf_model *m = step->model;
    double *reach = step->reach = ARENA_ARRAY(step->workspace, double, m->body_count);
    if (!reach) return error_no_memory(step->error);
    for (int k = 0; k < m->body_count; k++)
    {
        reach[k] = fmax(body_way(step, k), step->least_reach[k]);
        if (!isfinite(reach[k]))
        {
            char label[LABEL_SIZE];
            return error_set(step->error, HF_STATUS_INVALID, "%s is so fast that its motion cannot be represented",
                             label_make(label, "body", k, m->bodies[k].name));
        }
    }
    return collide_detect(m->scene, step->world->collide, step->poses, reach, step->workspace, &step->points,
                          &step->point_count, step->error);
}
