// Steps that are cut until their positions are as accurate as asked for: errors fall with it, impacts are found,
// nothing else changes.

#include "support/truth_scenes.h"

#include "holdfast/scene.h"

#include <stdlib.h>

static hf_settings settings_of(double h, double accuracy)
{
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    settings.step.accuracy = accuracy;
    return settings;
}

/// Steps of which the estimate is within what was asked for, or which are as short as can be.
static void run_checked(scene *s, double duration, double accuracy)
{
    double end = hf_world_time(s->world) + duration - 1e-9;
    while (hf_world_time(s->world) < end)
    {
        scene_step(s);
        CHECK(s->last.substeps >= 2 && s->last.substeps <= 64);
        CHECK(s->last.error <= accuracy);
    }
}

// ---- smooth motion ----

/// The end of a long edge of a tumbling box after one second.
static void tumble(double h, double accuracy, double *end, int *most)
{
    scene s = scene_begin();
    hf_settings settings = settings_of(h, accuracy);
    settings.physics.gravity[2] = 0;
    scene_settings(&s, settings);
    hf_body_def def = body_at(0, 0, 0);
    def.angular_velocity[0] = 0.1;
    def.angular_velocity[1] = 12;
    def.angular_velocity[2] = 0.2;
    int box = add_box(&s, def, 0.1, 0.2, 0.3, 0);
    scene_start(&s);
    if (accuracy > 0) run_checked(&s, 1.0, accuracy);
    else scene_run(&s, 1.0);
    double q[4];
    memcpy(q, hf_world_body(s.world, box).orientation, sizeof q);
    end[0] = 0.6 * (q[1] * q[3] + q[0] * q[2]); // 0.3 m along the third axis
    end[1] = 0.6 * (q[2] * q[3] - q[0] * q[1]);
    end[2] = 0.3 * (1 - 2 * (q[1] * q[1] + q[2] * q[2]));
    *most = s.most_substeps;
    scene_end(&s);
}

TEST(a_tumbling_box_is_as_accurate_as_asked)
{
    double exact[3], at[3], before = INFINITY;
    int pieces, most = 0;
    tumble(2e-4, 0, exact, &pieces);
    CHECK(pieces == 1);
    static const double accuracies[] = {1e-2, 1e-3, 1e-4};
    for (int k = 0; k < 3; k++)
    {
        tumble(0.1, accuracies[k], at, &pieces);
        double error = distance(at, exact);
        CHECK(pieces >= most);
        CHECK(error < 10 * accuracies[k]); // ten steps
        CHECK(error <= before);
        most = pieces;
        before = error;
    }
    CHECK(most >= 16);
    CHECK(before < 2e-4);
}

/// How far from where it should be a ball is that was struck without spin, slid, and rolls: x = v t - µ g t²/2 until
/// 2v/(7µg), then 5/7 v.
static double billiards(double h, double accuracy)
{
    const double v = 2, mu = 0.2, until = 2 * v / (7 * mu * G), time = 0.5;
    scene s = scene_begin();
    scene_settings(&s, settings_of(h, accuracy));
    add_plane(&s, 0, mu);
    hf_body_def def = body_at(0, 0, 0.03);
    def.velocity[0] = v;
    int ball = add_ball(&s, def, 0.03, mu, 0);
    scene_start(&s);
    if (accuracy > 0) run_checked(&s, time, accuracy);
    else scene_run(&s, time);
    double x = v * until - 0.5 * mu * G * until * until + 5.0 / 7.0 * v * (time - until);
    double error = fabs(hf_world_body(s.world, ball).position[0] - x);
    scene_end(&s);
    return error;
}

TEST(a_billiard_ball_is_as_accurate_as_asked)
{
    double off = billiards(0.05, 0), coarse = billiards(0.05, 1e-3), fine = billiards(0.05, 1e-5);
    CHECK(off > 1e-4);
    CHECK(coarse < 1e-3);
    CHECK(fine < 2e-5);
    CHECK(fine < 0.1 * off);
}

// ---- impacts ----

TEST(the_step_with_the_impact_is_cut)
{
    // Dropped from 0.5 m above the floor with e = 0.8: touches at t1, is at e v1 t - g t²/2 after that.
    const double h = 0.01, t1 = sqrt(2 * 0.5 / G), v1 = G * t1, time = 0.45;
    double errors[2];
    for (int k = 0; k < 2; k++)
    {
        scene s = scene_begin();
        scene_settings(&s, settings_of(h, k ? 1e-6 : 0));
        add_plane(&s, 0, 0);
        int ball = add_ball(&s, body_at(0, 0, 0.6), 0.1, 0, 0.8);
        scene_start(&s);
        int cut = 0;
        for (int n = 0; n < 45; n++)
        {
            scene_step(&s);
            bool impact = s.last.time > t1 - h && s.last.time < t1 + 2 * h; // the contact is there a step early
            if (!impact) CHECK(s.last.substeps == (k ? 2 : 1) && s.last.error <= 1e-6);
            if (s.last.substeps <= 2) continue;
            cut++;
            CHECK(s.last.substeps >= 8 && s.last.error <= 2 * v1 * h / 64);
        }
        double t = time - t1;
        errors[k] = fabs(hf_world_body(s.world, ball).position[2] - 0.1 - (0.8 * v1 * t - 0.5 * G * t * t));
        CHECK(cut == k);
        scene_end(&s);
    }
    CHECK(errors[1] < 0.1 * errors[0]);
    CHECK(errors[1] < 2 * v1 * h / 64);
}

