// A free rigid body: six velocities, of its centre of mass and angular, in world axes.
//
//   v_f = v + h M⁻¹ f,   L_f = L + h τ the gyroscopic term is in the turning of the inertia, not in L (bodies/rigid.c)
//   v⁺ = v_f + Σ r / m,  L⁺ = L_f + Σ arm × r            contact by contact, so that momentum is what is kept
//   x⁺ = x + h ((1 - θ) v + θ v⁺), and likewise the turning with the angular momentum

#include "model/object_rigid.h"
#include "model/acceleration/acceleration.h"
#include "model/small_body.h"

#include <string.h>

static void store6(double *out, vec3 v, vec3 w)
{
    v3_store(out, v);
    v3_store(out + 3, w);
}

// ---- FREE ----

static void place_middle(object_step *step, int k)
{
    double ahead = (1.0 - step->theta) * step->h;
    body_state *body = &step->middle.bodies[k];
    *body = step->start.bodies[k];
    memcpy(step->half[k], step->before[k], sizeof step->half[k]);
    if (!(ahead > 0.0)) return;
    v3_store(body->x, v3_add_scaled(v3_load(body->x), ahead, v3_load(step->before[k])));
    quat_store(body->q, quat_integrate(quat_load(body->q), v3_load(step->before[k] + 3), ahead));
}

static hf_status rigid_begin(object_step *step, int object)
{
    int k = step->model->objects[object].index;
    const rigid_constants *c = &step->model->rigid[k];
    const body_state *s = &step->start.bodies[k];
    double *inverse = step->mass.inverse[k];
    vec3 v = v3_load(s->v), L = v3_load(step->start.momentum[k]), force, torque;
    object_forces(step, k, v, v3_load(s->w), &force, &torque);
    vec3 a =
        v3_add_scaled(v3_scale(c->gravity_scale, v3_load(step->settings->physics.gravity)), c->inverse_mass, force);
    vec3 L_free = v3_add_scaled(L, step->h, torque);
    rigid_inverse_inertia(c, quat_load(s->q), inverse);
    store6(step->before[k], v, m3_times(inverse, L));
    store6(step->free[k], v3_add_scaled(v, step->h, a), m3_times(inverse, L_free));
    v3_store(step->momentum[k], L);
    v3_store(step->spin[k], L_free);
    if (step->middle.bodies) place_middle(step, k);
    return HF_STATUS_OK;
}

/// Forces of site actuators.
static hf_status rigid_free(object_step *step, int object)
{
    int k = step->model->objects[object].index;
    if (!step->extra) return HF_STATUS_OK;
    const double *extra = step->extra[k];
    bool any = false;
    for (int i = 0; i < 6; i++) any |= extra[i] != 0.0;
    if (!any) return HF_STATUS_OK;
    vec3 v = v3_add_scaled(v3_load(step->free[k]), step->h * step->model->rigid[k].inverse_mass, v3_load(extra));
    vec3 L = v3_add_scaled(v3_load(step->spin[k]), step->h, v3_load(extra + 3));
    store6(step->free[k], v, m3_times(step->mass.inverse[k], L));
    v3_store(step->spin[k], L);
    return HF_STATUS_OK;
}

// ---- rows ----

static void rigid_row(const small_place *at, bool turn, vec3 arm, vec3 d, double *H)
{
    (void)at;
    store6(H, turn ? v3_zero() : d, turn ? d : v3_cross(arm, d)); // d · (ω × arm) = ω · (arm × d)
}

static void rigid_solve(const inverse_mass *mass, int object, const double *h, double *g)
{
    int body = mass->model->objects[object].index;
    store6(g, v3_scale(mass->model->rigid[body].inverse_mass, v3_load(h)),
           m3_times(mass->inverse[body], v3_load(h + 3)));
}

static const small_body rigid = {.size = 6, .row = rigid_row, .solve = rigid_solve};

/// As of small_body.c, in one go: contacts of rigid bodies are most of what is asked.
static int rigid_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    const hf_model *m = step->model;
    vec3 force = turn ? v3_zero() : d, moment = turn ? d : v3_cross(arm, d);
    store6(h, force, moment);
    store6(g, v3_scale(m->rigid[body].inverse_mass, force), m3_times(step->mass.inverse[body], moment));
    for (int k = 0; dof && k < 6; k++) dof[k] = m->objects[m->body_object[body]].dof + k;
    return 6;
}

