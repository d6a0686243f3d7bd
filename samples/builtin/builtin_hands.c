// Grasps. A jaw that a constant force closes runs in a smooth guide, so that it can move along x only: the normal force
// of the grasp is known exactly, and friction alone carries the object. It holds iff 2 mu N >= m |g + acceleration
// across the normal|.

#include "samples/builtin/kit.h"

#define MU                                                                                                             \
    {                                                                                                                  \
        "mu", "coefficient of friction between pads and object", 0.7, 0, 100, false                                    \
    }

/// A smooth shape: its friction 0 rules whatever it touches.
static hf_shape_def smooth_box(double half_x, double half_y, double half_z, vec3 position)
{
    hf_shape_def shape = kit_box(half_x, half_y, half_z, 0);
    shape.priority = 1;
    v3_store(shape.position, position);
    kit_colour(&shape, 7);
    return shape;
}

// ---- pinch: two pads and a capsule ----

static const hf_builtin_parameter pinch_parameters[] = {
    {"force", "of each pad on the capsule [N]; it holds iff 2 mu force >= m g", 12, 0, 1e6, false},
    MU,
    {"mass", "of the capsule [kg]", 0.045, 1e-6, 1e3, false},
    {"h", "step [s]", 0.002, 1e-6, 1, false},
};

static void make_pinch(kit *k)
{
    const double radius = 0.01, pad = 0.03, depth = 0.02;
    double mu = kit_value(k, "mu");
    hf_shape_def left = kit_box(depth, pad, pad, mu);
    left.name = "pad_left";
    left.position[0] = -radius - depth;
    kit_colour(&left, 1);
    kit_shape(k, 0, &left);
    double middle = radius + depth + 0.01, reach = depth; // the guide begins behind the capsule's flank
    const hf_shape_def guide[4] = {
        smooth_box(reach, pad, 0.005, v3(middle, 0, pad + 0.005)),
        smooth_box(reach, pad, 0.005, v3(middle, 0, -pad - 0.005)),
        smooth_box(reach, 0.005, pad, v3(middle, pad + 0.005, 0)),
        smooth_box(reach, 0.005, pad, v3(middle, -pad - 0.005, 0)),
    };
    for (int s = 0; s < 4; s++) kit_shape(k, 0, &guide[s]);
    hf_shape_def jaw = kit_box(depth, pad, pad, mu);
    kit_colour(&jaw, 1);
    hf_body_def body = kit_free("pad", v3(radius + depth, 0, 0));
    body.mass = 0.1;
    body.force[0] = -kit_value(k, "force");
    kit_shape(k, kit_body(k, &body), &jaw);
    hf_shape_def capsule = kit_capsule(radius, 0.02, mu);
    kit_colour(&capsule, 0);
    kit_free_shape(k, "capsule", v3_zero(), kit_value(k, "mass"), &capsule);
    k->settings.timestep = kit_value(k, "h");
    k->settings.duration = 5;
}

// ---- grasp: a hand lifts what it holds and shakes it ----

static const hf_builtin_parameter grasp_parameters[] = {
    {"object", "0 a box, 1 a capsule, 2 a cylinder", 0, 0, 2, true},
    {"force", "of the jaw [N]", 30, 0, 1e6, false},
    MU,
    {"mass", "of the object [kg]", 1, 1e-6, 1e3, false},
    {"lift", "speed upwards [m/s]", 0.02, 0, 1, false},
    {"shake", "amplitude up and down [m]; half of it sideways", 0.03, 0, 0.5, false},
    {"frequency", "of the shaking [Hz]", 2, 0, 20, false},
};

static const double object_half = 0.03; // across the grasp [m]

