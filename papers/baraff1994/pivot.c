// Pivoting (Baraff 1994) on a contact problem, and its name in the registry.
//
//   no friction, W symmetric    rows only: block moves, then single pivots                       pivot_scalar.c
//   friction                    start (pivot_start.c), drives (pivot_friction.c), and in 3D Newton's method from the
//                               paper's eq. 21 to
//                               friction exactly against the slip                                pivot_exact.c
// In 2D eqs. 15 and 16 are Coulomb's law itself, and the drives end exact. The paper cannot prove that they end: where
// they are given up on, Newton's method is tried from what they reached, and the certificate decides.
//
// As published (pivot_as_published): one row at a time from f = 0, one order of drives, a condition given up on at its
// first return, and nothing after the drives.

#include "papers/baraff1994/pivot_exact.h"
#include "papers/baraff1994/pivot_start.h"
#include "papers/families.h"
#include "solve/frame.h"
#include "solve/report.h"

#include "base/elementary.h"
#include "base/error.h"

#include <string.h>

enum
{
    MAX_ROWS = 6000,    // six dense matrices of this size are 1.7 GB
    REORDER_ROWS = 400, // above this one order of drives takes long enough
};

/// One solve.
typedef struct pivot_job
{
    const hf_problem *problem;
    const hf_pivot_options *options;
    double *A; // n × n, column-major
    bool symmetric, nearly, frictionless, dynamic;
    bool planar;        // no contact has two tangents: drives from the guess end exact, and faster than Newton's method
    double *r;          // n: the guess or zeros, and the answer
    double *ray;        // n
    hf_pivot_set *sets; // n
    hf_workspace *workspace;
    hf_report *report;
    hf_pivot_result *result;
    work_meter work;
} pivot_job;

// ---- checks ----

static hf_status check_contacts(const hf_problem *p, const hf_pivot_options *options, hf_error *error)
{
    for (int k = 0; options->friction && k < p->block_count; k++)
    {
        if (p->kind[k] != HF_LAW_CONTACT) continue;
        if ((unsigned)options->friction[k] > HF_PIVOT_DYNAMIC)
            return error_set(error, HF_STATUS_INVALID, "options.friction[%d] = %d is no kind of friction", k,
                             (int)options->friction[k]);
        if (options->friction[k] != HF_PIVOT_DYNAMIC) continue;
        if (!options->slip)
            return error_set(error, HF_STATUS_INVALID, "options.slip is NULL, but contact %d is dynamic", k);
        double speed = 0.0;
        for (int t = 1; t < p->size[k]; t++) speed += fabs(options->slip[p->offset[k] + t]);
        if (!(speed > 0.0) || isinf(speed))
            return error_set(error, HF_STATUS_INVALID, "options.slip of contact %d is zero or not finite", k);
    }
    return HF_STATUS_OK;
}

static hf_status check(const hf_problem *p, const hf_pivot_options *options, const hf_pivot_set *sets, hf_error *error)
{
    hf_status status = solve_options_check(&options->common, error);
    if (status != HF_STATUS_OK) return status;
    if (p->dimension > MAX_ROWS)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "the problem has %d rows; pivoting keeps W dense and takes at most %d (try mfb+enum)",
                         p->dimension, (int)MAX_ROWS);
    for (int i = 0; options->common.warm_start && sets && i < p->dimension; i++)
        if ((unsigned)sets[i] > HF_PIVOT_HELD)
            return error_set(error, HF_STATUS_INVALID, "sets[%d] = %d is no set", i, (int)sets[i]);
    return check_contacts(p, options, error);
}

// ---- the matrix ----

static void scatter_blocks(const hf_problem *p, double *A)
{
    size_t n = (size_t)p->dimension;
    memset(A, 0, n * n * sizeof *A);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            const double *W = p->W.values + block_at(p, k);
            for (int a = 0; a < p->size[i]; a++)
                for (int b = 0; b < p->size[j]; b++)
                    A[n * (size_t)(p->offset[j] + b) + (size_t)(p->offset[i] + a)] = W[a * p->size[j] + b];
        }
}

