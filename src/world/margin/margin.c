// The verdict on a pose, and how far it is from giving way.
//
//   may      forces within the laws carry the load: a program over cones, whose answer is r
//   cannot   its dual: a motion δ that nothing resists and along which the load does work
//   holds    equal springs carry it (margin_springs.c)
//
// Each is evaluated as a proof file would be before it is told (proof.c); what is not true to the tolerance is not
// known.
//
// The largest multiple of a force or of gravity is one program with the multiple as an unknown, whose dual is the
// bound.
// Gravity that turns goes along an arc: the program along the chord from the pose as it is to a point of the arc has a
// dual, δ, that nothing beyond some angle passes; that angle is the next point. It comes from above, and quadratically.
// The smallest friction is between two programs, with r on the one side and δ on the other. What equal springs hold is
// followed from where they hold, by strides that the states of the last answer follow.

#include "world/margin/margin.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ARC_STEPS = 40,
    HALVINGS = 60,
    STRIDES = 200
};
// Angle between two points of the arc [rad], and relative distance of two multiples of friction, that are as good as
// one.
static const double SAME_ANGLE = 1e-9, SAME_FRICTION = 1e-8;
// Relative stride at which springs are followed no more; multiples and coefficients that are looked at, at most.
static const double SAME_SPRINGS = 1e-7, NO_STRIDE = 1e-14, MOST = 1e6, MOST_FRICTION = 1e4;
static const double PI = 3.14159265358979323846;
static const char SAYS_POSE[] = "pose"; // of the claim that the verdict is

const char *hf_margin_kind_name(hf_margin_kind kind)
{
    static const char *const names[HF_MARGIN_KIND_COUNT] = {"pose", "force", "gravity", "tilt", "friction"};
    return (unsigned)kind < HF_MARGIN_KIND_COUNT ? names[kind] : "unknown kind";
}

const char *hf_verdict_name(hf_verdict verdict)
{
    static const char *const names[HF_VERDICT_COUNT] = {"holds", "may hold", "may hold only if prestressed",
                                                        "cannot hold", "not known"};
    return (unsigned)verdict < HF_VERDICT_COUNT ? names[verdict] : "unknown verdict";
}

const char *hf_carries_name(hf_carries carries)
{
    static const char *const names[HF_CARRIES_COUNT] = {"surely", "may", "cannot", "not known"};
    return (unsigned)carries < HF_CARRIES_COUNT ? names[carries] : "unknown";
}

hf_margin_options hf_margin_options_default(void)
{
    return (hf_margin_options){.kind = HF_MARGIN_POSE, .body = -1};
}

// ---- claims ----

static double *copy_of(hf_workspace *home, const double *x, int count)
{
    double *copy = ARENA_ZEROED(home, double, count);
    if (copy && x) memcpy(copy, x, (size_t)count * sizeof *x);
    return copy;
}

hf_status margin_claim(hf_margin *margin, const proof_claim *claim, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    bool forces = claim->kind == CLAIM_CARRIES;
    proof_claim *own = &margin->claims[margin->claim_count];
    if (margin->claim_count == MARGIN_CLAIMS) return HF_STATUS_OK;
    *own = *claim;
    own->base = copy_of(margin->home, claim->base, posed->dof_count);
    own->along = copy_of(margin->home, claim->along, posed->dof_count);
    own->given = copy_of(margin->home, claim->given, forces ? posed->rows.row_count : posed->dof_count);
    if (!own->base || !own->along || !own->given) return error_no_memory(error);
    margin->claim_count++;
    return HF_STATUS_OK;
}

/// A body that moves most in δ, by the work that its load would be.
static int body_of(const hf_margin *margin, const double *motion)
{
    double most = 0.0;
    int body = -1;
    for (int k = 0; k < margin->pose.dof_count; k++)
        if (fabs(motion[k]) > most)
        {
            most = fabs(motion[k]);
            body = margin->pose.dof_body[k];
        }
    return body;
}

// ---- one program ----

/// The largest t with base + t along, or, along NULL, whether base is carried.
typedef struct question
{
    double friction;
    const double *base, *along;
} question;

typedef struct answer
{
    cone_end end;
    double t, bound; // of SOLVED with a multiple
    double *forces;  // row_count: of SOLVED
    double *motion;  // dof_count: δ of SOLVED with a multiple, and of IMPOSSIBLE
} answer;

