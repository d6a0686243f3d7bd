// Models written and read again: as MJCF they are the same to the last bit, as URDF they have the same dynamics.

#include "support/mechanism_text.h"
#include "support/scene_text.h"

#include "holdfast/world.h"

#if HF_HAS_LIBXML2

static const char *target(const char *name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s", text_folder(), name);
    return path;
}

static uint64_t hash_after(const hf_model *model, int steps)
{
    hf_world *world = NULL;
    hf_error error = {0};
    hf_step_report report;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    for (int k = 0; k < steps; k++)
        if (hf_world_step(world, 0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
    uint64_t hash = hf_world_hash(world);
    hf_world_destroy(world);
    return hash;
}

static void check_same(hf_model *model)
{
    hf_error error = {0};
    if (hf_scene_write_mjcf(model, target("flat.xml"), &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_model *again = scene_model(target("flat.xml"));
    CHECK(hf_model_body_count(again) == hf_model_body_count(model));
    CHECK(hf_model_shape_count(again) == hf_model_shape_count(model));
    CHECK(hash_after(again, 0) == hash_after(model, 0));
    CHECK(hash_after(again, 5) == hash_after(model, 5));
    hf_model_destroy(again);
    hf_model_destroy(model);
}

TEST(built_in_scenes_written_as_mjcf_are_the_same)
{
    static const char *const scenes[] = {"incline",   "wall",       "bounce", "top_heavy", "pinch",          "grasp",
                                         "rocks:n=8", "mass_ratio", "rest",   "dominoes",  "pendulum:n=1000"};
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++)
    {
        printf("        %s\n", scenes[k]);
        check_same(scene_model(scenes[k]));
    }
}

TEST(a_mechanism_written_as_mjcf_is_the_same)
{
    hf_error error;
    hf_model *model = text_model_key(machine_text, "two", &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_model_start(model) == 1 && hf_model_loop_count(model) == 3 && hf_model_actuator_count(model) == 3);
    check_same(model);
}

TEST(every_allocation_of_reading_and_building_may_fail)
{
    const char *path = text_file("scene.xml", machine_text);
    for (long k = 0;; k++)
    {
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
        if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        CHECK((model != NULL) == !failed);
        hf_builder_destroy(builder);
        hf_model_destroy(model);
        if (failed) continue;
        CHECK(k > 100);
        break;
    }
}

// ---- URDF ----

static void mass_matrix(const hf_model *model, double turn, double *M, double *bias)
{
    hf_world *world = NULL;
    hf_error error = {0};
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    int nq = hf_model_q_count(model), nv = hf_model_v_count(model);
    CHECK(nq == 3 && nv == 3);
    const double q[3] = {turn, -0.1 * turn, 0.5 * turn}, v[3] = {0.1, 0.2, -0.3};
    CHECK(hf_world_set_q(world, q, v, &error) == HF_STATUS_OK);
    CHECK(hf_world_mass_matrix(world, M, &error) == HF_STATUS_OK);
    CHECK(hf_world_bias(world, bias, &error) == HF_STATUS_OK);
    hf_world_destroy(world);
}

static const char *const arm =
    "<mujoco><worldbody><body name='base' pos='0 0 1' euler='10 20 30'><geom type='box' size='.1 .1 .1'/>"
    "<body name='upper' pos='.1 .2 .3' euler='0 90 0'><joint name='j1' pos='.05 0 .1' axis='0 1 1' range='-90 60' "
    "damping='.1' frictionloss='.2' actuatorfrcrange='-4 4'/><geom type='capsule' size='.05 .2' pos='0 0 .2'/>"
    "<body name='lower' pos='0 0 .5' euler='40 0 0'><joint name='j2' type='slide' pos='0 .2 0' axis='1 0 0'/>"
    "<geom type='mesh' mesh='m'/><body name='pad' pos='.3 0 0'><geom size='.1'/></body></body></body>"
    "<body name='side' pos='-1 0 0'><joint name='j3' axis='0 0 1'/><geom type='cylinder' size='.1 .2'/></body></body>"
    "</worldbody><asset><mesh name='m' vertex='0 0 0 .3 0 0 0 .2 0 0 0 .1'/></asset>"
    "<equality><joint joint1='j3' joint2='j1' polycoef='.1 2'/></equality></mujoco>";

TEST(an_arm_written_as_urdf_has_the_same_dynamics)
{
    hf_model *model = text_model(arm);
    hf_error error = {0};
    if (hf_scene_write_urdf(model, target("arm.urdf"), false, NULL, NULL, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_model *again = scene_model(target("arm.urdf"));
    CHECK(hf_model_body_count(again) == hf_model_body_count(model));
    CHECK(hf_model_shape_count(again) == hf_model_shape_count(model));
    for (int state = 0; state < 3; state++)
    {
        double M[9], N[9], b[3], c[3];
        mass_matrix(model, 0.4 * state, M, b);
        mass_matrix(again, 0.4 * state, N, c);
        for (int k = 0; k < 9; k++) CHECK_NEAR(N[k], M[k], 1e-12);
        for (int k = 0; k < 3; k++) CHECK_NEAR(c[k], b[k], 1e-11);
    }
    hf_joint_def j1 = hf_model_joint(again, hf_model_find_joint(again, "j1"));
    CHECK(j1.limited && j1.force_limited && j1.damping == 0.1 && j1.friction == 0.2);
    CHECK_NEAR(j1.range[0], -3.14159265358979323846 / 2, 1e-15);
    hf_loop_def loop = hf_model_loop(again, 0);
    CHECK(loop.kind == HF_LOOP_JOINT && loop.coefficient[0] == 0.1 && loop.coefficient[1] == 2);
    hf_model_destroy(again);
    hf_model_destroy(model);
}

static void count_notice(void *context, const char *text)
{
    (void)text;
    ++*(int *)context;
}

TEST(what_urdf_has_no_words_for)
{
    static const struct
    {
        const char *text, *what;
        bool never; // not even with losses
    } cases[] = {
        {"<worldbody><geom name='floor' type='plane' size='1 1 1'/></worldbody>", "'floor', a plane", false},
        {"<worldbody><body><geom name='e' type='ellipsoid' size='1 1 2'/><joint/></body></worldbody>",
         "'e', a ellipsoid", false},
        {"<worldbody><body><geom name='g' size='1' friction='.5'/><joint/></body></worldbody>", "friction 0.5", false},
        {"<worldbody><body><geom size='1'/><joint name='j' armature='1'/></body></worldbody>",
         "armature of the joint 'j'", false},
        {"<worldbody><body><geom size='1'/><joint name='j' stiffness='1'/></body></worldbody>",
         "spring of the joint 'j'", false},
        {"<worldbody><body><geom size='1'/><joint name='j'/></body></worldbody><actuator><motor joint='j'/></actuator>",
         "1 actuators", false},
        {"<worldbody><body name='b'><geom size='1'/><joint/></body></worldbody><equality><connect body1='b' "
         "anchor='0 0 0'/></equality>",
         "loop 0", false},
        {"<worldbody><body><geom size='1'/><joint name='j' type='ball'/></body></worldbody>", "'j' is a ball", true},
        {"<worldbody><body name='b'><geom size='1'/><joint/><joint axis='1 0 0'/></body></worldbody>",
         "'b' has several joints", true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[1000];
        snprintf(text, sizeof text, "<mujoco>%s</mujoco>", cases[k].text);
        hf_model *model = text_model(text);
        hf_error error = {0};
        int notices = 0;
        CHECK(hf_scene_write_urdf(model, target("x.urdf"), false, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
        if (!strstr(error.message, cases[k].what))
            harness_fail(__FILE__, __LINE__, "'%s' has not '%s'", error.message, cases[k].what);
        CHECK(access(target("x.urdf"), F_OK) != 0); // nothing half done is left
        hf_status status = hf_scene_write_urdf(model, target("x.urdf"), true, count_notice, &notices, &error);
        CHECK(status == (cases[k].never ? HF_STATUS_UNSUPPORTED : HF_STATUS_OK));
        CHECK(cases[k].never || notices > 0);
        hf_model_destroy(model);
    }
    hf_model *model = scene_model("incline");
    hf_error error = {0};
    CHECK(hf_scene_write_mjcf(model, "/no/such/folder/x.xml", &error) == HF_STATUS_FILE);
    hf_model_destroy(model);
}

#else

TEST(nothing_is_read)
{
    SKIP("built without libxml2");
}

#endif
