// Trees of links in joint coordinates (docs/proof.md, "Trees").

#include "record/proof/proof.h"
#include "record/proof/verify_piece.h"

#include <math.h>
#include <string.h>

// ---- where links are ----

/// A frame, and how it moves; a, e: accelerations where joint velocities stay.
typedef struct frame
{
    vec3 x;
    quat R;
    vec3 u, w, a, e;
} frame;

/// What moves with a frame at another place of it.
static frame carry(frame f, vec3 way, quat turn)
{
    frame out = f;
    out.x = v3_add(f.x, way);
    out.R = quat_multiply(f.R, turn);
    out.u = v3_add(f.u, v3_cross(f.w, way));
    out.a = v3_add(f.a, v3_add(v3_cross(f.e, way), v3_cross(f.w, v3_cross(f.w, way))));
    return out;
}

static vec3 unit_vector(int k)
{
    return v3(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0);
}

static void set_dof(verify_walk *w, int d, int link, vec3 linear, vec3 angular)
{
    w->linear[d] = linear;
    w->angular[d] = angular;
    w->link_of[d] = link;
}

static frame float_base(const double *q, const double *v, verify_walk *walk)
{
    quat R = quat_normalize(quat_load(q + 3));
    frame f = {.x = v3_load(q), .R = R, .u = v3_load(v), .w = quat_rotate(R, v3_load(v + 3))};
    for (int k = 0; k < 3; k++)
    {
        vec3 axis = quat_rotate(R, unit_vector(k));
        set_dof(walk, k, 0, unit_vector(k), v3_zero());
        set_dof(walk, 3 + k, 0, v3_cross(f.x, axis), axis);
    }
    return f;
}

static frame past_joint(const verify_joint *j, frame f, const double *q, const double *v, int d, int link,
                        verify_walk *w)
{
    vec3 axis = quat_rotate(f.R, j->axis), rate = v3_zero();
    if (j->kind == VERIFY_SLIDE)
    {
        f = carry(f, v3_scale(q[0] - j->reference, axis), quat_identity());
        f.u = v3_add_scaled(f.u, v[0], axis);
        f.a = v3_add_scaled(f.a, 2.0 * v[0], v3_cross(f.w, axis));
        set_dof(w, d, link, axis, v3_zero());
        return f;
    }
    bool ball = j->kind == VERIFY_BALL;
    f = carry(f, quat_rotate(f.R, j->position), quat_identity());
    quat turn = ball ? quat_multiply(quat_conjugate(j->turn), quat_normalize(quat_load(q)))
                     : quat_exp(v3_scale(q[0] - j->reference, j->axis));
    f.R = quat_normalize(quat_multiply(f.R, turn));
    for (int k = 0; k < (ball ? 3 : 1); k++)
    {
        vec3 s = ball ? quat_rotate(f.R, unit_vector(k)) : axis;
        rate = v3_add_scaled(rate, v[k], s);
        set_dof(w, d + k, link, v3_cross(f.x, s), s);
    }
    f.e = v3_add(f.e, v3_cross(f.w, rate));
    f.w = v3_add(f.w, rate);
    return carry(f, v3_negate(quat_rotate(f.R, j->position)), quat_identity());
}

static bool take_walk(const verify_tree *t, hf_workspace *arena, verify_walk *w)
{
    *w = (verify_walk){.links = ARENA_ARRAY(arena, verify_link_place, t->link_count),
                       .linear = ARENA_ARRAY(arena, vec3, t->v_count),
                       .angular = ARENA_ARRAY(arena, vec3, t->v_count),
                       .link_of = ARENA_ARRAY(arena, int, t->v_count)};
    return arena_whole(arena);
}

bool verify_tree_walk(const verify_tree *t, const double *q, const double *v, hf_workspace *arena, verify_walk *w)
{
    frame *at = ARENA_ARRAY(arena, frame, t->link_count);
    const frame base = {.x = t->base_x, .R = t->base_q};
    int d = 0;
    if (!at || !take_walk(t, arena, w)) return false;
    for (int k = 0; k < t->link_count; k++)
    {
        const verify_link *l = &t->links[k];
        frame f = l->parent >= 0 ? at[l->parent] : base;
        if (t->floating && k == 0)
        {
            f = float_base(q, v, w);
            q += 7;
            d += 6;
        }
        else f = carry(f, quat_rotate(f.R, l->position), l->orientation);
        for (int i = 0; i < l->joint_count; i++)
        {
            const verify_joint *j = &t->joints[l->joint_begin + i];
            f = past_joint(j, f, q, v + d, d, k, w);
            q += j->kind == VERIFY_BALL ? 4 : 1;
            d += j->kind == VERIFY_BALL ? 3 : 1;
        }
        at[k] = f;
        frame c = carry(f, quat_rotate(f.R, l->center), quat_identity());
        w->links[k] = (verify_link_place){c.x, c.R, c.u, c.w, c.a, c.e};
    }
    return true;
}

static void move_turn(double *q, const double *w, double h)
{
    quat_store(q, quat_normalize(quat_multiply(quat_normalize(quat_load(q)), quat_exp(v3_scale(h, v3_load(w))))));
}

void verify_tree_move_on(const verify_tree *t, double *q, const double *v, double h)
{
    if (t->floating)
    {
        for (int k = 0; k < 3; k++) q[k] += h * v[k];
        move_turn(q + 3, v + 3, h);
        q += 7;
        v += 6;
    }
    for (int j = 0; j < t->joint_count; j++)
    {
        bool ball = t->joints[j].kind == VERIFY_BALL;
        if (ball) move_turn(q, v, h);
        else q[0] += h * v[0];
        q += ball ? 4 : 1;
        v += ball ? 3 : 1;
    }
}

