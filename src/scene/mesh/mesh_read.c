#include "scene/mesh/mesh_read.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "linalg/quat.h"
#include "scene/mesh/polygon.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum
{
    STL_HEADER = 80,
    STL_FACE = 50,
    COUNT_LIMIT = 100000000, // vertices or triangles of one mesh: far beyond use, and well within an int
};

static const double coordinate_limit = 1e12; // [m]; larger ones lose all meaning in the products that follow

// ---- merging ----

typedef struct numbered_vertex
{
    double at[3];
    int index;
} numbered_vertex;

static int compare_vertices(const void *a, const void *b)
{
    const numbered_vertex *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->at[i] != q->at[i]) return p->at[i] < q->at[i] ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

static bool same_place(const numbered_vertex *a, const numbered_vertex *b)
{
    return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

/// Triangles that lost a corner are dropped. Vertices keep the order of their first appearance.
static void renumber(mesh_data *mesh, const int *renamed)
{
    int kept = 0, first_part = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        int c[3];
        for (int i = 0; i < 3; i++) c[i] = renamed[mesh->triangles[3 * t + i]];
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
        memcpy(&mesh->triangles[3 * kept], c, sizeof c);
        if (mesh->texture) memmove(&mesh->texture[6 * (size_t)kept], &mesh->texture[6 * (size_t)t], 6 * sizeof(double));
        kept++;
        if (t < mesh->first_part_count) first_part = kept;
    }
    mesh->triangle_count = kept;
    mesh->first_part_count = first_part;
}

hf_status mesh_merge(mesh_data *mesh, hf_workspace *arena, hf_error *error)
{
    size_t n = (size_t)mesh->vertex_count;
    numbered_vertex *sorted = ARENA_ARRAY(arena, numbered_vertex, n);
    int *first = ARENA_ARRAY(arena, int, n), *renamed = ARENA_ARRAY(arena, int, n);
    if (!sorted || !first || !renamed) return error_no_memory(error);
    for (size_t k = 0; k < n; k++)
    {
        for (int i = 0; i < 3; i++) sorted[k].at[i] = mesh->vertices[3 * k + (size_t)i] + 0.0; // -0 becomes 0
        sorted[k].index = (int)k;
    }
    qsort(sorted, n, sizeof *sorted, compare_vertices);
    for (size_t k = 0; k < n; k++)
    {
        bool same = k > 0 && same_place(&sorted[k], &sorted[k - 1]);
        first[sorted[k].index] = same ? first[sorted[k - 1].index] : sorted[k].index;
    }
    int count = 0;
    for (size_t k = 0; k < n; k++)
    {
        if (first[k] != (int)k)
        {
            renamed[k] = renamed[first[k]]; // the first comes before
            continue;
        }
        memmove(&mesh->vertices[3 * (size_t)count], &mesh->vertices[3 * k], 3 * sizeof(double));
        renamed[k] = count++;
    }
    mesh->vertex_count = count;
    renumber(mesh, renamed);
    return HF_STATUS_OK;
}

void mesh_place(mesh_data *mesh, const double scale[3], const double offset[3], const double turn[4])
{
    quat q = quat_normalize(quat_load(turn));
    vec3 origin = v3_load(offset);
    bool mirror = scale[0] * scale[1] * scale[2] < 0;
    bool turned = q.x != 0 || q.y != 0 || q.z != 0;
    for (int k = 0; k < mesh->vertex_count; k++)
    {
        vec3 v = v3_sub(v3_load(&mesh->vertices[3 * k]), origin);
        if (turned) v = quat_rotate_back(q, v);
        v3_store(&mesh->vertices[3 * k], v3(scale[0] * v.x, scale[1] * v.y, scale[2] * v.z));
    }
    for (int t = 0; mirror && t < mesh->triangle_count; t++)
    {
        int *c = &mesh->triangles[3 * t], swap = c[0];
        c[0] = c[1], c[1] = swap;
        for (int i = 0; i < 2 && mesh->texture; i++)
        {
            double *uv = &mesh->texture[6 * (size_t)t], other = uv[i];
            uv[i] = uv[2 + i], uv[2 + i] = other;
        }
    }
}

// ---- STL ----

