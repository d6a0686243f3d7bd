// Rows of the joints of a constraint tree in one configuration: a connect keeps its point alone, others the loop_rate
// of each row. Chains of 100,000 bodies are read from memory several times a step: what can be said in three numbers is
// not kept in thirty-six.

#include "model/model.h"
#include "model/rows/loop_geometry.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static bool is_point(const hf_model *model, const constraint_tree_joint *j)
{
    return model->mechanism.loops[j->loop].kind == HF_LOOP_CONNECT;
}

static void sides_of(const hf_model *model, const constraint_tree_joint *j, const constraint_tree_side *own,
                     const body_state *bodies, loop_side side[2])
{
    for (int k = 0; k < 2; k++)
    {
        const body_state *b = &bodies[j->model_body[k]];
        quat q = quat_load(b->q);
        side[k].point = v3_add(v3_load(b->x), quat_rotate(q, own[k].arm));
        if (is_point(model, j)) continue;
        side[k].axis = quat_rotate(q, own[k].axis);
        side[k].turn = quat_multiply(q, quat_conjugate(quat_load(model->rigid[j->model_body[k]].principal)));
    }
}

double constraint_tree_place(const hf_model *model, const constraint_tree_set *set, const constraint_tree_scratch *s,
                             const body_state *bodies, double *rows, double *gap)
{
    double widest = 0.0;
    for (int k = 0; k < set->joint_count; k++)
    {
        const constraint_tree_joint *j = &set->joints[k];
        const hf_loop_def *def = &model->mechanism.loops[j->loop];
        double *out = gap ? gap + j->at : NULL;
        loop_side side[2];
        sides_of(model, j, s->sides + 2 * k, bodies, side);
        if (is_point(model, j))
        {
            if (rows) v3_store(rows + j->place, v3_scale(0.5, v3_add(side[0].point, side[1].point)));
            if (out) v3_store(out, v3_sub(side[0].point, side[1].point));
        }
        else
        {
            if (rows) loop_rows_at(def, side, (loop_rate *)(void *)(rows + j->place));
            if (out) loop_gaps_at(def, side, out);
        }
        for (int i = 0; out && i < j->gaps; i++)
            if (!(fabs(out[i]) <= widest)) widest = fabs(out[i]);
        for (int i = j->gaps; out && i < j->rows; i++) out[i] = 0.0;
    }
    return widest;
}

int constraint_tree_widest(const constraint_tree_set *set, const double *gap)
{
    int worst = 0;
    double widest = -1.0;
    for (int k = 0; k < set->joint_count; k++)
        for (int i = 0; i < set->joints[k].gaps; i++)
            if (!(fabs(gap[set->joints[k].at + i]) <= widest))
            {
                widest = fabs(gap[set->joints[k].at + i]);
                worst = k;
            }
    return worst;
}

/// A joint of three rows that holds a point, by what it keeps.
static inline bool keeps_point(const constraint_tree_set *set, int k)
{
    size_t end = k + 1 < set->joint_count ? set->joints[k + 1].place : set->rows_size;
    return end - set->joints[k].place == 3;
}

void constraint_tree_values(const constraint_tree_set *set, const double *rows, const body_state *bodies,
                            const double *twist, const double (*ground)[6], double *values)
{
    for (int k = 0; k < set->joint_count; k++)
    {
        const constraint_tree_joint *j = &set->joints[k];
        double *out = values + j->at;
        vec3 v[2], w[2], x[2];
        for (int side = 0; side < 2; side++)
        {
            const double *t = j->body[side] >= 0 ? twist + 6 * (size_t)j->body[side]
                              : ground           ? ground[j->model_body[side]]
                                                 : NULL;
            v[side] = t ? v3_load(t) : v3_zero();
            w[side] = t ? v3_load(t + 3) : v3_zero();
            x[side] = v3_load(bodies[j->model_body[side]].x);
        }
        if (keeps_point(set, k))
        {
            vec3 p = v3_load(rows + j->place);
            v3_store(out, v3_sub(v3_add(v[0], v3_cross(w[0], v3_sub(p, x[0]))),
                                 v3_add(v[1], v3_cross(w[1], v3_sub(p, x[1])))));
            continue;
        }
        const loop_rate *row = (const loop_rate *)(const void *)(rows + j->place);
        for (int i = 0; i < j->rows; i++)
        {
            vec3 a = v3_add(v[0], v3_cross(w[0], v3_sub(row[i].point, x[0])));
            vec3 b = v3_add(v[1], v3_cross(w[1], v3_sub(row[i].point, x[1])));
            out[i] = v3_dot(row[i].along, v3_sub(a, b)) + v3_dot(row[i].turn_a, w[0]) - v3_dot(row[i].turn_b, w[1]);
        }
    }
}

static void add_impulse(double *P, vec3 x, vec3 point, vec3 impulse, vec3 moment, double sign)
{
    vec3 m = v3_add(v3_cross(v3_sub(point, x), impulse), moment);
    v3_store(P, v3_add_scaled(v3_load(P), sign, impulse));
    v3_store(P + 3, v3_add_scaled(v3_load(P + 3), sign, m));
}