static int rigid_sides(const object_step *step, int body, vec3 arm, int count, const vec3 *d, int stride, int *dof,
                       double *h, double *g)
{
    for (int k = 0; k < count; k++)
        (void)rigid_side(step, body, false, arm, d[k], k == 0 ? dof : NULL, h + k * stride, g + k * stride);
    return 6;
}

// ---- impulses ----

static void rigid_impact_impulse(object_step *step, int body, bool turn, vec3 arm, vec3 impulse)
{
    vec3 moment = turn ? impulse : v3_cross(arm, impulse);
    vec3 dv = v3_scale(turn ? 0.0 : step->model->rigid[body].inverse_mass, impulse);
    vec3 dw = m3_times(step->mass.inverse[body], moment);
    double *twist[2] = {step->before[body], step->free[body]};
    for (int t = 0; t < 2; t++) store6(twist[t], v3_add(v3_load(twist[t]), dv), v3_add(v3_load(twist[t] + 3), dw));
    v3_store(step->spin[body], v3_add(v3_load(step->spin[body]), moment));
    v3_store(step->momentum[body], v3_add(v3_load(step->momentum[body]), moment));
}

static void rigid_strike(const object_step *step, int body, double sign, bool turn, vec3 arm, vec3 impulse,
                         const configuration *to)
{
    double *v = to->bodies[body].v, *L = to->momentum[body];
    if (turn)
    {
        v3_store(L, v3_add_scaled(v3_load(L), sign, impulse));
        return;
    }
    v3_store(v, v3_add_scaled(v3_load(v), sign * step->model->rigid[body].inverse_mass, impulse));
    v3_store(L, v3_add_scaled(v3_load(L), sign, v3_cross(arm, impulse)));
}

static void rigid_half_way(object_step *step, int object, body_state *bodies)
{
    int k = step->model->objects[object].index;
    const rigid_constants *c = &step->model->rigid[k];
    double *inverse = step->mass.inverse[k];
    body_state *s = &bodies[k];
    v3_store(s->x, v3_add_scaled(v3_load(s->x), 0.5 * step->h, v3_load(step->before[k])));
    quat_store(s->q, rigid_turn(c, quat_load(s->q), v3_load(step->momentum[k]), 0.5 * step->h));
    rigid_inverse_inertia(c, quat_load(s->q), inverse);
    v3_store(step->before[k] + 3, m3_times(inverse, v3_load(step->momentum[k])));
    v3_store(step->free[k] + 3, m3_times(inverse, v3_load(step->spin[k])));
}

// ---- MOVE ----

static void rigid_coast(object_step *step, int object)
{
    int k = step->model->objects[object].index;
    memcpy(step->after.bodies[k].v, step->free[k], sizeof step->after.bodies[k].v);
    memcpy(step->after.momentum[k], step->spin[k], sizeof step->after.momentum[k]);
}

static void rigid_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)z;
    int body = step->model->objects[object].index;
    double *v = step->after.bodies[body].v, *L = step->after.momentum[body];
    bool any = false;
    for (int k = 0; p && k < 6; k++) any |= p[k] != 0.0;
    if (any)
    {
        double inverse = step->model->rigid[body].inverse_mass;
        v3_store(v, v3_add_scaled(v3_load(v), inverse, v3_load(p)));
        v3_store(L, v3_add(v3_load(L), v3_load(p + 3)));
    }
    // A body that is held: its velocity is the rounding of impulses that cancel in it. It is 0, so that what rests
    // repeats itself to the bit (step.c), and no error grows.
    double rounding = MOTION_ROUNDING * step->pressure[body];
    if (v3_norm(v3_load(v)) <= rounding * step->model->rigid[body].inverse_mass &&
        v3_norm(v3_load(L)) <= rounding * step->model->radius[body])
    {
        v3_store(v, v3_zero());
        v3_store(L, v3_zero());
    }
    store6(after[body], v3_load(v), m3_times(step->mass.inverse[body], v3_load(L)));
}

static hf_status rigid_move(object_step *step, int object, double theta)
{
    int k = step->model->objects[object].index;
    const body_state *now = &step->start.bodies[k];
    body_state *next = &step->after.bodies[k];
    vec3 v = v3_mix(v3_load(step->before[k]), v3_load(next->v), theta);
    vec3 L = v3_mix(v3_load(step->momentum[k]), v3_load(step->after.momentum[k]), theta);
    v3_store(next->x, v3_add_scaled(v3_load(now->x), step->h, v));
    quat_store(next->q, rigid_turn(&step->model->rigid[k], quat_load(now->q), L, step->h));
    return HF_STATUS_OK;
}

