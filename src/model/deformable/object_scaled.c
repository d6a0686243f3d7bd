// A rigid body with a scale: seven velocities, of its centre of mass, angular, and of the scale s
// (bodies/deformable/deformable.h).
//
//   rows      d · u = d · v + (arm × d) · ω + (d · arm) ṡ/s_m, with s_m half a step on
//   FREE      as of a rigid body with the inertia s² I; ṡ by scaled_step with the impulse P of the last step, and ṡ_f =
//             ṡ - P/M̂, as of affine bodies (object_affine.c)
//   MOVE      v⁺, L⁺ and ṡ⁺ by the problem; then scaled_step again with the impulse P⁺ = M̂ (ṡ⁺ - ṡ_f). The body turns
//             with L as a rigid one would in the time h/(s s⁺): inertia s² I, of
//             which the unit inertia sees a time of its own, dτ = dt/s²
//
// Angular momentum is in the state, as of rigid bodies, and is kept to the last bit. Impacts are part of the one
// problem of the step, and steps in which velocities jump are taken with ε = 1 from the beginning (fits_jump).

#include "model/object_rigid.h"
#include "model/small_body.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    SIZE = 7,
    SCALE = 6 // its place among the velocities
};

/// Everything about a scaled body that its methods need.
typedef struct scaled_body
{
    int body, q, v; // own coordinates s and P, and velocity
    const deformable_constants *form;
    const rigid_constants *rigid;
} scaled_body;

static scaled_body scaled_at(const hf_model *model, int object)
{
    const model_object *o = &model->objects[object];
    return (scaled_body){o->body, o->q, o->v, &model->forms[o->index].constants, &model->rigid[o->body]};
}

static void store_twist(const hf_model *model, int object, vec3 v, vec3 w, double rate, double (*twists)[6])
{
    const model_object *o = &model->objects[object];
    const double strain[9] = {rate, 0, 0, 0, rate, 0, 0, 0, rate};
    v3_store(twists[o->body], v);
    v3_store(twists[o->body] + 3, w);
    deformable_store_strain(twists[model->body_count + o->index], strain);
}

/// Angular velocity of a body with this scale.
static vec3 spin_of(const scaled_body *b, quat q, vec3 L, double s)
{
    return v3_scale(1.0 / (s * s), rigid_angular_velocity(b->rigid, q, L));
}

// ---- FREE ----

static hf_status scaled_begin(object_step *step, int object)
{
    scaled_body b = scaled_at(step->model, object);
    deformable_room *room = deformable_room_of(step, object);
    const body_state *at = &step->start.bodies[b.body];
    double s = step->start.q[b.q], rate = step->v_before[b.v], ahead = (1.0 - step->theta) * step->h;
    double middle = s + ahead * rate > 0.0 ? s + ahead * rate : s, *inverse = step->mass.inverse[b.body];
    vec3 L = v3_load(step->start.momentum[b.body]), v = v3_load(at->v), w = spin_of(&b, quat_load(at->q), L, s);
    room->weight = step->implicit && step->implicit[object] ? 1.0 : step->theta;
    room->reference[0] = middle;
    rigid_inverse_inertia(b.rigid, quat_load(at->q), inverse);
    for (int k = 0; k < 9; k++) inverse[k] /= middle * middle;
    store_twist(step->model, object, v, w, rate / s, step->before);
    v3_store(step->momentum[b.body], L);
    if (!step->middle.bodies) return HF_STATUS_OK;
    body_state *next = &step->middle.bodies[b.body];
    *next = *at;
    v3_store(next->x, v3_add_scaled(v3_load(at->x), ahead, v));
    quat_store(next->q, quat_integrate(quat_load(at->q), w, ahead));
    step->middle.q[b.q] = middle;
    step->middle.q[b.q + 1] = step->start.q[b.q + 1];
    store_twist(step->model, object, v, w, rate / middle, step->half);
    return HF_STATUS_OK;
}

/// ½ Lᵀ (R I Rᵀ)⁻¹ L.
static double turning_energy(const scaled_body *b, quat q, vec3 L)
{
    return 0.5 * v3_dot(L, rigid_angular_velocity(b->rigid, q, L));
}

