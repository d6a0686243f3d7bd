// A piece of a step, as it is read.

#ifndef HF_RECORD_PROOF_VERIFY_PIECE_H
#define HF_RECORD_PROOF_VERIFY_PIECE_H

#include "record/proof/verify.h"

typedef struct verify_bytes
{
    const unsigned char *bytes;
    size_t size, at;
    bool well; // nothing was asked for beyond the end, and all numbers are finite
} verify_bytes;

unsigned long verify_take(verify_bytes *b, int size);
double verify_number(verify_bytes *b);
void verify_numbers(verify_bytes *b, double *x, int count);
verify_state verify_take_state(verify_bytes *b);

/// Velocity, and angular velocity or momentum.
typedef struct verify_twist
{
    vec3 v, w;
} verify_twist;

/// A body in a piece.
typedef struct verify_mover
{
    unsigned flags;
    verify_state end;
    verify_twist before, struck, free; // L in the place of w
    verify_twist given[2];             // of a prescribed one
    vec3 x;                            // where contacts are
    quat q;
    vec3 force, torque;
    double impulse, turning; // sizes of what acts on it
} verify_mover;

typedef struct verify_contact
{
    int shape[2], body[2], rows;
    unsigned flags;
    vec3 point, axis[3], surface, origin, normal; // the last: at the beginning
    double gap, shift, r[6];
    verify_law law;
} verify_contact;

typedef struct verify_hit
{
    int contact;
    double r[6], before[6], after[6];
} verify_hit;

typedef struct verify_round
{
    bool mixed;
    double unit;
    int count;
    verify_hit *hits;
} verify_round;

/// A tree in a piece.
typedef struct verify_tree_move
{
    const verify_tree *tree;
    bool rests;
    double spring;
    double *end_q, *end_v, *struck, *free, *mean, *force, *damping, *stiffness;
    verify_walk before, struck_walk, free_walk, mean_walk; // in the middle
    vec3 *push;                                            // 2 × link_count: impulses of contacts, and angular ones
} verify_tree_move;

/// Rows that are no contact.
typedef struct verify_block
{
    int size, count;
    double scale, compliance, low, high, b[3], r[3];
    int *dof;
    double *H; // size × count
} verify_block;

typedef struct verify_piece
{
    double h, natural, unit, overlap;
    int contact_count, round_count;
    verify_mover *movers; // body_count
    verify_contact *contacts;
    verify_round *rounds;
    verify_tree_move *trees; // tree_count
    int block_count;
    verify_block *blocks;
    double *generalized, *change; // dof_count: Σ Hᵀ r of blocks; what impulses change velocities by
    int *link_tree, *link;        // body_count: -1 of what is no link
} verify_piece;

/// Momentum along every joint, and links where their joints say.
bool verify_tree_check(verify_run *run, const verify_piece *piece, const verify_tree_move *move);

/// In run->pieces. False: the verdict says why, or *no_memory.
bool verify_piece_read(verify_run *run, verify_bytes *b, verify_piece *piece, bool *no_memory);

/// All equations of a piece that begins at run->state.
bool verify_piece_check(verify_run *run, verify_piece *piece);

#endif
