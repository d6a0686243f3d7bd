// Super-helices: mass matrix, factors of M̂, and free motion.
//
// Mass. λ_c, α_c are columns of P and A of piece e: how its points move with its coordinate c. Beyond its end all moves
// as one rigid body, by the twist ξ_c = (α, λ at the root). With the momentum π_c = ∫ (λ_c dm, angular about the root)
// of the piece itself, and the composite inertia I_e of everything beyond,
//     M[(e,c),(e,d)] = ∫ λ_c·λ_d dm + α_c·I α_d ds + ξ_c·I_e ξ_d, M[(e,c),(f,d)] = ξ_{f,d}·(π_c + I_e ξ_c), f < e.
// Coordinates that several pieces share add up.
//
// M̂ = (1 + h κ) M + h D + ε² h² K, with K and D = damping · K diagonal: elasticity is a sum of squares of coordinates,
// so that the implicit rule is exact, whatever the step. κ = (larger drag) / (mass per length) bounds what the air
// does: its force is taken at the velocities before, with a mass that keeps it from overshooting; at rest and at
// terminal speed it is exact.
//
// M̂ is factored from the last coordinate to the first, M̂ = Lᵀ D L, so that half rows of a point have no entries
// beyond those that move it.
//
// Velocity products make v⁺ implicit in (v + v⁺) / 2: rounds with the same factors, as of trees (object_reduced.c),
// until the last one moved less than SETTLED of the change. Two do as a rule. Where five do not, each goes half the way
// from then on, which also settles what would swing to and fro: a fibre that snaps straight turns by a radian in a
// step.

#include "bodies/fibre/superhelix.h"

#include <math.h>
#include <string.h>

enum
{
    LEAST_ROUNDS = 2,
    PLAIN_ROUNDS = 5, // from here on a round goes half the way
    MOST_ROUNDS = 24
};
static const double SETTLED = 1e-3; // share of the change of velocity
static const double STILL = 1e-6;   // share of the velocity

// ---- mass ----

/// Inertia of a part: mass, first moment, and second moments as the matrix J of a turn, by columns.
typedef struct composite
{
    double mass;
    vec3 moment;
    vec3 J[3];
} composite;

/// Momentum, and angular momentum about the same point.
typedef struct momentum
{
    vec3 linear, angular;
} momentum;

/// Of the twist (w, v).
static momentum composite_times(const composite *c, vec3 w, vec3 v)
{
    vec3 Jw = v3_add_scaled(v3_add_scaled(v3_scale(w.x, c->J[0]), w.y, c->J[1]), w.z, c->J[2]);
    return (momentum){v3_add(v3_scale(c->mass, v), v3_cross(w, c->moment)), v3_add(Jw, v3_cross(c->moment, v))};
}

/// Integrals over a piece, in its own axes and about its beginning.
typedef struct piece_mass
{
    composite whole;
    momentum of[3];
    double square[3][3]; // lower triangle
} piece_mass;

/// J += m (|p|² 1 - p pᵀ)
static void second_moment(double m, vec3 p, vec3 J[3])
{
    double pp = v3_norm2(p);
    J[0] = v3_add(J[0], v3(m * (pp - p.x * p.x), -m * p.x * p.y, -m * p.x * p.z));
    J[1] = v3_add(J[1], v3(-m * p.x * p.y, m * (pp - p.y * p.y), -m * p.y * p.z));
    J[2] = v3_add(J[2], v3(-m * p.x * p.z, -m * p.y * p.z, m * (pp - p.z * p.z)));
}

static void piece_mass_add(const fibre *f, const helix_point *at, piece_mass *sum)
{
    double m = f->line_density * at->weight;
    const vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    sum->whole.mass += m;
    sum->whole.moment = v3_add_scaled(sum->whole.moment, m, at->p);
    second_moment(m, at->p, sum->whole.J);
    for (int k = 0; k < 3; k++)
    {
        sum->whole.J[k] = v3_add_scaled(sum->whole.J[k], at->weight, section_inertia(f, at->Q, axis[k]));
        vec3 spin = v3_scale(at->weight, section_inertia(f, at->Q, at->turn[k])), push = v3_scale(m, at->way[k]);
        sum->of[k].linear = v3_add(sum->of[k].linear, push);
        sum->of[k].angular = v3_add(sum->of[k].angular, v3_add(spin, v3_cross(at->p, push)));
        for (int l = 0; l <= k; l++) sum->square[k][l] += v3_dot(push, at->way[l]) + v3_dot(spin, at->turn[l]);
    }
}

