// Bounds of forces over all answers at rest: one program for each end of each range.

#include "world/margin/margin.h"

#include "base/arena.h"
#include "base/error.h"
#include "world/step.h"

#include <math.h>
#include <string.h>

static const double NOTHING = 1e-7; // of the load: forces below are none

/// Weights of what is bounded, on rows of the pose.
typedef struct range_run
{
    hf_margin *margin;
    carry_program carry;
    double *weight; // row_count
    hf_error *error;
    hf_status status;
} range_run;

/// The least of Σ sign weight r, times sign and in newtons. INFINITY: unbounded. NAN: not known.
static double end_of_range(range_run *run, double sign)
{
    const pose_problem *posed = &run->margin->pose;
    carry_program *carry = &run->carry;
    double start = 0.0, value;
    cone_end end = CONE_UNKNOWN;
    if (run->status != HF_STATUS_OK) return NAN;
    memset(carry->q, 0, (size_t)cone_program_rows(&carry->program) * sizeof *carry->q);
    for (int k = 0; k < posed->rows.row_count; k++)
    {
        start += run->weight[k] * carry->start[k];
        if (carry->place[k] >= 0) carry->q[carry->place[k]] += sign * run->weight[k] * carry->factor[k];
    }
    run->status =
        cone_program_solve(&carry->program, carry->x, carry->y, &value, NULL, run->margin->home, &end, run->error);
    if (end == CONE_UNBOUNDED) return -sign * INFINITY;
    return end == CONE_SOLVED ? posed->force * (start + sign * value) : NAN;
}

static void find_range(range_run *run, double *least, double *greatest)
{
    *least = end_of_range(run, 1.0);
    *greatest = end_of_range(run, -1.0);
    memset(run->weight, 0, (size_t)run->margin->pose.rows.row_count * sizeof *run->weight);
}

static hf_carries carries_of(double least, double greatest, double load)
{
    if (isnan(least) || isnan(greatest)) return HF_CARRIES_UNKNOWN;
    if (greatest <= NOTHING * load) return HF_CARRIES_NOTHING;
    return least > NOTHING * load ? HF_CARRIES_SURELY : HF_CARRIES_MAYBE;
}

/// r in newtons of a unit of row k.
static double unit_of(const pose_problem *posed, int row)
{
    return posed->rows.scale ? posed->rows.scale[row] : 1.0;
}

static void bound_contact(range_run *run, int i, int row, double load)
{
    const pose_problem *posed = &run->margin->pose;
    hf_contact_bounds *c = &run->margin->contacts[i];
    for (int k = 0; k < 3 && k < posed->rows.size[i]; k++)
    {
        run->weight[row + k] = unit_of(posed, row + k);
        find_range(run, &c->least[k], &c->greatest[k]);
    }
    for (int k = posed->rows.size[i]; k < 3; k++) c->least[k] = c->greatest[k] = 0.0;
    c->carries = carries_of(c->least[0], c->greatest[0], load);
}

/// Weights of the contacts of a pair: component `which` of force and torque on its A, or with 6 the sum of normals.
static void weigh_pair(range_run *run, const hf_pair_bounds *pair, int which)
{
    const pose_problem *posed = &run->margin->pose;
    const vec3 e = v3(which % 3 == 0, which % 3 == 1, which % 3 == 2);
    for (int i = 0, row = 0; i < posed->contact_count; row += posed->rows.size[i++])
    {
        const hf_contact *c = &posed->contacts[i];
        bool same = c->body_a == pair->body_a && c->body_b == pair->body_b;
        bool turned = c->body_a == pair->body_b && c->body_b == pair->body_a;
        vec3 axis[3], arm = v3_sub(v3_load(c->point), v3_load(pair->center));
        if (!same && !turned) continue;
        contact_axes(c, axis);
        for (int k = 0; k < posed->rows.size[i]; k++)
        {
            double part = v3_dot(e, which < 3 ? axis[k % 3] : v3_cross(arm, axis[k % 3]));
            if (k >= 3) part = which < 3 ? 0.0 : v3_dot(e, axis[k - 3]); // moments
            if (which == 6) part = k == 0;
            else if (turned) part = -part;
            run->weight[row + k] = part * unit_of(posed, row + k);
        }
    }
}

