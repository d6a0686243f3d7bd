// Which loops are primary, and the sets of bodies that they join; room for numbers.

#include "model/model.h"
#include "model/rows/loop_geometry.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/union_find.h"

#include <stdlib.h>
#include <string.h>

/// Whether a body can be one of a set: free, nobody's link or parent, with all six velocities.
static bool is_free(const hf_model *m, int body)
{
    return m->bodies[body].motion == HF_MOTION_FREE && m->mechanism.body_tree[body] < 0 && m->body_fibre[body] < 0 &&
           object_kind_of(&m->bodies[body]) == OBJECT_RIGID;
}

/// Whether it does not yield to anything.
static bool is_ground(const hf_model *m, int body)
{
    return m->bodies[body].motion != HF_MOTION_FREE && m->mechanism.body_tree[body] < 0;
}

/// Whether a loop may be primary. Couplings of joints and tendons, and loops at links of trees, are not.
static bool may_be_primary(const hf_model *m, const hf_loop_def *loop)
{
    bool separate = m->settings.step.separate_loops || m->settings.step.integrator != HF_INTEGRATOR_MOREAU;
    if (!loop->active || !loop_joins_bodies(loop->kind) || separate) return false;
    bool a = is_free(m, loop->body_a), b = is_free(m, loop->body_b);
    return (a && b) || (a && is_ground(m, loop->body_b)) || (b && is_ground(m, loop->body_a));
}

/// Joints over all free bodies of the model, in the order of loops; their loops in `loop`. Returns how many.
static int list_joints(const hf_model *m, tree_joint *joints, int *loop)
{
    int n = 0;
    for (int l = 0; l < m->mechanism.loop_count; l++)
    {
        const hf_loop_def *def = &m->mechanism.loops[l];
        if (!may_be_primary(m, def)) continue;
        joints[n] = (tree_joint){
            .dimension = loop_row_count(def->kind),
            .body = {is_free(m, def->body_a) ? def->body_a : -1, is_free(m, def->body_b) ? def->body_b : -1}};
        loop[n++] = l;
    }
    return n;
}

/// Counts sets, bodies and joints; body_constraint_tree ◄ the set of each body, numbered by first bodies.
static hf_status make_sets(hf_model *m, const tree_joint *joints, const int *loop, int count, int *parent,
                           hf_error *error)
{
    union_find_begin(parent, m->body_count);
    int *members = MEMORY_ARRAY(int, (size_t)m->body_count);
    if (!members) return error_no_memory(error);
    for (int k = 0; k < count; k++)
    {
        int a = joints[k].body[0], b = joints[k].body[1];
        if (!m->mechanism.loop_primary[loop[k]]) continue;
        members[a >= 0 ? a : b] = 1;
        if (a < 0 || b < 0) continue;
        members[b] = 1;
        union_find_join(parent, a, b);
    }
    for (int k = 0; k < m->body_count; k++) m->body_constraint_tree[k] = -1;
    for (int k = 0; k < m->body_count; k++)
    {
        if (!members[k]) continue;
        int root = union_find_root(parent, k);
        if (m->body_constraint_tree[root] < 0) m->body_constraint_tree[root] = m->constraint_tree_count++;
        m->body_constraint_tree[k] = m->body_constraint_tree[root];
    }
    free(members);
    m->constraint_trees = MEMORY_ARRAY(constraint_tree_set, (size_t)m->constraint_tree_count);
    if (!m->constraint_trees) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++)
        if (m->body_constraint_tree[k] >= 0) m->constraint_trees[m->body_constraint_tree[k]].body_count++;
    for (int k = 0; k < count; k++)
        if (m->mechanism.loop_primary[loop[k]])
            m->constraint_trees[m->body_constraint_tree[joints[k].body[0] >= 0 ? joints[k].body[0] : joints[k].body[1]]]
                .joint_count++;
    return HF_STATUS_OK;
}

static bool take_set(constraint_tree_set *set)
{
    set->bodies = MEMORY_ARRAY(int, (size_t)set->body_count);
    set->place = MEMORY_ARRAY(int, (size_t)set->body_count);
    set->joints = MEMORY_ARRAY(constraint_tree_joint, (size_t)set->joint_count);
    set->tree = MEMORY_ARRAY(tree_joint, (size_t)set->joint_count);
    set->body_count = set->joint_count = 0; // filled again
    return set->bodies && set->place && set->joints && set->tree;
}

