// The sweep over a large island of wide rows (fibres, trees) that never forms W: in tasks and rounds (sweep_order.h),
// on all threads of the workspace.
//
// Degrees of freedom of an object stand side by side, so that a block's row is a few runs of v: no index is looked up,
// and each run is read in vectors of four. Sums have four lanes, in an order that is the same with vectors and without.
// What a visit reads stands in the order of visits (sweep_places.h).
//
//   u_i = b_i + Σ_runs H v,   solve,   v += Gᵀ Δr_i
//
// Momentum (momentum.c) is asked for right after the visit, while the rows are in the cache: Gᵀ ahead is added up apart
// from v, and goes to v when all blocks have been visited. A second pass over the rows for that made every sweep half
// as long again.
//
// By measurement, 1,920 fibres of 16 degrees of freedom and 25,000 contacts: 21 ms a sweep with momentum if W is
// assembled (26 contacts a fibre make 51 blocks a row), 7 ms by the general sweep over rows, and less than half of that
// here. W would be faster below some ten contacts a fibre, where the sweep is no longer what takes the time.

#include "solve/sweep/sweep.h"

#include "base/arena.h"
#include "linalg/vector.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    DOFS_A_TASK = 8192,
    AHEAD = 3,  // visits: rows are asked for so long before they are needed
    FIBRE = 16, // degrees of freedom of a usual fibre: loops over as many are unrolled
};

bool sweep_rounds_begin(sweep *s, hf_workspace *workspace)
{
    s->tasks = ARENA_ARRAY(workspace, sweep_order, 1);
    return s->tasks && sweep_order_find(s->tasks, s->problem, workspace) &&
           sweep_places_find(&s->places, s->problem, s->tasks, workspace);
}

// ---- one block ----

/// part += H v of one run, d rows.
INLINED void add_lanes(int d, int length, const double *H, const double *v, lanes *part)
{
    int k = 0;
    for (; k + LANES <= length; k += LANES)
    {
        lanes x = *(const lanes *)(v + k);
        for (int a = 0; a < d; a++) part[a] += *(const lanes *)(H + a * length + k) * x;
    }
    for (int l = 0; k < length; k++, l++)
        for (int a = 0; a < d; a++) part[a][l] += H[a * length + k] * v[k];
}

/// u ◄ b + H v of the block at a place.
INLINED void velocity_of(const sweep *s, int d, const sweep_place *place, double *u)
{
    const double *H = s->places.rows + place->rows, *b = s->places.b + place->at;
    lanes part[BLOCK_SIZE_MAX];
    for (int a = 0; a < d; a++) part[a] = (lanes){0.0};
    for (int k = place->run; k < place[1].run; k++)
    {
        sweep_run_of_dofs run = s->places.runs[k];
        if (run.length == FIBRE) add_lanes(d, FIBRE, H, s->v + run.dof, part);
        else add_lanes(d, run.length, H, s->v + run.dof, part);
        H += d * run.length;
    }
    for (int a = 0; a < d; a++) u[a] = b[a] + ((part[a][0] + part[a][2]) + (part[a][1] + part[a][3]));
}

/// v += Gᵀ Δ of one run, or v += diag(scale) Gᵀ Δ if scale is not NULL.
INLINED void push_run(int d, int length, const double *G, const double *change, const double *scale, double *v)
{
    int k = 0;
    for (; k + LANES <= length; k += LANES)
    {
        lanes x = *(const lanes *)(G + k) * change[0];
        for (int a = 1; a < d; a++) x += *(const lanes *)(G + a * length + k) * change[a];
        if (scale) x *= *(const lanes *)(scale + k);
        *(lanes *)(v + k) += x;
    }
    for (; k < length; k++)
    {
        double x = G[k] * change[0];
        for (int a = 1; a < d; a++) x += G[a * length + k] * change[a];
        v[k] += scale ? x * scale[k] : x;
    }
}

