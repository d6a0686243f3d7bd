// From terms to rows over objects.

#include "model/rows/rows.h"
#include "linalg/vector.h"
#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum
{
    FIRST_BLOCKS = 16,
};

bool rows_begin(row_set *set, const hf_model *model, hf_workspace *workspace)
{
    size_t n = (size_t)model->dof_count + 1;
    *set = (row_set){.workspace = workspace, .model = model};
    set->objects = ARENA_ARRAY(workspace, int, model->object_count + 1);
    set->dofs = ARENA_ARRAY(workspace, int, n);
    set->own = ARENA_ARRAY(workspace, int, n);
    set->out = ARENA_ARRAY(workspace, int, n);
    set->dense = ARENA_ARRAY(workspace, double, n);
    set->row = ARENA_ARRAY(workspace, double, n);
    set->touched = ARENA_ZEROED(workspace, bool, n);
    set->terms = ARENA_ARRAY(workspace, row_term, ROWS_TERMS);
    set->term_capacity = ROWS_TERMS;
    set->failed = !arena_whole(workspace);
    return !set->failed;
}

/// Room for one more; old ones stay where the arena had them.
static bool grow(row_set *set, void **items, int count, int *capacity, int first, size_t size)
{
    if (count < *capacity) return true;
    int wanted = *capacity > 0 ? 2 * *capacity : first;
    void *larger = arena_take(set->workspace, (size_t)wanted, size);
    if (!larger)
    {
        set->failed = true;
        return false;
    }
    if (count) memcpy(larger, *items, (size_t)count * size);
    *items = larger;
    *capacity = wanted;
    return true;
}

void rows_open(row_set *set, hf_law_kind kind, int size, int place)
{
    void *items = set->blocks;
    set->term_count = 0;
    if (set->failed || !grow(set, &items, set->count, &set->capacity, FIRST_BLOCKS, sizeof *set->blocks)) return;
    set->blocks = items;
    set->blocks[set->count] = (row_block){.kind = kind, .size = size, .place = place, .row = {0, 1, 2}, .scale = 1.0};
}

void rows_open_single(row_set *set)
{
    assert(!set->failed);
    set->term_count = 0;
}

static void add_term(row_set *set, row_term term)
{
    void *items = set->terms;
    if (set->failed || !grow(set, &items, set->term_count, &set->term_capacity, ROWS_TERMS, sizeof *set->terms)) return;
    set->terms = items;
    set->terms[set->term_count++] = term;
}

void rows_point(row_set *set, int row, int body, vec3 arm, vec3 d, double scale)
{
    add_term(set, (row_term){.row = row, .body = body, .arm = arm, .d = d, .scale = scale});
}

void rows_turn(row_set *set, int row, int body, vec3 d, double scale)
{
    add_term(set, (row_term){.row = row, .body = body, .turn = true, .d = d, .scale = scale});
}

void rows_joint(row_set *set, int row, int place_v, double scale)
{
    add_term(set, (row_term){.row = row, .body = -1, .dof = place_v, .scale = scale});
}

double rows_velocity(const row_set *set, int row, double (*twists)[6], const double *v)
{
    double sum = 0.0;
    for (int k = 0; k < set->term_count; k++)
    {
        const row_term *t = &set->terms[k];
        if (t->row != row) continue;
        if (t->body < 0)
        {
            sum += t->scale * v[t->dof];
            continue;
        }
        vec3 w = v3_load(twists[t->body] + 3);
        vec3 u = t->turn ? w : twist_velocity(set->model, twists, t->body, t->arm);
        sum += t->scale * v3_dot(t->d, u);
    }
    return sum;
}

// ---- closing ----

static int term_object(const hf_model *model, const row_term *t)
{
    return t->body >= 0 ? model->body_object[t->body] : model->dof_object[t->dof];
}

/// The objects that the open block touches, ascending, in set->objects.
static int find_objects(row_set *set)
{
    int count = 0;
    for (int k = 0; k < set->term_count; k++)
    {
        int object = term_object(set->model, &set->terms[k]), at = count;
        if (object < 0) continue;
        while (at > 0 && set->objects[at - 1] >= object) at--;
        if (at < count && set->objects[at] == object) continue;
        memmove(set->objects + at + 1, set->objects + at, (size_t)(count - at) * sizeof *set->objects);
        set->objects[at] = object;
        count++;
    }
    return count;
}

