// The step of a discrete elastic rod: residual, matrix, Newton's rounds. Equations in der.h.
//
// Unknown is w = v⁺. A round takes forces, directions and K at q_ε(w) and solves
//     A (w' - w) = -R(w),    R_v = M (w - v) - h f(q_ε) + h D w + h Cᵀ T,    R_T = the error of lengths,
// until h Σ |w' - w| is small beside the length (rounds.c). The factor is kept while changes shrink fast, and made again where they do not;
// one factor and three rounds are the rule. What contacts are expected to do moves q_ε along, but not the velocities that are found.
//
// R_T. ε = 1: |e(q_ε)| - ℓ, whose derivative is h C. ε < 1: with e⁺ = e + h ((1 - ε) e'(v) + ε e'(w)),
//     R_T = (e_ε·(e⁺ - e) + ½ (|e|² - ℓ²)) / (ε |e_ε|),
// which for ε = 1/2 is (|e⁺|² - ℓ²) / |e_ε| to the last bit, and has the derivative h C but for the turning of e_ε.
//
// Special: a matrix whose factor has not n negative pivots, one for each length, is not that of a stable rod: it is made again
//          with less of the parts that can be negative. Rounds that do not come to an end say so (`unsettled`), and the world
//          takes half of the step.

#include "bodies/fibre/der.h"

#include <string.h>

// Changes that shrink by this and more need no new factor. One that is made anew near a load at which the rod buckles is nearly singular, and throws rounds back that were nearly at their end: so not sooner than it must.
static const double GOOD = 0.3;

// ρ by h² C M⁻¹ Cᵀ: what a push stretches an edge by, as a share of what it would without T.
static const double SOFT = 1e-9;

enum
{
    ROUNDS = 24,
    SHARES = 4
};

// Of the parts of K that may be negative, from all to none: rounds converge like powers of what is left out.
static const double shares[SHARES] = {1, 0.8, 0.5, 0};

// ---- one vertex ----

/// Where the eleven coordinates of a vertex are in v: x_i-1, ω_i-1, x_i, ω_i, x_i+1; -1 if prescribed.
static void vertex_places(const fibre *f, int i, int place[11])
{
    int before = i > 0 ? der_vertex_place(f, i - 1) : -1, at = der_vertex_place(f, i),
        after = der_vertex_place(f, i + 1);
    for (int k = 0; k < 3; k++)
    {
        place[k] = before < 0 ? -1 : before + k;
        place[4 + k] = at < 0 ? -1 : at + k;
        place[8 + k] = after + k;
    }
    place[3] = i > 0 ? der_spin_place(f, i - 1) : -1;
    place[7] = der_spin_place(f, i);
}

/// From e, θ_e, f, θ_f to the eleven: e = x_i - x_i-1, f = x_i+1 - x_i.
static void spread(const double a[8], double b[11])
{
    for (int k = 0; k < 3; k++)
    {
        b[k] = -a[k];
        b[4 + k] = a[k] - a[4 + k];
        b[8 + k] = a[4 + k];
    }
    b[3] = a[3];
    b[7] = a[7];
}

/// A += the 8 × 8 matrix of a vertex, symmetric.
static void add_vertex(const banded *A, const int place[11], double K[8][8])
{
    double rows[8][11], all[11][11];
    for (int k = 0; k < 8; k++) spread(K[k], rows[k]);
    for (int k = 0; k < 11; k++)
    {
        for (int l = 0; l < 3; l++)
        {
            all[l][k] = -rows[l][k];
            all[4 + l][k] = rows[l][k] - rows[4 + l][k];
            all[8 + l][k] = rows[4 + l][k];
        }
        all[3][k] = rows[3][k];
        all[7][k] = rows[7][k];
    }
    for (int l = 0; l < 11; l++)
    {
        if (place[l] < 0) continue;
        double *to = banded_at(A, place[l], place[l]) - place[l];
        for (int k = l; k < 11; k++) to[place[k]] += all[l][k]; // places ascend: k is below l
    }
}

