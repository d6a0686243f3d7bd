// Which triangle every sample sees: tile by tile, each triangle in turn, the nearest stays.
//
// A sample is inside where all three edges say so: E(x, y) = A x + B y + C >= 0, whole numbers in 1/16 samples, and
// edges that are not at the top or left have 1 less, so that neighbours share no sample and leave none out. At the
// corner of a tile an edge may be beyond 32 bits; within a tile it changes by less than 2^28, so that one that is
// beyond 2^30 there has one sign in all of it and is cut off to that.
//
// Tiles are tasks. A task sees the triangles of its tile in their order, so that bits are those of any number of
// threads.

#include "record/picture/painter.h"

#include "base/error.h"
#include "base/tasks.h"

#include <stdint.h>
#include <string.h>

enum
{
    TILE = 64, // samples
    FINE = 16, // as in project.c
};

typedef struct tiles
{
    const flat_triangles *list;
    sample_canvas *canvas;
    int across, down;
    int *begin; // of each tile among `triangles`, and the end
    int *triangles;
} tiles;

typedef struct bounds
{
    int x0, y0, x1, y1; // the last ones are in
} bounds;

static int at_least(int x, int least)
{
    return x > least ? x : least;
}

static int at_most(int x, int most)
{
    return x < most ? x : most;
}

/// Samples that a triangle may touch.
static bounds bounds_of(const flat_triangle *t, const sample_canvas *c)
{
    int x0 = at_most(at_most(t->x[0], t->x[1]), t->x[2]), x1 = at_least(at_least(t->x[0], t->x[1]), t->x[2]);
    int y0 = at_most(at_most(t->y[0], t->y[1]), t->y[2]), y1 = at_least(at_least(t->y[0], t->y[1]), t->y[2]);
    return (bounds){at_least((x0 >> 4) - 1, 0), at_least((y0 >> 4) - 1, 0), at_most((x1 >> 4) + 1, c->width - 1),
                    at_most((y1 >> 4) + 1, c->height - 1)};
}

/// Sorts triangles by tiles, in their order.
static bool sort_triangles(tiles *t, hf_workspace *arena)
{
    int count = t->across * t->down;
    t->begin = ARENA_ZEROED(arena, int, count + 2);
    if (!t->begin) return false;
    for (int pass = 0; pass < 2; pass++)
    {
        for (int k = 0; k < t->list->count; k++)
        {
            bounds b = bounds_of(t->list->items[k], t->canvas);
            if (b.x1 < b.x0 || b.y1 < b.y0) continue;
            for (int y = b.y0 / TILE; y <= b.y1 / TILE; y++)
                for (int x = b.x0 / TILE; x <= b.x1 / TILE; x++)
                {
                    int tile = y * t->across + x;
                    if (pass == 0) t->begin[tile + 2]++;
                    else t->triangles[t->begin[tile + 1]++] = k;
                }
        }
        if (pass == 1) break;
        for (int k = 1; k <= count; k++) t->begin[k + 1] += t->begin[k];
        t->triangles = ARENA_ARRAY(arena, int, t->begin[count + 1]);
        if (!t->triangles) return false;
    }
    return true;
}

/// An edge in a tile: its value at the first sample, and what it gains by one sample to the right and down.
typedef struct edge
{
    int32_t value, dx, dy;
} edge;

static edge edge_of(const flat_triangle *t, int k, int x, int y)
{
    int l = (k + 1) % 3;
    int64_t a = t->y[k] - t->y[l], b = t->x[l] - t->x[k];
    a = -a, b = -b; // fronts turn against the clock while y points down
    int64_t px = (int64_t)x * FINE + FINE / 2, py = (int64_t)y * FINE + FINE / 2;
    int64_t value = a * (px - t->x[k]) + b * (py - t->y[k]);
    bool counts = a > 0 || (a == 0 && b > 0);
    if (!counts) value--;
    const int64_t most = (int64_t)1 << 30;
    value = value > most ? most : value < -most ? -most : value;
    return (edge){(int32_t)value, (int32_t)(a * FINE), (int32_t)(b * FINE)};
}

/// Depths of a triangle as a plane over the screen, from the first sample of a row.
typedef struct slope
{
    double first, dx, dy; // at (0, 0), and by a sample
} slope;

