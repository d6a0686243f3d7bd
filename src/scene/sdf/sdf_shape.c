// Collisions, visuals and inertia of a link of SDF as elements of MJCF.
//
// Lengths are halved where MJCF has halves. Meshes are hulls, but for those of what does not move, whose triangles
// count. Visuals are only looked at.

#include "scene/sdf/sdf.h"

#include "base/elementary.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

static hf_status no_memory(sdf_reader *reader)
{
    return error_no_memory(reader->scene->error);
}

// ---- geometry ----

/// One mesh asset for each file and scale.
static hf_status find_mesh(sdf_reader *reader, const xml_node *mesh, const char **name)
{
    const xml_node *at;
    const char *uri = sdf_text(reader, mesh, "uri", &at), *path;
    double scale[3] = {1, 1, 1};
    if (!uri) return mjcf_fail(reader->scene, mesh, HF_STATUS_FORMAT, "needs <uri>");
    TRY(sdf_numbers(reader, mesh, "scale", scale, 3));
    TRY(sdf_find_file(reader, at, uri, &path));
    char text[160];
    snprintf(text, sizeof text, "%.17g %.17g %.17g", scale[0], scale[1], scale[2]);
    if (!path) path = uri; // an error of what collides; what is only looked at may be missing
    for (xml_node *asset = reader->sections[SDF_ASSETS]->first; asset; asset = asset->next)
        if (strcmp(asset->name, "mesh") == 0 && strcmp(xml_value(asset, "file"), path) == 0 &&
            strcmp(xml_value(asset, "scale"), text) == 0)
        {
            *name = xml_value(asset, "name");
            return HF_STATUS_OK;
        }
    const char *slash = strrchr(path, '/'), *begin = slash ? slash + 1 : path;
    char own[200];
    snprintf(own, sizeof own, "%.*s_%d", (int)(strcspn(begin, ".") < 150 ? strcspn(begin, ".") : 150), begin,
             reader->mesh_count++);
    xml_node *asset = sdf_make(reader, reader->sections[SDF_ASSETS], "mesh", mesh);
    if (!asset || !sdf_put(reader, asset, "name", own) || !sdf_put(reader, asset, "file", path) ||
        !sdf_put(reader, asset, "scale", text))
        return no_memory(reader);
    *name = xml_value(asset, "name");
    return HF_STATUS_OK;
}

/// A height field: of a picture (PNG), over a rectangle whose size is given in whole.
static hf_status find_field(sdf_reader *reader, const xml_node *map, const char **name, mjcf_pose *pose)
{
    const xml_node *at;
    const char *uri = sdf_text(reader, map, "uri", &at), *path;
    double size[3] = {1, 1, 1}, position[3] = {0};
    if (!uri) return mjcf_fail(reader->scene, map, HF_STATUS_FORMAT, "needs <uri>");
    TRY(sdf_numbers(reader, map, "size", size, 3));
    TRY(sdf_numbers(reader, map, "pos", position, 3));
    TRY(sdf_find_file(reader, at, uri, &path));
    if (!path) path = uri;
    const double half[4] = {size[0] / 2, size[1] / 2, size[2], 0.01 * size[2]};
    char own[40];
    snprintf(own, sizeof own, "heightmap_%d", reader->mesh_count++);
    xml_node *asset = sdf_make(reader, reader->sections[SDF_ASSETS], "hfield", map);
    if (!asset || !sdf_put(reader, asset, "name", own) || !sdf_put(reader, asset, "file", path) ||
        !sdf_put_numbers(reader, asset, "size", half, 4))
        return no_memory(reader);
    *name = xml_value(asset, "name");
    *pose = mjcf_compose(*pose, (mjcf_pose){v3_load(position), quat_identity()});
    return HF_STATUS_OK;
}

/// The turn that takes z to a direction.
static quat turn_to(vec3 normal)
{
    vec3 axis = v3_cross(v3(0, 0, 1), normal);
    double sine = v3_norm(axis);
    if (sine < 1e-12 * v3_norm(normal)) return normal.z > 0 ? quat_identity() : (quat){0, 1, 0, 0};
    return quat_exp(v3_scale(real_atan2(sine, normal.z) / sine, axis));
}

