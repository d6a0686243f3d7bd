// holdfast margin: does a pose hold, how much more would it hold, and which forces are possible at its contacts.

#include "commands.h"
#include "console.h"
#include "control.h"
#include "json.h"
#include "scene_options.h"
#include "shared_options.h"

#include "holdfast/margin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEGREE = 3.14159265358979323846 / 180.0;

typedef struct margin_job
{
    const argument_set *arguments;
    hf_model *model;
    hf_world *world;
    hf_margin *margin;
    hf_margin_options options;
} margin_job;

static bool fail(const hf_error *error)
{
    tool_error("%s", error->message);
    return false;
}

// ---- in ----

static bool read_three(const char *text, double x[3])
{
    for (int k = 0; k < 3; k++)
    {
        char *end;
        x[k] = strtod(text, &end);
        if (end == text || *end != (k < 2 ? ',' : 0) || !isfinite(x[k])) return false;
        text = end + 1;
    }
    return true;
}

static bool read_load(margin_job *job, const char *text)
{
    char *copy = tool_text("%s", text), *colon = strrchr(copy, ':'); // names may have some of their own
    bool well = colon && read_three(colon + 1, job->options.force);
    if (!well) tool_error("--load '%s': write BODY:FX,FY,FZ, a force in newtons at its centre of mass", text);
    if (well)
    {
        *colon = 0;
        job->options.body = hf_model_find(job->model, HF_ITEM_BODY, copy);
        well = job->options.body >= 0;
        if (!well) tool_error("--load: there is no body '%s'; 'holdfast info SCENE' lists them", copy);
    }
    free(copy);
    return well;
}

static bool read_axis(margin_job *job, const char *text)
{
    static const char *const names = "xyz";
    const char *name = strlen(text) == 1 ? strchr(names, text[0]) : NULL;
    double *axis = job->options.axis;
    if (name) axis[name - names] = 1.0;
    if (name || read_three(text, axis)) return true;
    tool_error("--tilt '%s': write x, y, z or AX,AY,AZ, the axis that the scene is turned about", text);
    return false;
}

static bool read_options(margin_job *job)
{
    const argument_set *a = job->arguments;
    const char *load = option_text(a, "load"), *tilt = option_text(a, "tilt");
    bool gravity = option_given(a, "gravity"), friction = option_given(a, "friction");
    job->options = hf_margin_options_default();
    job->options.bounds = option_given(a, "bounds");
    if ((load != NULL) + (tilt != NULL) + gravity + friction > 1)
    {
        tool_error("--load, --gravity, --tilt and --friction exclude each other: one thing grows at a time");
        return false;
    }
    if (load) job->options.kind = HF_MARGIN_FORCE;
    if (tilt) job->options.kind = HF_MARGIN_TILT;
    if (gravity) job->options.kind = HF_MARGIN_GRAVITY;
    if (friction) job->options.kind = HF_MARGIN_FRICTION;
    return (!load || read_load(job, load)) && (!tilt || read_axis(job, tilt));
}

/// Runs the scene to the time that is asked for.
static bool come_there(margin_job *job)
{
    double at = option_number(job->arguments, "at"), h = hf_model_settings(job->model).step.timestep;
    const char *key = option_text(job->arguments, "key");
    hf_error error = {0};
    if (key && hf_model_find(job->model, HF_ITEM_KEY, key) < 0)
    {
        tool_error("there is no keyframe '%s' in %s", key, job->arguments->operands[0]);
        return false;
    }
    if (key && hf_world_set_key(job->world, hf_model_find(job->model, HF_ITEM_KEY, key), &error) != HF_STATUS_OK)
        return fail(&error);
    while (hf_world_time(job->world) < at - 0.5 * h)
    {
        hf_step_report report;
        if (hf_world_step(job->world, 0.0, &report, &error) != HF_STATUS_OK) return fail(&error);
        if (report.quality != HF_STEP_FAILED) continue;
        tool_error("the run to %g s fails at %g s; take another --at", at, report.time);
        return false;
    }
    return true;
}

static bool find(margin_job *job)
{
    const char *set = option_text(job->arguments, "set");
    char *scene = scene_word(job->arguments, set);
    hf_error error = {0};
    bool well = scene_model(job->arguments, scene, NULL, &job->model, &error) == HF_STATUS_OK &&
                hf_world_create(job->model, &job->world, &error) == HF_STATUS_OK;
    free(scene);
    if (!well) return fail(&error);
    if (set && scene_is_file(job->arguments->operands[0]) && !control_set(set, job->world, job->model)) return false;
    if (!read_options(job) || !come_there(job)) return false;
    if (hf_margin_create(job->world, &job->options, &job->margin, &error) != HF_STATUS_OK) return fail(&error);
    const char *proof = option_text(job->arguments, "proof");
    if (proof && hf_margin_write_proof(job->margin, proof, &error) != HF_STATUS_OK) return fail(&error);
    return true;
}

