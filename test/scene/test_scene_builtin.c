// The built-in scenes: they are what they say, start without overlap, and read their parameters.

#include "support/harness.h"

#include "base/arena.h"
#include "collide/collide.h"
#include "holdfast/scene.h"
#include "linalg/quat.h"
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static hf_model *make(const char *scene, uint64_t seed)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(scene, seed, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    hf_builder_destroy(builder);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", scene, error.message);
    return model;
}

/// Contacts closer than `reach` at the start, and the smallest gap.
static int touching(const hf_model *model, double reach_each, double *least)
{
    int n = hf_model_count(model, HF_ITEM_BODY), count;
    pose *poses = calloc((size_t)n, sizeof *poses);
    double *reach = calloc((size_t)n, sizeof *reach);
    for (int b = 0; b < n; b++)
    {
        vec3 position; // links are defined relative to their parents: take where they start
        quat turn;
        rigid_frame(&model->rigid[b], model->initial[b].x, model->initial[b].q, &position, &turn);
        v3_store(poses[b].position, position);
        quat_to_matrix(turn, poses[b].rotation);
        reach[b] = reach_each / 2;
    }
    collide_state *state;
    hf_workspace *workspace;
    contact_point *points;
    hf_error error = {0};
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    CHECK(collide_state_create(model->scene, &state, &error) == HF_STATUS_OK);
    if (collide_detect(model->scene, state, poses, reach, workspace, &points, &count, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    *least = INFINITY;
    for (int k = 0; k < count; k++) *least = fmin(*least, points[k].gap);
    collide_state_destroy(state);
    hf_workspace_destroy(workspace);
    free(poses), free(reach);
    return count;
}

TEST(nothing_overlaps_at_the_start)
{
    for (int k = 0; k < hf_builtin_count(); k++)
    {
        const char *name = hf_builtin_at(k)->name;
        hf_model *model = make(name, 3);
        double least;
        int count = touching(model, 1e-9, &least);
        if (count > 0 && !(least > -1e-12)) harness_fail(__FILE__, __LINE__, "%s: a gap of %g m", name, least);
        hf_model_destroy(model);
    }
}

TEST(what_should_touch_touches)
{
    const struct
    {
        const char *scene;
        int least, most; // contact points
    } cases[] = {
        {"incline", 4, 4},
        {"incline:angle=40", 4, 4},
        {"wall", 4, 4},
        {"stop", 4, 4},
        {"billiards", 1, 1},
        {"bounce", 0, 0},
        {"bounce:height=0", 1, 1},
        {"painleve", 1, 1},
        {"mass_ratio", 8, 16},
        {"towers", 80, 160},
        {"ladder", 4, 4},
        {"ladder:angle=45", 4, 4},
        {"table", 20, 24},
        {"arch", 26 * 4, 26 * 8},
        {"arch:n=101", 102 * 4, 102 * 8},
        {"card_house", 2, 1000},
        {"kapla", 80 * 4, 80 * 16},
        {"top_heavy", 1, 1},
        {"rolling_disc", 1, 2},
        {"euler_disc", 1, 2},
        {"rest", 1 + 4 + 2 + 3 + 1, 40},
        {"box_wall", 4 * 40 + 24 * 40 * 4, 1000 * 8},
        {"joint_grid", 0, 0},
        {"dominoes", 30 * 4, 30 * 4},
        {"cradle", 8, 8},
        {"pinch", 2 + 2 + 4 * 4, 2 + 2 + 4 * 8},
        {"grasp", 4 + 4 + 5 * 4, 8 + 8 + 5 * 8},
        {"grasp:object=1", 2 + 2 + 5 * 4, 4 + 4 + 5 * 8},
        {"grasp:object=2", 2 + 2 + 5 * 4, 4 + 4 + 5 * 8},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_model *model = make(cases[k].scene, 1);
        double least;
        int count = touching(model, 1e-9, &least);
        if (count < cases[k].least || count > cases[k].most)
            harness_fail(__FILE__, __LINE__, "%s: %d contacts, expected %d to %d", cases[k].scene, count,
                         cases[k].least, cases[k].most);
        hf_model_destroy(model);
    }
}

TEST(every_card_touches_where_it_should)
{
    // edges touch in two points: each pair has two feet and one ridge, each lying card rests on two ridges
    for (int levels = 1; levels <= 10; levels += 3)
    {
        char scene[64];
        snprintf(scene, sizeof scene, "card_house:levels=%d", levels);
        hf_model *model = make(scene, 1);
        double least;
        int pairs = levels * (levels + 1) / 2, lying = levels * (levels - 1) / 2;
        CHECK(hf_model_count(model, HF_ITEM_BODY) == 1 + 2 * pairs + lying);
        CHECK(touching(model, 1e-9, &least) == 6 * pairs + 4 * lying);
        hf_model_destroy(model);
    }
}

TEST(counts_of_the_large_scenes)
{
    const struct
    {
        const char *scene;
        int free;
    } cases[] = {{"box_wall", 1000},
                 {"sphere_pile", 5000},
                 {"rocks", 200},
                 {"arch", 25},
                 {"arch:n=101", 101},
                 {"card_house", 26},
                 {"card_house:levels=10", 155},
                 {"kapla", 80},
                 {"balls", 100},
                 {"balls:n=15,side=3,spread=0.5", 15},
                 {"pyramids:n=3,base=4", 30},
                 {"joint_grid:n=5", 20},
                 {"hopper", 1500},
                 {"slope_of_sand", 480},
                 {"tumbler", 60},
                 {"tumbler:ride=1", 24},
                 {"smash", 65},
                 {"ball_drop", 5}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_model *model = make(cases[k].scene, 1);
        hf_scene_info info;
        CHECK(hf_scene_describe(model, &info, NULL) == HF_STATUS_OK);
        CHECK(info.free_count == cases[k].free);
        hf_model_destroy(model);
    }
}

/// Velocity of the point of the body that is at `offset` from its frame's origin, given in world axes.
static vec3 point_velocity(const hf_body_def *body, vec3 offset)
{
    vec3 arm = v3_sub(offset, quat_rotate(quat_load(body->orientation), v3_load(body->center)));
    return v3_add(v3_load(body->velocity), v3_cross(v3_load(body->angular_velocity), arm));
}

/// dL/dt of a body that turns about the vertical as a whole, at the rate P, is P z × L.
static vec3 angular_momentum(const hf_body_def *body)
{
    quat turn = quat_load(body->orientation);
    vec3 w = quat_rotate_back(turn, v3_load(body->angular_velocity));
    const double *i = body->inertia;
    vec3 l = v3(i[0] * w.x + i[3] * w.y + i[4] * w.z, i[3] * w.x + i[1] * w.y + i[5] * w.z,
                i[4] * w.x + i[5] * w.y + i[2] * w.z);
    return quat_rotate(turn, l);
}

/// The contact of a disc does not slip, and the torque of the force there makes its angular momentum precess.
static void check_disc(const char *scene, double radius, double half, double circle)
{
    hf_model *model = make(scene, 1);
    hf_body_def body = hf_model_body(model, 1);
    quat turn = quat_load(body.orientation);
    vec3 contact = v3_add(quat_rotate(turn, v3(-radius, 0, 0)), quat_rotate(turn, v3(0, 0, -half)));
    CHECK_NEAR(body.position[2] + contact.z, 0, 1e-12);
    vec3 slip = point_velocity(&body, contact), axis = quat_rotate(turn, v3(0, 0, 1));
    CHECK_NEAR(v3_norm(slip), 0, 1e-12);
    vec3 steep = quat_rotate(turn, v3(1, 0, 0));
    double rate = v3_dot(v3_load(body.angular_velocity), steep) / steep.z; // w·e2 = P sin t
    vec3 push = v3(body.mass * rate * rate * circle, 0, body.mass * 9.81); // centripetal, towards +x, and weight
    vec3 torque = v3_cross(contact, push), change = v3_cross(v3(0, 0, rate), angular_momentum(&body));
    CHECK_NEAR(v3_distance(torque, change), 0, 1e-9 * v3_norm(torque) + 1e-12);
    CHECK_NEAR(v3_norm(v3_load(body.velocity)), rate * circle, 1e-12);
    CHECK_NEAR(axis.y, 0, 1e-15);
    hf_model_destroy(model);
}

TEST(discs_start_in_steady_motion)
{
    check_disc("rolling_disc", 0.1, 0.001, 0.5);
    check_disc("rolling_disc:lean=45,circle=0.2,radius=0.3,thickness=0.02", 0.3, 0.01, 0.2);
    check_disc("euler_disc", 0.0375, 0.00025, 0);
    hf_model *model = make("euler_disc:angle=30,thickness=1e-6", 1); // thin: P² sin t = 4 g/R
    double w = v3_norm(v3_load(hf_model_body(model, 1).angular_velocity)) / sin(pi / 6);
    CHECK_NEAR(w * w * sin(pi / 6), 4 * 9.81 / 0.0375, 0.1);
    hf_model_destroy(model);
}

TEST(the_top_starts_in_steady_precession)
{
    hf_model *model = make("top_heavy:tilt=30,spin=400", 1);
    hf_body_def body = hf_model_body(model, 1);
    CHECK_NEAR(v3_norm(point_velocity(&body, v3_zero())), 0, 1e-12); // the tip rests
    vec3 axis = quat_rotate(quat_load(body.orientation), v3(0, 0, 1)), w = v3_load(body.angular_velocity);
    CHECK_NEAR(v3_dot(w, axis), 400, 1e-9);
    double precession = w.x == 0 ? 0 : (w.z - v3_dot(w, axis) * axis.z) / (1 - axis.z * axis.z);
    vec3 arm = v3_scale(body.center[2], axis), weight = v3(0, 0, -9.81 * body.mass);
    vec3 momentum = v3_add(angular_momentum(&body), v3_cross(arm, v3_scale(body.mass, v3_load(body.velocity))));
    vec3 change = v3_cross(v3(0, 0, precession), momentum), torque = v3_cross(arm, weight);
    CHECK_NEAR(v3_distance(change, torque), 0, 1e-10);
    hf_model_destroy(model);
}

TEST(the_seed_decides_and_nothing_else)
{
    hf_model *a = make("rocks:n=5", 1), *b = make("rocks:n=5", 1), *c = make("rocks:n=5", 2);
    hf_body_def x = hf_model_body(a, 3), y = hf_model_body(b, 3), z = hf_model_body(c, 3);
    CHECK(memcmp(x.position, y.position, sizeof x.position) == 0);
    CHECK(memcmp(x.inertia, y.inertia, sizeof x.inertia) == 0);
    CHECK(memcmp(x.position, z.position, sizeof x.position) != 0);
    hf_model_destroy(a), hf_model_destroy(b), hf_model_destroy(c);
}

TEST(parameters_that_are_wrong)
{
    const struct
    {
        const char *scene, *says;
    } cases[] = {
        {"incline:nu=1", "has no parameter 'nu'; it has angle, mu, mass, h"},
        {"incline:mu", "name=value"},
        {"incline:mu=", "name=value"},
        {"incline:=3", "name=value"},
        {"incline:mu=x", "mu=x is no number"},
        {"incline:mu=nan", "mu=nan is no number"},
        {"incline:mu=1e999", "is no number"},
        {"incline:mu=-1", "mu=-1: must lie in 0 … 100"},
        {"incline:mu=0.5,,", "name=value"},
        {"towers:n=2.5", "whole number"},
        {"towers:n=0", "must lie in 1 … 1000"},
        {"cradle:n=3,moving=3", "must be at rest"},
        {"balls:n=9,side=2", "a cube of 8 places holds no 9 balls"},
        {"top_heavy:spin=10", "too slow"},
        {"euler_disc:angle=70,thickness=0.5", "too thick"},
        {"inclin", "neither a built-in scene"},
        {"a_name_that_is_so_long_that_no_scene_of_this_program_could_ever_have_it_in_its_list", "no built-in scene"},
        {"incline:a_parameter_that_is_so_long_that_no_scene_of_this_program_could_ever_have_it=1", "too long"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_builder *builder;
        hf_error error = {0};
        hf_status status = hf_scene_open(cases[k].scene, 1, NULL, NULL, &builder, &error);
        if (status != HF_STATUS_INVALID || builder || !strstr(error.message, cases[k].says))
            harness_fail(__FILE__, __LINE__, "%s: '%s' has not '%s'", cases[k].scene, error.message, cases[k].says);
    }
    hf_builder *builder;
    hf_error error = {0}; // a path that begins with a drive is a path
    CHECK(hf_scene_open("Z:/there/is/none.xml", 1, NULL, NULL, &builder, &error) == HF_STATUS_FILE);
    CHECK(strstr(error.message, "Z:/there/is/none.xml"));
    CHECK(hf_builtin_at(-1) == NULL && hf_builtin_at(hf_builtin_count()) == NULL);
}

TEST(parameters_are_used)
{
    hf_model *model = make("towers: n=3 , ratio=100,mass=2", 1);
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 4);
    CHECK_NEAR(hf_model_body(model, 1).mass, 2, 0);
    CHECK_NEAR(hf_model_body(model, 2).mass, 200, 0);
    CHECK_NEAR(hf_model_body(model, 3).mass, 2, 0);
    hf_model_destroy(model);
    model = make("launch:angle=90,v=3,h=0.01", 1);
    CHECK_NEAR(hf_model_body(model, 1).velocity[1], 3, 1e-15);
    CHECK_NEAR(hf_model_settings(model).step.timestep, 0.01, 0);
    hf_model_destroy(model);
}

TEST(every_parameter_has_a_default_within_its_range)
{
    for (int k = 0; k < hf_builtin_count(); k++)
    {
        const hf_builtin *scene = hf_builtin_at(k);
        for (int j = 0; j < k; j++) CHECK(strcmp(scene->name, hf_builtin_at(j)->name) != 0);
        for (int p = 0; p < scene->parameter_count; p++)
        {
            const hf_builtin_parameter *q = &scene->parameters[p];
            CHECK(q->fallback >= q->least && q->fallback <= q->most);
            CHECK(q->help && q->help[0]);
        }
    }
}

TEST(every_allocation_may_fail)
{
    static const char *const scenes[] = {"arch:n=3", "table"};
    for (size_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++)
        for (long k = 0;; k++)
        {
            hf_builder *builder;
            hf_error error = {0};
            fail_allocation(k);
            hf_status status = hf_scene_open(scenes[s], 1, NULL, NULL, &builder, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
            CHECK(failed == (builder == NULL));
            hf_builder_destroy(builder);
            if (!failed) break;
        }
    hf_model *model = make("table", 1);
    for (long k = 0; k < 4; k++)
    {
        hf_scene_info info;
        fail_allocation(k);
        hf_status status = hf_scene_describe(model, &info, NULL);
        fail_allocation(-1);
        CHECK(status == HF_STATUS_NO_MEMORY);
    }
    hf_model_destroy(model);
}
