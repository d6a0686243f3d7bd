#include "run_stats.h"

#include "console.h"
#include "joint_table.h"
#include "json.h"
#include "quality.h"
#include "start.h"
#include "summary_key.h"

#include "holdfast/fibre.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// ---- the clock ----

void stage_clock_begin(stage_clock *clock)
{
    *clock = (stage_clock){.begun = clock_now(), .stage = -1};
    clock->last = clock->begun;
}

void stage_clock_observe(void *context, hf_stage stage)
{
    stage_clock *clock = context;
    double now = clock_now();
    if (clock->stage >= 0) clock->timing.stage[clock->stage] += now - clock->last; // pieces of a step add up
    clock->last = now;
    clock->stage = stage < HF_STAGE_COUNT ? (int)stage : -1;
}

void stage_clock_end(stage_clock *clock)
{
    clock->timing.seconds = clock_now() - clock->begun;
}

// ---- gathering ----

void run_stats_add(run_stats *stats, const hf_step_report *report, const hf_step_timing *timing)
{
    double energy = report->kinetic + report->potential;
    if (stats->steps == 0) stats->energy_first = stats->energy_least = energy;
    stats->steps++;
    hf_run_quality_add(&stats->quality, report);
    stats->error_worst = fmax(stats->error_worst, report->error);
    stats->contact_sum += report->contact_count;
    if (report->contact_count > stats->contact_most) stats->contact_most = report->contact_count;
    stats->iteration_sum += (double)report->solve.iterations;
    if (report->solve.iterations > stats->iteration_most) stats->iteration_most = report->solve.iterations;
    stats->residual_worst = fmax(stats->residual_worst, report->solve.residual.natural);
    stats->rays += report->rays;
    stats->impulse_pieces += report->impulse_pieces;
    stats->frictionless += report->frictionless > 0;
    stats->cone_worst = fmax(stats->cone_worst, report->solve.residual.cone_natural);
    stats->penetration_worst = fmax(stats->penetration_worst, report->penetration);
    if (report->penetration_relative > stats->overlap_worst)
    {
        stats->overlap_worst = report->penetration_relative;
        stats->overlap_time = report->time;
        stats->overlap_shapes[0] = report->penetration_shape_a;
        stats->overlap_shapes[1] = report->penetration_shape_b;
    }
    if (report->limit_passed > stats->limit_worst)
    {
        stats->limit_worst = report->limit_passed;
        stats->limit_time = report->time;
        stats->limit_joint = report->limit_joint;
        stats->limit_tendon = report->limit_tendon;
    }
    stats->energy_last = energy;
    stats->energy_gain = fmax(stats->energy_gain, energy - stats->energy_least);
    stats->energy_least = fmin(stats->energy_least, energy);
    stats->unexplained_sum += report->energy_rise;
    stats->unexplained_steps += report->energy_rise > 0.0;
    if (report->energy_rise > stats->unexplained_worst)
    {
        stats->unexplained_worst = report->energy_rise;
        stats->unexplained_time = report->time;
        stats->unexplained_body = report->energy_rise_body;
    }
    for (int s = 0; s < HF_STAGE_COUNT; s++) stats->stage_seconds[s] += timing->stage[s];
    if (stats->seconds_count == stats->seconds_capacity)
    {
        stats->seconds_capacity = 2 * stats->seconds_capacity + 1024;
        stats->seconds = tool_reallocate(stats->seconds, stats->seconds_capacity, sizeof *stats->seconds);
    }
    stats->seconds[stats->seconds_count++] = timing->seconds;
}

void run_stats_free(run_stats *stats)
{
    free(stats->seconds);
    stats->seconds = NULL;
    stats->seconds_count = stats->seconds_capacity = 0;
}

// ---- telling ----

typedef struct step_times
{
    double mean, p95, most, sum;
} step_times;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Sorts the seconds.
static step_times times_of(run_stats *stats)
{
    step_times times = {0};
    size_t count = stats->seconds_count;
    if (count == 0) return times;
    qsort(stats->seconds, count, sizeof *stats->seconds, compare);
    for (size_t k = 0; k < count; k++) times.sum += stats->seconds[k];
    times.mean = times.sum / (double)count;
    times.p95 = stats->seconds[(size_t)(0.95 * (double)(count - 1))];
    times.most = stats->seconds[count - 1];
    return times;
}

