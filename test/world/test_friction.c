// The friction law of a world: thresholds and directions of the pyramid as geometry has them, certificates of the law
// that was asked for, solvers that take their own, cold starts.

#include "support/truth_scenes.h"

#include "holdfast/scene.h"

static const double PI = 3.14159265358979323846;

/// A flat box of 3 kg that is pushed along the floor; mu = 0.4. Its speed after 0.1 s.
static hf_body_state push_box(hf_settings settings, double force, double angle, hf_contact *contact)
{
    scene s = scene_begin();
    scene_settings(&s, settings);
    add_plane(&s, 0, 0.4);
    hf_body_def def = body_at(0, 0, 0.01);
    def.mass = 3;
    def.force[0] = force * cos(angle);
    def.force[1] = force * sin(angle);
    add_box(&s, def, 0.2, 0.2, 0.01, 0.4);
    scene_start(&s);
    for (int k = 0; k < 50; k++)
    {
        scene_step(&s);
        CHECK(s.last.certified && s.last.solve.residual.natural <= settings.solver.tolerance);
    }
    if (contact) *contact = hf_world_contact(s.world, 0);
    hf_body_state end = hf_world_body(s.world, 1);
    scene_end(&s);
    return end;
}

static hf_settings with_law(const char *solver, hf_friction kind, int sides, double direction)
{
    hf_settings settings = hf_settings_default();
    settings.law.friction = kind;
    settings.law.sides = sides;
    settings.law.direction = direction;
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", solver);
    return settings;
}

/// Angle in the floor of what is at `angle` from the contact's first tangent, towards the second.
static double floor_angle(const hf_contact *contact, double angle)
{
    double turn = contact->normal[2] > 0.0 ? 1.0 : -1.0; // the second tangent is normal × tangent
    return atan2(contact->tangent[1], contact->tangent[0]) + turn * angle;
}

TEST(threshold_is_the_polygon)
{
    static const struct
    {
        const char *solver;
        hf_friction kind;
        int sides;
        double direction;
    } laws[] = {{"auto", HF_FRICTION_PYRAMID, 8, 0.0},          {"robust", HF_FRICTION_PYRAMID, 8, 0.3},
                {"4sides", HF_FRICTION_OUTER_PYRAMID, 4, 0.25}, {"hybrid", HF_FRICTION_PYRAMID, 4, 0.0},
                {"lexico", HF_FRICTION_PYRAMID, 6, 0.0},        {"proximal", HF_FRICTION_OUTER_PYRAMID, 5, 0.1}};
    double full = 0.4 * 3 * G;
    hf_contact contact;
    push_box(hf_settings_default(), 0, 0, &contact);
    for (size_t k = 0; k < sizeof laws / sizeof laws[0]; k++)
        for (int turn = 0; turn < 4; turn++)
        {
            int n = laws[k].sides;
            double direction = strcmp(laws[k].solver, "4sides") == 0 ? PI / 4 : laws[k].direction;
            double in = laws[k].kind == HF_FRICTION_PYRAMID ? cos(PI / n) : 1.0;
            // a push at `off` from the middle of a side meets it at in / cos(off)
            double off = (turn - 1.5) / 2.0 * PI / n, angle = floor_angle(&contact, direction + PI / n + off);
            double threshold = full * in / cos(off);
            hf_settings settings = with_law(laws[k].solver, laws[k].kind, n, direction);
            hf_body_state below = push_box(settings, threshold * (1 - 1e-4), angle, NULL);
            hf_body_state above = push_box(settings, threshold * (1 + 1e-3), angle, NULL);
            CHECK(hypot(below.velocity[0], below.velocity[1]) < 1e-8);
            // what is beyond the side moves it, across the side
            double rate = 1e-3 * threshold * cos(off) / 3 * 0.1, normal = floor_angle(&contact, direction + PI / n);
            CHECK_NEAR(above.velocity[0], rate * cos(normal), 1e-3 * rate + 1e-8);
            CHECK_NEAR(above.velocity[1], rate * sin(normal), 1e-3 * rate + 1e-8);
        }
}

TEST(certificate_is_of_the_law_and_the_cone_is_apart)
{
    scene s = scene_begin();
    scene_settings(&s, with_law("robust", HF_FRICTION_OF_SOLVER, 8, 0.0));
    add_plane(&s, 0, 0.5);
    hf_body_def def = body_at(0, 0, 0.05);
    def.velocity[0] = 2;
    def.velocity[1] = 0.7;
    add_box(&s, def, 0.05, 0.05, 0.05, 0.5);
    scene_start(&s);
    scene_step(&s);
    CHECK(s.last.certified && s.last.solve.residual.natural < 1e-11);
    CHECK(s.last.solve.residual.cone_natural > 1e-4);
    const hf_friction_law law = hf_problem_laws(hf_world_problem(s.world, NULL)).friction;
    CHECK(law.kind == HF_FRICTION_PYRAMID && law.sides == 8);
    for (int k = 0; k < hf_world_contact_count(s.world); k++)
        CHECK(hf_world_contact(s.world, k).status !=
              HF_CONTACT_STICK); // at a side friction is less than mu r_N, and it slips
    scene_end(&s);
}