/// W of a factored problem, column by column. x: n, v: degrees of freedom.
static void multiply_columns(const hf_problem *p, double *x, double *v, double *A)
{
    size_t n = (size_t)p->dimension;
    memset(x, 0, n * sizeof *x);
    for (size_t j = 0; j < n; j++)
    {
        x[j] = 1.0;
        problem_velocity(p, x, v, A + n * j);
        for (size_t i = 0; i < n; i++) A[n * j + i] -= p->b[i];
        x[j] = 0.0;
    }
}

/// Largest |W_ij - W_ji|, as a share of the largest diagonal entry.
static double asymmetry(size_t n, const double *A)
{
    double largest = 0.0, worst = 0.0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, A[n * i + i]);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) worst = fmax(worst, fabs(A[n * i + j] - A[n * j + i]));
    return worst > 0.0 ? worst / largest : 0.0;
}

// ---- solving ----

/// Sets that fit r (the warm start of a caller who keeps none, and the sets of an exact answer).
static void derive_sets(const hf_problem *p, const double *r, hf_pivot_set *sets)
{
    const double inside = 1e-6; // of the radius: friction closer to the cone than this counts as on it
    for (int k = 0; k < p->block_count; k++)
    {
        int i = p->offset[k], m = p->size[k];
        double force = m == 3 ? real_hypot(r[i + 1], r[i + 2]) : m == 2 ? fabs(r[i + 1]) : 0.0;
        for (int t = 0; t < m; t++) switch (p->kind[k])
            {
            case HF_LAW_BILATERAL: sets[i + t] = HF_PIVOT_CLAMPED; break;
            case HF_LAW_BOX:
                sets[i] = r[i] <= p->lo[k] ? HF_PIVOT_LOWER : r[i] >= p->hi[k] ? HF_PIVOT_UPPER : HF_PIVOT_CLAMPED;
                break;
            default:
                sets[i + t] = !(r[i] > 0.0)                                        ? HF_PIVOT_LOWER
                              : t > 0 && force >= (1.0 - inside) * p->mu[k] * r[i] ? HF_PIVOT_CONE
                                                                                   : HF_PIVOT_CLAMPED;
            }
    }
}

static hf_status solve_rows(pivot_job *job, hf_error *error)
{
    const hf_problem *p = job->problem;
    size_t n = (size_t)p->dimension;
    double *lo = ARENA_ARRAY(job->workspace, double, 2 * n), *hi = lo ? lo + n : NULL;
    if (!lo) return error_no_memory(error);
    for (int k = 0; k < p->block_count; k++)
        for (int t = 0; t < p->size[k]; t++)
        {
            int i = p->offset[k] + t;
            bool tangent = p->kind[k] == HF_LAW_CONTACT && t > 0, box = p->kind[k] == HF_LAW_BOX;
            lo[i] = p->kind[k] == HF_LAW_BILATERAL ? -INFINITY : box ? p->lo[k] : 0.0;
            hi[i] = tangent ? 0.0 : box ? p->hi[k] : INFINITY;
        }
    scalar_lcp lcp = {.n = (int)n, .A = job->A, .b = p->b, .lo = lo, .hi = hi, .work = &job->work};
    hf_status status =
        pivot_scalar(&lcp, job->options, job->sets, job->r, job->ray, job->workspace, job->result, error);
    report_phase(job->report, "pivot", job->result->pivots + job->result->block_moves, NAN);
    return status;
}

/// Takes f, the sets and, if there is one, the ray out of the state, in the problem's axes.
static void take_out(pivot_job *job, contact_state *s)
{
    for (int k = 0; k < s->contact_count; k++)
    {
        const pivot_contact *c = &s->contacts[k];
        if (c->tangents == 2 && job->result->end == HF_PIVOT_RAY)
        {
            double x = job->ray[c->row + 1], y = job->ray[c->row + 2];
            job->ray[c->row + 1] = c->axis[0] * x - c->axis[1] * y;
            job->ray[c->row + 2] = c->axis[1] * x + c->axis[0] * y;
        }
        contact_turn_back(s, &s->contacts[k]);
    }
    memcpy(job->r, s->f, (size_t)s->n * sizeof *job->r);
    memcpy(job->sets, s->set, (size_t)s->n * sizeof *job->sets);
}

