// Free bodies that loops join: rows and state. How they move stands in constraint_tree_motion.c. Places are those of
// half vectors: six of each body, and some of joints, which H never touches.

#include "model/constraint_tree/constraint_tree_motion.h"
#include "model/object_rigid.h"

#include <string.h>

static const constraint_tree_set *set_of(const hf_model *model, int object)
{
    return &model->constraint_trees[model->objects[object].index];
}

/// Where the velocities of a body begin; bodies are ascending.
static int place_of(const hf_model *model, int body)
{
    const constraint_tree_set *set = &model->constraint_trees[model->body_constraint_tree[body]];
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

static int constraint_tree_dofs(const hf_model *model, int body, int *dofs)
{
    int place = place_of(model, body);
    for (int k = 0; k < 6; k++) dofs[k] = place + k;
    return 6;
}

static void constraint_tree_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H,
                                  int *dofs, double *row)
{
    (void)dofs, (void)row;
    vec3 moment = v3_cross(arm, d);
    const double entries[6] = {d.x, d.y, d.z, moment.x, moment.y, moment.z};
    H += place_of(at->model, body);
    for (int k = 0; k < 6; k++) H[k] += scale * entries[k];
}

static void constraint_tree_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs,
                                 double *row)
{
    (void)dofs, (void)row;
    H += place_of(at->model, body) + 3;
    for (int k = 0; k < 3; k++) H[k] += scale * v3_at(d, k);
}

static int constraint_tree_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H,
                                int *out, double *h, double *g)
{
    const constraint_tree_scratch *s = mass->constraint_trees[mass->model->objects[object].index];
    int n = tree_half_row(s->system, count, dofs, H, out, h);
    memcpy(g, h, (size_t)n * sizeof *g);
    return n;
}

static int constraint_tree_halves(const inverse_mass *mass, int object, int rows, int count, const int *dofs, double *H,
                                  double (*room)[4], int *out, double *h, double *g, size_t apart)
{
    const constraint_tree_scratch *s = mass->constraint_trees[mass->model->objects[object].index];
    int n = tree_half_rows(s->system, rows, count, dofs, H, room, out, h, apart);
    for (int r = 0; r < rows; r++) memcpy(g + (size_t)r * apart, h + (size_t)r * apart, (size_t)n * sizeof *g);
    return n;
}

static void constraint_tree_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    int index = mass->model->objects[object].index;
    const constraint_tree_scratch *s = mass->constraint_trees[index];
    const constraint_tree_set *set = &mass->model->constraint_trees[index];
    tree_half_apply(s->system, z, s->wide);
    for (int b = 0; b < set->body_count; b++) memcpy(dv + set->place[b], s->wide + set->place[b], 6 * sizeof *dv);
}

static int constraint_tree_side_rows(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof,
                                     double *h, double *g)
{
    const hf_model *m = step->model;
    int object = m->body_object[body], places[6], *own = dof ? dof : step->dof_scratch;
    vec3 force = turn ? v3_zero() : d, moment = turn ? d : v3_cross(arm, d);
    const double row[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    constraint_tree_dofs(m, body, places);
    int n = constraint_tree_half(&step->mass, object, 6, places, row, own, h, g);
    for (int k = 0; k < n; k++) own[k] += m->objects[object].dof;
    return n;
}

static void constraint_tree_settle(object_step *step, int object)
{
    const constraint_tree_set *set = set_of(step->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_settle(&step->after, set->bodies[b]);
}

// ---- the state ----

static void constraint_tree_start(const configuration *at, double *v, int object)
{
    (void)v;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_start(at, set->bodies[b]);
}

static void constraint_tree_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    (void)v;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_read(at, set->bodies[b], q, out);
}

static void constraint_tree_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    (void)v;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_write(at, set->bodies[b], q, in);
}

static hf_status constraint_tree_mass_matrix(const configuration *at, int object, double *M, size_t n, hf_error *error)
{
    (void)error;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_mass_matrix(at, set->bodies[b], M, n);
    return HF_STATUS_OK;
}

static hf_status constraint_tree_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                                      double *bias, hf_error *error)
{
    (void)v, (void)error;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_bias(at, settings, set->bodies[b], bias);
    return HF_STATUS_OK;
}

static hf_status constraint_tree_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n,
                                          hf_error *error)
{
    (void)error;
    rigid_body_jacobian(at, body, point, J, n);
    return HF_STATUS_OK;
}

static hf_status constraint_tree_dynamics(const configuration *at, const double *v, const hf_settings *settings,
                                          int object, bool inverse, double *force, double *a, hf_error *error)
{
    (void)v, (void)error;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_dynamics(at, settings, set->bodies[b], inverse, force, a);
    return HF_STATUS_OK;
}

static void constraint_tree_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                                   double *kinetic, double *potential)
{
    (void)v;
    const constraint_tree_set *set = set_of(at->model, object);
    for (int b = 0; b < set->body_count; b++) rigid_body_energy(at, settings, set->bodies[b], kinetic, potential);
}

// ---- scratch ----

static hf_status constraint_tree_create(const hf_model *model, int object, object_scratch *scratch, hf_error *error)
{
    int index = model->objects[object].index;
    return constraint_tree_scratch_create(model, index, &scratch->constraint_trees[index], error);
}

static void constraint_tree_destroy(const hf_model *model, int object, object_scratch *scratch)
{
    constraint_tree_scratch_destroy(scratch->constraint_trees[model->objects[object].index]);
}

static const object_motion motion_methods = {.begin = constraint_tree_begin,
                                             .free = constraint_tree_free_motion,
                                             .take = constraint_tree_take,
                                             .move = constraint_tree_move,
                                             .displace = constraint_tree_displace,
                                             .way = constraint_tree_way,
                                             .settle = constraint_tree_settle,
                                             .stand = constraint_tree_stand};

static const object_rows row_methods = {.dofs = constraint_tree_dofs,
                                        .point = constraint_tree_point,
                                        .turn = constraint_tree_turn,
                                        .half = constraint_tree_half,
                                        .halves = constraint_tree_halves,
                                        .respond = constraint_tree_respond,
                                        .side = constraint_tree_side_rows};

static const object_state state_methods = {.start = constraint_tree_start,
                                           .read = constraint_tree_read,
                                           .write = constraint_tree_write,
                                           .place = rigid_body_place,
                                           .save = rigid_body_save,
                                           .load = rigid_body_load};

static const object_queries query_methods = {.mass_matrix = constraint_tree_mass_matrix,
                                             .bias = constraint_tree_bias,
                                             .jacobian = constraint_tree_jacobian,
                                             .dynamics = constraint_tree_dynamics,
                                             .energy = constraint_tree_energy};

const object_methods object_constraint_tree = {.name = "constraint tree",
                                               .make = MADE_OF_LOOPED_BODIES,
                                               .keeps_momentum = true,
                                               .instead_of_stepping = "separate_loops",
                                               .q_size = 7,
                                               .v_size = 6,
                                               .create = constraint_tree_create,
                                               .destroy = constraint_tree_destroy,
                                               .motion = &motion_methods,
                                               .rows = &row_methods,
                                               .state = &state_methods,
                                               .queries = &query_methods};
