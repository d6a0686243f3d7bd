// holdfast scenes: the built-in scenes and their parameters.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "shared_options.h"

#include "holdfast/scene.h"

#include <stdlib.h>
#include <string.h>

static void list_json(void)
{
    for (int k = 0; k < hf_builtin_count(); k++)
    {
        const hf_builtin *scene = hf_builtin_at(k);
        json_writer json = json_begin(stdout);
        json_text(&json, "name", scene->name);
        json_text(&json, "summary", scene->summary);
        json_array_begin(&json, "parameters");
        for (int p = 0; p < scene->parameter_count; p++)
        {
            const hf_builtin_parameter *parameter = &scene->parameters[p];
            json_item_begin(&json);
            json_text(&json, "name", parameter->name);
            json_text(&json, "help", parameter->help);
            json_number(&json, "default", parameter->fallback);
            json_number(&json, "least", parameter->least);
            json_number(&json, "most", parameter->most);
            json_boolean(&json, "whole", parameter->whole);
            json_item_end(&json);
        }
        json_array_end(&json);
        json_end(&json);
    }
}

static void list_table(void)
{
    int width = 0;
    for (int k = 0; k < hf_builtin_count(); k++)
        if (text_width(hf_builtin_at(k)->name) > width) width = text_width(hf_builtin_at(k)->name);
    for (int k = 0; k < hf_builtin_count(); k++)
    {
        const hf_builtin *scene = hf_builtin_at(k);
        console_cell(stdout, scene->name, width + 2, COLOUR_BOLD);
        console_cell(stdout, scene->summary, 0, COLOUR_PLAIN);
        fputc('\n', stdout);
    }
    puts("\nholdfast scenes NAME shows the parameters of a scene; NAME:parameter=value,... sets them.");
}

static int show_one(const char *name)
{
    const char **names = tool_allocate((size_t)hf_builtin_count(), sizeof *names);
    const hf_builtin *scene = NULL;
    for (int k = 0; k < hf_builtin_count(); k++)
    {
        names[k] = hf_builtin_at(k)->name;
        if (strcmp(names[k], name) == 0) scene = hf_builtin_at(k);
    }
    const char *nearest = scene ? NULL : nearest_word(name, names, hf_builtin_count());
    free(names);
    if (!scene)
    {
        tool_error("there is no built-in scene '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
                   nearest ? nearest : "", nearest ? "'?" : "; `holdfast scenes` lists them");
        return EXIT_ERROR;
    }
    printf("%s: %s\n", scene->name, scene->summary);
    for (int p = 0; p < scene->parameter_count; p++)
    {
        const hf_builtin_parameter *parameter = &scene->parameters[p];
        fputs("  ", stdout);
        console_cell(stdout, parameter->name, 12, COLOUR_BOLD);
        printf("%s (default %.10g, %g to %g)\n", parameter->help, parameter->fallback, parameter->least,
               parameter->most);
    }
    return EXIT_SUCCESS;
}

static int run(const argument_set *arguments)
{
    if (arguments->operand_count > 0) return show_one(arguments->operands[0]);
    if (option_given(arguments, "json")) list_json();
    else if (option_given(arguments, "names"))
        for (int k = 0; k < hf_builtin_count(); k++) puts(hf_builtin_at(k)->name);
    else list_table();
    return EXIT_SUCCESS;
}

static const option_def options[] = {
    SHARED_JSON("one JSON object a line: name, summary, parameters"),
    SHARED_NAMES,
};

static const example_def examples[] = {
    {"scenes", "what there is"},
    {"scenes arch", "the parameters of one scene"},
    {"info arch:n=101", "a scene with a parameter set"},
};

const command_def scenes_command = {
    .name = "scenes",
    .operands = "[NAME]",
    .operand_most = 1,
    .summary = "list the built-in scenes, or the parameters of one",
    .details =
        "A built-in scene is given by its name wherever a scene is asked for. Parameters follow a colon: "
        "incline:mu=0.4,angle=30. Scenes also come from MJCF (.xml), URDF (.urdf), SDF (.sdf) and SVG (.svg) files.",
    .exits = "0; 1 if there is no such scene.",
    COMMAND_TABLES,
};
