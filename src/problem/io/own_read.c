// Reading the form of own_form.c. Extents are checked here, all that a problem is made of by its constructor.

#include "problem/io/fclib_data.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "problem/problem.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

/// What was read.
typedef struct own_parts
{
    hf_laws laws;
    int dimension; // rows
    int factored, dof_count;
    size_t *begin;
    int *index;
    double *values[2]; // of W, or H and G
} own_parts;

hf_status own_form_there(const fclib_file *in, bool *there)
{
    return fclib_look_for(in, "/holdfast", there);
}

static hf_status read_friction(const fclib_file *in, hf_friction_law *law, int *version)
{
    int *friction;
    double *direction;
    hf_status status = fclib_need_group(in, "/holdfast");
    if (status == HF_STATUS_OK) status = fclib_one_integer(in, "/holdfast/version", version);
    if (status == HF_STATUS_OK && *version != 1 && *version != 2)
        status = file_error(in->error, HF_STATUS_UNSUPPORTED, in->path, "/holdfast/version = %d: 1 and 2 are known",
                            *version);
    if (status == HF_STATUS_OK) status = fclib_integers(in, "/holdfast/friction", 2, 2, &friction);
    if (status == HF_STATUS_OK) status = fclib_numbers(in, "/holdfast/friction_direction", 1, 1, &direction);
    if (status != HF_STATUS_OK) return status;
    *law = (hf_friction_law){.kind = (hf_friction)friction[0], .sides = friction[1], .direction = *direction};
    hf_error reason;
    if (hf_friction_check(law, &reason) == HF_STATUS_OK) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/%s", reason.message);
}

static hf_status check_sizes(const fclib_file *in, int count, const int *size, const int *kind, int *rows)
{
    *rows = 0;
    for (int i = 0; i < count; i++)
    {
        if (size[i] < 1 || size[i] > BLOCK_SIZE_MAX)
            return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/size[%d] = %d", i, size[i]);
        if (kind[i] < 0 || kind[i] >= HF_LAW_COUNT)
            return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/kind[%d] = %d", i, kind[i]);
        *rows += size[i];
    }
    return HF_STATUS_OK;
}

static hf_status read_laws(const fclib_file *in, own_parts *parts)
{
    enum
    {
        MOST = INT_MAX / BLOCK_SIZE_MAX
    };
    hf_laws *laws = &parts->laws;
    int *size = NULL, *number = NULL;
    hsize_t count;
    int version;
    double *mu = NULL, *lo = NULL, *hi = NULL, *b = NULL, *five = NULL;
    hf_status status = read_friction(in, &laws->friction, &version);
    if (status == HF_STATUS_OK) status = fclib_count(in, "/holdfast/size", &count);
    if (status == HF_STATUS_OK) status = fclib_integers(in, "/holdfast/size", 0, MOST, &size);
    if (status == HF_STATUS_OK) status = fclib_integers(in, "/holdfast/kind", count, count, &number);
    if (status == HF_STATUS_OK) status = check_sizes(in, (int)count, size, number, &parts->dimension);
    if (status == HF_STATUS_OK) status = fclib_numbers(in, "/holdfast/mu", count, count, &mu);
    if (status == HF_STATUS_OK) status = fclib_numbers(in, "/holdfast/lo", count, count, &lo);
    if (status == HF_STATUS_OK) status = fclib_numbers(in, "/holdfast/hi", count, count, &hi);
    if (status == HF_STATUS_OK) status = fclib_vector(in, "/holdfast", "b", parts->dimension, -INFINITY, &b);
    if (status == HF_STATUS_OK && version == 2)
        status = fclib_numbers(in, "/holdfast/coefficients", OWN_COEFFICIENTS * count, OWN_COEFFICIENTS * count, &five);
    hf_law_kind *kind = status == HF_STATUS_OK ? ARENA_ARRAY(in->arena, hf_law_kind, count) : NULL;
    if (status != HF_STATUS_OK) return status;
    if (!kind) return error_no_memory(in->error);
    for (hsize_t i = 0; i < count; i++) kind[i] = (hf_law_kind)number[i];
    *laws = (hf_laws){.block_count = (int)count,
                      .size = size,
                      .kind = kind,
                      .mu = mu,
                      .lo = lo,
                      .hi = hi,
                      .b = b,
                      .friction = laws->friction,
                      .coefficients = (const hf_friction_coefficients *)five};
    return HF_STATUS_OK;
}

/// Numbers that the blocks of the pattern have.
static size_t entry_count(const own_parts *parts)
{
    size_t sum = 0;
    for (int i = 0; i < parts->laws.block_count; i++)
        for (size_t k = parts->begin[i]; k < parts->begin[i + 1]; k++)
            sum += (size_t)(parts->laws.size[i] * (parts->factored ? 1 : parts->laws.size[parts->index[k]]));
    return sum;
}

