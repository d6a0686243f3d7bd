// Solutions and guesses in FCLIB files.
//
// A solution is v (global form only), u, r at the contacts, and l at the equalities. To add or replace one, everything
// else is copied to a new file, which takes the old one's name when it is complete.

#include "problem/io/fclib.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

// ---- fitting ----

/// The layout of the problem, if the file's problem has the same sizes.
static hf_status fit(const char *path, const fclib_sizes *file, const hf_problem *problem, hf_workspace *arena,
                     fclib_layout *layout, hf_error *error)
{
    hf_status status = fclib_lay_out(path, problem, arena, layout, error);
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

// ---- reading ----

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

/// The solution, or all guesses, of a file whose problem fits.
static hf_status read_states(const fclib_file *in, const hf_problem *problem, bool guesses, fclib_layout *layout,
                             fclib_state **states, int *count)
{
    fclib_problem contents;
    *count = 0;
    hf_status status = fclib_load_problem(in, &contents, NULL);
    if (status != HF_STATUS_OK) return status;
    if (guesses) status = fclib_load_guesses(in, &contents.sizes, states, count);
    else
    {
        *states = ARENA_ZEROED(in->arena, fclib_state, 1);
        *count = 1;
        status = *states ? fclib_load_solution(in, &contents.sizes, *states) : error_no_memory(in->error);
    }
    if (status == HF_STATUS_OK) status = fit(in->path, &contents.sizes, problem, in->arena, layout, in->error);
    if (status != HF_STATUS_OK) *count = 0;
    return status;
}

// ---- in our own form ----

/// States of a file in our own form; of the solution u, too, if it is not NULL.
static hf_status read_own(const fclib_file *in, const hf_problem *problem, bool guesses, int capacity, double *r,
                          double *u, int *count)
{
    double *states;
    size_t n = (size_t)problem->dimension;
    hf_status status = own_form_read_states(in, guesses, problem->dimension, &states, count);
    if (status != HF_STATUS_OK) return status;
    size_t taken = (size_t)(*count < capacity ? *count : capacity);
    if (taken * n > 0) memcpy(r, states, taken * n * sizeof *r);
    return u ? hf_problem_velocity(problem, r, u, in->arena, in->error) : HF_STATUS_OK;
}

hf_status hf_fclib_read_solution(const char *path, const hf_problem *problem, double *r, double *u, hf_error *error)
{
    hf_status status;
    H5E_BEGIN_TRY
    {
        fclib_file in;
        fclib_layout layout;
        fclib_state *solution;
        int count;
        bool own = false;
        status = fclib_open(path, &in, error);
        if (status == HF_STATUS_OK) status = own_form_there(&in, &own);
        if (status == HF_STATUS_OK)
            status = own ? read_own(&in, problem, false, 1, r, u, &count)
                         : read_states(&in, problem, false, &layout, &solution, &count);
        if (status == HF_STATUS_OK && !own) unpack(problem, &layout, solution->r, solution->l, r);
        if (status == HF_STATUS_OK && !own && u) unpack(problem, &layout, solution->u, NULL, u);
        fclib_close(&in);
    }
    H5E_END_TRY
    return status;
}

hf_status hf_fclib_read_guesses(const char *path, const hf_problem *problem, int capacity, double *r, int *count,
                                hf_error *error)
{
    hf_status status;
    *count = 0;
    H5E_BEGIN_TRY
    {
        fclib_file in;
        fclib_layout layout;
        fclib_state *guesses;
        bool own = false;
        status = fclib_open(path, &in, error);
        if (status == HF_STATUS_OK) status = own_form_there(&in, &own);
        if (status == HF_STATUS_OK)
            status = own ? read_own(&in, problem, true, capacity, r, NULL, count)
                         : read_states(&in, problem, true, &layout, &guesses, count);
        for (int g = 0; status == HF_STATUS_OK && !own && g < *count && g < capacity; g++)
            unpack(problem, &layout, guesses[g].r, guesses[g].l, r + (size_t)g * (size_t)problem->dimension);
        fclib_close(&in);
    }
    H5E_END_TRY
    return status;
}

// ---- states to write ----

/// What to write: `count` vectors r, as the solution (count 1, with u if known) or as guesses.
typedef struct request
{
    const hf_problem *problem;
    bool guesses;
    int count;
    const double *r, *u;
} request;

static hf_status pack(const hf_problem *p, const fclib_layout *layout, const double *r, const double *u,
                      hf_workspace *arena, fclib_state *state, hf_error *error)
{
    size_t n = (size_t)p->dimension, m = (size_t)layout->sizes.contact_rows;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(r[k]) || (u && !isfinite(u[k])))
            return error_set(error, HF_STATUS_INVALID, "%c[%zu] is not finite", isfinite(r[k]) ? 'u' : 'r', k);
    double *known_u = u ? NULL : ARENA_ARRAY(arena, double, n);
    state->u = ARENA_ARRAY(arena, double, m);
    state->r = ARENA_ARRAY(arena, double, m);
    state->l = ARENA_ARRAY(arena, double, n - m);
    if (!state->u || !state->r || !state->l || (!u && !known_u)) return error_no_memory(error);
    if (!u) TRY(hf_problem_velocity(p, r, known_u, arena, error));
    for (size_t k = 0; k < n; k++)
    {
        size_t at = (size_t)layout->place[k];
        if (at < m) state->u[at] = u ? u[k] : known_u[k];
        *(at < m ? &state->r[at] : &state->l[at - m]) = r[k];
    }
    return HF_STATUS_OK;
}

