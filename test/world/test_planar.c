// Planar bodies: closed forms of sliding, rolling, stacking, falling and tipping, collisions with all kinds of bodies,
// and what holds for every object: states resume, threads do not matter, recordings show them. Every step is certified
// (truth_scenes.h).

#include "support/record_scene.h"
#include "support/truth_scenes.h"

#include "holdfast/problem.h"

#include <stdlib.h>

// ---- scenes ----

/// Bodies stay in the plane of x and z; gravity points along -z.
static hf_body_def planar(hf_body_def def)
{
    def.plane[1] = 1;
    return def;
}

static scene begin(double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    return s;
}

/// A cylinder with its axis across the plane.
static int add_disc(scene *s, hf_body_def def, double radius, double mu, double restitution)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(s, def);
    shape.kind = HF_SHAPE_CYLINDER;
    shape.size[0] = radius;
    shape.size[1] = 0.5 * radius;
    shape.orientation[0] = shape.orientation[1] = sqrt(0.5);
    shape.friction = mu;
    shape.restitution = restitution;
    add_shape(s, shape);
    return shape.body;
}

/// Nothing leaves the plane, by no bit; the body's frame is turned from the principal one, which rounds, and never more
/// than that.
static void check_plane(const scene *s, int body, double y)
{
    hf_body_state b = hf_world_body(s->world, body);
    CHECK(b.position[1] == y);
    CHECK(b.velocity[1] == 0 && b.angular_velocity[0] == 0 && b.angular_velocity[2] == 0);
    CHECK(fabs(b.orientation[1]) <= 1e-15 && fabs(b.orientation[3]) <= 1e-15);
}

/// Rows of every contact of the last step.
static void check_rows(const scene *s, int rows)
{
    hf_laws laws = hf_problem_laws(hf_world_problem(s->world, NULL));
    for (int k = 0; k < laws.block_count; k++) CHECK(laws.size[k] == rows);
}

// ---- free ----

TEST(bodies_fall_and_turn_by_the_closed_form)
{
    for (int disc = 0; disc < 2; disc++)
    {
        scene s = begin(0.01);
        hf_body_def def = planar(body_at(0.3, 0.7, 5));
        def.velocity[0] = 2;
        def.velocity[2] = 1;
        def.angular_velocity[1] = 3;
        int k = disc ? add_disc(&s, def, 0.2, 0.5, 0) : add_box(&s, def, 0.2, 0.1, 0.3, 0.5);
        scene_start(&s);
        const double force[3] = {0, 50, 0}, torque[3] = {7, 0, -3}; // out of the plane: borne by it
        MUST(hf_world_set_wrench(s.world, k, force, torque, error));
        double energy = NAN;
        for (int n = 1; n <= 100; n++)
        {
            scene_step(&s);
            double t = 0.01 * n;
            hf_body_state b = hf_world_body(s.world, k);
            CHECK_NEAR(b.position[0], 0.3 + 2 * t, 1e-12);
            CHECK_NEAR(b.position[2], 5 + t - 0.5 * G * t * t, 1e-12);
            CHECK_NEAR(2 * atan2(b.orientation[2], b.orientation[0]), 3 * t, 1e-13);
            if (n == 1) energy = s.last.kinetic + s.last.potential;
            CHECK_NEAR(s.last.kinetic + s.last.potential, energy, 1e-11 * fabs(energy));
            check_plane(&s, k, 0.7);
        }
        scene_end(&s);
    }
}

TEST(a_torque_turns_by_the_inertia_about_the_normal)
{
    scene s = begin(0.01);
    hf_body_def def = planar(body_at(0, 0, 0));
    def.mass = 3;
    def.gravity_scale = 0;
    def.torque[1] = 0.6;
    add_box(&s, def, 0.2, 0.9, 0.1, 0.5);
    scene_start(&s);
    scene_run(&s, 1);
    hf_body_state b = hf_world_body(s.world, 1);
    CHECK_NEAR(b.angular_velocity[1], 0.6 / (3.0 / 3 * (0.2 * 0.2 + 0.1 * 0.1)), 1e-10);
    scene_end(&s);
}

