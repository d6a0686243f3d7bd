// Curves through keyframes.
//
// Positions: cubic Hermite pieces. The velocity at a key is that of the parabola through it and its neighbours,
//
//   m_k = (h_k d_{k-1} + h_{k-1} d_k) / (h_{k-1} + h_k),        d_k = (x_{k+1} - x_k) / h_k,
//
// second order in the spacing, exact for motion of constant acceleration. It is zero at the first and the last key,
// beyond which nothing moves, and at keys beside an interval in which nothing changes: what rests between two keys
// rests. So the velocity is continuous for all times.
//
// Orientations: between two keys q(s) = q_k exp(r(s)), where r is the cubic Hermite curve of a rotation vector in the
// body's axes, from 0 to φ = log(q_k⁻¹ q_{k+1}). With J the right Jacobian of exp (angular velocity ω = J(r) dr/dt in
// the body's axes), the ends r'(0) = h ω_k and r'(1) = h J(φ)⁻¹ ω_{k+1} give the curve the angular velocities ω at its
// keys exactly, from both sides: it is of class C1. ω_k follows from φ/h of both neighbours by the rule above; φ is the
// same in both of its keys' axes. Quaternions of either sign are one orientation, and the way from one to the next is
// the shorter one; neighbours that are half a turn apart have none, and are refused.

#include "bodies/keyframes.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double FASTEST = 1e4;      // [m/s]: beyond, it is a jump
static const double FASTEST_TURN = 1e5; // [rad/s]
static const double HALF_TURN = 3.1405; // [rad]: 0.06° short of it

// ---- checks ----

static hf_status check_key(const char *label, const hf_motion_def *def, int k, hf_error *error)
{
    double sum = def->times[k];
    for (int i = 0; i < 3; i++) sum += def->positions[3 * k + i];
    for (int i = 0; def->orientations && i < 4; i++) sum += def->orientations[4 * k + i];
    if (!isfinite(sum)) return error_set(error, HF_STATUS_INVALID, "%s: key %d holds what is no number", label, k + 1);
    double length = def->orientations ? quat_norm(quat_load(def->orientations + 4 * k)) : 1.0;
    if (!(length > 1e-10) || isinf(length))
        return error_set(error, HF_STATUS_INVALID, "%s: the orientation of key %d is no quaternion", label, k + 1);
    return HF_STATUS_OK;
}

static vec3 turn_between(const double *from, const double *to)
{
    quat a = quat_normalize(quat_load(from)), b = quat_normalize(quat_load(to));
    return quat_log(quat_multiply(quat_conjugate(a), b));
}

/// The way from a key to the next one.
static hf_status check_way(const char *label, const hf_motion_def *def, int k, hf_error *error)
{
    double h = def->times[k + 1] - def->times[k];
    if (!(h > 0.0))
        return error_set(
            error, HF_STATUS_INVALID,
            "%s: key %d is at %g s, after one at %g s; times must ascend, and nothing jumps: leave time for "
            "the way",
            label, k + 2, def->times[k + 1], def->times[k]);
    double way = v3_distance(v3_load(def->positions + 3 * k), v3_load(def->positions + 3 * (k + 1)));
    if (!(way <= FASTEST * h))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: it jumps by %g m in %g s from key %d to key %d; leave time for the way", label, way, h,
                         k + 1, k + 2);
    if (!def->orientations) return HF_STATUS_OK;
    double angle = v3_norm(turn_between(def->orientations + 4 * k, def->orientations + 4 * (k + 1)));
    if (angle > HALF_TURN)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: it turns by half a turn from key %d to key %d, and which way is not clear; put a key "
                         "between them",
                         label, k + 1, k + 2);
    if (!(angle <= FASTEST_TURN * h))
        return error_set(error, HF_STATUS_INVALID, "%s: it turns by %g rad in %g s from key %d to key %d", label, angle,
                         h, k + 1, k + 2);
    return HF_STATUS_OK;
}

hf_status keyframes_check(const char *label, const hf_motion_def *def, hf_error *error)
{
    if (def->key_count < 1 || !def->times || !def->positions)
        return error_set(error, HF_STATUS_INVALID, "%s: there are no keys", label);
    for (int k = 0; k < def->key_count; k++) TRY(check_key(label, def, k, error));
    for (int k = 0; k + 1 < def->key_count; k++) TRY(check_way(label, def, k, error));
    return HF_STATUS_OK;
}

// ---- velocities at the keys ----

