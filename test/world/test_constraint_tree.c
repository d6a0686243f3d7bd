// Free bodies that loops join (model/constraint_tree/): the same motion as with every loop a row of the contact problem, energy
// and momentum, loops and contacts on top, closed forms of rolling and of knife edges, bad input, states that resume.

#include "support/constraint_tree_kit.h"
#include "support/record_scene.h"

#include "holdfast/problem.h"
#include "holdfast/scene.h"

#include <stdlib.h>

// ---- the same as rows ----

/// Two bodies: one joined to the ground by `kind`, the other to the first by the same.
static scene two_by(hf_loop_kind kind, double h, bool separate)
{
    scene s = constraint_tree_begin_scene(h, 0, 0.5, -9.81, separate);
    int last = add_ground(&s);
    for (int k = 0; k < 2; k++)
    {
        hf_body_def def = bare_body(0.2 * k + 0.1, 0.02 * k, 0, 1 + k, 2e-3, 3e-3, 4e-3);
        int body = add_body(&s, def);
        hf_loop_def loop = loop_of(kind, body, last, -0.1, 0.03, 0);
        loop.axis_a[0] = 0.2;
        loop.axis_a[1] = 1;
        loop.axis_a[2] = 0.1;
        loop.axis_b[0] = 1;
        loop.axis_b[1] = -0.2;
        loop.axis_b[2] = 0;
        loop.axis_b_given = kind == HF_LOOP_UNIVERSAL;
        if (kind == HF_LOOP_ROD || kind == HF_LOOP_GEAR)
        {
            loop.point_b[0] = 0.2 * k - 0.15;
            loop.point_b[1] = 0.05;
            loop.point_b_given = true;
            loop.ratio = -2;
        }
        add_loop(&s, loop);
        last = body;
    }
    scene_start(&s);
    return s;
}

/// Rows of the contact problem in the last step.
static int row_blocks(const scene *s)
{
    const hf_problem *problem = hf_world_problem(s->world, NULL);
    return problem ? hf_problem_laws(problem).block_count : 0;
}

/// Rows of free bodies are of first order in the step, joined bodies of second: with smaller steps both go to one
/// motion, the latter as the square.
TEST(kinds_agree_with_rows)
{
    for (int kind = 0; kind < HF_LOOP_KIND_COUNT; kind++)
    {
        if (kind == HF_LOOP_JOINT || kind == HF_LOOP_TENDON || kind == HF_LOOP_ROLL) continue;
        double apart[2], change[2];
        scene last = {0};
        for (int k = 0; k < 3; k++)
        {
            double h = k == 0 ? 1e-3 : k == 1 ? 5e-4 : 2.5e-4;
            scene s = two_by((hf_loop_kind)kind, h, false);
            scene_run(&s, 0.2);
            CHECK(row_blocks(&s) == 0);
            CHECK(hf_world_loop_gap(s.world) <= 1e-12);
            CHECK(hf_world_body(s.world, 2).position[2] < -1e-3 || kind == HF_LOOP_WELD || kind == HF_LOOP_SLIDE);
            if (k > 0)
            {
                scene t = two_by((hf_loop_kind)kind, h, true);
                scene_run(&t, 0.2);
                CHECK(row_blocks(&t) > 0);
                apart[k - 1] = farthest_apart(&s, &t);
                change[k - 1] = farthest_apart(&s, &last);
                scene_end(&t);
                scene_end(&last);
            }
            last = s;
        }
        scene_end(&last);
        printf("%s: %g, %g m from rows; %g, %g m by halving the step\n", hf_loop_kind_name((hf_loop_kind)kind),
               apart[0], apart[1], change[0], change[1]);
        CHECK(apart[0] <= 5e-5 && apart[1] <= 0.6 * apart[0] + 1e-9);
        CHECK(change[1] <= 0.27 * change[0] + 1e-12);
    }
}

// ---- energy and momentum ----

