// How many answers a contact problem has (docs/selection.md): a certificate proves one of them.

#ifndef HOLDFAST_ANSWERS_H
#define HOLDFAST_ANSWERS_H

#include "holdfast/problem.h"
#include "holdfast/workspace.h"
#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Of impulses that obey the law with the same motion.
    typedef enum hf_answer_count
    {
        /// No others: proved.
        HF_ANSWERS_ONE = 0,

        /// Others: proved, there is a direction in which they may change.
        HF_ANSWERS_MANY,

        /// Neither was proved, or the problem is too large.
        HF_ANSWERS_UNKNOWN,
        HF_ANSWERS_COUNT,
    } hf_answer_count;

    /// "unique", "not unique", "not known".
    HF_API const char *hf_answer_count_name(hf_answer_count count);

    typedef struct hf_answers
    {
        /// Of all blocks together: MANY if some block is, else UNKNOWN if some is.
        hf_answer_count forces;

        /// Contacts that touch (u_N = 0), and those of them whose impulses are not unique, or not
        /// known.
        int touching, many, unknown;

        /// The same of loops, limits, motors and dry friction.
        int others_many, others_unknown;

        /// Of hf_world_answers, and so far as the step has seen it: islands that stand although
        /// a motion solves them as well, and that move although standing would.
        int stood, moved;
    } hf_answers;

    /// Of an answer r, certified to `tolerance`. `blocks` ◄ block_count values; it may be NULL.
    /// Blocks that are slower than 100 tolerances × (1 + ‖b‖) are at rest. Impulses and directions
    /// below 1e-5 of the largest are none.
    HF_API hf_status hf_answers_count(const hf_problem *problem, const double *r, double tolerance,
                                      hf_workspace *workspace, hf_answers *answers, hf_answer_count *blocks,
                                      hf_error *error);

    /// Of the last step, or of its last piece. `contacts` ◄ hf_world_contact_count values; it may
    /// be NULL. Zeros before the first step. Costs about as much as a factorization of the dense
    /// problem; islands beyond some thousand rows are not known, but for those that have more
    /// impulses than the bodies have freedoms.
    HF_API hf_status hf_world_answers(hf_world *world, hf_answers *answers, hf_answer_count *contacts, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
