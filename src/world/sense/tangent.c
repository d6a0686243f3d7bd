// Tools of the tangent space in the present state of a world: centre of mass, momentum, rates of Jacobians,
// derivatives of inverse and forward dynamics. Objects are taken part by part (model/tangent/part.h), each in memory of
// its own, so that several threads may ask one world.

#include "holdfast/tangent.h"

#include "model/tangent/part.h"
#include "world/world.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/// Called with each part, open.
typedef hf_status visit(void *context, tangent_part *part, hf_error *error);

/// `rest`: with velocities 0.
static hf_status each_part(const hf_world *world, bool rest, visit *go, void *context, hf_error *error)
{
    const hf_model *model = world->model;
    const configuration at = world_configuration(world);
    for (int o = 0; o < model->object_count; o++)
    {
        int count;
        TRY(tangent_part_count(model, o, &count, error));
        for (int k = 0; k < count; k++)
        {
            tangent_part part;
            hf_status status = tangent_part_open(&at, rest ? NULL : world->state.v, o, k, &part, error);
            if (status == HF_STATUS_OK) status = go(context, &part, error);
            tangent_part_close(&part);
            if (status != HF_STATUS_OK) return status;
        }
    }
    return HF_STATUS_OK;
}

static void prepare(const tangent_part *part, vec3 gravity)
{
    if (part->tree)
        articulated_tangent_at(part->tree, part->scratch, part->tangent, &part->base, part->v, part->a, gravity, NULL);
}

static hf_status check_body(const hf_world *world, const char *what, int body, int least, hf_error *error)
{
    if (body >= least && body < world->model->body_count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: there is no body %d among %d", what, body,
                     world->model->body_count);
}

// ---- centre of mass ----

static bool counts(const hf_model *model, int body, int on)
{
    return body_yields(model, body) && (on < 0 || tangent_hangs_on(model, body, on));
}

static hf_status center(const hf_world *world, int body, double *mass, vec3 *x, vec3 *v, hf_error *error)
{
    const hf_model *model = world->model;
    *mass = 0.0;
    *x = *v = v3_zero();
    for (int b = 0; b < model->body_count; b++)
    {
        if (!counts(model, b, body)) continue;
        double m = model->bodies[b].mass;
        *mass += m;
        *x = v3_add_scaled(*x, m, v3_load(world->state.bodies[b].x));
        *v = v3_add_scaled(*v, m, v3_load(world->state.bodies[b].v));
    }
    if (!(*mass > 0.0))
        return error_set(error, HF_STATUS_INVALID, "center: body %d and what hangs on it have no mass that moves",
                         body);
    *x = v3_scale(1.0 / *mass, *x);
    *v = v3_scale(1.0 / *mass, *v);
    return HF_STATUS_OK;
}

hf_status hf_world_center(const hf_world *world, int body, double *mass, double place[3], double velocity[3],
                          hf_error *error)
{
    double m;
    vec3 x, v;
    TRY(check_body(world, "center", body, -1, error));
    TRY(center(world, body, &m, &x, &v, error));
    if (mass) *mass = m;
    if (place) v3_store(place, x);
    if (velocity) v3_store(velocity, v);
    return HF_STATUS_OK;
}

// ---- momentum ----

typedef struct momentum
{
    const hf_world *world;
    int body;
    vec3 point;
    size_t n;
    double *A, *bias;
} momentum;

static void constant_momentum(const momentum *to, const tangent_part *part)
{
    const hf_model *model = to->world->model;
    vec3 arm = v3_sub(v3_load(to->world->state.bodies[part->body].x), to->point);
    for (int d = 0; d < part->count; d++)
    {
        // A diagonal mass matrix: what turns does not shift, and the moment about its axis is the mass.
        vec3 p = v3_scale(model->bodies[part->body].mass, part->linear[d]);
        vec3 L = v3_add_scaled(v3_cross(arm, p), part->mass[d], part->angular[d]);
        const double column[6] = {p.x, p.y, p.z, L.x, L.y, L.z};
        for (size_t i = 0; i < 6; i++) to->A[i * to->n + (size_t)part->place[d]] = column[i];
    }
}

