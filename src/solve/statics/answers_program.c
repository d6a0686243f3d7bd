// An answer with all the freedom that there is. Interior points end in the relative inside of the set of answers, so
// that what is on an edge there is on it in every answer; the dual, which ends inside of its own set, proves that.
//
//     Hᵀ (r' - r) = 0,   r'_i in C_i

#include "solve/statics/answers.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

// Of the largest impulse of the program, and of the largest dual: inside; below is on the edge.
static const double INSIDE = 1e-5;

enum
{
    MOST_FREEDOMS = 400 // of the dense program
};

typedef struct builder
{
    const answer_run *run;
    size_t *begin;
    int *col, *dim, *place; // place: of each block's first row; -1: none
    double *value, *c;
    size_t entries;
    int rows, cones, unknowns;
} builder;

/// A row of the program: factor times `way` of block i.
static void put(builder *b, int i, const double *way, double factor)
{
    const hf_problem *p = b->run->problem;
    size_t n = (size_t)b->run->dofs;
    for (size_t j = 0; j < n; j++)
    {
        double sum = 0.0;
        for (int k = 0; k < p->size[i]; k++) sum += way[k] * b->run->H[(size_t)(p->offset[i] + k) * n + j];
        if (sum == 0.0) continue;
        b->col[b->entries] = (int)j;
        b->value[b->entries++] = factor * sum;
    }
}

static void end_row(builder *b)
{
    b->begin[++b->rows] = b->entries;
}

static void tie(builder *b, int unknown)
{
    b->col[b->entries] = unknown;
    b->value[b->entries++] = 1.0;
}

/// c ◄ c - Hᵀ of a constant.
static void add_load(builder *b, int i, const double *r)
{
    const hf_problem *p = b->run->problem;
    size_t n = (size_t)b->run->dofs;
    for (int k = 0; k < p->size[i]; k++)
        for (size_t j = 0; j < n; j++) b->c[j] -= r[k] * b->run->H[(size_t)(p->offset[i] + k) * n + j];
}

/// r = lo + y, or hi - y, or between both with an unknown for y_1 + y_2 = hi - lo.
static void put_range(builder *b, int i)
{
    const hf_problem *p = b->run->problem;
    const answer_block *own = &b->run->block[i];
    bool below = isfinite(p->lo[i]), above = isfinite(p->hi[i]);
    double start = below ? -p->lo[i] : -p->hi[i];
    add_load(b, i, &start);
    put(b, i, own->way[0], below ? 1.0 : -1.0);
    if (below && above) tie(b, b->unknowns);
    end_row(b);
    b->dim[b->cones++] = 1;
    if (!below || !above) return;
    tie(b, b->unknowns);
    end_row(b);
    b->dim[b->cones++] = 1;
    b->c[b->unknowns++] = p->lo[i] - p->hi[i];
}

static void put_block(builder *b, int i, bool free)
{
    const hf_problem *p = b->run->problem;
    const answer_block *own = &b->run->block[i];
    bool endless = own->law == ANSWER_RANGE && isinf(p->lo[i]) && isinf(p->hi[i]);
    if (own->law == ANSWER_NOTHING || (own->law == ANSWER_LINE || endless) != free) return;
    b->place[i] = b->rows;
    if (own->law == ANSWER_RANGE && !endless)
    {
        put_range(b, i);
        return;
    }
    for (int k = 0; k < own->count; k++)
    {
        put(b, i, own->way[k], own->law == ANSWER_CONE && k > 0 ? p->mu[i] : 1.0);
        end_row(b);
        if (own->law == ANSWER_RAY) b->dim[b->cones++] = 1;
    }
    if (own->law == ANSWER_CONE) b->dim[b->cones++] = own->count;
}

static bool begin(builder *b)
{
    const hf_problem *p = b->run->problem;
    hf_workspace *w = b->run->workspace;
    size_t blocks = (size_t)p->block_count, rows = (size_t)p->dimension + 2 * blocks, n = (size_t)b->run->dofs + blocks;
    b->begin = ARENA_ZEROED(w, size_t, rows + 1);
    b->col = ARENA_ARRAY(w, int, rows *(size_t)(b->run->dofs + 1));
    b->value = ARENA_ARRAY(w, double, rows *(size_t)(b->run->dofs + 1));
    b->dim = ARENA_ARRAY(w, int, 2 * blocks);
    b->place = ARENA_ARRAY(w, int, blocks);
    b->c = ARENA_ZEROED(w, double, n);
    b->unknowns = b->run->dofs;
    return b->begin && b->col && b->value && b->dim && b->place && b->c;
}

/// *open ◄ whether the edge that y is on is one of every answer, by the dual s. Cones of d rows.
static bool edge_is_proved(int d, const double *y, const double *s, double y_size, double s_size)
{
    double rest = 0.0;
    for (int k = 1; k < d; k++) rest += s[k] * s[k];
    bool tip = !(y[0] > INSIDE * y_size);
    return tip ? s[0] - sqrt(rest) > INSIDE * s_size : s[0] > INSIDE * s_size;
}

