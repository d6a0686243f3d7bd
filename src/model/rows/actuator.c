// Laws of actuators. Motors with brushes: dcmotor.c.
//
// A muscle of largest force F and optimal length L0 = (longest - shortest) / (range[1] - range[0]), at L = range[0] +
// (length - shortest) / L0 and V = velocity / (L0 vmax), pulls with
//
//   F (a FL(L) FV(V) + FP(L))
//
//   FL   a bump from lmin to lmax with its top 1 at 1, of four half parabolas
//   FV   (1 + V)² while it shortens, 0 beyond V = -1; fvmax - (y - V)² / y up to V = y = fvmax - 1 while it lengthens,
//        then fvmax
//   FP   0 up to 1, a half parabola to the middle of 1 and lmax, its tangent beyond; fpmax / 2 at that middle
//
// the curves that MJCF defines for its muscles. A step takes the tangent in V, whose slope is a damper: implicit, so
// that strong muscles on light limbs do not ring.

#include "model/rows/actuator.h"

#include "base/elementary.h"
#include "model/rows/dcmotor.h"

#include <math.h>

static const double LEAST = 1e-15; // of a time constant or a length that is divided by

/// Parameters of a muscle, in the order of hf_actuator_def.gain.
enum
{
    MUSCLE_RANGE = 0,
    MUSCLE_FORCE = 2,
    MUSCLE_LMIN = 4,
    MUSCLE_LMAX,
    MUSCLE_VMAX,
    MUSCLE_FPMAX,
    MUSCLE_FVMAX,
};

static double clamp(double x, const double range[2])
{
    return fmin(fmax(x, range[0]), range[1]);
}

static double control_of(const hf_actuator_def *def, double control)
{
    return def->control_limited ? clamp(control, def->control_range) : control;
}

// ---- activation ----

/// From 0 to 1 between 0 and 1, with two derivatives that are 0 at both ends.
static double smooth_step(double x)
{
    if (x <= 0.0 || x >= 1.0) return x <= 0.0 ? 0.0 : 1.0;
    return x * x * x * (10.0 + x * (6.0 * x - 15.0));
}

static double muscle_rate(const hf_actuator_def *def, double u, double a)
{
    double excess = fmin(fmax(u, 0.0), 1.0) - a, fill = 0.5 + 1.5 * fmin(fmax(a, 0.0), 1.0);
    double rise = def->time[0] * fill, fall = def->time[1] / fill, tau = excess > 0.0 ? rise : fall;
    if (def->time[2] >= LEAST) tau = fall + (rise - fall) * smooth_step(excess / def->time[2] + 0.5);
    return excess / fmax(tau, LEAST);
}

static double activation_after(const hf_actuator_def *def, double control, double a, double h)
{
    double u = control_of(def, control), tau = fmax(def->time[0], LEAST);
    switch (def->dynamics)
    {
    case HF_ACTIVATION_INTEGRATOR: a += h * u; break;
    case HF_ACTIVATION_FILTER: a += h * (u - a) / tau; break;
    case HF_ACTIVATION_FILTER_EXACT: a += (u - a) * (1.0 - real_exp(-h / tau)); break;
    case HF_ACTIVATION_MUSCLE: a += h * muscle_rate(def, u, a); break;
    case HF_ACTIVATION_NONE:
    case HF_ACTIVATION_DCMOTOR:
    case HF_ACTIVATION_KIND_COUNT: break;
    }
    return def->activation_limited ? clamp(a, def->activation_range) : a;
}

/// What the gain is multiplied with in a step of length h: the control, clamped, or the activation.
static double input_of(const hf_actuator_def *def, double control, double activation, double h)
{
    if (def->dynamics == HF_ACTIVATION_NONE) return control_of(def, control);
    return def->early ? activation_after(def, control, activation, h) : activation;
}

int actuator_states(const hf_actuator_def *def)
{
    int slot[DCMOTOR_SLOTS];
    if (def->dynamics == HF_ACTIVATION_DCMOTOR) return dcmotor_slots(&def->dcmotor, slot);
    return def->dynamics != HF_ACTIVATION_NONE;
}

/// The controls that a motor reads, each within its range.
static void motor_controls(const mechanism *m, int actuator, const double *control, double own[4])
{
    for (int k = 0; k < 4; k++)
        own[k] =
            actuator + k < m->actuator_count ? control_of(&m->actuators[actuator + k], control[actuator + k]) : 0.0;
}

