// Scenes, masses, broad phase, filter, reach, ids, memory.

#include "support/harness.h"

#include "base/arena.h"
#include "base/random.h"
#include "collide/broad/scene.h"
#include "collide/broad/tree.h"
#include "collide/collide.h"
#include "collide/narrow/narrow.h"
#include "collide/shapes/mesh.h"
#include "linalg/quat.h"

#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

enum
{
    CAPACITY = 4096
};

/// A scene under construction: one body for each shape unless told otherwise; body 0 is the world.
typedef struct builder
{
    collide_scene_def def;
    bool moves[CAPACITY];
    hf_shape_def shapes[CAPACITY];
    pose poses[CAPACITY];
    double reach[CAPACITY];
} builder;

static hf_shape_def shape_of(hf_shape_kind kind, double x, double y, double z)
{
    return (hf_shape_def){
        .kind = kind, .size = {x, y, z}, .mesh = -1, .orientation = {1, 0, 0, 0}, .category = 1, .mask = 1};
}

static void set_pose(pose *p, vec3 at, quat q)
{
    v3_store(p->position, at);
    quat_to_matrix(q, p->rotation);
}

static builder *begin(void)
{
    builder *b = calloc(1, sizeof *b);
    CHECK(b != NULL);
    b->def.body_count = 1;
    b->def.moves = b->moves;
    b->def.shapes = b->shapes;
    set_pose(&b->poses[0], v3_zero(), quat_identity());
    return b;
}

static int add_body(builder *b, vec3 at)
{
    CHECK(b->def.body_count < CAPACITY);
    set_pose(&b->poses[b->def.body_count], at, quat_identity());
    b->moves[b->def.body_count] = true;
    return b->def.body_count++;
}

static int add_shape(builder *b, int body, hf_shape_def shape)
{
    CHECK(b->def.shape_count < CAPACITY);
    shape.body = body;
    b->shapes[b->def.shape_count] = shape;
    return b->def.shape_count++;
}

typedef struct setup
{
    collide_scene *scene;
    collide_state *state;
    hf_workspace *workspace;
    contact_point *points;
    int count;
} setup;