void constraint_tree_impulses(const constraint_tree_set *set, const double *rows, const body_state *bodies,
                              const double *lambda, double *P)
{
    memset(P, 0, 6 * (size_t)set->body_count * sizeof *P);
    for (int k = 0; k < set->joint_count; k++)
    {
        const constraint_tree_joint *j = &set->joints[k];
        const double *l = lambda + j->at;
        bool point = keeps_point(set, k);
        const loop_rate *row = (const loop_rate *)(const void *)(rows + j->place);
        for (int side = 0; side < 2; side++)
        {
            if (j->body[side] < 0) continue;
            double *out = P + 6 * (size_t)j->body[side], sign = side == 0 ? 1.0 : -1.0;
            vec3 x = v3_load(bodies[j->model_body[side]].x);
            if (point) add_impulse(out, x, v3_load(rows + j->place), v3_load(l), v3_zero(), sign);
            for (int i = 0; !point && i < j->rows; i++)
                add_impulse(out, x, row[i].point, v3_scale(l[i], row[i].along),
                            v3_scale(l[i], side == 0 ? row[i].turn_a : row[i].turn_b), sign);
        }
    }
}

// ---- factors ----

/// A (3 × 3) ◄ R diag(d) Rᵀ.
static void turned(const double R[9], const double d[3], double A[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            A[3 * i + j] = A[3 * j + i] =
                R[3 * i] * d[0] * R[3 * j] + R[3 * i + 1] * d[1] * R[3 * j + 1] + R[3 * i + 2] * d[2] * R[3 * j + 2];
}

static void mass_of(const rigid_constants *c, quat q, double M[36])
{
    double R[9], I[9];
    memset(M, 0, 36 * sizeof *M);
    for (int k = 0; k < 3; k++) M[7 * k] = c->mass;
    quat_to_matrix(q, R);
    turned(R, c->inertia, I);
    for (int k = 0; k < 9; k++) M[6 * (3 + k / 3) + 3 + k % 3] = I[k];
}

static void point_rows(vec3 arm, double sign, double J[18])
{
    const double rows[18] = {1, 0, 0, 0, arm.z, -arm.y, 0, 1, 0, -arm.z, 0, arm.x, 0, 0, 1, arm.y, -arm.x, 0};
    for (int k = 0; k < 18; k++) J[k] = sign * rows[k];
}

static void general_rows(const loop_rate *row, int count, int side, vec3 x, double *J)
{
    double sign = side == 0 ? 1.0 : -1.0;
    for (int i = 0; i < count; i++, J += 6)
    {
        vec3 moment =
            v3_add(v3_cross(v3_sub(row[i].point, x), row[i].along), side == 0 ? row[i].turn_a : row[i].turn_b);
        v3_store(J, v3_scale(sign, row[i].along));
        v3_store(J + 3, v3_scale(sign, moment));
    }
}

/// The rows of a joint over one of its bodies.
static void side_rows(const constraint_tree_set *set, int k, int side, const double *rows, const body_state *bodies,
                      double *J)
{
    const constraint_tree_joint *j = &set->joints[k];
    vec3 x = v3_load(bodies[j->model_body[side]].x);
    if (keeps_point(set, k)) point_rows(v3_sub(v3_load(rows + j->place), x), side == 0 ? 1.0 : -1.0, J);
    else general_rows((const loop_rate *)(const void *)(rows + j->place), j->rows, side, x, J);
}

bool constraint_tree_factor_two(const hf_model *model, const constraint_tree_set *set, constraint_tree_scratch *s,
                                const double *rows, const body_state *bodies, const double *kicks,
                                const body_state *kicked)
{
    double J[6 * LOOP_ROWS_MOST], K[6 * LOOP_ROWS_MOST], R[9], I[9], inverse[9];
    for (int k = 0; k < set->joint_count; k++)
        for (int side = 0; side < 2; side++)
        {
            if (set->joints[k].body[side] < 0) continue;
            side_rows(set, k, side, rows, bodies, J);
            side_rows(set, k, side, kicks, kicked, K);
            tree_two_set_rows(s->two, k, side, J, K);
        }
    for (int b = 0; b < set->body_count; b++)
    {
        const rigid_constants *c = &model->rigid[set->bodies[b]];
        quat_to_matrix(quat_load(bodies[set->bodies[b]].q), R);
        turned(R, c->inertia, I);
        turned(R, c->inverse_inertia, inverse);
        tree_two_set_body(s->two, b, c->mass, I, inverse);
    }
    return tree_two_factor(s->two);
}

hf_status constraint_tree_factor(const hf_model *model, const constraint_tree_set *set, constraint_tree_scratch *s,
                                 const double *rows, const body_state *bodies, hf_error *error)
{
    tree_begin_hard(s->system);
    double J[6 * LOOP_ROWS_MOST];
    for (int b = 0; b < set->body_count; b++)
    {
        mass_of(&model->rigid[set->bodies[b]], quat_load(bodies[set->bodies[b]].q), J);
        tree_set_mass(s->system, b, J);
    }
    for (int k = 0; k < set->joint_count; k++)
        for (int side = 0; side < 2; side++)
        {
            if (set->joints[k].body[side] < 0) continue;
            side_rows(set, k, side, rows, bodies, J);
            tree_set_rows(s->system, k, side, J);
        }
    hf_error why = {0};
    hf_status status = tree_factorize(s->system, &why);
    int fault = tree_fault_joint(s->system);
    if (status == HF_STATUS_OK || fault < 0) return status;
    char label[LABEL_SIZE];
    int loop = set->joints[fault].loop;
    return error_set(error, status, "%s: its rows depend on each other where its bodies stand",
                     label_make(label, "loop", loop, model->mechanism.loops[loop].name));
}
