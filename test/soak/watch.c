// Bounds, and what each of them leaves room for:
//
//   jump      1 cm beyond 1.1 h max(|v|, |v'|) + (h w)² r + 10 m/s² h², of points on the axes of shapes and of centres
//             of mass. What lies inside one another at
//             first may be lifted out, and is said. Between the ends of a step something may be faster, as between two
//             blows: a step that looks like a jump is made
//             again from its beginning by another world, in 64 parts, and the largest speeds there count.
//   gain      1 % of the largest kinetic energy, from a low to a later high; silent unless step reports have named it,
//             or the sum over the run does
//             (hf_run_quality.balance_rise, which `holdfast run` warns of)
//   momentum  linear 1e-6, with joints 1e-3, angular 1e-3 of the sum of its parts' sizes (correction moves bodies
//             against each other)
//   law       1e-6 of the largest impulse of the step, in certified steps made in one piece
//   balance   1e-6 of the parts' sizes, the same steps; said where a step reports that it gained energy, which is then
//             taken from velocities
//   drift     0.1 mm while the contact sticks and the bodies turn by less than 1e-3 rad against each other; silent
//             unless the sum over the run tells of half of it (hf_run_quality.slid, which `holdfast run` warns of)
//   through   1 cm
//   opens     1 mm more than at first

#include "soak/watch.h"

#include "holdfast/fibre.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double JUMP = 0.01, GAIN = 0.01, LINEAR = 1e-6, ANGULAR = 1e-3, LAW = 1e-6, BALANCE = 1e-6, DRIFT = 1e-4,
                    THROUGH = 0.01, REPORT = 1e-6, OPENS = 1e-3, TURNS = 1e-3, TOLD = 0.5;

// ---- vectors ----

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double norm(const double a[3])
{
    return sqrt(dot(a, a));
}

static void cross(const double a[3], const double b[3], double c[3])
{
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    c[0] = x, c[1] = y, c[2] = z;
}

static void subtract(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; k++) c[k] = a[k] - b[k];
}

/// Turns x by the quaternion q, or back.
static void turn(const double q[4], bool back, const double x[3], double out[3])
{
    double s = back ? -1.0 : 1.0, u[3] = {s * q[1], s * q[2], s * q[3]}, t[3], w[3];
    cross(u, x, t);
    cross(u, t, w);
    for (int k = 0; k < 3; k++) out[k] = x[k] + 2.0 * (q[0] * t[k] + w[k]);
}

/// Angle between two orientations.
static double angle_between(const double p[4], const double q[4])
{
    double w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3], v2 = 0.0;
    double v[3] = {p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2], // imaginary part of conj(p) q
                   p[0] * q[2] - p[2] * q[0] - p[3] * q[1] + p[1] * q[3],
                   p[0] * q[3] - p[3] * q[0] - p[1] * q[2] + p[2] * q[1]};
    v2 = dot(v, v);
    return 2.0 * atan2(sqrt(v2), fabs(w));
}

// ---- what is watched ----

/// A contact that sticks.
typedef struct track
{
    int shape_a, shape_b;
    uint64_t id;
    double at_a[3], at_b[3]; // its points in the frames of the bodies
    double apart[3];         // of the two at first, in world axes
    double turned[4];        // orientation of B as seen from A at first
} track;

typedef struct watch
{
    const hf_model *model;
    hf_world *world;
    watch_result *result;
    int body_count, shape_count;
    hf_body_def *defs;                                   // of bodies
    hf_body_state *before;                               // of bodies
    int *shape_body;                                     // of shapes; -1 of planes and fields …
    double (*half)[3], (*shape_at)[3], (*shape_turn)[4]; // … and half extents, place, orientation in the body
    bool *above; // shape_count × shape_count: a shape was on the right side of what does not move
    bool rigid;  // no bodies that change their shape, no fibres
    bool alone;  // no joints, loops, tendons, either: momentum changes by contacts and weight
    bool driven; // actuators, or prescribed motion: energy may rise
    bool held;   // something is fixed to the world, or gravity acts
    double momentum[3], angular[3], momentum_scale, angular_scale;
    double low, said;
    hf_run_quality run;
    double gap; // of loops at first
    track *tracks;
    int track_count;
    hf_world *second; // for steps that are made again
    void *state;      // before the step
    size_t state_size;
} watch;

static void found(watch *w, find_kind kind, double size, int body, bool silent, const char *text)
{
    finding *f = &w->result->of[kind];
    f->silent = f->silent || silent;
    if (f->found && !(size > f->size)) return;
    f->found = true;
    f->size = size;
    f->time = hf_world_time(w->world);
    f->body = body;
    snprintf(f->text, sizeof f->text, "%s", text);
}