static hf_status answer_take(hf_margin *margin, answer *a, hf_error *error)
{
    *a = (answer){.end = CONE_UNKNOWN};
    a->forces = ARENA_ZEROED(margin->home, double, margin->pose.rows.row_count);
    a->motion = ARENA_ZEROED(margin->home, double, margin->pose.dof_count);
    return a->forces && a->motion ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status ask(hf_margin *margin, const question *q, answer *a, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    carry_program carry;
    double value, bound;
    arena_mark mark = arena_begin(margin->home);
    hf_status status = carry_make(posed, q->friction, true, q->base, q->along, margin->home, &carry, error);
    if (status != HF_STATUS_OK) return status;
    if (q->along) carry.q[0] = -1.0;
    status = cone_program_solve(&carry.program, carry.x, carry.y, &value, &bound, margin->home, &a->end, error);
    if (status == HF_STATUS_OK && a->end == CONE_SOLVED) carry_read(&carry, posed, false, a->forces);
    for (int k = 0; k < posed->dof_count; k++) a->motion[k] = -carry.x[k];
    a->t = q->along ? carry.y[0] : 0.0;
    a->bound = -bound;
    arena_end(margin->home, mark);
    return status;
}

static hf_status claim_forces(hf_margin *margin, const question *q, const answer *a, const char *says, hf_error *error)
{
    const proof_claim claim = {.kind = CLAIM_CARRIES,
                               .says = says,
                               .friction = q->friction,
                               .t = a->t,
                               .base = q->base,
                               .along = q->along,
                               .given = a->forces};
    return margin_claim(margin, &claim, error);
}

static hf_status claim_motion(hf_margin *margin, const question *q, const answer *a, const char *says, hf_error *error)
{
    const proof_claim claim = {.kind = a->end == CONE_IMPOSSIBLE ? CLAIM_CANNOT : CLAIM_AT_MOST,
                               .says = says,
                               .friction = q->friction,
                               .t = a->bound,
                               .base = q->base,
                               .along = q->along,
                               .given = a->motion};
    margin->result.moving_body = body_of(margin, a->motion);
    return margin_claim(margin, &claim, error);
}

// ---- the verdict ----

/// Whether contacts can press against each other without a load.
static hf_status find_self_stress(hf_margin *margin, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    carry_program carry;
    cone_end end;
    arena_mark mark = arena_begin(margin->home);
    hf_status status = carry_make(posed, 1.0, false, NULL, NULL, margin->home, &carry, error);
    if (status != HF_STATUS_OK) return status;
    for (int i = 0, row = 0; i < posed->contact_count; row += posed->rows.size[i++]) carry.q[carry.place[row]] = -1.0;
    status = cone_program_solve(&carry.program, carry.x, carry.y, NULL, NULL, margin->home, &end, error);
    margin->result.self_stress = end == CONE_UNBOUNDED;
    arena_end(margin->home, mark);
    return status;
}

static hf_status find_verdict(hf_margin *margin, hf_error *error)
{
    hf_margin_result *result = &margin->result;
    const question q = {.friction = 1.0, .base = margin->load};
    bool holds = false;
    answer a;
    hf_status status = answer_take(margin, &a, error);
    if (status == HF_STATUS_OK) status = find_self_stress(margin, error);
    if (status == HF_STATUS_OK) status = ask(margin, &q, &a, error);
    if (status != HF_STATUS_OK) return status;
    result->verdict = a.end == CONE_IMPOSSIBLE ? HF_VERDICT_CANNOT : HF_VERDICT_UNKNOWN;
    if (a.end != CONE_IMPOSSIBLE)
        status = margin_springs(margin, 1.0, margin->load, SPRINGS_FROM_NOTHING, &holds, error);
    if (status != HF_STATUS_OK) return status;
    if (holds) result->verdict = HF_VERDICT_HOLDS;
    else if (a.end == CONE_SOLVED) result->verdict = result->self_stress ? HF_VERDICT_PRESTRESSED : HF_VERDICT_MAY_HOLD;
    margin->forces = a.forces;
    if (a.end == CONE_SOLVED) return claim_forces(margin, &q, &a, SAYS_POSE, error);
    return a.end == CONE_IMPOSSIBLE ? claim_motion(margin, &q, &a, SAYS_POSE, error) : status;
}

// ---- multiples ----

/// A load for each value of what grows.
typedef struct load_way
{
    hf_margin *margin;
    const double *base, *along; // of forces and gravity
    const double *across;       // of tilt
    double *at;                 // dof_count
} load_way;

static const double *load_at(const load_way *way, double t)
{
    hf_margin_kind kind = way->margin->options.kind;
    int n = way->margin->pose.dof_count;
    if (kind == HF_MARGIN_FRICTION) return way->margin->load;
    for (int k = 0; k < n; k++)
        way->at[k] = kind == HF_MARGIN_TILT ? way->base[k] + real_cos(t) * way->along[k] + real_sin(t) * way->across[k]
                                            : way->base[k] + t * way->along[k];
    return way->at;
}

static hf_status springs_at(const load_way *way, double t, spring_start start, bool *holds, hf_error *error)
{
    double friction = way->margin->options.kind == HF_MARGIN_FRICTION ? t : 1.0;
    return margin_springs(way->margin, friction, load_at(way, t), start, holds, error);
}

/// *found ◄ how far springs hold from t = good, where they just did, towards `far`: strides that grow where they
/// follow.
static hf_status follow_springs(const load_way *way, double good, double far, double *found, hf_error *error)
{
    double stride = far - good;
    for (int k = 0; k < STRIDES && good != far; k++)
    {
        if (fabs(stride) <= SAME_SPRINGS * fabs(good) || fabs(stride) <= NO_STRIDE * fabs(far)) break;
        bool holds, last = fabs(stride) >= fabs(far - good);
        double t = last ? far : good + stride;
        hf_status status = springs_at(way, t, SPRINGS_FROM_LAST, &holds, error);
        if (status != HF_STATUS_OK) return status;
        if (holds) good = t;
        stride = holds ? 2.0 * stride : 0.5 * (last && k > 0 ? far - good : stride);
    }
    *found = good;
    return HF_STATUS_OK;
}

/// result.holds: `near` is where the load is least (friction: largest), `far` what may be.
static hf_status find_springs(const load_way *way, double near, double far, hf_error *error)
{
    hf_margin_result *result = &way->margin->result;
    bool endless = isinf(far), gravity = way->margin->options.kind == HF_MARGIN_GRAVITY, holds;
    if (isnan(far)) return HF_STATUS_OK;
    double just = endless ? MOST : far + (far < near ? 1e-8 : -1e-8) * fabs(far); // springs of what is just held
    const double tries[3] = {endless ? MOST : far, just, gravity && just > 1.0 ? 1.0 : near};
    for (int k = 0; k < 3; k++)
    {
        hf_status status = springs_at(way, tries[k], SPRINGS_FROM_NOTHING, &holds, error);
        if (status != HF_STATUS_OK) return status;
        if (holds && k < 2) result->holds = far;
        if (holds) return k < 2 ? status : follow_springs(way, tries[k], just, &result->holds, error);
    }
    return HF_STATUS_OK;
}

static hf_status find_multiple(const load_way *way, hf_error *error)
{
    hf_margin *margin = way->margin;
    hf_margin_result *result = &margin->result;
    const question q = {.friction = 1.0, .base = way->base, .along = way->along};
    answer a;
    hf_status status = answer_take(margin, &a, error);
    if (status == HF_STATUS_OK) status = ask(margin, &q, &a, error);
    if (status != HF_STATUS_OK) return status;
    if (a.end == CONE_UNBOUNDED) result->may = result->cannot = INFINITY;
    if (a.end == CONE_IMPOSSIBLE) return claim_motion(margin, &q, &a, "any-multiple", error);
    if (a.end == CONE_SOLVED)
    {
        result->may = a.t;
        result->cannot = a.bound;
        status = claim_forces(margin, &q, &a, "multiple", error);
        if (status == HF_STATUS_OK) status = claim_motion(margin, &q, &a, "multiple", error);
    }
    return status == HF_STATUS_OK ? find_springs(way, 0.0, result->may, error) : status;
}

/// The least angle above 0 from which on  base·δ + cos along·δ + sin across·δ  is above the bound; -1: none up to pi.
static double arc_crossing(const load_way *way, const double *motion, double bound)
{
    double base = 0.0, c = 0.0, s = 0.0;
    for (int k = 0; k < way->margin->pose.dof_count; k++)
    {
        base += way->base[k] * motion[k];
        c += way->along[k] * motion[k];
        s += way->across[k] * motion[k];
    }
    double size = sqrt(c * c + s * s), level = bound - base;
    if (!(level < size)) return -1.0;
    double peak = real_atan2(s, c), ratio = fmax(-1.0, level / size),
           half = real_atan2(sqrt((1.0 - ratio) * (1.0 + ratio)), ratio), angle = peak - half;
    return angle < 0.0 ? angle + 2.0 * PI : angle;
}

static hf_status find_tilt(const load_way *way, hf_error *error)
{
    hf_margin *margin = way->margin;
    hf_margin_result *result = &margin->result;
    int n = margin->pose.dof_count;
    answer a, end;
    double *chord = ARENA_ARRAY(margin->home, double, n), angle = PI;
    const double *start = copy_of(margin->home, load_at(way, 0.0), n);
    if (!chord || !start) return error_no_memory(error);
    hf_status status = answer_take(margin, &a, error);
    if (status == HF_STATUS_OK) status = answer_take(margin, &end, error);
    if (status != HF_STATUS_OK) return status;
    if (result->verdict == HF_VERDICT_CANNOT) return status;
    const question q = {.friction = 1.0, .base = start, .along = chord};
    // a whole turn is carried if its quarters are: the set of loads that are carried is convex
    for (int k = 0; k < ARC_STEPS; k++)
    {
        const double *load = load_at(way, angle);
        for (int j = 0; j < n; j++) chord[j] = load[j] - start[j];
        status = ask(margin, &q, &a, error);
        if (status != HF_STATUS_OK) return status;
        if (a.end == CONE_UNBOUNDED || (a.end == CONE_SOLVED && a.t >= 1.0))
        {
            const question there = {.friction = 1.0, .base = load};
            status = ask(margin, &there, &end, error);
            result->may = end.end == CONE_SOLVED ? angle : NAN;
            if (status == HF_STATUS_OK && end.end == CONE_SOLVED)
                status = claim_forces(margin, &there, &end, "angle", error);
            if (angle == PI) result->may = result->cannot = INFINITY;
            break;
        }
        if (a.end != CONE_SOLVED) return status;
        // what bounds the chord, (start + t chord)·δ <= (start + bound chord)·δ, bounds the arc
        double level = a.bound, next;
        for (int j = 0; j < n; j++) level += start[j] * a.motion[j];
        next = arc_crossing(way, a.motion, level);
        if (next < 0.0 || next > angle) next = angle;
        result->cannot = next;
        if (angle - next <= SAME_ANGLE || next <= SAME_ANGLE)
        {
            result->may = next;
            status = claim_forces(margin, &q, &a, "angle", error);
            break;
        }
        angle = next;
    }
    if (status == HF_STATUS_OK && isfinite(result->cannot)) status = claim_motion(margin, &q, &a, "angle", error);
    return status == HF_STATUS_OK ? find_springs(way, 0.0, isinf(result->may) ? PI : result->may, error) : status;
}

/// start ◄ the load of the normal forces of r alone, which any friction carries; chord ◄ from there to the load.
static void normal_load(const hf_margin *margin, const double *r, double *start, double *chord)
{
    const problem_rows *rows = &margin->pose.rows;
    int n = margin->pose.dof_count;
    size_t at = 0;
    memset(start, 0, (size_t)n * sizeof *start);
    for (int i = 0, row = 0; i < rows->block_count; i++)
        for (int k = 0; k < rows->size[i]; k++, row++)
            for (size_t j = rows->begin[i]; j < rows->begin[i + 1]; j++, at++)
                if (k == 0 || rows->kind[i] != HF_LAW_CONTACT) start[rows->dof[j]] -= rows->H[at] * r[row];
    for (int k = 0; k < n; k++) chord[k] = margin->load[k] - start[k];
}

/// A multiple of friction and the largest multiple of the chord with it.
typedef struct friction_end
{
    double friction;
    answer a;
} friction_end;

/// Where to look between two ends: just beyond where the chord between them is enough, on the side of the farther end,
/// or in the middle.
static double between(const friction_end *lo, const friction_end *hi, bool halve)
{
    double width = hi->friction - lo->friction, slope = hi->a.t - lo->a.t;
    double share = slope > 0.0 ? (1.0 - lo->a.t) / slope : 0.5, beyond = 0.25 * SAME_FRICTION * hi->friction / width;
    if (halve || !(share > 0.0 && share < 1.0)) return lo->friction + 0.5 * width;
    if (share < 0.5) share += fmin(0.1 * share + beyond, 0.25);
    else share -= fmin(0.1 * (1.0 - share) + beyond, 0.25);
    return lo->friction + share * width;
}

/// Between lo, which is not enough, and hi, which is: programs along the chord from normal forces, which have an
/// inside.
static hf_status search_friction(hf_margin *margin, friction_end *lo, friction_end *hi, question *q, hf_error *error)
{
    bool halve = true;
    answer a;
    hf_status status = answer_take(margin, &a, error);
    for (int k = 0; k < HALVINGS && status == HF_STATUS_OK; k++)
    {
        double width = hi->friction - lo->friction;
        if (width <= SAME_FRICTION * hi->friction || hi->friction <= 1.0 / MOST_FRICTION) break;
        q->friction = between(lo, hi, halve);
        status = ask(margin, q, &a, error);
        for (double aside = 0.25; status == HF_STATUS_OK && a.end != CONE_SOLVED && aside > 0.01; aside *= 0.5)
        {
            q->friction = hi->friction - aside * width; // steps that end nowhere do so at single points
            status = ask(margin, q, &a, error);
        }
        if (status != HF_STATUS_OK || a.end != CONE_SOLVED) break;
        friction_end *end = a.t >= 1.0 ? hi : lo;
        answer old = end->a;
        *end = (friction_end){.friction = q->friction, .a = a};
        a = old;
        halve = hi->friction - lo->friction > 0.5 * width;
    }
    return status;
}

static hf_status find_least_friction(hf_margin *margin, double below, double above, const double *forces,
                                     hf_error *error)
{
    hf_margin_result *result = &margin->result;
    int n = margin->pose.dof_count;
    double *start = ARENA_ARRAY(margin->home, double, n), *chord = ARENA_ARRAY(margin->home, double, n);
    friction_end lo = {.friction = below}, hi = {.friction = above};
    if (!start || !chord) return error_no_memory(error);
    hf_status status = answer_take(margin, &lo.a, error);
    if (status == HF_STATUS_OK) status = answer_take(margin, &hi.a, error);
    if (status != HF_STATUS_OK) return status;
    normal_load(margin, forces, start, chord);
    question q = {.base = start, .along = chord};
    status = search_friction(margin, &lo, &hi, &q, error);
    result->may = hi.friction;
    result->cannot = lo.friction;
    q.friction = hi.friction;
    if (status == HF_STATUS_OK && hi.a.end == CONE_SOLVED) status = claim_forces(margin, &q, &hi.a, "friction", error);
    q.friction = lo.friction;
    if (status == HF_STATUS_OK && lo.a.end == CONE_SOLVED) status = claim_motion(margin, &q, &lo.a, "friction", error);
    return status;
}

static hf_status find_friction(const load_way *way, hf_error *error)
{
    hf_margin *margin = way->margin;
    hf_margin_result *result = &margin->result;
    answer a;
    double lo = 0.0, trial = 0.0;
    hf_status status = answer_take(margin, &a, error);
    for (;; trial = trial > 0.0 ? 10.0 * trial : 1.0)
    {
        const question q = {.friction = trial, .base = margin->load};
        if (status == HF_STATUS_OK) status = ask(margin, &q, &a, error);
        if (status != HF_STATUS_OK) return status;
        if (a.end == CONE_SOLVED) break;
        if (a.end == CONE_IMPOSSIBLE) lo = trial;
        if (trial < MOST_FRICTION) continue;
        if (lo == trial) result->may = result->cannot = INFINITY;
        return status;
    }
    result->may = result->cannot = trial;
    if (trial > 0.0) status = find_least_friction(margin, lo, trial, a.forces, error);
    if (status != HF_STATUS_OK) return status;
    return find_springs(way, fmax(1.0, 100.0 * result->may), result->may, error);
}

static hf_status find_margin(hf_margin *margin, const double gravity[3], hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    int n = posed->dof_count;
    const hf_margin_options *o = &margin->options;
    double *base = ARENA_ARRAY(margin->home, double, n), *along = ARENA_ZEROED(margin->home, double, n);
    double *across = ARENA_ZEROED(margin->home, double, n), *at = ARENA_ARRAY(margin->home, double, n);
    if (!base || !along || !across || !at) return error_no_memory(error);
    load_way way = {.margin = margin, .base = base, .along = along, .across = across, .at = at};
    vec3 g = v3_load(gravity), axis = v3_load(o->axis);
    memcpy(base, posed->others, (size_t)n * sizeof *base);
    if (o->kind == HF_MARGIN_FORCE)
    {
        memcpy(base, margin->load, (size_t)n * sizeof *base);
        memcpy(along, posed->push, (size_t)n * sizeof *along);
    }
    if (o->kind == HF_MARGIN_GRAVITY)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < n; k++) along[k] += v3_at(g, i) * posed->weight[i][k];
    if (o->kind == HF_MARGIN_TILT)
    {
        axis = v3_scale(1.0 / v3_norm(axis), axis);
        vec3 level = v3_scale(v3_dot(axis, g), axis), swing = v3_sub(g, level), side = v3_cross(swing, axis);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < n; k++)
            {
                base[k] += v3_at(level, i) * posed->weight[i][k];
                along[k] += v3_at(swing, i) * posed->weight[i][k];
                across[k] += v3_at(side, i) * posed->weight[i][k];
            }
    }
    switch (o->kind)
    {
    case HF_MARGIN_FORCE:
    case HF_MARGIN_GRAVITY: return find_multiple(&way, error);
    case HF_MARGIN_TILT: return find_tilt(&way, error);
    case HF_MARGIN_FRICTION: return find_friction(&way, error);
    default: return HF_STATUS_OK;
    }
}

