// Pivoting with friction: sections 5 and 6 of Baraff 1994.
//
// A drive changes one force until its condition holds, and keeps all conditions that are established:
//   normal     a_N = 0, or f_N = 0                                                                       (eq. 15)
//   friction   first along the slip until that component of a_T is zero, then across it; on the way f_T may reach the
//              cone, and then
//              follows f_N along the direction it has there (eqs. 16, 21, 23)
// What ends a step is an event: a force at a bound, an acceleration at zero, friction reaching the cone or leaving it.
//
// Leaving the cone. In 2D a_F = 0 there, and the contact sticks. In 3D only the component along f_T is zero; if the
// contact still slips across it, its friction condition is given up on and established anew later, in the direction
// that opposes the slip then.
//
// Ties and zero steps. With friction a row that changes its set may change back at once (section 5.4); no theorem
// excludes a circle.
// Ties go to the least row index; a row that moves `returns` times without progress in one drive is given up on until
// the drive ends (section 5.5), so that a drive has at most (returns + 1) n zero steps in a row, and the whole solve is
// bounded by common.max_iterations.
//
// Dynamic friction keeps its direction for good. Its matrix need not be definite, and a force may grow without limit:
// the ray.

#include "papers/baraff1994/pivot_contact.h"
#include "solve/frame.h"
#include "solve/report.h"

#include <string.h>

enum
{
    REFRESH = 16, // pivots after which rounding is swept out
    REPEATS = 60  // friction drives of one contact: above this it is circling
};

typedef enum event_kind
{
    EVENT_NONE = 0,
    EVENT_GOAL,    // the driven row is there
    EVENT_BOUND,   // f_i at a bound
    EVENT_MOTION,  // a_i about to break its law
    EVENT_CONE,    // f_T reaches the cone
    EVENT_RELEASE, // slip turns against f_T
} event_kind;

typedef struct event
{
    event_kind kind;
    double step, rate;
    int row;
} event;

typedef struct drive
{
    int row;
    double sign;
    bool to_zero_force;     // goal: f = 0 instead of a = 0
    pivot_contact *contact; // whose friction is driven; NULL for a normal or scalar row
} drive;

static void offer(event *e, event_kind kind, double step, double rate, int row)
{
    step = step > 0.0 ? step : 0.0;
    bool wins = step < e->step;
    if (step == e->step && e->kind != EVENT_NONE) wins = step == 0.0 ? row < e->row : rate > e->rate;
    if (wins) *e = (event){.kind = kind, .step = step, .rate = rate, .row = row};
}

// ---- maxstep ----

static void limit_goal(const contact_state *s, const drive *d, double scale, event *e)
{
    int i = d->row;
    if (d->to_zero_force)
    {
        offer(e, EVENT_GOAL, fabs(s->f[i]), 1.0, i);
        return;
    }
    double rate = fabs(s->da[i]) / (s->root[i] * scale);
    if (s->da[i] * d->sign > 0.0 && rate > CONTACT_NOISE) offer(e, EVENT_GOAL, -s->a[i] / s->da[i], rate, i);
}

/// Normal and scalar rows.
static void limit_row(const contact_state *s, const drive *d, double scale, int i, event *e)
{
    double df = s->df[i], da = s->da[i];
    if (s->set[i] == HF_PIVOT_CLAMPED || i == d->row)
    {
        double room = df < 0.0 ? s->f[i] - s->lo[i] : s->hi[i] - s->f[i];
        if (df != 0.0 && room < INFINITY && !s->refused[i])
            offer(e, EVENT_BOUND, room / fabs(df), s->root[i] * fabs(df) / scale, i);
        return;
    }
    double rate = fabs(da) / (s->root[i] * scale);
    if (s->refused[i] || !(rate > CONTACT_NOISE) || contact_violation(s, i) != 0) return;
    if ((da < 0.0 && s->f[i] < s->hi[i]) || (da > 0.0 && s->f[i] > s->lo[i]))
        offer(e, EVENT_MOTION, -s->a[i] / da, rate, i);
}

