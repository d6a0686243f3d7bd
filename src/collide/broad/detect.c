// Detection: poses ► boxes ► pairs ► manifolds ► contacts.
//
//   1 place    every shape: view in the world, box inflated by margin and reach
//   2 update   shapes that left their fat box move in the tree; pairs of fat boxes are found anew for them and kept for
//              all others
//   3 narrow   every pair whose own boxes overlap, in the order of (shape_a, shape_b); planes by height, apart from the
//              tree (touch.c)
//   4 finish   reduction, ids, order within the pair (touch.c)
//
// Segments of fibres are not in the tree: chains/chain_detect.c finds what comes near them.
// Contacts depend on the poses and the reach alone, not on the history of the tree: fat boxes, and directions that
// parted a pair some time before, only decide what is looked at. So a run that is resumed with a new state finds the
// same contacts to the last bit.
// Memory: trees are allocated at creation; lists of pairs and points grow in the heap and are kept. A failed call
// leaves a state that starts anew.

#include "collide/broad/scene.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "collide/broad/deformed_hull.h"
#include "collide/broad/pairs.h"
#include "collide/broad/placing.h"
#include "collide/broad/touch.h"
#include "collide/broad/tree.h"
#include "collide/chains/chain_cross.h"
#include "collide/shapes/mesh.h"

#include <stdlib.h>
#include <string.h>

struct collide_state
{
    shape_view *views; // shape_count
    bounds *boxes;     // of the shapes, with margin and reach
    int *leaf_of;      // shape_count: its leaf, -1 for planes and segments of fibres
    int *shape_of;     // leaf_count
    bool *moved;       // leaf_count: left its fat box in this call
    box_tree tree;
    bool built;
    pair_list pairs; // of shapes in the tree whose fat boxes overlap, sorted
    pair_list fresh; // those found in this call
    pair_list merged;
    vec3 *parting; // of each pair a direction that parted it (touch.h); zero: none is known
    vec3 *parting_merged;
    int parting_capacity;
    pair_list planes;  // (plane, shape) that may touch, sorted; fixed
    pair_list ignored; // left out of detection, sorted
    double reduction;  // collide_reduce
    touch_state touch;
    chain_state chains;
    int mesh_count;
    triangle_mesh **deforming; // mesh_count: meshes whose vertices move, as they are now; otherwise NULL
    int shape_count;
    convex_hull **formed; // shape_count: hulls of bodies that change their shape, as they are now; otherwise NULL
};

static const double FAT = 0.05;      // of the shape's extent: how much larger the boxes in the tree are on each side
static const double SHRINK = 4;      // a fat box that is larger by this many times that is put back smaller
static const double REBUILD = 0.125; // share of leaves that move in one call from which on the tree is built anew

// ---- creation ----

static bool is_plane(const collide_scene *scene, int shape)
{
    return scene->defs[shape].kind == HF_SHAPE_PLANE;
}

/// Pairs of planes and other shapes: found once, and when bits change. On failure those that there were stay.
static bool find_plane_pairs(const collide_scene *scene, collide_state *state)
{
    pair_list found = {0};
    for (int p = 0; p < scene->shape_count; p++)
    {
        if (!is_plane(scene, p)) continue;
        for (int s = 0; s < scene->shape_count; s++)
            if (!is_plane(scene, s) && scene_collides(scene, p, s) && !pair_list_add(&found, pair_key(p, s)))
            {
                free(found.keys);
                return false;
            }
    }
    if (!pair_list_reserve(&state->merged, found.count))
    {
        free(found.keys);
        return false;
    }
    pair_list_sort(&found, &state->merged, scene->shape_count);
    free(state->planes.keys);
    state->planes = found;
    return true;
}

/// Copies of meshes that move, for the views of their shapes.
static bool copy_deforming(const collide_scene *scene, collide_state *state)
{
    state->deforming = MEMORY_ARRAY(triangle_mesh *, (size_t)scene->mesh_count);
    if (!state->deforming) return false;
    state->mesh_count = scene->mesh_count;
    for (int k = 0; scene->deforming && k < scene->mesh_count; k++)
    {
        if (!scene->deforming[k].moves || !scene->trees[k]) continue;
        state->deforming[k] = mesh_copy_deforming(scene->trees[k]);
        if (!state->deforming[k]) return false;
    }
    for (int k = 0; k < scene->shape_count; k++)
        if (scene->defs[k].kind == HF_SHAPE_MESH && state->deforming[scene->defs[k].mesh])
            state->views[k].mesh = state->deforming[scene->defs[k].mesh];
    return true;
}

