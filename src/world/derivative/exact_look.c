// What the exact derivative does not know: looked for before it begins, so that nothing is left out in silence.

#include "world/derivative/exact.h"

#include "model/passive/bend.h"
#include "model/passive/power.h"

#include "linalg/vector.h"

#include <math.h>

static const double SLOW = 1e-5; // [rad or m] in a step, as in reduced_motion.c: what moves by less is moved plainly

static const char *look_at_model(const exact *e)
{
    const hf_model *m = e->step->model;
    const hf_world *world = e->step->world;
    const hf_settings *s = &world->settings;
    if (s->step.integrator != HF_INTEGRATOR_MOREAU) return "another integrator than moreau";
    if (hf_settings_friction(s).kind != HF_FRICTION_CONE) return "a pyramid in the cone's place";
    if (m->fibre_count > 0) return "fibres";
    if (m->adheres) return "adhesion";
    if (m->grips) return "friction by speed or direction";
    if (m->deform_count > 0) return "meshes with keyframes";
    if (s->physics.density > 0.0 || s->physics.viscosity > 0.0) return "a medium";
    for (int o = 0; o < m->object_count; o++)
    {
        const object_methods *kind = object_of(m, o);
        bool vector = kind->small && kind->small->pose; // planar bodies and particles
        if (m->objects[o].kind != OBJECT_RIGID && m->objects[o].kind != OBJECT_REDUCED && !vector) return kind->name;
    }
    return world->state.any_applied ? "generalized forces from outside" : NULL;
}

/// Two joints of one tree in a fixed ratio, or one that is held.
static bool is_gear(const hf_model *model, const hf_loop_def *def)
{
    const double *c = def->coefficient;
    const mechanism *m = &model->mechanism;
    if (def->kind != HF_LOOP_JOINT || c[2] != 0.0 || c[3] != 0.0 || c[4] != 0.0) return false;
    int a = model->dof_object[m->joint_place_v[def->joint_a]];
    return def->joint_b < 0 || model->dof_object[m->joint_place_v[def->joint_b]] == a;
}

/// Whether a motor pulls at a hinge or slide, or at those of a fixed tendon, all of one tree.
static bool pulls_at_joints(const exact *e, const hf_actuator_def *def)
{
    const hf_model *model = e->step->model;
    const mechanism *m = &model->mechanism;
    if (def->transmission == HF_TRANSMISSION_JOINT) return m->joints[def->target].kind != HF_JOINT_BALL;
    if (def->transmission != HF_TRANSMISSION_TENDON || m->tendons[def->target].spatial) return false;
    const hf_tendon_def *t = &m->tendons[def->target];
    for (int i = 1; i < t->count; i++)
        if (model->dof_object[m->joint_place_v[t->items[i]]] != model->dof_object[m->joint_place_v[t->items[0]]])
            return false;
    return t->count > 0;
}

static const char *look_at_mechanism(const exact *e)
{
    const mechanism *m = &e->step->model->mechanism;
    const step_mechanism *s = e->step->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        if (def->prescribed) return "a prescribed joint";
        if (ball_bends(def)) return "a ball that bends";
        if (!power_is_linear(def->stiffness_power) || !power_is_linear(def->damping_power))
            return "a spring or damper with powers";
    }
    for (int l = 0; l < m->loop_count; l++)
        if (m->loops[l].active && !is_gear(e->step->model, &m->loops[l])) return "a loop other than gears of joints";
    for (int t = 0; t < m->tendon_count; t++)
    {
        const hf_tendon_def *def = &m->tendons[t];
        if (def->stiffness > 0.0 || def->damping > 0.0 || def->friction > 0.0 || def->armature > 0.0)
            return "a tendon with a spring, a damper, friction or armature";
    }
    for (int b = 0; b < s->rows.count; b++)
    {
        const row_block *block = &s->rows.blocks[b];
        int joint = block->place / JOINT_ROWS;
        if (block->kind != HF_LAW_UNILATERAL || !(s->reactions[block->place] > 0.0)) continue;
        if (block->place >= JOINT_ROWS * m->joint_count) return "a tendon at its limit";
        if (m->joints[joint].kind == HF_JOINT_BALL) return "a ball at its limit";
    }
    if (m->history_count > 0) return "a delayed control";
    for (int k = 0; k < m->actuator_count; k++)
    {
        const hf_actuator_def *def = &m->actuators[k];
        if (def->disabled || def->transmission == HF_TRANSMISSION_NONE) continue;
        if (!pulls_at_joints(e, def)) return "an actuator that is at no hinge, slide or fixed tendon of one tree";
        if (def->gain_kind == HF_GAIN_DCMOTOR || def->gain_kind == HF_GAIN_TURN || def->gain_kind == HF_GAIN_QUATERNION)
            return "a motor with a driver of its own";
        if (s->ways[k] == MOTOR_SHARED) return "motors that share a range";
    }
    return NULL;
}