static bool is_body_name(const watch *w, int body, char name[64])
{
    const char *known = body >= 0 && body < w->body_count ? w->defs[body].name : NULL;
    if (known && known[0]) snprintf(name, 64, "%s", known);
    else snprintf(name, 64, "body %d", body);
    return known != NULL;
}

static void center_of(const watch *w, const hf_body_state *at, int body, double x[3])
{
    double r[3];
    turn(at->orientation, false, w->defs[body].center, r);
    for (int k = 0; k < 3; k++) x[k] = at->position[k] + r[k];
}

// ---- shapes ----

/// Middle of a shape in its body's frame, inside of it if it is convex, and half extents about it in its own frame.
static void shape_extent(const watch *w, const hf_shape_def *s, double middle[3], double half[3])
{
    for (int k = 0; k < 3; k++) middle[k] = 0.0, half[k] = s->size[k];
    if (s->kind == HF_SHAPE_SPHERE) half[1] = half[2] = s->size[0];
    if (s->kind == HF_SHAPE_CAPSULE) half[1] = s->size[0], half[2] = s->size[0] + s->size[1];
    if (s->kind == HF_SHAPE_CYLINDER) half[1] = s->size[0], half[2] = s->size[1];
    hf_mesh_def mesh = {.vertex_count = 0};
    if (s->kind == HF_SHAPE_HULL || s->kind == HF_SHAPE_MESH) mesh = hf_model_mesh(w->model, s->mesh);
    for (int k = 0; k < 3 && mesh.vertex_count > 0; k++)
    {
        half[k] = 0.0;
        for (int v = 0; v < mesh.vertex_count; v++) middle[k] += mesh.vertices[3 * v + k] / mesh.vertex_count;
        for (int v = 0; v < mesh.vertex_count; v++) half[k] = fmax(half[k], fabs(mesh.vertices[3 * v + k] - middle[k]));
    }
    turn(s->orientation, false, middle, middle);
    for (int k = 0; k < 3; k++) middle[k] += s->position[k];
}

/// The support of a shape in a direction of its own frame.
static double support(const watch *w, const hf_shape_def *s, const double d[3])
{
    const double *a = s->size;
    double flat = hypot(d[0], d[1]), best = -INFINITY;
    switch (s->kind)
    {
    case HF_SHAPE_SPHERE: return a[0] * norm(d);
    case HF_SHAPE_CAPSULE: return a[0] * norm(d) + a[1] * fabs(d[2]);
    case HF_SHAPE_BOX: return a[0] * fabs(d[0]) + a[1] * fabs(d[1]) + a[2] * fabs(d[2]);
    case HF_SHAPE_CYLINDER: return a[0] * flat + a[1] * fabs(d[2]);
    case HF_SHAPE_ELLIPSOID:
        return sqrt(a[0] * a[0] * d[0] * d[0] + a[1] * a[1] * d[1] * d[1] + a[2] * a[2] * d[2] * d[2]);
    case HF_SHAPE_HULL:
    case HF_SHAPE_MESH:
    {
        hf_mesh_def mesh = hf_model_mesh(w->model, s->mesh);
        for (int v = 0; v < mesh.vertex_count; v++) best = fmax(best, dot(d, mesh.vertices + 3 * (size_t)v));
        return best;
    }
    default: return 0.0;
    }
}

static void mapped(const double x[3], const double A[9], const double local[3], double out[3])
{
    for (int k = 0; k < 3; k++) out[k] = x[k] + A[3 * k] * local[0] + A[3 * k + 1] * local[1] + A[3 * k + 2] * local[2];
}

/// Where a shape's middle is, and its lowest point along a direction `up` of the world.
static double lowest_of(const watch *w, int shape, const double up[3], double middle[3])
{
    double A[9], down[3], origin[3];
    hf_shape_def s = hf_model_shape(w->model, shape);
    hf_body_state at = hf_world_body(w->world, s.body);
    hf_world_body_map(w->world, s.body, A);
    mapped(at.position, A, w->shape_at[shape], middle);
    mapped(at.position, A, s.position, origin);
    for (int k = 0; k < 3; k++) down[k] = -(A[k] * up[0] + A[3 + k] * up[1] + A[6 + k] * up[2]); // Aᵀ (-up)
    turn(s.orientation, true, down, down);
    return dot(origin, up) - support(w, &s, down);
}

