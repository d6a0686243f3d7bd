// Reading sensors. Frames and their motion: of the present state, and of the state before the last step, whose
// difference over the step is the mean acceleration. What a body's parent does to it follows from momentum (loads.h),
// so that motors and joints are in it, and contacts and loops are not.

#include "holdfast/query.h"
#include "model/rows/transmission.h"
#include "world/energy/energy.h"
#include "world/sense/loads.h"
#include "world/sense/pairs.h"
#include "world/sense/probe.h"
#include "world/sense/site_volume.h"
#include "world/step_mechanism.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What all sensors of a reading share.
typedef struct reading
{
    const hf_world *world;
    const hf_model *model;
    const mechanism *m;
    world_probe probe;
    configuration before; // the state before the last step
    double h;             // of the last step; 0: there was none
    double *forces;       // actuator_count: of the last step, or by their laws
    double energy[2];     // potential, kinetic
    bool *inside;         // body_count: scratch
    int *contacts;        // 2 × contact_count: scratch
    hf_status status;     // of what may fail
    hf_error *error;
} reading;

typedef struct frame
{
    int body;
    vec3 x;
    quat q;
} frame;

// ---- frames ----

static frame frame_of(const configuration *at, hf_sensor_object object, int index)
{
    frame f = {.body = 0, .x = v3_zero(), .q = quat_identity()};
    if (object == HF_OBJECT_NONE) return f;
    if (object == HF_OBJECT_SITE)
    {
        f.body = at->model->mechanism.sites[index].body;
        site_place(at, index, &f.x, &f.q);
        return f;
    }
    const hf_shape_def *shape = object == HF_OBJECT_SHAPE ? collide_shape(at->model->scene, index) : NULL;
    f.body = shape ? shape->body : index;
    configuration_frame(at, f.body, &f.x, &f.q);
    if (shape)
    {
        f.x = configuration_point(at, f.body, v3_load(shape->position));
        f.q = quat_multiply(f.q, quat_load(shape->orientation));
    }
    if (object == HF_OBJECT_BODY)
    {
        f.x = v3_load(at->bodies[f.body].x);
        f.q = quat_load(at->bodies[f.body].q);
    }
    return f;
}

static vec3 spin_of(const configuration *at, const frame *f)
{
    return v3_load(at->bodies[f->body].w);
}

static vec3 velocity_of(const configuration *at, const frame *f)
{
    vec3 arm = v3_sub(f->x, v3_load(at->bodies[f->body].x));
    return v3_add(v3_load(at->bodies[f->body].v), v3_cross(spin_of(at, f), arm));
}

/// Mean acceleration over the last step, minus gravity.
static vec3 acceleration_of(const reading *r, const hf_sensor_def *def, const frame *f)
{
    vec3 gravity = v3_load(r->world->settings.physics.gravity);
    if (!(r->h > 0.0)) return v3_zero();
    frame last = frame_of(&r->before, def->object, def->index);
    vec3 change = v3_sub(velocity_of(&r->probe.at, f), velocity_of(&r->before, &last));
    return v3_sub(v3_scale(1.0 / r->h, change), gravity);
}

static vec3 spinning_of(const reading *r, const hf_sensor_def *def, const frame *f)
{
    if (!(r->h > 0.0)) return v3_zero();
    frame last = frame_of(&r->before, def->object, def->index);
    return v3_scale(1.0 / r->h, v3_sub(spin_of(&r->probe.at, f), spin_of(&r->before, &last)));
}

/// A vector in the axes of a reference, or of the world.
static vec3 seen(const hf_sensor_def *def, const frame *reference, vec3 v)
{
    return def->reference == HF_OBJECT_NONE ? v : quat_rotate_back(reference->q, v);
}

