// One contact: its frame, its velocity, its impulse.

#include "base/elementary.h"
#include "world/step.h"

#include <math.h>

int contact_order(int shape_a, int shape_b, uint64_t id, const hf_contact *c)
{
    if (shape_a != c->shape_a) return shape_a < c->shape_a ? -1 : 1;
    if (shape_b != c->shape_b) return shape_b < c->shape_b ? -1 : 1;
    return (id > c->id) - (id < c->id);
}

bool contact_is_flat(const hf_model *model, const hf_contact *contact, vec3 *plane)
{
    const double IN_PLANE = 1e-6; // sine
    return object_contact_plane(model, contact->body_a, contact->body_b, plane) &&
           fabs(v3_dot(v3_load(contact->normal), *plane)) <= IN_PLANE;
}

bool contact_is_elliptic(const hf_contact *c)
{
    const hf_friction_coefficients *f = &c->coefficients;
    return f->tangent[0] != f->tangent[1] || (c->condim == 6 && f->rolling[0] != f->rolling[1]);
}

/// The tangent that an ellipse's first coefficient belongs to: an axis of the world, as in MuJoCo.
static vec3 first_tangent(vec3 n)
{
    vec3 y = fabs(n.y) < 0.5 ? v3(0, 1, 0) : v3(0, 0, 1);
    return v3_unit_or(v3_add_scaled(y, -v3_dot(n, y), n), v3_perpendicular(n));
}

void contact_set_normal(const hf_model *model, vec3 n, hf_contact *contact)
{
    vec3 plane;
    vec3 tangent = contact_is_elliptic(contact) ? first_tangent(n) : v3_perpendicular(n);
    if (model->grains && v3_norm2(v3_load(contact->tangent)) > 0.0) // a grain stays as it was laid
    {
        vec3 laid = v3_load(contact->tangent);
        tangent = v3_unit_or(v3_add_scaled(laid, -v3_dot(n, laid), n), tangent);
    }
    v3_store(contact->normal, n);
    v3_store(contact->tangent, tangent);
    if (!contact_is_flat(model, contact, &plane)) return;
    n = v3_unit_or(v3_add_scaled(n, -v3_dot(n, plane), plane), n);
    v3_store(contact->normal, n);
    v3_store(contact->tangent, v3_cross(plane, n));
}

void contact_describe(const step_context *step, const contact_point *point, hf_contact *contact)
{
    const hf_model *model = step->model;
    double mu = step->world->settings.law.coefficient;
    *contact = (hf_contact){.id = point->id,
                            .shape_a = point->shape_a,
                            .shape_b = point->shape_b,
                            .body_a = collide_shape(model->scene, point->shape_a)->body,
                            .body_b = collide_shape(model->scene, point->shape_b)->body,
                            .gap = point->gap};
    contact_surface surface = model_surface(model, point->shape_a, point->shape_b);
    if (mu >= 0.0) surface.friction.tangent[0] = surface.friction.tangent[1] = mu;
    contact->condim = surface.condim;
    contact->coefficients = surface.friction;
    contact->mu = fmax(surface.friction.tangent[0], surface.friction.tangent[1]);
    contact->restitution = surface.restitution;
    v3_store(contact->point, v3_load(point->point));
    contact_set_normal(model, v3_load(point->normal), contact);
}

void contact_axes(const hf_contact *c, vec3 axis[3])
{
    axis[0] = v3_load(c->normal);
    axis[1] = v3_load(c->tangent);
    axis[2] = v3_cross(axis[0], axis[1]);
}

void contact_arms(const step_context *step, const hf_contact *contact, vec3 arm[2])
{
    const int body[2] = {contact->body_a, contact->body_b}, *object = step->model->body_object;
    const body_state *middle = step->objects ? step->objects->middle.bodies : NULL;
    vec3 p = v3_load(contact->point);
    for (int s = 0; s < 2; s++) arm[s] = v3_sub(p, v3_load(step->at[body[s]].x));
    if (!middle || object[body[0]] < 0 || object[body[0]] != object[body[1]]) return;
    vec3 apart = v3_sub(v3_add(v3_load(middle[body[0]].x), arm[0]), v3_add(v3_load(middle[body[1]].x), arm[1]));
    arm[0] = v3_add_scaled(arm[0], -0.5, apart);
    arm[1] = v3_add_scaled(arm[1], 0.5, apart);
}

vec3 contact_velocity(const step_context *step, const hf_contact *contact, double (*v)[6])
{
    const int body[2] = {contact->body_a, contact->body_b};
    vec3 at[2], arm[2];
    contact_arms(step, contact, arm);
    for (int s = 0; s < 2; s++) at[s] = twist_velocity(step->model, v, body[s], arm[s]);
    return v3_add(v3_sub(at[0], at[1]), v3_load(contact->surface));
}

vec3 contact_spin(const hf_contact *contact, double (*v)[6])
{
    return v3_sub(v3_load(v[contact->body_a] + 3), v3_load(v[contact->body_b] + 3));
}

/// A vector of the contact frame in world axes.
static vec3 from_frame(const hf_contact *c, const double x[3])
{
    vec3 axis[3];
    contact_axes(c, axis);
    return v3_add(v3_scale(x[0], axis[0]), v3_add_scaled(v3_scale(x[1], axis[1]), x[2], axis[2]));
}

vec3 contact_impulse(const hf_contact *c)
{
    return from_frame(c, c->r);
}

vec3 contact_moment(const hf_contact *c)
{
    return from_frame(c, c->moment);
}

void contact_apply(const step_context *step, const hf_contact *c, const configuration *to)
{
    vec3 impulse = contact_impulse(c);
    for (int s = 0; s < 2; s++)
    {
        int body = s == 0 ? c->body_a : c->body_b;
        const object_methods *kind = object_of_body(step->model, body);
        if (!kind || !kind->motion->strike) continue;
        vec3 arm = v3_sub(v3_load(c->point), v3_load(step->at[body].x));
        kind->motion->strike(step->objects, body, s == 0 ? 1.0 : -1.0, false, arm, impulse, to);
        if (c->condim > 3)
            kind->motion->strike(step->objects, body, s == 0 ? 1.0 : -1.0, true, arm, contact_moment(c), to);
    }
}

double slip_share(const hf_settings *settings)
{
    static const double PI = 3.14159265358979323846;
    const hf_friction_law law = hf_settings_friction(settings);
    return law.kind == HF_FRICTION_PYRAMID ? real_cos(PI / law.sides) : 1.0;
}

/// Tangential impulse; where the cone is an ellipse, what it would be on the circle of its larger coefficient.
static double tangential_impulse(const hf_contact *c)
{
    const double *a = c->coefficients.tangent;
    bool ellipse = a[0] != a[1] && a[0] > 0.0 && a[1] > 0.0;
    return ellipse ? c->mu * real_hypot(c->r[1] / a[0], c->r[2] / a[1]) : real_hypot(c->r[1], c->r[2]);
}

double contact_margin(const hf_contact *c)
{
    return c->mu * c->r[0] - tangential_impulse(c);
}

hf_contact_status contact_classify(const hf_contact *c, double share)
{
    if (!(c->r[0] > 0.0)) return HF_CONTACT_OPEN;
    double r_t = tangential_impulse(c), u_t = real_hypot(c->u[1], c->u[2]);
    const double INSIDE = 1e-9; // relative: a contact that slips has its impulse on the cone
    const double STILL = 1e-8;  // [m/s] above what the certificate leaves
    return r_t >= (1.0 - INSIDE) * share * c->mu * c->r[0] && u_t > STILL ? HF_CONTACT_SLIP : HF_CONTACT_STICK;
}
