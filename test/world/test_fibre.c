// Fibres in a world: ends, contacts, states that resume, threads, and what is refused.

#include "support/ok.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
} scene;

static scene begin(void)
{
    scene s = {0};
    OK(hf_builder_create(&s.builder, error));
    return s;
}

static void start(scene *s)
{
    OK(hf_model_build(s->builder, &s->model, error));
    OK(hf_world_create(s->model, &s->world, error));
}

static void end(scene *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    hf_builder_destroy(s->builder);
}

/// A soft rod of 0.3 m along x, 3 mm thick, half a metre up.
static hf_fibre_def rod(void)
{
    hf_fibre_def def = hf_fibre_def_default();
    def.length = 0.3;
    def.section[0] = def.section[1] = 1.5e-3;
    def.position[2] = 0.5;
    def.damping = 0.01;
    return def;
}

static void add_plane(scene *s, double mu)
{
    hf_shape_def plane = hf_shape_def_default();
    plane.kind = HF_SHAPE_PLANE;
    plane.friction = mu;
    OK(hf_builder_add_shape(s->builder, &plane, NULL, error));
}

static hf_step_report step(scene *s, double h)
{
    hf_step_report report;
    OK(hf_world_step(s->world, h, &report, error));
    return report;
}

TEST(clamped_rod_hangs_and_comes_to_rest)
{
    scene s = begin();
    hf_fibre_def def = rod();
    def.ends[0].hold = HF_HOLD_CLAMPED;
    def.drag[0] = def.drag[1] = 0.1;
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    double x[3 * 19], last = INFINITY;
    CHECK(hf_model_count(s.model, HF_ITEM_FIBRE) == 1 && hf_model_fibre_vertex_count(s.model, 0) == 19);
    for (int k = 0; k < 1500; k++)
    {
        hf_step_report r = step(&s, 0.002);
        CHECK(r.kinetic + r.potential < last + 1e-9);
        last = r.kinetic + r.potential;
    }
    hf_world_fibre_points(s.world, 0, x);
    CHECK_NEAR(x[0], 0, 1e-15);
    CHECK_NEAR(x[2], 0.5, 1e-15);
    CHECK(x[3 * 18 + 2] < 0.3);
    for (int b = 1; b <= 18; b++) CHECK(fabs(hf_world_body(s.world, b).velocity[2]) < 1e-6);
    end(&s);
}

TEST(free_rod_falls_and_lies_still)
{
    scene s = begin();
    hf_fibre_def def = rod();
    def.position[2] = 0.05;
    def.friction = 0.5;
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    add_plane(&s, 0.5);
    start(&s);
    for (int k = 0; k < 400; k++)
    {
        hf_step_report r = step(&s, 0.002);
        CHECK(r.certified);
        CHECK(r.penetration < 1e-5);
    }
    double x[3 * 19];
    hf_world_fibre_points(s.world, 0, x);
    for (int j = 0; j < 19; j++) CHECK_NEAR(x[3 * j + 2], 1.5e-3, 1e-6);
    for (int b = 1; b <= 18; b++)
        for (int k = 0; k < 3; k++) CHECK(fabs(hf_world_body(s.world, b).velocity[k]) < 1e-6);
    end(&s);
}

/// Energy falls, and what lies on the floor stays out of it.
TEST(every_kind_falls_over_a_ball_without_gaining)
{
    for (int kind = 0; kind < HF_FIBRE_KIND_COUNT; kind++)
    {
        scene s = begin();
        hf_fibre_def def = rod();
        def.kind = (hf_fibre_kind)kind;
        def.position[0] = -0.13, def.position[1] = 0.01, def.position[2] = 0.15;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        hf_shape_def ball = hf_shape_def_default();
        ball.size[0] = ball.position[2] = 0.05;
        ball.friction = 0.4;
        OK(hf_builder_add_shape(s.builder, &ball, NULL, error));
        add_plane(&s, 0.4);
        start(&s);
        double first = 0, last = INFINITY;
        for (int k = 0; k < 300; k++)
        {
            hf_step_report r = step(&s, 0.002);
            double now = r.kinetic + r.potential;
            if (k == 0) first = now;
            if (!(now < last + 2e-3 * first))
                harness_fail(__FILE__, __LINE__, "%s, step %d: %g J after %g J", hf_fibre_kind_name(def.kind), k, now,
                             last);
            CHECK(r.penetration < 1e-3);
            last = now;
        }
        CHECK(last < 0.8 * first);
        end(&s);
    }
}

