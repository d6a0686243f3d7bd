// Tendons, actuators, keyframes and the <holdfast> element of a flat MJCF file.

#include "model/passive/bend.h"
#include "scene/mjcf/write/write_mjcf.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "holdfast/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A range, and that it holds.
static void write_limit(writer *w, bool limited, const char *flag, const char *range, const double values[2])
{
    if (!limited) return;
    put_flag(w, flag, true);
    put_numbers(w, range, values, 2);
}

/// What a tendon passes, or a joint of it.
static void write_part(writer *w, const hf_tendon_def *tendon, int item)
{
    hf_path_kind kind = tendon->path ? tendon->path[item].kind : HF_PATH_SITE;
    static const char *const elements[] = {"site", "geom", "pulley"};
    put_begin(w, tendon->spatial ? elements[kind] : "joint");
    if (!tendon->spatial)
    {
        put_text(w, "joint", joint_name(w, tendon->items[item]));
        put_number(w, "coef", tendon->coefficient[item]);
    }
    else if (kind == HF_PATH_PULLEY) put_number(w, "divisor", tendon->path[item].divisor);
    else if (kind == HF_PATH_SITE) put_text(w, "site", site_name(w, tendon->items[item]));
    else
    {
        put_text(w, "geom", shape_name(w, tendon->items[item]));
        if (tendon->path[item].side >= 0) put_text(w, "sidesite", site_name(w, tendon->path[item].side));
    }
    put_end(w);
}

void write_mjcf_powers(writer *w, const char *name, double first, const double powers[2])
{
    const double all[3] = {first, powers[0], powers[1]};
    put_unless(w, name, all, powers[0] == 0 && powers[1] == 0 ? 1 : 3, 0);
}

void write_mjcf_tendons(writer *w)
{
    int count = hf_model_count(w->model, HF_ITEM_TENDON);
    if (count == 0) return;
    put_begin(w, "tendon");
    put_open(w);
    for (int k = 0; k < count; k++)
    {
        hf_tendon_def tendon = hf_model_tendon(w->model, k);
        const char *element = tendon.spatial ? "spatial" : "fixed";
        put_begin(w, element);
        put_text(w, "name", tendon_name(w, k));
        write_limit(w, tendon.limited, "limited", "range", tendon.range);
        write_limit(w, tendon.force_limited, "actuatorfrclimited", "actuatorfrcrange", tendon.force_range);
        write_mjcf_powers(w, "stiffness", tendon.stiffness, tendon.stiffness_power);
        write_mjcf_powers(w, "damping", tendon.damping, tendon.damping_power);
        put_unless(w, "frictionloss", &tendon.friction, 1, 0);
        put_unless(w, "armature", &tendon.armature, 1, 0);
        put_unless(w, "springlength", tendon.spring, 2, -1);
        put_open(w);
        for (int i = 0; i < tendon.count; i++) write_part(w, &tendon, i);
        put_close(w, element);
    }
    put_close(w, "tendon");
}

/// What an actuator works on.
static void write_target(writer *w, const hf_actuator_def *actuator)
{
    const char *joint = actuator->in_parent ? "jointinparent" : "joint";
    switch (actuator->transmission)
    {
    case HF_TRANSMISSION_JOINT: put_text(w, joint, joint_name(w, actuator->target)); break;
    case HF_TRANSMISSION_TENDON: put_text(w, "tendon", tendon_name(w, actuator->target)); break;
    case HF_TRANSMISSION_FREE: put_text(w, joint, free_name(w, actuator->target)); break;
    case HF_TRANSMISSION_BODY: put_text(w, "body", body_name(w, actuator->target)); break;
    case HF_TRANSMISSION_CRANK:
        put_text(w, "cranksite", site_name(w, actuator->target));
        put_text(w, "slidersite", site_name(w, actuator->reference));
        put_number(w, "cranklength", actuator->crank_length);
        break;
    case HF_TRANSMISSION_SITE:
        put_text(w, "site", site_name(w, actuator->target));
        if (actuator->reference >= 0) put_text(w, "refsite", site_name(w, actuator->reference));
        break;
    case HF_TRANSMISSION_NONE:
    case HF_TRANSMISSION_COUNT: break;
    }
    if (actuator->gain_kind != HF_GAIN_TURN && actuator->gain_kind != HF_GAIN_QUATERNION)
        put_numbers(w, "gear", actuator->gear, 6);
}

