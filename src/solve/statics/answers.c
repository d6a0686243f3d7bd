// How many answers: of impulses r with one motion u, which could be others.
//
// With u given each block may have a convex set C_i of impulses: the cone where a contact sticks, a ray where it
// slides, nothing where it is open. Other answers are r + d with Hᵀ d = 0 and r_i + d_i in C_i. Three looks, each a
// proof:
//
//     one     no d with Hᵀ d = 0 in the spans of all C_i has a part in block i
//     many    some d has, within the largest subspaces along which r can go either way: inside of a cone all, on its
//             edge the ray, at its tip nothing
//     program for what is left: an answer r° with as much freedom as there is (answers_program.c); from there `many`,
//             and where the dual proves that no answer is farther inside, `one`
//
// Null vectors by an orthonormal basis Q of the columns of the chosen rows (Gram and Schmidt, twice, with pivots): row
// k has a part in them iff 1 - ‖Q_k‖² > 0. O(rows · dofs²) for each island.

#include "solve/statics/answers.h"

#include "solve/statics/statics_space.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "linalg/dense.h"
#include "problem/islands.h"

#include <math.h>
#include <string.h>

const double ANSWER_NOTICED = 1e-5;
static const double STILL = 100.0;    // tolerances: slower blocks are at rest, as in statics.c
static const double DEPENDENT = 1e-9; // of a column of length one: what follows from others
static const double MOST_FLOPS = 3e8; // of a basis

enum
{
    ROWS_MOST = 450, // of an assembled problem
    TERMS = 2        // of what is left still: rounding, and what the factor's shift leaves
};

const char *hf_answer_count_name(hf_answer_count count)
{
    static const char *const names[HF_ANSWERS_COUNT] = {"unique", "not unique", "not known"};
    return (unsigned)count < HF_ANSWERS_COUNT ? names[count] : "not known";
}

// ---- directions ----

typedef struct friction_part
{
    int begin, end;
    double mu; // of r_N, in coordinates r_k / scale_k
} friction_part;

static int list_parts(const hf_problem *p, int i, friction_part parts[PART_COUNT])
{
    const friction_parts *own = problem_friction_parts(p, i);
    if (!own)
    {
        parts[0] = (friction_part){1, p->size[i], p->mu[i]};
        return 1;
    }
    for (int k = 0; k < own->count; k++) parts[k] = (friction_part){part_begin[k], part_begin[k + 1], own->mu[k]};
    return own->count;
}

static double scale_of(const hf_problem *p, int i, int row)
{
    const friction_parts *own = problem_friction_parts(p, i);
    return own ? own->scale[row] : 1.0;
}

static double part_length(const hf_problem *p, int i, const friction_part *part, const double *r)
{
    double sum = 0.0;
    for (int k = part->begin; k < part->end; k++)
    {
        double s = scale_of(p, i, k);
        if (s > 0.0) sum += r[k] / s * (r[k] / s);
    }
    return sqrt(sum);
}

static double *open_way(double way[ANSWER_DIRECTIONS][BLOCK_SIZE_MAX], int *count)
{
    double *own = way[(*count)++];
    memset(own, 0, BLOCK_SIZE_MAX * sizeof *own);
    return own;
}

void answer_inner(const hf_problem *p, int i, double size, const double *r, answer_block *block)
{
    friction_part parts[PART_COUNT];
    int count = list_parts(p, i, parts);
    block->inner_count = 0;
    if (!(r[0] > ANSWER_NOTICED * size)) return;
    double *normal = open_way(block->inner, &block->inner_count);
    normal[0] = 1.0;
    for (int k = 0; k < count; k++)
    {
        bool edge = part_length(p, i, &parts[k], r) >= (1.0 - ANSWER_NOTICED) * parts[k].mu * r[0];
        for (int j = parts[k].begin; j < parts[k].end; j++)
        {
            if (edge) normal[j] = r[j] / r[0]; // it grows with the normal impulse
            else if (scale_of(p, i, j) > 0.0) open_way(block->inner, &block->inner_count)[j] = 1.0;
        }
    }
}

