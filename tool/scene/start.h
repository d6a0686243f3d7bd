// Overlap in the pose that a run starts from: what is said of it, and whether it is refused.

#ifndef HF_TOOL_START_H
#define HF_TOOL_START_H

#include "json.h"

#include "holdfast/world.h"

/// Looks at the start, and says on stderr what overlaps there. `strict`: false, after an error that names the deepest
/// pair and what to do, if anything does beyond what is corrected as a matter of course.
bool start_check(const hf_model *model, hf_world *world, bool strict);

/// Overlaps of the start on stdout, as a part of a summary: at most a few lines, each after `key` in a column of
/// `width`. Nothing if nothing overlapped.
void start_text(const hf_model *model, const hf_world *world, const char *key, int width);

/// The array "overlaps", and "ignored_pairs", the number of pairs that are left alone now.
void start_json(json_writer *json, const hf_model *model, const hf_world *world);

#endif
