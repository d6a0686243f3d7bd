// Recordings as USD text (.usda): an Xform for each body with time samples, shapes below it as Sphere, Capsule,
// Cylinder, Cube or Mesh, fibres as one BasisCurves with time samples.
//
// Time codes are frames: timeCodesPerSecond is the mean rate, and a frame that is not at a multiple of its period has a
// fraction. Names of prims are the names of the model with letters that USD does not allow replaced, and a number where
// two would be the same; the name as it was is the attribute holdfast:name. Lengths are metres, z is up, and says so.
//
// Bodies are written from poses that were collected frame by frame (28 bytes for a body and frame); points of fibres go
// to the file as they are read.

#include "record/export/exporter.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/locale.h"
#include "base/memory.h"
#include "linalg/quat.h"
#include "record/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct usd_file
{
    exporter ex;
    FILE *out;
    double rate;  // time codes a second
    float *poses; // 7 for each moving body and frame, body by body
    // 9 for each body that changes its shape and frame, body by body: how it is stretched.
    double *stretches;
} usd_file;

// ---- small parts ----

/// A string between quotes.
static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s; s++)
    {
        if (*s == '"' || *s == '\\') fputc('\\', out);
        if (*s == '\n') fputs("\\n", out);
        else if (*s >= 32) fputc(*s, out);
    }
    fputc('"', out);
}

/// A name for a prim: letters, digits and _ of the name, then the kind and number that make it unlike all others.
static void put_name(FILE *out, const char *name, const char *kind, int index)
{
    enum
    {
        SHOWN = 40
    };
    int count = 0;
    for (const char *s = name; *s && count < SHOWN; s++, count++)
    {
        bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_';
        bool digit = *s >= '0' && *s <= '9';
        fputc(letter || (digit && count > 0) ? *s : '_', out);
    }
    fprintf(out, "_%s%d", kind, index);
}

static double time_code(const usd_file *u, int k)
{
    double code = u->ex.times[k] * u->rate, whole = round(code);
    return fabs(code - whole) < 1e-6 * fmax(1.0, whole) ? whole : code;
}

static void put_place(FILE *out, const char *indent, const double position[3], const double q[4], const double *scale)
{
    fprintf(out, "%sdouble3 xformOp:translate = (%.9g, %.9g, %.9g)\n", indent, position[0], position[1], position[2]);
    fprintf(out, "%squatf xformOp:orient = (%.9g, %.9g, %.9g, %.9g)\n", indent, q[0], q[1], q[2], q[3]);
    if (scale) fprintf(out, "%sdouble3 xformOp:scale = (%.9g, %.9g, %.9g)\n", indent, scale[0], scale[1], scale[2]);
    fprintf(out, "%suniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"%s]\n", indent,
            scale ? ", \"xformOp:scale\"" : "");
}

// ---- shapes ----

static void put_extent(FILE *out, double x, double y, double z)
{
    fprintf(out, "            float3[] extent = [(%.9g, %.9g, %.9g), (%.9g, %.9g, %.9g)]\n", -x, -y, -z, x, y, z);
}

static hf_status put_mesh(usd_file *u, const hf_shape_def *shape, hf_error *error)
{
    shape_mesh mesh;
    hf_status status = shape_mesh_make(&u->ex.recording->model, shape, 4.0 * u->ex.reach, &mesh, error);
    if (status != HF_STATUS_OK) return status;
    FILE *out = u->out;
    double lo[3] = {0}, hi[3] = {0};
    fputs("            uniform token subdivisionScheme = \"none\"\n            uniform bool doubleSided = 1\n", out);
    fputs("            int[] faceVertexCounts = [", out);
    for (int t = 0; t < mesh.triangle_count; t++) fputs(t ? ", 3" : "3", out);
    fputs("]\n            int[] faceVertexIndices = [", out);
    for (int k = 0; k < 3 * mesh.triangle_count; k++) fprintf(out, "%s%d", k ? ", " : "", mesh.triangles[k]);
    fputs("]\n            point3f[] points = [", out);
    for (int k = 0; k < mesh.vertex_count; k++)
    {
        const double *v = &mesh.vertices[3 * k];
        fprintf(out, "%s(%.9g, %.9g, %.9g)", k ? ", " : "", v[0], v[1], v[2]);
        for (int d = 0; d < 3; d++)
        {
            lo[d] = k == 0 ? v[d] : fmin(lo[d], v[d]);
            hi[d] = k == 0 ? v[d] : fmax(hi[d], v[d]);
        }
    }
    fprintf(out, "]\n            float3[] extent = [(%.9g, %.9g, %.9g), (%.9g, %.9g, %.9g)]\n", lo[0], lo[1], lo[2],
            hi[0], hi[1], hi[2]);
    shape_mesh_free(&mesh);
    return HF_STATUS_OK;
}

