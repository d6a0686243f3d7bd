// Filling in an hf_error.

#ifndef HF_BASE_ERROR_H
#define HF_BASE_ERROR_H

#include "holdfast/status.h"

/// Writes status and message (if `error` is not NULL) and returns the status, so that a check reads as one return
/// statement.
hf_status error_set(hf_error *error, hf_status status, const char *format, ...) HF_PRINTF(3, 4);

/// error_set with the one message that there is for each.
hf_status error_no_memory(hf_error *error);
hf_status error_interrupted(hf_error *error);

/// Ends the function with the status of a call that failed. For functions that have nothing to give back.
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        hf_status try_status = (call);                                                                                 \
        if (try_status != HF_STATUS_OK) return try_status;                                                             \
    } while (0)

#endif
