// The builder's half of mechanisms: joints, sites, loops, tendons, actuators, keyframes. What needs the whole model is
// checked in hf_model_build.

#include "holdfast/sense.h"

#include "model/builder.h"
#include "model/passive/bend.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- defaults ----

hf_joint_def hf_joint_def_default(void)
{
    return (hf_joint_def){.axis = {0, 0, 1}};
}

hf_site_def hf_site_def_default(void)
{
    return (hf_site_def){.orientation = {1, 0, 0, 0}, .form = HF_SHAPE_SPHERE, .size = {0.005, 0.005, 0.005}};
}

hf_loop_def hf_loop_def_default(void)
{
    return (hf_loop_def){.active = true,
                         .orientation = {1, 0, 0, 0},
                         .axis_a = {0, 0, 1},
                         .axis_b = {0, 0, 1},
                         .ratio = 1.0,
                         .joint_a = -1,
                         .joint_b = -1,
                         .coefficient = {0, 1, 0, 0, 0}};
}

hf_tendon_def hf_tendon_def_default(void)
{
    return (hf_tendon_def){.spring = {-1, -1}};
}

hf_actuator_def hf_actuator_def_default(void)
{
    return (hf_actuator_def){
        .reference = -1, .gear = {1, 0, 0, 0, 0, 0}, .gain = {1}, .time = {1}, .dcmotor.input = {-1, -1, -1, 0}};
}

const char *hf_joint_kind_name(hf_joint_kind kind)
{
    static const char *const names[HF_JOINT_KIND_COUNT] = {"hinge", "slide", "ball"};
    return (unsigned)kind < HF_JOINT_KIND_COUNT ? names[kind] : "unknown joint";
}

// ---- checks ----

