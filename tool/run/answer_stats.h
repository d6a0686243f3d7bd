// How many answers the steps of a run have: counted now and then, and of the last step.

#ifndef HF_TOOL_ANSWER_STATS_H
#define HF_TOOL_ANSWER_STATS_H

#include "json.h"

#include "holdfast/margin.h"

#include <stdbool.h>

enum
{
    ANSWER_PAIRS = 8 // that are named
};

typedef struct answer_stats
{
    long counted, many, unknown; // steps that were looked at; forces not unique; not known
    hf_answers last;
    int pair_count; // of bodies whose contacts are not unique in the last step: all of them
    int pairs[ANSWER_PAIRS][2];
} answer_stats;

/// After step `number`: every thousandth of small scenes is looked at, and with `last` any one. False: an error.
bool answer_stats_look(answer_stats *stats, hf_world *world, long number, bool last, hf_error *error);

void answer_stats_text(const answer_stats *stats, const hf_model *model);
void answer_stats_json(json_writer *json, const answer_stats *stats, const hf_model *model);

#endif
