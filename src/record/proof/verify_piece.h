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
    vec3 middle; // of a part: where its velocities move it
    quat middle_turn;
    verify_twist part[3]; // of a part there: before, free, struck
    vec3 force, torque;
    double impulse, turning; // sizes of what acts on it
} verify_mover;

/// Rows over velocities, of all.
typedef struct verify_rows
{
    int size, count;
    int *dof;
    double *H; // size × count
} verify_rows;

typedef struct verify_contact
{
    int shape[2], body[2], rows;
    unsigned flags;
    vec3 point, axis[3], surface, origin, normal; // the last: at the beginning
    double gap, shift, r[6], drift[6];
    verify_rows rows_told;
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

/// A system in a piece.
typedef struct verify_system_move
{
    const verify_system *system;
    bool rests;
    double *end, *free, *struck, *force, *fields;
    int entry_count;
    int *row, *column;
    double *value;
} verify_system_move;

/// Rows that are no contact.
typedef struct verify_block
{
    double scale, compliance, low, high, b[6], r[6];
    verify_rows rows;
} verify_block;

typedef struct verify_piece
{
    double h, natural, unit, overlap;
    int contact_count, round_count;
    verify_mover *movers; // body_count
    verify_contact *contacts;
    verify_round *rounds;
    verify_system_move *systems; // system_count
    int block_count;
    verify_block *blocks;
    double *sums, *sizes;  // dof_count: Σ Hᵀ r of blocks and contacts, and of sizes
    double *free, *struck; // dof_count: velocities where contacts are
} verify_piece;

/// Where the velocities of a system move its parts in the middle.
void verify_system_twists(const verify_run *run, verify_piece *piece, int system);

/// sums and sizes += what an impulse on a part at x, and a moment, are to the velocities of its system.
void verify_part_push(const verify_run *run, const verify_piece *piece, int body, vec3 x, vec3 f, vec3 moment,
                      double sign, double *sums, double *sizes);

/// Momentum along every velocity of a system.
bool verify_system_check(verify_run *run, const verify_piece *piece, int system);

/// In run->pieces. False: the verdict says why, or *no_memory.
bool verify_piece_read(verify_run *run, verify_bytes *b, verify_piece *piece, bool *no_memory);

/// All equations of a piece that begins at run->state.
bool verify_piece_check(verify_run *run, verify_piece *piece);

#endif
