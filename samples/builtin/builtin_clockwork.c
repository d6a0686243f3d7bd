// Wheels that stop and go: a Geneva drive, a ratchet, a deadbeat escapement, a cam. Lengths in metres, seen from the
// front.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers_planar.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static void put(double (*points)[2], int *n, double x, double y)
{
    points[*n][0] = x;
    points[(*n)++][1] = y;
}

static void put_polar(double (*points)[2], int *n, double radius, double angle)
{
    put(points, n, radius * real_cos(angle), radius * real_sin(angle));
}

// ---- Geneva drive ----
//
// A crank pin enters a slot of the wheel along it, turns the wheel by 2π/slots and leaves along it again: the wheel
// starts and ends at rest, and between pins a disc on the crank's shaft, cut out where the wheel's horns pass, keeps it
// where it is. With the axes DISTANCE apart the pin runs on the radius a = DISTANCE sin(π/slots), the wheel's slots end
// at R = DISTANCE cos(π/slots).

static const hf_builtin_parameter geneva_parameters[] = {
    {"slots", "of the wheel", 4, 3, 12, true},
    {"speed", "of the crank [1/s]", 1, -20, 20, false},
    {"mu", "coefficient of friction", 0.1, 0, 10, false},
};

enum
{
    SLOTS_MOST = 12,
    LOCK_CHORDS = 8, // of the hollow between two slots
    LOCK_POINTS = 60 // of the disc that fits it
};

/// The wheel, with slot 0 towards -x: slots, and hollows that the disc of radius `lock` about an axis `distance` away
/// fits.
static int wheel_outline(double (*points)[2], int slots, double distance, double radius, double slot, double bottom,
                         double lock)
{
    int n = 0;
    double step = 2 * PI / slots;
    for (int s = 0; s < slots; s++)
    {
        double at = PI + s * step, c = real_cos(at), sn = real_sin(at);
        double rim = sqrt(radius * radius - slot * slot);
        put(points, &n, rim * c + slot * sn, rim * sn - slot * c); // the slot, clockwise side first
        put(points, &n, bottom * c + slot * sn, bottom * sn - slot * c);
        put(points, &n, bottom * c - slot * sn, bottom * sn + slot * c);
        put(points, &n, rim * c - slot * sn, rim * sn + slot * c);
        // The hollow between this slot and the next: chords outside a circle about a point of the axes' distance.
        double middle = at + 0.5 * step, cx = distance * real_cos(middle), cy = distance * real_sin(middle);
        double half = real_atan2(0.86 * lock, sqrt(lock * lock * (1 - 0.86 * 0.86))),
               outer = lock / real_cos(half / LOCK_CHORDS);
        double reach = distance * distance + outer * outer - radius * radius; // the circles meet within the wheel
        double meet = reach / (2 * distance * outer);
        if (meet > -1 && meet < 1)
        {
            half = real_atan2(sqrt(1 - meet * meet), meet) * 0.999;
            outer = lock / real_cos(half / LOCK_CHORDS);
        }
        for (int c2 = 0; c2 <= LOCK_CHORDS; c2++)
        {
            double a = middle + PI + half - 2 * half * c2 / LOCK_CHORDS;
            put(points, &n, cx + outer * real_cos(a), cy + outer * real_sin(a));
        }
    }
    return n;
}