static setup make(const builder *b)
{
    setup s = {0};
    hf_error error = {0};
    hf_status status = collide_scene_create(&b->def, &s.scene, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(collide_state_create(s.scene, &s.state, &error) == HF_STATUS_OK);
    CHECK(hf_workspace_create(&s.workspace, &error) == HF_STATUS_OK);
    return s;
}

static void detect(setup *s, const builder *b)
{
    hf_error error = {0};
    hf_status status =
        collide_detect(s->scene, s->state, b->poses, b->reach, s->workspace, &s->points, &s->count, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
}

static void end(setup *s)
{
    collide_state_destroy(s->state);
    collide_scene_destroy(s->scene);
    hf_workspace_destroy(s->workspace);
}

// ---- scenes ----

TEST(scene_copies_deeply)
{
    builder *b = begin();
    char name[] = "ball";
    hf_shape_def ball = shape_of(HF_SHAPE_SPHERE, 0.5, 0, 0);
    ball.name = name;
    add_shape(b, add_body(b, v3_zero()), ball);
    char field_name[] = "hills";
    double heights[] = {0, 0.1, 0.2, 0.3, 0.1, 0};
    hf_field_def field = {field_name, 2, 3, 1, 2, 0.5, heights};
    b->def.field_count = 1, b->def.fields = &field;
    char mesh_name[] = "tile";
    double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    int triangles[] = {0, 1, 2};
    hf_mesh_def mesh = {mesh_name, 3, vertices, 1, triangles};
    b->def.mesh_count = 1, b->def.meshes = &mesh;
    setup s = make(b);
    memset(name, 'x', 4), memset(field_name, 'x', 5), memset(mesh_name, 'x', 4);
    memset(heights, 0xff, sizeof heights), memset(vertices, 0xff, sizeof vertices),
        memset(triangles, 0xff, sizeof triangles);
    CHECK(collide_shape_count(s.scene) == 1 && strcmp(collide_shape(s.scene, 0)->name, "ball") == 0);
    CHECK(collide_mesh_count(s.scene) == 1 && strcmp(collide_mesh(s.scene, 0).name, "tile") == 0);
    CHECK(collide_mesh(s.scene, 0).vertices[3] == 1 && collide_mesh(s.scene, 0).triangles[2] == 2);
    CHECK(collide_hull(s.scene, 0).vertex_count == 0);
    CHECK(collide_field_count(s.scene) == 1 && strcmp(collide_field(s.scene, 0).name, "hills") == 0);
    CHECK(collide_field(s.scene, 0).heights[3] == 0.3);
    end(&s);
    free(b);
}

static void check_refused(const builder *b, const char *word)
{
    collide_scene *scene = NULL;
    hf_error error = {0};
    CHECK(collide_scene_create(&b->def, &scene, &error) == HF_STATUS_INVALID);
    CHECK(scene == NULL);
    if (!strstr(error.message, word)) harness_fail(__FILE__, __LINE__, "\"%s\" does not name %s", error.message, word);
}

TEST(wrong_shapes_are_named)
{
    builder *b = begin();
    add_shape(b, add_body(b, v3_zero()), shape_of(HF_SHAPE_BOX, 1, 1, 1));
    hf_shape_def *shape = &b->shapes[0];
    const hf_shape_def good = *shape;
    shape->size[2] = -1, check_refused(b, "size[2]"), *shape = good;
    shape->size[1] = NAN, check_refused(b, "size[1]"), *shape = good;
    shape->body = 9, check_refused(b, "body 9"), *shape = good;
    shape->kind = HF_SHAPE_KIND_COUNT, check_refused(b, "kind"), *shape = good;
    shape->kind = HF_SHAPE_HULL, check_refused(b, "mesh"), *shape = good;
    shape->kind = HF_SHAPE_PLANE, check_refused(b, "plane"), *shape = good;
    shape->kind = HF_SHAPE_FIELD, check_refused(b, "height field"), *shape = good;
    shape->position[1] = INFINITY, check_refused(b, "shape 0"), *shape = good;
    shape->margin = -1, check_refused(b, "margin"), *shape = good;
    hf_mesh_def mesh = {.name = "nothing"};
    b->def.mesh_count = 1, b->def.meshes = &mesh, check_refused(b, "nothing"), b->def.mesh_count = 0;
    hf_field_def field = {.name = "narrow", .rows = 1, .columns = 9};
    b->def.field_count = 1, b->def.fields = &field, check_refused(b, "narrow"), b->def.field_count = 0;
    const int wrong[1][2] = {{0, 7}};
    b->def.exclude_count = 1, b->def.excludes = wrong, check_refused(b, "exclude[0]"), b->def.exclude_count = 0;
    b->def.pair_count = 1, b->def.pairs = wrong, check_refused(b, "pair[0]"), b->def.pair_count = 0;
    free(b);
}

// ---- masses ----

static bool inside(const hf_shape_def *s, vec3 x)
{
    const double *e = s->size;
    double rho2 = x.x * x.x + x.y * x.y;
    switch (s->kind)
    {
    case HF_SHAPE_SPHERE: return v3_norm2(x) <= e[0] * e[0];
    case HF_SHAPE_CAPSULE:
    {
        double over = fmax(fabs(x.z) - e[1], 0);
        return rho2 + over * over <= e[0] * e[0];
    }
    case HF_SHAPE_CYLINDER: return rho2 <= e[0] * e[0] && fabs(x.z) <= e[1];
    case HF_SHAPE_ELLIPSOID: return v3_norm2(v3(x.x / e[0], x.y / e[1], x.z / e[2])) <= 1;
    default: return fabs(x.x) <= e[0] && fabs(x.y) <= e[1] && fabs(x.z) <= e[2];
    }
}

TEST(masses_are_integrals)
{
    builder *b = begin();
    const hf_shape_kind kinds[] = {HF_SHAPE_SPHERE, HF_SHAPE_CAPSULE, HF_SHAPE_BOX, HF_SHAPE_CYLINDER,
                                   HF_SHAPE_ELLIPSOID};
    for (int k = 0; k < 5; k++) add_shape(b, add_body(b, v3_zero()), shape_of(kinds[k], 0.5, 0.7, 0.3));
    add_shape(b, 0, shape_of(HF_SHAPE_PLANE, 0, 0, 0));
    setup s = make(b);
    for (int k = 0; k < 6; k++)
    {
        double volume, center[3], inertia[6], sum = 0, moments[3] = {0};
        collide_shape_mass(s.scene, k, &volume, center, inertia);
        const int n = 120; // midpoint rule over a cube that holds them all
        const double half = 1.2, cell = 2 * half / n;
        for (int i = 0; i < n * n * n && k < 5; i++)
        {
            vec3 x =
                v3(-half + cell * (i % n + 0.5), -half + cell * (i / n % n + 0.5), -half + cell * (i / n / n + 0.5));
            if (!inside(&b->shapes[k], x)) continue;
            sum += 1;
            moments[0] += x.y * x.y + x.z * x.z, moments[1] += x.x * x.x + x.z * x.z,
                moments[2] += x.x * x.x + x.y * x.y;
        }
        double dV = cell * cell * cell;
        CHECK_NEAR(volume, sum * dV, 0.02 * volume + 1e-15);
        for (int i = 0; i < 3; i++)
        {
            CHECK_NEAR(inertia[i], moments[i] * dV, 0.03 * inertia[i] + 1e-15);
            CHECK(center[i] == 0 && inertia[3 + i] == 0);
        }
    }
    double volume, center[3], inertia[6];
    collide_shape_mass(s.scene, 1, &volume, center, inertia);
    CHECK_NEAR(volume, PI * 0.25 * (1.4 + 4.0 / 3 * 0.5), 1e-14);
    end(&s);
    free(b);
}

// A box as a mesh, turned, moved, and with triangles that look in or out: the box's own numbers, and those of the
// turned tensor.
TEST(mass_of_a_mesh)
{
    static const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const double e[3] = {0.5, 0.7, 0.3};
    quat q = quat_exp(v3(0.3, -0.8, 0.5));
    vec3 at = v3(3, -2, 5);
    double R[9], vertices[24], principal[3];
    quat_to_matrix(q, R);
    for (int k = 0; k < 8; k++)
    {
        vec3 x = v3(k & 1 ? e[0] : -e[0], k & 2 ? e[1] : -e[1], k & 4 ? e[2] : -e[2]);
        v3_store(vertices + 3 * k, v3_add(at, quat_rotate(q, x)));
    }
    double V = 8 * e[0] * e[1] * e[2];
    for (int i = 0; i < 3; i++)
        principal[i] = V / 3 * (e[(i + 1) % 3] * e[(i + 1) % 3] + e[(i + 2) % 3] * e[(i + 2) % 3]);
    for (int inward = 0; inward < 2; inward++)
    {
        int triangles[36];
        for (int f = 0; f < 6; f++)
            for (int t = 0; t < 2; t++)
            {
                int *triangle = triangles + 6 * f + 3 * t;
                triangle[0] = quads[f][0], triangle[1] = quads[f][1 + t], triangle[2] = quads[f][2 + t];
                if (inward) triangle[1] = quads[f][2 + t], triangle[2] = quads[f][1 + t];
            }
        hf_mesh_def mesh = {"box", 8, vertices, 12, triangles};
        hf_shape_def shape = {.kind = HF_SHAPE_MESH};
        triangle_mesh *tree = NULL;
        CHECK(mesh_create(&mesh, &tree, NULL) == HF_STATUS_OK);
        collide_scene scene = {.shape_count = 1, .defs = &shape, .mesh_count = 1, .meshes = &mesh, .trees = &tree};
        double volume, center[3], inertia[6];
        collide_shape_mass(&scene, 0, &volume, center, inertia);
        mesh_destroy(tree);
        CHECK_NEAR(volume, V, 1e-13);
        CHECK(v3_distance(v3_load(center), at) < 1e-12);
        const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
        for (int c = 0; c < 6; c++)
        {
            double expected = 0; // R diag(principal) Rᵀ
            for (int k = 0; k < 3; k++) expected += R[3 * row[c] + k] * principal[k] * R[3 * column[c] + k];
            CHECK_NEAR(inertia[c], expected, 1e-13);
        }
        mesh.triangle_count = 11; // open: no volume, so that no mass is made up
        CHECK(mesh_create(&mesh, &tree, NULL) == HF_STATUS_OK);
        collide_shape_mass(&scene, 0, &volume, center, inertia);
        mesh_destroy(tree);
        CHECK(volume == 0 && inertia[0] == 0);
    }
}

// ---- filter ----

static int touching(builder *b)
{
    setup s = make(b);
    detect(&s, b);
    int count = s.count;
    end(&s);
    return count;
}

TEST(filter)
{
    builder *b = begin();
    int one = add_body(b, v3(0, 0, 0)), two = add_body(b, v3(0.5, 0, 0));
    add_shape(b, one, shape_of(HF_SHAPE_SPHERE, 0.5, 0, 0));
    add_shape(b, two, shape_of(HF_SHAPE_SPHERE, 0.5, 0, 0));
    CHECK(touching(b) == 1);
    b->shapes[0].category = 2; // the other's mask does not know it, but its own mask knows the other
    CHECK(touching(b) == 1);
    b->shapes[0].mask = 4;
    CHECK(touching(b) == 0);
    const int pair[1][2] = {{1, 0}};
    b->def.pair_count = 1, b->def.pairs = pair; // asked for
    CHECK(touching(b) == 1);
    const int exclude[1][2] = {{2, 1}};
    b->def.exclude_count = 1, b->def.excludes = exclude; // asked for all the same
    CHECK(touching(b) == 1);
    b->def.pair_count = 0;
    b->shapes[0].category = b->shapes[0].mask = 1;
    CHECK(touching(b) == 0);
    b->def.exclude_count = 0;
    CHECK(touching(b) == 1);
    b->moves[one] = false;
    CHECK(touching(b) == 1);
    b->moves[two] = false; // neither moves
    CHECK(touching(b) == 0);
    b->moves[one] = true;
    b->shapes[1].body = one; // the same body
    CHECK(touching(b) == 0);
    free(b);
}

TEST(shape_frames)
{
    builder *b = begin();
    add_shape(b, 0, shape_of(HF_SHAPE_PLANE, 0, 0, 0));
    int body = add_body(b, v3(0, 0, 2));
    hf_shape_def ball = shape_of(HF_SHAPE_SPHERE, 0.25, 0, 0);
    ball.position[0] = 1.75;
    add_shape(b, body, ball);
    set_pose(&b->poses[body], v3(0, 0, 2), quat_exp(v3(0, PI / 2, 0))); // x of the body points down
    setup s = make(b);
    detect(&s, b);
    CHECK(s.count == 1);
    CHECK_NEAR(s.points[0].gap, 0, 1e-12);
    CHECK_NEAR(s.points[0].normal[2], -1, 1e-12); // from b (the ball) to a (the plane)
    end(&s);
    free(b);
}

// ---- broad phase ----

static hf_shape_def random_shape(random_state *random)
{
    const hf_shape_kind kinds[] = {HF_SHAPE_SPHERE, HF_SHAPE_CAPSULE, HF_SHAPE_BOX};
    hf_shape_def shape = shape_of(kinds[random_below(random, 3)], random_between(random, 0.05, 0.3),
                                  random_between(random, 0.05, 0.3), random_between(random, 0.05, 0.3));
    for (int i = 0; i < 3; i++) shape.position[i] = random_between(random, -0.1, 0.1);
    quat_store(shape.orientation,
               quat_normalize((quat){random_normal(random), random_normal(random), random_normal(random), 1}));
    shape.margin = random_below(random, 2) * 0.02;
    shape.category = 1u << random_below(random, 3), shape.mask = 3;
    return shape;
}

static shape_view place_view(const builder *b, int k)
{
    const hf_shape_def *def = &b->shapes[k];
    const pose *at = &b->poses[def->body];
    shape_view v = {.kind = def->kind};
    memcpy(v.size, def->size, sizeof v.size);
    double R[9];
    quat_to_matrix(quat_load(def->orientation), R);
    v.center = v3_add(v3_load(at->position), m3_times(at->rotation, v3_load(def->position)));
    for (int i = 0; i < 3; i++) v.axis[i] = m3_times(at->rotation, v3(R[i], R[3 + i], R[6 + i]));
    v.extent = INFINITY;
    return v;
}

/// All pairs, one by one: the number of pairs that have points, and the deepest gaps compared.
static void compare_with_all_pairs(const builder *b, const setup *s)
{
    manifold m = {0};
    int at = 0;
    for (int i = 0; i < b->def.shape_count; i++)
        for (int j = i + 1; j < b->def.shape_count; j++)
        {
            const hf_shape_def *p = &b->shapes[i], *q = &b->shapes[j];
            m.count = 0;
            bool bits = ((p->category & q->mask) | (q->category & p->mask)) != 0;
            if (bits && p->body != q->body && (b->moves[p->body] || b->moves[q->body]))
            {
                shape_view v = place_view(b, i), w = place_view(b, j);
                v.extent = s->scene->shapes[i].view.extent, w.extent = s->scene->shapes[j].view.extent;
                narrow_pair(&v, &w, p->margin + q->margin + b->reach[p->body] + b->reach[q->body], &m);
            }
            double least = INFINITY, found = INFINITY;
            for (int k = 0; k < m.count; k++) least = fmin(least, m.points[k].gap);
            for (; at < s->count && s->points[at].shape_a == i && s->points[at].shape_b == j; at++)
            {
                found = fmin(found, s->points[at].gap);
                if (at > 0 && s->points[at - 1].shape_a == i && s->points[at - 1].shape_b == j)
                    CHECK(s->points[at - 1].id < s->points[at].id);
            }
            CHECK((m.count > 0) == isfinite(found));
            if (m.count > 0) CHECK_NEAR(found, least, 1e-12);
        }
    CHECK(at == s->count);
    manifold_free(&m);
}

TEST(broad_phase_misses_nothing)
{
    for (unsigned seed = 1; seed <= 4; seed++)
    {
        random_state random = random_seed(seed);
        builder *b = begin();
        add_shape(b, 0, random_shape(&random)); // fixed
        for (int k = 0; k < 60; k++)
        {
            int body = add_body(
                b, v3(random_between(&random, -1, 1), random_between(&random, -1, 1), random_between(&random, 0, 1)));
            add_shape(b, body, random_shape(&random));
            if (k % 3 == 0) add_shape(b, body, random_shape(&random));
            if (k % 7 == 0) b->moves[body] = false;
        }
        hf_shape_def floor = shape_of(HF_SHAPE_PLANE, 0, 0, 0);
        floor.category = 7;
        add_shape(b, 0, floor);
        setup s = make(b);
        for (int step = 0; step < 60; step++)
        {
            // Some creep, some jump, some stay; speeds change.
            for (int body = 1; body < b->def.body_count; body++)
            {
                double far = !b->moves[body]   ? 0
                             : step % 20 == 19 ? 0.5
                             : body % 5 == 0   ? 0.05
                             : body % 5 == 1   ? 0
                                               : 0.002;
                vec3 at = v3_load(b->poses[body].position);
                vec3 d = v3(random_normal(&random), random_normal(&random), random_normal(&random));
                at = v3_scale(far > 0.01 ? 0.95 : 1, v3_add_scaled(at, far, d));
                set_pose(&b->poses[body], at, quat_exp(v3_scale(step * far, d)));
                b->reach[body] = step % 10 < 5 ? 2 * far : 0;
            }
            arena_mark mark = arena_begin(s.workspace);
            detect(&s, b);
            compare_with_all_pairs(b, &s);
            arena_end(s.workspace, mark);
        }
        // A new state sees the same to the last bit, whatever the old one's tree looks like.
        collide_state *fresh = NULL;
        contact_point *points = NULL;
        int count = 0;
        CHECK(collide_state_create(s.scene, &fresh, NULL) == HF_STATUS_OK);
        detect(&s, b);
        CHECK(collide_detect(s.scene, fresh, b->poses, b->reach, s.workspace, &points, &count, NULL) == HF_STATUS_OK);
        CHECK(count == s.count && count > 0);
        for (int k = 0; k < count; k++)
        {
            CHECK(points[k].id == s.points[k].id && points[k].gap == s.points[k].gap);
            CHECK(memcmp(points[k].point, s.points[k].point, sizeof points[k].point) == 0);
        }
        collide_state_destroy(fresh);
        end(&s);
        free(b);
    }
}

// Many: more shapes than a digit of the sort of pairs holds.
TEST(many_spheres)
{
    random_state random = random_seed(9);
    builder *b = begin();
    for (int k = 0; k < 3000; k++)
        add_shape(b, add_body(b, v3_scale(6, v3(random_unit(&random), random_unit(&random), random_unit(&random)))),
                  shape_of(HF_SHAPE_SPHERE, random_between(&random, 0.1, 0.3), 0, 0));
    setup s = make(b);
    for (int step = 0; step < 3; step++)
    {
        for (int k = 1; k < b->def.body_count; k++) b->poses[k].position[step] += 0.1 * (k % 3);
        detect(&s, b);
        int at = 0;
        for (int i = 0; i < b->def.shape_count; i++)
            for (int j = i + 1; j < b->def.shape_count; j++)
            {
                vec3 p = v3_load(b->poses[i + 1].position), q = v3_load(b->poses[j + 1].position);
                double gap = v3_distance(p, q) - b->shapes[i].size[0] - b->shapes[j].size[0];
                if (gap > 0) continue;
                CHECK(at < s.count && s.points[at].shape_a == i && s.points[at].shape_b == j);
                CHECK_NEAR(s.points[at].gap, gap, 1e-12);
                at++;
            }
        CHECK(at == s.count && at > 1000);
    }
    end(&s);
    free(b);
}

typedef struct collected
{
    bool seen[256];
    int count, limit;
} collected;

static bool collect(void *context, int leaf)
{
    collected *c = context;
    CHECK(!c->seen[leaf]);
    c->seen[leaf] = true;
    return ++c->count < c->limit;
}

TEST(tree_answers_as_a_list)
{
    random_state random = random_seed(11);
    const int counts[] = {0, 1, 2, 3, 10, 200};
    for (int c = 0; c < 6; c++)
    {
        box_tree tree;
        CHECK(tree_create(&tree, counts[c]));
        for (int step = 0; step < 400; step++)
        {
            vec3 low = v3(random_between(&random, 0, 4), random_between(&random, 0, 4), random_between(&random, 0, 4));
            bounds box = {low, v3_add(low, v3(random_unit(&random), random_unit(&random), random_unit(&random)))};
            if (step < counts[c]) tree.nodes[step].box = box;
            if (step == counts[c] - 1 || (step == 200 && counts[c] == 0)) tree_build(&tree);
            if (step < counts[c] || counts[c] == 0) continue;
            tree_move(&tree, random_below(&random, counts[c]), &box);
            collected found = {.limit = 1000};
            bounds query = bounds_inflate(box, 0.3);
            CHECK(tree_query(&tree, &query, collect, &found));
            for (int k = 0; k < counts[c]; k++) CHECK(found.seen[k] == bounds_overlap(&tree.nodes[k].box, &query));
            collected first = {.limit = 1};
            CHECK(tree_query(&tree, &query, collect, &first) == (found.count == 0));
        }
        tree_destroy(&tree);
    }
}

// ---- reach ----

// A bullet: thin, fast, far away. With its reach it sees the wall that it would be through a step later.
TEST(nothing_tunnels_with_reach)
{
    builder *b = begin();
    add_shape(b, 0, shape_of(HF_SHAPE_BOX, 0.001, 1, 1));
    int bullet = add_body(b, v3(-0.9, 0.1, 0.2));
    add_shape(b, bullet, shape_of(HF_SHAPE_SPHERE, 0.005, 0, 0));
    setup s = make(b);
    detect(&s, b);
    CHECK(s.count == 0);
    b->reach[bullet] = 1.8; // 900 m/s · 2 ms
    detect(&s, b);
    CHECK(s.count == 1);
    CHECK_NEAR(s.points[0].gap, 0.9 - 0.006, 1e-12);
    CHECK_NEAR(s.points[0].normal[0], 1, 1e-12); // from the bullet to the wall
    b->reach[bullet] = 0.894 - 1e-9;
    detect(&s, b);
    CHECK(s.count == 0);
    b->reach[bullet] = 0.894 + 1e-9;
    detect(&s, b);
    CHECK(s.count == 1);
    end(&s);
    free(b);
}

// A hull with more corners than a face of boxes has: all that carry are found, sorted, and only those.
TEST(prism_on_plane)
{
    builder *b = begin();
    add_shape(b, 0, shape_of(HF_SHAPE_PLANE, 0, 0, 0));
    double vertices[2 * 24 * 3];
    for (int k = 0; k < 48; k++)
        v3_store(vertices + 3 * k, v3(cos(2 * PI * (k % 24) / 24), sin(2 * PI * (k % 24) / 24), k < 24 ? 0 : 1));
    hf_mesh_def mesh = {"prism", 48, vertices, 0, NULL};
    b->def.mesh_count = 1, b->def.meshes = &mesh;
    hf_shape_def prism = shape_of(HF_SHAPE_HULL, 0, 0, 0);
    prism.mesh = 0;
    add_shape(b, add_body(b, v3(0, 0, 1e-3)), prism);
    setup s = make(b);
    b->reach[1] = 0.01;
    detect(&s, b);
    CHECK(s.count == 24);
    for (int k = 0; k < s.count; k++)
    {
        CHECK_NEAR(s.points[k].gap, 1e-3, 1e-12);
        CHECK_NEAR(hypot(s.points[k].point[0], s.points[k].point[1]), 1, 1e-12);
        CHECK(k == 0 || s.points[k - 1].id < s.points[k].id);
    }
    CHECK(collide_hull(s.scene, 0).vertex_count == 48);
    double volume, center[3], inertia[6];
    collide_shape_mass(s.scene, 1, &volume, center, inertia);
    CHECK_NEAR(volume, 12 * sin(2 * PI / 24), 1e-12); // 24 triangles of area sin(15°)/2
    CHECK_NEAR(center[2], 0.5, 1e-12);
    end(&s);
    free(b);
}

// ---- ids ----

TEST(ids_are_unique_and_last)
{
    builder *b = begin();
    add_shape(b, 0, shape_of(HF_SHAPE_PLANE, 0, 0, 0));
    for (int k = 0; k < 100; k++)
        add_shape(b, add_body(b, v3(0.9 * (k % 10), 0.95 * (k / 10 % 10), 0.5)), shape_of(HF_SHAPE_BOX, 0.5, 0.5, 0.5));
    setup s = make(b);
    detect(&s, b);
    CHECK(s.count > 700);
    contact_point *first = malloc((size_t)s.count * sizeof *first);
    CHECK(first != NULL);
    int count = s.count;
    memcpy(first, s.points, (size_t)count * sizeof *first);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) CHECK(first[i].id != first[j].id);
    for (int body = 1; body < b->def.body_count; body++) b->poses[body].position[0] += 1e-9 * (body % 3);
    detect(&s, b);
    CHECK(s.count == count);
    for (int i = 0; i < count; i++) CHECK(s.points[i].id == first[i].id && s.points[i].shape_b == first[i].shape_b);
    free(first);
    end(&s);
    free(b);
}

// ---- memory and faults ----

TEST(second_call_allocates_nothing)
{
    builder *b = begin();
    add_shape(b, 0, shape_of(HF_SHAPE_PLANE, 0, 0, 0));
    random_state random = random_seed(2);
    for (int k = 0; k < 200; k++)
        add_shape(b, add_body(b, v3(0.9 * (k % 6), 0.9 * (k / 6 % 6), 0.5 + 0.9 * (k / 36))), random_shape(&random));
    setup s = make(b);
    for (int step = 0; step < 20; step++)
    {
        for (int body = 1; body < b->def.body_count; body++)
            b->poses[body].position[step % 3] += step % 2 ? 0.05 : -0.05;
        arena_mark mark = arena_begin(s.workspace);
        if (step == 10) fail_allocation(-1);
        detect(&s, b);
        arena_end(s.workspace, mark);
    }
    CHECK(fail_allocation_count() == 0);
    end(&s);
    free(b);
}

TEST(wrong_places_are_named)
{
    builder *b = begin();
    add_shape(b, add_body(b, v3_zero()), shape_of(HF_SHAPE_SPHERE, 1, 0, 0));
    setup s = make(b);
    hf_error error = {0};
    b->poses[1].position[1] = NAN;
    CHECK(collide_detect(s.scene, s.state, b->poses, b->reach, s.workspace, &s.points, &s.count, &error) ==
          HF_STATUS_INVALID);
    CHECK(strstr(error.message, "body 1") != NULL);
    b->poses[1].position[1] = 0;
    b->reach[1] = INFINITY;
    CHECK(collide_detect(s.scene, s.state, b->poses, b->reach, s.workspace, &s.points, &s.count, &error) ==
          HF_STATUS_INVALID);
    b->reach[1] = 0;
    detect(&s, b);
    end(&s);
    free(b);
}

TEST(every_allocation_may_fail)
{
    builder *b = begin();
    hf_shape_def plane = shape_of(HF_SHAPE_PLANE, 0, 0, 0);
    plane.name = "floor";
    add_shape(b, 0, plane);
    for (int k = 0; k < 40; k++)
        add_shape(b, add_body(b, v3(0.8 * (k % 5), 0.8 * (k / 5), 0.5)), shape_of(HF_SHAPE_BOX, 0.5, 0.5, 0.5));
    double heights[] = {0, 0, 0, 0};
    hf_field_def field = {"flat", 2, 2, 1, 1, 1, heights};
    double vertices[] = {0, 0, 0};
    hf_mesh_def mesh = {"dot", 1, vertices, 0, NULL};
    b->def.field_count = b->def.mesh_count = 1, b->def.fields = &field, b->def.meshes = &mesh;
    setup full = make(b);
    detect(&full, b);
    for (long k = 0;; k++)
    {
        setup s = {0};
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = collide_scene_create(&b->def, &s.scene, &error);
        if (status == HF_STATUS_OK) status = collide_state_create(s.scene, &s.state, &error);
        if (status == HF_STATUS_OK) status = hf_workspace_create(&s.workspace, &error);
        if (status == HF_STATUS_OK)
            status = collide_detect(s.scene, s.state, b->poses, b->reach, s.workspace, &s.points, &s.count, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK((status != HF_STATUS_OK) == failed);
        if (failed) CHECK(status == HF_STATUS_NO_MEMORY && error.status == HF_STATUS_NO_MEMORY);
        if (s.workspace)
        {
            detect(&s, b); // it goes on as if nothing had been
            CHECK(s.count == full.count);
            for (int i = 0; i < s.count; i++) CHECK(s.points[i].id == full.points[i].id);
        }
        end(&s);
        if (!failed) break;
    }
    end(&full);
    free(b);
}
