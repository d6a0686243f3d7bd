// FCLIB files, by HDF5 itself. This is what their parts share.
//
//   /fclib_local    spacedim; W, V, R; vectors: q, mu, s; info
//   /fclib_global   spacedim; M, H, G; vectors: f, w, mu, b; info
//   a matrix        m, n, nz, nzmax: one integer each; p, i: integers; x: numbers; at times conditioning, determinant,
//                   rank, comment
//   info            title, description, math_info: strings of fixed length, each optional
//   /solution       v, u, r, l: each if its length is not 0
//   /guesses        number_of_guesses, and a group 1, 2 … like /solution each
//   /holdfast       a problem that FCLIB has no form for, in place of the first two: own_form.c
// V with R, and G, are there if there are equalities. libfclib reads and writes the same, but ends the process when a
// file is not as it expects, or memory is short: it is not linked (test/peers has a test that both agree).

#ifndef HF_PROBLEM_IO_FCLIB_H
#define HF_PROBLEM_IO_FCLIB_H

#include "holdfast/files.h"
#include "holdfast/problem.h"
#include "holdfast/workspace.h"

#include "base/atomic_file.h"

#include <hdf5.h>

typedef struct fclib_sizes
{
    bool global;
    int dimension;     // of space: 2 or 3
    int contact_rows;  // rows of W, columns of H
    int equality_rows; // rows of R, columns of G; 0 if there are none
    bool equalities;   // V and R, or G, are there
    int dof_count;     // global: rows of M
} fclib_sizes;

/// In the form that the file has.
typedef struct fclib_matrix
{
    int m, n;
    int nz;    // entries of triplets; -1: compressed columns, -2: compressed rows
    int nzmax; // room for entries
    int *p;    // where lines begin, or columns of triplets
    int *i;    // rows in compressed columns, columns in compressed rows, rows of triplets
    double *x;
} fclib_matrix;

typedef struct fclib_problem
{
    fclib_sizes sizes;
    fclib_matrix W, V, R; // local form
    fclib_matrix M, H, G; // global form
    double *mu;
    double *contact_b;  // q, or w
    double *equality_b; // s, or b
    double *f;          // global form
} fclib_problem;

/// A solution or a guess; what has no length is NULL.
typedef struct fclib_state
{
    double *v; // global form: velocity of the degrees of freedom
    double *u, *r;
    double *l;
} fclib_state;

// ---- reading: fclib_contents.c ----

/// A file that is open for reading, and where all that is read lives.
typedef struct fclib_file
{
    const char *path;
    hid_t file;
    unsigned long long bytes; // size of the file
    hf_workspace *arena;
    hf_error *error;
} fclib_file;

/// HDF5 must be quiet (H5E_BEGIN_TRY), here and below. Close in any case.
hf_status fclib_open(const char *path, fclib_file *in, hf_error *error);
void fclib_close(fclib_file *in);

/// Everything is checked: groups, datasets, extents, indices, and that numbers are finite. `info` may be NULL.
hf_status fclib_load_problem(const fclib_file *in, fclib_problem *problem, hf_fclib_info *info);

/// The solution of a problem of these sizes.
hf_status fclib_load_solution(const fclib_file *in, const fclib_sizes *sizes, fclib_state *state);

/// All guesses; there are *count.
hf_status fclib_load_guesses(const fclib_file *in, const fclib_sizes *sizes, fclib_state **states, int *count);

/// Whether the file hangs together as far as HDF5 1.10 trusts it to: fclib_structure.c.
hf_status fclib_check_structure(const char *path, hf_error *error);

// ---- writing: fclib_output.c ----

typedef struct fclib_output
{
    const char *path; // for messages
    const char *name; // where it is written
    hid_t file;
    hf_error *error;
} fclib_output;

/// A new HDF5 file, in memory until it is finished: it is written at the part's name then. Finish in any case.
hf_status fclib_create(const atomic_file *part, fclib_output *out, hf_error *error);
hf_status fclib_finish(fclib_output *out, hf_status status);

hf_status fclib_write_contents(const fclib_output *out, const fclib_problem *problem, const hf_fclib_info *info);
hf_status fclib_write_states(const fclib_output *out, const fclib_sizes *sizes, bool guesses, const fclib_state *states,
                             int count);

