// Mechanisms of a model: copies of the definitions, the layout of coordinates, and which bodies make up which tree.
//
// A tree is a free body with all links below it, or a link whose parent does not move by itself (static or prescribed)
// with all below it: branches of what is fixed do not feel each other and are objects of their own. A link without
// joints below something static is static itself.

#include "model/mechanism.h"
#include "model/model.h"
#include "model/passive/power.h"
#include "model/rows/actuator.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"

#include <stdlib.h>
#include <string.h>

// ---- copies ----

/// A copy of a list whose items begin with their name, and have no other pointer that counts. *count is right even
/// where memory is short, so that names can be given back.
static bool copy_named(const growing *list, size_t size, void *items, int *count)
{
    char *copy = memory_zeroed(list->count, size);
    memcpy(items, &copy, sizeof copy);
    *count = copy ? (int)list->count : 0;
    for (size_t k = 0; copy && k < list->count; k++)
    {
        const char *name, *own;
        memcpy(&name, (const char *)list->items + k * size, sizeof name);
        bool well = name_copy(name, &own);
        memcpy(copy + k * size, (const char *)list->items + k * size, size);
        memcpy(copy + k * size, &own, sizeof own);
        if (well) continue;
        memset(copy + k * size, 0, size);
        return false;
    }
    return copy != NULL;
}

static bool copy_array(const double **values, int count)
{
    if (*values) *values = memory_copy(*values, (size_t)count, sizeof(double));
    return *values != NULL;
}

static bool copy_tendons(const growing *list, mechanism *m)
{
    bool named = copy_named(list, sizeof *m->tendons, &m->tendons, &m->tendon_count);
    for (int k = 0; k < m->tendon_count; k++)
        m->tendons[k].items = NULL, m->tendons[k].coefficient = NULL, m->tendons[k].path = NULL;
    if (!named) return false;
    for (int k = 0; k < m->tendon_count; k++)
    {
        const hf_tendon_def *from = GROWING_AT(*list, hf_tendon_def, k);
        hf_tendon_def *to = &m->tendons[k];
        to->items = memory_copy(from->items, (size_t)from->count, sizeof(int));
        to->coefficient = from->coefficient;
        if (from->coefficient && !copy_array(&to->coefficient, from->count)) return false; // NULL then
        if (from->path) to->path = memory_copy(from->path, (size_t)from->count, sizeof *from->path);
        if (!to->items || (from->path && !to->path)) return false;
    }
    return true;
}

static bool copy_keys(const growing *list, mechanism *m)
{
    bool named = copy_named(list, sizeof *m->keys, &m->keys, &m->key_count);
    for (int k = 0; k < m->key_count; k++)
        m->keys[k].q = m->keys[k].v = m->keys[k].control = m->keys[k].activation = NULL;
    if (!named) return false;
    for (int k = 0; k < m->key_count; k++)
    {
        const hf_key_def *from = GROWING_AT(*list, hf_key_def, k);
        hf_key_def *to = &m->keys[k];
        to->q = from->q;
        if (from->q && !copy_array(&to->q, from->nq)) return false;
        to->v = from->v;
        if (from->v && !copy_array(&to->v, from->nv)) return false;
        to->control = from->control;
        if (from->control && !copy_array(&to->control, from->nu)) return false;
        to->activation = from->activation;
        if (from->activation && !copy_array(&to->activation, from->na)) return false;
    }
    return true;
}

static bool copy_definitions(const hf_builder *b, mechanism *m)
{
    return copy_named(&b->joints, sizeof *m->joints, &m->joints, &m->joint_count) &&
           copy_named(&b->sites, sizeof *m->sites, &m->sites, &m->site_count) &&
           copy_named(&b->loops, sizeof *m->loops, &m->loops, &m->loop_count) &&
           copy_named(&b->actuators, sizeof *m->actuators, &m->actuators, &m->actuator_count) &&
           copy_named(&b->sensors, sizeof *m->sensors, &m->sensors, &m->sensor_count) && copy_tendons(&b->tendons, m) &&
           copy_keys(&b->keys, m);
}

