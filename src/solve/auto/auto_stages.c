// The stages of `auto`. An attempt works on a copy, and the island takes it over if the certificate says that it is better.
//
// What a stage may spend is counted in sweeps and Newton steps, never in seconds: the answer does not depend on the machine. The price of
// a Newton step in sweeps is 40 to 150 on problems of up to 2,000 rows (docs/auto.md), and grows with the rows beyond: in a pile of n
// contacts in space a factorization costs about n², a sweep n.

#include "solve/auto/auto.h"

#include "solve/newton/path.h"

#include "solve/auto/clusters.h"
#include "solve/newton/augmented.h"
#include "solve/newton/interior.h"
#include "solve/newton/proximal.h"
#include "solve/sweep/gauss_seidel.h"
#include "solve/sweep/momentum.h"
#include "solve/system/newton_system.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/random.h"
#include "problem/bodies.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    FIRST_SWEEPS = 40, // over everything
    BATCH = 50,        // sweeps between two looks at how fast they converge: about one Newton step
    PATIENCE = 500,    // as long as the sweeps look like ending within so many more, they go on
    LEAST_BATCHES = 2, // at least, in the first stage of sweeps
    LONG_BATCHES = 8,  // in the later one
    BODIES_BATCH = 20, // the same over rigid bodies, whose Newton steps are cheaper
    BODIES_PATIENCE = 50,
    MOMENTUM_LEAST = 640, // about 25 Newton steps on 1,000 spheres, and as many fewer are needed then
    MOMENTUM_MOST = 5000,
    MOMENTUM_PATIENCE = 1000, // as long as they look like ending within so many more, they go on
    PRICED_ROWS = 15000,  // from here on a Newton step over bodies may cost hundreds of sweeps: it is worth finding out
    PRICED_PATIENCE = 10, // Newton steps
    TINY_BLOCKS = 2,      // sweeps solve these
    SMALL_ROWS = 100,     // a few Newton steps cost next to nothing
    RESUME_STEPS = 6,     // from a guess
    DENSE_RESUME_STEPS = 30, // the same of problems with a dense W, where a step costs less than ten sweeps …
    DENSE_RESUME_STALL = 8,  // … while they get somewhere
    DENSE_BATCH = 10,        // sweeps between two looks there
    DENSE_PATIENCE = 50,
    FINISH_STEPS = 6, // beyond the tolerance
    LARGE_FINISH_STEPS = 2,
    BRISK_STEPS = 60,
    BRISK_STALL = 20, // a brisk pace that gains nothing in so many steps is lost as a rule
    STEADY_STEPS = 200,
    STEADY_STALL = 60,
    INTERIOR_ROWS = 2500,
    INTERIOR_FEW_ROWS = 600,
    INTERIOR_SYSTEMS = 250, // of each curve
    INTERIOR_LARGE_SYSTEMS = 100,
    INTERIOR_FINISH = 40,  // Newton steps from where one ended near an answer
    CLUSTER_ROWS = 5000,   // from here on a system over the bodies costs hundreds of sweeps
    CLUSTER_SWEEPS = 6000, // over all blocks
    MORE_CLUSTER_SWEEPS = 20000,
    EARLY_CLUSTER_SWEEPS = 4000,
    AUGMENTED_STEPS = 400, // it gives up long before where it does not help
    AUGMENTED_ROWS = 600,  // below, the other stages are quick, too
    COLD_STEPS = 600,
    PATIENT_STEPS = 2000,
    POLISH_STEPS = 3000,
    RESTART_STEPS = 400,  // patient ones of each start, after BRISK_STEPS
    PATH_ROWS = 300,      // beyond, a path has thousands of pieces, and each costs several large systems
    PATH_SYSTEMS = 10000, // of each attempt
    PATH_ATTEMPTS = 6,
    OTHERS_ROWS = 400, // dense methods beyond would take longer than the stages to come
    OTHERS_ITERATIONS = 3000,
    CHEAP_ROWS = 2000, // up to here a Newton step is worth BATCH sweeps
};
static const double PRICE_MAX = 2000.0;     // sweeps
static const double PATIENT_ROWS = 3e6;     // Newton steps × rows of a stage, so that large problems end, too
static const double COLD_EPSILON = 0.1;     // r = 0 is far away: a strong pull at the start
static const double PATIENT_EPSILON = 1e-2; // the best iterate is nearer
static const double NEAR_EPSILON = 1e-3;    // after momentum
static const double INTERIOR_NEAR = 1e-5;
static const double CLUSTERS_NEAR =
    1e-5; // natural residual: farther off, Newton steps over thousands of bodies get lost
