// Making a contact problem: from block rows (copied or borrowed), from a dense matrix, from scalar rows.
//
// All constructors meet in problem_begin (the laws) and take_rows (the matrix); what is derived from the numbers
// (diagonal blocks, asymmetry, norms) is computed in one place, problem_derive, which hf_problem_refresh calls again.

#include "problem/problem.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/block.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *hf_law_kind_name(hf_law_kind kind)
{
    static const char *const names[HF_LAW_COUNT] = {"contact", "unilateral", "bilateral", "box"};
    return (unsigned)kind < HF_LAW_COUNT ? names[kind] : "unknown kind";
}

// ---- memory ----

void *problem_take(hf_workspace *home, size_t count, size_t size)
{
    return home ? arena_take_zeroed(home, count, size) : memory_zeroed(count, size);
}

void *problem_room(hf_workspace *home, size_t count, size_t size)
{
    return home ? arena_take(home, count, size) : memory_zeroed(count, size);
}

void *problem_copy(hf_workspace *home, const void *source, size_t count, size_t size)
{
    if (!home) return memory_copy(source, count, size);
    void *copy = arena_take(home, count, size);
    if (copy && count > 0 && size > 0) memcpy(copy, source, count * size);
    return copy;
}

void problem_give(hf_workspace *home, void *taken)
{
    if (!home) free(taken);
}

// ---- the laws ----

/// Those that the contact reads.
static hf_status check_coefficients(const hf_laws *laws, int i, hf_error *error)
{
    static const char *const names[] = {"tangent[0]", "tangent[1]", "torsion", "rolling[0]", "rolling[1]"};
    const hf_friction_coefficients *c = &laws->coefficients[i];
    const double values[] = {c->tangent[0], c->tangent[1], c->torsion, c->rolling[0], c->rolling[1]};
    for (int k = 0; k < laws->size[i] - 1; k++)
        if (!(values[k] >= 0.0) || isinf(values[k]))
            return error_set(error, HF_STATUS_INVALID, "laws.coefficients[%d].%s = %g: must be finite and >= 0", i,
                             names[k], values[k]);
    if (laws->friction.kind == HF_FRICTION_CONE ||
        (laws->size[i] <= 3 && friction_parts_of(c, laws->size[i]).count == 0))
        return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID,
                     "laws.friction is a pyramid, but block %d has moments or an ellipse: these have the cone alone",
                     i);
}

static hf_status check_block(const hf_laws *laws, int i, hf_error *error)
{
    hf_law_kind kind = laws->kind ? laws->kind[i] : HF_LAW_CONTACT;
    if ((unsigned)kind >= HF_LAW_COUNT)
        return error_set(error, HF_STATUS_INVALID, "laws.kind[%d] = %d is no kind of block", i, (int)kind);

    static const char *const rows[HF_LAW_COUNT] = {"2, 3, 4 or 6 rows", "1 row", "1 to 3 rows", "1 row"};
    static const bool allowed[HF_LAW_COUNT][BLOCK_SIZE_MAX + 1] = {{[2] = true, [3] = true, [4] = true, [6] = true},
                                                                   {[1] = true},
                                                                   {[1] = true, [2] = true, [3] = true},
                                                                   {[1] = true}};
    if (laws->size[i] < 1 || laws->size[i] > BLOCK_SIZE_MAX || !allowed[kind][laws->size[i]])
        return error_set(error, HF_STATUS_INVALID, "laws.size[%d] = %d: a %s block has %s", i, laws->size[i],
                         hf_law_kind_name(kind), rows[kind]);

    if (kind == HF_LAW_CONTACT && laws->coefficients) return check_coefficients(laws, i, error);
    if (kind == HF_LAW_CONTACT)
    {
        if (laws->size[i] > PLAIN_SIZE_MAX)
            return error_set(error, HF_STATUS_INVALID, "laws.coefficients is NULL, but block %d has moments (%d rows)",
                             i, laws->size[i]);
        if (!laws->mu) return error_set(error, HF_STATUS_INVALID, "laws.mu is NULL, but block %d is a contact", i);
        if (!(laws->mu[i] >= 0.0) || isinf(laws->mu[i]))
            return error_set(error, HF_STATUS_INVALID, "laws.mu[%d] = %g: must be finite and >= 0", i, laws->mu[i]);
    }
    if (kind == HF_LAW_BOX)
    {
        if (!laws->lo || !laws->hi)
            return error_set(error, HF_STATUS_INVALID, "laws.lo or laws.hi is NULL, but block %d is a box", i);
        if (!(laws->lo[i] <= laws->hi[i]) || laws->lo[i] == INFINITY || laws->hi[i] == -INFINITY)
            return error_set(error, HF_STATUS_INVALID, "laws.lo[%d] = %g, hi = %g: no r lies between", i, laws->lo[i],
                             laws->hi[i]);
    }
    return HF_STATUS_OK;
}

