// Grains and rubble, each with a law to be held to: a hopper that runs out, a slope that grains leave behind, boxes in
// a turning drum, a block that goes through a wall.

#include "base/elementary.h"
#include "samples/builtin/scene_helpers.h"

#define MU(value)                                                                                                      \
    {                                                                                                                  \
        "mu", "coefficient of friction", value, 0, 100, false                                                          \
    }

static const double pi = 3.14159265358979323846;

/// A plane of the world that hides nothing.
static void add_pane(scene_helpers *k, const char *name, vec3 point, vec3 normal, double mu)
{
    hf_shape_def pane = hf_shape_def_default();
    pane.name = name;
    pane.kind = HF_SHAPE_PLANE;
    pane.friction = mu;
    v3_store(pane.position, point);
    quat_store(pane.orientation, helper_turn_to(normal));
    pane.color[3] = 0;
    helper_shape(k, 0, &pane);
}

/// A box of the world.
static void add_block(scene_helpers *k, vec3 centre, double half_x, double half_y, double half_z, double mu)
{
    hf_shape_def block = helper_box(half_x, half_y, half_z, mu);
    v3_store(block.position, centre);
    block.color[3] = 0.35F;
    helper_shape(k, 0, &block);
}

/// Moves a place by up to `jitter` along each axis.
static vec3 shaken(scene_helpers *k, vec3 place, double jitter)
{
    double x = random_between(&k->random, -jitter, jitter), y = random_between(&k->random, -jitter, jitter);
    double z = random_between(&k->random, -jitter, jitter);
    return v3_add(place, v3(x, y, z));
}

// ---- hopper ----

static const hf_builtin_parameter hopper_parameters[] = {
    {"n", "spheres", 1500, 1, 200000, true},
    {"radius", "of a sphere [m]", 0.01, 1e-4, 1, false},
    {"width", "of the box [diameters]", 12, 3, 1000, false},
    {"opening", "side of the square hole in its floor [diameters]", 5, 0, 900, false},
    MU(0.5),
};

/// A square box on z = 0 with a square hole in the middle of its floor, filled layer by layer.
static void make_hopper(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu");
    double half = helper_value(k, "width") * radius, hole = helper_value(k, "opening") * radius;
    int n = helper_count(k, "n");
    if (hole >= half)
    {
        helper_fail(k, "opening: a hole as wide as the box");
        return;
    }
    const double thick = 2 * radius;
    for (int side = -1; side <= 1; side += 2) // two sheets along the whole box, two between them
    {
        add_block(k, v3(0, side * (half + hole) / 2, -thick), half, (half - hole) / 2, thick, mu);
        if (hole > 0) add_block(k, v3(side * (half + hole) / 2, 0, -thick), (half - hole) / 2, hole, thick, mu);
    }
    add_pane(k, "wall_left", v3(-half, 0, 0), v3(1, 0, 0), mu);
    add_pane(k, "wall_right", v3(half, 0, 0), v3(-1, 0, 0), mu);
    add_pane(k, "wall_front", v3(0, -half, 0), v3(0, 1, 0), mu);
    add_pane(k, "wall_back", v3(0, half, 0), v3(0, -1, 0), mu);
    int across = (int)(half / (1.02 * radius));
    double pitch = 2 * half / across, jitter = 0.49 * (pitch - 2 * radius);
    for (int i = 0; i < n; i++)
    {
        int layer = i / (across * across), row = i / across % across, column = i % across;
        double middle = 0.5 * (across - 1);
        vec3 place = v3(pitch * (column - middle), pitch * (row - middle), pitch * (layer + 0.5));
        char name[HELPER_NAME];
        hf_shape_def ball = helper_sphere(radius, mu);
        helper_colour(&ball, layer / 3);
        helper_free_shape(k, helper_name(name, "grain", i), shaken(k, place, jitter), 0, &ball);
    }
    k->settings.step.timestep = 0.004;
    k->settings.step.duration = 2;
}

// ---- the slope that grains leave behind ----

static const hf_builtin_parameter slope_parameters[] = {
    {"n", "grains", 480, 1, 100000, true},
    {"radius", "of the largest grain [m]", 0.01, 1e-4, 1, false},
    {"length", "of the ledge [diameters]", 12, 4, 1000, true},
    {"depth", "of the ledge, between two smooth walls [diameters]", 4, 1, 1000, true},
    {"spread", "radii lie between (1 - spread) and 1 times the largest", 0.4, 0, 0.9, false},
    {"rolling", "coefficient of rolling friction [radii]", 0, 0, 1, false},
    MU(0.5),
};

