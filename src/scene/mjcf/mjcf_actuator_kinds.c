// Kinds of actuators: what <position kp="5"/> and the like make of gain, bias and activation.
//
// All kinds of one default class share one set of parameters, as in MuJoCo: <position kp="5"/> in a default also gives
// the gain and bias that a <general> of that class begins with.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

typedef hf_status (*kind_reader)(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator);

static hf_status read_number(mjcf_reader *reader, const xml_node *node, const char *name, double *value)
{
    return mjcf_numbers(reader, node, name, value, 1, 1, NULL);
}

static void set_kinds(mjcf_actuator *actuator, int gain, int bias, int dynamics)
{
    actuator->gain_type = gain;
    actuator->bias_type = bias;
    actuator->dynamics = dynamics;
}

static hf_status read_general(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    TRY(mjcf_choice(reader, node, "gaintype", "fixed|affine|muscle|dcmotor|user", &actuator->gain_type));
    TRY(mjcf_choice(reader, node, "biastype", "none|affine|muscle|dcmotor|user", &actuator->bias_type));
    TRY(mjcf_choice(reader, node, "dyntype", "none|integrator|filter|filterexact|muscle|dcmotor|user",
                    &actuator->dynamics));
    TRY(mjcf_numbers(reader, node, "gainprm", actuator->gain, 1, ACTUATOR_PARAMETERS, NULL));
    TRY(mjcf_numbers(reader, node, "biasprm", actuator->bias, 1, ACTUATOR_PARAMETERS, NULL));
    TRY(mjcf_numbers(reader, node, "dynprm", actuator->time, 1, ACTUATOR_PARAMETERS, NULL));
    return mjcf_choice(reader, node, "actearly", "false|true", &actuator->early);
}

/// kp, kv, dampratio and inheritrange of what holds a position.
static hf_status read_servo(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    int has_kv = 0, has_ratio = 0;
    double kv = 0, ratio = 0;
    hf_status status = read_number(reader, node, "kp", &actuator->gain[0]);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "kv", &kv, 1, 1, &has_kv);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "dampratio", &ratio, 1, 1, &has_ratio);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "inheritrange", &actuator->inherit_range);
    if (status != HF_STATUS_OK) return status;
    if (has_kv && has_ratio)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "kv and dampratio are two ways to say one thing; remove one");
    if (actuator->gain[0] < 0 || kv < 0 || ratio < 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "kp, kv and dampratio must not be negative");
    actuator->bias[1] = -actuator->gain[0];
    if (has_kv) actuator->bias[2] = -kv;
    if (has_ratio) actuator->bias[2] = ratio; // a positive number stands for the ratio until the inertia is known
    return HF_STATUS_OK;
}

static hf_status read_position(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    double time = 0;
    int has_time = 0;
    hf_status status = read_servo(reader, node, actuator);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "timeconst", &time, 1, 1, &has_time);
    if (has_time) actuator->time[0] = time;
    bool filtered = has_time ? time > 0 : actuator->dynamics == HF_ACTIVATION_FILTER_EXACT;
    set_kinds(actuator, LAW_FIXED, LAW_AFFINE, filtered ? HF_ACTIVATION_FILTER_EXACT : HF_ACTIVATION_NONE);
    return status;
}

static hf_status read_intvelocity(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    set_kinds(actuator, LAW_FIXED, LAW_AFFINE, HF_ACTIVATION_INTEGRATOR);
    actuator->activation_limited = LIMITED_YES;
    return read_servo(reader, node, actuator);
}

static hf_status read_velocity(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    hf_status status = read_number(reader, node, "kv", &actuator->gain[0]);
    if (status == HF_STATUS_OK && actuator->gain[0] < 0)
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "kv: must not be negative");
    memset(actuator->bias, 0, sizeof actuator->bias);
    actuator->bias[2] = -actuator->gain[0];
    set_kinds(actuator, LAW_FIXED, LAW_AFFINE, HF_ACTIVATION_NONE);
    return status;
}

