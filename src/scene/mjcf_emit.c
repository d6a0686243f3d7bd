// From the pieces of the file to a builder.

#include "base/error.h"
#include "scene/mjcf.h"

#include <string.h>

/// An error of the builder, with the place that it comes from.
static hf_status passed(mjcf_reader *reader, const xml_node *node, hf_status status, const hf_error *error)
{
    if (status == HF_STATUS_OK) return status;
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    return mjcf_fail(reader, node, status, "%s", error->message);
}

// ---- bodies ----

static hf_status emit_body(mjcf_reader *reader, mjcf_body *body, double factor)
{
    hf_body_def def = body->definition;
    def.name = body->name;
    def.motion = body->free                        ? HF_MOTION_FREE
                 : body->mocap || body->prescribed ? HF_MOTION_PRESCRIBED
                                                   : HF_MOTION_STATIC;
    v3_store(def.position, body->world.position);
    quat_store(def.orientation, body->world.turn);
    def.gravity_scale = 1 - body->gravcomp;
    if (body->free)
    {
        mass_properties mass;
        hf_status status = mjcf_root_mass(reader, (int)(body - reader->bodies), &mass);
        if (status != HF_STATUS_OK) return status;
        def.mass = factor * mass.mass;
        v3_store(def.center, mass.center);
        for (int i = 0; i < 6; i++) def.inertia[i] = factor * mass.inertia[i];
        vec3 arm = quat_rotate(body->world.turn, mass.center), turn = v3_load(def.angular_velocity);
        if (body->velocity_of_origin) v3_store(def.velocity, v3_add(v3_load(def.velocity), v3_cross(turn, arm)));
    }
    hf_error error = {0};
    return passed(reader, body->node, hf_builder_add_body(reader->builder, &def, &body->index, &error), &error);
}

/// gravcomp of a part counts for that part's mass, which one body cannot tell.
static hf_status check_parts(mjcf_reader *reader, const mjcf_body *body)
{
    const mjcf_body *root = &reader->bodies[body->root];
    if (root != body && root->free && body->gravcomp != root->gravcomp)
        return mjcf_fail(reader, body->node, HF_STATUS_UNSUPPORTED,
                         "gravcomp: must be equal for bodies that are fixed to each other");
    return HF_STATUS_OK;
}

static hf_status emit_bodies(mjcf_reader *reader)
{
    double factor;
    hf_status status = mjcf_scale_masses(reader, &factor);
    reader->bodies[0].index = 0;
    for (int k = 1; k < reader->body_count && status == HF_STATUS_OK; k++)
    {
        mjcf_body *body = &reader->bodies[k];
        status = body->root == k ? emit_body(reader, body, factor) : check_parts(reader, body);
    }
    return status;
}

// ---- geoms ----

static hf_status emit_mesh(mjcf_reader *reader, const mjcf_geom *geom, hf_shape_def *shape)
{
    mjcf_mesh *mesh = mjcf_find_mesh(reader, geom->mesh);
    hf_status status = mjcf_load_mesh(reader, mesh);
    if (status != HF_STATUS_OK) return status;
    if (geom->triangles && mesh->data.triangle_count == 0)
        return mjcf_fail(reader, geom->node, HF_STATUS_INVALID, "the mesh '%s' has no triangles", mesh->name);
    shape->kind = geom->triangles ? HF_SHAPE_MESH : HF_SHAPE_HULL;
    if (mesh->index < 0)
    {
        hf_error error = {0};
        hf_mesh_def def = {.name = mesh->name,
                           .vertex_count = mesh->data.vertex_count,
                           .vertices = mesh->data.vertices,
                           .triangle_count = mesh->data.triangle_count,
                           .triangles = mesh->data.triangles};
        status = passed(reader, mesh->node, hf_builder_add_mesh(reader->builder, &def, &mesh->index, &error), &error);
    }
    shape->mesh = mesh->index;
    return status;
}

static hf_status emit_field(mjcf_reader *reader, const mjcf_geom *geom, hf_shape_def *shape)
{
    mjcf_field *field = mjcf_find_field(reader, geom->hfield);
    hf_status status = HF_STATUS_OK;
    if (field->index < 0)
    {
        hf_error error = {0};
        hf_field_def def = {.name = field->name,
                            .rows = field->rows,
                            .columns = field->columns,
                            .half_x = field->size[0],
                            .half_y = field->size[1],
                            .base = field->size[3],
                            .heights = field->heights};
        status =
            passed(reader, field->node, hf_builder_add_field(reader->builder, &def, &field->index, &error), &error);
    }
    shape->kind = HF_SHAPE_FIELD;
    shape->mesh = field->index;
    return status;
}

