// Problem files: FCLIB (HDF5) and Matrix Market.
//
// FCLIB keeps a contact problem in one of two forms:
//   local    u = W r + V l + q,    Vᵀ r + R l + s = 0             velocities eliminated
//   global   M v = H r + G l + f,  u = Hᵀ v + w,   Gᵀ v + b = 0   velocities v kept
// with Coulomb's law for (u, r) at each contact. Both become an hf_problem whose blocks are the
// contacts in the file's order, then bilateral blocks for the equalities (l), as many rows each as
// a contact has. A global problem is reduced on the way.
//
// A file that is damaged, truncated, mis-sized or carries NaN gives HF_STATUS_FORMAT and a message
// that says what and where. Files are written under another name and renamed when complete, so that
// no reader ever sees half of one.
//
// In a build without HDF5 hf_fclib_write and hf_fclib_write_solution make new files in holdfast's
// own form (docs/problems.md), without texts; all other hf_fclib_ functions return
// HF_STATUS_UNSUPPORTED.

#ifndef HOLDFAST_FILES_H
#define HOLDFAST_FILES_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Form of W = Hᵀ M⁻¹ H when a global problem is read. A local problem has W already and stays
    /// assembled.
    typedef enum hf_fclib_form
    {
        HF_FCLIB_AUTO = 0,  // whichever has fewer entries
        HF_FCLIB_ASSEMBLED, // rows of blocks
        HF_FCLIB_FACTORED,  // H and M⁻¹ H kept apart; HF_STATUS_UNSUPPORTED for a local file
    } hf_fclib_form;

    /// Reads the problem in `path`. On failure *problem is NULL.
    HF_API hf_status hf_fclib_read(const char *path, hf_fclib_form form, hf_problem **problem, hf_error *error);

    enum
    {
        HF_FCLIB_TEXT = 1024,
        HF_FCLIB_GUESSES_MAX = 512,
    };

    /// Sizes and texts of a file. Texts are cut at HF_FCLIB_TEXT - 1 bytes; a missing text is "".
    typedef struct hf_fclib_info
    {
        /// True for the global form.
        bool global;

        /// True for the form of holdfast's own (docs/problems.md).
        bool own;

        /// Rows of a contact, 2 or 3.
        int dimension;
        int contact_count;

        /// Rows of V or G.
        int equality_count;

        /// Global: order of M; otherwise 0.
        int dof_count;
        int guess_count;

        /// True if the file holds a solution.
        bool solution;
        char title[HF_FCLIB_TEXT];
        char description[HF_FCLIB_TEXT];
        char math_info[HF_FCLIB_TEXT];
    } hf_fclib_info;

    /// Checks the whole file as hf_fclib_read does, without building a problem.
    HF_API hf_status hf_fclib_describe(const char *path, hf_fclib_info *info, hf_error *error);

    /// Writes the problem in local form (a factored one is assembled first) and replaces the file
    /// at `path`. Only the texts of `info` are used; it may be NULL. What FCLIB cannot hold goes
    /// into a group of our own (docs/problems.md), which every function here reads: unilateral and
    /// box blocks, contacts of 2 and of 3 rows in one problem, pyramids in the place of friction
    /// cones, and equalities whose coupling with the contacts is not symmetric.
    HF_API hf_status hf_fclib_write(const char *path, const hf_problem *problem, const hf_fclib_info *info,
                                    hf_error *error);

    /// Writes a global form. The blocks of `laws` are contacts and bilateral ones in any order, and
    /// laws->b is w. In the file the contacts come first.
    HF_API hf_status hf_fclib_write_global(const char *path, const hf_laws *laws, const hf_global *global,
                                           const hf_fclib_info *info, hf_error *error);

    /// Reads r, and u if it is not NULL, of the solution in `path`. The numbers of contacts and
    /// equalities must be those of the problem. FCLIB has no u at the equalities: it is set to 0
    /// there.
    HF_API hf_status hf_fclib_read_solution(const char *path, const hf_problem *problem, double *r, double *u,
                                            hf_error *error);

    /// Adds or replaces the solution in the file at `path`, which must hold a problem of the same
    /// sizes and keeps it. Without such a file, writes problem and solution. `u` may be NULL (it is
    /// computed). In a file of global form v is computed, too.
    HF_API hf_status hf_fclib_write_solution(const char *path, const hf_problem *problem, const double *r,
                                             const double *u, hf_error *error);

    /// Reads the guesses that the file has. *count receives their number; the first `capacity` are
    /// read to `r`, one after the other.
    HF_API hf_status hf_fclib_read_guesses(const char *path, const hf_problem *problem, int capacity, double *r,
                                           int *count, hf_error *error);
    HF_API hf_status hf_fclib_write_guesses(const char *path, const hf_problem *problem, int count, const double *r,
                                            hf_error *error);

    // ---- Matrix Market ----
    //
    // Text files of a real matrix: `array` (dense) or `coordinate` (sparse), `real` or `integer`,
    // `general`, `symmetric` or `skew-symmetric`. Entries that a coordinate file names twice are
    // summed. Complex, pattern and hermitian matrices are HF_STATUS_UNSUPPORTED. What is wrong is
    // reported with the line. Numbers are written with 17 digits, so that reading gives the same
    // bits.

    typedef struct hf_matrix
    {
        int rows, cols;

        /// rows × cols entries, row-major.
        double *values;
    } hf_matrix;

    typedef struct hf_sparse_matrix
    {
        int rows, cols;

        /// Compressed rows: rows + 1 entries.
        size_t *begin;

        /// Column indices, ascending in a row.
        int *col;
        double *values;
    } hf_sparse_matrix;

    /// Both functions read both kinds of file. On failure all members are zero.
    HF_API hf_status hf_matrix_market_read(const char *path, hf_matrix *matrix, hf_error *error);
    HF_API hf_status hf_matrix_market_read_sparse(const char *path, hf_sparse_matrix *matrix, hf_error *error);

    /// Write `array real general` and `coordinate real general`. HF_STATUS_INVALID names an entry
    /// that is not finite.
    HF_API hf_status hf_matrix_market_write(const char *path, const hf_matrix *matrix, hf_error *error);
    HF_API hf_status hf_matrix_market_write_sparse(const char *path, const hf_sparse_matrix *matrix, hf_error *error);

    HF_API void hf_matrix_free(hf_matrix *matrix);
    HF_API void hf_sparse_matrix_free(hf_sparse_matrix *matrix);

#ifdef __cplusplus
}
#endif

#endif
