// The step of a discrete elastic rod: residual, matrix, Newton's rounds. Equations in der.h.
//
// Unknown is w = v⁺. A round takes forces, directions and K at q_ε(w) and solves
//     A (w' - w) = -R(w),    R_v = M (w - v) - h f(q_ε) + h D w + h Cᵀ T,    R_T = the error of lengths,
// until h Σ |w' - w| is small beside the length (rounds.c). The factor is kept while changes shrink fast, and made
// again where they do not;
// one factor and three rounds are the rule. What contacts are expected to do moves q_ε along, but not the velocities
// that are found.
//
// R_T. ε = 1: |e(q_ε)| - ℓ, whose derivative is h C. ε < 1: with e⁺ = e + h ((1 - ε) e'(v) + ε e'(w)),
//     R_T = (e_ε·(e⁺ - e) + ½ (|e|² - ℓ²)) / (ε |e_ε|),
// which for ε = 1/2 is (|e⁺|² - ℓ²) / |e_ε| to the last bit, and has the derivative h C but for the turning of e_ε.
//
// Special: a matrix whose factor has not n negative pivots, one for each length, is not that of a stable rod: it is
// made again
//          with less of the parts that can be negative. Rounds that do not come to an end say so (`unsettled`), and the
//          world
//          takes half of the step.

#include "bodies/fibre/der.h"
#include "linalg/lane3.h"

#include <string.h>

// Changes that shrink by this and more need no new factor. One that is made anew near a load at which the rod buckles
// is nearly singular, and throws rounds back that were nearly at their end: so not sooner than it must.
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

// ---- residual ----

double der_elastic(const fibre *f, const der_shape *shape)
{
    double energy = 0;
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
        for (size_t k = 0; k < 3; k++)
        {
            double off = shape->strain[k * shape->stride + (size_t)i] - rounds_natural(f, i)[k];
            energy += 0.5 * f->stiffness[k] / rounds_reach(f, i) * off * off;
        }
    return energy;
}

/// Stiffness times `scale`; damping by strain rates.
static der_law law_of(const fibre *f, double scale, double damping)
{
    der_law law = {.damping = damping, .floats = f->floating, .natural = rounds_natural(f, 0)};
    for (int k = 0; k < 3; k++) law.stiffness[k] = scale * f->stiffness[k] / rounds_length(f);
    return law;
}

/// Velocities by components; before the first point one that turns with the clamp.
static void fill_speeds(const fibre *f, const der_scratch *s, const fibre_root *root, const double *v)
{
    const size_t stride = s->bent.stride;
    double *spin = s->speed + 3 * stride;
    vec3 first = f->floating ? v3_load(v) : root->v, before = first;
    if (!f->floating)
    {
        der_edge clamp = der_edge_at(&s->bent, -1);
        before = v3_sub(first, v3_cross(root->w, v3_scale(clamp.length, clamp.t)));
        spin[0] = v3_dot(root->w, clamp.t);
    }
    else spin[0] = 0;
    l3_put(s->speed, stride, before);
    l3_put(s->speed + 1, stride, first);
    for (int i = 0; i < f->element_count; i++)
    {
        l3_put(s->speed + i + 2, stride, v3_load(v + der_vertex_place(f, i + 1)));
        spin[i + 1] = v[der_spin_place(f, i)];
    }
}

