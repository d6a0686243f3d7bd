// The cases of the validation of fibres that the quick and the long tests share: loads of straight rods and their
// critical values, frequencies. Lengths, masses and stiffness drop out: loads are in units of E I/L², frequencies in
// √(E I/ρS)/L².

#ifndef HF_TEST_FIBRE_CASES_H
#define HF_TEST_FIBRE_CASES_H

#include "support/fibre_statics.h"
#include "support/kirchhoff.h"

typedef struct buckling_case
{
    const char *name;
    double critical;

    /// The root floats; the tip is clamped, which holds the middle of the last segment.
    bool floating, tip_clamped;
    kit_loading loading;
} buckling_case;

static inline void hold_end(kit_load *load, int end, bool turn, int directions)
{
    const vec3 axes[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    for (int i = 0; i < directions; i++, load->row_count++)
    {
        load->rows[load->row_count].end = end;
        load->rows[load->row_count].turn = turn;
        load->rows[load->row_count].along = axes[i];
    }
}

static inline void load_weight(const fibre *f, double load, kit_load *out)
{
    out->gravity = v3(0, 0, -kit_gravity(f, load));
}

static inline void load_tip(const fibre *f, double load, kit_load *out)
{
    out->tip = v3(0, 0, -load * f->stiffness[0] / (f->length * f->length));
}

static inline void load_pinned_tip(const fibre *f, double load, kit_load *out)
{
    load_tip(f, load, out);
    hold_end(out, 1, false, 2);
}

/// Both ends pinned; the spin about the axis is held at the root.
static inline void load_pinned(const fibre *f, double load, kit_load *out)
{
    load_pinned_tip(f, load, out);
    out->root = v3_negate(out->tip);
    hold_end(out, 0, false, 3);
    out->rows[out->row_count].turn = true;
    out->rows[out->row_count++].along = v3(0, 0, 1);
}

static inline void load_clamped_tip(const fibre *f, double load, kit_load *out)
{
    load_pinned_tip(f, load, out);
    hold_end(out, 1, true, 2);
}

/// π²/4, π², the square of tan x = x, 4π²; Greenhill's column under its weight.
static const buckling_case buckling_cases[] = {
    {"clamped, free", 2.4674011, false, false, load_tip},
    {"pinned, pinned", 9.8696044, true, false, load_pinned},
    {"clamped, pinned", 20.1907286, false, false, load_pinned_tip},
    {"clamped, clamped", 39.4784176, false, true, load_clamped_tip},
    {"own weight", 7.8373474, false, false, load_weight},
};
enum
{
    BUCKLING_CASES = 5
};

static inline double critical_load(const buckling_case *c, hf_fibre_kind kind, int elements)
{
    hf_fibre_def def = kit_def(kind, elements);
    fibre_kit k = kit_create(&def, c->floating, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
    double L = 1 - (c->tip_clamped ? 0.5 / k.f.segment_count : 0);
    double found = L * L * kit_critical(&k, c->loading, c->critical / (L * L), v3(1, 0, 0));
    kit_destroy(&k);
    return found;
}

// ---- frequencies ----

static const double beta[3] = {1.875104069, 4.694091133, 7.854757438};

/// The mode of a cantilever, 1 or so at the tip.
static inline double mode_shape(int mode, double s)
{
    double b = beta[mode], c = (cosh(b) + cos(b)) / (sinh(b) + sin(b));
    return 0.5 * (cosh(b * s) - cos(b * s) - c * (sinh(b * s) - sin(b * s)));
}

/// One step of the midpoint rule with these loads on segments.
static inline void kit_swing(fibre_kit *k, double h, const double (*wrench)[6])
{
    double *v = calloc((size_t)k->f.v_count, sizeof(double)), *q = calloc((size_t)k->f.q_count, sizeof(double));
    fibre_motion motion = {
        .h = h, .theta = 0.5, .epsilon = 0.5, .root = k->root, .q = k->q, .v = k->v, .v_free = v, .unsettled = -1};
    motion.wrench = wrench;
    memcpy(q, k->q, sizeof(double) * (size_t)k->f.q_count);
    k->f.kernel->advance(&k->f, &k->root, k->v, 0.5 * h, q, k->scratch);
    k->f.kernel->pose(&k->f, q, &k->root, k->scratch);
    CHECK(k->f.kernel->free(&k->f, k->scratch, &motion) && motion.unsettled < 0);
    k->f.kernel->advance(&k->f, &k->root, v, 0.5 * h, q, k->scratch);
    memcpy(k->q, q, sizeof(double) * (size_t)k->f.q_count);
    memcpy(k->v, v, sizeof(double) * (size_t)k->f.v_count);
    free(v), free(q);
}

/// The frequency of a mode by β: a small push in its shape, then zero crossings of its share of the motion. What the
/// midpoint rule does to frequencies is known, ω h/2 = tan(ω' h/2), and taken out.
static inline double cantilever_beta(hf_fibre_kind kind, int elements, int mode)
{
    static vec3 x[STATICS_NODES];
    hf_fibre_def def = kit_def(kind, elements);
    fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
    const int segments = k.f.segment_count;
    const double slow = sqrt(k.f.line_density / k.f.stiffness[0]),
                 h = 2 * kit_pi * slow / (beta[mode] * beta[mode]) / 100;
    double(*wrench)[6] = calloc((size_t)segments, sizeof *wrench), before = 0, first = 0, last = 0;
    for (int s = 0; s < segments; s++)
        wrench[s][0] =
            1e-3 / h * h / (slow * slow) * k.f.line_density / segments * mode_shape(mode, (s + 0.5) / segments);
    kit_swing(&k, h, (const double(*)[6])wrench);
    int crossings = 0;
    for (int step = 0; step < 340; step++)
    {
        double share = 0;
        kit_swing(&k, h, NULL);
        kit_nodes(&k, x, NULL);
        for (int i = 0; i <= segments; i++)
            share += x[i].x * mode_shape(mode, (double)i / segments) * (i == segments ? 0.5 : 1);
        if (step > 0 && before * share < 0)
        {
            double at = (step - share / (share - before)) * h;
            if (crossings++ == 0) first = at;
            last = at;
        }
        before = share;
    }
    free(wrench);
    kit_destroy(&k);
    CHECK(crossings >= 4);
    double seen = kit_pi * (crossings - 1) / (last - first), omega = 2 / h * tan(0.5 * seen * h);
    return sqrt(omega * slow);
}

// ---- naturally curved rods that hang ----

/// A rod with natural strains that hangs from a clamp with a vertical tangent, at rest under Γ.
static inline fibre_kit hanging(hf_fibre_kind kind, int elements, double gamma, vec3 natural, kit_load *load)
{
    hf_fibre_def def = kit_def(kind, elements);
    v3_store(def.natural, natural);
    fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(0, 0, -1), v3(0, 1, 0)));
    const bool planar = natural.y == 0 && natural.z == 0; // the curl lies in the plane x, z
    // Newton's method goes from light to heavy. Steps go at once: a planar rod may be unstable at lighter weights, and
    // would leave its plane.
    const int parts = kind == HF_FIBRE_SUPERHELIX ? 10 : 1;
    for (int part = 1; part <= parts; part++)
    {
        *load = (kit_load){.gravity = v3(0, 0, -kit_gravity(&k.f, gamma * part / parts)),
                           .across = planar ? v3(0, 1, 0) : v3_zero()};
        CHECK(kit_rest(&k, load));
    }
    // what rounding has grown to in the fall must not bend the plane: its square is below all errors that are looked at
    if (planar) CHECK(fabs(kit_tip(&k).y) < 1e-5 * k.f.length);
    return k;
}