static bool is_free(const hf_model *m, int body)
{
    return m->body_object[body] >= 0 && m->objects[m->body_object[body]].kind != OBJECT_REDUCED;
}

static const char *look_at_contacts(const exact *e)
{
    const step_context *step = e->step;
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        const hf_contact *r = &c->record;
        bool free = is_free(step->model, r->body_a) || is_free(step->model, r->body_b);
        if (c->rolls && (free || r->r[0] > 0.0)) return "contacts that roll";
        if (c->impact_impulse[0] > 0.0 || c->rebounds) return "a collision with restitution";
        if (!(r->r[0] > 0.0)) continue;
        if (v3_norm2(v3_load(r->surface)) > 0.0) return "a surface that moves";
        const double still[6] = {0}, *a_moves = collide_shape(step->model->scene, r->shape_a)->surface_velocity,
                     *b_moves = collide_shape(step->model->scene, r->shape_b)->surface_velocity;
        if (!vector_equal(6, a_moves, still) || !vector_equal(6, b_moves, still)) return "a surface that moves";
    }
    return NULL;
}

void exact_look(exact *e)
{
    e->why = look_at_model(e);
    if (!e->why && e->step->rules.joints) e->why = look_at_mechanism(e);
    if (!e->why) e->why = look_at_contacts(e);
}

/// The farthest that a velocity goes in the step.
static double farthest(const exact *e, const model_object *o)
{
    double most = 0.0;
    for (int k = o->v; k < o->v + o->v_count; k++)
        most = fmax(most, fmax(fabs(e->v_solved[k]), fabs(e->step->objects->v[k])));
    return most * e->step->h;
}

/// Whether something outside presses on a tree.
static bool is_pressed(const exact *e, int object)
{
    const step_context *step = e->step;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        bool own = step->model->body_object[c->body_a] == object || step->model->body_object[c->body_b] == object;
        if (own && c->r[0] > 0.0) return true;
    }
    return false;
}

/// How much of its velocities MOVE and CORRECT have changed after the solve, and how far its fastest link turned.
static double roughness(const exact *e, const model_object *o)
{
    double most = 0.0, by = 0.0, way = farthest(e, o);
    for (int k = o->v; k < o->v + o->v_count; k++)
    {
        most = fmax(most, fabs(e->v_solved[k]));
        by = fmax(by, fabs(e->step->objects->v_after[k] - e->v_solved[k]));
    }
    return fmax(most > 0.0 ? by / most : 0.0, way * way);
}

static bool touches_itself(const exact *e, int object)
{
    const step_context *step = e->step;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        bool own = step->model->body_object[c->body_a] == object && step->model->body_object[c->body_b] == object;
        if (own && c->r[0] > 0.0) return true;
    }
    return false;
}

/// Trees are moved by momenta of their links (reduced_motion.c), which is the motion of the linear problem to second
/// order in what they turn by: that far it is taken.
void exact_look_at_moves(exact *e)
{
    const step_context *step = e->step;
    for (int o = 0; o < step->model->object_count && !e->why; o++)
    {
        const model_object *object = &step->model->objects[o];
        if (object->kind != OBJECT_REDUCED || farthest(e, object) <= SLOW) continue;
        // the move of a tree that presses on itself was seen to leave up to half of what its links turn by
        if (touches_itself(e, o)) e->rough = fmax(e->rough, farthest(e, object));
        bool smooth = step->thetas[object->body] == step->theta, same = true;
        for (int k = object->v; k < object->v + object->v_count; k++)
            same &= step->objects->v_after[k] == e->v_solved[k];
        bool plain = smooth && (object->v_count < 2 || (is_pressed(e, o) && (same || step->displaced)));
        if (plain && e->rough <= e->task->options->accuracy) continue;
        e->rough = fmax(e->rough, roughness(e, object));
        if (e->rough > e->task->options->accuracy)
            e->why = smooth ? "a tree that moves freely, to the accuracy that is asked for"
                            : "a tree whose velocities jump, to the accuracy that is asked for";
    }
}