static hf_status scaled_free(object_step *step, int object)
{
    scaled_body b = scaled_at(step->model, object);
    deformable_room *room = deformable_room_of(step, object);
    const body_state *at = &step->start.bodies[b.body];
    double *rate = &step->v_free[b.v], end;
    vec3 force, torque, a = v3_scale(b.rigid->gravity_scale, v3_load(step->settings->physics.gravity));
    object_forces(step, b.body, v3_load(at->v), v3_load(at->w), &force, &torque);
    if (step->extra) force = v3_add(force, v3_load(step->extra[b.body]));
    if (step->extra) torque = v3_add(torque, v3_load(step->extra[b.body] + 3));
    vec3 L = v3_add_scaled(v3_load(step->momentum[b.body]), step->h, torque);
    vec3 v = v3_add_scaled(v3_load(at->v), step->h, v3_add_scaled(a, b.rigid->inverse_mass, force));
    scaled_motion motion = {.h = step->h,
                            .weight = room->weight,
                            .s = step->start.q[b.q],
                            .rate = step->v_before[b.v],
                            .turning = turning_energy(&b, quat_load(at->q), L)};
    bool found = false;
    for (int expects = 1; expects >= 0 && !found; expects--)
    {
        motion.impulse = expects * step->again * step->start.q[b.q + 1];
        *rate = motion.rate;
        found = scaled_step(b.form, &motion, rate, &end, &room->mass[0]);
        *rate -= motion.impulse / room->mass[0];
    }
    if (!found) step->unsettled = b.v;
    v3_store(step->spin[b.body], L);
    store_twist(step->model, object, v, m3_times(step->mass.inverse[b.body], L), *rate / room->reference[0],
                step->free);
    return HF_STATUS_OK;
}

// ---- rows ----

/// Where the room has it in a step, with the scale half a step on; otherwise at own coordinates.
static void scaled_row(const small_place *at, bool turn, vec3 arm, vec3 d, double *H)
{
    double s = at->room ? at->room->reference[0] : at->q[0];
    v3_store(H, turn ? v3_zero() : d);
    v3_store(H + 3, turn ? d : v3_cross(arm, d));
    H[SCALE] = turn ? 0.0 : v3_dot(d, arm) / s;
}

static void scaled_solve(const inverse_mass *mass, int object, const double *h, double *g)
{
    const model_object *o = &mass->model->objects[object];
    v3_store(g, v3_scale(mass->model->rigid[o->body].inverse_mass, v3_load(h)));
    v3_store(g + 3, m3_times(mass->inverse[o->body], v3_load(h + 3)));
    g[SCALE] = h[SCALE] / mass->forms[o->index].mass[0];
}

static const small_body scaled = {.size = SIZE, .row = scaled_row, .solve = scaled_solve};

// ---- MOVE ----

/// Inertia in world axes times an angular velocity, at the scale of the solve.
static vec3 momentum_of(const object_step *step, const scaled_body *b, double s, vec3 w)
{
    return v3_scale(s * s, rigid_momentum(b->rigid, quat_load(step->start.bodies[b->body].q), w));
}

static void scaled_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)p;
    scaled_body b = scaled_at(step->model, object);
    const deformable_room *room = deformable_room_of(step, object);
    body_state *next = &step->after.bodies[b.body];
    const double none[SIZE] = {0}, *dv = z ? z : none;
    vec3 v = v3_add(v3_load(step->free[b.body]), v3_load(dv)), turned = v3_load(dv + 3);
    vec3 L = v3_add(v3_load(step->spin[b.body]), momentum_of(step, &b, room->reference[0], turned));
    step->v_after[b.v] = step->v_free[b.v] + dv[SCALE];
    v3_store(next->v, v);
    v3_store(step->after.momentum[b.body], L);
    store_twist(step->model, object, v, v3_add(v3_load(step->free[b.body] + 3), turned),
                step->v_after[b.v] / room->reference[0], after);
}

static void scaled_settle_at(const configuration *at, int object)
{
    scaled_body b = scaled_at(at->model, object);
    body_state *s = &at->bodies[b.body];
    v3_store(s->w, spin_of(&b, quat_load(s->q), v3_load(at->momentum[b.body]), at->q[b.q]));
}

static hf_status scaled_move(object_step *step, int object, double theta)
{
    scaled_body b = scaled_at(step->model, object);
    const deformable_room *room = deformable_room_of(step, object);
    const body_state *now = &step->start.bodies[b.body];
    body_state *next = &step->after.bodies[b.body];
    quat q = quat_load(now->q);
    vec3 L = v3_mix(v3_load(step->momentum[b.body]), v3_load(step->after.momentum[b.body]), theta);
    vec3 v = v3_mix(v3_load(step->before[b.body]), v3_load(next->v), theta);
    double *rate = &step->v_after[b.v], *s = &step->after.q[b.q], mass;
    const scaled_motion motion = {.h = step->h,
                                  .weight = room->weight,
                                  .s = step->start.q[b.q],
                                  .rate = step->v_before[b.v],
                                  .turning = turning_energy(&b, q, L),
                                  .impulse = room->mass[0] * (*rate - step->v_free[b.v])};
    if (!scaled_step(b.form, &motion, rate, s, &mass))
    {
        step->unsettled = b.v; // the piece is cut, if it can be
        memcpy(s, step->start.q + b.q, 2 * sizeof *s);
        return HF_STATUS_OK;
    }
    s[1] = theta == step->theta ? motion.impulse : 0.0;
    v3_store(next->x, v3_add_scaled(v3_load(now->x), step->h, v));
    quat_store(next->q, rigid_turn(b.rigid, q, L, step->h / (motion.s * *s)));
    scaled_settle_at(&step->after, object);
    return HF_STATUS_OK;
}

