// Friction with several coefficients: the exact law of a contact that resists sliding, drilling and rolling.
//
// Such a contact transmits a force (r_N, r_T) and a moment: r_τ about the normal, r_ρ about the tangents. Each of the
// three parts r_i has a disc of its own, and of that the point that takes the most power from its velocity u_i (Acary
// and Bourrier 2021, Coulomb friction with rolling resistance as a cone complementarity problem):
//
//     r_i ∈ mu_i r_N D,     r_i · u_i = -mu_i r_N ‖u_i‖, 0 <= u_N ⟂ r_N >= 0; D: a disc, or an interval for r_τ. (1)
//
// So each part sticks or slides by itself. r lies in the cone K = { ‖r_i‖ <= mu_i r_N for all i }, an intersection of
// second-order cones with one axis. Its dual is the sum of theirs,
//     K* = { y : y_N >= Σ mu_i ‖y_i‖ },
// since the support function of a product of discs is the sum of the discs'. With ũ = u + Σ mu_i ‖u_i‖ e_N, ũ ∈ K* says
// u_N >= 0, and
//     r · ũ = r_N u_N + Σ ( mu_i r_N ‖u_i‖ + r_i · u_i )
// has no negative term for r ∈ K, u_N >= 0. It vanishes exactly where (1) holds: the law is K* ∋ ũ ⟂ r ∈ K, as for one
// coefficient, and its natural map F = r - P_K(r - ũ).
//
// Projection. P_K(x) = (s, p_i) with p_i nearest to x_i in the disc of radius mu_i s, and s the minimum of ½ (s - x_N)²
// + ½ Σ max(0, ‖x_i‖ - mu_i s)²: the zero of
//     g(s) = s - x_N - Σ mu_i max(0, ‖x_i‖ - mu_i s),
// or 0 where g(0) >= 0. g is increasing, concave and piecewise linear, so that Newton's method from the left, where all
// parts are outside, never passes the zero and ends after as many steps as there are parts, at rounding.
//
// Ellipses. Two coefficients a, b along the axes of a part make { (r_1/a)² + (r_2/b)² <= r_N² }. With mu = max(a, b)
// and scales s = (a, b)/mu, r' = r/s and u' = s u have the same power, r'·u' = r·u, the set is the disc ‖r'‖ <= mu r_N,
// and the point of maximal dissipation is the same point. So (1) in r', u' is the law with the ellipse, slip being
// normal to the ellipse and not opposite to friction: u ∝ -(r_1/a², r_2/b²). Written for W, r' and u' belong to S W S
// and S b (problem_round): every solver for discs solves ellipses.
// The residual of an ellipse is that of the round problem. An axis without friction has scale 0: its r is 0, and F
// there is r.

#include "problem/friction_parts.h"

#include "problem/problem.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

// ---- one contact ----

static void set_part(friction_parts *parts, int part, const double *coefficients)
{
    int first = part_begin[part], count = part_begin[part + 1] - first;
    double largest = count == 2 ? fmax(coefficients[0], coefficients[1]) : coefficients[0];
    parts->mu[part] = largest;
    for (int k = 0; k < count; k++)
    {
        double scale = largest > 0.0 ? coefficients[k] / largest : 1.0;
        parts->scale[first + k] = scale;
        if (scale != 1.0) parts->round = false;
    }
}

friction_parts friction_parts_of(const hf_friction_coefficients *c, int size)
{
    friction_parts parts = {.count = size < 3 ? 0 : size == 3 ? 1 : size == 4 ? 2 : 3, .scale = {1.0}, .round = true};
    if (parts.count > PART_FRICTION) set_part(&parts, PART_FRICTION, c->tangent);
    if (parts.count > PART_TORSION) set_part(&parts, PART_TORSION, &c->torsion);
    if (parts.count > PART_ROLLING) set_part(&parts, PART_ROLLING, c->rolling);
    if (parts.count == 1 && parts.round) parts.count = 0;
    return parts;
}

static double part_norm(int part, const double *x)
{
    int first = part_begin[part];
    return part == PART_TORSION ? fabs(x[first]) : sqrt(x[first] * x[first] + x[first + 1] * x[first + 1]);
}

/// The zero of g(s), not below 0.
static double normal_of(const friction_parts *parts, double x_N, const double *length)
{
    double s = -INFINITY;
    for (int step = 0; step <= parts->count; step++) // one part fewer is outside each time
    {
        double above = x_N, below = 1.0;
        for (int i = 0; i < parts->count; i++)
            if (length[i] > parts->mu[i] * s)
            {
                above += parts->mu[i] * length[i];
                below += parts->mu[i] * parts->mu[i];
            }
        double next = above / below;
        if (!(next > s)) break;
        s = next;
    }
    return fmax(s, 0.0);
}

void friction_parts_project(const friction_parts *parts, double *x)
{
    double length[PART_COUNT];
    for (int i = 0; i < parts->count; i++) length[i] = part_norm(i, x);
    double s = normal_of(parts, x[0], length);
    x[0] = s;
    for (int i = 0; i < parts->count; i++)
    {
        double radius = parts->mu[i] * s;
        if (length[i] <= radius) continue;
        for (int k = part_begin[i]; k < part_begin[i + 1]; k++) x[k] *= radius / length[i];
    }
}

/// r and u of the problem in the coordinates of the parts.
static void friction_parts_enter(const friction_parts *parts, const double *r, const double *u, double *own_r,
                                 double *own_u)
{
    for (int k = 0; k < friction_parts_size(parts); k++)
    {
        own_r[k] = parts->scale[k] > 0.0 ? r[k] / parts->scale[k] : 0.0;
        own_u[k] = parts->scale[k] * u[k];
    }
}

