// CORRECT in the exact derivative (correct_positions.c, sticking.c): places are moved by z = M̂⁻¹ Hᵀ y to where
//
//   n · (way apart) + gap = 0      of what bears
//   t · (way apart) = 0            of what sticks: its points are where they were
//
// with the points of the beginning, carried to the end. With E the rows of these at the end, T at the beginning:
//
//   δz = -M̂⁻¹ Hᵀ (E M̂⁻¹ Hᵀ)⁻¹ (E δq⁺ - T δq + δgap of a size that changes)
//
// A step does this only where something is off by more than a few nanometres; derivatives do it always (HF_TOUCH_HELD),
// or where the step did (HF_TOUCH_LITERAL). Momenta P of links are carried along: M δv + ∂(M v - Jᵀ P)/∂q δz = 0; those
// of rigid bodies stay as they are.

#include "world/derivative/exact.h"

#include "bodies/articulated/articulated_spatial.h"
#include "model/tree/object_tree.h"

#include "base/error.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

static const double ROLLS = 1e-3; // [rad] in the step, as in sticking.c: what turns by more has no creep

/// Rows that are held: `count` of n entries each.
typedef struct held_rows
{
    int count;
    double *H, *E, *T; // in the configuration of the solve, at the end, at the beginning
    double *by_p;      // count × parameters: what is to be made up for that they change of it
} held_rows;

/// What a point of a side that moves along d does at the end, into a row; kinematics of trees are those of the end.
static void end_row(const exact *e, const exact_side *side, vec3 point, vec3 d, double sign, double *row)
{
    const step_context *step = e->step;
    if (side->object < 0) return;
    const exact_object *o = &e->objects[side->object];
    row += o->at;
    if (o->small)
    {
        vec3 arm = v3_sub(point, v3_load(step->next[side->body].x));
        for (int k = 0; k < o->n; k++) row[k] += sign * v3_dot(d, v3_add(side->shift[k], v3_cross(side->spin[k], arm)));
        return;
    }
    if (!o->tree)
    {
        vec3 moment = v3_cross(v3_sub(point, v3_load(step->next[side->body].x)), d);
        const double by[6] = {d.x, d.y, d.z, moment.x, moment.y, moment.z};
        for (int k = 0; k < 6; k++) row[k] += sign * by[k];
        return;
    }
    const mechanism *m = &step->model->mechanism;
    int index = step->model->objects[o->object].index;
    const articulated_scratch *at = step->objects->scratch->probe[index];
    const articulated_tree *tree = m->trees[index].articulated;
    for (int i = m->body_link[side->body]; i >= 0; i = tree->links[i].parent)
        for (int l = tree->links[i].v_begin; l < tree->links[i].v_begin + tree->links[i].v_count; l++)
        {
            spatial S = at->inner->dofs[l].S;
            vec3 v = v3_add(S.l, v3_cross(S.a, v3_sub(point, at->bodies[i].position)));
            row[l] += sign * v3_dot(v, d);
        }
}

static void start_row(const exact *e, const exact_side *side, vec3 point, vec3 d, double sign, double *row)
{
    if (side->object < 0) return;
    row += e->objects[side->object].at;
    for (int k = 0; k < side->count; k++)
    {
        vec3 way = v3_add(side->shift[k], v3_cross(side->spin[k], v3_sub(point, side->center)));
        row[side->dof[k]] += sign * v3_dot(way, d);
    }
}

static bool rolls(const step_context *step, const hf_contact *c)
{
    vec3 a = v3_load(step->before[c->body_a] + 3), b = v3_load(step->before[c->body_b] + 3);
    return step->h * v3_norm(v3_sub(a, b)) > ROLLS;
}

/// Whether a row of a contact is held.
static bool is_held(const exact *e, const step_contact *c, int k)
{
    bool all = e->task->options->touch == HF_TOUCH_HELD || c->returned;
    if (k == 0) return all || (e->step->displaced && c->sunk > OVERLAP_SLACK);
    bool stuck = c->last ? c->last->sticks != 0 : e->step->h * c->slip <= OVERLAP_SLACK; // at the beginning, too
    return k < 3 && all && stuck && c->record.status == HF_CONTACT_STICK && !rolls(e->step, &c->record);
}