// ---- contacts ----

TEST(a_box_slides_as_far_as_friction_lets_it)
{
    const double speeds[] = {0.5, 2, 4}, mus[] = {0.2, 0.5, 0.9}, h = 0.002;
    for (int k = 0; k < 9; k++)
    {
        double v = speeds[k % 3], mu = mus[k / 3];
        scene s = begin(h);
        add_plane(&s, 0, mu);
        hf_body_def def = planar(body_at(0, 0, 0.1));
        def.velocity[0] = v;
        add_box(&s, def, 0.4, 0.1, 0.1, mu);
        scene_start(&s);
        double stop = v / (mu * G), last = INFINITY;
        while (hf_world_time(s.world) < stop + 5 * h)
        {
            scene_step(&s);
            CHECK(s.last.kinetic + s.last.potential <= last + 1e-9);
            last = s.last.kinetic + s.last.potential;
            CHECK(hf_world_contact_count(s.world) == 2);
            check_rows(&s, 2);
        }
        hf_body_state b = hf_world_body(s.world, 1);
        CHECK_NEAR(b.position[0], v * v / (2 * mu * G), mu * G * h * h);
        CHECK_NEAR(b.velocity[0], 0, 1e-8);
        check_plane(&s, 1, 0);
        scene_end(&s);
    }
}

TEST(discs_roll_down_and_slip_by_their_closed_forms)
{
    const double angle = 0.4, r = 0.25, T = 1;
    for (int ball = 0; ball < 2; ball++)
        for (int slips = 0; slips < 2; slips++)
        {
            double gyration = ball ? 0.4 : 0.5, least = tan(angle) * gyration / (1 + gyration);
            double mu = slips ? 0.5 * least : 1.5 * least;
            scene s = begin(0.002);
            add_plane(&s, angle, mu);
            hf_body_def def = planar(body_at(-r * sin(angle), 0, r * cos(angle)));
            if (ball) add_ball(&s, def, r, mu, 0);
            else add_disc(&s, def, r, mu, 0);
            scene_start(&s);
            hf_body_state from = hf_world_body(s.world, 1);
            scene_run(&s, T);
            check_rows(&s, 2);
            CHECK(hf_world_contact_count(s.world) == 1);
            hf_body_state b = hf_world_body(s.world, 1);
            double a = slips ? G * (sin(angle) - mu * cos(angle)) : G * sin(angle) / (1 + gyration);
            double spin = slips ? mu * G * cos(angle) / (gyration * r) : a / r;
            CHECK_NEAR(distance(from.position, b.position), 0.5 * a * T * T, 1e-7);
            CHECK_NEAR(-b.angular_velocity[1], spin * T, 1e-6); // down is towards -x
            check_plane(&s, 1, 0);
            scene_end(&s);
        }
}

TEST(a_stack_rests_and_carries_its_weight)
{
    enum
    {
        BOXES = 5
    };
    scene s = begin(0.002);
    add_plane(&s, 0, 0.6);
    for (int k = 0; k < BOXES; k++) add_box(&s, planar(body_at(0.01 * k, 0, 0.1 + 0.2 * k)), 0.15, 0.2, 0.1, 0.6);
    scene_start(&s);
    scene_run(&s, 1);
    CHECK(hf_world_contact_count(s.world) == 2 * BOXES);
    check_rows(&s, 2);
    double force[BOXES] = {0}, weight = hf_model_body(s.model, 1).mass * G;
    for (int k = 0; k < hf_world_contact_count(s.world); k++)
    {
        hf_contact c = hf_world_contact(s.world, k);
        int lower = c.body_a < c.body_b ? c.body_a : c.body_b;
        force[lower] += c.r[0] / 0.002;
        CHECK(c.r[2] == 0 && c.normal[1] == 0 && c.tangent[1] == 0);
    }
    for (int k = 0; k < BOXES; k++)
    {
        CHECK_NEAR(force[k], (BOXES - k) * weight, 1e-5 * weight);
        hf_body_state b = hf_world_body(s.world, k + 1);
        CHECK_NEAR(b.position[0], 0.01 * k, 1e-8);
        CHECK_NEAR(b.position[2], 0.1 + 0.2 * k, 1e-7);
    }
    CHECK_NEAR(s.last.kinetic, 0, 1e-14);
    scene_end(&s);
}