/// v += Gᵀ Δ of the block at a place.
INLINED void push(const sweep *s, int d, const sweep_place *place, const double *change, double *v)
{
    const sweep_run_of_dofs *runs = s->places.runs;
    const double *G = s->places.rows + place->rows;
    for (int k = place->run; !place->mirrored && k < place[1].run; k++) G += d * runs[k].length; // behind H
    for (int k = place->run; k < place[1].run; k++)
    {
        sweep_run_of_dofs run = runs[k];
        const double *scale = place->mirrored ? s->places.scale + run.dof : NULL;
        if (run.length == FIBRE && place->mirrored)
            push_run(d, FIBRE, G, change, s->places.scale + run.dof, v + run.dof);
        else push_run(d, run.length, G, change, scale, v + run.dof);
        G += d * run.length;
    }
}

/// A visit; `sum` gets what it adds, `change` what r_i changes by. True if it does.
INLINED bool visit_wide(sweep *s, block_solver *solver, int d, int k, sweep_sum *sum, double *change)
{
    const hf_problem *p = s->problem;
    sweep_place *place = &s->places.of[k];
    const block_rule *rule = &s->places.rules[k];
    bool cone = d == 3 && place->cone;
    double u[BLOCK_SIZE_MAX], *r = s->places.x + place->at;
    velocity_of(s, d, place, u);
    bool open = cone && u[0] >= 0.0 && r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0; // as many are: no roots
    double square = open ? 0.0 : cone ? law_natural_square3(rule->mu, r, u) : law_natural_square(p, place->block, r, u);
    double moved = 0.0, force = 0.0;
    place->square = square;
    sum->square += square;
    if (square > s->quiet)
    {
        double old[BLOCK_SIZE_MAX];
        for (int q = 0; q < d; q++) old[q] = r[q];
        local_verdict verdict =
            cone ? block_visit3(solver, rule, u, r) : sweep_solve_block(solver, rule, p, place->block, u, r);
        if (verdict == LOCAL_NO_SOLUTION && sweep_mark_hopeless(s, place->block)) sum->hopeless = place->block;
        for (int q = 0; q < d; q++) change[q] = r[q] - old[q];
    }
    for (int q = 0; q < d; q++)
    {
        moved += change[q] * change[q];
        force += r[q] * r[q];
    }
    if (force > sum->largest) sum->largest = force;
    if (sweep_rests(s, moved, force)) place->frozen = s->freeze_sweeps;
    if (moved > 0.0) push(s, d, place, change, s->v);
    return moved > 0.0;
}

/// What `after` asks for, kept for the next sweep.
INLINED void look_ahead(sweep *s, int d, int k, const double *change)
{
    const sweep_place *place = &s->places.of[k];
    double ahead[BLOCK_SIZE_MAX], *shift = s->shift + place->at;
    bool moves = s->after(s->after_context, k, change, ahead);
    for (int q = 0; q < d; q++) shift[q] = moves ? ahead[q] : 0.0;
    if (moves) push(s, d, place, ahead, s->ahead);
}

/// The block at place k, which may be resting.
INLINED void meet_block(sweep *s, block_solver *solver, int d, int k, sweep_sum *sum)
{
    sweep_place *place = &s->places.of[k];
    double change[BLOCK_SIZE_MAX];
    for (int q = 0; q < d; q++) change[q] = 0.0;
    for (int q = 0; s->after && q < d; q++) s->places.x[place->at + q] += s->shift[place->at + q];
    bool hopeless = s->hopeless[place->block];
    if (!hopeless && place->frozen > 0)
    {
        place->frozen--;
        sum->square += place->square;
    }
    else if (!hopeless)
    {
        bool moved = visit_wide(s, solver, d, k, sum, change);
        solver->work->used += work_price.visit + work_price.wide_entry * (moved ? 2.0 : 1.0) * (double)place->entries;
    }
    if (s->after) look_ahead(s, d, k, change);
}

// ---- a task ----