/// Lists in a group, of one dimension. False if HDF5 cannot write them.
bool fclib_put_integers(hid_t group, const char *name, int count, const int *values);
bool fclib_put_numbers(hid_t group, const char *name, int count, const double *values);

/// The texts of `info`, which may be NULL, in a group of that name.
bool fclib_put_info(hid_t form, const hf_fclib_info *info);

hid_t fclib_make_group(hid_t parent, const char *name);

/// Closes a group that was made (or not); whether all went well.
bool fclib_end_group(hid_t group, bool good);

/// An error unless all was good.
hf_status fclib_written(const fclib_output *out, bool good);

// ---- problems that FCLIB has no form for: own_form.c, own_read.c ----

enum
{
    OWN_COEFFICIENTS = sizeof(hf_friction_coefficients) / sizeof(double) // of a block, in the order of the struct
};

/// Whether the file holds a problem in our own form.
hf_status own_form_there(const fclib_file *in, bool *there);

hf_status own_form_write(const fclib_output *out, const hf_problem *problem, const hf_fclib_info *info);

/// *problem may be NULL if only the info is wanted, which may be NULL, too.
hf_status own_form_read(const fclib_file *in, hf_fclib_form form, hf_problem **problem, hf_fclib_info *info);

/// r of the solution or of all guesses, one after the other, of a problem of so many rows.
hf_status own_form_write_states(const fclib_output *out, bool guesses, int rows, int count, const double *r);
hf_status own_form_read_states(const fclib_file *in, bool guesses, int rows, double **r, int *count);

// ---- problems ----

/// How the rows of a problem stand in FCLIB's vectors: contacts in r, then equalities in l.
typedef struct fclib_layout
{
    fclib_sizes sizes; // of the local form
    int *place;        // row of the problem ► index in (r, l)
} fclib_layout;

/// Whether FCLIB has kinds and sizes for its blocks. What is not symmetric enough shows in fclib_take_local.
bool fclib_can_hold(const hf_problem *problem, hf_workspace *arena);

/// HF_STATUS_UNSUPPORTED if FCLIB cannot hold the problem.
hf_status fclib_lay_out(const char *path, const hf_problem *problem, hf_workspace *arena, fclib_layout *layout,
                        hf_error *error);

/// The problem in FCLIB's local form.
hf_status fclib_take_local(const char *path, const hf_problem *problem, hf_workspace *arena, fclib_problem *local,
                           hf_error *error);

/// mu and b of a problem in FCLIB's order. False if memory is short.
bool fclib_take_laws(const hf_problem *problem, const fclib_layout *layout, hf_workspace *arena, fclib_problem *taken);

/// Bytes that a file of the local form will need, or somewhat more.
size_t fclib_problem_bytes(const hf_problem *problem);

/// A global form in holdfast's terms: H and G side by side, transposed.
typedef struct fclib_global_form
{
    hf_laws laws;
    hf_global global;
} fclib_global_form;

/// False if memory is short.
bool fclib_make_global_form(const fclib_problem *problem, hf_workspace *arena, fclib_global_form *form);

/// The problem of a global form.
hf_status fclib_reduce(const fclib_file *in, const fclib_problem *problem, hf_fclib_form form, hf_problem **reduced);

/// Contacts, then the equalities. False if memory is short.
bool fclib_make_laws(const fclib_problem *problem, hf_workspace *arena, hf_laws *laws);

// ---- matrices, in any of the three forms: fclib_matrix.c ----

/// Whether all indices are in 0 … end-1; *first_bad is where the first one is not.
bool fclib_indices_fit(const int *index, int count, int end, int *first_bad);

/// Room for the entries of a matrix. False if memory is short.
bool fclib_matrix_take(fclib_matrix *A, int m, int n, int nz, size_t entries, hf_workspace *arena);

/// A matrix and where its corner (0, 0) goes in a larger one.
typedef struct fclib_part
{
    const fclib_matrix *matrix;
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

/// All entries of the parts, by rows. False if memory is short.
bool fclib_gather_rows(const fclib_part *parts, int part_count, int row_count, hf_workspace *arena, fclib_rows *rows);

#endif