static const double BRISK_EPSILON = 1e-4;
static const double RESUME_EPSILON = 1e-6; // a guess is nearer still
static const double RESUME_BELOW = 1e-3;   // a larger island's guess that is farther off is not worth Newton steps
static const double ROUNDING = 1e-14;      // of all impulses: no answer gets below
static const double NEARLY = 10.0;         // times what can be had: not worth a step
static const double POLISH_EPSILON = 1e-10;
static const double RESTART_EPSILON = 1e-3;
static const double PATH_EPSILON = 1e-6; // where a path ends, the answer is near
static const double MARGIN = 1.2;        // on the sweeps that seem to be left
static const double REDUNDANT = 0.8;     // degrees of freedom a row
static const double REDUNDANT_BODIES =
    2.0; // the same where they are those of rigid bodies: factors by blocks are cheap
static const double VERY_REDUNDANT = 0.4;
static const double CHEAPER = 0.1;          // what a row costs there, over the bodies
static const double SHARED_PAIRS_MAX = 5e7; // of a factored problem: its assembled twin takes 600 MB

bool auto_done(const auto_run *run, const auto_island *island)
{
    return run->watch.stopped || run->done.limited || run->done.no_solution ||
           island->part->natural <= island->tolerance;
}

bool auto_wants_finish(const auto_run *run, const auto_island *island)
{
    return !run->watch.stopped && !run->done.limited && !run->done.no_solution && island->part->natural > island->good;
}

// ---- observing: counts go on from where the phases before ended ----

/// The observer of an attempt that begins now; NULL if the caller has none.
static hf_observer watch(auto_run *run, const char *phase)
{
    run->watch.phase = phase;
    run->watch.before = run->done.iterations;
    return run->options->common.observer ? islands_observe : NULL;
}

/// `wanted` iterations, or what is left of them; 0 sets `limited`.
static long allowed(auto_run *run, const auto_island *island, long wanted)
{
    long left = island->part->budget - run->done.iterations;
    run->done.limited = left <= 0;
    return left < wanted ? left : wanted;
}

/// Counts what an attempt has done, and takes its answer over if that is better.
static void take_over(auto_run *run, auto_island *island, const hf_report *part)
{
    run->done.iterations += part->iterations;
    run->done.local_solves += part->local_solves;
    run->done.failsafe_solves += part->failsafe_solves;
    run->done.local_failures += part->local_failures;
    if (!(part->residual.natural < island->part->natural)) return;
    island->part->natural = part->residual.natural;
    memcpy(island->part->r, run->trial, (size_t)island->part->problem->dimension * sizeof *island->part->r);
}

static void try_from(auto_run *run, const auto_island *island, const double *start)
{
    size_t bytes = (size_t)island->part->problem->dimension * sizeof *start;
    if (start) memcpy(run->trial, start, bytes);
    else memset(run->trial, 0, bytes);
}

// ---- sweeps ----

