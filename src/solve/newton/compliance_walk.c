// r(ε): from an answer, or from blocks so compliant that each stands nearly alone.
//
// An answer r of the exact problem is the compliant one for springs whose rest is r (the centre). r(ε) is the one for springs whose rest is 0. As the centre goes there, r moves along straight pieces, but for friction
// that turns, and blocks change their states between them. All at once, Newton's method sees as many changes as there are on the way, and jumps to and fro between them; so the way is walked:
//   - with the states held, one solve says how r and u move while the centre goes the rest of its way: an answer to the velocity that the springs lose;
//   - the first change of a state on it is found by halving, block by block, on the law itself: no matrix;
//   - the centre goes there, and a little farther (LEAST_SHARE), and Newton steps settle what has changed: one block or a few.
// It is the parametric active set of quadratic programming (Best 1996), with friction. Where not even the shortest piece settles, the branch has ended (the law of friction is not monotone), or turns back.
//
// The series begins with very compliant blocks (START), and ε falls tenfold. It looks at no start, so that the limit it finds does not depend on one. Where steps from one ε to the next do not settle, they are walked, too: the
// answer for ε_before is that for ε with the centre (1 - ε_before/ε) r.

#include "solve/newton/compliance_run.h"

#include "solve/newton/proximal.h"

#include <math.h>
#include <string.h>

static const double START = 1.0;        // where a series begins
static const double FALL = 0.1;         // from one ε of that series to the next
static const double LAST = 1.5;         // times the ε that is wanted: a series that is nearer than this goes there
static const double LEAST_SHARE = 1e-2; // of the way that is left: what is gone at once, whatever changes in it
static const double SHORTEST = 1e-4;    // of a piece: where a shorter one would be needed the way ends
static const double SHORTER = 0.1;      // than a piece that was too long
static const double LONGER = 4.0;       // than one that was not
static const double ON_THE_WAY = 1e-8;  // residual over the size of r that is enough there
enum
{
    NEAR_STEPS = 15,   // Newton steps from a near start, all the way at once
    PIECE_STEPS = 8,   // for a piece of it
    PIECES = 80,       // of a walk
    SERIES_STEPS = 15, // Newton steps for one ε of a series
    HALVINGS = 30      // of a way, to find a change of state
};

/// Where between r, pulled and r + dr, ahead a block first has another state than it has; 1 or more: nowhere.
static double first_change(const compliance_run *run, int i)
{
    const hf_problem *p = run->problem;
    int at = p->offset[i];
    double low = 0.0, high = 1.0;
    for (int k = -1; k < HALVINGS; k++)
    {
        double share = k < 0 ? 1.0 : 0.5 * (low + high), r[BLOCK_SIZE_MAX], u[BLOCK_SIZE_MAX];
        block_move move;
        for (int a = 0; a < p->size[i]; a++)
        {
            r[a] = run->r[at + a] + share * run->dr[at + a];
            u[a] = run->pulled[at + a] + share * (run->ahead[at + a] - run->pulled[at + a]);
        }
        (void)proximal_law(p, i, 1.0 / run->weight[i], r, u, &move);
        bool same = move.free == run->moves[i].free && move.unit == run->moves[i].unit;
        if (same && k < 0) return INFINITY;
        if (same) low = share;
        else high = share;
    }
    return high;
}

/// dr ◄ how r moves while the centre goes the rest of its way from `from` to 0 and no block changes its state; *share: how much of that is free of changes.
static hf_status look_ahead(compliance_run *run, double epsilon, double done, const double *from, double *share,
                            bool *regular, hf_error *error)
{
    const hf_problem *p = run->problem;
    long limit = run->options->common.max_iterations;
    *regular = false;
    if (limit > 0 && run->report->iterations >= limit) return HF_STATUS_OK;
    hf_status status = compliance_factor(run, epsilon, regular, error);
    if (status != HF_STATUS_OK || !*regular) return status;
    for (int k = 0; k < p->dimension; k++) run->term[k] = (done - 1.0) * from[k];
    compliance_ask(run, epsilon, run->term);
    status = newton_system_step(run->system, run->moves, run->dr, regular, error);
    if (status != HF_STATUS_OK || !*regular) return status;
    run->report->iterations++;
    for (int k = 0; k < p->dimension; k++) run->term[k] = run->r[k] + run->dr[k];
    newton_system_velocity(run->system, run->term, run->u);
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            run->ahead[k] = run->u[k] + epsilon * run->d[i] * run->term[k];
    work_charge(&run->work, work_price.step_block * p->block_count);
    *share = 1.0;
    for (int i = 0; i < p->block_count; i++) *share = fmin(*share, first_change(run, i));
    return HF_STATUS_OK;
}

