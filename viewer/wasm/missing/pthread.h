// Threads for a machine without any: none can be started, which base/tasks.c takes as it comes, and mutexes have nobody to keep out.

#ifndef HF_WASM_PTHREAD_H
#define HF_WASM_PTHREAD_H

#include <errno.h>
#include <sys/types.h> // the types are there

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*body)(void *), void *context)
{
    (void)thread, (void)attributes, (void)body, (void)context;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)mutex, (void)attributes;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes)
{
    (void)condition, (void)attributes;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_signal(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)condition, (void)mutex;
    return 0;
}

#endif
