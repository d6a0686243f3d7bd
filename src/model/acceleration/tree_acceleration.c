// Trees of links in joint coordinates at the level of accelerations:  M(q) v̇ = τ - bias(q, v).

#include "model/acceleration/acceleration.h"
#include "model/model.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <string.h>

static const model_tree *tree_at(const hf_model *model, int object, int *tree)
{
    *tree = model->objects[object].index;
    return &model->mechanism.trees[*tree];
}

static int tree_count(const hf_model *model, int object)
{
    int tree;
    const model_tree *t = tree_at(model, object, &tree);
    return t->q_count + t->v_count;
}

static void tree_flatten(const configuration *at, const double *v, int object, double *y)
{
    int tree;
    const model_tree *t = tree_at(at->model, object, &tree);
    memcpy(y, at->q + t->q, (size_t)t->q_count * sizeof *y);
    memcpy(y + t->q_count, v + t->v, (size_t)t->v_count * sizeof *y);
}

static void tree_unflatten(const configuration *at, double *v, int object, const double *y)
{
    int tree;
    const model_tree *t = tree_at(at->model, object, &tree);
    memcpy(at->q + t->q, y, (size_t)t->q_count * sizeof *y);
    memcpy(v + t->v, y + t->q_count, (size_t)t->v_count * sizeof *y);
    articulated_normalize(t->articulated, at->q + t->q);
    tree_pose_moving(at, tree, v);
}

static void tree_rate(const configuration *at, const double *v, int object, bool moving, const double *a, double *rate)
{
    int tree;
    const model_tree *t = tree_at(at->model, object, &tree);
    memset(rate, 0, (size_t)t->q_count * sizeof *rate);
    if (moving) articulated_rate(t->articulated, at->q + t->q, v + t->v, rate);
    memcpy(rate + t->q_count, a, (size_t)t->v_count * sizeof *rate);
}

static hf_status tree_factor(object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step->model, object, &tree);
    return articulated_factor(t->articulated, step->scratch->middle[tree], NULL, step->error);
}

static hf_status tree_accelerate(object_step *step, int object, double *a)
{
    int tree;
    const model_tree *t = tree_at(step->model, object, &tree);
    articulated_scratch *scratch = step->scratch->middle[tree];
    articulated_base base = tree_base_middle(step, tree, 0.0);
    double *torque = ARENA_ARRAY(step->workspace, double, t->v_count);
    double *wrench = ARENA_ARRAY(step->workspace, double, 6 * (size_t)t->link_count);
    if (!torque || !wrench) return error_no_memory(step->error);
    for (int k = 0; k < t->link_count; k++)
    {
        int body = step->model->mechanism.links[t->link_begin + k];
        const body_state *s = &step->middle.bodies[body];
        vec3 force, turn;
        object_forces(step, body, v3_load(s->v), v3_load(s->w), &force, &turn);
        v3_store(wrench + 6 * k, force);
        v3_store(wrench + 6 * k + 3, turn);
    }
    articulated_velocities(t->articulated, scratch, &base, step->v + t->v);
    articulated_bias(t->articulated, scratch, &base, step->v + t->v, v3_load(step->settings->physics.gravity), wrench,
                     torque);
    for (int k = 0; k < t->v_count; k++)
    {
        torque[k] = step->force[t->v + k] - torque[k];
        a[k] = 0.0; // prescribed joints go on as they are
    }
    articulated_track(t->articulated, scratch, torque, a);
    return HF_STATUS_OK;
}

static void tree_twists(const object_step *step, int object, const double *a, double (*twists)[6])
{
    int tree;
    const model_tree *t = tree_at(step->model, object, &tree);
    articulated_base base = tree_base_middle(step, tree, 0.0);
    base.linear = base.angular = v3_zero();
    articulated_velocities(t->articulated, step->scratch->middle[tree], &base, a);
    tree_read_twists(step->model, tree, step->scratch->middle[tree], twists);
}

const acceleration_methods tree_acceleration = {.count = tree_count,
                                                .flatten = tree_flatten,
                                                .unflatten = tree_unflatten,
                                                .rate = tree_rate,
                                                .factor = tree_factor,
                                                .accelerate = tree_accelerate,
                                                .twists = tree_twists};
