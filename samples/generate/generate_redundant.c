// A column of boxes with redundant contacts, as one contact problem: W = H M⁻¹ Hᵀ, b = H v with v the velocity after
// gravity and a push.
//
// Box k stands on face k (face 0 is the ground); the contact rows of face k act on box k with +J and on box k - 1 with
// -J, J = [ d, (p - x) × d ] for d = normal and two tangents. Boxes differ in size and mass.

#include "holdfast/redundant.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>

typedef struct box
{
    double mass;
    double half[3];     // half edges [m]
    double centre[3];   // [m], before the scene is turned
    double velocity[6]; // linear and angular, before the scene is turned
} box;

typedef struct scene
{
    const hf_redundant_options *options;
    random_state random;
    box *boxes;
    double turn[9]; // the rotation of the whole scene, row-major
    int contact_count;
    double *H;    // 3 contacts × 6 boxes, row-major
    double *G;    // H M⁻¹
    double *W;    // 3 contacts square
    double *b;    // 3 contacts
    double *mu;   // contacts
    int *size;    // contacts
    double *free; // 6 boxes: velocities, turned
} scene;

hf_redundant_options hf_redundant_options_default(void)
{
    return (hf_redundant_options){.seed = 1,
                                  .box_count = 1,
                                  .face_contacts = 16,
                                  .grid = true,
                                  .mu_lo = 0.2,
                                  .mu_hi = 0.8,
                                  .push = 0.5,
                                  .step = 0.001};
}

