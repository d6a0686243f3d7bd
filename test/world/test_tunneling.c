// Thin and fast: nothing passes through a thin plate, at any speed and spin. More of the same:
// test/long/long_tunneling.c.

#include "support/tunneling.h"

#include "holdfast/scene.h"

#include <dirent.h>

/// A fixed plate of 2 m × 2 m, 1 mm thick, at z = 0.
static void add_plate(scene *s)
{
    hf_body_def plate = body_at(0, 0, 0);
    plate.motion = HF_MOTION_STATIC;
    add_box(s, plate, 1, 1, 0.0005, 0.3);
}

static hf_body_def flying(random_state *random, double height, double speed, double spin)
{
    hf_body_def def = body_at(random_between(random, -0.3, 0.3), random_between(random, -0.3, 0.3), height);
    double norm = 0;
    for (int k = 0; k < 4; k++) def.orientation[k] = random_normal(random);
    for (int k = 0; k < 4; k++) norm += def.orientation[k] * def.orientation[k];
    for (int k = 0; k < 4; k++) def.orientation[k] /= sqrt(norm);
    def.velocity[0] = random_between(random, -0.3, 0.3) * speed;
    def.velocity[2] = -speed;
    for (int k = 0; k < 3; k++) def.angular_velocity[k] = random_between(random, -1, 1) * spin;
    return def;
}

/// Bodies of random speeds and spins that come to lie with their centre beyond the plate.
static int count_passed(hf_shape_kind kind, double a, double b, double c, double fastest, double spin, int runs)
{
    random_state random = random_seed(11);
    int passed = 0;
    double deepest = 0;
    for (int run = 0; run < runs; run++)
    {
        scene s = scene_begin();
        add_plate(&s);
        double speed = random_between(&random, 0.05, 1) * fastest;
        hf_shape_def shape = hf_shape_def_default();
        shape.body = add_body(&s, flying(&random, random_between(&random, 0.3, 0.6), speed, spin));
        shape.kind = kind;
        shape.size[0] = a, shape.size[1] = b, shape.size[2] = c;
        shape.restitution = run % 2 ? 0.5 : 0;
        add_shape(&s, shape);
        scene_start(&s);
        for (int n = 0; n < 60; n++)
        {
            scene_step(&s);
            hf_body_state at = hf_world_body(s.world, shape.body);
            for (int k = 0; k < hf_world_contact_count(s.world); k++)
                deepest = fmax(deepest, -hf_world_contact(s.world, k).gap);
            if (fabs(at.position[0]) > 0.8 || fabs(at.position[1]) > 0.8) break; // over the edge
            if (at.position[2] >= 0) continue;
            passed++;
            break;
        }
        scene_end(&s);
    }
    CHECK(deepest <= 2e-3); // ends of rods came 19 mm deep through the plate before steps were cut
    return passed;
}

TEST(bullets_stay_on_their_side)
{
    CHECK(count_passed(HF_SHAPE_SPHERE, 0.005, 0, 0, 200, 0, 60) == 0);
    CHECK(count_passed(HF_SHAPE_CAPSULE, 0.003, 0.01, 0, 200, 1000, 60) == 0);
}

TEST(rods_that_spin_stay_on_their_side)
{
    CHECK(count_passed(HF_SHAPE_CAPSULE, 0.005, 0.25, 0, 20, 100, 60) == 0);
    CHECK(count_passed(HF_SHAPE_BOX, 0.25, 0.005, 0.005, 20, 100, 60) == 0);
}

TEST(cards_stay_on_their_side)
{
    CHECK(count_passed(HF_SHAPE_BOX, 0.03, 0.05, 0.0002, 50, 20, 60) == 0);
    CHECK(count_passed(HF_SHAPE_BOX, 0.03, 0.05, 0.0002, 50, 200, 60) == 0);
}

TEST(every_shape_stays_on_its_side_of_every_obstacle)
{
    for (int shape = 0; shape < SHOT_SHAPES; shape++)
        for (int obstacle = 0; obstacle < OBSTACLE_COUNT; obstacle++) shoot_many(shape, obstacle, 1, 3);
}

