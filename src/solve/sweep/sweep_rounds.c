// The sweep over a large island of wide rows (fibres, trees) that never forms W: in tasks and rounds (sweep_order.h), on all threads of the workspace.
//
// Degrees of freedom of an object stand side by side, so that a block's row is a few runs of v: no index is looked up, and each run is read in vectors of four. Sums have four lanes, in an order
// that is the same with vectors and without. Where G is H with its columns scaled (fibres and trees hand over halves g = D⁻¹ h, docs/objects.md) G is not read at all: H is in the cache when the
// change is pushed back.
//
//   u_i = b_i + Σ_runs H v,   solve,   v += Gᵀ Δr_i
//
// By measurement, 1,920 fibres of 16 degrees of freedom and 25,000 contacts: 21 ms a sweep with momentum if W is assembled (26 contacts a fibre make 51 blocks a row), 7 ms by
// the general sweep over rows, and less than half of that here. W would be faster below some ten contacts a fibre, where the sweep is no longer what takes the time.

#include "solve/sweep/sweep.h"

#include "base/arena.h"
#include "linalg/vector.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    BLOCKS_A_TASK = 512,
    FIBRE = 16, // degrees of freedom of a usual fibre: loops over as many are unrolled
};

// Between G and H diag(scale), as a share of G: the division that finds a scale, and the product that uses it.
static const double ROUNDING = 1e-15;

// ---- set-up ----

/// scale[d] ◄ G / H at the first entry of degree of freedom d that is not zero.
static void find_scales(const hf_problem *p, double *scale)
{
    const factored_rows *rows = &p->rows;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t n = rows->begin[i + 1] - rows->begin[i];
        const double *H = rows->H + rows->at[i], *G = rows->G + rows->at[i];
        const int *dof = rows->dof + rows->begin[i];
        for (int a = 0; a < p->size[i]; a++, H += n, G += n)
            for (size_t k = 0; k < n; k++)
                if (scale[dof[k]] == 0.0 && H[k] != 0.0) scale[dof[k]] = G[k] / H[k];
    }
}

/// Whether G = H diag(scale) at block i, to rounding.
static bool is_mirrored(const hf_problem *p, int i, const double *scale)
{
    const factored_rows *rows = &p->rows;
    size_t n = rows->begin[i + 1] - rows->begin[i];
    const int *dof = rows->dof + rows->begin[i];
    for (int a = 0; a < p->size[i]; a++)
    {
        const double *H = rows->H + rows->at[i] + (size_t)a * n, *G = rows->G + rows->at[i] + (size_t)a * n;
        bool same = true;
        for (size_t k = 0; k < n; k++) same &= fabs(G[k] - scale[dof[k]] * H[k]) <= ROUNDING * fabs(G[k]);
        if (!same) return false;
    }
    return true;
}

static void find_some_mirrors(void *context, int task)
{
    const sweep *s = context;
    int end = (task + 1) * BLOCKS_A_TASK, count = s->problem->block_count;
    for (int i = task * BLOCKS_A_TASK; i < end && i < count; i++) s->mirrored[i] = is_mirrored(s->problem, i, s->scale);
}

static bool find_mirrors(sweep *s, hf_workspace *workspace)
{
    const int tasks[2] = {0, (s->problem->block_count + BLOCKS_A_TASK - 1) / BLOCKS_A_TASK};
    s->scale = ARENA_ZEROED(workspace, double, s->problem->rows.dof_count);
    s->mirrored = ARENA_ARRAY(workspace, bool, s->problem->block_count);
    if (!s->scale || !s->mirrored) return false;
    find_scales(s->problem, s->scale);
    tasks_run_rounds(s->work->workspace, &(task_rounds){.round_count = 1, .begin = tasks}, find_some_mirrors, s);
    return true;
}

/// Whether entry k of a block begins a run; no run is longer than FIBRE.
static bool begins(const factored_rows *rows, int i, size_t k, int length)
{
    return k == rows->begin[i] || rows->dof[k] != rows->dof[k - 1] + 1 || length == FIBRE;
}

