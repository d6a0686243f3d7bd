// Signals for a machine without any; base/tasks.c keeps them from its threads.

#ifndef HF_WASM_SIGNAL_H
#define HF_WASM_SIGNAL_H

typedef int sigset_t;
#define SIG_SETMASK 0

static inline int sigfillset(sigset_t *set)
{
    return *set = 0;
}

static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how, (void)set, (void)before;
    return 0;
}

#endif
