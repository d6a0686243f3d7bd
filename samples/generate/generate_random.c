// Random problems built backwards: choose (r, u) block by block so that the law holds, then b = u - W r.
//
// Bodies are unit balls in weightless space; blocks touch them at random points of their surfaces. Sizes are chosen so
// that rounding does not spoil the known answer: masses are at most 1 and impulses are of the order of the effective
// mass, so W r is of order 1 whatever the spread of masses.

#include "samples/generate/generate_rows.h"

#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static const double GROUND_SHARE = 0.1; // of blocks between random bodies

hf_random_options hf_random_options_default(void)
{
    return (hf_random_options){.seed = 1,
                               .dimension = 3,
                               .contact_count = 10,
                               .stick = 0.4,
                               .slip = 0.4,
                               .mu_lo = 0.2,
                               .mu_hi = 0.9,
                               .redundancy = 1.5,
                               .mass_spread = 1.0};
}

void hf_generated_destroy(hf_generated *generated)
{
    hf_problem_destroy(generated->problem);
    free(generated->r);
    free(generated->u);
    *generated = (hf_generated){0};
}

static hf_status check_options(const hf_random_options *o, hf_error *error)
{
    const struct
    {
        const char *name;
        bool good;
        double value;
    } checks[] = {
        {"dimension", o->dimension == 2 || o->dimension == 3, o->dimension},
        {"contact_count", o->contact_count >= 0, o->contact_count},
        {"unilateral_count", o->unilateral_count >= 0, o->unilateral_count},
        {"bilateral_count", o->bilateral_count >= 0, o->bilateral_count},
        {"box_count", o->box_count >= 0, o->box_count},
        {"stick", o->stick >= 0.0 && o->stick <= 1.0, o->stick},
        {"slip", o->slip >= 0.0 && o->stick + o->slip <= 1.0 + 1e-12, o->slip},
        {"mu_lo", o->mu_lo >= 0.0 && isfinite(o->mu_lo), o->mu_lo},
        {"mu_hi", o->mu_hi >= o->mu_lo && isfinite(o->mu_hi), o->mu_hi},
        {"torsional", o->torsional >= 0.0 && (o->torsional == 0.0 || o->dimension == 3), o->torsional},
        {"rolling",
         o->rolling >= 0.0 && o->torsional + o->rolling <= 1.0 + 1e-12 && (o->rolling == 0.0 || o->dimension == 3),
         o->rolling},
        {"elliptic", o->elliptic >= 0.0 && o->elliptic <= 1.0 && (o->elliptic == 0.0 || o->dimension == 3),
         o->elliptic},
        {"redundancy", o->redundancy > 0.0 && isfinite(o->redundancy), o->redundancy},
        {"body_count", o->body_count >= 0, o->body_count},
        {"mass_spread", o->mass_spread >= 1.0 && isfinite(o->mass_spread), o->mass_spread},
        {"unsymmetric", o->unsymmetric >= 0.0 && o->unsymmetric <= 1.0, o->unsymmetric},
        {"connectivity", o->connectivity == HF_CONNECTIVITY_RANDOM || o->connectivity == HF_CONNECTIVITY_GRID,
         o->connectivity},
    };
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++)
        if (!checks[k].good)
            return error_set(error, HF_STATUS_INVALID, "options.%s = %g is out of range", checks[k].name,
                             checks[k].value);
    long long blocks = (long long)o->contact_count + o->unilateral_count + o->bilateral_count + o->box_count;
    if (blocks > INT_MAX / 36 || o->body_count > INT_MAX / BODY_DOF_MAX)
        return error_set(error, HF_STATUS_INVALID, "options ask for %lld blocks and %d bodies: too many", blocks,
                         o->body_count);
    return HF_STATUS_OK;
}

// ---- who touches whom ----

typedef struct pair
{
    int a, b; // b may be GROUND
} pair;

/// Walks the bodies and, at each further round, the directions of a grid: neighbours along x, y and z, or the ground
/// below the lowest layer.
static pair grid_pair(int body_count, int dimension, int k)
{
    int width = dimension == 3 ? 1 : (int)ceil(sqrt(body_count));
    while (dimension == 3 && (long)width * width * width < body_count) width++; // the cube root, rounded up
    int a = k % body_count, round = k / body_count;
    int strides[3] = {dimension == 3 ? width * width : width, 1, width}; // down first: what carries
    int stride = strides[round % dimension];
    return (pair){a, a - stride >= 0 ? a - stride : GROUND};
}

static pair random_pair(random_state *random, int body_count)
{
    pair p = {random_below(random, body_count), GROUND};
    if (body_count == 1 || random_unit(random) < GROUND_SHARE) return p;
    p.b = random_below(random, body_count - 1);
    if (p.b >= p.a) p.b++;
    return p;
}

// ---- the blocks ----

static void random_direction(random_state *random, int dimension, double *e)
{
    double square = 0.0;
    do {
        square = 0.0;
        for (int k = 0; k < dimension; k++)
        {
            e[k] = random_normal(random);
            square += e[k] * e[k];
        }
    } while (square < 1e-12);
    for (int k = 0; k < dimension; k++) e[k] /= sqrt(square);
}