/// The widest deviation of the energy from that after the first step, of n links that fall from rest, in two halves of
/// the run.
static void swing(int n, double h, int steps, double worst[2], double *kinetic)
{
    scene s = constraint_tree_begin_scene(h, 0, 0, -9.81, false);
    add_chain(&s, n, add_ground(&s), 0);
    scene_start(&s);
    worst[0] = worst[1] = *kinetic = 0;
    scene_step(&s);
    double start = s.last.kinetic + s.last.potential;
    for (int k = 1; k < steps; k++)
    {
        scene_step(&s);
        double error = fabs(s.last.kinetic + s.last.potential - start);
        worst[2 * k >= steps] = fmax(worst[2 * k >= steps], error);
        *kinetic = fmax(*kinetic, s.last.kinetic);
    }
    CHECK(hf_world_loop_gap(s.world) <= 1e-12);
    scene_end(&s);
}

TEST(energy_is_of_second_order)
{
    const int links[] = {2, 3, 30};
    const double seconds[] = {1, 1, 0.6};
    for (int k = 0; k < 3; k++)
    {
        double coarse[2], fine[2], kinetic;
        swing(links[k], 1e-3, (int)(seconds[k] * 1e3), coarse, &kinetic);
        swing(links[k], 5e-4, (int)(seconds[k] * 2e3), fine, &kinetic);
        double a = fmax(coarse[0], coarse[1]), b = fmax(fine[0], fine[1]);
        printf("%d links: %g, %g of %g J\n", links[k], a, b, kinetic);
        CHECK(a <= 1e-3 * kinetic);
        CHECK(b <= 0.3 * a);
    }
}

TEST(energy_stays)
{
    double worst[2], kinetic;
    swing(2, 2e-3, 40000, worst, &kinetic);
    printf("two links, 80 s: %g, then %g of %g J\n", worst[0], worst[1], kinetic);
    CHECK(worst[0] <= 1e-2 * kinetic && worst[1] <= 1.5 * worst[0]);
}

TEST(momentum_is_kept)
{
    scene s = constraint_tree_begin_scene(2e-3, 0, 0, 0, false);
    add_chain(&s, 12, -1, 3);
    scene_start(&s);
    double before[6], after[6], size = 0;
    scene_step(&s); // the first fits velocities to the loops
    total_momentum(&s, before);
    for (int k = 0; k < 3; k++) size = fmax(size, fabs(before[3 + k]));
    double energy = s.last.kinetic;
    scene_run(&s, 5);
    total_momentum(&s, after);
    for (int k = 0; k < 6; k++) CHECK(fabs(after[k] - before[k]) <= 1e-12 * (size + 1));
    CHECK(fabs(s.last.kinetic - energy) <= 1e-3 * energy);
    CHECK(size > 1e-3);
    scene_end(&s);
}

// ---- loops and contacts on top ----

/// A ring of twelve capsules, joined by twelve points (one of which closes a cycle), and a chain from it to a
/// prescribed body; on a floor.
static scene ring_on_floor(double h, bool separate)
{
    enum
    {
        N = 12
    };
    scene s = constraint_tree_begin_scene(h, 0, 0, -9.81, separate);
    add_plane(&s, 0, 0.5);
    int bodies[N];
    double turn = 2 * acos(-1) / N, radius = 0.05 / tan(0.5 * turn);
    for (int k = 0; k < N; k++)
    {
        double angle = turn * k;
        hf_body_def def = body_at(radius * cos(angle), 0.1 * sin(angle), 0.5 + radius * sin(angle));
        def.position[1] = 0;
        def.orientation[0] = cos(0.25 * acos(-1) - 0.5 * angle);
        def.orientation[2] = sin(0.25 * acos(-1) - 0.5 * angle);
        hf_shape_def shape = hf_shape_def_default();
        shape.body = bodies[k] = add_body(&s, def);
        shape.kind = HF_SHAPE_CAPSULE;
        shape.size[0] = 0.015;
        shape.size[1] = 0.02;
        shape.orientation[0] = shape.orientation[2] = sqrt(0.5);
        shape.friction = 0.5;
        add_shape(&s, shape);
    }
    for (int k = 0; k < N; k++) add_loop(&s, loop_of(HF_LOOP_CONNECT, bodies[k], bodies[(k + 1) % N], -0.05, 0, 0));
    scene_start(&s);
    return s;
}

