#include "world/rows/contact_rows.h"
#include "world/step_mechanism.h"

int contact_row_count(const hf_model *model, const hf_contact *contact)
{
    (void)model, (void)contact; // bodies move in space: the normal and both tangents
    return 3;
}

int contact_width(const hf_model *model, const hf_contact *contact)
{
    int a = model->body_object[contact->body_a], b = model->body_object[contact->body_b], n = 0;
    if (a >= 0) n += model->objects[a].dof_count;
    if (b >= 0 && b != a) n += model->objects[b].dof_count;
    return n;
}

/// One side of a contact of two objects, the way of each kind.
static int side_row(const step_context *step, const hf_contact *contact, int body, vec3 direction, int *dof, double *H,
                    double *G)
{
    vec3 arm = v3_sub(v3_load(contact->point), v3_load(step->at[body].x));
    return object_of_body(step->model, body)->side(step->objects, body, arm, direction, dof, H, G);
}

/// Both sides are links of one tree.
static int inner_row(const step_context *step, const hf_contact *contact, vec3 d, int *dof, double *H, double *G)
{
    row_set *set = &step->mechanism->rows; // between blocks: its scratch is free
    const int body[2] = {contact->body_a, contact->body_b};
    int object = step->model->body_object[body[0]];
    rows_open_single(set);
    for (int s = 0; s < 2; s++)
        rows_point(set, 0, body[s], v3_sub(v3_load(contact->point), v3_load(step->at[body[s]].x)), d,
                   s == 0 ? 1.0 : -1.0);
    return rows_single(set, &step->objects->middle, &step->objects->mass, object, dof, H, G);
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
        n += side_row(step, contact, is_a ? contact->body_a : contact->body_b, is_a ? d : v3_negate(d), dof + n, H + n,
                      G + n);
    }
    return n;
}
