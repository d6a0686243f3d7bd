// Fibres for longer: the capstan law over a range of friction, and hair that comes to rest.

#include "support/fibre_capstan.h"

TEST(capstan_within_one_per_cent_from_0_1_to_0_5)
{
    const int ROUNDS = 24;
    for (int m = 1; m <= 5; m++)
    {
        double mu = 0.1 * m, limit = thick_capstan(mu, drum_radius(ROUNDS), THICK);
        CHECK(pulled_way(mu, 0.99 * limit, ROUNDS) < 1.5e-4); // [m]: it creeps into its place
        CHECK(pulled_way(mu, 1.01 * limit, ROUNDS) > 1e-3);
    }
}

/// Speed of the fastest segment of any fibre [m/s].
static double fastest(const hf_world *world, const hf_model *model)
{
    double most = 0;
    for (int b = 0; b < hf_model_count(model, HF_ITEM_BODY); b++)
    {
        if (hf_model_body_fibre(model, b, NULL) < 0) continue;
        hf_body_state s = hf_world_body(world, b);
        most = fmax(
            most, sqrt(s.velocity[0] * s.velocity[0] + s.velocity[1] * s.velocity[1] + s.velocity[2] * s.velocity[2]));
    }
    return most;
}

/// Contacts that hold: they press, and do not slide.
static int holding(const hf_world *world)
{
    int count = 0;
    for (int c = 0; c < hf_world_contact_count(world); c++)
        count += hf_world_contact(world, c).status == HF_CONTACT_STICK;
    return count;
}

enum
{
    STRANDS = 60
};

/// The head leans by 11 degrees and comes back to 3, from 2 to 5 s; hair rests at 9 s.
static void add_lean(hf_builder *builder)
{
    const double times[3] = {2, 3.5, 5}, positions[9] = {0, 0, 1.5, 0, 0, 1.5, 0, 0, 1.5};
    const double orientations[12] = {1, 0, 0, 0, cos(0.1), 0, sin(0.1), 0, cos(0.03), 0, sin(0.03), 0};
    hf_motion_def lean = {
        .body = 1, .key_count = 3, .times = times, .positions = positions, .orientations = orientations};
    OK(hf_builder_add_motion(builder, &lean, error));
}

TEST(hair_comes_to_rest_after_a_gentle_motion_and_friction_keeps_its_pattern)
{
    double tips[2][3 * STRANDS];
    for (int smooth = 0; smooth < 2; smooth++)
    {
        scene s = {0};
        OK(hf_scene_open(smooth ? "hair:n=60,motion=0,mu=0,mu_body=0" : "hair:n=60,motion=0", 1, NULL, NULL, &s.builder,
                         error));
        add_lean(s.builder);
        start(&s);
        for (int k = 0; k < 4500; k++) step(&s, 0.002);
        printf("%s: fastest %.1e m/s, %d contacts hold\n", smooth ? "without friction" : "hair",
               fastest(s.world, s.model), holding(s.world));
        if (!smooth)
        {
            CHECK(fastest(s.world, s.model) < 1e-6);
            CHECK(holding(s.world) > 0);
        }
        for (int f = 0; f < STRANDS; f++)
        {
            double x[3 * 19];
            hf_world_fibre_points(s.world, f, x);
            memcpy(tips[smooth] + 3 * f, x + 3 * 18, 3 * sizeof(double));
        }
        end(&s);
    }
    double apart = 0;
    for (int k = 0; k < 3 * STRANDS; k++) apart = fmax(apart, fabs(tips[0][k] - tips[1][k]));
    printf("tips are up to %.1f mm elsewhere\n", 1e3 * apart);
    CHECK(apart > 5e-3); // [m]
}

/// Where the tip of fibre_orbit is after 4.25 s, by a solver [m].
static void orbit(const char *solver, double tip[3])
{
    scene s = {0};
    OK(hf_scene_open("fibre_orbit", 1, NULL, NULL, &s.builder, error));
    hf_settings settings = hf_builder_settings(s.builder);
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", solver);
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE;
    OK(hf_builder_set(s.builder, &settings, error));
    start(&s);
    for (int k = 0; k < 4250; k++) OK(hf_world_step(s.world, 0, NULL, error));
    double x[3 * 19];
    hf_world_fibre_points(s.world, 0, x);
    memcpy(tip, x + 3 * 18, 3 * sizeof(double));
    end(&s);
}

/// Daviet et al. 2011, figure 7: solvers of the exact law find the same orbit, that of a pyramid another.
TEST(exact_solvers_reach_one_orbit)
{
    static const char *const exact[] = {"mfb+enum", "enum", "dac+enum", "proximal"};
    const double SWING = 0.024; // [m]: how far the tip goes to and fro
    double tip[3], other[3];
    orbit("auto", tip);
    for (size_t k = 0; k < sizeof exact / sizeof exact[0]; k++)
    {
        orbit(exact[k], other);
        for (int c = 0; c < 3; c++) CHECK_NEAR(other[c], tip[c], 1e-3 * SWING);
    }
    orbit("4sides", other);
    CHECK(fabs(other[1] - tip[1]) > 0.02 * SWING);
    orbit("duriez06/paper", other);
    CHECK(fabs(other[1] - tip[1]) > 0.1 * SWING);
}
