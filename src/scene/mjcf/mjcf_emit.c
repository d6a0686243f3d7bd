// From the pieces of the file to a builder.

#include "base/error.h"
#include "model/builder.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

// ---- bodies ----

/// A body that is fixed to the world is a static body of its own; one with joints, or fixed to one that moves, is a
/// link of its parent.
static hf_status emit_body(mjcf_reader *reader, mjcf_body *body)
{
    const mjcf_body *parent = &reader->bodies[body->parent];
    bool prescribed = (body->mocap && !body->still) || body->prescribed;
    bool fixed = body->weld == 0; // to the world
    bool link = (!body->free || body->carried) && !prescribed && !fixed;
    hf_body_def def = body->definition;
    def.name = body->name;
    def.motion = prescribed ? HF_MOTION_PRESCRIBED : fixed ? HF_MOTION_STATIC : HF_MOTION_FREE;
    def.parent = link ? parent->index : -1;
    mjcf_pose pose = link ? body->pose : body->world;
    v3_store(def.position, pose.position);
    quat_store(def.orientation, pose.turn);
    def.gravity_scale = reader->off & OFF_FLUID ? 1 : 1 - body->gravcomp;
    if (body->moves)
    {
        def.mass = body->mass.mass;
        def.density = 0; // what has no mass here has none
        v3_store(def.center, body->mass.center);
        memcpy(def.inertia, body->mass.inertia, sizeof def.inertia);
    }
    hf_error error = {0};
    hf_status status = hf_builder_add_body(reader->builder, &def, &body->index, &error);
    bool mounted = fixed && parent->index > 0 && parent->weld == 0;
    if (status == HF_STATUS_OK && mounted)
        status = builder_add_mount(reader->builder, body->index, parent->index, &error);
    return mjcf_passed(reader, body->node, status, &error);
}

static hf_status emit_bodies(mjcf_reader *reader)
{
    hf_status status = HF_STATUS_OK;
    reader->bodies[0].index = 0;
    for (int k = 1; k < reader->body_count && status == HF_STATUS_OK; k++)
        status = emit_body(reader, &reader->bodies[k]);
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
    bool triangles = geom->triangles || (geom->surface && mesh->data.triangle_count > 0);
    shape->kind = triangles ? HF_SHAPE_MESH : HF_SHAPE_HULL;
    if (mesh->index < 0)
    {
        hf_error error = {0};
        hf_mesh_def def = {.name = mesh->name,
                           .vertex_count = mesh->data.vertex_count,
                           .vertices = mesh->data.vertices,
                           .triangle_count = mesh->data.triangle_count,
                           .triangles = mesh->data.triangles};
        status =
            mjcf_passed(reader, mesh->node, hf_builder_add_mesh(reader->builder, &def, &mesh->index, &error), &error);
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
        status = mjcf_passed(reader, field->node, hf_builder_add_field(reader->builder, &def, &field->index, &error),
                             &error);
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
    bool flat = geom->type == GEOM_PLANE || geom->type == GEOM_HFIELD;
    if (flat && reader->bodies[geom->body].weld != 0)
        return mjcf_fail(reader, geom->node, HF_STATUS_INVALID,
                         "type: planes and height fields belong to bodies that do not move; use a box or a mesh");
    if (geom->type == GEOM_MESH) return emit_mesh(reader, geom, shape);
    if (geom->type == GEOM_HFIELD) return emit_field(reader, geom, shape);
    shape->kind = kinds[geom->type];
    memcpy(shape->size, geom->size, sizeof shape->size);
    return HF_STATUS_OK;
}

static hf_status set_colour(mjcf_reader *reader, const mjcf_geom *geom, hf_shape_def *shape)
{
    for (int i = 0; i < 4; i++) shape->color[i] = (float)geom->rgba[i];
    if (geom->material && !geom->has_rgba)
    {
        const mjcf_material *material = mjcf_find_material(reader, geom->material);
        if (!material)
            return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "material: there is no material '%s'",
                             geom->material);
        memcpy(shape->color, material->look.color, sizeof shape->color);
    }
    return HF_STATUS_OK;
}

