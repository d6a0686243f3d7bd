// What definitions leave to the configuration in which all joints stand at their references: where the second point of
// a loop is, how long tendons are, which inertia an actuator sees. And where the model starts.

#include "model/model.h"
#include "model/rows/actuator.h"
#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"
#include "model/tree/object_tree.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// All bodies at time 0; trees are posed by the caller.
static void place_bodies(const hf_model *m, body_state *bodies)
{
    for (int k = 0; k < m->body_count; k++)
    {
        const hf_body_def *def = &m->bodies[k];
        if (m->mechanism.body_tree[k] >= 0) continue;
        if (def->motion == HF_MOTION_PRESCRIBED) model_prescribed(m, k, 0.0, &bodies[k]);
        else rigid_place(&m->rigid[k], v3_load(def->position), quat_load(def->orientation), &bodies[k]);
    }
}

// ---- loops ----

/// Points and orientations that were not given: as they are now.
static void complete_loop(const configuration *at, hf_loop_def *loop)
{
    if (!loop_joins_bodies(loop->kind)) return;
    vec3 xa, xb;
    quat qa, qb;
    bool roll = loop->kind == HF_LOOP_ROLL;
    configuration_frame(at, loop->body_a, &xa, &qa);
    configuration_frame(at, loop->body_b, &xb, &qb);
    vec3 point = v3_add(xa, quat_rotate(qa, v3_load(loop->point_a)));
    if (!loop->point_b_given && !roll) v3_store(loop->point_b, quat_rotate_back(qb, v3_sub(point, xb)));
    bool turns = loop->kind == HF_LOOP_WELD || loop->kind == HF_LOOP_SLIDE;
    if (!loop->orientation_given && turns)
        quat_store(loop->orientation, quat_normalize(quat_multiply(quat_conjugate(qa), qb)));
    if (!loop->axis_b_given && !roll)
        v3_store(loop->axis_b, quat_rotate_back(qb, quat_rotate(qa, v3_load(loop->axis_a))));
    vec3 apart = v3_sub(point, v3_add(xb, quat_rotate(qb, v3_load(loop->point_b))));
    if (loop->kind == HF_LOOP_ROD && loop->length == 0.0) loop->length = v3_norm(apart);
    if (!roll || loop->radius > 0.0) return;
    vec3 n = quat_rotate(qb, v3_unit_or(v3_load(loop->axis_b), v3(0, 0, 1)));
    vec3 e = quat_rotate(qa, v3_unit_or(v3_load(loop->axis_a), v3_zero()));
    double lean = v3_dot(n, e);
    loop->radius = v3_dot(n, apart) / sqrt(fmax(1.0 - lean * lean, 1e-12));
}

// ---- actuators ----

/// bias[2] of actuators with a damping_ratio, by the inertia Σ M_jj / moment_j² that each sees over the velocities of
/// trees.
static hf_status complete_dampers(hf_model *m, const configuration *at, const double *diagonal, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    hf_workspace *workspace = NULL;
    row_set rows;
    hf_status status = hf_workspace_create(&workspace, error);
    if (status != HF_STATUS_OK) return status;
    double *moment = ARENA_ARRAY(workspace, double, m->own_v_count);
    if (!moment || !rows_begin(&rows, m, workspace)) status = error_no_memory(error);
    for (int k = 0; k < mech->actuator_count && status == HF_STATUS_OK; k++)
    {
        const double LEAST = 1e-15; // of a moment that counts
        hf_actuator_def *a = &mech->actuators[k];
        double sum = 0.0;
        if (!(a->damping_ratio > 0.0)) continue;
        actuator_arms(&rows, at, k, moment);
        if (rows.failed) status = error_no_memory(error);
        for (int j = 0; j < mech->tree_v_count; j++)
            if (fabs(moment[j]) > LEAST) sum += diagonal[j] / (moment[j] * moment[j]);
        int first =
            a->gain_kind == HF_GAIN_TURN || a->gain_kind == HF_GAIN_QUATERNION ? actuator_turn_first(mech, k) : k;
        first += a->gain_kind == HF_GAIN_QUATERNION;
        if (first < k)
        {
            a->bias[2] = mech->actuators[first].bias[2]; // all three brake alike, by the inertia about x, as in MuJoCo
            continue;
        }
        a->bias[2] = isfinite(sum) ? -2.0 * a->damping_ratio * sqrt(fmax(0.0, a->gain[0]) * sum) : 0.0;
        if (a->gain_kind == HF_GAIN_DCMOTOR) a->dcmotor.controller[2] = -a->bias[2]; // its driver brakes
    }
    hf_workspace_destroy(workspace);
    return status;
}

static bool has_spring_damper(const hf_joint_def *joint)
{
    return joint->spring_damper[0] > 0.0 && joint->spring_damper[1] > 0.0;
}

/// A spring and damper with a time constant T and a ratio z: K = I / (T z)², D = 2 I / T. I is what the joint's own
/// forces feel while all others are free: n / Σ (M⁻¹)_kk over its n velocities. `work`: 2 v_count of the tree.
static void complete_spring(mechanism *mech, int index, const model_tree *tree, articulated_scratch *scratch,
                            double *work)
{
    hf_joint_def *joint = &mech->joints[index];
    int n = joint_v_size(joint->kind), first = mech->joint_place_v[index] - tree->v;
    double mobility = 0.0, time = joint->spring_damper[0], ratio = joint->spring_damper[1];
    for (int k = 0; k < n; k++)
    {
        memset(work, 0, (size_t)tree->v_count * sizeof *work);
        work[first + k] = 1.0;
        articulated_solve(tree->articulated, scratch, work, work + tree->v_count);
        mobility += work[tree->v_count + first + k] / n;
    }
    joint->stiffness = 1.0 / (mobility * time * time * ratio * ratio);
    joint->damping = 2.0 / (mobility * time);
}

