// A body that stays in a plane: three velocities, two of its centre of mass and one about the plane's normal
// (bodies/planar.h).
//
//   v_f = v + h M⁻¹ f         in the plane; what pushes out of it is borne by whatever keeps the body there
//   v⁺ = v_f + Σ M⁻¹ Hᵀ r     contact by contact
//   q⁺ = q + h ((1 - θ) v + θ v⁺)
//
// M is constant and q is a vector: the method of rigid bodies without anything to linearize. Impacts travel from one to
// the next as between rigid bodies.

#include "model/acceleration/acceleration.h"
#include "model/model.h"

#include "base/elementary.h"
#include "base/error.h"
#include "bodies/planar.h"

#include <string.h>

static planar_body planar_of(const hf_model *model, int body)
{
    return planar_make(v3_load(model->bodies[body].plane), &model->rigid[body], &model->initial[body]);
}

static planar_body planar_at(const hf_model *model, int object, int *body, int *q, int *v)
{
    const model_object *o = &model->objects[object];
    *body = o->body;
    *q = o->q;
    *v = o->v;
    return planar_of(model, o->body);
}

// ---- FREE ----

static hf_status planar_begin(object_step *step, int object)
{
    int k, q, v;
    planar_body p = planar_at(step->model, object, &k, &q, &v);
    const rigid_constants *c = &step->model->rigid[k];
    const body_state *s = &step->start.bodies[k];
    double a[PLANAR_SIZE], *before = step->v_before + v, *free = step->v_free + v;
    vec3 force, torque;
    object_forces(step, k, v3_load(s->v), v3_load(s->w), &force, &torque);
    vec3 linear = v3_add_scaled(v3_scale(c->gravity_scale, v3_load(step->settings->gravity)), c->inverse_mass, force);
    planar_project(&p, linear, v3_scale(p.inverse_inertia, torque), a);
    memcpy(free, before, PLANAR_SIZE * sizeof *free);
    planar_integrate(free, a, step->h);
    planar_twist(&p, before, step->before[k]);
    planar_twist(&p, free, step->free[k]);
    if (!step->middle.bodies) return HF_STATUS_OK;
    memcpy(step->middle.q + q, step->start.q + q, PLANAR_SIZE * sizeof(double));
    planar_integrate(step->middle.q + q, before, (1.0 - step->theta) * step->h);
    step->middle.bodies[k] = *s;
    planar_pose(&p, step->middle.q + q, &step->middle.bodies[k]);
    memcpy(step->half[k], step->before[k], sizeof step->half[k]);
    return HF_STATUS_OK;
}

/// Forces of site actuators.
static hf_status planar_free(object_step *step, int object)
{
    int k, q, v;
    planar_body p = planar_at(step->model, object, &k, &q, &v);
    double push[PLANAR_SIZE], a[PLANAR_SIZE];
    if (!step->extra) return HF_STATUS_OK;
    planar_project(&p, v3_load(step->extra[k]), v3_load(step->extra[k] + 3), push);
    planar_solve(&p, push, a);
    planar_integrate(step->v_free + v, a, step->h);
    planar_twist(&p, step->v_free + v, step->free[k]);
    return HF_STATUS_OK;
}

// ---- rows ----

static int planar_dofs(const hf_model *model, int body, int *dofs)
{
    (void)model, (void)body;
    for (int k = 0; k < PLANAR_SIZE; k++) dofs[k] = k;
    return PLANAR_SIZE;
}

static void planar_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                         double *row)
{
    (void)dofs, (void)row;
    planar_body p = planar_of(at->model, body);
    double own[PLANAR_SIZE];
    planar_project(&p, d, v3_cross(arm, d), own); // d · (ω n × arm) = ω n · (arm × d)
    planar_integrate(H, own, scale);
}

static void planar_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)dofs, (void)row;
    planar_body p = planar_of(at->model, body);
    H[2] += scale * v3_dot(p.n, d);
}

