// <freejoint align="true"/>, <compiler alignfree="true"/>: the frame of a free body is moved to its centre of mass and
// turned to its principal axes. Its geoms, sites and cameras stay where they are; what changes is the meaning of its
// coordinates.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

/// Follows the free joint's own word, or else the compiler's. Bodies that others hang on stay as they are, as in
/// MuJoCo.
static bool is_aligned(const mjcf_reader *reader, int index)
{
    for (int k = 0; k < reader->joint_count; k++)
    {
        const mjcf_joint *joint = &reader->joints[k];
        if (joint->body != index || joint->type != JOINT_FREE) continue;
        for (int j = index + 1; j < reader->body_count; j++)
            if (reader->bodies[j].parent == index) return false;
        const char *align = xml_value(joint->node, "align");
        if (align && strcmp(align, "auto") != 0) return strcmp(align, "true") == 0;
        return mjcf_compiler_of(reader, joint->node)->align_free;
    }
    return false;
}

/// The axes that MuJoCo takes: those written in <inertial>, those of the one geom, or the principal ones in descending
/// order.
static hf_status inertial_turn(mjcf_reader *reader, int index, quat *turn)
{
    const mjcf_body *body = &reader->bodies[index];
    double moments[3];
    const mjcf_geom *only = NULL;
    int geoms = 0;
    for (int k = 0; k < reader->geom_count; k++)
        if (reader->geoms[k].body == index) geoms++, only = &reader->geoms[k];
    if (body->inertial && !xml_value(body->inertial, "fullinertia"))
    {
        mjcf_orientation orientation = {.quat = {1, 0, 0, 0}};
        hf_status status = mjcf_read_orientation(reader, body->inertial, &orientation);
        return status == HF_STATUS_OK ? mjcf_orient(reader, body->inertial, &orientation, turn) : status;
    }
    if (!body->inertial && geoms == 1 && only->type != GEOM_MESH) *turn = only->pose.turn;
    else mjcf_principal_axes(body->mass.inertia, moments, turn);
    return HF_STATUS_OK;
}

static hf_status align(mjcf_reader *reader, int index)
{
    mjcf_body *body = &reader->bodies[index];
    mjcf_pose frame = {.position = body->mass.center};
    hf_status status = inertial_turn(reader, index, &frame.turn);
    if (status != HF_STATUS_OK) return status;
    mjcf_pose back = {quat_rotate_back(frame.turn, v3_negate(frame.position)), quat_conjugate(frame.turn)};
    body->pose = mjcf_compose(body->pose, frame);
    body->world = mjcf_compose(body->world, frame);
    body->mass = mjcf_place_mass(&body->mass, back);
    body->mass.center = v3_zero();
    for (int k = 0; k < reader->geom_count; k++)
        if (reader->geoms[k].body == index) reader->geoms[k].pose = mjcf_compose(back, reader->geoms[k].pose);
    for (int k = 0; k < reader->site_count; k++)
        if (reader->sites[k].body == index) reader->sites[k].pose = mjcf_compose(back, reader->sites[k].pose);
    for (int k = 0; k < reader->camera_count; k++)
        if (reader->cameras[k].body == index) reader->cameras[k].pose = mjcf_compose(back, reader->cameras[k].pose);
    return HF_STATUS_OK;
}

hf_status mjcf_align_free(mjcf_reader *reader)
{
    bool asked = false; // most files never ask
    for (int k = 0; k < reader->joint_count; k++)
        asked = asked || xml_value(reader->joints[k].node, "align") ||
                mjcf_compiler_of(reader, reader->joints[k].node)->align_free;
    for (int k = 1; k < reader->body_count && asked; k++)
        if (reader->bodies[k].free && is_aligned(reader, k)) TRY(align(reader, k));
    return HF_STATUS_OK;
}
