// What the FCLIB files share. The check comes before anything else: libfclib ends the process when a file is not as it expects.

#ifndef HF_PROBLEM_IO_FCLIB_H
#define HF_PROBLEM_IO_FCLIB_H

#include "holdfast/files.h"
#include "holdfast/global.h"

#include "base/atomic_file.h"

#include <fclib.h>
#include <hdf5.h>
#include <hdf5_hl.h>

/// Sizes that the check found, and that everything else may rely on.
typedef struct fclib_sizes
{
    bool global;
    int dimension;     // of space: 2 or 3
    int contact_rows;  // rows of W, columns of H
    int equality_rows; // rows of R, columns of G; 0 if there are none
    bool equalities;   // V and R, or G, are there
    int dof_count;     // global: rows of M
} fclib_sizes;

/// Which parts of a file to check.
enum
{
    CHECK_PROBLEM = 1,
    CHECK_SOLUTION = 2,
    CHECK_GUESSES = 4,
};

/// Opens the file, checks every group, dataset, extent, index and number of the chosen parts, and closes it. Only after HF_STATUS_OK may libfclib
/// read these parts. All numbers are held at once and then freed, so that libfclib's allocations of the same sizes will not fail
/// for lack of memory a moment later. HDF5 must be quiet (H5E_BEGIN_TRY). `info` and `guess_count` may be NULL.
hf_status fclib_check(const char *path, int parts, fclib_sizes *sizes, hf_fclib_info *info, hf_error *error);

/// How the rows of a problem stand in FCLIB's vectors: contacts in r, then equalities in l.
typedef struct fclib_layout
{
    fclib_sizes sizes; // of the local form
    int *place;        // row of the problem ► index in (r, l)
} fclib_layout;

/// HF_STATUS_UNSUPPORTED if FCLIB cannot hold the problem. Free layout->place in any case.
hf_status fclib_lay_out(const char *path, const hf_problem *problem, fclib_layout *layout, hf_error *error);

/// Writes the local form into a file that atomic_file_begin made.
hf_status fclib_write_problem(const atomic_file *part, const hf_problem *problem, const hf_fclib_info *info,
                              hf_error *error);

/// Bytes that hf_fclib_write will need, or somewhat more.
size_t fclib_problem_bytes(const hf_problem *problem);

// ---- matrices, in any of FCLIB's three forms ----

/// Whether all indices are in 0 … end-1; *first_bad is where the first one is not.
bool fclib_indices_fit(const int *index, int count, int end, int *first_bad);

/// Decides which index of a triplet is the row, after libfclib has read a checked file. To be called before anything below.
void fclib_settle_triplets(struct fclib_matrix *A);

/// A matrix and where its corner (0, 0) goes in a larger one.
typedef struct fclib_part
{
    const struct fclib_matrix *matrix;
    int row, col;
    bool transposed;
} fclib_part;

/// Compressed scalar rows. Duplicates are kept, columns are in no order.
typedef struct fclib_rows
{
    size_t *begin; // rows + 1
    int *col;
    double *values;
} fclib_rows;

/// All entries of the parts, by rows; false if memory is short. Free with fclib_rows_free in either case.
bool fclib_gather_rows(const fclib_part *parts, int part_count, int row_count, fclib_rows *rows);
void fclib_rows_free(fclib_rows *rows);

// ---- laws and the global form ----

/// What hf_laws points to.
typedef struct fclib_laws
{
    hf_laws view;
    int *size;
    hf_law_kind *kind;
    double *mu, *b;
} fclib_laws;

/// Contacts, then the equalities; false if memory is short. Free in either case.
bool fclib_make_laws(const fclib_sizes *sizes, const double *mu, const double *contact_b, const double *equality_b,
                     fclib_laws *laws);
void fclib_laws_free(fclib_laws *laws);

/// A global problem of libfclib in holdfast's terms: H and G side by side, transposed.
typedef struct fclib_global_form
{
    struct fclib_global *file;
    fclib_laws laws;
    fclib_rows M; // columns of M
    fclib_rows H;
    int *M_begin;
    hf_global view;
} fclib_global_form;

/// Reads a file that fclib_check has found good and global. Free in any case.
hf_status fclib_read_global_form(const char *path, const fclib_sizes *sizes, fclib_global_form *form, hf_error *error);
void fclib_global_form_free(fclib_global_form *form);

/// The problem of a checked file in global form.
hf_status fclib_reduce(const char *path, const fclib_sizes *sizes, hf_fclib_form form, hf_problem **problem,
                       hf_error *error);

/// An empty HDF5 file at the part's name, so that libfclib finds one that it can open.
hf_status fclib_start_file(const atomic_file *part, hf_error *error);

#endif
