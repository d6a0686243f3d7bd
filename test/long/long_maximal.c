// Maximal coordinates over many steps: joints and loops stay closed, energy stays.

#include "support/mechanism_kit.h"

#include "holdfast/scene.h"

static hf_world *open_scene(const char *scene, hf_coordinates coordinates, hf_model **model)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    OK(hf_scene_open(scene, 1, NULL, NULL, &builder, &error));
    hf_settings settings = hf_builder_settings(builder);
    settings.step.coordinates = coordinates;
    OK(hf_builder_set(builder, &settings, &error));
    OK(hf_model_build(builder, model, &error));
    OK(hf_world_create(*model, &world, &error));
    hf_builder_destroy(builder);
    return world;
}

/// How far any link is from where the same q puts it in joint coordinates.
static double joints_open(hf_world *maximal, hf_world *reduced, const hf_model *model)
{
    double open = 0.0;
    OK(hf_world_set_q(reduced, hf_world_q(maximal), hf_world_v(maximal), &error));
    for (int k = 0; k < hf_model_count(model, HF_ITEM_BODY); k++)
    {
        hf_body_state a = hf_world_body(maximal, k), b = hf_world_body(reduced, k);
        for (int i = 0; i < 3; i++) open = fmax(open, fabs(a.position[i] - b.position[i]));
    }
    return open;
}

static void run(const char *scene, int steps)
{
    hf_model *model[2];
    hf_world *maximal = open_scene(scene, HF_COORDINATES_MAXIMAL, &model[0]);
    hf_world *reduced = open_scene(scene, HF_COORDINATES_REDUCED, &model[1]);
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        OK(hf_world_step(maximal, 0.0, &report, &error));
        CHECK(report.certified);
        CHECK(hf_world_loop_gap(maximal) <= 1e-10);
        if (k % 100 == 0) CHECK(joints_open(maximal, reduced, model[0]) <= 1e-10);
    }
    hf_world_destroy(maximal);
    hf_world_destroy(reduced);
    hf_model_destroy(model[0]);
    hf_model_destroy(model[1]);
}

TEST(four_bar_100000_steps)
{
    run("four_bar", 100000);
}

TEST(bricard_20000_steps)
{
    run("bricard", 20000);
}

TEST(jansen_walks_20000_steps)
{
    run("jansen", 20000);
}
