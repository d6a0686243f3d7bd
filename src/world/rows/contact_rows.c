// Rows of contacts over the degrees of freedom of objects.

#include "world/step_mechanism.h"

int contact_width(const hf_model *model, const hf_contact *contact)
{
    int a = model->body_object[contact->body_a], b = model->body_object[contact->body_b], n = 0;
    if (a >= 0) n += model->objects[a].dof_count;
    if (b >= 0 && b != a) n += model->objects[b].dof_count;
    return n;
}

/// The side of a link of a tree in maximal coordinates.
static int link_row(const step_context *step, int body, vec3 arm, vec3 direction, int *dof, double *H, double *G)
{
    const hf_model *m = step->model;
    int object = m->body_object[body], places[6], *own = dof ? dof : step->mechanism->dof_scratch;
    double row[6], *dense = step->mechanism->rows.dense; // between blocks: it is free
    object_dofs(m, body, places);
    for (int k = 0; k < 6; k++) dense[places[k]] = 0.0;
    object_point(&step->mechanism->middle, body, arm, direction, 1.0, dense, NULL, NULL);
    for (int k = 0; k < 6; k++) row[k] = dense[places[k]];
    int n = object_half(&step->mechanism->mass, object, 6, places, row, own, H, G);
    for (int k = 0; k < n; k++) own[k] += m->objects[object].dof;
    return n;
}

/// One side of a contact of two objects, the way of each kind: rigid bodies directly, links by half rows.
static int side_row(const step_context *step, const hf_contact *contact, int body, vec3 direction, int *dof, double *H,
                    double *G)
{
    const hf_model *m = step->model;
    const model_object *object = &m->objects[m->body_object[body]];
    vec3 arm = v3_sub(v3_load(contact->point), v3_load(step->at[body].x));
    int n = 6;
    if (object->kind == OBJECT_RIGID)
    {
        vec3 moment = v3_cross(arm, direction); // d · (ω × arm) = ω · (arm × d)
        v3_store(H, direction);
        v3_store(H + 3, moment);
        v3_store(G, v3_scale(m->rigid[body].inverse_mass, direction));
        v3_store(G + 3, m3_times(step->inverse[body], moment));
        if (dof)
            for (int k = 0; k < 6; k++) dof[k] = object->dof + k;
        return n;
    }
    if (object->kind == OBJECT_MAXIMAL) return link_row(step, body, arm, direction, dof, H, G);
    const articulated_scratch *scratch = step->world->middle[object->index];
    int link = m->mechanism.body_link[body], *own = dof ? dof : step->mechanism->dof_scratch;
    n = articulated_half_rows(m->mechanism.trees[object->index].articulated, scratch, link,
                              v3_add(scratch->bodies[link].center, arm), 1, &direction, false, own, H, G);
    for (int k = 0; k < n; k++) own[k] += object->dof;
    return n;
}

/// Both sides are links of one tree.
static int inner_row(const step_context *step, const hf_contact *contact, vec3 d, int *dof, double *H, double *G)
{
    row_set *set = &step->mechanism->rows; // between blocks: its scratch is free
    const int body[2] = {contact->body_a, contact->body_b};
    int object = step->model->body_object[body[0]];
    rows_open(set, HF_LAW_CONTACT, 1, 0);
    for (int s = 0; s < 2; s++)
        rows_point(set, 0, body[s], v3_sub(v3_load(contact->point), v3_load(step->at[body[s]].x)), d,
                   s == 0 ? 1.0 : -1.0);
    if (set->failed) return -1;
    return rows_single(set, &step->mechanism->middle, &step->mechanism->mass, object,
                       dof ? dof : step->mechanism->dof_scratch, H, G);
}

int contact_row(const step_context *step, const hf_contact *contact, vec3 d, int *dof, double *H, double *G)
{
    const hf_model *m = step->model;
    int a = m->body_object[contact->body_a], b = m->body_object[contact->body_b];
    if (a == b) return inner_row(step, contact, d, dof, H, G);
    // Degrees of freedom ascend: the object with the lower index comes first.
    bool swapped = a > b;
    int n = 0;
    for (int s = 0; s < 2; s++)
    {
        bool is_a = (s == 0) != swapped;
        if ((is_a ? a : b) < 0) continue;
        n += side_row(step, contact, is_a ? contact->body_a : contact->body_b, is_a ? d : v3_negate(d),
                      dof ? dof + n : NULL, H + n, G + n);
    }
    return n;
}
