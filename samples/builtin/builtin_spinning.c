// Bodies that spin: tops and discs, started in their steady motions, and bodies that do nothing at all.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#include <math.h>

// ---- a top in free flight: |L| is kept ----

static const hf_builtin_parameter top_free_parameters[] = {
    {"spin", "about the axis of the middle moment of inertia [rad/s]", 10, 0, 1e4, false},
    {"nudge", "about the other two axes [rad/s]", 0.01, 0, 1e3, false},
    {"h", "step [s]", 0.001, 1e-6, 1, false},
};

static void make_top_free(scene_helpers *k)
{
    hf_shape_def box = helper_box(0.05, 0.1, 0.02, 0.5); // moments about x, y, z: middle, least, greatest
    helper_colour(&box, 4);
    hf_body_def body = helper_free("top", v3(0, 0, 1));
    double nudge = helper_value(k, "nudge");
    v3_store(body.angular_velocity, v3(helper_value(k, "spin"), nudge, nudge));
    helper_shape(k, helper_body(k, &body), &box);
    for (int i = 0; i < 3; i++) k->settings.physics.gravity[i] = 0;
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 20;
}

// ---- a top on its tip, in steady precession ----
//
// With the tip at rest, spin w3 about the axis and precession P about the vertical:
//   I1 cos(tilt) P² - I3 w3 P + m g l = 0,    I1 about the tip; the slow root is the one seen on tables.

static const hf_builtin_parameter top_heavy_parameters[] = {
    {"spin", "about its own axis [rad/s]", 300, 1, 1e5, false},
    {"tilt", "of the axis from the vertical [deg]", 20, 1, 50, false},
    {"mu", "coefficient of friction at the tip", 1, 0, 100, false},
    {"h", "step [s]", 0.001, 1e-6, 1, false},
};

enum
{
    TOP_SIDES = 24
};

/// A cone standing on its tip, at the origin of its frame.
static int top_mesh(scene_helpers *k, double height, double radius)
{
    double vertices[3 * (TOP_SIDES + 1)] = {0};
    for (int s = 0; s < TOP_SIDES; s++)
    {
        double angle = helper_radians(360.0 * s / TOP_SIDES);
        v3_store(&vertices[3 * (s + 1)], v3(radius * real_cos(angle), radius * real_sin(angle), height));
    }
    return helper_hull(k, "cone", vertices, TOP_SIDES + 1);
}

static void make_top_heavy(scene_helpers *k)
{
    const double height = 0.08, radius = 0.05, mass = 0.2, g = 9.81;
    double spin = helper_value(k, "spin"), tilt = helper_radians(helper_value(k, "tilt")), l = 0.75 * height;
    double axial = 0.3 * mass * radius * radius;                             // I3 of a solid cone
    double across = 0.0375 * mass * (4 * radius * radius + height * height); // about the centre of mass
    double about_tip = across + mass * l * l;                                // I1
    double root = axial * axial * spin * spin - 4 * about_tip * real_cos(tilt) * mass * g * l;
    if (root < 0)
    {
        helper_fail(k, "spin=%g is too slow for steady precession at this tilt: at least %.4g rad/s", spin,
                    2 * sqrt(about_tip * real_cos(tilt) * mass * g * l) / axial);
        return;
    }
    double precession = 2 * mass * g * l / (axial * spin + sqrt(root));
    vec3 axis = v3(real_sin(tilt), 0, real_cos(tilt));
    helper_floor(k, helper_value(k, "mu"));
    hf_shape_def cone = hf_shape_def_default();
    cone.kind = HF_SHAPE_HULL;
    cone.mesh = top_mesh(k, height, radius);
    cone.friction = helper_value(k, "mu");
    helper_colour(&cone, 6);
    hf_body_def body = helper_free("top", v3_zero());
    quat_store(body.orientation, helper_turn_y(tilt));
    body.mass = mass;
    body.center[2] = l;
    body.inertia[0] = body.inertia[1] = across;
    body.inertia[2] = axial;
    vec3 turn = v3_add_scaled(v3(0, 0, precession), spin - precession * real_cos(tilt), axis);
    v3_store(body.angular_velocity, turn);
    v3_store(body.velocity, v3_cross(turn, v3_scale(l, axis)));
    helper_shape(k, helper_body(k, &body), &cone);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 5;
}

// ---- discs in steady motion ----
//
// A disc of radius R and half thickness d touches the floor at one point of its rim. Its axis e3 stands at the angle t
// from the vertical; n is horizontal, e2 = cos t n + sin t z the steepest line of the disc, upwards. It turns at P
// about the vertical while its centre runs round a circle of radius A, leaning inwards. The centre is at -A n from the
// circle's middle, the contact at -R e2 - d e3 from the centre. Rolling gives
//   w = P sin t e2 + w3 e3,    w3 = P (d sin t - A)/R,
// and dL/dt = P z × L = (contact) × (force) gives
//   P² [ sin t (I1 cos t - I3 (d sin t - A)/R) + m A (R sin t + d cos t) ] = m g (R cos t - d sin t).
// A = 0, d = 0 is Euler's disc: P² sin t = 4 g/R, with t the angle of the disc with the floor.

typedef struct disc_motion
{
    double radius, half_thickness, circle, tilt; // R, d, A [m], t [rad]
    double mass;
} disc_motion;

