#include "solve/sweep/sweep_places.h"

#include "base/arena.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

// Between G and H diag(scale), as a share of G: the division that finds a scale, and the product that uses it.
static const double ROUNDING = 1e-15;

// ---- scales ----

/// scale ◄ G / H of one run where it is not known yet; returns how many became known.
static int scales_of_run(const hf_problem *p, int i, size_t first, size_t end, double *scale)
{
    const factored_rows *rows = &p->rows;
    size_t n = rows->begin[i + 1] - rows->begin[i];
    const double *H = rows->H + rows->at[i], *G = rows->G + rows->at[i];
    int found = 0;
    for (int a = 0; a < p->size[i]; a++, H += n, G += n)
        for (size_t k = first; k < end; k++)
        {
            double *known = &scale[rows->dof[k]], h = H[k - rows->begin[i]];
            if (*known != 0.0 || h == 0.0) continue;
            *known = G[k - rows->begin[i]] / h;
            found += *known != 0.0;
        }
    return found;
}

/// scale[d] ◄ G / H at the first entry of degree of freedom d that is not zero. Objects of which all are known, after a
/// few of their blocks, are passed by.
static bool find_scales(const hf_problem *p, const int *object, double *scale, hf_workspace *workspace)
{
    const factored_rows *rows = &p->rows;
    int dofs = rows->dof_count, objects = dofs > 0 ? object[dofs - 1] + 1 : 0;
    int *unknown = ARENA_ZEROED(workspace, int, objects);
    if (!unknown) return false;
    for (int d = 0; d < dofs; d++) unknown[object[d]]++;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i], end; k < rows->begin[i + 1]; k = end)
        {
            int o = object[rows->dof[k]];
            for (end = k + 1; end < rows->begin[i + 1] && object[rows->dof[end]] == o;) end++;
            if (unknown[o] > 0) unknown[o] -= scales_of_run(p, i, k, end, scale);
        }
    return true;
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

// ---- places ----

/// What tasks count, and then fill.
typedef struct layout
{
    const hf_problem *problem;
    const sweep_order *order;
    sweep_places *places;
    size_t *rows; // task_count + 1: where the numbers of a task begin …
    int *runs;    // … and its runs
    int *at;      // … and its rows of b and x
} layout;

/// How long the run of entries first … end - 1 is with zeros behind it: a multiple of LANES, as far as the object goes.
static int padded(const layout *l, size_t first, size_t end)
{
    const factored_rows *rows = &l->problem->rows;
    const int *object = l->order->object;
    int from = rows->dof[first], last = rows->dof[end - 1], length = last + 1 - from;
    while (length % LANES && from + length < rows->dof_count && object[from + length] == object[last]) length++;
    return length;
}

static void count_task(void *context, int task)
{
    const layout *l = context;
    const hf_problem *p = l->problem;
    size_t numbers = 0;
    int runs = 0, at = 0;
    for (int k = l->order->begin[task]; k < l->order->begin[task + 1]; k++)
    {
        int i = l->order->block[k], length = 0;
        for (size_t e = p->rows.begin[i], end; e < p->rows.begin[i + 1]; e = end, runs++)
        {
            end = factored_run_end(&p->rows, i, e);
            length += padded(l, e, end);
        }
        sweep_place *place = &l->places->of[k];
        *place = (sweep_place){.block = i,
                               .entries = (int)(p->rows.at[i + 1] - p->rows.at[i]),
                               .size = (short)p->size[i],
                               .cone = p->size[i] == 3 && p->kind[i] == HF_LAW_CONTACT && !p->polygon,
                               .mirrored = is_mirrored(p, i, l->places->scale)};
        numbers += (size_t)length * (size_t)p->size[i] * (place->mirrored ? 1 : 2);
        at += p->size[i];
    }
    l->rows[task + 1] = numbers, l->runs[task + 1] = runs, l->at[task + 1] = at;
}

