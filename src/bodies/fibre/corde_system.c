// The step of a CoRdE rod: residual, matrix, Newton's rounds. Energies in corde.h, derivatives in corde_strain.c.
//
// Unknown is w = v⁺. A round takes forces and K at q_ε(w) = q ⊕ εh v ⊕ ε²h (w - v) and solves
//     (M + h D + ε²h² K) (w' - w) = -R(w),    R = M (w - v) - h f(q_ε) + h D w,
// until h Σ |w' - w| is small beside the length (rounds.c). The factor is kept while changes shrink fast. Internal friction is that
// of bending and twisting: D = damping times their part of K that is never negative.
//
// Waves of stretching and of alignment are far beyond what a step can follow. The midpoint rule would keep them for ever, and with contacts they
// shake a rod that lies still (on a slope it crept by 40 µm/s). So with ε < 1 these strains have internal friction by the length of the step,
// 2 (1 - ε) h, at the mean of both velocities: a rod that swings stiffly feels none. Its derivative by q is not
// symmetric, and left out of the matrix; where rounds do not end for it they go on by Euler's rule (ε = 1).

#include "bodies/fibre/corde.h"

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

void corde_shape_fill(const fibre *f, const double *q, const fibre_root *root, corde_shape *shape)
{
    int n = f->element_count;
    shape->x[0] = f->floating ? v3_load(q) : root->x;
    shape->clamp = root->q;
    for (int i = 0; i < n; i++)
    {
        const double *at = q + 3 + CORDE_Q * (size_t)i;
        shape->turn[i] = quat_load(at);
        shape->x[i + 1] = v3_load(at + 4);
    }
}

/// The shape that q has after displacements a v + b w.
static void fill_moved(const fibre *f, const double *q, const fibre_root *root, double a, const double *v, double b,
                       const double *w, corde_shape *shape)
{
    corde_shape_fill(f, q, root, shape);
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = corde_point_place(f, i);
        if (place < 0) continue;
        shape->x[i] = v3_add_scaled(v3_add_scaled(shape->x[i], a, v3_load(v + place)), b, v3_load(w + place));
    }
    for (int i = 0; i < f->element_count; i++)
    {
        int place = corde_turn_place(f, i);
        vec3 turn = v3_add(v3_scale(a, v3_load(v + place)), v3_scale(b, v3_load(w + place)));
        shape->turn[i] = quat_integrate(shape->turn[i], turn, 1);
    }
}

corde_bar corde_bar_of(const corde_shape *shape, int i)
{
    corde_bar b = {.d3 = quat_rotate(shape->turn[i], v3(0, 0, 1)), .t = v3_sub(shape->x[i + 1], shape->x[i])};
    b.length = v3_norm(b.t);
    if (b.length > 0) b.t = v3_scale(1 / b.length, b.t);
    else b.t = b.d3, b.length = 1e-300;
    return b;
}

/// The quaternions before and after point i. A clamp has the sign that makes its turn the shorter one.
static corde_joint joint_of(const corde_shape *shape, int i)
{
    if (i > 0) return corde_joint_of(shape->turn[i - 1], shape->turn[i]);
    quat e = shape->clamp, g = shape->turn[0];
    if (e.w * g.w + e.x * g.x + e.y * g.y + e.z * g.z < 0) e = (quat){-e.w, -e.x, -e.y, -e.z};
    return corde_joint_of(e, g);
}

static void joint_moments(const fibre *f, int i, const corde_joint *j, double stiff[3], double moment[3])
{
    const double strain[3] = {j->strain.x, j->strain.y, j->strain.z};
    for (int k = 0; k < 3; k++)
    {
        stiff[k] = f->stiffness[k] / rounds_reach(f, i);
        moment[k] = stiff[k] * (strain[k] - rounds_natural(f, i)[k]);
    }
}

