// Triangles of solids on the screen: placed in the world, seen through the lens, cut where they leave what the screen
// can hold, and turned away if they show their back.
//
// A triangle is cut by five planes: the nearest distance, and a frame of REACH samples around the origin, in which
// edges fit into 32 bits (raster.c).

#include "record/picture/painter.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"

#include <string.h>

enum
{
    SUBSAMPLES = 16, // of a sample's width
    CORNERS = 8,     // of a triangle that five planes have cut
    REACH = 9000,    // samples
};

/// A corner before it is on the screen.
typedef struct corner
{
    float p[3]; // as the lens sees it
    float world[3], normal[3], map[2];
} corner;

static void rotate(const float m[9], const float x[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = m[3 * i] * x[0] + m[3 * i + 1] * x[1] + m[3 * i + 2] * x[2];
}

static void see(const screen_lens *lens, corner *c)
{
    const float from[3] = {c->world[0] - lens->eye[0], c->world[1] - lens->eye[1], c->world[2] - lens->eye[2]};
    rotate(lens->rotation, from, c->p);
}

static corner between(const corner *a, const corner *b, float t)
{
    corner out;
    for (int d = 0; d < 3; d++)
    {
        out.p[d] = a->p[d] + t * (b->p[d] - a->p[d]);
        out.world[d] = a->world[d] + t * (b->world[d] - a->world[d]);
        out.normal[d] = a->normal[d] + t * (b->normal[d] - a->normal[d]);
    }
    for (int d = 0; d < 2; d++) out.map[d] = a->map[d] + t * (b->map[d] - a->map[d]);
    return out;
}

/// How far inside of a plane a corner is.
static float inside(const screen_lens *lens, const corner *c, int plane)
{
    float distance = lens->parallel ? 1.0F : -c->p[2];
    if (plane == 0) return lens->parallel ? 1.0F : distance - lens->nearest;
    int d = (plane - 1) / 2;
    float x = lens->focal * c->p[d] * (d == 0 ? 1.0F : -1.0F) + lens->center[d] * distance;
    return (float)REACH * distance - (plane % 2 ? x : -x);
}

/// Cuts a polygon in place; returns how many corners it has.
static int cut(const screen_lens *lens, corner *polygon, int count)
{
    for (int plane = 0; plane < 5 && count > 0; plane++)
    {
        float depths[CORNERS];
        bool outside = false;
        for (int k = 0; k < count; k++)
        {
            depths[k] = inside(lens, &polygon[k], plane);
            outside |= depths[k] < 0;
        }
        if (!outside) continue;
        corner made[CORNERS];
        int next = 0;
        for (int k = 0; k < count; k++)
        {
            int l = (k + 1) % count;
            if (depths[k] >= 0 && next < CORNERS) made[next++] = polygon[k];
            if ((depths[k] < 0) != (depths[l] < 0) && next < CORNERS)
                made[next++] = between(&polygon[k], &polygon[l], depths[k] / (depths[k] - depths[l]));
        }
        count = next;
        memcpy(polygon, made, (size_t)count * sizeof *made);
    }
    return count;
}

static void flatten(const screen_lens *lens, const corner *c, flat_triangle *t, int at)
{
    float distance = lens->parallel ? 1.0F : -c->p[2];
    float x = lens->center[0] + lens->focal * c->p[0] / distance;
    float y = lens->center[1] - lens->focal * c->p[1] / distance;
    t->x[at] = (int)floorf(x * SUBSAMPLES + 0.5F);
    t->y[at] = (int)floorf(y * SUBSAMPLES + 0.5F);
    t->depth[at] = lens->parallel ? c->p[2] : 1.0F / distance;
    memcpy(t->corner[at], c->world, sizeof t->corner[at]);
    memcpy(t->normal[at], c->normal, sizeof t->normal[at]);
    memcpy(t->map[at], c->map, sizeof t->map[at]);
}

static bool grow(flat_list *list, int more)
{
    if (list->count + more <= list->capacity) return true;
    int capacity = list->capacity + list->capacity / 2 + more;
    flat_triangle *items = memory_resize(list->items, (size_t)capacity, sizeof *items);
    if (!items) return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

/// Adds what is seen of a triangle, with its front towards the lens.
static bool add(const screen_lens *lens, const solid *s, int index, corner polygon[CORNERS], int count, flat_list *list)
{
    if (count < 3 || !grow(list, count - 2)) return count < 3;
    for (int k = 2; k < count; k++)
    {
        flat_triangle t = {.solid = index};
        const int corners[3] = {0, k - 1, k};
        for (int c = 0; c < 3; c++) flatten(lens, &polygon[corners[c]], &t, c);
        long long area =
            (long long)(t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (long long)(t.x[2] - t.x[0]) * (t.y[1] - t.y[0]);
        int low = t.y[0], high = t.y[0], left = t.x[0], right = t.x[0];
        for (int c = 1; c < 3; c++)
        {
            low = t.y[c] < low ? t.y[c] : low, high = t.y[c] > high ? t.y[c] : high;
            left = t.x[c] < left ? t.x[c] : left, right = t.x[c] > right ? t.x[c] : right;
        }
        bool away = right < 0 || high < 0 || left > lens->width * SUBSAMPLES || low > lens->height * SUBSAMPLES;
        if (area == 0 || away || (area > 0 && !s->two_sided)) continue; // y points down: fronts turn the other way
        if (area > 0)
        {
            flat_triangle back = t;
            for (int c = 1; c < 3; c++)
            {
                t.x[c] = back.x[3 - c], t.y[c] = back.y[3 - c], t.depth[c] = back.depth[3 - c];
                memcpy(t.corner[c], back.corner[3 - c], sizeof t.corner[c]);
                memcpy(t.normal[c], back.normal[3 - c], sizeof t.normal[c]);
                memcpy(t.map[c], back.map[3 - c], sizeof t.map[c]);
            }
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 3; d++) t.normal[c][d] = -t.normal[c][d];
        }
        list->items[list->count++] = t;
    }
    return true;
}

static void place(const placed *at, const solid *s, int k, corner *out)
{
    rotate(at->map, &s->corners[3 * k], out->world);
    for (int d = 0; d < 3; d++) out->world[d] += at->origin[d];
    rotate(at->map, &s->normals[3 * k], out->normal);
    out->map[0] = s->map ? s->map[2 * k] : 0.0F;
    out->map[1] = s->map ? s->map[2 * k + 1] : 0.0F;
}

/// Whether nothing of a solid can be seen: a sphere around it is behind the lens.
static bool is_behind(const placed *at, const screen_lens *lens, const solid *s)
{
    corner c;
    rotate(at->map, s->center, c.world);
    for (int d = 0; d < 3; d++) c.world[d] += at->origin[d];
    see(lens, &c);
    return !lens->parallel && c.p[2] > 2.0F * s->radius;
}

typedef struct projection
{
    const hf_painter *painter;
    const placed *bodies;
    const screen_lens *lens;
    int pass;
} projection;

static hf_status project_solid(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    (void)scratch;
    const projection *all = context;
    const solid *s = &all->painter->solids[k];
    const placed *at = &all->bodies[s->body];
    flat_list *list = &all->painter->lists[all->pass][k];
    list->count = 0;
    if ((s->ground && all->pass == 1) || is_behind(at, all->lens, s)) return HF_STATUS_OK;
    for (int t = 0; t < s->triangle_count; t++)
    {
        corner polygon[CORNERS];
        for (int c = 0; c < 3; c++)
        {
            place(at, s, 3 * t + c, &polygon[c]);
            see(all->lens, &polygon[c]);
        }
        if (!add(all->lens, s, k, polygon, cut(all->lens, polygon, 3), list)) return error_no_memory(error);
    }
    return HF_STATUS_OK;
}

hf_status painter_project(const hf_painter *painter, const placed *bodies, const screen_lens *lens, int pass,
                          flat_triangles *triangles, hf_error *error)
{
    projection all = {.painter = painter, .bodies = bodies, .lens = lens, .pass = pass};
    *triangles = (flat_triangles){0};
    hf_status status = tasks_run(painter->pool, painter->solid_count, project_solid, &all, error);
    if (status != HF_STATUS_OK) return status;
    size_t count = 0;
    for (int k = 0; k < painter->solid_count; k++) count += (size_t)painter->lists[pass][k].count;
    triangles->items = ARENA_ARRAY(painter->arena, const flat_triangle *, count);
    if (!triangles->items) return error_no_memory(error);
    for (int k = 0; k < painter->solid_count; k++)
        for (int t = 0; t < painter->lists[pass][k].count; t++)
            triangles->items[triangles->count++] = &painter->lists[pass][k].items[t];
    return HF_STATUS_OK;
}
