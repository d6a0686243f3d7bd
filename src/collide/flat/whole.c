// Wholes: polygons, concave or with holes, that were cut into convex parts (scene/planar/), put together again.
//
// The narrow phase meets parts, but what may touch is the whole: its corners, and its edges between them. An edge that
// two parts share is a seam, and no edge of the whole;
// a corner of a part is one of the whole if an edge of the whole begins there. Corners of parts are the given ones to
// the last bit; a corner that lies within an edge of another part, as where merging has dropped one that is straight,
// cuts that edge in two, so that seams are pairs of pieces that run to and fro between the same two points.
//   1 pieces     all edges of all parts, cut at the corners of the others
//   2 seams      of pieces that run the other way between equal points both go, and their parts belong together
//   3 order      where a piece ends the next one begins; of several the one that turns most to the left, which goes
//                round the same inside
// Cost: the square of the number of edges of a body, once.

#include "collide/flat/flat.h"

#include "base/memory.h"
#include "base/union_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ON_EDGE = 1e-8; // of its length: a corner so near to an edge lies on it

/// A piece of an edge of a part.
typedef struct piece
{
    double from[2], to[2];
    int part;
    bool seam;
} piece;

typedef struct piece_list
{
    piece *items;
    int count, capacity;
} piece_list;

static bool same_corner(const double a[2], const double b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

static bool add_piece(piece_list *list, const double from[2], const double to[2], int part)
{
    if (list->count == list->capacity)
    {
        int capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        piece *items = memory_resize(list->items, (size_t)capacity, sizeof *items);
        if (!items) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = (piece){{from[0], from[1]}, {to[0], to[1]}, part, false};
    return true;
}

/// The first corner of any part that lies on the edge from `from` to `to`, strictly between them; NULL if there is
/// none.
static const double *next_on_edge(flat_outline *const *parts, int count, const double from[2], const double to[2])
{
    const double *best = NULL;
    double x = to[0] - from[0], y = to[1] - from[1], l2 = x * x + y * y, least = l2;
    for (int p = 0; p < count; p++)
        for (int k = 0; k < parts[p]->count; k++)
        {
            const double *at = parts[p]->point[k];
            double u = at[0] - from[0], w = at[1] - from[1], along = u * x + w * y;
            if (along <= ON_EDGE * l2 || along >= least || fabs(u * y - w * x) > ON_EDGE * l2) continue;
            if (same_corner(at, to)) continue;
            least = along;
            best = at;
        }
    return best;
}

static bool cut_edges(flat_outline *const *parts, int count, piece_list *list)
{
    for (int p = 0; p < count; p++)
        for (int k = 0; k < parts[p]->count; k++)
        {
            const double *from = parts[p]->point[k], *to = parts[p]->point[(k + 1) % parts[p]->count];
            for (const double *on; (on = next_on_edge(parts, count, from, to)); from = on)
                if (!add_piece(list, from, on, p)) return false;
            if (!add_piece(list, from, to, p)) return false;
        }
    return true;
}

/// Marks seams; `group` joins the parts on both sides.
static void find_seams(piece_list *list, int *group)
{
    for (int i = 0; i < list->count; i++)
        for (int j = i + 1; j < list->count && !list->items[i].seam; j++)
        {
            piece *a = &list->items[i], *b = &list->items[j];
            if (b->seam || a->part == b->part || !same_corner(a->from, b->to) || !same_corner(a->to, b->from)) continue;
            a->seam = b->seam = true;
            union_find_join(group, a->part, b->part);
        }
}

/// How far one turns to the left from an edge with normal n to edge e: -2 … 2, ascending with the angle.
static double turn_to(const double n[2], const whole_edge *e)
{
    double sine = n[0] * e->n[1] - n[1] * e->n[0], cosine = n[0] * e->n[0] + n[1] * e->n[1];
    return cosine >= 0.0 ? sine : sine >= 0.0 ? 2.0 - sine : -2.0 - sine;
}

static void link_edges(flat_whole *whole, const double (*to)[2])
{
    for (int i = 0; i < whole->count; i++)
    {
        whole_edge *e = &whole->edges[i];
        double most = -INFINITY;
        for (int j = 0; j < whole->count; j++)
        {
            if (j == i || !same_corner(whole->edges[j].from, to[i])) continue;
            double turn = turn_to(e->n, &whole->edges[j]);
            if (turn <= most) continue;
            most = turn;
            e->next = j;
        }
        whole->edges[e->next].last = i;
    }
}

/// The whole of the parts of one group, the first of which is `root`.
static bool make_whole(flat_outline *const *parts, int count, const piece_list *list, int *group, int root)
{
    flat_whole *whole = MEMORY_ARRAY(flat_whole, 1);
    double(*to)[2] = memory_zeroed((size_t)list->count, sizeof *to);
    if (whole) whole->edges = MEMORY_ARRAY(whole_edge, (size_t)list->count);
    bool room = whole && to && whole->edges;
    for (int p = 0, k = 0; room && p < count; p++)
    {
        bool mine = union_find_root(group, p) == root;
        if (mine) parts[p]->whole = whole, parts[p]->first = whole->count;
        for (; k < list->count && list->items[k].part == p; k++)
        {
            const piece *c = &list->items[k];
            if (!mine || c->seam) continue;
            double x = c->to[0] - c->from[0], y = c->to[1] - c->from[1], length = sqrt(x * x + y * y);
            memcpy(to[whole->count], c->to, sizeof c->to);
            whole->edges[whole->count] = (whole_edge){.from = {c->from[0], c->from[1]},
                                                      .n = {y / length, -x / length},
                                                      .length = length,
                                                      .next = whole->count,
                                                      .last = whole->count};
            whole->count++;
        }
        if (mine) parts[p]->own = whole->count - parts[p]->first;
    }
    if (room) link_edges(whole, (const double(*)[2])to);
    if (!room && whole) free(whole->edges);
    if (!room) free(whole);
    free(to);
    return room;
}

bool flat_whole_join(flat_outline *const *parts, int count)
{
    piece_list list = {0};
    int *group = MEMORY_ARRAY(int, (size_t)count);
    bool room = group && cut_edges(parts, count, &list);
    if (room)
    {
        union_find_begin(group, count);
        find_seams(&list, group);
    }
    for (int p = 0; room && p < count; p++)
    {
        bool alone = true; // a part without seams is met as any convex shape
        for (int q = 0; q < count && alone; q++)
            alone = q == p || union_find_root(group, q) != union_find_root(group, p);
        if (alone || parts[p]->whole) continue;
        room = make_whole(parts, count, &list, group, union_find_root(group, p));
    }
    free(list.items);
    free(group);
    return room;
}

void flat_whole_free(flat_outline *outlines, int count)
{
    for (int k = 0; outlines && k < count; k++)
    {
        flat_whole *whole = outlines[k].whole;
        if (!whole) continue;
        for (int j = k; j < count; j++)
            if (outlines[j].whole == whole) outlines[j].whole = NULL;
        free(whole->edges);
        free(whole);
    }
}
