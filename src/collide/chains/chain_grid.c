// The broad phase of chains: spatial hashing (Teschner et al. 2003) of pieces of segments on their way.
//
// Each segment is entered in the cells that the box of its way meets; one that is longer than a cell is cut into pieces first, since the box of a long thin
// thing is mostly empty. Small cells have few pieces each, but pieces of one pair meet many times: cells of two segments' length, or twice as wide as the ways
// if that is more, took the least time (docs/notes/fibre-collision.md).
//
// A pair of pieces is met in every cell that both are entered in; it counts in the one at the larger of both low corners. Cells that share a bucket may
// still meet it twice: the caller sorts keys, and drops what is there twice. A piece in more than LARGE cells (one segment that is shot off) is compared with all others
// instead. Cost: linear in segments where cells are as full. Buckets are done side by side; keys are sorted afterwards, so that no bit depends on that.
// Special: a single chain that goes one way, as a rope between two hands does, meets itself nowhere, and has no grid.

#include "collide/broad/scene.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum
{
    PIECES = 64, // at most, of one segment
    LARGE = 64,  // cells of a piece
    BUCKETS_A_TASK = 4096,
    FIRST_BUCKETS = 256,
    CROWD = 128, // pieces of a bucket that are compared without asking for memory
};
static const double CELL_SHARE = 2.0; // times the mean segment
static const double WIDE = 2.0;       // cells as many times as wide as ways and pads

typedef struct chain_piece
{
    float low[3], high[3]; // of its way, about the middle of all
    int cell[3];           // the first that it is entered in
    int item;
} chain_piece;

// ---- pieces ----

typedef struct hashing
{
    const chain_set *set;
    const chain_sweep *sweeps;
    const collide_scene *scene;
    chain_grid *grid;
    vec3 middle;
    double cell;
    int piece_count, large_count; // large pieces come first
    unsigned mask;
} hashing;

static unsigned hash_of(int x, int y, int z, unsigned mask)
{
    return ((unsigned)x * 73856093U ^ (unsigned)y * 19349663U ^ (unsigned)z * 83492791U) & mask;
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

static int pieces_of(const hashing *h, int item)
{
    double count = 2.0 * h->set->items[item].half / h->cell;
    return count < 1.0 ? 1 : count < PIECES ? (int)ceil(count) : PIECES;
}

static int cell_at(const hashing *h, double x)
{
    const double FAR = 1e9; // what is as far as that shares cells
    double at = floor(x / h->cell);
    return at < -FAR ? (int)-FAR : at > FAR ? (int)FAR : (int)at;
}

static void widen(float *low, float *high, double x, double pad)
{
    float least = (float)(x - pad), most = (float)(x + pad);
    *low = least < *low ? least : *low, *high = most > *high ? most : *high;
}

static void make_piece(const hashing *h, int item, int index, int count, chain_piece *piece)
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
    for (int k = 0; k < 3; k++) piece->cell[k] = cell_at(h, piece->low[k]);
}

static void cells_of(const hashing *h, const chain_piece *p, int last[3])
{
    for (int k = 0; k < 3; k++) last[k] = cell_at(h, p->high[k]);
}

static double cell_count(const hashing *h, const chain_piece *p)
{
    int last[3];
    cells_of(h, p, last);
    return ((double)last[0] - p->cell[0] + 1) * ((double)last[1] - p->cell[1] + 1) * ((double)last[2] - p->cell[2] + 1);
}