static const char *prim_type(hf_shape_kind kind)
{
    switch (kind)
    {
    case HF_SHAPE_SPHERE:
    case HF_SHAPE_ELLIPSOID: return "Sphere";
    case HF_SHAPE_CAPSULE: return "Capsule";
    case HF_SHAPE_BOX: return "Cube";
    case HF_SHAPE_CYLINDER: return "Cylinder";
    default: return "Mesh";
    }
}

static hf_status put_shape(usd_file *u, int index, hf_error *error)
{
    FILE *out = u->out;
    const hf_shape_def *shape = &u->ex.recording->model.shapes[index];
    const double *s = shape->size, *scale = NULL;
    hf_status status = HF_STATUS_OK;
    fprintf(out, "\n        def %s \"", prim_type(shape->kind));
    put_name(out, shape->name, "shape", index);
    fputs("\"\n        {\n", out);
    switch (shape->kind)
    {
    case HF_SHAPE_SPHERE:
        fprintf(out, "            double radius = %.9g\n", s[0]);
        put_extent(out, s[0], s[0], s[0]);
        break;
    case HF_SHAPE_ELLIPSOID:
        fputs("            double radius = 1\n", out);
        put_extent(out, 1, 1, 1);
        scale = s;
        break;
    case HF_SHAPE_CAPSULE:
    case HF_SHAPE_CYLINDER:
        fprintf(out, "            double radius = %.9g\n            double height = %.9g\n", s[0], 2.0 * s[1]);
        fputs("            uniform token axis = \"Z\"\n", out);
        put_extent(out, s[0], s[0], s[1] + (shape->kind == HF_SHAPE_CAPSULE ? s[0] : 0.0));
        break;
    case HF_SHAPE_BOX:
        fputs("            double size = 2\n", out);
        put_extent(out, 1, 1, 1);
        scale = s;
        break;
    default: status = put_mesh(u, shape, error); break;
    }
    fprintf(out, "            color3f[] primvars:displayColor = [(%.4g, %.4g, %.4g)]\n", (double)shape->color[0],
            (double)shape->color[1], (double)shape->color[2]);
    if (shape->color[3] < 1.0F)
        fprintf(out, "            float[] primvars:displayOpacity = [%.4g]\n", (double)shape->color[3]);
    put_place(out, "            ", shape->position, shape->orientation, scale);
    fputs("        }\n", out);
    return status;
}

// ---- bodies ----

static hf_status collect_poses(usd_file *u, hf_error *error)
{
    const recorded_model *m = &u->ex.recording->model;
    size_t frames = (size_t)u->ex.frame_count;
    u->poses = memory_zeroed((size_t)m->moving_count * frames, 7 * sizeof(float));
    u->stretches = memory_zeroed((size_t)m->deformable_count * frames, 9 * sizeof(double));
    if (!u->poses || !u->stretches) return error_no_memory(error);
    for (size_t k = 0; k < frames; k++)
    {
        TRY(exporter_frame(&u->ex, (int)k, error));
        for (int b = 0; b < m->moving_count; b++)
            for (size_t c = 0; c < 7; c++)
                u->poses[7 * ((size_t)b * frames + k) + c] = (float)u->ex.poses[7 * (size_t)m->moving[b] + c];
        for (int b = 0; b < m->deformable_count; b++)
            (void)exporter_stretch(&u->ex, m->forms[b], u->stretches + 9 * ((size_t)b * frames + k));
    }
    return HF_STATUS_OK;
}

/// The stretches of a body, frame by frame; NULL if it keeps its shape.
static const double *stretches_of(const usd_file *u, int body)
{
    const recorded_model *m = &u->ex.recording->model;
    for (int k = 0; k < m->deformable_count; k++)
        if (m->forms[k] == body) return u->stretches + 9 * (size_t)k * (size_t)u->ex.frame_count;
    return NULL;
}