/// m ◄ the velocity at a key between two intervals, of which d are the mean velocities.
static vec3 between(vec3 before, double h_before, vec3 after, double h_after)
{
    bool rests = v3_norm2(before) == 0.0 || v3_norm2(after) == 0.0;
    double whole = h_before + h_after;
    return rests ? v3_zero() : v3_add_scaled(v3_scale(h_after / whole, before), h_before / whole, after);
}

static void find_velocities(keyframes *keys)
{
    const double *t = keys->times;
    for (int k = 1; k + 1 < keys->count; k++)
    {
        double h0 = t[k] - t[k - 1], h1 = t[k + 1] - t[k];
        vec3 x0 = v3_load(keys->position[k - 1]), x1 = v3_load(keys->position[k]), x2 = v3_load(keys->position[k + 1]);
        vec3 d0 = v3_scale(1.0 / h0, v3_sub(x1, x0)), d1 = v3_scale(1.0 / h1, v3_sub(x2, x1));
        v3_store(keys->velocity[k], between(d0, h0, d1, h1));
        if (!keys->turn) continue;
        vec3 w0 = v3_scale(1.0 / h0, turn_between(keys->turn[k - 1], keys->turn[k]));
        vec3 w1 = v3_scale(1.0 / h1, turn_between(keys->turn[k], keys->turn[k + 1]));
        v3_store(keys->spin[k], between(w0, h0, w1, h1));
    }
}

bool keyframes_create(const hf_motion_def *def, keyframes *keys)
{
    size_t n = (size_t)def->key_count;
    *keys = (keyframes){.count = def->key_count,
                        .times = memory_copy(def->times, n, sizeof(double)),
                        .position = memory_copy(def->positions, n, sizeof *keys->position),
                        .velocity = memory_zeroed(n, sizeof *keys->velocity),
                        .turn = def->orientations ? memory_copy(def->orientations, n, sizeof *keys->turn) : NULL,
                        .spin = memory_zeroed(n, sizeof *keys->spin)};
    bool made = keys->times && keys->position && keys->velocity && keys->spin && (keys->turn || !def->orientations);
    if (!made)
    {
        keyframes_free(keys);
        return false;
    }
    for (size_t k = 0; keys->turn && k < n; k++) quat_store(keys->turn[k], quat_normalize(quat_load(keys->turn[k])));
    find_velocities(keys);
    return true;
}

void keyframes_free(keyframes *keys)
{
    free(keys->times), free(keys->position), free(keys->velocity), free(keys->turn), free(keys->spin);
    *keys = (keyframes){0};
}

// ---- the curve ----

/// The last key that is not after t, for t between the first and the last.
static int find_key(int count, const double *times, double t)
{
    int low = 0, high = count - 1; // times[low] <= t < times[high]
    while (high - low > 1)
    {
        int middle = low + (high - low) / 2;
        if (times[middle] <= t) low = middle;
        else high = middle;
    }
    return low;
}

/// Hermite's polynomials of ends and end velocities (times the interval), and their derivatives.
static void hermite(double s, double value[4], double rate[4])
{
    double r = 1.0 - s;
    value[0] = r * r * (1.0 + 2.0 * s), value[1] = s * r * r, value[2] = s * s * (3.0 - 2.0 * s), value[3] = -s * s * r;
    rate[0] = -6.0 * s * r, rate[1] = r * (1.0 - 3.0 * s), rate[2] = 6.0 * s * r, rate[3] = s * (3.0 * s - 2.0);
}

/// J(r) u: what exp(r) turns by, in the body's axes, when r changes by u. J = 1 - (1 - cos φ)/φ² r× + (φ - sin φ)/φ³ r×
/// r×.
static vec3 right_jacobian(vec3 r, vec3 u)
{
    double angle2 = v3_norm2(r), angle = sqrt(angle2), sine, cosine;
    double b = 0.5, c = 1.0 / 6.0;
    if (angle > 1e-4)
    {
        real_sin_cos(angle, &sine, &cosine);
        b = (1.0 - cosine) / angle2, c = (angle - sine) / (angle2 * angle);
    }
    vec3 ru = v3_cross(r, u);
    return v3_add_scaled(v3_add_scaled(u, -b, ru), c, v3_cross(r, ru));
}

