// Recordings as series: a .vtp file of VTK's XML for each frame and an index .pvd that names them with their times; or
// a .hair file for each frame and a table of times.
//
// A .vtp holds what there is at that moment in the world's frame: the triangles of shapes, with the number of the body,
// and strands as polylines with their number (followers have those beyond the fibres) and the radius of every point.
// Arrays are uncompressed base64 of little-endian numbers behind their length in bytes. The triangles are repeated in
// every file, because the format has no way to share them.

#include "record/export/exporter.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/locale.h"
#include "base/memory.h"
#include "holdfast/curves.h"
#include "linalg/quat.h"
#include "record/bytes.h"
#include "record/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PATH_ROOM = 4096
};

/// "folder/frame00042.ending"
static bool frame_path(char path[PATH_ROOM], const char *folder, int k, const char *ending)
{
    return snprintf(path, PATH_ROOM, "%s/frame%05d.%s", folder, k, ending) < PATH_ROOM;
}

/// A text file that is replaced whole.
static hf_status write_text(const char *path, hf_status (*put)(FILE *out, void *context, hf_error *error),
                            void *context, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status != HF_STATUS_OK) return status;
    FILE *out = fopen(part.name, "wb");
    if (out) status = put(out, context, error);
    status = text_close(out, path, status, error);
    return atomic_file_end(&part, status, error);
}

// ---- a series: its files, and the index that names them ----

typedef struct series
{
    const char *folder, *ending, *index;
    int frame_count;
    hf_status (*put_frame)(void *context, int k, const char *path, hf_error *error);
    hf_status (*put_index)(FILE *out, void *context, hf_error *error);
    void *context;
} series;

/// The index of an older series is gone before its first file is replaced, and the new one comes last; a series that
/// cannot be ended leaves nothing. So an index always names whole files of one series.
static hf_status write_series(const series *s, hf_error *error)
{
    char path[PATH_ROOM], index[PATH_ROOM];
    if (snprintf(index, sizeof index, "%s/%s", s->folder, s->index) >= PATH_ROOM ||
        !frame_path(path, s->folder, s->frame_count, s->ending))
        return error_set(error, HF_STATUS_INVALID, "folder: the name is too long");
    hf_status status = atomic_file_allowed(index, error);
    if (status != HF_STATUS_OK) return status;
    (void)remove(index);
    int written = 0;
    while (written < s->frame_count && status == HF_STATUS_OK)
    {
        (void)frame_path(path, s->folder, written, s->ending);
        status = s->put_frame(s->context, written, path, error);
        written += status == HF_STATUS_OK;
    }
    c_locale locale = c_locale_enter();
    if (status == HF_STATUS_OK) status = write_text(index, s->put_index, s->context, error);
    c_locale_leave(&locale);
    for (int k = 0; k < written && status != HF_STATUS_OK; k++)
        if (frame_path(path, s->folder, k, s->ending)) (void)remove(path);
    return status;
}

// ---- .vtp ----

typedef struct vtk_series
{
    exporter ex;
    shape_mesh *meshes; // of each shape that is drawn
    size_t vertex_count, triangle_count;
} vtk_series;

/// Puts the gathered bytes as an array, and empties the buffer.
static void put_array(FILE *out, const char *type, const char *name, int components, byte_buffer *values)
{
    unsigned char length[4];
    for (int k = 0; k < 4; k++) length[k] = (unsigned char)(values->count >> (8 * k));
    base64 b = {.out = out};
    fprintf(out, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"binary\">", type, name,
            components);
    base64_put(&b, length, 4);
    base64_put(&b, values->bytes, values->count);
    base64_end(&b);
    fputs("</DataArray>\n", out);
    values->count = 0;
}

/// Vertices of all shapes where their bodies are.
static bool gather_vertices(const vtk_series *v, byte_buffer *values)
{
    const recorded_model *m = &v->ex.recording->model;
    bool well = true;
    for (int s = 0; s < m->shape_count && well; s++)
    {
        const hf_shape_def *shape = &m->shapes[s];
        const double *pose = v->ex.poses + 7 * (size_t)shape->body;
        quat turn = quat_load(pose + 3), own = quat_load(shape->orientation);
        double U[9];
        bool stretched = exporter_stretch(&v->ex, shape->body, U);
        for (int k = 0; k < v->meshes[s].vertex_count && well; k++)
        {
            vec3 at = v3_add(v3_load(shape->position), quat_rotate(own, v3_load(&v->meshes[s].vertices[3 * k])));
            if (stretched) at = m3_times(U, at);
            at = v3_add(v3_load(pose), quat_rotate(turn, at));
            well = bytes_put_float(values, at.x) && bytes_put_float(values, at.y) && bytes_put_float(values, at.z);
        }
    }
    for (size_t k = 0; k < 3 * v->ex.point_count && well; k++) well = bytes_put_float(values, (double)v->ex.points[k]);
    return well;
}

