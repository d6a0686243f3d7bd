// Single fibres and small bundles: a tip that drags over a slope, the ball of Daviet et al. 2011 (figure 7), a wisp, a
// braid, and a cable.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

#define KIND_PARAMETER                                                                                                 \
    {                                                                                                                  \
        "kind", "of rod: 0 superhelix, 1 der, 2 corde", 0, 0, 2, true                                                  \
    }

// ---- slope ----

static const hf_builtin_parameter slope_parameters[] = {
    {"n", "fibres side by side", 3, 1, 1000, true},
    {"mu", "coefficient of friction", 0.5, 0, 10, false},
    {"angle", "of the plate to the horizontal [deg]", 20, 0, 80, false},
    {"speed", "of the clamps up the plate [m/s]", 0.05, -1, 1, false},
    {"length", "of a fibre [m]", 0.12, 0.01, 1, false},
    {"young", "Young's modulus [Pa]", 2e7, 1e3, 1e12, false},
    KIND_PARAMETER,
};

/// Fibres clamped to a bar that moves along a tilted plate, pointing ahead and down: their tips stick, the fibres bend,
/// the tips slip.
static void make_slope(scene_helpers *k)
{
    double mu = helper_value(k, "mu"), angle = helper_radians(helper_value(k, "angle")),
           length = helper_value(k, "length");
    vec3 up = v3(real_cos(angle), 0, real_sin(angle)), normal = v3(-real_sin(angle), 0, real_cos(angle));
    int n = helper_count(k, "n");
    helper_plane(k, "plate", v3_zero(), normal, mu);
    double height = 0.7 * length;
    hf_body_def bar = hf_body_def_default();
    bar.name = "bar";
    bar.motion = HF_MOTION_PRESCRIBED;
    v3_store(bar.position, v3_scale(height, normal));
    v3_store(bar.velocity, v3_scale(helper_value(k, "speed"), up));
    int body = helper_body(k, &bar);
    hf_shape_def shape = helper_capsule(0.004, 0.01 * n, mu);
    quat_store(shape.orientation, helper_turn_to(v3(0, 1, 0)));
    helper_shape(k, body, &shape);
    for (int i = 0; i < n; i++)
    {
        hf_fibre_def fibre = hf_fibre_def_default();
        fibre.kind = (hf_fibre_kind)helper_count(k, "kind");
        fibre.length = length;
        fibre.section[0] = fibre.section[1] = 8e-4;
        fibre.young = helper_value(k, "young");
        fibre.damping = 2e-3;
        fibre.friction = mu;
        fibre.ends[0] = (hf_fibre_end){HF_HOLD_CLAMPED, body};
        // the tip just touches: sin of the angle to the plate is height / length
        double down = (height - 8.5e-4) / length, ahead = sqrt(1.0 - down * down);
        v3_store(fibre.position, v3_add(v3_scale(height, normal), v3(0, 0.01 * (i - 0.5 * (n - 1)), 0)));
        v3_store(fibre.tangent, v3_add_scaled(v3_scale(ahead, up), -down, normal));
        helper_fibre(k, &fibre);
    }
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 3;
}

// ---- orbit ----

static const hf_builtin_parameter orbit_parameters[] = {
    {"mu", "coefficient of friction", 1, 0, 10, false},
    {"swing", "of the ball to each side [deg]", 25, 0, 180, false},
    {"frequency", "of the swing [Hz]", 1, 0.01, 100, false},
    {"tilt", "of the ball's axis from the vertical [deg]", 30, 0, 90, false},
    KIND_PARAMETER,
};

/// The free end of a fibre is dropped on a ball that turns to and fro; its tip comes to a periodic orbit (Daviet et al.
/// 2011, figure 7).
static void make_orbit(scene_helpers *k)
{
    const double BALL = 0.08, LENGTH = 0.2;
    double mu = helper_value(k, "mu"), tilt = helper_radians(helper_value(k, "tilt"));
    hf_body_def ball = hf_body_def_default();
    ball.name = "ball";
    ball.motion = HF_MOTION_PRESCRIBED;
    v3_store(ball.swing, v3_scale(helper_radians(helper_value(k, "swing")), v3(0, real_sin(tilt), real_cos(tilt))));
    ball.frequency = helper_value(k, "frequency");
    int body = helper_body(k, &ball);
    hf_shape_def sphere = helper_sphere(BALL, mu);
    helper_colour(&sphere, 2);
    helper_shape(k, body, &sphere);
    hf_fibre_def fibre = hf_fibre_def_default();
    fibre.name = "fibre";
    fibre.kind = (hf_fibre_kind)helper_count(k, "kind");
    fibre.length = LENGTH;
    fibre.section[0] = fibre.section[1] = 5e-4;
    fibre.young = 2e7;
    fibre.damping = 5e-3;
    fibre.friction = mu;
    fibre.ends[0] = (hf_fibre_end){HF_HOLD_CLAMPED, 0};
    v3_store(fibre.position, v3(-LENGTH + 0.02, 0, BALL + 0.03));
    helper_fibre(k, &fibre);
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 8;
}