/// R += h (∂E/∂q + D w), where the bent shape is.
static void add_elastic(const fibre *f, const der_scratch *s, const fibre_root *root, double h, const double *w,
                        double *R)
{
    const int n = f->element_count;
    const size_t stride = s->bent.stride;
    const double *e = s->push, *g = s->push + 4 * stride, *turn_e = e + 3 * stride, *turn_g = g + 3 * stride;
    der_law law = law_of(f, h, f->damping);
    if (f->damping > 0) fill_speeds(f, s, root, w);
    der_forces(n, &law, &s->bent, f->damping > 0 ? s->speed : NULL, s->push);
    for (int i = 0; i <= n; i++)
    {
        int place = der_vertex_place(f, i);
        for (size_t k = 0; k < 3 && place >= 0; k++)
        {
            size_t at = k * stride + (size_t)i;
            double sum = (e[at] - g[at]) - e[at + 1];
            R[(size_t)place + k] += i > 0 ? sum + g[at - 1] : sum;
        }
        if (i < n) R[der_spin_place(f, i)] += turn_g[i] + turn_e[i + 1];
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
    der_edge e = der_edge_at(shape, i);
    return (rounds_bar){e.t, e.length};
}

/// R -= h (weight, drag, pushes).
static void subtract_loads(const fibre *f, const der_scratch *s, const fibre_motion *m, const double *w, double *R)
{
    rounds_subtract_loads(f, der_vertex_place, bar_of, &s->pose, m, w, R);
    for (int i = 0; i < f->element_count && m->wrench; i++)
        R[der_spin_place(f, i)] -= m->h * v3_dot(der_edge_at(&s->pose, i).t, v3_load(m->wrench[i] + 3));
}

/// R ◄ R + h Cᵀ T, and R_T.
static void add_lengths(const fibre *f, const der_scratch *s, const fibre_motion *m, double *R)
{
    const double length = rounds_length(f), eps = m->epsilon;
    for (int i = 0; i < f->element_count; i++)
    {
        const int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1), tension = der_tension_place(f, i);
        const vec3 t = l3_take(s->bent.t + i + 1, s->bent.stride);
        const double long_now = s->bent.length[i + 1];
        rounds_add(R, a, -m->h * s->w[tension], t);
        rounds_add(R, b, m->h * s->w[tension], t);
        if (eps >= 1)
        {
            R[tension] = long_now - length;
            continue;
        }
        const double *q0 = i ? m->q + 3 + DER_EDGE_Q * (i - 1) + 4 : m->q, *q1 = m->q + 3 + DER_EDGE_Q * i + 4;
        vec3 start = v3_sub(v3_load(q1), v3_load(q0)), v0 = a < 0 ? m->root.v : v3_load(s->v + a);
        vec3 w0 = a < 0 ? m->root.v : v3_load(s->w + a);
        vec3 way = v3_scale(m->h * (1 - eps), v3_sub(v3_load(s->v + b), v0));
        way = v3_add_scaled(way, m->h * eps, v3_sub(v3_load(s->w + b), w0));
        double grown = 0.5 * (v3_norm2(start) - length * length) / long_now;
        R[tension] = (v3_dot(t, way) + grown) / eps;
    }
}

// ---- matrix ----

/// Column-wise lower triangle of a 3 × 3 block on the diagonal.
static void add_diagonal(const banded *A, int place, const double B[6])
{
    double *first = banded_at(A, place, place), *second = first + A->width + 1, *third = second + A->width + 1;
    first[0] += B[0], first[1] += B[1], first[2] += B[2];
    second[0] += B[3], second[1] += B[4];
    third[0] += B[5];
}

/// B ◄ a I + b ttᵀ: its lower triangle, by columns.
static void unit_and_outer(double a, double b, vec3 t, double B[6])
{
    vec3 s = v3_scale(b, t);
    B[0] = a + s.x * t.x, B[1] = s.x * t.y, B[2] = s.x * t.z;
    B[3] = a + s.y * t.y, B[4] = s.y * t.z;
    B[5] = a + s.z * t.z;
}

/// Of one edge, drag apart: T (I - ttᵀ)/|e| between its vertices, h C, -ρ.
static void assemble_edge(const fibre *f, const der_scratch *s, int i, double bent, double h)
{
    const int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1), tension = der_tension_place(f, i);
    const vec3 t = l3_take(s->bent.t + i + 1, s->bent.stride);
    const double row[3] = {h * t.x, h * t.y, h * t.z};
    double B[6];
    unit_and_outer(bent, -bent, t, B);
    *banded_at(&s->A, der_spin_place(f, i), der_spin_place(f, i)) += f->inertia[2] * rounds_length(f);
    add_diagonal(&s->A, b, B);
    for (int k = 0; k < 3; k++) *banded_at(&s->A, tension, b + k) += row[k];
    *banded_at(&s->A, tension, tension) -= SOFT * h * h * (1 / rounds_mass(f, i) + 1 / rounds_mass(f, i + 1));
    if (a < 0) return;
    const double full[9] = {B[0], B[1], B[2], B[1], B[3], B[4], B[2], B[4], B[5]};
    add_diagonal(&s->A, a, B);
    for (int k = 0; k < 3; k++)
    {
        double *column = banded_at(&s->A, b, a + k);
        for (int l = 0; l < 3; l++) column[l] -= full[3 * k + l];
        *banded_at(&s->A, tension, a + k) -= row[k];
    }
}

