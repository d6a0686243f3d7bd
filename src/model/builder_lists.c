// Growing lists of definitions, copies of names, and the checks that definitions of all kinds share.

#include "model/builder.h"

#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *growing_next(growing *list, size_t size)
{
    if (list->count == list->capacity)
    {
        size_t capacity = list->capacity ? 2 * list->capacity : 8;
        char *items = memory_zeroed(capacity, size);
        if (!items) return NULL;
        if (list->count) memcpy(items, list->items, list->count * size);
        free(list->items);
        list->items = items;
        list->capacity = capacity;
    }
    return (char *)list->items + list->count * size;
}

bool name_copy(const char *name, const char **copy)
{
    *copy = name ? memory_copy(name, strlen(name) + 1, 1) : NULL;
    return !name || *copy;
}

void release(const void *owned)
{
    union
    {
        const void *in;
        void *out;
    } cast = {.in = owned};
    free(cast.out);
}

void name_release(const char *name)
{
    release(name);
}

const char *label_make(char buffer[LABEL_SIZE], const char *kind, int index, const char *name)
{
    if (name) snprintf(buffer, LABEL_SIZE, "%s %d ('%.60s')", kind, index, name);
    else snprintf(buffer, LABEL_SIZE, "%s %d", kind, index);
    return buffer;
}

/// The index that the next item gets; INVALID when an int can count no further.
hf_status next_index(const growing *list, int *index, hf_error *error)
{
    if (list->count >= INT_MAX) return error_set(error, HF_STATUS_INVALID, "too many definitions for one model");
    *index = (int)list->count;
    return HF_STATUS_OK;
}

hf_status check_finite(const char *label, const char *field, const double *values, int count, hf_error *error)
{
    for (int k = 0; k < count; k++)
        if (!isfinite(values[k]))
            return error_set(error, HF_STATUS_INVALID, "%s: %s[%d] = %g is not finite", label, field, k, values[k]);
    return HF_STATUS_OK;
}

hf_status check_turn(const char *label, const double *q, hf_error *error)
{
    TRY(check_finite(label, "orientation", q, 4, error));
    double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(norm2 > 1e-20) || isinf(norm2))
        return error_set(error, HF_STATUS_INVALID, "%s: orientation = %g %g %g %g is no quaternion", label, q[0], q[1],
                         q[2], q[3]);
    return HF_STATUS_OK;
}

void normalize_turn(double *q)
{
    double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (norm != 1.0)
        for (int k = 0; k < 4; k++) q[k] /= norm;
}

hf_status check_condim(const char *label, int condim, hf_error *error)
{
    if (condim == 1 || condim == 3 || condim == 4 || condim == 6) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: condim = %d: must be 1, 3, 4 or 6", label, condim);
}