/// Velocities of e, θ_e, f, θ_f.
static void vertex_rates(const fibre *f, int i, const der_shape *shape, const fibre_root *root, const double *v,
                         double rate[8])
{
    int before = i > 0 ? der_vertex_place(f, i - 1) : -1, at = der_vertex_place(f, i),
        after = der_vertex_place(f, i + 1);
    vec3 here = at < 0 ? root->v : v3_load(v + at);
    if (i == 0)
    {
        v3_store(rate, v3_cross(root->w, v3_scale(shape->clamp->length, shape->clamp->t)));
        rate[3] = v3_dot(root->w, shape->clamp->t);
    }
    else
    {
        v3_store(rate, v3_sub(here, before < 0 ? root->v : v3_load(v + before)));
        rate[3] = v[der_spin_place(f, i - 1)];
    }
    v3_store(rate + 4, v3_sub(v3_load(v + after), here));
    rate[7] = v[der_spin_place(f, i)];
}

double der_elastic(const fibre *f, const der_shape *shape, double *force)
{
    double energy = 0;
    if (force) memset(force, 0, sizeof(double) * (size_t)f->v_count);
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
    {
        const der_vertex *v = &shape->vertices[i];
        double local[8] = {0}, all[11];
        for (int k = 0; k < 3; k++)
        {
            double off = v->strain[k] - rounds_natural(f, i)[k], moment = f->stiffness[k] / rounds_reach(f, i) * off;
            energy += 0.5 * moment * off;
            for (int l = 0; l < 8; l++) local[l] -= moment * v->gradient[k][l];
        }
        if (!force) continue;
        int place[11];
        vertex_places(f, i, place);
        spread(local, all);
        for (int k = 0; k < 11; k++)
            if (place[k] >= 0) force[place[k]] += all[k];
    }
    return energy;
}

// ---- residual ----

/// R += h D w.
static void add_damping(const fibre *f, const der_shape *shape, const fibre_root *root, double h, const double *w,
                        double *R)
{
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
    {
        const der_vertex *v = &shape->vertices[i];
        double rate[8], local[8] = {0}, all[11];
        int place[11];
        vertex_rates(f, i, shape, root, w, rate);
        for (int k = 0; k < 3; k++)
        {
            double speed = 0;
            for (int l = 0; l < 8; l++) speed += v->gradient[k][l] * rate[l];
            speed *= h * f->damping * f->stiffness[k] / rounds_reach(f, i);
            for (int l = 0; l < 8; l++) local[l] += speed * v->gradient[k][l];
        }
        vertex_places(f, i, place);
        spread(local, all);
        for (int k = 0; k < 11; k++)
            if (place[k] >= 0) R[place[k]] += all[k];
    }
}

/// Half of the drag of an edge on one of its vertices: c ◄ across, along [N s/m].
static void edge_drag(const fibre *f, double c[2])
{
    c[0] = 0.5 * f->drag[0] * rounds_length(f);
    c[1] = 0.5 * f->drag[1] * rounds_length(f);
}

static rounds_bar bar_of(const void *shape, int i)
{
    const der_edge *e = &((const der_shape *)shape)->edges[i];
    return (rounds_bar){e->t, e->length};
}

/// R -= h (weight, drag, pushes).
static void subtract_loads(const fibre *f, const der_scratch *s, const fibre_motion *m, const double *w, double *R)
{
    rounds_subtract_loads(f, der_vertex_place, bar_of, &s->pose, m, w, R);
    for (int i = 0; i < f->element_count && m->wrench; i++)
        R[der_spin_place(f, i)] -= m->h * v3_dot(s->pose.edges[i].t, v3_load(m->wrench[i] + 3));
}

/// R ◄ R + h Cᵀ T, and R_T.
static void add_lengths(const fibre *f, const der_scratch *s, const fibre_motion *m, double *R)
{
    const double length = rounds_length(f), eps = m->epsilon;
    for (int i = 0; i < f->element_count; i++)
    {
        const int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1), tension = der_tension_place(f, i);
        const der_edge *e = &s->bent.edges[i];
        rounds_add(R, a, -m->h * s->w[tension], e->t);
        rounds_add(R, b, m->h * s->w[tension], e->t);
        if (eps >= 1)
        {
            R[tension] = e->length - length;
            continue;
        }
        const double *q0 = i ? m->q + 3 + DER_EDGE_Q * (i - 1) + 4 : m->q, *q1 = m->q + 3 + DER_EDGE_Q * i + 4;
        vec3 start = v3_sub(v3_load(q1), v3_load(q0)), v0 = a < 0 ? m->root.v : v3_load(s->v + a);
        vec3 w0 = a < 0 ? m->root.v : v3_load(s->w + a);
        vec3 way = v3_scale(m->h * (1 - eps), v3_sub(v3_load(s->v + b), v0));
        way = v3_add_scaled(way, m->h * eps, v3_sub(v3_load(s->w + b), w0));
        double grown = 0.5 * (v3_norm2(start) - length * length) / e->length;
        R[tension] = (v3_dot(e->t, way) + grown) / eps;
    }
}

