// Rest, stability and loads of fibres by their kernels alone, whatever the kind.
//
// Rest: steps of Euler's rule from velocity zero, longer and longer: x ◄ x + (M/h² + K)⁻¹ f, Newton's method on the
// energy in the end.
// Stability: the same from a shape that is a little off its rest. A step of length h multiplies the mode with
// eigenvalue λ (of K by M) by 1/(1 + h² λ): after a few steps the lowest is left, and its factor gives λ, whatever the
// sign. Loads at which λ = 0 are found by secants.

#ifndef HF_TEST_FIBRE_STATICS_H
#define HF_TEST_FIBRE_STATICS_H

#include "support/fibre_kit.h"

enum
{
    STATICS_NODES = 1001,
    STATICS_ROWS = 8
};

/// What holds a fibre beside its root, and what loads it.
typedef struct kit_load
{
    vec3 gravity;

    /// The normal of the plane in which a rest is looked for. Motion across it is not waited for: such a rest may be a
    /// saddle, from which rounding grows, slowly. Zero: all motion has to end.
    vec3 across;

    /// Forces at the tip and at the root [N].
    vec3 tip, root;

    /// Length of the steps that look at stability, by L² √(ρS/EI); 0: 0.7, or short ones where there are rows.
    double pace;

    /// v_count generalized forces. NULL: none.
    const double *force;

    /// The shape of the bend that kit_stability looks at, segment_count weights along its direction. NULL: that of a
    /// weight.
    const double *shape;

    /// Of segments along a direction, times `shape` [N].
    vec3 push;

    /// Rows: of a point at an end (0 root, 1 tip) along a direction, or of turning about it, that shall not move; 2:
    /// the middle of the last segment against that of the first.
    int row_count;
    struct
    {
        int end;
        bool turn;
        vec3 along;
    } rows[STATICS_ROWS];
} kit_load;

/// H ◄ one row, all of it.
static inline void kit_row(const fibre_kit *k, const vec3 *x, int end, bool turn, vec3 along, double *H)
{
    const int last = k->f.segment_count - 1;
    double *part = calloc((size_t)k->f.v_count, sizeof(double));
    memset(H, 0, sizeof(double) * (size_t)k->f.v_count);
    for (int side = 0; side < (end == 2 ? 2 : 1); side++)
    {
        int segment = end == 0 || side ? 0 : last, first, count;
        vec3 arm = v3_scale(end == 2 ? 0 : end ? 0.5 : -0.5, v3_sub(x[segment + 1], x[segment]));
        k->f.kernel->row(&k->f, k->scratch, segment, turn ? v3_zero() : along, turn ? along : v3_cross(arm, along),
                         &first, &count, part);
        for (int i = 0; i < count; i++) H[first + i] += side ? -part[i] : part[i];
    }
    free(part);
}

/// v ◄ v + what keeps the rows from moving: (H M̂⁻¹ Hᵀ) r = -H v by elimination.
static inline void kit_hold(const fibre_kit *k, const vec3 *x, const kit_load *load, double *v)
{
    const int n = load->row_count, size = k->f.v_count;
    double *room = calloc((size_t)(2 * n + 2) * (size_t)size, sizeof(double)), W[STATICS_ROWS][STATICS_ROWS + 1];
    double *H = room, *G = room + (size_t)n * (size_t)size, *z = room + 2 * (size_t)n * (size_t)size, *h = z + size;
    CHECK(room != NULL);
    for (int i = 0; i < n; i++)
    {
        double *row = H + (size_t)i * (size_t)size;
        int first = 0, count = size;
        kit_row(k, x, load->rows[i].end, load->rows[i].turn, load->rows[i].along, row);
        k->f.kernel->half(&k->f, k->scratch, &first, &count, row, h, G + (size_t)i * (size_t)size);
    }
    for (int j = 0; j < n; j++)
    {
        k->f.kernel->respond(&k->f, k->scratch, G + (size_t)j * (size_t)size, h);
        for (int i = 0; i < n; i++)
        {
            W[i][j] = 0;
            for (int l = 0; l < size; l++) W[i][j] += H[(size_t)i * (size_t)size + (size_t)l] * h[l];
        }
        W[j][n] = 0;
        for (int l = 0; l < size; l++) W[j][n] -= H[(size_t)j * (size_t)size + (size_t)l] * v[l];
    }
    for (int p = 0; p < n; p++)
        for (int i = 0; i < n; i++)
        {
            double s = i == p ? 0 : W[i][p] / W[p][p];
            for (int j = p; j <= n; j++) W[i][j] -= s * W[p][j];
        }
    memset(z, 0, sizeof(double) * (size_t)size);
    for (int i = 0; i < n; i++)
        for (int l = 0; l < size; l++) z[l] += G[(size_t)i * (size_t)size + (size_t)l] * W[i][n] / W[i][i];
    k->f.kernel->respond(&k->f, k->scratch, z, h);
    for (int l = 0; l < size; l++) v[l] += h[l];
    free(room);
}

