// Shapes that swim: ellipsoids in a medium (bodies/fluid_ellipsoid.c).

#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"

#include <string.h>

static fluid_ellipsoid ellipsoid_of(const hf_shape_def *shape)
{
    fluid_ellipsoid e = {
        .body = shape->body, .position = v3_load(shape->position), .turn = quat_load(shape->orientation)};
    const double *s = shape->size;
    bool round = shape->kind == HF_SHAPE_SPHERE, pole = shape->kind == HF_SHAPE_CAPSULE;
    bool about = round || pole || shape->kind == HF_SHAPE_CYLINDER;
    e.size[0] = s[0];
    e.size[1] = about ? s[0] : s[1];
    e.size[2] = round ? s[0] : pole ? s[0] + s[1] : about ? s[1] : s[2];
    memcpy(e.coefficient, shape->fluid, sizeof e.coefficient);
    fluid_ellipsoid_complete(&e);
    return e;
}

hf_status model_fluid_ellipsoids(hf_model *m, hf_error *error)
{
    int shapes = collide_shape_count(m->scene), count = 0;
    for (int k = 0; k < shapes; k++) count += collide_shape(m->scene, k)->swims;
    if (count == 0) return HF_STATUS_OK;
    m->swimmers = MEMORY_ARRAY(fluid_ellipsoid, (size_t)count);
    m->swimmer_begin = MEMORY_ARRAY(int, (size_t)m->body_count + 1);
    if (!m->swimmers || !m->swimmer_begin) return error_no_memory(error);
    for (int k = 0; k < shapes; k++)
        if (collide_shape(m->scene, k)->swims) m->swimmer_begin[collide_shape(m->scene, k)->body + 1]++;
    for (int b = 0; b < m->body_count; b++) m->swimmer_begin[b + 1] += m->swimmer_begin[b];
    for (int k = shapes - 1; k >= 0; k--) // the ends walk back to the beginnings
    {
        const hf_shape_def *shape = collide_shape(m->scene, k);
        if (shape->swims) m->swimmers[--m->swimmer_begin[shape->body + 1]] = ellipsoid_of(shape);
    }
    memmove(m->swimmer_begin, m->swimmer_begin + 1, (size_t)m->body_count * sizeof *m->swimmer_begin);
    m->swimmer_begin[m->body_count] = count;
    return HF_STATUS_OK;
}

void fluid_ellipsoids_force(const hf_model *model, const configuration *at, int body, vec3 v, vec3 w,
                            const hf_settings *medium, vec3 *force, vec3 *torque)
{
    vec3 x;
    quat q;
    configuration_frame(at, body, &x, &q);
    for (int k = model->swimmer_begin[body]; k < model->swimmer_begin[body + 1]; k++)
    {
        const fluid_ellipsoid *e = &model->swimmers[k];
        quat turn = quat_multiply(q, e->turn);
        vec3 arm = v3_sub(v3_add(x, quat_rotate(q, e->position)), v3_load(at->bodies[body].x)), f, t;
        vec3 through = v3_sub(v3_add(v, v3_cross(w, arm)), v3_load(medium->physics.wind));
        fluid_ellipsoid_force(e, quat_rotate_back(turn, through), quat_rotate_back(turn, w), medium, &f, &t);
        f = quat_rotate(turn, f);
        *force = v3_add(*force, f);
        *torque = v3_add(*torque, v3_add(quat_rotate(turn, t), v3_cross(arm, f)));
    }
}
