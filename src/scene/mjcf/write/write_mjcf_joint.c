// Joints as MJCF.
//
// A free joint with inertia, springs, dampers or friction was read as three slides along the world's axes and a ball
// (mjcf_joint.c); it is written as what it was.

#include "scene/mjcf/write/write_mjcf.h"
#include "scene/write.h"

#include "linalg/quat.h"
#include "linalg/vector.h"

/// The first joint of a body that slides along the world's axes and a ball move as a free joint with inertia, springs,
/// dampers or friction does (mjcf_joint.c); -1: they are others.
static int carrier(const hf_model *model, int body)
{
    const hf_body_def *def = &model->bodies[body];
    int first = -1, count = 0;
    for (int j = 0; j < hf_model_count(model, HF_ITEM_JOINT); j++)
        if (hf_model_joint(model, j).body == body && count++ == 0) first = j;
    if (count != 4 || def->parent != 0) return -1;
    hf_joint_def ball = hf_model_joint(model, first + 3);
    bool fits = ball.kind == HF_JOINT_BALL && vector_equal(4, ball.turn, def->orientation);
    for (int k = 0; k < 4 && fits; k++)
    {
        hf_joint_def joint = hf_model_joint(model, first + k);
        vec3 axis = quat_rotate(quat_load(def->orientation), v3_load(joint.axis));
        fits = joint.body == body && joint.armature == ball.armature && joint.damping == ball.damping &&
               joint.stiffness == ball.stiffness && joint.friction == ball.friction && !joint.limited &&
               !joint.force_limited && v3_norm2(v3_load(joint.position)) == 0.0;
        if (k < 3)
            fits = fits && joint.kind == HF_JOINT_SLIDE && joint.reference == def->position[k] &&
                   joint.spring == joint.reference && v3_distance(axis, v3(k == 0, k == 1, k == 2)) < 1e-14;
    }
    return fits ? first : -1;
}

bool write_mjcf_is_driven(const hf_model *model, int body)
{
    for (int k = 0; k < model->mechanism.actuator_count; k++)
    {
        const hf_actuator_def *def = &model->mechanism.actuators[k];
        if (def->transmission == HF_TRANSMISSION_FREE && def->target == body) return true;
    }
    return false;
}

void write_mjcf_joint(writer *w, int index)
{
    static const char *const types[HF_JOINT_KIND_COUNT] = {"hinge", "slide", "ball"};
    hf_joint_def joint = hf_model_joint(w->model, index);
    if (joint.prescribed) write_loss(w, "the joint '%s' follows what it is told", joint_name(w, index));
    bool carries = carrier(w->model, joint.body) >= 0;
    if (carries && joint.kind == HF_JOINT_SLIDE) return; // the ball speaks for all
    if (!carries && quat_norm(quat_load(joint.turn)) > 0.0)
        write_loss(w, "the ball joint '%s' is not the identity where it is drawn", joint_name(w, index));
    put_begin(w, "joint");
    put_text(w, "name",
             carries && write_mjcf_is_driven(w->model, joint.body) ? free_name(w, joint.body) : joint_name(w, index));
    put_text(w, "type", carries ? "free" : types[joint.kind]);
    put_unless(w, "pos", joint.position, 3, 0);
    if (joint.kind != HF_JOINT_BALL) put_numbers(w, "axis", joint.axis, 3);
    put_unless(w, "ref", &joint.reference, 1, 0);
    if (joint.limited)
    {
        const double range[2] = {joint.kind == HF_JOINT_BALL ? 0 : joint.range[0], joint.range[1]};
        put_flag(w, "limited", true);
        put_numbers(w, "range", range, 2);
    }
    put_unless(w, "armature", &joint.armature, 1, 0);
    write_mjcf_powers(w, "damping", joint.damping, joint.damping_power);
    write_mjcf_powers(w, "stiffness", joint.stiffness, joint.stiffness_power);
    put_unless(w, "springref", &joint.spring, 1, 0);
    put_unless(w, "frictionloss", &joint.friction, 1, 0);
    if (joint.force_limited)
    {
        put_flag(w, "actuatorfrclimited", true);
        put_numbers(w, "actuatorfrcrange", joint.force_range, 2);
    }
    put_end(w);
}
