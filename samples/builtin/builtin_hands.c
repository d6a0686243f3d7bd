// Grasps. A jaw that a constant force closes runs in a smooth guide, so that it can move along x only: the normal force
// of the grasp is known exactly, and friction alone carries the object. It holds iff 2 mu N >= m |g + acceleration
// across the normal|.

#include "samples/builtin/scene_helpers.h"

#define MU                                                                                                             \
    {                                                                                                                  \
        "mu", "coefficient of friction between pads and object", 0.7, 0, 100, false                                    \
    }

/// A smooth shape: its friction 0 rules whatever it touches.
static hf_shape_def smooth_box(double half_x, double half_y, double half_z, vec3 position)
{
    hf_shape_def shape = helper_box(half_x, half_y, half_z, 0);
    shape.priority = 1;
    v3_store(shape.position, position);
    helper_colour(&shape, 7);
    return shape;
}

// ---- pinch: two pads and a capsule ----

static const hf_builtin_parameter pinch_parameters[] = {
    {"force", "of each pad on the capsule [N]; it holds iff 2 mu force >= m g", 12, 0, 1e6, false},
    MU,
    {"mass", "of the capsule [kg]", 0.045, 1e-6, 1e3, false},
    {"h", "step [s]", 0.002, 1e-6, 1, false},
};

static void make_pinch(scene_helpers *k)
{
    const double radius = 0.01, pad = 0.03, depth = 0.02;
    double mu = helper_value(k, "mu");
    hf_shape_def left = helper_box(depth, pad, pad, mu);
    left.name = "pad_left";
    left.position[0] = -radius - depth;
    helper_colour(&left, 1);
    helper_shape(k, 0, &left);
    double middle = radius + depth + 0.01, reach = depth; // the guide begins behind the capsule's flank
    const hf_shape_def guide[4] = {
        smooth_box(reach, pad, 0.005, v3(middle, 0, pad + 0.005)),
        smooth_box(reach, pad, 0.005, v3(middle, 0, -pad - 0.005)),
        smooth_box(reach, 0.005, pad, v3(middle, pad + 0.005, 0)),
        smooth_box(reach, 0.005, pad, v3(middle, -pad - 0.005, 0)),
    };
    for (int s = 0; s < 4; s++) helper_shape(k, 0, &guide[s]);
    hf_shape_def jaw = helper_box(depth, pad, pad, mu);
    helper_colour(&jaw, 1);
    hf_body_def body = helper_free("pad", v3(radius + depth, 0, 0));
    body.mass = 0.1;
    body.force[0] = -helper_value(k, "force");
    helper_shape(k, helper_body(k, &body), &jaw);
    hf_shape_def capsule = helper_capsule(radius, 0.02, mu);
    helper_colour(&capsule, 0);
    helper_free_shape(k, "capsule", v3_zero(), helper_value(k, "mass"), &capsule);
    k->settings.step.timestep = helper_value(k, "h");
    k->settings.step.duration = 5;
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
static int add_hand(scene_helpers *k, const hf_body_def *body)
{
    double mu = helper_value(k, "mu");
    int hand = helper_body(k, body);
    const hf_shape_def guide[] = {
        smooth_box(0.13, 0.05, 0.01, v3(0.03, 0, 0.025)),       // palm, over the slider
        smooth_box(0.10, 0.008, 0.01, v3(0.06, 0.032, -0.025)), // two rails under it
        smooth_box(0.10, 0.008, 0.01, v3(0.06, -0.032, -0.025)),
        smooth_box(0.10, 0.005, 0.015, v3(0.06, 0.045, 0)), // two cheeks beside it
        smooth_box(0.10, 0.005, 0.015, v3(0.06, -0.045, 0)),
    };
    for (size_t s = 0; s < sizeof guide / sizeof guide[0]; s++) helper_shape(k, hand, &guide[s]);
    hf_shape_def arm = helper_box(0.03, 0.03, 0.06, mu);
    v3_store(arm.position, v3(0, 0, 0.095));
    helper_colour(&arm, 7);
    helper_shape(k, hand, &arm);
    hf_shape_def finger = helper_box(0.01, 0.02, 0.075, mu);
    v3_store(finger.position, v3(-object_half - 0.01, 0, -0.06));
    helper_colour(&finger, 1);
    helper_shape(k, hand, &finger);
    return hand;
}

static void add_jaw(scene_helpers *k, hf_body_def body)
{
    double mu = helper_value(k, "mu");
    body.name = "jaw";
    body.position[0] += object_half + 0.01;
    body.mass = 0.2;
    body.force[0] = -helper_value(k, "force");
    int jaw = helper_body(k, &body);
    hf_shape_def slider = helper_box(0.03, 0.04, 0.015, mu);
    slider.position[0] = 0.02;
    helper_colour(&slider, 5);
    helper_shape(k, jaw, &slider);
    hf_shape_def finger = helper_box(0.01, 0.02, 0.06, mu);
    finger.position[2] = -0.075;
    helper_colour(&finger, 1);
    helper_shape(k, jaw, &finger);
}

static void add_object(scene_helpers *k, hf_body_def body)
{
    double mu = helper_value(k, "mu"), half = object_half;
    int object = helper_count(k, "object");
    hf_shape_def shape = object == 0   ? helper_box(half, 0.035, 0.05, mu)
                         : object == 1 ? helper_capsule(half, 0.03, mu)
                                       : helper_cylinder(half, 0.05, mu);
    helper_colour(&shape, 0);
    body.name = "object";
    body.position[2] -= 0.1;
    body.mass = helper_value(k, "mass");
    helper_shape(k, helper_body(k, &body), &shape);
}

/// All three start with the hand's velocity, so that nothing is jerked.
static void make_grasp(scene_helpers *k)
{
    double shake = helper_value(k, "shake"), frequency = helper_value(k, "frequency"),
           rate = helper_radians(360) * frequency;
    vec3 start = v3(0, 0, 0.31); // what falls stands under the fingers at their lowest
    helper_floor(k, helper_value(k, "mu"));
    hf_shape_def table = helper_box(0.25, 0.18, 0.02, helper_value(k, "mu"));
    table.name = "table";
    table.position[2] = 0.02;
    helper_colour(&table, 3);
    helper_shape(k, 0, &table);
    hf_body_def hand = helper_free("hand", start);
    hand.motion = HF_MOTION_PRESCRIBED;
    hand.velocity[2] = helper_value(k, "lift");
    v3_store(hand.amplitude, v3(0, shake / 2, shake));
    hand.frequency = frequency;
    add_hand(k, &hand);
    hf_body_def moving = helper_free(NULL, start);
    v3_store(moving.velocity, v3(0, rate * shake / 2, helper_value(k, "lift") + rate * shake));
    add_jaw(k, moving);
    add_object(k, moving);
    k->settings.step.duration = 5;
}

const builtin_def hand_scenes[] = {
    {{"pinch", "two pads hold a capsule: it stays iff 2 mu N >= m g", HELPER_PARAMETERS(pinch_parameters)}, make_pinch},
    {{"grasp", "a hand lifts what it holds, and shakes it", HELPER_PARAMETERS(grasp_parameters)}, make_grasp},
};
const int hand_scene_count = sizeof hand_scenes / sizeof hand_scenes[0];
