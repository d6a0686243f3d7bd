#include "scene_options.h"

#include "bundled.h"
#include "console.h"
#include "control.h"

#include "holdfast/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show_notice(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "note: %s\n", text);
}

bool scene_is_file(const char *word)
{
    if (word[0] && word[1] == ':' && (word[2] == '/' || word[2] == '\\')) return true; // a drive of Windows
    size_t length = strcspn(word, ":");
    return memchr(word, '/', length) || memchr(word, '.', length);
}

char *scene_word(const argument_set *arguments, const char *set)
{
    const char *word = arguments->operands[0];
    if (set && !scene_is_file(word)) return tool_text("%s%c%s", word, strchr(word, ':') ? ',' : ':', set);
    suggest_scene(word);
    char *path = scene_is_file(word) ? bundled_path(word) : tool_text("%s", word);
    char *scene = tool_text("%s%s", path, option_given(arguments, "floating") && !strchr(word, '#') ? "#floating" : "");
    char *changed = control_scene(scene, set);
    free(path);
    free(scene);
    return changed;
}

/// A model is built for its coordinates and its integrator: they are chosen before.
static hf_status choose_settings(const scene_choices *choices, hf_builder *builder, hf_error *error)
{
    hf_settings settings = hf_builder_settings(builder);
    if (choices->coordinates)
    {
        bool maximal = strcmp(choices->coordinates, "maximal") == 0;
        settings.step.coordinates = maximal ? HF_COORDINATES_MAXIMAL : HF_COORDINATES_REDUCED;
    }
    for (int k = 0; choices->integrator && k < HF_INTEGRATOR_COUNT; k++)
        if (strcmp(choices->integrator, hf_integrator_name(k)) == 0) settings.step.integrator = (hf_integrator)k;
    return hf_builder_set(builder, &settings, error);
}

/// One BODY=FILE.
static hf_status add_motion(char *item, hf_builder *builder, hf_error *error)
{
    hf_motion_keys *keys = NULL;
    char *file = strchr(item, '=');
    if (!file || file == item)
    {
        snprintf(error->message, sizeof error->message, "--motion '%.100s': a body, =, and a file are needed", item);
        return HF_STATUS_INVALID;
    }
    *file++ = 0;
    int body = hf_builder_find_body(builder, item);
    if (body < 0)
    {
        snprintf(error->message, sizeof error->message, "--motion: there is no body '%.100s'; holdfast info lists them",
                 item);
        return HF_STATUS_INVALID;
    }
    hf_status status = hf_motion_read(file, &keys, error);
    hf_motion_def def = status == HF_STATUS_OK ? hf_motion_keys_def(keys, body) : (hf_motion_def){0};
    if (status == HF_STATUS_OK) status = hf_builder_add_motion(builder, &def, error);
    hf_motion_keys_destroy(keys);
    return status;
}

hf_status scene_model(const argument_set *arguments, const char *scene, const scene_choices *choices, hf_model **model,
                      hf_error *error)
{
    const scene_choices none = {0};
    char item[1024];
    hf_builder *builder = NULL;
    if (!choices) choices = &none;
    hf_status status =
        hf_scene_open(scene, (uint64_t)option_count(arguments, "seed"), show_notice, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = choose_settings(choices, builder, error);
    for (int k = 0; status == HF_STATUS_OK && choices->motions && list_item(choices->motions, k, item, sizeof item);
         k++)
        status = add_motion(item, builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, model, error);
    if (status == HF_STATUS_OK) status = hf_scene_remarks(*model, show_notice, NULL, error);
    hf_builder_destroy(builder);
    return status;
}