/// Copies of the hulls of bodies that change their shape.
static bool copy_deformed(const collide_scene *scene, collide_state *state)
{
    state->formed = MEMORY_ARRAY(convex_hull *, (size_t)scene->shape_count);
    if (!state->formed) return false;
    state->shape_count = scene->shape_count;
    for (int k = 0; k < scene->shape_count; k++)
    {
        if (scene->shapes[k].form == HF_FORM_RIGID || scene->shapes[k].view.kind != HF_SHAPE_HULL) continue;
        state->formed[k] = deformed_hull_copy(scene->shapes[k].view.hull);
        if (!state->formed[k]) return false;
    }
    return true;
}

static bool create_parts(const collide_scene *scene, collide_state *state)
{
    size_t count = (size_t)scene->shape_count;
    state->views = MEMORY_ARRAY(shape_view, count);
    state->boxes = MEMORY_ARRAY(bounds, count);
    state->leaf_of = MEMORY_ARRAY(int, count);
    state->shape_of = MEMORY_ARRAY(int, count);
    state->moved = MEMORY_ARRAY(bool, count);
    if (!state->views || !state->boxes || !state->leaf_of || !state->shape_of || !state->moved) return false;
    int leaf_count = 0;
    for (int k = 0; k < scene->shape_count; k++)
    {
        state->views[k] = scene->shapes[k].view;
        bool apart = is_plane(scene, k) || collide_is_segment(scene, k);
        state->leaf_of[k] = apart ? -1 : leaf_count;
        if (!apart) state->shape_of[leaf_count++] = k;
    }
    return tree_create(&state->tree, leaf_count) && find_plane_pairs(scene, state) &&
           chain_state_create(&scene->chains, &state->chains) && copy_deforming(scene, state) &&
           copy_deformed(scene, state);
}

hf_status collide_state_create(const collide_scene *scene, collide_state **state, hf_error *error)
{
    *state = MEMORY_ARRAY(collide_state, 1);
    if (*state && create_parts(scene, *state)) return HF_STATUS_OK;
    collide_state_destroy(*state);
    *state = NULL;
    return error_no_memory(error);
}

void collide_state_destroy(collide_state *state)
{
    if (!state) return;
    free(state->views), free(state->boxes), free(state->leaf_of), free(state->shape_of), free(state->moved);
    tree_destroy(&state->tree);
    free(state->pairs.keys), free(state->fresh.keys), free(state->merged.keys), free(state->planes.keys);
    free(state->ignored.keys), free(state->parting), free(state->parting_merged);
    touch_free(&state->touch);
    chain_state_free(&state->chains);
    for (int k = 0; k < state->mesh_count; k++) mesh_destroy_deforming(state->deforming[k]);
    free(state->deforming);
    for (int k = 0; k < state->shape_count; k++) deformed_hull_free(state->formed[k]);
    free(state->formed);
    free(state);
}

// ---- 1 place ----

/// Where shapes are put: the poses of their bodies, and how far each may go (NULL: nowhere, without a margin).
static placing placing_of(const collide_scene *scene, const collide_state *state, const pose *poses,
                          const double *reach)
{
    return (placing){.scene = scene,
                     .views = state->views,
                     .boxes = state->boxes,
                     .formed = state->formed,
                     .poses = poses,
                     .reach = reach};
}

// ---- 2 update ----

typedef struct visit_context
{
    const collide_scene *scene;
    collide_state *state;
    int leaf;
} visit_context;

static bool visit_leaf(void *context, int leaf)
{
    visit_context *c = context;
    if (leaf == c->leaf || (c->state->moved[leaf] && leaf < c->leaf))
        return true; // itself, or the other one finds the pair
    int i = c->state->shape_of[leaf], j = c->state->shape_of[c->leaf];
    return !scene_collides(c->scene, i, j) || pair_list_add(&c->state->fresh, pair_key(i, j));
}

static bool visit_pair(void *context, int leaf_a, int leaf_b)
{
    visit_context *c = context;
    if (!c->state->moved[leaf_a] && !c->state->moved[leaf_b]) return true; // known
    int i = c->state->shape_of[leaf_a], j = c->state->shape_of[leaf_b];
    return !scene_collides(c->scene, i, j) || pair_list_add(&c->state->fresh, pair_key(i, j));
}

