// An affine body: twelve velocities, of its centre of mass and of the entries of A, in world axes
// (bodies/deformable/deformable.h).
//
//   rows      a point at `arm` is the point X = A_m⁻¹ arm of the body: d · u = d · ċ + Σ_ik d_i Ȧ_ik X_k, with A_m half
//             a step on: torques of contacts and loops are about the
//             place where they act, to second order; of a turn, ω = the vorticity of Ȧ A_m⁻¹
//   FREE      ċ_f = ċ + h f/m; Ȧ by affine_step with the impulse P of the last step, of contacts and loops; M̂ there,
//             and Ȧ_f = Ȧ - M̂⁻¹ P: the tangent of what the
//             step is as a function of the impulse, where it is expected. What rests has the tangent's answer to
//             rounding, and does not creep
//   MOVE      v⁺ = v_f + M̂⁻¹ Σ Hᵀ r in the problem; then affine_step again with the impulse P⁺ = M̂ (Ȧ⁺ - Ȧ_f), so
//             that what elasticity does is exact
//
// Own coordinates: c, A and P; P is zero after a jump. Own velocities: ċ, Ȧ, and as many places without meaning as P
// has.
// Impacts are part of the one problem of the step, and steps in which velocities jump are taken with ε = 1 from the
// beginning (fits_jump).

#include "model/small_body.h"

#include "base/error.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

enum
{
    SIZE = 3 + AFFINE_SIZE,
    OWN = SIZE + AFFINE_SIZE // with P, which begins at SIZE
};

static const deformable_constants *deformable_at(const hf_model *model, int object, int *body)
{
    const model_object *o = &model->objects[object];
    *body = o->body;
    return &model->forms[o->index].constants;
}

/// Velocity, vorticity and rate of strain at velocities v where A has this inverse.
static void store_twist(const hf_model *model, int object, const double inverse[9], const double *v,
                        double (*twists)[6])
{
    const model_object *o = &model->objects[object];
    vec3 spin;
    double strain[9];
    deformable_rates(inverse, v + 3, &spin, strain);
    v3_store(twists[o->body], v3_load(v));
    v3_store(twists[o->body] + 3, spin);
    deformable_store_strain(twists[model->body_count + o->index], strain);
}

/// Where coordinates and velocities put the body.
static void show(const configuration *at, const double *v, int object)
{
    int k;
    deformable_at(at->model, object, &k);
    const model_object *o = &at->model->objects[object];
    const double *q = at->q + o->q;
    body_state *s = &at->bodies[k];
    double inverse[9], strain[9];
    vec3 spin;
    deformable_invert(q + 3, inverse);
    deformable_rates(inverse, v + o->v + 3, &spin, strain);
    v3_store(s->x, v3_load(q));
    quat_store(s->q, deformable_rotation(q + 3, quat_load(s->q)));
    v3_store(s->v, v3_load(v + o->v));
    v3_store(s->w, spin);
}

// ---- FREE ----

static hf_status affine_begin(object_step *step, int object)
{
    int k;
    deformable_at(step->model, object, &k);
    const model_object *o = &step->model->objects[object];
    deformable_room *room = deformable_room_of(step, object);
    const double *q = step->start.q + o->q, *v = step->v_before + o->v;
    double inverse[9], ahead = (1.0 - step->theta) * step->h;
    room->weight = step->implicit && step->implicit[object] ? 1.0 : step->theta;
    deformable_invert(q + 3, inverse);
    store_twist(step->model, object, inverse, v, step->before);
    for (int i = 0; i < AFFINE_SIZE; i++) room->reference[i] = q[3 + i] + ahead * v[3 + i];
    if (!(deformable_determinant(room->reference) > 0.0)) memcpy(room->reference, q + 3, sizeof room->reference);
    deformable_invert(room->reference, room->inverse);
    if (!step->middle.bodies) return HF_STATUS_OK;
    memcpy(step->middle.q + o->q, q, OWN * sizeof *q);
    v3_store(step->middle.q + o->q, v3_add_scaled(v3_load(q), ahead, v3_load(v)));
    memcpy(step->middle.q + o->q + 3, room->reference, sizeof room->reference);
    step->middle.bodies[k] = step->start.bodies[k];
    show(&step->middle, step->v_before, object);
    store_twist(step->model, object, room->inverse, v, step->half);
    return HF_STATUS_OK;
}

