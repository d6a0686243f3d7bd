// Links, joints, loops and motors of built-in scenes.

#include "samples/builtin/scene_helpers.h"

int helper_link(scene_helpers *k, const char *name, int parent, vec3 at)
{
    hf_body_def def = hf_body_def_default();
    def.name = name;
    def.parent = parent;
    v3_store(def.position, at);
    return helper_body(k, &def);
}

/// A capsule from a to b in the body's frame.
static hf_shape_def bar_between(vec3 a, vec3 b, double radius, double mu)
{
    vec3 along = v3_sub(b, a);
    hf_shape_def bar = helper_capsule(radius, 0.5 * v3_norm(along), mu >= 0 ? mu : 0);
    v3_store(bar.position, v3_mix(a, b, 0.5));
    quat_store(bar.orientation, helper_turn_to(v3_unit_or(along, v3(0, 0, 1))));
    if (mu < 0) bar.category = bar.mask = 0;
    return bar;
}

int helper_bar(scene_helpers *k, const char *name, int parent, vec3 at, vec3 along, double radius, double mass,
               double mu)
{
    hf_body_def def = hf_body_def_default();
    def.name = name;
    def.parent = parent;
    def.mass = mass;
    v3_store(def.position, at);
    int body = helper_body(k, &def);
    hf_shape_def bar = bar_between(v3_zero(), along, radius, mu);
    helper_colour(&bar, body);
    helper_shape(k, body, &bar);
    return body;
}

int helper_joint(scene_helpers *k, const hf_joint_def *def)
{
    int index = 0;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_joint(k->builder, def, &index, k->error);
    return index;
}

static int add_simple(scene_helpers *k, int body, hf_joint_kind kind, vec3 axis)
{
    hf_joint_def def = hf_joint_def_default();
    def.body = body;
    def.kind = kind;
    v3_store(def.axis, axis);
    return helper_joint(k, &def);
}

int helper_hinge(scene_helpers *k, int body, vec3 axis)
{
    return add_simple(k, body, HF_JOINT_HINGE, axis);
}

int helper_slide(scene_helpers *k, int body, vec3 axis)
{
    return add_simple(k, body, HF_JOINT_SLIDE, axis);
}

int helper_ball(scene_helpers *k, int body)
{
    return add_simple(k, body, HF_JOINT_BALL, v3(0, 0, 1));
}

void helper_connect(scene_helpers *k, const char *name, int body_a, vec3 a, int body_b, vec3 b)
{
    hf_loop_def def = hf_loop_def_default();
    def.name = name;
    def.body_a = body_a;
    def.body_b = body_b;
    v3_store(def.point_a, a);
    v3_store(def.point_b, b);
    def.point_b_given = true;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_loop(k->builder, &def, NULL, k->error);
}

int helper_drive(scene_helpers *k, int joint, double speed, double gain, double force)
{
    hf_actuator_def def = hf_actuator_def_default();
    def.target = joint;
    def.gain[0] = gain;
    def.bias[2] = -gain;
    def.control = speed;
    def.force_limited = true;
    def.force_range[0] = -force;
    def.force_range[1] = force;
    int index = 0;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_actuator(k->builder, &def, &index, k->error);
    return index;
}
