// The step of a CoRdE rod: residual, matrix, Newton's rounds. Energies in corde.h, derivatives in corde_strain.c.
//
// Unknown is w = v⁺. A round takes forces and K at q_ε(w) = q ⊕ εh v ⊕ ε²h (w - v) and solves
//     (M + h D + ε²h² K) (w' - w) = -R(w),    R = M (w - v) - h f(q_ε) + h D w,
// until h Σ |w' - w| is small beside the length (rounds.c). The factor is kept while changes shrink fast. Internal
// friction is that of bending and twisting: D = damping times their part of K that is never negative.
//
// Waves of stretching and of alignment are far beyond what a step can follow. The midpoint rule would keep them for
// ever, and with contacts they shake a rod that lies still (on a slope it crept by 40 µm/s). So with ε < 1 these
// strains have internal friction by the length of the step, 2 (1 - ε) h, at the mean of both velocities: a rod that
// swings stiffly feels none. Its derivative by q is not symmetric, and left out of the matrix; where rounds do not end
// for it they go on by Euler's rule (ε = 1).

#include "bodies/fibre/corde.h"
#include "linalg/vector.h"

#include <string.h>

// Changes that shrink by this and more need no new factor.
static const double GOOD = 0.1;

enum
{
    ROUNDS = 24,
    SHARES = 4,
    MIDPOINT_ROUNDS = 8 // from here on by Euler's rule
};

// Of what forces turn in K, from all of it to none: rounds converge like powers of what is left out.
static const double shares[SHARES] = {1, 0.8, 0.5, 0};

// ---- configurations ----

/// Before the first: the clamp, with the sign that makes its turn the shorter one; the first once more if the root
/// floats.
static void fill_clamp(const fibre *f, const fibre_root *root, const corde_shape *shape)
{
    quat e = f->floating ? shape->turn[0] : root->q, g = shape->turn[0];
    bool near = e.w * g.w + e.x * g.x + e.y * g.y + e.z * g.z >= 0;
    shape->turn[-1] = near ? e : (quat){-e.w, -e.x, -e.y, -e.z};
}

void corde_shape_fill(const fibre *f, const double *q, const fibre_root *root, const corde_shape *shape)
{
    int n = f->element_count;
    shape->x[0] = f->floating ? v3_load(q) : root->x;
    for (int i = 0; i < n; i++)
    {
        const double *at = q + 3 + CORDE_Q * (size_t)i;
        shape->turn[i] = quat_load(at);
        shape->x[i + 1] = v3_load(at + 4);
    }
    for (int k = 0; k < LANES; k++)
        shape->turn[n + k] = quat_identity(), shape->x[n + 1 + k] = v3_add_scaled(shape->x[n], k + 1, v3(0, 0, 1));
    fill_clamp(f, root, shape);
}

/// bent ◄ the shape that `start` has after displacements a v + b w.
static void fill_moved(const fibre *f, const corde_scratch *s, const fibre_root *root, double a, double b)
{
    const int n = f->element_count, first = corde_turn_place(f, 0);
    for (int i = 0; i <= n; i++)
    {
        int place = corde_point_place(f, i);
        s->bent.x[i] =
            place < 0 ? root->x
                      : v3_add_scaled(v3_add_scaled(s->start.x[i], a, v3_load(s->v + place)), b, v3_load(s->w + place));
    }
    for (int k = 1; k <= LANES; k++) s->bent.x[n + k] = v3_add_scaled(s->bent.x[n], k, v3(0, 0, 1));
    corde_turn(n, s->start.turn, a, s->v + first, b, s->w + first, s->bent.turn);
    fill_clamp(f, root, &s->bent);
}

corde_bar corde_bar_of(const corde_shape *shape, int i)
{
    corde_bar b = {.d3 = quat_rotate(shape->turn[i], v3(0, 0, 1)), .t = v3_sub(shape->x[i + 1], shape->x[i])};
    b.length = v3_norm(b.t);
    if (b.length > 0) b.t = v3_scale(1 / b.length, b.t);
    else b.t = b.d3, b.length = 1e-300;
    return b;
}

double corde_elastic(const fibre *f, const corde_shape *shape)
{
    double energy = 0;
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
    {
        double strain[3];
        v3_store(strain, corde_joint_strain(shape->turn[i - 1], shape->turn[i]));
        for (int k = 0; k < 3; k++)
        {
            double off = strain[k] - rounds_natural(f, i)[k];
            energy += 0.5 * f->stiffness[k] / rounds_reach(f, i) * off * off;
        }
    }
    for (int i = 0; i < f->element_count; i++)
    {
        corde_bar b = corde_bar_of(shape, i);
        energy += corde_bar_energy(f, &b);
    }
    return energy;
}