static bool find_runs(sweep_runs *out, const hf_problem *p, hf_workspace *workspace)
{
    const factored_rows *rows = &p->rows;
    size_t count = 0;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i], length = 0; k < rows->begin[i + 1]; k++, length++)
            if (begins(rows, i, k, (int)length)) count++, length = 0;
    out->begin = ARENA_ARRAY(workspace, size_t, p->block_count + 1);
    out->runs = ARENA_ARRAY(workspace, sweep_run_of_dofs, count);
    if (!out->begin || !out->runs) return false;
    count = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        out->begin[i] = count;
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++)
        {
            if (begins(rows, i, k, count > 0 ? out->runs[count - 1].length : 0))
                out->runs[count++] = (sweep_run_of_dofs){.dof = rows->dof[k]};
            out->runs[count - 1].length++;
        }
    }
    out->begin[p->block_count] = count;
    return true;
}

bool sweep_rounds_begin(sweep *s, hf_workspace *workspace)
{
    s->tasks = ARENA_ARRAY(workspace, sweep_order, 1);
    return s->tasks && sweep_order_find(s->tasks, s->problem, workspace) &&
           find_runs(&s->runs, s->problem, workspace) && find_mirrors(s, workspace);
}

// ---- one block ----

/// part += H v, d rows that are n numbers apart.
INLINED void add_lanes(int d, int length, const double *H, size_t n, const double *v, lanes *part)
{
    int k = 0;
    for (; k + LANES <= length; k += LANES)
    {
        lanes x = *(const lanes *)(v + k);
        for (int a = 0; a < d; a++) part[a] += *(const lanes *)(H + (size_t)a * n + k) * x;
    }
    for (int l = 0; k < length; k++, l++)
        for (int a = 0; a < d; a++) part[a][l] += H[(size_t)a * n + (size_t)k] * v[k];
}

/// u ◄ b + H v of block i.
INLINED void velocity_of(const sweep *s, int d, int i, double *u)
{
    const hf_problem *p = s->problem;
    const double *H = p->rows.H + p->rows.at[i], *b = p->b + p->offset[i];
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    lanes part[BLOCK_SIZE_MAX] = {{0.0}};
    for (size_t k = s->runs.begin[i]; k < s->runs.begin[i + 1]; k++)
    {
        sweep_run_of_dofs run = s->runs.runs[k];
        if (run.length == FIBRE) add_lanes(d, FIBRE, H, n, s->v + run.dof, part);
        else add_lanes(d, run.length, H, n, s->v + run.dof, part);
        H += run.length;
    }
    for (int a = 0; a < d; a++) u[a] = b[a] + ((part[a][0] + part[a][2]) + (part[a][1] + part[a][3]));
}

/// v += Gᵀ Δ of one run, or v += diag(scale) Gᵀ Δ if scale is not NULL.
INLINED void push_run(int d, int length, const double *G, size_t n, const double *change, const double *scale,
                      double *v)
{
    int k = 0;
    for (; k + LANES <= length; k += LANES)
    {
        lanes x = *(const lanes *)(G + k) * change[0];
        for (int a = 1; a < d; a++) x += *(const lanes *)(G + (size_t)a * n + k) * change[a];
        if (scale) x *= *(const lanes *)(scale + k);
        *(lanes *)(v + k) += x;
    }
    for (; k < length; k++)
    {
        double x = G[k] * change[0];
        for (int a = 1; a < d; a++) x += G[(size_t)a * n + (size_t)k] * change[a];
        v[k] += scale ? x * scale[k] : x;
    }
}

/// v += Gᵀ Δ of block i.
INLINED void push(const sweep *s, int d, int i, const double *change)
{
    const hf_problem *p = s->problem;
    bool mirrored = s->mirrored[i];
    const double *G = (mirrored ? p->rows.H : p->rows.G) + p->rows.at[i];
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    for (size_t k = s->runs.begin[i]; k < s->runs.begin[i + 1]; k++)
    {
        sweep_run_of_dofs run = s->runs.runs[k];
        const double *scale = mirrored ? s->scale + run.dof : NULL;
        if (run.length == FIBRE && mirrored) push_run(d, FIBRE, G, n, change, s->scale + run.dof, s->v + run.dof);
        else push_run(d, run.length, G, n, change, scale, s->v + run.dof);
        G += run.length;
    }
}