static void make_geneva(scene_helpers *k)
{
    const double DISTANCE = 0.1, PIN = 0.005, LOCK_PLAY = 1e-4;
    int slots = helper_count(k, "slots"), n = 0;
    double speed = helper_value(k, "speed"), half = PI / slots;
    double crank_radius = DISTANCE * real_sin(half), radius = DISTANCE * real_cos(half);
    // Play of pin and slot: more than a pin turns off its tangent within a step of 1 ms, so that it is never in the way
    // of itself.
    double play = 2e-5 * (1 + speed * speed);
    double bottom = DISTANCE - crank_radius - PIN - 0.001, lock = crank_radius - 1.6 * PIN;
    double points[SLOTS_MOST * (4 + LOCK_CHORDS + 1) + LOCK_POINTS + 8][2];
    flat_kit f = flat_begin(k, helper_value(k, "mu"));

    // The crank starts with its pin away from the wheel, which is to its right.
    int crank = flat_crank(&f, "crank", 0, 0, 2 * PI * speed);
    f.level = 1;
    flat_ghost_disc(&f, crank, 0, 0, 0.5 * lock);
    flat_ghost_bar(&f, crank, 0, 0, -crank_radius, 0, 0.006);
    f.level = 0;
    flat_disc(&f, crank, -crank_radius, 0, PIN);
    // The disc, towards the wheel now (angle 0); cut out on the pin's side by as much as the wheel turns meanwhile.
    double open = PI / 2 - half + 0.06, gap = PI - open;
    for (int i = 0; i <= LOCK_POINTS; i++) put_polar(points, &n, lock, -gap + 2 * gap * i / LOCK_POINTS);
    double notch = DISTANCE - radius - 0.002; // how far horns come towards the shaft
    for (int i = 0; i <= 8; i++)
    {
        double a = gap + 2 * open * i / 8;
        put_polar(points, &n, notch < 0.5 * lock ? notch : 0.5 * lock, a);
    }
    flat_polygon(&f, crank, (const double(*)[2])points, n);

    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = "wheel";
    def.position[0] = DISTANCE;
    // Slots beside the line of the axes: a hollow faces the crank.
    def.angle = half;
    int wheel = flat_define(&f, &def);
    n = wheel_outline(points, slots, DISTANCE, radius, PIN + play, bottom, lock + LOCK_PLAY);
    flat_polygon(&f, wheel, (const double(*)[2])points, n);
    hf_planar_joint_def pin = hf_planar_joint_def_default();
    pin.name = "axle";
    pin.body_b = wheel;
    pin.at[0] = DISTANCE;
    pin.friction = 0.002; // [N m] keeps the wheel where it was put
    flat_joint(&f, &pin);
    flat_end(&f, speed != 0 ? (slots + 0.5) / fabs(speed) : 2);
}

// ---- ratchet ----
//
// A lever that a crank rocks carries a pawl which takes the wheel along one way; a second pawl on the ground keeps it
// from going back. A torque on the wheel pulls it back all the time.

static const hf_builtin_parameter ratchet_parameters[] = {
    {"teeth", "of the wheel", 24, 20, 32, true},
    {"torque", "on the wheel, against the ratchet [N m]", 1, 0, 100, false},
    {"speed", "of the crank [1/s]", 1, 0, 10, false},
    {"mu", "coefficient of friction", 0.15, 0, 10, false},
};

enum
{
    RATCHET_MOST = 32
};

/// Teeth whose radial faces look clockwise: the wheel can be pushed counter-clockwise, and held.
static void add_ratchet_wheel(flat_kit *f, int wheel, int teeth, double radius, double root)
{
    double points[2 * RATCHET_MOST][2];
    int n = 0;
    for (int i = 0; i < teeth; i++)
    {
        double at = 2 * PI * i / teeth;
        put_polar(points, &n, root, at);
        put_polar(points, &n, radius, at);
    }
    flat_polygon(f, wheel, (const double(*)[2])points, n);
}