static int planar_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out,
                       double *h, double *g)
{
    planar_body p = planar_of(mass->model, mass->model->objects[object].body);
    memset(h, 0, PLANAR_SIZE * sizeof *h);
    for (int k = 0; k < count; k++) h[dofs[k]] = H[k];
    for (int k = 0; k < PLANAR_SIZE; k++) out[k] = k;
    planar_solve(&p, h, g);
    return PLANAR_SIZE;
}

static void planar_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    (void)mass, (void)object;
    if (dv != z) memcpy(dv, z, PLANAR_SIZE * sizeof *dv);
}

static int planar_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    const hf_model *m = step->model;
    planar_body p = planar_of(m, body);
    planar_project(&p, turn ? v3_zero() : d, turn ? d : v3_cross(arm, d), h);
    planar_solve(&p, h, g);
    for (int k = 0; dof && k < PLANAR_SIZE; k++) dof[k] = m->objects[m->body_object[body]].dof + k;
    return PLANAR_SIZE;
}

// ---- impulses ----

/// v += share · M⁻¹ Hᵀ impulse.
static void push(const planar_body *p, double share, bool turn, vec3 arm, vec3 impulse, double *v)
{
    double momentum[PLANAR_SIZE], change[PLANAR_SIZE];
    planar_project(p, turn ? v3_zero() : impulse, turn ? impulse : v3_cross(arm, impulse), momentum);
    planar_solve(p, momentum, change);
    planar_integrate(v, change, share);
}

static void planar_impact_impulse(object_step *step, int body, bool turn, vec3 arm, vec3 impulse)
{
    planar_body p = planar_of(step->model, body);
    int v = step->model->objects[step->model->body_object[body]].v;
    push(&p, 1.0, turn, arm, impulse, step->v_before + v);
    push(&p, 1.0, turn, arm, impulse, step->v_free + v);
    planar_twist(&p, step->v_before + v, step->before[body]);
    planar_twist(&p, step->v_free + v, step->free[body]);
}

static void planar_strike(const object_step *step, int body, double sign, bool turn, vec3 arm, vec3 impulse,
                          const configuration *to)
{
    (void)to; // velocities are the object's own
    planar_body p = planar_of(step->model, body);
    push(&p, sign, turn, arm, impulse, step->v_after + step->model->objects[step->model->body_object[body]].v);
}

static void planar_half_way(object_step *step, int object, body_state *bodies)
{
    int k, q, v;
    planar_body p = planar_at(step->model, object, &k, &q, &v);
    double there[PLANAR_SIZE];
    memcpy(there, step->start.q + q, sizeof there);
    planar_integrate(there, step->v_before + v, 0.5 * step->h);
    planar_pose(&p, there, &bodies[k]);
}

// ---- MOVE ----

static void planar_coast(object_step *step, int object)
{
    int v = step->model->objects[object].v;
    memcpy(step->v_after + v, step->v_free + v, PLANAR_SIZE * sizeof(double));
}

static void planar_take(object_step *step, int object, double *z, const double *momentum, double (*after)[6])
{
    (void)z;
    int k, q, v;
    planar_body p = planar_at(step->model, object, &k, &q, &v);
    if (momentum)
    {
        double change[PLANAR_SIZE];
        planar_solve(&p, momentum, change);
        planar_integrate(step->v_after + v, change, 1.0);
    }
    const double *own = step->v_after + v; // held, as rigid_take says
    double rounding = MOTION_ROUNDING * step->pressure[k] * step->model->rigid[k].inverse_mass;
    if (real_hypot(own[0], own[1]) <= rounding && fabs(own[2]) * step->model->radius[k] <= rounding)
        memset(step->v_after + v, 0, PLANAR_SIZE * sizeof(double));
    planar_twist(&p, step->v_after + v, after[k]);
}

/// The body where the coordinates at the end are, at the velocities there.
static void follow(object_step *step, const planar_body *p, int object)
{
    const model_object *o = &step->model->objects[object];
    body_state *s = &step->after.bodies[o->body];
    double twist[6];
    planar_pose(p, step->after.q + o->q, s);
    planar_twist(p, step->v_after + o->v, twist);
    memcpy(s->v, twist, sizeof s->v);
    memcpy(s->w, twist + 3, sizeof s->w);
}

