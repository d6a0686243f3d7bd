// What two bodies do to each other: the contacts of a pair as one force, one torque and a pressure centre.
//
// Of the pressing contacts of bodies A and B, with forces f_i = r_i / h on A at points x_i and normals n_i:
//
//     force F = Σ f_i,     pressure centre c = Σ N_i x_i / Σ N_i (N_i = n_i · f_i), torque about it τ = Σ (x_i - c) ×
//                          f_i + m_i,
//
// m_i the moment of a contact with torsional or rolling friction.
//
// The area is that of the patches: for each pair of shapes the convex hull of its pressing points, seen along their
// mean normal; one or two points have none.
// Cost: contacts × pairs, and n log n a patch (patch.c); nothing is allocated, so that readers may run beside each
// other.

#include "world/patch.h"
#include "world/world.h"

#include "linalg/vec3.h"

#include <math.h>

enum
{
    PATCH_POINTS = 64 // of a patch, for its area; the farthest out are what counts, and reduction leaves fewer
};

static bool presses(const hf_contact *c)
{
    return c->r[0] > 0.0;
}

static bool is_of_pair(const hf_contact *c, int body_a, int body_b)
{
    return (c->body_a == body_a && c->body_b == body_b) || (c->body_a == body_b && c->body_b == body_a);
}

/// A vector of the contact frame (impulse or moment on A) in world axes.
static vec3 in_world(const hf_contact *c, const double x[3])
{
    vec3 n = v3_load(c->normal), t = v3_load(c->tangent);
    vec3 sum = v3_add(v3_scale(x[0], n), v3_scale(x[1], t));
    return v3_add_scaled(sum, x[2], v3_cross(n, t));
}

/// Area of the patch of the contacts from `first` on that have its shapes.
static double area_from(const hf_world *world, int first)
{
    const hf_contact *head = &world->contacts[first];
    vec3 mean = v3_zero();
    for (int k = first; k < world->contact_count; k++)
    {
        const hf_contact *c = &world->contacts[k];
        if (c->shape_a == head->shape_a && c->shape_b == head->shape_b && presses(c))
            mean = v3_add(mean, v3_load(c->normal));
    }
    vec3 normal = v3_unit_or(mean, v3_load(head->normal));
    flat_point points[PATCH_POINTS];
    int hull[2 * PATCH_POINTS], count = 0;
    for (int k = first; k < world->contact_count && count < PATCH_POINTS; k++)
    {
        const hf_contact *c = &world->contacts[k];
        if (c->shape_a != head->shape_a || c->shape_b != head->shape_b || !presses(c)) continue;
        points[count++] = patch_project(normal, c->point, k);
    }
    return patch_area(points, count, hull, NULL);
}

/// Whether a contact before this one has the same bodies, or the same shapes, and presses.
static bool is_first(const hf_world *world, int index, bool of_shapes)
{
    const hf_contact *c = &world->contacts[index];
    for (int k = 0; k < index; k++)
    {
        const hf_contact *before = &world->contacts[k];
        if (!presses(before) || !is_of_pair(before, c->body_a, c->body_b)) continue;
        if (!of_shapes || (before->shape_a == c->shape_a && before->shape_b == c->shape_b)) return false;
    }
    return true;
}

static hf_wrench wrench_of(const hf_world *world, int body_a, int body_b, double h)
{
    hf_wrench wrench = {.body_a = body_a, .body_b = body_b};
    vec3 force = v3_zero(), weighted = v3_zero(), torque = v3_zero();
    double load = 0.0;
    for (int k = 0; k < world->contact_count; k++)
    {
        const hf_contact *c = &world->contacts[k];
        if (!presses(c) || !is_of_pair(c, body_a, body_b)) continue;
        double share = (c->body_a == body_a ? 1.0 : -1.0) / h;
        vec3 f = v3_scale(share, in_world(c, c->r));
        force = v3_add(force, f);
        weighted = v3_add_scaled(weighted, c->r[0] / h, v3_load(c->point));
        torque = v3_add(torque, v3_cross(v3_load(c->point), f)); // about the origin, so far
        if (c->condim > 3) torque = v3_add_scaled(torque, share, in_world(c, c->moment));
        load += c->r[0] / h;
        wrench.contact_count++;
        if (is_first(world, k, true)) wrench.area += area_from(world, k);
    }
    vec3 center = v3_scale(1.0 / load, weighted);
    v3_store(wrench.force, force);
    v3_store(wrench.center, center);
    v3_store(wrench.torque, v3_sub(torque, v3_cross(center, force)));
    wrench.load = load;
    return wrench;
}

int hf_world_wrenches(const hf_world *world, int capacity, hf_wrench *wrenches)
{
    int count = 0;
    double h = world->state.last_h;
    for (int k = 0; k < world->contact_count && h > 0.0; k++)
    {
        const hf_contact *c = &world->contacts[k];
        if (!presses(c) || !is_first(world, k, false)) continue;
        bool ordered = c->body_a < c->body_b;
        if (count < capacity)
            wrenches[count] = wrench_of(world, ordered ? c->body_a : c->body_b, ordered ? c->body_b : c->body_a, h);
        count++;
    }
    return count;
}
