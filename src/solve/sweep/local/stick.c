// The sticking case of one contact: a point r of G = { W r = -b } inside K_mu (Daviet et al. 2011, appendix B.2).
//
// W regular: G is a point. W singular: G is empty, a line or a plane, found from the singular values of W (one-sided
// Jacobi, exact for blocks this small). What counts as zero among them cannot be known, so several thresholds are
// tried, least first; a candidate counts only if its natural residual says that it solves.
//   line    p + t n: where it meets K_mu is the interval, or ray, of ‖p_T + t n_T‖² <= mu² (p_N + t n_N)² with r_N >=
//           0; taken is its
//           point nearest to the guess, so that a sweep over many contacts does not drift along the null space of one
//           of them
//   plane   q·r = κ: if it meets K_mu, then (K_mu is convex and symmetric about span(e_N, q_T)) it does so in that
//           span, which leaves a line;
//           the guess moved straight onto the plane is taken before if it is inside
//   W = 0   b_N < 0 rules it out

#include "solve/sweep/local/enum.h"

#include "linalg/block_inverse.h"
#include "solve/sweep/local/small.h"

/// Candidates on the line p + t n, ‖n‖ = 1, those nearest to the guess first.
static bool offer_line(enum_search *search, const double *p, const double *n)
{
    double mu2 = search->mu * search->mu, at_guess = 0.0;
    double A = -mu2 * n[0] * n[0], B = -mu2 * p[0] * n[0], C = -mu2 * p[0] * p[0]; // A t² + 2 B t + C <= 0
    for (int k = 0; k < search->d; k++) at_guess += n[k] * (search->guess[k] - p[k]);
    for (int k = 1; k < search->d; k++)
    {
        A += n[k] * n[k];
        B += n[k] * p[k];
        C += p[k] * p[k];
    }
    double t[5] = {at_guess, at_guess, at_guess, at_guess, 0.0};
    double disc = B * B - A * C, w = -(B + copysign(sqrt(fmax(disc, 0.0)), B));
    if (A != 0.0) t[1] = w / A;
    if (w != 0.0) t[2] = C / w;
    if (A != 0.0) t[3] = -B / A; // tangent, or the middle of the interval
    bool found = false;
    for (int i = 0; i < 5; i++)
    {
        double r[3];
        for (int k = 0; k < search->d; k++) r[k] = p[k] + t[i] * n[k];
        if (isfinite(t[i]) && enum_offer(search, r))
        {
            if (i == 0) return true; // nothing is nearer
            found = true;
        }
    }
    return found;
}

static bool offer_plane(enum_search *search, const double *p, const double *q)
{
    double shift = 0.0, r[3];
    for (int k = 0; k < 3; k++) shift += q[k] * (search->guess[k] - p[k]);
    for (int k = 0; k < 3; k++) r[k] = search->guess[k] - shift * q[k];
    if (enum_offer(search, r)) return true;
    double tangent = sqrt(q[1] * q[1] + q[2] * q[2]);
    double c = tangent > 0.0 ? q[1] / tangent : 1.0, s = tangent > 0.0 ? q[2] / tangent : 0.0;
    double n[3] = {-tangent, q[0] * c, q[0] * s};
    return offer_line(search, p, n);
}

/// A ◄ U S (columns of lengths S), V with A V: the singular value decomposition of the d × d matrix W, by one-sided
/// Jacobi rotations.
static void decompose(int d, const double *W, double A[3][3], double V[3][3], double *S)
{
    double columns[9], turns[9];
    block_singular_vectors(d, W, columns, turns);
    for (int j = 0; j < d; j++)
    {
        S[j] = 0.0;
        for (int i = 0; i < d; i++)
        {
            A[j][i] = columns[d * i + j]; // stored by columns
            V[j][i] = turns[d * i + j];
            S[j] += A[j][i] * A[j][i];
        }
        S[j] = sqrt(S[j]);
    }
}

static bool offer_singular(enum_search *search)
{
    static const double thresholds[] = {1e-14, 1e-12, 1e-10, 1e-8}; // of zero singular values, relative to the greatest
    int d = search->d, last_rank = -1;
    double A[3][3], V[3][3], S[3] = {0.0, 0.0, 0.0};
    decompose(d, search->W, A, V, S);
    double greatest = fmax(S[0], fmax(S[1], S[2]));
    for (int h = 0; h < 4; h++)
    {
        double p[3] = {0.0, 0.0, 0.0};
        const double *kept = NULL, *null = NULL;
        int rank = 0;
        for (int j = 0; j < d; j++)
        {
            if (!(S[j] > thresholds[h] * greatest))
            {
                null = V[j];
                continue;
            }
            rank++;
            kept = V[j];
            double along = 0.0; // -(u_j · b) ∕ S_j
            for (int i = 0; i < d; i++) along -= A[j][i] * search->b[i];
            for (int i = 0; i < d; i++) p[i] += along / (S[j] * S[j]) * V[j][i];
        }
        if (rank == last_rank || rank == 0) continue;
        last_rank = rank;
        if (rank == d       ? enum_offer(search, p)
            : rank == d - 1 ? offer_line(search, p, null)
                            : offer_plane(search, p, kept))
            return true;
    }
    return false;
}

bool enum_stick(enum_search *search)
{
    const double *W = search->W, *b = search->b;
    int d = search->d;
    double r[3], minus[3] = {-b[0], -b[1], d == 3 ? -b[2] : 0.0}, norm = 0.0;
    for (int k = 0; k < d * d; k++) norm += W[k] * W[k];
    double det = small_refined(d, W, minus, r);
    if (fabs(det) < 1e-12 * norm * (d == 3 ? sqrt(norm) : 1.0) || det == 0.0) return offer_singular(search);
    return enum_offer(search, r);
}
