// How a tree in joint coordinates moves, once its impulses are known (object_reduced.c): by momenta of its links.
//
// The linear problem of the solve, M̂ (v⁺ - v) = …, has joint velocities for unknowns. Held through the move they
// change energy and momentum with the configuration: ½ vᵀ M(q) v. In smooth motion what the two halves of a step do
// cancels but for second order. Where velocities jump they do not: q⁺ = q ⊕ h v⁺ is where M_m was never taken, and the
// error is h ω of the energy, of either sign. Chains that collide at 10 ms went from 90 J to 4.5e7 J by it. So the
// solve gives impulses, and velocities follow from momenta.
//
// Smooth motion is that of a variational integrator, as that of constraint trees (constraint_tree/constraint_tree.h)
// with joint coordinates for the constraints:
//
//     J(q)ᵀ  (P - σ K) + A Δq/h = p + σ S,                p = J(q)ᵀ (M V) + A v                      for q⁺
//     J(q⁺)ᵀ (P + (1 - σ) K) + A Δq/h + (1 - σ) S = M(q⁺) v⁺ + A v⁺                                  for v⁺
//
// P momenta of links that coast from q to q⁺ in h (articulated_discrete.c); A armature; K wrenches on links times h, at
// their centres of mass; S impulses at joints' velocities: Hᵀ r and h τ - (h D + θ² h² K_s)(v⁺ - v), together J_mᵀ M
// J_m (v⁺ - v_f) + A (v⁺ - v_f) + h τ - (h D + θ² h² K_s)(v_f - v); σ = 1 - θ. Energy oscillates by O(h²) and does not
// drift. q⁺ by rounds with the factors of M at the first guess, which is that of the linear problem; v⁺ with the same
// factors, refined.
//
// Impulses from outside (contacts, loops to others, and all impulses of trees on a base) leave the linear problem's
// motion as it is: the law of a contact speaks of its v⁺, and of third order in h what sticks would slip.
//
// Where velocities jump q⁺ = q ⊕ h v⁺ stays, for gaps are closed by it. Momenta of links in the middle, M_m J_m v⁺ with
// the half of the bias that belongs to the way from there to q⁺ taken back, are carried to q⁺: M(q⁺) v = J(q⁺)ᵀ P. That
// is a projection in the metric of mass, which takes energy or keeps it (but for the turning of what is not round);
// what is still more than the work of own forces and impulses accounts for is taken by scaling. So it is after
// displacements of stage CORRECT.
//
// What nothing presses and turns far in a step flies by a method of higher order (reduced_flight.c).
//
// Linear and angular momentum of a floating tree change by K and by what impulses push it, to rounding: what is missing
// is given to all links as a motion of one body, and what is scaled is the motion about that of one body with this
// momentum.
//
// Cost: a factorization, and kinematics, momenta and a solution in each of the rounds (two to five).

#include "model/model.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    ROUNDS = 12,    // each gains a factor of about h ω
    REFINEMENTS = 3 // of velocities: factors are those of the first guess
};
static const double LEAST = 1e-5;   // [rad or m] in a step; M changes by that much of itself
static const double ENOUGH = 1e-13; // of the momentum, in the metric of mass …
static const double CLOSE = 1e-6;   // … and what is left of it where rounds get no nearer

typedef struct reduced_motion
{
    const model_tree *t;
    int tree;
    articulated_scratch *start, *end; // kinematics at q and at q⁺
    articulated_base base_start, base_end;
    double share;         // σ
    double *K, *P;        // [6 link_count]
    double *wrench;       // [6 link_count]: scratch
    double *momentum;     // [v_count]: p + σ S
    double *S, *rest;     // [v_count]: impulses at joints; what an equation leaves
    bool pressed;         // impulses of the problem push it from outside
    vec3 linear, angular; // what impulses of the problem add to momentum and angular momentum about the world's origin
    double *move;         // [v_count]
} reduced_motion;

static bool motion_take(const object_step *step, reduced_motion *m)
{
    size_t links = 6 * (size_t)m->t->link_count, n = (size_t)m->t->v_count;
    hf_workspace *w = step->workspace;
    m->K = ARENA_ZEROED(w, double, links);
    m->P = ARENA_ARRAY(w, double, links);
    m->wrench = ARENA_ARRAY(w, double, links);
    m->momentum = ARENA_ARRAY(w, double, n);
    m->S = ARENA_ARRAY(w, double, n);
    m->rest = ARENA_ARRAY(w, double, n);
    m->move = ARENA_ARRAY(w, double, n);
    return arena_whole(w);
}