/// Smallest s >= 0 at which ‖f_T + s Δf_T‖ exceeds mu (f_N + s Δf_N): eq. 23.
static double cone_step(const contact_state *s, const pivot_contact *c)
{
    int i = c->row;
    double alpha = -c->mu * c->mu * s->df[i] * s->df[i], beta = -c->mu * c->mu * s->f[i] * s->df[i],
           gamma = -c->mu * c->mu * s->f[i] * s->f[i];
    for (int t = 1; t <= c->tangents; t++)
    {
        alpha += s->df[i + t] * s->df[i + t];
        beta += s->f[i + t] * s->df[i + t];
        gamma += s->f[i + t] * s->f[i + t];
    }
    gamma = gamma < 0.0 ? gamma : 0.0;
    double square = beta * beta - alpha * gamma;
    if (square < 0.0) return INFINITY;
    if (beta < 0.0) return alpha > 0.0 ? (sqrt(square) - beta) / alpha : INFINITY;
    double below = beta + sqrt(square);
    return below > 0.0 ? -gamma / below : INFINITY;
}

static void limit_friction(const contact_state *s, const drive *d, double scale, const pivot_contact *c, event *e)
{
    int i = c->row;
    bool own = d->contact == c, pushes = false;
    double along = 0.0, change = 0.0;
    if (c->dynamic || c->mu == 0.0) return;
    for (int t = 1; t <= c->tangents; t++) pushes = pushes || s->f[i + t] != 0.0 || s->df[i + t] != 0.0;
    if (c->state != FRICTION_CONE && pushes && !c->given_up && !(own && d->to_zero_force))
    {
        double step = cone_step(s, c);
        if (step < INFINITY) offer(e, EVENT_CONE, step, 1.0, i + 1);
    }
    if (c->state == FRICTION_CONE && s->set[i] == HF_PIVOT_CLAMPED && !c->given_up)
    {
        for (int t = 1; t <= c->tangents; t++)
        {
            along += c->direction[t - 1] * s->a[i + t];
            change += c->direction[t - 1] * s->da[i + t];
        }
        double rate = fabs(change) / (s->root[i + 1] * scale);
        if (change > 0.0 && rate > CONTACT_NOISE) offer(e, EVENT_RELEASE, -along / change, rate, i + 1);
    }
    for (int t = 1; t <= c->tangents && c->state == FRICTION_STUCK; t++)
    {
        int k = i + t;
        double rate = s->root[k] > 0.0 ? fabs(s->da[k]) / (s->root[k] * scale) : 0.0;
        if (s->set[k] == HF_PIVOT_HELD && k != d->row && !s->refused[k] && rate > 1e3 * CONTACT_NOISE)
            offer(e, EVENT_MOTION, 0.0, rate, k);
    }
}

static event max_step(const contact_state *s, const drive *d, double scale)
{
    event e = {.step = INFINITY, .row = -1};
    limit_goal(s, d, scale, &e);
    for (int i = 0; i < s->n; i++)
        if (!is_tangent(s, i) && (s->root[i] > 0.0 || i == d->row)) limit_row(s, d, scale, i, &e);
    for (int k = 0; k < s->contact_count; k++) limit_friction(s, d, scale, &s->contacts[k], &e);
    return e;
}

// ---- changes of sets ----

static void advance(contact_state *s, double step)
{
    s->force = 0.0;
    for (int i = 0; i < s->n; i++)
    {
        s->f[i] += step * s->df[i];
        s->a[i] += step * s->da[i];
        s->force += s->root[i] * fabs(s->f[i]);
    }
}

static double slip(const contact_state *s, const pivot_contact *c)
{
    const double *a = s->a + c->row;
    return c->tangents == 2 ? sqrt(a[1] * a[1] + a[2] * a[2]) : fabs(a[1]); // hypot would be a call
}

static double slip_noise(const contact_state *s, const pivot_contact *c)
{
    double noise = contact_noise(s, c->row + 1);
    return c->tangents == 2 ? fmax(noise, contact_noise(s, c->row + 2)) : noise;
}

static double friction_force(const contact_state *s, const pivot_contact *c)
{
    const double *f = s->f + c->row;
    return c->tangents == 2 ? sqrt(f[1] * f[1] + f[2] * f[2]) : fabs(f[1]);
}

