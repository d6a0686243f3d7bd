// What muscles leave open in their definitions: the largest force, from the acceleration that a unit force makes at the
// references, and the shortest and the longest that they can be.
//
// Lengths: of a joint or tendon with a range that range. Otherwise the length is followed uphill and downhill from the
// references: hinges and slides move along their moment arms, no farther than their ranges, in steps that are halved
// where they do not gain; other joints stay. What has no end within TURNS is not found.

#include "model/rows/actuator.h"
#include "model/rows/transmission.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    STEPS = 4000
};
static const double LARGEST = 0.05; // step of the fastest coordinate [rad or m], …
static const double LEAST = 1e-9;   // … and where it is halved no further
static const double TURNS = 20.0;   // a coordinate without a range goes no farther [rad or m]
static const double SLOPE = 1e-9;   // moment arm that counts as none [m or 1]

typedef struct search
{
    const hf_model *m;
    configuration at;
    row_set rows;
    double *J;     // own_v_count: moment arms
    double *a;     // scratch of own_q_count and own_v_count
    double *start; // own_q_count
} search;

/// Adds |M⁻¹ Jᵀ|² of free bodies, whose linear velocity is that of their frame.
static double free_accelerations(const search *s)
{
    double sum = 0.0;
    for (int b = 0; b < s->m->body_count; b++)
    {
        vec3 force = v3_zero(), torque = v3_zero(), x;
        quat q;
        double inverse[9];
        if (s->m->mechanism.body_v[b] < 0 || s->m->mechanism.body_tree[b] >= 0) continue;
        for (int k = 0; k < s->rows.term_count; k++)
        {
            const row_term *t = &s->rows.terms[k];
            if (t->body != b) continue;
            vec3 F = v3_scale(t->scale, t->d);
            if (!t->turn) force = v3_add(force, F);
            torque = v3_add(torque, t->turn ? F : v3_cross(t->arm, F));
        }
        rigid_inverse_inertia(&s->m->rigid[b], quat_load(s->at.bodies[b].q), inverse);
        configuration_frame(&s->at, b, &x, &q);
        vec3 turning = m3_times(inverse, torque);
        vec3 center = v3_sub(x, v3_load(s->at.bodies[b].x));
        vec3 linear = v3_add(v3_scale(s->m->rigid[b].inverse_mass, force), v3_cross(turning, center));
        sum += v3_norm2(linear) + v3_norm2(turning);
    }
    return sum;
}

/// |M⁻¹ Jᵀ| at the references.
static double unit_acceleration(search *s, int actuator)
{
    actuator_arms(&s->rows, &s->at, actuator, s->J);
    double sum = free_accelerations(s);
    for (int t = 0; t < s->m->mechanism.tree_count; t++)
    {
        const model_tree *tree = &s->m->mechanism.trees[t];
        if (tree->v_count > 0) articulated_solve(tree->articulated, s->at.trees[t], s->J + tree->v, s->a + tree->v);
        for (int k = 0; k < tree->v_count; k++) sum += s->a[tree->v + k] * s->a[tree->v + k];
    }
    return sqrt(sum);
}

static void pose_trees(search *s)
{
    for (int t = 0; t < s->m->mechanism.tree_count; t++) tree_pose(&s->at, t);
}

/// Moves hinges and slides by `by` along sign · J, within their ranges. False if nothing can move.
static bool move_joints(search *s, double sign, double by)
{
    const mechanism *mech = &s->m->mechanism;
    double most = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < mech->joint_count; j++)
        {
            const hf_joint_def *def = &mech->joints[j];
            if (def->kind == HF_JOINT_BALL) continue;
            double slope = sign * s->J[mech->joint_place_v[j]], *q = &s->at.q[mech->joint_place_q[j]];
            bool stuck = def->limited && (slope > 0.0 ? *q >= def->range[1] : *q <= def->range[0]);
            if (stuck || fabs(slope) < SLOPE) continue;
            if (pass == 0) most = fmax(most, fabs(slope));
            else *q += by * slope / most;
            if (pass == 1 && def->limited) *q = fmin(fmax(*q, def->range[0]), def->range[1]);
        }
    pose_trees(s);
    return most > 0.0;
}

