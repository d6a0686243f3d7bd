// Systems: what has velocities of its own (docs/proof.md, "Systems"), and shapes.

#include "record/proof/proof.h"
#include "record/proof/verify_piece.h"

#include <math.h>
#include <string.h>

// ---- how velocities move parts ----

static verify_twist twist_by(const verify_system_move *m, const verify_part *part, vec3 x, const double *v)
{
    verify_twist t = {v3_zero(), v3_zero()};
    for (int k = 0; k < part->count; k++)
    {
        int d = part->dofs[k];
        vec3 turn = v3_load(m->fields + 6 * d + 3);
        t.v = v3_add_scaled(t.v, v[d], v3_add(v3_load(m->fields + 6 * d), v3_cross(turn, x)));
        t.w = v3_add_scaled(t.w, v[d], turn);
    }
    return t;
}

void verify_system_twists(const verify_run *run, verify_piece *p, int system)
{
    const verify_system_move *m = &p->systems[system];
    for (int k = 0; m->fields && k < m->system->part_count; k++)
    {
        const verify_part *part = &m->system->parts[k];
        verify_mover *body = &p->movers[part->body];
        const double *const v[] = {run->v + m->system->v_at, m->free, m->struck};
        for (int i = 0; i < 3; i++) body->part[i] = twist_by(m, part, body->middle, v[i]);
    }
}

/// What rounding about a part's centre is a share of [m].
static double reach_of(const verify_body *b)
{
    double inertia = fmax(b->inertia[0], fmax(b->inertia[1], b->inertia[2]));
    return b->mass > 0.0 ? sqrt(inertia / b->mass) : 0.0;
}

void verify_part_push(const verify_run *run, const verify_piece *p, int body, vec3 x, vec3 f, vec3 moment, double sign,
                      double *sums, double *sizes)
{
    const verify_body *b = &run->model.bodies[body];
    const verify_system_move *m = &p->systems[b->system];
    const verify_part *part = &m->system->parts[b->part];
    double far = v3_norm(x) + reach_of(b);
    for (int k = 0; m->fields && k < part->count; k++)
    {
        int d = part->dofs[k];
        vec3 move = v3_load(m->fields + 6 * d), turn = v3_load(m->fields + 6 * d + 3);
        double angle = v3_norm(turn);
        sums[m->system->dof + d] += sign * (v3_dot(v3_add(move, v3_cross(turn, x)), f) + v3_dot(turn, moment));
        sizes[m->system->dof + d] += (v3_norm(move) + angle * far) * v3_norm(f) + angle * v3_norm(moment);
    }
}

// ---- momentum ----

/// off, size: Jᵀ M J (v⁺ - v) less forces on bodies, S (v⁺ - v) and mass.
static void add_inertia(const verify_run *run, const verify_piece *p, const verify_system_move *m, bool impulses,
                        double *off, double *size)
{
    const verify_system *s = m->system;
    const double *now = impulses ? m->struck : m->free, *was = run->v + s->v_at;
    double *to = off + s->dof, *of = size + s->dof;
    for (int k = 0; k < m->entry_count; k++)
        for (int side = 0; side < 2; side++)
        {
            int i = side ? m->column[k] : m->row[k], j = side ? m->row[k] : m->column[k];
            if (side && i == j) continue;
            to[i] += m->value[k] * (now[j] - was[j]);
            of[i] += fabs(m->value[k]) * (fabs(now[j]) + fabs(was[j]));
        }
    for (int k = 0; m->fields && k < s->part_count; k++)
    {
        int body = s->parts[k].body;
        const verify_body *b = &run->model.bodies[body];
        const verify_mover *at = &p->movers[body];
        const verify_twist *t = &at->part[impulses ? 2 : 1], *before = &at->part[0];
        vec3 force = v3_add_scaled(at->force, b->mass * b->gravity_scale, run->model.gravity);
        vec3 f = v3_add_scaled(v3_scale(b->mass, v3_sub(t->v, before->v)), -p->h, force);
        vec3 turn =
            v3_add_scaled(verify_principal(b->inertia, at->middle_turn, v3_sub(t->w, before->w)), -p->h, at->torque);
        double all = b->mass * (v3_norm(t->v) + v3_norm(before->v) + p->h * v3_norm(run->model.gravity));
        verify_part_push(run, p, body, at->middle, f, turn, 1.0, off, size);
        verify_part_push(run, p, body, at->middle, v3(all, 0, 0), v3_zero(), 0.0, off, size);
    }
}

