// The linear system of a set of objects (exact.h), by its Schur complement:
//
//   S = H_R K⁻¹ H_Cᵀ,   S δr = -γ - H_R K⁻¹ rhs,   δv⁺ = K⁻¹ (rhs + H_Cᵀ δr)
//
// S is unsymmetric where contacts slide, and singular where they are redundant. Impulses are then not unique, and where
// contacts slide the motion is not, either: the answer is that of equally stiff points, r = C z / d on the directions C
// that impulses have (docs/selection.md). It stays so: of combinations N of impulses that move nothing, N C = 0,
//
//   N (d δr - δC z) = 0
//
// These equations stand below those of S, and both are solved by an orthogonal factorization with column exchanges.

#include "world/derivative/exact.h"

#include "base/error.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

static const double RANK = 1e-11;      // of the largest column: what is smaller is a redundant row
static const double DEPENDENT = 1e-13; // of a row's square: what is left of it beside others

exact_row *exact_row_add(exact *e, exact_set *set, int impulse)
{
    (void)e;
    exact_row *row = &set->rows[set->row_count++];
    *row = (exact_row){.impulse = impulse};
    return row;
}

/// K and rhs ◄ with what friction that slides makes of them: r_N s Π s / |w|.
static void add_slips(exact_set *set)
{
    int n = set->n;
    for (int p = 0; p < set->slip_count; p++)
    {
        const exact_slip *s = &set->slips[p];
        for (int k = 0; k < s->count; k++)
            for (int l = 0; l < s->count; l++)
            {
                double part = (k == l ? 1.0 : 0.0) - s->toward[k] * s->toward[l];
                double by = s->count < 2 ? 0.0 : s->pressing * s->size[k] * part * s->size[l] / s->speed;
                if (by == 0.0) continue;
                for (int j = 0; j < n; j++)
                    for (int i = 0; i < n && s->H[l][j] != 0.0; i++) set->K[j * n + i] += by * s->H[k][i] * s->H[l][j];
                for (int c = 0; c < set->columns; c++)
                    for (int i = 0; i < n && s->gamma[l][c] != 0.0; i++)
                        set->rhs[(size_t)c * (size_t)n + i] -= by * s->H[k][i] * s->gamma[l][c];
            }
        for (int k = 0; k < s->count && s->by_law[k]; k++)
            for (int c = 0; c < set->columns; c++)
                for (int i = 0; i < n && s->by_law[k][c] != 0.0; i++)
                    set->rhs[(size_t)c * (size_t)n + i] -= s->pressing * s->by_law[k][c] * s->H[k][i];
    }
}

// ---- where impulses are not unique ----

/// Impulses that move nothing, count × m: combinations of rows whose C cancel.
typedef struct null_space
{
    int count;
    double *N;
} null_space;

static hf_status find_null_space(exact *e, const exact_set *set, const double *C, null_space *out)
{
    int m = set->row_count, n = set->n;
    hf_workspace *w = e->w;
    size_t rows = (size_t)m;
    double *G = ARENA_ARRAY(w, double, rows *rows), *scale = ARENA_ARRAY(w, double, rows);
    double *work = ARENA_ARRAY(w, double, 2 * rows);
    int *pivot = ARENA_ARRAY(w, int, rows);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    dense_gemm(true, false, m, m, n, 1.0, C, n, C, n, 0.0, G, m);
    for (int k = 0; k < m; k++) scale[k] = G[k * (m + 1)] > 0.0 ? 1.0 / sqrt(G[k * (m + 1)]) : 0.0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) G[j * m + i] *= scale[i] * scale[j];
    int rank = dense_cholesky_pivoted(m, G, m, DEPENDENT, pivot, work);
    *out = (null_space){.count = m - rank, .N = ARENA_ZEROED(w, double, (size_t)(m - rank) * rows)};
    if (!out->N) return error_no_memory(e->task->error);
    for (int k = rank; k < m; k++)
    {
        double *x = work, *to = out->N + (size_t)(k - rank) * rows;
        to[pivot[k]] = scale[pivot[k]];
        for (int i = rank - 1; i >= 0; i--)
        {
            x[i] = G[(size_t)i * rows + (size_t)k];
            for (int j = i + 1; j < rank; j++) x[i] -= G[(size_t)i * rows + (size_t)j] * x[j];
            x[i] /= G[(size_t)i * (rows + 1)];
            to[pivot[i]] = -x[i] * scale[pivot[i]];
        }
    }
    return HF_STATUS_OK;
}

