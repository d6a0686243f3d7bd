// The broad phase of chains: spatial chain_hashing (Teschner et al. 2003) of pieces of segments on their way.
//
// Each segment is entered in the cells that the box of its way meets; one that is longer than a cell is cut into pieces
// first, since the box of a long thin thing is mostly empty. Small cells have few pieces each, but pieces of one pair
// meet many times: cells of two segments' length, or twice as wide as the ways if that is more, took the least time
// (docs/notes/fibre-collision.md).
//
// A pair of pieces is met in every cell that both are entered in; it counts in the one at the larger of both low
// corners. Cells that share a bucket may still meet it twice: the caller sorts keys, and drops what is there twice. A
// piece in more than CHAIN_LARGE cells (one segment that is shot off) is compared with all others instead. Cost: linear
// in segments where cells are as full. Buckets are done side by side; keys are sorted afterwards, so that no bit
// depends on that.
// Special: a single chain that goes one way, as a rope between two hands does, meets itself nowhere, and has no grid.

#include "collide/chains/chain_pieces.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "linalg/vector.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum
{
    BUCKETS_A_TASK = 4096,
    FIRST_BUCKETS = 256,
    CROWD = 128, // pieces of a bucket that are compared without asking for memory
};

static unsigned hash_of(int x, int y, int z, unsigned mask)
{
    return ((unsigned)x * 73856093U ^ (unsigned)y * 19349663U ^ (unsigned)z * 83492791U) & mask;
}

static bool reserve_ints(int **array, size_t *capacity, size_t wanted)
{
    if (wanted <= *capacity) return true;
    size_t room = wanted + wanted / 4;
    int *grown = memory_resize(*array, room, sizeof *grown);
    if (!grown) return false;
    *array = grown, *capacity = room;
    return true;
}

/// Calls for each bucket of a piece: counts (fill false), or enters it.
static void enter(const chain_hashing *h, int index, bool fill)
{
    const chain_piece *p = &h->grid->pieces[index];
    int *bucket = h->grid->bucket;
    for (int x = p->cell[0]; x <= p->last[0]; x++)
        for (int y = p->cell[1]; y <= p->last[1]; y++)
            for (int z = p->cell[2]; z <= p->last[2]; z++)
            {
                unsigned b = hash_of(x, y, z, h->mask);
                if (fill) h->grid->entries[bucket[b]++] = index;
                else bucket[b + 1]++;
            }
}

/// Counting sort of pieces by bucket; afterwards bucket[b] … bucket[b + 1] are its entries.
static bool fill_buckets(chain_hashing *h, size_t entries)
{
    chain_grid *grid = h->grid;
    size_t buckets = FIRST_BUCKETS;
    while (buckets < entries) buckets *= 2;
    if (!reserve_ints(&grid->bucket, &grid->bucket_capacity, buckets + 2)) return false;
    if (!reserve_ints(&grid->entries, &grid->entry_capacity, entries)) return false;
    h->mask = (unsigned)(buckets - 1);
    for (size_t b = 0; b < buckets + 2; b++) grid->bucket[b] = 0;
    for (int k = h->large_count; k < h->piece_count; k++) enter(h, k, false);
    for (size_t b = 0; b < buckets; b++) grid->bucket[b + 1] += grid->bucket[b];
    for (int k = h->large_count; k < h->piece_count; k++) enter(h, k, true); // bucket[b] is now the end of b
    for (size_t b = buckets; b > 0; b--) grid->bucket[b] = grid->bucket[b - 1];
    grid->bucket[0] = 0;
    return true;
}

// ---- pairs ----

