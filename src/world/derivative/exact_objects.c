// Objects of the exact derivative: M̂, what it multiplies without rows, and how they move.
//
// A tree in reduced coordinates, with τ = M a + bias of inverse dynamics at q_m, a = (v⁺ - v)/h, v̄ and with the
// impulses of contacts as wrenches on its links, which keep their directions:
//
//   M̂ (δv⁺ - δv) = h δf - h ∂τ/∂q δq_m - h ∂τ/∂v δv̄ - h ∂τ/∂p δp - δD (v⁺ - v)
//
// v̄ = v + ½ (c + what impulses did in the last step), c = v_f - v: the free motion obeys the same equation without the
// impulses. Its rounds (object_reduced.c) are taken to have ended: what they leave of δv̄ is of order (h ω)⁴.
//
// A rigid body with the angular momentum L of its state, I at the beginning:
//
//   m δv⁺ = m δv,    I δω⁺ = δL - δI ω⁺,    δL = I δω + δI ω,    δI x = θ × I x - I (θ × x)

#include "world/derivative/exact.h"

#include "model/tree/object_tree.h"

#include "base/error.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

// ---- q ⊕ s v ----

/// R ◄ exp(-φ), J ◄ the right Jacobian of rotations at φ: exp(φ + δ) = exp(φ) exp(J δ).
static void turn_derivatives(vec3 phi, double R[9], double J[9])
{
    double angle = v3_norm(phi), a, b, sine, cosine;
    real_sin_cos(angle, &sine, &cosine);
    if (angle < 1e-4) a = 0.5 - angle * angle / 24.0, b = 1.0 / 6.0 - angle * angle / 120.0;
    else a = (1.0 - cosine) / (angle * angle), b = (angle - sine) / (angle * angle * angle);
    quat_to_matrix(quat_exp(v3_negate(phi)), R);
    for (int k = 0; k < 3; k++)
    {
        vec3 x = v3(k == 0, k == 1, k == 2), once = v3_cross(phi, x), twice = v3_cross(phi, once);
        vec3 column = v3_add_scaled(v3_add_scaled(x, -a, once), b, twice);
        J[k] = column.x, J[3 + k] = column.y, J[6 + k] = column.z;
    }
}

static void turn_block_make(int at, const double *v, double s, turn_block *block)
{
    block->at = at;
    turn_derivatives(v3_scale(s, v3_load(v + at)), block->q, block->v);
    for (int k = 0; k < 9; k++) block->v[k] *= s;
}

bool shift_map_make(const exact *e, const exact_object *o, const double *v, double s, shift_map *map)
{
    const mechanism *m = &e->step->model->mechanism;
    const model_tree *t = &m->trees[e->step->model->objects[o->object].index];
    *map = (shift_map){.s = s, .turns = ARENA_ARRAY(e->w, turn_block, t->joint_count + 1)};
    if (!map->turns) return false;
    if (t->articulated->floating) turn_block_make(3, v, s, &map->turns[map->turn_count++]);
    for (int k = 0; k < t->joint_count; k++)
    {
        int j = m->tree_joints[t->joint_begin + k];
        if (m->joints[j].kind == HF_JOINT_BALL)
            turn_block_make(m->joint_place_v[j] - t->v, v, s, &map->turns[map->turn_count++]);
    }
    return true;
}

/// Three columns of x times a 3 × 3 matrix.
static void times_block(int n, const double *x, const double *block, double *out)
{
    for (int i = 0; i < n; i++)
    {
        vec3 row = m3_transpose_times(block, v3(x[i], x[n + i], x[2 * n + i]));
        out[i] = row.x, out[n + i] = row.y, out[2 * n + i] = row.z;
    }
}

void shift_map_times(const shift_map *map, int n, const double *columns, double *by_q, double *by_v)
{
    size_t all = (size_t)n * (size_t)n;
    memcpy(by_q, columns, all * sizeof *by_q);
    for (size_t k = 0; k < all; k++) by_v[k] = map->s * columns[k];
    for (int k = 0; k < map->turn_count; k++)
    {
        size_t at = (size_t)map->turns[k].at * (size_t)n;
        times_block(n, columns + at, map->turns[k].q, by_q + at);
        times_block(n, columns + at, map->turns[k].v, by_v + at);
    }
}