/// J(r)⁻¹ u = u + ½ r× u + (1/φ² - (1 + cos φ)/(2 φ sin φ)) r× r× u, below half a turn.
static vec3 right_jacobian_inverse(vec3 r, vec3 u)
{
    double angle2 = v3_norm2(r), angle = sqrt(angle2), sine, cosine, c = 1.0 / 12.0;
    if (angle > 1e-3)
    {
        real_sin_cos(angle, &sine, &cosine);
        c = 1.0 / angle2 - (1.0 + cosine) / (2.0 * angle * sine);
    }
    vec3 ru = v3_cross(r, u);
    return v3_add_scaled(v3_add_scaled(u, 0.5, ru), c, v3_cross(r, ru));
}

static void turn_at(const keyframes *keys, int k, double h, const double value[4], const double rate[4], body_state *s)
{
    vec3 phi = turn_between(keys->turn[k], keys->turn[k + 1]);
    vec3 begin = v3_scale(h, v3_load(keys->spin[k]));
    vec3 end = v3_scale(h, right_jacobian_inverse(phi, v3_load(keys->spin[k + 1])));
    vec3 r = v3_add_scaled(v3_add_scaled(v3_scale(value[1], begin), value[2], phi), value[3], end);
    vec3 u = v3_add_scaled(v3_add_scaled(v3_scale(rate[1], begin), rate[2], phi), rate[3], end);
    quat q = quat_normalize(quat_multiply(quat_load(keys->turn[k]), quat_exp(r)));
    quat_store(s->q, q);
    v3_store(s->w, quat_rotate(q, v3_scale(1.0 / h, right_jacobian(r, u))));
}

void keyframes_at(const keyframes *keys, double t, body_state *s)
{
    int last = keys->count - 1;
    v3_store(s->v, v3_zero());
    v3_store(s->w, v3_zero());
    if (t <= keys->times[0] || t >= keys->times[last])
    {
        int k = t <= keys->times[0] ? 0 : last;
        v3_store(s->x, v3_load(keys->position[k]));
        if (keys->turn) quat_store(s->q, quat_load(keys->turn[k]));
        return;
    }
    int k = find_key(keys->count, keys->times, t);
    double h = keys->times[k + 1] - keys->times[k], value[4], rate[4];
    hermite((t - keys->times[k]) / h, value, rate);
    vec3 x0 = v3_load(keys->position[k]), way = v3_sub(v3_load(keys->position[k + 1]), x0);
    vec3 m0 = v3_scale(h, v3_load(keys->velocity[k])), m1 = v3_scale(h, v3_load(keys->velocity[k + 1]));
    vec3 x = v3_add_scaled(v3_add_scaled(v3_add_scaled(x0, value[2], way), value[1], m0), value[3], m1);
    vec3 v = v3_add_scaled(v3_add_scaled(v3_scale(rate[2], way), rate[1], m0), rate[3], m1);
    v3_store(s->x, x);
    v3_store(s->v, v3_scale(1.0 / h, v));
    if (keys->turn) turn_at(keys, k, h, value, rate, s);
}

/// Adds what the velocity at key k, which counts `by`, is made of.
static void add_velocity(int count, const double *times, const bool *rests, int k, double by, double *weight)
{
    if (k <= 0 || k >= count - 1 || rests[k - 1] || rests[k]) return;
    double h0 = times[k] - times[k - 1], h1 = times[k + 1] - times[k], whole = h0 + h1;
    double before = by * h1 / (whole * h0), after = by * h0 / (whole * h1); // of x_k - x_{k-1} and x_{k+1} - x_k
    weight[0] -= before;
    weight[1] += before - after;
    weight[2] += after;
}

key_place keys_locate(int count, const double *times, const bool *rests, double t)
{
    key_place place = {.first = -1};
    if (t <= times[0] || t >= times[count - 1])
    {
        place.first = t <= times[0] ? -1 : count - 2;
        place.weight[1] = 1.0;
        return place;
    }
    int k = find_key(count, times, t);
    double h = times[k + 1] - times[k], value[4], rate[4];
    hermite((t - times[k]) / h, value, rate);
    place.first = k - 1;
    place.weight[1] = value[0], place.weight[2] = value[2];
    place.rate[1] = rate[0] / h, place.rate[2] = rate[2] / h;
    add_velocity(count, times, rests, k, h * value[1], place.weight);
    add_velocity(count, times, rests, k, rate[1], place.rate);
    add_velocity(count, times, rests, k + 1, h * value[3], place.weight + 1);
    add_velocity(count, times, rests, k + 1, rate[3], place.rate + 1);
    return place;
}