static hf_status check_laws(const hf_laws *laws, hf_error *error)
{
    if (laws->block_count < 0 || laws->block_count > INT_MAX / BLOCK_SIZE_MAX)
        return error_set(error, HF_STATUS_INVALID, "laws.block_count = %d is out of range", laws->block_count);
    if (laws->block_count > 0 && (!laws->size || !laws->b))
        return error_set(error, HF_STATUS_INVALID, "laws.%s is NULL", laws->size ? "b" : "size");
    for (int i = 0; i < laws->block_count; i++)
    {
        hf_status status = check_block(laws, i, error);
        if (status != HF_STATUS_OK) return status;
    }
    return hf_friction_check(&laws->friction, error);
}

/// Whether some contact has moments or an ellipse; *moments: whether it has moments.
static bool has_parts(const hf_laws *laws, bool *moments)
{
    bool any = false;
    *moments = false;
    for (int i = 0; laws->coefficients && i < laws->block_count; i++)
    {
        if (laws->kind && laws->kind[i] != HF_LAW_CONTACT) continue;
        any |= friction_parts_of(&laws->coefficients[i], laws->size[i]).count > 0;
        *moments |= laws->size[i] > PLAIN_SIZE_MAX;
    }
    return any;
}

/// The contact's parts, where the problem has any. Returns its coefficient of friction.
static double copy_parts(const hf_laws *laws, int i, hf_problem *p)
{
    const hf_friction_coefficients *c = &laws->coefficients[i];
    if (!p->parts) return c->tangent[0];
    p->parts[i] = friction_parts_of(c, laws->size[i]);
    p->coefficients[i] = *c;
    if (p->parts[i].count == 0) return c->tangent[0];
    p->elliptic |= !p->parts[i].round;
    return p->parts[i].mu[PART_FRICTION];
}

static void copy_laws(const hf_laws *laws, hf_problem *p)
{
    p->uniform = laws->block_count > 0 && laws->size[0] > 1 && laws->size[0] <= PLAIN_SIZE_MAX ? laws->size[0] : 0;
    for (int i = 0; i < laws->block_count; i++)
    {
        p->size[i] = laws->size[i];
        p->kind[i] = laws->kind ? laws->kind[i] : HF_LAW_CONTACT;
        p->offset[i + 1] = p->offset[i] + laws->size[i];
        if (laws->size[i] != p->uniform) p->uniform = 0;
        if (p->kind[i] == HF_LAW_CONTACT)
        {
            p->mu[i] = laws->coefficients ? copy_parts(laws, i, p) : laws->mu[i];
            p->contact_count++;
        }
        if (p->kind[i] == HF_LAW_BOX)
        {
            p->lo[i] = laws->lo[i];
            p->hi[i] = laws->hi[i];
        }
    }
    p->dimension = p->offset[laws->block_count];
}

hf_status problem_begin(hf_workspace *home, const hf_laws *laws, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    hf_status status = check_laws(laws, error);
    if (status != HF_STATUS_OK) return status;

    hf_problem *p = problem_take(home, 1, sizeof *p);
    if (!p) return error_no_memory(error);
    size_t n = (size_t)laws->block_count;
    p->home = home;
    p->block_count = laws->block_count;
    p->size = problem_take(home, n, sizeof *p->size);
    p->offset = problem_take(home, n + 1, sizeof *p->offset);
    p->kind = problem_take(home, n, sizeof *p->kind);
    p->mu = problem_take(home, n, sizeof *p->mu);
    p->lo = problem_take(home, n, sizeof *p->lo);
    p->hi = problem_take(home, n, sizeof *p->hi);
    bool moments, parts = has_parts(laws, &moments);
    p->diagonal_area = moments ? BLOCK_AREA_MAX : PLAIN_AREA_MAX;
    p->diagonal = problem_take(home, n * (size_t)p->diagonal_area, sizeof *p->diagonal);
    bool polygon = polygon_create(home, &laws->friction, &p->polygon);
    if (parts) p->parts = problem_take(home, n, sizeof *p->parts);
    if (parts) p->coefficients = problem_take(home, n, sizeof *p->coefficients);
    if ((parts && (!p->parts || !p->coefficients)) || !p->size || !p->offset || !p->kind || !p->mu || !p->lo ||
        !p->hi || !p->diagonal || !polygon)
    {
        hf_problem_destroy(p);
        return error_no_memory(error);
    }
    copy_laws(laws, p);
    p->b = laws->b;
    *problem = p;
    return HF_STATUS_OK;
}

