// Writing Matrix Market files. 17 digits tell any two doubles apart.

#include "holdfast/files.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"

#include <math.h>
#include <stdio.h>

static hf_status check(const hf_matrix *m, hf_error *error)
{
    if (m->rows < 0 || m->cols < 0) return error_set(error, HF_STATUS_INVALID, "matrix is %d by %d", m->rows, m->cols);
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
        {
            double value = m->values[(size_t)i * (size_t)m->cols + (size_t)j];
            if (!isfinite(value))
                return error_set(error, HF_STATUS_INVALID, "matrix(%d, %d) = %g is not finite", i, j, value);
        }
    return HF_STATUS_OK;
}

static hf_status check_sparse(const hf_sparse_matrix *m, hf_error *error)
{
    if (m->rows < 0 || m->cols < 0) return error_set(error, HF_STATUS_INVALID, "matrix is %d by %d", m->rows, m->cols);
    for (int i = 0; i < m->rows; i++)
        for (size_t k = m->begin[i]; k < m->begin[i + 1]; k++)
        {
            if (m->col[k] < 0 || m->col[k] >= m->cols)
                return error_set(error, HF_STATUS_INVALID, "matrix.col[%zu] = %d: there are %d columns", k, m->col[k],
                                 m->cols);
            if (!isfinite(m->values[k]))
                return error_set(error, HF_STATUS_INVALID, "matrix(%d, %d) = %g is not finite", i, m->col[k],
                                 m->values[k]);
        }
    return HF_STATUS_OK;
}

static void print_array(FILE *file, const hf_matrix *m)
{
    fprintf(file, "%%%%MatrixMarket matrix array real general\n%d %d\n", m->rows, m->cols);
    for (int j = 0; j < m->cols; j++)
        for (int i = 0; i < m->rows; i++) fprintf(file, "%.17g\n", m->values[(size_t)i * (size_t)m->cols + (size_t)j]);
}

static void print_coordinates(FILE *file, const hf_sparse_matrix *m)
{
    fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%d %d %zu\n", m->rows, m->cols, m->begin[m->rows]);
    for (int i = 0; i < m->rows; i++)
        for (size_t k = m->begin[i]; k < m->begin[i + 1]; k++)
            fprintf(file, "%d %d %.17g\n", i + 1, m->col[k] + 1, m->values[k]);
}

/// One of the two matrices is NULL.
static hf_status write_file(const char *path, const hf_matrix *dense, const hf_sparse_matrix *sparse, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status != HF_STATUS_OK) return status;
    FILE *file = fopen(part.name, "wb");
    if (file)
    {
        c_locale locale = c_locale_enter();
        if (dense) print_array(file, dense);
        else print_coordinates(file, sparse);
        c_locale_leave(&locale);
    }
    bool good = file && !ferror(file);
    if (file) good = fclose(file) == 0 && good;
    if (!good) status = file_error(error, HF_STATUS_FILE, path, "cannot be written, or there is no room on the disk");
    return atomic_file_end(&part, status, error);
}

hf_status hf_matrix_market_write(const char *path, const hf_matrix *matrix, hf_error *error)
{
    hf_status status = check(matrix, error);
    return status == HF_STATUS_OK ? write_file(path, matrix, NULL, error) : status;
}

hf_status hf_matrix_market_write_sparse(const char *path, const hf_sparse_matrix *matrix, hf_error *error)
{
    hf_status status = check_sparse(matrix, error);
    return status == HF_STATUS_OK ? write_file(path, NULL, matrix, error) : status;
}