static void write_law(writer *w, const hf_actuator_def *actuator)
{
    static const char *const dynamics[] = {"none", "integrator", "filter", "filterexact", "muscle", "dcmotor"};
    bool affine = actuator->gain[1] != 0 || actuator->gain[2] != 0;
    bool biased = actuator->bias[0] != 0 || actuator->bias[1] != 0 || actuator->bias[2] != 0;
    bool pulls = actuator->gain_kind == HF_GAIN_MUSCLE, resists = actuator->bias_kind == HF_GAIN_MUSCLE;
    if (pulls || affine) put_text(w, "gaintype", pulls ? "muscle" : "affine");
    put_numbers(w, "gainprm", actuator->gain, pulls ? HF_GAIN_PARAMETERS : 3);
    if (resists || biased)
    {
        put_text(w, "biastype", resists ? "muscle" : "affine");
        put_numbers(w, "biasprm", actuator->bias, resists ? HF_GAIN_PARAMETERS : 3);
    }
    if (pulls || resists) put_numbers(w, "lengthrange", actuator->length_range, 2);
    if (actuator->dynamics == HF_ACTIVATION_NONE) return;
    put_text(w, "dyntype", dynamics[actuator->dynamics]);
    put_numbers(w, "dynprm", actuator->time, 3);
    if (actuator->early) put_flag(w, "actearly", true);
}

static void write_inputs(writer *w, const hf_dcmotor_def *dc)
{
    static const char *const names[] = {"pos", "vel", "ff", "voltage"};
    fputs(" input=\"", w->out);
    for (int k = 0, first = 1; k < 4; k++)
    {
        if (dc->input[k] < 0) continue;
        fprintf(w->out, "%s%s", first ? "" : " ", names[k]);
        first = 0;
    }
    fputc('"', w->out);
}

/// A driver without a motor: constant and resistance 1, and nothing that a motor has beyond them; controls after the
/// first have no range.
static bool is_pid(const hf_model *model, int index, const hf_actuator_def *a)
{
    const hf_dcmotor_def *dc = &a->dcmotor;
    int next = index + 1;
    bool limited = a->control_limited && next < hf_model_count(model, HF_ITEM_ACTUATOR) &&
                   (dc->input[0] == 1 || dc->input[1] == 1 || dc->input[2] == 1) &&
                   hf_model_actuator(model, next).control_limited;
    return a->gain_kind == HF_GAIN_DCMOTOR && !limited && dc->constant == 1 && dc->resistance == 1 &&
           dc->input[3] < 0 && dc->controller[0] >= 0 && dc->controller[1] >= 0 && dc->controller[2] >= 0 &&
           dc->voltage_limit == 0 && dc->torque_limit == 0 && dc->time == 0 && dc->thermal[0] == 0 &&
           dc->cogging[0] == 0 && dc->friction[0] == 0;
}

static void write_pid(writer *w, const hf_dcmotor_def *dc)
{
    write_inputs(w, dc);
    put_number(w, "kp", dc->controller[0]);
    put_number(w, "kv", dc->controller[2]);
    if (dc->controller[1] > 0) put_number(w, "ki", dc->controller[1]);
    if (dc->integral_limit > 0) put_number(w, "imax", dc->integral_limit);
    if (dc->slew > 0) put_number(w, "slewmax", dc->slew);
}

static void write_dcmotor(writer *w, const hf_dcmotor_def *dc)
{
    const double controller[] = {dc->controller[0], dc->controller[1],  dc->controller[2],
                                 dc->slew,          dc->integral_limit, dc->voltage_limit};
    const double saturation[] = {dc->torque_limit, 0, dc->current_rate}, inductance[] = {0, dc->time};
    const double thermal[] = {dc->thermal[0], dc->thermal[1], 0, dc->thermal[2], dc->thermal[3], dc->thermal[4]};
    write_inputs(w, dc);
    put_number(w, "motorconst", dc->constant);
    put_number(w, "resistance", dc->resistance);
    put_unless(w, "controller", controller, 6, 0);
    put_unless(w, "saturation", saturation, 3, 0);
    put_unless(w, "inductance", inductance, 2, 0);
    put_unless(w, "thermal", thermal, 6, 0);
    put_unless(w, "cogging", dc->cogging, 3, 0);
    put_unless(w, "lugre", dc->friction, 5, 0);
}