/// A contact that touches: r_N, and each part that sticks; one that slides goes with r_N.
static void describe_contact(const hf_problem *p, int i, const block_set *set, double size, answer_block *block)
{
    friction_part parts[PART_COUNT];
    int count = list_parts(p, i, parts);
    bool any = false;
    double *normal = open_way(block->way, &block->count);
    normal[0] = 1.0;
    for (int k = 0; k < count; k++)
        for (int j = parts[k].begin; j < parts[k].end; j++)
        {
            if (set->slides >> k & 1U) normal[j] = set->along[j];
            else if (parts[k].mu > 0.0 && scale_of(p, i, j) > 0.0)
                any = true, open_way(block->way, &block->count)[j] = 1.0;
        }
    block->law = !any ? ANSWER_RAY : count > 1 || problem_friction_parts(p, i) ? ANSWER_PARTS : ANSWER_CONE;
    answer_inner(p, i, size, block->own, block);
    if (set->slides == 0) return;
    // parts that slide are on their edge: the ray of r_N has them, whatever rounding says
    if (block->inner_count > 0) memcpy(block->inner, block->way, sizeof block->way);
    block->inner_count = block->inner_count > 0 ? block->count : 0;
    for (int k = 0; k < count; k++)
    {
        bool edge = part_length(p, i, &parts[k], block->own) >= (1.0 - ANSWER_NOTICED) * parts[k].mu * block->own[0];
        if (!(set->slides >> k & 1U) && edge) block->inner_count = block->inner_count > 0 ? 1 : 0;
    }
}

static void describe(const hf_problem *p, int i, const block_set *set, const double *r, double size,
                     answer_block *block)
{
    *block = (answer_block){.law = ANSWER_NOTHING};
    memcpy(block->own, r, (size_t)p->size[i] * sizeof *r);
    double noticed = ANSWER_NOTICED * size;
    bool inside = true;
    switch (set->kind)
    {
    case SET_CONTACT: describe_contact(p, i, set, size, block); return;
    case SET_ALL: block->law = ANSWER_LINE; break;
    case SET_HALF:
        block->law = ANSWER_RAY;
        inside = r[0] > noticed;
        break;
    case SET_INTERVAL:
        block->law = p->lo[i] < p->hi[i] ? ANSWER_RANGE : ANSWER_NOTHING;
        inside = r[0] > p->lo[i] + noticed && r[0] < p->hi[i] - noticed;
        break;
    default: break;
    }
    if (block->law == ANSWER_NOTHING) return;
    for (int k = 0; k < p->size[i]; k++)
    {
        open_way(block->way, &block->count)[k] = 1.0;
        if (inside) open_way(block->inner, &block->inner_count)[k] = 1.0;
    }
}

// ---- null vectors ----

/// row ◄ way of block i over the degrees of freedom; false: all of it is zero.
static bool fill_row(const answer_run *run, int i, const double *way, double *row)
{
    const hf_problem *p = run->problem;
    size_t n = (size_t)run->dofs;
    double sum = 0.0;
    memset(row, 0, n * sizeof *row);
    for (int k = 0; k < p->size[i]; k++)
        for (size_t j = 0; way[k] != 0.0 && j < n; j++) row[j] += way[k] * run->H[(size_t)(p->offset[i] + k) * n + j];
    for (size_t j = 0; j < n; j++) sum += row[j] * row[j];
    double scale = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
    for (size_t j = 0; j < n; j++) row[j] *= scale;
    return sum > 0.0;
}

static double dot(const double *x, const double *y, size_t count)
{
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) sum += x[k] * y[k];
    return sum;
}

/// part ◄ 1 - ‖Q_k‖² of each row. A: its columns, one after the other; overwritten by Q.
static void orthonormalize(double *A, size_t rows, size_t columns, double *part)
{
    size_t rank = 0;
    for (size_t k = 0; k < rows; k++) part[k] = 1.0;
    for (size_t step = 0; step < columns && rank < rows; step++)
    {
        size_t best = rank;
        double most = 0.0;
        for (size_t j = rank; j < columns; j++)
        {
            double own = dot(A + j * rows, A + j * rows, rows);
            if (own > most) most = own, best = j;
        }
        if (!(most > DEPENDENT * DEPENDENT)) return;
        double *q = A + rank * rows, *chosen = A + best * rows;
        for (size_t k = 0; k < rows && best != rank; k++)
        {
            double other = q[k];
            q[k] = chosen[k];
            chosen[k] = other;
        }
        for (size_t j = 0; j < rank; j++) // once more: what rounding has left of the others
        {
            double along = dot(A + j * rows, q, rows);
            for (size_t k = 0; k < rows; k++) q[k] -= along * A[j * rows + k];
        }
        double scale = 1.0 / sqrt(dot(q, q, rows));
        for (size_t k = 0; k < rows; k++) q[k] *= scale, part[k] -= q[k] * q[k];
        rank++;
        for (size_t j = rank; j < columns; j++)
        {
            double along = dot(q, A + j * rows, rows);
            for (size_t k = 0; k < rows; k++) A[j * rows + k] -= along * q[k];
        }
    }
}

