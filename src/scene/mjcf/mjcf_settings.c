// <compiler>, <option> and the attributes of <holdfast>.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_status read_eulerseq(mjcf_reader *reader, const xml_node *node, char *sequence)
{
    const char *text = xml_value(node, "eulerseq");
    if (!text) return HF_STATUS_OK;
    if (strlen(text) != 3 || strspn(text, "xyzXYZ") != 3)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "eulerseq: '%.20s' is not three of x y z X Y Z", text);
    memcpy(sequence, text, 4);
    return HF_STATUS_OK;
}

/// What only one value of is supported.
static hf_status read_fixed(mjcf_reader *reader, const xml_node *node)
{
    const char *coordinate = xml_value(node, "coordinate");
    if (coordinate && strcmp(coordinate, "local") != 0)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED, "coordinate: only local is supported");
    return HF_STATUS_OK;
}

static hf_status read_compiler(mjcf_reader *reader, const xml_node *node, mjcf_compiler *c)
{
    int angle = c->degrees ? 0 : 1;
    double range[2] = {c->group_range[0], c->group_range[1]};
    if (xml_value(node, "meshdir")) c->meshdir = xml_value(node, "meshdir");
    if (xml_value(node, "assetdir")) c->assetdir = xml_value(node, "assetdir");
    if (xml_value(node, "texturedir")) c->texturedir = xml_value(node, "texturedir");
    hf_status status = mjcf_choice(reader, node, "angle", "degree|radian", &angle);
    c->degrees = angle == 0;
    if (status == HF_STATUS_OK) status = read_eulerseq(reader, node, c->eulerseq);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "strippath", &c->strip_path);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "balanceinertia", &c->balance_inertia);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "exactmeshinertia", &c->exact_meshes);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "autolimits", &c->autolimits);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "fitaabb", &c->fit_box);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "fusestatic", &c->fuse_static);
    if (status == HF_STATUS_OK)
        status = mjcf_choice(reader, node, "inertiafromgeom", "false|true|auto", &c->inertia_from_geom);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "inertiagrouprange", range, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "boundmass", &c->bound_mass, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "boundinertia", &c->bound_inertia, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "settotalmass", &c->total_mass, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "alignfree", &c->align_free);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "discardvisual", &c->discard_visual);
    if (status == HF_STATUS_OK) status = read_fixed(reader, node);
    for (int i = 0; i < 2; i++) c->group_range[i] = (int)fmax(-1e9, fmin(1e9, range[i]));
    return status;
}

/// Flags that change the motion; the others are about MuJoCo's own solver.
static hf_status read_flags(mjcf_reader *reader, const xml_node *node)
{
    static const struct
    {
        const char *name;
        unsigned off; // what goes with it
    } switches[] = {
        {"constraint", OFF_CONTACT | OFF_EQUALITY | OFF_LIMIT | OFF_FRICTIONLOSS},
        {"contact", OFF_CONTACT},
        {"equality", OFF_EQUALITY},
        {"limit", OFF_LIMIT},
        {"frictionloss", OFF_FRICTIONLOSS},
        {"passive", OFF_SPRING | OFF_DAMPER | OFF_FLUID},
        {"spring", OFF_SPRING},
        {"damper", OFF_DAMPER},
        {"actuation", OFF_ACTUATION},
        {"clampctrl", OFF_CLAMPCTRL},
        {"filterparent", OFF_FILTERPARENT},
        {"gravity", OFF_GRAVITY},
    };
    hf_status status = HF_STATUS_OK;
    for (size_t k = 0; k < sizeof switches / sizeof switches[0] && status == HF_STATUS_OK; k++)
    {
        int enabled = 1;
        status = mjcf_choice(reader, node, switches[k].name, "disable|enable", &enabled);
        if (!enabled) reader->off |= switches[k].off;
    }
    int enabled = 0;
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "override", "disable|enable", &enabled);
    if (enabled && reader->override_friction < 0) reader->override_friction = 1; // MuJoCo's default of o_friction
    return status;
}