double corde_elastic(const fibre *f, const corde_shape *shape, double *force)
{
    double energy = 0;
    if (force) memset(force, 0, sizeof(double) * (size_t)f->v_count);
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
    {
        double stiff[3], moment[3];
        corde_joint j = joint_of(shape, i);
        joint_moments(f, i, &j, stiff, moment);
        for (int k = 0; k < 3; k++) energy += 0.5 * moment[k] * moment[k] / stiff[k];
        if (!force) continue;
        vec3 torque = corde_joint_torque(&j, moment);
        rounds_add(force, corde_turn_place(f, i), 1, torque);
        if (i > 0) rounds_add(force, corde_turn_place(f, i - 1), -1, torque);
    }
    for (int i = 0; i < f->element_count; i++)
    {
        corde_bar b = corde_bar_of(shape, i);
        vec3 push, torque;
        energy += corde_bar_force(f, &b, &push, &torque);
        if (!force) continue;
        rounds_add(force, corde_point_place(f, i), -1, push);
        rounds_add(force, corde_point_place(f, i + 1), 1, push);
        rounds_add(force, corde_turn_place(f, i), 1, torque);
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

/// R += h D w: rates of bending and twisting.
static void add_damping(const fibre *f, const corde_shape *shape, const fibre_root *root, double h, const double *w,
                        double *R)
{
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
    {
        double stiff[3], moment[3];
        corde_joint j = joint_of(shape, i);
        joint_moments(f, i, &j, stiff, moment);
        vec3 apart = v3_sub(v3_load(w + corde_turn_place(f, i)), i ? v3_load(w + corde_turn_place(f, i - 1)) : root->w);
        corde_joint_rate(&j, apart, moment);
        for (int k = 0; k < 3; k++) moment[k] *= h * f->damping * stiff[k];
        vec3 torque = corde_joint_torque(&j, moment);
        rounds_add(R, corde_turn_place(f, i), -1, torque);
        if (i > 0) rounds_add(R, corde_turn_place(f, i - 1), 1, torque);
    }
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

void corde_add_bias(const fibre *f, const corde_scratch *s, const fibre_root *root, const double *v, vec3 gravity,
                    double *bias)
{
    const fibre_motion still = {.h = 1, .gravity = gravity};
    subtract_loads(f, s, &still, v, bias);
    if (f->damping > 0) add_damping(f, &s->bent, root, 1, v, bias);
    for (int i = 0; i < f->element_count; i++)
    {
        vec3 w = v3_load(v + corde_turn_place(f, i));
        rounds_add(bias, corde_turn_place(f, i), 1, v3_cross(w, corde_inertia(f, s->bent.turn[i], w)));
    }
}

/// R += 2 (1 - ε) h² K_s (v + w)/2, K_s of stretching and alignment.
static void add_stiff_damping(const fibre *f, const corde_scratch *s, const fibre_motion *m, const fibre_root *root,
                              double *R)
{
    const double c = s->friction;
    for (int i = 0; i < f->element_count && c > 0; i++)
    {
        int a = corde_point_place(f, i), b = corde_point_place(f, i + 1), turn = corde_turn_place(f, i);
        double H[6][6], rate[6], out[6] = {0};
        corde_bar bar = corde_bar_of(&s->bent, i);
        corde_bar_hessian(f, &bar, 0, v3_zero(), H);
        vec3 first = a < 0 ? v3_scale(2, root->v) : v3_add(v3_load(m->v + a), v3_load(s->w + a));
        v3_store(rate, v3_sub(v3_add(v3_load(m->v + b), v3_load(s->w + b)), first));
        v3_store(rate + 3, v3_add(v3_load(m->v + turn), v3_load(s->w + turn)));
        for (int k = 0; k < 6; k++)
            for (int l = 0; l < 6; l++) out[k] += c * H[k][l] * rate[l];
        rounds_add(R, a, -1, v3_load(out)), rounds_add(R, b, 1, v3_load(out)), rounds_add(R, turn, 1, v3_load(out + 3));
    }
}

static void residual(const fibre *f, corde_scratch *s, const fibre_motion *m, double *R)
{
    const fibre_root root = rounds_root(m, m->epsilon);
    double eps = m->epsilon, h = m->h;
    fill_moved(f, m->q, &root, h * eps * (1 - eps), m->v, h * eps * eps, s->w, &s->bent);
    corde_elastic(f, &s->bent, R);
    for (int k = 0; k < f->v_count; k++) R[k] *= -h;
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = corde_point_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++)
            R[place + k] += rounds_mass(f, i) * (s->w[place + k] - m->v[place + k]);
    }
    for (int i = 0; i < f->element_count; i++)
    {
        int place = corde_turn_place(f, i);
        vec3 w = v3_load(s->w + place), v = v3_load(m->v + place), mean = v3_scale(0.5, v3_add(v, w));
        rounds_add(R, place, 1, corde_inertia(f, s->pose.turn[i], v3_sub(w, v)));
        rounds_add(R, place, h, v3_cross(mean, corde_inertia(f, s->pose.turn[i], mean)));
    }
    if (f->damping > 0) add_damping(f, &s->bent, &root, h, s->w, R);
    add_stiff_damping(f, s, m, &root, R);
    subtract_loads(f, s, m, s->w, R);
}

// ---- matrix ----

/// A += s H for coordinates at places; -1: prescribed. `sign` of each.
static void scatter(const banded *A, double s, double H[6][6], const int *place, const int *block, const int *sign,
                    int count)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
        {
            if (place[a] < 0 || place[b] < 0 || place[b] > place[a]) continue;
            double scale = s * sign[a] * sign[b];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < (a == b ? k + 1 : 3); l++)
                    *banded_at(A, place[a] + k, place[b] + l) += scale * H[block[a] + k][block[b] + l];
        }
}