static hf_status rigid_displace(object_step *step, int object, double *z)
{
    const int k = step->model->objects[object].index;
    body_state *next = &step->after.bodies[k];
    vec3 shift = v3_load(z), turn = v3_load(z + 3);
    if (v3_norm2(shift) > 0.0) v3_store(next->x, v3_add(v3_load(next->x), shift));
    if (v3_norm2(turn) > 0.0) rigid_displace_by(&step->model->rigid[k], turn, next->q, step->after.momentum[k]);
    return HF_STATUS_OK;
}

static hf_status rigid_way(object_step *step, int object, const double *z, double *way)
{
    double radius = step->model->radius[step->model->objects[object].index];
    *way = v3_norm(v3_load(z)) + radius * v3_norm(v3_load(z + 3));
    return HF_STATUS_OK;
}

/// w of a body from its angular momentum.
void rigid_body_settle(const configuration *at, int k)
{
    body_state *s = &at->bodies[k];
    v3_store(s->w, rigid_angular_velocity(&at->model->rigid[k], quat_load(s->q), v3_load(at->momentum[k])));
}

static void rigid_settle(object_step *step, int object)
{
    rigid_body_settle(&step->after, step->model->objects[object].index);
}

static hf_status rigid_stand(object_step *step, int object)
{
    int k = step->model->objects[object].index;
    step->middle.bodies[k] = step->start.bodies[k];
    rigid_inverse_inertia(&step->model->rigid[k], quat_load(step->start.bodies[k].q), step->mass.inverse[k]);
    return HF_STATUS_OK;
}

// ---- the state ----

static void set_velocity(const configuration *at, int k, vec3 v, vec3 w)
{
    body_state *s = &at->bodies[k];
    v3_store(s->v, v);
    v3_store(at->momentum[k], rigid_momentum(&at->model->rigid[k], quat_load(s->q), w));
    rigid_body_settle(at, k);
}

void rigid_body_start(const configuration *at, int k)
{
    const hf_body_def *def = &at->model->bodies[k];
    set_velocity(at, k, v3_load(def->velocity), v3_load(def->angular_velocity));
}

static void rigid_start(const configuration *at, double *v, int object)
{
    (void)v;
    rigid_body_start(at, at->model->objects[object].index);
}

void rigid_body_read(const configuration *at, int k, double *q, double *out)
{
    const rigid_constants *c = &at->model->rigid[k];
    const body_state *s = &at->bodies[k];
    vec3 position, w = v3_load(s->w);
    quat turn;
    rigid_frame(c, s->x, s->q, &position, &turn);
    q += at->model->mechanism.body_q[k];
    out += at->model->mechanism.body_v[k];
    v3_store(q, position);
    quat_store(q + 3, turn);
    vec3 arm = v3_sub(position, v3_load(s->x));
    v3_store(out, v3_add(v3_load(s->v), v3_cross(w, arm)));
    v3_store(out + 3, quat_rotate_back(turn, w));
}

static void rigid_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    (void)v;
    rigid_body_read(at, at->model->objects[object].index, q, out);
}

void rigid_body_write(const configuration *at, int k, const double *q, const double *in)
{
    const rigid_constants *c = &at->model->rigid[k];
    body_state *s = &at->bodies[k];
    q += at->model->mechanism.body_q[k];
    in += at->model->mechanism.body_v[k];
    quat turn = quat_load(q + 3);
    if (quat_norm(turn) != 1.0) turn = quat_normalize(turn);
    rigid_place(c, v3_load(q), turn, s);
    vec3 w = quat_rotate(turn, v3_load(in + 3)), arm = v3_sub(v3_load(s->x), v3_load(q));
    set_velocity(at, k, v3_add(v3_load(in), v3_cross(w, arm)), w);
}

static void rigid_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    (void)v;
    rigid_body_write(at, at->model->objects[object].index, q, in);
}