// ---- what was found, evaluated ----

/// What no proof is true of is not known.
static void forget(hf_margin_result *result, const proof_claim *claim)
{
    if (strcmp(claim->says, SAYS_POSE) == 0)
    {
        if (result->verdict != HF_VERDICT_HOLDS) result->verdict = HF_VERDICT_UNKNOWN;
        return;
    }
    *(claim->kind == CLAIM_CARRIES ? &result->may : &result->cannot) = NAN;
}

/// Claims are checked as a file of them would be; those that are not true go.
static hf_status verify(hf_margin *margin, hf_error *error)
{
    bool good[MARGIN_CLAIMS] = {false};
    int kept = 0;
    hf_status status = proof_evaluate(&margin->pose, margin->claims, margin->claim_count, margin->home, good, error);
    for (int k = 0; k < margin->claim_count && status == HF_STATUS_OK; k++)
    {
        if (good[k]) margin->claims[kept++] = margin->claims[k];
        else forget(&margin->result, &margin->claims[k]);
    }
    if (status == HF_STATUS_OK) margin->claim_count = kept;
    return status;
}

// ---- in ----

static bool finite3(const double *x)
{
    return isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]);
}

static hf_status check_options(const hf_world *world, const hf_margin_options *o, hf_error *error)
{
    const hf_model *m = world->model;
    const double *g = world->settings.physics.gravity;
    if ((unsigned)o->kind >= HF_MARGIN_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "margin: kind = %d is none", (int)o->kind);
    if (o->kind == HF_MARGIN_FORCE)
    {
        if (o->body < 0 || o->body >= m->body_count)
            return error_set(error, HF_STATUS_INVALID, "margin: body = %d: the model has bodies 0 to %d", o->body,
                             m->body_count - 1);
        if (m->body_object[o->body] < 0)
            return error_set(error, HF_STATUS_INVALID,
                             "margin: body %d ('%s') is fixed, or moves as it is told: no load moves it; name one that "
                             "is free",
                             o->body, m->bodies[o->body].name);
        if (!finite3(o->force) || !(v3_norm(v3_load(o->force)) > 0.0))
            return error_set(error, HF_STATUS_INVALID, "margin: force = %g, %g, %g N: must be finite, and not 0",
                             o->force[0], o->force[1], o->force[2]);
    }
    bool needs = o->kind == HF_MARGIN_GRAVITY || o->kind == HF_MARGIN_TILT;
    if (needs && !(v3_norm(v3_load(g)) > 0.0))
        return error_set(error, HF_STATUS_INVALID, "margin: the scene has no gravity; ask for a load in its place");
    if (o->kind != HF_MARGIN_TILT) return HF_STATUS_OK;
    if (!finite3(o->axis) || !(v3_norm(v3_load(o->axis)) > 0.0))
        return error_set(error, HF_STATUS_INVALID, "margin: axis = %g, %g, %g: must be finite, and not 0", o->axis[0],
                         o->axis[1], o->axis[2]);
    if (!(v3_norm(v3_cross(v3_load(o->axis), v3_load(g))) > 1e-9 * v3_norm(v3_load(o->axis)) * v3_norm(v3_load(g))))
        return error_set(error, HF_STATUS_INVALID, "margin: axis = %g, %g, %g is along gravity: that tilts nothing",
                         o->axis[0], o->axis[1], o->axis[2]);
    return HF_STATUS_OK;
}

