// The tables of kinds that are one small body (small_body.h).

#include "model/small_body.h"
#include "model/acceleration/acceleration.h"

#include "base/error.h"

#include <string.h>

static const small_body *small_of(const hf_model *model, int object)
{
    return object_of(model, object)->small;
}

static const small_body *small_at(const hf_model *model, int object, const model_object **o)
{
    *o = &model->objects[object];
    return small_of(model, object);
}

/// x += share · y.
static void add(int size, double *x, double share, const double *y)
{
    for (int k = 0; k < size; k++) x[k] += share * y[k];
}

// ---- rows ----

int small_dofs(const hf_model *model, int body, int *dofs)
{
    int size = small_of(model, model->body_object[body])->size;
    for (int k = 0; k < size; k++) dofs[k] = k;
    return size;
}

static void add_row(const configuration *at, int body, bool turn, vec3 arm, vec3 d, double scale, double *H)
{
    const model_object *o;
    int object = at->model->body_object[body];
    const small_body *small = small_at(at->model, object, &o);
    double row[SMALL_BODY_MOST];
    small->row(&(small_place){.model = at->model, .object = object, .body = body, .q = at->q + o->q}, turn, arm, d,
               row);
    add(small->size, H, scale, row);
}

void small_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)dofs, (void)row;
    add_row(at, body, false, arm, d, scale, H);
}

void small_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)dofs, (void)row;
    add_row(at, body, true, v3_zero(), d, scale, H);
}

int small_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out, double *h,
               double *g)
{
    const small_body *small = small_of(mass->model, object);
    double full[SMALL_BODY_MOST] = {0};
    for (int k = 0; k < count; k++) full[dofs[k]] = H[k];
    for (int k = 0; k < small->size; k++) out[k] = k;
    memcpy(h, full, (size_t)small->size * sizeof *h);
    small->solve(mass, object, full, g);
    return small->size;
}

void small_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    if (dv != z) memcpy(dv, z, (size_t)small_of(mass->model, object)->size * sizeof *dv);
}

/// h and g of a point or a turn in a step.
static const small_body *fill_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, double *h, double *g)
{
    const hf_model *m = step->model;
    int object = m->body_object[body], deformable = m->body_deformable ? m->body_deformable[body] : -1;
    const small_body *small = small_of(m, object);
    const small_place at = {m, object, body, step->start.q + m->objects[object].q,
                            deformable >= 0 ? &step->scratch->forms[deformable] : NULL};
    small->row(&at, turn, arm, d, h);
    small->solve(&step->mass, object, h, g);
    return small;
}

static int small_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    int first = step->model->objects[step->model->body_object[body]].dof;
    const small_body *small = fill_side(step, body, turn, arm, d, h, g);
    for (int k = 0; dof && k < small->size; k++) dof[k] = first + k;
    return small->size;
}

const object_rows small_rows = {.dofs = small_dofs,
                                .point = small_point,
                                .turn = small_turn,
                                .half = small_half,
                                .respond = small_respond,
                                .side = small_side};

// ---- where it is ----

/// The body at own coordinates and velocities.
static void show(const configuration *at, const double *v, int object)
{
    const model_object *o;
    const small_body *small = small_at(at->model, object, &o);
    body_state *s = &at->bodies[o->body];
    double twist[6];
    small->pose(at->model, o->body, at->q + o->q, s);
    small->twist(at->model, o->body, v + o->v, twist);
    memcpy(s->v, twist, sizeof s->v);
    memcpy(s->w, twist + 3, sizeof s->w);
}

/// a ◄ accelerations under what acts on the body where s is, gravity and actuators included.
static void accelerate(const object_step *step, int object, const body_state *s, double *a)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    const rigid_constants *c = &step->model->rigid[o->body];
    vec3 force, torque, linear = v3_scale(c->gravity_scale, v3_load(step->settings->physics.gravity));
    object_forces(step, o->body, v3_load(s->v), v3_load(s->w), &force, &torque);
    if (step->extra) force = v3_add(force, v3_load(step->extra[o->body]));
    if (step->extra) torque = v3_add(torque, v3_load(step->extra[o->body] + 3));
    small->accelerate(step->model, o->body, v3_add_scaled(linear, c->inverse_mass, force), torque, a);
}

// ---- motion ----

