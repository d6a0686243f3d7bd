// Solutions and guesses in FCLIB files.
//
// A solution is v (global form only), u, r at the contacts, and l at the equalities. libfclib adds one to a file that holds the problem, once; to
// replace one, everything else is copied to a new file first.

#include "problem/io/fclib.h"

#include "base/error.h"
#include "base/memory.h"
#include "problem/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- fitting ----

/// The layout of the problem, if the file's problem has the same sizes.
static hf_status fit(const char *path, const fclib_sizes *file, const hf_problem *problem, fclib_layout *layout,
                     hf_error *error)
{
    hf_status status = fclib_lay_out(path, problem, layout, error);
    if (status != HF_STATUS_OK) return status;
    const fclib_sizes *s = &layout->sizes;
    if (file->contact_rows != s->contact_rows || (file->contact_rows > 0 && file->dimension != s->dimension) ||
        file->equality_rows != s->equality_rows)
        return file_error(error, HF_STATUS_INVALID, path,
                          "the file's problem has %d contact rows in %dD and %d equalities, this one %d in %dD and %d",
                          file->contact_rows, file->dimension, file->equality_rows, s->contact_rows, s->dimension,
                          s->equality_rows);
    if (file->contact_rows == 0)
        return file_error(error, HF_STATUS_UNSUPPORTED, path, "FCLIB keeps no solutions of problems without contacts");
    return HF_STATUS_OK;
}

/// x (laid out as the problem) from FCLIB's two vectors; `equality` may be NULL (zeros).
static void unpack(const hf_problem *p, const fclib_layout *layout, const double *contact, const double *equality,
                   double *x)
{
    int m = layout->sizes.contact_rows;
    for (int k = 0; k < p->dimension; k++)
    {
        int at = layout->place[k];
        x[k] = at < m ? contact[at] : equality ? equality[at - m] : 0.0;
    }
}

// ---- reading ----

/// Reads the solution, or all guesses, after the check.
static hf_status read_states(const char *path, const hf_problem *problem, bool guesses, fclib_layout *layout,
                             struct fclib_solution **states, int *count, hf_error *error)
{
    fclib_sizes sizes;
    *states = NULL;
    *count = 0;
    *layout = (fclib_layout){.place = NULL};
    hf_status status = fclib_check(path, guesses ? CHECK_GUESSES : CHECK_SOLUTION, &sizes, NULL, error);
    if (status == HF_STATUS_OK) status = fit(path, &sizes, problem, layout, error);
    if (status != HF_STATUS_OK) return status;
    *count = 1;
    *states = guesses ? fclib_read_guesses(path, count) : fclib_read_solution(path);
    if (*states) return HF_STATUS_OK;
    *count = 0;
    return file_error(error, HF_STATUS_FILE, path, "libfclib could not read it");
}

static hf_status read_solution(const char *path, const hf_problem *problem, double *r, double *u, hf_error *error)
{
    fclib_layout layout;
    struct fclib_solution *solution;
    int count;
    hf_status status = read_states(path, problem, false, &layout, &solution, &count, error);
    if (status == HF_STATUS_OK)
    {
        unpack(problem, &layout, solution->r, solution->l, r);
        if (u) unpack(problem, &layout, solution->u, NULL, u);
    }
    if (solution) fclib_delete_solutions(solution, count);
    free(layout.place);
    return status;
}

hf_status hf_fclib_read_solution(const char *path, const hf_problem *problem, double *r, double *u, hf_error *error)
{
    hf_status status;
    H5E_BEGIN_TRY
    {
        status = read_solution(path, problem, r, u, error);
    }
    H5E_END_TRY
    return status;
}