/// Whether another order of drives is worth trying.
static bool may_go_on(pivot_job *job)
{
    hf_pivot_result *result = job->result;
    if (result->end == HF_PIVOT_LIMIT && job->options->common.max_iterations > 0) result->stopped = true;
    return !pivot_as_published(job->options) && !work_over(&job->work) && result->end != HF_PIVOT_SOLVED &&
           !result->ray_is_proof && !result->stopped && job->problem->dimension <= REORDER_ROWS;
}

static hf_status drive_from(pivot_job *job, bool warm, hf_error *error)
{
    contact_state s;
    const hf_pivot_options *options = job->options;
    hf_pivot_result *result = job->result;
    if (!start_create(&s, job->problem, job->A, options, &job->work, job->workspace, result))
        return error_no_memory(error);
    bool ready = warm && start_warm(&s, job->sets, job->r, options);
    hf_status status =
        ready ? HF_STATUS_OK : start_cold(&s, job->nearly && !options->one_by_one, options, job->workspace, error);
    if (status != HF_STATUS_OK) return status;
    result->end = contact_drive_all(&s, options, job->ray);
    take_out(job, &s);
    for (int order = ORDER_FIRST; order < ORDER_COUNT && may_go_on(job); order++)
    {
        hf_pivot_result first = *result;
        double *ray = ARENA_ARRAY(job->workspace, double, s.n);
        if (!ray) return error_no_memory(error);
        s.order = (drive_order)order;
        status = start_cold(&s, false, options, job->workspace, error);
        if (status != HF_STATUS_OK) return status;
        result->end = contact_drive_all(&s, options, ray);
        if (result->end == HF_PIVOT_SOLVED) // otherwise the first end stands
        {
            memset(job->ray, 0, (size_t)s.n * sizeof *job->ray);
            take_out(job, &s);
            result->ray_row = -1;
        }
        else
        {
            for (int k = 0; k < s.contact_count; k++) contact_turn_back(&s, &s.contacts[k]);
            result->end = first.end;
            result->ray_row = first.ray_row;
        }
        result->ray_is_proof = false;
    }
    report_phase(job->report, "pivot", result->pivots, NAN);
    return HF_STATUS_OK;
}

/// Directions of dynamic friction, per row; NULL in *sliding where there is none.
static hf_status find_sliding(const pivot_job *job, const double **sliding, hf_error *error)
{
    const hf_problem *p = job->problem;
    *sliding = NULL;
    if (!job->dynamic) return HF_STATUS_OK;
    double *out = ARENA_ZEROED(job->workspace, double, p->dimension);
    if (!out) return error_no_memory(error);
    for (int k = 0; k < p->block_count; k++)
    {
        if (p->kind[k] != HF_LAW_CONTACT || job->options->friction[k] != HF_PIVOT_DYNAMIC) continue;
        const double *v = job->options->slip + p->offset[k];
        double speed = p->size[k] == 3 ? real_hypot(v[1], v[2]) : fabs(v[1]);
        for (int t = 1; t < p->size[k]; t++) out[p->offset[k] + t] = -v[t] / speed;
    }
    *sliding = out;
    return HF_STATUS_OK;
}

/// Whether r will do: by hf_residual where friction is static and exact, by the paper's conditions otherwise.
static hf_status judge(pivot_job *job, const double *r, double *natural, bool *good, hf_error *error)
{
    const hf_pivot_options *options = job->options;
    hf_residual residual;
    hf_status status = hf_residual_compute(job->problem, r, job->workspace, &residual, error);
    if (status != HF_STATUS_OK) return status;
    *natural = residual.natural;
    *good = residual.natural <= options->common.tolerance;
    if (options->exact && !job->dynamic) return HF_STATUS_OK;
    hf_pivot_conditions conditions;
    status = hf_pivot_check(job->problem, options, r, job->workspace, &conditions, error);
    *good = status == HF_STATUS_OK && conditions.worst <= options->common.tolerance;
    return status;
}

/// From the guess, if there is one, and without it where that leads astray: it can have sets that no drive leaves, in
/// problems that are easy from nothing.
static hf_status drive_contacts(pivot_job *job, hf_error *error)
{
    bool warm = job->options->common.warm_start, good = false;
    double natural;
    hf_status status = drive_from(job, warm, error);
    if (status == HF_STATUS_OK && warm) status = judge(job, job->r, &natural, &good, error);
    if (status != HF_STATUS_OK || !warm || good || job->result->stopped || job->result->ray_is_proof ||
        work_over(&job->work))
        return status;
    return drive_from(job, false, error);
}

