// The acceleration-level mode with mechanisms: Runge–Kutta 4, loops, limits, motors, dry friction, planar bodies,
// coefficients at rest and sliding.

#include "support/mechanism_kit.h"
#include "support/planar_machines.h"

static const double GRAVITY = 9.81;

static kit forces_begin(double h)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    settings.step.timestep = h;
    OK(hf_builder_set(k.builder, &settings, &error));
    return k;
}

static void run(kit *k, double until)
{
    while (hf_world_time(k->world) < until - 1e-9)
    {
        kit_step(k);
        CHECK(k->report.rays == 0 && k->report.impulse_pieces == 0);
    }
}

/// Two links that swing from the horizontal; the energy that they end up with.
static double swinging_energy(double h)
{
    kit k = forces_begin(h);
    int upper = add_rod(&k, 0, 0, 0, 0, 1, 0.5), lower = add_rod(&k, upper, 0.5, 0, 0, 0.7, 0.4);
    add_joint(&k, hinge_y(upper));
    add_joint(&k, hinge_y(lower));
    kit_build(&k);
    run(&k, 0.4);
    double energy = k.report.kinetic + k.report.potential;
    CHECK(k.report.kinetic > 1);
    kit_end(&k);
    return energy;
}

TEST(double_pendulum_at_fourth_order)
{
    double coarse = fabs(swinging_energy(0.008)), fine = fabs(swinging_energy(0.004)); // it starts with none
    CHECK(coarse < 1e-4 && fine < coarse / 12);
}

/// A spring that is not stiff: a torsion pendulum in closed form.
TEST(torsion_spring_at_fourth_order)
{
    double off[2];
    for (int pass = 0; pass < 2; pass++)
    {
        kit k = forces_begin(pass ? 0.005 : 0.01);
        int rod = add_rod(&k, 0, 0, 0, 0, 1, 1);
        hf_joint_def joint = hinge_y(rod);
        joint.axis[1] = 0, joint.axis[2] = 1; // gravity does not turn it
        joint.stiffness = 40;
        joint.spring = 0.3;
        add_joint(&k, joint);
        kit_build(&k);
        run(&k, 1);
        off[pass] = fabs(hf_world_q(k.world)[0] - 0.3 * (1 - cos(sqrt(40 * 3.0)))); // I = 1/3
        kit_end(&k);
    }
    CHECK(off[0] < 1e-5 && off[1] < off[0] / 12);
}

/// A four-bar linkage: a loop that is closed by a point, one of whose rows follows from the others.
TEST(four_bar_keeps_its_loop_and_its_energy)
{
    machine m = machine_open("four_bar");
    hf_settings settings = hf_model_settings(m.model);
    hf_error e = {0};
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    CHECK(hf_world_set_settings(m.world, &settings, &e) == HF_STATUS_OK);
    machine_step(&m);
    double before = m.last.kinetic + m.last.potential, worst = 0, gap = 0;
    for (int k = 0; k < 500; k++)
    {
        machine_step(&m);
        worst = fmax(worst, fabs(m.last.kinetic + m.last.potential - before));
        gap = fmax(gap, machine_gap(&m, 0));
    }
    CHECK(worst < 1e-7 && gap < 1e-10);
    machine_close(&m);
}

TEST(dry_friction_stops_a_joint_at_the_exact_place)
{
    kit k = forces_begin(0.01);
    int rod = add_rod(&k, 0, 0, 0, 0, 1, 1);
    hf_joint_def joint = hinge_y(rod);
    joint.axis[1] = 0, joint.axis[2] = 1;
    joint.friction = 0.5;
    joint.initial_velocity = 2;
    add_joint(&k, joint);
    kit_build(&k);
    run(&k, 2); // it stops after I ω / τ = 1.33 s
    CHECK_NEAR(hf_world_q(k.world)[0], 0.5 / 3 * 4 / 0.5, 1e-5);
    CHECK_NEAR(hf_world_v(k.world)[0], 0, 1e-9);
    kit_end(&k);
}

TEST(limit_catches_and_holds)
{
    kit k = forces_begin(0.005);
    int rod = add_rod(&k, 0, 0, 0, 0, 1, 1);
    hf_joint_def joint = hinge_y(rod);
    joint.limited = true;
    joint.range[0] = -1, joint.range[1] = 0.4;
    add_joint(&k, joint);
    kit_build(&k);
    run(&k, 1);
    CHECK_NEAR(hf_world_q(k.world)[0], 0.4, 1e-7);
    CHECK_NEAR(hf_world_v(k.world)[0], 0, 1e-9);
    kit_end(&k);
}

/// A velocity motor a thousand times stiffer than explicit steps allow: its speed, and where it stalls exactly its
/// limit.
TEST(stiff_motor_keeps_its_speed_and_its_limit)
{
    for (int stalls = 0; stalls < 2; stalls++)
    {
        kit k = forces_begin(0.001);
        int rod = add_rod(&k, 0, 0, 0, 0, 1, 1);
        hf_joint_def joint = hinge_y(rod);
        joint.axis[1] = 0, joint.axis[2] = 1;
        joint.limited = stalls;
        joint.range[0] = -1, joint.range[1] = 0.1;
        hf_actuator_def motor = hf_actuator_def_default();
        motor.target = add_joint(&k, joint);
        motor.bias[2] = -1000;
        motor.gain[0] = 1000;
        motor.force_limited = true;
        motor.force_range[0] = -5, motor.force_range[1] = 5;
        OK(hf_builder_add_actuator(k.builder, &motor, NULL, &error));
        kit_build(&k);
        OK(hf_world_set_control(k.world, 0, 3, &error));
        run(&k, 0.5);
        if (stalls) CHECK_NEAR(hf_world_actuator_force(k.world, 0), 5, 1e-9);
        else CHECK_NEAR(hf_world_v(k.world)[0], 3, 1e-9);
        kit_end(&k);
    }
}