static hf_status sweep_to(auto_run *run, auto_island *island, double tolerance, const char *phase, long sweeps,
                          hf_error *error)
{
    hf_hybrid_options options = hf_hybrid_options_default();
    options.common.tolerance = tolerance;
    options.common.max_iterations = allowed(run, island, sweeps);
    if (run->done.limited) return HF_STATUS_OK;
    options.common.observer = watch(run, phase);
    options.common.observer_context = &run->watch;
    hf_report part;
    try_from(run, island, island->part->r);
    hf_status status =
        gauss_seidel_solve(island->part->problem, &options, local_default, run->trial, run->workspace, &part, error);
    if (status != HF_STATUS_OK) return status;
    if (part.outcome == HF_OUTCOME_NO_SOLUTION)
    {
        run->done.no_solution = true;
        char *note = arena_take(arena_lasting(run->workspace), sizeof part.note, 1);
        if (!note) return error_no_memory(error);
        island->note = memcpy(note, part.note, sizeof part.note);
    }
    take_over(run, island, &part);
    return HF_STATUS_OK;
}

static hf_status sweep(auto_run *run, auto_island *island, const char *phase, long sweeps, hf_error *error)
{
    return sweep_to(run, island, island->tolerance, phase, sweeps, error);
}

/// Fewer degrees of freedom than rows, or not too many in blocks: Newton steps work over the bodies.
static bool redundant(const hf_problem *p)
{
    if (!p->factored) return false;
    double share = (double)p->rows.dof_count / fmax(1.0, p->dimension);
    return share <= REDUNDANT || (share <= REDUNDANT_BODIES && body_in_sixes(p));
}

/// Far fewer: they are cheap there, even where bodies are many.
static bool very_redundant(const hf_problem *p)
{
    return p->factored && p->rows.dof_count <= VERY_REDUNDANT * p->dimension;
}

/// So large that Newton steps over all bodies are dear.
static bool huge(const auto_island *island)
{
    return island->part->problem->dimension > CLUSTER_ROWS && !very_redundant(island->part->problem);
}

bool auto_gives_up_early(const auto_run *run, const auto_island *island)
{
    return run->options->give_up_early && huge(island);
}

/// How long sweeps go on, in their own number.
typedef struct sweep_pace
{
    double batch;    // between two looks at how fast they converge
    double patience; // as long as they look like ending within so many more, they go on
} sweep_pace;

/// What Newton steps cost decides: a batch is worth about one of them.
static hf_status find_pace(const hf_problem *p, hf_workspace *workspace, sweep_pace *pace, hf_error *error)
{
    double price = fmax(1.0, (very_redundant(p) ? 0.0 : p->dimension) / CHEAP_ROWS);
    *pace = (sweep_pace){.batch = BATCH * price, .patience = PATIENCE * price};
    if (newton_system_is_dense(p)) *pace = (sweep_pace){.batch = DENSE_BATCH, .patience = DENSE_PATIENCE};
    if (!p->factored || !body_in_sixes(p)) return HF_STATUS_OK;
    *pace = (sweep_pace){.batch = BODIES_BATCH, .patience = BODIES_PATIENCE};
    if (p->dimension < PRICED_ROWS) return HF_STATUS_OK;
    hf_status status = newton_system_price(p, workspace, &price, error); // piles in space: the factors fill
    price = fmin(price, PRICE_MAX);
    pace->batch = fmax(pace->batch, 0.5 * price);
    pace->patience = fmax(pace->patience, PRICED_PATIENCE * price);
    return status;
}

/// At least `least` batches, and more while they promise to end soon.
static hf_status sweep_while_fast(auto_run *run, auto_island *island, const char *phase, int least, hf_error *error)
{
    sweep_pace pace;
    hf_status found = find_pace(island->part->problem, run->workspace, &pace, error);
    if (found != HF_STATUS_OK) return found;
    double batch = pace.batch;
    for (int done = 1; !auto_done(run, island); done++)
    {
        double before = island->part->natural;
        hf_status status = sweep(run, island, phase, (long)batch, error);
        if (status != HF_STATUS_OK) return status;
        double rate = real_log(before / island->part->natural) / batch; // per sweep; 0 if nothing was gained
        double left = rate > 0.0 ? real_log(island->part->natural / island->tolerance) / rate : INFINITY;
        if (left <= pace.patience) batch = MARGIN * left + 1.0;
        else if (done >= least) return HF_STATUS_OK;
        else batch = pace.batch;
    }
    return HF_STATUS_OK;
}