/// local: of each body in its set.
static void add_joint(const hf_model *m, constraint_tree_set *set, int loop, const tree_joint *joint, const int *local)
{
    const hf_loop_def *def = &m->mechanism.loops[loop];
    constraint_tree_joint *j = &set->joints[set->joint_count];
    *j = (constraint_tree_joint){.loop = loop,
                                 .model_body = {def->body_a, def->body_b},
                                 .rows = loop_row_count(def->kind),
                                 .gaps = loop_gap_count(def->kind),
                                 .at = set->row_count,
                                 .place = set->rows_size};
    for (int side = 0; side < 2; side++)
    {
        j->body[side] = joint->body[side] >= 0 ? local[joint->body[side]] : -1;
        set->driven |= m->bodies[j->model_body[side]].motion == HF_MOTION_PRESCRIBED;
    }
    set->tree[set->joint_count++] = (tree_joint){.dimension = j->rows, .body = {j->body[0], j->body[1]}};
    set->row_count += j->rows;
    set->nonholonomic |= j->gaps < j->rows;
    set->rows_size += def->kind == HF_LOOP_CONNECT ? 3 : (size_t)j->rows * sizeof(loop_rate) / sizeof(double);
}

static hf_status fill_sets(hf_model *m, const tree_joint *joints, const int *loop, int count, int *local,
                           hf_error *error)
{
    for (int s = 0; s < m->constraint_tree_count; s++)
        if (!take_set(&m->constraint_trees[s])) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++)
    {
        if (m->body_constraint_tree[k] < 0) continue;
        constraint_tree_set *set = &m->constraint_trees[m->body_constraint_tree[k]];
        local[k] = set->body_count;
        set->bodies[set->body_count++] = k;
    }
    for (int k = 0; k < count; k++)
        if (m->mechanism.loop_primary[loop[k]])
        {
            int body = joints[k].body[0] >= 0 ? joints[k].body[0] : joints[k].body[1];
            add_joint(m, &m->constraint_trees[m->body_constraint_tree[body]], loop[k], &joints[k], local);
        }
    return HF_STATUS_OK;
}

static hf_status create_system(const constraint_tree_set *set, tree_system **system, hf_error *error)
{
    int *six = MEMORY_ARRAY(int, (size_t)set->body_count);
    if (!six) return error_no_memory(error);
    for (int k = 0; k < set->body_count; k++) six[k] = 6;
    hf_status status = tree_system_create(set->body_count, six, set->joint_count, set->tree, system, error);
    free(six);
    return status;
}

/// Where velocities stand in half vectors.
static hf_status find_places(constraint_tree_set *set, hf_error *error)
{
    tree_system *system = NULL;
    TRY(create_system(set, &system, error));
    set->dimension = tree_half_dimension(system);
    for (int k = 0; k < set->body_count; k++) set->place[k] = tree_half_at(system, k);
    tree_system_destroy(system);
    return HF_STATUS_OK;
}

hf_status constraint_tree_find(hf_model *m, hf_error *error)
{
    size_t loops = (size_t)m->mechanism.loop_count, bodies = (size_t)m->body_count;
    tree_joint *joints = MEMORY_ARRAY(tree_joint, loops);
    int *loop = MEMORY_ARRAY(int, loops), *scratch = MEMORY_ARRAY(int, bodies);
    bool *primary = MEMORY_ARRAY(bool, loops);
    m->mechanism.loop_primary = MEMORY_ARRAY(bool, loops);
    m->body_constraint_tree = MEMORY_ARRAY(int, bodies);
    hf_status status = joints && loop && scratch && primary && m->mechanism.loop_primary && m->body_constraint_tree
                           ? HF_STATUS_OK
                           : error_no_memory(error);
    int count = status == HF_STATUS_OK ? list_joints(m, joints, loop) : 0;
    if (status == HF_STATUS_OK) status = tree_choose_primary(m->body_count, count, joints, primary, error);
    for (int k = 0; status == HF_STATUS_OK && k < count; k++) m->mechanism.loop_primary[loop[k]] = primary[k];
    if (status == HF_STATUS_OK) status = make_sets(m, joints, loop, count, scratch, error);
    if (status == HF_STATUS_OK) status = fill_sets(m, joints, loop, count, scratch, error);
    for (int s = 0; status == HF_STATUS_OK && s < m->constraint_tree_count; s++)
        status = find_places(&m->constraint_trees[s], error);
    free(joints);
    free(loop);
    free(scratch);
    free(primary);
    return status;
}

