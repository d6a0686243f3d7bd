// The work of a solve: counted, never clocked. docs/work.md has the table of prices, and how they were measured.
//
//     work_meter work = work_begin(problem, options, workspace);
//     while (… && !work_over(&work))
//     {
//         if (!work_afford(&work, price of a factorization)) break;     // what does not fit is not begun
//         …
//         work_charge(&work, price of what was done);
//     }
//     work_finish(&work, problem, options, r, workspace, otherwise, report, error); // the certificate, report->work,
//     and why it ended
//
// One unit is the visit of one 3 × 3 block of W in a sweep, about 10 ns. Prices are taken from counts that the problem
// and the patterns of factors tell, so that the same solve takes the same work on every machine and on any number of
// threads, and a limit ends it at the same place.
//
// The meter is also the place where the caller's interrupt is looked at (hf_workspace_set_interrupt): every POLL_UNITS
// of work. An interrupted method winds up as one whose budget has ended; the frame then returns HF_STATUS_INTERRUPTED
// and hands nothing on (frame.c).

#ifndef HF_SOLVE_WORK_H
#define HF_SOLVE_WORK_H

#include "holdfast/solve.h"

#include "problem/problem.h"

typedef struct work_meter
{
    double used, limit; // [units]; INFINITY: no limit
    double poll_at;     // the interrupt is looked at when `used` is here
    bool ended;         // something did not fit, or the caller says stop
    hf_workspace *workspace;
} work_meter;

/// Prices in units.
typedef struct work_prices
{
    // One block of W (9 numbers), read or pushed; of other sizes in proportion.
    double block;
    // The law of one block: looked at, and solved in a sweep.
    double law, visit;
    // What is known of a block before sweeps: inverse, weight.
    double rule;
    // Momentum of a block.
    double momentum;
    // The local solvers of one contact, where its cases are not decided directly.
    double local_first, local_failsafe, local_round;
    // A number of a factored row (H or G), read or pushed.
    double entry;
    // Such a number of contacts of free bodies in a sweep, and of wide rows in tasks.
    double body_entry, wide_entry;
    // Multiplications and additions: of dense products and factors, and of what runs down dense columns; of factors by
    // blocks of bodies, in fronts, and scalar sparse ones.
    double dense_flop, column_flop, block_flop, front_flop, sparse_flop;
    // An entry of factors: stored, and read in a solve.
    double factor_entry, solve_entry;
    // An entry in fronts, and of the graph when their order is found.
    double front_entry, front_graph;
    // Finding an order and a pattern: an entry of the graph, and one of the factors.
    double graph_entry, pattern_entry;
    // Assembling W: a degree of freedom that two blocks share.
    double assemble_pair;
    // What an interior point looks at of a block.
    double cone_block;
    // What a Newton step does to a block beside the system, and to a matrix of blocks, or of bodies, that is put
    // together.
    double step_block, put_block, put_body;
    // A pair of degrees of freedom of one block that is put into scalar columns.
    double put_pair;
} work_prices;

extern const work_prices work_price;

/// What three looks at the problem take is put aside: a method's last one, the certificate of the answer, and that of
/// the start, which the frame compares it with.
work_meter work_begin(const hf_problem *problem, const hf_solve_options *options, hf_workspace *workspace);

/// Without a limit.
work_meter work_unlimited(hf_workspace *workspace);

/// Looks at the interrupt.
void work_poll(work_meter *meter);

/// Something was done.
static inline void work_charge(work_meter *meter, double units)
{
    meter->used += units;
    if (meter->used >= meter->poll_at) work_poll(meter);
}

/// Nothing more is to be begun.
static inline bool work_over(const work_meter *meter)
{
    return meter->ended || meter->used >= meter->limit;
}

/// Charges something that is about to be done, if it fits into what is left. Otherwise the work has ended.
static inline bool work_afford(work_meter *meter, double units)
{
    if (meter->used + units > meter->limit) meter->ended = true;
    if (meter->ended) return false;
    work_charge(meter, units);
    return !meter->ended;
}

/// So much more may be done than was asked for: what has ended goes on, unless it was interrupted.
void work_grant(work_meter *meter, double units);

/// What is left for a part that is solved by another method, as the `budget` of its options: at least 1, 0 where there
/// is no limit.
int64_t work_left(const work_meter *meter);

/// What `used` leaves of a budget, in the same sense.
int64_t work_rest(int64_t budget, int64_t used);

/// report_finish with the work; where the budget has ended, a note that says so, and HF_OUTCOME_LIMIT if it has not
/// converged.
hf_status work_finish(const work_meter *meter, const hf_problem *problem, const hf_solve_options *options,
                      const double *r, hf_workspace *workspace, hf_outcome otherwise, hf_report *report,
                      hf_error *error);

/// One look at a whole problem: u = W r + b and the law of every block, as the certificate takes it.
double work_of_look(const hf_problem *problem);

/// W r alone.
double work_of_product(const hf_problem *problem);

/// A dense LU of n rows.
double work_of_dense_lu(double n);

#endif
