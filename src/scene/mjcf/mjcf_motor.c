// <dcmotor>, <pid> and <orientation>: actuators with several controls. Each control beyond the actuator's own is an
// actuator of its own that moves nothing.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const inputs[] = {"pos", "vel", "ff", "voltage"};

hf_status mjcf_motor_inputs(mjcf_reader *reader, const xml_node *node, hf_dcmotor_def *dc)
{
    const char *text = xml_value(node, "input");
    if (!text) return HF_STATUS_OK;
    bool named[4] = {false};
    for (const char *s = text + strspn(text, " "); *s; s += strspn(s, " "))
    {
        size_t length = strcspn(s, " "), k = 0;
        while (k < 4 && (strlen(inputs[k]) != length || strncmp(inputs[k], s, length) != 0)) k++;
        if (k == 4)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "input: '%.*s' is none of pos, vel, ff, voltage",
                             (int)(length < 40 ? length : 40), s);
        named[k] = true;
        s += length;
    }
    for (int k = 0, next = 0; k < 4; k++) dc->input[k] = named[k] ? next++ : -1;
    return HF_STATUS_OK;
}

/// The constant is the geometric mean of that of torque and of voltage; of a nominal voltage and speed without load it
/// is their ratio.
static hf_status read_constants(mjcf_reader *reader, const xml_node *node, hf_dcmotor_def *dc)
{
    double constant[2] = {0}, nominal[3] = {0}, inductance[2] = {0};
    int given = 0;
    hf_status status = mjcf_numbers(reader, node, "motorconst", constant, 1, 2, &given);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "nominal", nominal, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "resistance", &dc->resistance, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "inductance", inductance, 1, 2, NULL);
    if (status != HF_STATUS_OK) return status;
    if (given) dc->constant = given > 1 && constant[1] > 0 ? sqrt(constant[0] * constant[1]) : constant[0];
    else if (nominal[2] > 0 && nominal[1] == 0) dc->constant = nominal[0] / nominal[2];
    else if (nominal[0] != 0)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "nominal: is read as a voltage and a speed without load; write motorconst and resistance");
    if (inductance[1] > 0) dc->time = inductance[1];
    else if (inductance[0] > 0 && dc->resistance > 0) dc->time = inductance[0] / dc->resistance;
    return HF_STATUS_OK;
}

hf_status mjcf_dcmotor_attributes(mjcf_reader *reader, const xml_node *node, hf_dcmotor_def *dc)
{
    double controller[6] = {dc->controller[0], dc->controller[1],  dc->controller[2],
                            dc->slew,          dc->integral_limit, dc->voltage_limit};
    double saturation[3] = {dc->torque_limit, 0, dc->current_rate};
    double thermal[6] = {dc->thermal[0], dc->thermal[1], 0, dc->thermal[2], dc->thermal[3], dc->thermal[4]};
    hf_status status = mjcf_motor_inputs(reader, node, dc);
    if (status == HF_STATUS_OK) status = read_constants(reader, node, dc);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "controller", controller, 1, 6, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "saturation", saturation, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "thermal", thermal, 1, 6, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "cogging", dc->cogging, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "lugre", dc->friction, 1, 5, NULL);
    if (status != HF_STATUS_OK) return status;
    memcpy(dc->controller, controller, sizeof dc->controller);
    dc->slew = controller[3];
    dc->integral_limit = controller[4];
    dc->voltage_limit = controller[5];
    // a limit of the current is one of its torque
    dc->torque_limit = saturation[0];
    double by_current = saturation[1] * dc->constant;
    if (by_current > 0 && (!(dc->torque_limit > 0) || by_current < dc->torque_limit)) dc->torque_limit = by_current;
    dc->current_rate = saturation[2];
    dc->thermal[0] = thermal[0];
    dc->thermal[1] = thermal[0] > 0 && !(thermal[1] > 0) ? thermal[2] / thermal[0] : thermal[1]; // or a time constant
    memcpy(dc->thermal + 2, thermal + 3, 3 * sizeof *thermal);
    return HF_STATUS_OK;
}

