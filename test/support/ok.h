// A call of the public interface that must succeed; its last argument is `error`.

#ifndef HF_TEST_OK_H
#define HF_TEST_OK_H

#include "support/harness.h"

#include "holdfast/status.h"

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        hf_error error_ = {0};                                                                                         \
        hf_error *error = &error_;                                                                                     \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error_.message);                            \
    } while (0)

#endif