/// Newton's method from r: what pivoting found is exact only in 2D, or not found at all; a warm start may be near
/// enough for it alone.
static hf_status run_newton(pivot_job *job, bool once, bool *solved, hf_error *error)
{
    const hf_problem *p = job->problem;
    double natural, tolerance = job->options->common.tolerance;
    double aim =
        job->dynamic || !job->options->exact ? 1e-3 * tolerance : tolerance; // their conditions are scaled otherwise
    long steps = 0;
    dense_contacts d = {.problem = p, .A = job->A, .b = p->b, .work = &job->work};
    double *found = ARENA_ARRAY(job->workspace, double, p->dimension);
    hf_status status = found ? find_sliding(job, &d.sliding, error) : error_no_memory(error);
    if (status != HF_STATUS_OK) return status;
    memcpy(found, job->r, (size_t)p->dimension * sizeof *found);
    status = pivot_exact(&d, once ? INFINITY : aim, aim, found, &natural, &steps, job->workspace, error);
    if (status != HF_STATUS_OK) return status;
    report_phase(job->report, "newton", steps, natural);
    *solved = natural <= tolerance;
    if (*solved && (job->dynamic || !job->options->exact)) status = judge(job, found, &natural, solved, error);
    if (*solved ||
        (!once && !job->dynamic && job->result->end != HF_PIVOT_RAY)) // the best iterate; a ray belongs to its own r
    {
        memcpy(job->r, found, (size_t)p->dimension * sizeof *found);
        derive_sets(p, job->r, job->sets);
    }
    return status;
}

/// A warm start that needs no pivoting: because it is an answer, or in space because Newton's method makes it one.
static hf_status try_guess(pivot_job *job, bool *solved, hf_error *error)
{
    double natural;
    hf_status status = judge(job, job->r, &natural, solved, error);
    if (status != HF_STATUS_OK) return status;
    if (*solved) report_phase(job->report, "guess", 0, natural);
    else if (job->options->exact && !job->dynamic && !job->planar) status = run_newton(job, true, solved, error);
    if (*solved) job->result->end = HF_PIVOT_SOLVED;
    return status;
}

static hf_status finish_exact(pivot_job *job, hf_error *error)
{
    bool good;
    hf_pivot_result *result = job->result;
    hf_status status = judge(job, job->r, &job->report->phases[job->report->phase_count - 1].natural, &good, error);
    if (status != HF_STATUS_OK) return status;
    if (!good && (result->stopped || result->ray_is_proof || pivot_as_published(job->options))) return HF_STATUS_OK;
    if (!good) status = run_newton(job, false, &good, error);
    if (status != HF_STATUS_OK || !good) return status;
    result->end = HF_PIVOT_SOLVED;
    result->ray_row = -1;
    memset(job->ray, 0, (size_t)job->problem->dimension * sizeof *job->ray);
    return HF_STATUS_OK;
}

