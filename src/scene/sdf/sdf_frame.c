// Where frames of SDF are. The pose of an item in its model is
//
//   X_M(item) = X_M(base) raw      base: what the pose is relative to, by default the model itself, what a frame is
//                                  attached to, the child link of a joint
//
// and a model with a placement frame P stands so that P is at its pose: X(model) = X(base) raw X_M(P)⁻¹. Items may
// refer to those behind them; a circle is an error.

#include "scene/sdf/sdf.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double degree = 3.14159265358979323846 / 180.0;

static mjcf_pose identity(void)
{
    return (mjcf_pose){v3_zero(), quat_identity()};
}

mjcf_pose sdf_between(mjcf_pose outer, mjcf_pose inner)
{
    return (mjcf_pose){quat_rotate_back(outer.turn, v3_sub(inner.position, outer.position)),
                       quat_multiply(quat_conjugate(outer.turn), inner.turn)};
}

/// Roll, pitch and yaw: turns about the fixed axes x, y, z, one after the other.
static quat turn_of(const double *rpy, double unit)
{
    quat x = quat_exp(v3(unit * rpy[0], 0, 0)), y = quat_exp(v3(0, unit * rpy[1], 0));
    return quat_multiply(quat_exp(v3(0, 0, unit * rpy[2])), quat_multiply(y, x));
}

hf_status sdf_read_pose(sdf_reader *reader, const xml_node *node, mjcf_pose *pose, const char **relative)
{
    const xml_node *at = node ? mjcf_child(node, "pose", NULL) : NULL;
    *pose = identity();
    if (relative) *relative = NULL;
    if (!at) return HF_STATUS_OK;
    const char *format = xml_value(at, "rotation_format"), *degrees = xml_value(at, "degrees");
    bool is_quat = format && strcmp(format, "quat_xyzw") == 0;
    double x[7] = {0};
    const char *to = xml_value(at, "relative_to");
    if (!to) to = xml_value(at, "frame"); // version 1.6
    if (relative && to && *to) *relative = to;
    const char *text = sdf_text(reader, node, "pose", NULL);
    if (!text || !*text) return HF_STATUS_OK;
    TRY(sdf_numbers(reader, node, "pose", x, is_quat ? 7 : 6));
    quat turn = {x[6], x[3], x[4], x[5]};
    if (is_quat && !(quat_norm(turn) > 1e-14))
        return mjcf_fail(reader->scene, at, HF_STATUS_INVALID, "the quaternion is zero");
    bool is_degrees = degrees && (strcmp(degrees, "true") == 0 || strcmp(degrees, "1") == 0);
    pose->position = v3_load(x);
    pose->turn = is_quat ? quat_normalize(turn) : turn_of(x + 3, is_degrees ? degree : 1.0);
    return HF_STATUS_OK;
}

int sdf_find(const sdf_reader *reader, int model, const char *name)
{
    const char *deeper = strstr(name, "::");
    size_t length = deeper ? (size_t)(deeper - name) : strlen(name);
    if (strcmp(name, "__model__") == 0) return model;
    for (int k = 0; k < reader->count; k++)
    {
        const sdf_item *item = &reader->items[k];
        if (item->model != model || strlen(item->name) != length || strncmp(item->name, name, length) != 0) continue;
        if (!deeper) return k;
        if (item->kind == SDF_MODEL) return sdf_find(reader, k, deeper + 2);
    }
    for (int k = 0; k < reader->count; k++)
        if (reader->items[k].model == model && reader->items[k].is_merged)
        {
            int found = sdf_find(reader, k, name);
            if (found >= 0) return found;
        }
    return -1;
}

static hf_status unknown(sdf_reader *reader, const xml_node *node, const char *name)
{
    return mjcf_fail(reader->scene, node, HF_STATUS_FORMAT, "there is no link, joint, frame or model '%s' here", name);
}

