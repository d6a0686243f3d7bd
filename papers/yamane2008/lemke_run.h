// What the methods of the Lemke family share: one run over one LCP.

#ifndef HF_PAPERS_YAMANE2008_LEMKE_RUN_H
#define HF_PAPERS_YAMANE2008_LEMKE_RUN_H

#include "holdfast/lemke.h"

#include "papers/yamane2008/lemke_tableau.h"
#include "papers/yamane2008/lemke_visited.h"
#include "solve/name_options.h"

typedef enum lemke_method
{
    LEMKE_PLAIN = 0,
    LEMKE_LEXICO,
    LEMKE_ROBUST,
    LEMKE_METHOD_COUNT
} lemke_method;

/// "lemke", "lexico", "robust".
extern const char *const lemke_method_names[LEMKE_METHOD_COUNT];

/// What may follow the method as "/name=value", into hf_lcp_options.
enum
{
    LEMKE_NAME_OPTIONS = 7,

    /// Places to set out from (robust.c), at most.
    LEMKE_STARTS = 96
};

extern const name_option lemke_name_options[LEMKE_NAME_OPTIONS];

/// Reads the method and what it has of options ("lexico:Δ" with Δ < 1, "robust/paper"). Returns what follows it in the
/// name; NULL: no method.
const char *lemke_read_name(const char *name, lemke_method *method, hf_lcp_options *options);

/// hf_lcp_solve without checks and without a name: options and LCP are valid, no pointer is NULL.
hf_status lemke_solve(lemke_method method, const hf_lcp *lcp, const hf_lcp_options *options, double *z,
                      hf_workspace *workspace, hf_lcp_report *report, hf_error *error);

/// One run.
typedef struct lemke_run
{
    const hf_lcp *lcp;
    const hf_lcp_options *options;
    hf_workspace *workspace;
    hf_lcp_report *report;
    tableau t;
    visited seen;
    long max_pivots;
    double pivot_zero; // m' counts as negative below minus this
    work_meter work;
    double *z;            // the best point so far …
    hf_lcp_residual best; // … and its certificate
    double *trial;        // n
    double *w;            // n
    hf_status status;     // HF_STATUS_NO_MEMORY ends the run
} lemke_run;

/// `robust` counts m' as negative below minus this, relative to M's largest entry: it looks at the error of every pivot
/// and needs no more.
#define ROBUST_PIVOT_ZERO 1e-12

/// What rounding leaves of entries of M' that are zero, from the scale and the rank of M: complete pivoting ends where
/// pivots are rounding. With p the last one before and δ the first one after, both relative to the largest entry, true
/// entries are about p or more, and those that are zero come out as δ / p² or less: a basis loses 1 / p, and the pivots
/// that led to it as much once more. Half way between, in figures, lies √(δ / p). At full rank nothing has to vanish,
/// and the bound on rounding is enough. False if memory is short. Cost: a rank-1 update for each row of rank.
bool lemke_pivot_zero(lemke_run *run, double *zero);

/// The pivots allowed where the options leave it open.
long lemke_pivot_bound(int n);

/// Looks at the present basis as a solution, by the tableau's own q' and by solving M_αα z_α = -q_α afresh with
/// refinement (eq. 7 from the original data); offers both. True if the certificate accepts one of them.
bool lemke_accept(lemke_run *run);

/// Offers the present point (z0 > 0 and all): something to return on failure.
void lemke_offer_point(lemke_run *run);

/// The ray of nonbasic `column` as a proof of infeasibility, y >= 0, Mᵀ y <= 0, qᵀ y < 0: sets report.infeasible if it
/// is one.
bool lemke_ray_proves(lemke_run *run, int column);

/// True if the pivots are used up or the observer wants no more.
bool lemke_must_stop(const lemke_run *run, const char *phase);

/// Step 0 of the algorithm: false if q' >= 0 already, otherwise z0 is basic and *driving is the variable to increase.
bool lemke_step0(lemke_run *run, bool last_of_ties, double tie, int *driving);

/// Follows the one path that the ratio test picks (lemke.c). lexico: with the lexicographic test and threshold
/// options->tie.
hf_lcp_failure lemke_follow(lemke_run *run, bool lexico);

/// The search over pivot sequences (robust.c).
hf_lcp_failure robust_search(lemke_run *run);

#endif