static hf_status add_momentum(void *context, tangent_part *part, hf_error *error)
{
    momentum *to = context;
    const hf_model *model = to->world->model;
    const mechanism *m = &model->mechanism;
    bool tree = object_of(model, part->object)->make == MADE_OF_LINKS;
    int link = -1;
    if (tree && to->body >= 0)
    {
        if (m->body_tree[to->body] != model->objects[part->object].index || m->body_link[to->body] < 0)
            return HF_STATUS_OK;
        link = m->body_link[to->body];
    }
    if (!tree && to->body >= 0 && to->body != part->body) return HF_STATUS_OK;
    if (!part->tree)
    {
        constant_momentum(to, part);
        return HF_STATUS_OK;
    }
    double rate[6], *A = MEMORY_ARRAY(double, 6 * (size_t)part->count);
    if (!A) return error_no_memory(error);
    prepare(part, v3_zero());
    articulated_tangent_momentum(part->tree, part->tangent, link, to->point, (size_t)part->count, A, rate);
    for (size_t i = 0; i < 6; i++)
    {
        to->bias[i] += rate[i];
        for (int d = 0; d < part->count; d++)
            to->A[i * to->n + (size_t)part->place[d]] = A[i * (size_t)part->count + (size_t)d];
    }
    free(A);
    return HF_STATUS_OK;
}

/// A (6 × v_count), the caller's to free, and its bias; and the mass.
static hf_status take_momentum(const hf_world *world, int body, double **A, double bias[6], double *mass,
                               hf_error *error)
{
    vec3 x, v;
    momentum to = {.world = world, .body = body, .n = (size_t)world->model->mechanism.v_count, .bias = bias};
    *A = NULL;
    memset(bias, 0, 6 * sizeof *bias);
    TRY(check_body(world, "center", body, -1, error));
    TRY(center(world, body, mass, &x, &v, error));
    to.point = x;
    to.A = *A = MEMORY_ARRAY(double, 6 * to.n);
    return to.A ? each_part(world, false, add_momentum, &to, error) : error_no_memory(error);
}

hf_status hf_world_center_jacobian(const hf_world *world, int body, double *J, hf_error *error)
{
    double *A, bias[6], mass;
    hf_status status = take_momentum(world, body, &A, bias, &mass, error);
    for (size_t k = 0; k < 3 * (size_t)world->model->mechanism.v_count && status == HF_STATUS_OK; k++)
        J[k] = A[k] / mass;
    free(A);
    return status;
}

hf_status hf_world_momentum_matrix(const hf_world *world, int body, double *A, double *bias, hf_error *error)
{
    double *own, rate[6], mass;
    hf_status status = take_momentum(world, body, &own, rate, &mass, error);
    if (status == HF_STATUS_OK && A) memcpy(A, own, 6 * (size_t)world->model->mechanism.v_count * sizeof *A);
    if (status == HF_STATUS_OK && bias) memcpy(bias, rate, sizeof rate);
    free(own);
    return status;
}

// ---- points ----

typedef struct point_rates
{
    const hf_world *world;
    int body;
    vec3 point;
    const double *a;          // of accelerations; NULL: 0
    double *linear, *angular; // 3 × n; NULL: accelerations are asked for
    vec3 *x, *w;
} point_rates;

static void put_column(double *J, size_t n, size_t column, vec3 x)
{
    if (!J) return;
    J[column] = x.x, J[n + column] = x.y, J[2 * n + column] = x.z;
}

/// Columns are constant but for the lever arm, which turns.
static void constant_rates(const point_rates *to, const tangent_part *part)
{
    size_t n = (size_t)to->world->model->mechanism.v_count;
    const body_state *s = &to->world->state.bodies[part->body];
    vec3 arm = v3_sub(to->point, v3_load(s->x)), sweep = v3_cross(v3_load(s->w), arm);
    for (int d = 0; d < part->count; d++)
    {
        vec3 rate = v3_cross(part->angular[d], sweep);
        put_column(to->linear, n, (size_t)part->place[d], rate);
        if (!to->x) continue;
        vec3 column = v3_add(part->linear[d], v3_cross(part->angular[d], arm));
        *to->x = v3_add(v3_add_scaled(*to->x, part->v[d], rate), v3_scale(part->a[d], column));
        *to->w = v3_add_scaled(*to->w, part->a[d], part->angular[d]);
    }
}

static hf_status link_rates(const point_rates *to, const tangent_part *part, int link, hf_error *error)
{
    size_t n = (size_t)to->world->model->mechanism.v_count, count = (size_t)part->count;
    int *dofs = MEMORY_ARRAY(int, count);
    vec3 *rate = MEMORY_ARRAY(vec3, 2 * count);
    if (!dofs || !rate)
    {
        free(dofs);
        free(rate);
        return error_no_memory(error);
    }
    int moving = articulated_tangent_rates(part->tree, part->tangent, link, to->point, dofs, rate, rate + count);
    for (int k = 0; k < moving; k++)
    {
        put_column(to->linear, n, (size_t)part->place[dofs[k]], rate[k]);
        put_column(to->angular, n, (size_t)part->place[dofs[k]], rate[count + (size_t)k]);
    }
    free(dofs);
    free(rate);
    return HF_STATUS_OK;
}

