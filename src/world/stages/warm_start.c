// What the next step starts its solve with: the part of an impulse that lasts.
//
// An impulse of a step does two things. It balances forces (weight, what leans on what), which it will have to do
// again; and it changes velocities, which is done once. A ball that hits the floor takes m v + m g h in one step and m
// g h in the next. A wall at rest is the same in small: solves end with velocities of 1e-12 m/s, which add up until a
// Newton step stops them, and an r that stops them is not the one that keeps them stopped.
//
// In the next step b' = b - w, where w = u(before) - u(after) + what gaps contribute; so r' = r - x with W x = -w is
// wanted. Without another linear system: the solve has just found one d = r - guess, and W d. In each set of bodies
// that press on each other x is taken along d,
//
//   r' = r + s d,      s = (w · W d) / (W d · W d), between -1 (r' = guess: all of d was done once) and 0 (r' = r: all
//                      of it lasts).
//
// Exact where velocities left by earlier steps are in proportion to what was wrong with the guess, as in the two cases
// above; between its ends otherwise. A contact that opened stays open. Cost: one product with W, where r is not the
// guess.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

/// w of one contact, in its frame: how much less the next step finds to stop there.
static void done_once(const step_context *step, const step_contact *c, double w[6])
{
    double(*before)[6] = c->rolls && step->objects->half ? step->objects->half : step->before; // where it is described
    vec3 axis[3], u = contact_velocity(step, &c->record, before), spin = contact_spin(&c->record, before);
    contact_axes(&c->record, axis);
    for (int j = 0; j < 3; j++) w[j] = v3_dot(axis[j], u) - c->drift[j] - c->record.u[j];
    for (int j = 3; j < c->row_count; j++) w[j] = v3_dot(axis[j - 3], spin) - c->record.spin[j - 3];
    w[0] += c->shift - fmax(0.0, c->shift + c->record.u[0]); // a gap that closes is not there in the next step
}

/// Σ of w · W d and of W d · W d over a set of bodies.
typedef struct share
{
    double along, square;
} share;

static hf_status find_shares(step_context *step, const double *d, const int *set, share *shares)
{
    const hf_problem *p = step->world->problem;
    double *u = ARENA_ARRAY(step->workspace, double, p->dimension);
    hf_status status = u ? hf_problem_velocity(p, d, u, step->workspace, step->error) : error_no_memory(step->error);
    for (int k = 0; k < step->contact_count && status == HF_STATUS_OK; k++)
    {
        double w[6];
        share *s = &shares[set[k]];
        done_once(step, &step->contacts[k], w);
        const step_contact *c = &step->contacts[k];
        for (int j = 0; j < c->row_count; j++)
        {
            double Wd = u[c->row + j] - p->b[c->row + j];
            if (step->scale) w[j] *= step->scale[c->row + j];
            s->along += w[j] * Wd;
            s->square += Wd * Wd;
        }
    }
    return status;
}

hf_status warm_start_impulses(step_context *step, const int *set)
{
    size_t n = (size_t)step->contact_row_count;
    if (n == 0 || memcmp(step->r, step->guess, n * sizeof *step->r) == 0) return HF_STATUS_OK;
    // Rows of joints come after those of contacts and keep all of r: they are zero in d.
    step->lasting = ARENA_ZEROED(step->workspace, double, step->world->problem->dimension);
    share *shares = ARENA_ZEROED(step->workspace, share, step->model->body_count);
    if (!step->lasting || !shares) return error_no_memory(step->error);
    double *d = step->lasting;
    for (size_t k = 0; k < n; k++) d[k] = step->r[k] - step->guess[k];
    hf_status status = find_shares(step, d, set, shares);
    for (int k = 0; k < step->contact_count && status == HF_STATUS_OK; k++)
    {
        const step_contact *c = &step->contacts[k];
        const share *of = &shares[set[k]];
        double s = of->square > 0.0 ? fmin(0.0, fmax(-1.0, of->along / of->square)) : 0.0;
        bool opened = !(step->r[c->row] > 0.0);
        for (int j = c->row; j < c->row + c->row_count; j++)
        {
            d[j] = step->unit_mass * (opened ? step->r[j] : step->r[j] + s * d[j]);
            if (step->scale) d[j] *= step->scale[j];
        }
    }
    return status;
}
