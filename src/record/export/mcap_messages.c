// Recordings as MCAP (mcap.h), for Foxglove, Rerun and whoever reads its records.
//
// Three channels of JSON messages, whose schemas have Foxglove's names:
//   /tf      foxglove.FrameTransforms   poses of all moving bodies, and once of all others; parent frame "world"
//   /scene   foxglove.SceneUpdate       once: shapes of every body, locked to its frame
//   /fibres  foxglove.SceneUpdate       strands as lines, where there are any
// Times are those of the run [ns].

#include "record/export/exporter.h"
#include "record/export/mcap.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/locale.h"
#include "base/platform.h"
#include "record/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum mcap_channel
{
    CHANNEL_TF,
    CHANNEL_SCENE,
    CHANNEL_FIBRES,
    CHANNELS,
} mcap_channel;

// Schemas name the fields that we write; Foxglove knows them by the names of the schemas.
#define JSON_VECTOR                                                                                                    \
    "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\"number\"},\"z\":{\"type\":"    \
    "\"number\"}}}"
#define JSON_QUATERNION                                                                                                \
    "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\"number\"},\"z\":{\"type\":"    \
    "\"number\"},\"w\":{\"type\":\"number\"}}}"
#define JSON_TIME                                                                                                      \
    "{\"type\":\"object\",\"properties\":{\"sec\":{\"type\":\"integer\"},\"nsec\":{\"type\":\"integer\"}}}"
#define JSON_OBJECTS "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"

static const char tf_schema[] =
    "{\"title\":\"foxglove.FrameTransforms\",\"type\":\"object\",\"properties\":{\"transforms\":{\"type\":\"array\","
    "\"items\":{\"type\":\"object\",\"properties\":{\"timestamp\":" JSON_TIME
    ",\"parent_frame_id\":{\"type\":\"string\"},\"child_frame_id\":{\"type\":\"string\"},\"translation\":" JSON_VECTOR
    ",\"rotation\":" JSON_QUATERNION "}}}}}";
static const char scene_schema[] =
    "{\"title\":\"foxglove.SceneUpdate\",\"type\":\"object\",\"properties\":{\"deletions\":" JSON_OBJECTS
    ",\"entities\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"timestamp\":" JSON_TIME
    ",\"frame_id\":{\"type\":\"string\"},\"id\":{\"type\":\"string\"},\"lifetime\":" JSON_TIME
    ",\"frame_locked\":{\"type\":\"boolean\"},\"metadata\":" JSON_OBJECTS ",\"arrows\":" JSON_OBJECTS
    ",\"cubes\":" JSON_OBJECTS ",\"spheres\":" JSON_OBJECTS ",\"cylinders\":" JSON_OBJECTS ",\"lines\":" JSON_OBJECTS
    ",\"triangles\":" JSON_OBJECTS ",\"texts\":" JSON_OBJECTS ",\"models\":" JSON_OBJECTS "}}}}}";

static const mcap_channel_def channels[CHANNELS] = {
    {"/tf", "foxglove.FrameTransforms", tf_schema, 1},
    {"/scene", "foxglove.SceneUpdate", scene_schema, 2},
    {"/fibres", "foxglove.SceneUpdate", scene_schema, 2},
};

typedef struct mcap_file
{
    exporter ex;
    mcap_writer writer;
} mcap_file;

// ---- messages ----

static uint64_t nanoseconds(double seconds)
{
    return (uint64_t)llround(seconds * 1e9);
}

static void json_time(FILE *out, uint64_t time)
{
    fprintf(out, "{\"sec\":%llu,\"nsec\":%llu}", (unsigned long long)(time / 1000000000),
            (unsigned long long)(time % 1000000000));
}

/// The name of a body's frame: names may be missing, or come twice.
static void json_frame(FILE *out, const recorded_model *model, int body)
{
    char name[80];
    if (body == 0) snprintf(name, sizeof name, "world");
    else if (model->bodies[body].name[0]) snprintf(name, sizeof name, "%.60s#%d", model->bodies[body].name, body);
    else snprintf(name, sizeof name, "body#%d", body);
    text_json(out, name);
}

