// <worldbody>: bodies, frames, copies, joints, geoms, sites.
//
// Bodies are numbered depth first, as in MuJoCo. Frames vanish: what is inside is placed in the body around them.
// <replicate> walks through its children as often as it says, with other frames and longer names.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Where the walk is: inside which body, at which frame in it, under which class.
typedef struct place
{
    int body;
    mjcf_pose frame;
    const mjcf_class *class;
    const char *suffix; // of names, inside copies; "" elsewhere
} place;

enum
{
    COPY_LIMIT = 100000 // of one <replicate>
};

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

/// The element's name, with the number of its copy.
static hf_status own_name(mjcf_reader *reader, const xml_node *node, place here, const char **name)
{
    *name = xml_value(node, "name");
    if (!*name || !here.suffix[0]) return HF_STATUS_OK;
    size_t size = strlen(*name) + strlen(here.suffix) + 1;
    char *longer = ARENA_ARRAY(reader->arena, char, size);
    if (!longer) return error_no_memory(reader->error);
    snprintf(longer, size, "%s%s", *name, here.suffix);
    *name = longer;
    return HF_STATUS_OK;
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
    if (geom->type == GEOM_SDF && !geom->mesh)
        return mjcf_fail(reader, geom->node, HF_STATUS_UNSUPPORTED,
                         "type: an sdf without a mesh is a plugin's, which is not supported; use mesh");
    geom->surface = geom->type == GEOM_SDF;
    if (geom->surface) geom->type = GEOM_MESH;
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
    geom->body = here.body;
    status = own_name(reader, node, here, &geom->name);
    if (status == HF_STATUS_OK) status = mjcf_geom_attributes(reader, node, geom);
    if (status == HF_STATUS_OK && geom->has_fromto) status = apply_fromto(reader, geom);
    if (status == HF_STATUS_OK) status = check_references(reader, geom);
    if (status == HF_STATUS_OK && !(geom->mesh && geom->type != GEOM_MESH)) status = check_size(reader, geom);
    mjcf_pose own = {.position = v3_load(geom->position)};
    if (status == HF_STATUS_OK) status = mjcf_orient(reader, node, &geom->orientation, &own.turn);
    if (status != HF_STATUS_OK) return status;
    geom->pose = mjcf_compose(here.frame, own);
    reader->geom_count++;
    return HF_STATUS_OK;
}

// ---- joints and sites ----

static hf_status read_joint(mjcf_reader *reader, const xml_node *node, place here)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", here.class, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_joint *joint = &reader->joints[reader->joint_count];
    *joint = class->joint;
    joint->node = node;
    joint->body = here.body;
    status = own_name(reader, node, here, &joint->name);
    if (status == HF_STATUS_OK) status = mjcf_joint_attributes(reader, node, joint);
    if (status == HF_STATUS_OK) status = mjcf_add_joint(reader, joint);
    if (status != HF_STATUS_OK) return status;
    mjcf_pose own = {v3_load(joint->position), quat_identity()};
    v3_store(joint->position, mjcf_compose(here.frame, own).position);
    v3_store(joint->axis, quat_rotate(here.frame.turn, v3_load(joint->axis)));
    reader->joint_count++;
    return HF_STATUS_OK;
}

/// Takes no defaults. A frame around it moves nothing: where a free body is, its body says.
static hf_status read_freejoint(mjcf_reader *reader, const xml_node *node, place here)
{
    int align = 2;
    hf_status status = mjcf_choice(reader, node, "align", "false|true|auto", &align); // mjcf_align.c
    if (status != HF_STATUS_OK) return status;
    mjcf_joint *joint = &reader->joints[reader->joint_count];
    *joint = (mjcf_joint){.type = JOINT_FREE, .node = node, .body = here.body, .index = -1};
    status = own_name(reader, node, here, &joint->name);
    if (status == HF_STATUS_OK) status = mjcf_add_joint(reader, joint);
    reader->joint_count += status == HF_STATUS_OK;
    return status;
}