TEST(a_box_tips_over_where_its_weight_leaves_the_base)
{
    for (int tips = 0; tips < 2; tips++)
    {
        double angle = atan(tips ? 0.52 : 0.48), half = 0.2; // half the width by half the height is 0.5
        scene s = begin(0.002);
        add_plane(&s, angle, 2);
        add_box(&s, planar(body_on_plane(angle, half)), 0.1, 0.1, half, 2);
        scene_start(&s);
        hf_body_state from = hf_world_body(s.world, 1);
        scene_run(&s, 0.5);
        hf_body_state b = hf_world_body(s.world, 1);
        double turned =
            2 * fabs(atan2(b.orientation[2], b.orientation[0]) - atan2(from.orientation[2], from.orientation[0]));
        if (tips) CHECK(turned > 0.02);
        else CHECK_NEAR(turned, 0, 1e-8);
        scene_end(&s);
    }
}

// ---- collisions ----

/// Mass times velocity along x and z, of bodies 1 and 2.
static void momentum(const scene *s, double p[2])
{
    p[0] = p[1] = 0;
    for (int k = 1; k <= 2; k++)
    {
        hf_body_state b = hf_world_body(s->world, k);
        p[0] += hf_model_body(s->model, k).mass * b.velocity[0];
        p[1] += hf_model_body(s->model, k).mass * b.velocity[2];
    }
}

TEST(discs_bounce_off_each_other_and_off_rigid_balls)
{
    const double es[] = {0, 0.5, 1};
    for (int rigid = 0; rigid < 2; rigid++)
        for (int k = 0; k < 3; k++)
        {
            scene s = begin(0.005);
            hf_body_def a = planar(body_at(-1, 0, 0)), b = body_at(1, 0, 0);
            a.velocity[0] = 2;
            a.gravity_scale = b.gravity_scale = 0;
            add_disc(&s, a, 0.3, 0, es[k]);
            if (rigid) add_ball(&s, b, 0.2, 0, es[k]);
            else add_disc(&s, planar(b), 0.2, 0, es[k]);
            scene_start(&s);
            double before[2], after[2];
            momentum(&s, before);
            scene_step(&s);
            double energy = s.last.kinetic;
            scene_run(&s, 2);
            momentum(&s, after);
            hf_body_state x = hf_world_body(s.world, 1), y = hf_world_body(s.world, 2);
            CHECK_NEAR(after[0], before[0], 1e-9 * before[0]);
            CHECK_NEAR(after[1], 0, 1e-9 * before[0]);
            CHECK_NEAR(y.velocity[0] - x.velocity[0], es[k] * 2, 1e-8);
            if (es[k] == 1) CHECK_NEAR(s.last.kinetic, energy, 1e-9 * energy);
            check_plane(&s, 1, 0);
            scene_end(&s);
        }
}

TEST(a_rigid_ball_that_comes_slantwise_leaves_the_disc_in_its_plane)
{
    scene s = begin(0.002);
    hf_body_def disc = planar(body_at(0, 0, 0)), ball = body_at(-1, 0.1, 0.05);
    disc.gravity_scale = ball.gravity_scale = 0;
    ball.velocity[0] = 3;
    ball.velocity[1] = -0.2;
    ball.angular_velocity[2] = 5;
    add_ball(&s, disc, 0.2, 0.4, 0.3);
    add_ball(&s, ball, 0.2, 0.4, 0.3);
    scene_start(&s);
    double before[2], after[2];
    momentum(&s, before);
    bool met = false;
    for (int n = 0; n < 500; n++)
    {
        scene_step(&s);
        check_plane(&s, 1, 0);
        if (hf_world_contact_count(s.world) > 0) check_rows(&s, 3), met = true;
    }
    momentum(&s, after);
    CHECK(met && fabs(hf_world_body(s.world, 1).velocity[0]) > 0.1);
    CHECK_NEAR(after[0], before[0], 1e-9);
    CHECK_NEAR(after[1], before[1], 1e-9);
    scene_end(&s);
}