static hf_status read_plane(sdf_reader *reader, const xml_node *shape, double *size, mjcf_pose *pose)
{
    double normal[3] = {0, 0, 1};
    TRY(sdf_numbers(reader, shape, "normal", normal, 3));
    if (!(v3_norm(v3_load(normal)) > 1e-12))
        return mjcf_fail(reader->scene, shape, HF_STATUS_INVALID, "normal: is zero");
    size[2] = 1;
    *pose = mjcf_compose(*pose, (mjcf_pose){v3_zero(), turn_to(v3_load(normal))});
    return HF_STATUS_OK;
}

/// Type, size and mesh; *is_known is false of shapes that there is no word for.
static hf_status write_geometry(sdf_reader *reader, const xml_node *owner, xml_node *geom, mjcf_pose pose,
                                bool *is_known)
{
    const xml_node *geometry = mjcf_child(owner, "geometry", NULL), *shape = geometry ? geometry->first : NULL;
    double size[3] = {0}, length = 0;
    const char *mesh = NULL, *field = NULL, *type = shape ? shape->name : "";
    int count = 3;
    *is_known = true;
    if (strcmp(type, "box") == 0)
    {
        TRY(sdf_numbers(reader, shape, "size", size, 3));
        for (int k = 0; k < 3; k++) size[k] /= 2;
    }
    else if (strcmp(type, "sphere") == 0 || strcmp(type, "cylinder") == 0 || strcmp(type, "capsule") == 0)
    {
        TRY(sdf_numbers(reader, shape, "radius", size, 1));
        TRY(sdf_numbers(reader, shape, "length", &length, 1));
        size[1] = length / 2;
        count = type[0] == 's' ? 1 : 2;
    }
    else if (strcmp(type, "ellipsoid") == 0) TRY(sdf_numbers(reader, shape, "radii", size, 3));
    else if (strcmp(type, "plane") == 0) TRY(read_plane(reader, shape, size, &pose));
    else if (strcmp(type, "mesh") == 0) TRY(find_mesh(reader, shape, &mesh));
    else if (strcmp(type, "heightmap") == 0) TRY(find_field(reader, shape, &field, &pose));
    else *is_known = false;
    if (!*is_known) return HF_STATUS_OK;
    bool whole = sdf_put(reader, geom, "type", field ? "hfield" : type) && sdf_put_pose(reader, geom, pose) &&
                 (mesh    ? sdf_put(reader, geom, "mesh", mesh)
                  : field ? sdf_put(reader, geom, "hfield", field)
                          : sdf_put_numbers(reader, geom, "size", size, count));
    return whole ? HF_STATUS_OK : no_memory(reader);
}

// ---- surfaces ----

static const xml_node *descend(const xml_node *node, const char *first, const char *second)
{
    const xml_node *child = node ? mjcf_child(node, first, NULL) : NULL;
    return child && second ? mjcf_child(child, second, NULL) : child;
}

/// Friction of ODE or Bullet, torsion, rolling; 1 where nothing is said. Both directions have the coefficient mu.
static hf_status write_friction(sdf_reader *reader, const xml_node *surface, xml_node *geom)
{
    const xml_node *friction = descend(surface, "friction", NULL), *ode = descend(friction, "ode", NULL);
    const xml_node *bullet = descend(friction, "bullet", NULL), *torsional = descend(friction, "torsional", NULL);
    double mu[3] = {1, 0, 0}, second;
    if (bullet) TRY(sdf_numbers(reader, bullet, "friction", mu, 1));
    if (ode) TRY(sdf_numbers(reader, ode, "mu", mu, 1));
    second = mu[0];
    if (ode) TRY(sdf_numbers(reader, ode, "mu2", &second, 1));
    if (second != mu[0]) sdf_note(reader, "mu2 (friction is mu in both directions)");
    if (torsional) TRY(sdf_numbers(reader, torsional, "coefficient", &mu[1], 1));
    if (bullet) TRY(sdf_numbers(reader, bullet, "rolling_friction", &mu[2], 1));
    bool whole = sdf_put_numbers(reader, geom, "friction", mu, 3) && sdf_put(reader, geom, "condim",
                                                                             mu[2] > 0   ? "6"
                                                                             : mu[1] > 0 ? "4"
                                                                                         : "3");
    return whole ? HF_STATUS_OK : no_memory(reader);
}

static bool has_masks(const xml_node *node)
{
    if (strcmp(node->name, "collide_bitmask") == 0) return true;
    for (const xml_node *child = node->first; child; child = child->next)
        if (has_masks(child)) return true;
    return false;
}

