// Lengths, gaps and their rates: sites, tendons, actuators, loops.
//
// between bodies: loop_geometry.h
// coupling  gap = (x_a - x_a0) - Σ c_k (x_b - x_b0)^k, x: joints or tendon lengths

#include "model/rows/transmission.h"

#include "model/rows/actuator.h"
#include "model/rows/loop_geometry.h"
#include "model/rows/path.h"

#include <math.h>
#include <string.h>

void site_place(const configuration *at, int site, vec3 *position, quat *orientation)
{
    const hf_site_def *def = &at->model->mechanism.sites[site];
    vec3 x;
    quat q;
    configuration_frame(at, def->body, &x, &q);
    *position = configuration_point(at, def->body, v3_load(def->position));
    *orientation = quat_multiply(q, quat_load(def->orientation));
}

/// From the centre of mass of a body to a point.
static vec3 arm_of(const configuration *at, int body, vec3 point)
{
    return v3_sub(point, v3_load(at->bodies[body].x));
}

// ---- tendons ----

double tendon_length(const configuration *at, int tendon)
{
    const mechanism *m = &at->model->mechanism;
    const hf_tendon_def *def = &m->tendons[tendon];
    double length = 0.0;
    for (int k = 0; !def->spatial && k < def->count; k++)
        length += def->coefficient[k] * at->q[m->joint_place_q[def->items[k]]];
    path_walk walk = path_begin(at, tendon);
    path_piece piece;
    while (def->spatial && path_next(&walk, &piece))
        length += piece.share * (v3_distance(piece.point[1], piece.point[0]) + piece.arc);
    return length;
}

void tendon_terms(row_set *set, const configuration *at, int tendon, int row, double scale)
{
    const mechanism *m = &at->model->mechanism;
    const hf_tendon_def *def = &m->tendons[tendon];
    for (int k = 0; !def->spatial && k < def->count; k++)
        rows_joint(set, row, m->joint_place_v[def->items[k]], scale * def->coefficient[k]);
    path_walk walk = path_begin(at, tendon);
    path_piece piece;
    while (def->spatial && path_next(&walk, &piece))
    {
        double distance = v3_distance(piece.point[1], piece.point[0]);
        if (!(distance > 0.0)) continue; // where two points coincide the line has no direction
        vec3 d = v3_scale(1.0 / distance, v3_sub(piece.point[1], piece.point[0]));
        for (int end = 1; end >= 0; end--)
            rows_point(set, row, piece.body[end], arm_of(at, piece.body[end], piece.point[end]), d,
                       end ? scale * piece.share : -scale * piece.share);
    }
}

// ---- actuators ----

/// A slider on an axis, pushed by a rod from a crank. With v from the slider's site to the crank's, a the axis and R
/// the rod's length:
///     length = v·a - s,   s = √((v·a)² + R² - v·v);   where the rod is too short to reach the axis, s = 0
typedef struct crank
{
    int body[2];         // of crank and slider
    vec3 point[2], axis; // where they are; the slider's axis
    double length;
    vec3 along, about; // d length = along · dv + about · (turn of the slider's site)
} crank;

static crank crank_of(const configuration *at, const hf_actuator_def *def)
{
    const hf_site_def *sites = at->model->mechanism.sites;
    crank c = {.body = {sites[def->target].body, sites[def->reference].body}};
    quat turn;
    site_place(at, def->target, &c.point[0], &turn);
    site_place(at, def->reference, &c.point[1], &turn);
    c.axis = quat_rotate(turn, v3(0, 0, 1));
    vec3 v = v3_sub(c.point[0], c.point[1]);
    double va = v3_dot(v, c.axis), square = va * va + def->crank_length * def->crank_length - v3_dot(v, v);
    double s = square > 0.0 ? sqrt(square) : 0.0, share = s > 0.0 ? 1.0 - va / s : 1.0;
    c.length = va - s;
    c.along = v3_scale(share, c.axis);
    if (s > 0.0) c.along = v3_add_scaled(c.along, 1.0 / s, v);
    c.about = v3_scale(share, v3_cross(c.axis, v));
    return c;
}

/// A site as seen from another, for an actuator between the two: the axes of the reference, and what lies between.
typedef struct site_pair
{
    int body[2];   // of the site and the reference
    vec3 point[2]; // where they are
    vec3 force, torque;
    vec3 turn; // from the reference to the site, in the reference's axes
} site_pair;

static site_pair pair_of(const configuration *at, const hf_actuator_def *def)
{
    const hf_site_def *sites = at->model->mechanism.sites;
    site_pair p = {.body = {sites[def->target].body, sites[def->reference].body}};
    quat turn[2];
    site_place(at, def->target, &p.point[0], &turn[0]);
    site_place(at, def->reference, &p.point[1], &turn[1]);
    p.force = quat_rotate(turn[1], v3_load(def->gear));
    p.torque = quat_rotate(turn[1], v3_load(def->gear + 3));
    p.turn = quat_log(quat_multiply(quat_conjugate(turn[1]), turn[0]));
    return p;
}