static void reach_bound(contact_state *s, int i, double df)
{
    if (s->contact[i] >= 0)
    {
        contact_open(s, &s->contacts[s->contact[i]]);
        return;
    }
    contact_unclamp(s, i);
    s->f[i] = df < 0.0 ? s->lo[i] : s->hi[i];
    s->set[i] = df < 0.0 ? HF_PIVOT_LOWER : HF_PIVOT_UPPER;
}

/// A row outside C is about to break its law: clamp it. A contact that closes takes full friction against its slip
/// along.
static void hold(contact_state *s, int i)
{
    pivot_contact *c = s->contact[i] >= 0 ? &s->contacts[s->contact[i]] : NULL;
    if (c && c->row == i && !c->dynamic && c->mu > 0.0 && s->f[i] == 0.0)
    {
        double norm = slip(s, c), direction[2] = {0};
        if (norm > 1e3 * slip_noise(s, c))
        {
            for (int t = 0; t < c->tangents; t++) direction[t] = -s->a[i + 1 + t] / norm;
            contact_tie(s, c, direction);
            if (contact_clamp(s, i)) return;
            contact_untie(s, c);
        }
    }
    if (!contact_clamp(s, i)) s->refused[i] = true;
}

static void reach_cone(contact_state *s, pivot_contact *c)
{
    double norm = friction_force(s, c), direction[2] = {0};
    if (!(norm > 0.0) || !(s->f[c->row] > 0.0))
    {
        contact_open(s, c);
        return;
    }
    for (int t = 0; t < c->tangents; t++) direction[t] = s->f[c->row + 1 + t] / norm;
    contact_tie(s, c, direction);
}

/// Gives up on c's friction for the rest of this drive.
static void give_up(contact_state *s, pivot_contact *c)
{
    for (int t = 1; t <= c->tangents; t++) contact_unclamp(s, c->row + t);
    contact_untie(s, c);
    c->state = FRICTION_NONE;
    c->given_up = true;
    s->result->given_up++;
}

static void leave_cone(contact_state *s, pivot_contact *c)
{
    const double across = 1e-9; // of the terms: what is below is as good as sticking
    if (slip(s, c) <= across / CONTACT_NOISE * slip_noise(s, c)) contact_stick(s, c);
    else give_up(s, c);
}

static void apply(contact_state *s, const event *e)
{
    pivot_contact *c = s->contact[e->row] >= 0 ? &s->contacts[s->contact[e->row]] : NULL;
    if (e->step == 0.0 && ++s->moves[e->row] > s->returns)
    {
        if (e->kind == EVENT_CONE || e->kind == EVENT_RELEASE) give_up(s, c);
        else
        {
            if (e->kind == EVENT_BOUND) reach_bound(s, e->row, s->df[e->row]);
            s->refused[e->row] = true;
            s->result->given_up++;
        }
        return;
    }
    switch (e->kind)
    {
    case EVENT_BOUND: reach_bound(s, e->row, s->df[e->row]); break;
    case EVENT_MOTION: hold(s, e->row); break;
    case EVENT_CONE: reach_cone(s, c); break;
    case EVENT_RELEASE: leave_cone(s, c); break;
    default: break;
    }
}

// ---- drives ----

/// Nothing limits the drive of row d. If its acceleration is no more than the rounding of the clamped rows, taken along
/// by Δf, the row depends on them and holds by itself.
static bool excuse(contact_state *s, int d, double scale)
{
    contact_refresh(s);
    double grown = s->root[d] > 0.0 ? scale / s->root[d] : 1.0;
    s->excused[d] = fabs(s->a[d]) <= 1e3 * contact_noise(s, d) * grown;
    return s->excused[d];
}

