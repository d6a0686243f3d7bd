// Building a collide_scene: everything is copied, hulls and trees are computed, the pair filter is sorted.

#include "collide/broad/scene.h"
#include "collide/broad/deformed_hull.h"

#include "base/error.h"
#include "base/memory.h"
#include "collide/broad/pairs.h"
#include "collide/shapes/field.h"
#include "collide/shapes/hull.h"
#include "collide/shapes/mesh.h"
#include "linalg/quat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- copies ----

/// A copy of a name; NULL stays NULL. False if memory is short.
static bool copy_name(const char *name, const char **copy)
{
    *copy = NULL;
    if (!name) return true;
    *copy = memory_copy(name, strlen(name) + 1, 1);
    return *copy != NULL;
}

static bool copy_shapes(collide_scene *scene, const collide_scene_def *def)
{
    size_t count = (size_t)def->shape_count;
    scene->defs = MEMORY_ARRAY(hf_shape_def, count);
    scene->shapes = MEMORY_ARRAY(scene_shape, count);
    if (!scene->defs || !scene->shapes) return false;
    scene->shape_count = def->shape_count;
    for (int k = 0; k < def->shape_count; k++)
    {
        scene->defs[k] = def->shapes[k];
        if (!copy_name(def->shapes[k].name, &scene->defs[k].name)) return false;
    }
    return true;
}

static bool copy_meshes(collide_scene *scene, const collide_scene_def *def)
{
    size_t count = (size_t)def->mesh_count;
    scene->meshes = MEMORY_ARRAY(hf_mesh_def, count);
    scene->hulls = MEMORY_ARRAY(convex_hull *, count);
    scene->trees = MEMORY_ARRAY(triangle_mesh *, count);
    if (!scene->meshes || !scene->hulls || !scene->trees) return false;
    scene->mesh_count = def->mesh_count;
    if (def->deforming)
    {
        scene->deforming = memory_copy(def->deforming, count, sizeof *scene->deforming);
        if (!scene->deforming) return false;
    }
    for (int k = 0; k < def->mesh_count; k++)
    {
        const hf_mesh_def *from = &def->meshes[k];
        hf_mesh_def *to = &scene->meshes[k];
        to->vertex_count = from->vertex_count;
        to->triangle_count = from->triangle_count;
        if (!copy_name(from->name, &to->name)) return false;
        to->vertices = memory_copy(from->vertices, 3 * (size_t)from->vertex_count, sizeof(double));
        to->triangles = memory_copy(from->triangles, 3 * (size_t)from->triangle_count, sizeof(int));
        if (!to->vertices || !to->triangles) return false;
    }
    return true;
}

static bool copy_fields(collide_scene *scene, const collide_scene_def *def)
{
    size_t count = (size_t)def->field_count;
    scene->fields = MEMORY_ARRAY(hf_field_def, count);
    scene->grids = MEMORY_ARRAY(height_field *, count);
    if (!scene->fields || !scene->grids) return false;
    scene->field_count = def->field_count;
    for (int k = 0; k < def->field_count; k++)
    {
        const hf_field_def *from = &def->fields[k];
        hf_field_def *to = &scene->fields[k];
        *to = *from;
        to->heights = NULL;
        if (!copy_name(from->name, &to->name)) return false;
        to->heights = memory_copy(from->heights, (size_t)from->rows * (size_t)from->columns, sizeof(double));
        if (!to->heights) return false;
    }
    return true;
}

// ---- the pair filter ----

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

static uint64_t *sorted_keys(int count, const int (*pairs)[2])
{
    uint64_t *keys = MEMORY_ARRAY(uint64_t, (size_t)count);
    if (!keys) return NULL;
    for (int k = 0; k < count; k++) keys[k] = pair_key(pairs[k][0], pairs[k][1]);
    if (count > 0) qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    return keys;
}

static bool has_key(int count, const uint64_t *keys, uint64_t key)
{
    return count > 0 && bsearch(&key, keys, (size_t)count, sizeof key, compare_keys) != NULL;
}

bool scene_neighbours(const collide_scene *scene, int body_a, int body_b)
{
    int a = scene->weld[body_a], b = scene->weld[body_b];
    return a != 0 && b != 0 && (a == scene->above[body_b] || b == scene->above[body_a]);
}

