// FCLIB's global form: M v = H r + G l + f,  u = Hᵀ v + w,  Gᵀ v + b = 0.
//
// holdfast's (hf_global) is M v = Hᵀ r + f, u = H v + w: its H is (H G)ᵀ of the file, its w is (w, b).

#include "problem/io/fclib.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "problem/mass.h"
#include "problem/problem.h"

#include <limits.h>

// ---- reading ----

bool fclib_make_global_form(const fclib_problem *p, hf_workspace *arena, fclib_global_form *form)
{
    const fclib_sizes *s = &p->sizes;
    fclib_part sides[2] = {{&p->H, 0, 0, true}, {&p->G, s->contact_rows, 0, true}};
    fclib_part columns = {&p->M, 0, 0, true}; // rows of Mᵀ
    fclib_rows M, H;
    int *M_begin = ARENA_ARRAY(arena, int, (size_t)s->dof_count + 1);
    if (!M_begin || !fclib_make_laws(p, arena, &form->laws) ||
        !fclib_gather_rows(sides, s->equalities ? 2 : 1, s->contact_rows + s->equality_rows, arena, &H) ||
        !fclib_gather_rows(&columns, 1, s->dof_count, arena, &M))
        return false;
    for (int d = 0; d <= s->dof_count; d++) M_begin[d] = (int)M.begin[d];
    form->global = (hf_global){.dof_count = s->dof_count,
                               .M_begin = M_begin,
                               .M_row = M.col,
                               .M = M.values,
                               .H_begin = H.begin,
                               .H_dof = H.col,
                               .H = H.values,
                               .f = p->f};
    return true;
}

/// Whether W would have no more numbers than H and G of this factored problem together. `met` is zeroed scratch of
/// block_count.
static bool assembled_is_smaller(const hf_problem *p, const problem_touching *touching, int *met)
{
    const factored_rows *rows = &p->rows;
    size_t factored = 2 * rows->at[p->block_count], assembled = 0;
    for (int i = 0; i < p->block_count && assembled <= factored; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++)
            for (size_t t = touching->begin[rows->dof[k]]; t < touching->begin[rows->dof[k] + 1]; t++)
            {
                int j = touching->block[t];
                if (met[j] != i + 1) assembled += (size_t)(p->size[i] * p->size[j]);
                met[j] = i + 1;
            }
    return assembled <= factored;
}

/// Keeps the problem factored, or puts the assembled one in its place.
static hf_status choose(hf_problem **problem, hf_workspace *arena, hf_error *error)
{
    const hf_problem *p = *problem;
    problem_touching touching;
    int *met = ARENA_ZEROED(arena, int, p->block_count);
    if (!met || !problem_find_touching(arena, p, &touching)) return error_no_memory(error);
    if (!assembled_is_smaller(p, &touching, met)) return HF_STATUS_OK;
    hf_problem *assembled;
    hf_status status = hf_problem_assemble(p, &assembled, error);
    if (status != HF_STATUS_OK) return status;
    hf_problem_destroy(*problem);
    *problem = assembled;
    return HF_STATUS_OK;
}

hf_status fclib_reduce(const fclib_file *in, const fclib_problem *p, hf_fclib_form wanted, hf_problem **reduced)
{
    fclib_global_form form;
    hf_error reason = {HF_STATUS_OK, ""};
    if (!fclib_make_global_form(p, in->arena, &form)) return error_no_memory(in->error);
    hf_status status = hf_problem_reduce(&form.laws, &form.global, wanted == HF_FCLIB_ASSEMBLED, reduced, &reason);
    if (status == HF_STATUS_INVALID) // after the checks, only M can be wrong
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "fclib_global: %s", reason.message);
    else if (status != HF_STATUS_OK) error_set(in->error, status, "%s", reason.message);
    if (status == HF_STATUS_OK && wanted == HF_FCLIB_AUTO) status = choose(reduced, in->arena, in->error);
    if (status != HF_STATUS_OK)
    {
        hf_problem_destroy(*reduced);
        *reduced = NULL;
    }
    return status;
}

// ---- writing ----