TEST(a_belt_drags_a_box_and_friction_across_the_plane_counts)
{
    for (int across = 0; across < 2; across++)
    {
        scene s = begin(0.002);
        hf_body_def belt = body_at(0, 0, -0.1);
        belt.motion = HF_MOTION_PRESCRIBED;
        belt.velocity[across ? 1 : 0] = 1;
        add_box(&s, belt, 3, 3, 0.1, 0.4);
        hf_body_def def = planar(body_at(0, 0, 0.1));
        def.velocity[0] = across ? 1e-3 : 0;
        add_box(&s, def, 0.2, 0.1, 0.1, 0.4);
        scene_start(&s);
        scene_run(&s, 0.1);
        check_rows(&s, 3);
        hf_body_state b = hf_world_body(s.world, 2);
        if (!across) CHECK_NEAR(b.velocity[0], 0.4 * G * 0.1, 1e-7);      // drawn along
        else CHECK_NEAR(b.velocity[0], 1e-3 * exp(-0.4 * G * 0.1), 2e-6); // friction is along the slip, which is across
        check_plane(&s, 2, 0);
        scene_end(&s);
    }
}

TEST(a_pendulum_pushes_a_planar_box)
{
    scene s = begin(0.002);
    add_plane(&s, 0, 0.3);
    hf_body_def link = body_at(-0.35, 0, 1);
    link.parent = 0;
    hf_shape_def bob = hf_shape_def_default();
    bob.body = add_body(&s, link);
    bob.kind = HF_SHAPE_SPHERE;
    bob.size[0] = 0.1;
    bob.position[2] = -0.8;
    bob.friction = 0.3;
    add_shape(&s, bob);
    hf_joint_def hinge = hf_joint_def_default();
    hinge.body = bob.body;
    hinge.kind = HF_JOINT_HINGE;
    hinge.axis[0] = hinge.axis[2] = 0;
    hinge.axis[1] = -1;
    hinge.initial_velocity = 3;
    MUST(hf_builder_add_joint(s.builder, &hinge, NULL, error));
    hf_body_def def = planar(body_at(0, 0, 0.2));
    def.mass = 2;
    int box = add_box(&s, def, 0.2, 0.2, 0.2, 0.3);
    scene_start(&s);
    scene_run(&s, 1);
    CHECK(hf_world_body(s.world, box).position[0] > 0.2);
    check_plane(&s, box, 0);
    scene_end(&s);
}

// ---- equivalence ----

static scene tumble(bool flat, double restitution)
{
    scene s = begin(0.002);
    hf_shape_def floor = hf_shape_def_default();
    floor.kind = HF_SHAPE_PLANE;
    floor.friction = 0.5;
    floor.restitution = restitution;
    add_shape(&s, floor);
    for (int k = 0; k < 3; k++)
    {
        hf_body_def def = body_at(0.03 * k, 0, 0.5 + 0.4 * k);
        def.velocity[0] = 0.3;
        def.angular_velocity[1] = 1 + k;
        if (flat) def = planar(def);
        add_ball(&s, def, 0.1, 0.5, restitution);
    }
    scene_start(&s);
    return s;
}

TEST(rigid_bodies_that_happen_to_stay_in_a_plane_move_alike)
{
    for (int k = 0; k < 2; k++)
    {
        scene flat = tumble(true, 0.5 * k), free = tumble(false, 0.5 * k);
        for (int n = 0; n < 400; n++)
        {
            scene_step(&flat);
            scene_step(&free);
            for (int body = 1; body <= 3; body++)
            {
                hf_body_state a = hf_world_body(flat.world, body), b = hf_world_body(free.world, body);
                CHECK(distance(a.position, b.position) < 1e-11);
                CHECK(distance(a.angular_velocity, b.angular_velocity) < 1e-9);
            }
        }
        scene_end(&flat);
        scene_end(&free);
    }
}

