// Fibres on a head, as bodies and capsules: for tests and the benchmark of detection. No world: poses and velocities
// are given.

#ifndef HF_TEST_SUPPORT_HAIR_CHAINS_H
#define HF_TEST_SUPPORT_HAIR_CHAINS_H

#include "base/random.h"
#include "collide/collide.h"
#include "linalg/quat.h"

#include <stdlib.h>

typedef struct hair_chains
{
    collide_scene_def def;
    bool *moves;
    int *chain;
    hf_shape_def *shapes;
    pose *poses;
    double *reach;
    double (*center)[3], (*before)[6], (*free)[6];
    collide_motion motion;
} hair_chains;

/// Body 0 is the world, 1 the head (a ball), then segments.
static inline hair_chains hair_begin(int segment_count)
{
    size_t n = (size_t)segment_count + 2;
    hair_chains h = {.moves = calloc(n, sizeof(bool)),
                     .chain = calloc(n, sizeof(int)),
                     .shapes = calloc(n, sizeof(hf_shape_def)),
                     .poses = calloc(n, sizeof(pose)),
                     .reach = calloc(n, sizeof(double)),
                     .center = calloc(n, sizeof *h.center),
                     .before = calloc(n, sizeof *h.before),
                     .free = calloc(n, sizeof *h.free)};
    if (!h.moves || !h.chain || !h.shapes || !h.poses || !h.reach || !h.center || !h.before || !h.free) abort();
    for (int k = 0; k < 2; k++)
    {
        h.chain[k] = -1;
        quat_to_matrix(quat_identity(), h.poses[k].rotation);
    }
    h.moves[1] = true;
    h.def.body_count = 2;
    return h;
}

static inline void hair_point_at(hair_chains *h)
{
    h->def.moves = h->moves, h->def.chain = h->chain, h->def.shapes = h->shapes;
    h->motion = (collide_motion){.h = 0.005,
                                 .center = (const double(*)[3])h->center,
                                 .before = (const double(*)[6])h->before,
                                 .free = (const double(*)[6])h->free};
}

static inline void hair_end(hair_chains *h)
{
    free(h->moves), free(h->chain), free(h->shapes), free(h->poses), free(h->reach);
    free(h->center), free(h->before), free(h->free);
}

static inline void hair_add_head(hair_chains *h, double radius)
{
    h->shapes[h->def.shape_count++] = (hf_shape_def){.body = 1,
                                                     .kind = HF_SHAPE_SPHERE,
                                                     .size = {radius},
                                                     .mesh = -1,
                                                     .orientation = {1, 0, 0, 0},
                                                     .category = 1,
                                                     .mask = 1};
}

/// A segment between two points; the body's frame is in its middle.
static inline void hair_place(hair_chains *h, int body, vec3 from, vec3 to)
{
    vec3 z = v3_unit_or(v3_sub(to, from), v3(0, 0, 1)), x = v3_perpendicular(z), y = v3_cross(z, x);
    const double R[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    for (int k = 0; k < 9; k++) h->poses[body].rotation[k] = R[k];
    v3_store(h->poses[body].position, v3_mix(from, to, 0.5));
    v3_store(h->center[body], v3_mix(from, to, 0.5));
}

/// Appends a fibre through count + 1 points; returns the body of its first segment.
static inline int hair_add_fibre(hair_chains *h, int number, const vec3 *points, int count, double radius)
{
    int first = h->def.body_count;
    for (int k = 0; k < count; k++)
    {
        int body = h->def.body_count++;
        h->moves[body] = true;
        h->chain[body] = number;
        h->shapes[h->def.shape_count++] = (hf_shape_def){.body = body,
                                                         .kind = HF_SHAPE_CAPSULE,
                                                         .size = {radius, 0.5 * v3_distance(points[k], points[k + 1])},
                                                         .mesh = -1,
                                                         .orientation = {1, 0, 0, 0},
                                                         .category = 1,
                                                         .mask = 1};
        hair_place(h, body, points[k], points[k + 1]);
    }
    return first;
}

/// One that grows out of the head of radius R at `root` (a unit vector), and falls down round it.
static inline void hair_grow(random_state *random, double R, vec3 root, double length, int count, vec3 *points)
{
    vec3 direction = root, drift = v3(random_normal(random), random_normal(random), random_normal(random));
    points[0] = v3_scale(1.002 * R, root);
    for (int k = 0; k < count; k++)
    {
        vec3 noise = v3(random_normal(random), random_normal(random), random_normal(random));
        drift = v3_add_scaled(v3_scale(0.8, drift), 0.6, noise);
        direction = v3_add(v3_scale(0.7, direction), v3(0.03 * drift.x, 0.03 * drift.y, 0.03 * drift.z - 0.25));
        points[k + 1] = v3_add_scaled(points[k], length / count, v3_unit_or(direction, root));
        double out = v3_norm(points[k + 1]), least = 1.001 * R;
        if (out < least) points[k + 1] = v3_scale(least / out, points[k + 1]);
    }
}

/// A head with so many fibres in wisps of 16, and a motion: the head goes at 3 m/s and turns at 10 rad/s, and each
/// segment has `loose` m/s of its own.
static inline hair_chains hair_on_head(int fibres, int segments, double radius, double loose, uint64_t seed)
{
    enum
    {
        WISP = 16,
        MOST = 1024
    };
    hair_chains h = hair_begin(fibres * segments);
    random_state random = random_seed(seed);
    vec3 points[MOST + 1], root = v3(0, 0, 1);
    const double R = 0.1, length = 0.2;
    hair_add_head(&h, R);
    for (int f = 0; f < fibres; f++)
    {
        if (f % WISP == 0)
        {
            root = v3(random_normal(&random), random_normal(&random), fabs(random_normal(&random)));
            root = v3_unit_or(root, v3(0, 0, 1));
        }
        vec3 off = v3(random_normal(&random), random_normal(&random), random_normal(&random));
        hair_grow(&random, R, v3_unit_or(v3_add_scaled(root, 0.01, off), root), length, segments, points);
        (void)hair_add_fibre(&h, f, points, segments, radius);
    }
    vec3 v = v3(3, 0, 0), w = v3(0, 0, 10);
    for (int k = 1; k < h.def.body_count; k++)
    {
        vec3 own = k == 1 ? v3_zero() : v3(random_normal(&random), random_normal(&random), random_normal(&random));
        vec3 at = v3_add(v, v3_cross(w, v3_load(h.center[k])));
        v3_store(h.before[k], v3_add_scaled(at, loose, own)), v3_store(h.before[k] + 3, w);
        v3_store(h.free[k], v3_add(v3_load(h.before[k]), v3(0, 0, -0.05))), v3_store(h.free[k] + 3, w);
        h.reach[k] = 0.005 * (v3_norm(v3_load(h.before[k])) + 10 * (k == 1 ? R : 0.5 * length / segments));
    }
    hair_point_at(&h);
    return h;
}

#endif