/// A rope between a post and a box that hangs on it.
static void add_rope(scene *s, hf_fibre_hold tip)
{
    hf_body_def post = hf_body_def_default(), box = hf_body_def_default();
    hf_shape_def shape = hf_shape_def_default();
    int a, b;
    post.motion = HF_MOTION_PRESCRIBED;
    post.position[2] = 0.5;
    post.swing[1] = 0.3;
    post.frequency = 0.5;
    OK(hf_builder_add_body(s->builder, &post, &a, error));
    box.position[0] = 0.32, box.position[2] = 0.5;
    OK(hf_builder_add_body(s->builder, &box, &b, error));
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = shape.size[2] = 0.01;
    shape.body = b;
    OK(hf_builder_add_shape(s->builder, &shape, NULL, error));
    hf_fibre_def def = rod();
    def.ends[0] = (hf_fibre_end){HF_HOLD_CLAMPED, a};
    def.ends[1] = (hf_fibre_end){tip, b};
    OK(hf_builder_add_fibre(s->builder, &def, NULL, error));
}

TEST(ends_stay_where_they_are_held)
{
    for (int tip = HF_HOLD_PINNED; tip <= HF_HOLD_CLAMPED; tip++)
    {
        scene s = begin();
        add_rope(&s, (hf_fibre_hold)tip);
        start(&s);
        double x[3 * 19];
        for (int k = 0; k < 300; k++) (void)step(&s, 0.002);
        hf_world_fibre_points(s.world, 0, x);
        hf_body_state box = hf_world_body(s.world, 2);
        // the tip is at (-0.02, 0, 0) of the box, wherever that has gone
        const double *q = box.orientation;
        double at[3] = {-0.02 * (1 - 2 * (q[2] * q[2] + q[3] * q[3])), -0.04 * (q[1] * q[2] + q[0] * q[3]),
                        -0.04 * (q[1] * q[3] - q[0] * q[2])};
        for (int c = 0; c < 3; c++) CHECK_NEAR(x[3 * 18 + c], box.position[c] + at[c], 2e-5);
        CHECK(hypot(box.position[0] - 0.32, box.position[2] - 0.5) > 0.1); // it has swung down
        CHECK(hf_world_loop_gap(s.world) < 1e-5);
        double root[3] = {0, 0, 0.5};
        for (int c = 0; c < 3; c++) CHECK_NEAR(x[c], root[c], 1e-12);
        end(&s);
    }
}

TEST(a_state_resumes_with_the_same_bits_and_threads_change_none)
{
    uint64_t hashes[3];
    for (int run = 0; run < 3; run++) // whole; resumed in the middle; with three threads
    {
        scene s = begin();
        add_rope(&s, HF_HOLD_PINNED);
        hf_fibre_def def = rod();
        def.position[0] = 0.1, def.position[1] = -0.15, def.position[2] = 0.3;
        def.tangent[0] = 0, def.tangent[1] = 1;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        add_plane(&s, 0.5);
        start(&s);
        if (run == 2) hf_world_set_threads(s.world, 3);
        for (int k = 0; k < 300; k++)
        {
            (void)step(&s, 0.002);
            if (run != 1 || k != 150) continue;
            size_t size = hf_world_state_size(s.world);
            void *bytes = malloc(size);
            hf_world_state_save(s.world, bytes);
            hf_world_destroy(s.world);
            OK(hf_world_create(s.model, &s.world, error));
            OK(hf_world_state_load(s.world, bytes, size, error));
            free(bytes);
        }
        hashes[run] = hf_world_hash(s.world);
        end(&s);
    }
    CHECK(hashes[0] == hashes[1]);
    CHECK(hashes[0] == hashes[2]);
}

TEST(mass_matrix_and_bias_are_those_of_the_coordinates)
{
    // M of a straight rod that floats: the whole mass along any direction of the root
    scene s = begin();
    hf_fibre_def def = rod();
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    double M[22 * 22], bias[22], mass = 1300 * 3.14159265358979 * 1.5e-3 * 1.5e-3 * 0.3;
    OK(hf_world_mass_matrix(s.world, M, error));
    OK(hf_world_bias(s.world, bias, error));
    for (int k = 0; k < 3; k++) CHECK_NEAR(M[k * 22 + k], mass, 1e-9 * mass);
    CHECK_NEAR(bias[2], 9.81 * mass, 1e-9 * mass);
    CHECK_NEAR(M[4 * 22 + 4], mass * 0.3 * 0.3 / 3,
               1e-4 * mass * 0.03); // about the root, and a little of its thickness
    end(&s);
}