static void read_frame(const reading *r, const hf_sensor_def *def, double *out)
{
    const configuration *at = &r->probe.at;
    frame f = frame_of(at, def->object, def->index), ref = frame_of(at, def->reference, def->reference_index);
    bool related = def->reference != HF_OBJECT_NONE;
    vec3 apart = v3_sub(f.x, ref.x), axis, v;
    switch (def->kind)
    {
    case HF_SENSOR_POSITION: v3_store(out, seen(def, &ref, apart)); break;
    case HF_SENSOR_QUATERNION: quat_store(out, related ? quat_multiply(quat_conjugate(ref.q), f.q) : f.q); break;
    case HF_SENSOR_X_AXIS:
    case HF_SENSOR_Y_AXIS:
    case HF_SENSOR_Z_AXIS:
        axis = v3(def->kind == HF_SENSOR_X_AXIS, def->kind == HF_SENSOR_Y_AXIS, def->kind == HF_SENSOR_Z_AXIS);
        v3_store(out, seen(def, &ref, quat_rotate(f.q, axis)));
        break;
    case HF_SENSOR_LINEAR_VELOCITY:
        v = velocity_of(at, &f);
        if (related) v = v3_sub(v3_sub(v, velocity_of(at, &ref)), v3_cross(spin_of(at, &ref), apart));
        v3_store(out, seen(def, &ref, v));
        break;
    case HF_SENSOR_ANGULAR_VELOCITY:
        v = spin_of(at, &f);
        if (related) v = v3_sub(v, spin_of(at, &ref));
        v3_store(out, seen(def, &ref, v));
        break;
    case HF_SENSOR_LINEAR_ACCELERATION: v3_store(out, acceleration_of(r, def, &f)); break;
    case HF_SENSOR_ANGULAR_ACCELERATION: v3_store(out, spinning_of(r, def, &f)); break;
    default: out[0] = site_has(&r->m->sites[def->reference_index], quat_rotate_back(ref.q, apart)); break;
    }
}

// ---- bodies that hang on a body ----

static void read_subtree(const reading *r, const hf_sensor_def *def, double *out)
{
    const hf_model *model = r->model;
    const body_state *bodies = r->probe.at.bodies;
    double mass = 0.0;
    vec3 center = v3_zero(), momentum = v3_zero(), angular = v3_zero();
    for (int k = 1; k < model->body_count; k++)
    {
        double m = model->bodies[k].mass;
        if (!body_yields(model, k) || !load_hangs_on(model, k, def->index)) continue;
        vec3 x = v3_load(bodies[k].x), p = v3_scale(m, v3_load(bodies[k].v));
        mass += m;
        center = v3_add_scaled(center, m, x);
        momentum = v3_add(momentum, p);
        angular = v3_add(angular, v3_add(v3_cross(x, p), load_turning(model, &bodies[k], k)));
    }
    if (mass > 0.0) center = v3_scale(1.0 / mass, center);
    else center = v3_load(bodies[def->index].x);
    vec3 velocity = mass > 0.0 ? v3_scale(1.0 / mass, momentum) : v3_zero();
    if (def->kind == HF_SENSOR_SUBTREE_CENTER) v3_store(out, center);
    else if (def->kind == HF_SENSOR_SUBTREE_VELOCITY) v3_store(out, velocity);
    else v3_store(out, v3_sub(angular, v3_cross(center, momentum)));
}

/// What the parent does to the body of a site, over the last step.
static void read_load(const reading *r, const hf_sensor_def *def, double *out)
{
    frame f = frame_of(&r->probe.at, HF_OBJECT_SITE, def->index);
    vec3 force = v3_zero(), torque = v3_zero();
    load_subtree(r->model, f.body, r->inside);
    load_of_bodies(r->world, r->inside, f.x, &force, &torque);
    v3_store(out, quat_rotate_back(f.q, def->kind == HF_SENSOR_FORCE ? force : torque));
}