/// Few entries ◄ ascending.
static void sort_few(int *a, int count)
{
    for (int k = 1; k < count; k++)
    {
        int value = a[k], at = k;
        for (; at > 0 && a[at - 1] > value; at--) a[at] = a[at - 1];
        a[at] = value;
    }
}

/// Velocities of an object that any row of the open block touches, ascending, in set->own.
static int find_dofs(row_set *set, int object)
{
    enum
    {
        FEW = 32 // more of them are found by looking at all
    };
    const model_object *o = &set->model->objects[object];
    const object_methods *kind = object_of(set->model, object);
    int count = 0;
    for (int k = 0; k < set->term_count; k++)
    {
        const row_term *t = &set->terms[k];
        if (term_object(set->model, t) != object) continue;
        int n = t->body < 0 ? kind->rows->joint_dofs(set->model, t->dof, set->dofs)
                            : kind->rows->dofs(set->model, t->body, set->dofs);
        for (int j = 0; j < n; j++)
            if (!set->touched[set->dofs[j]]) set->touched[set->dofs[j]] = true, set->own[count++] = set->dofs[j];
    }
    if (count <= FEW)
    {
        for (int k = 0; k < count; k++) set->touched[set->own[k]] = false;
        sort_few(set->own, count);
        return count;
    }
    count = 0;
    for (int k = 0; k < o->dof_count; k++)
    {
        if (set->touched[k]) set->own[count++] = k;
        set->touched[k] = false;
    }
    return count;
}

/// H of one row over one object, at the dofs of set->own, in set->row.
static void fill_row(row_set *set, const configuration *at, int object, int row, int count)
{
    const object_methods *kind = object_of(set->model, object);
    for (int k = 0; k < count; k++) set->dense[set->own[k]] = 0.0;
    for (int k = 0; k < set->term_count; k++)
    {
        const row_term *t = &set->terms[k];
        if (t->row != row || term_object(set->model, t) != object) continue;
        if (t->body < 0) kind->rows->joint(at, t->dof, t->scale, set->dense);
        else if (t->turn) kind->rows->turn(at, t->body, t->d, t->scale, set->dense, set->dofs, set->row);
        else kind->rows->point(at, t->body, t->arm, t->d, t->scale, set->dense, set->dofs, set->row);
    }
    for (int k = 0; k < count; k++) set->row[k] = set->dense[set->own[k]];
}

int rows_single(row_set *set, const configuration *at, const inverse_mass *mass, int object, int *dof, double *H,
                double *G)
{
    int own = find_dofs(set, object);
    fill_row(set, at, object, 0, own);
    int n = object_of(set->model, object)->rows->half(mass, object, own, set->own, set->row, dof, H, G);
    for (int k = 0; k < n; k++) dof[k] += set->model->objects[object].dof;
    return n;
}

/// Room for a block over this many degrees of freedom; it is used again, so that a thousand blocks over one large
/// object take what they hold, not a thousand times its size.
static bool widen(row_set *set, int room)
{
    row_room *w = &set->wide;
    size_t n = (size_t)room;
    if (room <= w->room) return true;
    w->room = room;
    w->dof = ARENA_ARRAY(set->workspace, int, n);
    w->h = ARENA_ARRAY(set->workspace, double, n);
    w->g = ARENA_ARRAY(set->workspace, double, n);
    w->H = ARENA_ARRAY(set->workspace, double, 3 * n);
    w->G = ARENA_ARRAY(set->workspace, double, 3 * n);
    w->own = ARENA_ARRAY(set->workspace, double, 3 * n);
    w->four = arena_take(set->workspace, n, sizeof *w->four);
    return arena_whole(set->workspace);
}

