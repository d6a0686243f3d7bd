#include "collide/chains/chain_pieces.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/tasks.h"

#include <math.h>

enum
{
    PIECES = 64, // at most, of one segment
    ITEMS_A_TASK = 2048,
};
static const double CELL_SHARE = 2.0; // times the mean segment
static const double WAYS_SHARE = 2.0; // cells as many times as wide as ways and pads

static chain_line line_of(const chain_sweep *s)
{
    double farthest = 0.0;
    vec3 along = v3_sub(s->end[1], s->end[0]);
    double length = v3_norm(along);
    for (int k = 0; k < 4; k++)
    {
        double way = v3_norm2(s->way[k / 2][k % 2]);
        if (way > farthest) farthest = way;
    }
    return (chain_line){.middle = v3_mix(s->end[0], s->end[1], 0.5),
                        .unit = length > 0.0 ? v3_scale(1.0 / length, along) : v3(1, 0, 0),
                        .half = 0.5 * length,
                        .reach = sqrt(farthest) + s->pad};
}

/// The largest component of any way, and the pads on both sides.
static double width_of(const chain_sweep *s)
{
    double most = 0.0;
    for (int k = 0; k < 4; k++)
    {
        vec3 w = v3_abs(s->way[k / 2][k % 2]);
        most = fmax(most, fmax(w.x, fmax(w.y, w.z)));
    }
    return most + 2.0 * s->pad;
}

static int pieces_of(const chain_hashing *h, int item)
{
    double count = 2.0 * h->set->items[item].half / h->cell;
    return count < 1.0 ? 1 : count < PIECES ? (int)ceil(count) : PIECES;
}

static int cell_at(const chain_hashing *h, double x)
{
    const double FAR = 1e9; // what is as far as that shares cells
    double at = x * h->per_cell;
    if (!(at > -FAR) || at > FAR) return at > FAR ? (int)FAR : (int)-FAR;
    int cell = (int)at;
    return cell - (at < cell);
}

static void widen(float *low, float *high, double x, double pad)
{
    float least = (float)(x - pad), most = (float)(x + pad);
    *low = least < *low ? least : *low, *high = most > *high ? most : *high;
}

static void make_piece(const chain_hashing *h, int item, int index, int count, chain_piece *piece)
{
    const double ROUNDING = 1e-6; // of a coordinate, in single precision
    const chain_sweep *s = &h->sweeps[item];
    *piece =
        (chain_piece){.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}, .item = item};
    for (int e = 0; e < 2; e++)
    {
        double t = (double)(index + e) / count;
        vec3 x = v3_sub(v3_mix(s->end[0], s->end[1], t), h->middle);
        for (int way = -1; way < 2; way++)
        {
            vec3 at = way < 0 ? x : v3_add(x, v3_mix(s->way[0][way], s->way[1][way], t));
            for (int k = 0; k < 3; k++)
            {
                double c = v3_at(at, k);
                widen(&piece->low[k], &piece->high[k], c, s->pad + ROUNDING * fabs(c));
            }
        }
    }
    for (int k = 0; k < 3; k++) piece->cell[k] = cell_at(h, piece->low[k]), piece->last[k] = cell_at(h, piece->high[k]);
}

static double cell_count(const chain_piece *p)
{
    double count = 1.0;
    for (int k = 0; k < 3; k++) count *= (double)p->last[k] - p->cell[k] + 1;
    return count;
}

static bool reserve_lines(chain_grid *grid, int count)
{
    if (count <= grid->line_capacity) return true;
    chain_line *grown = memory_resize(grid->lines, (size_t)count, sizeof *grown);
    if (!grown) return false;
    grid->lines = grown, grid->line_capacity = count;
    return true;
}

static bool reserve_pieces(chain_grid *grid, int count)
{
    if (count <= grid->piece_capacity) return true;
    int capacity = count + count / 4;
    chain_piece *grown = memory_resize(grid->pieces, (size_t)capacity, sizeof *grown);
    if (!grown) return false;
    grid->pieces = grown, grid->piece_capacity = capacity;
    return true;
}

