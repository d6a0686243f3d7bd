// Fibres in a builder: what is refused, where they begin, their bodies, capsules, exclusions and loops.
//
// Curves. Points that follow one another must differ; curves of more than POINTS_A_PART points for each part that the
// fibre is divided into are resampled to as many, evenly along their length. The shape at the start is what the kind
// makes of the curve (kernel->start), and hf_model_fibre_fit says how far from it that is.
//
// Neighbours. Segments that follow one another overlap at their common end, and do not collide with each other, nor
// with others so near along the fibre that no bending brings them together (collide/chains/). So much of a held end as
// two radii does not collide with the body that holds it, since it stands in its surface.

#include "model/fibre/model_fibre.h"

#include "base/error.h"
#include "base/memory.h"
#include "bodies/rigid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SUPERHELIX_ELEMENTS = 6,
    SUPERHELIX_TWISTS = 4,
    SEGMENTS_AN_ELEMENT = 3,
    OTHER_ELEMENTS = 20,
    MOST_PARTS = 100000,
    MOST_ELEMENTS = 256, // of a super-helix: the fit to a curve takes seconds there, and a step 50 ms, both by n³
    POINTS_A_PART = 64
};
static const double MOST_TURN = 8.0;    // [rad]: of the natural shape along one element
static const double SAME_POINT = 1e-10; // share of the length of the curve

hf_fibre_def hf_fibre_def_default(void)
{
    return (hf_fibre_def){.kind = HF_FIBRE_SUPERHELIX,
                          .tangent = {1, 0, 0},
                          .section = {5e-4, 5e-4},
                          .density = 1300.0,
                          .young = 1e7,
                          .poisson = 0.48,
                          .gravity_scale = 1.0,
                          .friction = 0.3,
                          .category = 1,
                          .mask = 1,
                          .color = {0.25F, 0.15F, 0.08F, 1.0F}};
}

// ---- checks ----

static hf_status check_positive(const char *label, const char *field, double value, const char *unit, hf_error *error)
{
    if (value > 0.0 && isfinite(value)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: %s = %g%s must be positive and finite", label, field, value, unit);
}

static hf_status check_material(const char *label, const hf_fibre_def *def, hf_error *error)
{
    const struct
    {
        const char *name, *unit;
        double value;
    } positive[] = {{"section[0]", " m", def->section[0]},
                    {"section[1]", " m", def->section[1]},
                    {"density", " kg/m³", def->density},
                    {"young", " Pa", def->young}};
    const struct
    {
        const char *name;
        double value, most;
    } bounded[] = {{"radius", def->radius, INFINITY},     {"damping", def->damping, INFINITY},
                   {"drag[0]", def->drag[0], INFINITY},   {"drag[1]", def->drag[1], INFINITY},
                   {"friction", def->friction, INFINITY}, {"restitution", def->restitution, 1.0}};
    for (size_t k = 0; k < sizeof positive / sizeof positive[0]; k++)
    {
        TRY(check_positive(label, positive[k].name, positive[k].value, positive[k].unit, error));
    }
    for (size_t k = 0; k < sizeof bounded / sizeof bounded[0]; k++)
        if (!(bounded[k].value >= 0.0) || isinf(bounded[k].value) || bounded[k].value > bounded[k].most)
            return error_set(error, HF_STATUS_INVALID, "%s: %s = %g is out of its range, from 0 on", label,
                             bounded[k].name, bounded[k].value);
    if (!(def->poisson > -1.0) || !(def->poisson <= 0.5))
        return error_set(error, HF_STATUS_INVALID, "%s: poisson = %g is not between -1 and 0.5", label, def->poisson);
    TRY(check_finite(label, "natural", def->natural, 3, error));
    return check_finite(label, "gravity_scale", &def->gravity_scale, 1, error);
}

static hf_status check_ends(const hf_builder *b, const char *label, const hf_fibre_def *def, hf_error *error)
{
    const struct
    {
        const char *name;
        int body;
        bool read;
    } bodies[3] = {{"frame", def->frame, true},
                   {"ends[0].body", def->ends[0].body, def->ends[0].hold != HF_HOLD_FREE},
                   {"ends[1].body", def->ends[1].body, def->ends[1].hold != HF_HOLD_FREE}};
    for (int e = 0; e < 2; e++)
        if ((unsigned)def->ends[e].hold >= HF_HOLD_COUNT)
            return error_set(error, HF_STATUS_INVALID, "%s: ends[%d].hold = %d is no hold", label, e,
                             (int)def->ends[e].hold);
    for (int k = 0; k < 3; k++)
        if (bodies[k].read && (bodies[k].body < 0 || (size_t)bodies[k].body >= b->bodies.count))
            return error_set(error, HF_STATUS_INVALID, "%s: %s = %d: there is no such body; add it before the fibre",
                             label, bodies[k].name, bodies[k].body);
    return HF_STATUS_OK;
}

static hf_status check_counts(const char *label, const hf_fibre_def *def, hf_error *error)
{
    const struct
    {
        const char *name;
        int value;
    } counts[3] = {{"element_count", def->element_count},
                   {"twist_count", def->twist_count},
                   {"segment_count", def->segment_count}};
    if ((unsigned)def->kind >= HF_FIBRE_KIND_COUNT || !fibre_kernel_of(def->kind))
        return error_set(error, HF_STATUS_INVALID, "%s: kind = %d is no kind of fibre", label, (int)def->kind);
    for (int k = 0; k < 3; k++)
        if (counts[k].value < 0 || counts[k].value > MOST_PARTS)
            return error_set(error, HF_STATUS_INVALID, "%s: %s = %d is not between 0 (the default) and %d", label,
                             counts[k].name, counts[k].value, MOST_PARTS);
    if (def->kind == HF_FIBRE_SUPERHELIX && def->element_count > MOST_ELEMENTS)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: element_count = %d is more than a super-helix has, %d, whose cost is its cube; take the "
                         "kind der or corde",
                         label, def->element_count, MOST_ELEMENTS);
    return HF_STATUS_OK;
}

