// How bodies of a constraint tree move: free motion, impulses, moving. The equations stand in constraint_tree.h.

#include "model/constraint_tree/constraint_tree_motion.h"
#include "model/object_rigid.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    CLOSING = 16, // rounds of Newton's method in a step
    STANDING = 60 // and at the start
};
static const double CLOSED = 1e-13;  // [m or rad], beside the rounding of coordinates
static const double OPEN = 1e-6;     // [m or rad]: wider gaps say that the motion of the piece is not known
static const double AJAR = 1e-9;     // [m or rad]: a start with wider gaps is not closed by velocities
static const double LINEAR = 1e-5;   // [m or rad]: below that gaps are closed by what λ does to first order
static const double REFACTOR = 1e-4; // [m or rad]: above that factors of another configuration do not serve

static const constraint_tree_set *set_of(const object_step *step, int object, constraint_tree_scratch **s)
{
    int index = step->model->objects[object].index;
    *s = step->scratch->constraint_trees[index];
    return &step->model->constraint_trees[index];
}

/// The gap that rounding of coordinates leaves.
static double rounding(const constraint_tree_set *set, const body_state *bodies)
{
    double farthest = 0.0;
    for (int b = 0; b < set->body_count; b++)
        for (int k = 0; k < 3; k++) farthest = fmax(farthest, fabs(bodies[set->bodies[b]].x[k]));
    return CLOSED + 8e-16 * farthest;
}

static void gather(const constraint_tree_set *set, double (*twists)[6], double *out)
{
    for (int b = 0; b < set->body_count; b++) memcpy(out + 6 * (size_t)b, twists[set->bodies[b]], 6 * sizeof *out);
}

// ---- free motion ----

hf_status constraint_tree_begin(object_step *step, int object)
{
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    const hf_model *m = step->model;
    double ahead = (1.0 - step->theta) * step->h;
    for (int b = 0; b < set->body_count; b++)
    {
        int k = set->bodies[b];
        const body_state *now = &step->start.bodies[k];
        body_state *middle = &step->middle.bodies[k];
        vec3 L = v3_load(step->start.momentum[k]);
        memcpy(step->before[k], now->v, 3 * sizeof(double));
        memcpy(step->before[k] + 3, now->w, 3 * sizeof(double));
        v3_store(step->momentum[k], L);
        *middle = *now;
        v3_store(middle->x, v3_add_scaled(v3_load(now->x), ahead, v3_load(now->v)));
        quat q = ahead > 0.0 ? rigid_turn(&m->rigid[k], quat_load(now->q), L, ahead) : quat_load(now->q);
        quat_store(middle->q, q);
        memcpy(step->half[k], now->v, 3 * sizeof(double));
        v3_store(step->half[k] + 3, rigid_angular_velocity(&m->rigid[k], q, L));
    }
    double widest = constraint_tree_place(m, set, s, step->start.bodies, s->rows_start, s->gap);
    constraint_tree_place(m, set, s, step->middle.bodies, s->rows, NULL);
    s->open = widest > AJAR + rounding(set, step->start.bodies);
    gather(set, step->half, s->twist);
    constraint_tree_values(set, s->rows, step->middle.bodies, s->twist, (const double(*)[6])step->half, s->c);
    gather(set, step->before, s->twist);
    constraint_tree_values(set, s->rows_start, step->start.bodies, s->twist, (const double(*)[6])step->before,
                           s->change);
    for (int k = 0; k < set->row_count; k++) s->c[k] -= s->change[k];
    return HF_STATUS_OK;
}

