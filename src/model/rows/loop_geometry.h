// Loops between two bodies as geometry: what each kind holds, in one configuration.
//
// A row is a rate, of body a against body b:
//
//     along · (velocity of a at `point` - velocity of b at `point`) + turn_a · ω_a - turn_b · ω_b
//
// Both sides are taken at one point, so that impulses are equal and opposite along one line. Rows that hold a place
// come first, and are the rates of the gaps (e axes, p points, n directions fixed in a and perpendicular to e_a):
//
//     connect    gap p_a - p_b                              along x, y, z at the middle between the points
//     weld       beside it the turn from b to where a wants it            turn about x, y, z
//     hinge      connect, and e_b · n_k                     turn n_k × e_b
//     slide      weld's turns, and (p_a - p_b) · n_k        along n_k at p_b
//     universal  connect, and e_a · e_b                     turn e_a × e_b
//     rod        |p_a - p_b| - length                       along the line
//     line       (p_a - p_b) · n_k                          along n_k at p_b
//     plane      (p_a - p_b) · e_a                          along e_a at p_b
//     gear       nothing                                    turn_a = e_a, turn_b = ratio e_b
//     roll       the height of the wheel's lowest point     along the normal and two tangents, at that point
//     knife      nothing                                    along e_a at p_a
//
// Roll: centre c, axis e, radius r, normal n: with s = √(1 - (n·e)²), u = (n - (n·e) e)/s the lowest point is c - r u,
// and its height n·(c - p_b) - r s; of a ball u = n, s = 1. A wheel that lies flat (s = 0) touches all around: it takes
// the direction that it had last (any).

#ifndef HF_MODEL_ROWS_LOOP_GEOMETRY_H
#define HF_MODEL_ROWS_LOOP_GEOMETRY_H

#include "holdfast/mechanism.h"

#include "linalg/quat.h"

/// One side of a loop in the world.
typedef struct loop_side
{
    vec3 point, axis;
    quat turn; // of the body's frame
} loop_side;

typedef struct loop_rate
{
    vec3 along, point, turn_a, turn_b;
} loop_rate;

enum
{
    LOOP_ROWS_MOST = 6
};

/// Whether it is one between two bodies.
bool loop_joins_bodies(hf_loop_kind kind);

/// Rows, and how many of them hold a place.
int loop_row_count(hf_loop_kind kind);
int loop_gap_count(hf_loop_kind kind);

/// Whether gap k is an angle.
bool loop_gap_turns(hf_loop_kind kind, int k);

void loop_rows_at(const hf_loop_def *def, const loop_side side[2], loop_rate *rows);
void loop_gaps_at(const hf_loop_def *def, const loop_side side[2], double *gap);

#endif
