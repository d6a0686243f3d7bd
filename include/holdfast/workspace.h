// Scratch memory that is kept from one call to the next, so that a step that has run once allocates no more.

#ifndef HOLDFAST_WORKSPACE_H
#define HOLDFAST_WORKSPACE_H

#include "holdfast/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

    /// Derived and scratch data only: it can be thrown away between any two calls. One caller at a time.
    typedef struct hf_workspace hf_workspace;

    HF_API hf_status hf_workspace_create(hf_workspace **workspace, hf_error *error);
    HF_API void hf_workspace_destroy(hf_workspace *workspace);

    /// Threads that work for whoever uses this workspace, the calling one included; 1 at first. What can be done side by side then is, and the
    /// answer has the same bits for any number. Returns how many there are: fewer than asked for where the system has no more to give.
    HF_API int hf_workspace_set_threads(hf_workspace *workspace, int threads);

    /// Bytes held now. It does not change between two equal solves: the second allocates nothing.
    HF_API size_t hf_workspace_bytes(const hf_workspace *workspace);

#ifdef __cplusplus
}
#endif

#endif
