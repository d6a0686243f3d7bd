// Scenes of test/attacks that once jumped, gained energy or fell through the floor without a word, and random ones of
// the same kinds, watched from outside.

#include "support/outside.h"

#include "base/random.h"

#define ATTACKS HOLDFAST_SOURCE_DIR "/test/attacks/"

static outside watch(const char *name, double duration, int threads)
{
    char path[512];
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

TEST(links_in_their_own_fixed_base_are_left_alone)
{
    static const char *names[] = {"fixed_base_thrown.urdf", "fixed_base_between_thrown.xml"};
    for (int k = 0; k < 2; k++)
    {
        outside o = watch(names[k], 1.0, 1);
        CHECK(o.jump < 1e-6 && o.uncertified == 0 && o.overlap == 0.0); // it swings by its weight alone
        char path[512];
        snprintf(path, sizeof path, "%s%s", ATTACKS, names[k]);
        hf_model *model = scene_model(path);
        hf_world *world = world_of(model);
        CHECK(hf_world_overlap_count(world) == 1 && hf_world_overlap(world, 0).left_alone);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(a_table_is_no_base_and_a_plane_is_ground)
{
    // An arm on a static column: its hand stands in the column, in a table that is a body of its own, and in a plane of
    // the column.
    static const char text[] =
        "<mujoco><worldbody><body name='table'><geom type='box' size='.3 .3 .1' pos='.6 0 -.1'/></body>"
        "<body name='column'><geom name='column' type='box' size='.05 .05 .2' pos='0 0 .2'/>"
        "<body name='plate'><geom name='plate' type='box' size='.05 .05 .02' pos='0 0 .5'/>"
        "<body name='arm' pos='0 0 .25'><joint axis='0 1 0'/><geom type='capsule' size='.01' fromto='.1 0 0 .5 0 0'/>"
        "<body name='hand' pos='.5 0 0'><joint axis='0 1 0'/><geom name='hand' type='capsule' size='.02' fromto='%s'/>"
        "</body></body></body></body></worldbody></mujoco>";
    static const char *hands[] = {"-.5 0 .24 -.44 0 .24", ".1 0 0 .1 0 -.235"}; // in the plate; 5 mm in the table
    for (int k = 0; k < 2; k++)
    {
        char scene[1024];
        snprintf(scene, sizeof scene, text, hands[k]);
        hf_model *model = text_model(scene);
        hf_world *world = world_of(model);
        CHECK(hf_world_ignored_count(world) == (k == 0));
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(steep_ground_rims_and_meshes_throw_nothing)
{
    static const char *names[] = {"hfield_steep_body_jumps_118.xml", "hfield_steep_body_jumps_138.xml",
                                  "hfield_rim_body_jumps_259.xml",   "trimesh_body_jumps_368.xml",
                                  "soak_field_jump_86.xml",          "soak_field_jump_264.xml",
                                  "soak_field_jump_1206.xml",        "soak_mesh_jump_3365.xml"};
    for (int k = 0; k < 8; k++)
    {
        outside o = watch(names[k], 1.6, 1), two = watch(names[k], 1.6, 2);
        CHECK(o.hash == two.hash);
    }
}
