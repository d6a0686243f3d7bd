// What fibre.h promises of a kernel, of discrete rods: natural shapes at rest, bias, rows, energy, pushes, faults.

#include "support/fibre_kit.h"

#include "bodies/fibre/der.h"

static const hf_fibre_kind kinds[] = {HF_FIBRE_DER, HF_FIBRE_CORDE};
enum
{
    KINDS = 2,
    CASES = 2 * KINDS // of each kind a prescribed and a floating one
};

/// A curled, elliptic rod, bent by a few steps of gravity aslant.
static fibre_kit curled(int c)
{
    hf_fibre_def def = kit_def(kinds[c / 2], 12);
    def.section[1] = 5e-4;
    def.natural[0] = 2, def.natural[1] = -3, def.natural[2] = 4;
    def.damping = 0.01;
    fibre_kit k = kit_create(&def, c % 2, kit_root(v3(0.1, 0.2, 0.3), v3(0, 0.6, 0.8), v3(1, 0, 0)));
    for (int step = 0; step < 20; step++) kit_step(&k, 5e-3, 1, 1, v3(3, -2, -9));
    return k;
}

TEST(natural_shape_is_at_rest)
{
    for (int c = 0; c < CASES; c++)
    {
        hf_fibre_def def = kit_def(kinds[c / 2], 25);
        def.natural[0] = 2, def.natural[1] = -3, def.natural[2] = 4;
        fibre_kit k = kit_create(&def, c % 2, kit_root(v3(0.1, 0.2, 0.3), v3(0, 0.6, 0.8), v3(1, 0, 0)));
        vec3 before = kit_tip(&k);
        CHECK_NEAR(kit_energy_of(&k, v3_zero()).elastic, 0, 1e-24);
        for (int step = 0; step < 10; step++) kit_step(&k, 1e-2, 1, 1, v3_zero());
        CHECK(v3_distance(before, kit_tip(&k)) < 1e-10);
        kit_destroy(&k);
    }
}

