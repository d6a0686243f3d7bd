// holdfast convert: a scene as MJCF or URDF, a file of curves as another.

#include "commands.h"
#include "console.h"
#include "curves.h"
#include "scene_options.h"
#include "shared_options.h"

#include "holdfast/scene.h"

#include <stdlib.h>
#include <string.h>

static void show_notice(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "note: %s\n", text);
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

static int run(const argument_set *arguments)
{
    const char *target = arguments->operands[1];
    if (is_curves(arguments->operands[0]))
        return convert_curves(arguments, arguments->operands[0], target) ? EXIT_SUCCESS : EXIT_ERROR;
    hf_model *model = NULL;
    hf_error error = {0};
    bool mjcf = ends_in(target, ".xml"), urdf = ends_in(target, ".urdf");
    if (!mjcf && !urdf)
    {
        tool_error("'%s' ends neither in .xml (MJCF) nor in .urdf", target);
        return EXIT_ERROR;
    }
    char *scene = scene_word(arguments, NULL);
    hf_status status = scene_model(arguments, scene, NULL, &model, &error);
    if (status == HF_STATUS_OK)
        status = mjcf ? hf_scene_write_mjcf(model, target, &error)
                      : hf_scene_write_urdf(model, target, option_given(arguments, "lossy"), show_notice, NULL, &error);
    bool refused = status == HF_STATUS_UNSUPPORTED && urdf && model && !option_given(arguments, "lossy");
    if (status != HF_STATUS_OK)
        tool_error("%s%s", error.message, refused ? ": URDF has no words for it; --lossy leaves such things out" : "");
    hf_model_destroy(model);
    free(scene);
    return status == HF_STATUS_OK ? EXIT_SUCCESS : EXIT_ERROR;
}

static const option_def options[] = {
    {.name = "lossy",
     .kind = OPTION_FLAG,
     .help = "leave out what URDF has no words for, each with a note; an error names it otherwise"},
    CURVE_OPTIONS,
    SCENE_FLOATING,
    SCENE_SEED,
};

static const example_def examples[] = {
    {"convert robot.urdf robot.xml", "URDF to MJCF"},
    {"convert scene.xml flat.xml", "MJCF without includes, classes and files of meshes"},
    {"convert arm.xml arm.urdf --lossy", "what URDF can hold of an MJCF file"},
    {"convert arch:n=101 arch.xml", "a built-in scene as a file"},
    {"convert guides.hair guides.csv --scale 0.01 --up y --maximum 500", "500 strands of a file of hair, as a table"},
};

const command_def convert_command = {
    .name = "convert",
    .operands = "SCENE FILE",
    .operand_least = 2,
    .operand_most = 2,
    .summary = "write a scene as MJCF (FILE.xml) or URDF (FILE.urdf), or curves as .hair, .obj or .csv",
    .details = "MJCF is written flat, in radians, every inertia written out and meshes in place, so that reading it "
               "gives the same model; meshes that are only looked at are gone. URDF holds trees of links with one "
               "joint each, linear couplings of joints, and shapes that collide; meshes become OBJ files beside it.\n\n"
               "A file of curves (.hair, lines of .obj, .csv with strand, x, y, z and perhaps radius) becomes another.",
    .exits = "0; 1 if the scene cannot be read, or the format has no words for something.",
    COMMAND_TABLES,
};
