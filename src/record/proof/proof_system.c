// What is written of systems: velocities, M̂ beside the masses of their bodies, named forces, and rows of their joints.
//
// The equation that is proved of a system, v its velocities, J how they move its bodies:
//
//     (Σ Jᵀ M J + mass + S) (v_s - v) = h (force + weights and forces on its bodies) + Σ Hᵀ r
//
// and the same with v_f and no impulses. Of trees in joint coordinates on what stands still `force` is what springs and
// motors do, less the bias; of all others it is what the equation of v_f leaves, so that this one says how impulses
// change velocities, and under which mass. Joints in maximal coordinates are rows whose impulses are what their bodies
// lack, found from the leaves to the root.

#include "record/proof/proof_system.h"

#include "base/error.h"
#include "base/memory.h"
#include "bodies/rigid.h"
#include "linalg/dense.h"
#include "model/fibre/model_fibre.h"
#include "model/rows/rows.h"
#include "model/small_body.h"
#include "model/tree/object_tree.h"
#include "record/proof/proof.h"
#include "world/step_mechanism.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- what never changes ----

static bool is_system(const object_methods *kind)
{
    return kind == &object_reduced || kind == &object_maximal || kind == &object_constraint_tree ||
           kind == &object_fibre || kind == &object_scaled || kind == &object_affine;
}

static const model_tree *tree_of(const hf_model *model, const proof_system *s)
{
    return &model->mechanism.trees[model->objects[s->object].index];
}

/// Whether it hangs on what stands still, or on nothing.
static bool stands(const hf_model *model, const proof_system *s)
{
    const model_tree *t = tree_of(model, s);
    return t->floating || model->bodies[t->base].motion == HF_MOTION_STATIC;
}

static void give_mass(proof_system *s, int first, double mass, double gravity_scale)
{
    for (int k = 0; k < 3; k++)
    {
        s->mass[first + k] = mass;
        s->weigh[3 * (first + k) + k] = mass * gravity_scale;
    }
}

/// Masses that belong to velocities, not to bodies.
static void fill_masses(const hf_model *model, proof_system *s)
{
    const model_object *o = &model->objects[s->object];
    const object_methods *kind = object_of(model, s->object);
    if (kind == &object_reduced)
        memcpy(s->mass, tree_of(model, s)->articulated->armature, (size_t)s->count * sizeof *s->mass);
    if (kind == &object_affine || kind == &object_scaled)
        give_mass(s, 0, model->rigid[o->body].mass, model->rigid[o->body].gravity_scale);
    if (kind != &object_fibre) return;
    const fibre *rod = &model->fibres[o->index].rod;
    for (int k = 0; k <= rod->segment_count && rod->kernel->node_place; k++)
    {
        double share = k == 0 || k == rod->segment_count ? 0.5 : 1.0;
        int place = rod->kernel->node_place(rod, k);
        double mass = share * rod->line_density * rod->length / rod->segment_count;
        if (place >= 0) give_mass(s, place, mass, rod->gravity_scale);
    }
}

static hf_status create_system(const hf_model *model, int object, proof_system *s, hf_error *error)
{
    const model_object *o = &model->objects[object];
    const object_methods *kind = object_of(model, object);
    const int *bodies = object_bodies(model, object, &s->part_count);
    if (kind == &object_fibre) s->part_count = model->fibres[o->index].rod.segment_count;
    s->object = object;
    s->dof = o->dof;
    s->count = o->dof_count;
    s->has_fields = kind == &object_reduced || kind == &object_maximal || kind == &object_constraint_tree;
    s->is_told = !s->has_fields || (kind == &object_reduced && !stands(model, s));
    s->mass = MEMORY_ARRAY(double, (size_t)s->count + 1);
    s->weigh = MEMORY_ARRAY(double, 3 * (size_t)s->count + 1);
    s->parts = MEMORY_ARRAY(proof_part, (size_t)s->part_count + 1);
    if (!s->mass || !s->weigh || !s->parts) return error_no_memory(error);
    for (int k = 0; k < s->part_count; k++)
    {
        proof_part *part = &s->parts[k];
        part->body = kind == &object_fibre ? model->fibres[o->index].body + k : bodies[k];
        part->dofs = MEMORY_ARRAY(int, (size_t)s->count + 1);
        if (!part->dofs) return error_no_memory(error);
        part->count = s->has_fields ? kind->rows->dofs(model, part->body, part->dofs) : 0;
    }
    fill_masses(model, s);
    return kind == &object_reduced ? articulated_scratch_create(tree_of(model, s)->articulated, &s->tree, error)
                                   : HF_STATUS_OK;
}