/// True when the goal is reached, or has lapsed because its contact opened or came to the cone.
static bool run(contact_state *s, const drive *d, long bound, hf_pivot_end *end)
{
    hf_pivot_result *result = s->result;
    result->drives++;
    memset(s->refused, 0, (size_t)s->n * sizeof *s->refused);
    memset(s->moves, 0, (size_t)s->n * sizeof *s->moves);
    for (int k = 0; k < s->contact_count; k++) s->contacts[k].given_up = false;
    for (;;)
    {
        double scale = contact_direction(s, d->row, d->sign);
        event e = max_step(s, d, scale);
        if (e.kind == EVENT_NONE || result->pivots >= bound || work_over(s->work))
        {
            *end = e.kind == EVENT_NONE ? HF_PIVOT_RAY : HF_PIVOT_LIMIT;
            return e.kind == EVENT_NONE && excuse(s, d->row, scale);
        }
        result->pivots++;
        result->zero_steps += e.step == 0.0;
        advance(s, e.step);
        if (e.kind == EVENT_GOAL)
        {
            if (d->to_zero_force) s->f[d->row] = 0.0;
            else if (!contact_clamp(s, d->row)) s->set[d->row] = HF_PIVOT_HELD;
            return true;
        }
        apply(s, &e);
        if (e.kind == EVENT_BOUND && e.row == d->row) return true;
        if (d->contact && (d->contact->state == FRICTION_CONE || s->f[d->contact->row] == 0.0)) return true;
        if (d->contact && d->contact->given_up) return true;
    }
}

/// Establishes the friction condition of a contact that presses.
static bool drive_friction(contact_state *s, pivot_contact *c, long bound, hf_pivot_end *end)
{
    int x = c->row + 1, y = c->row + 2;
    contact_untie(s, c);
    for (int t = 1; t <= c->tangents; t++) contact_unclamp(s, c->row + t);
    c->state = FRICTION_NONE;
    if (friction_force(s, c) > 0.0) // given up on before: back to zero first (section 5.5)
    {
        if (c->tangents == 2) contact_turn(s, c, s->f[x], s->f[y]);
        drive back = {.row = x, .sign = s->f[x] > 0.0 ? -1.0 : 1.0, .to_zero_force = true, .contact = c};
        if (!run(s, &back, bound, end)) return false;
        contact_refresh(s);
        if (c->state == FRICTION_CONE || s->f[c->row] == 0.0) return true;
        for (int t = 1; t <= c->tangents; t++) s->f[c->row + t] = 0.0;
    }
    if (slip(s, c) <= slip_noise(s, c)) return true;
    if (c->tangents == 2) contact_turn(s, c, -s->a[x], -s->a[y]);
    drive along = {.row = x, .sign = s->a[x] < 0.0 ? 1.0 : -1.0, .contact = c};
    if (!run(s, &along, bound, end)) return false;
    if (c->state == FRICTION_CONE || s->f[c->row] == 0.0 || c->given_up) return true;
    c->state = FRICTION_STUCK;
    if (c->tangents < 2) return true;
    s->set[y] = HF_PIVOT_HELD;
    if (fabs(s->a[y]) <= contact_noise(s, y))
    {
        (void)contact_clamp(s, y);
        return true;
    }
    drive across = {.row = y, .sign = s->a[y] < 0.0 ? 1.0 : -1.0, .contact = c};
    return run(s, &across, bound, end);
}

/// The normal or scalar row that breaks its law worst; -1 if none does.
static int worst_row(const contact_state *s)
{
    int worst = -1;
    double largest = 0.0;
    for (int i = 0; i < s->n; i++)
    {
        if (is_tangent(s, i) || s->set[i] == HF_PIVOT_CLAMPED || s->excused[i] || contact_violation(s, i) == 0)
            continue;
        double size = s->root[i] > 0.0 ? fabs(s->a[i]) / s->root[i] : INFINITY;
        if (size > largest || s->order == ORDER_LAST)
        {
            largest = s->order == ORDER_FIRST ? INFINITY : size;
            worst = i;
        }
    }
    return worst;
}

/// How far c's friction is from its conditions, in units of rounding: at most 1 is fine.
static double friction_violation(const contact_state *s, const pivot_contact *c)
{
    double noise = slip_noise(s, c), along = 0.0;
    if (c->dynamic || c->mu == 0.0 || !(s->f[c->row] > 0.0) || s->excused[c->row + 1]) return 0.0;
    if (c->state != FRICTION_CONE)
    {
        bool clamped =
            s->set[c->row + 1] == HF_PIVOT_CLAMPED && (c->tangents == 1 || s->set[c->row + 2] == HF_PIVOT_CLAMPED);
        double excess = friction_force(s, c) - c->mu * s->f[c->row] * (1.0 + 1e-12);
        if (excess > 0.0) return INFINITY;
        return clamped || !(noise > 0.0) ? 0.0 : slip(s, c) / noise / 1e3;
    }
    for (int t = 0; t < c->tangents; t++) along += c->direction[t] * s->a[c->row + 1 + t];
    return along > 0.0 ? along / noise / 1e3 : 0.0;
}

