// Segments of fibres: what comes near, which contacts, corners, crossings.

#include "support/harness.h"

#include "base/arena.h"
#include "collide/broad/scene.h"
#include "collide/chains/chain_cross.h"
#include "support/hair_chains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/// A scene in use.
typedef struct bench
{
    collide_scene *scene;
    collide_state *state;
    hf_workspace *workspace;
} bench;

static bench bench_begin(const hair_chains *h)
{
    bench b;
    hf_error error;
    CHECK(collide_scene_create(&h->def, &b.scene, &error) == HF_STATUS_OK);
    CHECK(collide_state_create(b.scene, &b.state, &error) == HF_STATUS_OK);
    CHECK(hf_workspace_create(&b.workspace, &error) == HF_STATUS_OK);
    return b;
}

static void bench_end(bench *b)
{
    hf_workspace_destroy(b->workspace);
    collide_state_destroy(b->state);
    collide_scene_destroy(b->scene);
}

static int detect(const bench *b, const hair_chains *h, bool moving, contact_point **points)
{
    hf_error error;
    int count = 0;
    CHECK(collide_detect_moving(b->scene, b->state, h->poses, h->reach, moving ? &h->motion : NULL, b->workspace,
                                points, &count, &error) == HF_STATUS_OK);
    return count;
}

/// Two fibres of `n` and `m` segments; nothing moves, and contacts are looked for as far as `reach`.
static hair_chains two_fibres(const vec3 *a, int n, const vec3 *b, int m, double radius, double reach)
{
    hair_chains h = hair_begin(n + m);
    (void)hair_add_fibre(&h, 0, a, n, radius);
    if (m > 0) (void)hair_add_fibre(&h, 1, b, m, radius);
    for (int k = 2; k < h.def.body_count; k++) h.reach[k] = reach;
    hair_point_at(&h);
    return h;
}

static int count_contacts(const hair_chains *h, contact_point *first)
{
    bench b = bench_begin(h);
    contact_point *points;
    int count = detect(&b, h, false, &points);
    if (first && count > 0) *first = points[0];
    bench_end(&b);
    return count;
}

// ---- the broad phase ----

/// Contacts of all pairs, one by one.
static int by_all_pairs(const bench *b, const hair_chains *h, contact_point *points)
{
    const chain_set *set = &b->scene->chains;
    shape_view *views = calloc((size_t)b->scene->shape_count, sizeof *views);
    manifold m = {.workspace = b->workspace};
    int count = 0;
    CHECK(views != NULL);
    for (int s = 0; s < b->scene->shape_count; s++)
    {
        const double *R = h->poses[b->scene->shapes[s].body].rotation;
        views[s] = b->scene->shapes[s].view;
        views[s].center = v3_load(h->poses[b->scene->shapes[s].body].position);
        for (int k = 0; k < 3; k++) views[s].axis[k] = v3(R[k], R[3 + k], R[6 + k]);
    }
    for (int i = 0; i < b->scene->shape_count; i++)
        for (int j = i + 1; j < b->scene->shape_count; j++)
        {
            const chain_item *p = chain_item_of(set, i), *q = chain_item_of(set, j);
            if ((p && q && chain_neighbours(p, q)) || !scene_collides(b->scene, i, j)) continue;
            chain_pair(b->scene, views, &h->motion, i, j, 0.0, &m);
            for (int k = 0; k < m.count; k++)
                points[count++] = (contact_point){.shape_a = i, .shape_b = j, .gap = m.points[k].gap};
        }
    manifold_free(&m);
    free(views);
    return count;
}

TEST(the_grid_finds_what_all_pairs_find)
{
    for (int round = 0; round < 3; round++)
    {
        hair_chains h = hair_on_head(48, 12, 5e-4, 0.02 + 0.3 * round, 11 + (uint64_t)round);
        bench b = bench_begin(&h);
        contact_point *points, *all = calloc(20000, sizeof *all);
        CHECK(all != NULL);
        int count = detect(&b, &h, true, &points), total = by_all_pairs(&b, &h, all), i = 0, missing = 0;
        CHECK(total > 300);
        for (int k = 0; k < total; k++)
        {
            while (i < count && (points[i].shape_a < all[k].shape_a ||
                                 (points[i].shape_a == all[k].shape_a && points[i].shape_b < all[k].shape_b)))
                i++;
            bool same = i < count && points[i].shape_a == all[k].shape_a && points[i].shape_b == all[k].shape_b;
            // what turns by w h = 0.05 rad beside a large gap may be off by that share of it
            missing += !same;
            CHECK(same || all[k].gap > 1e-3);
        }
        CHECK(count <= total && missing <= total / 50);
        free(all);
        bench_end(&b);
        hair_end(&h);
    }
}