/// Generalized impulse on A of a torque over the step: its power is ½ T̂ : Ȧ A⁻¹.
static void torque_impulse(const double inverse[9], vec3 torque, double h, double out[9])
{
    const double T[9] = {0, -torque.z, torque.y, torque.z, 0, -torque.x, -torque.y, torque.x, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            double sum = 0.0;
            for (int l = 0; l < 3; l++) sum += T[3 * i + l] * inverse[3 * j + l];
            out[3 * i + j] = 0.5 * h * sum;
        }
}

static bool factor_mass(deformable_room *room)
{
    memcpy(room->factor, room->mass, sizeof room->factor);
    return dense_cholesky(AFFINE_SIZE, room->factor, AFFINE_SIZE) == 0;
}

/// Ȧ_f and M̂, with a share of the last impulse; false if the step is not found.
static bool follow_tangent(object_step *step, int object, double share)
{
    int k;
    const deformable_constants *f = deformable_at(step->model, object, &k);
    const model_object *o = &step->model->objects[object];
    deformable_room *room = deformable_room_of(step, object);
    const double *q = step->start.q + o->q, *v = step->v_before + o->v;
    double *free = step->v_free + o->v, impulse[9], expected[9], end[9];
    for (int i = 0; i < AFFINE_SIZE; i++)
    {
        expected[i] = share * q[SIZE + i];
        impulse[i] = room->impulse[i] + expected[i];
    }
    memcpy(free + 3, v + 3, AFFINE_SIZE * sizeof *free);
    const affine_motion motion = {step->h, room->weight, q + 3, v + 3, impulse};
    if (!affine_step(f, &motion, free + 3, end, room->mass) || !factor_mass(room)) return false;
    dense_cholesky_solve(AFFINE_SIZE, room->factor, AFFINE_SIZE, 1, expected, AFFINE_SIZE);
    for (int i = 0; i < AFFINE_SIZE; i++) free[3 + i] -= expected[i];
    return true;
}

static hf_status affine_free(object_step *step, int object)
{
    int k;
    const deformable_constants *f = deformable_at(step->model, object, &k);
    const model_object *o = &step->model->objects[object];
    deformable_room *room = deformable_room_of(step, object);
    const body_state *s = &step->start.bodies[k];
    const double *v = step->v_before + o->v;
    double *free = step->v_free + o->v;
    vec3 force, torque, a = v3_scale(step->model->rigid[k].gravity_scale, v3_load(step->settings->physics.gravity));
    object_forces(step, k, v3_load(s->v), v3_load(s->w), &force, &torque);
    if (step->extra) force = v3_add(force, v3_load(step->extra[k]));
    if (step->extra) torque = v3_add(torque, v3_load(step->extra[k] + 3));
    v3_store(free, v3_add_scaled(v3_load(v), step->h, v3_add_scaled(a, 1.0 / f->mass, force)));
    torque_impulse(room->inverse, torque, step->h, room->impulse);
    if (!follow_tangent(step, object, step->again) && !follow_tangent(step, object, 0.0)) step->unsettled = o->v + 3;
    store_twist(step->model, object, room->inverse, free, step->free);
    return HF_STATUS_OK;
}

// ---- rows ----

/// Where the room has it in a step, with A half a step on; otherwise at own coordinates.
static void affine_row(const small_place *at, bool turn, vec3 arm, vec3 d, double *H)
{
    double own[9];
    const double *inverse = at->room ? at->room->inverse : own;
    if (!at->room) deformable_invert(at->q + 3, own);
    v3_store(H, turn ? v3_zero() : d);
    if (turn)
    {
        torque_impulse(inverse, d, 1.0, H + 3);
        return;
    }
    vec3 X = m3_times(inverse, arm);
    for (int i = 0; i < 3; i++) v3_store(H + 3 + 3 * i, v3_scale(v3_at(d, i), X));
}