/// An actuator with several controls is written once, where its first one is.
static void write_actuator(writer *w, int index)
{
    hf_actuator_def actuator = hf_model_actuator(w->model, index);
    bool quaternion = actuator.gain_kind == HF_GAIN_QUATERNION,
         turns = quaternion || actuator.gain_kind == HF_GAIN_TURN;
    if (actuator.transmission == HF_TRANSMISSION_NONE || (turns && actuator.gear[0] != 1)) return;
    bool motor = actuator.gain_kind == HF_GAIN_DCMOTOR, pid = is_pid(w->model, index, &actuator);
    put_begin(w, pid ? "pid" : motor ? "dcmotor" : turns ? "orientation" : "general");
    put_text(w, "name", actuator_name(w, index));
    write_target(w, &actuator);
    if (pid) write_pid(w, &actuator.dcmotor);
    else if (motor) write_dcmotor(w, &actuator.dcmotor);
    else if (turns)
    {
        if (quaternion) put_text(w, "input", "quat");
        put_number(w, "kp", actuator.gain[0]);
        put_number(w, "kv", -actuator.bias[2]);
    }
    else write_law(w, &actuator);
    write_limit(w, actuator.control_limited, "ctrllimited", "ctrlrange", actuator.control_range);
    write_limit(w, actuator.force_limited, "forcelimited", "forcerange", actuator.force_range);
    write_limit(w, actuator.activation_limited, "actlimited", "actrange", actuator.activation_range);
    if (actuator.disabled) put_number(w, "group", MJCF_DISABLED_GROUP);
    static const char *const kinds[HF_DELAY_KIND_COUNT] = {"zoh", "linear", "cubic"};
    if (actuator.samples > 0)
    {
        put_number(w, "delay", actuator.delay);
        put_number(w, "nsample", actuator.samples);
        put_text(w, "interp", kinds[actuator.interpolation]);
    }
    put_end(w);
}

void write_mjcf_actuators(writer *w)
{
    int count = hf_model_count(w->model, HF_ITEM_ACTUATOR);
    if (count == 0) return;
    put_begin(w, "actuator");
    put_open(w);
    for (int k = 0; k < count; k++) write_actuator(w, k);
    put_close(w, "actuator");
}

// ---- keyframes ----

/// Coordinates in the order in which a reader meets the bodies: depth first.
static void put_coordinates(writer *w, const double *values, bool velocities, int body, bool *first)
{
    const hf_model *model = w->model;
    const mechanism *m = &model->mechanism;
    int from = velocities ? m->body_v[body] : m->body_q[body];
    const object_methods *kind = from >= 0 ? object_of_body(model, body) : NULL;
    for (int i = 0; kind && i < (velocities ? kind->v_size : kind->q_size); i++, *first = false)
        fprintf(w->out, "%s%.17g", *first ? "" : " ", values[from + i]);
    for (int j = 0; j < m->joint_count; j++)
    {
        if (m->joints[j].body != body) continue;
        int at = velocities ? m->joint_v[j] : m->joint_q[j];
        int count = velocities ? joint_v_size(m->joints[j].kind) : joint_q_size(m->joints[j].kind);
        for (int i = 0; i < count; i++, *first = false) fprintf(w->out, "%s%.17g", *first ? "" : " ", values[at + i]);
    }
    for (int k = body + 1; k < model->body_count; k++)
    {
        int parent = model->bodies[k].parent > 0 ? model->bodies[k].parent : 0;
        if (parent == body) put_coordinates(w, values, velocities, k, first);
    }
}

