// The configurations of configuration.h.

#include "configuration.h"

#include <math.h>
#include <string.h>

const char *const hunt_family_names[HUNT_FAMILIES] = {"anyhow", "wedged", "flat", "critical"};

static const double PI = 3.14159265358979323846;

// ---- numbers by lot ----

typedef struct lots
{
    uint64_t state;
} lots;

static uint64_t next(lots *l) // splitmix64
{
    uint64_t z = l->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double between(lots *l, double least, double most)
{
    return least + (most - least) * ((double)(next(l) >> 11) / 9007199254740992.0);
}

static int below(lots *l, int count)
{
    return (int)(next(l) % (uint64_t)count);
}

/// As likely in every decade.
static double decades(lots *l, double least, double most)
{
    return least * pow(most / least, between(l, 0.0, 1.0));
}

static void direction(lots *l, int dimension, double out[3])
{
    double angle = between(l, 0.0, 2.0 * PI), z = dimension == 3 ? between(l, -1.0, 1.0) : 0.0;
    out[0] = sqrt(1.0 - z * z) * cos(angle);
    out[1] = sqrt(1.0 - z * z) * sin(angle);
    out[2] = z;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// ---- contacts ----

/// A contact of body `a` with body `b` (-1: the ground); the normal points towards a.
typedef struct touch
{
    int a, b;
    double point[3], normal[3], mu;
} touch;

static void touch_anyhow(lots *l, const hunt_case *c, touch *t)
{
    t->a = below(l, c->bodies);
    t->b = below(l, c->bodies + 1) - 1;
    if (t->b == t->a) t->b = -1;
    for (int k = 0; k < 3; k++) t->point[k] = k < c->dimension ? between(l, -1.0, 1.0) : 0.0;
    direction(l, c->dimension, t->normal);
    t->mu = decades(l, 0.05, 5.0);
}

/// The partner of a contact: the same bodies, another point, and normal and friction such that the line between both
/// lies on both cones, but for a little.
static void touch_wedge(lots *l, const hunt_case *c, touch *first, touch *second)
{
    static const double off[] = {0.0, 0.0, 1e-9, -1e-9, 1e-5, -1e-5, 1e-2, -1e-2};
    double line[3], length, side[3] = {0.0, 0.0, 1.0};
    *second = *first;
    for (int k = 0; k < 3; k++) second->point[k] = k < c->dimension ? between(l, -1.0, 1.0) : 0.0;
    for (int k = 0; k < 3; k++) line[k] = second->point[k] - first->point[k];
    length = sqrt(dot(line, line));
    for (int k = 0; k < 3; k++) line[k] /= length;
    if (c->dimension == 3)
    {
        double any[3];
        direction(l, 3, any);
        cross(line, any, side);
        length = sqrt(dot(side, side));
        for (int k = 0; k < 3; k++) side[k] /= length;
    }
    double across[3];
    cross(side, line, across);
    for (int which = 0; which < 2; which++) // the first pushes along the line, the second back
    {
        touch *t = which == 0 ? first : second;
        double angle = between(l, 0.1, 1.3), sign = which == 0 ? 1.0 : -1.0;
        for (int k = 0; k < 3; k++) t->normal[k] = sign * cos(angle) * line[k] + sin(angle) * across[k];
        t->mu = tan(angle) * (1.0 + off[below(l, 8)]);
    }
}

/// Another point of the same face.
static void touch_beside(lots *l, const hunt_case *c, const touch *first, touch *second)
{
    double any[3], along[3];
    *second = *first;
    direction(l, c->dimension, any);
    double part = dot(any, first->normal);
    for (int k = 0; k < 3; k++) along[k] = any[k] - part * first->normal[k];
    double far = between(l, -1.0, 1.0);
    for (int k = 0; k < 3; k++) second->point[k] = first->point[k] + far * along[k];
}

static void draw_touches(lots *l, const hunt_case *c, touch *t)
{
    for (int k = 0; k < c->contacts; k++)
    {
        bool paired = k % 2 == 1 && (c->family == HUNT_WEDGED || c->family == HUNT_CRITICAL);
        if (paired) touch_wedge(l, c, &t[k - 1], &t[k]);
        else if (k > 0 && c->family == HUNT_FLAT && below(l, 3) > 0) touch_beside(l, c, &t[k - 1], &t[k]);
        else touch_anyhow(l, c, &t[k]);
    }
}

// ---- A and b ----

/// Rows of one contact for one of its bodies: the velocity of its point along n and the tangents.
static void fill_rows(hunt_case *c, int contact, const touch *t, int body, double sign)
{
    double frame[3][3], any[3] = {0.0, 0.0, 1.0};
    int d = c->dimension, width = d == 2 ? 3 : 6;
    memcpy(frame[0], t->normal, sizeof frame[0]);
    if (d == 3 && fabs(t->normal[2]) > 0.9) any[1] = 1.0, any[2] = 0.0;
    cross(any, t->normal, frame[1]);
    double length = sqrt(dot(frame[1], frame[1]));
    for (int k = 0; k < 3; k++) frame[1][k] /= length;
    cross(frame[0], frame[1], frame[2]);
    for (int e = 0; e < d; e++)
    {
        double *row = c->H + (size_t)(contact * d + e) * (size_t)c->dofs + body * width, turn[3];
        cross(t->point, frame[e], turn); // bodies have their centres at the origin: any other place is another inertia
        for (int k = 0; k < d; k++) row[k] = sign * frame[e][k];
        if (d == 2) row[2] = sign * turn[2];
        else
            for (int k = 0; k < 3; k++) row[3 + k] = sign * turn[k];
    }
}

static void draw_masses(lots *l, hunt_case *c)
{
    int width = c->dimension == 2 ? 3 : 6;
    for (int body = 0; body < c->bodies; body++)
    {
        double mass = decades(l, 0.01, 100.0), spread = decades(l, 0.1, 1.0);
        for (int k = 0; k < width; k++)
            c->inverse_mass[body * width + k] = k < c->dimension ? 1.0 / mass : 1.0 / (mass * spread * spread);
    }
}

/// The load: by lot, or against what forces on the cones carry.
static void draw_load(lots *l, hunt_case *c)
{
    for (int k = 0; k < c->dofs; k++) c->load[k] = between(l, -1.0, 1.0);
    if (c->family != HUNT_CRITICAL) return;
    double off = below(l, 2) == 0 ? 0.0 : decades(l, 1e-8, 0.1);
    for (int k = 0; k < c->dofs; k++) c->load[k] *= off;
    for (int i = 0; i < c->contacts; i++)
    {
        double f[3] = {between(l, 0.0, 1.0)}, angle = between(l, 0.0, 2.0 * PI);
        f[1] = c->mu[i] * f[0] * (c->dimension == 3 ? cos(angle) : below(l, 2) == 0 ? 1.0 : -1.0);
        f[2] = c->mu[i] * f[0] * sin(angle);
        for (int e = 0; e < c->dimension; e++)
            for (int k = 0; k < c->dofs; k++)
                c->load[k] -= c->H[(size_t)(i * c->dimension + e) * (size_t)c->dofs + k] * f[e];
    }
}

static void multiply_out(hunt_case *c)
{
    for (int i = 0; i < c->rows; i++)
    {
        const double *h = c->H + (size_t)i * (size_t)c->dofs;
        c->b[i] = 0.0;
        for (int k = 0; k < c->dofs; k++) c->b[i] += h[k] * c->inverse_mass[k] * c->load[k];
        for (int j = 0; j <= i; j++)
        {
            double sum = 0.0;
            const double *other = c->H + (size_t)j * (size_t)c->dofs;
            for (int k = 0; k < c->dofs; k++) sum += h[k] * c->inverse_mass[k] * other[k];
            c->A[i * c->rows + j] = c->A[j * c->rows + i] = sum;
        }
    }
}

void hunt_draw(hunt_case *c, int dimension, int contacts, uint64_t seed, uint64_t index)
{
    lots l = {.state = seed * 0x2545f4914f6cdd1du ^ index * 0xd1342543de82ef95u};
    touch touches[HUNT_CONTACTS];
    int most = contacts < HUNT_BODIES ? contacts : HUNT_BODIES;
    *c = (hunt_case){.dimension = dimension, .contacts = contacts, .rows = contacts * dimension};
    c->family = (hunt_family)(index % HUNT_FAMILIES);
    c->bodies = 1 + below(&l, most);
    c->dofs = c->bodies * (dimension == 2 ? 3 : 6);
    draw_touches(&l, c, touches);
    draw_masses(&l, c);
    for (int i = 0; i < contacts; i++)
    {
        c->mu[i] = touches[i].mu;
        fill_rows(c, i, &touches[i], touches[i].a, 1.0);
        if (touches[i].b >= 0) fill_rows(c, i, &touches[i], touches[i].b, -1.0);
    }
    draw_load(&l, c);
    multiply_out(c);
}

hf_status hunt_problem(const hunt_case *c, hf_problem **problem, hf_error *error)
{
    int size[HUNT_CONTACTS];
    for (int i = 0; i < c->contacts; i++) size[i] = c->dimension;
    hf_laws laws = {.block_count = c->contacts, .size = size, .mu = c->mu, .b = c->b};
    return hf_problem_create_dense(&laws, c->A, problem, error);
}

// ---- the conditions ----

static double largest(const double *x, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/// Of one contact, with forces and accelerations in their units.
static double contact_violation(const hunt_case *c, int i, const double *f, const double *a)
{
    double force = c->dimension == 2 ? fabs(f[1]) : sqrt(f[1] * f[1] + f[2] * f[2]);
    double slip = c->dimension == 2 ? fabs(a[1]) : sqrt(a[1] * a[1] + a[2] * a[2]);
    double along = f[1] * a[1] + (c->dimension == 3 ? f[2] * a[2] : 0.0), room = c->mu[i] * f[0] - force;
    double worst = fmax(fmax(-f[0], -a[0]), fmin(f[0], fabs(a[0])));    // eq. 15
    worst = fmax(worst, fmax(-room, fmin(room, slip)));                 // eqs. 14 and 16
    return fmax(worst, force > 0.0 ? fmin(along / force, force) : 0.0); // eq. 21
}

double hunt_violation(const hunt_case *c, const double *f)
{
    double unit_f = largest(f, c->rows), unit_a = largest(c->b, c->rows), worst = 0.0;
    if (!(unit_f > 0.0)) unit_f = 1.0;
    if (!(unit_a > 0.0)) unit_a = 1.0;
    for (int i = 0; i < c->contacts; i++)
    {
        double force[3] = {0}, a[3] = {0};
        for (int e = 0; e < c->dimension; e++)
        {
            int row = i * c->dimension + e;
            a[e] = c->b[row];
            for (int j = 0; j < c->rows; j++) a[e] += c->A[row * c->rows + j] * f[j];
            if (!isfinite(a[e])) return INFINITY;
            a[e] /= unit_a;
            force[e] = f[row] / unit_f;
        }
        worst = fmax(worst, contact_violation(c, i, force, a));
    }
    return worst;
}