static double field_height(const hf_field_def *f, double x, double y)
{
    double u = (x / f->half_x + 1.0) * 0.5 * (f->columns - 1), v = (y / f->half_y + 1.0) * 0.5 * (f->rows - 1);
    if (!(u >= 0.0) || !(v >= 0.0) || u > f->columns - 1 || v > f->rows - 1) return NAN;
    int i = (int)fmin(u, f->columns - 2), j = (int)fmin(v, f->rows - 2);
    double most = -INFINITY, least = INFINITY; // of the cell: however its diagonal runs
    for (int k = 0; k < 4; k++)
    {
        double z = f->heights[(j + k / 2) * f->columns + i + k % 2];
        most = fmax(most, z);
        least = fmin(least, z);
    }
    return least; // what is below this is inside
}

/// Least height of a mesh that is a ground, at a place of its own frame; NAN where there is none.
static double mesh_height(const hf_mesh_def *m, double x, double y)
{
    double height = NAN;
    for (int t = 0; t < m->triangle_count; t++)
    {
        const double *a = m->vertices + 3 * (size_t)m->triangles[3 * t],
                     *b = m->vertices + 3 * (size_t)m->triangles[3 * t + 1],
                     *c = m->vertices + 3 * (size_t)m->triangles[3 * t + 2];
        double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if (!(area > 0.0)) continue; // faces that look down, or stand
        double p = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
        double q = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
        if (p < 0.0 || q < 0.0 || p + q > 1.0) continue;
        double z = a[2] + p * (b[2] - a[2]) + q * (c[2] - a[2]);
        height = isnan(height) ? z : fmax(height, z);
    }
    return height;
}

static bool does_not_move(const watch *w, int body)
{
    return body == 0 || w->defs[body].motion == HF_MOTION_STATIC;
}

/// How far shape s is on the wrong side of `fixed`; negative on the right one, NAN where there are no sides.
static double depth_below(const watch *w, const hf_shape_def *fixed, int s)
{
    double up[3] = {0, 0, 1}, x[3], local[3], half[3];
    turn(fixed->orientation, false, up, up);
    if (fixed->kind == HF_SHAPE_PLANE) return dot(fixed->position, up) - lowest_of(w, s, up, x);
    (void)lowest_of(w, s, up, x);
    subtract(x, fixed->position, local);
    turn(fixed->orientation, true, local, local);
    if (fixed->kind == HF_SHAPE_FIELD)
    {
        hf_field_def f = hf_model_field(w->model, fixed->mesh);
        return field_height(&f, local[0], local[1]) - local[2];
    }
    if (fixed->kind == HF_SHAPE_MESH)
    {
        hf_mesh_def m = hf_model_mesh(w->model, fixed->mesh);
        return mesh_height(&m, local[0], local[1]) - local[2];
    }
    if (fixed->kind == HF_SHAPE_HULL && hf_model_mesh(w->model, fixed->mesh).vertex_count != 8) return NAN;
    if (fixed->kind != HF_SHAPE_BOX && fixed->kind != HF_SHAPE_HULL) return NAN;
    shape_extent(w, fixed, x, half); // of prisms with four corners: their box
    double depth = INFINITY;
    if (fixed->kind == HF_SHAPE_HULL)
    {
        hf_mesh_def m = hf_model_mesh(w->model, fixed->mesh);
        double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
        for (int v = 0; v < 8; v++)
            for (int k = 0; k < 3; k++)
                lo[k] = fmin(lo[k], m.vertices[3 * v + k]), hi[k] = fmax(hi[k], m.vertices[3 * v + k]);
        for (int k = 0; k < 3; k++) depth = fmin(depth, fmin(local[k] - lo[k], hi[k] - local[k]));
        return depth;
    }
    for (int k = 0; k < 3; k++) depth = fmin(depth, half[k] - fabs(local[k]));
    return depth;
}

static bool collide(const hf_shape_def *a, const hf_shape_def *b)
{
    return (a->category & b->mask) || (b->category & a->mask);
}

