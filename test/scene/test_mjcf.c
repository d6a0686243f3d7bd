// MJCF means what MuJoCo means by it: frames, defaults, inertia, contacts, keyframes.

#include "support/scene_text.h"

#include "holdfast/world.h"
#include "linalg/quat.h"

static void check_vector(const double *v, double x, double y, double z)
{
    CHECK_NEAR(v[0], x, 1e-12);
    CHECK_NEAR(v[1], y, 1e-12);
    CHECK_NEAR(v[2], z, 1e-12);
}

/// Where the frame of a body takes a vector.
static vec3 turned(const double *q, double x, double y, double z)
{
    return quat_rotate(quat_load(q), v3(x, y, z));
}

static hf_model *one_body(const char *attributes, const char *compiler)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco>%s<worldbody><body name='b' %s><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
             compiler, attributes);
    return text_model(text);
}

TEST(orientations)
{
    const struct
    {
        const char *attributes, *compiler;
        double x[3], y[3]; // where the first two axes go
    } cases[] = {
        {"quat='2 0 0 2'", "", {0, 1, 0}, {-1, 0, 0}},
        {"axisangle='0 0 3 90'", "", {0, 1, 0}, {-1, 0, 0}},
        {"axisangle='0 0 1 1.5707963267948966'", "<compiler angle='radian'/>", {0, 1, 0}, {-1, 0, 0}},
        {"xyaxes='0 2 0 -1 5 0'", "", {0, 1, 0}, {-1, 0, 0}},
        {"zaxis='1 0 0'", "", {0, 0, -1}, {0, 1, 0}},
        {"zaxis='0 0 -1'", "", {1, 0, 0}, {0, -1, 0}},
        {"euler='90 90 0'", "", {0, 1, 0}, {0, 0, 1}},                             // Rx Ry
        {"euler='90 90 0'", "<compiler eulerseq='XYZ'/>", {0, 0, -1}, {1, 0, 0}},  // Ry Rx
        {"euler='90 90 0'", "<compiler eulerseq='zyx'/>", {0, 0, -1}, {-1, 0, 0}}, // Rz Ry
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_model *model = one_body(cases[k].attributes, cases[k].compiler);
        hf_body_def body = hf_model_body(model, 1);
        vec3 x = turned(body.orientation, 1, 0, 0), y = turned(body.orientation, 0, 1, 0);
        const double got[6] = {x.x, x.y, x.z, y.x, y.y, y.z};
        check_vector(got, cases[k].x[0], cases[k].x[1], cases[k].x[2]);
        check_vector(got + 3, cases[k].y[0], cases[k].y[1], cases[k].y[2]);
        hf_model_destroy(model);
    }
}

TEST(frames_compose)
{
    hf_model *model = text_model("<mujoco><worldbody><frame pos='1 0 0' euler='0 0 90'>"
                                 "<frame pos='1 0 0'><body pos='1 0 0'><freejoint/>"
                                 "<frame pos='0 0 1' euler='90 0 0'><geom size='.1' pos='0 1 0'/></frame>"
                                 "</body></frame></frame></worldbody></mujoco>");
    check_vector(hf_model_body(model, 1).position, 1, 2, 0);
    check_vector(hf_model_shape(model, 0).position, 0, 0, 2);
    hf_model_destroy(model);
}

