// The energy watch: whether a piece of a step gained energy that nothing explains.
//
// Of each set of objects that impulses connect (MOVE finds them),
//
//   rise = E⁺ - E - W_motors - W_pushes - W_prescribed,
//
// E kinetic energy, energy in gravity and constant forces, and in springs. The works are those of the discrete step: it
// changes momenta by impulses J along directions fixed in the configuration of the solve, so that kinetic energy there
// changes by J·½(v + v⁺) exactly:
//
//   motors        h F ½ (rate + rate⁺) of each transmission, F what the step made of it; a joint that limits a sum
//                 counts with the sum
//   pushes        h f·½ (v + v⁺) of hf_world_set_wrench, of torques of the model, and of the medium (wind may feed
//                 energy in)
//   prescribed    r·½ (v_B + v_B⁺) of contacts with a body B that is told where to be
//
// What else acts should take energy, or keep it, but for these terms, each taken from what the step has at hand:
//
//   contacts, limits, loops, dry friction    With d = v_f - v, what own forces do to the velocities, u⁺ = u_f + W r and
//                                            the law's r·u⁺ <= 0, impulses p = Hᵀ r
//              work  r·½ (u + u⁺) = r·u⁺ - ½ p·d - ½ p·M̂⁻¹p  <=  max over p of (-½ p·d - ½ p·M̂⁻¹p)  =  ⅛ dᵀ M̂ d,
//              of second order in h: half of a fourth of what own forces alone would make of a body at rest. Where
//              nothing presses it is none.
//              Motors and springs that are rows count among own forces with their impulses s: √(dᵀM̂d) grows by |s|
//              √W_kk of each.
//   turning    The energy of what turns freely oscillates by O(h²) (bodies/rigid.c, object_reduced.c). Along the motion
//              velocities, at fixed momenta or joint
//              velocities, change at rates of up to 2ω, ω the fastest turning (of a tree: rates of its joints added up
//              to a link), and own forces change
//              them by d. A symmetric method of second order is off by h³/24 of the third derivative of ½|v|², in the
//              metric of mass, which is
//              v·v‴ + 3 v'·v" with v' <= A/h, v" <= 2ω A/h, v‴ <= 4ω² A/h:
//                  (κ/12) A (2κ √(2T) + 3A),    A = 2κ √(2T) + √(dᵀM̂d),    κ = ω h.
//              Weights w of a tree's links work along chords of their arcs, off by h³/24 of x‴ <= 4ω² v + 6ω d/h:
//              (κ/12) Σ w h (2κ v + 3 d).
//              Of a free body T is that of its turning, which momentum carries: times 1 - I_min/I_max, for round bodies
//              turn exactly, and without d. It is
//              the first term of a series: what turns by more than FARTHEST counts with that.
//   lifting    Stage CORRECT lifts what has sunk in. A body may stand on others that are lifted, too, each by what it
//              had sunk in: weight × the sum of the
//              deepest overlaps of the set's pairs of shapes, of each body that it lifted, and no more than it did.
//              What it turns keeps its angular momentum,
//              so that ½ L·I⁻¹L becomes another; and springs of the joints that it moves are strained.
//   rounding   of sums.
//
// What is beyond these is `energy_rise` of the report, with the body whose own energy rose most. The piece then asks to
// be halved (WHY_ENERGY, step_control.c). Trees on a base that is driven, with a prescribed joint on its way, or held
// by loops and tendons to a driven body are not asked: the work of what drives them is not known. Nor is the
// acceleration-level mode.
//
// Cost: energies of all objects once a piece, which the report of the step needs anyway, and sums over bodies and
// contacts.

#include "model/rows/transmission.h"
#include "world/energy/energy_account.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

/// Of energies and works that were added up: forces of servos are small differences.
static const double ROUNDING = 1e-11;

/// [rad]: what turns farther in a step is beyond the first term of a series. Terms of trees that turn farther than FAR
/// are no longer small: a hundredth of their energy a step at 0.1 rad, where a limit chatters.
static const double FARTHEST = 0.1, FAR = 0.03;

/// Of the kinetic energy of trees that turn farther, and of rods: what a step may gain without a reason.
static const double FAR_SHARE = 1e-3, ROD_SHARE = 2e-4;

/// Of the kinetic energy of a rod that did not rise: what is taken of it in a piece for strain that did. A bend that
/// snaps is strained without bound for a piece or two.
static const double ROD_BRAKE = 0.1;

