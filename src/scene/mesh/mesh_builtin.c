// Round and square meshes of unit size, with the points that MuJoCo gives them.
//
// sphere n            an icosahedron whose triangles are cut into four, n times, each point moved to the sphere
// hemisphere n        the upper half of an octahedron with n + 1 rows a face, likewise; and the disc below
// cone n r            n points on a circle of radius 1 at z = -1, and n on one of radius r at z = 1, or a tip: their
//                     hull
// supersphere n e f   (c(v, f) c(u, e), c(v, f) s(u, e), s(v, f)), n points round and n + 1 from pole to pole, with
// supertorus n r s t  ((1 + r c(v, s)) c(u, t), (1 + r c(v, s)) s(u, t), r s(v, s)), n points each way;
//                     c(x, p) = sign(cos x) |cos x|^p, and s with the sine
// plate m n           m × n points in the middles of squares, at z = -1

#include "scene/mesh/mesh_builtin.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/// A mesh with room for so many points and triangles. False if memory is short.
static bool make_room(mesh_data *mesh, size_t points, size_t triangles, hf_workspace *arena)
{
    *mesh = (mesh_data){.vertices = ARENA_ARRAY(arena, double, 3 * points),
                        .triangles = ARENA_ARRAY(arena, int, 3 * triangles)};
    return mesh->vertices && mesh->triangles;
}

static int add_point(mesh_data *mesh, double x, double y, double z)
{
    v3_store(&mesh->vertices[3 * mesh->vertex_count], v3(x, y, z));
    return mesh->vertex_count++;
}

static void add_triangle(mesh_data *mesh, int a, int b, int c)
{
    int *corner = &mesh->triangles[3 * mesh->triangle_count++];
    corner[0] = a, corner[1] = b, corner[2] = c;
    mesh->first_part_count = mesh->triangle_count;
}

// ---- spheres ----

static int add_middle(mesh_data *mesh, const double *a, const double *b)
{
    vec3 m = v3_add(v3_load(a), v3_load(b));
    m = v3_scale(1 / v3_norm(m), m);
    return add_point(mesh, m.x, m.y, m.z);
}

/// Each triangle makes three points of its own; equal ones are merged by the caller.
static hf_status cut_triangles(mesh_data *mesh, hf_workspace *arena, hf_error *error)
{
    mesh_data finer;
    size_t count = (size_t)mesh->triangle_count;
    if (!make_room(&finer, (size_t)mesh->vertex_count + 3 * count, 4 * count, arena)) return error_no_memory(error);
    memcpy(finer.vertices, mesh->vertices, 3 * (size_t)mesh->vertex_count * sizeof(double));
    finer.vertex_count = mesh->vertex_count;
    for (size_t t = 0; t < count; t++)
    {
        const int *c = &mesh->triangles[3 * t];
        // Of the side from corner i to the next; summed in one order, so that both triangles get the same point.
        int middle[3];
        for (int i = 0; i < 3; i++)
        {
            int a = c[i], b = c[(i + 1) % 3];
            middle[i] = add_middle(&finer, &mesh->vertices[3 * (a < b ? a : b)], &mesh->vertices[3 * (a < b ? b : a)]);
        }
        for (int i = 0; i < 3; i++) add_triangle(&finer, c[i], middle[i], middle[(i + 2) % 3]);
        add_triangle(&finer, middle[0], middle[1], middle[2]);
    }
    *mesh = finer;
    return mesh_merge(mesh, arena, error);
}

