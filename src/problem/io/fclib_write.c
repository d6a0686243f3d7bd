// hf_problem into FCLIB's local form, or into our own (own_form.c) where FCLIB has none for it.

#include "problem/io/fclib.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "problem/problem.h"

#include <limits.h>
#include <math.h>

// Rounding leaves this much between H_i G_jᵀ and G_i H_jᵀ, relative to the largest |W|.
static const double MIRROR_TOLERANCE = 1e-12;

// ---- the layout ----

hf_status fclib_lay_out(const char *path, const hf_problem *p, hf_workspace *arena, fclib_layout *layout,
                        hf_error *error)
{
    fclib_sizes *s = &layout->sizes;
    *layout = (fclib_layout){.sizes.dimension = 0};
    if (p->polygon) return file_error(error, HF_STATUS_UNSUPPORTED, path, "FCLIB has friction cones, no pyramids");
    for (int i = 0; i < p->block_count; i++)
    {
        if (p->kind[i] == HF_LAW_BILATERAL)
        {
            s->equality_rows += p->size[i];
            continue;
        }
        if (p->kind[i] != HF_LAW_CONTACT)
            return file_error(error, HF_STATUS_UNSUPPORTED, path, "FCLIB has no %s blocks (block %d)",
                              hf_law_kind_name(p->kind[i]), i);
        if (problem_friction_parts(p, i))
            return file_error(error, HF_STATUS_UNSUPPORTED, path,
                              "block %d has moments or an ellipse: FCLIB's contacts have one coefficient", i);
        if (s->dimension == 0) s->dimension = p->size[i];
        if (s->dimension != p->size[i])
            return file_error(error, HF_STATUS_UNSUPPORTED, path,
                              "FCLIB has contacts of one size only: block %d has %d rows, others have %d", i,
                              p->size[i], s->dimension);
        s->contact_rows += p->size[i];
    }
    if (s->dimension == 0) s->dimension = 3;
    s->equalities = s->equality_rows > 0;

    layout->place = ARENA_ARRAY(arena, int, p->dimension);
    if (!layout->place) return error_no_memory(error);
    int contact = 0, equality = s->contact_rows;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            layout->place[k] = p->kind[i] == HF_LAW_CONTACT ? contact++ : equality++;
    return HF_STATUS_OK;
}

// ---- matrices ----

/// Largest difference between the block (i, j) and the mirror image of (j, i), over contacts i and equalities j.
static double mirror_defect(const hf_problem *p, int *worst_contact, int *worst_equality)
{
    double worst = 0.0;
    for (int a = 0; a < p->block_count; a++)
        for (size_t k = p->W.begin[a]; k < p->W.begin[a + 1]; k++)
        {
            int c = p->W.col[k];
            if (p->kind[a] == p->kind[c]) continue;
            const double *block = p->W.values + block_at(p, k), *mirror = NULL;
            for (size_t t = p->W.begin[c]; t < p->W.begin[c + 1]; t++)
                if (p->W.col[t] == a) mirror = p->W.values + block_at(p, t);
            for (int x = 0; x < p->size[a]; x++)
                for (int y = 0; y < p->size[c]; y++)
                {
                    double other = mirror ? mirror[y * p->size[a] + x] : 0.0;
                    double defect = fabs(block[x * p->size[c] + y] - other);
                    if (defect <= worst) continue;
                    worst = defect;
                    *worst_contact = p->kind[a] == HF_LAW_CONTACT ? a : c;
                    *worst_equality = p->kind[a] == HF_LAW_CONTACT ? c : a;
                }
        }
    return worst;
}

/// The blocks whose row kind is `rows` and whose column kind is `cols`, as compressed rows. A false return means no
/// memory, or too many entries for FCLIB's int (*too_large).
static bool extract(const hf_problem *p, const fclib_layout *layout, hf_law_kind rows, hf_law_kind cols,
                    hf_workspace *arena, fclib_matrix *A, bool *too_large)
{
    const fclib_sizes *s = &layout->sizes;
    int first_row = rows == HF_LAW_CONTACT ? 0 : s->contact_rows;
    int first_col = cols == HF_LAW_CONTACT ? 0 : s->contact_rows;
    int m = rows == HF_LAW_CONTACT ? s->contact_rows : s->equality_rows;
    int n = cols == HF_LAW_CONTACT ? s->contact_rows : s->equality_rows;
    size_t total = 0;
    for (int a = 0; a < p->block_count; a++)
        for (size_t k = p->W.begin[a]; k < p->W.begin[a + 1]; k++)
            if (p->kind[a] == rows && p->kind[p->W.col[k]] == cols)
                total += (size_t)(p->size[a] * p->size[p->W.col[k]]);
    *too_large = total > INT_MAX;
    if (*too_large || !fclib_matrix_take(A, m, n, -2, total, arena)) return false;

    int at = 0;
    for (int a = 0; a < p->block_count; a++)
        for (int x = 0; p->kind[a] == rows && x < p->size[a]; x++) // of one kind, rows keep their order
        {
            for (size_t k = p->W.begin[a]; k < p->W.begin[a + 1]; k++)
            {
                int c = p->W.col[k];
                for (int y = 0; p->kind[c] == cols && y < p->size[c]; y++)
                {
                    A->i[at] = layout->place[p->offset[c] + y] - first_col;
                    A->x[at++] = p->W.values[block_at(p, k) + (size_t)(x * p->size[c] + y)];
                }
            }
            A->p[layout->place[p->offset[a] + x] - first_row + 1] = at;
        }
    return true;
}

