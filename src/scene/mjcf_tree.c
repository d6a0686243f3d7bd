// <worldbody>: bodies, frames, joints, geoms.
//
// Bodies are numbered depth first, as in MuJoCo. A body without a joint is fixed to its parent: to the world, where it stays a static body of
// its own, or to a moving one, where it becomes part of it.

#include "base/error.h"
#include "scene/mjcf.h"

#include <math.h>
#include <string.h>

/// Where the walk is: inside which body, at which frame in it, under which class.
typedef struct place
{
    int body;
    mjcf_pose frame;
    const mjcf_class *class;
} place;

static const double size_limit = 1e9; // [m]: larger bodies leave no digits for the gaps between them

static hf_status read_children(mjcf_reader *reader, const xml_node *parent, place here);

static hf_status read_pose(mjcf_reader *reader, const xml_node *node, mjcf_pose *pose)
{
    double position[3] = {0};
    mjcf_orientation orientation = {.quat = {1, 0, 0, 0}};
    hf_status status = mjcf_numbers(reader, node, "pos", position, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_read_orientation(reader, node, &orientation);
    if (status == HF_STATUS_OK) status = mjcf_orient(reader, node, &orientation, &pose->turn);
    pose->position = v3_load(position);
    return status;
}

// ---- geoms ----

/// Ends given instead of pose and length.
static hf_status apply_fromto(mjcf_reader *reader, mjcf_geom *geom)
{
    if (geom->type != GEOM_CAPSULE && geom->type != GEOM_CYLINDER && geom->type != GEOM_BOX &&
        geom->type != GEOM_ELLIPSOID)
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT,
                         "fromto: only capsules, cylinders, boxes and ellipsoids have two ends");
    vec3 from = v3_load(geom->fromto), to = v3_load(geom->fromto + 3), axis = v3_sub(from, to);
    double length = v3_norm(axis);
    if (!(length > 1e-14)) return mjcf_fail(reader, geom->node, HF_STATUS_INVALID, "fromto: the ends are the same");
    v3_store(geom->position, v3_scale(0.5, v3_add(from, to)));
    geom->orientation.kind = ORIENTATION_Z_AXIS;
    v3_store(geom->orientation.values, axis);
    bool round = geom->type == GEOM_CAPSULE || geom->type == GEOM_CYLINDER;
    if (!round) geom->size[1] = geom->size[0];
    geom->size[round ? 1 : 2] = length / 2;
    return HF_STATUS_OK;
}

static hf_status check_size(mjcf_reader *reader, const mjcf_geom *geom)
{
    static const int needed[] = {0, 0, 1, 2, 3, 2, 3, 0, 0}; // by geom_type
    for (int i = 0; i < needed[geom->type]; i++)
    {
        if (!(geom->size[i] > 0))
            return mjcf_fail(reader, geom->node, HF_STATUS_INVALID,
                             "size: %d numbers greater than 0 are needed for this type, number %d is %g",
                             needed[geom->type], i + 1, geom->size[i]);
        if (geom->size[i] > size_limit)
            return mjcf_fail(reader, geom->node, HF_STATUS_INVALID, "size: %g m is beyond %g m", geom->size[i],
                             size_limit);
    }
    return HF_STATUS_OK;
}

static hf_status check_references(mjcf_reader *reader, mjcf_geom *geom)
{
    if (geom->type == GEOM_SDF)
        return mjcf_fail(reader, geom->node, HF_STATUS_UNSUPPORTED, "type: sdf is not supported; use mesh");
    if (geom->type == GEOM_MESH && !geom->mesh)
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "a geom of type mesh needs the attribute mesh");
    if (geom->mesh && !mjcf_find_mesh(reader, geom->mesh))
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "mesh: there is no mesh '%s'", geom->mesh);
    if (geom->type == GEOM_HFIELD && (!geom->hfield || !mjcf_find_field(reader, geom->hfield)))
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "hfield: there is no height field '%s'",
                         geom->hfield ? geom->hfield : "");
    if (geom->name && mjcf_find_geom(reader, geom->name) >= 0)
        return mjcf_fail(reader, geom->node, HF_STATUS_FORMAT, "name: there are two geoms '%s'", geom->name);
    return HF_STATUS_OK;
}