bool scene_collides(const collide_scene *scene, int shape_a, int shape_b)
{
    const hf_shape_def *a = &scene->defs[shape_a], *b = &scene->defs[shape_b];
    if (scene->weld[a->body] == scene->weld[b->body] || (!scene->moves[a->body] && !scene->moves[b->body]))
        return false;
    if (has_key(scene->pair_count, scene->pairs, pair_key(shape_a, shape_b))) return true;
    if (!((a->category & b->mask) | (b->category & a->mask))) return false;
    if (scene_neighbours(scene, a->body, b->body)) return false;
    if (!scene->excluded[a->body] || !scene->excluded[b->body]) return true;
    return !has_key(scene->exclude_count, scene->excludes, pair_key(a->body, b->body));
}

// ---- shapes ----

static hf_status check_shape(const collide_scene_def *def, int k, hf_error *error)
{
    static const int sizes[HF_SHAPE_KIND_COUNT] = {[HF_SHAPE_SPHERE] = 1,
                                                   [HF_SHAPE_CAPSULE] = 2,
                                                   [HF_SHAPE_BOX] = 3,
                                                   [HF_SHAPE_CYLINDER] = 2,
                                                   [HF_SHAPE_ELLIPSOID] = 3};
    const hf_shape_def *shape = &def->shapes[k];
    if ((int)shape->kind < 0 || shape->kind >= HF_SHAPE_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "shape %d: kind %d is none", k, (int)shape->kind);
    if (shape->body < 0 || shape->body >= def->body_count)
        return error_set(error, HF_STATUS_INVALID, "shape %d: body %d is out of range", k, shape->body);
    for (int i = 0; i < sizes[shape->kind]; i++)
        if (!(shape->size[i] > 0) && !(shape->kind == HF_SHAPE_CAPSULE && i == 1 && shape->size[i] == 0))
            return error_set(error, HF_STATUS_INVALID, "shape %d: size[%d] = %g, must be > 0", k, i, shape->size[i]);
    double sum = shape->margin;
    for (int i = 0; i < 3; i++) sum += shape->position[i];
    for (int i = 0; i < 4; i++) sum += shape->orientation[i];
    for (int i = 0; i < sizes[shape->kind]; i++) sum += shape->size[i];
    if (!isfinite(sum) || shape->margin < 0)
        return error_set(error, HF_STATUS_INVALID, "shape %d: position, orientation, size or margin is not finite", k);
    if (shape->kind == HF_SHAPE_PLANE && def->moves[shape->body])
        return error_set(error, HF_STATUS_INVALID, "shape %d: a plane belongs to a body that does not move", k);
    if (shape->kind == HF_SHAPE_FIELD && def->moves[shape->body])
        return error_set(error, HF_STATUS_INVALID, "shape %d: a height field belongs to a body that does not move", k);
    int limit = shape->kind == HF_SHAPE_FIELD ? def->field_count : def->mesh_count;
    bool indexed = shape->kind == HF_SHAPE_HULL || shape->kind == HF_SHAPE_MESH || shape->kind == HF_SHAPE_FIELD;
    if (indexed && (shape->mesh < 0 || shape->mesh >= limit))
        return error_set(error, HF_STATUS_INVALID, "shape %d: mesh = %d, of %d", k, shape->mesh, limit);
    return HF_STATUS_OK;
}

static hf_status check_pairs(int count, const int (*pairs)[2], int limit, const char *what, hf_error *error)
{
    for (int k = 0; k < count; k++)
        for (int i = 0; i < 2; i++)
            if (pairs[k][i] < 0 || pairs[k][i] >= limit)
                return error_set(error, HF_STATUS_INVALID, "%s[%d] names %d, of %d", what, k, pairs[k][i], limit);
    return HF_STATUS_OK;
}

static hf_status check_counts(const collide_scene_def *def, hf_error *error)
{
    for (int k = 0; k < def->mesh_count; k++)
        if (def->meshes[k].vertex_count < 1 || def->meshes[k].triangle_count < 0)
            return error_set(error, HF_STATUS_INVALID, "mesh %d (%s) is empty", k,
                             def->meshes[k].name ? def->meshes[k].name : "no name");
    for (int k = 0; k < def->field_count; k++)
        if (def->fields[k].rows < 2 || def->fields[k].columns < 2)
            return error_set(error, HF_STATUS_INVALID, "height field %d (%s): %d × %d heights, at least 2 × 2 needed",
                             k, def->fields[k].name ? def->fields[k].name : "no name", def->fields[k].rows,
                             def->fields[k].columns);
    return HF_STATUS_OK;
}

static void bound_points(int count, const double *points, vec3 *low, vec3 *high)
{
    *low = v3(INFINITY, INFINITY, INFINITY);
    *high = v3_negate(*low);
    for (int k = 0; k < count; k++)
    {
        *low = v3_min(*low, v3_load(points + 3 * k));
        *high = v3_max(*high, v3_load(points + 3 * k));
    }
}