void corde_inertia_matrix(const fibre *f, quat turn, double I[9])
{
    double R[9];
    quat_to_matrix(turn, R);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
        {
            double sum = 0;
            for (int m = 0; m < 3; m++) sum += R[3 * k + m] * f->inertia[m] * R[3 * l + m];
            I[3 * k + l] = rounds_length(f) * sum;
        }
}

vec3 corde_inertia(const fibre *f, quat turn, vec3 a)
{
    vec3 own = quat_rotate_back(turn, a);
    own = v3(f->inertia[0] * own.x, f->inertia[1] * own.y, f->inertia[2] * own.z);
    return v3_scale(rounds_length(f), quat_rotate(turn, own));
}

// ---- residual ----

/// `weight` of what bends in a matrix, or 1 of forces.
static corde_law law_of(const fibre *f, double h, double weight, double damping, double friction)
{
    corde_law law = {.n = f->element_count,
                     .first = corde_turn_place(f, 0),
                     .floats = f->floating,
                     .h = h,
                     .weight = weight,
                     .damping = damping,
                     .friction = friction,
                     .bar = corde_stiffness_of(f),
                     .natural = rounds_natural(f, 0)};
    for (int k = 0; k < 3; k++)
    {
        law.bending[k] = weight * f->stiffness[k] / rounds_length(f);
        law.inertia[k] = rounds_length(f) * f->inertia[k];
    }
    return law;
}

static rounds_bar bar_of(const void *shape, int i)
{
    corde_bar b = corde_bar_of(shape, i);
    return (rounds_bar){b.t, b.length};
}

/// R -= h (weight, drag, pushes).
static void subtract_loads(const fibre *f, const corde_scratch *s, const fibre_motion *m, const double *w, double *R)
{
    rounds_subtract_loads(f, corde_point_place, bar_of, &s->pose, m, w, R);
    for (int i = 0; i < f->element_count && m->wrench; i++)
    {
        vec3 t = corde_bar_of(&s->pose, i).t;
        rounds_add(R, corde_turn_place(f, i), -m->h * v3_dot(t, v3_load(m->wrench[i] + 3)), t);
    }
}

/// R ◄ what elements push, and inertia of points, at velocities v and w.
static void add_elements(const fibre *f, const corde_scratch *s, const corde_law *law, const corde_shape *mass,
                         const fibre_root *root, double *R)
{
    const int n = f->element_count, first = law->first;
    const corde_push *p = &s->push;
    corde_forces(law, mass, &s->bent, root, s->v + first, s->w + first, s->push);
    for (int i = 0; i <= n; i++)
    {
        int place = corde_point_place(f, i), turn = corde_turn_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++)
        {
            const double *force = p->force + (size_t)k * p->stride + i;
            double sum = rounds_mass(f, i) * (s->w[place + k] - s->v[place + k]) + (i > 0 ? force[-1] : 0);
            R[place + k] = i < n ? sum - force[0] : sum;
        }
        for (int k = 0; k < 3 && i < n; k++)
        {
            size_t at = (size_t)k * p->stride + (size_t)i;
            R[turn + k] = i + 1 < n ? p->torque[at] - p->bent[at + 1] : p->torque[at];
        }
    }
}

void corde_bias(const fibre *f, const corde_scratch *s, const fibre_root *root, const double *v, vec3 gravity,
                double *bias)
{
    const fibre_motion still = {.h = 1, .gravity = gravity};
    const corde_law law = law_of(f, 1, 1, f->damping, 0);
    for (int k = 0; k < f->v_count; k++) s->v[k] = s->w[k] = v[k];
    add_elements(f, s, &law, &s->bent, root, bias);
    subtract_loads(f, s, &still, v, bias);
}

static void residual(const fibre *f, const corde_scratch *s, const fibre_motion *m, double *R)
{
    const fibre_root root = rounds_root(m, m->epsilon);
    const corde_law law = law_of(f, m->h, 1, f->damping, s->friction);
    double eps = m->epsilon, h = m->h;
    fill_moved(f, s, &root, h * eps * (1 - eps), h * eps * eps);
    add_elements(f, s, &law, &s->pose, &root, R);
    subtract_loads(f, s, m, s->w, R);
}

// ---- matrix ----

static void assemble_mass(const fibre *f, const corde_scratch *s, double h)
{
    const double c[2] = {0.5 * h * f->drag[0] * rounds_length(f), 0.5 * h * f->drag[1] * rounds_length(f)};
    memset(s->A.values, 0, sizeof(double) * banded_size(s->A.n, s->A.width));
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = corde_point_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++) *banded_at(&s->A, place + k, place + k) += rounds_mass(f, i);
    }
    const corde_law law = law_of(f, h, 1, 0, 0);
    corde_inertia_all(&law, &s->pose, &s->A);
    for (int i = 0; i < f->element_count && (c[0] != 0 || c[1] != 0); i++)
    {
        corde_bar bar = corde_bar_of(&s->pose, i);
        const double t[3] = {bar.t.x, bar.t.y, bar.t.z};
        for (int end = 0; end < 2; end++)
        {
            int point = corde_point_place(f, i + end);
            for (int k = 0; k < 3 && point >= 0; k++)
                for (int l = 0; l <= k; l++)
                    *banded_at(&s->A, point + k, point + l) += (c[1] - c[0]) * t[k] * t[l] + (k == l ? c[0] : 0);
        }
    }
}

