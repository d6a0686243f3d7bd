// The Lemke family among the contact solvers: "lemke", "lexico", "robust", each with an optional number of sides
// ("robust:16").
//
// Two different things may be off, and the note tells them apart: how well the LCP was solved (to rounding, as a rule),
// and how far the polyhedral answer is from exact friction, which the certificate measures: the direction of friction
// by up to half the angle of a side, its size by up to 1 - cos of that.
// In 2D two sides are the exact cone.

#include "papers/families.h"
#include "papers/yamane2008/polyhedral.h"
#include "solve/best.h"
#include "solve/frame.h"
#include "solve/islands_apart.h"
#include "solve/report.h"

#include "problem/problem.h"

#include "base/elementary.h"
#include "base/error.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Slip slower than this share of 1 + ‖b‖, and friction below this share of the largest r, have no direction worth
/// comparing.
static const double DIRECTION_FLOOR = 1e-9;

static const double PI = 3.14159265358979323846;

/// The LCP's own tolerance (relative): pivoting ends at rounding or not at all, so it can be strict.
static const double LCP_TOLERANCE = 1e-10;

/// One solve, island by island.
typedef struct polyhedral_all
{
    const hf_problem *problem;
    lemke_method method;
    hf_friction_law law;
    hf_lcp_options options;
    const double *warm; // the guess, or NULL
    double *r, *smooth; // the polyhedral answer, and the frictionless one
    islands_apart apart;
    polyhedral_passes *passes; // one for each island
} polyhedral_all;

/// What came of all islands.
typedef struct tally
{
    long pivots[2];
    double natural; // worst certificate of an island's LCP
    hf_lcp_failure failure;
    bool infeasible;
    int island;
    double work;
} tally;

/// What a name says: "robust:16", "robust/paper", "lexico:1e-6", "robust/epsilon=1e-4".
typedef struct polyhedral_name
{
    lemke_method method;
    hf_lcp_options options;
    int sides;
    bool has_sides;
} polyhedral_name;

/// False if the name means nothing.
static bool read_name(const char *name, polyhedral_name *said)
{
    *said = (polyhedral_name){.options = hf_lcp_options_default(), .sides = POLYHEDRAL_SIDES};
    const char *rest = lemke_read_name(name, &said->method, &said->options);
    if (!rest) return false;
    if (rest[0] == ':' && rest[1] >= '0' && rest[1] <= '9')
    {
        char *end;
        long count = strtol(rest + 1, &end, 10);
        if (count < POLYHEDRAL_SIDES_MIN || count > POLYHEDRAL_SIDES_MAX) return false;
        said->sides = (int)count;
        said->has_sides = true;
        rest = end;
    }
    return *name_options_read(rest, lemke_name_options, LEMKE_NAME_OPTIONS, &said->options) == '\0';
}

static bool accepts(const char *name)
{
    polyhedral_name said;
    return read_name(name, &said);
}

static hf_friction_law friction(const char *name)
{
    polyhedral_name said;
    hf_friction_law law = POLYHEDRAL_LAW;
    if (read_name(name, &said)) law.sides = said.sides;
    return law;
}

/// Any pyramid; a number of sides in the name must be the law's.
static bool solves(const char *name, const hf_friction_law *law)
{
    polyhedral_name said;
    return read_name(name, &said) && (!said.has_sides || said.sides == law->sides);
}

static void count_pass(tally *all, const polyhedral_passes *passes, int island)
{
    all->pivots[0] += passes->frictionless ? 0 : passes->first.pivots;
    all->pivots[1] += passes->second.pivots;
    all->work += (double)(passes->frictionless ? 0 : passes->first.work) + (double)passes->second.work;
    all->natural = fmax(all->natural, passes->second.residual.natural);
    all->infeasible = all->infeasible || passes->second.infeasible;
    if (passes->second.failure == HF_LCP_SOLVED || all->failure != HF_LCP_SOLVED) return;
    all->failure = passes->second.failure;
    all->island = island;
}

