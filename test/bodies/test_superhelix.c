// Super-helices by themselves: closed forms against numbers that come another way.

#include "support/fibre_step.h"
#include "support/harness.h"

#include "bodies/fibre/superhelix.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static hf_fibre_def rod(double length)
{
    hf_fibre_def def = {.tangent = {1, 0, 0},
                        .length = length,
                        .section = {2e-3, 3e-3},
                        .density = 1200,
                        .young = 2e7,
                        .poisson = 0.3,
                        .gravity_scale = 1,
                        .element_count = 6,
                        .twist_count = 4,
                        .segment_count = 18};
    return def;
}

typedef struct one
{
    fibre f;
    double *scratch, *q, *v;
    fibre_root root;
} one;

static one make(hf_fibre_def def, bool floating, uint64_t seed, double bend, double speed)
{
    one o;
    hf_error error = {0};
    random_state random = random_seed(seed);
    if (fibre_create(&def, floating, &o.f, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    o.scratch = calloc(o.f.scratch_size, sizeof(double));
    o.q = calloc((size_t)o.f.q_count, sizeof(double));
    o.v = calloc((size_t)o.f.v_count, sizeof(double));
    o.root = (fibre_root){.x = v3(0.3, -0.2, 0.5), .q = quat_normalize((quat){0.4, 0.3, -0.7, 0.5})};
    for (int k = 0; k < o.f.q_count; k++) o.q[k] = bend * random_between(&random, -1, 1);
    for (int k = 0; k < o.f.v_count; k++) o.v[k] = speed * random_between(&random, -1, 1);
    if (floating) v3_store(o.q, o.root.x), quat_store(o.q + 3, o.root.q);
    return o;
}

static void done(one *o)
{
    fibre_destroy(&o->f);
    free(o->scratch);
    free(o->q);
    free(o->v);
}

TEST(places_are_those_of_fine_integration)
{
    const double bends[4] = {1e-6, 3.0, 30.0, 120.0};
    for (int b = 0; b < 4; b++)
    {
        one o = make(rod(0.4), false, 3 + (uint64_t)b, bends[b], 0);
        const superhelix *own = superhelix_of(&o.f);
        vec3 x[19], at = o.root.x;
        quat turn[19], q = o.root.q;
        o.f.kernel->pose(&o.f, o.q, &o.root, o.scratch);
        o.f.kernel->nodes(&o.f, o.scratch, x, turn);
        int node = 1;
        for (int e = 0; e < own->piece_count; e++)
        {
            enum
            {
                STEPS = 3000
            };
            const helix_piece *p = &own->pieces[e];
            vec3 u = v3(o.q[p->coordinate[0]], o.q[p->coordinate[1]], o.q[p->coordinate[2]]);
            double h = p->length / STEPS;
            for (int k = 0; k < STEPS; k++)
            {
                quat half = quat_multiply(q, quat_exp(v3_scale(0.5 * h, u)));
                quat end = quat_normalize(quat_multiply(q, quat_exp(v3_scale(h, u))));
                vec3 mean = v3_add_scaled(quat_rotate(q, v3(0, 0, 1)), 4.0, quat_rotate(half, v3(0, 0, 1)));
                at = v3_add_scaled(at, h / 6.0, v3_add(mean, quat_rotate(end, v3(0, 0, 1))));
                q = end;
                double s = p->begin + h * (k + 1);
                if (node <= 18 && s > 0.4 * node / 18 - 0.25 * h)
                {
                    // the nearest place of the integration is at most a step away
                    CHECK(v3_distance(x[node], at) < fabs(s - 0.4 * node / 18) + 1e-11);
                    CHECK(v3_distance(quat_rotate(turn[node], v3(1, 0, 0)), quat_rotate(q, v3(1, 0, 0))) <
                          fabs(s - 0.4 * node / 18) * 3 * bends[b] + 1e-11);
                    node++;
                }
            }
        }
        CHECK(node == 19);
        CHECK(v3_distance(x[18], at) < 1e-12);
        done(&o);
    }
}

/// Nodes after the coordinates moved by h along v, and the root with them.
static void moved(const one *o, double h, vec3 *x, quat *turn)
{
    double q[64];
    fibre_root root = o->root;
    memcpy(q, o->q, (size_t)o->f.q_count * sizeof *q);
    root.x = v3_add_scaled(root.x, h, root.v);
    root.q = quat_integrate(root.q, root.w, h);
    o->f.kernel->advance(&o->f, &root, o->v, h, q, o->scratch);
    o->f.kernel->pose(&o->f, q, &root, o->scratch);
    o->f.kernel->nodes(&o->f, o->scratch, x, turn);
}

TEST(twists_and_rows_are_derivatives_of_places)
{
    for (int floating = 0; floating < 2; floating++)
    {
        one o = make(rod(0.4), floating, 11, 8.0, 5.0);
        o.root.v = v3(0.2, -0.3, 0.4), o.root.w = v3(1, 2, -1);
        vec3 x0[19], x1[19], x[19];
        quat t0[19], t1[19], t[19];
        double h = 1e-5, twists[18][6], H[32];
        moved(&o, -h, x0, t0);
        moved(&o, h, x1, t1);
        moved(&o, 0, x, t);
        o.f.kernel->twists(&o.f, o.scratch, &o.root, o.v, twists);
        for (int s = 0; s < 18; s++)
        {
            vec3 c0, c1, v = v3_load(twists[s]), w = v3_load(twists[s] + 3);
            quat q0, q1;
            fibre_segment_poses(1, x0 + s, t0 + s, &c0, &q0);
            fibre_segment_poses(1, x1 + s, t1 + s, &c1, &q1);
            CHECK(v3_distance(v, v3_scale(0.5 / h, v3_sub(c1, c0))) < 1e-7);
            vec3 axis0 = quat_rotate(q0, v3(0, 0, 1)), axis1 = quat_rotate(q1, v3(0, 0, 1));
            vec3 axis = v3_scale(0.5, v3_add(axis0, axis1));
            CHECK(v3_distance(v3_cross(w, axis), v3_scale(0.5 / h, v3_sub(axis1, axis0))) < 1e-6);
            // about its axis it turns with the mean of both ends
            vec3 turn = v3_scale(0.5 / h, quat_log(quat_multiply(t1[s], quat_conjugate(t0[s]))));
            vec3 next = v3_scale(0.5 / h, quat_log(quat_multiply(t1[s + 1], quat_conjugate(t0[s + 1]))));
            CHECK_NEAR(v3_dot(w, axis), 0.5 * v3_dot(axis, v3_add(turn, next)), 1e-6);
            // rows: the power of a force and a torque, without what the root does
            double still[18][6];
            fibre_root rest = {.x = o.root.x, .q = o.root.q};
            o.f.kernel->twists(&o.f, o.scratch, &rest, o.v, still);
            vec3 F = v3(0.3, -1, 2), T = v3(0.5, 0.2, -0.4);
            int first, count;
            o.f.kernel->row(&o.f, o.scratch, s, F, T, &first, &count, H);
            double power = 0;
            for (int k = 0; k < count; k++) power += H[k] * o.v[first + k];
            CHECK_NEAR(power, v3_dot(F, v3_load(still[s])) + v3_dot(T, v3_load(still[s] + 3)), 1e-12);
        }
        done(&o);
    }
}

TEST(mass_is_that_of_many_points)
{
    for (int floating = 0; floating < 2; floating++)
    {
        enum
        {
            MANY = 20000
        };
        hf_fibre_def def = rod(0.4);
        one o = make(def, floating, 21, 12.0, 5.0), fine;
        def.segment_count = MANY;
        fine = make(def, floating, 21, 12.0, 5.0);
        double M[24 * 24], direct = 0, kinetic, weight, elastic, form = 0;
        int n = o.f.v_count;
        o.f.kernel->pose(&o.f, o.q, &o.root, o.scratch);
        o.f.kernel->mass(&o.f, o.scratch, M);
        o.f.kernel->energy(&o.f, o.scratch, o.q, &o.root, o.v, v3(0, 0, -9.81), &kinetic, &weight, &elastic);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
            {
                CHECK(M[i * n + j] == M[j * n + i]);
                form += 0.5 * o.v[i] * M[i * n + j] * o.v[j];
            }
        CHECK_NEAR(form, kinetic, 1e-12 * kinetic);
        double(*twists)[6] = malloc(MANY * sizeof *twists);
        vec3 *x = malloc((MANY + 1) * sizeof *x);
        quat *turn = malloc((MANY + 1) * sizeof *turn);
        fine.f.kernel->pose(&fine.f, fine.q, &fine.root, fine.scratch);
        fine.f.kernel->nodes(&fine.f, fine.scratch, x, turn);
        fine.f.kernel->twists(&fine.f, fine.scratch, &fine.root, fine.v, twists);
        double height = 0, ds = 0.4 / MANY;
        for (int s = 0; s < MANY; s++)
        {
            vec3 w = v3_load(twists[s] + 3), centre;
            quat frame;
            fibre_segment_poses(1, x + s, turn + s, &centre, &frame);
            vec3 own = quat_rotate_back(frame, w);
            direct += 0.5 * ds *
                      (o.f.line_density * v3_norm2(v3_load(twists[s])) + o.f.inertia[0] * own.x * own.x +
                       o.f.inertia[1] * own.y * own.y + o.f.inertia[2] * own.z * own.z);
            height += ds * centre.z;
        }
        CHECK_NEAR(kinetic, direct, 1e-7 * direct);
        CHECK_NEAR(weight, 9.81 * o.f.line_density * height, 1e-7 * fabs(weight));
        free(twists), free(x), free(turn);
        done(&o), done(&fine);
    }
}

/// T and U at coordinates moved by d along one of them.
static double energy_at(const one *o, int k, double d, const double *v, double *potential)
{
    double q[32], kinetic, weight, elastic;
    memcpy(q, o->q, (size_t)o->f.q_count * sizeof *q);
    if (k >= 0) q[k] += d;
    o->f.kernel->pose(&o->f, q, &o->root, o->scratch);
    o->f.kernel->energy(&o->f, o->scratch, q, &o->root, v, v3(0.3, -2, -9.81), &kinetic, &weight, &elastic);
    *potential = weight + elastic;
    return kinetic;
}

TEST(bias_is_that_of_lagrange)
{
    // bias_i = Σ_k ∂(M v)_i/∂q_k v_k - ∂T/∂q_i + ∂U/∂q_i
    one o = make(rod(0.4), false, 31, 10.0, 20.0);
    int n = o.f.v_count;
    double bias[16], M0[256], M1[256], h = 1e-5, q[16], U0, U1;
    o.f.kernel->pose(&o.f, o.q, &o.root, o.scratch);
    o.f.kernel->bias(&o.f, o.scratch, o.q, &o.root, o.v, v3(0.3, -2, -9.81), bias);
    for (int sign = -1; sign <= 1; sign += 2)
    {
        for (int k = 0; k < n; k++) q[k] = o.q[k] + sign * h * o.v[k];
        o.f.kernel->pose(&o.f, q, &o.root, o.scratch);
        o.f.kernel->mass(&o.f, o.scratch, sign < 0 ? M0 : M1);
    }
    double size = 0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(bias[i]));
    for (int i = 0; i < n; i++)
    {
        double expected = 0, d = 1e-3;
        for (int j = 0; j < n; j++) expected += (M1[i * n + j] - M0[i * n + j]) / (2 * h) * o.v[j];
        double T1 = energy_at(&o, i, d, o.v, &U1), T0 = energy_at(&o, i, -d, o.v, &U0);
        expected += (U1 - U0 - T1 + T0) / (2 * d);
        CHECK_NEAR(bias[i], expected, 1e-6 * size);
    }
    done(&o);
}

TEST(half_rows_give_the_inverse_of_the_mass)
{
    for (int floating = 0; floating < 2; floating++)
    {
        one o = make(rod(0.4), floating, 41, 5.0, 1.0);
        int n = o.f.v_count, first[2], count[2];
        double h[2][32] = {{0}}, g[2][32] = {{0}}, H[2][32] = {{0}}, M[24 * 24], z[32] = {0}, dv[32];
        o.f.kernel->pose(&o.f, o.q, &o.root, o.scratch);
        CHECK(o.f.kernel->stand(&o.f, o.scratch));
        for (int a = 0; a < 2; a++)
        {
            double row[32];
            o.f.kernel->row(&o.f, o.scratch, a ? 16 : 5, v3(1, a, -2), v3(0.1, 0.3, 0.2), &first[a], &count[a], row);
            memcpy(H[a] + first[a], row, (size_t)count[a] * sizeof *row);
            o.f.kernel->half(&o.f, o.scratch, &first[a], &count[a], row, h[a], g[a]);
            CHECK(first[a] == 0 && (a || count[a] < n));
        }
        for (int k = 0; k < n; k++) z[k] = g[1][k];
        o.f.kernel->respond(&o.f, o.scratch, z, dv);
        double cross = 0, other = 0, direct = 0;
        for (int k = 0; k < n; k++) cross += h[0][k] * g[1][k], other += h[1][k] * g[0][k], direct += H[0][k] * dv[k];
        CHECK_NEAR(cross, direct, 1e-10 * fabs(direct));
        CHECK_NEAR(cross, other, 1e-10 * fabs(direct));
        o.f.kernel->mass(&o.f, o.scratch, M);
        for (int i = 0; i < n; i++)
        {
            double sum = 0, size = 0;
            for (int j = 0; j < n; j++) sum += M[i * n + j] * dv[j], size += fabs(M[i * n + j] * dv[j]);
            CHECK_NEAR(sum, H[1][i], 1e-9 * size + 1e-14);
        }
        done(&o);
    }
}

static double energy_of(one *o, vec3 gravity)
{
    double kinetic, weight, elastic;
    o->f.kernel->pose(&o->f, o->q, &o->root, o->scratch);
    o->f.kernel->energy(&o->f, o->scratch, o->q, &o->root, o->v, gravity, &kinetic, &weight, &elastic);
    return kinetic + weight + elastic;
}

/// The worst error of energy over a swing of a quarter of a second.
static double energy_error(double h)
{
    vec3 gravity = v3(0, 0, -9.81);
    hf_fibre_def def = rod(0.4);
    def.young = 2e6;
    one o = make(def, false, 51, 4.0, 0.0);
    double start = energy_of(&o, gravity), worst = 0;
    for (int k = 0; k < (int)(0.25 / h + 0.5); k++)
    {
        CHECK(fibre_step(&o.f, o.scratch, &o.root, h, 0.5, 0.5, gravity, o.q, o.v));
        worst = fmax(worst, fabs(energy_of(&o, gravity) - start));
    }
    done(&o);
    return worst;
}

TEST(energy_is_kept_to_second_order)
{
    double coarse = energy_error(4e-4), fine = energy_error(2e-4);
    CHECK(coarse / fine > 3.4 && coarse / fine < 4.6);
}

TEST(euler_hardly_gains)
{
    // hair: E = 4 GPa, radius 40 µm, 20 cm, steps of 5 ms; everything but the swing is stiffer than the step
    vec3 gravity = v3(0, 0, -9.81);
    hf_fibre_def def = rod(0.2);
    def.section[0] = def.section[1] = 4e-5, def.young = 4e9, def.density = 1300;
    one o = make(def, false, 61, 20.0, 0.0);
    double last = energy_of(&o, gravity), first = last;
    for (int k = 0; k < 400; k++)
    {
        CHECK(fibre_step(&o.f, o.scratch, &o.root, 0.005, 0.5, 1.0, gravity, o.q, o.v));
        double now = energy_of(&o, gravity);
        CHECK(now < last + 2e-4 * first); // it snaps straight in three steps: configurations differ by a radian
        last = now;
    }
    double kinetic, weight, elastic;
    o.f.kernel->energy(&o.f, o.scratch, o.q, &o.root, o.v, gravity, &kinetic, &weight, &elastic);
    CHECK(last < 0.98 * first && elastic < 0.1 * first);
    done(&o);
}

/// How much a free rod loses of its momentum and angular momentum in 10 ms, by their sizes.
static double momentum_error(double h)
{
    one o = make(rod(0.4), true, 71, 5.0, 3.0);
    double H[2][6] = {{0}}, M[24 * 24];
    int n = o.f.v_count;
    for (int round = 0; round < 2; round++)
    {
        o.f.kernel->pose(&o.f, o.q, &o.root, o.scratch);
        o.f.kernel->mass(&o.f, o.scratch, M);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < n; j++) H[round][i] += M[i * n + j] * o.v[j];
        vec3 L = v3_add(v3_load(H[round] + 3), v3_cross(v3_load(o.q), v3_load(H[round])));
        v3_store(H[round] + 3, L); // about the origin
        for (int k = 0; k < (int)(0.01 / h + 0.5) && round == 0; k++)
            CHECK(fibre_step(&o.f, o.scratch, &o.root, h, 0.5, 0.5, v3_zero(), o.q, o.v));
    }
    double size = v3_norm(v3_load(H[0])), spin = v3_norm(v3_load(H[0] + 3));
    done(&o);
    return fmax(v3_distance(v3_load(H[0]), v3_load(H[1])) / size,
                v3_distance(v3_load(H[0] + 3), v3_load(H[1] + 3)) / spin);
}