static hf_status planar_move(object_step *step, int object, double theta)
{
    int k, q, v;
    planar_body p = planar_at(step->model, object, &k, &q, &v);
    const double *before = step->v_before + v, *after = step->v_after + v;
    double mean[PLANAR_SIZE];
    for (int i = 0; i < PLANAR_SIZE; i++) mean[i] = before[i] + theta * (after[i] - before[i]);
    memcpy(step->after.q + q, step->start.q + q, PLANAR_SIZE * sizeof(double));
    planar_integrate(step->after.q + q, mean, step->h);
    follow(step, &p, object);
    return HF_STATUS_OK;
}

static hf_status planar_displace(object_step *step, int object, double *z)
{
    planar_body p = planar_of(step->model, step->model->objects[object].body);
    planar_integrate(step->after.q + step->model->objects[object].q, z, 1.0);
    follow(step, &p, object);
    return HF_STATUS_OK;
}

static hf_status planar_way(object_step *step, int object, const double *z, double *way)
{
    *way = sqrt(z[0] * z[0] + z[1] * z[1]) + step->model->radius[step->model->objects[object].body] * fabs(z[2]);
    return HF_STATUS_OK;
}

static hf_status planar_stand(object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    step->middle.bodies[o->body] = step->start.bodies[o->body];
    memcpy(step->middle.q + o->q, step->start.q + o->q, PLANAR_SIZE * sizeof(double));
    return HF_STATUS_OK;
}

// ---- the state ----

/// Pose and velocity of the body at own coordinates and velocities.
static void show(const configuration *at, const planar_body *p, const model_object *o, const double *v)
{
    double twist[6];
    body_state *s = &at->bodies[o->body];
    planar_pose(p, at->q + o->q, s);
    planar_twist(p, v + o->v, twist);
    memcpy(s->v, twist, sizeof s->v);
    memcpy(s->w, twist + 3, sizeof s->w);
}

static void planar_start(const configuration *at, double *v, int object)
{
    const model_object *o = &at->model->objects[object];
    const hf_body_def *def = &at->model->bodies[o->body];
    planar_body p = planar_of(at->model, o->body);
    memset(at->q + o->q, 0, PLANAR_SIZE * sizeof(double));
    planar_project(&p, v3_load(def->velocity), v3_load(def->angular_velocity), v + o->v);
    show(at, &p, o, v);
}

static void planar_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    memcpy(q + m->body_q[o->body], at->q + o->q, PLANAR_SIZE * sizeof *q);
    memcpy(out + m->body_v[o->body], v + o->v, PLANAR_SIZE * sizeof *out);
}

static void planar_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    planar_body p = planar_of(at->model, o->body);
    memcpy(at->q + o->q, q + m->body_q[o->body], PLANAR_SIZE * sizeof *q);
    memcpy(v + o->v, in + m->body_v[o->body], PLANAR_SIZE * sizeof *v);
    show(at, &p, o, v);
}

static hf_status planar_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    int body = at->model->objects[object].body;
    planar_body p = planar_of(at->model, body);
    M += (size_t)at->model->mechanism.body_v[body] * (n + 1);
    M[0] = M[n + 1] = p.mass;
    M[2 * (n + 1)] = p.inertia;
    return HF_STATUS_OK;
}

static hf_status planar_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                             double *bias, hf_error *error)
{
    (void)v, (void)error;
    int body = at->model->objects[object].body;
    planar_body p = planar_of(at->model, body);
    vec3 weight = v3_scale(-p.mass * at->model->bodies[body].gravity_scale, v3_load(settings->gravity));
    planar_project(&p, weight, v3_zero(), bias + at->model->mechanism.body_v[body]);
    return HF_STATUS_OK;
}

static hf_status planar_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n, hf_error *error)
{
    (void)error;
    planar_body p = planar_of(at->model, body);
    vec3 sweep = v3_cross(p.n, v3_sub(point, v3_load(at->bodies[body].x)));
    const vec3 move[3] = {p.e1, p.e2, sweep};
    J += at->model->mechanism.body_v[body];
    for (size_t k = 0; k < 3; k++) J[k] = move[k].x, J[n + k] = move[k].y, J[2 * n + k] = move[k].z;
    J[3 * n + 2] = p.n.x, J[4 * n + 2] = p.n.y, J[5 * n + 2] = p.n.z;
    return HF_STATUS_OK;
}