static void hold_contact(const exact *e, const exact_set *set, const exact_contact *c, int k, const double *H,
                         held_rows *rows)
{
    const step_context *step = e->step;
    size_t at = (size_t)rows->count++ * (size_t)set->n;
    vec3 point = exact_origin(step, c->index);
    memcpy(rows->H + at, H, (size_t)set->n * sizeof *H);
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        vec3 carried = contact_carried(step, side->body, point);
        end_row(e, side, carried, c->axis[k], s == 0 ? 1.0 : -1.0, rows->E + at);
        if (k > 0) start_row(e, side, point, c->axis[k], s == 0 ? 1.0 : -1.0, rows->T + at);
    }
    int parameters = e->task->out->p_count;
    double *by_p = rows->by_p + (size_t)(rows->count - 1) * (size_t)parameters;
    for (int p = 0; p < parameters && k == 0 && c->by_size; p++) by_p[p] = c->by_size[p].gap;
}

static const exact_contact *contact_of(const exact *e, int index)
{
    for (int k = 0; k < e->contact_count; k++)
        if (e->contacts[k].index == index) return &e->contacts[k];
    return NULL;
}

static bool find_held(const exact *e, const exact_set *set, held_rows *rows)
{
    size_t size = (size_t)set->row_count * (size_t)set->n;
    *rows = (held_rows){.H = ARENA_ZEROED(e->w, double, size),
                        .E = ARENA_ZEROED(e->w, double, size),
                        .T = ARENA_ZEROED(e->w, double, size),
                        .by_p = ARENA_ZEROED(e->w, double, (size_t)set->row_count *(size_t)e->task->out->p_count)};
    if (!arena_whole(e->w)) return false;
    int contacts = 6 * e->step->contact_count;
    for (int k = 0; k < set->row_count; k++)
    {
        int impulse = set->rows[k].impulse;
        const double *H = set->rows[k].H;
        if (impulse < contacts)
        {
            if (is_held(e, &e->step->contacts[impulse / 6], impulse % 6))
                hold_contact(e, set, contact_of(e, impulse / 6), impulse % 6, H, rows);
            continue;
        }
        const mechanism *m = &e->step->model->mechanism;
        bool joint = impulse - contacts < JOINT_ROWS * m->joint_count; // otherwise a loop, which is closed always
        bool limit = (impulse - contacts) % JOINT_ROWS < 2 && e->task->options->touch == HF_TOUCH_HELD;
        if (joint && !limit) continue;
        size_t at = (size_t)rows->count++ * (size_t)set->n;
        memcpy(rows->H + at, H, (size_t)set->n * sizeof *H);
        memcpy(rows->E + at, H, (size_t)set->n * sizeof *H);
    }
    return true;
}

// ---- velocities ----

/// dv (n × columns, ld: those of a set) ◄ as momenta of links are carried along by dz.
static hf_status carry_tree(exact *e, const exact_set *set, const exact_object *o, const double *dz, double *dv)
{
    const object_step *s = e->step->objects;
    int index = s->model->objects[o->object].index, n = o->n;
    const model_tree *t = &s->model->mechanism.trees[index];
    articulated_scratch *at = s->scratch->probe[index];
    hf_workspace *w = e->w;
    size_t square = (size_t)n * (size_t)n, columns = (size_t)set->columns;
    double *P = ARENA_ARRAY(w, double, 6 * t->link_count), *still = ARENA_ZEROED(w, double, n);
    double *D = ARENA_ARRAY(w, double, square), *M = ARENA_ARRAY(w, double, square);
    double *x = ARENA_ARRAY(w, double, (size_t)n *columns), *z = ARENA_ARRAY(w, double, (size_t)n *columns);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    articulated_base base = tree_base(&s->after, index);
    articulated_velocities(t->articulated, at, &base, s->v_after + t->v);
    articulated_link_momenta(t->articulated, at, P);
    base.linear = base.angular = v3_zero();
    articulated_tangent_at(t->articulated, at, e->tangents[index], &base, still, s->v_after + t->v, v3_zero(), P);
    articulated_tangent_inverse(t->articulated, e->tangents[index], (size_t)n, D, NULL, M);
    for (size_t c = 0; c < columns; c++)
        memcpy(z + c * (size_t)n, dz + c * (size_t)set->n + o->at, (size_t)n * sizeof *z);
    dense_gemm(true, false, n, set->columns, n, -1.0, D, n, z, n, 0.0, x, n);
    if (dense_cholesky(n, M, n) != 0) return HF_STATUS_OK;
    dense_cholesky_solve(n, M, n, set->columns, x, n);
    for (size_t c = 0; c < columns; c++)
        for (int i = 0; i < n; i++) dv[c * (size_t)set->n + (size_t)(o->at + i)] += x[c * (size_t)n + (size_t)i];
    return HF_STATUS_OK;
}

