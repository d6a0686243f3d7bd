// <keyframe>: named states. qpos and qvel are laid out as in holdfast/mechanism.h, body by body.

#include "base/arena.h"
#include "base/error.h"
#include "model/fibre/model_fibre.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

/// How many numbers each attribute of a key takes.
typedef struct key_sizes
{
    int q, v, u, mocap;
} key_sizes;

/// Of a body that stays in a plane: two ways and an angle.
static bool is_planar(const mjcf_reader *reader, const mjcf_joint *joint)
{
    return joint->type == JOINT_FREE && v3_norm2(v3_load(reader->bodies[joint->body].definition.plane)) > 0.0;
}

static int q_size(const mjcf_reader *reader, const mjcf_joint *joint)
{
    static const int sizes[] = {[JOINT_FREE] = 7, [JOINT_BALL] = 4, [JOINT_SLIDE] = 1, [JOINT_HINGE] = 1};
    return is_planar(reader, joint) ? 3 : sizes[joint->type];
}

static int v_size(const mjcf_reader *reader, const mjcf_joint *joint)
{
    static const int sizes[] = {[JOINT_FREE] = 6, [JOINT_BALL] = 3, [JOINT_SLIDE] = 1, [JOINT_HINGE] = 1};
    return is_planar(reader, joint) ? 3 : sizes[joint->type];
}

static key_sizes count_numbers(const mjcf_reader *reader)
{
    key_sizes sizes = {0};
    for (int k = 0; k < reader->joint_count; k++)
    {
        sizes.q += q_size(reader, &reader->joints[k]);
        sizes.v += v_size(reader, &reader->joints[k]);
    }
    for (int k = 0; k < reader->body_count; k++) sizes.mocap += reader->bodies[k].mocap;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "actuator", section)) != NULL)
        for (const xml_node *node = section->first; node; node = node->next) sizes.u++;
    return sizes;
}

/// The numbers of an attribute; NULL if it is absent.
static hf_status read_values(mjcf_reader *reader, const xml_node *key, const char *attribute, int count,
                             const double **values)
{
    double *list;
    int found;
    hf_status status = mjcf_list(reader, key, attribute, &list, &found);
    if (status == HF_STATUS_OK && found > 0 && found != count)
        status = mjcf_fail(reader, key, HF_STATUS_FORMAT, "%s: %d numbers, there must be %d", attribute, found, count);
    *values = found > 0 ? list : NULL;
    return status;
}

/// A quaternion of a key; zero means no turn, as in MuJoCo: a key that is never used is no reason to refuse a robot.
static quat read_turn(const double *turn)
{
    quat q = quat_load(turn);
    return quat_norm(q) > 1e-14 ? quat_normalize(q) : quat_identity();
}

// ---- where the scene starts ----

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

/// Bodies that are moved by decree stand where the key says; it is no part of a state.
static hf_status place_mocap(mjcf_reader *reader, const xml_node *key)
{
    const double *position, *turn;
    key_sizes sizes = count_numbers(reader);
    hf_status status = read_values(reader, key, "mpos", 3 * sizes.mocap, &position);
    if (status == HF_STATUS_OK) status = read_values(reader, key, "mquat", 4 * sizes.mocap, &turn);
    int next = 0;
    for (int k = 0; k < reader->body_count && status == HF_STATUS_OK; k++)
    {
        mjcf_body *body = &reader->bodies[k];
        if (!body->mocap) continue;
        if (position) body->world.position = v3_load(&position[3 * next]);
        if (turn) body->world.turn = read_turn(&turn[4 * next]);
        next++;
    }
    return status;
}

hf_status mjcf_choose_key(mjcf_reader *reader, const char *name)
{
    if (name && !name[0]) return HF_STATUS_OK;
    reader->key = find_key(reader, name);
    if (!reader->key && name)
        return error_set(reader->error, HF_STATUS_INVALID, "%s: there is no keyframe '%s'", reader->path, name);
    return reader->key ? place_mocap(reader, reader->key) : HF_STATUS_OK;
}

// ---- all of them ----

/// Quaternions that are zero become no turn; the others are normalized when the key is taken.
static hf_status mend_turns(mjcf_reader *reader, int count, const double **q)
{
    double *mended = ARENA_ARRAY(reader->arena, double, count);
    if (!mended) return error_no_memory(reader->error);
    memcpy(mended, *q, (size_t)count * sizeof *mended);
    *q = mended;
    for (int k = 0; k < reader->joint_count; k++)
    {
        const mjcf_joint *joint = &reader->joints[k];
        bool floats = joint->type == JOINT_FREE && !is_planar(reader, joint);
        double *turn = floats ? mended + 3 : mended;
        if ((floats || joint->type == JOINT_BALL) && !(quat_norm(quat_load(turn)) > 1e-14))
            quat_store(turn, quat_identity());
        mended += q_size(reader, joint);
    }
    return HF_STATUS_OK;
}

/// Keys of a file know nothing of fibres, which come after all else: `own` numbers, then those that fibres start at (of velocities: zeros).
static hf_status append_fibres(mjcf_reader *reader, bool velocities, int *count, const double **values)
{
    const growing *list = &reader->builder->fibres;
    int own = *count, total = own;
    for (size_t k = 0; k < list->count; k++)
    {
        const model_fibre *f = GROWING_AT(*list, model_fibre, k);
        total += velocities ? f->rod.v_count : f->rod.q_count;
    }
    *count = total;
    if (!*values || total == own) return HF_STATUS_OK;
    double *all = ARENA_ZEROED(reader->arena, double, total);
    if (!all) return error_no_memory(reader->error);
    memcpy(all, *values, (size_t)own * sizeof *all);
    for (size_t k = 0; k < list->count && !velocities; k++)
    {
        const model_fibre *f = GROWING_AT(*list, model_fibre, k);
        memcpy(all + own, f->q, (size_t)f->rod.q_count * sizeof *all);
        own += f->rod.q_count;
    }
    *values = all;
    return HF_STATUS_OK;
}

static hf_status emit_key(mjcf_reader *reader, const xml_node *node)
{
    key_sizes sizes = count_numbers(reader);
    hf_key_def key = {.name = xml_value(node, "name"), .nq = sizes.q, .nv = sizes.v, .nu = sizes.u};
    hf_error error = {0};
    int index = -1;
    hf_status status = read_values(reader, node, "qpos", sizes.q, &key.q);
    if (status == HF_STATUS_OK) status = read_values(reader, node, "qvel", sizes.v, &key.v);
    if (status == HF_STATUS_OK) status = read_values(reader, node, "ctrl", sizes.u, &key.control);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "time", &key.time, 1, 1, NULL);
    if (status == HF_STATUS_OK && key.q) status = mend_turns(reader, sizes.q, &key.q);
    if (status == HF_STATUS_OK) status = append_fibres(reader, false, &key.nq, &key.q);
    if (status == HF_STATUS_OK) status = append_fibres(reader, true, &key.nv, &key.v);
    if (status != HF_STATUS_OK) return status;
    status = mjcf_passed(reader, node, hf_builder_add_key(reader->builder, &key, &index, &error), &error);
    if (status == HF_STATUS_OK && node == reader->key)
        status = mjcf_passed(reader, node, hf_builder_start(reader->builder, index, &error), &error);
    return status;
}

hf_status mjcf_emit_keys(mjcf_reader *reader)
{
    return mjcf_each(reader, "keyframe", "key", emit_key);
}