static hf_status begin(hf_margin *margin, hf_world *world, hf_error *error)
{
    const hf_margin_options *o = &margin->options;
    pose_problem *posed = &margin->pose;
    hf_status status =
        pose_problem_make(world, o->kind == HF_MARGIN_FORCE ? o->body : -1, o->force, margin->home, posed, error);
    if (status != HF_STATUS_OK) return status;
    if (posed->dof_count == 0) return error_set(error, HF_STATUS_INVALID, "margin: nothing in the scene can move");
    if (posed->rows.block_count == 0)
        return error_set(error, HF_STATUS_INVALID,
                         "margin: nothing touches anything at t = %g s: the scene is in flight; let it come to rest "
                         "first",
                         world->state.time);
    margin->load = copy_of(margin->home, posed->others, posed->dof_count);
    margin->sprung = ARENA_ZEROED(margin->home, double, posed->rows.row_count);
    if (!margin->load || !margin->sprung) return error_no_memory(error);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < posed->dof_count; k++)
            margin->load[k] += world->settings.physics.gravity[i] * posed->weight[i][k];
    for (int k = 0; k < posed->dof_count; k++)
        if (!isfinite(margin->load[k]))
            return error_set(error, HF_STATUS_INVALID, "margin: what acts on body %d is not a finite number",
                             posed->dof_body[k]);
    margin->result = (hf_margin_result){.contact_count = posed->contact_count,
                                        .holds = NAN,
                                        .may = NAN,
                                        .cannot = NAN,
                                        .moving_body = -1,
                                        .dof_count = posed->dof_count,
                                        .row_count = posed->rows.row_count};
    return HF_STATUS_OK;
}