static void look_through(watch *w, bool silent)
{
    for (int i = 0; i < w->shape_count; i++)
    {
        hf_shape_def fixed = hf_model_shape(w->model, i);
        if (!does_not_move(w, fixed.body) || fixed.body != 0) continue;
        for (int k = 0; k < w->shape_count; k++)
        {
            hf_shape_def s = hf_model_shape(w->model, k);
            if (does_not_move(w, s.body) || s.kind == HF_SHAPE_PLANE || !collide(&fixed, &s)) continue;
            if (hf_model_body_fibre(w->model, s.body, NULL) >= 0) continue;
            double depth = depth_below(w, &fixed, k);
            bool *above = &w->above[(size_t)i * (size_t)w->shape_count + (size_t)k];
            if (isnan(depth)) *above = false;
            else if (depth < 0.0) *above = true;
            else if (*above && depth > THROUGH)
            {
                char a[64], b[64], text[400];
                is_body_name(w, s.body, a);
                snprintf(b, sizeof b, "%s", fixed.name ? fixed.name : hf_shape_kind_name(fixed.kind));
                snprintf(text, sizeof text, "%s is %.3g m inside of %s", a, depth, b);
                found(w, FIND_THROUGH, depth, s.body, silent, text);
            }
        }
    }
}

// ---- energy and momentum ----

static void sums(const watch *w, double *kinetic, double P[3], double L[3], double *p_scale, double *l_scale)
{
    *kinetic = *p_scale = *l_scale = 0.0;
    for (int k = 0; k < 3; k++) P[k] = L[k] = 0.0;
    for (int b = 1; b < w->body_count; b++)
    {
        const hf_body_def *d = &w->defs[b];
        if (!(d->mass > 0.0) || does_not_move(w, b)) continue;
        hf_body_state at = hf_world_body(w->world, b);
        double o[3], Io[3], x[3], l[3];
        const double *I = d->inertia;
        turn(at.orientation, true, at.angular_velocity, o);
        Io[0] = I[0] * o[0] + I[3] * o[1] + I[4] * o[2];
        Io[1] = I[3] * o[0] + I[1] * o[1] + I[5] * o[2];
        Io[2] = I[4] * o[0] + I[5] * o[1] + I[2] * o[2];
        *kinetic += 0.5 * d->mass * dot(at.velocity, at.velocity) + 0.5 * dot(o, Io);
        center_of(w, &at, b, x);
        cross(x, at.velocity, l);
        turn(at.orientation, false, Io, Io);
        for (int k = 0; k < 3; k++)
        {
            P[k] += d->mass * at.velocity[k];
            L[k] += d->mass * l[k] + Io[k];
        }
        *p_scale += d->mass * norm(at.velocity);
        *l_scale += d->mass * norm(x) * norm(at.velocity) + norm(Io);
    }
}

static void look_at_sums(watch *w, const hf_step_report *report)
{
    double kinetic, P[3], L[3], p, l, text_size = 0.0;
    char text[400];
    (void)text_size;
    sums(w, &kinetic, P, L, &p, &l);
    if (w->rigid && fabs(kinetic - report->kinetic) > REPORT * (kinetic + 1e-9))
    {
        snprintf(text, sizeof text, "kinetic energy is %.9g J, reported as %.9g J", kinetic, report->kinetic);
        found(w, FIND_REPORT, fabs(kinetic - report->kinetic) / (kinetic + 1e-9), -1, true, text);
    }
    double energy = report->kinetic + report->potential;
    w->result->kinetic = fmax(w->result->kinetic, report->kinetic);
    w->low = fmin(w->low, energy);
    w->said += fmax(0.0, report->energy_rise);
    hf_run_quality_add(&w->run, report);
    double rise = energy - w->low, most = w->result->kinetic;
    if (!w->driven && rise > GAIN * most + 1e-9)
    {
        snprintf(text, sizeof text, "energy rose by %.4g J, %.4g J of it said; at most %.4g J were in motion", rise,
                 w->said, most);
        found(w, FIND_GAIN, rise / most, -1, rise - w->said > GAIN * most + 1e-9, text);
    }
    if (w->held || !w->rigid) return;
    w->momentum_scale = fmax(w->momentum_scale, p);
    w->angular_scale = fmax(w->angular_scale, l);
    subtract(P, w->momentum, P);
    subtract(L, w->angular, L);
    double share =
        fmax(norm(P) / w->momentum_scale / (w->alone ? LINEAR : ANGULAR), norm(L) / w->angular_scale / ANGULAR);
    if (share > 1.0)
    {
        snprintf(text, sizeof text, "momentum is off by %.3g, angular momentum by %.3g of their parts",
                 norm(P) / w->momentum_scale, norm(L) / w->angular_scale);
        found(w, FIND_MOMENTUM, share, -1, report->certified, text);
    }
}

// ---- motion ----

static bool overlaps_at_first(const watch *w, int body)
{
    for (int k = 0; k < hf_world_overlap_count(w->world); k++)
    {
        hf_overlap o = hf_world_overlap(w->world, k);
        if (o.body_a == body || o.body_b == body) return true;
    }
    return false;
}

