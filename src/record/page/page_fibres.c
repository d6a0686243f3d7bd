// Fibres in a page: three bytes for a vertex and frame.
//
// The root is a part of the box about all roots of the frame, 16 bits for each coordinate. Each next vertex is a step from the one before, in whole parts of the fibre's longest step ∕ 127; the
// step goes from where the reader will think the vertex before is, so that errors do not add up: every vertex is within half a part of where it was, about 0.05 mm of hair of 0.3 m.

#include "record/page/page_data.h"

#include "base/error.h"
#include "base/memory.h"
#include "record/export/followers.h"

#include <math.h>
#include <stdlib.h>

enum
{
    PARTS = 127,
};

size_t page_fibre_bytes(const recorded_model *model)
{
    if (model->fibre_count == 0) return 0;
    size_t fibres = (size_t)model->fibre_count, vertices = (size_t)model->vertex_count;
    return 24 + 6 * fibres + 3 * (vertices - fibres);
}

/// The largest coordinate of a step of each fibre over the frames of the page.
static hf_status measure_steps(page_data *data, const hf_recording *recording, vertex_row *vertices, double *longest,
                               hf_error *error)
{
    const recorded_model *m = &recording->model;
    hf_status status = HF_STATUS_OK;
    for (size_t f = 0; f < recording->frame_count && status == HF_STATUS_OK; f += (size_t)data->frame_stride)
    {
        status = recording_frame(recording, (int)f, (frame_parts){.vertices = vertices}, error);
        for (int k = 0; k < m->fibre_count && status == HF_STATUS_OK; k++)
            for (int v = m->fibres[k].vertex_begin; v < m->fibres[k].vertex_begin + m->fibres[k].segment_count; v++)
                for (int d = 0; d < 3; d++)
                    longest[k] = fmax(longest[k], fabs((double)vertices[v + 1].at[d] - (double)vertices[v].at[d]));
    }
    return status;
}

hf_status page_fibres_begin(page_data *data, const hf_recording *recording, hf_error *error)
{
    const recorded_model *m = &recording->model;
    size_t count = (size_t)m->fibre_count;
    if (count == 0) return HF_STATUS_OK;
    vertex_row *vertices = MEMORY_ARRAY(vertex_row, (size_t)m->vertex_count);
    int *near = MEMORY_ARRAY(int, FOLLOWER_NEAR *count);
    data->fibre_steps = MEMORY_ARRAY(double, count);
    hf_status status = vertices && near && data->fibre_steps ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = measure_steps(data, recording, vertices, data->fibre_steps, error);
    if (status == HF_STATUS_OK) status = recording_frame(recording, 0, (frame_parts){.vertices = vertices}, error);
    if (status == HF_STATUS_OK) status = followers_near(m, vertices, near, error);
    byte_buffer *a = data->arrays;
    bool well = status == HF_STATUS_OK;
    for (size_t k = 0; k < count && well; k++)
    {
        const recorded_fibre *own = &m->fibres[k];
        // Rounding of the float must not make it shorter than what it measures.
        data->fibre_steps[k] = (double)(float)(1.0001 * data->fibre_steps[k]);
        well = bytes_put(&a[PAGE_FIBRE_SEGMENTS], (uint32_t)own->segment_count, 4) &&
               bytes_put_float(&a[PAGE_FIBRE_SCALE], data->fibre_steps[k]) &&
               bytes_put_float(&a[PAGE_FIBRE_LOOK], own->radius);
        for (int c = 0; c < 3 && well; c++) well = bytes_put_float(&a[PAGE_FIBRE_LOOK], (double)own->color[c]);
        for (size_t j = 0; j < FOLLOWER_NEAR && well; j++)
            well = bytes_put(&a[PAGE_FIBRE_NEAR], (uint32_t)near[FOLLOWER_NEAR * k + j], 4);
    }
    free(vertices);
    free(near);
    return status == HF_STATUS_OK && !well ? error_no_memory(error) : status;
}

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
static bool add_steps(byte_buffer *buffer, const recorded_fibre *own, const vertex_row *vertices, double unit,
                      double at[3])
{
    bool well = true;
    for (int v = own->vertex_begin + 1; v <= own->vertex_begin + own->segment_count && well; v++)
        for (int d = 0; d < 3 && well; d++)
        {
            double parts = unit > 0.0 ? ((double)vertices[v].at[d] - at[d]) / unit : 0.0;
            long whole = lround(fmax(-PARTS, fmin(PARTS, parts)));
            at[d] += (double)whole * unit;
            well = bytes_put(buffer, (uint8_t)(int8_t)whole, 1);
        }
    return well;
}

bool page_fibres_add(page_data *data, const recorded_model *m, const vertex_row *vertices)
{
    byte_buffer *a = data->arrays;
    float box[6];
    if (m->fibre_count == 0) return true;
    box_of_roots(m, vertices, box);
    bool well = true;
    for (int k = 0; k < 6 && well; k++) well = bytes_put_float(&a[PAGE_FIBRE_BOX], (double)box[k]);
    for (int k = 0; k < m->fibre_count && well; k++)
    {
        const recorded_fibre *own = &m->fibres[k];
        double at[3];
        for (int d = 0; d < 3 && well; d++)
        {
            double extent = (double)box[3 + d];
            double part = extent > 0.0 ? ((double)vertices[own->vertex_begin].at[d] - (double)box[d]) / extent : 0.0;
            at[d] = (double)box[d] + (double)lround(65535.0 * part) / 65535.0 * extent;
            well = bytes_put_unsigned(&a[PAGE_FIBRE_ROOT], part);
        }
        well = well && add_steps(&a[PAGE_FIBRE_EDGE], own, vertices, data->fibre_steps[k] / PARTS, at);
    }
    return well;
}
