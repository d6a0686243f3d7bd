// Height fields: a closed mesh with the heights on top, walls down to the base and a floor, whose top counts as solid
// all the way down.
//
// Each cell is two triangles, cut from its low corner (x, y) to its high one. The floor is a fan, so that it costs no
// more than the walls.

#include "collide/shapes/field.h"

#include "base/error.h"
#include "base/memory.h"
#include "collide/shapes/mesh.h"

#include <stdlib.h>

struct height_field
{
    double *vertices;
    int *triangles;
    triangle_mesh *mesh;
};

static hf_status check_field(const hf_field_def *def, const char *name, hf_error *error)
{
    if (def->rows < 2 || def->columns < 2 || (double)def->rows * def->columns > 1e7)
        return error_set(error, HF_STATUS_INVALID,
                         "height field %s: %d rows and %d columns, must be >= 2 and at most 1e7 together", name,
                         def->rows, def->columns);
    const double sizes[3] = {def->half_x, def->half_y, def->base};
    static const char *const names[3] = {"half_x", "half_y", "base"};
    for (int k = 0; k < 3; k++)
        if (!(sizes[k] > 0) || !(sizes[k] <= 1e150))
            return error_set(error, HF_STATUS_INVALID, "height field %s: %s = %g, must be > 0", name, names[k],
                             sizes[k]);
    for (int i = 0; i < def->rows * def->columns; i++)
        if (!(def->heights[i] >= 0) || !(def->heights[i] <= 1e150))
            return error_set(error, HF_STATUS_INVALID, "height field %s: height %d is %g, must be >= 0", name, i,
                             def->heights[i]);
    return HF_STATUS_OK;
}

static int add_triangle(int *triangles, int count, int a, int b, int c)
{
    triangles[3 * count] = a, triangles[3 * count + 1] = b, triangles[3 * count + 2] = c;
    return count + 1;
}

/// The i-th grid vertex of the border, counter-clockwise seen from above.
static int border_vertex(const hf_field_def *def, int i)
{
    int r = def->rows - 1, c = def->columns - 1;
    if (i < c) return i;
    if (i < c + r) return (i - c) * def->columns + c;
    if (i < 2 * c + r) return r * def->columns + (c - (i - c - r));
    return (r - (i - 2 * c - r)) * def->columns;
}

/// Fills vertices and triangles; returns the number of triangles on top.
static int fill(const hf_field_def *def, int border, double *vertices, int *triangles)
{
    int columns = def->columns, top = def->rows * columns, count = 0;
    for (int r = 0; r < def->rows; r++)
        for (int c = 0; c < columns; c++)
            v3_store(&vertices[3 * (r * columns + c)],
                     v3(def->half_x * (2.0 * c / (columns - 1) - 1), def->half_y * (2.0 * r / (def->rows - 1) - 1),
                        def->heights[r * columns + c]));
    for (int r = 0; r + 1 < def->rows; r++)
        for (int c = 0; c + 1 < columns; c++)
        {
            int v = r * columns + c;
            count = add_triangle(triangles, count, v, v + 1, v + columns + 1);
            count = add_triangle(triangles, count, v, v + columns + 1, v + columns);
        }
    int top_count = count;
    for (int i = 0; i < border; i++)
    {
        int v = border_vertex(def, i), w = border_vertex(def, (i + 1) % border);
        int below = top + i, below_next = top + (i + 1) % border;
        vec3 x = v3_load(&vertices[3 * v]);
        v3_store(&vertices[3 * below], v3(x.x, x.y, -def->base));
        count = add_triangle(triangles, count, below, below_next, w);
        count = add_triangle(triangles, count, below, w, v);
        count = add_triangle(triangles, count, below_next, below, top + border);
    }
    v3_store(&vertices[3 * (top + border)], v3(0, 0, -def->base));
    return top_count;
}

hf_status field_create(const hf_field_def *def, height_field **field, hf_error *error)
{
    *field = NULL;
    const char *name = def->name ? def->name : "(unnamed)";
    hf_status status = check_field(def, name, error);
    if (status != HF_STATUS_OK) return status;
    int border = 2 * (def->rows + def->columns) - 4;
    hf_mesh_def mesh = {.name = name,
                        .vertex_count = def->rows * def->columns + border + 1,
                        .triangle_count = 2 * (def->rows - 1) * (def->columns - 1) + 3 * border};
    height_field *made = MEMORY_ARRAY(height_field, 1);
    if (!made) return error_no_memory(error);
    made->vertices = MEMORY_ARRAY(double, 3 * (size_t)mesh.vertex_count);
    made->triangles = MEMORY_ARRAY(int, 3 * (size_t)mesh.triangle_count);
    status = made->vertices && made->triangles ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        int top_count = fill(def, border, made->vertices, made->triangles);
        mesh.vertices = made->vertices, mesh.triangles = made->triangles;
        status = mesh_create(&mesh, &made->mesh, error);
        if (status == HF_STATUS_OK) made->mesh->solid_below = true, made->mesh->top_count = top_count;
    }
    if (status != HF_STATUS_OK) field_destroy(made);
    else *field = made;
    return status;
}

void field_destroy(height_field *field)
{
    if (!field) return;
    mesh_destroy(field->mesh);
    free(field->vertices), free(field->triangles);
    free(field);
}

const triangle_mesh *field_mesh(const height_field *field)
{
    return field->mesh;
}

void narrow_field(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    if (a->kind == HF_SHAPE_MESH) mesh_against_mesh(a, a->mesh, b, b->field->mesh, margin, out);
    else mesh_against_convex(a, b, b->field->mesh, margin, out);
}
