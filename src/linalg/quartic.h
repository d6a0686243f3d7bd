// The real roots of a polynomial of degree up to four in [0, 1].
//
// Method: between two neighbouring zeros of its derivative a polynomial is monotone, so a sign change there brackets
// exactly one root, which safeguarded Newton finds to the last bits. The zeros of the derivative are found the same
// way, down to the quadratic.
// Nothing is divided by a leading coefficient, and no case distinction of closed forms is needed.
// Double roots do not change the sign: they are the stationary points at which P is small, handed out beside the roots.

#ifndef HF_LINALG_QUARTIC_H
#define HF_LINALG_QUARTIC_H

#include <math.h>

typedef struct quartic_roots
{
    int count;
    double root[4]; // ascending
    int stationary_count;
    double stationary[3]; // P' = 0, ascending
} quartic_roots;

static inline double quartic_value(const double *c, int degree, double t, double *slope)
{
    double p = c[degree], q = 0.0;
    for (int k = degree - 1; k >= 0; k--)
    {
        q = q * t + p;
        p = p * t + c[k];
    }
    *slope = q;
    return p;
}

/// The root in [lo, hi], where p changes sign from below.
static inline double quartic_bracketed(const double *c, int degree, double lo, double hi, double p_lo)
{
    double t = 0.5 * (lo + hi);
    for (int k = 0; k < 80; k++)
    {
        double slope, p = quartic_value(c, degree, t, &slope);
        if (p == 0.0) return t;
        if ((p > 0.0) == (p_lo > 0.0)) lo = t;
        else hi = t;
        double next = t - p / slope;
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        if (fabs(next - t) <= 1e-16 * (1.0 + fabs(t)) || next == lo || next == hi) return next;
        t = next;
    }
    return t;
}

/// Roots of degree `degree` in [0, 1], given the zeros of its derivative there.
static inline int quartic_between(const double *c, int degree, const double *knot, int knot_count, double *root)
{
    int count = 0;
    double slope, lo = 0.0, p_lo = quartic_value(c, degree, 0.0, &slope);
    for (int k = 0; k <= knot_count; k++)
    {
        double hi = k < knot_count ? knot[k] : 1.0, p_hi = quartic_value(c, degree, hi, &slope);
        if (p_lo == 0.0) root[count++] = lo;
        else if (p_hi != 0.0 && (p_lo > 0.0) != (p_hi > 0.0))
            root[count++] = quartic_bracketed(c, degree, lo, hi, p_lo);
        if (count == degree) return count;
        lo = hi;
        p_lo = p_hi;
    }
    if (p_lo == 0.0) root[count++] = lo;
    return count;
}

/// P(t) = c[0] + c[1] t + … + c[4] t⁴.
static inline void quartic_solve(const double *c, quartic_roots *out)
{
    double third[2] = {6.0 * c[3], 24.0 * c[4]}; // P'''
    double second[3] = {2.0 * c[2], 6.0 * c[3], 12.0 * c[4]};
    double first[4] = {c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4]};
    double knot1[1] = {0.0}, knot2[2];
    int count1 = quartic_between(third, 1, knot1, 0, knot1);
    int count2 = quartic_between(second, 2, knot1, count1, knot2);
    out->stationary_count = quartic_between(first, 3, knot2, count2, out->stationary);
    out->count = quartic_between(c, 4, out->stationary, out->stationary_count, out->root);
}

#endif