void shift_map_pull(const shift_map *map, int n, const double *row, double *by_q, double *by_v)
{
    for (int i = 0; i < n; i++) by_q[i] = row[i], by_v[i] = map->s * row[i];
    for (int k = 0; k < map->turn_count; k++)
    {
        const turn_block *block = &map->turns[k];
        v3_store(by_q + block->at, m3_transpose_times(block->q, v3_load(row + block->at)));
        v3_store(by_v + block->at, m3_transpose_times(block->v, v3_load(row + block->at)));
    }
}

void shift_map_apply(const shift_map *map, int n, int count, double *x, const double *y)
{
    for (int c = 0; c < count; c++, x += n, y += n)
        for (int i = 0, k = 0; i < n; i++)
        {
            if (k == map->turn_count || i < map->turns[k].at)
            {
                x[i] += map->s * y[i];
                continue;
            }
            v3_store(x + i,
                     v3_add(m3_times(map->turns[k].q, v3_load(x + i)), m3_times(map->turns[k].v, v3_load(y + i))));
            i += 2;
            k++;
        }
}

// ---- trees ----

/// Wrenches on links: forces from outside, and with `impulses` those of contacts over the step.
static double *tree_wrenches(const exact *e, const exact_object *o, bool impulses)
{
    const step_context *step = e->step;
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[step->model->objects[o->object].index];
    double *wrench = ARENA_ZEROED(e->w, double, 6 * t->link_count);
    for (int k = 0; wrench && k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k];
        vec3 force, torque;
        object_forces(step->objects, body, v3_load(step->before[body]), v3_load(step->before[body] + 3), &force,
                      &torque);
        v3_store(wrench + 6 * k, force);
        v3_store(wrench + 6 * k + 3, torque);
    }
    for (int k = 0; wrench && impulses && k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        vec3 arm[2], impulse = v3_scale(1.0 / step->h, contact_impulse(c));
        vec3 moment = v3_scale(1.0 / step->h, contact_moment(c));
        contact_arms(step, c, arm);
        for (int s = 0; s < 2; s++)
        {
            int body = s == 0 ? c->body_a : c->body_b;
            if (step->model->body_object[body] != o->object) continue;
            double sign = s == 0 ? 1.0 : -1.0, *to = wrench + 6 * m->body_link[body];
            v3_store(to, v3_add_scaled(v3_load(to), sign, impulse));
            v3_store(to + 3, v3_add_scaled(v3_load(to + 3), sign, v3_add(moment, v3_cross(arm[s], impulse))));
        }
    }
    return wrench;
}

/// n × n scratch of a tree.
typedef struct tree_room
{
    double *a, *mean;              // n
    double *Df, *Dt, *Dv, *Da;     // n × n, by rows: ∂τ/∂q of the free motion, and with impulses; ∂τ/∂v; M
    double *columns, *by_q, *by_v; // n × n, by columns
    double *free, *LU;             // n × columns: δ(v_f - v); n × n
    int *pivot;
} tree_room;

static bool tree_room_take(hf_workspace *w, int n, int columns, tree_room *r)
{
    size_t square = (size_t)n * (size_t)n;
    *r = (tree_room){.a = ARENA_ARRAY(w, double, n),
                     .mean = ARENA_ARRAY(w, double, n),
                     .Df = ARENA_ARRAY(w, double, square),
                     .Dt = ARENA_ARRAY(w, double, square),
                     .Dv = ARENA_ARRAY(w, double, square),
                     .Da = ARENA_ARRAY(w, double, square),
                     .columns = ARENA_ARRAY(w, double, square),
                     .by_q = ARENA_ARRAY(w, double, square),
                     .by_v = ARENA_ARRAY(w, double, square),
                     .free = ARENA_ARRAY(w, double, (size_t)n *(size_t)columns),
                     .LU = ARENA_ARRAY(w, double, square),
                     .pivot = ARENA_ARRAY(w, int, n)};
    return arena_whole(w);
}

