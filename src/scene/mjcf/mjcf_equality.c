// <equality>: what must hold beside the joints.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

/// Two sites instead of bodies and an anchor. *given: they are written.
static hf_status read_sites(mjcf_reader *reader, const xml_node *node, hf_loop_def *loop, bool *given)
{
    int a = -1, b = -1;
    *given = xml_value(node, "site1") || xml_value(node, "site2");
    if (!*given) return HF_STATUS_OK;
    if (xml_value(node, "body1") || xml_value(node, "body2") || xml_value(node, "anchor") || xml_value(node, "relpose"))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "names sites and bodies; write either two sites, or bodies");
    hf_status status = mjcf_named(reader, node, "site1", "site", mjcf_find_site, false, &a);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, node, "site2", "site", mjcf_find_site, false, &b);
    if (status != HF_STATUS_OK) return status;
    const mjcf_site *first = &reader->sites[a], *second = &reader->sites[b];
    loop->body_a = reader->bodies[first->body].index;
    loop->body_b = reader->bodies[second->body].index;
    v3_store(loop->point_a, first->pose.position);
    v3_store(loop->point_b, second->pose.position);
    quat_store(loop->orientation, quat_multiply(first->pose.turn, quat_conjugate(second->pose.turn)));
    loop->point_b_given = loop->orientation_given = true;
    return HF_STATUS_OK;
}

static hf_status read_two_bodies(mjcf_reader *reader, const xml_node *node, int *a, int *b)
{
    int first = 0, second = 0; // body2 absent: the world
    hf_status status = mjcf_named(reader, node, "body1", "body", mjcf_find_body, false, &first);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, node, "body2", "body", mjcf_find_body, true, &second);
    if (status != HF_STATUS_OK) return status;
    *a = reader->bodies[first].index;
    *b = reader->bodies[second].index;
    return HF_STATUS_OK;
}

/// The anchor is a point of the first body; of the second it is the one that coincides with it at the references.
static hf_status read_connect(mjcf_reader *reader, const xml_node *node, hf_loop_def *loop)
{
    bool sites;
    int written = 0;
    loop->kind = HF_LOOP_CONNECT;
    hf_status status = read_sites(reader, node, loop, &sites);
    if (status != HF_STATUS_OK || sites) return status;
    status = read_two_bodies(reader, node, &loop->body_a, &loop->body_b);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "anchor", loop->point_a, 3, 3, &written);
    if (status == HF_STATUS_OK && !written) status = mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the anchor");
    return status;
}

/// The anchor is a point of the second body; relpose, if its quaternion is not zero, is the pose of the second in the
/// first.
static hf_status read_weld(mjcf_reader *reader, const xml_node *node, hf_loop_def *loop)
{
    bool sites;
    int first = 0, second = 0;
    double anchor[3] = {0}, pose[7] = {0};
    loop->kind = HF_LOOP_WELD;
    hf_status status = read_sites(reader, node, loop, &sites);
    if (status != HF_STATUS_OK || sites) return status;
    status = read_two_bodies(reader, node, &first, &second);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "anchor", anchor, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "relpose", pose, 7, 7, NULL);
    if (status != HF_STATUS_OK) return status;
    loop->body_a = second; // whose point is known
    loop->body_b = first;
    memcpy(loop->point_a, anchor, sizeof anchor);
    quat turn = quat_load(pose + 3);
    if (!(quat_norm(turn) > 1e-14)) return HF_STATUS_OK;
    turn = quat_normalize(turn);
    v3_store(loop->point_b, v3_add(v3_load(pose), quat_rotate(turn, v3_load(anchor))));
    quat_store(loop->orientation, quat_conjugate(turn));
    loop->point_b_given = loop->orientation_given = true;
    return HF_STATUS_OK;
}

static hf_status scalar_joint(mjcf_reader *reader, const xml_node *node, const char *attribute, int *index)
{
    int joint = -1;
    hf_status status = mjcf_named(reader, node, attribute, "joint", mjcf_find_joint, attribute[5] == '2', &joint);
    if (status != HF_STATUS_OK || joint < 0) return status;
    if (reader->joints[joint].type < JOINT_SLIDE)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: only hinges and slides couple", attribute);
    *index = reader->joints[joint].index;
    return HF_STATUS_OK;
}

