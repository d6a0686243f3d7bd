// <keyframe>: where free bodies start, and how fast. qpos holds position and quaternion of each free body, qvel the velocity of its origin in
// world axes and its angular velocity in its own axes, in the order of the bodies.

#include "base/error.h"
#include "scene/mjcf.h"

#include <string.h>

static const xml_node *find_key(const mjcf_reader *reader, const char *name)
{
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "keyframe", section)) != NULL)
    {
        const xml_node *key = NULL;
        while ((key = mjcf_child(section, "key", key)) != NULL)
        {
            const char *own = xml_value(key, "name");
            if (!name || (own && strcmp(own, name) == 0)) return key;
        }
    }
    return NULL;
}

/// The numbers of an attribute, `each` for each of `count` things; NULL if it is absent.
static hf_status read_values(mjcf_reader *reader, const xml_node *key, const char *attribute, int each, int count,
                             const double **values)
{
    double *list;
    int found;
    hf_status status = mjcf_list(reader, key, attribute, &list, &found);
    if (status == HF_STATUS_OK && found > 0 && found != each * count)
        status = mjcf_fail(reader, key, HF_STATUS_FORMAT, "%s: %d numbers, there must be %d: %d for each of %d bodies",
                           attribute, found, each * count, each, count);
    *values = found > 0 ? list : NULL;
    return status;
}

static hf_status place_body(mjcf_reader *reader, const xml_node *key, mjcf_body *body, const double *position,
                            const double *turn)
{
    if (position) body->world.position = v3_load(position);
    if (!turn) return HF_STATUS_OK;
    quat q = quat_load(turn);
    if (!(quat_norm(q) > 1e-14))
        return mjcf_fail(reader, key, HF_STATUS_INVALID, "the quaternion of body '%s' is zero",
                         body->name ? body->name : "");
    body->world.turn = quat_normalize(q);
    return HF_STATUS_OK;
}

static void set_speed(mjcf_body *body, const double *velocity)
{
    memcpy(body->definition.velocity, velocity, 3 * sizeof(double));
    v3_store(body->definition.angular_velocity, quat_rotate(body->world.turn, v3_load(velocity + 3)));
    body->velocity_of_origin = true;
}

hf_status mjcf_read_key(mjcf_reader *reader, const char *name)
{
    if (name && !name[0]) return HF_STATUS_OK;
    const xml_node *key = find_key(reader, name);
    if (!key && name)
        return error_set(reader->error, HF_STATUS_INVALID, "%s: there is no keyframe '%s'", reader->path, name);
    if (!key) return HF_STATUS_OK;
    int free = 0, mocap = 0;
    for (int k = 0; k < reader->body_count; k++)
    {
        free += reader->bodies[k].free;
        mocap += reader->bodies[k].mocap;
    }
    const double *qpos, *qvel, *mpos, *mquat;
    hf_status status = read_values(reader, key, "qpos", 7, free, &qpos);
    if (status == HF_STATUS_OK) status = read_values(reader, key, "qvel", 6, free, &qvel);
    if (status == HF_STATUS_OK) status = read_values(reader, key, "mpos", 3, mocap, &mpos);
    if (status == HF_STATUS_OK) status = read_values(reader, key, "mquat", 4, mocap, &mquat);
    free = mocap = 0;
    for (int k = 0; k < reader->body_count && status == HF_STATUS_OK; k++)
    {
        mjcf_body *body = &reader->bodies[k];
        if (body->free)
        {
            if (qpos) status = place_body(reader, key, body, &qpos[7 * free], &qpos[7 * free + 3]);
            if (qvel) set_speed(body, &qvel[6 * free]);
            free++;
        }
        else if (body->mocap)
        {
            status = place_body(reader, key, body, mpos ? &mpos[3 * mocap] : NULL, mquat ? &mquat[4 * mocap] : NULL);
            mocap++;
        }
    }
    return status;
}
