// How pivoting begins: memory, the laws of the rows, and the first index set.

#ifndef HF_PAPERS_BARAFF1994_PIVOT_START_H
#define HF_PAPERS_BARAFF1994_PIVOT_START_H

#include "papers/baraff1994/pivot_contact.h"

#include "problem/problem.h"

/// Memory and laws. A: n × n, column-major, copied. False if memory is short.
bool start_create(contact_state *s, const hf_problem *problem, const double *A, const hf_pivot_options *options,
                  work_meter *work, hf_workspace *workspace, hf_pivot_result *result);

/// block_move: all normal conditions at once; otherwise nothing but bilateral rows.
hf_status start_cold(contact_state *s, bool block_move, const hf_pivot_options *options, hf_workspace *workspace,
                     hf_error *error);

/// False if the sets could not be repaired into a valid state.
bool start_warm(contact_state *s, const hf_pivot_set *sets, const double *guess, const hf_pivot_options *options);

#endif