hf_status hf_margin_create(hf_world *world, const hf_margin_options *options, hf_margin **out, hf_error *error)
{
    *out = NULL;
    hf_status status = check_options(world, options, error);
    if (status != HF_STATUS_OK) return status;
    hf_margin *margin = MEMORY_ARRAY(hf_margin, 1);
    if (!margin) return error_no_memory(error);
    margin->options = *options;
    status = hf_workspace_create(&margin->home, error);
    if (status == HF_STATUS_OK) status = begin(margin, world, error);
    if (status == HF_STATUS_OK) status = margin_pairs(margin, error);
    if (status == HF_STATUS_OK) status = find_verdict(margin, error);
    if (status == HF_STATUS_OK) status = find_margin(margin, world->settings.physics.gravity, error);
    if (status == HF_STATUS_OK) status = verify(margin, error);
    if (status == HF_STATUS_OK && options->bounds) status = margin_bounds(margin, error);
    if (status == HF_STATUS_OK) *out = margin;
    else hf_margin_destroy(margin);
    return status;
}

void hf_margin_destroy(hf_margin *margin)
{
    if (!margin) return;
    hf_workspace_destroy(margin->home);
    free(margin);
}

hf_margin_result hf_margin_get(const hf_margin *margin)
{
    return margin->result;
}

hf_contact_bounds hf_margin_contact(const hf_margin *margin, int index)
{
    return ITEM_AT(hf_contact_bounds, margin->contacts, margin->result.contact_count, index);
}

hf_pair_bounds hf_margin_pair(const hf_margin *margin, int index)
{
    return ITEM_AT(hf_pair_bounds, margin->pairs, margin->result.pair_count, index);
}

hf_status hf_margin_write_proof(const hf_margin *margin, const char *path, hf_error *error)
{
    if (margin->claim_count == 0)
        return error_set(error, HF_STATUS_INVALID, "margin: nothing was proved, so that there is nothing to write");
    return proof_write(path, &margin->pose, margin->claims, margin->claim_count, error);
}