hf_status proof_systems_create(const hf_model *model, proof_systems *systems, hf_error *error)
{
    systems->of = MEMORY_ARRAY(proof_system, (size_t)model->object_count + 1);
    systems->of_object = MEMORY_ARRAY(int, (size_t)model->object_count + 1);
    if (!systems->of || !systems->of_object) return error_no_memory(error);
    for (int k = 0; k < model->object_count; k++)
    {
        systems->of_object[k] = -1;
        if (!is_system(object_of(model, k))) continue;
        systems->of_object[k] = systems->count;
        TRY(create_system(model, k, &systems->of[systems->count++], error));
    }
    return HF_STATUS_OK;
}

void proof_systems_destroy(proof_systems *systems)
{
    for (int k = 0; k < systems->count; k++)
    {
        proof_system *s = &systems->of[k];
        for (int j = 0; s->parts && j < s->part_count; j++) free(s->parts[j].dofs);
        free(s->parts);
        free(s->mass);
        free(s->weigh);
        articulated_scratch_destroy(s->tree);
    }
    free(systems->of);
    free(systems->of_object);
    *systems = (proof_systems){0};
}

const proof_system *proof_system_of(const proof_systems *systems, const hf_model *model, int body)
{
    int object = model->body_object[body];
    int index = object >= 0 ? systems->of_object[object] : -1;
    return index >= 0 ? &systems->of[index] : NULL;
}

// ---- velocities ----

/// Where the centre of a unit of a tree in maximal coordinates is.
static vec3 unit_center(const hf_model *model, const model_tree *t, int unit, const body_state *bodies)
{
    const maximal_unit *u = &t->maximal->units[unit];
    int head = model->mechanism.links[t->link_begin + u->head];
    const rigid_constants *c = &model->rigid[head];
    quat R = quat_multiply(quat_load(bodies[head].q), quat_conjugate(quat_load(c->principal)));
    vec3 origin = v3_sub(v3_load(bodies[head].x), quat_rotate(R, v3_load(c->center)));
    return v3_add(origin, quat_rotate(R, v3_load(u->constants.center)));
}

/// Velocities: of bodies by `twists`, or by their states where that is NULL; own ones by v.
static void take_velocities(const hf_model *model, const proof_system *s, const body_state *at, double (*twists)[6],
                            const double *v, double *out)
{
    const model_object *o = &model->objects[s->object];
    const object_methods *kind = object_of(model, s->object);
    if (s->has_fields && kind != &object_reduced) memset(out, 0, (size_t)s->count * sizeof *out);
    else if (kind != &object_scaled) memcpy(out, v + o->v, (size_t)s->count * sizeof *out);
    else out[6] = v[o->v];
    if (kind != &object_maximal && kind != &object_constraint_tree && kind != &object_scaled) return;
    for (int k = 0; k < s->part_count; k++)
    {
        int body = s->parts[k].body;
        const model_tree *t = kind == &object_maximal ? tree_of(model, s) : NULL;
        vec3 velocity = v3_load(twists ? twists[body] : at[body].v),
             w = v3_load(twists ? twists[body] + 3 : at[body].w);
        int unit = t ? t->maximal->link_unit[model->mechanism.body_link[body]] : -1;
        if (t && t->maximal->units[unit].head != model->mechanism.body_link[body]) continue;
        if (t) velocity = v3_add(velocity, v3_cross(w, v3_sub(unit_center(model, t, unit, at), v3_load(at[body].x))));
        double *to = out + (s->has_fields ? s->parts[k].dofs[0] : 0);
        v3_store(to, velocity);
        v3_store(to + 3, w);
    }
}

void proof_system_velocities(const hf_model *model, const proof_system *s, const body_state *bodies, const double *v,
                             double *out)
{
    take_velocities(model, s, bodies, NULL, v, out);
}

void proof_system_free(const step_context *step, const proof_system *s, double *out)
{
    take_velocities(step->model, s, step->objects->middle.bodies, step->free, step->objects->v_free, out);
}

// ---- the matrix ----

