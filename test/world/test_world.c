// The world as a library: what the builder refuses, what a state holds, what a step promises beside mechanics.

#include "support/truth_scenes.h"

#include <stdlib.h>

// ---- the builder ----

static hf_builder *new_builder(void)
{
    hf_builder *builder = NULL;
    MUST(hf_builder_create(&builder, error));
    return builder;
}

#define REFUSED(call, word)                                                                                            \
    do {                                                                                                               \
        hf_error error_ = {0};                                                                                         \
        hf_error *error = &error_;                                                                                     \
        CHECK((call) == HF_STATUS_INVALID);                                                                            \
        if (!strstr(error_.message, word)) harness_fail(__FILE__, __LINE__, "'%s' lacks '%s'", error_.message, word);  \
    } while (0)

TEST(bad_bodies_are_named)
{
    hf_builder *b = new_builder();
    hf_body_def def = hf_body_def_default();
    def.name = "crate";
    def.mass = -1;
    REFUSED(hf_builder_add_body(b, &def, NULL, error), "'crate'");
    def.mass = NAN;
    REFUSED(hf_builder_add_body(b, &def, NULL, error), "mass");
    def.mass = 0;
    def.position[1] = INFINITY;
    REFUSED(hf_builder_add_body(b, &def, NULL, error), "position[1]");
    def.position[1] = 0;
    def.orientation[0] = 0;
    REFUSED(hf_builder_add_body(b, &def, NULL, error), "orientation");
    def.orientation[0] = 1;
    def.motion = (hf_motion)7;
    REFUSED(hf_builder_add_body(b, &def, NULL, error), "motion");
    def.motion = HF_MOTION_FREE;
    def.density = -3;
    REFUSED(hf_builder_add_body(b, &def, NULL, error), "density");
    hf_builder_destroy(b);
}

TEST(bad_shapes_are_named)
{
    hf_builder *b = new_builder();
    hf_body_def body = hf_body_def_default();
    int moving = -1;
    MUST(hf_builder_add_body(b, &body, &moving, error));
    hf_shape_def def = hf_shape_def_default();
    def.size[0] = 1;
    def.body = 5;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "body = 5");
    def.body = moving;
    def.kind = HF_SHAPE_PLANE;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "plane");
    def.kind = HF_SHAPE_BOX;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "size[1]");
    def.kind = HF_SHAPE_HULL;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "mesh = -1");
    def.kind = (hf_shape_kind)99;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "kind");
    def.kind = HF_SHAPE_SPHERE;
    def.friction = -0.1;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "friction");
    def.friction = 1;
    def.restitution = 1.5;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "restitution");
    def.restitution = 0;
    def.margin = NAN;
    REFUSED(hf_builder_add_shape(b, &def, NULL, error), "margin");
    REFUSED(hf_builder_exclude(b, 0, 9, error), "9");
    REFUSED(hf_builder_pair(b, 0, 1, 0.5, error), "shape 0");
    hf_builder_destroy(b);
}

