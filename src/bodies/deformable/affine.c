// A step of an affine body: Newton's method for the equations of deformable.h.
//
// The derivative of the residual S (Ȧ⁺ - Ȧ) + h A_ε Σ - P to Ȧ⁺, with dA⁺ = h ε dȦ⁺, dE⁺ = sym(A⁺ᵀ dA⁺):
//
//     M̂ = S ⊗ 1  +  h² ε (ε + τ/h) volume Bᵀ C B  +  h² ε² 1 ⊗ Σ,        B dA = sym(A_εᵀ dA)
//
// A_ε stands in the place of A⁺ in one of the two factors B: then M̂ is symmetric, which the rows of contacts need, and
// differs by the turning and stretching in half a step.
// The last term is left out where it would make M̂ indefinite (a body that is pressed at accelerations beyond size / 3
// h²). With that M̂ the method converges linearly, by a factor of that turning a round: to rounding in 4 to 12.
// Cost: a 9 × 9 Cholesky factor a round.
//
// Where that does not settle, or leads out of det A > 0 (of what is pressed flat), the derivative as it is, not
// symmetric, gives steps that are halved until the residual falls; they begin at A⁺ = A. With V_b there is an answer.

#include "bodies/deformable/deformable.h"

#include "linalg/dense.h"

#include <math.h>
#include <string.h>