void actuator_advance(const mechanism *m, int actuator, const double *control, double length, double velocity, double h,
                      double *activation)
{
    const hf_actuator_def *def = &m->actuators[actuator];
    if (def->dynamics == HF_ACTIVATION_DCMOTOR)
    {
        double own[4];
        motor_controls(m, actuator, control, own);
        dcmotor_advance(&def->dcmotor, own, activation, length, velocity, h);
    }
    else *activation = activation_after(def, control[actuator], *activation, h);
}

// ---- turns ----

static int turn_axis(const hf_actuator_def *def)
{
    return def->gear[1] == 1.0 ? 1 : def->gear[2] == 1.0 ? 2 : 0;
}

int actuator_turn_first(const mechanism *m, int actuator)
{
    const hf_actuator_def *def = &m->actuators[actuator];
    return actuator - turn_axis(def) - (def->gain_kind == HF_GAIN_QUATERNION);
}

/// Where the controls say that the ball shall be.
static quat turn_wanted(const mechanism *m, int actuator, const double *control)
{
    int first = actuator_turn_first(m, actuator), n = m->actuators[actuator].gain_kind == HF_GAIN_QUATERNION ? 4 : 3;
    double u[4];
    for (int k = 0; k < n; k++) u[k] = control_of(&m->actuators[first + k], control[first + k]);
    if (n == 3) return quat_exp(v3_load(u));
    double size = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + u[3] * u[3]);
    if (!(size > LEAST)) return quat_identity();
    for (int k = 0; k < 4; k++) u[k] /= size;
    return quat_load(u);
}

/// A spring to the wanted turn along one axis, and a damper; the torque of all three is limited by its size.
static void turn_law(const configuration *at, int actuator, const actuator_signals *signals, double length, double c[3])
{
    const mechanism *m = &at->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    quat now = quat_load(at->q + m->joint_place_q[def->target]);
    vec3 left = quat_log(quat_multiply(quat_conjugate(now), turn_wanted(m, actuator, signals->control)));
    double torque = def->gain[0] * v3_norm(left), here = v3_at(left, turn_axis(def));
    bool beyond = def->force_limited && torque > def->force_range[1] && torque > 0.0;
    c[0] = def->bias[0] + def->gain[0] * (beyond ? here * def->force_range[1] / torque : here + length);
    c[1] = beyond ? 0.0 : -def->gain[0];
    c[2] = beyond ? 0.0 : def->bias[2];
}

/// The period of a servo whose length is an angle: it takes the shorter way round. 0 of others.
static double turn_period(const mechanism *m, const hf_actuator_def *def)
{
    bool servo = def->gain_kind == HF_GAIN_AFFINE && def->bias_kind == HF_GAIN_AFFINE && def->gain[1] == 0.0 &&
                 def->gain[2] == 0.0 && def->gain[0] == -def->bias[1] && def->gain[0] != 0.0 &&
                 (def->dynamics == HF_ACTIVATION_NONE || def->dynamics == HF_ACTIVATION_INTEGRATOR);
    bool ball = def->transmission == HF_TRANSMISSION_JOINT && m->joints[def->target].kind == HF_JOINT_BALL;
    bool pair = def->transmission == HF_TRANSMISSION_SITE && def->reference >= 0 && def->gear[0] == 0.0 &&
                def->gear[1] == 0.0 && def->gear[2] == 0.0;
    const double turn = 6.28318530717958647693;
    return servo && (ball || pair) ? turn * v3_norm(v3_load(def->gear + (ball ? 0 : 3))) : 0.0;
}

bool actuator_needs_place(const mechanism *m, int actuator)
{
    const hf_actuator_def *def = &m->actuators[actuator];
    return def->gain_kind != HF_GAIN_AFFINE || def->bias_kind != HF_GAIN_AFFINE || turn_period(m, def) > 0.0;
}

// ---- muscles ----

/// Optimal length, and the length in units of it.
static double muscle_length(const hf_actuator_def *def, const double *p, double length, double *optimal)
{
    *optimal = (def->length_range[1] - def->length_range[0]) / fmax(p[MUSCLE_RANGE + 1] - p[MUSCLE_RANGE], LEAST);
    return p[MUSCLE_RANGE] + (length - def->length_range[0]) / fmax(*optimal, LEAST);
}

static double active_length(const double *p, double L)
{
    double low = p[MUSCLE_LMIN], high = p[MUSCLE_LMAX], from = 0.5 * (low + 1.0), to = 0.5 * (1.0 + high), x;
    if (L < low || L > high) return 0.0;
    if (L > from && L <= to)
    {
        x = L <= 1.0 ? (1.0 - L) / fmax(1.0 - from, LEAST) : (L - 1.0) / fmax(to - 1.0, LEAST);
        return 1.0 - 0.5 * x * x;
    }
    x = L <= from ? (L - low) / fmax(from - low, LEAST) : (high - L) / fmax(high - to, LEAST);
    return 0.5 * x * x;
}