/// Inverse dynamics at q_m and v̄ with the change of velocity to `after`: its derivatives.
static void differentiate(const exact *e, const exact_object *o, const double *after, const double *wrench,
                          tree_room *r, double *dq, double *dv, double *da)
{
    const object_step *s = e->step->objects;
    int tree = e->step->model->objects[o->object].index;
    const model_tree *t = &e->step->model->mechanism.trees[tree];
    articulated_base base = tree_base_middle(s, tree, 0.5);
    for (int k = 0; k < o->n; k++) r->a[k] = (after[k] - s->v[t->v + k]) / s->h;
    articulated_tangent_at(t->articulated, s->scratch->middle[tree], e->tangents[tree], &base, r->mean, r->a,
                           v3_load(s->settings->physics.gravity), wrench);
    articulated_tangent_inverse(t->articulated, e->tangents[tree], (size_t)o->n, dq, dv, da);
}

/// to (n × columns) -= h D δq_m, D by rows.
static void subtract_place(const exact *e, const exact_object *o, const double *D, tree_room *r, double *to)
{
    int n = o->n;
    double h = e->step->h;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) r->columns[j * n + i] = h * D[i * n + j];
    shift_map_times(&o->middle, n, r->columns, r->by_q, r->by_v);
    for (int k = 0; k < n * n; k++) to[k] -= r->by_q[k];
    for (int k = 0; k < n * n; k++) to[n * n + k] -= r->by_v[k];
}

/// to -= δD change, of the diagonal of M̂.
static void subtract_diagonal(const exact_object *o, const double *after, const double *before, int columns, double *to)
{
    for (int c = 0; o->diag && c < columns; c++)
        for (int i = 0; i < o->n; i++) to[c * o->n + i] -= o->diag[c * o->n + i] * (after[i] - before[i]);
}

static hf_status tree_begin_exact(exact *e, exact_object *o)
{
    const object_step *s = e->step->objects;
    const model_tree *t = &e->step->model->mechanism.trees[e->step->model->objects[o->object].index];
    int n = o->n, columns = 2 * n + e->signals;
    const double *v = s->v + t->v, *free = s->v_free + t->v, *after = e->v_solved + t->v;
    double h = s->h;
    tree_room r;
    arena_mark mark = arena_begin(e->w);
    double *outside = tree_wrenches(e, o, false), *all = tree_wrenches(e, o, true);
    if (!tree_room_take(e->w, n, columns, &r) || !outside || !all) return error_no_memory(e->task->error);
    for (int k = 0; k < n; k++) r.mean[k] = v[k] + 0.5 * (free[k] - v[k] + s->again * s->impulse[t->v + k]);
    for (int k = 0; k < n * columns; k++) r.free[k] = o->rhs[k] = h * o->force[k];
    const articulated_scratch *middle = s->scratch->middle[e->step->model->objects[o->object].index];
    differentiate(e, o, free, outside, &r, r.Df, r.Dv, r.Da);
    TRY(exact_parameter_inertia(e, o, middle, r.free));
    differentiate(e, o, after, all, &r, r.Dt, NULL, NULL);
    TRY(exact_parameter_inertia(e, o, middle, o->rhs));
    memcpy(o->M, r.Da, (size_t)(n * n) * sizeof *o->M);
    for (int k = 0; k < n; k++)
        o->M[k * (n + 1)] += h * s->damping[t->v + k] + o->theta * o->theta * h * h * s->stiffness[t->v + k];

    // (M̂ + ½ h ∂τ/∂v) δc = h δf - h ∂τ/∂q δq_m - h ∂τ/∂v δv - δD c
    subtract_place(e, o, r.Df, &r, r.free);
    subtract_place(e, o, r.Dt, &r, o->rhs);
    subtract_diagonal(o, free, v, columns, r.free);
    subtract_diagonal(o, after, v, columns, o->rhs);
    double *by_v[2] = {r.free + n * n, o->rhs + n * n};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            r.LU[j * n + i] = o->M[j * n + i] + 0.5 * h * r.Dv[i * n + j];
            for (int k = 0; k < 2; k++) by_v[k][j * n + i] -= h * r.Dv[i * n + j];
        }
    if (dense_lu(n, r.LU, n, r.pivot) != 0)
    {
        e->why = "a tree whose free motion is singular";
        return HF_STATUS_OK;
    }
    dense_lu_solve(n, r.LU, n, r.pivot, columns, r.free, n);
    // rhs - ½ h ∂τ/∂v δc + M̂ δv
    dense_gemm(true, false, n, columns, n, -0.5 * h, r.Dv, n, r.free, n, 1.0, o->rhs, n);
    for (int k = 0; k < n * n; k++) o->rhs[n * n + k] += o->M[k];
    arena_end(e->w, mark);
    return HF_STATUS_OK;
}

