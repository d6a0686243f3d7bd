// The equations of a piece (docs/proof.md, "The equations of a piece").

#include "record/proof/proof.h"
#include "record/proof/verify_piece.h"

#include <math.h>
#include <string.h>

static const double TOUCHES = 5e-8, NEAR = 5e-7; // gaps that count as none, and up to which the shift rises [m]

/// What a piece is checked with.
typedef struct checker
{
    verify_run *run;
    const verify_model *model;
    verify_piece *piece;
} checker;

typedef verify_twist (*twist_of)(const checker *c, int body);

static void most(double *worst, double x)
{
    if (x > *worst) *worst = x;
}

// ---- bodies ----

static vec3 spin_of(const verify_body *b, quat q, vec3 L)
{
    return b->motion == VERIFY_FREE ? verify_principal(b->inverse, q, L) : L;
}

/// v, L after an impulse at `arm` from the centre and a moment; q: where the piece begins.
static void strike(const verify_body *b, quat q, vec3 arm, vec3 impulse, vec3 moment, double sign, verify_twist *t)
{
    vec3 linear = v3_scale(sign / b->mass, impulse), angular = v3_scale(sign, v3_add(v3_cross(arm, impulse), moment));
    if (b->motion == VERIFY_FREE)
    {
        *t = (verify_twist){v3_add(t->v, linear), v3_add(t->w, angular)};
        return;
    }
    for (int k = 0; k < b->moves; k++) t->v = v3_add_scaled(t->v, v3_dot(b->along[k], linear), b->along[k]);
    if (b->turns == 0) return;
    double inertia = v3_dot(b->about, verify_principal(b->inertia, q, b->about));
    t->w = v3_add_scaled(t->w, v3_dot(b->about, angular) / inertia, b->about);
}

static verify_twist after_forces(const checker *c, int k, verify_twist t, double h)
{
    const verify_body *b = &c->model->bodies[k];
    const verify_mover *m = &c->piece->movers[k];
    vec3 force = v3_add_scaled(m->force, b->mass * b->gravity_scale, c->model->gravity);
    strike(b, c->run->state[k].q, v3_zero(), v3_scale(h, force), v3_scale(h, m->torque), 1.0, &t);
    return t;
}

static bool is_free(const checker *c, int k)
{
    return c->model->bodies[k].motion >= VERIFY_FREE && c->model->bodies[k].motion != VERIFY_PART;
}

/// Velocities of a body at the beginning, with angular velocity.
static verify_twist at_start(const checker *c, int k)
{
    const verify_body *b = &c->model->bodies[k];
    const verify_mover *m = &c->piece->movers[k];
    if (b->motion == VERIFY_STATIC) return (verify_twist){0};
    if (b->motion == VERIFY_PRESCRIBED) return m->given[0];
    return (verify_twist){m->before.v, spin_of(b, c->run->state[k].q, m->before.w)};
}

/// Where contacts are.
static verify_twist there(const checker *c, int k, const verify_twist *t, int given, size_t walk)
{
    const verify_body *b = &c->model->bodies[k];
    const verify_mover *m = &c->piece->movers[k];
    if (b->motion == VERIFY_STATIC) return (verify_twist){0};
    if (b->motion == VERIFY_PRESCRIBED) return m->given[given];
    if (b->motion == VERIFY_PART) return m->part[walk];
    return (verify_twist){t->v, spin_of(b, m->q, t->w)};
}

static verify_twist before_there(const checker *c, int k)
{
    return there(c, k, &c->piece->movers[k].before, 0, 0);
}

static verify_twist free_there(const checker *c, int k)
{
    return there(c, k, &c->piece->movers[k].free, 1, 1);
}

static verify_twist struck_there(const checker *c, int k)
{
    return there(c, k, &c->piece->movers[k].struck, 1, 2);
}

// ---- contacts ----

static vec3 place_of(const checker *c, int k, bool start)
{
    return start ? c->run->state[k].x : c->piece->movers[k].x;
}

static vec3 arm_of(const checker *c, const verify_contact *k, int s, bool start)
{
    return v3_sub(start ? k->origin : k->point, place_of(c, k->body[s], start));
}

