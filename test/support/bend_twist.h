// The boundary at which a naturally curved rod that hangs leaves its plane, by the second variation of its energy:
// apart from the library, and from the shooting of kirchhoff.h, which finds the same by another road.
//
// Units: L = B = 1, C = 1/(1 + ν) = 2/3. In its plane the rod is an angle θ(s) from the vertical, θ(0) = 0, at rest
// where
//     ½ ∫ (θ' - φ)² ds - Γ ∫ (1 - s) cos θ ds
// is stationary; φ = κ L is the natural curvature, Γ the weight. The load n = Γ (1 - s) ĝ of what hangs below does not
// depend on the shape: energy is a functional of the frames alone. Turned by the small rotation α about the normal in
// the plane and β about the tangent, frames R0 exp([w]) have u = u0 + (w' + u0 × w) + ½ (w × (w × u0) - w × w'), and
// with k = θ', M = k - φ
//     2 δ²E = ∫ (α' - kβ)² + C (β' + kα)² + M (βα' - αβ' - k (α² + β²)) + Γ (1 - s) (α² cos θ - αβ sin θ) ds.
// The planar rest is stable iff that is positive for all α, β that are zero at the clamp: iff a matrix of 2 × 2 blocks
// along the diagonal (midpoints of BEND_TWIST_PARTS parts) has no negative pivot.
//
// Miller, Lazarus, Audoly and Reis 2014 (Phys. Rev. Lett. 112, 068103) find the boundary of planar shapes by such an
// analysis of stability, and experiments at it with ν = 1/2; Romero et al. 2021 (Physical validation of simulators in
// computer graphics) made it a test of simulators, φ over ∛Γ/φ. A rod that is long beside ∛(B/w) hangs straight but
// near its tip, and does not know its length:
// there the boundary is a number, ∛Γ/φ = 0.6207.

#ifndef HF_TEST_BEND_TWIST_H
#define HF_TEST_BEND_TWIST_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum
{
    BEND_TWIST_PARTS = 1600
};

/// What a long rod's boundary is at: ∛Γ/φ.
static const double bend_twist_long = 0.62069;

/// One Newton step of the planar rest; how far the equations were off.
static inline double bend_twist_round(double gamma, double phi, double *theta)
{
    enum
    {
        N = BEND_TWIST_PARTS
    };
    static double side[N + 1], diagonal[N + 1], r[N + 1];
    const double h = 1.0 / N;
    memset(diagonal, 0, sizeof diagonal), memset(r, 0, sizeof r);
    for (int i = 0; i < N; i++)
    {
        double weight = gamma * (1 - (i + 0.5) * h), at = 0.5 * (theta[i] + theta[i + 1]);
        double moment = (theta[i + 1] - theta[i]) / h - phi, turn = 0.5 * h * weight * sin(at);
        double stiff = 0.25 * h * weight * cos(at);
        r[i] += turn - moment, r[i + 1] += turn + moment;
        diagonal[i] += 1 / h + stiff, diagonal[i + 1] += 1 / h + stiff, side[i + 1] = stiff - 1 / h;
    }
    double off = 0, most = 0;
    for (int i = 1; i <= N; i++) off = fmax(off, fabs(r[i]));
    for (int i = 2; i <= N; i++)
    {
        double share = side[i] / diagonal[i - 1];
        diagonal[i] -= share * side[i], r[i] -= share * r[i - 1];
    }
    for (int i = N; i >= 1; i--)
    {
        r[i] = (r[i] - (i < N ? side[i + 1] * r[i + 1] : 0)) / diagonal[i];
        most = fmax(most, fabs(r[i]));
    }
    for (int i = 1; i <= N; i++) theta[i] -= r[i] / fmax(1, most); // no more than a radian
    return off;
}