/// The LCP of one island. The rows of r and smooth that it writes are its own.
static hf_status solve_island(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    polyhedral_all *all = context;
    const island_list *islands = &all->apart.list;
    polyhedral_passes *passes = &all->passes[k];
    island_watch watch = {.apart = &all->apart, .island = k, .scratch = scratch};
    hf_lcp_options options = all->options;
    bool limited = options.common.max_iterations > 0;
    if (limited && all->apart.parts[k].budget == 0) return HF_STATUS_OK;
    options.common.max_iterations = limited ? all->apart.parts[k].budget : 0;
    options.common.budget = all->apart.parts[k].work;
    options.common.observer = options.common.observer ? islands_observe : NULL;
    options.common.observer_context = &watch;
    polyhedral p;
    hf_status status = polyhedral_build(&p, all->problem, islands->block + islands->begin[k],
                                        islands->begin[k + 1] - islands->begin[k], &all->law, scratch, error);
    if (status != HF_STATUS_OK) return status;
    double *z = ARENA_ARRAY(scratch, double, p.lcp.dimension), *first = ARENA_ARRAY(scratch, double, p.lcp.dimension);
    if (!z || !first) return error_no_memory(error);
    status = polyhedral_solve(&p, all->method, &options, all->warm, first, z, scratch, passes, error);
    if (status != HF_STATUS_OK) return status;
    polyhedral_back(&p, first, all->smooth);
    // The paper applies the frictionless answer where friction fails: nothing penetrates then.
    bool failed = passes->second.failure != HF_LCP_SOLVED;
    bool fallback = failed && !all->warm && passes->first.failure == HF_LCP_SOLVED;
    polyhedral_back(&p, fallback ? first : z, all->r);
    return HF_STATUS_OK;
}

/// How far friction is from opposing slip [degrees], and from being full [share], at the worst sliding contact.
static void compare_friction(const hf_problem *p, const double *r, const double *u, double *angle, double *shortage)
{
    double largest = 0.0;
    *angle = *shortage = 0.0;
    for (int k = 0; k < p->dimension; k++) largest = fmax(largest, fabs(r[k]));
    for (int i = 0; i < p->block_count; i++)
    {
        if (p->kind[i] != HF_LAW_CONTACT || p->size[i] != 3 || p->mu[i] == 0.0) continue;
        const double *r_i = r + p->offset[i], *u_i = u + p->offset[i];
        double slip = real_hypot(u_i[1], u_i[2]), friction = real_hypot(r_i[1], r_i[2]), full = p->mu[i] * r_i[0];
        if (slip <= DIRECTION_FLOOR * (1.0 + p->norm_b) || full <= DIRECTION_FLOOR * largest) continue;
        *shortage = fmax(*shortage, 1.0 - friction / full);
        if (friction <= DIRECTION_FLOOR * largest) continue;
        double cross = r_i[1] * u_i[2] - r_i[2] * u_i[1], dot = -(r_i[1] * u_i[1] + r_i[2] * u_i[2]);
        *angle = fmax(*angle, fabs(real_atan2(cross, dot)) * 180.0 / PI);
    }
}

static void write_note(const hf_problem *problem, lemke_method method, int sides, const tally *all, const double *r,
                       const double *u, hf_report *report)
{
    double angle, shortage;
    compare_friction(problem, r, u, &angle, &shortage);
    if (all->failure != HF_LCP_SOLVED)
        report_note(report, "%s: %s in island %d%s; its LCP is solved to %.1e only", lemke_method_names[method],
                    hf_lcp_failure_name(all->failure), all->island,
                    all->infeasible ? " (shown: the LCP is infeasible)" : "", all->natural);
    else if (report->outcome != HF_OUTCOME_CONVERGED || problem->polygon)
        report_note(
            report,
            "the LCP of the %d-sided cone is solved to %.1e; against the exact cone it is off by %.1e (friction up "
            "to %.2g deg askew, %.2g %% short)",
            sides, all->natural, report->residual.cone_natural, angle, 100.0 * shortage);
    else
        report_note(report, "the LCP is solved to %.1e; the polyhedral answer is exact to the tolerance", all->natural);
}

/// `natural`: the residual at r.
static hf_status solve_islands(polyhedral_all *all, const hf_solve_options *common, double natural,
                               hf_workspace *workspace, tally *sum, hf_error *error)
{
    all->options.common = *common;
    all->options.common.tolerance = fmin(LCP_TOLERANCE, common->tolerance);
    hf_status status = islands_begin(&all->apart, all->problem, all->r, natural, common, workspace, error);
    if (status != HF_STATUS_OK) return status;
    all->passes = ARENA_ZEROED(workspace, polyhedral_passes, all->apart.count);
    if (!all->passes) return error_no_memory(error);
    for (int k = 0; k < all->apart.count; k++) all->passes[k].second.failure = HF_LCP_LIMIT; // if it is not begun
    sum->work = islands_work(all->problem) + 7.0 * work_of_look(all->problem);
    const island_run run = {.active = all->apart.order,
                            .active_count = all->apart.count,
                            .limit = solve_limit(common, LONG_MAX),
                            .work = work_rest(common->budget, (int64_t)sum->work)};
    status = islands_run(&all->apart, &run, solve_island, all, error);
    for (int k = 0; k < all->apart.count && status == HF_STATUS_OK; k++) count_pass(sum, &all->passes[k], k);
    return status;
}

