// The trees of baraff96_linkage.h.

#include "baraff96_linkage.h"

#include "console.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double linkage_draw(uint64_t *state, double lo, double hi)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; // Knuth's
    return lo + (hi - lo) * (double)(*state >> 11) / 9007199254740992.0;
}

// ---- making one ----

/// A turn by `angle` about z, or about an axis between x, y and z.
static void set_turn(bool planar, double angle, double R[9])
{
    double c = cos(angle), s = sin(angle), k = planar ? 0.0 : 0.5773502691896258, z = planar ? 1.0 : k;
    const double axis[3] = {k, k, z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R[3 * i + j] = (1.0 - c) * axis[i] * axis[j] + (i == j ? c : 0.0);
    for (int i = 0; i < 3; i++)
    {
        R[3 * ((i + 2) % 3) + (i + 1) % 3] += s * axis[i];
        R[3 * ((i + 1) % 3) + (i + 2) % 3] -= s * axis[i];
    }
}

/// local ◄ a point of the world, in a body's axes from its centre.
static void to_body(const linkage_body *body, const double point[3], double local[3])
{
    for (int i = 0; i < 3; i++)
    {
        local[i] = 0.0;
        for (int j = 0; j < 3; j++) local[i] += body->turn[3 * j + i] * (point[j] - body->center[j]);
    }
}

static void place_body(linkage *t, int k, int parent, uint64_t *seed)
{
    bool planar = t->dofs == 3;
    linkage_body *body = &t->body[k];
    double step[3], length = 0.0, point[3];
    for (int i = 0; i < 3; i++)
    {
        step[i] = planar && i == 2 ? 0.0 : linkage_draw(seed, -1.0, 1.0);
        length += step[i] * step[i];
    }
    for (int i = 0; i < 3; i++)
    {
        body->center[i] = parent < 0 ? 0.0 : t->body[parent].center[i] + step[i] / sqrt(length);
        body->spin[i] = planar && i < 2 ? 0.0 : linkage_draw(seed, -1.0, 1.0);
    }
    body->mass = linkage_draw(seed, 0.5, 2.0);
    body->inertia = body->mass * linkage_draw(seed, 0.1, 0.15);
    set_turn(planar, linkage_draw(seed, 0.0, 6.0), body->turn);
    for (int i = 0; i < t->dofs; i++) t->F[k * t->dofs + i] = linkage_draw(seed, -1.0, 1.0);
    if (parent < 0) return;
    linkage_ball *joint = &t->joint[k - 1];
    joint->body[0] = k;
    joint->body[1] = parent;
    for (int i = 0; i < 3; i++) point[i] = 0.5 * (body->center[i] + t->body[parent].center[i]);
    for (int side = 0; side < 2; side++) to_body(&t->body[joint->body[side]], point, joint->local[side]);
}

bool linkage_make(linkage *t, paper_report *report, linkage_form form, int bodies, bool planar)
{
    size_t n = (size_t)bodies;
    uint64_t seed = 7;
    hf_error error = {0};
    *t = (linkage){.bodies = bodies, .joints = bodies - 1, .dofs = planar ? 3 : 6, .rows = planar ? 2 : 3};
    t->body = tool_allocate(n, sizeof *t->body);
    t->joint = tool_allocate(n, sizeof *t->joint);
    t->J = tool_allocate(2 * n * JOINT_ENTRIES, sizeof *t->J);
    t->c = tool_allocate(n * JOINT_ROWS, sizeof *t->c);
    t->lambda = tool_allocate(n * JOINT_ROWS, sizeof *t->lambda);
    t->F = tool_allocate(n * BODY_DOFS, sizeof *t->F);
    t->a = tool_allocate(n * BODY_DOFS, sizeof *t->a);
    int *size = tool_allocate(n, sizeof *size);
    hf_tree_joint *joints = tool_allocate(n, sizeof *joints);
    for (int k = 0; k < bodies; k++)
    {
        int parent = form == LINKAGE_CHAIN || k == 0 ? k - 1
                     : form == LINKAGE_STAR          ? 0
                                                     : (int)linkage_draw(&seed, 0.0, k);
        place_body(t, k, parent, &seed);
        size[k] = t->dofs;
        if (k > 0) joints[k - 1] = (hf_tree_joint){.rows = t->rows, .body = {k, parent}};
    }
    bool good = hf_tree_create(bodies, size, t->joints, joints, &t->system, &error) == HF_STATUS_OK;
    free(joints);
    free(size);
    return good || paper_error(report, &error);
}

void linkage_free(linkage *t)
{
    hf_tree_destroy(t->system);
    free(t->a);
    free(t->F);
    free(t->lambda);
    free(t->c);
    free(t->J);
    free(t->joint);
    free(t->body);
    *t = (linkage){0};
}

// ---- rows ----

void linkage_joint_rows(const linkage *t, const linkage_ball *ball, int side, double *J, double *c)
{
    const linkage_body *body = &t->body[ball->body[side]];
    const double *local = ball->local[side], *w = body->spin;
    double arm[3], sign = side == 0 ? 1.0 : -1.0, along = 0.0, square = 0.0;
    for (int i = 0; i < 3; i++)
        arm[i] = body->turn[3 * i] * local[0] + body->turn[3 * i + 1] * local[1] + body->turn[3 * i + 2] * local[2];
    memset(J, 0, (size_t)(t->rows * t->dofs) * sizeof *J);
    for (int i = 0; i < 3; i++)
    {
        along += w[i] * arm[i];
        square += w[i] * w[i];
    }
    for (int i = 0; i < t->rows; i++)
    {
        double *row = J + i * t->dofs;
        row[i] = sign;
        if (t->dofs == 3) row[2] = i == 0 ? -sign * arm[1] : sign * arm[0]; // of spin × arm
        else
        {
            row[3 + (i + 1) % 3] = sign * arm[(i + 2) % 3];
            row[3 + (i + 2) % 3] = -sign * arm[(i + 1) % 3];
        }
        c[i] += sign * (w[i] * along - square * arm[i]); // spin × (spin × arm)
    }
}

void linkage_rows(linkage *t)
{
    memset(t->c, 0, (size_t)(t->joints * t->rows) * sizeof *t->c);
    for (int k = 0; k < t->joints; k++)
        for (int side = 0; side < 2; side++)
            linkage_joint_rows(t, &t->joint[k], side, t->J + (2 * (size_t)k + (size_t)side) * JOINT_ENTRIES,
                               t->c + k * t->rows);
}

// ---- linear time ----

bool linkage_factor(linkage *t, paper_report *report)
{
    hf_error error = {0};
    int linear = t->dofs == 3 ? 2 : 3;
    for (int k = 0; k < t->bodies; k++)
    {
        double M[BODY_DOFS * BODY_DOFS] = {0};
        for (int i = 0; i < t->dofs; i++) M[i * (t->dofs + 1)] = i < linear ? t->body[k].mass : t->body[k].inertia;
        hf_tree_set_mass(t->system, k, M);
    }
    for (int k = 0; k < t->joints; k++)
        for (int side = 0; side < 2; side++)
            hf_tree_set_rows(t->system, k, side, t->J + (2 * (size_t)k + (size_t)side) * JOINT_ENTRIES);
    return hf_tree_factor(t->system, &error) == HF_STATUS_OK || paper_error(report, &error);
}

void linkage_solve(linkage *t)
{
    hf_tree_multipliers(t->system, t->F, t->c, t->a, t->lambda);
}

// ---- with A ----

double linkage_inverse_mass(const linkage *t, int body, int dof)
{
    return 1.0 / (dof < (t->dofs == 3 ? 2 : 3) ? t->body[body].mass : t->body[body].inertia);
}

/// y ◄ J M⁻¹ v.
static void product(const linkage *t, const double *v, double *y)
{
    memset(y, 0, (size_t)(t->joints * t->rows) * sizeof *y);
    for (int k = 0; k < 2 * t->joints; k++)
    {
        const double *J = t->J + (size_t)k * JOINT_ENTRIES;
        int body = t->joint[k / 2].body[k % 2];
        for (int i = 0; i < t->rows; i++)
            for (int d = 0; d < t->dofs; d++)
                y[k / 2 * t->rows + i] += J[i * t->dofs + d] * linkage_inverse_mass(t, body, d) * v[body * t->dofs + d];
    }
}

/// v ◄ Jᵀ x.
static void transposed(const linkage *t, const double *x, double *v)
{
    memset(v, 0, (size_t)(t->bodies * t->dofs) * sizeof *v);
    for (int k = 0; k < 2 * t->joints; k++)
    {
        const double *J = t->J + (size_t)k * JOINT_ENTRIES;
        double *of = v + t->joint[k / 2].body[k % 2] * t->dofs;
        for (int i = 0; i < t->rows; i++)
            for (int d = 0; d < t->dofs; d++) of[d] += J[i * t->dofs + d] * x[k / 2 * t->rows + i];
    }
}

static void right_side(const linkage *t, double *b)
{
    product(t, t->F, b);
    for (int k = 0; k < t->joints * t->rows; k++) b[k] = -(b[k] + t->c[k]);
}

/// A x = b by Cholesky; A: the lower half of a band, n × (band + 1), the diagonal last in each row. Both are
/// overwritten.
static void solve_band(int n, int band, double *A, double *x)
{
    size_t width = (size_t)band + 1;
    for (int i = 0; i < n; i++)
    {
        double *row = A + (size_t)i * width + band - i; // row[j] is the entry (i, j)
        int first = i > band ? i - band : 0;
        for (int j = first; j <= i; j++)
        {
            const double *other = A + (size_t)j * width + band - j;
            double sum = row[j];
            for (int k = j > band && j - band > first ? j - band : first; k < j; k++) sum -= row[k] * other[k];
            row[j] = j < i ? sum / other[j] : sqrt(sum);
        }
        for (int k = first; k < i; k++) x[i] -= row[k] * x[k];
        x[i] /= row[i];
    }
    for (int i = n - 1; i >= 0; i--)
    {
        const double *row = A + (size_t)i * width + band - i;
        x[i] /= row[i];
        for (int k = i > band ? i - band : 0; k < i; k++) x[k] -= row[k] * x[i];
    }
}

/// Adds what two joints have in common at one body to the lower band of A.
static void add_block(const linkage *t, int k, int l, int body, int band, double *A)
{
    int m = t->rows, d = t->dofs;
    const double *J = t->J + (size_t)k * JOINT_ENTRIES, *L = t->J + (size_t)l * JOINT_ENTRIES;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
        {
            int row = k / 2 * m + i, column = l / 2 * m + j;
            if (column > row) continue;
            double sum = 0.0;
            for (int e = 0; e < d; e++) sum += J[i * d + e] * linkage_inverse_mass(t, body, e) * L[j * d + e];
            A[(size_t)row * ((size_t)band + 1) + (size_t)(column - row + band)] += sum;
        }
}

int linkage_solve_banded(const linkage *t, double *multipliers)
{
    int n = t->joints * t->rows, apart = 0;
    // The halves of joints (2 k + side) at each body, as lists.
    int *first = tool_allocate((size_t)t->bodies, sizeof *first),
        *next = tool_allocate(2 * (size_t)t->joints + 1, sizeof *next);
    for (int k = 0; k < t->bodies; k++) first[k] = -1;
    for (int k = 0; k < 2 * t->joints; k++)
    {
        int body = t->joint[k / 2].body[k % 2];
        for (int l = first[body]; l >= 0; l = next[l]) apart = abs(k / 2 - l / 2) > apart ? abs(k / 2 - l / 2) : apart;
        next[k] = first[body];
        first[body] = k;
    }
    int band = (apart + 1) * t->rows - 1;
    double *A = tool_allocate((size_t)n * ((size_t)band + 1), sizeof *A);
    for (int body = 0; body < t->bodies; body++)
        for (int k = first[body]; k >= 0; k = next[k])
            for (int l = first[body]; l >= 0; l = next[l]) add_block(t, k, l, body, band, A);
    right_side(t, multipliers);
    solve_band(n, band, A, multipliers);
    free(A);
    free(next);
    free(first);
    return band;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += x[k] * y[k];
    return sum;
}

int linkage_solve_gradients(const linkage *t, double tolerance, double *x)
{
    int n = t->joints * t->rows, count = 0;
    double *r = tool_allocate((size_t)n, sizeof *r), *p = tool_allocate((size_t)n, sizeof *p),
           *q = tool_allocate((size_t)n, sizeof *q), *v = tool_allocate((size_t)(t->bodies * t->dofs), sizeof *v);
    right_side(t, r);
    memcpy(p, r, (size_t)n * sizeof *p);
    memset(x, 0, (size_t)n * sizeof *x);
    double square = dot(n, r, r), goal = tolerance * tolerance * square;
    for (; square > goal && count < 20 * n; count++)
    {
        transposed(t, p, v);
        product(t, v, q);
        double step = square / dot(n, p, q), before = square;
        for (int k = 0; k < n; k++)
        {
            x[k] += step * p[k];
            r[k] -= step * q[k];
        }
        square = dot(n, r, r);
        for (int k = 0; k < n; k++) p[k] = r[k] + square / before * p[k];
    }
    free(v);
    free(q);
    free(p);
    free(r);
    return count;
}