/// The hand: palm, fixed finger, and the guide of the jaw. Its frame is in the middle of the guide.
static int add_hand(kit *k, const hf_body_def *body)
{
    double mu = kit_value(k, "mu");
    int hand = kit_body(k, body);
    const hf_shape_def guide[] = {
        smooth_box(0.13, 0.05, 0.01, v3(0.03, 0, 0.025)),       // palm, over the slider
        smooth_box(0.10, 0.008, 0.01, v3(0.06, 0.032, -0.025)), // two rails under it
        smooth_box(0.10, 0.008, 0.01, v3(0.06, -0.032, -0.025)),
        smooth_box(0.10, 0.005, 0.015, v3(0.06, 0.045, 0)), // two cheeks beside it
        smooth_box(0.10, 0.005, 0.015, v3(0.06, -0.045, 0)),
    };
    for (size_t s = 0; s < sizeof guide / sizeof guide[0]; s++) kit_shape(k, hand, &guide[s]);
    hf_shape_def arm = kit_box(0.03, 0.03, 0.06, mu);
    v3_store(arm.position, v3(0, 0, 0.095));
    kit_colour(&arm, 7);
    kit_shape(k, hand, &arm);
    hf_shape_def finger = kit_box(0.01, 0.02, 0.075, mu);
    v3_store(finger.position, v3(-object_half - 0.01, 0, -0.06));
    kit_colour(&finger, 1);
    kit_shape(k, hand, &finger);
    return hand;
}

static void add_jaw(kit *k, hf_body_def body)
{
    double mu = kit_value(k, "mu");
    body.name = "jaw";
    body.position[0] += object_half + 0.01;
    body.mass = 0.2;
    body.force[0] = -kit_value(k, "force");
    int jaw = kit_body(k, &body);
    hf_shape_def slider = kit_box(0.03, 0.04, 0.015, mu);
    slider.position[0] = 0.02;
    kit_colour(&slider, 5);
    kit_shape(k, jaw, &slider);
    hf_shape_def finger = kit_box(0.01, 0.02, 0.06, mu);
    finger.position[2] = -0.075;
    kit_colour(&finger, 1);
    kit_shape(k, jaw, &finger);
}

static void add_object(kit *k, hf_body_def body)
{
    double mu = kit_value(k, "mu"), half = object_half;
    int object = kit_count(k, "object");
    hf_shape_def shape = object == 0   ? kit_box(half, 0.035, 0.05, mu)
                         : object == 1 ? kit_capsule(half, 0.03, mu)
                                       : kit_cylinder(half, 0.05, mu);
    kit_colour(&shape, 0);
    body.name = "object";
    body.position[2] -= 0.1;
    body.mass = kit_value(k, "mass");
    kit_shape(k, kit_body(k, &body), &shape);
}

/// All three start with the hand's velocity, so that nothing is jerked.
static void make_grasp(kit *k)
{
    double shake = kit_value(k, "shake"), frequency = kit_value(k, "frequency"), rate = kit_radians(360) * frequency;
    vec3 start = v3(0, 0, 0.25);
    kit_floor(k, kit_value(k, "mu"));
    hf_shape_def table = kit_box(0.25, 0.18, 0.02, kit_value(k, "mu"));
    table.name = "table";
    table.position[2] = 0.02;
    kit_colour(&table, 3);
    kit_shape(k, 0, &table);
    hf_body_def hand = kit_free("hand", start);
    hand.motion = HF_MOTION_PRESCRIBED;
    hand.velocity[2] = kit_value(k, "lift");
    v3_store(hand.amplitude, v3(0, shake / 2, shake));
    hand.frequency = frequency;
    add_hand(k, &hand);
    hf_body_def moving = kit_free(NULL, start);
    v3_store(moving.velocity, v3(0, rate * shake / 2, kit_value(k, "lift") + rate * shake));
    add_jaw(k, moving);
    add_object(k, moving);
    k->settings.duration = 5;
}

const builtin_def hand_scenes[] = {
    {{"pinch", "two pads hold a capsule: it stays iff 2 mu N >= m g", KIT_PARAMETERS(pinch_parameters)}, make_pinch},
    {{"grasp", "a hand lifts what it holds, and shakes it", KIT_PARAMETERS(grasp_parameters)}, make_grasp},
};
const int hand_scene_count = sizeof hand_scenes / sizeof hand_scenes[0];
