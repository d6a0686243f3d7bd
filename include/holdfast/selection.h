// Selection: which answer is returned where a contact problem has many.

#ifndef HOLDFAST_SELECTION_H
#define HOLDFAST_SELECTION_H

#include "holdfast/status.h"

#ifdef __cplusplus
extern "C"
{
#endif

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

#ifdef __cplusplus
}
#endif

#endif
