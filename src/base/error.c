#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

hf_status error_set(hf_error *error, hf_status status, const char *format, ...)
{
    assert(status != HF_STATUS_OK);
    if (error)
    {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}

hf_status error_no_memory(hf_error *error)
{
    return error_set(error, HF_STATUS_NO_MEMORY, "out of memory");
}

hf_status error_interrupted(hf_error *error)
{
    return error_set(error, HF_STATUS_INTERRUPTED, "interrupted");
}

const char *hf_status_name(hf_status status)
{
    switch (status)
    {
    case HF_STATUS_OK: return "ok";
    case HF_STATUS_INVALID: return "invalid input";
    case HF_STATUS_NO_MEMORY: return "out of memory";
    case HF_STATUS_FILE: return "file error";
    case HF_STATUS_FORMAT: return "damaged file";
    case HF_STATUS_UNSUPPORTED: return "unsupported";
    case HF_STATUS_INTERRUPTED: return "interrupted";
    }
    return "unknown status";
}

const char *hf_version(void)
{
    return HF_VERSION;
}