static void write_key(writer *w, const char *name, double time, const double *q, const double *v, const double *control,
                      const double *activation)
{
    bool first = true;
    put_begin(w, "key");
    put_text(w, "name", name);
    put_unless(w, "time", &time, 1, 0);
    if (q && w->model->mechanism.q_count > 0)
    {
        fputs(" qpos=\"", w->out);
        put_coordinates(w, q, false, 0, &first);
        fputc('"', w->out);
    }
    first = true;
    if (v && w->model->mechanism.v_count > 0)
    {
        fputs(" qvel=\"", w->out);
        put_coordinates(w, v, true, 0, &first);
        fputc('"', w->out);
    }
    if (control && hf_model_count(w->model, HF_ITEM_ACTUATOR) > 0)
        put_numbers(w, "ctrl", control, hf_model_count(w->model, HF_ITEM_ACTUATOR));
    if (activation && hf_model_activation_count(w->model) > 0)
        put_numbers(w, "act", activation, hf_model_activation_count(w->model));
    put_end(w);
}

/// Whether joints or actuators of a model without a keyframe to start at begin anywhere else than at their references.
static bool starts_elsewhere(const hf_model *model)
{
    const mechanism *m = &model->mechanism;
    for (int j = 0; j < m->joint_count; j++)
        if (m->joints[j].has_initial || m->joints[j].initial_velocity != 0) return true;
    for (int k = 0; k < m->actuator_count; k++)
        if (m->actuators[k].control != 0 || m->actuators[k].activation != 0) return true;
    return false;
}

static void write_start(writer *w)
{
    hf_world *world = NULL;
    w->status = hf_world_create(w->model, &world, w->error);
    if (w->status != HF_STATUS_OK) return;
    size_t count = (size_t)hf_model_count(w->model, HF_ITEM_ACTUATOR);
    double *u = MEMORY_ARRAY(double, count);
    for (size_t k = 0; u && k < count; k++) u[k] = hf_world_control(world, (int)k);
    if (u) write_key(w, "start", 0, hf_world_q(world), hf_world_v(world), u, hf_world_activations(world));
    else w->status = error_no_memory(w->error);
    free(u);
    hf_world_destroy(world);
}

void write_mjcf_keys(writer *w)
{
    int count = hf_model_count(w->model, HF_ITEM_KEY), start = hf_model_start(w->model);
    bool elsewhere = start < 0 && starts_elsewhere(w->model);
    if ((count == 0 && !elsewhere) || w->status != HF_STATUS_OK) return;
    put_begin(w, "keyframe");
    put_open(w);
    if (elsewhere) write_start(w);
    for (int k = 0; k < count; k++) // the one that it starts at comes first
    {
        int index = start < 0 || k > start ? k : k == 0 ? start : k - 1;
        hf_key_def key = hf_model_key(w->model, index);
        write_key(w, key.name, key.time, key.q, key.v, key.control, key.activation);
    }
    put_close(w, "keyframe");
}

// ---- <holdfast> ----

static void write_extra_body(writer *w, int index)
{
    const hf_body_def *body = &w->model->bodies[index];
    const struct
    {
        const char *name;
        const double *values;
    } fields[] = {{"velocity", body->velocity},
                  {"angular_velocity", body->angular_velocity},
                  {"force", body->force},
                  {"torque", body->torque},
                  {"plane", body->plane}};
    bool any = false;
    for (int f = 0; f < 5; f++)
        for (int i = 0; i < 3; i++) any = any || fields[f].values[i] != 0;
    for (int i = 0; i < 3; i++) any = any || body->amplitude[i] != 0 || body->swing[i] != 0;
    any = any || body->direction_count > 0 || body->form != HF_FORM_RIGID;
    if (!any || body->motion == HF_MOTION_STATIC || write_is_segment(w, index)) return;
    bool link = body->parent >= 0, pushed = false;
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < 3; i++) pushed = pushed || fields[f].values[i] != 0;
    if (link && pushed)
    {
        write_loss(w, "the link '%s' has a velocity or force of its own", body_name(w, index));
        return;
    }
    bool prescribed = body->motion == HF_MOTION_PRESCRIBED;
    put_begin(w, prescribed ? "prescribe" : "body");
    put_text(w, prescribed ? "body" : "name", body_name(w, index));
    for (int f = 0; f < (prescribed ? 2 : 4); f++) put_unless(w, fields[f].name, fields[f].values, 3, 0);
    put_unless(w, "plane", body->plane, 3, 0);
    if (body->direction_count > 0) put_numbers(w, "directions", body->directions[0], 3 * body->direction_count);
    if (body->form != HF_FORM_RIGID)
    {
        put_text(w, "form", hf_form_name(body->form));
        put_numbers(w, "young", &body->young, 1);
        put_numbers(w, "poisson", &body->poisson, 1);
        put_numbers(w, "strain_damping", &body->strain_damping, 1);
    }
    if (prescribed)
    {
        put_unless(w, "amplitude", body->amplitude, 3, 0);
        put_unless(w, "swing", body->swing, 3, 0);
        put_unless(w, "frequency", &body->frequency, 1, 0);
        put_unless(w, "phase", &body->phase, 1, 0);
    }
    put_end(w);
}