static double per_step(const run_stats *stats, double sum)
{
    return stats->steps > 0 ? sum / (double)stats->steps : 0.0;
}

/// "box 'lid'", or the body or the fibre that a shape without a name belongs to.
static void shape_words(const hf_model *model, int shape, char *text, size_t size)
{
    hf_shape_def def = hf_model_shape(model, shape);
    hf_body_def body = hf_model_body(model, def.body);
    int segment, fibre = hf_model_body_fibre(model, def.body, &segment);
    const char *kind = hf_shape_kind_name(def.kind), *name = fibre >= 0 ? hf_model_fibre(model, fibre).name : NULL;
    if (def.name && def.name[0]) snprintf(text, size, "%s '%.40s'", kind, def.name);
    else if (body.name && body.name[0]) snprintf(text, size, "a %s of '%.40s'", kind, body.name);
    else if (fibre >= 0 && name) snprintf(text, size, "segment %d of '%.40s'", segment, name);
    else if (fibre >= 0) snprintf(text, size, "segment %d of fibre %d", segment, fibre);
    else snprintf(text, size, "%s %d", kind, shape);
}

/// Overlap that is worth a word: more than a hundredth of the smaller shape.
static void tell_overlap(const run_stats *stats, const hf_model *model)
{
    static const double WORTH_A_WORD = 0.01;
    if (!(stats->overlap_worst > WORTH_A_WORD) || stats->overlap_shapes[0] < 0 || stats->overlap_shapes[1] < 0) return;
    char text[320], a[80], b[80];
    shape_words(model, stats->overlap_shapes[0], a, sizeof a);
    shape_words(model, stats->overlap_shapes[1], b, sizeof b);
    summary_key("warning");
    snprintf(text, sizeof text, "%s and %s overlap by %.0f %% of the smaller one's width at %g s", a, b,
             100.0 * stats->overlap_worst, stats->overlap_time);
    console_cell(stdout, text, 0, COLOUR_BAD);
    putchar('\n');
}

/// A limit that is not met.
static void tell_limit(const run_stats *stats, const hf_model *model)
{
    static const double WORTH_A_WORD = 1e-4; // m or rad
    if (!(stats->limit_worst > WORTH_A_WORD)) return;
    char text[200];
    bool tendon = stats->limit_tendon >= 0;
    int index = tendon ? stats->limit_tendon : stats->limit_joint;
    const char *name = tendon ? hf_model_tendon(model, index).name : hf_model_joint(model, index).name;
    summary_key("warning");
    snprintf(text, sizeof text, "the limit of %s %d%s%.60s%s cannot be met: passed by %.3g %s at %g s",
             tendon ? "tendon" : "joint", index, name ? " ('" : "", name ? name : "", name ? "')" : "",
             stats->limit_worst, tendon ? "m" : "m or rad", stats->limit_time);
    console_cell(stdout, text, 0, COLOUR_BAD);
    putchar('\n');
}

/// What the energy watch found, if anything.
static void tell_unexplained(const run_stats *stats, const run_about *about)
{
    char text[240];
    const char *name = about->unexplained_body;
    if (!(stats->unexplained_worst > 0.0)) return;
    summary_key("warning");
    snprintf(text, sizeof text,
             "energy rose without a reason in %ld step%s, by %.2e J in all; by %.2e J at %g s, body %d%s%.60s%s",
             stats->unexplained_steps, stats->unexplained_steps == 1 ? "" : "s", stats->unexplained_sum,
             stats->unexplained_worst, stats->unexplained_time, stats->unexplained_body, name ? " ('" : "",
             name ? name : "", name ? "')" : "");
    console_cell(stdout, text, 0, COLOUR_BAD);
    putchar('\n');
}