TEST(bad_meshes_and_fields_are_named)
{
    hf_builder *b = new_builder();
    double vertices[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, heights[4] = {0, 0, 0, 0};
    int triangles[3] = {0, 1, 7};
    hf_mesh_def mesh = {
        .name = "rock", .vertex_count = 4, .vertices = vertices, .triangle_count = 1, .triangles = triangles};
    REFUSED(hf_builder_add_mesh(b, &mesh, NULL, error), "vertex 7");
    triangles[2] = 2;
    vertices[4] = NAN;
    REFUSED(hf_builder_add_mesh(b, &mesh, NULL, error), "'rock'");
    vertices[4] = 0;
    mesh.vertex_count = 0;
    REFUSED(hf_builder_add_mesh(b, &mesh, NULL, error), "no vertices");
    hf_field_def field = {
        .name = "hill", .rows = 2, .columns = 2, .half_x = 1, .half_y = 1, .base = 0, .heights = heights};
    REFUSED(hf_builder_add_field(b, &field, NULL, error), "base");
    field.base = 1;
    heights[3] = -1;
    REFUSED(hf_builder_add_field(b, &field, NULL, error), "height 3");
    field.rows = 1;
    REFUSED(hf_builder_add_field(b, &field, NULL, error), "rows");
    hf_builder_destroy(b);
}

TEST(bad_settings_are_named)
{
    hf_builder *b = new_builder();
    hf_settings good = hf_settings_default(), bad = good;
    MUST(hf_builder_set(b, &good, error));
    bad.step.timestep = 0;
    REFUSED(hf_builder_set(b, &bad, error), "timestep");
    bad = good, bad.step.theta = 0.2;
    REFUSED(hf_builder_set(b, &bad, error), "theta");
    bad = good, bad.solver.tolerance = -1;
    REFUSED(hf_builder_set(b, &bad, error), "tolerance");
    bad = good, bad.physics.gravity[2] = NAN;
    REFUSED(hf_builder_set(b, &bad, error), "gravity[2]");
    bad = good, strcpy(bad.solver.name, "magic");
    REFUSED(hf_builder_set(b, &bad, error), "magic");
    bad = good, bad.solver.accept = -1;
    REFUSED(hf_builder_set(b, &bad, error), "accept");
    bad = good, bad.solver.budget = -1;
    REFUSED(hf_builder_set(b, &bad, error), "budget");
    bad = good, bad.solver.effort = HF_EFFORT_COUNT;
    REFUSED(hf_builder_set(b, &bad, error), "effort");
    bad = good, bad.solver.on_fail = HF_ON_FAIL_COUNT;
    REFUSED(hf_builder_set(b, &bad, error), "on_fail");
    bad = good, bad.solver.max_iterations = -1;
    REFUSED(hf_builder_set(b, &bad, error), "max_iterations");
    bad = good, bad.step.integrator = (hf_integrator)5;
    REFUSED(hf_builder_set(b, &bad, error), "integrator");
    bad = good, bad.step.duration = -1;
    REFUSED(hf_builder_set(b, &bad, error), "duration");
    memset(bad.solver.name, 'x', sizeof bad.solver.name);
    bad.step.duration = 1;
    REFUSED(hf_builder_set(b, &bad, error), "solver");
    hf_builder_destroy(b);
}

TEST(models_that_cannot_be_are_refused)
{
    hf_builder *b = new_builder();
    hf_model *model = NULL;
    hf_body_def def = hf_body_def_default();
    def.name = "ghost";
    MUST(hf_builder_add_body(b, &def, NULL, error));
    REFUSED(hf_model_build(b, &model, error), "'ghost'"); // neither mass nor shapes
    CHECK(model == NULL);
    hf_builder_destroy(b);

    b = new_builder();
    def.mass = 1;
    def.inertia[0] = def.inertia[1] = 1, def.inertia[2] = 3;
    MUST(hf_builder_add_body(b, &def, NULL, error));
    REFUSED(hf_model_build(b, &model, error), "sum");
    hf_builder_destroy(b);

    b = new_builder();
    def.inertia[2] = 1;
    MUST(hf_builder_add_body(b, &def, NULL, error));
    MUST(hf_builder_add_body(b, &def, NULL, error));
    REFUSED(hf_model_build(b, &model, error), "two bodies");
    hf_builder_destroy(b);
}

TEST(mass_comes_from_shapes)
{
    scene s = scene_begin();
    hf_body_def def = hf_body_def_default();
    def.name = "dumbbell";
    def.density = 500;
    hf_shape_def ball = hf_shape_def_default();
    ball.body = add_body(&s, def);
    ball.size[0] = 0.1;
    ball.position[0] = 0.5;
    add_shape(&s, ball);
    ball.position[0] = -0.3;
    add_shape(&s, ball);
    scene_start(&s);
    double m = 500 * 4.0 / 3 * 3.14159265358979 * 1e-3, own = 0.4 * m * 0.01;
    hf_body_def made = hf_model_body(s.model, 1);
    CHECK_NEAR(made.mass, 2 * m, 1e-12);
    CHECK_NEAR(made.center[0], 0.1, 1e-14);
    CHECK_NEAR(made.inertia[0], 2 * own, 1e-12);
    CHECK_NEAR(made.inertia[1], 2 * own + 2 * m * 0.16, 1e-12);
    CHECK(hf_model_find(s.model, HF_ITEM_BODY, "dumbbell") == 1 &&
          hf_model_find(s.model, HF_ITEM_BODY, "nobody") == -1);
    CHECK(hf_model_count(s.model, HF_ITEM_BODY) == 2 && hf_model_count(s.model, HF_ITEM_SHAPE) == 2);
    scene_end(&s);
}

TEST(inertia_is_scaled_to_the_mass)
{
    scene s = scene_begin();
    hf_body_def def = hf_body_def_default();
    def.mass = 12;
    add_box(&s, def, 0.5, 1, 1.5, 1);
    scene_start(&s);
    hf_body_def made = hf_model_body(s.model, 1);
    CHECK_NEAR(made.inertia[0], 13, 1e-12); // m (b² + c²) / 12
    CHECK_NEAR(made.inertia[2], 5, 1e-12);
    scene_end(&s);
}

// ---- surfaces ----

static double friction_of_pair(double mu_a, double mu_b, int priority_a, double own)
{
    scene s = scene_begin();
    hf_shape_def def = hf_shape_def_default();
    def.kind = HF_SHAPE_PLANE;
    def.friction = mu_a;
    def.priority = priority_a;
    int plane = add_shape(&s, def);
    add_box(&s, body_at(0, 0, 0.1), 0.1, 0.1, 0.1, mu_b);
    if (own >= 0) MUST(hf_builder_pair(s.builder, plane + 1, plane, own, error));
    scene_start(&s);
    scene_step(&s);
    CHECK(hf_world_contact_count(s.world) == 4);
    double mu = hf_world_contact(s.world, 0).mu;
    scene_end(&s);
    return mu;
}

TEST(friction_combines_as_documented)
{
    CHECK_NEAR(friction_of_pair(0.3, 0.8, 0, -1), 0.8, 0);
    CHECK_NEAR(friction_of_pair(0.9, 0.8, 0, -1), 0.9, 0);
    CHECK_NEAR(friction_of_pair(0.3, 0.8, 1, -1), 0.3, 0);
    CHECK_NEAR(friction_of_pair(0.9, 0.8, -1, -1), 0.8, 0);
    CHECK_NEAR(friction_of_pair(0.3, 0.8, 1, 0.55), 0.55, 0);
}

// ---- motion that is told ----

TEST(conveyor_carries_without_slip)
{
    scene s = scene_begin();
    hf_body_def belt = body_at(0, 0, -0.1);
    belt.motion = HF_MOTION_PRESCRIBED;
    belt.velocity[0] = 0.5;
    add_box(&s, belt, 5, 1, 0.1, 0.6);
    hf_body_def box = body_at(0, 0, 0.1);
    box.velocity[0] = 0.5;
    add_box(&s, box, 0.1, 0.1, 0.1, 0.6);
    scene_start(&s);
    scene_run(&s, 1);
    CHECK_NEAR(hf_world_body(s.world, 1).position[0], 0.5, 1e-12);
    CHECK_NEAR(hf_world_body(s.world, 2).position[0], 0.5, 1e-8);
    CHECK_NEAR(hf_world_body(s.world, 2).position[2], 0.1, 1e-9);
    REFUSED(hf_world_set_wrench(s.world, 1, NULL, NULL, error), "not free");
    REFUSED(hf_world_set_wrench(s.world, 7, NULL, NULL, error), "body 7");
    scene_end(&s);
}

TEST(shaken_table_carries_below_mu_g)
{
    // A table that swings sideways carries a block iff (2π f)² A <= mu g.
    for (int slips = 0; slips < 2; slips++)
    {
        scene s = scene_begin();
        double mu = 0.5, rate = 6.283185307179586 * 2, amplitude = mu * G / (rate * rate) * (slips ? 1.05 : 0.95);
        hf_body_def table = body_at(0, 0, -0.1);
        table.motion = HF_MOTION_PRESCRIBED;
        table.amplitude[0] = amplitude;
        table.frequency = 2;
        table.phase = -1.5707963267948966; // it starts at rest
        add_box(&s, table, 1, 1, 0.1, mu);
        add_box(&s, body_at(-amplitude, 0, 0.02), 0.1, 0.1, 0.02, mu);
        scene_start(&s);
        double slip = 0;
        for (int k = 0; k < 500; k++)
        {
            scene_step(&s);
            slip = fmax(slip, fabs(hf_world_body(s.world, 2).position[0] - hf_world_body(s.world, 1).position[0]));
        }
        CHECK(slips ? slip > 1e-4 : slip < 5e-6); // a h² / 12 is left of the mean velocities
        scene_end(&s);
    }
}

// ---- fast bodies ----

TEST(nothing_tunnels)
{
    const double speeds[] = {5, 50, 300};
    for (int k = 0; k < 3; k++)
    {
        scene s = scene_begin();
        hf_body_def plate = body_at(0, 0, 0);
        plate.motion = HF_MOTION_STATIC;
        add_box(&s, plate, 1, 1, 0.005, 0.5); // 1 cm thick
        hf_body_def bullet = body_at(0.1, 0.2, 0.52);
        bullet.velocity[2] = -speeds[k];
        add_ball(&s, bullet, 0.01, 0.5, 0);
        scene_start(&s);
        scene_run(&s, 0.3);
        CHECK_NEAR(hf_world_body(s.world, 2).position[2], 0.015, 1e-6);
        CHECK(s.worst_penetration < 1e-6);
        scene_end(&s);
    }
}

TEST(overlap_is_removed_and_adds_no_speed)
{
    scene s = scene_begin();
    add_plane(&s, 0, 0.5);
    add_box(&s, body_at(0, 0, 0.09), 0.1, 0.1, 0.1, 0.5); // 1 cm deep
    scene_start(&s);
    double potential = 0;
    for (int k = 0; k < 20; k++)
    {
        scene_step(&s);
        if (k == 0) potential = s.last.potential;
        CHECK_NEAR(s.last.kinetic, 0, 1e-12);
        CHECK_NEAR(s.last.potential, potential, 1e-7);
    }
    CHECK_NEAR(hf_world_body(s.world, 1).position[2], 0.1, 1e-9);
    scene_end(&s);
}

// ---- state ----

static scene make_heap(void)
{
    scene s = scene_begin();
    add_plane(&s, 0.1, 0.4);
    for (int k = 0; k < 5; k++)
    {
        hf_body_def def = body_at(0.05 * k, 0.03 * k, 0.3 + 0.3 * k);
        def.angular_velocity[1] = k;
        add_box(&s, def, 0.1, 0.12, 0.1, 0.4);
        add_ball(&s, body_at(0.05 * k, 0.4, 0.2 + 0.25 * k), 0.1, 0.4, 0.3);
    }
    hf_settings settings = hf_settings_default();
    settings.solver.effort = HF_EFFORT_EXACT; // a step of the heap that settles takes 30 ms
    scene_settings(&s, settings);
    scene_start(&s);
    return s;
}

TEST(resuming_gives_the_same_bits)
{
    scene s = make_heap();
    scene_run(&s, 0.4);
    size_t size = hf_world_state_size(s.world);
    char *bytes = malloc(size);
    CHECK(bytes != NULL);
    hf_world_state_save(s.world, bytes);
    uint64_t middle = hf_world_hash(s.world);
    scene_run(&s, 0.3);
    uint64_t end = hf_world_hash(s.world);
    CHECK(middle != end);

    hf_world *other = NULL;
    MUST(hf_world_create(s.model, &other, error));
    MUST(hf_world_state_load(other, bytes, size, error));
    CHECK(hf_world_hash(other) == middle);
    while (hf_world_time(other) < hf_world_time(s.world) - 1e-9) MUST(hf_world_step(other, 0, NULL, error));
    CHECK(hf_world_hash(other) == end);

    // The same world, wound back.
    MUST(hf_world_state_load(s.world, bytes, size, error));
    scene_run(&s, 0.3);
    CHECK(hf_world_hash(s.world) == end);
    hf_world_destroy(other);
    free(bytes);
    scene_end(&s);
}

TEST(damaged_states_are_refused)
{
    scene s = make_heap();
    scene_run(&s, 0.4);
    size_t size = hf_world_state_size(s.world);
    char *bytes = malloc(size);
    CHECK(bytes != NULL);
    hf_world_state_save(s.world, bytes);
    uint64_t hash = hf_world_hash(s.world);
    hf_error error;
    CHECK(hf_world_state_load(s.world, bytes, size - 1, &error) == HF_STATUS_FORMAT);
    CHECK(hf_world_state_load(s.world, bytes, 5, &error) == HF_STATUS_FORMAT);
    double nan = NAN;
    memcpy(bytes + 32 + 13 * 8 * 3, &nan, sizeof nan);
    CHECK(hf_world_state_load(s.world, bytes, size, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "body 3"));
    bytes[0] = 'x';
    CHECK(hf_world_state_load(s.world, bytes, size, &error) == HF_STATUS_FORMAT);
    CHECK(hf_world_hash(s.world) == hash);
    free(bytes);
    scene_end(&s);
}

TEST(bodies_can_be_set)
{
    scene s = make_heap();
    hf_body_state state = hf_world_body(s.world, 1);
    state.position[2] = 5;
    state.angular_velocity[0] = 2;
    state.velocity[1] = -1;
    MUST(hf_world_set_body(s.world, 1, &state, error));
    hf_body_state back = hf_world_body(s.world, 1);
    for (int k = 0; k < 3; k++)
    {
        CHECK_NEAR(back.position[k], state.position[k], 1e-14);
        CHECK_NEAR(back.velocity[k], state.velocity[k], 0);
        CHECK_NEAR(back.angular_velocity[k], state.angular_velocity[k], 1e-14);
    }
    state.velocity[0] = NAN;
    REFUSED(hf_world_set_body(s.world, 1, &state, error), "finite");
    state.velocity[0] = 0;
    memset(state.orientation, 0, sizeof state.orientation);
    REFUSED(hf_world_set_body(s.world, 1, &state, error), "quaternion");
    REFUSED(hf_world_set_body(s.world, 0, &state, error), "not free");
    hf_error error = {0};
    CHECK(hf_world_step(s.world, -1, NULL, &error) == HF_STATUS_INVALID && strstr(error.message, "h = -1"));
    CHECK(hf_world_step(s.world, NAN, NULL, &error) == HF_STATUS_INVALID);
    scene_end(&s);
}

// ---- what a step shows ----

static void count_stage(void *context, hf_stage stage)
{
    int *counts = context;
    counts[stage]++;
}

TEST(stages_are_observed_in_order)
{
    scene s = make_heap();
    int counts[HF_STAGE_COUNT + 1] = {0};
    hf_world_observe(s.world, count_stage, counts);
    for (int k = 0; k < 5; k++) scene_step(&s);
    for (int k = 0; k <= HF_STAGE_COUNT; k++) CHECK(counts[k] == 5);
    CHECK(strcmp(hf_stage_name(HF_STAGE_SOLVE), "solve") == 0);
    scene_end(&s);
}

TEST(the_problem_of_a_step_certifies_its_answer)
{
    scene s = make_heap();
    CHECK(hf_world_problem(s.world, NULL) == NULL);
    scene_run(&s, 0.4);
    const double *r = NULL;
    const hf_problem *problem = hf_world_problem(s.world, &r);
    hf_residual residual;
    MUST(hf_residual_compute(problem, r, NULL, &residual, error));
    CHECK(residual.natural <= 1e-9);
    CHECK(hf_problem_describe(problem).contact_count == hf_world_contact_count(s.world));
    CHECK(hf_world_contact_count(s.world) > 5);
    scene_end(&s);
}

// ---- faults ----

TEST(every_allocation_may_fail)
{
    for (long k = 0;; k++)
    {
        fail_allocation(k);
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_world *world = NULL;
        hf_error error = {0};
        hf_shape_def plane = hf_shape_def_default(), box = plane;
        plane.kind = HF_SHAPE_PLANE;
        box.kind = HF_SHAPE_BOX;
        box.name = "side";
        box.size[0] = box.size[1] = box.size[2] = 0.1;
        box.body = 1;
        hf_body_def body = body_at(0, 0, 0.1);
        body.name = "box";
        uint64_t hash = 0;
        hf_status status = hf_builder_create(&builder, &error);
        if (status == HF_STATUS_OK) status = hf_builder_add_body(builder, &body, NULL, &error);
        if (status == HF_STATUS_OK) status = hf_builder_add_shape(builder, &plane, NULL, &error);
        if (status == HF_STATUS_OK) status = hf_builder_add_shape(builder, &box, NULL, &error);
        if (status == HF_STATUS_OK) status = hf_builder_pair(builder, 0, 1, 0.5, &error);
        if (status == HF_STATUS_OK) status = hf_builder_exclude(builder, 0, 0, &error);
        if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
        if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
        if (status == HF_STATUS_OK) hash = hf_world_hash(world);
        for (int n = 0; n < 2 && status == HF_STATUS_OK; n++)
        {
            status = hf_world_step(world, 0, NULL, &error);
            if (status == HF_STATUS_OK) hash = hf_world_hash(world);
        }
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY)); // a workspace may stay in pieces
        if (world) CHECK(hf_world_hash(world) == hash);                             // a failed step changes nothing
        if (world && failed) CHECK(hf_world_step(world, 0, NULL, &error) == HF_STATUS_OK);
        hf_world_destroy(world);
        hf_model_destroy(model);
        hf_builder_destroy(builder);
        if (!failed) break;
    }
}