// ---- wisp ----

static const hf_builtin_parameter wisp_parameters[] = {
    {"n", "fibres", 40, 1, 2000, true},
    {"mu", "coefficient of friction", 0.3, 0, 10, false},
    {"speed", "of the fingers downwards [m/s]", 0.15, 0, 2, false},
    {"pinch", "gap between the fingers when shut, as a share of the wisp's width", 0.6, 0.1, 1, false},
    {"curl", "natural curvature [1/m]", 0, 0, 200, false},
    {"stiffness", "times that of hair", 1, 1e-3, 1e3, false},
    KIND_PARAMETER,
};

/// The i-th point of a hexagonal packing, from the middle outwards in a spiral of rings; unit spacing.
static void hexagon(int i, double *x, double *y)
{
    *x = *y = 0.0;
    int ring = 0;
    while (i >= 1 + 3 * ring * (ring + 1)) ring++;
    if (ring == 0) return;
    int at = i - (1 + 3 * (ring - 1) * ring), side = at / ring, along = at % ring;
    double a = side * PI / 3, b = (side + 2) * PI / 3;
    *x = ring * real_cos(a) + along * real_cos(b);
    *y = ring * real_sin(a) + along * real_sin(b);
}

/// A finger that moves down, and to the wisp and back by `shut`: half a period of a sine in FINGER_TIME.
static const double FINGER_TIME = 1.5; // [s]

static void finger(scene_helpers *k, const char *name, double x, double shut, double z, double speed, double mu)
{
    hf_body_def def = hf_body_def_default();
    def.name = name;
    def.motion = HF_MOTION_PRESCRIBED;
    v3_store(def.position, v3(x, 0, z));
    def.velocity[2] = -speed;
    def.amplitude[0] = x > 0.0 ? -shut : shut;
    def.frequency = 0.5 / FINGER_TIME;
    int body = helper_body(k, &def);
    hf_shape_def shape = helper_capsule(0.008, 0.03, mu);
    quat_store(shape.orientation, helper_turn_to(v3(0, 1, 0)));
    helper_colour(&shape, 1);
    helper_shape(k, body, &shape);
}

static void make_wisp(scene_helpers *k)
{
    const double LENGTH = 0.25, RADIUS = 4e-4, TOP = 0.5;
    double mu = helper_value(k, "mu"), width = 0.0;
    int n = helper_count(k, "n");
    for (int i = 0; i < n; i++)
    {
        double x, y;
        hexagon(i, &x, &y);
        x *= 2.3 * RADIUS, y *= 2.3 * RADIUS;
        width = fmax(width, fabs(x) + RADIUS);
        hf_fibre_def fibre = hf_fibre_def_default();
        fibre.kind = (hf_fibre_kind)helper_count(k, "kind");
        fibre.length = LENGTH;
        fibre.radius = RADIUS;
        fibre.section[0] = fibre.section[1] = 6e-5;
        fibre.young = 4e9 * helper_value(k, "stiffness");
        fibre.natural[0] = helper_value(k, "curl");
        fibre.natural[2] = 0.7 * helper_value(k, "curl");
        fibre.damping = 5e-3;
        fibre.friction = mu;
        fibre.ends[0].hold = HF_HOLD_CLAMPED;
        v3_store(fibre.position, v3(x, y, TOP));
        v3_store(fibre.tangent, v3(0, 0, -1));
        v3_store(fibre.normal, v3(1, 0, 0));
        helper_fibre(k, &fibre);
    }
    double open = width + 0.008 + 1e-4, shut = width * (1.0 - helper_value(k, "pinch")) + 1e-4;
    finger(k, "left", -open, shut, TOP - 0.02, helper_value(k, "speed"), mu);
    finger(k, "right", open, shut, TOP - 0.02, helper_value(k, "speed"), mu);
    k->settings.step.timestep = 2e-3;
    k->settings.step.theta = 1;
    k->settings.solver.tolerance = 1e-7;
    k->settings.step.duration = FINGER_TIME;
}

