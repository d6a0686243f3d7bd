// A painter: what a model looks like, read once, and pictures of its worlds.

#include "record/picture/painter.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"

#include <stdlib.h>
#include <string.h>

enum
{
    LARGEST = 4096, // pixels across a picture; more would not fit into the edges of raster.c
    SAMPLES = 2,    // across and down a pixel
    SUN_SAMPLES = 1024,
};

static const double NEAREST = 0.01;                      // what is nearer to the eye is not seen [m]
static const double SUN[3] = {0.36, 0.48, 0.8};          // where it stands: a unit vector
static const double QUARTER = 0.78539816339744830961566; // 45 degrees [rad]

hf_painter_options hf_painter_options_default(void)
{
    return (hf_painter_options){.threads = 1, .most_triangles = 5000, .groups = 7, .shadows = true};
}

static hf_status check_options(const hf_painter_options *options, hf_error *error)
{
    if (options->threads < 1)
        return error_set(error, HF_STATUS_INVALID, "painter: threads = %d must be >= 1", options->threads);
    if (options->most_triangles < 0)
        return error_set(error, HF_STATUS_INVALID, "painter: most_triangles = %d must be >= 0",
                         options->most_triangles);
    return HF_STATUS_OK;
}

hf_status hf_painter_create(const hf_model *model, const hf_painter_options *options, hf_painter **painter,
                            hf_error *error)
{
    hf_painter_options fallback = hf_painter_options_default();
    if (!options) options = &fallback;
    *painter = NULL;
    hf_status status = check_options(options, error);
    if (status != HF_STATUS_OK) return status;
    hf_painter *p = memory_zeroed(1, sizeof *p);
    if (!p) return error_no_memory(error);
    p->options = *options;
    p->body_count = hf_model_count(model, HF_ITEM_BODY);
    hf_settings settings = hf_model_settings(model);
    recorded_model copy = {0};
    status = hf_workspace_create(&p->pool, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&p->arena, error);
    if (status == HF_STATUS_OK) hf_workspace_set_threads(p->pool, options->threads);
    if (status == HF_STATUS_OK) status = recorded_model_copy(model, &settings, &copy, error);
    if (status == HF_STATUS_OK)
    {
        status = painter_make_solids(p, &copy, error);
        recorded_model_free(&copy);
    }
    for (int pass = 0; pass < 2 && status == HF_STATUS_OK; pass++)
    {
        p->lists[pass] = memory_zeroed((size_t)p->solid_count + 1, sizeof *p->lists[pass]);
        if (!p->lists[pass]) status = error_no_memory(error);
    }
    if (status == HF_STATUS_OK) *painter = p;
    else hf_painter_destroy(p);
    return status;
}

void hf_painter_destroy(hf_painter *painter)
{
    if (!painter) return;
    for (int pass = 0; pass < 2; pass++)
    {
        for (int k = 0; painter->lists[pass] && k < painter->solid_count; k++) free(painter->lists[pass][k].items);
        free(painter->lists[pass]);
    }
    painter_free_solids(painter);
    hf_workspace_destroy(painter->pool);
    hf_workspace_destroy(painter->arena);
    free(painter);
}

// ---- views ----

/// The orientation of what looks along `forward` with z upwards.
static quat look_along(vec3 forward)
{
    vec3 back = v3_unit_or(v3_negate(forward), v3(0, 0, 1));
    vec3 right = v3_unit_or(v3_cross(v3(0, 0, 1), back), v3(1, 0, 0)), up = v3_cross(back, right);
    const double m[9] = {right.x, up.x, back.x, right.y, up.y, back.y, right.z, up.z, back.z};
    return quat_from_matrix(m);
}

hf_view hf_view_from(const double position[3], const double target[3])
{
    hf_view view = {.angle = QUARTER};
    memcpy(view.position, position, sizeof view.position);
    quat_store(view.orientation, look_along(v3_sub(v3_load(target), v3_load(position))));
    return view;
}

