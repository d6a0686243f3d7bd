// What mechanisms keep: energy of pendulum chains, linear and angular momentum of floating trees; how far they stray,
// and by which order of the step.

#include "support/mechanism_kit.h"

#include "holdfast/scene.h"
#include "linalg/quat.h"

#include <stdio.h>

// ---- floating trees ----

typedef struct momenta
{
    vec3 linear, angular; // about the world's origin
    double kinetic;
} momenta;

static momenta momenta_of(const kit *k)
{
    momenta m = {0};
    for (int b = 1; b < hf_model_count(k->model, HF_ITEM_BODY); b++)
    {
        hf_body_def def = hf_model_body(k->model, b);
        hf_body_state state = hf_world_body(k->world, b);
        quat turn = quat_load(state.orientation);
        vec3 center = v3_add(v3_load(state.position), quat_rotate(turn, v3_load(def.center)));
        vec3 p = v3_scale(def.mass, v3_load(state.velocity)),
             w = quat_rotate_back(turn, v3_load(state.angular_velocity));
        const double *I = def.inertia; // xx yy zz xy xz yz
        vec3 spin = v3(I[0] * w.x + I[3] * w.y + I[4] * w.z, I[3] * w.x + I[1] * w.y + I[5] * w.z,
                       I[4] * w.x + I[5] * w.y + I[2] * w.z);
        m.linear = v3_add(m.linear, p);
        m.angular = v3_add(m.angular, v3_add(v3_cross(center, p), quat_rotate(turn, spin)));
        m.kinetic += 0.5 * v3_dot(p, v3_load(state.velocity)) + 0.5 * v3_dot(w, spin);
    }
    return m;
}

/// A base that floats without gravity, and from it two arms of three links each: a hinge, a ball, a slide. All of them
/// move.
static kit floating_tree(double h)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0;
    settings.step.timestep = h;
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_body_def def = hf_body_def_default();
    def.mass = 2;
    def.inertia[0] = 0.02, def.inertia[1] = 0.03, def.inertia[2] = 0.04;
    def.velocity[0] = 0.3, def.velocity[1] = -0.1;
    def.angular_velocity[0] = 0.5, def.angular_velocity[2] = 2.0;
    int base = 0;
    OK(hf_builder_add_body(k.builder, &def, &base, &error));
    for (int arm = 0; arm < 2; arm++)
    {
        int body = add_rod(&k, base, arm ? 0.1 : -0.1, 0.05, 0, 0.5, 0.3);
        hf_joint_def joint = hinge_y(body);
        joint.initial_velocity = arm ? 3 : -1;
        add_joint(&k, joint);
        body = add_rod(&k, body, 0.3, 0, 0, 0.4, 0.25);
        joint = hf_joint_def_default();
        joint.body = body;
        joint.kind = HF_JOINT_BALL;
        add_joint(&k, joint);
        body = add_rod(&k, body, 0.25, 0, 0.05, 0.3, 0.2);
        joint = hf_joint_def_default();
        joint.body = body;
        joint.kind = HF_JOINT_SLIDE;
        joint.axis[0] = 0.6, joint.axis[1] = 0, joint.axis[2] = 0.8;
        joint.stiffness = 20; // it would slide off
        add_joint(&k, joint);
    }
    kit_build(&k);
    return k;
}

/// Largest distance of linear and angular momentum from those at the start, relative to them.
static void stray(double h, double time, double *linear, double *angular)
{
    kit k = floating_tree(h);
    momenta start = momenta_of(&k);
    CHECK(v3_norm(start.linear) > 0.5 && v3_norm(start.angular) > 0.1);
    *linear = *angular = 0;
    for (int i = 0; i < (int)(time / h + 0.5); i++)
    {
        kit_step(&k);
        momenta now = momenta_of(&k);
        *linear = fmax(*linear, v3_distance(now.linear, start.linear) / v3_norm(start.linear));
        *angular = fmax(*angular, v3_distance(now.angular, start.angular) / v3_norm(start.angular));
    }
    kit_end(&k);
}

TEST(a_floating_tree_keeps_both_momenta_to_rounding)
{
    double p[2], L[2];
    stray(2e-3, 2.0, &p[0], &L[0]);
    stray(1e-3, 2.0, &p[1], &L[1]);
    printf("        linear %.1e and %.1e, angular %.1e and %.1e\n", p[0], p[1], L[0], L[1]);
    for (int k = 0; k < 2; k++) CHECK(p[k] < 1e-12 && L[k] < 1e-12);
}