/// z with r = C z / weight, as nearly as there is one.
static hf_status find_springs(exact *e, const exact_set *set, const double *C, double *z)
{
    int m = set->row_count, n = set->n, rank;
    hf_workspace *w = e->w;
    arena_mark mark = arena_begin(w);
    dense_work size = dense_least_squares_qr_work(m, n, 1);
    double *A = ARENA_ARRAY(w, double, (size_t)m *(size_t)n), *b = ARENA_ARRAY(w, double, m > n ? m : n);
    double *work = ARENA_ARRAY(w, double, size.doubles);
    int *iwork = ARENA_ARRAY(w, int, size.ints);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    for (int k = 0; k < m; k++)
    {
        b[k] = set->rows[k].weight * exact_impulse(e, set->rows[k].impulse);
        for (int i = 0; i < n; i++) A[(size_t)i * (size_t)m + (size_t)k] = C[(size_t)k * (size_t)n + (size_t)i];
    }
    dense_least_squares_qr(m, n, 1, A, m, b, m > n ? m : n, 1e-9, &rank, size, work, iwork);
    memcpy(z, b, (size_t)n * sizeof *z);
    arena_end(w, mark);
    return HF_STATUS_OK;
}

double exact_impulse(const exact *e, int impulse)
{
    const step_context *step = e->step;
    int at = impulse - 6 * step->contact_count;
    if (at >= 0) return step->mechanism->reactions[at];
    const hf_contact *r = &step->contacts[impulse / 6].record;
    return impulse % 6 < 3 ? r->r[impulse % 6] : r->moment[impulse % 6 - 3];
}

/// Rows m … of the system A δr = b: N (weight δr + lean δv) = N bend, δv = dv + Y δr.
static void add_selection(const exact_set *set, const null_space *null, const double *Y, int rows, double *A, double *b)
{
    int m = set->row_count, n = set->n;
    double most = 0.0, own = 0.0;
    for (int k = 0; k < m; k++) most = fmax(most, fabs(A[(size_t)k * (size_t)(rows + 1)]));
    for (int k = 0; k < m; k++) own = fmax(own, set->rows[k].weight);
    for (int p = 0; p < null->count; p++)
        for (int k = 0; k < m; k++)
        {
            double by = null->N[(size_t)p * (size_t)m + (size_t)k] * most / own;
            const exact_row *row = &set->rows[k];
            if (by == 0.0) continue;
            A[(size_t)k * (size_t)rows + (size_t)(m + p)] += by * row->weight;
            for (int c = 0; row->bend && c < set->columns; c++)
                b[(size_t)c * (size_t)rows + (size_t)(m + p)] += by * row->bend[c];
            if (!row->lean) continue;
            for (int j = 0; j < m; j++)
                for (int i = 0; i < n; i++)
                    A[(size_t)j * (size_t)rows + (size_t)(m + p)] += by * row->lean[i] * Y[(size_t)j * (size_t)n + i];
            for (int c = 0; c < set->columns; c++)
                for (int i = 0; i < n; i++)
                    b[(size_t)c * (size_t)rows + (size_t)(m + p)] -=
                        by * row->lean[i] * set->dv[(size_t)c * (size_t)n + i];
        }
}

/// Redundant rows, or impulses that are wanted of such: all equations, by least squares.
static hf_status solve_all_rows(exact *e, exact_set *set, const double *H, const double *C, const double *Y)
{
    int n = set->n, m = set->row_count, columns = set->columns, rank;
    hf_workspace *w = e->w;
    null_space null = {0};
    double *z = ARENA_ARRAY(w, double, n);
    if (!z) return error_no_memory(e->task->error);
    TRY(find_null_space(e, set, C, &null));
    if (null.count > 0) TRY(find_springs(e, set, C, z));
    if (null.count > 0) TRY(exact_contact_bends(e, set, z));
    int rows = m + null.count;
    dense_work size = dense_least_squares_qr_work(rows, m, columns);
    double *S = ARENA_ZEROED(w, double, (size_t)rows *(size_t)m), *work = ARENA_ARRAY(w, double, size.doubles);
    double *b = ARENA_ZEROED(w, double, (size_t)rows *(size_t)columns);
    int *iwork = ARENA_ARRAY(w, int, size.ints);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    for (int k = 0; k < m; k++)
        for (int c = 0; c < columns; c++) b[(size_t)c * (size_t)rows + k] = -set->rows[k].gamma[c];
    dense_gemm(true, false, m, columns, n, -1.0, H, n, set->dv, n, 1.0, b, rows);
    dense_gemm(true, false, m, m, n, 1.0, H, n, Y, n, 0.0, S, rows);
    add_selection(set, &null, Y, rows, S, b);
    dense_least_squares_qr(rows, m, columns, S, rows, b, rows, RANK, &rank, size, work, iwork);
    if (rank < m) e->task->out->ambiguous = true;
    for (int c = 0; c < columns; c++)
        memcpy(set->dr + (size_t)c * (size_t)m, b + (size_t)c * (size_t)rows, (size_t)m * sizeof *b);
    dense_gemm(false, false, n, columns, m, 1.0, Y, n, set->dr, m, 1.0, set->dv, n);
    return HF_STATUS_OK;
}