/// Rows of a contact: as many as the dimension, or more where it has moments.
static int contact_size(const hf_random_options *o, random_state *random)
{
    if (o->torsional + o->rolling == 0.0) return o->dimension;
    double draw = random_unit(random);
    return draw < o->torsional ? 4 : draw < o->torsional + o->rolling ? 6 : o->dimension;
}

static void add_block(const hf_random_options *o, body_rows *rows, random_state *random, hf_law_kind kind, pair who)
{
    int d = rows->dimension;
    double normal[3], frame[9], arm_a[3], arm_b[3], J_a[36], J_b[36];
    random_direction(random, d, normal);
    random_direction(random, d, arm_a);
    random_direction(random, d, arm_b);
    contact_frame(d, normal, frame);
    int size = kind == HF_LAW_CONTACT     ? contact_size(o, random)
               : kind == HF_LAW_BILATERAL ? 1 + random_below(random, d)
                                          : 1;
    int points = size < d ? size : d, dof = rows->dof;
    point_rows(d, points, frame, arm_a, 1.0, J_a);
    point_rows(d, points, frame, arm_b, -1.0, J_b);
    if (size > d) turning_rows(size - d, frame, 1.0, J_a + d * dof);
    if (size > d) turning_rows(size - d, frame, -1.0, J_b + d * dof);
    body_rows_add(rows, kind, size, who.a, J_a, who.b, J_b);
}

/// The kind of block k, so that the few others stand evenly among the contacts: a block is of the kind whose count lags
/// most behind its share.
static hf_law_kind next_kind(const int *wanted, int *made, int k, int total)
{
    int best = -1;
    double most = -INFINITY;
    for (int kind = 0; kind < HF_LAW_COUNT; kind++)
    {
        double lag = (double)wanted[kind] * (k + 1) / total - made[kind];
        if (made[kind] < wanted[kind] && lag > most)
        {
            most = lag;
            best = kind;
        }
    }
    made[best]++;
    return (hf_law_kind)best;
}

// ---- the answer ----

/// Impulses are of the order of the effective mass of the lighter body.
static double impulse_scale(const body_rows *rows, int i)
{
    double lightest = INFINITY;
    for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k += (size_t)rows->dof)
        lightest = fmin(lightest, rows->bodies[rows->dofs[k] / rows->dof].mass);
    return lightest;
}

static void choose_contact(random_state *random, const hf_random_options *o, int d, double mu, double scale, double *r,
                           double *u)
{
    double t[3], draw = random_unit(random), size = random_between(random, 0.1, 1.0);
    random_direction(random, d - 1, t);
    if (draw < o->stick)
    {
        r[0] = scale * size;
        double share = random_between(random, 0.0, 0.95);
        for (int k = 1; k < d; k++) r[k] = mu * r[0] * share * t[k - 1];
    }
    else if (draw < o->stick + o->slip)
    {
        double speed = random_between(random, 0.1, 1.0);
        r[0] = scale * size;
        for (int k = 1; k < d; k++)
        {
            r[k] = mu * r[0] * t[k - 1];
            u[k] = -speed * t[k - 1];
        }
    }
    else
    {
        u[0] = size;
        for (int k = 1; k < d; k++) u[k] = random_normal(random);
    }
}

static hf_friction_coefficients choose_coefficients(random_state *random, const hf_random_options *o, double mu)
{
    hf_friction_coefficients c = {.tangent = {mu, mu},
                                  .torsion = mu * random_between(random, 0.02, 0.3),
                                  .rolling = {mu * random_between(random, 0.02, 0.3)}};
    c.rolling[1] = c.rolling[0];
    if (random_unit(random) >= o->elliptic) return c;
    c.tangent[random_below(random, 2)] *= random_between(random, 0.2, 1.0);
    c.rolling[random_below(random, 2)] *= random_between(random, 0.2, 1.0);
    return c;
}

/// State of each part of a contact: along (cos, sin) of an ellipse's angle r is a (cos, sin), and u across the ellipse
/// there.
static void choose_parts(random_state *random, const hf_random_options *o, int size, const hf_friction_coefficients *c,
                         double scale, double *r, double *u)
{
    const double *axes[3] = {c->tangent, &c->torsion, c->rolling};
    double size_N = random_between(random, 0.1, 1.0);
    bool open = random_unit(random) >= o->stick + o->slip;
    (open ? u : r)[0] = open ? size_N : scale * size_N;
    for (int part = 0, row = 1; row < size; part++)
    {
        int count = part == 1 ? 1 : 2;
        double e[2], speed = random_between(random, 0.1, 1.0), share = random_between(random, 0.0, 0.95);
        bool slides = random_unit(random) * (o->stick + o->slip) < o->slip;
        random_direction(random, count, e);
        for (int k = 0; k < count; k++, row++)
        {
            double a = axes[part][k], largest = count == 2 ? fmax(axes[part][0], axes[part][1]) : a;
            if (!open) r[row] = (slides ? 1.0 : share) * a * r[0] * e[k];
            if (open || slides) u[row] = -speed * e[k] * (a > 0.0 ? largest / a : 1.0);
        }
    }
}

