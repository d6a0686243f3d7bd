// Proofs of runs: a file that says what was simulated and what came of it, number by number, for
// others to verify with programs that share nothing with this library (docs/proof.md, verify/).

#ifndef HOLDFAST_RUN_PROOF_H
#define HOLDFAST_RUN_PROOF_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_run_proof hf_run_proof;

    /// Begins a proof of what the world does from now on. It is told of every step by the world and
    /// must be closed before the world is destroyed; a world has one at a time. UNSUPPORTED, with
    /// what it is, for models of which nothing can be proved yet.
    HF_API hf_status hf_run_proof_create(const char *path, hf_world *world, hf_run_proof **proof, hf_error *error);

    /// Appends the step that the world has just made, or not made.
    HF_API hf_status hf_run_proof_add(hf_run_proof *proof, const hf_step_report *report, hf_error *error);

    /// Writes everything added so far, so that it survives the end of the process.
    HF_API hf_status hf_run_proof_flush(hf_run_proof *proof, hf_error *error);

    /// Ends the proof and frees it, also on failure. NULL is allowed.
    HF_API hf_status hf_run_proof_close(hf_run_proof *proof, hf_error *error);

    /// What came of verifying a proof. The worst of all steps are SI numbers.
    typedef struct hf_run_verdict
    {
        /// All that the file says is true. False: `what` says what is not, at `step` (the first is
        /// 1; 0: before it).
        bool is_true;
        long step;
        char what[256];

        /// The file has its end; otherwise it is true as far as it goes, as that of a killed run.
        bool complete;

        long step_count, exact_count, approximate_count, failed_count;
        long piece_count, contact_count, impact_count;

        /// Steps that began at a state that was set from outside.
        long given_count;

        /// Momentum and angular momentum that nothing accounts for, as a share of what acts.
        double momentum;

        /// Approach of contacts [m/s], impulses outside of friction [N s], and what friction takes
        /// too little or too much of its slip [J].
        double approach, outside, wrong;

        /// Rows of mechanisms off their law, in the units of their problem [m/s].
        double rows;

        /// Positions moved by corrections [m].
        double corrected;
    } hf_run_verdict;

    /// Verifies a proof from the numbers in it. FILE, FORMAT: it cannot be read, is no proof, or
    /// one of another version. What is false is no error: see the verdict.
    HF_API hf_status hf_run_proof_verify(const char *path, hf_run_verdict *verdict, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
