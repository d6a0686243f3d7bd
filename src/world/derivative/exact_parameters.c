// Parameters in the exact derivative: columns of P beside those of A and B.
//
//   friction      r_k = -r_N (s ŵ)_k of what slides, s of the surfaces of both shapes
//   dry friction  r = ± h f at its bound
//   springs       h δf = -h (q + θ h v - q_0) δK, and θ² h² δK of M̂; of dampers -h v δD, and h δD
//   armature      δM̂; masses, centres, inertias: τ of inverse dynamics is linear in what a link is made of
//   bodies        m (v⁺ - v - h g) and I (ω⁺ - ω) grow with the mass; velocities stay as they are
//   motors        their law by its own numbers (exact_rows.c)
//   gravity       weights
//   sizes         points, normals and gaps: differences of the narrow phase alone, as of poses (exact_touch.c)
//
// A centre that moves takes no contact along: their arms change by what the link turns until the middle of the step.
// Restitution does nothing where nothing collides. By differences of whole steps: restitution where something does,
// inertia and centre of free bodies, and of links that are pushed from outside at their centres, rest of balls,
// friction that is 0.

#include "world/derivative/exact.h"

#include "model/passive/bend.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

int exact_first_parameter(const exact *e)
{
    return e->task->out->activation_count + e->task->out->u_count;
}

static const hf_parameter *parameter_of(const exact *e, int p)
{
    return &e->task->options->parameters[p];
}

// ---- what is known ----

static bool is_pushed(const exact *e, int body)
{
    const double *push = e->step->objects ? e->step->objects->push[body] : NULL;
    const hf_body_def *def = &e->step->model->bodies[body];
    for (int k = 0; k < 3; k++)
        if (def->force[k] != 0.0 || (push && push[k] != 0.0)) return true;
    return false;
}

/// Whether anything may be a collision, for which restitution counts (as stages/detect.c and impact.c ask).
static bool may_collide(const exact *e)
{
    double h = e->step->h;
    for (int k = 0; k < e->step->contact_count; k++)
    {
        const step_contact *c = &e->step->contacts[k];
        double u = c->approach, a = c->acceleration;
        if (u < 0.0 && -u > fabs(a) * h && c->record.gap + h * (u + 0.5 * a * h) <= 0.0) return true;
    }
    return false;
}

static bool is_known(const exact *e, const hf_parameter *p)
{
    const hf_model *m = e->step->model;
    switch (p->kind)
    {
    case HF_PARAMETER_RESTITUTION: return !may_collide(e);
    case HF_PARAMETER_INERTIA:
    case HF_PARAMETER_CENTER: return m->mechanism.body_tree[p->index] >= 0 && !is_pushed(e, p->index);
    case HF_PARAMETER_SPRING: return m->mechanism.joints[p->index].kind != HF_JOINT_BALL;
    case HF_PARAMETER_JOINT_FRICTION: return m->mechanism.joints[p->index].friction > 0.0;
    default: return true;
    }
}

hf_status exact_parameters_begin(exact *e)
{
    derivative_task *t = e->task;
    t->known = ARENA_ZEROED(t->room, bool, t->out->p_count);
    if (!t->known) return error_no_memory(t->error);
    for (int p = 0; p < t->out->p_count; p++) t->known[p] = is_known(e, parameter_of(e, p));
    return HF_STATUS_OK;
}

// ---- springs, dampers, armature, dry friction ----

/// Own degrees of freedom of the tree that a joint is in; the first of the joint.
static exact_object *joint_object(const exact *e, int joint, int *at)
{
    const hf_model *m = e->step->model;
    int v = m->mechanism.joint_place_v[joint];
    exact_object *o = &e->objects[e->object_of[m->dof_object[v]]];
    *at = v - m->objects[o->object].v;
    return o;
}