static hf_status read_joints(mjcf_reader *reader, const xml_node *node, hf_loop_def *loop)
{
    loop->kind = HF_LOOP_JOINT;
    TRY(scalar_joint(reader, node, "joint1", &loop->joint_a));
    TRY(scalar_joint(reader, node, "joint2", &loop->joint_b));
    return mjcf_numbers(reader, node, "polycoef", loop->coefficient, 1, 5, NULL);
}

static hf_status read_tendons(mjcf_reader *reader, const xml_node *node, hf_loop_def *loop)
{
    int first = -1, second = -1;
    loop->kind = HF_LOOP_TENDON;
    hf_status status = mjcf_named(reader, node, "tendon1", "tendon", mjcf_find_tendon, false, &first);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, node, "tendon2", "tendon", mjcf_find_tendon, true, &second);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "polycoef", loop->coefficient, 1, 5, NULL);
    if (status != HF_STATUS_OK) return status;
    loop->joint_a = reader->tendons[first].index;
    if (second >= 0) loop->joint_b = reader->tendons[second].index;
    return HF_STATUS_OK;
}

static hf_status emit_loop(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_class *class;
    hf_loop_def loop = hf_loop_def_default();
    hf_error error = {0};
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    loop.name = xml_value(node, "name");
    loop.active = class->equality_active;
    status = mjcf_flag(reader, node, "active", &loop.active);
    if (reader->off & OFF_EQUALITY) loop.active = false;
    if (status != HF_STATUS_OK) return status;
    if (strcmp(node->name, "connect") == 0) status = read_connect(reader, node, &loop);
    else if (strcmp(node->name, "weld") == 0) status = read_weld(reader, node, &loop);
    else if (strcmp(node->name, "joint") == 0) status = read_joints(reader, node, &loop);
    else status = read_tendons(reader, node, &loop);
    if (status != HF_STATUS_OK) return status;
    return mjcf_passed(reader, node, hf_builder_add_loop(reader->builder, &loop, NULL, &error), &error);
}

// ---- loops that MJCF has no words for: <loop> of the holdfast element ----

static hf_status read_numbers(mjcf_reader *reader, const xml_node *node, const char *attribute, double *out, int count,
                              bool *given)
{
    int written = 0;
    hf_status status = mjcf_numbers(reader, node, attribute, out, count, count, &written);
    if (given && written) *given = true;
    return status;
}

static hf_status emit_extra_loop(mjcf_reader *reader, const xml_node *node)
{
    static const hf_loop_kind kinds[] = {HF_LOOP_CONNECT, HF_LOOP_HINGE, HF_LOOP_SLIDE, HF_LOOP_UNIVERSAL,
                                         HF_LOOP_ROD,     HF_LOOP_LINE,  HF_LOOP_PLANE, HF_LOOP_GEAR,
                                         HF_LOOP_ROLL,    HF_LOOP_KNIFE};
    hf_loop_def loop = hf_loop_def_default();
    hf_error error = {0};
    int kind = 0;
    bool turn = false;
    loop.name = xml_value(node, "name");
    if (!xml_value(node, "type")) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the type");
    hf_status status =
        mjcf_choice(reader, node, "type", "connect|hinge|slide|universal|rod|line|plane|gear|roll|knife", &kind);
    loop.kind = kinds[kind];
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "active", &loop.active);
    if (status == HF_STATUS_OK) status = read_two_bodies(reader, node, &loop.body_a, &loop.body_b);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "anchor", loop.point_a, 3, NULL);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "anchor2", loop.point_b, 3, &loop.point_b_given);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "axis", loop.axis_a, 3, NULL);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "axis2", loop.axis_b, 3, &loop.axis_b_given);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "quat", loop.orientation, 4, &turn);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "length", &loop.length, 1, NULL);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "ratio", &loop.ratio, 1, NULL);
    if (status == HF_STATUS_OK) status = read_numbers(reader, node, "radius", &loop.radius, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    loop.orientation_given = turn;
    return mjcf_passed(reader, node, hf_builder_add_loop(reader->builder, &loop, NULL, &error), &error);
}

hf_status mjcf_emit_equality(mjcf_reader *reader)
{
    hf_status status = mjcf_each(reader, "equality", NULL, emit_loop);
    return status == HF_STATUS_OK ? mjcf_each(reader, "holdfast", "loop", emit_extra_loop) : status;
}
