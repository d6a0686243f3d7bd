// How good the steps of a run were, in words and in JSON: for `run`, and for `info` of a recording.

#ifndef HF_TOOL_QUALITY_H
#define HF_TOOL_QUALITY_H

#include "json.h"

#include "holdfast/world.h"

/// Lines of a summary: exact, approximate, failed and cut steps, with the worst of each, and their work.
void quality_lines(const hf_run_quality *quality, long steps, const hf_settings *settings);

/// The summary's numbers as fields of JSON.
void quality_json(json_writer *json, const hf_run_quality *quality);

#endif
