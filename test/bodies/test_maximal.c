// Trees in maximal coordinates against the same trees in joint coordinates: accelerations, responses, coordinates read
// from poses; and what is refused.

#include "support/articulated_trees.h"

#include "bodies/maximal/maximal.h"

typedef struct both
{
    articulated_tree *tree;
    articulated_scratch *reduced;
    maximal_tree *maximal;
    maximal_scratch *scratch;
    articulated_base base;
    double *q, *v, *extra;
} both;

static both both_make(const tree_plan *plan, double damping)
{
    both b = {.tree = random_tree(plan), .base = articulated_base_fixed()};
    hf_error error = {0};
    int fault;
    random_state r = random_seed(plan->seed + 1000);
    size_t n = (size_t)b.tree->v_count;
    bool *soft = calloc(n + 1, sizeof *soft);
    b.reduced = scratch_of(b.tree);
    b.q = calloc((size_t)b.tree->q_count + 1, sizeof *b.q);
    b.v = calloc(n + 1, sizeof *b.v);
    b.extra = calloc(n + 1, sizeof *b.extra);
    CHECK(soft && b.q && b.v && b.extra);
    for (size_t d = plan->floating ? 6 : 0; d < n; d++)
    {
        soft[d] = damping > 0.0 && random_below(&r, 2) == 0;
        b.extra[d] = soft[d] ? random_between(&r, 0, damping) : 0.0;
    }
    CHECK(maximal_tree_create(b.tree, soft, &b.maximal, &fault, &error) == HF_STATUS_OK);
    CHECK(maximal_scratch_create(b.maximal, &b.scratch, &error) == HF_STATUS_OK);
    random_state_of(b.tree, &r, b.q, b.v);
    articulated_kinematics(b.tree, b.reduced, &b.base, b.q);
    articulated_velocities(b.tree, b.reduced, &b.base, b.v);
    for (int u = 0; u < b.maximal->unit_count; u++)
    {
        const articulated_body *head = &b.reduced->bodies[b.maximal->units[u].head];
        maximal_place_unit(b.maximal, b.scratch, u, (maximal_pose){head->position, head->orientation}, head->linear,
                           head->angular);
    }
    CHECK(maximal_pose_joints(b.maximal, b.scratch, &b.base, b.q, &error) == HF_STATUS_OK);
    CHECK(articulated_factor(b.tree, b.reduced, b.extra, &error) == HF_STATUS_OK);
    CHECK(maximal_factor(b.maximal, b.scratch, b.extra, &error) == HF_STATUS_OK);
    for (int u = 0; u < b.maximal->unit_count; u++)
    {
        memcpy(b.scratch->V + 6 * u, b.scratch->units[u].v, 3 * sizeof(double));
        v3_store(b.scratch->V + 6 * u + 3,
                 rigid_angular_velocity(&b.maximal->units[u].constants, quat_load(b.scratch->units[u].q),
                                        v3_load(b.scratch->units[u].L)));
    }
    free(soft);
    return b;
}

static void both_free(both *b)
{
    maximal_scratch_destroy(b->scratch);
    maximal_tree_destroy(b->maximal);
    articulated_scratch_destroy(b->reduced);
    articulated_tree_destroy(b->tree);
    free(b->q);
    free(b->v);
    free(b->extra);
}

static tree_plan plan_of(int k)
{
    return (tree_plan){.shape = (tree_shape)(k % TREE_SHAPE_COUNT),
                       .link_count = 3 + 3 * (k % 6),
                       .floating = k % 2 == 0,
                       .armature = k % 3 == 0 ? 0.3 : 0.0,
                       .seed = (uint64_t)(100 + k)};
}

enum
{
    PLANS = 40
};

// ---- velocities ----

TEST(links_of_a_tree_obey_the_rows)
{
    for (int k = 0; k < PLANS; k++)
    {
        tree_plan plan = plan_of(k);
        both b = both_make(&plan, 0.0);
        double *values = calloc(6 * (size_t)b.maximal->unit_count, sizeof *values);
        CHECK(values);
        maximal_values(b.maximal, b.scratch, &b.base, b.scratch->V, values);
        for (int u = 0; u < b.maximal->unit_count; u++)
        {
            const maximal_unit *unit = &b.maximal->units[u];
            for (int r = 0; !unit->floating && r < 6; r++)
                CHECK_NEAR(values[6 * u + r], r < 6 - unit->freedom ? 0.0 : b.v[unit->dof + r - (6 - unit->freedom)],
                           1e-12);
        }
        free(values);
        both_free(&b);
    }
}

// ---- accelerations ----

