// Solvers from outside, by hf_solver_register: a name, a function, and the certificate of every answer.

#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum
{
    OWN_CAPACITY = 64,
    OWN_NAME = 64,   // with its zero
    OWN_PAPER = 200, // longer ones are cut
};

typedef struct own_solver
{
    char name[OWN_NAME];
    char paper[OWN_PAPER];
    hf_solver_function function;
    void *context;
} own_solver;

static own_solver solvers[OWN_CAPACITY];
static hf_solver listed[OWN_CAPACITY]; // what the registry shows of them, in the same order

static int find_own(const char *name)
{
    for (int k = 0; k < own_family.listed_count; k++)
        if (strcmp(solvers[k].name, name) == 0) return k;
    return -1;
}

/// Only what the certificate confirms has converged, and nothing confirms that there is no answer.
static hf_outcome believable(hf_outcome claimed)
{
    return claimed == HF_OUTCOME_LIMIT ? HF_OUTCOME_LIMIT : HF_OUTCOME_STALLED;
}

static hf_status own_run(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error)
{
    const own_solver *own = &solvers[find_own(name)];
    hf_error said = {0};
    hf_status status = own->function(own->context, problem, options, r, report, &said);
    if (status != HF_STATUS_OK)
        return error_set(error, status, "solver '%s': %.200s", name,
                         said.message[0] ? said.message : hf_status_name(status));
    const hf_outcome claimed = report->outcome;
    TRY(report_finish(problem, options, r, workspace, believable(claimed), report, error));
    if (claimed == HF_OUTCOME_CONVERGED && report->outcome != HF_OUTCOME_CONVERGED)
        report_note(report, "'%s' says that it converged; the certificate is %.3g", name, report->residual.natural);
    return HF_STATUS_OK;
}

/// Which kinds of blocks it knows an own solver says by itself.
solver_family own_family = {
    .listed = listed,
    .moments = solver_knows_moments,
    .solves = solver_knows_pyramids,
    .run = own_run,
};

static bool is_name(const char *name)
{
    static const char *const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
    size_t length = name ? strlen(name) : 0;
    return length > 0 && length < OWN_NAME && strspn(name, marks) == length;
}

static hf_status check_registration(const char *name, int found, hf_error *error)
{
    if (!is_name(name))
        return error_set(error, HF_STATUS_INVALID,
                         "name = '%.80s': a solver's name has 1 to %d letters, digits, or marks among . _ + -",
                         name ? name : "", OWN_NAME - 1);
    if (found < 0 && hf_solver_check(name, NULL) == HF_STATUS_OK)
        return error_set(error, HF_STATUS_INVALID, "name = '%s': the library has a solver of this name", name);
    if (found < 0 && own_family.listed_count == OWN_CAPACITY)
        return error_set(error, HF_STATUS_INVALID, "name = '%s': there are %d own solvers already", name, OWN_CAPACITY);
    return HF_STATUS_OK;
}

/// The registry's entry points to the texts beside it, which move with it.
static void list_one(int k, bool exact)
{
    listed[k] = (hf_solver){
        .name = solvers[k].name, .paper = solvers[k].paper, .summary = "a solver of the user's own", .exact = exact};
}

static hf_status take_away(const char *name, int at, hf_error *error)
{
    if (at < 0) return error_set(error, HF_STATUS_INVALID, "name = '%s': there is no own solver of this name", name);
    own_family.listed_count--;
    for (int k = at; k < own_family.listed_count; k++)
    {
        solvers[k] = solvers[k + 1];
        list_one(k, listed[k + 1].exact);
    }
    return HF_STATUS_OK;
}

hf_status hf_solver_register(const char *name, const char *paper, bool exact, hf_solver_function function,
                             void *context, hf_error *error)
{
    int at = is_name(name) ? find_own(name) : -1;
    if (!function && is_name(name)) return take_away(name, at, error);
    TRY(check_registration(name, at, error));
    if (at < 0) at = own_family.listed_count++;
    own_solver *own = &solvers[at];
    *own = (own_solver){.function = function, .context = context};
    snprintf(own->name, sizeof own->name, "%s", name);
    snprintf(own->paper, sizeof own->paper, "%s", paper ? paper : "");
    list_one(at, exact);
    return HF_STATUS_OK;
}
