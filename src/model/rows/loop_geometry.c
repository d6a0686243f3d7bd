// Loops between two bodies as geometry: see loop_geometry.h.

#include "model/rows/loop_geometry.h"

#include <math.h>

/// What a kind is made of, in the order of its rows.
typedef struct loop_parts
{
    signed char points; // connect
    signed char across; // point_b against directions across axis_a
    signed char turns;  // all turning
    signed char others; // rows of its own that hold a place
    signed char free;   // rows that hold velocities alone
} loop_parts;

static const loop_parts friction_parts_of[HF_LOOP_KIND_COUNT] = {
    [HF_LOOP_CONNECT] = {.points = 3},
    [HF_LOOP_WELD] = {.points = 3, .turns = 3},
    [HF_LOOP_JOINT] = {.others = 1},
    [HF_LOOP_TENDON] = {.others = 1},
    [HF_LOOP_HINGE] = {.points = 3, .others = 2},
    [HF_LOOP_SLIDE] = {.across = 2, .turns = 3},
    [HF_LOOP_UNIVERSAL] = {.points = 3, .others = 1},
    [HF_LOOP_ROD] = {.others = 1},
    [HF_LOOP_LINE] = {.across = 2},
    [HF_LOOP_PLANE] = {.others = 1},
    [HF_LOOP_GEAR] = {.free = 1},
    [HF_LOOP_ROLL] = {.others = 1, .free = 2},
    [HF_LOOP_KNIFE] = {.free = 1},
};

const char *hf_loop_kind_name(hf_loop_kind kind)
{
    static const char *const names[HF_LOOP_KIND_COUNT] = {"connect", "weld",      "joint", "tendon", "hinge",
                                                          "slide",   "universal", "rod",   "line",   "plane",
                                                          "gear",    "roll",      "knife"};
    return (unsigned)kind < HF_LOOP_KIND_COUNT ? names[kind] : "unknown loop";
}

bool loop_joins_bodies(hf_loop_kind kind)
{
    return kind != HF_LOOP_JOINT && kind != HF_LOOP_TENDON;
}

int loop_gap_count(hf_loop_kind kind)
{
    const loop_parts *p = &friction_parts_of[kind];
    return p->points + p->across + p->turns + p->others;
}

int loop_row_count(hf_loop_kind kind)
{
    return loop_gap_count(kind) + friction_parts_of[kind].free;
}

bool loop_gap_turns(hf_loop_kind kind, int k)
{
    const loop_parts *p = &friction_parts_of[kind];
    if (kind == HF_LOOP_JOINT || kind == HF_LOOP_HINGE || kind == HF_LOOP_UNIVERSAL) return k >= p->points;
    return k >= p->points + p->across && k < p->points + p->across + p->turns;
}

// ---- roll ----

typedef struct rolling
{
    vec3 normal, point, tangent;
    double height; // of the point above the plane
} rolling;

static rolling rolling_of(const hf_loop_def *def, const loop_side side[2])
{
    rolling r = {.normal = side[1].axis};
    vec3 n = r.normal, up = n, e = side[0].axis;
    double s = 1.0;
    if (v3_norm2(e) > 0.0)
    {
        vec3 in_wheel = v3_add_scaled(n, -v3_dot(n, e), e);
        s = v3_norm(in_wheel);
        up = v3_unit_or(in_wheel, v3_perpendicular(e));
        r.tangent = v3_unit_or(v3_cross(e, n), v3_perpendicular(n));
    }
    else r.tangent = v3_perpendicular(n);
    r.point = v3_add_scaled(side[0].point, -def->radius, up);
    r.height = v3_dot(n, v3_sub(side[0].point, side[1].point)) - def->radius * s;
    return r;
}

// ---- rows ----

static loop_rate row_along(vec3 d, vec3 point)
{
    return (loop_rate){.along = d, .point = point};
}