static hf_status read_site(mjcf_reader *reader, const xml_node *node, place here)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", here.class, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_site *site = &reader->sites[reader->site_count];
    *site = class->site;
    site->node = node;
    site->body = here.body;
    status = own_name(reader, node, here, &site->name);
    if (status == HF_STATUS_OK) status = mjcf_site_attributes(reader, node, site);
    if (status != HF_STATUS_OK) return status;
    if (site->name && mjcf_find_site(reader, site->name) >= 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two sites '%s'", site->name);
    if (site->has_fromto)
    {
        vec3 from = v3_load(site->fromto), to = v3_load(site->fromto + 3);
        v3_store(site->position, v3_scale(0.5, v3_add(from, to)));
        site->orientation.kind = ORIENTATION_Z_AXIS;
        v3_store(site->orientation.values, v3_sub(from, to));
        bool round = site->form == GEOM_CAPSULE || site->form == GEOM_CYLINDER;
        if (!round) site->size[1] = site->size[0];
        site->size[round ? 1 : 2] = v3_distance(from, to) / 2;
    }
    mjcf_pose own = {.position = v3_load(site->position)};
    status = mjcf_orient(reader, node, &site->orientation, &own.turn);
    if (status != HF_STATUS_OK) return status;
    site->pose = mjcf_compose(here.frame, own);
    reader->site_count++;
    return HF_STATUS_OK;
}

static hf_status read_camera(mjcf_reader *reader, const xml_node *node, place here)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", here.class, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_camera *camera = &reader->cameras[reader->camera_count];
    *camera = class->camera;
    camera->node = node;
    camera->body = here.body;
    status = own_name(reader, node, here, &camera->name);
    if (status == HF_STATUS_OK) status = mjcf_camera_attributes(reader, node, camera);
    mjcf_pose own = {.position = v3_load(camera->position)};
    if (status == HF_STATUS_OK) status = mjcf_orient(reader, node, &camera->orientation, &own.turn);
    if (status != HF_STATUS_OK) return status;
    camera->pose = mjcf_compose(here.frame, own);
    reader->camera_count++;
    return HF_STATUS_OK;
}

// ---- bodies ----

static hf_status read_body(mjcf_reader *reader, const xml_node *node, place here)
{
    int index = reader->body_count++;
    mjcf_body *body = &reader->bodies[index];
    *body = (mjcf_body){
        .node = node, .parent = here.body, .restitution = -1, .definition = hf_body_def_default(), .index = -1};
    place inside = {.body = index, .frame = {v3_zero(), quat_identity()}, .suffix = here.suffix};
    mjcf_pose pose;
    const char *name = NULL;
    hf_status status = own_name(reader, node, here, &name);
    if (status == HF_STATUS_OK) status = mjcf_find_class(reader, node, "childclass", here.class, &inside.class);
    if (status == HF_STATUS_OK) status = read_pose(reader, node, &pose);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "mocap", &body->mocap);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "gravcomp", &body->gravcomp, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    body->name = name;
    if (name && mjcf_find_body(reader, name) != index) // the first of that name
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two bodies '%s'", name);
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

/// Copy i stands at p_i, turned by i times the angles; p_{i+1} = p_i + R_i offset.
static hf_status read_replicate(mjcf_reader *reader, const xml_node *node, place here)
{
    double count = 0, offset[3] = {0}, euler[3] = {0};
    const char *separator = xml_value(node, "sep") ? xml_value(node, "sep") : "";
    place inside = here;
    hf_status status = mjcf_find_class(reader, node, "childclass", here.class, &inside.class);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "count", 1, COPY_LIMIT, &count);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "offset", offset, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "euler", euler, 3, 3, NULL);
    if (status != HF_STATUS_OK) return status;
    if (count < 1) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute count");
    mjcf_pose at = {v3_zero(), quat_identity()};
    for (int k = 0; k < (int)count && status == HF_STATUS_OK; k++)
    {
        mjcf_orientation turn = {.quat = {1, 0, 0, 0}, .kind = ORIENTATION_EULER};
        for (int i = 0; i < 3; i++) turn.values[i] = k * euler[i];
        size_t size = strlen(separator) + strlen(here.suffix) + 16;
        char *suffix = ARENA_ARRAY(reader->arena, char, size);
        if (!suffix) return error_no_memory(reader->error);
        mjcf_suffix(suffix, size, separator, k, (int)count, here.suffix);
        status = mjcf_orient(reader, node, &turn, &at.turn);
        inside.suffix = suffix;
        inside.frame = mjcf_compose(here.frame, at);
        if (status == HF_STATUS_OK) status = read_children(reader, node, inside);
        at.position = v3_add(at.position, quat_rotate(at.turn, v3_load(offset)));
    }
    return status;
}