static void assemble_mass(const fibre *f, const corde_scratch *s, double h)
{
    const double c[2] = {0.5 * h * f->drag[0] * rounds_length(f), 0.5 * h * f->drag[1] * rounds_length(f)};
    memset(s->A.values, 0, sizeof(double) * banded_size(s->A.n, s->A.width));
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = corde_point_place(f, i);
        for (int k = 0; k < 3 && place >= 0; k++) *banded_at(&s->A, place + k, place + k) += rounds_mass(f, i);
    }
    for (int i = 0; i < f->element_count; i++)
    {
        double I[9];
        int place = corde_turn_place(f, i);
        corde_inertia_matrix(f, s->pose.turn[i], I);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l <= k; l++) *banded_at(&s->A, place + k, place + l) += I[3 * k + l];
        if (c[0] == 0 && c[1] == 0) continue;
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
    double h = m->h, weight = m->epsilon * m->epsilon * h * h, damped = h * f->damping;
    assemble_mass(f, s, h);
    for (int i = 0; i < f->element_count; i++)
    {
        double H[6][6], stiff[3], moment[3];
        if (i > 0 || !f->floating)
        {
            const int place[2] = {i ? corde_turn_place(f, i - 1) : -1, corde_turn_place(f, i)};
            corde_joint j = joint_of(&s->bent, i);
            joint_moments(f, i, &j, stiff, moment);
            for (int k = 0; k < 3; k++) stiff[k] *= weight + damped, moment[k] *= share * weight;
            corde_joint_hessian(&j, stiff, moment, share > 0, H);
            scatter(&s->A, 1, H, place, (const int[]){0, 3}, (const int[]){1, 1}, 2);
        }
        const int place[3] = {corde_point_place(f, i), corde_point_place(f, i + 1), corde_turn_place(f, i)};
        const int block[3] = {0, 0, 3}, sign[3] = {-1, 1, 1};
        corde_bar bar = corde_bar_of(&s->bent, i);
        const double *hold = s->hold + 4 * (size_t)i;
        corde_bar_hessian(f, &bar, hold[0] > 0 ? hold[0] : share * hold[0], v3_scale(share, v3_load(hold + 1)), H);
        scatter(&s->A, weight, H, place, block, sign, 3);
        if (s->friction == 0) continue;
        corde_bar_hessian(f, &bar, 0, v3_zero(), H);
        scatter(&s->A, s->friction, H, place, block, sign, 3);
    }
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
    for (int k = 0; k < f->v_count; k++) s.w[k] = motion->v[k] + (motion->expected ? motion->expected[k] : 0);
    double share = motion->epsilon * motion->epsilon * motion->h;
    fibre_root root = rounds_root(motion, 0);
    corde_shape_fill(f, motion->q, &root, &s.bent);
    predict(f, &s, &s.bent, 0, NULL);
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
        predict(f, &s, &s.bent, share, s.rhs);
        if (rounds_ended(&pace, round, change)) motion->unsettled = -1;
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
