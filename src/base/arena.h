// The arena behind hf_workspace: memory is handed out in order and given back all at once, or down to a mark.
//
// The first solve grows it chunk by chunk; once it is empty again the chunks are merged into one, so that an equal
// second solve allocates nothing.
//
//     hf_workspace *temporary = NULL;
//     hf_status status = workspace_enter(&workspace, &temporary, error);   // makes one if the caller gave NULL
//     arena_mark mark = arena_begin(workspace);
//     double *u = ARENA_ARRAY(workspace, double, n);                       // NULL if memory is short
//     arena_end(workspace, mark);
//     hf_workspace_destroy(temporary);

#ifndef HF_BASE_ARENA_H
#define HF_BASE_ARENA_H

#include "holdfast/workspace.h"

#include <stdbool.h>

typedef struct arena_mark
{
    size_t chunk; // index of the chunk in use
    size_t used;  // bytes used in it
} arena_mark;

/// If *workspace is NULL, creates one and stores it in both pointers. The caller destroys *temporary (NULL is fine).
hf_status workspace_enter(hf_workspace **workspace, hf_workspace **temporary, hf_error *error);

arena_mark arena_begin(hf_workspace *workspace);
void arena_end(hf_workspace *workspace, arena_mark mark);

/// Where a task takes what must outlast it: the workspace of whoever started the tasks (base/tasks.h), or the same
/// workspace outside of tasks.
hf_workspace *arena_lasting(hf_workspace *workspace);

/// count * size bytes, uninitialized, aligned to 64; NULL if memory is short or the product overflows.
void *arena_take(hf_workspace *workspace, size_t count, size_t size);

/// arena_take, zeroed.
void *arena_take_zeroed(hf_workspace *workspace, size_t count, size_t size);

/// Whether everything that was taken since this was asked last was given; what a failed take leaves is NULL. For
/// functions that take several arrays and look once, before they use one. Forgotten where a public call begins, and
/// where all is given back.
bool arena_whole(hf_workspace *workspace);

/// Room for `bytes` in one piece in a workspace of which nothing is taken. False if memory is short.
bool arena_reserve(hf_workspace *workspace, size_t bytes);

/// Bytes held, but for those of its threads.
size_t arena_bytes(const hf_workspace *workspace);

// ---- interrupts (hf_workspace_set_interrupt) ----

/// Asks the caller whether the call under way shall end. Once he has said so it stays said, for all threads, until that
/// call ends. Not more often than every few microseconds.
bool workspace_interrupted(hf_workspace *workspace);

/// HF_STATUS_INTERRUPTED where workspace_interrupted; otherwise OK.
hf_status workspace_poll(hf_workspace *workspace, hf_error *error);

/// A public call ends with `status`: HF_STATUS_INTERRUPTED, whatever it was, if the caller has said stop, which is
/// forgotten with that.
hf_status workspace_leave(hf_workspace *workspace, hf_status status, hf_error *error);

#define ARENA_ARRAY(workspace, T, count) ((T *)arena_take((workspace), (size_t)(count), sizeof(T)))
#define ARENA_ZEROED(workspace, T, count) ((T *)arena_take_zeroed((workspace), (size_t)(count), sizeof(T)))

#endif
