// Newton steps at one ε, on the function of Alart and Curnier (proximal_laws.c) with the pull εD (r - center).
//
// An answer of the exact problem has forgotten which of its blocks slip, or part, by ε alone; their impulses tell
// (recall_state). A step is factors of the moves at r, and a solve with them. Between two steps near the answer no
// block changes its state, and only the directions of sliding friction turn a little: the factors then serve again.
// With moves that are off by δ such a step leaves the share δ κ of the residual, κ the condition in the null space of
// W, so that what gains little is the last of its kind. It is for dense systems: over the bodies factors cost no more
// than a refined solve. Of a guess, impulses inside of what the law allows hold, whatever its velocities say: a jerk
// makes all points of two pads slip at once, and Newton's method stays there. Not in dense systems, those of hands
// with dry friction at their joints, where the velocities of a guess tell which states change (shadow_ball: 16 % of
// steps have to look farther with them, 27 % without).

#include "solve/newton/compliance_run.h"

#include "solve/newton/proximal.h"

#include <math.h>
#include <string.h>

static const double SETTLED = 1e-10; // residual over the size of r from where on steps go on while they gain
static const double LIKE = 1e-3;     // by which moves may turn, relative to 1, before they are factored again
static const double EDGE = 1e-5;     // share of mu r_N, or of a range: what is nearer to it than this is on it
static const double SHORT = 1e-6;    // of ρ, where velocities are not to decide about states
static const double SLOW = 0.1;      // of the residual: a step with old factors that leaves more is the last one
static const double GAINS = 0.5;     // of the residual: a step that leaves more gains nothing
enum
{
    PATIENCE = 6 // steps that must halve the residual
};

// ---- states ----

/// recall_contact of a closed contact with moments: each part that is on the edge of its disc slides.
static void recall_parts(const friction_parts *parts, double slip, const double *r, double *pulled)
{
    for (int i = 0; i < parts->count; i++)
    {
        double square = 0.0, most = (1.0 - EDGE) * parts->mu[i] * r[0];
        for (int k = part_begin[i]; k < part_begin[i + 1]; k++) square += r[k] * r[k];
        for (int k = part_begin[i]; square > most * most && k < part_begin[i + 1]; k++) pulled[k] -= slip * r[k];
    }
}

/// Friction `f` on the edge of its cone slides against itself at slip · f at least, and so that r - ρ u is outside of
/// the cone whatever the velocity of a guess says: u_e <= mu u_N - slip f.
static void let_slide(double mu, double slip, int size, double f, const double *r, double *pulled)
{
    double along = 0.0;
    for (int k = 1; k < size; k++) along += pulled[k] * r[k] / f;
    double least = fmin(along, fmin(0.0, mu * pulled[0])) - slip * f;
    for (int k = 1; k < size; k++) pulled[k] += (least - along) * r[k] / f;
}

/// A contact on the edge of its cone slides, one that carries nothing opens. Returns whether it is neither.
static bool recall_contact(const compliance_run *run, int i, double epsilon, const double *r, double *pulled)
{
    const hf_problem *p = run->problem;
    double friction = 0.0, most = (1.0 - EDGE) * p->mu[i] * r[0], slip = epsilon * run->d[i];
    if (p->size[i] > PLAIN_SIZE_MAX && r[0] > 0.0)
    {
        recall_parts(&p->parts[i], slip, r, pulled);
        return false;
    }
    for (int k = 1; k < p->size[i]; k++) friction += r[k] * r[k];
    if (!(r[0] > 0.0)) pulled[0] = fmax(pulled[0], slip * EDGE * run->scale / sqrt(run->weight[i]));
    else if (friction > most * most) let_slide(p->mu[i], slip, p->size[i], sqrt(friction), r, pulled);
    return r[0] > 0.0 && friction <= most * most;
}

/// A box at a bound stays there. Returns whether it is between them.
static bool recall_bound(const hf_problem *p, int i, double weight, double r, double *pulled)
{
    double near = EDGE * (p->hi[i] - p->lo[i]);
    if (p->hi[i] - r <= near) *pulled = fmin(*pulled, 0.0) - weight * (p->hi[i] - r);
    else if (r - p->lo[i] <= near) *pulled = fmax(*pulled, 0.0) + weight * (r - p->lo[i]);
    return fmin(p->hi[i] - r, r - p->lo[i]) > near;
}

/// An answer of the exact problem has forgotten which of its blocks slip, or part, by ε alone: their velocities are
/// zero, or those of a guess. Friction on the edge of its cone or at its bound, and a block that carries nothing,
/// tell. `pulled` ◄ a velocity with that state. Returns whether impulses are inside of what the law allows: the block
/// holds, however fast a guess would have it slip.
static bool recall_state(const compliance_run *run, int i, double epsilon, const double *r, double *pulled)
{
    const hf_problem *p = run->problem;
    switch (p->kind[i])
    {
    case HF_LAW_CONTACT: return recall_contact(run, i, epsilon, r, pulled);
    case HF_LAW_BOX: return recall_bound(p, i, run->weight[i], *r, pulled);
    case HF_LAW_UNILATERAL:
        if (!(r[0] > 0.0)) pulled[0] = fmax(pulled[0], 0.0);
        return r[0] > 0.0;
    default: return false;
    }
}

// ---- steps ----

/// The size of r, in the metric of the residual.
static double scale_of(const compliance_run *run)
{
    const hf_problem *p = run->problem;
    double scale = 0.0;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) scale += run->weight[i] * run->r[k] * run->r[k];
    return sqrt(scale);
}

