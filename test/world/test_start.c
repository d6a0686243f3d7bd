// Starts: no pose is refused; what overlaps in it is corrected, lifted out, or left alone until it first separates.

#include "support/scene_text.h"
#include "support/truth_scenes.h"

// ---- what is done with which pair ----

/// A box (half extents 0.1 0.1 c) whose lower side is `depth` below the surface of a floor.
static scene box_in_floor(bool slab, double c, double depth)
{
    scene s = scene_begin();
    hf_body_def floor = body_at(0, 0, -1);
    floor.motion = HF_MOTION_STATIC;
    if (slab) add_box(&s, floor, 2, 2, 1, 0.5);
    else add_plane(&s, 0, 0.5);
    add_box(&s, body_at(0, 0, c - depth), 0.1, 0.1, c, 0.5);
    scene_start(&s);
    return s;
}

static void check_box(bool slab, double c, double depth, int overlaps, int ignored)
{
    scene s = box_in_floor(slab, c, depth);
    CHECK(hf_world_overlap_count(s.world) == overlaps);
    CHECK(hf_world_ignored_count(s.world) == ignored);
    for (int k = 0; k < hf_world_overlap_count(s.world); k++)
    {
        hf_overlap o = hf_world_overlap(s.world, k);
        CHECK_NEAR(o.depth, depth, 1e-6);
        CHECK(o.left_alone == (ignored > 0));
    }
    scene_end(&s);
}

TEST(what_stands_in_the_floor_is_lifted)
{
    for (int slab = 0; slab < 2; slab++)
    {
        check_box(slab, 0.1, 0.049, 0, 0);   // slight: not worth a word
        check_box(slab, 0.1, 0.051, 1, 0);   // deep
        check_box(slab, 0.01, 0.0049, 0, 0); // the thinner shape counts
        check_box(slab, 0.01, 0.0051, 1, 0);
    }
    check_box(false, 0.1, 0.15, 1, 0); // below its middle: a half-space has no other side …
    check_box(true, 0.1, 0.15, 1, 1);  // … a slab may have one
}

TEST(deep_bodies_pass_until_they_separate_and_collide_then)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0;
    scene_settings(&s, settings);
    for (int k = 0; k < 2; k++)
    {
        hf_body_def def = body_at(k ? 0.05 : 0, 0, 0);
        def.velocity[0] = k ? -1 : 1; // through each other, and out on the other side
        add_ball(&s, def, 0.1, 0.5, 0);
    }
    scene_start(&s);
    CHECK(hf_world_ignored_count(s.world) == 1);
    CHECK_NEAR(hf_world_ignored_pair(s.world, 0).depth, 0.15, 1e-9);
    for (int k = 0; k < 62; k++) // at 0.125 s they are 0.2 m apart
    {
        scene_step(&s);
        CHECK(hf_world_contact_count(s.world) == 0 && hf_world_ignored_count(s.world) == 1);
    }
    for (int k = 0; k < 10; k++) scene_step(&s);
    CHECK(hf_world_ignored_count(s.world) == 0);
    CHECK_NEAR(hf_world_body(s.world, 1).position[0], 0.144, 1e-12); // nothing moved them but their speed
    for (int k = 1; k <= 2; k++)
    {
        hf_body_state back = hf_world_body(s.world, k);
        back.velocity[0] = -back.velocity[0];
        MUST(hf_world_set_body(s.world, k, &back, error));
    }
    for (int k = 0; k < 100; k++) scene_step(&s);
    double apart = hf_world_body(s.world, 1).position[0] - hf_world_body(s.world, 2).position[0];
    CHECK_NEAR(apart, 0.2, 1e-7); // now they are in each other's way
    scene_end(&s);
}

static const char *const arm =
    "<mujoco><option gravity='0 0 0'/><worldbody><body name='base'><geom type='box' size='.1 .1 .1'/>"
    "<body name='low' pos='0 0 .3'><joint name='j' type='hinge' axis='0 0 1'/><geom type='box' size='.02 .02 .05'/>"
    "<body name='high' pos='0 0 .1'><joint type='hinge' axis='0 0 1' damping='.1'/><geom type='box' size='.02 .02 "
    ".01'/>"
    "<geom type='box' size='.05 .02 .01' pos='.1 0 -.2%s'/></body></body></body></worldbody></mujoco>";