// ---- trees ----

/// The pose of a link without joints that hangs on something static.
static void make_static(const hf_body_def *bodies, hf_body_def *link)
{
    const hf_body_def *parent = &bodies[link->parent];
    quat turn = quat_load(parent->orientation);
    vec3 at = v3_add(v3_load(parent->position), quat_rotate(turn, v3_load(link->position)));
    v3_store(link->position, at);
    quat_store(link->orientation, quat_normalize(quat_multiply(turn, quat_load(link->orientation))));
    link->motion = HF_MOTION_STATIC;
    link->parent = -1;
    for (int i = 0; i < 3; i++) link->plane[i] = 0.0;
}

/// body_tree ◄ the tree of each body, -1 if it is in none; trees get their base.
static void find_trees(int n, hf_body_def *bodies, const int *joints_of, mechanism *m)
{
    for (int k = 1; k < n; k++)
        if (bodies[k].parent >= 0) m->body_tree[bodies[k].parent] = -2; // it is a parent
    for (int k = 0; k < n; k++)
    {
        bool is_parent = m->body_tree[k] == -2;
        int parent = bodies[k].parent, base = -1;
        m->body_tree[k] = -1;
        if (parent >= 0)
        {
            bodies[k].motion = HF_MOTION_FREE; // whatever was said
            if (m->body_tree[parent] >= 0)
            {
                m->body_tree[k] = m->body_tree[parent];
                continue;
            }
            if (joints_of[k] == 0 && bodies[parent].motion == HF_MOTION_STATIC)
            {
                make_static(bodies, &bodies[k]);
                continue;
            }
            base = parent;
        }
        else if (bodies[k].motion != HF_MOTION_FREE || !is_parent) continue;
        m->body_tree[k] = m->tree_count;
        m->trees[m->tree_count++] = (model_tree){.floating = base < 0, .base = base};
    }
}

/// Where the joints of each body begin, in the order of bodies and, within a body, of definition.
static int *order_joints(int n, const mechanism *m, const int *joints_of, int *order)
{
    int *begin = MEMORY_ARRAY(int, (size_t)n + 1), *next = MEMORY_ARRAY(int, (size_t)n);
    if (begin && next)
    {
        for (int k = 0; k < n; k++) next[k] = begin[k], begin[k + 1] = begin[k] + joints_of[k];
        for (int j = 0; j < m->joint_count; j++) order[next[m->joints[j].body]++] = j;
    }
    else
    {
        free(begin);
        begin = NULL;
    }
    free(next);
    return begin;
}

/// Bodies of all trees, tree by tree, in their order.
static void place_links(int n, mechanism *m)
{
    int next = 0;
    for (int k = 0; k < n; k++)
        if (m->body_tree[k] >= 0) m->trees[m->body_tree[k]].link_count++;
    for (int t = 0; t < m->tree_count; t++)
    {
        m->trees[t].link_begin = next;
        next += m->trees[t].link_count;
        m->trees[t].link_count = 0;
    }
    for (int k = 0; k < n; k++)
    {
        model_tree *tree = m->body_tree[k] >= 0 ? &m->trees[m->body_tree[k]] : NULL;
        m->body_link[k] = tree ? tree->link_count : -1;
        if (tree) m->links[tree->link_begin + tree->link_count++] = k;
    }
}

/// Joints and coordinates of one tree.
static void fill_tree(model_tree *tree, const int *begin, const int *order, mechanism *m, int *joint)
{
    tree->joint_begin = *joint;
    tree->q = m->tree_q_count;
    tree->v = m->tree_v_count;
    tree->q_count = tree->floating ? 7 : 0;
    tree->v_count = tree->floating ? 6 : 0;
    for (int i = 0; i < tree->link_count; i++)
    {
        int k = m->links[tree->link_begin + i];
        for (int e = begin[k]; e < begin[k + 1]; e++)
        {
            int j = order[e];
            m->tree_joints[(*joint)++] = j;
            m->joint_place_q[j] = tree->q + tree->q_count;
            m->joint_place_v[j] = tree->v + tree->v_count;
            tree->q_count += joint_q_size(m->joints[j].kind);
            tree->v_count += joint_v_size(m->joints[j].kind);
        }
    }
    tree->joint_count = *joint - tree->joint_begin;
    m->tree_q_count += tree->q_count;
    m->tree_v_count += tree->v_count;
}