/// Whether rows say how a side moves.
static bool is_told(const checker *c, const verify_contact *k, int s)
{
    return k->flags & PROOF_TOLD && c->model->bodies[k->body[s]].motion == VERIFY_PART;
}

/// The velocity of A relative to B, and in spin their angular velocity; without sides that rows tell of.
static vec3 velocity_at(const checker *c, const verify_contact *k, bool start, twist_of twist, vec3 *spin)
{
    vec3 u = k->surface;
    *spin = v3_zero();
    for (int s = 0; s < 2; s++)
    {
        if (is_told(c, k, s)) continue;
        verify_twist t = twist(c, k->body[s]);
        double sign = s == 0 ? 1.0 : -1.0;
        u = v3_add_scaled(u, sign, v3_add(t.v, v3_cross(t.w, arm_of(c, k, s, start))));
        *spin = v3_add_scaled(*spin, sign, t.w);
    }
    return u;
}

static void in_frame(const verify_contact *k, vec3 u, vec3 spin, double out[6])
{
    for (int j = 0; j < 3; j++) out[j] = v3_dot(k->axis[j], u), out[j + 3] = v3_dot(k->axis[j], spin);
}

/// u += H v and what is added to it; size += of its parts.
static void add_told(const verify_contact *k, const double *v, double u[6], double *size)
{
    const verify_rows *rows = &k->rows_told;
    for (int j = 0; k->flags & PROOF_TOLD && j < k->rows; j++)
    {
        u[j] += k->drift[j];
        *size += fabs(k->drift[j]);
        for (int i = 0; i < rows->count; i++)
        {
            double part = rows->H[j * rows->count + i] * v[rows->dof[i]];
            u[j] += part;
            *size += fabs(part);
        }
    }
}

/// Impulse and moment in world axes.
static vec3 in_world(const verify_contact *k, const double *r, vec3 *moment)
{
    vec3 f = v3_zero();
    *moment = v3_zero();
    for (int j = 0; j < k->rows && j < 3; j++) f = v3_add_scaled(f, r[j], k->axis[j]);
    for (int j = 3; j < k->rows; j++) *moment = v3_add_scaled(*moment, r[j], k->axis[j - 3]);
    return f;
}

/// Of what velocities at a contact are sums: what rounding is a share of.
static double speed_at(const checker *c, const verify_contact *k, twist_of twist)
{
    double total = v3_norm(k->surface) + 1e-300;
    for (int s = 0; s < 2; s++)
    {
        if (is_told(c, k, s)) continue;
        verify_twist t = twist(c, k->body[s]);
        total += v3_norm(t.v) + v3_norm(t.w) * v3_norm(v3_sub(k->point, c->run->state[k->body[s]].x));
    }
    return total;
}

static double length(const double *x, int count)
{
    double sum = 0.0;
    for (int j = 0; j < count; j++) sum += x[j] * x[j];
    return sqrt(sum);
}

static bool refute_contact(const checker *c, const verify_contact *k, const char *what, double x, const char *unit)
{
    return verify_refute(c->run, "contact of '%.60s' and '%.60s': %s %.3g %s", c->model->bodies[k->body[0]].name,
                         c->model->bodies[k->body[1]].name, what, x, unit);
}

/// The law between r and u, which are at most `allowed` [m/s] from it, impulses in `unit`.
static bool check_law(const checker *c, const verify_contact *k, const double *r, const double *u, double allowed,
                      double unit, double speed)
{
    verify_measures m = verify_law_measure(c->model, &k->law, k->rows, r, u);
    hf_run_verdict *v = c->run->verdict;
    double arm = fmax(1.0, m.most), size = length(r, k->rows), slack = 4.0 * arm * allowed;
    if (!(m.approach <= slack + VERIFY_ROUNDING * speed)) return refute_contact(c, k, "approach", m.approach, "m/s");
    if (!(m.outside <= slack * unit + VERIFY_ROUNDING * size))
        return refute_contact(c, k, "outside of friction by", m.outside, "N s");
    if (!(m.wrong <= slack * (size + unit * (speed + allowed)) + VERIFY_ROUNDING * arm * size * speed))
        return refute_contact(c, k, "friction and slip disagree by", m.wrong, "J");
    most(&v->approach, m.approach);
    most(&v->outside, m.outside);
    most(&v->wrong, m.wrong);
    return true;
}