static void affine_solve(const inverse_mass *mass, int object, const double *h, double *g)
{
    int body;
    const deformable_constants *f = deformable_at(mass->model, object, &body);
    v3_store(g, v3_scale(1.0 / f->mass, v3_load(h)));
    memcpy(g + 3, h + 3, AFFINE_SIZE * sizeof *g);
    dense_cholesky_solve(AFFINE_SIZE, mass->forms[mass->model->objects[object].index].factor, AFFINE_SIZE, 1, g + 3,
                         AFFINE_SIZE);
}

static const small_body affine = {.size = SIZE, .row = affine_row, .solve = affine_solve};

// ---- MOVE ----

static void affine_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)p;
    const model_object *o = &step->model->objects[object];
    const double *free = step->v_free + o->v;
    double *v = step->v_after + o->v;
    for (int k = 0; k < SIZE; k++) v[k] = free[k] + (z ? z[k] : 0.0);
    store_twist(step->model, object, deformable_room_of(step, object)->inverse, v, after);
}

static hf_status affine_move(object_step *step, int object, double theta)
{
    int k;
    const deformable_constants *f = deformable_at(step->model, object, &k);
    const model_object *o = &step->model->objects[object];
    deformable_room *room = deformable_room_of(step, object);
    const double *q = step->start.q + o->q, *before = step->v_before + o->v, *free = step->v_free + o->v;
    double *v = step->v_after + o->v, *next = step->after.q + o->q, *given = next + SIZE, impulse[9], mass[81];
    vec3 mean = v3_mix(v3_load(before), v3_load(v), theta);
    v3_store(next, v3_add_scaled(v3_load(q), step->h, mean));
    memset(given, 0, AFFINE_SIZE * sizeof *given);
    for (int i = 0; i < AFFINE_SIZE; i++)
    {
        for (int j = 0; j < AFFINE_SIZE; j++) given[i] += room->mass[AFFINE_SIZE * i + j] * (v[3 + j] - free[3 + j]);
        impulse[i] = room->impulse[i] + given[i];
    }
    if (theta != step->theta) memset(given, 0, AFFINE_SIZE * sizeof *given);
    const affine_motion motion = {step->h, room->weight, q + 3, before + 3, impulse};
    if (!affine_step(f, &motion, v + 3, next + 3, mass))
    {
        step->unsettled = o->v + 3; // the piece is cut, if it can be
        memcpy(next, q, OWN * sizeof *next);
        return HF_STATUS_OK;
    }
    show(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static hf_status affine_displace(object_step *step, int object, double *z)
{
    const model_object *o = &step->model->objects[object];
    double *q = step->after.q + o->q, end[9];
    for (int k = 0; k < AFFINE_SIZE; k++) end[k] = q[3 + k] + z[3 + k];
    if (!(deformable_determinant(end) > 0.0)) return HF_STATUS_OK; // no displacement of a correction goes that far
    memcpy(q + 3, end, sizeof end);
    v3_store(q, v3_add(v3_load(q), v3_load(z)));
    show(&step->after, step->v_after, object);
    return HF_STATUS_OK;
}

static hf_status affine_way(object_step *step, int object, const double *z, double *way)
{
    const deformable_room *room = deformable_room_of(step, object);
    double moved[9], square = 0.0;
    m3_multiply(z + 3, room->inverse, moved);
    for (int k = 0; k < 9; k++) square += moved[k] * moved[k];
    *way = v3_norm(v3_load(z)) + step->model->radius[step->model->objects[object].body] * sqrt(square);
    return HF_STATUS_OK;
}

static hf_status affine_stand(object_step *step, int object)
{
    int k;
    const deformable_constants *f = deformable_at(step->model, object, &k);
    const model_object *o = &step->model->objects[object];
    deformable_room *room = deformable_room_of(step, object);
    step->middle.bodies[k] = step->start.bodies[k];
    memcpy(step->middle.q + o->q, step->start.q + o->q, OWN * sizeof(double));
    memcpy(room->reference, step->start.q + o->q + 3, sizeof room->reference);
    deformable_invert(room->reference, room->inverse);
    memset(room->mass, 0, sizeof room->mass);
    for (int i = 0; i < AFFINE_SIZE; i++) room->mass[(AFFINE_SIZE + 1) * i] = f->second[i % 3];
    factor_mass(room);
    return HF_STATUS_OK;
}

// ---- the state ----

/// Ȧ of a body that turns at w.
static void turning_rate(const double A[9], vec3 w, double rate[9])
{
    const double W[9] = {0, -w.z, w.y, w.z, 0, -w.x, -w.y, w.x, 0};
    m3_multiply(W, A, rate);
}

static void affine_start(const configuration *at, double *v, int object)
{
    int k;
    deformable_at(at->model, object, &k);
    const model_object *o = &at->model->objects[object];
    const hf_body_def *def = &at->model->bodies[k];
    memset(at->q + o->q, 0, OWN * sizeof(double));
    memset(v + o->v, 0, OWN * sizeof(double));
    v3_store(at->q + o->q, v3_load(at->bodies[k].x));
    quat_to_matrix(quat_load(at->bodies[k].q), at->q + o->q + 3);
    v3_store(v + o->v, v3_load(def->velocity));
    turning_rate(at->q + o->q + 3, v3_load(def->angular_velocity), v + o->v + 3);
    show(at, v, object);
}

/// P: from the principal axes to those of the body's frame. A = F P, F what the frame's vectors become.
static void principal_of(const hf_model *model, int body, double P[9])
{
    quat_to_matrix(quat_load(model->rigid[body].principal), P);
}

/// out ◄ A Pᵀ, or with `back` A P.
static void change_frame(const double P[9], bool back, const double A[9], double out[9])
{
    for (int i = 0; i < 3; i++)
        v3_store(out + 3 * i, back ? m3_transpose_times(P, v3_load(A + 3 * i)) : m3_times(P, v3_load(A + 3 * i)));
}

/// Origin of the body's frame and F; velocity of the centre of mass and Ḟ.
static void affine_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    double P[9];
    vec3 position;
    principal_of(at->model, o->body, P);
    q += m->body_q[o->body];
    out += m->body_v[o->body];
    configuration_map(at, o->body, &position, q + 3);
    v3_store(q, position);
    v3_store(out, v3_load(v + o->v));
    change_frame(P, false, v + o->v + 3, out + 3);
}

/// A matrix of no body, which would turn it inside out, leaves its shape as it was.
static void affine_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    double P[9], F[9];
    principal_of(at->model, o->body, P);
    q += m->body_q[o->body];
    in += m->body_v[o->body];
    if (deformable_determinant(q + 3) > 0.0) change_frame(P, true, q + 3, at->q + o->q + 3);
    change_frame(P, false, at->q + o->q + 3, F);
    v3_store(at->q + o->q, v3_add(v3_load(q), m3_times(F, v3_load(at->model->rigid[o->body].center))));
    v3_store(v + o->v, v3_load(in));
    change_frame(P, true, in + 3, v + o->v + 3);
    show(at, v, object);
}