static hf_status complete_springs(hf_model *m, const configuration *at, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    bool wanted = false;
    for (int j = 0; j < mech->joint_count; j++) wanted |= has_spring_damper(&mech->joints[j]);
    for (int t = 0; t < mech->tree_count && wanted; t++)
    {
        const model_tree *tree = &mech->trees[t];
        double *work = MEMORY_ARRAY(double, 2 * (size_t)tree->v_count);
        if (!work) return error_no_memory(error);
        for (int k = 0; k < tree->joint_count; k++)
        {
            int j = mech->tree_joints[tree->joint_begin + k];
            if (has_spring_damper(&mech->joints[j])) complete_spring(mech, j, tree, at->trees[t], work);
        }
        free(work);
    }
    return HF_STATUS_OK;
}

/// Dampers of actuators that are given by their ratios.
static hf_status complete_actuators(hf_model *m, const configuration *at, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    bool wanted = false;
    for (int k = 0; k < mech->actuator_count; k++) wanted |= mech->actuators[k].damping_ratio > 0.0;
    if (!wanted) return HF_STATUS_OK;
    double *diagonal = MEMORY_ARRAY(double, (size_t)mech->tree_v_count);
    hf_status status = diagonal ? HF_STATUS_OK : error_no_memory(error);
    for (int t = 0; t < mech->tree_count && status == HF_STATUS_OK; t++)
    {
        const model_tree *tree = &mech->trees[t];
        size_t n = (size_t)tree->v_count;
        double *M = MEMORY_ARRAY(double, n *n);
        if (!M) status = error_no_memory(error);
        else articulated_mass_matrix(tree->articulated, at->trees[t], M);
        for (size_t k = 0; M && k < n; k++) diagonal[(size_t)tree->v + k] = M[k * n + k];
        free(M);
    }
    if (status == HF_STATUS_OK) status = complete_dampers(m, at, diagonal, error);
    free(diagonal);
    return status;
}

static void complete_tendons(hf_model *m, const configuration *at)
{
    mechanism *mech = &m->mechanism;
    for (int k = 0; k < mech->tendon_count; k++)
    {
        double length = mech->tendon_reference[k] = tendon_length(at, k);
        if (mech->tendons[k].spring[0] < 0.0) mech->tendons[k].spring[0] = mech->tendons[k].spring[1] = length;
    }
}

// ---- the start ----

static void start_joints(const mechanism *mech, double *q)
{
    for (int j = 0; j < mech->joint_count; j++)
        if (mech->joints[j].kind != HF_JOINT_BALL && mech->joints[j].has_initial)
            q[mech->joint_place_q[j]] = mech->joints[j].initial;
}

static hf_status create_scratches(const hf_model *m, articulated_scratch **trees, hf_error *error)
{
    for (int t = 0; t < m->mechanism.tree_count; t++)
        TRY(articulated_scratch_create(m->mechanism.trees[t].articulated, &trees[t], error));
    return HF_STATUS_OK;
}

/// Every velocity must have inertia.
static hf_status check_inertias(const hf_model *m, const configuration *at, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < m->mechanism.tree_count && status == HF_STATUS_OK; t++)
    {
        const model_tree *tree = &m->mechanism.trees[t];
        hf_error why = {0};
        char label[LABEL_SIZE];
        int body = m->mechanism.links[tree->link_begin];
        if (tree->v_count == 0) continue;
        status = articulated_factor(tree->articulated, at->trees[t], NULL, &why);
        if (status != HF_STATUS_OK)
            status = error_set(error, status, "the tree of %s: %s",
                               label_make(label, "body", body, m->bodies[body].name), why.message);
    }
    return status;
}

hf_status model_reference(hf_model *m, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    m->initial = MEMORY_ARRAY(body_state, (size_t)m->body_count);
    m->initial_q = MEMORY_ARRAY(double, (size_t)m->own_q_count);
    articulated_scratch **trees = MEMORY_ARRAY(articulated_scratch *, (size_t)mech->tree_count);
    hf_status status = m->initial && m->initial_q && trees ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = create_scratches(m, trees, error);
    configuration at = {.model = m, .bodies = m->initial, .q = m->initial_q, .trees = trees};
    if (status == HF_STATUS_OK)
    {
        place_bodies(m, m->initial);
        for (int t = 0; t < mech->tree_count; t++)
        {
            articulated_reference(mech->trees[t].articulated, m->initial_q + mech->trees[t].q);
            tree_pose(&at, t);
        }
        for (int k = 0; k < mech->loop_count; k++) complete_loop(&at, &mech->loops[k]);
        complete_tendons(m, &at);
        status = check_inertias(m, &at, error);
    }
    if (status == HF_STATUS_OK) status = complete_actuators(m, &at, error);
    if (status == HF_STATUS_OK) status = complete_springs(m, &at, error);
    if (status == HF_STATUS_OK) status = complete_muscles(m, &at, error);
    if (status == HF_STATUS_OK)
    {
        start_joints(mech, m->initial_q);
        for (int o = 0; o < m->object_count; o++)
            if (object_of(m, o)->make == MADE_OF_SEGMENTS)
                memcpy(m->initial_q + m->objects[o].q, m->fibres[m->objects[o].index].q,
                       (size_t)(m->objects[o].q_count - FIBRE_EXTRA_Q) * sizeof(double));
        for (int t = 0; t < mech->tree_count; t++) tree_pose(&at, t);
    }
    for (int t = 0; trees && t < mech->tree_count; t++) articulated_scratch_destroy(trees[t]);
    free(trees);
    return status;
}