static void add_disc(scene_helpers *k, const disc_motion *disc, double mu)
{
    double R = disc->radius, d = disc->half_thickness, A = disc->circle, m = disc->mass;
    double s = real_sin(disc->tilt), c = real_cos(disc->tilt), g = 9.81;
    double across = m * (3 * R * R + 4 * d * d) / 12, axial = m * R * R / 2; // I1, I3
    double push = m * g * (R * c - d * s);
    double inert = s * (across * c - axial * (d * s - A) / R) + m * A * (R * s + d * c);
    if (push <= 0 || inert <= 0)
    {
        helper_fail(k, "the disc is too thick for steady motion at this tilt");
        return;
    }
    double P = sqrt(push / inert);
    vec3 e2 = v3(c, 0, s), e3 = v3(-s, 0, c);
    helper_floor(k, mu);
    hf_shape_def shape = helper_cylinder(R, d, mu);
    helper_colour(&shape, 3);
    hf_body_def body = helper_free("disc", v3(-A, 0, R * s + d * c));
    quat_store(body.orientation, helper_turn_y(-disc->tilt));
    body.mass = m;
    v3_store(body.angular_velocity, v3_add_scaled(v3_scale(P * s, e2), P * (d * s - A) / R, e3));
    v3_store(body.velocity, v3(0, -P * A, 0));
    helper_shape(k, helper_body(k, &body), &shape);
}

static const hf_builtin_parameter rolling_parameters[] = {
    {"lean", "of the disc from the vertical, inwards [deg]", 20, 0.1, 60, false},
    {"circle", "radius of the circle that its centre runs [m]", 0.5, 1e-3, 1e3, false},
    {"radius", "of the disc [m]", 0.1, 1e-3, 10, false},
    {"thickness", "of the disc [m]", 0.002, 1e-6, 1, false},
    {"mu", "coefficient of friction", 1, 0, 100, false},
    {"h", "step [s]", 0.001, 1e-6, 1, false},
};

static void make_rolling_disc(scene_helpers *k)
{
    disc_motion disc = {.radius = helper_value(k, "radius"),
                        .half_thickness = helper_value(k, "thickness") / 2,
                        .circle = helper_value(k, "circle"),
                        .tilt = helper_radians(90 - helper_value(k, "lean")),
                        .mass = 0.5};
    add_disc(k, &disc, helper_value(k, "mu"));
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 5;
}

static const hf_builtin_parameter euler_parameters[] = {
    {"angle", "of the disc with the floor [deg]", 15, 0.5, 80, false},
    {"radius", "of the disc [m]", 0.0375, 1e-3, 10, false},
    {"thickness", "of the disc [m]", 0.0005, 1e-6, 1, false},
    {"mu", "coefficient of friction", 1, 0, 100, false},
    {"h", "step [s]", 0.0005, 1e-6, 1, false},
};

static void make_euler_disc(scene_helpers *k)
{
    disc_motion disc = {.radius = helper_value(k, "radius"),
                        .half_thickness = helper_value(k, "thickness") / 2,
                        .tilt = helper_radians(helper_value(k, "angle")),
                        .mass = 0.4};
    add_disc(k, &disc, helper_value(k, "mu"));
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 2;
}

// ---- rest: nothing moves, and nobody sleeps ----

static const hf_builtin_parameter rest_parameters[] = {
    {"mu", "coefficient of friction", 0.7, 0, 100, false},
};

static void make_rest(scene_helpers *k)
{
    double mu = helper_value(k, "mu");
    helper_floor(k, mu);
    hf_shape_def shapes[] = {helper_sphere(0.1, mu), helper_box(0.1, 0.1, 0.1, mu), helper_capsule(0.05, 0.1, mu),
                             helper_cylinder(0.08, 0.1, mu), helper_ellipsoid(0.15, 0.1, 0.06, mu)};
    static const char *const names[] = {"sphere", "cube", "capsule", "cylinder", "ellipsoid"};
    const double heights[] = {0.1, 0.1, 0.05, 0.1, 0.06};
    for (int s = 0; s < 5; s++)
    {
        helper_colour(&shapes[s], s);
        hf_body_def body = helper_free(names[s], v3(0.5 * (s - 2), 0, heights[s]));
        if (s == 2) // lies down
        {
            const double lying[4] = {sqrt(0.5), sqrt(0.5), 0, 0};
            for (int i = 0; i < 4; i++) shapes[s].orientation[i] = lying[i];
        }
        helper_shape(k, helper_body(k, &body), &shapes[s]);
    }
    k->settings.step.duration = 60;
}

const builtin_def spinning_scenes[] = {
    {{"top_free", "an unsymmetric top in free flight keeps |L|", HELPER_PARAMETERS(top_free_parameters)},
     make_top_free},
    {{"top_heavy", "a top on its tip in steady precession", HELPER_PARAMETERS(top_heavy_parameters)}, make_top_heavy},
    {{"rolling_disc", "a disc rolls round a circle, leaning inwards", HELPER_PARAMETERS(rolling_parameters)},
     make_rolling_disc},
    {{"euler_disc", "a disc whirls: P² sin(angle) = 4 g/R", HELPER_PARAMETERS(euler_parameters)}, make_euler_disc},
    {{"rest", "a sphere, a cube and others stay where they are, without sleeping", HELPER_PARAMETERS(rest_parameters)},
     make_rest},
};
const int spinning_scene_count = sizeof spinning_scenes / sizeof spinning_scenes[0];
