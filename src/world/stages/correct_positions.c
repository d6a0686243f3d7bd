// Positions of CORRECT: removes overlap at position level.
//
// The velocity solve keeps gaps to first order; what turning leaves of second order, and what was there at the start,
// is removed by moving bodies:
//
//   minimize  ½ δqᵀ M δq   subject to   gap + H_N δq >= 0     ►     0 <= gap + W_NN p  ⟂  p >= 0,   δq = M⁻¹ H_Nᵀ p
//
// a contact problem of unilateral blocks, solved by the same solvers. Gaps are those of the points that touched,
// carried along by the bodies;
// contacts that nearly overlap take part, so that nothing is pushed into a neighbour. Velocities stay as they are:
// kinetic energy does not change, and potential energy changes by no more than what lifting the bodies out of the
// overlap takes. No object is moved farther than what is corrected (bounded_shift.c). Where detection then finds
// overlap of contacts that are new, correct.c has these corrected in the same way.

#include "world/rows/problem_rows.h"
#include "world/step_budget.h"
#include "world/step_mechanism.h"

#include "holdfast/solve.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/tasks.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

enum
{
    LAST_ROUNDS = 3 // of loops alone
};
enum
{
    SHARES = 4 // a correction may take one of as many parts of what a solve may
};
enum
{
    EFFORT = 300 // iterations of a correction that has loops
};
enum
{
    GAPS_A_TASK = 1024
};
static const double NEAR = 10.0;      // contacts with gaps up to so many times the deepest overlap take part
static const double TOLERANCE = 1e-8; // of displacements, relative to the deepest overlap: too far out means a fall …
static const double ROUGHLY = 1e-2;   // … of hair in one round, relative to the deepest: the next ones do the rest
static const double ENOUGH = 0.1;     // … but this share of OVERLAP_SLACK is good enough

// Of the thinner shape's width: an overlap that is deeper is none that a step made, and which way leads out of it is
// not known. It stays, and the report says so.
static const double DEEP = 0.25;
static const double WORSE = 1.1;    // of the worst before a displacement: more, and it is taken back
static const double GAINS = 0.1;    // of what a displacement was to open: less, and the row is not obeyed
static const double LARGE = 0.1;    // of the worst: rows that are asked what they gained
static const double SHORTEST = 0.1; // share of a displacement that is tried
// Of the thinner shape's width: less overlap pushes nothing aside.
static const double SLIDES = 1e-6;
// Friction in a correction of what sticks. Its own was enough to hold it against the forces of the step, of which a
// correction knows none.
static const double HELD = 100.0;
static const double BLOCKED = 1e-20; // W_kk times all masses, a lever squared: the row is rounding

/// Where a point of a body that changes its shape is carried to (contact_carried).
static vec3 carried_form(const step_context *step, int body, vec3 p)
{
    pose from = pose_of_form(step->model, step->start ? step->start : step->at, step->world->state.q, body);
    pose to = pose_of_form(step->model, step->next, step->objects->after.q, body);
    double inverse[9];
    deformable_invert(from.rotation, inverse);
    vec3 X = m3_times(inverse, v3_sub(p, v3_load(from.position)));
    return v3_add(v3_load(to.position), m3_times(to.rotation, X));
}

vec3 contact_carried(const step_context *step, int body, vec3 p)
{
    const body_state *now = step->start ? &step->start[body] : &step->at[body], *next = &step->next[body];
    if (step->model->rigid[body].motion == HF_MOTION_STATIC) return p;
    if (step->model->body_deformable && step->model->body_deformable[body] >= 0) return carried_form(step, body, p);
    bool stays = vector_equal(3, now->x, next->x) && vector_equal(4, now->q, next->q);
    if (stays) return p; // to the bit: what rests shall not creep by rounding
    vec3 local = quat_rotate_back(quat_load(now->q), v3_sub(p, v3_load(now->x)));
    return v3_add(v3_load(next->x), quat_rotate(quat_load(next->q), local));
}