// ---- rigid bodies ----

void exact_inertia_change(const double *I, vec3 y, double out[9])
{
    vec3 Iy = m3_times(I, y);
    for (int k = 0; k < 3; k++)
    {
        vec3 turn = v3(k == 0, k == 1, k == 2);
        vec3 change = v3_sub(v3_cross(turn, Iy), m3_times(I, v3_cross(turn, y)));
        out[k] = change.x, out[3 + k] = change.y, out[6 + k] = change.z;
    }
}

static void inertia_of(const rigid_constants *c, quat q, double I[9])
{
    double R[9];
    quat_to_matrix(q, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            I[3 * i + j] = R[3 * i] * c->inertia[0] * R[3 * j] + R[3 * i + 1] * c->inertia[1] * R[3 * j + 1] +
                           R[3 * i + 2] * c->inertia[2] * R[3 * j + 2];
}

static void rigid_begin_exact(exact *e, exact_object *o)
{
    const step_context *step = e->step;
    int body = step->model->objects[o->object].index;
    const rigid_constants *c = &step->model->rigid[body];
    double before[9], after[9];
    inertia_of(c, quat_load(step->at[body].q), o->inertia);
    o->before = v3_load(step->before[body] + 3);
    o->spin = v3_load(step->solved[body] + 3);
    exact_inertia_change(o->inertia, o->before, before);
    exact_inertia_change(o->inertia, o->spin, after);
    for (int k = 0; k < 3; k++) o->M[7 * k] = o->rhs[36 + 7 * k] = c->mass;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            o->M[(3 + j) * 6 + 3 + i] = o->rhs[36 + (3 + j) * 6 + 3 + i] = o->inertia[3 * i + j];
            o->rhs[(3 + j) * 6 + 3 + i] = before[3 * i + j] - after[3 * i + j];
        }
    exact_parameter_body(e, o, v3_load(step->before[body]), v3_load(step->solved[body]));
}

// ---- planar bodies and particles ----

static void small_begin_exact(const exact *e, exact_object *o)
{
    int body = e->step->model->objects[o->object].body, n = o->n;
    double mass[SMALL_BODY_MOST];
    o->small->mass(e->step->model, body, mass);
    for (int k = 0; k < n; k++)
    {
        double *rhs = o->rhs + (n + k) * n;
        o->M[k * (n + 1)] = rhs[k] = mass[k];
        if (o->small->admit) o->small->admit(e->step->model, body, rhs);
    }
    exact_parameter_small(e, o);
}

/// q⁺ = q + h ((1 - θ) v + θ v⁺), of what it may have of q and v.
static void small_move_exact(const exact *e, const exact_object *o, int columns, const double *own_q,
                             const double *own_v, double *dq, const double *dv)
{
    int body = e->step->model->objects[o->object].body;
    for (int c = 0; c < columns; c++, own_q += o->n, own_v += o->n, dq += o->n, dv += o->n)
    {
        for (int k = 0; k < o->n; k++) dq[k] = own_q[k] + e->step->h * (1.0 - o->theta) * own_v[k];
        if (o->small->admit) o->small->admit(e->step->model, body, dq);
        for (int k = 0; k < o->n; k++) dq[k] += e->step->h * o->theta * dv[k];
    }
}