static double active_velocity(const double *p, double V, double *slope)
{
    double y = p[MUSCLE_FVMAX] - 1.0, rest = y - V;
    *slope = 0.0;
    if (V <= -1.0) return 0.0;
    if (V > y && V > 0.0) return p[MUSCLE_FVMAX];
    *slope = V <= 0.0 ? 2.0 * (V + 1.0) : 2.0 * rest / fmax(y, LEAST);
    return V <= 0.0 ? (V + 1.0) * (V + 1.0) : p[MUSCLE_FVMAX] - rest * rest / fmax(y, LEAST);
}

static double passive_length(const double *p, double L)
{
    double middle = 0.5 * (1.0 + p[MUSCLE_LMAX]), wide = fmax(middle - 1.0, LEAST);
    if (L <= 1.0) return 0.0;
    double x = L <= middle ? (L - 1.0) / wide : (L - middle) / wide;
    return p[MUSCLE_FPMAX] * (L <= middle ? 0.5 * x * x : 0.5 + x);
}

static void gain_law(const hf_actuator_def *def, double input, double length, double velocity, double c[3])
{
    double optimal;
    for (int k = 0; k < 3; k++)
        c[k] += (def->gain_kind == HF_GAIN_AFFINE ? def->gain[k] * input : 0.0) +
                (def->bias_kind == HF_GAIN_AFFINE ? def->bias[k] : 0.0);
    if (def->gain_kind == HF_GAIN_MUSCLE)
    {
        const double *p = def->gain;
        double slope, L = muscle_length(def, p, length, &optimal), fastest = fmax(optimal * p[MUSCLE_VMAX], LEAST);
        double pull = p[MUSCLE_FORCE] * active_length(p, L) * input;
        double value = active_velocity(p, velocity / fastest, &slope);
        c[0] -= pull * (value - slope * velocity / fastest);
        c[2] -= pull * slope / fastest;
    }
    if (def->bias_kind == HF_GAIN_MUSCLE)
        c[0] -= def->bias[MUSCLE_FORCE] * passive_length(def->bias, muscle_length(def, def->bias, length, &optimal));
}

void actuator_law(const configuration *at, int actuator, const actuator_signals *signals, double length,
                  double velocity, double c[3])
{
    const mechanism *m = &at->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    const double *state = m->activation[actuator] >= 0 ? signals->activation + m->activation[actuator] : NULL;
    c[0] = c[1] = c[2] = 0.0;
    if (def->disabled || def->transmission == HF_TRANSMISSION_NONE) return;
    if (def->gain_kind == HF_GAIN_TURN || def->gain_kind == HF_GAIN_QUATERNION)
    {
        turn_law(at, actuator, signals, length, c);
        return;
    }
    if (def->gain_kind == HF_GAIN_DCMOTOR)
    {
        double own[4];
        motor_controls(m, actuator, signals->control, own);
        dcmotor_law(&def->dcmotor, own, state, length, velocity, signals->h, signals->stepping, c);
        return;
    }
    double input = input_of(def, signals->control[actuator], state ? *state : 0.0, signals->h);
    double period = turn_period(m, def);
    if (period > 0.0) input -= period * round((input - length) / period);
    gain_law(def, input, length, velocity, c);
    if (def->transmission == HF_TRANSMISSION_BODY) c[1] = c[2] = 0.0; // adhesion has no length
}

// ---- limits ----

/// The range, also within that of `all` for gear · force.
static void narrow(const double all[2], double gear, double range[2])
{
    double a = all[0] / gear, b = all[1] / gear;
    range[0] = fmax(range[0], fmin(a, b));
    range[1] = fmax(range[0], fmin(range[1], fmax(a, b)));
}

void actuator_range(const mechanism *m, int actuator, double range[2])
{
    const hf_actuator_def *def = &m->actuators[actuator];
    range[0] = def->force_limited ? def->force_range[0] : -INFINITY;
    range[1] = def->force_limited ? def->force_range[1] : INFINITY;
    if (def->gear[0] == 0.0) return;
    if (def->transmission == HF_TRANSMISSION_JOINT && m->joints[def->target].force_limited)
        narrow(m->joints[def->target].force_range, def->gear[0], range);
    if (def->transmission == HF_TRANSMISSION_TENDON && m->tendons[def->target].force_limited)
        narrow(m->tendons[def->target].force_range, 1.0, range);
}