double carried_gap(const step_context *step, const step_contact *contact)
{
    const hf_contact *c = &contact->record;
    vec3 n = v3_load(c->normal), p = v3_load(step->start ? contact->origin : c->point);
    vec3 a = contact->ends ? v3_load(contact->end[0]) : v3_add_scaled(p, 0.5 * c->gap, n);
    vec3 b = contact->ends ? v3_load(contact->end[1]) : v3_add_scaled(p, -0.5 * c->gap, n);
    a = contact_carried(step, c->body_a, a);
    b = contact_carried(step, c->body_b, b);
    return v3_dot(n, v3_sub(a, b)) + step->h * v3_dot(n, v3_load(c->surface));
}

/// Gaps of contacts after the move, some of them a task.
typedef struct gap_tasks
{
    const step_context *step;
    double *gap;
} gap_tasks;

static void measure_some(void *context, int task)
{
    const gap_tasks *t = context;
    const step_context *step = t->step;
    for (int k = task * GAPS_A_TASK; k < (task + 1) * GAPS_A_TASK && k < step->contact_count; k++)
        t->gap[k] = carried_gap(step, &step->contacts[k]) + step->contacts[k].bias;
}

/// Gaps after the move; returns the deepest overlap.
static double measure(const step_context *step, double *gap)
{
    const int begin[2] = {0, (step->contact_count + GAPS_A_TASK - 1) / GAPS_A_TASK};
    double deepest = 0.0;
    gap_tasks tasks = {.step = step, .gap = gap};
    tasks_run_rounds(step->workspace, &(task_rounds){.round_count = 1, .begin = begin}, measure_some, &tasks);
    for (int k = 0; k < step->contact_count; k++) deepest = fmax(deepest, -gap[k]);
    return deepest;
}

/// The last displacement, and what it was for. What makes things worse, as linear answers of trees that turn far may,
/// is taken back by halves, and in the end altogether.
/// A row that it hardly opened is not obeyed any more: it cannot be met, as where a tendon is as short as it can be,
/// and what were moved for it step after step would be held up by that, while its velocity grows.
typedef struct trial
{
    double *delta;       // dof_count
    double before;       // the deepest overlap, gap or passed limit without it
    double share;        // of delta that is applied; 0: nothing is on trial
    double *gap, *limit; // of contacts and limits without it
    double *reach;       // object_count: share of the answer that delta is, where it was shortened
    bool *lost, *unmet;  // contacts and limits that are not obeyed
    shift_place place;   // of everything without it: lengths of rods are not brought back by its negative
    bool contradicts;    // rows have no answer: the best that was found may make nothing worse
} trial;

/// Limits of joints and tendons, two sides each.
static int limit_count(const mechanism *m)
{
    return 2 * (m->joint_count + m->tendon_count);
}

static bool trial_take(step_context *step, trial *t)
{
    size_t contacts = (size_t)step->contact_count, limits = (size_t)limit_count(&step->model->mechanism);
    hf_workspace *w = step->workspace;
    *t = (trial){.delta = ARENA_ARRAY(w, double, step->model->dof_count),
                 .gap = ARENA_ARRAY(w, double, contacts),
                 .limit = ARENA_ARRAY(w, double, limits),
                 .reach = ARENA_ARRAY(w, double, step->model->object_count),
                 .lost = ARENA_ZEROED(w, bool, contacts),
                 .unmet = ARENA_ZEROED(w, bool, limits)};
    return t->delta && t->gap && t->limit && t->reach && t->lost && t->unmet && shift_take(step, &t->place);
}

typedef struct position_rows
{
    row_set mechanisms; // loops and limits
    problem_rows blocks;
    int contact_count; // blocks of contacts, which come first
    double *scale;     // of each block after them
    double *p;
} position_rows;