/// The curve, and *length of it.
static hf_status check_curve(const char *label, const hf_fibre_def *def, double *length, hf_error *error)
{
    *length = def->length;
    if (!def->points || def->point_count == 0)
    {
        if (!(v3_norm(v3_load(def->tangent)) > 0.0))
            return error_set(error, HF_STATUS_INVALID, "%s: tangent = 0 0 0 says no direction", label);
        hf_status status = check_finite(label, "position", def->position, 3, error);
        if (status == HF_STATUS_OK) status = check_finite(label, "tangent", def->tangent, 3, error);
        return status == HF_STATUS_OK ? check_positive(label, "length", def->length, " m", error) : status;
    }
    if (def->point_count < 2)
        return error_set(error, HF_STATUS_INVALID, "%s: its curve has %d point; it takes two at least", label,
                         def->point_count);
    for (int k = 0; k < def->point_count; k++)
        if (!isfinite(v3_norm2(v3_load(def->points + 3 * (size_t)k))))
            return error_set(error, HF_STATUS_INVALID, "%s: point %d of its curve is not finite, or beyond 1e150 m",
                             label, k);
    *length = 0.0;
    for (int k = 0; k + 1 < def->point_count; k++)
        *length += v3_distance(v3_load(def->points + 3 * (size_t)k), v3_load(def->points + 3 * (size_t)k + 3));
    if (!(*length > 0.0)) return error_set(error, HF_STATUS_INVALID, "%s: all points of its curve are one", label);
    for (int k = 0; k + 1 < def->point_count; k++)
    {
        const double *a = def->points + 3 * (size_t)k;
        if (v3_distance(v3_load(a), v3_load(a + 3)) <= SAME_POINT * *length)
            return error_set(error, HF_STATUS_INVALID,
                             "%s: points %d and %d of its curve are the same (%g %g %g); remove one of them", label, k,
                             k + 1, a[0], a[1], a[2]);
    }
    return HF_STATUS_OK;
}

void fibre_counts(hf_fibre_def *def)
{
    bool helix = def->kind == HF_FIBRE_SUPERHELIX;
    if (def->twist_count == 0) def->twist_count = def->element_count > 0 ? def->element_count : SUPERHELIX_TWISTS;
    if (def->element_count == 0) def->element_count = helix ? SUPERHELIX_ELEMENTS : OTHER_ELEMENTS;
    if (!helix) def->twist_count = def->element_count;
    if (def->segment_count == 0)
        def->segment_count = helix ? SEGMENTS_AN_ELEMENT * def->element_count : def->element_count;
}

/// Counts that were left to us, and the radius.
static hf_status complete_counts(const char *label, hf_fibre_def *def, hf_error *error)
{
    bool helix = def->kind == HF_FIBRE_SUPERHELIX;
    fibre_counts(def);
    if (def->radius == 0.0) def->radius = fmax(def->section[0], def->section[1]);
    if (def->twist_count > def->element_count)
        return error_set(error, HF_STATUS_INVALID, "%s: twist_count = %d is more than element_count = %d", label,
                         def->twist_count, def->element_count);
    if (!helix && def->segment_count != def->element_count)
        return error_set(error, HF_STATUS_INVALID, "%s: segment_count = %d: of this kind it is element_count, %d",
                         label, def->segment_count, def->element_count);
    return HF_STATUS_OK;
}

