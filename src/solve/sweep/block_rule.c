// Solving one block of a sweep.
//
// contact     first try, fail-safe, r = 0 (Daviet et al. 2011, algorithm 1). W and g are scaled to trace 1 and norm 1,
//             so that one
//             local tolerance serves kilograms and grams alike.
// moments     contacts of 4 and 6 rows, part by part (local/local_friction_parts.c)
// pyramid     three rows with the law of the pyramid, by cases (local/pyramid.c)
// slip in 3D  r = rho (1, mu t), t = (cos, sin): u_N = 0 gives rho = -g_N / w_N with w(t) = W (1, mu t), and what
//             remains is one
//             equation for the angle, slip parallel to friction: F = w_N (g_T + rho w_T) × t = 0. F is a trigonometric
//             polynomial of
//             degree two (its four roots are those of the quartic of appendix B); Newton from last sweep's direction
//             takes one to three
//             steps. The root counts only if rho > 0 and slip opposes friction; otherwise the local solvers decide.
// scalar      r ◄ clamp(r - u / w) to [0, ∞) or [lo, hi];  w = 0: u decides the side.
// bilateral   r ◄ r - W_ii⁺ u.
//
// A block with W_ii = 0 cannot be moved by its own impulse: the law holds with r = 0 (or at a bound), or not at all.

#include "solve/sweep/block_rule.h"

#include "linalg/block_inverse.h"
#include "solve/sweep/local/local_friction_parts.h"
#include "solve/sweep/local/pyramid.h"

#include <math.h>
#include <string.h>

// A contact that neither solver brings to the local tolerance keeps its best try if that is this good; algorithm 1's r
// = 0 would throw away seven digits for the last few (section 7.3 of the paper complains of this in its enumerative
// solver).
static const double NEARLY_SOLVED = 1e-7; // natural residual of the scaled contact

void block_rule_begin(block_rule *rule, const hf_problem *p, int i)
{
    const double *W = problem_diagonal(p, i);
    int d = p->size[i];
    double trace = 0.0, square = 0.0;
    for (int k = 0; k < d; k++) trace += W[k * d + k];
    for (int k = 0; k < d * d; k++) square += W[k] * W[k];

    memset(rule, 0, sizeof *rule);
    rule->mu = p->mu[i];
    rule->size = p->kind[i] == HF_LAW_BILATERAL ? sqrt(square) : fmax(trace, 0.0);
    rule->inverse_size = 1.0 / rule->size;
    if (!(rule->size > 0.0) || isinf(rule->inverse_size)) // denormal weights are as good as none
    {
        rule->size = rule->inverse_size = 0.0;
        return;
    }
    if (d > PLAIN_SIZE_MAX) return; // block_parts
    for (int k = 0; k < d * d; k++) rule->W[k] = W[k] * rule->inverse_size;
    if (p->kind[i] == HF_LAW_BILATERAL) block_pseudo_inverse(d, rule->W, rule->inverse);
    else if (p->kind[i] == HF_LAW_CONTACT) rule->invertible = block_inverse(d, rule->W, rule->inverse);
}

// ---- contacts ----

bool block_slide3(const block_rule *rule, const double *g, const double *stick, double *r)
{
    enum
    {
        STEPS = 8
    };
    static const double ANGLE = 1e-7; // a Newton step below this leaves an error of its square
    const double *W = rule->W;
    double mu = rule->mu;
    // Where it slipped before, or where sticking pulls.
    const double *from = r[1] * r[1] + r[2] * r[2] > 0.25 * mu * mu * r[0] * r[0] ? r : stick;
    double length = sqrt(from[1] * from[1] + from[2] * from[2]);
    if (!(length > 0.0) || mu == 0.0) return false;
    double c = from[1] / length, s = from[2] / length;

    for (int step = 0; step < STEPS; step++)
    {
        double w0 = W[0] + mu * (c * W[1] + s * W[2]), v0 = mu * (c * W[2] - s * W[1]); // w and dw/dθ
        double w1 = W[3] + mu * (c * W[4] + s * W[5]), v1 = mu * (c * W[5] - s * W[4]);
        double w2 = W[6] + mu * (c * W[7] + s * W[8]), v2 = mu * (c * W[8] - s * W[7]);
        double h1 = w0 * g[1] - g[0] * w1, h2 = w0 * g[2] - g[0] * w2; // w_N u_T
        double F = h1 * s - h2 * c;
        double D = (v0 * g[1] - g[0] * v1) * s - (v0 * g[2] - g[0] * v2) * c + h1 * c + h2 * s;
        double turn = -F / D;
        if (!(fabs(turn) < 0.7)) return false; // far from a root, or D = 0
        double cn = c - turn * s, sn = s + turn * c, f = 1.0 / sqrt(1.0 + turn * turn);
        c = cn * f, s = sn * f;
        if (fabs(turn) > ANGLE) continue;

        w0 = W[0] + mu * (c * W[1] + s * W[2]);
        w1 = W[3] + mu * (c * W[4] + s * W[5]);
        w2 = W[6] + mu * (c * W[7] + s * W[8]);
        if (!(w0 > 1e-12)) return false; // the normal impulse would not be determined
        double normal = -g[0] / w0;
        if ((g[1] + normal * w1) * c + (g[2] + normal * w2) * s > 0.0) return false; // friction would push
        r[0] = normal, r[1] = mu * normal * c, r[2] = mu * normal * s;
        return true;
    }
    return false;
}