// ---- the problem ----

bool fclib_take_laws(const hf_problem *p, const fclib_layout *layout, hf_workspace *arena, fclib_problem *taken)
{
    double *b = ARENA_ARRAY(arena, double, p->dimension);
    taken->mu = ARENA_ARRAY(arena, double, p->contact_count);
    if (!taken->mu || !b) return false;
    taken->contact_b = b;
    taken->equality_b = b + layout->sizes.contact_rows;
    for (int i = 0, c = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT) taken->mu[c++] = p->mu[i];
    for (int k = 0; k < p->dimension; k++) b[layout->place[k]] = p->b[k];
    return true;
}

static hf_status take_assembled(const char *path, const hf_problem *p, hf_workspace *arena, fclib_problem *local,
                                hf_error *error)
{
    fclib_layout layout;
    hf_status status = fclib_lay_out(path, p, arena, &layout, error);
    if (status != HF_STATUS_OK) return status;
    *local = (fclib_problem){.sizes = layout.sizes};
    int contact = 0, equality = 0;
    double defect = mirror_defect(p, &contact, &equality);
    if (defect > MIRROR_TOLERANCE * p->largest)
        return file_error(
            error, HF_STATUS_UNSUPPORTED, path,
            "FCLIB's equalities act as they are acted on, but W blocks (%d, %d) and (%d, %d) differ by %g", contact,
            equality, equality, contact, defect);
    bool too_large = false;
    bool good = extract(p, &layout, HF_LAW_CONTACT, HF_LAW_CONTACT, arena, &local->W, &too_large);
    if (good && layout.sizes.equalities)
        good = extract(p, &layout, HF_LAW_CONTACT, HF_LAW_BILATERAL, arena, &local->V, &too_large) &&
               extract(p, &layout, HF_LAW_BILATERAL, HF_LAW_BILATERAL, arena, &local->R, &too_large);
    if (too_large) return file_error(error, HF_STATUS_UNSUPPORTED, path, "W has more entries than FCLIB can count");
    return good && fclib_take_laws(p, &layout, arena, local) ? HF_STATUS_OK : error_no_memory(error);
}

hf_status fclib_take_local(const char *path, const hf_problem *problem, hf_workspace *arena, fclib_problem *local,
                           hf_error *error)
{
    if (!problem->factored) return take_assembled(path, problem, arena, local, error);
    hf_problem *assembled;
    hf_status status = hf_problem_assemble(problem, &assembled, error);
    if (status == HF_STATUS_OK) status = take_assembled(path, assembled, arena, local, error);
    hf_problem_destroy(assembled);
    return status;
}

size_t fclib_problem_bytes(const hf_problem *p)
{
    const size_t overhead = 65536; // groups, names, texts
    size_t numbers = p->factored ? 0 : p->W.begin[p->block_count] * (size_t)p->diagonal_area;
    return overhead + numbers * (sizeof(double) + sizeof(int)) + (size_t)p->dimension * 8 * sizeof(double);
}

bool fclib_can_hold(const hf_problem *problem, hf_workspace *arena)
{
    fclib_layout layout;
    return fclib_lay_out("", problem, arena, &layout, NULL) != HF_STATUS_UNSUPPORTED;
}

static hf_status write_part(const atomic_file *part, const hf_problem *problem, const hf_fclib_info *info,
                            hf_workspace *arena, hf_error *error)
{
    fclib_problem local;
    fclib_output out;
    hf_error reason = {0};
    hf_status status = fclib_can_hold(problem, arena) ? fclib_take_local(part->path, problem, arena, &local, &reason)
                                                      : HF_STATUS_UNSUPPORTED;
    bool own = status == HF_STATUS_UNSUPPORTED;
    if (status != HF_STATUS_OK && !own) return error_set(error, status, "%s", reason.message);
    status = fclib_create(part, &out, error);
    if (status == HF_STATUS_OK)
        status = own ? own_form_write(&out, problem, info) : fclib_write_contents(&out, &local, info);
    return fclib_finish(&out, status);
}

hf_status hf_fclib_write(const char *path, const hf_problem *problem, const hf_fclib_info *info, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, fclib_problem_bytes(problem), &part, error);
    if (status != HF_STATUS_OK) return status;
    hf_workspace *arena = NULL;
    status = hf_workspace_create(&arena, error);
    H5E_BEGIN_TRY
    {
        if (status == HF_STATUS_OK) status = write_part(&part, problem, info, arena, error);
    }
    H5E_END_TRY
    hf_workspace_destroy(arena);
    return atomic_file_end(&part, status, error);
}