static hf_status check_index(const char *label, const char *field, int index, const growing *list, const char *what,
                             hf_error *error)
{
    if (index >= 0 && (size_t)index < list->count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: %s = %d: there are %zu %s", label, field, index, list->count, what);
}

static hf_status check_positive(const char *label, const char *field, double value, hf_error *error)
{
    if (value >= 0.0 && isfinite(value)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: %s = %g: must be finite and >= 0", label, field, value);
}

static hf_status check_range(const char *label, const char *field, bool used, const double range[2], hf_error *error)
{
    if (!used || (range[0] <= range[1] && !isnan(range[0]))) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: %s = %g … %g: the lower limit must not lie above the upper", label,
                     field, range[0], range[1]);
}

hf_status joint_def_check(const char *label, const hf_joint_def *def, hf_error *error)
{
    const double numbers[] = {def->reference, def->spring, def->initial, def->initial_velocity};
    hf_status status = check_finite(label, "position", def->position, 3, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "axis", def->axis, 3, error);
    if (status == HF_STATUS_OK)
        status = check_finite(label, "reference, spring, initial, initial_velocity", numbers, 4, error);
    if (status == HF_STATUS_OK) status = check_positive(label, "armature", def->armature, error);
    if (status == HF_STATUS_OK) status = check_positive(label, "damping", def->damping, error);
    if (status == HF_STATUS_OK) status = check_positive(label, "stiffness", def->stiffness, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "stiffness_power", def->stiffness_power, 2, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "damping_power", def->damping_power, 2, error);
    for (int k = 0; k < 3 && status == HF_STATUS_OK; k++)
        status = check_positive(label, "bending", def->bending[k], error);
    for (int k = 0; k < 2 && status == HF_STATUS_OK; k++)
        status = check_positive(label, "spring_damper", def->spring_damper[k], error);
    if (status == HF_STATUS_OK) status = check_positive(label, "friction", def->friction, error);
    if (status == HF_STATUS_OK) status = check_range(label, "range", def->limited, def->range, error);
    if (status == HF_STATUS_OK) status = check_range(label, "force_range", def->force_limited, def->force_range, error);
    if (status != HF_STATUS_OK) return status;
    double length = sqrt(def->axis[0] * def->axis[0] + def->axis[1] * def->axis[1] + def->axis[2] * def->axis[2]);
    if (def->kind != HF_JOINT_BALL && !(length > 1e-12 && isfinite(length)))
        return error_set(error, HF_STATUS_INVALID, "%s: axis = %g %g %g has no direction", label, def->axis[0],
                         def->axis[1], def->axis[2]);
    double turn = quat_norm(quat_load(def->turn)), rest = quat_norm(quat_load(def->bending_rest));
    if (rest != 0.0 && !(fabs(rest - 1.0) < 1e-9))
        return error_set(error, HF_STATUS_INVALID, "%s: bending_rest has the norm %g, and must be a unit quaternion",
                         label, rest);
    if (def->kind != HF_JOINT_BALL && ball_bends(def))
        return error_set(error, HF_STATUS_INVALID, "%s: bending: only a ball bends; use stiffness", label);
    if (turn != 0.0 && !(fabs(turn - 1.0) < 1e-9))
        return error_set(error, HF_STATUS_INVALID, "%s: turn = %g %g %g %g is no unit quaternion", label, def->turn[0],
                         def->turn[1], def->turn[2], def->turn[3]);
    if (def->prescribed && def->kind == HF_JOINT_BALL)
        return error_set(error, HF_STATUS_INVALID, "%s: only a hinge or a slide can be prescribed", label);
    return HF_STATUS_OK;
}

static hf_status check_joint(const hf_builder *b, const char *label, const hf_joint_def *def, hf_error *error)
{
    if ((unsigned)def->kind >= HF_JOINT_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: kind = %d is no joint", label, (int)def->kind);
    TRY(check_index(label, "body", def->body, &b->bodies, "bodies", error));
    if (GROWING_AT(b->bodies, hf_body_def, def->body)->parent < 0)
        return error_set(error, HF_STATUS_INVALID, "%s: body %d has no parent, so no joint can move it against one",
                         label, def->body);
    return joint_def_check(label, def, error);
}

static bool has_direction(const double axis[3])
{
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    return length > 1e-12 && isfinite(length);
}

/// Axes, lengths and ratios of a loop between two bodies.
static hf_status check_loop_shape(const char *label, const hf_loop_def *def, hf_error *error)
{
    hf_loop_kind kind = def->kind;
    TRY(check_finite(label, "axis_a", def->axis_a, 3, error));
    TRY(check_finite(label, "axis_b", def->axis_b, 3, error));
    TRY(check_positive(label, "length", def->length, error));
    TRY(check_positive(label, "radius", def->radius, error));
    bool first = kind == HF_LOOP_HINGE || kind == HF_LOOP_SLIDE || kind == HF_LOOP_UNIVERSAL || kind == HF_LOOP_LINE ||
                 kind == HF_LOOP_PLANE || kind == HF_LOOP_GEAR || kind == HF_LOOP_KNIFE;
    bool second = kind == HF_LOOP_UNIVERSAL ||
                  (def->axis_b_given && (kind == HF_LOOP_HINGE || kind == HF_LOOP_GEAR || kind == HF_LOOP_ROLL));
    if (first && !has_direction(def->axis_a))
        return error_set(error, HF_STATUS_INVALID, "%s: axis_a = %g %g %g has no direction", label, def->axis_a[0],
                         def->axis_a[1], def->axis_a[2]);
    if (kind == HF_LOOP_UNIVERSAL && !def->axis_b_given)
        return error_set(error, HF_STATUS_INVALID, "%s: a universal joint needs axis_b, perpendicular to axis_a",
                         label);
    if (second && !has_direction(def->axis_b))
        return error_set(error, HF_STATUS_INVALID, "%s: axis_b = %g %g %g has no direction", label, def->axis_b[0],
                         def->axis_b[1], def->axis_b[2]);
    const double MOST = 1e6; // a ratio whose square is lost beside 1 would leave one of the bodies without a row
    if (kind == HF_LOOP_GEAR && !(fabs(def->ratio) >= 1.0 / MOST && fabs(def->ratio) <= MOST))
        return error_set(error, HF_STATUS_INVALID, "%s: ratio = %g: must be finite, and not 0; it lies in %g … %g",
                         label, def->ratio, 1.0 / MOST, MOST);
    return HF_STATUS_OK;
}

/// A point so far from its body that turning it by rounding moves the point by metres.
static hf_status check_place(const char *label, const char *field, const double *point, hf_error *error)
{
    const double FAR = 1e9; // [m]
    hf_status status = check_finite(label, field, point, 3, error);
    if (status != HF_STATUS_OK || !(v3_norm(v3_load(point)) > FAR)) return status;
    return error_set(error, HF_STATUS_INVALID, "%s: %s = %g %g %g m: a point of a body is at most %g m from its frame",
                     label, field, point[0], point[1], point[2], FAR);
}

static hf_status check_loop(const hf_builder *b, const char *label, const hf_loop_def *def, hf_error *error)
{
    if ((unsigned)def->kind >= HF_LOOP_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: kind = %d is no loop", label, (int)def->kind);
    hf_status status = HF_STATUS_OK;
    if (def->kind != HF_LOOP_JOINT && def->kind != HF_LOOP_TENDON)
    {
        status = check_index(label, "body_a", def->body_a, &b->bodies, "bodies", error);
        if (status == HF_STATUS_OK) status = check_index(label, "body_b", def->body_b, &b->bodies, "bodies", error);
        if (status == HF_STATUS_OK) status = check_place(label, "point_a", def->point_a, error);
        if (status == HF_STATUS_OK) status = check_place(label, "point_b", def->point_b, error);
        if (status == HF_STATUS_OK) status = check_turn(label, def->orientation, error);
        if (status == HF_STATUS_OK && def->body_a == def->body_b)
            return error_set(error, HF_STATUS_INVALID, "%s: body %d with itself", label, def->body_a);
        return status == HF_STATUS_OK ? check_loop_shape(label, def, error) : status;
    }
    bool joints = def->kind == HF_LOOP_JOINT;
    const growing *list = joints ? &b->joints : &b->tendons;
    const char *what = joints ? "joints" : "tendons";
    status = check_index(label, "joint_a", def->joint_a, list, what, error);
    if (status == HF_STATUS_OK && def->joint_b != -1)
        status = check_index(label, "joint_b", def->joint_b, list, what, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "coefficient", def->coefficient, 5, error);
    if (status == HF_STATUS_OK && def->joint_a == def->joint_b)
        return error_set(error, HF_STATUS_INVALID, "%s: number %d with itself", label, def->joint_a);
    for (int s = 0; joints && s < 2 && status == HF_STATUS_OK; s++)
    {
        int joint = s ? def->joint_b : def->joint_a;
        if (joint >= 0 && GROWING_AT(b->joints, hf_joint_def, joint)->kind == HF_JOINT_BALL)
            return error_set(error, HF_STATUS_INVALID, "%s: joint %d is a ball; only hinges and slides couple", label,
                             joint);
    }
    return status;
}

/// A shape that a tendon wraps round, between two sites.
static hf_status check_wrap(const hf_builder *b, const char *label, const hf_tendon_def *def, int k, hf_error *error)
{
    const hf_path_part *part = &def->path[k];
    hf_status status = check_index(label, "items", def->items[k], &b->shapes, "shapes", error);
    if (status == HF_STATUS_OK && part->side != -1)
        status = check_index(label, "side", part->side, &b->sites, "sites", error);
    if (status != HF_STATUS_OK) return status;
    hf_shape_kind kind = GROWING_AT(b->shapes, hf_shape_def, def->items[k])->kind;
    if (kind != HF_SHAPE_SPHERE && kind != HF_SHAPE_CYLINDER)
        return error_set(error, HF_STATUS_INVALID, "%s: wraps round shape %d, a %s; only spheres and cylinders serve",
                         label, def->items[k], hf_shape_kind_name(kind));
    if (k == 0 || k + 1 == def->count || def->path[k - 1].kind != HF_PATH_SITE || def->path[k + 1].kind != HF_PATH_SITE)
        return error_set(error, HF_STATUS_INVALID, "%s: shape %d is not between two sites of the tendon", label,
                         def->items[k]);
    return HF_STATUS_OK;
}

static hf_status check_path_item(const hf_builder *b, const char *label, const hf_tendon_def *def, int k,
                                 hf_error *error)
{
    const hf_path_part *part = def->path ? &def->path[k] : NULL;
    if (!part || part->kind == HF_PATH_SITE)
        return check_index(label, "items", def->items[k], &b->sites, "sites", error);
    if (part->kind == HF_PATH_WRAP) return check_wrap(b, label, def, k, error);
    if (part->kind != HF_PATH_PULLEY)
        return error_set(error, HF_STATUS_INVALID, "%s: path: item %d is of kind %d, which is none", label, k,
                         (int)part->kind);
    if (!(part->divisor > 0.0) || isinf(part->divisor))
        return error_set(error, HF_STATUS_INVALID, "%s: divisor = %g: must be finite and > 0", label, part->divisor);
    if (k + 1 == def->count || def->path[k + 1].kind == HF_PATH_PULLEY)
        return error_set(error, HF_STATUS_INVALID, "%s: no branch follows a pulley", label);
    return HF_STATUS_OK;
}

static hf_status check_tendon(const hf_builder *b, const char *label, const hf_tendon_def *def, hf_error *error)
{
    if (def->count < (def->spatial ? 2 : 1) || !def->items || (!def->spatial && !def->coefficient))
        return error_set(error, HF_STATUS_INVALID, "%s: %d %s are too few", label, def->count,
                         def->spatial ? "sites" : "joints");
    for (int k = 0; k < def->count; k++)
    {
        TRY(def->spatial ? check_path_item(b, label, def, k, error)
                         : check_index(label, "items", def->items[k], &b->joints, "joints", error));
        if (!def->spatial && GROWING_AT(b->joints, hf_joint_def, def->items[k])->kind == HF_JOINT_BALL)
            return error_set(error, HF_STATUS_INVALID, "%s: joint %d is a ball; a fixed tendon takes hinges and slides",
                             label, def->items[k]);
    }
    if (!def->spatial) TRY(check_finite(label, "coefficient", def->coefficient, def->count, error));
    TRY(check_range(label, "range", def->limited, def->range, error));
    TRY(check_positive(label, "stiffness", def->stiffness, error));
    TRY(check_finite(label, "stiffness_power", def->stiffness_power, 2, error));
    TRY(check_finite(label, "damping_power", def->damping_power, 2, error));
    TRY(check_positive(label, "damping", def->damping, error));
    TRY(check_positive(label, "friction", def->friction, error));
    TRY(check_positive(label, "armature", def->armature, error));
    return check_range(label, "force_range", def->force_limited, def->force_range, error);
}

/// Gain, bias and activation.
static hf_status check_gains(const char *label, const hf_actuator_def *def, hf_error *error)
{
    if ((unsigned)def->gain_kind >= HF_GAIN_KIND_COUNT || (unsigned)def->bias_kind >= HF_GAIN_KIND_COUNT ||
        (unsigned)def->dynamics >= HF_ACTIVATION_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: gain, bias or activation of kind %d, %d, %d is none", label,
                         (int)def->gain_kind, (int)def->bias_kind, (int)def->dynamics);
    TRY(check_finite(label, "gain", def->gain, HF_GAIN_PARAMETERS, error));
    TRY(check_finite(label, "bias", def->bias, HF_GAIN_PARAMETERS, error));
    TRY(check_finite(label, "length_range", def->length_range, 2, error));
    for (int k = 0; k < 3; k++) TRY(check_positive(label, "time", def->time[k], error));
    return HF_STATUS_OK;
}

static hf_status check_dcmotor(const char *label, const hf_actuator_def *def, hf_error *error)
{
    const hf_dcmotor_def *dc = &def->dcmotor;
    const double limits[] = {dc->slew,         dc->integral_limit, dc->voltage_limit, dc->torque_limit,
                             dc->current_rate, dc->time,           dc->constant,      dc->resistance};
    TRY(check_finite(label, "dcmotor.controller", dc->controller, 3, error));
    TRY(check_finite(label, "dcmotor.thermal", dc->thermal, 5, error));
    TRY(check_finite(label, "dcmotor.cogging", dc->cogging, 3, error));
    TRY(check_finite(label, "dcmotor.friction", dc->friction, 5, error));
    for (int k = 0; k < 8; k++)
        TRY(check_positive(label, "dcmotor: a limit, time, constant or resistance", limits[k], error));
    if (dc->constant == 0.0 || dc->resistance == 0.0)
        return error_set(error, HF_STATUS_INVALID, "%s: dcmotor: constant and resistance must be > 0", label);
    for (int k = 0; k < 4; k++)
        if (dc->input[k] < -1 || dc->input[k] > 3)
            return error_set(error, HF_STATUS_INVALID, "%s: dcmotor.input: %d is not in -1 … 3", label, dc->input[k]);
    return HF_STATUS_OK;
}

hf_status actuator_def_check(const char *label, const hf_actuator_def *def, hf_error *error)
{
    TRY(check_finite(label, "gear", def->gear, 6, error));
    TRY(check_gains(label, def, error));
    TRY(check_finite(label, "control", &def->control, 1, error));
    TRY(check_finite(label, "activation", &def->activation, 1, error));
    TRY(check_range(label, "activation_range", def->activation_limited, def->activation_range, error));
    TRY(check_positive(label, "damping_ratio", def->damping_ratio, error));
    TRY(check_positive(label, "armature", def->armature, error));
    TRY(check_positive(label, "damping", def->damping, error));
    TRY(check_finite(label, "damping_power", def->damping_power, 2, error));
    TRY(check_positive(label, "delay", def->delay, error));
    if (def->samples < 0 || def->samples > 100000)
        return error_set(error, HF_STATUS_INVALID, "%s: samples = %d: must lie in 0 … 100000", label, def->samples);
    if (def->delay > 0.0 && def->samples == 0)
        return error_set(error, HF_STATUS_INVALID, "%s: delay: needs samples > 0, in which controls are kept", label);
    if ((unsigned)def->interpolation >= HF_DELAY_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: interpolation = %d is none", label, (int)def->interpolation);
    if (def->gain_kind == HF_GAIN_DCMOTOR) TRY(check_dcmotor(label, def, error));
    TRY(check_range(label, "control_range", def->control_limited, def->control_range, error));
    return check_range(label, "force_range", def->force_limited, def->force_range, error);
}

/// Armature and damping become a joint's or tendon's.
static hf_status check_reflected(const hf_builder *b, const char *label, const hf_actuator_def *def, hf_error *error)
{
    bool joint = def->transmission == HF_TRANSMISSION_JOINT &&
                 GROWING_AT(b->joints, hf_joint_def, def->target)->kind != HF_JOINT_BALL;
    if (joint || def->transmission == HF_TRANSMISSION_TENDON) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "%s: armature and damping: belong to actuators at hinges, slides and tendons; set them to 0",
                     label);
}

/// About the axis of a ball that its gear says, x, y and z one after the other.
static hf_status check_turner(const hf_builder *b, const char *label, const hf_actuator_def *def, hf_error *error)
{
    bool ball = def->transmission == HF_TRANSMISSION_JOINT &&
                GROWING_AT(b->joints, hf_joint_def, def->target)->kind == HF_JOINT_BALL;
    int axes = 0;
    for (int k = 0; k < 3; k++) axes += def->gear[k] == 1.0 ? 1 : def->gear[k] == 0.0 ? 0 : 4;
    int axis = def->gear[1] == 1.0 ? 1 : def->gear[2] == 1.0 ? 2 : 0, before = (int)b->actuators.count - axis;
    before -= def->gain_kind == HF_GAIN_QUATERNION;
    if (ball && axes == 1 && before >= 0) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID,
                     "%s: one of three about the x, y and z axis of a ball joint, in this order, with gear 1", label);
}

static hf_status check_actuator(const hf_builder *b, const char *label, const hf_actuator_def *def, hf_error *error)
{
    if ((unsigned)def->transmission >= HF_TRANSMISSION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: transmission = %d is none", label, (int)def->transmission);
    static const char *const what[] = {"joints", "tendons", "sites", "sites", "bodies", "bodies"};
    const growing *lists[] = {&b->joints, &b->tendons, &b->sites, &b->sites, &b->bodies, &b->bodies};
    hf_status status = HF_STATUS_OK;
    if (def->transmission != HF_TRANSMISSION_NONE)
        status = check_index(label, "target", def->target, lists[def->transmission], what[def->transmission], error);
    bool crank = def->transmission == HF_TRANSMISSION_CRANK;
    if (status == HF_STATUS_OK && (crank || (def->transmission == HF_TRANSMISSION_SITE && def->reference != -1)))
        status = check_index(label, "reference", def->reference, &b->sites, "sites", error);
    if (status == HF_STATUS_OK && crank && (!(def->crank_length > 0.0) || isinf(def->crank_length)))
        status = error_set(error, HF_STATUS_INVALID, "%s: crank_length = %g m: must be finite and > 0", label,
                           def->crank_length);
    if (status == HF_STATUS_OK &&
        (def->armature > 0.0 || def->damping > 0.0 || def->damping_power[0] != 0.0 || def->damping_power[1] != 0.0))
        status = check_reflected(b, label, def, error);
    if (status == HF_STATUS_OK && (def->gain_kind == HF_GAIN_TURN || def->gain_kind == HF_GAIN_QUATERNION))
        status = check_turner(b, label, def, error);
    return status == HF_STATUS_OK ? actuator_def_check(label, def, error) : status;
}

// ---- adding ----

hf_status builder_add_named(growing *list, const void *def, size_t size, int *index, hf_error *error)
{
    int at = 0;
    TRY(next_index(list, &at, error));
    char *slot = growing_next(list, size);
    if (!slot) return error_no_memory(error);
    const char *name, *copy;
    memcpy(&name, def, sizeof name);
    if (!name_copy(name, &copy)) return error_no_memory(error);
    memcpy(slot, def, size);
    memcpy(slot, &copy, sizeof copy);
    list->count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

hf_status hf_builder_add_joint(hf_builder *b, const hf_joint_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "joint", (int)b->joints.count, def->name);
    TRY(check_joint(b, label, def, error));
    return builder_add_named(&b->joints, def, sizeof *def, index, error);
}

hf_status hf_builder_add_site(hf_builder *b, const hf_site_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "site", (int)b->sites.count, def->name);
    TRY(check_index(label, "body", def->body, &b->bodies, "bodies", error));
    TRY(check_finite(label, "position", def->position, 3, error));
    TRY(check_turn(label, def->orientation, error));
    TRY(check_finite(label, "size", def->size, 3, error));
    hf_site_def site = *def;
    normalize_turn(site.orientation);
    return builder_add_named(&b->sites, &site, sizeof site, index, error);
}

hf_status hf_builder_add_loop(hf_builder *b, const hf_loop_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "loop", (int)b->loops.count, def->name);
    TRY(check_loop(b, label, def, error));
    hf_loop_def loop = *def;
    normalize_turn(loop.orientation);
    return builder_add_named(&b->loops, &loop, sizeof loop, index, error);
}

hf_status hf_builder_add_actuator(hf_builder *b, const hf_actuator_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "actuator", (int)b->actuators.count, def->name);
    TRY(check_actuator(b, label, def, error));
    return builder_add_named(&b->actuators, def, sizeof *def, index, error);
}