/// Half rows over one object, from block->count on; returns how many entries they have.
static int close_object(row_set *set, const configuration *at, const inverse_mass *mass, int object,
                        const row_block *block)
{
    const object_methods *kind = object_of(set->model, object);
    const row_room *w = &set->wide;
    const size_t room = (size_t)w->room, to = (size_t)block->count;
    int own = find_dofs(set, object), n = 0;
    if (kind->rows->halves && block->size > 1)
    {
        for (int row = 0; row < block->size; row++)
        {
            fill_row(set, at, object, row, own);
            memcpy(w->own + (size_t)row * (size_t)own, set->row, (size_t)own * sizeof *w->own);
        }
        n = kind->rows->halves(mass, object, block->size, own, set->own, w->own, w->four, set->out, w->H + to,
                               w->G + to, room);
        if (n > 0) return n;
    }
    for (int row = 0; row < block->size; row++)
    {
        fill_row(set, at, object, row, own);
        n = kind->rows->half(mass, object, own, set->own, set->row, set->out, w->h, w->g);
        memcpy(w->H + (size_t)row * room + to, w->h, (size_t)n * sizeof *w->h);
        memcpy(w->G + (size_t)row * room + to, w->g, (size_t)n * sizeof *w->g);
    }
    return n;
}

/// block->plain ◄ the rows over all of its objects.
static void keep_rows(row_set *set, const configuration *at, int objects, row_block *block)
{
    int *of = ARENA_ARRAY(set->workspace, int, objects + 1);
    set->failed |= !of;
    for (int k = 0; k < objects && !set->failed; k++)
    {
        int object = set->objects[k], own = find_dofs(set, object);
        of[k] = block->plain_count;
        for (int j = 0; j < own; j++)
            set->wide.dof[block->plain_count++] = set->model->objects[object].dof + set->own[j];
    }
    size_t n = (size_t)block->plain_count;
    block->plain_dof = ARENA_ARRAY(set->workspace, int, n);
    block->plain = ARENA_ZEROED(set->workspace, double, (size_t)block->size *n);
    set->failed |= !arena_whole(set->workspace);
    if (set->failed) return;
    if (n) memcpy(block->plain_dof, set->wide.dof, n * sizeof *block->plain_dof);
    for (int k = 0; k < objects; k++)
        for (int row = 0; row < block->size; row++)
        {
            int own = find_dofs(set, set->objects[k]);
            fill_row(set, at, set->objects[k], row, own);
            memcpy(block->plain + (size_t)row * n + of[k], set->row, (size_t)own * sizeof *set->row);
        }
}

/// The block ◄ its half rows, which stand in the room.
static bool keep_halves(row_set *set, row_block *block)
{
    const row_room *w = &set->wide;
    size_t n = (size_t)block->count, size = (size_t)block->size;
    block->dof = ARENA_ARRAY(set->workspace, int, n);
    block->H = ARENA_ARRAY(set->workspace, double, size *n);
    block->G = ARENA_ARRAY(set->workspace, double, size *n);
    if (!arena_whole(set->workspace)) return false;
    memcpy(block->dof, w->dof, n * sizeof *block->dof);
    for (size_t row = 0; row < size; row++)
    {
        memcpy(block->H + row * n, w->H + row * (size_t)w->room, n * sizeof *block->H);
        memcpy(block->G + row * n, w->G + row * (size_t)w->room, n * sizeof *block->G);
    }
    return true;
}

row_block *rows_close(row_set *set, const configuration *at, const inverse_mass *mass)
{
    if (set->failed) return NULL;
    row_block *block = &set->blocks[set->count];
    int objects = find_objects(set), room = 0;
    for (int k = 0; k < objects; k++) room += set->model->objects[set->objects[k]].dof_count;
    if (room == 0) return NULL;
    set->failed = !widen(set, room);
    if (set->failed) return NULL;
    if (set->keeps) keep_rows(set, at, objects, block);
    if (set->failed) return NULL;
    for (int k = 0; k < objects; k++)
    {
        int object = set->objects[k], n = close_object(set, at, mass, object, block);
        for (int j = 0; j < n; j++) set->wide.dof[block->count + j] = set->model->objects[object].dof + set->out[j];
        block->count += n;
    }
    if (block->count == 0) return NULL;
    set->failed = !keep_halves(set, block);
    if (set->failed) return NULL;
    for (int k = 1; k < block->count; k++) assert(block->dof[k - 1] < block->dof[k]);
    block->object[0] = set->objects[0];
    block->object[1] = set->objects[objects - 1];
    set->count++;
    return block;
}

