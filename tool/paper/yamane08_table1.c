// Table 1 of Yamane and Nakamura 2008: a squat of a humanoid with 20 joints. The friction LCP of each frame is solved
// by the robust search, by Lemke's algorithm, and by its lexicographic form with four thresholds.

#include "yamane08_humanoid.h"

#include <math.h>

static const humanoid_method methods[] = {
    {"robust", "robust", 15.4, 2.18, 999, 999, 0, 0, 0},
    {"lemke", "Lemke", 16.1, 3.03, 998, 506, 52, 157, 283},
    {"lexico:0", "lexicographic, Δ = 0", 16.0, 3.02, 998, 514, 27, 147, 310},
    {"lexico:1e-8", "Δ = 1e-8", 15.9, 3.03, 998, 900, 17, 18, 63},
    {"lexico:1e-6", "Δ = 1e-6", 12.1, 2.30, 1000, 990, 3, 2, 5},
    {"lexico:1e-4", "Δ = 1e-4", 15.5, 2.55, 1000, 996, 3, 0, 1},
};

enum
{
    METHODS = sizeof methods / sizeof *methods
};

static bool run(paper_report *report, paper_size size)
{
    humanoid_tally tallies[METHODS] = {0};
    humanoid_motion motion = {.tallies = tallies};
    const humanoid_plan plan = {.table = "humanoid_squat.csv",
                                .duration = size == PAPER_SMALL ? 0.3 : 8.0,
                                .every = size == PAPER_FULL    ? 8
                                         : size == PAPER_QUICK ? 40
                                                               : 20,
                                .methods = methods,
                                .method_count = METHODS};
    if (!humanoid_run(report, &plan, &motion)) return false;
    double failures = 0.0;
    paper_table(report, "Frames of a squat",
                "contacts|active|frames|success|no solution|cycle|error|to 1e-3|pivots a frame");
    for (int k = 0; k < METHODS; k++)
    {
        const humanoid_tally *t = &tallies[k];
        double published[HUMANOID_COLUMNS + 1], ours[HUMANOID_COLUMNS + 1];
        humanoid_numbers(&plan, &motion, k, published, ours);
        published[HUMANOID_COLUMNS] = NAN;
        ours[HUMANOID_COLUMNS] = t->pivots / t->frames;
        paper_row(report, methods[k].what, published, ours, "%s", "");
        if (k == 0) paper_expect(report, 3, t->frames, t->frames);
        if (k == 0) paper_expect(report, 0, 12, 16);
        failures += k > 0 ? t->frames - t->ends[HF_LCP_SOLVED] : 0;
    }
    paper_table(report, "The motion", NULL);
    paper_value(report, "failures of the other five together", 492 + 484 + 98 + 10 + 4, failures, "robust has none");
    paper_expect(report, 0, 1, INFINITY);
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