void rigid_body_mass_matrix(const configuration *at, int k, double *M, size_t n)
{
    const hf_body_def *def = &at->model->bodies[k];
    vec3 position;
    quat turn;
    configuration_frame(at, k, &position, &turn);
    M += (size_t)at->model->mechanism.body_v[k] * (n + 1);
    double R[9], S[9];
    quat_to_matrix(turn, R);
    vec3 c = v3_load(def->center), arm = quat_rotate(turn, c);
    const double cross[9] = {0, -arm.z, arm.y, arm.z, 0, -arm.x, -arm.y, arm.x, 0};
    m3_multiply(cross, R, S);
    const double *J = def->inertia, m = def->mass;
    const double I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    const double cc[3] = {c.x, c.y, c.z};
    for (size_t i = 0; i < 3; i++)
    {
        M[i * n + i] = m;
        for (size_t j = 0; j < 3; j++)
        {
            M[i * n + 3 + j] = M[(3 + j) * n + i] = -m * S[3 * i + j];
            M[(3 + i) * n + 3 + j] = I[3 * i + j] + m * ((i == j ? v3_dot(c, c) : 0.0) - cc[i] * cc[j]);
        }
    }
}

static hf_status rigid_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    rigid_body_mass_matrix(at, at->model->objects[object].index, M, n);
    return HF_STATUS_OK;
}

/// Coriolis and weight: force on the frame's origin in world axes, torque about it in the body's.
void rigid_body_bias(const configuration *at, const hf_settings *settings, int k, double *bias)
{
    const hf_body_def *def = &at->model->bodies[k];
    vec3 position, w = v3_load(at->bodies[k].w);
    quat turn;
    configuration_frame(at, k, &position, &turn);
    bias += at->model->mechanism.body_v[k];
    const double *J = def->inertia;
    const double I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    vec3 c = v3_load(def->center), arm = quat_rotate(turn, c), own = quat_rotate_back(turn, w);
    vec3 force = v3_scale(def->mass, v3_add_scaled(v3_cross(w, v3_cross(w, arm)), -def->gravity_scale,
                                                   v3_load(settings->physics.gravity)));
    v3_store(bias, force);
    v3_store(bias + 3, v3_add(v3_cross(own, m3_times(I, own)), v3_cross(c, quat_rotate_back(turn, force))));
}

static hf_status rigid_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                            double *bias, hf_error *error)
{
    (void)v, (void)error;
    rigid_body_bias(at, settings, at->model->objects[object].index, bias);
    return HF_STATUS_OK;
}

/// Columns of the origin's velocity are the world's axes, those of the angular velocity the body's.
void rigid_body_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n)
{
    vec3 position;
    quat turn;
    configuration_frame(at, body, &position, &turn);
    J += at->model->mechanism.body_v[body];
    for (size_t k = 0; k < 3; k++)
    {
        vec3 axis = quat_rotate(turn, (vec3){k == 0, k == 1, k == 2});
        vec3 sweep = v3_cross(axis, v3_sub(point, position));
        J[k * n + k] = 1.0;
        J[3 + k] = sweep.x, J[n + 3 + k] = sweep.y, J[2 * n + 3 + k] = sweep.z;
        J[3 * n + 3 + k] = axis.x, J[4 * n + 3 + k] = axis.y, J[5 * n + 3 + k] = axis.z;
    }
}

static hf_status rigid_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n, hf_error *error)
{
    (void)error;
    rigid_body_jacobian(at, body, point, J, n);
    return HF_STATUS_OK;
}

/// Newton and Euler about the centre of mass; the force acts at the frame's origin in world axes, the torque is about
/// it in the body's.
void rigid_body_dynamics(const configuration *at, const hf_settings *settings, int body, bool inverse, double *force,
                         double *a)
{
    const hf_body_def *def = &at->model->bodies[body];
    vec3 position, w = v3_load(at->bodies[body].w);
    quat turn;
    configuration_frame(at, body, &position, &turn);
    force += at->model->mechanism.body_v[body];
    a += at->model->mechanism.body_v[body];
    const double *J = def->inertia;
    const double I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    vec3 c = v3_load(def->center), arm = quat_rotate(turn, c), own = quat_rotate_back(turn, w);
    vec3 spin = v3_cross(own, m3_times(I, own)), swing = v3_cross(w, v3_cross(w, arm));
    vec3 gravity = v3_scale(def->gravity_scale, v3_load(settings->physics.gravity));
    if (inverse)
    {
        vec3 turning = v3_load(a + 3), center = v3_add(v3_load(a), swing);
        center = v3_add(center, v3_cross(quat_rotate(turn, turning), arm));
        vec3 f = v3_scale(def->mass, v3_sub(center, gravity));
        v3_store(force, f);
        v3_store(force + 3, v3_add(v3_add(m3_times(I, turning), spin), v3_cross(c, quat_rotate_back(turn, f))));
        return;
    }
    vec3 f = v3_load(force), torque = v3_sub(v3_load(force + 3), v3_cross(c, quat_rotate_back(turn, f)));
    double inverse_inertia[9]; // in world axes
    rigid_inverse_inertia(&at->model->rigid[body], quat_load(at->bodies[body].q), inverse_inertia);
    vec3 turning = m3_times(inverse_inertia, quat_rotate(turn, v3_sub(torque, spin)));
    vec3 center = v3_add(v3_scale(1.0 / def->mass, f), gravity);
    v3_store(a, v3_sub(v3_sub(center, swing), v3_cross(turning, arm)));
    v3_store(a + 3, quat_rotate_back(turn, turning));
}

