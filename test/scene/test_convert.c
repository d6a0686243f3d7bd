// Models written and read again: as MJCF they are the same to the last bit, as URDF they have the same dynamics.

#include "support/mechanism_text.h"
#include "support/scene_text.h"

#include "holdfast/world.h"

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
    CHECK(hf_model_count(again, HF_ITEM_BODY) == hf_model_count(model, HF_ITEM_BODY));
    CHECK(hf_model_count(again, HF_ITEM_SHAPE) == hf_model_count(model, HF_ITEM_SHAPE));
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
    CHECK(hf_model_start(model) == 1 && hf_model_count(model, HF_ITEM_LOOP) == 3 &&
          hf_model_count(model, HF_ITEM_ACTUATOR) == 3);
    check_same(model);
}

TEST(condim_and_pairs_written_as_mjcf_are_the_same)
{
    hf_model *model =
        text_model("<mujoco><worldbody><geom name='f' type='plane' size='1 1 1' condim='1' friction='.3'/>"
                   "<body pos='0 0 .1'><freejoint/><geom name='a' size='.1' condim='4' friction='.5 .02 .003'/></body>"
                   "<body pos='1 0 .1'><freejoint/><geom name='b' size='.1' condim='6'/></body>"
                   "<body pos='2 0 .1'><freejoint/><geom name='c' size='.1'/></body></worldbody>"
                   "<contact><pair geom1='f' geom2='b' condim='6' friction='.5 .2 .01 .002 .001'/>"
                   "<pair geom1='f' geom2='c' friction='.5 .2'/></contact></mujoco>");
    CHECK(hf_model_shape(model, 1).condim == 4 && hf_model_shape(model, 0).condim == 1);
    CHECK(hf_model_shape(model, 1).torsion == 0.02 && hf_model_shape(model, 1).rolling == 0.003);
    hf_world *world;
    CHECK(hf_world_create(model, &world, NULL) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 0, NULL, NULL) == HF_STATUS_OK && hf_world_contact_count(world) == 3);
    hf_contact b = hf_world_contact(world, 1), c = hf_world_contact(world, 2);
    CHECK(b.condim == 6 && b.coefficients.tangent[1] == 0.2 && b.coefficients.rolling[1] == 0.001);
    CHECK(c.condim == 3 && c.mu == 0.5 && c.coefficients.tangent[1] == 0.2);
    CHECK(fabs(c.tangent[1]) == 1.0); // the first coefficient is along the world's y
    hf_world_destroy(world);
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

static const char *const flat =
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
    "<body name='box' pos='.1 .2 .5' euler='0 20 0'><freejoint/><geom type='box' size='.1 .2 .15'/></body>"
    "<body name='disc' pos='-.3 0 .5' euler='90 0 0'><freejoint/><geom type='cylinder' size='.1 .05'/></body>"
    "<body name='ball' pos='.5 0 .5'><freejoint/><geom size='.1'/></body></worldbody>"
    "<keyframe><key name='on' qpos='.1 -.2 .3  0 0 0  .6 0 .5 1 0 0 0' qvel='1 0 2  0 1 0  0 0 0 0 0 0'/></keyframe>"
    "<holdfast><body name='box' plane='0 1 0'/><body name='disc' plane='0 -2 0' velocity='1 0 0'/></holdfast></mujoco>";

TEST(planar_bodies_are_read_and_written)
{
    hf_model *model = text_model(flat);
    CHECK(hf_model_q_count(model) == 3 + 3 + 7 && hf_model_v_count(model) == 3 + 3 + 6);
    hf_world *world = NULL;
    hf_error error = {0};
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK); // at the key
    hf_body_state box = hf_world_body(world, 1);
    CHECK_NEAR(box.position[0], 0.2, 1e-15);
    CHECK_NEAR(box.position[2], 0.7, 1e-15); // e2 = y × x = -z
    CHECK_NEAR(box.angular_velocity[1], 2, 1e-15);
    hf_world_destroy(world);
    check_same(model);
}

TEST(a_planar_body_written_as_urdf_is_a_planar_joint)
{
    hf_model *model = text_model("<mujoco><worldbody><body name='b' pos='0 0 1' euler='20 0 0'><freejoint/>"
                                 "<geom type='box' size='.1 .2 .3'/></body></worldbody>"
                                 "<holdfast><body name='b' plane='0 1 1'/></holdfast></mujoco>");
    hf_error error = {0};
    if (hf_scene_write_urdf(model, target("flat.urdf"), false, NULL, NULL, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_model *models[2] = {model, scene_model(target("flat.urdf"))};
    hf_body_state end[2];
    CHECK(hf_model_count(models[1], HF_ITEM_JOINT) == 3 && hf_model_v_count(models[1]) == 3);
    for (int k = 0; k < 2; k++)
    {
        hf_world *world = NULL;
        CHECK(hf_world_create(models[k], &world, &error) == HF_STATUS_OK);
        for (int n = 0; n < 100; n++) CHECK(hf_world_step(world, 0.002, NULL, &error) == HF_STATUS_OK);
        end[k] = hf_world_body(world, 1);
        hf_world_destroy(world);
        hf_model_destroy(models[k]);
    }
    for (int j = 0; j < 3; j++) CHECK_NEAR(end[0].position[j], end[1].position[j], 1e-12);
    CHECK_NEAR(end[0].position[2], 1 - 0.5 * 9.81 * 0.5 * 0.04, 1e-12); // half of gravity is along a plane of 45°
}

TEST(an_arm_written_as_urdf_has_the_same_dynamics)
{
    hf_model *model = text_model(arm);
    hf_error error = {0};
    if (hf_scene_write_urdf(model, target("arm.urdf"), false, NULL, NULL, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_model *again = scene_model(target("arm.urdf"));
    CHECK(hf_model_count(again, HF_ITEM_BODY) == hf_model_count(model, HF_ITEM_BODY));
    CHECK(hf_model_count(again, HF_ITEM_SHAPE) == hf_model_count(model, HF_ITEM_SHAPE));
    for (int state = 0; state < 3; state++)
    {
        double M[9], N[9], b[3], c[3];
        mass_matrix(model, 0.4 * state, M, b);
        mass_matrix(again, 0.4 * state, N, c);
        for (int k = 0; k < 9; k++) CHECK_NEAR(N[k], M[k], 1e-12);
        for (int k = 0; k < 3; k++) CHECK_NEAR(c[k], b[k], 1e-11);
    }
    hf_joint_def j1 = hf_model_joint(again, hf_model_find(again, HF_ITEM_JOINT, "j1"));
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