hf_status auto_first_sweeps(auto_run *run, auto_island *island, hf_error *error)
{
    return sweep(run, island, "sweeps", FIRST_SWEEPS, error);
}

/// On larger islands sweeps carry momentum: linear in the contacts, and soon near enough for Newton steps.
static hf_status momentum(auto_run *run, auto_island *island, hf_error *error)
{
    const momentum_pace pace = {.least = MOMENTUM_LEAST, .patience = MOMENTUM_PATIENCE};
    hf_solve_options options = {.tolerance = island->tolerance,
                                .max_iterations = allowed(run, island, MOMENTUM_MOST),
                                .observer = watch(run, "island sweeps"),
                                .observer_context = &run->watch};
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    try_from(run, island, island->part->r);
    hf_status status = momentum_solve(island->part->problem, pace, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_OK) take_over(run, island, &part);
    return status;
}

hf_status auto_sweeps(auto_run *run, auto_island *island, hf_error *error)
{
    if (island->part->problem->dimension > SMALL_ROWS) return momentum(run, island, error);
    return sweep_while_fast(run, island, "island sweeps", LEAST_BATCHES, error);
}

hf_status auto_more_sweeps(auto_run *run, auto_island *island, hf_error *error)
{
    return sweep_while_fast(run, island, "more sweeps", LONG_BATCHES, error);
}

// ---- proximal Newton steps ----

/// Σ over degrees of freedom of (blocks that touch it)²: the block pairs that an assembled twin of a factored problem would hold, each
/// counted once for every degree of freedom that it shares. Negative if memory is short.
static double shared_pairs(const hf_problem *p, hf_workspace *workspace)
{
    arena_mark mark = arena_begin(workspace);
    int *count = ARENA_ZEROED(workspace, int, p->rows.dof_count);
    double sum = count ? 0.0 : -1.0;
    if (count)
    {
        for (size_t k = 0; k < p->rows.begin[p->block_count]; k++) count[p->rows.dof[k]]++;
        for (int k = 0; k < p->rows.dof_count; k++) sum += (double)count[k] * count[k];
    }
    arena_end(workspace, mark);
    return sum;
}

/// The problem that Newton steps work on; *problem is NULL if it would be too large.
static hf_status newton_problem(auto_run *run, auto_island *island, const hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    if (island->too_large) return HF_STATUS_OK;
    // Redundant contacts: fewer degrees of freedom than rows. Newton steps then work over the bodies, and W is never formed. Of small problems they make their own W.
    if (newton_system_is_dense(island->part->problem) || redundant(island->part->problem))
    {
        *problem = island->part->problem;
        return HF_STATUS_OK;
    }
    if (island->part->problem->factored && !island->assembled)
    {
        double pairs = shared_pairs(island->part->problem, run->workspace);
        if (pairs < 0.0) return error_no_memory(error);
        island->too_large = pairs > SHARED_PAIRS_MAX;
        if (island->too_large) return HF_STATUS_OK;
        hf_status status =
            problem_assemble(arena_lasting(run->workspace), island->part->problem, &island->assembled, error);
        if (status != HF_STATUS_OK) return status;
    }
    *problem = island->assembled ? island->assembled : island->part->problem;
    return HF_STATUS_OK;
}

/// When a run of Newton steps is given up. Small islands can afford to see it through.
static long stall_of(const auto_island *island, hf_proximal_pace pace, long steps)
{
    if (island->part->problem->dimension <= SMALL_ROWS) return steps <= DENSE_RESUME_STEPS ? DENSE_RESUME_STALL : 0;
    if (pace == HF_PROXIMAL_BRISK) return BRISK_STALL;
    return steps <= STEADY_STEPS ? STEADY_STALL : 0;
}