void hf_problem_destroy(hf_problem *p)
{
    if (!p || p->home) return;
    free(p->size);
    free(p->offset);
    free(p->kind);
    free(p->mu);
    free(p->lo);
    free(p->hi);
    polygon_destroy(p->polygon);
    free(p->parts);
    free(p->coefficients);
    free(p->diagonal);
    free(p->W.begin);
    free(p->W.col);
    free(p->W.at);
    free(p->rows.begin);
    free(p->rows.dof);
    free(p->rows.at);
    free(p->rows.H);
    free(p->rows.G);
    free(p->owned_values);
    free(p->owned_b);
    free(p);
}

// ---- what is derived from the numbers ----

/// The block (row, col) of W, or NULL.
static const double *find_block(const hf_problem *p, int row, int col)
{
    size_t lo = p->W.begin[row], hi = p->W.begin[row + 1];
    while (lo < hi)
    {
        size_t middle = lo + (hi - lo) / 2;
        if (p->W.col[middle] < col) lo = middle + 1;
        else hi = middle;
    }
    if (lo == p->W.begin[row + 1] || p->W.col[lo] != col) return NULL;
    return p->W.values + block_at(p, lo);
}

static hf_status check_finite_b(const hf_problem *p, hf_error *error)
{
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            if (!isfinite(p->b[k]))
                return error_set(error, HF_STATUS_INVALID, "b[%d] = %g (block %d) is not finite", k, p->b[k], i);
    return HF_STATUS_OK;
}

static hf_status check_finite_W(const hf_problem *p, hf_error *error)
{
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int m = p->size[i], n = p->size[p->W.col[k]];
            const double *block = p->W.values + block_at(p, k);
            for (int e = 0; e < m * n; e++)
                if (!isfinite(block[e]))
                    return error_set(error, HF_STATUS_INVALID, "W block (%d, %d), entry (%d, %d) = %g is not finite", i,
                                     p->W.col[k], e / n, e % n, block[e]);
        }
    return HF_STATUS_OK;
}

/// worst ◄ the larger of it and max |W - Wᵀ| over the block (i, j) and its mirror image, which may be missing: zero.
/// All numbers are finite.
static void meet_mirror(const double *block, const double *mirror, int m, int n, double *worst)
{
    for (int a = 0; a < m; a++)
        for (int c = 0; c < n; c++)
        {
            double off = fabs(block[a * n + c] - (mirror ? mirror[c * m + a] : 0.0));
            if (off > *worst) *worst = off;
        }
}

/// The asymmetry of W. A pair of blocks is looked at from above the diagonal; from below as well if some block there is
/// not met so.
static void derive_asymmetry(hf_problem *p)
{
    size_t below = 0, met = 0;
    for (int side = 0; side < 2 && (side == 0 || met < below); side++)
        for (int i = 0; i < p->block_count; i++)
            for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
            {
                int j = p->W.col[k];
                below += side == 0 && j < i;
                if (side == 0 ? j < i : j >= i) continue;
                const double *block = p->W.values + block_at(p, k), *mirror = i == j ? block : find_block(p, j, i);
                met += side == 0 && j > i && mirror;
                meet_mirror(block, mirror, p->size[i], p->size[j], &p->asymmetry);
            }
}

