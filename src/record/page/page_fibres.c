// Fibres in a page: three bytes for a vertex and frame.
//
// The root is a part of the box about all roots of the frame, 16 bits for each coordinate. Each next vertex is a step
// from the one before, in whole parts of the fibre's scale ∕ 127; the step goes from where the reader will think the
// vertex before is, so that errors do not add up: every vertex is within half a part of where it was, about 0.05 mm of
// hair of 0.3 m.
//
// The scale is a little more than the longest segment of the first frame, which no turn exceeds. A fibre that stretches
// beyond it takes a scale at least twice as large, and the frames before are told in the new parts: each doubling adds
// half a part of its own, at most one part in all.

#include "record/page/page_data.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "record/export/followers.h"

#include <math.h>
#include <stdlib.h>

enum
{
    PARTS = 127,
};
static const double MARGIN = 1.01; // of the scale over what was measured

static size_t segments_before(const recorded_model *model, int fibre)
{
    return (size_t)(model->fibres[fibre].vertex_begin - fibre);
}

static size_t segment_total(const recorded_model *model)
{
    return (size_t)(model->vertex_count - model->fibre_count);
}

hf_status page_fibres_begin(page_data *data, const recorded_model *m, hf_error *error)
{
    byte_buffer *a = data->arrays;
    size_t count = (size_t)m->fibre_count;
    data->fibre_steps = MEMORY_ARRAY(double, count);
    bool well = data->fibre_steps && bytes_reserve(&a[PAGE_FIBRE_SEGMENTS], 4 * count) &&
                bytes_reserve(&a[PAGE_FIBRE_LOOK], 16 * count);
    for (size_t k = 0; k < count && well; k++)
    {
        const recorded_fibre *own = &m->fibres[k];
        bytes_put(&a[PAGE_FIBRE_SEGMENTS], (uint32_t)own->segment_count, 4);
        bytes_put_float(&a[PAGE_FIBRE_LOOK], own->radius);
        for (int c = 0; c < 3; c++) bytes_put_float(&a[PAGE_FIBRE_LOOK], (double)own->color[c]);
    }
    return well ? HF_STATUS_OK : error_no_memory(error);
}

bool page_fibres_reserve(page_data *data, const recorded_model *m)
{
    byte_buffer *a = data->arrays;
    size_t count = (size_t)m->fibre_count;
    return count == 0 || (bytes_reserve(&a[PAGE_FIBRE_BOX], 24) && bytes_reserve(&a[PAGE_FIBRE_ROOT], 6 * count) &&
                          bytes_reserve(&a[PAGE_FIBRE_EDGE], 3 * segment_total(m)));
}

// ---- scales ----

static double step_of(const vertex_row *vertices, int v, int d)
{
    return (double)vertices[v + 1].at[d] - (double)vertices[v].at[d];
}

/// The longest segment, and the largest coordinate of one.
static void measure(const recorded_fibre *own, const vertex_row *vertices, double *length, double *coordinate)
{
    *length = *coordinate = 0.0;
    for (int v = own->vertex_begin; v < own->vertex_begin + own->segment_count; v++)
    {
        double sum = 0.0;
        for (int d = 0; d < 3; d++)
        {
            double step = step_of(vertices, v, d);
            sum += step * step;
            *coordinate = real_max(*coordinate, fabs(step));
        }
        *length = real_max(*length, sqrt(sum));
    }
}

/// The steps of fibre k in all frames, in parts of another scale.
static void rescale(page_data *data, const recorded_model *m, int k, double scale)
{
    double old = data->fibre_steps[k] / PARTS, unit = scale / PARTS;
    for (int f = 0; f < data->frame_count; f++)
    {
        int8_t *edge =
            (int8_t *)data->arrays[PAGE_FIBRE_EDGE].bytes + 3 * ((size_t)f * segment_total(m) + segments_before(m, k));
        double was[3] = {0, 0, 0}, at[3] = {0, 0, 0};
        for (int s = 0; s < m->fibres[k].segment_count; s++, edge += 3)
            for (int d = 0; d < 3; d++)
            {
                was[d] += old * edge[d];
                long whole = lround(fmax(-PARTS, fmin(PARTS, (was[d] - at[d]) / unit)));
                at[d] += (double)whole * unit;
                edge[d] = (int8_t)whole;
            }
    }
    data->fibre_steps[k] = scale;
}