/// The last body that two hang on; -1: none moves both.
static int common_body(const hf_model *model, int a, int b)
{
    for (; a >= 0; a = model->bodies[a].parent)
        for (int k = b; k >= 0; k = model->bodies[k].parent)
            if (k == a) return a;
    return -1;
}

/// Motion that both sites share is not felt.
static void pair_terms(row_set *set, const configuration *at, const hf_actuator_def *def, int row)
{
    site_pair p = pair_of(at, def);
    for (int k = 0; k < 2; k++)
    {
        double sign = k == 0 ? 1.0 : -1.0;
        rows_point(set, row, p.body[k], arm_of(at, p.body[k], p.point[k]), p.force, sign);
        rows_turn(set, row, p.body[k], p.torque, sign);
    }
    int common = common_body(at->model, p.body[0], p.body[1]);
    if (common >= 0) rows_turn(set, row, common, v3_cross(v3_sub(p.point[0], p.point[1]), p.force), -1.0);
}

/// Gear of a ball in the child's axes.
static vec3 ball_gear(const configuration *at, const hf_actuator_def *def)
{
    vec3 gear = v3_load(def->gear);
    const double *q = at->q + at->model->mechanism.joint_place_q[def->target];
    return def->in_parent ? quat_rotate_back(quat_load(q), gear) : gear;
}

double actuator_length(const configuration *at, int actuator)
{
    const mechanism *m = &at->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    if (def->transmission == HF_TRANSMISSION_TENDON) return def->gear[0] * tendon_length(at, def->target);
    if (def->transmission == HF_TRANSMISSION_CRANK) return def->gear[0] * crank_of(at, def).length;
    if (def->transmission == HF_TRANSMISSION_SITE && def->reference >= 0)
    {
        site_pair p = pair_of(at, def);
        return v3_dot(p.force, v3_sub(p.point[0], p.point[1])) + v3_dot(v3_load(def->gear + 3), p.turn);
    }
    if (def->transmission != HF_TRANSMISSION_JOINT) return 0.0;
    const double *q = at->q + m->joint_place_q[def->target];
    if (m->joints[def->target].kind == HF_JOINT_BALL) return v3_dot(ball_gear(at, def), quat_log(quat_load(q)));
    return def->gear[0] * q[0];
}

/// The wrench of an actuator on one body at unit force: at a site in its axes, or at the frame of a free body.
static void body_wrench(const configuration *at, const hf_actuator_def *def, int *body, vec3 *point, vec3 *force,
                        vec3 *torque)
{
    quat turn;
    bool is_free = def->transmission == HF_TRANSMISSION_FREE;
    *body = is_free ? def->target : at->model->mechanism.sites[def->target].body;
    if (is_free) configuration_frame(at, *body, point, &turn);
    else site_place(at, def->target, point, &turn);
    vec3 linear = v3_load(def->gear), angular = v3_load(def->gear + 3);
    *force = is_free ? linear : quat_rotate(turn, linear);
    *torque = is_free && def->in_parent ? angular : quat_rotate(turn, angular);
}

void actuator_terms(row_set *set, const configuration *at, int actuator, int row)
{
    const mechanism *m = &at->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    if (def->transmission == HF_TRANSMISSION_NONE || def->transmission == HF_TRANSMISSION_BODY) return;
    if (def->transmission == HF_TRANSMISSION_TENDON) tendon_terms(set, at, def->target, row, def->gear[0]);
    else if (def->transmission == HF_TRANSMISSION_JOINT)
    {
        bool ball = m->joints[def->target].kind == HF_JOINT_BALL;
        vec3 gear = ball ? ball_gear(at, def) : v3_load(def->gear);
        for (int k = 0; k < (ball ? 3 : 1); k++)
            rows_joint(set, row, m->joint_place_v[def->target] + k, v3_at(gear, k));
    }
    else if (def->transmission == HF_TRANSMISSION_CRANK)
    {
        crank c = crank_of(at, def);
        for (int k = 0; k < 2; k++)
            rows_point(set, row, c.body[k], arm_of(at, c.body[k], c.point[k]), c.along,
                       k == 0 ? def->gear[0] : -def->gear[0]);
        rows_turn(set, row, c.body[1], c.about, def->gear[0]);
    }
    else if (def->transmission == HF_TRANSMISSION_SITE && def->reference >= 0) pair_terms(set, at, def, row);
    else
    {
        int body;
        vec3 point, force, torque;
        body_wrench(at, def, &body, &point, &force, &torque);
        rows_point(set, row, body, arm_of(at, body, point), force, 1.0);
        rows_turn(set, row, body, torque, 1.0);
    }
}