static inline kirchhoff kirchhoff_hanging(double gamma, vec3 natural)
{
    return (kirchhoff){.gamma = gamma,
                       .natural = natural,
                       .ratio = 1.5, // ν = 1/2
                       .down = v3(0, 0, -1),
                       .clamp = kit_root(v3_zero(), v3(0, 0, -1), v3(0, 1, 0)).q,
                       .steps = 400};
}

/// The determinant whose zero is the bend-twist boundary.
static inline double bend_twist_exact(double gamma, double curvature)
{
    kirchhoff k = kirchhoff_hanging(gamma, v3(curvature, 0, 0));
    vec3 m, tip;
    double J[3][3];
    CHECK(kirchhoff_hang(k, &m, &tip));
    kirchhoff_jacobian(&k, m, J);
    return J[0][0] * J[2][2] - J[0][2] * J[2][0];
}

/// How stable the planar rest is against leaving the plane.
static inline double bend_twist_of(hf_fibre_kind kind, int elements, double gamma, double curvature)
{
    kit_load load;
    fibre_kit k = hanging(kind, elements, gamma, v3(curvature, 0, 0), &load);
    load.pace = 0.1;
    double stable = kind == HF_FIBRE_SUPERHELIX ? kit_lowest(&k, load.gravity) : kit_stability(&k, &load, v3(0, 1, 0));
    kit_destroy(&k);
    return stable;
}

/// The natural curvature, by 1/L, at which the planar rest under Γ stops to be stable; kind < 0: of Kirchhoff's
/// equations.
static inline double bend_twist_boundary(int kind, int elements, double gamma, double near)
{
    double a = 0.99 * near, b = 1.005 * near, fa = 0, fb;
    fa = kind < 0 ? bend_twist_exact(gamma, a) : bend_twist_of((hf_fibre_kind)kind, elements, gamma, a);
    for (int round = 0; round < 6 && fabs(b - a) > 1e-6 * near; round++)
    {
        fb = kind < 0 ? bend_twist_exact(gamma, b) : bend_twist_of((hf_fibre_kind)kind, elements, gamma, b);
        double next = b - fb * (b - a) / (fb - fa);
        a = b, fa = fb, b = next;
    }
    return b;
}

