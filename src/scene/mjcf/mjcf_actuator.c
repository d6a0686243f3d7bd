// <actuator>: what actuators work on, and what becomes of them; mjcf_actuator_kinds.c has their laws.

#include "base/error.h"
#include "model/rows/actuator.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

// ---- transmission ----

/// The joint or tendon that is moved has a range that the control may inherit.
typedef struct target
{
    bool has_range;
    double range[2];
} target;

static hf_status find_joint(mjcf_reader *reader, const xml_node *node, const char *attribute, hf_actuator_def *def,
                            target *to)
{
    int index = -1;
    hf_status status = mjcf_named(reader, node, attribute, "joint", mjcf_find_joint, false, &index);
    if (status != HF_STATUS_OK) return status;
    const mjcf_joint *joint = &reader->joints[index];
    def->in_parent = strcmp(attribute, "jointinparent") == 0;
    if (joint->type == JOINT_FREE)
    {
        def->transmission = HF_TRANSMISSION_FREE;
        def->target = reader->bodies[joint->body].index;
        return HF_STATUS_OK;
    }
    double unit =
        joint->type == JOINT_HINGE && mjcf_compiler_of(reader, joint->node)->degrees ? 3.14159265358979323846 / 180 : 1;
    def->transmission = HF_TRANSMISSION_JOINT;
    def->target = joint->index;
    *to = (target){joint->range[0] < joint->range[1], {unit * joint->range[0], unit * joint->range[1]}};
    return HF_STATUS_OK;
}

static hf_status find_tendon(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def, target *to)
{
    int index = -1;
    hf_status status = mjcf_named(reader, node, "tendon", "tendon", mjcf_find_tendon, false, &index);
    if (status != HF_STATUS_OK) return status;
    const mjcf_tendon *tendon = &reader->tendons[index];
    def->transmission = HF_TRANSMISSION_TENDON;
    def->target = tendon->index;
    *to = (target){tendon->range[0] < tendon->range[1], {tendon->range[0], tendon->range[1]}};
    return HF_STATUS_OK;
}

static hf_status find_site(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def)
{
    int site = -1, reference = -1;
    hf_status status = mjcf_named(reader, node, "site", "site", mjcf_find_site, false, &site);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, node, "refsite", "site", mjcf_find_site, true, &reference);
    if (status != HF_STATUS_OK) return status;
    def->transmission = HF_TRANSMISSION_SITE;
    def->target = reader->sites[site].index;
    def->reference = reference >= 0 ? reader->sites[reference].index : -1;
    return HF_STATUS_OK;
}

static hf_status find_crank(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def)
{
    int crank = -1, slider = -1;
    hf_status status = mjcf_named(reader, node, "cranksite", "site", mjcf_find_site, false, &crank);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, node, "slidersite", "site", mjcf_find_site, false, &slider);
    if (status != HF_STATUS_OK) return status;
    if (!(def->crank_length > 0))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "cranklength: the rod of a crank needs a length > 0");
    def->transmission = HF_TRANSMISSION_CRANK;
    def->target = reader->sites[crank].index;
    def->reference = reader->sites[slider].index;
    return HF_STATUS_OK;
}

static hf_status find_target(mjcf_reader *reader, const xml_node *node, hf_actuator_def *def, target *to)
{
    static const char *const ways[] = {"joint", "jointinparent", "tendon", "site", "cranksite", "slidersite", "body"};
    const char *way = NULL;
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
    {
        if (!xml_value(node, ways[k])) continue;
        bool crank = way && strcmp(way, "cranksite") == 0 && strcmp(ways[k], "slidersite") == 0;
        if (way && !crank)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "works on a %s and on a %s; remove one", way, ways[k]);
        way = ways[k];
    }
    if (!way)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs something to work on: joint, tendon, site or body");
    if (way == ways[0] || way == ways[1]) return find_joint(reader, node, way, def, to);
    if (way == ways[2]) return find_tendon(reader, node, def, to);
    if (way == ways[3]) return find_site(reader, node, def);
    if (way == ways[4] || way == ways[5]) return find_crank(reader, node, def);
    int body = -1;
    hf_status status = mjcf_named(reader, node, "body", "body", mjcf_find_body, false, &body);
    if (status != HF_STATUS_OK) return status;
    def->transmission = HF_TRANSMISSION_BODY;
    def->target = reader->bodies[body].index;
    return HF_STATUS_OK;
}