/// By parameter p of joint j, one of its degrees of freedom: what it adds to the force, and to the diagonal of M̂.
static void joint_slopes(const exact *e, const exact_object *o, const hf_parameter *p, int axis, double *force,
                         double *diag)
{
    const object_step *s = e->step->objects;
    const mechanism *m = &s->model->mechanism;
    const hf_joint_def *def = &m->joints[p->index];
    const double *q = s->start.q + m->joint_place_q[p->index], ahead = o->theta * s->h;
    double v = s->v[m->joint_place_v[p->index] + axis];
    bool ball = def->kind == HF_JOINT_BALL;
    switch (p->kind)
    {
    case HF_PARAMETER_STIFFNESS:
        *force = -((ball ? v3_at(ball_strain(def, q), axis) : q[0] - def->spring) + ahead * v);
        *diag = ahead * ahead;
        return;
    case HF_PARAMETER_DAMPING:
        *force = -v;
        *diag = s->h;
        return;
    case HF_PARAMETER_SPRING: *force = def->stiffness; return;
    default: *diag = 1.0; return;
    }
}

hf_status exact_parameter_forces(exact *e)
{
    const mechanism *m = &e->step->model->mechanism;
    for (int k = 0; k < e->task->out->p_count; k++)
    {
        const hf_parameter *p = parameter_of(e, k);
        bool own = p->kind == HF_PARAMETER_STIFFNESS || p->kind == HF_PARAMETER_DAMPING ||
                   p->kind == HF_PARAMETER_SPRING || p->kind == HF_PARAMETER_ARMATURE;
        int at;
        if (!own || !e->task->known[k]) continue;
        exact_object *o = joint_object(e, p->index, &at);
        size_t n = (size_t)o->n, column = 2 * n + (size_t)(exact_first_parameter(e) + k);
        if (!o->diag) o->diag = ARENA_ZEROED(e->w, double, n *(2 * n + (size_t)e->signals));
        if (!o->diag) return error_no_memory(e->task->error);
        for (int i = 0; i < joint_v_size(m->joints[p->index].kind); i++)
        {
            size_t place = column * n + (size_t)(at + i);
            joint_slopes(e, o, p, i, &o->force[place], &o->diag[place]);
        }
    }
    return HF_STATUS_OK;
}

static bool is_friction_of(const exact *e, int k, int joint)
{
    const hf_parameter *p = parameter_of(e, k);
    return p->kind == HF_PARAMETER_JOINT_FRICTION && p->index == joint && e->task->known[k];
}

void exact_parameter_friction(const exact *e, exact_set *set, int joint, int axis, double r)
{
    int at;
    const exact_object *o = joint_object(e, joint, &at);
    for (int k = 0; k < e->task->out->p_count; k++)
    {
        size_t column = 2 * (size_t)set->n + (size_t)(exact_first_parameter(e) + k);
        if (!is_friction_of(e, k, joint)) continue;
        set->rhs[column * (size_t)set->n + (size_t)(o->at + at + axis)] +=
            r / e->step->model->mechanism.joints[joint].friction;
    }
}

void exact_parameter_impulses(const exact *e, const exact_set *set)
{
    const derivative_task *t = e->task;
    const mechanism *m = &e->step->model->mechanism;
    const row_set *rows = &e->step->mechanism->rows;
    for (int b = 0; e->step->rules.joints && b < rows->count; b++)
    {
        const row_block *block = &rows->blocks[b];
        int joint = block->place / JOINT_ROWS;
        double r = e->step->mechanism->reactions[block->place];
        if (joint >= m->joint_count || block->kind != HF_LAW_BOX || exact_is_inside(r, block)) continue;
        if (e->objects[e->object_of[block->object[0]]].set != set->objects[0]) continue;
        size_t row = (size_t)(6 * e->step->contact_count + block->place) * (size_t)t->out->p_count;
        for (int k = 0; k < t->out->p_count; k++)
            if (is_friction_of(e, k, joint)) t->impulse[2][row + (size_t)k] = r / m->joints[joint].friction;
    }
}

double *exact_parameter_gain(const exact *e, int actuator, int k)
{
    const hf_parameter *p = parameter_of(e, k);
    hf_actuator_def *def = &e->task->probe->own->mechanism.actuators[actuator];
    if (p->index != actuator) return NULL;
    if (p->kind == HF_PARAMETER_GAIN) return &def->gain[p->element];
    return p->kind == HF_PARAMETER_BIAS ? &def->bias[p->element] : NULL;
}

// ---- masses and weights ----