/// An item's pose as seen from a model around it; of the model itself the identity.
static hf_status seen_from(sdf_reader *reader, int model, const xml_node *node, const char *name, mjcf_pose *pose)
{
    *pose = identity();
    if (!name || !*name || strcmp(name, "__model__") == 0 || strcmp(name, "world") == 0 ||
        strcmp(name, "__root__") == 0)
        return HF_STATUS_OK;
    int item = sdf_find(reader, model, name);
    if (item < 0) return unknown(reader, node, name);
    for (int k = item; k != model; k = reader->items[k].model)
    {
        TRY(sdf_place(reader, k));
        *pose = mjcf_compose(reader->items[k].pose, *pose);
    }
    return HF_STATUS_OK;
}

/// What a pose is relative to by itself: NULL is the model.
static const char *base_of(sdf_reader *reader, const sdf_item *item)
{
    if (item->kind == SDF_FRAME) return xml_value(item->node, "attached_to");
    if (item->kind != SDF_JOINT) return NULL;
    return sdf_text(reader, item->node, "child", NULL);
}

static hf_status place_model(sdf_reader *reader, const sdf_item *model, int index, mjcf_pose *pose)
{
    const char *frame = sdf_text(reader, model->placed_by, "placement_frame", NULL);
    if (!frame) frame = xml_value(model->node, "placement_frame");
    mjcf_pose placed;
    TRY(seen_from(reader, index, model->node, frame, &placed));
    *pose = mjcf_compose(*pose, sdf_between(placed, identity()));
    return HF_STATUS_OK;
}

hf_status sdf_place(sdf_reader *reader, int index)
{
    sdf_item *item = &reader->items[index];
    if (item->state == SDF_PLACED) return HF_STATUS_OK;
    if (item->state == SDF_WAITING)
        return mjcf_fail(reader->scene, item->node, HF_STATUS_FORMAT, "'%s': its pose is relative to itself, by others",
                         item->name);
    item->state = SDF_WAITING;
    const char *relative;
    mjcf_pose raw, base;
    const xml_node *said = item->kind == SDF_MODEL ? item->placed_by : item->node;
    TRY(sdf_read_pose(reader, said, &raw, &relative));
    if (!relative) relative = base_of(reader, item);
    TRY(seen_from(reader, item->model, said, relative, &base));
    mjcf_pose pose = mjcf_compose(base, raw);
    if (item->kind == SDF_MODEL) TRY(place_model(reader, item, index, &pose));
    item->pose = pose;
    item->state = SDF_PLACED;
    return HF_STATUS_OK;
}

mjcf_pose sdf_in_world(const sdf_reader *reader, int item)
{
    mjcf_pose pose = identity();
    for (int k = item; k >= 0; k = reader->items[k].model) pose = mjcf_compose(reader->items[k].pose, pose);
    return pose;
}

hf_status sdf_pose_in(sdf_reader *reader, const xml_node *node, int link, mjcf_pose *pose)
{
    const char *relative;
    TRY(sdf_read_pose(reader, node, pose, &relative));
    if (!relative) return HF_STATUS_OK;
    mjcf_pose base;
    TRY(seen_from(reader, reader->items[link].model, node, relative, &base));
    *pose = sdf_between(reader->items[link].pose, mjcf_compose(base, *pose));
    return HF_STATUS_OK;
}

hf_status sdf_link_of(sdf_reader *reader, const xml_node *node, int model, const char *name, int *link)
{
    *link = -1;
    for (int steps = 0; steps <= reader->count; steps++)
    {
        if (strcmp(name, "world") == 0) return HF_STATUS_OK;
        int item = sdf_find(reader, model, name);
        if (item < 0) return unknown(reader, node, name);
        const sdf_item *found = &reader->items[item];
        if (found->kind == SDF_LINK || found->kind == SDF_MODEL)
        {
            *link = found->kind == SDF_LINK ? item : found->canonical;
            return *link >= 0 ? HF_STATUS_OK : unknown(reader, node, name);
        }
        const char *next = base_of(reader, found);
        model = found->model;
        name = next && *next ? next : "__model__";
    }
    return mjcf_fail(reader->scene, node, HF_STATUS_FORMAT, "'%s' is attached to itself, by others", name);
}
