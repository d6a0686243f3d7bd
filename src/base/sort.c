// Insertion for short arrays; heapsort (Williams 1964, in the form that sifts down) for longer ones: O(n log n) at
// worst, no memory, no recursion.

#include "base/sort.h"

#include <assert.h>
#include <string.h>

enum
{
    SHORT = 24, // items that insertion sorts faster
    ITEM_MAX = 256
};

// ---- integers ----

bool ints_ascend(const int *x, size_t count)
{
    for (size_t k = 1; k < count; k++)
        if (x[k] <= x[k - 1]) return false;
    return true;
}

static void sift_int(int *x, size_t top, size_t count)
{
    int moving = x[top];
    for (size_t child; (child = 2 * top + 1) < count; top = child)
    {
        if (child + 1 < count && x[child + 1] > x[child]) child++;
        if (x[child] <= moving) break;
        x[top] = x[child];
    }
    x[top] = moving;
}

void sort_ints(int *x, size_t count)
{
    if (count <= SHORT)
    {
        for (size_t i = 1; i < count; i++)
        {
            int moving = x[i];
            size_t j = i;
            for (; j > 0 && x[j - 1] > moving; j--) x[j] = x[j - 1];
            x[j] = moving;
        }
        return;
    }
    for (size_t top = count / 2; top-- > 0;) sift_int(x, top, count);
    for (size_t end = count - 1; end > 0; end--)
    {
        int largest = x[0];
        x[0] = x[end];
        x[end] = largest;
        sift_int(x, 0, end);
    }
}

// ---- anything ----

typedef struct heap
{
    char *items;
    size_t size;
    int (*compare)(const void *, const void *);
} heap;

static void sift(const heap *h, size_t top, size_t count)
{
    char moving[ITEM_MAX];
    memcpy(moving, h->items + top * h->size, h->size);
    for (size_t child; (child = 2 * top + 1) < count; top = child)
    {
        const char *at = h->items + child * h->size;
        if (child + 1 < count && h->compare(at + h->size, at) > 0)
        {
            child++;
            at += h->size;
        }
        if (h->compare(at, moving) <= 0) break;
        memcpy(h->items + top * h->size, at, h->size);
    }
    memcpy(h->items + top * h->size, moving, h->size);
}

void sort_items(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    assert(size <= ITEM_MAX);
    heap h = {.items = items, .size = size, .compare = compare};
    if (count < 2) return;
    for (size_t top = count / 2; top-- > 0;) sift(&h, top, count);
    for (size_t end = count - 1; end > 0; end--)
    {
        char largest[ITEM_MAX];
        memcpy(largest, h.items, size);
        memcpy(h.items, h.items + end * size, size);
        memcpy(h.items + end * size, largest, size);
        sift(&h, 0, end);
    }
}