static bool meet(const chain_piece *p, const chain_piece *q)
{
    return p->low[0] <= q->high[0] && q->low[0] <= p->high[0] && p->low[1] <= q->high[1] && q->low[1] <= p->high[1] &&
           p->low[2] <= q->high[2] && q->low[2] <= p->high[2];
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/// A lower bound of the distance of two segments: how far b is from the line that a is a part of.
static inline double least_distance(const chain_line *a, const chain_line *b)
{
    vec3 w = v3_sub(b->middle, a->middle);
    double along = v3_dot(a->unit, b->unit);
    vec3 off = v3_add_scaled(w, -v3_dot(w, a->unit), a->unit), lean = v3_add_scaled(b->unit, -along, a->unit);
    return v3_norm(off) - b->half * v3_norm(lean);
}

/// Whether two segments stay apart, each beside the line of the other. Boxes of long oblique segments in a bundle
/// overlap many others, most of which are as far away as this can tell.
static inline bool stay_apart(const chain_line *a, const chain_line *b)
{
    const double SLACK = 1.0 + 1e-9; // rounding
    double reach = SLACK * (a->reach + b->reach);
    return least_distance(a, b) > reach || least_distance(b, a) > reach;
}

static bool add_pair(const chain_hashing *h, const chain_piece *p, const chain_piece *q, pair_list *keys)
{
    if (stay_apart(&h->grid->lines[p->item], &h->grid->lines[q->item])) return true;
    const chain_item *a = &h->set->items[p->item], *b = &h->set->items[q->item];
    uint64_t key = pair_key(a->shape, b->shape);
    if (keys->count > 0 && keys->keys[keys->count - 1] == key) return true; // pieces of one segment follow one another
    if (a->chain == b->chain && (a == b || chain_neighbours(a, b))) return true;
    return !scene_collides(h->scene, a->shape, b->shape) || pair_list_add(keys, key);
}

/// The boxes of a bucket, side by side: comparing one with all that follow is a loop over arrays, which compilers make
/// wide.
typedef struct crowd
{
    int count;
    const int *pieces;
    float *side[6]; // low, high
    int *apart;
} crowd;

/// Room on the stack for most, in the arena for more. NULL if memory is short.
static bool crowd_take(crowd *c, float *room, int *flags, int count, hf_workspace *scratch)
{
    if (count > CROWD)
    {
        room = ARENA_ARRAY(scratch, float, 6 * (size_t)count);
        flags = ARENA_ARRAY(scratch, int, count);
        if (!room || !flags) return false;
    }
    for (int k = 0; k < 6; k++) c->side[k] = room + (size_t)k * (size_t)count;
    c->apart = flags;
    return true;
}

static void crowd_fill(crowd *c, const chain_piece *pieces)
{
    for (int i = 0; i < c->count; i++)
    {
        const chain_piece *p = &pieces[c->pieces[i]];
        for (int k = 0; k < 3; k++) c->side[k][i] = p->low[k], c->side[3 + k][i] = p->high[k];
    }
}

/// apart[j] ◄ whether box j > i is apart from box i; returns whether some are not.
INLINED bool crowd_compare(const crowd *c, int i)
{
    const float *x = c->side[0], *y = c->side[1], *z = c->side[2], *X = c->side[3], *Y = c->side[4], *Z = c->side[5];
    float lx = x[i], ly = y[i], lz = z[i], hx = X[i], hy = Y[i], hz = Z[i];
    int *restrict apart = c->apart, all = 1;
    for (int j = i + 1; j < c->count; j++)
    {
        apart[j] = (lx > X[j]) | (x[j] > hx) | (ly > Y[j]) | (y[j] > hy) | (lz > Z[j]) | (z[j] > hz);
        all &= apart[j];
    }
    return !all;
}

/// Whether four boxes from j on are all apart: nearly all are.
INLINED bool four_apart(const crowd *c, int j)
{
    return j + 4 <= c->count && (c->apart[j] & c->apart[j + 1] & c->apart[j + 2] & c->apart[j + 3]);
}

INLINED bool search_bucket(const chain_hashing *h, unsigned b, hf_workspace *scratch, pair_list *keys)
{
    const chain_grid *grid = h->grid;
    float room[6 * CROWD];
    int flags[CROWD];
    crowd c = {.count = grid->bucket[b + 1] - grid->bucket[b], .pieces = grid->entries + grid->bucket[b]};
    if (c.count < 2) return true;
    if (!crowd_take(&c, room, flags, c.count, scratch)) return false;
    crowd_fill(&c, grid->pieces);
    for (int i = 0; i < c.count - 1; i++)
    {
        if (!crowd_compare(&c, i)) continue;
        const chain_piece *p = &grid->pieces[c.pieces[i]];
        for (int j = i + 1; j < c.count; j++)
        {
            for (; four_apart(&c, j);) j += 4;
            if (j >= c.count || c.apart[j]) continue;
            const chain_piece *q = &grid->pieces[c.pieces[j]];
            int x = larger(p->cell[0], q->cell[0]), y = larger(p->cell[1], q->cell[1]),
                z = larger(p->cell[2], q->cell[2]);
            if (hash_of(x, y, z, h->mask) == b && !add_pair(h, p, q, keys)) return false;
        }
    }
    return true;
}

INLINED bool search_buckets(const chain_hashing *h, unsigned begin, hf_workspace *scratch, pair_list *keys)
{
    bool good = true;
    for (unsigned b = begin; b <= h->mask && b < begin + BUCKETS_A_TASK && good; b++)
    {
        arena_mark mark = arena_begin(scratch);
        good = search_bucket(h, b, scratch, keys);
        arena_end(scratch, mark);
    }
    return good;
}

WIDE static bool search_buckets_wide(const chain_hashing *h, unsigned begin, hf_workspace *scratch, pair_list *keys)
{
    return search_buckets(h, begin, scratch, keys);
}

static hf_status search_task(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    const chain_hashing *h = context;
    pair_list *keys = &h->grid->lanes[tasks_lane(scratch)];
    unsigned begin = (unsigned)index * BUCKETS_A_TASK;
    hf_status status = workspace_poll(scratch, error);
    if (status != HF_STATUS_OK) return status;
    bool good = wide_runs() ? search_buckets_wide(h, begin, scratch, keys) : search_buckets(h, begin, scratch, keys);
    return good ? HF_STATUS_OK : error_no_memory(error);
}

static bool search_large(const chain_hashing *h, pair_list *keys)
{
    const chain_piece *pieces = h->grid->pieces;
    for (int i = 0; i < h->large_count; i++)
        for (int j = i + 1; j < h->piece_count; j++)
            if (meet(&pieces[i], &pieces[j]) && !add_pair(h, &pieces[i], &pieces[j], keys)) return false;
    return true;
}

bool chain_grid_lanes(chain_grid *grid, int count)
{
    if (count > grid->lane_count)
    {
        pair_list *grown = memory_resize(grid->lanes, (size_t)count, sizeof *grown);
        if (!grown) return false;
        for (int k = grid->lane_count; k < count; k++) grown[k] = (pair_list){0};
        grid->lanes = grown, grid->lane_count = count;
    }
    for (int k = 0; k < grid->lane_count; k++) grid->lanes[k].count = 0;
    return true;
}

bool chain_grid_gather(chain_grid *grid, pair_list *keys)
{
    int total = keys->count;
    for (int k = 0; k < grid->lane_count; k++) total += grid->lanes[k].count;
    if (!pair_list_reserve(keys, total)) return false;
    for (int k = 0; k < grid->lane_count; k++)
    {
        pair_list *lane = &grid->lanes[k];
        for (int i = 0; i < lane->count; i++) keys->keys[keys->count++] = lane->keys[i];
        if (!pair_list_reserve(lane, total)) return false;
    }
    return true;
}

hf_status chain_grid_pairs(chain_grid *grid, const chain_set *set, const chain_sweep *sweeps,
                           const collide_scene *scene, hf_workspace *workspace, pair_list *keys, hf_error *error)
{
    keys->count = 0;
    if (set->count < 2) return HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    double *reached = ARENA_ARRAY(workspace, double, set->count);
    bool apart = reached && chain_goes_one_way(set, sweeps, reached);
    arena_end(workspace, mark);
    if (!reached || apart) return reached ? HF_STATUS_OK : error_no_memory(error);
    chain_hashing h = {.set = set, .sweeps = sweeps, .scene = scene, .grid = grid, .middle = v3_zero()};
    size_t entries;
    mark = arena_begin(workspace);
    bool made = chain_pieces_make(&h, workspace, &entries);
    arena_end(workspace, mark);
    if (!made || entries > INT_MAX / 2 || !fill_buckets(&h, entries) ||
        !chain_grid_lanes(grid, tasks_threads(workspace)))
        return error_no_memory(error);
    int tasks = (int)(h.mask / BUCKETS_A_TASK) + 1;
    hf_status status = tasks_run(workspace, tasks, search_task, &h, error);
    if (status != HF_STATUS_OK) return status;
    return search_large(&h, keys) && chain_grid_gather(grid, keys) ? HF_STATUS_OK : error_no_memory(error);
}

void chain_grid_free(chain_grid *grid)
{
    for (int k = 0; k < grid->lane_count; k++) free(grid->lanes[k].keys);
    free(grid->lanes), free(grid->pieces), free(grid->lines), free(grid->bucket), free(grid->entries);
    *grid = (chain_grid){0};
}
