// Bodies that start inside each other.
//
// Stage CORRECT pushes shallow overlap apart by the shortest way out, without speed. Deep inside a shape the shortest way out may be the wrong one:
// through the floor, or to the far side of a plate. So a world does not begin with bodies that are deeper inside each other than a share of the thinner
// shape. Links of one tree are left alone: the shapes of neighbours overlap as a rule.

#include "world/world.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

static const double DEEP = 0.25; // of the least width of the thinner shape

static const char *describe(const hf_model *model, int body, char buffer[LABEL_SIZE])
{
    return body == 0 ? "the world" : label_make(buffer, "body", body, model->bodies[body].name);
}

static bool counts(const hf_model *model, int a, int b)
{
    int object = model->body_object[a];
    return (body_yields(model, a) || body_yields(model, b)) && (object < 0 || object != model->body_object[b]);
}

/// The point that is deepest beyond its limit, or NULL; *limit: how deep it may be.
static const contact_point *find_deepest(const hf_model *model, const contact_point *points, int count, double *limit)
{
    const contact_point *deepest = NULL;
    double worst = 1.0;
    for (int k = 0; k < count; k++)
    {
        const contact_point *p = &points[k];
        int a = collide_shape(model->scene, p->shape_a)->body, b = collide_shape(model->scene, p->shape_b)->body;
        double width =
            fmin(collide_shape_width(model->scene, p->shape_a), collide_shape_width(model->scene, p->shape_b));
        if (!counts(model, a, b) || !(-p->gap > worst * DEEP * width)) continue;
        worst = -p->gap / (DEEP * width);
        *limit = DEEP * width;
        deepest = p;
    }
    return deepest;
}

hf_status world_check_overlap(hf_world *world, hf_error *error)
{
    const hf_model *model = world->model;
    arena_mark mark = arena_begin(world->workspace);
    double *reach = ARENA_ZEROED(world->workspace, double, model->body_count);
    pose *poses = ARENA_ARRAY(world->workspace, pose, model->body_count);
    contact_point *points = NULL;
    int count = 0;
    hf_status status = HF_STATUS_OK;
    if (reach && poses) poses_of(model, world->state.bodies, poses);
    else status = error_no_memory(error);
    if (status == HF_STATUS_OK)
        status = collide_detect(model->scene, world->collide, poses, reach, world->workspace, &points, &count, error);
    double limit = 0.0;
    const contact_point *p = status == HF_STATUS_OK ? find_deepest(model, points, count, &limit) : NULL;
    if (p)
    {
        char a[LABEL_SIZE], b[LABEL_SIZE];
        status = error_set(
            error, HF_STATUS_INVALID,
            "%s and %s start %.3g m inside each other (shapes %d and %d); up to %.3g m would be corrected. "
            "Move one of them, or let the pair not collide",
            describe(model, collide_shape(model->scene, p->shape_a)->body, a),
            describe(model, collide_shape(model->scene, p->shape_b)->body, b), -p->gap, p->shape_a, p->shape_b, limit);
    }
    arena_end(world->workspace, mark);
    return status;
}