static double geom_restitution(const mjcf_reader *reader, const mjcf_geom *geom)
{
    double of_body = reader->bodies[geom->body].restitution;
    return geom->restitution >= 0 ? geom->restitution : of_body >= 0 ? of_body : reader->restitution;
}

static hf_status emit_geom(mjcf_reader *reader, mjcf_geom *geom)
{
    if (geom->swims && geom->mesh)
        return mjcf_fail(reader, geom->node, HF_STATUS_UNSUPPORTED,
                         "fluidshape: a mesh does not swim; add an ellipsoid with mass=\"0\" that does");
    if (!mjcf_collides(geom) && geom->mesh) return HF_STATUS_OK; // to be looked at only: its file is not even opened
    hf_shape_def shape = hf_shape_def_default();
    shape.name = geom->name;
    shape.body = reader->bodies[geom->body].index;
    v3_store(shape.position, geom->pose.position);
    quat_store(shape.orientation, geom->pose.turn);
    bool overridden = reader->override_friction >= 0, touches = !(reader->off & OFF_CONTACT);
    shape.friction = overridden ? reader->override_friction : geom->friction[0];
    shape.torsion = geom->friction[1];
    shape.rolling = geom->friction[2];
    shape.condim = (int)geom->condim;
    shape.restitution = geom_restitution(reader, geom);
    shape.compliance = geom->compliance;
    shape.grip = geom->grip;
    shape.priority = (int)geom->priority;
    shape.margin = geom->margin;
    shape.adhesion = geom->adhesion;
    shape.adhesion_range = reader->adheres ? fmax(0, geom->margin + geom->gap) : 0;
    shape.swims = geom->swims != 0;
    memcpy(shape.fluid, geom->fluid, sizeof shape.fluid);
    memcpy(shape.surface_velocity, geom->surface_velocity, sizeof shape.surface_velocity);
    shape.category = touches ? (uint32_t)geom->contype : 0;
    shape.mask = touches ? (uint32_t)geom->conaffinity : 0;
    hf_status status = emit_form(reader, geom, &shape);
    if (status == HF_STATUS_OK) status = set_colour(reader, geom, &shape);
    if (status != HF_STATUS_OK) return status;
    hf_error error = {0};
    return mjcf_passed(reader, geom->node, hf_builder_add_shape(reader->builder, &shape, &geom->shape, &error), &error);
}

/// Whether anything adheres: then margins and gaps say how far that reaches.
static bool find_adhesion(const mjcf_reader *reader)
{
    for (int k = 0; k < reader->geom_count; k++)
        if (reader->geoms[k].adhesion != 0) return true;
    static const char *const sections[2] = {"contact", "actuator"}, *const words[2] = {"adhesion", "body"};
    for (int k = 0; k < 2; k++)
        for (const xml_node *section = NULL; (section = mjcf_child(reader->root, sections[k], section)) != NULL;)
            for (const xml_node *node = section->first; node; node = node->next)
                if (xml_value(node, words[k])) return true;
    return false;
}

static hf_status emit_geoms(mjcf_reader *reader)
{
    hf_status status = HF_STATUS_OK;
    reader->adheres = find_adhesion(reader);
    for (int k = 0; k < reader->geom_count && status == HF_STATUS_OK; k++)
        status = emit_geom(reader, &reader->geoms[k]);
    return status;
}

hf_status mjcf_emit(mjcf_reader *reader)
{
    static hf_status (*const parts[])(mjcf_reader *) = {
        emit_bodies,        mjcf_emit_motions,   mjcf_emit_joints,  mjcf_emit_sites,   emit_geoms,
        mjcf_emit_visuals,  mjcf_emit_deforms,   mjcf_emit_fibres,  mjcf_emit_contact, mjcf_emit_tendons,
        mjcf_emit_equality, mjcf_emit_actuators, mjcf_emit_sensors, mjcf_emit_planar,  mjcf_emit_keys,
    };
    TRY(hf_builder_create(&reader->builder, reader->error));
    TRY(hf_builder_set(reader->builder, &reader->settings, reader->error));
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) TRY(parts[k](reader));
    return HF_STATUS_OK;
}