// ---- 1: impacts ----

static void apply_hit(checker *c, const verify_contact *k, const double *r)
{
    vec3 moment, f = in_world(k, r, &moment);
    for (int s = 0; s < 2; s++)
    {
        int body = k->body[s];
        vec3 arm = v3_sub(k->origin, c->run->state[body].x);
        if (is_free(c, body))
            strike(&c->model->bodies[body], c->run->state[body].q, arm, f, moment, 1.0 - 2.0 * s,
                   &c->piece->movers[body].before);
    }
}

/// The rate of u_N under gravity and forces alone.
static double free_rate(const checker *c, const verify_contact *k)
{
    double rate = 0.0;
    for (int s = 0; s < 2; s++)
    {
        int body = k->body[s];
        const verify_mover *m = &c->piece->movers[body];
        verify_twist a = {0};
        if (c->model->bodies[body].motion == VERIFY_PRESCRIBED)
            a = (verify_twist){v3_scale(1.0 / c->piece->h, v3_sub(m->given[1].v, m->given[0].v)),
                               v3_scale(1.0 / c->piece->h, v3_sub(m->given[1].w, m->given[0].w))};
        else if (is_free(c, body)) a = after_forces(c, body, a, 1.0);
        if (is_free(c, body)) a.w = spin_of(&c->model->bodies[body], c->run->state[body].q, a.w);
        vec3 arm = v3_sub(k->origin, c->run->state[body].x);
        rate += (1.0 - 2.0 * s) * v3_dot(k->normal, v3_add(a.v, v3_cross(a.w, arm)));
    }
    return rate;
}

static bool check_hit(const checker *c, const verify_round *round, verify_hit *hit, double allowed)
{
    const verify_contact *k = &c->piece->contacts[hit->contact];
    const double none[6] = {0};
    double gap = fmax(k->gap, 0.0), e = k->law.restitution, lift = 2.0 * free_rate(c, k) * gap, *u = hit->after;
    double t = e == 0.0 ? -gap / c->piece->h : sqrt(fmax(0.0, e * e * (hit->before[0] * hit->before[0] - lift) + lift));
    double speed = speed_at(c, k, at_start) + length(hit->before, k->rows);
    if (!(hit->before[0] < 0.0)) return verify_refute(c->run, "an impact where nothing approaches");
    if (round->mixed && !(u[0] >= -gap / c->piece->h - 4.0 * allowed - VERIFY_ROUNDING * speed))
        return verify_refute(c->run, "an impact that goes on");
    if (round->mixed) return check_law(c, k, hit->r, none, allowed, round->unit, speed);
    double shifted[6];
    for (int j = 0; j < 6; j++) shifted[j] = u[j] - (j == 0 ? t : 0.0);
    return check_law(c, k, hit->r, shifted, allowed, round->unit, speed);
}

static bool check_round(checker *c, verify_round *round)
{
    double square = 0.0, work = 0.0, size = 0.0, impulses = 0.0;
    for (int j = 0; j < round->count; j++)
    {
        verify_hit *hit = &round->hits[j];
        const verify_contact *k = &c->piece->contacts[hit->contact];
        vec3 spin, u = velocity_at(c, k, true, at_start, &spin);
        in_frame(k, u, spin, hit->before);
        for (int i = 0; i < k->rows; i++) square += hit->before[i] * hit->before[i];
    }
    for (int j = 0; j < round->count; j++) apply_hit(c, &c->piece->contacts[round->hits[j].contact], round->hits[j].r);
    double allowed = c->piece->natural * (1.0 + 3.0 * sqrt(square));
    for (int j = 0; j < round->count; j++)
    {
        verify_hit *hit = &round->hits[j];
        const verify_contact *k = &c->piece->contacts[hit->contact];
        vec3 spin, u = velocity_at(c, k, true, at_start, &spin);
        in_frame(k, u, spin, hit->after);
        if (!check_hit(c, round, hit, allowed)) return false;
        for (int i = 0; i < k->rows; i++) work += 0.5 * hit->r[i] * (hit->before[i] + hit->after[i]);
        size += length(hit->r, k->rows) * (length(hit->before, k->rows) + length(hit->after, k->rows));
        impulses += length(hit->r, k->rows);
    }
    c->run->verdict->impact_count += round->count;
    bool gains = round->mixed && !(work <= 1e-9 * size + 10.0 * allowed * impulses);
    return !gains || verify_refute(c->run, "impacts gain %.3g J", work);
}

