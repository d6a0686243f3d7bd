// A body that translates and does not turn: a bead on a straight wire, on a plate, a particle; one, two or three
// degrees of freedom.
//
// P projects on the directions that it may move along. Three coordinates, how far it has come since the start in world
// axes, of which P keeps what it may have. M = m, a torque does nothing, shapes keep their orientation to the last bit:
// a small_body whose rows are P d.

#include "model/small_body.h"

#include <string.h>

enum
{
    PARTICLE_SIZE = 3
};

// ---- the directions ----

/// The part of a vector that the body may have.
static vec3 allowed(const hf_model *model, int body, vec3 x)
{
    vec3 e[3], sum = v3_zero();
    int n = particle_basis(&model->bodies[body], e);
    if (n == PARTICLE_SIZE) return x;
    for (int k = 0; k < n; k++) sum = v3_add_scaled(sum, v3_dot(e[k], x), e[k]);
    return sum;
}

int particle_basis(const hf_body_def *def, vec3 e[3])
{
    const double DEPENDENT = 1e-6; // sine
    int n = 0;
    for (int k = 0; k < def->direction_count; k++)
    {
        vec3 d = v3_unit_or(v3_load(def->directions[k]), v3_zero());
        for (int j = 0; j < n; j++) d = v3_add_scaled(d, -v3_dot(e[j], d), e[j]);
        if (v3_norm(d) > DEPENDENT) e[n++] = v3_scale(1.0 / v3_norm(d), d);
    }
    return n;
}

static void particle_row(const small_place *at, bool turn, vec3 arm, vec3 d, double *H)
{
    (void)arm;
    v3_store(H, turn ? v3_zero() : allowed(at->model, at->body, d));
}

static void particle_solve(const inverse_mass *mass, int object, const double *h, double *g)
{
    v3_store(g, v3_scale(mass->model->rigid[mass->model->objects[object].body].inverse_mass, v3_load(h)));
}

static void particle_pose(const hf_model *model, int body, const double *q, body_state *s)
{
    const body_state *start = &model->initial[body];
    v3_store(s->x, v3_add(v3_load(start->x), v3_load(q)));
    memcpy(s->q, start->q, sizeof s->q);
}

static void particle_twist(const hf_model *model, int body, const double *v, double twist[6])
{
    (void)model, (void)body;
    v3_store(twist, v3_load(v));
    v3_store(twist + 3, v3_zero());
}

static void particle_accelerate(const hf_model *model, int body, vec3 linear, vec3 torque, double *a)
{
    (void)torque;
    v3_store(a, allowed(model, body, linear));
}

static void particle_mass(const hf_model *model, int body, double *mass)
{
    for (int k = 0; k < PARTICLE_SIZE; k++) mass[k] = model->rigid[body].mass;
}

static double particle_coordinates(const hf_model *model, int body, const body_state *s, double *q)
{
    const double *a = s->q, *b = model->initial[body].q;
    vec3 way = v3_sub(v3_load(s->x), v3_load(model->initial[body].x)), own = allowed(model, body, way);
    double turned = 0.0;
    for (int k = 0; k < 4; k++) turned += a[k] * b[k];
    v3_store(q, own);
    return fmax(v3_distance(way, own), fabs(fabs(turned) - 1.0));
}

static void particle_admit(const hf_model *model, int body, double *x)
{
    v3_store(x, allowed(model, body, v3_load(x)));
}

static const small_body particle = {.size = PARTICLE_SIZE,
                                    .row = particle_row,
                                    .solve = particle_solve,
                                    .pose = particle_pose,
                                    .twist = particle_twist,
                                    .accelerate = particle_accelerate,
                                    .mass = particle_mass,
                                    .coordinates = particle_coordinates,
                                    .refuses =
                                        "translates along its directions: it can neither be turned nor moved across",
                                    .admit = particle_admit};

const object_methods object_particle = {.name = "particle",
                                        .travels = true,
                                        .small = &particle,
                                        .acceleration = &small_acceleration,
                                        .q_size = PARTICLE_SIZE,
                                        .v_size = PARTICLE_SIZE,
                                        .own_size = PARTICLE_SIZE,
                                        .motion = &small_motion,
                                        .rows = &small_rows,
                                        .state = &small_state,
                                        .queries = &small_queries};