TEST(ring_falls_on_a_floor)
{
    scene s = ring_on_floor(1e-3, false);
    double gap = 0, lowest = INFINITY;
    int contacts = 0;
    for (int k = 0; k < 1000; k++)
    {
        scene_step(&s);
        gap = fmax(gap, hf_world_loop_gap(s.world));
        if (hf_world_contact_count(s.world) > contacts) contacts = hf_world_contact_count(s.world);
        for (int b = 0; b < hf_model_count(s.model, HF_ITEM_BODY); b++)
            lowest = fmin(lowest, hf_world_body(s.world, b).position[2]);
    }
    printf("ring: gap %g, %d contacts, lowest %g\n", gap, contacts, lowest);
    CHECK(gap <= 1e-10);
    CHECK(contacts >= 2);
    CHECK(s.worst_penetration <= 1e-4);
    CHECK(s.last.kinetic + s.last.potential < 0.9 * 12 * 0.5 * 9.81 * hf_model_body(s.model, 1).mass);
    scene_end(&s);
}

// ---- nonholonomic: closed forms ----

/// A blade on a slope: it turns at ω and slides along itself; x = g sin²(ωt)/(2ω²), y = g (ωt - ½ sin 2ωt)/(2ω²).
TEST(knife_edge_on_a_slope)
{
    const double w = 2.0, g = 3.0, h = 2e-4;
    scene s = constraint_tree_begin_scene(h, g, 0, 0, false);
    hf_body_def def = bare_body(0, 0, 0, 2, 0.1, 0.2, 0.25);
    int ground = add_ground(&s);
    def.angular_velocity[2] = w;
    int blade = add_body(&s, def);
    hf_loop_def loop = loop_of(HF_LOOP_KNIFE, blade, ground, 0, 0, 0);
    loop.axis_a[1] = 1;
    loop.axis_a[2] = 0;
    add_loop(&s, loop);
    scene_start(&s);
    double worst = 0;
    for (int k = 1; k <= 10000; k++)
    {
        scene_step(&s);
        double t = k * h, x = g / (2 * w * w) * pow(sin(w * t), 2),
               y = g / (2 * w * w) * (w * t - 0.5 * sin(2 * w * t));
        hf_body_state b = hf_world_body(s.world, blade);
        worst = fmax(worst, hypot(b.position[0] - x, b.position[1] - y));
    }
    printf("knife edge: %g m\n", worst);
    CHECK(worst <= 1e-6);
    scene_end(&s);
}

/// A ball on a turntable moves along a circle at 2/7 of the table's rate (a solid ball).
TEST(ball_on_a_turntable)
{
    const double W = 3.0, r = 0.1, h = 5e-4;
    scene s = constraint_tree_begin_scene(h, 0, 0, -9.81, false);
    hf_body_def table = hf_body_def_default();
    table.motion = HF_MOTION_PRESCRIBED;
    table.angular_velocity[2] = W;
    int turning = add_body(&s, table);
    double I = 0.4 * 2 * r * r;
    hf_body_def def = bare_body(0.3, 0, r, 2, I, I, I);
    // starts at rest in the world, its lowest point moving with the table: ω × (-r e_z) = W e_z × x
    def.angular_velocity[0] = W * 0.3 / r;
    int ball = add_body(&s, def);
    hf_loop_def loop = loop_of(HF_LOOP_ROLL, ball, turning, 0, 0, 0);
    loop.axis_a[2] = 0;
    add_loop(&s, loop);
    scene_start(&s);
    double worst = 0, rate = 2.0 / 7.0 * W;
    // d²x/dt² = rate e_z × dx/dt: with no speed at the start it stays where it is
    for (int k = 1; k <= 2000; k++) scene_step(&s);
    hf_body_state still = hf_world_body(s.world, ball);
    worst = hypot(still.position[0] - 0.3, still.position[1]);
    printf("ball at rest on a turntable: %g m\n", worst);
    CHECK(worst <= 1e-6);
    scene_end(&s);

    s = constraint_tree_begin_scene(h, 0, 0, -9.81, false);
    turning = add_body(&s, table);
    def.velocity[1] = 0.5; // rolling along y on top of it: the lowest point keeps the table's speed
    def.angular_velocity[0] = W * 0.3 / r - 0.5 / r;
    ball = add_body(&s, def);
    loop.body_a = ball;
    loop.body_b = turning;
    add_loop(&s, loop);
    scene_start(&s);
    worst = 0;
    double radius = 0.5 / rate;
    for (int k = 1; k <= 4000; k++)
    {
        scene_step(&s);
        double a = rate * k * h, x = 0.3 - radius + radius * cos(a), y = radius * sin(a);
        hf_body_state b = hf_world_body(s.world, ball);
        worst = fmax(worst, hypot(b.position[0] - x, b.position[1] - y));
    }
    printf("ball on a turntable: %g m\n", worst);
    CHECK(worst <= 1e-6);
    scene_end(&s);
}