static hf_status planar_dynamics(const configuration *at, const double *v, const hf_settings *settings, int object,
                                 bool inverse, double *force, double *a, hf_error *error)
{
    (void)v, (void)error;
    int body = at->model->objects[object].body, first = at->model->mechanism.body_v[body];
    planar_body p = planar_of(at->model, body);
    const double mass[3] = {p.mass, p.mass, p.inertia};
    vec3 weight = v3_scale(-p.mass * at->model->bodies[body].gravity_scale, v3_load(settings->gravity));
    double bias[3];
    planar_project(&p, weight, v3_zero(), bias);
    for (int k = 0; k < 3; k++)
        if (inverse) force[first + k] = mass[k] * a[first + k] + bias[k];
        else a[first + k] = (force[first + k] - bias[k]) / mass[k];
    return HF_STATUS_OK;
}

static void planar_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                          double *kinetic, double *potential)
{
    const model_object *o = &at->model->objects[object];
    const hf_body_def *def = &at->model->bodies[o->body];
    planar_body p = planar_of(at->model, o->body);
    const double *own = v + o->v;
    vec3 weight = v3_add_scaled(v3_load(def->force), p.mass * def->gravity_scale, v3_load(settings->gravity));
    *kinetic += 0.5 * (p.mass * (own[0] * own[0] + own[1] * own[1]) + p.inertia * own[2] * own[2]);
    *potential -= v3_dot(weight, v3_load(at->bodies[o->body].x));
}

static hf_status planar_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error)
{
    const double OUT = 1e-6; // [m, rad, m/s or rad/s]
    const model_object *o = &at->model->objects[at->model->body_object[body]];
    planar_body p = planar_of(at->model, body);
    body_state there;
    double q[PLANAR_SIZE], rate[PLANAR_SIZE], twist[6];
    vec3 linear = v3_load(state->velocity), angular = v3_load(state->angular_velocity);
    rigid_place(&at->model->rigid[body], v3_load(state->position), quat_normalize(quat_load(state->orientation)),
                &there);
    double out = planar_coordinates(&p, v3_load(there.x), quat_load(there.q), q);
    planar_project(&p, linear, angular, rate);
    planar_twist(&p, rate, twist);
    char label[LABEL_SIZE];
    if (out > OUT || v3_distance(linear, v3_load(twist)) > OUT || v3_distance(angular, v3_load(twist + 3)) > OUT)
        return error_set(error, HF_STATUS_INVALID, "set body: %s stays in a plane: it cannot be put or moved out of it",
                         label_make(label, "body", body, at->model->bodies[body].name));
    memcpy(at->q + o->q, q, sizeof q);
    memcpy(v + o->v, rate, sizeof rate);
    show(at, &p, o, v);
    return HF_STATUS_OK;
}

const object_methods object_planar = {.name = "planar",
                                      .travels = true,
                                      .acceleration = &planar_acceleration,
                                      .q_size = PLANAR_SIZE,
                                      .v_size = PLANAR_SIZE,
                                      .own_size = PLANAR_SIZE,
                                      .begin = planar_begin,
                                      .free = planar_free,
                                      .dofs = planar_dofs,
                                      .point = planar_point,
                                      .turn = planar_turn,
                                      .half = planar_half,
                                      .respond = planar_respond,
                                      .side = planar_side,
                                      .impact_impulse = planar_impact_impulse,
                                      .strike = planar_strike,
                                      .half_way = planar_half_way,
                                      .coast = planar_coast,
                                      .take = planar_take,
                                      .move = planar_move,
                                      .displace = planar_displace,
                                      .way = planar_way,
                                      .stand = planar_stand,
                                      .start = planar_start,
                                      .read = planar_read,
                                      .write = planar_write,
                                      .mass_matrix = planar_mass_matrix,
                                      .bias = planar_bias,
                                      .jacobian = planar_jacobian,
                                      .dynamics = planar_dynamics,
                                      .energy = planar_energy,
                                      .place = planar_place};