static uint32_t little_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double little_float(const char *bytes)
{
    uint32_t bits = little_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static hf_status take_corners(mesh_data *mesh, size_t triangles, hf_workspace *arena, hf_error *error)
{
    mesh->vertex_count = 3 * (int)triangles;
    mesh->triangle_count = mesh->first_part_count = (int)triangles;
    mesh->vertices = ARENA_ARRAY(arena, double, 9 * triangles);
    mesh->triangles = ARENA_ARRAY(arena, int, 3 * triangles);
    if (!mesh->vertices || !mesh->triangles) return error_no_memory(error);
    for (size_t k = 0; k < 3 * triangles; k++) mesh->triangles[k] = (int)k;
    return HF_STATUS_OK;
}

static hf_status read_stl_binary(const char *bytes, size_t n, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    TRY(take_corners(mesh, n, arena, error));
    for (size_t t = 0; t < n; t++)
        for (size_t i = 0; i < 9; i++)
            mesh->vertices[9 * t + i] = little_float(bytes + STL_HEADER + 4 + STL_FACE * t + 12 + 4 * i);
    return HF_STATUS_OK;
}

/// Numbers on the rest of the line. False if they are not there.
static bool read_some(const char **text, double *out, int count)
{
    for (int i = 0; i < count; i++)
    {
        char *end;
        while (**text == ' ' || **text == '\t') ++*text;
        if (strchr("\r\n\v\f", **text)) return false; // strtod would go on to the next line
        out[i] = strtod(*text, &end);
        if (end == *text) return false;
        *text = end;
    }
    return true;
}

static hf_status read_stl_text(const char *path, const char *bytes, hf_workspace *arena, mesh_data *mesh,
                               hf_error *error)
{
    size_t corners = 0;
    for (const char *s = bytes; (s = strstr(s, "vertex")) != NULL; s += 6) corners++;
    if (corners % 3 != 0 || corners > COUNT_LIMIT)
        return error_set(error, HF_STATUS_FORMAT, "%s: %zu vertices make no triangles", path, corners);
    hf_status status = take_corners(mesh, corners / 3, arena, error);
    if (status != HF_STATUS_OK) return status;
    const char *s = bytes;
    for (size_t k = 0; k < corners; k++)
    {
        s = strstr(s, "vertex") + 6;
        if (!read_some(&s, &mesh->vertices[3 * k], 3))
            return error_set(error, HF_STATUS_FORMAT, "%s: vertex %zu has no three coordinates", path, k);
    }
    return HF_STATUS_OK;
}

static hf_status read_stl(const char *path, const char *bytes, size_t size, hf_workspace *arena, mesh_data *mesh,
                          hf_error *error)
{
    uint64_t n = size >= STL_HEADER + 4 ? little_u32(bytes + STL_HEADER) : 0;
    if (size >= STL_HEADER + 4 && size == STL_HEADER + 4 + STL_FACE * n)
        return n > COUNT_LIMIT / 3 ? error_set(error, HF_STATUS_FORMAT, "%s: too many triangles", path)
                                   : read_stl_binary(bytes, (size_t)n, arena, mesh, error);
    if (size >= 5 && strncmp(bytes, "solid", 5) == 0) return read_stl_text(path, bytes, arena, mesh, error);
    if (size < STL_HEADER + 4)
        return error_set(error, HF_STATUS_FORMAT, "%s: is cut short: %zu bytes are less than the header of an STL file",
                         path, size);
    return error_set(error, HF_STATUS_FORMAT,
                     "%s: is damaged or cut short: %llu triangles take %llu bytes, and there are %zu", path,
                     (unsigned long long)n, (unsigned long long)(STL_HEADER + 4 + STL_FACE * n), size);
}

// ---- MSH: MuJoCo's own ----

/// Four counts (vertices, normals, texture coordinates, faces), then all of them as floats, and three indices a face.
/// Normals and texture coordinates are as many as the vertices, or none.
static hf_status read_msh(const char *path, const char *bytes, size_t size, hf_workspace *arena, mesh_data *mesh,
                          hf_error *error)
{
    enum
    {
        HEADER = 16
    };
    uint32_t counts[4] = {0};
    for (size_t k = 0; k < 4 && size >= HEADER; k++) counts[k] = little_u32(bytes + 4 * k);
    uint64_t floats = 3 * (uint64_t)counts[0] + 3 * (uint64_t)counts[1] + 2 * (uint64_t)counts[2];
    if (size < HEADER || counts[0] > COUNT_LIMIT || counts[3] > COUNT_LIMIT / 3 ||
        (uint64_t)size != HEADER + 4 * (floats + 3 * (uint64_t)counts[3]))
        return error_set(error, HF_STATUS_FORMAT, "%s: is damaged or cut short: its head does not fit its %zu bytes",
                         path, size);
    const char *face = bytes + HEADER + 4 * (size_t)floats;
    const char *uv = bytes + HEADER + 12 * ((size_t)counts[0] + (size_t)counts[1]);
    mesh->vertex_count = (int)counts[0];
    mesh->triangle_count = mesh->first_part_count = (int)counts[3];
    mesh->vertices = ARENA_ARRAY(arena, double, 3 * (size_t)counts[0]);
    mesh->triangles = ARENA_ARRAY(arena, int, 3 * (size_t)counts[3]);
    if (counts[2] == counts[0]) mesh->texture = ARENA_ARRAY(arena, double, 6 * (size_t)counts[3]);
    if (!mesh->vertices || !mesh->triangles || (counts[2] == counts[0] && !mesh->texture))
        return error_no_memory(error);
    for (size_t k = 0; k < 3 * (size_t)counts[0]; k++) mesh->vertices[k] = little_float(bytes + HEADER + 4 * k);
    for (size_t k = 0; k < 3 * (size_t)counts[3]; k++)
    {
        uint32_t index = little_u32(face + 4 * k);
        if (index >= counts[0])
            return error_set(error, HF_STATUS_FORMAT, "%s: face %zu names a vertex that is not there", path, k / 3);
        mesh->triangles[k] = (int)index;
        for (size_t i = 0; i < 2 && mesh->texture; i++) // its second coordinate runs downwards
            mesh->texture[2 * k + i] =
                i ? 1 - little_float(uv + 8 * (size_t)index + 4) : little_float(uv + 8 * (size_t)index);
    }
    return HF_STATUS_OK;
}

// ---- OBJ ----

typedef struct obj_reader
{
    const char *path;
    mesh_data *mesh;
    int line;
    bool part_ended; // the first object or group with faces is complete
    int *polygon;    // corners of the face that is being read
    int *cut;        // the same, while it is cut
    int *mapped;     // their texture coordinates, -1: none
    double *uv;      // of the file
    int uv_count;
    hf_workspace *arena;
    hf_error *error;
} obj_reader;

/// Counts vertices, texture coordinates, and the corners of faces, which bound the triangles.
static void count_obj(const char *bytes, size_t *vertices, size_t *mapped, size_t *corners)
{
    *vertices = *mapped = *corners = 0;
    for (const char *s = bytes; s && *s; s = strchr(s, '\n'), s = s ? s + 1 : NULL)
    {
        while (*s == ' ' || *s == '\t') s++;
        bool blank = s[0] && (s[1] == ' ' || s[1] == '\t');
        if (blank && s[0] == 'v') ++*vertices;
        if (s[0] == 'v' && s[1] == 't') ++*mapped;
        if (!blank || s[0] != 'f') continue;
        for (const char *c = s + 1; *c && *c != '\n'; c++)
            if ((c[0] == ' ' || c[0] == '\t') && strchr(" \t\r\n", c[1]) == NULL) ++*corners;
    }
}

/// The texture coordinates of a corner, of "/3" behind the number of its vertex; -1: none.
static int read_obj_mapped(const obj_reader *r, const char *s)
{
    if (*s != '/' || !strchr("-+0123456789", s[1]) || !s[1]) return -1;
    long index = strtol(s + 1, NULL, 10);
    index = index < 0 ? r->uv_count + index : index - 1;
    return index >= 0 && index < r->uv_count ? (int)index : -1;
}

/// Texture coordinates of the triangles that a face was cut into.
static void map_corners(obj_reader *r, int count)
{
    const int *corner = &r->mesh->triangles[3 * r->mesh->triangle_count];
    double *out = &r->mesh->texture[6 * (size_t)r->mesh->triangle_count];
    for (int k = 0; k < 3 * (count - 2); k++)
    {
        int j = 0;
        while (j < count - 1 && r->polygon[j] != corner[k]) j++;
        int at = r->mapped[j];
        out[2 * k] = at < 0 ? 0 : r->uv[2 * at];
        out[2 * k + 1] = at < 0 ? 0 : r->uv[2 * at + 1];
    }
}

static hf_status read_obj_face(obj_reader *r, const char *s)
{
    int count = 0;
    mesh_data *mesh = r->mesh;
    for (;;)
    {
        char *end;
        while (*s == ' ' || *s == '\t') s++;
        if (!*s || *s == '\n' || *s == '\r' || *s == '#') break;
        bool number = strchr("-+0123456789", *s) != NULL; // strtol would go on to the next line
        long index = number ? strtol(s, &end, 10) : 0;
        if (!number || end == s)
            return error_set(r->error, HF_STATUS_FORMAT, "%s:%d: the face has a corner that is no number", r->path,
                             r->line);
        index = index < 0 ? mesh->vertex_count + index : index - 1;
        if (index < 0 || index >= mesh->vertex_count)
            return error_set(r->error, HF_STATUS_FORMAT, "%s:%d: the face names a vertex that is not there", r->path,
                             r->line);
        r->polygon[count] = (int)index;
        s = end;
        r->mapped[count++] = read_obj_mapped(r, s);
        while (*s && !strchr(" \t\r\n", *s)) s++; // texture and normal
    }
    if (count < 3) return error_set(r->error, HF_STATUS_FORMAT, "%s:%d: a face needs three corners", r->path, r->line);
    memcpy(r->cut, r->polygon, (size_t)count * sizeof *r->cut);
    polygon_cut(mesh->vertices, r->cut, count, &mesh->triangles[3 * mesh->triangle_count]);
    if (mesh->texture) map_corners(r, count);
    mesh->triangle_count += count - 2;
    if (!r->part_ended) mesh->first_part_count = mesh->triangle_count;
    return HF_STATUS_OK;
}

static hf_status read_obj_line(obj_reader *r, const char *s)
{
    while (*s == ' ' || *s == '\t') s++;
    bool blank = s[0] && (s[1] == ' ' || s[1] == '\t');
    if (blank && s[0] == 'v')
    {
        s++;
        if (!read_some(&s, &r->mesh->vertices[3 * r->mesh->vertex_count], 3))
            return error_set(r->error, HF_STATUS_FORMAT, "%s:%d: the vertex has no three coordinates", r->path,
                             r->line);
        r->mesh->vertex_count++;
    }
    else if (s[0] == 'v' && s[1] == 't')
    {
        double *uv = &r->uv[2 * r->uv_count++];
        s += 2;
        if (!read_some(&s, uv, 2) || !isfinite(uv[0]) || !isfinite(uv[1])) uv[0] = uv[1] = 0; // no more than a look
    }
    else if (blank && s[0] == 'f') return read_obj_face(r, s + 1);
    else if ((s[0] == 'o' || s[0] == 'g') && strchr(" \t\r\n", s[1]) && r->mesh->triangle_count > 0)
        r->part_ended = true;
    return HF_STATUS_OK;
}

static hf_status read_obj(const char *path, const char *bytes, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    size_t vertices, mapped, corners;
    count_obj(bytes, &vertices, &mapped, &corners);
    if (vertices > COUNT_LIMIT || mapped > COUNT_LIMIT || corners > COUNT_LIMIT)
        return error_set(error, HF_STATUS_FORMAT, "%s: too many vertices or faces", path);
    obj_reader r = {.path = path, .mesh = mesh, .line = 1, .arena = arena, .error = error};
    mesh->vertices = ARENA_ARRAY(arena, double, 3 * vertices);
    mesh->triangles = ARENA_ARRAY(arena, int, 3 * corners);
    r.polygon = ARENA_ARRAY(arena, int, corners);
    r.cut = ARENA_ARRAY(arena, int, corners);
    r.mapped = ARENA_ARRAY(arena, int, corners);
    r.uv = ARENA_ARRAY(arena, double, 2 * mapped);
    if (mapped > 0) mesh->texture = ARENA_ARRAY(arena, double, 6 * corners);
    if (!mesh->vertices || !mesh->triangles || !r.polygon || !r.cut || !r.mapped || !r.uv ||
        (mapped > 0 && !mesh->texture))
        return error_no_memory(error);
    for (const char *s = bytes; s && *s; r.line++)
    {
        TRY(read_obj_line(&r, s));
        s = strchr(s, '\n');
        if (s) s++;
    }
    return HF_STATUS_OK;
}

// ---- any ----

static hf_status check_coordinates(const char *path, const mesh_data *mesh, hf_error *error)
{
    for (int k = 0; k < 3 * mesh->vertex_count; k++)
        if (!(fabs(mesh->vertices[k]) <= coordinate_limit))
            return error_set(error, HF_STATUS_FORMAT, "%s: vertex %d has the coordinate %g", path, k / 3,
                             mesh->vertices[k]);
    return HF_STATUS_OK;
}

hf_status mesh_read(const char *path, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    *mesh = (mesh_data){0};
    char *bytes;
    size_t size;
    hf_status status = file_read(path, arena, &bytes, &size, error);
    if (status != HF_STATUS_OK) return status;
    const char *ending = strrchr(path, '.');
    if (ending && strcasecmp(ending, ".stl") == 0) status = read_stl(path, bytes, size, arena, mesh, error);
    else if (ending && strcasecmp(ending, ".obj") == 0) status = read_obj(path, bytes, arena, mesh, error);
    else if (ending && strcasecmp(ending, ".msh") == 0) status = read_msh(path, bytes, size, arena, mesh, error);
    else if (ending && strcasecmp(ending, ".dae") == 0) status = collada_read(path, bytes, size, arena, mesh, error);
    else
        status = error_set(error, HF_STATUS_UNSUPPORTED,
                           "%s: meshes are read from .stl, .obj, .dae and .msh files; convert it to one of them", path);
    if (status == HF_STATUS_OK && mesh->vertex_count == 0)
        status = error_set(error, HF_STATUS_FORMAT, "%s: the mesh is empty", path);
    if (status == HF_STATUS_OK) status = check_coordinates(path, mesh, error);
    if (status == HF_STATUS_OK) status = mesh_merge(mesh, arena, error);
    return status;
}