// ---- momentum ----

static vec3 inertia_times(const double *I, quat R, vec3 w)
{
    vec3 b = quat_rotate_back(R, w);
    return quat_rotate(R, v3(I[0] * b.x + I[3] * b.y + I[4] * b.z, I[3] * b.x + I[1] * b.y + I[5] * b.z,
                             I[4] * b.x + I[5] * b.y + I[2] * b.z));
}

typedef struct wrench
{
    vec3 f, t;   // about the world's origin
    double F, T; // sizes of what is added
} wrench;

/// What changes a link's momentum beside its joints, less by how much it changes.
static wrench link_wrench(const verify_run *run, const verify_piece *p, const verify_tree_move *m, int k,
                          const verify_walk *now, bool impulses)
{
    const verify_link *l = &m->tree->links[k];
    const verify_link_place *is = &now->links[k], *was = &m->before.links[k], *mean = &m->mean_walk.links[k];
    const verify_mover *body = &p->movers[l->body];
    vec3 weight = v3_add_scaled(body->force, l->mass * l->gravity_scale, run->model.gravity);
    vec3 f = v3_add_scaled(v3_scale(l->mass, v3_sub(is->u, was->u)), p->h, v3_sub(v3_scale(l->mass, mean->a), weight));
    vec3 turn = v3_sub(v3_add(inertia_times(l->inertia, mean->R, mean->e),
                              v3_cross(mean->w, inertia_times(l->inertia, mean->R, mean->w))),
                       body->torque);
    vec3 t = v3_add_scaled(inertia_times(l->inertia, mean->R, v3_sub(is->w, was->w)), p->h, turn);
    wrench out = {.F = l->mass * (v3_norm(is->u) + v3_norm(was->u)) +
                       p->h * (v3_norm(weight) + l->mass * v3_norm(mean->a)),
                  .T = v3_norm(inertia_times(l->inertia, mean->R, is->w)) + p->h * v3_norm(turn)};
    if (impulses)
    {
        f = v3_sub(f, m->push[2 * k]);
        t = v3_sub(t, m->push[2 * k + 1]);
        out.F += v3_norm(m->push[2 * k]);
        out.T += v3_norm(m->push[2 * k + 1]);
    }
    out.f = f;
    out.t = v3_add(t, v3_cross(is->x, f));
    out.T += v3_norm(is->x) * out.F;
    return out;
}

static bool check_momenta(verify_run *run, const verify_piece *p, const verify_tree_move *m, bool impulses)
{
    const verify_tree *t = m->tree;
    const verify_walk *now = impulses ? &m->struck_walk : &m->free_walk;
    const double *v = impulses ? m->struck : m->free, *was = run->q_v + t->q_at + t->q_count;
    wrench *sum = ARENA_ARRAY(run->pieces, wrench, t->link_count);
    double *off = ARENA_ARRAY(run->pieces, double, t->v_count), *size = ARENA_ARRAY(run->pieces, double, t->v_count);
    double largest = 1e-300;
    if (!sum || !off || !size) return verify_refute(run, "memory is short");
    for (int k = 0; k < t->link_count; k++) sum[k] = link_wrench(run, p, m, k, now, impulses);
    for (int k = t->link_count - 1; k >= 0; k--)
    {
        int up = t->links[k].parent;
        if (up < 0) continue;
        sum[up] = (wrench){v3_add(sum[up].f, sum[k].f), v3_add(sum[up].t, sum[k].t), sum[up].F + sum[k].F,
                           sum[up].T + sum[k].T};
    }
    for (int d = 0; d < t->v_count; d++)
    {
        const wrench *w = &sum[now->link_of[d]];
        double added = t->armature[d] + p->h * m->damping[d] + m->spring * m->spring * p->h * p->h * m->stiffness[d];
        double rows = impulses ? p->generalized[t->dof + d] : 0.0;
        off[d] = v3_dot(now->linear[d], w->f) + v3_dot(now->angular[d], w->t) + added * (v[d] - was[d]) -
                 p->h * m->force[d] - rows;
        size[d] = v3_norm(now->linear[d]) * w->F + v3_norm(now->angular[d]) * w->T +
                  added * (fabs(v[d]) + fabs(was[d])) + p->h * fabs(m->force[d]) + fabs(rows);
        largest = fmax(largest, size[d]);
    }
    for (int d = 0; d < t->v_count; d++)
    {
        double share = fabs(off[d]) / (size[d] + 1e-3 * largest);
        if (!(share <= 10.0 * VERIFY_ROUNDING))
            return verify_refute(run, "momentum of joint velocity %d of '%.60s' is off by %.3g (%.3g of what acts)", d,
                                 run->model.bodies[t->links[0].body].name, fabs(off[d]), share);
        run->verdict->momentum = fmax(run->verdict->momentum, share);
    }
    return true;
}

bool verify_tree_check(verify_run *run, const verify_piece *p, const verify_tree_move *m)
{
    const verify_tree *t = m->tree;
    verify_walk end;
    if (!check_momenta(run, p, m, false) || !check_momenta(run, p, m, true)) return false;
    if (!verify_tree_walk(t, m->end_q, m->end_v, run->pieces, &end)) return verify_refute(run, "memory is short");
    for (int k = 0; k < t->link_count; k++)
    {
        const verify_state *s = &p->movers[t->links[k].body].end;
        bool there = v3_distance(s->x, end.links[k].x) <= 1e-9 * (1.0 + v3_norm(s->x)) &&
                     v3_distance(s->v, end.links[k].u) <= 1e-8 * (1.0 + v3_norm(s->v));
        if (!there)
            return verify_refute(run, "'%.60s' is not where its joints say", run->model.bodies[t->links[k].body].name);
    }
    return true;
}