static bool gather_radii(const vtk_series *v, byte_buffer *values)
{
    bool well = true;
    for (size_t k = 0; k < v->vertex_count && well; k++) well = bytes_put_float(values, 0.0);
    for (size_t s = 0; s < v->ex.strand_count && well; s++)
        for (size_t k = v->ex.strand_begin[s]; k < v->ex.strand_begin[s + 1] && well; k++)
            well = bytes_put_float(values, v->ex.strand_radius[s]);
    return well;
}

/// Cells come as lines, then polygons: the body of each (strands have -1), and the strand (triangles have -1).
static bool gather_cells(const vtk_series *v, bool bodies, byte_buffer *values)
{
    const recorded_model *m = &v->ex.recording->model;
    bool well = true;
    for (size_t s = 0; s < v->ex.strand_count && well; s++) well = bytes_put(values, bodies ? UINT32_MAX : s, 4);
    for (int s = 0; s < m->shape_count && well; s++)
        for (int t = 0; t < v->meshes[s].triangle_count && well; t++)
            well = bytes_put(values, bodies ? (uint64_t)m->shapes[s].body : UINT32_MAX, 4);
    return well;
}

static bool gather_corners(const vtk_series *v, byte_buffer *values)
{
    const recorded_model *m = &v->ex.recording->model;
    uint64_t base = 0;
    bool well = true;
    for (int s = 0; s < m->shape_count && well; s++)
    {
        for (int k = 0; k < 3 * v->meshes[s].triangle_count && well; k++)
            well = bytes_put(values, base + (uint64_t)v->meshes[s].triangles[k], 4);
        base += (uint64_t)v->meshes[s].vertex_count;
    }
    return well;
}

/// Ascending numbers: step, 2 step …
static bool gather_steps(size_t count, size_t begin, size_t step, byte_buffer *values)
{
    bool well = true;
    for (size_t k = 0; k < count && well; k++) well = bytes_put(values, begin + k * step, 4);
    return well;
}

static bool gather_ends(const exporter *ex, byte_buffer *values)
{
    bool well = true;
    for (size_t s = 0; s < ex->strand_count && well; s++) well = bytes_put(values, ex->strand_begin[s + 1], 4);
    return well;
}

static hf_status put_vtp(FILE *out, void *context, hf_error *error)
{
    const vtk_series *v = context;
    const exporter *ex = &v->ex;
    byte_buffer values = {0};
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\" "
          "header_type=\"UInt32\">\n<PolyData>\n",
          out);
    fprintf(out,
            "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"0\" NumberOfLines=\"%zu\" NumberOfStrips=\"0\" "
            "NumberOfPolys=\"%zu\">\n",
            v->vertex_count + ex->point_count, ex->strand_count, v->triangle_count);
    bool well = gather_radii(v, &values);
    fputs("<PointData Scalars=\"radius\">\n", out);
    if (well) put_array(out, "Float32", "radius", 1, &values);
    fputs("</PointData>\n<CellData Scalars=\"strand\">\n", out);
    well = well && gather_cells(v, false, &values);
    if (well) put_array(out, "Int32", "strand", 1, &values);
    well = well && gather_cells(v, true, &values);
    if (well) put_array(out, "Int32", "body", 1, &values);
    fputs("</CellData>\n<Points>\n", out);
    well = well && gather_vertices(v, &values);
    if (well) put_array(out, "Float32", "Points", 3, &values);
    fputs("</Points>\n<Lines>\n", out);
    well = well && gather_steps(ex->point_count, v->vertex_count, 1, &values);
    if (well) put_array(out, "Int32", "connectivity", 1, &values);
    well = well && gather_ends(ex, &values);
    if (well) put_array(out, "Int32", "offsets", 1, &values);
    fputs("</Lines>\n<Polys>\n", out);
    well = well && gather_corners(v, &values);
    if (well) put_array(out, "Int32", "connectivity", 1, &values);
    well = well && gather_steps(v->triangle_count, 3, 3, &values);
    if (well) put_array(out, "Int32", "offsets", 1, &values);
    fputs("</Polys>\n</Piece>\n</PolyData>\n</VTKFile>\n", out);
    free(values.bytes);
    return well ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status put_pvd(FILE *out, void *context, hf_error *error)
{
    const vtk_series *v = context;
    (void)error;
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n", out);
    for (int k = 0; k < v->ex.frame_count; k++)
        fprintf(out, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"frame%05d.vtp\"/>\n",
                v->ex.recording->frames[v->ex.frames[k]].time, k);
    fputs("</Collection>\n</VTKFile>\n", out);
    return HF_STATUS_OK;
}

