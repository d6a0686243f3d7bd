// <actuator>: motor, position, velocity and general, on joints, tendons and sites.
//
// All kinds of one default class share one set of parameters, as in MuJoCo: <position kp="5"/> in a default also gives the gain and bias that
// a <general> of that class begins with.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

static const char *const supported = "general motor position velocity";
static const char *const unsupported = "intvelocity damper cylinder muscle adhesion dcmotor";

static bool is_word(const char *list, const char *word)
{
    const char *at = strstr(list, word);
    size_t length = strlen(word);
    return at && (at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
}

bool mjcf_is_actuator(const char *element)
{
    return is_word(supported, element) || is_word(unsupported, element);
}

// ---- kinds ----

static hf_status read_general(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    hf_status status = mjcf_choice(reader, node, "gaintype", "fixed|affine|muscle|dcmotor|user", &actuator->gain_type);
    if (status == HF_STATUS_OK)
        status = mjcf_choice(reader, node, "biastype", "none|affine|muscle|dcmotor|user", &actuator->bias_type);
    if (status == HF_STATUS_OK)
        status = mjcf_choice(reader, node, "dyntype", "none|integrator|filter|filterexact|muscle|dcmotor|user",
                             &actuator->dynamics);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "gainprm", actuator->gain, 1, ACTUATOR_PARAMETERS, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "biasprm", actuator->bias, 1, ACTUATOR_PARAMETERS, NULL);
    return status;
}

static hf_status read_position(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    int has_kv = 0, has_ratio = 0;
    double kv = 0, ratio = 0, time = 0;
    hf_status status = mjcf_numbers(reader, node, "kp", &actuator->gain[0], 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "kv", &kv, 1, 1, &has_kv);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "dampratio", &ratio, 1, 1, &has_ratio);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "timeconst", &time, 1, 1, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "inheritrange", &actuator->inherit_range, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    if (has_kv && has_ratio)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "kv and dampratio are two ways to say one thing; remove one");
    if (actuator->gain[0] < 0 || kv < 0 || ratio < 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "kp, kv and dampratio must not be negative");
    actuator->gain_type = LAW_FIXED;
    actuator->bias_type = LAW_AFFINE;
    actuator->dynamics = time > 0 ? 3 : 0;
    actuator->bias[1] = -actuator->gain[0];
    if (has_kv) actuator->bias[2] = -kv;
    if (has_ratio) actuator->bias[2] = ratio; // a positive number stands for the ratio until the inertia is known
    return HF_STATUS_OK;
}

static hf_status read_velocity(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    hf_status status = mjcf_numbers(reader, node, "kv", &actuator->gain[0], 1, 1, NULL);
    if (status == HF_STATUS_OK && actuator->gain[0] < 0)
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "kv: must not be negative");
    memset(actuator->bias, 0, sizeof actuator->bias);
    actuator->bias[2] = -actuator->gain[0];
    actuator->gain_type = LAW_FIXED;
    actuator->bias_type = LAW_AFFINE;
    actuator->dynamics = 0;
    return status;
}

static void make_motor(mjcf_actuator *actuator)
{
    actuator->gain_type = LAW_FIXED;
    actuator->bias_type = LAW_NONE;
    actuator->dynamics = 0;
    memset(actuator->gain, 0, sizeof actuator->gain);
    memset(actuator->bias, 0, sizeof actuator->bias);
    actuator->gain[0] = 1;
}

hf_status mjcf_actuator_attributes(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator)
{
    static const char *const words = "false|true|auto";
    hf_status status = mjcf_choice(reader, node, "ctrllimited", words, &actuator->control_limited);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "forcelimited", words, &actuator->force_limited);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "ctrlrange", actuator->control_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "forcerange", actuator->force_range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "gear", actuator->gear, 1, 6, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "cranklength", &actuator->crank_length, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    if (is_word(unsupported, node->name)) actuator->refused = node->name;
    else if (strcmp(node->name, "general") != 0) actuator->refused = NULL; // these say all that counts
    if (strcmp(node->name, "general") == 0) return read_general(reader, node, actuator);
    if (strcmp(node->name, "position") == 0) return read_position(reader, node, actuator);
    if (strcmp(node->name, "velocity") == 0) return read_velocity(reader, node, actuator);
    if (strcmp(node->name, "motor") == 0) make_motor(actuator);
    return HF_STATUS_OK;
}

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
    if (joint->type < JOINT_SLIDE)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "%s: '%s' is a %s joint; actuators work on hinges and slides, and by a site on any body",
                         attribute, joint->name, joint->type == JOINT_FREE ? "free" : "ball");
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
    if (!way) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs something to work on: joint, tendon or site");
    if (way == ways[0] || way == ways[1]) return find_joint(reader, node, way, def, to);
    if (way == ways[2]) return find_tendon(reader, node, def, to);
    if (way == ways[3]) return find_site(reader, node, def);
    if (way == ways[4] || way == ways[5]) return find_crank(reader, node, def);
    return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                     "%s: actuators work on joints, tendons, sites and cranks; bodies are not supported", way);
}