static hf_status find_rates(void *context, tangent_part *part, hf_error *error)
{
    point_rates *to = context;
    const mechanism *m = &to->world->model->mechanism;
    bool tree = object_of(to->world->model, part->object)->make == MADE_OF_LINKS;
    if (!tree && part->body != to->body) return HF_STATUS_OK;
    for (int d = 0; d < part->count && to->a; d++) part->a[d] = to->a[part->place[d]];
    if (!part->tree)
    {
        constant_rates(to, part);
        return HF_STATUS_OK;
    }
    int link = tree ? m->body_link[to->body] : 0;
    prepare(part, v3_zero());
    if (to->x) articulated_tangent_acceleration(part->tree, part->tangent, link, to->point, to->x, to->w);
    else return link_rates(to, part, link, error);
    return HF_STATUS_OK;
}

/// Of the part that a body belongs to, if it moves.
static hf_status one_part(const hf_world *world, int body, visit *go, void *context, hf_error *error)
{
    const hf_model *model = world->model;
    const configuration at = world_configuration(world);
    int count, index = 0, object = model->body_object[body];
    if (object < 0) return HF_STATUS_OK;
    TRY(tangent_part_count(model, object, &count, error));
    if (object_of(model, object)->make != MADE_OF_LINKS)
        while (index + 1 < count && object_bodies(model, object, &count)[index] != body) index++;
    tangent_part part;
    hf_status status = tangent_part_open(&at, world->state.v, object, index, &part, error);
    if (status == HF_STATUS_OK) status = go(context, &part, error);
    tangent_part_close(&part);
    return status;
}

hf_status hf_world_jacobian_rate(const hf_world *world, int body, const double point[3], double *linear,
                                 double *angular, hf_error *error)
{
    size_t n = (size_t)world->model->mechanism.v_count;
    TRY(check_body(world, "jacobian rate", body, 0, error));
    point_rates to = {.world = world, .body = body, .point = v3_load(point)};
    double *both = MEMORY_ARRAY(double, 6 * n);
    if (!both) return error_no_memory(error);
    to.linear = both;
    to.angular = both + 3 * n;
    hf_status status = one_part(world, body, find_rates, &to, error);
    if (status == HF_STATUS_OK && linear) memcpy(linear, both, 3 * n * sizeof *both);
    if (status == HF_STATUS_OK && angular) memcpy(angular, both + 3 * n, 3 * n * sizeof *both);
    free(both);
    return status;
}

hf_status hf_world_acceleration(const hf_world *world, int body, const double point[3], const double *a,
                                double linear[3], double angular[3], hf_error *error)
{
    vec3 x = v3_zero(), w = v3_zero();
    TRY(check_body(world, "acceleration", body, 0, error));
    point_rates to = {.world = world, .body = body, .point = v3_load(point), .a = a, .x = &x, .w = &w};
    TRY(one_part(world, body, find_rates, &to, error));
    if (linear) v3_store(linear, x);
    if (angular) v3_store(angular, w);
    return HF_STATUS_OK;
}

// ---- forces ----

typedef struct derivatives
{
    const hf_world *world;
    size_t n;
    const double *in; // accelerations, or forces; NULL: 0
    double *dq, *dv, *da, *torque;
} derivatives;

static hf_status find_gravity(void *context, tangent_part *part, hf_error *error)
{
    derivatives *to = context;
    double torque[6], *own = part->tree ? MEMORY_ARRAY(double, (size_t)part->count) : torque;
    if (!own) return error_no_memory(error);
    vec3 gravity = v3_load(to->world->settings.physics.gravity);
    const hf_body_def *def = &to->world->model->bodies[part->body];
    prepare(part, gravity);
    if (part->tree) articulated_tangent_torque(part->tree, part->tangent, NULL, own);
    for (int d = 0; d < part->count; d++)
    {
        if (!part->tree) own[d] = -def->mass * def->gravity_scale * v3_dot(gravity, part->linear[d]);
        to->torque[part->place[d]] = own[d];
    }
    if (part->tree) free(own);
    return HF_STATUS_OK;
}

hf_status hf_world_gravity_force(const hf_world *world, double *g, hf_error *error)
{
    size_t n = (size_t)world->model->mechanism.v_count;
    double *own = MEMORY_ARRAY(double, n);
    derivatives to = {.world = world, .torque = own};
    hf_status status = own ? each_part(world, true, find_gravity, &to, error) : error_no_memory(error);
    if (status == HF_STATUS_OK && n > 0) memcpy(g, own, n * sizeof *g);
    free(own);
    return status;
}

