// Joints of a planar scene: in trees, as loops, and what drives them.
//
// q of a joint is that of b against a. Where a is the link that hangs on b, the axis is turned round: a turns about -n
// as b does about n, and moves along -axis.

#include "scene/planar/planar.h"

#include "base/error.h"

#include <math.h>

/// v of a joint at time 0: what the velocities of its bodies give it.
static double start_velocity(const hf_planar *p, const hf_planar_joint_def *def)
{
    const hf_planar_body_def *a = &planar_body_at(p, def->body_a)->def, *b = &planar_body_at(p, def->body_b)->def;
    if (def->kind == HF_PLANAR_PIN) return b->turn_rate - a->turn_rate;
    double va[2], vb[2], length = sqrt(def->axis[0] * def->axis[0] + def->axis[1] * def->axis[1]);
    planar_velocity(p, def->body_a, b->position, va);
    planar_velocity(p, def->body_b, b->position, vb);
    return ((vb[0] - va[0]) * def->axis[0] + (vb[1] - va[1]) * def->axis[1]) / length;
}

hf_status planar_build_joint(hf_planar *p, int joint, int child, hf_builder *builder, hf_error *error)
{
    planar_joint_item *item = planar_joint_at(p, joint);
    const hf_planar_joint_def *from = &item->def;
    const planar_body_item *body = planar_body_at(p, child);
    double sign = child == from->body_b ? 1.0 : -1.0, local[2];
    hf_joint_def def = hf_joint_def_default();
    def.name = from->name;
    def.body = body->index;
    if (from->kind == HF_PLANAR_PIN)
    {
        planar_local(p, child, from->at, local);
        def.kind = HF_JOINT_HINGE;
        v3_store(def.position, v3(local[0], local[1], 0));
        v3_store(def.axis, v3(0, 0, sign));
    }
    else
    {
        planar_turn(-body->def.angle, from->axis, local);
        def.kind = HF_JOINT_SLIDE;
        v3_store(def.axis, v3(sign * local[0], sign * local[1], 0));
    }
    def.limited = from->limited;
    def.range[0] = from->range[0];
    def.range[1] = from->range[1];
    def.stiffness = from->stiffness;
    def.spring = from->spring;
    def.damping = from->damping;
    def.friction = from->friction;
    def.initial_velocity = start_velocity(p, from);
    return hf_builder_add_joint(builder, &def, &item->index, error);
}

/// A point of the plane in the builder's frame of a body.
static vec3 local_point(const hf_planar *p, int body, const double at[2])
{
    if (body == HF_PLANAR_GROUND) return planar_point(p, at[0], at[1], 0);
    double local[2];
    planar_local(p, body, at, local);
    return v3(local[0], local[1], 0);
}

static hf_status close_loop(const hf_planar *p, const planar_joint_item *item, hf_builder *builder, hf_error *error)
{
    hf_loop_def loop = hf_loop_def_default();
    const hf_planar_joint_def *def = &item->def;
    loop.name = def->name;
    loop.kind = HF_LOOP_CONNECT;
    loop.body_a = planar_body_at(p, def->body_a)->index;
    loop.body_b = planar_body_at(p, def->body_b)->index;
    v3_store(loop.point_a, local_point(p, def->body_a, def->at));
    v3_store(loop.point_b, local_point(p, def->body_b, def->at));
    loop.point_b_given = true;
    return hf_builder_add_loop(builder, &loop, NULL, error);
}

/// Shapes of links that hang on each other do not touch; pairs that are asked for do.
static hf_status let_touch(const hf_planar *p, const planar_joint_item *item, hf_builder *builder, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    int a = planar_body_at(p, item->def.body_a)->index, b = planar_body_at(p, item->def.body_b)->index;
    for (size_t i = 0; i < builder->shapes.count; i++)
        for (size_t j = 0; j < builder->shapes.count && status == HF_STATUS_OK; j++)
        {
            const hf_shape_def *s = GROWING_AT(builder->shapes, hf_shape_def, i),
                               *t = GROWING_AT(builder->shapes, hf_shape_def, j);
            if (s->body != a || t->body != b || !((s->category & t->mask) | (t->category & s->mask))) continue;
            status = hf_builder_pair(builder, (int)i, (int)j, fmax(s->friction, t->friction), error);
        }
    return status;
}