static hf_status read_pattern(const fclib_file *in, own_parts *parts)
{
    int n = parts->laws.block_count, *begin, bad;
    hf_status status = fclib_one_integer(in, "/holdfast/factored", &parts->factored);
    if (status == HF_STATUS_OK && (parts->factored < 0 || parts->factored > 1))
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/factored = %d", parts->factored);
    if (status == HF_STATUS_OK && parts->factored)
        status = fclib_one_integer(in, "/holdfast/dof_count", &parts->dof_count);
    if (status == HF_STATUS_OK && parts->dof_count < 0)
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/dof_count = %d", parts->dof_count);
    if (status == HF_STATUS_OK) status = fclib_integers(in, "/holdfast/begin", (hsize_t)n + 1, (hsize_t)n + 1, &begin);
    if (status != HF_STATUS_OK) return status;
    parts->begin = ARENA_ARRAY(in->arena, size_t, (size_t)n + 1);
    if (!parts->begin) return error_no_memory(in->error);
    for (int i = 0; i <= n; i++)
    {
        if (begin[i] < (i ? begin[i - 1] : 0) || (i == 0 && begin[0] != 0))
            return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/begin[%d] = %d", i, begin[i]);
        parts->begin[i] = (size_t)begin[i];
    }
    status = fclib_integers(in, "/holdfast/index", (hsize_t)begin[n], (hsize_t)begin[n], &parts->index);
    if (status != HF_STATUS_OK ||
        fclib_indices_fit(parts->index, begin[n], parts->factored ? parts->dof_count : n, &bad))
        return status;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast/index[%d] = %d", bad, parts->index[bad]);
}

static hf_status read_entries(const fclib_file *in, own_parts *parts)
{
    size_t entries = entry_count(parts);
    if (entries > INT_MAX) return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast has too many entries");
    int count = (int)entries;
    if (!parts->factored) return fclib_vector(in, "/holdfast", "values", count, -INFINITY, &parts->values[0]);
    hf_status status = fclib_vector(in, "/holdfast", "H", count, -INFINITY, &parts->values[0]);
    return status == HF_STATUS_OK ? fclib_vector(in, "/holdfast", "G", count, -INFINITY, &parts->values[1]) : status;
}

static hf_status make_problem(const fclib_file *in, hf_fclib_form form, const own_parts *parts, hf_problem **problem)
{
    hf_error reason = {0};
    hf_problem *made = NULL;
    hf_block_rows W = {.begin = parts->begin, .col = parts->index, .values = parts->values[0]};
    hf_factored_rows rows = {.dof_count = parts->dof_count,
                             .begin = parts->begin,
                             .dof = parts->index,
                             .H = parts->values[0],
                             .G = parts->values[1]};
    if (form == HF_FCLIB_FACTORED && !parts->factored)
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "the file has W assembled: there is no H to keep");
    hf_status status = parts->factored ? hf_problem_create_factored(&parts->laws, &rows, &made, &reason)
                                       : hf_problem_create(&parts->laws, &W, &made, &reason);
    if (status == HF_STATUS_OK && form == HF_FCLIB_ASSEMBLED && parts->factored)
    {
        status = hf_problem_assemble(made, problem, &reason);
        hf_problem_destroy(made);
    }
    else *problem = made;
    if (status == HF_STATUS_INVALID)
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "/holdfast: %s", reason.message);
    return status == HF_STATUS_OK ? status : error_set(in->error, status, "%s", reason.message);
}

static hf_status fill_info(const fclib_file *in, const own_parts *parts, hf_fclib_info *info)
{
    const hf_laws *laws = &parts->laws;
    bool guesses;
    info->own = true;
    info->dimension = 2;
    info->dof_count = parts->dof_count;
    for (int i = 0; i < laws->block_count; i++)
    {
        bool contact = laws->kind[i] == HF_LAW_CONTACT;
        info->contact_count += contact;
        if (contact && laws->size[i] >= 3) info->dimension = 3;
        if (laws->kind[i] == HF_LAW_BILATERAL) info->equality_count += laws->size[i];
    }
    TRY(fclib_look_for(in, "/holdfast_solution", &info->solution));
    TRY(fclib_look_for(in, "/holdfast_guesses", &guesses));
    if (guesses) TRY(fclib_one_integer(in, "/holdfast_guesses/number_of_guesses", &info->guess_count));
    return HF_STATUS_OK;
}

hf_status own_form_read(const fclib_file *in, hf_fclib_form form, hf_problem **problem, hf_fclib_info *info)
{
    own_parts parts = {0};
    if (problem) *problem = NULL;
    if (info) *info = (hf_fclib_info){0};
    TRY(read_laws(in, &parts));
    TRY(read_pattern(in, &parts));
    TRY(read_entries(in, &parts));
    TRY(fclib_texts(in, "/holdfast/info", info));
    if (info) TRY(fill_info(in, &parts, info));
    if (problem) TRY(make_problem(in, form, &parts, problem));
    return HF_STATUS_OK;
}

hf_status own_form_read_states(const fclib_file *in, bool guesses, int rows, double **r, int *count)
{
    const char *folder = guesses ? "/holdfast_guesses" : "/holdfast_solution";
    *count = 1;
    hf_status status = fclib_need_group(in, folder);
    if (status == HF_STATUS_OK && guesses) status = fclib_one_integer(in, "/holdfast_guesses/number_of_guesses", count);
    if (status == HF_STATUS_OK &&
        (*count < 0 || *count > HF_FCLIB_GUESSES_MAX || (*count > 0 && rows > INT_MAX / *count)))
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "%s/number_of_guesses = %d", folder, *count);
    if (status == HF_STATUS_OK) status = fclib_vector(in, folder, "r", *count * rows, -INFINITY, r);
    if (status != HF_STATUS_OK) *count = 0;
    return status;
}
