// Heap allocation with checked sizes. All heap memory of the library passes through here or the arena.

#ifndef HF_BASE_MEMORY_H
#define HF_BASE_MEMORY_H

#include <stddef.h>

/// count * size bytes, zeroed; NULL if the product overflows or memory is short. Zero bytes give a valid pointer.
void *memory_zeroed(size_t count, size_t size);

/// A zeroed array of `count` T.
#define MEMORY_ARRAY(T, count) ((T *)memory_zeroed((count), sizeof(T)))

/// A copy of count * size bytes; NULL if memory is short.
void *memory_copy(const void *source, size_t count, size_t size);

/// The array moved to a place with room for count * size bytes, the new ones uninitialized; NULL, and the old one
/// untouched, if that fails.
void *memory_resize(void *old, size_t count, size_t size);

#endif
