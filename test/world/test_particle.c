// Bodies that translate: a bead on a straight wire, a puck on a plate, a particle; closed forms in every mode of
// stepping.

#include "support/mechanism_kit.h"

#include "holdfast/query.h"

static const double GRAVITY = 9.81;

static kit world_of(hf_integrator integrator, double h)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.step.integrator = integrator;
    settings.step.timestep = h;
    OK(hf_builder_set(k.builder, &settings, &error));
    return k;
}

static hf_body_def particle_at(double x, double y, double z)
{
    hf_body_def def = hf_body_def_default();
    def.position[0] = x, def.position[1] = y, def.position[2] = z;
    def.mass = 2;
    def.direction_count = 3;
    for (int j = 0; j < 3; j++) def.directions[j][j] = 1;
    return def;
}

static int add_particle(kit *k, hf_body_def def, double radius, double mu, double restitution)
{
    hf_shape_def shape = hf_shape_def_default();
    OK(hf_builder_add_body(k->builder, &def, &shape.body, &error));
    shape.kind = HF_SHAPE_SPHERE;
    shape.size[0] = radius;
    shape.friction = mu;
    shape.restitution = restitution;
    if (radius > 0) OK(hf_builder_add_shape(k->builder, &shape, NULL, &error));
    return shape.body;
}

static void add_floor(kit *k, double mu)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_PLANE;
    shape.friction = mu;
    OK(hf_builder_add_shape(k->builder, &shape, NULL, &error));
}

static void run(kit *k, double until)
{
    while (hf_world_time(k->world) < until - 1e-9) kit_step(k);
}

/// A bead on a wire that rises at atan(1/2) has the Jacobian P, and moves along the wire whatever force there is.
TEST(bead_has_a_jacobian_and_dynamics)
{
    kit k = world_of(HF_INTEGRATOR_MOREAU, 0.01);
    hf_body_def def = particle_at(0, 0, 0);
    def.direction_count = 1;
    def.directions[0][0] = 2, def.directions[0][2] = 1;
    int bead = add_particle(&k, def, 0, 0, 0);
    kit_build(&k);
    double e[3] = {2 / sqrt(5), 0, 1 / sqrt(5)}, J[9], turning[9], a[3], back[3];
    const double point[3] = {1, 2, 3}, force[3] = {5, 7, 30};
    OK(hf_world_jacobian(k.world, bead, point, J, turning, &error));
    for (int i = 0; i < 9; i++) CHECK_NEAR(J[i], e[i / 3] * e[i % 3], 1e-15);
    for (int i = 0; i < 9; i++) CHECK(turning[i] == 0);
    OK(hf_world_forward_dynamics(k.world, force, a, &error));
    double along = (5 * e[0] + (30 - 2 * GRAVITY) * e[2]) / 2;
    for (int i = 0; i < 3; i++) CHECK_NEAR(a[i], along * e[i], 1e-14);
    OK(hf_world_inverse_dynamics(k.world, a, back, &error));
    CHECK_NEAR(back[0] * e[0] + back[2] * e[2], 5 * e[0] + 30 * e[2], 1e-13);
    kit_end(&k);
}

/// A bead without a surface on a wire that rises at atan(1/2): a = g sin along it; f = m v: v = g sin.
TEST(bead_slides_down_its_wire)
{
    for (int mode = 0; mode < HF_INTEGRATOR_COUNT; mode++)
    {
        kit k = world_of((hf_integrator)mode, 0.01);
        hf_body_def def = particle_at(0, 0, 0);
        def.direction_count = 1;
        def.directions[0][0] = 2, def.directions[0][2] = 1;
        def.torque[1] = 5; // what would turn it does nothing
        int bead = add_particle(&k, def, 0, 0, 0);
        kit_build(&k);
        run(&k, 0.5);
        double slope = 1 / sqrt(5), a = GRAVITY * slope;
        double way = mode == HF_INTEGRATOR_FIRST_ORDER ? a * 0.5 : 0.5 * a * 0.25;
        hf_body_state s = hf_world_body(k.world, bead);
        CHECK_NEAR(s.position[0], -way * 2 * slope, 1e-12);
        CHECK_NEAR(s.position[2], -way * slope, 1e-12);
        CHECK(s.position[1] == 0 && s.orientation[0] == 1);
        kit_end(&k);
    }
}

