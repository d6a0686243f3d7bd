// A live scene in a thread of its own: commands go in, answers come out, and whoever serves does not wait for either.

#ifndef HF_TOOL_VIEW_WORKER_H
#define HF_TOOL_VIEW_WORKER_H

#include "view_tape.h"

#include "holdfast/live.h"

typedef struct view_worker view_worker;

typedef struct view_scene
{
    const char *scene;
    uint64_t seed;
    const char *folder; // each worker has one of its own below
    view_tape *tape;    // that drives all workers in lock-step; NULL: each is for itself
} view_scene;

/// A scene that is open. `done(context)` is called by the thread when an answer is ready. NULL, and an error, if it
/// cannot be had.
view_worker *view_worker_begin(const view_scene *scene, void (*done)(void *context), void *context, hf_error *error);

/// The worker is not looked at any more: it ends what is under way, and itself, when it comes to that. NULL does
/// nothing.
void view_worker_end(view_worker *worker);

/// Waits until all workers that were told so have ended.
void view_workers_wait(void);

/// Whether the answer to a command is being made.
bool view_worker_busy(view_worker *worker);

/// Hands over a command with a 0 behind it, which is the worker's from then on; it must not be busy, and its last
/// answer is gone.
void view_worker_command(view_worker *worker, char *command, size_t size);

/// The answer to the last command, once; false if there is none yet. It is valid until the next command.
bool view_worker_answer(view_worker *worker, const unsigned char **answer, size_t *size);

#endif
