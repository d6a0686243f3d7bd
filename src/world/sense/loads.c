// Forces of joints, limits and loops, over the last step.
//
// What is a row of the problem has its impulse among the state's reactions. What a joint of a tree, or a loop that is
// an equation of a constraint tree, exerts was never a number of the solver. It follows from the momentum of all bodies
// on one side of it:
//
//     F = (P⁺ - P⁻) / h - weight - pushes - contacts - loops that are rows,      T about a point likewise

#include "world/sense/loads.h"

#include "holdfast/query.h"

#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"
#include "world/step.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

double load_time(const hf_world *world)
{
    return world->stepped ? world->state.time - world->backup.time : 0.0;
}

bool load_hangs_on(const hf_model *model, int body, int root)
{
    for (; body > 0; body = model->bodies[body].parent)
        if (body == root) return true;
    return root == 0;
}

void load_subtree(const hf_model *model, int root, bool *inside)
{
    for (int k = 0; k < model->body_count; k++)
        inside[k] =
            k == root || root == 0 || (k > 0 && model->bodies[k].parent >= 0 && inside[model->bodies[k].parent]);
}

// ---- momentum ----

vec3 load_turning(const hf_model *model, const body_state *s, int body)
{
    quat q = quat_load(s->q);
    vec3 w = quat_rotate_back(q, v3_load(s->w));
    const double *I = model->rigid[body].inertia;
    return quat_rotate(q, v3(I[0] * w.x, I[1] * w.y, I[2] * w.z));
}

/// A force at a point, and a torque.
typedef struct wrench_sum
{
    vec3 about, force, torque;
} wrench_sum;

static void add_force(wrench_sum *sum, double sign, vec3 force, vec3 at)
{
    sum->force = v3_add_scaled(sum->force, sign, force);
    sum->torque = v3_add_scaled(sum->torque, sign, v3_cross(v3_sub(at, sum->about), force));
}

static void add_body(const hf_world *world, int k, double h, wrench_sum *sum)
{
    const hf_model *model = world->model;
    const body_state *now = &world->state.bodies[k], *last = &world->backup.bodies[k];
    double m = model->bodies[k].mass;
    double push[6];
    world_push(world, k, push);
    for (int i = 0; i < 6 && world->adhesion; i++) push[i] += world->adhesion[k][i];
    vec3 x = v3_load(now->x), outer = v3_add(v3_load(model->bodies[k].force), v3_load(push));
    vec3 twist = v3_add(v3_load(model->bodies[k].torque), v3_load(push + 3));
    add_force(sum, m / h, v3_sub(v3_load(now->v), v3_load(last->v)), x);
    add_force(sum, -m * model->rigid[k].gravity_scale, v3_load(world->settings.physics.gravity), x);
    add_force(sum, -1.0, outer, x);
    vec3 turn = v3_scale(1.0 / h, v3_sub(load_turning(model, now, k), load_turning(model, last, k)));
    sum->torque = v3_add(sum->torque, v3_sub(turn, twist));
}

static void add_contacts(const hf_world *world, const bool *inside, wrench_sum *sum)
{
    for (int c = 0; c < world->contact_count; c++)
    {
        const hf_contact *contact = &world->contacts[c];
        bool a = inside[contact->body_a], b = inside[contact->body_b];
        if (a == b) continue;
        double share = (a ? -1.0 : 1.0) / world->state.last_h;
        add_force(sum, share, contact_impulse(contact), v3_load(contact->point));
        if (contact->condim > 3) sum->torque = v3_add_scaled(sum->torque, share, contact_moment(contact));
    }
}

// ---- loops that are rows ----

/// What a loop between two bodies does to body_a (sign 1) or body_b (-1).
static void add_loop(const hf_world *world, int loop, double sign, bool side_b, wrench_sum *sum)
{
    const mechanism *m = &world->model->mechanism;
    const hf_loop_def *def = &m->loops[loop];
    const configuration at = world_configuration(world);
    loop_side side[2];
    loop_rate rows[LOOP_ROWS_MOST];
    loop_sides(&at, def, side);
    loop_rows_at(def, side, rows);
    for (int k = 0; k < loop_row_count(def->kind); k++)
    {
        double force = sign * world->state.reactions[loop_row(m, loop) + k] / world->state.last_h;
        add_force(sum, side_b ? -force : force, rows[k].along, rows[k].point);
        sum->torque = v3_add_scaled(sum->torque, side_b ? -force : force, side_b ? rows[k].turn_b : rows[k].turn_a);
    }
}

static void add_loops(const hf_world *world, const bool *inside, wrench_sum *sum)
{
    const mechanism *m = &world->model->mechanism;
    for (int l = 0; l < m->loop_count; l++)
    {
        const hf_loop_def *def = &m->loops[l];
        if (!loop_is_auxiliary(m, l) || !loop_joins_bodies(def->kind)) continue;
        if (inside[def->body_a] == inside[def->body_b]) continue;
        add_loop(world, l, -1.0, inside[def->body_b], sum);
    }
}