hf_status planar_build_loops(hf_planar *p, hf_builder *builder, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int j = 0; j < (int)p->joints.count && status == HF_STATUS_OK; j++)
    {
        const planar_joint_item *item = planar_joint_at(p, j);
        int a = planar_body_at(p, item->def.body_a)->index, b = planar_body_at(p, item->def.body_b)->index;
        if (item->index < 0) status = close_loop(p, item, builder, error);
        if (status != HF_STATUS_OK) break;
        status = item->def.collides ? let_touch(p, item, builder, error) : hf_builder_exclude(builder, a, b, error);
    }
    return status;
}

// ---- gears, motors, springs ----

static hf_status build_gear(const hf_planar *p, const hf_planar_gear_def *def, hf_builder *builder, hf_error *error)
{
    hf_loop_def loop = hf_loop_def_default();
    loop.name = def->name;
    loop.kind = HF_LOOP_JOINT;
    loop.joint_a = planar_joint_at(p, def->joint_b)->index;
    loop.joint_b = planar_joint_at(p, def->joint_a)->index;
    loop.coefficient[1] = def->ratio;
    return hf_builder_add_loop(builder, &loop, NULL, error);
}

static hf_status build_motor(const hf_planar *p, const hf_planar_motor_def *def, hf_builder *builder, hf_error *error)
{
    hf_actuator_def motor = hf_actuator_def_default();
    motor.name = def->name;
    motor.target = planar_joint_at(p, def->joint)->index;
    motor.gain[0] = def->gain;
    motor.bias[2] = -def->gain;
    motor.control = def->speed;
    motor.force_limited = isfinite(def->limit);
    motor.force_range[0] = motor.force_limited ? -def->limit : 0.0;
    motor.force_range[1] = motor.force_limited ? def->limit : 0.0;
    return hf_builder_add_actuator(builder, &motor, NULL, error);
}

static hf_status build_spring(const hf_planar *p, const hf_planar_spring_def *def, hf_builder *builder, hf_error *error)
{
    const int bodies[2] = {def->body_a, def->body_b};
    const double *ends[2] = {def->at_a, def->at_b};
    int sites[2];
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < 2 && status == HF_STATUS_OK; k++)
    {
        hf_site_def site = hf_site_def_default();
        site.body = planar_body_at(p, bodies[k])->index;
        v3_store(site.position, local_point(p, bodies[k], ends[k]));
        status = hf_builder_add_site(builder, &site, &sites[k], error);
    }
    hf_tendon_def tendon = hf_tendon_def_default();
    tendon.name = def->name;
    tendon.spatial = true;
    tendon.count = 2;
    tendon.items = sites;
    tendon.stiffness = def->stiffness;
    tendon.damping = def->damping;
    if (def->length >= 0.0) tendon.spring[0] = tendon.spring[1] = def->length;
    return status == HF_STATUS_OK ? hf_builder_add_tendon(builder, &tendon, NULL, error) : status;
}

hf_status planar_build_drives(hf_planar *p, hf_builder *builder, hf_error *error)
{
    for (size_t k = 0; k < p->gears.count; k++)
        TRY(build_gear(p, GROWING_AT(p->gears, hf_planar_gear_def, k), builder, error));
    for (size_t k = 0; k < p->motors.count; k++)
        TRY(build_motor(p, GROWING_AT(p->motors, hf_planar_motor_def, k), builder, error));
    for (size_t k = 0; k < p->springs.count; k++)
        TRY(build_spring(p, GROWING_AT(p->springs, hf_planar_spring_def, k), builder, error));
    return HF_STATUS_OK;
}
