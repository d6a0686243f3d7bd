#include "record/export/exporter.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hf_export_options hf_export_options_default(void)
{
    return (hf_export_options){.every = 1};
}

static hf_status check_options(const hf_export_options *o, hf_error *error)
{
    if (o->every < 1) return error_set(error, HF_STATUS_INVALID, "every: %d must be at least 1", o->every);
    if (o->followers < 0 || o->followers > FOLLOWER_LIMIT)
        return error_set(error, HF_STATUS_INVALID, "followers: %d is not in 0 … %d", o->followers, FOLLOWER_LIMIT);
    return HF_STATUS_OK;
}

/// Every n-th frame, but for those that are not after the one before them.
static hf_status choose_frames(exporter *ex, const char *path, hf_error *error)
{
    const hf_recording *r = ex->recording;
    size_t most = r->frame_count / (size_t)ex->options.every + 1;
    if (r->frame_count == 0)
        return file_error(error, HF_STATUS_INVALID, path, "the recording has no frames: there is nothing to write");
    ex->frames = MEMORY_ARRAY(int, most);
    ex->times = MEMORY_ARRAY(double, most);
    if (!ex->frames || !ex->times) return error_no_memory(error);
    for (size_t k = 0; k < r->frame_count; k += (size_t)ex->options.every)
    {
        double time = r->frames[k].time - r->frames[0].time;
        if (ex->frame_count > 0 && (float)time <= (float)ex->times[ex->frame_count - 1]) continue;
        ex->times[ex->frame_count] = time;
        ex->frames[ex->frame_count++] = (int)k;
    }
    return HF_STATUS_OK;
}

/// Colours of strands vary a little, so that they can be told apart.
static void shade(const float color[4], size_t strand, float out[3])
{
    uint32_t h = (uint32_t)strand * 0x9E3779B1U;
    h ^= h >> 15;
    float factor = 0.82F + 0.36F * (float)(h >> 8 & 0xFFFF) / 65535.0F;
    for (int c = 0; c < 3; c++) out[c] = fminf(fmaxf(color[c] * factor, 0.0F), 1.0F);
}

static hf_status plan_strands(exporter *ex, hf_error *error)
{
    const recorded_model *m = &ex->recording->model;
    hf_status status = followers_make(m, ex->guide, ex->options.followers, &ex->followers, error);
    if (status != HF_STATUS_OK) return status;
    ex->strand_count = (size_t)m->fibre_count + ex->followers.count;
    ex->strand_begin = MEMORY_ARRAY(size_t, ex->strand_count + 1);
    ex->strand_radius = MEMORY_ARRAY(double, ex->strand_count);
    ex->strand_color = memory_zeroed(ex->strand_count, sizeof *ex->strand_color);
    if (!ex->strand_begin || !ex->strand_radius || !ex->strand_color) return error_no_memory(error);
    for (size_t s = 0; s < ex->strand_count; s++)
    {
        size_t own = (size_t)m->fibre_count;
        const recorded_fibre *f = &m->fibres[s < own ? (int)s : ex->followers.list[s - own].guide];
        ex->strand_begin[s + 1] = ex->strand_begin[s] + (size_t)f->segment_count + 1;
        ex->strand_radius[s] = f->radius;
        shade(f->color, s, ex->strand_color[s]);
    }
    ex->point_count = ex->strand_begin[ex->strand_count];
    ex->points = MEMORY_ARRAY(float, 3 * ex->point_count);
    return ex->points ? HF_STATUS_OK : error_no_memory(error);
}

static void make_points(exporter *ex)
{
    const recorded_model *m = &ex->recording->model;
    double crown[3];
    followers_crown(m, ex->guide, crown);
    if (m->vertex_count > 0) memcpy(ex->points, ex->guide, (size_t)m->vertex_count * sizeof *ex->guide);
    for (size_t k = 0; k < ex->followers.count; k++)
        follower_points(m, ex->guide, crown, &ex->followers.list[k],
                        ex->points + 3 * ex->strand_begin[(size_t)m->fibre_count + k]);
}

static void measure(exporter *ex)
{
    const recorded_model *m = &ex->recording->model;
    double most = 1.0;
    for (int b = 1; b < m->body_count; b++)
        for (int d = 0; d < 3; d++) most = real_max(most, fabs(ex->poses[7 * b + d]));
    for (size_t k = 0; k < 3 * ex->point_count; k++) most = real_max(most, fabs((double)ex->points[k]));
    ex->reach = most;
}

hf_status exporter_begin(exporter *ex, const hf_recording *recording, const hf_export_options *options,
                         const char *path, hf_error *error)
{
    *ex = (exporter){.recording = recording, .options = options ? *options : hf_export_options_default()};
    const recorded_model *m = &recording->model;
    hf_status status = check_options(&ex->options, error);
    if (status == HF_STATUS_OK) status = choose_frames(ex, path, error);
    if (status == HF_STATUS_OK)
    {
        ex->poses = MEMORY_ARRAY(double, 7 * (size_t)m->body_count);
        ex->rows = MEMORY_ARRAY(pose_row, recorded_pose_count(m));
        ex->guide = MEMORY_ARRAY(vertex_row, (size_t)m->vertex_count);
        if (!ex->poses || !ex->rows || !ex->guide) status = error_no_memory(error);
    }
    if (status == HF_STATUS_OK)
        status = recording_frame(recording, ex->frames[0], (frame_parts){.vertices = ex->guide}, error);
    if (status == HF_STATUS_OK) status = plan_strands(ex, error);
    if (status == HF_STATUS_OK) status = exporter_frame(ex, 0, error);
    if (status == HF_STATUS_OK) measure(ex);
    if (status != HF_STATUS_OK) exporter_end(ex);
    return status;
}

hf_status exporter_frame(exporter *ex, int k, hf_error *error)
{
    TRY(hf_recording_poses(ex->recording, ex->frames[k], ex->poses, error));
    TRY(recording_frame(ex->recording, ex->frames[k], (frame_parts){.poses = ex->rows, .vertices = ex->guide}, error));
    make_points(ex);
    return HF_STATUS_OK;
}

void exporter_end(exporter *ex)
{
    followers_free(&ex->followers);
    free(ex->frames);
    free(ex->times);
    free(ex->poses);
    free(ex->rows);
    free(ex->guide);
    free(ex->strand_begin);
    free(ex->strand_radius);
    free(ex->strand_color);
    free(ex->points);
    *ex = (exporter){.recording = NULL};
}

bool exporter_stretch(const exporter *ex, int body, double U[9])
{
    const recorded_model *m = &ex->recording->model;
    int k = 0;
    while (k < m->deformable_count && m->forms[k] != body) k++;
    if (k == m->deformable_count) return false;
    const pose_row *row = &ex->rows[m->moving_count + k];
    for (int i = 0; i < 3; i++) U[4 * i] = row->position[i];
    U[1] = U[3] = (double)row->orientation[0];
    U[2] = U[6] = (double)row->orientation[1];
    U[5] = U[7] = (double)row->orientation[2];
    return true;
}

bool exporter_draws(const exporter *ex, int shape)
{
    return !recorded_model_is_segment(&ex->recording->model, ex->recording->model.shapes[shape].body);
}