TEST(energy_falls_while_it_slides)
{
    static const char *const solvers[] = {"auto", "lemke", "robust", "4sides"};
    for (int k = 0; k < 4; k++)
    {
        scene s = scene_begin();
        scene_settings(&s, with_law(solvers[k], k ? HF_FRICTION_OF_SOLVER : HF_FRICTION_PYRAMID, 4, 0.0));
        add_plane(&s, 0, 0.3);
        hf_body_def def = body_at(0, 0, 0.02);
        def.velocity[0] = 1;
        def.angular_velocity[2] = 9;
        add_box(&s, def, 0.1, 0.05, 0.02, 0.3);
        scene_start(&s);
        double last = INFINITY;
        for (int step = 0; step < 100; step++)
        {
            scene_step(&s);
            CHECK(s.last.certified && s.last.kinetic <= last + 1e-12);
            last = s.last.kinetic;
        }
        scene_end(&s);
    }
}

TEST(settings_refuse_what_cannot_be)
{
    hf_builder *builder;
    MUST(hf_builder_create(&builder, error));
    hf_settings wrong[] = {with_law("auto", HF_FRICTION_PYRAMID, 2, 0), with_law("auto", HF_FRICTION_PYRAMID, 8, NAN),
                           with_law("enum", HF_FRICTION_PYRAMID, 8, 0), with_law("4sides", HF_FRICTION_PYRAMID, 4, 0),
                           with_law("auto", (hf_friction)7, 8, 0),      with_law("auto", HF_FRICTION_PYRAMID, 8, 0)};
    wrong[5].step.integrator = HF_INTEGRATOR_BARAFF;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        hf_error error = {0};
        CHECK(hf_builder_set(builder, &wrong[k], &error) != HF_STATUS_OK && strstr(error.message, "friction"));
    }
    hf_builder_destroy(builder);
}

// ---- scenes ----

/// Runs a built-in scene; every step must be certified by the law asked for. Returns the worst distance to the cone.
static double run_scene(const char *name, hf_settings change, double duration, hf_body_state *last_body,
                        long *iterations)
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    MUST(hf_scene_open(name, 1, NULL, NULL, &builder, error));
    hf_settings settings = hf_builder_settings(builder);
    memcpy(settings.solver.name, change.solver.name, sizeof settings.solver.name);
    settings.law.friction = change.law.friction;
    settings.law.sides = change.law.sides;
    settings.law.direction = change.law.direction;
    settings.solver.cold_start = change.solver.cold_start;
    MUST(hf_builder_set(builder, &settings, error));
    MUST(hf_model_build(builder, &model, error));
    MUST(hf_world_create(model, &world, error));
    double farthest = 0;
    for (long k = lround(duration / settings.step.timestep); k > 0; k--)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        if (!report.certified)
            harness_fail(__FILE__, __LINE__, "%s by %s at %g s: %.1e, %s", name, settings.solver.name, report.time,
                         report.solve.residual.natural, report.solve.note);
        farthest = fmax(farthest, report.solve.residual.cone_natural);
        if (iterations) *iterations += report.solve.iterations;
    }
    if (last_body) *last_body = hf_world_body(world, hf_model_count(model, HF_ITEM_BODY) - 1);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return farthest;
}

TEST(solvers_of_the_papers_drive_scenes)
{
    static const struct
    {
        const char *scene, *solver;
        double duration;
    } runs[] = {{"ring", "robust", 0.05},   {"isotropy", "4sides", 0.5},     {"isotropy", "lemke", 0.1},
                {"incline", "lexico", 0.1}, {"billiards", "robust:16", 0.1}, {"table", "robust", 0.04},
                {"pinch", "robust", 0.1},   {"stop", "lemke", 0.1}};
    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++)
        run_scene(runs[k].scene, with_law(runs[k].solver, HF_FRICTION_OF_SOLVER, 8, 0), runs[k].duration, NULL, NULL);
}

TEST(frictionless_where_friction_fails)
{
    scene s = scene_begin();
    hf_settings settings = with_law("lemke", HF_FRICTION_OF_SOLVER, 8, 0);
    settings.solver.max_iterations = 1; // a pivot: never enough
    settings.solver.on_fail = HF_ON_FAIL_FRICTIONLESS;
    scene_settings(&s, settings);
    add_plane(&s, 0, 0.5);
    hf_body_def def = body_at(0, 0, 0.05);
    def.velocity[0] = 1;
    add_box(&s, def, 0.05, 0.05, 0.05, 0.5);
    scene_start(&s);
    for (int k = 0; k < 50; k++)
    {
        MUST(hf_world_step(s.world, 0, &s.last, error));
        CHECK(s.last.quality == HF_STEP_FAILED && s.last.frictionless == 1 && s.last.substeps == 1);
        CHECK(s.last.solve.residual.natural > 1e-4); // of the law that was asked for
    }
    hf_body_state end = hf_world_body(s.world, 1);
    CHECK_NEAR(end.velocity[0], 1.0, 1e-8);  // it slips,
    CHECK_NEAR(end.position[2], 0.05, 1e-8); // and does not sink in
    CHECK_NEAR(end.position[0], 0.1, 1e-8);
    scene_end(&s);
}

TEST(cold_starts_come_to_the_same)
{
    hf_settings warm = hf_settings_default(), cold = warm;
    cold.solver.cold_start = true;
    hf_body_state a, b;
    long with = 0, without = 0;
    run_scene("card_house", warm, 0.1, &a, &with);
    run_scene("card_house", cold, 0.1, &b, &without);
    for (int k = 0; k < 3; k++) CHECK_NEAR(a.position[k], b.position[k], 1e-8);
    CHECK(without > 5 * with);
}
