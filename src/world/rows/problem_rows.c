#include "world/rows/problem_rows.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/tasks.h"
#include "problem/problem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/// Whether one coefficient does not say all of a contact with so many rows.
static bool has_parts(const hf_contact *contact, int rows)
{
    return rows > 3 || (rows == 3 && contact_is_elliptic(contact));
}

// ---- room ----

void room_for_contact(rows_room *room, const hf_model *model, const hf_contact *contact, int rows)
{
    size_t width = (size_t)contact_width(model, contact);
    room->parts |= has_parts(contact, rows);
    room->blocks++;
    room->rows += rows;
    room->entries += width;
    room->area += width * (size_t)rows;
}

/// A row with compliance has one degree of freedom to itself.
static size_t block_width(const row_block *block)
{
    return (size_t)block->count + (block->compliance > 0.0 ? 1 : 0);
}

void room_for_block(rows_room *room, const row_block *block)
{
    room->blocks++;
    room->rows += block->size;
    room->entries += block_width(block);
    room->area += block_width(block) * (size_t)block->size;
}

bool problem_rows_take(problem_rows *rows, const rows_room *room, hf_workspace *w)
{
    size_t n = (size_t)room->blocks;
    *rows = (problem_rows){.room = *room,
                           .begin = ARENA_ZEROED(w, size_t, n + 1),
                           .size = ARENA_ARRAY(w, int, n),
                           .dof = ARENA_ARRAY(w, int, room->entries),
                           .kind = ARENA_ARRAY(w, hf_law_kind, n),
                           .mu = ARENA_ZEROED(w, double, n),
                           .lo = ARENA_ZEROED(w, double, n),
                           .hi = ARENA_ZEROED(w, double, n),
                           .b = ARENA_ARRAY(w, double, room->rows),
                           .H = ARENA_ARRAY(w, double, room->area),
                           .G = ARENA_ARRAY(w, double, room->area)};
    if (room->parts) rows->coefficients = ARENA_ZEROED(w, hf_friction_coefficients, n);
    if (room->parts) rows->scale = ARENA_ARRAY(w, double, room->rows);
    return arena_whole(w);
}

// ---- blocks ----

/// The block is complete: `width` degrees of freedom, `count` rows.
static void close_block(problem_rows *rows, hf_law_kind kind, int count, size_t width)
{
    int k = rows->block_count++;
    assert(k < rows->room.blocks && rows->row_count + count <= rows->room.rows);
    assert(rows->begin[k] + width <= rows->room.entries && rows->area + (size_t)count * width <= rows->room.area);
    rows->begin[k + 1] = rows->begin[k] + width;
    rows->size[k] = count;
    rows->kind[k] = kind;
    rows->row_count += count;
    rows->area += (size_t)count * width;
}

/// H · G of one row.
static double row_diagonal(const problem_rows *rows, int row, size_t width)
{
    double sum = 0.0;
    for (size_t k = rows->area + (size_t)row * width, end = k + width; k < end; k++) sum += rows->H[k] * rows->G[k];
    return sum;
}

/// A power of two by which an angular velocity becomes a velocity of the weight of the normal's [m].
static double arm_of(const problem_rows *rows, int row, int count, size_t width)
{
    double normal = row_diagonal(rows, 0, width), most = 0.0;
    for (int k = row; k < row + count; k++) most = fmax(most, row_diagonal(rows, k, width));
    return normal > 0.0 && most > 0.0 && isfinite(normal / most) ? ldexp(1.0, ilogb(normal / most) / 2) : 1.0;
}

/// Rows of the contact that is being added ◄ in the units of problem_rows.scale, and its coefficients.
static void scale_contact(problem_rows *rows, const hf_contact *contact, int count, size_t width)
{
    hf_friction_coefficients *c = &rows->coefficients[rows->block_count];
    double *scale = rows->scale + rows->row_count, arm[2] = {1.0, 1.0};
    const friction_parts parts = friction_parts_of(&contact->coefficients, count);
    c->tangent[0] = c->tangent[1] = contact->mu;
    for (int k = 0; k < count; k++) scale[k] = parts.count > 0 ? parts.scale[k] : 1.0;
    if (count > 3) arm[0] = arm_of(rows, 3, 1, width);
    if (count > 4) arm[1] = arm_of(rows, 4, 2, width);
    if (count > 3) c->torsion = parts.mu[PART_TORSION] / arm[0];
    if (count > 4) c->rolling[0] = c->rolling[1] = parts.mu[PART_ROLLING] / arm[1];
    for (int k = 3; k < count; k++) scale[k] *= arm[k > 3];
    for (int k = 1; k < count; k++)
    {
        size_t at = rows->area + (size_t)k * width;
        rows->b[rows->row_count + k] *= scale[k];
        for (size_t j = 0; j < width; j++) rows->H[at + j] *= scale[k], rows->G[at + j] *= scale[k];
    }
}

