// Free bodies that loops join: rows and state. How they move stands in joined_motion.c. Places are those of half
// vectors: six of each body, and some of joints, which H never touches.

#include "model/joined/joined_motion.h"
#include "model/object_rigid.h"

#include <string.h>

static const joined_set *set_of(const hf_model *model, int object)
{
    return &model->joined[model->objects[object].index];
}

/// Where the velocities of a body begin; bodies are ascending.
static int place_of(const hf_model *model, int body)
{
    const joined_set *set = &model->joined[model->body_joined[body]];
    int low = 0, high = set->body_count - 1;
    while (low < high)
    {
        int middle = (low + high) / 2;
        if (set->bodies[middle] < body) low = middle + 1;
        else high = middle;
    }
    return set->place[low];
}

// ---- rows ----

static int joined_dofs(const hf_model *model, int body, int *dofs)
{
    int place = place_of(model, body);
    for (int k = 0; k < 6; k++) dofs[k] = place + k;
    return 6;
}

static void joined_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                         double *row)
{
    (void)dofs, (void)row;
    vec3 moment = v3_cross(arm, d);
    const double entries[6] = {d.x, d.y, d.z, moment.x, moment.y, moment.z};
    H += place_of(at->model, body);
    for (int k = 0; k < 6; k++) H[k] += scale * entries[k];
}

static void joined_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)dofs, (void)row;
    H += place_of(at->model, body) + 3;
    for (int k = 0; k < 3; k++) H[k] += scale * v3_at(d, k);
}

static int joined_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out,
                       double *h, double *g)
{
    const joined_scratch *s = mass->joined[mass->model->objects[object].index];
    int n = tree_half_row(s->system, count, dofs, H, out, h);
    memcpy(g, h, (size_t)n * sizeof *g);
    return n;
}

static void joined_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    int index = mass->model->objects[object].index;
    const joined_scratch *s = mass->joined[index];
    const joined_set *set = &mass->model->joined[index];
    tree_half_apply(s->system, z, s->wide);
    for (int b = 0; b < set->body_count; b++) memcpy(dv + set->place[b], s->wide + set->place[b], 6 * sizeof *dv);
}

static int joined_side_rows(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h,
                            double *g)
{
    const hf_model *m = step->model;
    int object = m->body_object[body], places[6], *own = dof ? dof : step->dof_scratch;
    vec3 force = turn ? v3_zero() : d, moment = turn ? d : v3_cross(arm, d);
    const double row[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    joined_dofs(m, body, places);
    int n = joined_half(&step->mass, object, 6, places, row, own, h, g);
    for (int k = 0; k < n; k++) own[k] += m->objects[object].dof;
    return n;
}

static void joined_settle(object_step *step, int object)
{
    const joined_set *set = set_of(step->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_settle(&step->after, set->bodies[b]);
}

// ---- the state ----

static void joined_start(const configuration *at, double *v, int object)
{
    (void)v;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_start(at, set->bodies[b]);
}

static void joined_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    (void)v;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_read(at, set->bodies[b], q, out);
}

static void joined_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    (void)v;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_write(at, set->bodies[b], q, in);
}

static hf_status joined_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_mass_matrix(at, set->bodies[b], M, n);
    return HF_STATUS_OK;
}

static hf_status joined_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                             double *bias, hf_error *error)
{
    (void)v, (void)error;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_bias(at, settings, set->bodies[b], bias);
    return HF_STATUS_OK;
}

static hf_status joined_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n, hf_error *error)
{
    (void)error;
    rigid_body_jacobian(at, body, point, J, n);
    return HF_STATUS_OK;
}

static hf_status joined_dynamics(const configuration *at, const double *v, const hf_settings *settings, int object,
                                 bool inverse, double *force, double *a, hf_error *error)
{
    (void)v, (void)error;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_dynamics(at, settings, set->bodies[b], inverse, force, a);
    return HF_STATUS_OK;
}

static void joined_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                          double *kinetic, double *potential)
{
    (void)v;
    const joined_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_energy(at, settings, set->bodies[b], kinetic, potential);
}

// ---- scratch ----

static hf_status joined_create(const hf_model *model, int object, object_scratch *scratch, hf_error *error)
{
    int index = model->objects[object].index;
    return joined_scratch_create(model, index, &scratch->joined[index], error);
}

static void joined_destroy(const hf_model *model, int object, object_scratch *scratch)
{
    joined_scratch_destroy(scratch->joined[model->objects[object].index]);
}

const object_methods object_joined = {.name = "joined",
                                      .q_size = 7,
                                      .v_size = 6,
                                      .create = joined_create,
                                      .destroy = joined_destroy,
                                      .begin = joined_begin,
                                      .free = joined_free_motion,
                                      .dofs = joined_dofs,
                                      .point = joined_point,
                                      .turn = joined_turn,
                                      .half = joined_half,
                                      .respond = joined_respond,
                                      .side = joined_side_rows,
                                      .take = joined_take,
                                      .move = joined_move,
                                      .displace = joined_displace,
                                      .way = joined_way,
                                      .settle = joined_settle,
                                      .stand = joined_stand,
                                      .start = joined_start,
                                      .read = joined_read,
                                      .write = joined_write,
                                      .mass_matrix = joined_mass_matrix,
                                      .bias = joined_bias,
                                      .jacobian = joined_jacobian,
                                      .dynamics = joined_dynamics,
                                      .energy = joined_energy,
                                      .place = rigid_body_place,
                                      .save = rigid_body_save,
                                      .load = rigid_body_load};