/// Momentum, and angular momentum about the world's origin, of all links whose momenta are P.
static void total_of(const reduced_motion *m, const articulated_scratch *at, vec3 *linear, vec3 *angular)
{
    *linear = *angular = v3_zero();
    for (int k = 0; k < m->t->link_count; k++)
    {
        vec3 p = v3_load(m->P + 6 * k);
        *linear = v3_add(*linear, p);
        *angular = v3_add(*angular, v3_add(v3_load(m->P + 6 * k + 3), v3_cross(at->bodies[k].center, p)));
    }
}

static bool any_change(const reduced_motion *m)
{
    bool any = false;
    for (int k = 0; k < m->t->v_count; k++) any |= m->move[k] != 0.0;
    return any;
}

/// Whether momenta P add up to something: impulses within the tree do not.
static bool is_pushed(const object_step *step, const reduced_motion *m, const articulated_scratch *at)
{
    const double NOTHING = 1e-10; // of the sum of sizes, …
    const double ROUNDING = 1e-3; // … and this times it of the momenta that links have: rounding of velocities
    const mechanism *mech = &step->model->mechanism;
    double size = 0.0, turning = 0.0;
    for (int k = 0; k < m->t->link_count; k++)
    {
        double speed = v3_norm(v3_load(step->half[mech->links[m->t->link_begin + k]]));
        double part = v3_norm(v3_load(m->P + 6 * k)) + ROUNDING * m->t->articulated->links[k].mass * speed;
        size += part;
        turning += v3_norm(v3_load(m->P + 6 * k + 3)) + part * v3_norm(at->bodies[k].center);
    }
    return v3_norm(m->linear) > NOTHING * size || v3_norm(m->angular) > NOTHING * turning;
}

/// K and S, from the linear problem: v_free and v_after are its velocities, scratch->middle its configuration.
static void find_kicks(const object_step *step, reduced_motion *m)
{
    const model_tree *t = m->t;
    const mechanism *mech = &step->model->mechanism;
    const articulated_tree *tree = t->articulated;
    articulated_scratch *middle = step->scratch->middle[m->tree];
    double h = step->h, theta = object_spring_weight(step, step->model->dof_object[t->v]);
    const double *v = step->v + t->v, *free = step->v_free + t->v, *after = step->v_after + t->v;
    articulated_base still = articulated_base_fixed();
    for (int k = 0; k < t->v_count; k++) m->move[k] = after[k] - free[k];
    articulated_velocities(tree, middle, &still, m->move);
    articulated_link_momenta(tree, middle, m->P);
    articulated_project(tree, middle, m->P, m->S); // Hᵀ r = M̂ (v⁺ - v_f)
    total_of(m, middle, &m->linear, &m->angular);
    m->pressed = !tree->floating ? any_change(m) : is_pushed(step, m, middle);
    for (int k = 0; k < t->v_count; k++)
    {
        double diag = h * step->damping[t->v + k] + theta * theta * h * h * step->stiffness[t->v + k];
        m->S[k] += h * step->force[t->v + k] - diag * (free[k] - v[k]) + tree->armature[k] * m->move[k];
    }
    for (int k = 0; k < t->link_count; k++)
    {
        int body = mech->links[t->link_begin + k];
        double *K = m->K + 6 * k, weight = tree->links[k].mass * tree->links[k].gravity_scale;
        vec3 force, torque;
        object_forces(step, body, v3_load(step->before[body]), v3_load(step->before[body] + 3), &force, &torque);
        force = v3_add_scaled(force, weight, v3_load(step->settings->physics.gravity));
        v3_store(K, v3_scale(h, force));
        v3_store(K + 3, v3_scale(h, torque));
    }
}

/// out ◄ Jᵀ (P + scale K) there.
static void project(const reduced_motion *m, articulated_scratch *at, double scale, double *out)
{
    for (int k = 0; k < 6 * m->t->link_count; k++) m->wrench[k] = m->P[k] + scale * m->K[k];
    articulated_project(m->t->articulated, at, m->wrench, out);
}

/// p + σ S at the beginning.
static void begin_momentum(const object_step *step, reduced_motion *m)
{
    const articulated_tree *tree = m->t->articulated;
    const double *v = step->v + m->t->v;
    articulated_velocities(tree, m->start, &m->base_start, v);
    articulated_link_momenta(tree, m->start, m->P);
    articulated_project(tree, m->start, m->P, m->momentum);
    for (int k = 0; k < m->t->v_count; k++) m->momentum[k] += tree->armature[k] * v[k] + m->share * m->S[k];
}

