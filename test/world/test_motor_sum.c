// Several motors at one joint that has a force range: the range is that of their sum, whatever each of them does.

#include "support/mechanism_kit.h"

#include "base/random.h"

enum
{
    MOST = 4 // motors
};

/// A mass on a slide with motors, as the test sees it.
typedef struct slider
{
    double mass, q, v, h, range[2];
    hf_coordinates coordinates;
    int count;
    hf_actuator_def motors[MOST];
    double control[MOST];
} slider;

static double clamp(double x, double lo, double hi)
{
    return fmin(fmax(x, lo), hi);
}

/// The force of a motor if the velocity after the step is u; where it feeds energy in, that of the middle and the
/// velocity before.
static double motor_force(const slider *s, int k, double u)
{
    const hf_actuator_def *def = &s->motors[k];
    double c[3], gear = def->gear[0], force;
    for (int i = 0; i < 3; i++) c[i] = def->gain[i] * s->control[k] + def->bias[i];
    double q = s->q + 0.5 * s->h * 0.5 * (s->v + u);
    if (c[1] > 0 || c[2] > 0) q = s->q + 0.5 * s->h * s->v, u = s->v;
    force = c[0] + c[1] * gear * q + c[2] * gear * u;
    return def->force_limited ? clamp(force, def->force_range[0], def->force_range[1]) : force;
}

static double total(const slider *s, double u)
{
    double sum = 0;
    for (int k = 0; k < s->count; k++) sum += s->motors[k].gear[0] * motor_force(s, k, u);
    return clamp(sum, s->range[0], s->range[1]);
}

/// m (u - v) = h total(u), by bisection.
static double expected_velocity(const slider *s)
{
    double a = -1e6, b = 1e6;
    for (int i = 0; i < 200; i++)
    {
        double u = 0.5 * (a + b);
        if (s->mass * (u - s->v) < s->h * total(s, u)) a = u;
        else b = u;
    }
    return 0.5 * (a + b);
}

static kit build_slider(const slider *s)
{
    kit k = kit_begin();
    hf_body_def def = hf_body_def_default();
    def.parent = 0;
    def.mass = s->mass;
    for (int i = 0; i < 3; i++) def.inertia[i] = s->mass;
    int body = 0;
    OK(hf_builder_add_body(k.builder, &def, &body, &error));
    hf_joint_def slide = hf_joint_def_default();
    slide.body = body;
    slide.kind = HF_JOINT_SLIDE;
    slide.axis[0] = 1, slide.axis[1] = slide.axis[2] = 0;
    slide.force_limited = true;
    memcpy(slide.force_range, s->range, sizeof slide.force_range);
    int joint = add_joint(&k, slide);
    for (int i = 0; i < s->count; i++)
    {
        hf_actuator_def motor = s->motors[i];
        motor.target = joint;
        OK(hf_builder_add_actuator(k.builder, &motor, NULL, &error));
    }
    hf_settings settings = hf_settings_default();
    settings.step.timestep = s->h;
    settings.step.coordinates = s->coordinates;
    memset(settings.physics.gravity, 0, sizeof settings.physics.gravity);
    OK(hf_builder_set(k.builder, &settings, &error));
    kit_build(&k);
    for (int i = 0; i < s->count; i++) OK(hf_world_set_control(k.world, i, s->control[i], &error));
    OK(hf_world_set_q(k.world, &s->q, &s->v, &error));
    return k;
}

/// One step against the closed law.
static void check_slider(const slider *s)
{
    kit k = build_slider(s);
    kit_step(&k);
    double u = expected_velocity(s), scale = 1 + fabs(u) + fabs(s->v);
    CHECK_NEAR(hf_world_v(k.world)[0], u, 1e-8 * scale);
    for (int i = 0; i < s->count; i++)
        CHECK_NEAR(hf_world_actuator_force(k.world, i), motor_force(s, i, u), 1e-4 * (1 + fabs(motor_force(s, i, u))));
    kit_end(&k);
}

/// A spring and a damper by two motors: as one would with both, within a range.
static slider servo_pair(double range)
{
    slider s = {.mass = 2, .h = 0.01, .range = {-range, range}, .count = 2, .control = {1, 0}};
    for (int i = 0; i < 2; i++) s.motors[i] = hf_actuator_def_default();
    s.motors[0].gain[0] = 100, s.motors[0].bias[1] = -100;
    s.motors[1].gain[0] = 10, s.motors[1].bias[2] = -10;
    return s;
}

TEST(a_joint_limits_the_sum_of_its_motors)
{
    slider s = servo_pair(5);
    check_slider(&s);
    kit k = build_slider(&s);
    kit_step(&k);
    CHECK_NEAR(hf_world_v(k.world)[0], s.h * 5 / s.mass, 1e-12); // not 10, nor 95
    kit_end(&k);
    s.range[1] = 1000;
    check_slider(&s);
    s.motors[1] = hf_actuator_def_default(); // a known force beside the spring, …
    s.motors[1].bias[0] = -98;
    s.range[1] = 5;
    check_slider(&s); // … which it leaves 2 N of
    s.motors[0] = s.motors[1];
    check_slider(&s); // two known forces
    CHECK_NEAR(expected_velocity(&s), s.h * -5 / s.mass, 1e-12);
}