static hf_status read_geom(mjcf_reader *reader, const xml_node *node, place here)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", here.class, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_geom *geom = &reader->geoms[reader->geom_count];
    *geom = class->geom;
    geom->node = node;
    geom->name = xml_value(node, "name");
    geom->body = here.body;
    status = mjcf_geom_attributes(reader, node, geom);
    if (status == HF_STATUS_OK && geom->has_fromto) status = apply_fromto(reader, geom);
    if (status == HF_STATUS_OK) status = check_references(reader, geom);
    if (status == HF_STATUS_OK && !(geom->mesh && geom->type != GEOM_MESH)) status = check_size(reader, geom);
    mjcf_pose own = {.position = v3_load(geom->position)};
    if (status == HF_STATUS_OK) status = mjcf_orient(reader, node, &geom->orientation, &own.turn);
    if (status != HF_STATUS_OK) return status;
    geom->pose = mjcf_compose(here.frame, own);
    if (geom->condim > 3) reader->more_than_sliding = true;
    reader->geom_count++;
    return HF_STATUS_OK;
}

// ---- joints ----

static hf_status add_free(mjcf_reader *reader, const xml_node *node, place here)
{
    mjcf_body *body = &reader->bodies[here.body];
    if (here.body == 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the world has no joints");
    if (body->parent != 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a free body must be a child of the world");
    if (body->free) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the body has a free joint already");
    if (body->mocap) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a mocap body has no joints");
    body->free = true;
    return HF_STATUS_OK;
}

static hf_status read_joint(mjcf_reader *reader, const xml_node *node, place here)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", here.class, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_joint joint = class->joint;
    status = mjcf_joint_attributes(reader, node, &joint);
    if (status != HF_STATUS_OK) return status;
    static const char *const types[] = {"free", "ball", "slide", "hinge"};
    if (joint.type != 0)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "type: a %s joint needs articulated bodies, which this version does not have; only free "
                         "joints are simulated",
                         types[joint.type]);
    bool loose = joint.armature == 0 && joint.frictionloss == 0;
    for (int i = 0; i < 3; i++) loose = loose && joint.damping[i] == 0 && joint.stiffness[i] == 0;
    if (!loose)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "armature, damping, stiffness and frictionloss of a free joint are not supported; set them to "
                         "0, or write <freejoint/>, which takes no defaults");
    return add_free(reader, node, here);
}

static hf_status read_freejoint(mjcf_reader *reader, const xml_node *node, place here)
{
    int align = 2;
    hf_status status = mjcf_choice(reader, node, "align", "false|true|auto", &align);
    if (status == HF_STATUS_OK && align == 1)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED, "align: frames stay as they are written; remove it");
    return status == HF_STATUS_OK ? add_free(reader, node, here) : status;
}

// ---- bodies ----

static hf_status read_body(mjcf_reader *reader, const xml_node *node, place here)
{
    int index = reader->body_count++;
    mjcf_body *body = &reader->bodies[index];
    *body = (mjcf_body){.name = xml_value(node, "name"),
                        .node = node,
                        .parent = here.body,
                        .restitution = -1,
                        .definition = hf_body_def_default(),
                        .index = -1};
    place inside = {.body = index, .frame = {v3_zero(), quat_identity()}};
    mjcf_pose pose;
    hf_status status = mjcf_find_class(reader, node, "childclass", here.class, &inside.class);
    if (status == HF_STATUS_OK) status = read_pose(reader, node, &pose);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "mocap", &body->mocap);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "gravcomp", &body->gravcomp, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; body->name && k < index; k++)
        if (reader->bodies[k].name && strcmp(reader->bodies[k].name, body->name) == 0)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two bodies '%s'", body->name);
    if (body->mocap && here.body != 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "mocap: a mocap body must be a child of the world");
    body->pose = mjcf_compose(here.frame, pose);
    body->world = mjcf_compose(reader->bodies[here.body].world, body->pose);
    return read_children(reader, node, inside);
}