/// sum += inertia of the piece in world axes and about the root.
static void composite_add(const piece_pose *p, const composite *piece, composite *sum)
{
    vec3 c = piece_to_world(p, piece->moment), half[3];
    for (int k = 0; k < 3; k++) half[k] = piece_to_world(p, piece->J[k]);
    double shift = 2.0 * v3_dot(p->x, c), axis[3][3], x[3], cc[3], add[3];
    for (int k = 0; k < 3; k++) v3_store(axis[k], p->axis[k]);
    v3_store(x, p->x);
    v3_store(cc, c);
    for (int j = 0; j < 3; j++) // column j of R J Rᵀ + shift 1 - x cᵀ - c xᵀ
    {
        vec3 column =
            v3_add_scaled(v3_add_scaled(v3_scale(axis[0][j], half[0]), axis[1][j], half[1]), axis[2][j], half[2]);
        v3_store(add, column);
        add[j] += shift;
        for (int i = 0; i < 3; i++) add[i] -= x[i] * cc[j] + cc[i] * x[j];
        sum->J[j] = v3_add(sum->J[j], v3_load(add));
    }
    second_moment(piece->mass, p->x, sum->J);
    sum->moment = v3_add(sum->moment, v3_add_scaled(c, piece->mass, p->x));
    sum->mass += piece->mass;
}

/// Where entry (i, j) of the lower triangle is.
static double *entry(double *M, int n, int i, int j)
{
    return i >= j ? M + (size_t)i * (size_t)n + j : M + (size_t)j * (size_t)n + i;
}

/// Rows of one coordinate of piece e: with those of pieces before it, and with the root.
static void mass_row(const fibre *f, const helix_scratch *h, int e, int k, momentum all)
{
    const superhelix *own = superhelix_of(f);
    int n = f->v_count, first = helix_first(f), row = first + own->pieces[e].coordinate[k];
    for (int d = 0; d < e; d++)
        for (int l = 0; l < 3; l++)
        {
            int column = first + own->pieces[d].coordinate[l];
            double value = v3_dot(h->pieces[d].way[l], all.linear) + v3_dot(h->pieces[d].turn[l], all.angular);
            *entry(h->L, n, row, column) += row == column ? 2.0 * value : value;
        }
    if (!f->floating) return;
    double root[6], *M = h->L + (size_t)row * (size_t)n;
    v3_store(root, all.linear);
    v3_store(root + 3, all.angular);
    for (int i = 0; i < ROOT_V; i++) M[i] += root[i];
}

static void mass_of_root(const fibre *f, const helix_scratch *h, const composite *all)
{
    int n = f->v_count;
    for (int j = 0; j < 3; j++)
    {
        vec3 axis = v3(j == 0, j == 1, j == 2), lever = v3_cross(all->moment, axis);
        double column[3], turn[3];
        v3_store(column, lever);
        v3_store(turn, all->J[j]);
        h->L[(size_t)j * (size_t)n + (size_t)j] = all->mass;
        for (int i = 0; i < 3; i++)
        {
            h->L[(size_t)(3 + i) * (size_t)n + (size_t)j] = column[i];
            if (i >= j) h->L[(size_t)(3 + i) * (size_t)n + (size_t)(3 + j)] = turn[i];
        }
    }
}

/// The lower triangle of M in h->L.
static void fill_mass(const fibre *f, helix_scratch *h)
{
    const superhelix *own = superhelix_of(f);
    int n = f->v_count, first = helix_first(f);
    composite beyond = {0};
    memset(h->L, 0, (size_t)n * (size_t)n * sizeof *h->L);
    helix_points_fill(f, h);
    for (int e = own->piece_count - 1; e >= 0; e--)
    {
        const piece_pose *p = &h->pieces[e];
        const int *c = own->pieces[e].coordinate;
        piece_mass piece = {0};
        for (int k = h->begin[e]; k < h->begin[e + 1]; k++) piece_mass_add(f, &h->points[k], &piece);
        for (int k = 0; k < 3; k++)
        {
            momentum far = composite_times(&beyond, p->turn[k], p->way[k]);
            for (int l = 0; l <= k; l++)
                *entry(h->L, n, first + c[k], first + c[l]) +=
                    piece.square[k][l] + v3_dot(p->way[l], far.linear) + v3_dot(p->turn[l], far.angular);
            vec3 push = piece_to_world(p, piece.of[k].linear);
            vec3 spin = v3_add(piece_to_world(p, piece.of[k].angular), v3_cross(p->x, push));
            mass_row(f, h, e, k, (momentum){v3_add(push, far.linear), v3_add(spin, far.angular)});
        }
        composite_add(p, &piece.whole, &beyond);
    }
    if (f->floating) mass_of_root(f, h, &beyond);
}

void superhelix_mass(const fibre *f, double *scratch, double *M)
{
    helix_scratch h = helix_scratch_of(f, scratch);
    size_t n = (size_t)f->v_count;
    fill_mass(f, &h);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) M[i * n + j] = M[j * n + i] = h.L[i * n + j];
}

// ---- factors ----