// ---- matrix ----

static void add_block(const banded *A, int i, int j, double s, vec3 t)
{
    const double d[3] = {t.x, t.y, t.z};
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            if (i + k >= j + l) *banded_at(A, i + k, j + l) += s * d[k] * d[l];
}

static void add_unit(const banded *A, int i, int j, double s)
{
    for (int k = 0; k < 3; k++) *banded_at(A, i + k, j + k) += s;
}

/// Masses, drag, and lengths: what T turns, h C, -ρ.
static void assemble_edges(const fibre *f, const der_scratch *s, const fibre_motion *m, double share)
{
    double c[2], h = m->h, weight = m->epsilon * m->epsilon * h * h;
    edge_drag(f, c);
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = der_vertex_place(f, i);
        if (place >= 0) add_unit(&s->A, place, place, rounds_mass(f, i));
    }
    for (int i = 0; i < f->element_count; i++)
    {
        const int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1), tension = der_tension_place(f, i);
        const der_edge *e = &s->bent.edges[i];
        double T = s->w[tension] > 0 ? s->w[tension] : share * s->w[tension], bent = weight * T / e->length;
        vec3 t = e->t, drawn = s->pose.edges[i].t;
        *banded_at(&s->A, der_spin_place(f, i), der_spin_place(f, i)) += f->inertia[2] * rounds_length(f);
        for (int k = 0; k < 2; k++)
        {
            int place = k ? b : a;
            if (place < 0) continue;
            add_unit(&s->A, place, place, bent + h * c[0]);
            add_block(&s->A, place, place, -bent, t);
            add_block(&s->A, place, place, h * (c[1] - c[0]), drawn);
            const double sign = k ? h : -h, row[3] = {t.x, t.y, t.z};
            for (int l = 0; l < 3; l++) *banded_at(&s->A, tension, place + l) += sign * row[l];
        }
        if (a >= 0)
        {
            const double d[3] = {t.x, t.y, t.z};
            add_unit(&s->A, b, a, -bent);
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) *banded_at(&s->A, b + k, a + l) += bent * d[k] * d[l];
        }
        *banded_at(&s->A, tension, tension) -= SOFT * h * h * (1 / rounds_mass(f, i) + 1 / rounds_mass(f, i + 1));
    }
}

/// `share`: of the parts of K that may be negative.
static void assemble(const fibre *f, const der_scratch *s, const fibre_motion *m, double share, bool elastic)
{
    double h = m->h, weight = m->epsilon * m->epsilon * h * h;
    memset(s->A.values, 0, sizeof(double) * banded_size(s->A.n, s->A.width));
    assemble_edges(f, s, m, share);
    for (int i = f->floating ? 1 : 0; i < f->element_count && elastic; i++)
    {
        const der_vertex *v = &s->bent.vertices[i];
        double K[8][8], moments[3];
        int place[11];
        for (int k = 0; k < 3; k++)
            moments[k] =
                share * weight * f->stiffness[k] / rounds_reach(f, i) * (v->strain[k] - rounds_natural(f, i)[k]);
        if (share > 0) der_vertex_hessian(i ? &s->bent.edges[i - 1] : s->bent.clamp, &s->bent.edges[i], v, moments, K);
        else memset(K, 0, sizeof K);
        for (int k = 0; k < 3; k++)
        {
            double stiff = (weight + h * f->damping) * f->stiffness[k] / rounds_reach(f, i);
            const double *g = v->gradient[k];
            for (int a = 0; a < 8; a++)
            {
                double scaled = stiff * g[a];
                for (int b = 0; b < 8; b++) K[a][b] += scaled * g[b];
            }
        }
        vertex_places(f, i, place);
        add_vertex(&s->A, place, K);
    }
}

