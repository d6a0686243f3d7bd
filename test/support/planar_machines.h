// Planar machines of the built-in scenes, run step by step; every step is certified, and none gains energy without a
// reason.

#ifndef HF_TEST_PLANAR_MACHINES_H
#define HF_TEST_PLANAR_MACHINES_H

#include "holdfast/holdfast.h"
#include "support/harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct machine
{
    hf_model *model;
    hf_world *world;
    hf_step_report last;
    double worst_penetration, worst_rise;
    int steps, rays, impulse_pieces; // pieces of steps made with impulses at the level of accelerations
} machine;

static inline machine machine_open(const char *scene)
{
    machine m = {0};
    hf_builder *builder;
    hf_error why = {0};
    if (hf_scene_open(scene, 0, NULL, NULL, &builder, &why) != HF_STATUS_OK ||
        hf_model_build(builder, &m.model, &why) != HF_STATUS_OK ||
        hf_world_create(m.model, &m.world, &why) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", scene, why.message);
    hf_builder_destroy(builder);
    return m;
}

/// The same at the level of accelerations, or whatever integrator it is.
static inline machine machine_open_by(const char *scene, hf_integrator integrator)
{
    machine m = machine_open(scene);
    hf_settings settings = hf_model_settings(m.model);
    hf_error why = {0};
    settings.step.integrator = integrator;
    settings.solver.effort = HF_EFFORT_HIGH; // laws are tested here, not what a step may take
    if (hf_world_set_settings(m.world, &settings, &why) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", scene, why.message);
    return m;
}

static inline void machine_close(machine *m)
{
    hf_world_destroy(m->world);
    hf_model_destroy(m->model);
}

static inline void machine_step(machine *m)
{
    hf_error why = {0};
    if (hf_world_step(m->world, hf_model_settings(m->model).step.timestep, &m->last, &why) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", why.message);
    CHECK(m->last.certified);
    m->worst_penetration = fmax(m->worst_penetration, m->last.penetration_relative);
    CHECK(m->last.solve.residual.natural <= hf_model_settings(m->model).solver.tolerance);
    m->worst_rise = fmax(m->worst_rise, m->last.energy_rise);
    m->rays += m->last.rays;
    m->impulse_pieces += m->last.impulse_pieces;
    m->steps++;
}

static inline void machine_run(machine *m, double until)
{
    while (hf_world_time(m->world) < until - 1e-9) machine_step(m);
}

/// A scene at the level of accelerations; what was counted is printed and returned.
static inline machine machine_run_by_forces(const char *scene, double until)
{
    machine m = machine_open_by(scene, HF_INTEGRATOR_BARAFF);
    machine_run(&m, until); // fails where a step is not certified
    printf("      %-16s %5d steps, %d impulses along rays, %d pieces with impulses\n", scene, m.steps, m.rays,
           m.impulse_pieces);
    machine_close(&m);
    return m;
}

static inline hf_body_state machine_body(const machine *m, const char *name)
{
    int body = hf_model_find(m->model, HF_ITEM_BODY, name);
    if (body < 0) harness_fail(__FILE__, __LINE__, "there is no body '%s'", name);
    return hf_world_body(m->world, body);
}

/// Angle of a joint [rad] or its way [m], since the start.
static inline double machine_joint(const machine *m, const char *name)
{
    int joint = hf_model_find(m->model, HF_ITEM_JOINT, name);
    if (joint < 0) harness_fail(__FILE__, __LINE__, "there is no joint '%s'", name);
    return hf_world_q(m->world)[hf_model_joint_q(m->model, joint)];
}

/// How far the two points of a loop are apart.
static inline double machine_gap(const machine *m, int loop)
{
    hf_loop_def def = hf_model_loop(m->model, loop);
    double p[2][3];
    for (int s = 0; s < 2; s++)
    {
        hf_body_state b = hf_world_body(m->world, s == 0 ? def.body_a : def.body_b);
        const double *v = s == 0 ? def.point_a : def.point_b, *q = b.orientation;
        double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]),
                       2 * (q[1] * v[1] - q[2] * v[0])};
        p[s][0] = b.position[0] + v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
        p[s][1] = b.position[1] + v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
        p[s][2] = b.position[2] + v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
    }
    return sqrt(pow(p[0][0] - p[1][0], 2) + pow(p[0][1] - p[1][1], 2) + pow(p[0][2] - p[1][2], 2));
}