static loop_rate row_turn(vec3 d)
{
    return (loop_rate){.turn_a = d, .turn_b = d};
}

static vec3 unit_axis(int k)
{
    return v3(k == 0, k == 1, k == 2);
}

/// Directions across an axis, fixed in its body: the same function of the axis in the body's frame.
static void directions_across(const hf_loop_def *def, const loop_side *a, vec3 n[2])
{
    vec3 own = v3_unit_or(v3_load(def->axis_a), v3(0, 0, 1)), first = v3_perpendicular(own);
    n[0] = quat_rotate(a->turn, first);
    n[1] = quat_rotate(a->turn, v3_cross(own, first));
}

void loop_rows_at(const hf_loop_def *def, const loop_side side[2], loop_rate *rows)
{
    const loop_parts *p = &friction_parts_of[def->kind];
    vec3 middle = v3_scale(0.5, v3_add(side[0].point, side[1].point)), across[2] = {{0}};
    if (p->across || def->kind == HF_LOOP_HINGE) directions_across(def, &side[0], across);
    for (int k = 0; k < p->points; k++) *rows++ = row_along(unit_axis(k), middle);
    for (int k = 0; k < p->across; k++) *rows++ = row_along(across[k], side[1].point);
    for (int k = 0; k < p->turns; k++) *rows++ = row_turn(unit_axis(k));
    vec3 ea = side[0].axis, eb = side[1].axis;
    switch (def->kind)
    {
    case HF_LOOP_HINGE:
        for (int k = 0; k < 2; k++) *rows++ = row_turn(v3_cross(across[k], eb));
        break;
    case HF_LOOP_UNIVERSAL: *rows = row_turn(v3_cross(ea, eb)); break;
    case HF_LOOP_ROD: *rows = row_along(v3_unit_or(v3_sub(side[0].point, side[1].point), v3(0, 0, 1)), middle); break;
    case HF_LOOP_PLANE: *rows = row_along(ea, side[1].point); break;
    case HF_LOOP_GEAR: *rows = (loop_rate){.turn_a = ea, .turn_b = v3_scale(def->ratio, eb)}; break;
    case HF_LOOP_KNIFE: *rows = row_along(ea, side[0].point); break;
    case HF_LOOP_ROLL:
    {
        rolling r = rolling_of(def, side);
        rows[0] = row_along(r.normal, r.point);
        rows[1] = row_along(r.tangent, r.point);
        rows[2] = row_along(v3_cross(r.normal, r.tangent), r.point);
        break;
    }
    default: break;
    }
}

void loop_gaps_at(const hf_loop_def *def, const loop_side side[2], double *gap)
{
    const loop_parts *p = &friction_parts_of[def->kind];
    vec3 apart = v3_sub(side[0].point, side[1].point), across[2] = {{0}};
    if (p->across || def->kind == HF_LOOP_HINGE) directions_across(def, &side[0], across);
    if (p->points)
    {
        v3_store(gap, apart);
        gap += 3;
    }
    for (int k = 0; k < p->across; k++) *gap++ = v3_dot(apart, across[k]);
    if (p->turns)
    {
        quat wanted = quat_multiply(side[0].turn, quat_load(def->orientation)); // of b
        v3_store(gap, quat_log(quat_multiply(wanted, quat_conjugate(side[1].turn))));
        gap += 3;
    }
    switch (def->kind)
    {
    case HF_LOOP_HINGE:
        for (int k = 0; k < 2; k++) *gap++ = v3_dot(side[1].axis, across[k]);
        break;
    case HF_LOOP_UNIVERSAL: *gap = v3_dot(side[0].axis, side[1].axis); break;
    case HF_LOOP_ROD: *gap = v3_norm(apart) - def->length; break;
    case HF_LOOP_PLANE: *gap = v3_dot(apart, side[0].axis); break;
    case HF_LOOP_ROLL: *gap = rolling_of(def, side).height; break;
    default: break;
    }
}
