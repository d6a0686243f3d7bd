// The two machines of Baraff 1994, figures 1 and 2: a block feeder and a double-action jack.
//
// Both stand or fall with friction. Lengths in metres, seen from the front; what passes behind something else is on
// another level.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers_planar.h"

#include <math.h>

static const double TURN = 6.28318530717958647693;

// ---- feeder ----
//
// A column of blocks in a chute stands on a table. A crank and a rod drive a pusher to and fro that shoves the lowest
// block out under the gate; the next ones come to stand on the pusher, which is drawn back from under them, and fall on
// the table. Blocks that are out push each other along, in their order.
//
// The gate leaves room for a block and a sixth: the second one cannot follow. The pusher is thinner than a block by
// GAP, so that it never lifts the column.

static const hf_builtin_parameter feeder_parameters[] = {
    {"blocks", "in the column", 10, 1, 60, true},
    {"mu", "coefficient of friction of blocks, table and chute", 0.3, 0, 2, false},
    {"speed", "that the crank's motor wants [1/s]", 1, 0, 10, false},
    {"torque", "largest of the motor [N m]", 50, 0.01, 1e4, false},
    {"mass", "of a block [kg]", 0.5, 1e-3, 1e3, false},
};

static void make_feeder(scene_helpers *k)
{
    const double WIDTH = 0.1, HEIGHT = 0.06, PLAY = 0.002, GAP = 0.002, CRANK = 0.07, ROD = 0.28;
    int blocks = helper_count(k, "blocks");
    double top = blocks * HEIGHT + 0.06, gate = 1.17 * HEIGHT, end = (blocks + 2) * WIDTH;
    flat_kit f = flat_begin(k, helper_value(k, "mu"));

    flat_box(&f, HF_PLANAR_GROUND, -0.2, -0.03, end, 0);
    flat_box(&f, HF_PLANAR_GROUND, -PLAY / 2 - 0.02, gate, -PLAY / 2, top);
    flat_box(&f, HF_PLANAR_GROUND, WIDTH + PLAY / 2, gate, WIDTH + PLAY / 2 + 0.02, top);

    // The tip of the pusher goes from -0.015 to 2 CRANK - 0.015: a block's width, and some.
    double tip = -0.015, pin = tip - 0.22, axis = pin - ROD + CRANK, y = 0.5 * HEIGHT;
    int crank = flat_body(&f, "crank", axis, y);
    f.level = 1;
    flat_disc(&f, crank, 0, 0, 1.3 * CRANK);
    hf_planar_motor_def motor = hf_planar_motor_def_default();
    motor.name = "motor";
    motor.joint = flat_pin(&f, "shaft", HF_PLANAR_GROUND, crank, axis, y);
    motor.speed = TURN * helper_value(k, "speed");
    motor.gain = 1000;
    motor.limit = helper_value(k, "torque"); // it stops where blocks jam
    flat_motor(&f, &motor);
    f.level = 2;
    int rod = flat_body(&f, "rod", axis - CRANK, y);
    flat_ghost_bar(&f, rod, 0, 0, ROD, 0, 0.008);
    f.level = 0;
    int pusher = flat_body(&f, "pusher", pin, y);
    flat_box(&f, pusher, -0.01, GAP - y, tip - pin, HEIGHT - GAP - y);
    flat_slider(&f, "guide", HF_PLANAR_GROUND, pusher, 1, 0);
    flat_pin(&f, "crank pin", crank, rod, axis - CRANK, y);
    flat_pin(&f, "pusher pin", rod, pusher, pin, y);

    f.margin = 0.00005; // blocks of the row are hit at rest, and hit the next
    for (int i = 0; i < blocks; i++)
    {
        char name[HELPER_NAME];
        hf_planar_body_def def = hf_planar_body_def_default();
        def.name = helper_name(name, "block", i);
        def.position[0] = 0.5 * WIDTH;
        def.position[1] = (i + 0.5) * HEIGHT;
        def.mass = helper_value(k, "mass");
        int block = flat_define(&f, &def);
        flat_box(&f, block, -0.5 * WIDTH, -0.5 * HEIGHT, 0.5 * WIDTH, 0.5 * HEIGHT);
    }
    double speed = helper_value(k, "speed");
    flat_end(&f, speed > 0 ? (blocks + 0.5) / speed : 5);
}

// ---- jack ----
//
// A rack with a load on it slides in a guide. A lever turns about a pin behind the rack and carries a pawl on either
// side, a strut that leans against the rack from below: whichever way the lever goes, one pawl lifts the rack by a
// tooth while the other one slides down over teeth and snaps in under the next.
//
// The ledges that pawls push against look down and out by SLANT, more than the struts lean (20° at rest, 18° to 23° as
// the lever goes), so that the load pushes pawls out and only friction keeps them in: they hold for mu > tan(SLANT -
// 20°), and let the load fall for less. The springs that press pawls against the rack are far too weak for it.

