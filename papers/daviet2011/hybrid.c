// Hybrid Gauss–Seidel (Daviet, Bertails-Descoubes and Boissieux 2011): names, options and entry. The sweeps are in
// solve/sweep, the local solvers beside mfb and enum in papers/daviet2011/local.
//
// Names:  "mfb"             a local solver alone at every contact
//         "mfb+enum"        with a fail-safe, and with the direct cases in front; "hybrid" is another name for this
//                           pair
//         "mfb+enum/paper"  any of these by algorithm 1 to the letter: no direct cases, no extrapolation, one order of
//                           sweeps, mfb by appendix A.2
//         "…/freeze=20/small=1e-4/weak=1e-3/fischer=1e-6" options of the same names, any of them, in any order, after
//         "/paper" or without

#include "holdfast/hybrid.h"

#include "papers/daviet2011/local/rivals.h"
#include "papers/families.h"
#include "solve/frame.h"
#include "solve/report.h"
#include "solve/sweep/gauss_seidel.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char DAVIET[] = "Daviet, Bertails-Descoubes and Boissieux 2011";

static const hf_solver listed[] = {
    {"hybrid", DAVIET, "mfb+enum by its short name: fast and robust, at its best on large sparse problems", true},
    {"mfb+enum", DAVIET, "the paper's pair: Fischer-Burmeister Newton made safe by enumeration, direct cases first",
     true},
    {"mfb+enum/paper", DAVIET, "the same pair by algorithm 1 to the letter, as a baseline", true},
    {"dac+enum", DAVIET, "damped Alart-Curnier Newton, made safe by enumeration", true},
    {"pac+enum", DAVIET, "pure Alart-Curnier Newton, made safe by enumeration", true},
    {"4sides+enum", DAVIET, "four-sided pyramid as a first guess, corrected by enumeration", true},
    {"duriez08+enum", DAVIET, "fixed point inside the contact, made safe by enumeration", true},
    {"mfb", DAVIET, "modified Fischer-Burmeister Newton at each contact, alone", true},
    {"enum", "Bonnefon and Daviet 2011", "each contact by cases and a quartic, alone", true},
    {"pac", "Alart and Curnier 1991", "pure Alart-Curnier Newton at each contact, alone", true},
    {"dac", "Alart and Curnier 1991", "damped Alart-Curnier Newton at each contact, alone", true},
    {"duriez08", "Duriez 2008", "projected fixed point at each contact, alone", true},
    {"duriez06", "Duriez et al. 2006", "one projection pass a visit, alone: exact only in the limit of many sweeps",
     true},
    {"duriez06/paper", "Duriez et al. 2006",
     "the same as published, from no impulse: approximate friction, for comparison", false},
    {"4sides", "Otaduy et al. 2009", "four-sided friction pyramid: approximate friction, for comparison", false},
};

// ---- options ----

static hf_status check_share(const char *field, double value, hf_error *error)
{
    if (value >= 0.0 && isfinite(value)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "options.%s = %g: must be finite and >= 0", field, value);
}

