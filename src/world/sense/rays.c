// Looking at the shapes of a world: rays and distances, where bodies stand now.

#include "holdfast/query.h"

#include "world/world.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pose *poses_now(const hf_world *world)
{
    pose *poses = MEMORY_ARRAY(pose, (size_t)world->model->body_count);
    if (poses) poses_of(world->model, world->state.bodies, world->state.q, poses);
    return poses;
}

// ---- rays ----

hf_ray hf_ray_default(void)
{
    return (hf_ray){.direction = {0, 0, 1}, .reach = INFINITY, .skip_body = -1};
}

static hf_status begin_ray(const hf_ray *def, int k, collide_ray *ray, hf_error *error)
{
    vec3 origin = v3_load(def->origin), d = v3_load(def->direction);
    double largest = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    if (!isfinite(origin.x + origin.y + origin.z))
        return error_set(error, HF_STATUS_INVALID, "ray %d: origin = %g %g %g is not finite", k, origin.x, origin.y,
                         origin.z);
    if (!(largest > 0.0) || !isfinite(d.x + d.y + d.z))
        return error_set(error, HF_STATUS_INVALID, "ray %d: direction = %g %g %g has no direction", k, d.x, d.y, d.z);
    if (!(def->reach > 0.0))
        return error_set(error, HF_STATUS_INVALID, "ray %d: reach = %g m must be > 0", k, def->reach);
    d = v3(d.x / largest, d.y / largest, d.z / largest); // whose square neither vanishes nor overflows
    v3_store(ray->origin, origin);
    v3_store(ray->along, v3_scale(1.0 / v3_norm(d), d));
    ray->distance = def->reach;
    ray->skip_body = def->skip_body;
    return HF_STATUS_OK;
}

static void end_ray(const hf_model *model, const collide_ray *ray, hf_ray_hit *hit)
{
    *hit = (hf_ray_hit){.shape = -1, .body = -1, .distance = INFINITY};
    if (ray->shape < 0) return;
    hit->shape = ray->shape;
    hit->body = collide_shape(model->scene, ray->shape)->body;
    hit->distance = ray->distance;
    v3_store(hit->point, v3_add_scaled(v3_load(ray->origin), ray->distance, v3_load(ray->along)));
    memcpy(hit->normal, ray->normal, sizeof hit->normal);
}

hf_status hf_world_rays(const hf_world *world, int count, const hf_ray *rays, hf_ray_hit *hits, hf_error *error)
{
    if (count < 0) return error_set(error, HF_STATUS_INVALID, "rays: count = %d must be >= 0", count);
    collide_ray *all = MEMORY_ARRAY(collide_ray, (size_t)count);
    pose *poses = poses_now(world);
    hf_status status = all && poses ? HF_STATUS_OK : error_no_memory(error);
    for (int k = 0; k < count && status == HF_STATUS_OK; k++) status = begin_ray(&rays[k], k, &all[k], error);
    if (status == HF_STATUS_OK)
    {
        collide_rays(world->model->scene, world->collide, poses, count, all);
        for (int k = 0; k < count; k++) end_ray(world->model, &all[k], &hits[k]);
    }
    free(all);
    free(poses);
    return status;
}

// ---- distances ----

static hf_status check_pair(const char *what, int a, int b, int count, double reach, hf_error *error)
{
    if (a < 0 || a >= count || b < 0 || b >= count)
        return error_set(error, HF_STATUS_INVALID, "distance: there is no %s %d among %d", what,
                         a < 0 || a >= count ? a : b, count);
    if (a == b) return error_set(error, HF_STATUS_INVALID, "distance: %s %d from itself", what, a);
    if (!(reach > 0.0) || isinf(reach))
        return error_set(error, HF_STATUS_INVALID, "distance: reach = %g m must be finite and > 0", reach);
    return HF_STATUS_OK;
}

/// *distance ◄ that of two shapes, if it is less.
static hf_status look_at_pair(const hf_world *world, const pose *poses, int a, int b, double reach,
                              hf_distance *distance, hf_error *error)
{
    contact_point p;
    bool found;
    hf_status status = collide_distance(world->model->scene, world->collide, poses, a, b, reach, &found, &p, error);
    if (status != HF_STATUS_OK || !found || !(p.gap < distance->distance)) return status;
    vec3 n = v3_load(p.normal), x = v3_load(p.point);
    *distance = (hf_distance){.distance = p.gap, .shape_a = a, .shape_b = b};
    v3_store(distance->point_a, v3_add_scaled(x, 0.5 * p.gap, n));
    v3_store(distance->point_b, v3_add_scaled(x, -0.5 * p.gap, n));
    v3_store(distance->normal, n);
    return HF_STATUS_OK;
}

static const hf_distance far_apart = {.distance = INFINITY, .shape_a = -1, .shape_b = -1};

hf_status hf_world_shape_distance(const hf_world *world, int shape_a, int shape_b, double reach, hf_distance *distance,
                                  hf_error *error)
{
    hf_distance found = far_apart;
    hf_status status = check_pair("shape", shape_a, shape_b, collide_shape_count(world->model->scene), reach, error);
    if (status != HF_STATUS_OK) return status;
    pose *poses = poses_now(world);
    status = poses ? look_at_pair(world, poses, shape_a, shape_b, reach, &found, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) *distance = found;
    free(poses);
    return status;
}

hf_status hf_world_body_distance(const hf_world *world, int body_a, int body_b, double reach, hf_distance *distance,
                                 hf_error *error)
{
    const collide_scene *scene = world->model->scene;
    hf_distance found = far_apart;
    hf_status status = check_pair("body", body_a, body_b, world->model->body_count, reach, error);
    if (status != HF_STATUS_OK) return status;
    pose *poses = poses_now(world);
    if (!poses) return error_no_memory(error);
    for (int a = 0; a < collide_shape_count(scene) && status == HF_STATUS_OK; a++)
        for (int b = 0; b < collide_shape_count(scene) && status == HF_STATUS_OK; b++)
            if (collide_shape(scene, a)->body == body_a && collide_shape(scene, b)->body == body_b)
                status = look_at_pair(world, poses, a, b, reach, &found, error);
    if (status == HF_STATUS_OK) *distance = found;
    free(poses);
    return status;
}