TEST(nested_bodies_are_links_of_what_moves_and_static_where_nothing_does)
{
    hf_model *model =
        text_model("<mujoco><worldbody><body name='s' pos='5 0 0'><geom size='.1'/>"
                   "<body name='t' pos='1 0 0'><geom size='.1'/></body></body>"
                   "<body name='f'><freejoint/><geom size='.1' mass='1'/>"
                   "<body name='g' pos='0 0 2' euler='0 90 0'><geom size='.1' mass='3' pos='1 0 0'/></body>"
                   "</body></worldbody></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 5); // world, s, t, f, g
    hf_body_def t = hf_model_body(model, 2), f = hf_model_body(model, 3), g = hf_model_body(model, 4);
    check_vector(t.position, 6, 0, 0);
    CHECK(t.motion == HF_MOTION_STATIC && t.parent == -1);
    CHECK(f.motion == HF_MOTION_FREE && f.parent == -1);
    CHECK(g.parent == 3);
    CHECK_NEAR(f.mass, 1, 1e-12);
    CHECK_NEAR(g.mass, 3, 1e-12);
    check_vector(g.position, 0, 0, 2);
    check_vector(g.center, 1, 0, 0);
    CHECK_NEAR(g.inertia[0], 3 * 0.4 * 0.01, 1e-12);
    CHECK(hf_model_v_count(model) == 6 && hf_model_count(model, HF_ITEM_JOINT) == 0);
    hf_scene_info info;
    hf_error error;
    CHECK(hf_scene_describe(model, &info, &error) == HF_STATUS_OK);
    CHECK(info.pair_count == 4); // f and g are one, s and t never move
    CHECK_NEAR(info.mass, 4, 1e-12);
    hf_model_destroy(model);
}

TEST(defaults_inherit_and_short_vectors_overwrite_the_leading_entries)
{
    hf_model *model = text_model(
        "<mujoco><default><geom type='box' size='.1 .2 .3' friction='.5'/>"
        "<default class='a'><geom size='.4' friction='2'/><default class='b'><geom size='.5 .6'/></default></default>"
        "<default class='c'><geom type='sphere'/></default></default>"
        "<worldbody><geom/><geom class='a'/><geom class='b'/><body childclass='c'><geom/><geom class='a'/>"
        "<body><geom/></body><body childclass='a'><geom/></body></body></worldbody></mujoco>");
    const double sizes[][3] = {{.1, .2, .3}, {.4, .2, .3}, {.5, .6, .3}, {.1, .2, .3},
                               {.4, .2, .3}, {.1, .2, .3}, {.4, .2, .3}};
    const double friction[] = {.5, 2, 2, .5, 2, .5, 2};
    CHECK(hf_model_count(model, HF_ITEM_SHAPE) == 7);
    for (int s = 0; s < 7; s++)
    {
        hf_shape_def shape = hf_model_shape(model, s);
        bool ball = s == 3 || s == 5;
        CHECK(shape.kind == (ball ? HF_SHAPE_SPHERE : HF_SHAPE_BOX));
        CHECK_NEAR(shape.friction, friction[s], 0);
        for (int i = 0; i < (ball ? 1 : 3); i++) CHECK_NEAR(shape.size[i], sizes[s][i], 0);
    }
    hf_model_destroy(model);
}

TEST(a_default_may_come_after_what_uses_it)
{
    hf_model *model = text_model("<mujoco><worldbody><geom size='.1' class='late'/></worldbody>"
                                 "<default><default class='late'><geom friction='.25'/></default></default></mujoco>");
    CHECK_NEAR(hf_model_shape(model, 0).friction, 0.25, 0);
    hf_model_destroy(model);
}

TEST(mass_of_primitives)
{
    const struct
    {
        const char *geom;
        double mass, ixx, iyy, izz; // of unit density times 1000
    } cases[] = {
        {"type='sphere' size='.1'", 4.1887902047863905, 0.016755160819145562, 0.016755160819145562,
         0.016755160819145562},
        {"type='box' size='.1 .2 .3' mass='6'", 6, 6 * 0.13 / 3, 6 * 0.10 / 3, 6 * 0.05 / 3},
        {"type='cylinder' size='.1 .2' mass='3'", 3, 3 * (0.03 + 0.16) / 12, 3 * (0.03 + 0.16) / 12, 3 * 0.005},
        {"type='ellipsoid' size='.1 .2 .3' mass='5'", 5, 0.13, 0.10, 0.05},
        {"type='capsule' size='.1 .2'", 16.755160819145562, 0, 0, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[512];
        snprintf(text, sizeof text, "<mujoco><worldbody><body><freejoint/><geom %s/></body></worldbody></mujoco>",
                 cases[k].geom);
        hf_model *model = text_model(text);
        hf_body_def body = hf_model_body(model, 1);
        CHECK_NEAR(body.mass, cases[k].mass, 1e-12);
        if (cases[k].ixx > 0)
        {
            CHECK_NEAR(body.inertia[0], cases[k].ixx, 1e-14);
            CHECK_NEAR(body.inertia[1], cases[k].iyy, 1e-14);
            CHECK_NEAR(body.inertia[2], cases[k].izz, 1e-14);
        }
        hf_model_destroy(model);
    }
}

TEST(the_inertia_of_a_capsule_is_the_sum_of_its_parts)
{
    hf_model *model = text_model("<mujoco><worldbody><body><freejoint/><geom type='capsule' size='.1 .2'/></body>"
                                 "</worldbody></mujoco>");
    hf_body_def body = hf_model_body(model, 1);
    const double pi = 3.14159265358979323846, r = 0.1, h = 0.4;
    double tube = 1000 * pi * r * r * h, ball = 1000 * 4 * pi * r * r * r / 3;
    double offset = h / 2 + 3 * r / 8; // of the middle of a half ball; its own inertia about that: 83/320 m r²
    double across = tube * (3 * r * r + h * h) / 12 + ball * (83.0 / 320 * r * r + offset * offset);
    CHECK_NEAR(body.inertia[0], across, 1e-12);
    CHECK_NEAR(body.inertia[2], tube * r * r / 2 + 0.4 * ball * r * r, 1e-12);
    hf_model_destroy(model);
}

TEST(inertial_forms_agree)
{
    const char *forms[] = {
        "<inertial pos='1 2 3' mass='2' fullinertia='3 2 4 0 0 0'/>",
        "<inertial pos='1 2 3' mass='2' diaginertia='2 3 4' euler='0 0 90'/>",
        "<inertial pos='1 2 3' mass='2' diaginertia='4 3 2' xyaxes='0 0 1 1 0 0'/>",
    };
    for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++)
    {
        char text[512];
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body><freejoint/>%s<geom size='9'/></body></worldbody></mujoco>", forms[k]);
        hf_model *model = text_model(text);
        hf_body_def body = hf_model_body(model, 1);
        CHECK_NEAR(body.mass, 2, 0);
        check_vector(body.center, 1, 2, 3);
        check_vector(body.inertia, 3, 2, 4);
        check_vector(body.inertia + 3, 0, 0, 0);
        hf_model_destroy(model);
    }
}

TEST(compiler_rules_of_mass)
{
    const char *scene = "<worldbody><body><freejoint/>%s<geom size='.1' mass='1' group='0'/>"
                        "<geom size='.1' mass='2' group='3' contype='0' conaffinity='0'/></body></worldbody></mujoco>";
    const struct
    {
        const char *compiler, *inertial;
        double mass;
    } cases[] = {
        {"", "", 3}, // visual geoms weigh, too
        {"<compiler inertiagrouprange='0 1'/>", "", 1},
        {"<compiler inertiafromgeom='true'/>", "<inertial mass='7' diaginertia='1 1 1'/>", 3},
        {"<compiler inertiafromgeom='auto'/>", "<inertial mass='7' diaginertia='1 1 1'/>", 7},
        {"<compiler settotalmass='12'/>", "", 12},
        {"<compiler boundmass='5'/>", "", 5},
        {"<compiler balanceinertia='true'/>", "<inertial mass='7' diaginertia='1 1 7'/>", 7},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[1024], rest[512];
        snprintf(rest, sizeof rest, scene, cases[k].inertial);
        snprintf(text, sizeof text, "<mujoco>%s%s", cases[k].compiler, rest);
        hf_model *model = text_model(text);
        hf_body_def body = hf_model_body(model, 1);
        CHECK_NEAR(body.mass, cases[k].mass, 1e-12);
        if (k == 6) check_vector(body.inertia, 3, 3, 3);
        if (k == 4) CHECK_NEAR(body.inertia[0], 12 * 0.4 * 0.01, 1e-13);
        hf_model_destroy(model);
    }
}

TEST(fromto_gives_pose_and_length)
{
    hf_model *model = text_model("<mujoco><worldbody><geom type='capsule' size='.1' fromto='1 0 0 1 0 2'/>"
                                 "<geom type='cylinder' size='.1' fromto='0 0 0 3 0 0'/>"
                                 "<geom type='box' size='.1' fromto='0 0 0 0 4 0'/></worldbody></mujoco>");
    hf_shape_def capsule = hf_model_shape(model, 0), cylinder = hf_model_shape(model, 1),
                 box = hf_model_shape(model, 2);
    check_vector(capsule.position, 1, 0, 1);
    CHECK_NEAR(capsule.size[1], 1, 1e-15);
    vec3 axis = turned(capsule.orientation, 0, 0, 1);
    CHECK_NEAR(axis.z, -1, 1e-12); // from the second end to the first
    check_vector(cylinder.position, 1.5, 0, 0);
    axis = turned(cylinder.orientation, 0, 0, 1);
    CHECK_NEAR(axis.x, -1, 1e-12);
    CHECK_NEAR(cylinder.size[1], 1.5, 1e-15);
    check_vector(box.size, .1, .1, 2);
    hf_model_destroy(model);
}

static hf_world *start(const hf_model *model)
{
    hf_world *world = NULL;
    hf_error error;
    if (hf_world_create(model, &world, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return world;
}

TEST(keyframes_place_free_bodies)
{
    const char *text = "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1' pos='0 0 1'/></body>"
                       "<body name='m' mocap='true'><geom size='.1'/></body>"
                       "<body name='b' pos='9 9 9'><freejoint/><geom size='.1'/></body></worldbody>"
                       "<keyframe><key qpos='1 2 3 1 0 0 0 4 5 6 1 0 0 1' qvel='0 0 0 0 1 0 7 0 0 2 0 0' mpos='3 3 3'/>"
                       "<key name='other' qpos='0 0 0 1 0 0 0 0 0 7 2 0 0 0'/></keyframe></mujoco>";
    hf_error error;
    hf_model *model = text_model(text);
    hf_world *world = start(model);
    hf_body_state a = hf_world_body(world, 1), b = hf_world_body(world, 3);
    hf_body_def m = hf_model_body(model, 2);
    check_vector(a.position, 1, 2, 3);
    check_vector(a.angular_velocity, 0, 1, 0);
    check_vector(a.velocity, 1, 0, 0); // of the centre, 1 m above the origin that rests
    check_vector(m.position, 3, 3, 3);
    CHECK(m.motion == HF_MOTION_PRESCRIBED);
    check_vector(b.position, 4, 5, 6);
    check_vector(b.velocity, 7, 0, 0);
    check_vector(b.angular_velocity, 0, 2, 0); // given in the body's axes, turned by 90° about z
    CHECK(hf_model_count(model, HF_ITEM_KEY) == 2 && hf_model_start(model) == 0);
    check_vector(hf_model_body(model, 3).position, 9, 9, 9); // the references stay
    hf_world_destroy(world);
    hf_model_destroy(model);
    model = text_model_key(text, "other", &error);
    world = start(model);
    check_vector(hf_world_body(world, 3).position, 0, 0, 7);
    CHECK_NEAR(hf_world_body(world, 3).orientation[0], 1, 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
    model = text_model_key(text, "", &error);
    world = start(model);
    check_vector(hf_world_body(world, 3).position, 9, 9, 9);
    hf_world_destroy(world);
    hf_model_destroy(model);
    CHECK(!text_model_key(text, "missing", &error));
    CHECK(strstr(error.message, "no keyframe 'missing'"));
}

TEST(gravity_compensation_and_settings)
{
    hf_model *model =
        text_model("<mujoco><option timestep='.004' gravity='0 0 -2'><flag warmstart='disable'/></option>"
                   "<worldbody><body gravcomp='0.25'><freejoint/><geom size='.1'/></body></worldbody>"
                   "<holdfast theta='0.75' integrator='baraff' solver='hybrid' tolerance='1e-6' "
                   "accept='1e-3' budget='7' effort='high' on_fail='continue' max_iterations='50' "
                   "accuracy='1e-4' travel='2e-3' fast_tolerance='1e-5' duration='8' restitution='.3'/></mujoco>");
    hf_settings s = hf_model_settings(model);
    CHECK_NEAR(s.step.timestep, 0.004, 0);
    CHECK_NEAR(s.physics.gravity[2], -2, 0);
    CHECK_NEAR(s.step.theta, 0.75, 0);
    CHECK(s.step.integrator == HF_INTEGRATOR_BARAFF);
    CHECK(strcmp(s.solver.name, "hybrid") == 0);
    CHECK_NEAR(s.solver.tolerance, 1e-6, 0);
    CHECK_NEAR(s.solver.accept, 1e-3, 0);
    CHECK(s.solver.budget == 7 && s.solver.effort == HF_EFFORT_HIGH && s.solver.on_fail == HF_ON_FAIL_CONTINUE);
    CHECK(s.solver.max_iterations == 50);
    CHECK_NEAR(s.step.accuracy, 1e-4, 0);
    CHECK_NEAR(s.step.travel, 2e-3, 0);
    CHECK_NEAR(s.step.fast_tolerance, 1e-5, 0);
    CHECK_NEAR(s.step.duration, 8, 0);
    CHECK_NEAR(hf_model_body(model, 1).gravity_scale, 0.75, 0);
    CHECK_NEAR(hf_model_shape(model, 0).restitution, 0.3, 0);
    hf_model_destroy(model);
    model = text_model("<mujoco><option><flag gravity='disable'/></option></mujoco>");
    CHECK_NEAR(hf_model_settings(model).physics.gravity[2], 0, 0);
    hf_model_destroy(model);
}

/// The corners of a face of 10 cm are 10 cm apart.
TEST(a_reduction_distance_makes_points_one)
{
    static const char *const written[] = {"", " reduction='0.05'", " reduction='0.11'"};
    static const int points[] = {4, 4, 1};
    for (int k = 0; k < 3; k++)
    {
        char text[400];
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .05'><freejoint/>"
                 "<geom type='box' size='.05 .05 .05'/></body></worldbody><holdfast%s/></mujoco>",
                 written[k]);
        hf_model *model = text_model(text);
        hf_world *world = NULL;
        CHECK(hf_world_create(model, &world, NULL) == HF_STATUS_OK);
        text_run(world, 1);
        CHECK(hf_world_contact_count(world) == points[k]);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(prescribed_bodies_have_links)
{
    hf_model *model =
        text_model("<mujoco><worldbody><body name='hand' pos='0 0 1'><geom size='.1'/>"
                   "<body name='finger' pos='1 0 0'><geom name='tip' size='.1'/></body></body></worldbody>"
                   "<holdfast><prescribe body='hand' velocity='1 0 0' angular_velocity='0 0 2' "
                   "amplitude='0 0 .5' frequency='3' phase='.1'/>"
                   "<geom name='tip' restitution='.5'/><body name='hand' restitution='.25'/></holdfast></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 3 && hf_model_body(model, 2).parent == 1);
    hf_body_def hand = hf_model_body(model, 1);
    CHECK(hand.motion == HF_MOTION_PRESCRIBED);
    check_vector(hand.velocity, 1, 0, 0);
    check_vector(hand.angular_velocity, 0, 0, 2);
    check_vector(hand.amplitude, 0, 0, 0.5);
    CHECK_NEAR(hand.frequency, 3, 0);
    CHECK_NEAR(hand.phase, 0.1, 0);
    check_vector(hf_model_body(model, 2).position, 1, 0, 0);
    CHECK_NEAR(hf_model_shape(model, 0).restitution, 0.25, 0);
    CHECK_NEAR(hf_model_shape(model, 1).restitution, 0.5, 0);
    hf_model_destroy(model);
}

static hf_scene_info describe(const hf_model *model)
{
    hf_scene_info info;
    hf_error error;
    CHECK(hf_scene_describe(model, &info, &error) == HF_STATUS_OK);
    return info;
}

TEST(pairs_that_may_touch)
{
    // a: two geoms; b, c: one each; d: static; e: prescribed; bits keep c and the second geom of a apart
    hf_model *model = text_model(
        "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>"
        "<body name='a'><freejoint/><geom name='a1' size='.1'/><geom name='a2' size='.1' contype='2' "
        "conaffinity='4'/></body>"
        "<body name='b'><freejoint/><geom name='b' size='.1' contype='3' conaffinity='3'/></body>"
        "<body name='c'><freejoint/><geom name='c' size='.1'/></body>"
        "<body name='d'><geom name='d' size='.1'/></body>"
        "<body name='e'><geom name='e' size='.1'/></body>"
        "<body name='v'><freejoint/><geom name='v' size='.1' contype='0' conaffinity='0'/></body></worldbody>"
        "<contact><exclude body1='b' body2='d'/><exclude body1='d' body2='b'/><pair geom1='v' geom2='floor'/>"
        "<pair geom1='b' geom2='c' friction='.2'/></contact>"
        "<holdfast><prescribe body='e'/></holdfast></mujoco>");
    // floor a1, floor b, floor c, a1 b, a1 c, a1 d, a1 e, a2 b, b c, b e, c d, c e, v floor
    hf_scene_info info = describe(model);
    CHECK(info.pair_count == 13);
    CHECK(info.body_count == 7);
    CHECK(info.free_count == 4 && info.prescribed_count == 1 && info.static_count == 2);
    CHECK(info.dof_count == 24);
    CHECK(info.colliding_count == 8);
    hf_model_destroy(model);
}

TEST(friction_and_condim_mix_as_in_mujoco)
{
    const char *pair = "<mujoco><worldbody><geom name='f' type='plane' size='1 1 1' %s/>"
                       "<body pos='0 0 .1'><freejoint/><geom name='g' size='.1' %s/></body></worldbody></mujoco>";
    const struct
    {
        const char *floor, *body;
        double mu; // of their contact
        int condim;
        double torsion, rolling;
    } cases[] = {
        {"condim='1'", "condim='1'", 0, 1, 0, 0},
        {"condim='1' friction='.2'", "friction='.5'", 0.5, 3, 0.005, 0.0001},
        {"condim='1' friction='.7'", "friction='.5'", 0.7, 3, 0.005, 0.0001},
        {"condim='3' friction='.2 .03 .004'", "condim='4' friction='.5 .01 .001'", 0.5, 4, 0.03, 0.004},
        {"condim='6' friction='.2 .03 .004' priority='1'", "condim='1' friction='.5 .1 .01'", 0.2, 6, 0.03, 0.004},
        {"condim='4' friction='.2'", "condim='6' friction='.1 .01'", 0.2, 6, 0.01, 0.0001},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[512];
        snprintf(text, sizeof text, pair, cases[k].floor, cases[k].body);
        hf_model *model = text_model(text);
        hf_world *world;
        CHECK(hf_world_create(model, &world, NULL) == HF_STATUS_OK);
        CHECK(hf_world_step(world, 0, NULL, NULL) == HF_STATUS_OK && hf_world_contact_count(world) == 1);
        hf_contact c = hf_world_contact(world, 0);
        CHECK(c.condim == cases[k].condim);
        CHECK_NEAR(c.mu, cases[k].mu, 0);
        CHECK_NEAR(c.coefficients.torsion, cases[k].torsion, 0);
        CHECK_NEAR(c.coefficients.rolling[1], cases[k].rolling, 0);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(includes_are_expanded_in_place)
{
    text_file("part.xml", "<mujoco><compiler angle='radian'/><default><geom friction='.125'/></default><worldbody>"
                          "<body name='part'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
    text_file("inner.xml", "<mujocoinclude><geom size='.3'/><geom size='.4'/></mujocoinclude>");
    hf_model *model = text_model("<mujoco><include file='part.xml'/><worldbody>"
                                 "<body name='own' axisangle='0 0 1 1.5707963267948966'><freejoint/>"
                                 "<include file='inner.xml'/><geom size='.5'/></body></worldbody></mujoco>");
    CHECK(hf_model_find(model, HF_ITEM_BODY, "part") == 1);
    hf_body_def own = hf_model_body(model, 2);
    CHECK_NEAR(turned(own.orientation, 1, 0, 0).y, 1, 1e-12); // the included compiler governs both
    CHECK_NEAR(hf_model_shape(model, 3).friction, 0.125, 0);
    CHECK_NEAR(hf_model_shape(model, 1).size[0], 0.3, 0);
    CHECK_NEAR(hf_model_shape(model, 3).size[0], 0.5, 0);
    hf_model_destroy(model);
}

typedef struct heard
{
    int count;
    char last[512], first[512];
} heard;

static void hear(void *context, const char *text)
{
    heard *h = context;
    if (h->count++ == 0) snprintf(h->first, sizeof h->first, "%s", text);
    snprintf(h->last, sizeof h->last, "%s", text);
}

TEST(soft_parameters_get_one_notice)
{
    const char *path = text_file(
        "scene.xml", "<mujoco><option integrator='implicitfast' cone='elliptic' impratio='10'/>"
                     "<default><geom solref='.005 1' condim='6'/></default><worldbody><geom size='.1' solimp='.9 .95'/>"
                     "<geom size='.1' solref='.01' gap='.1' margin='.01'/></worldbody></mujoco>");
    hf_builder *builder;
    hf_error error;
    heard h = {0};
    CHECK(hf_scene_read_mjcf(path, hear, &h, &builder, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(h.count == 1);
    const char *words[] = {"integrator", "cone", "impratio", "solref", "solimp", "gap"};
    for (int k = 0; k < 6; k++) CHECK(strstr(h.first, words[k]));
    CHECK(strstr(strstr(h.first, "solref") + 1, "solref") == NULL); // each once
    h = (heard){0};
    path = text_file("scene.xml", "<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
    CHECK(hf_scene_read_mjcf(path, hear, &h, &builder, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(h.count == 0);
}

TEST(colours_come_from_materials)
{
    hf_model *model = text_model("<mujoco><asset><material name='red' rgba='1 0 0 1'/></asset><worldbody>"
                                 "<geom size='.1' material='red'/><geom size='.1' material='red' rgba='0 1 0 1'/>"
                                 "</worldbody></mujoco>");
    CHECK(hf_model_shape(model, 0).color[0] == 1 && hf_model_shape(model, 0).color[1] == 0);
    CHECK(hf_model_shape(model, 1).color[0] == 0 && hf_model_shape(model, 1).color[1] == 1);
    hf_model_destroy(model);
}

TEST(every_allocation_may_fail)
{
    const char *path = text_file(
        "scene.xml",
        "<mujoco><default><default class='a'><geom friction='.3'/></default></default>"
        "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2 1 2 3'/>"
        "<material name='red'/></asset><worldbody><geom type='plane' size='1 1 1' name='f'/>"
        "<body name='b'><freejoint/><geom type='mesh' mesh='m' class='a' name='g' contype='0' conaffinity='0'/>"
        "<geom name='h' size='.1'/></body></worldbody><contact><pair geom1='f' geom2='h'/></contact>"
        "<keyframe><key qpos='0 0 1 1 0 0 0'/></keyframe></mujoco>");
    scene_allocations_fail(path);
}