static const hf_builtin_parameter jack_parameters[] = {
    {"mu", "coefficient of friction of pawls and teeth", 0.5, 0, 5, false},
    {"load", "[kg]", 50, 0.1, 1e5, false},
    {"speed", "of the crank that rocks the lever [1/s]", 0.5, 0, 5, false},
    {"teeth", "of the rack", 18, 6, 60, true},
    {"hand", "1: there is no crank, and the lever is free for a hand", 0, 0, 1, true},
};

enum
{
    TEETH_MOST = 60
};

static void put(double (*points)[2], int *n, double x, double y)
{
    points[*n][0] = x;
    points[(*n)++][1] = y;
}

/// Teeth on both sides: slanted ledges that look down and out, and flanks that lead back to the root above them.
static void add_rack(flat_kit *f, int rack, int teeth, double half, double tooth, double pitch)
{
    const double SLANT = 0.57735026918962576451; // tan 30°
    double points[4 * TEETH_MOST + 8][2], height = teeth * pitch;
    int n = 0;
    put(points, &n, half, -0.5 * pitch);
    for (int i = 0; i < teeth; i++)
    {
        put(points, &n, half, i * pitch);
        put(points, &n, half + tooth, i * pitch + SLANT * tooth);
    }
    put(points, &n, half, height);
    put(points, &n, -half, height);
    for (int i = teeth - 1; i >= 0; i--)
    {
        put(points, &n, -half - tooth, i * pitch + SLANT * tooth);
        put(points, &n, -half, i * pitch);
    }
    put(points, &n, -half, -0.5 * pitch);
    flat_polygon(f, rack, (const double(*)[2])points, n);
    flat_box(f, rack, -0.06, height, 0.06, height + 0.015);
}

/// A strut from its pin to the corner that it pushes with, `side` = 1: from the right to the left.
static void add_pawl(flat_kit *f, int pawl, double x, double y, double side)
{
    const double wide = 0.006;
    const double strut[4][2] = {{-side * wide, 0}, {x, y}, {x + side * 0.012, y}, {side * wide, 0}};
    flat_polygon(f, pawl, strut, 4);
    flat_ghost_disc(f, pawl, 0, 0, 1.4 * wide);
}

static void make_jack(scene_helpers *k)
{
    const double HALF = 0.015, TOOTH = 0.005, PITCH = 0.02, ARM = 0.07, UP = 0.15, CRANK = 0.07, HANDLE = 0.3;
    double speed = helper_value(k, "speed"), load = helper_value(k, "load");
    int teeth = helper_count(k, "teeth");
    flat_kit f = flat_begin(k, helper_value(k, "mu"));

    int rack = flat_body(&f, "rack", 0, UP - (teeth - 4) * PITCH);
    add_rack(&f, rack, teeth, HALF, TOOTH, PITCH);
    flat_slider(&f, "guide", HF_PLANAR_GROUND, rack, 0, 1);
    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = "load";
    def.position[1] = UP + 4 * PITCH + 0.015;
    def.mass = load;
    int block = flat_define(&f, &def);
    flat_box(&f, block, -0.05, 0, 0.05, 0.06);

    f.level = 1;
    int lever = flat_body(&f, "lever", 0, 0);
    flat_ghost_bar(&f, lever, -ARM, 0, HANDLE, 0, 0.01);
    flat_pin(&f, "fulcrum", HF_PLANAR_GROUND, lever, 0, 0);
    if (helper_count(k, "hand") == 0)
    {
        int crank = flat_crank(&f, "crank", HANDLE, -0.2, TURN * speed);
        flat_ghost_disc(&f, crank, 0, 0, 1.3 * CRANK);
        f.level = 2;
        int rod = flat_body(&f, "rod", HANDLE + CRANK, -0.2);
        flat_ghost_bar(&f, rod, 0, 0, -CRANK, 0.2, 0.006);
        flat_pin(&f, "crank pin", crank, rod, HANDLE + CRANK, -0.2);
        flat_pin(&f, "handle pin", rod, lever, HANDLE, 0);
    }
    f.level = 0;
    for (int s = 0; s < 2; s++)
    {
        double side = s ? -1 : 1;
        int pawl = flat_body(&f, s ? "left pawl" : "right pawl", side * ARM, 0);
        add_pawl(&f, pawl, side * (HALF + 0.0005 - ARM), UP - 1e-6, side);
        hf_planar_joint_def pin = hf_planar_joint_def_default();
        pin.name = s ? "left pin" : "right pin";
        pin.body_a = lever;
        pin.body_b = pawl;
        pin.at[0] = side * ARM;
        pin.stiffness = 0.3; // [N m/rad]
        pin.spring = side * 0.5;
        pin.damping = 0.005;
        flat_joint(&f, &pin);
    }
    flat_end(&f, 10);
}

const builtin_def feeder_scenes[] = {
    {{"feeder", "block feeder of Baraff 1994: a pusher shoves blocks out of a chute one by one",
      HELPER_PARAMETERS(feeder_parameters)},
     make_feeder},
    {{"jack", "double-action jack of Baraff 1994: two pawls lift a rack in turn and hold it by friction",
      HELPER_PARAMETERS(jack_parameters)},
     make_jack},
};
const int feeder_scene_count = sizeof feeder_scenes / sizeof feeder_scenes[0];