// ---- what holds for every object ----

static scene pile(void)
{
    scene s = begin(0.002);
    add_plane(&s, 0, 0.5);
    for (int k = 0; k < 12; k++)
    {
        hf_body_def def = body_at(0.11 * (k % 3) - 0.1, 0, 0.2 + 0.25 * k);
        if (k % 4 != 3) def = planar(def);
        def.velocity[0] = 0.1 * (k % 5) - 0.2;
        if (k % 2) add_disc(&s, def, 0.1, 0.5, 0.2);
        else add_box(&s, def, 0.12, 0.1, 0.08, 0.5);
    }
    scene_start(&s);
    return s;
}

TEST(threads_do_not_change_a_bit)
{
    scene one = pile(), two = pile();
    hf_world_set_threads(two.world, 2);
    for (int n = 0; n < 300; n++)
    {
        scene_step(&one);
        scene_step(&two);
        CHECK(hf_world_hash(one.world) == hf_world_hash(two.world));
    }
    scene_end(&one);
    scene_end(&two);
}

TEST(states_resume_where_they_were)
{
    scene s = pile(), other = pile();
    scene_run(&s, 0.3);
    MUST(hf_checkpoint_write(scratch_file(0), s.world, error));
    MUST(hf_checkpoint_read(scratch_file(0), other.world, error));
    CHECK(hf_world_hash(other.world) == hf_world_hash(s.world));
    scene_run(&s, 0.2);
    scene_run(&other, 0.2);
    CHECK(hf_world_hash(other.world) == hf_world_hash(s.world));
    scene_end(&s);
    scene_end(&other);
    remove(scratch_file(0));
}

TEST(coordinates_are_three_and_three)
{
    scene s = begin(0.002);
    hf_body_def def = planar(body_at(1, 0, 2));
    def.mass = 2;
    add_box(&s, def, 0.3, 0.1, 0.3, 0.5);
    scene_start(&s);
    CHECK(hf_model_q_count(s.model) == 3 && hf_model_v_count(s.model) == 3);
    const double q[3] = {0.5, -0.25, 0.1}, v[3] = {1, 2, 3};
    MUST(hf_world_set_q(s.world, q, v, error));
    for (int k = 0; k < 3; k++) CHECK(hf_world_q(s.world)[k] == q[k] && hf_world_v(s.world)[k] == v[k]);
    hf_body_state b = hf_world_body(s.world, 1);
    CHECK(b.position[0] == 1.5 && b.position[1] == 0 && b.position[2] == 2.25); // e2 = n × x = -z
    CHECK(b.velocity[0] == 1 && b.velocity[2] == -2 && b.angular_velocity[1] == 3);
    double M[9], bias[3], inertia = 2.0 / 3 * (0.09 + 0.09);
    MUST(hf_world_mass_matrix(s.world, M, error));
    MUST(hf_world_bias(s.world, bias, error));
    CHECK_NEAR(M[0], 2, 1e-14);
    CHECK_NEAR(M[8], inertia, 1e-14);
    CHECK(M[1] == 0 && M[5] == 0);
    CHECK_NEAR(bias[1], -2 * G, 1e-13); // along e2, which points down
    CHECK(bias[0] == 0 && bias[2] == 0);
    b.position[0] = 7;
    MUST(hf_world_set_body(s.world, 1, &b, error));
    CHECK_NEAR(hf_world_q(s.world)[0], 6, 1e-14);
    CHECK_NEAR(hf_world_q(s.world)[2], 0.1, 1e-14);
    b.position[1] = 0.1;
    hf_error why = {0};
    CHECK(hf_world_set_body(s.world, 1, &b, &why) == HF_STATUS_INVALID && strstr(why.message, "plane"));
    scene_end(&s);
}