/// A ◄ its factors, with as much of the parts that may be negative as a stable rod has.
static bool factor(const fibre *f, const der_scratch *s, const fibre_motion *m)
{
    int negative = 0;
    for (int k = 0; k < SHARES; k++)
    {
        assemble(f, s, m, shares[k], true);
        if (banded_factor(&s->A, &negative) < 0 && negative == f->element_count) return true;
    }
    return false;
}

// ---- rounds ----

static void residual(const fibre *f, const der_scratch *s, const fibre_motion *m, double *R)
{
    const fibre_root root = rounds_root(m, m->epsilon);
    double eps = m->epsilon, h = m->h;
    der_shape_moved(f, m->q, &root, h * eps * (1 - eps), s->v, h * eps * eps, s->w, &s->bent);
    der_elastic(f, &s->bent, R);
    for (int k = 0; k < f->v_count; k++) R[k] *= -h;
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = der_vertex_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++)
            R[place + k] += rounds_mass(f, i) * (s->w[place + k] - s->v[place + k]);
    }
    for (int i = 0; i < f->element_count; i++)
    {
        int spin = der_spin_place(f, i);
        R[spin] += f->inertia[2] * rounds_length(f) * (s->w[spin] - s->v[spin]);
    }
    if (f->damping > 0) add_damping(f, &s->bent, &root, h, s->w, R);
    subtract_loads(f, s, m, s->w, R);
    add_lengths(f, s, m, R);
}

void der_add_bias(const fibre *f, const der_scratch *s, const fibre_root *root, const double *v, vec3 gravity,
                  double *bias)
{
    const fibre_motion still = {.h = 1, .gravity = gravity};
    subtract_loads(f, s, &still, v, bias);
    if (f->damping > 0) add_damping(f, &s->bent, root, 1, v, bias);
}

/// (v_free - v)ᵀ M̂ (v_free - v) = |Lᵀ d|² in the metric of D, where d has no tension.
static double drive_of(const fibre *f, const der_scratch *s, const fibre_motion *m)
{
    double *d = s->d;
    for (int k = 0; k < f->v_count; k++) d[k] = m->v_free[k] - m->v[k];
    for (int i = 0; i < f->element_count; i++) d[der_tension_place(f, i)] = 0;
    return rounds_drive(&s->A, d);
}

bool der_free(const fibre *f, double *scratch, fibre_motion *motion)
{
    der_scratch s = der_scratch_of(f, scratch);
    const size_t size = sizeof(double) * (size_t)f->v_count;
    rounds_pace pace = rounds_begin(f, motion, GOOD);
    fibre_root root = rounds_root(motion, 0);
    memcpy(s.v, motion->v, size);
    der_shape_fill(f, motion->q, &root, false, &s.bent);
    der_project_velocity(f, &s.bent, &root, s.chain, s.v);
    memcpy(s.w, s.v, size);
    if (motion->expected)
        for (int k = 0; k < f->v_count; k++) s.w[k] += motion->expected[k];
    motion->unsettled = der_vertex_place(f, f->element_count);
    for (int round = 0; round < ROUNDS && motion->unsettled >= 0; round++)
    {
        residual(f, &s, motion, s.rhs);
        bool found = pace.fresh || factor(f, &s, motion);
        double change = found ? rounds_take(f, &s.A, der_vertex_place, s.rhs, s.w, motion) : HUGE_VAL;
        if (!isfinite(change)) return rounds_give_up(f, motion, round);
        if (rounds_ended(&pace, round, change)) motion->unsettled = -1;
    }
    motion->drive = drive_of(f, &s, motion);
    return true;
}

bool der_stand(const fibre *f, double *scratch)
{
    der_scratch s = der_scratch_of(f, scratch);
    const fibre_motion still = {.h = 1, .epsilon = 0};
    int negative = 0, n = f->element_count;
    memcpy(s.bent.edges, s.pose.edges, sizeof(der_edge) * (size_t)n);
    memset(s.w, 0, sizeof(double) * (size_t)f->v_count);
    assemble(f, &s, &still, 0, false);
    return banded_factor(&s.A, &negative) < 0 && negative == n;
}
