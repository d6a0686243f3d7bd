// A tree in joint coordinates that nothing presses, and that turns far in a step.
//
// The variational integrator of reduced_motion.c keeps energy to second order in what its joints turn by in the step: a
// thousandth at 0.1 rad. Beyond that its rounds end nowhere, and what the linear problem makes of the motion loses:
// random trees at up to 1 rad a step had lost nine tenths of their energy after 10 s. Free flight is smooth,
//
//     dq/dt = q̇(q, v),    M(q) dv/dt = τ - D (v - v_0) - bias(q, v),
//
// so that it is taken by Runge–Kutta 4 in parts of the step in which the joints from the base to a link turn by PART
// together. Energy is off by about PART⁶/100 a part. Forces at joints, and wrenches of the medium and of pushes, are
// those of the beginning, as in the problem of the step; springs are left to that problem, which takes them implicitly,
// and so are dampers that a part would not resolve.
//
// Cost: four factorizations of M a part.

#include "model/model.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double PART = 0.1;      // [rad], of the joints from the base to a link together
static const double RESOLVED = 0.05; // of the inertia that a joint feels: h D of a part, at most

enum
{
    MOST_PARTS = 200
};

typedef struct flight
{
    const model_tree *t;
    articulated_scratch *at;
    articulated_base base;
    const double *damping, *force, *v_start; // v_count
    const double *wrench;                    // 6 link_count
    vec3 gravity;
    double *y, *probe, *rate[4]; // q_count + v_count
    double *torque;              // v_count
} flight;

/// The fastest that any link may turn by what the joints from the base to it do [rad/s]. rate: link_count, scratch.
static double turning(const model_tree *t, const double *v, double *rate)
{
    const articulated_tree *tree = t->articulated;
    double fastest = 0.0;
    for (int i = 0; i < tree->link_count; i++)
    {
        const articulated_link *link = &tree->links[i];
        rate[i] = link->parent >= 0 ? rate[link->parent] : tree->floating ? v3_norm(v3_load(v + 3)) : 0.0;
        for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
        {
            const articulated_joint *joint = &tree->joints[j];
            if (joint->kind == HF_JOINT_BALL) rate[i] += v3_norm(v3_load(v + joint->v));
            else if (joint->kind == HF_JOINT_HINGE) rate[i] += fabs(v[joint->v]);
        }
        fastest = fmax(fastest, rate[i]);
    }
    return fastest;
}

/// In how many parts it flies; 0: it does not turn far, or what acts on it is not smooth enough.
static int friction_parts_of(const object_step *step, int tree, const articulated_scratch *factored, double *rate)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    double angle = step->h * fmax(turning(t, step->v + t->v, rate), turning(t, step->v_after + t->v, rate));
    if (!(angle > PART) || !(angle <= MOST_PARTS * PART)) return 0;
    if (!t->floating && step->model->bodies[t->base].motion != HF_MOTION_STATIC) return 0;
    int parts = (int)ceil(angle / PART);
    for (int k = 0; k < t->v_count; k++)
    {
        double damper = step->h / parts * step->damping[t->v + k];
        if (step->stiffness[t->v + k] > 0.0 || damper > RESOLVED * articulated_felt(factored, k)) return 0;
    }
    return parts;
}

/// rate ◄ dy/dt at y. False if M is singular there.
static bool rate_at(const flight *f, const double *y, double *rate)
{
    const articulated_tree *tree = f->t->articulated;
    const double *v = y + f->t->q_count;
    hf_error unused = {0};
    articulated_kinematics(tree, f->at, &f->base, y);
    if (articulated_factor(tree, f->at, NULL, &unused) != HF_STATUS_OK) return false;
    articulated_velocities(tree, f->at, &f->base, v);
    articulated_bias(tree, f->at, &f->base, v, f->gravity, f->wrench, f->torque);
    for (int k = 0; k < f->t->v_count; k++)
        f->torque[k] = f->force[k] - f->damping[k] * (v[k] - f->v_start[k]) - f->torque[k];
    articulated_rate(tree, y, v, rate);
    articulated_solve(tree, f->at, f->torque, rate + f->t->q_count);
    return true;
}

/// y ◄ after a time h, by Runge–Kutta 4.
static bool fly_part(const flight *f, double h)
{
    static const double ahead[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    int n = f->t->q_count + f->t->v_count;
    for (int s = 0; s < 4; s++)
    {
        for (int k = 0; k < n; k++) f->probe[k] = f->y[k] + (s > 0 ? h * ahead[s] * f->rate[s - 1][k] : 0.0);
        articulated_normalize(f->t->articulated, f->probe);
        if (!rate_at(f, f->probe, f->rate[s])) return false;
    }
    for (int k = 0; k < n; k++)
        for (int s = 0; s < 4; s++) f->y[k] += h * weight[s] * f->rate[s][k];
    articulated_normalize(f->t->articulated, f->y);
    return true;
}

/// Forces of pushes and the medium on links at the beginning.
static void fill_wrenches(const object_step *step, const model_tree *t, double *wrench)
{
    for (int k = 0; k < t->link_count; k++)
    {
        int body = step->model->mechanism.links[t->link_begin + k];
        vec3 force, torque;
        object_forces(step, body, v3_load(step->before[body]), v3_load(step->before[body] + 3), &force, &torque);
        v3_store(wrench + 6 * k, force);
        v3_store(wrench + 6 * k + 3, torque);
    }
}

bool reduced_fly(object_step *step, int tree, double *wrench)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    size_t nq = (size_t)t->q_count, nv = (size_t)t->v_count, n = nq + nv;
    int parts = friction_parts_of(step, tree, step->scratch->middle[tree], wrench);
    double *room = parts > 0 ? ARENA_ARRAY(step->workspace, double, 6 * n + nv) : NULL;
    if (!room) return false;
    flight f = {.t = t,
                .at = step->scratch->probe[tree],
                .base = tree_base(&step->start, tree),
                .damping = step->damping + t->v,
                .force = step->force + t->v,
                .v_start = step->v + t->v,
                .wrench = wrench,
                .gravity = v3_load(step->settings->physics.gravity),
                .y = room,
                .probe = room + n,
                .rate = {room + 2 * n, room + 3 * n, room + 4 * n, room + 5 * n},
                .torque = room + 6 * n};
    fill_wrenches(step, t, wrench);
    memcpy(f.y, step->start.q + t->q, nq * sizeof *f.y);
    memcpy(f.y + nq, step->v + t->v, nv * sizeof *f.y);
    for (int k = 0; k < parts; k++)
        if (!fly_part(&f, step->h / parts)) return false;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(f.y[k])) return false;
    memcpy(step->after.q + t->q, f.y, nq * sizeof *f.y);
    memcpy(step->v_after + t->v, f.y + nq, nv * sizeof *f.y);
    return true;
}
