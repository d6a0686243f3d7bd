// Planes of a scene: which bodies stay in one, and which of the shapes that meet there are prisms.

#include "collide/broad/scene.h"

#include "base/memory.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>

static const double PARALLEL = 1e-12; // sine: normals of one plane, also if they are opposite

/// The frame of a normal, a new one if need be.
static int find_frame(collide_scene *scene, vec3 normal)
{
    flat_frame frame = flat_frame_of(normal);
    for (int k = 0; k < scene->frame_count; k++)
        if (v3_norm(v3_cross(scene->frames[k].n, frame.n)) <= PARALLEL) return k;
    scene->frames[scene->frame_count] = frame;
    return scene->frame_count++;
}

static bool same_frame(const hf_shape_def *a, const hf_shape_def *b)
{
    return a->body == b->body && vector_equal(3, a->position, b->position) &&
           vector_equal(4, a->orientation, b->orientation);
}

/// Wholes of the prisms that belong together: one body, one frame and one depth. They follow one another. False if
/// memory is short.
static bool join_parts(collide_scene *scene, flat_outline **parts)
{
    for (int begin = 0, end; begin < scene->shape_count; begin = end)
    {
        int count = 0;
        const flat_outline *first = scene->shapes[begin].view.outline;
        for (end = begin; end < scene->shape_count; end++)
        {
            flat_outline *o = &scene->outlines[end];
            if (end > begin && (!first || !scene->shapes[end].view.outline || o->half != first->half ||
                                o->middle != first->middle || !same_frame(&scene->defs[begin], &scene->defs[end])))
                break;
            if (first) parts[count++] = o;
        }
        if (count > 1 && !flat_whole_join(parts, count)) return false;
    }
    return true;
}

bool scene_make_flat(collide_scene *scene, const double (*plane)[3])
{
    bool any = false;
    for (int k = 0; k < scene->shape_count; k++) scene->shapes[k].frame = -1;
    for (int k = 0; plane && k < scene->body_count; k++) any = any || v3_norm2(v3_load(plane[k])) > 0.0;
    if (!any) return true;
    scene->frames = MEMORY_ARRAY(flat_frame, (size_t)scene->body_count);
    scene->outlines = MEMORY_ARRAY(flat_outline, (size_t)scene->shape_count);
    flat_outline **parts = MEMORY_ARRAY(flat_outline *, (size_t)scene->shape_count);
    bool room = scene->frames && scene->outlines && parts;
    for (int k = 0; room && k < scene->shape_count; k++)
    {
        scene_shape *shape = &scene->shapes[k];
        vec3 normal = v3_load(plane[shape->body]);
        if (v3_norm2(normal) > 0.0) shape->frame = find_frame(scene, normal);
        bool meets = shape->frame >= 0 || !scene->moves[shape->body];
        if (meets && shape->view.hull && flat_outline_of(shape->view.hull, &scene->outlines[k]))
            shape->view.outline = &scene->outlines[k];
    }
    room = room && join_parts(scene, parts);
    free(parts);
    return room;
}

const flat_frame *scene_plane(const collide_scene *scene, int shape_a, int shape_b)
{
    const scene_shape *a = &scene->shapes[shape_a], *b = &scene->shapes[shape_b];
    if (a->frame < 0 && b->frame < 0) return NULL;
    if (a->frame < 0 && scene->moves[a->body]) return NULL;
    if (b->frame < 0 && scene->moves[b->body]) return NULL;
    if (a->frame >= 0 && b->frame >= 0 && a->frame != b->frame) return NULL;
    return &scene->frames[a->frame >= 0 ? a->frame : b->frame];
}