/// Steps at one pace from `start` (NULL: from r = 0) to `tolerance`.
static hf_status newton_to(auto_run *run, auto_island *island, double tolerance, const char *phase, const double *start,
                           hf_proximal_pace pace, double epsilon, long steps, hf_error *error)
{
    const hf_problem *problem;
    hf_status status = newton_problem(run, island, &problem, error);
    if (status != HF_STATUS_OK || !problem) return status;
    hf_proximal_options options = hf_proximal_options_default();
    options.common.tolerance = tolerance;
    options.common.max_iterations = allowed(run, island, steps);
    if (run->done.limited) return HF_STATUS_OK;
    options.stall_steps = stall_of(island, pace, steps);
    if (newton_system_is_dense(problem)) options.enough = island->tolerance;
    options.pace = pace;
    options.epsilon = epsilon;
    options.common.observer = watch(run, phase);
    options.common.observer_context = &run->watch;
    hf_report part;
    if (start != run->trial) try_from(run, island, start);
    status = proximal_solve(problem, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_UNSUPPORTED) // the factors would not fit
    {
        island->too_large = true;
        return HF_STATUS_OK;
    }
    if (status == HF_STATUS_OK) take_over(run, island, &part);
    return status;
}

/// The same to the island's tolerance, if it is not there yet.
static hf_status newton(auto_run *run, auto_island *island, const char *phase, const double *start,
                        hf_proximal_pace pace, double epsilon, long steps, hf_error *error)
{
    if (auto_done(run, island)) return HF_STATUS_OK;
    return newton_to(run, island, island->tolerance, phase, start, pace, epsilon, steps, error);
}

/// A patient stage's steps, fewer where rows are many.
static long patient_steps(const auto_island *island, long most)
{
    double rows = very_redundant(island->part->problem) ? CHEAPER * island->part->problem->dimension
                                                        : island->part->problem->dimension;
    double steps = PATIENT_ROWS / fmax(1.0, rows);
    return steps >= (double)most ? most : steps <= (double)BRISK_STEPS ? BRISK_STEPS : (long)steps;
}

/// The target, or what rounding leaves of the best answer.
static double finest(const auto_island *island)
{
    const hf_problem *p = island->part->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        double w =
            p->diagonal[(size_t)BLOCK_AREA_MAX * (size_t)i]; // u_N has terms of this size times r_N, and r has r_N
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            sum += (1.0 + w * w) * island->part->r[k] * island->part->r[k];
    }
    double rounding = ROUNDING * sqrt(sum) / (1.0 + p->norm_b);
    return isfinite(rounding) ? fmax(island->target_tolerance, rounding) : island->tolerance;
}

hf_status auto_resume(auto_run *run, auto_island *island, hf_error *error)
{
    const hf_problem *p = island->part->problem;
    double target = finest(island);
    if (island->part->natural <= NEARLY * target) return HF_STATUS_OK;
    if (p->block_count <= TINY_BLOCKS) return sweep_to(run, island, target, "resume", FIRST_SWEEPS, error);
    if (p->dimension > SMALL_ROWS && island->part->natural > RESUME_BELOW) return HF_STATUS_OK;
    bool dense = newton_system_is_dense(p);
    long steps = dense ? DENSE_RESUME_STEPS : RESUME_STEPS;
    hf_status status =
        newton_to(run, island, target, "resume", island->part->r, HF_PROXIMAL_BRISK, RESUME_EPSILON, steps, error);
    // What ended because it gained nothing any more would gain nothing in `finish`, either.
    if (dense && island->part->natural <= island->tolerance) island->good = fmax(island->good, island->part->natural);
    return status;
}

hf_status auto_finish(auto_run *run, auto_island *island, hf_error *error)
{
    double target = finest(island);
    long steps = island->part->problem->dimension > CHEAP_ROWS ? LARGE_FINISH_STEPS : FINISH_STEPS;
    if (island->part->natural <= NEARLY * target) return HF_STATUS_OK;
    return newton_to(run, island, target, "finish", island->part->r, HF_PROXIMAL_BRISK, RESUME_EPSILON, steps, error);
}

