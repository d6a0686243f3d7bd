#include "samples/builtin/scene_helpers.h"

#include "base/elementary.h"
#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

double helper_value(const scene_helpers *k, const char *name)
{
    for (int p = 0; p < k->scene->parameter_count; p++)
        if (strcmp(k->scene->parameters[p].name, name) == 0) return k->values[p];
    assert(!"a parameter that is not in the scene's table");
    return 0;
}

int helper_count(const scene_helpers *k, const char *name)
{
    return (int)helper_value(k, name);
}

void helper_fail(scene_helpers *k, const char *format, ...)
{
    if (k->status != HF_STATUS_OK) return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    k->status = error_set(k->error, HF_STATUS_INVALID, "%s: %s", k->scene->name, text);
}

int helper_body(scene_helpers *k, const hf_body_def *def)
{
    int index = 0;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_body(k->builder, def, &index, k->error);
    return index;
}

int helper_fibre(scene_helpers *k, const hf_fibre_def *def)
{
    int index = 0;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_fibre(k->builder, def, &index, k->error);
    return index;
}

int helper_shape(scene_helpers *k, int body, const hf_shape_def *def)
{
    int index = 0;
    hf_shape_def shape = *def;
    shape.body = body;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_shape(k->builder, &shape, &index, k->error);
    return index;
}

int helper_hull(scene_helpers *k, const char *name, const double *vertices, int vertex_count)
{
    int index = 0;
    hf_mesh_def mesh = {.name = name, .vertex_count = vertex_count, .vertices = vertices};
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_mesh(k->builder, &mesh, &index, k->error);
    return index;
}

static hf_shape_def make_shape(hf_shape_kind kind, double a, double b, double c, double mu)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = kind;
    shape.size[0] = a;
    shape.size[1] = b;
    shape.size[2] = c;
    shape.friction = mu;
    return shape;
}

hf_shape_def helper_sphere(double radius, double mu)
{
    return make_shape(HF_SHAPE_SPHERE, radius, 0, 0, mu);
}

hf_shape_def helper_box(double half_x, double half_y, double half_z, double mu)
{
    return make_shape(HF_SHAPE_BOX, half_x, half_y, half_z, mu);
}

hf_shape_def helper_capsule(double radius, double half_length, double mu)
{
    return make_shape(HF_SHAPE_CAPSULE, radius, half_length, 0, mu);
}

hf_shape_def helper_cylinder(double radius, double half_length, double mu)
{
    return make_shape(HF_SHAPE_CYLINDER, radius, half_length, 0, mu);
}

hf_shape_def helper_ellipsoid(double a, double b, double c, double mu)
{
    return make_shape(HF_SHAPE_ELLIPSOID, a, b, c, mu);
}

void helper_plane(scene_helpers *k, const char *name, vec3 point, vec3 normal, double mu)
{
    hf_shape_def shape = make_shape(HF_SHAPE_PLANE, 0, 0, 0, mu);
    shape.name = name;
    v3_store(shape.position, point);
    quat_store(shape.orientation, helper_turn_to(normal));
    const float grey[4] = {0.62F, 0.65F, 0.68F, 1.0F};
    memcpy(shape.color, grey, sizeof grey);
    helper_shape(k, 0, &shape);
}

void helper_floor(scene_helpers *k, double mu)
{
    helper_plane(k, "floor", v3_zero(), v3(0, 0, 1), mu);
}

hf_body_def helper_free(const char *name, vec3 position)
{
    hf_body_def body = hf_body_def_default();
    body.name = name;
    v3_store(body.position, position);
    return body;
}

int helper_free_shape(scene_helpers *k, const char *name, vec3 position, double mass, const hf_shape_def *shape)
{
    hf_body_def body = helper_free(name, position);
    body.mass = mass;
    int index = helper_body(k, &body);
    helper_shape(k, index, shape);
    return index;
}

void helper_colour(hf_shape_def *shape, int index)
{
    static const float colours[][4] = {
        {0.90F, 0.55F, 0.23F, 1}, {0.30F, 0.55F, 0.80F, 1}, {0.42F, 0.68F, 0.42F, 1}, {0.85F, 0.75F, 0.35F, 1},
        {0.72F, 0.42F, 0.60F, 1}, {0.45F, 0.70F, 0.72F, 1}, {0.80F, 0.40F, 0.38F, 1}, {0.60F, 0.60F, 0.66F, 1},
    };
    memcpy(shape->color, colours[index % 8], sizeof shape->color);
}

const char *helper_name(char buffer[HELPER_NAME], const char *name, int index)
{
    snprintf(buffer, HELPER_NAME, "%s_%d", name, index);
    return buffer;
}

quat helper_turn_y(double angle)
{
    return (quat){real_cos(angle / 2), 0, real_sin(angle / 2), 0};
}

quat helper_turn_to(vec3 axis)
{
    vec3 across = v3_cross(v3(0, 0, 1), axis);
    double sine = v3_norm(across);
    if (sine < 1e-10) return axis.z > 0 ? quat_identity() : (quat){0, 1, 0, 0};
    return quat_exp(v3_scale(real_atan2(sine, axis.z) / sine, across));
}

double helper_radians(double degrees)
{
    return degrees * (pi / 180);
}