/// What a parameter of a link changes of it.
static articulated_matter matter_of(const hf_body_def *def, const hf_parameter *p)
{
    articulated_matter out = {0};
    if (p->kind == HF_PARAMETER_CENTER) out.center = v3(p->element == 0, p->element == 1, p->element == 2);
    else if (p->kind == HF_PARAMETER_INERTIA) out.inertia[p->element] = 1.0;
    else
    {
        out.mass = 1.0;
        for (int k = 0; k < 6; k++) out.inertia[k] = def->inertia[k] / def->mass;
    }
    return out;
}

static bool is_of_body(const hf_parameter *p)
{
    return p->kind == HF_PARAMETER_MASS || p->kind == HF_PARAMETER_INERTIA || p->kind == HF_PARAMETER_CENTER;
}

hf_status exact_parameter_inertia(exact *e, const exact_object *o, const articulated_scratch *at, double *to)
{
    const hf_model *m = e->step->model;
    const double *g = e->step->objects->settings->physics.gravity;
    int index = m->objects[o->object].index, n = o->n;
    const articulated_tree *tree = m->mechanism.trees[index].articulated;
    arena_mark mark = arena_begin(e->w);
    double *torque = ARENA_ARRAY(e->w, double, n);
    if (!torque) return error_no_memory(e->task->error);
    for (int k = 0; k < e->task->out->p_count; k++)
    {
        const hf_parameter *p = parameter_of(e, k);
        size_t column = (size_t)(2 * n + exact_first_parameter(e) + k);
        bool body = is_of_body(p) && m->mechanism.body_tree[p->index] == index;
        if (!e->task->known[k] || !(body || p->kind == HF_PARAMETER_GRAVITY)) continue;
        for (int i = 0; i < n; i++) torque[i] = 0.0;
        if (body)
        {
            articulated_matter change = matter_of(&m->bodies[p->index], p);
            articulated_tangent_by_matter(tree, at, e->tangents[index], m->mechanism.body_link[p->index], &change,
                                          v3_load(g), torque);
        }
        else
        {
            vec3 along = v3(p->element == 0, p->element == 1, p->element == 2);
            articulated_tangent_by_gravity(tree, at, e->tangents[index], along, torque);
        }
        for (int i = 0; i < n; i++) to[column * (size_t)n + (size_t)i] -= e->step->h * torque[i];
    }
    arena_end(e->w, mark);
    return HF_STATUS_OK;
}

void exact_parameter_body(const exact *e, exact_object *o, vec3 v, vec3 after)
{
    const hf_model *m = e->step->model;
    int body = m->objects[o->object].index;
    const rigid_constants *c = &m->rigid[body];
    vec3 fall = v3_scale(e->step->h * c->gravity_scale, v3_load(e->step->world->settings.physics.gravity));
    for (int k = 0; k < e->task->out->p_count; k++)
    {
        const hf_parameter *p = parameter_of(e, k);
        double *rhs = o->rhs + (size_t)(12 + exact_first_parameter(e) + k) * 6;
        if (p->kind == HF_PARAMETER_GRAVITY) rhs[p->element] += e->step->h * c->mass * c->gravity_scale;
        if (p->kind != HF_PARAMETER_MASS || p->index != body) continue;
        v3_store(rhs, v3_sub(v3_add(v, fall), after));
        v3_store(rhs + 3, v3_scale(1.0 / c->mass, m3_times(o->inertia, v3_sub(o->before, o->spin))));
    }
}

void exact_parameter_small(const exact *e, exact_object *o)
{
    const object_step *s = e->step->objects;
    const hf_model *m = e->step->model;
    const model_object *object = &m->objects[o->object];
    const rigid_constants *c = &m->rigid[object->body];
    double a[SMALL_BODY_MOST];
    for (int k = 0; k < e->task->out->p_count; k++)
    {
        const hf_parameter *p = parameter_of(e, k);
        const double *g = s->settings->physics.gravity;
        double *rhs = o->rhs + (size_t)(2 * o->n + exact_first_parameter(e) + k) * (size_t)o->n;
        bool mass = p->kind == HF_PARAMETER_MASS && p->index == object->body;
        if (!mass && p->kind != HF_PARAMETER_GRAVITY) continue;
        vec3 along = mass ? v3_load(g) : v3(p->element == 0, p->element == 1, p->element == 2);
        o->small->accelerate(m, object->body, v3_scale(c->gravity_scale, along), v3_zero(), a);
        for (int i = 0; i < o->n; i++)
        {
            double own = o->M[i * (o->n + 1)], v = s->v[object->v + i], after = s->v_after[object->v + i];
            rhs[i] = mass ? own / c->mass * (v + s->h * a[i] - after) : own * s->h * a[i];
        }
    }
}