/// Gains of single steps, added up; but for rounding of the energy itself, which is all that there is at rest.
static void tell_balance(const run_stats *stats, const hf_run_quality *q)
{
    static const double MUCH = 0.01;      // of the largest kinetic energy
    static const double ROUNDING = 1e-14; // of the energy, a step
    char text[160];
    double least = ROUNDING * (double)stats->steps * fmax(fabs(stats->energy_first), fabs(stats->energy_last));
    if (!(q->balance_rise > MUCH * q->kinetic_most + least)) return;
    summary_key("warning");
    snprintf(text, sizeof text,
             "energy rose by %.2e J over the run without a reason, of %.2e J at most in motion, up to %g s",
             q->balance_rise, q->kinetic_most, q->balance_rise_time);
    console_cell(stdout, text, 0, COLOUR_BAD);
    putchar('\n');
}

/// What sticks and has come apart all the same.
static void tell_slid(const hf_run_quality *q)
{
    static const double WORTH_A_WORD = 1e-4; // m
    char text[160];
    if (!(q->slid > WORTH_A_WORD)) return;
    summary_key("warning");
    snprintf(text, sizeof text, "contacts that stick slid by %.3g m over the run, by %.3g m of it at %g s", q->slid,
             q->slid_most, q->slid_time);
    console_cell(stdout, text, 0, COLOUR_BAD);
    putchar('\n');
}

void run_summary_text(run_stats *stats, const run_about *about)
{
    step_times times = times_of(stats);
    double simulated = about->time - about->begun;
    summary_key("steps");
    printf("%ld of %g ms: %g s of %d bodies%s\n", stats->steps, 1e3 * about->settings.step.timestep, about->time,
           about->bodies, about->begun > 0.0 ? " (resumed)" : "");
    quality_lines(&stats->quality, stats->steps, &about->settings);
    answer_stats_text(&stats->answers, about->model);
    if (about->settings.step.accuracy > 0.0)
    {
        summary_key("accuracy");
        printf("%.2e m in a step at worst; asked for %g m\n", stats->error_worst, about->settings.step.accuracy);
    }
    hf_friction_law law = hf_settings_friction(&about->settings);
    if (law.kind != HF_FRICTION_CONE)
    {
        summary_key("law");
        printf("%s, %d sides%s; distance to the cone %.1e at worst\n", hf_friction_name(law.kind), law.sides,
               about->settings.law.friction == HF_FRICTION_OF_SOLVER ? ", the solver's own" : "", stats->cone_worst);
    }
    if (stats->frictionless > 0)
    {
        summary_key("frictionless");
        printf("%ld step%s failed with friction and made without\n", stats->frictionless,
               stats->frictionless == 1 ? "" : "s");
    }
    if (about->settings.step.integrator != HF_INTEGRATOR_MOREAU)
    {
        summary_key("integrator");
        printf("%s", hf_integrator_name(about->settings.step.integrator));
        if (about->settings.step.integrator == HF_INTEGRATOR_BARAFF)
            printf(": %ld impulses where no forces exist, %ld pieces of steps made with impulses", stats->rays,
                   stats->impulse_pieces);
        putchar('\n');
    }
    summary_key("contacts");
    printf("%.1f mean, %d max\n", per_step(stats, stats->contact_sum), stats->contact_most);
    summary_key("penetration");
    printf("%.2e m at worst\n", stats->penetration_worst);
    tell_overlap(stats, about->model);
    tell_limit(stats, about->model);
    tell_slid(&stats->quality);
    start_text(about->model, about->world, "start", 14);
    summary_key("energy");
    printf("%.6g J to %.6g J; largest rise %.2e J\n", stats->energy_first, stats->energy_last, stats->energy_gain);
    tell_unexplained(stats, about);
    tell_balance(stats, &stats->quality);
    summary_key("a step");
    printf("%.3g ms mean, %.3g ms p95, %.3g ms max\n", 1e3 * times.mean, 1e3 * times.p95, 1e3 * times.most);
    summary_key("stages");
    for (int s = 0; s < HF_STAGE_COUNT; s++)
        printf("%s%s %.0f %%", s ? ", " : "", hf_stage_name((hf_stage)s),
               times.sum > 0.0 ? 100.0 * stats->stage_seconds[s] / times.sum : 0.0);
    putchar('\n');
    summary_key("speed");
    printf("%.3g × real time, %.3g s in all\n", times.sum > 0.0 ? simulated / times.sum : 0.0, stats->wall);
    summary_key("state");
    printf("%016" PRIx64 "\n", about->hash);
}