/// Whether a contact that sticks has friction in the correction, too: where something else is moved so far out of an
/// overlap that what stands beside it would be pushed aside for good.
static bool holds(const step_context *step, int k, double gap, double deepest)
{
    const step_contact *c = &step->contacts[k];
    const hf_contact *r = &c->record;
    if (!step->solved || r->status != HF_CONTACT_STICK || !(r->mu > 0.0) || !(r->r[0] > 0.0)) return false;
    if (body_is_segment(step->model, r->body_a) || body_is_segment(step->model, r->body_b)) return false;
    return gap > -OVERLAP_SLACK && deepest > SLIDES * collide_pair_width(step->model->scene, r->shape_a, r->shape_b);
}

static int rows_held(const step_contact *c)
{
    return c->row_count < 3 ? c->row_count : 3;
}

static bool position_take(step_context *step, const double *gap, double deepest, position_rows *rows)
{
    rows_room room = {0};
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        room_for_contact(&room, step->model, &c->record, holds(step, k, gap[k], deepest) ? rows_held(c) : 1);
    }
    for (int k = 0; k < rows->mechanisms.count; k++) room_for_block(&room, &rows->mechanisms.blocks[k]);
    rows->p = ARENA_ZEROED(step->workspace, double, room.rows);
    rows->scale = ARENA_ARRAY(step->workspace, double, rows->mechanisms.count);
    return rows->p && rows->scale && problem_rows_take(&rows->blocks, &room, step->workspace);
}

/// Whether no motion opens block k, of one row: its row is rounding, as where the normal is parallel to the only joint.
static bool is_blocked(const problem_rows *rows, int k, double heaviest)
{
    size_t at = rows->begin[k], width = rows->begin[k + 1] - at; // blocks of one row: entries are those of dof
    double W = 0.0;
    for (size_t j = 0; j < width; j++) W += rows->H[at + j] * rows->G[at + j];
    return !(W * heaviest > BLOCKED);
}

/// What gaps are measured in.
typedef struct gap_scale
{
    const double *gap;
    const bool *lost;
    double deepest;
} gap_scale;

/// Whether the pair was found so deep where it was put, and is lifted out (overlap.c).
static bool is_lifted(const step_context *step, const hf_contact *c)
{
    for (int k = 0; k < step->world->overlap_count; k++)
    {
        const hf_overlap *o = &step->world->overlaps[k];
        if (o->shape_a == c->shape_a && o->shape_b == c->shape_b) return !o->left_alone;
    }
    return false;
}

static bool is_too_deep(const step_context *step, const hf_contact *c, double gap)
{
    return -gap > DEEP * collide_pair_width(step->model->scene, c->shape_a, c->shape_b) && !is_lifted(step, c);
}

static void fill_gap(const step_context *step, const void *context, int k, double *b)
{
    const gap_scale *in = context;
    double gap = in->gap[k], open = gap > -OVERLAP_SLACK ? fmax(gap, 0.0) : gap; // what stands well enough is not moved
    const hf_contact *c = &step->contacts[k].record;
    if (open < 0.0 && (in->lost[k] || is_too_deep(step, c, open))) open = 0.0; // it may not come deeper
    b[0] = open / in->deepest;
}

/// Takes the blocks out that no motion opens; there are none as a rule.
static void drop_blocked(const step_context *step, problem_rows *rows)
{
    double heaviest = 0.0; // all that moves
    int kept = 0;
    size_t to = 0;
    for (int k = 0; k < step->model->body_count; k++)
        if (body_yields(step->model, k)) heaviest += step->model->rigid[k].mass;
    for (int k = 0; k < rows->block_count; k++)
    {
        size_t from = rows->begin[k], width = rows->begin[k + 1] - from;
        if (is_blocked(rows, k, heaviest)) continue;
        if (kept < k)
        {
            memmove(rows->dof + to, rows->dof + from, width * sizeof *rows->dof);
            memmove(rows->H + to, rows->H + from, width * sizeof *rows->H);
            memmove(rows->G + to, rows->G + from, width * sizeof *rows->G);
            rows->b[kept] = rows->b[k];
            rows->begin[kept] = to;
        }
        kept++;
        to += width;
    }
    rows->begin[kept] = to;
    rows->block_count = rows->row_count = kept;
    rows->area = to;
}