/// A block that rests holds up to static_friction · µ, and slides with µ once it moves: in space and in the plane.
static double way_on_slope(bool planar, double factor, double speed)
{
    const double angle = 0.5, mu = 0.5; // tan 0.5 = 0.546
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    settings.step.timestep = 0.005;
    settings.law.static_friction = factor;
    settings.physics.gravity[0] = -GRAVITY * sin(angle), settings.physics.gravity[2] = -GRAVITY * cos(angle);
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_PLANE;
    shape.friction = mu;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    hf_body_def def = hf_body_def_default();
    def.position[2] = 0.1;
    def.velocity[0] = speed;
    if (planar) def.plane[1] = 1;
    OK(hf_builder_add_body(k.builder, &def, &shape.body, &error));
    shape.kind = HF_SHAPE_BOX;
    for (int j = 0; j < 3; j++) shape.size[j] = 0.1;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    kit_build(&k);
    run(&k, 0.4);
    double way = hf_world_body(k.world, 1).position[0];
    kit_end(&k);
    return way;
}

TEST(coefficients_at_rest_and_sliding_are_apart)
{
    double a = GRAVITY * (sin(0.5) - 0.5 * cos(0.5));
    for (int planar = 0; planar < 2; planar++)
    {
        CHECK_NEAR(way_on_slope(planar, 1.0, 0), -0.5 * a * 0.16, 2e-5);
        CHECK_NEAR(way_on_slope(planar, 1.2, 0), 0, 1e-9);
        CHECK_NEAR(way_on_slope(planar, 1.2, -0.1), -0.04 - 0.5 * a * 0.16, 1e-6);
    }
}

/// The jack with its crank at rest: static friction of the paper carries the load, step after step.
TEST(jack_holds_its_load_by_forces)
{
    machine m = machine_open("jack:speed=0");
    hf_settings settings = hf_model_settings(m.model);
    hf_error e = {0};
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    CHECK(hf_world_set_settings(m.world, &settings, &e) == HF_STATUS_OK);
    machine_run(&m, 0.2);
    double height = machine_body(&m, "rack").position[2];
    for (int k = 0; k < 300; k++)
    {
        machine_step(&m);
        CHECK(m.last.solve.residual.natural <= 1e-9 && m.last.rays == 0 && m.last.impulse_pieces == 0);
    }
    CHECK_NEAR(machine_body(&m, "rack").position[2], height, 1e-9);
    machine_close(&m);
}

/// A state that is saved and loaded goes on with the same bits: the warm start is part of it.
TEST(resumed_runs_have_the_same_bits)
{
    machine m = machine_open("jack");
    hf_settings settings = hf_model_settings(m.model);
    hf_error e = {0};
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    CHECK(hf_world_set_settings(m.world, &settings, &e) == HF_STATUS_OK);
    machine_run(&m, 0.03);
    size_t size = hf_world_state_size(m.world);
    void *bytes = malloc(size);
    CHECK(bytes);
    hf_world_state_save(m.world, bytes);
    machine_run(&m, 0.06);
    uint64_t hash = hf_world_hash(m.world);
    hf_world *again = NULL;
    CHECK(hf_world_create(m.model, &again, &e) == HF_STATUS_OK);
    CHECK(hf_world_set_settings(again, &settings, &e) == HF_STATUS_OK);
    CHECK(hf_world_state_load(again, bytes, size, &e) == HF_STATUS_OK);
    while (hf_world_time(again) < 0.06 - 1e-9) CHECK(hf_world_step(again, 0, NULL, &e) == HF_STATUS_OK);
    CHECK(hf_world_hash(again) == hash);
    hf_world_destroy(again);
    free(bytes);
    machine_close(&m);
}

TEST(what_it_does_not_know_is_refused_by_name)
{
    kit k = forces_begin(0.001);
    hf_settings settings = hf_builder_settings(k.builder);
    settings.step.coordinates = HF_COORDINATES_MAXIMAL;
    OK(hf_builder_set(k.builder, &settings, &error));
    add_joint(&k, hinge_y(add_rod(&k, 0, 0, 0, 0, 1, 1)));
    OK(hf_model_build(k.builder, &k.model, &error));
    CHECK(hf_world_create(k.model, &k.world, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "body 1") && strstr(error.message, "reduced"));
    settings.law.static_friction = 0.5;
    CHECK(hf_builder_set(k.builder, &settings, &error) == HF_STATUS_INVALID);
    settings.law.static_friction = 1.5;
    settings.step.integrator = HF_INTEGRATOR_MOREAU;
    CHECK(hf_builder_set(k.builder, &settings, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "static_friction") && strstr(error.message, "baraff"));
    kit_end(&k);
}