/// What is particular about a geom and has no word in MJCF: restitution, and that triangles count.
static hf_status write_extras(sdf_reader *reader, const xml_node *surface, const xml_node *geom, bool is_fixed)
{
    const xml_node *bounce = descend(surface, "bounce", NULL);
    double e = 0;
    if (bounce) TRY(sdf_numbers(reader, bounce, "restitution_coefficient", &e, 1));
    bool is_mesh = is_fixed && xml_value(geom, "mesh");
    if (e == 0 && !is_mesh) return HF_STATUS_OK;
    xml_node *extra = sdf_make(reader, reader->sections[SDF_EXTRAS], "geom", geom);
    bool whole = extra && sdf_put(reader, extra, "name", xml_value(geom, "name")) &&
                 (e == 0 || sdf_put_numbers(reader, extra, "restitution", &e, 1)) &&
                 (!is_mesh || sdf_put(reader, extra, "shape", "triangles"));
    return whole ? HF_STATUS_OK : no_memory(reader);
}

static hf_status write_masks(sdf_reader *reader, const xml_node *surface, xml_node *geom)
{
    double mask = 65535;
    if (!has_masks(reader->sdf)) return HF_STATUS_OK;
    const xml_node *contact = descend(surface, "contact", NULL), *at = NULL;
    const char *text = contact ? sdf_text(reader, contact, "collide_bitmask", &at) : NULL;
    unsigned bits;
    if (text && sscanf(text, "%i", (int *)&bits) == 1) mask = bits & 0xffff; // NOLINT(cert-err34-c): 0x… too
    bool whole =
        sdf_put_numbers(reader, geom, "contype", &mask, 1) && sdf_put_numbers(reader, geom, "conaffinity", &mask, 1);
    return whole ? HF_STATUS_OK : no_memory(reader);
}

static hf_status write_collision(sdf_reader *reader, const xml_node *node, int link, xml_node *body, mjcf_pose frame)
{
    mjcf_pose pose;
    bool is_known;
    char name[400];
    const char *own = xml_value(node, "name");
    TRY(sdf_pose_in(reader, node, link, &pose));
    int again = 0; // older files have several of one name in a link
    for (const xml_node *other = reader->items[link].node->first; other != node; other = other->next)
        again += strcmp(other->name, "collision") == 0 && own && xml_value(other, "name") &&
                 strcmp(xml_value(other, "name"), own) == 0;
    int used = snprintf(name, sizeof name, "%.180s::%.180s", reader->items[link].full, own ? own : "collision");
    if (again) snprintf(name + used, sizeof name - (size_t)used, "_%d", again + 1);
    xml_node *geom = sdf_make(reader, NULL, "geom", node);
    if (!geom || !sdf_put(reader, geom, "name", name)) return no_memory(reader);
    TRY(write_geometry(reader, node, geom, mjcf_compose(frame, pose), &is_known));
    const xml_node *geometry = mjcf_child(node, "geometry", NULL);
    const char *type = geometry && geometry->first ? geometry->first->name : "empty";
    if (!is_known && strcmp(type, "empty") != 0)
        return mjcf_fail(
            reader->scene, node, HF_STATUS_UNSUPPORTED,
            "geometry: '%.40s' is none of box, sphere, cylinder, capsule, ellipsoid, plane, mesh, heightmap", type);
    if (!is_known) return HF_STATUS_OK;
    xml_node **end = &body->first;
    while (*end) end = &(*end)->next;
    *end = geom;
    const xml_node *surface = mjcf_child(node, "surface", NULL);
    TRY(write_friction(reader, surface, geom));
    TRY(write_masks(reader, surface, geom));
    return write_extras(reader, surface, geom, reader->items[reader->items[link].model].is_static);
}

/// Three numbers, or four with opacity.
static hf_status read_colour(sdf_reader *reader, const xml_node *material, const char *name, double *colour)
{
    const char *text = sdf_text(reader, material, name, NULL);
    int words = 0;
    for (const char *c = text; c && *c; words++)
    {
        c += strcspn(c, " \t\r\n");
        c += strspn(c, " \t\r\n");
    }
    return sdf_numbers(reader, material, name, colour, words == 3 ? 3 : 4);
}

