// Triangles of every kind of shape, in the shape's frame. Round ones have normals; boxes, planes, meshes and fields
// have flat faces.

#include "record/export/exporter.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum
{
    AROUND = 24, // faces of a turn
    ARC = 6,     // of a quarter of one
};

static const double pi = 3.14159265358979323846;

/// A ring of a surface of revolution about z: radius, height, and the normal's parts along both.
typedef struct ring
{
    double r, z, nr, nz;
} ring;

static bool make_arrays(shape_mesh *mesh, int vertices, int triangles, bool normals)
{
    *mesh = (shape_mesh){.vertex_count = vertices,
                         .triangle_count = triangles,
                         .vertices = MEMORY_ARRAY(double, 3 * (size_t)vertices),
                         .normals = normals ? MEMORY_ARRAY(double, 3 * (size_t)vertices) : NULL,
                         .triangles = MEMORY_ARRAY(int, 3 * (size_t)triangles)};
    return mesh->vertices && mesh->triangles && (!normals || mesh->normals);
}

/// Rings from below upwards. Where two neighbours coincide (a sharp edge) there is no band between them.
static bool revolve(shape_mesh *mesh, const ring *rings, int count)
{
    if (!make_arrays(mesh, count * (AROUND + 1), 2 * (count - 1) * AROUND, true)) return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= AROUND; k++)
        {
            double sine, cosine, *v = &mesh->vertices[3 * (i * (AROUND + 1) + k)];
            double *n = &mesh->normals[3 * (i * (AROUND + 1) + k)];
            real_sin_cos(2.0 * pi * (k % AROUND) / AROUND, &sine, &cosine);
            v[0] = rings[i].r * cosine, v[1] = rings[i].r * sine, v[2] = rings[i].z;
            n[0] = rings[i].nr * cosine, n[1] = rings[i].nr * sine, n[2] = rings[i].nz;
        }
    int made = 0;
    for (int i = 0; i + 1 < count; i++)
    {
        if (rings[i].r == rings[i + 1].r && rings[i].z == rings[i + 1].z) continue;
        for (int k = 0; k < AROUND; k++)
        {
            int a = i * (AROUND + 1) + k, b = a + 1, c = b + AROUND + 1, d = c - 1;
            const int pair[2][3] = {{a, b, c}, {a, c, d}};
            for (int t = 0; t < 2; t++)
            {
                if (rings[t == 0 ? i : i + 1].r == 0.0) continue; // both corners are the pole
                memcpy(&mesh->triangles[3 * made++], pair[t], sizeof pair[t]);
            }
        }
    }
    mesh->triangle_count = made;
    return true;
}

/// Two half spheres of radius r, `half` above and below the middle; half = 0: a sphere.
static bool make_capsule(shape_mesh *mesh, double r, double half)
{
    ring rings[2 * (ARC + 1)];
    for (int side = 0; side < 2; side++)
        for (int k = 0; k <= ARC; k++)
        {
            double sine, cosine, angle = 0.5 * pi * (side == 0 ? k - ARC : k) / ARC;
            real_sin_cos(angle, &sine, &cosine);
            bool pole = k == (side == 0 ? 0 : ARC);
            if (pole) cosine = 0.0, sine = side == 0 ? -1.0 : 1.0;
            rings[side * (ARC + 1) + k] = (ring){r * cosine, r * sine + (side == 0 ? -half : half), cosine, sine};
        }
    return revolve(mesh, rings, 2 * (ARC + 1));
}

static bool make_cylinder(shape_mesh *mesh, double r, double half)
{
    const ring rings[] = {{0, -half, 0, -1}, {r, -half, 0, -1}, {r, -half, 1, 0},
                          {r, half, 1, 0},   {r, half, 0, 1},   {0, half, 0, 1}};
    return revolve(mesh, rings, 6);
}

static bool make_ellipsoid(shape_mesh *mesh, const double half[3])
{
    if (!make_capsule(mesh, 1.0, 0.0)) return false;
    for (int k = 0; k < mesh->vertex_count; k++)
    {
        double *n = &mesh->normals[3 * k];
        for (int d = 0; d < 3; d++) mesh->vertices[3 * k + d] *= half[d], n[d] /= half[d];
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int d = 0; d < 3; d++) n[d] /= length;
    }
    return true;
}

