// Bodies that follow keyframes: what is refused, copies, and where they are.

#include "model/motion/model_motion.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SAME_PLACE = 1e-9; // [m, rad]

static hf_status check_body(const hf_builder *b, const hf_motion_def *def, hf_error *error)
{
    char label[LABEL_SIZE];
    if (def->body < 1 || (size_t)def->body >= b->bodies.count)
        return error_set(error, HF_STATUS_INVALID, "motion: body = %d: there are %zu", def->body, b->bodies.count);
    const hf_body_def *body = GROWING_AT(b->bodies, hf_body_def, def->body);
    label_make(label, "body", def->body, body->name);
    if (body->motion != HF_MOTION_PRESCRIBED || body->parent >= 0)
        return error_set(error, HF_STATUS_INVALID,
                         "motion of %s: it is not prescribed; only bodies that nothing moves but their motion have "
                         "keys: in MJCF mocap "
                         "ones, and those with a <motion> of their own",
                         label);
    for (size_t k = 0; k < b->motions.count; k++)
        if (GROWING_AT(b->motions, model_motion, k)->body == def->body)
            return error_set(error, HF_STATUS_INVALID, "motion of %s: it has one already", label);
    return keyframes_check(label, def, error);
}

/// The body's definition ◄ where the keys have it at time 0; what was placed on it before must not be left behind.
static hf_status take_start(hf_builder *b, const model_motion *motion, hf_error *error)
{
    hf_body_def *body = GROWING_AT(b->bodies, hf_body_def, motion->body);
    body_state before, at;
    char label[LABEL_SIZE];
    rigid_prescribed(body, 0.0, &before);
    at = before;
    keyframes_at(&motion->keys, 0.0, &at);
    double way = v3_distance(v3_load(before.x), v3_load(at.x));
    double angle = v3_norm(quat_log(quat_multiply(quat_conjugate(quat_load(before.q)), quat_load(at.q))));
    if (b->fibres.count > 0 && (way > SAME_PLACE || angle > SAME_PLACE))
        return error_set(
            error, HF_STATUS_INVALID,
            "motion of %s: at time 0 it is %g m and %g rad away from where fibres were added to the model; "
            "begin the keys there, or add the motion first",
            label_make(label, "body", motion->body, body->name), way, angle);
    memcpy(body->position, at.x, sizeof body->position);
    memcpy(body->orientation, at.q, sizeof body->orientation);
    memset(body->velocity, 0, sizeof body->velocity);
    memset(body->angular_velocity, 0, sizeof body->angular_velocity);
    memset(body->amplitude, 0, sizeof body->amplitude);
    memset(body->swing, 0, sizeof body->swing);
    return HF_STATUS_OK;
}

hf_status hf_builder_add_motion(hf_builder *b, const hf_motion_def *def, hf_error *error)
{
    TRY(check_body(b, def, error));
    model_motion *slot = growing_next(&b->motions, sizeof *slot), made = {.body = def->body};
    if (!slot || !keyframes_create(def, &made.keys)) return error_no_memory(error);
    hf_status status = take_start(b, &made, error);
    if (status != HF_STATUS_OK)
    {
        keyframes_free(&made.keys);
        return status;
    }
    *slot = made;
    b->motions.count++;
    return HF_STATUS_OK;
}

void builder_motions_destroy(hf_builder *b)
{
    for (size_t k = 0; k < b->motions.count; k++) keyframes_free(&GROWING_AT(b->motions, model_motion, k)->keys);
    free(b->motions.items);
}

static hf_motion_def definition_of(const model_motion *motion)
{
    const keyframes *keys = &motion->keys;
    return (hf_motion_def){.body = motion->body,
                           .key_count = keys->count,
                           .times = keys->times,
                           .positions = keys->position[0],
                           .orientations = keys->turn ? keys->turn[0] : NULL};
}

hf_status model_motions_create(const hf_builder *b, int body_count, int *count, model_motion **motions,
                               int **body_motion, hf_error *error)
{
    *body_motion = MEMORY_ARRAY(int, (size_t)body_count);
    *motions = MEMORY_ARRAY(model_motion, b->motions.count);
    *count = 0;
    if (!*body_motion || !*motions) return error_no_memory(error);
    for (int k = 0; k < body_count; k++) (*body_motion)[k] = -1;
    for (size_t k = 0; k < b->motions.count; k++)
    {
        const model_motion *from = GROWING_AT(b->motions, model_motion, k);
        hf_motion_def def = definition_of(from);
        if (!keyframes_create(&def, &(*motions)[k].keys)) return error_no_memory(error);
        (*motions)[k].body = from->body;
        (*body_motion)[from->body] = (*count)++;
    }
    return HF_STATUS_OK;
}

void model_motions_destroy(int count, model_motion *motions, int *body_motion)
{
    for (int k = 0; k < count; k++) keyframes_free(&motions[k].keys);
    free(motions), free(body_motion);
}

void model_prescribed(const hf_model *model, int body, double t, body_state *s)
{
    int motion = model->body_motion[body];
    rigid_prescribed(&model->bodies[body], motion < 0 ? t : 0.0, s);
    if (motion >= 0) keyframes_at(&model->motions[motion].keys, t, s);
}

hf_motion_def hf_model_motion(const hf_model *model, int body)
{
    int motion = body >= 0 && body < model->body_count ? model->body_motion[body] : -1;
    return motion < 0 ? (hf_motion_def){.body = body} : definition_of(&model->motions[motion]);
}