/// rest ◄ what the first equation leaves at q⁺; P there; move ◄ q⁺ - q.
static void first_equation(const object_step *step, reduced_motion *m, const double *q)
{
    const articulated_tree *tree = m->t->articulated;
    articulated_kinematics(tree, m->end, &m->base_end, q);
    articulated_coasting_momenta(tree, m->start, m->end, step->h, m->P);
    articulated_difference(tree, step->start.q + m->t->q, q, m->move);
    project(m, m->start, -m->share, m->rest);
    for (int k = 0; k < m->t->v_count; k++)
    {
        m->rest[k] = m->momentum[k] - m->rest[k] - tree->armature[k] * m->move[k] / step->h;
        if (tree->prescribed[k]) m->rest[k] = 0.0;
    }
}

/// xᵀ M⁻¹ x with the factors at the end; by ◄ M⁻¹ x.
static double size_of(const reduced_motion *m, const double *x, double *by)
{
    double sum = 0.0;
    articulated_solve(m->t->articulated, m->end, x, by);
    for (int k = 0; k < m->t->v_count; k++) sum += by[k] * x[k];
    return sum;
}

/// q⁺ by Newton's method with fixed factors, from the first guess, whose `rest` is known. False if it does not get
/// there.
static bool find_end(const object_step *step, reduced_motion *m, double *q)
{
    double size = fabs(size_of(m, m->momentum, m->move)), last = INFINITY;
    for (int round = 0;; round++)
    {
        double left = size_of(m, m->rest, m->move);
        if (!isfinite(left)) return false;
        if (left <= ENOUGH * ENOUGH * size) return true;
        bool slow =
            round > 1 &&
            !(left < 0.5 * last); // the first round may halve it only, where the next ones gain four digits each
        if (round == ROUNDS || slow) return left <= CLOSE * CLOSE * size;
        last = left;
        articulated_integrate(m->t->articulated, q, m->move, step->h);
        first_equation(step, m, q);
    }
}

/// v ◄ the velocities that have this momentum at q⁺, whose kinematics m->end has, and nearly its factors; prescribed
/// ones stay.
static void find_velocities(const reduced_motion *m, const double *momentum, double *v)
{
    const articulated_tree *tree = m->t->articulated;
    int n = m->t->v_count;
    for (int k = 0; k < n; k++)
        if (!tree->prescribed[k]) v[k] = 0.0;
    for (int round = 0; round < REFINEMENTS; round++)
    {
        articulated_velocities(tree, m->end, &m->base_end, v);
        articulated_link_momenta(tree, m->end, m->wrench);
        articulated_project(tree, m->end, m->wrench, m->rest);
        for (int k = 0; k < n; k++) m->rest[k] = momentum[k] - m->rest[k] - tree->armature[k] * v[k];
        articulated_solve(tree, m->end, m->rest, m->move);
        for (int k = 0; k < n; k++) v[k] += m->move[k];
    }
}

/// Kinematics at q in m->start. Where m->end is there already, as it is at the beginning of most steps, the two change
/// places.
static void place_start(const object_step *step, reduced_motion *m, const articulated_base *base, const double *q)
{
    const articulated_tree *tree = m->t->articulated;
    if (articulated_is_at(tree, m->end, base, q) && !articulated_is_at(tree, m->start, base, q))
    {
        articulated_scratch *end = m->end;
        m->end = step->scratch->probe[m->tree] = m->start;
        m->start = step->scratch->start[m->tree] = end;
    }
    articulated_kinematics(tree, m->start, base, q);
}

/// Kinematics of both ends.
static void place_ends(object_step *step, reduced_motion *m, const double *q)
{
    const articulated_tree *tree = m->t->articulated;
    m->base_start = tree_base(&step->start, m->tree);
    m->base_end = tree_base(&step->after, m->tree);
    place_start(step, m, &m->base_start, step->start.q + m->t->q);
    articulated_kinematics(tree, m->end, &m->base_end, q);
}

/// M at the end. False if it is singular there: some joint has its inertia from springs and dampers alone.
static bool factor_end(const reduced_motion *m)
{
    hf_error unused = {0};
    return articulated_factor(m->t->articulated, m->end, NULL, &unused) == HF_STATUS_OK;
}