// ---- sizes and arms ----

/// Contacts of a shape, the size of which is changed by `by`.
static hf_status look_at_size(exact *e, const hf_parameter *p, double by, contact_point **points, int *count)
{
    const step_context *step = e->step;
    collide_scene *scene = e->task->probe->own->scene;
    hf_shape_def *def = collide_vary_at(scene, p->index);
    uint64_t *keys = ARENA_ARRAY(e->w, uint64_t, e->contact_count);
    int key_count = 0;
    if (!keys) return error_no_memory(e->task->error);
    for (int i = 0; i < e->contact_count; i++)
    {
        const hf_contact *r = &step->contacts[e->contacts[i].index].record;
        uint64_t key = (uint64_t)r->shape_a << 32 | (uint64_t)r->shape_b;
        if (r->shape_a != p->index && r->shape_b != p->index) continue;
        if (key_count == 0 || keys[key_count - 1] != key) keys[key_count++] = key;
    }
    double was = def->size[p->element];
    def->size[p->element] = was + by;
    collide_vary_size(scene, p->index);
    hf_status status = collide_again(scene, step->world->collide, step->poses, step->reach, keys, key_count, e->w,
                                     points, count, step->error);
    def->size[p->element] = was;
    collide_vary_size(scene, p->index);
    return status;
}

static hf_status find_size(exact *e, int k)
{
    const step_context *step = e->step;
    const hf_parameter *p = parameter_of(e, k);
    arena_mark mark = arena_begin(e->w);
    contact_point *points[2];
    int count[2];
    for (int way = 0; way < 2; way++)
        TRY(look_at_size(e, p, way == 0 ? LOOK_WIDTH : -LOOK_WIDTH, &points[way], &count[way]));
    for (int i = 0; i < e->contact_count; i++)
    {
        const exact_contact *c = &e->contacts[i];
        const hf_contact *r = &step->contacts[c->index].record;
        contact_size side[2];
        if (r->shape_a != p->index && r->shape_b != p->index) continue;
        for (int way = 0; way < 2; way++)
        {
            const contact_point *point = exact_find_seen(step, points[way], count[way], c->index);
            hf_contact seen = *r;
            if (!point)
            {
                e->task->known[k] = false;
                break;
            }
            contact_set_normal(step->model, v3_load(point->normal), &seen);
            side[way] = (contact_size){v3_load(point->point), v3_load(seen.normal), point->gap};
        }
        if (!e->task->known[k]) break;
        c->by_size[k] = (contact_size){v3_scale(0.5 / LOOK_WIDTH, v3_sub(side[0].point, side[1].point)),
                                       v3_scale(0.5 / LOOK_WIDTH, v3_sub(side[0].normal, side[1].normal)),
                                       0.5 / LOOK_WIDTH * (side[0].gap - side[1].gap)};
    }
    arena_end(e->w, mark);
    return HF_STATUS_OK;
}

bool exact_parameter_place(const exact *e, const exact_contact *c, int k, contact_size *geometry, vec3 arm[2])
{
    const hf_model *m = e->step->model;
    const hf_parameter *p = parameter_of(e, k);
    *geometry = c->by_size ? c->by_size[k] : (contact_size){0};
    arm[0] = arm[1] = geometry->point;
    if (!e->task->known[k]) return false;
    if (p->kind == HF_PARAMETER_SIZE) return true;
    if (p->kind != HF_PARAMETER_CENTER) return false;
    bool any = false;
    for (int s = 0; s < 2; s++)
    {
        if (c->side[s].object < 0 || c->side[s].body != p->index) continue;
        int tree = m->mechanism.body_tree[p->index], link = m->mechanism.body_link[p->index];
        const object_scratch *at = e->step->objects->scratch;
        vec3 along = v3(p->element == 0, p->element == 1, p->element == 2);
        arm[s] = v3_sub(quat_rotate(at->middle[tree]->bodies[link].orientation, along),
                        quat_rotate(at->start[tree]->bodies[link].orientation, along));
        any = true;
    }
    return any;
}

