// The world without inertia, f = m v: closed forms in space, in the plane and of mechanisms.

#include "support/mechanism_kit.h"
#include "support/planar_machines.h"

static const double GRAVITY = 9.81;

static kit world_of(double h, double slope)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.step.integrator = HF_INTEGRATOR_FIRST_ORDER;
    settings.step.timestep = h;
    settings.physics.gravity[0] = -GRAVITY * sin(slope), settings.physics.gravity[2] = -GRAVITY * cos(slope);
    OK(hf_builder_set(k.builder, &settings, &error));
    return k;
}

static void run(kit *k, double until)
{
    while (hf_world_time(k->world) < until - 1e-9) kit_step(k);
}

static int add_block(kit *k, double height, double speed, bool planar, double mu)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.friction = mu;
    hf_body_def def = hf_body_def_default();
    def.position[2] = height;
    def.velocity[0] = speed;
    if (planar) def.plane[1] = 1;
    OK(hf_builder_add_body(k->builder, &def, &shape.body, &error));
    shape.kind = HF_SHAPE_BOX;
    for (int j = 0; j < 3; j++) shape.size[j] = 0.1;
    OK(hf_builder_add_shape(k->builder, &shape, NULL, &error));
    return shape.body;
}

static void add_floor(kit *k, double mu)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_PLANE;
    shape.friction = mu;
    OK(hf_builder_add_shape(k->builder, &shape, NULL, &error));
}

/// v = g, whatever it was thrown at; it lands without a bounce and stays.
TEST(bodies_sink_at_the_speed_of_their_weight)
{
    for (int planar = 0; planar < 2; planar++)
    {
        kit k = world_of(0.01, 0);
        add_floor(&k, 0.5);
        int body = add_block(&k, 1.1, 7, planar, 0.5);
        kit_build(&k);
        run(&k, 0.1);
        CHECK_NEAR(hf_world_body(k.world, body).position[2], 1.1 - 0.1 * GRAVITY, 1e-12);
        CHECK_NEAR(hf_world_body(k.world, body).position[0], 0, 1e-12);
        CHECK_NEAR(hf_world_body(k.world, body).velocity[2], -GRAVITY, 1e-12);
        run(&k, 0.3);
        CHECK_NEAR(hf_world_body(k.world, body).position[2], 0.1, 1e-7);
        CHECK_NEAR(hf_world_body(k.world, body).velocity[2], 0, 1e-9);
        kit_end(&k);
    }
}

/// On a slope: v = g (sin - µ cos), or none; no push within the cone moves it.
TEST(friction_slides_and_jams)
{
    for (int planar = 0; planar < 2; planar++)
        for (int holds = 0; holds < 2; holds++)
        {
            double slope = 0.5, mu = holds ? 0.6 : 0.3;
            kit k = world_of(0.01, slope);
            add_floor(&k, mu);
            int body = add_block(&k, 0.1, 0, planar, mu);
            kit_build(&k);
            run(&k, 0.1);
            double v = holds ? 0 : GRAVITY * (sin(slope) - mu * cos(slope));
            CHECK_NEAR(hf_world_body(k.world, body).position[0], -0.1 * v, 1e-8);
            const double pull[3] = {1.01 * 8 * 1000 * 0.001 * GRAVITY * (sin(slope) + mu * cos(slope)), 0, 0};
            OK(hf_world_set_wrench(k.world, body, pull, NULL, &error));
            kit_step(&k);
            CHECK(hf_world_body(k.world, body).velocity[0] > 0); // 1 % more than it takes uphill
            kit_end(&k);
        }
}

/// I q' = - k (q - q0) - d q': relaxes as exp(- k t / (I + d)), to first order in the step.
TEST(springs_relax)
{
    double off[2];
    for (int pass = 0; pass < 2; pass++)
    {
        kit k = world_of(pass ? 0.001 : 0.002, 0);
        int rod = add_rod(&k, 0, 0, 0, 0, 3, 1); // I = 1
        hf_joint_def joint = hinge_y(rod);
        joint.axis[1] = 0, joint.axis[2] = 1;
        joint.stiffness = 4;
        joint.damping = 1;
        joint.spring = 0.5;
        add_joint(&k, joint);
        kit_build(&k);
        run(&k, 0.6);
        off[pass] = fabs(hf_world_q(k.world)[0] - 0.5 * (1 - exp(-4 * 0.6 / 2)));
        kit_end(&k);
    }
    CHECK(off[0] < 1e-3 && off[1] < 0.55 * off[0]);
}

/// A slider-crank or any closed loop is dragged without opening; a loop that nothing pulls stays where it is.
TEST(loops_stay_closed_while_they_are_dragged)
{
    machine m = machine_open("four_bar");
    hf_settings settings = hf_model_settings(m.model);
    hf_error e = {0};
    settings.step.integrator = HF_INTEGRATOR_FIRST_ORDER;
    CHECK(hf_world_set_settings(m.world, &settings, &e) == HF_STATUS_OK);
    machine_step(&m);
    double potential = m.last.potential;
    for (int k = 0; k < 300; k++)
    {
        machine_step(&m);
        CHECK(m.last.potential <= potential + 1e-9); // it sinks, and never swings up
        potential = m.last.potential;
        CHECK(machine_gap(&m, 0) < 1e-10);
    }
    machine_close(&m);
}

/// The jack carries its load by friction here as well, and its crank lifts it.
TEST(machines_work_without_inertia)
{
    machine m = machine_open("jack:speed=2");
    hf_settings settings = hf_model_settings(m.model);
    hf_error e = {0};
    settings.step.integrator = HF_INTEGRATOR_FIRST_ORDER;
    CHECK(hf_world_set_settings(m.world, &settings, &e) == HF_STATUS_OK);
    machine_step(&m);
    double height = machine_body(&m, "rack").position[2];
    machine_run(&m, 1.0);
    CHECK(machine_body(&m, "rack").position[2] > height + 0.02);
    machine_close(&m);
}
