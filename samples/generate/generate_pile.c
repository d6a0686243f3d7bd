// Piles under gravity, for scaling: spheres in a pyramid, bricks in a wall. All bodies start where they touch, with
// small random velocities; one time step of length h gives b = H (v_0 + h g).
//
// Spheres of radius 1 stand SPACING apart within a layer, in the hollows of the layer below. Layers shrink by one
// sphere a side, so that the pile is a pyramid;
// its base is the smallest that has room for the contacts asked for. Bricks (4 × 2 × 2, half-sides 2, 1, 1) lie in
// courses of equal length, every other one shifted by half a brick; a brick touches each of the two below with the
// corners of the overlap.

#include "samples/generate/generate_rows.h"

#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SPACING = 2.1;      // centres of spheres within a layer, in radii: they do not touch each other
static const double BRICK_RADIUS = 1.8; // of the ball whose inertia is between those of a brick about its axes
static const double GRAVITY = 9.81;     // [m/s²]

hf_pile_options hf_pile_options_default(void)
{
    return (hf_pile_options){
        .seed = 1, .dimension = 3, .contact_count = 1000, .mu = 0.5, .mass_spread = 1.0, .step = 0.01, .noise = 0.01};
}

static hf_status check_options(const hf_pile_options *o, hf_error *error)
{
    const struct
    {
        const char *name;
        bool good;
        double value;
    } checks[] = {
        {"dimension", o->dimension == 2 || o->dimension == 3, o->dimension},
        {"contact_count", o->contact_count >= 0 && o->contact_count <= INT_MAX / 64, o->contact_count},
        {"shape", o->shape == HF_PILE_SPHERES || o->shape == HF_PILE_BRICKS, o->shape},
        {"mu", o->mu >= 0.0 && isfinite(o->mu), o->mu},
        {"mass_spread", o->mass_spread >= 1.0 && isfinite(o->mass_spread), o->mass_spread},
        {"step", o->step > 0.0 && isfinite(o->step), o->step},
        {"noise", o->noise >= 0.0 && isfinite(o->noise), o->noise},
    };
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++)
        if (!checks[k].good)
            return error_set(error, HF_STATUS_INVALID, "options.%s = %g is out of range", checks[k].name,
                             checks[k].value);
    return HF_STATUS_OK;
}

/// A contact of body a on body b (or the ground) with the point given from both centres. The normal points from b to a.
/// Nothing once the pile is full.
static void touch(body_rows *rows, double mu, int a, int b, const double *normal, const double *arm_a,
                  const double *arm_b)
{
    if (rows->block_count == rows->block_capacity) return;
    double frame[9], J_a[18], J_b[18];
    int d = rows->dimension;
    contact_frame(d, normal, frame);
    point_rows(d, d, frame, arm_a, 1.0, J_a);
    point_rows(d, d, frame, arm_b, -1.0, J_b);
    rows->mu[rows->block_count] = mu;
    body_rows_add(rows, HF_LAW_CONTACT, d, a, J_a, b, J_b);
}

// ---- spheres. The vertical is the last coordinate. ----

/// Contacts of a whole pyramid on a base of `side` spheres (2D) or side² (3D).
static double pyramid_contacts(int dimension, int side)
{
    double s = side;
    return dimension == 2 ? s + s * (s - 1.0) : s * s + 4.0 * (s - 1.0) * s * (2.0 * s - 1.0) / 6.0;
}

/// Spheres of all layers below the one with `side` spheres a side, in a pyramid on `base`.
static int spheres_below(int dimension, int base, int side)
{
    int count = 0;
    for (int s = base; s > side; s--) count += dimension == 2 ? s : s * s;
    return count;
}

static void pile_sphere(body_rows *rows, double mu, int below, int side, int x, int y, int body_index)
{
    int d = rows->dimension;
    double half = 0.5 * SPACING, flat = d == 3 ? 2.0 * half * half : half * half;
    double rise = sqrt(4.0 - flat); // height between layers: centres are 2 radii apart
    for (int corner = 0; corner < (d == 3 ? 4 : 2); corner++)
    {
        int dx = corner & 1, dy = corner >> 1;
        double normal[3] = {dx ? -0.5 * half : 0.5 * half, d == 3 ? (dy ? -0.5 * half : 0.5 * half) : 0.5 * rise,
                            0.5 * rise};
        double arm_a[3], arm_b[3];
        for (int k = 0; k < 3; k++)
        {
            arm_a[k] = -normal[k];
            arm_b[k] = normal[k];
        }
        int under = below + (d == 3 ? (y + dy) * (side + 1) : 0) + x + dx;
        touch(rows, mu, body_index, under, normal, arm_a, arm_b);
    }
}

