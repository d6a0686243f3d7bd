// URDF joints: one, or for a planar one three, joints of a body; and those that follow others.

#include "scene/urdf/urdf.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

typedef enum urdf_type
{
    URDF_REVOLUTE,
    URDF_CONTINUOUS,
    URDF_PRISMATIC,
    URDF_FIXED,
    URDF_FLOATING,
    URDF_PLANAR,
    URDF_SPHERICAL,
    URDF_BALL, // the same, as Drake calls it
    URDF_UNIVERSAL,
} urdf_type;

static const char *const type_words = "revolute|continuous|prismatic|fixed|floating|planar|spherical|ball|universal";

// ---- attributes ----

static hf_status read_limit(urdf_reader *reader, const xml_node *joint, urdf_type type, mjcf_joint *out)
{
    mjcf_reader *scene = reader->scene;
    const xml_node *limit = mjcf_child(joint, "limit", NULL);
    if (!limit) return HF_STATUS_OK;
    int lower = 0, upper = 0;
    double effort = 0;
    hf_status status = mjcf_numbers(scene, limit, "lower", &out->range[0], 1, 1, &lower);
    if (status == HF_STATUS_OK) status = mjcf_numbers(scene, limit, "upper", &out->range[1], 1, 1, &upper);
    if (status == HF_STATUS_OK) status = mjcf_numbers(scene, limit, "effort", &effort, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    if (effort < 0) mjcf_note(scene, limit, "the effort is negative: there is no limit of it");
    bool reversed = out->range[0] > out->range[1];
    if (reversed) // Bullet's way to say so, and what MuJoCo makes of it
    {
        mjcf_note(scene, limit, "the lower limit lies above the upper one: the joint has no limits");
        out->range[0] = out->range[1] = 0;
    }
    bool bounded = (type == URDF_REVOLUTE || type == URDF_PRISMATIC) && (lower || upper) && !reversed;
    if (!bounded) out->limited = LIMITED_NO;
    if (effort > 0)
    {
        out->force_range[0] = -effort;
        out->force_range[1] = effort;
    }
    return HF_STATUS_OK;
}

static hf_status read_dynamics(urdf_reader *reader, const xml_node *joint, mjcf_joint *out)
{
    const xml_node *dynamics = mjcf_child(joint, "dynamics", NULL);
    if (!dynamics) return HF_STATUS_OK;
    TRY(mjcf_numbers(reader->scene, dynamics, "damping", &out->damping[0], 1, 1, NULL));
    TRY(mjcf_numbers(reader->scene, dynamics, "friction", &out->frictionloss, 1, 1, NULL));
    if (out->damping[0] < 0 || out->frictionloss < 0)
        return mjcf_fail(reader->scene, dynamics, HF_STATUS_INVALID, "damping and friction must not be negative");
    return HF_STATUS_OK;
}

static hf_status read_axis(urdf_reader *reader, const xml_node *joint, vec3 *axis)
{
    double values[3] = {1, 0, 0};
    const xml_node *node = mjcf_child(joint, "axis", NULL);
    hf_status status = node ? mjcf_numbers(reader->scene, node, "xyz", values, 3, 3, NULL) : HF_STATUS_OK;
    if (status == HF_STATUS_OK && !(v3_norm(v3_load(values)) > 1e-14))
        status = mjcf_fail(reader->scene, node, HF_STATUS_INVALID, "xyz: has no direction");
    *axis = v3_load(values);
    return status;
}

static hf_status read_mimic(urdf_reader *reader, const xml_node *joint)
{
    const xml_node *node = mjcf_child(joint, "mimic", NULL);
    if (!node) return HF_STATUS_OK;
    urdf_mimic *mimic = &reader->mimics[reader->mimic_count];
    *mimic =
        (urdf_mimic){.node = node, .joint = xml_value(joint, "name"), .of = xml_value(node, "joint"), .multiplier = 1};
    hf_status status = mjcf_numbers(reader->scene, node, "multiplier", &mimic->multiplier, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader->scene, node, "offset", &mimic->offset, 1, 1, NULL);
    reader->mimic_count += status == HF_STATUS_OK;
    return status;
}

// ---- joints ----

/// The joint as one of a body whose frame is elsewhere.
static void move_joint(mjcf_joint *joint, mjcf_pose behind)
{
    v3_store(joint->axis, quat_rotate_back(behind.turn, v3_load(joint->axis)));
    v3_store(joint->position, quat_rotate_back(behind.turn, v3_negate(behind.position)));
}

static hf_status add_joint(urdf_reader *reader, const mjcf_joint *joint, mjcf_pose behind)
{
    mjcf_reader *scene = reader->scene;
    mjcf_joint *slot = &scene->joints[scene->joint_count];
    *slot = *joint;
    move_joint(slot, behind);
    hf_status status = mjcf_add_joint(scene, slot);
    scene->joint_count += status == HF_STATUS_OK;
    return status;
}

/// Two slides across the axis, and a hinge about it.
static hf_status add_planar(urdf_reader *reader, mjcf_joint joint, vec3 axis, mjcf_pose behind)
{
    static const char *const endings[3] = {"_TX", "_TY", "_RZ"};
    axis = v3_scale(1 / v3_norm(axis), axis);
    vec3 first = v3_perpendicular(axis);
    const vec3 axes[3] = {first, v3_cross(axis, first), axis};
    const char *name = joint.name;
    for (int k = 0; k < 3; k++)
    {
        size_t size = strlen(name) + strlen(endings[k]) + 1;
        char *longer = ARENA_ARRAY(reader->scene->arena, char, size);
        if (!longer) return error_no_memory(reader->scene->error);
        snprintf(longer, size, "%s%s", name, endings[k]);
        joint.name = longer;
        joint.type = k < 2 ? JOINT_SLIDE : JOINT_HINGE;
        v3_store(joint.axis, axes[k]);
        hf_status status = add_joint(reader, &joint, behind);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

/// A hinge about x, and one about the y that it turns.
static hf_status add_universal(urdf_reader *reader, mjcf_joint joint, mjcf_pose behind)
{
    static const char *const endings[2] = {"_RX", "_RY"};
    const char *name = joint.name;
    joint.type = JOINT_HINGE;
    for (int k = 0; k < 2; k++)
    {
        size_t size = strlen(name) + strlen(endings[k]) + 1;
        char *longer = ARENA_ARRAY(reader->scene->arena, char, size);
        if (!longer) return error_no_memory(reader->scene->error);
        snprintf(longer, size, "%s%s", name, endings[k]);
        joint.name = longer;
        v3_store(joint.axis, v3(k == 0, k == 1, 0));
        hf_status status = add_joint(reader, &joint, behind);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

static void note_children(urdf_reader *reader, const xml_node *joint)
{
    static const char *const known[] = {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"};
    for (const xml_node *node = joint->first; node; node = node->next)
    {
        bool used = false;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) used = used || strcmp(node->name, known[k]) == 0;
        if (!used) urdf_note(reader, node->name);
    }
}

hf_status urdf_add_joints(urdf_reader *reader, const xml_node *node, int body, mjcf_pose behind)
{
    mjcf_reader *scene = reader->scene;
    int type = -1;
    vec3 axis;
    hf_status status = mjcf_choice(scene, node, "type", type_words, &type);
    if (status != HF_STATUS_OK) return status;
    if (type < 0) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs the attribute type");
    mjcf_joint joint = scene->classes->joint;
    joint.name = xml_value(node, "name");
    joint.node = node;
    joint.body = body;
    note_children(reader, node);
    status = read_axis(reader, node, &axis);
    if (status == HF_STATUS_OK) status = read_limit(reader, node, (urdf_type)type, &joint);
    if (status == HF_STATUS_OK) status = read_dynamics(reader, node, &joint);
    if (status == HF_STATUS_OK) status = read_mimic(reader, node);
    if (status != HF_STATUS_OK) return status;
    v3_store(joint.axis, axis);
    if (type == URDF_PLANAR) return add_planar(reader, joint, axis, behind);
    if (type == URDF_UNIVERSAL) return add_universal(reader, joint, behind);
    bool ball = type == URDF_SPHERICAL || type == URDF_BALL;
    joint.type = type == URDF_PRISMATIC  ? JOINT_SLIDE
                 : ball                  ? JOINT_BALL
                 : type == URDF_FLOATING ? JOINT_FREE
                                         : JOINT_HINGE;
    if (type == URDF_FLOATING) joint.damping[0] = joint.frictionloss = joint.armature = joint.stiffness[0] = 0;
    return add_joint(reader, &joint, behind);
}

// ---- those that follow others ----

/// Whether the file has a joint of that name, which moves.
static bool is_joint(const urdf_reader *reader, const char *name)
{
    const xml_node *node = NULL;
    while (name && (node = mjcf_child(reader->robot, "joint", node)) != NULL)
    {
        const char *own = xml_value(node, "name"), *type = xml_value(node, "type");
        if (own && strcmp(own, name) == 0) return type && strcmp(type, "fixed") != 0;
    }
    return false;
}

hf_status urdf_emit_mimics(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    for (int k = 0; k < reader->mimic_count; k++)
    {
        const urdf_mimic *mimic = &reader->mimics[k];
        hf_error error = {0};
        int joint = mjcf_find_joint(scene, mimic->joint), of = mjcf_find_joint(scene, mimic->of);
        if (of < 0 && joint >= 0 && is_joint(reader, mimic->of))
        {
            mjcf_note(scene, mimic->node, "what it follows moves no mass, and is fixed: the joint is free");
            continue;
        }
        if (of < 0 || scene->joints[of].type < JOINT_SLIDE)
            return mjcf_fail(scene, mimic->node, HF_STATUS_FORMAT, "joint: there is no hinge or slide '%s' to follow",
                             mimic->of ? mimic->of : "");
        if (joint < 0 || scene->joints[joint].type < JOINT_SLIDE)
            return mjcf_fail(scene, mimic->node, HF_STATUS_FORMAT, "only hinges and slides can follow others");
        hf_loop_def loop = hf_loop_def_default();
        loop.kind = HF_LOOP_JOINT;
        loop.name = mimic->joint;
        loop.joint_a = scene->joints[joint].index;
        loop.joint_b = scene->joints[of].index;
        loop.coefficient[0] = mimic->offset;
        loop.coefficient[1] = mimic->multiplier;
        hf_status status =
            mjcf_passed(scene, mimic->node, hf_builder_add_loop(scene->builder, &loop, NULL, &error), &error);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}
