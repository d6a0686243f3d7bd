// Changes while a world runs: a changed world goes on with the bits of a world whose model was built so, and the model
// stays as it is.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What a scene below is built with.
typedef struct scene
{
    double friction, mass, damping, armature, gain;
    bool weld, exclude;
    uint32_t mask;
} scene;

static const scene plain = {
    .friction = 1.0, .mass = 2.0, .damping = 0.1, .armature = 0.01, .gain = 3.0, .weld = false, .mask = 1};

enum
{
    BOX = 1, // slides down a slope
    ARM = 2, // a driven link
    BALL = 3 // falls, beside the world that a weld would hold it to
};

/// A box on a slope (gravity leans by 30°), an arm with a motor, a ball that falls on a second box.
static hf_model *build(const scene *s)
{
    hf_error error;
    hf_builder *builder;
    hf_model *model;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[0] = 9.81 * 0.5;
    settings.physics.gravity[2] = -9.81 * sqrt(0.75);
    CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
    hf_shape_def shape = hf_shape_def_default();
    shape.friction = s->friction;
    shape.kind = HF_SHAPE_PLANE;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.name = "box";
    body.mass = s->mass;
    body.position[2] = 0.1;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    body.name = "arm";
    body.mass = 1.0;
    body.parent = 0;
    body.position[0] = 5.0, body.position[2] = 3.0;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    body.name = "ball";
    body.parent = -1;
    body.position[0] = 0.0, body.position[1] = 3.0, body.position[2] = 0.3;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    shape.kind = HF_SHAPE_BOX;
    shape.body = BOX;
    shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    shape.body = ARM;
    shape.position[0] = 0.5;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    shape.kind = HF_SHAPE_SPHERE;
    shape.body = BALL;
    shape.position[0] = 0.0;
    shape.mask = shape.category = s->mask;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    hf_joint_def joint = hf_joint_def_default();
    joint.name = "hinge";
    joint.body = ARM;
    joint.axis[1] = 1.0, joint.axis[2] = 0.0;
    joint.damping = s->damping;
    joint.armature = s->armature;
    CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    hf_actuator_def motor = hf_actuator_def_default();
    motor.name = "motor";
    motor.gain[0] = s->gain;
    motor.control = 0.5;
    CHECK(hf_builder_add_actuator(builder, &motor, NULL, &error) == HF_STATUS_OK);
    hf_loop_def weld = hf_loop_def_default();
    weld.name = "weld";
    weld.kind = HF_LOOP_WELD;
    weld.body_a = ARM;
    weld.body_b = BALL;
    weld.active = s->weld;
    CHECK(hf_builder_add_loop(builder, &weld, NULL, &error) == HF_STATUS_OK);
    if (s->exclude) CHECK(hf_builder_exclude(builder, 0, BALL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return model;
}

static void steps(hf_world *world, int count)
{
    hf_error error;
    for (int k = 0; k < count; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
}

/// Steps of a world that was changed on the way, and of one that was built so and got its state.
static void compare(hf_world *changed, const scene *built)
{
    hf_error error;
    hf_world *other;
    hf_model *model = build(built);
    CHECK(hf_world_create(model, &other, &error) == HF_STATUS_OK);
    size_t size = hf_world_state_size(changed);
    void *bytes = malloc(size);
    hf_world_state_save(changed, bytes);
    CHECK(hf_world_state_load(other, bytes, size, &error) == HF_STATUS_OK);
    free(bytes);
    steps(changed, 30);
    steps(other, 30);
    CHECK(hf_world_hash(changed) == hf_world_hash(other));
    char path[64];
    snprintf(path, sizeof path, "test_adjust_%ld.checkpoint", (long)getpid());
    CHECK(hf_checkpoint_write(path, changed, &error) == HF_STATUS_OK); // one model for a checkpoint
    CHECK(hf_checkpoint_read(path, other, &error) == HF_STATUS_OK);
    hf_world_destroy(other);
    hf_model_destroy(model);
    model = build(&plain);
    CHECK(hf_world_create(model, &other, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_read(path, other, &error) == HF_STATUS_FORMAT); // and another for this one
    CHECK(strstr(error.message, "what differs:") != NULL);
    remove(path);
    hf_world_destroy(other);
    hf_model_destroy(model);
}

/// A world of the plain scene after 20 steps, to be changed.
static hf_world *begin(hf_model **model)
{
    hf_error error;
    hf_world *world;
    *model = build(&plain);
    CHECK(hf_world_create(*model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_model(world) == *model);
    steps(world, 20);
    return world;
}

static void end(hf_world *world, hf_model *model)
{
    CHECK(hf_world_model(world) != model);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(friction_of_a_shape)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    scene s = plain;
    s.friction = 0.2;
    for (int k = 0; k < hf_model_count(model, HF_ITEM_SHAPE); k++)
    {
        hf_shape_def def = hf_model_shape(hf_world_model(world), k);
        def.friction = 0.2;
        CHECK(hf_world_set_shape(world, k, &def, &error) == HF_STATUS_OK);
    }
    CHECK(hf_model_shape(model, 0).friction == 1.0 && hf_model_shape(hf_world_model(world), 0).friction == 0.2);
    CHECK_NEAR(hf_world_body(world, BOX).velocity[0], 0.0, 1e-9); // tan 30° < 1: it stuck
    compare(world, &s);
    double a = 9.81 * (0.5 - 0.2 * sqrt(0.75)), t = 30 * 0.002;
    CHECK_NEAR(hf_world_body(world, BOX).velocity[0], a * t, 1e-6);
    end(world, model);
}

TEST(mass_of_a_body)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    scene s = plain;
    s.mass = 5.0;
    CHECK(hf_world_set_mass(world, BOX, 5.0, &error) == HF_STATUS_OK);
    CHECK_NEAR(hf_model_body(hf_world_model(world), BOX).inertia[0], 5.0 * (0.04 + 0.04) / 12.0, 1e-12);
    hf_wrench wrench;
    compare(world, &s);
    CHECK(hf_world_wrenches(world, 1, &wrench) >= 1);
    CHECK_NEAR(wrench.load, 5.0 * 9.81 * sqrt(0.75), 1e-6);
    CHECK(hf_world_set_mass(world, BOX, 0.0, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_set_mass(world, 0, 1.0, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_set_mass(world, 9, 1.0, &error) == HF_STATUS_INVALID);
    end(world, model);
}

/// A link twice as heavy: half the acceleration by the motor, and a body that spins keeps its angular velocity.
TEST(mass_of_a_link_and_of_a_body_that_turns)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    double M, twice;
    double full[20 * 20];
    int n = hf_model_v_count(model), v = hf_model_joint_v(model, 0);
    CHECK(hf_world_mass_matrix(world, full, &error) == HF_STATUS_OK);
    M = full[v * n + v] - plain.armature;
    CHECK(hf_world_set_mass(world, ARM, 2.0, &error) == HF_STATUS_OK);
    CHECK(hf_world_mass_matrix(world, full, &error) == HF_STATUS_OK);
    twice = full[v * n + v] - plain.armature;
    CHECK_NEAR(twice, 2.0 * M, 1e-12);
    hf_step_report report;
    double kinetic = 0.0;
    steps(world, 20);
    CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK(hf_world_mass_matrix(world, full, &error) == HF_STATUS_OK);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) kinetic += 0.5 * hf_world_v(world)[i] * full[i * n + j] * hf_world_v(world)[j];
    CHECK_NEAR(report.kinetic, kinetic, 1e-12 * kinetic); // of a tree that moves with the mass that it has now
    hf_body_state s = hf_world_body(world, BALL);
    s.position[2] = 9.0;
    s.angular_velocity[2] = 3.0;
    CHECK(hf_world_set_body(world, BALL, &s, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_mass(world, BALL, 7.0, &error) == HF_STATUS_OK);
    steps(world, 5);
    CHECK_NEAR(hf_world_body(world, BALL).angular_velocity[2], 3.0, 1e-12);
    end(world, model);
}

TEST(a_joint_and_its_motor)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    scene s = plain;
    s.damping = 2.0, s.armature = 0.5, s.gain = -4.0;
    hf_joint_def joint = hf_model_joint(hf_world_model(world), 0);
    joint.damping = 2.0;
    joint.armature = 0.5;
    CHECK(hf_world_set_joint(world, 0, &joint, &error) == HF_STATUS_OK);
    hf_actuator_def motor = hf_model_actuator(hf_world_model(world), 0);
    motor.gain[0] = -4.0;
    CHECK(hf_world_set_actuator(world, 0, &motor, &error) == HF_STATUS_OK);
    compare(world, &s);
    CHECK_NEAR(hf_world_actuator_force(world, 0), -2.0, 1e-12);

    joint.limited = true; // a limit where it is
    joint.range[0] = hf_world_q(world)[hf_model_joint_q(model, 0)], joint.range[1] = 9.0;
    joint.damping = 0.0;
    CHECK(hf_world_set_joint(world, 0, &joint, &error) == HF_STATUS_OK);
    motor.gain[0] = -100.0;
    CHECK(hf_world_set_actuator(world, 0, &motor, &error) == HF_STATUS_OK);
    steps(world, 20);
    CHECK(hf_world_q(world)[hf_model_joint_q(model, 0)] > joint.range[0] - 1e-6);
    end(world, model);
}

TEST(contacts_of_two_bodies)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    scene s = plain;
    s.exclude = true;
    CHECK(hf_world_exclude(world, BALL, 0, true, &error) == HF_STATUS_OK);
    CHECK(hf_world_exclude(world, 0, BALL, true, &error) == HF_STATUS_OK); // again: nothing
    compare(world, &s);
    steps(world, 150);
    CHECK(hf_world_body(world, BALL).position[2] < -0.2); // it has fallen through
    hf_body_state up = hf_world_body(world, BALL);
    up.position[2] = 0.2, up.velocity[2] = 0.0;
    CHECK(hf_world_set_body(world, BALL, &up, &error) == HF_STATUS_OK);
    CHECK(hf_world_exclude(world, BALL, 0, false, &error) == HF_STATUS_OK);
    steps(world, 200);
    CHECK_NEAR(hf_world_body(world, BALL).position[2], 0.1, 1e-5); // and now it does not
    CHECK(hf_world_exclude(world, 1, 1, true, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_exclude(world, 1, 9, true, &error) == HF_STATUS_INVALID);
    end(world, model);
}

TEST(bits_of_a_shape)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    scene s = plain;
    s.mask = 2;
    hf_shape_def def = hf_model_shape(model, 3);
    def.mask = def.category = 2;
    CHECK(hf_world_set_shape(world, 3, &def, &error) == HF_STATUS_OK);
    compare(world, &s);
    steps(world, 150);
    CHECK(hf_world_body(world, BALL).position[2] < -0.2);
    end(world, model);
}

TEST(loops_are_switched)
{
    hf_model *model;
    hf_error error;
    hf_world *world = begin(&model);
    int weld = hf_model_find(model, HF_ITEM_LOOP, "weld");
    CHECK(hf_world_attach(world, weld, &error) == HF_STATUS_OK);
    CHECK_NEAR(hf_world_loop_gap(world), 0.0, 1e-12);
    hf_body_state arm = hf_world_body(world, ARM), ball = hf_world_body(world, BALL);
    double apart = 0.0, later = 0.0;
    for (int k = 0; k < 3; k++) apart += pow(arm.position[k] - ball.position[k], 2);
    steps(world, 50);
    CHECK(hf_world_loop_gap(world) < 1e-8);
    arm = hf_world_body(world, ARM), ball = hf_world_body(world, BALL);
    for (int k = 0; k < 3; k++) later += pow(arm.position[k] - ball.position[k], 2);
    CHECK_NEAR(sqrt(later), sqrt(apart), 1e-7); // the arm's frame is at its hinge: it carries the ball round it
    CHECK(hf_world_set_loop(world, weld, false, &error) == HF_STATUS_OK);
    double speed = hf_world_body(world, BALL).velocity[2];
    steps(world, 5);
    CHECK_NEAR(hf_world_body(world, BALL).velocity[2], speed - 0.01 * 9.81 * sqrt(0.75), 1e-9); // it falls
    CHECK(hf_world_set_loop(world, 7, true, &error) == HF_STATUS_INVALID);
    end(world, model);
}

TEST(a_loop_that_was_built_in)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.mass = 1.0;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.1;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    hf_loop_def loop = hf_loop_def_default();
    loop.kind = HF_LOOP_CONNECT;
    loop.body_a = 1;
    CHECK(hf_builder_add_loop(builder, &loop, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_loop(world, 0, true, &error) == HF_STATUS_OK); // as it is
    CHECK(hf_world_set_loop(world, 0, false, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "separate_loops") != NULL);
    CHECK(hf_world_attach(world, 0, &error) == HF_STATUS_UNSUPPORTED);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

TEST(what_cannot_change_is_named)
{
    hf_model *model = build(&plain);
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_shape_def shape = hf_model_shape(model, 1);
    shape.size[1] = 0.3;
    CHECK(hf_world_set_shape(world, 1, &shape, &error) == HF_STATUS_INVALID && strstr(error.message, "size"));
    shape = hf_model_shape(model, 1);
    shape.friction = -1.0;
    CHECK(hf_world_set_shape(world, 1, &shape, &error) == HF_STATUS_INVALID && strstr(error.message, "friction"));
    shape = hf_model_shape(model, 1);
    shape.condim = 6;
    CHECK(hf_world_set_shape(world, 1, &shape, &error) == HF_STATUS_UNSUPPORTED);
    hf_joint_def joint = hf_model_joint(model, 0);
    joint.axis[0] = 0.5;
    CHECK(hf_world_set_joint(world, 0, &joint, &error) == HF_STATUS_INVALID && strstr(error.message, "axis"));
    joint = hf_model_joint(model, 0);
    joint.damping = NAN;
    CHECK(hf_world_set_joint(world, 0, &joint, &error) == HF_STATUS_INVALID && strstr(error.message, "damping"));
    hf_actuator_def motor = hf_model_actuator(model, 0);
    motor.target = 1;
    CHECK(hf_world_set_actuator(world, 0, &motor, &error) == HF_STATUS_INVALID && strstr(error.message, "target"));
    CHECK(hf_world_model(world) == model); // nothing was changed
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Memory may be short: then nothing has changed, and the world goes on as it would have.
TEST(changes_without_memory)
{
    hf_model *model = build(&plain);
    hf_error error;
    for (int what = 0; what < 3; what++)
        for (long k = 0;; k++)
        {
            hf_world *world, *other;
            hf_shape_def shape = hf_model_shape(model, 3);
            CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
            CHECK(hf_world_create(model, &other, &error) == HF_STATUS_OK);
            shape.mask = shape.category = 2;
            fail_allocation(k);
            hf_status status = what == 0   ? hf_world_exclude(world, 0, BALL, true, &error)
                               : what == 1 ? hf_world_set_shape(world, 3, &shape, &error)
                                           : hf_world_set_mass(world, BOX, 3.0, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
            steps(world, 120);
            steps(other, 120);
            CHECK((hf_world_hash(world) == hf_world_hash(other)) == failed);
            hf_world_destroy(world);
            hf_world_destroy(other);
            if (!failed) break;
        }
    hf_model_destroy(model);
}

// ---- controllers ----

typedef struct calls
{
    int count, fail_at;
} calls;

static hf_status control(void *context, hf_world *world, double h, hf_error *error)
{
    calls *c = context;
    if (c->count++ == c->fail_at)
    {
        snprintf(error->message, sizeof error->message, "on purpose");
        return error->status = HF_STATUS_INVALID;
    }
    CHECK(h == 0.002);
    return hf_world_set_control(world, 0, 0.1 * c->count, error);
}

TEST(a_controller_is_called_before_each_step)
{
    hf_model *model = build(&plain);
    hf_world *world;
    hf_error error;
    calls c = {.fail_at = 3};
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_world_set_controller(world, control, &c);
    steps(world, 3);
    CHECK(c.count == 3);
    CHECK_NEAR(hf_world_actuator_force(world, 0), 3.0 * 0.3, 1e-15);
    uint64_t hash = hf_world_hash(world);
    CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_INVALID && strcmp(error.message, "on purpose") == 0);
    CHECK(hf_world_hash(world) == hash);
    hf_world_set_controller(world, NULL, NULL);
    steps(world, 1);
    CHECK(c.count == 4);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// It takes itself away, and forgets what it was given.
static hf_status leave(void *context, hf_world *world, double h, hf_error *error)
{
    calls *c = context;
    (void)h, (void)error;
    hf_world_set_controller(world, NULL, NULL);
    c->count++;
    return HF_STATUS_OK;
}

TEST(a_controller_may_take_itself_away)
{
    hf_model *model = build(&plain);
    hf_world *world;
    hf_error error;
    calls *c = calloc(1, sizeof *c);
    CHECK(c && hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_world_set_controller(world, leave, c);
    steps(world, 1);
    CHECK(c->count == 1);
    free(c);
    steps(world, 3);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- keyframes ----