// ---- the twisted ring ----

/// A twisted ring is held by a shear force across its plane, G J twist × curvature. The quaternions of CoRdE transmit
/// it by being turned a little against their elements: by what balances the torques of their joints.
static inline void ring_shear(fibre_kit *k, int n, const vec3 *x, double *force)
{
    const double stiff = 4 * k->f.stiffness[0] / (k->f.section[1] * k->f.section[1]) / n; // E A ℓ
    double *d = calloc((size_t)k->f.v_count, sizeof(double));
    for (int round = 0; round < 4; round++)
    {
        kit_bias(k, v3_zero(), NULL, 0, force);
        vec3 t[2] = {v3_scale(n, v3_sub(x[1], x[0])), v3_scale(n, v3_sub(x[2], x[1]))}, up = v3(0, 0, 1);
        for (int i = 1; i < n; i++)
        {
            vec3 torque = v3_load(force + 3 + 6 * i), along = v3_scale(n, v3_sub(x[i + 1], x[i]));
            v3_store(d + 3 + 6 * i, v3_scale(-1 / stiff, v3_add_scaled(torque, -v3_dot(torque, along), along)));
        }
        vec3 second = v3_load(d + 9); // the first and the last as the second, turned on
        vec3 first = v3_add(v3_scale(v3_dot(second, v3_cross(t[1], up)), v3_cross(t[0], up)), v3(0, 0, second.z));
        v3_store(d + 3, first), v3_store(d + 3 + 6 * n, first);
        k->f.kernel->advance(&k->f, &k->root, d, 1, k->q, k->scratch);
    }
    free(d);
}

/// How stable a ring of n elements that was twisted by an angle before its ends were joined is against leaving its
/// plane. It is a floating rod of n + 1 elements, the last one tied to the first; what the tie transmits at rest stands
/// in `force`.
static inline double twisted_ring(hf_fibre_kind kind, int n, double twist)
{
    double *points = calloc(3 * (size_t)(n + 2), sizeof(double)), *shape = calloc((size_t)n + 1, sizeof(double));
    hf_fibre_def def = kit_def(kind, n + 1);
    const double radius = 0.5 / (n * sin(kit_pi / n)); // elements of 1/n
    for (int i = 0; i < n + 2; i++)
    {
        points[3 * i] = radius * cos(2 * kit_pi * i / n), points[3 * i + 1] = radius * sin(2 * kit_pi * i / n);
        if (i < n) shape[i] = cos(4 * kit_pi * i / n); // rigid motions have no share in it
    }
    def.length = (n + 1.0) / n;
    def.point_count = n + 2, def.points = points;
    fibre_kit k = kit_create(&def, true, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
    vec3 *x = calloc((size_t)n + 2, sizeof(vec3));
    kit_nodes(&k, x, NULL);
    for (int i = 0; i <= n; i++) // spins
        if (kind == HF_FIBRE_DER) k.v[3 + 5 * i] = twist * i / n;
        else v3_store(k.v + 3 + 6 * i, v3_scale(twist * i, v3_sub(x[i + 1], x[i])));
    for (int part = 0; part < 50; part++) k.f.kernel->advance(&k.f, &k.root, k.v, 1.0 / 50, k.q, k.scratch);
    double *force = calloc((size_t)k.f.v_count, sizeof(double));
    if (kind == HF_FIBRE_CORDE) ring_shear(&k, n, x, force);
    kit_bias(&k, v3_zero(), NULL, 0, force);
    for (int i = 9; i < k.f.v_count - 9; i++) CHECK(fabs(force[i]) < 1e-9); // it rests, but for its ends
    kit_load load = {.force = force, .shape = shape, .pace = kind == HF_FIBRE_DER ? 0.004 : 0.002};
    hold_end(&load, 2, false, 3), hold_end(&load, 2, true, 3);
    double stable = kit_stability(&k, &load, v3(0, 0, 1));
    kit_destroy(&k);
    free(points), free(shape), free(force), free(x);
    return stable;
}

/// The twist at which a ring leaves its plane, by 2π E I/G J: √3 (Michell 1889).
static inline double ring_twist(hf_fibre_kind kind, int n)
{
    const double unit = 2 * kit_pi * 1.5; // ν = 1/2
    double a = 1.68, b = 1.75, fa = twisted_ring(kind, n, a * unit), fb;
    for (int round = 0; round < 5 && fabs(b - a) > 1e-5; round++)
    {
        fb = twisted_ring(kind, n, b * unit);
        double next = b - fb * (b - a) / (fb - fa);
        a = b, fa = fb, b = next;
    }
    return b;
}

#endif