/// One fibre of 40 segments that goes on by 1 cm each, into directions off the last one by up to `wild`, and moves by
/// up to 2 mm in the step.
static hair_chains walk(double wild, uint64_t seed, chain_sweep *sweeps)
{
    enum
    {
        SEGMENTS = 40
    };
    random_state random = random_seed(seed);
    hair_chains h = hair_begin(SEGMENTS);
    vec3 points[SEGMENTS + 1] = {{0, 0, 0}}, d = {1, 0, 0};
    for (int k = 0; k < SEGMENTS; k++)
    {
        vec3 off = {random_normal(&random), random_normal(&random), random_normal(&random)};
        d = v3_unit_or(v3_add_scaled(d, wild, off), d);
        points[k + 1] = v3_add_scaled(points[k], 0.01, d);
        sweeps[k] = (chain_sweep){.end = {points[k], points[k + 1]}, .pad = 0.003};
    }
    int body = hair_add_fibre(&h, 0, points, SEGMENTS, 2e-3);
    for (int k = 0; k < SEGMENTS; k++)
        for (int i = 0; i < 3; i++) h.before[body + k][i] = h.free[body + k][i] = 0.1 * random_normal(&random);
    hair_point_at(&h);
    return h;
}

TEST(a_chain_that_goes_one_way_has_no_contacts)
{
    int straight = 0, curled = 0, touching = 0;
    for (int round = 0; round < 120; round++)
    {
        chain_sweep sweeps[40];
        double reached[40];
        hair_chains h = walk(0.025 * (round % 60), 100 + (uint64_t)round, sweeps);
        bench b = bench_begin(&h);
        contact_point *points, *all = calloc(20000, sizeof *all);
        CHECK(all != NULL);
        int count = detect(&b, &h, true, &points), total = by_all_pairs(&b, &h, all);
        CHECK(count == total);
        bool apart = chain_goes_one_way(&b.scene->chains, sweeps, reached);
        straight += apart, curled += !apart, touching += total > 0;
        free(all);
        bench_end(&b);
        hair_end(&h);
    }
    CHECK(straight >= 15 && curled >= 30 && touching >= 10);
}

TEST(what_moves_together_has_the_contacts_of_rest)
{
    hair_chains h = hair_on_head(64, 16, 3e-4, 0.0, 3);
    for (int k = 0; k < h.def.body_count; k++) memcpy(h.free[k], h.before[k], sizeof h.free[k]);
    bench b = bench_begin(&h);
    contact_point *points;
    int moving = detect(&b, &h, true, &points);
    for (int k = 0; k < h.def.body_count; k++)
        for (int i = 0; i < 6; i++) h.before[k][i] = h.free[k][i] = 0.0;
    int rest = detect(&b, &h, true, &points);
    CHECK(rest > 100);
    CHECK(abs(moving - rest) <= rest / 50);
    bench_end(&b);
    hair_end(&h);
}

TEST(threads_change_no_bit)
{
    hair_chains h = hair_on_head(64, 20, 5e-4, 0.2, 5);
    contact_point *kept = NULL;
    int kept_count = 0;
    for (int threads = 1; threads <= 5; threads += 2)
    {
        bench b = bench_begin(&h);
        (void)hf_workspace_set_threads(b.workspace, threads);
        contact_point *points;
        int count = detect(&b, &h, true, &points);
        if (!kept)
        {
            kept = malloc((size_t)count * sizeof *kept);
            CHECK(kept != NULL && count > 500);
            memcpy(kept, points, (size_t)count * sizeof *kept);
            kept_count = count;
        }
        CHECK(count == kept_count && memcmp(kept, points, (size_t)count * sizeof *kept) == 0);
        bench_end(&b);
    }
    free(kept);
    hair_end(&h);
}

