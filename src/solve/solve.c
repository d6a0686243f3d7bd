// The registry: the solvers by name, and hf_solve, which finds one and runs it within the frame.

#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"

#include "base/error.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum
{
    FAMILY_CAPACITY = 32
};

static const solver_family *families[FAMILY_CAPACITY] = {
    &auto_family, &momentum_family, &clusters_family, &interior_family, &proximal_family, &path_family, &own_family,
};
static int family_count = 7;

void solver_families_add(const solver_family *const *added, int count)
{
    assert(family_count + count <= FAMILY_CAPACITY);
    for (int k = 0; k < count; k++) families[family_count++] = added[k];
}

const char *hf_outcome_name(hf_outcome outcome)
{
    switch (outcome)
    {
    case HF_OUTCOME_CONVERGED: return "converged";
    case HF_OUTCOME_STALLED: return "stalled";
    case HF_OUTCOME_LIMIT: return "limit";
    case HF_OUTCOME_NO_SOLUTION: return "no_solution";
    }
    return "unknown outcome";
}

hf_solve_options hf_solve_options_default(void)
{
    return (hf_solve_options){.tolerance = 1e-8};
}

int hf_solver_count(void)
{
    int count = 0;
    for (int f = 0; f < family_count; f++) count += families[f]->listed_count;
    return count;
}

const hf_solver *hf_solver_at(int index)
{
    for (int f = 0; index >= 0 && f < family_count; f++)
    {
        if (index < families[f]->listed_count) return &families[f]->listed[index];
        index -= families[f]->listed_count;
    }
    return NULL;
}

static bool family_accepts(const solver_family *family, const char *name)
{
    for (int k = 0; k < family->listed_count; k++)
        if (strcmp(family->listed[k].name, name) == 0) return true;
    return family->accepts && family->accepts(name);
}

static const solver_family *find_family(const char *name)
{
    for (int f = 0; f < family_count; f++)
        if (family_accepts(families[f], name)) return families[f];
    return NULL;
}

int hf_solver_option_count(const char *solver)
{
    const solver_family *family = find_family(solver);
    return family ? family->option_count : 0;
}

const hf_solver_option *hf_solver_option_at(const char *solver, int index)
{
    return index >= 0 && index < hf_solver_option_count(solver) ? &find_family(solver)->options[index].listed : NULL;
}

/// What is wrong with "known/option=value" where the part before a slash is a solver; false if there is none.
static bool say_wrong_option(const char *name, hf_error *error)
{
    char known[128];
    size_t length = strlen(name), used = 0;
    if (length >= sizeof known || !strchr(name, '=')) return false;
    memcpy(known, name, length + 1);
    for (char *slash = strrchr(known, '/'); slash; slash = strrchr(known, '/'))
    {
        *slash = '\0';
        const solver_family *family = find_family(known);
        if (!family) continue;
        char options[160] = "no options";
        for (int k = 0; k < family->option_count && used < sizeof options; k++)
            used += (size_t)snprintf(options + used, sizeof options - used, "%s%s", k ? ", " : "",
                                     family->options[k].listed.name);
        error_set(error, HF_STATUS_INVALID,
                  "solver %s: '%s' is no option of it, or has a value out of range; it has %s", known,
                  name + strlen(known) + 1, options);
        return true;
    }
    return false;
}

hf_status hf_solver_check(const char *name, hf_error *error)
{
    if (find_family(name)) return HF_STATUS_OK;
    if (say_wrong_option(name, error)) return HF_STATUS_INVALID;
    char names[200] = "";
    size_t used = 0;
    for (int k = 0; k < hf_solver_count() && used < sizeof names; k++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", k ? ", " : "", hf_solver_at(k)->name);
    return error_set(error, HF_STATUS_INVALID, "there is no solver '%s'; there are %s", name, names);
}

bool solver_knows_pyramids(const char *name, const hf_friction_law *law)
{
    (void)name, (void)law;
    return true;
}

bool solver_knows_moments(const char *name)
{
    (void)name;
    return true;
}

bool solver_is_direct(const char *name)
{
    const solver_family *family = find_family(name);
    return family && family->direct;
}

bool hf_solver_moments(const char *name)
{
    const solver_family *family = find_family(name);
    return family && family->moments && family->moments(name);
}

hf_friction_law hf_solver_friction(const char *name)
{
    const solver_family *family = find_family(name);
    return family && family->friction ? family->friction(name) : (hf_friction_law){.kind = HF_FRICTION_CONE};
}

hf_status hf_solver_check_friction(const char *name, const hf_friction_law *law, hf_error *error)
{
    hf_status status = hf_solver_check(name, error);
    if (status == HF_STATUS_OK) status = hf_friction_check(law, error);
    if (status != HF_STATUS_OK || law->kind == HF_FRICTION_CONE) return status;
    const solver_family *family = find_family(name);
    if (family->solves && family->solves(name, law)) return HF_STATUS_OK;
    char text[HF_FRICTION_TEXT];
    return error_set(
        error, HF_STATUS_UNSUPPORTED,
        "the solver '%s' does not know the friction law %s; auto, hybrid, momentum, proximal, lemke, lexico "
        "and robust know any pyramid",
        name, hf_friction_write(law, text));
}

hf_status hf_solve(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                   hf_workspace *workspace, hf_report *report, hf_error *error)
{
    solve_frame frame;
    hf_solve_options defaults = hf_solve_options_default();
    if (!options) options = &defaults;
    if (report) report_begin(report);
    const hf_friction_law law = hf_problem_laws(problem).friction;
    hf_status status = hf_solver_check_friction(name, &law, error);
    if (status == HF_STATUS_OK && problem_has_moments(problem) && !hf_solver_moments(name))
        status = solve_no_moments(name, error);
    if (status == HF_STATUS_OK) status = solve_options_check(options, error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, options, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = find_family(name)->run(name, frame.problem, options, frame.answer, frame.workspace, frame.report, error);
    return solve_end(&frame, status);
}
