// q ⊕ v, q ⊖ q and random q, body by body and joint by joint in the layout of mechanism.h.

#include "model/tangent/chart.h"

#include "holdfast/tangent.h"

#include "model/small_body.h"

#include "base/error.h"
#include "base/random.h"

#include <math.h>

// ---- quaternions ----

void hf_quaternion_integrate(double q[4], const double turn[3])
{
    quat Q = quat_multiply(quat_normalize(quat_load(q)), quat_exp(v3_load(turn)));
    quat_store(q, quat_normalize(Q));
}

void hf_quaternion_difference(const double from[4], const double to[4], double turn[3])
{
    quat a = quat_normalize(quat_load(from)), b = quat_normalize(quat_load(to));
    v3_store(turn, quat_log(quat_multiply(quat_conjugate(a), b)));
}

// ---- what stands where ----

/// What tangents of the coordinates of one body or joint are.
typedef enum chart
{
    CHART_PLAIN, // as many coordinates as velocities, which add up
    CHART_TURN,  // a quaternion
    CHART_FRAME, // a place and a quaternion
    CHART_SCALED,
    CHART_AFFINE,
    CHART_NONE
} chart;

typedef struct piece
{
    chart chart;
    int body, joint; // -1: it is the other
    int q, v, count; // count: of CHART_PLAIN
} piece;

static chart chart_of(int q_size, int v_size)
{
    if (q_size == 7) return CHART_FRAME;
    if (q_size == 8) return CHART_SCALED;
    if (q_size == 12) return CHART_AFFINE;
    return q_size == v_size ? CHART_PLAIN : CHART_NONE;
}

static piece piece_of_body(const hf_model *model, int body)
{
    const mechanism *m = &model->mechanism;
    int strand = model->body_fibre ? model->body_fibre[body] : -1;
    piece p = {CHART_PLAIN, body, -1, m->body_q[body], m->body_v[body], 0};
    if (p.q < 0) return p;
    const object_methods *kind = object_of_body(model, body);
    int q_size = strand >= 0 ? model->fibres[strand].rod.q_count : kind->q_size;
    p.count = strand >= 0 ? model->fibres[strand].rod.v_count : kind->v_size;
    p.chart = strand < 0 ? chart_of(q_size, p.count) : q_size == p.count ? CHART_PLAIN : CHART_NONE;
    return p;
}

static piece piece_of_joint(const hf_model *model, int joint)
{
    const mechanism *m = &model->mechanism;
    bool ball = m->joints[joint].kind == HF_JOINT_BALL;
    return (piece){ball ? CHART_TURN : CHART_PLAIN, -1, joint, m->joint_q[joint], m->joint_v[joint], 1};
}

static int piece_count(const hf_model *model)
{
    return model->body_count + model->mechanism.joint_count;
}

/// Bodies first. Those without coordinates are plain pieces of length 0.
static piece piece_at(const hf_model *model, int index)
{
    if (index < model->body_count) return piece_of_body(model, index);
    return piece_of_joint(model, index - model->body_count);
}

hf_status chart_check(const hf_model *model, hf_error *error)
{
    for (int k = 0; k < piece_count(model); k++)
    {
        piece p = piece_at(model, k);
        if (p.chart != CHART_NONE) continue;
        int strand = model->body_fibre[p.body];
        char label[LABEL_SIZE];
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "tangent: %s keeps more coordinates than velocities, which have no sum; take the kinds "
                         "superhelix or der",
                         label_make(label, "fibre", strand, model->fibres[strand].def.name));
    }
    return HF_STATUS_OK;
}

// ---- integration ----

/// Velocity of the centre of mass; a turn in world axes, and of the scale.
static void integrate_scaled(vec3 center, double *q, const double *v, double h)
{
    quat turn = quat_normalize(quat_load(q + 3));
    vec3 x = v3_add_scaled(v3_load(q), q[7], quat_rotate(turn, center));
    turn = quat_integrate(turn, v3_load(v + 3), h);
    q[7] += h * v[6];
    v3_store(q, v3_add_scaled(v3_add_scaled(x, h, v3_load(v)), -q[7], quat_rotate(turn, center)));
    quat_store(q + 3, turn);
}