/// The layout of mechanism.h.
static void lay_out(const hf_builder *builder, int n, const hf_body_def *bodies, const int *begin, const int *order,
                    mechanism *m)
{
    size_t next = 0;
    int segments = 0; // of a fibre that follow: its first body has its coordinates
    for (int k = 0; k < n; k++)
    {
        m->body_q[k] = m->body_v[k] = -1;
        const model_fibre *f = next < builder->fibres.count ? GROWING_AT(builder->fibres, model_fibre, next) : NULL;
        if (f && f->body == k)
        {
            m->body_q[k] = m->q_count;
            m->body_v[k] = m->v_count;
            m->q_count += f->rod.q_count;
            m->v_count += f->rod.v_count;
            segments = f->def.segment_count;
            next++;
        }
        if (segments > 0)
        {
            segments--;
            continue;
        }
        if (bodies[k].parent < 0 && bodies[k].motion == HF_MOTION_FREE)
        {
            m->body_q[k] = m->q_count;
            m->body_v[k] = m->v_count;
            object_kind kind = m->body_tree[k] >= 0 ? OBJECT_REDUCED : object_kind_of(&bodies[k]);
            m->q_count += object_methods_of(kind)->q_size;
            m->v_count += object_methods_of(kind)->v_size;
        }
        for (int i = begin[k]; i < begin[k + 1]; i++)
        {
            m->joint_q[order[i]] = m->q_count;
            m->joint_v[order[i]] = m->v_count;
            m->q_count += joint_q_size(m->joints[order[i]].kind);
            m->v_count += joint_v_size(m->joints[order[i]].kind);
        }
    }
}

static bool take_arrays(int body_count, mechanism *m)
{
    size_t n = (size_t)body_count, j = (size_t)m->joint_count;
    m->joint_q = MEMORY_ARRAY(int, j);
    m->joint_v = MEMORY_ARRAY(int, j);
    m->body_q = MEMORY_ARRAY(int, n);
    m->body_v = MEMORY_ARRAY(int, n);
    m->trees = MEMORY_ARRAY(model_tree, n);
    m->links = MEMORY_ARRAY(int, n);
    m->tree_joints = MEMORY_ARRAY(int, j);
    m->body_tree = MEMORY_ARRAY(int, n);
    m->body_link = MEMORY_ARRAY(int, n);
    m->joint_place_q = MEMORY_ARRAY(int, j);
    m->joint_place_v = MEMORY_ARRAY(int, j);
    m->tendon_reference = MEMORY_ARRAY(double, (size_t)m->tendon_count);
    m->activation = MEMORY_ARRAY(int, (size_t)m->actuator_count);
    for (int k = 0; m->activation && k < m->actuator_count; k++)
    {
        int states = actuator_states(&m->actuators[k]);
        m->activation[k] = states > 0 ? m->activation_count : -1;
        m->activation_count += states;
        m->history_count += 2 * m->actuators[k].samples;
    }
    return m->activation && m->tendon_reference && m->joint_q && m->joint_v && m->body_q && m->body_v && m->trees &&
           m->links && m->tree_joints && m->body_tree && m->body_link && m->joint_place_q && m->joint_place_v;
}

/// `values` of a key, of which those of fibres are missing, with these in their places: as they start, or 0. NULL if
/// memory is short.
static double *pad_key(const hf_builder *builder, const mechanism *m, const double *values, bool velocities)
{
    int next = 0, total = velocities ? m->v_count : m->q_count;
    double *whole = MEMORY_ARRAY(double, (size_t)total);
    if (!whole) return NULL;
    for (size_t k = 0; k <= builder->fibres.count; k++)
    {
        const model_fibre *f =
            k < builder->fibres.count ? GROWING_AT(builder->fibres, model_fibre, k) : NULL; // they ascend
        int place = !f ? total : velocities ? m->body_v[f->body] : m->body_q[f->body];
        while (next < place) whole[next++] = *values++;
        if (!f) break;
        if (!velocities) memcpy(whole + next, f->q, (size_t)f->rod.q_count * sizeof *whole);
        next += velocities ? f->rod.v_count : f->rod.q_count;
    }
    return whole;
}