// ---- braid ----

static const hf_builtin_parameter braid_parameters[] = {
    {"n", "fibres in each of the three strands", 1, 1, 50, true},
    {"mu", "coefficient of friction", 0.6, 0, 10, false},
    {"turns", "crossings of each strand along the braid", 5, 1, 20, true},
    {"weight", "that hangs from the loose strand [kg]", 0.01, 0, 10, false},
    {"stiffness", "times that of the default", 1, 1e-3, 1e3, false},
    {"kind", "of rod: 0 superhelix, 1 der, 2 corde", 1, 0, 2, true},
};

enum
{
    BRAID_POINTS = 401,
    BRAID_STRANDS = 3,
    BRAID_LOOSE = 2 // the strand that friction holds
};

/// One strand along the z axis, of a length from `top` down: to and fro by `wide`, and twice as often through the depth
/// by `deep`.
static void braid_curve(double points[3 * BRAID_POINTS], vec3 top, int strand, double part, double length, double wide,
                        double deep)
{
    for (int p = 0; p < BRAID_POINTS; p++)
    {
        double z = length * p / (BRAID_POINTS - 1), a = PI * z / part + 2 * PI * strand / BRAID_STRANDS;
        v3_store(points + 3 * p, v3_add(top, v3(wide * real_sin(a), deep * real_sin(2 * a), -z)));
    }
}

/// What hangs from the loose strand, just below its end.
static int braid_weight(scene_helpers *k, double mass, const double end[3], double mu)
{
    const double RADIUS = 7e-3;
    hf_body_def def = hf_body_def_default();
    def.name = "weight";
    def.mass = mass;
    for (int c = 0; c < 3; c++) def.inertia[c] = 0.4 * mass * RADIUS * RADIUS;
    v3_store(def.position, v3_sub(v3_load(end), v3(0, 0, RADIUS)));
    int body = helper_body(k, &def);
    hf_shape_def sphere = helper_sphere(RADIUS, mu);
    helper_colour(&sphere, 1);
    helper_shape(k, body, &sphere);
    return body;
}

/// Three strands plaited; each fibre would be straight if the others let it. Two are held at both ends; the third is
/// held by friction alone, and carries a weight. Bends press the strands on each other, and each that it is bent round
/// multiplies the tension that it can hold, as a drum does: it slips out unless µ is large enough.
static void make_braid(scene_helpers *k)
{
    const double TOP = 0.5, RADIUS = 1.2e-3;
    double mu = helper_value(k, "mu"), points[3 * BRAID_POINTS], strand = RADIUS, mass = helper_value(k, "weight");
    int n = helper_count(k, "n"), turns = helper_count(k, "turns"), weight = -1;
    for (int i = 0; i < n; i++)
    {
        double x, y;
        hexagon(i, &x, &y);
        strand = fmax(strand, RADIUS * (1.0 + 2.2 * real_hypot(x, y)));
    }
    // strands cross √3 times the depth apart: a little more than twice their radius
    double wide = 2.2 * strand, deep = 1.25 * strand, part = 25 * strand;
    for (int s = 0; s < BRAID_STRANDS; s++)
        for (int i = 0; i < n; i++)
        {
            double x, y, tail = s == BRAID_LOOSE ? 0.5 : 0; // it ends below the others
            hexagon(i, &x, &y);
            braid_curve(points, v3(2.2 * RADIUS * x, 2.2 * RADIUS * y, TOP), s, part, (turns + tail) * part, wide,
                        deep);
            hf_fibre_def fibre = hf_fibre_def_default();
            fibre.kind = (hf_fibre_kind)helper_count(k, "kind");
            fibre.point_count = BRAID_POINTS;
            fibre.points = points;
            fibre.section[0] = fibre.section[1] = RADIUS;
            fibre.young = 1e6 * helper_value(k, "stiffness");
            fibre.damping = 0.05;
            fibre.drag[0] = 0.02, fibre.drag[1] = 0.006;
            fibre.friction = mu;
            fibre.element_count = (int)((turns + tail) * (fibre.kind == HF_FIBRE_SUPERHELIX ? 8 : 12));
            if (s != BRAID_LOOSE) fibre.ends[0].hold = fibre.ends[1].hold = HF_HOLD_CLAMPED;
            else if (mass > 0.0)
            {
                if (weight < 0) weight = braid_weight(k, mass, points + 3 * (BRAID_POINTS - 1), mu);
                fibre.ends[1] = (hf_fibre_end){HF_HOLD_PINNED, weight};
            }
            helper_fibre(k, &fibre);
        }
    k->settings.step.timestep = 2e-3;
    k->settings.step.theta = 1;
    k->settings.solver.tolerance = 1e-7;
    k->settings.solver.effort = HF_EFFORT_HIGH; // a hundred contacts in one island
    k->settings.step.duration = 1;
}