/// A light ball at rest before the plate, free or on a rail, which a heavy one hits at `speed`: both stop at the plate.
static void hit_before_plate(double speed, double h, double gap, bool rail)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    add_plate(&s);
    hf_body_def light = body_at(0, 0, 0.0205 + gap), heavy = body_at(0, 0, 0.0205 + gap + 0.08);
    if (rail) light.parent = 0;
    light.gravity_scale = heavy.gravity_scale = 0;
    light.mass = 0.01;
    heavy.mass = 10;
    heavy.velocity[2] = -speed;
    hf_shape_def ball = hf_shape_def_default();
    ball.kind = HF_SHAPE_SPHERE;
    ball.body = add_body(&s, light);
    ball.size[0] = 0.02;
    add_shape(&s, ball);
    hf_joint_def slide = hf_joint_def_default();
    slide.body = ball.body;
    slide.kind = HF_JOINT_SLIDE;
    if (rail) MUST(hf_builder_add_joint(s.builder, &slide, NULL, error));
    ball.body = add_body(&s, heavy);
    ball.size[0] = 0.05;
    add_shape(&s, ball);
    scene_start(&s);
    for (int n = 0; n < 10; n++)
    {
        scene_step(&s);
        CHECK(s.last.certified);
        CHECK(hf_world_body(s.world, ball.body - 1).position[2] > 0.0204);
        CHECK(hf_world_body(s.world, ball.body).position[2] > 0.09);
    }
    scene_end(&s);
}

TEST(bodies_that_are_hit_stay_on_their_side)
{
    for (int k = 0; k < 24; k++)
        hit_before_plate(10.0 + 8.0 * k, 0.002 + 0.0005 * k, 0.02 * (1 + k % 5), k % 2 == 1); // 10 … 194 m/s
}

/// A ball of 2 cm that flies past a box of 20 cm, at rest, free or on a hinge, by `miss` beside its corner, across the
/// plane of its nearest face.
static void fly_past(double speed, double h, double miss, double restitution, int kind)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    hf_body_def target = body_at(0, 0, 0), ball = body_at(-0.3 + miss, 0, 0.44);
    if (kind == 0) target.motion = HF_MOTION_STATIC;
    if (kind == 2) target.parent = 0;
    target.gravity_scale = ball.gravity_scale = 0;
    ball.velocity[0] = speed,
    ball.velocity[2] = -speed; // in the plane x + z = 0.14 + miss, which is miss/√2 - 4.2 cm from the edge
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
    shape.restitution = restitution;
    shape.body = add_body(&s, target);
    add_shape(&s, shape);
    hf_joint_def hinge = hf_joint_def_default();
    hinge.body = shape.body;
    hinge.kind = HF_JOINT_HINGE;
    if (kind == 2) MUST(hf_builder_add_joint(s.builder, &hinge, NULL, error));
    shape.kind = HF_SHAPE_SPHERE;
    shape.size[0] = 0.01;
    shape.body = add_body(&s, ball);
    add_shape(&s, shape);
    scene_start(&s);
    while (hf_world_body(s.world, shape.body).position[2] > -1)
    {
        scene_step(&s);
        hf_body_state at = hf_world_body(s.world, shape.body);
        CHECK(s.last.certified);
        CHECK(at.velocity[0] == speed && at.velocity[2] == -speed);
        CHECK(at.angular_velocity[0] == 0 && at.angular_velocity[1] == 0 && at.angular_velocity[2] == 0);
    }
    scene_end(&s);
}

TEST(what_flies_past_is_not_stopped_in_free_air)
{
    for (int k = 0; k < 36; k++)
        fly_past(5.0 + 5.0 * k, 0.002 + 0.0005 * k, 0.08 + 0.01 * (k % 7), k % 2 ? 0.7 : 0.0, k % 3);
}

