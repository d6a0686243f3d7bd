// Walls, stacks and other piles whose friction is well behaved: the augmented Lagrangian method over the velocities of
// the bodies.
//
// With s = mu |u_T| held, Coulomb's law is that of a convex problem (Cadoux 2009), min ½ vᵀMv + Σ ψ_i(H_i v + b_i + s_i
// e) over the velocities v that impulses add. ψ_i is the distance to a cone, made smooth by a weight ε and a centre c
// (Rockafellar 1976):
//
//     r_i(v) = P_K( c_i - (H_i v + b_i + s_i e) / (ε w_i) ),     M v = Σ H_iᵀ r_i(v),     w_i = ‖W_ii‖.
//
// Newton steps with a line search always find that v: the matrix M + Σ H_iᵀ D_i H_i is positive definite, D_i = P'/(ε
// w_i). Then c ◄ r, s ◄ mu |u_T|, and ε falls. Neither M nor W is formed: with v = Gᵀρ, G = H M⁻¹, a step reads
//
//     (1 + Gᵀ D H) δv = Gᵀ (r - ρ),     δρ = r - ρ - D H δv,     and along it  φ'(a) = H δv · (ρ + a δρ - r(v + a δv)).
//
// What holding s costs is a fixed point, which contracts by 0.2 to 0.5 a round in walls, and does not in steep piles of
// spheres (docs/auto.md): there it is given up, and the best iterate is what others start from.
// Cost: a multifrontal LU over the graph of bodies a step (linalg/sparse/front_lu.h), analyzed once; all else is linear
// in the contacts.

#include "solve/newton/augmented.h"

#include "solve/best.h"
#include "solve/report.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/sparse/front_lu.h"
#include "problem/bodies.h"
#include "problem/law.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    INNER_STEPS = 40,  // for one convex problem
    SEARCH_STEPS = 15, // of the line search
    EASY_STEPS = 10,   // a convex problem solved in so few was easy
    PATIENCE = 3       // rounds without progress
};
static const double EPSILON_FIRST = 1e-6;
static const double EPSILON_FALL = 0.1;  // after an easy problem
static const double EPSILON_RISE = 30.0; // after one that Newton's method failed on
static const double EPSILON_MIN = 1e-7;  // below, rounding in 1 + Gᵀ D H is felt
static const double EPSILON_MAX = 1.0;
static const double INNER_SHARE = 0.1; // a convex problem is solved to this share of what its weight shifts
static const double UNNOTICED = 0.1;   // share of the tolerance
static const double FLAT = 0.3;        // the line search ends at this share of the first slope
static const double LONGEST = 3.0;     // step, in Newton steps
static const double PROGRESS = 0.8;    // of the residual, from round to round
static const double FILL_MAX = 6e7;    // entries of the factors: half a gigabyte
static const double COST_MAX = 1e11;   // operations of a factorization: some seconds

typedef struct augmented_run
{
    const hf_problem *problem;
    const hf_solve_options *options;
    hf_report *report;
    work_meter work;
    front_lu *lu;
    double epsilon;
    double *weight; // w_i
    double *center; // c
    double *lifted; // s_i; 0 but at contacts
    double *v;      // dof_count
    double *rho;    // v = Gᵀ ρ
    double *r;      // r(v)
    double *D;      // PLAIN_AREA_MAX a block
    bool *free;     // whether D_i ≠ 0
    double *u;      // H v + b
    double *du;     // H δv
    double *drho;   // δρ
    double *dv;     // δv
    double *exact;  // W r + b
    best_iterate best;
    bool stopped;
} augmented_run;

// ---- rows ----

static double slip(const hf_problem *p, int i, const double *u)
{
    if (p->kind[i] != HF_LAW_CONTACT) return 0.0;
    return p->mu[i] * (p->size[i] == 3 ? sqrt(u[1] * u[1] + u[2] * u[2]) : fabs(u[1]));
}

