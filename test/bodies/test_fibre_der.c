// Discrete elastic rods: strains with their derivatives, lengths.

#include "support/fibre_kit.h"

#include "bodies/fibre/der.h"

// ---- strains of one vertex ----

typedef struct corner
{
    der_edge e, f;
} corner;

static der_edge edge_of(vec3 way, vec3 d1)
{
    der_edge e = {.length = v3_norm(way)};
    e.t = v3_scale(1 / e.length, way);
    d1 = v3_add_scaled(d1, -v3_dot(d1, e.t), e.t);
    e.d1 = v3_scale(1 / v3_norm(d1), d1);
    e.d2 = v3_cross(e.t, e.d1);
    return e;
}

/// The edge after its way has changed by `way`, and its frame has been carried along and turned by `angle`.
static der_edge moved(const der_edge *e, const double d[4])
{
    vec3 way = v3_add(v3_scale(e->length, e->t), v3_load(d));
    der_edge out = {.length = v3_norm(way)};
    out.t = v3_scale(1 / out.length, way);
    vec3 d1 = der_transport(e->d1, e->t, out.t), d2 = v3_cross(out.t, d1);
    out.d1 = v3_add(v3_scale(cos(d[3]), d1), v3_scale(sin(d[3]), d2));
    out.d2 = v3_cross(out.t, out.d1);
    return out;
}

static void strain_at(const corner *c, const double d[8], double strain[3])
{
    der_edge e = moved(&c->e, d), f = moved(&c->f, d + 4);
    der_vertex_strain(&e, &f, 0.4, strain);
}

static corner bent_corner(void)
{
    return (corner){.e = edge_of(v3(0.8, 0.3, -0.2), v3(0.1, 0.9, 0.4)),
                    .f = edge_of(v3(0.5, 0.9, 0.7), v3(-0.3, 0.8, 0.2))};
}

TEST(gradients_are_those_of_the_strains)
{
    corner c = bent_corner();
    double gradient[3][8];
    der_vertex_gradient(&c.e, &c.f, gradient);
    for (int k = 0; k < 8; k++)
    {
        const double step = 1e-6;
        double d[8] = {0}, up[3], down[3];
        d[k] = step, strain_at(&c, d, up);
        d[k] = -step, strain_at(&c, d, down);
        for (int s = 0; s < 3; s++) CHECK_NEAR(gradient[s][k], (up[s] - down[s]) / (2 * step), 1e-9);
    }
}

TEST(second_derivatives_are_those_of_the_strains)
{
    corner c = bent_corner();
    for (int s = 0; s < 3; s++)
    {
        double H[8][8], weight[3] = {0};
        weight[s] = 1;
        der_vertex_hessian(&c.e, &c.f, weight, H);
        for (int a = 0; a < 8; a++)
            for (int b = 0; b < 8; b++)
            {
                const double step = 2e-4; // ∂²/∂a∂b = (f(+,+) - f(+,-) - f(-,+) + f(-,-)) / 4h²
                double sum = 0, out[3];
                for (int sign = 0; sign < 4; sign++)
                {
                    double d[8] = {0};
                    d[a] += sign & 1 ? step : -step;
                    d[b] += sign & 2 ? step : -step;
                    strain_at(&c, d, out);
                    sum += (sign == 0 || sign == 3 ? 1 : -1) * out[s];
                }
                CHECK_NEAR(H[a][b], sum / (4 * step * step), 2e-6);
                CHECK_NEAR(H[a][b], H[b][a], 1e-14);
            }
    }
}

TEST(an_edge_made_from_strains_has_them)
{
    corner c = bent_corner();
    const double strain[3] = {0.3, -0.7, 1.1};
    der_edge f, back;
    double found[3];
    der_vertex_edge(&c.e, strain, false, &f);
    der_vertex_strain(&c.e, &f, 1, found);
    for (int k = 0; k < 3; k++) CHECK_NEAR(found[k], strain[k], 1e-14);
    der_vertex_edge(&f, strain, true, &back);
    CHECK(v3_distance(back.t, c.e.t) < 1e-14 && v3_distance(back.d1, c.e.d1) < 1e-14);
}

TEST(a_fold_has_finite_strains)
{
    der_edge e = edge_of(v3(1, 0, 0), v3(0, 1, 0)), f = edge_of(v3(-1, 0, 0), v3(0, 1, 0));
    double strain[3], gradient[3][8], H[8][8];
    der_vertex_strain(&e, &f, 0, strain);
    der_vertex_gradient(&e, &f, gradient);
    der_vertex_hessian(&e, &f, (const double[]){1, 1, 1}, H);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 8; l++) CHECK(isfinite(strain[k]) && isfinite(gradient[k][l]) && isfinite(H[k][l]));
}

// ---- a rod ----

TEST(lengths_are_kept)
{
    for (int rule = 0; rule < 2; rule++)
    {
        hf_fibre_def def = kit_def(HF_FIBRE_DER, 20);
        fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        vec3 x[21];
        for (int step = 0; step < 300; step++)
        {
            kit_step(&k, 2e-3, rule ? 0.5 : 1, rule ? 0.5 : 1, v3(0, 0.5, -9.81));
            kit_nodes(&k, x, NULL);
            for (int i = 0; i < 20; i++) CHECK_NEAR(v3_distance(x[i], x[i + 1]), 0.05, 1e-13);
        }
        kit_destroy(&k);
    }
}

/// Twist is linear in the spins of a straight rod, however many turns they make in a step: what ten radians leave is a
/// thousand times what a hundredth does.
TEST(turns_of_a_step_are_counted)
{
    enum
    {
        EDGES = 8
    };
    const double h = 1e-3;
    double spins[2][EDGES];
    for (int fast = 0; fast < 2; fast++)
    {
        hf_fibre_def def = kit_def(HF_FIBRE_DER, EDGES);
        fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        for (int i = EDGES - 3; i < EDGES; i++)
            k.v[der_spin_place(&k.f, i)] = (fast ? 10 : 0.01) / h * (i % 2 ? 1 : -1);
        kit_step(&k, h, 1, 1, v3_zero());
        for (int i = 0; i < EDGES; i++) spins[fast][i] = k.v[der_spin_place(&k.f, i)];
        kit_destroy(&k);
    }
    CHECK(fabs(spins[1][EDGES - 1]) > 1);
    for (int i = 0; i < EDGES; i++) CHECK_NEAR(spins[1][i], 1000 * spins[0][i], 1e-9 * fabs(spins[1][EDGES - 1]));
}