TEST(what_is_wrong_is_named)
{
    const double nan_points[6] = {0, 0, 0, 1, NAN, 0}, same[9] = {0, 0, 0, 1, 0, 0, 1, 0, 0}, one[3] = {0};
    struct
    {
        hf_fibre_def def;
        const char *says;
    } cases[14];
    int n = 0;
#define WRONG(field, value, words) cases[n].def = rod(), cases[n].def.field = (value), cases[n++].says = (words)
    WRONG(length, 0, "length = 0");
    WRONG(length, NAN, "length");
    WRONG(section[0], 0, "section[0] = 0");
    WRONG(section[1], -1, "section[1]");
    WRONG(density, 0, "density");
    WRONG(young, INFINITY, "young");
    WRONG(poisson, 0.6, "poisson");
    WRONG(damping, -1, "damping");
    WRONG(natural[1], 1000, "element_count = ");
    WRONG(ends[0], ((hf_fibre_end){HF_HOLD_CLAMPED, 7}), "add it before the fibre");
    WRONG(twist_count, 9, "twist_count = 9");
#undef WRONG
    cases[n].def = rod(), cases[n].def.points = nan_points, cases[n].def.point_count = 2, cases[n++].says = "point 1";
    cases[n].def = rod(), cases[n].def.points = same, cases[n].def.point_count = 3,
    cases[n++].says = "points 1 and 2 of its curve are the same";
    cases[n].def = rod(), cases[n].def.points = one, cases[n].def.point_count = 1, cases[n++].says = "two at least";
    scene s = begin();
    for (int k = 0; k < n; k++)
    {
        hf_error error = {0};
        cases[k].def.name = "lock";
        hf_status status = hf_builder_add_fibre(s.builder, &cases[k].def, NULL, &error);
        if (status != HF_STATUS_INVALID || !strstr(error.message, cases[k].says) || !strstr(error.message, "'lock'"))
            harness_fail(__FILE__, __LINE__, "case %d: '%s' has not '%s'", k, error.message, cases[k].says);
    }
    end(&s);
}

TEST(a_curve_of_very_many_points_is_resampled)
{
    enum
    {
        MANY = 200000
    };
    double *points = malloc(3 * MANY * sizeof *points);
    for (int k = 0; k < MANY; k++)
    {
        double a = 2.0 * k / (MANY - 1);
        points[3 * k] = 0.1 * sin(a), points[3 * k + 1] = 0, points[3 * k + 2] = 1 + 0.1 * cos(a);
    }
    for (int segments = 0; segments <= 1200; segments += 1200) // the curve is walked along, or looked up in
    {
        scene s = begin();
        hf_fibre_def def = rod();
        def.points = points;
        def.point_count = MANY;
        def.segment_count = segments;
        OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
        start(&s);
        CHECK(hf_model_fibre_fit(s.model, 0) < 1e-6); // an arc is one
        CHECK_NEAR(hf_model_fibre(s.model, 0).length, 0.2, 1e-9);
        end(&s);
    }
    free(points);
}

TEST(every_allocation_may_fail)
{
    for (long k = 0;; k++)
    {
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_world *world = NULL;
        hf_error error = {0};
        hf_fibre_def def = rod();
        def.ends[1].hold = HF_HOLD_PINNED;
        def.rest_is_curve = true;
        const double points[9] = {0, 0, 1, 0.1, 0, 1, 0.2, 0.05, 1};
        def.points = points;
        def.point_count = 3;
        fail_allocation(k);
        hf_status status = hf_builder_create(&builder, &error);
        if (status == HF_STATUS_OK) status = hf_builder_add_fibre(builder, &def, NULL, &error);
        if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
        if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
        if (status == HF_STATUS_OK) status = hf_world_step(world, 0.001, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (status != HF_STATUS_OK && !(failed && status == HF_STATUS_NO_MEMORY)) // threads are done without
            harness_fail(__FILE__, __LINE__, "allocation %ld: %d, %s", k, (int)status, error.message);
        hf_world_destroy(world);
        hf_model_destroy(model);
        hf_builder_destroy(builder);
        if (!failed) break;
    }
}