static hf_status run(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error)
{
    int n = problem->dimension;
    polyhedral_name said;
    if (!read_name(name, &said)) return error_set(error, HF_STATUS_INVALID, "'%s' is no solver", name);
    const hf_friction_law law = problem->polygon ? problem->polygon->law : friction(name);
    double *smooth = ARENA_ZEROED(workspace, double, n), *u = ARENA_ARRAY(workspace, double, n);
    double *guess = ARENA_ARRAY(workspace, double, n);
    best_iterate best;
    if (!smooth || !u || !guess || !best_begin(&best, problem, workspace)) return error_no_memory(error);
    if (n > 0) memcpy(guess, r, (size_t)n * sizeof *guess);

    hf_residual residual;
    hf_status status = hf_residual_compute(problem, r, workspace, &residual, error);
    if (status != HF_STATUS_OK) return status;
    best_offer(&best, problem, r, residual.natural); // what came in: zeros or the guess

    tally all = {.failure = HF_LCP_SOLVED};
    polyhedral_all islands = {.problem = problem,
                              .method = said.method,
                              .options = said.options,
                              .law = law,
                              .warm = options->warm_start ? guess : NULL,
                              .r = r,
                              .smooth = smooth};
    status = solve_islands(&islands, options, residual.natural, workspace, &all, error);
    if (status == HF_STATUS_OK && !options->warm_start)
    {
        status = hf_residual_compute(problem, smooth, workspace, &residual, error);
        report_phase(report, "frictionless", all.pivots[0], residual.natural);
        best_offer(&best, problem, smooth, residual.natural);
    }
    if (status == HF_STATUS_OK) status = hf_residual_compute(problem, r, workspace, &residual, error);
    if (status != HF_STATUS_OK) return status;
    report_phase(report, lemke_method_names[said.method], all.pivots[1], residual.natural);
    best_offer(&best, problem, r, residual.natural);
    // A solved LCP is the answer asked for, even where r = 0 happens to have the smaller natural residual (which adds N
    // s and m/s).
    if (n > 0 && all.failure != HF_LCP_SOLVED) memcpy(r, best.r, (size_t)n * sizeof *r);

    report->iterations = all.pivots[0] + all.pivots[1];
    report->work = (int64_t)ceil(all.work);
    hf_outcome otherwise = all.infeasible                ? HF_OUTCOME_NO_SOLUTION
                           : all.failure == HF_LCP_LIMIT ? HF_OUTCOME_LIMIT
                                                         : HF_OUTCOME_STALLED;
    status = report_finish(problem, options, r, workspace, otherwise, report, error);
    if (status == HF_STATUS_OK) status = hf_problem_velocity(problem, r, u, workspace, error);
    if (status == HF_STATUS_OK) write_note(problem, said.method, law.sides, &all, r, u, report);
    return status;
}

static const hf_solver listed[] = {
    {.name = "lemke",
     .paper = "Lemke and Howson 1964",
     .summary = "polyhedral friction as an LCP, one path of pivots; lemke:16 has 16 sides",
     .exact = false},
    {.name = "lexico",
     .paper = "Cottle and Dantzig 1968",
     .summary = "the same with the lexicographic ratio test, which cannot cycle but for rounding; lexico:1e-6 sets its "
                "threshold",
     .exact = false},
    {.name = "robust",
     .paper = "Yamane and Nakamura 2008",
     .summary = "the same as a search over pivot sequences; for small, dense, ill-conditioned problems",
     .exact = false},
    {.name = "robust/paper",
     .paper = "Yamane and Nakamura 2008",
     .summary = "the search in the paper's order, with its thresholds of 1e-3",
     .exact = false},
};

const solver_family lemke_family = {.listed = listed,
                                    .listed_count = sizeof listed / sizeof listed[0],
                                    .options = lemke_name_options,
                                    .option_count = LEMKE_NAME_OPTIONS,
                                    .accepts = accepts,
                                    .friction = friction,
                                    .solves = solves,
                                    .direct = true,
                                    .run = run};
