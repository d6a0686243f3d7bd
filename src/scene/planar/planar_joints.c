// Planar scenes: collecting joints, gears, motors and springs.

#include "scene/planar/planar.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

hf_planar_joint_def hf_planar_joint_def_default(void)
{
    return (hf_planar_joint_def){.axis = {1, 0}};
}

hf_planar_gear_def hf_planar_gear_def_default(void)
{
    return (hf_planar_gear_def){.joint_a = -1, .joint_b = -1, .ratio = -1};
}

hf_planar_motor_def hf_planar_motor_def_default(void)
{
    return (hf_planar_motor_def){.joint = -1, .gain = 100, .limit = INFINITY};
}

hf_planar_spring_def hf_planar_spring_def_default(void)
{
    return (hf_planar_spring_def){.length = -1};
}

static hf_status check_bodies(const hf_planar *p, const char *label, int a, int b, hf_error *error)
{
    const int bodies[2] = {a, b};
    for (int k = 0; k < 2; k++)
        if (bodies[k] < 0 || (size_t)bodies[k] >= p->bodies.count)
            return error_set(error, HF_STATUS_INVALID, "%s: body_%c = %d: there are %zu", label, "ab"[k], bodies[k],
                             p -> bodies.count);
    if (a == b) return error_set(error, HF_STATUS_INVALID, "%s joins body %d to itself", label, a);
    return HF_STATUS_OK;
}

/// A pin as far beyond the shapes of its body as these are large is a mistake, as a rule.
static hf_status check_near(const hf_planar *p, const char *label, int body, const double at[2], hf_error *error)
{
    const planar_body_item *item = planar_body_at(p, body);
    if (body == HF_PLANAR_GROUND || item->low[0] > item->high[0]) return HF_STATUS_OK;
    double local[2], beyond = 0.0, size = fmax(item->high[0] - item->low[0], item->high[1] - item->low[1]);
    planar_local(p, body, at, local);
    for (int i = 0; i < 2; i++) beyond = fmax(beyond, fmax(item->low[i] - local[i], local[i] - item->high[i]));
    if (beyond <= size) return HF_STATUS_OK;
    char name[LABEL_SIZE];
    return error_set(
        error, HF_STATUS_INVALID,
        "%s: at = (%g, %g) is %g m from the shapes of %s, which are %g m large; move it there, or say that "
        "it may be far",
        label, at[0], at[1], beyond, label_make(name, "planar body", body, item->def.name), size);
}

static hf_status check_joint(const hf_planar *p, const char *label, const hf_planar_joint_def *def, hf_error *error)
{
    hf_status status = check_bodies(p, label, def->body_a, def->body_b, error);
    const double terms[] = {def->stiffness, def->damping, def->friction};
    static const char *const names[] = {"stiffness", "damping", "friction"};
    if (status == HF_STATUS_OK) status = check_finite(label, "at", def->at, 2, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "axis", def->axis, 2, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "spring", &def->spring, 1, error);
    if (status == HF_STATUS_OK && def->limited) status = check_finite(label, "range", def->range, 2, error);
    for (int k = 0; k < 3 && status == HF_STATUS_OK; k++)
        if (!(terms[k] >= 0.0) || isinf(terms[k]))
            status =
                error_set(error, HF_STATUS_INVALID, "%s: %s = %g: must be finite and >= 0", label, names[k], terms[k]);
    if (status == HF_STATUS_OK && def->kind == HF_PLANAR_SLIDER && def->axis[0] == 0.0 && def->axis[1] == 0.0)
        status = error_set(error, HF_STATUS_INVALID, "%s: axis = 0 0 has no direction", label);
    if (status == HF_STATUS_OK && def->limited && def->range[0] > def->range[1])
        status = error_set(error, HF_STATUS_INVALID, "%s: range = %g %g is upside down", label, def->range[0],
                           def->range[1]);
    if (status == HF_STATUS_OK && def->kind == HF_PLANAR_PIN && !def->far)
    {
        status = check_near(p, label, def->body_a, def->at, error);
        if (status == HF_STATUS_OK) status = check_near(p, label, def->body_b, def->at, error);
    }
    return status;
}

