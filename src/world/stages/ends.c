// Ends of fibres that come off what holds them.
//
// A light rope that a heavy load pulls straight turns by v / (θ L), radians in a step. Its rounds find where it comes
// to with what impulses are expected to do, from the last step (fibre_motion.expected); lengths hold for that. Where
// the load pulls it tight these impulses are others, and the end that the rows hold at the right velocity is elsewhere
// when lengths have been brought back. So the piece is done again with what impulses did, as a step in which velocities
// jump: by Euler's rule, under which the end, what holds it, and lengths agree at the end of the step. That is Newton's
// method on all three of them. Where it does not come near in a few attempts the piece is made in halves.

#include "world/step_mechanism.h"

#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"

#include <math.h>

// Of a fibre's length: from where on a piece is done again, and in halves if that does not help.
static const double AGAIN = 1e-4, OFF = 1e-3;

/// The fibre that a loop holds; -1: none.
static int held_fibre(const hf_model *m, const hf_loop_def *loop)
{
    if (!loop_joins_bodies(loop->kind) || !loop->active) return -1;
    return m->body_fibre[loop->body_a] >= 0 ? m->body_fibre[loop->body_a] : m->body_fibre[loop->body_b];
}

/// How far the points of a loop are apart [m].
static double apart(const configuration *at, int loop)
{
    double gap[LOOP_ROWS], widest = 0.0;
    int count = loop_gaps(at, loop, gap);
    hf_loop_kind kind = at->model->mechanism.loops[loop].kind;
    for (int k = 0; k < count; k++)
        if (!loop_gap_turns(kind, k)) widest = fmax(widest, fabs(gap[k]));
    return widest;
}

/// Of a loop that holds a fibre: by how much farther its points are apart after the piece, by the fibre's length.
static double comes_off(const step_context *step, int loop, int held)
{
    double more = apart(&step->objects->after, loop) - apart(&step->objects->start, loop);
    return more / step->model->fibres[held].rod.length;
}

step_why find_open_ends(step_context *step)
{
    const hf_model *m = step->model;
    step_facts *facts = step->facts;
    bool forced = step->piece->left == STEP_FORCED;
    double most = 0.0;
    for (int k = 0; k < m->mechanism.loop_count && m->fibre_count > 0 && !forced; k++)
    {
        int held = held_fibre(m, &m->mechanism.loops[k]);
        double off = held >= 0 ? comes_off(step, k, held) : 0.0;
        if (!(off > AGAIN)) continue;
        most = fmax(most, off);
        facts->implicit[m->body_object[m->fibres[held].body]] = true;
    }
    if (most == 0.0) return WHY_NOT;
    if (!step_may(step, WHY_OPENED)) return most > OFF && step_may(step, WHY_TOO_FAR) ? WHY_TOO_FAR : WHY_NOT;
    for (int k = 0; k < m->own_v_count; k++) facts->expected[k] = step->objects->v_after[k] - step->objects->v_free[k];
    return WHY_OPENED;
}

double open_ends(const step_context *step, double *left)
{
    const hf_model *m = step->model;
    double widest = *left = 0.0;
    for (int k = 0; k < m->mechanism.loop_count && m->fibre_count > 0; k++)
    {
        int held = held_fibre(m, &m->mechanism.loops[k]);
        if (held < 0) continue;
        double off = apart(&step->objects->after, k);
        if (comes_off(step, k, held) > OFF) widest = fmax(widest, off);
        if (off > OFF * m->fibres[held].rod.length) *left = fmax(*left, off);
    }
    return widest;
}
