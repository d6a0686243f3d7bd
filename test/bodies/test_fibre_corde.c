// CoRdE: energies of joints and elements with their derivatives.

#include "support/fibre_kit.h"

#include "bodies/fibre/corde.h"

static const double stiff[3] = {1.3, 0.7, 2.1}, natural[3] = {0.2, -0.4, 0.5};

static quat turned(quat q, const double d[3])
{
    return quat_integrate(q, v3_load(d), 1);
}

static double joint_energy(quat e, quat f, const double d[6])
{
    double sum = 0, u[3];
    v3_store(u, corde_joint_strain(turned(e, d), turned(f, d + 3)));
    for (int k = 0; k < 3; k++) sum += 0.5 * stiff[k] * (u[k] - natural[k]) * (u[k] - natural[k]);
    return sum;
}

TEST(joints_have_the_paper_s_strain)
{
    // u_k = 2 B_k q·q' / |q|², B_k q·q' = the k-th of vec(q* q'), q the mean, q' the difference of both
    quat e = quat_exp(v3(0.3, -0.8, 0.4)), f = quat_exp(v3(0.9, 0.1, -0.5));
    quat mean = {(e.w + f.w) / 2, (e.x + f.x) / 2, (e.y + f.y) / 2, (e.z + f.z) / 2};
    quat way = {f.w - e.w, f.x - e.x, f.y - e.y, f.z - e.z}, p = quat_multiply(quat_conjugate(mean), way);
    double square = mean.w * mean.w + mean.x * mean.x + mean.y * mean.y + mean.z * mean.z;
    CHECK(v3_distance(corde_joint_strain(e, f), v3_scale(2 / square, v3(p.x, p.y, p.z))) < 1e-14);
}

TEST(joints_have_exact_derivatives)
{
    quat e = quat_exp(v3(0.3, -0.8, 0.4)), f = quat_exp(v3(0.9, 0.1, -0.5));
    double moment[3], H[6][6], torque[6], u[3];
    v3_store(u, corde_joint_strain(e, f));
    for (int k = 0; k < 3; k++) moment[k] = stiff[k] * (u[k] - natural[k]);
    v3_store(torque + 3, corde_joint_torque(e, f, v3_load(moment)));
    v3_store(torque, v3_negate(v3_load(torque + 3)));
    corde_joint_hessian(e, f, stiff, v3_load(moment), H);
    for (int a = 0; a < 6; a++)
    {
        double d[6] = {0}, step = 1e-5;
        d[a] = step;
        double up = joint_energy(e, f, d);
        d[a] = -step;
        CHECK_NEAR(-torque[a], (up - joint_energy(e, f, d)) / (2 * step), 1e-8);
        for (int b = 0; b < 6; b++)
        {
            double sum = 0;
            step = 2e-4;
            for (int sign = 0; sign < 4; sign++)
            {
                double c[6] = {0};
                c[a] += sign & 1 ? step : -step;
                c[b] += sign & 2 ? step : -step;
                sum += (sign == 0 || sign == 3 ? 1 : -1) * joint_energy(e, f, c);
            }
            CHECK_NEAR(H[a][b], sum / (4 * step * step), 5e-6);
        }
    }
}

static double bar_energy(const fibre *f, vec3 e, quat q, const double d[6])
{
    vec3 way = v3_add(e, v3_load(d));
    corde_bar b = {.length = v3_norm(way), .d3 = quat_rotate(turned(q, d + 3), v3(0, 0, 1))};
    b.t = v3_scale(1 / b.length, way);
    return corde_bar_energy(f, &b);
}

TEST(bars_have_exact_derivatives)
{
    // EA = 1 N, ℓ = 1.2 m; d3 is 1e-4 rad from e: second derivatives are exact but for squares of that.
    const fibre f = {.element_count = 1, .length = 1.2, .stiffness = {0.25, 0.25, 1}, .section = {1, 1}};
    quat q = quat_exp(v3(0.4, -0.3, 0.9));
    vec3 d3 = quat_rotate(q, v3(0, 0, 1)), e = v3_scale(0.9, v3_add_scaled(d3, 3e-4, v3_perpendicular(d3)));
    for (int far = 0; far < 2; far++)
    {
        if (far) e = v3(0.3, 0.5, 0.7); // first derivatives are exact anywhere
        corde_bar b = {.length = v3_norm(e), .d3 = d3};
        vec3 force, torque;
        double H[6][6], both[6];
        b.t = v3_scale(1 / b.length, e);
        corde_bar_force(&f, &b, &force, &torque);
        corde_bar_hessian(&f, &b, (b.length - 1.2) / 1.2, v3_add_scaled(d3, -v3_dot(d3, b.t), b.t), H);
        v3_store(both, force), v3_store(both + 3, torque);
        for (int a = 0; a < 6; a++)
        {
            double d[6] = {0}, step = 1e-5;
            d[a] = step;
            double up = bar_energy(&f, e, q, d);
            d[a] = -step;
            CHECK_NEAR(-both[a], (up - bar_energy(&f, e, q, d)) / (2 * step), 1e-8);
            for (int k = 0; k < 6 && !far; k++)
            {
                double sum = 0;
                step = 2e-4;
                for (int sign = 0; sign < 4; sign++)
                {
                    double c[6] = {0};
                    c[a] += sign & 1 ? step : -step;
                    c[k] += sign & 2 ? step : -step;
                    sum += (sign == 0 || sign == 3 ? 1 : -1) * bar_energy(&f, e, q, c);
                }
                CHECK_NEAR(H[a][k], sum / (4 * step * step), 2e-6);
            }
        }
    }
}

/// What is kept of K where the exact one is not positive has no negative eigenvalue: xᵀ H x of many x.
TEST(the_other_matrix_is_never_negative)
{
    const fibre f = {.element_count = 1, .length = 1.2, .stiffness = {0.25, 0.25, 1}, .section = {1, 1}};
    for (int trial = 0; trial < 50; trial++)
    {
        double a[12], H[6][6];
        for (int k = 0; k < 12; k++) a[k] = sin(1.0 + 5 * k + 11 * trial);
        corde_bar b = {
            .length = 0.5 + fabs(a[0]), .t = v3_scale(1 / v3_norm(v3_load(a + 6)), v3_load(a + 6)), .d3 = v3(0, 0, 1)};
        for (int which = 0; which < 2; which++)
        {
            if (which) corde_bar_hessian(&f, &b, 0, v3_zero(), H);
            else corde_joint_hessian(quat_exp(v3_load(a)), quat_exp(v3_load(a + 3)), stiff, v3_zero(), H);
            double sum = 0;
            for (int k = 0; k < 6; k++)
                for (int l = 0; l < 6; l++) sum += a[k + 3] * H[k][l] * a[l + 3];
            CHECK(sum > -1e-12);
        }
    }
}
