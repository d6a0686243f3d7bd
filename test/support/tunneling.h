// Shots: a body of some shape flies at a thin obstacle, and must not come to lie beyond it.
//
// Everything else is drawn at random: speed, direction, spin, where in the step it hits, restitution, friction, the
// length of the step.

#ifndef HF_TEST_TUNNELING_H
#define HF_TEST_TUNNELING_H

#include "support/truth_scenes.h"

#include "base/random.h"
#include "holdfast/mechanism.h"

typedef enum shot_obstacle
{
    OBSTACLE_STATIC = 0, // a plate of 1 mm that does not move
    OBSTACLE_HEAVY,      // the same, free, 1000 kg
    OBSTACLE_LIGHT,      // the same, free, as heavy as wood
    OBSTACLE_HULL,       // the convex hull of such a plate
    OBSTACLE_WALL,       // a closed mesh of 2 mm
    OBSTACLE_SHEET,      // two triangles
    OBSTACLE_FIELD,      // a height field
    OBSTACLE_PLANE,      // a half-space
    OBSTACLE_DOOR,       // a plate of 1 mm on a hinge
    OBSTACLE_COUNT
} shot_obstacle;

static const char *const obstacle_names[OBSTACLE_COUNT] = {"static", "heavy", "light", "hull", "wall",
                                                           "sheet",  "field", "plane", "door"};

typedef struct shot_shape
{
    const char *name;
    hf_shape_kind kind;
    double size[3];
    double radius, width; // around its centre; least [m]
} shot_shape;

static const shot_shape shot_shapes[] = {
    {"ball", HF_SHAPE_SPHERE, {0.01}, 0.01, 0.02},
    {"bullet", HF_SHAPE_CAPSULE, {0.003, 0.01}, 0.013, 0.006},
    {"rod", HF_SHAPE_CAPSULE, {0.002, 0.2}, 0.202, 0.004},
    {"bar", HF_SHAPE_BOX, {0.25, 0.005, 0.005}, 0.251, 0.01},
    {"box", HF_SHAPE_BOX, {0.05, 0.02, 0.005}, 0.055, 0.01},
    {"card", HF_SHAPE_BOX, {0.05, 0.04, 0.0003}, 0.065, 0.0006},
    {"ellipsoid", HF_SHAPE_ELLIPSOID, {0.05, 0.02, 0.01}, 0.05, 0.02},
    {"needle", HF_SHAPE_ELLIPSOID, {0.1, 0.01, 0.01}, 0.1, 0.02},
    {"coin", HF_SHAPE_CYLINDER, {0.05, 0.001}, 0.051, 0.002},
    {"splinter", HF_SHAPE_HULL, {0}, 0.11, 0.02},
};
enum
{
    SHOT_SHAPES = sizeof shot_shapes / sizeof *shot_shapes
};

/// What is drawn, and what came of it.
typedef struct shot
{
    int shape;
    shot_obstacle obstacle;
    double h, speed, spin, restitution;
    bool passed;    // its centre came to lie beyond the obstacle
    double deepest; // overlap at the beginning of a step [m]
    int substeps;   // of all steps
} shot;

__attribute__((unused)) static int shot_mesh(scene *s, int vertices, const double *x, int triangles, const int *t)
{
    hf_mesh_def mesh = {
        .name = "mesh", .vertex_count = vertices, .vertices = x, .triangle_count = triangles, .triangles = t};
    int index = -1;
    MUST(hf_builder_add_mesh(s->builder, &mesh, &index, error));
    return index;
}

__attribute__((unused)) static int shot_plate_mesh(scene *s, double thickness)
{
    double x[24];
    static const int t[36] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6, 0, 4, 5, 0, 5, 1,
                              1, 5, 6, 1, 6, 2, 2, 6, 7, 2, 7, 3, 3, 7, 4, 3, 4, 0};
    for (int k = 0; k < 8; k++)
    {
        x[3 * k] = k % 4 == 0 || k % 4 == 3 ? -1 : 1;
        x[3 * k + 1] = k % 4 < 2 ? -1 : 1;
        x[3 * k + 2] = k < 4 ? 0 : -thickness;
    }
    return shot_mesh(s, 8, x, 12, t);
}