static hf_status check_natural(const char *label, const hf_fibre_def *def, hf_error *error)
{
    double part = def->length / def->element_count;
    for (int e = 0; e < def->element_count && !def->rest_is_curve; e++)
    {
        const double *u = def->natural_elements ? def->natural_elements + 3 * (size_t)e : def->natural;
        hf_status status = check_finite(label, "natural_elements", u, 3, error);
        double turn = part * v3_norm(v3_load(u));
        if (status != HF_STATUS_OK) return status;
        if (turn > MOST_TURN)
            return error_set(
                error, HF_STATUS_INVALID,
                "%s: its natural shape turns by %.3g rad along element %d; element_count = %.0f keeps that "
                "below %g",
                label, turn, e, ceil(turn / MOST_TURN * def->element_count), MOST_TURN);
    }
    return HF_STATUS_OK;
}

// ---- where it begins ----

/// The frame of a body at the start, with all joints at their references.
static void start_frame(const hf_builder *b, int body, vec3 *x, quat *q)
{
    const hf_body_def *def = GROWING_AT(b->bodies, hf_body_def, body);
    *x = v3_load(def->position);
    *q = quat_load(def->orientation);
    if (def->parent >= 0)
    {
        vec3 base;
        quat turn;
        start_frame(b, def->parent, &base, &turn);
        *x = v3_add(base, quat_rotate(turn, *x));
        *q = quat_normalize(quat_multiply(turn, *q));
    }
    else if (def->motion == HF_MOTION_PRESCRIBED)
    {
        body_state at;
        rigid_prescribed(def, 0.0, &at);
        *x = v3_load(at.x);
        *q = quat_load(at.q);
    }
}

/// A frame with this tangent, and d1 towards `normal`.
static quat frame_along(vec3 tangent, vec3 normal)
{
    vec3 t = v3_scale(1.0 / v3_norm(tangent), tangent), d1 = v3_add_scaled(normal, -v3_dot(normal, t), t);
    d1 = v3_norm(d1) > 1e-9 * v3_norm(normal) ? v3_scale(1.0 / v3_norm(d1), d1) : v3_perpendicular(t);
    vec3 d2 = v3_cross(t, d1);
    const double R[9] = {d1.x, d2.x, t.x, d1.y, d2.y, t.y, d1.z, d2.z, t.z};
    return quat_from_matrix(R);
}

/// The curve in world axes, resampled where it has more points than are looked at. NULL if memory is short.
static double *world_curve(const hf_fibre_def *def, vec3 base, quat turn, int *count)
{
    int parts = def->element_count > def->segment_count ? def->element_count : def->segment_count;
    long most = (long)POINTS_A_PART * parts + 1;
    bool thin = def->point_count > most;
    *count = thin ? (int)most : def->point_count;
    double *out = MEMORY_ARRAY(double, 3 * (size_t)*count), walked = 0.0;
    for (int k = 0, from = 0; out && k < *count; k++)
    {
        vec3 at = v3_load(def->points + 3 * (size_t)k);
        if (thin)
        {
            double goal = def->length * k / (*count - 1);
            vec3 a = v3_load(def->points + 3 * (size_t)from), b = v3_load(def->points + 3 * (size_t)from + 3);
            while (from + 2 < def->point_count && walked + v3_distance(a, b) < goal)
            {
                walked += v3_distance(a, b);
                from++;
                a = b, b = v3_load(def->points + 3 * (size_t)from + 3);
            }
            at = v3_mix(a, b, fmin(1.0, (goal - walked) / v3_distance(a, b)));
        }
        v3_store(out + 3 * (size_t)k, v3_add(base, quat_rotate(turn, at)));
    }
    return out;
}

/// q, root and fit of a fibre whose definition is complete.
static hf_status begin_fibre(const hf_builder *b, model_fibre *f, fibre_root *root, hf_error *error)
{
    hf_fibre_def *def = &f->def;
    vec3 base;
    quat turn;
    int count = 0;
    double *curve = NULL;
    start_frame(b, def->frame, &base, &turn);
    vec3 normal = quat_rotate(turn, v3_load(def->normal));
    f->q = MEMORY_ARRAY(double, (size_t)f->rod.q_count);
    if (def->point_count > 0) curve = world_curve(def, base, turn, &count);
    if (!f->q || (def->point_count > 0 && !curve))
    {
        free(curve);
        return error_no_memory(error);
    }
    vec3 tangent = curve ? v3_sub(v3_load(curve + 3), v3_load(curve)) : quat_rotate(turn, v3_load(def->tangent));
    *root = (fibre_root){.x = curve ? v3_load(curve) : v3_add(base, quat_rotate(turn, v3_load(def->position))),
                         .q = frame_along(tangent, normal)};
    hf_status status = f->rod.kernel->start(&f->rod, count, curve, root, f->q, &f->fit, error);
    free(curve);
    if (status == HF_STATUS_OK && def->rest_is_curve) status = fibre_set_rest(&f->rod, f->q, error);
    return status;
}

