// Michell's ring with super-helices: a straight rod bent to a ring, its ends joined after a twist by Φ, leaves its
// plane at Φ = 2π √3 E I ∕ G J (Michell 1889). test_fibre_statics and long_fibre_statics have it with the other kinds.
//
// The ring is a rest of the elastic energy E(q) under c(q) = 0: the end of the rod meets its beginning, turned by Φ
// about the tangent. With L = E + λᵀ c it is stable while the Hessian of L is positive on the directions that leave c
// as it is; the twist at which its least eigenvalue there vanishes is found by secants. c is read off the kernel's
// poses, its derivatives are differences. A rod of a round section may roll about its tangent: that the curvature k2 of
// the first element stays as it is fixes this.

#include "support/fibre_kit.h"

enum
{
    MOST = 3 * 40, // coordinates: k1, k2 and twist of each element
    CLOSED = 7,    // rows of c
    ALL = MOST + CLOSED,
    NODES = 4 * 40 + 1
};

typedef struct ring
{
    fibre_kit k;
    int n; // coordinates
    double twist;
    double J[CLOSED][MOST], H[MOST][MOST], lambda[CLOSED];
} ring;

/// Position of the tip, its frame turned back by the twist (vector part of the quaternion), and k2 of the first
/// element.
static void closure(ring *r, double c[CLOSED])
{
    static vec3 x[NODES];
    static quat turn[NODES];
    kit_nodes(&r->k, x, turn);
    int last = r->k.f.segment_count;
    quat back = {cos(0.5 * r->twist), 0, 0, -sin(0.5 * r->twist)}, root = turn[0];
    root.x = -root.x, root.y = -root.y, root.z = -root.z;
    quat left = quat_multiply(quat_multiply(root, turn[last]), back);
    double sign = left.w < 0 ? -1 : 1;
    v3_store(c, v3_sub(x[last], x[0]));
    c[3] = sign * left.x, c[4] = sign * left.y, c[5] = sign * left.z;
    c[6] = r->k.q[1];
}

static double multiplied(ring *r)
{
    double c[CLOSED], sum = 0;
    closure(r, c);
    for (int i = 0; i < CLOSED; i++) sum += r->lambda[i] * c[i];
    return sum;
}

static void jacobian(ring *r)
{
    const double STEP = 1e-4;
    for (int j = 0; j < r->n; j++)
    {
        double a[CLOSED], b[CLOSED], q = r->k.q[j];
        r->k.q[j] = q + STEP, closure(r, a);
        r->k.q[j] = q - STEP, closure(r, b);
        r->k.q[j] = q;
        for (int i = 0; i < CLOSED; i++) r->J[i][j] = (a[i] - b[i]) / (2 * STEP);
    }
}

/// E I of the strain that coordinate j is, by E I of bending, times the length of an element.
static double weight(const ring *r, int j)
{
    return r->k.f.stiffness[j % 3] / r->k.f.stiffness[0] / r->k.f.element_count;
}

/// H ◄ that of E + λᵀ c.
static void hessian(ring *r)
{
    const double STEP = 2e-3;
    double *q = r->k.q;
    for (int i = 0; i < r->n; i++)
        for (int j = 0; j <= i; j++)
        {
            double sum = 0;
            for (int corner = 0; corner < 4; corner++)
            {
                double di = corner & 1 ? STEP : -STEP, dj = corner & 2 ? STEP : -STEP, a = q[i], b = q[j];
                q[i] += di, q[j] += dj;
                sum += (corner == 0 || corner == 3 ? 1 : -1) * multiplied(r);
                q[i] = a, q[j] = b;
            }
            r->H[i][j] = r->H[j][i] = sum / (4 * STEP * STEP) + (i == j ? weight(r, i) : 0);
        }
}

/// x ◄ A⁻¹ x by elimination.
static void solve(int n, double A[ALL][ALL], double *x)
{
    for (int k = 0; k < n; k++)
    {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
        for (int j = 0; j < n; j++)
        {
            double swap = A[k][j];
            A[k][j] = A[best][j], A[best][j] = swap;
        }
        double swap = x[k];
        x[k] = x[best], x[best] = swap;
        for (int i = k + 1; i < n; i++)
        {
            double l = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) A[i][j] -= l * A[k][j];
            x[i] -= l * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--)
    {
        for (int j = k + 1; j < n; j++) x[k] -= A[k][j] * x[j];
        x[k] /= A[k][k];
    }
}

/// Newton's steps to the rest; returns the last one's size.
static double rest(ring *r)
{
    static double A[ALL][ALL], x[ALL];
    const double first = r->k.q[1], FAR = 0.5;
    double moved = 1;
    for (int round = 0; round < 20 && moved > 1e-7; round++)
    {
        double c[CLOSED];
        int all = r->n + CLOSED;
        jacobian(r);
        hessian(r);
        closure(r, c);
        c[6] -= first;
        memset(A, 0, sizeof A);
        for (int i = 0; i < r->n; i++)
        {
            x[i] = -weight(r, i) * r->k.q[i]; // of E alone: the new λ comes out whole
            for (int j = 0; j < r->n; j++) A[i][j] = r->H[i][j];
            for (int k = 0; k < CLOSED; k++) A[i][r->n + k] = A[r->n + k][i] = r->J[k][i];
        }
        for (int k = 0; k < CLOSED; k++) x[r->n + k] = -c[k];
        solve(all, A, x);
        moved = 0;
        for (int i = 0; i < r->n; i++) moved = fmax(moved, fabs(x[i]));
        double part = fmin(1, FAR / moved); // not out of sight of the circle
        for (int i = 0; i < r->n; i++) r->k.q[i] += part * x[i];
        for (int k = 0; k < CLOSED; k++) r->lambda[k] = x[r->n + k];
    }
    return moved;
}