void load_of_bodies(const hf_world *world, const bool *inside, vec3 about, vec3 *force, vec3 *torque)
{
    wrench_sum sum = {.about = about};
    double h = load_time(world);
    for (int k = 1; k < world->model->body_count && h > 0.0; k++)
        if (inside[k] && body_yields(world->model, k)) add_body(world, k, h, &sum);
    if (h > 0.0) add_contacts(world, inside, &sum);
    if (h > 0.0) add_loops(world, inside, &sum);
    *force = sum.force;
    *torque = sum.torque;
}

// ---- joints ----

hf_status hf_world_link_wrench(const hf_world *world, int body, double force[3], double torque[3], double point[3],
                               hf_error *error)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    const configuration at = world_configuration(world);
    char label[LABEL_SIZE];
    if (body < 0 || body >= model->body_count)
        return error_set(error, HF_STATUS_INVALID, "link: there is no body %d among %d", body, model->body_count);
    if (model->bodies[body].parent < 0)
        return error_set(error, HF_STATUS_INVALID, "link: %s has no parent that joints would hold it to",
                         label_make(label, "body", body, model->bodies[body].name));
    bool *inside = MEMORY_ARRAY(bool, (size_t)model->body_count);
    if (!inside) return error_no_memory(error);
    vec3 place, F, T;
    quat turn;
    configuration_frame(&at, body, &place, &turn);
    for (int j = m->joint_count - 1; j >= 0; j--) // the first of its joints
        if (m->joints[j].body == body)
            v3_store(point, v3_add(place, quat_rotate(turn, v3_load(m->joints[j].position))));
    load_subtree(model, body, inside);
    bool jointed = model->weld[body] == body;
    if (!jointed) v3_store(point, place);
    load_of_bodies(world, inside, v3_load(point), &F, &T);
    v3_store(force, F);
    v3_store(torque, T);
    free(inside);
    return HF_STATUS_OK;
}

static hf_status check_joint(const mechanism *m, int joint, hf_error *error)
{
    if (joint >= 0 && joint < m->joint_count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "limit: there is no joint %d among %d", joint, m->joint_count);
}

hf_status hf_world_limit_force(const hf_world *world, int joint, double *force, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    hf_status status = check_joint(m, joint, error);
    if (status != HF_STATUS_OK) return status;
    const double *r =
        world->state.reactions + joint_row(joint); // of the lower limit, and of the upper, which pushes down
    bool ball = m->joints[joint].kind == HF_JOINT_BALL;
    *force = load_time(world) > 0.0 ? ((ball ? 0.0 : r[0]) - r[1]) / world->state.last_h : 0.0;
    return HF_STATUS_OK;
}

// ---- loops ----

/// inside ◄ the bodies that loops of a constraint tree connect with `root`, without going through `cut`.
static void far_side(const hf_model *model, int root, int cut, bool *inside)
{
    const mechanism *m = &model->mechanism;
    memset(inside, 0, (size_t)model->body_count * sizeof *inside);
    inside[root] = true;
    for (bool more = true; more;)
    {
        more = false;
        for (int l = 0; l < m->loop_count; l++)
        {
            const hf_loop_def *def = &m->loops[l];
            if (l == cut || !m->loop_primary[l] || inside[def->body_a] == inside[def->body_b]) continue;
            int next = inside[def->body_a] ? def->body_b : def->body_a;
            if (!body_yields(model, next)) continue;
            inside[next] = more = true;
        }
    }
}

hf_status hf_world_loop_wrench(const hf_world *world, int loop, double force[3], double torque[3], double point[3],
                               hf_error *error)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    if (loop < 0 || loop >= m->loop_count)
        return error_set(error, HF_STATUS_INVALID, "there is no loop %d among %d", loop, m->loop_count);
    const hf_loop_def *def = &m->loops[loop];
    wrench_sum sum = {.about = v3_zero()};
    double h = load_time(world);
    if (!loop_joins_bodies(def->kind))
    {
        if (h > 0.0 && def->active) sum.force.x = world->state.reactions[loop_row(m, loop)] / world->state.last_h;
    }
    else
    {
        const configuration at = world_configuration(world);
        loop_side side[2];
        loop_sides(&at, def, side);
        sum.about = side[0].point;
        if (loop_is_auxiliary(m, loop) && h > 0.0) add_loop(world, loop, 1.0, false, &sum);
        if (def->active && m->loop_primary[loop])
        {
            bool *inside = MEMORY_ARRAY(bool, (size_t)model->body_count);
            if (!inside) return error_no_memory(error);
            bool a = body_yields(model, def->body_a); // otherwise what b gets, turned round
            far_side(model, a ? def->body_a : def->body_b, loop, inside);
            load_of_bodies(world, inside, sum.about, &sum.force, &sum.torque);
            if (!a) sum.force = v3_negate(sum.force), sum.torque = v3_negate(sum.torque);
            free(inside);
        }
    }
    v3_store(force, sum.force);
    v3_store(torque, sum.torque);
    v3_store(point, sum.about);
    return HF_STATUS_OK;
}