static void fit_scale(page_data *data, const recorded_model *m, int k, const vertex_row *vertices)
{
    double length, coordinate, scale = data->fibre_steps[k];
    measure(&m->fibres[k], vertices, &length, &coordinate);
    if (coordinate <= scale || !isfinite(length)) return;
    // As the float that the page will have.
    double wanted = (double)(float)(MARGIN * (data->frame_count == 0 ? length : fmax(2.0 * scale, length)));
    rescale(data, m, k, wanted);
}

static hf_status add_neighbours(page_data *data, const recorded_model *m, const vertex_row *vertices, hf_error *error)
{
    size_t count = FOLLOWER_NEAR * (size_t)m->fibre_count;
    byte_buffer *to = &data->arrays[PAGE_FIBRE_NEAR];
    int *near = MEMORY_ARRAY(int, count);
    hf_status status = near && bytes_reserve(to, 4 * count) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = followers_near(m, vertices, near, error);
    for (size_t k = 0; k < count && status == HF_STATUS_OK; k++) bytes_put(to, (uint32_t)near[k], 4);
    free(near);
    return status;
}

hf_status page_fibres_finish(page_data *data, const recorded_model *m, hf_error *error)
{
    byte_buffer *to = &data->arrays[PAGE_FIBRE_SCALE];
    to->count = 0;
    if (!bytes_reserve(to, 4 * (size_t)m->fibre_count)) return error_no_memory(error);
    for (int k = 0; k < m->fibre_count; k++) bytes_put_float(to, data->fibre_steps[k]);
    return HF_STATUS_OK;
}

// ---- frames ----

/// The box about the roots: corner and extents, as the floats that the page will have.
static void box_of_roots(const recorded_model *m, const vertex_row *vertices, float box[6])
{
    for (int d = 0; d < 3; d++)
    {
        float lo = INFINITY, hi = -INFINITY;
        for (int k = 0; k < m->fibre_count; k++)
        {
            lo = fminf(lo, vertices[m->fibres[k].vertex_begin].at[d]);
            hi = fmaxf(hi, vertices[m->fibres[k].vertex_begin].at[d]);
        }
        box[d] = lo, box[3 + d] = hi - lo;
    }
}

/// The steps of one fibre from `at`, where the page thinks its root is.
static void add_steps(byte_buffer *buffer, const recorded_fibre *own, const vertex_row *vertices, double unit,
                      double at[3])
{
    for (int v = own->vertex_begin + 1; v <= own->vertex_begin + own->segment_count; v++)
        for (int d = 0; d < 3; d++)
        {
            double parts = unit > 0.0 ? ((double)vertices[v].at[d] - at[d]) / unit : 0.0;
            long whole = lround(fmax(-PARTS, fmin(PARTS, parts)));
            at[d] += (double)whole * unit;
            bytes_put(buffer, (uint8_t)(int8_t)whole, 1);
        }
}

hf_status page_fibres_add(page_data *data, const recorded_model *m, const vertex_row *vertices, hf_error *error)
{
    byte_buffer *a = data->arrays;
    float box[6];
    if (m->fibre_count == 0) return HF_STATUS_OK;
    if (a[PAGE_FIBRE_NEAR].count == 0)
    {
        hf_status status = add_neighbours(data, m, vertices, error);
        if (status != HF_STATUS_OK) return status;
    }
    box_of_roots(m, vertices, box);
    for (int k = 0; k < 6; k++) bytes_put_float(&a[PAGE_FIBRE_BOX], (double)box[k]);
    for (int k = 0; k < m->fibre_count; k++)
    {
        const recorded_fibre *own = &m->fibres[k];
        double at[3];
        fit_scale(data, m, k, vertices);
        for (int d = 0; d < 3; d++)
        {
            double extent = (double)box[3 + d];
            double part = extent > 0.0 ? ((double)vertices[own->vertex_begin].at[d] - (double)box[d]) / extent : 0.0;
            at[d] = (double)box[d] + (double)lround(65535.0 * part) / 65535.0 * extent;
            bytes_put_unsigned(&a[PAGE_FIBRE_ROOT], part);
        }
        add_steps(&a[PAGE_FIBRE_EDGE], own, vertices, data->fibre_steps[k] / PARTS, at);
    }
    return HF_STATUS_OK;
}