/// Motors at rest with a load reach the range and leave it again: the pair settles where the range holds the spring.
TEST(a_pair_settles_like_one_motor)
{
    slider two = servo_pair(20), one = servo_pair(20);
    one.count = 1;
    one.motors[0].bias[2] = -10;
    kit a = build_slider(&two), b = build_slider(&one);
    for (int i = 0; i < 1000; i++)
    {
        kit_step(&a);
        kit_step(&b);
        CHECK_NEAR(hf_world_q(a.world)[0], hf_world_q(b.world)[0], 1e-8);
    }
    CHECK_NEAR(hf_world_q(a.world)[0], 1.0, 1e-6);
    kit_end(&a);
    kit_end(&b);
}

TEST(sums_of_random_motors_obey_their_law)
{
    random_state random = random_seed(7);
    for (int round = 0; round < 500; round++)
    {
        slider s = {.mass = random_between(&random, 0.1, 10),
                    .q = random_between(&random, -1, 1),
                    .v = random_between(&random, -3, 3),
                    .h = 0.02,
                    .coordinates = round % 4 == 0 ? HF_COORDINATES_MAXIMAL : HF_COORDINATES_REDUCED,
                    .count = 2 + round % 3};
        s.range[0] = random_between(&random, -20, 0), s.range[1] = random_between(&random, 0, 20);
        for (int k = 0; k < s.count; k++)
        {
            hf_actuator_def *def = &s.motors[k];
            *def = hf_actuator_def_default();
            double kind = random_between(&random, 0, 4);
            def->gear[0] = random_between(&random, -2, 2);
            def->gain[0] = random_between(&random, 0, 50);
            if (kind > 1) def->bias[1] = -random_between(&random, 0, 50);
            if (kind > 2) def->bias[2] = -random_between(&random, 0, 20);
            if (kind > 3.8) def->bias[2] = 1;
            def->force_limited = random_between(&random, 0, 1) < 0.7;
            def->force_range[0] = random_between(&random, -15, 0), def->force_range[1] = random_between(&random, 0, 15);
            s.control[k] = random_between(&random, -1, 1);
        }
        check_slider(&s);
    }
}

/// A car's wheels are driven by two tendons, one for both and one for the difference: at a wheel both count.
TEST(tendons_count_in_the_sum_of_a_joint)
{
    for (int servo = 0; servo < 2; servo++)
    {
        kit k = kit_begin();
        int wheels[2];
        for (int i = 0; i < 2; i++)
        {
            hf_joint_def hinge = hinge_y(add_rod(&k, 0, 0, i, 0, 1.0, 1.0));
            hinge.force_limited = true;
            hinge.force_range[0] = -0.5, hinge.force_range[1] = 0.5;
            wheels[i] = add_joint(&k, hinge);
        }
        for (int t = 0; t < 2; t++)
        {
            const double coefficient[2] = {t ? -0.5 : 0.5, 0.5};
            hf_tendon_def tendon = hf_tendon_def_default();
            tendon.count = 2, tendon.items = wheels, tendon.coefficient = coefficient;
            OK(hf_builder_add_tendon(k.builder, &tendon, NULL, &error));
            hf_actuator_def motor = hf_actuator_def_default();
            motor.transmission = HF_TRANSMISSION_TENDON;
            motor.target = t;
            OK(hf_builder_add_actuator(k.builder, &motor, NULL, &error));
        }
        hf_actuator_def damper = hf_actuator_def_default(); // takes 0.2 N m at 0.1 rad/s, beside the tendons
        damper.target = wheels[1];
        damper.bias[2] = -2;
        if (servo) OK(hf_builder_add_actuator(k.builder, &damper, NULL, &error));
        hf_settings settings = hf_settings_default();
        settings.step.timestep = 1e-3;
        memset(settings.physics.gravity, 0, sizeof settings.physics.gravity);
        OK(hf_builder_set(k.builder, &settings, &error));
        kit_build(&k);
        double q[2] = {0, 0}, v[2] = {0, 0.4}, inertia = 1.0 / 3.0;
        OK(hf_world_set_q(k.world, q, v, &error));
        for (int t = 0; t < 2; t++) OK(hf_world_set_control(k.world, t, 1.0, &error));
        kit_step(&k);
        const double *now = hf_world_v(k.world);
        CHECK_NEAR(now[0], 0.0, 1e-12); // 0.5 - 0.5
        // 0.5 + 0.5 is cut to 0.5; with the damper 1 - 2 v is within
        double alone = 0.4 + 1e-3 * 0.5 / inertia, damped = (inertia * 0.4 + 1e-3) / (inertia + 2e-3);
        CHECK_NEAR(now[1], servo ? damped : alone, 1e-9);
        CHECK_NEAR(hf_world_actuator_force(k.world, 0), 1.0, 0); // the motors themselves are not cut
        kit_end(&k);
    }
}