/// Normals, and what sticks where it is to stay. Gaps are measured in units of the deepest overlap, and p in unit_mass.
static hf_status add_contacts(const step_context *step, const double *gap, const bool *lost, double deepest,
                              problem_rows *rows)
{
    const gap_scale in = {gap, lost, deepest};
    int *near = ARENA_ARRAY(step->workspace, int, step->contact_count);
    contact_list list = {.of = near, .row_count = 1, .kind = HF_LAW_UNILATERAL, .fill = fill_gap, .context = &in};
    if (!near) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
        if (!(gap[k] > NEAR * deepest) && !holds(step, k, gap[k], deepest)) near[list.count++] = k;
    hf_status status = problem_rows_add_contacts(rows, step, &list);
    if (status != HF_STATUS_OK) return status;
    drop_blocked(step, rows);
    for (int k = 0; k < step->contact_count; k++)
    {
        double b[3] = {fmax(gap[k], 0.0) / deepest, 0.0, 0.0};
        if (gap[k] > NEAR * deepest || !holds(step, k, gap[k], deepest)) continue;
        hf_contact held = step->contacts[k].record;
        held.mu = held.coefficients.tangent[0] = held.coefficients.tangent[1] = HELD;
        problem_rows_add_contact(rows, step, &held, rows_held(&step->contacts[k]), HF_LAW_CONTACT, b);
    }
    problem_rows_scale(rows, step->unit_mass);
    return HF_STATUS_OK;
}

/// Loops and limits.
static void add_mechanisms(const step_context *step, const bool *unmet, double deepest, position_rows *rows)
{
    for (int k = 0; k < rows->mechanisms.count; k++)
    {
        row_block *block = &rows->mechanisms.blocks[k];
        if (block->kind == HF_LAW_UNILATERAL && unmet[block->place]) block->b[0] = fmax(block->b[0], 0.0);
        if (block->kind == HF_LAW_UNILATERAL && block->b[0] > NEAR * deepest) continue;
        double scale = block_scale(block, step->unit_mass);
        rows->scale[rows->blocks.block_count - rows->contact_count] = scale;
        problem_rows_add_block(&rows->blocks, block, step->model, scale, step->unit_mass, deepest);
    }
}

/// What a block corrects, in units of the deepest overlap: angles count with `size`, the size of what moves [m].
static double violation_of(const problem_rows *blocks, int k, const double *b, bool contact, double size)
{
    double sum = 0.0;
    if (blocks->kind[k] == HF_LAW_CONTACT) return fmax(0.0, -b[0]);
    for (int r = 0; r < blocks->size[k]; r++)
        sum += blocks->kind[k] == HF_LAW_UNILATERAL ? fmax(0.0, -b[r]) : fabs(b[r]);
    return contact ? sum : sum * fmax(1.0, size);
}

/// delta ◄ what objects are moved by.
static hf_status displace(step_context *step, const position_rows *rows, double deepest, trial *t)
{
    double *delta = t->delta;
    const problem_rows *blocks = &rows->blocks;
    double size = shift_size(step);
    shift_bound bound;
    shift_bound_take(step, &bound);
    if (!bound.parent) return error_no_memory(step->error);
    memset(delta, 0, (size_t)step->model->dof_count * sizeof *delta);
    size_t at = 0, row = 0;
    for (int k = 0; k < blocks->block_count; k++)
    {
        bool contact = k < rows->contact_count;
        double scale = contact ? 1.0 : rows->scale[k - rows->contact_count];
        double corrected = violation_of(blocks, k, blocks->b + row, contact, size) * deepest / scale;
        shift_bound_add(&bound, step->model, blocks->dof + blocks->begin[k], blocks->begin[k + 1] - blocks->begin[k],
                        corrected);
        size_t begin = blocks->begin[k], count = blocks->begin[k + 1] - begin;
        for (int r = 0; r < blocks->size[k]; r++, row++, at += count)
            for (size_t j = 0; j < count && rows->p[row] != 0.0; j++) // most push nothing
                delta[blocks->dof[begin + j]] += blocks->G[at + j] * rows->p[row] * deepest;
    }
    bound.share = t->reach;
    return shift_bounded(step, &bound, delta);
}

