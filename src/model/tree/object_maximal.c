// A tree of links in maximal coordinates: its rows. How it moves stands in maximal_motion.c. Its places are those of
// half vectors: six of each unit, and some of joints, which H never touches.

#include "model/model.h"
#include "model/tree/object_tree.h"

#include <string.h>

static const maximal_tree *tree_of(const hf_model *model, int body, int *unit)
{
    const mechanism *m = &model->mechanism;
    const maximal_tree *t = m->trees[m->body_tree[body]].maximal;
    *unit = t->link_unit[m->body_link[body]];
    return t;
}

static vec3 unit_center(const configuration *at, int tree, int unit)
{
    const model_tree *t = &at->model->mechanism.trees[tree];
    const maximal_unit *u = &t->maximal->units[unit];
    vec3 position;
    quat turn;
    configuration_frame(at, at->model->mechanism.links[t->link_begin + u->head], &position, &turn);
    return v3_add(position, quat_rotate(turn, v3_load(u->constants.center)));
}

// ---- bodies ----

static int maximal_dofs(const hf_model *model, int body, int *dofs)
{
    int unit;
    const maximal_tree *t = tree_of(model, body, &unit);
    for (int k = 0; k < 6; k++) dofs[k] = t->place[unit] + k;
    return 6;
}

static void maximal_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                          double *row)
{
    (void)dofs, (void)row;
    int unit;
    const maximal_tree *t = tree_of(at->model, body, &unit);
    vec3 center = unit_center(at, at->model->mechanism.body_tree[body], unit);
    vec3 moment = v3_cross(v3_sub(v3_add(v3_load(at->bodies[body].x), arm), center), d);
    const double entries[6] = {d.x, d.y, d.z, moment.x, moment.y, moment.z};
    for (int k = 0; k < 6; k++) H[t->place[unit] + k] += scale * entries[k];
}

static void maximal_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)dofs, (void)row;
    int unit;
    const maximal_tree *t = tree_of(at->model, body, &unit);
    for (int k = 0; k < 3; k++) H[t->place[unit] + 3 + k] += scale * v3_at(d, k);
}

// ---- joints ----

/// The unit whose joint has this velocity, and which of its velocities it is.
static int unit_of(const hf_model *model, int place_v, int *tree, int *which)
{
    const mechanism *m = &model->mechanism;
    *tree = model->objects[model->dof_object[place_v]].index;
    const model_tree *t = &m->trees[*tree];
    int dof = place_v - t->v, unit = t->maximal->link_unit[t->articulated->dof_link[dof]];
    *which = dof - t->maximal->units[unit].dof;
    return unit;
}

static int maximal_joint_dofs(const hf_model *model, int place_v, int *dofs)
{
    int tree, which, unit = unit_of(model, place_v, &tree, &which);
    const maximal_tree *t = model->mechanism.trees[tree].maximal;
    const int units[2] = {unit, t->units[unit].parent};
    int n = 0;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 6 && units[side] >= 0; k++) dofs[n++] = t->place[units[side]] + k;
    return n;
}

static maximal_pose pose_of(const configuration *at, int body)
{
    maximal_pose frame = {v3_zero(), quat_identity()};
    if (body >= 0) configuration_frame(at, body, &frame.position, &frame.orientation);
    return frame;
}

static void maximal_joint_rate(const configuration *at, int place_v, double scale, double *H)
{
    int tree, which, unit = unit_of(at->model, place_v, &tree, &which);
    const mechanism *m = &at->model->mechanism;
    const model_tree *t = &m->trees[tree];
    const maximal_unit *u = &t->maximal->units[unit];
    int parent = t->articulated->links[u->head].parent;
    maximal_pose below = pose_of(at, parent < 0 ? t->base : m->links[t->link_begin + parent]);
    maximal_pose head = pose_of(at, m->links[t->link_begin + u->head]);
    maximal_joint joint;
    if (!maximal_joint_rows(t->maximal, unit, below, head, at->q + t->q, &joint)) return; // the step has told already
    const int units[2] = {unit, u->parent};
    for (int side = 0; side < 2; side++)
    {
        double row[6];
        if (units[side] < 0) continue;
        maximal_joint_row(&joint, 6 - u->freedom + which, side, unit_center(at, tree, units[side]), row);
        for (int k = 0; k < 6; k++) H[t->maximal->place[units[side]] + k] += scale * row[k];
    }
}

// ---- M̂⁻¹ ----

static int maximal_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out,
                        double *h, double *g)
{
    int tree = mass->model->objects[object].index;
    int n = tree_half_row(mass->maximal[tree]->system, count, dofs, H, out, h);
    memcpy(g, h, (size_t)n * sizeof *g);
    return n;
}

static void maximal_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    int tree = mass->model->objects[object].index;
    const maximal_scratch *s = mass->maximal[tree];
    size_t n = (size_t)mass->model->mechanism.trees[tree].maximal->dimension;
    memset(s->wide, 0, n * sizeof *s->wide);
    tree_half_apply(s->system, z, s->wide);
    memcpy(dv, s->wide, n * sizeof *dv);
}

static int maximal_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    const hf_model *m = step->model;
    int object = m->body_object[body], places[6], *own = dof ? dof : step->dof_scratch;
    double row[6], *dense = step->dense;
    maximal_dofs(m, body, places);
    for (int k = 0; k < 6; k++) dense[places[k]] = 0.0;
    if (turn) maximal_turn(&step->middle, body, d, 1.0, dense, NULL, NULL);
    else maximal_point(&step->middle, body, arm, d, 1.0, dense, NULL, NULL);
    for (int k = 0; k < 6; k++) row[k] = dense[places[k]];
    int n = maximal_half(&step->mass, object, 6, places, row, own, h, g);
    for (int k = 0; k < n; k++) own[k] += m->objects[object].dof;
    return n;
}

// ---- scratch ----

static hf_status maximal_create(const hf_model *model, int object, object_scratch *scratch, hf_error *error)
{
    int tree = model->objects[object].index;
    hf_status status = tree_scratch_create(model, object, scratch, error);
    return status == HF_STATUS_OK
               ? maximal_scratch_create(model->mechanism.trees[tree].maximal, &scratch->maximal[tree], error)
               : status;
}

static void maximal_destroy(const hf_model *model, int object, object_scratch *scratch)
{
    tree_scratch_destroy(model, object, scratch);
    maximal_scratch_destroy(scratch->maximal[model->objects[object].index]);
}

static const object_motion motion_methods = {.begin = maximal_begin,
                                             .free = maximal_free,
                                             .take = maximal_take,
                                             .move = maximal_move,
                                             .displace = maximal_displace,
                                             .way = maximal_way,
                                             .stand = maximal_stand};

static const object_rows row_methods = {.dofs = maximal_dofs,
                                        .point = maximal_point,
                                        .turn = maximal_turn,
                                        .joint_dofs = maximal_joint_dofs,
                                        .joint = maximal_joint_rate,
                                        .half = maximal_half,
                                        .respond = maximal_respond,
                                        .side = maximal_side};

const object_methods object_maximal = {.name = "maximal",
                                       .make = MADE_OF_LINKS,
                                       .fixed_masses = "trees in maximal coordinates",
                                       .instead_of_masses = "take reduced coordinates",
                                       .instead_of_stepping = "reduced coordinates",
                                       .q_size = 7,
                                       .v_size = 6,
                                       .create = maximal_create,
                                       .destroy = maximal_destroy,
                                       .motion = &motion_methods,
                                       .rows = &row_methods,
                                       .state = &tree_state_methods,
                                       .queries = &tree_query_methods};
