// <keyframe>: named states. qpos and qvel are laid out as in holdfast/mechanism.h, body by body.
//
// A key that a robot's own file brings along knows nothing of what else is in the scene: where its numbers are as many
// as its file has, they are those of that file, and all else stays as it is drawn. A key that is too short for either
// is continued that way, as in MuJoCo.

#include "base/arena.h"
#include "base/error.h"
#include "model/fibre/model_fibre.h"
#include "model/object.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

/// How many numbers each attribute of a key takes.
typedef struct key_sizes
{
    int q, v, u, mocap;
} key_sizes;

/// Of a body that stays in a plane, two ways and an angle; of one that translates, three ways; of one that changes its
/// shape, its scale or a matrix as well.
static const object_methods *free_kind(const mjcf_reader *reader, const mjcf_joint *joint)
{
    return object_methods_of(object_kind_of(&reader->bodies[joint->body].definition));
}

static int q_size(const mjcf_reader *reader, const mjcf_joint *joint)
{
    static const int sizes[] = {[JOINT_BALL] = 4, [JOINT_SLIDE] = 1, [JOINT_HINGE] = 1};
    return joint->type == JOINT_FREE ? free_kind(reader, joint)->q_size : sizes[joint->type];
}

static int v_size(const mjcf_reader *reader, const mjcf_joint *joint)
{
    static const int sizes[] = {[JOINT_BALL] = 3, [JOINT_SLIDE] = 1, [JOINT_HINGE] = 1};
    return joint->type == JOINT_FREE ? free_kind(reader, joint)->v_size : sizes[joint->type];
}

/// Whether an element belongs to a scope (mjcf_scope.c); to all of them: EVERYTHING.
enum
{
    EVERYTHING = -1,
    CONTINUED = -2, // all of them, and the key is shorter
};

static bool covers(const mjcf_reader *reader, int scope, const xml_node *node)
{
    return scope < 0 || mjcf_scope_within(reader, node->scope, scope);
}

static key_sizes count_numbers(mjcf_reader *reader, int scope)
{
    key_sizes sizes = {0};
    for (int k = 0; k < reader->joint_count; k++)
    {
        if (!covers(reader, scope, reader->joints[k].node)) continue;
        sizes.q += q_size(reader, &reader->joints[k]);
        sizes.v += v_size(reader, &reader->joints[k]);
    }
    for (int k = 0; k < reader->body_count; k++)
        sizes.mocap += reader->bodies[k].mocap && covers(reader, scope, reader->bodies[k].node);
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "actuator", section)) != NULL)
        for (const xml_node *node = section->first; node; node = node->next)
            if (covers(reader, scope, node)) sizes.u += mjcf_control_count(reader, node);
    return sizes;
}

// ---- the numbers of a key ----

enum
{
    KEY_Q,
    KEY_V,
    KEY_U,
    KEY_MPOS,
    KEY_MQUAT,
    KEY_PARTS
};

/// A key as it is written: part k has count[k] numbers, 0 if it is absent.
typedef struct key_text
{
    double *values[KEY_PARTS];
    int count[KEY_PARTS];
} key_text;

static const char *const part_names[KEY_PARTS] = {"qpos", "qvel", "ctrl", "mpos", "mquat"};

static void part_sizes(key_sizes s, int out[KEY_PARTS])
{
    const int sizes[KEY_PARTS] = {s.q, s.v, s.u, 3 * s.mocap, 4 * s.mocap};
    memcpy(out, sizes, sizeof sizes);
}

static bool fits(mjcf_reader *reader, const key_text *text, int scope)
{
    int sizes[KEY_PARTS];
    part_sizes(count_numbers(reader, scope), sizes);
    for (int k = 0; k < KEY_PARTS; k++)
        if (text->count[k] && text->count[k] != sizes[k]) return false;
    return true;
}

