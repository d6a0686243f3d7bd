// Pieces of segments on their ways, as the grid enters them in its cells (chain_grid.c), made on all threads of the
// workspace.

#ifndef HF_COLLIDE_CHAINS_CHAIN_PIECES_H
#define HF_COLLIDE_CHAINS_CHAIN_PIECES_H

#include "collide/broad/scene.h"

enum
{
    CHAIN_LARGE = 64 // cells of a piece: one in more is compared with all others
};

typedef struct chain_piece
{
    float low[3], high[3]; // of its way, about the middle of all
    int cell[3], last[3];  // the first and the last that it is entered in
    int item;
} chain_piece;

/// A segment, and how far it may come: half of its way to another, with its pad [m].
typedef struct chain_line
{
    vec3 middle, unit;
    double half, reach;
} chain_line;

typedef struct chain_hashing
{
    const chain_set *set;
    const chain_sweep *sweeps;
    const collide_scene *scene;
    chain_grid *grid;
    vec3 middle;
    double cell, per_cell;        // [m], [1/m]
    int piece_count, large_count; // large pieces come first
    unsigned mask;
} chain_hashing;

/// Cells, lines and pieces, large ones first, and the number of entries of the others. False if memory is short.
bool chain_pieces_make(chain_hashing *h, hf_workspace *workspace, size_t *entries);

#endif