/// Marks the leaves whose shape left its fat box (or is far smaller than that), gives them new boxes; returns how many.
static int mark_moved(const collide_scene *scene, collide_state *state)
{
    int count = 0;
    for (int leaf = 0; leaf < state->tree.leaf_count; leaf++)
    {
        int shape = state->shape_of[leaf];
        const bounds *box = &state->boxes[shape];
        bounds *fat = &state->tree.nodes[leaf].box;
        double pad = FAT * scene->shapes[shape].view.extent;
        bounds largest = bounds_inflate(*box, SHRINK * pad);
        state->moved[leaf] = !state->built || !bounds_contain(fat, box) || !bounds_contain(&largest, fat);
        if (state->moved[leaf]) count++;
    }
    return count;
}

/// Returns whether the tree is new.
static bool move_leaves(const collide_scene *scene, collide_state *state, int moved_count)
{
    bool rebuild = !state->built || moved_count > REBUILD * state->tree.leaf_count + 8;
    for (int leaf = 0; leaf < state->tree.leaf_count; leaf++)
    {
        if (!state->moved[leaf]) continue;
        int shape = state->shape_of[leaf];
        bounds fat = bounds_inflate(state->boxes[shape], FAT * scene->shapes[shape].view.extent);
        if (rebuild) state->tree.nodes[leaf].box = fat;
        else tree_move(&state->tree, leaf, &fat);
    }
    if (rebuild) tree_build(&state->tree);
    return rebuild;
}

/// Room for the directions of as many pairs as the lists have room for.
static bool reserve_partings(collide_state *state, int capacity)
{
    if (capacity <= state->parting_capacity) return true;
    vec3 *parting = memory_resize(state->parting, (size_t)capacity, sizeof *parting);
    if (parting) state->parting = parting;
    vec3 *merged = memory_resize(state->parting_merged, (size_t)capacity, sizeof *merged);
    if (merged) state->parting_merged = merged;
    if (parting && merged) state->parting_capacity = capacity;
    return parting && merged;
}

/// Appends a pair to the merged ones.
static void append_pair(collide_state *state, uint64_t key, vec3 parting)
{
    pair_list *merged = &state->merged;
    state->parting_merged[merged->count] = parting;
    merged->keys[merged->count++] = key;
}

/// pairs = (pairs of which neither leaf moved) ∪ fresh, sorted. Directions that part them go along; a leaf that moved
/// has not come far.
static bool merge_pairs(collide_state *state, int shape_count)
{
    pair_list *old = &state->pairs, *fresh = &state->fresh, *merged = &state->merged;
    if (!pair_list_reserve(merged, old->count + fresh->count)) return false;
    pair_list_sort(fresh, merged, shape_count);
    if (!pair_list_reserve(merged, old->count + fresh->count)) return false; // the sort may have swapped them
    if (!reserve_partings(state, merged->capacity)) return false;
    merged->count = 0;
    int f = 0;
    for (int k = 0; k < old->count; k++)
    {
        uint64_t key = old->keys[k];
        while (f < fresh->count && fresh->keys[f] < key) append_pair(state, fresh->keys[f++], v3_zero());
        bool again = f < fresh->count && fresh->keys[f] == key; // a leaf moved, and they are still near
        bool moved = state->moved[state->leaf_of[key >> 32]] || state->moved[state->leaf_of[key & 0xffffffffu]];
        if (again || !moved) append_pair(state, key, state->parting[k]);
        f += again;
    }
    while (f < fresh->count) append_pair(state, fresh->keys[f++], v3_zero());
    pair_list swap = *old;
    *old = *merged;
    *merged = swap;
    vec3 *parting = state->parting;
    state->parting = state->parting_merged;
    state->parting_merged = parting;
    return true;
}

/// The pairs of leaves that moved: one walk over the whole tree if most did, a query for each otherwise.
static bool find_fresh(const collide_scene *scene, collide_state *state, bool most)
{
    visit_context context = {scene, state, -1};
    state->fresh.count = 0;
    if (most) return tree_pairs(&state->tree, visit_pair, &context);
    for (context.leaf = 0; context.leaf < state->tree.leaf_count; context.leaf++)
        if (state->moved[context.leaf] &&
            !tree_query(&state->tree, &state->tree.nodes[context.leaf].box, visit_leaf, &context))
            return false;
    return true;
}

static bool update(const collide_scene *scene, collide_state *state)
{
    int moved_count = mark_moved(scene, state);
    if (moved_count == 0) return true;
    bool rebuilt = move_leaves(scene, state, moved_count);
    if (!find_fresh(scene, state, rebuilt && moved_count > state->tree.leaf_count / 4)) return false;
    if (!merge_pairs(state, scene->shape_count)) return false;
    state->built = true;
    return true;
}

