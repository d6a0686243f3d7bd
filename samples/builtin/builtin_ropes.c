// Ropes and chains: the capstan, and the hoist, ring and net of Yamane and Nakamura 2008 (figure 4); the structure of
// Baraff 1996 (figure 3).

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

enum
{
    ROPE = 2 // bit of what touches drums and rods only, not other pieces of rope
};

// ---- capstan ----
//
// n nodes on a drum, each turning the rope by delta = angle/n; the rope is a chain of rods from node to node, in the
// plane, without weight. Pulled by T1 at one end and T2 = ratio T1 at the other it slips iff
//     ratio > Π (cos(delta/2) + mu sin(delta/2)) / (cos(delta/2) - mu sin(delta/2))  ►  exp(mu angle).

static const hf_builtin_parameter capstan_parameters[] = {
    {"n", "nodes on the drum", 30, 3, 400, true},         {"angle", "that the rope wraps [deg]", 180, 1, 3600, false},
    {"mu", "coefficient of friction", 0.3, 0, 10, false}, {"tension", "at the slack end [N]", 1, 1e-6, 1e6, false},
    {"ratio", "of the two tensions", 2.5, 0, 1e9, false},
};

/// The rope's direction at the angle a from the top of the drum, going round from +x over the top to -x.
static vec3 direction(double a)
{
    return v3(-real_cos(a), 0, -real_sin(a));
}

static vec3 on_drum(double radius, double a)
{
    return v3(-radius * real_sin(a), 0, radius * real_cos(a));
}

static void make_capstan(scene_helpers *k)
{
    const double DRUM = 0.5, NODE = 1e-4; // small: friction acts on the nodes' surface, tension in their middle
    int n = helper_count(k, "n"), parent = 0;
    double angle = helper_radians(helper_value(k, "angle")), delta = angle / n, T = helper_value(k, "tension");
    hf_shape_def drum = helper_cylinder(DRUM, 0.1, helper_value(k, "mu"));
    quat_store(drum.orientation, helper_turn_to(v3(0, 1, 0)));
    drum.category = drum.mask = ROPE;
    helper_colour(&drum, 3);
    helper_shape(k, 0, &drum);
    vec3 last = v3_zero();
    char name[HELPER_NAME];
    for (int i = 0; i < n; i++)
    {
        double at = (i + 0.5) * delta - 0.5 * angle;
        vec3 place = on_drum(DRUM + NODE, at);
        hf_body_def def = hf_body_def_default();
        def.name = helper_name(name, "node", i);
        def.parent = parent;
        def.mass = 0.01;
        v3_store(def.position, v3_sub(place, last));
        // both ends are pulled along the sides that the polygon would have there
        if (i == 0) v3_store(def.force, v3_scale(-T, direction(at - 0.5 * delta)));
        if (i == n - 1)
            v3_store(def.force,
                     v3_add(v3_load(def.force), v3_scale(T * helper_value(k, "ratio"), direction(at + 0.5 * delta))));
        int body = helper_body(k, &def);
        if (i == 0)
        {
            helper_slide(k, body, v3(1, 0, 0));
            helper_slide(k, body, v3(0, 0, 1));
        }
        if (i < n - 1)
            helper_hinge(k, body, v3(0, 1, 0)); // the last node is the end of the last rod: alone it would roll
        hf_shape_def node = helper_sphere(NODE, helper_value(k, "mu"));
        node.category = ROPE;
        node.mask = 0;
        helper_colour(&node, i);
        helper_shape(k, body, &node);
        parent = body;
        last = place;
    }
    memset(k->settings.physics.gravity, 0, sizeof k->settings.physics.gravity);
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 0.1;
}

// ---- pieces of rope ----

/// A chain of capsules with ball joints along the points; the first is a link of `parent`, or free if that is -1.
/// Returns the last.
static int add_chain(scene_helpers *k, const char *name, int parent, int count, const vec3 *points, double radius,
                     double mass, double mu)
{
    int body = parent;
    for (int i = 0; i < count; i++)
    {
        char buffer[HELPER_NAME];
        vec3 at = i == 0 ? points[0] : v3_sub(points[i], points[i - 1]);
        bool loose = i == 0 && parent < 0;
        body = helper_bar(k, helper_name(buffer, name, i), i == 0 ? parent : body, at, v3_sub(points[i + 1], points[i]),
                          radius, mass, mu);
        if (loose) continue;
        hf_joint_def joint = hf_joint_def_default();
        joint.body = body;
        joint.kind = HF_JOINT_BALL;
        joint.damping = 1e-3; // what bends a real rope
        helper_joint(k, &joint);
    }
    return body;
}

// ---- hoist ----

static const hf_builtin_parameter hoist_parameters[] = {
    {"mass", "of the load [kg]", 1, 0.01, 1e3, false},
    {"force", "that pulls the other end down [N]", 30, 0, 1e5, false},
    {"mu", "coefficient of friction", 0.2, 0, 10, false},
};