/// A visit; `sum` gets what it adds. True if r_i changed.
INLINED bool visit_wide(sweep *s, block_solver *solver, int d, int i, sweep_sum *sum)
{
    const hf_problem *p = s->problem;
    bool cone = d == 3 && p->kind[i] == HF_LAW_CONTACT && !p->polygon;
    double u[BLOCK_SIZE_MAX] = {0.0}, change[BLOCK_SIZE_MAX] = {0.0}, *r = s->r + p->offset[i];
    velocity_of(s, d, i, u);
    bool open = cone && u[0] >= 0.0 && r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0; // as many are: no roots
    double square = open ? 0.0 : cone ? law_natural_square3(s->rules[i].mu, r, u) : law_natural_square(p, i, r, u);
    double moved = 0.0, force = 0.0;
    s->square[i] = square;
    sum->square += square;
    if (square > s->quiet)
    {
        double old[BLOCK_SIZE_MAX] = {0.0};
        for (int q = 0; q < d; q++) old[q] = r[q];
        local_verdict verdict = cone ? block_visit3(solver, &s->rules[i], u, r) : sweep_solve_block(solver, s, i, u, r);
        if (verdict == LOCAL_NO_SOLUTION) sum->hopeless = sweep_mark_hopeless(s, i) ? i : sum->hopeless;
        for (int q = 0; q < d; q++) change[q] = r[q] - old[q];
    }
    for (int q = 0; q < d; q++)
    {
        moved += change[q] * change[q];
        force += r[q] * r[q];
    }
    if (force > sum->largest) sum->largest = force;
    sweep_rest(s, i, moved, force);
    if (moved > 0.0) push(s, d, i, change);
    return moved > 0.0;
}

// ---- a task ----

INLINED void visit_task(sweep *s, int task)
{
    const sweep_order *order = s->tasks;
    const hf_problem *p = s->problem;
    sweep_sum sum = {.hopeless = -1};
    work_meter work = {.limit = INFINITY, .poll_at = INFINITY};
    block_solver solver = s->solver;
    solver.solves = solver.failsafe = solver.failures = 0;
    solver.work = &work;
    int begin = order->begin[task], count = order->begin[task + 1] - begin;
    for (int k = 0; k < count; k++)
    {
        int i = order->block[begin + (s->backward ? count - 1 - k : k)];
        if (s->hopeless[i]) continue;
        if (s->frozen[i] > 0)
        {
            s->frozen[i]--;
            sum.square += s->square[i];
            continue;
        }
        bool moved = p->size[i] == 3 ? visit_wide(s, &solver, 3, i, &sum) : visit_wide(s, &solver, p->size[i], i, &sum);
        double entries = (double)(p->rows.at[i + 1] - p->rows.at[i]);
        work.used += work_price.visit + work_price.wide_entry * (moved ? 2.0 : 1.0) * entries;
    }
    sum.work = work.used;
    sum.solves = solver.solves, sum.failsafe = solver.failsafe, sum.failures = solver.failures;
    order->sums[task] = sum;
}

WIDE static void visit_task_wide(sweep *s, int task)
{
    visit_task(s, task);
}

static void run_task(void *context, int task)
{
    sweep *s = context;
    if (s->wide) visit_task_wide(s, task);
    else visit_task(s, task);
}

double sweep_rounds(sweep *s)
{
    double square = 0.0;
    tasks_run_rounds(s->work->workspace, &s->tasks->rounds, run_task, s);
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

// ---- other things that are done to every block ----

WIDE static void spread_wide(const sweep *s, int i, const double *change)
{
    push(s, s->problem->size[i], i, change);
}

void sweep_spread_rounds(sweep *s, int i, const double *change)
{
    if (s->wide) spread_wide(s, i, change);
    else push(s, s->problem->size[i], i, change);
}

/// A function of the caller's for every block, in the same tasks.
typedef struct each_run
{
    sweep *sweep;
    sweep_each_body body;
    void *context;
} each_run;

static void each_task(void *context, int task)
{
    const each_run *each = context;
    const sweep_order *order = each->sweep->tasks;
    for (int k = order->begin[task]; k < order->begin[task + 1]; k++) each->body(each->context, order->block[k]);
}

void sweep_each(sweep *s, sweep_each_body body, void *context)
{
    each_run each = {.sweep = s, .body = body, .context = context};
    if (s->tasks) tasks_run_rounds(s->work->workspace, &s->tasks->rounds, each_task, &each);
    else
        for (int i = 0; i < s->problem->block_count; i++) body(context, i);
}