/// K ◄ h F of every body, P ◄ momenta with it.
static void own_forces(const object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s)
{
    for (int b = 0; b < set->body_count; b++)
    {
        int k = set->bodies[b];
        const rigid_constants *c = &step->model->rigid[k];
        const double *extra = step->extra[k];
        double *K = s->K + 6 * (size_t)b, *P = s->P + 6 * (size_t)b;
        vec3 v = v3_load(step->before[k]), force, torque;
        object_forces(step, k, v, v3_load(step->before[k] + 3), &force, &torque);
        force = v3_add_scaled(v3_add(force, v3_load(extra)), c->mass * c->gravity_scale,
                              v3_load(step->settings->physics.gravity));
        v3_store(K, v3_scale(step->h, force));
        v3_store(K + 3, v3_scale(step->h, v3_add(torque, v3_load(extra + 3))));
        v3_store(P, v3_add_scaled(v3_load(K), c->mass, v));
        v3_store(P + 3, v3_add(v3_load(K + 3), v3_load(step->momentum[k])));
    }
}

hf_status constraint_tree_free_motion(object_step *step, int object)
{
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    own_forces(step, set, s);
    if (set->driven)
    {
        memset(s->twist, 0, 6 * (size_t)set->body_count * sizeof *s->twist);
        constraint_tree_values(set, s->rows, step->middle.bodies, s->twist, (const double(*)[6])step->free, s->change);
        for (int k = 0; k < set->row_count; k++) s->c[k] += s->change[k];
    }
    TRY(constraint_tree_factor(step->model, set, s, s->rows, step->middle.bodies, step->error));
    tree_multipliers(s->system, s->P, s->c, s->V, s->multiplier);
    for (int b = 0; b < set->body_count; b++)
        memcpy(step->free[set->bodies[b]], s->V + 6 * (size_t)b, 6 * sizeof *s->V);
    return HF_STATUS_OK;
}

// ---- after the solve ----

void constraint_tree_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)p;
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    bool any = false;
    for (int k = 0; !any && k < set->dimension; k++) any = z[k] != 0.0;
    if (any) object_constraint_tree.rows->respond(&step->mass, object, z, z);
    for (int b = 0; b < set->body_count; b++)
    {
        int body = set->bodies[b];
        double *V = s->V + 6 * (size_t)b, *K = s->K + 6 * (size_t)b;
        if (any)
        {
            const rigid_constants *c = &step->model->rigid[body];
            const double *dv = z + set->place[b];
            for (int k = 0; k < 6; k++) V[k] += dv[k];
            v3_store(K, v3_add_scaled(v3_load(K), c->mass, v3_load(dv)));
            vec3 spin = rigid_momentum(c, quat_load(step->middle.bodies[body].q), v3_load(dv + 3));
            v3_store(K + 3, v3_add(v3_load(K + 3), spin));
        }
        memcpy(after[body], V, 6 * sizeof *V);
    }
}

/// One body coasting from the beginning to the end with the kick D of λ; where rows hold velocities alone, its middle
/// and its mean velocities, too.
static void coast_body(const object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s, int b,
                       bool smooth)
{
    int k = set->bodies[b];
    const rigid_constants *c = &step->model->rigid[k];
    const body_state *now = &step->start.bodies[k];
    body_state *next = &step->after.bodies[k];
    const double *D = s->P + 6 * (size_t)b, *K = s->K + 6 * (size_t)b, *V = s->V + 6 * (size_t)b;
    double h = step->h, first = smooth ? (1.0 - step->theta) * h : 0.0;
    vec3 x = v3_load(now->x), v, L, v_first = v3_zero(), L_first = v3_zero();
    quat q = quat_load(now->q);
    if (smooth)
    {
        v_first = v3_add_scaled(v3_load(step->before[k]), c->inverse_mass, v3_load(D));
        L_first = v3_add(v3_load(step->momentum[k]), v3_load(D + 3));
        x = v3_add_scaled(x, first, v_first);
        q = rigid_turn(c, q, L_first, first);
        v = v3_add_scaled(v_first, c->inverse_mass, v3_load(K));
        L = v3_add(L_first, v3_load(K + 3));
    }
    else
    {
        v = v3_add_scaled(v3_load(V), c->inverse_mass, v3_load(D));
        L = v3_add(rigid_momentum(c, quat_load(step->middle.bodies[k].q), v3_load(V + 3)), v3_load(D + 3));
    }
    if (s->middle)
    {
        double share = first / h;
        double *mean = s->twist + 6 * (size_t)b;
        v3_store(s->middle[k].x, x);
        quat_store(s->middle[k].q, q);
        vec3 spin = v3_add_scaled(v3_scale(share, L_first), 1.0 - share, L);
        v3_store(mean, v3_add_scaled(v3_scale(share, v_first), 1.0 - share, v));
        v3_store(mean + 3, rigid_angular_velocity(c, q, spin));
    }
    v3_store(next->x, v3_add_scaled(x, h - first, v));
    quat_store(next->q, rigid_turn(c, q, L, h - first));
    v3_store(next->v, v);
    v3_store(step->after.momentum[k], L);
}

