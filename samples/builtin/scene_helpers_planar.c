// Pieces of planar built-in scenes.

#include "samples/builtin/scene_helpers_planar.h"

flat_kit flat_begin(scene_helpers *k, double mu)
{
    flat_kit f = {.k = k, .mu = mu};
    hf_planar_def def = hf_planar_def_default();
    if (k->status == HF_STATUS_OK) k->status = hf_planar_create(&def, &f.planar, k->error);
    return f;
}

void flat_end(flat_kit *f, double duration)
{
    scene_helpers *k = f->k;
    if (k->status == HF_STATUS_OK) k->status = hf_planar_build(f->planar, k->builder, k->error);
    hf_planar_destroy(f->planar);
    f->planar = NULL;
    k->settings.step.timestep = 1e-3;
    k->settings.step.duration = duration;
}

int flat_define(flat_kit *f, const hf_planar_body_def *def)
{
    int index = 0;
    if (f->k->status == HF_STATUS_OK) f->k->status = hf_planar_add_body(f->planar, def, &index, f->k->error);
    f->colour = index;
    return index;
}

static int add_body(flat_kit *f, const char *name, hf_motion motion, double x, double y, double turn_rate)
{
    hf_planar_body_def def = hf_planar_body_def_default();
    def.name = name;
    def.motion = motion;
    def.position[0] = x;
    def.position[1] = y;
    def.turn_rate = turn_rate;
    return flat_define(f, &def);
}

int flat_body(flat_kit *f, const char *name, double x, double y)
{
    return add_body(f, name, HF_MOTION_FREE, x, y, 0);
}

int flat_crank(flat_kit *f, const char *name, double x, double y, double turn_rate)
{
    return add_body(f, name, HF_MOTION_PRESCRIBED, x, y, turn_rate);
}

// ---- shapes ----

static void add_shape(flat_kit *f, int body, hf_planar_shape_kind kind, const double (*points)[2], int count,
                      double radius, bool collides)
{
    hf_planar_shape_def def = hf_planar_shape_def_default();
    def.body = body;
    def.kind = kind;
    def.points = points;
    def.point_count = count;
    def.radius = radius;
    def.friction = f->mu;
    def.margin = f->margin;
    def.level = f->level;
    def.collides = collides;
    hf_shape_def coloured = hf_shape_def_default();
    if (body != HF_PLANAR_GROUND) helper_colour(&coloured, f->colour);
    for (int i = 0; i < 4; i++) def.color[i] = coloured.color[i];
    if (f->k->status == HF_STATUS_OK) f->k->status = hf_planar_add_shape(f->planar, &def, NULL, f->k->error);
}

void flat_polygon(flat_kit *f, int body, const double (*points)[2], int count)
{
    add_shape(f, body, HF_PLANAR_POLYGON, points, count, 0, true);
}

void flat_box(flat_kit *f, int body, double x0, double y0, double x1, double y1)
{
    const double points[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    flat_polygon(f, body, points, 4);
}

void flat_disc(flat_kit *f, int body, double x, double y, double radius)
{
    const double point[1][2] = {{x, y}};
    add_shape(f, body, HF_PLANAR_DISC, point, 1, radius, true);
}

void flat_ghost_bar(flat_kit *f, int body, double x0, double y0, double x1, double y1, double radius)
{
    const double points[2][2] = {{x0, y0}, {x1, y1}};
    add_shape(f, body, HF_PLANAR_CAPSULE, points, 2, radius, false);
}

void flat_ghost_disc(flat_kit *f, int body, double x, double y, double radius)
{
    const double point[1][2] = {{x, y}};
    add_shape(f, body, HF_PLANAR_DISC, point, 1, radius, false);
}

// ---- joints ----

int flat_joint(flat_kit *f, const hf_planar_joint_def *def)
{
    int index = 0;
    if (f->k->status == HF_STATUS_OK) f->k->status = hf_planar_add_joint(f->planar, def, &index, f->k->error);
    return index;
}

int flat_pin(flat_kit *f, const char *name, int a, int b, double x, double y)
{
    hf_planar_joint_def def = hf_planar_joint_def_default();
    def.name = name;
    def.body_a = a;
    def.body_b = b;
    def.at[0] = x;
    def.at[1] = y;
    return flat_joint(f, &def);
}

int flat_slider(flat_kit *f, const char *name, int a, int b, double x, double y)
{
    hf_planar_joint_def def = hf_planar_joint_def_default();
    def.name = name;
    def.kind = HF_PLANAR_SLIDER;
    def.body_a = a;
    def.body_b = b;
    def.axis[0] = x;
    def.axis[1] = y;
    return flat_joint(f, &def);
}

void flat_motor(flat_kit *f, const hf_planar_motor_def *def)
{
    if (f->k->status == HF_STATUS_OK) f->k->status = hf_planar_add_motor(f->planar, def, NULL, f->k->error);
}

void flat_spring(flat_kit *f, const hf_planar_spring_def *def)
{
    if (f->k->status == HF_STATUS_OK) f->k->status = hf_planar_add_spring(f->planar, def, NULL, f->k->error);
}