// ---- all ----

static hf_status object_begin(exact *e, exact_object *o, int object)
{
    const step_context *step = e->step;
    const model_object *from = &step->model->objects[object];
    const object_step *s = step->objects;
    *o = (exact_object){.object = object, .n = from->dof_count, .tree = from->kind == OBJECT_REDUCED, .set = -1};
    if (from->kind != OBJECT_RIGID && !o->tree) o->small = object_of(step->model, object)->small;
    o->smooth = step->thetas[from->body] == step->theta;
    o->theta = o->tree ? object_spring_weight(s, object) : step->thetas[from->body];
    size_t n = (size_t)o->n, columns = 2 * n + (size_t)e->signals;
    o->M = ARENA_ZEROED(e->w, double, n *n);
    o->rhs = ARENA_ZEROED(e->w, double, n *columns);
    o->force = o->tree ? ARENA_ZEROED(e->w, double, n *columns) : NULL;
    if (!arena_whole(e->w)) return error_no_memory(e->task->error);
    if (!o->tree) return HF_STATUS_OK;
    double ahead = (1.0 - step->theta) * step->h, rest = o->smooth ? step->theta * step->h : step->h;
    bool made = shift_map_make(e, o, s->v + from->v, ahead, &o->middle) &&
                shift_map_make(e, o, e->v_solved + from->v, rest, &o->end);
    return made ? HF_STATUS_OK : error_no_memory(e->task->error);
}

hf_status exact_objects_begin(exact *e)
{
    const hf_model *m = e->step->model;
    e->object_count = m->object_count;
    e->objects = ARENA_ARRAY(e->w, exact_object, m->object_count);
    if (!e->objects) return error_no_memory(e->task->error);
    for (int o = 0; o < m->object_count; o++) TRY(object_begin(e, &e->objects[o], o));
    TRY(exact_forces(e));
    for (int o = 0; o < m->object_count; o++)
        if (e->objects[o].tree) TRY(tree_begin_exact(e, &e->objects[o]));
        else if (e->objects[o].small) small_begin_exact(e, &e->objects[o]);
        else rigid_begin_exact(e, &e->objects[o]);
    return HF_STATUS_OK;
}

// ---- moves ----

/// How a body that turns freely by L in a time h ends (rigid_turn), by its orientation and by L: turns about world
/// axes, 3 × 3 each, by rows. Each turn about a principal axis takes the tangent in the body's axes along.
typedef struct turn_tangent
{
    quat q;
    vec3 l;
    vec3 turn[6], dl[6]; // by the three of the orientation, and of L
} turn_tangent;

/// Turned by exp(axis · angle), the angle changing by d[k]; l as seen from the turned body where `carries`.
static void turn_on(turn_tangent *t, vec3 phi, const vec3 dphi[6], bool carries)
{
    double R[9], J[9];
    turn_derivatives(phi, R, J);
    t->q = quat_multiply(t->q, quat_exp(phi));
    vec3 l = m3_times(R, t->l);
    for (int k = 0; k < 6; k++)
    {
        vec3 by = m3_times(J, dphi[k]);
        t->turn[k] = v3_add(m3_times(R, t->turn[k]), by);
        if (carries) t->dl[k] = v3_sub(m3_times(R, t->dl[k]), v3_cross(by, l));
    }
    if (carries) t->l = l;
}

static void turn_on_axis(turn_tangent *t, int axis, double rate, double h)
{
    vec3 e = v3(axis == 0, axis == 1, axis == 2), dphi[6];
    if (rate == 0.0) return;
    for (int k = 0; k < 6; k++) dphi[k] = v3_scale(v3_at(t->dl[k], axis) * rate * h, e);
    turn_on(t, v3_scale(v3_at(t->l, axis) * rate * h, e), dphi, true);
}