hf_status answer_shares(const answer_run *run, bool inner, double *share, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t n = (size_t)run->dofs, count = 0, at = 0;
    for (int i = 0; i < p->block_count; i++) count += (size_t)(inner ? run->block[i].inner_count : run->block[i].count);
    arena_mark mark = arena_begin(run->workspace);
    double *A = ARENA_ARRAY(run->workspace, double, count *n), *row = ARENA_ARRAY(run->workspace, double, n);
    double *part = ARENA_ARRAY(run->workspace, double, count);
    if (!A || !row || !part) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
    {
        const answer_block *b = &run->block[i];
        for (int k = 0; k < (inner ? b->inner_count : b->count); k++, at++)
        {
            (void)fill_row(run, i, inner ? b->inner[k] : b->way[k], row);
            for (size_t j = 0; j < n; j++) A[j * count + at] = row[j];
        }
    }
    orthonormalize(A, count, n, part);
    at = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        const answer_block *b = &run->block[i];
        share[i] = 0.0;
        for (int k = 0; k < (inner ? b->inner_count : b->count); k++, at++) share[i] = fmax(share[i], part[at]);
    }
    arena_end(run->workspace, mark);
    return HF_STATUS_OK;
}

// ---- one island ----

/// H ◄ L of W = L Lᵀ: the same space.
static hf_status assembled_rows(answer_run *run, bool *fits, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t n = (size_t)p->dimension;
    *fits = p->dimension <= ROWS_MOST;
    if (!*fits) return HF_STATUS_OK;
    double *A = ARENA_ZEROED(run->workspace, double, n *n), *work = ARENA_ARRAY(run->workspace, double, 2 * n);
    int *order = ARENA_ARRAY(run->workspace, int, n);
    run->H = ARENA_ZEROED(run->workspace, double, n *n);
    if (!A || !work || !order || !run->H) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < p->size[j]; c++)
                    A[(size_t)(p->offset[i] + a) + n * (size_t)(p->offset[j] + c)] +=
                        p->W.values[block_at(p, k) + (size_t)(a * p->size[j] + c)];
        }
    run->dofs = dense_cholesky_pivoted((int)n, A, (int)n, -1.0, order, work);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < (size_t)run->dofs && j <= k; j++)
            run->H[(size_t)order[k] * (size_t)run->dofs + j] = A[k + n * j];
    return HF_STATUS_OK;
}

static hf_status factored_rows_of(answer_run *run, bool *fits, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t n = (size_t)p->rows.dof_count, m = (size_t)p->dimension;
    run->dofs = p->rows.dof_count;
    *fits = (double)n * (double)n * (double)m <= MOST_FLOPS;
    if (!*fits) return HF_STATUS_OK;
    run->H = ARENA_ZEROED(run->workspace, double, n *m);
    if (!run->H) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
    {
        size_t first = p->rows.begin[i], width = p->rows.begin[i + 1] - first;
        for (int k = 0; k < p->size[i]; k++)
            for (size_t j = 0; j < width; j++)
                run->H[(size_t)(p->offset[i] + k) * n + (size_t)p->rows.dof[first + j]] =
                    p->rows.H[p->rows.at[i] + (size_t)k * width + j];
    }
    return HF_STATUS_OK;
}

/// Columns of length one.
static void scale_columns(const answer_run *run)
{
    size_t n = (size_t)run->dofs, m = (size_t)run->problem->dimension;
    for (size_t j = 0; j < n; j++)
    {
        double sum = 0.0;
        for (size_t k = 0; k < m; k++) sum += run->H[k * n + j] * run->H[k * n + j];
        double scale = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
        for (size_t k = 0; k < m; k++) run->H[k * n + j] *= scale;
    }
}

/// What cannot be seen for its size: impulses that have more freedoms than bodies are many, whichever they are.
static void count_only(answer_run *run)
{
    const hf_problem *p = run->problem;
    int inner = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        answer_block *b = &run->block[i];
        b->found = b->count > 0 ? HF_ANSWERS_UNKNOWN : HF_ANSWERS_ONE;
        inner += b->inner_count;
    }
    run->some = p->factored && inner > p->rows.dof_count;
}

