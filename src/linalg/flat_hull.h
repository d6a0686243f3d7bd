// Convex hulls of points in a plane (Andrew's monotone chain), of items of any type that begin with their point.

#ifndef HF_LINALG_FLAT_HULL_H
#define HF_LINALG_FLAT_HULL_H

#include <stddef.h>

/// A point in a plane; `index` is the caller's.
typedef struct flat_point
{
    double x, y;
    int index;
} flat_point;

/// By x, then y, then index: a total order for sort_items.
static inline int flat_compare(const void *p, const void *q)
{
    const flat_point *a = p, *b = q;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/// Twice the area of the triangle a, b, c; > 0 if it turns to the left.
static inline double flat_turn(const flat_point *a, const flat_point *b, const flat_point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/// hull (2 count) ◄ places of the corners, counter-clockwise, among `items` of `stride` bytes, sorted by flat_compare.
/// Returns how many.
static inline int flat_hull(const void *items, size_t stride, int count, int *hull)
{
    const char *bytes = items;
    int size = 0;
    for (int pass = 0; pass < 2; pass++)
    {
        int start = size;
        for (int k = 0; k < count; k++)
        {
            int at = pass == 0 ? k : count - 1 - k;
            const flat_point *p = (const void *)(bytes + (size_t)at * stride);
            for (; size >= start + 2; size--)
            {
                const flat_point *a = (const void *)(bytes + (size_t)hull[size - 2] * stride);
                const flat_point *b = (const void *)(bytes + (size_t)hull[size - 1] * stride);
                if (flat_turn(a, b, p) > 0.0) break;
            }
            hull[size++] = at;
        }
        size--; // the last is the first of the other pass
    }
    return size;
}

#endif
