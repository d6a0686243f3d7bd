// <joint>, <freejoint>, <site>: their attributes, what a body allows, and how they reach the builder.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

static const double pi = 3.14159265358979323846;
static const char *const limited_words = "false|true|auto";

hf_status mjcf_joint_attributes(mjcf_reader *reader, const xml_node *node, mjcf_joint *joint)
{
    TRY(mjcf_choice(reader, node, "type", "free|ball|slide|hinge", &joint->type));
    TRY(mjcf_numbers(reader, node, "pos", joint->position, 3, 3, NULL));
    TRY(mjcf_numbers(reader, node, "axis", joint->axis, 3, 3, NULL));
    TRY(mjcf_numbers(reader, node, "range", joint->range, 2, 2, NULL));
    TRY(mjcf_choice(reader, node, "limited", limited_words, &joint->limited));
    TRY(mjcf_numbers(reader, node, "actuatorfrcrange", joint->force_range, 2, 2, NULL));
    TRY(mjcf_choice(reader, node, "actuatorfrclimited", limited_words, &joint->force_limited));
    TRY(mjcf_numbers(reader, node, "armature", &joint->armature, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "damping", joint->damping, 1, 3, NULL));
    TRY(mjcf_numbers(reader, node, "stiffness", joint->stiffness, 1, 3, NULL));
    TRY(mjcf_numbers(reader, node, "frictionloss", &joint->frictionloss, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "ref", &joint->ref, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "springref", &joint->springref, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "springdamper", joint->springdamper, 2, 2, NULL));
    return mjcf_flag(reader, node, "actuatorgravcomp", &joint->actuator_gravcomp);
}

// ---- checks ----

static hf_status check_passive(mjcf_reader *reader, const mjcf_joint *joint)
{
    hf_status status = mjcf_not_negative(reader, joint->node, "stiffness", joint->stiffness);
    if (status == HF_STATUS_OK) status = mjcf_not_negative(reader, joint->node, "damping", joint->damping);
    if (status != HF_STATUS_OK) return status;
    if (joint->armature < 0 || joint->frictionloss < 0)
        return mjcf_fail(reader, joint->node, HF_STATUS_INVALID, "armature and frictionloss must not be negative");
    return HF_STATUS_OK;
}