static void derive_from_W(hf_problem *p)
{
    for (int i = 0; i < p->block_count; i++)
    {
        memset(problem_diagonal(p, i), 0, (size_t)p->diagonal_area * sizeof(double));
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            size_t area = (size_t)(p->size[i] * p->size[j]);
            const double *block = p->W.values + block_at(p, k);
            for (size_t e = 0; e < area; e++)
                if (fabs(block[e]) > p->largest) p->largest = fabs(block[e]);
            if (j == i) memcpy(problem_diagonal(p, i), block, area * sizeof(double));
        }
    }
    derive_asymmetry(p);
}

hf_status problem_take_norm(hf_problem *p, hf_error *error)
{
    double sum = 0.0, largest = 0.0, scaled = 0.0;
    for (int k = 0; k < p->dimension; k++)
    {
        sum += p->b[k] * p->b[k];
        largest = fmax(largest, fabs(p->b[k]));
    }
    p->norm_b = sqrt(sum);
    if (isfinite(sum)) return HF_STATUS_OK;
    for (int k = 0; k < p->dimension; k++)
        scaled += (p->b[k] / largest) * (p->b[k] / largest); // the squares overflowed
    p->norm_b = largest * sqrt(scaled);
    if (isfinite(p->norm_b)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "b: its norm is beyond the range of numbers");
}

static hf_status problem_derive(hf_problem *p, hf_error *error)
{
    hf_status status = check_finite_b(p, error);
    if (status == HF_STATUS_OK && !p->factored) status = check_finite_W(p, error);
    if (status != HF_STATUS_OK) return status;

    status = problem_take_norm(p, error);
    if (status != HF_STATUS_OK || p->factored) return status;
    p->asymmetry = 0.0;
    p->largest = 0.0;
    derive_from_W(p);
    return HF_STATUS_OK;
}

hf_status hf_problem_refresh(hf_problem *problem, hf_error *error)
{
    return problem_derive(problem, error);
}

// ---- from block rows ----

static hf_status check_pattern(const hf_problem *p, const hf_block_rows *W, hf_error *error)
{
    if (!W->begin) return error_set(error, HF_STATUS_INVALID, "W.begin is NULL");
    if (W->begin[0] != 0) return error_set(error, HF_STATUS_INVALID, "W.begin[0] = %zu, must be 0", W->begin[0]);
    for (int i = 0; i < p->block_count; i++)
        if (W->begin[i + 1] < W->begin[i])
            return error_set(error, HF_STATUS_INVALID, "W.begin[%d] = %zu is less than the entry before", i + 1,
                             W->begin[i + 1]);
    if (W->begin[p->block_count] > 0 && (!W->col || !W->values))
        return error_set(error, HF_STATUS_INVALID, "W.%s is NULL", W->col ? "values" : "col");
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++)
        {
            if (W->col[k] < 0 || W->col[k] >= p->block_count)
                return error_set(error, HF_STATUS_INVALID, "W.col[%zu] = %d (block row %d): there are %d blocks", k,
                                 W->col[k], i, p->block_count);
            if (k > W->begin[i] && W->col[k] <= W->col[k - 1])
                return error_set(error, HF_STATUS_INVALID, "W.col[%zu] = %d (block row %d) is not above the one before",
                                 k, W->col[k], i);
        }
    return HF_STATUS_OK;
}

/// Copies the pattern and works out where each block stands. Returns the number of values, or 0 if memory is short.
static hf_status copy_pattern(hf_problem *p, const hf_block_rows *W, size_t *value_count, hf_error *error)
{
    size_t n = (size_t)p->block_count, entries = W->begin[n];
    p->W.begin = problem_copy(p->home, W->begin, n + 1, sizeof *W->begin);
    p->W.col = problem_copy(p->home, W->col, entries, sizeof *W->col);
    if (!p->W.begin || !p->W.col) return error_no_memory(error);

    *value_count = (size_t)(p->uniform * p->uniform) * entries;
    if (p->uniform) return HF_STATUS_OK;
    p->W.at = problem_take(p->home, entries + 1, sizeof *p->W.at);
    if (!p->W.at) return error_no_memory(error);
    for (size_t i = 0; i < n; i++)
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++)
            p->W.at[k + 1] = p->W.at[k] + (size_t)(p->size[i] * p->size[W->col[k]]);
    *value_count = p->W.at[entries];
    return HF_STATUS_OK;
}