// ---- contacts ----

enum
{
    CONTACTS_A_TASK = 128,
    CONTACTS_FOR_TASKS = 512
};

static int contact_of(const contact_list *list, int k)
{
    return list->of ? list->of[k] : k;
}

static int rows_of(const step_context *step, const contact_list *list, int k)
{
    return list->row_count > 0 ? list->row_count : step->contacts[contact_of(list, k)].row_count;
}

/// Rows of a contact as block `block`, with entries from `at` on. Returns its width.
static size_t write_contact(const problem_rows *rows, const step_context *step, const hf_contact *contact, int count,
                            int block, size_t at)
{
    vec3 axis[3];
    size_t width = 0;
    int *dof = rows->dof + rows->begin[block];
    contact_axes(contact, axis);
    int plain = count < 3 ? count : 3,
        abreast = contact_rows_abreast(step, contact, plain, axis, dof, rows->H + at, rows->G + at);
    if (abreast >= 0) width = (size_t)abreast;
    for (int r = abreast >= 0 ? plain : 0; r < count; r++)
    {
        size_t to = at + (size_t)r * width; // the width is known after the first row
        bool turn = r >= 3;
        width = (size_t)contact_row(step, contact, turn, axis[turn ? r - 3 : r], dof, rows->H + to, rows->G + to);
    }
    assert(ints_ascend(dof, width));
    return width;
}

/// The next block is a contact's: b and rows have been written, unless they will be.
static void close_contact(problem_rows *rows, const hf_contact *contact, int count, hf_law_kind kind, size_t width)
{
    if (rows->scale && kind == HF_LAW_CONTACT) scale_contact(rows, contact, count, width);
    rows->mu[rows->block_count] = kind == HF_LAW_CONTACT ? contact->mu : 0.0;
    close_block(rows, kind, count, width);
}

void problem_rows_add_contact(problem_rows *rows, const step_context *step, const hf_contact *contact, int count,
                              hf_law_kind kind, const double *b)
{
    size_t width = write_contact(rows, step, contact, count, rows->block_count, rows->area);
    memcpy(rows->b + rows->row_count, b, (size_t)count * sizeof *b);
    close_contact(rows, contact, count, kind, width);
}

/// Where rows that are written later will be.
typedef struct contact_place
{
    int block, row; // block -1: they are there already
    size_t at;
    size_t width; // entries of a row
    bool known;   // … beforehand
} contact_place;

typedef struct contact_tasks
{
    const problem_rows *rows;
    const step_context *step;
    const contact_list *list;
    contact_place *places;
} contact_tasks;

static hf_status write_some(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    const contact_tasks *t = context;
    int first = index * CONTACTS_A_TASK, end = first + CONTACTS_A_TASK;
    for (int k = first; k < end && k < t->list->count; k++)
    {
        const contact_place *p = &t->places[k];
        int c = contact_of(t->list, k);
        if (p->block < 0) continue;
        (void)write_contact(t->rows, t->step, &t->step->contacts[c].record, rows_of(t->step, t->list, k), p->block,
                            p->at);
        t->list->fill(t->step, t->list->context, c, t->rows->b + p->row);
    }
    return workspace_poll(scratch, error);
}

/// Widths that are known beforehand.
static void widths_of_some(void *context, int index)
{
    const contact_tasks *t = context;
    int first = index * CONTACTS_A_TASK, end = first + CONTACTS_A_TASK;
    for (int k = first; k < end && k < t->list->count; k++)
    {
        contact_place *p = &t->places[k];
        const hf_contact *contact = &t->step->contacts[contact_of(t->list, k)].record;
        *p = (contact_place){.block = -1};
        p->known = !t->rows->scale && contact_width_known(t->step->model, contact, &p->width);
    }
}

/// Places in order: rows whose width is known beforehand are left for tasks, the others are written at once.
static int place_contacts(problem_rows *rows, const step_context *step, const contact_list *list, contact_place *places)
{
    int later = 0;
    for (int k = 0; k < list->count; k++)
    {
        int c = contact_of(list, k), count = rows_of(step, list, k);
        const hf_contact *contact = &step->contacts[c].record;
        bool known = places && places[k].known;
        if (known) places[k].block = rows->block_count, places[k].row = rows->row_count, places[k].at = rows->area;
        if (known) close_contact(rows, contact, count, list->kind, places[k].width);
        else
        {
            double b[BLOCK_SIZE_MAX] = {0};
            list->fill(step, list->context, c, b);
            problem_rows_add_contact(rows, step, contact, count, list->kind, b);
        }
        later += known;
    }
    return later;
}