/// x ◄ c - (u + a δu + s e) / (ε w), the argument of the projection.
static void argument(const augmented_run *run, int i, double a, double *x)
{
    int at = run->problem->offset[i];
    double stiffness = 1.0 / (run->epsilon * run->weight[i]);
    for (int k = 0; k < run->problem->size[i]; k++)
        x[k] = run->center[at + k] - stiffness * (run->u[at + k] + a * run->du[at + k]);
    x[0] -= stiffness * run->lifted[i];
}

// ---- one step ----

/// r and D at v; δρ ◄ r - ρ, and δv ◄ Gᵀ of that.
static void linearize(augmented_run *run)
{
    const hf_problem *p = run->problem;
    work_charge(&run->work, work_of_product(p) + 2.0 * work_price.step_block * p->block_count);
    memset(run->dv, 0, (size_t)p->rows.dof_count * sizeof *run->dv);
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], area = p->size[i] * p->size[i];
        double x[PLAIN_SIZE_MAX], *D = run->D + (size_t)PLAIN_AREA_MAX * (size_t)i;
        argument(run, i, 0.0, x);
        run->free[i] = law_project_derivative(p, i, x, run->r + at, D);
        for (int k = 0; k < area && run->free[i]; k++) D[k] /= run->epsilon * run->weight[i];
        for (int k = 0; k < p->size[i]; k++) run->drho[at + k] = run->r[at + k] - run->rho[at + k];
        body_scatter(p, i, run->drho + at, run->dv);
    }
}

/// √ of the energy of the velocity δv = Gᵀ δρ that r and ρ differ by; 0 if the certificate would not notice. δu
/// receives H δv.
static double energy_norm(augmented_run *run)
{
    const hf_problem *p = run->problem;
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i];
        body_gather(p, i, run->dv, run->du + at);
        for (int k = 0; k < p->size[i]; k++)
        {
            sum += run->du[at + k] * run->drho[at + k];
            square += run->du[at + k] * run->du[at + k];
        }
    }
    return sqrt(square) <= UNNOTICED * run->options->tolerance * (1.0 + p->norm_b) ? 0.0 : sqrt(fmax(sum, 0.0));
}

/// √Σ w_i ‖ε (r - c)‖²: how far the smooth problem is from the original one.
static double shift_of(const augmented_run *run)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
        {
            double pull = run->epsilon * (run->r[k] - run->center[k]);
            sum += run->weight[i] * pull * pull;
        }
    return sqrt(sum);
}

/// G_iᵀ D_i H_i, for front_lu.
static bool element(const void *context, int i, double *values)
{
    const augmented_run *run = context;
    if (run->free[i]) body_element(run->problem, i, run->D + (size_t)PLAIN_AREA_MAX * (size_t)i, values);
    return run->free[i];
}

/// The Newton step: δv, δu and δρ. False if the matrix is singular or the step not finite.
static bool newton_step(augmented_run *run)
{
    const hf_problem *p = run->problem;
    bool singular;
    if (!work_afford(&run->work, work_price.front_flop * front_lu_cost(run->lu) +
                                     work_price.front_entry * front_lu_fill(run->lu) +
                                     work_price.put_body * p->block_count))
        return false;
    front_lu_factor(run->lu, 1.0, element, run, &singular);
    if (singular) return false;
    work_charge(&run->work, work_price.solve_entry * front_lu_fill(run->lu) + work_of_product(p));
    front_lu_solve(run->lu, run->dv);
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], d = p->size[i];
        const double *D = run->D + (size_t)PLAIN_AREA_MAX * (size_t)i;
        double *du = run->du + at;
        body_gather(p, i, run->dv, du);
        for (int a = 0; a < d; a++)
        {
            for (int b = 0; b < d && run->free[i]; b++) run->drho[at + a] -= D[a * d + b] * du[b];
            sum += fabs(run->drho[at + a]);
        }
    }
    return isfinite(sum);
}