/// Walls and stacks: many contacts a body, and friction that behaves.
hf_status auto_augmented(auto_run *run, auto_island *island, hf_error *error)
{
    const hf_problem *p = island->part->problem;
    if (!very_redundant(p) || p->dimension < AUGMENTED_ROWS) return HF_STATUS_OK;
    hf_solve_options options = {.tolerance = island->tolerance,
                                .max_iterations = allowed(run, island, AUGMENTED_STEPS),
                                .observer = watch(run, "augmented"),
                                .observer_context = &run->watch};
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    try_from(run, island, NULL);
    hf_status status = augmented_solve(p, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_UNSUPPORTED) return HF_STATUS_OK; // the factors would not fit
    if (status == HF_STATUS_OK) take_over(run, island, &part);
    return status;
}

hf_status auto_brisk(auto_run *run, auto_island *island, hf_error *error)
{
    if (island->part->problem->dimension > SMALL_ROWS)
        return HF_STATUS_OK; // steady gets through more often, and as soon
    return newton(run, island, "brisk", island->part->r, HF_PROXIMAL_BRISK, BRISK_EPSILON, BRISK_STEPS, error);
}

/// Momentum has come near, so a small weight first: the states of a few contacts are left to find.
hf_status auto_steady(auto_run *run, auto_island *island, hf_error *error)
{
    if (island->part->problem->dimension <= SMALL_ROWS) return HF_STATUS_OK; // cold is as cheap
    return newton(run, island, "steady", island->part->r, HF_PROXIMAL_PATIENT, NEAR_EPSILON, STEADY_STEPS, error);
}

/// Islands that need many steps are better begun anew.
hf_status auto_more_steady(auto_run *run, auto_island *island, hf_error *error)
{
    if (island->part->problem->dimension <= SMALL_ROWS) return HF_STATUS_OK;
    long steps = patient_steps(island, STEADY_STEPS);
    return newton(run, island, "steady", island->part->r, HF_PROXIMAL_PATIENT, PATIENT_EPSILON, steps, error);
}

/// Packings that have nearly come to rest: from nothing, all contacts find their states at once. Where one curve is lost others are left; where one ends near an
/// answer, Newton steps finish.
hf_status auto_interior(auto_run *run, auto_island *island, hf_error *error)
{
    const hf_problem *problem;
    int rows = island->part->problem->dimension;
    if (rows <= SMALL_ROWS || rows > INTERIOR_ROWS) return HF_STATUS_OK;
    bool few = rows <= INTERIOR_FEW_ROWS; // with the size it becomes likely that all curves are lost
    int curves = few ? INTERIOR_CURVES : 1;
    hf_status status = newton_problem(run, island, &problem, error);
    for (int k = 0; k < curves && status == HF_STATUS_OK && problem; k++)
    {
        hf_solve_options options = {.tolerance = island->tolerance,
                                    .max_iterations =
                                        allowed(run, island, few ? INTERIOR_SYSTEMS : INTERIOR_LARGE_SYSTEMS),
                                    .observer = watch(run, "interior"),
                                    .observer_context = &run->watch};
        if (run->done.limited) return HF_STATUS_OK;
        hf_report part;
        status = interior_solve(problem, interior_curves[k], &options, run->trial, run->workspace, &part, error);
        if (status == HF_STATUS_UNSUPPORTED) // the factors would not fit
        {
            island->too_large = true;
            return HF_STATUS_OK;
        }
        if (status != HF_STATUS_OK) return status;
        take_over(run, island, &part);
        if (auto_done(run, island)) return HF_STATUS_OK;
        if (part.residual.natural <= INTERIOR_NEAR)
            status = newton(run, island, "interior", run->trial, HF_PROXIMAL_PATIENT, RESUME_EPSILON, INTERIOR_FINISH,
                            error);
        if (auto_done(run, island)) return status;
    }
    return status;
}