void actuator_arms(row_set *rows, const configuration *at, int actuator, double *J)
{
    const mechanism *mech = &at->model->mechanism;
    memset(J, 0, (size_t)at->model->own_v_count * sizeof *J);
    rows_open_single(rows);
    actuator_terms(rows, at, actuator, 0);
    for (int k = 0; k < rows->term_count && !rows->failed; k++)
    {
        const row_term *t = &rows->terms[k];
        int tree = t->body >= 0 ? mech->body_tree[t->body] : -1, link = tree >= 0 ? mech->body_link[t->body] : -1;
        if (t->body < 0) J[t->dof] += t->scale;
        if (tree < 0) continue;
        const articulated_tree *shape = mech->trees[tree].articulated;
        const articulated_scratch *scratch = at->trees[tree];
        int n = t->turn ? articulated_row_angular(shape, scratch, link, t->d, rows->dofs, rows->row)
                        : articulated_row(shape, scratch, link, v3_add(scratch->bodies[link].center, t->arm), t->d,
                                          rows->dofs, rows->row);
        for (int i = 0; i < n; i++) J[mech->trees[tree].v + rows->dofs[i]] += t->scale * rows->row[i];
    }
}

// ---- loops ----

static vec3 axis_in_world(quat turn, const double axis[3])
{
    return quat_rotate(turn, v3_unit_or(v3_load(axis), v3_zero()));
}

void loop_sides(const configuration *at, const hf_loop_def *def, loop_side side[2])
{
    const int body[2] = {def->body_a, def->body_b};
    const double *points[2] = {def->point_a, def->point_b}, *axes[2] = {def->axis_a, def->axis_b};
    for (int k = 0; k < 2; k++)
    {
        vec3 x;
        configuration_frame(at, body[k], &x, &side[k].turn);
        side[k].point = configuration_point(at, body[k], v3_load(points[k]));
        side[k].axis = axis_in_world(side[k].turn, axes[k]);
    }
}

/// x - x0 of a joint or tendon of a coupling.
static double coupled(const configuration *at, const hf_loop_def *def, int index)
{
    const mechanism *m = &at->model->mechanism;
    if (def->kind == HF_LOOP_JOINT) return at->q[m->joint_place_q[index]] - m->joints[index].reference;
    return tendon_length(at, index) - m->tendon_reference[index];
}

int loop_gaps(const configuration *at, int loop, double gap[6])
{
    const hf_loop_def *def = &at->model->mechanism.loops[loop];
    if (def->kind == HF_LOOP_JOINT || def->kind == HF_LOOP_TENDON)
    {
        double d = def->joint_b >= 0 ? coupled(at, def, def->joint_b) : 0.0, sum = 0.0;
        for (int k = 4; k >= 0; k--) sum = sum * d + def->coefficient[k];
        gap[0] = coupled(at, def, def->joint_a) - sum;
        return 1;
    }
    loop_side side[2];
    loop_sides(at, def, side);
    loop_gaps_at(def, side, gap);
    return loop_gap_count(def->kind);
}

static void coupling_term(row_set *set, const configuration *at, const hf_loop_def *def, int index, double scale)
{
    if (def->kind == HF_LOOP_TENDON) tendon_terms(set, at, index, 0, scale);
    else rows_joint(set, 0, at->model->mechanism.joint_place_v[index], scale);
}

void loop_terms(row_set *set, const configuration *at, int loop, int first, int size)
{
    const hf_loop_def *def = &at->model->mechanism.loops[loop];
    if (def->kind == HF_LOOP_JOINT || def->kind == HF_LOOP_TENDON)
    {
        coupling_term(set, at, def, def->joint_a, 1.0);
        if (def->joint_b < 0) return;
        double d = coupled(at, def, def->joint_b), slope = 0.0;
        for (int k = 4; k >= 1; k--) slope = slope * d + k * def->coefficient[k];
        coupling_term(set, at, def, def->joint_b, -slope);
        return;
    }
    // Both sides are taken at one point: impulses there are equal and opposite along one line, and what moves both
    // bodies alike is not felt, however far the loop is open. Rows that depend on each other by the mechanism's shape
    // then do so exactly. Of a rod it is its own one: light rods turn by thousands of radians in a second.
    loop_side side[2];
    loop_rate rows[LOOP_ROWS_MOST];
    loop_sides(at, def, side);
    loop_rows_at(def, side, rows);
    const int *rods = at->model->body_fibre, rod = rods[def->body_a] >= 0 ? 0 : rods[def->body_b] >= 0 ? 1 : -1;
    for (int k = first; k < first + size; k++)
        for (int s = 0; s < 2; s++)
        {
            int body = s == 0 ? def->body_a : def->body_b;
            double sign = s == 0 ? 1.0 : -1.0;
            vec3 turn = s == 0 ? rows[k].turn_a : rows[k].turn_b;
            vec3 point = rod >= 0 ? side[rod].point : rows[k].point;
            if (at->model->body_deformable &&
                at->model->body_deformable[body] >= 0) // it stretches between its own point and that
            {
                turn = v3_add(turn, v3_cross(v3_sub(point, side[s].point), rows[k].along));
                point = side[s].point;
            }
            if (v3_norm2(rows[k].along) > 0.0)
                rows_point(set, k - first, body, arm_of(at, body, point), rows[k].along, sign);
            if (v3_norm2(turn) > 0.0) rows_turn(set, k - first, body, turn, sign);
        }
}