static hf_status read_frame(mjcf_reader *reader, const xml_node *node, place here)
{
    mjcf_pose pose;
    hf_status status = mjcf_find_class(reader, node, "childclass", here.class, &here.class);
    if (status == HF_STATUS_OK) status = read_pose(reader, node, &pose);
    if (status != HF_STATUS_OK) return status;
    here.frame = mjcf_compose(here.frame, pose);
    return read_children(reader, node, here);
}

static hf_status read_children(mjcf_reader *reader, const xml_node *parent, place here)
{
    hf_status status = HF_STATUS_OK;
    for (const xml_node *node = parent->first; node && status == HF_STATUS_OK; node = node->next) // own pieces first
    {
        if (strcmp(node->name, "geom") == 0) status = read_geom(reader, node, here);
        else if (strcmp(node->name, "joint") == 0) status = read_joint(reader, node, here);
        else if (strcmp(node->name, "freejoint") == 0) status = read_freejoint(reader, node, here);
        else if (strcmp(node->name, "frame") == 0) status = read_frame(reader, node, here);
        else if (strcmp(node->name, "inertial") == 0)
        {
            if (reader->bodies[here.body].inertial)
                return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the body has an inertial already");
            reader->bodies[here.body].inertial = node;
        }
        else if (strcmp(node->name, "body") == 0) status = read_body(reader, node, here);
    }
    return status;
}

// ---- what is fixed to what ----

bool mjcf_moves(const mjcf_reader *reader, int body)
{
    return reader->bodies[reader->bodies[body].root].free;
}

void mjcf_find_roots(mjcf_reader *reader)
{
    for (int k = 0; k < reader->body_count; k++)
    {
        mjcf_body *body = &reader->bodies[k];
        const mjcf_body *parent = &reader->bodies[body->parent], *above = &reader->bodies[parent->root];
        bool goes = above->free || above->mocap || above->prescribed;
        bool joins = k > 0 && goes && !body->free && !body->mocap && !body->prescribed;
        body->root = joins ? parent->root : k;
        body->in_root = joins ? mjcf_compose(parent->in_root, body->pose) : (mjcf_pose){v3_zero(), quat_identity()};
    }
}

static void count_elements(const xml_node *parent, int *bodies, int *geoms)
{
    for (const xml_node *node = parent->first; node; node = node->next)
    {
        *bodies += strcmp(node->name, "body") == 0;
        *geoms += strcmp(node->name, "geom") == 0;
        count_elements(node, bodies, geoms);
    }
}

hf_status mjcf_read_bodies(mjcf_reader *reader)
{
    int bodies = 1, geoms = 0;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "worldbody", section)) != NULL) count_elements(section, &bodies, &geoms);
    reader->bodies = ARENA_ZEROED(reader->arena, mjcf_body, bodies);
    reader->geoms = ARENA_ZEROED(reader->arena, mjcf_geom, geoms);
    if (!reader->bodies || !reader->geoms) return error_no_memory(reader->error);
    reader->bodies[0] = (mjcf_body){.name = "world",
                                    .node = reader->root,
                                    .pose = {v3_zero(), quat_identity()},
                                    .in_root = {v3_zero(), quat_identity()},
                                    .world = {v3_zero(), quat_identity()},
                                    .restitution = -1};
    reader->body_count = 1;
    place world = {.frame = {v3_zero(), quat_identity()}, .class = reader->classes};
    hf_status status = HF_STATUS_OK;
    while (status == HF_STATUS_OK && (section = mjcf_child(reader->root, "worldbody", section)) != NULL)
        status = read_children(reader, section, world);
    return status;
}

int mjcf_find_body(const mjcf_reader *reader, const char *name)
{
    for (int k = 0; k < reader->body_count; k++)
        if (reader->bodies[k].name && strcmp(reader->bodies[k].name, name) == 0) return k;
    return -1;
}

int mjcf_find_geom(const mjcf_reader *reader, const char *name)
{
    for (int k = 0; k < reader->geom_count; k++)
        if (reader->geoms[k].name && strcmp(reader->geoms[k].name, name) == 0) return k;
    return -1;
}

bool mjcf_collides(const mjcf_geom *geom)
{
    return geom->contype != 0 || geom->conaffinity != 0 || geom->in_pair;
}