// ---- cable ----

static const hf_builtin_parameter cable_parameters[] = {
    {"mu", "coefficient of friction", 0.4, 0, 10, false},
    {"young", "Young's modulus of the cable [Pa]", 5e6, 1e4, 1e10, false},
    {"speed", "of the arm's shoulder [rad/s]", 0.6, -5, 5, false},
    KIND_PARAMETER,
};

/// An arm of two links carries one end of a cable, whose other end is plugged into the wall; the cable lies on the
/// floor between.
static void make_cable(scene_helpers *k)
{
    const double UPPER = 0.4, LOWER = 0.35, HEIGHT = 0.5;
    double mu = helper_value(k, "mu");
    helper_floor(k, mu);
    int upper = helper_bar(k, "upper", 0, v3(0, 0, HEIGHT), v3(UPPER, 0, 0), 0.03, 2, -1);
    int shoulder = helper_hinge(k, upper, v3(0, 0, 1));
    int lower = helper_bar(k, "lower", upper, v3(UPPER, 0, 0), v3(LOWER, 0, 0), 0.025, 1, -1);
    int elbow = helper_hinge(k, lower, v3(0, 0, 1));
    helper_drive(k, shoulder, helper_value(k, "speed"), 50, 50);
    helper_drive(k, elbow, -0.5 * helper_value(k, "speed"), 50, 50);
    enum
    {
        POINTS = 33
    };
    double points[3 * POINTS];
    for (int p = 0; p < POINTS; p++) // from the hand down in an arc to the wall
    {
        double t = (double)p / (POINTS - 1);
        v3_store(points + 3 * p, v3(UPPER + LOWER + 0.5 * t, 0.3 * real_sin(PI * t) * real_sin(PI * t),
                                    HEIGHT * (1 - t) + 0.25 * t - 0.25 * real_sin(PI * t)));
    }
    hf_fibre_def cable = hf_fibre_def_default();
    cable.name = "cable";
    cable.kind = (hf_fibre_kind)helper_count(k, "kind");
    cable.point_count = POINTS;
    cable.points = points;
    cable.section[0] = cable.section[1] = 4e-3;
    cable.density = 1500;
    cable.young = helper_value(k, "young");
    cable.damping = 0.02;
    cable.friction = mu;
    cable.element_count = cable.kind == HF_FIBRE_SUPERHELIX ? 8 : 24;
    cable.segment_count = 24;
    cable.ends[0] = (hf_fibre_end){HF_HOLD_CLAMPED, lower};
    cable.ends[1] = (hf_fibre_end){HF_HOLD_CLAMPED, 0};
    helper_fibre(k, &cable);
    k->settings.step.timestep = 2e-3;
    k->settings.step.duration = 3;
}

const builtin_def fibre_scenes[] = {
    {{"fibre_slope", "tips of fibres stick and slip on a tilted plate", HELPER_PARAMETERS(slope_parameters)},
     make_slope},
    {{"fibre_orbit", "a fibre's end on a ball that turns to and fro", HELPER_PARAMETERS(orbit_parameters)}, make_orbit},
    {{"wisp", "a wisp of fibres is drawn through two fingers", HELPER_PARAMETERS(wisp_parameters)}, make_wisp},
    {{"braid", "a strand with a weight, held in a braid by friction", HELPER_PARAMETERS(braid_parameters)}, make_braid},
    {{"cable", "an arm drags a cable that is plugged into the wall", HELPER_PARAMETERS(cable_parameters)}, make_cable},
};
const int fibre_scene_count = sizeof fibre_scenes / sizeof fibre_scenes[0];