static bool make_box(shape_mesh *mesh, const double half[3])
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    if (!make_arrays(mesh, 8, 12, false)) return false;
    for (int k = 0; k < 8; k++)
        for (int d = 0; d < 3; d++) mesh->vertices[3 * k + d] = k >> d & 1 ? half[d] : -half[d];
    for (int f = 0; f < 6; f++)
        for (int t = 0; t < 2; t++)
            for (int c = 0; c < 3; c++) mesh->triangles[3 * (2 * f + t) + c] = faces[f][c == 0 ? 0 : c + t];
    return true;
}

static bool make_plane(shape_mesh *mesh, double half)
{
    static const int corners[6] = {0, 1, 2, 0, 2, 3};
    if (!make_arrays(mesh, 4, 2, false)) return false;
    for (int k = 0; k < 4; k++)
    {
        mesh->vertices[3 * k] = k == 1 || k == 2 ? half : -half;
        mesh->vertices[3 * k + 1] = k >= 2 ? half : -half;
    }
    memcpy(mesh->triangles, corners, sizeof corners);
    return true;
}

static bool make_field(shape_mesh *mesh, const hf_field_def *f)
{
    if (!make_arrays(mesh, f->rows * f->columns, 2 * (f->rows - 1) * (f->columns - 1), false)) return false;
    int made = 0;
    for (int r = 0; r < f->rows; r++)
        for (int c = 0; c < f->columns; c++)
        {
            int k = r * f->columns + c;
            double *v = &mesh->vertices[3 * k];
            v[0] = -f->half_x + 2.0 * f->half_x * c / (f->columns - 1);
            v[1] = -f->half_y + 2.0 * f->half_y * r / (f->rows - 1);
            v[2] = f->heights[k];
            if (r + 1 == f->rows || c + 1 == f->columns) continue;
            const int pair[6] = {k, k + 1, k + f->columns + 1, k, k + f->columns + 1, k + f->columns};
            memcpy(&mesh->triangles[3 * made], pair, sizeof pair);
            made += 2;
        }
    return true;
}

static bool make_copy(shape_mesh *mesh, const hf_mesh_def *from)
{
    if (!make_arrays(mesh, from->vertex_count, from->triangle_count, false)) return false;
    memcpy(mesh->vertices, from->vertices, 3 * (size_t)from->vertex_count * sizeof(double));
    memcpy(mesh->triangles, from->triangles, 3 * (size_t)from->triangle_count * sizeof(int));
    return true;
}

hf_status shape_mesh_make(const recorded_model *model, const hf_shape_def *shape, double plane, shape_mesh *mesh,
                          hf_error *error)
{
    const double *s = shape->size;
    bool well = false;
    *mesh = (shape_mesh){0};
    switch (shape->kind)
    {
    case HF_SHAPE_PLANE: well = make_plane(mesh, plane); break;
    case HF_SHAPE_SPHERE: well = make_capsule(mesh, s[0], 0.0); break;
    case HF_SHAPE_CAPSULE: well = make_capsule(mesh, s[0], s[1]); break;
    case HF_SHAPE_BOX: well = make_box(mesh, s); break;
    case HF_SHAPE_CYLINDER: well = make_cylinder(mesh, s[0], s[1]); break;
    case HF_SHAPE_ELLIPSOID: well = make_ellipsoid(mesh, s); break;
    case HF_SHAPE_HULL:
    case HF_SHAPE_MESH: well = make_copy(mesh, &model->meshes[shape->mesh]); break;
    case HF_SHAPE_FIELD: well = make_field(mesh, &model->fields[shape->mesh]); break;
    case HF_SHAPE_KIND_COUNT: well = true; break;
    }
    if (well) return HF_STATUS_OK;
    shape_mesh_free(mesh);
    return error_no_memory(error);
}

void shape_mesh_free(shape_mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->normals);
    free(mesh->triangles);
    *mesh = (shape_mesh){0};
}
