// Super-helices: the shape nearest to a curve.
//
// Targets are the points of the curve at the arc lengths of the nodes. First each piece by itself, from the root on: u
// such that the piece, which begins on the curve and along it, goes through the targets along it (least squares, three
// unknowns, from a circle). Its frame is the last one's at its end, turned onto the tangent of the curve: beginning
// where the last one ended would hand its error on, larger each time. Values that pieces share are averaged. Then all
// coordinates at once and a turn of the root,
//     minimize  Σ |x_j - target_j|²  +  (ρ L²)² Σ (u - u_0)²
// by Levenberg and Marquardt. ρ is small: it decides what nodes leave open, the twist of straight parts above all. What
// cannot be met stays: an element has one curvature. Cost: some tens of n³ operations, once.
//
// The frame of the root is the one that was given, turned by as little as makes t the tangent of the curve there.

#include "bodies/fibre/superhelix.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/small_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PIECE_ROUNDS = 20,
    FIT_ROUNDS = 60,
    PIECE_TARGETS = 8, // along one piece
    LONG_CURVE = 4096  // points
};
static const double LOOSE = 1e-6; // ρ: weight of the guess
static const double DONE = 1e-10; // share of the length that a round moves nothing by

// ---- the curve ----

typedef struct curve
{
    int count;
    const double *points;
    double length; // along the polygon [m]
    // Of a long curve: the arc length at each point, so that places are looked up; otherwise NULL, and walked to.
    double *along;
} curve;

static vec3 curve_point(const curve *c, int k)
{
    return v3_load(c->points + 3 * (size_t)k);
}

/// The length, and where to look places up; false if memory is short.
static bool curve_measure(curve *c)
{
    c->along = c->count > LONG_CURVE ? MEMORY_ARRAY(double, (size_t)c->count) : NULL;
    if (c->count > LONG_CURVE && !c->along) return false;
    for (int k = 0; k < c->count; k++)
    {
        if (c->along) c->along[k] = c->length;
        if (k + 1 < c->count) c->length += v3_distance(curve_point(c, k), curve_point(c, k + 1));
    }
    return true;
}

static vec3 look_up(const curve *c, double goal)
{
    int low = 0, high = c->count - 1;
    while (high - low > 1) // along[low] <= goal, and along[high] above it or the end
    {
        int middle = low + (high - low) / 2;
        if (c->along[middle] <= goal) low = middle;
        else high = middle;
    }
    double part = c->along[high] - c->along[low];
    return v3_mix(curve_point(c, low), curve_point(c, high),
                  part > 0.0 ? fmin(1.0, (goal - c->along[low]) / part) : 0.0);
}

/// The point at a share of the arc length, 0 … 1.
static vec3 curve_at(const curve *c, double share)
{
    double left = share * c->length;
    if (c->along) return look_up(c, left);
    for (int k = 0; k + 1 < c->count; k++)
    {
        vec3 a = curve_point(c, k), b = curve_point(c, k + 1);
        double part = v3_distance(a, b);
        if (left <= part || k + 2 == c->count) return v3_mix(a, b, left < part ? left / part : 1.0);
        left -= part;
    }
    return curve_point(c, 0);
}

/// Turn that takes the unit vector a to b the short way.
static quat shortest_turn(vec3 a, vec3 b)
{
    quat q = {1.0 + v3_dot(a, b), 0, 0, 0};
    vec3 cross = v3_cross(a, b);
    if (q.w < 1e-12) // opposite
    {
        vec3 axis = v3_perpendicular(a);
        return (quat){0, axis.x, axis.y, axis.z};
    }
    return quat_normalize((quat){q.w, cross.x, cross.y, cross.z});
}

// ---- one piece ----

/// A frame, turned by as little as makes its t the tangent of the curve at a share of the arc length.
static quat along_curve(const curve *c, double share, quat turn)
{
    const double NEAR = 5e-3; // share of the arc length
    vec3 tangent = v3_sub(curve_at(c, fmin(share + NEAR, 1.0)), curve_at(c, fmax(share - NEAR, 0.0)));
    tangent = v3_unit_or(tangent, quat_rotate(turn, v3(0, 0, 1)));
    return quat_normalize(quat_multiply(shortest_turn(quat_rotate(turn, v3(0, 0, 1)), tangent), turn));
}

