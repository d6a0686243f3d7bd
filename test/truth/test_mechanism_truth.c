// Mechanisms against closed forms: the capstan, gears, the slider-crank, and loops that stay closed.

#include "support/harness.h"

#include "holdfast/scene.h"
#include "holdfast/world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81, PI = 3.14159265358979323846;

typedef struct run
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    hf_step_report report;
} run;

static run run_open(const char *scene)
{
    run r = {0};
    hf_error error = {0};
    if (hf_scene_open(scene, 1, NULL, NULL, &r.builder, &error) != HF_STATUS_OK ||
        hf_model_build(r.builder, &r.model, &error) != HF_STATUS_OK ||
        hf_world_create(r.model, &r.world, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", scene, error.message);
    return r;
}

static void run_step(run *r)
{
    hf_error error = {0};
    if (hf_world_step(r->world, 0, &r->report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(r->report.certified);
}

static void run_close(run *r)
{
    hf_world_destroy(r->world);
    hf_model_destroy(r->model);
    hf_builder_destroy(r->builder);
}

// ---- capstan ----

/// The ratio of tensions at which n nodes slip.
static double polygon(double mu, double angle, int n)
{
    double half = 0.5 * angle / n;
    return pow((cos(half) + mu * sin(half)) / (cos(half) - mu * sin(half)), n);
}

/// Whether a rope slips in the first steps.
static bool slips(double mu, double angle, int n, double ratio)
{
    char scene[200];
    snprintf(scene, sizeof scene, "capstan:n=%d,angle=%.15g,mu=%.15g,ratio=%.15g", n, angle * 180 / PI, mu, ratio);
    run r = run_open(scene);
    for (int i = 0; i < 3; i++) run_step(&r);
    double speed = 0;
    for (int k = 0; k < 2; k++) speed = fmax(speed, fabs(hf_world_v(r.world)[k]));
    run_close(&r);
    return speed > 1e-7;
}

static void capstan(double mu, double angle, int n)
{
    double exact = polygon(mu, angle, n), low = 1, high = 2 * exact;
    CHECK(!slips(mu, angle, n, low) && slips(mu, angle, n, high));
    while (high / low > 1.003)
    {
        double middle = sqrt(low * high);
        if (slips(mu, angle, n, middle)) high = middle;
        else low = middle;
    }
    CHECK_NEAR(sqrt(low * high) / exact, 1.0, 0.01);
}

TEST(capstan_slips_where_its_polygon_says)
{
    for (int turns = 1; turns <= 4; turns++)
        for (int k = 1; k <= 5; k++) capstan(0.1 * k, turns * PI, 8 * turns);
}

TEST(capstan_holds_a_weaker_slack_end_too)
{
    // pulled the other way it slips at the inverse ratio
    double exact = 1 / polygon(0.3, PI, 12);
    CHECK(!slips(0.3, PI, 12, 1.01 * exact) && slips(0.3, PI, 12, 0.99 * exact));
}

// ---- linkages ----

TEST(slider_follows_its_crank)
{
    run r = run_open("slider_crank");
    for (int i = 0; i < 1000; i++)
    {
        run_step(&r);
        double a = hf_world_q(r.world)[0], x = hf_world_q(r.world)[2];
        CHECK_NEAR(x, 0.2 * cos(a) + sqrt(0.25 - 0.04 * sin(a) * sin(a)) - 0.7, 1e-10);
    }
    CHECK(fabs(hf_world_q(r.world)[0]) > 4);
    run_close(&r);
}

TEST(weight_turns_gears)
{
    run r = run_open("gears:n=3,ratio=2,radius=0.1,mass=1");
    for (int i = 0; i < 250; i++) run_step(&r);
    double inertia = 0, radius = 0.1;
    for (int k = 0; k < 3; k++, radius *= 2)
        inertia += 0.5 * radius * radius * (0.1 / radius) * (0.1 / radius); // discs
    double a = G * 0.01 / (0.01 + inertia);
    CHECK_NEAR(hf_world_v(r.world)[3], a * 0.5, 1e-8);
    CHECK_NEAR(hf_world_v(r.world)[0], a * 0.5 / 0.1, 1e-7);
    CHECK_NEAR(hf_world_v(r.world)[1], -a * 0.5 / 0.2, 1e-7);
    run_close(&r);
}

static void stays_closed(const char *scene, int steps)
{
    run r = run_open(scene);
    double moved = 0;
    for (int i = 0; i < steps; i++)
    {
        run_step(&r);
        moved = fmax(moved, fabs(hf_world_v(r.world)[0]));
        CHECK(hf_world_loop_gap(r.world) <= 1e-10);
    }
    CHECK(moved > 0.1);
    run_close(&r);
}

TEST(four_bar_stays_closed)
{
    stays_closed("four_bar:speed=6", 2000);
}

TEST(bricard_moves_and_stays_closed)
{
    run r = run_open("bricard");
    double e0 = 0;
    for (int i = 0; i < 2000; i++)
    {
        run_step(&r);
        if (i == 0) e0 = r.report.kinetic + r.report.potential;
        CHECK(hf_world_loop_gap(r.world) <= 1e-10);
        CHECK_NEAR(r.report.kinetic + r.report.potential, e0, 2e-3);
    }
    run_close(&r);
}

TEST(jansen_walks_and_stays_closed)
{
    run r = run_open("jansen");
    double x0 = hf_world_q(r.world)[0];
    int touched = 0;
    for (int i = 0; i < 2500; i++)
    {
        run_step(&r);
        touched += hf_world_contact_count(r.world) > 0;
        CHECK(hf_world_loop_gap(r.world) <= 1e-10);
    }
    CHECK(touched > 100);
    CHECK(fabs(hf_world_q(r.world)[0] - x0) > 0.1);
    run_close(&r);
}

TEST(structure_keeps_its_energy)
{
    run r = run_open("structure:levels=5");
    double e0 = 0;
    for (int i = 0; i < 300; i++)
    {
        run_step(&r);
        if (i == 0) e0 = r.report.kinetic + r.report.potential;
    }
    CHECK_NEAR(r.report.kinetic + r.report.potential, e0, 1e-3 * fabs(r.report.kinetic));
    run_close(&r);
}