TEST(links_of_one_robot_are_left_alone)
{
    char text[1000];
    snprintf(text, sizeof text, arm, "899"); // 0.1 mm above the body that it stands on; neighbours never collide
    hf_model *model = text_model(text);
    hf_world *world = NULL;
    MUST(hf_world_create(model, &world, error));
    CHECK(hf_world_ignored_count(world) == 0);
    hf_world_destroy(world);
    hf_model_destroy(model);

    snprintf(text, sizeof text, arm, "95");
    model = text_model(text);
    MUST(hf_world_create(model, &world, error));
    CHECK(hf_world_ignored_count(world) == 1 && hf_world_overlap_count(world) == 1);
    hf_overlap o = hf_world_ignored_pair(world, 0);
    CHECK_NEAR(o.depth, 0.005, 1e-9);
    CHECK(strcmp(hf_model_body(model, o.body_a).name, "base") == 0);
    CHECK(strcmp(hf_model_body(model, o.body_b).name, "high") == 0);
    for (int k = 0; k < 20; k++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.kinetic == 0 && report.contact_count == 0); // no motion without a cause
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(an_arm_whose_links_overlap_moves_by_its_weight_alone)
{
    const char *path = HOLDFAST_SOURCE_DIR "/../shared/models/kinova_gen3/scene.xml";
    if (access(path, R_OK) != 0) SKIP("%s is absent", path);
    hf_builder *builder = NULL;
    MUST(hf_scene_open(HOLDFAST_SOURCE_DIR "/../shared/models/kinova_gen3/scene.xml#", 1, NULL, NULL, &builder, error));
    hf_error said;
    hf_model *model = text_build(HF_STATUS_OK, builder, &said);
    hf_world *world = NULL;
    MUST(hf_world_create(model, &world, error));
    CHECK(hf_world_ignored_count(world) == 1); // the base and the shoulder, by 12 mm
    CHECK_NEAR(hf_world_ignored_pair(world, 0).depth, 0.012, 1e-3);
    double before = INFINITY;
    for (int k = 0; k < 250; k++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified && report.contact_count == 0);
        CHECK(report.kinetic < 0.01 && report.kinetic + report.potential <= before + 1e-9);
        before = report.kinetic + report.potential;
    }
    for (int k = 0; k < hf_model_q_count(model); k++) CHECK(fabs(hf_world_q(world)[k]) < 0.05);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(keyframes_come_before_the_look)
{
    hf_model *model =
        text_model("<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 -.2'><freejoint/>"
                   "<geom size='.1'/></body></worldbody><keyframe><key name='home' qpos='0 0 .5 1 0 0 0'/>"
                   "<key name='still' qpos='0 0 .5 0 0 0 0'/></keyframe></mujoco>");
    hf_world *world = NULL;
    MUST(hf_world_create(model, &world, error));
    MUST(hf_world_set_key(world, hf_model_find(model, HF_ITEM_KEY, "home"), error));
    MUST(hf_world_find_overlaps(world, error));
    CHECK(hf_world_overlap_count(world) == 0);
    MUST(
        hf_world_set_key(world, hf_model_find(model, HF_ITEM_KEY, "still"), error)); // a quaternion of zeros is no turn
    CHECK(hf_world_body(world, 1).orientation[0] == 1);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A bar of length L on a hinge, its end held at a point that is `open` L too far away.
static hf_status hold_bar(double L, double open, hf_error *said)
{
    char text[600];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><site name='w' pos='%.15g 0 1'/><body pos='0 0 1'><joint axis='0 1 0'/><geom "
             "type='capsule' fromto='0 0 0 %g 0 0' size='%g'/><site name='t' pos='%g 0 0'/></body></worldbody>"
             "<equality><connect site1='w' site2='t'/></equality></mujoco>",
             L * (1 + open), L, L / 50, L);
    hf_model *model = text_model_key(text, NULL, said);
    if (!model) return said->status;
    hf_world *world = NULL;
    MUST(hf_world_create(model, &world, error));
    double kinetic = 0;
    for (int k = 0; k < 50; k++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified);
        kinetic = fmax(kinetic, report.kinetic);
    }
    CHECK(kinetic < 1e-12 * pow(L, 5));
    CHECK(hf_world_loop_gap(world) <= 1.01 * open * L + 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return HF_STATUS_OK;
}

TEST(loops_that_close_within_a_millionth_are_closed)
{
    static const double lengths[] = {0.01, 1, 100};
    hf_error error;
    for (int k = 0; k < 3; k++)
    {
        CHECK(hold_bar(lengths[k], 0, &error) == HF_STATUS_OK);
        CHECK(hold_bar(lengths[k], 8e-7, &error) == HF_STATUS_OK);
        CHECK(hold_bar(lengths[k], 2e-6, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "cannot be closed"));
    }
}

// ---- the list is a part of the state ----

/// Two balls in each other beside a third, without gravity.
static scene three_balls(void)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0;
    scene_settings(&s, settings);
    for (int k = 0; k < 3; k++)
    {
        hf_body_def def = body_at(k == 2 ? 1 : 0.05 * k, 0, 0);
        def.velocity[0] = k == 1 ? 1 : 0;
        add_ball(&s, def, 0.1, 0.5, 0);
    }
    scene_start(&s);
    return s;
}