hf_status exact_independent(exact *e, int n, int m, const double *H, int *index, int *count)
{
    hf_workspace *w = e->w;
    arena_mark mark = arena_begin(w);
    double *G = ARENA_ARRAY(w, double, (size_t)m *(size_t)m), *work = ARENA_ARRAY(w, double, 2 * m);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    dense_gemm(true, false, m, m, n, 1.0, H, n, H, n, 0.0, G, m);
    for (int k = 0; k < m; k++) work[k] = G[k * (m + 1)] > 0.0 ? 1.0 / sqrt(G[k * (m + 1)]) : 0.0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) G[j * m + i] *= work[i] * work[j];
    *count = dense_cholesky_pivoted(m, G, m, DEPENDENT, index, work);
    arena_end(w, mark);
    return HF_STATUS_OK;
}

/// The rows `index` (count) are all that tell: others follow from them.
static hf_status solve_some_rows(exact *e, exact_set *set, const double *H, const double *Y, const int *index,
                                 int count)
{
    int n = set->n, m = set->row_count, columns = set->columns;
    hf_workspace *w = e->w;
    size_t rows = (size_t)count, width = (size_t)n;
    double *own = ARENA_ARRAY(w, double, rows *width), *by = ARENA_ARRAY(w, double, rows *width);
    double *S = ARENA_ARRAY(w, double, rows *rows), *b = ARENA_ARRAY(w, double, rows *(size_t)columns);
    int *pivot = ARENA_ARRAY(w, int, rows);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    for (size_t k = 0; k < rows; k++)
    {
        memcpy(own + k * width, H + (size_t)index[k] * width, width * sizeof *own);
        memcpy(by + k * width, Y + (size_t)index[k] * width, width * sizeof *by);
        for (int c = 0; c < columns; c++) b[(size_t)c * rows + k] = -set->rows[index[k]].gamma[c];
    }
    dense_gemm(true, false, count, columns, n, -1.0, own, n, set->dv, n, 1.0, b, count);
    dense_gemm(true, false, count, count, n, 1.0, own, n, by, n, 0.0, S, count);
    if (dense_lu(count, S, count, pivot) != 0)
    {
        e->why = "contacts that are at a jam";
        return HF_STATUS_OK;
    }
    dense_lu_solve(count, S, count, pivot, columns, b, count);
    dense_gemm(false, false, n, columns, count, 1.0, by, n, b, count, 1.0, set->dv, n);
    for (int c = 0; c < columns; c++)
        for (int k = 0; k < m; k++) set->dr[(size_t)c * (size_t)m + k] = 0.0;
    for (int c = 0; c < columns; c++)
        for (size_t k = 0; k < rows; k++) set->dr[(size_t)c * (size_t)m + (size_t)index[k]] = b[(size_t)c * rows + k];
    return HF_STATUS_OK;
}

/// Where all rows tell, and where motion is all that is wanted and does not depend on impulses, the rows that tell.
static hf_status solve_rows(exact *e, exact_set *set, const double *H, const double *C, const double *Y)
{
    int m = set->row_count, count, *index = ARENA_ARRAY(e->w, int, m);
    if (!index) return error_no_memory(e->task->error);
    TRY(exact_independent(e, set->n, m, H, index, &count));
    bool motion = set->slip_count == 0 && !e->task->impulse[0];
    if (count == m || motion) return solve_some_rows(e, set, H, Y, index, count);
    return solve_all_rows(e, set, H, C, Y);
}

hf_status exact_solve(exact *e, exact_set *set)
{
    int n = set->n, m = set->row_count;
    hf_workspace *w = e->w;
    add_slips(set);
    set->dv = ARENA_ARRAY(w, double, (size_t)n *(size_t)set->columns);
    set->dr = ARENA_ARRAY(w, double, (size_t)m *(size_t)set->columns);
    size_t size = (size_t)n * (size_t)m;
    double *H = ARENA_ARRAY(w, double, size), *C = ARENA_ARRAY(w, double, size), *Y = ARENA_ARRAY(w, double, size);
    if (!arena_whole(w)) return error_no_memory(e->task->error);
    memcpy(set->dv, set->rhs, (size_t)n * (size_t)set->columns * sizeof *set->dv);
    if (dense_cholesky(n, set->K, n) != 0)
    {
        e->why = "a mass matrix that is singular";
        return HF_STATUS_OK;
    }
    dense_cholesky_solve(n, set->K, n, set->columns, set->dv, n);
    for (int k = 0; k < m; k++)
    {
        memcpy(H + (size_t)k * (size_t)n, set->rows[k].H, (size_t)n * sizeof *H);
        memcpy(C + (size_t)k * (size_t)n, set->rows[k].C, (size_t)n * sizeof *C);
    }
    if (m == 0) return HF_STATUS_OK;
    memcpy(Y, C, size * sizeof *Y);
    dense_cholesky_solve(n, set->K, n, m, Y, n);
    return solve_rows(e, set, H, C, Y);
}
