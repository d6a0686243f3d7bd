// How many impulses give one motion: what answers.c and answers_program.c share.

#ifndef HF_SOLVE_STATICS_ANSWERS_H
#define HF_SOLVE_STATICS_ANSWERS_H

#include "holdfast/margin.h"

#include "problem/problem.h"
#include "solve/statics/cone_program.h"

enum
{
    ANSWER_DIRECTIONS = BLOCK_SIZE_MAX
};

/// What a block's impulse may be, in the answer's motion.
typedef enum answer_law
{
    ANSWER_NOTHING, // it is what it is: open, or a box that moves
    ANSWER_LINE,    // any multiple of directions: bilateral
    ANSWER_RAY,     // a multiple >= 0 of one direction: a limit, or a contact that slides
    ANSWER_RANGE,   // a box at rest
    ANSWER_CONE,    // a contact that sticks, of one coefficient
    ANSWER_PARTS,   // a contact of several
} answer_law;

/// Directions are columns over the block's rows, in the problem's units.
typedef struct answer_block
{
    answer_law law;
    int count;                                       // of directions
    double way[ANSWER_DIRECTIONS][BLOCK_SIZE_MAX];   // all that the law leaves
    int inner_count;                                 // of those at r itself
    double inner[ANSWER_DIRECTIONS][BLOCK_SIZE_MAX]; // along them, and back, r stays within the law
    double own[BLOCK_SIZE_MAX];                      // r, within the law
    hf_answer_count found;
} answer_block;

typedef struct answer_run
{
    const hf_problem *problem;
    int dofs;
    double *H; // row-major, dimension × dofs, columns of length one
    answer_block *block;
    double size; // the largest impulse
    bool some;   // impulses are many, though it is not known which
    hf_workspace *workspace;
} answer_run;

/// Impulses below this share of the largest, and directions of which a block has less, are none.
extern const double ANSWER_NOTICED;

/// A contact that sticks: `inner` at an impulse.
void answer_inner(const hf_problem *problem, int i, double size, const double *r, answer_block *block);

/// Blocks that are not known: by an answer with all the freedom that there is, found by a program over cones.
hf_status answer_by_program(answer_run *run, hf_error *error);

/// share ◄ for each block the largest part that one of its directions (`inner`, or all that the law leaves) has in what
/// leaves every motion as it is: squares, 0 … 1.
hf_status answer_shares(const answer_run *run, bool inner, double *share, hf_error *error);

#endif
