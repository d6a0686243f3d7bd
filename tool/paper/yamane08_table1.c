// Table 1 of Yamane and Nakamura 2008: a squat of a humanoid with 20 joints. The friction LCP of each frame is solved
// by the robust search, by Lemke's algorithm, and by its lexicographic form with four thresholds.

#include "yamane08_humanoid.h"

#include <math.h>

#define LETTER "/absolute=1/pivot_zero=0"

static const humanoid_method methods[] = {
    {"robust", "robust/paper", "robust/paper" LETTER, "robust", 15.4, 2.18, 999, 999, 0, 0, 0, NAN, NAN},
    {"Lemke", "lemke/paper", "lemke" LETTER, "lemke", 16.1, 3.03, 998, 506, 52, 157, 283, NAN, NAN},
    {"lexicographic, Δ = 0", "lexico:0/paper", "lexico:0" LETTER, "lexico:0", 16.0, 3.02, 998, 514, 27, 147, 310, NAN,
     NAN},
    {"Δ = 1e-8", "lexico:1e-8/paper", "lexico:1e-8" LETTER, "lexico:1e-8", 15.9, 3.03, 998, 900, 17, 18, 63, NAN, NAN},
    {"Δ = 1e-6", "lexico:1e-6/paper", "lexico:1e-6" LETTER, "lexico:1e-6", 12.1, 2.30, 1000, 990, 3, 2, 5, NAN, NAN},
    {"Δ = 1e-4", "lexico:1e-4/paper", "lexico:1e-4" LETTER, "lexico:1e-4", 15.5, 2.55, 1000, 996, 3, 0, 1, NAN, NAN},
};

// The share of frames that the robust search solves as published, at least; the paper: all.
static const double ROBUST_SHARE = 0.94;

// … and Lemke's algorithm with a sound threshold of what is a pivot.
static const double LEMKE_SHARE = 0.98;

enum
{
    METHODS = sizeof methods / sizeof *methods,
    LEMKE = 1
};

static bool run(paper_report *report, paper_size size)
{
    humanoid_tally letter[METHODS] = {0}, ours[METHODS] = {0};
    humanoid_motion motion = {.tallies = {letter, ours}};
    const humanoid_plan plan = {.table = "humanoid_squat.csv",
                                .duration = size == PAPER_SMALL ? 0.5 : 8.0,
                                .every = size == PAPER_FULL    ? 8
                                         : size == PAPER_QUICK ? 40
                                                               : 6,
                                .methods = methods,
                                .method_count = METHODS};
    if (!humanoid_run(report, &plan, &motion)) return false;
    paper_table(report, "Frames of a squat", humanoid_columns);
    for (int k = 0; k < METHODS; k++)
    {
        humanoid_row(report, &plan, &motion, k);
        if (k == LEMKE) paper_expect(report, SIDE_OURS, 3, LEMKE_SHARE * ours->frames, ours->frames);
        if (k > 0) continue;
        paper_expect(report, SIDE_AS_PUBLISHED, 0, 12, 16);
        paper_expect(report, SIDE_AS_PUBLISHED, 3, ROBUST_SHARE * letter->frames, letter->frames);
        paper_expect(report, SIDE_OURS, 3, ours->frames, ours->frames);
    }
    paper_table(report, "The motion", NULL);
    humanoid_report(report, &motion);
    return true;
}

const paper_experiment yamane08_table1 = {
    .name = "yamane08-table1",
    .paper = "Yamane and Nakamura 2008",
    .title = "table 1: LCPs of a squat by robust, Lemke and lexicographic Lemke",
    .setting =
        "humanoid.xml stands in for a robot of which the data cannot be had: 20 joints, which follow "
        "humanoid_squat.csv exactly (high-gain mode), steps of 1 ms. Each sole is "
        "a box with a smaller one flush with it, 8 contact points a foot. The world moves by `auto`; at every eighth "
        "step (quick: fortieth) its contact problem "
        "becomes an LCP with a friction cone of 8 sides, which every method solves as in section IV-C, without "
        "friction first; all see the same "
        "frames. A frame counts as solved if the certificate of the LCP is within 1e-8; limits count as errors. `to "
        "1e-3`: within the paper's e_max.",
    .run = run,
};
