// URDF: a tree of links and joints.
//
// The root link is fixed to the world, or floats if asked to; a link named world is the world. Links behind fixed
// joints become part of the link that they are fixed to, unless <mujoco><compiler fusestatic="false"/></mujoco> says
// otherwise; their names stay, as sites. The <mujoco> element may hold all sections of MJCF but assets and bodies:
// settings, actuators, keyframes and so on.

#include "scene/urdf/urdf.h"

#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "model/builder.h"

#include <stdio.h>
#include <string.h>

hf_urdf_options hf_urdf_options_default(void)
{
    return (hf_urdf_options){0};
}

void urdf_note(urdf_reader *reader, const char *element)
{
    for (int k = 0; k < reader->unused_count; k++)
        if (strcmp(reader->unused[k], element) == 0) return;
    if (reader->unused_count < UNUSED_CAPACITY) reader->unused[reader->unused_count++] = element;
}

hf_status urdf_origin(urdf_reader *reader, const xml_node *parent, mjcf_pose *pose)
{
    mjcf_reader *scene = reader->scene;
    double position[3] = {0};
    mjcf_orientation turn = {.quat = {1, 0, 0, 0}, .kind = ORIENTATION_EULER}; // the compiler's eulerseq is XYZ here
    const xml_node *origin = mjcf_child(parent, "origin", NULL);
    *pose = (mjcf_pose){v3_zero(), quat_identity()};
    if (!origin) return HF_STATUS_OK;
    hf_status status = mjcf_numbers(scene, origin, "xyz", position, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(scene, origin, "rpy", turn.values, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_orient(scene, origin, &turn, &pose->turn);
    pose->position = v3_load(position);
    return status;
}

// ---- links and joints ----

static int find_link(const urdf_reader *reader, const char *name)
{
    const name_list list = {reader->links, reader->link_count, sizeof *reader->links, offsetof(urdf_link, name)};
    return names_find(reader->link_names, list, name);
}

static hf_status read_links(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    int count = 0;
    const xml_node *node = NULL;
    while ((node = mjcf_child(reader->robot, "link", node)) != NULL) count++;
    reader->links = ARENA_ZEROED(scene->arena, urdf_link, count + 1); // and the world, which may be named alone
    if (!reader->links || !names_reserve(reader->link_names, scene->arena, (size_t)count + 1))
        return error_no_memory(scene->error);
    while ((node = mjcf_child(reader->robot, "link", node)) != NULL)
    {
        const char *name = xml_value(node, "name");
        if (!name) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs a name");
        if (find_link(reader, name) >= 0)
            return mjcf_fail(scene, node, HF_STATUS_FORMAT, "name: there are two links '%s'", name);
        reader->links[reader->link_count++] =
            (urdf_link){.name = name, .node = node, .parent = -1, .first = -1, .next = -1};
    }
    if (count == 0) return mjcf_fail(scene, reader->robot, HF_STATUS_FORMAT, "has no links");
    return HF_STATUS_OK;
}

static hf_status end_of(urdf_reader *reader, const xml_node *joint, const char *end, int *link)
{
    const xml_node *node = mjcf_child(joint, end, NULL);
    const char *name = node ? xml_value(node, "link") : NULL;
    if (!name) return mjcf_fail(reader->scene, joint, HF_STATUS_FORMAT, "needs <%s link=\"…\"/>", end);
    *link = find_link(reader, name);
    if (*link >= 0) return HF_STATUS_OK;
    if (strcmp(name, "world") == 0 && strcmp(end, "parent") == 0) // as Drake, Bullet and others have it
    {
        *link = reader->link_count++;
        reader->links[*link] = (urdf_link){.name = name, .node = node, .parent = -1, .first = -1, .next = -1};
        return HF_STATUS_OK;
    }
    return mjcf_fail(reader->scene, node, HF_STATUS_FORMAT, "link: there is no link '%s'", name);
}

/// Hangs every joint's child on its parent; children in the order of the file.
static hf_status read_joints(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    int *last = ARENA_ARRAY(scene->arena, int, reader->link_count + 1);
    if (!last) return error_no_memory(scene->error);
    for (int k = 0; k <= reader->link_count; k++) last[k] = -1;
    const xml_node *node = NULL;
    while ((node = mjcf_child(reader->robot, "joint", node)) != NULL)
    {
        int parent = -1, child = -1;
        if (!xml_value(node, "name")) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs a name");
        hf_status status = end_of(reader, node, "parent", &parent);
        if (status == HF_STATUS_OK) status = end_of(reader, node, "child", &child);
        if (status != HF_STATUS_OK) return status;
        urdf_link *link = &reader->links[child];
        if (link->joint)
            return mjcf_fail(scene, node, HF_STATUS_FORMAT, "the link '%s' hangs on another joint, '%s', already",
                             link->name, xml_value(link->joint, "name"));
        link->joint = node;
        link->parent = parent;
        if (last[parent] < 0) reader->links[parent].first = child;
        else reader->links[last[parent]].next = child;
        last[parent] = child;
    }
    return HF_STATUS_OK;
}

// ---- the walk ----

static bool is_fixed(const xml_node *joint)
{
    const char *type = xml_value(joint, "type");
    return type && strcmp(type, "fixed") == 0;
}

static int add_body(urdf_reader *reader, const urdf_link *link, urdf_place at)
{
    mjcf_reader *scene = reader->scene;
    int index = scene->body_count++;
    scene->bodies[index] = (mjcf_body){.name = link->name,
                                       .node = link->node,
                                       .parent = at.body,
                                       .pose = at.frame,
                                       .world = mjcf_compose(scene->bodies[at.body].world, at.frame),
                                       .restitution = -1,
                                       .definition = hf_body_def_default(),
                                       .weighed = true,
                                       .index = -1};
    return index;
}

/// A name that is no body's any more.
static hf_status add_site(urdf_reader *reader, const urdf_link *link, urdf_place at)
{
    mjcf_reader *scene = reader->scene;
    mjcf_site *site = &scene->sites[scene->site_count++];
    *site = (mjcf_site){.name = link->name, .node = link->node, .pose = at.frame, .body = at.body, .index = -1};
    return HF_STATUS_OK;
}

static hf_status add_root(urdf_reader *reader, const urdf_link *link, urdf_place *place)
{
    mjcf_reader *scene = reader->scene;
    *place = (urdf_place){.body = 0, .frame = {v3_zero(), quat_identity()}};
    if (strcmp(link->name, "world") == 0) return HF_STATUS_OK;
    if (!reader->options.floating && scene->compiler.fuse_static) return add_site(reader, link, *place);
    place->body = add_body(reader, link, *place);
    if (!reader->options.floating) return HF_STATUS_OK;
    mjcf_joint *joint = &scene->joints[scene->joint_count++];
    *joint = (mjcf_joint){.type = JOINT_FREE, .node = link->node, .body = place->body, .index = -1};
    return mjcf_add_joint(scene, joint);
}

/// Depth first. `place`: of the parent.
static hf_status walk(urdf_reader *reader, int index, urdf_place place)
{
    urdf_link *link = &reader->links[index];
    link->reached = true;
    hf_status status = HF_STATUS_OK;
    if (!link->joint) status = add_root(reader, link, &place);
    else
    {
        mjcf_pose origin;
        status = urdf_origin(reader, link->joint, &origin);
        place.frame = mjcf_compose(place.frame, origin);
        urdf_go_on(reader, origin);
        urdf_ghost ghost = urdf_ghost_of(reader, link);
        if (status == HF_STATUS_OK && ghost == URDF_WAY)
        {
            urdf_carry(reader, link->joint);
            return walk(reader, link->first, place);
        }
        if (ghost == URDF_END) urdf_note_fixed(reader, link);
        bool fixed = is_fixed(link->joint) || ghost == URDF_END,
             fused = (fixed && reader->scene->compiler.fuse_static) || ghost == URDF_END;
        if (status == HF_STATUS_OK && fused) status = add_site(reader, link, place);
        else if (status == HF_STATUS_OK)
        {
            place.body = add_body(reader, link, place);
            place.frame = (mjcf_pose){v3_zero(), quat_identity()};
            mjcf_pose here = {v3_zero(), quat_identity()};
            status = urdf_put_carried(reader, place.body);
            if (!fixed && status == HF_STATUS_OK) status = urdf_add_joints(reader, link->joint, place.body, here);
        }
    }
    if (status == HF_STATUS_OK) status = urdf_add_link(reader, link, place);
    for (int child = link->first; child >= 0 && status == HF_STATUS_OK; child = reader->links[child].next)
        status = walk(reader, child, place);
    return status;
}

static hf_status walk_roots(urdf_reader *reader)
{
    hf_status status = HF_STATUS_OK;
    urdf_place world = {.frame = {v3_zero(), quat_identity()}};
    int roots = 0;
    for (int k = 0; k < reader->link_count && status == HF_STATUS_OK; k++)
        if (!reader->links[k].joint) status = walk(reader, k, world), roots++;
    if (roots > 1 && status == HF_STATUS_OK && reader->scene->notice)
    {
        char note[256];
        snprintf(note, sizeof note, "%s: %d links hang on none: each is a root of its own, %s", reader->scene->path,
                 roots, reader->options.floating ? "and floats" : "fixed to the world");
        reader->scene->notice(reader->scene->notice_context, note);
    }
    for (int k = 0; k < reader->link_count && status == HF_STATUS_OK; k++)
        if (!reader->links[k].reached)
            status = mjcf_fail(reader->scene, reader->links[k].joint, HF_STATUS_FORMAT,
                               "the link '%s' hangs on itself: links must form a tree; close loops by "
                               "<mujoco><equality>…</equality></mujoco>",
                               reader->links[k].name);
    return status;
}

// ---- all ----

static int count_named(const xml_node *parent, const char *name)
{
    int count = 0;
    for (const xml_node *node = parent->first; node; node = node->next)
        count += (strcmp(node->name, name) == 0) + count_named(node, name);
    return count;
}

static hf_status make_room(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    int joints = count_named(reader->robot, "joint"),
        collisions = count_named(reader->robot, "collision") + count_named(reader->robot, "visual");
    scene->bodies = ARENA_ZEROED(scene->arena, mjcf_body, reader->link_count + 1);
    scene->joints = ARENA_ZEROED(scene->arena, mjcf_joint, 3 * joints + reader->link_count);
    scene->sites = ARENA_ZEROED(scene->arena, mjcf_site, reader->link_count);
    scene->geoms = ARENA_ZEROED(scene->arena, mjcf_geom, collisions);
    scene->meshes = ARENA_ZEROED(scene->arena, mjcf_mesh, collisions);
    reader->mimics = ARENA_ZEROED(scene->arena, urdf_mimic, joints);
    mjcf_tables *names = scene->names;
    size_t links = (size_t)reader->link_count, geoms = (size_t)collisions;
    if (!scene->bodies || !scene->joints || !scene->sites || !scene->geoms || !scene->meshes || !reader->mimics ||
        !names_reserve(&names->bodies, scene->arena, links + 1) ||
        !names_reserve(&names->joints, scene->arena, 3 * (size_t)joints + links) ||
        !names_reserve(&names->sites, scene->arena, links) || !names_reserve(&names->geoms, scene->arena, geoms) ||
        !names_reserve(&names->meshes, scene->arena, geoms))
        return error_no_memory(scene->error);
    mjcf_pose origin = {v3_zero(), quat_identity()};
    scene->bodies[0] =
        (mjcf_body){.name = "world", .node = reader->robot, .pose = origin, .world = origin, .restitution = -1};
    scene->body_count = 1;
    return HF_STATUS_OK;
}

/// Settings and more by the <mujoco> element. Angles are radians, rpy turns about fixed axes, whatever it says.
static hf_status read_extension(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    const xml_node *own = mjcf_child(reader->robot, "mujoco", NULL);
    xml_node *root = ARENA_ZEROED(scene->arena, xml_node, 1);
    if (!root) return error_no_memory(scene->error);
    *root = (xml_node){.name = "mujoco", .file = reader->robot->file, .line = reader->robot->line};
    if (own) *root = *own;
    root->next = NULL;
    scene->root = root;
    static const char *const elsewhere[] = {"asset", "worldbody"};
    for (int k = 0; k < 2; k++)
        if (mjcf_child(root, elsewhere[k], NULL))
            return mjcf_fail(scene, mjcf_child(root, elsewhere[k], NULL), HF_STATUS_FORMAT,
                             "links and joints of URDF stand in its place; remove it");
    hf_status status = mjcf_check(scene);
    if (status == HF_STATUS_OK) status = mjcf_read_settings(scene);
    scene->compiler.degrees = false;
    scene->compiler.any_inertia = !scene->compiler.balance_inertia; // URDF files are full of them
    memcpy(scene->compiler.eulerseq, "XYZ", 4);
    return status == HF_STATUS_OK ? mjcf_read_defaults(scene) : status;
}

static hf_status open_robot(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    xml_node *root = NULL;
    scene->folder = path_folder(scene->arena, scene->path);
    if (!scene->folder) return error_no_memory(scene->error);
    hf_status status = xml_read(scene->path, scene->arena, &root, scene->error);
    if (status != HF_STATUS_OK) return status;
    if (strcmp(root->name, "robot") != 0)
        return mjcf_fail(scene, root, HF_STATUS_FORMAT, "is not URDF, which begins with <robot>%s",
                         strcmp(root->name, "mujoco") == 0 ? "; this is MJCF, whose files end in .xml" : "");
    reader->robot = root;
    for (const xml_node *node = root->first; node; node = node->next)
    {
        if (strcmp(node->name, "link") == 0 || strcmp(node->name, "joint") == 0 || strcmp(node->name, "mujoco") == 0 ||
            strcmp(node->name, "material") == 0)
            continue;
        if (strcmp(node->name, "macro") == 0 || strcmp(node->name, "property") == 0)
            return mjcf_fail(scene, node, HF_STATUS_UNSUPPORTED, "is of xacro; expand the file before (xacro FILE)");
        bool rubs = count_named(node, "mu1") || count_named(node, "mu2");
        urdf_note(reader, rubs ? "gazebo (with friction mu1, mu2: geoms keep 1)" : node->name);
    }
    return HF_STATUS_OK;
}

static void give_notices(const urdf_reader *reader)
{
    const mjcf_reader *scene = reader->scene;
    mjcf_give_notices(scene);
    if (!scene->notice || reader->unused_count == 0) return;
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s: not used: ", scene->path);
    for (int k = 0; k < reader->unused_count && used < sizeof text; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k ? ", " : "", reader->unused[k]);
    scene->notice(scene->notice_context, text);
}

/// A link and the one that it hangs on do not touch: the filter of trees sees to that, but for a root that is fixed to
/// the world, whose shapes are the world's:
/// the world has none but those of robots.
static hf_status exclude_root(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    hf_status status = HF_STATUS_OK;
    for (int k = 1; k < scene->body_count && status == HF_STATUS_OK; k++)
    {
        int parent = scene->bodies[k].parent, above = parent;
        while (above > 0 && !urdf_moves(scene, above)) above = scene->bodies[above].parent;
        if (above > 0 || !urdf_moves(scene, k)) continue;
        status = hf_builder_exclude(scene->builder, scene->bodies[parent].index, scene->bodies[k].index, scene->error);
    }
    return status == HF_STATUS_OK ? builder_add_mount(scene->builder, 0, 0, scene->error) : status;
}

static hf_status run_stages(urdf_reader *reader)
{
    mjcf_reader *scene = reader->scene;
    hf_status (*const own[])(urdf_reader *) = {open_robot,  read_extension, read_links,
                                               read_joints, make_room,      walk_roots};
    hf_status (*const shared[])(mjcf_reader *) = {mjcf_read_prescribed, mjcf_read_extras, mjcf_mark_pairs, mjcf_weigh};
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++) TRY(own[k](reader));
    TRY(urdf_weigh_shapes(reader));
    for (size_t k = 0; k < sizeof shared / sizeof shared[0]; k++) TRY(shared[k](scene));
    TRY(mjcf_choose_key(scene, NULL));
    TRY(mjcf_emit(scene));
    TRY(urdf_emit_mimics(reader));
    return exclude_root(reader);
}

hf_status hf_scene_read_urdf(const char *path, const hf_urdf_options *options, hf_notice notice, void *context,
                             hf_builder **builder, hf_error *error)
{
    *builder = NULL;
    mjcf_tables names = {0};
    name_table links = {0};
    mjcf_reader scene = {.names = &names, .error = error, .notice = notice, .notice_context = context, .path = path};
    urdf_reader reader = {
        .scene = &scene, .link_names = &links, .options = options ? *options : hf_urdf_options_default()};
    hf_status status = hf_workspace_create(&scene.arena, error);
    if (status != HF_STATUS_OK) return status;
    c_locale locale = c_locale_enter();
    status = run_stages(&reader);
    c_locale_leave(&locale);
    if (status == HF_STATUS_OK)
    {
        give_notices(&reader);
        *builder = scene.builder;
    }
    else hf_builder_destroy(scene.builder);
    hf_workspace_destroy(scene.arena);
    return status;
}