// ---- to the builder ----

static hf_status inherit_range(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator, const target *to)
{
    double part = actuator->inherit_range;
    if (part == 0) return HF_STATUS_OK;
    if (part < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "inheritrange: must not be negative");
    bool integrates = actuator->dynamics == HF_ACTIVATION_INTEGRATOR; // then the position is the activation
    double *range = integrates ? actuator->activation_range : actuator->control_range;
    if (range[0] != 0 || range[1] != 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "%s and inheritrange are two ways to say one thing; remove one",
                         integrates ? "actrange" : "ctrlrange");
    if (!to->has_range)
        return mjcf_fail(reader, node, HF_STATUS_INVALID,
                         "inheritrange: what it works on has no range that could be inherited");
    double middle = (to->range[0] + to->range[1]) / 2, half = part * (to->range[1] - to->range[0]) / 2;
    range[0] = middle - half;
    range[1] = middle + half;
    return HF_STATUS_OK;
}

/// Types `user` are callbacks of a program, without which MuJoCo takes a gain of 1, no bias, and activations that stay
/// as they are.
static void replace_callbacks(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    const double STILL = 1e300; // [s], time constant
    bool gain = actuator->gain_type == LAW_USER, bias = actuator->bias_type == LAW_USER,
         still = actuator->dynamics == DYNAMICS_USER;
    if (gain) actuator->gain_type = LAW_FIXED, actuator->gain[0] = 1;
    if (bias) actuator->bias_type = LAW_NONE;
    if (still) actuator->dynamics = HF_ACTIVATION_FILTER, actuator->time[0] = STILL;
    if (gain || bias || still)
        mjcf_note(reader, node,
                  "type user: there is no such callback; as in MuJoCo without it, the gain is 1, the bias "
                  "0, and an activation stays as it is");
}

static hf_status check_law(mjcf_reader *reader, const xml_node *node, const mjcf_actuator *actuator)
{
    if (actuator->dynamics >= HF_ACTIVATION_KIND_COUNT || actuator->gain_type >= LAW_OTHER ||
        actuator->bias_type >= LAW_OTHER)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "gaintype, biastype and dyntype may not be dcmotor; write <dcmotor>");
    return HF_STATUS_OK;
}

static void set_law(const mjcf_actuator *actuator, hf_actuator_def *def)
{
    bool affine = actuator->gain_type == LAW_AFFINE, biased = actuator->bias_type == LAW_AFFINE;
    def->gain_kind = actuator->gain_type == LAW_MUSCLE ? HF_GAIN_MUSCLE : HF_GAIN_AFFINE;
    def->bias_kind = actuator->bias_type == LAW_MUSCLE ? HF_GAIN_MUSCLE : HF_GAIN_AFFINE;
    for (int i = 0; i < HF_GAIN_PARAMETERS; i++)
    {
        bool gain = def->gain_kind == HF_GAIN_MUSCLE || i == 0 || (affine && i < 3);
        bool bias = def->bias_kind == HF_GAIN_MUSCLE || (biased && i < 3);
        def->gain[i] = gain ? actuator->gain[i] : 0;
        def->bias[i] = bias ? actuator->bias[i] : 0;
    }
    if (biased && !affine && def->bias[2] > 0 && def->gain[0] == -def->bias[1])
    {
        def->damping_ratio = def->bias[2];
        def->bias[2] = 0;
    }
    def->dynamics = (hf_activation_kind)actuator->dynamics;
    def->early = actuator->early;
    memcpy(def->time, actuator->time, sizeof def->time);
    memcpy(def->gear, actuator->gear, sizeof def->gear);
    memcpy(def->control_range, actuator->control_range, sizeof def->control_range);
    memcpy(def->force_range, actuator->force_range, sizeof def->force_range);
    memcpy(def->activation_range, actuator->activation_range, sizeof def->activation_range);
    memcpy(def->length_range, actuator->length_range, sizeof def->length_range);
}