/// Velocities v of a floating tree at the end ◄ with this momentum in all, by a motion of all links as one body.
static void give_total(const reduced_motion *m, vec3 linear, vec3 angular, double *v)
{
    const articulated_tree *tree = m->t->articulated;
    vec3 p, L;
    double twist[6];
    articulated_velocities(tree, m->end, &m->base_end, v);
    articulated_link_momenta(tree, m->end, m->P);
    total_of(m, m->end, &p, &L);
    if (!articulated_locked(tree, m->end, v3_sub(linear, p), v3_sub(angular, L), twist)) return;
    for (int k = 0; k < 6; k++) v[k] += twist[k];
}

/// Momentum and angular momentum that a floating tree has at the end: those of the beginning, and all kicks.
static void wanted_total(const object_step *step, const reduced_motion *m, vec3 *linear, vec3 *angular)
{
    articulated_velocities(m->t->articulated, m->start, &m->base_start, step->v + m->t->v);
    articulated_link_momenta(m->t->articulated, m->start, m->P);
    total_of(m, m->start, linear, angular);
    *linear = v3_add(*linear, m->linear);
    *angular = v3_add(*angular, m->angular);
    for (int k = 0; k < m->t->link_count; k++)
    {
        vec3 f = v3_load(m->K + 6 * k), x = v3_mix(m->end->bodies[k].center, m->start->bodies[k].center, m->share);
        *linear = v3_add(*linear, f);
        *angular = v3_add(*angular, v3_add(v3_load(m->K + 6 * k + 3), v3_cross(x, f)));
    }
}

/// Whether known forces at the joints' own velocities push the base, as motors at sites do: then its momentum is not
/// that of the kicks alone.
static bool base_is_pushed(const object_step *step, const reduced_motion *m)
{
    bool pushed = false;
    for (int k = 0; m->t->articulated->floating && k < 6; k++) pushed |= step->force[m->t->v + k] != 0.0;
    return pushed;
}

static bool motion_begin(object_step *step, int tree, reduced_motion *m)
{
    *m = (reduced_motion){.t = &step->model->mechanism.trees[tree],
                          .tree = tree,
                          .start = step->scratch->start[tree],
                          .end = step->scratch->probe[tree]};
    return motion_take(step, m);
}

// ---- energy ----

/// Kinetic energy at velocities v in the configuration of `at`.
static double kinetic(const articulated_tree *tree, articulated_scratch *at, const articulated_base *base,
                      const double *v)
{
    articulated_velocities(tree, at, base, v);
    return articulated_kinetic(tree, at, v);
}

/// Velocities at the end are scaled to the energy that is wanted, where they have more; of a floating tree what its
/// joints do about a motion as one body, which keeps momentum.
static void limit_energy(const reduced_motion *m, double wanted, double *v)
{
    const articulated_tree *tree = m->t->articulated;
    double is = kinetic(tree, m->end, &m->base_end, v), still = 0.0, *locked = m->momentum;
    size_t n = (size_t)m->t->v_count;
    if (!(is > wanted)) return;
    memset(locked, 0, n * sizeof *locked);
    if (tree->floating)
    {
        vec3 linear, angular;
        articulated_link_momenta(tree, m->end, m->P);
        total_of(m, m->end, &linear, &angular);
        if (!articulated_locked(tree, m->end, linear, angular, locked)) return;
        still = kinetic(tree, m->end, &m->base_end, locked);
    }
    double scale = wanted > still ? sqrt((wanted - still) / (is - still)) : 0.0;
    for (size_t k = 0; k < n; k++)
        if (!tree->prescribed[k]) v[k] = locked[k] + scale * (v[k] - locked[k]);
}

/// bias ◄ C(q_m, v) v at the mean velocity that the rounds of free motion ended with; returns the kinetic energy that
/// own forces and impulses leave: with frozen q_m their work is v_m · (M̂ Δv + h C), v_m the mean of before and after.
static double energy_left(const object_step *step, const reduced_motion *m, const articulated_base *between,
                          double *bias)
{
    const model_tree *t = m->t;
    const articulated_tree *tree = t->articulated;
    articulated_scratch *middle = step->scratch->middle[m->tree];
    const double *v = step->v + t->v, *free = step->v_free + t->v, *last = step->impulse + t->v;
    const double *after = step->v_after + t->v;
    int n = t->v_count;
    for (int k = 0; k < n; k++) m->move[k] = 0.5 * (v[k] + free[k] + step->again * last[k]);
    articulated_velocities(tree, middle, between, m->move);
    articulated_bias(tree, middle, between, m->move, v3_zero(), NULL, bias);
    double energy = kinetic(tree, m->start, &m->base_start, v) - kinetic(tree, middle, between, v) +
                    kinetic(tree, middle, between, after);
    for (int k = 0; k < n; k++) energy += 0.5 * step->h * (v[k] + after[k]) * bias[k];
    return energy;
}