void friction_parts_project_given(const friction_parts *parts, double *r)
{
    double x[BLOCK_SIZE_MAX], none[BLOCK_SIZE_MAX] = {0.0};
    friction_parts_enter(parts, r, none, x, none);
    friction_parts_project(parts, x);
    for (int k = 0; k < friction_parts_size(parts); k++) r[k] = parts->scale[k] * x[k];
}

void friction_parts_measure(const friction_parts *parts, const double *r, const double *u, double *cone,
                            double *misalignment)
{
    double x[BLOCK_SIZE_MAX], v[BLOCK_SIZE_MAX];
    friction_parts_enter(parts, r, u, x, v);
    *cone = -r[0];
    *misalignment = 0.0;
    for (int i = 0; i < parts->count; i++)
    {
        double length = part_norm(i, x), speed = part_norm(i, v), sum = 0.0;
        for (int k = part_begin[i]; k < part_begin[i + 1]; k++)
        {
            double defect = parts->mu[i] * x[0] * v[k] + speed * x[k];
            sum += defect * defect;
            if (parts->scale[k] == 0.0) *cone = fmax(*cone, fabs(r[k]));
        }
        *cone = fmax(*cone, length - parts->mu[i] * x[0]);
        *misalignment = fmax(*misalignment, sqrt(sum));
    }
}

double friction_parts_natural_square(const friction_parts *parts, const double *r, const double *u)
{
    double own_r[BLOCK_SIZE_MAX], own_u[BLOCK_SIZE_MAX], x[BLOCK_SIZE_MAX], sum = 0.0;
    int size = friction_parts_size(parts);
    friction_parts_enter(parts, r, u, own_r, own_u);
    for (int i = 0; i < parts->count; i++) own_u[0] += parts->mu[i] * part_norm(i, own_u);
    for (int k = 0; k < size; k++) x[k] = own_r[k] - own_u[k];
    friction_parts_project(parts, x);
    for (int k = 0; k < size; k++)
    {
        double f = parts->scale[k] > 0.0 ? own_r[k] - x[k] : r[k];
        sum += f * f;
    }
    return sum;
}

// ---- all of them ----

/// s_k for every row: what problem_round multiplies rows and columns by.
static double row_scale(const hf_problem *p, int i, int k)
{
    const friction_parts *parts = problem_friction_parts(p, i);
    return parts ? parts->scale[k] : 1.0;
}

void problem_enter_round(const hf_problem *p, double *r)
{
    for (int i = 0; i < p->block_count; i++)
        for (int k = 0; k < p->size[i]; k++)
        {
            double s = row_scale(p, i, k), *x = &r[p->offset[i] + k];
            *x = s > 0.0 ? *x / s : 0.0;
        }
}

void problem_leave_round(const hf_problem *p, double *r)
{
    for (int i = 0; i < p->block_count; i++)
        for (int k = 0; k < p->size[i]; k++) r[p->offset[i] + k] *= row_scale(p, i, k);
}

static hf_status round_assembled(const hf_problem *p, const hf_laws *laws, hf_workspace *w, hf_problem **round,
                                 hf_error *error)
{
    size_t entries = block_at(p, p->W.begin[p->block_count]);
    double *values = ARENA_ARRAY(w, double, entries), *x = values;
    if (!values) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            const double *block = p->W.values + block_at(p, k);
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < p->size[j]; c++) *x++ = row_scale(p, i, a) * *block++ * row_scale(p, j, c);
        }
    hf_block_rows W = {.begin = p->W.begin, .col = p->W.col, .values = values};
    return problem_create(w, laws, &W, true, round, error);
}

static hf_status round_factored(const hf_problem *p, const hf_laws *laws, hf_workspace *w, hf_problem **round,
                                hf_error *error)
{
    size_t entries = p->rows.at[p->block_count];
    double *H = ARENA_ARRAY(w, double, entries), *G = ARENA_ARRAY(w, double, entries);
    if (!H || !G) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
    {
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i], at = p->rows.at[i];
        for (int a = 0; a < p->size[i]; a++)
            for (size_t k = 0; k < n; k++, at++)
            {
                H[at] = row_scale(p, i, a) * p->rows.H[at];
                G[at] = row_scale(p, i, a) * p->rows.G[at];
            }
    }
    hf_factored_rows rows = {
        .dof_count = p->rows.dof_count, .begin = p->rows.begin, .dof = p->rows.dof, .H = H, .G = G};
    return problem_create_factored(w, w, laws, &rows, true, round, error);
}

hf_status problem_round(const hf_problem *p, hf_workspace *w, const hf_problem **round, hf_error *error)
{
    hf_laws laws = hf_problem_laws(p);
    hf_friction_coefficients *c = ARENA_ARRAY(w, hf_friction_coefficients, p->block_count);
    double *b = ARENA_ARRAY(w, double, p->dimension);
    if (!c || !b) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
    {
        const friction_parts *parts = problem_friction_parts(p, i);
        for (int k = 0; k < p->size[i]; k++) b[p->offset[i] + k] = row_scale(p, i, k) * p->b[p->offset[i] + k];
        c[i] = p->coefficients[i];
        if (!parts) continue;
        c[i].tangent[0] = c[i].tangent[1] = parts->mu[PART_FRICTION];
        c[i].rolling[0] = c[i].rolling[1] = parts->mu[PART_ROLLING];
    }
    laws.coefficients = c;
    laws.b = b;
    hf_problem *made;
    hf_status status =
        p->factored ? round_factored(p, &laws, w, &made, error) : round_assembled(p, &laws, w, &made, error);
    if (status == HF_STATUS_OK) made->norm_b = p->norm_b; // what residuals are measured by stays the same
    *round = made;
    return status;
}
