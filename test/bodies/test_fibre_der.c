// Discrete elastic rods: derivatives, rows, lengths, motion.

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
    der_vertex v;
    der_vertex_strain(&e, &f, 0.4, &v);
    memcpy(strain, v.strain, sizeof v.strain);
}

static corner bent_corner(void)
{
    return (corner){.e = edge_of(v3(0.8, 0.3, -0.2), v3(0.1, 0.9, 0.4)),
                    .f = edge_of(v3(0.5, 0.9, 0.7), v3(-0.3, 0.8, 0.2))};
}

TEST(gradients_are_those_of_the_strains)
{
    corner c = bent_corner();
    der_vertex v;
    der_vertex_strain(&c.e, &c.f, 0.4, &v);
    der_vertex_gradient(&c.e, &c.f, &v);
    for (int k = 0; k < 8; k++)
    {
        const double step = 1e-6;
        double d[8] = {0}, up[3], down[3];
        d[k] = step, strain_at(&c, d, up);
        d[k] = -step, strain_at(&c, d, down);
        for (int s = 0; s < 3; s++) CHECK_NEAR(v.gradient[s][k], (up[s] - down[s]) / (2 * step), 1e-9);
    }
}

TEST(second_derivatives_are_those_of_the_strains)
{
    corner c = bent_corner();
    der_vertex v;
    der_vertex_strain(&c.e, &c.f, 0.4, &v);
    der_vertex_gradient(&c.e, &c.f, &v);
    for (int s = 0; s < 3; s++)
    {
        double H[8][8], weight[3] = {0};
        weight[s] = 1;
        der_vertex_hessian(&c.e, &c.f, &v, weight, H);
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
    der_vertex v;
    der_vertex_edge(&c.e, strain, false, &f);
    der_vertex_strain(&c.e, &f, 1, &v);
    for (int k = 0; k < 3; k++) CHECK_NEAR(v.strain[k], strain[k], 1e-14);
    der_vertex_edge(&f, strain, true, &back);
    CHECK(v3_distance(back.t, c.e.t) < 1e-14 && v3_distance(back.d1, c.e.d1) < 1e-14);
}

TEST(a_fold_has_finite_strains)
{
    der_edge e = edge_of(v3(1, 0, 0), v3(0, 1, 0)), f = edge_of(v3(-1, 0, 0), v3(0, 1, 0));
    der_vertex v;
    double H[8][8];
    der_vertex_strain(&e, &f, 0, &v);
    der_vertex_gradient(&e, &f, &v);
    der_vertex_hessian(&e, &f, &v, (const double[]){1, 1, 1}, H);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 8; l++) CHECK(isfinite(v.strain[k]) && isfinite(v.gradient[k][l]) && isfinite(H[k][l]));
}

// ---- a rod ----

/// A curled, elliptic rod, bent by a few steps of gravity aslant.
static fibre_kit curled(bool floating)
{
    hf_fibre_def def = kit_def(HF_FIBRE_DER, 12);
    def.section[1] = 5e-4;
    def.natural[0] = 2, def.natural[1] = -3, def.natural[2] = 4;
    def.damping = 0.01;
    fibre_kit k = kit_create(&def, floating, kit_root(v3(0.1, 0.2, 0.3), v3(0, 0.6, 0.8), v3(1, 0, 0)));
    for (int step = 0; step < 20; step++) kit_step(&k, 5e-3, 1, 1, v3(3, -2, -9));
    return k;
}

TEST(natural_shape_is_at_rest)
{
    for (int floating = 0; floating < 2; floating++)
    {
        hf_fibre_def def = kit_def(HF_FIBRE_DER, 25);
        def.natural[0] = 2, def.natural[1] = -3, def.natural[2] = 4;
        fibre_kit k = kit_create(&def, floating, kit_root(v3(0.1, 0.2, 0.3), v3(0, 0.6, 0.8), v3(1, 0, 0)));
        vec3 before = kit_tip(&k);
        CHECK_NEAR(kit_energy_of(&k, v3_zero()).elastic, 0, 1e-24);
        for (int step = 0; step < 10; step++) kit_step(&k, 1e-2, 1, 1, v3_zero());
        CHECK(v3_distance(before, kit_tip(&k)) < 1e-12);
        kit_destroy(&k);
    }
}

TEST(bias_is_the_gradient_of_energy)
{
    for (int floating = 0; floating < 2; floating++)
    {
        fibre_kit k = curled(floating);
        const fibre_kernel *kernel = k.f.kernel;
        const vec3 gravity = v3(3, -2, -9);
        double *bias = calloc((size_t)k.f.v_count, sizeof(double)), *q = calloc((size_t)k.f.q_count, sizeof(double));
        memset(k.v, 0, sizeof(double) * (size_t)k.f.v_count);
        kernel->pose(&k.f, k.q, &k.root, k.scratch);
        kernel->bias(&k.f, k.scratch, k.q, &k.root, k.v, gravity, bias);
        memcpy(q, k.q, sizeof(double) * (size_t)k.f.q_count);
        // Along velocities that keep lengths, since `advance` moves along no others.
        der_scratch s = der_scratch_of(&k.f, k.scratch);
        double *d = calloc((size_t)k.f.v_count, sizeof(double));
        for (int trial = 0; trial < 10; trial++)
        {
            double power = 0, energy[2];
            for (int i = 0; i < k.f.v_count; i++) d[i] = sin(1.0 + 3 * i + 7 * trial);
            fibre_root still = k.root;
            der_project_velocity(&k.f, &s.pose, &still, s.chain, d);
            for (int i = 0; i < k.f.v_count; i++) power += bias[i] * d[i];
            for (int e = 0; e < k.f.element_count; e++)
                power -= bias[der_tension_place(&k.f, e)] * d[der_tension_place(&k.f, e)];
            // the constraint's own curvature is of second order, and weighs against the bias: symmetric differences
            for (int side = 0; side < 2; side++)
            {
                memcpy(k.q, q, sizeof(double) * (size_t)k.f.q_count);
                kernel->advance(&k.f, &k.root, d, side ? 1e-6 : -1e-6, k.q, k.scratch);
                energy[side] = kit_energy_of(&k, gravity).sum;
            }
            memcpy(k.q, q, sizeof(double) * (size_t)k.f.q_count);
            kernel->pose(&k.f, k.q, &k.root, k.scratch);
            CHECK_NEAR(power, (energy[1] - energy[0]) / 2e-6, 1e-7);
        }
        free(bias), free(q), free(d);
        kit_destroy(&k);
    }
}