// ---- 2, 3: where contacts are; momentum ----

static void go_to_contacts(checker *c)
{
    for (int k = 0; k < c->model->body_count; k++)
    {
        verify_mover *m = &c->piece->movers[k];
        if (!is_free(c, k)) continue;
        if (m->flags & PROOF_MIDDLE)
        {
            m->x = v3_add_scaled(m->x, 0.5 * c->piece->h, m->before.v);
            m->q = verify_turned(&c->model->bodies[k], m->q, m->before.w, 0.5 * c->piece->h);
        }
        m->free = after_forces(c, k, m->before, c->piece->h);
    }
}

/// Impulses of rows on a body that is no part.
static void take_rows(const checker *c, int k, verify_twist *sum)
{
    const verify_body *b = &c->model->bodies[k];
    const double *p = c->piece->sums + b->dof;
    vec3 f = v3_load(p), moment = v3_load(p + 3);
    if (b->motion != VERIFY_FREE)
    {
        f = moment = v3_zero();
        for (int j = 0; j < b->moves; j++) f = v3_add_scaled(f, p[j], b->along[j]);
        if (b->turns) moment = v3_scale(p[b->moves], b->about);
    }
    strike(b, c->run->state[k].q, v3_zero(), f, moment, 1.0, sum);
    c->piece->movers[k].impulse += v3_norm(f);
    c->piece->movers[k].turning += v3_norm(moment);
}

static bool check_momentum(const checker *c, int k, const verify_twist *sum)
{
    const verify_body *b = &c->model->bodies[k];
    const verify_mover *m = &c->piece->movers[k];
    const verify_state *was = &c->run->state[k];
    double h = c->piece->h, inertia = fmax(b->inertia[0], fmax(b->inertia[1], b->inertia[2]));
    double scale = b->motion == VERIFY_FREE ? 1.0 : inertia;
    double off = b->mass * v3_distance(sum->v, m->struck.v), turn = scale * v3_distance(sum->w, m->struck.w);
    double size = m->impulse + b->mass * (v3_norm(was->v) + v3_norm(m->struck.v)) +
                  h * (v3_norm(m->force) + b->mass * v3_norm(c->model->gravity));
    double turning = m->turning + scale * (v3_norm(was->L) + v3_norm(m->struck.w)) + h * v3_norm(m->torque) +
                     0.1 * m->impulse * sqrt(inertia / b->mass);
    if (!(off <= VERIFY_ROUNDING * size))
        return verify_refute(c->run, "momentum of '%.60s' is off by %.3g kg m/s", b->name, off);
    if (!(turn <= VERIFY_ROUNDING * turning))
        return verify_refute(c->run, "angular momentum of '%.60s' is off by %.3g kg m²/s", b->name, turn);
    if (size > 0.0) most(&c->run->verdict->momentum, off / size);
    if (turning > 0.0) most(&c->run->verdict->momentum, turn / turning);
    return true;
}