/// Strains of a start along a curve, made natural, leave it at rest; of a helix they are its curvature and torsion.
TEST(a_curve_can_be_natural)
{
    enum
    {
        POINTS = 2000
    };
    static double points[3 * POINTS];
    const double radius = 0.05, pitch = 0.03, along = 10; // x = r cos φ, y = r sin φ, z = p φ
    for (int i = 0; i < POINTS; i++)
    {
        double phi = along * i / (POINTS - 1);
        points[3 * i] = radius * cos(phi), points[3 * i + 1] = radius * sin(phi), points[3 * i + 2] = pitch * phi;
    }
    const double square = radius * radius + pitch * pitch;
    for (int c = 0; c < CASES; c++)
    {
        hf_fibre_def def = kit_def(kinds[c / 2], 60);
        def.point_count = POINTS, def.points = points;
        def.length = along * sqrt(square);
        double strains[180], again[180];
        fibre_kit k = kit_create(&def, c % 2, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
        CHECK(k.fit < 0.005); // chords bring it nearer to the axis
        k.f.kernel->strains(&k.f, k.q, strains);
        double bend = 0;
        for (int i = 1; i < 60; i++) bend += hypot(strains[3 * i], strains[3 * i + 1]) / 59;
        CHECK_NEAR(bend, radius / square, 0.01 * radius / square);
        kit_destroy(&k);
        def.natural_elements = strains;
        k = kit_create(&def, c % 2, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
        k.f.kernel->strains(&k.f, k.q, again);
        for (int i = 3; i < 180; i++) CHECK_NEAR(again[i], strains[i], 1e-9);
        vec3 tip = kit_tip(&k);
        CHECK_NEAR(kit_energy_of(&k, v3_zero()).elastic, 0, 1e-20);
        for (int step = 0; step < 10; step++) kit_step(&k, 1e-2, 1, 1, v3_zero());
        CHECK(v3_distance(tip, kit_tip(&k)) < 1e-9);
        kit_destroy(&k);
    }
}

TEST(bias_is_the_gradient_of_energy)
{
    const vec3 gravity = v3(3, -2, -9);
    for (int c = 0; c < CASES; c++)
    {
        fibre_kit k = curled(c);
        const fibre_kernel *kernel = k.f.kernel;
        const size_t nv = (size_t)k.f.v_count, nq = (size_t)k.f.q_count;
        double *bias = calloc(nv, sizeof(double)), *q = calloc(nq, sizeof(double)), *d = calloc(nv, sizeof(double));
        memset(k.v, 0, sizeof(double) * nv);
        kernel->pose(&k.f, k.q, &k.root, k.scratch);
        kernel->bias(&k.f, k.scratch, k.q, &k.root, k.v, gravity, bias);
        memcpy(q, k.q, sizeof(double) * nq);
        for (int trial = 0; trial < 10; trial++)
        {
            double power = 0, energy[2];
            for (size_t i = 0; i < nv; i++) d[i] = sin(1.0 + 3.0 * (double)i + 7 * trial);
            if (k.f.kind == HF_FIBRE_DER) // which moves along no other velocities than those that keep lengths
            {
                der_scratch s = der_scratch_of(&k.f, k.scratch);
                kernel->pose(&k.f, q, &k.root, k.scratch);
                der_project_velocity(&k.f, &s.pose, &k.root, s.chain, d);
                for (int e = 0; e < k.f.element_count; e++) d[der_tension_place(&k.f, e)] = 0;
            }
            for (size_t i = 0; i < nv; i++) power += bias[i] * d[i];
            for (int side = 0; side < 2; side++)
            {
                memcpy(k.q, q, sizeof(double) * nq);
                kernel->advance(&k.f, &k.root, d, side ? 1e-6 : -1e-6, k.q, k.scratch);
                energy[side] = kit_energy_of(&k, gravity).sum;
            }
            CHECK_NEAR(power, (energy[1] - energy[0]) / 2e-6, 1e-6 * (1 + fabs(power)));
        }
        free(bias), free(q), free(d);
        kit_destroy(&k);
    }
}

TEST(rows_are_answered)
{
    for (int c = 0; c < CASES; c++)
    {
        fibre_kit k = curled(c);
        const fibre_kernel *kernel = k.f.kernel;
        const int count = k.f.v_count;
        const vec3 F[2] = {v3(1, 2, -1), v3(0.3, -1, 0.8)}, T[2] = {v3(0.1, 0, 0.2), v3(-0.2, 0.3, 0.1)};
        double H[100], h[2][100], g[2][100], full[2][100] = {{0}}, z[100] = {0}, dv[100];
        int first[2], size[2];
        CHECK(count <= 100);
        memset(k.v, 0, sizeof(double) * (size_t)count);
        kit_step(&k, 1e-6, 1, 1, v3_zero()); // so short that nothing turns: the factor is of where it is
        kernel->pose(&k.f, k.q, &k.root, k.scratch);
        for (int i = 0; i < 2; i++)
        {
            kernel->row(&k.f, k.scratch, i ? 7 : 2, F[i], T[i], &first[i], &size[i], H);
            memcpy(full[i] + first[i], H, sizeof(double) * (size_t)size[i]);
            kernel->half(&k.f, k.scratch, &first[i], &size[i], H, h[i], g[i]);
        }
        double product = 0, other = 0, answer = 0; // h_0 g_1 = h_1 g_0 = H_0 M̂⁻¹ H_1ᵀ
        for (int j = first[1]; j < first[1] + size[1]; j++)
        {
            product += h[0][j - first[0]] * g[1][j - first[1]];
            other += g[0][j - first[0]] * h[1][j - first[1]];
        }
        memcpy(z + first[1], g[1], sizeof(double) * (size_t)size[1]);
        kernel->respond(&k.f, k.scratch, z, dv);
        for (int j = 0; j < count; j++) answer += full[0][j] * dv[j];
        CHECK_NEAR(product, answer, 1e-11 * fabs(answer));
        CHECK_NEAR(other, answer, 1e-11 * fabs(answer));
        double power = 0, twists[12][6]; // a row is what `twists` says of velocities
        const fibre_root still = {.q = k.root.q};
        kernel->twists(&k.f, k.scratch, &still, dv, twists);
        power = v3_dot(F[0], v3_load(twists[2])) + v3_dot(T[0], v3_load(twists[2] + 3));
        CHECK_NEAR(power, answer, 1e-11 * fabs(answer));
        kit_destroy(&k);
    }
}

/// A push on discrete elastic rods changes no length.
TEST(responses_keep_lengths)
{
    for (int c = 0; c < 2; c++)
    {
        fibre_kit k = curled(c);
        double H[100], h[100], g[100], z[100] = {0}, dv[100], most = 0;
        int first, size;
        memset(k.v, 0, sizeof(double) * (size_t)k.f.v_count);
        kit_step(&k, 1e-6, 1, 1, v3_zero());
        k.f.kernel->pose(&k.f, k.q, &k.root, k.scratch);
        k.f.kernel->row(&k.f, k.scratch, 5, v3(1, 2, -1), v3(0, 0.1, 0), &first, &size, H);
        k.f.kernel->half(&k.f, k.scratch, &first, &size, H, h, g);
        memcpy(z + first, g, sizeof(double) * (size_t)size);
        k.f.kernel->respond(&k.f, k.scratch, z, dv);
        der_scratch s = der_scratch_of(&k.f, k.scratch);
        for (int j = 0; j < k.f.v_count; j++) most = fmax(most, fabs(dv[j]));
        for (int e = 0; e < k.f.element_count; e++)
        {
            int a = der_vertex_place(&k.f, e), b = der_vertex_place(&k.f, e + 1);
            vec3 from = a < 0 ? v3_zero() : v3_load(dv + a);
            CHECK(fabs(v3_dot(der_edge_at(&s.pose, e).t, v3_sub(v3_load(dv + b), from))) < 1e-7 * most);
        }
        kit_destroy(&k);
    }
}

TEST(energy_does_not_rise)
{
    const vec3 gravity = v3(0, 0.5, -9.81);
    for (int c = 0; c < 3 * KINDS; c++) // straight, curled, whirling
    {
        hf_fibre_def def = kit_def(kinds[c / 3], 20);
        if (c % 3) def.natural[0] = 5, def.natural[2] = 3;
        fibre_kit k = kit_create(&def, c % 3 == 2, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        if (c % 3 == 2)
            for (int i = 0; i < k.f.v_count; i++) k.v[i] = sin(2.0 * i);
        kit_step(&k, 1e-4, 1, 1, gravity); // after which velocities keep lengths
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
    for (int c = 0; c < KINDS; c++)
    {
        double drift[2];
        for (int fine = 0; fine < 2; fine++)
        {
            double h = fine ? 5e-4 : 1e-3;
            hf_fibre_def def = kit_def(kinds[c], 10);
            fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
            double start = kit_energy_of(&k, gravity).sum, worst = 0;
            for (int step = 0; step * h < 0.5; step++)
            {
                kit_step(&k, h, 0.5, 0.5, gravity);
                worst = fmax(worst, fabs(kit_energy_of(&k, gravity).sum - start));
            }
            drift[fine] = worst / (1e-6 * kit_pi * 1000 * 9.81 * 0.5); // by m g L/2
            kit_destroy(&k);
        }
        printf("    %s, midpoint: drift %.2e, at half the step %.2e\n", hf_fibre_kind_name(kinds[c]), drift[0],
               drift[1]);
        CHECK(drift[0] < 1e-3 && drift[1] < 0.5 * drift[0]);
    }
}

/// The place in v of a vertex of a floating rod.
static int vertex_place(const fibre_kit *k, int i)
{
    return i == 0 ? 0 : k->f.kind == HF_FIBRE_DER ? 3 + 5 * (i - 1) + 1 : 3 + 6 * (i - 1) + 3;
}

/// A rod that whirls and bends changes its momentum by its weight alone.
TEST(a_floating_rod_falls_as_one)
{
    for (int c = 0; c < KINDS; c++)
    {
        hf_fibre_def def = kit_def(kinds[c], 16);
        def.natural[0] = 3, def.natural[2] = 5;
        fibre_kit k = kit_create(&def, true, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        const vec3 w = v3(3, -5, 8);
        vec3 x[17];
        kit_nodes(&k, x, NULL);
        for (int i = 0; i <= 16; i++) v3_store(k.v + vertex_place(&k, i), v3_cross(w, x[i]));
        for (int i = 0; i < 16; i++)
            if (c) v3_store(k.v + 3 + 6 * i, w);
            else k.v[der_spin_place(&k.f, i)] = v3_dot(w, v3_sub(x[i + 1], x[i])) * 16;
        vec3 momentum[2] = {v3_zero(), v3_zero()};
        for (int when = 0; when < 2; when++)
        {
            double total = 0, *M = calloc((size_t)k.f.v_count * (size_t)k.f.v_count, sizeof(double));
            k.f.kernel->pose(&k.f, k.q, &k.root, k.scratch);
            k.f.kernel->mass(&k.f, k.scratch, M);
            for (int i = 0; i <= 16; i++)
            {
                int place = vertex_place(&k, i);
                double m = M[(size_t)place * ((size_t)k.f.v_count + 1)];
                momentum[when] = v3_add_scaled(momentum[when], m, v3_load(k.v + place));
                total += m;
            }
            CHECK_NEAR(total, kit_pi * 1e-6 * 1000, 1e-15);
            free(M);
            for (int step = 0; step < 100 && when == 0; step++) kit_step(&k, 1e-3, 0.5, 0.5, v3(0, 0, -9.81));
        }
        vec3 change = v3_sub(momentum[1], momentum[0]);
        CHECK(v3_distance(change, v3(0, 0, -9.81 * 0.1 * kit_pi * 1e-3)) < 1e-9);
        kit_destroy(&k);
    }
}

/// Twist of several turns is not forgotten: the tip of a rod that was started with it turns back.
TEST(whole_turns_of_twist_count)
{
    for (int c = 0; c < KINDS; c++)
    {
        hf_fibre_def def = kit_def(kinds[c], 10);
        def.natural[2] = 12; // the natural shape is straight, and turned by 12 rad
        fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
        double energy = kit_energy_of(&k, v3_zero()).elastic;
        CHECK_NEAR(energy, 0, 1e-20);
        for (int e = 0; e < 10; e++) // turn element e by -(s at its middle) · 24: the twist becomes -12
        {
            double angle = -24 * (e + 0.5) / 10;
            if (k.f.kind == HF_FIBRE_DER) k.v[der_spin_place(&k.f, e)] = angle;
            else k.v[6 * e + 2] = angle;
        }
        for (int part = 0; part < 100; part++) k.f.kernel->advance(&k.f, &k.root, k.v, 0.01, k.q, k.scratch);
        energy = kit_energy_of(&k, v3_zero()).elastic;
        const double GJ = 1e9 / 3 * kit_pi * 0.5e-12;
        CHECK_NEAR(energy, 0.95 * 0.5 * GJ * 24 * 24, (c ? 0.08 : 1e-9) * energy); // 4 tan(φ/4) of 1.2 rad is 3 % more
        kit_destroy(&k);
    }
}

/// Air takes away relative motion: a floating rod ends with the wind, and sinks at m g/(c L).
TEST(drag_has_its_terminal_speed)
{
    for (int c = 0; c < KINDS; c++)
    {
        hf_fibre_def def = kit_def(kinds[c], 8);
        def.drag[0] = 0.5, def.drag[1] = 0.1;
        fibre_kit k = kit_create(&def, true, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        for (int step = 0; step < 200; step++) kit_step(&k, 1e-2, 1, 1, v3(0, 0, -9.81));
        const double speed = 9.81 * kit_pi * 1e-3 / 0.5;
        vec3 x[9], y[9];
        kit_nodes(&k, x, NULL);
        kit_step(&k, 1e-2, 1, 1, v3(0, 0, -9.81));
        kit_nodes(&k, y, NULL);
        for (int i = 0; i <= 8; i++) CHECK_NEAR((x[i].z - y[i].z) / 1e-2, speed, 1e-7);
        kit_destroy(&k);
    }
}

/// A root that is moved takes the rod along: after a turn at constant speed it hangs outward, and lengths and clamp
/// hold.
TEST(a_moving_root_is_followed)
{
    for (int c = 0; c < CASES; c++)
    {
        hf_fibre_def def = kit_def(kinds[c / 2], 10);
        const double theta = c % 2 ? 0.5 : 1; // both rules
        def.length = 0.3;
        def.damping = 0.02;
        fibre_kit k = kit_create(&def, false, kit_root(v3(0.1, 0, 0), v3(1, 0, 0), v3(0, 1, 0)));
        const double h = 2e-3, rate = 5;
        double *middle = calloc((size_t)k.f.q_count, sizeof(double)), *v = calloc((size_t)k.f.v_count, sizeof(double));
        for (int step = 0; step < 2000; step++) // the root goes round the z axis, and turns with it
        {
            double angle = rate * h * (step + 1 - theta);
            quat turn = quat_multiply(quat_exp(v3(0, 0, angle)), kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)).q);
            fibre_root half = {.x = v3(0.1 * cos(angle), 0.1 * sin(angle), 0), .q = turn, .w = v3(0, 0, rate)};
            half.v = v3_cross(half.w, half.x);
            fibre_motion motion = {
                .h = h, .theta = theta, .epsilon = theta, .root = half, .q = k.q, .v = k.v, .v_free = v};
            motion.unsettled = -1;
            memcpy(middle, k.q, sizeof(double) * (size_t)k.f.q_count);
            k.f.kernel->advance(&k.f, &half, k.v, (1 - theta) * h, middle, k.scratch);
            k.f.kernel->pose(&k.f, middle, &half, k.scratch);
            CHECK(k.f.kernel->free(&k.f, k.scratch, &motion) && motion.unsettled < 0);
            angle = rate * h * (step + 1);
            k.root.x = v3(0.1 * cos(angle), 0.1 * sin(angle), 0);
            k.root.q = quat_multiply(quat_exp(v3(0, 0, theta * rate * h)), turn);
            k.f.kernel->advance(&k.f, &k.root, v, theta * h, middle, k.scratch);
            memcpy(k.q, middle, sizeof(double) * (size_t)k.f.q_count);
            memcpy(k.v, v, sizeof(double) * (size_t)k.f.v_count);
        }
        vec3 tip = kit_tip(&k), axis = v3_scale(1 / v3_norm(k.root.x), k.root.x);
        CHECK_NEAR(v3_norm(tip), 0.4, 2e-5);
        CHECK(v3_distance(v3_scale(1 / v3_norm(tip), tip), axis) < 0.01);
        free(middle), free(v);
        kit_destroy(&k);
    }
}

// ---- faults ----

TEST(allocations_may_fail)
{
    const double points[9] = {0, 0, 0, 0, 0, 1, 0, 1, 2};
    for (int c = 0; c < KINDS; c++)
        for (long fail = 0;; fail++)
        {
            hf_fibre_def def = kit_def(kinds[c], 8);
            fibre f;
            hf_error error;
            fibre_root root = kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0));
            double q[200], fit;
            fail_allocation(fail);
            hf_status status = fibre_create(&def, false, &f, &error);
            bool created = status == HF_STATUS_OK;
            if (created) status = f.kernel->start(&f, 3, points, &root, q, &fit, &error);
            bool failed = fail < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
            if (created) fibre_destroy(&f);
            if (!failed) break;
        }
}

/// One element; a curve folded back on itself; numbers that overflow.
TEST(degenerate_shapes_are_no_crash)
{
    for (int c = 0; c < CASES; c++)
    {
        hf_fibre_def def = kit_def(kinds[c / 2], 1);
        fibre_kit k = kit_create(&def, c % 2, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        for (int step = 0; step < 50; step++) kit_step(&k, 1e-3, 1, 1, v3(0, 0, -9.81));
        CHECK(isfinite(kit_energy_of(&k, v3(0, 0, -9.81)).sum));
        kit_destroy(&k);
        const double folded[9] = {0, 0, 0, 0.5, 0, 0, 1e-9, 0, 0};
        def = kit_def(kinds[c / 2], 10);
        def.point_count = 3, def.points = folded;
        k = kit_create(&def, c % 2, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
        for (int step = 0; step < 20; step++)
            if (!fibre_step(&k.f, k.scratch, &k.root, 1e-4, 1, 1, v3(0, 0, -9.81), k.q, k.v)) break; // refused is fine
        CHECK(isfinite(kit_energy_of(&k, v3(0, 0, -9.81)).sum));
        for (int i = 0; i < k.f.v_count; i++) k.v[i] = 1e300;
        CHECK(!fibre_step(&k.f, k.scratch, &k.root, 1e-3, 1, 1, v3(0, 0, -9.81), k.q, k.v));
        kit_destroy(&k);
    }
}