/// Correction of a body's motion to first order: λ has changed by so little.
static void shift_body(const object_step *step, const constraint_tree_set *set, const constraint_tree_scratch *s, int b)
{
    int k = set->bodies[b];
    const rigid_constants *c = &step->model->rigid[k];
    body_state *next = &step->after.bodies[k];
    const double *D = s->P + 6 * (size_t)b;
    vec3 dv = v3_scale(c->inverse_mass, v3_load(D)), dL = v3_load(D + 3);
    quat q = quat_load(next->q);
    v3_store(next->v, v3_add(v3_load(next->v), dv));
    v3_store(next->x, v3_add_scaled(v3_load(next->x), step->h, dv));
    v3_store(step->after.momentum[k], v3_add(v3_load(step->after.momentum[k]), dL));
    quat_store(next->q, quat_integrate(q, rigid_angular_velocity(c, q, dL), step->h));
}

/// rows ◄ those of the end, c ◄ gaps there over h, and what rows without gap let pass in the middle; returns the widest
/// [m or rad].
static double missed(const object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s)
{
    const hf_model *m = step->model;
    double widest = 0.0;
    if (s->middle)
    {
        for (int k = 0; k < set->joint_count; k++)
            for (int side = 0; side < 2; side++)
            {
                int body = set->joints[k].model_body[side];
                if (set->joints[k].body[side] < 0) s->middle[body] = step->middle.bodies[body];
            }
        constraint_tree_place(m, set, s, s->middle, s->rows, NULL);
        constraint_tree_values(set, s->rows, s->middle, s->twist, (const double(*)[6])step->free, s->change);
    }
    constraint_tree_place(m, set, s, step->after.bodies, s->rows, s->c);
    for (int k = 0; k < set->joint_count; k++)
    {
        const constraint_tree_joint *j = &set->joints[k];
        for (int i = j->at; i < j->at + j->rows; i++)
        {
            if (i >= j->at + j->gaps) s->c[i] = step->h * s->change[i];
            else if (s->open) s->c[i] -= s->gap[i];
            if (!(fabs(s->c[i]) <= widest)) widest = fabs(s->c[i]);
            s->c[i] /= step->h;
        }
    }
    return widest;
}

/// λ changes by what gaps are left: Newton's method, with the rows of the end that the first round came to. False if
/// these depend on each other.
static bool change_lambda(object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s, bool first)
{
    if (first && !constraint_tree_factor_two(step->model, set, s, s->rows, step->after.bodies, s->rows_start,
                                             step->start.bodies))
        return false;
    tree_two_multipliers(s->two, s->c, s->change);
    for (int k = 0; k < set->row_count; k++) s->lambda[k] += s->change[k];
    return true;
}

/// Positions at the end with closed loops, velocities as they are after the kick in the middle. False: gaps are left
/// for a displacement to close.
static bool find_end(object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s, bool smooth)
{
    double enough = rounding(set, step->start.bodies), last = INFINITY, widest;
    bool linear = false;
    for (int k = 0; k < set->row_count; k++) s->lambda[k] = smooth ? 0.5 * s->multiplier[k] : 0.0;
    for (int round = 0;; round++)
    {
        constraint_tree_impulses(set, s->rows_start, step->start.bodies, linear ? s->change : s->lambda, s->P);
        for (int b = 0; b < set->body_count; b++)
            if (linear) shift_body(step, set, s, b);
            else coast_body(step, set, s, b, smooth);
        widest = missed(step, set, s);
        if (widest <= enough || round == CLOSING || !(widest < 0.5 * last)) break;
        if (!change_lambda(step, set, s, round == 0)) break;
        last = widest;
        linear = widest < LINEAR && !s->middle;
    }
    if (!(widest <= OPEN)) step->unsettled_loop = set->joints[constraint_tree_widest(set, s->c)].loop;
    return widest <= 10.0 * enough && !s->open;
}