/// Keyframes of a body.
static void write_motion(writer *w, int index)
{
    hf_motion_def def = hf_model_motion(w->model, index);
    if (def.key_count == 0) return;
    put_begin(w, "motion");
    put_text(w, "body", body_name(w, index));
    put_open(w);
    for (int k = 0; k < def.key_count; k++)
    {
        put_begin(w, "key");
        put_number(w, "time", def.times[k]);
        put_numbers(w, "pos", def.positions + 3 * (size_t)k, 3);
        if (def.orientations) put_numbers(w, "quat", def.orientations + 4 * (size_t)k, 4);
        put_end(w);
    }
    put_close(w, "motion");
}

/// A loop that MJCF has no words for.
static void write_extra_loop(writer *w, int index)
{
    hf_loop_def loop = hf_model_loop(w->model, index);
    if (loop.kind <= HF_LOOP_TENDON) return;
    put_begin(w, "loop");
    put_text(w, "name", loop.name);
    put_text(w, "type", hf_loop_kind_name(loop.kind));
    if (!loop.active) put_flag(w, "active", false);
    put_text(w, "body1", body_name(w, loop.body_a));
    put_text(w, "body2", body_name(w, loop.body_b));
    put_numbers(w, "anchor", loop.point_a, 3);
    put_numbers(w, "anchor2", loop.point_b, 3);
    put_numbers(w, "axis", loop.axis_a, 3);
    put_numbers(w, "axis2", loop.axis_b, 3);
    if (loop.kind == HF_LOOP_SLIDE) put_numbers(w, "quat", loop.orientation, 4);
    if (loop.kind == HF_LOOP_ROD) put_number(w, "length", loop.length);
    if (loop.kind == HF_LOOP_GEAR) put_number(w, "ratio", loop.ratio);
    if (loop.kind == HF_LOOP_ROLL) put_number(w, "radius", loop.radius);
    put_end(w);
}

