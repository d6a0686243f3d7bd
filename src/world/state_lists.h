// The lists at the end of a state's bytes (state_lists.c).

#ifndef HF_WORLD_STATE_LISTS_H
#define HF_WORLD_STATE_LISTS_H

#include "world/world.h"

/// Takes a piece of the state's bytes.
typedef void state_visitor(void *context, const void *bytes, size_t size);

/// Bytes of the lists; 0 where none has entries.
size_t state_lists_size(const hf_world *world);

/// Hands them to `visit`, in order.
void state_lists_visit(const hf_world *world, state_visitor *visit, void *context);

/// Whether `size` bytes are such as state_lists_visit writes, of a state with so many impulses.
bool state_lists_sound(const hf_model *model, int warm_count, const char *bytes, size_t size);

/// Room for lists that are sound. False if memory is short.
bool state_lists_reserve(const hf_model *model, world_state *state, const char *bytes, size_t size);

/// Takes lists over that are sound; what is not among them is empty. The state's impulses and last_h are loaded, and
/// there is room.
void state_lists_load(const hf_model *model, const char *bytes, size_t size, world_state *state);

#endif