/// Moves bodies where they have come by displacements.
static void shift(const object_step *step, const constraint_tree_set *set, const double *delta)
{
    for (int b = 0; b < set->body_count; b++)
    {
        body_state *next = &step->after.bodies[set->bodies[b]];
        const double *d = delta + 6 * (size_t)b;
        v3_store(next->x, v3_add(v3_load(next->x), v3_load(d)));
        rigid_displace_by(&step->model->rigid[set->bodies[b]], v3_load(d + 3), next->q,
                          step->after.momentum[set->bodies[b]]);
    }
}

/// Bodies ◄ the nearest, in the metric of mass, whose loops are closed; rows and factors there. Returns the widest gap
/// that is left in *widest.
static hf_status close_positions(object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s,
                                 int rounds, double *widest)
{
    const hf_model *m = step->model;
    double enough = rounding(set, step->after.bodies), last = INFINITY;
    for (int round = 0;; round++)
    {
        *widest = constraint_tree_place(m, set, s, step->after.bodies, s->rows, s->c);
        bool done = *widest <= enough || round == rounds || (round > 8 && !(*widest < 0.9 * last));
        if (round == 0 || done || last > REFACTOR)
        {
            TRY(constraint_tree_factor(m, set, s, s->rows, step->after.bodies, step->error));
        }
        if (done) return HF_STATUS_OK;
        last = *widest;
        memset(s->P, 0, 6 * (size_t)set->body_count * sizeof *s->P);
        tree_multipliers(s->system, s->P, s->c, s->a, NULL);
        shift(step, set, s->a);
    }
}

/// Velocities ◄ the nearest that fit the loops where bodies are now, by impulses there; rows and factors are those of
/// this place.
static void fit_velocities(object_step *step, const constraint_tree_set *set, constraint_tree_scratch *s)
{
    const hf_model *m = step->model;
    double(*ground)[6] = NULL;
    for (int b = 0; b < set->body_count; b++)
    {
        int k = set->bodies[b];
        const body_state *next = &step->after.bodies[k];
        memcpy(s->twist + 6 * (size_t)b, next->v, 3 * sizeof(double));
        v3_store(s->twist + 6 * (size_t)b + 3,
                 rigid_angular_velocity(&m->rigid[k], quat_load(next->q), v3_load(step->after.momentum[k])));
    }
    if (set->driven) ground = step->free;
    constraint_tree_values(set, s->rows, step->after.bodies, s->twist, (const double(*)[6])ground, s->c);
    memset(s->P, 0, 6 * (size_t)set->body_count * sizeof *s->P);
    tree_multipliers(s->system, s->P, s->c, NULL, s->change);
    constraint_tree_impulses(set, s->rows, step->after.bodies, s->change, s->P);
    for (int b = 0; b < set->body_count; b++)
    {
        int k = set->bodies[b];
        double *v = step->after.bodies[k].v, *L = step->after.momentum[k], *D = s->P + 6 * (size_t)b;
        v3_store(v, v3_add_scaled(v3_load(v), m->rigid[k].inverse_mass, v3_load(D)));
        v3_store(L, v3_add(v3_load(L), v3_load(D + 3)));
    }
}

/// The velocity below which what forces and impulses leave of the bodies' motion is rounding [m/s].
static double still_below(const object_step *step, const constraint_tree_set *set, const constraint_tree_scratch *s)
{
    double fastest = 0.0;
    for (int b = 0; b < set->body_count; b++)
        fastest =
            fmax(fastest, step->model->rigid[set->bodies[b]].inverse_mass * v3_norm(v3_load(s->K + 6 * (size_t)b)));
    return MOTION_ROUNDING * fastest;
}