static hf_status take_rows(hf_problem *p, const hf_block_rows *W, bool borrow, hf_error *error)
{
    size_t value_count = 0;
    hf_status status = check_pattern(p, W, error);
    if (status == HF_STATUS_OK) status = copy_pattern(p, W, &value_count, error);
    if (status != HF_STATUS_OK) return status;

    p->W.values = W->values;
    if (!borrow)
    {
        p->owned_values = problem_copy(p->home, W->values, value_count, sizeof(double));
        p->owned_b = problem_copy(p->home, p->b, (size_t)p->dimension, sizeof(double));
        if (!p->owned_values || !p->owned_b) return error_no_memory(error);
        p->W.values = p->owned_values;
        p->b = p->owned_b;
    }
    return problem_derive(p, error);
}

hf_status problem_create(hf_workspace *home, const hf_laws *laws, const hf_block_rows *W, bool borrow,
                         hf_problem **problem, hf_error *error)
{
    hf_status status = problem_begin(home, laws, problem, error);
    if (status == HF_STATUS_OK) status = take_rows(*problem, W, borrow, error);
    if (status != HF_STATUS_OK)
    {
        hf_problem_destroy(*problem);
        *problem = NULL;
    }
    assert(!*problem || problem_is_sound(*problem));
    return status;
}

hf_status hf_problem_create(const hf_laws *laws, const hf_block_rows *W, hf_problem **problem, hf_error *error)
{
    return problem_create(NULL, laws, W, false, problem, error);
}

hf_status hf_problem_borrow(const hf_laws *laws, const hf_block_rows *W, hf_problem **problem, hf_error *error)
{
    return problem_create(NULL, laws, W, true, problem, error);
}

hf_status hf_problem_with_friction(const hf_problem *problem, const hf_friction_law *law, hf_problem **changed,
                                   hf_error *error)
{
    hf_laws laws = hf_problem_laws(problem);
    hf_block_rows W = hf_problem_block_rows(problem);
    hf_factored_rows rows = hf_problem_factored_rows(problem);
    laws.friction = *law;
    return problem->factored ? problem_create_factored(NULL, NULL, &laws, &rows, false, changed, error)
                             : problem_create(NULL, &laws, &W, false, changed, error);
}

// ---- views ----

hf_laws hf_problem_laws(const hf_problem *p)
{
    return (hf_laws){.block_count = p->block_count,
                     .size = p->size,
                     .kind = p->kind,
                     .mu = p->mu,
                     .lo = p->lo,
                     .hi = p->hi,
                     .b = p->b,
                     .friction = p->polygon ? p->polygon->law : (hf_friction_law){0},
                     .coefficients = p->coefficients};
}

hf_block_rows hf_problem_block_rows(const hf_problem *p)
{
    return (hf_block_rows){.begin = p->W.begin, .col = p->W.col, .values = p->W.values};
}

hf_factored_rows hf_problem_factored_rows(const hf_problem *p)
{
    return (hf_factored_rows){
        .dof_count = p->rows.dof_count, .begin = p->rows.begin, .dof = p->rows.dof, .H = p->rows.H, .G = p->rows.G};
}

const int *hf_problem_offsets(const hf_problem *p)
{
    return p->offset;
}

hf_problem_info hf_problem_describe(const hf_problem *p)
{
    hf_problem_info info = {.block_count = p->block_count,
                            .contact_count = p->contact_count,
                            .friction = hf_problem_laws(p).friction,
                            .dimension = p->dimension,
                            .factored = p->factored,
                            .dof_count = p->rows.dof_count,
                            .asymmetry = p->asymmetry,
                            .largest = p->largest,
                            .norm_b = p->norm_b};
    info.nonzero_block_count = p->factored ? p->rows.begin[p->block_count] : p->W.begin[p->block_count];
    for (int i = 0; i < p->block_count; i++)
    {
        const friction_parts *parts = problem_friction_parts(p, i);
        info.kind_count[p->kind[i]]++;
        info.moment_count += p->size[i] > PLAIN_SIZE_MAX;
        info.ellipse_count += parts && !parts->round;
    }
    return info;
}

void problem_weights(const hf_problem *p, double *weight)
{
    const double vanishing = 1e-12;
    double floor = p->largest > 0.0 ? vanishing * p->largest : 1.0;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *W = problem_diagonal(p, i);
        double sum = 0.0;
        for (int k = 0; k < p->size[i] * p->size[i]; k++) sum += W[k] * W[k];
        weight[i] = fmax(sqrt(sum), floor);
    }
}
