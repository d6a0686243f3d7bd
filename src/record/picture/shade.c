// Colours: each pixel that sees one triangle in all its samples is coloured once, at its middle; others once for each
// triangle.
//
// Light: a sun with shadows, the sky, and a lamp at the eye. Shadows by the depths that the sun sees, four of them for
// each point. What has no material is matt; planes have squares of a metre unless a texture says otherwise, and fade
// into the distance.

#include "record/picture/painter.h"

#include "base/error.h"
#include "base/tasks.h"

#include <string.h>

enum
{
    ROWS = 16,   // of a task
    SAMPLES = 2, // across and down a pixel
    FINE = 16,
};

static const float SKY[3] = {0.93F, 0.95F, 0.98F}, ZENITH[3] = {0.70F, 0.79F, 0.90F}, DEPTHS[3] = {0.82F, 0.83F, 0.84F};
static const float FADE_FROM = 12.0F, FADE_TO = 45.0F; // of planes [m]

typedef struct float3
{
    float v[3];
} float3;

static float dot(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static float clamp01(float x)
{
    return x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x;
}

static void unit(float *a)
{
    float length = sqrtf(dot(a, a));
    for (int d = 0; d < 3 && length > 0; d++) a[d] /= length;
}

// ---- what a point is like ----

typedef struct point
{
    float world[3], normal[3], map[2];
    float distance;
} point;

/// The point of a triangle at a place of the screen, in 1/16 samples.
static point point_at(const flat_triangle *t, double x, double y)
{
    double w[3], flat = 0.0, sum = 0.0;
    for (int k = 0; k < 3; k++)
    {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        w[k] = (t->y[b] - t->y[a]) * (x - t->x[a]) - (t->x[b] - t->x[a]) * (y - t->y[a]);
        if (w[k] < 0.0) w[k] = 0.0; // beyond the rim
        flat += w[k];
        w[k] *= (double)t->depth[k];
        sum += w[k];
    }
    point p = {0};
    double inverse = sum > 0.0 ? 1.0 / sum : 0.0;
    for (int k = 0; k < 3; k++)
    {
        float share = (float)(w[k] * inverse);
        for (int d = 0; d < 3; d++) p.world[d] += share * t->corner[k][d];
        for (int d = 0; d < 3; d++) p.normal[d] += share * t->normal[k][d];
        for (int d = 0; d < 2; d++) p.map[d] += share * t->map[k][d];
    }
    p.distance = (float)(flat * inverse);
    unit(p.normal);
    return p;
}

// ---- surfaces ----

/// What is behind the point, for numbers that int can hold.
static float part(float x)
{
    x = x > 1e9F ? 0.0F : x < -1e9F ? 0.0F : x;
    float rest = x - (float)(int)x;
    return rest < 0.0F ? rest + 1.0F : rest;
}

static void texture_color(const painted_texture *t, float u, float v, float *color)
{
    const hf_texture_def *look = &t->look;
    if (look->kind == HF_TEXTURE_IMAGE)
    {
        if (!t->image.pixels) return;
        int x = (int)(part(u) * (float)t->image.width), y = (int)((1.0F - part(v)) * (float)t->image.height);
        x = x < t->image.width ? x : t->image.width - 1;
        y = y < t->image.height ? y : t->image.height - 1;
        const unsigned char *p = &t->image.pixels[3 * ((size_t)y * (size_t)t->image.width + (size_t)x)];
        for (int d = 0; d < 3; d++) color[d] *= (float)p[d] / 255.0F;
        return;
    }
    bool other = look->kind == HF_TEXTURE_CHECKER && (part(u) < 0.5F) != (part(v) < 0.5F);
    float share = look->kind == HF_TEXTURE_GRADIENT ? part(v) : other ? 1.0F : 0.0F;
    for (int d = 0; d < 3; d++) color[d] *= look->color[d] + share * (look->second[d] - look->color[d]);
}

static void surface_color(const hf_painter *painter, const solid *s, const point *p, float *color)
{
    memcpy(color, s->color, 3 * sizeof *color);
    if (s->texture >= 0 && s->map) texture_color(&painter->textures[s->texture], p->map[0], p->map[1], color);
    else if (s->texture >= 0 && s->ground)
        texture_color(&painter->textures[s->texture], 0.5F * p->world[0] * s->repeat[0],
                      0.5F * p->world[1] * s->repeat[1], color);
    else if (s->ground)
    {
        bool other = (part(0.5F * p->world[0]) < 0.5F) != (part(0.5F * p->world[1]) < 0.5F);
        for (int d = 0; d < 3; d++) color[d] *= other ? 0.9F : 1.0F;
    }
}

// ---- light ----

/// How much of the sun a point sees, 0 … 1.
static float sunlight(const shade_context *c, const point *p)
{
    if (!c->shadow) return 1.0F;
    float from[3], seen[3], texel = 1.0F / c->sun->focal;
    for (int d = 0; d < 3; d++) from[d] = p->world[d] + 1.5F * texel * p->normal[d] - c->sun->eye[d];
    for (int i = 0; i < 3; i++) seen[i] = dot(&c->sun->rotation[3 * i], from);
    float x = c->sun->center[0] + c->sun->focal * seen[0] - 0.5F,
          y = c->sun->center[1] - c->sun->focal * seen[1] - 0.5F;
    if (!(x >= 0 && y >= 0 && x < (float)(c->shadow->width - 1) && y < (float)(c->shadow->height - 1))) return 1.0F;
    int ix = (int)x, iy = (int)y;
    float fx = x - (float)ix, fy = y - (float)iy, light = 0.0F;
    for (int k = 0; k < 4; k++)
    {
        float share = (k & 1 ? fx : 1.0F - fx) * (k & 2 ? fy : 1.0F - fy);
        float first = c->shadow->depth[(size_t)(iy + k / 2) * (size_t)c->shadow->stride + (size_t)(ix + k % 2)];
        light += first > seen[2] + texel ? 0.0F : share;
    }
    return light;
}

static float sheen(float x)
{
    for (int k = 0; k < 5; k++) x *= x; // x^32
    return x;
}

static float3 color_at(const shade_context *c, const flat_triangle *t, double x, double y)
{
    const solid *s = &c->painter->solids[t->solid];
    point p = point_at(t, x, y);
    float color[3], view[3], half[3];
    surface_color(c->painter, s, &p, color);
    for (int d = 0; d < 3; d++) view[d] = c->lens->eye[d] - p.world[d];
    unit(view);
    for (int d = 0; d < 3; d++) half[d] = view[d] + c->light[d];
    unit(half);
    float facing = dot(p.normal, c->light), sun = facing > 0.0F ? sunlight(c, &p) * facing : 0.0F;
    float lamp = dot(p.normal, view);
    float light = 0.38F + 0.10F * p.normal[2] + 0.50F * sun + 0.14F * (lamp > 0.0F ? lamp : 0.0F) + s->emission;
    float shine = sun > 0.0F ? 0.35F * s->specular * sheen(clamp01(dot(p.normal, half))) : 0.0F;
    float fade = s->ground ? clamp01((p.distance - FADE_FROM) / (FADE_TO - FADE_FROM)) : 0.0F;
    float3 out;
    for (int d = 0; d < 3; d++)
    {
        float here = clamp01(color[d] * light + shine);
        out.v[d] = here + fade * (SKY[d] - here);
    }
    return out;
}

/// What is seen where nothing is: the sky by how high one looks.
static float3 sky_at(const screen_lens *lens, double x, double y)
{
    float p[3] = {((float)x / FINE - lens->center[0]) / lens->focal, (lens->center[1] - (float)y / FINE) / lens->focal,
                  -1};
    float up = lens->rotation[2] * p[0] + lens->rotation[5] * p[1] + lens->rotation[8] * p[2];
    up /= sqrtf(dot(p, p));
    float high = clamp01(2.0F * up), low = clamp01(-4.0F * up);
    float3 out;
    for (int d = 0; d < 3; d++) out.v[d] = SKY[d] + high * (ZENITH[d] - SKY[d]) + low * (DEPTHS[d] - SKY[d]);
    return out;
}

// ---- pixels ----

typedef struct pixel
{
    int seen[SAMPLES * SAMPLES];
    float depth[SAMPLES * SAMPLES];
} pixel;

static float3 color_seen(const shade_context *c, int seen, double x, double y)
{
    return seen < 0 ? sky_at(c->lens, x, y) : color_at(c, c->list->items[seen], x, y);
}

static float3 color_of(const shade_context *c, const pixel *p, int x, int y)
{
    if (p->seen[0] == p->seen[1] && p->seen[0] == p->seen[2] && p->seen[0] == p->seen[3])
        return color_seen(c, p->seen[0], SAMPLES * FINE * (x + 0.5), SAMPLES * FINE * (y + 0.5));
    float3 sum = {{0, 0, 0}};
    for (int k = 0; k < SAMPLES * SAMPLES; k++)
    {
        int same = 0, before = -1;
        for (int l = 0; l < SAMPLES * SAMPLES; l++)
        {
            same += p->seen[l] == p->seen[k];
            if (l < k && p->seen[l] == p->seen[k]) before = l;
        }
        if (before >= 0) continue;
        int column = SAMPLES * x + k % SAMPLES, row = SAMPLES * y + k / SAMPLES;
        float3 one = color_seen(c, p->seen[k], FINE * (column + 0.5), FINE * (row + 0.5));
        for (int d = 0; d < 3; d++) sum.v[d] += (float)same / (SAMPLES * SAMPLES) * one.v[d];
    }
    return sum;
}

static void put_pixel(const shade_context *c, int x, int y)
{
    const hf_picture *out = c->picture;
    size_t at = (size_t)y * (size_t)out->width + (size_t)x;
    pixel p;
    int nearest = 0;
    for (int k = 0; k < SAMPLES * SAMPLES; k++)
    {
        size_t from =
            (size_t)(SAMPLES * y + k / SAMPLES) * (size_t)c->canvas->stride + (size_t)(SAMPLES * x + k % SAMPLES);
        p.seen[k] = c->canvas->seen[from], p.depth[k] = c->canvas->depth[from];
        if (p.depth[k] > p.depth[nearest]) nearest = k;
    }
    const solid *s = p.seen[nearest] < 0 ? NULL : &c->painter->solids[c->list->items[p.seen[nearest]]->solid];
    if (out->depth) out->depth[at] = s ? 1.0F / p.depth[nearest] : INFINITY;
    if (out->bodies) out->bodies[at] = s ? s->body : -1;
    if (out->shapes) out->shapes[at] = s ? s->shape : -1;
    if (!out->color) return;
    float3 color = color_of(c, &p, x, y);
    for (int d = 0; d < 3; d++) out->color[3 * at + (size_t)d] = (unsigned char)(clamp01(color.v[d]) * 255.0F + 0.5F);
}

static hf_status shade_rows(void *context, int task, hf_workspace *scratch, hf_error *error)
{
    (void)scratch, (void)error;
    const shade_context *c = context;
    for (int y = task * ROWS; y < (task + 1) * ROWS && y < c->picture->height; y++)
        for (int x = 0; x < c->picture->width; x++) put_pixel(c, x, y);
    return HF_STATUS_OK;
}

hf_status painter_shade(const shade_context *context, hf_error *error)
{
    shade_context own = *context;
    return tasks_run(context->painter->pool, (context->picture->height + ROWS - 1) / ROWS, shade_rows, &own, error);
}