/// The obstacle below z = 0; returns its body.
__attribute__((unused)) static int shot_add_obstacle(scene *s, shot_obstacle obstacle)
{
    static const double sheet[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const int halves[6] = {0, 1, 2, 0, 2, 3};
    static const double heights[9] = {0};
    hf_shape_def shape = hf_shape_def_default();
    hf_body_def body = body_at(0, 0, 0);
    bool moves = obstacle == OBSTACLE_HEAVY || obstacle == OBSTACLE_LIGHT;
    body.motion = moves ? HF_MOTION_FREE : HF_MOTION_STATIC;
    body.mass = obstacle == OBSTACLE_HEAVY ? 1000 : obstacle == OBSTACLE_LIGHT ? 2.5 : 0;
    body.gravity_scale = 0;
    if (obstacle == OBSTACLE_DOOR) body.parent = 0, body.mass = 10;
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = 1, shape.size[2] = 0.0005;
    shape.position[2] = -0.0005;
    shape.friction = 0;
    if (obstacle == OBSTACLE_PLANE) shape.kind = HF_SHAPE_PLANE;
    if (obstacle == OBSTACLE_HULL) shape.kind = HF_SHAPE_HULL, shape.mesh = shot_plate_mesh(s, 0.001);
    if (obstacle == OBSTACLE_WALL) shape.kind = HF_SHAPE_MESH, shape.mesh = shot_plate_mesh(s, 0.002);
    if (obstacle == OBSTACLE_SHEET) shape.kind = HF_SHAPE_MESH, shape.mesh = shot_mesh(s, 4, sheet, 2, halves);
    if (obstacle == OBSTACLE_FIELD)
    {
        hf_field_def field = {
            .name = "field", .rows = 3, .columns = 3, .half_x = 1, .half_y = 1, .base = 0.01, .heights = heights};
        MUST(hf_builder_add_field(s->builder, &field, &shape.mesh, error));
        shape.kind = HF_SHAPE_FIELD;
    }
    if (shape.kind >= HF_SHAPE_HULL || shape.kind == HF_SHAPE_PLANE) shape.position[2] = 0;
    if (obstacle != OBSTACLE_PLANE) shape.body = add_body(s, body);
    add_shape(s, shape);
    if (obstacle == OBSTACLE_DOOR)
    {
        hf_joint_def hinge = hf_joint_def_default();
        hinge.body = shape.body;
        hinge.kind = HF_JOINT_HINGE;
        hinge.axis[0] = 1, hinge.axis[2] = 0;
        hinge.position[1] = -1;
        MUST(hf_builder_add_joint(s->builder, &hinge, NULL, error));
    }
    return shape.body;
}

__attribute__((unused)) static int shot_add_body(scene *s, random_state *random, shot *t)
{
    static const double splinter[12] = {-.1, -.01, -.01, .1, 0, 0, 0, .02, -.01, 0, 0, .02};
    static const int faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const shot_shape *kind = &shot_shapes[t->shape];
    hf_shape_def shape = hf_shape_def_default();
    double way = t->speed * t->h * random_between(random, 0.2, 3);
    hf_body_def def = body_at(random_between(random, -0.1, 0.1), random_between(random, -0.1, 0.1), kind->radius + way);
    double norm = 0;
    for (int k = 0; k < 4; k++) def.orientation[k] = random_normal(random);
    for (int k = 0; k < 4; k++) norm += def.orientation[k] * def.orientation[k];
    for (int k = 0; k < 4; k++) def.orientation[k] /= sqrt(norm);
    def.velocity[0] = random_between(random, -0.4, 0.4) * t->speed;
    def.velocity[2] = -t->speed;
    for (int k = 0; k < 3; k++) def.angular_velocity[k] = random_between(random, -1, 1) * t->spin;
    shape.body = add_body(s, def);
    shape.kind = kind->kind;
    memcpy(shape.size, kind->size, sizeof shape.size);
    if (kind->kind == HF_SHAPE_HULL) shape.mesh = shot_mesh(s, 4, splinter, 4, faces);
    shape.restitution = t->restitution;
    shape.friction = random_below(random, 2) ? 0.5 : 0;
    add_shape(s, shape);
    return shape.body;
}

/// Where the body is in the obstacle's frame.
__attribute__((unused)) static void shot_place(const scene *s, int body, int obstacle, double place[3])
{
    hf_body_state at = hf_world_body(s->world, body), plate = hf_world_body(s->world, obstacle);
    double d[3], w = plate.orientation[0], *q = plate.orientation + 1, t[3];
    for (int k = 0; k < 3; k++) d[k] = at.position[k] - plate.position[k];
    for (int k = 0; k < 3; k++) t[k] = 2 * (d[(k + 1) % 3] * q[(k + 2) % 3] - d[(k + 2) % 3] * q[(k + 1) % 3]);
    for (int k = 0; k < 3; k++)
        place[k] = d[k] + w * t[k] + (t[(k + 1) % 3] * q[(k + 2) % 3] - t[(k + 2) % 3] * q[(k + 1) % 3]);
}

__attribute__((unused)) static void shot_draw(random_state *random, double fastest, double spin, shot *t)
{
    t->speed = fastest * pow(100, -random_unit(random)); // 1 … 100 m/s alike
    t->spin = random_below(random, 3) ? spin * random_unit(random) : 0;
    t->h = 0.0005 * pow(20, random_unit(random)); // 0.5 … 10 ms
    t->restitution = random_below(random, 2) ? 0 : random_unit(random);
}

/// Draws and runs one. `t` names the shape and the obstacle.
__attribute__((unused)) static void shoot(random_state *random, double fastest, double spin, shot *t)
{
    shot_draw(random, fastest, spin, t);
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = t->h;
    scene_settings(&s, settings);
    int obstacle = shot_add_obstacle(&s, t->obstacle), body = shot_add_body(&s, random, t);
    scene_start(&s);
    for (int n = 0; n < 20 && !t->passed; n++)
    {
        double place[3];
        MUST(hf_world_step(s.world, 0, &s.last, error));
        if (!s.last.certified)
            harness_fail(__FILE__, __LINE__, "not certified: natural %g", s.last.solve.residual.natural);
        t->substeps += s.last.substeps;
        for (int k = 0; k < hf_world_contact_count(s.world); k++)
            t->deepest = fmax(t->deepest, -hf_world_contact(s.world, k).gap);
        shot_place(&s, body, obstacle, place);
        if (fabs(place[0]) > 0.7 || fabs(place[1]) > 0.7) break; // over the edge
        t->passed = place[2] < 0;
    }
    scene_end(&s);
}

/// How deep a body may come into an obstacle [m]: a quarter of the thinner one in a piece of a step, and more over many
/// steps in which it rolls fast.
__attribute__((unused)) static double shot_depth(const shot *t)
{
    bool thin = t->obstacle <= OBSTACLE_WALL || t->obstacle == OBSTACLE_DOOR;
    return thin ? 0.0015 : 0.9 * shot_shapes[t->shape].width;
}

/// `runs` shots of one shape at one obstacle, of which none may pass.
__attribute__((unused)) static void shoot_many(int shape, int obstacle, uint64_t seed, int runs)
{
    for (int run = 0; run < runs; run++)
    {
        shot t = {.shape = shape, .obstacle = (shot_obstacle)obstacle};
        random_state random =
            random_seed(seed + (uint64_t)(run * SHOT_SHAPES + shape) * OBSTACLE_COUNT + (uint64_t)obstacle);
        shoot(&random, 100, 300, &t);
        if (t.passed || t.deepest > shot_depth(&t))
            harness_fail(__FILE__, __LINE__, "%s at %s, run %d: %s; %g m/s, %g rad/s, h = %g s, e = %g: %.3g mm deep",
                         shot_shapes[shape].name, obstacle_names[obstacle], run, t.passed ? "passed" : "too deep",
                         t.speed, t.spin, t.h, t.restitution, 1e3 * t.deepest);
    }
}

#endif