/// Contacts of the site's body whose point is in the site, or whose normal force points to it.
static double read_touch(const reading *r, const hf_sensor_def *def)
{
    const hf_site_def *site = &r->m->sites[def->index];
    frame f = frame_of(&r->probe.at, HF_OBJECT_SITE, def->index);
    double sum = 0.0;
    if (!(r->h > 0.0)) return 0.0;
    for (int c = 0; c < r->world->contact_count; c++)
    {
        const hf_contact *contact = &r->world->contacts[c];
        if ((contact->body_a != f.body && contact->body_b != f.body) || !(contact->r[0] > 0.0)) continue;
        vec3 n = v3_scale(contact->body_a == f.body ? 1.0 : -1.0, v3_load(contact->normal)); // into the body
        vec3 p = quat_rotate_back(f.q, v3_sub(v3_load(contact->point), f.x));
        if (site_meets(site, p, quat_rotate_back(f.q, n))) sum += contact->r[0] / r->world->state.last_h;
    }
    return sum;
}

static void read_site(const reading *r, const hf_sensor_def *def, double *out)
{
    frame f = frame_of(&r->probe.at, HF_OBJECT_SITE, def->index);
    vec3 v;
    switch (def->kind)
    {
    case HF_SENSOR_TOUCH: out[0] = read_touch(r, def); return;
    case HF_SENSOR_FORCE:
    case HF_SENSOR_TORQUE: read_load(r, def, out); return;
    case HF_SENSOR_ACCELEROMETER: v = acceleration_of(r, def, &f); break;
    case HF_SENSOR_VELOCIMETER: v = velocity_of(&r->probe.at, &f); break;
    case HF_SENSOR_GYRO: v = spin_of(&r->probe.at, &f); break;
    default: v = v3_load(def->field); break;
    }
    v3_store(out, quat_rotate_back(f.q, v));
}

// ---- joints, tendons, actuators ----

/// Rate of the length of a tendon or an actuator.
static double rate_of(reading *r, bool tendon, int index)
{
    rows_open_single(&r->probe.rows);
    if (tendon) tendon_terms(&r->probe.rows, &r->probe.at, index, 0, 1.0);
    else actuator_terms(&r->probe.rows, &r->probe.at, index, 0);
    return r->probe.rows.failed ? 0.0 : rows_velocity(&r->probe.rows, 0, r->probe.twists, r->probe.v);
}

/// Gap, its rate and its force at the nearer limit that is reached; 0 where none is.
static double read_limit(reading *r, bool tendon, int index, int what)
{
    const mechanism *m = r->m;
    bool limited = tendon ? m->tendons[index].limited : m->joints[index].limited;
    double deepest = 0.0, value = 0.0;
    for (int side = !tendon && m->joints[index].kind == HF_JOINT_BALL; side < 2 && limited; side++)
    {
        rows_open_single(&r->probe.rows);
        double gap = tendon ? tendon_limit_terms(&r->probe.rows, &r->probe.at, index, side)
                            : joint_limit_terms(&r->probe.rows, &r->probe.at, index, side);
        double impulse = r->world->state.reactions[(tendon ? tendon_row(m, index) : joint_row(index)) + side];
        double force = r->h > 0.0 ? impulse / r->world->state.last_h : 0.0;
        if (r->probe.rows.failed || (gap >= deepest && force == 0.0)) continue;
        deepest = fmin(gap, deepest);
        value = what == 0 ? gap : what == 1 ? rows_velocity(&r->probe.rows, 0, r->probe.twists, r->probe.v) : force;
    }
    return value;
}

