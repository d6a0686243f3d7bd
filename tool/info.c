// holdfast info: what a scene consists of, and its dynamics at the start; what a recording holds.

#include "info_model.h"
#include "shared_options.h"

#include "commands.h"
#include "console.h"
#include "curves.h"
#include "scene_options.h"

#include "holdfast/scene.h"

#include <stdlib.h>

/// The world at the start or at a keyframe, what overlaps there, and the dynamics if they are asked for. False after
/// having said why. A pose is never a reason: a person can look at it.
static bool make_world(const hf_model *model, const char *key, bool dynamics, model_start *start)
{
    hf_error error = {0};
    size_t n = dynamics ? (size_t)hf_model_v_count(model) : 0;
    hf_status status = hf_world_create(model, &start->world, &error);
    if (status == HF_STATUS_OK && key)
        status = hf_world_set_key(start->world, hf_model_find(model, HF_ITEM_KEY, key), &error);
    if (status == HF_STATUS_OK) status = hf_world_find_overlaps(start->world, &error);
    if (dynamics)
    {
        start->mass_matrix = tool_allocate(n * n, sizeof(double));
        start->bias = tool_allocate(n, sizeof(double));
        if (status == HF_STATUS_OK) status = hf_world_mass_matrix(start->world, start->mass_matrix, &error);
        if (status == HF_STATUS_OK) status = hf_world_bias(start->world, start->bias, &error);
    }
    if (status != HF_STATUS_OK) tool_error("%s", error.message);
    return status == HF_STATUS_OK;
}

static bool show(const argument_set *arguments, const char *scene, const hf_model *model)
{
    hf_error error = {0};
    hf_scene_info info;
    model_start start = {0};
    const char *key = option_text(arguments, "key");
    if (key && hf_model_find(model, HF_ITEM_KEY, key) < 0)
    {
        tool_error("there is no keyframe '%s' in %s", key, scene);
        return false;
    }
    if (hf_scene_describe(model, &info, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    bool well = make_world(model, key, option_given(arguments, "dynamics"), &start);
    if (well && option_given(arguments, "json")) info_json(scene, model, &info, &start);
    else if (well) info_table(model, &info, option_given(arguments, "all"), &start);
    hf_world_destroy(start.world);
    free(start.mass_matrix);
    free(start.bias);
    return well;
}

static int run(const argument_set *arguments)
{
    if (is_recording(arguments->operands[0]))
        return info_recording(arguments->operands[0], option_given(arguments, "json")) ? EXIT_SUCCESS : EXIT_ERROR;
    if (is_curves(arguments->operands[0]))
        return info_curves(arguments->operands[0], option_given(arguments, "json")) ? EXIT_SUCCESS : EXIT_ERROR;
    hf_model *model = NULL;
    hf_error error = {0};
    char *scene = scene_word(arguments, NULL);
    hf_status status = scene_model(arguments, scene, NULL, &model, &error);
    if (status != HF_STATUS_OK) tool_error("%s", error.message);
    bool well = status == HF_STATUS_OK && show(arguments, scene, model);
    hf_model_destroy(model);
    free(scene);
    return well ? EXIT_SUCCESS : EXIT_ERROR;
}

static const option_def options[] = {
    SHARED_JSON("one JSON object: nbody (the world counts), njoint, nv, nu, ngeom (those that collide), npair, mass, "
                "bodies, joints, loops, tendons, actuators, keys, overlaps at the start"),
    {.name = "dynamics",
     .kind = OPTION_FLAG,
     .help = "also qpos, qvel, the mass matrix (armature included) and the bias force C(q, v) v + g(q)"},
    {.name = "key", .argument = "NAME", .kind = OPTION_TEXT, .help = "at that keyframe; the scene's start otherwise"},
    {.name = "all", .kind = OPTION_FLAG, .help = "list every body"},
    SCENE_FLOATING,
    SCENE_SEED,
};

static const example_def examples[] = {
    {"info grasp", "a built-in scene"},
    {"info card_house:levels=10", "the same with a parameter"},
    {"info scenes/incline.xml --json", "an MJCF file, for scripts"},
    {"info robot.xml --dynamics --json --key home", "with mass matrix and bias force at a keyframe"},
    {"info run.hdf5", "a recording: how many steps were exact, approximate, cut, failed"},
    {"info guides.hair", "a file of curves: strands, points, lengths, and what is left out of it"},
    {"info robot.urdf --floating", "a URDF file whose root moves freely"},
};

const command_def info_command = {
    .name = "info",
    .operands = "SCENE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "show what a scene consists of: tree of bodies, masses, joints, loops, actuators, pairs that may touch",
    .details =
        "SCENE is an MJCF, URDF, SDF or SVG file, or a built-in scene with its parameters after a colon (holdfast "
        "scenes "
        "lists them). FILE.xml#KEY starts at a keyframe; without it the first keyframe is used, if there is "
        "any, and FILE.xml# uses none. Of a recording (*.hdf5) it shows its steps and how good they were, of curves "
        "(*.hair, *.obj, *.csv) how many there are.\n\n"
        "qpos and qvel are laid out as in MuJoCo: body by body, 7 and 6 numbers of a free body, 1 of a hinge or "
        "slide, 4 and 3 of a ball.",
    .exits = "0; 1 if the scene cannot be read or built.",
    COMMAND_TABLES,
};
