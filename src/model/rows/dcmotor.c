// A motor with brushes, its driver, its heat and its dry friction, as MJCF's dcmotor has them. Constant K, resistance
// R, voltage V, velocity ω:
//
//   driver     τ = kp (position - length) + ki x + kd (velocity - ω) + torque, x' = position - length, V = τ R/K + K ω
//              + voltage, within ±Vmax;
//              without any of these inputs V = voltage. The first input rises no faster than `slew`
//   current    i = (V - K ω) / R; with a time constant T  i' = (that - i) / T, within ±rate, exactly over a step
//   heat       T' = (R i² - T / Rt) / C above the ambient,  R (1 + α (T + ambient - T0)) in the place of R
//   torque     K i within ±limit
//   cogging    A sin(N length + φ)
//   friction   -(σ0 z + σ1 z'), z' = ω - σ0 |ω| z / g(ω), g = Fc + (Fs - Fc) exp(-(ω/vs)²) (LuGre: Canudas de Wit et
//              al. 1995)
//
// A step takes the current and the bristle z at its end, both linear in the velocity there: stiff bristles (σ0 h of a
// damper) hold without ringing.

#include "model/rows/dcmotor.h"

#include "base/elementary.h"

#include <math.h>

static const double LEAST = 1e-15;

int dcmotor_slots(const hf_dcmotor_def *dc, int slot[DCMOTOR_SLOTS])
{
    const double used[DCMOTOR_SLOTS] = {dc->slew, dc->controller[1], dc->thermal[0], dc->friction[0], dc->time};
    int count = 0;
    for (int k = 0; k < DCMOTOR_SLOTS; k++) slot[k] = used[k] > 0.0 ? count++ : -1;
    return count;
}

/// What the driver makes of its inputs: V = v[0] + v[1] length + v[2] ω, or a limit of it.
static void voltage(const hf_dcmotor_def *dc, const double *in, double x, double length, double rate, double v[3])
{
    bool drives = dc->input[0] >= 0 || dc->input[1] >= 0 || dc->input[2] >= 0;
    double per = drives ? dc->resistance / dc->constant : 0.0;
    v[0] = per * (dc->controller[0] * in[0] + dc->controller[1] * x + dc->controller[2] * in[1] + in[2]) + in[3];
    v[1] = -per * dc->controller[0];
    v[2] = -per * dc->controller[2] + (drives ? dc->constant : 0.0);
    double now = v[0] + v[1] * length + v[2] * rate, limit = dc->voltage_limit;
    if (!(limit > 0.0) || fabs(now) <= limit) return;
    v[0] = copysign(limit, now);
    v[1] = v[2] = 0.0;
}

/// The inputs position, velocity, torque, voltage out of the controls; the first of them as the slew allows in h.
static void find_inputs(const hf_dcmotor_def *dc, const double *control, const double *state, const int *slot, double h,
                        double in[4])
{
    bool first = true;
    for (int k = 0; k < 4; k++)
    {
        in[k] = dc->input[k] >= 0 ? control[dc->input[k]] : 0.0;
        if (dc->input[k] != 0 || !first) continue;
        first = false;
        if (slot[DCMOTOR_SLEW] < 0) continue;
        double before = state[slot[DCMOTOR_SLEW]], most = dc->slew * h;
        in[k] = fmin(fmax(in[k], before - most), before + most);
    }
}

static double resistance(const hf_dcmotor_def *dc, const double *state, const int *slot)
{
    if (slot[DCMOTOR_HEAT] < 0) return dc->resistance;
    double T = state[slot[DCMOTOR_HEAT]];
    return fmax(LEAST, dc->resistance * (1.0 + dc->thermal[2] * (T + dc->thermal[4] - dc->thermal[3])));
}

typedef struct situation
{
    int slot[DCMOTOR_SLOTS];
    double in[4], v[3], R, x; // x: integral
} situation;

static situation situate(const hf_dcmotor_def *dc, const double *control, const double *state, double length,
                         double rate, double h)
{
    situation s;
    dcmotor_slots(dc, s.slot);
    find_inputs(dc, control, state, s.slot, h, s.in);
    s.x = s.slot[DCMOTOR_INTEGRAL] >= 0 ? state[s.slot[DCMOTOR_INTEGRAL]] : 0.0;
    s.R = resistance(dc, state, s.slot);
    voltage(dc, s.in, s.x, length, rate, s.v);
    return s;
}

