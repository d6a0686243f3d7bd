// What the FCLIB functions do in a build without HDF5: new files of problems are written in our own form, by
// plain_hdf5.c; of all else they say that it is missing.

#include "holdfast/files.h"

#ifndef HF_HAS_HDF5

#include "base/error.h"
#include "base/file.h"
#include "problem/io/plain_hdf5.h"

static hf_status no_hdf5(hf_error *error)
{
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "this build has no HDF5, and so no FCLIB files: install libhdf5-dev and build again");
}

hf_status hf_fclib_read(const char *path, hf_fclib_form form, hf_problem **problem, hf_error *error)
{
    (void)path, (void)form;
    *problem = NULL;
    return no_hdf5(error);
}

hf_status hf_fclib_describe(const char *path, hf_fclib_info *info, hf_error *error)
{
    (void)path;
    *info = (hf_fclib_info){0};
    return no_hdf5(error);
}

/// Texts of `info` are left out.
hf_status hf_fclib_write(const char *path, const hf_problem *problem, const hf_fclib_info *info, hf_error *error)
{
    (void)info;
    return plain_problem_write(path, problem, NULL, error);
}

hf_status hf_fclib_write_global(const char *path, const hf_laws *laws, const hf_global *global,
                                const hf_fclib_info *info, hf_error *error)
{
    (void)path, (void)laws, (void)global, (void)info;
    return no_hdf5(error);
}

hf_status hf_fclib_read_solution(const char *path, const hf_problem *problem, double *r, double *u, hf_error *error)
{
    (void)path, (void)problem, (void)r, (void)u;
    return no_hdf5(error);
}

hf_status hf_fclib_write_solution(const char *path, const hf_problem *problem, const double *r, const double *u,
                                  hf_error *error)
{
    (void)u; // it is not kept
    return file_exists(path) ? no_hdf5(error) : plain_problem_write(path, problem, r, error);
}

hf_status hf_fclib_read_guesses(const char *path, const hf_problem *problem, int capacity, double *r, int *count,
                                hf_error *error)
{
    (void)path, (void)problem, (void)capacity, (void)r;
    *count = 0;
    return no_hdf5(error);
}

hf_status hf_fclib_write_guesses(const char *path, const hf_problem *problem, int count, const double *r,
                                 hf_error *error)
{
    (void)path, (void)problem, (void)count, (void)r;
    return no_hdf5(error);
}

#endif