hf_status hf_builder_add_tendon(hf_builder *b, const hf_tendon_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "tendon", (int)b->tendons.count, def->name);
    hf_status status = check_tendon(b, label, def, error);
    if (status != HF_STATUS_OK) return status;
    hf_tendon_def copy = *def;
    copy.items = memory_copy(def->items, (size_t)def->count, sizeof(int));
    copy.coefficient = def->spatial ? NULL : memory_copy(def->coefficient, (size_t)def->count, sizeof(double));
    bool path = def->spatial && def->path;
    copy.path = path ? memory_copy(def->path, (size_t)def->count, sizeof *def->path) : NULL;
    if (!copy.items || (!def->spatial && !copy.coefficient) || (path && !copy.path)) status = error_no_memory(error);
    if (status == HF_STATUS_OK) status = builder_add_named(&b->tendons, &copy, sizeof copy, index, error);
    if (status != HF_STATUS_OK)
    {
        release(copy.items);
        release(copy.path);
        release(copy.coefficient);
    }
    return status;
}

hf_status hf_builder_add_key(hf_builder *b, const hf_key_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "keyframe", (int)b->keys.count, def->name);
    const struct
    {
        const char *field;
        const double *values;
        int count;
    } lists[4] = {{"q", def->q, def->nq},
                  {"v", def->v, def->nv},
                  {"control", def->control, def->nu},
                  {"activation", def->activation, def->na}};
    hf_status status = check_finite(label, "time", &def->time, 1, error);
    for (int k = 0; k < 4 && status == HF_STATUS_OK; k++)
    {
        if (lists[k].values && lists[k].count < 0)
            return error_set(error, HF_STATUS_INVALID, "%s: %d numbers in %s", label, lists[k].count, lists[k].field);
        if (lists[k].values) status = check_finite(label, lists[k].field, lists[k].values, lists[k].count, error);
    }
    if (status != HF_STATUS_OK) return status;
    hf_key_def copy = *def;
    copy.q = def->q ? memory_copy(def->q, (size_t)def->nq, sizeof(double)) : NULL;
    copy.v = def->v ? memory_copy(def->v, (size_t)def->nv, sizeof(double)) : NULL;
    copy.control = def->control ? memory_copy(def->control, (size_t)def->nu, sizeof(double)) : NULL;
    copy.activation = def->activation ? memory_copy(def->activation, (size_t)def->na, sizeof(double)) : NULL;
    if ((def->q && !copy.q) || (def->v && !copy.v) || (def->control && !copy.control) ||
        (def->activation && !copy.activation))
        status = error_no_memory(error);
    if (status == HF_STATUS_OK) status = builder_add_named(&b->keys, &copy, sizeof copy, index, error);
    if (status != HF_STATUS_OK)
    {
        release(copy.q);
        release(copy.v);
        release(copy.control);
        release(copy.activation);
    }
    return status;
}