/// A world of the same model in the same state.
static hf_world *copy_world(const scene *s)
{
    hf_world *copy = NULL;
    size_t size = hf_world_state_size(s->world);
    void *bytes = malloc(size);
    hf_world_state_save(s->world, bytes);
    MUST(hf_world_create(s->model, &copy, error));
    MUST(hf_world_state_load(copy, bytes, size, error));
    CHECK(hf_world_hash(copy) == hf_world_hash(s->world));
    free(bytes);
    return copy;
}

static void step_both(scene *s, hf_world *copy, int count)
{
    for (int k = 0; k < count; k++)
    {
        scene_step(s);
        MUST(hf_world_step(copy, 0, NULL, error));
        CHECK(hf_world_hash(copy) == hf_world_hash(s->world));
        CHECK(hf_world_ignored_count(copy) == hf_world_ignored_count(s->world));
    }
}

TEST(a_resumed_run_leaves_the_same_pairs_alone)
{
    scene s = three_balls();
    hf_world *copy = copy_world(&s); // before the first step
    step_both(&s, copy, 10);
    hf_world_destroy(copy);
    copy = copy_world(&s); // while a pair is left alone
    size_t with = hf_world_state_size(copy);
    CHECK(hf_world_ignored_count(copy) == 1 && hf_world_overlap_count(copy) == 0);
    step_both(&s, copy, 90);
    CHECK(hf_world_ignored_count(copy) == 0);
    CHECK(with == hf_world_state_size(copy) + 32); // an empty list takes nothing
    hf_world_destroy(copy);
    scene_end(&s);
}

TEST(poses_that_are_set_are_looked_at_and_others_are_not)
{
    scene s = three_balls();
    for (int k = 0; k < 100; k++) scene_step(&s);
    size_t size = hf_world_state_size(s.world);
    hf_body_state third = hf_world_body(s.world, 3);
    third.velocity[1] = 0.5;
    MUST(hf_world_set_body(s.world, 3, &third, error)); // the same pose
    CHECK(hf_world_state_size(s.world) == size);
    third.position[0] = 0.02;
    MUST(hf_world_set_body(s.world, 3, &third, error)); // into the first ball
    CHECK(hf_world_state_size(s.world) == size + 16 + 8);
    hf_world *copy = copy_world(&s); // what was set and not looked at is kept
    step_both(&s, copy, 1);
    CHECK(hf_world_ignored_count(s.world) == 1 && hf_world_overlap_count(s.world) == 1);
    step_both(&s, copy, 300);
    CHECK(hf_world_ignored_count(s.world) == 0);
    hf_world_destroy(copy);
    scene_end(&s);
}

TEST(damaged_lists_are_refused)
{
    scene s = three_balls();
    for (int k = 0; k < 3; k++) scene_step(&s);
    size_t size = hf_world_state_size(s.world);
    char *bytes = malloc(size + 16);
    hf_world_state_save(s.world, bytes);
    uint64_t hash = hf_world_hash(s.world);
    hf_error said;
    CHECK(hf_world_state_load(s.world, bytes, size - 1, &said) == HF_STATUS_FORMAT);
    CHECK(hf_world_state_load(s.world, bytes, size - 16, &said) == HF_STATUS_FORMAT);
    memset(bytes + size, 0, 16);
    CHECK(hf_world_state_load(s.world, bytes, size + 16, &said) == HF_STATUS_FORMAT);
    int *pair = (int *)(void *)(bytes + size - 16);
    const int wrong[][2] = {{-1, 1}, {1, 1}, {0, 3}, {1, 0}};
    for (int k = 0; k < 4; k++)
    {
        pair[0] = wrong[k][0], pair[1] = wrong[k][1];
        CHECK(hf_world_state_load(s.world, bytes, size, &said) == HF_STATUS_FORMAT);
    }
    CHECK(hf_world_hash(s.world) == hash);
    free(bytes);
    scene_end(&s);
}

TEST(a_look_without_memory_changes_nothing)
{
    bool failed = true;
    for (long k = 0; failed; k++)
    {
        scene s = three_balls();
        hf_body_state third = hf_world_body(s.world, 3);
        third.position[0] = 0.02;
        MUST(hf_world_set_body(s.world, 3, &third, error));
        uint64_t hash = hf_world_hash(s.world);
        fail_allocation(k);
        hf_status status = hf_world_find_overlaps(s.world, NULL);
        failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        if (failed) CHECK(hf_world_hash(s.world) == hash);
        CHECK(hf_world_ignored_count(s.world) == (failed ? 1 : 3));
        MUST(hf_world_find_overlaps(s.world, error));
        CHECK(hf_world_ignored_count(s.world) == 3);
        scene_end(&s);
    }
}