/// Sum of actuators at a joint or a tendon.
static double drive_of(reading *r, bool tendon, int index)
{
    double sum = 0.0;
    int place = tendon ? -1 : r->m->joint_place_v[index];
    for (int k = 0; k < r->m->actuator_count; k++)
    {
        const hf_actuator_def *def = &r->m->actuators[k];
        if (tendon)
        {
            if (def->transmission == HF_TRANSMISSION_TENDON && def->target == index) sum += r->forces[k];
            continue;
        }
        rows_open_single(&r->probe.rows);
        actuator_terms(&r->probe.rows, &r->probe.at, k, 0);
        for (int t = 0; t < r->probe.rows.term_count; t++)
            if (r->probe.rows.terms[t].body < 0 && r->probe.rows.terms[t].dof == place)
                sum += r->probe.rows.terms[t].scale * r->forces[k];
    }
    const hf_joint_def *joint = tendon ? NULL : &r->m->joints[index];
    return joint && joint->force_limited ? fmin(fmax(sum, joint->force_range[0]), joint->force_range[1]) : sum;
}

static void read_mechanism(reading *r, const hf_sensor_def *def, double *out)
{
    const configuration *at = &r->probe.at;
    int k = def->index;
    bool joint = def->object == HF_OBJECT_JOINT;
    const double *q = joint ? at->q + r->m->joint_place_q[k] : NULL,
                 *v = joint ? r->probe.v + r->m->joint_place_v[k] : NULL;
    switch (def->kind)
    {
    case HF_SENSOR_JOINT_POSITION: out[0] = q[0]; break;
    case HF_SENSOR_JOINT_VELOCITY: out[0] = v[0]; break;
    case HF_SENSOR_JOINT_FORCE: out[0] = drive_of(r, false, k); break;
    case HF_SENSOR_JOINT_LIMIT_POSITION:
    case HF_SENSOR_JOINT_LIMIT_VELOCITY:
    case HF_SENSOR_JOINT_LIMIT_FORCE:
        out[0] = read_limit(r, false, k, (int)def->kind - HF_SENSOR_JOINT_LIMIT_POSITION);
        break;
    case HF_SENSOR_BALL_QUATERNION: memcpy(out, q, 4 * sizeof *q); break;
    case HF_SENSOR_BALL_VELOCITY: memcpy(out, v, 3 * sizeof *v); break;
    case HF_SENSOR_TENDON_POSITION: out[0] = tendon_length(at, k); break;
    case HF_SENSOR_TENDON_VELOCITY: out[0] = rate_of(r, true, k); break;
    case HF_SENSOR_TENDON_FORCE: out[0] = drive_of(r, true, k); break;
    case HF_SENSOR_TENDON_LIMIT_POSITION:
    case HF_SENSOR_TENDON_LIMIT_VELOCITY:
    case HF_SENSOR_TENDON_LIMIT_FORCE:
        out[0] = read_limit(r, true, k, (int)def->kind - HF_SENSOR_TENDON_LIMIT_POSITION);
        break;
    case HF_SENSOR_ACTUATOR_POSITION: out[0] = actuator_length(at, k); break;
    case HF_SENSOR_ACTUATOR_VELOCITY: out[0] = rate_of(r, false, k); break;
    default: out[0] = r->forces[k]; break;
    }
}

// ---- looking ----

static void read_range(reading *r, const hf_sensor_def *def, double *out)
{
    hf_ray ray = hf_ray_default();
    hf_ray_hit hit = {.shape = -1};
    vec3 x;
    quat q;
    site_place(&r->probe.at, def->index, &x, &q);
    v3_store(ray.origin, x);
    v3_store(ray.direction, quat_rotate(q, v3(0, 0, 1)));
    ray.skip_body = r->m->sites[def->index].body;
    if (r->status == HF_STATUS_OK) r->status = hf_world_rays(r->world, 1, &ray, &hit, r->error);
    out[0] = hit.shape >= 0 ? hit.distance : -1.0;
}

// ---- all of them ----

