// Rows of a problem beside the contacts: loops, limits, motors, dry friction, tendons. A block is put together from
// terms (a point's velocity, a turn, a joint's velocity) and then turned into rows over the velocities of all objects
// that it touches.

#ifndef HF_MODEL_ROWS_ROWS_H
#define HF_MODEL_ROWS_ROWS_H

#include "base/arena.h"
#include "holdfast/problem.h"
#include "model/object.h"

enum
{
    ROWS_TERMS = 16 // room for terms that a set begins with
};

typedef struct row_term
{
    int row;  // 0 … size - 1
    int body; // of a point or turn; -1: `dof` is meant
    int dof;  // of a joint: among the velocities of all trees
    bool turn;
    vec3 arm, d;  // from the centre of mass; direction
    double scale; // of the joint's velocity, too
} row_term;

typedef struct row_block
{
    hf_law_kind kind;
    int size;      // rows, 1 … 3
    int place;     // of its impulses in world_state.reactions, …
    int row[3];    // … and where among them each row's is: those of loops that follow from others are left out
    double lo, hi; // of a box [N s]
    double b[3];   // velocity without impulses, and what the law adds
    // Added to the diagonal of W for a spring or damper that is part of the law [1/kg or 1/(kg
    // m²)]. Usually 0.
    double compliance;
    double spring;                      // the part of 1 / compliance that a spring makes
    double known;                       // of a spring or damper: its impulse if nothing moves [N s], not yet clamped
    double approach, acceleration, gap; // of a limit: rate before the step, of free motion; gap at the beginning
    int object[2];                      // the first and the last that it touches
    double scale;                       // of its rows in the problem (a power of two)
    int count;                          // degrees of freedom that it touches
    int *dof;                           // [count], among those of all objects, ascending
    double *H, *G;                      // [size × count]

    // Where row_set.keeps: its rows before they are halved, [rows that it was closed with × plain_count].
    int plain_count, *plain_dof;
    double *plain;
} row_block;

/// Scratch for a block whose width is not known yet: that of all objects it touches.
typedef struct row_room
{
    int room;          // degrees of freedom: rows stand so far apart
    int *dof;          // [room]
    double *h, *g;     // [room]
    double *H, *G;     // [3 × room]
    double *own;       // [3 × room]: rows over one object
    double (*four)[4]; // [room]
} row_room;

typedef struct row_set
{
    hf_workspace *workspace;
    const hf_model *model;
    int count, capacity;
    row_block *blocks;
    int term_count, term_capacity; // of the open block
    row_term *terms;
    bool failed; // memory was short: everything after that did nothing
    bool keeps;  // rows as they are before they are halved, for a witness of the step

    // scratch
    int *objects, *dofs, *own, *out;
    double *dense, *row;
    bool *touched;
    row_room wide;
} row_set;

/// False if memory is short. Everything comes from the workspace.
bool rows_begin(row_set *set, const hf_model *model, hf_workspace *workspace);

/// Opens a block without terms; it counts when it is closed. Opening again forgets it.
void rows_open(row_set *set, hf_law_kind kind, int size, int place);
void rows_point(row_set *set, int row, int body, vec3 arm, vec3 d, double scale);
void rows_turn(row_set *set, int row, int body, vec3 d, double scale);
void rows_joint(row_set *set, int row, int place_v, double scale);

/// Of the open block: row's value for these velocities of all bodies (of centres, and angular) and of all trees.
double rows_velocity(const row_set *set, int row, double (*twists)[6], const double *v);

/// Computes H and G of the open block and adds it; its law is the caller's to fill in. NULL if it touches nothing that
/// moves, or memory is short.
row_block *rows_close(row_set *set, const configuration *at, const inverse_mass *mass);

/// W_ij of row i of a block and row j of another: over the degrees of freedom that both touch.
double rows_product(const row_block *x, int i, const row_block *y, int j);

/// The largest diagonal entry of a block of W, compliance included.
double block_diagonal(const row_block *block);

/// A power of two by which rows of the block are multiplied so that this entry, in units of 1/unit_mass, is near 1.
double block_scale(const row_block *block, double unit_mass);

/// Opens a single row over one object, which becomes no block: terms, then rows_single. Takes no memory for up to
/// ROWS_TERMS terms, so that it may be used under a mark of the workspace that ends before the set does.
void rows_open_single(row_set *set);

/// Of an open block with one row over one object: dof, H and G at the caller's (room for dof_count). Returns how many.
int rows_single(row_set *set, const configuration *at, const inverse_mass *mass, int object, int *dof, double *H,
                double *G);

#endif