TEST(one_segment_that_is_shot_off_is_compared_with_all)
{
    // a fence of 60 fibres along y, one behind the other in x, far from what is shot along the fence
    hair_chains h = hair_begin(2 * 60 + 1);
    for (int f = 0; f < 60; f++)
    {
        const vec3 points[3] = {{0.01 * f, -0.005, 0}, {0.01 * f, 0.005, 0}, {0.01 * f, 0.015, 0}};
        (void)hair_add_fibre(&h, f, points, 2, 1e-4);
    }
    const vec3 shot[2] = {{-0.01, 0.001, 0.002}, {-0.01, 0.001, 0.01}};
    int body = hair_add_fibre(&h, 60, shot, 1, 1e-4);
    hair_point_at(&h);
    bench b = bench_begin(&h);
    contact_point *points;
    CHECK(detect(&b, &h, true, &points) == 0);
    h.before[body][0] = h.free[body][0] = 200.0; // a metre in the step, over all of them …
    h.before[body][2] = h.free[body][2] = -0.5;  // … and down by 2.5 mm
    int count = detect(&b, &h, true, &points);
    CHECK(count == 60);
    for (int k = 0; k < count; k++) CHECK(points[k].shape_b == body - 2);
    bench_end(&b);
    hair_end(&h);
}

// ---- corners ----

TEST(a_contact_that_slides_over_corners_stays_one)
{
    const double r = 1e-4, gap = 2e-5;
    // straight, and bent away from the other one: (0,0) … (0.03, -0.004) in the plane y = 0
    for (int bent = 0; bent < 2; bent++)
    {
        const double drop = bent ? -0.002 : 0.0;
        const vec3 a[4] = {{0, 0, drop}, {0.01, 0, 0}, {0.02, 0, 0}, {0.03, 0, drop}};
        double last = -1;
        for (int k = 1; k < 300; k++)
        {
            double x = 1e-4 * k, side = x < 0.01 ? 0.01 - x : x > 0.02 ? x - 0.02 : 0.0;
            double z = drop * side / 0.01 + 2 * r + gap; // over the line, straight above
            const vec3 b[2] = {{x, -0.004, z}, {x, 0.005, z}};
            hair_chains h = two_fibres(a, 3, b, 1, r, 5e-5);
            contact_point point = {0};
            CHECK(count_contacts(&h, &point) == 1);
            CHECK(point.point[0] > last && fabs(point.point[0] - x) < 6e-5);
            CHECK(fabs(point.gap - gap) < 1e-5);
            last = point.point[0];
            hair_end(&h);
        }
    }
}

TEST(a_ball_on_a_fibre_touches_it_once)
{
    const double r = 1e-4, R = 0.01;
    const vec3 a[4] = {{-0.015, 0, 0}, {-0.005, 0, 0}, {0.005, 0, 0}, {0.015, 0, 0}};
    for (int k = 0; k <= 200; k++)
    {
        hair_chains h = hair_begin(3);
        hair_add_head(&h, R);
        (void)hair_add_fibre(&h, 0, a, 3, r);
        v3_store(h.poses[1].position, v3(-0.01 + 1e-4 * k, 0, R + r + 1e-6));
        h.reach[1] = 1e-5;
        hair_point_at(&h);
        CHECK(count_contacts(&h, NULL) == 1);
        hair_end(&h);
    }
}

TEST(a_fibre_on_a_plane_has_one_contact_a_corner)
{
    const double r = 1e-4;
    vec3 a[11];
    for (int k = 0; k < 11; k++) a[k] = v3(0.01 * k, 0.003 * k, r + 1e-6);
    hair_chains h = hair_begin(10);
    h.shapes[h.def.shape_count++] = (hf_shape_def){
        .body = 0, .kind = HF_SHAPE_PLANE, .mesh = -1, .orientation = {1, 0, 0, 0}, .category = 1, .mask = 1};
    (void)hair_add_fibre(&h, 0, a, 10, r);
    for (int k = 2; k < h.def.body_count; k++) h.reach[k] = 1e-5;
    hair_point_at(&h);
    CHECK(count_contacts(&h, NULL) == 11);
    hair_end(&h);
}