// ---- to the builder ----

static hf_status inherit_range(mjcf_reader *reader, const xml_node *node, mjcf_actuator *actuator, const target *to)
{
    double part = actuator->inherit_range;
    if (part == 0) return HF_STATUS_OK;
    if (part < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "inheritrange: must not be negative");
    if (actuator->control_range[0] != 0 || actuator->control_range[1] != 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "ctrlrange and inheritrange are two ways to say one thing; remove one");
    if (!to->has_range)
        return mjcf_fail(reader, node, HF_STATUS_INVALID,
                         "inheritrange: what it works on has no range that could be inherited");
    double middle = (to->range[0] + to->range[1]) / 2, half = part * (to->range[1] - to->range[0]) / 2;
    actuator->control_range[0] = middle - half;
    actuator->control_range[1] = middle + half;
    return HF_STATUS_OK;
}

static hf_status check_law(mjcf_reader *reader, const xml_node *node, const mjcf_actuator *actuator)
{
    if (actuator->refused)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "%s actuators are not supported; use motor, position, velocity or general", actuator->refused);
    if (actuator->dynamics)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "actuators with a state of their own (dyntype, timeconst) are not supported; remove it");
    if (actuator->gain_type >= LAW_OTHER || actuator->bias_type >= LAW_OTHER)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "gaintype may be fixed or affine, biastype none or affine");
    return HF_STATUS_OK;
}

static void set_law(const mjcf_actuator *actuator, hf_actuator_def *def)
{
    bool affine = actuator->gain_type == LAW_AFFINE, biased = actuator->bias_type == LAW_AFFINE;
    for (int i = 0; i < 3; i++)
    {
        def->gain[i] = i == 0 || affine ? actuator->gain[i] : 0;
        def->bias[i] = biased ? actuator->bias[i] : 0;
    }
    if (biased && !affine && def->bias[2] > 0 && def->gain[0] == -def->bias[1])
    {
        def->damping_ratio = def->bias[2];
        def->bias[2] = 0;
    }
    memcpy(def->gear, actuator->gear, sizeof def->gear);
    memcpy(def->control_range, actuator->control_range, sizeof def->control_range);
    memcpy(def->force_range, actuator->force_range, sizeof def->force_range);
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
    if (status == HF_STATUS_OK) status = check_law(reader, node, &actuator);
    if (status == HF_STATUS_OK) status = find_target(reader, node, &def, &to);
    if (status == HF_STATUS_OK) status = inherit_range(reader, node, &actuator, &to);
    if (status == HF_STATUS_OK)
        status = mjcf_limit(reader, node, "ctrlrange", actuator.control_limited, actuator.control_range,
                            &def.control_limited);
    if (status == HF_STATUS_OK)
        status =
            mjcf_limit(reader, node, "forcerange", actuator.force_limited, actuator.force_range, &def.force_limited);
    if (status != HF_STATUS_OK) return status;
    set_law(&actuator, &def);
    if (reader->off & OFF_CLAMPCTRL) def.control_limited = false;
    if (mjcf_actuator_is_off(reader, node)) // it is there, and does nothing
        for (int i = 0; i < 3; i++) def.gain[i] = def.bias[i] = 0;
    hf_error error = {0};
    return mjcf_passed(reader, node, hf_builder_add_actuator(reader->builder, &def, NULL, &error), &error);
}

hf_status mjcf_emit_actuators(mjcf_reader *reader)
{
    return mjcf_each(reader, "actuator", NULL, emit_actuator);
}
