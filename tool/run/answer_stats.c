#include "answer_stats.h"

#include "console.h"
#include "summary_key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    EVERY = 1000,     // steps
    FEW_CONTACTS = 50 // of scenes that are looked at on the way: a look costs a few steps to some ten
};

static void name_pair(answer_stats *stats, const hf_contact *c)
{
    int a = c->body_a, b = c->body_b, known = stats->pair_count < ANSWER_PAIRS ? stats->pair_count : ANSWER_PAIRS;
    for (int k = 0; k < known; k++)
        if ((stats->pairs[k][0] == a && stats->pairs[k][1] == b) ||
            (stats->pairs[k][0] == b && stats->pairs[k][1] == a))
            return;
    if (stats->pair_count < ANSWER_PAIRS)
    {
        stats->pairs[stats->pair_count][0] = a;
        stats->pairs[stats->pair_count][1] = b;
    }
    stats->pair_count++;
}

bool answer_stats_look(answer_stats *stats, hf_world *world, long number, bool last, hf_error *error)
{
    int count = hf_world_contact_count(world);
    if (!last && (number % EVERY != 0 || count > FEW_CONTACTS)) return true;
    hf_answer_count *found = tool_allocate((size_t)count + 1, sizeof *found);
    bool good = hf_world_answers(world, &stats->last, found, error) == HF_STATUS_OK;
    stats->counted++;
    stats->many += stats->last.forces == HF_ANSWERS_MANY;
    stats->unknown += stats->last.forces == HF_ANSWERS_UNKNOWN;
    stats->pair_count = 0;
    for (int k = 0; k < count && good; k++)
    {
        hf_contact c = hf_world_contact(world, k);
        if (found[k] == HF_ANSWERS_MANY) name_pair(stats, &c);
    }
    free(found);
    return good;
}

static const char *name_of(const hf_model *model, int body)
{
    const char *name = hf_model_body(model, body).name;
    return name && name[0] ? name : body == 0 ? "world" : "-";
}

static int named(const answer_stats *stats)
{
    return stats->pair_count < ANSWER_PAIRS ? stats->pair_count : ANSWER_PAIRS;
}

void answer_stats_text(const answer_stats *stats, const hf_model *model)
{
    const hf_answers *a = &stats->last;
    if (stats->counted == 0) return;
    summary_key("answers");
    if (a->forces == HF_ANSWERS_ONE) printf("forces of the last step are unique (%d contacts)", a->touching);
    else if (a->forces == HF_ANSWERS_UNKNOWN) printf("whether forces of the last step are unique is not known");
    else if (a->many + a->others_many == 0) printf("forces of the last step are not unique, too many to say which");
    else printf("forces of the last step are not unique at %d of %d contacts", a->many, a->touching);
    int count = named(stats) < 3 ? named(stats) : 3;
    for (int k = 0; k < count; k++)
        printf("%s%s on %s", k == 0 ? ": " : ", ", name_of(model, stats->pairs[k][1]),
               name_of(model, stats->pairs[k][0]));
    if (count > 0 && stats->pair_count > count) printf(", ...");
    if (a->others_many > 0) printf("; of %d joints, loops or limits", a->others_many);
    if (a->forces == HF_ANSWERS_MANY && a->unknown + a->others_unknown > 0)
        printf("; %d not known", a->unknown + a->others_unknown);
    printf("\n");
}

void answer_stats_json(json_writer *json, const answer_stats *stats, const hf_model *model)
{
    const hf_answers *a = &stats->last;
    json_text(json, "answers_forces", stats->counted > 0 ? hf_answer_count_name(a->forces) : "not counted");
    json_integer(json, "answers_touching", a->touching);
    json_integer(json, "answers_many", a->many);
    json_integer(json, "answers_unknown", a->unknown);
    json_integer(json, "answers_others_many", a->others_many);
    json_integer(json, "answers_others_unknown", a->others_unknown);
    json_integer(json, "answers_steps", stats->counted);
    json_integer(json, "answers_steps_many", stats->many);
    json_integer(json, "answers_steps_unknown", stats->unknown);
    json_array_begin(json, "answers_pairs");
    for (int k = 0; k < named(stats); k++)
    {
        json_item_begin(json);
        json_text(json, "body_a", name_of(model, stats->pairs[k][0]));
        json_text(json, "body_b", name_of(model, stats->pairs[k][1]));
        json_item_end(json);
    }
    json_array_end(json);
}