hf_status hf_hybrid_options_check(const hf_hybrid_options *o, hf_error *error)
{
    hf_status status = solve_options_check(&o->common, error);
    if (status != HF_STATUS_OK) return status;
    if (!(o->local_tolerance > 0.0 && o->local_tolerance <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.local_tolerance = %g: must be > 0 and <= 1",
                         o->local_tolerance);
    if (!local_find(o->local))
        return error_set(error, HF_STATUS_INVALID, "options.local = %d is no local solver", (int)o->local);
    if (o->failsafe != HF_LOCAL_NONE && !local_find(o->failsafe))
        return error_set(error, HF_STATUS_INVALID, "options.failsafe = %d is no local solver", (int)o->failsafe);
    if ((int)o->order < HF_SWEEP_FORWARD || o->order > HF_SWEEP_SHUFFLE)
        return error_set(error, HF_STATUS_INVALID, "options.order = %d is no order of sweeps", (int)o->order);
    if (o->extrapolate_sweeps < 0)
        return error_set(error, HF_STATUS_INVALID, "options.extrapolate_sweeps = %d: must be >= 0",
                         o->extrapolate_sweeps);
    if (o->freeze_sweeps < 0)
        return error_set(error, HF_STATUS_INVALID, "options.freeze_sweeps = %d: must be >= 0", o->freeze_sweeps);
    status = check_share("small_change", o->small_change, error);
    if (status == HF_STATUS_OK) status = check_share("weak_force", o->weak_force, error);
    return status == HF_STATUS_OK ? check_share("fischer_tolerance", o->fischer_tolerance, error) : status;
}

// ---- the friction law ----

/// Otaduy's: each tangent on its own.
static const hf_friction_law box = {.kind = HF_FRICTION_OUTER_PYRAMID, .sides = 4, .direction = 0.78539816339744830962};

/// The default pair gives way to the cases of a pyramid (solve/sweep/local/pyramid.c); "4sides" knows its own. All
/// others are of the cone.
static bool knows(const hf_hybrid_options *options, const hf_friction_law *law)
{
    if (options->paper_exact) return false;
    if (options->local == HF_LOCAL_4SIDES && options->failsafe == HF_LOCAL_NONE) return hf_friction_same(law, &box);
    return options->local == HF_LOCAL_MFB && options->failsafe == HF_LOCAL_ENUM;
}

/// Contacts with moments have a solver of their own (solve/sweep/local/local_friction_parts.c), which stands for the
/// default pair.
static bool knows_moments(const hf_hybrid_options *options)
{
    return !options->paper_exact && options->local == HF_LOCAL_MFB && options->failsafe == HF_LOCAL_ENUM;
}

static hf_status check_law(const hf_problem *problem, const hf_hybrid_options *options, hf_error *error)
{
    if (problem_has_moments(problem) && knows_moments(options)) return HF_STATUS_OK;
    if (problem->polygon && knows(options, &problem->polygon->law)) return HF_STATUS_OK;
    return solve_cones_only(problem, hf_local_method_name(options->local), error);
}

// ---- the typed entry ----

static hf_status solve(const hf_problem *problem, const hf_hybrid_options *options, double *r, hf_workspace *workspace,
                       hf_report *report, hf_error *error)
{
    local_pair locals = {.first = options->paper_exact ? local_find_paper(options->local) : local_find(options->local),
                         .failsafe = local_find(options->failsafe)};
    return gauss_seidel_solve(problem, options, locals, r, workspace, report, error);
}

hf_status hf_hybrid_solve(const hf_problem *problem, const hf_hybrid_options *options, double *r,
                          hf_workspace *workspace, hf_report *report, hf_error *error)
{
    solve_frame frame;
    hf_hybrid_options defaults = hf_hybrid_options_default();
    if (!options) options = &defaults;
    if (report) report_begin(report);
    hf_status status = hf_hybrid_options_check(options, error);
    if (status == HF_STATUS_OK) status = check_law(problem, options, error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve(frame.problem, options, frame.answer, frame.workspace, frame.report, error);
    return solve_end(&frame, status);
}

// ---- by name ----

/// The local solver whose name is the `length` characters at `name`; HF_LOCAL_NONE if there is none.
static hf_local_method find_local(const char *name, size_t length)
{
    for (int k = HF_LOCAL_NONE + 1; k < HF_LOCAL_COUNT; k++)
    {
        const local_method *method = local_find((hf_local_method)k);
        if (method && strlen(method->name) == length && strncmp(method->name, name, length) == 0)
            return (hf_local_method)k;
    }
    return HF_LOCAL_NONE;
}

static const name_option name_options[] = {
    {{"freeze", "sweeps that a block which hardly changes is left alone; 0: never [10]"},
     NAME_COUNT,
     offsetof(hf_hybrid_options, freeze_sweeps),
     0,
     1e6},
    {{"local_tolerance", "natural residual of a one-contact answer, > 0 to 1 [1e-12]"},
     NAME_REAL,
     offsetof(hf_hybrid_options, local_tolerance),
     1e-300,
     1},
    {{"direct", "1: take-off, stick and slip are tried directly first; 0: as published [1]"},
     NAME_FLAG,
     offsetof(hf_hybrid_options, direct),
     0,
     1},
    {{"order", "of a sweep: 0 forward, 1 to and fro, 2 by lot [0]"},
     NAME_COUNT,
     offsetof(hf_hybrid_options, order),
     0,
     2},
    {{"reorder", "1: sweeps in an order by lot where a fixed one makes no progress [1]"},
     NAME_FLAG,
     offsetof(hf_hybrid_options, reorder),
     0,
     1},
    {{"extrapolate", "sweeps between attempts to extrapolate; 0: never, as published [4]"},
     NAME_COUNT,
     offsetof(hf_hybrid_options, extrapolate_sweeps),
     0,
     1e6},
    {{"small", "change of r that counts as hardly, a share of it, >= 0 [1e-12]"},
     NAME_REAL,
     offsetof(hf_hybrid_options, small_change),
     0,
     1e300},
    {{"weak", "impulses that are left alone, a share of the largest, >= 0 [0]"},
     NAME_REAL,
     offsetof(hf_hybrid_options, weak_force),
     0,
     1e300},
    {{"fischer", "stop at this largest value of the Fischer-Burmeister function; 0: off [0]"},
     NAME_REAL,
     offsetof(hf_hybrid_options, fischer_tolerance),
     0,
     1e300},
};

enum
{
    NAME_OPTIONS = sizeof name_options / sizeof *name_options
};

static void as_published(hf_hybrid_options *options)
{
    options->paper_exact = true;
    options->direct = options->reorder = false;
    options->extrapolate_sweeps = 0;
}

/// "hybrid", "X" or "X+Y", perhaps with options after slashes; false if it means nothing.
static bool parse(const char *name, hf_hybrid_options *options)
{
    size_t length = strcspn(name, "/");
    const char *plus = memchr(name, '+', length), *rest = name + length;
    if (length != strlen("hybrid") || strncmp(name, "hybrid", length) != 0)
    {
        options->local = find_local(name, plus ? (size_t)(plus - name) : length);
        options->failsafe = plus ? find_local(plus + 1, (size_t)(rest - plus - 1)) : HF_LOCAL_NONE;
        options->direct = plus;
        if (options->local == HF_LOCAL_NONE || (plus && options->failsafe == HF_LOCAL_NONE)) return false;
    }
    while (*rest == '/')
    {
        const char *paper = name_after(rest, "/paper"), *next = paper;
        if (paper) as_published(options);
        else next = name_options_read(rest, name_options, NAME_OPTIONS, options);
        if (next == rest) return false;
        rest = next;
    }
    return true;
}

static bool accepts(const char *name)
{
    hf_hybrid_options options = hf_hybrid_options_default();
    return parse(name, &options);
}

static hf_friction_law friction(const char *name)
{
    return strcmp(name, "4sides") == 0 ? box : (hf_friction_law){.kind = HF_FRICTION_CONE};
}

static bool solves(const char *name, const hf_friction_law *law)
{
    hf_hybrid_options options = hf_hybrid_options_default();
    return parse(name, &options) && knows(&options, law);
}

static bool moments(const char *name)
{
    hf_hybrid_options options = hf_hybrid_options_default();
    return parse(name, &options) && knows_moments(&options);
}

static hf_status run(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_hybrid_options options = hf_hybrid_options_default();
    if (!parse(name, &options))
        return error_set(error, HF_STATUS_UNSUPPORTED, "'%s': this build lacks the local solver", name);
    options.common = *common;
    hf_status status = hf_hybrid_options_check(&options, error);
    if (status != HF_STATUS_OK) return status;
    return solve(problem, &options, r, workspace, report, error);
}

const solver_family hybrid_family = {.listed = listed,
                                     .listed_count = (int)(sizeof listed / sizeof listed[0]),
                                     .options = name_options,
                                     .option_count = NAME_OPTIONS,
                                     .accepts = accepts,
                                     .friction = friction,
                                     .solves = solves,
                                     .moments = moments,
                                     .run = run};