/// Pieces, large ones first, and the number of entries of the others.
static bool make_pieces(hashing *h, size_t *entries)
{
    chain_grid *grid = h->grid;
    int count = 0;
    for (int k = 0; k < h->set->count; k++) count += pieces_of(h, k);
    if (count > grid->piece_capacity)
    {
        int capacity = count + count / 4;
        chain_piece *grown = memory_resize(grid->pieces, (size_t)capacity, sizeof *grown);
        if (!grown) return false;
        grid->pieces = grown, grid->piece_capacity = capacity;
    }
    *entries = 0;
    for (int k = 0; k < h->set->count; k++)
        for (int p = 0, pieces = pieces_of(h, k); p < pieces; p++)
        {
            chain_piece piece;
            make_piece(h, k, p, pieces, &piece);
            double cells = cell_count(h, &piece);
            grid->pieces[h->piece_count++] = piece;
            if (cells <= LARGE) *entries += (size_t)cells;
            else
            {
                chain_piece *first = &grid->pieces[h->large_count++];
                grid->pieces[h->piece_count - 1] = *first;
                *first = piece;
            }
        }
    return true;
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
static void enter(const hashing *h, int index, bool fill)
{
    const chain_piece *p = &h->grid->pieces[index];
    int last[3], *bucket = h->grid->bucket;
    cells_of(h, p, last);
    for (int x = p->cell[0]; x <= last[0]; x++)
        for (int y = p->cell[1]; y <= last[1]; y++)
            for (int z = p->cell[2]; z <= last[2]; z++)
            {
                unsigned b = hash_of(x, y, z, h->mask);
                if (fill) h->grid->entries[bucket[b]++] = index;
                else bucket[b + 1]++;
            }
}

/// Counting sort of pieces by bucket; afterwards bucket[b] … bucket[b + 1] are its entries.
static bool fill_buckets(hashing *h, size_t entries)
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

static bool add_pair(const hashing *h, const chain_piece *p, const chain_piece *q, pair_list *keys)
{
    const chain_item *a = &h->set->items[p->item], *b = &h->set->items[q->item];
    uint64_t key = pair_key(a->shape, b->shape);
    if (keys->count > 0 && keys->keys[keys->count - 1] == key) return true; // pieces of one segment follow one another
    if (a->chain == b->chain && (a == b || chain_neighbours(a, b))) return true;
    return !scene_collides(h->scene, a->shape, b->shape) || pair_list_add(keys, key);
}

/// The boxes of a bucket, side by side: comparing one with all that follow is a loop over arrays, which compilers make wide.
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
static bool crowd_compare(const crowd *c, int i)
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

static bool search_bucket(const hashing *h, unsigned b, hf_workspace *scratch, pair_list *keys)
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
            if (c.apart[j]) continue;
            const chain_piece *q = &grid->pieces[c.pieces[j]];
            int x = larger(p->cell[0], q->cell[0]), y = larger(p->cell[1], q->cell[1]),
                z = larger(p->cell[2], q->cell[2]);
            if (hash_of(x, y, z, h->mask) == b && !add_pair(h, p, q, keys)) return false;
        }
    }
    return true;
}

static hf_status search_task(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    const hashing *h = context;
    pair_list *keys = &h->grid->lanes[tasks_lane(scratch)];
    unsigned begin = (unsigned)index * BUCKETS_A_TASK;
    hf_status status = workspace_poll(scratch, error);
    for (unsigned b = begin; b <= h->mask && b < begin + BUCKETS_A_TASK && status == HF_STATUS_OK; b++)
    {
        arena_mark mark = arena_begin(scratch);
        if (!search_bucket(h, b, scratch, keys)) status = error_no_memory(error);
        arena_end(scratch, mark);
    }
    return status;
}

static bool search_large(const hashing *h, pair_list *keys)
{
    const chain_piece *pieces = h->grid->pieces;
    for (int i = 0; i < h->large_count; i++)
        for (int j = i + 1; j < h->piece_count; j++)
            if (meet(&pieces[i], &pieces[j]) && !add_pair(h, &pieces[i], &pieces[j], keys)) return false;
    return true;
}

static bool reserve_lanes(chain_grid *grid, int count)
{
    if (count > grid->lane_count)
    {
        pair_list *lanes = memory_resize(grid->lanes, (size_t)count, sizeof *lanes);
        if (!lanes) return false;
        for (int k = grid->lane_count; k < count; k++) lanes[k] = (pair_list){0};
        grid->lanes = lanes, grid->lane_count = count;
    }
    for (int k = 0; k < grid->lane_count; k++) grid->lanes[k].count = 0;
    return true;
}

/// keys ◄ what the lanes have; every lane gets room for all of it, so that the next call allocates nothing.
static bool gather(chain_grid *grid, pair_list *keys)
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
    hashing h = {.set = set, .sweeps = sweeps, .scene = scene, .grid = grid, .middle = v3_zero()};
    double width = 0.0;
    for (int k = 0; k < set->count; k++)
    {
        width += width_of(&sweeps[k]) / set->count;
        h.middle = v3_add_scaled(h.middle, 1.0 / set->count, sweeps[k].end[0]);
    }
    h.cell = fmax(CELL_SHARE * set->mean_length, WIDE * width);
    size_t entries;
    if (!make_pieces(&h, &entries) || entries > INT_MAX / 2 || !fill_buckets(&h, entries) ||
        !reserve_lanes(grid, tasks_threads(workspace)))
        return error_no_memory(error);
    int tasks = (int)(h.mask / BUCKETS_A_TASK) + 1;
    hf_status status = tasks_run(workspace, tasks, search_task, &h, error);
    if (status != HF_STATUS_OK) return status;
    return search_large(&h, keys) && gather(grid, keys) ? HF_STATUS_OK : error_no_memory(error);
}

void chain_grid_free(chain_grid *grid)
{
    for (int k = 0; k < grid->lane_count; k++) free(grid->lanes[k].keys);
    free(grid->lanes), free(grid->pieces), free(grid->bucket), free(grid->entries);
    *grid = (chain_grid){0};
}
