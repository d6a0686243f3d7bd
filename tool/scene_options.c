#include "scene_options.h"

#include "bundled.h"
#include "console.h"

#include "holdfast/scene.h"

#include <stdlib.h>
#include <string.h>

static void show_notice(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "note: %s\n", text);
}

bool scene_is_file(const char *word)
{
    size_t length = strcspn(word, ":");
    return memchr(word, '/', length) || memchr(word, '.', length);
}

char *scene_word(const argument_set *arguments, const char *parameters)
{
    const char *word = arguments->operands[0];
    if (parameters) return tool_text("%s%c%s", word, strchr(word, ':') ? ',' : ':', parameters);
    char *path = scene_is_file(word) ? bundled_path(word) : tool_text("%s", word);
    char *scene = tool_text("%s%s", path, option_given(arguments, "floating") && !strchr(word, '#') ? "#floating" : "");
    free(path);
    return scene;
}

/// A model is built for its coordinates: they are chosen before.
static hf_status choose_coordinates(const char *coordinates, hf_builder *builder, hf_error *error)
{
    hf_settings settings = hf_builder_settings(builder);
    if (!coordinates) return HF_STATUS_OK;
    bool maximal = strcmp(coordinates, "maximal") == 0;
    settings.coordinates = maximal ? HF_COORDINATES_MAXIMAL : HF_COORDINATES_REDUCED;
    return hf_builder_set(builder, &settings, error);
}

hf_status scene_model(const argument_set *arguments, const char *scene, const char *coordinates, hf_model **model,
                      hf_error *error)
{
    hf_builder *builder = NULL;
    hf_status status =
        hf_scene_open(scene, (uint64_t)option_count(arguments, "seed"), show_notice, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = choose_coordinates(coordinates, builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, model, error);
    hf_builder_destroy(builder);
    return status;
}
