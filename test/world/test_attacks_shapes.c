// Scenes of test/attacks that once jumped, gained energy or fell through the floor without a word, and random ones of the same kinds, watched from outside.

#include "support/outside.h"

#include "base/random.h"

#define ATTACKS HOLDFAST_SOURCE_DIR "/test/attacks/"

static outside watch(const char *name, double duration, int threads)
{
    char path[512];
    if (!HF_HAS_LIBXML2) SKIP("built without libxml2");
    snprintf(path, sizeof path, "%s%s", ATTACKS, name);
    hf_model *model = scene_model(path);
    outside o = outside_run(model, duration, threads);
    hf_model_destroy(model);
    if (!outside_is_quiet(&o))
        harness_fail(__FILE__, __LINE__, "%s: jump %g m at %g s, gain %g J of %g J, %g J said, ended %d", name, o.jump,
                     o.jump_time, o.gain, o.kinetic, o.said, o.ended);
    return o;
}

TEST(concave_polygons_stay_above_the_floor)
{
    static const char *names[] = {"planar_drop_jumps_through_42.xml",        "planar_heap_energy_grows_192.xml",
                                  "planar_heap_jumps_through_floor_104.xml", "planar_letter_U_energy_grows.xml",
                                  "planar_polygon_falls_through_floor.xml",  "planar_polygon_spins_up_at_rest_547.xml"};
    for (int k = 0; k < 6; k++)
    {
        outside o = watch(names[k], 3.0, 1), two = watch(names[k], 3.0, 2);
        CHECK(o.lowest > 0.0 && o.uncertified == 0 && o.overlap < 1e-4);
        CHECK(o.hash == two.hash);
    }
}

/// A polygon with corners at ascending angles, concave as a rule; appends it to the text.
static void write_polygon(random_state *random, char *text, size_t size)
{
    int n = 4 + random_below(random, 6);
    double angle[9], total = 0.0;
    for (int k = 0; k < n; k++) total += angle[k] = random_between(random, 0.25, 1.0);
    size_t at = strlen(text);
    double along = 0.0;
    at += (size_t)snprintf(text + at, size - at, "<polygon restitution='%g' points='", 0.3 * random_below(random, 3));
    for (int k = 0; k < n; k++)
    {
        double r = random_between(random, 0.04, 0.2);
        along += 6.283185307179586 * angle[k] / total;
        at += (size_t)snprintf(text + at, size - at, "%.5f %.5f ", r * cos(along), r * sin(along));
    }
    snprintf(text + at, size - at, "'/>");
}

TEST(random_heaps_of_polygons_are_quiet)
{
    enum
    {
        SCENES = 40
    };
    if (!HF_HAS_LIBXML2) SKIP("built without libxml2");
    random_state random = random_seed(30);
    for (int scene = 0; scene < SCENES; scene++)
    {
        char text[8192];
        int bodies = 1 + random_below(&random, 5);
        snprintf(
            text, sizeof text,
            "<mujoco><option timestep='%g'/><holdfast><planar friction='%g'>"
            "<polygon points='-1.2 -.05 1.2 -.05 1.2 0 -1.2 0'/><polygon points='-1.3 -.05 -1.2 -.05 -1.2 3 -1.3 3'/>"
            "<polygon points='1.2 -.05 1.3 -.05 1.3 3 1.2 3'/>",
            0.001 * (1 + random_below(&random, 3)), 0.4 * random_below(&random, 3));
        for (int k = 0; k < bodies; k++)
        {
            size_t at = strlen(text);
            snprintf(text + at, sizeof text - at, "<body pos='%g %g' angle='%g' velocity='%g %g' turn='%g'>",
                     -0.8 + 0.5 * (k % 4), 0.3 + 0.45 * (k / 4), random_between(&random, 0, 360),
                     random_between(&random, -1, 1), random_between(&random, -2, 1), random_between(&random, -6, 6));
            write_polygon(&random, text, sizeof text);
            strncat(text, "</body>", sizeof text - strlen(text) - 1);
        }
        strncat(text, "</planar></holdfast></mujoco>", sizeof text - strlen(text) - 1);
        hf_model *model = text_model(text);
        outside o = outside_run(model, 1.2, 1);
        hf_model_destroy(model);
        if (!outside_is_quiet(&o) || o.lowest < 0.0)
            harness_fail(__FILE__, __LINE__, "scene %d: jump %g m at %g s, gain %g J of %g J, lowest %g m", scene,
                         o.jump, o.jump_time, o.gain, o.kinetic, o.lowest);
    }
}
