#include "record/export/followers.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Mixes the bits of two numbers; the same in viewer/fibres.js.
static uint32_t hash(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9E3779B1U ^ (b + 0x7F4A7C15U) * 0x85EBCA77U;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    h *= 0x846CA68BU;
    return h ^ h >> 16;
}

/// 0 <= part < 1, with 24 bits.
static double part(uint32_t bits)
{
    return (double)(bits >> 8) * 0x1p-24;
}

static double distance2(const float *p, const float *q)
{
    double sum = 0.0;
    for (int d = 0; d < 3; d++) sum += ((double)p[d] - (double)q[d]) * ((double)p[d] - (double)q[d]);
    return sum;
}

// ---- neighbours ----

/// Roots in the order of x: neighbours are looked for from a root outwards, until the difference in x alone is too
/// much.
typedef struct sorted_root
{
    float x;
    int fibre;
} sorted_root;

static int compare_roots(const void *a, const void *b)
{
    const sorted_root *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->fibre < q->fibre ? -1 : p->fibre > q->fibre;
}

typedef struct nearest
{
    int count;
    int fibre[FOLLOWER_NEAR];
    double distance[FOLLOWER_NEAR]; // squared, ascending; equal ones by index
} nearest;

static void offer(nearest *n, int fibre, double distance)
{
    int at = n->count;
    while (at > 0 && (distance < n->distance[at - 1] || (distance == n->distance[at - 1] && fibre < n->fibre[at - 1])))
        at--;
    if (at == FOLLOWER_NEAR) return;
    int last = n->count < FOLLOWER_NEAR ? n->count++ : FOLLOWER_NEAR - 1;
    for (int k = last; k > at; k--) n->fibre[k] = n->fibre[k - 1], n->distance[k] = n->distance[k - 1];
    n->fibre[at] = fibre;
    n->distance[at] = distance;
}

/// Looks in one direction from the k-th root on.
static void search(const recorded_model *m, const vertex_row *vertices, const sorted_root *roots, int k, int step,
                   nearest *found)
{
    const recorded_fibre *own = &m->fibres[roots[k].fibre];
    const float *at = vertices[own->vertex_begin].at;
    for (int j = k + step; j >= 0 && j < m->fibre_count; j += step)
    {
        double apart = (double)roots[j].x - (double)roots[k].x;
        if (found->count == FOLLOWER_NEAR && apart * apart > found->distance[FOLLOWER_NEAR - 1]) return;
        const recorded_fibre *other = &m->fibres[roots[j].fibre];
        if (other->root == own->root) offer(found, roots[j].fibre, distance2(at, vertices[other->vertex_begin].at));
    }
}

hf_status followers_near(const recorded_model *model, const vertex_row *vertices, int *near, hf_error *error)
{
    sorted_root *roots = MEMORY_ARRAY(sorted_root, (size_t)model->fibre_count);
    if (!roots) return error_no_memory(error);
    for (int f = 0; f < model->fibre_count; f++)
        roots[f] = (sorted_root){vertices[model->fibres[f].vertex_begin].at[0], f};
    qsort(roots, (size_t)model->fibre_count, sizeof *roots, compare_roots);
    for (int k = 0; k < model->fibre_count; k++)
    {
        nearest found = {0};
        search(model, vertices, roots, k, -1, &found);
        search(model, vertices, roots, k, 1, &found);
        int *own = near + (size_t)FOLLOWER_NEAR * (size_t)roots[k].fibre;
        for (int j = 0; j < FOLLOWER_NEAR; j++) own[j] = j < found.count ? found.fibre[j] : roots[k].fibre;
    }
    free(roots);
    return HF_STATUS_OK;
}

// ---- followers ----

static follower make_follower(const recorded_model *m, const vertex_row *vertices, const int *near, int guide,
                              int index)
{
    int count = 1; // whoever has followers has a neighbour
    while (count < FOLLOWER_NEAR && near[count] != guide) count++;
    uint32_t a = hash((uint32_t)guide, (uint32_t)(4 * index)), b = hash((uint32_t)guide, (uint32_t)(4 * index + 1));
    int first = (int)(a % (uint32_t)count), second = count > 1 ? (int)(b % (uint32_t)(count - 1)) : 0;
    if (count > 1 && second >= first) second++;
    double u = part(hash((uint32_t)guide, (uint32_t)(4 * index + 2)));
    double v = part(hash((uint32_t)guide, (uint32_t)(4 * index + 3)));
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v; // evenly over the triangle
    follower f = {.guide = guide, .other = {near[first], near[second]}, .weight = {(float)(0.5 * u), (float)(0.5 * v)}};
    for (int k = 0; k < 2; k++)
        f.limit[k] = (float)(2.0 * sqrt(distance2(vertices[m->fibres[guide].vertex_begin].at,
                                                  vertices[m->fibres[f.other[k]].vertex_begin].at)));
    return f;
}

