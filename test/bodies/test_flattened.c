// What keeps bodies that change their shape from being pressed flat: an energy below half of the volume, its forces and
// the step by differences.

#include "support/harness.h"

#include "bodies/deformable/deformable.h"

#include "base/random.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

static deformable_constants material(double poisson, double damping)
{
    deformable_constants f;
    const rigid_constants body = {.mass = 2.0, .inertia = {0.02, 0.03, 0.025}};
    CHECK(deformable_constants_make(&body, 0.002, 6e4, poisson, damping, &f));
    return f;
}

/// A random A with this determinant, one of whose stretches is the smallest.
static void random_shape(random_state *r, double determinant, double A[9])
{
    do
        for (int k = 0; k < 9; k++) A[k] = random_between(r, -0.4, 0.4) + (k % 4 == 0);
    while (!(deformable_determinant(A) > 0.1));
    double share = determinant / deformable_determinant(A);
    for (int k = 0; k < 3; k++) A[k] *= share;
}

TEST(nothing_changes_above_half_of_the_volume)
{
    random_state random = random_seed(1);
    deformable_constants f = material(0.3, 0.0);
    for (int trial = 0; trial < 100; trial++)
    {
        double A[9], E[9], trace = 0.0, square = 0.0;
        random_shape(&random, random_between(&random, 0.51, 1.5), A);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                E[3 * i + j] = 0.5 * (A[i] * A[j] + A[3 + i] * A[3 + j] + A[6 + i] * A[6 + j] - (i == j));
        for (int k = 0; k < 9; k++) square += E[k] * E[k];
        trace = E[0] + E[4] + E[8];
        CHECK(affine_energy(&f, A) == f.volume * (f.shear * square + 0.5 * f.lame * trace * trace));
    }
}

TEST(energy_grows_without_bound_and_bends_smoothly)
{
    deformable_constants f = material(0.0, 0.0);
    double last = 0.0;
    double flat = 0.4;
    for (int k = 0; k < 6; k++, flat *= 0.1) // each tenth is a hundred times as much
    {
        const double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, flat};
        double energy = affine_energy(&f, A), ball = scaled_energy(&f, cbrt(flat));
        if (flat < 1e-3) CHECK_NEAR(energy / last, 100.0, 0.1);
        CHECK(energy > last && ball > barrier_scale(&f) * barrier_energy(4.0 * flat * flat));
        last = energy;
    }
    // φ'' has no jump where it begins, and φ''' = 6 in size would be seen there
    CHECK(barrier_energy(1.0) == 0.0 && barrier_slope(1.0) == 0.0 && barrier_bend(1.0) == 0.0);
    CHECK_NEAR(barrier_bend(1.0 - 1e-6), 6e-6, 1e-10);
    // a column that is pressed along an axis alone gives way to nothing: its stress falls with each bit of its length
    double force[9], before = INFINITY;
    for (int k = 2; k < 45; k++)
    {
        double s = 0.01 * k;
        const double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, s};
        affine_force(&f, A, force);
        CHECK(-force[8] < before);
        before = -force[8];
    }
}

TEST(forces_are_the_gradient)
{
    random_state random = random_seed(2);
    const double STEP = 1e-6;
    for (int trial = 0; trial < 200; trial++)
    {
        double A[9], force[9], s = random_between(&random, 0.4, 0.85);
        deformable_constants f = material(random_between(&random, -0.5, 0.45), 0.0);
        random_shape(&random, random_between(&random, 0.1, 0.6), A);
        affine_force(&f, A, force);
        for (int k = 0; k < 9; k++)
        {
            double at = A[k];
            A[k] = at + STEP;
            double more = affine_energy(&f, A);
            A[k] = at - STEP;
            double less = affine_energy(&f, A);
            A[k] = at;
            CHECK_NEAR(force[k], (more - less) / (2 * STEP), 1e-6 * (fabs(force[k]) + barrier_scale(&f)));
        }
        double slope = (scaled_energy(&f, s + STEP) - scaled_energy(&f, s - STEP)) / (2 * STEP);
        CHECK_NEAR(scaled_force(&f, s), slope, 1e-6 * (fabs(slope) + barrier_scale(&f)));
    }
}