TEST(rows_are_answered_and_keep_lengths)
{
    for (int floating = 0; floating < 2; floating++)
    {
        fibre_kit k = curled(floating);
        const fibre_kernel *kernel = k.f.kernel;
        const int count = k.f.v_count;
        double *H = calloc((size_t)count * 9, sizeof(double));
        double *h[2] = {H + 2 * count, H + 3 * count}, *g[2] = {H + 4 * count, H + 5 * count}, *z = H + 6 * count,
               *dv = H + 7 * count;
        int first[2], size[2];
        const vec3 F[2] = {v3(1, 2, -1), v3(0.3, -1, 0.8)}, T[2] = {v3(0.1, 0, 0.2), v3(-0.2, 0.3, 0.1)};
        memset(k.v, 0, sizeof(double) * (size_t)count);
        kit_step(&k, 1e-6, 1, 1, v3_zero()); // so short that edges do not turn: the factor is of where they are
        kernel->pose(&k.f, k.q, &k.root, k.scratch);
        double full[2][200] = {{0}};
        for (int i = 0; i < 2; i++)
        {
            int begin, entries;
            kernel->row(&k.f, k.scratch, i ? 7 : 2, F[i], T[i], &begin, &entries, H);
            memcpy(full[i] + begin, H, sizeof(double) * (size_t)entries);
            first[i] = begin, size[i] = entries;
            kernel->half(&k.f, k.scratch, &first[i], &size[i], H, h[i], g[i]);
        }
        double product = 0, other = 0, answer = 0; // h_0 g_1 = h_1 g_0 = H_0 M̂⁻¹ H_1ᵀ
        for (int j = first[1]; j < first[1] + size[1]; j++)
        {
            product += h[0][j - first[0]] * g[1][j - first[1]];
            other += g[0][j - first[0]] * h[1][j - first[1]];
        }
        memset(z, 0, sizeof(double) * (size_t)count);
        memcpy(z + first[1], g[1], sizeof(double) * (size_t)size[1]);
        kernel->respond(&k.f, k.scratch, z, dv);
        for (int j = 0; j < count; j++) answer += full[0][j] * dv[j];
        CHECK_NEAR(product, answer, 1e-12 * fabs(answer));
        CHECK_NEAR(other, answer, 1e-12 * fabs(answer));
        der_scratch s = der_scratch_of(&k.f, k.scratch);
        double most = 0;
        for (int j = 0; j < count; j++) most = fmax(most, fabs(dv[j]));
        for (int e = 0; e < k.f.element_count; e++)
        {
            int a = der_vertex_place(&k.f, e), b = der_vertex_place(&k.f, e + 1);
            vec3 from = a < 0 ? v3_zero() : v3_load(dv + a);
            CHECK(fabs(v3_dot(s.bent.edges[e].t, v3_sub(v3_load(dv + b), from))) < 1e-7 * most);
        }
        free(H);
        kit_destroy(&k);
    }
}

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

TEST(energy_does_not_rise)
{
    const vec3 gravity = v3(0, 0.5, -9.81);
    for (int kind = 0; kind < 3; kind++) // straight, curled, whirling
    {
        hf_fibre_def def = kit_def(HF_FIBRE_DER, 20);
        if (kind) def.natural[0] = 5, def.natural[2] = 3;
        fibre_kit k = kit_create(&def, kind == 2, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        if (kind == 2)
            for (int i = 0; i < k.f.v_count; i++) k.v[i] = sin(2.0 * i);
        kit_step(&k, 2e-3, 1, 1, gravity); // after which velocities keep lengths
        double before = kit_energy_of(&k, gravity).sum, scale = fabs(before) + 0.03;
        for (int step = 0; step < 500; step++)
        {
            kit_step(&k, 2e-3, 1, 1, gravity);
            double now = kit_energy_of(&k, gravity).sum;
            CHECK(now <= before + 1e-10 * scale);
            before = now;
        }
        kit_destroy(&k);
    }
}

TEST(midpoint_keeps_energy)
{
    const vec3 gravity = v3(0, 0.5, -9.81);
    double drift[2];
    for (int fine = 0; fine < 2; fine++)
    {
        double h = fine ? 5e-4 : 1e-3;
        hf_fibre_def def = kit_def(HF_FIBRE_DER, 10);
        fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        double start = kit_energy_of(&k, gravity).sum, worst = 0;
        for (int step = 0; step * h < 0.5; step++)
        {
            kit_step(&k, h, 0.5, 0.5, gravity);
            worst = fmax(worst, fabs(kit_energy_of(&k, gravity).sum - start));
        }
        drift[fine] = worst / (1e-6 * kit_pi * 1000 * 9.81 * 0.5);
        kit_destroy(&k);
    }
    printf("    midpoint: drift %.2e, at half the step %.2e\n", drift[0], drift[1]);
    CHECK(drift[0] < 1e-3 && drift[1] < 0.5 * drift[0]);
}
