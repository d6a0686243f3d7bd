// Collada (.dae): the triangles of a scene.
//
// Read are the geometries that the scene's nodes show (instance_geometry, instance_controller with its skin as it is
// bound, instance_node), placed by the matrix, translate, rotate and scale elements of the nodes in their order, and in
// metres (<asset><unit meter>). A file without a scene shows every geometry once. Of a geometry: triangles, polylist,
// polygons, tristrips and trifans.
// <up_axis> is passed over: the frames of URDF are those of the file's numbers, as ROS' own viewer shows them. Lines,
// splines and morphs are left out; looks, too.
//
// Two walks, one that counts and one that writes; a file whose nodes show each other over and over ends at a limit.

#include "scene/mesh/collada.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum
{
    DEPTH_MOST = 100,     // of nodes in nodes, those that are named included
    NODES_MOST = 1000000, // that are shown
};

static const collada_affine identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};

static collada_affine compose(const collada_affine *a, const collada_affine *b)
{
    collada_affine c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
        {
            double sum = j == 3 ? a->m[4 * i + 3] : 0;
            for (int k = 0; k < 3; k++) sum += a->m[4 * i + k] * b->m[4 * k + j];
            c.m[4 * i + j] = sum;
        }
    return c;
}

/// The element with an id below a node, by "#id". NULL if there is none.
static const xml_node *find(const xml_node *parent, const char *name, const char *url)
{
    if (!parent || !url || url[0] != '#') return NULL;
    for (const xml_node *node = parent->first; node; node = node->next)
    {
        const char *id = xml_value(node, "id");
        if (id && strcmp(node->name, name) == 0 && strcmp(id, url + 1) == 0) return node;
        const xml_node *deeper = strcmp(node->name, "mesh") == 0 ? NULL : find(node, name, url);
        if (deeper) return deeper;
    }
    return NULL;
}

static const xml_node *find_in(const collada *c, const char *library, const char *name, const char *url)
{
    for (const xml_node *node = c->root->first; node; node = node->next)
    {
        const xml_node *found = strcmp(node->name, library) == 0 ? find(node, name, url) : NULL;
        if (found) return found;
    }
    return NULL;
}

// ---- the scene ----

/// The turn about an axis by an angle in degrees.
static collada_affine turn_about(const double v[4])
{
    collada_affine turn = identity;
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), angle = v[3] * 3.14159265358979323846 / 180;
    if (!(length > 0)) return turn;
    double u[3] = {v[0] / length, v[1] / length, v[2] / length}, s, c;
    real_sin_cos(angle, &s, &c);
    double k = 1 - c;
    const double cross[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) turn.m[4 * i + j] = (i == j ? 1 - k : 0) + k * u[i] * u[j] + s * cross[3 * i + j];
    return turn;
}

/// A transformation of a node; false if it is none.
static bool read_transform(const xml_node *node, collada_affine *out)
{
    double v[16] = {0};
    *out = identity;
    bool matrix = strcmp(node->name, "matrix") == 0, scale = strcmp(node->name, "scale") == 0,
         translate = strcmp(node->name, "translate") == 0, rotate = strcmp(node->name, "rotate") == 0;
    if (!matrix && !scale && !translate && !rotate) return false;
    int count = collada_numbers(node->text, v, 16);
    if (matrix && count == 16) memcpy(out->m, v, sizeof out->m);
    for (int i = 0; i < 3 && count >= 3; i++)
    {
        if (scale) out->m[5 * i] = v[i];
        if (translate) out->m[4 * i + 3] = v[i];
    }
    if (rotate && count == 4) *out = turn_about(v);
    return true;
}

static hf_status draw_node(collada *c, const xml_node *node, collada_affine at, int depth);

static hf_status draw_child(collada *c, const xml_node *node, const collada_affine *at, int depth)
{
    const char *url = xml_value(node, "url");
    const xml_node *target = NULL;
    if (strcmp(node->name, "node") == 0) return draw_node(c, node, *at, depth + 1);
    if (strcmp(node->name, "instance_node") == 0)
    {
        target = find_in(c, "library_nodes", "node", url);
        if (!target) target = find_in(c, "library_visual_scenes", "node", url);
        return target ? draw_node(c, target, *at, depth + 1)
                      : collada_damaged(c, node, "url: there is no such node here");
    }
    if (strcmp(node->name, "instance_controller") == 0)
    {
        const xml_node *skin = collada_child(find_in(c, "library_controllers", "controller", url), "skin");
        url = skin ? xml_value(skin, "source") : NULL;
    }
    else if (strcmp(node->name, "instance_geometry") != 0) return HF_STATUS_OK;
    target = find_in(c, "library_geometries", "geometry", url);
    return target ? collada_draw(c, target, at) : collada_damaged(c, node, "url: there is no such geometry here");
}

static hf_status draw_node(collada *c, const xml_node *node, collada_affine at, int depth)
{
    if (depth > DEPTH_MOST || ++c->nodes > NODES_MOST)
        return collada_damaged(c, node, "nodes show each other over and over");
    for (const xml_node *child = node->first; child; child = child->next)
    {
        collada_affine own;
        if (read_transform(child, &own)) at = compose(&at, &own);
    }
    for (const xml_node *child = node->first; child; child = child->next) TRY(draw_child(c, child, &at, depth));
    return HF_STATUS_OK;
}

static hf_status draw_all(collada *c)
{
    const xml_node *unit = collada_child(collada_child(c->root, "asset"), "unit");
    const xml_node *shown = collada_child(collada_child(c->root, "scene"), "instance_visual_scene");
    const xml_node *scene = shown ? find_in(c, "library_visual_scenes", "visual_scene", xml_value(shown, "url")) : NULL;
    const char *text = unit ? xml_value(unit, "meter") : NULL;
    double metre = text ? strtod(text, NULL) : 1;
    if (!(metre > 0)) return collada_damaged(c, unit, "meter: must be > 0");
    collada_affine at = identity;
    for (int i = 0; i < 3; i++) at.m[5 * i] = metre;
    c->nodes = 0;
    c->mesh->triangle_count = 0;
    if (scene) return draw_node(c, scene, at, 0);
    const xml_node *library = collada_child(c->root, "library_geometries");
    for (const xml_node *node = library ? library->first : NULL; node; node = node->next)
        if (strcmp(node->name, "geometry") == 0) TRY(collada_draw(c, node, &at));
    return HF_STATUS_OK;
}

hf_status collada_read(const char *path, char *bytes, size_t size, hf_workspace *arena, mesh_data *mesh,
                       hf_error *error)
{
    xml_node *root = NULL;
    hf_status status = xml_parse(path, arena, bytes, size, &root, error);
    if (status != HF_STATUS_OK) return status;
    if (strcmp(root->name, "COLLADA") != 0)
        return error_set(error, HF_STATUS_FORMAT, "%s: is not Collada, which begins with <COLLADA>", path);
    collada c = {.path = path, .root = root, .arena = arena, .error = error, .mesh = mesh};
    status = draw_all(&c);
    if (status != HF_STATUS_OK) return status;
    size_t corners = 3 * (size_t)mesh->triangle_count;
    mesh->vertices = ARENA_ARRAY(arena, double, 3 * corners + 1);
    mesh->triangles = ARENA_ARRAY(arena, int, corners + 1);
    if (!mesh->vertices || !mesh->triangles) return error_no_memory(error);
    status = draw_all(&c);
    mesh->vertex_count = (int)corners;
    mesh->first_part_count = mesh->triangle_count;
    for (size_t k = 0; k < corners; k++) mesh->triangles[k] = (int)k;
    return status;
}
