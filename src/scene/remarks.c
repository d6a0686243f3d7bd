// Remarks about a model: what is allowed, and more often a mistake than not.
//
// Ends of fibres inside the body that holds them. So much of a held end as two radii does not collide with that body
// (builder_fibre.c), and an end on the surface is none of our business: one is told of where its middle is deeper than
// that, the deepest of each body. It works, as a rope in a hand does: segments touch where the distance of the fibre
// has a minimum (chain_narrow.c), which it has at the end, so that the fibre comes out through the surface untouched. A
// body is asked by its shapes that the fibre may touch, one by one: where two of them overlap, the depth is that of the
// deeper one.
//
// Open meshes. Triangles of a mesh that is not closed have no inside: each is touched from the side on which a body's
// middle is (mesh_convex.c). A sheet is meant so; a head with a hole in it, or with a triangle that is the wrong way
// round, is not.
//
// Cost: n log m for n ends and m triangles.

#include "base/error.h"
#include "base/memory.h"
#include "collide/collide.h"
#include "holdfast/scene.h"
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>

static const double BURIED = 2.0; // radii: as far as a held end does not collide

/// Ends inside of one body: how many, and the deepest.
typedef struct buried
{
    int count, fibre, end;
    double depth;
} buried;

typedef struct remarks
{
    const hf_model *model;
    collide_state *state;
    pose *poses;   // of bodies that hold an end
    int *first;    // body_count: a body's first shape, -1
    int *next;     // shape_count: the next of the same body, -1
    buried *found; // body_count
    hf_notice notice;
    void *context;
} remarks;

static void name_of(char *out, size_t size, const char *kind, int index, const char *name)
{
    if (name && *name) snprintf(out, size, "%s '%.60s'", kind, name);
    else snprintf(out, size, "%s %d", kind, index);
}

static void list_shapes(remarks *r)
{
    const hf_model *m = r->model;
    for (int b = 0; b < m->body_count; b++) r->first[b] = -1;
    for (int s = collide_shape_count(m->scene) - 1; s >= 0; s--)
    {
        int body = collide_shape(m->scene, s)->body;
        r->next[s] = r->first[body];
        r->first[body] = s;
    }
}

static void place_body(remarks *r, int body)
{
    vec3 x;
    quat q;
    rigid_frame(&r->model->rigid[body], r->model->initial[body].x, r->model->initial[body].q, &x, &q);
    v3_store(r->poses[body].position, x);
    quat_to_matrix(q, r->poses[body].rotation);
}

/// Meshes with keyframes are where they begin.
static hf_status move_meshes(remarks *r, hf_error *error)
{
    const hf_model *m = r->model;
    for (int k = 0; k < m->deform_count; k++)
    {
        double *vertices = MEMORY_ARRAY(double, 3 * (size_t)m->deforms[k].vertex_count);
        if (!vertices) return error_no_memory(error);
        deform_at(&m->deforms[k], 0.0, vertices);
        collide_move_mesh(r->state, m->deforms[k].mesh, vertices);
        free(vertices);
    }
    return HF_STATUS_OK;
}

/// How deep a vertex is inside a body, as far as the fibre may touch it.
static hf_status depth_of(remarks *r, const hf_fibre_def *def, int vertex, int body, double *most, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    *most = 0.0;
    for (int s = r->first[body]; s >= 0 && status == HF_STATUS_OK; s = r->next[s])
    {
        const hf_shape_def *shape = collide_shape(r->model->scene, s);
        double depth = 0.0;
        if (!((shape->category & def->mask) | (def->category & shape->mask))) continue;
        status = collide_depth(r->model->scene, r->state, r->poses, s, def->points + 3 * (size_t)vertex, def->radius,
                               &depth, error);
        if (depth > *most) *most = depth;
    }
    return status;
}

static hf_status look_at_end(remarks *r, int index, int end, hf_error *error)
{
    const hf_fibre_def *def = &r->model->fibres[index].def;
    int body = def->ends[end].body;
    double depth = 0.0;
    place_body(r, body);
    hf_status status = depth_of(r, def, end ? def->point_count - 1 : 0, body, &depth, error);
    if (status != HF_STATUS_OK || !(depth > BURIED * def->radius)) return status;
    buried *found = &r->found[body];
    found->count++;
    if (depth > found->depth) found->depth = depth, found->fibre = index, found->end = end;
    return HF_STATUS_OK;
}

static void tell_of_ends(const remarks *r, int body)
{
    char text[600], holder[80], name[80], how_many[60] = "";
    const buried *found = &r->found[body];
    name_of(holder, sizeof holder, "body", body, body ? r->model->bodies[body].name : "world");
    name_of(name, sizeof name, "fibre", found->fibre, r->model->fibres[found->fibre].def.name);
    if (found->count > 1) snprintf(how_many, sizeof how_many, " (the deepest of %d such ends)", found->count);
    snprintf(text, sizeof text,
             "%s: its %s is %.3g m inside of %s, which holds it%s: it comes out through the surface untouched; if that "
             "is not meant, move the curve to the surface, or leave out contacts by contype and conaffinity",
             name, found->end ? "tip" : "root", found->depth, holder, how_many);
    r->notice(r->context, text);
}

static hf_status look_at_ends(remarks *r, hf_error *error)
{
    const hf_model *m = r->model;
    hf_status status = move_meshes(r, error);
    list_shapes(r);
    for (int f = 0; f < m->fibre_count; f++)
        for (int e = 0; e < 2 && status == HF_STATUS_OK; e++)
            if (m->fibres[f].def.ends[e].hold != HF_HOLD_FREE) status = look_at_end(r, f, e, error);
    for (int b = 0; b < m->body_count && status == HF_STATUS_OK; b++)
        if (r->found[b].count) tell_of_ends(r, b);
    return status;
}

static hf_status remark_ends(remarks *r, hf_error *error)
{
    const hf_model *m = r->model;
    size_t bodies = (size_t)m->body_count;
    if (m->fibre_count == 0) return HF_STATUS_OK;
    hf_status status = collide_state_create(m->scene, &r->state, error);
    if (status != HF_STATUS_OK) return status;
    r->poses = MEMORY_ARRAY(pose, bodies);
    r->first = MEMORY_ARRAY(int, bodies);
    r->next = MEMORY_ARRAY(int, (size_t)collide_shape_count(m->scene));
    r->found = memory_zeroed(bodies, sizeof *r->found);
    status = r->poses && r->first && r->next && r->found ? look_at_ends(r, error) : error_no_memory(error);
    free(r->poses), free(r->first), free(r->next), free(r->found);
    collide_state_destroy(r->state);
    return status;
}

static void remark_meshes(const remarks *r)
{
    for (int k = 0; k < collide_mesh_count(r->model->scene); k++)
    {
        char text[400], mesh[80];
        double at[3];
        int count = collide_open_edges(r->model->scene, k, at);
        if (count == 0) continue;
        name_of(mesh, sizeof mesh, "mesh", k, collide_mesh(r->model->scene, k).name);
        snprintf(
            text, sizeof text,
            "%s is not closed: %d edge%s, the first at %.4g %.4g %.4g, where its surface ends or a triangle is the "
            "wrong way round; it has no inside, and is touched from both sides, as a sheet",
            mesh, count, count == 1 ? "" : "s", at[0], at[1], at[2]);
        r->notice(r->context, text);
    }
}

hf_status hf_scene_remarks(const hf_model *model, hf_notice notice, void *context, hf_error *error)
{
    remarks r = {.model = model, .notice = notice, .context = context};
    remark_meshes(&r);
    return remark_ends(&r, error);
}
