// Many bodies: walls, piles, rocks, dominoes, balls. The big ones are what benchmarks run.

#include "samples/builtin/scene_helpers.h"

#define MU(value)                                                                                                      \
    {                                                                                                                  \
        "mu", "coefficient of friction", value, 0, 100, false                                                          \
    }

/// Four walls round the square |x|, |y| <= half.
static void add_walls(scene_helpers *k, double half, double mu)
{
    helper_plane(k, "wall_left", v3(-half, 0, 0), v3(1, 0, 0), mu);
    helper_plane(k, "wall_right", v3(half, 0, 0), v3(-1, 0, 0), mu);
    helper_plane(k, "wall_front", v3(0, -half, 0), v3(0, 1, 0), mu);
    helper_plane(k, "wall_back", v3(0, half, 0), v3(0, -1, 0), mu);
}

/// Place `index` of a grid of side × side columns, `spacing` apart, lowest layer first, moved by up to `jitter` along
/// each axis.
static vec3 grid_place(scene_helpers *k, int index, int side, double spacing, double jitter)
{
    int layer = index / (side * side), row = index / side % side, column = index % side;
    double x = random_between(&k->random, -jitter, jitter), y = random_between(&k->random, -jitter, jitter);
    double z = random_between(&k->random, -jitter, jitter);
    double middle = 0.5 * (side - 1);
    return v3(spacing * (column - middle) + x, spacing * (row - middle) + y, spacing * (layer + 0.5) + z);
}

/// Columns along a side, so that a grid of n is about as high as wide.
static int grid_side(int n)
{
    int side = 1;
    while (side * side * side < n) side++;
    return side;
}

// ---- wall of boxes ----

static const hf_builtin_parameter box_wall_parameters[] = {
    {"rows", "courses", 25, 1, 500, true},
    {"columns", "boxes in a course", 40, 1, 500, true},
    {"joint", "gap between neighbours [m]", 0.002, 0, 0.05, false},
    MU(0.6),
};

static void make_box_wall(scene_helpers *k)
{
    const double half[3] = {0.1, 0.05, 0.05};
    double mu = helper_value(k, "mu"), pitch = 2 * half[0] + helper_value(k, "joint");
    int rows = helper_count(k, "rows"), columns = helper_count(k, "columns");
    helper_floor(k, mu);
    for (int i = 0; i < rows * columns; i++)
    {
        int row = i / columns, column = i % columns;
        double x =
            pitch * (column - 0.5 * (columns - 1) + (row % 2 ? 0.125 : -0.125)); // the ends hang over by a quarter
        char name[HELPER_NAME];
        hf_shape_def box = helper_box(half[0], half[1], half[2], mu);
        helper_colour(&box, (row + column) % 2 ? 0 : 6);
        helper_free_shape(k, helper_name(name, "box", i), v3(x, 0, half[2] * (2 * row + 1)), 0, &box);
    }
    k->settings.step.duration = 5;
}

// ---- pyramid of boxes ----

static const hf_builtin_parameter pyramid_parameters[] = {
    {"base", "boxes in the lowest course", 20, 1, 300, true},
    MU(0.6),
};

/// The scene that engines are compared on: boxes of 1 m, which touch their neighbours.
static void make_pyramid(scene_helpers *k)
{
    const double half = 0.5;
    double mu = helper_value(k, "mu");
    int base = helper_count(k, "base");
    helper_floor(k, mu);
    for (int course = 0, i = 0; course < base; course++)
        for (int j = 0; j < base - course; j++, i++)
        {
            double x = (2 * j + course + 1 - base) * half;
            char name[HELPER_NAME];
            hf_shape_def box = helper_box(half, half, half, mu);
            helper_colour(&box, (course + j) % 2 ? 0 : 6);
            helper_free_shape(k, helper_name(name, "box", i), v3(x, 0, (2 * course + 1) * half), 0, &box);
        }
    k->settings.step.timestep = 1.0 / 60.0;
    k->settings.step.duration = 5;
}

// ---- spheres that fall into a heap between four walls ----

static const hf_builtin_parameter sphere_pile_parameters[] = {
    {"n", "spheres", 5000, 1, 200000, true},
    {"radius", "radius [m]", 0.02, 1e-4, 10, false},
    {"spacing", "distance of neighbours at the start [radii]", 2.6, 2.001, 100, false},
    MU(0.5),
    {"e", "coefficient of restitution", 0, 0, 1, false},
};

static void make_sphere_pile(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu"),
           spacing = helper_value(k, "spacing") * radius;
    double jitter = 0.49 * (spacing - 2 * radius); // none shall touch another
    int n = helper_count(k, "n"), side = grid_side(n);
    helper_floor(k, mu);
    add_walls(k, spacing * side / 2, mu);
    for (int i = 0; i < n; i++)
    {
        char name[HELPER_NAME];
        hf_shape_def ball = helper_sphere(radius, mu);
        ball.restitution = helper_value(k, "e");
        helper_colour(&ball, i);
        helper_free_shape(k, helper_name(name, "ball", i), grid_place(k, i, side, spacing, jitter), 0, &ball);
    }
    k->settings.step.timestep = 0.004;
    k->settings.step.duration = 0.3;
}

