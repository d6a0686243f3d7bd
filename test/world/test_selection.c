// What selection means for worlds: forces of a patch are those of equally stiff points, they move continuously, and
// motion near the limit of friction does not depend on the step.

#include "support/lifted_box.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world/world.h"

static hf_world *open_world(const char *text, hf_model **model)
{
    hf_world *world;
    hf_error error = {0};
    *model = text_model(text);
    CHECK(hf_world_create(*model, &world, &error) == HF_STATUS_OK);
    return world;
}

static hf_step_report step(hf_world *world, double h)
{
    hf_step_report report;
    hf_error error = {0};
    if (hf_world_step(world, h, &report, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(report.certified);
    return report;
}

// ---- by area ----

/// Share of the weight that contacts of each of `count` shapes of a body carry, by the order of shapes from `first` on.
static void shares(const hf_world *world, int first, int count, double *share)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) share[i] = 0.0;
    for (int k = 0; k < hf_world_contact_count(world); k++)
    {
        hf_contact c = hf_world_contact(world, k);
        int shape = c.shape_a >= first ? c.shape_a : c.shape_b;
        share[shape - first] += c.r[0];
        sum += c.r[0];
    }
    for (int i = 0; i < count; i++) share[i] /= sum;
}

/// A plate on three feet in a row, the middle one with twice the area of the others. Its weight presses it down without
/// tilting it: by area the middle foot has half of the load, by points a third.
TEST(a_plate_on_three_feet_shares_its_load_by_points_or_by_area)
{
    static const char plate[] = "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 0.1'><freejoint/>"
                                "<inertial pos='0 0 0' mass='4' diaginertia='0.1 0.3 0.3'/><geom type='box' size='0.02 "
                                "0.02 0.05' pos='-0.4 0 -0.05'/>"
                                "<geom type='box' size='0.04 0.02 0.05' pos='0 0 -0.05'/><geom type='box' size='0.02 "
                                "0.02 0.05' pos='0.4 0 -0.05'/>"
                                "</body></worldbody><holdfast selection='%s'/></mujoco>";
    static const char *const by[] = {"compliant", "area"};
    static const double middle[] = {1.0 / 3.0, 0.5};
    for (int k = 0; k < 2; k++)
    {
        char text[1024];
        snprintf(text, sizeof text, plate, by[k]);
        hf_model *model;
        hf_world *world = open_world(text, &model);
        for (int i = 0; i < 5; i++) CHECK(step(world, 0.0).solve.unselected == 0);
        double share[3];
        shares(world, 1, 3, share);
        CHECK_NEAR(share[0], 0.5 * (1.0 - middle[k]), 1e-8);
        CHECK_NEAR(share[1], middle[k], 1e-8);
        CHECK_NEAR(share[2], 0.5 * (1.0 - middle[k]), 1e-8);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// A prism on a trapezoid with parallel sides a at y = 0 and b at y = h. Its centroid is above that of its base, so
/// that it sinks without tilting: each corner carries its share of the area. The triangles from the centroid have the
/// areas a y/2 (y = h (a + 2b) / 3 (a + b)), b (h - y) / 2, and half of what is left at either leg.
TEST(corners_of_a_trapezoid_carry_their_share_of_its_area)
{
    const double a = 0.3, b = 0.1, h = 0.2, area = 0.5 * (a + b) * h, y = h * (a + 2.0 * b) / (3.0 * (a + b));
    const double at_a = 0.5 * a * y, at_b = 0.5 * b * (h - y), leg = 0.5 * (area - at_a - at_b);
    hf_model *model;
    hf_world *world = open_world("<mujoco><asset><mesh name='prism' vertex='-.15 0 0 .15 0 0 .05 .2 0 -.05 .2 0 -.15 0 "
                                 ".1 .15 0 .1 .05 .2 .1 -.05 .2 .1'/></asset>"
                                 "<worldbody><geom type='plane' size='0 0 1'/><body><freejoint/><geom type='mesh' "
                                 "mesh='prism' pos='0 0 0' mass='1'/></body>"
                                 "</worldbody><holdfast selection='area'/></mujoco>",
                                 &model);
    for (int i = 0; i < 5; i++) CHECK(step(world, 0.0).solve.unselected == 0);
    CHECK(hf_world_contact_count(world) == 4);
    double least = INFINITY; // y of the longer side; the reader moves a mesh to its centre
    for (int i = 0; i < 4; i++) least = fmin(least, hf_world_contact(world, i).point[1]);
    for (int i = 0; i < 4; i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        double share = 0.5 * ((contact.point[1] > least + 0.5 * h ? at_b : at_a) + leg) / area;
        CHECK_NEAR(contact.r[0] / (0.002 * 9.81), share, 1e-8);
        CHECK_NEAR(hypot(contact.r[1], contact.r[2]) / 0.002, 0.0, 1e-8);
    }
    hf_wrench wrench;
    CHECK(hf_world_wrenches(world, 1, &wrench) == 1);
    CHECK_NEAR(wrench.area, area, 1e-9);
    CHECK_NEAR(wrench.center[1], least + y, 1e-8);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Edges and points have no area of their own: a capsule that lies beside a block under one plate carries less, not
/// nothing, and the forces are certified.
TEST(edges_beside_an_area_carry_by_their_own_size)
{
    hf_model *model;
    hf_world *world = open_world("<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 0.1'><freejoint/>"
                                 "<inertial pos='0 0 0' mass='4' diaginertia='0.1 0.3 0.3'/><geom type='box' "
                                 "size='0.05 0.05 0.05' pos='-0.4 0 -0.05'/>"
                                 "<geom type='capsule' size='0.05 0.05' euler='90 0 0' pos='0 0 -0.05'/><geom "
                                 "type='box' size='0.05 0.05 0.05' pos='0.4 0 -0.05'/>"
                                 "</body></worldbody><holdfast selection='area'/></mujoco>",
                                 &model);
    for (int i = 0; i < 5; i++) CHECK(step(world, 0.0).solve.unselected == 0);
    double share[3];
    shares(world, 1, 3, share);
    CHECK(share[1] > 1e-4 && share[1] < 0.1);
    CHECK_NEAR(share[0], share[2], 1e-8);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- at rest ----

static const char cube[] =
    "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='cube' pos='0 0 0.05'><freejoint/>"
    "<geom type='box' size='0.05 0.05 0.05' mass='1' friction='1'/></body></worldbody></mujoco>";

TEST(a_cube_at_rest_carries_a_quarter_at_each_corner)
{
    hf_model *model;
    hf_world *world = open_world(cube, &model);
    for (int k = 0; k < 50; k++) CHECK(step(world, 0.0).solve.unselected == 0);
    CHECK(hf_world_contact_count(world) == 4);
    for (int i = 0; i < 4; i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        CHECK_NEAR(contact.r[0] / 0.002, 2.4525, 1e-8);
        CHECK_NEAR(hypot(contact.r[1], contact.r[2]) / 0.002, 0.0, 1e-8);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Loads of springs of equal stiffness under a rigid body: N_i = a + b x_i + c y_i, with Σ N = weight and its moments
/// about x and y; by Gauss elimination of the 3 × 3 system.
static void spring_loads(int count, const double (*at)[2], double weight, const double center[2], double *load)
{
    double A[3][4] = {{0.0}};
    for (int i = 0; i < count; i++)
    {
        const double row[3] = {1.0, at[i][0], at[i][1]};
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) A[j][k] += row[j] * row[k];
    }
    A[0][3] = weight, A[1][3] = weight * center[0], A[2][3] = weight * center[1];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            for (int k = 3; i != j && k >= j; k--) A[i][k] -= A[i][j] / A[j][j] * A[j][k];
    for (int i = 0; i < count; i++)
        load[i] = A[0][3] / A[0][0] + A[1][3] / A[1][1] * at[i][0] + A[2][3] / A[2][2] * at[i][1];
}

enum
{
    FEET = 100 // at most
};

/// A body that stands on small spheres of a plane, and what its world is made with.
typedef struct stand
{
    int count;
    double at[FEET][2]; // of its feet [m]
    double middle[2];   // below its centre of mass, which is at 0.7 m
    double mass;
    const int *order; // in which the feet are written down; NULL: as they are
    const char *gravity, *solver;
    int bodies, threads; // 0 is 1, each
    bool cold;
} stand;

static void write_body(const stand *s, int k, char *text, size_t size)
{
    snprintf(text, size,
             "<body pos='%d 0 0.005'><freejoint/><inertial pos='%.17g %.17g 0.7' mass='%.17g' diaginertia='2 2 1'/>",
             5 * k, s->middle[0], s->middle[1], s->mass);
    for (int i = 0; i < s->count; i++)
    {
        const double *at = s->at[s->order ? s->order[i] : i];
        size_t n = strlen(text);
        snprintf(text + n, size - n, "<geom type='sphere' size='0.005' pos='%.17g %.17g 0'/>", at[0], at[1]);
    }
    strcat(text, "</body>");
}

/// Impulses of the feet of the last body, by foot, after some steps at rest. Returns whether all of them were exact;
/// then they are selected.
static bool stand_still(const stand *s, double (*r)[3])
{
    static char text[4 * FEET * 100], body[2 * FEET * 100];
    int bodies = s->bodies ? s->bodies : 1;
    snprintf(text, sizeof text, "<mujoco><option gravity='%s'/><worldbody><geom type='plane' size='0 0 1'/>",
             s->gravity ? s->gravity : "0 0 -9.81");
    for (int k = 0; k < bodies; k++)
    {
        write_body(s, k, body, sizeof body);
        strcat(text, body);
    }
    strcat(text, "</worldbody></mujoco>");
    hf_model *model;
    hf_error error = {0};
    hf_world *world = open_world(text, &model);
    hf_settings settings = hf_model_settings(model);
    if (s->solver) snprintf(settings.solver.name, sizeof settings.solver.name, "%s", s->solver);
    settings.solver.cold_start = s->cold;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    if (s->threads) CHECK(hf_world_set_threads(world, s->threads) == s->threads);
    bool exact = true;
    for (int k = 0; k < 5; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        exact &= report.certified;
        CHECK(!exact || report.solve.unselected == 0);
    }
    CHECK(hf_world_contact_count(world) == bodies * s->count);
    for (int i = 0; i < hf_world_contact_count(world); i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        const double *n = contact.normal, *t = contact.tangent;
        const double second[3] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
        double x = contact.point[0] - 5.0 * (bodies - 1), y = contact.point[1];
        int nearest = 0;
        for (int j = 1; j < s->count; j++)
            if (hypot(x - s->at[j][0], y - s->at[j][1]) < hypot(x - s->at[nearest][0], y - s->at[nearest][1]))
                nearest = j;
        for (int j = 0; x > -2.5 && j < 3; j++) // in world axes, on the body
            r[nearest][j] = (contact.body_a == 0 ? -1.0 : 1.0) *
                            (n[j] * contact.r[0] + t[j] * contact.r[1] + second[j] * contact.r[2]);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return exact;
}

/// Loads are those of equal springs, and there is no friction.
static void check_springs(const stand *s)
{
    double load[FEET], r[FEET][3], weight = s->mass * 9.81;
    spring_loads(s->count, s->at, weight, s->middle, load);
    CHECK(stand_still(s, r));
    for (int i = 0; i < s->count; i++)
    {
        CHECK_NEAR(r[i][2] / 0.002, load[i], 1e-6 * weight);
        CHECK_NEAR(hypot(r[i][0], r[i][1]) / 0.002, 0.0, 1e-6 * weight);
    }
}

/// Feet of four small spheres each, as those of a G1, one ahead of the other, under a body whose centre of mass is
/// between them.
static const stand robot = {.count = 8,
                            .at = {{-0.03, 0.14},
                                   {0.14, 0.13},
                                   {-0.03, 0.08},
                                   {0.14, 0.09},
                                   {0.02, -0.14},
                                   {0.19, -0.13},
                                   {0.02, -0.08},
                                   {0.19, -0.09}},
                            .middle = {0.07, 0.02},
                            .mass = 35.0};

TEST(feet_share_a_load_as_equal_springs_do)
{
    check_springs(&robot);
}

static stand ten_by_ten(void)
{
    stand patch = {.count = 100, .middle = {0.015, -0.01}, .mass = 3.0};
    for (int i = 0; i < 100; i++)
    {
        int row = i / 10;
        patch.at[i][0] = 0.02 * (i % 10) - 0.09;
        patch.at[i][1] = 0.02 * row - 0.09;
    }
    return patch;
}

TEST(tables_a_beam_and_a_patch_share_a_load_as_equal_springs_do)
{
    stand table = {.count = 4,
                   .at = {{-0.6, -0.3}, {0.5, -0.35}, {0.4, 0.4}, {-0.5, 0.3}, {0.1, -0.05}},
                   .middle = {0.02, 0.03},
                   .mass = 12.0};
    check_springs(&table);
    table.count = 5;
    check_springs(&table);
    const stand beam = {.count = 6,
                        .at = {{-0.9, -0.1}, {-0.9, 0.1}, {0.05, -0.1}, {0.05, 0.1}, {1.0, -0.1}, {1.0, 0.1}},
                        .middle = {0.1, 0.01},
                        .mass = 2.0};
    check_springs(&beam);
    const stand patch = ten_by_ten();
    check_springs(&patch);
}

/// Forces of `other` are those of `first`, to 1e-8 of the weight. False if its solver is not exact in each step.
static bool check_same(const stand *first, const stand *other, const char *what)
{
    double a[FEET][3], b[FEET][3], worst = 0.0, weight = first->mass * 9.81;
    CHECK(stand_still(first, a));
    if (!stand_still(other, b)) return false;
    for (int i = 0; i < first->count; i++)
        for (int j = 0; j < 3; j++) worst = fmax(worst, fabs(a[i][j] - b[i][j]) / 0.002);
    if (!(worst <= 1e-8 * weight)) harness_fail(__FILE__, __LINE__, "%s: %.1e N apart", what, worst);
    return true;
}

/// On a slope, so that friction has a load to carry. All methods of the exact law are asked; `pac`, `dac` and
/// `implicit/paper` come near in the first step only, and the body then stands a little elsewhere.
TEST(forces_do_not_depend_on_solver_start_or_numbering)
{
    static const int order[] = {5, 2, 7, 0, 1, 6, 4, 3};
    stand slope = robot, other;
    slope.gravity = "1.5 0.8 -9.5";
    int solvers = 0;
    for (int k = 0; k < hf_solver_count(); k++)
    {
        const hf_solver *solver = hf_solver_at(k);
        if (!solver->exact || strcmp(solver->name, "auto/any") == 0) continue;
        other = slope;
        other.solver = solver->name;
        solvers += check_same(&slope, &other, solver->name);
    }
    CHECK(solvers >= 20);
    other = slope;
    other.cold = true;
    CHECK(check_same(&slope, &other, "cold start"));
    other = slope;
    other.order = order;
    CHECK(check_same(&slope, &other, "another order"));
}

/// Two bodies of a hundred feet are islands that threads take side by side.
TEST(forces_do_not_depend_on_threads)
{
    stand one = ten_by_ten();
    one.gravity = "1.5 0.8 -9.5";
    one.bodies = 2;
    stand two = one;
    two.threads = 2;
    CHECK(check_same(&one, &two, "2 threads"));
}

/// A budget that solves a step of a cube that slides, and leaves nothing for selection: the step says that its forces
/// are not selected, and a checkpoint keeps that.
/// The next step with a budget of its own ends it.
TEST(an_answer_that_is_not_selected_is_counted)
{
    hf_model *model;
    hf_error error = {0};
    hf_world *world = open_world(cube, &model), *resumed;
    hf_settings settings = hf_model_settings(model);
    hf_step_report report = {0};
    for (int64_t budget = 100; !report.certified; budget += budget / 20)
    {
        hf_world_destroy(world);
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        hf_body_state moving = hf_world_body(world, 1);
        moving.velocity[0] = 1.0;
        CHECK(hf_world_set_body(world, 1, &moving, &error) == HF_STATUS_OK);
        settings.solver.budget = budget;
        settings.solver.on_fail = HF_ON_FAIL_STOP;
        settings.solver.accept = 0.0;
        CHECK(budget < 1000000 && hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    }
    CHECK(report.solve.unselected == 1);
    settings = hf_model_settings(model);
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    size_t size = hf_world_state_size(world);
    char *bytes = malloc(size);
    hf_world_state_save(world, bytes);
    CHECK(hf_world_create(model, &resumed, &error) == HF_STATUS_OK);
    CHECK(hf_world_state_load(resumed, bytes, size, &error) == HF_STATUS_OK);
    CHECK(hf_world_hash(resumed) == hf_world_hash(world));
    for (size_t k = 1; k < 8; k++) // the last index is beyond the contacts
    {
        bytes[size - k] ^= 1;
        CHECK(hf_world_state_load(resumed, bytes, size, &error) == HF_STATUS_FORMAT);
        bytes[size - k] ^= 1;
    }
    CHECK(hf_world_state_load(resumed, bytes, size, &error) == HF_STATUS_OK);
    CHECK(step(world, 0.0).solve.unselected == 0 && step(resumed, 0.0).solve.unselected == 0);
    CHECK(hf_world_hash(resumed) == hf_world_hash(world));
    free(bytes);
    hf_world_destroy(resumed);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Which contacts need prestress is a part of the state, beside which are not selected.
TEST(a_checkpoint_keeps_what_is_stressed)
{
    hf_model *model;
    hf_error error = {0};
    hf_world *world = open_world(cube, &model), *resumed;
    for (int k = 0; k < 3; k++) CHECK(step(world, 0.0).certified);
    CHECK(world->state.warm_count == 4);
    uint64_t plain = hf_world_hash(world);
    world->state.stressed[1] = world->state.stressed[3] = world->state.unselected[3] = true;
    size_t size = hf_world_state_size(world);
    char *bytes = malloc(size);
    hf_world_state_save(world, bytes);
    CHECK(hf_world_create(model, &resumed, &error) == HF_STATUS_OK);
    CHECK(hf_world_state_load(resumed, bytes, size, &error) == HF_STATUS_OK);
    CHECK(hf_world_hash(resumed) == hf_world_hash(world) && hf_world_hash(world) != plain);
    for (int k = 0; k < 4; k++)
        CHECK(resumed->state.stressed[k] == (k % 2 == 1) && resumed->state.unselected[k] == (k == 3));
    free(bytes);
    hf_world_destroy(resumed);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A box on a floor whose weight is off its middle: the wrench is its weight, the pressure centre is below the centre
/// of mass, and the patch is the whole face.
TEST(the_wrench_of_a_pair_is_what_it_carries)
{
    static const char text[] =
        "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='box' pos='0 0 0.05'><freejoint/>"
        "<geom type='box' size='0.1 0.06 0.05' mass='1'/><geom type='sphere' size='0.01' pos='0.04 0.02 0.02' mass='3' "
        "contype='0' conaffinity='0'/>"
        "</body></worldbody></mujoco>";
    hf_model *model;
    hf_world *world = open_world(text, &model);
    hf_wrench wrench;
    CHECK(hf_world_wrenches(world, 1, &wrench) == 0);
    for (int k = 0; k < 20; k++) (void)step(world, 0.0);
    CHECK(hf_world_wrenches(world, 1, &wrench) == 1);
    CHECK(wrench.body_a == 0 && wrench.body_b == 1 && wrench.contact_count == 4);
    CHECK_NEAR(wrench.load, 4 * 9.81, 1e-8);
    CHECK_NEAR(wrench.force[2], -4 * 9.81, 1e-8); // on the world
    CHECK_NEAR(wrench.center[0], 0.03, 1e-9);
    CHECK_NEAR(wrench.center[1], 0.015, 1e-9);
    for (int k = 0; k < 3; k++) CHECK_NEAR(wrench.torque[k], 0.0, 1e-8);
    CHECK_NEAR(wrench.area, 0.2 * 0.12, 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A beam on three equal supports, of which the middle one yields twice as much as the others at each point (1 and 3,
/// against 1 and 1): level by symmetry, so that loads are as 2 : 1 : 2.
TEST(shapes_have_compliances_of_their_own)
{
    static const char text[] =
        "<mujoco><worldbody><geom type='box' size='0.02 0.05 0.05' pos='-0.3 0 0'/>"
        "<geom name='soft' type='box' size='0.02 0.05 0.05'/><geom type='box' size='0.02 0.05 0.05' pos='0.3 0 0'/>"
        "<body name='beam' pos='0 0 0.06'><freejoint/><geom type='box' size='0.4 0.05 0.01' mass='5'/></body>"
        "</worldbody><holdfast><geom name='soft' compliance='3'/></holdfast></mujoco>";
    hf_model *model;
    hf_world *world = open_world(text, &model);
    for (int k = 0; k < 5; k++) CHECK(step(world, 0.0).solve.unselected == 0);
    double load[3] = {0.0}; // left, middle, right
    for (int i = 0; i < hf_world_contact_count(world); i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        load[1 + (contact.point[0] > 0.1) - (contact.point[0] < -0.1)] += contact.r[0] / 0.002;
    }
    CHECK_NEAR(load[0], 0.4 * 5 * 9.81, 1e-6);
    CHECK_NEAR(load[1], 0.2 * 5 * 9.81, 1e-6);
    CHECK_NEAR(load[2], 0.4 * 5 * 9.81, 1e-6);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- tilted ----

static const char tilted[] =
    "<mujoco><option timestep='0.001'/><worldbody>"
    "<body name='plate' mocap='true' pos='0 0 -0.1'><geom type='box' size='1 1 0.1' friction='2'/></body>"
    "<body name='box' pos='0 0 0.1'><freejoint/><geom type='box' size='0.05 0.04 0.1' mass='1' friction='2'/></body>"
    "</worldbody><holdfast><prescribe body='plate' angular_velocity='0 0.2 0'/>"
    "<body name='box' velocity='0.04 0 0' angular_velocity='0 0.2 0'/></holdfast></mujoco>";

/// Force of the contact with this name, in N; 0 if it is not there.
static double load_of(const hf_world *world, uint64_t id, double h)
{
    for (int i = 0; i < hf_world_contact_count(world); i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        double sum = contact.r[0] * contact.r[0] + contact.r[1] * contact.r[1] + contact.r[2] * contact.r[2];
        if (contact.id == id) return sqrt(sum) / h;
    }
    return 0.0;
}

/// A plate that turns slowly under a box. Corners share the load of springs until the box tips where its centre of mass
/// is over the edge: tan = 0.05 / 0.1.
TEST(a_box_that_is_tilted_slowly_until_it_tips)
{
    hf_model *model;
    hf_world *world = open_world(tilted, &model);
    const double h = 0.001, weight = 9.81;
    double before[8] = {0}, largest = 0.0, tipped = 0.0;
    uint64_t id[8];
    int count = 0;
    (void)step(world, 0.0);
    for (int k = 0; k < 3000 && tipped == 0.0; k++)
    {
        count = hf_world_contact_count(world);
        CHECK(count <= 8);
        for (int i = 0; i < count; i++)
        {
            id[i] = hf_world_contact(world, i).id;
            before[i] = load_of(world, id[i], h);
        }
        (void)step(world, 0.0);
        for (int i = 0; i < count; i++) largest = fmax(largest, fabs(load_of(world, id[i], h) - before[i]));
        int loaded = 0;
        for (int i = 0; i < hf_world_contact_count(world); i++)
            loaded += hf_world_contact(world, i).r[0] / h > 1e-4 * weight;
        if (loaded <= 2) tipped = 0.2 * hf_world_time(world);
    }
    CHECK_NEAR(tipped, atan(0.5), 2e-3); // the turning itself takes ω² r / g = 0.0004 of the weight
    CHECK(largest <= 0.01 * weight);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- lifted ----

static double turn_of_lifted_box(double h)
{
    double end[4];
    lift_box(0.9, h, 0.0, end);
    return end[2];
}

/// Corners of the pads can carry it without a slip, and no pad presses harder for that: it stands between them, at
/// every step size.
TEST(a_lifted_box_is_held_at_every_step_size)
{
    static const double steps[] = {0.0005, 0.001, 0.002, 0.004};
    for (int k = 0; k < 4; k++) CHECK_NEAR(turn_of_lifted_box(steps[k]), 0.0, 1e-8);
}