static pivot_contact *worst_contact(contact_state *s)
{
    pivot_contact *worst = NULL;
    double largest = 1.0;
    for (int k = 0; k < s->contact_count; k++)
    {
        double size = friction_violation(s, &s->contacts[k]);
        if (!(size > largest) && !(s->order == ORDER_LAST && size > 1.0)) continue;
        largest = s->order == ORDER_FIRST ? INFINITY : size;
        worst = &s->contacts[k];
    }
    return worst;
}

/// Whether rows y >= 0 (y_d = 1, y_C = -Ã_dC B⁻¹) prove that no f >= 0 has a >= 0: yᵀÃ <= 0 and yᵀb < 0 (Farkas). Only
/// without boxes, and with clamped tangential rows the equations are the method's own, and prove nothing.
static bool ray_proves(contact_state *s, int d)
{
    const double share = 1e-9;
    double work = s->b[d], terms = fabs(s->b[d]);
    for (int k = 0; k < s->X.count; k++) // z = y_C
    {
        double sum = 0.0;
        for (int l = 0; l < s->X.count; l++)
            sum -= s->column[s->index[l]][d] * s->X.X[l + (size_t)s->X.capacity * (size_t)k];
        int i = s->index[k];
        if (is_tangent(s, i) || (s->lo[i] == 0.0 && sum < 0.0)) return false;
        s->z[k] = sum;
        work += sum * s->b[i];
        terms += fabs(sum * s->b[i]);
    }
    if (!(work < -share * terms)) return false;
    for (int j = 0; j < s->n; j++)
    {
        if (s->set[j] == HF_PIVOT_CLAMPED || (is_tangent(s, j) && s->contacts[s->contact[j]].dynamic)) continue;
        double t = s->column[j][d], size = fabs(t);
        for (int k = 0; k < s->X.count; k++)
        {
            t += s->z[k] * s->column[j][s->index[k]];
            size += fabs(s->z[k] * s->column[j][s->index[k]]);
        }
        bool plain = s->lo[j] == 0.0 && s->hi[j] == INFINITY && !is_tangent(s, j);
        if (plain ? t > share * size : fabs(t) > share * size) return false;
    }
    return true;
}

hf_pivot_end contact_drive_all(contact_state *s, const hf_pivot_options *options, double *ray)
{
    long bound = solve_limit(&options->common, s->result->pivots + pivot_bound(s->n));
    long repeats = s->result->drives + (long)REPEATS * (s->contact_count + 1);
    hf_pivot_end end = HF_PIVOT_SOLVED;
    memset(s->excused, 0, (size_t)s->n * sizeof *s->excused);
    long fresh = s->result->pivots; // pivots at the last refresh
    for (;;)
    {
        int d = worst_row(s);
        pivot_contact *c = d < 0 ? worst_contact(s) : NULL;
        if (s->result->pivots > fresh + (d < 0 && !c ? 0 : REFRESH)) // f and a anew, and look again
        {
            fresh = s->result->pivots;
            contact_refresh(s);
            continue;
        }
        if (d < 0 && !c) return HF_PIVOT_SOLVED;
        if (s->result->drives > repeats) return HF_PIVOT_STALLED;
        double violation = fabs(s->a[d < 0 ? c->row + 1 : d]);
        if (work_over(s->work) || !report_observe(&options->common, "drive", s->result->pivots, violation, true))
        {
            s->result->stopped = true;
            return HF_PIVOT_LIMIT;
        }

        drive normal = {.row = d, .sign = d >= 0 ? contact_violation(s, d) : 0.0};
        bool done = c ? drive_friction(s, c, bound, &end) : run(s, &normal, bound, &end);
        if (!done)
        {
            if (end == HF_PIVOT_RAY)
            {
                memcpy(ray, s->df, (size_t)s->n * sizeof *ray);
                s->result->ray_row = d >= 0 ? d : c->row + 1;
                s->result->ray_is_proof =
                    d >= 0 && normal.sign > 0.0 && s->lo[d] == 0.0 && s->hi[d] == INFINITY && ray_proves(s, d);
            }
            return end;
        }
    }
}
