// A body that translates and does not turn: a bead on a straight wire, on a plate, a particle; one, two or three
// degrees of freedom.
//
// P projects on the directions that it may move along. Three coordinates, how far it has come since the start in world
// axes, of which P keeps what it may have:
//
//   v_f = v + h P f / m         what pushes across is borne by whatever guides the body, without friction
//   v⁺ = v_f + Σ P r / m        contact by contact
//   q⁺ = q + h ((1 - θ) v + θ v⁺)
//
// M = m is constant, a torque does nothing, and shapes keep their orientation to the last bit. Impacts travel from one
// to the next as between rigid bodies.

#include "model/acceleration/acceleration.h"
#include "model/model.h"

#include "base/error.h"

#include <string.h>

enum
{
    SIZE = 3
};

// ---- the directions ----

/// The part of a vector that the body may have.
static vec3 allowed(const hf_model *model, int body, vec3 x)
{
    vec3 e[3], sum = v3_zero();
    int n = particle_basis(&model->bodies[body], e);
    if (n == SIZE) return x;
    for (int k = 0; k < n; k++) sum = v3_add_scaled(sum, v3_dot(e[k], x), e[k]);
    return sum;
}

int particle_basis(const hf_body_def *def, vec3 e[3])
{
    const double DEPENDENT = 1e-6; // sine
    int n = 0;
    for (int k = 0; k < def->direction_count; k++)
    {
        vec3 d = v3_unit_or(v3_load(def->directions[k]), v3_zero());
        for (int j = 0; j < n; j++) d = v3_add_scaled(d, -v3_dot(e[j], d), e[j]);
        if (v3_norm(d) > DEPENDENT) e[n++] = v3_scale(1.0 / v3_norm(d), d);
    }
    return n;
}

static const model_object *object_at(const hf_model *model, int object, int *body)
{
    *body = model->objects[object].body;
    return &model->objects[object];
}

/// Where coordinates and velocities put the body.
static void show(const configuration *at, const double *v, int object)
{
    int k;
    const model_object *o = object_at(at->model, object, &k);
    body_state *s = &at->bodies[k];
    const body_state *start = &at->model->initial[k];
    v3_store(s->x, v3_add(v3_load(start->x), v3_load(at->q + o->q)));
    memcpy(s->q, start->q, sizeof s->q);
    v3_store(s->v, v3_load(v + o->v));
    v3_store(s->w, v3_zero());
}

static void add(double *to, double share, vec3 x)
{
    v3_store(to, v3_add_scaled(v3_load(to), share, x));
}

/// Acceleration under what acts on it.
static vec3 acceleration(const object_step *step, int k)
{
    const rigid_constants *c = &step->model->rigid[k];
    const body_state *s = &step->start.bodies[k];
    vec3 force, torque, a = v3_scale(c->gravity_scale, v3_load(step->settings->gravity));
    object_forces(step, k, v3_load(s->v), v3_zero(), &force, &torque);
    if (step->extra) force = v3_add(force, v3_load(step->extra[k]));
    return allowed(step->model, k, v3_add_scaled(a, c->inverse_mass, force));
}

// ---- FREE ----

static hf_status particle_begin(object_step *step, int object)
{
    int k;
    const model_object *o = object_at(step->model, object, &k);
    memset(step->before[k], 0, sizeof step->before[k]);
    v3_store(step->before[k], v3_load(step->v_before + o->v));
    if (!step->middle.bodies) return HF_STATUS_OK;
    v3_store(step->middle.q + o->q, v3_load(step->start.q + o->q));
    add(step->middle.q + o->q, (1.0 - step->theta) * step->h, v3_load(step->v_before + o->v));
    show(&step->middle, step->v_before, object);
    memcpy(step->half[k], step->before[k], sizeof step->half[k]);
    return HF_STATUS_OK;
}

static hf_status particle_free(object_step *step, int object)
{
    int k;
    const model_object *o = object_at(step->model, object, &k);
    v3_store(step->v_free + o->v, v3_load(step->v_before + o->v));
    add(step->v_free + o->v, step->h, acceleration(step, k));
    memset(step->free[k], 0, sizeof step->free[k]);
    v3_store(step->free[k], v3_load(step->v_free + o->v));
    return HF_STATUS_OK;
}

// ---- rows ----

static int particle_dofs(const hf_model *model, int body, int *dofs)
{
    (void)model, (void)body;
    for (int k = 0; k < SIZE; k++) dofs[k] = k;
    return SIZE;
}

static void particle_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                           double *row)
{
    (void)arm, (void)dofs, (void)row;
    add(H, scale, allowed(at->model, body, d));
}

/// It does not turn.
static void particle_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)at, (void)body, (void)d, (void)scale, (void)H, (void)dofs, (void)row;
}

static int particle_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out,
                         double *h, double *g)
{
    memset(h, 0, SIZE * sizeof *h);
    for (int k = 0; k < count; k++) h[dofs[k]] = H[k];
    for (int k = 0; k < SIZE; k++) out[k] = k;
    v3_store(g, v3_scale(mass->model->rigid[mass->model->objects[object].body].inverse_mass, v3_load(h)));
    return SIZE;
}