hf_view hf_view_of_world(const hf_world *world)
{
    const hf_model *model = hf_world_model(world);
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3(-INFINITY, -INFINITY, -INFINITY);
    for (int pass = 0; pass < 2 && !(low.x <= high.x); pass++) // what moves; all, if nothing does
        for (int k = 1; k < hf_model_count(model, HF_ITEM_BODY); k++)
        {
            hf_body_def def = hf_model_body(model, k);
            if (pass == 0 && def.motion == HF_MOTION_STATIC && def.parent < 0) continue;
            vec3 x = v3_load(hf_world_body(world, k).position);
            low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
            high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        }
    if (!(low.x <= high.x)) low = high = v3_zero();
    vec3 middle = v3_mix(low, high, 0.5), from = v3(0.72, -0.58, 0.38);
    double away = 1.6 * v3_distance(low, high) + 1.0, position[3], target[3];
    v3_store(target, middle);
    v3_store(position, v3_add_scaled(middle, away, from));
    return hf_view_from(position, target);
}

hf_status hf_view_of_camera(const hf_world *world, int camera, hf_view *view, hf_error *error)
{
    const hf_model *model = hf_world_model(world);
    if (camera < 0 || camera >= hf_model_count(model, HF_ITEM_CAMERA))
        return error_set(error, HF_STATUS_INVALID, "view: there is no camera %d among %d", camera,
                         hf_model_count(model, HF_ITEM_CAMERA));
    hf_camera_def def = hf_model_camera(model, camera);
    hf_body_state body = hf_world_body(world, def.body);
    quat turn = def.mode == HF_CAMERA_TRACK ? quat_identity() : quat_load(body.orientation);
    if (def.mode == HF_CAMERA_TRACK)
    { // it keeps the turn that its body was drawn with
        hf_body_def drawn = hf_model_body(model, def.body);
        turn = quat_load(drawn.orientation);
    }
    vec3 position = v3_add(v3_load(body.position), quat_rotate(turn, v3_load(def.position)));
    quat orientation = quat_multiply(turn, quat_load(def.orientation));
    if (def.mode == HF_CAMERA_TARGET && def.target >= 0)
        orientation = look_along(v3_sub(v3_load(hf_world_body(world, def.target).position), position));
    *view = (hf_view){.angle = def.angle};
    v3_store(view->position, position);
    quat_store(view->orientation, orientation);
    return HF_STATUS_OK;
}

// ---- lenses ----

static void set_frame(screen_lens *l, quat orientation, vec3 eye)
{
    double m[9];
    quat_to_matrix(quat_conjugate(orientation), m); // from the world to the lens
    for (int k = 0; k < 9; k++) l->rotation[k] = (float)m[k];
    l->eye[0] = (float)eye.x, l->eye[1] = (float)eye.y, l->eye[2] = (float)eye.z;
}

static screen_lens lens_of(const hf_view *view, int width, int height)
{
    screen_lens l = {.nearest = (float)NEAREST, .width = SAMPLES * width, .height = SAMPLES * height};
    double sine, cosine;
    real_sin_cos(0.5 * view->angle, &sine, &cosine);
    l.focal = (float)(0.5 * l.height * cosine / sine);
    l.center[0] = 0.5F * (float)l.width, l.center[1] = 0.5F * (float)l.height;
    set_frame(&l, quat_normalize(quat_load(view->orientation)), v3_load(view->position));
    return l;
}

/// The sun's lens: it sees all that can cast a shadow.
static screen_lens lens_of_sun(const hf_painter *painter, const placed *bodies)
{
    screen_lens l = {.parallel = true, .width = SUN_SAMPLES, .height = SUN_SAMPLES};
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3(-INFINITY, -INFINITY, -INFINITY);
    for (int k = 0; k < painter->solid_count; k++)
    {
        const solid *s = &painter->solids[k];
        const placed *at = &bodies[s->body];
        double c[3], r = (double)s->radius;
        if (s->ground || s->triangle_count == 0) continue;
        for (int i = 0; i < 3; i++)
            c[i] = (double)(at->origin[i] + at->map[3 * i] * s->center[0] + at->map[3 * i + 1] * s->center[1] +
                            at->map[3 * i + 2] * s->center[2]);
        low = v3(fmin(low.x, c[0] - r), fmin(low.y, c[1] - r), fmin(low.z, c[2] - r));
        high = v3(fmax(high.x, c[0] + r), fmax(high.y, c[1] + r), fmax(high.z, c[2] + r));
    }
    if (!(low.x <= high.x)) low = v3(-1, -1, -1), high = v3(1, 1, 1);
    double radius = 0.5 * v3_distance(low, high);
    l.focal = (float)(0.5 * SUN_SAMPLES / (radius > 1e-6 ? 1.02 * radius : 1e-6));
    l.center[0] = l.center[1] = 0.5F * SUN_SAMPLES;
    set_frame(&l, look_along(v3_negate(v3_load(SUN))), v3_mix(low, high, 0.5));
    return l;
}