static void bound_shape(const collide_scene *scene, const hf_shape_def *def, vec3 *low, vec3 *high)
{
    const double *size = def->size;
    switch (def->kind)
    {
    case HF_SHAPE_SPHERE: *high = v3(size[0], size[0], size[0]); break;
    case HF_SHAPE_CAPSULE: *high = v3(size[0], size[0], size[0] + size[1]); break;
    case HF_SHAPE_CYLINDER: *high = v3(size[0], size[0], size[1]); break;
    case HF_SHAPE_BOX:
    case HF_SHAPE_ELLIPSOID: *high = v3_load(size); break;
    case HF_SHAPE_HULL:
    case HF_SHAPE_MESH:
        bound_points(scene->meshes[def->mesh].vertex_count, scene->meshes[def->mesh].vertices, low, high);
        if (!scene->deforming || !scene->deforming[def->mesh].moves) return;
        *low = v3_min(*low, v3_load(scene->deforming[def->mesh].low));
        *high = v3_max(*high, v3_load(scene->deforming[def->mesh].high));
        return;
    case HF_SHAPE_FIELD:
    {
        const hf_field_def *field = &scene->fields[def->mesh];
        double top = 0;
        for (int k = 0; k < field->rows * field->columns; k++) top = fmax(top, field->heights[k]);
        *low = v3(-field->half_x, -field->half_y, -field->base);
        *high = v3(field->half_x, field->half_y, top);
        return;
    }
    default: *high = v3(INFINITY, INFINITY, INFINITY); break;
    }
    *low = v3_negate(*high);
}

static void make_shape(collide_scene *scene, int k)
{
    const hf_shape_def *def = &scene->defs[k];
    scene_shape *shape = &scene->shapes[k];
    shape->body = def->body;
    shape->position = v3_load(def->position);
    quat_to_matrix(quat_normalize(quat_load(def->orientation)), shape->rotation);
    shape->margin = def->margin;
    vec3 low, high;
    bound_shape(scene, def, &low, &high);
    shape->middle = def->kind == HF_SHAPE_PLANE ? v3_zero() : v3_mix(low, high, 0.5);
    shape->half = def->kind == HF_SHAPE_PLANE ? high : v3_scale(0.5, v3_sub(high, low));
    shape->view.kind = def->kind;
    memcpy(shape->view.size, def->size, sizeof def->size);
    shape->view.extent = v3_norm(shape->half);
    if (def->kind == HF_SHAPE_HULL) shape->view.hull = scene->hulls[def->mesh];
    if (def->kind == HF_SHAPE_MESH) shape->view.mesh = scene->trees[def->mesh];
    if (def->kind == HF_SHAPE_FIELD) shape->view.field = scene->grids[def->mesh];
}

/// Hulls, trees and grids that some shape needs.
static hf_status make_data(collide_scene *scene, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < scene->shape_count && status == HF_STATUS_OK; k++)
    {
        const hf_shape_def *def = &scene->defs[k];
        int m = def->mesh;
        if (def->kind == HF_SHAPE_HULL && !scene->hulls[m])
            status = hull_create(&scene->meshes[m], &scene->hulls[m], error);
        else if (def->kind == HF_SHAPE_MESH && !scene->trees[m])
            status = scene->deforming && scene->deforming[m].moves
                         ? mesh_create_deforming(&scene->meshes[m], &scene->trees[m], error)
                         : mesh_create(&scene->meshes[m], &scene->trees[m], error);
        else if (def->kind == HF_SHAPE_FIELD && !scene->grids[m])
            status = field_create(&scene->fields[m], &scene->grids[m], error);
    }
    return status;
}

static bool copy_all(collide_scene *scene, const collide_scene_def *def)
{
    scene->body_count = def->body_count;
    scene->moves = memory_copy(def->moves, (size_t)def->body_count, sizeof(bool));
    scene->weld = MEMORY_ARRAY(int, (size_t)def->body_count);
    scene->above = MEMORY_ARRAY(int, (size_t)def->body_count);
    for (int k = 0; scene->weld && scene->above && k < def->body_count; k++)
    {
        scene->weld[k] = def->weld ? def->weld[k] : k;
        scene->above[k] = def->above ? def->above[k] : 0;
    }
    scene->excludes = sorted_keys(def->exclude_count, def->excludes);
    scene->excluded = MEMORY_ARRAY(bool, (size_t)def->body_count);
    for (int k = 0; scene->excluded && k < 2 * def->exclude_count; k++)
        scene->excluded[def->excludes[k / 2][k % 2]] = true;
    scene->pairs = sorted_keys(def->pair_count, def->pairs);
    scene->exclude_count = def->exclude_count;
    scene->pair_count = def->pair_count;
    return scene->moves && scene->weld && scene->above && scene->excludes && scene->excluded && scene->pairs &&
           copy_shapes(scene, def) && copy_meshes(scene, def) && copy_fields(scene, def);
}