/// Moves everything by its velocities for a time t; values of the rows there at the velocities of t = 0.
static void values_later(const both *b, double t, double *values)
{
    hf_error error = {0};
    both moved = *b;
    maximal_scratch *s = NULL;
    double *q = calloc((size_t)b->tree->q_count + 1, sizeof *q);
    CHECK(q && maximal_scratch_create(b->maximal, &s, &error) == HF_STATUS_OK);
    memcpy(q, b->q, (size_t)b->tree->q_count * sizeof *q);
    articulated_integrate(b->tree, q, b->v, t);
    memcpy(s->units, b->scratch->units, (size_t)b->maximal->unit_count * sizeof *s->units);
    for (int u = 0; u < b->maximal->unit_count; u++)
    {
        const double *V = b->scratch->V + 6 * u;
        v3_store(s->units[u].x, v3_add_scaled(v3_load(s->units[u].x), t, v3_load(V)));
        quat_store(s->units[u].q, quat_integrate(quat_load(s->units[u].q), v3_load(V + 3), t));
    }
    CHECK(maximal_pose_joints(moved.maximal, s, &b->base, q, &error) == HF_STATUS_OK);
    maximal_values(b->maximal, s, &b->base, b->scratch->V, values);
    maximal_scratch_destroy(s);
    free(q);
}

/// c = J̇ v, by differences of fourth order.
static void rates(const both *b, double *c)
{
    const double T = 3e-4;
    size_t n = 6 * (size_t)b->maximal->unit_count;
    double *f = calloc(n, sizeof *f);
    CHECK(f);
    memset(c, 0, n * sizeof *c);
    const double at[4] = {T, -T, 2 * T, -2 * T}, weight[4] = {8 / (12 * T), -8 / (12 * T), -1 / (12 * T), 1 / (12 * T)};
    for (int k = 0; k < 4; k++)
    {
        values_later(b, at[k], f);
        for (size_t i = 0; i < n; i++) c[i] += weight[k] * f[i];
    }
    free(f);
}

/// Weight, gyroscopic torque, torques of joints.
static void forces(const both *b, vec3 gravity, const double *torque, double *P)
{
    const maximal_scratch *s = b->scratch;
    memset(P, 0, 6 * (size_t)b->maximal->unit_count * sizeof *P);
    for (int i = 0; i < b->tree->link_count; i++)
    {
        int u = b->maximal->link_unit[i];
        vec3 arm = v3_sub(b->reduced->bodies[i].center, v3_load(s->units[u].x));
        vec3 f = v3_scale(b->tree->links[i].mass * b->tree->links[i].gravity_scale, gravity);
        v3_store(P + 6 * u, v3_add(v3_load(P + 6 * u), f));
        v3_store(P + 6 * u + 3, v3_add(v3_load(P + 6 * u + 3), v3_cross(arm, f)));
    }
    for (int u = 0; u < b->maximal->unit_count; u++)
        v3_store(P + 6 * u + 3,
                 v3_sub(v3_load(P + 6 * u + 3), v3_cross(v3_load(s->V + 6 * u + 3), v3_load(s->units[u].L))));
    maximal_add_torques(b->maximal, s, torque, 1.0, P);
}

/// Accelerations in joint coordinates from those of the units.
static void read_accelerations(const both *b, const double *A, const double *c, double *a)
{
    double *values = calloc(6 * (size_t)b->maximal->unit_count, sizeof *values);
    CHECK(values);
    maximal_values(b->maximal, b->scratch, &b->base, A, values);
    for (int u = 0; u < b->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &b->maximal->units[u];
        int row = 6 * u + 6 - unit->freedom;
        for (int k = 0; !unit->floating && k < unit->freedom; k++) a[unit->dof + k] = values[row + k] + c[row + k];
        if (!unit->floating) continue;
        const articulated_body *head = &b->reduced->bodies[unit->head];
        vec3 arm = v3_sub(head->position, v3_load(b->scratch->units[u].x)), w = v3_load(b->scratch->V + 6 * u + 3);
        vec3 angular = v3_load(A + 6 * u + 3);
        v3_store(a, v3_add(v3_load(A + 6 * u), v3_add(v3_cross(angular, arm), v3_cross(w, v3_cross(w, arm)))));
        v3_store(a + 3, quat_rotate_back(head->orientation, angular));
    }
    free(values);
}

