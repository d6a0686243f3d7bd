// A run watched from outside: poses, velocities and energies alone say whether something jumped, gained energy, or fell
// through the floor.

#ifndef HF_TEST_OUTSIDE_H
#define HF_TEST_OUTSIDE_H

#include "support/scene_text.h"

#include "linalg/quat.h"
#include "linalg/vec3.h"

typedef struct outside
{
    long steps;

    /// The farthest that any body went in a step beyond what its velocity, before or after it, explains [m]; turning
    /// counts at a lever of 15 cm.
    double jump, jump_time;

    /// The largest rise of energy above its least so far, and the largest kinetic energy [J].
    double gain, kinetic;

    /// What the energy watch said of it [J].
    double said;
    double lowest;  // centre of mass of any body [m]
    double fastest; // [m/s or rad/s]
    double overlap; // at worst, of the smaller shape's width
    long uncertified;
    bool ended;
    uint64_t hash;
    hf_step_report last;
} outside;

static inline vec3 outside_center(const hf_model *model, const hf_body_state *at, int body)
{
    hf_body_def def = hf_model_body(model, body);
    return v3_add(v3_load(at->position), quat_rotate(quat_load(at->orientation), v3_load(def.center)));
}

static inline double outside_beyond(const hf_model *model, int body, const hf_body_state *from, const hf_body_state *to,
                                    double h)
{
    const double LEVER = 0.15, G = 10.0, ROUND = 1e-7;
    double way = v3_norm(v3_sub(outside_center(model, to, body), outside_center(model, from, body)));
    double speed = fmax(v3_norm(v3_load(from->velocity)), v3_norm(v3_load(to->velocity)));
    double spin = fmax(v3_norm(v3_load(from->angular_velocity)), v3_norm(v3_load(to->angular_velocity)));
    quat turn = quat_multiply(quat_load(to->orientation), quat_conjugate(quat_load(from->orientation)));
    double angle = 2.0 * atan2(v3_norm(v3(turn.x, turn.y, turn.z)), fabs(turn.w));
    return fmax(0.0, way - h * (speed + h * G)) + LEVER * fmax(0.0, angle - h * spin - ROUND);
}

static inline outside outside_run(const hf_model *model, double duration, int threads)
{
    outside o = {.lowest = INFINITY};
    hf_world *world = world_of(model);
    hf_error error = {0};
    double h = hf_model_settings(model).step.timestep, least = INFINITY;
    int count = hf_model_count(model, HF_ITEM_BODY);
    hf_body_state *before = calloc((size_t)count, sizeof *before);
    if (threads > 1) hf_world_set_threads(world, threads);
    for (int k = 0; k < count; k++) before[k] = hf_world_body(world, k);
    while (hf_world_time(world) < duration - 0.5 * h && !o.ended)
    {
        hf_status status = hf_world_step(world, 0, &o.last, &error);
        o.ended = status != HF_STATUS_OK || o.last.quality == HF_STEP_FAILED;
        if (o.ended) break;
        double energy = o.last.kinetic + o.last.potential;
        o.steps++;
        o.uncertified += !o.last.certified;
        o.said += o.last.energy_rise;
        o.overlap = fmax(o.overlap, o.last.penetration_relative);
        o.kinetic = fmax(o.kinetic, o.last.kinetic);
        o.gain = fmax(o.gain, energy - least);
        least = fmin(least, energy);
        for (int k = 1; k < count; k++)
        {
            hf_body_state now = hf_world_body(world, k);
            double beyond = outside_beyond(model, k, &before[k], &now, h);
            if (beyond > o.jump) o.jump = beyond, o.jump_time = o.last.time;
            o.lowest = fmin(o.lowest, outside_center(model, &now, k).z);
            o.fastest = fmax(o.fastest, fmax(v3_norm(v3_load(now.velocity)), v3_norm(v3_load(now.angular_velocity))));
            before[k] = now;
        }
    }
    o.hash = hf_world_hash(world);
    free(before);
    hf_world_destroy(world);
    return o;
}

/// No jump above 1 cm, no gain above 1 % of the largest kinetic energy that is not said.
static inline bool outside_is_quiet(const outside *o)
{
    return !o->ended && o->jump <= 0.01 && o->gain - o->said <= 0.01 * o->kinetic;
}

#endif