/// What the numbers are about: everything, or a file; the key's own comes first.
static hf_status find_scope(mjcf_reader *reader, const xml_node *key, const key_text *text, int *scope)
{
    *scope = EVERYTHING;
    if (fits(reader, text, EVERYTHING)) return HF_STATUS_OK;
    int scopes = reader->scopes ? reader->scopes->count : 0;
    for (int k = -1; k < scopes; k++)
    {
        *scope = k < 0 ? key->scope : k;
        if (fits(reader, text, *scope)) return HF_STATUS_OK;
    }
    *scope = CONTINUED;
    int sizes[KEY_PARTS];
    part_sizes(count_numbers(reader, EVERYTHING), sizes);
    for (int k = 0; k < KEY_PARTS; k++)
        if (text->count[k] > sizes[k])
            return mjcf_fail(reader, key, HF_STATUS_FORMAT, "%s: %d numbers, there must be %d", part_names[k],
                             text->count[k], sizes[k]);
    if (reader->notice && text->count[KEY_Q] && text->count[KEY_Q] < sizes[KEY_Q])
    {
        char note[400];
        snprintf(note, sizeof note, "%s:%d: <key>: qpos has %d numbers of %d; the rest stays as it is drawn", key->file,
                 key->line, text->count[KEY_Q], sizes[KEY_Q]);
        reader->notice(reader->notice_context, note);
    }
    return HF_STATUS_OK;
}

static hf_status read_key(mjcf_reader *reader, const xml_node *key, key_text *text, int *scope)
{
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < KEY_PARTS && status == HF_STATUS_OK; k++)
        status = mjcf_list(reader, key, part_names[k], &text->values[k], &text->count[k]);
    return status == HF_STATUS_OK ? find_scope(reader, key, text, scope) : status;
}

/// Takes what a key says about `size` numbers, if it says anything: those of the scope in turn, and as many as there
/// are.
static void take(const key_text *text, int part, bool covered, int *next, int size, double *out)
{
    for (int i = 0; i < size && covered; i++, ++*next)
        if (*next < text->count[part]) out[i] = text->values[part][*next];
}

/// As the joint is drawn.
static void reference_of(const mjcf_reader *reader, const mjcf_joint *joint, double *q)
{
    static const double pi = 3.14159265358979323846;
    const mjcf_body *body = &reader->bodies[joint->body];
    double unit = mjcf_compiler_of(reader, joint->node)->degrees ? pi / 180 : 1;
    memset(q, 0, (size_t)q_size(reader, joint) * sizeof *q);
    if (joint->type == JOINT_FREE)
    {
        if (q_size(reader, joint) == 3) return;
        v3_store(q, body->world.position);
        if (body->definition.form == HF_FORM_AFFINE) quat_to_matrix(body->world.turn, q + 3);
        else quat_store(q + 3, body->world.turn);
        if (body->definition.form == HF_FORM_SCALE) q[7] = 1;
    }
    else if (joint->type == JOINT_BALL) q[0] = 1;
    else q[0] = joint->ref * (joint->type == JOINT_HINGE ? unit : 1);
}

/// All coordinates, or velocities if `part` says so; NULL if the key has none.
static hf_status take_joints(mjcf_reader *reader, const key_text *text, int scope, int part, int count,
                             const double **values)
{
    *values = NULL;
    if (!text->count[part]) return HF_STATUS_OK;
    double *all = ARENA_ZEROED(reader->arena, double, count);
    if (!all) return error_no_memory(reader->error);
    *values = all;
    int next = 0;
    for (int k = 0; k < reader->joint_count; k++)
    {
        const mjcf_joint *joint = &reader->joints[k];
        int size = part == KEY_Q ? q_size(reader, joint) : v_size(reader, joint);
        if (part == KEY_Q) reference_of(reader, joint, all);
        take(text, part, covers(reader, scope, joint->node), &next, size, all);
        all += size;
    }
    return HF_STATUS_OK;
}