typedef struct entries
{
    int count;
    int *row, *column;
    double *value;
} entries;

/// A system in a piece.
typedef struct moving
{
    const step_context *step;
    const proof_system *s;
    double *v, *free, *struck, *end, *force;
    double *fields; // count × 6: velocity of the world's origin, and angular velocity
    entries S;
    double *left[2]; // what the equation lacks: of v_f, of v_s
    double *change, *row;
    int *dofs; // scratch
} moving;

static void add_entry(entries *S, int row, int column, double value)
{
    if (value == 0.0 || column > row) return;
    S->row[S->count] = row;
    S->column[S->count] = column;
    S->value[S->count++] = value;
}

static void soft_rows(moving *m)
{
    const hf_model *model = m->step->model;
    const model_tree *t = tree_of(model, m->s);
    const object_step *o = m->step->objects;
    double weight = o->theta * o->theta * m->step->h * m->step->h;
    for (int j = t->v; j < t->v + t->v_count; j++)
    {
        double e = t->articulated->armature[j - t->v] + m->step->h * o->damping[j] + weight * o->stiffness[j];
        int dofs[12], n;
        double row[12], *H = m->change;
        if (e == 0.0 || t->articulated->prescribed[j - t->v] || (t->floating && j - t->v < 6)) continue;
        memset(H, 0, (size_t)m->s->count * sizeof *H);
        n = object_maximal.rows->joint_dofs(model, j, dofs);
        object_maximal.rows->joint(&o->middle, j, 1.0, H);
        for (int k = 0; k < n; k++) row[k] = H[dofs[k]];
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                if (dofs[i] <= dofs[k]) add_entry(&m->S, dofs[k], dofs[i], e * row[k] * row[i]);
    }
}

static void deformable_entries(moving *m, bool scaled)
{
    const hf_model *model = m->step->model;
    const model_object *o = &model->objects[m->s->object];
    const deformable_room *room = deformable_room_of(m->step->objects, m->s->object);
    for (int i = 0; i < AFFINE_SIZE && !scaled; i++)
        for (int j = 0; j <= i; j++) add_entry(&m->S, 3 + i, 3 + j, room->mass[AFFINE_SIZE * i + j]);
    if (!scaled) return;
    for (int j = 0; j < 3; j++)
    {
        double I[3], s = room->reference[0];
        vec3 axis = v3(j == 0, j == 1, j == 2);
        v3_store(I, v3_scale(s * s, rigid_momentum(&model->rigid[o->body],
                                                   quat_load(m->step->objects->start.bodies[o->body].q), axis)));
        for (int i = j; i < 3; i++) add_entry(&m->S, 3 + i, 3 + j, I[i]);
    }
    add_entry(&m->S, 6, 6, room->mass[0]);
}

static void fibre_entries(moving *m)
{
    const model_object *o = &m->step->model->objects[m->s->object];
    const fibre *rod = &m->step->model->fibres[o->index].rod;
    double *scratch = m->step->objects->scratch->fibres[o->index];
    m->S.count = rod->kernel->entries(rod, scratch, m->S.row, m->S.column, m->S.value);
    for (int k = 0; k < m->S.count; k++)
        if (m->S.row[k] == m->S.column[k]) m->S.value[k] -= m->s->mass[m->S.row[k]];
}

static size_t most_entries(const hf_model *model, const proof_system *s)
{
    const object_methods *kind = object_of(model, s->object);
    const model_object *o = &model->objects[s->object];
    if (kind == &object_maximal) return 78 * (size_t)tree_of(model, s)->v_count;
    if (kind != &object_fibre) return (size_t)s->count + AFFINE_SIZE * AFFINE_SIZE;
    const fibre *rod = &model->fibres[o->index].rod;
    return (size_t)rod->kernel->entries(rod, NULL, NULL, NULL, NULL);
}