/// 25 joints: 26 pieces of rope over a rod, a load at one end, a pull at the other.
static void make_hoist(scene_helpers *k)
{
    enum
    {
        PIECES = 25
    };
    const double ROD = 0.15, RADIUS = 0.015, MASS = 0.05;
    double mu = helper_value(k, "mu"), round = ROD + RADIUS + 1e-4, piece = 0.1;
    hf_shape_def rod = helper_cylinder(ROD, 0.3, mu);
    rod.position[2] = 2.5;
    quat_store(rod.orientation, helper_turn_to(v3(0, 1, 0)));
    helper_colour(&rod, 3);
    helper_shape(k, 0, &rod);
    helper_floor(k, mu);
    // Up on the left, over the rod by chords that touch it from outside, down on the right.
    vec3 points[PIECES + 1];
    int over = 7, up = (PIECES - over) / 2;
    double reach = round / real_cos(PI / (2 * over));
    for (int i = 0; i <= PIECES; i++)
    {
        double s = i - up;
        if (s < 0) points[i] = v3(-reach, 0, 2.5 + s * piece);
        else if (s > over) points[i] = v3(reach, 0, 2.5 - (s - over) * piece);
        else points[i] = v3(-reach * real_cos(PI * s / over), 0, 2.5 + reach * real_sin(PI * s / over));
    }
    int last = add_chain(k, "rope", -1, PIECES, points, RADIUS, MASS, mu);
    hf_shape_def box = helper_box(0.1, 0.1, 0.1, mu);
    hf_body_def load = hf_body_def_default();
    load.name = "load";
    load.parent = last;
    load.mass = helper_value(k, "mass");
    v3_store(load.position, v3(0, 0, -piece));
    int body = helper_body(k, &load);
    helper_ball(k, body);
    box.position[2] = -0.1;
    helper_shape(k, body, &box);
    // the pull: a light ring at the first end
    hf_body_def ring = hf_body_def_default();
    ring.name = "pull";
    ring.parent = last - PIECES + 1;
    ring.mass = 0.05;
    ring.force[2] = -helper_value(k, "force");
    int pull = helper_body(k, &ring);
    helper_ball(k, pull);
    hf_shape_def ball = helper_sphere(0.02, mu);
    helper_shape(k, pull, &ball);
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 2;
}

// ---- ring ----

static const hf_builtin_parameter ring_parameters[] = {
    {"n", "wires, one hanging from the other", 3, 1, 20, true},
    {"speed", "of the lowest one at the start [m/s]", 1, -100, 100, false},
    {"mu", "coefficient of friction", 0.3, 0, 10, false},
};

enum
{
    SIDES = 12 // of a ring
};
static const double RING = 0.06, WIRE = 0.008; // radii of a ring and of the wire [m]

/// The shapes of a ring whose middle is at the height z in the body's frame, and whose axis is along x or along y.
static void add_ring(scene_helpers *k, int body, bool along_x, double z, double mu, int colour)
{
    for (int i = 0; i < SIDES; i++)
    {
        double a = 2 * PI * i / SIDES, b = 2 * PI * (i + 1) / SIDES;
        vec3 p = along_x ? v3(0, RING * real_cos(a), z + RING * real_sin(a))
                         : v3(RING * real_cos(a), 0, z + RING * real_sin(a));
        vec3 q = along_x ? v3(0, RING * real_cos(b), z + RING * real_sin(b))
                         : v3(RING * real_cos(b), 0, z + RING * real_sin(b));
        hf_shape_def side = helper_capsule(WIRE, 0.5 * v3_distance(p, q), mu);
        v3_store(side.position, v3_mix(p, q, 0.5));
        quat_store(side.orientation, helper_turn_to(v3_unit_or(v3_sub(q, p), v3(0, 0, 1))));
        helper_colour(&side, colour);
        helper_shape(k, body, &side);
    }
}

/// A wire of five ball joints with a ring at each end, hanging on a rod through its upper ring, the next one on its
/// lower ring.
static void make_ring(scene_helpers *k)
{
    enum
    {
        JOINTS = 5
    };
    const double PIECE = 0.08, MASS = 0.05;
    double mu = helper_value(k, "mu"),
           hang = RING - 2.1 * WIRE; // from the rod to the middle of the ring on it: its sides are chords
    int n = helper_count(k, "n");
    double z = 0.5 + n * (2 * RING + (JOINTS - 1) * PIECE + 2 * RING);
    hf_shape_def rod = helper_capsule(WIRE, 0.3, mu);
    rod.position[2] = z;
    quat_store(rod.orientation, helper_turn_to(v3(0, 1, 0)));
    helper_shape(k, 0, &rod);
    helper_floor(k, mu);
    z -= hang;
    for (int w = 0; w < n; w++)
    {
        char name[HELPER_NAME];
        hf_body_def top = helper_free(helper_name(name, "upper", w), v3(0, 0, z));
        top.mass = MASS;
        if (w == n - 1) top.velocity[0] = helper_value(k, "speed");
        int body = helper_body(k, &top);
        add_ring(k, body, false, 0, mu, w);
        double down = RING;
        for (int i = 0; i < JOINTS - 1; i++)
        {
            body = helper_bar(k, NULL, body, v3(0, 0, -down), v3(0, 0, -PIECE), WIRE, MASS, mu);
            helper_ball(k, body);
            down = PIECE;
        }
        body = helper_link(k, helper_name(name, "lower", w), body, v3(0, 0, -down));
        helper_ball(k, body);
        add_ring(k, body, true, -RING, mu, w);   // its middle is below the joint
        z -= RING + (JOINTS - 1) * PIECE + RING; // middle of the lower ring
        z -= 2 * RING - 2.3 * WIRE;              // the next upper ring hangs in it
    }
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 1;
}