/// E ◄ ½ (AᵀA - 1).
static void green_strain(const double A[9], double E[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            E[3 * i + j] = 0.5 * (A[i] * A[j] + A[3 + i] * A[3 + j] + A[6 + i] * A[6 + j] - (i == j));
}

/// stress ◄ volume · C : E.
static void stress_of(const deformable_constants *f, const double E[9], double stress[9])
{
    double trace = E[0] + E[4] + E[8];
    for (int k = 0; k < 9; k++) stress[k] = f->volume * (2.0 * f->shear * E[k] + (k % 4 == 0 ? f->lame * trace : 0.0));
}

// ---- where it is nearly flat ----

/// d = det(AᵀA) / FLATTENED².
static double volume_left(const double A[9])
{
    double share = deformable_determinant(A) / FLATTENED;
    return share * share;
}

/// C ◄ AᵀA.
static void metric(const double A[9], double C[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3 * i + j] = A[i] * A[j] + A[3 + i] * A[3 + j] + A[6 + i] * A[6 + j];
}

/// out ◄ out + scale · c(X, Y), twice the cofactors' polarization: c(X, X) = 2 cof X; X and Y symmetric.
static void add_cofactors(double scale, const double X[9], const double Y[9], double out[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            int p = 3 * ((i + 1) % 3), q = 3 * ((i + 2) % 3), r = (j + 1) % 3, s = (j + 2) % 3;
            out[3 * i + j] += scale * (X[p + r] * Y[q + s] + Y[p + r] * X[q + s] - X[p + s] * Y[q + r] - //
                                       Y[p + s] * X[q + r]);
        }
}

static double product(const double X[9], const double Y[9])
{
    double sum = 0.0;
    for (int k = 0; k < 9; k++) sum += X[k] * Y[k];
    return sum;
}

/// V_b over a step: the quotient of differences, and of what ε is above ½ the derivative at the end.
typedef struct flat_state
{
    bool active;
    double end[9];                // C⁺
    double turn[9];               // of dC⁺, by whose polarization the mean cofactors change
    double mean[9], last[9];      // cofactors: the mean of the way, and at the end
    double along, bend;           // of V_b to d, and its derivative to d⁺: of the quotient
    double along_last, bend_last; // … and of the end
} flat_state;

static flat_state flat_make(const deformable_constants *f, const affine_motion *m, const double end[9])
{
    flat_state s = {0};
    double C[9], a = volume_left(m->A), b = volume_left(end), late = 2.0 * m->weight - 1.0, scale = barrier_scale(f);
    const double UNIT = FLATTENED * FLATTENED;
    s.active = a < 1.0 || b < 1.0;
    if (!s.active) return s;
    barrier_secant secant = barrier_between(a, b);
    metric(m->A, C);
    metric(end, s.end);
    for (int k = 0; k < 9; k++) s.turn[k] = C[k] / 6.0 + s.end[k] / 3.0;
    add_cofactors(1.0 / 6.0, C, C, s.mean); // ∫cof = (cof C + cof C⁺ + ½ c(C, C⁺)) / 3
    add_cofactors(1.0 / 6.0, s.end, s.end, s.mean);
    add_cofactors(1.0 / 6.0, C, s.end, s.mean);
    add_cofactors(0.5, s.end, s.end, s.last);
    s.along = (1.0 - late) * scale * secant.value / UNIT;
    s.bend = (1.0 - late) * scale * secant.slope / (UNIT * UNIT);
    s.along_last = late * scale * barrier_slope(b) / UNIT;
    s.bend_last = late * scale * barrier_bend(b) / (UNIT * UNIT);
    return s;
}

static void flat_stress(const flat_state *s, double stress[9])
{
    for (int k = 0; k < 9; k++) stress[k] += 2.0 * (s->along * s->mean[k] + s->along_last * s->last[k]);
}

/// out ◄ out + what dE⁺ makes of the stress; symmetric in both with `even`, and positive without `all`.
static void flat_tangent(const flat_state *s, bool even, bool all, const double dE[9], double out[9])
{
    double change = 2.0 * product(even ? s->mean : s->last, dE), change_last = 2.0 * product(s->last, dE);
    for (int k = 0; k < 9; k++)
        out[k] += 2.0 * (s->bend * change * s->mean[k] + s->bend_last * change_last * s->last[k]);
    if (!all) return;
    add_cofactors(4.0 * s->along, s->turn, dE, out);
    add_cofactors(4.0 * s->along_last, s->end, dE, out);
}

double affine_energy(const deformable_constants *f, const double A[9])
{
    double E[9], square = 0.0;
    green_strain(A, E);
    for (int k = 0; k < 9; k++) square += E[k] * E[k];
    double trace = E[0] + E[4] + E[8];
    double energy = f->volume * (f->shear * square + 0.5 * f->lame * trace * trace), d = volume_left(A);
    return d < 1.0 ? energy + barrier_scale(f) * barrier_energy(d) : energy;
}

void affine_force(const deformable_constants *f, const double A[9], double force[9])
{
    double E[9], stress[9];
    green_strain(A, E);
    stress_of(f, E, stress);
    const affine_motion there = {.weight = 1.0, .A = A};
    flat_state flat = flat_make(f, &there, A);
    if (flat.active) flat_stress(&flat, stress);
    m3_multiply(A, stress, force);
}

/// M ◄ S ⊗ 1 + stiffness · BᵀCB + geometric · 1 ⊗ Σ; entry (3 i + k, 3 j + l) of rows i, j and columns k, l of A.
static void make_mass(const deformable_constants *f, const double A[9], const double stress[9], double stiffness,
                      double geometric, double M[81])
{
    double lame = stiffness * f->volume * f->lame, shear = stiffness * f->volume * f->shear;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                for (int l = 0; l < 3; l++)
                {
                    // 2 G sym(Aᵀ dA) : sym(Aᵀ dA') + λ tr tr, of unit entries: (Aᵀ dA)_pq = A_ip δ_kq
                    double along = A[3 * i] * A[3 * j] + A[3 * i + 1] * A[3 * j + 1] + A[3 * i + 2] * A[3 * j + 2];
                    double value = lame * A[3 * i + k] * A[3 * j + l] +
                                   shear * ((k == l ? along : 0.0) + A[3 * i + l] * A[3 * j + k]);
                    if (i == j) value += geometric * stress[3 * k + l] + (k == l ? f->second[k] : 0.0);
                    M[9 * (3 * i + k) + 3 * j + l] = value;
                }
}

/// What a round computes with.
typedef struct round_state
{
    double middle[9]; // A_ε
    double stress[9]; // Σ
    double rest[9];   // the residual
    flat_state flat;
} round_state;

static void evaluate(const deformable_constants *f, const affine_motion *m, const double rate[9], double end[9],
                     round_state *s)
{
    double E[9], E_end[9], mean[9], viscous = f->damping / m->h, force[9];
    for (int k = 0; k < 9; k++)
    {
        end[k] = m->A[k] + m->h * ((1.0 - m->weight) * m->rate[k] + m->weight * rate[k]);
        s->middle[k] = (1.0 - m->weight) * m->A[k] + m->weight * end[k];
    }
    green_strain(m->A, E);
    green_strain(end, E_end);
    for (int k = 0; k < 9; k++) mean[k] = E[k] + (m->weight + viscous) * (E_end[k] - E[k]);
    stress_of(f, mean, s->stress);
    s->flat = flat_make(f, m, end);
    if (s->flat.active) flat_stress(&s->flat, s->stress);
    m3_multiply(s->middle, s->stress, force);
    for (int k = 0; k < 9; k++)
        s->rest[k] = f->second[k % 3] * (rate[k] - m->rate[k]) + m->h * force[k] - m->impulse[k];
}

/// dE ◄ sym(Aᵀ dA), of the unit entry dA.
static void strain_of_entry(const double A[9], int entry, double dE[9])
{
    int i = entry / 3, k = entry % 3;
    memset(dE, 0, 9 * sizeof *dE);
    for (int p = 0; p < 3; p++)
    {
        dE[3 * p + k] += 0.5 * A[3 * i + p];
        dE[3 * k + p] += 0.5 * A[3 * i + p];
    }
}

/// M ◄ M + step · Bᵀ (of the barrier) B.
static void add_flat(const round_state *s, double step, bool all, double M[81])
{
    double strain[9][9];
    for (int a = 0; a < 9; a++) strain_of_entry(s->middle, a, strain[a]);
    for (int a = 0; a < 9; a++)
    {
        double stress[9] = {0};
        flat_tangent(&s->flat, true, all, strain[a], stress);
        for (int b = 0; b < 9; b++) M[9 * a + b] += step * product(strain[b], stress);
    }
}

/// M̂ there, and its factor in L.
static bool factor(const deformable_constants *f, const affine_motion *m, const round_state *s, double mass[81],
                   double L[81])
{
    double step = m->h * m->h * m->weight;
    for (int geometric = 1; geometric >= 0; geometric--)
    {
        make_mass(f, s->middle, s->stress, step * (m->weight + f->damping / m->h), geometric * step * m->weight, mass);
        if (s->flat.active) add_flat(s, step, geometric, mass);
        memcpy(L, mass, 81 * sizeof *L);
        if (dense_cholesky(9, L, 9) == 0) return true;
    }
    return false;
}

/// By M̂, which is nearly always enough.
static bool step_by_mass(const deformable_constants *f, const affine_motion *m, double rate_after[9], double end[9],
                         double mass[81])
{
    enum
    {
        ROUNDS = 60
    };
    const double ENOUGH = 1e-15;  // of A, whose entries are of order one: what a round changes A⁺ by
    const double SETTLED = 1e-10; // … and what is accepted where rounding allows no better
    double L[81], last = INFINITY;
    round_state s;
    for (int round = 0; round < ROUNDS; round++)
    {
        evaluate(f, m, rate_after, end, &s);
        if (!(deformable_determinant(end) > 0.0) || !factor(f, m, &s, mass, L)) return false;
        double largest = 0.0;
        dense_cholesky_solve(9, L, 9, 1, s.rest, 9);
        for (int k = 0; k < 9; k++) largest = fmax(largest, m->h * fabs(s.rest[k]));
        if (!(largest < 0.9 * last)) return last <= SETTLED; // rounding, or it does not converge
        for (int k = 0; k < 9; k++)
        {
            rate_after[k] -= s.rest[k];
            end[k] -= m->h * m->weight * s.rest[k];
        }
        if (largest <= ENOUGH) return true;
        last = largest;
    }
    return false;
}

/// J ◄ the derivative of the residual to Ȧ⁺.
static void derivative(const deformable_constants *f, const affine_motion *m, const double end[9], const round_state *s,
                       double J[81])
{
    double viscous = f->damping / m->h, step = m->h * m->h * m->weight;
    for (int b = 0; b < 9; b++)
    {
        double dE[9], dS[9], force[9];
        strain_of_entry(end, b, dE);
        stress_of(f, dE, dS);
        for (int k = 0; k < 9; k++) dS[k] *= m->weight + viscous;
        if (s->flat.active) flat_tangent(&s->flat, false, true, dE, dS);
        m3_multiply(s->middle, dS, force);
        for (int k = 0; k < 3; k++) force[b - b % 3 + k] += m->weight * s->stress[3 * (b % 3) + k];
        for (int a = 0; a < 9; a++) J[9 * a + b] = step * force[a] + (a == b ? f->second[a % 3] : 0.0);
    }
}

static double size_of(const deformable_constants *f, const round_state *s)
{
    double sum = 0.0;
    for (int k = 0; k < 9; k++) sum += s->rest[k] * s->rest[k] / f->second[k % 3];
    return sum;
}

/// rate ◄ rate - t change, t the largest of 1, ½, … for which the residual falls and det A⁺ > 0; false if none does.
static bool go_along(const deformable_constants *f, const affine_motion *m, const double change[9], double rate[9],
                     double end[9], round_state *s)
{
    enum
    {
        HALVINGS = 30
    };
    const double LEFT = 0.05; // of the volume: what a round leaves
    double t = 1.0, now = size_of(f, s), volume = deformable_determinant(end), from[9];
    memcpy(from, rate, sizeof from);
    for (int halving = 0; halving < HALVINGS; halving++, t *= 0.5)
    {
        for (int k = 0; k < 9; k++) rate[k] = from[k] - t * change[k];
        evaluate(f, m, rate, end, s);
        if (deformable_determinant(end) > LEFT * volume && size_of(f, s) < now) return true;
    }
    memcpy(rate, from, sizeof from);
    evaluate(f, m, rate, end, s);
    return false;
}

/// From A⁺ = A, which is not flat, by the derivative as it is.
static bool step_by_search(const deformable_constants *f, const affine_motion *m, double rate_after[9], double end[9],
                           double mass[81])
{
    enum
    {
        ROUNDS = 200
    };
    const double ENOUGH = 1e-15, SETTLED = 1e-10; // of A, as above
    double J[81], L[81], change[9], largest = INFINITY;
    int pivot[9];
    round_state s;
    for (int k = 0; k < 9; k++) rate_after[k] = (m->weight - 1.0) / m->weight * m->rate[k];
    evaluate(f, m, rate_after, end, &s);
    for (int round = 0; round < ROUNDS && largest > ENOUGH; round++)
    {
        derivative(f, m, end, &s, J);
        memcpy(change, s.rest, sizeof change);
        if (dense_lu(9, J, 9, pivot) != 0) return false;
        dense_lu_solve(9, J, 9, pivot, 1, change, 1);
        largest = 0.0;
        for (int k = 0; k < 9; k++) largest = fmax(largest, m->h * fabs(change[k]));
        if (!isfinite(largest)) return false;
        if (!go_along(f, m, change, rate_after, end, &s)) break;
    }
    return largest <= SETTLED && factor(f, m, &s, mass, L);
}

bool affine_step(const deformable_constants *f, const affine_motion *m, double rate_after[9], double end[9],
                 double mass[81])
{
    return step_by_mass(f, m, rate_after, end, mass) || step_by_search(f, m, rate_after, end, mass);
}
