// The way of a spatial tendon: straight pieces between points of bodies, and arcs on what it is wrapped round.

#ifndef HF_MODEL_ROWS_PATH_H
#define HF_MODEL_ROWS_PATH_H

#include "model/model.h"

typedef struct path_piece
{
    int body[2]; // that its ends belong to
    vec3 point[2];
    double share; // of its length that counts: pulleys
    double arc;   // length of the arc that follows it [m]
} path_piece;

typedef struct path_walk
{
    const configuration *at;
    const hf_tendon_def *def;
    int k; // item that the next piece begins at
    double share;

    // From a shape to the site after it.
    bool leaves;
    path_piece leaving;

    // The last site that a piece had, -1: none, and where it is.
    int last_site;
    vec3 last_point;
} path_walk;

path_walk path_begin(const configuration *at, int tendon);

/// The next piece; false at the end.
bool path_next(path_walk *walk, path_piece *piece);

/// The body of an item of a spatial tendon; -1 of a pulley.
int path_body(const hf_model *model, const hf_tendon_def *def, int item);

#endif
