// holdfast info: what a scene consists of.

#include "commands.h"
#include "console.h"
#include "json.h"

#include "holdfast/scene.h"

#include <stdlib.h>

enum
{
    LISTED = 20 // bodies that the table shows, unless all are asked for
};

static const char *motion_name(hf_motion motion)
{
    return motion == HF_MOTION_FREE ? "free" : motion == HF_MOTION_STATIC ? "static" : "prescribed";
}

static void show_notice(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "note: %s\n", text);
}

static void write_json(const char *scene, const hf_model *model, const hf_scene_info *info)
{
    hf_settings settings = hf_model_settings(model);
    json_writer json = json_begin(stdout);
    json_text(&json, "scene", scene);
    json_integer(&json, "nbody", info->body_count);
    json_integer(&json, "njoint", info->joint_count);
    json_integer(&json, "nv", info->dof_count);
    json_integer(&json, "nu", info->actuator_count);
    json_integer(&json, "ngeom", info->colliding_count);
    json_integer(&json, "nshape", info->shape_count);
    json_integer(&json, "npair", info->pair_count);
    json_number(&json, "mass", info->mass);
    json_number(&json, "timestep", settings.timestep);
    json_number(&json, "duration", settings.duration);
    json_array_begin(&json, "bodies");
    for (int b = 0; b < info->body_count; b++)
    {
        hf_body_def body = hf_model_body(model, b);
        json_item_begin(&json);
        json_text(&json, "name", body.name ? body.name : "");
        json_text(&json, "motion", motion_name(body.motion));
        json_number(&json, "mass", body.motion == HF_MOTION_FREE ? body.mass : 0);
        json_number(&json, "x", body.position[0]);
        json_number(&json, "y", body.position[1]);
        json_number(&json, "z", body.position[2]);
        json_item_end(&json);
    }
    json_array_end(&json);
    json_end(&json);
}

static void write_kinds(const hf_scene_info *info)
{
    bool first = true;
    for (int k = 0; k < HF_SHAPE_KIND_COUNT; k++)
    {
        if (!info->kind_count[k]) continue;
        printf("%s%d %s", first ? " (" : ", ", info->kind_count[k], hf_shape_kind_name((hf_shape_kind)k));
        first = false;
    }
    puts(first ? "" : ")");
}

static void write_bodies(const hf_model *model, int count)
{
    console_cell(stdout, "body", 24, COLOUR_DIM);
    console_cell(stdout, "motion", 12, COLOUR_DIM);
    console_cell(stdout, "mass [kg]", -12, COLOUR_DIM);
    console_cell(stdout, "at [m]", 0, COLOUR_DIM);
    fputc('\n', stdout);
    for (int b = 0; b < count; b++)
    {
        hf_body_def body = hf_model_body(model, b);
        char name[64], mass[32] = "";
        shorten(body.name ? body.name : "(unnamed)", 22, name, sizeof name);
        if (body.motion == HF_MOTION_FREE) snprintf(mass, sizeof mass, "%.6g", body.mass);
        console_cell(stdout, name, 24, COLOUR_BOLD);
        console_cell(stdout, motion_name(body.motion), 12, COLOUR_PLAIN);
        console_cell(stdout, mass, -12, COLOUR_PLAIN);
        printf("  %.6g %.6g %.6g\n", body.position[0], body.position[1], body.position[2]);
    }
}

static void write_table(const hf_model *model, const hf_scene_info *info, bool all)
{
    hf_settings settings = hf_model_settings(model);
    printf("bodies    %d: %d free, %d prescribed, %d static (the world is one)\n", info->body_count, info->free_count,
           info->prescribed_count, info->static_count);
    printf("freedom   %d degrees\n", info->dof_count);
    printf("mass      %.9g kg\n", info->mass);
    printf("shapes    %d, %d of them collide", info->shape_count, info->colliding_count);
    write_kinds(info);
    printf("pairs     %lld that may touch\n", info->pair_count);
    printf("step      %g s, theta %g, solver %s, tolerance %g\n", settings.timestep, settings.theta, settings.solver,
           settings.tolerance);
    printf("duration  %g s\n\n", settings.duration);
    int shown = all || info->body_count <= LISTED ? info->body_count : LISTED;
    write_bodies(model, shown);
    if (shown < info->body_count) printf("… and %d more (--all shows them)\n", info->body_count - shown);
}

static int run(const argument_set *arguments)
{
    const char *scene = arguments->operands[0];
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_error error = {0};
    hf_scene_info info;
    hf_status status =
        hf_scene_open(scene, (uint64_t)option_count(arguments, "seed"), show_notice, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    hf_builder_destroy(builder);
    if (status == HF_STATUS_OK) status = hf_scene_describe(model, &info, &error);
    if (status != HF_STATUS_OK) tool_error("%s", error.message);
    else if (option_given(arguments, "json")) write_json(scene, model, &info);
    else write_table(model, &info, option_given(arguments, "all"));
    hf_model_destroy(model);
    return status == HF_STATUS_OK ? EXIT_ALL_WELL : EXIT_ERROR;
}

static const option_def options[] = {
    {.name = "json",
     .kind = OPTION_FLAG,
     .help = "one JSON object: nbody (the world counts), njoint, nv, nu, ngeom (those that collide), npair, mass, "
             "bodies"},
    {.name = "all", .kind = OPTION_FLAG, .help = "list every body"},
    {.name = "seed",
     .argument = "N",
     .kind = OPTION_COUNT,
     .fallback = "1",
     .help = "for built-in scenes that draw random numbers",
     .least = 0,
     .most = 1e15},
};

static const example_def examples[] = {
    {"info grasp", "a built-in scene"},
    {"info card_house:levels=10", "the same with a parameter"},
    {"info scenes/incline.xml --json", "an MJCF file, for scripts"},
};

const command_def info_command = {
    .name = "info",
    .operands = "SCENE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "show what a scene consists of: bodies, masses, shapes, pairs that may touch",
    .details = "SCENE is an MJCF file, or a built-in scene with its parameters after a colon (holdfast scenes lists "
               "them). FILE.xml#KEY starts at a keyframe; without it the first keyframe is used, if there is any, and "
               "FILE.xml# uses none.",
    .exits = "0; 1 if the scene cannot be read or built.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .run = run,
};