// ---- bodies ----

static hf_status add_segment(hf_builder *b, const model_fibre *f, vec3 centre, quat turn, hf_error *error)
{
    double length = f->def.length / f->def.segment_count, r = f->def.radius;
    hf_body_def body = hf_body_def_default();
    hf_shape_def shape = hf_shape_def_default();
    int index;
    v3_store(body.position, centre);
    quat_store(body.orientation, turn);
    body.mass = f->rod.line_density * length;
    body.inertia[0] = body.inertia[1] = body.mass * (length * length / 12.0 + 0.25 * r * r);
    body.inertia[2] = 0.5 * body.mass * r * r;
    body.gravity_scale = f->def.gravity_scale;
    TRY(hf_builder_add_body(b, &body, &index, error));
    shape.body = index;
    shape.kind = HF_SHAPE_CAPSULE;
    shape.size[0] = r;
    shape.size[1] = 0.5 * length;
    shape.friction = f->def.friction;
    shape.restitution = f->def.restitution;
    shape.category = f->def.category;
    shape.mask = f->def.mask;
    memcpy(shape.color, f->def.color, sizeof shape.color);
    return hf_builder_add_shape(b, &shape, NULL, error);
}

static hf_status add_exclusions(hf_builder *b, const model_fibre *f, hf_error *error)
{
    int n = f->def.segment_count;
    double length = f->def.length / n, most = fmin(n, 1.0 + ceil(2.0 * f->def.radius / length));
    int near = (int)most;
    hf_status status = HF_STATUS_OK;
    for (int e = 0; e < 2; e++)
        for (int k = 0; f->def.ends[e].hold != HF_HOLD_FREE && k < near && status == HF_STATUS_OK; k++)
            status = hf_builder_exclude(b, f->def.ends[e].body, f->body + (e ? n - 1 - k : k), error);
    return status;
}

/// The loop that holds an end, where the root is not prescribed.
static hf_status add_hold(hf_builder *b, const model_fibre *f, int end, vec3 at, hf_error *error)
{
    const hf_fibre_end *held = &f->def.ends[end];
    if (held->hold == HF_HOLD_FREE || (end == 0 && f->holder >= 0)) return HF_STATUS_OK;
    hf_loop_def loop = hf_loop_def_default();
    vec3 x;
    quat q;
    start_frame(b, held->body, &x, &q);
    loop.kind = held->hold == HF_HOLD_CLAMPED ? HF_LOOP_WELD : HF_LOOP_CONNECT;
    loop.body_a = held->body;
    loop.body_b = f->body + (end ? f->def.segment_count - 1 : 0);
    v3_store(loop.point_a, quat_rotate_back(q, v3_sub(at, x)));
    return hf_builder_add_loop(b, &loop, NULL, error);
}

/// Segments, exclusions and loops; the definition's curve ◄ the vertices.
static hf_status add_bodies(hf_builder *b, model_fibre *f, const fibre_root *root, hf_error *error)
{
    int n = f->def.segment_count;
    double *scratch = MEMORY_ARRAY(double, f->rod.scratch_size), *points = MEMORY_ARRAY(double, 3 * ((size_t)n + 1));
    vec3 *x = MEMORY_ARRAY(vec3, (size_t)n + 1);
    quat *turn = MEMORY_ARRAY(quat, (size_t)n + 1);
    hf_status status = scratch && points && x && turn ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        f->rod.kernel->pose(&f->rod, f->q, root, scratch);
        f->rod.kernel->nodes(&f->rod, scratch, x, turn);
        for (int k = 0; k <= n; k++) v3_store(points + 3 * (size_t)k, x[k]);
        f->body = (int)b->bodies.count;
    }
    for (int s = 0; s < n && status == HF_STATUS_OK; s++)
    {
        vec3 centre;
        quat frame;
        fibre_segment_poses(1, x + s, turn + s, &centre, &frame);
        status = add_segment(b, f, centre, frame, error);
    }
    if (status == HF_STATUS_OK) status = builder_add_chain(b, f->body, n, error);
    if (status == HF_STATUS_OK) status = add_exclusions(b, f, error);
    for (int e = 0; e < 2 && status == HF_STATUS_OK; e++) status = add_hold(b, f, e, x[e ? n : 0], error);
    if (status == HF_STATUS_OK)
    {
        f->def.points = points;
        f->def.point_count = n + 1;
        f->def.frame = 0;
        points = NULL;
    }
    free(scratch);
    free(points);
    free(x);
    free(turn);
    return status;
}