static hf_status affine_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    int k;
    const deformable_constants *f = deformable_at(at->model, object, &k);
    double P[9];
    principal_of(at->model, k, P);
    M += (size_t)at->model->mechanism.body_v[k] * (n + 1);
    for (size_t i = 0; i < 3; i++)
    {
        double *block = M + (3 + 3 * i) * (n + 1); // of row i of F: P S Pᵀ
        M[i * (n + 1)] = f->mass;
        for (size_t r = 0; r < 3; r++)
            for (size_t c = 0; c < 3; c++)
                for (size_t j = 0; j < 3; j++) block[r * n + c] += P[3 * r + j] * f->second[j] * P[3 * c + j];
    }
    return HF_STATUS_OK;
}

static hf_status affine_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                             double *bias, hf_error *error)
{
    (void)v, (void)error;
    int k;
    const deformable_constants *f = deformable_at(at->model, object, &k);
    double P[9], force[9];
    principal_of(at->model, k, P);
    bias += at->model->mechanism.body_v[k];
    v3_store(bias, v3_scale(-f->mass * at->model->rigid[k].gravity_scale, v3_load(settings->physics.gravity)));
    affine_force(f, at->q + at->model->objects[object].q + 3, force);
    change_frame(P, false, force, bias + 3);
    return HF_STATUS_OK;
}