static hf_status small_begin(object_step *step, int object)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    const double *v = step->v_before + o->v;
    small->twist(step->model, o->body, v, step->before[o->body]);
    if (!step->middle.bodies) return HF_STATUS_OK;
    memcpy(step->middle.q + o->q, step->start.q + o->q, (size_t)small->size * sizeof *v);
    add(small->size, step->middle.q + o->q, (1.0 - step->theta) * step->h, v);
    show(&step->middle, step->v_before, object);
    memcpy(step->half[o->body], step->before[o->body], sizeof step->half[o->body]);
    return HF_STATUS_OK;
}

static hf_status small_free(object_step *step, int object)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    double a[SMALL_BODY_MOST], *v = step->v_free + o->v;
    accelerate(step, object, &step->start.bodies[o->body], a);
    memcpy(v, step->v_before + o->v, (size_t)small->size * sizeof *v);
    add(small->size, v, step->h, a);
    small->twist(step->model, o->body, v, step->free[o->body]);
    return HF_STATUS_OK;
}

static void small_impact_impulse(object_step *step, int body, bool turn, vec3 arm, vec3 impulse)
{
    double h[SMALL_BODY_MOST], change[SMALL_BODY_MOST];
    const small_body *small = fill_side(step, body, turn, arm, impulse, h, change);
    int v = step->model->objects[step->model->body_object[body]].v;
    add(small->size, step->v_before + v, 1.0, change);
    add(small->size, step->v_free + v, 1.0, change);
    small->twist(step->model, body, step->v_before + v, step->before[body]);
    small->twist(step->model, body, step->v_free + v, step->free[body]);
}

static void small_strike(const object_step *step, int body, double sign, bool turn, vec3 arm, vec3 impulse,
                         const configuration *to)
{
    (void)to; // velocities are the object's own
    double h[SMALL_BODY_MOST], change[SMALL_BODY_MOST];
    const small_body *small = fill_side(step, body, turn, arm, impulse, h, change);
    add(small->size, step->v_after + step->model->objects[step->model->body_object[body]].v, sign, change);
}

static void small_half_way(object_step *step, int object, body_state *bodies)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    double there[SMALL_BODY_MOST];
    memcpy(there, step->start.q + o->q, (size_t)small->size * sizeof *there);
    add(small->size, there, 0.5 * step->h, step->v_before + o->v);
    small->pose(step->model, o->body, there, &bodies[o->body]);
}

static void small_coast(object_step *step, int object)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    memcpy(step->v_after + o->v, step->v_free + o->v, (size_t)small->size * sizeof(double));
}

static void small_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)z;
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    double change[SMALL_BODY_MOST], *v = step->v_after + o->v;
    if (p)
    {
        small->solve(&step->mass, object, p, change);
        add(small->size, v, 1.0, change);
    }
    double rounding = MOTION_ROUNDING * step->pressure[o->body] * step->model->rigid[o->body].inverse_mass;
    if (small->rests && small->rests(step->model, o->body, v, rounding)) // as rigid_take says
        memset(v, 0, (size_t)small->size * sizeof *v);
    small->twist(step->model, o->body, v, after[o->body]);
}