/// The angular velocity of a rigid body that keeps its momentum as it is turned by dz.
static void carry_body(const exact *e, const exact_set *set, const exact_object *o, const double *dz, double *dv)
{
    const step_context *step = e->step;
    int body = step->model->objects[o->object].index;
    double inverse[9], I[9], R[9], by[9];
    const rigid_constants *c = &step->model->rigid[body];
    quat q = quat_load(step->next[body].q);
    quat_to_matrix(q, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            I[3 * i + j] = R[3 * i] * c->inertia[0] * R[3 * j] + R[3 * i + 1] * c->inertia[1] * R[3 * j + 1] +
                           R[3 * i + 2] * c->inertia[2] * R[3 * j + 2];
    rigid_inverse_inertia(c, q, inverse);
    exact_inertia_change(I, m3_times(inverse, v3_load(step->objects->after.momentum[body])), by);
    for (int k = 0; k < set->columns; k++)
    {
        size_t at = (size_t)k * (size_t)set->n + (size_t)o->at + 3;
        vec3 change = m3_times(inverse, m3_times(by, v3_load(dz + at)));
        v3_store(dv + at, v3_sub(v3_load(dv + at), change));
    }
}

// ---- both ----

/// M̂ of a set, which K is no more.
static double *mass_of(const exact *e, const exact_set *set)
{
    double *M = ARENA_ZEROED(e->w, double, (size_t)set->n *(size_t)set->n);
    for (int i = 0; M && i < set->object_count; i++)
    {
        const exact_object *o = &e->objects[set->objects[i]];
        for (int j = 0; j < o->n; j++)
            memcpy(M + (size_t)(o->at + j) * (size_t)set->n + o->at, o->M + (size_t)j * (size_t)o->n,
                   (size_t)o->n * sizeof *M);
    }
    return M;
}

/// dz ◄ how the places move that the rows are for: by those of them that tell.
static hf_status find_displacement(exact *e, const exact_set *set, const held_rows *rows, const double *dq, double *dz)
{
    int n = set->n, m = rows->count, columns = set->columns, count;
    hf_workspace *w = e->w;
    size_t width = (size_t)n;
    int *index = ARENA_ARRAY(w, int, m), *pivot = ARENA_ARRAY(w, int, m);
    double *M = mass_of(e, set), *Y = ARENA_ARRAY(w, double, width *(size_t)m);
    double *E = ARENA_ARRAY(w, double, width *(size_t)m), *S = ARENA_ARRAY(w, double, (size_t)m *(size_t)m);
    double *y = ARENA_ARRAY(w, double, (size_t)m *(size_t)columns);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    TRY(exact_independent(e, n, m, rows->H, index, &count));
    for (int k = 0; k < count; k++)
    {
        memcpy(Y + (size_t)k * width, rows->H + (size_t)index[k] * width, width * sizeof *Y);
        memcpy(E + (size_t)k * width, rows->E + (size_t)index[k] * width, width * sizeof *E);
    }
    if (dense_cholesky(n, M, n) != 0) return HF_STATUS_OK;
    dense_cholesky_solve(n, M, n, count, Y, n);
    dense_gemm(true, false, count, count, n, 1.0, E, n, Y, n, 0.0, S, count);
    dense_gemm(true, false, count, columns, n, 1.0, E, n, dq, n, 0.0, y, count);
    for (int c = 0; c < n; c++) // the first columns are those of q
        for (int k = 0; k < count; k++)
            y[(size_t)c * (size_t)count + k] -= rows->T[(size_t)index[k] * width + (size_t)c];
    int parameters = e->task->out->p_count, first = columns - parameters;
    for (int p = 0; p < parameters; p++)
        for (int k = 0; k < count; k++)
            y[(size_t)(first + p) * (size_t)count + k] += rows->by_p[(size_t)index[k] * (size_t)parameters + (size_t)p];
    if (dense_lu(count, S, count, pivot) != 0) return HF_STATUS_OK;
    dense_lu_solve(count, S, count, pivot, columns, y, count);
    dense_gemm(false, false, n, columns, count, -1.0, Y, n, y, count, 0.0, dz, n);
    return HF_STATUS_OK;
}

hf_status exact_hold(exact *e, const exact_set *set, double *dq, double *dv)
{
    held_rows rows;
    size_t size = (size_t)set->n * (size_t)set->columns;
    double *dz = ARENA_ZEROED(e->w, double, size);
    if (!dz || !find_held(e, set, &rows)) return error_no_memory(e->task->error);
    if (rows.count == 0) return HF_STATUS_OK;
    TRY(find_displacement(e, set, &rows, dq, dz));
    for (size_t k = 0; k < size; k++) dq[k] += dz[k];
    for (int i = 0; i < set->object_count; i++)
    {
        const exact_object *o = &e->objects[set->objects[i]];
        if (o->tree) TRY(carry_tree(e, set, o, dz, dv));
        else if (!o->small) carry_body(e, set, o, dz, dv);
    }
    return HF_STATUS_OK;
}