/// How far a point goes beyond what its speeds explain, `arm` from the centre of mass at the beginning and at the end
/// of the step.
static double beyond(const hf_body_state *old, const hf_body_state *now, const double way[3], double arm[2][3],
                     double h)
{
    double x[3], v[3], w[3], spin = fmax(norm(old->angular_velocity), norm(now->angular_velocity));
    cross(old->angular_velocity, arm[0], v);
    cross(now->angular_velocity, arm[1], w);
    for (int k = 0; k < 3; k++)
    {
        x[k] = way[k] + arm[1][k] - arm[0][k];
        v[k] += old->velocity[k];
        w[k] += now->velocity[k];
    }
    double turned = fmin(h * spin, 2.0); // a point near the axis comes out of it
    return norm(x) - 1.1 * h * fmax(norm(v), norm(w)) - turned * turned * norm(arm[0]) - 10.0 * h * h;
}

/// The farthest that any of the points goes, on the axes of the body's shapes, beyond what speeds explain. farthest ◄
/// the way of the one that goes farthest, reach ◄ how far the points are from the centre of mass.
static double body_beyond(const watch *w, int body, const hf_body_state *now, double h, double *farthest, double *reach)
{
    const hf_body_state *old = &w->before[body];
    double way[3], y[3], most = 0.0;
    double zero[2][3] = {{0}};
    center_of(w, old, body, way);
    center_of(w, now, body, y);
    subtract(y, way, way);
    most = fmax(most, beyond(old, now, way, zero, h));
    *farthest = norm(way);
    *reach = 0.0;
    for (int s = 0; s < w->shape_count; s++)
    {
        if (w->shape_body[s] != body) continue;
        for (int k = 0; k < 6; k++)
        {
            double arm[2][3], tip[3] = {0};
            tip[k / 2] = (k % 2 ? -1.0 : 1.0) * w->half[s][k / 2];
            turn(w->shape_turn[s], false, tip, tip);
            for (int i = 0; i < 3; i++) tip[i] += w->shape_at[s][i] - w->defs[body].center[i];
            turn(old->orientation, false, tip, arm[0]);
            turn(now->orientation, false, tip, arm[1]);
            most = fmax(most, beyond(old, now, way, arm, h));
            for (int i = 0; i < 3; i++) y[i] = way[i] + arm[1][i] - arm[0][i];
            *farthest = fmax(*farthest, norm(y));
            *reach = fmax(*reach, norm(tip));
        }
    }
    return most;
}

/// The largest speed that a point of the body has in the step, made again in small parts; 0 where that cannot be made.
static double speed_within(watch *w, int body, double h, double reach)
{
    enum
    {
        PARTS = 64
    };
    hf_error error = {0};
    double most = 0.0;
    if (!w->second && hf_world_create(w->model, &w->second, &error) != HF_STATUS_OK) return 0.0;
    if (hf_world_state_load(w->second, w->state, w->state_size, &error) != HF_STATUS_OK) return 0.0;
    for (int k = 0; k < PARTS; k++)
    {
        hf_step_report report;
        hf_status status = hf_world_step(w->second, h / PARTS, &report, &error);
        if (status != HF_STATUS_OK || report.quality == HF_STEP_FAILED) return most;
        hf_body_state at = hf_world_body(w->second, body);
        most = fmax(most, norm(at.velocity) + reach * norm(at.angular_velocity));
    }
    return most;
}

/// Keeps the state before a step.
static void keep_state(watch *w)
{
    w->state_size = hf_world_state_size(w->world);
    w->state = realloc(w->state, w->state_size);
    if (!w->state) abort();
    hf_world_state_save(w->world, w->state);
}

static void look_at_motion(watch *w, double h, bool silent)
{
    for (int b = 1; b < w->body_count; b++)
    {
        hf_body_state now = hf_world_body(w->world, b), *old = &w->before[b];
        double farthest, reach, size = body_beyond(w, b, &now, h, &farthest, &reach);
        if (size > JUMP) size = fmin(size, farthest - 1.1 * h * speed_within(w, b, h, reach) - 10.0 * h * h);
        if (size > JUMP && !overlaps_at_first(w, b))
        {
            char name[64], text[400];
            double way[3];
            is_body_name(w, b, name);
            subtract(now.position, old->position, way);
            snprintf(text, sizeof text,
                     "%s goes %.3g m and turns %.3g rad in %g s at %.3g, %.3g m/s and %.3g, %.3g rad/s", name,
                     norm(way), angle_between(old->orientation, now.orientation), h, norm(old->velocity),
                     norm(now.velocity), norm(old->angular_velocity), norm(now.angular_velocity));
            found(w, FIND_JUMP, size, b, silent, text);
        }
        *old = now;
    }
}