static void scatter(const tangent_part *part, const double *own, size_t n, double *to)
{
    size_t count = (size_t)part->count;
    for (size_t i = 0; i < count && to; i++)
        for (size_t j = 0; j < count; j++) to[(size_t)part->place[i] * n + (size_t)part->place[j]] = own[i * count + j];
}

static void put_diagonal(const derivatives *to, const tangent_part *part, bool inverse)
{
    for (int d = 0; d < part->count && to->da; d++)
    {
        size_t k = (size_t)part->place[d];
        to->da[k * to->n + k] = inverse ? 1.0 / part->mass[d] : part->mass[d];
    }
}

static hf_status find_inverse(void *context, tangent_part *part, hf_error *error)
{
    derivatives *to = context;
    size_t square = (size_t)part->count * (size_t)part->count;
    if (!part->tree)
    {
        put_diagonal(to, part, false);
        return HF_STATUS_OK;
    }
    double *own = MEMORY_ARRAY(double, 3 * square);
    if (!own) return error_no_memory(error);
    for (int d = 0; d < part->count && to->in; d++) part->a[d] = to->in[part->place[d]];
    prepare(part, v3_load(to->world->settings.physics.gravity));
    articulated_tangent_inverse(part->tree, part->tangent, (size_t)part->count, own, own + square, own + 2 * square);
    scatter(part, own, to->n, to->dq);
    scatter(part, own + square, to->n, to->dv);
    scatter(part, own + 2 * square, to->n, to->da);
    free(own);
    return HF_STATUS_OK;
}

/// da/dx = - M⁻¹ ∂τ/∂x at the accelerations that the forces make; column by column, by room of two numbers a velocity.
static void solve_columns(const tangent_part *part, double *D, double *room)
{
    int n = part->count;
    for (int j = 0; j < n; j++)
    {
        for (int i = 0; i < n; i++) room[i] = -D[i * n + j];
        articulated_solve(part->tree, part->scratch, room, room + n);
        for (int i = 0; i < n; i++) D[i * n + j] = room[n + i];
    }
}

static hf_status find_forward(void *context, tangent_part *part, hf_error *error)
{
    derivatives *to = context;
    size_t count = (size_t)part->count, square = count * count;
    if (!part->tree)
    {
        put_diagonal(to, part, true);
        return HF_STATUS_OK;
    }
    double *own = MEMORY_ARRAY(double, 3 * square + 2 * count), *room = own + 3 * square;
    if (!own) return error_no_memory(error);
    vec3 gravity = v3_load(to->world->settings.physics.gravity);
    articulated_bias(part->tree, part->scratch, &part->base, part->v, gravity, NULL, room);
    for (size_t d = 0; d < count; d++) room[d] = (to->in ? to->in[part->place[d]] : 0.0) - room[d];
    hf_status status = articulated_factor(part->tree, part->scratch, NULL, error);
    if (status == HF_STATUS_OK)
    {
        articulated_solve(part->tree, part->scratch, room, part->a);
        prepare(part, gravity);
        articulated_tangent_inverse(part->tree, part->tangent, count, own, own + square, NULL);
        for (size_t d = 0; d < count; d++) own[2 * square + d * (count + 1)] = -1.0;
        for (size_t k = 0; k < 3; k++) solve_columns(part, own + k * square, room);
        scatter(part, own, to->n, to->dq);
        scatter(part, own + square, to->n, to->dv);
        scatter(part, own + 2 * square, to->n, to->da);
    }
    free(own);
    return status;
}

/// The caller's arrays get the answer when all parts have succeeded.
static hf_status find_derivatives(const hf_world *world, visit *go, const double *in, double *dq, double *dv,
                                  double *da, hf_error *error)
{
    size_t n = (size_t)world->model->mechanism.v_count, square = n * n;
    double *own = MEMORY_ARRAY(double, 3 * square), *to[3] = {dq, dv, da};
    if (!own) return error_no_memory(error);
    derivatives d = {.world = world, .n = n, .in = in, .dq = own, .dv = own + square, .da = own + 2 * square};
    hf_status status = each_part(world, false, go, &d, error);
    for (size_t k = 0; k < 3 && status == HF_STATUS_OK && square > 0; k++)
        if (to[k]) memcpy(to[k], own + k * square, square * sizeof *own);
    free(own);
    return status;
}

hf_status hf_world_inverse_dynamics_derivatives(const hf_world *world, const double *a, double *dq, double *dv,
                                                double *da, hf_error *error)
{
    return find_derivatives(world, find_inverse, a, dq, dv, da, error);
}

hf_status hf_world_forward_dynamics_derivatives(const hf_world *world, const double *force, double *dq, double *dv,
                                                double *df, hf_error *error)
{
    return find_derivatives(world, find_forward, force, dq, dv, df, error);
}