TEST(accelerations_are_those_of_joint_coordinates)
{
    for (int k = 0; k < PLANS; k++)
    {
        tree_plan plan = plan_of(k);
        both b = both_make(&plan, k % 4 == 1 ? 0.5 : 0.0);
        random_state r = random_seed((uint64_t)k);
        size_t n = (size_t)b.tree->v_count, units = 6 * (size_t)b.maximal->unit_count;
        double *torque = calloc(n + 1, sizeof *torque), *bias = calloc(n + 1, sizeof *bias);
        double *wanted = calloc(n + 1, sizeof *wanted), *a = calloc(n + 1, sizeof *a);
        double *c = calloc(units, sizeof *c), *P = calloc(units, sizeof *P), *A = calloc(units, sizeof *A);
        CHECK(torque && bias && wanted && a && c && P && A);
        vec3 gravity = v3(0.3, -0.2, -9.81);
        for (size_t d = plan.floating ? 6 : 0; d < n; d++) torque[d] = random_normal(&r);
        articulated_bias(b.tree, b.reduced, &b.base, b.v, gravity, NULL, bias);
        for (size_t d = 0; d < n; d++) bias[d] = torque[d] - bias[d];
        articulated_solve(b.tree, b.reduced, bias, wanted);

        rates(&b, c);
        forces(&b, gravity, torque, P);
        maximal_solve(b.maximal, b.scratch, P, c, A);
        read_accelerations(&b, A, c, a);
        double largest = 1.0;
        for (size_t d = 0; d < n; d++) largest = fmax(largest, fabs(wanted[d]));
        for (size_t d = 0; d < n; d++) CHECK_NEAR(a[d], wanted[d], 1e-8 * largest);
        free(torque), free(bias), free(wanted), free(a), free(c), free(P), free(A);
        both_free(&b);
    }
}

// ---- responses ----

/// A row of a point of a link, or of a joint's velocity, both ways.
typedef struct test_row
{
    int count, places[12];
    double K[12];
    double *G; // M̂⁻¹Hᵀ in joint coordinates
} test_row;

static test_row point_row(const both *b, random_state *r)
{
    test_row row = {.count = 6, .G = calloc((size_t)b->tree->v_count + 1, sizeof(double))};
    CHECK(row.G);
    int link = random_below(r, b->tree->link_count), u = b->maximal->link_unit[link];
    vec3 p = v3_add(b->reduced->bodies[link].center, random_vector(r, 0.5)), d = random_vector(r, 1);
    vec3 moment = v3_cross(v3_sub(p, v3_load(b->scratch->units[u].x)), d);
    articulated_inverse_row(b->tree, b->reduced, link, p, d, row.G);
    v3_store(row.K, d);
    v3_store(row.K + 3, moment);
    for (int k = 0; k < 6; k++) row.places[k] = b->maximal->place[u] + k;
    return row;
}

static test_row joint_row(const both *b, random_state *r)
{
    test_row row = {.G = calloc((size_t)b->tree->v_count + 1, sizeof(double))};
    int first = b->tree->floating ? 6 : 0, dof = first + random_below(r, b->tree->v_count - first);
    int u = b->maximal->link_unit[b->tree->dof_link[dof]];
    const maximal_unit *unit = &b->maximal->units[u];
    CHECK(row.G);
    row.G[dof] = 1.0;
    articulated_solve(b->tree, b->reduced, row.G, row.G);
    for (int side = 0; side < 2; side++)
    {
        int body = side == 0 ? u : unit->parent;
        if (body < 0) continue;
        maximal_joint_row(&b->scratch->joints[u], 6 - unit->freedom + dof - unit->dof, side,
                          v3_load(b->scratch->units[body].x), row.K + row.count);
        for (int k = 0; k < 6; k++) row.places[row.count++] = b->maximal->place[body] + k;
    }
    return row;
}

/// Four rows at once, multiples of one: each has the bits that it has alone.
static void compare_halves(const both *b, const test_row *row, int n, const int *at, const double *h)
{
    static const double factor[4] = {1.0, -1.0, 4.0, 0.125}; // no rounding
    size_t wide = (size_t)b->maximal->dimension, count = (size_t)row->count;
    double *k = calloc(4 * count + 1, sizeof *k), *four = calloc(4 * wide + 1, sizeof *four);
    double(*room)[4] = calloc(wide + 1, sizeof *room);
    int *places = calloc(wide + 1, sizeof *places);
    CHECK(k && four && room && places);
    for (size_t i = 0; i < 4 * count; i++) k[i] = factor[i / count] * row->K[i % count];
    for (size_t i = 0; i < wide; i++) room[i][0] = room[i][3] = NAN; // what was there before does not matter
    CHECK(tree_half_rows(b->scratch->system, 4, row->count, row->places, k, room, places, four, wide) == n);
    for (int i = 0; i < n; i++)
    {
        CHECK(places[i] == at[i]);
        for (size_t r = 0; r < 4; r++) CHECK(four[r * wide + (size_t)i] == factor[r] * h[i]);
    }
    free(k);
    free(four);
    free(room);
    free(places);
}