/// H ◄ what is left of it where c stays, with `high` along the directions that change c: they are taken out one by one,
/// by Gram and Schmidt.
static void restrict_to_ring(ring *r, double high)
{
    static double along[CLOSED][MOST], y[MOST];
    for (int k = 0; k < CLOSED; k++)
    {
        double size = 0;
        memcpy(along[k], r->J[k], sizeof along[k]);
        for (int l = 0; l < k; l++)
        {
            double dot = 0;
            for (int i = 0; i < r->n; i++) dot += along[k][i] * along[l][i];
            for (int i = 0; i < r->n; i++) along[k][i] -= dot * along[l][i];
        }
        for (int i = 0; i < r->n; i++) size += along[k][i] * along[k][i];
        for (int i = 0; i < r->n; i++) along[k][i] /= sqrt(size);
    }
    for (int k = 0; k < CLOSED; k++) // H ◄ P H P + high (1 - P), P = Π (1 - a aᵀ)
    {
        double square = 0;
        for (int i = 0; i < r->n; i++)
        {
            y[i] = 0;
            for (int j = 0; j < r->n; j++) y[i] += r->H[i][j] * along[k][j];
        }
        for (int i = 0; i < r->n; i++) square += y[i] * along[k][i];
        for (int i = 0; i < r->n; i++)
            for (int j = 0; j < r->n; j++)
                r->H[i][j] += -along[k][i] * y[j] - y[i] * along[k][j] + (square + high) * along[k][i] * along[k][j];
    }
}

/// The least eigenvalue of H, by Jacobi's rotations.
static double least_eigenvalue(ring *r)
{
    int n = r->n;
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
            {
                double off = r->H[p][q];
                if (fabs(off) < 1e-14) continue;
                double theta = (r->H[q][q] - r->H[p][p]) / (2 * off);
                double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1),
                       s = t * c;
                for (int k = 0; k < n; k++)
                {
                    double a = r->H[k][p], b = r->H[k][q];
                    r->H[k][p] = c * a - s * b, r->H[k][q] = s * a + c * b;
                }
                for (int k = 0; k < n; k++)
                {
                    double a = r->H[p][k], b = r->H[q][k];
                    r->H[p][k] = c * a - s * b, r->H[q][k] = s * a + c * b;
                }
            }
    double least = r->H[0][0];
    for (int i = 1; i < n; i++) least = fmin(least, r->H[i][i]);
    return least;
}

/// How stable a ring of so many elements with this twist is.
static double stability(int elements, double twist)
{
    static ring r;
    hf_fibre_def def = kit_def(HF_FIBRE_SUPERHELIX, elements);
    memset(&r, 0, sizeof r);
    r.k = kit_create(&def, false, kit_root(v3_zero(), v3(0, 0, 1), v3(1, 0, 0)));
    r.n = 3 * elements, r.twist = twist;
    CHECK(r.k.f.q_count == r.n && r.n <= MOST);
    for (int e = 0; e < elements; e++) // a circle, its frame turning by the twist along it
    {
        double s = (e + 0.5) / elements;
        r.k.q[3 * e] = 2 * kit_pi * cos(twist * s), r.k.q[3 * e + 1] = -2 * kit_pi * sin(twist * s),
                  r.k.q[3 * e + 2] = twist;
    }
    CHECK(rest(&r) < 1e-4);
    restrict_to_ring(&r, 1);
    double least = least_eigenvalue(&r);
    kit_destroy(&r.k);
    return least;
}

TEST(a_ring_of_super_helices_leaves_its_plane_at_michells_twist)
{
    const double unit = 2 * kit_pi * 1.5,
                 NEAR = 2e-5; // ν = 1/2; nearer to where it vanishes Newton's steps lose their way
    const int elements[2] = {24, 36};
    double found[2];
    for (int l = 0; l < 2; l++)
    {
        double a = 1.65, b = 1.72, fa = stability(elements[l], a * unit);
        for (int round = 0; round < 6 && fabs(fa) > NEAR; round++)
        {
            double fb = stability(elements[l], b * unit), next = b - fb * (b - a) / (fb - fa);
            printf("%d elements: twist %.5f, least eigenvalue %.3e\n", elements[l], b, fb);
            a = b, fa = fb, b = next;
        }
        found[l] = b;
    }
    double coarse = elements[0] * elements[0], fine = elements[1] * elements[1];
    double limit = (fine * found[1] - coarse * found[0]) / (fine - coarse); // errors of second order end
    printf("| superhelix | %.5f | %.5f | %.5f | %+.3f %% |\n", found[0], found[1], limit, 100 * (limit / sqrt(3) - 1));
    CHECK_NEAR(limit, sqrt(3), 2e-3 * sqrt(3));
}