/// Items k, k + 1, … of a task.
typedef struct piece_task
{
    int first;      // of its pieces
    int large;      // of them
    size_t entries; // of the others
    double width;   // Σ of widths of ways
    vec3 place;     // Σ of places
} piece_task;

typedef struct piece_tasks
{
    chain_hashing *h;
    piece_task *of;
} piece_tasks;

static int first_item(int task)
{
    return task * ITEMS_A_TASK;
}

static int end_item(const chain_hashing *h, int task)
{
    int end = (task + 1) * ITEMS_A_TASK;
    return end < h->set->count ? end : h->set->count;
}

static void measure_items(void *context, int task)
{
    const piece_tasks *t = context;
    piece_task *own = &t->of[task];
    *own = (piece_task){.place = v3_zero()};
    for (int k = first_item(task); k < end_item(t->h, task); k++)
    {
        own->width += width_of(&t->h->sweeps[k]);
        own->place = v3_add(own->place, t->h->sweeps[k].end[0]);
        t->h->grid->lines[k] = line_of(&t->h->sweeps[k]);
    }
}

static void make_some_pieces(void *context, int task)
{
    const piece_tasks *t = context;
    piece_task *own = &t->of[task];
    chain_piece *piece = t->h->grid->pieces + own->first;
    for (int k = first_item(task); k < end_item(t->h, task); k++)
        for (int p = 0, pieces = pieces_of(t->h, k); p < pieces; p++, piece++)
        {
            make_piece(t->h, k, p, pieces, piece);
            double cells = cell_count(piece);
            if (cells <= CHAIN_LARGE) own->entries += (size_t)cells;
            else own->large++;
        }
}

/// The size of cells and the middle of all, from sums of tasks, in order.
static void choose_cells(chain_hashing *h, const piece_task *of, int tasks)
{
    double width = 0.0, share = 1.0 / h->set->count;
    for (int k = 0; k < tasks; k++)
    {
        width += of[k].width * share;
        h->middle = v3_add_scaled(h->middle, share, of[k].place);
    }
    h->cell = fmax(CELL_SHARE * h->set->mean_length, WAYS_SHARE * width);
    h->per_cell = 1.0 / h->cell;
}

/// Large pieces come first.
static void large_first(chain_hashing *h)
{
    chain_piece *pieces = h->grid->pieces;
    for (int k = 0; k < h->piece_count; k++)
    {
        if (cell_count(&pieces[k]) <= CHAIN_LARGE) continue;
        chain_piece piece = pieces[k];
        pieces[k] = pieces[h->large_count];
        pieces[h->large_count++] = piece;
    }
}

bool chain_pieces_make(chain_hashing *h, hf_workspace *workspace, size_t *entries)
{
    chain_grid *grid = h->grid;
    int tasks = (h->set->count + ITEMS_A_TASK - 1) / ITEMS_A_TASK, large = 0;
    piece_tasks t = {.h = h, .of = ARENA_ARRAY(workspace, piece_task, tasks)};
    if (!t.of || !reserve_lines(grid, h->set->count)) return false;
    tasks_run_round(workspace, tasks, measure_items, &t);
    choose_cells(h, t.of, tasks);
    for (int k = 0; k < tasks; k++)
    {
        t.of[k].first = h->piece_count;
        for (int i = first_item(k); i < end_item(h, k); i++) h->piece_count += pieces_of(h, i);
    }
    if (!reserve_pieces(grid, h->piece_count)) return false;
    tasks_run_round(workspace, tasks, make_some_pieces, &t);
    *entries = 0;
    for (int k = 0; k < tasks; k++) *entries += t.of[k].entries, large += t.of[k].large;
    if (large > 0) large_first(h);
    return true;
}