/// z ◄ half row of `row`, dense.
static void half(const both *b, const test_row *row, double *z)
{
    int *at = calloc((size_t)b->maximal->dimension, sizeof *at);
    double *h = calloc((size_t)b->maximal->dimension, sizeof *h);
    CHECK(at && h);
    int n = tree_half_row(b->scratch->system, row->count, row->places, row->K, at, h);
    compare_halves(b, row, n, at, h);
    memset(z, 0, (size_t)b->maximal->dimension * sizeof *z);
    for (int k = 0; k < n; k++)
    {
        CHECK(k == 0 || at[k] > at[k - 1]);
        z[at[k]] = h[k];
    }
    free(at);
    free(h);
}

static double dot(size_t n, const double *x, const double *y)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += x[k] * y[k];
    return sum;
}

TEST(responses_are_those_of_joint_coordinates)
{
    for (int k = 0; k < PLANS; k++)
    {
        tree_plan plan = plan_of(k);
        plan.prescribe = k % 5 == 4 ? 0.3 : 0.0;
        both b = both_make(&plan, k % 2 ? 0.5 : 0.0);
        if (b.tree->v_count == (plan.floating ? 6 : 0))
        {
            both_free(&b);
            continue;
        }
        random_state r = random_seed((uint64_t)(k + 77));
        size_t n = (size_t)b.maximal->dimension, units = (size_t)b.maximal->unit_count;
        double *z = calloc(2 * n, sizeof *z), *dense = calloc(n, sizeof *dense), *V = calloc(6 * units, sizeof *V);
        double *values = calloc(6 * units, sizeof *values);
        CHECK(z && dense && V && values);
        for (int trial = 0; trial < 6; trial++)
        {
            test_row x = trial % 2 ? joint_row(&b, &r) : point_row(&b, &r), y = point_row(&b, &r);
            half(&b, &x, z);
            half(&b, &y, z + n);
            tree_half_apply(b.scratch->system, z, dense);
            double through = 0; // y M̂⁻¹ x by the whole column
            for (int i = 0; i < y.count; i++) through += y.K[i] * dense[y.places[i]];
            double scale = 1 + sqrt(dot(n, z, z) * dot(n, z + n, z + n));
            CHECK_NEAR(dot(n, z, z + n), through, 1e-11 * scale);
            for (size_t u = 0; u < units; u++) memcpy(V + 6 * u, dense + b.maximal->place[u], 6 * sizeof *V);
            maximal_values(b.maximal, b.scratch, &b.base, V, values);
            for (size_t u = 0; u < units; u++)
            {
                const maximal_unit *unit = &b.maximal->units[u];
                for (int i = 0; !unit->floating && i < 6; i++)
                {
                    double wanted = i < 6 - unit->freedom ? 0.0 : x.G[unit->dof + i - (6 - unit->freedom)];
                    CHECK_NEAR(values[6 * u + (size_t)i], wanted, 1e-9 * scale);
                }
            }
            free(x.G), free(y.G);
        }
        free(z), free(dense), free(V), free(values);
        both_free(&b);
    }
}

// ---- reading ----

TEST(coordinates_are_read_from_poses)
{
    for (int k = 0; k < PLANS; k++)
    {
        tree_plan plan = plan_of(k);
        both b = both_make(&plan, 0.0);
        random_state r = random_seed((uint64_t)(k + 5));
        double *q = calloc((size_t)b.tree->q_count + 1, sizeof *q),
               *away = calloc((size_t)b.tree->v_count + 1, sizeof *q);
        CHECK(q && away);
        memcpy(q, b.q, (size_t)b.tree->q_count * sizeof *q);
        for (int d = 0; d < b.tree->v_count; d++) away[d] = random_between(&r, -0.01, 0.01);
        articulated_integrate(b.tree, q, away, 1.0);
        for (int u = 0; u < b.maximal->unit_count; u++)
        {
            const maximal_unit *unit = &b.maximal->units[u];
            double gap[6];
            if (unit->floating) continue;
            int above = b.tree->links[unit->head].parent;
            maximal_pose parent = {b.base.position, b.base.orientation};
            if (above >= 0) parent = maximal_link_pose(b.maximal, b.scratch, above);
            CHECK(
                maximal_joint_read(b.maximal, u, parent, maximal_link_pose(b.maximal, b.scratch, unit->head), q, gap));
            for (int i = 0; i < 6 - unit->freedom; i++) CHECK_NEAR(gap[i], 0.0, 1e-13);
        }
        articulated_difference(b.tree, b.q, q, away);
        for (int d = plan.floating ? 6 : 0; d < b.tree->v_count; d++) CHECK_NEAR(away[d], 0.0, 1e-10);
        free(q);
        free(away);
        both_free(&b);
    }
}