/// force = -kv · velocity · control
static hf_status read_damper(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    double kv = 1;
    int written = 0;
    hf_status status = mjcf_numbers(reader, node, "kv", &kv, 1, 1, &written);
    if (status == HF_STATUS_OK && kv < 0)
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "kv: must not be negative");
    if (written || actuator->gain_type != LAW_AFFINE)
    {
        memset(actuator->gain, 0, sizeof actuator->gain);
        actuator->gain[2] = -kv;
    }
    actuator->control_limited = LIMITED_YES;
    set_kinds(actuator, LAW_AFFINE, LAW_NONE, HF_ACTIVATION_NONE);
    return status;
}

/// Pressure fills a cylinder: force = area · activation + bias.
static hf_status read_cylinder(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    double diameter = -1;
    hf_status status = read_number(reader, node, "timeconst", &actuator->time[0]);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "bias", actuator->bias, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "area", &actuator->gain[0]);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "diameter", &diameter);
    if (diameter >= 0) actuator->gain[0] = 3.14159265358979323846 / 4 * diameter * diameter;
    set_kinds(actuator, LAW_FIXED, LAW_AFFINE, HF_ACTIVATION_FILTER);
    return status;
}

static hf_status read_muscle(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    // what still has the defaults of all actuators takes those of muscles
    static const double own[] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}, times[] = {0.01, 0.04};
    static const char *const names[] = {"force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"};
    for (int k = 0; k < 9; k++)
        if (actuator->gain[k] == (k == 0 ? 1 : 0)) actuator->gain[k] = own[k];
    for (int k = 0; k < 2; k++)
        if (actuator->time[k] == (k == 0 ? 1 : 0)) actuator->time[k] = times[k];
    hf_status status = mjcf_numbers(reader, node, "timeconst", actuator->time, 1, 2, NULL);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "tausmooth", &actuator->time[2]);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "range", actuator->gain, 1, 2, NULL);
    for (int k = 0; k < 7 && status == HF_STATUS_OK; k++)
        status = read_number(reader, node, names[k], &actuator->gain[2 + k]);
    memcpy(actuator->bias, actuator->gain, sizeof actuator->bias);
    set_kinds(actuator, LAW_MUSCLE, LAW_MUSCLE, HF_ACTIVATION_MUSCLE);
    return status;
}

static hf_status read_motor(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    (void)reader;
    (void)node;
    set_kinds(actuator, LAW_FIXED, LAW_NONE, HF_ACTIVATION_NONE);
    memset(actuator->gain, 0, sizeof actuator->gain);
    memset(actuator->bias, 0, sizeof actuator->bias);
    actuator->gain[0] = 1;
    return HF_STATUS_OK;
}

/// force = gain · control pulls a body and what it touches together.
static hf_status read_adhesion(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    hf_status status = read_number(reader, node, "gain", &actuator->gain[0]);
    if (status == HF_STATUS_OK && actuator->gain[0] < 0)
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "gain: must not be negative");
    if (status == HF_STATUS_OK && (actuator->control_range[0] < 0 || actuator->control_range[1] < 0))
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "ctrlrange: of adhesion must not be negative");
    actuator->control_limited = LIMITED_YES;
    set_kinds(actuator, LAW_FIXED, LAW_NONE, HF_ACTIVATION_NONE);
    return status;
}

static hf_status read_dcmotor(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    actuator->is_dcmotor = true;
    set_kinds(actuator, LAW_FIXED, LAW_NONE, HF_ACTIVATION_NONE);
    return mjcf_dcmotor_attributes(reader, node, &actuator->dcmotor);
}