static bool check_balance(checker *c)
{
    verify_piece *p = c->piece;
    verify_twist *sum = ARENA_ARRAY(c->run->pieces, verify_twist, c->model->body_count);
    if (!sum) return verify_refute(c->run, "memory is short");
    for (int k = 0; k < c->model->body_count; k++) sum[k] = p->movers[k].free;
    for (int j = 0; j < p->contact_count; j++)
    {
        const verify_contact *k = &p->contacts[j];
        vec3 moment, f = in_world(k, k->r, &moment);
        for (int s = 0; s < 2; s++)
        {
            int body = k->body[s];
            verify_mover *m = &p->movers[body];
            vec3 arm = arm_of(c, k, s, false);
            if (c->model->bodies[body].motion == VERIFY_PART && !is_told(c, k, s))
                verify_part_push(c->run, p, body, v3_add(m->middle, arm), f, moment, 1.0 - 2.0 * s, p->sums, p->sizes);
            if (!is_free(c, body)) continue;
            strike(&c->model->bodies[body], c->run->state[body].q, arm, f, moment, 1.0 - 2.0 * s, &sum[body]);
            m->impulse += v3_norm(f);
            m->turning += v3_norm(f) * v3_norm(arm) + v3_norm(moment);
        }
    }
    for (int k = 0; k < c->model->body_count && c->model->mechanisms; k++)
        if (is_free(c, k)) take_rows(c, k, &sum[k]);
    for (int k = 0; k < c->model->body_count; k++)
        if (is_free(c, k) && !check_momentum(c, k, &sum[k])) return false;
    return true;
}

// ---- 4: laws ----

static double shift_due(double gap, double h)
{
    return gap >= NEAR ? gap / h : fmax(gap - TOUCHES, 0.0) * (NEAR / (NEAR - TOUCHES)) / h;
}

/// What is added to u: of a contact that is described anew, and so that its gap may close.
static bool find_drift(const checker *c, const verify_contact *k, double drift[6])
{
    double due = shift_due(k->gap, c->piece->h);
    bool level = k->flags & PROOF_LEVEL && k->shift == 0.0;
    level |= k->flags & PROOF_REBOUND && k->shift <= 0.0 && k->law.restitution > 0.0 && c->model->mechanisms;
    if (!level && !(fabs(k->shift - due) <= VERIFY_ROUNDING * fabs(due) + 1e-300))
        return refute_contact(c, k, "its gap may not close at", k->shift, "m/s");
    for (int j = 0; j < 6; j++) drift[j] = 0.0;
    if (k->flags & PROOF_ANEW && !(k->flags & PROOF_TOLD))
    {
        vec3 spin, start = velocity_at(c, k, true, at_start, &spin),
                   middle = velocity_at(c, k, false, before_there, &spin);
        for (int j = 0; j < 3; j++) drift[j] = v3_dot(k->axis[j], v3_sub(middle, start));
        drift[0] = v3_dot(k->axis[0], middle) - v3_dot(k->normal, start);
    }
    drift[0] += k->shift;
    return true;
}

/// The law of rows that are no contact: limits, loops, motors, dry friction, joints.
static bool check_block(const checker *c, const verify_block *x, double allowed)
{
    const verify_piece *p = c->piece;
    double unit = p->unit * x->scale;
    for (int i = 0; i < x->rows.size; i++)
    {
        double u = x->b[i] + x->compliance * x->r[i], size = fabs(x->b[i]);
        for (int k = 0; k < x->rows.count; k++)
        {
            double H = x->rows.H[i * x->rows.count + k], struck = p->struck[x->rows.dof[k]],
                   free = p->free[x->rows.dof[k]];
            u += H * (struck - free);
            size += fabs(H) * (fabs(struck) + fabs(free));
        }
        double r = x->r[i] / unit, to = fmin(fmax(r - x->scale * u, x->low / unit), x->high / unit), off = fabs(r - to);
        if (!(off <= 4.0 * allowed + 1e-14 + VERIFY_ROUNDING * (fabs(r) + x->scale * size)))
            return verify_refute(c->run, "a row of a mechanism is off its law by %.3g m/s", off);
        most(&c->run->verdict->rows, off);
    }
    return true;
}