/// A ball would roll at five sevenths; a particle stops after v²/(2 µ g).
TEST(particle_slides_to_a_stop)
{
    for (int mode = 0; mode <= HF_INTEGRATOR_BARAFF; mode++)
    {
        kit k = world_of((hf_integrator)mode, 0.001);
        add_floor(&k, 0.4);
        hf_body_def def = particle_at(0, 0, 0.1);
        def.velocity[0] = 1, def.velocity[1] = 0.5;
        int body = add_particle(&k, def, 0.1, 0.4, 0);
        kit_build(&k);
        run(&k, 0.5);
        hf_body_state s = hf_world_body(k.world, body);
        double way = 1.25 / (2 * 0.4 * GRAVITY), c = 1 / sqrt(1.25);
        CHECK_NEAR(s.position[0], way * c, 1e-6);
        CHECK_NEAR(s.position[1], way * c * 0.5, 1e-6);
        CHECK_NEAR(s.position[2], 0.1, 1e-7);
        CHECK_NEAR(s.velocity[0], 0, 1e-9);
        kit_end(&k);
    }
}

/// Particles in a row, e = 1: one in, one out.
TEST(impacts_travel_from_one_to_the_next)
{
    kit k = world_of(HF_INTEGRATOR_MOREAU, 0.002);
    hf_settings settings = hf_builder_settings(k.builder);
    for (int j = 0; j < 3; j++) settings.physics.gravity[j] = 0;
    OK(hf_builder_set(k.builder, &settings, &error));
    int body[4];
    for (int i = 0; i < 4; i++)
    {
        hf_body_def def = particle_at(i == 0 ? -0.3 : 0.2 * i, 0, 0);
        def.velocity[0] = i == 0 ? 1.5 : 0;
        body[i] = add_particle(&k, def, 0.1, 0.3, 1);
    }
    kit_build(&k);
    run(&k, 0.4);
    for (int i = 0; i < 4; i++) CHECK_NEAR(hf_world_body(k.world, body[i]).velocity[0], i == 3 ? 1.5 : 0, 1e-9);
    kit_end(&k);
}

/// A ball of mass m hits a bead of mass M on a wire at 45° to its way, without friction: with n along the way
///     J (1/m + cos²/M) = (1 + e) v,   the bead takes J cos / M along its wire.
TEST(wire_bears_what_leads_across)
{
    kit k = world_of(HF_INTEGRATOR_MOREAU, 0.001);
    hf_settings settings = hf_builder_settings(k.builder);
    for (int j = 0; j < 3; j++) settings.physics.gravity[j] = 0;
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_body_def def = particle_at(0, 0, 0);
    def.direction_count = 1;
    def.directions[0][0] = 1, def.directions[0][1] = 1;
    def.directions[0][2] = 0;
    int bead = add_particle(&k, def, 0.1, 0, 0.5);
    def = particle_at(-0.3, 0, 0);
    def.direction_count = 0; // a ball
    def.mass = 0.5;
    for (int j = 0; j < 3; j++) def.inertia[j] = 0.002;
    def.velocity[0] = 2;
    int ball = add_particle(&k, def, 0.1, 0, 0.5);
    kit_build(&k);
    run(&k, 0.1);
    double J = 1.5 * 2 / (1 / 0.5 + 0.5 / 2);
    CHECK_NEAR(hf_world_body(k.world, ball).velocity[0], 2 - J / 0.5, 1e-9);
    CHECK_NEAR(hf_world_body(k.world, bead).velocity[0], 0.5 * J / 2, 1e-9);
    CHECK_NEAR(hf_world_body(k.world, bead).velocity[1], 0.5 * J / 2, 1e-9);
    kit_end(&k);
}