/// Groups of actuators that do nothing: a list of numbers from 0 to 30.
static hf_status read_groups(mjcf_reader *reader, const xml_node *node)
{
    double *groups;
    int count;
    TRY(mjcf_list(reader, node, "actuatorgroupdisable", &groups, &count));
    for (int k = 0; k < count; k++)
    {
        if (groups[k] != floor(groups[k]) || groups[k] < 0 || groups[k] > 30)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                             "actuatorgroupdisable: %g must be a whole number in 0 … 30", groups[k]);
        reader->groups_off |= 1u << (unsigned)groups[k];
    }
    return HF_STATUS_OK;
}

bool mjcf_actuator_is_off(const mjcf_reader *reader, double group)
{
    return reader->off & OFF_ACTUATION || (group >= 0 && group <= 30 && reader->groups_off & (1u << (unsigned)group));
}

static hf_status read_option(mjcf_reader *reader, const xml_node *node)
{
    hf_settings *s = &reader->settings;
    hf_status status = mjcf_numbers(reader, node, "timestep", &s->step.timestep, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "gravity", s->physics.gravity, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "density", &s->physics.density, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "viscosity", &s->physics.viscosity, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "wind", s->physics.wind, 3, 3, NULL);
    if (status == HF_STATUS_OK && (s->physics.density < 0 || s->physics.viscosity < 0))
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "density and viscosity must not be negative");
    if (status == HF_STATUS_OK && !(s->step.timestep > 0))
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "timestep: %g s must be greater than 0", s->step.timestep);
    if (status == HF_STATUS_OK) status = read_groups(reader, node);
    const xml_node *flag = NULL;
    while (status == HF_STATUS_OK && (flag = mjcf_child(node, "flag", flag)) != NULL) status = read_flags(reader, flag);
    double friction[5] = {1, 1, 0.005, 0.0001, 0.0001};
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "o_friction", friction, 1, 5, NULL);
    if (status == HF_STATUS_OK && friction[0] < 0)
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "o_friction: must not be negative");
    if (reader->override_friction >= 0 && xml_value(node, "o_friction")) reader->override_friction = friction[0];
    return status;
}

/// Of the contact problem and its certificate.
static hf_status read_answers(mjcf_reader *reader, const xml_node *node)
{
    hf_settings *s = &reader->settings;
    double iterations = (double)s->solver.max_iterations, budget = (double)s->solver.budget;
    int effort = (int)s->solver.effort, on_fail = (int)s->solver.on_fail;
    hf_status status = mjcf_numbers(reader, node, "tolerance", &s->solver.tolerance, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "accept", &s->solver.accept, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "budget", 0, 1e15, &budget);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "effort", "normal|low|high|exact", &effort);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "on_fail", "stop|continue|frictionless", &on_fail);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "max_iterations", 0, 1e9, &iterations);
    if (status != HF_STATUS_OK) return status;
    s->solver.budget = (int64_t)budget;
    s->solver.effort = (hf_effort)effort;
    s->solver.on_fail = (hf_on_fail)on_fail;
    s->solver.max_iterations = (long)iterations;
    const char *solver = xml_value(node, "solver");
    if (solver && strlen(solver) >= sizeof s->solver.name)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "solver: the name is too long");
    if (solver) snprintf(s->solver.name, sizeof s->solver.name, "%s", solver);
    if (!(s->solver.tolerance > 0))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "tolerance: must be greater than 0");
    if (!(s->solver.accept >= 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "accept: must not be negative");
    return HF_STATUS_OK;
}

/// The friction law of contacts.
static hf_status read_friction(mjcf_reader *reader, const xml_node *node)
{
    static const double DEGREE = 0.017453292519943295769; // [rad]
    hf_settings *s = &reader->settings;
    int friction = (int)s->law.friction, cold_start = s->solver.cold_start, selection = (int)s->solver.selection;
    double sides = s->law.sides, degrees = s->law.direction / DEGREE, before = degrees;
    hf_status status = mjcf_choice(reader, node, "friction", "cone|pyramid|outer-pyramid|solver", &friction);
    if (status == HF_STATUS_OK)
        status = mjcf_whole(reader, node, "friction_sides", HF_FRICTION_SIDES_MIN, HF_FRICTION_SIDES_MAX, &sides);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "friction_direction", &degrees, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "cold_start", "false|true", &cold_start);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "selection", "compliant|any|area", &selection);
    if (status != HF_STATUS_OK) return status;
    s->law.friction = (hf_friction)friction;
    s->law.sides = (int)sides;
    if (degrees != before) s->law.direction = degrees * DEGREE;
    s->solver.cold_start = cold_start;
    s->solver.selection = (hf_selection)selection;
    return HF_STATUS_OK;
}

