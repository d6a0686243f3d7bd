// The humanoid of Yamane and Nakamura 2008, tables 1 and 2: our scene humanoid.xml, whose 20 joints follow a table exactly, whatever force that takes, and whose
// soles have more contact points than hold it.

#ifndef HF_TOOL_PAPER_YAMANE08_HUMANOID_H
#define HF_TOOL_PAPER_YAMANE08_HUMANOID_H

#include "paper.h"

#include "holdfast/lemke.h"

typedef struct humanoid
{
    hf_model *model;
    hf_world *world;
    int columns, rows;
    int *joint;     // of each column
    double *values; // rows × (1 + columns), the time first
} humanoid;

/// `table`: a bundled table of joints; NULL: ten seconds of taps, with each foot in turn. False after paper_error. To be closed in any case.
bool humanoid_open(humanoid *h, paper_report *report, const char *table, double step);
void humanoid_close(humanoid *h);

/// One step, the joints where the table has them at its end.
bool humanoid_step(humanoid *h, paper_report *report, hf_step_report *step);

enum
{
    HUMANOID_FAILURES = HF_LCP_LIMIT + 1
};

/// A method on the LCPs of all frames, and what was published of it.
typedef struct humanoid_method
{
    const char *name, *what;
    double contacts, active, frames, success, no_solution, cycle, error; // published
} humanoid_method;

typedef struct humanoid_tally
{
    double frames, active, pivots, seconds, ends[HUMANOID_FAILURES];
} humanoid_tally;

/// The friction LCP of the last step, solved by every method. `contacts` is added to.
bool humanoid_look(const humanoid *h, paper_report *report, const humanoid_method *methods, int count,
                   humanoid_tally *tallies, double *contacts);

/// Height of the pelvis [m].
double humanoid_height(const humanoid *h);

#endif