static void pile_spheres(body_rows *rows, double mu, int base)
{
    int d = rows->dimension, body_index = 0;
    const double up[3] = {0.0, d == 2, 1.0}, down[3] = {0.0, d == 2 ? -1.0 : 0.0, -1.0}, none[3] = {0};
    for (int side = base; side > 0; side--)
    {
        int below = spheres_below(d, base, side + 1);
        for (int y = 0; y < (d == 3 ? side : 1); y++)
            for (int x = 0; x < side; x++, body_index++)
            {
                if (rows->block_count == rows->block_capacity) return;
                if (side == base) touch(rows, mu, body_index, GROUND, up, down, none);
                else pile_sphere(rows, mu, below, side, x, y, body_index);
            }
    }
}

// ---- bricks ----

/// Corners of the overlap of two bricks whose centres are `shift` apart along the wall, or of a brick and the ground
/// (shift 0).
static void lay_brick(body_rows *rows, double mu, int a, int b, double shift)
{
    int d = rows->dimension;
    double from = fmax(-2.0, shift - 2.0), to = fmin(2.0, shift + 2.0); // along the wall, from the centre of a
    double normal[3] = {0.0, d == 2, 1.0};
    for (int corner = 0; corner < (d == 3 ? 4 : 2); corner++)
    {
        double x = corner & 1 ? to : from, y = d == 3 ? (corner & 2 ? 1.0 : -1.0) : -1.0;
        double arm_a[3] = {x, y, -1.0}, arm_b[3] = {x - shift, d == 3 ? y : 1.0, 1.0};
        touch(rows, mu, a, b, normal, arm_a, arm_b);
    }
}

static void pile_bricks(body_rows *rows, double mu, int length)
{
    for (int k = 0; rows->block_count < rows->block_capacity; k++)
    {
        int course = k / length, x = k % length, below = k - length;
        if (course == 0)
        {
            lay_brick(rows, mu, k, GROUND, 0.0);
            continue;
        }
        // odd courses are shifted to the right by half a brick: a brick lies on x and x + 1, or on x - 1 and x
        int left = course % 2 == 1 ? x : x - 1, right = left + 1;
        if (left >= 0) lay_brick(rows, mu, k, below + left - x, -2.0);
        if (right < length) lay_brick(rows, mu, k, below + right - x, 2.0);
    }
}

// ---- all of it ----

static hf_status finish(body_rows *rows, const hf_pile_options *o, random_state *random, hf_generated *out,
                        hf_error *error)
{
    int highest = -1; // bodies that nothing touches are left out: the pile need not be whole
    for (size_t k = 0; k < rows->begin[rows->block_count]; k++)
        if (rows->dofs[k] > highest) highest = rows->dofs[k];
    rows->body_count = (highest + 1) / rows->dof;
    size_t dofs = (size_t)highest + 1;
    double *v = MEMORY_ARRAY(double, dofs), *b = MEMORY_ARRAY(double, (size_t)body_rows_dimension(rows));
    hf_status status = v && b ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        for (size_t k = 0; k < dofs; k++)
        {
            bool vertical = (int)(k % (size_t)rows->dof) == o->dimension - 1;
            v[k] = o->noise * random_normal(random) - (vertical ? o->step * GRAVITY : 0.0);
        }
        body_rows_velocity(rows, v, b);
        status = body_rows_problem(rows, b, o->factored, &out->problem, error);
    }
    free(v);
    free(b);
    return status;
}

hf_status hf_generate_pile(const hf_pile_options *o, hf_generated *generated, hf_error *error)
{
    *generated = (hf_generated){0};
    hf_status status = check_options(o, error);
    if (status != HF_STATUS_OK) return status;

    int base = 1, bodies;
    if (o->shape == HF_PILE_SPHERES)
    {
        while (pyramid_contacts(o->dimension, base) < o->contact_count) base++;
        bodies = spheres_below(o->dimension, base, 0);
    }
    else
    {
        int bricks = o->contact_count / (o->dimension == 3 ? 4 : 2) +
                     2;                 // none has fewer contacts than this; the last may be cut
        base = (int)ceil(sqrt(bricks)); // as many courses as bricks in a course, or half as many
        bodies = bricks + base;
    }
    body_rows rows;
    if (body_rows_create(&rows, o->dimension, bodies, o->contact_count))
    {
        random_state random = random_seed(o->seed);
        body_rows_masses(&rows, &random, o->mass_spread, 0.0, o->shape == HF_PILE_SPHERES ? 1.0 : BRICK_RADIUS);
        if (o->shape == HF_PILE_SPHERES) pile_spheres(&rows, o->mu, base);
        else pile_bricks(&rows, o->mu, base);
        status = finish(&rows, o, &random, generated, error);
    }
    else
    {
        status = error_no_memory(error);
    }
    body_rows_free(&rows);
    return status;
}