static void read_sensor(reading *r, const hf_sensor_def *def, double *out)
{
    switch (def->kind)
    {
    case HF_SENSOR_RANGE: read_range(r, def, out); break;
    case HF_SENSOR_DISTANCE:
    case HF_SENSOR_DIRECTION:
    case HF_SENSOR_SEGMENT:
        if (r->status == HF_STATUS_OK) r->status = sense_distance(r->world, def, out, r->error);
        break;
    case HF_SENSOR_CONTACT:
        sense_contacts(&r->probe.at, r->world, def, r->h > 0.0 ? r->world->state.last_h : 0.0, r->contacts, out);
        break;
    case HF_SENSOR_CLOCK: out[0] = r->world->state.time; break;
    case HF_SENSOR_POTENTIAL: out[0] = r->energy[0]; break;
    case HF_SENSOR_KINETIC: out[0] = r->energy[1]; break;
    case HF_SENSOR_USER: memset(out, 0, (size_t)def->size * sizeof *out); break;
    case HF_SENSOR_SUBTREE_CENTER:
    case HF_SENSOR_SUBTREE_VELOCITY:
    case HF_SENSOR_SUBTREE_MOMENTUM: read_subtree(r, def, out); break;
    default:
        if (def->kind <= HF_SENSOR_MAGNETOMETER) read_site(r, def, out);
        else if (def->kind <= HF_SENSOR_ACTUATOR_FORCE) read_mechanism(r, def, out);
        else read_frame(r, def, out);
    }
}

/// Directions have no cutoff, and of distances it says how far to look.
static void cut_off(const hf_sensor_def *def, int size, double *out)
{
    bool direction = (def->kind >= HF_SENSOR_QUATERNION && def->kind <= HF_SENSOR_Z_AXIS) ||
                     (def->kind >= HF_SENSOR_DISTANCE && def->kind <= HF_SENSOR_CONTACT) ||
                     def->kind == HF_SENSOR_BALL_QUATERNION;
    for (int k = 0; k < size && def->cutoff > 0.0 && !direction; k++)
        out[k] = fmin(fmax(out[k], -def->cutoff), def->cutoff);
}

static hf_status begin_reading(reading *r, hf_error *error)
{
    const hf_world *world = r->world;
    hf_status status = probe_open(world, &r->probe, error);
    if (status != HF_STATUS_OK) return status;
    r->h = load_time(world);
    r->before = r->probe.at;
    r->before.bodies = world->backup.bodies;
    r->before.q = world->backup.q;
    r->forces = ARENA_ZEROED(r->probe.workspace, double, r->m->actuator_count);
    double(*energy)[2] = arena_take(r->probe.workspace, (size_t)r->model->object_count, sizeof *energy);
    r->inside = ARENA_ARRAY(r->probe.workspace, bool, r->model->body_count);
    r->contacts = ARENA_ARRAY(r->probe.workspace, int, 2 * world->contact_count);
    if (!r->forces || !energy || !r->inside || !r->contacts) return error_no_memory(error);
    if (world->stepped) memcpy(r->forces, world->actuator_force, (size_t)r->m->actuator_count * sizeof *r->forces);
    else status = hf_world_actuator_forces(world, r->forces, error);
    energy_of_objects(&r->probe.at, r->probe.v, &world->settings, energy, NULL);
    for (int o = 0; o < r->model->object_count; o++)
    {
        r->energy[0] += energy[o][1];
        r->energy[1] += energy[o][0];
    }
    return status;
}

hf_status hf_world_sensors(const hf_world *world, double *values, hf_error *error)
{
    reading r = {.world = world, .model = world->model, .m = &world->model->mechanism, .error = error};
    if (r.m->sensor_count == 0) return HF_STATUS_OK;
    hf_status status = begin_reading(&r, error);
    double *out = values;
    for (int k = 0; k < r.m->sensor_count && status == HF_STATUS_OK; k++)
    {
        int size = hf_model_sensor_size(r.model, k);
        read_sensor(&r, &r.m->sensors[k], out);
        cut_off(&r.m->sensors[k], size, out);
        out += size;
        if (r.probe.rows.failed) status = error_no_memory(error);
        if (r.status != HF_STATUS_OK) status = r.status;
    }
    probe_close(&r.probe);
    return status;
}
