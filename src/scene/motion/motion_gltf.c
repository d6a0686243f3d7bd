// The motion of a glTF node: its place in the world, with all nodes above it, at the key times of every channel that
// has a part in it.
//
// Channels are evaluated as glTF says (linear, spherically linear, cubic) at these times, and at PLACES places between
// the keys of a cubic one; the keys that come of it are followed by curves of our own, whose velocity is continuous
// (bodies/keyframes.c). STEP would be jumps: it is refused where values differ. glTF's y axis points up, ours is z: (x,
// y, z) becomes (x, -z, y), for places and for axes of turning.
// Scales of nodes above stretch the places of those below, and must be the same along all axes; the node's own has no
// meaning for a rigid body.

#include "scene/motion/gltf.h"
#include "scene/motion/motion_keys.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "linalg/quat.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PLACES = 8,     // into which an interval of a cubic channel is cut
    DEEPEST = 1000, // nodes above each other
    MOST_KEYS = 10000000
};

typedef enum channel_path
{
    PATH_TRANSLATION = 0,
    PATH_ROTATION,
    PATH_SCALE,
    PATH_COUNT
} channel_path;

typedef struct channel
{
    int count; // keys; 0: the node's own value
    double *times, *values;
    int width;
    bool cubic;
} channel;

/// A node on the way from the root to the one that is wanted.
typedef struct link
{
    int node;
    vec3 translation;
    quat rotation;
    double scale;
    channel channels[PATH_COUNT];
} link;

typedef struct scene
{
    gltf_file *file;
    const json_value *nodes;
    link *links; // the wanted node first, then what is above it
    int link_count;
} scene;

static const char *name_of(const json_value *item)
{
    const json_value *name = json_member(item, "name");
    return name && name->kind == JSON_TEXT ? name->text : "(no name)";
}

// ---- which ----

static hf_status find_animation(gltf_file *file, const char *name, const json_value **animation)
{
    const json_value *list = json_member(file->root, "animations"), *item = json_item(list, 0);
    if (!item) return gltf_fail(file, "there are no animations");
    while (item && name && strcmp(name_of(item), name) != 0) item = item->next;
    if (!item)
        return gltf_fail(file, "there is no animation '%s'; the first is '%s'", name, name_of(json_item(list, 0)));
    *animation = item;
    return HF_STATUS_OK;
}

/// The target of a channel; -1 if it has none.
static int target_of(const json_value *item)
{
    int node = -1;
    (void)json_member_index(json_member(item, "target"), "node", INT_MAX, &node);
    return node;
}

static hf_status find_node(const scene *s, const json_value *animation, const char *name, int *node)
{
    *node = -1;
    int k = 0;
    for (const json_value *item = json_item(s->nodes, 0); name && item; item = item->next, k++)
        if (strcmp(name_of(item), name) == 0)
        {
            *node = k;
            return HF_STATUS_OK;
        }
    if (name) return gltf_fail(s->file, "there is no node '%s'", name);
    for (const json_value *c = json_item(json_member(animation, "channels"), 0); c; c = c->next)
    {
        int target = target_of(c);
        if (*node >= 0 && target != *node)
            return gltf_fail(s->file, "several nodes are animated, '%s' and '%s' among them; say which: #name",
                             name_of(json_item(s->nodes, *node)), name_of(json_item(s->nodes, target)));
        *node = target;
    }
    return json_item(s->nodes, *node) ? HF_STATUS_OK : gltf_fail(s->file, "no node is animated");
}

/// The node that has this one among its children; -1: none.
static int parent_of(const scene *s, int node)
{
    int k = 0;
    for (const json_value *item = json_item(s->nodes, 0); item; item = item->next, k++)
        for (const json_value *c = json_item(json_member(item, "children"), 0); c; c = c->next)
            if (c->kind == JSON_NUMBER && c->number == node) return k;
    return -1;
}

// ---- values of a node ----

/// Numbers of a list; false if there are not as many.
static bool numbers_of(const json_value *list, int count, double *numbers)
{
    const json_value *item = json_item(list, 0);
    for (int k = 0; k < count; k++, item = item->next)
    {
        if (!item || item->kind != JSON_NUMBER) return false;
        numbers[k] = item->number;
    }
    return item == NULL;
}