/// The outcome: by hf_residual where friction is static and exact, by the paper's conditions otherwise.
static hf_status conclude(pivot_job *job, hf_error *error)
{
    const hf_pivot_options *options = job->options;
    hf_report *report = job->report;
    const hf_pivot_result *result = job->result;
    static const hf_outcome otherwise[] = {
        [HF_PIVOT_SOLVED] = HF_OUTCOME_STALLED,
        [HF_PIVOT_LIMIT] = HF_OUTCOME_LIMIT,
        [HF_PIVOT_RAY] = HF_OUTCOME_STALLED,
        [HF_PIVOT_STALLED] = HF_OUTCOME_STALLED,
    };
    bool none = result->end == HF_PIVOT_RAY && result->ray_is_proof;
    hf_outcome ended = none                    ? HF_OUTCOME_NO_SOLUTION
                       : work_over(&job->work) ? HF_OUTCOME_LIMIT
                                               : otherwise[result->end];
    hf_status status =
        work_finish(&job->work, job->problem, &options->common, job->r, job->workspace, ended, report, error);
    if (status != HF_STATUS_OK) return status;
    if (job->dynamic || !options->exact)
    {
        hf_pivot_conditions conditions;
        status = hf_pivot_check(job->problem, options, job->r, job->workspace, &conditions, error);
        if (status != HF_STATUS_OK) return status;
        bool holds = conditions.worst <= options->common.tolerance && result->end == HF_PIVOT_SOLVED;
        report->outcome = holds ? HF_OUTCOME_CONVERGED : ended;
    }
    report->iterations = result->pivots + result->block_moves;
    if (report->outcome == HF_OUTCOME_CONVERGED || work_over(&job->work)) return HF_STATUS_OK;
    if (result->end == HF_PIVOT_RAY)
        report_note(report, "unbounded ray while driving row %d: %s; the ray is an impulse direction", result->ray_row,
                    none ? "no bounded force keeps the contacts apart" : "it proves nothing about other forces");
    else if (result->end == HF_PIVOT_LIMIT)
        report_note(report, "stopped after %ld pivots (bound for %d rows: %ld), or by the observer", result->pivots,
                    job->problem->dimension, solve_limit(&options->common, pivot_bound(job->problem->dimension)));
    else report_note(report, "conditions given up on %ld times could not all be established", result->given_up);
    return HF_STATUS_OK;
}

static hf_status prepare(pivot_job *job, const hf_pivot_set *sets, hf_error *error)
{
    const hf_problem *p = job->problem;
    hf_workspace *w = job->workspace;
    size_t n = (size_t)p->dimension;
    job->A = ARENA_ARRAY(w, double, n *n);
    job->ray = ARENA_ZEROED(w, double, n);
    job->sets = ARENA_ZEROED(w, hf_pivot_set, n);
    double *v = ARENA_ARRAY(w, double, p->factored ? p->rows.dof_count : 0);
    if (!job->A || !job->ray || !job->sets || !v) return error_no_memory(error);
    work_charge(&job->work, p->factored ? (double)n * work_of_product(p) : 3.0 * pivot_work((double)n, (double)n));
    if (p->factored) multiply_columns(p, job->ray, v, job->A);
    else scatter_blocks(p, job->A);
    double asymmetric = asymmetry(n, job->A);
    job->symmetric = asymmetric <= 1e-10; // assembled in two orders, rounding stays far below
    job->nearly = asymmetric <= 1e-2;     // gyroscopic terms: symmetric enough for a first guess
    job->frictionless = job->planar = true;
    for (int k = 0; k < p->block_count; k++)
    {
        bool contact = p->kind[k] == HF_LAW_CONTACT;
        if (contact && p->mu[k] > 0.0) job->frictionless = false;
        if (contact && p->size[k] > 2) job->planar = false;
        if (contact && job->options->friction && job->options->friction[k] == HF_PIVOT_DYNAMIC) job->dynamic = true;
    }
    if (!job->options->common.warm_start) return HF_STATUS_OK;
    if (sets) memcpy(job->sets, sets, n * sizeof *sets);
    else derive_sets(p, job->r, job->sets);
    return HF_STATUS_OK;
}

static hf_status solve_job(pivot_job *job, hf_error *error)
{
    bool rows_only = job->symmetric && job->frictionless, solved = false;
    hf_status status = HF_STATUS_OK;
    bool over = work_over(&job->work);
    if (job->options->common.warm_start && !rows_only && !over) status = try_guess(job, &solved, error);
    if (status == HF_STATUS_OK && !solved && !over)
        status = rows_only ? solve_rows(job, error) : drive_contacts(job, error);
    if (status == HF_STATUS_OK && !solved && !over) status = finish_exact(job, error);
    if (status == HF_STATUS_OK) status = conclude(job, error);
    return status;
}

