// Hair under gravity: one time step of thin elastic rods that touch their neighbours, for scaling (Daviet et al. 2011
// have 1,920 rods with 16 degrees of freedom and about 25,000 contacts).
//
// A fibre of length L has n/2 elements of constant curvature, two curvatures each; it is inextensible, does not twist,
// and is clamped at its root. With material axes d₁, d₂ beside the tangent, the point at arc length s moves with
//
//   ẋ(s) = Σ_e ∫_{element e, σ < s} (κ̇_e1 d₁(σ) + κ̇_e2 d₂(σ)) × (x(s) - x(σ)) dσ  =  J(s) κ̇ .
//
// Mass and stiffness are those of hair, integrated at SAMPLES points: M = ρS Σ JᵀJ ds, M̂ = M + h² EI ds on the
// diagonal (implicit bending). With M̂ = LᵀL (L lower: entries of J beyond the point's own element stay zero) rows go
// to the problem as halves h = J L⁻¹, g = h, W = h hᵀ; impulses are counted in units of a mass near the lightest
// effective one, so that W is of order one.
//
// Roots stand in a square grid; a fibre touches its eight neighbours at places of about the same arc length, more often
// far from the root, and in one contact of ten the body, which does not move. Normals are at right angles to the
// tangent, otherwise at random. Free velocities are gravity and a random motion of all curvatures. v = 0 leaves no
// contact approaching.
// Cost: O(fibres · SAMPLES · n²) and O(contacts · n).

#include "samples/generate/generate_rows.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"
#include "problem/problem.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SAMPLES = 32, // points of a fibre
    DOFS_MAX = 32,
};

static const double LENGTH = 0.25;       // [m]
static const double LINE_DENSITY = 6e-6; // ρS [kg/m]
static const double BENDING = 8e-9;      // EI [N m²]
static const double CURL = 10.0;         // standard deviation of the natural curvatures [1/m]
static const double GRAVITY = 9.81;      // [m/s²]
static const double ON_BODY = 0.1;       // share of contacts with the body

hf_hair_options hf_hair_options_default(void)
{
    return (hf_hair_options){.seed = 1,
                             .fibre_count = 300,
                             .contact_count = 4000,
                             .dof_count = 16,
                             .mu = 0.3,
                             .mu_body = 0.5,
                             .step = 0.002,
                             .noise = 0.05,
                             .factored = true};
}

static hf_status check_options(const hf_hair_options *o, hf_error *error)
{
    const struct
    {
        const char *name;
        bool good;
        double value;
    } checks[] = {
        {"fibre_count", o->fibre_count >= 1 && o->fibre_count <= 1000000, o->fibre_count},
        {"contact_count", o->contact_count >= 0 && o->contact_count <= INT_MAX / 256, o->contact_count},
        {"dof_count", o->dof_count >= 2 && o->dof_count <= DOFS_MAX && o->dof_count % 2 == 0, o->dof_count},
        {"mu", o->mu >= 0.0 && isfinite(o->mu), o->mu},
        {"mu_body", o->mu_body >= 0.0 && isfinite(o->mu_body), o->mu_body},
        {"step", o->step > 0.0 && isfinite(o->step), o->step},
        {"noise", o->noise >= 0.0 && isfinite(o->noise), o->noise},
    };
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++)
        if (!checks[k].good)
            return error_set(error, HF_STATUS_INVALID, "options.%s = %g is out of range", checks[k].name,
                             checks[k].value);
    return HF_STATUS_OK;
}

// ---- one fibre ----

typedef struct fibre
{
    double J[SAMPLES][3][DOFS_MAX]; // halves, once M̂ is known
    vec3 tangent[SAMPLES];
    double z[DOFS_MAX]; // free velocity, of the halves
} fibre;

/// Points, material axes and tangents in the middle of SAMPLES pieces of a fibre that hangs down, with random
/// curvatures.
static void shape(int n, random_state *random, vec3 *x, vec3 axis[][2], vec3 *tangent)
{
    double ds = LENGTH / SAMPLES, kappa[DOFS_MAX];
    for (int k = 0; k < n; k++) kappa[k] = CURL * random_normal(random);
    quat q = quat_exp((vec3){0.3 * random_normal(random), 0.3 * random_normal(random), 0.0});
    vec3 at = {0.0, 0.0, 0.0};
    for (int j = 0; j < SAMPLES; j++)
    {
        const double *k = kappa + 2 * (j * (n / 2) / SAMPLES);
        axis[j][0] = quat_rotate(q, (vec3){1.0, 0.0, 0.0});
        axis[j][1] = quat_rotate(q, (vec3){0.0, 1.0, 0.0});
        tangent[j] = quat_rotate(q, (vec3){0.0, 0.0, -1.0});
        x[j] = v3_add(at, v3_scale(0.5 * ds, tangent[j]));
        at = v3_add(at, v3_scale(ds, tangent[j]));
        vec3 turn = v3_add(v3_scale(k[0], axis[j][0]), v3_scale(k[1], axis[j][1]));
        q = quat_normalize(quat_multiply(quat_exp(v3_scale(ds, turn)), q));
    }
}

