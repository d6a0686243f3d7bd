// What rows need of objects, by kind.

#include "model/model.h"
#include "model/object.h"

#include <string.h>

// ---- where things are ----

void configuration_frame(const configuration *at, int body, vec3 *position, quat *orientation)
{
    rigid_frame(&at->model->rigid[body], &at->bodies[body], position, orientation);
}

void configuration_take_links(const configuration *at, int tree)
{
    const mechanism *m = &at->model->mechanism;
    const model_tree *t = &m->trees[tree];
    const articulated_body *links = at->trees[tree]->bodies;
    for (int k = 0; k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k];
        v3_store(at->bodies[body].x, links[k].center);
        quat_store(at->bodies[body].q,
                   quat_multiply(links[k].orientation, quat_load(at->model->rigid[body].principal)));
    }
}

void configuration_take_velocities(const configuration *at, int tree)
{
    const mechanism *m = &at->model->mechanism;
    const model_tree *t = &m->trees[tree];
    for (int k = 0; k < t->link_count; k++)
    {
        const articulated_body *link = &at->trees[tree]->bodies[k];
        rigid_state *body = &at->bodies[m->links[t->link_begin + k]];
        v3_store(body->v, v3_add(link->linear, v3_cross(link->angular, v3_sub(link->center, link->position))));
        v3_store(body->L, link->angular);
    }
}

articulated_base configuration_base(const configuration *at, int tree)
{
    articulated_base base = articulated_base_fixed();
    int body = at->model->mechanism.trees[tree].base;
    if (body >= 0) configuration_frame(at, body, &base.position, &base.orientation);
    return base;
}

void configuration_pose_tree(const configuration *at, int tree)
{
    const model_tree *t = &at->model->mechanism.trees[tree];
    articulated_base base = configuration_base(at, tree);
    articulated_kinematics(t->articulated, at->trees[tree], &base, at->q + t->q);
    configuration_take_links(at, tree);
}

// ---- rigid ----

static int rigid_dofs(const hf_model *model, int body, int *dofs)
{
    (void)model, (void)body;
    for (int k = 0; k < 6; k++) dofs[k] = k;
    return 6;
}

static void rigid_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                        double *row)
{
    (void)at, (void)body, (void)dofs, (void)row;
    vec3 moment = v3_cross(arm, d); // d · (ω × arm) = ω · (arm × d)
    const double entries[6] = {d.x, d.y, d.z, moment.x, moment.y, moment.z};
    for (int k = 0; k < 6; k++) H[k] += scale * entries[k];
}

static void rigid_turning(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    (void)at, (void)body, (void)dofs, (void)row;
    H[3] += scale * d.x;
    H[4] += scale * d.y;
    H[5] += scale * d.z;
}

static int rigid_half(const inverse_mass *mass, int body, int count, const int *dofs, const double *H, int *out,
                      double *h, double *g)
{
    double full[6] = {0};
    for (int k = 0; k < count; k++) full[dofs[k]] = H[k];
    for (int k = 0; k < 6; k++) out[k] = k;
    memcpy(h, full, sizeof full);
    v3_store(g, v3_scale(mass->model->rigid[body].inverse_mass, v3_load(full)));
    v3_store(g + 3, m3_times(mass->inverse[body], v3_load(full + 3)));
    return 6;
}

static void rigid_respond(const inverse_mass *mass, int body, const double *z, double *dv)
{
    (void)mass, (void)body;
    if (dv != z) memcpy(dv, z, 6 * sizeof *dv);
}

// ---- articulated ----

static int links_dofs(const hf_model *model, int body, int *dofs)
{
    const mechanism *m = &model->mechanism;
    return articulated_branch(m->trees[m->body_tree[body]].articulated, m->body_link[body], dofs);
}

static void links_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                        double *row)
{
    const mechanism *m = &at->model->mechanism;
    int tree = m->body_tree[body], link = m->body_link[body];
    const articulated_scratch *scratch = at->trees[tree];
    int n = articulated_row(m->trees[tree].articulated, scratch, link, v3_add(scratch->bodies[link].center, arm), d,
                            dofs, row);
    for (int k = 0; k < n; k++) H[dofs[k]] += scale * row[k];
}

static void links_turning(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    const mechanism *m = &at->model->mechanism;
    int tree = m->body_tree[body];
    int n = articulated_row_angular(m->trees[tree].articulated, at->trees[tree], m->body_link[body], d, dofs, row);
    for (int k = 0; k < n; k++) H[dofs[k]] += scale * row[k];
}

static int links_half(const inverse_mass *mass, int tree, int count, const int *dofs, const double *H, int *out,
                      double *h, double *g)
{
    const articulated_tree *t = mass->model->mechanism.trees[tree].articulated;
    return articulated_half_sparse(t, mass->trees[tree], count, dofs, H, out, h, g);
}

static void links_respond(const inverse_mass *mass, int tree, const double *z, double *dv)
{
    articulated_half_apply(mass->model->mechanism.trees[tree].articulated, mass->trees[tree], z, dv);
}

static int links_joint_dofs(const hf_model *model, int place_v, int *dofs)
{
    dofs[0] = place_v - model->object_v[model->dof_object[place_v]];
    return 1;
}

static void links_joint_rate(const configuration *at, int place_v, double scale, double *H)
{
    H[place_v - at->model->object_v[at->model->dof_object[place_v]]] += scale;
}

// ---- by kind ----

static const struct object_rows
{
    int (*dofs)(const hf_model *model, int body, int *dofs);
    void (*point)(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs, double *row);
    void (*turn)(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row);
    int (*joint_dofs)(const hf_model *model, int place_v, int *dofs);
    void (*joint)(const configuration *at, int place_v, double scale, double *H);
    int (*half)(const inverse_mass *mass, int index, int count, const int *dofs, const double *H, int *out, double *h,
                double *g);
    void (*respond)(const inverse_mass *mass, int index, const double *z, double *dv);
} kinds[OBJECT_KIND_COUNT] = {
    [OBJECT_RIGID] = {rigid_dofs, rigid_point, rigid_turning, NULL, NULL, rigid_half, rigid_respond},
    [OBJECT_REDUCED] = {links_dofs, links_point, links_turning, links_joint_dofs, links_joint_rate, links_half,
                        links_respond},
    [OBJECT_MAXIMAL] = {object_tree_dofs, object_tree_point, object_tree_turn, object_tree_joint_dofs,
                        object_tree_joint, object_tree_half, object_tree_respond},
};

static const struct object_rows *rows_of(const hf_model *model, int body)
{
    return &kinds[model->objects[model->body_object[body]].kind];
}

int object_dofs(const hf_model *model, int body, int *dofs)
{
    return rows_of(model, body)->dofs(model, body, dofs);
}

void object_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs, double *row)
{
    rows_of(at->model, body)->point(at, body, arm, d, scale, H, dofs, row);
}

void object_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    rows_of(at->model, body)->turn(at, body, d, scale, H, dofs, row);
}

int object_joint_dofs(const hf_model *model, int place_v, int *dofs)
{
    return kinds[model->objects[model->dof_object[place_v]].kind].joint_dofs(model, place_v, dofs);
}

void object_joint(const configuration *at, int place_v, double scale, double *H)
{
    kinds[at->model->objects[at->model->dof_object[place_v]].kind].joint(at, place_v, scale, H);
}

int object_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out, double *h,
                double *g)
{
    const model_object *o = &mass->model->objects[object];
    return kinds[o->kind].half(mass, o->index, count, dofs, H, out, h, g);
}

void object_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    const model_object *o = &mass->model->objects[object];
    kinds[o->kind].respond(mass, o->index, z, dv);
}