// ---- which pairs go on to 3 narrow and 4 finish: touch.c ----

static bool above_plane(const collide_state *state, int plane, int shape, double reach)
{
    const shape_view *p = &state->views[plane];
    const bounds *box = &state->boxes[shape]; // inflated by the shape's own margin and reach already
    vec3 n = p->axis[2], half = v3_scale(0.5, v3_sub(box->high, box->low));
    double height = v3_dot(n, v3_sub(v3_mix(box->low, box->high, 0.5), p->center));
    return height - v3_dot(v3_abs(n), half) > reach;
}

/// Whether a pair of the tree, or of a plane, comes near enough to be looked at.
static bool near(const collide_scene *scene, const collide_state *state, const double *reach, uint64_t key)
{
    int i = (int)(key >> 32), j = (int)(key & 0xffffffffu);
    if (!is_plane(scene, i) && !is_plane(scene, j)) return bounds_overlap(&state->boxes[i], &state->boxes[j]);
    int plane = is_plane(scene, i) ? i : j, shape = plane == i ? j : i;
    const scene_shape *p = &scene->shapes[plane];
    return !above_plane(state, plane, shape, p->margin + reach[p->body]);
}

/// The first key of a list from `at` on; more than any key at its end.
static uint64_t first_key(const pair_list *list, int at)
{
    return at < list->count ? list->keys[at] : UINT64_MAX;
}

/// The pairs of all lists that are near and not ignored, in one order. partings[k]: where the direction that parted
/// pair k is kept; NULL: nowhere.
static int find_near(const collide_scene *scene, const collide_state *state, const double *reach, uint64_t *keys,
                     vec3 **partings)
{
    const pair_list *pairs = &state->pairs, *planes = &state->planes, *chains = &state->chains.keys;
    const pair_list *ignored = &state->ignored;
    int p = 0, q = 0, c = 0, i = 0, count = 0;
    while (p < pairs->count || q < planes->count || c < chains->count)
    {
        uint64_t of_pairs = first_key(pairs, p), of_planes = first_key(planes, q), of_chains = first_key(chains, c);
        bool from_chains = of_chains < of_pairs && of_chains < of_planes, from_pairs = of_pairs < of_planes;
        uint64_t key = from_chains ? of_chains : from_pairs ? of_pairs : of_planes;
        vec3 *parting = !from_chains && from_pairs ? &state->parting[p] : NULL;
        c += from_chains, p += !from_chains && from_pairs, q += !from_chains && !from_pairs;
        while (i < ignored->count && ignored->keys[i] < key) i++;
        if (i < ignored->count && ignored->keys[i] == key) continue;
        if (!from_chains && !near(scene, state, reach, key)) continue;
        partings[count] = parting;
        keys[count++] = key;
    }
    return count;
}

bool collide_refilter(const collide_scene *scene, collide_state *state)
{
    if (!find_plane_pairs(scene, state)) return false;
    state->built = false;
    state->pairs.count = 0;
    return true;
}

void collide_view(const collide_scene *scene, const collide_state *state, const pose *body_poses, int shape,
                  shape_view *view)
{
    *view = state->views[shape]; // meshes that move are where they were moved last
    scene_place(&scene->shapes[shape], &body_poses[scene->shapes[shape].body], view);
}

bool collide_ignore(collide_state *state, const uint64_t *keys, int count)
{
    pair_list *ignored = &state->ignored;
    if (!pair_list_reserve(ignored, count)) return false;
    if (count) memcpy(ignored->keys, keys, (size_t)count * sizeof *keys);
    ignored->count = count;
    return true;
}

hf_status collide_detect_moving(const collide_scene *scene, collide_state *state, const pose *body_poses,
                                const double *reach, const collide_motion *motion, hf_workspace *workspace,
                                contact_point **points, int *count, hf_error *error)
{
    *points = NULL;
    *count = 0;
    placing places = placing_of(scene, state, body_poses, reach);
    hf_status status = place_shapes(&places, workspace, error);
    if (status != HF_STATUS_OK) return status;
    if (motion) place_segments(&places, motion, workspace);
    if (!update(scene, state))
    {
        state->built = false; // the next call starts anew
        state->pairs.count = 0;
        return error_no_memory(error);
    }
    chain_scene at = {scene, state->views, state->boxes, &state->tree, state->shape_of, motion, reach};
    status = chain_find(&state->chains, &at, workspace, error);
    if (status != HF_STATUS_OK) return status;
    size_t most = (size_t)state->pairs.count + (size_t)state->planes.count + (size_t)state->chains.keys.count;
    uint64_t *keys = ARENA_ARRAY(workspace, uint64_t, most);
    vec3 **partings = ARENA_ARRAY(workspace, vec3 *, most);
    if (!keys || !partings) return error_no_memory(error);
    int near_count = find_near(scene, state, reach, keys, partings);
    touch_pairs near_pairs = {.scene = scene,
                              .views = state->views,
                              .reach = reach,
                              .motion = motion,
                              .keys = keys,
                              .partings = partings,
                              .count = near_count,
                              .reduction = state->reduction};
    return touch_all(&state->touch, &near_pairs, workspace, points, count, error);
}