static double norm_of_b(const problem_rows *rows)
{
    double sum = 0.0;
    for (int k = 0; k < rows->row_count; k++) sum += rows->b[k] * rows->b[k];
    return sqrt(sum);
}

static hf_status correct_once(step_context *step, position_rows *rows, const double *gap, double deepest, trial *t,
                              bool *solved)
{
    hf_problem *problem = NULL;
    hf_status status = loops_drop_dependent(&rows->mechanisms, NULL, step->error);
    if (status != HF_STATUS_OK) return status;
    if (!position_take(step, gap, deepest, rows)) return error_no_memory(step->error);
    status = add_contacts(step, gap, t->lost, deepest, &rows->blocks);
    if (status != HF_STATUS_OK) return status;
    rows->contact_count = rows->blocks.block_count;
    add_mechanisms(step, t->unmet, deepest, rows);
    status = problem_rows_create(&rows->blocks, step->model->dof_count, step->workspace, step->workspace, true,
                                 &problem, step->error);
    hf_auto_options all = hf_auto_options_default();
    hf_solve_options *options = &all.common;
    // Loops are to be closed, not nearly closed; those that contradict each other have no answer. Hair has none, and
    // thousands of contacts: each of them is to be good enough, not the norm of all.
    bool hair = step->model->fibre_count > 0 && rows->mechanisms.count == 0;
    double enough = step->rules.joints && !hair ? 0.0 : ENOUGH * OVERLAP_SLACK / deepest;
    if (hair) enough = fmax(ROUGHLY, enough * sqrt(rows->blocks.row_count));
    if (step->rules.joints) options->max_iterations = EFFORT;
    int64_t budget = step_budget_take(step->run, rows->blocks.row_count);
    bool whole = step->run->budget.forced || budget <= SHARES; // a forced step has little enough
    options->budget = whole ? budget : budget / SHARES;
    all.give_up_early = true;
    all.selection = HF_SELECTION_ANY;
    options->tolerance = fmax(TOLERANCE, enough) / (1.0 + norm_of_b(&rows->blocks)); // the certificate divides by this
    hf_report report = {0};
    if (status == HF_STATUS_OK) status = hf_auto_solve(problem, &all, rows->p, step->workspace, &report, step->error);
    step_budget_spend(step->run, report.work);
    *solved = report.outcome == HF_OUTCOME_CONVERGED;
    return status == HF_STATUS_OK ? displace(step, rows, deepest, t) : status;
}

// ---- mechanisms ----

/// Gaps of loops, and overlap at limits, where the step ended.
typedef struct violation
{
    double loops, limits;
} violation;

static hf_status measure_mechanisms(step_context *step, position_rows *rows, violation *v)
{
    *rows = (position_rows){0};
    *v = (violation){0};
    if (!rows_begin(&rows->mechanisms, step->model, step->workspace)) return error_no_memory(step->error);
    mechanism_position_rows(step, &rows->mechanisms);
    for (int k = 0; k < rows->mechanisms.count; k++)
    {
        const row_block *block = &rows->mechanisms.blocks[k];
        for (int r = 0; r < block->size; r++)
            if (block->kind == HF_LAW_BILATERAL) v->loops = fmax(v->loops, fabs(block->b[r]));
            else v->limits = fmax(v->limits, -block->b[r]);
    }
    return rows->mechanisms.failed ? error_no_memory(step->error) : HF_STATUS_OK;
}