static hf_status scaled_displace(object_step *step, int object, double *z)
{
    scaled_body b = scaled_at(step->model, object);
    body_state *next = &step->after.bodies[b.body];
    double s = step->after.q[b.q] + z[SCALE];
    if (!(s > 0.0)) return HF_STATUS_OK; // no displacement of a correction goes that far
    step->after.q[b.q] = s;
    v3_store(next->x, v3_add(v3_load(next->x), v3_load(z)));
    quat_store(next->q, quat_integrate(quat_load(next->q), v3_load(z + 3), 1.0));
    return HF_STATUS_OK;
}

static hf_status scaled_way(object_step *step, int object, const double *z, double *way)
{
    double radius = step->model->radius[step->model->objects[object].body];
    *way = v3_norm(v3_load(z)) + radius * (v3_norm(v3_load(z + 3)) + fabs(z[SCALE]));
    return HF_STATUS_OK;
}

static void scaled_settle(object_step *step, int object)
{
    scaled_settle_at(&step->after, object);
}

static hf_status scaled_stand(object_step *step, int object)
{
    scaled_body b = scaled_at(step->model, object);
    deformable_room *room = deformable_room_of(step, object);
    double s = step->start.q[b.q], *inverse = step->mass.inverse[b.body];
    step->middle.bodies[b.body] = step->start.bodies[b.body];
    step->middle.q[b.q] = room->reference[0] = s;
    step->middle.q[b.q + 1] = step->start.q[b.q + 1];
    rigid_inverse_inertia(b.rigid, quat_load(step->start.bodies[b.body].q), inverse);
    for (int k = 0; k < 9; k++) inverse[k] /= s * s;
    room->mass[0] = b.form->second[0] + b.form->second[1] + b.form->second[2];
    return HF_STATUS_OK;
}

// ---- the state ----

static void set_velocity(const configuration *at, int object, vec3 v, vec3 w)
{
    scaled_body b = scaled_at(at->model, object);
    body_state *state = &at->bodies[b.body];
    double s = at->q[b.q];
    v3_store(state->v, v);
    v3_store(at->momentum[b.body], v3_scale(s * s, rigid_momentum(b.rigid, quat_load(state->q), w)));
    scaled_settle_at(at, object);
}

/// The body with its frame there, as large as it is.
static void put(const configuration *at, int object, vec3 position, quat turn)
{
    scaled_body b = scaled_at(at->model, object);
    body_state *s = &at->bodies[b.body];
    rigid_place(b.rigid, position, turn, s);
    v3_store(s->x, v3_add_scaled(position, at->q[b.q], quat_rotate(turn, v3_load(b.rigid->center))));
}

static void scaled_start(const configuration *at, double *v, int object)
{
    scaled_body b = scaled_at(at->model, object);
    const hf_body_def *def = &at->model->bodies[b.body];
    at->q[b.q] = 1.0;
    at->q[b.q + 1] = v[b.v] = v[b.v + 1] = 0.0;
    set_velocity(at, object, v3_load(def->velocity), v3_load(def->angular_velocity));
}

/// Origin and axes of the body's frame, and the scale; velocity of the centre of mass and angular velocity in world
/// axes, and ṡ.
static void scaled_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    scaled_body b = scaled_at(at->model, object);
    const body_state *s = &at->bodies[b.body];
    q += at->model->mechanism.body_q[b.body];
    out += at->model->mechanism.body_v[b.body];
    vec3 position;
    quat turn;
    configuration_frame(at, b.body, &position, &turn);
    v3_store(q, position);
    quat_store(q + 3, turn);
    q[7] = at->q[b.q];
    v3_store(out, v3_load(s->v));
    v3_store(out + 3, v3_load(s->w));
    out[SCALE] = v[b.v];
}

/// A scale that is none leaves the body as large as it was.
static void scaled_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    scaled_body b = scaled_at(at->model, object);
    q += at->model->mechanism.body_q[b.body];
    in += at->model->mechanism.body_v[b.body];
    quat turn = quat_load(q + 3);
    if (q[7] > 0.0) at->q[b.q] = q[7];
    put(at, object, v3_load(q), quat_norm(turn) != 1.0 ? quat_normalize(turn) : turn);
    v[b.v] = in[SCALE];
    set_velocity(at, object, v3_load(in), v3_load(in + 3));
}