// ---- out ----

static const char *body_name(const hf_model *model, int body)
{
    const char *name = body >= 0 ? hf_model_body(model, body).name : NULL;
    return name && name[0] ? name : body == 0 ? "world" : "-";
}

static double shown(const margin_job *job, double x)
{
    return job->options.kind == HF_MARGIN_TILT ? x / DEGREE : x;
}

static void say_number(const char *label, double x, const char *unit, const char *says)
{
    printf("  %-10s ", label);
    if (isnan(x)) printf("not known");
    else if (isinf(x)) printf("without end");
    else printf("%.9g%s", x, unit);
    printf("  (%s)\n", says);
}

static void say_margin(const margin_job *job, const hf_margin_result *r)
{
    static const char *const what[HF_MARGIN_KIND_COUNT] = {"", "largest multiple of the load",
                                                           "largest multiple of gravity", "largest tilt",
                                                           "smallest multiple of all friction"};
    const char *unit = job->options.kind == HF_MARGIN_TILT ? " deg" : "";
    if (job->options.kind == HF_MARGIN_POSE) return;
    printf("%s\n", what[job->options.kind]);
    say_number("holds", shown(job, r->holds), unit, "equal springs with Coulomb's law");
    say_number("may hold", shown(job, r->may), unit, "some forces within the law");
    say_number("cannot", shown(job, r->cannot), unit, "proved bound");
}

static void say_bounds(const margin_job *job, const hf_margin_result *r)
{
    bool all = true;
    printf("\n%-16s %-16s %-9s %23s %23s %23s %23s\n", "body", "on", "carries", "normal [N]", "tangent 1 [N]",
           "tangent 2 [N]", "friction [N]");
    for (int i = 0; i < r->contact_count; i++)
    {
        hf_contact_bounds c = hf_margin_contact(job->margin, i);
        printf("%-16s %-16s %-9s", body_name(job->model, c.contact.body_a), body_name(job->model, c.contact.body_b),
               hf_carries_name(c.carries));
        for (int k = 0; k < 3; k++) printf(" %11.5g %11.5g", c.least[k], c.greatest[k]);
        printf(" %11.5g %11.5g%s\n", c.least_friction, c.greatest_friction, c.friction_exact ? "" : " *");
        all &= c.friction_exact;
    }
    if (!all) printf("*: friction is not outside of this, and may not come to its ends\n");
    printf("\npairs\n");
    for (int p = 0; p < r->pair_count; p++)
    {
        hf_pair_bounds b = hf_margin_pair(job->margin, p);
        printf("%-16s %-16s %-9s %11.5g %11.5g\n", body_name(job->model, b.body_a), body_name(job->model, b.body_b),
               hf_carries_name(b.carries), b.least_load, b.greatest_load);
    }
    if (r->self_stress) printf("inf: only if prestressed, by contacts that press against each other\n");
}

static void write_lines(const margin_job *job, const hf_margin_result *r)
{
    bool good = r->verdict == HF_VERDICT_HOLDS, bad = r->verdict == HF_VERDICT_CANNOT;
    console_cell(stdout, hf_verdict_name(r->verdict), 0, good ? COLOUR_GOOD : bad ? COLOUR_BAD : COLOUR_PLAIN);
    printf(": %d contacts between %d pairs of bodies at t = %g s%s\n", r->contact_count, r->pair_count,
           hf_world_time(job->world), r->self_stress ? "; contacts can press against each other (self-stress)" : "");
    if (bad) printf("nothing resists a motion of %s\n", body_name(job->model, r->moving_body));
    say_margin(job, r);
    if (job->options.bounds && (bad || r->verdict == HF_VERDICT_UNKNOWN)) printf("no bounds: no forces are known\n");
    else if (job->options.bounds) say_bounds(job, r);
}

static void json_contacts(json_writer *json, const margin_job *job, const hf_margin_result *r)
{
    json_array_begin(json, "contacts");
    for (int i = 0; i < r->contact_count; i++)
    {
        hf_contact_bounds c = hf_margin_contact(job->margin, i);
        json_item_begin(json);
        json_text(json, "body_a", body_name(job->model, c.contact.body_a));
        json_text(json, "body_b", body_name(job->model, c.contact.body_b));
        json_numbers(json, "point", c.contact.point, 3);
        json_numbers(json, "normal", c.contact.normal, 3);
        json_text(json, "carries", hf_carries_name(c.carries));
        json_numbers(json, "least", c.least, 3);
        json_numbers(json, "greatest", c.greatest, 3);
        json_numbers(json, "friction", (const double[]){c.least_friction, c.greatest_friction}, 2);
        json_boolean(json, "friction_exact", c.friction_exact);
        json_boolean(json, "unbounded", isinf(c.greatest[0]));
        json_item_end(json);
    }
    json_array_end(json);
    json_array_begin(json, "pairs");
    for (int p = 0; p < r->pair_count; p++)
    {
        hf_pair_bounds b = hf_margin_pair(job->margin, p);
        json_item_begin(json);
        json_text(json, "body_a", body_name(job->model, b.body_a));
        json_text(json, "body_b", body_name(job->model, b.body_b));
        json_text(json, "carries", hf_carries_name(b.carries));
        json_number(json, "least_load", b.least_load);
        json_number(json, "greatest_load", b.greatest_load);
        json_numbers(json, "least", b.least, 6);
        json_numbers(json, "greatest", b.greatest, 6);
        json_item_end(json);
    }
    json_array_end(json);
}