/// Lᵀ D L in the place of the lower triangle, from the last row up; D ◄ its inverses. False if it is not positive
/// definite.
static bool factor(helix_scratch *h, int n)
{
    for (int j = n - 1; j >= 0; j--)
    {
        double *row = h->L + (size_t)j * (size_t)n, pivot = row[j];
        if (!(pivot > 0.0) || !isfinite(pivot)) return false;
        h->D[j] = 1.0 / pivot;
        for (int i = 0; i < j; i++)
        {
            double *other = h->L + (size_t)i * (size_t)n, share = row[i] * h->D[j];
            for (int k = 0; k <= i; k++) other[k] -= share * row[k];
        }
        for (int i = 0; i < j; i++) row[i] *= h->D[j];
    }
    return true;
}

/// x ◄ M̂⁻¹ x
static void solve(const helix_scratch *h, int n, double *x)
{
    for (int j = n - 1; j >= 0; j--)
        for (int i = 0; i < j; i++) x[i] -= h->L[(size_t)j * (size_t)n + (size_t)i] * x[j];
    for (int j = 0; j < n; j++)
    {
        double sum = x[j] * h->D[j];
        for (int i = 0; i < j; i++) sum -= h->L[(size_t)j * (size_t)n + (size_t)i] * x[i];
        x[j] = sum;
    }
}

bool superhelix_stand(const fibre *f, double *scratch)
{
    helix_scratch h = helix_scratch_of(f, scratch);
    fill_mass(f, &h);
    return factor(&h, f->v_count);
}

/// The larger rate at which the air slows the fibre [1/s].
static double air_rate(const fibre *f)
{
    return fmax(f->drag[0], f->drag[1]) / f->line_density;
}

/// M̂ of a step of length `step`.
static bool factor_implicit(const fibre *f, helix_scratch *h, double step, double epsilon)
{
    const superhelix *own = superhelix_of(f);
    int n = f->v_count, first = helix_first(f);
    double air = 1.0 + step * air_rate(f), spring = step * (epsilon * epsilon * step + f->damping);
    fill_mass(f, h);
    if (air > 1.0)
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) h->L[(size_t)i * (size_t)n + (size_t)j] *= air;
    for (int k = 0; k < own->coordinate_count; k++)
        h->L[(size_t)(first + k) * (size_t)(n + 1)] += spring * own->stiffness[k];
    return factor(h, n);
}

// ---- free motion ----

/// h times the forces that do not depend on v⁺: springs, dampers, and what is given.
static void fill_known(const fibre *f, const double *scratch, const fibre_motion *m, double *row, double *known)
{
    const superhelix *own = superhelix_of(f);
    int n = f->v_count, first = helix_first(f);
    for (int k = 0; k < n; k++) known[k] = m->force ? m->h * m->force[k] : 0.0;
    const double *strain = f->floating ? m->q + ROOT_Q : m->q, *rate = m->v + first;
    for (int k = 0; k < own->coordinate_count; k++)
    {
        double bent = strain[k] - own->rest[k] + (m->epsilon * m->h + f->damping) * rate[k];
        known[first + k] -= m->h * own->stiffness[k] * bent;
    }
    for (int s = 0; m->wrench && s < f->segment_count; s++)
    {
        const double *w = m->wrench[s];
        int begin, count;
        bool any = false;
        for (int k = 0; k < 6; k++) any |= w[k] != 0.0;
        if (!any) continue;
        superhelix_row(f, scratch, s, v3_load(w), v3_load(w + 3), &begin, &count, row);
        for (int k = 0; k < count; k++) known[begin + k] += m->h * row[k];
    }
}

typedef struct rounds
{
    double *known, *rhs, *rhs_last, *change, *change_last, *mean, *bias;
} rounds;

static void bias_round(const fibre *f, helix_scratch *h, const fibre_motion *m, bool first, rounds *r)
{
    int n = f->v_count;
    double *swap = r->rhs;
    r->rhs = r->rhs_last;
    r->rhs_last = swap;
    memcpy(r->change_last, r->change, (size_t)n * sizeof *r->change);
    for (int k = 0; k < n; k++)
        r->mean[k] = m->v[k] + 0.5 * (r->change[k] + (first || !m->expected ? 0.0 : m->expected[k]));
    vec3 falls = v3_scale(f->gravity_scale, m->gravity);
    if (m->transports) memset(r->mean, 0, (size_t)n * sizeof *r->mean);
    helix_loads loads = {.root = m->transports ? (fibre_root){.q = m->root.q} : m->root,
                         .acceleration = v3_sub(f->floating ? v3_zero() : m->acceleration, falls),
                         .spin = f->floating ? v3_zero() : m->spin,
                         .v = r->mean,
                         .v_air = air_rate(f) > 0.0 ? m->v : NULL,
                         .root_air = m->root.v,
                         .root_air_spin = m->root.w,
                         .wind = m->wind};
    helix_bias(f, h, &loads, r->bias);
    for (int k = 0; k < n; k++) r->change[k] = r->rhs[k] = r->known[k] - m->h * r->bias[k];
    solve(h, n, r->change);
}