static hf_status scaled_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    scaled_body b = scaled_at(at->model, object);
    double R[9], s = at->q[b.q];
    quat_to_matrix(quat_load(at->bodies[b.body].q), R);
    M += (size_t)at->model->mechanism.body_v[b.body] * (n + 1);
    for (size_t i = 0; i < 3; i++)
    {
        M[i * (n + 1)] = b.form->mass;
        for (size_t j = 0; j < 3; j++)
            for (size_t k = 0; k < 3; k++)
                M[(3 + i) * n + 3 + j] += s * s * R[3 * i + k] * b.rigid->inertia[k] * R[3 * j + k];
    }
    M[SCALE * (n + 1)] = b.form->second[0] + b.form->second[1] + b.form->second[2];
    return HF_STATUS_OK;
}

/// d/dt (s² R I Rᵀ ω) = τ, and the force on the scale: V' - s ωᵀ R I Rᵀ ω.
static hf_status scaled_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                             double *bias, hf_error *error)
{
    (void)error;
    scaled_body b = scaled_at(at->model, object);
    const body_state *state = &at->bodies[b.body];
    double s = at->q[b.q];
    vec3 w = v3_load(state->w), L = v3_load(at->momentum[b.body]);
    bias += at->model->mechanism.body_v[b.body];
    v3_store(bias, v3_scale(-b.form->mass * b.rigid->gravity_scale, v3_load(settings->physics.gravity)));
    v3_store(bias + 3, v3_add_scaled(v3_cross(w, L), 2.0 * v[b.v] / s, L));
    bias[SCALE] = scaled_force(b.form, s) - v3_dot(w, L) / s;
    return HF_STATUS_OK;
}

static void scaled_object_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                                 double *kinetic, double *potential)
{
    scaled_body b = scaled_at(at->model, object);
    const body_state *state = &at->bodies[b.body];
    vec3 weight = v3_load(at->model->bodies[b.body].force), L = v3_load(at->momentum[b.body]);
    weight = v3_add_scaled(weight, b.form->mass * b.rigid->gravity_scale, v3_load(settings->physics.gravity));
    double s = at->q[b.q], inertia = b.form->second[0] + b.form->second[1] + b.form->second[2];
    *kinetic += 0.5 * b.form->mass * v3_norm2(v3_load(state->v)) + 0.5 * inertia * v[b.v] * v[b.v] +
                turning_energy(&b, quat_load(state->q), L) / (s * s);
    *potential += scaled_energy(b.form, s) - v3_dot(weight, v3_load(state->x));
}

/// It keeps its scale.
static hf_status scaled_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error)
{
    (void)error;
    int object = at->model->body_object[body];
    scaled_body b = scaled_at(at->model, object);
    put(at, object, v3_load(state->position), quat_normalize(quat_load(state->orientation)));
    v[b.v] = 0.0;
    set_velocity(at, object, v3_load(state->velocity), v3_load(state->angular_velocity));
    return HF_STATUS_OK;
}

/// L stands in the place of w, as of rigid bodies; own coordinates are there before.
static void scaled_load(const configuration *at, int body, const double record[BODY_RECORD])
{
    rigid_body_load(at, body, record);
    scaled_settle_at(at, at->model->body_object[body]);
}

static void scaled_form(const configuration *at, int body, double A[9])
{
    const model_object *o = &at->model->objects[at->model->body_object[body]];
    quat_to_matrix(quat_load(at->bodies[body].q), A);
    for (int k = 0; k < 9; k++) A[k] *= at->q[o->q];
}

static const object_motion motion_methods = {.begin = scaled_begin,
                                             .free = scaled_free,
                                             .take = scaled_take,
                                             .move = scaled_move,
                                             .fits_jump = deformable_fits_jump,
                                             .displace = scaled_displace,
                                             .way = scaled_way,
                                             .settle = scaled_settle,
                                             .stand = scaled_stand};

static const object_state state_methods = {.start = scaled_start,
                                           .read = scaled_read,
                                           .write = scaled_write,
                                           .place = scaled_place,
                                           .save = rigid_body_save,
                                           .load = scaled_load,
                                           .stretch = scaled_form};

static const object_queries query_methods = {
    .mass_matrix = scaled_mass_matrix, .bias = scaled_bias, .energy = scaled_object_energy};

const object_methods object_scaled = {.name = "scaled",
                                      .small = &scaled,
                                      .deforms = true,
                                      .fixed_masses = "bodies that change their shape",
                                      .instead_of_masses = "build another model",
                                      .instead_of_stepping = "reduced coordinates",
                                      .q_size = 8,
                                      .v_size = SIZE,
                                      .own_size = 2,
                                      .motion = &motion_methods,
                                      .rows = &small_rows,
                                      .state = &state_methods,
                                      .queries = &query_methods};