TEST(fibres_side_by_side_have_a_contact_for_each_corner_of_the_finer)
{
    const double r = 1e-4, apart = 2.1e-4;
    for (int stagger = 0; stagger < 5; stagger++)
        for (int finer = 1; finer <= 2; finer++)
        {
            vec3 a[21], b[41];
            for (int k = 0; k <= 20; k++) a[k] = v3(0.008 * k, 0, 0);
            for (int k = 0; k <= 20 * finer; k++) b[k] = v3(0.008 / finer * (k + 0.2 * stagger), apart, 0);
            hair_chains h = two_fibres(a, 20, b, 20 * finer, r, 2e-5);
            int count = count_contacts(&h, NULL), corners = 20 * finer + 1;
            CHECK(count >= corners - 1 && count <= corners); // one may be beyond the end of the other
            hair_end(&h);
        }
}

// ---- itself ----

TEST(a_fibre_touches_itself_but_not_its_neighbours)
{
    const double r = 1e-3;
    vec3 ring[41], hook[41], tight[41];
    for (int k = 0; k <= 40; k++)
    {
        double angle = 2 * PI * k / 40; // a turn of a screw, whose ends lie over each other
        ring[k] = v3(0.05 * cos(angle), 0.05 * sin(angle), 2.1 * r * k / 40);
        hook[k] = k <= 20 ? v3(0.005 * k, 0, 0) : v3(0.005 * (41 - k) - 0.0025, 2.1 * r, 0);
        tight[k] = v3(0.1 * r * k, 0, 0); // segments far shorter than it is thick
    }
    hair_chains h = two_fibres(ring, 40, NULL, 0, r, 2e-4);
    contact_point point;
    int ends = count_contacts(&h, &point);
    CHECK(ends >= 1 && ends <= 3);
    CHECK(point.shape_a == 0 && point.shape_b >= 37);
    hair_end(&h);
    h = two_fibres(hook, 40, NULL, 0, r, 2e-4);
    int beside = count_contacts(&h, NULL);
    CHECK(beside >= 18 && beside <= 22);
    hair_end(&h);
    h = two_fibres(tight, 40, NULL, 0, r, 2e-4);
    CHECK(count_contacts(&h, NULL) == 0);
    hair_end(&h);
}

// ---- velocities ----

TEST(gaps_are_looked_for_as_far_as_they_close)
{
    const double r = 5e-5;
    const vec3 a[2] = {{-0.005, 0, 0}, {0.005, 0, 0}};
    for (int k = 0; k < 40; k++)
    {
        double gap = 5e-4 * k + 1e-4, speed = 2.0; // 10 mm in a step
        const vec3 b[2] = {{0, -0.005, gap + 2 * r}, {0, 0.005, gap + 2 * r}};
        hair_chains h = two_fibres(a, 1, b, 1, r, 0.0);
        bench x = bench_begin(&h);
        contact_point *points;
        h.before[3][2] = h.free[3][2] = -speed;
        CHECK(detect(&x, &h, true, &points) == (gap <= 0.01 + 2 * CHAIN_NEAR * r));
        h.before[3][2] = h.free[3][2] = speed; // it goes away
        CHECK(detect(&x, &h, true, &points) == 0);
        h.before[3][2] = h.free[3][2] = -speed; // both go the same way
        h.before[2][2] = h.free[2][2] = -speed;
        CHECK(detect(&x, &h, true, &points) == 0);
        bench_end(&x);
        hair_end(&h);
    }
}

// ---- crossings ----

/// By small steps: the lines change sides along their common normal while that meets both.
static bool crosses(const line_way *a, const line_way *b)
{
    double last = 0.0;
    for (int k = 0; k <= 2000; k++)
    {
        double t = k / 2000.0;
        vec3 p = v3_mix(a->end[0][0], a->end[0][1], t), u = v3_sub(v3_mix(a->end[1][0], a->end[1][1], t), p);
        vec3 q = v3_mix(b->end[0][0], b->end[0][1], t), v = v3_sub(v3_mix(b->end[1][0], b->end[1][1], t), q);
        vec3 n = v3_cross(u, v), w = v3_sub(q, p);
        double s = v3_dot(v3_cross(w, v), n) / v3_norm2(n), r = v3_dot(v3_cross(w, u), n) / v3_norm2(n);
        double side = v3_dot(w, n);
        if (last != 0.0 && (side < 0) != (last < 0) && s > 0 && s < 1 && r > 0 && r < 1) return true;
        last = side;
    }
    return false;
}