static hf_status make_meshes(vtk_series *v, hf_error *error)
{
    const recorded_model *m = &v->ex.recording->model;
    v->meshes = MEMORY_ARRAY(shape_mesh, (size_t)m->shape_count);
    if (!v->meshes) return error_no_memory(error);
    for (int s = 0; s < m->shape_count; s++)
    {
        if (!exporter_draws(&v->ex, s)) continue;
        TRY(shape_mesh_make(m, &m->shapes[s], 4.0 * v->ex.reach, &v->meshes[s], error));
        v->vertex_count += (size_t)v->meshes[s].vertex_count;
        v->triangle_count += (size_t)v->meshes[s].triangle_count;
    }
    return HF_STATUS_OK;
}

static hf_status put_frame_vtp(void *context, int k, const char *path, hf_error *error)
{
    vtk_series *v = context;
    hf_status status = exporter_frame(&v->ex, k, error);
    c_locale locale = c_locale_enter();
    if (status == HF_STATUS_OK) status = write_text(path, put_vtp, v, error);
    c_locale_leave(&locale);
    return status;
}

hf_status hf_recording_write_vtk(const hf_recording *recording, const char *folder, const hf_export_options *options,
                                 hf_error *error)
{
    vtk_series v = {.vertex_count = 0};
    hf_status status = exporter_begin(&v.ex, recording, options, folder, error);
    if (status != HF_STATUS_OK) return status;
    status = make_meshes(&v, error);
    const series files = {.folder = folder,
                          .ending = "vtp",
                          .index = "frames.pvd",
                          .frame_count = v.ex.frame_count,
                          .put_frame = put_frame_vtp,
                          .put_index = put_pvd,
                          .context = &v};
    if (status == HF_STATUS_OK) status = write_series(&files, error);
    for (int s = 0; v.meshes && s < recording->model.shape_count; s++) shape_mesh_free(&v.meshes[s]);
    free(v.meshes);
    exporter_end(&v.ex);
    return status;
}

// ---- .hair ----

typedef struct hair_series
{
    exporter ex;
    int *counts;
    double *points, *radii;
} hair_series;

static hf_status put_times(FILE *out, void *context, hf_error *error)
{
    const hair_series *h = context;
    (void)error;
    fputs("file,time\n", out);
    for (int k = 0; k < h->ex.frame_count; k++)
        fprintf(out, "frame%05d.hair,%.17g\n", k, h->ex.recording->frames[h->ex.frames[k]].time);
    return HF_STATUS_OK;
}

static hf_status put_frame_hair(void *context, int k, const char *path, hf_error *error)
{
    hair_series *h = context;
    hf_status status = exporter_frame(&h->ex, k, error);
    if (status != HF_STATUS_OK) return status;
    const exporter *ex = &h->ex;
    for (size_t i = 0; i < 3 * ex->point_count; i++) h->points[i] = (double)ex->points[i];
    for (size_t s = 0; s < ex->strand_count; s++)
        for (size_t i = ex->strand_begin[s]; i < ex->strand_begin[s + 1]; i++) h->radii[i] = ex->strand_radius[s];
    hf_curves *curves = NULL;
    status = hf_curves_create(ex->strand_count, h->counts, h->points, h->radii, &curves, error);
    if (status == HF_STATUS_OK) status = hf_curves_write(path, curves, error);
    hf_curves_destroy(curves);
    return status;
}

hf_status hf_recording_write_hair(const hf_recording *recording, const char *folder, const hf_export_options *options,
                                  hf_error *error)
{
    hair_series h = {.counts = NULL};
    if (recording->model.fibre_count == 0)
        return error_set(error, HF_STATUS_INVALID, "the recording has no fibres, and .hair files hold nothing else");
    hf_status status = exporter_begin(&h.ex, recording, options, folder, error);
    if (status != HF_STATUS_OK) return status;
    h.counts = MEMORY_ARRAY(int, h.ex.strand_count);
    h.points = MEMORY_ARRAY(double, 3 * h.ex.point_count);
    h.radii = MEMORY_ARRAY(double, h.ex.point_count);
    if (!h.counts || !h.points || !h.radii) status = error_no_memory(error);
    for (size_t s = 0; h.counts && s < h.ex.strand_count; s++)
        h.counts[s] = (int)(h.ex.strand_begin[s + 1] - h.ex.strand_begin[s]);
    const series files = {.folder = folder,
                          .ending = "hair",
                          .index = "frames.csv",
                          .frame_count = h.ex.frame_count,
                          .put_frame = put_frame_hair,
                          .put_index = put_times,
                          .context = &h};
    if (status == HF_STATUS_OK) status = write_series(&files, error);
    free(h.counts);
    free(h.points);
    free(h.radii);
    exporter_end(&h.ex);
    return status;
}