/// u of a piece that begins on the curve at `begin` with frame `turn`, and follows it for `length`.
static vec3 fit_piece(const curve *c, double whole, quat turn, double begin, double length)
{
    vec3 target[PIECE_TARGETS], u = v3_zero(), x = curve_at(c, begin / whole);
    double damping = 1e-3, last = INFINITY;
    for (int k = 0; k < PIECE_TARGETS; k++)
        target[k] = quat_rotate_back(turn, v3_sub(curve_at(c, (begin + length * (k + 1) / PIECE_TARGETS) / whole), x));
    // guess: a circle from the tangent to the end
    double reach2 = v3_norm2(target[PIECE_TARGETS - 1]);
    if (reach2 > 0.0)
        u = v3(-2.0 * target[PIECE_TARGETS - 1].y / reach2, 2.0 * target[PIECE_TARGETS - 1].x / reach2, 0.0);
    vec3 best = u;
    for (int round = 0; round < PIECE_ROUNDS; round++)
    {
        double N[9] = {0}, rhs[3] = {0}, error = 0.0;
        for (int k = 0; k < PIECE_TARGETS; k++)
        {
            helix_point p;
            helix_at(u, length * (k + 1) / PIECE_TARGETS, true, &p);
            vec3 miss = v3_sub(target[k], p.p);
            error += v3_norm2(miss);
            for (int i = 0; i < 3; i++)
            {
                rhs[i] += v3_dot(p.way[i], miss);
                for (int j = 0; j < 3; j++) N[3 * i + j] += v3_dot(p.way[i], p.way[j]);
            }
        }
        if (error < last) best = u, last = error, damping *= 0.3;
        else damping *= 10.0;
        double scale = N[0] + N[4] + N[8], step[3];
        for (int i = 0; i < 3; i++) N[4 * i] += (damping + 1e-9) * scale;
        if (small_solve3(N, rhs, step) == 0.0) break;
        u = v3_add(best, v3_load(step));
    }
    return best;
}

static void guess(const fibre *f, const curve *c, const fibre_root *root, double *strain)
{
    const superhelix *own = superhelix_of(f);
    double share[3];
    quat turn = root->q;
    memset(strain, 0, (size_t)own->coordinate_count * sizeof *strain);
    for (int e = 0; e < own->piece_count; e++)
    {
        const helix_piece *piece = &own->pieces[e];
        if (e > 0) turn = along_curve(c, piece->begin / f->length, turn);
        vec3 u = fit_piece(c, f->length, turn, piece->begin, piece->length);
        turn = quat_normalize(quat_multiply(turn, quat_exp(v3_scale(piece->length, u))));
        v3_store(share, u);
        for (int k = 0; k < 3; k++)
        {
            double part = f->length / (k < 2 ? f->element_count : f->twist_count);
            strain[piece->coordinate[k]] += share[k] * piece->length / part;
        }
    }
}

// ---- all of it ----

typedef struct fitting
{
    int n; // coordinates, and three of a turn of the root
    double *strain, *trial, *start, *N, *rhs, *step, *row[3], *scratch;
    vec3 *target; // segment_count + 1
    fibre moving; // the same fibre, with a root that is given
} fitting;

/// Row-major 3 × n: how a node moves with every coordinate.
static void node_columns(const fibre *f, const helix_scratch *h, int j, double *const row[3])
{
    const superhelix *own = superhelix_of(f);
    int n = own->coordinate_count;
    const node_pose *node = &h->nodes[j];
    double column[3];
    for (int i = 0; i < 3; i++) memset(row[i], 0, (size_t)(n + 3) * sizeof(double));
    for (int e = 0; e <= own->node_piece[j]; e++)
        for (int k = 0; k < 3; k++)
        {
            vec3 moves = e < own->node_piece[j] ? v3_add(h->pieces[e].way[k], v3_cross(h->pieces[e].turn[k], node->x))
                                                : node->way[k];
            v3_store(column, moves);
            for (int i = 0; i < 3; i++) row[i][own->pieces[e].coordinate[k]] += column[i];
        }
    for (int k = 0; k < 3; k++)
    {
        v3_store(column, v3_cross(v3(k == 0, k == 1, k == 2), node->x));
        for (int i = 0; i < 3; i++) row[i][n + k] = column[i];
    }
}

/// The sum that is made small; N and rhs ◄ its normal equations if `system`.
static double measure(const fitting *t, const fibre_root *root, const double *strain, bool system, double *worst)
{
    const fibre *f = &t->moving;
    int n = t->n, coordinates = n - 3;
    superhelix_pose(f, strain, root, t->scratch);
    helix_scratch h = helix_scratch_of(f, t->scratch);
    double sum = 0.0, weight = LOOSE * f->length * f->length, miss[3];
    *worst = 0.0;
    if (system)
    {
        memset(t->N, 0, (size_t)n * (size_t)n * sizeof *t->N);
        memset(t->rhs, 0, (size_t)n * sizeof *t->rhs);
    }
    for (int j = 0; j <= f->segment_count; j++)
    {
        vec3 away = v3_sub(t->target[j], v3_add(root->x, h.nodes[j].x));
        sum += v3_norm2(away);
        *worst = fmax(*worst, v3_norm(away));
        if (!system) continue;
        v3_store(miss, away);
        node_columns(f, &h, j, t->row);
        for (int i = 0; i < 3; i++)
            for (int a = 0; a < n; a++)
            {
                t->rhs[a] += t->row[i][a] * miss[i];
                for (int b = 0; b <= a; b++) t->N[(size_t)a * (size_t)n + (size_t)b] += t->row[i][a] * t->row[i][b];
            }
    }
    for (int k = 0; k < coordinates; k++)
    {
        double off = weight * (t->start[k] - strain[k]);
        sum += off * off;
        if (!system) continue;
        t->rhs[k] += weight * off;
        t->N[(size_t)k * (size_t)(n + 1)] += weight * weight;
    }
    return sum;
}