// ---- rocks: random convex meshes ----

enum
{
    ROCK_CORNERS = 16
};

static const hf_builtin_parameter rocks_parameters[] = {
    {"n", "rocks", 200, 1, 20000, true},
    {"radius", "of the sphere that holds a rock [m]", 0.1, 1e-3, 10, false},
    MU(0.6),
};

/// The corners lie on an ellipsoid, so that each is a corner of the hull.
static int rock_mesh(scene_helpers *k, const char *name, double radius)
{
    double vertices[3 * ROCK_CORNERS];
    double axes[3];
    for (int i = 0; i < 3; i++) axes[i] = radius * random_between(&k->random, 0.55, 1);
    for (int c = 0; c < ROCK_CORNERS; c++)
    {
        vec3 direction = v3_zero();
        while (v3_norm2(direction) < 1e-6)
        {
            double z = random_normal(&k->random), y = random_normal(&k->random); // drawn one by one: the order of
            direction = v3(random_normal(&k->random), y, z);                     // arguments is the compiler's
        }
        direction = v3_scale(1 / v3_norm(direction), direction);
        v3_store(&vertices[3 * c], v3(axes[0] * direction.x, axes[1] * direction.y, axes[2] * direction.z));
    }
    return helper_hull(k, name, vertices, ROCK_CORNERS);
}

static void make_rocks(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu"), spacing = 2.1 * radius;
    int n = helper_count(k, "n"), side = grid_side(n);
    helper_floor(k, mu);
    add_walls(k, spacing * side / 2, mu);
    for (int i = 0; i < n; i++)
    {
        char name[HELPER_NAME];
        hf_body_def body = helper_free(helper_name(name, "rock", i), grid_place(k, i, side, spacing, 0.049 * radius));
        body.density = 2600;
        hf_shape_def shape = hf_shape_def_default();
        shape.kind = HF_SHAPE_HULL;
        shape.mesh = rock_mesh(k, name, radius);
        shape.friction = mu;
        helper_colour(&shape, i % 2 ? 7 : 3);
        double turn[4];
        for (int a = 0; a < 4; a++) turn[a] = random_normal(&k->random);
        quat_store(body.orientation, quat_normalize((quat){turn[0], turn[1], turn[2], turn[3]}));
        helper_shape(k, helper_body(k, &body), &shape);
    }
    k->settings.step.duration = 3;
}

// ---- dominoes ----

static const hf_builtin_parameter dominoes_parameters[] = {
    {"n", "stones", 30, 2, 5000, true},
    {"spacing", "from stone to stone [m]", 0.02, 0.008, 0.048, false},
    {"push", "turn of the first stone about its lower edge [rad/s]", 4, 0, 100, false},
    MU(0.4),
};

static void make_dominoes(scene_helpers *k)
{
    const double half[3] = {0.00375, 0.012, 0.024};
    double mu = helper_value(k, "mu"), spacing = helper_value(k, "spacing"), push = helper_value(k, "push");
    int n = helper_count(k, "n");
    helper_floor(k, mu);
    for (int i = 0; i < n; i++)
    {
        char name[HELPER_NAME];
        hf_shape_def stone = helper_box(half[0], half[1], half[2], mu);
        helper_colour(&stone, i == 0 ? 6 : 1);
        hf_body_def body = helper_free(helper_name(name, "domino", i), v3(spacing * (i - 0.5 * (n - 1)), 0, half[2]));
        if (i == 0) // about the lower edge ahead: v = w × (-half_x, 0, half_z)
        {
            body.angular_velocity[1] = push;
            v3_store(body.velocity, v3(push * half[2], 0, push * half[0]));
        }
        helper_shape(k, helper_body(k, &body), &stone);
    }
    k->settings.step.timestep = 0.001;
    k->settings.step.duration = 2;
}

// ---- Newton's cradle, lying down: the balls slide on a smooth floor between two bumpers ----

static const hf_builtin_parameter cradle_parameters[] = {
    {"n", "balls", 5, 2, 100, true},
    {"moving", "of them on their way to the others", 1, 1, 99, true},
    {"v", "their speed [m/s]", 1, 0, 100, false},
    {"gap", "between balls in a row [m]", 0, 0, 0.1, false},
    {"e", "coefficient of restitution", 1, 0, 1, false},
};