/// One step from velocity zero; false, and nothing changed, if it is refused. *moved ◄ the largest displacement of a
/// node, along the load's plane where it has one.
static inline bool kit_creep(fibre_kit *k, double h, const kit_load *load, double *moved)
{
    static vec3 x[STATICS_NODES], y[STATICS_NODES];
    const int segments = k->f.segment_count;
    CHECK(segments < STATICS_NODES);
    double(*wrench)[6] = calloc((size_t)segments, sizeof *wrench), *v = calloc((size_t)k->f.v_count, sizeof(double));
    kit_nodes(k, x, NULL);
    vec3 arm = v3_scale(0.5, v3_sub(x[segments], x[segments - 1]));
    v3_store(wrench[segments - 1], load->tip), v3_store(wrench[segments - 1] + 3, v3_cross(arm, load->tip));
    vec3 back = v3_scale(-0.5, v3_sub(x[1], x[0]));
    v3_store(wrench[0], v3_add(v3_load(wrench[0]), load->root));
    v3_store(wrench[0] + 3, v3_add(v3_load(wrench[0] + 3), v3_cross(back, load->root)));
    for (int i = 0; i < segments && load->shape; i++)
        v3_store(wrench[i], v3_add_scaled(v3_load(wrench[i]), load->shape[i], load->push));
    memset(k->v, 0, sizeof(double) * (size_t)k->f.v_count);
    fibre_motion motion = {.h = h,
                           .theta = 1,
                           .epsilon = 1,
                           .gravity = load->gravity,
                           .root = k->root,
                           .q = k->q,
                           .v = k->v,
                           .wrench = (const double(*)[6])wrench,
                           .force = load->force,
                           .v_free = v,
                           .unsettled = -1};
    double *answer = calloc((size_t)k->f.v_count, sizeof(double));
    bool done = true;
    for (int round = 0; round < (load->row_count ? 3 : 1) && done;
         round++) // forces are taken where the rows lead, as in a world from step to step
    {
        motion.expected = load->row_count ? answer : NULL;
        motion.unsettled = -1;
        k->f.kernel->pose(&k->f, k->q, &k->root, k->scratch);
        done = k->f.kernel->free(&k->f, k->scratch, &motion) && motion.unsettled < 0;
        for (int i = 0; i < k->f.v_count; i++) done = done && isfinite(v[i]);
        if (!done || !load->row_count) break;
        memcpy(answer, v, sizeof(double) * (size_t)k->f.v_count);
        kit_hold(k, x, load, v);
        for (int i = 0; i < k->f.v_count; i++) answer[i] = v[i] - answer[i];
    }
    if (done)
    {
        k->f.kernel->advance(&k->f, &k->root, v, h, k->q, k->scratch);
        kit_nodes(k, y, NULL);
        *moved = 0;
        for (int i = 0; i <= segments; i++)
        {
            vec3 d = v3_sub(y[i], x[i]);
            *moved = fmax(*moved, v3_norm(v3_add_scaled(d, -v3_dot(d, load->across), load->across)));
        }
    }
    free(wrench), free(v), free(answer);
    return done;
}

/// Elastic energy, and that of weight and load [J].
static inline double kit_potential(fibre_kit *k, const kit_load *load)
{
    kit_energy e = kit_energy_of(k, load->gravity);
    return e.weight + e.elastic - v3_dot(load->tip, kit_tip(k));
}