/// Grains on a ledge of fixed grains in x < 0, against a wall at its end. What is above the angle of repose runs off
/// the edge at x = 0 and falls. Equal spheres would be a crystal, which stands as a pyramid without any friction.
static void make_slope(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu"), rolling = helper_value(k, "rolling");
    double spread = helper_value(k, "spread");
    int n = helper_count(k, "n"), length = helper_count(k, "length"), depth = helper_count(k, "depth");
    const double pitch = 2.04 * radius, half = depth * pitch / 2;
    add_pane(k, "end", v3(-length * pitch, 0, 0), v3(1, 0, 0), mu);
    add_pane(k, "front", v3(0, -half, 0), v3(0, 1, 0), 0);
    add_pane(k, "back", v3(0, half, 0), v3(0, -1, 0), 0);
    hf_shape_def grain = helper_sphere(radius, mu);
    grain.condim = rolling > 0 ? 6 : 3;
    grain.torsion = 0;
    hf_shape_def fixed = grain;
    helper_colour(&fixed, 7);
    int layer_size = length * depth;
    for (int i = 0; i < layer_size + n; i++)
    {
        int layer = i / layer_size, column = i % length, row = i / length % depth;
        vec3 place = v3(-pitch * (column + 0.5), pitch * (row + 0.5) - half, pitch * (layer - 0.5));
        double own = radius * random_between(&k->random, 1 - spread, 1);
        place = shaken(k, place, 0.49 * (pitch - 2 * own));
        char name[HELPER_NAME];
        grain.size[0] = fixed.size[0] = own;
        grain.rolling = fixed.rolling = rolling * own;
        if (layer > 0)
        {
            helper_colour(&grain, layer % 2 ? 3 : 0);
            helper_free_shape(k, helper_name(name, "grain", i - layer_size), place, 0, &grain);
            continue;
        }
        v3_store(fixed.position, place);
        helper_shape(k, 0, &fixed);
    }
    k->settings.step.timestep = 0.004;
    k->settings.step.duration = 2;
}

// ---- boxes in a turning drum ----

enum
{
    STAVES = 24
};

static const hf_builtin_parameter tumbler_parameters[] = {
    {"n", "boxes", 60, 1, 20000, true},
    {"radius", "of the drum, to the middle of a stave [m]", 1, 0.1, 100, false},
    {"half", "half an edge of a box [m]", 0.08, 1e-3, 1, false},
    {"rate", "at which the drum turns [rad/s]", 1, -100, 100, false},
    {"ride", "1: a box on each stave of the drum, which turns with it from the start", 0, 0, 1, true},
    MU(0.6),
};

/// The drum turns about y: staves in a ring, two smooth ends that stand still.
static void add_drum(scene_helpers *k, double radius, double half_depth, double rate, double mu)
{
    hf_body_def drum = helper_free("drum", v3_zero());
    drum.motion = HF_MOTION_PRESCRIBED;
    drum.angular_velocity[1] = rate;
    int body = helper_body(k, &drum);
    const double thick = 0.05 * radius;
    for (int s = 0; s < STAVES; s++)
    {
        double angle = 2 * pi * s / STAVES, outer = radius + 2 * thick;
        hf_shape_def stave = helper_box(thick, half_depth, outer * real_sin(pi / STAVES) / real_cos(pi / STAVES), mu);
        quat_store(stave.orientation, helper_turn_y(-angle));
        v3_store(stave.position, v3((radius + thick) * real_cos(angle), 0, (radius + thick) * real_sin(angle)));
        helper_colour(&stave, s % 2 ? 7 : 1);
        stave.color[3] = 0.5F;
        helper_shape(k, body, &stave);
    }
    add_pane(k, "front", v3(0, -half_depth, 0), v3(0, 1, 0), 0);
    add_pane(k, "back", v3(0, half_depth, 0), v3(0, -1, 0), 0);
}

/// A box on the middle of the stave, moving as the drum does there.
static void add_rider(scene_helpers *k, int stave, double reach, double rate, const hf_shape_def *box)
{
    double angle = 2 * pi * stave / STAVES;
    char name[HELPER_NAME];
    hf_body_def body =
        helper_free(helper_name(name, "box", stave), v3(reach * real_cos(angle), 0, reach * real_sin(angle)));
    quat_store(body.orientation, helper_turn_y(-angle));
    body.angular_velocity[1] = rate;
    v3_store(body.velocity, v3_cross(v3(0, rate, 0), v3_load(body.position)));
    helper_shape(k, helper_body(k, &body), box);
}

