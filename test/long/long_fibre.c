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
    for (int b = 0; b < hf_model_body_count(model); b++)
    {
        if (hf_model_body_fibre(model, b, NULL) < 0) continue;
        hf_body_state s = hf_world_body(world, b);
        most = fmax(
            most, sqrt(s.velocity[0] * s.velocity[0] + s.velocity[1] * s.velocity[1] + s.velocity[2] * s.velocity[2]));
    }
    return most;
}

TEST(hair_comes_to_rest_and_friction_keeps_its_pattern)
{
    double tips[2][3 * 30];
    for (int smooth = 0; smooth < 2; smooth++)
    {
        scene s = {0};
        OK(hf_scene_open(smooth ? "hair:n=30,motion=0,mu=0,mu_body=0" : "hair:n=30,motion=0", 1, NULL, NULL, &s.builder,
                         error));
        start(&s);
        for (int k = 0; k < 5000; k++)
        {
            hf_step_report report;
            OK(hf_world_step(s.world, 0.002, &report, error));
        }
        if (!smooth) CHECK(fastest(s.world, s.model) < 1e-6);
        for (int f = 0; f < 30; f++)
        {
            double x[3 * 19];
            hf_world_fibre_points(s.world, f, x);
            memcpy(tips[smooth] + 3 * f, x + 3 * 18, 3 * sizeof(double));
        }
        end(&s);
    }
    double apart = 0;
    for (int k = 0; k < 90; k++) apart = fmax(apart, fabs(tips[0][k] - tips[1][k]));
    CHECK(apart > 5e-3); // [m]
}