/// Keyframes may leave fibres out.
static hf_status pad_keys(const hf_builder *builder, mechanism *m, hf_error *error)
{
    int q = m->q_count, v = m->v_count;
    for (size_t k = 0; k < builder->fibres.count; k++)
    {
        q -= GROWING_AT(builder->fibres, model_fibre, k)->rod.q_count;
        v -= GROWING_AT(builder->fibres, model_fibre, k)->rod.v_count;
    }
    for (int k = 0; k < m->key_count && builder->fibres.count > 0; k++)
    {
        hf_key_def *key = &m->keys[k];
        double *q_whole = key->q && key->nq == q ? pad_key(builder, m, key->q, false) : NULL;
        double *v_whole = key->v && key->nv == v ? pad_key(builder, m, key->v, true) : NULL;
        if ((key->q && key->nq == q && !q_whole) || (key->v && key->nv == v && !v_whole))
        {
            free(q_whole);
            free(v_whole);
            return error_no_memory(error);
        }
        if (q_whole) release(key->q), key->q = q_whole, key->nq = m->q_count;
        if (v_whole) release(key->v), key->v = v_whole, key->nv = m->v_count;
    }
    return HF_STATUS_OK;
}

static hf_status check_keys(const mechanism *m, hf_error *error)
{
    for (int k = 0; k < m->key_count; k++)
    {
        const hf_key_def *key = &m->keys[k];
        const struct
        {
            const char *field;
            const double *values;
            int count, wanted;
        } lists[4] = {{"q", key->q, key->nq, m->q_count},
                      {"v", key->v, key->nv, m->v_count},
                      {"control", key->control, key->nu, m->actuator_count},
                      {"activation", key->activation, key->na, m->activation_count}};
        char label[LABEL_SIZE];
        label_make(label, "keyframe", k, key->name);
        for (int i = 0; i < 4; i++)
            if (lists[i].values && lists[i].count != lists[i].wanted)
                return error_set(error, HF_STATUS_INVALID, "%s: %d numbers in %s, the model has %d", label,
                                 lists[i].count, lists[i].field, lists[i].wanted);
    }
    return HF_STATUS_OK;
}

static bool arrange(const hf_builder *builder, int body_count, hf_body_def *bodies, mechanism *m)
{
    int *joints_of = MEMORY_ARRAY(int, (size_t)body_count), *order = MEMORY_ARRAY(int, (size_t)m->joint_count);
    int *begin = NULL, joint = 0;
    if (joints_of && order)
    {
        for (int j = 0; j < m->joint_count; j++) joints_of[m->joints[j].body]++;
        find_trees(body_count, bodies, joints_of, m);
        begin = order_joints(body_count, m, joints_of, order);
    }
    if (begin)
    {
        place_links(body_count, m);
        for (int t = 0; t < m->tree_count; t++) fill_tree(&m->trees[t], begin, order, m, &joint);
        lay_out(builder, body_count, bodies, begin, order, m);
    }
    bool well = begin != NULL;
    free(joints_of);
    free(order);
    free(begin);
    return well;
}

/// Armature and damping of actuators are those of what they move, seen through the gear.
static void reflect_actuators(mechanism *m)
{
    for (int k = 0; k < m->actuator_count; k++)
    {
        hf_actuator_def *a = &m->actuators[k];
        bool tendon = a->transmission == HF_TRANSMISSION_TENDON;
        if (a->armature == 0.0 && a->damping == 0.0 && power_is_linear(a->damping_power)) continue;
        double square = a->gear[0] * a->gear[0];
        double *power = tendon ? m->tendons[a->target].damping_power : m->joints[a->target].damping_power;
        for (int i = 0; i < 2; i++) power[i] += square * a->damping_power[i];
        *(tendon ? &m->tendons[a->target].armature : &m->joints[a->target].armature) += square * a->armature;
        *(tendon ? &m->tendons[a->target].damping : &m->joints[a->target].damping) += square * a->damping;
        a->armature = a->damping = a->damping_power[0] = a->damping_power[1] = 0.0;
    }
}

