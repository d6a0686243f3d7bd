// Free bodies joined by loops, for tests: short ways to put them together, and sums over them.

#ifndef HF_TEST_JOINED_KIT_H
#define HF_TEST_JOINED_KIT_H

#include "support/truth_scenes.h"

#include "holdfast/mechanism.h"

__attribute__((unused)) static scene constraint_tree_begin_scene(double h, double gx, double gy, double gz,
                                                                 bool separate)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    settings.physics.gravity[0] = gx;
    settings.physics.gravity[1] = gy;
    settings.physics.gravity[2] = gz;
    settings.step.separate_loops = separate;
    scene_settings(&s, settings);
    return s;
}

/// A body without shape, its inertia along the axes of its frame.
__attribute__((unused)) static hf_body_def bare_body(double x, double y, double z, double mass, double Ix, double Iy,
                                                     double Iz)
{
    hf_body_def def = body_at(x, y, z);
    def.mass = mass;
    def.inertia[0] = Ix;
    def.inertia[1] = Iy;
    def.inertia[2] = Iz;
    return def;
}

__attribute__((unused)) static int add_ground(scene *s)
{
    hf_body_def def = hf_body_def_default();
    def.motion = HF_MOTION_STATIC;
    return add_body(s, def);
}

__attribute__((unused)) static hf_loop_def loop_of(hf_loop_kind kind, int a, int b, double x, double y, double z)
{
    hf_loop_def def = hf_loop_def_default();
    def.kind = kind;
    def.body_a = a;
    def.body_b = b;
    def.point_a[0] = x;
    def.point_a[1] = y;
    def.point_a[2] = z;
    return def;
}

__attribute__((unused)) static int add_loop(scene *s, hf_loop_def def)
{
    int index = -1;
    MUST(hf_builder_add_loop(s->builder, &def, &index, error));
    return index;
}

/// n bars of 0.1 m and 1 kg along x, each connected to the one before it; the first to the ground if there is one.
__attribute__((unused)) static int add_chain(scene *s, int n, int ground, double spin)
{
    int last = ground, first = -1;
    for (int k = 0; k < n; k++)
    {
        hf_body_def def = bare_body(0.1 * k + 0.05, 0, 0, 1, 2e-4, 1e-3, 1.1e-3);
        def.angular_velocity[1] = spin * (k % 3 - 0.5);
        def.angular_velocity[2] = spin * (k % 2 + 0.2);
        int body = add_body(s, def);
        if (last >= 0) add_loop(s, loop_of(HF_LOOP_CONNECT, body, last, -0.05, 0, 0));
        if (first < 0) first = body;
        last = body;
    }
    return first;
}

/// Linear momentum and angular momentum about the origin of all free bodies, whose inertia is along their axes.
__attribute__((unused)) static void total_momentum(const scene *s, double P[6])
{
    memset(P, 0, 6 * sizeof *P);
    for (int k = 0; k < hf_model_count(s->model, HF_ITEM_BODY); k++)
    {
        hf_body_def def = hf_model_body(s->model, k);
        hf_body_state b = hf_world_body(s->world, k);
        const double *q = b.orientation, *v = b.velocity, *x = b.position, *w = b.angular_velocity;
        if (def.motion != HF_MOTION_FREE) continue;
        const double R[9] = {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]),
                             2 * (q[1] * q[3] + q[0] * q[2]),     2 * (q[1] * q[2] + q[0] * q[3]),
                             1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] - q[0] * q[1]),
                             2 * (q[1] * q[3] - q[0] * q[2]),     2 * (q[2] * q[3] + q[0] * q[1]),
                             1 - 2 * (q[1] * q[1] + q[2] * q[2])};
        for (int j = 0; j < 3; j++)
        {
            double own = 0;
            for (int i = 0; i < 3; i++) own += R[3 * i + j] * w[i];
            for (int i = 0; i < 3; i++) P[3 + i] += R[3 * i + j] * def.inertia[j] * own;
        }
        for (int i = 0; i < 3; i++)
        {
            int a = (i + 1) % 3, c = (i + 2) % 3;
            P[i] += def.mass * v[i];
            P[3 + i] += def.mass * (x[a] * v[c] - x[c] * v[a]);
        }
    }
}

/// The largest distance between the positions of all bodies in two worlds.
__attribute__((unused)) static double farthest_apart(const scene *s, const scene *t)
{
    double most = 0;
    for (int k = 0; k < hf_model_count(s->model, HF_ITEM_BODY); k++)
    {
        hf_body_state a = hf_world_body(s->world, k), b = hf_world_body(t->world, k);
        most = fmax(most, distance(a.position, b.position));
    }
    return most;
}

#endif