/// position, then the quaternion w, x, y, z.
static void json_pose(FILE *out, const double position[3], const double q[4])
{
    fprintf(out,
            "{\"position\":{\"x\":%.9g,\"y\":%.9g,\"z\":%.9g},\"orientation\":{\"x\":%.9g,\"y\":%.9g,\"z\":%.9g,\"w\":%"
            ".9g}}",
            position[0], position[1], position[2], q[1], q[2], q[3], q[0]);
}

static void json_transform(FILE *out, const recorded_model *model, int body, uint64_t time, const double *pose)
{
    const double *p = pose, *q = pose + 3;
    fputs("{\"timestamp\":", out);
    json_time(out, time);
    fputs(",\"parent_frame_id\":\"world\",\"child_frame_id\":", out);
    json_frame(out, model, body);
    fprintf(out,
            ",\"translation\":{\"x\":%.9g,\"y\":%.9g,\"z\":%.9g},\"rotation\":{\"x\":%.9g,\"y\":%.9g,\"z\":%.9g,\"w\":%"
            ".9g}}",
            p[0], p[1], p[2], q[1], q[2], q[3], q[0]);
}

static void json_color(FILE *out, const float color[4])
{
    fprintf(out, ",\"color\":{\"r\":%.4g,\"g\":%.4g,\"b\":%.4g,\"a\":%.4g}}", (double)color[0], (double)color[1],
            (double)color[2], (double)color[3]);
}

/// Which list of an entity a shape goes to.
static const char *list_of(hf_shape_kind kind)
{
    switch (kind)
    {
    case HF_SHAPE_BOX: return "cubes";
    case HF_SHAPE_SPHERE:
    case HF_SHAPE_ELLIPSOID: return "spheres";
    case HF_SHAPE_CYLINDER: return "cylinders";
    default: return "triangles";
    }
}

static hf_status json_triangles(mcap_file *m, FILE *out, const hf_shape_def *shape, hf_error *error)
{
    shape_mesh mesh;
    hf_status status = shape_mesh_make(&m->ex.recording->model, shape, 4.0 * m->ex.reach, &mesh, error);
    if (status != HF_STATUS_OK) return status;
    fputs(",\"points\":[", out);
    for (int k = 0; k < mesh.vertex_count; k++)
    {
        const double *v = &mesh.vertices[3 * k];
        fprintf(out, "%s{\"x\":%.7g,\"y\":%.7g,\"z\":%.7g}", k ? "," : "", v[0], v[1], v[2]);
    }
    fputs("],\"colors\":[],\"indices\":[", out);
    for (int k = 0; k < 3 * mesh.triangle_count; k++) fprintf(out, "%s%d", k ? "," : "", mesh.triangles[k]);
    fputc(']', out);
    shape_mesh_free(&mesh);
    return HF_STATUS_OK;
}

static hf_status json_shape(mcap_file *m, FILE *out, const hf_shape_def *shape, hf_error *error)
{
    const double *s = shape->size;
    double size[3] = {2.0 * s[0], 2.0 * s[0], 2.0 * s[0]};
    bool three = shape->kind == HF_SHAPE_BOX || shape->kind == HF_SHAPE_ELLIPSOID;
    for (int k = 0; three && k < 3; k++) size[k] = 2.0 * s[k];
    if (shape->kind == HF_SHAPE_CYLINDER) size[2] = 2.0 * s[1];
    hf_status status = HF_STATUS_OK;
    fputs("{\"pose\":", out);
    json_pose(out, shape->position, shape->orientation);
    if (list_of(shape->kind)[0] == 't') status = json_triangles(m, out, shape, error);
    else fprintf(out, ",\"size\":{\"x\":%.9g,\"y\":%.9g,\"z\":%.9g}", size[0], size[1], size[2]);
    if (shape->kind == HF_SHAPE_CYLINDER) fputs(",\"bottom_scale\":1,\"top_scale\":1", out);
    json_color(out, shape->color);
    return status;
}

