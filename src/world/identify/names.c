// Parameters by name: "friction:floor", "mass", "size:ball.0".

#include "world/identify/identify.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a kind of parameter belongs to, and whether all may share one value.
typedef struct named_kind
{
    const char *owner; // "shape", "body", "joint", "actuator"; NULL: the world
    hf_item item;
    bool elements, shared;
    double least, most;
} named_kind;

static const named_kind kinds[HF_PARAMETER_KIND_COUNT] = {
    [HF_PARAMETER_FRICTION] = {"shape", HF_ITEM_SHAPE, false, true, 0.0, INFINITY},
    [HF_PARAMETER_RESTITUTION] = {"shape", HF_ITEM_SHAPE, false, true, 0.0, 1.0},
    [HF_PARAMETER_SIZE] = {"shape", HF_ITEM_SHAPE, true, false, 0.0, INFINITY},
    [HF_PARAMETER_PAIR_FRICTION] = {"shape", HF_ITEM_SHAPE, true, false, 0.0, INFINITY},
    [HF_PARAMETER_MASS] = {"body", HF_ITEM_BODY, false, false, 0.0, INFINITY},
    [HF_PARAMETER_INERTIA] = {"body", HF_ITEM_BODY, true, false, -INFINITY, INFINITY},
    [HF_PARAMETER_CENTER] = {"body", HF_ITEM_BODY, true, false, -INFINITY, INFINITY},
    [HF_PARAMETER_STIFFNESS] = {"joint", HF_ITEM_JOINT, false, true, 0.0, INFINITY},
    [HF_PARAMETER_DAMPING] = {"joint", HF_ITEM_JOINT, false, true, 0.0, INFINITY},
    [HF_PARAMETER_ARMATURE] = {"joint", HF_ITEM_JOINT, false, true, 0.0, INFINITY},
    [HF_PARAMETER_JOINT_FRICTION] = {"joint", HF_ITEM_JOINT, false, true, 0.0, INFINITY},
    [HF_PARAMETER_SPRING] = {"joint", HF_ITEM_JOINT, false, true, -INFINITY, INFINITY},
    [HF_PARAMETER_GAIN] = {"actuator", HF_ITEM_ACTUATOR, true, true, -INFINITY, INFINITY},
    [HF_PARAMETER_BIAS] = {"actuator", HF_ITEM_ACTUATOR, true, true, -INFINITY, INFINITY},
    [HF_PARAMETER_GRAVITY] = {NULL, HF_ITEM_COUNT, true, false, -INFINITY, INFINITY},
};

static hf_status find_kind(const char *name, size_t length, hf_parameter_kind *kind, hf_error *error)
{
    if (length == 2 && strncmp(name, "mu", 2) == 0) name = "friction", length = strlen(name);
    if (length == 1 && *name == 'e') name = "restitution", length = strlen(name);
    char known[300] = "";
    for (int k = 0; k < HF_PARAMETER_KIND_COUNT; k++)
    {
        const char *own = hf_parameter_kind_name((hf_parameter_kind)k);
        *kind = (hf_parameter_kind)k;
        if (strlen(own) == length && strncmp(own, name, length) == 0) return HF_STATUS_OK;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", k ? ", " : "", own);
    }
    return error_set(error, HF_STATUS_INVALID, "there is no parameter '%.*s'; there are %s, and mu and e for short",
                     (int)length, name, known);
}

/// The number behind the last dot, if there is nothing else; -1 otherwise.
static int element_of(const char *text, size_t *length)
{
    const char *dot = NULL;
    for (const char *c = text; *c; c++)
        if (*c == '.') dot = c;
    *length = strlen(text);
    if (!dot || !dot[1]) return -1;
    char *end;
    long value = strtol(dot + 1, &end, 10);
    if (*end || value < 0 || value > 1000) return -1;
    *length = (size_t)(dot - text);
    return (int)value;
}

static hf_status find_owner(const hf_model *model, const named_kind *kind, const char *text, size_t length, int *index,
                            hf_error *error)
{
    char name[200], *end;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    *index = hf_model_find(model, kind->item, name);
    if (*index >= 0) return HF_STATUS_OK;
    long number = strtol(name, &end, 10);
    if (end != name && !*end && number >= 0 && number < hf_model_count(model, kind->item))
    {
        *index = (int)number;
        return HF_STATUS_OK;
    }
    return error_set(error, HF_STATUS_INVALID, "there is no %s '%s' among %d", kind->owner, name,
                     hf_model_count(model, kind->item));
}

/// Whether there is such a parameter in the model: a body that moves, a joint, a shape.
static bool belongs(const hf_model *model, hf_parameter_kind kind, int index)
{
    bool body = kind == HF_PARAMETER_MASS || kind == HF_PARAMETER_INERTIA || kind == HF_PARAMETER_CENTER;
    return !body || body_yields(model, index);
}

static hf_status take_all(const hf_model *model, const named_kind *kind, hf_parameter_kind which, int element,
                          hf_fit_parameter *p, hf_error *error)
{
    int found = 0;
    const char *name = hf_parameter_kind_name(which);
    for (int k = 0; k < hf_model_count(model, kind->item); k++)
    {
        if (!belongs(model, which, k)) continue;
        if (found < HF_FIT_PARTS) p->parts[p->count++] = (hf_parameter){which, k, element};
        found++;
    }
    if (found == 0)
        return error_set(error, HF_STATUS_INVALID, "parameter %s: the model has no %s that it is of", name,
                         kind->owner);
    if (found > 1 && !kind->shared)
        return error_set(error, HF_STATUS_INVALID, "parameter %s: %d have one: say which, as in %s:NAME", name, found,
                         name);
    if (found > HF_FIT_PARTS)
        return error_set(error, HF_STATUS_INVALID, "parameter %s: %d would share it, %d at most can; name one", name,
                         found, HF_FIT_PARTS);
    return HF_STATUS_OK;
}

hf_status hf_model_find_parameter(const hf_model *model, const char *name, hf_fit_parameter *parameter, hf_error *error)
{
    hf_fit_parameter p = {.count = 0};
    hf_parameter_kind which;
    size_t length;
    const char *colon = strchr(name, ':');
    snprintf(p.name, sizeof p.name, "%s", name);
    int element = element_of(colon ? colon + 1 : name, &length);
    TRY(find_kind(name, colon ? (size_t)(colon - name) : length, &which, error));
    const named_kind *kind = &kinds[which];
    p.least = kind->least;
    p.most = kind->most;
    if (kind->elements && element < 0)
        return error_set(error, HF_STATUS_INVALID, "parameter %s: say which of its numbers, as in %s.0", name, name);
    if (!kind->elements && element >= 0 && colon) length = strlen(colon + 1); // a name that ends like one
    if (!kind->owner) p.parts[p.count++] = (hf_parameter){which, 0, element};
    else if (colon)
    {
        int index;
        TRY(find_owner(model, kind, colon + 1, length, &index, error));
        p.parts[p.count++] = (hf_parameter){which, index, kind->elements ? element : 0};
    }
    else TRY(take_all(model, kind, which, kind->elements ? element : 0, &p, error));
    *parameter = p;
    return HF_STATUS_OK;
}
