// The simulator of Todorov 2010, section IV: balls of different radii in a cube, contacts where they touch, one contact
// problem a step.
//
//     u = K q̇,   M q̇⁺ = M q̇ + h τ + Kᵀ r,   x⁺ = x + h q̇⁺                                     (2) to (5)
//
// Kept as simple as the paper's: a contact is a pair that touches or overlaps, u_N >= 0 there (b = 0), and nothing is
// done about overlap. Our worlds do more (gaps, impacts, corrections), which makes other problems.

#ifndef HF_TOOL_PAPER_TODOROV10_BALLS_H
#define HF_TOOL_PAPER_TODOROV10_BALLS_H

#include "paper.h"

#include "holdfast/implicit.h"

enum
{
    BALLS_MOST = 16,
    BALLS_CONTACTS = BALLS_MOST * (BALLS_MOST - 1) / 2 + 6 * BALLS_MOST,
};

typedef struct ball
{
    double position[3], velocity[3], spin[3];
    double radius, mass;
} ball;

/// Two balls, or a ball and a wall.
typedef struct ball_contact
{
    int a, b;           // b < 0: a wall, -1 - its number
    double frame[3][3]; // normal from b to a, two tangents
} ball_contact;

typedef struct balls
{
    ball of[BALLS_MOST];
    int count;
    double half; // the cube is |x|, |y| <= half, 0 <= z <= 2 half; INFINITY: a floor alone
    ball_contact contacts[BALLS_CONTACTS];
    int contact_count;
    ball_contact last[BALLS_CONTACTS]; // those of the step before, and their impulses
    double last_r[3 * BALLS_CONTACTS];
    int last_count;
} balls;

/// Places, radii and velocities of a built-in scene of balls, with its parameters. False after paper_error.
bool balls_begin(balls *s, paper_report *report, const char *scene, uint64_t seed);

/// The contacts of the present places, and their problem for a step of h [s]; NULL if nothing touches, or after
/// paper_error.
hf_problem *balls_problem(balls *s, paper_report *report, double mu, double h);

/// Solves it by a name: "implicit/paper" and "implicit" (all islands at once) with their counts, any other without.
/// `warm`: r is the guess.
hf_status balls_solve(const char *name, const hf_problem *problem, bool warm, double *r, hf_report *report,
                      hf_implicit_counts *counts, hf_error *error);

/// r ◄ the impulses of the last step at contacts of the same bodies, in their present axes; 0 at new ones.
void balls_guess(const balls *s, double *r);

/// Keeps the impulses of this step for that.
void balls_remember(balls *s, const double *r);

/// Ends the step with the impulses of the problem; r may be NULL without contacts.
void balls_move(balls *s, const double *r, double h);

#endif
