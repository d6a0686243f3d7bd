// Impacts that mechanisms hand on: Newton's cradle of balls on rods, on hinges, on loops.
//
// Collisions of bodies with joints are part of the one problem of the step, where a contact that rebounds has u_N >= w
// (detect.c). One simultaneous problem cannot tell a cradle from a lump (impact.c): five balls would leave together.
// What each contact's velocity is after impacts that travel is found here beforehand, in velocities alone:
//
//   round 1   the contacts that rebound, u_N >= w  ⟂  r >= 0, without friction
//   round n   those with e > 0 that the rounds before have made approach: u_N >= -e u_N  ⟂  r >= 0
//
// until none approaches. A contact that pushed in some round is then asked for u_N >= what it had after the last. These
// velocities solve the problem of the step: with r the sum of the rounds' impulses every contact that pushes is at its
// bound. Friction and loops that are rows are left to that problem.
//
// Where only the first round has contacts, as where one ball strikes a robot, nothing changes. Cost of a round: a pass
// over the contacts with e > 0, and sweeps over those that take part.

#include "world/rows/contact_rows.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

enum
{
    ROUNDS = 64,
    ROUNDS_A_CONTACT = 4, // a row of n balls takes n
    SWEEPS = 200
};
static const double SLOWEST = 1e-6;  // of the fastest approach: slower ones are left to the step
static const double SETTLED = 1e-14; // of the fastest: what a sweep changes

/// A contact with e > 0, along its normal.
typedef struct normal_row
{
    step_contact *contact;
    int count, *dof;
    double *H, *G;
    double u;      // now, at the end of the step
    double target; // of this round
    double W;
    double r; // of this round
    bool takes_part, pushed;
} normal_row;

typedef struct chain
{
    int count;
    normal_row *rows;
    double *z; // dof_count: Σ g r of all rounds
    double fastest;
} chain;

static bool lively(const step_contact *c)
{
    return !c->travels && c->record.restitution > 0.0;
}

static bool take_row(const step_context *step, step_contact *c, normal_row *row)
{
    int width = contact_width(step->model, &c->record);
    vec3 n = v3_load(c->record.normal);
    *row = (normal_row){.contact = c,
                        .dof = ARENA_ARRAY(step->workspace, int, width),
                        .H = ARENA_ARRAY(step->workspace, double, width),
                        .G = ARENA_ARRAY(step->workspace, double, width)};
    if (!row->dof || !row->H || !row->G) return false;
    row->count = contact_row(step, &c->record, false, n, row->dof, row->H, row->G);
    row->u = v3_dot(n, contact_velocity(step, &c->record, step->free));
    for (int j = 0; j < row->count; j++) row->W += row->H[j] * row->G[j];
    return true;
}

/// Room, and the rows; count 0 if nothing rebounds or there is nobody to hand it on to.
static hf_status begin(step_context *step, chain *c)
{
    int n = 0, rebounds = 0;
    *c = (chain){0};
    for (int k = 0; k < step->contact_count; k++)
    {
        n += lively(&step->contacts[k]);
        rebounds += step->contacts[k].rebounds;
    }
    if (rebounds == 0 || n < 2) return HF_STATUS_OK;
    c->rows = ARENA_ARRAY(step->workspace, normal_row, n);
    c->z = ARENA_ZEROED(step->workspace, double, step->model->dof_count);
    if (!c->rows || !c->z) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
    {
        if (!lively(&step->contacts[k])) continue;
        if (!take_row(step, &step->contacts[k], &c->rows[c->count])) return error_no_memory(step->error);
        c->fastest = fmax(c->fastest, -c->rows[c->count].u);
        c->count++;
    }
    return HF_STATUS_OK;
}

static double velocity(const chain *c, const normal_row *row)
{
    double u = row->u;
    for (int j = 0; j < row->count; j++) u += row->H[j] * c->z[row->dof[j]];
    return u;
}

/// Who takes part in a round, and with which target. Returns how many.
static int choose(const step_context *step, chain *c, int round)
{
    int n = 0;
    for (int k = 0; k < c->count; k++)
    {
        normal_row *row = &c->rows[k];
        const step_contact *contact = row->contact;
        double u = velocity(c, row), slow = fmax(SLOWEST * c->fastest, fabs(contact->acceleration) * step->h);
        bool closes = contact->record.gap + step->h * u <= 0.0;
        row->r = 0.0;
        row->takes_part = row->W > 0.0 && -u > slow && (round == 1 ? contact->rebounds : closes);
        row->target = round == 1 ? -contact->shift : -contact->record.restitution * u;
        n += row->takes_part;
    }
    return n;
}

/// Projected Gauss–Seidel over those that take part; z goes along.
static void solve(chain *c)
{
    double change = INFINITY;
    for (int sweep = 0; sweep < SWEEPS && change > SETTLED * c->fastest; sweep++)
    {
        change = 0.0;
        for (int k = 0; k < c->count; k++)
        {
            normal_row *row = &c->rows[k];
            if (!row->takes_part) continue;
            double next = fmax(0.0, row->r - (velocity(c, row) - row->target) / row->W), dr = next - row->r;
            for (int j = 0; j < row->count; j++) c->z[row->dof[j]] += row->G[j] * dr;
            change = fmax(change, fabs(dr) * row->W);
            row->r = next;
        }
    }
    for (int k = 0; k < c->count; k++) c->rows[k].pushed |= c->rows[k].r > 0.0;
}

hf_status impact_chain(step_context *step)
{
    chain c;
    arena_mark mark = arena_begin(step->workspace);
    hf_status status = begin(step, &c);
    int most = status == HF_STATUS_OK && c.count > 0 ? ROUNDS + ROUNDS_A_CONTACT * c.count : 0, round = 1;
    for (; round <= most && choose(step, &c, round) > 0; round++) solve(&c);
    for (int k = 0; round > 2 && k < c.count; k++)
    {
        const normal_row *row = &c.rows[k];
        if (!row->pushed) continue;
        row->contact->shift = -fmax(0.0, velocity(&c, row));
        row->contact->rebounds = true;
    }
    arena_end(step->workspace, mark);
    return status;
}