hf_status followers_make(const recorded_model *model, const vertex_row *vertices, int each, follower_set *set,
                         hf_error *error)
{
    *set = (follower_set){0};
    if (each == 0 || model->fibre_count < 2) return HF_STATUS_OK;
    int *near = MEMORY_ARRAY(int, (size_t)FOLLOWER_NEAR *(size_t)model->fibre_count);
    set->list = MEMORY_ARRAY(follower, (size_t)each * (size_t)model->fibre_count);
    hf_status status = near && set->list ? followers_near(model, vertices, near, error) : error_no_memory(error);
    for (int g = 0; g < model->fibre_count && status == HF_STATUS_OK; g++)
    {
        const int *own = near + (size_t)FOLLOWER_NEAR * (size_t)g;
        for (int k = 0; k < each && own[0] != g; k++)
            set->list[set->count++] = make_follower(model, vertices, own, g, k);
    }
    free(near);
    if (status != HF_STATUS_OK) followers_free(set);
    return status;
}

void followers_free(follower_set *set)
{
    free(set->list);
    *set = (follower_set){0};
}

/// Where a fibre is at a part u of its vertices.
static void along(const recorded_model *m, const vertex_row *vertices, int fibre, double u, double at[3])
{
    const recorded_fibre *f = &m->fibres[fibre];
    double place = u * f->segment_count;
    int k = (int)place < f->segment_count ? (int)place : f->segment_count - 1;
    const float *a = vertices[f->vertex_begin + k].at, *b = vertices[f->vertex_begin + k + 1].at;
    for (int d = 0; d < 3; d++) at[d] = (double)a[d] + (place - k) * ((double)b[d] - (double)a[d]);
}

void followers_crown(const recorded_model *model, const vertex_row *vertices, double crown[3])
{
    for (int d = 0; d < 3; d++)
    {
        double sum = 0.0;
        for (int k = 0; k < model->fibre_count; k++) sum += (double)vertices[model->fibres[k].vertex_begin].at[d];
        crown[d] = model->fibre_count > 0 ? sum / model->fibre_count : 0.0;
    }
}

/// From `from` to a neighbour at the part u, shortened to the limit.
static vec3 lean(const recorded_model *m, const vertex_row *vertices, int other, double u, vec3 from, double limit)
{
    double at[3];
    along(m, vertices, other, u, at);
    vec3 e = v3_sub(v3_load(at), from);
    double length = v3_norm(e);
    return length > limit ? v3_scale(limit / length, e) : e;
}

void follower_points(const recorded_model *model, const vertex_row *vertices, const double crown[3], const follower *f,
                     float *points)
{
    const recorded_fibre *guide = &model->fibres[f->guide];
    double w1 = (double)f->weight[0], w2 = (double)f->weight[1], w0 = 1.0 - w1 - w2;
    for (int k = 0; k <= guide->segment_count; k++)
    {
        const float *own = vertices[guide->vertex_begin + k].at;
        vec3 g = v3((double)own[0], (double)own[1], (double)own[2]);
        double u = (double)k / guide->segment_count;
        vec3 e1 = lean(model, vertices, f->other[0], u, g, (double)f->limit[0]);
        vec3 e2 = lean(model, vertices, f->other[1], u, g, (double)f->limit[1]);
        vec3 out = v3_sub(v3_add_scaled(v3_add_scaled(g, w1, e1), w2, e2), v3_load(crown)); // y - c
        double s = w0 * w1 * v3_norm2(e1) + w0 * w2 * v3_norm2(e2) + w1 * w2 * v3_norm2(v3_sub(e1, e2));
        double away2 = v3_norm2(out);
        vec3 x = v3_add_scaled(v3_load(crown), away2 > 0.0 ? sqrt(1.0 + s / away2) : 1.0, out);
        points[3 * k] = (float)x.x, points[3 * k + 1] = (float)x.y, points[3 * k + 2] = (float)x.z;
    }
}
