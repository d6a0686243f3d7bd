// Sliding friction that depends on direction and on speed (hf_grip).
//
// The law of a step is Coulomb's, with an ellipse of coefficients along two tangents. What depends on the motion is
// taken from the beginning of the step, contact by contact:
//
//   direction   The grain of a shape, carried by its body, is laid into the tangent plane (and turned about the
//               normal). Along it friction is `friction` for what moves forward over the shape, `back` for what moves
//               backward; across it is `across`. Where nothing slips yet, the side is that to which forces would move
//               it, or that of the last impulse, which friction bears.
//   speed       μ(v) = μ (1 + (rest - 1) exp(-(v/speed)²)), v the slip at the beginning (Stribeck's curve without its
//               viscous part, Armstrong-Hélouvry et al. 1994). What sticks has rest μ; what slides has μ until it is as
//               slow as `speed`.
//
// So a step that begins to slide does so at rest μ, and a reversal of the slip is seen one step later: both of first
// order in the step. Cost: models without such shapes none.

#include "world/step.h"

#include "base/elementary.h"

#include <math.h>

static const double STILL = 1e-7; // [m/s]: what sticks has less slip, and forces move it by more

static vec3 within_plane(vec3 v, vec3 n)
{
    return v3_add_scaled(v, -v3_dot(n, v), n);
}

/// The grain of a shape at a place whose outward normal is n, a unit vector in world axes; zero if it stands on it.
static vec3 grain_at(const step_context *step, const hf_shape_def *shape, vec3 n)
{
    const pose *body = &step->poses[shape->body];
    vec3 axis = quat_rotate(quat_load(shape->orientation), v3_load(shape->grip.grain));
    vec3 d = within_plane(m3_times(body->rotation, axis), n);
    double size = v3_norm(d);
    if (size <= 1e-6 * v3_norm(v3_load(shape->grip.grain))) return v3_zero();
    d = v3_scale(1.0 / size, d);
    double c = real_cos(shape->grip.grain_angle), s = real_sin(shape->grip.grain_angle);
    return v3_add_scaled(v3_scale(c, d), s, v3_cross(n, d));
}

/// Impulse of the last step on A; zero if the contact is new.
static vec3 last_impulse(const world_state *state, const hf_contact *c)
{
    int low = 0, high = state->warm_count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        const warm_impulse *last = &state->warm[middle];
        int order = contact_order(last->shape_a, last->shape_b, last->id, c);
        if (order == 0) return v3_load(last->impulse);
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return v3_zero();
}

/// How A moves, or would move, over B along d: > 0 forward. u: slip before the step; v: what it would be after it
/// without contacts.
static double tendency(const step_context *step, const hf_contact *c, vec3 d, vec3 u, vec3 v)
{
    double now = v3_dot(d, u), then = v3_dot(d, v);
    if (fabs(now) > STILL) return now;
    vec3 impulse = last_impulse(&step->world->state, c);
    double borne = -v3_dot(d, impulse);
    return borne != 0.0 ? borne : fabs(then) > STILL ? then : 0.0;
}

/// The coefficient along one direction of an ellipse with half axes a along the grain and b across it.
static double along(double a, double b, double cosine)
{
    double sine = sqrt(fmax(0.0, 1.0 - cosine * cosine)), size = real_hypot(b * cosine, a * sine);
    return size > 0.0 ? a * b / size : cosine * cosine > 0.5 ? a : b;
}

static void lay_grain(const step_context *step, const hf_shape_def *shape, bool of_a, vec3 u, vec3 v, hf_contact *c)
{
    const hf_grip *grip = &shape->grip;
    vec3 n = v3_load(c->normal), plane, d = grain_at(step, shape, of_a ? v3_scale(-1.0, n) : n);
    if (v3_norm2(d) == 0.0) return;
    double forward = shape->friction, back = grip->back >= 0.0 ? grip->back : forward;
    double across = grip->across >= 0.0 ? grip->across : forward;
    double way = (of_a ? -1.0 : 1.0) * tendency(step, c, d, u, v); // of the other body over the shape
    double a = way > 0.0 ? forward : way < 0.0 ? back : fmax(forward, back);
    if (contact_is_flat(step->model, c, &plane)) a = across = along(a, across, v3_dot(d, v3_load(c->tangent)));
    else v3_store(c->tangent, d);
    c->coefficients.tangent[0] = a;
    c->coefficients.tangent[1] = across;
}

void contact_find_grip(const step_context *step, vec3 before, vec3 free, hf_contact *c)
{
    if (!step->model->grips || c->condim == 1 || step->world->settings.law.coefficient >= 0.0) return;
    contact_grip grip = model_grip(step->model, c->shape_a, c->shape_b);
    vec3 n = v3_load(c->normal), u = within_plane(before, n);
    if (grip.grain)
        lay_grain(step, grip.grain, grip.grain == collide_shape(step->model->scene, c->shape_a), u,
                  within_plane(free, n), c);
    double slow = v3_norm(u) / grip.speed;
    double factor = 1.0 + (grip.rest - 1.0) * real_exp(-slow * slow);
    for (int k = 0; k < 2; k++) c->coefficients.tangent[k] *= factor;
    c->mu = fmax(c->coefficients.tangent[0], c->coefficients.tangent[1]);
}