/// The <holdfast> element as text.
static void write_element(writer *w)
{
    static const double RADIAN = 57.295779513082320877; // [deg]
    hf_settings s = hf_model_settings(w->model), usual = hf_settings_default();
    put_begin(w, "holdfast");
    put_number(w, "theta", s.step.theta);
    if (s.step.integrator != usual.step.integrator) put_text(w, "integrator", hf_integrator_name(s.step.integrator));
    if (s.law.static_friction != usual.law.static_friction) put_number(w, "static_friction", s.law.static_friction);
    if (s.step.coordinates != HF_COORDINATES_REDUCED)
        put_text(w, "coordinates", hf_coordinates_name(s.step.coordinates));
    if (s.step.separate_loops) put_text(w, "separate_loops", "true");
    put_text(w, "solver", s.solver.name);
    put_number(w, "tolerance", s.solver.tolerance);
    if (s.solver.accept != usual.solver.accept) put_number(w, "accept", s.solver.accept);
    if (s.solver.budget) put_number(w, "budget", (double)s.solver.budget);
    if (s.solver.effort != usual.solver.effort) put_text(w, "effort", hf_effort_name(s.solver.effort));
    if (s.solver.on_fail != usual.solver.on_fail) put_text(w, "on_fail", hf_on_fail_name(s.solver.on_fail));
    if (s.law.friction != usual.law.friction) put_text(w, "friction", hf_friction_name(s.law.friction));
    if (s.law.sides != usual.law.sides) put_number(w, "friction_sides", s.law.sides);
    if (s.law.direction != 0) put_number(w, "friction_direction", s.law.direction * RADIAN);
    if (s.solver.selection != usual.solver.selection) put_text(w, "selection", hf_selection_name(s.solver.selection));
    if (s.solver.cold_start) put_text(w, "cold_start", "true");
    if (s.solver.max_iterations) put_number(w, "max_iterations", (double)s.solver.max_iterations);
    if (s.step.accuracy > 0) put_number(w, "accuracy", s.step.accuracy);
    if (s.step.travel > 0) put_number(w, "travel", s.step.travel);
    if (s.step.fast_tolerance > 0) put_number(w, "fast_tolerance", s.step.fast_tolerance);
    if (s.step.reduction > 0) put_number(w, "reduction", s.step.reduction);
    put_number(w, "duration", s.step.duration);
    put_open(w);
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_SHAPE); k++)
    {
        hf_shape_def shape = hf_model_shape(w->model, k);
        bool grain = v3_norm2(v3_load(shape.grip.grain)) > 0, plain = shape.grip.rest == 1 && !grain;
        plain = plain && shape.restitution == 0 && shape.compliance == 1 && shape.kind != HF_SHAPE_MESH;
        if (plain || write_is_segment(w, shape.body)) continue;
        put_begin(w, "geom");
        put_text(w, "name", shape_name(w, k));
        put_unless(w, "restitution", &shape.restitution, 1, 0);
        put_unless(w, "compliance", &shape.compliance, 1, 1);
        put_unless(w, "rest_friction", &shape.grip.rest, 1, 1);
        put_unless(w, "slip_speed", &shape.grip.speed, 1, 1e-3);
        if (grain) put_numbers(w, "grain", shape.grip.grain, 3);
        if (grain && shape.grip.grain_angle != 0) put_number(w, "grain_angle", shape.grip.grain_angle * RADIAN);
        if (grain) put_unless(w, "friction_across", &shape.grip.across, 1, -1);
        if (grain) put_unless(w, "friction_back", &shape.grip.back, 1, -1);
        if (shape.kind == HF_SHAPE_MESH) put_text(w, "shape", "triangles");
        put_end(w);
    }
    for (int k = 1; k < w->model->body_count; k++) write_extra_body(w, k);
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_JOINT); k++)
    {
        hf_joint_def joint = hf_model_joint(w->model, k);
        if (!ball_bends(&joint)) continue;
        put_begin(w, "joint");
        put_text(w, "name", joint_name(w, k));
        put_numbers(w, "bending", joint.bending, 3);
        if (quat_norm(quat_load(joint.bending_rest)) > 0) put_numbers(w, "bending_rest", joint.bending_rest, 4);
        put_end(w);
    }
    write_mjcf_fibres(w);
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_LOOP); k++) write_extra_loop(w, k);
    for (int k = 1; k < w->model->body_count; k++) write_motion(w, k);
    if (w->model->deform_count > 0) write_loss(w, "that a mesh has keyframes");
    put_close(w, "holdfast");
}

/// MuJoCo reads no element that it does not know; but texts of <custom>, whatever they say.
void write_mjcf_extras(writer *w)
{
    text_stream text;
    FILE *out = w->out;
    int depth = w->depth;
    if (text_stream_begin(&text))
    {
        w->out = text.out, w->depth = 0;
        write_element(w);
        w->out = out, w->depth = depth;
    }
    bool well = text_stream_end(&text);
    bool quoted = well && strchr(text.bytes, '\'');
    for (char *s = text.bytes; well && *s; s++) // easier to read inside an attribute
    {
        if (*s == '\n') *s = ' ';
        if (*s == '"' && !quoted) *s = '\'';
    }
    if (!well && w->status == HF_STATUS_OK) w->status = error_no_memory(w->error);
    if (well)
    {
        put_begin(w, "custom");
        put_open(w);
        put_begin(w, "text");
        put_text(w, "name", "holdfast");
        put_text(w, "data", text.bytes);
        put_end(w);
        put_close(w, "custom");
    }
    free(text.bytes);
}