static void particle_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    (void)mass, (void)object;
    if (dv != z) memcpy(dv, z, SIZE * sizeof *dv);
}

static int particle_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    (void)arm;
    const hf_model *m = step->model;
    vec3 own = turn ? v3_zero() : allowed(m, body, d);
    v3_store(h, own);
    v3_store(g, v3_scale(m->rigid[body].inverse_mass, own));
    for (int k = 0; dof && k < SIZE; k++) dof[k] = m->objects[m->body_object[body]].dof + k;
    return SIZE;
}

// ---- impulses ----

/// What an impulse does to its velocity.
static vec3 jump(const object_step *step, int body, vec3 impulse)
{
    return v3_scale(step->model->rigid[body].inverse_mass, allowed(step->model, body, impulse));
}

static void particle_impact_impulse(object_step *step, int body, bool turn, vec3 arm, vec3 impulse)
{
    (void)arm;
    int v = step->model->objects[step->model->body_object[body]].v;
    vec3 dv = turn ? v3_zero() : jump(step, body, impulse);
    add(step->v_before + v, 1.0, dv);
    add(step->v_free + v, 1.0, dv);
    add(step->before[body], 1.0, dv);
    add(step->free[body], 1.0, dv);
}

static void particle_strike(const object_step *step, int body, double sign, bool turn, vec3 arm, vec3 impulse,
                            const configuration *to)
{
    (void)to, (void)arm; // velocities are the object's own
    if (turn) return;
    add(step->v_after + step->model->objects[step->model->body_object[body]].v, sign, jump(step, body, impulse));
}

static void particle_half_way(object_step *step, int object, body_state *bodies)
{
    int k;
    const model_object *o = object_at(step->model, object, &k);
    add(bodies[k].x, 0.5 * step->h, v3_load(step->v_before + o->v));
}

// ---- MOVE ----

static void particle_coast(object_step *step, int object)
{
    int v = step->model->objects[object].v;
    memcpy(step->v_after + v, step->v_free + v, SIZE * sizeof(double));
}

static void particle_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)z;
    int k;
    const model_object *o = object_at(step->model, object, &k);
    if (p) add(step->v_after + o->v, step->model->rigid[k].inverse_mass, v3_load(p));
    memset(after[k], 0, sizeof after[k]);
    v3_store(after[k], v3_load(step->v_after + o->v));
}

static hf_status particle_move(object_step *step, int object, double theta)
{
    int k;
    const model_object *o = object_at(step->model, object, &k);
    vec3 mean = v3_mix(v3_load(step->v_before + o->v), v3_load(step->v_after + o->v), theta);
    v3_store(step->after.q + o->q, v3_add_scaled(v3_load(step->start.q + o->q), step->h, mean));
    show(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static hf_status particle_displace(object_step *step, int object, double *z)
{
    add(step->after.q + step->model->objects[object].q, 1.0, v3_load(z));
    show(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static hf_status particle_way(object_step *step, int object, const double *z, double *way)
{
    (void)step, (void)object;
    *way = v3_norm(v3_load(z));
    return HF_STATUS_OK;
}

static hf_status particle_stand(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    step->middle.bodies[o->body] = step->start.bodies[o->body];
    memcpy(step->middle.q + o->q, step->start.q + o->q, SIZE * sizeof(double));
    return HF_STATUS_OK;
}

// ---- the state ----

static void particle_start(const configuration *at, double *v, int object)
{
    int k;
    const model_object *o = object_at(at->model, object, &k);
    memset(at->q + o->q, 0, SIZE * sizeof(double));
    v3_store(v + o->v, v3_load(at->model->bodies[k].velocity));
    show(at, v, object);
}

static void particle_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    memcpy(q + m->body_q[o->body], at->q + o->q, SIZE * sizeof *q);
    memcpy(out + m->body_v[o->body], v + o->v, SIZE * sizeof *out);
}

static void particle_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    int k;
    const model_object *o = object_at(at->model, object, &k);
    const mechanism *m = &at->model->mechanism;
    v3_store(at->q + o->q, allowed(at->model, k, v3_load(q + m->body_q[k])));
    v3_store(v + o->v, allowed(at->model, k, v3_load(in + m->body_v[k])));
    show(at, v, object);
}

static hf_status particle_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    int k = at->model->objects[object].body;
    M += (size_t)at->model->mechanism.body_v[k] * (n + 1);
    for (size_t i = 0; i < SIZE; i++) M[i * (n + 1)] = at->model->rigid[k].mass;
    return HF_STATUS_OK;
}

static hf_status particle_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                               double *bias, hf_error *error)
{
    (void)v, (void)error;
    int k = at->model->objects[object].body;
    const rigid_constants *c = &at->model->rigid[k];
    vec3 weight = v3_scale(-c->mass * c->gravity_scale, v3_load(settings->gravity));
    v3_store(bias + at->model->mechanism.body_v[k], allowed(at->model, k, weight));
    return HF_STATUS_OK;
}

