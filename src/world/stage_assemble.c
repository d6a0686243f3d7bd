// Stage ASSEMBLE: from points that touch to the contact problem.
//
//   u = H v,   v = v_f + M⁻¹ Hᵀ r      ►      W = H M⁻¹ Hᵀ,   b = H v_f + shift e_N
//
// shift, by cases (a: free acceleration of u_N, u: u_N before the step, e: restitution):
//   not touching, gap > 0         gap / h          u_N >= -gap/h: they may come to touch, not farther
//   touching or overlapping       0                u_N >= 0; overlap is removed by stage CORRECT, not by velocity
//   collision with e > 0          -w               u_N >= w, the speed of the rebound
//
// w is the speed at the *end of the step* that has the energy of Newton's law at the moment of impact (u_impact² = u² - 2 a gap, rebound at
// e u_impact), given that the step then moves the bodies by h w:   ½ w² - a (gap + h w) = ½ e² u_impact². Without acceleration it is just
// -e u; with it, heights of bounces follow e^2n whatever h is. A collision is one that closes the gap within this step, and faster than the free
// acceleration alone makes in a step; slower ones do not rebound, so that e < 1 comes to rest.
//
// Impulses are measured in units of a mass near the lightest effective one (a power of two: no rounding), so that the certificate, which adds
// impulses and velocities, means the same for grains and for ships.

#include "world/world.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

vec3 contact_velocity(const step_context *step, const hf_contact *contact, double (*v)[6])
{
    vec3 p = v3_load(contact->point);
    const int body[2] = {contact->body_a, contact->body_b};
    vec3 at[2];
    for (int s = 0; s < 2; s++)
    {
        const double *twist = v[body[s]];
        vec3 arm = v3_sub(p, v3_load(step->at[body[s]].x));
        at[s] = v3_add(v3_load(twist), v3_cross(v3_load(twist + 3), arm));
    }
    return v3_sub(at[0], at[1]);
}

int contact_row(const step_context *step, const hf_contact *contact, vec3 d, int *dof, double *H, double *G)
{
    const rigid_constants *rigid = step->model->rigid;
    // Degrees of freedom ascend: the body with the lower index comes first.
    bool swapped = contact->body_a > contact->body_b;
    int n = 0;
    for (int s = 0; s < 2; s++)
    {
        bool is_a = (s == 0) != swapped;
        int body = is_a ? contact->body_a : contact->body_b;
        if (rigid[body].motion != HF_MOTION_FREE) continue;
        vec3 direction = is_a ? d : v3_negate(d);
        vec3 arm = v3_sub(v3_load(contact->point), v3_load(step->at[body].x));
        vec3 moment = v3_cross(arm, direction); // d · (ω × arm) = ω · (arm × d)
        v3_store(H + n, direction);
        v3_store(H + n + 3, moment);
        v3_store(G + n, v3_scale(rigid[body].inverse_mass, direction));
        v3_store(G + n + 3, m3_times(step->inverse[body], moment));
        if (dof)
            for (int k = 0; k < 6; k++) dof[n + k] = 6 * body + k;
        n += 6;
    }
    return n;
}

// ---- contacts ----

/// The speed of the rebound at the end of the step; 0 if there is none.
static double rebound(const step_context *step, const step_contact *c)
{
    double e = c->record.restitution, u = c->approach, a = c->acceleration, gap = c->record.gap, h = step->h;
    if (e == 0.0 || u >= 0.0 || -u <= fabs(a) * h) return 0.0;
    if (gap + h * (u + 0.5 * a * h) > 0.0) return 0.0; // it does not close in this step
    gap = fmax(gap, 0.0);
    double impact = u * u - 2.0 * a * gap; // u_impact²
    double w = a * h + sqrt(fmax(0.0, a * a * h * h + 2.0 * a * gap + e * e * fmax(0.0, impact)));
    return fmax(w, 0.0);
}

void contact_describe(const hf_model *model, const contact_point *point, hf_contact *contact)
{
    vec3 n = v3_load(point->normal);
    *contact = (hf_contact){.id = point->id,
                            .shape_a = point->shape_a,
                            .shape_b = point->shape_b,
                            .body_a = collide_shape(model->scene, point->shape_a)->body,
                            .body_b = collide_shape(model->scene, point->shape_b)->body,
                            .gap = point->gap};
    v3_store(contact->point, v3_load(point->point));
    v3_store(contact->normal, n);
    v3_store(contact->tangent, v3_perpendicular(n));
    model_surface(model, point->shape_a, point->shape_b, &contact->mu, &contact->restitution);
}

static void make_contact(const step_context *step, const contact_point *point, step_contact *c)
{
    hf_contact *record = &c->record;
    *c = (step_contact){0};
    contact_describe(step->model, point, record);
    vec3 n = v3_load(record->normal);
    c->approach = v3_dot(n, contact_velocity(step, record, step->before));
    c->acceleration = (v3_dot(n, contact_velocity(step, record, step->free)) - c->approach) / step->h;
    double w = rebound(step, c);
    c->shift = w > 0.0 ? -w : fmax(record->gap, 0.0) / step->h;
    c->collides = w > 0.0;
}

static hf_status make_contacts(step_context *step)
{
    step->contacts = ARENA_ARRAY(step->workspace, step_contact, step->point_count);
    if (!step->contacts) return error_no_memory(step->error);
    const rigid_constants *rigid = step->model->rigid;
    for (int k = 0; k < step->point_count; k++)
    {
        const contact_point *point = &step->points[k];
        int a = collide_shape(step->model->scene, point->shape_a)->body;
        int b = collide_shape(step->model->scene, point->shape_b)->body;
        if (rigid[a].motion != HF_MOTION_FREE && rigid[b].motion != HF_MOTION_FREE) continue;
        make_contact(step, point, &step->contacts[step->contact_count++]);
    }
    return HF_STATUS_OK;
}