/// y ◄ y less what moves the bodies: y - J D⁻¹ B N⁻¹ Bᵀ y, D = 1. w, z: scratch. Returns ‖Bᵀ y‖ as it was.
static double leave_still(statics_space *space, const hf_problem *p, const double *J, double *y, double *w, double *z)
{
    size_t stride = (size_t)space_stride(space);
    double moved = 0.0;
    space_load(space, y, z);
    for (int k = 0; k < space_count(space); k++) moved += z[k] * z[k];
    space_solve(space, z);
    space_press(space, z, w);
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0, at = p->offset[i], size = p->size[i]; a < size; a++)
            for (int b = 0; b < size; b++) y[at + a] -= J[(size_t)i * stride + (size_t)(a * size + b)] * w[at + b];
    return sqrt(moved);
}

/// A large island: impulses drawn at random along all directions that go either way, less what moves the bodies. What
/// has a part in them has other answers; of others it is not known.
static hf_status draw_one(answer_run *run, hf_error *error)
{
    const hf_problem *p = run->problem;
    hf_workspace *home = run->workspace;
    statics_space *space = NULL;
    work_meter work = work_unlimited(home);
    random_state random = random_seed(1);
    bool regular = false;
    size_t rows = (size_t)p->dimension, blocks = (size_t)p->block_count, area = (size_t)p->diagonal_area;
    double *d = ARENA_ARRAY(home, double, blocks), *J = ARENA_ZEROED(home, double, blocks *area);
    double *y = ARENA_ZEROED(home, double, rows), *w = ARENA_ZEROED(home, double, rows);
    block_set *sets = ARENA_ZEROED(home, block_set, blocks);
    count_only(run);
    if (!d || !J || !y || !w || !sets) return error_no_memory(error);
    if (!p->factored || !space_fits(p)) return HF_STATUS_OK;
    for (int i = 0; i < p->block_count; i++)
    {
        const answer_block *block = &run->block[i];
        int size = p->size[i];
        d[i] = 1.0;
        sets[i].kind = block->inner_count > 0 ? SET_ALL : SET_ZERO;
        for (int k = 0; k < block->inner_count; k++)
        {
            double part = 2.0 * random_unit(&random) - 1.0;
            for (int a = 0; a < size; a++)
            {
                y[p->offset[i] + a] += part * block->inner[k][a];
                for (int b = 0; b < size; b++)
                    J[(size_t)i * area + (size_t)(a * size + b)] += block->inner[k][a] * block->inner[k][b];
            }
        }
    }
    hf_status status = space_create(p, d, &work, home, &space, error);
    if (status != HF_STATUS_OK || !space) return status;
    double *z = ARENA_ARRAY(home, double, space_count(space));
    status = z ? space_factor(space, sets, J, true, DEPENDENT, &regular, error) : error_no_memory(error);
    if (status == HF_STATUS_OK && regular)
    {
        double before = leave_still(space, p, J, y, w, z), moved = before, most = 0.0;
        for (int k = 0; k < TERMS; k++) moved = leave_still(space, p, J, y, w, z);
        for (size_t k = 0; k < rows; k++) most = fmax(most, fabs(y[k]));
        for (int i = 0; i < p->block_count && moved <= DEPENDENT * before; i++)
            for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
                if (fabs(y[k]) > ANSWER_NOTICED * fmax(1.0, most)) run->block[i].found = HF_ANSWERS_MANY;
    }
    space_release(space);
    return status;
}

static hf_status look(answer_run *run, hf_error *error)
{
    const hf_problem *p = run->problem;
    double least = ANSWER_NOTICED * ANSWER_NOTICED;
    bool fits, open = false;
    hf_status status = p->factored ? factored_rows_of(run, &fits, error) : assembled_rows(run, &fits, error);
    if (status != HF_STATUS_OK) return status;
    if (!fits) return draw_one(run, error);
    double *share = ARENA_ARRAY(run->workspace, double, p->block_count);
    if (!share) return error_no_memory(error);
    scale_columns(run);
    bool either = true; // r can go either way wherever the law leaves it
    for (int i = 0; i < p->block_count; i++) either &= run->block[i].inner_count == run->block[i].count;
    status = answer_shares(run, false, share, error);
    for (int i = 0; i < p->block_count && status == HF_STATUS_OK; i++)
    {
        bool may = share[i] > least;
        run->block[i].found = !may ? HF_ANSWERS_ONE : either ? HF_ANSWERS_MANY : HF_ANSWERS_UNKNOWN;
        open |= may && !either;
    }
    if (!open || status != HF_STATUS_OK) return status;
    status = answer_shares(run, true, share, error);
    open = false;
    for (int i = 0; i < p->block_count && status == HF_STATUS_OK; i++)
    {
        answer_block *b = &run->block[i];
        if (b->found == HF_ANSWERS_UNKNOWN && share[i] > least) b->found = HF_ANSWERS_MANY;
        open |= b->found == HF_ANSWERS_UNKNOWN;
    }
    return open && status == HF_STATUS_OK ? answer_by_program(run, error) : status;
}