/// x ◄ A⁻¹ x by elimination with pivots; A is destroyed.
static inline bool kit_eliminate(int n, double *A, double *x)
{
    for (int p = 0; p < n; p++)
    {
        int best = p;
        for (int i = p + 1; i < n; i++)
            if (fabs(A[i * n + p]) > fabs(A[best * n + p])) best = i;
        if (A[best * n + p] == 0) return false;
        for (int j = 0; j < n; j++)
        {
            double swap = A[p * n + j];
            A[p * n + j] = A[best * n + j], A[best * n + j] = swap;
        }
        double swap = x[p];
        x[p] = x[best], x[best] = swap;
        for (int i = p + 1; i < n; i++)
        {
            double l = A[i * n + p] / A[p * n + p];
            for (int j = p; j < n && l != 0; j++) A[i * n + j] -= l * A[p * n + j];
            x[i] -= l * x[p];
        }
    }
    for (int i = n - 1; i >= 0; i--)
    {
        for (int j = i + 1; j < n; j++) x[i] -= A[i * n + j] * x[j];
        x[i] /= A[i * n + i];
    }
    return true;
}

/// f ◄ the bias at rest after a displacement d (NULL: none).
static inline void kit_bias(fibre_kit *k, vec3 gravity, const double *d, double step, double *f)
{
    const size_t size = sizeof(double) * (size_t)k->f.q_count;
    double *q = malloc(size);
    memcpy(q, k->q, size);
    memset(k->v, 0, sizeof(double) * (size_t)k->f.v_count);
    if (d) k->f.kernel->advance(&k->f, &k->root, d, step, k->q, k->scratch);
    k->f.kernel->pose(&k->f, k->q, &k->root, k->scratch);
    k->f.kernel->bias(&k->f, k->scratch, k->q, &k->root, k->v, gravity, f);
    memcpy(k->q, q, size);
    free(q);
}

/// J ◄ the derivative of the bias, by differences.
static inline void kit_jacobian(fibre_kit *k, vec3 gravity, double *J)
{
    const int n = k->f.v_count;
    double *up = calloc(3 * (size_t)n, sizeof(double)), *down = up + n, *d = down + n;
    for (int j = 0; j < n; j++)
    {
        d[j] = 1;
        kit_bias(k, gravity, d, 1e-5, up);
        kit_bias(k, gravity, d, -1e-5, down);
        for (int i = 0; i < n; i++) J[i * n + j] = (up[i] - down[i]) / 2e-5;
        d[j] = 0;
    }
    free(up);
}

/// Rest under weight of kinds without constraints, whose K does not know of weight: Newton's method on the bias.
static inline bool kit_rest_by_newton(fibre_kit *k, vec3 gravity)
{
    const int n = k->f.v_count;
    double *J = calloc((size_t)n * (size_t)(n + 1), sizeof(double)), *f = J + (size_t)n * (size_t)n, largest = 1;
    for (int round = 0; round < 60 && largest > 1e-11; round++)
    {
        kit_bias(k, gravity, NULL, 0, f);
        kit_jacobian(k, gravity, J);
        CHECK(kit_eliminate(n, J, f));
        largest = 0;
        for (int i = 0; i < n; i++) largest = fmax(largest, fabs(f[i]));
        k->f.kernel->advance(&k->f, &k->root, f, -fmin(1, 0.2 / largest), k->q, k->scratch);
    }
    free(J);
    return largest <= 1e-9;
}

/// The eigenvalue next to zero of that derivative at rest, by inverse iteration.
static inline double kit_lowest(fibre_kit *k, vec3 gravity)
{
    const int n = k->f.v_count;
    const size_t square = (size_t)n * (size_t)n;
    double *J = calloc(2 * square + 2 * (size_t)n, sizeof(double)), *A = J + square, *x = A + square, *y = x + n,
           value = 0;
    kit_jacobian(k, gravity, J);
    for (int i = 0; i < n; i++) x[i] = sin(1.0 + i);
    for (int round = 0; round < 30; round++)
    {
        double size = 0, along = 0;
        for (int i = 0; i < n; i++) size += x[i] * x[i];
        for (int i = 0; i < n; i++) y[i] = x[i] /= sqrt(size);
        memcpy(A, J, sizeof(double) * square);
        CHECK(kit_eliminate(n, A, y));
        for (int i = 0; i < n; i++) along += x[i] * y[i];
        value = 1 / along;
        memcpy(x, y, sizeof(double) * (size_t)n);
    }
    free(J);
    return value;
}