/// φ'(a) and φ''(a) along the step.
static double slope(augmented_run *run, double a, double *curvature)
{
    const hf_problem *p = run->problem;
    double sum = 0.0, second = 0.0;
    work_charge(&run->work, work_price.step_block * p->block_count);
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], d = p->size[i];
        double x[PLAIN_SIZE_MAX], r[PLAIN_SIZE_MAX], J[PLAIN_AREA_MAX];
        const double *du = run->du + at;
        argument(run, i, a, x);
        bool free = law_project_derivative(p, i, x, r, J);
        double bend = 0.0;
        for (int k = 0; k < d; k++)
        {
            sum += du[k] * (run->rho[at + k] + a * run->drho[at + k] - r[k]);
            second += du[k] * run->drho[at + k];
            for (int l = 0; l < d && free; l++) bend += du[k] * J[k * d + l] * du[l];
        }
        second += bend / (run->epsilon * run->weight[i]);
    }
    *curvature = second;
    return sum;
}

/// How far to go along the step: where φ is nearly flat.
static double search(augmented_run *run)
{
    double second, first = slope(run, 0.0, &second), lo = 0.0, hi = INFINITY, a = 1.0;
    for (int k = 0; k < SEARCH_STEPS; k++)
    {
        double now = slope(run, a, &second);
        if (fabs(now) <= FLAT * fabs(first)) break;
        if (now > 0.0) hi = a;
        else lo = a;
        double next = a - now / second;
        if (!(next > lo && next < hi)) next = isfinite(hi) ? 0.5 * (lo + hi) : 2.0 * a;
        a = next;
        if (a >= LONGEST) return LONGEST;
    }
    return a;
}

static void move_on(augmented_run *run, double a)
{
    const hf_problem *p = run->problem;
    for (int k = 0; k < p->rows.dof_count; k++) run->v[k] += a * run->dv[k];
    for (int k = 0; k < p->dimension; k++)
    {
        run->rho[k] += a * run->drho[k];
        run->u[k] += a * run->du[k];
    }
}

// ---- rounds ----

static bool finished(const augmented_run *run)
{
    return run->stopped || work_over(&run->work) || run->report->iterations >= run->options->max_iterations ||
           run->best.natural <= run->options->tolerance;
}

/// The convex problem of the present centre. False if Newton's method failed on it.
static bool solve_convex(augmented_run *run)
{
    for (int k = 0; k < INNER_STEPS && !finished(run); k++)
    {
        linearize(run);
        if (energy_norm(run) <= INNER_SHARE * shift_of(run)) return true;
        if (!newton_step(run)) return false;
        move_on(run, search(run));
        run->report->iterations++;
        run->stopped = !report_observe(run->options, "augmented", run->report->iterations, run->best.natural, false);
    }
    return false;
}

/// The centre moves to r, and s follows the slip.
static void end_round(augmented_run *run)
{
    const hf_problem *p = run->problem;
    linearize(run);
    work_charge(&run->work, work_of_look(p) + work_of_product(p));
    problem_velocity(p, run->r, run->dv, run->exact);
    double natural = hf_residual_of(p, run->r, run->exact).natural;
    if (isfinite(natural)) best_offer(&run->best, p, run->r, natural);
    memcpy(run->center, run->r, (size_t)p->dimension * sizeof *run->r);
    for (int i = 0; i < p->block_count; i++) run->lifted[i] = slip(p, i, run->exact + p->offset[i]);
    problem_velocity(p, run->rho, run->v, run->u); // the steps were those of factors with rounding: v = Gᵀ ρ again
}

/// Velocities back to those of the centre.
static void step_back(augmented_run *run)
{
    const hf_problem *p = run->problem;
    memcpy(run->rho, run->center, (size_t)p->dimension * sizeof *run->rho);
    memset(run->du, 0, (size_t)p->dimension * sizeof *run->du);
    problem_velocity(p, run->rho, run->v, run->u);
}

/// Starts from the impulses in `center`.
static void start(augmented_run *run)
{
    const hf_problem *p = run->problem;
    step_back(run);
    bool any = false;
    for (int k = 0; k < p->dimension; k++) any |= run->rho[k] != 0.0;
    for (int i = 0; i < p->block_count; i++) run->lifted[i] = any ? slip(p, i, run->u + p->offset[i]) : 0.0;
    best_offer(&run->best, p, run->rho, hf_residual_of(p, run->rho, run->u).natural);
}