static double length(int d, const double *x)
{
    double sum = 0.0;
    for (int k = 1; k < d; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/// s ◄ -B x, the dual of the objective 0.
static void fill_dual(const cone_program *program, const double *x, double *s)
{
    for (int k = 0; k < cone_program_rows(program); k++)
    {
        s[k] = 0.0;
        for (size_t e = program->begin[k]; e < program->begin[k + 1]; e++)
            s[k] -= program->value[e] * x[program->col[e]];
    }
}

/// `inner` of all blocks at y; *proved ◄ whether no answer is farther inside.
static void take_inner(answer_run *run, const builder *b, const double *y, const double *s, int rows, bool *proved)
{
    const hf_problem *p = run->problem;
    double y_size = 0.0, s_size = 0.0;
    for (int k = 0; k < rows; k++) y_size = fmax(y_size, fabs(y[k])), s_size = fmax(s_size, fabs(s[k]));
    *proved = true;
    for (int i = 0; i < p->block_count; i++)
    {
        answer_block *own = &run->block[i];
        if (own->law == ANSWER_NOTHING || own->law == ANSWER_LINE) continue;
        const double *at = y + b->place[i], *dual = s + b->place[i];
        bool both = own->law == ANSWER_RANGE && isfinite(p->lo[i]) && isfinite(p->hi[i]);
        int d = own->law == ANSWER_CONE ? own->count : 1;
        bool inside = at[0] - length(d, at) > INSIDE * y_size && (!both || at[1] > INSIDE * y_size);
        if (own->law == ANSWER_RANGE && !both && isinf(p->lo[i]) && isinf(p->hi[i])) inside = true;
        if (inside)
        {
            own->inner_count = own->count;
            memcpy(own->inner, own->way, sizeof own->way);
            continue;
        }
        bool edge = edge_is_proved(d, at, dual, y_size, s_size);
        if (both && !(at[1] > INSIDE * y_size)) edge = edge_is_proved(1, at + 1, dual + 1, y_size, s_size);
        *proved &= edge;
        own->inner_count = 0;
        if (own->law != ANSWER_CONE || !(at[0] > INSIDE * y_size)) continue;
        own->inner_count = 1;
        memset(own->inner[0], 0, sizeof own->inner[0]);
        own->inner[0][0] = 1.0;
        for (int k = 1; k < p->size[i]; k++) own->inner[0][k] = p->mu[i] * at[k] / at[0];
    }
}

static hf_status solve(answer_run *run, builder *b, bool *proved, bool *found, hf_error *error)
{
    const hf_problem *p = run->problem;
    hf_workspace *w = run->workspace;
    cone_program program = {0};
    cone_end end;
    for (int pass = 0; pass < 2; pass++)
    {
        for (int i = 0; i < p->block_count; i++) put_block(b, i, pass == 0);
        if (pass == 0) program.free_count = b->rows;
    }
    for (int i = 0; i < p->block_count; i++)
        if (run->block[i].law != ANSWER_NOTHING) add_load(b, i, run->block[i].own);
    program.unknown_count = b->unknowns;
    program.cone_count = b->cones;
    program.dim = b->dim;
    program.begin = b->begin;
    program.col = b->col;
    program.value = b->value;
    program.c = b->c;
    double *q = ARENA_ZEROED(w, double, b->rows), *x = ARENA_ZEROED(w, double, b->unknowns);
    double *y = ARENA_ZEROED(w, double, b->rows), *s = ARENA_ZEROED(w, double, b->rows);
    if (!q || !x || !y || !s) return error_no_memory(error);
    program.q = q;
    hf_status status = cone_program_solve(&program, x, y, NULL, NULL, w, &end, error);
    *found = status == HF_STATUS_OK && end == CONE_SOLVED;
    if (!*found) return status;
    fill_dual(&program, x, s);
    take_inner(run, b, y, s, b->rows, proved);
    return status;
}

hf_status answer_by_program(answer_run *run, hf_error *error)
{
    const hf_problem *p = run->problem;
    builder b = {.run = run};
    bool fits = run->dofs <= MOST_FREEDOMS, found = false, proved = false;
    for (int i = 0; i < p->block_count; i++) fits &= run->block[i].law != ANSWER_PARTS;
    if (!fits) return HF_STATUS_OK;
    double *share = ARENA_ARRAY(run->workspace, double, p->block_count);
    if (!share || !begin(&b)) return error_no_memory(error);
    hf_status status = solve(run, &b, &proved, &found, error);
    if (status == HF_STATUS_OK && found) status = answer_shares(run, true, share, error);
    for (int i = 0; i < p->block_count && status == HF_STATUS_OK && found; i++)
    {
        answer_block *own = &run->block[i];
        if (own->found != HF_ANSWERS_UNKNOWN) continue;
        if (share[i] > ANSWER_NOTICED * ANSWER_NOTICED) own->found = HF_ANSWERS_MANY;
        else if (proved) own->found = HF_ANSWERS_ONE;
    }
    return status;
}