TEST(planes_of_bodies_that_cannot_have_one_are_refused)
{
    scene s = scene_begin();
    hf_error why = {0};
    hf_body_def def = planar(body_at(0, 0, 0));
    def.motion = HF_MOTION_STATIC;
    CHECK(hf_builder_add_body(s.builder, &def, NULL, &why) == HF_STATUS_INVALID && strstr(why.message, "plane"));
    def.motion = HF_MOTION_PRESCRIBED;
    def.amplitude[1] = 1;
    CHECK(hf_builder_add_body(s.builder, &def, NULL, &why) == HF_STATUS_INVALID && strstr(why.message, "plane"));
    def.amplitude[1] = 0;
    def.motion = HF_MOTION_FREE;
    int body = add_body(&s, def);
    hf_body_def link = body_at(0, 0, 0);
    link.parent = body;
    CHECK(hf_builder_add_body(s.builder, &link, NULL, &why) == HF_STATUS_INVALID && strstr(why.message, "plane"));
    def.velocity[1] = 1;
    CHECK(hf_builder_add_body(s.builder, &def, NULL, &why) == HF_STATUS_INVALID && strstr(why.message, "plane"));
    def.velocity[1] = 0;
    def.plane[0] = NAN;
    CHECK(hf_builder_add_body(s.builder, &def, NULL, &why) == HF_STATUS_INVALID && strstr(why.message, "plane[0]"));
    scene_end(&s);
}

TEST(links_in_a_plane_have_joints_that_keep_to_it)
{
    const struct
    {
        hf_joint_kind kind;
        double axis[3];
        bool keeps;
    } joints[] = {{HF_JOINT_HINGE, {0, 1, 0}, true},     {HF_JOINT_HINGE, {0, -2, 0}, true},
                  {HF_JOINT_HINGE, {0, 1, 1e-3}, false}, {HF_JOINT_SLIDE, {1, 0, 1}, true},
                  {HF_JOINT_SLIDE, {1, 1, 0}, false},    {HF_JOINT_BALL, {0, 1, 0}, false}};
    for (int k = 0; k < 6; k++)
    {
        scene s = scene_begin();
        hf_error why = {0};
        hf_model *model = NULL;
        hf_body_def def = planar(body_at(0, 0, 1));
        def.parent = 0;
        hf_joint_def joint = hf_joint_def_default();
        joint.body = add_box(&s, def, 0.1, 0.1, 0.1, 0.5);
        joint.kind = joints[k].kind;
        for (int i = 0; i < 3; i++) joint.axis[i] = joints[k].axis[i];
        MUST(hf_builder_add_joint(s.builder, &joint, NULL, error));
        hf_status status = hf_model_build(s.builder, &model, &why);
        CHECK(status == (joints[k].keeps ? HF_STATUS_OK : HF_STATUS_INVALID));
        CHECK(joints[k].keeps || strstr(why.message, "leads out of the plane"));
        hf_model_destroy(model);
        scene_end(&s);
    }
}

TEST(recordings_and_pages_show_them)
{
    scene s = pile();
    hf_recorder *recorder = start_recording(scratch_file(0), s.model, 1);
    run_steps(s.world, recorder, 50);
    hf_recording *recording = NULL;
    MUST(hf_recorder_close(recorder, error));
    MUST(hf_recording_open(scratch_file(0), &recording, error));
    int bodies = hf_recording_body_count(recording), frames = hf_recording_frame_count(recording);
    double *poses = malloc(7 * (size_t)bodies * sizeof *poses);
    CHECK(poses && bodies == 13 && frames >= 50);
    MUST(hf_recording_poses(recording, frames - 1, poses, error));
    for (int k = 1; k < bodies; k++)
    {
        hf_body_state b = hf_world_body(s.world, k);
        for (int j = 0; j < 3; j++) CHECK(poses[7 * k + j] == b.position[j]);
        for (int j = 0; j < 4; j++) CHECK_NEAR(poses[7 * k + 3 + j], b.orientation[j], 1e-6);
    }
    MUST(hf_recording_write_html(recording, scratch_file(1), "planar bodies", error));
    MUST(hf_recording_write_csv(recording, scratch_file(2), error));
    hf_recording_close(recording);
    free(poses);
    for (int k = 0; k < 3; k++) remove(scratch_file(k));
    scene_end(&s);
}