TEST(crossings_are_those_of_small_steps)
{
    random_state random = random_seed(17);
    int found = 0, wrong = 0;
    for (int k = 0; k < 3000; k++)
    {
        line_way a, b;
        for (int i = 0; i < 4; i++)
        {
            vec3 x = v3(random_normal(&random), random_normal(&random), random_normal(&random));
            vec3 y = v3(random_normal(&random), random_normal(&random), random_normal(&random));
            a.end[i / 2][i % 2] = x, b.end[i / 2][i % 2] = y;
        }
        contact_point point;
        bool crossing = chain_crossing(&a, &b, 0.0, &point);
        wrong += crossing != crosses(&a, &b); // two within 1/2000, or at an end, may differ
        found += crossing;
        if (!crossing) continue;
        CHECK(point.gap >= 0.0 && fabs(v3_norm(v3_load(point.normal)) - 1.0) < 1e-12);
    }
    CHECK(found > 300);
    CHECK(wrong <= 6);
}

TEST(a_crossing_names_place_normal_and_gap)
{
    // a lies along x, b along y comes down through it from 3 mm to -1 mm, 2 mm off a's middle
    line_way a = {{{{-0.01, 0, 0}, {-0.01, 0, 0}}, {{0.01, 0, 0}, {0.01, 0, 0}}}};
    line_way b = {{{{0.002, -0.01, 0.003}, {0.002, -0.01, -0.001}}, {{0.002, 0.01, 0.003}, {0.002, 0.01, -0.001}}}};
    contact_point point;
    CHECK(chain_crossing(&a, &b, 1e-4, &point));
    CHECK(fabs(point.gap - 0.0029) < 1e-12);
    CHECK(fabs(point.normal[2] + 1.0) < 1e-12); // from b down to a
    CHECK(fabs(point.point[0] - 0.002) < 1e-12 && fabs(point.point[2] - 0.0015) < 1e-12);
    for (int e = 0; e < 2; e++) b.end[e][1].z = 0.001; // not through
    CHECK(!chain_crossing(&a, &b, 1e-4, &point));
    for (int e = 0; e < 2; e++) b.end[e][1].z = -0.001, b.end[e][0].x = b.end[e][1].x = 0.0101; // past the end
    CHECK(!chain_crossing(&a, &b, 1e-4, &point));
}

// ---- faults ----

TEST(segments_that_are_none_are_refused)
{
    const vec3 a[3] = {{0, 0, 0}, {0.01, 0, 0}, {0.02, 0, 0}};
    hair_chains h = two_fibres(a, 2, NULL, 0, 1e-3, 0.0);
    hf_error error;
    collide_scene *scene;
    h.shapes[1].kind = HF_SHAPE_SPHERE;
    CHECK(collide_scene_create(&h.def, &scene, &error) == HF_STATUS_INVALID && strstr(error.message, "capsule"));
    h.shapes[1].kind = HF_SHAPE_CAPSULE;
    h.shapes[1].body = 2;
    CHECK(collide_scene_create(&h.def, &scene, &error) == HF_STATUS_INVALID && strstr(error.message, "another shape"));
    hair_end(&h);
}

TEST(every_allocation_may_fail)
{
    hair_chains h = hair_on_head(24, 8, 5e-4, 0.1, 21);
    int reached = 0;
    for (int k = 0; k < 400; k++)
    {
        hf_error error;
        collide_scene *scene = NULL;
        collide_state *state = NULL;
        hf_workspace *workspace = NULL;
        contact_point *points;
        int count = 0;
        CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
        fail_allocation(k);
        hf_status status = collide_scene_create(&h.def, &scene, &error);
        if (status == HF_STATUS_OK) status = collide_state_create(scene, &state, &error);
        if (status == HF_STATUS_OK)
            status =
                collide_detect_moving(scene, state, h.poses, h.reach, &h.motion, workspace, &points, &count, &error);
        if (status == HF_STATUS_OK)
            status = collide_crossings(scene, state, h.poses, h.poses, workspace, &points, &count, &error);
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || status == HF_STATUS_NO_MEMORY);
        collide_state_destroy(state);
        collide_scene_destroy(scene);
        hf_workspace_destroy(workspace);
        reached = k;
        if (status == HF_STATUS_OK) break;
    }
    CHECK(reached > 15 && reached < 399);
    hair_end(&h);
}