/// A pawl at the polar angle `at` - LEAN, whose corner pushes the face of a tooth at `at` counter-clockwise: it leans
/// inwards, so that the push keeps it in.
static void add_catch(flat_kit *f, const char *name, int on, double at, double bite)
{
    const double ARM = 0.13, LEAN = helper_radians(30), WIDE = 0.004, CLEAR = 1e-4;
    double px = ARM * real_cos(at - LEAN), py = ARM * real_sin(at - LEAN);
    double back = at - CLEAR / bite, x = bite * real_cos(back) - px, y = bite * real_sin(back) - py;
    double length = sqrt(x * x + y * y), ux = x / length, uy = y / length;
    int pawl = flat_body(f, name, px, py);
    const double strut[4][2] = {{-WIDE * uy, WIDE * ux},
                                {x, y},
                                {x + 0.8 * WIDE * uy - 0.3 * WIDE * ux, y - 0.8 * WIDE * ux - 0.3 * WIDE * uy},
                                {WIDE * uy, -WIDE * ux}};
    flat_polygon(f, pawl, strut, 4);
    hf_planar_joint_def pin = hf_planar_joint_def_default();
    pin.name = name;
    pin.body_a = on;
    pin.body_b = pawl;
    pin.at[0] = px;
    pin.at[1] = py;
    pin.stiffness = 0.05;
    pin.spring = 0.6;
    pin.damping = 2e-4;
    flat_joint(f, &pin);
}

static void make_ratchet(scene_helpers *k)
{
    const double RADIUS = 0.1, ROOT = 0.088, CRANK = 0.08, HANDLE = 0.22;
    int teeth = helper_count(k, "teeth");
    double speed = helper_value(k, "speed"), pitch = 2 * PI / teeth, first = helper_radians(30),
           bite = 0.5 * (RADIUS + ROOT);
    flat_kit f = flat_begin(k, helper_value(k, "mu"));
    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = "wheel";
    def.angle = first;
    def.torque = -helper_value(k, "torque");
    int wheel = flat_define(&f, &def);
    add_ratchet_wheel(&f, wheel, teeth, RADIUS, ROOT);
    flat_pin(&f, "axle", HF_PLANAR_GROUND, wheel, 0, 0);

    // The lever turns about the axle, behind the wheel.
    f.level = 1;
    int lever = flat_body(&f, "lever", 0, 0);
    flat_ghost_bar(&f, lever, 0, 0, HANDLE, 0, 0.008);
    flat_pin(&f, "fulcrum", HF_PLANAR_GROUND, lever, 0, 0);
    int crank = flat_crank(&f, "crank", HANDLE, -0.2, 2 * PI * speed);
    flat_ghost_disc(&f, crank, 0, 0, 1.3 * CRANK);
    f.level = 2;
    int rod = flat_body(&f, "rod", HANDLE + CRANK, -0.2);
    flat_ghost_bar(&f, rod, 0, 0, -CRANK, 0.2, 0.005);
    flat_pin(&f, "crank pin", crank, rod, HANDLE + CRANK, -0.2);
    flat_pin(&f, "handle pin", rod, lever, HANDLE, 0);
    f.level = 0;
    add_catch(&f, "pawl", lever, first, bite);
    add_catch(&f, "catch", HF_PLANAR_GROUND, first + pitch * floor(2.1 / pitch), bite);
    flat_end(&f, 10);
}

// ---- deadbeat escapement ----
//
// Graham's: a wheel of 30 teeth wants to turn clockwise; an anchor over 7 1/2 teeth, on one piece with a pendulum, lets
// a tooth pass every half swing. Faces that hold a tooth are arcs about the anchor's pin, so that the wheel stands
// still while the pendulum swings on (no recoil); the slanted ends of the pallets give the pendulum a push on its way
// through the middle, which hardly changes its period, 2π √(I / m g d) (1 + amplitude²/16).
//
// In polar coordinates about the pin, b = 0 straight down: a tooth's tip touches a pallet between wheel angles 90° ±
// 45° ± TRAVEL/2; the entry pallet holds it on its outer arc, gives its push from swing (LIFT - LOCK)/2 to -(LIFT +
// LOCK)/2, and then the exit pallet holds another tooth on its inner arc; mirrored for the way back.

