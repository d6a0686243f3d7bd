// Sorting in place. qsort of the C library may allocate, and no step does.

#ifndef HF_BASE_SORT_H
#define HF_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

/// Ascending.
void sort_ints(int *x, size_t count);

/// Whether each is above the one before it.
bool ints_ascend(const int *x, size_t count);

/// By `compare`, as qsort's; where it orders totally there is one answer. Items of up to 256 bytes.
void sort_items(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