void collide_reduce(collide_state *state, double distance)
{
    state->reduction = distance;
}

hf_status collide_detect(const collide_scene *scene, collide_state *state, const pose *body_poses, const double *reach,
                         hf_workspace *workspace, contact_point **points, int *count, hf_error *error)
{
    return collide_detect_moving(scene, state, body_poses, reach, NULL, workspace, points, count, error);
}

hf_status collide_again(const collide_scene *scene, collide_state *state, const pose *body_poses, const double *reach,
                        const uint64_t *keys, int key_count, hf_workspace *workspace, contact_point **points,
                        int *count, hf_error *error)
{
    *points = NULL;
    *count = 0;
    placing at = placing_of(scene, state, body_poses, NULL);
    if (!place_pairs(&at, keys, key_count, workspace)) return error_no_memory(error);
    touch_pairs pairs = {.scene = scene,
                         .views = state->views,
                         .reach = reach,
                         .keys = keys,
                         .count = key_count,
                         .reduction = state->reduction};
    return touch_all(&state->touch, &pairs, workspace, points, count, error);
}

hf_status collide_overlapping(const collide_scene *scene, collide_state *state, const pose *body_poses,
                              const double *reach, uint64_t *keys, int key_count, hf_workspace *workspace,
                              contact_point **points, int *count, hf_error *error)
{
    *points = NULL;
    *count = 0;
    placing at = placing_of(scene, state, body_poses, NULL);
    if (!place_pairs(&at, keys, key_count, workspace)) return error_no_memory(error);
    int near_count = 0;
    for (int k = 0; k < key_count; k++)
        if (near(scene, state, reach, keys[k])) keys[near_count++] = keys[k];
    touch_pairs pairs = {.scene = scene,
                         .views = state->views,
                         .reach = reach,
                         .keys = keys,
                         .count = near_count,
                         .reduction = state->reduction};
    return touch_all(&state->touch, &pairs, workspace, points, count, error);
}

hf_status collide_crossings(const collide_scene *scene, collide_state *state, const pose *from, const pose *to,
                            hf_workspace *workspace, contact_point **points, int *count, hf_error *error)
{
    hf_status status = chain_crossings(&state->chains, scene, from, to, workspace, points, count, error);
    const pair_list *ignored = &state->ignored;
    int kept = 0, i = 0;
    for (int k = 0; k < *count; k++)
    {
        uint64_t key = pair_key((*points)[k].shape_a, (*points)[k].shape_b);
        while (i < ignored->count && ignored->keys[i] < key) i++;
        if (i == ignored->count || ignored->keys[i] != key) (*points)[kept++] = (*points)[k];
    }
    *count = kept;
    return status;
}

void collide_move_mesh(collide_state *state, int mesh, const double *vertices)
{
    if (state->deforming[mesh]) mesh_move(state->deforming[mesh], vertices);
}

bool collide_surface(const collide_scene *scene, const collide_state *state, int shape, const pose *at,
                     const double point[3], double reach, int vertices[3], double weights[3])
{
    const scene_shape *s = &scene->shapes[shape];
    const triangle_mesh *mesh =
        scene->defs[shape].kind == HF_SHAPE_MESH ? state->deforming[scene->defs[shape].mesh] : NULL;
    int triangle;
    if (!mesh) return false;
    vec3 in_body = m3_transpose_times(at->rotation, v3_sub(v3_load(point), v3_load(at->position)));
    vec3 x = m3_transpose_times(s->rotation, v3_sub(in_body, s->position));
    if (!mesh_nearest(mesh, x, reach, &triangle, weights)) return false;
    for (int k = 0; k < 3; k++) vertices[k] = mesh->triangles[3 * triangle + k];
    return true;
}