/// r(ε) from the compliant answer r for the centre `from`, as the centre goes to 0. While blocks keep their states r moves straight, so that the way is known up to the first change; Newton steps settle what is
/// beyond it, one change or a few at a time. `near`: r is an answer of the exact problem. *found: r(ε) is there.
static hf_status walk(compliance_run *run, double epsilon, const double *from, bool near, bool *found, hf_error *error)
{
    size_t n = (size_t)run->problem->dimension;
    double done = 0.0, most = 1.0;
    hf_status status = HF_STATUS_OK;
    memcpy(run->best, run->r, n * sizeof *run->r);
    for (int piece = 0; piece < PIECES && done < 1.0 && most > SHORTEST && !work_over(&run->work); piece++)
    {
        double share;
        bool regular;
        memcpy(run->r, run->best, n * sizeof *run->r);
        for (size_t k = 0; k < n; k++) run->center[k] = (1.0 - done) * from[k];
        compliance_evaluate(run, epsilon, near && done == 0.0);
        status = look_ahead(run, epsilon, done, from, &share, &regular, error);
        if (status != HF_STATUS_OK || !regular) break;
        share = fmin(most, fmax(share, LEAST_SHARE));
        double next = share < 1.0 ? done + share * (1.0 - done) : 1.0;
        for (size_t k = 0; k < n; k++) run->r[k] += share * run->dr[k];
        for (size_t k = 0; k < n; k++) run->center[k] = (1.0 - next) * from[k];
        status = compliance_settle(run, epsilon, false, PIECE_STEPS, next < 1.0 ? ON_THE_WAY : COMPLIANCE_ROUNDING,
                                   found, error);
        if (status != HF_STATUS_OK) break;
        most = *found ? fmin(1.0, LONGER * fmax(share, most)) : SHORTER * share;
        if (!*found) continue;
        done = next;
        memcpy(run->best, run->r, n * sizeof *run->r);
    }
    *found = done >= 1.0;
    memset(run->center, 0, n * sizeof *run->center);
    return status;
}

/// r(ε) from an answer r: all the way at once, or, if r is more than a guess, by a walk.
static hf_status start_near(compliance_run *run, const double *r, bool *found, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *r;
    memcpy(run->r, r, bytes);
    memset(run->center, 0, bytes);
    hf_status status = compliance_settle(run, run->epsilon, true, NEAR_STEPS, COMPLIANCE_ROUNDING, found, error);
    if (status != HF_STATUS_OK || *found || run->options->guess) return status;
    memcpy(run->r, r, bytes);
    return walk(run, run->epsilon, r, true, found, error);
}

/// r(ε) from blocks so compliant that each stands alone. An answer for the ε before is one for this ε with a centre of its own: εD (r - c) = ε_before D r.
static hf_status follow_series(compliance_run *run, bool *settled, hf_error *error)
{
    size_t n = (size_t)run->problem->dimension;
    double before = START;
    memset(run->r, 0, n * sizeof *run->r);
    memset(run->center, 0, n * sizeof *run->center);
    hf_status status = compliance_settle(run, START, false, SERIES_STEPS, COMPLIANCE_ROUNDING, settled, error);
    while (status == HF_STATUS_OK && *settled && before > run->epsilon)
    {
        double epsilon = fmax(FALL * before, run->epsilon);
        if (epsilon < LAST * run->epsilon) epsilon = run->epsilon; // rounding
        memcpy(run->from, run->r, n * sizeof *run->r);
        status = compliance_settle(run, epsilon, false, SERIES_STEPS, COMPLIANCE_ROUNDING, settled, error);
        if (status == HF_STATUS_OK && !*settled && !work_over(&run->work))
        {
            memcpy(run->r, run->from, n * sizeof *run->r);
            for (size_t k = 0; k < n; k++) run->from[k] *= 1.0 - before / epsilon;
            status = walk(run, epsilon, run->from, false, settled, error);
        }
        before = epsilon;
    }
    return status;
}

hf_status compliance_find(compliance_run *run, const double *r, bool *found, hf_error *error)
{
    const compliance_options *o = run->options;
    hf_status status = HF_STATUS_OK;
    *found = false;
    if (o->series && o->series_first) status = follow_series(run, found, error);
    if (status == HF_STATUS_OK && !*found && o->near && !work_over(&run->work))
        status = start_near(run, r, found, error);
    if (status == HF_STATUS_OK && !*found && o->series && !o->series_first && !work_over(&run->work))
        status = follow_series(run, found, error);
    return status;
}