static hf_status write_visual(sdf_reader *reader, const xml_node *node, int link, xml_node *body, mjcf_pose frame)
{
    mjcf_pose pose;
    bool is_known;
    double colour[4] = {0.6, 0.6, 0.6, 1};
    TRY(sdf_pose_in(reader, node, link, &pose));
    xml_node *geom = sdf_make(reader, NULL, "geom", node);
    if (!geom) return no_memory(reader);
    TRY(write_geometry(reader, node, geom, mjcf_compose(frame, pose), &is_known));
    if (!is_known || xml_value(geom, "hfield")) return HF_STATUS_OK; // the ground that is collided with is drawn
    const xml_node *material = mjcf_child(node, "material", NULL);
    if (material) TRY(read_colour(reader, material, "ambient", colour));
    if (material) TRY(read_colour(reader, material, "diffuse", colour));
    bool whole = sdf_put(reader, geom, "contype", "0") && sdf_put(reader, geom, "conaffinity", "0") &&
                 sdf_put(reader, geom, "group", "2") && sdf_put(reader, geom, "mass", "0") &&
                 sdf_put_numbers(reader, geom, "rgba", colour, 4);
    if (!whole) return no_memory(reader);
    xml_node **end = &body->first;
    while (*end) end = &(*end)->next;
    *end = geom;
    return HF_STATUS_OK;
}

// ---- inertia ----

/// Mass 1 and moments 1 where nothing is said, as the standard has it.
static hf_status write_inertial(sdf_reader *reader, const xml_node *node, int link, xml_node *body)
{
    static const char *const names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    const xml_node *inertial = mjcf_child(node, "inertial", NULL);
    const char *automatic = inertial ? xml_value(inertial, "auto") : NULL;
    if (automatic && strcmp(automatic, "true") == 0) return HF_STATUS_OK; // of its shapes, at their density
    double mass = 1, m[6] = {1, 1, 1, 0, 0, 0}, R[9], turned[9], full[6];
    mjcf_pose pose = {v3_zero(), quat_identity()};
    if (inertial) TRY(sdf_pose_in(reader, inertial, link, &pose));
    if (inertial) TRY(sdf_numbers(reader, inertial, "mass", &mass, 1));
    const xml_node *inertia = inertial ? mjcf_child(inertial, "inertia", NULL) : NULL;
    for (int k = 0; k < 6 && inertia; k++) TRY(sdf_numbers(reader, inertia, names[k], &m[k], 1));
    const double own[9] = {m[0], m[3], m[4], m[3], m[1], m[5], m[4], m[5], m[2]};
    quat_to_matrix(pose.turn, R);
    for (int i = 0; i < 3; i++) // R own Rᵀ
        for (int j = 0; j < 3; j++)
        {
            turned[3 * i + j] = 0;
            for (int k = 0; k < 9; k++) turned[3 * i + j] += R[3 * i + k / 3] * own[k] * R[3 * j + k % 3];
        }
    const int order[6] = {0, 4, 8, 1, 2, 5};
    for (int k = 0; k < 6; k++) full[k] = turned[order[k]];
    double at[3];
    v3_store(at, pose.position);
    xml_node *written = sdf_make(reader, body, "inertial", inertial ? inertial : node);
    bool whole = written && sdf_put_numbers(reader, written, "pos", at, 3) &&
                 sdf_put_numbers(reader, written, "mass", &mass, 1) &&
                 sdf_put_numbers(reader, written, "fullinertia", full, 6);
    return whole ? HF_STATUS_OK : no_memory(reader);
}

hf_status sdf_write_shapes(sdf_reader *reader, int link, xml_node *body, mjcf_pose frame)
{
    const xml_node *node = reader->items[link].node;
    if (!reader->items[reader->items[link].model].is_static) TRY(write_inertial(reader, node, link, body));
    bool falls = true;
    TRY(sdf_flag(reader, node, "gravity", &falls));
    if (!falls && !sdf_put(reader, body, "gravcomp", "1")) return no_memory(reader);
    for (const xml_node *child = node->first; child; child = child->next)
        if (strcmp(child->name, "collision") == 0) TRY(write_collision(reader, child, link, body, frame));
        else if (strcmp(child->name, "visual") == 0) TRY(write_visual(reader, child, link, body, frame));
        else if (strcmp(child->name, "pose") != 0 && strcmp(child->name, "inertial") != 0)
            sdf_note(reader, child->name);
    return HF_STATUS_OK;
}