/// M̂ of Euler's rule, without a term left out, is the derivative of the impulse to the rate.
TEST(mass_is_the_derivative_of_the_step)
{
    random_state random = random_seed(3);
    const double h = 1e-3, SMALL = 1e-6;
    int compared = 0;
    for (int trial = 0; trial < 200; trial++)
    {
        double A[9], rate[9], impulse[9] = {0}, out[2][9], end[9], M[81], L[81], none[81];
        deformable_constants f = material(0.3, 1e-3);
        random_shape(&random, random_between(&random, 0.2, 0.45), A);
        for (int k = 0; k < 9; k++) rate[k] = random_between(&random, -5.0, 5.0);
        affine_motion m = {h, 1.0, A, rate, impulse};
        memcpy(out[0], rate, sizeof rate);
        CHECK(affine_step(&f, &m, out[0], end, M));
        CHECK(deformable_determinant(end) > 0.0);
        memcpy(L, M, sizeof M);
        CHECK(dense_cholesky(9, L, 9) == 0);
        double worst = 0.0, change[9];
        for (int a = 0; a < 9; a++)
            for (int b = 0; b < 9; b++) CHECK_NEAR(M[9 * a + b], M[9 * b + a], 1e-12 * (M[10 * a] + M[10 * b]));
        int k = trial % 9;
        for (int side = 0; side < 2; side++)
        {
            impulse[k] = side ? -SMALL : SMALL;
            memcpy(out[side], rate, sizeof rate);
            CHECK(affine_step(&f, &m, out[side], end, none));
        }
        for (int a = 0; a < 9; a++) change[a] = (out[0][a] - out[1][a]) / (2 * SMALL);
        for (int a = 0; a < 9; a++)
        {
            double got = 0.0;
            for (int b = 0; b < 9; b++) got += M[9 * a + b] * change[b];
            worst = fmax(worst, fabs(got - (a == k)));
        }
        compared += worst < 1e-4;
    }
    CHECK(compared == 200);
}

TEST(free_motion_keeps_energy_and_momentum_through_it)
{
    random_state random = random_seed(4);
    const double h = 2e-4;
    int flattened = 0;
    for (int trial = 0; trial < 50; trial++)
    {
        double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, rate[9], end[9], M[81], first = 0.0, momentum[3] = {0}, least = 1.0;
        const double none[9] = {0};
        deformable_constants f = material(0.3, 0.0);
        for (int k = 0; k < 9; k++) rate[k] = random_between(&random, -5.0, 5.0) - (k == 8 ? 300.0 : 0.0);
        for (int step = 0; step <= 100; step++)
        {
            double energy = affine_energy(&f, A), L[3] = {0};
            for (int k = 0; k < 9; k++) energy += 0.5 * f.second[k % 3] * rate[k] * rate[k];
            for (int k = 0; k < 3; k++)
                for (int i = 0; i < 3; i++)
                {
                    int p = (i + 1) % 3, q = (i + 2) % 3;
                    L[i] += f.second[k] * (A[3 * p + k] * rate[3 * q + k] - A[3 * q + k] * rate[3 * p + k]);
                }
            if (step == 0) first = energy, memcpy(momentum, L, sizeof L);
            CHECK_NEAR(energy, first, 1e-9 * first);
            for (int i = 0; i < 3; i++) CHECK_NEAR(L[i], momentum[i], 1e-11 * f.second[2] * 300.0);
            double next[9];
            const affine_motion m = {h, 0.5, A, rate, none};
            memcpy(next, rate, sizeof next);
            CHECK(affine_step(&f, &m, next, end, M));
            least = fmin(least, deformable_determinant(end));
            memcpy(A, end, sizeof A), memcpy(rate, next, sizeof rate);
        }
        CHECK(least > 0.0);
        flattened += least < 0.4;
    }
    CHECK(flattened == 50);
}

TEST(scale_keeps_energy_through_it_and_finds_its_step)
{
    const double h = 2e-4;
    for (int trial = 0; trial < 50; trial++)
    {
        deformable_constants f = material(0.3, 0.0);
        double s = 1.0, rate = -60.0 - 6.0 * trial, first = 0.0, least = 1.0, inertia = 0.0;
        for (int k = 0; k < 3; k++) inertia += f.second[k];
        for (int step = 0; step <= 200; step++)
        {
            double energy = scaled_energy(&f, s) + 0.5 * inertia * rate * rate, end, mass, next = rate;
            if (step == 0) first = energy;
            CHECK_NEAR(energy, first, 1e-9 * first);
            const scaled_motion m = {.h = h, .weight = 0.5, .s = s, .rate = rate};
            CHECK(scaled_step(&f, &m, &next, &end, &mass));
            CHECK(end > 0.0 && mass >= inertia);
            s = end, rate = next;
            least = fmin(least, s);
        }
        if (trial > 10) CHECK(least < 0.75);
    }
    double push = -1.0;
    for (int power = 0; power < 6; power++, push *= 10.0) // whatever presses it, there is a step
        for (int late = 0; late < 2; late++)
        {
            double weight = late ? 1.0 : 0.5;
            deformable_constants f = material(0.3, 1e-3);
            double rate = 0.0, end, mass;
            const scaled_motion m = {.h = 5e-3, .weight = weight, .s = 1.0, .impulse = push};
            CHECK(scaled_step(&f, &m, &rate, &end, &mass));
            CHECK(end > 0.0 && end < 1.0);
        }
}