static bool find_entries(moving *m)
{
    const hf_model *model = m->step->model;
    const object_methods *kind = object_of(model, m->s->object);
    const object_step *o = m->step->objects;
    size_t most = most_entries(model, m->s);
    m->S.row = ARENA_ARRAY(m->step->workspace, int, most);
    m->S.column = ARENA_ARRAY(m->step->workspace, int, most);
    m->S.value = ARENA_ARRAY(m->step->workspace, double, most);
    if (!m->S.row || !m->S.column || !m->S.value) return false;
    double spring = object_spring_weight(o, m->s->object) * m->step->h;
    for (int k = 0, v = model->objects[m->s->object].v; k < m->s->count && kind == &object_reduced; k++)
        add_entry(&m->S, k, k, m->step->h * o->damping[v + k] + spring * spring * o->stiffness[v + k]);
    if (kind == &object_maximal) soft_rows(m);
    if (kind == &object_affine || kind == &object_scaled) deformable_entries(m, kind == &object_scaled);
    if (kind == &object_fibre) fibre_entries(m);
    return true;
}

// ---- how velocities move bodies ----

static void find_fields(moving *m)
{
    const hf_model *model = m->step->model;
    const object_methods *kind = object_of(model, m->s->object);
    articulated_scratch *trees[1] = {m->s->tree};
    int index = model->objects[m->s->object].index;
    configuration at = m->step->objects->middle;
    if (m->s->tree)
    {
        const model_tree *t = tree_of(model, m->s);
        articulated_base base = tree_base_middle(m->step->objects, index, 0.0);
        articulated_kinematics(t->articulated, m->s->tree, &base, at.q + t->q);
        at.trees = trees - index; // the one that is asked for
    }
    for (int k = 0; k < m->s->part_count; k++)
    {
        const proof_part *part = &m->s->parts[k];
        vec3 arm = v3_negate(v3_load(at.bodies[part->body].x));
        for (int j = 0; j < 6; j++)
        {
            vec3 axis = v3(j % 3 == 0, j % 3 == 1, j % 3 == 2);
            for (int d = 0; d < part->count; d++) m->change[part->dofs[d]] = 0.0;
            if (j < 3) kind->rows->point(&at, part->body, arm, axis, 1.0, m->change, m->dofs, m->row);
            else kind->rows->turn(&at, part->body, axis, 1.0, m->change, m->dofs, m->row);
            for (int d = 0; d < part->count; d++) m->fields[6 * part->dofs[d] + j] = m->change[part->dofs[d]];
        }
    }
}

static vec3 field_at(const moving *m, int dof, vec3 x, vec3 *turn)
{
    *turn = v3_load(m->fields + 6 * dof + 3);
    return v3_add(v3_load(m->fields + 6 * dof), v3_cross(*turn, x));
}

/// out += Jᵀ of a force at the centre of a part, and a torque.
static void push_part(const moving *m, const proof_part *part, vec3 force, vec3 torque, double *out)
{
    vec3 x = v3_load(m->step->objects->middle.bodies[part->body].x), turn;
    for (int k = 0; k < part->count; k++)
    {
        vec3 move = field_at(m, part->dofs[k], x, &turn);
        out[part->dofs[k]] += v3_dot(move, force) + v3_dot(turn, torque);
    }
}

/// out ◄ M̂ dv.
static void times_mass(const moving *m, const double *dv, double *out)
{
    const body_state *at = m->step->objects->middle.bodies;
    for (int k = 0; k < m->s->count; k++) out[k] = m->s->mass[k] * dv[k];
    for (int k = 0; k < m->S.count; k++)
    {
        out[m->S.row[k]] += m->S.value[k] * dv[m->S.column[k]];
        if (m->S.row[k] != m->S.column[k]) out[m->S.column[k]] += m->S.value[k] * dv[m->S.row[k]];
    }
    for (int k = 0; k < m->s->part_count; k++)
    {
        const proof_part *part = &m->s->parts[k];
        const rigid_constants *c = &m->step->model->rigid[part->body];
        vec3 v = v3_zero(), w = v3_zero(), turn;
        for (int j = 0; j < part->count; j++)
        {
            vec3 move = field_at(m, part->dofs[j], v3_load(at[part->body].x), &turn);
            v = v3_add_scaled(v, dv[part->dofs[j]], move);
            w = v3_add_scaled(w, dv[part->dofs[j]], turn);
        }
        push_part(m, part, v3_scale(c->mass, v), rigid_momentum(c, quat_load(at[part->body].q), w), out);
    }
}