hf_status problem_rows_add_contacts(problem_rows *rows, const step_context *step, const contact_list *list)
{
    bool many = list->count >= CONTACTS_FOR_TASKS;
    arena_mark mark = arena_begin(step->workspace);
    contact_place *places = many ? ARENA_ARRAY(step->workspace, contact_place, list->count) : NULL;
    if (many && !places) return error_no_memory(step->error);
    contact_tasks tasks = {.rows = rows, .step = step, .list = list, .places = places};
    int task_count = (list->count + CONTACTS_A_TASK - 1) / CONTACTS_A_TASK;
    if (many) tasks_run_round(step->workspace, task_count, widths_of_some, &tasks);
    int later = place_contacts(rows, step, list, places);
    hf_status status = HF_STATUS_OK;
    if (later > 0) status = tasks_run(step->workspace, task_count, write_some, &tasks, step->error);
    arena_end(step->workspace, mark);
    return status;
}

// ---- blocks of mechanisms ----

void problem_rows_add_block(problem_rows *rows, const row_block *block, const hf_model *model, double scale,
                            double unit, double length)
{
    int k = rows->block_count;
    bool private = block->compliance > 0.0;
    size_t n = (size_t)block->count, width = block_width(block), at = rows->area;
    int *dof = rows->dof + rows->begin[k];
    memcpy(dof, block->dof, n * sizeof *dof);
    if (private) dof[n] = model->dof_count + rows->private_count++;
    for (int row = 0; row < block->size; row++, at += width)
    {
        for (size_t j = 0; j < n; j++)
        {
            rows->H[at + j] = scale * block->H[(size_t)row * n + j];
            rows->G[at + j] = scale * unit * block->G[(size_t)row * n + j];
        }
        if (private) rows->H[at + n] = scale;
        if (private) rows->G[at + n] = scale * unit * block->compliance;
        rows->b[rows->row_count + row] = scale * block->b[row] / length;
    }
    assert(ints_ascend(dof, width));
    rows->lo[k] = block->lo / (unit * scale);
    rows->hi[k] = block->hi / (unit * scale);
    close_block(rows, block->kind, block->size, width);
}

// ---- units ----

double problem_rows_unit(const problem_rows *rows)
{
    double largest = 0.0;
    size_t at = 0;
    for (int k = 0; k < rows->block_count; k++)
        for (int row = 0; row < rows->size[k]; row++)
        {
            double sum = 0.0;
            for (size_t j = rows->begin[k]; j < rows->begin[k + 1]; j++, at++) sum += rows->H[at] * rows->G[at];
            largest = fmax(largest, sum);
        }
    return largest > 0.0 && isfinite(largest) ? ldexp(1.0, -ilogb(largest)) : 1.0;
}

void problem_rows_scale(problem_rows *rows, double unit)
{
    for (size_t k = 0; k < rows->area; k++) rows->G[k] *= unit;
}

// ---- the problem ----

int problem_rows_number(problem_rows *rows, const hf_model *model, int *back, hf_workspace *workspace)
{
    int n = model->dof_count + rows->private_count, used = 0;
    size_t count = rows->begin[rows->block_count];
    int *slot = ARENA_ZEROED(workspace, int, n);
    if (!slot) return -1;
    for (size_t k = 0; k < count; k++) slot[rows->dof[k]] = 1;
    for (int k = 0; k < n; k++)
    {
        if (!slot[k]) continue;
        if (back) back[used] = k < model->dof_count ? k : -1;
        slot[k] = used++;
    }
    for (size_t k = 0; k < count; k++) rows->dof[k] = slot[rows->dof[k]];
    return used;
}

hf_status problem_rows_create(const problem_rows *rows, int dof_count, hf_workspace *home, hf_workspace *threads,
                              bool adopt, hf_problem **problem, hf_error *error)
{
    const hf_laws laws = {.block_count = rows->block_count,
                          .size = rows->size,
                          .kind = rows->kind,
                          .mu = rows->mu,
                          .lo = rows->lo,
                          .hi = rows->hi,
                          .b = rows->b,
                          .friction = rows->friction,
                          .coefficients = rows->coefficients};
    const hf_factored_rows factored = {
        .dof_count = dof_count, .begin = rows->begin, .dof = rows->dof, .H = rows->H, .G = rows->G};
    return problem_create_factored(home, threads, &laws, &factored, adopt, problem, error);
}