/// A driver without a motor: force = kp (position - length) + ki x + kv (velocity - rate) + ff, which is a motor's of
/// constant and resistance 1.
static hf_status read_pid(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    hf_dcmotor_def *dc = &actuator->dcmotor;
    if (!actuator->is_pid)
    {
        static const hf_dcmotor_def none = {.input = {0, 1, -1, -1}, .constant = 1, .resistance = 1};
        *dc = none;
        memset(actuator->gain, 0, sizeof actuator->gain);
        memset(actuator->bias, 0, sizeof actuator->bias);
    }
    actuator->is_pid = actuator->is_dcmotor = true;
    set_kinds(actuator, LAW_FIXED, LAW_AFFINE, HF_ACTIVATION_NONE);
    hf_status status = read_servo(reader, node, actuator);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "ki", &dc->controller[1]);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "imax", &dc->integral_limit);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "slewmax", &dc->slew);
    if (status == HF_STATUS_OK) status = mjcf_motor_inputs(reader, node, dc);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "posrange", actuator->control_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "velrange", actuator->input_range[0], 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "ffrange", actuator->input_range[1], 2, 2, NULL);
    if (status != HF_STATUS_OK) return status;
    if (dc->input[3] >= 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "input: 'voltage' is none of pos, vel, ff");
    if (dc->controller[1] < 0 || dc->integral_limit < 0 || dc->slew < 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "ki, imax and slewmax must not be negative");
    dc->controller[0] = actuator->gain[0];
    dc->controller[2] =
        actuator->bias[2] < 0 ? -actuator->bias[2] : 0; // a ratio is one of an inertia that is not known yet
    return HF_STATUS_OK;
}

static hf_status read_orientation(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    actuator->turns = true;
    set_kinds(actuator, LAW_FIXED, LAW_AFFINE, HF_ACTIVATION_NONE);
    hf_status status = mjcf_choice(reader, node, "input", "expmap|quat", &actuator->quaternion);
    return status == HF_STATUS_OK ? read_servo(reader, node, actuator) : status;
}

static const struct
{
    const char *name;
    kind_reader read;
} kinds[] = {{"general", read_general},         {"motor", read_motor},
             {"position", read_position},       {"velocity", read_velocity},
             {"damper", read_damper},           {"intvelocity", read_intvelocity},
             {"cylinder", read_cylinder},       {"muscle", read_muscle},
             {"adhesion", read_adhesion},       {"dcmotor", read_dcmotor},
             {"orientation", read_orientation}, {"pid", read_pid}};

static int kind_of(const char *element)
{
    for (int k = 0; k < (int)(sizeof kinds / sizeof kinds[0]); k++)
        if (strcmp(kinds[k].name, element) == 0) return k;
    return -1;
}

bool mjcf_is_actuator(const char *element)
{
    return kind_of(element) >= 0;
}

hf_status mjcf_actuator_attributes(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    static const char *const words = "false|true|auto";
    int kind = kind_of(node->name);
    hf_status status = mjcf_choice(reader, node, "ctrllimited", words, &actuator->control_limited);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "forcelimited", words, &actuator->force_limited);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "actlimited", words, &actuator->activation_limited);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "ctrlrange", actuator->control_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "forcerange", actuator->force_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "actrange", actuator->activation_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "lengthrange", actuator->length_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "gear", actuator->gear, 1, 6, NULL);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "cranklength", &actuator->crank_length);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "group", &actuator->group);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "armature", &actuator->armature);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "damping", actuator->damping, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = read_number(reader, node, "delay", &actuator->delay);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "nsample", 0, 100000, &actuator->samples);
    if (status == HF_STATUS_OK)
        status = mjcf_choice(reader, node, "interp", "zoh|linear|cubic", &actuator->interpolation);
    if (status != HF_STATUS_OK) return status;
    if (kinds[kind].read != read_general) actuator->is_dcmotor = actuator->turns = false;
    if (kinds[kind].read != read_general && kinds[kind].read != read_pid) actuator->is_pid = false;
    return kinds[kind].read(reader, node, actuator);
}