/// A thin disc that leans and rolls steadily: axes e1 horizontal and e2 up in its plane, e3 normal to it at the angle θ
/// from the vertical; it precesses at φ' and its centre goes round a circle at -r n e1. Torque about the centre along
/// e1: (C + m r²) n φ' sin θ - A φ'² sin θ cos θ + m g r cos θ = 0.
TEST(disc_rolls_steadily_round_a_circle)
{
    const double r = 0.2, theta = 1.2, precession = 2.5, h = 2e-4, m = 1.5;
    const double A = 0.25 * m * r * r, C = 0.5 * m * r * r, sine = sin(theta), cosine = cos(theta);
    double n =
        (A * precession * precession * sine * cosine - m * G * r * cosine) / ((C + m * r * r) * precession * sine);
    scene s = constraint_tree_begin_scene(h, 0, 0, -G, false);
    int ground = add_ground(&s);
    hf_body_def def = bare_body(0, 0, r * sine, m, A, A, C);
    def.orientation[0] = cos(theta / 2);
    def.orientation[1] = sin(theta / 2);
    def.velocity[0] = -r * n;
    def.angular_velocity[1] = precession * sine * cosine - n * sine;
    def.angular_velocity[2] = precession * sine * sine + n * cosine;
    int disc = add_body(&s, def);
    hf_loop_def loop = loop_of(HF_LOOP_ROLL, disc, ground, 0, 0, 0);
    loop.radius = r;
    add_loop(&s, loop);
    scene_start(&s);
    double worst = 0, R = -r * n / precession; // the circle's centre is at y = R
    for (int k = 1; k <= 5000; k++)
    {
        scene_step(&s);
        double a = precession * k * h;
        hf_body_state b = hf_world_body(s.world, disc);
        worst = fmax(worst, hypot(b.position[0] - R * sin(a), b.position[1] - R * (1 - cos(a))));
        worst = fmax(worst, fabs(b.position[2] - r * sine));
    }
    printf("disc: %g m off a circle of %g m\n", worst, R);
    CHECK(worst <= 1e-6);
    scene_end(&s);
}

// ---- a bicycle seen from above, against a reference integration ----

static const double AHEAD = 0.3, BEHIND = 0.4, CASTER = 0.1,
                    FRONT = 0.25; // hinge and rear wheel of the frame, hinge and wheel of the fork [m]
static const double MASS[2] = {3.0, 1.2}, TURNING[2] = {0.35, 0.05};

