// Counting a model. Pairs of shapes that may touch are counted by classes of shapes with equal bits, then corrected for
// bodies that are fixed to each other or neighbours in a tree, bodies that are left out and pairs that are asked for: n
// + (classes)², where all pairs would be n².

#include "base/error.h"
#include "base/memory.h"
#include "collide/broad/scene.h"
#include "holdfast/scene.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

typedef struct shape_class
{
    uint32_t category, mask;
    bool moves; // by forces
    long long count;
} shape_class;

typedef struct pair_count
{
    const collide_scene *scene;
    const hf_body_def *bodies;
    shape_class *classes; // as many as shapes at most
    int class_count;
    int *begin;   // of each body's shapes in `order`, and one after the last
    int *order;   // shapes by body
    int *members; // bodies that are fixed to the weld k begin at first[k]
    int *first;
} pair_count;

static bool bits_agree(uint32_t category_a, uint32_t mask_a, uint32_t category_b, uint32_t mask_b)
{
    return ((category_a & mask_b) | (category_b & mask_a)) != 0;
}

/// Two bodies that nothing can push do not touch, although one of them may move. What is fixed to a prescribed body
/// goes where that goes.
static bool is_pushed(const pair_count *p, int body)
{
    return p->bodies[body].motion == HF_MOTION_FREE && p->bodies[p->scene->weld[body]].motion == HF_MOTION_FREE;
}

static void find_classes(pair_count *p)
{
    for (int s = 0; s < p->scene->shape_count; s++)
    {
        const hf_shape_def *def = &p->scene->defs[s];
        bool moves = is_pushed(p, def->body);
        int c = 0;
        while (c < p->class_count && (p->classes[c].category != def->category || p->classes[c].mask != def->mask ||
                                      p->classes[c].moves != moves))
            c++;
        if (c == p->class_count)
            p->classes[p->class_count++] =
                (shape_class){.category = def->category, .mask = def->mask, .moves = moves, .count = 0};
        p->classes[c].count++;
    }
}

static void sort_by_body(pair_count *p)
{
    const collide_scene *scene = p->scene;
    for (int s = 0; s < scene->shape_count; s++) p->begin[scene->defs[s].body + 1]++;
    for (int b = 0; b < scene->body_count; b++) p->begin[b + 1] += p->begin[b];
    for (int s = scene->shape_count - 1; s >= 0; s--)
    { // the body's last free place: its end moves down as it fills
        int body = scene->defs[s].body;
        p->order[--p->begin[body + 1]] = s;
    }
    for (int b = 0; b < scene->body_count; b++) p->begin[b] = p->begin[b + 1];
    p->begin[scene->body_count] = scene->shape_count;
}

static void sort_by_weld(pair_count *p)
{
    const collide_scene *scene = p->scene;
    for (int b = 0; b < scene->body_count; b++) p->first[scene->weld[b] + 1]++;
    for (int b = 0; b < scene->body_count; b++) p->first[b + 1] += p->first[b];
    for (int b = scene->body_count - 1; b >= 0; b--) p->members[--p->first[scene->weld[b] + 1]] = b;
    for (int b = 0; b < scene->body_count; b++) p->first[b] = p->first[b + 1];
    p->first[scene->body_count] = scene->body_count;
}

/// Pairs between the shapes of two bodies whose bits agree; within one body each pair once.
static long long count_between(const pair_count *p, int a, int b)
{
    long long count = 0;
    for (int i = p->begin[a]; i < p->begin[a + 1]; i++)
        for (int j = a == b ? i + 1 : p->begin[b]; j < p->begin[b + 1]; j++)
        {
            const hf_shape_def *s = &p->scene->defs[p->order[i]], *t = &p->scene->defs[p->order[j]];
            count += bits_agree(s->category, s->mask, t->category, t->mask);
        }
    return count;
}

/// Pairs between two welds, or within one, each once.
static long long count_welds(const pair_count *p, int a, int b)
{
    long long count = 0;
    for (int i = p->first[a]; i < p->first[a + 1]; i++)
        for (int j = a == b ? i : p->first[b]; j < p->first[b + 1]; j++)
            count += count_between(p, p->members[i], p->members[j]);
    return count;
}