hf_status collide_scene_create(const collide_scene_def *def, collide_scene **scene, hf_error *error)
{
    *scene = NULL;
    hf_status status = check_counts(def, error);
    for (int k = 0; k < def->shape_count && status == HF_STATUS_OK; k++) status = check_shape(def, k, error);
    if (status == HF_STATUS_OK)
        status = check_pairs(def->exclude_count, def->excludes, def->body_count, "exclude", error);
    if (status == HF_STATUS_OK) status = check_pairs(def->pair_count, def->pairs, def->shape_count, "pair", error);
    if (status != HF_STATUS_OK) return status;

    collide_scene *made = MEMORY_ARRAY(collide_scene, 1);
    if (!made) return error_no_memory(error);
    status = copy_all(made, def) ? make_data(made, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) status = chain_set_create(def, &made->chains, error);
    if (status != HF_STATUS_OK)
    {
        collide_scene_destroy(made);
        return status;
    }
    for (int k = 0; k < made->shape_count && status == HF_STATUS_OK; k++)
    {
        make_shape(made, k);
        made->shapes[k].form = def->form ? def->form[made->shapes[k].body] : HF_FORM_RIGID;
        status = deformed_hull_make(&made->shapes[k], error);
    }
    if (status == HF_STATUS_OK && !scene_make_flat(made, def->plane)) status = error_no_memory(error);
    if (status != HF_STATUS_OK)
    {
        collide_scene_destroy(made);
        return status;
    }
    *scene = made;
    return HF_STATUS_OK;
}

/// free takes no const; what is freed here was allocated here.
static void free_const(const void *memory)
{
    free((void *)(uintptr_t)memory);
}

void collide_scene_destroy(collide_scene *scene)
{
    if (!scene) return;
    for (int k = 0; k < scene->shape_count; k++) free_const(scene->defs[k].name);
    for (int k = 0; scene->shapes && k < scene->shape_count; k++) hull_destroy(scene->shapes[k].own_hull);
    for (int k = 0; k < scene->mesh_count; k++)
    {
        hull_destroy(scene->hulls[k]);
        mesh_destroy(scene->trees[k]);
        free_const(scene->meshes[k].name);
        free_const(scene->meshes[k].vertices);
        free_const(scene->meshes[k].triangles);
    }
    for (int k = 0; k < scene->field_count; k++)
    {
        field_destroy(scene->grids[k]);
        free_const(scene->fields[k].name);
        free_const(scene->fields[k].heights);
    }
    free(scene->moves), free(scene->weld), free(scene->above), free(scene->defs), free(scene->shapes);
    free(scene->meshes), free(scene->hulls), free(scene->trees), free(scene->deforming);
    free(scene->fields), free(scene->grids);
    free(scene->excludes), free(scene->excluded), free(scene->pairs);
    chain_set_destroy(&scene->chains);
    flat_whole_free(scene->outlines, scene->shape_count);
    free(scene->frames), free(scene->outlines);
    free(scene);
}

// ---- variants ----

collide_scene *collide_vary(const collide_scene *scene)
{
    collide_scene *own = memory_copy(scene, 1, sizeof *scene);
    if (!own) return NULL;
    own->defs = memory_copy(scene->defs, (size_t)scene->shape_count, sizeof *scene->defs);
    own->shapes = memory_copy(scene->shapes, (size_t)scene->shape_count, sizeof *scene->shapes);
    own->excludes = memory_copy(scene->excludes, (size_t)scene->exclude_count, sizeof *scene->excludes);
    own->exclude_capacity = scene->exclude_count;
    own->excluded = memory_copy(scene->excluded, (size_t)scene->body_count, sizeof *scene->excluded);
    if (own->defs && own->shapes && own->excludes && own->excluded) return own;
    collide_vary_end(own);
    return NULL;
}

void collide_vary_end(collide_scene *scene)
{
    if (!scene) return;
    free(scene->defs), free(scene->shapes), free(scene->excludes), free(scene->excluded);
    free(scene);
}

void collide_vary_shape(collide_scene *scene, int shape, const hf_shape_def *def)
{
    const char *name = scene->defs[shape].name;
    scene->defs[shape] = *def;
    scene->defs[shape].name = name;
    scene->shapes[shape].margin = def->margin;
}

