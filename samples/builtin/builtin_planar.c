// Planar scenes of friction and snapping: a ladder, a house of cards, a switch. Lengths in metres, seen from the front.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers_planar.h"

#include <math.h>

// ---- ladder ----
//
// A uniform ladder on a floor with µ and against a wall with µ': it stays for tan(angle) >= (1 - µ µ') / (2 µ). Its
// ends are points, so that the textbook's ladder it is.

static const hf_builtin_parameter ladder_parameters[] = {
    {"mu", "coefficient of friction of the floor", 0.4, 0, 10, false},
    {"wall", "coefficient of friction of the wall", 0.2, 0, 10, false},
    {"angle", "of the ladder with the floor at the start [deg]", 52, 10, 89, false},
    {"length", "[m]", 3, 0.1, 100, false},
    {"mass", "[kg]", 10, 1e-3, 1e4, false},
};

static void make_ladder(scene_helpers *k)
{
    double angle = helper_radians(helper_value(k, "angle")), half = 0.5 * helper_value(k, "length"), thin = 0.01 * half;
    flat_kit f = flat_begin(k, helper_value(k, "mu"));
    flat_box(&f, HF_PLANAR_GROUND, -0.1 * half, -0.1 * half, 3 * half, 0);
    f.mu = helper_value(k, "wall");
    flat_box(&f, HF_PLANAR_GROUND, -0.1 * half, 0.001 * half, 0, 2.2 * half);
    f.mu = 0; // a pair takes the larger one
    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = "ladder";
    def.position[0] = half * real_cos(angle);
    def.position[1] = half * real_sin(angle);
    def.angle = -angle;
    def.mass = helper_value(k, "mass");
    int ladder = flat_define(&f, &def);
    const double points[4][2] = {{-half, 0}, {0, -thin}, {half, 0}, {0, thin}};
    flat_polygon(&f, ladder, points, 4);
    flat_end(&f, 3);
}

// ---- cards ----
//
// Pairs of cards that lean against each other, with level cards across. Their ends are cut level and plumb, as mitres
// are: faces meet faces.

static const hf_builtin_parameter cards_parameters[] = {
    {"storeys", "of the house", 3, 1, 12, true},
    {"mu", "coefficient of friction", 0.6, 0, 10, false},
    {"angle", "of the cards with the vertical [deg]", 20, 5, 40, false},
};

static void add_card(flat_kit *f, const char *name, int index, double x, double y, const double (*points)[2], int count)
{
    char buffer[HELPER_NAME];
    int card = flat_body(f, helper_name(buffer, name, index), x, y);
    flat_polygon(f, card, points, count);
}

static void make_cards_2d(scene_helpers *k)
{
    const double HEIGHT = 0.1, CUT = 0.004, THICK = 0.003;
    int storeys = helper_count(k, "storeys"), leaning = 0, level = 0;
    double angle = helper_radians(helper_value(k, "angle")), slope = real_sin(angle) / real_cos(angle);
    // The lower edge runs from (-foot, 0) to (0, HEIGHT - CUT), the upper one beside it to (-CUT, HEIGHT).
    double foot = slope * (HEIGHT - CUT), wide = slope * HEIGHT - foot + CUT, pitch = 2 * (foot + wide) + 0.004;
    flat_kit f = flat_begin(k, helper_value(k, "mu"));
    flat_box(&f, HF_PLANAR_GROUND, -0.5 * pitch * (storeys + 1), -0.02, 0.5 * pitch * (storeys + 1), 0);
    for (int s = 0; s < storeys; s++)
    {
        double y = s * (HEIGHT + THICK);
        int pairs = storeys - s;
        for (int i = 0; i < pairs; i++)
        {
            double x = (i - 0.5 * (pairs - 1)) * pitch;
            const double left[5][2] = {{-foot - wide, 0}, {-foot, 0}, {0, HEIGHT - CUT}, {0, HEIGHT}, {-CUT, HEIGHT}};
            const double right[5][2] = {{foot + wide, 0}, {foot, 0}, {0, HEIGHT - CUT}, {0, HEIGHT}, {CUT, HEIGHT}};
            add_card(&f, "card", leaning++, x, y, left, 5);
            add_card(&f, "card", leaning++, x, y, right, 5);
            if (i + 1 == pairs) continue;
            double end = 0.5 * pitch + foot + wide;
            const double across[4][2] = {{-end, 0}, {end, 0}, {end, THICK}, {-end, THICK}};
            // Level cards lie end to end, each from one pair's middle to the next's.
            const double half = 0.5 * pitch - 0.0005;
            const double shorter[4][2] = {{-half, 0}, {half, 0}, {half, THICK}, {-half, THICK}};
            add_card(&f, "level", level++, x + 0.5 * pitch, y + HEIGHT, pairs == 2 ? across : shorter, 4);
        }
    }
    flat_end(&f, 3);
}