static slope depth_of(const flat_triangle *t)
{
    double x1 = t->x[1] - t->x[0], y1 = t->y[1] - t->y[0], x2 = t->x[2] - t->x[0], y2 = t->y[2] - t->y[0];
    double z1 = (double)t->depth[1] - (double)t->depth[0], z2 = (double)t->depth[2] - (double)t->depth[0];
    double area = x1 * y2 - x2 * y1;
    double dx = (z1 * y2 - z2 * y1) / area, dy = (x1 * z2 - x2 * z1) / area; // by 1/16
    double first = (double)t->depth[0] - dx * t->x[0] - dy * t->y[0];
    return (slope){first + 0.5 * FINE * (dx + dy), dx * FINE, dy * FINE};
}

static void fill_triangle(const tiles *all, int index, bounds tile)
{
    const flat_triangle *t = all->list->items[index];
    sample_canvas *c = all->canvas;
    bounds b = bounds_of(t, c);
    b = (bounds){at_least(b.x0, tile.x0), at_least(b.y0, tile.y0), at_most(b.x1, tile.x1), at_most(b.y1, tile.y1)};
    if (b.x1 < b.x0 || b.y1 < b.y0) return;
    edge e[3];
    for (int k = 0; k < 3; k++) e[k] = edge_of(t, k, b.x0, b.y0);
    slope z = depth_of(t);
    float least = fminf(fminf(t->depth[0], t->depth[1]), t->depth[2]);
    float most = fmaxf(fmaxf(t->depth[0], t->depth[1]), t->depth[2]);
    float dz = (float)z.dx;
    int width = b.x1 - b.x0 + 1;
    for (int y = b.y0; y <= b.y1; y++)
    {
        float *depth = &c->depth[(size_t)y * (size_t)c->stride + (size_t)b.x0];
        int *seen = c->seen ? &c->seen[(size_t)y * (size_t)c->stride + (size_t)b.x0] : NULL;
        float z0 = (float)(z.first + z.dx * b.x0 + z.dy * y);
        const int32_t e0 = e[0].value, e1 = e[1].value, e2 = e[2].value;
        const int32_t d0 = e[0].dx, d1 = e[1].dx, d2 = e[2].dx;
        for (int x = 0; x < width; x++)
        {
            int32_t in = (e0 + x * d0) | (e1 + x * d1) | (e2 + x * d2);
            float here = z0 + (float)x * dz;
            here = here < least ? least : here > most ? most : here; // rounding at the rims
            bool nearer = in >= 0 && here > depth[x];
            depth[x] = nearer ? here : depth[x];
            if (seen) seen[x] = nearer ? index : seen[x];
        }
        for (int k = 0; k < 3; k++) e[k].value += e[k].dy;
    }
}

static hf_status fill_tile(void *context, int tile, hf_workspace *scratch, hf_error *error)
{
    (void)scratch, (void)error;
    const tiles *all = context;
    int x = tile % all->across * TILE, y = tile / all->across * TILE;
    bounds b = {x, y, at_most(x + TILE, all->canvas->width) - 1, at_most(y + TILE, all->canvas->height) - 1};
    for (int row = b.y0; row <= b.y1; row++)
        for (int k = b.x0; k <= b.x1; k++)
        {
            size_t at = (size_t)row * (size_t)all->canvas->stride + (size_t)k;
            all->canvas->depth[at] = all->canvas->seen ? 0.0F : -INFINITY;
            if (all->canvas->seen) all->canvas->seen[at] = -1;
        }
    for (int k = all->begin[tile]; k < all->begin[tile + 1]; k++) fill_triangle(all, all->triangles[k], b);
    return HF_STATUS_OK;
}

hf_status painter_fill(const hf_painter *painter, const flat_triangles *list, sample_canvas *canvas, hf_error *error)
{
    tiles all = {.list = list,
                 .canvas = canvas,
                 .across = (canvas->width + TILE - 1) / TILE,
                 .down = (canvas->height + TILE - 1) / TILE};
    arena_mark mark = arena_begin(painter->arena);
    hf_status status = sort_triangles(&all, painter->arena)
                           ? tasks_run(painter->pool, all.across * all.down, fill_tile, &all, error)
                           : error_no_memory(error);
    arena_end(painter->arena, mark);
    return status;
}