void run_summary_json(run_stats *stats, const run_about *about)
{
    step_times times = times_of(stats);
    char text[64];
    json_writer json = json_begin(stdout);
    json_text(&json, "scene", about->scene);
    json_text(&json, "end", about->end);
    json_integer(&json, "steps", stats->steps);
    json_number(&json, "time", about->time);
    json_number(&json, "timestep", about->settings.step.timestep);
    json_text(&json, "solver", about->settings.solver.name);
    json_number(&json, "tolerance", about->settings.solver.tolerance);
    json_number(&json, "accept", about->settings.solver.accept);
    json_number(&json, "budget", (double)about->settings.solver.budget);
    json_text(&json, "effort", hf_effort_name(about->settings.solver.effort));
    json_number(&json, "accuracy", about->settings.step.accuracy);
    json_number(&json, "travel", about->settings.step.travel);
    json_number(&json, "reduction", about->settings.step.reduction);
    json_number(&json, "fast_tolerance", about->settings.step.fast_tolerance);
    json_integer(&json, "bodies", about->bodies);
    json_number(&json, "contacts_mean", per_step(stats, stats->contact_sum));
    json_integer(&json, "contacts_max", stats->contact_most);
    json_number(&json, "iterations_mean", per_step(stats, stats->iteration_sum));
    json_integer(&json, "iterations_max", stats->iteration_most);
    json_number(&json, "residual_worst", stats->residual_worst);
    hf_friction_law law = hf_settings_friction(&about->settings);
    json_text(&json, "friction", hf_friction_write(&law, text));
    json_number(&json, "cone_worst", stats->cone_worst);
    json_integer(&json, "frictionless", stats->frictionless);
    json_text(&json, "integrator", hf_integrator_name(about->settings.step.integrator));
    json_integer(&json, "rays", stats->rays);
    json_integer(&json, "impulse_pieces", stats->impulse_pieces);
    quality_json(&json, &stats->quality);
    answer_stats_json(&json, &stats->answers, about->model);
    json_number(&json, "error_worst", stats->error_worst);
    json_number(&json, "penetration_worst", stats->penetration_worst);
    json_number(&json, "overlap_worst", stats->overlap_worst);
    json_number(&json, "overlap_worst_time", stats->overlap_time);
    json_number(&json, "energy_first", stats->energy_first);
    json_number(&json, "energy_last", stats->energy_last);
    json_number(&json, "energy_drift", stats->energy_last - stats->energy_first);
    json_number(&json, "energy_rise", stats->energy_gain);
    json_number(&json, "limit_passed", stats->limit_worst);
    json_number(&json, "energy_unexplained", stats->unexplained_worst);
    json_number(&json, "energy_unexplained_sum", stats->unexplained_sum);
    json_integer(&json, "energy_unexplained_steps", stats->unexplained_steps);
    json_number(&json, "energy_unexplained_time", stats->unexplained_time);
    if (about->unexplained_body) json_text(&json, "energy_unexplained_body", about->unexplained_body);
    else json_integer(&json, "energy_unexplained_body", stats->unexplained_steps > 0 ? stats->unexplained_body : -1);
    json_number(&json, "step_ms_mean", 1e3 * times.mean);
    json_number(&json, "step_ms_p95", 1e3 * times.p95);
    json_number(&json, "step_ms_max", 1e3 * times.most);
    for (int s = 0; s < HF_STAGE_COUNT; s++)
    {
        snprintf(text, sizeof text, "share_%s", hf_stage_name((hf_stage)s));
        json_number(&json, text, times.sum > 0.0 ? stats->stage_seconds[s] / times.sum : 0.0);
    }
    json_number(&json, "real_time_factor", times.sum > 0.0 ? (about->time - about->begun) / times.sum : 0.0);
    json_number(&json, "seconds", stats->wall);
    snprintf(text, sizeof text, "%016" PRIx64, about->hash);
    json_text(&json, "state", text);
    if (about->final_state) joint_state_json(&json, about->model, about->world);
    start_json(&json, about->model, about->world);
    json_end(&json);
}