/// Whether loops are closed and limits kept, as far as coordinates tell: then no rows are needed.
static bool mechanisms_fit(step_context *step, violation *v)
{
    *v = (violation){.loops = mechanism_gap(&step->objects->after, true),
                     .limits = mechanism_overlap(&step->objects->after, &step->passed_limit)};
    step->passed = v->limits;
    return v->loops <= LOOP_CLOSED && v->limits <= OVERLAP_SLACK;
}

/// Light rods turn by radians in a step: where loops are open that hold their ends, rows and masses are those of the
/// end of the step, not of its middle.
static void stand_fibres(step_context *step, double open, double **fibres)
{
    const double OPEN_WIDE = 1e-5; // of the shortest fibre
    const hf_model *m = step->model;
    object_step *objects = step->objects;
    double shortest = INFINITY;
    for (int k = 0; k < m->fibre_count; k++) shortest = fmin(shortest, m->fibres[k].rod.length);
    if (!(open > OPEN_WIDE * shortest)) return;
    if (objects->mass.fibres != fibres) memcpy(fibres, objects->mass.fibres, (size_t)m->fibre_count * sizeof *fibres);
    for (int o = 0; o < m->object_count; o++)
    {
        int index = m->objects[o].index;
        const object_motion *motion = object_of(m, o)->motion;
        if (motion->stand_after && motion->stand_after(objects, o)) fibres[index] = objects->after.fibres[index];
    }
    objects->mass.fibres = fibres;
}

/// The share of what is on trial ◄ another one.
static hf_status shift_trial(step_context *step, trial *t, double share)
{
    double before = t->share;
    t->share = share;
    if (step->model->fibre_count == 0) return shift_by(step, t->delta, share - before);
    hf_status status = shift_restore(step, &t->place);
    return status == HF_STATUS_OK && share > 0.0 ? shift_by(step, t->delta, share) : status;
}

static hf_status take_back(step_context *step, trial *t, double worst, bool *again)
{
    double most = t->contradicts ? 1.0 : WORSE;
    *again = t->share > 0.0 && !(worst <= most * t->before);
    if (!*again) return HF_STATUS_OK;
    double share = t->share > SHORTEST ? 0.5 * t->share : 0.0;
    return shift_trial(step, t, share);
}

/// What is asked later, before a displacement.
static void keep_trial(const step_context *step, trial *t, const double *gap, const row_set *mechanisms, double worst)
{
    memcpy(t->gap, gap, (size_t)step->contact_count * sizeof *gap);
    for (int k = 0; k < limit_count(&step->model->mechanism); k++) t->limit[k] = 0.0;
    for (int k = 0; k < mechanisms->count; k++)
        if (mechanisms->blocks[k].kind == HF_LAW_UNILATERAL)
            t->limit[mechanisms->blocks[k].place] = mechanisms->blocks[k].b[0];
    t->before = worst;
    if (step->model->fibre_count > 0) shift_keep(step, &t->place);
}

/// Whether a displacement hardly opened a row of an object.
static bool gains_nothing(const trial *t, int object, double before, double after)
{
    if (!(before < -fmax(LARGE * t->before, OVERLAP_SLACK))) return false;
    return after < before * (1.0 - GAINS * t->share * t->reach[object]);
}