void constraint_tree_free(hf_model *m)
{
    for (int s = 0; m->constraint_trees && s < m->constraint_tree_count; s++)
    {
        free(m->constraint_trees[s].bodies);
        free(m->constraint_trees[s].place);
        free(m->constraint_trees[s].joints);
        free(m->constraint_trees[s].tree);
    }
    free(m->constraint_trees);
    free(m->body_constraint_tree);
}

// ---- scratch ----

static void place_sides(const hf_model *m, const constraint_tree_set *set, constraint_tree_side *sides)
{
    for (int k = 0; k < set->joint_count; k++)
    {
        const hf_loop_def *def = &m->mechanism.loops[set->joints[k].loop];
        const double *points[2] = {def->point_a, def->point_b}, *axes[2] = {def->axis_a, def->axis_b};
        for (int side = 0; side < 2; side++)
        {
            const rigid_constants *c = &m->rigid[set->joints[k].model_body[side]];
            quat principal = quat_load(c->principal);
            vec3 axis = v3_unit_or(v3_load(axes[side]), v3_zero());
            sides[2 * k + side] =
                (constraint_tree_side){quat_rotate_back(principal, v3_sub(v3_load(points[side]), v3_load(c->center))),
                                       quat_rotate_back(principal, axis)};
        }
    }
}

hf_status constraint_tree_scratch_create(const hf_model *m, int index, constraint_tree_scratch **scratch,
                                         hf_error *error)
{
    const constraint_tree_set *set = &m->constraint_trees[index];
    size_t n = 6 * (size_t)set->body_count, rows = (size_t)set->row_count;
    constraint_tree_scratch *s = *scratch = MEMORY_ARRAY(constraint_tree_scratch, 1);
    if (!s) return error_no_memory(error);
    s->sides = MEMORY_ARRAY(constraint_tree_side, 2 * (size_t)set->joint_count);
    s->rows_start = MEMORY_ARRAY(double, set->rows_size);
    s->rows = MEMORY_ARRAY(double, set->rows_size);
    double **wide[] = {&s->V, &s->twist, &s->P, &s->K, &s->a};
    double **by_rows[] = {&s->gap, &s->c, &s->multiplier, &s->lambda, &s->change};
    bool room = s->sides && s->rows_start && s->rows;
    for (size_t k = 0; k < sizeof wide / sizeof wide[0]; k++) room &= (*wide[k] = MEMORY_ARRAY(double, n)) != NULL;
    for (size_t k = 0; k < sizeof by_rows / sizeof by_rows[0]; k++)
        room &= (*by_rows[k] = MEMORY_ARRAY(double, rows)) != NULL;
    room &= (s->wide = MEMORY_ARRAY(double, (size_t)set->dimension)) != NULL;
    if (set->nonholonomic) room &= (s->middle = MEMORY_ARRAY(body_state, (size_t)m->body_count)) != NULL;
    if (!room) return error_no_memory(error);
    place_sides(m, set, s->sides);
    TRY(create_system(set, &s->system, error));
    return tree_two_create(s->system, &s->two, error);
}

void constraint_tree_scratch_destroy(constraint_tree_scratch *s)
{
    if (!s) return;
    tree_two_destroy(s->two);
    tree_system_destroy(s->system);
    void *arrays[] = {s->sides, s->rows_start, s->rows,       s->V,      s->twist,  s->P,      s->K,   s->a,
                      s->gap,   s->c,          s->multiplier, s->lambda, s->change, s->middle, s->wide};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) free(arrays[k]);
    free(s);
}