static void bound_pair(range_run *run, hf_pair_bounds *pair, double load)
{
    weigh_pair(run, pair, 6);
    find_range(run, &pair->least_load, &pair->greatest_load);
    for (int k = 0; k < 6; k++)
    {
        weigh_pair(run, pair, k);
        find_range(run, &pair->least[k], &pair->greatest[k]);
    }
    pair->carries = carries_of(pair->least_load, pair->greatest_load, load);
}

static bool has_answers(const hf_margin *margin)
{
    return margin->result.verdict != HF_VERDICT_CANNOT && margin->result.verdict != HF_VERDICT_UNKNOWN;
}

/// Contacts from `first` on, `count` of them, and pairs if they are all.
static hf_status find_bounds(hf_margin *margin, int first, int count, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    double load = 0.0;
    if (!has_answers(margin)) return HF_STATUS_OK;
    arena_mark mark = arena_begin(margin->home);
    range_run run = {.margin = margin, .error = error};
    run.weight = ARENA_ZEROED(margin->home, double, posed->rows.row_count);
    if (!run.weight) return error_no_memory(error);
    run.status = carry_make(posed, 1.0, true, margin->load, NULL, margin->home, &run.carry, error);
    for (int k = 0; k < posed->dof_count; k++) load = fmax(load, posed->force * fabs(margin->load[k]));
    for (int i = 0, row = 0; i < first + count; row += posed->rows.size[i++])
        if (i >= first) bound_contact(&run, i, row, load);
    for (int p = 0; count == posed->contact_count && p < margin->result.pair_count; p++)
        bound_pair(&run, &margin->pairs[p], load);
    arena_end(margin->home, mark);
    return run.status;
}

hf_status margin_bounds(hf_margin *margin, hf_error *error)
{
    return find_bounds(margin, 0, margin->pose.contact_count, error);
}

hf_status hf_margin_bound_contact(hf_margin *margin, int index, hf_error *error)
{
    return find_bounds(margin, index, 1, error);
}

// ---- pairs ----

static hf_pair_bounds *pair_of(hf_margin *margin, const hf_contact *c)
{
    int a = c->body_a < c->body_b ? c->body_a : c->body_b, b = c->body_a < c->body_b ? c->body_b : c->body_a;
    int count = margin->result.pair_count;
    for (int p = 0; p < count; p++)
        if (margin->pairs[p].body_a == a && margin->pairs[p].body_b == b) return &margin->pairs[p];
    hf_pair_bounds *pair = &margin->pairs[margin->result.pair_count++];
    *pair = (hf_pair_bounds){.body_a = a, .body_b = b, .least_load = NAN, .greatest_load = NAN};
    for (int k = 0; k < 6; k++) pair->least[k] = pair->greatest[k] = NAN;
    pair->carries = HF_CARRIES_UNKNOWN;
    return pair;
}

hf_status margin_pairs(hf_margin *margin, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    margin->contacts = ARENA_ZEROED(margin->home, hf_contact_bounds, posed->contact_count);
    margin->pairs = ARENA_ZEROED(margin->home, hf_pair_bounds, posed->contact_count);
    if (!margin->contacts || !margin->pairs) return error_no_memory(error);
    for (int i = 0; i < posed->contact_count; i++)
    {
        hf_contact_bounds *c = &margin->contacts[i];
        c->contact = posed->contacts[i];
        c->carries = HF_CARRIES_UNKNOWN;
        for (int k = 0; k < 3; k++) c->least[k] = c->greatest[k] = NAN;
        hf_pair_bounds *pair = pair_of(margin, &posed->contacts[i]);
        for (int k = 0; k < 3; k++) pair->center[k] += posed->contacts[i].point[k];
        pair->contact_count++;
    }
    for (int p = 0; p < margin->result.pair_count; p++)
        for (int k = 0; k < 3; k++) margin->pairs[p].center[k] /= margin->pairs[p].contact_count;
    return HF_STATUS_OK;
}
