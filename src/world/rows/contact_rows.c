#include "world/rows/contact_rows.h"
#include "world/step_mechanism.h"

#include <math.h>

int contact_row_count(const hf_model *model, const hf_contact *contact)
{
    vec3 plane;
    if (contact_is_flat(model, contact, &plane)) return 2;
    if (contact->condim <= 3 || body_is_segment(model, contact->body_a) || body_is_segment(model, contact->body_b))
        return 3;
    return contact->condim;
}

bool contact_adds_nothing(const hf_model *model, const step_contact *contacts, int count)
{
    const double ACROSS = 1e-6; // sine: a normal nearer to the plane's does not push within it
    const double SAME = 1e-7;   // of the smaller body's radius
    const double ALIKE = 1e-6;  // sine: in a notch two normals push at one place
    const hf_contact *c = &contacts[count - 1].record;
    vec3 plane;
    if (!object_contact_plane(model, c->body_a, c->body_b, &plane)) return false;
    if (v3_norm(v3_cross(v3_load(c->normal), plane)) <= ACROSS) return true;
    double near = SAME * fmin(model->radius[c->body_a], model->radius[c->body_b]);
    if (contacts[count - 1].row_count != 2) return false;
    for (int k = count - 2; k >= 0; k--)
    {
        const hf_contact *other = &contacts[k].record;
        if (other->shape_a != c->shape_a || other->shape_b != c->shape_b) return false;
        vec3 way = v3_sub(v3_load(c->point), v3_load(other->point));
        vec3 turn = v3_cross(v3_load(c->normal), v3_load(other->normal));
        if (v3_norm(v3_cross(way, plane)) <= near && v3_norm(turn) <= ALIKE) return true;
    }
    return false;
}

int contact_width(const hf_model *model, const hf_contact *contact)
{
    int a = model->body_object[contact->body_a], b = model->body_object[contact->body_b], n = 0;
    if (a >= 0) n += model->objects[a].dof_count;
    if (b >= 0 && b != a) n += model->objects[b].dof_count;
    return n;
}

/// *n += entries of one side. False if they are not known.
static bool add_side_width(const hf_model *model, int body, size_t *n)
{
    if (model->body_object[body] < 0) return true;
    const object_methods *kind = object_of_body(model, body);
    if (!kind->rows->side_width) return false;
    *n += (size_t)kind->rows->side_width(model, body);
    return true;
}

bool contact_width_known(const hf_model *model, const hf_contact *contact, size_t *width)
{
    *width = 0;
    return model->body_object[contact->body_a] != model->body_object[contact->body_b] &&
           add_side_width(model, contact->body_a, width) && add_side_width(model, contact->body_b, width);
}

/// One side of a contact of two objects, the way of each kind.
static int side_row(const step_context *step, const hf_contact *contact, int body, bool turn, vec3 direction, int *dof,
                    double *H, double *G)
{
    vec3 arm = v3_sub(v3_load(contact->point), v3_load(step->at[body].x));
    return object_of_body(step->model, body)->rows->side(step->objects, body, turn, arm, direction, dof, H, G);
}

/// Both sides are links of one tree.
static int inner_row(const step_context *step, const hf_contact *contact, bool turn, vec3 d, int *dof, double *H,
                     double *G)
{
    row_set *set = &step->mechanism->rows; // between blocks: its scratch is free
    const int body[2] = {contact->body_a, contact->body_b};
    int object = step->model->body_object[body[0]];
    vec3 arm[2];
    contact_arms(step, contact, arm);
    rows_open_single(set);
    for (int s = 0; s < 2; s++)
        if (turn) rows_turn(set, 0, body[s], d, s == 0 ? 1.0 : -1.0);
        else rows_point(set, 0, body[s], arm[s], d, s == 0 ? 1.0 : -1.0);
    return rows_single(set, &step->objects->middle, &step->objects->mass, object, dof, H, G);
}

int contact_row(const step_context *step, const hf_contact *contact, bool turn, vec3 d, int *dof, double *H, double *G)
{
    const hf_model *m = step->model;
    int a = m->body_object[contact->body_a], b = m->body_object[contact->body_b];
    if (a == b) return inner_row(step, contact, turn, d, dof, H, G);
    // Degrees of freedom ascend: the object with the lower index comes first.
    bool swapped = a > b;
    int n = 0;
    for (int s = 0; s < 2; s++)
    {
        bool is_a = (s == 0) != swapped;
        if ((is_a ? a : b) < 0) continue;
        n += side_row(step, contact, is_a ? contact->body_a : contact->body_b, turn, is_a ? d : v3_negate(d), dof + n,
                      H + n, G + n);
    }
    return n;
}

/// *n += entries of one side of a contact in a row. False if its rows are made one by one.
static bool add_sides_width(const step_context *step, int body, int *n)
{
    if (step->model->body_object[body] < 0) return true;
    const object_methods *kind = object_of_body(step->model, body);
    if (!kind->rows->sides) return false;
    *n += kind->rows->sides(step->objects, body, v3_zero(), 0, NULL, 0, NULL, NULL, NULL);
    return true;
}

int contact_rows_abreast(const step_context *step, const hf_contact *contact, int count, const vec3 d[3], int *dof,
                         double *H, double *G)
{
    const hf_model *m = step->model;
    const int body[2] = {contact->body_a, contact->body_b},
              object[2] = {m->body_object[body[0]], m->body_object[body[1]]};
    int width = 0, n = 0;
    if (object[0] == object[1] || !add_sides_width(step, body[0], &width) || !add_sides_width(step, body[1], &width))
        return -1;
    vec3 back[3];
    for (int k = 0; k < count; k++) back[k] = v3_negate(d[k]);
    for (int s = 0; s < 2; s++) // as in contact_row
    {
        int side = object[0] > object[1] ? 1 - s : s;
        if (object[side] < 0) continue;
        vec3 arm = v3_sub(v3_load(contact->point), v3_load(step->at[body[side]].x));
        n += object_of_body(m, body[side])
                 ->rows->sides(step->objects, body[side], arm, count, side == 0 ? d : back, width, dof + n, H + n,
                               G + n);
    }
    return n;
}