/// v of the states, from the file's global form.
static hf_status add_velocities(const fclib_problem *contents, hf_workspace *arena, fclib_state *states, int count,
                                hf_error *error)
{
    const fclib_sizes *s = &contents->sizes;
    size_t m = (size_t)s->contact_rows, p = (size_t)s->equality_rows;
    fclib_global_form form;
    double *r = ARENA_ARRAY(arena, double, m + p);
    if (!r || !fclib_make_global_form(contents, arena, &form)) return error_no_memory(error);
    hf_status status = HF_STATUS_OK;
    for (int g = 0; g < count && status == HF_STATUS_OK; g++)
    {
        memcpy(r, states[g].r, m * sizeof *r);
        memcpy(r + m, states[g].l, p * sizeof *r);
        states[g].v = ARENA_ARRAY(arena, double, s->dof_count);
        status =
            states[g].v ? hf_global_velocity(&form.laws, &form.global, r, states[g].v, error) : error_no_memory(error);
    }
    return status;
}

/// The states of the request, for a file that holds `contents`.
static hf_status make_states(const char *path, const request *q, const fclib_problem *contents, hf_workspace *arena,
                             fclib_state **states, hf_error *error)
{
    fclib_layout layout;
    hf_status status = fit(path, &contents->sizes, q->problem, arena, &layout, error);
    if (status != HF_STATUS_OK) return status;
    *states = ARENA_ZEROED(arena, fclib_state, q->count);
    if (!*states) return error_no_memory(error);
    for (int g = 0; g < q->count && status == HF_STATUS_OK; g++)
        status = pack(q->problem, &layout, q->r + (size_t)g * (size_t)q->problem->dimension, q->u, arena, *states + g,
                      error);
    if (status == HF_STATUS_OK && contents->sizes.global)
        status = add_velocities(contents, arena, *states, q->count, error);
    return status;
}

// ---- writing ----

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

/// All of an open file but what the request replaces.
static hf_status copy_others(const fclib_file *in, const fclib_output *out, const char *except)
{
    copying c = {.from = in->file, .to = out->file, .except = except};
    if (H5Literate(in->file, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_link, &c) >= 0) return HF_STATUS_OK;
    return file_error(out->error, HF_STATUS_FILE, out->path, "HDF5 cannot copy it: damaged, or no room on the disk");
}

/// To a new file, with the problem in local form.
static hf_status write_new(const atomic_file *part, const request *q, hf_error *error)
{
    hf_workspace *arena = NULL;
    fclib_output out = {.file = -1};
    fclib_problem contents = {0};
    fclib_state *states;
    hf_status status = hf_workspace_create(&arena, error);
    if (status == HF_STATUS_OK) status = fclib_take_local(part->path, q->problem, arena, &contents, error);
    if (status == HF_STATUS_OK) status = make_states(part->path, q, &contents, arena, &states, error);
    if (status == HF_STATUS_OK) status = fclib_create(part, &out, error);
    if (status == HF_STATUS_OK) status = fclib_write_contents(&out, &contents, NULL);
    if (status == HF_STATUS_OK) status = fclib_write_states(&out, &contents.sizes, q->guesses, states, q->count);
    status = fclib_finish(&out, status);
    hf_workspace_destroy(arena);
    return status;
}