// ---- smooth motion ----

/// How far the fastest velocity goes in the step [rad or m].
static double farthest(const object_step *step, const model_tree *t)
{
    double most = 0.0;
    for (int k = t->v; k < t->v + t->v_count; k++) most = fmax(most, fmax(fabs(step->v_after[k]), fabs(step->v[k])));
    return most * step->h;
}

static bool is_led(const articulated_tree *tree)
{
    for (int k = 0; k < tree->v_count; k++)
        if (tree->prescribed[k]) return true;
    return false;
}

/// Whether no impulse of the last step lasts into this one: velocities jumped then, or nothing pressed.
static bool begins_anew(const object_step *step, const model_tree *t)
{
    for (int k = t->v; k < t->v + t->v_count; k++)
        if (step->impulse[k] != 0.0) return false;
    return true;
}

/// Motion under impulses from outside stays what the linear problem made of it: contacts that stick stay where they
/// are. Only energy far beyond what it accounts for is taken: errors of second order have either sign, and what one
/// step gains the next gives back. Not where velocities jumped before: what the first smooth step gains the next jump
/// keeps. The end of the hoist's rope lay on the floor and jumped by millimetres a second in two steps of three; the
/// third gained 0.1 of 60 J, 2.2 J in 0.16 s.
static hf_status keep_linear(object_step *step, reduced_motion *m)
{
    bool anew = begins_anew(step, m->t);
    const double MUCH = anew ? 0.0 : 1e-2;   // share of the energy
    const double SLOW = anew ? LEAST : 0.03; // [rad]: what moves by less in the step is not that far off
    double *v = step->v_after + m->t->v, *bias = ARENA_ARRAY(step->workspace, double, m->t->v_count);
    if (!bias) return error_no_memory(step->error);
    if (farthest(step, m->t) <= SLOW) return HF_STATUS_OK;
    place_ends(step, m, step->after.q + m->t->q);
    articulated_base between = tree_base_middle(step, m->tree, 0.5);
    double wanted = energy_left(step, m, &between, bias);
    if (kinetic(m->t->articulated, m->end, &m->base_end, v) > (1.0 + MUCH) * wanted) limit_energy(m, wanted, v);
    return HF_STATUS_OK;
}

/// After free flight: linear and angular momentum are what they were, and energy is no more, where nothing acts.
static hf_status keep_totals(object_step *step, reduced_motion *m)
{
    double *v = step->v_after + m->t->v, acts = 0.0;
    vec3 linear, angular;
    for (int k = 0; k < 6 * m->t->link_count; k++) acts = fmax(acts, fabs(m->K[k]));
    for (int k = 0; k < m->t->v_count; k++) acts = fmax(acts, fabs(m->S[k]));
    place_ends(step, m, step->after.q + m->t->q);
    if (acts > 0.0 || !m->t->floating) return HF_STATUS_OK;
    wanted_total(step, m, &linear, &angular);
    give_total(m, linear, angular, v);
    limit_energy(m, kinetic(m->t->articulated, m->start, &m->base_start, step->v + m->t->v), v);
    return HF_STATUS_OK;
}

/// A floating tree that nothing pushes has the momenta of the beginning and of all kicks.
static void keep_momenta(const object_step *step, const reduced_motion *m)
{
    vec3 linear, angular;
    if (!m->t->floating || base_is_pushed(step, m)) return;
    wanted_total(step, m, &linear, &angular);
    give_total(m, linear, angular, step->v_after + m->t->v);
}

