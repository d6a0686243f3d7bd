// A body that stays in a plane: three velocities, two of its centre of mass and one about the plane's normal
// (bodies/planar.h). M is constant and coordinates are a vector: a small_body, without anything to linearize. What
// pushes out of the plane is borne by whatever keeps the body there.

#include "model/small_body.h"

#include "base/elementary.h"
#include "bodies/planar.h"

static planar_body planar_of(const hf_model *model, int body)
{
    return planar_make(v3_load(model->bodies[body].plane), &model->rigid[body], &model->initial[body]);
}

static void planar_row(const small_place *at, bool turn, vec3 arm, vec3 d, double *H)
{
    planar_body p = planar_of(at->model, at->body);
    planar_project(&p, turn ? v3_zero() : d, turn ? d : v3_cross(arm, d), H); // d · (ω n × arm) = ω n · (arm × d)
}

static void planar_solve_mass(const inverse_mass *mass, int object, const double *h, double *g)
{
    planar_body p = planar_of(mass->model, mass->model->objects[object].body);
    planar_solve(&p, h, g);
}

static void planar_pose_at(const hf_model *model, int body, const double *q, body_state *s)
{
    planar_body p = planar_of(model, body);
    planar_pose(&p, q, s);
}

static void planar_twist_at(const hf_model *model, int body, const double *v, double twist[6])
{
    planar_body p = planar_of(model, body);
    planar_twist(&p, v, twist);
}

static void planar_accelerate(const hf_model *model, int body, vec3 linear, vec3 torque, double *a)
{
    planar_body p = planar_of(model, body);
    planar_project(&p, linear, v3_scale(p.inverse_inertia, torque), a);
}

static void planar_mass(const hf_model *model, int body, double *mass)
{
    planar_body p = planar_of(model, body);
    mass[0] = mass[1] = p.mass;
    mass[2] = p.inertia;
}

static double planar_coordinates_at(const hf_model *model, int body, const body_state *s, double *q)
{
    planar_body p = planar_of(model, body);
    return planar_coordinates(&p, v3_load(s->x), quat_load(s->q), q);
}

static bool planar_rests(const hf_model *model, int body, const double *v, double rounding)
{
    return real_hypot(v[0], v[1]) <= rounding && fabs(v[2]) * model->radius[body] <= rounding;
}

static const small_body planar = {.size = PLANAR_SIZE,
                                  .row = planar_row,
                                  .solve = planar_solve_mass,
                                  .pose = planar_pose_at,
                                  .twist = planar_twist_at,
                                  .accelerate = planar_accelerate,
                                  .mass = planar_mass,
                                  .coordinates = planar_coordinates_at,
                                  .refuses = "stays in a plane: it cannot be put or moved out of it",
                                  .rests = planar_rests};

const object_methods object_planar = {.name = "planar",
                                      .travels = true,
                                      .small = &planar,
                                      .acceleration = &small_acceleration,
                                      .q_size = PLANAR_SIZE,
                                      .v_size = PLANAR_SIZE,
                                      .own_size = PLANAR_SIZE,
                                      .motion = &small_motion,
                                      .rows = &small_rows,
                                      .state = &small_state,
                                      .queries = &small_queries};