static void make_tumbler(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), half = helper_value(k, "half"), rate = helper_value(k, "rate");
    double mu = helper_value(k, "mu"), pitch = 2.1 * half;
    int n = helper_count(k, "n"), side = (int)(1.3 * radius / pitch), deep = 1;
    bool ride = helper_count(k, "ride") == 1;
    if (side < 1) helper_fail(k, "half: the drum holds no box of this size");
    while (side > 0 && side * side * deep < 2 * n) deep++;
    hf_shape_def box = helper_box(half, half, half, mu);
    add_drum(k, radius, ride ? 2 * half : deep * pitch / 2, rate, mu);
    for (int i = 0; i < (ride ? STAVES : n) && side > 0; i++)
    {
        helper_colour(&box, i % 2 ? 0 : 6);
        if (ride)
        {
            add_rider(k, i, radius - half, rate, &box);
            continue;
        }
        char name[HELPER_NAME];
        int column = i % side, row = i / side % deep, layer = i / (side * deep);
        vec3 place = v3(pitch * (column - 0.5 * (side - 1)), pitch * (row - 0.5 * (deep - 1)),
                        pitch * (layer - 0.5 * (side - 1)));
        helper_free_shape(k, helper_name(name, "box", i), place, 0, &box);
    }
    k->settings.step.timestep = 0.004;
    k->settings.step.duration = 5;
}

// ---- a block through a wall ----

static const hf_builtin_parameter smash_parameters[] = {
    {"rows", "courses of the wall", 8, 1, 500, true},
    {"columns", "bricks in a course", 8, 1, 500, true},
    {"speed", "of the block [m/s]", 12, 0, 1000, false},
    {"density", "of the block over that of the bricks", 1, 1e-3, 1000, false},
    {"gravity", "0: no floor either, so that nothing but the bricks slows the block [m/s²]", 9.81, 0, 100, false},
    MU(0.6),
};

/// Bricks of 0.2 m × 0.1 m × 0.1 m, which touch those above and below; the block of 0.5 m flies against the middle.
static void make_smash(scene_helpers *k)
{
    const double half[3] = {0.05, 0.1, 0.05}, joint = 0.002, block_half = 0.25;
    double mu = helper_value(k, "mu"), gravity = helper_value(k, "gravity"), pitch = 2 * half[1] + joint;
    int rows = helper_count(k, "rows"), columns = helper_count(k, "columns");
    k->settings.physics.gravity[2] = -gravity;
    if (gravity > 0) helper_floor(k, mu);
    for (int i = 0; i < rows * columns; i++)
    {
        int row = i / columns, column = i % columns;
        double y = pitch * (column - 0.5 * (columns - 1) + (row % 2 ? 0.25 : -0.25));
        char name[HELPER_NAME];
        hf_shape_def brick = helper_box(half[0], half[1], half[2], mu);
        helper_colour(&brick, (row + column) % 2 ? 0 : 6);
        helper_free_shape(k, helper_name(name, "brick", i), v3(0, y, half[2] * (2 * row + 1)), 0, &brick);
    }
    hf_shape_def block = helper_box(block_half, block_half, block_half, mu);
    helper_colour(&block, 1);
    double middle = rows * half[2];
    hf_body_def body = helper_free("block", v3(-1.5, 0, middle > block_half ? middle : block_half));
    body.density = 1000 * helper_value(k, "density");
    body.velocity[0] = helper_value(k, "speed");
    helper_shape(k, helper_body(k, &body), &block);
    k->settings.step.duration = 2;
}

const builtin_def grain_scenes[] = {
    {{"hopper", "spheres run out of a hole in the floor of a box", HELPER_PARAMETERS(hopper_parameters)}, make_hopper},
    {{"slope_of_sand", "grains run off a ledge and leave a slope", HELPER_PARAMETERS(slope_parameters)}, make_slope},
    {{"tumbler", "boxes in a turning drum", HELPER_PARAMETERS(tumbler_parameters)}, make_tumbler},
    {{"smash", "a block flies through a wall of bricks", HELPER_PARAMETERS(smash_parameters)}, make_smash},
};
const int grain_scene_count = sizeof grain_scenes / sizeof grain_scenes[0];