/// A finger of 0.2 m on a hinge 0.1 m above a plate of 1 mm, which it hits with its side at up to 60 m/s.
static void swing(hf_shape_kind kind, double speed, double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    add_plate(&s);
    hf_body_def link = body_at(0, 0, 0.1);
    link.parent = 0;
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(&s, link);
    shape.kind = kind;
    shape.position[0] = 0.1;
    shape.size[0] = kind == HF_SHAPE_ELLIPSOID ? 0.1 : 0.002;
    shape.size[1] = kind == HF_SHAPE_ELLIPSOID ? 0.005 : 0.1;
    shape.size[2] = 0.005;
    if (kind == HF_SHAPE_CAPSULE) shape.orientation[0] = shape.orientation[2] = sqrt(0.5);
    add_shape(&s, shape);
    hf_joint_def hinge = hf_joint_def_default();
    hinge.body = shape.body;
    hinge.kind = HF_JOINT_HINGE;
    hinge.axis[1] = 1, hinge.axis[2] = 0;
    hinge.has_initial = true;
    hinge.initial = -0.3;
    hinge.initial_velocity = speed;
    MUST(hf_builder_add_joint(s.builder, &hinge, NULL, error));
    scene_start(&s);
    for (int n = 0; n < 20; n++)
    {
        scene_step(&s);
        CHECK(hf_world_body(s.world, shape.body).position[2] >
              0.0495); // its middle, when the tip touches: half way down
    }
    scene_end(&s);
}

TEST(fast_fingers_stay_on_their_side)
{
    for (int k = 0; k < 12; k++)
    {
        swing(HF_SHAPE_CAPSULE, 300.0 / (1 + k), 0.001 * (1 + k));
        swing(HF_SHAPE_ELLIPSOID, 300.0 / (1 + k), 0.001 * (1 + k));
    }
}

TEST(planar_needles_stay_on_their_side)
{
    random_state random = random_seed(5);
    for (int run = 0; run < 40; run++)
    {
        scene s = scene_begin();
        hf_settings settings = hf_settings_default();
        settings.step.timestep = random_between(&random, 0.001, 0.01);
        scene_settings(&s, settings);
        add_plate(&s);
        double angle = random_between(&random, 0, 3.14);
        hf_body_def needle = body_at(0, 0, 0.15);
        needle.plane[1] = 1;
        needle.velocity[2] = -random_between(&random, 5, 50);
        needle.angular_velocity[1] = random_between(&random, -100, 100);
        needle.orientation[0] = cos(angle / 2), needle.orientation[2] = sin(angle / 2);
        hf_shape_def shape = hf_shape_def_default();
        shape.body = add_body(&s, needle);
        shape.kind = HF_SHAPE_ELLIPSOID;
        shape.size[0] = 0.1, shape.size[1] = shape.size[2] = 0.01;
        shape.restitution = run % 3 == 0 ? 0.5 : 0;
        add_shape(&s, shape);
        scene_start(&s);
        for (int n = 0; n < 20; n++)
        {
            scene_step(&s);
            if (fabs(hf_world_body(s.world, shape.body).position[0]) > 0.8) break;
            CHECK(hf_world_body(s.world, shape.body).position[2] > 0.009);
        }
        scene_end(&s);
    }
}

// ---- files ----

/// The height of body b over the obstacle at z = 0, or over the free plate wl, stays above zero while it is above the
/// plate.
static void run_file(const char *path)
{
    scene s = {0};
    MUST(hf_scene_read_mjcf(path, NULL, NULL, &s.builder, error));
    scene_start(&s);
    int body = hf_model_find(s.model, HF_ITEM_BODY, "b"), plate = hf_model_find(s.model, HF_ITEM_BODY, "wl");
    CHECK(body > 0);
    while (hf_world_time(s.world) < 0.2)
    {
        scene_step(&s);
        hf_body_state at = hf_world_body(s.world, body);
        if (fabs(at.position[0]) > 0.9 || fabs(at.position[1]) > 0.9) break;
        if (at.position[2] <= hf_world_body(s.world, plate < 0 ? 0 : plate).position[2])
            harness_fail(__FILE__, __LINE__, "%s: passed at %g s", path, hf_world_time(s.world));
    }
    scene_end(&s);
}

TEST(bodies_of_files_that_passed_once_stay_on_their_side)
{
    static const char folder[] = HOLDFAST_SOURCE_DIR "/test/attacks";
    DIR *list = opendir(folder);
    CHECK(list != NULL);
    int count = 0;
    for (struct dirent *entry; list && (entry = readdir(list));)
    {
        char path[1024];
        if (strncmp(entry->d_name, "tunnel", 6) != 0) continue;
        count++;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        run_file(path);
    }
    CHECK(count >= 21);
    closedir(list);
}