static void turn_freely(const rigid_constants *c, quat q, vec3 L, double h, double by_q[9], double by_L[9])
{
    const double *d = c->inverse_inertia;
    turn_tangent t = {.q = q, .l = quat_rotate_back(q, L)};
    for (int k = 0; k < 3; k++)
    {
        vec3 e = v3(k == 0, k == 1, k == 2);
        t.turn[k] = quat_rotate_back(q, e);
        t.dl[k] = quat_rotate_back(q, v3_cross(L, e)); // -θ × L
        t.turn[3 + k] = v3_zero();
        t.dl[3 + k] = quat_rotate_back(q, e);
    }
    turn_on_axis(&t, 1, d[1] - d[0], 0.5 * h);
    vec3 dphi[6];
    for (int k = 0; k < 6; k++) dphi[k] = v3_scale(d[0] * h, t.dl[k]);
    turn_on(&t, v3_scale(d[0] * h, t.l), dphi, false);
    turn_on_axis(&t, 2, d[2] - d[0], h);
    turn_on_axis(&t, 1, d[1] - d[0], 0.5 * h);
    for (int k = 0; k < 3; k++)
    {
        vec3 a = quat_rotate(t.q, t.turn[k]), b = quat_rotate(t.q, t.turn[3 + k]);
        by_q[k] = a.x, by_q[3 + k] = a.y, by_q[6 + k] = a.z;
        by_L[k] = b.x, by_L[3 + k] = b.y, by_L[6 + k] = b.z;
    }
}

/// dq, dv: 6 × columns of a rigid body. dv comes as δv⁺ of the solve and becomes that of the end.
static void rigid_move_exact(const exact *e, const exact_object *o, int columns, const double *own_q,
                             const double *own_v, double *dq, double *dv)
{
    const step_context *step = e->step;
    int body = step->model->objects[o->object].index;
    const rigid_constants *c = &step->model->rigid[body];
    double h = step->h, theta = o->theta, change[2][9], by_q[9], by_L[9], end[9], fix[9], inverse[9];
    vec3 L = v3_mix(v3_load(step->momentum[body]), v3_load(step->objects->after.momentum[body]), theta);
    quat q = quat_load(step->moved[body].q);
    exact_inertia_change(o->inertia, o->before, change[0]);
    exact_inertia_change(o->inertia, o->spin, change[1]);
    turn_freely(c, quat_load(step->at[body].q), L, h, by_q, by_L);
    inertia_of(c, q, end);
    rigid_inverse_inertia(c, q, inverse);
    exact_inertia_change(end, m3_times(inverse, v3_load(step->objects->after.momentum[body])), fix);
    for (int k = 0; k < columns; k++, dq += 6, dv += 6, own_q += 6, own_v += 6)
    {
        vec3 turn = v3_load(own_q + 3), after = v3_load(dv);
        vec3 dL0 = v3_add(m3_times(o->inertia, v3_load(own_v + 3)), m3_times(change[0], turn));
        vec3 dL1 = v3_add(m3_times(o->inertia, v3_load(dv + 3)), m3_times(change[1], turn));
        vec3 turned = v3_add(m3_times(by_q, turn), m3_times(by_L, v3_mix(dL0, dL1, theta)));
        v3_store(dq, v3_add_scaled(v3_load(own_q), h, v3_mix(v3_load(own_v), after, theta)));
        v3_store(dq + 3, turned);
        v3_store(dv + 3, m3_times(inverse, v3_sub(dL1, m3_times(fix, turned))));
    }
}

void exact_move(const exact *e, const exact_object *o, int columns, const double *own_q, const double *own_v,
                double *dq, double *dv)
{
    if (o->small)
    {
        small_move_exact(e, o, columns, own_q, own_v, dq, dv);
        return;
    }
    if (!o->tree)
    {
        rigid_move_exact(e, o, columns, own_q, own_v, dq, dv);
        return;
    }
    memcpy(dq, own_q, (size_t)o->n * (size_t)columns * sizeof *dq);
    if (o->smooth) shift_map_apply(&o->middle, o->n, columns, dq, own_v);
    shift_map_apply(&o->end, o->n, columns, dq, dv);
}