// ---- friction ----

/// by (5) ◄ what the coefficients of a contact change by, in the order of hf_friction_coefficients. False: nothing.
static bool coefficients_by(const exact *e, const hf_contact *r, int k, double by[5])
{
    hf_model *own = e->task->probe->own;
    const hf_parameter *p = parameter_of(e, k);
    bool shape = p->kind == HF_PARAMETER_FRICTION && (r->shape_a == p->index || r->shape_b == p->index);
    bool pair = p->kind == HF_PARAMETER_PAIR_FRICTION && ((r->shape_a == p->index && r->shape_b == p->element) ||
                                                          (r->shape_b == p->index && r->shape_a == p->element));
    if ((!shape && !pair) || e->step->world->settings.law.coefficient >= 0.0) return false;
    double *place = parameter_place(own, p), was[2] = {place[0], pair ? place[1] : 0.0};
    double side[2][5], width = LOOK_WIDTH * (1.0 + fabs(was[0]));
    for (int way = 0; way < 2; way++)
    {
        for (int i = 0; i < (pair ? 2 : 1); i++) place[i] = was[i] + (way == 0 ? width : -width);
        const hf_friction_coefficients f = model_surface(own, r->shape_a, r->shape_b).friction;
        const double all[5] = {f.tangent[0], f.tangent[1], f.torsion, f.rolling[0], f.rolling[1]};
        memcpy(side[way], all, sizeof all);
    }
    for (int i = 0; i < (pair ? 2 : 1); i++) place[i] = was[i];
    for (int i = 0; i < 5; i++) by[i] = (side[0][i] - side[1][i]) / (2.0 * width);
    return true;
}

/// Friction that is not there slides by no law: what a little of it would do is not in these equations.
static bool lacks_law(const exact *e, int k)
{
    for (int i = 0; i < e->contact_count; i++)
    {
        const hf_contact *r = &e->step->contacts[e->contacts[i].index].record;
        double by[5];
        if (!(r->mu > 0.0) && r->condim > 1 && coefficients_by(e, r, k, by) && (by[0] != 0.0 || by[1] != 0.0))
            return true;
    }
    return false;
}

hf_status exact_parameters_at_contacts(exact *e)
{
    bool any = false;
    int parameters = e->task->out->p_count;
    for (int k = 0; k < parameters; k++) any |= parameter_of(e, k)->kind == HF_PARAMETER_SIZE;
    for (int i = 0; i < e->contact_count && any; i++)
    {
        e->contacts[i].by_size = ARENA_ZEROED(e->w, contact_size, parameters);
        if (!e->contacts[i].by_size) return error_no_memory(e->task->error);
    }
    for (int k = 0; k < parameters; k++)
    {
        if (parameter_of(e, k)->kind == HF_PARAMETER_SIZE) TRY(find_size(e, k));
        if (lacks_law(e, k)) e->task->known[k] = false;
    }
    return HF_STATUS_OK;
}

hf_status exact_parameter_law(const exact *e, const exact_set *set, const exact_contact *c, int first, exact_slip *slip)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    for (int p = 0; p < e->task->out->p_count; p++)
    {
        double by[5], along = 0.0;
        if (!coefficients_by(e, r, p, by)) continue;
        for (int k = 0; k < slip->count; k++)
        {
            if (!slip->by_law[k]) slip->by_law[k] = ARENA_ZEROED(e->w, double, set->columns);
            if (!slip->by_law[k]) return error_no_memory(e->task->error);
        }
        // w = s u: δ(s ŵ) = δs ŵ + s (1 - ŵ ŵᵀ) δs u / |w|, s u = ŵ |w|
        for (int k = 0; k < slip->count; k++)
            along += slip->size[k] > 0.0 ? slip->toward[k] * slip->toward[k] * by[first + k] / slip->size[k] : 0.0;
        for (int k = 0; k < slip->count; k++)
            slip->by_law[k][2 * set->n + exact_first_parameter(e) + p] =
                slip->toward[k] * (2.0 * by[first + k] - slip->size[k] * along);
    }
    return HF_STATUS_OK;
}