TEST(free_rod_keeps_momentum)
{
    double coarse = momentum_error(1e-5), fine = momentum_error(5e-6);
    CHECK(fine < 1e-4);
    CHECK(coarse / fine > 3.4 && coarse / fine < 4.6);
}

TEST(curves_are_fitted)
{
    // a helix is a super-helix; one sampled as a polygon of 200 points is met to the polygon's error
    double points[3 * 201], fit;
    hf_fibre_def def = rod(0.4);
    one o = make(def, false, 81, 0, 0);
    double radius = 0.02, pitch = 0.03, turn = 0.4 / sqrt(radius * radius + pitch * pitch);
    for (int k = 0; k <= 200; k++)
    {
        double a = turn * k / 200;
        points[3 * k] = radius * cos(a), points[3 * k + 1] = radius * sin(a), points[3 * k + 2] = pitch * a;
    }
    hf_error error = {0};
    CHECK(o.f.kernel->start(&o.f, 201, points, &o.root, o.q, &fit, &error) == HF_STATUS_OK);
    CHECK_NEAR(fit, 0, 2e-4);
    double strains[18], kappa = radius / (radius * radius + pitch * pitch);
    o.f.kernel->strains(&o.f, o.q, strains);
    for (int e = 0; e < 6; e++) CHECK_NEAR(hypot(strains[3 * e], strains[3 * e + 1]), kappa, 0.02 * kappa);
    // a straight one stays straight, and without twist
    for (int k = 0; k <= 200; k++) points[3 * k] = 0.4 * k / 200, points[3 * k + 1] = points[3 * k + 2] = 0;
    CHECK(o.f.kernel->start(&o.f, 201, points, &o.root, o.q, &fit, &error) == HF_STATUS_OK);
    CHECK(fit < 1e-9);
    for (int k = 0; k < o.f.q_count; k++) CHECK_NEAR(o.q[k], 0, 1e-6);
    CHECK(v3_distance(quat_rotate(o.root.q, v3(0, 0, 1)), v3(1, 0, 0)) < 1e-9);
    done(&o);
}