static hf_status check(const hf_redundant_options *o, hf_error *error)
{
    if (o->box_count < 1 || o->box_count > 1000)
        return error_set(error, HF_STATUS_INVALID, "options.box_count = %d: must be 1 to 1000", o->box_count);
    if (o->face_contacts < 1 || o->face_contacts > 10000)
        return error_set(error, HF_STATUS_INVALID, "options.face_contacts = %d: must be 1 to 10000", o->face_contacts);
    if (!(o->mu_lo >= 0.0)) return error_set(error, HF_STATUS_INVALID, "options.mu_lo = %g: must be >= 0", o->mu_lo);
    if (!(o->mu_hi >= o->mu_lo) || isinf(o->mu_hi))
        return error_set(error, HF_STATUS_INVALID, "options.mu_hi = %g: must be finite and >= mu_lo", o->mu_hi);
    if (!(o->push >= 0.0) || isinf(o->push))
        return error_set(error, HF_STATUS_INVALID, "options.push = %g: must be finite and >= 0", o->push);
    if (!(o->step > 0.0) || isinf(o->step))
        return error_set(error, HF_STATUS_INVALID, "options.step = %g: must be finite and > 0", o->step);
    return HF_STATUS_OK;
}

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static void turned(const double *R, const double *x, double *y) // y = R x
{
    for (int i = 0; i < 3; i++) y[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

static void turn_scene(scene *s) // a rotation from a random unit quaternion
{
    double q[4], norm = 0.0;
    for (int k = 0; k < 4; k++)
    {
        q[k] = random_normal(&s->random);
        norm += q[k] * q[k];
    }
    norm = sqrt(norm);
    double w = q[0] / norm, x = q[1] / norm, y = q[2] / norm, z = q[3] / norm;
    const double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    for (int k = 0; k < 9; k++) s->turn[k] = R[k];
}

static void place_boxes(scene *s)
{
    double height = 0.0, unit = 9.81 * s->options->step;
    for (int k = 0; k < s->options->box_count; k++)
    {
        box *x = &s->boxes[k];
        x->mass = random_between(&s->random, 0.5, 5.0);
        for (int a = 0; a < 3; a++) x->half[a] = random_between(&s->random, 0.05, 0.2);
        x->centre[0] = random_between(&s->random, -0.02, 0.02);
        x->centre[1] = random_between(&s->random, -0.02, 0.02);
        x->centre[2] = height + x->half[2];
        height += 2.0 * x->half[2];
        for (int a = 0; a < 3; a++)
        {
            x->velocity[a] = s->options->push * unit * random_normal(&s->random);
            x->velocity[3 + a] = s->options->push * unit / x->half[a] * random_normal(&s->random);
        }
        x->velocity[2] = -unit + fmin(x->velocity[2], 0.0);
    }
}

/// Contact c of a face, on the smaller of the two boxes' outlines.
static void contact_point(scene *s, int face, int c, double *p)
{
    const box *above = &s->boxes[face], *below = face > 0 ? &s->boxes[face - 1] : NULL;
    int side = (int)ceil(sqrt((double)s->options->face_contacts));
    int column = c % side, line = c / side;
    double at[2] = {2.0 * column / fmax(side - 1, 1) - 1.0, 2.0 * line / fmax(side - 1, 1) - 1.0};
    for (int a = 0; a < 2; a++)
    {
        if (!s->options->grid) at[a] = random_between(&s->random, -1.0, 1.0);
        double low = above->centre[a] - above->half[a], high = above->centre[a] + above->half[a];
        if (below) low = fmax(low, below->centre[a] - below->half[a]);
        if (below) high = fmin(high, below->centre[a] + below->half[a]);
        p[a] = 0.5 * (low + high) + 0.5 * at[a] * (high - low);
    }
    p[2] = above->centre[2] - above->half[2];
}

/// Rows of one contact on one box, H and H M⁻¹, turned.
static void fill_rows(scene *s, int row, int index, double sign, const double *p)
{
    const box *x = &s->boxes[index];
    const double frame[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0}; // normal, two tangents
    double arm[3] = {p[0] - x->centre[0], p[1] - x->centre[1], p[2] - x->centre[2]};
    int width = 6 * s->options->box_count;
    for (int k = 0; k < 3; k++)
    {
        double moment[3], light[3];
        cross(arm, &frame[3 * k], moment);
        for (int a = 0; a < 3; a++)
        {
            double square = 0.0; // of the other two edges
            for (int o = 0; o < 3; o++) square += o == a ? 0.0 : x->half[o] * x->half[o];
            light[a] = moment[a] * 3.0 / (x->mass * square); // I_a = m (h_b² + h_c²) / 3
        }
        double *h = s->H + (size_t)(row + k) * (size_t)width + 6 * (size_t)index;
        double *g = s->G + (size_t)(row + k) * (size_t)width + 6 * (size_t)index;
        turned(s->turn, &frame[3 * k], h);
        turned(s->turn, moment, h + 3);
        turned(s->turn, light, g + 3);
        for (int a = 0; a < 3; a++) g[a] = h[a] / x->mass;
        for (int a = 0; a < 6; a++)
        {
            h[a] *= sign;
            g[a] *= sign;
        }
    }
}

static void fill_problem(scene *s)
{
    const hf_redundant_options *o = s->options;
    int width = 6 * o->box_count, rows = 3 * s->contact_count, row = 0;
    for (int face = 0; face < o->box_count; face++)
        for (int c = 0; c < o->face_contacts; c++, row += 3)
        {
            double p[3];
            contact_point(s, face, c, p);
            fill_rows(s, row, face, 1.0, p);
            if (face > 0) fill_rows(s, row, face - 1, -1.0, p);
            s->mu[row / 3] = random_between(&s->random, o->mu_lo, o->mu_hi);
            s->size[row / 3] = 3;
        }
    for (int k = 0; k < o->box_count; k++)
        for (int part = 0; part < 6; part += 3) turned(s->turn, &s->boxes[k].velocity[part], &s->free[6 * k + part]);
    for (int i = 0; i < rows; i++)
    {
        const double *h = s->H + (size_t)i * (size_t)width;
        for (int a = 0; a < width; a++) s->b[i] += h[a] * s->free[a]; // b = H v
        for (int j = 0; j < rows; j++)
            for (int a = 0; a < width; a++)
                s->W[(size_t)i * (size_t)rows + (size_t)j] += h[a] * s->G[(size_t)j * (size_t)width + (size_t)a];
    }
}

hf_status hf_generate_redundant(const hf_redundant_options *options, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    hf_status status = check(options, error);
    if (status != HF_STATUS_OK) return status;
    size_t boxes = (size_t)options->box_count, contacts = boxes * (size_t)options->face_contacts;
    scene s = {.options = options, .random = random_seed(options->seed), .contact_count = (int)contacts};
    s.boxes = MEMORY_ARRAY(box, boxes);
    s.H = MEMORY_ARRAY(double, 18 * contacts * boxes);
    s.G = MEMORY_ARRAY(double, 18 * contacts * boxes);
    s.W = MEMORY_ARRAY(double, 9 * contacts * contacts);
    s.b = MEMORY_ARRAY(double, 3 * contacts);
    s.mu = MEMORY_ARRAY(double, contacts);
    s.size = MEMORY_ARRAY(int, contacts);
    s.free = MEMORY_ARRAY(double, 6 * boxes);
    if (s.boxes && s.H && s.G && s.W && s.b && s.mu && s.size && s.free)
    {
        turn_scene(&s);
        place_boxes(&s);
        fill_problem(&s);
        hf_laws laws = {.block_count = s.contact_count, .size = s.size, .mu = s.mu, .b = s.b};
        status = hf_problem_create_dense(&laws, s.W, problem, error);
    }
    else status = error_no_memory(error);
    free(s.boxes);
    free(s.H);
    free(s.G);
    free(s.W);
    free(s.b);
    free(s.mu);
    free(s.size);
    free(s.free);
    return status;
}