static void choose_scalar(random_state *random, const hf_random_options *o, body_rows *rows, int i, double scale,
                          double *r, double *u)
{
    double draw = random_unit(random), size = random_between(random, 0.1, 1.0);
    if (rows->kind[i] == HF_LAW_UNILATERAL)
    {
        if (draw < o->stick + o->slip) r[0] = scale * size;
        else u[0] = size;
        return;
    }
    rows->hi[i] = scale * random_between(random, 0.2, 1.0);
    rows->lo[i] = -scale * random_between(random, 0.2, 1.0);
    if (draw < o->stick)
    {
        r[0] = random_between(random, 0.9 * rows->lo[i], 0.9 * rows->hi[i]);
        return;
    }
    bool upper = random_unit(random) < 0.5;
    r[0] = upper ? rows->hi[i] : rows->lo[i];
    u[0] = upper ? -size : size;
}

static void choose_answer(body_rows *rows, random_state *random, const hf_random_options *o, double *r, double *u)
{
    for (int i = 0; i < rows->block_count; r += rows->size[i], u += rows->size[i], i++)
    {
        double scale = impulse_scale(rows, i);
        if (rows->kind[i] == HF_LAW_CONTACT)
        {
            rows->mu[i] = random_between(random, o->mu_lo, o->mu_hi);
            if (rows->parts)
            {
                rows->coefficients[i] = choose_coefficients(random, o, rows->mu[i]);
                choose_parts(random, o, rows->size[i], &rows->coefficients[i], scale, r, u);
                continue;
            }
            choose_contact(random, o, rows->size[i], rows->mu[i], scale, r, u);
        }
        else if (rows->kind[i] == HF_LAW_BILATERAL)
            for (int k = 0; k < rows->size[i]; k++) r[k] = scale * random_normal(random);
        else choose_scalar(random, o, rows, i, scale, r, u);
    }
}

// ---- all of it ----

static int body_count_for(const hf_random_options *o)
{
    if (o->body_count > 0) return o->body_count;
    int dof = o->dimension == 3 ? 6 : 3;
    double row_count = (o->dimension + o->torsional + 3.0 * o->rolling) * o->contact_count + o->unilateral_count +
                       o->box_count + 0.5 * (o->dimension + 1) * o->bilateral_count;
    double count = ceil(row_count / (dof * o->redundancy));
    return count < 1.0 ? 1 : count > INT_MAX / BODY_DOF_MAX ? INT_MAX / BODY_DOF_MAX : (int)count;
}

static hf_status fill(body_rows *rows, const hf_random_options *o, hf_generated *out, hf_error *error)
{
    random_state random = random_seed(o->seed);
    rows->parts = o->torsional + o->rolling + o->elliptic > 0.0;
    body_rows_masses(rows, &random, o->mass_spread, o->unsymmetric, 1.0);
    int wanted[HF_LAW_COUNT] = {o->contact_count, o->unilateral_count, o->bilateral_count, o->box_count};
    int made[HF_LAW_COUNT] = {0};
    for (int k = 0; k < rows->block_capacity; k++)
    {
        hf_law_kind kind = next_kind(wanted, made, k, rows->block_capacity);
        pair who = o->connectivity == HF_CONNECTIVITY_GRID ? grid_pair(rows->body_count, o->dimension, k)
                                                           : random_pair(&random, rows->body_count);
        add_block(o, rows, &random, kind, who);
    }
    size_t n = (size_t)body_rows_dimension(rows);
    double *v = MEMORY_ARRAY(double, (size_t)rows->body_count *(size_t)rows->dof);
    double *b = MEMORY_ARRAY(double, n);
    out->r = MEMORY_ARRAY(double, n);
    out->u = MEMORY_ARRAY(double, n);
    hf_status status = v && b && out->r && out->u ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        choose_answer(rows, &random, o, out->r, out->u);
        body_rows_impulse(rows, out->r, v);
        body_rows_velocity(rows, v, b);
        for (size_t k = 0; k < n; k++) b[k] = out->u[k] - b[k]; // b = u - W r
        status = body_rows_problem(rows, b, o->factored, &out->problem, error);
    }
    free(v);
    free(b);
    return status;
}

hf_status hf_generate_random(const hf_random_options *o, hf_generated *generated, hf_error *error)
{
    *generated = (hf_generated){0};
    hf_status status = check_options(o, error);
    if (status != HF_STATUS_OK) return status;
    body_rows rows;
    int blocks = o->contact_count + o->unilateral_count + o->bilateral_count + o->box_count;
    status = body_rows_create(&rows, o->dimension, body_count_for(o), blocks) ? fill(&rows, o, generated, error)
                                                                              : error_no_memory(error);
    body_rows_free(&rows);
    if (status != HF_STATUS_OK) hf_generated_destroy(generated);
    return status;
}
