// A step of an affine body: Newton's method for the equations of form.h.
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

double affine_energy(const deformable_constants *f, const double A[9])
{
    double E[9], square = 0.0;
    green_strain(A, E);
    for (int k = 0; k < 9; k++) square += E[k] * E[k];
    double trace = E[0] + E[4] + E[8];
    return f->volume * (f->shear * square + 0.5 * f->lame * trace * trace);
}

void affine_force(const deformable_constants *f, const double A[9], double force[9])
{
    double E[9], stress[9];
    green_strain(A, E);
    stress_of(f, E, stress);
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
    m3_multiply(s->middle, s->stress, force);
    for (int k = 0; k < 9; k++)
        s->rest[k] = f->second[k % 3] * (rate[k] - m->rate[k]) + m->h * force[k] - m->impulse[k];
}

/// M̂ there, and its factor in L.
static bool factor(const deformable_constants *f, const affine_motion *m, const round_state *s, double mass[81],
                   double L[81])
{
    double step = m->h * m->h * m->weight;
    for (int geometric = 1; geometric >= 0; geometric--)
    {
        make_mass(f, s->middle, s->stress, step * (m->weight + f->damping / m->h), geometric * step * m->weight, mass);
        memcpy(L, mass, 81 * sizeof *L);
        if (dense_cholesky(9, L, 9) == 0) return true;
    }
    return false;
}

bool affine_step(const deformable_constants *f, const affine_motion *m, double rate_after[9], double end[9],
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