/// x ◄ A⁻¹ x, 4 × 4, with row pivots.
static void solve4(double A[4][4], double x[4])
{
    for (int k = 0; k < 4; k++)
    {
        int best = k;
        for (int i = k + 1; i < 4; i++)
            if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
        for (int j = 0; j < 4; j++)
        {
            double t = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = t;
        }
        double t = x[k];
        x[k] = x[best];
        x[best] = t;
        for (int i = k + 1; i < 4; i++)
        {
            double l = A[i][k] / A[k][k];
            for (int j = k; j < 4; j++) A[i][j] -= l * A[k][j];
            x[i] -= l * x[k];
        }
    }
    for (int k = 3; k >= 0; k--)
    {
        for (int j = k + 1; j < 4; j++) x[k] -= A[k][j] * x[j];
        x[k] /= A[k][k];
    }
}

/// Rates of (x, y, angle of frame and fork; their rates): two rows of the hinge, one of each wheel, J M⁻¹ Jᵀ λ = -J' v.
static void bicycle_rates(const double s[12], double rate[12])
{
    const double *v = s + 6;
    double c1 = cos(s[2]), s1 = sin(s[2]), c2 = cos(s[5]), s2 = sin(s[5]);
    double w1 = v[2], w2 = v[5], r1[2] = {AHEAD * c1, AHEAD * s1}, r2[2] = {-CASTER * c2, -CASTER * s2};
    double J[4][6] = {{1, 0, -r1[1], -1, 0, r2[1]},
                      {0, 1, r1[0], 0, -1, -r2[0]},
                      {-s1, c1, -BEHIND, 0, 0, 0},
                      {0, 0, 0, -s2, c2, FRONT}};
    double lambda[4] = {w1 * w1 * r1[0] - w2 * w2 * r2[0], w1 * w1 * r1[1] - w2 * w2 * r2[1],
                        w1 * (c1 * v[0] + s1 * v[1]), w2 * (c2 * v[3] + s2 * v[4])};
    double inverse[6] = {1 / MASS[0], 1 / MASS[0], 1 / TURNING[0], 1 / MASS[1], 1 / MASS[1], 1 / TURNING[1]}, W[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
        {
            W[i][j] = 0;
            for (int k = 0; k < 6; k++) W[i][j] += J[i][k] * inverse[k] * J[j][k];
        }
    solve4(W, lambda);
    for (int k = 0; k < 6; k++)
    {
        rate[k] = v[k];
        rate[6 + k] = 0;
        for (int i = 0; i < 4; i++) rate[6 + k] += inverse[k] * J[i][k] * lambda[i];
    }
}

static void runge_kutta(double s[12], double h)
{
    double k[4][12], at[12];
    const double share[4] = {0, 0.5, 0.5, 1};
    for (int i = 0; i < 4; i++)
    {
        for (int j = 0; j < 12; j++) at[j] = s[j] + (i > 0 ? share[i] * h * k[i - 1][j] : 0);
        bicycle_rates(at, k[i]);
    }
    for (int j = 0; j < 12; j++) s[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
}

static int add_planar(scene *s, const double state[12], int which)
{
    const double *x = state + 3 * which, *v = state + 6 + 3 * which;
    hf_body_def def = bare_body(x[0], x[1], 0, MASS[which], TURNING[which], TURNING[which], TURNING[which]);
    def.orientation[0] = cos(x[2] / 2);
    def.orientation[3] = sin(x[2] / 2);
    def.velocity[0] = v[0];
    def.velocity[1] = v[1];
    def.angular_velocity[2] = v[2];
    return add_body(s, def);
}

TEST(bicycle_follows_a_reference)
{
    const double steer = 0.4, speed = 1.5, w2 = -0.8, h = 2e-4;
    double w1 = (speed * sin(steer) - w2 * (CASTER + FRONT)) / ((AHEAD + BEHIND) * cos(steer));
    double state[12] = {0, 0, 0, AHEAD + CASTER * cos(steer), CASTER * sin(steer), steer, speed, w1 * BEHIND, w1};
    state[9] = speed - w2 * CASTER * sin(steer);
    state[10] = w1 * (AHEAD + BEHIND) + w2 * CASTER * cos(steer);
    state[11] = w2;
    scene s = constraint_tree_begin_scene(h, 0, 0, 0, false);
    int ground = add_ground(&s), frame = add_planar(&s, state, 0), fork = add_planar(&s, state, 1);
    add_loop(&s, loop_of(HF_LOOP_HINGE, frame, fork, AHEAD, 0, 0));
    for (int k = 0; k < 2; k++)
    {
        hf_loop_def wheel = loop_of(HF_LOOP_KNIFE, k ? fork : frame, ground, k ? FRONT : -BEHIND, 0, 0);
        wheel.axis_a[1] = 1;
        wheel.axis_a[2] = 0;
        add_loop(&s, wheel);
    }
    scene_start(&s);
    double worst = 0, energy = 0;
    for (int k = 0; k < 10000; k++)
    {
        scene_step(&s);
        if (k == 0) energy = s.last.kinetic;
        runge_kutta(state, h);
        for (int b = 0; b < 2; b++)
        {
            hf_body_state body = hf_world_body(s.world, b ? fork : frame);
            worst = fmax(worst, hypot(body.position[0] - state[3 * b], body.position[1] - state[3 * b + 1]));
        }
    }
    printf("bicycle: %g m off after %g m\n", worst, speed * 2);
    CHECK(worst <= 1e-6);
    CHECK(fabs(s.last.kinetic - energy) <= 1e-7 * energy);
    scene_end(&s);
}

// ---- what holds for every object ----

static void copy_state(const scene *from, scene *to)
{
    size_t size = hf_world_state_size(from->world);
    void *bytes = malloc(size);
    CHECK(bytes != NULL);
    hf_world_state_save(from->world, bytes);
    MUST(hf_world_state_load(to->world, bytes, size, error));
    free(bytes);
}

TEST(state_resumes_with_the_same_bits)
{
    scene s = ring_on_floor(1e-3, false), t = ring_on_floor(1e-3, false);
    scene_run(&s, 0.45); // it has hit the floor
    CHECK(hf_world_contact_count(s.world) > 0);
    copy_state(&s, &t);
    hf_world_set_threads(t.world, 3);
    scene_run(&s, 0.05);
    scene_run(&t, 0.05);
    CHECK(hf_world_hash(s.world) == hf_world_hash(t.world));
    scene_end(&s);
    scene_end(&t);
}

/// A body that is put elsewhere is brought back by a displacement, not by speed.
TEST(open_loops_close_without_speed)
{
    scene s = constraint_tree_begin_scene(1e-3, 0, 0, 0, false);
    int first = add_chain(&s, 4, add_ground(&s), 0);
    scene_start(&s);
    hf_body_state b = hf_world_body(s.world, first + 2);
    b.position[2] += 0.01;
    MUST(hf_world_set_body(s.world, first + 2, &b, error));
    scene_step(&s);
    CHECK(hf_world_loop_gap(s.world) <= 1e-12);
    CHECK(s.last.kinetic <= 1e-20);
    CHECK(hf_world_body(s.world, first + 2).position[2] > 1e-3);
    scene_end(&s);
}

static void refused(scene *s, const char *word, const char *why)
{
    hf_error error = {0};
    hf_model *model = NULL;
    CHECK(hf_model_build(s->builder, &model, &error) == HF_STATUS_INVALID);
    printf("%s\n", error.message);
    CHECK(strstr(error.message, word) && strstr(error.message, why));
    scene_end(s);
}

TEST(what_cannot_be_is_named)
{
    scene s = constraint_tree_begin_scene(1e-3, 0, 0, -9.81, false);
    int ground = add_ground(&s), first = add_chain(&s, 3, ground, 0);
    hf_loop_def far_away = loop_of(HF_LOOP_CONNECT, first + 2, ground, 0.05, 0, 0);
    far_away.name = "too far";
    far_away.point_b[0] = 1;
    far_away.point_b_given = true; // 0.3 m of chain do not reach
    add_loop(&s, far_away);
    refused(&s, "", "cannot be closed at the start");

    // A cycle of three, one of which weighs nothing: no inertia decides how it goes round.
    s = constraint_tree_begin_scene(1e-3, 0, 0, -9.81, false);
    first = add_chain(&s, 2, -1, 0);
    hf_body_def light = body_at(0.1, 0, 0.1);
    light.name = "feather";
    int feather = add_body(&s, light);
    add_loop(&s, loop_of(HF_LOOP_CONNECT, feather, first, -0.1, 0, -0.1));
    add_loop(&s, loop_of(HF_LOOP_CONNECT, feather, first + 1, 0.1, 0, -0.1));
    refused(&s, "feather", "mass");

    // Two welds of the same bodies that want them at different distances.
    s = constraint_tree_begin_scene(1e-3, 0, 0, -9.81, false);
    first = add_chain(&s, 2, -1, 0);
    add_loop(&s, loop_of(HF_LOOP_WELD, first, first + 1, 0, 0, 0));
    hf_loop_def other = loop_of(HF_LOOP_CONNECT, first, first + 1, 0, 0, 0);
    other.name = "contrary";
    other.point_b[0] = 0.3;
    other.point_b_given = true;
    add_loop(&s, other);
    refused(&s, "contrary", "cannot be closed at the start");

    s = constraint_tree_begin_scene(1e-3, 0, 0, -9.81, false);
    first = add_chain(&s, 2, -1, 0);
    hf_loop_def gear = loop_of(HF_LOOP_GEAR, first, first + 1, 0, 0, 0);
    hf_error error = {0};
    gear.name = "cogs";
    gear.ratio = 0;
    CHECK(hf_builder_add_loop(s.builder, &gear, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "cogs") && strstr(error.message, "ratio"));
    gear.ratio = INFINITY;
    CHECK(hf_builder_add_loop(s.builder, &gear, NULL, &error) == HF_STATUS_INVALID);
    hf_loop_def universal = loop_of(HF_LOOP_UNIVERSAL, first, first + 1, 0, 0, 0);
    CHECK(hf_builder_add_loop(s.builder, &universal, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "axis_b"));
    hf_loop_def hinge = loop_of(HF_LOOP_HINGE, first, first + 1, 0, 0, 0);
    hinge.axis_a[2] = 0;
    CHECK(hf_builder_add_loop(s.builder, &hinge, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "axis_a"));
    scene_end(&s);
}

// ---- scenes ----

TEST(scenes_have_loops_of_all_kinds)
{
    static const char *const kinds[] = {"hinge", "slide", "universal", "rod", "line", "plane", "gear", "roll", "knife"};
    for (int k = 0; k < 9; k++)
    {
        const char *path = scratch_file(0), *again = scratch_file(1);
        FILE *file = fopen(path, "w");
        CHECK(file != NULL);
        fprintf(
            file,
            "<mujoco><worldbody><body name='a' pos='0 0 0.2'><freejoint/><geom type='sphere' size='0.2' contype='0' "
            "conaffinity='0'/></body></worldbody><holdfast><loop name='it' type='%s' body1='a' anchor='0.01 0 0' "
            "axis='0 1 0' axis2='%s' ratio='2'%s/></holdfast></mujoco>",
            kinds[k],
            k == 7   ? "0 0 1"
            : k == 2 ? "1 0 0"
                     : "0 1 0",
            k == 3 ? " anchor2='0 0 0.7'" : "");
        fclose(file);
        scene s = {0}, t = {0};
        MUST(hf_scene_read_mjcf(path, NULL, NULL, &s.builder, error));
        scene_start(&s);
        CHECK(strcmp(hf_loop_kind_name(hf_model_loop(s.model, 0).kind), kinds[k]) == 0);
        MUST(hf_scene_write_mjcf(s.model, again, error));
        MUST(hf_scene_read_mjcf(again, NULL, NULL, &t.builder, error));
        scene_start(&t);
        for (int i = 0; i < 20; i++)
        {
            scene_step(&s);
            scene_step(&t);
        }
        CHECK(farthest_apart(&s, &t) <= 1e-9);
        scene_end(&s);
        scene_end(&t);
        remove(path);
        remove(again);
    }
}