static void affine_object_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                                 double *kinetic, double *potential)
{
    int k;
    const deformable_constants *f = deformable_at(at->model, object, &k);
    const model_object *o = &at->model->objects[object];
    vec3 weight = v3_load(at->model->bodies[k].force);
    weight = v3_add_scaled(weight, f->mass * at->model->rigid[k].gravity_scale, v3_load(settings->physics.gravity));
    for (int i = 0; i < SIZE; i++) *kinetic += 0.5 * (i < 3 ? f->mass : f->second[i % 3]) * v[o->v + i] * v[o->v + i];
    *potential += affine_energy(f, at->q + o->q + 3) - v3_dot(weight, v3_load(at->bodies[k].x));
}

/// It keeps its stretch, and turns at the angular velocity without stretching.
static hf_status affine_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error)
{
    (void)error;
    int object = at->model->body_object[body];
    const model_object *o = &at->model->objects[object];
    double *A = at->q + o->q + 3, turn[9], next[9];
    body_state there;
    rigid_place(&at->model->rigid[body], v3_load(state->position), quat_normalize(quat_load(state->orientation)),
                &there);
    quat_to_matrix(quat_multiply(quat_load(there.q), quat_conjugate(quat_load(at->bodies[body].q))), turn);
    m3_multiply(turn, A, next);
    memcpy(A, next, sizeof next);
    vec3 center = v3_load(at->model->rigid[body].center);
    center = quat_rotate_back(quat_load(at->model->rigid[body].principal), center);
    v3_store(at->q + o->q, v3_add(v3_load(state->position), m3_times(A, center)));
    v3_store(v + o->v, v3_load(state->velocity));
    turning_rate(A, v3_load(state->angular_velocity), v + o->v + 3);
    show(at, v, object);
    return HF_STATUS_OK;
}

static void affine_form(const configuration *at, int body, double A[9])
{
    memcpy(A, at->q + at->model->objects[at->model->body_object[body]].q + 3, 9 * sizeof *A);
}

static const object_motion motion_methods = {.begin = affine_begin,
                                             .free = affine_free,
                                             .take = affine_take,
                                             .move = affine_move,
                                             .fits_jump = deformable_fits_jump,
                                             .displace = affine_displace,
                                             .way = affine_way,
                                             .stand = affine_stand};

static const object_state state_methods = {
    .start = affine_start, .read = affine_read, .write = affine_write, .place = affine_place, .stretch = affine_form};

static const object_queries query_methods = {
    .mass_matrix = affine_mass_matrix, .bias = affine_bias, .energy = affine_object_energy};

const object_methods object_affine = {.name = "affine",
                                      .small = &affine,
                                      .deforms = true,
                                      .fixed_masses = "bodies that change their shape",
                                      .instead_of_masses = "build another model",
                                      .instead_of_stepping = "reduced coordinates",
                                      .q_size = SIZE,
                                      .v_size = SIZE,
                                      .own_size = OWN,
                                      .motion = &motion_methods,
                                      .rows = &small_rows,
                                      .state = &state_methods,
                                      .queries = &query_methods};