static hf_status rigid_dynamics(const configuration *at, const double *v, const hf_settings *settings, int object,
                                bool inverse, double *force, double *a, hf_error *error)
{
    (void)v, (void)error;
    rigid_body_dynamics(at, settings, at->model->objects[object].index, inverse, force, a);
    return HF_STATUS_OK;
}

void rigid_body_energy(const configuration *at, const hf_settings *settings, int k, double *kinetic, double *potential)
{
    const rigid_constants *c = &at->model->rigid[k];
    const body_state *s = &at->bodies[k];
    vec3 weight = v3_load(at->model->bodies[k].force);
    weight = v3_add_scaled(weight, c->mass * c->gravity_scale, v3_load(settings->physics.gravity));
    *kinetic += rigid_kinetic(c, quat_load(s->q), v3_load(s->v), v3_load(at->momentum[k]));
    *potential -= v3_dot(weight, v3_load(s->x));
}

static void rigid_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                         double *kinetic, double *potential)
{
    (void)v;
    rigid_body_energy(at, settings, at->model->objects[object].index, kinetic, potential);
}

hf_status rigid_body_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error)
{
    (void)v, (void)error;
    const rigid_constants *c = &at->model->rigid[body];
    body_state *s = &at->bodies[body];
    quat q = quat_load(state->orientation);
    rigid_place(c, v3_load(state->position), quat_norm(q) == 1.0 ? q : quat_normalize(q), s);
    set_velocity(at, body, v3_load(state->velocity), v3_load(state->angular_velocity));
    return HF_STATUS_OK;
}

/// L is what is kept to the last bit; w follows from it.
void rigid_body_save(const configuration *at, int body, double record[BODY_RECORD])
{
    memcpy(record, &at->bodies[body], BODY_RECORD * sizeof *record);
    memcpy(record + BODY_RECORD - 3, at->momentum[body], 3 * sizeof *record);
}

void rigid_body_load(const configuration *at, int body, const double record[BODY_RECORD])
{
    memcpy(&at->bodies[body], record, BODY_RECORD * sizeof *record);
    memcpy(at->momentum[body], record + BODY_RECORD - 3, 3 * sizeof *record);
    rigid_body_settle(at, body);
}

static const object_motion motion_methods = {.begin = rigid_begin,
                                             .free = rigid_free,
                                             .impact_impulse = rigid_impact_impulse,
                                             .strike = rigid_strike,
                                             .half_way = rigid_half_way,
                                             .coast = rigid_coast,
                                             .take = rigid_take,
                                             .move = rigid_move,
                                             .displace = rigid_displace,
                                             .way = rigid_way,
                                             .settle = rigid_settle,
                                             .stand = rigid_stand};

static const object_rows row_methods = {.dofs = small_dofs,
                                        .point = small_point,
                                        .turn = small_turn,
                                        .half = small_half,
                                        .respond = small_respond,
                                        .side = rigid_side,
                                        .sides = rigid_sides};

static const object_state state_methods = {.start = rigid_start,
                                           .read = rigid_read,
                                           .write = rigid_write,
                                           .place = rigid_body_place,
                                           .save = rigid_body_save,
                                           .load = rigid_body_load};

static const object_queries query_methods = {.mass_matrix = rigid_mass_matrix,
                                             .bias = rigid_bias,
                                             .jacobian = rigid_jacobian,
                                             .dynamics = rigid_dynamics,
                                             .energy = rigid_energy};

const object_methods object_rigid = {.name = "rigid",
                                     .small = &rigid,
                                     .keeps_momentum = true,
                                     .travels = true,
                                     .acceleration = &rigid_acceleration,
                                     .q_size = 7,
                                     .v_size = 6,
                                     .motion = &motion_methods,
                                     .rows = &row_methods,
                                     .state = &state_methods,
                                     .queries = &query_methods};