/// Rows that the displacement was for, and did not open, are not obeyed any more; *again ◄ whether there are any: then
/// it is taken back.
static hf_status find_unmet(step_context *step, trial *t, const double *gap, const row_set *mechanisms, bool *again)
{
    *again = false;
    if (t->share == 0.0) return HF_STATUS_OK;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        int object = step->model->body_object[body_yields(step->model, c->body_a) ? c->body_a : c->body_b];
        if (t->lost[k] || !gains_nothing(t, object, t->gap[k], gap[k]) || is_too_deep(step, c, t->gap[k])) continue;
        t->lost[k] = *again = true;
    }
    for (int k = 0; k < mechanisms->count; k++)
    {
        const row_block *block = &mechanisms->blocks[k];
        if (block->kind != HF_LAW_UNILATERAL || t->unmet[block->place]) continue;
        if (!gains_nothing(t, block->object[0], t->limit[block->place], block->b[0])) continue;
        t->unmet[block->place] = *again = true;
    }
    return *again ? shift_trial(step, t, 0.0) : HF_STATUS_OK;
}

/// How deep contacts are where CORRECT leaves them.
static void keep_left(step_context *step, const double *gap)
{
    for (int k = 0; k < step->contact_count; k++) step->contacts[k].left = fmax(0.0, -gap[k]);
}

/// What the energy watch asks for later.
static void keep_sunk(step_context *step, const double *gap, double worst)
{
    for (int k = 0; k < step->contact_count; k++) step->contacts[k].sunk = fmax(step->contacts[k].sunk, -gap[k]);
    step->sunk = fmax(step->sunk, worst);
}

hf_status correct_positions(step_context *step, int rounds, double *widest)
{
    double *gap = ARENA_ARRAY(step->workspace, double, step->contact_count);
    double **fibres = ARENA_ARRAY(step->workspace, double *, step->model->fibre_count);
    trial t;
    if (!trial_take(step, &t) || !gap || !fibres) return error_no_memory(step->error);
    bool given_up = false;
    for (int round = 0;; round++)
    {
        hf_status status = workspace_poll(step->workspace, step->error);
        if (status != HF_STATUS_OK) return status;
        arena_mark mark = arena_begin(step->workspace);
        position_rows rows;
        violation v;
        bool closed = false, again, solved = true;
        double deepest = measure(step, gap);
        bool fit = mechanisms_fit(step, &v) && deepest <= OVERLAP_SLACK;
        if (!fit && t.share == 0.0) stand_fibres(step, v.loops, fibres);
        status = fit ? HF_STATUS_OK : measure_mechanisms(step, &rows, &v);
        *widest = fmax(v.loops, v.limits);
        double worst = fmax(deepest, *widest);
        if (round == 0) keep_sunk(step, gap, worst);
        if (status == HF_STATUS_OK) status = take_back(step, &t, worst, &again);
        if (status == HF_STATUS_OK && again)
        {
            given_up = t.share == 0.0;
            arena_end(step->workspace, mark);
            continue;
        }
        if (status == HF_STATUS_OK && !given_up && !fit) status = find_unmet(step, &t, gap, &rows.mechanisms, &again);
        if (status == HF_STATUS_OK && again)
        {
            arena_end(step->workspace, mark);
            continue;
        }
        // What overlaps, and limits that are passed, only push; loops alone are linear equations. They have the last
        // word.
        bool pushes = round < rounds && !given_up && (deepest > OVERLAP_SLACK || v.limits > OVERLAP_SLACK);
        bool done = !pushes && (v.loops <= LOOP_CLOSED || round >= rounds + LAST_ROUNDS);
        t.share = 0.0;
        if (status == HF_STATUS_OK && !done && !pushes) status = close_loops(step, &rows.mechanisms, v.loops, &closed);
        if (status == HF_STATUS_OK && !done && !closed)
        {
            keep_trial(step, &t, gap, &rows.mechanisms, worst);
            status = correct_once(step, &rows, gap, worst, &t, &solved);
            if (!solved) given_up = step->contradicts = t.contradicts = true; // what was found is tried, and no more
            t.share = pushes ? 1.0 : 0.0;
        }
        arena_end(step->workspace, mark);
        if (done) keep_left(step, gap);
        if (done || status != HF_STATUS_OK) return status;
    }
}