/// Where momentum is stuck in a few places of a packing so large that Newton steps over all of it are dear.
static hf_status clusters(auto_run *run, auto_island *island, double tolerance, long sweeps, hf_error *error)
{
    if (!huge(island) || auto_done(run, island) || island->part->natural <= tolerance) return HF_STATUS_OK;
    hf_solve_options options = {.tolerance = tolerance,
                                .max_iterations = allowed(run, island, sweeps),
                                .observer = watch(run, "clusters"),
                                .observer_context = &run->watch};
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    try_from(run, island, island->part->r);
    hf_status status = clusters_solve(island->part->problem, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_OK) take_over(run, island, &part);
    return status;
}

/// Until they are near enough for Newton steps over all bodies …
hf_status auto_clusters(auto_run *run, auto_island *island, hf_error *error)
{
    return clusters(run, island, fmax(island->tolerance, CLUSTERS_NEAR), CLUSTER_SWEEPS, error);
}

/// … and where these have not got through, all the way.
hf_status auto_more_clusters(auto_run *run, auto_island *island, hf_error *error)
{
    long sweeps = auto_gives_up_early(run, island) ? EARLY_CLUSTER_SWEEPS : MORE_CLUSTER_SWEEPS;
    return clusters(run, island, island->tolerance, sweeps, error);
}

hf_status auto_cold(auto_run *run, auto_island *island, hf_error *error)
{
    long steps = patient_steps(island, COLD_STEPS);
    hf_status status = HF_STATUS_OK;
    if (island->part->problem->dimension <= SMALL_ROWS)
        status = newton(run, island, "cold", NULL, HF_PROXIMAL_BRISK, BRISK_EPSILON, BRISK_STEPS, error);
    if (status != HF_STATUS_OK) return status;
    return newton(run, island, "cold", NULL, HF_PROXIMAL_PATIENT, COLD_EPSILON, steps, error);
}

/// A method by its name, or an attempt at a path (NULL), from its own start.
static hf_status other(auto_run *run, auto_island *island, const char *phase, const char *name, int attempt,
                       long iterations, hf_error *error)
{
    hf_solve_options options = {.tolerance = island->tolerance,
                                .max_iterations = allowed(run, island, iterations),
                                .observer = watch(run, phase),
                                .observer_context = &run->watch};
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    const path_attempts one = {.first = attempt, .count = 1};
    try_from(run, island, NULL);
    hf_status status = name
                           ? hf_solve(name, island->part->problem, &options, run->trial, run->workspace, &part, error)
                           : path_solve(island->part->problem, one, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_UNSUPPORTED) return HF_STATUS_OK;
    if (status != HF_STATUS_OK) return status;
    part.local_solves = part.failsafe_solves = part.local_failures = 0; // of sweeps only
    take_over(run, island, &part);
    return HF_STATUS_OK;
}