// ---- contacts ----

static double largest_impulse(const watch *w)
{
    double most = 0.0;
    for (int k = 0; k < hf_world_contact_count(w->world); k++)
    {
        hf_contact c = hf_world_contact(w->world, k);
        most = fmax(most, norm(c.r));
    }
    return most;
}

static void look_at_law(watch *w)
{
    double most = largest_impulse(w), allowed = LAW * most + 1e-12;
    char text[400], a[64], b[64];
    for (int k = 0; k < hf_world_contact_count(w->world); k++)
    {
        hf_contact c = hf_world_contact(w->world, k);
        double r = hypot(c.r[1], c.r[2]), u = hypot(c.u[1], c.u[2]), off = fmax(-c.r[0], r - c.mu * c.r[0]);
        is_body_name(w, c.body_a, a);
        is_body_name(w, c.body_b, b);
        if (c.condim > 1 && off > allowed)
        {
            snprintf(text, sizeof text, "%s on %s: impulse %.3g N s, tangential %.3g, mu %g", a, b, c.r[0], r, c.mu);
            found(w, FIND_LAW, off / (most + 1e-12), c.body_a, true, text);
        }
        if (c.collided || !(c.r[0] > 100.0 * allowed)) continue;
        bool stuck = r < c.mu * c.r[0] - 100.0 * allowed;
        double power = c.r[1] * c.u[1] + c.r[2] * c.u[2];
        if ((stuck && u > 1e-4) || (!stuck && u > 1e-3 && c.mu > 0.0 && power > -0.999 * r * u))
        {
            snprintf(text, sizeof text,
                     "%s on %s: slips at %.3g m/s, impulse %.3g N s, tangential %.3g, mu %g, power %.3g", a, b, u,
                     c.r[0], r, c.mu, power);
            found(w, FIND_LAW, u, c.body_a, true, text);
        }
    }
}

static void look_at_balance(watch *w, double h, bool silent)
{
    const double *g = hf_model_settings(w->model).physics.gravity;
    double gravity[3] = {g[0], g[1], g[2]};
    double *sum = calloc((size_t)w->body_count, 4 * sizeof *sum);
    for (int k = 0; sum && k < hf_world_contact_count(w->world); k++)
    {
        hf_contact c = hf_world_contact(w->world, k);
        double t[3];
        cross(c.normal, c.tangent, t);
        for (int i = 0; i < 3; i++)
        {
            double f = c.r[0] * c.normal[i] + c.r[1] * c.tangent[i] + c.r[2] * t[i];
            sum[4 * c.body_a + i] += f;
            sum[4 * c.body_b + i] -= f;
        }
        sum[4 * c.body_a + 3] += norm(c.r);
        sum[4 * c.body_b + 3] += norm(c.r);
    }
    for (int b = 1; sum && b < w->body_count; b++)
    {
        const hf_body_def *d = &w->defs[b];
        if (does_not_move(w, b) || !(d->mass > 0.0)) continue;
        hf_body_state now = hf_world_body(w->world, b);
        double rest[3], scale = sum[4 * b + 3] + d->mass * (norm(now.velocity) + h * norm(gravity));
        for (int i = 0; i < 3; i++)
            rest[i] = d->mass * (now.velocity[i] - w->before[b].velocity[i] - h * gravity[i]) - sum[4 * b + i];
        if (norm(rest) > BALANCE * scale)
        {
            char name[64], text[400];
            is_body_name(w, b, name);
            snprintf(text, sizeof text, "%s: momentum changes by %.3g N s that neither weight nor contacts give", name,
                     norm(rest));
            found(w, FIND_BALANCE, norm(rest) / scale, b, silent, text);
        }
    }
    free(sum);
}

// ---- points that stick ----

static void into_body(const hf_body_state *at, const double x[3], double local[3])
{
    subtract(x, at->position, local);
    turn(at->orientation, true, local, local);
}

static void out_of_body(const hf_body_state *at, const double local[3], double x[3])
{
    turn(at->orientation, false, local, x);
    for (int k = 0; k < 3; k++) x[k] += at->position[k];
}