void compliance_evaluate(compliance_run *run, double epsilon, bool near)
{
    const hf_problem *p = run->problem;
    double residual = 0.0;
    run->scale = scale_of(run);
    newton_system_velocity(run->system, run->r, run->u);
    work_charge(&run->work, work_price.step_block * p->block_count);
    for (int i = 0; i < p->block_count; i++)
    {
        const double *r = run->r + p->offset[i], *u = run->u + p->offset[i], *c = run->center + p->offset[i];
        double w = run->weight[i], *pulled = run->pulled + p->offset[i];
        for (int k = 0; k < p->size[i]; k++) pulled[k] = u[k] + epsilon * run->d[i] * (r[k] - c[k]);
        bool holds = near && recall_state(run, i, epsilon, r, pulled) && !run->dense;
        residual += w * proximal_law(p, i, 1.0 / w, r, pulled, &run->next[i]);
        if (holds) (void)proximal_law(p, i, SHORT / w, r, pulled, &run->next[i]); // where impulses alone decide
    }
    run->residual = sqrt(residual);
}

/// How far a block has turned from the way it moved; infinite where its state is another one.
static double turned(const block_move *a, const block_move *b, int size, double weight)
{
    double off = a->free == b->free && a->unit == b->unit ? 0.0 : INFINITY;
    for (int k = 0; off <= LIKE && !a->unit && k < size * a->free; k++)
        off = fmax(off, fmax(fabs(a->Z[k] - b->Z[k]), fabs(a->Y[k] - b->Y[k])));
    for (int k = 0; off <= LIKE && !a->unit && k < a->free; k++)
        off = fmax(off, fabs(a->stiffness[k] - b->stiffness[k]) / (weight + a->stiffness[k]));
    return off;
}

/// How far the block that turned most has turned from its move in the factors to that at r.
static double factors_off(const compliance_run *run, double epsilon)
{
    const hf_problem *p = run->problem;
    double off = run->factored && run->factored_epsilon == epsilon ? 0.0 : INFINITY;
    for (int i = 0; i < p->block_count && off <= LIKE; i++)
        off = fmax(off, turned(&run->factored[i], &run->next[i], p->size[i], run->weight[i]));
    return off;
}

/// The moves at r become those of the step, and there is room for new ones.
static void take_over_moves(compliance_run *run)
{
    run->moves = run->next;
    for (int k = 0; k < 3; k++)
        if (run->room[k] != run->moves && run->room[k] != run->factored) run->next = run->room[k];
}

hf_status compliance_factor(compliance_run *run, double epsilon, bool *regular, hf_error *error)
{
    run->factored = run->next;
    run->factored_epsilon = epsilon;
    run->off = 0.0;
    take_over_moves(run);
    hf_status status = newton_system_factor(run->system, run->moves, epsilon, run->d, regular, error);
    if (status != HF_STATUS_OK || !*regular) run->factored = NULL;
    return status;
}

hf_status compliance_step(compliance_run *run, double epsilon, bool *regular, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    long most = run->options->common.max_iterations;
    *regular = false;
    if (most > 0 && run->report->iterations >= most) return HF_STATUS_OK;
    double off = factors_off(run, epsilon);
    *regular = off <= (run->slow || !run->dense ? 0.0 : LIKE);
    run->off = off;
    if (*regular) take_over_moves(run);
    else status = compliance_factor(run, epsilon, regular, error);
    if (status == HF_STATUS_OK && *regular)
        status = newton_system_step(run->system, run->moves, run->dr, regular, error);
    *regular = status == HF_STATUS_OK && *regular && !work_over(&run->work);
    for (int k = 0; *regular && k < run->problem->dimension; k++) run->r[k] += run->dr[k];
    run->report->iterations += *regular;
    return status;
}

hf_status compliance_settle(compliance_run *run, double epsilon, bool near, int steps, double enough, bool *settled,
                            hf_error *error)
{
    *settled = false;
    compliance_evaluate(run, epsilon, near);
    double least = INFINITY, level = run->residual; // so far, and last looked at: steps are to gain at once
    for (int k = 0; k < steps; k++)
    {
        double before = run->residual;
        bool regular;
        hf_status status = compliance_step(run, epsilon, &regular, error);
        if (!regular) return status;
        compliance_evaluate(run, epsilon, false);
        if (!isfinite(run->residual)) return HF_STATUS_OK;
        run->slow = run->off > 0.0 && run->residual > SLOW * before;
        bool close = before <= SETTLED * run->scale && run->residual <= SETTLED * run->scale;
        *settled = run->residual <= enough * run->scale || (close && run->residual > GAINS * before);
        if (*settled) return HF_STATUS_OK;
        least = fmin(least, run->residual);
        if ((k + 1) % PATIENCE != 0) continue;
        if (least > GAINS * level) return HF_STATUS_OK;
        level = least;
    }
    return HF_STATUS_OK;
}

void compliance_ask(compliance_run *run, double epsilon, const double *s)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        block_move *move = &run->moves[i];
        memset(move->fixed, 0, sizeof move->fixed);
        memset(move->target, 0, sizeof move->target);
        for (int k = 0; k < p->size[i]; k++)
            for (int j = 0; j < move->free; j++)
                move->target[j] += move->Y[k * move->free + j] * epsilon * run->d[i] * s[p->offset[i] + k];
    }
}