/// i = c[0] + c[1] length + c[2] ω after h.
static void current_after(const hf_dcmotor_def *dc, const situation *s, const double *state, double length, double rate,
                          double h, double c[3])
{
    for (int k = 0; k < 3; k++) c[k] = (s->v[k] - (k == 2 ? dc->constant : 0.0)) / s->R;
    if (s->slot[DCMOTOR_CURRENT] < 0) return;
    double i = state[s->slot[DCMOTOR_CURRENT]], share = 1.0 - real_exp(-h / fmax(dc->time, LEAST));
    double slope = (c[0] + c[1] * length + c[2] * rate - i) / fmax(dc->time, LEAST);
    if (dc->current_rate > 0.0 && fabs(slope) > dc->current_rate)
    {
        c[0] = i + copysign(dc->current_rate, slope) * dc->time * share;
        c[1] = c[2] = 0.0;
        return;
    }
    for (int k = 0; k < 3; k++) c[k] *= share;
    c[0] += i * (1.0 - share);
}

/// How fast the bristle gives way, 1/s.
static double bristle_decay(const hf_dcmotor_def *dc, double rate)
{
    double ratio = rate / fmax(dc->friction[4], LEAST);
    double g = dc->friction[2] + (dc->friction[3] - dc->friction[2]) * real_exp(-ratio * ratio);
    return dc->friction[0] * fabs(rate) / fmax(g, LEAST);
}

/// z = share[0] z + share[1] ω after h at this velocity.
static void bristle_after(const hf_dcmotor_def *dc, double rate, double h, double share[2])
{
    double a = bristle_decay(dc, rate);
    share[0] = real_exp(-a * h);
    share[1] = a * h > 1e-8 ? (1.0 - share[0]) / a : h;
}

/// In a step z' = ω (1 - the part of the bristle that gives way), with that part as it is expected at the end.
static void add_friction(const hf_dcmotor_def *dc, double z, double rate, double h, bool stepping, double c[3])
{
    double share[2] = {1.0, 0.0}, decay = bristle_decay(dc, rate), slip = rate != 0.0 ? decay * z / rate : 0.0;
    if (stepping)
    {
        bristle_after(dc, rate, h, share);
        slip = rate != 0.0 ? fmin(1.0, decay * (share[0] * z + share[1] * rate) / rate) : 0.0;
    }
    c[0] -= dc->friction[0] * share[0] * z;
    c[2] -= dc->friction[0] * share[1] + dc->friction[1] * (1.0 - slip);
}

void dcmotor_law(const hf_dcmotor_def *dc, const double *control, const double *state, double length, double rate,
                 double h, bool stepping, double c[3])
{
    situation s = situate(dc, control, state, length, rate, h);
    current_after(dc, &s, state, length, rate, h, c);
    for (int k = 0; k < 3; k++) c[k] *= dc->constant;
    double force = c[0] + c[1] * length + c[2] * rate, limit = dc->torque_limit;
    if (limit > 0.0 && fabs(force) > limit) c[0] = copysign(limit, force), c[1] = c[2] = 0.0;
    if (dc->cogging[0] != 0.0) c[0] += dc->cogging[0] * real_sin(dc->cogging[1] * length + dc->cogging[2]);
    if (s.slot[DCMOTOR_BRISTLE] < 0) return;
    add_friction(dc, state[s.slot[DCMOTOR_BRISTLE]], rate, h, stepping, c);
}

void dcmotor_advance(const hf_dcmotor_def *dc, const double *control, double *state, double length, double rate,
                     double h)
{
    double i[3], share[2];
    situation s = situate(dc, control, state, length, rate, h);
    current_after(dc, &s, state, length, rate, h, i);
    double after = i[0] + i[1] * length + i[2] * rate;
    if (s.slot[DCMOTOR_HEAT] >= 0)
    {
        double *T = &state[s.slot[DCMOTOR_HEAT]];
        double now = s.slot[DCMOTOR_CURRENT] >= 0 ? state[s.slot[DCMOTOR_CURRENT]] : after;
        *T += h * (s.R * now * now - *T / dc->thermal[0]) / fmax(dc->thermal[1], LEAST);
    }
    if (s.slot[DCMOTOR_CURRENT] >= 0) state[s.slot[DCMOTOR_CURRENT]] = after;
    for (int k = 0; k < 4 && s.slot[DCMOTOR_SLEW] >= 0; k++)
        if (dc->input[k] == 0) state[s.slot[DCMOTOR_SLEW]] = s.in[k];
    if (s.slot[DCMOTOR_INTEGRAL] >= 0)
    {
        double x = s.x + h * (s.in[0] - length), most = dc->integral_limit;
        state[s.slot[DCMOTOR_INTEGRAL]] = most > 0.0 ? fmin(fmax(x, -most), most) : x;
    }
    if (s.slot[DCMOTOR_BRISTLE] < 0) return;
    bristle_after(dc, rate, h, share);
    double *z = &state[s.slot[DCMOTOR_BRISTLE]];
    *z = share[0] * *z + share[1] * rate;
}