// ---- switch ----
//
// A rocker between two stops, and a spring from its upper end to a point below its pin: it is at rest at either stop
// and unstable between them. A finger goes to and fro and pushes it over; past the middle the spring takes it away from
// the finger. A cycle throws the switch twice.

static const hf_builtin_parameter switch_parameters[] = {
    {"throw", "of the rocker to either side [deg]", 25, 5, 60, false},
    {"stiffness", "of the spring [N/m]", 400, 1, 1e5, false},
    {"frequency", "of the finger [1/s]", 0.5, 0, 10, false},
};

static void make_switch(scene_helpers *k)
{
    const double ARM = 0.1, BELOW = 0.06, REST = 0.05, TIP = 0.008;
    double angle = helper_radians(helper_value(k, "throw"));
    flat_kit f = flat_begin(k, 0.2);
    int rocker = flat_body(&f, "rocker", 0, 0);
    f.level = 0;
    const double blade[4][2] = {{-0.008, -0.015}, {0.008, -0.015}, {0.004, ARM}, {-0.004, ARM}};
    flat_polygon(&f, rocker, blade, 4);
    hf_planar_joint_def pin = hf_planar_joint_def_default();
    pin.name = "pin";
    pin.body_b = rocker;
    pin.limited = true;
    pin.range[0] = -angle;
    pin.range[1] = angle;
    pin.damping = 2e-3;
    flat_joint(&f, &pin);
    hf_planar_spring_def spring = hf_planar_spring_def_default();
    spring.name = "spring";
    spring.body_a = HF_PLANAR_GROUND;
    spring.body_b = rocker;
    spring.at_a[1] = -BELOW;
    spring.at_b[1] = 0.6 * ARM;
    spring.stiffness = helper_value(k, "stiffness");
    spring.length = REST;
    flat_spring(&f, &spring);

    // The finger's two tips pass the rocker's upper end on either side by just more than the middle.
    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = "finger";
    def.motion = HF_MOTION_PRESCRIBED;
    def.position[1] = 0.08;
    def.amplitude[0] = 0.03;
    def.frequency = helper_value(k, "frequency");
    int finger = flat_define(&f, &def);
    double gap = 0.024 + TIP; // the tip goes 6 mm past the middle
    flat_disc(&f, finger, -gap, 0, TIP);
    flat_disc(&f, finger, gap, 0, TIP);
    flat_ghost_bar(&f, finger, -gap, 0.05, gap, 0.05, 0.004);
    flat_ghost_bar(&f, finger, -gap, 0, -gap, 0.05, 0.004);
    flat_ghost_bar(&f, finger, gap, 0, gap, 0.05, 0.004);
    flat_end(&f, 8);
}

const builtin_def planar_scenes[] = {
    {{"ladder_2d", "a ladder between floor and wall: it slips at the textbook's angle",
      HELPER_PARAMETERS(ladder_parameters)},
     make_ladder},
    {{"cards_2d", "a house of cards in the plane", HELPER_PARAMETERS(cards_parameters)}, make_cards_2d},
    {{"switch", "a toggle that a finger throws to and fro", HELPER_PARAMETERS(switch_parameters)}, make_switch},
};
const int planar_scene_count = sizeof planar_scenes / sizeof planar_scenes[0];
