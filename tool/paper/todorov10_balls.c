// The simulator of todorov10_balls.h.

#include "todorov10_balls.h"

#include "console.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BALL_DOFS = 6,
    ROW_DOFS = 2 * BALL_DOFS,
    OTHERS_MOST = 300, // iterations of a method that is tried in the place of the paper's
};

static const double GRAVITY[3] = {0, 0, -9.81};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

bool balls_begin(balls *s, paper_report *report, const char *scene, uint64_t seed)
{
    hf_model *model;
    hf_world *world = paper_world_of_seed(report, scene, seed, &model);
    *s = (balls){.count = world ? hf_model_count(model, HF_ITEM_BODY) - 1 : 0};
    if (s->count > BALLS_MOST) s->count = BALLS_MOST;
    for (int k = 0; world && k < hf_model_count(model, HF_ITEM_SHAPE); k++)
    {
        hf_shape_def shape = hf_model_shape(model, k);
        if (shape.kind == HF_SHAPE_PLANE) s->half = fmax(s->half, shape.position[0]); // that of wall_right
        if (shape.kind == HF_SHAPE_SPHERE && shape.body <= s->count) s->of[shape.body - 1].radius = shape.size[0];
    }
    if (s->half == 0) s->half = INFINITY;
    for (int k = 0; k < s->count; k++)
    {
        hf_body_state state = hf_world_body(world, k + 1);
        memcpy(s->of[k].position, state.position, sizeof state.position);
        memcpy(s->of[k].velocity, state.velocity, sizeof state.velocity);
        s->of[k].mass = hf_model_body(model, k + 1).density * 4.18879020478639 * pow(s->of[k].radius, 3);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return s->count > 0;
}

// ---- contacts ----

static void add_contact(balls *s, int a, int b, const double normal[3])
{
    ball_contact *c = &s->contacts[s->contact_count++];
    double axis[3] = {0};
    c->a = a;
    c->b = b;
    axis[fabs(normal[0]) < 0.6 ? 0 : 1] = 1;
    memcpy(c->frame[0], normal, sizeof c->frame[0]);
    cross(normal, axis, c->frame[1]);
    double length = sqrt(dot(c->frame[1], c->frame[1]));
    for (int k = 0; k < 3; k++) c->frame[1][k] /= length;
    cross(normal, c->frame[1], c->frame[2]);
}

static void find_contacts(balls *s)
{
    s->contact_count = 0;
    for (int a = 0; a < s->count; a++)
    {
        const double *x = s->of[a].position, radius = s->of[a].radius;
        for (int axis = 0; axis < 3; axis++)
            for (int side = 0; side < 2; side++)
            {
                double low = axis == 2 ? 0 : -s->half, high = axis == 2 ? 2 * s->half : s->half, normal[3] = {0};
                normal[axis] = side == 0 ? 1 : -1;
                if ((side == 0 ? x[axis] - low : high - x[axis]) <= radius)
                    add_contact(s, a, -1 - 2 * axis - side, normal);
            }
        for (int b = 0; b < a; b++)
        {
            double between[3];
            for (int k = 0; k < 3; k++) between[k] = x[k] - s->of[b].position[k];
            double distance = sqrt(dot(between, between));
            if (distance > radius + s->of[b].radius) continue;
            for (int k = 0; k < 3; k++) between[k] /= distance;
            add_contact(s, a, b, between);
        }
    }
}

/// The velocity of a ball before contacts act.
static void free_velocity(const ball *one, double h, double out[BALL_DOFS])
{
    for (int k = 0; k < 3; k++)
    {
        out[k] = one->velocity[k] + h * GRAVITY[k];
        out[3 + k] = one->spin[k];
    }
}

/// A row of K for one of the balls, of the direction d: its point at -sign · radius along the normal moves by sign (v +
/// ω × arm).
static void row_of(const ball *one, const ball_contact *c, const double d[3], double sign, double out[BALL_DOFS])
{
    double arm[3];
    for (int k = 0; k < 3; k++) arm[k] = -sign * one->radius * c->frame[0][k];
    for (int k = 0; k < 3; k++) out[k] = sign * d[k];
    cross(arm, d, out + 3);
    for (int k = 3; k < BALL_DOFS; k++) out[k] *= sign;
}

/// Inverse mass of a degree of freedom.
static double inverse(const ball *one, int dof)
{
    return 1 / (dof < 3 ? one->mass : 0.4 * one->mass * one->radius * one->radius);
}

/// The arrays of one problem; `free` has the velocity of each contact without impulses.
typedef struct ball_rows
{
    size_t begin[BALLS_CONTACTS + 1];
    int dof[BALLS_CONTACTS * ROW_DOFS], size[BALLS_CONTACTS];
    double H[3 * BALLS_CONTACTS * ROW_DOFS], G[3 * BALLS_CONTACTS * ROW_DOFS];
    double free[3 * BALLS_CONTACTS], mu[BALLS_CONTACTS];
} ball_rows;

/// Contact i, whose entries of H begin at `at`; returns where they end. Degrees of freedom ascend: b is the lower
/// index.
static size_t put_contact(const balls *s, int i, double h, ball_rows *rows, size_t at)
{
    const ball_contact *c = &s->contacts[i];
    const int pair[2] = {c->b, c->a};
    size_t first = rows->begin[i];
    rows->begin[i + 1] = first;
    for (int side = c->b < 0 ? 1 : 0; side < 2; side++)
        for (int k = 0; k < BALL_DOFS; k++) rows->dof[rows->begin[i + 1]++] = BALL_DOFS * pair[side] + k;
    for (int e = 0; e < 3; e++)
    {
        rows->free[3 * i + e] = 0;
        for (int side = c->b < 0 ? 1 : 0; side < 2; side++)
        {
            const ball *one = &s->of[pair[side]];
            double row[BALL_DOFS], v[BALL_DOFS];
            row_of(one, c, c->frame[e], side == 1 ? 1 : -1, row);
            free_velocity(one, h, v);
            for (int k = 0; k < BALL_DOFS; k++, at++)
            {
                rows->H[at] = row[k];
                rows->G[at] = row[k] * inverse(one, k);
                rows->free[3 * i + e] += row[k] * v[k];
            }
        }
    }
    return at;
}

hf_problem *balls_problem(balls *s, paper_report *report, double mu, double h)
{
    find_contacts(s);
    if (s->contact_count == 0) return NULL;
    ball_rows *rows = tool_allocate(1, sizeof *rows);
    size_t at = 0;
    for (int i = 0; i < s->contact_count; i++)
    {
        at = put_contact(s, i, h, rows, at);
        rows->size[i] = 3;
        rows->mu[i] = mu;
    }
    hf_laws laws = {.block_count = s->contact_count, .size = rows->size, .mu = rows->mu, .b = rows->free};
    hf_factored_rows factored = {
        .dof_count = BALL_DOFS * s->count, .begin = rows->begin, .dof = rows->dof, .H = rows->H, .G = rows->G};
    hf_problem *problem = NULL;
    hf_error error = {0};
    if (hf_problem_create_factored(&laws, &factored, &problem, &error) != HF_STATUS_OK) paper_error(report, &error);
    free(rows);
    return problem;
}

// ---- solving ----

hf_status balls_solve(const char *name, const hf_problem *problem, bool warm, double *r, hf_report *report,
                      hf_implicit_counts *counts, hf_error *error)
{
    bool paper = strcmp(name, "implicit/paper") == 0;
    *counts = (hf_implicit_counts){0};
    if (!paper && strcmp(name, "implicit") != 0)
    {
        hf_solve_options options = hf_solve_options_default();
        options.warm_start = warm;
        options.max_iterations = OTHERS_MOST;
        return hf_solve(name, problem, &options, r, NULL, report, error);
    }
    hf_implicit_options options = paper ? hf_implicit_options_paper() : hf_implicit_options_default();
    options.islands = false;
    options.common.warm_start = warm;
    return hf_implicit_solve(problem, &options, r, NULL, report, counts, error);
}

void balls_guess(const balls *s, double *r)
{
    memset(r, 0, 3 * (size_t)s->contact_count * sizeof *r);
    for (int i = 0; i < s->contact_count; i++)
        for (int k = 0; k < s->last_count; k++)
        {
            const ball_contact *now = &s->contacts[i], *before = &s->last[k];
            if (now->a != before->a || now->b != before->b) continue;
            double impulse[3] = {0};
            for (int e = 0; e < 3; e++)
                for (int j = 0; j < 3; j++) impulse[j] += s->last_r[3 * k + e] * before->frame[e][j];
            for (int e = 0; e < 3; e++) r[3 * i + e] = dot(impulse, now->frame[e]);
        }
}

void balls_remember(balls *s, const double *r)
{
    s->last_count = s->contact_count;
    memcpy(s->last, s->contacts, (size_t)s->contact_count * sizeof *s->last);
    memcpy(s->last_r, r, 3 * (size_t)s->contact_count * sizeof *r);
}

// ---- motion ----

/// v += M⁻¹ Kᵀ r of one ball at one contact.
static void push(ball *one, const ball_contact *c, double sign, const double r[3])
{
    for (int e = 0; e < 3; e++)
    {
        double row[BALL_DOFS];
        row_of(one, c, c->frame[e], sign, row);
        for (int k = 0; k < 3; k++)
        {
            one->velocity[k] += inverse(one, k) * row[k] * r[e];
            one->spin[k] += inverse(one, 3 + k) * row[3 + k] * r[e];
        }
    }
}

void balls_move(balls *s, const double *r, double h)
{
    for (int k = 0; k < s->count; k++)
        for (int e = 0; e < 3; e++) s->of[k].velocity[e] += h * GRAVITY[e];
    for (int i = 0; i < s->contact_count && r; i++)
    {
        const ball_contact *c = &s->contacts[i];
        push(&s->of[c->a], c, 1, r + 3 * (size_t)i);
        if (c->b >= 0) push(&s->of[c->b], c, -1, r + 3 * (size_t)i);
    }
    for (int k = 0; k < s->count; k++)
        for (int e = 0; e < 3; e++) s->of[k].position[e] += h * s->of[k].velocity[e];
}