/// One try: LOCAL_SOLVED only if r meets the exact law to the tolerance. *residual receives how far it is from that.
static local_verdict attempt(local_solve solve, bool exact, int d, const double *W, const double *b, double mu,
                             double tolerance, double *r, double *residual)
{
    local_verdict verdict = solve(W, b, mu, tolerance, r);
    *residual = 0.0;
    if (verdict == LOCAL_SOLVED && exact) return verdict;
    *residual = INFINITY;
    if (verdict == LOCAL_NO_SOLUTION) return verdict;
    double natural = local_residual(d, W, b, mu, r); // an approximate method does not judge itself
    if (isfinite(natural)) *residual = natural;
    return natural <= tolerance ? LOCAL_SOLVED : LOCAL_FAILED;
}

static local_verdict stuck_contact(block_solver *solver, int d, const double *g, double *r)
{
    memset(r, 0, (size_t)d * sizeof *r); // nothing moves this contact: it is open, or hopeless
    if (g[0] >= 0.0) return LOCAL_SOLVED;
    solver->failures++;
    return LOCAL_NO_SOLUTION;
}

local_verdict block_contact(block_solver *solver, const block_rule *rule, int d, const double *g, double *r)
{
    if (rule->size == 0.0) return stuck_contact(solver, d, g, r);
    double length = d == 3 ? norm3(g) : norm2(g);
    size_t bytes = (size_t)d * sizeof(double);
    if (!(length > 0.0)) // r = 0, u = 0
    {
        memset(r, 0, bytes);
        return LOCAL_SOLVED;
    }
    double b[3] = {0.0}, guess[3] = {0.0}, first[3], second[3], error1, error2 = INFINITY;
    double weight = 1.0; // rounding grows with r: W near singular makes it large beside g
    for (int k = 0; k < d; k++)
    {
        b[k] = g[k] / length;
        guess[k] = r[k] / length;
        weight = fmax(weight, fabs(guess[k]));
    }
    double tolerance = weight * solver->tolerance;
    memcpy(first, guess, sizeof first);
    work_charge(solver->work, work_price.local_first);
    local_verdict verdict = attempt(d == 3 ? solver->first3 : solver->first2, solver->first_exact, d, rule->W, b,
                                    rule->mu, tolerance, first, &error1);
    const double *answer = first;
    local_solve failsafe = d == 3 ? solver->second3 : solver->second2;
    if (verdict != LOCAL_SOLVED && failsafe)
    {
        solver->failsafe++;
        work_charge(solver->work, work_price.local_failsafe);
        memcpy(second, guess, sizeof second);
        verdict = attempt(failsafe, solver->second_exact, d, rule->W, b, rule->mu, tolerance, second, &error2);
        if (error2 < error1) answer = second;
    }
    static const double zero[3] = {0.0, 0.0, 0.0};
    if (verdict != LOCAL_SOLVED)
    {
        solver->failures++;
        double error = fmin(error1, error2);
        bool pure = !failsafe && error < INFINITY; // a pure method's best try is its answer, whatever its law
        if (!pure && (solver->paper_exact || !(error <= NEARLY_SOLVED))) answer = zero;
    }
    for (int k = 0; k < d; k++) r[k] = answer[k] * length;
    return verdict;
}

local_verdict block_pyramid(block_solver *solver, const block_rule *rule, const double *u, double *r)
{
    solver->solves++;
    if (rule->size == 0.0) return stuck_contact(solver, 3, u, r);
    double g[3], b[3], trial[3], weight = 1.0;
    for (int k = 0; k < 3; k++) g[k] = -u[k] * rule->inverse_size;
    block3_gemv(rule->W, r, g); // -g = u / size - W r
    double length = norm3(g);
    if (!(length > 0.0) || g[0] <= 0.0) // take-off
    {
        memset(r, 0, sizeof trial);
        return LOCAL_SOLVED;
    }
    for (int k = 0; k < 3; k++)
    {
        b[k] = -g[k] / length;
        trial[k] = r[k] / length;
        weight = fmax(weight, fabs(trial[k]));
    }
    double tolerance = weight * solver->tolerance;
    work_charge(solver->work, work_price.local_first);
    local_verdict verdict = solver->first_exact ? local_pyramid(solver->polygon, rule->W, b, rule->mu, tolerance, trial)
                                                : solver->first3(rule->W, b, rule->mu, tolerance, trial);
    if (verdict != LOCAL_SOLVED) solver->failures++;
    for (int k = 0; k < 3; k++) r[k] = isfinite(trial[k]) ? trial[k] * length : 0.0;
    return verdict == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;
}