/// u of a contact without and with impulses, and the sizes that rounding is a share of.
static bool contact_velocities(const checker *c, const verify_contact *k, double free[6], double struck[6],
                               double *speed)
{
    double drift[6] = {0};
    vec3 spin, u = velocity_at(c, k, false, free_there, &spin);
    if (!find_drift(c, k, drift)) return false;
    in_frame(k, u, spin, free);
    u = velocity_at(c, k, false, struck_there, &spin);
    in_frame(k, u, spin, struck);
    *speed = speed_at(c, k, struck_there) + speed_at(c, k, free_there) + fabs(k->shift);
    add_told(k, c->piece->free, free, speed);
    add_told(k, c->piece->struck, struck, speed);
    for (int i = 0; i < 6; i++)
    {
        free[i] += drift[i];
        struck[i] += drift[i];
    }
    return true;
}

static bool check_contacts(const checker *c)
{
    verify_piece *p = c->piece;
    double square = 0.0, free[6], struck[6], speed;
    for (int j = 0; j < p->contact_count; j++)
    {
        if (!contact_velocities(c, &p->contacts[j], free, struck, &speed)) return false;
        for (int i = 0; i < p->contacts[j].rows; i++) square += free[i] * free[i];
    }
    for (int j = 0; j < p->block_count; j++)
        for (int i = 0; i < p->blocks[j].rows.size; i++)
            square += p->blocks[j].scale * p->blocks[j].b[i] * p->blocks[j].scale * p->blocks[j].b[i];
    double allowed = p->natural * (1.0 + sqrt(square));
    for (int j = 0; j < p->block_count; j++)
        if (!check_block(c, &p->blocks[j], allowed)) return false;
    for (int j = 0; j < p->contact_count; j++)
    {
        const verify_contact *k = &p->contacts[j];
        if (!contact_velocities(c, k, free, struck, &speed)) return false;
        if (!check_law(c, k, k->r, struck, allowed, p->unit, speed)) return false;
    }
    return true;
}

// ---- 5: moves ----

static double angle_between(quat a, quat b)
{
    return v3_norm(quat_log(quat_multiply(a, quat_conjugate(b))));
}

static bool check_slowed(const checker *c, int k)
{
    const verify_mover *m = &c->piece->movers[k];
    const double MORE = 1.0 + 1e-9;
    bool shorter = v3_norm(m->end.v) <= MORE * v3_norm(m->struck.v) && v3_norm(m->end.L) <= MORE * v3_norm(m->struck.w);
    return shorter || verify_refute(c->run, "'%.60s' is faster than its impulses made it", c->model->bodies[k].name);
}

static bool check_move(const checker *c, int k)
{
    const verify_body *b = &c->model->bodies[k];
    const verify_mover *m = &c->piece->movers[k];
    const verify_state *from = &c->run->state[k];
    double h = c->piece->h, theta = m->flags & PROOF_JUMPS ? 1.0 : c->model->theta;
    vec3 to = v3_add_scaled(from->x, h, v3_mix(m->before.v, m->struck.v, theta));
    quat turned = verify_turned(b, from->q, v3_mix(m->before.w, m->struck.w, theta), h);
    double off = v3_distance(m->end.x, to), angle = angle_between(m->end.q, turned);
    double slack = 1e-14 + VERIFY_ROUNDING * (v3_norm(from->x) + h * (v3_norm(m->before.v) + v3_norm(m->struck.v)));
    if (m->flags & PROOF_CORRECTED) most(&c->run->verdict->corrected, off);
    else if (!(off <= slack))
        return verify_refute(c->run, "'%.60s' is %.3g m from where its velocities take it", b->name, off);
    else if (!(angle <= 1e-9))
        return verify_refute(c->run, "'%.60s' is turned %.3g rad from where its velocities turn it", b->name, angle);
    return !(m->flags & PROOF_SLOWED) || check_slowed(c, k);
}

// ---- shapes ----

