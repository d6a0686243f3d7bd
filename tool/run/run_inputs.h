// Inputs of a run: all that leads to its last state beside the model's files. Text, a line each:
//
//   holdfast-inputs 1, program VERSION, model IDENTITY     what it is, what wrote it, of which model
//   word W                                                 the words of `holdfast run` that choose scene and settings
//   state SIZE HEX                                        where it began, if that was a checkpoint
//   step N, control A U, force B X Y Z                     from step N on; what is not said stays
//   end N HASH                                             its last step, and the state after that

#ifndef HF_TOOL_RUN_INPUTS_H
#define HF_TOOL_RUN_INPUTS_H

#include "options.h"
#include "push.h"

/// Written, or read; zero: neither.
typedef struct run_inputs
{
    FILE *file;
    const char *path;
    double *controls;    // of each actuator, as told last
    double (*forces)[3]; // of each body, likewise
    long next;           // reading: the step that the next lines are of
    long last;           // reading: the last step; 0: not known yet
    unsigned long long hash;
} run_inputs;

/// All return false after an error message.
bool run_inputs_write(run_inputs *inputs, const char *path, const argument_set *arguments, const hf_world *world);
bool run_inputs_note(run_inputs *inputs, long step, const push_list *pushes, const hf_world *world);
bool run_inputs_end(run_inputs *inputs, long step, const hf_world *world);

/// The words of a file, heap, and how many; NULL: it cannot be read.
char **run_inputs_words(const char *path, int *count);

bool run_inputs_read(run_inputs *inputs, const char *path, hf_world *world);
bool run_inputs_apply(run_inputs *inputs, long step, hf_world *world);

/// Whether the run ends with this step, and with the state of the one that was recorded.
bool run_inputs_over(const run_inputs *inputs, long step);
bool run_inputs_agree(const run_inputs *inputs, const hf_world *world);
void run_inputs_drop(run_inputs *inputs);

#endif
