// Elementary functions whose bits do not depend on the machine.
//
// IEEE 754 fixes +, -, ×, ÷ and the square root to the last bit, but not the sine: the C library chooses among variants
// by what the processor has (fused multiply-add or not), changes them between its versions, and other libraries have
// others. These are plain C, made of those five operations and of powers of two, and differ from the exact value by
// less than one unit in the last place (test_elementary). Nothing in src/ calls the C library's twins;
// scripts/check_bits looks.

#ifndef HF_BASE_ELEMENTARY_H
#define HF_BASE_ELEMENTARY_H

#include <math.h>

double real_sin(double x);
double real_cos(double x);

/// Both at once: half the work.
void real_sin_cos(double x, double *sine, double *cosine);

/// The angle of (x, y), in [-π, π], signs of zeros as the C standard has them.
double real_atan2(double y, double x);

double real_exp(double x);
double real_log(double x);

/// √(x² + y²) where the sum of squares would overflow or vanish.
double real_hypot_scaled(double x, double y);

/// The larger one; a where b is not a number. fmax in such a loop is an internal error of GCC 12 for ARM (its
/// vectorizer's reductions).
static inline double real_max(double a, double b)
{
    return b > a ? b : a;
}

/// √(x² + y²). Infinite if one of them is, even where the other is not a number.
static inline double real_hypot(double x, double y)
{
    const double least = 0x1p-900, most = 0x1p+1000; // squares in between are exact enough
    double sum = x * x + y * y;
    return sum > least && sum < most ? sqrt(sum) : real_hypot_scaled(x, y);
}

#endif