/// A particle on a rod: Huygens' pendulum; energy of second order in h, and the rod's length.
TEST(particle_on_a_rod_is_a_pendulum)
{
    kit k = world_of(HF_INTEGRATOR_BARAFF, 0.001);
    int body = add_particle(&k, particle_at(0.1, 0, -1), 0, 0, 0);
    hf_loop_def rod = hf_loop_def_default();
    rod.kind = HF_LOOP_ROD;
    rod.body_a = body, rod.body_b = 0;
    rod.point_b_given = true; // the origin
    OK(hf_builder_add_loop(k.builder, &rod, NULL, &error));
    kit_build(&k);
    double length = sqrt(1.01), amplitude = atan(0.1);
    double period =
        2 * acos(-1.0) * sqrt(length / GRAVITY) * (1 + amplitude * amplitude / 16 + 11 * pow(amplitude, 4) / 3072);
    run(&k, 0.25 * period);
    hf_body_state end = hf_world_body(k.world, body);
    const double *x = end.position;
    double t = hf_world_time(k.world) - 0.25 * period;
    CHECK_NEAR(x[0] + t * 0.1 * 2 * acos(-1.0) / period, 0, 1e-4);
    CHECK_NEAR(sqrt(x[0] * x[0] + x[2] * x[2]), length, 1e-10);
    CHECK_NEAR(k.report.kinetic + k.report.potential, -2 * GRAVITY, 1e-8);
    kit_end(&k);
}

TEST(resumed_runs_have_the_same_bits)
{
    uint64_t hash[2];
    void *bytes = NULL;
    size_t size = 0;
    for (int pass = 0; pass < 2; pass++)
    {
        kit k = world_of(HF_INTEGRATOR_MOREAU, 0.002);
        add_floor(&k, 0.4);
        hf_body_def def = particle_at(0, 0, 0.3);
        def.velocity[0] = 1;
        add_particle(&k, def, 0.1, 0.4, 0.5);
        add_particle(&k, particle_at(0.25, 0.02, 0.1), 0.1, 0.4, 0.5);
        kit_build(&k);
        if (pass) OK(hf_world_state_load(k.world, bytes, size, &error));
        if (!pass)
        {
            run(&k, 0.2);
            size = hf_world_state_size(k.world);
            bytes = malloc(size);
            CHECK(bytes);
            hf_world_state_save(k.world, bytes);
        }
        run(&k, 0.6);
        hash[pass] = hf_world_hash(k.world);
        kit_end(&k);
    }
    CHECK(hash[0] == hash[1]);
    free(bytes);
}

TEST(what_contradicts_itself_is_refused)
{
    kit k = kit_begin();
    hf_body_def def = particle_at(0, 0, 0);
    def.name = "bead";
    def.angular_velocity[2] = 1;
    CHECK(hf_builder_add_body(k.builder, &def, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "bead") && strstr(error.message, "turn"));
    def = particle_at(0, 0, 0);
    def.direction_count = 2;
    memcpy(def.directions[1], def.directions[0], sizeof def.directions[0]);
    CHECK(hf_builder_add_body(k.builder, &def, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "directions"));
    def = particle_at(0, 0, 0);
    def.direction_count = 1;
    def.velocity[2] = 1;
    CHECK(hf_builder_add_body(k.builder, &def, NULL, &error) == HF_STATUS_INVALID);
    def = particle_at(0, 0, 0);
    def.plane[1] = 1;
    CHECK(hf_builder_add_body(k.builder, &def, NULL, &error) == HF_STATUS_INVALID);
    def.plane[1] = 0, def.direction_count = 4;
    CHECK(hf_builder_add_body(k.builder, &def, NULL, &error) == HF_STATUS_INVALID);
    int bead = add_particle(&k, particle_at(0, 0, 0), 0.1, 0, 0);
    hf_body_def link = hf_body_def_default();
    link.parent = bead;
    CHECK(hf_builder_add_body(k.builder, &link, NULL, &error) == HF_STATUS_INVALID);
    kit_build(&k);
    hf_body_state s = hf_world_body(k.world, bead);
    s.orientation[0] = 0, s.orientation[1] = 1;
    CHECK(hf_world_set_body(k.world, bead, &s, &error) == HF_STATUS_INVALID);
    kit_end(&k);
}