/// One island, or a problem that has only one. found: its blocks.
static hf_status look_at_island(const hf_problem *p, const double *r, double still, hf_workspace *workspace,
                                hf_answer_count *found, bool *touches, bool *some, hf_error *error)
{
    answer_run run = {.problem = p, .workspace = workspace};
    size_t rows = (size_t)p->dimension;
    double *own = ARENA_ARRAY(workspace, double, rows), *u = ARENA_ARRAY(workspace, double, rows);
    block_set *sets = ARENA_ARRAY(workspace, block_set, p->block_count);
    run.block = ARENA_ARRAY(workspace, answer_block, p->block_count);
    if (!own || !u || !sets || !run.block) return error_no_memory(error);
    hf_status status = hf_problem_velocity(p, r, u, workspace, error);
    if (status != HF_STATUS_OK) return status;
    memcpy(own, r, rows * sizeof *r);
    sets_of_answer(p, still, own, u, sets);
    for (size_t k = 0; k < rows; k++) run.size = fmax(run.size, fabs(own[k]));
    for (int i = 0; i < p->block_count; i++)
    {
        describe(p, i, &sets[i], own + p->offset[i], run.size, &run.block[i]);
        touches[i] = sets[i].kind == SET_CONTACT;
    }
    status = look(&run, error);
    for (int i = 0; i < p->block_count; i++) found[i] = run.block[i].found;
    *some = run.some;
    return status;
}

// ---- all of them ----

static void count_block(hf_law_kind kind, bool touches, hf_answer_count found, hf_answers *answers)
{
    bool contact = kind == HF_LAW_CONTACT;
    answers->touching += contact && touches;
    if (found == HF_ANSWERS_MANY) (*(contact ? &answers->many : &answers->others_many))++;
    if (found == HF_ANSWERS_UNKNOWN) (*(contact ? &answers->unknown : &answers->others_unknown))++;
    if (found == HF_ANSWERS_MANY) answers->forces = HF_ANSWERS_MANY;
    if (found == HF_ANSWERS_UNKNOWN && answers->forces == HF_ANSWERS_ONE) answers->forces = HF_ANSWERS_UNKNOWN;
}

hf_status hf_answers_count(const hf_problem *problem, const double *r, double tolerance, hf_workspace *workspace,
                           hf_answers *answers, hf_answer_count *blocks, hf_error *error)
{
    island_list islands;
    *answers = (hf_answers){.forces = HF_ANSWERS_ONE};
    if (!(tolerance > 0.0)) return error_set(error, HF_STATUS_INVALID, "tolerance = %g: must be > 0", tolerance);
    for (int k = 0; k < problem->dimension; k++)
        if (!isfinite(r[k])) return error_set(error, HF_STATUS_INVALID, "r[%d] is not a finite number", k);
    double still = STILL * tolerance * (1.0 + problem->norm_b);
    arena_mark mark = arena_begin(workspace);
    hf_status status = islands_find(problem, workspace, &islands, error);
    for (int k = 0; status == HF_STATUS_OK && k < islands.count; k++)
    {
        int first = islands.begin[k], count = islands.begin[k + 1] - first;
        hf_problem *part;
        bool some = false;
        arena_mark own = arena_begin(workspace);
        double *of_part = ARENA_ARRAY(workspace, double, islands_dimension(problem, &islands, k));
        hf_answer_count *found = ARENA_ZEROED(workspace, hf_answer_count, count);
        bool *touches = ARENA_ZEROED(workspace, bool, count);
        if (!of_part || !found || !touches) return error_no_memory(error);
        status = islands_extract(problem, &islands, k, workspace, workspace, &part, error);
        if (status != HF_STATUS_OK) break;
        islands_gather(problem, &islands, k, r, of_part);
        status = look_at_island(part, of_part, still, workspace, found, touches, &some, error);
        for (int j = 0; j < count; j++)
        {
            int i = islands.block[first + j];
            if (blocks) blocks[i] = found[j];
            count_block(problem->kind[i], touches[j], found[j], answers);
        }
        if (some) answers->forces = HF_ANSWERS_MANY;
        hf_problem_destroy(part);
        arena_end(workspace, own);
    }
    arena_end(workspace, mark);
    return status;
}