static hf_status check_free(mjcf_reader *reader, const mjcf_joint *joint)
{
    mjcf_body *body = &reader->bodies[joint->body];
    const xml_node *node = joint->node;
    if (body->parent != 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a free body must be a child of the world");
    if (body->free) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the body has a free joint already");
    if (body->joint_count)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a free joint goes with no other joints of its body");
    body->carried = joint->armature != 0 || joint->frictionloss != 0;
    for (int i = 0; i < 3; i++) body->carried = body->carried || joint->damping[i] != 0 || joint->stiffness[i] != 0;
    body->free = true;
    if (joint->stiffness[1] != 0 || joint->stiffness[2] != 0)
        return mjcf_fail(
            reader, node, HF_STATUS_UNSUPPORTED,
            "stiffness: the spring of a free joint is linear; write one number, or a ball joint and slides");
    return check_passive(reader, joint);
}

static hf_status check_limits(mjcf_reader *reader, mjcf_joint *joint)
{
    hf_status status = mjcf_limit(reader, joint->node, "range", joint->limited, joint->range, &joint->is_limited);
    if (status == HF_STATUS_OK)
        status = mjcf_limit(reader, joint->node, "actuatorfrcrange", joint->force_limited, joint->force_range,
                            &joint->is_force_limited);
    if (status != HF_STATUS_OK) return status;
    if (joint->type == JOINT_BALL && joint->is_limited && joint->range[0] != 0)
        return mjcf_fail(reader, joint->node, HF_STATUS_INVALID,
                         "range: of a ball joint begins at 0; the second number is the largest angle");
    return HF_STATUS_OK;
}

hf_status mjcf_add_joint(mjcf_reader *reader, mjcf_joint *joint)
{
    mjcf_body *body = &reader->bodies[joint->body];
    const xml_node *node = joint->node;
    if (joint->body == 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the world has no joints");
    if (body->mocap) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a mocap body has no joints");
    if (joint->name && mjcf_find_joint(reader, joint->name) >= 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two joints '%s'", joint->name);
    if (joint->type == JOINT_FREE) return check_free(reader, joint);
    if (body->free)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a free joint goes with no other joints of its body");
    body->joint_count++;
    TRY(check_limits(reader, joint));
    TRY(check_passive(reader, joint));
    if (joint->type != JOINT_BALL && !(v3_norm(v3_load(joint->axis)) > 1e-14))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "axis: has no direction");
    return HF_STATUS_OK;
}

// ---- to the builder ----

/// Degrees become radians where an angle is meant.
static hf_joint_def define_joint(const mjcf_reader *reader, const mjcf_joint *joint)
{
    double unit = mjcf_compiler_of(reader, joint->node)->degrees ? pi / 180 : 1;
    bool turns = joint->type != JOINT_SLIDE, hinge = joint->type == JOINT_HINGE;
    hf_joint_def def = hf_joint_def_default();
    def.name = joint->name;
    def.body = reader->bodies[joint->body].index;
    def.kind = joint->type == JOINT_BALL ? HF_JOINT_BALL : hinge ? HF_JOINT_HINGE : HF_JOINT_SLIDE;
    memcpy(def.position, joint->position, sizeof def.position);
    if (joint->type != JOINT_BALL) memcpy(def.axis, joint->axis, sizeof def.axis);
    def.limited = joint->is_limited && !(reader->off & OFF_LIMIT);
    for (int i = 0; i < 2; i++) def.range[i] = joint->range[i] * (turns ? unit : 1);
    def.armature = joint->armature;
    def.damping = reader->off & OFF_DAMPER ? 0 : joint->damping[0];
    for (int i = 0; i < 2; i++)
    {
        def.stiffness_power[i] = reader->off & OFF_SPRING ? 0 : joint->stiffness[1 + i];
        def.damping_power[i] = reader->off & OFF_DAMPER ? 0 : joint->damping[1 + i];
    }
    def.stiffness = reader->off & OFF_SPRING ? 0 : joint->stiffness[0];
    if (!(reader->off & OFF_SPRING)) memcpy(def.bending, joint->bending, sizeof def.bending);
    memcpy(def.bending_rest, joint->bending_rest, sizeof def.bending_rest);
    def.friction = reader->off & OFF_FRICTIONLOSS ? 0 : joint->frictionloss;
    bool timed = joint->springdamper[0] > 0 && joint->springdamper[1] > 0;
    if (timed && !(reader->off & (OFF_SPRING | OFF_DAMPER)))
        memcpy(def.spring_damper, joint->springdamper, sizeof def.spring_damper);
    if (joint->type != JOINT_BALL)
    {
        def.reference = joint->ref * (hinge ? unit : 1);
        def.spring = joint->springref * (hinge ? unit : 1);
    }
    def.force_limited = joint->is_force_limited;
    memcpy(def.force_range, joint->force_range, sizeof def.force_range);
    return def;
}

/// A free joint with inertia, springs, dampers or friction: slides along the world's axes and a ball have its
/// coordinates and velocities, all of them in its places. `part`: 0 … 2 the slides, 3 the ball.
static hf_joint_def define_part(const mjcf_reader *reader, const mjcf_joint *joint, int part)
{
    const mjcf_body *body = &reader->bodies[joint->body];
    mjcf_joint one = *joint;
    one.type = part < 3 ? JOINT_SLIDE : JOINT_BALL;
    one.is_limited = one.is_force_limited = false;
    memset(one.position, 0, sizeof one.position);
    memset(one.springdamper, 0, sizeof one.springdamper);
    v3_store(one.axis, quat_rotate_back(body->world.turn, v3(part == 0, part == 1, part == 2)));
    one.ref = one.springref = part < 3 ? v3_at(body->world.position, part) : 0;
    hf_joint_def def = define_joint(reader, &one);
    if (part < 3) def.name = NULL;
    else quat_store(def.turn, body->world.turn);
    return def;
}

/// The force that carries a body's weight counts as the actuator's, which matters only where that is at its limit.
static void note_gravcomp(const mjcf_reader *reader)
{
    const xml_node *node = NULL;
    bool carried = false;
    for (int k = 1; k < reader->body_count; k++) carried = carried || reader->bodies[k].gravcomp != 0;
    for (int k = 0; k < reader->joint_count && !node; k++)
        if (reader->joints[k].actuator_gravcomp && reader->joints[k].is_force_limited) node = reader->joints[k].node;
    if (node && carried)
        mjcf_note(
            reader, node,
            "actuatorgravcomp: the force that carries the weight is not counted in actuatorfrcrange; joints at that "
            "limit move otherwise than in MuJoCo");
}

hf_status mjcf_emit_joints(mjcf_reader *reader)
{
    note_gravcomp(reader);
    for (int k = 0; k < reader->joint_count; k++)
    {
        mjcf_joint *joint = &reader->joints[k];
        bool is_free = joint->type == JOINT_FREE;
        if (is_free && !reader->bodies[joint->body].carried) continue;
        for (int part = 0; part < (is_free ? 4 : 1); part++)
        {
            hf_joint_def def = is_free ? define_part(reader, joint, part) : define_joint(reader, joint);
            hf_error error = {0};
            hf_status status = mjcf_passed(reader, joint->node,
                                           hf_builder_add_joint(reader->builder, &def, &joint->index, &error), &error);
            if (status != HF_STATUS_OK) return status;
        }
    }
    return HF_STATUS_OK;
}

// ---- sites ----

hf_status mjcf_site_attributes(mjcf_reader *reader, const xml_node *node, mjcf_site *site)
{
    int written;
    hf_status status = mjcf_numbers(reader, node, "pos", site->position, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_read_orientation(reader, node, &site->orientation);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "fromto", site->fromto, 6, 6, &written);
    if (status == HF_STATUS_OK && written) site->has_fromto = true;
    if (status == HF_STATUS_OK)
        status =
            mjcf_choice(reader, node, "type", "plane|hfield|sphere|capsule|ellipsoid|cylinder|box|mesh", &site->form);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "size", site->size, 1, 3, NULL);
    return status;
}

static hf_shape_kind form_of(int type)
{
    switch (type)
    {
    case GEOM_CAPSULE: return HF_SHAPE_CAPSULE;
    case GEOM_ELLIPSOID: return HF_SHAPE_ELLIPSOID;
    case GEOM_CYLINDER: return HF_SHAPE_CYLINDER;
    case GEOM_BOX: return HF_SHAPE_BOX;
    default: return HF_SHAPE_SPHERE;
    }
}

hf_status mjcf_emit_sites(mjcf_reader *reader)
{
    for (int k = 0; k < reader->site_count; k++)
    {
        mjcf_site *site = &reader->sites[k];
        hf_site_def def = hf_site_def_default();
        hf_error error = {0};
        def.name = site->name;
        def.body = reader->bodies[site->body].index;
        v3_store(def.position, site->pose.position);
        quat_store(def.orientation, site->pose.turn);
        def.form = form_of(site->form);
        memcpy(def.size, site->size, sizeof def.size);
        hf_status status =
            mjcf_passed(reader, site->node, hf_builder_add_site(reader->builder, &def, &site->index, &error), &error);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}