// ---- terms of the method ----

/// dᵀ M d of one body, d what own forces do to its velocities in the step.
static double own_forces(const step_context *step, int body)
{
    const rigid_constants *c = &step->model->rigid[body];
    const double *before = step->objects->half ? step->objects->half[body] : step->before[body];
    vec3 d = v3_sub(v3_load(step->free[body]), v3_load(before));
    vec3 turn =
        quat_rotate_back(quat_load(step->at[body].q), v3_sub(v3_load(step->free[body] + 3), v3_load(before + 3)));
    double sum = c->mass * v3_norm2(d);
    for (int k = 0; k < 3; k++) sum += c->inertia[k] * v3_at(turn, k) * v3_at(turn, k);
    return sum;
}

/// dᵀ M d of a tree: in reduced coordinates with what springs and dampers add to its mass.
static double tree_own_forces(const step_context *step, int object)
{
    int count;
    const int *bodies = object_bodies(step->model, object, &count);
    double sum = 0.0;
    if (object_of(step->model, object)->drives) return step->objects->drive[object];
    for (int k = 0; k < count; k++) sum += own_forces(step, bodies[k]);
    return sum;
}

/// The fastest that a body turns in the step [rad/s].
static double spin(const step_context *step, int body)
{
    double before = v3_norm2(v3_load(step->world->state.bodies[body].w)),
           after = v3_norm2(v3_load(step->solved[body] + 3));
    return sqrt(fmax(before, after));
}

/// Spin of a hinge or ball, of one link relative to the other.
static double joint_spin(const step_context *step, int joint)
{
    const mechanism *m = &step->model->mechanism;
    double before = 0.0, after = 0.0;
    if (m->joints[joint].kind == HF_JOINT_SLIDE) return 0.0;
    for (int k = 0, v = m->joint_place_v[joint]; k < joint_v_size(m->joints[joint].kind); k++)
    {
        before += step->world->state.v[v + k] * step->world->state.v[v + k];
        after += step->objects->v_after[v + k] * step->objects->v_after[v + k];
    }
    return sqrt(fmax(before, after));
}

/// The term of turning of a free body.
static double body_turning(const step_context *step, int body)
{
    const rigid_constants *c = &step->model->rigid[body];
    double least = fmin(c->inertia[0], fmin(c->inertia[1], c->inertia[2]));
    double most = fmax(c->inertia[0], fmax(c->inertia[1], c->inertia[2]));
    if (!(most > least)) return 0.0;
    double w = spin(step, body), angle = fmin(w * step->h, FARTHEST);
    return (1.0 - least / most) * angle * angle * angle * (4.0 / 3.0) * most * w * w; // A = 2κ √(2T)
}

/// The fastest that links of a tree can turn by what their joints do: rates of the joints from the base to a link add
/// up.
static double tree_spin(const step_context *step, const model_tree *t, double *rate)
{
    const mechanism *m = &step->model->mechanism;
    double fastest = 0.0;
    memset(rate, 0, (size_t)t->link_count * sizeof *rate);
    if (t->floating) rate[0] = spin(step, m->links[t->link_begin]);
    for (int k = 0; k < t->joint_count; k++)
    {
        int joint = m->tree_joints[t->joint_begin + k];
        rate[t->articulated->dof_link[m->joint_place_v[joint] - t->v]] += joint_spin(step, joint);
    }
    for (int k = 0; k < t->link_count; k++)
    {
        int parent = t->articulated->links[k].parent;
        if (parent >= 0) rate[k] += rate[parent];
        fastest = fmax(fastest, rate[k]);
    }
    return fastest;
}

/// Whether a link of a tree turns so far in the step that the terms of second order are no longer small.
static bool turns_far(const step_context *step, int object)
{
    int count;
    const int *bodies = object_bodies(step->model, object, &count);
    for (int k = 0; k < count; k++)
        if (spin(step, bodies[k]) * step->h > FAR) return true;
    return false;
}

/// Gravity and the constant force on a body [N].
static vec3 weight_of(const step_context *step, int body)
{
    const rigid_constants *c = &step->model->rigid[body];
    vec3 force = v3_load(step->model->bodies[body].force);
    return v3_add_scaled(force, c->mass * c->gravity_scale, v3_load(step->world->settings.physics.gravity));
}