static void difference_scaled(vec3 center, const double *from, const double *to, double *v)
{
    quat a = quat_normalize(quat_load(from + 3)), b = quat_normalize(quat_load(to + 3));
    vec3 x = v3_add_scaled(v3_load(from), from[7], quat_rotate(a, center));
    vec3 y = v3_add_scaled(v3_load(to), to[7], quat_rotate(b, center));
    v3_store(v, v3_sub(y, x));
    v3_store(v + 3, quat_log(quat_multiply(b, quat_conjugate(a))));
    v[6] = to[7] - from[7];
}

/// Velocity of the centre of mass, and Ḟ.
static void integrate_affine(vec3 center, double *q, const double *v, double h)
{
    vec3 x = v3_add(v3_load(q), m3_times(q + 3, center));
    for (int k = 0; k < 9; k++) q[3 + k] += h * v[3 + k];
    v3_store(q, v3_sub(v3_add_scaled(x, h, v3_load(v)), m3_times(q + 3, center)));
}

static void difference_affine(vec3 center, const double *from, const double *to, double *v)
{
    vec3 x = v3_add(v3_load(from), m3_times(from + 3, center)), y = v3_add(v3_load(to), m3_times(to + 3, center));
    for (int k = 0; k < 9; k++) v[3 + k] = to[3 + k] - from[3 + k];
    v3_store(v, v3_sub(y, x));
}

static vec3 center_of(const hf_model *model, piece p)
{
    return p.body >= 0 ? v3_load(model->rigid[p.body].center) : v3_zero();
}

static void integrate(const hf_model *model, piece p, double *q, const double *v, double h)
{
    double turn[3];
    int angular = p.chart == CHART_FRAME ? 3 : 0;
    switch (p.chart)
    {
    case CHART_FRAME:
        v3_store(q, v3_add_scaled(v3_load(q), h, v3_load(v)));
        // fall through
    case CHART_TURN:
        v3_store(turn, v3_scale(h, v3_load(v + angular)));
        hf_quaternion_integrate(q + angular, turn);
        break;
    case CHART_SCALED: integrate_scaled(center_of(model, p), q, v, h); break;
    case CHART_AFFINE: integrate_affine(center_of(model, p), q, v, h); break;
    case CHART_PLAIN:
    case CHART_NONE:
        for (int k = 0; k < p.count; k++) q[k] += h * v[k];
        break;
    }
}

static void subtract(const hf_model *model, piece p, const double *from, const double *to, double *v)
{
    int angular = p.chart == CHART_FRAME ? 3 : 0;
    switch (p.chart)
    {
    case CHART_FRAME:
        v3_store(v, v3_sub(v3_load(to), v3_load(from)));
        // fall through
    case CHART_TURN: hf_quaternion_difference(from + angular, to + angular, v + angular); break;
    case CHART_SCALED: difference_scaled(center_of(model, p), from, to, v); break;
    case CHART_AFFINE: difference_affine(center_of(model, p), from, to, v); break;
    case CHART_PLAIN:
    case CHART_NONE:
        for (int k = 0; k < p.count; k++) v[k] = to[k] - from[k];
        break;
    }
}

void chart_integrate(const hf_model *model, double *q, const double *v, double h)
{
    for (int k = 0; k < piece_count(model); k++)
    {
        piece p = piece_at(model, k);
        if (p.q >= 0) integrate(model, p, q + p.q, v + p.v, h);
    }
}

void chart_difference(const hf_model *model, const double *from, const double *to, double *v)
{
    for (int k = 0; k < piece_count(model); k++)
    {
        piece p = piece_at(model, k);
        if (p.q >= 0) subtract(model, p, from + p.q, to + p.q, v + p.v);
    }
}