static hf_status small_move(object_step *step, int object, double theta)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    const double *before = step->v_before + o->v, *after = step->v_after + o->v;
    double mean[SMALL_BODY_MOST];
    for (int k = 0; k < small->size; k++) mean[k] = before[k] + theta * (after[k] - before[k]);
    memcpy(step->after.q + o->q, step->start.q + o->q, (size_t)small->size * sizeof *mean);
    add(small->size, step->after.q + o->q, step->h, mean);
    show(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static hf_status small_displace(object_step *step, int object, double *z)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    add(small->size, step->after.q + o->q, 1.0, z);
    show(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static hf_status small_way(object_step *step, int object, const double *z, double *way)
{
    const model_object *o;
    double twist[6];
    small_at(step->model, object, &o)->twist(step->model, o->body, z, twist);
    *way = v3_norm(v3_load(twist)) + step->model->radius[o->body] * v3_norm(v3_load(twist + 3));
    return HF_STATUS_OK;
}

static hf_status small_stand(object_step *step, int object)
{
    const model_object *o;
    const small_body *small = small_at(step->model, object, &o);
    step->middle.bodies[o->body] = step->start.bodies[o->body];
    memcpy(step->middle.q + o->q, step->start.q + o->q, (size_t)small->size * sizeof(double));
    return HF_STATUS_OK;
}

const object_motion small_motion = {.begin = small_begin,
                                    .free = small_free,
                                    .impact_impulse = small_impact_impulse,
                                    .strike = small_strike,
                                    .half_way = small_half_way,
                                    .coast = small_coast,
                                    .take = small_take,
                                    .move = small_move,
                                    .displace = small_displace,
                                    .way = small_way,
                                    .stand = small_stand};

// ---- the state ----

/// v ◄ velocities of a body whose centre of mass moves so and which turns so, as far as it may.
static const small_body *take_velocity(const configuration *at, int object, vec3 linear, vec3 angular, double *v)
{
    const model_object *o;
    const small_body *small = small_at(at->model, object, &o);
    const small_place place = {.model = at->model, .object = object, .body = o->body, .q = at->q + o->q};
    double turning[SMALL_BODY_MOST];
    small->row(&place, false, v3_zero(), linear, v);
    small->row(&place, true, v3_zero(), angular, turning);
    add(small->size, v, 1.0, turning);
    return small;
}

static void small_start(const configuration *at, double *v, int object)
{
    const model_object *o = &at->model->objects[object];
    const hf_body_def *def = &at->model->bodies[o->body];
    vec3 linear = v3_load(def->velocity), angular = v3_load(def->angular_velocity);
    int size = take_velocity(at, object, linear, angular, v + o->v)->size;
    memset(at->q + o->q, 0, (size_t)size * sizeof *v);
    show(at, v, object);
}

static void small_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    const model_object *o;
    const mechanism *m = &at->model->mechanism;
    size_t size = (size_t)small_at(at->model, object, &o)->size;
    memcpy(q + m->body_q[o->body], at->q + o->q, size * sizeof *q);
    memcpy(out + m->body_v[o->body], v + o->v, size * sizeof *out);
}

static void small_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    const model_object *o;
    const mechanism *m = &at->model->mechanism;
    const small_body *small = small_at(at->model, object, &o);
    memcpy(at->q + o->q, q + m->body_q[o->body], (size_t)small->size * sizeof *q);
    memcpy(v + o->v, in + m->body_v[o->body], (size_t)small->size * sizeof *v);
    if (small->admit) small->admit(at->model, o->body, at->q + o->q);
    if (small->admit) small->admit(at->model, o->body, v + o->v);
    show(at, v, object);
}

static hf_status small_place_at(const configuration *at, double *v, int body, const hf_body_state *state,
                                hf_error *error)
{
    const double OUT = 1e-6; // [m, rad, m/s or rad/s]
    int object = at->model->body_object[body];
    const model_object *o = &at->model->objects[object];
    vec3 linear = v3_load(state->velocity), angular = v3_load(state->angular_velocity);
    double q[SMALL_BODY_MOST], rate[SMALL_BODY_MOST], twist[6];
    char label[LABEL_SIZE];
    body_state there;
    rigid_place(&at->model->rigid[body], v3_load(state->position), quat_normalize(quat_load(state->orientation)),
                &there);
    const small_body *small = take_velocity(at, object, linear, angular, rate);
    double out = small->coordinates(at->model, body, &there, q);
    small->twist(at->model, body, rate, twist);
    if (out > OUT || v3_distance(linear, v3_load(twist)) > OUT || v3_distance(angular, v3_load(twist + 3)) > OUT)
        return error_set(error, HF_STATUS_INVALID, "set body: %s %s",
                         label_make(label, "body", body, at->model->bodies[body].name), small->refuses);
    memcpy(at->q + o->q, q, (size_t)small->size * sizeof *q);
    memcpy(v + o->v, rate, (size_t)small->size * sizeof *rate);
    show(at, v, object);
    return HF_STATUS_OK;
}

const object_state small_state = {
    .start = small_start, .read = small_read, .write = small_write, .place = small_place_at};

// ---- queries ----

static hf_status small_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    const model_object *o;
    const small_body *small = small_at(at->model, object, &o);
    double mass[SMALL_BODY_MOST];
    small->mass(at->model, o->body, mass);
    M += (size_t)at->model->mechanism.body_v[o->body] * (n + 1);
    for (size_t k = 0; k < (size_t)small->size; k++) M[k * (n + 1)] = mass[k];
    return HF_STATUS_OK;
}

/// bias ◄ the weight, against it.
static const small_body *find_bias(const configuration *at, const hf_settings *settings, int object, double *bias)
{
    const model_object *o;
    const small_body *small = small_at(at->model, object, &o);
    const rigid_constants *c = &at->model->rigid[o->body];
    vec3 weight = v3_scale(-c->mass * c->gravity_scale, v3_load(settings->physics.gravity));
    small->accelerate(at->model, o->body, weight, v3_zero(), bias);
    return small;
}