/// w (2κ v + 3 d) of a link.
static double arc(const step_context *step, int body, double angle)
{
    const double *before = step->objects->half[body], *free = step->free[body];
    double v = sqrt(fmax(v3_norm2(v3_load(before)), v3_norm2(v3_load(step->solved[body]))));
    double d = v3_norm(v3_sub(v3_load(free), v3_load(before)));
    return v3_norm(weight_of(step, body)) * (2.0 * angle * v + 3.0 * d);
}

/// The term of turning of a tree.
static double tree_turning(const step_context *step, int object, double kinetic, double own, double *rate)
{
    int count;
    const int *bodies = object_bodies(step->model, object, &count);
    double fastest = 0.0;
    if (object_of(step->model, object)->make == MADE_OF_LOOPED_BODIES)
        for (int k = 0; k < count; k++) fastest = fmax(fastest, spin(step, bodies[k]));
    else fastest = tree_spin(step, &step->model->mechanism.trees[step->model->objects[object].index], rate);
    double angle = fmin(fastest * step->h, FARTHEST);
    double v = 2.0 * angle * sqrt(2.0 * kinetic), A = v + sqrt(fmax(0.0, own)), arcs = 0.0;
    for (int k = 0; k < count; k++) arcs += arc(step, bodies[k], angle);
    return angle / 12.0 * (A * (v + 3.0 * A) + step->h * arcs);
}

/// How far CORRECT lifted a body, in energy, as far as that is no more than what had sunk in. What hangs on a rod is
/// lifted by the end of a rope that whips: that is no reason.
/// Nor is a limit that is passed as far as before: what cannot be met holds nothing up.
static double lifted(const step_context *step, int body, const account *a, double left)
{
    double sunk = a->rod ? a->sunk : fmax(a->sunk, step->sunk - left);
    vec3 weight = weight_of(step, body);
    vec3 shift = v3_sub(v3_load(step->next[body].x), v3_load(step->moved[body].x));
    return fmin(fmax(0.0, -v3_dot(weight, shift)), v3_norm(weight) * sunk);
}

/// What a free body gained by being turned by CORRECT.
static double turned(const step_context *step, int body)
{
    const rigid_constants *c = &step->model->rigid[body];
    const double *q = step->next[body].q, *from = step->moved[body].q;
    if (vector_equal(4, q, from)) return 0.0;
    vec3 L = v3_load(step->objects->after.momentum[body]);
    double after = rigid_kinetic(c, quat_load(q), v3_zero(), L);
    double gain = after - rigid_kinetic(c, quat_load(from), v3_zero(), L);
    return fmin(fmax(0.0, gain), RIGID_LIVELY * after); // beyond that momentum has gone along
}

/// What rounding of places makes of the energy of a tree whose velocities follow from them: m v · ε |x| / h, summed up.
static double rounded(const step_context *step, int object, double kinetic)
{
    const double EPSILON = 4e-16;
    int count;
    const int *bodies = object_bodies(step->model, object, &count);
    double mass = 0.0, farthest = 0.0;
    for (int k = 0; k < count; k++)
    {
        mass += step->model->bodies[bodies[k]].mass;
        for (int j = 0; j < 3; j++) farthest = fmax(farthest, fabs(step->next[bodies[k]].x[j]));
    }
    return sqrt(2.0 * kinetic * mass) * EPSILON * farthest / step->h;
}

/// rate: scratch of as many numbers as the longest tree has links.
static void add_object(const step_context *step, int o, account *accounts, double *rate)
{
    const hf_model *m = step->model;
    const double *before = step->world->energy[o], *after = step->energy[o];
    account *a = account_of_object(step, accounts, o);
    object_make make = object_of(m, o)->make;
    bool tree = make == MADE_OF_LINKS || make == MADE_OF_LOOPED_BODIES;
    int body = m->objects[o].body;
    double rise = (after[0] - before[0]) + (after[1] - before[1]);
    a->rise += rise;
    a->before += before[0];
    a->after += after[0];
    a->size += fabs(before[0]) + fabs(before[1]) + fabs(after[0]) + fabs(after[1]);
    if (a->body < 0 || rise > a->most) a->most = rise, a->body = body;
    if (make == MADE_OF_SEGMENTS)
    {
        a->rod = true;
        a->lifted += ROD_SHARE * fmax(before[0], after[0]);
        return;
    }
    double own = tree ? tree_own_forces(step, o) : own_forces(step, body);
    a->own += own;
    if (tree && turns_far(step, o)) a->kinetic += fmax(before[0], after[0]);
    if (tree) a->lifted += rounded(step, o, fmax(before[0], after[0]));
    a->turning += tree ? tree_turning(step, o, fmax(before[0], after[0]), own, rate) : body_turning(step, body);
}

