// Items by numbers that callers give: one that does not exist is zeros (holdfast/status.h).

#ifndef HF_BASE_ITEM_H
#define HF_BASE_ITEM_H

#include <stdbool.h>

static inline bool is_item(int index, int count)
{
    return index >= 0 && index < count;
}

/// The item, or zeros; `items` is not looked at then.
#define ITEM_AT(type, items, count, index) (is_item((index), (count)) ? (items)[index] : (type){0})

#endif