static void key_release(hf_key_def *key)
{
    release(key->name);
    release(key->q);
    release(key->v);
    release(key->control);
    release(key->activation);
}

hf_status hf_builder_start(hf_builder *b, int key, hf_error *error)
{
    if (key != -1) TRY(check_index("start", "key", key, &b->keys, "keyframes", error));
    b->start = key + 1;
    return HF_STATUS_OK;
}

void mechanism_destroy(hf_builder *b)
{
    for (size_t k = 0; k < b->joints.count; k++) release(GROWING_AT(b->joints, hf_joint_def, k)->name);
    for (size_t k = 0; k < b->sites.count; k++) release(GROWING_AT(b->sites, hf_site_def, k)->name);
    for (size_t k = 0; k < b->loops.count; k++) release(GROWING_AT(b->loops, hf_loop_def, k)->name);
    for (size_t k = 0; k < b->sensors.count; k++) release(GROWING_AT(b->sensors, hf_sensor_def, k)->name);
    for (size_t k = 0; k < b->actuators.count; k++) release(GROWING_AT(b->actuators, hf_actuator_def, k)->name);
    for (size_t k = 0; k < b->tendons.count; k++)
    {
        hf_tendon_def *tendon = GROWING_AT(b->tendons, hf_tendon_def, k);
        release(tendon->name);
        release(tendon->items);
        release(tendon->path);
        release(tendon->coefficient);
    }
    for (size_t k = 0; k < b->keys.count; k++) key_release(GROWING_AT(b->keys, hf_key_def, k));
    growing *lists[] = {&b->joints, &b->sites, &b->loops, &b->tendons, &b->actuators, &b->keys, &b->sensors};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) free(lists[k]->items);
}
