// Allocations and threads of the library that fail on demand (harness.h): the linker sends its calls here,
// HOLDFAST_WRAP.

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "support/harness.h"

static atomic_long allocation_count; // threads allocate, too
static long failing_allocation = -1;
static int thread_count, thread_limit = -1;

void fail_allocation(long k)
{
    allocation_count = 0;
    failing_allocation = k;
}

long fail_allocation_count(void)
{
    return allocation_count;
}

static bool fails_now(void)
{
    return allocation_count++ == failing_allocation;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_platform_allocate_aligned(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_platform_allocate_aligned(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails_now() ? NULL : __real_realloc(old, size);
}

void *__wrap_platform_allocate_aligned(size_t alignment, size_t size)
{
    return fails_now() ? NULL : __real_platform_allocate_aligned(alignment, size);
}

// ---- threads that cannot be started ----

void fail_threads(int count)
{
    thread_count = 0;
    thread_limit = count;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    if (thread_limit >= 0 && thread_count++ >= thread_limit) return EAGAIN;
    return __real_pthread_create(thread, attributes, start, argument);
}