/// A matrix for each frame: it is symmetric, so that rows are columns.
static void put_stretches(const usd_file *u, const double *stretches)
{
    fputs("        matrix4d xformOp:transform:stretch.timeSamples = {\n", u->out);
    for (int k = 0; k < u->ex.frame_count; k++)
    {
        fprintf(u->out, "            %.9g: (", time_code(u, k));
        for (int i = 0; i < 3; i++)
        {
            const double *row = stretches + 9 * k + 3 * i;
            fprintf(u->out, "(%.9g, %.9g, %.9g, 0), ", row[0], row[1], row[2]);
        }
        fputs("(0, 0, 0, 1)),\n", u->out);
    }
    fputs("        }\n", u->out);
}

static void put_motion(const usd_file *u, const float *poses, const double *stretches)
{
    FILE *out = u->out;
    fputs("        double3 xformOp:translate.timeSamples = {\n", out);
    for (int k = 0; k < u->ex.frame_count; k++)
    {
        const float *p = poses + 7 * k;
        fprintf(out, "            %.9g: (%.9g, %.9g, %.9g),\n", time_code(u, k), (double)p[0], (double)p[1],
                (double)p[2]);
    }
    fputs("        }\n        quatf xformOp:orient.timeSamples = {\n", out);
    double last[4] = {1, 0, 0, 0};
    for (int k = 0; k < u->ex.frame_count; k++)
    {
        const float *p = poses + 7 * k + 3;
        double side = 0.0;
        for (int c = 0; c < 4; c++) side += (double)p[c] * last[c];
        for (int c = 0; c < 4; c++) last[c] = side < 0.0 ? -(double)p[c] : (double)p[c]; // on the same side
        fprintf(out, "            %.9g: (%.9g, %.9g, %.9g, %.9g),\n", time_code(u, k), last[0], last[1], last[2],
                last[3]);
    }
    fputs("        }\n", out);
    if (stretches) put_stretches(u, stretches);
    fprintf(out, "        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"%s]\n",
            stretches ? ", \"xformOp:transform:stretch\"" : "");
}

static hf_status put_bodies(usd_file *u, hf_error *error)
{
    const recorded_model *m = &u->ex.recording->model;
    int moving = 0;
    for (int b = 0; b < m->body_count; b++)
    {
        if (recorded_model_is_segment(m, b)) continue;
        fputs("\n    def Xform \"", u->out);
        put_name(u->out, m->bodies[b].name, "body", b);
        fputs("\"\n    {\n        custom string holdfast:name = ", u->out);
        put_string(u->out, m->bodies[b].name);
        fputc('\n', u->out);
        bool moves = moving < m->moving_count && m->moving[moving] == b;
        if (moves) put_motion(u, u->poses + 7 * (size_t)moving++ * (size_t)u->ex.frame_count, stretches_of(u, b));
        else put_place(u->out, "        ", m->bodies[b].position, m->bodies[b].orientation, NULL);
        for (int s = 0; s < m->shape_count; s++)
            if (m->shapes[s].body == b &&
                !(prim_type(m->shapes[s].kind)[0] == 'M' && m->shapes[s].mesh >= 0 &&
                  m->shapes[s].kind != HF_SHAPE_FIELD && m->meshes[m->shapes[s].mesh].triangle_count == 0))
                TRY(put_shape(u, s, error));
        fputs("    }\n", u->out);
    }
    return HF_STATUS_OK;
}

// ---- fibres ----

static void put_points(const usd_file *u, int k)
{
    fprintf(u->out, "            %.9g: [", time_code(u, k));
    for (size_t p = 0; p < u->ex.point_count; p++)
    {
        const float *at = u->ex.points + 3 * p;
        fprintf(u->out, "%s(%.7g, %.7g, %.7g)", p ? ", " : "", (double)at[0], (double)at[1], (double)at[2]);
    }
    fputs("],\n", u->out);
}

static void put_strand_lists(const usd_file *u)
{
    const exporter *ex = &u->ex;
    FILE *out = u->out;
    fprintf(out, "        uniform token type = \"%s\"\n", ex->options.cubic ? "cubic" : "linear");
    if (ex->options.cubic)
        fputs("        uniform token basis = \"catmullRom\"\n        uniform token wrap = \"pinned\"\n", out);
    fputs("        int[] curveVertexCounts = [", out);
    for (size_t s = 0; s < ex->strand_count; s++)
        fprintf(out, "%s%zu", s ? ", " : "", ex->strand_begin[s + 1] - ex->strand_begin[s]);
    fputs("]\n        float[] widths = [", out);
    for (size_t s = 0; s < ex->strand_count; s++) fprintf(out, "%s%.6g", s ? ", " : "", 2.0 * ex->strand_radius[s]);
    fputs("] (\n            interpolation = \"uniform\"\n        )\n        color3f[] primvars:displayColor = [", out);
    for (size_t s = 0; s < ex->strand_count; s++)
        fprintf(out, "%s(%.4g, %.4g, %.4g)", s ? ", " : "", (double)ex->strand_color[s][0],
                (double)ex->strand_color[s][1], (double)ex->strand_color[s][2]);
    fputs("] (\n            interpolation = \"uniform\"\n        )\n", out);
}