/// Both points of a contact belong to its shapes, where the piece begins.
static bool check_gap(const checker *c, const verify_contact *k)
{
    const double BESIDE = 1e-6, HULLS = 1e-3; // [m]: patches of hulls are of faces laid level
    for (int s = 0; s < 2; s++)
    {
        const verify_body *b = &c->model->bodies[k->body[s]];
        const verify_shape *form = &c->model->shapes[k->shape[s]];
        const verify_state *at = &c->run->state[k->body[s]];
        double off;
        if (!at->known || (b->motion == VERIFY_PART && !c->model->systems[b->system].fields)) continue;
        quat frame = quat_multiply(at->q, quat_conjugate(b->principal));
        vec3 point = v3_add_scaled(k->origin, (0.5 - s) * k->gap, k->normal);
        point = v3_add(quat_rotate_back(frame, v3_sub(point, at->x)), b->center);
        point = quat_rotate_back(form->orientation, v3_sub(point, form->position));
        vec3 out = quat_rotate_back(form->orientation, quat_rotate_back(frame, v3_scale(2.0 * s - 1.0, k->normal)));
        if (!verify_outside(form, point, out, &off)) continue;
        if (!(fabs(off) <= (form->hull ? HULLS : BESIDE)))
            return refute_contact(c, k, "a point of it is beside its shape by", off, "m");
    }
    return true;
}

// ---- systems ----

static void add_rows(verify_piece *p, const verify_rows *rows, const double *r)
{
    for (int i = 0; i < rows->size; i++)
        for (int k = 0; k < rows->count; k++)
        {
            double part = rows->H[i * rows->count + k] * r[i];
            p->sums[rows->dof[k]] += part;
            p->sizes[rows->dof[k]] += fabs(part);
        }
}

/// How systems move in the middle, and what impulses of rows do.
static void prepare_systems(const checker *c)
{
    verify_piece *p = c->piece;
    for (int s = 0; s < c->model->system_count && c->model->mechanisms; s++)
    {
        const verify_system_move *m = &p->systems[s];
        memcpy(p->free + m->system->dof, m->free, (size_t)m->system->count * sizeof *p->free);
        memcpy(p->struck + m->system->dof, m->struck, (size_t)m->system->count * sizeof *p->struck);
        verify_system_twists(c->run, p, s);
    }
    for (int j = 0; j < p->block_count; j++) add_rows(p, &p->blocks[j].rows, p->blocks[j].r);
    for (int j = 0; j < p->contact_count; j++) add_rows(p, &p->contacts[j].rows_told, p->contacts[j].r);
}

static void put_velocities(const verify_body *b, const verify_twist *t, double *to)
{
    if (b->motion == VERIFY_FREE) v3_store(to, t->v), v3_store(to + 3, t->w);
    for (int j = 0; j < b->moves && b->motion != VERIFY_FREE; j++) to[j] = v3_dot(b->along[j], t->v);
    if (b->turns && b->motion != VERIFY_FREE) to[b->moves] = v3_dot(b->about, t->w);
}

/// Velocities of bodies that are no parts, where contacts are.
static void find_velocities(const checker *c)
{
    for (int k = 0; k < c->model->body_count && c->model->mechanisms; k++)
    {
        const verify_body *b = &c->model->bodies[k];
        if (!is_free(c, k)) continue;
        verify_twist now = struck_there(c, k), free = free_there(c, k);
        put_velocities(b, &now, c->piece->struck + b->dof);
        put_velocities(b, &free, c->piece->free + b->dof);
    }
}

bool verify_piece_check(verify_run *run, verify_piece *piece)
{
    checker c = {.run = run, .model = &run->model, .piece = piece};
    for (int k = 0; k < run->model.body_count; k++)
        piece->movers[k].before = (verify_twist){run->state[k].v, run->state[k].L};
    prepare_systems(&c);
    for (int j = 0; j < piece->contact_count; j++)
        if (!check_gap(&c, &piece->contacts[j])) return false;
    for (int j = 0; j < piece->round_count; j++)
        if (!check_round(&c, &piece->rounds[j])) return false;
    go_to_contacts(&c);
    find_velocities(&c);
    if (!check_balance(&c)) return false;
    for (int s = 0; s < run->model.system_count && run->model.mechanisms; s++)
        if (!verify_system_check(run, piece, s)) return false;
    if (!check_contacts(&c)) return false;
    for (int k = 0; k < run->model.body_count; k++)
        if (is_free(&c, k) && !check_move(&c, k)) return false;
    return true;
}
