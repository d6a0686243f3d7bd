// Problem files: FCLIB (HDF5) and Matrix Market.
//
// FCLIB keeps a contact problem in one of two forms:
//   local    u = W r + V l + q,   Vᵀ r + R l + s = 0                                W = sum of M⁻¹ seen from the contacts
//   global   M v = H r + G l + f, u = Hᵀ v + w,   Gᵀ v + b = 0                      with the degrees of freedom v kept
// with Coulomb's law for (u, r) at each contact. Both become an hf_problem whose blocks are the contacts in the file's order, then
// bilateral blocks for the equalities (l), as many rows each as a contact has. A global problem is reduced on the way.
//
// A file that is damaged, truncated, mis-sized or carries NaN gives HF_STATUS_FORMAT and a message that says what and where. Files are
// written under another name and renamed when complete, so that no reader ever sees half of one.
//
// In a build without FCLIB all hf_fclib_ functions return HF_STATUS_UNSUPPORTED.

#ifndef HOLDFAST_FILES_H
#define HOLDFAST_FILES_H

#include "holdfast/global.h"
#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// What becomes of W = Hᵀ M⁻¹ H when a global problem is read. A local one has W already and stays assembled.
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

    /// What a file says of itself. Texts are cut at HF_FCLIB_TEXT - 1 bytes, and "" where the file has none.
    typedef struct hf_fclib_info
    {
        bool global;   // the form that the file has
        int dimension; // rows of a contact, 2 or 3
        int contact_count;
        int equality_count; // rows of V or G
        int dof_count;      // global: order of M; otherwise 0
        int guess_count;
        bool solution; // there is one
        char title[HF_FCLIB_TEXT];
        char description[HF_FCLIB_TEXT];
        char math_info[HF_FCLIB_TEXT];
    } hf_fclib_info;

    /// Checks the whole file as hf_fclib_read does, and makes nothing of it.
    HF_API hf_status hf_fclib_describe(const char *path, hf_fclib_info *info, hf_error *error);

    /// Writes the problem in local form (a factored one is assembled first); what is at `path` is replaced. Of `info` only the texts are used; it
    /// may be NULL. HF_STATUS_UNSUPPORTED, with the block's name, for what FCLIB cannot hold: unilateral and box blocks, contacts
    /// of 2 and of 3 rows in one problem, and equalities that act on the contacts in another way than the contacts on them.
    HF_API hf_status hf_fclib_write(const char *path, const hf_problem *problem, const hf_fclib_info *info,
                                    hf_error *error);

    /// Writes a global form; the blocks of `laws` must be contacts, in either place beside bilateral ones, and its b is w. Written and read, a
    /// problem has its contacts first.
    HF_API hf_status hf_fclib_write_global(const char *path, const hf_laws *laws, const hf_global *global,
                                           const hf_fclib_info *info, hf_error *error);

    /// r, and u if it is not NULL, of the solution in `path`, which must fit the problem in its numbers of contacts and equalities. They are laid
    /// out as in the problem. FCLIB has no u at the equalities: it is set to 0 there.
    HF_API hf_status hf_fclib_read_solution(const char *path, const hf_problem *problem, double *r, double *u,
                                            hf_error *error);

    /// If there is no file at `path`, writes problem and solution there. If there is one, it must hold a problem of the same sizes, of which
    /// nothing is changed; its solution is added or replaced. `u` may be NULL (it is computed). In a file of global form v is computed, too.
    HF_API hf_status hf_fclib_write_solution(const char *path, const hf_problem *problem, const double *r,
                                             const double *u, hf_error *error);

    /// The same for guesses: *count is how many there are, of which the first `capacity` are read to `r`, one after the other.
    HF_API hf_status hf_fclib_read_guesses(const char *path, const hf_problem *problem, int capacity, double *r,
                                           int *count, hf_error *error);
    HF_API hf_status hf_fclib_write_guesses(const char *path, const hf_problem *problem, int count, const double *r,
                                            hf_error *error);

    // ---- Matrix Market ----
    //
    // Text files of a real matrix: `array` (dense) or `coordinate` (sparse), `real` or `integer`, `general`, `symmetric` or `skew-symmetric`. Entries
    // that a coordinate file names twice are summed. Complex, pattern and hermitian matrices are HF_STATUS_UNSUPPORTED. What is
    // wrong is reported with the line. Numbers are written with 17 digits, so that reading gives the same bits.

    typedef struct hf_matrix
    {
        int rows, cols;
        double *values; // row-major
    } hf_matrix;

    typedef struct hf_sparse_matrix
    {
        int rows, cols;
        size_t *begin; // compressed rows: rows + 1
        int *col;      // ascending in a row
        double *values;
    } hf_sparse_matrix;

    /// Either reads both kinds of file. On failure all members are zero.
    HF_API hf_status hf_matrix_market_read(const char *path, hf_matrix *matrix, hf_error *error);
    HF_API hf_status hf_matrix_market_read_sparse(const char *path, hf_sparse_matrix *matrix, hf_error *error);

    /// As `array real general` and `coordinate real general`. HF_STATUS_INVALID names an entry that is not finite.
    HF_API hf_status hf_matrix_market_write(const char *path, const hf_matrix *matrix, hf_error *error);
    HF_API hf_status hf_matrix_market_write_sparse(const char *path, const hf_sparse_matrix *matrix, hf_error *error);

    HF_API void hf_matrix_free(hf_matrix *matrix);
    HF_API void hf_sparse_matrix_free(hf_sparse_matrix *matrix);

#ifdef __cplusplus
}
#endif

#endif