/// A humanoid in space, driven for 10 s by its motors into its limits and against itself: what it began with, nothing,
/// is what it has, of what its links carry.
TEST(a_humanoid_in_space_keeps_its_momenta)
{
    kit k = {0};
    OK(hf_scene_read_mjcf(HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml", NULL, NULL, &k.builder, &error));
    OK(hf_model_build(k.builder, &k.model, &error));
    hf_settings settings = hf_model_settings(k.model);
    settings.physics.gravity[2] = 0;
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_model_destroy(k.model);
    kit_build(&k);
    int nq = hf_model_q_count(k.model), nv = hf_model_v_count(k.model), jumps = 0;
    double q[64] = {0}, v[64] = {0}, worst = 0, carried = 0;
    CHECK(nq <= 64 && nv <= 64);
    memcpy(q, hf_world_q(k.world), (size_t)nq * sizeof *q);
    q[2] += 20; // above the floor
    v[0] = 0.2, v[4] = 0.5;
    OK(hf_world_set_q(k.world, q, v, &error));
    momenta start = momenta_of(&k);
    for (int i = 0; i < 5000; i++)
    {
        for (int a = 0; a < hf_model_count(k.model, HF_ITEM_ACTUATOR); a++)
            OK(hf_world_set_control(k.world, a, 1.2 * sin(4e-3 * i * (1 + a % 5) + a), &error));
        kit_step(&k);
        momenta now = momenta_of(&k);
        for (int b = 1; b < hf_model_count(k.model, HF_ITEM_BODY); b++)
            carried =
                fmax(carried, hf_model_body(k.model, b).mass * v3_norm(v3_load(hf_world_body(k.world, b).velocity)));
        worst = fmax(worst, v3_distance(now.linear, start.linear));
        worst = fmax(worst, v3_distance(now.angular, start.angular) / 20); // about an origin that is 20 m away
        jumps += k.report.solve.iterations > 0;
    }
    printf("        off by %.1e kg m/s; a link carries up to %.1f; %d steps with impulses\n", worst, carried, jumps);
    CHECK(carried > 5 && jumps > 20);
    CHECK(worst < 1e-9 * carried);
    kit_end(&k);
}

/// Reported energy is what the bodies have; springs and all.
TEST(kinetic_energy_is_that_of_the_bodies)
{
    kit k = floating_tree(1e-3);
    for (int i = 0; i < 50; i++) kit_step(&k);
    CHECK_NEAR(momenta_of(&k).kinetic, k.report.kinetic, 1e-12 * k.report.kinetic);
    kit_end(&k);
}

/// A ball flies into one arm of the tree; what both have together should stay. Largest distance after the impact,
/// relative to the start.
static void collide(double h, double *linear, double *angular)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0;
    settings.step.timestep = h;
    OK(hf_builder_set(k.builder, &settings, &error));
    int base = 0, ball = 0;
    hf_body_def def = hf_body_def_default();
    def.mass = 2;
    def.inertia[0] = 0.02, def.inertia[1] = 0.03, def.inertia[2] = 0.04;
    OK(hf_builder_add_body(k.builder, &def, &base, &error));
    int rod = add_rod(&k, base, 0.1, 0, 0, 0.5, 0.4);
    add_joint(&k, hinge_y(rod));
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_SPHERE, shape.size[0] = 0.05, shape.position[0] = 0.4;
    shape.body = rod;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    def = hf_body_def_default();
    def.mass = 0.3;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 3e-4;
    def.position[0] = 0.52, def.position[1] = 0.01, def.position[2] = 0.5;
    def.velocity[2] = -2;
    OK(hf_builder_add_body(k.builder, &def, &ball, &error));
    shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_SPHERE, shape.size[0] = 0.05;
    shape.body = ball;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    kit_build(&k);
    momenta start = momenta_of(&k), now = start;
    for (int i = 0; i < (int)(0.3 / h + 0.5); i++) kit_step(&k);
    now = momenta_of(&k);
    CHECK(fabs(hf_world_v(k.world)[6]) > 0.5); // it was hit
    *linear = v3_distance(now.linear, start.linear) / v3_norm(start.linear);
    *angular = v3_distance(now.angular, start.angular) / v3_norm(start.angular);
    kit_end(&k);
}

/// Linear momentum is kept to rounding. The impulse acts on the tree where the link is in the middle of the step, and
/// on the ball where that was at the beginning: angular momentum is off by the moment of that distance, which falls
/// with the step.
TEST(an_impact_keeps_momenta)
{
    double worst[3][2] = {{0}};
    for (int level = 0; level < 3; level++)
        for (int shift = 0; shift < 5; shift++) // impacts at several places of a step
        {
            double linear, angular;
            collide(4e-3 * (1.0 + 0.05 * shift) / (double)(1 << (2 * level)), &linear, &angular);
            worst[level][0] = fmax(worst[level][0], linear);
            worst[level][1] = fmax(worst[level][1], angular);
        }
    for (int level = 0; level < 3; level++)
        printf("        linear %.1e, angular %.1e\n", worst[level][0], worst[level][1]);
    for (int level = 0; level < 3; level++) CHECK(worst[level][0] < 1e-12);
    CHECK(worst[2][1] < 1e-4 && worst[0][1] > 8 * worst[2][1]); // a sixteenth of the step
}

// ---- pendulum chains ----

typedef struct drift
{
    double early,
        late; // largest distance of the energy from that at the start, in the first and in the second half of the time
    double kinetic; // largest
} drift;

/// Hinges about y; a pendulum chain of more than a few links is chaotic, so that it starts low.
static drift swing(int links, double h, double time)
{
    kit k = kit_begin();
    int parent = 0;
    for (int i = 0; i < links; i++)
    {
        parent = add_rod(&k, parent, i == 0 ? 0 : 0.3, 0, 0, 1.0, 0.3);
        hf_joint_def joint = hinge_y(parent);
        joint.has_initial = true;
        joint.initial = i == 0 ? 1.5707963267948966 - 0.5 : 0.1; // hangs at pi/2
        add_joint(&k, joint);
    }
    set_timestep(&k, h);
    kit_build(&k);
    drift d = {0};
    double start = NAN;
    int count = (int)(time / h + 0.5);
    for (int i = 0; i < count; i++)
    {
        kit_step(&k);
        double e = k.report.kinetic + k.report.potential;
        if (isnan(start)) start = e;
        double *half = i < count / 2 ? &d.early : &d.late;
        *half = fmax(*half, fabs(e - start));
        d.kinetic = fmax(d.kinetic, k.report.kinetic);
    }
    kit_end(&k);
    return d;
}

TEST(pendulum_chains_keep_their_energy_to_second_order)
{
    static const int links[] = {1, 2, 4, 8};
    for (size_t c = 0; c < sizeof links / sizeof *links; c++)
    {
        drift coarse = swing(links[c], 2e-3, 2.0), fine = swing(links[c], 1e-3, 2.0);
        double worst[2] = {fmax(coarse.early, coarse.late), fmax(fine.early, fine.late)};
        printf("        %d links: %.1e and %.1e of the kinetic energy\n", links[c], worst[0] / coarse.kinetic,
               worst[1] / fine.kinetic);
        CHECK(worst[1] < 1e-4 * fine.kinetic);
        CHECK(worst[0] > 3.4 * worst[1]);
    }
}

/// A chain that lies straight and falls whips about; joint velocities alone gained 4.5 of 16 J of it.
TEST(a_long_chain_keeps_its_energy)
{
    double worst[2];
    for (int fine = 0; fine < 2; fine++)
    {
        drift d = swing(30, fine ? 5e-4 : 1e-3, 1.0);
        worst[fine] = fmax(d.early, d.late) / d.kinetic;
    }
    printf("        30 links: %.1e and %.1e of the kinetic energy\n", worst[0], worst[1]);
    CHECK(worst[0] < 1e-4 && worst[0] > 3.4 * worst[1]);
}

TEST(energy_oscillates_and_does_not_drift)
{
    drift d = swing(3, 2e-3, 60.0); // 30,000 steps
    printf("        first half %.1e, second half %.1e of the kinetic energy\n", d.early / d.kinetic,
           d.late / d.kinetic);
    CHECK(d.early < 2e-4 * d.kinetic);
    CHECK(d.late < 1.5 * d.early);
}