static void make_cradle(scene_helpers *k)
{
    const double radius = 0.025, run = 0.15;
    int n = helper_count(k, "n"), moving = helper_count(k, "moving");
    if (moving >= n)
    {
        helper_fail(k, "moving=%d: some of the %d balls must be at rest", moving, n);
        return;
    }
    double pitch = 2 * radius + helper_value(k, "gap"), e = helper_value(k, "e"), end = pitch * (n - 1) / 2;
    helper_floor(k, 0);
    for (int side = -1; side <= 1; side += 2)
    {
        hf_shape_def bumper = helper_box(0.02, 0.06, 0.04, 0);
        bumper.name = side < 0 ? "bumper_left" : "bumper_right";
        v3_store(bumper.position, v3(side * (end + radius + 2 * run + 0.02), 0, 0.04));
        bumper.restitution = e;
        helper_shape(k, 0, &bumper);
    }
    for (int i = 0; i < n; i++)
    {
        bool on_its_way = i < moving;
        char name[HELPER_NAME];
        hf_shape_def ball = helper_sphere(radius, 0);
        ball.restitution = e;
        helper_colour(&ball, on_its_way ? 6 : 7);
        hf_body_def body =
            helper_free(helper_name(name, "ball", i), v3(pitch * i - end - (on_its_way ? run : 0), 0, radius));
        body.density = 7800;
        body.velocity[0] = on_its_way ? helper_value(k, "v") : 0;
        helper_shape(k, helper_body(k, &body), &ball);
    }
    k->settings.step.timestep = 0.001;
    k->settings.step.duration = 5;
}

// ---- balls in a cube ----

static const hf_builtin_parameter balls_parameters[] = {
    {"n", "balls", 100, 1, 20000, true},
    {"radius", "radius of the largest [m]", 0.04, 1e-3, 1, false},
    {"spread", "radii lie between (1 - spread) and 1 times the largest", 0, 0, 0.9, false},
    {"side", "places along a side of the cube at the start; 0: as few as hold the balls", 0, 0, 100, true},
    {"speed", "largest speed along each axis at the start [m/s]", 3, 0, 100, false},
    {"e", "coefficient of restitution", 0.7, 0, 1, false},
    MU(0.3),
};

static void make_balls(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu"), speed = helper_value(k, "speed");
    int n = helper_count(k, "n"), side = helper_count(k, "side") > 0 ? helper_count(k, "side") : grid_side(n);
    if (side * side * side < n)
        helper_fail(k, "side=%d: a cube of %d places holds no %d balls", side, side * side * side, n);
    double spacing = 2.5 * radius, half = spacing * side / 2, spread = helper_value(k, "spread");
    helper_floor(k, mu);
    helper_plane(k, "lid", v3(0, 0, 2 * half), v3(0, 0, -1), mu);
    add_walls(k, half, mu);
    for (int i = 0; i < n; i++)
    {
        char name[HELPER_NAME];
        double share = spread > 0 ? random_between(&k->random, 1 - spread, 1) : 1;
        hf_shape_def ball = helper_sphere(share * radius, mu);
        ball.restitution = helper_value(k, "e");
        helper_colour(&ball, i);
        hf_body_def body = helper_free(helper_name(name, "ball", i), grid_place(k, i, side, spacing, 0.2 * radius));
        for (int a = 0; a < 3; a++) body.velocity[a] = speed * random_between(&k->random, -1, 1);
        helper_shape(k, helper_body(k, &body), &ball);
    }
    k->settings.step.duration = 5;
}

// ---- a column of balls that falls as one: Todorov 2010, figure 6 ----

static const hf_builtin_parameter ball_drop_parameters[] = {
    {"n", "balls", 5, 1, 100, true},
    {"radius", "radius [m]", 0.1, 1e-3, 1, false},
    {"height", "of the lowest above the floor [m]", 0.2, 0, 100, false},
    MU(0.5),
};

static void make_ball_drop(scene_helpers *k)
{
    double radius = helper_value(k, "radius"), mu = helper_value(k, "mu"), height = helper_value(k, "height");
    int n = helper_count(k, "n");
    helper_floor(k, mu);
    for (int i = 0; i < n; i++)
    {
        char name[HELPER_NAME];
        hf_shape_def ball = helper_sphere(radius, mu);
        helper_colour(&ball, i);
        helper_free_shape(k, helper_name(name, "ball", i), v3(0, 0, height + radius * (2 * i + 1)), 0, &ball);
    }
    k->settings.step.timestep = 0.005;
    k->settings.step.duration = 0.5;
}

const builtin_def heap_scenes[] = {
    {{"box_wall", "a wall of 1000 boxes", HELPER_PARAMETERS(box_wall_parameters)}, make_box_wall},
    {{"pyramid", "a pyramid of boxes that touch their neighbours", HELPER_PARAMETERS(pyramid_parameters)},
     make_pyramid},
    {{"sphere_pile", "5000 spheres fall on each other between four walls", HELPER_PARAMETERS(sphere_pile_parameters)},
     make_sphere_pile},
    {{"rocks", "200 rocks, convex meshes drawn at random, fall on a heap", HELPER_PARAMETERS(rocks_parameters)},
     make_rocks},
    {{"dominoes", "a row of dominoes, the first one pushed", HELPER_PARAMETERS(dominoes_parameters)}, make_dominoes},
    {{"cradle", "Newton's cradle, lying down: steel balls between bumpers", HELPER_PARAMETERS(cradle_parameters)},
     make_cradle},
    {{"balls", "balls fly about in a closed cube and come to rest", HELPER_PARAMETERS(balls_parameters)}, make_balls},
    {{"ball_drop", "a column of balls falls as one, and the shock stops all of them at once",
      HELPER_PARAMETERS(ball_drop_parameters)},
     make_ball_drop},
};
const int heap_scene_count = sizeof heap_scenes / sizeof heap_scenes[0];
