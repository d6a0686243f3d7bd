// One body on a plane, or pressed on one: does it stick, how does it slide, how does it stop? Each has an answer in
// closed form.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#define MU(value)                                                                                                      \
    {                                                                                                                  \
        "mu", "coefficient of friction", value, 0, 100, false                                                          \
    }
#define MASS(value)                                                                                                    \
    {                                                                                                                  \
        "mass", "mass [kg]", value, 1e-6, 1e9, false                                                                   \
    }
#define STEP(value)                                                                                                    \
    {                                                                                                                  \
        "h", "step [s]", value, 1e-6, 1, false                                                                         \
    }

// ---- incline: slides with g (sin θ - μ cos θ) if tan θ > μ, otherwise not at all ----

static const hf_builtin_parameter incline_parameters[] = {
    {"angle", "slope [deg]; the default has tan = 0.5", 26.56505117707799, 0, 89, false},
    MU(0.6),
    MASS(1),
    STEP(0.002),
};

static void make_incline(scene_helpers *k)
{
    double slope = helper_radians(helper_value(k, "angle")), mu = helper_value(k, "mu");
    const double half[3] = {0.15, 0.15, 0.05}; // flat: it does not tip at any slope that friction can hold below μ = 3
    vec3 normal = v3(real_sin(slope), 0, real_cos(slope)); // downhill is +x
    helper_plane(k, "slope", v3_zero(), normal, mu);
    hf_shape_def box = helper_box(half[0], half[1], half[2], mu);
    helper_colour(&box, 0);
    hf_body_def body = helper_free("box", v3_scale(half[2], normal));
    quat_store(body.orientation, helper_turn_y(slope));
    body.mass = helper_value(k, "mass");
    helper_shape(k, helper_body(k, &body), &box);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 2;
}

// ---- wall: a cube is pressed on a wall; it holds iff μ F >= m g, otherwise it falls with g - μ F / m ----

static const hf_builtin_parameter wall_parameters[] = {
    {"force", "force towards the wall [N]", 20, 0, 1e9, false},
    MU(1),
    MASS(1),
    {"depth", "size across the wall, of a body 0.1 m high and wide [m]; where μ depth > 0.1 it tips before it slides",
     0.1, 1e-3, 1, false},
};

static void make_wall(scene_helpers *k)
{
    double mu = helper_value(k, "mu"), half = helper_value(k, "depth") / 2;
    helper_plane(k, "wall", v3_zero(), v3(1, 0, 0), mu);
    hf_shape_def cube = helper_box(half, 0.05, 0.05, mu);
    helper_colour(&cube, 0);
    hf_body_def body = helper_free("cube", v3(half, 0, 1));
    body.mass = helper_value(k, "mass");
    body.force[0] = -helper_value(k, "force");
    helper_shape(k, helper_body(k, &body), &cube);
    k->settings.step.duration = 2;
}

// ---- a block on the floor ----

/// Named "block", its lower face on the floor, heading `degrees` from the x axis in the horizontal plane.
static void add_block(scene_helpers *k, const double half[3], double speed, double degrees, double force)
{
    double heading = helper_radians(degrees), mu = helper_value(k, "mu");
    helper_floor(k, mu);
    hf_shape_def shape = helper_box(half[0], half[1], half[2], mu);
    helper_colour(&shape, 1);
    hf_body_def body = helper_free("block", v3(0, 0, half[2]));
    body.mass = helper_value(k, "mass");
    v3_store(body.velocity, v3(speed * real_cos(heading), speed * real_sin(heading), 0));
    v3_store(body.force, v3(force * real_cos(heading), force * real_sin(heading), 0));
    helper_shape(k, helper_body(k, &body), &shape);
}

static const double flat[3] = {0.1, 0.1, 0.02};
static const double cube[3] = {0.05, 0.05, 0.05};

#define HEADING                                                                                                        \
    {                                                                                                                  \
        "angle", "direction in the floor, from x [deg]", 0, -360, 360, false                                           \
    }

static const hf_builtin_parameter stop_parameters[] = {
    {"v", "speed at the start [m/s]", 2, 0, 1000, false}, MU(0.5), MASS(1), HEADING, STEP(0.002),
};

static void make_stop(scene_helpers *k)
{
    add_block(k, flat, helper_value(k, "v"), helper_value(k, "angle"), 0);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 1;
}

static const hf_builtin_parameter launch_parameters[] = {
    {"v", "speed at the start [m/s]", 6, 0, 1000, false}, MU(0.5), MASS(1), HEADING, STEP(0.002),
};

static void make_launch(scene_helpers *k)
{
    add_block(k, cube, helper_value(k, "v"), helper_value(k, "angle"), 0);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 1.5;
}

static const hf_builtin_parameter gap_parameters[] = {
    {"v", "speed at the start [m/s]", 10, 0, 1000, false}, MU(0.8), MASS(1), HEADING, STEP(0.01),
};

static void make_gap(scene_helpers *k)
{
    add_block(k, flat, helper_value(k, "v"), helper_value(k, "angle"), 0);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 1;
}

static const hf_builtin_parameter isotropy_parameters[] = {
    {"force", "push [N]; the threshold is μ m g", 12, 0, 1e9, false},
    {"angle", "direction of the push in the floor, from x [deg]", 45, -360, 360, false},
    MU(0.5),
    MASS(2),
};