/// The rest that steps lead to. False if they do not come to an end. Steps become longer while energy falls, and
/// shorter where it does not:
/// kernels may leave parts out of K, such as what weight does to a super-helix.
static inline bool kit_rest(fibre_kit *k, const kit_load *load)
{
    if (k->f.kind == HF_FIBRE_SUPERHELIX && v3_norm(load->tip) == 0) return kit_rest_by_newton(k, load->gravity);
    const double slow = k->f.length * k->f.length * sqrt(k->f.line_density / k->f.stiffness[0]);
    const double fall = sqrt(k->f.length / fmax(v3_norm(load->gravity), 1e-300)), enough = 0.05 * fmin(slow, fall);
    const double scale = k->f.stiffness[0] / k->f.length;
    double h = 1e-3 * slow, moved = 0, energy = kit_potential(k, load),
           *q = calloc((size_t)k->f.q_count, sizeof(double));
    double most = 1e3 * slow, before = HUGE_VAL;
    int calm = 0;
    for (int step = 0; step < 5000 && calm < 3 && h > 1e-9 * slow; step++)
    {
        memcpy(q, k->q, sizeof(double) * (size_t)k->f.q_count);
        memset(k->v, 0, sizeof(double) * (size_t)k->f.v_count);
        bool done = kit_creep(k, h, load, &moved);
        double now = done ? kit_potential(k, load) : HUGE_VAL;
        if (!(now <= energy + 1e-13 * scale + 1e-13 * fabs(energy)))
        {
            memcpy(k->q, q, sizeof(double) * (size_t)k->f.q_count);
            most = fmax(0.6 * h, enough);
            h *= 0.3;
            calm = 0;
            continue;
        }
        energy = now;
        calm = h >= enough && moved < 1e-10 * k->f.length ? calm + 1 : 0;
        if (moved > before && moved < 1e-4 * k->f.length && h > enough) most = fmax(0.6 * h, enough);
        before = moved;
        h = fmin(h * 1.4, most);
    }
    free(q);
    return calm >= 3;
}

/// Gravity at which ρ g S L³/(E I) is Γ.
static inline double kit_gravity(const fibre *f, double gamma)
{
    return gamma * f->stiffness[0] / (f->line_density * f->length * f->length * f->length);
}

/// How a small bend fades from one long step to the next at rest: 1/factor - 1, which is positive where the rest is
/// stable, negative where it is not, and zero at the load where it stops to be. The bend is that of a small weight
/// along `kick`, a unit vector.
static inline double kit_stability(fibre_kit *k, const kit_load *load, vec3 kick)
{
    static vec3 rest[STATICS_NODES], x[STATICS_NODES];
    const int segments = k->f.segment_count;
    // Without its rows a rod under such loads turns over; steps must be too short for that.
    const double pace = load->pace > 0 ? load->pace : load->row_count ? 0.02 : 0.7, L = k->f.length;
    const double h = pace * L * L * sqrt(k->f.line_density / k->f.stiffness[0]);
    double *q = calloc((size_t)k->f.q_count, sizeof(double)), before = 0, now = 0, moved;
    kit_nodes(k, rest, NULL);
    memcpy(q, k->q, sizeof(double) * (size_t)k->f.q_count);
    kit_load pushed = *load;
    double weight = kit_gravity(&k->f, 1e-3);
    if (load->shape) pushed.push = v3_scale(weight * k->f.line_density * L / segments, kick);
    else pushed.gravity = v3_add_scaled(pushed.gravity, weight, kick);
    CHECK(kit_creep(k, h, &pushed, &moved));
    for (int step = 0; step < (pace < 0.5 ? 60 : 8); step++)
    {
        CHECK(kit_creep(k, h, load, &moved));
        before = now, now = 0;
        kit_nodes(k, x, NULL);
        for (int i = 0; i <= segments; i++)
        {
            double off = v3_dot(v3_sub(x[i], rest[i]), kick);
            now += load->shape && i < segments ? off * load->shape[i] : off * off;
        }
        now = load->shape ? fabs(now) / segments : sqrt(now / segments);
        CHECK(now < 0.05 * L);
    }
    memcpy(k->q, q, sizeof(double) * (size_t)k->f.q_count);
    free(q);
    return before / now - 1;
}

/// The load at which a straight rod of unit length and stiffness stops to be stable, by secants between two that are
/// near; `straight` makes a rod, `loaded` what acts on it at a load.
typedef void (*kit_loading)(const fibre *f, double load, kit_load *out);