local_verdict block_parts(block_solver *solver, const block_rule *rule, const hf_problem *p, int i, const double *u,
                          double *r)
{
    solver->solves++;
    const double *own = problem_diagonal(p, i);
    int d = p->size[i];
    if (rule->size == 0.0) return stuck_contact(solver, d, u, r);
    double W[BLOCK_AREA_MAX], b[BLOCK_SIZE_MAX], trial[BLOCK_SIZE_MAX], square = 0.0, weight = 1.0;
    for (int k = 0; k < d * d; k++) W[k] = own[k] * rule->inverse_size;
    for (int k = 0; k < d; k++)
    {
        b[k] = u[k] * rule->inverse_size; // g = u / size - W r
        for (int l = 0; l < d; l++) b[k] -= W[k * d + l] * r[l];
        square += b[k] * b[k];
    }
    double length = sqrt(square);
    if (!(length > 0.0) || b[0] >= 0.0) // take-off
    {
        memset(r, 0, (size_t)d * sizeof *r);
        return LOCAL_SOLVED;
    }
    for (int k = 0; k < d; k++)
    {
        b[k] /= length;
        trial[k] = r[k] / length;
        weight = fmax(weight, fabs(trial[k]));
    }
    local_friction_parts_cost cost;
    local_verdict verdict = local_friction_parts(&p->parts[i], W, b, weight * solver->tolerance, trial, &cost);
    work_charge(solver->work, work_price.local_first * (1.0 + cost.steps) + work_price.local_round * cost.rounds);
    if (cost.hard) solver->failsafe++;
    if (verdict != LOCAL_SOLVED) solver->failures++;
    for (int k = 0; k < d; k++) r[k] = isfinite(trial[k]) ? trial[k] * length : 0.0;
    return verdict;
}

// ---- the other kinds ----

/// r in [lo, hi], u > 0 ⇒ r = lo, u < 0 ⇒ r = hi, where the block's own impulse changes nothing.
static local_verdict stuck_scalar(block_solver *solver, double lo, double hi, double u, double *r)
{
    double wanted = u > 0.0 ? lo : u < 0.0 ? hi : fmin(hi, fmax(lo, *r));
    *r = isfinite(wanted) ? wanted : fmin(hi, fmax(lo, 0.0));
    if (isfinite(wanted)) return LOCAL_SOLVED;
    solver->failures++;
    return LOCAL_NO_SOLUTION;
}

static local_verdict bilateral(block_solver *solver, const block_rule *rule, int d, const double *u, double *r)
{
    double left = 0.0, whole = 0.0, step[BLOCK_SIZE_MAX] = {0.0}, x[BLOCK_SIZE_MAX] = {0.0};
    double to_unit = rule->size > 0.0 ? rule->inverse_size : 1.0;
    for (int k = 0; k < d; k++) x[k] = u[k] * to_unit;
    for (int k = 0; k < d; k++)
        for (int l = 0; l < d; l++) step[k] -= rule->inverse[k * d + l] * x[l]; // Δr = -W_ii⁺ u
    for (int k = 0; k < d; k++)
    {
        double after = x[k];
        for (int l = 0; l < d; l++) after += rule->W[k * d + l] * step[l];
        left += after * after;
        whole += x[k] * x[k];
        r[k] += step[k];
    }
    if (left <= 1e-16 * whole) return LOCAL_SOLVED; // 1e-8 of u is left
    solver->failures++;
    return LOCAL_NO_SOLUTION;
}

local_verdict block_other(block_solver *solver, const block_rule *rule, const hf_problem *p, int i, const double *u,
                          double *r)
{
    solver->solves++;
    if (p->kind[i] == HF_LAW_BILATERAL) return bilateral(solver, rule, p->size[i], u, r);
    bool box = p->kind[i] == HF_LAW_BOX;
    double lo = box ? p->lo[i] : 0.0, hi = box ? p->hi[i] : INFINITY;
    if (rule->size == 0.0) return stuck_scalar(solver, lo, hi, u[0], r);
    r[0] = fmin(hi, fmax(lo, r[0] - u[0] * rule->inverse_size));
    return LOCAL_SOLVED;
}