static void particle_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                            double *kinetic, double *potential)
{
    int k;
    const model_object *o = object_at(at->model, object, &k);
    const rigid_constants *c = &at->model->rigid[k];
    vec3 weight = v3_load(at->model->bodies[k].force);
    weight = v3_add_scaled(weight, c->mass * c->gravity_scale, v3_load(settings->gravity));
    *kinetic += 0.5 * c->mass * v3_norm2(v3_load(v + o->v));
    *potential -= v3_dot(weight, v3_load(at->bodies[k].x));
}

static hf_status particle_place(const configuration *at, double *v, int body, const hf_body_state *state,
                                hf_error *error)
{
    const double OUT = 1e-6; // [m, m/s, rad/s or of a quaternion]
    const model_object *o = &at->model->objects[at->model->body_object[body]];
    body_state there;
    quat turn = quat_normalize(quat_load(state->orientation));
    rigid_place(&at->model->rigid[body], v3_load(state->position), turn, &there);
    vec3 way = v3_sub(v3_load(there.x), v3_load(at->model->initial[body].x)), linear = v3_load(state->velocity);
    double turned = 0.0;
    const double *a = there.q, *b = at->model->initial[body].q;
    for (int k = 0; k < 4; k++) turned += a[k] * b[k];
    char label[LABEL_SIZE];
    if (v3_distance(way, allowed(at->model, body, way)) > OUT || fabs(fabs(turned) - 1.0) > OUT ||
        v3_distance(linear, allowed(at->model, body, linear)) > OUT || v3_norm(v3_load(state->angular_velocity)) > OUT)
        return error_set(error, HF_STATUS_INVALID,
                         "set body: %s translates along its directions: it can neither be turned nor moved across",
                         label_make(label, "body", body, at->model->bodies[body].name));
    v3_store(at->q + o->q, allowed(at->model, body, way));
    v3_store(v + o->v, allowed(at->model, body, linear));
    show(at, v, at->model->body_object[body]);
    return HF_STATUS_OK;
}

// ---- accelerations ----

static int flat_count(const hf_model *model, int object)
{
    (void)model, (void)object;
    return 2 * SIZE;
}

static void flatten(const configuration *at, const double *v, int object, double *y)
{
    const model_object *o = &at->model->objects[object];
    v3_store(y, v3_load(at->q + o->q));
    v3_store(y + SIZE, v3_load(v + o->v));
}

static void unflatten(const configuration *at, double *v, int object, const double *y)
{
    const model_object *o = &at->model->objects[object];
    v3_store(at->q + o->q, v3_load(y));
    v3_store(v + o->v, v3_load(y + SIZE));
    show(at, v, object);
}

static void rate(const configuration *at, const double *v, int object, bool moving, const double *a, double *out)
{
    v3_store(out, moving ? v3_load(v + at->model->objects[object].v) : v3_zero());
    v3_store(out + SIZE, v3_load(a));
}

static hf_status factor(object_step *step, int object)
{
    (void)step, (void)object; // M is constant
    return HF_STATUS_OK;
}

static hf_status accelerate(object_step *step, int object, double *a)
{
    v3_store(a, acceleration(step, step->model->objects[object].body));
    return HF_STATUS_OK;
}

static void twists(const object_step *step, int object, const double *a, double (*out)[6])
{
    int k = step->model->objects[object].body;
    v3_store(out[k], v3_load(a));
    v3_store(out[k] + 3, v3_zero());
}

static const acceleration_methods particle_acceleration = {.count = flat_count,
                                                           .flatten = flatten,
                                                           .unflatten = unflatten,
                                                           .rate = rate,
                                                           .factor = factor,
                                                           .accelerate = accelerate,
                                                           .twists = twists};

const object_methods object_particle = {.name = "particle",
                                        .travels = true,
                                        .acceleration = &particle_acceleration,
                                        .q_size = SIZE,
                                        .v_size = SIZE,
                                        .own_size = SIZE,
                                        .begin = particle_begin,
                                        .free = particle_free,
                                        .dofs = particle_dofs,
                                        .point = particle_point,
                                        .turn = particle_turn,
                                        .half = particle_half,
                                        .respond = particle_respond,
                                        .side = particle_side,
                                        .impact_impulse = particle_impact_impulse,
                                        .strike = particle_strike,
                                        .half_way = particle_half_way,
                                        .coast = particle_coast,
                                        .take = particle_take,
                                        .move = particle_move,
                                        .displace = particle_displace,
                                        .way = particle_way,
                                        .stand = particle_stand,
                                        .start = particle_start,
                                        .read = particle_read,
                                        .write = particle_write,
                                        .mass_matrix = particle_mass_matrix,
                                        .bias = particle_bias,
                                        .energy = particle_energy,
                                        .place = particle_place};
