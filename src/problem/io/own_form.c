// Problems that FCLIB has no form for, in a group of our own in the same kind of file: unilateral and box blocks,
// contacts of two and of three rows together, pyramids, blocks that act otherwise than they are acted on, contacts with
// moments or ellipses. docs/problems.md has the format.
//
//   /holdfast            version; friction (kind, sides), friction_direction; size, kind, mu, lo, hi of each block; b;
//                        info
//                        version 2, where contacts have moments or ellipses:  coefficients, five a block
//                        factored = 0:  begin, index (columns), values            hf_block_rows
//                        factored = 1:  dof_count, begin, index (dofs), H, G      hf_factored_rows
//   /holdfast_solution   r of all rows, in the order of the blocks
//   /holdfast_guesses    number_of_guesses, r                                    one after the other
// Everything is kept as it is in memory, so that a problem comes back bit by bit.

#include "problem/io/fclib.h"
#include "problem/io/form_items.h"

#include "base/error.h"
#include "base/file.h"

#include <limits.h>

static hf_status too_large(const fclib_output *out)
{
    return file_error(out->error, HF_STATUS_UNSUPPORTED, out->path,
                      "the problem has more entries than a file can count");
}

/// All lists of a problem in the group. False if memory is short, or HDF5 cannot write.
static bool put_items(hid_t form, const hf_problem *p)
{
    hf_workspace *arena;
    form_item items[FORM_ITEMS_MAX];
    if (hf_workspace_create(&arena, NULL) != HF_STATUS_OK) return false;
    int count = form_items(p, arena, items);
    bool good = count > 0;
    for (int k = 0; k < count && good; k++)
        good = items[k].integers ? fclib_put_integers(form, items[k].name, items[k].count, items[k].integers)
                                 : fclib_put_numbers(form, items[k].name, items[k].count, items[k].numbers);
    hf_workspace_destroy(arena);
    return good;
}

hf_status own_form_write(const fclib_output *out, const hf_problem *p, const hf_fclib_info *info)
{
    if (form_is_too_large(p)) return too_large(out);
    hid_t form = fclib_make_group(out->file, "holdfast");
    bool good = form >= 0 && put_items(form, p) && fclib_put_info(form, info);
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