/// The deepest overlap of each pair of shapes, as far as CORRECT removed it: what stays as deep as it was lifts
/// nothing. Contacts of a pair follow one another.
static void add_sunk(const step_context *step, account *accounts)
{
    double deepest = 0.0;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        const hf_contact *next = k + 1 < step->contact_count ? &step->contacts[k + 1].record : NULL;
        deepest = fmax(deepest, step->contacts[k].sunk - step->contacts[k].left);
        if (next && next->shape_a == c->shape_a && next->shape_b == c->shape_b) continue;
        account_of(step, accounts, body_yields(step->model, c->body_a) ? c->body_a : c->body_b)->sunk += deepest;
        deepest = 0.0;
    }
}

/// What CORRECT did to springs, where it moved something.
static hf_status add_strain(const step_context *step, account *accounts)
{
    const hf_model *m = step->model;
    double(*now)[2] = arena_take_zeroed(step->workspace, (size_t)m->object_count, sizeof *now);
    if (!now) return error_no_memory(step->error);
    if (!(step->sunk > 0.0)) return HF_STATUS_OK;
    strain_of_objects(&step->objects->after, now);
    for (int o = 0; o < m->object_count; o++)
        account_of_object(step, accounts, o)->lifted += fmax(0.0, now[o][1] - step->strain[o][1]);
    return HF_STATUS_OK;
}

/// left: how far a limit is passed still.
static void add_body(const step_context *step, int body, account *accounts, double left)
{
    const hf_model *m = step->model;
    account *a = account_of(step, accounts, body);
    if (!body_yields(m, body)) return;
    if (!(step->sunk > 0.0)) return;
    a->lifted += lifted(step, body, a, left);
    if (object_of_body(m, body)->keeps_momentum) a->turned += turned(step, body);
}

/// |s| √W_kk of a row that stands for a motor or a spring: what its impulse does to velocities, in the metric of mass.
static double motor_change(const step_context *step, int index)
{
    const row_block *block = &step->mechanism->rows.blocks[index];
    if (!(block->compliance > 0.0)) return 0.0;
    const int *offset = hf_problem_offsets(step->world->problem) + step->contact_count;
    double impulse = step->unit_mass * block->scale * step->r[offset[index]];
    return fabs(impulse) * sqrt(fmax(0.0, block_diagonal(block) - block->compliance));
}

/// Sets in which impulses act.
static void find_pressed(const step_context *step, account *accounts)
{
    const hf_model *m = step->model;
    const row_set *rows = &step->mechanism->rows;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        if (c->r[0] != 0.0)
            account_of(step, accounts, body_yields(m, c->body_a) ? c->body_a : c->body_b)->pressed = true;
    }
    for (int b = 0; b < rows->count; b++)
    {
        account *a = account_of_object(step, accounts, rows->blocks[b].object[0]);
        a->pressed = true;
        a->motors += motor_change(step, b);
    }
}

// ---- the watch ----

/// What a set gained beyond what is explained; negative: it lost that much.
static double gain_of(const account *a)
{
    double own = sqrt(fmax(0.0, a->own)) + a->motors;
    double explained = a->turning + a->lifted + a->turned + ROUNDING * a->size + (a->pressed ? 0.125 * own * own : 0.0);
    if (a->kinetic > 0.0) explained = fmin(explained, FAR_SHARE * a->kinetic);
    return a->rise - explained;
}

/// The set with the largest unexplained rise, into the piece.
static void find_worst(step_context *step, const account *accounts)
{
    step_facts *facts = step->facts;
    facts->rise = 0.0;
    facts->far = false;
    facts->rise_body = -1;
    facts->balance = 0.0;
    for (int k = 0; k < step->model->body_count; k++)
    {
        const account *a = &accounts[k];
        if (a->body < 0 || a->driven) continue;
        double gain = gain_of(a);
        facts->balance += a->rise > 0.0 ? fmax(0.0, a->rise - a->lifted) : a->rise;
        if (!(gain > facts->rise)) continue;
        facts->far = a->kinetic > 0.0;
        facts->rise = gain;
        facts->rise_body = a->body;
    }
}