// ---- adding ----

static void fibre_release(model_fibre *f)
{
    release(f->def.name);
    release(f->def.points);
    release(f->def.natural_elements);
    fibre_destroy(&f->rod);
    free(f->q);
}

/// The body that prescribes the root; -1 if none does.
static int find_holder(const hf_builder *b, const hf_fibre_def *def)
{
    const hf_body_def *body = GROWING_AT(b->bodies, hf_body_def, def->ends[0].body);
    bool driven = body->motion != HF_MOTION_FREE && body->parent < 0;
    return def->ends[0].hold == HF_HOLD_CLAMPED && driven ? def->ends[0].body : -1;
}

/// A copy of a checked definition, with what it points to but for the curve.
static bool copy_definition(const hf_fibre_def *def, double length, model_fibre *f)
{
    f->def = *def;
    f->def.points = NULL;
    f->def.length = length;
    f->def.natural_elements = NULL;
    if (!name_copy(def->name, &f->def.name)) return false;
    if (!def->natural_elements) return true;
    f->def.natural_elements = memory_copy(def->natural_elements, 3 * (size_t)def->element_count, sizeof(double));
    return f->def.natural_elements != NULL;
}

static hf_status make_fibre(hf_builder *b, const hf_fibre_def *def, double length, model_fibre *f, hf_error *error)
{
    fibre_root root;
    f->holder = find_holder(b, def);
    if (!copy_definition(def, length, f)) return error_no_memory(error);
    hf_status status = fibre_create(&f->def, f->holder < 0, &f->rod, error);
    f->def.points = def->points; // until its vertices take their place
    if (status == HF_STATUS_OK) status = begin_fibre(b, f, &root, error);
    f->def.points = NULL;
    if (status == HF_STATUS_OK && f->holder >= 0)
    {
        vec3 x;
        quat q;
        start_frame(b, f->holder, &x, &q);
        f->root_position = quat_rotate_back(q, v3_sub(root.x, x));
        f->root_turn = quat_normalize(quat_multiply(quat_conjugate(q), root.q));
    }
    return status == HF_STATUS_OK ? add_bodies(b, f, &root, error) : status;
}

/// What a failed call has added leaves again; nothing of it has a name.
static void roll_back(hf_builder *b, const hf_builder *before)
{
    b->bodies.count = before->bodies.count;
    b->shapes.count = before->shapes.count;
    b->excludes.count = before->excludes.count;
    b->chains.count = before->chains.count;
    b->loops.count = before->loops.count;
}

hf_status hf_builder_add_fibre(hf_builder *b, const hf_fibre_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    double length = 0.0;
    hf_status status = next_index(&b->fibres, &at, error);
    label_make(label, "fibre", at, def->name);
    hf_fibre_def whole = *def;
    if (status == HF_STATUS_OK) status = check_counts(label, def, error);
    if (status == HF_STATUS_OK) status = check_material(label, def, error);
    if (status == HF_STATUS_OK) status = check_ends(b, label, def, error);
    if (status == HF_STATUS_OK) status = check_curve(label, def, &length, error);
    whole.length = length;
    if (!def->points) whole.point_count = 0;
    if (status == HF_STATUS_OK) status = complete_counts(label, &whole, error);
    if (status == HF_STATUS_OK) status = check_natural(label, &whole, error);
    if (status != HF_STATUS_OK) return status;
    model_fibre *slot = growing_next(&b->fibres, sizeof *slot);
    if (!slot) return error_no_memory(error);
    hf_builder before = *b;
    model_fibre f = {0};
    status = make_fibre(b, &whole, length, &f, error);
    if (status != HF_STATUS_OK)
    {
        roll_back(b, &before);
        fibre_release(&f);
        return status;
    }
    fibre_destroy(&f.rod); // a model makes its own
    *slot = f;
    b->fibres.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

void builder_fibres_destroy(hf_builder *b)
{
    for (size_t k = 0; k < b->fibres.count; k++) fibre_release(GROWING_AT(b->fibres, model_fibre, k));
    free(b->fibres.items);
}