/// out += what gravity and outside do to it.
static void add_forces(const moving *m, double scale, double *out)
{
    vec3 g = v3_load(m->step->world->settings.physics.gravity);
    for (int k = 0; k < m->s->count; k++) out[k] += scale * v3_dot(v3_load(m->s->weigh + 3 * k), g);
    for (int k = 0; k < m->s->part_count; k++)
    {
        const proof_part *part = &m->s->parts[k];
        const rigid_constants *c = &m->step->model->rigid[part->body];
        double wrench[6];
        if (part->count == 0) continue;
        (void)proof_force_on(m->step, part->body, wrench);
        vec3 force = v3_add_scaled(v3_load(wrench), c->mass * c->gravity_scale, g);
        push_part(m, part, v3_scale(scale, force), v3_scale(scale, v3_load(wrench + 3)), out);
    }
}

/// What springs and motors do, less what velocities that stay do.
static bool joint_forces(moving *m)
{
    const hf_model *model = m->step->model;
    const object_step *o = m->step->objects;
    const model_tree *t = tree_of(model, m->s);
    articulated_base base = tree_base_middle(o, model->objects[m->s->object].index, 0.5);
    if (!stands(model, m->s)) return false;
    articulated_velocities(t->articulated, m->s->tree, &base, o->v_mean + t->v);
    articulated_bias(t->articulated, m->s->tree, &base, o->v_mean + t->v, v3_zero(), NULL, m->force);
    for (int k = 0; k < m->s->count; k++) m->force[k] = o->force[t->v + k] - m->force[k];
    return true;
}

/// `force`, and what the equations of v_f and v_s lack then.
static void find_lacks(moving *m, const double *push)
{
    const double h = m->step->h;
    const bool known = m->s->tree && joint_forces(m);
    const bool *led = known ? tree_of(m->step->model, m->s)->articulated->prescribed : NULL;
    for (int side = 0; side < 2; side++)
    {
        const double *to = side == 0 ? m->free : m->struck;
        for (int k = 0; k < m->s->count; k++) m->change[k] = to[k] - m->v[k];
        times_mass(m, m->change, m->left[side]);
        add_forces(m, -h, m->left[side]);
        for (int k = 0; k < m->s->count && side == 0; k++)
            if (!known || led[k]) m->force[k] = m->left[0][k] / h;
        for (int k = 0; k < m->s->count; k++) m->left[side][k] -= h * m->force[k] + (side ? push[m->s->dof + k] : 0.0);
    }
}

// ---- rows of joints ----

enum
{
    JOINT_MOST = 6
};

/// Rows between two bodies, or units, each with six velocities from `at` on (-1: the ground).
typedef struct joint
{
    int size, at[2];
    double H[2][JOINT_MOST][6];
    bool done;
} joint;

/// r with Hᵀ r nearest to p: normal equations, and their answer once more for what is left.
static void solve_joint(const joint *j, int side, const double *p, double *r)
{
    double A[JOINT_MOST * JOINT_MOST], left[6], b[JOINT_MOST];
    int n = j->size;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
        {
            A[n * i + k] = 0.0;
            for (int c = 0; c < 6; c++) A[n * i + k] += j->H[side][i][c] * j->H[side][k][c];
        }
    memcpy(left, p, sizeof left);
    memset(r, 0, (size_t)n * sizeof *r);
    if (dense_cholesky(n, A, n) != 0) return;
    for (int round = 0; round < 3; round++)
    {
        for (int i = 0; i < n; i++)
        {
            b[i] = 0.0;
            for (int c = 0; c < 6; c++) b[i] += j->H[side][i][c] * left[c];
        }
        dense_cholesky_solve(n, A, n, 1, b, n);
        for (int i = 0; i < n; i++)
        {
            r[i] += b[i];
            for (int c = 0; c < 6; c++) left[c] -= j->H[side][i][c] * b[i];
        }
    }
}

static bool put_joint(const moving *m, const joint *j, double *r, byte_buffer *out)
{
    int dof[12], n = 0;
    double H[JOINT_MOST * 12];
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 6 && j->at[side] >= 0; c++) dof[n++] = m->s->dof + j->at[side] + c;
    for (int i = 0; i < j->size; i++)
        for (int side = 0, k = 0; side < 2; side++)
            for (int c = 0; c < 6 && j->at[side] >= 0; c++) H[n * i + k++] = j->H[side][i][c];
    const proof_rows rows = {.size = j->size, .count = n, .dof = dof, .H = H, .r = r};
    bool well = bytes_put(out, 1, 1) && bytes_put(out, (unsigned)j->size, 1) && bytes_put_double(out, 1.0) &&
                bytes_put_double(out, 0.0);
    for (int k = 0; k < j->size; k++) well = well && bytes_put_double(out, 0.0);
    for (int k = 0; k < j->size; k++) well = well && bytes_put_double(out, r[k]);
    return well && proof_put_rows(out, &rows);
}