// ---- painting ----

static hf_status check_picture(const hf_painter *painter, const hf_world *world, const hf_view *view,
                               const hf_picture *picture, hf_error *error)
{
    if (picture->width < 1 || picture->width > LARGEST || picture->height < 1 || picture->height > LARGEST)
        return error_set(error, HF_STATUS_INVALID, "picture: %d x %d pixels: 1 to %d each can be painted",
                         picture->width, picture->height, LARGEST);
    if (hf_model_count(hf_world_model(world), HF_ITEM_BODY) != painter->body_count)
        return error_set(error, HF_STATUS_INVALID, "picture: the painter is of a model with %d bodies, this has %d",
                         painter->body_count, hf_model_count(hf_world_model(world), HF_ITEM_BODY));
    bool finite = isfinite(view->angle) && isfinite(quat_norm(quat_load(view->orientation)));
    for (int d = 0; d < 3; d++) finite = finite && fabs(view->position[d]) < 1e9;
    if (!finite || !(quat_norm(quat_load(view->orientation)) > 1e-9))
        return error_set(error, HF_STATUS_INVALID, "picture: the position or orientation of the view is none");
    if (!(view->angle > 0.001 && view->angle < 3.1))
        return error_set(error, HF_STATUS_INVALID, "picture: angle = %g must be between 0.001 and 3.1 rad",
                         view->angle);
    return HF_STATUS_OK;
}

static placed *place_bodies(const hf_painter *painter, const hf_world *world)
{
    placed *all = ARENA_ARRAY(painter->arena, placed, painter->body_count);
    for (int k = 0; all && k < painter->body_count; k++)
    {
        double map[9];
        hf_body_state body = hf_world_body(world, k);
        hf_world_body_map(world, k, map);
        for (int d = 0; d < 9; d++) all[k].map[d] = (float)map[d];
        for (int d = 0; d < 3; d++) all[k].origin[d] = (float)body.position[d];
    }
    return all;
}

static bool make_canvas(hf_workspace *arena, int width, int height, bool seen, sample_canvas *c)
{
    size_t samples = (size_t)width * (size_t)height;
    *c =
        (sample_canvas){.width = width, .height = height, .stride = width, .depth = ARENA_ARRAY(arena, float, samples)};
    if (seen) c->seen = ARENA_ARRAY(arena, int, samples);
    return c->depth && (c->seen || !seen);
}

static hf_status paint(const hf_painter *painter, const hf_world *world, const hf_view *view, const hf_picture *picture,
                       hf_error *error)
{
    placed *bodies = place_bodies(painter, world);
    if (!bodies) return error_no_memory(error);
    screen_lens eye = lens_of(view, picture->width, picture->height), sun = lens_of_sun(painter, bodies);
    sample_canvas samples, shadow;
    flat_triangles seen, lit;
    bool shadows = painter->options.shadows && picture->color;
    if (!make_canvas(painter->arena, eye.width, eye.height, true, &samples)) return error_no_memory(error);
    hf_status status = painter_project(painter, bodies, &eye, 0, &seen, error);
    if (status == HF_STATUS_OK) status = painter_fill(painter, &seen, &samples, error);
    if (status == HF_STATUS_OK && shadows)
    {
        if (!make_canvas(painter->arena, sun.width, sun.height, false, &shadow)) return error_no_memory(error);
        status = painter_project(painter, bodies, &sun, 1, &lit, error);
        if (status == HF_STATUS_OK) status = painter_fill(painter, &lit, &shadow, error);
    }
    shade_context context = {.painter = painter,
                             .list = &seen,
                             .canvas = &samples,
                             .lens = &eye,
                             .sun = &sun,
                             .shadow = shadows ? &shadow : NULL,
                             .picture = picture,
                             .light = {(float)SUN[0], (float)SUN[1], (float)SUN[2]}};
    return status == HF_STATUS_OK ? painter_shade(&context, error) : status;
}

hf_status hf_painter_paint(hf_painter *painter, const hf_world *world, const hf_view *view, const hf_picture *picture,
                           hf_error *error)
{
    hf_status status = check_picture(painter, world, view, picture, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(painter->arena);
    status = paint(painter, world, view, picture, error);
    arena_end(painter->arena, mark);
    return status;
}
