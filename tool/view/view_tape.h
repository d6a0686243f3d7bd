// What drives scenes that are the same: the commands that changed one of them, in order, with the hash of the state after
// each. Whoever holds the tape may add to it; the others do the same before they do anything else, and see whether they
// come to the same states. A file of it is one of inputs (run_inputs.h):
//
//   holdfast-inputs 1, program VERSION
//   live SEED SCENE                                        what was opened
//   do COMMAND                                             docs/live.md; steps that follow one another are one
//   end N HASH                                             steps, and the last state

#ifndef HF_TOOL_VIEW_TAPE_H
#define HF_TOOL_VIEW_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct view_tape view_tape;

/// path: where it is written; NULL: nowhere. NULL after an error message.
view_tape *view_tape_begin(const char *path, const char *scene, uint64_t seed);

/// Writes the end. False after an error message.
bool view_tape_end(view_tape *tape);

void view_tape_lock(view_tape *tape);
void view_tape_unlock(view_tape *tape);

/// Under the lock.
void view_tape_add(view_tape *tape, const char *command, uint64_t hash);
size_t view_tape_count(const view_tape *tape);
const char *view_tape_command(const view_tape *tape, size_t k, uint64_t *hash);
long view_tape_steps(const view_tape *tape);

/// Whether a file is one of a live scene.
bool view_tape_is(const char *path);

/// Does what a file says once more, and prints the last state: 0 it is the same, 2 another, 1 after an error message.
int view_tape_replay(const char *path);

#endif
