// Constants of bodies that change their shape, and what 3 × 3 matrices they need.

#include "bodies/deformable/deformable.h"

#include <math.h>

bool deformable_constants_make(const rigid_constants *body, double volume, double young, double poisson, double damping,
                               deformable_constants *f)
{
    const double FLAT = 1e-9; // of the largest S
    const double *I = body->inertia;
    *f = (deformable_constants){
        .mass = body->mass,
        .second = {0.5 * (I[1] + I[2] - I[0]), 0.5 * (I[0] + I[2] - I[1]), 0.5 * (I[0] + I[1] - I[2])},
        .volume = volume,
        .lame = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
        .shear = 0.5 * young / (1.0 + poisson),
        .damping = damping};
    double largest = fmax(f->second[0], fmax(f->second[1], f->second[2]));
    return fmin(f->second[0], fmin(f->second[1], f->second[2])) > FLAT * largest;
}

double deformable_determinant(const double A[9])
{
    return A[0] * (A[4] * A[8] - A[5] * A[7]) + A[1] * (A[5] * A[6] - A[3] * A[8]) + A[2] * (A[3] * A[7] - A[4] * A[6]);
}

void deformable_invert(const double A[9], double inverse[9])
{
    double d = 1.0 / deformable_determinant(A);
    const double out[9] = {A[4] * A[8] - A[5] * A[7], A[2] * A[7] - A[1] * A[8], A[1] * A[5] - A[2] * A[4],
                           A[5] * A[6] - A[3] * A[8], A[0] * A[8] - A[2] * A[6], A[2] * A[3] - A[0] * A[5],
                           A[3] * A[7] - A[4] * A[6], A[1] * A[6] - A[0] * A[7], A[0] * A[4] - A[1] * A[3]};
    for (int k = 0; k < 9; k++) inverse[k] = d * out[k];
}

quat deformable_rotation(const double A[9], quat near)
{
    enum
    {
        ROUNDS = 50 // it converges quadratically, after a halving for each power of two that A is stretched by
    };
    const double ENOUGH = 1e-15; // of the entries of R
    double R[9], inverse[9], change = INFINITY;
    for (int k = 0; k < 9; k++) R[k] = A[k];
    for (int round = 0; round < ROUNDS && change > ENOUGH; round++)
    {
        change = 0.0;
        deformable_invert(R, inverse);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
            {
                double next = 0.5 * (R[3 * i + j] + inverse[3 * j + i]); // R ◄ ½ (R + R⁻ᵀ)
                change = fmax(change, fabs(next - R[3 * i + j]));
                R[3 * i + j] = next;
            }
    }
    quat q = quat_from_matrix(R);
    bool other = q.w * near.w + q.x * near.x + q.y * near.y + q.z * near.z < 0.0;
    return other ? (quat){-q.w, -q.x, -q.y, -q.z} : q;
}

void deformable_rates(const double inverse[9], const double rate[9], vec3 *spin, double strain[9])
{
    double G[9];
    m3_multiply(rate, inverse, G);
    *spin = v3(0.5 * (G[7] - G[5]), 0.5 * (G[2] - G[6]), 0.5 * (G[3] - G[1]));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) strain[3 * i + j] = 0.5 * (G[3 * i + j] + G[3 * j + i]);
}
