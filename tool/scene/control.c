#include "control.h"

#include "console.h"
#include "options.h"

#include "holdfast/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Blanks around a word go away.
static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t", text[length - 1])) text[--length] = 0;
    return text;
}

static int find_actuator(const hf_model *model, const char *name)
{
    int index = hf_model_find(model, HF_ITEM_ACTUATOR, name), count = hf_model_count(model, HF_ITEM_ACTUATOR);
    if (index >= 0) return index;
    const char **names = tool_allocate((size_t)count, sizeof *names);
    int named = 0;
    for (int k = 0; k < count; k++)
    {
        const char *own = hf_model_actuator(model, k).name;
        if (own) names[named++] = own;
    }
    const char *near = nearest_word(name, names, named);
    if (strpbrk(name, "./"))
        tool_error("--set: '%s' is neither an actuator nor NAME.ATTRIBUTE with an attribute of MJCF; "
                   "holdfast info lists actuators, docs/scenes.md what is read",
                   name);
    else if (near) tool_error("--set: there is no actuator '%s'; did you mean '%s'?", name, near);
    else tool_error("--set: there is no actuator '%s'; holdfast info lists them", name);
    free(names);
    return -1;
}

static bool read_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && isfinite(*value);
}

char *control_scene(const char *scene, const char *list)
{
    char item[1024], name[1024];
    int length = (int)strcspn(scene, "#");
    char *settings = tool_text("%s", "");
    bool first = memchr(scene, '?', (size_t)length) == NULL;
    for (int k = 0; list && list_item(list, k, item, sizeof item); k++)
    {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(item, "="), item);
        if (!hf_scene_is_setting(trimmed(name))) continue;
        char *longer = tool_text("%s%c%s", settings, first ? '?' : ',', trimmed(item));
        free(settings);
        settings = longer, first = false;
    }
    char *word = tool_text("%.*s%s%s", length, scene, settings, scene + length);
    free(settings);
    return word;
}

bool control_set(const char *list, hf_world *world, const hf_model *model)
{
    char item[256];
    for (int k = 0; list_item(list, k, item, sizeof item); k++)
    {
        char *equals = strrchr(item, '=');
        double value = 0;
        if (equals) *equals = 0;
        if (equals && hf_scene_is_setting(trimmed(item))) continue; // control_scene
        if (!equals || !read_number(trimmed(equals + 1), &value))
        {
            tool_error("--set: '%s' is not NAME=VALUE, with the name of an actuator", item);
            return false;
        }
        hf_error error = {0};
        int actuator = find_actuator(model, trimmed(item));
        if (actuator < 0) return false;
        if (hf_world_set_control(world, actuator, value, &error) == HF_STATUS_OK) continue;
        tool_error("%s", error.message);
        return false;
    }
    return true;
}