/// Orientation of b as seen from a.
static void relative(const hf_body_state *a, const hf_body_state *b, double q[4])
{
    const double *x = a->orientation, *y = b->orientation;
    q[0] = x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3];
    q[1] = x[0] * y[1] - x[1] * y[0] - x[2] * y[3] + x[3] * y[2];
    q[2] = x[0] * y[2] - x[2] * y[0] - x[3] * y[1] + x[1] * y[3];
    q[3] = x[0] * y[3] - x[3] * y[0] - x[1] * y[2] + x[2] * y[1];
}

static track track_begin(const watch *w, const hf_contact *c)
{
    track t = {.shape_a = c->shape_a, .shape_b = c->shape_b, .id = c->id};
    hf_body_state a = hf_world_body(w->world, c->body_a), b = hf_world_body(w->world, c->body_b);
    into_body(&a, c->point, t.at_a);
    into_body(&b, c->point, t.at_b);
    relative(&a, &b, t.turned);
    return t;
}

/// False where it is to begin anew.
static bool track_follow(watch *w, const track *t, const hf_contact *c, bool silent)
{
    hf_body_state a = hf_world_body(w->world, c->body_a), b = hf_world_body(w->world, c->body_b);
    double q[4], x[3], y[3];
    relative(&a, &b, q);
    if (angle_between(q, t->turned) > TURNS) return false;
    out_of_body(&a, t->at_a, x);
    out_of_body(&b, t->at_b, y);
    subtract(x, y, x);
    double along = dot(x, c->normal);
    for (int k = 0; k < 3; k++) x[k] -= along * c->normal[k];
    if (norm(x) > DRIFT)
    {
        char na[64], nb[64], text[400];
        is_body_name(w, c->body_a, na);
        is_body_name(w, c->body_b, nb);
        snprintf(text, sizeof text, "%s on %s: points that stick are %.3g m apart", na, nb, norm(x));
        found(w, FIND_DRIFT, norm(x), c->body_a, silent, text);
    }
    return true;
}

static void look_at_drift(watch *w, bool silent)
{
    int count = hf_world_contact_count(w->world), kept = 0;
    track *next = calloc((size_t)count + 1, sizeof *next);
    for (int k = 0; next && k < count; k++)
    {
        hf_contact c = hf_world_contact(w->world, k);
        if (c.status != HF_CONTACT_STICK || c.collided) continue;
        const track *old = NULL;
        for (int j = 0; j < w->track_count && !old; j++)
            if (w->tracks[j].shape_a == c.shape_a && w->tracks[j].shape_b == c.shape_b && w->tracks[j].id == c.id)
                old = &w->tracks[j];
        next[kept++] = old && track_follow(w, old, &c, silent) ? *old : track_begin(w, &c);
    }
    free(w->tracks);
    w->tracks = next;
    w->track_count = next ? kept : 0;
}

// ---- what is closed ----

static void look_at_loops(watch *w, bool silent)
{
    char text[400];
    double gap = hf_world_loop_gap(w->world);
    if (!(gap > w->gap + OPENS)) return;
    snprintf(text, sizeof text, "what holds together is %.3g m or rad apart", gap);
    found(w, FIND_OPENS, gap, -1, silent, text);
}

// ---- the run ----