/// Head and tail of an entity; between them stand lists that are not empty.
static void json_entity_begin(FILE *out, const char *id, uint64_t time)
{
    fputs("{\"timestamp\":", out);
    json_time(out, time);
    fputs(",\"id\":", out);
    text_json(out, id);
    fputs(",\"lifetime\":{\"sec\":0,\"nsec\":0},\"frame_locked\":true,\"metadata\":[],\"frame_id\":", out);
}

static hf_status json_entity(mcap_file *m, FILE *out, int body, uint64_t time, hf_error *error)
{
    static const char *const lists[] = {"cubes", "spheres", "cylinders", "triangles"};
    const recorded_model *model = &m->ex.recording->model;
    char id[32];
    snprintf(id, sizeof id, "body %d", body);
    json_entity_begin(out, id, time);
    json_frame(out, model, body);
    hf_status status = HF_STATUS_OK;
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++)
    {
        int count = 0;
        fprintf(out, ",\"%s\":[", lists[l]);
        for (int s = 0; s < model->shape_count && status == HF_STATUS_OK; s++)
        {
            if (model->shapes[s].body != body || strcmp(list_of(model->shapes[s].kind), lists[l]) != 0) continue;
            if (!exporter_draws(&m->ex, s)) continue;
            if (count++) fputc(',', out);
            status = json_shape(m, out, &model->shapes[s], error);
        }
        fputc(']', out);
    }
    fputs(",\"arrows\":[],\"lines\":[],\"texts\":[],\"models\":[]}", out);
    return status;
}

/// A message that `write` makes, as text in memory.
typedef hf_status (*message_writer)(mcap_file *m, FILE *out, uint64_t time, hf_error *error);

static hf_status send(mcap_file *m, mcap_channel channel, double seconds, message_writer write, hf_error *error)
{
    text_stream text;
    uint64_t time = nanoseconds(seconds);
    if (!text_stream_begin(&text)) return error_no_memory(error);
    hf_status status = write(m, text.out, time, error);
    if (!text_stream_end(&text) && status == HF_STATUS_OK) status = error_no_memory(error);
    if (status == HF_STATUS_OK) mcap_put(&m->writer, channel, time, text.bytes, text.size);
    free(text.bytes);
    return status;
}

static hf_status write_scene(mcap_file *m, FILE *out, uint64_t time, hf_error *error)
{
    const recorded_model *model = &m->ex.recording->model;
    hf_status status = HF_STATUS_OK;
    int count = 0;
    fputs("{\"deletions\":[],\"entities\":[", out);
    for (int b = 0; b < model->body_count && status == HF_STATUS_OK; b++)
    {
        if (recorded_model_is_segment(model, b)) continue;
        if (count++) fputc(',', out);
        status = json_entity(m, out, b, time, error);
    }
    fputs("]}", out);
    return status;
}

/// Bodies that stand still, once.
static hf_status write_still(mcap_file *m, FILE *out, uint64_t time, hf_error *error)
{
    (void)error;
    const recorded_model *model = &m->ex.recording->model;
    int moving = 0, count = 0;
    fputs("{\"transforms\":[", out);
    for (int b = 0; b < model->body_count; b++)
    {
        bool moves = moving < model->moving_count && model->moving[moving] == b;
        moving += moves;
        if (moves || b == 0 || recorded_model_is_segment(model, b)) continue;
        double pose[7];
        memcpy(pose, model->bodies[b].position, 3 * sizeof *pose);
        memcpy(pose + 3, model->bodies[b].orientation, 4 * sizeof *pose);
        if (count++) fputc(',', out);
        json_transform(out, model, b, time, pose);
    }
    fputs("]}", out);
    return HF_STATUS_OK;
}