// ---- mechanisms ----

static hf_world *builtin_world(const char *name, double accuracy, hf_model **model)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    MUST(hf_builtin_make(name, "", 1, &builder, error));
    MUST(hf_model_build(builder, model, error));
    MUST(hf_world_create(*model, &world, error));
    hf_settings settings = hf_model_settings(*model);
    settings.step.accuracy = accuracy;
    MUST(hf_world_set_settings(world, &settings, error));
    hf_builder_destroy(builder);
    return world;
}

/// An arm that is led, and a rod that swings from it; `worst`: the largest estimate.
static double led_arm(double h, double accuracy, double *worst)
{
    hf_builder *b = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    MUST(hf_builder_create(&b, error));
    hf_settings settings = settings_of(h, accuracy);
    MUST(hf_builder_set(b, &settings, error));
    int body = 0, driven = 0;
    for (int k = 0; k < 2; k++)
    {
        hf_body_def def = hf_body_def_default();
        def.parent = body;
        def.position[0] = k ? 0.5 : 0;
        def.mass = 1;
        def.center[0] = 0.25;
        def.inertia[0] = 1e-3, def.inertia[1] = def.inertia[2] = 0.02;
        MUST(hf_builder_add_body(b, &def, &body, error));
        hf_joint_def joint = hf_joint_def_default();
        joint.body = body;
        joint.axis[0] = 0, joint.axis[1] = 1, joint.axis[2] = 0;
        joint.prescribed = k == 0;
        joint.initial_velocity = k ? 0 : 0.5;
        MUST(hf_builder_add_joint(b, &joint, k ? NULL : &driven, error));
    }
    MUST(hf_model_build(b, &model, error));
    MUST(hf_world_create(model, &world, error));
    *worst = 0;
    for (int k = 1; k <= (int)lround(1 / h); k++)
    {
        hf_step_report report;
        MUST(hf_world_track(world, driven, 0.5 * k * h, error));
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified);
        CHECK(hf_world_q(world)[0] == 0.5 * k * h);  // in all pieces together
        CHECK_NEAR(hf_world_v(world)[0], 0.5, 1e-9); // and in none faster than it should
        *worst = fmax(*worst, report.error);
    }
    double q = hf_world_q(world)[1];
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(b);
    return q;
}

TEST(a_led_mechanism_goes_straight_through_all_pieces)
{
    double worst, exact = led_arm(5e-4, 0, &worst);
    CHECK(worst == 0);
    double before = INFINITY;
    for (double accuracy = 1e-5; accuracy > 5e-8; accuracy *= 0.1)
    {
        double off = fabs(led_arm(0.02, accuracy, &worst) - exact);
        printf("accuracy %g: %g, off %g\n", accuracy, worst, off);
        CHECK(worst > 0 && worst <= accuracy);
        CHECK(off < 50 * 2 * accuracy / 0.25); // fifty steps, a centre of mass at 0.25 m from the hinge
        CHECK(off < 0.5 * before);
        before = off;
    }
}

// ---- what stays the same ----

static uint64_t hash_of(const char *name, int steps, int threads, bool resumed)
{
    hf_model *model = NULL;
    hf_world *world = builtin_world(name, 1e-5, &model);
    hf_world_set_threads(world, threads);
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified && report.substeps >= 2 && report.solve.residual.natural <= 1e-9);
        if (!resumed || k != steps / 2) continue;
        size_t size = hf_world_state_size(world);
        void *bytes = malloc(size);
        hf_world_state_save(world, bytes);
        hf_world_destroy(world);
        hf_model_destroy(model);
        world = builtin_world(name, 1e-5, &model);
        MUST(hf_world_state_load(world, bytes, size, error));
        free(bytes);
    }
    uint64_t hash = hf_world_hash(world);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return hash;
}

TEST(threads_and_resuming_give_the_same_bits)
{
    static const char *const names[] = {"dominoes", "jansen", "billiards"};
    for (int k = 0; k < 3; k++)
    {
        uint64_t hash = hash_of(names[k], 20, 1, false);
        CHECK(hash_of(names[k], 20, 1, false) == hash);
        CHECK(hash_of(names[k], 20, 2, false) == hash);
        CHECK(hash_of(names[k], 20, 1, true) == hash);
    }
}

TEST(a_step_without_memory_changes_nothing)
{
    hf_model *model = NULL;
    for (long k = 0;; k++)
    {
        hf_world *world = builtin_world("dominoes", 1e-7, &model);
        uint64_t hash = hf_world_hash(world);
        fail_allocation(k);
        hf_step_report report;
        hf_error error = {0};
        hf_status status = hf_world_step(world, 0, &report, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (status == HF_STATUS_OK) CHECK(report.certified); // a method of the solver may do without
        else CHECK(failed && status == HF_STATUS_NO_MEMORY && hf_world_hash(world) == hash);
        hf_world_destroy(world);
        hf_model_destroy(model);
        if (!failed) break;
    }
}

TEST(bad_accuracies_are_named)
{
    scene s = scene_begin();
    static const double bad[] = {-1e-3, NAN, INFINITY};
    for (int k = 0; k < 3; k++)
    {
        hf_settings settings = settings_of(0.01, bad[k]);
        hf_error error = {0};
        CHECK(hf_builder_set(s.builder, &settings, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "accuracy"));
    }
    scene_end(&s);
}