/// The length at the end of the way up (sign 1) or down. False if there is no end.
static bool follow(search *s, int actuator, double sign, double *length)
{
    double by = LARGEST;
    size_t bytes = (size_t)s->m->own_q_count * sizeof *s->start;
    double *kept = s->a;
    memcpy(s->at.q, s->start, bytes);
    pose_trees(s);
    *length = actuator_length(&s->at, actuator);
    for (int k = 0; k < STEPS && by > LEAST && !s->rows.failed; k++)
    {
        memcpy(kept, s->at.q, bytes);
        actuator_arms(&s->rows, &s->at, actuator, s->J);
        if (!move_joints(s, sign, by)) return true;
        double next = actuator_length(&s->at, actuator);
        if (sign * (next - *length) > 0.0) *length = next;
        else
        {
            memcpy(s->at.q, kept, bytes);
            pose_trees(s);
            by *= 0.5;
        }
        for (int j = 0; j < s->m->mechanism.joint_count; j++)
            if (fabs(s->at.q[s->m->mechanism.joint_place_q[j]]) > TURNS) return false;
    }
    return by <= LEAST;
}

/// From the range of what it works on; false if that has none.
static bool known_range(const mechanism *mech, const hf_actuator_def *def, double range[2])
{
    const double *from = NULL;
    if (def->transmission == HF_TRANSMISSION_JOINT && mech->joints[def->target].limited &&
        mech->joints[def->target].kind != HF_JOINT_BALL)
        from = mech->joints[def->target].range;
    if (def->transmission == HF_TRANSMISSION_TENDON && mech->tendons[def->target].limited)
        from = mech->tendons[def->target].range;
    if (!from || def->gear[0] == 0.0) return false;
    for (int k = 0; k < 2; k++) range[k] = def->gear[0] * from[def->gear[0] > 0.0 ? k : 1 - k];
    return true;
}

static hf_status complete_muscle(search *s, int index, hf_error *error)
{
    hf_actuator_def *def = &s->m->mechanism.actuators[index];
    char label[LABEL_SIZE];
    const double tiny = 1e-15;
    for (int side = 0; side < 2; side++)
    {
        double *p = side ? def->bias : def->gain;
        bool muscle = (side ? def->bias_kind : def->gain_kind) == HF_GAIN_MUSCLE;
        if (muscle && p[2] < 0.0) p[2] = p[3] / fmax(unit_acceleration(s, index), tiny);
    }
    if (def->length_range[0] < def->length_range[1] || known_range(&s->m->mechanism, def, def->length_range))
        return HF_STATUS_OK;
    bool found = follow(s, index, -1.0, &def->length_range[0]) && follow(s, index, 1.0, &def->length_range[1]);
    memcpy(s->at.q, s->start, (size_t)s->m->own_q_count * sizeof *s->start);
    pose_trees(s);
    if (s->rows.failed) return error_no_memory(error);
    if (!found || !(def->length_range[1] > def->length_range[0]))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: how short and how long this muscle can be is not found; give its length range, or its "
                         "joints ranges",
                         label_make(label, "actuator", index, def->name));
    return HF_STATUS_OK;
}

hf_status complete_muscles(hf_model *m, const configuration *at, hf_error *error)
{
    const mechanism *mech = &m->mechanism;
    int muscles = 0;
    for (int k = 0; k < mech->actuator_count; k++)
        muscles += mech->actuators[k].gain_kind == HF_GAIN_MUSCLE || mech->actuators[k].bias_kind == HF_GAIN_MUSCLE;
    if (muscles == 0) return HF_STATUS_OK;
    search s = {.m = m, .at = *at};
    hf_workspace *workspace = NULL;
    hf_status status = hf_workspace_create(&workspace, error);
    if (status != HF_STATUS_OK) return status;
    s.J = ARENA_ARRAY(workspace, double, m->own_v_count);
    s.a = ARENA_ARRAY(workspace, double, m->own_q_count + m->own_v_count);
    s.start = ARENA_ARRAY(workspace, double, m->own_q_count);
    if (!rows_begin(&s.rows, m, workspace)) status = error_no_memory(error);
    if (status == HF_STATUS_OK) memcpy(s.start, at->q, (size_t)m->own_q_count * sizeof *s.start);
    for (int k = 0; k < mech->actuator_count && status == HF_STATUS_OK; k++)
        if (mech->actuators[k].gain_kind == HF_GAIN_MUSCLE || mech->actuators[k].bias_kind == HF_GAIN_MUSCLE)
            status = complete_muscle(&s, k, error);
    hf_workspace_destroy(workspace);
    return status;
}
