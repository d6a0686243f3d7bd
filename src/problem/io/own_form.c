// Problems that FCLIB has no form for, in a group of our own in the same kind of file: unilateral and box blocks, contacts of two and of three rows together, pyramids, blocks
// that act otherwise than they are acted on, contacts with moments or ellipses. docs/problems.md has the format.
//
//   /holdfast            version; friction (kind, sides), friction_direction; size, kind, mu, lo, hi of each block; b; info
//                        version 2, where contacts have moments or ellipses:  coefficients, five a block
//                        factored = 0:  begin, index (columns), values            hf_block_rows
//                        factored = 1:  dof_count, begin, index (dofs), H, G      hf_factored_rows
//   /holdfast_solution   r                                                       of all rows, in the order of the blocks
//   /holdfast_guesses    number_of_guesses, r                                    one after the other
// Everything is kept as it is in memory, so that a problem comes back bit by bit.

#include "problem/io/fclib.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "problem/problem.h"

#include <limits.h>
#include <stdlib.h>

static hf_status too_large(const fclib_output *out)
{
    return file_error(out->error, HF_STATUS_UNSUPPORTED, out->path,
                      "the problem has more entries than a file can count");
}

/// Offsets as the file's integers. NULL if memory is short.
static int *narrow(const size_t *begin, int count)
{
    int *out = MEMORY_ARRAY(int, (size_t)count);
    for (int k = 0; out && k < count; k++) out[k] = (int)begin[k];
    return out;
}

static bool put_laws(hid_t form, const hf_problem *p)
{
    const hf_friction_law law = hf_problem_laws(p).friction;
    int version = p->coefficients ? 2 : 1, friction[2] = {(int)law.kind, law.sides}, n = p->block_count;
    int *kind = MEMORY_ARRAY(int, (size_t)n);
    for (int i = 0; kind && i < n; i++) kind[i] = (int)p->kind[i];
    bool good = kind && fclib_put_integers(form, "version", 1, &version) &&
                fclib_put_integers(form, "friction", 2, friction) &&
                fclib_put_numbers(form, "friction_direction", 1, &law.direction) &&
                fclib_put_integers(form, "size", n, p->size) && fclib_put_integers(form, "kind", n, kind) &&
                fclib_put_numbers(form, "mu", n, p->mu) && fclib_put_numbers(form, "lo", n, p->lo) &&
                fclib_put_numbers(form, "hi", n, p->hi) && fclib_put_numbers(form, "b", p->dimension, p->b);
    free(kind);
    return good && (!p->coefficients ||
                    fclib_put_numbers(form, "coefficients", OWN_COEFFICIENTS * n, (const double *)p->coefficients));
}

static bool put_rows(hid_t form, const hf_problem *p)
{
    int factored = p->factored, n = p->block_count;
    const size_t *begin = factored ? p->rows.begin : p->W.begin;
    int *offsets = narrow(begin, n + 1);
    bool good = offsets && fclib_put_integers(form, "factored", 1, &factored) &&
                fclib_put_integers(form, "begin", n + 1, offsets) &&
                fclib_put_integers(form, "index", offsets[n], factored ? p->rows.dof : p->W.col);
    if (good && factored)
        good = fclib_put_integers(form, "dof_count", 1, &p->rows.dof_count) &&
               fclib_put_numbers(form, "H", (int)p->rows.at[n], p->rows.H) &&
               fclib_put_numbers(form, "G", (int)p->rows.at[n], p->rows.G);
    else if (good) good = fclib_put_numbers(form, "values", (int)block_at(p, p->W.begin[n]), p->W.values);
    free(offsets);
    return good;
}

hf_status own_form_write(const fclib_output *out, const hf_problem *p, const hf_fclib_info *info)
{
    size_t entries = p->factored ? p->rows.at[p->block_count] : block_at(p, p->W.begin[p->block_count]);
    if (entries > INT_MAX) return too_large(out);
    hid_t form = fclib_make_group(out->file, "holdfast");
    bool good = form >= 0 && put_laws(form, p) && put_rows(form, p) && fclib_put_info(form, info);
    return fclib_written(out, fclib_end_group(form, good));
}

hf_status own_form_write_states(const fclib_output *out, bool guesses, int rows, int count, const double *r)
{
    if (count > 0 && rows > INT_MAX / count) return too_large(out);
    hid_t group = fclib_make_group(out->file, guesses ? "holdfast_guesses" : "holdfast_solution");
    bool good = group >= 0 && (!guesses || fclib_put_integers(group, "number_of_guesses", 1, &count)) &&
                fclib_put_numbers(group, "r", count * rows, r);
    return fclib_written(out, fclib_end_group(group, good));
}