/// The path of regularized solutions, which leads around the turns that stop the stages before. Where masses differ a lot, rounding ends it
/// short of the tolerance; a few proximal steps finish.
hf_status auto_path(auto_run *run, auto_island *island, hf_error *error)
{
    for (int k = 0; k < PATH_ATTEMPTS && island->part->problem->dimension <= PATH_ROWS && !auto_done(run, island); k++)
    {
        hf_status status = other(run, island, "path", NULL, k, PATH_SYSTEMS, error);
        if (status != HF_STATUS_OK) return status;
        status = newton(run, island, "path", run->trial, HF_PROXIMAL_BRISK, PATH_EPSILON, BRISK_STEPS, error);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

/// Methods of another kind, on islands small enough for them. Planar friction is an LCP, so `robust` is exact there.
hf_status auto_others(auto_run *run, auto_island *island, hf_error *error)
{
    static const char *const names[] = {"pivot", "robust", "mfb/global"};
    if (island->part->problem->dimension > OTHERS_ROWS) return HF_STATUS_OK;
    for (size_t k = 0; k < sizeof names / sizeof *names && !auto_done(run, island); k++)
    {
        hf_status status = other(run, island, "others", names[k], 0, OTHERS_ITERATIONS, error);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

hf_status auto_patient(auto_run *run, auto_island *island, hf_error *error)
{
    long steps = patient_steps(island, PATIENT_STEPS);
    return newton(run, island, "patient", island->part->r, HF_PROXIMAL_PATIENT, PATIENT_EPSILON, steps, error);
}

/// Where masses differ a lot, heavy bodies see light ones as nothing: only a small weight lets their contacts move on.
hf_status auto_polish(auto_run *run, auto_island *island, hf_error *error)
{
    long steps = patient_steps(island, POLISH_STEPS);
    return newton(run, island, "polish", island->part->r, HF_PROXIMAL_PATIENT, POLISH_EPSILON, steps, error);
}

// ---- random starts ----

/// What it takes to stop block i alone, for a velocity like the others'. Infinite where nothing moves it.
static double stopping_impulse(const hf_problem *p, int i)
{
    const double *W = p->diagonal + (size_t)BLOCK_AREA_MAX * (size_t)i;
    double trace = 0.0;
    for (int k = 0; k < p->size[i]; k++) trace += W[k * p->size[i] + k];
    return p->norm_b / sqrt((double)p->dimension) * p->size[i] / trace;
}

/// Start number k: impulses inside their cones, up to twice as large as in the best iterate (odd k; that one's zeros remain near zero),
/// or as would stop each block alone (even k).
static void random_start(const auto_island *island, int k, double *r)
{
    const hf_problem *p = island->part->problem;
    random_state random = random_seed((unsigned)k);
    double largest = 0.0;
    for (int n = 0; n < p->dimension; n++) largest = fmax(largest, fabs(island->part->r[n]));
    for (int i = 0; i < p->block_count; i++)
    {
        double size = k % 2 == 0 ? stopping_impulse(p, i) : 0.0, *x = r + p->offset[i];
        if (k % 2 == 1)
            for (int n = p->offset[i]; n < p->offset[i + 1]; n++) size = fmax(size, fabs(island->part->r[n]));
        if (size == 0.0 || !isfinite(size)) size = 0.1 * largest;
        bool contact = p->kind[i] == HF_LAW_CONTACT;
        x[0] = contact || p->kind[i] == HF_LAW_UNILATERAL ? random_between(&random, 0.0, 2.0 * size)
                                                          : random_between(&random, -size, size);
        double radius = contact ? p->mu[i] * x[0] : size;
        for (int n = 1; n < p->size[i]; n++) x[n] = random_between(&random, -radius, radius);
        for (int n = 0; n < p->size[i]; n++)
            if (!isfinite(x[n])) x[n] = 0.0; // mu = 1e300 leaves the range of numbers
    }
}

hf_status auto_restarts(auto_run *run, auto_island *island, hf_error *error)
{
    long left = patient_steps(island, (long)run->options->max_restarts * (BRISK_STEPS + RESTART_STEPS));
    for (int k = 1; k <= run->options->max_restarts && left > 0 && !island->too_large && !auto_done(run, island); k++)
    {
        long before = run->done.iterations;
        random_start(island, k, run->trial);
        hf_status status =
            newton(run, island, "restarts", run->trial, HF_PROXIMAL_BRISK, RESTART_EPSILON, BRISK_STEPS, error);
        if (status != HF_STATUS_OK) return status;
        random_start(island, k, run->trial);
        status = newton(run, island, "restarts", run->trial, HF_PROXIMAL_PATIENT, COLD_EPSILON, RESTART_STEPS, error);
        if (status != HF_STATUS_OK) return status;
        left -= run->done.iterations - before;
    }
    return HF_STATUS_OK;
}