static hf_status small_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                            double *bias, hf_error *error)
{
    (void)v, (void)error;
    find_bias(at, settings, object, bias + at->model->mechanism.body_v[at->model->objects[object].body]);
    return HF_STATUS_OK;
}

static hf_status small_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n, hf_error *error)
{
    (void)error;
    int object = at->model->body_object[body];
    vec3 arm = v3_sub(point, v3_load(at->bodies[body].x));
    const small_place place = {at->model, object, body, at->q + at->model->objects[object].q, NULL};
    J += at->model->mechanism.body_v[body];
    for (size_t k = 0; k < 6; k++)
    {
        vec3 axis = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        small_of(at->model, object)->row(&place, k >= 3, arm, axis, J + k * n);
    }
    return HF_STATUS_OK;
}

static hf_status small_dynamics(const configuration *at, const double *v, const hf_settings *settings, int object,
                                bool inverse, double *force, double *a, hf_error *error)
{
    (void)v, (void)error;
    int body = at->model->objects[object].body, first = at->model->mechanism.body_v[body];
    double bias[SMALL_BODY_MOST], mass[SMALL_BODY_MOST];
    const small_body *small = find_bias(at, settings, object, bias);
    small->mass(at->model, body, mass);
    for (int k = 0; k < small->size; k++)
        if (inverse) force[first + k] = mass[k] * a[first + k] + bias[k];
        else a[first + k] = (force[first + k] - bias[k]) / mass[k];
    if (!inverse && small->admit) small->admit(at->model, body, a + first);
    return HF_STATUS_OK;
}

static void small_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                         double *kinetic, double *potential)
{
    const model_object *o;
    const small_body *small = small_at(at->model, object, &o);
    const rigid_constants *c = &at->model->rigid[o->body];
    vec3 weight = v3_load(at->model->bodies[o->body].force);
    weight = v3_add_scaled(weight, c->mass * c->gravity_scale, v3_load(settings->physics.gravity));
    double mass[SMALL_BODY_MOST], twice = 0.0;
    small->mass(at->model, o->body, mass);
    for (int k = 0; k < small->size; k++) twice += mass[k] * v[o->v + k] * v[o->v + k];
    *kinetic += 0.5 * twice;
    *potential -= v3_dot(weight, v3_load(at->bodies[o->body].x));
}

const object_queries small_queries = {.mass_matrix = small_mass_matrix,
                                      .bias = small_bias,
                                      .jacobian = small_jacobian,
                                      .dynamics = small_dynamics,
                                      .energy = small_energy};

// ---- accelerations: y = q, v ----

static int flat_count(const hf_model *model, int object)
{
    return 2 * small_of(model, object)->size;
}

static void flatten(const configuration *at, const double *v, int object, double *y)
{
    const model_object *o;
    size_t size = (size_t)small_at(at->model, object, &o)->size;
    memcpy(y, at->q + o->q, size * sizeof *y);
    memcpy(y + size, v + o->v, size * sizeof *y);
}

static void unflatten(const configuration *at, double *v, int object, const double *y)
{
    const model_object *o;
    size_t size = (size_t)small_at(at->model, object, &o)->size;
    memcpy(at->q + o->q, y, size * sizeof *y);
    memcpy(v + o->v, y + size, size * sizeof *y);
    show(at, v, object);
}

static void rate(const configuration *at, const double *v, int object, bool moving, const double *a, double *out)
{
    const model_object *o;
    int size = small_at(at->model, object, &o)->size;
    for (int k = 0; k < size; k++) out[k] = moving ? v[o->v + k] : 0.0;
    memcpy(out + size, a, (size_t)size * sizeof *out);
}

static hf_status factor(object_step *step, int object)
{
    (void)step, (void)object; // M is constant
    return HF_STATUS_OK;
}

static hf_status find_accelerations(object_step *step, int object, double *a)
{
    accelerate(step, object, &step->middle.bodies[step->model->objects[object].body], a);
    return HF_STATUS_OK;
}

static void find_twists(const object_step *step, int object, const double *a, double (*twists)[6])
{
    const model_object *o;
    small_at(step->model, object, &o)->twist(step->model, o->body, a, twists[o->body]);
}

const acceleration_methods small_acceleration = {.count = flat_count,
                                                 .flatten = flatten,
                                                 .unflatten = unflatten,
                                                 .rate = rate,
                                                 .factor = factor,
                                                 .accelerate = find_accelerations,
                                                 .twists = find_twists};