static void iterate(augmented_run *run)
{
    int stuck = 0;
    run->epsilon = EPSILON_FIRST;
    start(run);
    while (!finished(run) && stuck < PATIENCE && run->epsilon <= EPSILON_MAX)
    {
        double before = run->best.natural;
        long systems = run->report->iterations;
        if (solve_convex(run))
        {
            end_round(run);
            bool better = run->best.natural <= PROGRESS * before;
            bool easy = run->report->iterations - systems <= EASY_STEPS;
            stuck = better ? 0 : stuck + 1;
            if (!better) run->epsilon /= EPSILON_FALL; // rounding, perhaps: u / ε has few digits where ε is small
            else if (easy) run->epsilon = fmax(EPSILON_MIN, EPSILON_FALL * run->epsilon);
        }
        else if (!finished(run))
        {
            run->epsilon *= EPSILON_RISE;
            step_back(run);
        }
    }
}

// ---- the whole ----

/// Analyzes once for all systems: the pattern holds every block, pressing or not. *fits: as far as the work that is
/// left tells.
static hf_status analyze(augmented_run *run, hf_workspace *workspace, bool *fits, hf_error *error)
{
    body_elements all;
    double edges = 2.0 * run->problem->block_count; // a block connects two bodies
    *fits = work_afford(&run->work, (work_price.graph_entry + work_price.front_graph) * edges);
    if (!*fits) return HF_STATUS_OK;
    hf_status status = body_elements_find(run->problem, INT_MAX, NULL, workspace, &all, error);
    if (status == HF_STATUS_OK)
        status = front_lu_create(&all.pattern, (front_orders){0}, FILL_MAX, workspace, &run->lu, error);
    if (status != HF_STATUS_OK || front_lu_cost(run->lu) <= COST_MAX) return status;
    return error_set(error, HF_STATUS_UNSUPPORTED, "a Newton system would cost %.3g operations",
                     front_lu_cost(run->lu));
}

static bool begin(augmented_run *run, hf_workspace *workspace)
{
    const hf_problem *p = run->problem;
    double **vectors[] = {&run->center, &run->rho, &run->r, &run->u, &run->du, &run->drho, &run->exact};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (!(*vectors[k] = ARENA_ARRAY(workspace, double, p->dimension))) return false;
    run->weight = ARENA_ARRAY(workspace, double, p->block_count);
    run->lifted = ARENA_ARRAY(workspace, double, p->block_count);
    run->free = ARENA_ARRAY(workspace, bool, p->block_count);
    run->D = ARENA_ARRAY(workspace, double, (size_t)PLAIN_AREA_MAX *(size_t)p->block_count);
    run->v = ARENA_ARRAY(workspace, double, p->rows.dof_count);
    run->dv = ARENA_ARRAY(workspace, double, p->rows.dof_count);
    if (!run->weight || !run->lifted || !run->free || !run->D || !run->v || !run->dv) return false;
    problem_weights(p, run->weight);
    return best_begin(&run->best, p, workspace);
}

/// From r, which receives the best iterate.
static hf_status solve_from(augmented_run *run, double *r, hf_workspace *workspace, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *r;
    bool fits;
    if (!begin(run, workspace)) return error_no_memory(error);
    hf_status status = analyze(run, workspace, &fits, error);
    if (status != HF_STATUS_OK || !fits) return status;
    memcpy(run->center, r, bytes);
    iterate(run);
    memcpy(r, run->best.r, bytes);
    report_phase(run->report, "augmented", run->report->iterations, run->best.natural);
    return HF_STATUS_OK;
}

hf_status augmented_solve(const hf_problem *problem, const hf_solve_options *options, double *r,
                          hf_workspace *workspace, hf_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    augmented_run run = {
        .problem = problem, .options = options, .report = report, .work = work_begin(problem, options, workspace)};
    hf_status status = HF_STATUS_OK;
    report_begin(report);
    if (!work_over(&run.work)) status = solve_from(&run, r, workspace, error);
    if (status == HF_STATUS_OK)
        status = work_finish(&run.work, problem, options, r, workspace, HF_OUTCOME_STALLED, report, error);
    arena_end(workspace, mark);
    return status;
}