static hf_status emit_form(mjcf_reader *reader, const mjcf_geom *geom, hf_shape_def *shape)
{
    static const hf_shape_kind kinds[] = {
        [GEOM_PLANE] = HF_SHAPE_PLANE,     [GEOM_HFIELD] = HF_SHAPE_FIELD,        [GEOM_SPHERE] = HF_SHAPE_SPHERE,
        [GEOM_CAPSULE] = HF_SHAPE_CAPSULE, [GEOM_ELLIPSOID] = HF_SHAPE_ELLIPSOID, [GEOM_CYLINDER] = HF_SHAPE_CYLINDER,
        [GEOM_BOX] = HF_SHAPE_BOX,
    };
    const mjcf_body *root = &reader->bodies[reader->bodies[geom->body].root];
    bool flat = geom->type == GEOM_PLANE || geom->type == GEOM_HFIELD;
    if (flat && (root->free || root->mocap || root->prescribed))
        return mjcf_fail(reader, geom->node, HF_STATUS_INVALID,
                         "type: planes and height fields belong to bodies that do not move; use a box or a mesh");
    if (geom->type == GEOM_MESH) return emit_mesh(reader, geom, shape);
    if (geom->type == GEOM_HFIELD) return emit_field(reader, geom, shape);
    if (geom->mesh)
        return mjcf_fail(reader, geom->node, HF_STATUS_UNSUPPORTED,
                         "mesh: fitting a primitive to a mesh is not supported; write its size and pos");
    shape->kind = kinds[geom->type];
    memcpy(shape->size, geom->size, sizeof shape->size);
    return HF_STATUS_OK;
}

static hf_status set_colour(mjcf_reader *reader, const mjcf_geom *geom, hf_shape_def *shape)
{
    const double *rgba = geom->rgba;
    if (geom->material && !geom->has_rgba)
    {
        const mjcf_material *material = reader->materials;
        while (material && strcmp(material->name, geom->material) != 0) material = material->next;
        if (!material)
            return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "material: there is no material '%s'",
                             geom->material);
        rgba = material->rgba;
    }
    for (int i = 0; i < 4; i++) shape->color[i] = (float)rgba[i];
    return HF_STATUS_OK;
}

static double geom_restitution(const mjcf_reader *reader, const mjcf_geom *geom)
{
    double of_body = reader->bodies[geom->body].restitution;
    return geom->restitution >= 0 ? geom->restitution : of_body >= 0 ? of_body : reader->restitution;
}

static hf_status emit_geom(mjcf_reader *reader, mjcf_geom *geom)
{
    if (!mjcf_collides(geom) && geom->mesh) return HF_STATUS_OK; // to be looked at only: its file is not even opened
    const mjcf_body *own = &reader->bodies[geom->body], *root = &reader->bodies[own->root];
    mjcf_pose pose = mjcf_compose(own->in_root, geom->pose);
    hf_shape_def shape = hf_shape_def_default();
    shape.name = geom->name;
    shape.body = root->index;
    v3_store(shape.position, pose.position);
    quat_store(shape.orientation, pose.turn);
    shape.friction = geom->condim == 1 ? 0 : geom->friction[0];
    shape.restitution = geom_restitution(reader, geom);
    shape.priority = (int)geom->priority;
    shape.margin = geom->margin;
    shape.category = (uint32_t)geom->contype;
    shape.mask = (uint32_t)geom->conaffinity;
    hf_status status = emit_form(reader, geom, &shape);
    if (status == HF_STATUS_OK) status = set_colour(reader, geom, &shape);
    if (status != HF_STATUS_OK) return status;
    hf_error error = {0};
    return passed(reader, geom->node, hf_builder_add_shape(reader->builder, &shape, &geom->shape, &error), &error);
}

hf_status mjcf_emit(mjcf_reader *reader)
{
    hf_status status = hf_builder_create(&reader->builder, reader->error);
    if (status == HF_STATUS_OK) status = hf_builder_set(reader->builder, &reader->settings, reader->error);
    if (status == HF_STATUS_OK) status = emit_bodies(reader);
    for (int k = 0; k < reader->geom_count && status == HF_STATUS_OK; k++)
        status = emit_geom(reader, &reader->geoms[k]);
    if (status == HF_STATUS_OK) status = mjcf_emit_contact(reader);
    return status;
}