// ---- net ----

static const hf_builtin_parameter net_parameters[] = {
    {"n", "cylinders that fall on it", 5, 0, 100, true},
    {"mu", "coefficient of friction", 0.4, 0, 10, false},
};

/// Two strings along x and two along y, above them; 16 joints each, both ends fixed to the world.
static void make_net(scene_helpers *k)
{
    enum
    {
        PIECES = 16
    };
    const double HALF = 0.5, SAG = 0.1, RADIUS = 0.012, MASS = 0.03;
    static const char *const names[] = {"along_x_0", "along_x_1", "along_y_0", "along_y_1"};
    double mu = helper_value(k, "mu");
    for (int s = 0; s < 4; s++)
    {
        vec3 points[PIECES + 1];
        for (int i = 0; i <= PIECES; i++)
        {
            double t = 2.0 * i / PIECES - 1, side = s % 2 ? 0.15 : -0.15;
            double z = 1 - SAG * (1 - t * t) + (s < 2 ? 0 : 2.2 * RADIUS);
            points[i] = s < 2 ? v3(HALF * t, side, z) : v3(side, HALF * t, z);
        }
        int last = add_chain(k, names[s], 0, PIECES, points, RADIUS, MASS, mu);
        helper_connect(k, names[s], last, v3_sub(points[PIECES], points[PIECES - 1]), 0, points[PIECES]);
    }
    helper_floor(k, mu);
    for (int i = 0; i < helper_count(k, "n"); i++)
    {
        char name[HELPER_NAME];
        hf_shape_def shape = helper_cylinder(0.06, 0.12, mu);
        helper_colour(&shape, i);
        hf_body_def def =
            helper_free(helper_name(name, "cylinder", i), v3(0.04 * (i % 3 - 1), 0.03 * (i % 2), 1.2 + 0.16 * i));
        def.mass = 0.3;
        quat_store(def.orientation, helper_turn_to(i % 2 ? v3(1, 0, 0) : v3(0, 1, 0)));
        helper_shape(k, helper_body(k, &def), &shape);
    }
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = 2;
}

// ---- structure ----

static const hf_builtin_parameter structure_parameters[] = {
    {"levels", "of the tree: 2^levels - 1 ball joints", 7, 1, 12, true},
    {"length", "of the first rod [m]", 1, 0.01, 100, false},
};

/// A tree of rods, two on each, all by ball joints, hanging from the ceiling: with 7 levels 127 constraints of three
/// rows (Baraff 1996, figure 3).
static void add_branches(scene_helpers *k, int parent, vec3 at, vec3 along, int level)
{
    int body = helper_bar(k, NULL, parent, at, along, 0.03 * v3_norm(along), 0, -1);
    helper_ball(k, body);
    if (level <= 1 || k->status != HF_STATUS_OK) return;
    double length = 0.75 * v3_norm(along);
    vec3 side = level % 2 ? v3(1, 0, 0) : v3(0, 1, 0);
    for (int s = -1; s <= 1; s += 2)
        add_branches(k, body, along, v3_scale(length, v3_unit_or(v3_add_scaled(v3(0, 0, -1), s * 0.8, side), side)),
                     level - 1);
}

static void make_structure(scene_helpers *k)
{
    double length = helper_value(k, "length");
    add_branches(k, 0, v3(0, 0, 4 * length), v3(0.3 * length, 0.1 * length, -length), helper_count(k, "levels"));
    k->settings.step.timestep = 2e-3;
    k->settings.step.duration = 2;
}

const builtin_def rope_scenes[] = {
    {{"capstan", "a rope round a drum slips where the polygon of its nodes says",
      HELPER_PARAMETERS(capstan_parameters)},
     make_capstan},
    {{"hoist", "a chain of 25 joints over a rod lifts a load", HELPER_PARAMETERS(hoist_parameters)}, make_hoist},
    {{"ring", "wires with rings at their ends hang from each other", HELPER_PARAMETERS(ring_parameters)}, make_ring},
    {{"net", "cylinders fall on a net of four strings", HELPER_PARAMETERS(net_parameters)}, make_net},
    {{"structure", "a tree of rods joined by 127 balls", HELPER_PARAMETERS(structure_parameters)}, make_structure},
};
const int rope_scene_count = sizeof rope_scenes / sizeof rope_scenes[0];