static hf_status read_guesses(const char *path, const hf_problem *problem, int capacity, double *r, int *count,
                              hf_error *error)
{
    fclib_layout layout;
    struct fclib_solution *guesses;
    hf_status status = read_states(path, problem, true, &layout, &guesses, count, error);
    for (int g = 0; status == HF_STATUS_OK && g < *count && g < capacity; g++)
        unpack(problem, &layout, guesses[g].r, guesses[g].l, r + (size_t)g * (size_t)problem->dimension);
    if (guesses) fclib_delete_solutions(guesses, *count);
    free(layout.place);
    return status;
}

hf_status hf_fclib_read_guesses(const char *path, const hf_problem *problem, int capacity, double *r, int *count,
                                hf_error *error)
{
    hf_status status;
    H5E_BEGIN_TRY
    {
        status = read_guesses(path, problem, capacity, r, count, error);
    }
    H5E_END_TRY
    return status;
}

// ---- v of the global form ----

static hf_status add_velocities(const char *path, const fclib_sizes *sizes, struct fclib_solution *states, int count,
                                hf_error *error)
{
    if (!sizes->global) return HF_STATUS_OK;
    size_t m = (size_t)sizes->contact_rows, p = (size_t)sizes->equality_rows;
    fclib_global_form form;
    double *r = MEMORY_ARRAY(double, m + p);
    hf_status status = fclib_read_global_form(path, sizes, &form, error);
    if (!r) status = error_no_memory(error);
    for (int g = 0; g < count && status == HF_STATUS_OK; g++)
    {
        memcpy(r, states[g].r, m * sizeof *r);
        memcpy(r + m, states[g].l, p * sizeof *r);
        states[g].v = MEMORY_ARRAY(double, (size_t)sizes->dof_count);
        status = states[g].v ? hf_global_velocity(&form.laws.view, &form.view, r, states[g].v, error)
                             : error_no_memory(error);
    }
    fclib_global_form_free(&form);
    free(r);
    return status;
}

// ---- writing ----

static hf_status pack(const hf_problem *p, const fclib_layout *layout, const double *r, const double *u,
                      struct fclib_solution *state, hf_error *error)
{
    size_t n = (size_t)p->dimension, m = (size_t)layout->sizes.contact_rows;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(r[k]) || (u && !isfinite(u[k])))
            return error_set(error, HF_STATUS_INVALID, "%c[%zu] is not finite", isfinite(r[k]) ? 'u' : 'r', k);
    double *known_u = NULL;
    hf_status status = HF_STATUS_OK;
    state->u = MEMORY_ARRAY(double, m);
    state->r = MEMORY_ARRAY(double, m);
    state->l = MEMORY_ARRAY(double, n - m);
    if (!u) known_u = MEMORY_ARRAY(double, n);
    if (!state->u || !state->r || !state->l || (!u && !known_u)) status = error_no_memory(error);
    if (status == HF_STATUS_OK && !u) status = hf_problem_velocity(p, r, known_u, NULL, error);
    for (size_t k = 0; status == HF_STATUS_OK && k < n; k++)
    {
        size_t at = (size_t)layout->place[k];
        if (at < m) state->u[at] = u ? u[k] : known_u[k];
        *(at < m ? &state->r[at] : &state->l[at - m]) = r[k];
    }
    free(known_u);
    return status;
}

typedef struct copying
{
    hid_t from, to;
    const char *except; // name of a root link
} copying;

static herr_t copy_link(hid_t group, const char *name, const H5L_info_t *about, void *data)
{
    (void)group, (void)about;
    const copying *c = data;
    if (strcmp(name, c->except) == 0) return 0;
    return H5Ocopy(c->from, name, c->to, name, H5P_DEFAULT, H5P_DEFAULT) < 0 ? -1 : 0;
}