/// Has the rows of a block brought near that will be visited soon: rows beyond the cache took a tenth longer without.
INLINED void ask_for(const sweep *s, const sweep_place *place)
{
    enum
    {
        LINE = 64 / sizeof(double)
    };
    if (place->frozen > 0) return;
    for (size_t k = place->rows; k < place[1].rows; k += LINE) __builtin_prefetch(s->places.rows + k);
}

INLINED void visit_task(sweep *s, int task)
{
    const sweep_order *order = s->tasks;
    sweep_sum sum = {.hopeless = -1};
    work_meter work = {.limit = INFINITY, .poll_at = INFINITY};
    block_solver solver = s->solver;
    solver.solves = solver.failsafe = solver.failures = 0;
    solver.work = &work;
    int begin = order->begin[task], count = order->begin[task + 1] - begin;
    for (int k = 0; k < count; k++)
    {
        if (k + AHEAD < count)
            ask_for(s, &s->places.of[s->visit[begin + (s->backward ? count - 1 - k - AHEAD : k + AHEAD)]]);
        int at = s->visit[begin + (s->backward ? count - 1 - k : k)], size = s->places.of[at].size;
        if (size == 3) meet_block(s, &solver, 3, at, &sum);
        else if (size == 1) meet_block(s, &solver, 1, at, &sum);
        else meet_block(s, &solver, size, at, &sum);
    }
    sum.work = work.used;
    sum.solves = solver.solves, sum.failsafe = solver.failsafe, sum.failures = solver.failures;
    order->sums[task] = sum;
}

WIDE static void visit_task_wide(sweep *s, int task)
{
    visit_task(s, task);
}

/// The first round of a sweep where blocks look ahead: v ◄ v + Gᵀ shift of some degrees of freedom.
static void go_ahead(const sweep *s, int task)
{
    int end = (task + 1) * DOFS_A_TASK, count = s->problem->rows.dof_count;
    for (int k = task * DOFS_A_TASK; k < end && k < count; k++)
    {
        s->v[k] += s->ahead[k];
        s->ahead[k] = 0.0;
    }
}

static void run_task(void *context, int task)
{
    sweep *s = context;
    if (task < s->ahead_tasks)
    {
        go_ahead(s, task);
        return;
    }
    task -= s->ahead_tasks;
    if (s->wide) visit_task_wide(s, task);
    else visit_task(s, task);
}

double sweep_rounds(sweep *s)
{
    double square = 0.0;
    tasks_run_rounds(s->work->workspace, s->after ? &s->ahead_rounds : &s->tasks->rounds, run_task, s);
    for (int k = 0; k < s->tasks->task_count; k++) // in order: the same sums for any number of threads
    {
        const sweep_sum *sum = &s->tasks->sums[k];
        square += sum->square;
        s->largest = fmax(s->largest, sum->largest);
        s->solver.solves += sum->solves;
        s->solver.failsafe += sum->failsafe;
        s->solver.failures += sum->failures;
        if (sum->hopeless >= 0) s->hopeless_one = sum->hopeless;
        work_charge(s->work, sum->work);
    }
    return square;
}

bool sweep_set_after(sweep *s, sweep_after after, void *context, hf_workspace *workspace)
{
    const hf_problem *p = s->problem;
    int rounds = s->tasks->rounds.round_count, count = (p->rows.dof_count + DOFS_A_TASK - 1) / DOFS_A_TASK;
    int *begin = ARENA_ZEROED(workspace, int, rounds + 2);
    s->shift = ARENA_ZEROED(workspace, double, p->dimension);
    s->ahead = ARENA_ZEROED(workspace, double, p->rows.dof_count);
    if (!begin || !s->shift || !s->ahead) return false;
    for (int k = 0; k <= rounds; k++) begin[k + 1] = count + s->tasks->rounds.begin[k];
    s->ahead_rounds = (task_rounds){.round_count = rounds + 1, .begin = begin};
    s->ahead_tasks = count;
    s->after = after;
    s->after_context = context;
    return true;
}