static hf_status make_sphere(int cuts, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    static const int sides[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                     {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                     {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                     {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    if (!make_room(mesh, 12, 20, arena)) return error_no_memory(error);
    double golden = (1 + sqrt(5)) / 2, size = sqrt(1 + golden * golden), a = 1 / size, b = golden / size;
    for (int axis = 0; axis < 3; axis++) // ±1 and ±φ on two axes at a time
        for (int k = 0; k < 4; k++)
        {
            double one = k % 2 ? a : -a, phi = k < 2 ? b : -b;
            if (axis == 0) add_point(mesh, one, phi, 0);
            if (axis == 1) add_point(mesh, 0, one, phi);
            if (axis == 2) add_point(mesh, k < 2 ? b : -b, 0, k % 2 ? a : -a);
        }
    for (int t = 0; t < 20; t++) add_triangle(mesh, sides[t][0], sides[t][1], sides[t][2]);
    for (int k = 0; k < cuts; k++) TRY(cut_triangles(mesh, arena, error));
    return HF_STATUS_OK;
}

static hf_status make_hemisphere(int rows, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    int n = rows + 1;
    size_t points = 2 + 2 * (size_t)n * ((size_t)n + 1), triangles = 4 * (size_t)n * ((size_t)n + 1);
    if (!make_room(mesh, points, triangles, arena)) return error_no_memory(error);
    static const int turns[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    add_point(mesh, 0, 0, 1);
    int above = 0, above_count = 1;
    for (int r = 1; r <= n; r++)
    {
        int begin = mesh->vertex_count, count = 4 * r;
        for (int side = 0; side < 4; side++)
            for (int i = 0; i < r; i++)
            {
                vec3 p = v3((r - i) * turns[side][0] + i * turns[side + 1][0],
                            (r - i) * turns[side][1] + i * turns[side + 1][1], n - r);
                p = v3_scale(1 / v3_norm(p), p);
                add_point(mesh, p.x, p.y, p.z);
            }
        for (int side = 0; side < 4; side++)
            for (int i = 0; i < r; i++)
            {
                int low = side * r + i, high = side * (r - 1) + i;
                add_triangle(mesh, above + high % above_count, begin + low, begin + (low + 1) % count);
                if (i + 1 < r)
                    add_triangle(mesh, above + high % above_count, begin + (low + 1) % count,
                                 above + (high + 1) % above_count);
            }
        above = begin, above_count = count;
    }
    int middle = add_point(mesh, 0, 0, 0);
    for (int k = 0; k < above_count; k++) add_triangle(mesh, above + k, middle, above + (k + 1) % above_count);
    return HF_STATUS_OK;
}

// ---- the others ----

static hf_status make_cone(int count, double radius, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    if (!make_room(mesh, 2 * (size_t)count, 0, arena)) return error_no_memory(error);
    for (int k = 0; k < count; k++) add_point(mesh, real_cos(2 * pi * k / count), real_sin(2 * pi * k / count), -1);
    for (int k = 0; k < count && radius > 0; k++)
        add_point(mesh, radius * real_cos(2 * pi * k / count), radius * real_sin(2 * pi * k / count), 1);
    if (!(radius > 0)) add_point(mesh, 0, 0, 1);
    return HF_STATUS_OK;
}

static double power(double value, double exponent)
{
    double size = fabs(value);
    return size < 1e-15 ? 0 : copysign(real_exp(exponent * real_log(size)), value);
}

static double c(double angle, double exponent)
{
    return power(real_cos(angle), exponent);
}

static double s(double angle, double exponent)
{
    return power(real_sin(angle), exponent);
}

/// Two triangles between the points k and k + 1 of two rings of n.
static void add_square(mesh_data *mesh, int below, int above, int k, int n)
{
    add_triangle(mesh, below + k, below + (k + 1) % n, above + k);
    add_triangle(mesh, below + (k + 1) % n, above + (k + 1) % n, above + k);
}

static hf_status make_supersphere(int n, double e, double f, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    if (!make_room(mesh, ((size_t)n - 1) * (size_t)n + 2, 2 * (size_t)n * ((size_t)n - 1), arena))
        return error_no_memory(error);
    add_point(mesh, 0, 0, -1);
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            double v = -pi / 2 + i * pi / n, u = -pi + j * 2 * pi / n;
            add_point(mesh, c(v, f) * c(u, e), c(v, f) * s(u, e), s(v, f));
        }
    int top = add_point(mesh, 0, 0, 1), last = 1 + (n - 2) * n;
    for (int j = 0; j < n; j++) add_triangle(mesh, 0, 1 + (j + 1) % n, 1 + j);
    for (int i = 0; i + 2 < n; i++)
        for (int j = 0; j < n; j++) add_square(mesh, 1 + i * n, 1 + (i + 1) * n, j, n);
    for (int j = 0; j < n; j++) add_triangle(mesh, last + j, last + (j + 1) % n, top);
    return HF_STATUS_OK;
}

static hf_status make_supertorus(int n, double r, double p, double q, hf_workspace *arena, mesh_data *mesh,
                                 hf_error *error)
{
    if (!make_room(mesh, (size_t)n * (size_t)n, 2 * (size_t)n * (size_t)n, arena)) return error_no_memory(error);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            double u = 2 * pi * i / n, v = 2 * pi * j / n, out = 1 + r * c(v, p);
            add_point(mesh, out * c(u, q), out * s(u, q), r * s(v, p));
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) add_square(mesh, (i + 1) % n * n, i * n, j, n);
    return HF_STATUS_OK;
}

static hf_status make_plate(int rows, int columns, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    size_t squares = ((size_t)rows - 1) * ((size_t)columns - 1);
    if (!make_room(mesh, (size_t)rows * (size_t)columns, 2 * squares, arena)) return error_no_memory(error);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) add_point(mesh, -1 + (2 * i + 1.0) / rows, -1 + (2 * j + 1.0) / columns, -1);
    for (int i = 0; i + 1 < rows; i++)
        for (int j = 0; j + 1 < columns; j++)
        {
            int at = i * columns + j;
            add_triangle(mesh, at, at + columns, at + 1);
            add_triangle(mesh, at + columns + 1, at + 1, at + columns);
        }
    return HF_STATUS_OK;
}

// ---- by name ----

static const struct
{
    const char *name, *wanted;
    int count;
    double low[4], high[4];
} kinds[] = {
    {"sphere", "the number of cuts, 0 … 4", 1, {0}, {4}},
    {"hemisphere", "the number of rows, 0 … 10", 1, {0}, {10}},
    {"cone", "a number of points, 3 … 10000, and the radius of the top, 0 … 1", 2, {3, 0}, {10000, 1}},
    {"supersphere", "a number of points, 3 … 1000, and two exponents, 0 … 1000", 3, {3, 0, 0}, {1000, 1000, 1000}},
    {"supertorus",
     "a number of points, 3 … 1000, the inner radius, 0 … 1, and two exponents, 0 … 1000",
     4,
     {3, 1e-12, 1e-12, 1e-12},
     {1000, 1, 1000, 1000}},
    {"plate", "two numbers of points, 2 … 1000", 2, {2, 2}, {1000, 1000}},
};

hf_status mesh_make_builtin(const char *kind, const double *p, int count, hf_workspace *arena, mesh_data *mesh,
                            hf_error *error)
{
    size_t k = 0, total = sizeof kinds / sizeof kinds[0];
    while (k < total && strcmp(kinds[k].name, kind) != 0) k++;
    if (k == total)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "builtin: '%.40s' is none of sphere, hemisphere, cone, supersphere, supertorus, plate", kind);
    bool well = count == kinds[k].count;
    for (int i = 0; i < count && well; i++) well = p[i] >= kinds[k].low[i] && p[i] <= kinds[k].high[i];
    if (!well) return error_set(error, HF_STATUS_INVALID, "params: a %s takes %s", kind, kinds[k].wanted);
    int n = (int)p[0];
    hf_status status = k == 0   ? make_sphere(n, arena, mesh, error)
                       : k == 1 ? make_hemisphere(n, arena, mesh, error)
                       : k == 2 ? make_cone(n, p[1], arena, mesh, error)
                       : k == 3 ? make_supersphere(n, p[1], p[2], arena, mesh, error)
                       : k == 4 ? make_supertorus(n, p[1], p[2], p[3], arena, mesh, error)
                                : make_plate(n, (int)p[1], arena, mesh, error);
    return status == HF_STATUS_OK ? mesh_merge(mesh, arena, error) : status;
}