/// Feeds `blocks` blocks; each comes out after the one below it, and all before the next stroke.
static inline machine machine_feed(int blocks, hf_integrator integrator)
{
    const double WIDTH = 0.1;
    char scene[64], name[32];
    snprintf(scene, sizeof scene, "feeder:blocks=%d", blocks);
    machine m = machine_open_by(scene, integrator);
    int fed = 0;
    while (fed < blocks && hf_world_time(m.world) < blocks + 1)
    {
        machine_step(&m);
        for (int k = fed; k < blocks; k++)
        {
            snprintf(name, sizeof name, "block_%d", k);
            if (machine_body(&m, name).position[0] < 1.5 * WIDTH) continue;
            CHECK(k == fed);                                     // in order
            CHECK_NEAR(hf_world_time(m.world), fed + 0.42, 0.1); // one a turn of the crank
            fed++;
        }
        CHECK(machine_gap(&m, 0) <= 1e-10);
    }
    CHECK(fed == blocks);
    for (int k = 1; k < blocks; k++) // side by side on the table, none on another
    {
        snprintf(name, sizeof name, "block_%d", k);
        CHECK_NEAR(machine_body(&m, name).position[2], 0.03, 1e-6);
    }
    CHECK(m.worst_rise == 0);
    machine_close(&m);
    return m;
}

/// The jack at rest: how far the rack moves within `duration`, once the play of pawls and teeth was taken up.
static inline double machine_hold(double mu, double settle, double duration, hf_integrator integrator)
{
    char scene[64];
    snprintf(scene, sizeof scene, "jack:speed=0,mu=%g", mu);
    machine m = machine_open_by(scene, integrator);
    machine_run(&m, settle);
    double before = machine_joint(&m, "guide");
    machine_run(&m, settle + duration);
    double moved = machine_joint(&m, "guide") - before;
    CHECK(m.worst_rise == 0);
    machine_close(&m);
    return moved;
}

/// The mean period of the pendulum over `swings`, and its formula for the amplitude that it has at the end.
static inline void machine_clock(const char *scene, int swings, double *period, double *formula)
{
    machine m = machine_open(scene);
    hf_body_def pendulum = hf_model_body(m.model, hf_model_find(m.model, HF_ITEM_BODY, "pendulum"));
    double d = hypot(pendulum.center[0], pendulum.center[1]), amplitude = 0, first = 0, last = 0, before = 0;
    double inertia = pendulum.inertia[2] + pendulum.mass * d * d;
    machine_run(&m, 2);
    int crossings = 0;
    hf_body_state at = machine_body(&m, "pendulum");
    before = -2 * atan2(at.orientation[2], at.orientation[0]);
    while (crossings <= 2 * swings && hf_world_time(m.world) < 100)
    {
        machine_step(&m);
        at = machine_body(&m, "pendulum");
        double now = -2 * atan2(at.orientation[2], at.orientation[0]), t = hf_world_time(m.world);
        amplitude = fmax(amplitude, fabs(now));
        if ((now > 0) != (before > 0))
        {
            last = t - 1e-3 * now / (now - before);
            if (crossings == 0) first = last, amplitude = 0;
            crossings++;
        }
        before = now;
    }
    *period = (last - first) / swings;
    *formula =
        2 * 3.14159265358979323846 * sqrt(inertia / (pendulum.mass * 9.81 * d)) * (1 + amplitude * amplitude / 16);
    CHECK(m.worst_rise == 0);
    machine_close(&m);
}

#endif