static hf_status take_controls(mjcf_reader *reader, const key_text *text, int scope, int count, const double **values)
{
    *values = NULL;
    if (!text->count[KEY_U]) return HF_STATUS_OK;
    double *all = ARENA_ZEROED(reader->arena, double, count);
    if (!all) return error_no_memory(reader->error);
    *values = all;
    int next = 0;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "actuator", section)) != NULL)
        for (const xml_node *node = section->first; node; node = node->next)
            for (int k = mjcf_control_count(reader, node); k > 0; k--)
                take(text, KEY_U, covers(reader, scope, node), &next, 1, all++);
    return HF_STATUS_OK;
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
            bool attached =
                reader->scopes && reader->scopes->items[key->scope].unit != 0; // starts when it is asked for
            if ((!name && !attached) || (name && own && strcmp(own, name) == 0)) return key;
        }
    }
    return NULL;
}

/// Kinematic bodies stand where the key says; it is no part of a state.
static hf_status place_mocap(mjcf_reader *reader, const xml_node *key)
{
    key_text text = {0};
    int scope, next_position = 0, next_turn = 0;
    TRY(read_key(reader, key, &text, &scope));
    for (int k = 0; k < reader->body_count; k++)
    {
        mjcf_body *body = &reader->bodies[k];
        if (!body->mocap) continue;
        bool covered = covers(reader, scope, body->node);
        double position[3], turn[4];
        v3_store(position, body->world.position);
        quat_store(turn, body->world.turn);
        take(&text, KEY_MPOS, covered, &next_position, 3, position);
        take(&text, KEY_MQUAT, covered && text.count[KEY_MQUAT], &next_turn, 4, turn);
        body->world.position = v3_load(position);
        if (text.count[KEY_MQUAT]) body->world.turn = read_turn(turn);
    }
    return HF_STATUS_OK;
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
        int size = q_size(reader, joint);
        bool floats = joint->type == JOINT_FREE && (size == 7 || size == 8);
        double *turn = floats ? mended + 3 : mended;
        if ((floats || joint->type == JOINT_BALL) && !(quat_norm(quat_load(turn)) > 1e-14))
            quat_store(turn, quat_identity());
        mended += size;
    }
    return HF_STATUS_OK;
}

/// Keys of a file know nothing of fibres, which come after all else: `own` numbers, then those that fibres start at (of
/// velocities: zeros).
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

/// Activations; a key that has fewer leaves the rest at 0.
static hf_status take_activations(mjcf_reader *reader, const xml_node *node, hf_key_def *key)
{
    double *values;
    int count;
    hf_status status = mjcf_list(reader, node, "act", &values, &count);
    if (status != HF_STATUS_OK || count == 0) return status;
    if (count > reader->activation_count)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "act: %d numbers, there must be %d", count,
                         reader->activation_count);
    double *all = ARENA_ZEROED(reader->arena, double, reader->activation_count);
    if (!all) return error_no_memory(reader->error);
    memcpy(all, values, (size_t)count * sizeof *all);
    key->activation = all;
    key->na = reader->activation_count;
    return HF_STATUS_OK;
}

static hf_status emit_key(mjcf_reader *reader, const xml_node *node)
{
    key_sizes sizes = count_numbers(reader, EVERYTHING);
    key_text text = {0};
    int scope;
    hf_key_def key = {.name = xml_value(node, "name"), .nq = sizes.q, .nv = sizes.v, .nu = sizes.u};
    hf_error error = {0};
    int index = -1;
    hf_status status = read_key(reader, node, &text, &scope);
    if (status == HF_STATUS_OK) status = take_joints(reader, &text, scope, KEY_Q, sizes.q, &key.q);
    if (status == HF_STATUS_OK) status = take_joints(reader, &text, scope, KEY_V, sizes.v, &key.v);
    if (status == HF_STATUS_OK) status = take_controls(reader, &text, scope, sizes.u, &key.control);
    if (status == HF_STATUS_OK) status = take_activations(reader, node, &key);
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