/// From the leaves to the root: what a body lacks that one joint alone still holds is that joint's.
static bool put_joints(const moving *m, joint *joints, int count, byte_buffer *out, uint32_t *row_count)
{
    double *lacks = m->left[1];
    int *held = ARENA_ZEROED(m->step->workspace, int, m->s->count + 1);
    bool well = held != NULL, any = true;
    for (int k = 0; k < count && well; k++)
        for (int side = 0; side < 2; side++)
            if (joints[k].at[side] >= 0) held[joints[k].at[side]]++;
    while (any && well)
    {
        any = false;
        for (int k = count - 1; k >= 0 && well; k--)
        {
            joint *j = &joints[k];
            int leaf = j->at[0] >= 0 && held[j->at[0]] == 1 ? 0 : j->at[1] >= 0 && held[j->at[1]] == 1 ? 1 : -1;
            double r[JOINT_MOST];
            if (j->done || leaf < 0) continue;
            solve_joint(j, leaf, lacks + j->at[leaf], r);
            for (int side = 0; side < 2; side++)
                for (int c = 0; c < 6 && j->at[side] >= 0; c++)
                    for (int i = 0; i < j->size; i++) lacks[j->at[side] + c] -= j->H[side][i][c] * r[i];
            for (int side = 0; side < 2; side++)
                if (j->at[side] >= 0) held[j->at[side]]--;
            well = put_joint(m, j, r, out);
            j->done = any = true;
            ++*row_count;
        }
    }
    return well;
}

static maximal_pose pose_of(const configuration *at, int body)
{
    maximal_pose frame = {v3_zero(), quat_identity()};
    if (body >= 0) configuration_frame(at, body, &frame.position, &frame.orientation);
    return frame;
}

static bool maximal_joints(const moving *m, byte_buffer *out, uint32_t *row_count)
{
    const hf_model *model = m->step->model;
    const mechanism *mech = &model->mechanism;
    const model_tree *t = tree_of(model, m->s);
    const configuration *at = &m->step->objects->middle;
    joint *joints = ARENA_ZEROED(m->step->workspace, joint, t->maximal->unit_count + 1);
    int count = 0;
    for (int u = 0; joints && u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        int parent = t->articulated->links[unit->head].parent, units[2] = {u, unit->parent};
        maximal_pose below = pose_of(at, parent < 0 ? t->base : mech->links[t->link_begin + parent]);
        maximal_pose head = pose_of(at, mech->links[t->link_begin + unit->head]);
        maximal_joint rows;
        joint *j = &joints[count];
        if (unit->floating || unit->hard_count == 0) continue;
        if (!maximal_joint_rows(t->maximal, u, below, head, at->q + t->q, &rows)) continue; // the step has told already
        *j = (joint){.size = unit->hard_count, .at = {t->maximal->place[u], -1}};
        if (unit->parent >= 0) j->at[1] = t->maximal->place[unit->parent];
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < j->size && units[side] >= 0; i++)
                maximal_joint_row(&rows, unit->rows[i], side, unit_center(model, t, units[side], at->bodies),
                                  j->H[side][i]);
        count++;
    }
    return joints && put_joints(m, joints, count, out, row_count);
}