/// The planar rest, from a straight rod on with more and more curvature. False if Newton's method does not end.
static inline bool bend_twist_rest(double gamma, double phi, double *theta)
{
    const int parts = 20 + (int)(8 * phi);
    memset(theta, 0, sizeof(double) * (BEND_TWIST_PARTS + 1));
    for (int part = 1; part <= parts; part++)
    {
        double off = 1;
        for (int round = 0; round < 60 && off > 1e-10; round++)
            off = bend_twist_round(gamma, phi * part / parts, theta);
        if (!(off <= 1e-10)) return false;
    }
    return true;
}

/// K ◄ 2 δ²E of one part as a form of (α, β) at its two ends.
static inline void bend_twist_part(double gamma, double phi, double s, double k, double at, double K[4][4])
{
    const double C = 2.0 / 3, h = 1.0 / BEND_TWIST_PARTS, M = k - phi, load = gamma * (1 - s);
    const double form[4][4] = {// of α', β', α, β
                               {1, 0, 0, 0.5 * M - k},
                               {0, C, C * k - 0.5 * M, 0},
                               {0, C * k - 0.5 * M, C * k * k - M * k + load * cos(at), -0.5 * load * sin(at)},
                               {0.5 * M - k, 0, -0.5 * load * sin(at), k * k - M * k}};
    const double ends[4][4] = {{-1 / h, 0, 1 / h, 0}, {0, -1 / h, 0, 1 / h}, {0.5, 0, 0.5, 0}, {0, 0.5, 0, 0.5}};
    for (int p = 0; p < 4; p++)
        for (int q = 0; q < 4; q++)
        {
            K[p][q] = 0;
            for (int x = 0; x < 4; x++)
                for (int y = 0; y < 4; y++) K[p][q] += h * ends[x][p] * form[x][y] * ends[y][q];
        }
}

/// In how many directions out of its plane energy falls from the planar rest; -1 if there is none.
static inline int bend_twist_falls(double gamma, double phi)
{
    static double theta[BEND_TWIST_PARTS + 1];
    if (!bend_twist_rest(gamma, phi, theta)) return -1;
    const double h = 1.0 / BEND_TWIST_PARTS;
    double D[2][2] = {{0}}, side[2][2] = {{0}}; // the last pivot, and what stands beside it
    int falls = 0;
    for (int i = 0; i < BEND_TWIST_PARTS; i++)
    {
        double K[4][4], det = D[0][0] * D[1][1] - D[0][1] * D[1][0];
        bend_twist_part(gamma, phi, (i + 0.5) * h, (theta[i + 1] - theta[i]) / h, 0.5 * (theta[i] + theta[i + 1]), K);
        for (int p = 0; p < 2 && i > 0; p++)
            for (int q = 0; q < 2; q++) D[p][q] += K[p][q];
        det = D[0][0] * D[1][1] - D[0][1] * D[1][0];
        if (i > 0) falls += det < 0 ? 1 : D[0][0] < 0 ? 2 : 0;
        for (int p = 0; p < 2; p++)
            for (int q = 0; q < 2; q++) side[p][q] = K[p][q + 2];
        double next[2][2];
        for (int p = 0; p < 2; p++)
            for (int q = 0; q < 2; q++)
            {
                next[p][q] = K[p + 2][q + 2];
                if (i > 0) // the clamp has no α and β
                    next[p][q] -= (side[0][p] * (D[1][1] * side[0][q] - D[0][1] * side[1][q]) +
                                   side[1][p] * (D[0][0] * side[1][q] - D[1][0] * side[0][q])) /
                                  det;
            }
        memcpy(D, next, sizeof D);
    }
    double det = D[0][0] * D[1][1] - D[0][1] * D[1][0];
    return falls + (det < 0 ? 1 : D[0][0] < 0 ? 2 : 0);
}

/// The natural curvature φ between `low`, where the planar rest is stable, and `high`, at which it stops to be.
static inline double bend_twist_second_variation(double gamma, double low, double high)
{
    while (high - low > 1e-7 * high)
    {
        double middle = 0.5 * (low + high);
        *(bend_twist_falls(gamma, middle) == 0 ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

#endif