static hf_status read_holdfast(mjcf_reader *reader, const xml_node *node)
{
    hf_settings *s = &reader->settings;
    int integrator = (int)s->step.integrator, coordinates = (int)s->step.coordinates;
    hf_status status = mjcf_numbers(reader, node, "theta", &s->step.theta, 1, 1, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_choice(reader, node, "integrator", "moreau|baraff|first-order", &integrator);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "static_friction", &s->law.static_friction, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "coordinates", "reduced|maximal", &coordinates);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "separate_loops", &s->step.separate_loops);
    if (status == HF_STATUS_OK) status = read_answers(reader, node);
    if (status == HF_STATUS_OK) status = read_friction(reader, node);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "accuracy", &s->step.accuracy, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "travel", &s->step.travel, 1, 1, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "fast_tolerance", &s->step.fast_tolerance, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "reduction", &s->step.reduction, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "duration", &s->step.duration, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "restitution", &reader->restitution, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    s->step.integrator = (hf_integrator)integrator;
    s->step.coordinates = (hf_coordinates)coordinates;
    if (!(s->step.theta >= 0.5 && s->step.theta <= 1))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "theta: %g must lie in 0.5 … 1", s->step.theta);
    if (!(s->step.accuracy >= 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "accuracy: must not be negative");
    if (!(s->step.reduction >= 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "reduction: must not be negative");
    if (!(s->step.travel >= 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "travel: must not be negative");
    if (!(s->step.fast_tolerance >= 0))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "fast_tolerance: must not be negative");
    if (s->step.fast_tolerance > s->solver.tolerance && s->step.travel == 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID,
                         "fast_tolerance: needs travel, the way in a step that counts as fast");
    if (!(s->step.duration >= 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "duration: must not be negative");
    if (!(reader->restitution >= 0 && reader->restitution <= 1))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "restitution: %g must lie in 0 … 1", reader->restitution);
    return HF_STATUS_OK;
}

static hf_status read_all(mjcf_reader *reader, const char *name,
                          hf_status (*read)(mjcf_reader *reader, const xml_node *node))
{
    const xml_node *node = NULL;
    while ((node = mjcf_child(reader->root, name, node)) != NULL) TRY(read(reader, node));
    return HF_STATUS_OK;
}

hf_status mjcf_read_compilers(mjcf_reader *reader, const xml_node *root, mjcf_compiler *compiler)
{
    *compiler = (mjcf_compiler){.degrees = true,
                                .autolimits = true,
                                .fuse_static = true,
                                .eulerseq = "xyz",
                                .inertia_from_geom = 2,
                                .group_range = {0, 5}};
    const xml_node *node = NULL;
    while ((node = mjcf_child(root, "compiler", node)) != NULL) TRY(read_compiler(reader, node, compiler));
    return HF_STATUS_OK;
}

hf_status mjcf_read_settings(mjcf_reader *reader)
{
    reader->settings = hf_settings_default();
    reader->override_friction = -1;
    hf_status status = mjcf_read_compilers(reader, reader->root, &reader->compiler);
    if (status == HF_STATUS_OK) status = read_all(reader, "option", read_option);
    for (int i = 0; i < 3 && reader->off & OFF_GRAVITY; i++) reader->settings.physics.gravity[i] = 0;
    if (reader->off & OFF_FLUID) reader->settings.physics.density = reader->settings.physics.viscosity = 0;
    if (status == HF_STATUS_OK) status = read_all(reader, "holdfast", read_holdfast);
    return status;
}