static hf_status read_inertial(mjcf_reader *reader, const xml_node *node, place here)
{
    if (reader->bodies[here.body].inertial)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the body has an inertial already");
    reader->bodies[here.body].inertial = node;
    return HF_STATUS_OK;
}

static hf_status read_children(mjcf_reader *reader, const xml_node *parent, place here)
{
    static const struct
    {
        const char *name;
        hf_status (*read)(mjcf_reader *reader, const xml_node *node, place here);
    } readers[] = {{"geom", read_geom},   {"joint", read_joint},         {"freejoint", read_freejoint},
                   {"site", read_site},   {"inertial", read_inertial},   {"body", read_body},
                   {"frame", read_frame}, {"replicate", read_replicate}, {"camera", read_camera}};
    for (const xml_node *node = parent->first; node; node = node->next)
        for (size_t k = 0; k < sizeof readers / sizeof readers[0]; k++)
            if (strcmp(node->name, readers[k].name) == 0) TRY(readers[k].read(reader, node, here));
    return HF_STATUS_OK;
}

// ---- all ----

typedef struct element_count
{
    double bodies, geoms, joints, sites, cameras; // doubles: copies of copies overflow nothing
} element_count;

static void count_elements(const xml_node *parent, double times, element_count *count)
{
    for (const xml_node *node = parent->first; node; node = node->next)
    {
        count->bodies += strcmp(node->name, "body") == 0 ? times : 0;
        count->geoms += strcmp(node->name, "geom") == 0 ? times : 0;
        count->joints += strcmp(node->name, "joint") == 0 || strcmp(node->name, "freejoint") == 0 ? times : 0;
        count->sites += strcmp(node->name, "site") == 0 ? times : 0;
        count->cameras += strcmp(node->name, "camera") == 0 ? times : 0;
        const char *copies = strcmp(node->name, "replicate") == 0 ? xml_value(node, "count") : NULL;
        double more = copies ? fmax(1, fmin(COPY_LIMIT, strtod(copies, NULL))) : 1;
        count_elements(node, times * more, count);
    }
}

hf_status mjcf_read_bodies(mjcf_reader *reader)
{
    const double COPIES_MOST = 2e6; // of bodies, geoms, joints or sites: a gigabyte or two
    element_count count = {.bodies = 1};
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "worldbody", section)) != NULL) count_elements(section, 1, &count);
    if (fmax(fmax(count.bodies, count.geoms), fmax(count.joints, fmax(count.sites, count.cameras))) > COPIES_MOST)
        return error_set(reader->error, HF_STATUS_INVALID, "%s: <replicate> makes more than two million copies",
                         reader->path);
    reader->bodies = ARENA_ZEROED(reader->arena, mjcf_body, count.bodies);
    reader->geoms = ARENA_ZEROED(reader->arena, mjcf_geom, count.geoms);
    reader->joints = ARENA_ZEROED(reader->arena, mjcf_joint, count.joints);
    reader->sites = ARENA_ZEROED(reader->arena, mjcf_site, count.sites);
    reader->cameras = ARENA_ZEROED(reader->arena, mjcf_camera, count.cameras);
    mjcf_tables *names = reader->names;
    if (!reader->bodies || !reader->geoms || !reader->joints || !reader->sites || !reader->cameras ||
        !names_reserve(&names->bodies, reader->arena, (size_t)count.bodies) ||
        !names_reserve(&names->geoms, reader->arena, (size_t)count.geoms) ||
        !names_reserve(&names->joints, reader->arena, (size_t)count.joints) ||
        !names_reserve(&names->sites, reader->arena, (size_t)count.sites))
        return error_no_memory(reader->error);
    reader->bodies[0] = (mjcf_body){.name = "world",
                                    .node = reader->root,
                                    .pose = {v3_zero(), quat_identity()},
                                    .world = {v3_zero(), quat_identity()},
                                    .restitution = -1};
    reader->body_count = 1;
    place world = {.frame = {v3_zero(), quat_identity()}, .class = reader->classes, .suffix = ""};
    while ((section = mjcf_child(reader->root, "worldbody", section)) != NULL)
        TRY(read_children(reader, section, world));
    return HF_STATUS_OK;
}