static const hf_builtin_parameter escapement_parameters[] = {
    {"length", "of the pendulum, from the pin to the middle of the bob [m]", 0.25, 0.2, 2, false},
    {"bob", "mass [kg]", 1, 0.01, 100, false},
    {"torque", "that drives the wheel [N m]", 0.01, 0, 10, false},
    {"swing", "of the pendulum at the start [deg]", 4, 2.2, 6, false},
    {"mu", "coefficient of friction of teeth and pallets", 0.05, 0, 10, false},
};

enum
{
    ESCAPE_TEETH = 30,
    ARC_POINTS = 9 // of a holding face
};

typedef struct escape_geometry
{
    double radius, pin; // of the tips, and how high the anchor's pin is above the wheel's
} escape_geometry;

/// Distance from the pin and angle about it of a tip at a wheel angle.
static void tip_at(const escape_geometry *g, double wheel, double *r, double *b)
{
    double x = g->radius * real_cos(wheel), y = g->radius * real_sin(wheel) - g->pin;
    *r = sqrt(x * x + y * y);
    *b = real_atan2(x, -y);
}

static void put_anchor(double (*points)[2], int *n, double r, double b)
{
    put(points, n, r * real_sin(b), -r * real_cos(b));
}

/// `side` = -1: the entry pallet, on the left; 1: the exit pallet.
static void add_pallet(flat_kit *f, int anchor, const escape_geometry *g, double side)
{
    const double TRAVEL = helper_radians(4.5), LIFT = helper_radians(2.5), LOCK = helper_radians(0.75),
                 HOLD = helper_radians(9);
    double middle = PI / 2 - side * PI / 4, r0, b0, r1, b1, points[2 * ARC_POINTS + 2][2];
    int n = 0;
    // The tip arrives at TRAVEL/2 before the middle and leaves as much after it; the wheel turns clockwise.
    tip_at(g, middle + TRAVEL / 2, &r0, &b0);
    tip_at(g, middle - TRAVEL / 2, &r1, &b1);
    b0 += side * (LIFT - LOCK) / 2;
    b1 -= side * (LIFT + LOCK) / 2;
    for (int i = 0; i < ARC_POINTS; i++)
        put_anchor(points, &n, r0, b0 + side * HOLD * (ARC_POINTS - 1 - i) / (ARC_POINTS - 1));
    for (int i = 0; i < ARC_POINTS; i++) put_anchor(points, &n, r1, b1 + side * HOLD * i / (ARC_POINTS - 1));
    flat_polygon(f, anchor, (const double(*)[2])points, n);
    double end = b0 + side * HOLD, r = 0.5 * (r0 + r1);
    f->level = 1;
    flat_ghost_bar(f, anchor, 0, 0, r * real_sin(end), -r * real_cos(end), 0.004);
    f->level = 0;
}

static void add_escape_wheel(flat_kit *f, int wheel, double radius)
{
    const double ROOT = 0.8;
    double step = 2 * PI / ESCAPE_TEETH;
    // Faces lean back from the tips, which is counter-clockwise: tips alone touch.
    double teeth[3 * ESCAPE_TEETH][2];
    int m = 0;
    for (int i = 0; i < ESCAPE_TEETH; i++)
    {
        double at = i * step;
        put_polar(teeth, &m, radius, at);
        put_polar(teeth, &m, ROOT * radius, at + 0.8 * step);
        put_polar(teeth, &m, ROOT * radius, at + 1.25 * step);
    }
    flat_polygon(f, wheel, (const double(*)[2])teeth, m);
}

