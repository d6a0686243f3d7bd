// Real robots do what they are built for, for a minute each: a gripper holds, two robots stand, one drives, and loops
// stay closed. Skipped where the models are absent.

#include "holdfast/mechanism.h"
#include "holdfast/scene.h"
#include "holdfast/world.h"
#include "support/harness.h"
#include "support/scene_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODELS HOLDFAST_SOURCE_DIR "/../shared/models"

/// A robot in motion, and what was seen of it.
typedef struct robot
{
    hf_model *model;
    hf_world *world;
    double gap; // widest of a loop so far [m or rad]
} robot;

static robot open_robot(const char *scene)
{
    robot r = {0};
    hf_builder *builder = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_read_mjcf(scene, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &r.model, &error);
    if (status == HF_STATUS_OK) status = hf_world_create(r.model, &r.world, &error);
    hf_builder_destroy(builder);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return r;
}

static void need(const char *path)
{
    if (access(path, R_OK)) SKIP("%s is absent", path);
}

static void close_robot(robot *r)
{
    hf_world_destroy(r->world);
    hf_model_destroy(r->model);
}

static void step(robot *r)
{
    hf_step_report report;
    hf_error error;
    CHECK(hf_world_step(r->world, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK(report.certified);
    r->gap = fmax(r->gap, hf_world_loop_gap(r->world));
}

static void control(robot *r, int actuator, double u)
{
    hf_error error;
    CHECK(hf_world_set_control(r->world, actuator, u, &error) == HF_STATUS_OK);
}

static long steps_of(const robot *r, double duration)
{
    return lround(duration / hf_model_settings(r->model).step.timestep);
}

/// The largest of all generalized velocities.
static double speed(const robot *r)
{
    double most = 0.0;
    const double *v = hf_world_v(r->world);
    for (int k = 0; k < hf_model_v_count(r->model); k++) most = fmax(most, fabs(v[k]));
    return most;
}

static double apart(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

// ---- the gripper ----

/// The gripper upright with a cube of 3 cm between its pads: gravity is along the pads.
static robot open_gripper(void)
{
    need(MODELS "/robotiq_2f85/2f85.xml");
    return open_robot(text_file("grip.xml", "<mujoco>\n"
                                            "  <include file=\"" MODELS "/robotiq_2f85/2f85.xml\"/>\n"
                                            "  <compiler meshdir=\"" MODELS "/robotiq_2f85/assets\"/>\n"
                                            "  <worldbody>\n"
                                            "    <body name=\"cube\" pos=\"0 0 0.15\">\n"
                                            "      <freejoint/>\n"
                                            "      <geom type=\"box\" size=\"0.015 0.015 0.015\" mass=\"0.2\"/>\n"
                                            "    </body>\n"
                                            "  </worldbody>\n"
                                            "</mujoco>\n"));
}

TEST(a_gripper_closes_on_a_cube_and_holds_it)
{
    robot r = open_gripper();
    int cube = hf_model_find(r.model, HF_ITEM_BODY, "cube");
    CHECK(cube >= 0 && hf_model_count(r.model, HF_ITEM_ACTUATOR) == 1);
    hf_error error;
    const double none[3] = {0, 0, 0}, weight[3] = {0, 0, 0.2 * 9.81};
    CHECK(hf_world_set_wrench(r.world, cube, weight, none, &error) == HF_STATUS_OK); // held until the pads have closed
    control(&r, 0, 255);
    for (long k = steps_of(&r, 2.0); k > 0; k--) step(&r);
    CHECK(hf_world_set_wrench(r.world, cube, none, none, &error) == HF_STATUS_OK);
    hf_body_state held = {0};
    double slip = 0.0, fastest = 0.0;
    long settle = steps_of(&r, 1.0);
    for (long k = 0; k < settle + steps_of(&r, 60.0); k++)
    {
        step(&r);
        if (k < settle) continue;
        if (k == settle) held = hf_world_body(r.world, cube);
        for (int c = 0; c < hf_world_contact_count(r.world); c++)
        {
            hf_contact contact = hf_world_contact(r.world, c);
            if (contact.status == HF_CONTACT_OPEN || (contact.body_a != cube && contact.body_b != cube)) continue;
            slip = fmax(slip, hypot(contact.u[1], contact.u[2]));
            // Pads lean by a degree and push it down a little: nothing carries it but friction.
            CHECK((contact.body_a == cube ? contact.normal[2] : -contact.normal[2]) <= 0.0);
        }
        fastest = fmax(fastest, speed(&r));
    }
    hf_body_state end = hf_world_body(r.world, cube);
    double way = apart(end.position, held.position);
    printf("        slip %.1e m/s, fastest %.1e, way in 60 s %.1e m, loop gap %.1e m\n", slip, fastest, way, r.gap);
    CHECK(slip <= 1e-9 && fastest <= 1e-9);
    CHECK_NEAR(hf_world_actuator_force(r.world, 0), 5.0, 1e-9); // stalled at its limit
    CHECK(way <= 60e-9);
    CHECK(r.gap <= 1e-10);
    close_robot(&r);
}

// ---- standing ----

/// What was seen in the 60 s after settling.
typedef struct stand
{
    double fastest; // of all generalized velocities [m/s or rad/s]
    double way;     // of the base from first to last [m]
    double height;  // of the base at the end [m]
} stand;

typedef void (*controller)(robot *r, const double *goal);

static stand stand_still(robot *r, const char *base, controller law, const double *goal, double settling)
{
    stand out = {0};
    int body = hf_model_find(r->model, HF_ITEM_BODY, base);
    CHECK(body >= 0);
    hf_body_state start = {0}, now = {0};
    long settle = steps_of(r, settling);
    for (long k = 0; k < settle + steps_of(r, 60.0); k++)
    {
        law(r, goal);
        step(r);
        now = hf_world_body(r->world, body);
        if (k == settle) start = now;
        if (k > settle) out.fastest = fmax(out.fastest, speed(r));
    }
    out.way = apart(start.position, now.position);
    out.height = now.position[2];
    printf("        fastest %.1e, way in 60 s %.1e m, height %.4f m\n", out.fastest, out.way, out.height);
    return out;
}

/// Every position actuator is told where its joint shall be.
static void position_law(robot *r, const double *goal)
{
    for (int k = 0; k < hf_model_count(r->model, HF_ITEM_ACTUATOR); k++) control(r, k, goal[7 + k]);
}

/// The keyframe "standing" of scene_mjx.xml; scene.xml, with all its shapes, has none.
static const double anymal_pose[19] = {0,          0,   0.56,
                                       1.0,        0,   0,
                                       0,          0.0, 0.5235987755982988,
                                       -0.7853981, 0.0, 0.5235987755982988,
                                       -0.7853981, 0.0, -0.5235987755982988,
                                       0.7853981,  0.0, -0.5235987755982988,
                                       0.7853981};

TEST(anymal_stands)
{
    need(MODELS "/anybotics_anymal_c/scene.xml");
    robot r = open_robot(MODELS "/anybotics_anymal_c/scene.xml");
    hf_error error;
    CHECK(hf_world_set_q(r.world, anymal_pose, NULL, &error) == HF_STATUS_OK);
    stand out = stand_still(&r, "base", position_law, anymal_pose, 10.0);
    CHECK(out.fastest <= 1e-9 && out.way <= 1e-9);
    CHECK(out.height > 0.5);
    close_robot(&r);
}

/// Writes one line of a model's file, changed where the test wants it so. Returns whether it was.
typedef bool (*editor)(const char *line, FILE *to);

/// A copy of a file, line by line; returns how many lines were changed.
static int rewrite(const char *from, const char *name, editor edit)
{
    char path[600], line[2000];
    snprintf(path, sizeof path, "%s", text_file(name, ""));
    FILE *in = fopen(from, "r"), *out = fopen(path, "w");
    int changed = 0;
    CHECK(in && out);
    while (fgets(line, sizeof line, in))
    {
        bool edited = edit(line, out);
        if (!edited) fputs(line, out);
        changed += edited;
    }
    fclose(in);
    CHECK(fclose(out) == 0);
    return changed;
}

/// A motor becomes a position actuator at the same joint, with what the motor can do as its limit.
static bool motor_to_position(const char *line, FILE *to)
{
    char name[100], joint[100];
    double range[2];
    const char *motor = strstr(line, "<motor");
    if (!motor || sscanf(motor, "<motor class=\"h1\" name=\"%99[^\"]\" joint=\"%99[^\"]\" ctrlrange=\"%lf %lf\"", name,
                         joint, &range[0], &range[1]) != 4)
        return false;
    fprintf(to, "<position name=\"%s\" joint=\"%s\" kp=\"10000\" kv=\"250\" forcerange=\"%g %g\"/>\n", name, joint,
            range[0], range[1]);
    return true;
}

static bool include_positions(const char *line, FILE *to)
{
    if (!strstr(line, "<include file=\"h1.xml\"/>")) return false;
    fputs("<include file=\"h1_positions.xml\"/>\n"
          "<compiler meshdir=\"" MODELS "/unitree_h1/assets\"/>\n",
          to);
    return true;
}

/// Its file has motors and no position controllers. Each motor is replaced by one, within the limits of the file; the
/// goal is the keyframe "home" itself. They give way by 4 mrad at the knees. At 2,000 N m/rad it is 20 mrad, and it
/// tips backwards over its heels.
TEST(h1_stands)
{
    need(MODELS "/unitree_h1/scene.xml");
    CHECK(rewrite(MODELS "/unitree_h1/h1.xml", "h1_positions.xml", motor_to_position) == 19);
    CHECK(rewrite(MODELS "/unitree_h1/scene.xml", "h1_stands.xml", include_positions) == 1);
    char path[600];
    snprintf(path, sizeof path, "%s/h1_stands.xml", text_folder());
    robot r = open_robot(path);
    double goal[26];
    CHECK(hf_model_q_count(r.model) == 26);
    memcpy(goal, hf_world_q(r.world), sizeof goal);
    stand out = stand_still(&r, "pelvis", position_law, goal, 10.0);
    CHECK(out.fastest <= 1e-9 && out.way <= 1e-9);
    CHECK(out.height > 0.97);
    close_robot(&r);
}

// ---- driving ----

/// The robot with rollers that turn: its file gives them the dry friction (0.1 N m) and the armature (0.005 kg m²) of
/// the wheels by default, at which a load of 2 N at 6 mm can turn none of them.
static bool free_roller(const char *line, FILE *to)
{
    const char *joint = strstr(line, "<joint name=\"wheel");
    if (!joint || !strstr(joint, "_passive")) return false;
    fprintf(to, "<joint frictionloss=\"0\" armature=\"0\" %s", joint + strlen("<joint "));
    return true;
}

static robot open_omnidirectional(void)
{
    need(MODELS "/robot_soccer_kit/robot_soccer_kit.xml");
    CHECK(rewrite(MODELS "/robot_soccer_kit/robot_soccer_kit.xml", "rollers.xml", free_roller) == 60);
    return open_robot(text_file("drive.xml", "<mujoco>\n"
                                             "  <include file=\"rollers.xml\"/>\n"
                                             "  <compiler meshdir=\"" MODELS "/robot_soccer_kit/assets\"/>\n"
                                             "  <worldbody><geom type=\"plane\" size=\"0 0 0.05\"/></worldbody>\n"
                                             "</mujoco>\n"));
}

/// A wheel at its place turns at this speed when the robot drives along (dx, dy) with `rim` as speed of the rims
/// [rad/s].
static double wheel_speed(const robot *r, const char *wheel, double rim, double dx, double dy)
{
    hf_body_state state = hf_world_body(r->world, hf_model_find(r->model, HF_ITEM_BODY, wheel));
    const double *o = state.orientation;
    const double axle[2] = {2 * (o[1] * o[3] + o[0] * o[2]), 2 * (o[2] * o[3] - o[0] * o[1])};
    return rim * (axle[1] * dx - axle[0] * dy);
}

/// What came of a drive of 10 s.
typedef struct way
{
    double along, aside; // [m]
    double turning;      // mean [rad/s]
} way;

static double heading(const hf_body_state *state)
{
    const double *q = state->orientation;
    return atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
}

/// Gathers speed for 1 s, then goes on at constant speed of its wheels, `rim` for one that rolls straight ahead
/// [rad/s]; 10 s in all. `more` is added to what wheels that turn are told [rad/s].
static way drive(robot *r, double dx, double dy, double rim, double more)
{
    static const char *const wheels[] = {"wheel_no_passives", "wheel_no_passives_2", "wheel_no_passives_3"};
    int base = hf_model_find(r->model, HF_ITEM_BODY, "base");
    for (long k = steps_of(r, 1.0); k > 0; k--) step(r);
    double full[3];
    for (int w = 0; w < 3; w++) full[w] = wheel_speed(r, wheels[w], rim, dx, dy);
    hf_body_state start = hf_world_body(r->world, base), now = start;
    way out = {0};
    long gather = steps_of(r, 1.0);
    for (long k = 0; k < steps_of(r, 10.0); k++)
    {
        for (int w = 0; w < 3; w++)
        {
            double ahead = fabs(full[w]) > 0.01 * rim ? copysign(more, full[w]) : 0.0;
            control(r, w, full[w] * fmin(1.0, (double)k / (double)gather) + ahead);
        }
        step(r);
        now = hf_world_body(r->world, base);
        double x = now.position[0] - start.position[0], y = now.position[1] - start.position[1];
        out.along = x * dx + y * dy;
        out.aside = fmax(out.aside, fabs(x * dy - y * dx));
    }
    out.turning = (heading(&now) - heading(&start)) / 10.0;
    printf("        along %.4f m, aside %.5f m, turning %.3f mrad/s\n", out.along, out.aside, 1e3 * out.turning);
    return out;
}

enum
{
    DRIVES = 4
};
static const double directions[DRIVES][2] = {{1, 0}, {0, -1}, {-0.5, 0.8660254037844386}, {0.6, 0.8}};
static const double RADIUS = 0.0345; // of a wheel: from the axle to the far side of a roller [m]
static const double BEHIND = 0.02;   // what dry friction of 0.1 N m takes from a wheel with a servo of 5 N m s [rad/s]

/// Wheels are told as much more as their own dry friction takes: at 7 cm/s, where no roller slips, it goes straight.
TEST(sixty_rollers_drive_straight)
{
    const double rim = 2.0;
    for (int k = 0; k < DRIVES; k++)
    {
        robot r = open_omnidirectional();
        way w = drive(&r, directions[k][0], directions[k][1], rim, BEHIND);
        CHECK_NEAR(w.along, rim * RADIUS * 9.5, 0.005 * w.along);
        CHECK(w.aside < 5e-4 * w.along);
        CHECK(fabs(w.turning) < 5e-5);
        close_robot(&r);
    }
}

/// How far the rollers of a wheel are from the middle of the robot, along the axle.
static double wheel_distance(const robot *r)
{
    double sum[2] = {0, 0};
    int count = 0, wheel = hf_model_find(r->model, HF_ITEM_BODY, "wheel_no_passives");
    hf_body_state base = hf_world_body(r->world, hf_model_find(r->model, HF_ITEM_BODY, "base"));
    for (int k = 0; k < hf_model_count(r->model, HF_ITEM_BODY); k++)
    {
        if (hf_model_body(r->model, k).parent != wheel) continue;
        hf_body_state roller = hf_world_body(r->world, k);
        for (int i = 0; i < 2; i++) sum[i] += roller.position[i] - base.position[i];
        count++;
    }
    CHECK(count == 20);
    return hypot(sum[0], sum[1]) / count;
}

/// Without that the wheels fall behind by as much each, whatever their speed: the sum of the three is no longer zero
/// along x, and the robot turns at r · 0.02/(3 L). MuJoCo 2.2.2 turns alike (4.9 to 5.0 mrad/s at 8 rad/s, where ours
/// slips as well).
TEST(dry_friction_of_wheels_turns_the_robot)
{
    robot r = open_omnidirectional();
    double expected = -RADIUS * BEHIND / (3.0 * wheel_distance(&r));
    way w = drive(&r, 1, 0, 2.0, 0.0);
    printf("        expected %.3f mrad/s\n", 1e3 * expected);
    CHECK_NEAR(w.turning, expected, 0.02 * fabs(expected));
    close_robot(&r);
}

/// At 28 cm/s edges of rollers strike the floor hard enough to slip.
TEST(sixty_rollers_drive_fast)
{
    const double rim = 8.0;
    for (int k = 0; k < 2; k++)
    {
        robot r = open_omnidirectional();
        way w = drive(&r, directions[k][0], directions[k][1], rim, BEHIND);
        CHECK_NEAR(w.along, rim * RADIUS * 9.5, 0.01 * w.along);
        CHECK(w.aside < 0.05 * w.along);
        close_robot(&r);
    }
}

// ---- loops ----

/// Opens and closes every second while the cube, which nothing holds, tumbles about inside.
TEST(loops_of_the_gripper_stay_closed)
{
    robot r = open_gripper();
    for (long k = 0; k < 100000; k++)
    {
        if (k % 500 == 0) control(&r, 0, k % 1000 ? 0 : 255);
        step(&r);
    }
    printf("        loop gap %.1e\n", r.gap);
    CHECK(r.gap <= 1e-10);
    close_robot(&r);
}

/// Falls with its motors off, and comes to rest on the floor.
TEST(loops_of_cassie_stay_closed)
{
    need(MODELS "/agility_cassie/scene.xml");
    robot r = open_robot(MODELS "/agility_cassie/scene.xml");
    for (long k = 0; k < 100000; k++) step(&r);
    printf("        loop gap %.1e\n", r.gap);
    CHECK(r.gap <= 1e-10);
    close_robot(&r);
}

/// Its motors swing all the time, each in its own rhythm: it kicks about on the floor, limits and loops at work, and no
/// step is slow. Before rows of loops that follow from others were left out, every other step searched for an answer
/// that did not exist.
TEST(cassie_kicks_and_stays_closed)
{
    const double turn = 6.283185307179586;
    need(MODELS "/agility_cassie/scene.xml");
    robot r = open_robot(MODELS "/agility_cassie/scene.xml");
    double moved = 0.0;
    long most = 0, all = 0;
    for (long k = 0; k < 100000; k++)
    {
        double t = hf_world_time(r.world);
        for (int a = 0; a < hf_model_count(r.model, HF_ITEM_ACTUATOR); a++)
            control(&r, a, 4.0 * sin(turn * (1.0 + 0.1 * a) * t + 2.0 * a));
        hf_step_report report;
        hf_error error;
        CHECK(hf_world_step(r.world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(report.certified);
        r.gap = fmax(r.gap, hf_world_loop_gap(r.world));
        most = report.solve.iterations > most ? report.solve.iterations : most;
        all += report.solve.iterations;
        moved += speed(&r);
    }
    printf("        loop gap %.1e, mean of the fastest joint %.1f rad/s, iterations %.1f a step, at most %ld\n", r.gap,
           moved / 1e5, (double)all / 1e5, most);
    CHECK(r.gap <= 1e-10);
    CHECK(moved > 1e5); // more than 1 rad/s at all times
    CHECK(all < 10 * 100000L);
    close_robot(&r);
}
