// How far the blocks of a step are from their next change of state.

#include "world/derivative/derivative.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

/// Coulomb's disc, or an ellipse: how far along the ray to it, of the radius.
static double friction_share(const hf_contact *c)
{
    double a = c->coefficients.tangent[0], b = c->coefficients.tangent[1];
    if (a == 0.0 && b == 0.0) a = b = c->mu;
    double x = a > 0.0 ? c->r[1] / (a * c->r[0]) : c->r[1] != 0.0 ? INFINITY : 0.0;
    double y = b > 0.0 ? c->r[2] / (b * c->r[0]) : c->r[2] != 0.0 ? INFINITY : 0.0;
    return sqrt(x * x + y * y);
}

static hf_border border_of(const hf_contact *c, int index, double h, const double border[3])
{
    hf_border b = {.kind = HF_BLOCK_CONTACT, .index = index, .impulse = INFINITY, .gap = INFINITY, .slip = INFINITY};
    double size = fabs(c->r[0]) + fabs(c->r[1]) + fabs(c->r[2]);
    if (!(c->r[0] > 0.0))
    {
        b.state = HF_BLOCK_OPEN;
        b.gap = fmax(0.0, c->gap) + h * c->u[0];
        b.at_border = b.gap <= border[1] || c->u[0] <= border[2];
        return b;
    }
    b.impulse = c->r[0];
    b.state = c->status == HF_CONTACT_SLIP ? HF_BLOCK_SLIDES : HF_BLOCK_STICKS;
    if (b.state == HF_BLOCK_SLIDES) b.slip = sqrt(c->u[1] * c->u[1] + c->u[2] * c->u[2]);
    else if (c->mu > 0.0) b.impulse = fmin(b.impulse, c->r[0] * c->mu * fmax(0.0, 1.0 - friction_share(c)));
    b.at_border = b.impulse <= border[0] * size || b.slip <= border[2];
    return b;
}

hf_status derivative_read_borders(derivative_task *t)
{
    hf_linearization *out = t->out;
    out->block_count = out->contact_count + t->row_count;
    out->blocks = t->blocks = ARENA_ARRAY(t->room, hf_border, out->block_count);
    if (!t->blocks) return error_no_memory(t->error);
    for (int k = 0; k < out->contact_count; k++)
    {
        t->blocks[k] = border_of(&t->probe->contacts[k], k, out->h, t->options->border);
        out->border_count += t->blocks[k].at_border;
    }
    for (int k = 0; k < t->row_count; k++)
    {
        t->blocks[out->contact_count + k] = t->rows[k];
        out->border_count += t->rows[k].at_border;
    }
    return HF_STATUS_OK;
}