/// step ◄ (N + damping · diagonal)⁻¹ rhs, by LDLᵀ in place. False if that does not exist.
static bool normal_solve(const fitting *t, double damping)
{
    size_t n = (size_t)t->n;
    double *N = t->N;
    memcpy(t->step, t->rhs, n * sizeof *t->step);
    for (size_t i = 0; i < n; i++) N[i * (n + 1)] += damping * N[i * (n + 1)] + 1e-300;
    for (size_t i = 0; i < n; i++)
    {
        for (size_t j = 0; j <= i; j++)
        {
            double sum = N[i * n + j];
            for (size_t k = 0; k < j; k++) sum -= N[i * n + k] * N[j * n + k];
            if (i == j && !(sum > 0.0)) return false;
            N[i * n + j] = i == j ? sqrt(sum) : sum / N[j * n + j];
        }
        for (size_t k = 0; k < i; k++) t->step[i] -= N[i * n + k] * t->step[k];
        t->step[i] /= N[i * n + i];
    }
    for (size_t i = n; i-- > 0;)
    {
        t->step[i] /= N[i * n + i];
        for (size_t k = 0; k < i; k++) t->step[k] -= N[i * n + k] * t->step[i];
    }
    return true;
}

static void refine(fitting *t, fibre_root *root, double *fit)
{
    double damping = 1e-4, worst, least = measure(t, root, t->strain, false, fit);
    int coordinates = t->n - 3;
    for (int round = 0; round < FIT_ROUNDS && least > 0.0; round++)
    {
        measure(t, root, t->strain, true, &worst);
        if (!normal_solve(t, damping)) break;
        fibre_root turned = *root;
        turned.q = quat_normalize(quat_multiply(quat_exp(v3_load(t->step + coordinates)), root->q));
        for (int k = 0; k < coordinates; k++) t->trial[k] = t->strain[k] + t->step[k];
        double sum = measure(t, &turned, t->trial, false, &worst);
        if (!(sum < least))
        {
            damping *= 8.0;
            if (damping > 1e8) break;
            continue;
        }
        double gain = least - sum;
        *root = turned;
        memcpy(t->strain, t->trial, (size_t)coordinates * sizeof *t->strain);
        *fit = worst;
        least = sum;
        damping *= 0.2;
        double small = DONE * t->moving.length;
        if (gain < small * small) break;
    }
}

static void fitting_free(fitting *t)
{
    free(t->strain);
    free(t->scratch);
    free(t->target);
}

static bool fitting_take(const fibre *f, fitting *t)
{
    size_t c = (size_t)superhelix_of(f)->coordinate_count, n = c + 3;
    *t = (fitting){.n = (int)n, .moving = *f};
    t->moving.floating = false;
    t->strain = MEMORY_ARRAY(double, n *n + 8 * n);
    t->scratch = MEMORY_ARRAY(double, f->scratch_size);
    t->target = MEMORY_ARRAY(vec3, (size_t)f->segment_count + 1);
    if (!t->strain || !t->scratch || !t->target) return false;
    double *at = t->strain;
    t->trial = at += n;
    t->start = at += n;
    t->rhs = at += n;
    t->step = at += n;
    for (int i = 0; i < 3; i++) t->row[i] = at += n;
    t->N = at + n;
    return true;
}

hf_status superhelix_start(const fibre *f, int count, const double *points, fibre_root *root, double *q, double *fit,
                           hf_error *error)
{
    const superhelix *own = superhelix_of(f);
    size_t size = (size_t)own->coordinate_count * sizeof(double);
    double *strain = f->floating ? q + ROOT_Q : q;
    *fit = 0.0;
    if (!points) memcpy(strain, own->rest, size);
    else
    {
        fitting t;
        curve c = {.count = count, .points = points};
        if (!fitting_take(f, &t) || !curve_measure(&c))
        {
            fitting_free(&t);
            return error_no_memory(error);
        }
        for (int j = 0; j <= f->segment_count; j++) t.target[j] = curve_at(&c, (double)j / f->segment_count);
        t.moving.v_count = own->coordinate_count;
        root->x = curve_point(&c, 0);
        vec3 tangent = v3_sub(curve_point(&c, 1), root->x);
        tangent = v3_scale(1.0 / v3_norm(tangent), tangent);
        root->q = quat_normalize(quat_multiply(shortest_turn(quat_rotate(root->q, v3(0, 0, 1)), tangent), root->q));
        guess(f, &c, root, t.strain);
        memcpy(t.start, t.strain, size);
        refine(&t, root, fit);
        memcpy(strain, t.strain, size);
        free(c.along);
        fitting_free(&t);
    }
    if (f->floating)
    {
        v3_store(q, root->x);
        quat_store(q + 3, root->q);
    }
    return HF_STATUS_OK;
}
