// The humanoid of Yamane and Nakamura 2008, tables 1 and 2: our scene humanoid.xml, whose 20 joints follow a table
// exactly, whatever force that takes, and whose soles have more contact points than hold it.

#ifndef HF_TOOL_PAPER_YAMANE08_HUMANOID_H
#define HF_TOOL_PAPER_YAMANE08_HUMANOID_H

#include "paper.h"

#include "holdfast/lemke.h"

enum
{
    HUMANOID_FAILURES = HF_LCP_LIMIT + 1
};

/// A method on the LCPs of all frames: as published, in the units of the paper (newtons and metres a second) and with
/// its thresholds; and ours; and what was published of it.
typedef struct humanoid_method
{
    const char *what, *key, *letter, *ours; // key: what --instead calls the first
    double contacts, active, frames, success, no_solution, cycle, error, ms, pivots; // published; of all frames
} humanoid_method;

typedef struct humanoid_tally
{
    double frames, active, pivots, seconds, ends[HUMANOID_FAILURES];
    double certified; // frames solved to 1e-8
} humanoid_tally;

/// A motion, and what looks at it.
typedef struct humanoid_plan
{
    const char *table; // a bundled table of joints; NULL: taps with each foot in turn
    double duration;   // [s], in steps of 1 ms
    int every;         // so many steps the friction LCP of the last one is solved by every method
    const humanoid_method *methods;
    int method_count;
} humanoid_plan;

/// What came of it.
typedef struct humanoid_motion
{
    double contacts, uncertified, height, lowest; // of all frames; steps; of the pelvis [m], at the end and in between
    humanoid_tally *tallies[2];                   // as published, and ours: one for each method, zero before
} humanoid_motion;

/// Runs the motion. False after paper_error, or an interrupt.
bool humanoid_run(paper_report *report, const humanoid_plan *plan, humanoid_motion *motion);

enum
{
    HUMANOID_COLUMNS = 10
};

/// Tables of frames of the paper have these columns.
extern const char humanoid_columns[];

/// The row of method k.
void humanoid_row(paper_report *report, const humanoid_plan *plan, const humanoid_motion *motion, int k);

/// What the steps and the pose came to, in a table of their own.
void humanoid_report(paper_report *report, const humanoid_motion *motion);

#endif