hf_status hf_planar_add_joint(hf_planar *p, const hf_planar_joint_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    hf_status status = next_index(&p->joints, &at, error);
    const char *kind = def->kind == HF_PLANAR_PIN ? "pin" : "slider";
    if (status == HF_STATUS_OK && (unsigned)def->kind > HF_PLANAR_SLIDER)
        status = error_set(error, HF_STATUS_INVALID, "planar joint %d: kind = %d is no joint", at, (int)def->kind);
    if (status == HF_STATUS_OK) status = check_joint(p, label_make(label, kind, at, def->name), def, error);
    if (status != HF_STATUS_OK) return status;
    planar_joint_item *slot = growing_next(&p->joints, sizeof *slot), item = {.def = *def, .index = -1};
    if (!slot || !name_copy(def->name, &item.def.name)) return error_no_memory(error);
    *slot = item;
    p->joints.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

/// A copy of a definition that begins with its name.
static hf_status add_copy(growing *list, const void *def, size_t size, int at, int *index, hf_error *error)
{
    char *slot = growing_next(list, size);
    const char *name, *own;
    memcpy(&name, def, sizeof name);
    if (!slot || !name_copy(name, &own)) return error_no_memory(error);
    memcpy(slot, def, size);
    memcpy(slot, &own, sizeof own);
    list->count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

static hf_status check_driven(const hf_planar *p, const char *label, int joint, hf_error *error)
{
    if (joint >= 0 && (size_t)joint < p->joints.count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: there is no joint %d among %zu", label, joint, p->joints.count);
}

hf_status hf_planar_add_gear(hf_planar *p, const hf_planar_gear_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    hf_status status = next_index(&p->gears, &at, error);
    label_make(label, "gear", at, def->name);
    if (status == HF_STATUS_OK) status = check_driven(p, label, def->joint_a, error);
    if (status == HF_STATUS_OK) status = check_driven(p, label, def->joint_b, error);
    if (status == HF_STATUS_OK && def->joint_a == def->joint_b)
        status = error_set(error, HF_STATUS_INVALID, "%s joins joint %d to itself", label, def->joint_a);
    if (status == HF_STATUS_OK && (!isfinite(def->ratio) || def->ratio == 0.0))
        status =
            error_set(error, HF_STATUS_INVALID,
                      "%s: ratio = %g: must be finite and not 0; to hold a joint, give it a range", label, def->ratio);
    if (status != HF_STATUS_OK) return status;
    planar_joint_at(p, def->joint_a)->driven = planar_joint_at(p, def->joint_b)->driven = true;
    return add_copy(&p->gears, def, sizeof *def, at, index, error);
}

hf_status hf_planar_add_motor(hf_planar *p, const hf_planar_motor_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    hf_status status = next_index(&p->motors, &at, error);
    label_make(label, "motor", at, def->name);
    if (status == HF_STATUS_OK) status = check_driven(p, label, def->joint, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "speed", &def->speed, 1, error);
    if (status == HF_STATUS_OK && (!(def->gain > 0.0) || isinf(def->gain) || !(def->limit > 0.0)))
        status = error_set(error, HF_STATUS_INVALID, "%s: gain = %g, limit = %g: both must be > 0, the gain finite",
                           label, def->gain, def->limit);
    if (status != HF_STATUS_OK) return status;
    planar_joint_at(p, def->joint)->driven = true;
    return add_copy(&p->motors, def, sizeof *def, at, index, error);
}

hf_status hf_planar_add_spring(hf_planar *p, const hf_planar_spring_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    hf_status status = next_index(&p->springs, &at, error);
    label_make(label, "spring", at, def->name);
    if (status == HF_STATUS_OK) status = check_bodies(p, label, def->body_a, def->body_b, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "at_a", def->at_a, 2, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "at_b", def->at_b, 2, error);
    const double terms[] = {def->stiffness, def->damping};
    for (int k = 0; k < 2 && status == HF_STATUS_OK; k++)
        if (!(terms[k] >= 0.0) || isinf(terms[k]))
            status = error_set(error, HF_STATUS_INVALID, "%s: %s = %g: must be finite and >= 0", label,
                               k ? "damping" : "stiffness", terms[k]);
    if (status == HF_STATUS_OK && (isnan(def->length) || isinf(def->length)))
        status = error_set(error, HF_STATUS_INVALID, "%s: length = %g m is not finite", label, def->length);
    if (status == HF_STATUS_OK && def->at_a[0] == def->at_b[0] && def->at_a[1] == def->at_b[1])
        status = error_set(error, HF_STATUS_INVALID,
                           "%s: both ends are at (%g, %g): it has no direction; use a pin with stiffness", label,
                           def->at_a[0], def->at_a[1]);
    return status == HF_STATUS_OK ? add_copy(&p->springs, def, sizeof *def, at, index, error) : status;
}
