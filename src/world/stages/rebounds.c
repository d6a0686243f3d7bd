// Rebounds of mechanisms that gain energy, or have no answer.
//
// Bodies with joints rebound in the problem of the step, u_N >= w (detect.c). With friction Newton's law may gain
// energy (Kane), as between free bodies (impact.c), and it may have no answer: a link that friction wedges against its
// joints has impulses in its cone that move nothing, W r = 0, and no u_N >= w > 0 is to be had. With w = 0 there is an
// answer that gains nothing. So
//
//   it gains g_1 > 0     the same piece with w = 0, which gains g_0 <= 0; then with the share s = -g_0 / (g_1 - g_0) of
//                        w:
//                        energy is convex in the impulses, and its chord is 0 there
//   it is not solved     the same piece with w = 0
//
// of all bodies of the set that impulses connect (energy_watch.c knows what it gained). Every answer is certified, with
// the coefficient of restitution s e. Cost: up to three more attempts at pieces in which something rebounds and gains.

#include "world/step.h"

#include "base/union_find.h"

#include <math.h>

/// The bodies of a contact.
static step_rebound *rebound_of(const step_context *step, const step_contact *c, int side)
{
    return &step->facts->rebounds[side ? c->record.body_b : c->record.body_a];
}

/// What a contact drifts by has no answer either where it is wedged, and may feed energy.
bool rebounds_stay_at_start(step_context *step)
{
    bool any = false;
    for (int k = 0; k < step->contact_count; k++) any |= step->contacts[k].rolls;
    if (step->facts->at_start || !step->rules.joints || !any) return false;
    return step->facts->at_start = true;
}

static double share_of(const step_context *step, const step_contact *c)
{
    double share = 1.0;
    for (int side = 0; side < 2; side++)
    {
        const step_rebound *r = rebound_of(step, c, side);
        if (r->phase != REBOUND_WHOLE) share = fmin(share, r->share);
    }
    return share;
}

void rebounds_scale(step_context *step)
{
    for (int k = 0; k < step->contact_count; k++)
    {
        step_contact *c = &step->contacts[k];
        if (!c->rebounds) continue;
        double share = share_of(step, c);
        if (share < 1.0) c->shift = share > 0.0 ? share * c->shift : contact_closing_shift(c->record.gap, step->h);
    }
}

bool rebounds_lose(step_context *step)
{
    bool any = false;
    for (int k = 0; k < step->contact_count; k++)
        for (int side = 0; step->contacts[k].rebounds && side < 2; side++)
        {
            step_rebound *r = rebound_of(step, &step->contacts[k], side);
            any |= r->phase != REBOUND_LOST;
            *r = (step_rebound){.phase = REBOUND_LOST};
        }
    step->facts->rebounds_lost |= any;
    return any || rebounds_stay_at_start(step);
}

/// How far attempts have come with a set of bodies that has rebounds; -1: it has none.
static int phase_of(const step_context *step, int root)
{
    int phase = -1;
    for (int k = 0; k < step->contact_count; k++)
        for (int side = 0; step->contacts[k].rebounds && side < 2; side++)
        {
            int body = side ? step->contacts[k].record.body_b : step->contacts[k].record.body_a;
            bool of = body_yields(step->model, body) && union_find_root(step->sets, body) == root;
            if (of) phase = (int)fmax(phase, rebound_of(step, &step->contacts[k], side)->phase);
        }
    return phase;
}

bool rebounds_share(step_context *step, int root, double gain)
{
    int phase = phase_of(step, root);
    step_rebound next = {.phase = REBOUND_LOST};
    double whole = step->facts->rebounds[root].gain;
    if (phase == REBOUND_WHOLE && gain > 0.0) next = (step_rebound){.phase = REBOUND_NONE, .gain = gain};
    else if (phase == REBOUND_NONE && gain < 0.0)
        next = (step_rebound){.phase = REBOUND_SHARE, .share = -gain / (whole - gain)};
    else if (phase != REBOUND_SHARE || !(gain > 0.0)) return false;
    for (int k = 0; k < step->model->body_count; k++)
        if (body_yields(step->model, k) && union_find_root(step->sets, k) == root) step->facts->rebounds[k] = next;
    return true;
}