// ---- products and scales ----

enum
{
    RUN = 8 // degrees of freedom that are taken at once: rods have hundreds side by side
};

/// How many degrees of freedom from `at` on are neighbours in both blocks, in whole runs: they ascend.
static int neighbours(const row_block *x, int a, const row_block *y, int b)
{
    int count = (x->count - a < y->count - b ? x->count - a : y->count - b) / RUN * RUN;
    if (count == 0 || x->dof[a + RUN - 1] != x->dof[a] + RUN - 1) return 0; // as in most objects
    while (count > 0 &&
           (x->dof[a + count - 1] != x->dof[a] + count - 1 || y->dof[b + count - 1] != y->dof[b] + count - 1))
        count = count / (2 * RUN) * RUN;
    return count;
}

/// part += products side by side.
INLINED void add_runs(int count, const double *H, const double *G, double part[RUN])
{
    lanes low = *(lanes *)part, high = *(lanes *)(part + LANES);
    for (int k = 0; k < count; k += RUN)
    {
        low += *(const lanes *)(H + k) * *(const lanes *)(G + k);
        high += *(const lanes *)(H + k + LANES) * *(const lanes *)(G + k + LANES);
    }
    *(lanes *)part = low, *(lanes *)(part + LANES) = high;
}

WIDE static void add_runs_wide(int count, const double *H, const double *G, double part[RUN])
{
    add_runs(count, H, G, part);
}

/// The first entry from `at` on whose degree of freedom is not below `dof`.
static int skip_to(const row_block *block, int at, int dof)
{
    while (at + RUN < block->count && block->dof[at + RUN] < dof) at += RUN;
    while (at < block->count && block->dof[at] < dof) at++;
    return at;
}

/// The diagonal's: rows_product without a search, the same sums.
static double own_product(const row_block *x, int i)
{
    const double *H = x->H + (size_t)i * (size_t)x->count, *G = x->G + (size_t)i * (size_t)x->count;
    double sum = 0.0, part[RUN] = {0};
    for (int a = 0; a < x->count;)
    {
        bool run = a + RUN <= x->count && x->dof[a + RUN - 1] == x->dof[a] + RUN - 1;
        int count = run ? neighbours(x, a, x, a) : 1;
        if (!run) sum += H[a] * G[a];
        else add_runs(count, H + a, G + a, part);
        a += count;
    }
    return sum + (((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7])));
}

double rows_product(const row_block *x, int i, const row_block *y, int j)
{
    const double *H = x->H + (size_t)i * (size_t)x->count, *G = y->G + (size_t)j * (size_t)y->count;
    double sum = 0.0, part[RUN] = {0}; // of runs, side by side
    const bool wide = wide_runs();
    int a = 0, b = 0;
    while (a < x->count && b < y->count)
    {
        if (x->dof[a] < y->dof[b]) a = skip_to(x, a, y->dof[b]);
        else if (x->dof[a] > y->dof[b]) b = skip_to(y, b, x->dof[a]);
        else
        {
            int count = neighbours(x, a, y, b);
            if (count == 0) sum += H[a] * G[b], count = 1;
            else if (wide) add_runs_wide(count, H + a, G + b, part);
            else add_runs(count, H + a, G + b, part);
            a += count, b += count;
        }
    }
    return sum + (((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7])));
}

double block_diagonal(const row_block *block)
{
    double largest = 0.0;
    for (int row = 0; row < block->size; row++) largest = fmax(largest, block->compliance + own_product(block, row));
    return largest;
}

double block_scale(const row_block *block, double unit_mass)
{
    double diagonal = block_diagonal(block) * unit_mass;
    return diagonal > 0.0 && isfinite(diagonal) ? ldexp(1.0, -ilogb(diagonal) / 2) : 1.0;
}