static void write_json(const margin_job *job, const hf_margin_result *r)
{
    json_writer json = json_begin(stdout);
    json_text(&json, "scene", job->arguments->operands[0]);
    json_number(&json, "time", hf_world_time(job->world));
    json_text(&json, "verdict", hf_verdict_name(r->verdict));
    json_boolean(&json, "self_stress", r->self_stress);
    json_text(&json, "kind", hf_margin_kind_name(job->options.kind));
    if (job->options.kind != HF_MARGIN_POSE)
    {
        json_number(&json, "holds", shown(job, r->holds));
        json_number(&json, "may", shown(job, r->may));
        json_number(&json, "cannot", shown(job, r->cannot));
        json_boolean(&json, "endless", isinf(r->may));
    }
    json_text(&json, "moving_body", body_name(job->model, r->moving_body));
    json_integer(&json, "contact_count", r->contact_count);
    json_integer(&json, "dof_count", r->dof_count);
    if (job->options.bounds) json_contacts(&json, job, r);
    json_end(&json);
}

static int run(const argument_set *arguments)
{
    margin_job job = {.arguments = arguments};
    int code = EXIT_ERROR;
    if (find(&job))
    {
        hf_margin_result r = hf_margin_get(job.margin);
        if (option_given(arguments, "json")) write_json(&job, &r);
        else write_lines(&job, &r);
        bool missing = job.options.kind != HF_MARGIN_POSE && isnan(r.may) && r.verdict != HF_VERDICT_CANNOT;
        code = r.verdict == HF_VERDICT_UNKNOWN || missing ? EXIT_NOT_CONVERGED : EXIT_SUCCESS;
    }
    hf_margin_destroy(job.margin);
    hf_world_destroy(job.world);
    hf_model_destroy(job.model);
    return code;
}

static const option_def options[] = {
    {.name = "at",
     .argument = "T",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .fallback = "0",
     .help = "run the scene to this time first [s]"},
    {.name = "load",
     .argument = "BODY:FX,FY,FZ",
     .kind = OPTION_TEXT,
     .help = "a force at the centre of mass of a body grows [N]"},
    {.name = "gravity", .kind = OPTION_FLAG, .help = "gravity grows"},
    {.name = "tilt",
     .argument = "AXIS",
     .kind = OPTION_TEXT,
     .help = "the scene is turned about x, y, z or AX,AY,AZ; the margin is an angle in degrees"},
    {.name = "friction", .kind = OPTION_FLAG, .help = "all coefficients of friction shrink"},
    {.name = "bounds", .kind = OPTION_FLAG, .help = "least and greatest forces at each contact and pair of bodies"},
    {.name = "proof",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "write what proves it; 'holdfast check F' verifies"},
    {.name = "key", .argument = "NAME", .kind = OPTION_TEXT, .help = "start from a keyframe of the file"},
    {.name = "set",
     .argument = "NAME=VALUE,...",
     .kind = OPTION_TEXT,
     .help = "parameters of a built-in scene; of a file, controls of actuators, and attributes of elements by name, as "
             "with run"},
    SCENE_FLOATING,
    SCENE_SEED,
    SHARED_JSON("one JSON object"),
};

static const example_def examples[] = {
    {"margin incline --tilt y", "how far the slope may be turned until the box slides"},
    {"margin arch --load stone_3:0,0,-1 --proof arch.proof", "the load that an arch carries, and why not more"},
    {"margin table --bounds", "which forces its legs may have"},
    {"margin grasp --at 1 --friction --json", "the least friction that a grasp needs"},
};

const command_def margin_command = {
    .name = "margin",
    .operands = "SCENE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "does a pose hold, by how much, and which forces are possible",
    .details =
        "Looks at the scene at one moment as if it were at rest. 'holds': equally stiff contacts with Coulomb's law "
        "carry the load. 'may hold': some forces within the law do; 'only if prestressed' where contacts can press "
        "against each other, and would have to. 'cannot hold': no forces do, and a motion that nothing resists proves "
        "it. With --load, --gravity, --tilt or --friction the largest multiple (of friction the smallest) for each of "
        "these.\n\n"
        "Motors that hold a place may use all of their range; passive springs have the force that they have now.",
    .exits = "0 if there is an answer, 2 if it is not known, 1 if there was an error.",
    COMMAND_TABLES,
};