static void jacobian(int n, const vec3 *x, vec3 axis[][2], fibre *f)
{
    double ds = LENGTH / SAMPLES;
    memset(f->J, 0, sizeof f->J);
    for (int j = 0; j < SAMPLES; j++)
        for (int i = 0; i < j; i++)
            for (int c = 0; c < 2; c++)
            {
                vec3 d = v3_cross(axis[i][c], v3_sub(x[j], x[i]));
                int k = 2 * (i * (n / 2) / SAMPLES) + c;
                f->J[j][0][k] += ds * d.x;
                f->J[j][1][k] += ds * d.y;
                f->J[j][2][k] += ds * d.z;
            }
}

/// A ◄ M̂, Q ◄ h times the generalized weight.
static void mass(int n, double step, const fibre *f, double *A, double *Q)
{
    double ds = LENGTH / SAMPLES, element = LENGTH / (0.5 * n);
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(Q, 0, (size_t)n * sizeof *Q);
    for (int k = 0; k < n; k++) A[k * n + k] = step * step * BENDING * element;
    for (int j = 0; j < SAMPLES; j++)
        for (int k = 0; k < n; k++)
        {
            Q[k] -= step * GRAVITY * LINE_DENSITY * ds * f->J[j][2][k];
            for (int a = 0; a < 3; a++)
                for (int l = 0; l < n; l++) A[k * n + l] += LINE_DENSITY * ds * f->J[j][a][k] * f->J[j][a][l];
        }
}

/// A = LᵀL in place, from the last row up; the lower triangle is L.
static void factor(int n, double *A)
{
    for (int k = n - 1; k >= 0; k--)
    {
        for (int i = n - 1; i > k; i--)
            for (int l = 0; l <= k; l++) A[k * n + l] -= A[i * n + k] * A[i * n + l];
        double pivot = sqrt(A[k * n + k]);
        for (int l = 0; l <= k; l++) A[k * n + l] /= pivot;
    }
}

/// x ◄ x L⁻¹ = L⁻ᵀ x.
static void halve(int n, const double *L, double *x)
{
    for (int k = n - 1; k >= 0; k--)
    {
        for (int i = n - 1; i > k; i--) x[k] -= x[i] * L[i * n + k];
        x[k] /= L[k * n + k];
    }
}

static void make_fibre(const hf_hair_options *o, random_state *random, fibre *f)
{
    int n = o->dof_count;
    vec3 x[SAMPLES], axis[SAMPLES][2];
    double A[DOFS_MAX * DOFS_MAX], spread = o->noise * n / (LENGTH * LENGTH * sqrt(n)); // tips move with about `noise`
    shape(n, random, x, axis, f->tangent);
    jacobian(n, x, axis, f);
    mass(n, o->step, f, A, f->z);
    factor(n, A);
    for (int j = 0; j < SAMPLES; j++)
        for (int a = 0; a < 3; a++) halve(n, A, f->J[j][a]);
    halve(n, A, f->z); // z = L v = L⁻ᵀ Q …
    double v[DOFS_MAX];
    for (int k = 0; k < n; k++) v[k] = spread * random_normal(random);
    for (int k = 0; k < n; k++)
        for (int l = 0; l <= k; l++) f->z[k] += A[k * n + l] * v[l]; // … + L v₀
}

// ---- contacts ----

/// Arrays in the layout of hf_laws and hf_factored_rows.
typedef struct hair_rows
{
    int *size, *dof;
    size_t *begin, value_count;
    hf_law_kind *kind;
    double *mu, *b, *H, *G;
} hair_rows;

static bool take_rows(hair_rows *rows, int contacts, int n)
{
    size_t count = (size_t)contacts, width = 2 * (size_t)n;
    *rows = (hair_rows){.size = MEMORY_ARRAY(int, count),
                        .dof = MEMORY_ARRAY(int, count *width),
                        .begin = MEMORY_ARRAY(size_t, count + 1),
                        .kind = MEMORY_ARRAY(hf_law_kind, count),
                        .mu = MEMORY_ARRAY(double, count),
                        .b = MEMORY_ARRAY(double, 3 * count),
                        .H = MEMORY_ARRAY(double, 3 * count * width),
                        .G = MEMORY_ARRAY(double, 3 * count * width)};
    return rows->size && rows->dof && rows->begin && rows->kind && rows->mu && rows->b && rows->H && rows->G;
}

static void free_rows(hair_rows *rows)
{
    free(rows->size), free(rows->dof), free(rows->begin), free(rows->kind);
    free(rows->mu), free(rows->b), free(rows->H), free(rows->G);
}

/// Where along a fibre: more often far from the root.
static int place(random_state *random)
{
    return 1 + (int)((SAMPLES - 1) * sqrt(random_unit(random)));
}

/// A neighbour in the grid of roots, at random; the fibre itself if that is outside.
static int neighbour(const hf_hair_options *o, int side, int at, random_state *random)
{
    int x = at % side + random_below(random, 3) - 1, y = at / side + random_below(random, 3) - 1;
    int other = y * side + x;
    return x < 0 || x >= side || y < 0 || other >= o->fibre_count ? at : other;
}