static bool is_still(const hf_model *m, int body, vec3 v, vec3 L, double still)
{
    return v3_norm(v) <= still && v3_norm(L) <= still * m->rigid[body].mass * m->radius[body];
}

/// A set that is held, as rigid_take says: its velocities are 0, and if they were 0 and nothing had to be closed it is
/// where it was.
static void hold_still(object_step *step, const constraint_tree_set *set, const constraint_tree_scratch *s)
{
    const hf_model *m = step->model;
    double still = still_below(step, set, s), enough = rounding(set, step->start.bodies);
    bool stood = true, stays = true;
    for (int b = 0; stays && b < set->body_count; b++)
    {
        int k = set->bodies[b];
        const body_state *now = &step->start.bodies[k], *next = &step->after.bodies[k];
        stays = is_still(m, k, v3_load(next->v), v3_load(step->after.momentum[k]), still);
        stood = stood && v3_norm2(v3_load(now->v)) == 0.0 && v3_norm2(v3_load(step->momentum[k])) == 0.0 &&
                v3_norm(v3_sub(v3_load(next->x), v3_load(now->x))) <= enough;
        for (int i = 0; i < 4; i++) stood = stood && fabs(next->q[i] - now->q[i]) <= CLOSED;
    }
    for (int b = 0; stays && b < set->body_count; b++)
    {
        int k = set->bodies[b];
        body_state *next = &step->after.bodies[k];
        if (stood) memcpy(next->x, step->start.bodies[k].x, sizeof next->x);
        if (stood) memcpy(next->q, step->start.bodies[k].q, sizeof next->q);
        memset(next->v, 0, sizeof next->v);
        memset(step->after.momentum[k], 0, sizeof step->after.momentum[k]);
    }
}

hf_status constraint_tree_move(object_step *step, int object, double theta)
{
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    double widest;
    hf_status status = HF_STATUS_OK;
    bool closed = find_end(step, set, s, theta == step->theta && theta < 1.0);
    if (step->unsettled_loop >= 0) return HF_STATUS_OK;
    if (!closed) status = close_positions(step, set, s, STANDING, &widest);
    else status = constraint_tree_factor(step->model, set, s, s->rows, step->after.bodies, step->error);
    if (status != HF_STATUS_OK) return status;
    fit_velocities(step, set, s);
    if (!set->driven) hold_still(step, set, s);
    return status;
}

hf_status constraint_tree_displace(object_step *step, int object, double *z)
{
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    double widest;
    object_constraint_tree.rows->respond(&step->mass, object, z, z);
    for (int b = 0; b < set->body_count; b++) memcpy(s->a + 6 * (size_t)b, z + set->place[b], 6 * sizeof *z);
    shift(step, set, s->a);
    TRY(close_positions(step, set, s, STANDING, &widest));
    fit_velocities(step, set, s);
    return HF_STATUS_OK;
}

hf_status constraint_tree_way(object_step *step, int object, const double *z, double *way)
{
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    arena_mark mark = arena_begin(step->workspace);
    double *v = ARENA_ARRAY(step->workspace, double, step->model->objects[object].dof_count);
    if (v) object_constraint_tree.rows->respond(&step->mass, object, z, v);
    *way = 0.0;
    for (int b = 0; v && b < set->body_count; b++)
    {
        const double *moved = v + set->place[b];
        double body = v3_norm(v3_load(moved)) + step->model->radius[set->bodies[b]] * v3_norm(v3_load(moved + 3));
        *way = body > *way || isnan(body) ? body : *way;
    }
    bool well = v != NULL;
    arena_end(step->workspace, mark);
    return well ? HF_STATUS_OK : error_no_memory(step->error);
}

hf_status constraint_tree_stand(object_step *step, int object)
{
    constraint_tree_scratch *s;
    const constraint_tree_set *set = set_of(step, object, &s);
    double widest;
    for (int b = 0; b < set->body_count; b++) step->middle.bodies[set->bodies[b]] = step->start.bodies[set->bodies[b]];
    return close_positions(step, set, s, STANDING, &widest);
}