/// Masses, drag, and lengths.
static void assemble_edges(const fibre *f, const der_scratch *s, const fibre_motion *m, double share)
{
    double c[2], B[6], h = m->h, weight = m->epsilon * m->epsilon * h * h;
    edge_drag(f, c);
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = der_vertex_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++) *banded_at(&s->A, place + k, place + k) += rounds_mass(f, i);
    }
    for (int i = 0; i < f->element_count; i++)
    {
        double T = s->w[der_tension_place(f, i)];
        assemble_edge(f, s, i, weight * (T > 0 ? T : share * T) / s->bent.length[i + 1], h);
        if (c[0] == 0 && c[1] == 0) continue;
        unit_and_outer(h * c[0], h * (c[1] - c[0]), der_edge_at(&s->pose, i).t, B);
        for (int k = 0; k < 2; k++)
            if (der_vertex_place(f, i + k) >= 0) add_diagonal(&s->A, der_vertex_place(f, i + k), B);
    }
}

/// `share`: of the parts of K that may be negative.
static void assemble(const fibre *f, const der_scratch *s, const fibre_motion *m, double share, bool elastic)
{
    double weight = m->epsilon * m->epsilon * m->h * m->h;
    memset(s->A.values, 0, sizeof(double) * banded_size(s->A.n, s->A.width));
    assemble_edges(f, s, m, share);
    if (!elastic) return;
    der_law law = law_of(f, weight, m->h * f->damping / weight);
    der_matrix(f->element_count, &law, &s->bent, share, &s->A);
}

/// A ◄ its factors, with as much of the parts that may be negative as a stable rod has.
static bool factor(const fibre *f, const der_scratch *s, const fibre_motion *m)
{
    int negative = 0;
    for (int k = 0; k < SHARES; k++)
    {
        assemble(f, s, m, shares[k], !m->limp);
        if (banded_factor(&s->A, &negative) < 0 && negative == f->element_count) return true;
    }
    return false;
}

// ---- rounds ----

static void residual(const fibre *f, const der_scratch *s, const fibre_motion *m, double *R)
{
    const fibre_root root = rounds_root(m, m->epsilon);
    double eps = m->epsilon, h = m->h, inertia = f->inertia[2] * rounds_length(f);
    der_shape_moved(f, s, &root, h * eps * (1 - eps), s->v, h * eps * eps, s->w);
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = der_vertex_place(f, i), spin = der_spin_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++)
            R[place + k] = rounds_mass(f, i) * (s->w[place + k] - s->v[place + k]);
        if (i < f->element_count) R[spin] = inertia * (s->w[spin] - s->v[spin]);
    }
    if (!m->limp) add_elastic(f, s, &root, h, s->w, R);
    subtract_loads(f, s, m, s->w, R);
    add_lengths(f, s, m, R);
}

void der_bias(const fibre *f, const der_scratch *s, const fibre_root *root, const double *v, vec3 gravity, double *bias)
{
    const fibre_motion still = {.h = 1, .gravity = gravity};
    memset(bias, 0, sizeof(double) * (size_t)f->v_count);
    add_elastic(f, s, root, 1, v, bias);
    subtract_loads(f, s, &still, v, bias);
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
    der_start_at(f, motion->q, &s);
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

/// A ◄ the factors of M, lengths, and tensions T > 0 of s.w, where the pose is.
static bool stand(const fibre *f, const der_scratch *s, const fibre_motion *m)
{
    int negative = 0, n = f->element_count;
    for (size_t k = 0; k < 3 * s->pose.stride; k++) s->bent.t[k] = s->pose.t[k];
    for (size_t k = 0; k < s->pose.stride; k++) s->bent.length[k] = s->pose.length[k];
    assemble(f, s, m, 0, false);
    return banded_factor(&s->A, &negative) < 0 && negative == n;
}

bool der_stand(const fibre *f, double *scratch)
{
    der_scratch s = der_scratch_of(f, scratch);
    const fibre_motion still = {.h = 1, .epsilon = 0};
    memset(s.w, 0, sizeof(double) * (size_t)f->v_count);
    return stand(f, &s, &still);
}

bool der_stand_taut(const fibre *f, double *scratch, double h, const double *v)
{
    der_scratch s = der_scratch_of(f, scratch);
    const fibre_motion taut = {.h = h, .epsilon = 1};
    memcpy(s.w, v, sizeof(double) * (size_t)f->v_count);
    return stand(f, &s, &taut);
}