/// Which of its three ranges hold.
static hf_status find_limits(mjcf_reader *reader, const xml_node *node, const mjcf_actuator *a, hf_actuator_def *def)
{
    hf_status status =
        mjcf_limit(reader, node, "ctrlrange", a->control_limited, a->control_range, &def->control_limited);
    if (status == HF_STATUS_OK)
        status = mjcf_limit(reader, node, "forcerange", a->force_limited, a->force_range, &def->force_limited);
    if (status == HF_STATUS_OK)
        status =
            mjcf_limit(reader, node, "actrange", a->activation_limited, a->activation_range, &def->activation_limited);
    return status;
}

static hf_status set_delay(mjcf_reader *reader, const xml_node *node, const mjcf_actuator *actuator,
                           hf_actuator_def *def)
{
    if (actuator->delay < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "delay: must not be negative");
    if (actuator->delay > 0 && actuator->samples == 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID,
                         "delay: needs nsample, how many steps controls are kept: delay / timestep of them");
    def->delay = actuator->delay;
    def->samples = actuator->delay > 0 ? (int)actuator->samples : 0; // what is not read is not kept
    def->interpolation = (hf_delay_kind)actuator->interpolation;
    return HF_STATUS_OK;
}

static hf_status emit_actuator(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_actuator actuator = class->actuator;
    hf_actuator_def def = hf_actuator_def_default();
    target to = {0};
    def.name = xml_value(node, "name");
    status = mjcf_actuator_attributes(reader, node, &actuator);
    def.crank_length = actuator.crank_length;
    if (status == HF_STATUS_OK) replace_callbacks(reader, node, &actuator);
    if (status == HF_STATUS_OK) status = check_law(reader, node, &actuator);
    if (status == HF_STATUS_OK) status = find_target(reader, node, &def, &to);
    if (status == HF_STATUS_OK) status = inherit_range(reader, node, &actuator, &to);
    if (status == HF_STATUS_OK) status = find_limits(reader, node, &actuator, &def);
    if (status != HF_STATUS_OK) return status;
    set_law(&actuator, &def);
    if (reader->off & OFF_CLAMPCTRL) def.control_limited = false;
    status = set_delay(reader, node, &actuator, &def);
    if (status != HF_STATUS_OK) return status;
    def.armature = actuator.armature;
    def.damping = reader->off & OFF_DAMPER ? 0 : actuator.damping[0];
    for (int i = 0; i < 2; i++) def.damping_power[i] = reader->off & OFF_DAMPER ? 0 : actuator.damping[1 + i];
    def.disabled = mjcf_actuator_is_off(reader, actuator.group);
    if (actuator.is_dcmotor)
    {
        def.dcmotor = actuator.dcmotor;
        status = mjcf_add_dcmotor(reader, node, &def, &actuator);
        reader->activation_count += status == HF_STATUS_OK ? actuator_states(&def) : 0;
        return status;
    }
    if (actuator.turns) return mjcf_add_orientation(reader, node, &def, actuator.quaternion == 1);
    reader->activation_count += def.dynamics != HF_ACTIVATION_NONE;
    hf_error error = {0};
    return mjcf_passed(reader, node, hf_builder_add_actuator(reader->builder, &def, NULL, &error), &error);
}

hf_status mjcf_emit_actuators(mjcf_reader *reader)
{
    return mjcf_each(reader, "actuator", NULL, emit_actuator);
}