/// A unit vector at right angles to t, as far as there is one, otherwise at random.
static vec3 normal_of(vec3 t, random_state *random)
{
    vec3 d = {random_normal(random), random_normal(random), random_normal(random)};
    d = v3_sub(d, v3_scale(v3_dot(d, t), t));
    return v3_scale(1.0 / v3_norm(d), d);
}

/// The rows of one side of contact i, n of `width` columns from `column` on.
static void add_side(hair_rows *rows, int i, int n, const fibre *f, int j, double sign, const double *frame,
                     size_t width, size_t column)
{
    double *H = rows->H + rows->value_count + column;
    for (int row = 0; row < 3; row++, H += width)
        for (int k = 0; k < n; k++)
        {
            H[k] = 0.0;
            for (int a = 0; a < 3; a++) H[k] += sign * frame[3 * row + a] * f->J[j][a][k];
            rows->b[3 * i + row] += H[k] * f->z[k];
        }
}

static void add_contact(hair_rows *rows, int i, const hf_hair_options *o, const fibre *fibres, int side,
                        random_state *random)
{
    int n = o->dof_count, a = random_below(random, o->fibre_count), b = a, j = place(random);
    for (int k = 0; k < 20 && b == a; k++) b = neighbour(o, side, a, random);
    if (random_unit(random) < ON_BODY) b = a;
    vec3 e = normal_of(fibres[a].tangent[j], random);
    double frame[9], normal[3] = {e.x, e.y, e.z};
    contact_frame(3, normal, frame);
    bool swap = b < a; // degrees of freedom ascend
    int first = swap ? b : a, second = swap ? a : b, other = j + random_below(random, 5) - 2;
    other = other < 1 ? 1 : other >= SAMPLES ? SAMPLES - 1 : other;
    size_t width = (size_t)(a == b ? n : 2 * n);
    int *dof = rows->dof + rows->begin[i];
    for (int k = 0; k < n; k++) dof[k] = n * first + k;
    for (int k = 0; k < n && a != b; k++) dof[n + k] = n * second + k;
    add_side(rows, i, n, &fibres[first], swap ? other : j, swap ? -1.0 : 1.0, frame, width, 0);
    if (a != b) add_side(rows, i, n, &fibres[second], swap ? j : other, swap ? 1.0 : -1.0, frame, width, (size_t)n);
    rows->size[i] = 3;
    rows->kind[i] = HF_LAW_CONTACT;
    rows->mu[i] = a == b ? o->mu_body : o->mu;
    rows->begin[i + 1] = rows->begin[i] + width;
    rows->value_count += 3 * width;
}

/// G ◄ H in units of a mass near the lightest effective one: a power of two.
static void set_units(hair_rows *rows, int contacts)
{
    double largest = 0.0;
    size_t at = 0;
    for (int i = 0; i < contacts; i++)
        for (int row = 0; row < 3; row++)
        {
            double sum = 0.0;
            for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++, at++) sum += rows->H[at] * rows->H[at];
            largest = fmax(largest, sum);
        }
    double unit = largest > 0.0 ? ldexp(1.0, -ilogb(largest)) : 1.0;
    for (size_t k = 0; k < at; k++) rows->G[k] = unit * rows->H[k];
}

static hf_status make_problem(const hf_hair_options *o, const hair_rows *rows, hf_problem **problem, hf_error *error)
{
    const hf_laws laws = {
        .block_count = o->contact_count, .size = rows->size, .kind = rows->kind, .mu = rows->mu, .b = rows->b};
    const hf_factored_rows view = {
        .dof_count = o->fibre_count * o->dof_count, .begin = rows->begin, .dof = rows->dof, .H = rows->H, .G = rows->G};
    hf_problem *whole;
    hf_status status = hf_problem_create_factored(&laws, &view, &whole, error);
    if (status != HF_STATUS_OK || o->factored)
    {
        *problem = whole;
        return status;
    }
    status = hf_problem_assemble(whole, problem, error);
    hf_problem_destroy(whole);
    return status;
}

hf_status hf_generate_hair(const hf_hair_options *o, hf_generated *generated, hf_error *error)
{
    *generated = (hf_generated){0};
    hf_status status = check_options(o, error);
    if (status != HF_STATUS_OK) return status;
    hair_rows rows;
    int side = (int)ceil(sqrt(o->fibre_count));
    fibre *fibres = MEMORY_ARRAY(fibre, (size_t)o->fibre_count);
    status = take_rows(&rows, o->contact_count, o->dof_count) && fibres ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        random_state random = random_seed(o->seed);
        for (int k = 0; k < o->fibre_count; k++) make_fibre(o, &random, &fibres[k]);
        for (int i = 0; i < o->contact_count; i++) add_contact(&rows, i, o, fibres, side, &random);
        set_units(&rows, o->contact_count);
        status = make_problem(o, &rows, &generated->problem, error);
    }
    free(fibres);
    free_rows(&rows);
    return status;
}