static bool loop_joints(const moving *m, byte_buffer *out, uint32_t *row_count)
{
    const hf_model *model = m->step->model;
    int index = model->objects[m->s->object].index;
    const constraint_tree_set *set = &model->constraint_trees[index];
    const constraint_tree_scratch *s = m->step->objects->scratch->constraint_trees[index];
    const body_state *bodies = m->step->objects->middle.bodies;
    hf_workspace *w = m->step->workspace;
    joint *joints = ARENA_ZEROED(w, joint, set->joint_count + 1);
    double *rows = ARENA_ARRAY(w, double, set->rows_size + 1), *P = ARENA_ARRAY(w, double, 6 * set->body_count + 1);
    if (!joints || !rows || !P) return false;
    constraint_tree_place(model, set, s, bodies, rows, NULL);
    for (int k = 0; k < set->joint_count; k++)
    {
        const constraint_tree_joint *from = &set->joints[k];
        constraint_tree_joint one = *from;
        constraint_tree_set alone = *set;
        joint *j = &joints[k];
        one.at = 0;
        alone.joints = &one;
        alone.joint_count = 1;
        alone.rows_size = k + 1 < set->joint_count ? set->joints[k + 1].place : set->rows_size;
        j->size = from->rows;
        for (int side = 0; side < 2; side++) j->at[side] = from->body[side] < 0 ? -1 : set->place[from->body[side]];
        for (int i = 0; i < from->rows; i++)
        {
            double unit[JOINT_MOST] = {0};
            unit[i] = 1.0;
            constraint_tree_impulses(&alone, rows, bodies, unit, P);
            for (int side = 0; side < 2; side++)
                if (from->body[side] >= 0) memcpy(j->H[side][i], P + 6 * from->body[side], 6 * sizeof *P);
        }
    }
    return put_joints(m, joints, set->joint_count, out, row_count);
}

/// What holds joints that are led.
static bool led_joints(const moving *m, byte_buffer *out, uint32_t *row_count)
{
    const bool *led = tree_of(m->step->model, m->s)->articulated->prescribed;
    bool well = true;
    for (int k = 0; k < m->s->count && well; k++)
    {
        int dof = m->s->dof + k;
        double one = 1.0;
        const proof_rows rows = {.size = 1, .count = 1, .dof = &dof, .H = &one, .r = NULL};
        if (!led[k]) continue; // one row, bilateral
        well = bytes_put(out, 0x0101, 2) && bytes_put_double(out, 1.0) && bytes_put_double(out, 0.0) &&
               bytes_put_double(out, 0.0) && bytes_put_double(out, m->left[1][k]) && proof_put_rows(out, &rows);
        ++*row_count;
    }
    return well;
}

// ---- a piece ----

static bool take_moving(moving *m)
{
    hf_workspace *w = m->step->workspace;
    double **const arrays[] = {&m->v,       &m->free,    &m->struck, &m->end, &m->force,
                               &m->left[0], &m->left[1], &m->change, &m->row};
    bool well = true;
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
    {
        *arrays[k] = ARENA_ZEROED(w, double, m->s->count + 12);
        well &= *arrays[k] != NULL;
    }
    m->dofs = ARENA_ARRAY(w, int, m->s->count + 12);
    m->fields = ARENA_ZEROED(w, double, 6 * m->s->count + 6);
    return well && m->dofs && m->fields;
}

static bool put_numbers(byte_buffer *out, const double *x, int count)
{
    bool well = true;
    for (int k = 0; k < count && well; k++) well = bytes_put_double(out, x[k]);
    return well;
}

static bool put_moving(const moving *m, byte_buffer *out)
{
    int n = m->s->count;
    bool rests = memcmp(m->v, m->end, (size_t)n * sizeof *m->v) == 0, well = bytes_put(out, rests ? PROOF_RESTS : 0, 1);
    if (!rests) well = well && put_numbers(out, m->end, n);
    well = well && put_numbers(out, m->free, n) && put_numbers(out, m->struck, n) && put_numbers(out, m->force, n);
    if (m->s->has_fields) well = well && put_numbers(out, m->fields, 6 * n);
    well = well && bytes_put(out, (unsigned)m->S.count, 4);
    for (int k = 0; k < m->S.count && well; k++) well = bytes_put(out, (unsigned)m->S.row[k], 4);
    for (int k = 0; k < m->S.count && well; k++) well = bytes_put(out, (unsigned)m->S.column[k], 4);
    return well && put_numbers(out, m->S.value, m->S.count);
}

bool proof_put_system(const step_context *step, const proof_system *s, const double *push, byte_buffer *out,
                      byte_buffer *rows, uint32_t *row_count)
{
    moving m = {.step = step, .s = s};
    const object_step *o = step->objects;
    const object_methods *kind = object_of(step->model, s->object);
    if (!take_moving(&m)) return false;
    proof_system_velocities(step->model, s, step->world->state.bodies, step->world->state.v, m.v);
    proof_system_velocities(step->model, s, step->next, o->v_after, m.end);
    proof_system_free(step, s, m.free);
    take_velocities(step->model, s, o->middle.bodies, step->solved, step->trace->v_struck, m.struck);
    if (s->has_fields) find_fields(&m);
    if (!find_entries(&m)) return false;
    find_lacks(&m, push);
    bool well = put_moving(&m, out);
    if (kind == &object_maximal) well = well && maximal_joints(&m, rows, row_count);
    if (kind == &object_constraint_tree) well = well && loop_joints(&m, rows, row_count);
    if (kind == &object_reduced) well = well && led_joints(&m, rows, row_count);
    return well;
}

