// Counting a model. Pairs of shapes that may touch are counted by classes of shapes with equal bits, then corrected for shapes of one body, bodies
// that are left out and pairs that are asked for: n + (classes)², where all pairs would be n².

#include "base/error.h"
#include "base/memory.h"
#include "collide/scene.h"
#include "holdfast/scene.h"
#include "world/model.h"

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
    int *begin; // of each body's shapes in `order`, and one after the last
    int *order; // shapes by body
} pair_count;

static bool bits_agree(uint32_t category_a, uint32_t mask_a, uint32_t category_b, uint32_t mask_b)
{
    return ((category_a & mask_b) | (category_b & mask_a)) != 0;
}

/// Two bodies that nothing can push do not touch, although one of them may move.
static bool is_free(const pair_count *p, int body)
{
    return p->bodies[body].motion == HF_MOTION_FREE;
}

static void find_classes(pair_count *p)
{
    for (int s = 0; s < p->scene->shape_count; s++)
    {
        const hf_shape_def *def = &p->scene->defs[s];
        bool moves = is_free(p, def->body);
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
    for (int b = 0; b < scene->body_count; b++)
        if (is_free(p, b)) count -= count_between(p, b, b);
    for (int k = 0; k < scene->exclude_count; k++)
    {
        int a = (int)(scene->excludes[k] >> 32), b = (int)(scene->excludes[k] & 0xffffffff);
        bool repeated = k > 0 && scene->excludes[k] == scene->excludes[k - 1];
        if (!repeated && a != b && (is_free(p, a) || is_free(p, b))) count -= count_between(p, a, b);
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
        if (repeated || !scene_collides(scene, a, b) || (!is_free(p, s->body) && !is_free(p, t->body))) continue;
        touched[a] = touched[b] = true;
        bool anyway = bits_agree(s->category, s->mask, t->category, t->mask) && !is_excluded(scene, s->body, t->body);
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
        hf_motion motion = model->bodies[b].motion;
        info->free_count += motion == HF_MOTION_FREE;
        info->static_count += motion == HF_MOTION_STATIC;
        info->prescribed_count += motion == HF_MOTION_PRESCRIBED;
        if (motion == HF_MOTION_FREE) info->mass += model->bodies[b].mass;
    }
    info->dof_count = 6 * info->free_count;
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
    bool *touched = MEMORY_ARRAY(bool, shapes);
    bool enough = p.classes && p.begin && p.order && touched;
    if (enough)
    {
        find_classes(&p);
        sort_by_body(&p);
        count_bodies(model, info);
        info->shape_count = scene->shape_count;
        info->pair_count = count_pairs(&p) + count_asked(&p, touched);
        count_shapes(&p, touched, info);
    }
    free(p.classes), free(p.begin), free(p.order), free(touched);
    return enough ? HF_STATUS_OK : error_no_memory(error);
}
