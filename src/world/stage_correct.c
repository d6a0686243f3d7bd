// Stage CORRECT: removes overlap at position level.
//
// The velocity solve keeps gaps to first order; what turning leaves of second order, and what was there at the start, is removed by moving bodies:
//
//   minimize  ½ δqᵀ M δq   subject to   gap + H_N δq >= 0     ►     0 <= gap + W_NN p  ⟂  p >= 0,   δq = M⁻¹ H_Nᵀ p
//
// a contact problem of unilateral blocks, solved by the same solvers. Gaps are those of the points that touched, carried along by the bodies;
// contacts that nearly overlap take part, so that nothing is pushed into a neighbour. Velocities stay as they are: kinetic energy does not
// change, and potential energy changes by no more than what lifting the bodies out of the overlap takes.

#include "world/world.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

enum
{
    ROUNDS = 4 // of the linearization; it converges quadratically
};
static const double SLOP = 1e-10;     // [m]: overlap that is left alone
static const double NEAR = 10.0;      // contacts with gaps up to so many times the deepest overlap take part
static const double TOLERANCE = 1e-8; // of displacements, relative to the deepest overlap: too far out means a fall

/// The point of a body that was at `p`, after its move.
static vec3 carried(const step_context *step, int body, vec3 p)
{
    const rigid_state *now = &step->at[body], *next = &step->next[body];
    if (step->model->rigid[body].motion == HF_MOTION_STATIC) return p;
    vec3 local = quat_rotate_back(quat_load(now->q), v3_sub(p, v3_load(now->x)));
    return v3_add(v3_load(next->x), quat_rotate(quat_load(next->q), local));
}

static double predicted_gap(const step_context *step, const hf_contact *c)
{
    vec3 n = v3_load(c->normal), p = v3_load(c->point);
    vec3 a = carried(step, c->body_a, v3_add_scaled(p, 0.5 * c->gap, n));
    vec3 b = carried(step, c->body_b, v3_add_scaled(p, -0.5 * c->gap, n));
    return v3_dot(n, v3_sub(a, b));
}

/// Gaps after the move; returns the deepest overlap.
static double measure(const step_context *step, double *gap)
{
    double deepest = 0.0;
    for (int k = 0; k < step->contact_count; k++)
    {
        gap[k] = predicted_gap(step, &step->contacts[k].record);
        deepest = fmax(deepest, -gap[k]);
    }
    return deepest;
}

typedef struct position_rows
{
    int count; // contacts that take part
    double norm_b;
    size_t *begin;
    int *dof;
    double *H, *G, *b;
    int *size;
    hf_kind *kind;
    double *p;
} position_rows;

static bool rows_begin(step_context *step, position_rows *rows)
{
    size_t n = (size_t)step->contact_count;
    hf_workspace *w = step->workspace;
    *rows = (position_rows){.begin = ARENA_ARRAY(w, size_t, n + 1),
                            .dof = ARENA_ARRAY(w, int, 12 * n),
                            .H = ARENA_ARRAY(w, double, 12 * n),
                            .G = ARENA_ARRAY(w, double, 12 * n),
                            .b = ARENA_ARRAY(w, double, n),
                            .size = ARENA_ARRAY(w, int, n),
                            .kind = ARENA_ARRAY(w, hf_kind, n),
                            .p = ARENA_ZEROED(w, double, n)};
    return rows->begin && rows->dof && rows->H && rows->G && rows->b && rows->size && rows->kind && rows->p;
}

/// Gaps are measured in units of the deepest overlap, and p in unit_mass.
static void rows_fill(step_context *step, const double *gap, double deepest, position_rows *rows)
{
    double sum = 0.0;
    rows->begin[0] = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        if (gap[k] > NEAR * deepest) continue;
        const hf_contact *c = &step->contacts[k].record;
        size_t at = rows->begin[rows->count];
        int n = contact_row(step, c, v3_load(c->normal), rows->dof + at, rows->H + at, rows->G + at);
        for (int j = 0; j < n; j++) rows->G[at + (size_t)j] *= step->unit_mass;
        double b = gap[k] / deepest;
        sum += b * b;
        rows->b[rows->count] = b;
        rows->size[rows->count] = 1;
        rows->kind[rows->count] = HF_KIND_UNILATERAL;
        rows->begin[++rows->count] = at + (size_t)n;
    }
    rows->norm_b = sqrt(sum);
}

/// Moves the bodies by δq = M⁻¹ Hᵀ p.
static hf_status displace(step_context *step, const position_rows *rows, double deepest)
{
    int n = step->model->body_count;
    double(*delta)[6] = arena_take_zeroed(step->workspace, (size_t)n, sizeof *delta);
    if (!delta) return error_no_memory(step->error);
    for (int k = 0; k < rows->count; k++)
        for (size_t j = rows->begin[k]; j < rows->begin[k + 1]; j++)
            delta[rows->dof[j] / 6][rows->dof[j] % 6] += rows->G[j] * rows->p[k] * deepest;
    for (int k = 0; k < n; k++)
    {
        rigid_state *next = &step->next[k];
        vec3 shift = v3_load(delta[k]), turn = v3_load(delta[k] + 3);
        if (v3_norm2(shift) > 0.0) v3_store(next->x, v3_add(v3_load(next->x), shift));
        if (v3_norm2(turn) > 0.0) quat_store(next->q, quat_integrate(quat_load(next->q), turn, 1.0));
    }
    return HF_STATUS_OK;
}

static hf_status correct_once(step_context *step, const double *gap, double deepest)
{
    position_rows rows;
    if (!rows_begin(step, &rows)) return error_no_memory(step->error);
    rows_fill(step, gap, deepest, &rows);
    const hf_laws laws = {.block_count = rows.count, .size = rows.size, .kind = rows.kind, .b = rows.b};
    const hf_factored_rows factored = {
        .dof_count = 6 * step->model->body_count, .begin = rows.begin, .dof = rows.dof, .H = rows.H, .G = rows.G};
    hf_problem *problem = NULL;
    hf_status status = problem_create_factored(step->workspace, &laws, &factored, true, &problem, step->error);
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = TOLERANCE / (1.0 + rows.norm_b); // the certificate divides by this
    if (status == HF_STATUS_OK)
        status = hf_solve("auto", problem, &options, rows.p, step->workspace, NULL, step->error);
    return status == HF_STATUS_OK ? displace(step, &rows, deepest) : status;
}

hf_status stage_correct(step_context *step)
{
    double *gap = ARENA_ARRAY(step->workspace, double, step->contact_count);
    if (!gap) return error_no_memory(step->error);
    step->penetration = measure(step, gap);
    for (int round = 0; round < ROUNDS && step->penetration > SLOP; round++)
    {
        arena_mark mark = arena_begin(step->workspace);
        hf_status status = correct_once(step, gap, step->penetration);
        arena_end(step->workspace, mark);
        if (status != HF_STATUS_OK) return status;
        step->penetration = measure(step, gap);
    }
    return HF_STATUS_OK;
}