static inline double kit_critical(fibre_kit *k, kit_loading loading, double near, vec3 kick)
{
    double a = 0.96 * near, b = 1.01 * near, fa, fb;
    kit_load load = {.row_count = 0};
    loading(&k->f, a, &load);
    fa = kit_stability(k, &load, kick);
    for (int round = 0; round < 6; round++)
    {
        load = (kit_load){.row_count = 0};
        loading(&k->f, b, &load);
        fb = kit_stability(k, &load, kick);
        double next = b - fb * (b - a) / (fb - fa);
        a = b, fa = fb, b = next;
        if (fabs(b - a) < 1e-6 * near) break;
    }
    return b;
}

// ---- the elastica ----

/// A cantilever that starts level and bends under its weight: θ'' = -Γ (1 - s) cos θ, θ(0) = 0, θ'(1) = 0, θ downwards,
/// by Numerov's rule (fourth order) and Newton's method. tip ◄ how far out and how far down, by the length.
static inline void elastica_tip(double gamma, int n, double tip[2])
{
    double h = 1.0 / n, *theta = calloc((size_t)n + 1, sizeof(double)),
           *room = calloc(4 * ((size_t)n + 1), sizeof(double));
    double *diagonal = room, *above = room + n + 1, *below = room + 2 * (n + 1), *r = room + 3 * (n + 1);
    for (double now = fmin(gamma, 1);; now = fmin(2 * now, gamma)) // from light to heavy
    {
        for (int round = 0; round < 50; round++)
        {
            double worst = 0, c = h * h / 12;
            for (int i = 1; i <= n; i++)
            {
                double f[3], d[3];
                for (int k = 0; k < 3; k++)
                {
                    int j = i + k - 1 > n ? n - 1 : i + k - 1;
                    double s = (i + k - 1) * h; // beyond the end θ is even but for h³ θ'''/3, and the load changes sign
                    f[k] = -now * (1 - s) * cos(theta[j]), d[k] = now * (1 - s) * sin(theta[j]);
                }
                double beyond = i < n ? theta[i + 1] : theta[n - 1] + h * h * h / 3 * now * cos(theta[n]);
                r[i] = theta[i - 1] - 2 * theta[i] + beyond - c * (f[0] + 10 * f[1] + f[2]);
                below[i] = 1 - c * d[0], diagonal[i] = -2 - 10 * c * d[1], above[i] = 1 - c * d[2];
                if (i == n) below[i] += 1 - c * d[2], diagonal[i] -= h * h * h / 3 * now * sin(theta[n]);
            }
            for (int i = 2; i <= n; i++)
            {
                double l = below[i] / diagonal[i - 1];
                diagonal[i] -= l * above[i - 1], r[i] -= l * r[i - 1];
            }
            for (int i = n; i >= 1; i--)
            {
                r[i] = (r[i] - (i < n ? above[i] * r[i + 1] : 0)) / diagonal[i];
                theta[i] -= r[i];
                worst = fmax(worst, fabs(r[i]));
            }
            if (worst < 1e-13) break;
        }
        if (now >= gamma) break;
    }
    tip[0] = tip[1] = 0;
    for (int i = 0; i <= n; i++) // Simpson's rule
    {
        double weight = h / 3 * (i == 0 || i == n ? 1 : i % 2 ? 4 : 2);
        tip[0] += weight * cos(theta[i]), tip[1] += weight * sin(theta[i]);
    }
    free(theta), free(room);
}

/// How far the tip of a cantilever of that kind at rest is from the elastica's, by the length.
static inline double kit_elastica_error(hf_fibre_kind kind, int elements, double gamma)
{
    double tip[2];
    hf_fibre_def def = kit_def(kind, elements);
    fibre_kit k = kit_create(&def, false, kit_root(v3_zero(), v3(1, 0, 0), v3(0, 1, 0)));
    const int parts = kind == HF_FIBRE_SUPERHELIX ? 8 : 1; // Newton's method goes from light to heavy
    for (int part = 1; part <= parts; part++)
    {
        kit_load load = {.gravity = v3(0, 0, -kit_gravity(&k.f, gamma * pow(3, part - parts)))};
        CHECK(kit_rest(&k, &load));
    }
    elastica_tip(gamma, 4000, tip);
    vec3 at = kit_tip(&k);
    kit_destroy(&k);
    CHECK(fabs(at.y) < 1e-9);
    return hypot(at.x - tip[0], -at.z - tip[1]);
}

#endif