/// Half the way from the last round to this one; M̂ change = rhs still.
static void relax(int n, rounds *r)
{
    for (int k = 0; k < n; k++)
    {
        r->change[k] = 0.5 * (r->change[k] + r->change_last[k]);
        r->rhs[k] = 0.5 * (r->rhs[k] + r->rhs_last[k]);
    }
}

/// Whether the last round hardly moved, in the metric of M̂.
static bool settled(const fibre *f, const helix_scratch *h, const rounds *r)
{
    double moved = 0.0, change = 0.0, motion = 0.0;
    int n = f->v_count;
    for (int k = 0; k < n; k++)
    {
        moved += (r->change[k] - r->change_last[k]) * (r->rhs[k] - r->rhs_last[k]);
        change += r->change[k] * r->rhs[k];
    }
    if (!isfinite(change)) return false;
    if (moved <= SETTLED * SETTLED * fabs(change)) return true;
    for (int j = 0; j < n; j++) // vᵀ M̂ v = |D^½ L v|²
    {
        double sum = r->mean[j];
        for (int i = 0; i < j; i++) sum += h->L[(size_t)j * (size_t)n + (size_t)i] * r->mean[i];
        motion += sum * sum / h->D[j];
    }
    return moved <= STILL * STILL * motion;
}

static int most_moved(const fibre *f, const rounds *r)
{
    int worst = 0;
    double most = -1.0;
    for (int k = 0; k < f->v_count; k++)
    {
        double moved = fabs(r->change[k] - r->change_last[k]);
        if (isnan(moved)) return k;
        if (moved > most) most = moved, worst = k;
    }
    return worst;
}

bool superhelix_free(const fibre *f, double *scratch, fibre_motion *m)
{
    helix_scratch h = helix_scratch_of(f, scratch);
    size_t n = (size_t)f->v_count;
    double *w = h.work;
    rounds r = {w, w + n, w + 2 * n, w + 3 * n, w + 4 * n, w + 5 * n, w + 6 * n};
    if (!factor_implicit(f, &h, m->h, m->epsilon)) return false;
    memset(r.change, 0, n * sizeof *r.change);
    memset(r.rhs, 0, n * sizeof *r.rhs);
    fill_known(f, scratch, m, r.mean, r.known);
    bool done = false;
    for (int round = 0; round < MOST_ROUNDS && !done; round++)
    {
        bias_round(f, &h, m, round == 0, &r);
        if (round >= PLAIN_ROUNDS) relax(f->v_count, &r);
        done = m->transports || (round + 1 >= LEAST_ROUNDS && settled(f, &h, &r));
    }
    m->unsettled = done ? -1 : most_moved(f, &r);
    m->drive = 0.0;
    for (size_t k = 0; k < n; k++)
    {
        m->drive += r.change[k] * r.rhs[k];
        m->v_free[k] = m->v[k] + r.change[k];
    }
    return true;
}

void superhelix_transport(const fibre *f, double *from, const fibre_root *root_from, double *to,
                          const fibre_root *root_to, double h, double *v)
{
    const superhelix *own = superhelix_of(f);
    helix_scratch a = helix_scratch_of(f, from), b = helix_scratch_of(f, to);
    double *carried = b.work, spring = h * (h + f->damping);
    int first = helix_first(f), n = f->v_count;
    helix_momentum(f, &a, root_from, v, &b, root_to, carried);
    fill_mass(f, &b);
    for (int k = 0; k < own->coordinate_count; k++)
    {
        b.L[(size_t)(first + k) * (size_t)(n + 1)] += spring * own->stiffness[k];
        carried[first + k] += spring * own->stiffness[k] * v[first + k];
    }
    if (!factor(&b, n)) return; // numbers that overflow: the world finds them
    solve(&b, n, carried);
    memcpy(v, carried, (size_t)n * sizeof *v);
}

void superhelix_bias(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                     vec3 gravity, double *bias)
{
    const superhelix *own = superhelix_of(f);
    helix_scratch h = helix_scratch_of(f, scratch);
    const double *strain = f->floating ? q + ROOT_Q : q, *rate = v + helix_first(f);
    helix_loads loads = {.root = *root, .acceleration = v3_scale(-f->gravity_scale, gravity), .v = v};
    helix_bias(f, &h, &loads, bias);
    for (int k = 0; k < own->coordinate_count; k++)
        bias[helix_first(f) + k] += own->stiffness[k] * (strain[k] - own->rest[k] + f->damping * rate[k]);
}