// ---- rows of contacts ----

bool proof_put_rows(byte_buffer *out, const proof_rows *rows)
{
    bool well = bytes_put(out, (unsigned)rows->count, 4);
    for (int k = 0; k < rows->count && well; k++) well = bytes_put(out, (unsigned)rows->dof[k], 4);
    return well && put_numbers(out, rows->H, rows->size * rows->count);
}

static void contact_axis(const hf_contact *c, int row, vec3 *d)
{
    vec3 n = v3_load(c->normal), t = v3_load(c->tangent);
    *d = row % 3 == 0 ? n : row % 3 == 1 ? t : v3_cross(n, t);
}

/// H of one side, dense over its object.
static void side_row(const step_context *step, const proof_system *s, int body, bool turn, vec3 arm, vec3 d,
                     double scale, double *H, double *row, int *dofs)
{
    const object_methods *kind = object_of(step->model, s->object);
    configuration at = step->objects->middle;
    articulated_scratch *trees[1] = {s->tree};
    if (s->tree) at.trees = trees - step->model->objects[s->object].index;
    if (kind == &object_affine || kind == &object_scaled)
    {
        int n = kind->rows->side(step->objects, body, turn, arm, d, NULL, row, row + s->count);
        for (int k = 0; k < n; k++) H[k] += scale * row[k];
    }
    else if (turn) kind->rows->turn(&at, body, d, scale, H, dofs, row);
    else kind->rows->point(&at, body, arm, d, scale, H, dofs, row);
}

bool proof_contact_rows(const step_context *step, const proof_systems *systems, const step_contact *contact,
                        proof_rows *rows)
{
    const hf_contact *c = &contact->record;
    const int body[2] = {c->body_a, c->body_b};
    const proof_system *of[2] = {proof_system_of(systems, step->model, body[0]),
                                 proof_system_of(systems, step->model, body[1])};
    int width = (of[0] ? of[0]->count : 0) + (of[1] && of[1] != of[0] ? of[1]->count : 0), begin[2] = {0};
    if (of[0] && of[1] != of[0]) begin[1] = of[0]->count;
    double *H = ARENA_ZEROED(step->workspace, double, contact->row_count *width + 1);
    double *row = ARENA_ARRAY(step->workspace, double, 2 * width + 12);
    int *dofs = ARENA_ARRAY(step->workspace, int, width + 12);
    vec3 arm[2], d;
    *rows = (proof_rows){.size = contact->row_count, .dof = ARENA_ARRAY(step->workspace, int, width + 1), .H = H};
    if (!H || !row || !dofs || !rows->dof) return false;
    contact_arms(step, c, arm);
    for (int side = 0; side < 2; side++)
        for (int j = 0; j < contact->row_count && of[side]; j++)
        {
            contact_axis(c, j, &d);
            side_row(step, of[side], body[side], j >= 3, arm[side], d, side == 0 ? 1.0 : -1.0,
                     H + j * width + begin[side], row, dofs);
        }
    for (int k = 0; k < width; k++) // columns without entries go
    {
        bool any = false;
        for (int j = 0; j < contact->row_count; j++) any |= H[j * width + k] != 0.0;
        const proof_system *s = of[0] && k < of[0]->count ? of[0] : of[1];
        if (any) rows->dof[rows->count++] = s->dof + (s == of[0] ? k : k - begin[1]);
    }
    double *dense = H;
    rows->H = ARENA_ARRAY(step->workspace, double, contact->row_count * rows->count + 1);
    for (int k = 0, at = 0; rows->H && k < width && at < rows->count; k++)
    {
        const proof_system *s = of[0] && k < of[0]->count ? of[0] : of[1];
        if (rows->dof[at] != s->dof + (s == of[0] ? k : k - begin[1])) continue;
        for (int j = 0; j < contact->row_count; j++) rows->H[j * rows->count + at] = dense[j * width + k];
        at++;
    }
    return rows->H != NULL;
}
