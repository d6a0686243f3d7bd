// The scene `braid`: a strand with a weight, plaited with two that are held at both ends, stays in the braid iff
// friction is large enough. With each strand that it is bent round the tension that it can hold is multiplied, so that
// the least µ grows slowly with the weight.

#include "support/fibre_world.h"

/// How far the weight sinks from 0.3 to 0.5 s, when the strands have come to lie on each other, by the radius of a
/// strand.
static double sinks(const char *name)
{
    const double RADIUS = 1.2e-3;
    scene s = {0};
    OK(hf_scene_open(name, 1, NULL, NULL, &s.builder, error));
    start(&s);
    int weight = -1;
    for (int b = 1; b < hf_model_count(s.model, HF_ITEM_BODY); b++)
        if (hf_model_body_fibre(s.model, b, NULL) < 0) weight = b;
    CHECK(weight > 0);
    double from = 0;
    for (int k = 0; k < 250; k++)
    {
        hf_step_report report = step(&s, 0.002);
        CHECK(report.certified);
        if (k == 149) from = hf_world_body(s.world, weight).position[2];
    }
    double way = (from - hf_world_body(s.world, weight).position[2]) / RADIUS;
    printf("%s: sinks by %.2f radii\n", name, way);
    end(&s);
    return way;
}

TEST(a_braid_holds_iff_friction_is_large_enough)
{
    CHECK(sinks("braid:mu=0") > 100);
    CHECK(sinks("braid:mu=0.1") > 20);
    CHECK(sinks("braid:mu=0.3") < 0.5);
    CHECK(sinks("braid:mu=0.6") < 0.5);
}