static long long count_pairs(const pair_count *p)
{
    long long count = 0;
    const collide_scene *scene = p->scene;
    for (int c = 0; c < p->class_count; c++)
        for (int d = c; d < p->class_count; d++)
        {
            const shape_class *a = &p->classes[c], *b = &p->classes[d];
            if ((a->moves || b->moves) && bits_agree(a->category, a->mask, b->category, b->mask))
                count += c == d ? a->count * (a->count - 1) / 2 : a->count * b->count;
        }
    for (int w = 1; w < scene->body_count; w++)
    {
        if (scene->weld[w] != w) continue;
        int above = scene->above[w];
        if (is_pushed(p, w)) count -= count_welds(p, w, w);
        if (above && (is_pushed(p, w) || is_pushed(p, above))) count -= count_welds(p, w, above);
    }
    for (int k = 0; k < scene->exclude_count; k++)
    {
        int a = (int)(scene->excludes[k] >> 32), b = (int)(scene->excludes[k] & 0xffffffff);
        bool repeated = k > 0 && scene->excludes[k] == scene->excludes[k - 1];
        bool counted = (is_pushed(p, a) || is_pushed(p, b)) && scene->weld[a] != scene->weld[b];
        if (!repeated && counted && !scene_neighbours(scene, a, b)) count -= count_between(p, a, b);
    }
    return count;
}

static bool is_excluded(const collide_scene *scene, int a, int b)
{
    uint64_t key = a < b ? (uint64_t)a << 32 | (uint64_t)b : (uint64_t)b << 32 | (uint64_t)a;
    for (int k = 0; k < scene->exclude_count; k++)
        if (scene->excludes[k] == key) return true;
    return false;
}

/// Pairs that are asked for and would not be there otherwise. Marks all of them in `touched`.
static long long count_asked(const pair_count *p, bool *touched)
{
    const collide_scene *scene = p->scene;
    long long count = 0;
    for (int k = 0; k < scene->pair_count; k++)
    {
        int a = (int)(scene->pairs[k] >> 32), b = (int)(scene->pairs[k] & 0xffffffff);
        const hf_shape_def *s = &scene->defs[a], *t = &scene->defs[b];
        bool repeated = k > 0 && scene->pairs[k] == scene->pairs[k - 1];
        if (repeated || !scene_collides(scene, a, b) || (!is_pushed(p, s->body) && !is_pushed(p, t->body))) continue;
        touched[a] = touched[b] = true;
        bool anyway = bits_agree(s->category, s->mask, t->category, t->mask) && !is_excluded(scene, s->body, t->body) &&
                      !scene_neighbours(scene, s->body, t->body);
        count += !anyway;
    }
    return count;
}

static void count_shapes(const pair_count *p, const bool *touched, hf_scene_info *info)
{
    for (int s = 0; s < p->scene->shape_count; s++)
    {
        const hf_shape_def *def = &p->scene->defs[s];
        if (!touched[s] && !def->category && !def->mask) continue;
        info->colliding_count++;
        info->kind_count[def->kind]++;
    }
}

static void count_bodies(const hf_model *model, hf_scene_info *info)
{
    info->body_count = model->body_count;
    for (int b = 0; b < model->body_count; b++)
    {
        const hf_body_def *def = &model->bodies[b];
        bool link = def->parent >= 0;
        info->free_count += !link && def->motion == HF_MOTION_FREE;
        info->link_count += link;
        info->static_count += def->motion == HF_MOTION_STATIC;
        info->prescribed_count += !link && def->motion == HF_MOTION_PRESCRIBED;
        if (def->motion == HF_MOTION_FREE) info->mass += def->mass;
    }
    info->dof_count = hf_model_v_count(model);
    info->joint_count = info->free_count + hf_model_count(model, HF_ITEM_JOINT);
    info->loop_count = hf_model_count(model, HF_ITEM_LOOP);
    info->tendon_count = hf_model_count(model, HF_ITEM_TENDON);
    info->actuator_count = hf_model_count(model, HF_ITEM_ACTUATOR);
}

hf_status hf_scene_describe(const hf_model *model, hf_scene_info *info, hf_error *error)
{
    *info = (hf_scene_info){0};
    const collide_scene *scene = model->scene;
    size_t shapes = (size_t)scene->shape_count;
    pair_count p = {.scene = scene, .bodies = model->bodies};
    p.classes = MEMORY_ARRAY(shape_class, shapes);
    p.begin = MEMORY_ARRAY(int, (size_t)scene->body_count + 2);
    p.order = MEMORY_ARRAY(int, shapes);
    p.members = MEMORY_ARRAY(int, (size_t)scene->body_count);
    p.first = MEMORY_ARRAY(int, (size_t)scene->body_count + 2);
    bool *touched = MEMORY_ARRAY(bool, shapes);
    bool enough = p.classes && p.begin && p.order && p.members && p.first && touched;
    if (enough)
    {
        find_classes(&p);
        sort_by_body(&p);
        sort_by_weld(&p);
        count_bodies(model, info);
        info->shape_count = scene->shape_count;
        info->pair_count = count_pairs(&p) + count_asked(&p, touched);
        count_shapes(&p, touched, info);
    }
    free(p.classes), free(p.begin), free(p.order), free(p.members), free(p.first), free(touched);
    return enough ? HF_STATUS_OK : error_no_memory(error);
}