// ---- what is refused ----

static hf_status try_links(const articulated_link *links, int link_count, const articulated_joint *joints,
                           int joint_count, hf_error *error, int *fault)
{
    articulated_tree *tree = NULL;
    maximal_tree *maximal = NULL;
    const bool soft[16] = {false};
    CHECK(articulated_tree_create(links, link_count, joints, joint_count, false, &tree, NULL) == HF_STATUS_OK);
    hf_status status = maximal_tree_create(tree, soft, &maximal, fault, error);
    CHECK((status == HF_STATUS_OK) == (maximal != NULL));
    if (maximal)
    {
        maximal_scratch *scratch = NULL;
        articulated_base base = articulated_base_fixed();
        double q[16];
        CHECK(maximal_scratch_create(maximal, &scratch, NULL) == HF_STATUS_OK);
        articulated_reference(tree, q);
        for (int u = 0; u < maximal->unit_count; u++)
            maximal_place_unit(maximal, scratch, u, (maximal_pose){v3_zero(), quat_identity()}, v3_zero(), v3_zero());
        status = maximal_pose_joints(maximal, scratch, &base, q, error);
        maximal_scratch_destroy(scratch);
    }
    maximal_tree_destroy(maximal);
    articulated_tree_destroy(tree);
    return status;
}

TEST(what_cannot_be_done_is_refused)
{
    articulated_link links[2] = {{.parent = -1, .joint_count = 1, .orientation = {1, 0, 0, 0}},
                                 {.parent = 0, .joint_begin = 1, .joint_count = 1, .orientation = {1, 0, 0, 0}}};
    articulated_joint joints[9] = {{.kind = HF_JOINT_HINGE, .axis = {0, 0, 1}},
                                   {.kind = HF_JOINT_HINGE, .axis = {0, 1, 0}}};
    hf_error error = {0};
    int fault = -1;
    for (int k = 0; k < 2; k++)
    {
        links[k].mass = 1;
        for (int i = 0; i < 3; i++) links[k].inertia[i] = 0.1;
    }
    CHECK(try_links(links, 2, joints, 2, &error, &fault) == HF_STATUS_OK);

    links[0].mass = 0; // no mass between two hinges
    memset(links[0].inertia, 0, sizeof links[0].inertia);
    CHECK(try_links(links, 2, joints, 2, &error, &fault) == HF_STATUS_INVALID);
    CHECK(fault == 0 && strstr(error.message, "needs mass"));
    links[0].mass = 1; // a point of mass
    CHECK(try_links(links, 2, joints, 2, &error, &fault) == HF_STATUS_INVALID);
    CHECK(fault == 0 && strstr(error.message, "inertia"));
    links[1].joint_count = 0; // what is fixed to it gives it some
    links[0].mass = 0;
    CHECK(try_links(links, 2, joints, 1, &error, &fault) == HF_STATUS_OK);

    for (int i = 0; i < 3; i++) links[0].inertia[i] = 0.1;
    links[0].mass = 1;
    links[0].joint_count = 2;
    joints[1] = (articulated_joint){.kind = HF_JOINT_HINGE, .axis = {0, 0, 2}};
    CHECK(try_links(links, 1, joints, 2, &error, &fault) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "depend on each other"));

    for (int k = 0; k < 8; k++) joints[k] = (articulated_joint){.kind = HF_JOINT_SLIDE, .axis = {k == 0, k == 1, 1}};
    links[0].joint_count = 7;
    CHECK(try_links(links, 1, joints, 7, &error, &fault) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "7 velocities"));
}

TEST(memory_that_is_short_is_told)
{
    tree_plan plan = plan_of(3);
    articulated_tree *tree = random_tree(&plan);
    bool *soft = calloc((size_t)tree->v_count + 1, sizeof *soft);
    CHECK(soft);
    for (long k = 0;; k++)
    {
        maximal_tree *maximal = NULL;
        maximal_scratch *scratch = NULL;
        hf_error error = {0};
        int fault;
        fail_allocation(k);
        hf_status status = maximal_tree_create(tree, soft, &maximal, &fault, &error);
        if (status == HF_STATUS_OK) status = maximal_scratch_create(maximal, &scratch, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        maximal_scratch_destroy(scratch);
        maximal_tree_destroy(maximal);
        if (!failed) break;
    }
    free(soft);
    articulated_tree_destroy(tree);
}
