// Rays among all shapes, the distance of two, and how deep a ball is in one.
//
// Shapes are placed once for all rays; a ray is kept from shapes whose ball it passes by.

#include "base/arena.h"
#include "base/error.h"
#include "bodies/deformable/deformable.h"
#include "collide/broad/deformed_hull.h"
#include "collide/ray/ray.h"
#include "collide/shapes/mesh.h"

#include <math.h>

/// Whether a ray comes nearer to the middle of a shape than its extent, before `distance`.
static bool comes_near(const collide_ray *ray, vec3 middle, double extent)
{
    if (isinf(extent)) return true;
    vec3 d = v3_load(ray->along), to = v3_sub(middle, v3_load(ray->origin));
    double ahead = v3_dot(to, d);
    const double SLACK = 1.0 + 1e-9;
    double most = extent * SLACK;
    if (ahead < -most || ahead - most > ray->distance) return false;
    return v3_norm2(v3_add_scaled(to, -ahead, d)) <= most * most;
}

/// A ray and a shape of a body that changes its shape: in the body's own frame, where it has not.
static bool ray_deformed(const scene_shape *shape, const pose *body, const collide_ray *ray, double *distance,
                         vec3 *normal)
{
    static const pose none = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    shape_view view = shape->view;
    double inverse[9];
    deformable_invert(body->rotation, inverse);
    scene_place(shape, &none, &view);
    vec3 from = m3_times(inverse, v3_sub(v3_load(ray->origin), v3_load(body->position)));
    vec3 along = m3_times(inverse, v3_load(ray->along));
    double length = v3_norm(along);
    if (!ray_shape(&view, from, v3_scale(1.0 / length, along), length * ray->distance, distance, normal)) return false;
    *distance /= length;
    *normal = v3_unit_or(m3_transpose_times(inverse, *normal), *normal);
    return true;
}

void collide_rays(const collide_scene *scene, const collide_state *state, const pose *body_poses, int count,
                  collide_ray *rays)
{
    for (int k = 0; k < count; k++) rays[k].shape = -1;
    for (int s = 0; s < scene->shape_count; s++)
    {
        shape_view view;
        collide_view(scene, state, body_poses, s, &view);
        vec3 middle = view_to_world(&view, scene->shapes[s].middle);
        for (int k = 0; k < count; k++)
        {
            collide_ray *ray = &rays[k];
            double distance;
            vec3 normal;
            const scene_shape *shape = &scene->shapes[s];
            bool formed = shape->form != HF_FORM_RIGID;
            if (shape->body == ray->skip_body || (!formed && !comes_near(ray, middle, view.extent))) continue;
            if (formed
                    ? !ray_deformed(shape, &body_poses[shape->body], ray, &distance, &normal)
                    : !ray_shape(&view, v3_load(ray->origin), v3_load(ray->along), ray->distance, &distance, &normal))
                continue;
            if (ray->shape >= 0 && !(distance < ray->distance)) continue;
            ray->shape = s;
            ray->distance = distance;
            v3_store(ray->normal, normal);
        }
    }
}

hf_status collide_distance(const collide_scene *scene, const collide_state *state, const pose *body_poses, int shape_a,
                           int shape_b, double reach, bool *found, contact_point *point, hf_error *error)
{
    shape_view a, b;
    manifold out = {0};
    *found = false;
    if (scene->shapes[shape_a].form != HF_FORM_RIGID || scene->shapes[shape_b].form != HF_FORM_RIGID)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "distance: shape %d or %d belongs to a body that changes its shape; contacts know its gaps",
                         shape_a, shape_b);
    collide_view(scene, state, body_poses, shape_a, &a);
    collide_view(scene, state, body_poses, shape_b, &b);
    if (!(a.kind < b.kind ? narrow_functions[a.kind][b.kind] : narrow_functions[b.kind][a.kind]))
        return error_set(error, HF_STATUS_UNSUPPORTED, "distance: a %s and a %s never move, and have none",
                         hf_shape_kind_name(a.kind), hf_shape_kind_name(b.kind));
    hf_workspace *workspace = NULL;
    hf_status status = hf_workspace_create(&workspace, error);
    out.workspace = workspace;
    if (status == HF_STATUS_OK) narrow_pair(&a, &b, reach, &out);
    if (status == HF_STATUS_OK && out.failed) status = error_no_memory(error);
    int best = -1;
    for (int k = 0; k < out.count && status == HF_STATUS_OK; k++)
        if (best < 0 || out.points[k].gap < out.points[best].gap) best = k;
    if (best >= 0 && out.points[best].gap <= reach)
    {
        *found = true;
        point->gap = out.points[best].gap;
        v3_store(point->point, out.points[best].point);
        v3_store(point->normal, out.points[best].normal);
    }
    manifold_free(&out);
    hf_workspace_destroy(workspace);
    return status;
}

/// How deep x (in the mesh's frame) is inside a closed mesh. The way to the surface is looked for farther and farther,
/// so that few triangles are looked at.
static double mesh_depth(const triangle_mesh *mesh, vec3 x, double radius)
{
    double weights[3], most = 4.0 * mesh->extent;
    int t;
    if (!mesh->closed || !mesh_contains(mesh, x)) return 0.0;
    double reach = radius;
    while (reach < most && !mesh_nearest(mesh, x, reach, &t, weights)) reach *= 2.0;
    if (!(reach < most)) return 0.0;
    vec3 at = v3_zero();
    for (int k = 0; k < 3; k++) at = v3_add_scaled(at, weights[k], mesh_corner(mesh, t, k));
    return v3_distance(at, x);
}

hf_status collide_depth(const collide_scene *scene, const collide_state *state, const pose *body_poses, int shape,
                        const double middle[3], double radius, double *depth, hf_error *error)
{
    shape_view view, ball = {.kind = HF_SHAPE_SPHERE,
                             .size = {radius},
                             .center = v3_load(middle),
                             .axis = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)},
                             .extent = radius};
    manifold out = {0};
    *depth = 0.0;
    collide_view(scene, state, body_poses, shape, &view);
    if (view.kind == HF_SHAPE_MESH)
    {
        *depth = mesh_depth(view.mesh, view_to_local(&view, ball.center), radius);
        return HF_STATUS_OK;
    }
    hf_workspace *workspace = NULL;
    hf_status status = hf_workspace_create(&workspace, error);
    if (status != HF_STATUS_OK) return status;
    out.workspace = workspace;
    narrow_pair(&ball, &view, 0.0, &out);
    for (int k = 0; k < out.count; k++) *depth = fmax(*depth, -out.points[k].gap - radius);
    if (out.failed) status = error_no_memory(error);
    manifold_free(&out);
    hf_workspace_destroy(workspace);
    return status;
}

int collide_open_edges(const collide_scene *scene, int mesh, double place[3])
{
    const triangle_mesh *tree = scene->trees[mesh];
    if (!tree || tree->closed) return 0;
    vec3 a = v3_load(&tree->vertices[3 * tree->open_edge[0]]), b = v3_load(&tree->vertices[3 * tree->open_edge[1]]);
    v3_store(place, v3_mix(a, b, 0.5));
    return tree->open_count;
}