hf_status reduced_move_smoothly(object_step *step, int tree)
{
    reduced_motion m;
    if (!motion_begin(step, tree, &m)) return error_no_memory(step->error);
    const model_tree *t = m.t;
    double *q = step->after.q + t->q;
    double *guess = ARENA_ARRAY(step->workspace, double, t->q_count);
    if (!guess) return error_no_memory(step->error);
    memcpy(guess, q, (size_t)t->q_count * sizeof *guess);
    // With one velocity M is constant, and the linear problem is all there is. What moves so little keeps its momentum
    // by that, too, to rounding; places would not tell velocities. And what is led has no energy to keep.
    if (t->v_count < 2 || farthest(step, t) <= LEAST || is_led(t->articulated)) return HF_STATUS_OK;
    m.share = 1.0 - step->theta;
    find_kicks(step, &m);
    for (int k = 0; k < t->v_count; k++) m.move[k] = step->v_after[t->v + k] - step->v_free[t->v + k];
    bool flies = !any_change(&m);
    if (m.pressed) return keep_linear(step, &m);
    if (flies && reduced_fly(step, tree, m.wrench)) return keep_totals(step, &m);
    place_ends(step, &m, q);
    if (!factor_end(&m)) return HF_STATUS_OK;
    begin_momentum(step, &m);
    first_equation(step, &m, q);
    if (!find_end(step, &m, q))
    {
        memcpy(q, guess, (size_t)t->q_count * sizeof *guess);
        place_ends(step, &m, q);
        keep_momenta(step, &m);
        return HF_STATUS_OK;
    }
    articulated_difference(t->articulated, step->start.q + t->q, q, m.move);
    project(&m, m.end, 1.0 - m.share, m.momentum);
    for (int k = 0; k < t->v_count; k++)
        m.momentum[k] += t->articulated->armature[k] * m.move[k] / step->h + (1.0 - m.share) * m.S[k];
    find_velocities(&m, m.momentum, step->v_after + t->v);
    keep_momenta(step, &m);
    return HF_STATUS_OK;
}

// ---- where velocities jump ----

hf_status reduced_jump(object_step *step, int tree)
{
    reduced_motion m;
    if (!motion_begin(step, tree, &m)) return error_no_memory(step->error);
    const model_tree *t = m.t;
    const articulated_tree *links = t->articulated;
    articulated_scratch *middle = step->scratch->middle[tree];
    double *v = step->v_after + t->v, *bias = ARENA_ARRAY(step->workspace, double, t->v_count);
    if (!bias) return error_no_memory(step->error);
    // What hardly moves keeps its momenta as it is: h1 stands on gaps of 5e-8 m, each of its steps a collision, and
    // momenta carried over left its pelvis 2.4e-7 rad/s.
    if (t->v_count == 0 || farthest(step, t) <= LEAST) return HF_STATUS_OK;
    place_ends(step, &m, step->after.q + t->q);
    if (!factor_end(&m)) return HF_STATUS_OK;
    articulated_base between = tree_base_middle(step, tree, 0.5);
    m.share = 0.5;
    find_kicks(step, &m);
    double wanted = energy_left(step, &m, &between, bias);
    vec3 linear = v3_zero(), angular = v3_zero();
    bool kept = t->floating && !base_is_pushed(step, &m);
    if (kept) wanted_total(step, &m, &linear, &angular);
    articulated_solve(links, middle, bias, m.move); // half of the bias is in the way from the middle to the end
    for (int k = 0; k < t->v_count; k++) m.move[k] = v[k] + 0.5 * step->h * m.move[k];
    articulated_velocities(links, middle, &between, m.move);
    articulated_link_momenta(links, middle, m.P);
    articulated_project(links, m.end, m.P, m.momentum);
    for (int k = 0; k < t->v_count; k++) m.momentum[k] += links->armature[k] * m.move[k];
    find_velocities(&m, m.momentum, v);
    if (kept) give_total(&m, linear, angular, v);
    limit_energy(&m, wanted, v);
    return HF_STATUS_OK;
}

// ---- displacements ----

hf_status reduced_keep_momenta(object_step *step, int tree, const double *move)
{
    reduced_motion m;
    if (!motion_begin(step, tree, &m)) return error_no_memory(step->error);
    const model_tree *t = m.t;
    double *q = step->after.q + t->q, *v = step->v_after + t->v;
    vec3 linear, angular;
    m.base_end = tree_base(&step->after, tree);
    place_start(step, &m, &m.base_end, q);
    double energy = kinetic(t->articulated, m.start, &m.base_end, v);
    articulated_link_momenta(t->articulated, m.start, m.P);
    total_of(&m, m.start, &linear, &angular);
    articulated_integrate(t->articulated, q, move, 1.0);
    articulated_kinematics(t->articulated, m.end, &m.base_end, q);
    if (!(energy > 0.0) || !factor_end(&m)) return HF_STATUS_OK;
    articulated_project(t->articulated, m.end, m.P, m.momentum);
    for (int k = 0; k < t->v_count; k++) m.momentum[k] += t->articulated->armature[k] * v[k];
    find_velocities(&m, m.momentum, v);
    if (t->floating) give_total(&m, linear, angular, v);
    limit_energy(&m, energy, v);
    return HF_STATUS_OK;
}
