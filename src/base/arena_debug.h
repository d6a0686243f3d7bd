// The arena's debug mode (CMake: HOLDFAST_ARENA_DEBUG; on in the asan preset).
//
// An arena hides from the address sanitizer what malloc would show: memory that was given back at the end of a mark
// stays allocated, and a pointer into it still reads what it read before, until somebody else takes the place. In this
// mode
//   - what nobody holds is filled with a pattern that is a signalling NaN as a double and far out of range as an index;
//   - under the address sanitizer it is poisoned as well: a use after the mark's end, or beyond the end of an array, is
//     reported where it happens.
// Without it these functions are empty, and arenas hand out the same places.

#ifndef HF_BASE_ARENA_DEBUG_H
#define HF_BASE_ARENA_DEBUG_H

#include <stddef.h>

#ifdef HF_ARENA_DEBUG
#include <stdint.h>
#include <string.h>

#define ARENA_DEBUG 1

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS
#endif
#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

/// Nobody may use these bytes from here on; `size` is a multiple of 8.
static inline void arena_forbid(char *bytes, size_t size)
{
    static const uint64_t pattern = 0x7ff4dead7ff4dead;
    ASAN_UNPOISON_MEMORY_REGION(bytes, size);
    for (size_t k = 0; k < size; k += sizeof pattern) memcpy(bytes + k, &pattern, sizeof pattern);
    ASAN_POISON_MEMORY_REGION(bytes, size);
}

/// Somebody may.
static inline void arena_allow(void *bytes, size_t size)
{
    ASAN_UNPOISON_MEMORY_REGION(bytes, size);
}

#else

#define ARENA_DEBUG 0

static inline void arena_forbid(char *bytes, size_t size)
{
    (void)bytes, (void)size;
}

static inline void arena_allow(void *bytes, size_t size)
{
    (void)bytes, (void)size;
}

#endif
#endif