/// Whether rebounds of mechanisms are to be less.
static bool ask_rebounds(step_context *step, const account *accounts)
{
    bool any = false, asks = false;
    for (int k = 0; k < step->contact_count; k++) any |= step->contacts[k].rebounds;
    for (int k = 0; step_may(step, WHY_REBOUND) && k < step->model->body_count; k++)
    {
        const account *a = &accounts[k];
        if (a->body >= 0 && !a->driven && gain_of(a) > FAR_SHARE * a->before) asks |= rebounds_stay_at_start(step);
    }
    for (int k = 0; any && step_may(step, WHY_REBOUND) && k < step->model->body_count; k++)
        if (accounts[k].body >= 0 && !accounts[k].driven) asks |= rebounds_share(step, k, gain_of(&accounts[k]));
    return asks;
}

/// Velocities of a set ◄ share times what they are; what impulses did is not expected again.
static void slow_down(step_context *step, int root, double share)
{
    const hf_model *m = step->model;
    for (int k = 0; k < m->body_count; k++)
    {
        if (!body_yields(m, k) || union_find_root(step->sets, k) != root) continue;
        body_state *next = &step->next[k];
        for (int j = 0; j < 3; j++)
        {
            next->v[j] *= share;
            next->w[j] *= share;
            step->objects->after.momentum[k][j] *= share;
        }
        step->thetas[k] = step->theta < 1.0 ? 1.0 : 0.0;
    }
    for (int o = 0; o < m->object_count; o++)
    {
        const model_object *object = &m->objects[o];
        if (union_find_root(step->sets, object->body) != root) continue;
        for (int k = object->v; k < object->v + object->v_count; k++) step->objects->v_after[k] *= share;
        step->energy[o][0] *= share * share;
    }
}

/// What is still gained when nothing is cut any more is taken from the velocities: scaled as a whole they obey the laws
/// of contacts, joints and loops as before.
static void take_gains(step_context *step, const account *accounts)
{
    for (int k = 0; k < step->model->body_count; k++)
    {
        const account *a = &accounts[k];
        double gain = a->body < 0 || a->driven ? 0.0 : gain_of(a);
        bool rough = a->pressed || a->rod || a->kinetic > 0.0; // what swings freely gives back what it gains
        if (!rough || !(gain > FAR_SHARE * a->before) || !(a->after > 0.0)) continue;
        double most = a->rod ? fmax(a->after - a->before, ROD_BRAKE * a->after) : a->after;
        double taken = fmin(gain, fmin(most, a->after));
        slow_down(step, k, sqrt(1.0 - taken / a->after));
        step->facts->balance -= taken;
    }
}

hf_status energy_watch(step_context *step)
{
    const hf_model *m = step->model;
    hf_world *world = step->world;
    step->energy = arena_take_zeroed(step->workspace, (size_t)m->object_count, sizeof *step->energy);
    account *accounts = ARENA_ZEROED(step->workspace, account, m->body_count);
    double *rate = ARENA_ARRAY(step->workspace, double, m->body_count);
    if (!step->energy || !accounts || !rate) return error_no_memory(step->error);
    if (!world->energy_known)
    {
        const configuration at = world_configuration(world);
        energy_of_objects(&at, world->state.v, &world->settings, world->energy, step->workspace);
        world->energy_known = true;
    }
    energy_of_objects(&step->objects->after, step->objects->v_after, &world->settings, step->energy, step->workspace);
    if (!step->solved) return HF_STATUS_OK; // the acceleration-level mode
    for (int k = 0; k < m->body_count; k++) accounts[k].body = -1;
    for (int o = 0; o < m->object_count; o++) add_object(step, o, accounts, rate);
    add_sunk(step, accounts);
    double left = step->sunk > 0.0 && step->rules.joints ? step->passed : 0.0;
    for (int k = 0; k < m->body_count; k++) add_body(step, k, accounts, left);
    hf_status status = add_strain(step, accounts);
    if (status != HF_STATUS_OK) return status;
    find_pressed(step, accounts);
    accounts_add_work(step, accounts);
    find_worst(step, accounts);
    if (ask_rebounds(step, accounts))
    {
        step->why = WHY_REBOUND;
        return HF_STATUS_OK;
    }
    if (step->facts->rise > 0.0 && step_may(step, WHY_ENERGY)) step->why = WHY_ENERGY;
    else if (step->facts->rise > 0.0) take_gains(step, accounts);
    return HF_STATUS_OK;
}