static bool check_momenta(verify_run *run, const verify_piece *p, const verify_system_move *m, bool impulses)
{
    const verify_system *s = m->system;
    const double *now = impulses ? m->struck : m->free, *was = run->v + s->v_at;
    double *off = ARENA_ZEROED(run->pieces, double, run->model.dof_count + 1);
    double *size = ARENA_ZEROED(run->pieces, double, run->model.dof_count + 1), largest = 0.0;
    if (!off || !size) return verify_refute(run, "memory is short");
    add_inertia(run, p, m, impulses, off, size);
    for (int d = 0; d < s->count; d++) largest = fmax(largest, size[s->dof + d]);
    for (int d = 0; d < s->count; d++)
    {
        int k = s->dof + d;
        double weight = p->h * v3_dot(v3_load(s->weight + 3 * d), run->model.gravity), own = p->h * m->force[d];
        double left = off[k] + s->mass[d] * (now[d] - was[d]) - own - weight - (impulses ? p->sums[k] : 0.0);
        double all = size[k] + 1e-3 * largest + s->mass[d] * (fabs(now[d]) + fabs(was[d])) + fabs(own) + fabs(weight) +
                     (impulses ? p->sizes[k] : 0.0) + 1e-300;
        if (!(fabs(left) <= 10.0 * VERIFY_ROUNDING * all))
            return verify_refute(
                run, "momentum of velocity %d of a system (%.20s, '%.60s') is off by %.3g (%.3g of what acts)", d,
                s->kind, run->model.bodies[s->parts[0].body].name, fabs(left), fabs(left) / all);
        run->verdict->momentum = fmax(run->verdict->momentum, fabs(left) / all);
    }
    return true;
}

bool verify_system_check(verify_run *run, const verify_piece *p, int system)
{
    const verify_system_move *m = &p->systems[system];
    return check_momenta(run, p, m, false) && check_momenta(run, p, m, true);
}

// ---- shapes ----

bool verify_outside(const verify_shape *shape, vec3 p, vec3 out, double *off)
{
    const double *s = shape->size;
    if (strcmp(shape->kind, "sphere") == 0) *off = v3_norm(p) - s[0];
    else if (strcmp(shape->kind, "capsule") == 0)
        *off = v3_norm(v3(p.x, p.y, p.z - fmax(-s[1], fmin(s[1], p.z)))) - s[0];
    else if (strcmp(shape->kind, "box") == 0) *off = fmax(fmax(fabs(p.x) - s[0], fabs(p.y) - s[1]), fabs(p.z) - s[2]);
    else if (strcmp(shape->kind, "plane") == 0) *off = p.z;
    else if (strcmp(shape->kind, "cylinder") == 0) *off = fmax(sqrt(p.x * p.x + p.y * p.y) - s[0], fabs(p.z) - s[1]);
    else if (strcmp(shape->kind, "hull") == 0 && shape->hull)
    {
        double facing = -1.0, all = -INFINITY;
        for (int k = 0; k < shape->hull->count; k++) // patches go on beyond the edges of a face
        {
            const double *plane = shape->hull->planes + 4 * k;
            double x = v3_dot(v3_load(plane), p) - plane[3];
            if (v3_dot(v3_load(plane), out) > 0.7) facing = fmax(facing, x);
            all = fmax(all, x);
        }
        *off = facing > 0.0 ? facing : fmin(0.0, all);
    }
    else return false;
    return true;
}
