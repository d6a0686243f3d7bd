// What a method brings to the registry. A new method is a file with a solver_family and a line in solve.c, or in the
// register of a library that stands on the engine (papers/register.c).

#ifndef HF_SOLVE_FAMILY_H
#define HF_SOLVE_FAMILY_H

#include "solve/name_options.h"

typedef struct solver_family
{
    const hf_solver *listed; // the names that `holdfast solvers` shows
    int listed_count;

    /// Options that may follow a name. NULL: none.
    const name_option *options;
    int option_count;

    /// Whether this family understands the name. NULL: exactly the listed names.
    bool (*accepts)(const char *name);

    /// The friction law that the method is made for. NULL: the cone.
    hf_friction_law (*friction)(const char *name);

    /// Whether it solves contacts with a pyramid, never asked of the cone, which all of them are given (and those that
    /// are not exact come near). NULL: it does not.
    bool (*solves)(const char *name, const hf_friction_law *law);

    /// Whether it solves contacts with moments (4 and 6 rows). NULL: it does not.
    bool (*moments)(const char *name);

    /// Pivots: there is no answer before the last one, and what is cut short is of no use.
    bool direct;

    /// Solves within the frame (frame.h). `options`, `workspace` and `report` are never NULL here; options are valid; r
    /// holds zeros or the guess, and receives the answer. The report has been begun (report.h) and must be finished.
    hf_status (*run)(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error);
} solver_family;

/// The registry knows these, too, from now on. For constructors, which run before main: it is not safe beside a solve.
void solver_families_add(const solver_family *const *families, int count);

/// Whether a name's method is direct.
bool solver_is_direct(const char *name);

/// `moments` of a family whose methods all know them.
bool solver_knows_moments(const char *name);

/// `solves` of a method that knows every pyramid.
bool solver_knows_pyramids(const char *name, const hf_friction_law *law);

#endif
