// Linkages: pendulums, loops in the plane and in space, gears. All are closed at the start.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#include <math.h>

static const vec3 AXIS_Y = {0, 1, 0};
static const double BAR = 0.01; // radius of bars [m]

// ---- pendulum ----

static const hf_builtin_parameter pendulum_parameters[] = {
    {"n", "links", 2, 1, 1000, true},
    {"length", "of a link [m]", 0.5, 1e-3, 100, false},
    {"mass", "of a link [kg]", 1, 1e-6, 1e6, false},
    {"angle", "of the links with the horizontal at the start [deg]", 0, -180, 180, false},
};

static void make_pendulum(scene_helpers *k)
{
    double length = helper_value(k, "length"), angle = helper_radians(helper_value(k, "angle"));
    vec3 along = v3(length * real_cos(angle), 0, -length * real_sin(angle));
    char name[HELPER_NAME];
    int n = helper_count(k, "n"), parent = 0;
    for (int i = 0; i < n; i++)
    {
        vec3 at = i ? along : v3(0, 0, n * length);
        parent =
            helper_bar(k, helper_name(name, "link", i), parent, at, along, 0.02 * length, helper_value(k, "mass"), -1);
        helper_hinge(k, parent, AXIS_Y);
    }
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 10;
}

// ---- four-bar ----

/// Where circles about a and b meet, in the plane y = 0: the point to the left of the way from a to b (seen along +y, x
/// to the right, z up: the one with the greater z if b lies at greater x), or to the right.
static vec3 meet(vec3 a, double ra, vec3 b, double rb, bool left)
{
    vec3 d = v3_sub(b, a);
    double c = v3_norm(d), x = (c * c + ra * ra - rb * rb) / (2 * c), h = sqrt(fmax(0.0, ra * ra - x * x));
    vec3 u = v3_scale(1 / c, d), up = v3(-u.z, 0, u.x);
    return v3_add_scaled(v3_add_scaled(a, x, u), left ? h : -h, up);
}

static const hf_builtin_parameter four_bar_parameters[] = {
    {"crank", "length [m]", 0.3, 0.01, 10, false},
    {"coupler", "length [m]", 0.9, 0.01, 10, false},
    {"rocker", "length [m]", 0.7, 0.01, 10, false},
    {"ground", "distance of the pivots [m]", 1, 0.01, 10, false},
    {"speed", "that the crank's motor wants; 0: no motor [rad/s]", 0, -1000, 1000, false},
};

static void make_four_bar(scene_helpers *k)
{
    double crank = helper_value(k, "crank"), ground = helper_value(k, "ground"), speed = helper_value(k, "speed");
    vec3 a = v3(0, 0, 1), d = v3(ground, 0, 1), b = v3_add(a, v3(0, 0, crank));
    vec3 c = meet(b, helper_value(k, "coupler"), d, helper_value(k, "rocker"), true);
    int first = helper_bar(k, "crank", 0, a, v3_sub(b, a), BAR, 1, -1);
    int joint = helper_hinge(k, first, AXIS_Y);
    int second = helper_bar(k, "coupler", first, v3_sub(b, a), v3_sub(c, b), BAR, 1, -1);
    helper_hinge(k, second, AXIS_Y);
    int third = helper_bar(k, "rocker", 0, d, v3_sub(c, d), BAR, 1, -1);
    helper_hinge(k, third, AXIS_Y);
    helper_connect(k, "loop", second, v3_sub(c, b), third, v3_sub(c, d));
    if (speed != 0) helper_drive(k, joint, speed, 100, 1000);
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 10;
}

// ---- slider-crank ----
//
// x of the slider = crank cos(a) + √(rod² - crank² sin²(a)).

static const hf_builtin_parameter slider_crank_parameters[] = {
    {"crank", "length [m]", 0.2, 0.01, 10, false},
    {"rod", "length, more than the crank's [m]", 0.5, 0.01, 10, false},
    {"speed", "that the crank's motor wants [rad/s]", 5, -1000, 1000, false},
};

static void make_slider_crank(scene_helpers *k)
{
    double crank = helper_value(k, "crank"), rod = helper_value(k, "rod");
    vec3 o = v3(0, 0, 0.5);
    if (!(rod > crank)) helper_fail(k, "slider_crank: rod=%g: must be longer than the crank (%g)", rod, crank);
    int wheel = helper_bar(k, "crank", 0, o, v3(crank, 0, 0), BAR, 1, -1);
    helper_drive(k, helper_hinge(k, wheel, AXIS_Y), helper_value(k, "speed"), 100, 1000);
    int bar = helper_bar(k, "rod", wheel, v3(crank, 0, 0), v3(rod, 0, 0), BAR, 1, -1);
    helper_hinge(k, bar, AXIS_Y);
    int slider = helper_bar(k, "slider", 0, v3_add(o, v3(crank + rod, 0, 0)), v3(0.1, 0, 0), 3 * BAR, 1, -1);
    helper_slide(k, slider, v3(1, 0, 0));
    helper_connect(k, "pin", bar, v3(rod, 0, 0), slider, v3_zero());
    k->settings.step.timestep = 1e-3;
}