/// Within the frame, with everything checked. `sets` and `ray` may be NULL.
static hf_status solve(const hf_problem *problem, const hf_pivot_options *options, double *r, hf_pivot_set *sets,
                       double *ray, hf_workspace *workspace, hf_report *report, hf_pivot_result *result,
                       hf_error *error)
{
    size_t n = (size_t)problem->dimension;
    arena_mark mark = arena_begin(workspace);
    hf_pivot_options from_nothing = *options;
    from_nothing.common.warm_start = false; // compute-forces begins with f = 0 (section 4.3)
    pivot_job job = {.problem = problem,
                     .options = pivot_as_published(options) ? &from_nothing : options,
                     .r = r,
                     .workspace = workspace,
                     .report = report,
                     .work = work_begin(problem, &options->common, workspace),
                     .result = result};
    *result = (hf_pivot_result){.end = HF_PIVOT_STALLED, .ray_row = -1};
    hf_status status = prepare(&job, sets, error);
    if (status == HF_STATUS_OK) status = solve_job(&job, error);
    if (status == HF_STATUS_OK && n > 0 && sets) memcpy(sets, job.sets, n * sizeof *sets);
    if (status == HF_STATUS_OK && n > 0 && ray) memcpy(ray, job.ray, n * sizeof *ray);
    arena_end(workspace, mark);
    return status;
}

hf_status hf_pivot_solve(const hf_problem *problem, const hf_pivot_options *options, double *r, hf_pivot_set *sets,
                         double *ray, hf_workspace *workspace, hf_report *report, hf_pivot_result *result,
                         hf_error *error)
{
    solve_frame frame;
    hf_pivot_options defaults = hf_pivot_options_default();
    hf_pivot_result ignored;
    if (!options) options = &defaults;
    if (!result) result = &ignored;
    if (report) report_begin(report);
    hf_status status = check(problem, options, sets, error);
    if (status == HF_STATUS_OK) status = solve_cones_only(problem, "pivot", error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve(frame.problem, options, frame.answer, sets, ray, frame.workspace, frame.report, result, error);
    return solve_end(&frame, status);
}

// ---- the registry ----

static const hf_solver listed[] = {
    {.name = "pivot",
     .paper = "Baraff 1994",
     .summary = "pivoting to an exact answer; small and medium dense problems, microseconds for a handful of contacts",
     .exact = true},
    {.name = "pivot/paper",
     .paper = "Baraff 1994",
     .summary = "the same as published: one row at a time; friction in 3D opposes the slip by its sign alone (eq. 21)",
     .exact = false},
};

static const name_option name_options[] = {
    {{"one_by_one", "1: move one row at a time, as published [0]"},
     NAME_FLAG,
     offsetof(hf_pivot_options, one_by_one),
     0,
     1},
    {{"exact", "0: stop at the paper's eq. 21 in 3D [1]"}, NAME_FLAG, offsetof(hf_pivot_options, exact), 0, 1},
};

enum
{
    NAME_OPTIONS = sizeof name_options / sizeof *name_options
};

/// "pivot" or "pivot/paper", perhaps with options; false if it means nothing.
static bool read_name(const char *name, hf_pivot_options *options)
{
    const char *paper = name_after(name, "pivot/paper"), *rest = paper ? paper : name_after(name, "pivot");
    *options = paper ? hf_pivot_options_paper() : hf_pivot_options_default();
    return rest && *name_options_read(rest, name_options, NAME_OPTIONS, options) == '\0';
}

static bool accepts(const char *name)
{
    hf_pivot_options options;
    return read_name(name, &options);
}

/// By name the certificate has the last word, whatever the paper's conditions say.
static void demand_certificate(const hf_solve_options *common, hf_report *report)
{
    if (report->residual.natural <= common->tolerance) report->outcome = HF_OUTCOME_CONVERGED;
    if (report->outcome != HF_OUTCOME_CONVERGED || report->residual.natural <= common->tolerance) return;
    report->outcome = HF_OUTCOME_STALLED;
    report_note(report, "the paper's conditions hold; friction is not exactly against the slip");
}

static hf_status run(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_pivot_options options;
    if (!read_name(name, &options)) return error_set(error, HF_STATUS_INVALID, "'%s' is no solver", name);
    hf_pivot_result result;
    options.common = *common;
    hf_status status = check(problem, &options, NULL, error);
    if (status != HF_STATUS_OK) return status;
    status = solve(problem, &options, r, NULL, NULL, workspace, report, &result, error);
    if (status == HF_STATUS_OK) demand_certificate(common, report);
    return status;
}

const solver_family pivot_family = {.listed = listed,
                                    .listed_count = sizeof listed / sizeof *listed,
                                    .options = name_options,
                                    .option_count = NAME_OPTIONS,
                                    .accepts = accepts,
                                    .direct = true,
                                    .run = run};