/// A new file with all of the old one but `except`.
static hf_status copy_file(const atomic_file *part, const char *except, hf_error *error)
{
    copying c = {.from = H5Fopen(part->path, H5F_ACC_RDONLY, H5P_DEFAULT),
                 .to = H5Fcreate(part->name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                 .except = except};
    bool good = c.from >= 0 && c.to >= 0 && H5Literate(c.from, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_link, &c) >= 0;
    if (c.from >= 0) H5Fclose(c.from);
    if (c.to >= 0) good = H5Fclose(c.to) >= 0 && good;
    if (good) return HF_STATUS_OK;
    return file_error(error, HF_STATUS_FILE, part->path, "HDF5 cannot copy it: damaged, or no room on the disk");
}

/// What to write: `count` vectors r, as the solution (count 1, with u if known) or as guesses.
typedef struct request
{
    const hf_problem *problem;
    bool guesses;
    int count;
    const double *r, *u;
} request;

static hf_status write_states(const atomic_file *part, bool exists, const fclib_sizes *sizes,
                              const fclib_layout *layout, const request *q, struct fclib_solution *states,
                              hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int g = 0; g < q->count && status == HF_STATUS_OK; g++)
        status = pack(q->problem, layout, q->r + (size_t)g * (size_t)q->problem->dimension, q->u, &states[g], error);
    if (status == HF_STATUS_OK && exists) status = add_velocities(part->path, sizes, states, q->count, error);
    if (status == HF_STATUS_OK)
        status = exists ? copy_file(part, q->guesses ? "guesses" : "solution", error)
                        : fclib_write_problem(part, q->problem, NULL, error);
    if (status != HF_STATUS_OK) return status;
    int written =
        q->guesses ? fclib_write_guesses(q->count, states, part->name) : fclib_write_solution(states, part->name);
    return written ? HF_STATUS_OK : file_error(error, HF_STATUS_FILE, part->path, "libfclib could not write it");
}

static hf_status write_request(const char *path, const request *q, hf_error *error)
{
    FILE *there = fopen(path, "rb");
    bool exists = there != NULL;
    if (there) fclose(there);

    fclib_sizes sizes = {0};
    fclib_layout layout = {0};
    atomic_file part = {0};
    struct fclib_solution *states = NULL;
    hf_status status = HF_STATUS_OK;
    if (exists) status = fclib_check(path, CHECK_PROBLEM, &sizes, NULL, error);
    if (status == HF_STATUS_OK && !exists)
    {
        status = fclib_lay_out(path, q->problem, &layout, error);
        sizes = layout.sizes;
        free(layout.place);
        layout.place = NULL;
    }
    if (status == HF_STATUS_OK) status = fit(path, &sizes, q->problem, &layout, error);
    if (status == HF_STATUS_OK)
        status = atomic_file_begin(path, fclib_problem_bytes(q->problem) * (size_t)(1 + q->count / 4), &part, error);
    if (status == HF_STATUS_OK)
    {
        states = MEMORY_ARRAY(struct fclib_solution, (size_t)q->count);
        status = states ? write_states(&part, exists, &sizes, &layout, q, states, error) : error_no_memory(error);
    }
    if (states) fclib_delete_solutions(states, q->count);
    free(layout.place);
    return atomic_file_end(&part, status, error);
}

static hf_status write_quietly(const char *path, const request *q, hf_error *error)
{
    hf_status status;
    H5E_BEGIN_TRY
    {
        status = write_request(path, q, error);
    }
    H5E_END_TRY
    return status;
}

hf_status hf_fclib_write_solution(const char *path, const hf_problem *problem, const double *r, const double *u,
                                  hf_error *error)
{
    return write_quietly(path, &(request){.problem = problem, .count = 1, .r = r, .u = u}, error);
}

hf_status hf_fclib_write_guesses(const char *path, const hf_problem *problem, int count, const double *r,
                                 hf_error *error)
{
    if (count < 0 || count > HF_FCLIB_GUESSES_MAX)
        return error_set(error, HF_STATUS_INVALID, "count = %d guesses: must be 0 to %d", count, HF_FCLIB_GUESSES_MAX);
    return write_quietly(path, &(request){.problem = problem, .guesses = true, .count = count, .r = r}, error);
}