// ---- Bricard's linkage ----
//
// Six hinges along the edges of a cube, each perpendicular to the two bars that it joins: with 5 rods and the ground it
// has one degree of freedom although counting says none. The last hinge is two points of its axis: six rows of which
// five can be independent, and four are.

static const hf_builtin_parameter bricard_parameters[] = {
    {"length", "of a rod [m]", 1, 0.01, 100, false},
    {"mass", "of a rod [kg]", 1, 1e-3, 1e3, false},
};

static void make_bricard(scene_helpers *k)
{
    static const double corners[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    static const double axes[6][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    double length = helper_value(k, "length");
    vec3 origin = v3(0, 0, 1.5 * length);
    char name[HELPER_NAME];
    int parent = 0;
    vec3 along = v3_zero();
    for (int i = 0; i < 5; i++)
    {
        vec3 at = i ? along : origin;
        along = v3_scale(length, v3_sub(v3_load(corners[i + 1]), v3_load(corners[i])));
        parent =
            helper_bar(k, helper_name(name, "rod", i), parent, at, along, 0.02 * length, helper_value(k, "mass"), -1);
        helper_hinge(k, parent, v3_load(axes[i]));
    }
    vec3 end = v3_add_scaled(origin, length, v3_load(corners[5])), axis = v3_load(axes[5]);
    helper_connect(k, "pin", parent, along, 0, end);
    helper_connect(k, "axis", parent, v3_add_scaled(along, 0.5 * length, axis), 0,
                   v3_add_scaled(end, 0.5 * length, axis));
    v3_store(k->settings.physics.gravity, v3(0, -9.81, 0));
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 10;
}

// ---- Jansen's leg ----
//
// The proportions of Theo Jansen's beasts, in centimetres. The carriage slides along x and z and rests on a stop until
// the foot lifts it.

static const hf_builtin_parameter jansen_parameters[] = {
    {"speed", "that the crank's motor wants [rad/s]", 3, -100, 100, false},
    {"torque", "largest of the motor [N m]", 30, 0, 1e4, false},
    {"mu", "coefficient of friction of the foot", 0.8, 0, 100, false},
    {"clearance", "of the lowest point of the foot's path, with the carriage on its stop; negative: it walks [m]",
     -0.03, -0.2, 1, false},
};

/// A rigid triangle: two bars from the frame's origin and one across; only the foot, if any, touches.
static int add_triangle(scene_helpers *k, const char *name, int parent, vec3 at, vec3 first, vec3 second)
{
    int body = helper_bar(k, name, parent, at, first, BAR, 0.6, -1);
    const vec3 ends[2][2] = {{{0, 0, 0}, second}, {first, second}};
    for (int i = 0; i < 2; i++)
    {
        vec3 along = v3_sub(ends[i][1], ends[i][0]);
        hf_shape_def bar = helper_capsule(BAR, 0.5 * v3_norm(along), 0);
        v3_store(bar.position, v3_mix(ends[i][0], ends[i][1], 0.5));
        quat_store(bar.orientation, helper_turn_to(v3_unit_or(along, v3(0, 0, 1))));
        bar.category = bar.mask = 0;
        helper_colour(&bar, body);
        helper_shape(k, body, &bar);
    }
    return body;
}

static void make_jansen(scene_helpers *k)
{
    const double a = 0.38, b = 0.415, c = 0.393, d = 0.401, e = 0.558, f = 0.394, g = 0.367, h = 0.657, i = 0.49,
                 j = 0.5, kk = 0.619, l = 0.078, m = 0.15;
    const double LOWEST = -0.918; // of the foot's path below the crank's centre, found by turning the crank
    const double FOOT = 0.03;
    vec3 o = v3_zero(), z = v3(-a, 0, -l), x = v3(-m, 0, 0); // crank's centre, fixed pivot, crank's end; the foot is up
    vec3 y = meet(z, b, x, j, true), w = meet(z, d, y, e, true), v = meet(z, c, x, kk, false);
    vec3 u = meet(v, g, w, f, true), foot = meet(v, i, u, h, true);
    helper_floor(k, helper_value(k, "mu"));

    vec3 stand = v3(0, 0, -LOWEST + FOOT + helper_value(k, "clearance"));
    int carriage = helper_bar(k, "carriage", 0, stand, z, 2 * BAR, 4, -1);
    helper_slide(k, carriage, v3(1, 0, 0));
    hf_joint_def lift = hf_joint_def_default();
    lift.body = carriage;
    lift.kind = HF_JOINT_SLIDE;
    lift.limited = true;
    lift.range[1] = 10;
    helper_joint(k, &lift);

    int crank = helper_bar(k, "crank", carriage, o, x, BAR, 0.2, -1);
    helper_drive(k, helper_hinge(k, crank, AXIS_Y), helper_value(k, "speed"), 50, helper_value(k, "torque"));
    int upper = helper_bar(k, "rod_upper", crank, x, v3_sub(y, x), BAR, 0.3, -1);
    helper_hinge(k, upper, AXIS_Y);
    int lower = helper_bar(k, "rod_lower", crank, x, v3_sub(v, x), BAR, 0.3, -1);
    helper_hinge(k, lower, AXIS_Y);
    int hip = add_triangle(k, "hip", carriage, z, v3_sub(y, z), v3_sub(w, z));
    helper_hinge(k, hip, AXIS_Y);
    int rocker = helper_bar(k, "rocker", carriage, z, v3_sub(v, z), BAR, 0.3, -1);
    helper_hinge(k, rocker, AXIS_Y);
    int shank = helper_bar(k, "shank", hip, v3_sub(w, z), v3_sub(u, w), BAR, 0.3, -1);
    helper_hinge(k, shank, AXIS_Y);
    int leg = add_triangle(k, "leg", rocker, v3_sub(v, z), v3_sub(u, v), v3_sub(foot, v));
    helper_hinge(k, leg, AXIS_Y);
    hf_shape_def ball = helper_sphere(FOOT, helper_value(k, "mu"));
    ball.name = "foot";
    v3_store(ball.position, v3_sub(foot, v));
    helper_shape(k, leg, &ball);
    helper_connect(k, "loop_upper", upper, v3_sub(y, x), hip, v3_sub(y, z));
    helper_connect(k, "loop_lower", lower, v3_sub(v, x), rocker, v3_sub(v, z));
    helper_connect(k, "loop_leg", shank, v3_sub(u, w), leg, v3_sub(u, v));
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 10;
}

// ---- gears ----
//
// Wheels in a row, each driving the next: turns are as -radius to radius. A weight hangs on a drum of the first wheel's
// radius: it falls with m g r² / (m r² + Σ I_k (r/r_k)²).

static const hf_builtin_parameter gears_parameters[] = {
    {"n", "wheels", 4, 1, 100, true},
    {"ratio", "radius of a wheel over that of the one before", 1.5, 0.1, 10, false},
    {"radius", "of the first wheel [m]", 0.1, 1e-3, 10, false},
    {"mass", "of the weight [kg]", 1, 1e-3, 1e3, false},
};

static void couple(scene_helpers *k, int a, int b, double slope)
{
    hf_loop_def def = hf_loop_def_default();
    def.kind = HF_LOOP_JOINT;
    def.joint_a = a;
    def.joint_b = b;
    def.coefficient[1] = slope;
    if (k->status == HF_STATUS_OK) k->status = hf_builder_add_loop(k->builder, &def, NULL, k->error);
}

static void make_gears(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), first = radius, x = 0;
    char name[HELPER_NAME];
    int last = 0, first_joint = 0, n = helper_count(k, "n");
    for (int i = 0; i < n; i++)
    {
        hf_body_def def = hf_body_def_default();
        def.parent = 0;
        def.name = helper_name(name, "wheel", i);
        def.mass = 1;
        v3_store(def.position, v3(x, 0, 2));
        int body = helper_body(k, &def);
        hf_shape_def disc = helper_cylinder(radius, 0.02, 0);
        quat_store(disc.orientation, helper_turn_to(AXIS_Y));
        disc.category = disc.mask = 0;
        helper_colour(&disc, i);
        helper_shape(k, body, &disc);
        int joint = helper_hinge(k, body, AXIS_Y);
        if (i) couple(k, joint, last, -1 / helper_value(k, "ratio"));
        else first_joint = joint;
        last = joint;
        x += radius * (1 + helper_value(k, "ratio"));
        radius *= helper_value(k, "ratio");
    }
    hf_body_def weight = hf_body_def_default();
    weight.parent = 0;
    weight.name = "weight";
    weight.mass = helper_value(k, "mass");
    v3_store(weight.position, v3(first, 0, 1));
    int body = helper_body(k, &weight);
    hf_shape_def block = helper_box(0.03, 0.03, 0.03, 0);
    block.category = block.mask = 0;
    helper_shape(k, body, &block);
    couple(k, helper_slide(k, body, v3(0, 0, -1)), first_joint, first); // a positive turn about y lowers what is at +x
    k->settings.step.duration = 1;
}

const builtin_def mechanism_scenes[] = {
    {{"pendulum", "a chain of rods swings and keeps its energy", HELPER_PARAMETERS(pendulum_parameters)},
     make_pendulum},
    {{"four_bar", "a four-bar linkage, loose or driven", HELPER_PARAMETERS(four_bar_parameters)}, make_four_bar},
    {{"slider_crank", "a crank drives a slider", HELPER_PARAMETERS(slider_crank_parameters)}, make_slider_crank},
    {{"bricard", "Bricard's linkage: six hinges in space, mobile against all counting",
      HELPER_PARAMETERS(bricard_parameters)},
     make_bricard},
    {{"jansen", "a leg of Jansen's beasts walks with a carriage", HELPER_PARAMETERS(jansen_parameters)}, make_jansen},
    {{"gears", "a weight turns a train of wheels", HELPER_PARAMETERS(gears_parameters)}, make_gears},
};
const int mechanism_scene_count = sizeof mechanism_scenes / sizeof mechanism_scenes[0];