/// `share`: of what forces turn, which may be negative.
static void assemble(const fibre *f, const corde_scratch *s, const fibre_motion *m, double share)
{
    const double weight = m->epsilon * m->epsilon * m->h * m->h;
    const corde_law law = law_of(f, m->h, weight, m->h * f->damping / weight, s->friction);
    assemble_mass(f, s, m->h);
    corde_matrix(&law, &s->bent, share, s->hold, &s->A);
}

/// A ◄ its factors, with as much of what forces turn as leaves it positive definite.
static bool factor(const fibre *f, const corde_scratch *s, const fibre_motion *m)
{
    int negative = 0;
    for (int k = 0; k < SHARES; k++)
    {
        assemble(f, s, m, shares[k]);
        if (banded_factor(&s->A, &negative) < 0 && negative == 0) return true;
    }
    return false;
}

// ---- rounds ----

/// (v_free - v)ᵀ M̂ (v_free - v) = |Lᵀ d|² in the metric of D.
static double drive_of(const fibre *f, const corde_scratch *s, const fibre_motion *m)
{
    double *d = s->d;
    for (int k = 0; k < f->v_count; k++) d[k] = m->v_free[k] - m->v[k];
    return rounds_drive(&s->A, d);
}

/// hold ◄ tension and P d3 of a shape, and what displacements d (a change of v, times `share`) add to first order.
static void predict(const fibre *f, const corde_scratch *s, const corde_shape *shape, double share, const double *d)
{
    for (int i = 0; i < f->element_count; i++)
    {
        corde_bar b = corde_bar_of(shape, i);
        double *hold = s->hold + 4 * (size_t)i, stretch = b.length - rounds_length(f);
        vec3 across = v3_add_scaled(b.d3, -v3_dot(b.d3, b.t), b.t);
        if (d)
        {
            int a = corde_point_place(f, i);
            vec3 e = v3_sub(v3_load(d + corde_point_place(f, i + 1)), a < 0 ? v3_zero() : v3_load(d + a));
            vec3 turn = v3_cross(v3_load(d + corde_turn_place(f, i)), b.d3);
            double along = v3_dot(e, b.t);
            stretch += share * along;
            vec3 change = v3_add_scaled(turn, -1 / b.length, v3_add_scaled(e, -along, b.t));
            across = v3_add_scaled(across, share, change);
        }
        hold[0] = corde_axial(f) / rounds_length(f) * stretch;
        v3_store(hold + 1, across);
    }
}

bool corde_free(const fibre *f, double *scratch, fibre_motion *motion)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    s.friction = (1 - motion->epsilon) * motion->h * motion->h;
    rounds_pace pace = rounds_begin(f, motion, GOOD);
    for (int k = 0; k < f->v_count; k++)
    {
        s.v[k] = motion->v[k];
        s.w[k] = motion->v[k] + (motion->expected ? motion->expected[k] : 0);
    }
    double share = motion->epsilon * motion->epsilon * motion->h;
    fibre_root root = rounds_root(motion, 0);
    corde_shape_fill(f, motion->q, &root, &s.start);
    predict(f, &s, &s.start, 0, NULL);
    motion->unsettled = corde_point_place(f, f->element_count);
    for (int round = 0; round < ROUNDS && motion->unsettled >= 0; round++)
    {
        if (round == MIDPOINT_ROUNDS && motion->epsilon < 1)
        {
            motion->epsilon = 1;
            s.friction = 0, share = motion->h, pace.fresh = false;
        }
        residual(f, &s, motion, s.rhs);
        bool found = pace.fresh || factor(f, &s, motion);
        double change = found ? rounds_take(f, &s.A, corde_point_place, s.rhs, s.w, motion) : HUGE_VAL;
        if (!isfinite(change)) return rounds_give_up(f, motion, round);
        if (rounds_ended(&pace, round, change)) motion->unsettled = -1;
        else if (!pace.fresh || round + 1 == MIDPOINT_ROUNDS)
            predict(f, &s, &s.bent, share, s.rhs); // a new factor follows
    }
    motion->drive = drive_of(f, &s, motion);
    return true;
}

bool corde_stand(const fibre *f, double *scratch)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    int negative = 0;
    assemble_mass(f, &s, 0);
    return banded_factor(&s.A, &negative) < 0 && negative == 0;
}