/// To a copy of the file that is there.
static hf_status write_beside(const atomic_file *part, const fclib_file *in, const fclib_problem *contents,
                              const request *q, hf_error *error)
{
    fclib_output out = {.file = -1};
    fclib_state *states;
    hf_status status = make_states(part->path, q, contents, in->arena, &states, error);
    if (status == HF_STATUS_OK) status = fclib_create(part, &out, error);
    if (status == HF_STATUS_OK) status = copy_others(in, &out, q->guesses ? "guesses" : "solution");
    if (status == HF_STATUS_OK) status = fclib_write_states(&out, &contents->sizes, q->guesses, states, q->count);
    return fclib_finish(&out, status);
}

static hf_status check_finite(const request *q, hf_error *error)
{
    size_t n = (size_t)q->problem->dimension * (size_t)q->count;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(q->r[k])) return error_set(error, HF_STATUS_INVALID, "r[%zu] is not finite", k);
    return HF_STATUS_OK;
}

/// In our own form, to a copy of the file that is there, or with the problem to a new one (in = NULL).
static hf_status write_own(const atomic_file *part, const fclib_file *in, const request *q, hf_error *error)
{
    fclib_output out = {.file = -1};
    int rows = q->problem->dimension;
    hf_status status = check_finite(q, error);
    if (status == HF_STATUS_OK) status = fclib_create(part, &out, error);
    if (status == HF_STATUS_OK)
        status = in ? copy_others(in, &out, q->guesses ? "holdfast_guesses" : "holdfast_solution")
                    : own_form_write(&out, q->problem, NULL);
    if (status == HF_STATUS_OK) status = own_form_write_states(&out, q->guesses, rows, q->count, q->r);
    return fclib_finish(&out, status);
}

/// Whether our own form is to be written: the file's is, or there is no file and FCLIB has no form for the problem.
static hf_status choose_form(const fclib_file *in, const request *q, fclib_problem *contents, bool *own,
                             hf_error *error)
{
    if (in->file < 0)
    {
        hf_workspace *arena = NULL;
        hf_status status = hf_workspace_create(&arena, error);
        *own = status == HF_STATUS_OK && !fclib_can_hold(q->problem, arena);
        hf_workspace_destroy(arena);
        return status;
    }
    hf_status status = own_form_there(in, own);
    if (status != HF_STATUS_OK || !*own)
        return status == HF_STATUS_OK ? fclib_load_problem(in, contents, NULL) : status;
    hf_problem *there;
    status = own_form_read(in, HF_FCLIB_AUTO, &there, NULL);
    if (status == HF_STATUS_OK && there->dimension != q->problem->dimension)
        status = file_error(error, HF_STATUS_INVALID, in->path, "the file's problem has %d rows, this one %d",
                            there->dimension, q->problem->dimension);
    hf_problem_destroy(there);
    return status;
}

static hf_status write_request(const char *path, const request *q, hf_error *error)
{
    bool exists = file_exists(path), own = false;
    fclib_file in = {.file = -1};
    fclib_problem contents;
    atomic_file part = {0};
    hf_status status = HF_STATUS_OK;
    if (exists) status = fclib_open(path, &in, error);
    if (status == HF_STATUS_OK) status = choose_form(&in, q, &contents, &own, error);
    if (status == HF_STATUS_OK)
        status = atomic_file_begin(path, fclib_problem_bytes(q->problem) * (size_t)(1 + q->count / 4), &part, error);
    if (status == HF_STATUS_OK && exists && !own) status = write_beside(&part, &in, &contents, q, error);
    else if (status == HF_STATUS_OK && !own)
    {
        status = write_new(&part, q, error);
        own = status == HF_STATUS_UNSUPPORTED; // not symmetric, or without contacts
        if (own) status = HF_STATUS_OK;
    }
    if (status == HF_STATUS_OK && own) status = write_own(&part, exists ? &in : NULL, q, error);
    fclib_close(&in);
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