hf_shape_def *collide_vary_at(collide_scene *scene, int shape)
{
    return &scene->defs[shape];
}

void collide_vary_size(collide_scene *scene, int shape)
{
    scene_shape *own = &scene->shapes[shape];
    vec3 low, high;
    bound_shape(scene, &scene->defs[shape], &low, &high);
    own->middle = v3_mix(low, high, 0.5);
    own->half = v3_scale(0.5, v3_sub(high, low));
    memcpy(own->view.size, scene->defs[shape].size, sizeof own->view.size);
    own->view.extent = v3_norm(own->half);
}

void collide_vary_refresh(collide_scene *scene, const collide_scene *from)
{
    memcpy(scene->defs, from->defs, (size_t)from->shape_count * sizeof *from->defs);
    memcpy(scene->shapes, from->shapes, (size_t)from->shape_count * sizeof *from->shapes);
}

bool collide_vary_exclude(collide_scene *scene, int body_a, int body_b, bool exclude)
{
    uint64_t key = pair_key(body_a, body_b), *keys = scene->excludes;
    int at = 0;
    while (at < scene->exclude_count && keys[at] < key) at++;
    bool there = at < scene->exclude_count && keys[at] == key;
    if (there == exclude) return true;
    if (exclude)
    {
        if (scene->exclude_count == scene->exclude_capacity)
        {
            keys = memory_resize(keys, (size_t)scene->exclude_count + 1, sizeof *keys);
            if (!keys) return false;
            scene->exclude_capacity++;
        }
        for (int k = scene->exclude_count; k > at; k--) keys[k] = keys[k - 1];
        keys[at] = key;
        scene->excludes = keys;
        scene->excluded[body_a] = scene->excluded[body_b] = true;
        scene->exclude_count++;
        return true;
    }
    scene->exclude_count--;
    for (int k = at; k < scene->exclude_count; k++) keys[k] = keys[k + 1];
    return true;
}

// ---- reading ----

int collide_shape_count(const collide_scene *scene)
{
    return scene->shape_count;
}

const hf_shape_def *collide_shape(const collide_scene *scene, int index)
{
    return &scene->defs[index];
}

double collide_shape_extent(const collide_scene *scene, int index)
{
    return scene->shapes[index].view.extent;
}

double collide_shape_width(const collide_scene *scene, int index)
{
    const double FLAT = 1e-3; // of its extent: triangles thinner than that bound no body
    const scene_shape *shape = &scene->shapes[index];
    double width = 2.0 * fmin(shape->half.x, fmin(shape->half.y, shape->half.z));
    bool open = shape->view.kind == HF_SHAPE_PLANE || shape->view.kind == HF_SHAPE_FIELD ||
                (shape->view.kind == HF_SHAPE_MESH && !shape->view.mesh->closed && width < FLAT * shape->view.extent);
    return open ? INFINITY : width;
}

double collide_pair_width(const collide_scene *scene, int shape_a, int shape_b)
{
    return fmin(collide_shape_width(scene, shape_a), collide_shape_width(scene, shape_b));
}

bool collide_is_segment(const collide_scene *scene, int shape)
{
    return chain_item_of(&scene->chains, shape) != NULL;
}

bool collide_has_segments(const collide_scene *scene)
{
    return scene->chains.count > 0;
}

void collide_joined(const collide_scene *scene, int shape, int *before, int *after)
{
    const chain_set *set = &scene->chains;
    const chain_item *item = chain_item_of(set, shape);
    *before = item && item->before >= 0 ? set->items[item->before].shape : -1;
    *after = item && item->after >= 0 ? set->items[item->after].shape : -1;
}

int collide_mesh_count(const collide_scene *scene)
{
    return scene->mesh_count;
}

hf_mesh_def collide_mesh(const collide_scene *scene, int index)
{
    return scene->meshes[index];
}

hf_mesh_def collide_hull(const collide_scene *scene, int mesh)
{
    hf_mesh_def def = {.name = scene->meshes[mesh].name};
    const convex_hull *hull = scene->hulls[mesh];
    if (!hull) return def;
    def.vertex_count = hull->vertex_count, def.vertices = hull->vertices;
    def.triangle_count = hull->triangle_count, def.triangles = hull->triangles;
    return def;
}

const uint64_t *collide_excludes(const collide_scene *scene, int *count)
{
    *count = scene->exclude_count;
    return scene->excludes;
}

int collide_field_count(const collide_scene *scene)
{
    return scene->field_count;
}

hf_field_def collide_field(const collide_scene *scene, int index)
{
    return scene->fields[index];
}