/// Actuators that read the controls of others: whether these are there.
static hf_status check_signals(const mechanism *m, hf_error *error)
{
    for (int k = 0; k < m->actuator_count; k++)
    {
        const hf_actuator_def *a = &m->actuators[k];
        char label[LABEL_SIZE];
        bool quaternion = a->gain_kind == HF_GAIN_QUATERNION, turns = quaternion || a->gain_kind == HF_GAIN_TURN;
        int first = turns ? actuator_turn_first(m, k) : k, last = turns ? first + (quaternion ? 3 : 2) : k;
        bool there = first >= 0 && last < m->actuator_count;
        for (int i = 0; i < 4 && a->gain_kind == HF_GAIN_DCMOTOR; i++)
            there &= a->dcmotor.input[i] <= 0 ||
                     (k + a->dcmotor.input[i] < m->actuator_count &&
                      m->actuators[k + a->dcmotor.input[i]].transmission == HF_TRANSMISSION_NONE);
        for (int i = last - 2; there && turns && i <= last; i++)
            there = m->actuators[i].gain_kind == a->gain_kind && m->actuators[i].target == a->target;
        if (!there)
            return error_set(error, HF_STATUS_INVALID, "%s: the actuators whose controls it reads are not beside it",
                             label_make(label, "actuator", k, a->name));
    }
    return HF_STATUS_OK;
}

hf_status mechanism_build(const hf_builder *builder, int body_count, hf_body_def *bodies, mechanism *m, hf_error *error)
{
    if (!copy_definitions(builder, m) || !take_arrays(body_count, m) || !arrange(builder, body_count, bodies, m))
        return error_no_memory(error);
    m->row_count = JOINT_ROWS * m->joint_count + TENDON_ROWS * m->tendon_count + LOOP_ROWS * m->loop_count +
                   ACTUATOR_ROWS * m->actuator_count;
    reflect_actuators(m);
    TRY(check_signals(m, error));
    TRY(pad_keys(builder, m, error));
    return check_keys(m, error);
}

void mechanism_free(mechanism *m)
{
    for (int k = 0; k < m->joint_count; k++) release(m->joints[k].name);
    for (int k = 0; k < m->site_count; k++) release(m->sites[k].name);
    for (int k = 0; k < m->loop_count; k++) release(m->loops[k].name);
    for (int k = 0; k < m->actuator_count; k++) release(m->actuators[k].name);
    for (int k = 0; k < m->tendon_count; k++)
    {
        release(m->tendons[k].name);
        release(m->tendons[k].items);
        release(m->tendons[k].path);
        release(m->tendons[k].coefficient);
    }
    for (int k = 0; k < m->key_count; k++)
    {
        release(m->keys[k].name);
        release(m->keys[k].q);
        release(m->keys[k].v);
        release(m->keys[k].control);
        release(m->keys[k].activation);
    }
    for (int t = 0; t < m->tree_count; t++)
    {
        maximal_tree_destroy(m->trees[t].maximal);
        articulated_tree_destroy(m->trees[t].articulated);
    }
    free(m->tendon_reference);
    free(m->activation);
    for (int k = 0; k < m->sensor_count; k++) release(m->sensors[k].name);
    free(m->sensors);
    void *arrays[] = {m->joints,    m->sites,     m->loops,         m->tendons,       m->actuators,   m->keys,
                      m->joint_q,   m->joint_v,   m->body_q,        m->body_v,        m->trees,       m->links,
                      m->body_tree, m->body_link, m->joint_place_q, m->joint_place_v, m->tree_joints, m->loop_primary};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) free(arrays[k]);
}
