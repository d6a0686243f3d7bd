// Mechanisms in motion: pendulums keep their energy, trees their momentum, prescribed joints go where they are sent.

#include "support/mechanism_kit.h"

// ---- pendulums ----

TEST(pendulum_has_its_period_and_keeps_its_energy)
{
    kit k = kit_begin();
    int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
    hf_joint_def def = hinge_y(rod);
    def.has_initial = true;
    def.initial = 1.5707963267948966 - 0.1; // hangs at pi/2: the rod points along x at 0
    add_joint(&k, def);
    set_timestep(&k, 1e-3);
    kit_build(&k);
    CHECK(hf_model_q_count(k.model) == 1);
    // small swings: w² = m g (l/2) / (m l²/3) = 3 g / (2 l)
    double w = sqrt(1.5 * 9.81), period = 2 * 3.14159265358979 / w * (1 + 0.1 * 0.1 / 16);
    double e0 = NAN, worst = 0, last = -0.1, crossed = 0;
    int crossings = 0;
    for (int i = 0; i < 10000; i++)
    {
        kit_step(&k);
        double e = k.report.kinetic + k.report.potential, a = hf_world_q(k.world)[0] - 1.5707963267948966;
        if (isnan(e0)) e0 = e;
        worst = fmax(worst, fabs(e - e0));
        if (last < 0 && a >= 0)
        {
            crossings++;
            crossed = hf_world_time(k.world) - 1e-3 * a / (a - last);
        }
        last = a;
    }
    // from rest at the left the first upward crossing is after a quarter of a period
    CHECK_NEAR(crossed, (crossings - 0.75) * period, 1e-3);
    CHECK(worst < 1e-5 * 0.5 * 9.81 * 0.005);
    kit_end(&k);
}

static double swing_chain(int links, double h, double time, double *scale)
{
    kit k = kit_begin();
    int parent = 0;
    for (int i = 0; i < links; i++)
    {
        parent = add_rod(&k, parent, i == 0 ? 0 : 0.5, 0, 0, 1.0, 0.5);
        add_joint(&k, hinge_y(parent));
    }
    set_timestep(&k, h);
    kit_build(&k);
    double e0 = NAN, worst = 0;
    for (double t = 0; t < time; t += h)
    {
        kit_step(&k);
        double e = k.report.kinetic + k.report.potential;
        if (isnan(e0)) e0 = e;
        worst = fmax(worst, fabs(e - e0));
        *scale = fmax(*scale, k.report.kinetic);
    }
    kit_end(&k);
    return worst;
}

TEST(chain_keeps_its_energy_to_second_order)
{
    double scale = 0;
    double coarse = swing_chain(3, 1e-3, 2.0, &scale), fine = swing_chain(3, 5e-4, 2.0, &scale);
    CHECK(coarse < 1e-3 * scale);
    CHECK(fine < 0.35 * coarse);
}

TEST(floating_tree_keeps_its_momentum)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0;
    settings.step.timestep = 1e-3;
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_body_def def = hf_body_def_default();
    def.mass = 2;
    def.inertia[0] = 0.02, def.inertia[1] = 0.03, def.inertia[2] = 0.04;
    def.velocity[0] = 0.3;
    def.angular_velocity[2] = 2.0, def.angular_velocity[0] = 0.5;
    int base = 0;
    OK(hf_builder_add_body(k.builder, &def, &base, &error));
    for (int i = 0; i < 2; i++)
    {
        int rod = add_rod(&k, base, i ? 0.1 : -0.1, 0.05, 0, 0.5, 0.3);
        hf_joint_def joint = hinge_y(rod);
        joint.initial_velocity = i ? 3 : -1;
        add_joint(&k, joint);
    }
    kit_build(&k);
    CHECK(hf_model_q_count(k.model) == 9 && hf_model_v_count(k.model) == 8);
    double p0[3], p1[3], e0 = 0;
    for (int i = 0; i <= 2000; i++)
    {
        double *p = i == 0 ? p0 : p1;
        memset(p, 0, sizeof p0);
        for (int b = 1; b < 4; b++)
            for (int c = 0; c < 3; c++) p[c] += hf_model_body(k.model, b).mass * hf_world_body(k.world, b).velocity[c];
        kit_step(&k);
        if (i == 0) e0 = k.report.kinetic;
    }
    for (int c = 0; c < 3; c++) CHECK_NEAR(p1[c], p0[c], 1e-4); // O(h²)
    CHECK_NEAR(k.report.kinetic, e0, 2e-4 * e0);
    kit_end(&k);
}

TEST(prescribed_joint_goes_where_it_is_sent)
{
    kit k = kit_begin();
    int arm = add_rod(&k, 0, 0, 0, 0, 1.0, 0.5);
    hf_joint_def joint = hinge_y(arm);
    joint.prescribed = true;
    int driven = add_joint(&k, joint);
    int rod = add_rod(&k, arm, 0.5, 0, 0, 0.5, 0.5);
    add_joint(&k, hinge_y(rod));
    set_timestep(&k, 1e-3);
    kit_build(&k);
    for (int i = 1; i <= 500; i++)
    {
        double q = 0.4 * sin(5e-3 * i);
        OK(hf_world_track(k.world, driven, q, &error));
        kit_step(&k);
        CHECK(hf_world_q(k.world)[0] == q);
    }
    CHECK(fabs(hf_world_q(k.world)[1]) > 0.1); // the other one swings
    CHECK(hf_world_track(k.world, 1, 0.0, &error) == HF_STATUS_INVALID);
    kit_end(&k);
}