static bool uniform(const double s[3])
{
    const double SAME = 1e-4;
    return s[0] > 0.0 && fabs(s[1] - s[0]) <= SAME * s[0] && fabs(s[2] - s[0]) <= SAME * s[0];
}

static hf_status read_matrix(const scene *s, const double m[16], link *l)
{
    double scale[3], R[9];
    for (int c = 0; c < 3; c++) scale[c] = v3_norm(v3(m[4 * c], m[4 * c + 1], m[4 * c + 2]));
    vec3 x = v3(m[0], m[1], m[2]), y = v3(m[4], m[5], m[6]), z = v3(m[8], m[9], m[10]);
    if (!uniform(scale) || !(v3_dot(v3_cross(x, y), z) > 0.9 * scale[0] * scale[1] * scale[2]))
        return gltf_fail(s->file, "the matrix of node %d is no turn with one scale", l->node);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) R[3 * r + c] = m[4 * c + r] / scale[c];
    l->translation = v3(m[12], m[13], m[14]);
    l->rotation = quat_normalize(quat_from_matrix(R));
    l->scale = scale[0];
    return HF_STATUS_OK;
}

static hf_status read_node(const scene *s, link *l)
{
    const json_value *node = json_item(s->nodes, l->node);
    const json_value *t = json_member(node, "translation"), *r = json_member(node, "rotation"),
                     *k = json_member(node, "scale"), *matrix = json_member(node, "matrix");
    double m[16], x[3] = {0}, q[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    if (matrix)
        return numbers_of(matrix, 16, m) ? read_matrix(s, m, l)
                                         : gltf_fail(s->file, "the matrix of node %d has not 16 numbers", l->node);
    bool good = (!t || numbers_of(t, 3, x)) && (!r || numbers_of(r, 4, q)) && (!k || numbers_of(k, 3, scale));
    l->translation = v3_load(x);
    l->rotation = (quat){q[3], q[0], q[1], q[2]};
    l->scale = scale[0];
    if (!good || !(quat_norm(l->rotation) > 1e-6))
        return gltf_fail(s->file, "translation, rotation or scale of node %d is none", l->node);
    l->rotation = quat_normalize(l->rotation);
    if (l != s->links && !uniform(scale))
        return gltf_fail(s->file, "node %d ('%s') is scaled by %g, %g, %g; nodes above one that moves need one scale",
                         l->node, name_of(node), scale[0], scale[1], scale[2]);
    return HF_STATUS_OK;
}

// ---- channels ----

static hf_status check_channel(const scene *s, const link *l, const channel *c, bool step)
{
    const char *name = name_of(json_item(s->nodes, l->node));
    for (int k = 0; k < c->count; k++)
        if (!isfinite(c->times[k]) || (k > 0 && !(c->times[k] > c->times[k - 1])))
            return gltf_fail(s->file, "node '%s': the time of key %d, %g, does not follow", name, k + 1, c->times[k]);
    size_t total = (size_t)c->count * (size_t)c->width * (c->cubic ? 3 : 1);
    for (size_t k = 0; k < total; k++)
        if (!isfinite(c->values[k])) return gltf_fail(s->file, "node '%s' has a key that is no number", name);
    for (int k = 0; step && k + 1 < c->count; k++)
        if (memcmp(&c->values[k * c->width], &c->values[(k + 1) * c->width], (size_t)c->width * sizeof(double)) != 0)
            return gltf_fail(
                s->file, "node '%s' jumps at %g s (interpolation STEP); nothing jumps: make it LINEAR, and leave time",
                name, c->times[k + 1]);
    return HF_STATUS_OK;
}

static hf_status read_channel(const scene *s, const json_value *animation, const json_value *item, link *l)
{
    static const char *const paths[PATH_COUNT] = {"translation", "rotation", "scale"};
    const json_value *path = json_member(json_member(item, "target"), "path");
    int index, input, output, values, which = 0;
    while (path && path->kind == JSON_TEXT && which < PATH_COUNT && strcmp(path->text, paths[which]) != 0) which++;
    if (!path || path->kind != JSON_TEXT || which == PATH_COUNT) return HF_STATUS_OK; // weights of morphs
    if (l == s->links && which == PATH_SCALE) return HF_STATUS_OK;
    const json_value *sampler = json_member_index(item, "sampler", INT_MAX, &index)
                                    ? json_item(json_member(animation, "samplers"), index)
                                    : NULL;
    if (!json_member_index(sampler, "input", INT_MAX, &input) ||
        !json_member_index(sampler, "output", INT_MAX, &output))
        return gltf_fail(s->file, "a channel of node %d has no whole sampler", l->node);
    const json_value *kind = json_member(sampler, "interpolation");
    const char *how = kind && kind->kind == JSON_TEXT ? kind->text : "LINEAR";
    channel *c = &l->channels[which];
    c->cubic = strcmp(how, "CUBICSPLINE") == 0;
    c->width = which == PATH_ROTATION ? 4 : 3;
    if (!c->cubic && strcmp(how, "LINEAR") != 0 && strcmp(how, "STEP") != 0)
        return gltf_fail(s->file, "an interpolation '%s' is not known", how);
    hf_status status = gltf_numbers(s->file, input, 1, &c->count, &c->times);
    if (status == HF_STATUS_OK) status = gltf_numbers(s->file, output, c->width, &values, &c->values);
    if (status != HF_STATUS_OK) return status;
    if (c->count < 1 || values != c->count * (c->cubic ? 3 : 1))
        return gltf_fail(s->file, "a channel of node %d has %d times and %d values", l->node, c->count, values);
    return check_channel(s, l, c, strcmp(how, "STEP") == 0);
}

/// The node and all above it, with what moves them.
static hf_status follow(scene *s, const json_value *animation, int node)
{
    s->links = ARENA_ZEROED(s->file->arena, link, DEEPEST);
    if (!s->links) return error_no_memory(s->file->error);
    for (; node >= 0; node = parent_of(s, node))
    {
        if (s->link_count == DEEPEST) return gltf_fail(s->file, "nodes are their own ancestors, or too many");
        link *l = &s->links[s->link_count++];
        l->node = node;
        hf_status status = read_node(s, l);
        const json_value *item = json_item(json_member(animation, "channels"), 0);
        for (; item && status == HF_STATUS_OK; item = item->next)
            if (target_of(item) == node) status = read_channel(s, animation, item, l);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

// ---- samples ----

static void value_at(const channel *c, double t, double value[4])
{
    int last = c->count - 1, stride = c->cubic ? 3 * c->width : c->width, off = c->cubic ? c->width : 0, k = 0;
    if (t <= c->times[0] || t >= c->times[last])
    {
        k = t <= c->times[0] ? 0 : last;
        memcpy(value, c->values + (size_t)k * (size_t)stride + off, (size_t)c->width * sizeof(double));
        return;
    }
    int high = last;
    while (high - k > 1)
    {
        int middle = k + (high - k) / 2;
        if (c->times[middle] <= t) k = middle;
        else high = middle;
    }
    double h = c->times[k + 1] - c->times[k], s = (t - c->times[k]) / h, r = 1.0 - s;
    const double *a = c->values + (size_t)k * (size_t)stride, *b = a + stride;
    for (int i = 0; i < c->width && c->cubic; i++)
        value[i] = r * r * (1.0 + 2.0 * s) * a[off + i] + h * s * r * r * a[2 * off + i] +
                   s * s * (3.0 - 2.0 * s) * b[off + i] - h * s * s * r * b[i];
    for (int i = 0; i < c->width && !c->cubic; i++) value[i] = r * a[i] + s * b[i];
    if (c->cubic || c->width != 4) return;
    quat from = quat_normalize((quat){a[3], a[0], a[1], a[2]}), to = quat_normalize((quat){b[3], b[0], b[1], b[2]});
    quat q = quat_multiply(from, quat_exp(v3_scale(s, quat_log(quat_multiply(quat_conjugate(from), to)))));
    value[0] = q.x, value[1] = q.y, value[2] = q.z, value[3] = q.w;
}

/// Position and orientation of the wanted node at time t.
static hf_status pose_at(const scene *s, double t, vec3 *x, quat *q)
{
    double scale = 1.0, value[4];
    *x = v3_zero(), *q = quat_identity();
    for (int k = s->link_count - 1; k >= 0; k--)
    {
        const link *l = &s->links[k];
        vec3 translation = l->translation;
        quat rotation = l->rotation;
        double own = l->scale;
        if (l->channels[PATH_TRANSLATION].count > 0)
            value_at(&l->channels[PATH_TRANSLATION], t, value), translation = v3_load(value);
        if (l->channels[PATH_ROTATION].count > 0)
            value_at(&l->channels[PATH_ROTATION], t, value), rotation = (quat){value[3], value[0], value[1], value[2]};
        if (l->channels[PATH_SCALE].count > 0)
        {
            value_at(&l->channels[PATH_SCALE], t, value);
            if (!uniform(value))
                return gltf_fail(s->file, "node %d is not scaled alike along all axes at %g s", l->node, t);
            own = value[0];
        }
        if (!(quat_norm(rotation) > 1e-6)) return gltf_fail(s->file, "node %d has no orientation at %g s", l->node, t);
        *x = v3_add(*x, v3_scale(scale, quat_rotate(*q, translation)));
        *q = quat_normalize(quat_multiply(*q, quat_normalize(rotation)));
        scale *= own;
    }
    return HF_STATUS_OK;
}

static int compare_times(const void *p, const void *q)
{
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/// All times at which a channel has a key, or a place between cubic ones; ascending, each once.
static hf_status collect_times(const scene *s, hf_motion_keys *keys)
{
    const double SAME = 1e-7; // [s]: times are in single precision
    size_t total = 0;
    for (int k = 0; k < s->link_count * PATH_COUNT; k++)
    {
        const channel *c = &s->links[k / PATH_COUNT].channels[k % PATH_COUNT];
        total += (size_t)c->count * (c->cubic ? PLACES : 1);
    }
    if (total == 0)
        return gltf_fail(s->file, "nothing moves node '%s'", name_of(json_item(s->nodes, s->links[0].node)));
    if (total > MOST_KEYS) return gltf_fail(s->file, "has %zu keys, which are too many", total);
    keys->times = ARENA_ARRAY(keys->arena, double, total);
    if (!keys->times) return error_no_memory(s->file->error);
    int count = 0;
    for (int k = 0; k < s->link_count * PATH_COUNT; k++)
    {
        const channel *c = &s->links[k / PATH_COUNT].channels[k % PATH_COUNT];
        for (int i = 0; i < c->count; i++)
        {
            keys->times[count++] = c->times[i];
            for (int p = 1; c->cubic && i + 1 < c->count && p < PLACES; p++)
                keys->times[count++] = c->times[i] + p * (c->times[i + 1] - c->times[i]) / PLACES;
        }
    }
    qsort(keys->times, (size_t)count, sizeof *keys->times, compare_times);
    keys->count = 0;
    for (int k = 0; k < count; k++)
        if (keys->count == 0 || keys->times[k] > keys->times[keys->count - 1] + SAME)
            keys->times[keys->count++] = keys->times[k];
    return HF_STATUS_OK;
}

hf_status motion_read_gltf(const char *path, const char *node, const char *animation, hf_motion_keys *keys,
                           hf_error *error)
{
    gltf_file file = {.path = path, .arena = keys->arena, .error = error};
    const json_value *chosen = NULL;
    int index = -1;
    hf_status status = gltf_open(&file);
    scene s = {.file = &file, .nodes = status == HF_STATUS_OK ? json_member(file.root, "nodes") : NULL};
    if (status == HF_STATUS_OK) status = find_animation(&file, animation, &chosen);
    if (status == HF_STATUS_OK) status = find_node(&s, chosen, node, &index);
    if (status == HF_STATUS_OK) status = follow(&s, chosen, index);
    if (status == HF_STATUS_OK) status = collect_times(&s, keys);
    if (status != HF_STATUS_OK) return status;
    keys->positions = ARENA_ARRAY(keys->arena, double, 3 * (size_t)keys->count);
    keys->orientations = ARENA_ARRAY(keys->arena, double, 4 * (size_t)keys->count);
    if (!keys->positions || !keys->orientations) return error_no_memory(error);
    for (int k = 0; k < keys->count && status == HF_STATUS_OK; k++)
    {
        vec3 x;
        quat q;
        status = pose_at(&s, keys->times[k], &x, &q);
        v3_store(keys->positions + 3 * (size_t)k, v3(x.x, -x.z, x.y));
        quat_store(keys->orientations + 4 * (size_t)k, (quat){q.w, q.x, -q.z, q.y});
    }
    return status;
}
