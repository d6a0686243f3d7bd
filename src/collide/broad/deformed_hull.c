// Shapes of bodies that change their shape as a whole: x = p + F X, F any matrix with det F > 0
// (bodies/deformable/deformable.h).
//
// A body whose F is a scale and a rotation keeps the kinds of its shapes: sizes grow. Of other F the image of a ball is
// an ellipsoid, whose axes are those of T Tᵀ, T = F S diag(size), and the image of a polytope is one with the same
// faces, edges and neighbours: corners F x, normals along F⁻ᵀ n. Their features have the same names from step to step.
// Cost: as many products as a hull has corners and faces, each time that it is placed.

#include "collide/broad/deformed_hull.h"

#include "base/memory.h"
#include "bodies/deformable/deformable.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// The hull of a box.
static hf_status box_hull(const double size[3], convex_hull **hull, hf_error *error)
{
    double corners[24];
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 3; i++) corners[3 * k + i] = (k >> i & 1) ? size[i] : -size[i];
    return hull_create(&(hf_mesh_def){.name = "box", .vertex_count = 8, .vertices = corners}, hull, error);
}

hf_status deformed_hull_make(scene_shape *shape, hf_error *error)
{
    shape_view *view = &shape->view;
    if (shape->form != HF_FORM_AFFINE) return HF_STATUS_OK;
    if (view->kind == HF_SHAPE_SPHERE)
    {
        view->kind = HF_SHAPE_ELLIPSOID;
        view->size[1] = view->size[2] = view->size[0];
    }
    if (view->kind != HF_SHAPE_BOX) return HF_STATUS_OK;
    hf_status status = box_hull(view->size, &shape->own_hull, error);
    view->kind = HF_SHAPE_HULL;
    view->hull = shape->own_hull;
    return status;
}

convex_hull *deformed_hull_copy(const convex_hull *hull)
{
    convex_hull *copy = memory_copy(hull, 1, sizeof *copy);
    double *vertices = memory_copy(hull->vertices, 3 * (size_t)hull->vertex_count, sizeof *vertices);
    double *normals = memory_copy(hull->face_normals, 3 * (size_t)hull->face_count, sizeof *normals);
    if (!copy || !vertices || !normals)
    {
        free(copy), free(vertices), free(normals);
        return NULL;
    }
    copy->vertices = vertices;
    copy->face_normals = normals;
    return copy;
}

void deformed_hull_free(convex_hull *copy)
{
    if (!copy) return;
    free((void *)(uintptr_t)copy->vertices);
    free((void *)(uintptr_t)copy->face_normals);
    free(copy);
}

/// Corners and normals of `own` ◄ those of the hull under M.
static void form_hull(const convex_hull *hull, const double M[9], convex_hull *own)
{
    double inverse[9], *vertices = (double *)(uintptr_t)own->vertices,
                       *normals = (double *)(uintptr_t)own->face_normals;
    deformable_invert(M, inverse);
    for (int k = 0; k < hull->vertex_count; k++)
        v3_store(vertices + 3 * k, m3_times(M, v3_load(hull->vertices + 3 * k)));
    for (int k = 0; k < hull->face_count; k++)
    {
        vec3 n = v3_load(hull->face_normals + 3 * k);
        v3_store(normals + 3 * k, v3_unit_or(m3_transpose_times(inverse, n), n));
    }
}

static void set_axes(shape_view *view, const double M[9], double scale)
{
    for (int i = 0; i < 3; i++) view->axis[i] = v3_scale(scale, v3(M[i], M[3 + i], M[6 + i]));
}

/// Half axes and directions of the image of an ellipsoid.
static void form_ellipsoid(const scene_shape *shape, const double M[9], shape_view *view)
{
    double T[9], square[6], moments[3], R[9];
    quat axes;
    for (int k = 0; k < 9; k++) T[k] = M[k] * shape->view.size[k % 3];
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) square[k] = v3_dot(v3_load(T + 3 * row[k]), v3_load(T + 3 * column[k]));
    rigid_principal_axes(square, moments, &axes);
    quat_to_matrix(axes, R);
    set_axes(view, R, 1.0);
    for (int k = 0; k < 3; k++) view->size[k] = sqrt(fmax(moments[k], 0.0));
    view->extent = sqrt(square[0] + square[1] + square[2]);
}

void deformed_hull_place(const scene_shape *shape, const pose *body, convex_hull *own, shape_view *view)
{
    double M[9];
    m3_multiply(body->rotation, shape->rotation, M);
    double s = sqrt(M[0] * M[0] + M[3] * M[3] + M[6] * M[6]); // of a scaled body
    view->center = v3_add(v3_load(body->position), m3_times(body->rotation, shape->position));
    if (view->kind == HF_SHAPE_HULL)
    {
        static const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        set_axes(view, own ? none : M, 1.0);
        if (!own) return;
        form_hull(shape->view.hull, M, own);
        view->hull = own;
        bounds box = deformed_hull_bounds(view);
        view->extent = 0.5 * v3_norm(v3_sub(box.high, box.low));
        return;
    }
    if (shape->form == HF_FORM_AFFINE)
    {
        form_ellipsoid(shape, M, view);
        return;
    }
    set_axes(view, M, 1.0 / s);
    for (int k = 0; k < 3; k++) view->size[k] = s * shape->view.size[k];
    view->extent = s * shape->view.extent;
}

bounds deformed_hull_bounds(const shape_view *view)
{
    vec3 half = v3_zero();
    if (view->kind == HF_SHAPE_HULL)
    {
        bounds box = {v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY)};
        for (int k = 0; k < view->hull->vertex_count; k++)
        {
            vec3 x = v3_add(view->center, v3_load(view->hull->vertices + 3 * k));
            box = (bounds){v3_min(box.low, x), v3_max(box.high, x)};
        }
        return box;
    }
    const double *size = view->size;
    const double along[3] = {size[0],
                             view->kind == HF_SHAPE_BOX || view->kind == HF_SHAPE_ELLIPSOID ? size[1] : size[0],
                             view->kind == HF_SHAPE_CAPSULE    ? size[0] + size[1]
                             : view->kind == HF_SHAPE_CYLINDER ? size[1]
                             : view->kind == HF_SHAPE_SPHERE   ? size[0]
                                                               : size[2]};
    for (int i = 0; i < 3; i++) half = v3_add_scaled(half, along[i], v3_abs(view->axis[i]));
    return (bounds){v3_sub(view->center, half), v3_add(view->center, half)};
}