static void watch_begin(watch *w)
{
    const hf_model *m = w->model;
    w->body_count = hf_model_count(m, HF_ITEM_BODY);
    w->shape_count = hf_model_count(m, HF_ITEM_SHAPE);
    w->defs = calloc((size_t)w->body_count, sizeof *w->defs);
    w->before = calloc((size_t)w->body_count, sizeof *w->before);
    w->shape_body = calloc((size_t)w->shape_count + 1, sizeof *w->shape_body);
    w->half = calloc((size_t)w->shape_count + 1, sizeof *w->half);
    w->shape_at = calloc((size_t)w->shape_count + 1, sizeof *w->shape_at);
    w->shape_turn = calloc((size_t)w->shape_count + 1, sizeof *w->shape_turn);
    w->above = calloc((size_t)w->shape_count * (size_t)w->shape_count + 1, sizeof *w->above);
    if (!w->defs || !w->before || !w->shape_body || !w->half || !w->shape_at || !w->shape_turn || !w->above) abort();
    w->rigid = hf_model_count(m, HF_ITEM_FIBRE) == 0;
    for (int b = 0; b < w->body_count; b++)
    {
        w->defs[b] = hf_model_body(m, b);
        w->before[b] = hf_world_body(w->world, b);
        w->rigid = w->rigid && w->defs[b].form == HF_FORM_RIGID;
        w->driven = w->driven || w->defs[b].motion == HF_MOTION_PRESCRIBED;
        w->held = w->held || (b > 0 && does_not_move(w, b));
    }
    for (int k = 0; k < w->shape_count; k++)
    {
        hf_shape_def s = hf_model_shape(m, k);
        w->shape_body[k] = -1;
        if (s.kind == HF_SHAPE_PLANE || s.kind == HF_SHAPE_FIELD) continue;
        shape_extent(w, &s, w->shape_at[k], w->half[k]);
        w->shape_body[k] = s.body;
        memcpy(w->shape_turn[k], s.orientation, sizeof s.orientation);
    }
    for (int k = 0; k < w->shape_count; k++) w->held = w->held || hf_model_shape(m, k).body == 0;
    int free_joints = 0;
    for (int j = 0; j < hf_model_count(m, HF_ITEM_JOINT); j++)
    {
        hf_joint_def d = hf_model_joint(m, j);
        int parent = d.body >= 0 ? w->defs[d.body].parent : -1;
        w->held = w->held || parent == 0;
        free_joints++;
    }
    w->alone =
        w->rigid && free_joints == 0 && hf_model_count(m, HF_ITEM_LOOP) == 0 && hf_model_count(m, HF_ITEM_TENDON) == 0;
    w->driven = w->driven || hf_model_count(m, HF_ITEM_ACTUATOR) > 0;
    hf_settings settings = hf_model_settings(m);
    w->held = w->held || norm(settings.physics.gravity) > 0.0 || hf_model_count(m, HF_ITEM_LOOP) > 0;
    double kinetic;
    sums(w, &kinetic, w->momentum, w->angular, &w->momentum_scale, &w->angular_scale);
    w->low = INFINITY;
    w->gap = hf_world_loop_gap(w->world);
}

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void watch_steps(watch *w, double duration, double seconds, watch_meddler *meddler)
{
    double begun = processor(), h = hf_model_settings(w->model).step.timestep;
    while (hf_world_time(w->world) < duration - 0.5 * h)
    {
        hf_step_report report;
        hf_error error = {0};
        keep_state(w);
        hf_status status = hf_world_step(w->world, 0.0, &report, &error);
        if (status != HF_STATUS_OK || report.quality == HF_STEP_FAILED)
        {
            found(w, FIND_ENDS, 1.0, -1, false, status != HF_STATUS_OK ? error.message : report.solve.note);
            return;
        }
        w->result->steps++;
        if (meddler) meddler(w->world);
        w->result->approximate += !report.certified;
        bool whole = report.certified && report.substeps == 1 && report.frictionless == 0;
        if (whole && w->rigid) look_at_law(w);
        if (whole && w->alone)
            look_at_balance(w, h, report.energy_rise == 0.0); // what it gained is taken from velocities
        look_at_motion(w, h, report.certified);
        look_at_sums(w, &report);
        look_through(w, report.certified);
        look_at_loops(w, report.certified);
        if (report.substeps != 1) w->track_count = 0; // something hit or slipped on the way
        if (w->rigid) look_at_drift(w, report.certified);
        if (processor() - begun > seconds)
        {
            found(w, FIND_SLOW, hf_world_time(w->world), -1, false, "the scene takes long");
            return;
        }
    }
}

const char *find_name(find_kind kind)
{
    static const char *const names[] = {"ends",    "jump",  "gain",   "momentum", "through", "law",
                                        "balance", "drift", "report", "opens",    "slow"};
    return names[kind];
}

bool watch_run(const hf_model *model, double duration, double seconds, watch_meddler *meddler, watch_result *result)
{
    watch w = {.model = model, .result = result};
    hf_error error = {0};
    *result = (watch_result){0};
    hf_status status = hf_world_create(model, &w.world, &error);
    if (status != HF_STATUS_OK)
    {
        snprintf(result->of[FIND_ENDS].text, sizeof result->of[FIND_ENDS].text, "%s", error.message);
        hf_world_destroy(w.world);
        return false;
    }
    watch_begin(&w);
    watch_steps(&w, duration, seconds, meddler);
    if (w.run.balance_rise > GAIN * w.run.kinetic_most) result->of[FIND_GAIN].silent = false;
    if (w.run.slid > TOLD * result->of[FIND_DRIFT].size) result->of[FIND_DRIFT].silent = false;
    free(w.defs);
    free(w.before);
    free(w.shape_body);
    free(w.half);
    free(w.shape_at);
    free(w.shape_turn);
    free(w.above);
    free(w.tracks);
    free(w.state);
    hf_world_destroy(w.second);
    hf_world_destroy(w.world);
    return true;
}
