// Pieces of planar built-in scenes. Coordinates are x and y of the plane, which is seen from the front.

#ifndef HF_SAMPLES_BUILTIN_SCENE_HELPERS_PLANAR_H
#define HF_SAMPLES_BUILTIN_SCENE_HELPERS_PLANAR_H

#include "holdfast/planar.h"
#include "samples/builtin/scene_helpers.h"

/// A planar scene that is being made, and how the next pieces are.
typedef struct flat_kit
{
    scene_helpers *k;
    hf_planar *planar;
    double mu; // of the shapes that follow
    int colour;
    int level;     // of the shapes that follow
    double margin; // likewise [m]
} flat_kit;

flat_kit flat_begin(scene_helpers *k, double mu);

/// Adds all to the builder. Steps of 1 ms, `duration` in seconds.
void flat_end(flat_kit *f, double duration);

/// Bodies with the origin of their frame there; each returns the new index, or 0 after a failure.
int flat_body(flat_kit *f, const char *name, double x, double y);
int flat_crank(flat_kit *f, const char *name, double x, double y, double turn_rate);
int flat_define(flat_kit *f, const hf_planar_body_def *def);

// Shapes, in the frame of their body.
void flat_polygon(flat_kit *f, int body, const double (*points)[2], int count);
void flat_box(flat_kit *f, int body, double x0, double y0, double x1, double y1);
void flat_disc(flat_kit *f, int body, double x, double y, double radius);
/// A shape that weighs and is drawn, and touches nothing.
void flat_ghost_bar(flat_kit *f, int body, double x0, double y0, double x1, double y1, double radius);
void flat_ghost_disc(flat_kit *f, int body, double x, double y, double radius);

/// Joints of b to a, at points of the plane; each returns the new index.
int flat_pin(flat_kit *f, const char *name, int a, int b, double x, double y);
int flat_slider(flat_kit *f, const char *name, int a, int b, double x, double y);
int flat_joint(flat_kit *f, const hf_planar_joint_def *def);
void flat_motor(flat_kit *f, const hf_planar_motor_def *def);
void flat_spring(flat_kit *f, const hf_planar_spring_def *def);

#endif
