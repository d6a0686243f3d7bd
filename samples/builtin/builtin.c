// The built-in scenes: finding them, and reading their parameters.

#include "base/error.h"
#include "base/locale.h"
#include "samples/builtin/scene_helpers.h"
#include "scene/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PARAMETER_CAPACITY = 16, // more than any scene has
    WORD = 64,
};

static const builtin_def *find_at(int index)
{
    const struct
    {
        const builtin_def *scenes;
        int count;
    } files[] = {
        {sliding_scenes, sliding_scene_count},   {standing_scenes, standing_scene_count},
        {spinning_scenes, spinning_scene_count}, {heap_scenes, heap_scene_count},
        {hand_scenes, hand_scene_count},         {mechanism_scenes, mechanism_scene_count},
        {rope_scenes, rope_scene_count},         {fibre_scenes, fibre_scene_count},
        {hair_scenes, hair_scene_count},         {feeder_scenes, feeder_scene_count},
        {planar_scenes, planar_scene_count},     {clockwork_scenes, clockwork_scene_count},
        {compared_scenes, compared_scene_count}, {grain_scenes, grain_scene_count},
    };
    for (size_t f = 0; index >= 0 && f < sizeof files / sizeof files[0]; f++)
    {
        if (index < files[f].count) return &files[f].scenes[index];
        index -= files[f].count;
    }
    return NULL;
}

static int sample_count(void)
{
    return sliding_scene_count + standing_scene_count + spinning_scene_count + heap_scene_count + hand_scene_count +
           mechanism_scene_count + rope_scene_count + fibre_scene_count + hair_scene_count + feeder_scene_count +
           planar_scene_count + clockwork_scene_count + compared_scene_count + grain_scene_count;
}

static const hf_builtin *sample_at(int index)
{
    const builtin_def *def = find_at(index);
    return def ? &def->listed : NULL;
}

static const builtin_def *find_named(const char *name)
{
    for (int k = 0; k < sample_count(); k++)
        if (strcmp(find_at(k)->listed.name, name) == 0) return find_at(k);
    return NULL;
}

/// "mu, angle, mass" for a message.
static const char *list_names(const hf_builtin *scene, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (int p = 0; p < scene->parameter_count && used < size; p++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", p ? ", " : "", scene->parameters[p].name);
    return scene->parameter_count ? out : "none";
}

static hf_status set_value(const hf_builtin *scene, const char *name, const char *text, double *values, hf_error *error)
{
    for (int p = 0; p < scene->parameter_count; p++)
    {
        const hf_builtin_parameter *parameter = &scene->parameters[p];
        if (strcmp(parameter->name, name) != 0) continue;
        char *end;
        double value = strtod(text, &end);
        if (end == text || *end || !isfinite(value))
            return error_set(error, HF_STATUS_INVALID, "%s: %s=%s is no number in %g … %g (%s)", scene->name, name,
                             text, parameter->least, parameter->most, parameter->help);
        if (!(value >= parameter->least && value <= parameter->most))
            return error_set(error, HF_STATUS_INVALID, "%s: %s=%s: must lie in %g … %g (%s)", scene->name, name, text,
                             parameter->least, parameter->most, parameter->help);
        if (parameter->whole && value != floor(value))
            return error_set(error, HF_STATUS_INVALID, "%s: %s=%s: must be a whole number", scene->name, name, text);
        values[p] = value;
        return HF_STATUS_OK;
    }
    char names[200];
    return error_set(error, HF_STATUS_INVALID, "%s has no parameter '%s'; it has %s", scene->name, name,
                     list_names(scene, names, sizeof names));
}

/// One "name=value" of the list.
static hf_status read_word(const hf_builtin *scene, const char *word, size_t length, double *values, hf_error *error)
{
    char copy[WORD];
    while (length > 0 && *word == ' ') word++, length--;
    while (length > 0 && word[length - 1] == ' ') length--;
    if (length >= sizeof copy)
        return error_set(error, HF_STATUS_INVALID, "%s: the parameter '%.40s…' is too long", scene->name, word);
    memcpy(copy, word, length);
    copy[length] = 0;
    char *equals = strchr(copy, '=');
    if (!equals || equals == copy || !equals[1])
        return error_set(error, HF_STATUS_INVALID,
                         "%s: '%s' is no parameter: write name=value, several separated by commas", scene->name, copy);
    *equals = 0;
    return set_value(scene, copy, equals + 1, values, error);
}

static hf_status read_parameters(const hf_builtin *scene, const char *text, double *values, hf_error *error)
{
    for (int p = 0; p < scene->parameter_count; p++) values[p] = scene->parameters[p].fallback;
    while (text && *text)
    {
        size_t length = strcspn(text, ",");
        TRY(read_word(scene, text, length, values, error));
        text += length;
        if (*text == ',') text++;
    }
    return HF_STATUS_OK;
}

static hf_status sample_make(const char *name, const char *parameters, uint64_t seed, hf_builder **builder,
                             hf_error *error)
{
    *builder = NULL;
    const builtin_def *def = name ? find_named(name) : NULL;
    if (!def)
        return error_set(error, HF_STATUS_INVALID, "there is no built-in scene '%s'; `holdfast scenes` lists them",
                         name ? name : "");
    double values[PARAMETER_CAPACITY];
    scene_helpers k = {.scene = &def->listed,
                       .values = values,
                       .settings = hf_settings_default(),
                       .random = random_seed(seed),
                       .error = error};
    c_locale locale = c_locale_enter();
    k.status = read_parameters(k.scene, parameters, values, error);
    c_locale_leave(&locale);
    if (k.status == HF_STATUS_OK) k.status = hf_builder_create(&k.builder, error);
    if (k.status == HF_STATUS_OK) def->make(&k);
    if (k.status == HF_STATUS_OK) k.status = hf_builder_set(k.builder, &k.settings, error);
    if (k.status == HF_STATUS_OK) *builder = k.builder;
    else hf_builder_destroy(k.builder);
    return k.status;
}

const scene_samples builtin_samples = {sample_count, sample_at, sample_make};