static hf_status put_fibres(usd_file *u, hf_error *error)
{
    exporter *ex = &u->ex;
    if (ex->strand_count == 0) return HF_STATUS_OK;
    FILE *out = u->out;
    double widest = 0.0;
    for (size_t s = 0; s < ex->strand_count; s++) widest = fmax(widest, ex->strand_radius[s]);
    double(*extents)[6] = memory_zeroed((size_t)ex->frame_count, sizeof *extents);
    if (!extents) return error_no_memory(error);
    fputs("\n    def BasisCurves \"fibres\"\n    {\n", out);
    put_strand_lists(u);
    fputs("        point3f[] points.timeSamples = {\n", out);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < ex->frame_count && status == HF_STATUS_OK; k++)
    {
        status = exporter_frame(ex, k, error);
        if (status != HF_STATUS_OK) break;
        put_points(u, k);
        for (size_t p = 0; p < 3 * ex->point_count; p++)
        {
            size_t d = p % 3;
            double value = (double)ex->points[p];
            extents[k][d] = p < 3 ? value - widest : fmin(extents[k][d], value - widest);
            extents[k][3 + d] = p < 3 ? value + widest : fmax(extents[k][3 + d], value + widest);
        }
    }
    fputs("        }\n        float3[] extent.timeSamples = {\n", out);
    for (int k = 0; k < ex->frame_count; k++)
        fprintf(out, "            %.9g: [(%.7g, %.7g, %.7g), (%.7g, %.7g, %.7g)],\n", time_code(u, k), extents[k][0],
                extents[k][1], extents[k][2], extents[k][3], extents[k][4], extents[k][5]);
    fputs("        }\n    }\n", out);
    free(extents);
    return status;
}

// ---- the file ----

static hf_status put_stage(usd_file *u, hf_error *error)
{
    FILE *out = u->out;
    int last = u->ex.frame_count - 1;
    fputs("#usda 1.0\n(\n    defaultPrim = \"holdfast\"\n    doc = \"holdfast " HF_VERSION "\"\n", out);
    fprintf(out, "    endTimeCode = %.9g\n    framesPerSecond = %.9g\n    metersPerUnit = 1\n", time_code(u, last),
            u->rate);
    fprintf(out, "    startTimeCode = 0\n    timeCodesPerSecond = %.9g\n    upAxis = \"Z\"\n)\n\n", u->rate);
    fputs("def Xform \"holdfast\"\n{\n", out);
    hf_status status = put_bodies(u, error);
    if (status == HF_STATUS_OK) status = put_fibres(u, error);
    fputs("}\n", out);
    return status;
}

/// The mean rate of frames; a whole number where it is one up to rounding.
static double frame_rate(const exporter *ex)
{
    int last = ex->frame_count - 1;
    double rate = last > 0 ? last / ex->times[last] : 24.0, whole = round(rate);
    return fabs(rate - whole) < 1e-3 * rate && whole > 0.0 ? whole : rate;
}

hf_status hf_recording_write_usd(const hf_recording *recording, const char *path, const hf_export_options *options,
                                 hf_error *error)
{
    usd_file u = {.out = NULL};
    hf_status status = exporter_begin(&u.ex, recording, options, path, error);
    if (status != HF_STATUS_OK) return status;
    u.rate = frame_rate(&u.ex);
    status = collect_poses(&u, error);
    atomic_file part;
    if (status == HF_STATUS_OK) status = atomic_file_begin(path, 0, &part, error);
    if (status == HF_STATUS_OK)
    {
        c_locale locale = c_locale_enter();
        u.out = fopen(part.name, "wb");
        if (u.out) status = put_stage(&u, error);
        status = text_close(u.out, path, status, error);
        status = atomic_file_end(&part, status, error);
        c_locale_leave(&locale);
    }
    free(u.poses);
    free(u.stretches);
    exporter_end(&u.ex);
    return status;
}