int mjcf_control_count(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_class *class = NULL;
    bool general = strcmp(node->name, "general") == 0,
         motor = strcmp(node->name, "dcmotor") == 0 || strcmp(node->name, "pid") == 0;
    if (!general && !motor && strcmp(node->name, "orientation") != 0) return 1;
    hf_error unused = {0}, *kept = reader->error;
    reader->error = &unused; // what is wrong here is told where the actuator is read
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    mjcf_actuator actuator = status == HF_STATUS_OK ? class->actuator : (mjcf_actuator){0};
    if (status == HF_STATUS_OK) mjcf_actuator_attributes(reader, node, &actuator);
    reader->error = kept;
    int count = 0;
    for (int k = 0; k < 4 && actuator.is_dcmotor; k++) count += actuator.dcmotor.input[k] >= 0;
    return actuator.is_dcmotor ? count : actuator.turns ? 3 + actuator.quaternion : 1;
}

/// A name with something behind it, of an actuator that has one.
static const char *name_with(mjcf_reader *reader, const char *name, const char *rest)
{
    if (!name) return NULL;
    size_t size = strlen(name) + strlen(rest) + 2;
    char *text = ARENA_ARRAY(reader->arena, char, size);
    if (text) snprintf(text, size, "%s/%s", name, rest);
    return text;
}

static hf_status add(mjcf_reader *reader, const xml_node *node, const hf_actuator_def *def)
{
    hf_error error = {0};
    return mjcf_passed(reader, node, hf_builder_add_actuator(reader->builder, def, NULL, &error), &error);
}

/// A control alone, with the limits of `of`.
static hf_status add_signal(mjcf_reader *reader, const xml_node *node, const hf_actuator_def *of, const char *what)
{
    hf_actuator_def signal = hf_actuator_def_default();
    signal.name = name_with(reader, of->name, what);
    signal.transmission = HF_TRANSMISSION_NONE;
    signal.control_limited = of->control_limited;
    memcpy(signal.control_range, of->control_range, sizeof signal.control_range);
    return add(reader, node, &signal);
}

/// A pid's inputs have ranges of their own, and ctrlrange is that of the position; inputs of a motor share one.
static void limit_input(const mjcf_actuator *actuator, int k, hf_actuator_def *like)
{
    if (!actuator->is_pid) return;
    const double none[2] = {0, 0}, *range = k == 1 || k == 2 ? actuator->input_range[k - 1] : none;
    like->control_limited = range[0] < range[1];
    memcpy(like->control_range, range, sizeof like->control_range);
}

hf_status mjcf_add_dcmotor(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def,
                           const mjcf_actuator *actuator)
{
    const int *input = def->dcmotor.input;
    hf_actuator_def like = *def;
    def->gain_kind = def->bias_kind = HF_GAIN_DCMOTOR;
    def->dynamics = HF_ACTIVATION_DCMOTOR;
    if (input[0] < 0 && input[1] < 0 && input[2] < 0 && input[3] < 0)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "input: a motor without any is not supported; give it voltage, and leave that 0");
    if (input[0] != 0) limit_input(actuator, input[1] == 0 ? 1 : 2, def);
    TRY(add(reader, node, def));
    for (int k = 0; k < 4; k++)
    {
        limit_input(actuator, k, &like);
        if (input[k] > 0) TRY(add_signal(reader, node, &like, inputs[k]));
    }
    return HF_STATUS_OK;
}

hf_status mjcf_add_orientation(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def, bool quaternion)
{
    static const char *const axes[] = {"x", "y", "z"};
    const char *name = def->name;
    hf_status status = HF_STATUS_OK;
    if (def->transmission != HF_TRANSMISSION_JOINT)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED, "orientation actuators turn ball joints; use one");
    if (quaternion) status = add_signal(reader, node, def, "w");
    def->gain_kind = quaternion ? HF_GAIN_QUATERNION : HF_GAIN_TURN;
    for (int k = 0; k < 3 && status == HF_STATUS_OK; k++)
    {
        memset(def->gear, 0, sizeof def->gear);
        def->gear[k] = 1;
        def->name = k == 0 && !quaternion ? name : name_with(reader, name, axes[k]);
        status = add(reader, node, def);
    }
    return status;
}