TEST(links_on_a_prescribed_body_go_with_it)
{
    kit k = kit_begin();
    hf_body_def def = hf_body_def_default();
    def.motion = HF_MOTION_PRESCRIBED;
    def.velocity[0] = 1.0;
    int cart = 0;
    OK(hf_builder_add_body(k.builder, &def, &cart, &error));
    int rod = add_rod(&k, cart, 0, 0, 0.5, 1.0, 1.0);
    hf_joint_def joint = hinge_y(rod);
    joint.has_initial = true;
    joint.initial = 1.5707963267948966; // hangs
    add_joint(&k, joint);
    kit_build(&k);
    for (int i = 0; i < 500; i++) kit_step(&k);
    // uniform motion is no motion: it hangs on, one metre further
    CHECK_NEAR(hf_world_q(k.world)[0], 1.5707963267948966, 1e-12);
    CHECK_NEAR(hf_world_body(k.world, rod).position[0], 1.0, 1e-12);
    CHECK_NEAR(hf_world_body(k.world, rod).velocity[0], 1.0, 1e-12);
    kit_end(&k);
}

TEST(springs_of_joints_are_implicit_and_conserve)
{
    for (int stiff = 0; stiff < 2; stiff++)
    {
        kit k = kit_begin();
        hf_settings settings = hf_settings_default();
        settings.physics.gravity[2] = 0;
        settings.step.timestep = 1e-2;
        OK(hf_builder_set(k.builder, &settings, &error));
        int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
        hf_joint_def joint = hinge_y(rod);
        joint.stiffness = stiff ? 1e6 : 10.0; // h w = 17: far beyond what explicit methods stand
        joint.has_initial = true;
        joint.initial = 0.1;
        add_joint(&k, joint);
        kit_build(&k);
        double e0 = 0;
        for (int i = 0; i < 2000; i++)
        {
            kit_step(&k);
            double e = k.report.kinetic + k.report.potential;
            if (i == 0) e0 = e;
            CHECK_NEAR(e, e0, 1e-9 * e0);
        }
        kit_end(&k);
    }
}

TEST(resumes_bit_by_bit)
{
    kit k = kit_begin();
    int parent = 0;
    for (int i = 0; i < 4; i++)
    {
        parent = add_rod(&k, parent, i ? 0.5 : 0, 0, 0, 1.0, 0.5);
        hf_joint_def joint = hinge_y(parent);
        joint.friction = 0.1;
        joint.limited = true;
        joint.range[0] = -0.5, joint.range[1] = 0.7;
        add_joint(&k, joint);
    }
    kit_build(&k);
    for (int i = 0; i < 200; i++) kit_step(&k);
    size_t size = hf_world_state_size(k.world);
    void *bytes = malloc(size);
    hf_world_state_save(k.world, bytes);
    for (int i = 0; i < 200; i++) kit_step(&k);
    uint64_t hash = hf_world_hash(k.world);
    hf_world *again = NULL;
    OK(hf_world_create(k.model, &again, &error));
    OK(hf_world_state_load(again, bytes, size, &error));
    for (int i = 0; i < 200; i++) OK(hf_world_step(again, 0, NULL, &error));
    CHECK(hf_world_hash(again) == hash);
    hf_world_destroy(again);
    free(bytes);
    kit_end(&k);
}

TEST(mass_matrix_is_that_of_the_energy)
{
    kit k = kit_begin();
    hf_body_def def = hf_body_def_default();
    def.mass = 2;
    def.center[0] = 0.1;
    def.inertia[0] = 0.02, def.inertia[1] = 0.03, def.inertia[2] = 0.04;
    int base = 0, lone = 0;
    OK(hf_builder_add_body(k.builder, &def, &base, &error));
    int rod = add_rod(&k, base, 0.1, 0.05, 0, 0.5, 0.3);
    add_joint(&k, hinge_y(rod));
    OK(hf_builder_add_body(k.builder, &def, &lone, &error));
    kit_build(&k);
    CHECK(hf_model_v_count(k.model) == 13);
    double q[15], v[13], M[169], bias[13], zero[13] = {0};
    memcpy(q, hf_world_q(k.world), sizeof q);
    q[3] = 0.8, q[4] = 0.6; // turned
    q[7] = 0.3;
    for (int i = 0; i < 13; i++) v[i] = 0.1 * i - 0.5;
    OK(hf_world_set_q(k.world, q, v, &error));
    OK(hf_world_mass_matrix(k.world, M, &error));
    OK(hf_world_bias(k.world, bias, &error));
    double T = 0;
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 13; j++) T += 0.5 * v[i] * M[13 * i + j] * v[j];
    hf_settings settings = hf_model_settings(k.model);
    settings.step.timestep = 1e-9; // the report tells the energy
    OK(hf_world_set_settings(k.world, &settings, &error));
    kit_step(&k);
    CHECK_NEAR(k.report.kinetic, T, 1e-6 * T);
    // of bodies at rest the bias is their weight
    OK(hf_world_set_q(k.world, q, zero, &error));
    OK(hf_world_bias(k.world, bias, &error));
    CHECK_NEAR(bias[2], 2.5 * 9.81, 1e-12);
    CHECK_NEAR(bias[9], 2.0 * 9.81, 1e-12);
    kit_end(&k);
}
