#include "push.h"

#include "console.h"
#include "options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool complain(const char *item)
{
    tool_error("--push '%s': write BODY:FX,FY,FZ@T0-T1, a force in newtons from T0 to T1 seconds", item);
    return false;
}

/// A number, and the sign behind it.
static bool take_number(char **text, char sign, double *value)
{
    char *end;
    *value = strtod(*text, &end);
    if (end == *text || *end != sign || !isfinite(*value)) return false;
    *text = sign ? end + 1 : end;
    return true;
}

static bool find_body(const hf_model *model, const char *name, int *body)
{
    *body = hf_model_find(model, HF_ITEM_BODY, name);
    if (*body > 0) return true;
    int count = hf_model_count(model, HF_ITEM_BODY), named = 0;
    const char **names = tool_allocate((size_t)count, sizeof *names);
    for (int k = 1; k < count; k++)
        if (hf_model_body(model, k).name) names[named++] = hf_model_body(model, k).name;
    const char *near = nearest_word(name, names, named);
    if (*body == 0) tool_error("--push: the world cannot be pushed");
    else if (near) tool_error("--push: there is no body '%s'; did you mean '%s'?", name, near);
    else tool_error("--push: there is no body '%s'; holdfast info lists them", name);
    free(names);
    return false;
}

static bool read_item(char *item, const hf_model *model, push *out)
{
    char *colon = strrchr(item, ':'); // names may have some of their own
    if (!colon) return complain(item);
    char *rest = colon + 1;
    bool well = take_number(&rest, ',', &out->force[0]) && take_number(&rest, ',', &out->force[1]) &&
                take_number(&rest, '@', &out->force[2]) && take_number(&rest, '-', &out->begin) &&
                take_number(&rest, 0, &out->end) && out->begin < out->end;
    if (!well) return complain(item);
    *colon = 0;
    return find_body(model, item, &out->body);
}

bool push_read(push_list *list, const char *text, const hf_model *model)
{
    *list = (push_list){0};
    if (!text) return true;
    int most = 1;
    for (const char *s = text; *s; s++) most += *s == ';';
    list->items = tool_allocate((size_t)most, sizeof *list->items);
    list->pushed = tool_allocate((size_t)hf_model_count(model, HF_ITEM_BODY), sizeof *list->pushed);
    char *copy = tool_text("%s", text), *rest = copy;
    bool well = true;
    while (rest && well)
    {
        char *end = strchr(rest, ';'), *item = rest;
        if (end) *end = 0;
        rest = end ? end + 1 : NULL;
        if (!item[strspn(item, " ")]) continue;
        push *p = &list->items[list->count];
        well = read_item(item, model, p);
        list->count += well;
        if (well) list->pushed[p->body] = true;
    }
    free(copy);
    return well;
}

void push_free(push_list *list)
{
    free(list->items);
    free(list->pushed);
    *list = (push_list){0};
}

void push_sum(const push_list *list, double time, int body, double force[3])
{
    static const double slack = 1e-9; // a time that is a sum of steps may fall short
    for (int i = 0; i < 3; i++) force[i] = 0.0;
    for (int k = 0; k < list->count; k++)
        for (int i = 0; i < 3 && list->items[k].body == body; i++)
            if (time + slack >= list->items[k].begin && time + slack < list->items[k].end)
                force[i] += list->items[k].force[i];
}

bool push_apply(const push_list *list, hf_world *world, const hf_model *model)
{
    static const double none[3] = {0};
    for (int b = 1; list->count > 0 && b < hf_model_count(model, HF_ITEM_BODY); b++)
    {
        if (!list->pushed[b]) continue;
        double force[3];
        push_sum(list, hf_world_time(world), b, force);
        hf_error error = {0};
        if (hf_world_set_wrench(world, b, force, none, &error) == HF_STATUS_OK) continue;
        tool_error("%s", error.message);
        return false;
    }
    return true;
}
