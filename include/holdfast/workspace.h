// Scratch memory that is kept from one call to the next, so that repeated steps and solves do not
// allocate.

#ifndef HOLDFAST_WORKSPACE_H
#define HOLDFAST_WORKSPACE_H

#include "holdfast/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

    /// Holds derived and scratch data only, so that it can be destroyed between any two calls. Not
    /// for two callers at once.
    typedef struct hf_workspace hf_workspace;

    HF_API hf_status hf_workspace_create(hf_workspace **workspace, hf_error *error);
    HF_API void hf_workspace_destroy(hf_workspace *workspace);

    /// Sets the number of threads for calls that use this workspace, the calling one included; 1 at
    /// first. The answer has the same bits for any number. Returns the number that could be
    /// started.
    HF_API int hf_workspace_set_threads(hf_workspace *workspace, int threads);

    /// Asked now and then during calls that use this workspace: true ends the call under way, which
    /// returns HF_STATUS_INTERRUPTED and leaves what it would have changed as it was. It comes as
    /// often as every hundredth of a second or so, from any thread of the workspace, one call at a
    /// time, and must not use the workspace. An answer of false changes no bit of any result.
    typedef bool (*hf_interrupt)(void *context);

    /// NULL, as at first: nobody is asked.
    HF_API void hf_workspace_set_interrupt(hf_workspace *workspace, hf_interrupt interrupt, void *context);

    /// Memory held [bytes]. A second, equal solve allocates nothing and leaves it unchanged.
    HF_API size_t hf_workspace_bytes(const hf_workspace *workspace);

#ifdef __cplusplus
}
#endif

#endif