/// The rows of one run, which are `length` numbers apart.
static void copy_run(const hf_problem *p, int i, const double *from, size_t first, size_t count, int length, double *to)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    for (int a = 0; a < p->size[i]; a++, to += length)
    {
        memcpy(to, from + p->rows.at[i] + (size_t)a * n + first, count * sizeof *to);
        for (int k = (int)count; k < length; k++) to[k] = 0.0;
    }
}

static void fill_task(void *context, int task)
{
    const layout *l = context;
    const hf_problem *p = l->problem;
    const factored_rows *rows = &p->rows;
    size_t to = l->rows[task];
    int run = l->runs[task], at = l->at[task];
    for (int k = l->order->begin[task]; k < l->order->begin[task + 1]; k++)
    {
        sweep_place *place = &l->places->of[k];
        int i = place->block, first_run = run;
        place->rows = to, place->run = run, place->at = at;
        block_rule_begin(&l->places->rules[k], p, i);
        for (int a = 0; a < p->size[i]; a++, at++) l->places->b[at] = p->b[p->offset[i] + a];
        for (size_t e = rows->begin[i], end; e < rows->begin[i + 1]; e = end)
        {
            end = factored_run_end(rows, i, e);
            l->places->runs[run++] = (sweep_run_of_dofs){.dof = rows->dof[e], .length = padded(l, e, end)};
        }
        for (int half = 0; half < (place->mirrored ? 1 : 2); half++)
            for (size_t e = rows->begin[i], end, q = (size_t)first_run; e < rows->begin[i + 1]; e = end, q++)
            {
                int length = l->places->runs[q].length;
                end = factored_run_end(rows, i, e);
                copy_run(p, i, half ? rows->G : rows->H, e - rows->begin[i], end - e, length, l->places->rows + to);
                to += (size_t)length * (size_t)p->size[i];
            }
    }
}

bool sweep_places_find(sweep_places *places, const hf_problem *p, const sweep_order *order, hf_workspace *workspace)
{
    int tasks = order->task_count;
    layout l = {.problem = p,
                .order = order,
                .places = places,
                .rows = ARENA_ZEROED(workspace, size_t, tasks + 1),
                .runs = ARENA_ZEROED(workspace, int, tasks + 1),
                .at = ARENA_ZEROED(workspace, int, tasks + 1)};
    places->of = ARENA_ARRAY(workspace, sweep_place, p->block_count + 1);
    places->rules = ARENA_ARRAY(workspace, block_rule, p->block_count);
    places->scale = ARENA_ZEROED(workspace, double, p->rows.dof_count);
    places->b = ARENA_ARRAY(workspace, double, p->dimension);
    places->x = ARENA_ARRAY(workspace, double, p->dimension);
    if (!l.rows || !l.runs || !l.at || !places->of || !places->rules || !places->scale || !places->b || !places->x)
        return false;
    if (!find_scales(p, order->object, places->scale, workspace)) return false;
    tasks_run_round(workspace, tasks, count_task, &l);
    for (int t = 0; t < tasks; t++) l.rows[t + 1] += l.rows[t], l.runs[t + 1] += l.runs[t], l.at[t + 1] += l.at[t];
    places->runs = ARENA_ARRAY(workspace, sweep_run_of_dofs, l.runs[tasks]);
    places->rows = ARENA_ARRAY(workspace, double, l.rows[tasks]);
    if (!places->runs || !places->rows) return false;
    places->of[p->block_count] = (sweep_place){.rows = l.rows[tasks], .run = l.runs[tasks], .at = l.at[tasks]};
    tasks_run_round(workspace, tasks, fill_task, &l);
    return true;
}

void sweep_places_take(const sweep_places *places, const hf_problem *p, const double *r)
{
    for (const sweep_place *k = places->of; k < places->of + p->block_count; k++)
        for (int a = 0; a < k->size; a++) places->x[k->at + a] = r[p->offset[k->block] + a];
}

void sweep_places_give(const sweep_places *places, const hf_problem *p, double *r)
{
    for (const sweep_place *k = places->of; k < places->of + p->block_count; k++)
        for (int a = 0; a < k->size; a++) r[p->offset[k->block] + a] = places->x[k->at + a];
}