// ---- the warm start ----

static int compare_keys(const warm_impulse *w, const hf_contact *c)
{
    if (w->shape_a != c->shape_a) return w->shape_a < c->shape_a ? -1 : 1;
    if (w->shape_b != c->shape_b) return w->shape_b < c->shape_b ? -1 : 1;
    return (w->id > c->id) - (w->id < c->id);
}

void contact_axes(const hf_contact *c, vec3 axis[3])
{
    axis[0] = v3_load(c->normal);
    axis[1] = v3_load(c->tangent);
    axis[2] = v3_cross(axis[0], axis[1]);
}

/// r ◄ the impulses of the last step, for contacts that were there already; both lists ascend.
static void guess_impulses(step_context *step)
{
    const world_state *state = &step->world->state;
    double scale = state->last_h > 0.0 ? step->h / state->last_h / step->unit_mass : 0.0;
    int w = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        while (w < state->warm_count && compare_keys(&state->warm[w], c) < 0) w++;
        if (w == state->warm_count) return;
        if (compare_keys(&state->warm[w], c) != 0) continue;
        vec3 axis[3], impulse = v3_load(state->warm[w].impulse);
        contact_axes(c, axis);
        for (int j = 0; j < 3; j++) step->r[3 * k + j] = scale * v3_dot(axis[j], impulse);
    }
}

// ---- the problem ----

/// A power of two near the smallest effective mass: 1 / (largest diagonal entry of W).
static double choose_unit(const step_context *step, const size_t *begin, const double *H, const double *G)
{
    double largest = 0.0;
    for (int k = 0; k < step->contact_count; k++)
    {
        size_t n = begin[k + 1] - begin[k];
        for (size_t row = 3 * begin[k]; row < 3 * begin[k + 1]; row += n)
        {
            double sum = 0.0;
            for (size_t j = 0; j < n; j++) sum += H[row + j] * G[row + j];
            largest = fmax(largest, sum);
        }
    }
    return largest > 0.0 && isfinite(largest) ? ldexp(1.0, -ilogb(largest)) : 1.0;
}

/// Numbers the degrees of freedom of bodies that touch something from 0 on, in the order of bodies; returns how many there are, -1 if memory is short.
static int number_dofs(const step_context *step, size_t count, int *dof)
{
    int n = step->model->body_count, used = 0;
    int *slot = ARENA_ZEROED(step->workspace, int, n);
    if (!slot) return -1;
    for (size_t k = 0; k < count; k++) slot[dof[k] / 6] = 1;
    for (int k = 0; k < n; k++)
        if (slot[k]) slot[k] = used++;
    for (size_t k = 0; k < count; k++) dof[k] = 6 * slot[dof[k] / 6] + dof[k] % 6;
    return 6 * used;
}

static hf_status make_problem(step_context *step)
{
    size_t n = (size_t)step->contact_count;
    arena_mark mark = arena_begin(step->workspace);
    size_t *begin = ARENA_ARRAY(step->workspace, size_t, n + 1);
    int *size = ARENA_ARRAY(step->workspace, int, n);
    int *dof = ARENA_ARRAY(step->workspace, int, 12 * n);
    double *mu = ARENA_ARRAY(step->workspace, double, n);
    double *b = ARENA_ARRAY(step->workspace, double, 3 * n);
    double *H = ARENA_ARRAY(step->workspace, double, 36 * n);
    double *G = ARENA_ARRAY(step->workspace, double, 36 * n);
    hf_status status = HF_STATUS_OK;
    if (!begin || !size || !dof || !mu || !b || !H || !G) status = error_no_memory(step->error);
    if (status == HF_STATUS_OK)
    {
        begin[0] = 0;
        for (size_t k = 0; k < n; k++)
        {
            const step_contact *c = &step->contacts[k];
            vec3 axis[3], u = contact_velocity(step, &c->record, step->free);
            contact_axes(&c->record, axis);
            size_t dofs = 0;
            for (size_t row = 0; row < 3; row++)
            {
                double *at = H + 3 * begin[k] + row * dofs; // dofs is known after the first row
                dofs = (size_t)contact_row(step, &c->record, axis[row], dof + begin[k], at, G + (at - H));
                b[3 * k + row] = v3_dot(axis[row], u);
            }
            b[3 * k] += c->shift;
            begin[k + 1] = begin[k] + dofs;
            size[k] = 3;
            mu[k] = c->record.mu;
        }
        step->unit_mass = choose_unit(step, begin, H, G);
        for (size_t k = 0; k < 3 * begin[n]; k++) G[k] *= step->unit_mass;
        const hf_laws laws = {.block_count = step->contact_count, .size = size, .mu = mu, .b = b};
        const hf_factored_rows rows = {
            .dof_count = number_dofs(step, begin[n], dof), .begin = begin, .dof = dof, .H = H, .G = G};
        hf_world *world = step->world;
        world->problem = NULL;
        arena_end(world->shelf, (arena_mark){0, 0});
        status = rows.dof_count < 0
                     ? error_no_memory(step->error)
                     : problem_create_factored(world->shelf, &laws, &rows, false, &world->problem, step->error);
    }
    arena_end(step->workspace, mark);
    return status;
}

hf_status stage_assemble(step_context *step)
{
    hf_status status = make_contacts(step);
    if (status != HF_STATUS_OK) return status;
    step->r = ARENA_ZEROED(step->workspace, double, 3 * (size_t)step->contact_count);
    if (!step->r) return error_no_memory(step->error);
    status = make_problem(step);
    if (status == HF_STATUS_OK) guess_impulses(step);
    return status;
}