/// The rows of H that belong to one kind of block become the columns of A.
static bool take_rows(const hf_problem *p, const hf_global *g, const fclib_layout *layout, hf_law_kind kind,
                      hf_workspace *arena, fclib_matrix *A)
{
    bool contact = kind == HF_LAW_CONTACT;
    size_t total = 0;
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == kind) total += g->H_begin[p->offset[i + 1]] - g->H_begin[p->offset[i]];
    int columns = contact ? layout->sizes.contact_rows : layout->sizes.equality_rows;
    if (!fclib_matrix_take(A, g->dof_count, columns, -1, total, arena)) return false;
    int at = 0, column = 0;
    for (int i = 0; i < p->block_count; i++)
        for (int row = p->offset[i]; p->kind[i] == kind && row < p->offset[i + 1]; row++)
        {
            for (size_t k = g->H_begin[row]; k < g->H_begin[row + 1]; k++)
            {
                A->i[at] = g->H_dof[k];
                A->x[at++] = g->H[k];
            }
            A->p[++column] = at;
        }
    return true;
}

/// The global form as the file has it. False if memory is short.
static bool take_global(const hf_problem *p, const hf_global *g, const fclib_layout *layout, hf_workspace *arena,
                        fclib_problem *taken)
{
    int entries = g->M_begin[g->dof_count];
    *taken = (fclib_problem){.sizes = layout->sizes};
    taken->sizes.global = true;
    taken->sizes.dof_count = g->dof_count;
    taken->f = ARENA_ZEROED(arena, double, g->dof_count);
    if (!taken->f || !fclib_take_laws(p, layout, arena, taken) ||
        !fclib_matrix_take(&taken->M, g->dof_count, g->dof_count, -1, (size_t)entries, arena) ||
        !take_rows(p, g, layout, HF_LAW_CONTACT, arena, &taken->H) ||
        !take_rows(p, g, layout, HF_LAW_BILATERAL, arena, &taken->G))
        return false;
    for (int d = 0; d <= g->dof_count; d++) taken->M.p[d] = g->M_begin[d];
    for (int k = 0; k < entries; k++)
    {
        taken->M.i[k] = g->M_row[k];
        taken->M.x[k] = g->M[k];
    }
    for (int d = 0; g->f && d < g->dof_count; d++) taken->f[d] = g->f[d];
    return true;
}

static hf_status write_part(const atomic_file *part, const hf_problem *p, const hf_global *g, const hf_fclib_info *info,
                            hf_workspace *arena, hf_error *error)
{
    fclib_layout layout;
    fclib_problem taken;
    fclib_output out;
    hf_status status = fclib_lay_out(part->path, p, arena, &layout, error);
    if (status != HF_STATUS_OK) return status;
    if (!take_global(p, g, &layout, arena, &taken)) return error_no_memory(error);
    status = fclib_create(part, &out, error);
    if (status == HF_STATUS_OK) status = fclib_write_contents(&out, &taken, info);
    return fclib_finish(&out, status);
}

hf_status hf_fclib_write_global(const char *path, const hf_laws *laws, const hf_global *global,
                                const hf_fclib_info *info, hf_error *error)
{
    hf_problem *frame;
    hf_workspace *arena = NULL;
    atomic_file part = {0};
    hf_status status = problem_begin(NULL, laws, &frame, error);
    if (status == HF_STATUS_OK) status = global_check(frame, global, error);
    if (status == HF_STATUS_OK && global->H_begin[frame->dimension] > INT_MAX)
        status = file_error(error, HF_STATUS_UNSUPPORTED, path, "H has more entries than FCLIB can count");
    if (status == HF_STATUS_OK)
    {
        size_t numbers = (size_t)global->M_begin[global->dof_count] + global->H_begin[frame->dimension] +
                         2 * (size_t)frame->dimension + 2 * (size_t)global->dof_count;
        status = atomic_file_begin(path, 65536 + numbers * (sizeof(double) + sizeof(int)), &part, error);
    }
    if (status == HF_STATUS_OK) status = hf_workspace_create(&arena, error);
    H5E_BEGIN_TRY
    {
        if (status == HF_STATUS_OK) status = write_part(&part, frame, global, info, arena, error);
    }
    H5E_END_TRY
    hf_workspace_destroy(arena);
    hf_problem_destroy(frame);
    return atomic_file_end(&part, status, error);
}