static void make_isotropy(scene_helpers *k)
{
    add_block(k, flat, 0, helper_value(k, "angle"), helper_value(k, "force"));
    k->settings.step.duration = 1;
}

// ---- billiards: rolls at (5 v + 2 R ω)/7, straight on ----

static const hf_builtin_parameter billiards_parameters[] = {
    {"v", "speed at the start [m/s]", 2, 0, 1000, false},
    {"spin", "top spin at the start, negative for back spin [rad/s]", 0, -1e5, 1e5, false},
    {"angle", "direction in the floor, from x [deg]", 30, -360, 360, false},
    MU(0.2),
    {"radius", "radius [m]", 0.0285, 1e-4, 100, false},
    MASS(0.17),
};

static void make_billiards(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu"),
           heading = helper_radians(helper_value(k, "angle"));
    helper_floor(k, mu);
    vec3 ahead = v3(real_cos(heading), real_sin(heading), 0);
    hf_shape_def ball = helper_sphere(radius, mu);
    helper_colour(&ball, 6);
    hf_body_def body = helper_free("ball", v3(0, 0, radius));
    body.mass = helper_value(k, "mass");
    v3_store(body.velocity, v3_scale(helper_value(k, "v"), ahead));
    v3_store(body.angular_velocity, v3_scale(helper_value(k, "spin"), v3_cross(v3(0, 0, 1), ahead)));
    helper_shape(k, helper_body(k, &body), &ball);
    k->settings.step.duration = 2;
}

// ---- bounce: h_n = e^2n h_0, at rest after t_0 (1+e)/(1-e) ----

static const hf_builtin_parameter bounce_parameters[] = {
    {"e", "coefficient of restitution", 0.8, 0, 1, false},
    {"height", "of the lowest point at the start [m]", 1, 0, 1e4, false},
    {"radius", "radius [m]", 0.05, 1e-4, 100, false},
    MU(0.5),
    STEP(0.001),
};

static void make_bounce(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu");
    helper_floor(k, mu);
    hf_shape_def ball = helper_sphere(radius, mu);
    ball.restitution = helper_value(k, "e");
    helper_colour(&ball, 6);
    helper_free_shape(k, "ball", v3(0, 0, radius + helper_value(k, "height")), 0, &ball);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 5;
}

// ---- Painlevé's rod: sliding on its tip with the tip ahead ----

static const hf_builtin_parameter painleve_parameters[] = {
    {"mu", "coefficient of friction; beyond 4/3 there are attitudes without a motion under bounded forces", 1.2, 0, 100,
     false},
    {"angle", "of the rod with the floor [deg]; the default has tan = 2, where 4/3 is the limit", 63.43494882292201, 5,
     85, false},
    {"v", "speed of sliding at the start [m/s]", 1, 0, 1000, false},
    STEP(0.0005),
};

/// The rod is a spindle with sharp ends, so that the contact lies on its axis; mass and inertia are those of a thin
/// uniform rod.
static void make_painleve(scene_helpers *k)
{
    const double half = 0.5, waist = 0.005, mass = 1;
    double angle = helper_radians(helper_value(k, "angle")), mu = helper_value(k, "mu");
    const double spindle[] = {0, 0, -half, 0, 0, half, waist, 0, 0, -waist, 0, 0, 0, waist, 0, 0, -waist, 0};
    helper_floor(k, mu);
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_HULL;
    shape.mesh = helper_hull(k, "spindle", spindle, 6);
    shape.friction = mu;
    helper_colour(&shape, 0);
    hf_body_def body = helper_free("rod", v3(0, 0, half * real_sin(angle)));
    quat_store(body.orientation, helper_turn_y(angle - helper_radians(90))); // the upper end leans back, to -x
    body.velocity[0] = helper_value(k, "v");
    body.mass = mass;
    body.inertia[0] = body.inertia[1] = mass * half * half / 3;
    body.inertia[2] = mass * waist * waist / 2;
    helper_shape(k, helper_body(k, &body), &shape);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 0.4;
}

const builtin_def sliding_scenes[] = {
    {{"incline", "a box on a slope: sticks iff tan(angle) <= mu", HELPER_PARAMETERS(incline_parameters)}, make_incline},
    {{"wall", "a cube pressed on a wall: holds iff mu F >= m g", HELPER_PARAMETERS(wall_parameters)}, make_wall},
    {{"stop", "a block slides to a stop after v²/(2 mu g)", HELPER_PARAMETERS(stop_parameters)}, make_stop},
    {{"launch", "a fast cube stays flat: stops at 3.6697 m after 1.2232 s", HELPER_PARAMETERS(launch_parameters)},
     make_launch},
    {{"gap", "a block slides fast with a large step and does not hover", HELPER_PARAMETERS(gap_parameters)}, make_gap},
    {{"isotropy", "a push in any direction: threshold mu m g, slides along the push",
      HELPER_PARAMETERS(isotropy_parameters)},
     make_isotropy},
    {{"billiards", "a ball slides, then rolls at (5 v + 2 R spin)/7", HELPER_PARAMETERS(billiards_parameters)},
     make_billiards},
    {{"bounce", "a ball bounces to e² of its height", HELPER_PARAMETERS(bounce_parameters)}, make_bounce},
    {{"painleve", "a rod slides tip first; beyond mu = 4/3 it jams", HELPER_PARAMETERS(painleve_parameters)},
     make_painleve},
};
const int sliding_scene_count = sizeof sliding_scenes / sizeof sliding_scenes[0];