hf_status hf_model_integrate(const hf_model *model, double *q, const double *v, double h, hf_error *error)
{
    TRY(chart_check(model, error));
    TRY(check_finite("integrate", "q", q, model->mechanism.q_count, error));
    TRY(check_finite("integrate", "v", v, model->mechanism.v_count, error));
    TRY(check_finite("integrate", "h", &h, 1, error));
    chart_integrate(model, q, v, h);
    return HF_STATUS_OK;
}

hf_status hf_model_difference(const hf_model *model, const double *from, const double *to, double *v, hf_error *error)
{
    TRY(chart_check(model, error));
    TRY(check_finite("difference", "from", from, model->mechanism.q_count, error));
    TRY(check_finite("difference", "to", to, model->mechanism.q_count, error));
    chart_difference(model, from, to, v);
    return HF_STATUS_OK;
}

// ---- random coordinates ----

static const double PI = 3.14159265358979323846;

/// Evenly over all turns (four normal numbers).
static quat random_turn(random_state *random)
{
    double w = random_normal(random), x = random_normal(random), y = random_normal(random);
    return quat_normalize((quat){w, x, y, random_normal(random)});
}

/// Evenly over the turns of at most `limit` [rad]: their angles have the density sin²(angle / 2).
static quat random_turn_within(random_state *random, double limit)
{
    double most = real_sin(0.5 * fmin(limit, PI)), angle, s;
    do {
        angle = random_between(random, 0.0, limit);
        s = real_sin(0.5 * angle);
    } while (most * most * random_unit(random) > s * s);
    double x = random_normal(random), y = random_normal(random);
    return quat_exp(v3_scale(angle, v3_unit_or(v3(x, y, random_normal(random)), v3(1, 0, 0))));
}

static void random_joint(const hf_joint_def *joint, random_state *random, double reach, double *q)
{
    if (joint->prescribed) return;
    if (joint->kind == HF_JOINT_BALL)
    {
        bool limited = joint->limited && joint->range[1] < PI;
        quat_store(q, limited ? random_turn_within(random, joint->range[1]) : random_turn(random));
        return;
    }
    double middle = joint->kind == HF_JOINT_HINGE ? 0.0 : *q, half = joint->kind == HF_JOINT_HINGE ? PI : reach;
    *q = joint->limited ? random_between(random, joint->range[0], joint->range[1])
                        : random_between(random, middle - half, middle + half);
}

static void random_body(const hf_model *model, piece p, random_state *random, double reach, double *q)
{
    const object_methods *kind = object_of_body(model, p.body);
    bool frame = p.chart == CHART_FRAME, small = !frame && kind->small && kind->small->mass;
    for (int k = 0; k < (frame ? 3 : p.count) && (frame || small); k++)
    {
        double half = kind == &object_planar && k == 2 ? PI : reach;
        q[k] = random_between(random, q[k] - half, q[k] + half);
    }
    if (frame) quat_store(q + 3, random_turn(random));
    if (small && kind->small->admit) kind->small->admit(model, p.body, q);
}

hf_status hf_model_random_q(const hf_model *model, uint64_t seed, double reach, double *q, hf_error *error)
{
    if (!(reach >= 0.0) || !isfinite(reach))
        return error_set(error, HF_STATUS_INVALID, "random q: reach = %g is not finite and >= 0", reach);
    TRY(check_finite("random q", "q", q, model->mechanism.q_count, error));
    random_state random = random_seed(seed);
    for (int k = 0; k < piece_count(model); k++)
    {
        piece p = piece_at(model, k);
        if (p.q < 0) continue;
        if (p.joint >= 0) random_joint(&model->mechanism.joints[p.joint], &random, reach, q + p.q);
        else random_body(model, p, &random, reach, q + p.q);
    }
    return HF_STATUS_OK;
}