static void make_escapement(scene_helpers *k)
{
    const double DENSITY = 200; // [kg/m²]
    escape_geometry g = {.radius = 0.1};
    g.pin = g.radius / real_cos(PI / 4);
    double length = helper_value(k, "length"), swing = helper_radians(helper_value(k, "swing"));
    flat_kit f = flat_begin(k, helper_value(k, "mu"));
    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = "wheel";
    def.torque = -helper_value(k, "torque");
    int wheel = flat_define(&f, &def);
    add_escape_wheel(&f, wheel, g.radius);
    flat_pin(&f, "arbor", HF_PLANAR_GROUND, wheel, 0, 0);

    hf_planar_body_def anchor_def = hf_planar_body_def_default();
    anchor_def.name = "pendulum";
    anchor_def.position[1] = g.pin;
    anchor_def.angle = -swing;
    anchor_def.density = DENSITY;
    int anchor = flat_define(&f, &anchor_def);
    add_pallet(&f, anchor, &g, -1);
    add_pallet(&f, anchor, &g, 1);
    f.level = 2;
    double bob = sqrt(helper_value(k, "bob") / (DENSITY * PI));
    flat_ghost_bar(&f, anchor, 0, 0, 0, -length, 0.003);
    flat_ghost_disc(&f, anchor, 0, -length, bob);
    f.level = 0;
    flat_pin(&f, "crutch", HF_PLANAR_GROUND, anchor, 0, g.pin);
    flat_end(&f, 20);
}

// ---- cam ----
//
// r(a) = base + lift (1 - cos(lobes a)) / 2 in CAM_POINTS straight pieces; a follower with a point stands on it, above
// the shaft, in a guide. It keeps to the profile as long as gravity and spring can make it fall as fast as that does.

static const hf_builtin_parameter cam_parameters[] = {
    {"lobes", "of the cam", 1, 1, 8, true},
    {"lift", "[m]", 0.02, 1e-3, 0.1, false},
    {"speed", "of the cam [1/s]", 1, -50, 50, false},
    {"stiffness", "of the spring on the follower [N/m]", 100, 0, 1e5, false},
    {"mu", "coefficient of friction", 0.1, 0, 10, false},
};

enum
{
    CAM_POINTS = 180
};

static void make_cam(scene_helpers *k)
{
    const double BASE = 0.05;
    double lift = helper_value(k, "lift"), speed = helper_value(k, "speed"), points[CAM_POINTS][2];
    int lobes = helper_count(k, "lobes"), n = 0;
    flat_kit f = flat_begin(k, helper_value(k, "mu"));
    int cam = flat_crank(&f, "cam", 0, 0, 2 * PI * speed);
    for (int i = 0; i < CAM_POINTS; i++)
    {
        double at = PI / 2 + 2 * PI * i / CAM_POINTS;
        put_polar(points, &n, BASE + 0.5 * lift * (1 - real_cos(lobes * (at - PI / 2))), at);
    }
    flat_polygon(&f, cam, (const double(*)[2])points, n);
    int follower = flat_body(&f, "follower", 0, BASE);
    const double shaft[5][2] = {{0, 0}, {0.006, 0.012}, {0.006, 0.15}, {-0.006, 0.15}, {-0.006, 0.012}};
    flat_polygon(&f, follower, shaft, 5);
    hf_planar_joint_def guide = hf_planar_joint_def_default();
    guide.name = "guide";
    guide.kind = HF_PLANAR_SLIDER;
    guide.body_b = follower;
    guide.axis[0] = 0;
    guide.axis[1] = 1;
    guide.stiffness = helper_value(k, "stiffness");
    guide.spring = -0.05;
    flat_joint(&f, &guide);
    flat_end(&f, 5);
}

const builtin_def clockwork_scenes[] = {
    {{"geneva", "a Geneva drive: each turn of the crank moves the wheel on by one slot",
      HELPER_PARAMETERS(geneva_parameters)},
     make_geneva},
    {{"ratchet", "a lever and two pawls wind a wheel up, tooth by tooth", HELPER_PARAMETERS(ratchet_parameters)},
     make_ratchet},
    {{"escapement", "a deadbeat escapement with its pendulum", HELPER_PARAMETERS(escapement_parameters)},
     make_escapement},
    {{"cam", "a cam and a follower that keeps to its profile", HELPER_PARAMETERS(cam_parameters)}, make_cam},
};
const int clockwork_scene_count = sizeof clockwork_scenes / sizeof clockwork_scenes[0];
