// Contact solvers: one signature, selected by name.

#ifndef HOLDFAST_SOLVE_H
#define HOLDFAST_SOLVE_H

#include "holdfast/problem.h"
#include "holdfast/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- selection ----
    //
    // Selection: which answer is returned where a contact problem has many.

    /// Which of the impulses that solve a problem are returned, where contacts are redundant and
    /// there are many (docs/selection.md).
    typedef enum hf_selection
    {
        /// The limit of vanishing compliance: loads are shared as equally stiff points would share
        /// them. It depends neither on the start nor on the numbering.
        HF_SELECTION_COMPLIANT = 0,

        /// Whichever the methods come upon first: faster, for benchmarks.
        HF_SELECTION_ANY,

        /// Worlds only: the same limit, with points as stiff as the area of their patch that they
        /// stand for. A load on a large pad and a small one is shared as by a bed of springs.
        HF_SELECTION_AREA,

        HF_SELECTION_COUNT,
    } hf_selection;

    /// "compliant", "any", "area".
    HF_API const char *hf_selection_name(hf_selection selection);

    // ---- residual ----
    //
    // The certificate: how well an r solves a problem, computed from (W, b, laws, r) alone.

    /// The natural-map residual, as FCLIB and Siconos define it, so that numbers compare:
    ///     natural = ‖ r - P_K( r - (u + mu ‖u_T‖ e_N) ) ‖ / (1 + ‖b‖)
    /// over all blocks. P_K projects on the cone K_mu for contacts, on r >= 0 for unilateral
    /// blocks, on [lo, hi] for boxes, and is the identity for bilateral blocks. Where the friction
    /// law of the problem is a pyramid, K_mu is that, and ‖u_T‖ is max -d·u_T over its polygon:
    /// the residual is that of the law. Contacts with moments add mu_i ‖u_i‖ of every part to u_N,
    /// and P_K projects on the intersection of the parts' cones; an ellipse is measured in the
    /// coordinates in which it is a disc (docs/friction.md). `natural` is +INFINITY if any r or u
    /// is not finite. The fields below `cone_natural` are those of the worst block, in SI units.
    typedef struct hf_residual
    {
        /// 0 is exact. Impulses [N s] and velocities [m/s] are added, as in FCLIB.
        double natural;

        /// How far the same r is from exact Coulomb friction: `natural` with the cone in the place
        /// of a pyramid. Equal to it where the law is the cone.
        double cone_natural;

        /// Largest -u_N at contacts and unilateral blocks, largest |u| at bilateral ones [m/s].
        double approach;

        /// Largest ‖r_T‖ - mu r_N or -r_N, for pyramids the distance from a side in place of the
        /// first; at boxes the distance from [lo, hi] [N s]; moments count in N m s.
        double cone;

        /// Largest |r_N u_N| [J].
        double complementarity;

        /// Largest ‖ mu r_N u_T + ‖u_T‖ r_T ‖ [J]; 0 where friction is fully opposite to the slip.
        /// For pyramids how much less than possible friction takes from the slip.
        double misalignment;

        /// Block where the natural map is largest; -1 in an empty problem.
        int worst_block;
    } hf_residual;

    /// `workspace` may be NULL; a factored problem then allocates.
    HF_API hf_status hf_residual_compute(const hf_problem *problem, const double *r, hf_workspace *workspace,
                                         hf_residual *residual, hf_error *error);

    /// The residual for a known u = W r + b. Allocates nothing.
    HF_API hf_residual hf_residual_of(const hf_problem *problem, const double *r, const double *u);

    /// How a solve ended. The certificate decides whether it converged, not the method.
    typedef enum hf_outcome
    {
        HF_OUTCOME_CONVERGED = 0, // natural <= tolerance
        HF_OUTCOME_STALLED,       // the method cannot get any further
        HF_OUTCOME_LIMIT,         // a limit of iterations or work, or the observer, stopped it
        HF_OUTCOME_NO_SOLUTION,   // the method has shown that there is none
    } hf_outcome;

    /// "converged", "stalled", "limit", "no_solution".
    HF_API const char *hf_outcome_name(hf_outcome outcome);

    /// What an observer sees during a solve.
    typedef struct hf_progress
    {
        /// Method at work; a static string.
        const char *phase;

        /// Iterations (sweeps, Newton steps, pivots) of this solve so far.
        long iteration;

        /// The present natural residual, or the method's estimate of it.
        double natural;

        /// True if `natural` is an estimate.
        bool estimated;
    } hf_progress;

    /// Returns false to stop the solve, which then ends as HF_OUTCOME_LIMIT with the best iterate.
    /// If the workspace has threads, parts of the problem that are solved in parallel call the
    /// observer from any of them, one call at a time, in an order that may differ from run to run;
    /// each part stops at its next call. An observer that does not stop changes no bit of the
    /// answer.
    typedef bool (*hf_observer)(void *context, const hf_progress *progress);

    /// Options of all methods; the options of each method contain them as `common`. The library
    /// reads no clock: a time limit is an observer that returns false. Inputs only.
    typedef struct hf_solve_options
    {
        /// Largest hf_residual.natural of a converged answer, finite, > 0. Default 1e-8.
        double tolerance;

        /// Iteration limit, >= 0. Default 0: the method's own limit. Each method says what an
        /// iteration is: a sweep, a Newton step or a pivot.
        long max_iterations;

        /// Work that the solve may do, in units of the visit of one 3 × 3 block of W in a sweep,
        /// about 10 ns; >= 0. Default 0: no limit. Everything counts at its price (docs/work.md),
        /// and a factorization that does not fit into what is left is not begun. No clock is
        /// read: the answer has the same bits on every machine, for any number of threads. When
        /// the budget ends, the solve ends as HF_OUTCOME_LIMIT with the best iterate.
        int64_t budget;

        /// r holds a guess. Default false: r is overwritten with the method's own start.
        bool warm_start;

        /// Called once in each iteration; may be NULL. Default NULL.
        hf_observer observer;
        void *observer_context;
    } hf_solve_options;

    HF_API hf_solve_options hf_solve_options_default(void);

    enum
    {
        HF_PHASE_CAPACITY = 16
    };

    /// One phase of a method that has several.
    typedef struct hf_phase
    {
        /// A static string.
        const char *name;
        long iterations;

        /// Natural residual at the end of the phase.
        double natural;
    } hf_phase;

    /// Results of a solve beside r.
    typedef struct hf_report
    {
        hf_outcome outcome;

        /// Certificate of the returned r.
        hf_residual residual;
        long iterations;

        /// Work that it took, in the units of hf_solve_options.budget.
        int64_t work;

        /// One-contact problems that were tried (Gauss–Seidel methods).
        long local_solves;

        /// One-contact problems that were passed on to the fail-safe.
        long failsafe_solves;

        /// One-contact problems that neither solved.
        long local_failures;

        /// Islands of which an answer, but not the selected one, is returned (`auto`,
        /// hf_auto_options.selection): they are too large, or the limit was not found.
        int unselected;

        /// Islands with two answers that move differently, as far as `auto` has met them: standing
        /// was taken, or moving (docs/selection.md).
        int stood, moved;

        /// Phases beyond the capacity are merged into the last one.
        int phase_count;
        hf_phase phases[HF_PHASE_CAPACITY];

        /// Reason for the outcome in one line, or "".
        char note[200];
    } hf_report;

    /// A method, or a combination of methods, with a name.
    typedef struct hf_solver
    {
        /// For example "mfb+enum".
        const char *name;

        /// Publication that the method comes from.
        const char *paper;

        /// One line on what it is good for.
        const char *summary;

        /// True if it solves exact Coulomb friction; polyhedral and other approximate laws are not
        /// exact.
        bool exact;
    } hf_solver;

    /// The registry, in the order in which `holdfast solvers` lists it. Names that combine
    /// ("dac+enum", "pac+enum/paper") are understood even where they are not listed.
    HF_API int hf_solver_count(void);
    HF_API const hf_solver *hf_solver_at(int index);

    // ---- own solvers ----

    /// A solver from outside. It reads the problem by problem.h (sizes and laws of blocks, W or its
    /// factors, b) and writes its answer to r, which holds the guess where options->warm_start says
    /// so and zeros otherwise. `report` is begun: it may set iterations, work, phases, a note, and
    /// HF_OUTCOME_LIMIT; the certificate is computed afterwards and decides whether it converged,
    /// whatever it says. It returns HF_STATUS_UNSUPPORTED, with a message, for blocks that it does
    /// not know (moments, pyramids, boxes); any error leaves the caller's r as it was. Ellipses
    /// arrive as discs. Long loops call options->observer and end when that returns false.
    typedef hf_status (*hf_solver_function)(void *context, const hf_problem *problem, const hf_solve_options *options,
                                            double *r, hf_report *report, hf_error *error);

    /// From now on, in the whole process, `name` is a solver as any other: of worlds (hf_settings)
    /// and hf_solve. A name has letters, digits and . _ + - alone. `paper` is where it comes from,
    /// NULL for none; `exact`: it solves Coulomb's cone. An own solver of this name is replaced;
    /// NULL in the place of `function` takes it away. For one thread, while no other solves.
    HF_API hf_status hf_solver_register(const char *name, const char *paper, bool exact, hf_solver_function function,
                                        void *context, hf_error *error);

    /// The tool's --plugin FILE.so loads a shared object and calls its function `hf_plugin` of this
    /// type, which registers what the file has.
    typedef hf_status (*hf_plugin_function)(hf_error *error);

    /// An option that may follow a solver's name: "implicit/lambda=1e-3/islands=0".
    typedef struct hf_solver_option
    {
        const char *name;

        /// What it does, with its range and default.
        const char *summary;
    } hf_solver_option;

    /// The options of a name that is listed; 0 and NULL where there are none.
    HF_API int hf_solver_option_count(const char *solver);
    HF_API const hf_solver_option *hf_solver_option_at(const char *solver, int index);

    /// HF_STATUS_INVALID, with a list of the known names, if `name` is unknown.
    HF_API hf_status hf_solver_check(const char *name, hf_error *error);

    /// The friction law that the solver is made for: a pyramid for "lemke", "lexico" and "robust"
    /// (8 sides, or as many as the name says) and for "4sides" (circumscribed, with its sides along
    /// the tangents), the cone for the others.
    HF_API hf_friction_law hf_solver_friction(const char *name);

    /// Whether the solver knows contacts with torsional and rolling friction (4 and 6 rows):
    /// "auto", "hybrid", "momentum", "proximal". Ellipses are known to all.
    HF_API bool hf_solver_moments(const char *name);

    /// HF_STATUS_UNSUPPORTED, with those that do, if the solver does not know the law. The cone is
    /// never refused: solvers that are not exact come near it, and the certificate says how near.
    HF_API hf_status hf_solver_check_friction(const char *name, const hf_friction_law *law, hf_error *error);

    /// Solves with the named method. `r` (dimension entries) receives the answer: the best iterate
    /// by the certificate. With options->warm_start it holds the guess. `options` (defaults),
    /// `workspace` and `report` may be NULL. An error leaves r as it was; a friction law that the
    /// method does not know is HF_STATUS_UNSUPPORTED. Missing the tolerance is no error: see
    /// report->outcome.
    HF_API hf_status hf_solve(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                              hf_workspace *workspace, hf_report *report, hf_error *error);

    // ---- auto ----
    //
    // `auto`, the default solver: cheap sweeps first, then second-order methods, then fallbacks in
    // a fixed order (docs/auto.md).

    /// No option needs to be set. Inputs only, but for `unselected` and
    /// `stressed`.
    typedef struct hf_auto_options
    {
        /// An iteration is a sweep or a Newton step; max_iterations = 0 takes what the stages
        /// allow.
        hf_solve_options common;

        /// Residual that a few more Newton steps try for once an island is solved, >= 0. Default 0:
        /// none. No effect above the tolerance.
        double target_tolerance;

        /// Residual with which islands of more than 5,000 rows and more than 0.4 degrees of freedom
        /// a row (packings) are left to be where sweeps alone do not solve them, >= 0: each further
        /// digit takes as long as all before. Default 0: they go on to the tolerance.
        double accept;

        /// The caller has another way out, such as a shorter step: islands of more than 5,000 rows
        /// skip stages that rarely help them. Default false.
        bool give_up_early;

        /// With give_up_early: how many times longer sweeps over such islands go on, >= 1. Default
        /// 1.
        double patience;

        /// Default HF_SELECTION_COMPLIANT. Islands where it cannot be afforded or found are counted
        /// in hf_report.unselected.
        hf_selection selection;

        /// block_count: compliance of each contact relative to the others, finite, > 0, in any
        /// unit; of other blocks it does not count. Default NULL: the same at every contact.
        const double *compliance;

        /// The guess is the selected answer of a problem nearby, such as the step before: parts
        /// that it solves within the tolerance are kept as they are. Default false: they are
        /// selected again.
        bool guess_selected;

        /// dimension: velocities of the blocks before the step [m/s]; contacts that slide too fast
        /// for friction to stop them in one step are not asked to stand. Default NULL: not known.
        const double *before;

        /// block_count, in and out; may be NULL. In, with guess_selected: blocks whose guess is an
        /// answer, but not the selected one; they are selected again. Out: blocks of the islands
        /// that are counted in hf_report.unselected. Default NULL.
        bool *unselected;

        /// block_count, in and out; may be NULL. In, with guess_selected: blocks whose guess needs
        /// prestress, and keeps it where springs do not carry them. Out: those of the answer.
        /// Default NULL.
        bool *stressed;
    } hf_auto_options;

    HF_API hf_auto_options hf_auto_options_default(void);

    /// HF_STATUS_INVALID, with name and value of the field, if one is out of range.
    HF_API hf_status hf_auto_options_check(const hf_auto_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults). All memory is
    /// that of the workspace.
    HF_API hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r,
                                   hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
