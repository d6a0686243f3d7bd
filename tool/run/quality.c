#include "quality.h"

#include "console.h"
#include "summary_key.h"

#include <math.h>

static void one_line(const char *key, const hf_step_count *kind, text_colour colour, const char *says)
{
    if (kind->count == 0) return;
    char text[400];
    summary_key(key);
    snprintf(text, sizeof text, "%ld step%s %s", kind->count, kind->count == 1 ? "" : "s", says);
    console_cell(stdout, text, 0, colour);
    printf("; residual at worst %.2e, at %g s\n", kind->worst, kind->worst_time);
}

void quality_lines(const hf_run_quality *q, long steps, const hf_settings *settings)
{
    const hf_step_count *exact = &q->of[HF_STEP_EXACT];
    char text[320], fast[48] = "";
    if (settings->step.fast_tolerance > settings->solver.tolerance)
        snprintf(fast, sizeof fast, " (%g where fast)", settings->step.fast_tolerance);
    summary_key("certified");
    if (exact->count == steps)
        snprintf(text, sizeof text, "all at %g%s by %s", settings->solver.tolerance, fast, settings->solver.name);
    else
        snprintf(text, sizeof text, "%ld of %ld steps at %g%s by %s", exact->count, steps, settings->solver.tolerance,
                 fast, settings->solver.name);
    console_cell(stdout, text, 0, exact->count == steps ? COLOUR_GOOD : COLOUR_PLAIN);
    if (exact->count > 0) printf("; residual at worst %.2e", exact->worst);
    putchar('\n');
    snprintf(text, sizeof text, "NOT certified, but within %g%s", settings->solver.accept,
             q->of[HF_STEP_APPROXIMATE].worst > settings->solver.accept ? ", or jammed" : "");
    one_line("approximate", &q->of[HF_STEP_APPROXIMATE], COLOUR_POOR, text);
    snprintf(text, sizeof text, "NOT certified, and beyond %g",
             fmax(settings->solver.accept, settings->solver.tolerance));
    one_line("failed", &q->of[HF_STEP_FAILED], COLOUR_BAD, text);
    one_line("cut", &q->cut, COLOUR_PLAIN, "into smaller ones");
    if (q->unselected > 0)
    {
        summary_key("selection");
        printf("in %ld step%s not found or too dear: any answer\n", q->unselected, q->unselected == 1 ? "" : "s");
    }
    if (q->stood + q->moved > 0)
    {
        summary_key("motion");
        printf("not unique in %ld steps: standing was taken in %ld of them, moving in %ld\n", q->stood + q->moved,
               q->stood, q->moved);
    }
    if (q->impacts_left > 0)
    {
        summary_key("impacts");
        printf("in %ld step%s ended early: what still approached goes on with e = 0\n", q->impacts_left,
               q->impacts_left == 1 ? "" : "s");
    }
    if (q->jammed > 0)
    {
        summary_key("jammed");
        printf("in %ld step%s by friction: contacts gave way at up to %.2g m/s, at %g s\n", q->jammed,
               q->jammed == 1 ? "" : "s", q->yielded, q->yielded_time);
    }
    summary_key("work");
    printf("%.3g units a step, %.3g at most\n", steps > 0 ? (double)q->work / (double)steps : 0.0,
           (double)q->work_most);
}

void quality_json(json_writer *json, const hf_run_quality *q)
{
    const hf_step_count *const kinds[] = {&q->of[HF_STEP_EXACT], &q->of[HF_STEP_APPROXIMATE], &q->of[HF_STEP_FAILED],
                                          &q->cut};
    static const char *const names[] = {"exact", "approximate", "failed", "cut"};
    char key[64];
    json_integer(json, "not_certified", q->of[HF_STEP_APPROXIMATE].count + q->of[HF_STEP_FAILED].count);
    for (int k = 0; k < 4; k++)
    {
        snprintf(key, sizeof key, "steps_%s", names[k]);
        json_integer(json, key, kinds[k]->count);
        snprintf(key, sizeof key, "%s_worst", names[k]);
        json_number(json, key, kinds[k]->worst);
        snprintf(key, sizeof key, "%s_worst_time", names[k]);
        json_number(json, key, kinds[k]->worst_time);
    }
    json_integer(json, "steps_unselected", q->unselected);
    json_integer(json, "steps_stood", q->stood);
    json_integer(json, "steps_moved", q->moved);
    json_integer(json, "steps_impacts_left", q->impacts_left);
    json_integer(json, "steps_jammed", q->jammed);
    json_number(json, "yielded_worst", q->yielded);
    json_number(json, "slid", q->slid);
    json_number(json, "slid_most", q->slid_most);
    json_number(json, "slid_time", q->slid_time);
    json_number(json, "energy_balance_rise", q->balance_rise);
    json_number(json, "energy_balance_rise_time", q->balance_rise_time);
    json_number(json, "kinetic_most", q->kinetic_most);
    json_integer(json, "work", q->work);
    json_integer(json, "work_max", q->work_most);
}