static hf_status write_poses(mcap_file *m, FILE *out, uint64_t time, hf_error *error)
{
    (void)error;
    const recorded_model *model = &m->ex.recording->model;
    int count = 0;
    fputs("{\"transforms\":[", out);
    for (int k = 0; k < model->moving_count; k++)
    {
        int body = model->moving[k];
        if (recorded_model_is_segment(model, body)) continue;
        if (count++) fputc(',', out);
        json_transform(out, model, body, time, m->ex.poses + 7 * (size_t)body);
    }
    fputs("]}", out);
    return HF_STATUS_OK;
}

static hf_status write_fibres(mcap_file *m, FILE *out, uint64_t time, hf_error *error)
{
    (void)error;
    const exporter *ex = &m->ex;
    fputs("{\"deletions\":[],\"entities\":[", out);
    json_entity_begin(out, "fibres", time);
    fputs("\"world\",\"arrows\":[],\"cubes\":[],\"spheres\":[],\"cylinders\":[],\"triangles\":[],\"texts\":[],"
          "\"models\":[],\"lines\":[",
          out);
    for (size_t s = 0; s < ex->strand_count; s++)
    {
        const float color[4] = {ex->strand_color[s][0], ex->strand_color[s][1], ex->strand_color[s][2], 1.0F};
        const double origin[3] = {0}, upright[4] = {1, 0, 0, 0};
        fprintf(out,
                "%s{\"type\":0,\"thickness\":%.6g,\"scale_invariant\":false,\"colors\":[],\"indices\":[],\"pose\":",
                s ? "," : "", 2.0 * ex->strand_radius[s]);
        json_pose(out, origin, upright);
        fputs(",\"points\":[", out);
        for (size_t p = ex->strand_begin[s]; p < ex->strand_begin[s + 1]; p++)
        {
            const float *at = ex->points + 3 * p;
            fprintf(out, "%s{\"x\":%.7g,\"y\":%.7g,\"z\":%.7g}", p > ex->strand_begin[s] ? "," : "", (double)at[0],
                    (double)at[1], (double)at[2]);
        }
        fputc(']', out);
        json_color(out, color);
    }
    fputs("]}]}", out);
    return HF_STATUS_OK;
}

// ---- the file ----

static hf_status put_frames(mcap_file *m, hf_error *error)
{
    double begun = m->ex.times[0];
    TRY(send(m, CHANNEL_SCENE, begun, write_scene, error));
    TRY(send(m, CHANNEL_TF, begun, write_still, error));
    for (int k = 0; k < m->ex.frame_count; k++)
    {
        TRY(exporter_frame(&m->ex, k, error));
        TRY(send(m, CHANNEL_TF, m->ex.times[k], write_poses, error));
        if (m->ex.strand_count > 0) TRY(send(m, CHANNEL_FIBRES, m->ex.times[k], write_fibres, error));
    }
    return HF_STATUS_OK;
}

static hf_status put_file(mcap_file *m, hf_error *error)
{
    mcap_begin(&m->writer, "holdfast " HF_VERSION);
    hf_status status = put_frames(m, error);
    return status == HF_STATUS_OK ? mcap_end(&m->writer, error) : status;
}

hf_status hf_recording_write_mcap(const hf_recording *recording, const char *path, const hf_export_options *options,
                                  hf_error *error)
{
    mcap_file m = {.writer = {.channels = channels, .channel_count = CHANNELS}};
    hf_status status = exporter_begin(&m.ex, recording, options, path, error);
    if (status != HF_STATUS_OK) return status;
    atomic_file part;
    status = atomic_file_begin(path, 0, &part, error);
    if (status == HF_STATUS_OK)
    {
        c_locale locale = c_locale_enter();
        m.writer.out = fopen(part.name, "wb");
        if (m.writer.out) status = put_file(&m, error);
        status = text_close(m.writer.out, path, status, error);
        status = atomic_file_end(&part, status, error);
        c_locale_leave(&locale);
    }
    mcap_free(&m.writer);
    exporter_end(&m.ex);
    return status;
}
