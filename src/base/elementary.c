// Each function takes its argument to a short interval about zero, where a Taylor series of a dozen terms is exact to
// rounding; the reduction keeps a second number for what the first cannot hold. Series rather than minimax polynomials:
// one or two terms more, and nobody has to trust a table.
//
//   sin, cos   x = n π/2 + r: π/2 in four parts, of which n times the first three is exact for |x| < 2^20 (Cody, Waite
//              1980);
//              beyond, n and r from the bits of 2/π that matter, in integers (Payne, Hanek 1983)
//   atan2      y/x = (c + t)/(1 - c t) with c = k/8 the nearest, so that |t| <= 1/16: atan c from a table, the quotient
//              to twice the precision (Dekker 1971)
//   exp        x = k ln 2 + r, |r| <= ln 2 / 2
//   log        x = 2^k (1 + f), with s = f/(2 + f): log (1 + f) = 2 (s + s³/3 + s⁵/5 + …)

#include "base/elementary.h"

#include <stdbool.h>
#include <stdint.h>

/// high + low, |low| at most half a unit in the last place of high.
typedef struct twofold
{
    double high, low;
} twofold;

/// a + b without error (Knuth).
static twofold two_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    return (twofold){sum, (a - (sum - part)) + (b - part)};
}

/// a b without error (Dekker), for |a|, |b| < 2^990.
static twofold two_product(double a, double b)
{
    const double split = 0x1p+27 + 1.0;
    double x = split * a, y = split * b;
    double a1 = x - (x - a), a2 = a - a1, b1 = y - (y - b), b2 = b - b1, product = a * b;
    return (twofold){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

/// c[0] + c[1] z + … + c[count - 1] z^(count - 1).
static double series(double z, const double *c, int count)
{
    double sum = c[count - 1];
    for (int k = count - 2; k >= 0; k--) sum = sum * z + c[k];
    return sum;
}

// ---- sine and cosine ----

static const twofold half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const double two_over_pi = 0x1.45f306dc9c883p-1;

/// x = n π/2 + r for |x| < 2^20; returns n.
static int reduce(double x, twofold *r)
{
    const double part[4] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69,
                            0x1.b839a252049c1p-104}; // 33 bits, but for the last
    int n = (int)(x * two_over_pi + (x < 0.0 ? -0.5 : 0.5));
    double k = n;
    twofold first = two_sum(x - k * part[0], -(k * part[1]));
    *r = two_sum(first.high, first.low - (k * part[2] + k * part[3]));
    return n;
}

/// The 64 bits of 2/π from bit `begin` after the point on.
static uint64_t bits_of_two_over_pi(int begin)
{
    static const uint64_t word[21] = {0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
                                      0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
                                      0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
                                      0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
                                      0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};
    int k = begin / 64, shift = begin % 64;
    return shift == 0 ? word[k] : word[k] << shift | word[k + 1] >> (64 - shift);
}

/// a ◄ a x + carry, word by word from the lowest (32 bits each); returns what is carried out.
static uint32_t multiply(uint32_t *a, int count, uint32_t x, uint32_t carry)
{
    uint64_t sum = carry;
    for (int k = 0; k < count; k++)
    {
        sum += (uint64_t)a[k] * x;
        a[k] = (uint32_t)sum;
        sum >>= 32;
    }
    return (uint32_t)sum;
}

/// x = n π/2 + r for 2^20 <= |x| < ∞; returns n mod 4. With |x| = m 2^e, m an integer: bits of 2/π whose product with m
/// 2^e is a multiple of 4 are left out, of the others 192 are taken.
static int reduce_large(double x, twofold *r)
{
    int exponent;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    int e = exponent - 53, begin = e > 2 ? e - 2 : 0;
    uint32_t low[8] = {0}, high[8] = {0}; // m's low word times the bits, and its high word's
    for (int k = 0; k < 3; k++)
    {
        uint64_t bits = bits_of_two_over_pi(begin + 64 * k);
        low[4 - 2 * k] = high[5 - 2 * k] = (uint32_t)bits;
        low[5 - 2 * k] = high[6 - 2 * k] = (uint32_t)(bits >> 32);
    }
    low[6] = multiply(low, 6, (uint32_t)m, 0);
    high[7] = multiply(high + 1, 6, (uint32_t)(m >> 32), 0);
    uint64_t carry = 0;
    for (int k = 0; k < 8; k++)
    {
        carry += (uint64_t)low[k] + high[k];
        low[k] = (uint32_t)carry;
        carry >>= 32;
    }
    // The product stands in units of 2^(e - begin - 192); `up` shifts turn it to 2^-192 of the four quadrants.
    for (int up = e - begin - 2; up < 0; up++)
        for (int k = 0; k < 8; k++) low[k] = low[k] >> 1 | (k < 7 ? low[k + 1] << 31 : 0);
    int n = (int)(low[5] >> 30);
    for (int k = 5; k > 0; k--)
        low[k] = low[k] << 2 | low[k - 1] >> 30; // the fraction of a quadrant, in units of 2^-192
    n += (int)(low[5] >> 31);                    // to the nearest
    double first = (double)(low[5] >> 31 ? (int64_t)low[5] - ((int64_t)1 << 32) : (int64_t)low[5]) * 0x1p-32;
    twofold f = two_sum(first, low[4] * 0x1p-64);
    f = two_sum(f.high, f.low + (low[3] * 0x1p-96 + low[2] * 0x1p-128));
    twofold p = two_product(f.high, half_pi.high);
    *r = two_sum(p.high, p.low + (f.high * half_pi.low + f.low * half_pi.high));
    if (x >= 0.0) return n & 3;
    *r = (twofold){-r->high, -r->low};
    return -n & 3;
}

/// sin (high + low) for |high| <= π/4.
static double sine_near_zero(twofold r)
{
    static const double c[8] = {-1.0 / 6,        1.0 / 120,        -1.0 / 5040,          1.0 / 362880,
                                -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
    double x = r.high, z = x * x;
    return x + (z * x * series(z, c, 8) + r.low * (1.0 - 0.5 * z));
}

/// cos (high + low) for |high| <= π/4.
static double cosine_near_zero(twofold r)
{
    static const double c[7] = {1.0 / 24,        -1.0 / 720,         1.0 / 40320,         -1.0 / 3628800,
                                1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000};
    double x = r.high, z = x * x, half = 0.5 * z, w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * z * series(z, c, 7) - x * r.low));
}

void real_sin_cos(double x, double *sine, double *cosine)
{
    twofold r = {x, 0.0};
    int n = 0;
    if (fabs(x) < 0x1p-30) // also for the sign of zero
    {
        *sine = x;
        *cosine = 1.0;
        return;
    }
    if (fabs(x) > 0.7853981633974483) n = fabs(x) < 0x1p+20 ? reduce(x, &r) : isinf(x) ? 0 : reduce_large(x, &r);
    if (isinf(x)) r.high = NAN;
    double s = sine_near_zero(r), c = cosine_near_zero(r);
    switch (n & 3)
    {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s;
    }
}

double real_sin(double x)
{
    double sine, cosine;
    real_sin_cos(x, &sine, &cosine);
    return sine;
}

double real_cos(double x)
{
    double sine, cosine;
    real_sin_cos(x, &sine, &cosine);
    return cosine;
}

// ---- arc tangent ----

/// atan (y/x) for 0 <= y <= x, 2^-60 < y/x, x between a half and one.
static twofold arc_tangent(double y, double x)
{
    static const twofold table[9] = {{0.0, 0.0},
                                     {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                     {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                     {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                     {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                     {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                     {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                     {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                     {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
    static const double terms[8] = {-1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17};
    int k = (int)(8.0 * (y / x) + 0.5);
    double c = 0.125 * k;
    twofold cx = two_product(c, x), cy = two_product(c, y);
    twofold above = two_sum(y, -cx.high), below = two_sum(x, cy.high); // t = (y - c x) / (x + c y)
    double t = above.high / below.high;
    twofold back = two_product(t, below.high);
    double rest =
        (((above.high - back.high) - back.low) + (above.low - cx.low) - t * (below.low + cy.low)) / below.high;
    double z = t * t;
    twofold sum = two_sum(table[k].high, t);
    return two_sum(sum.high, sum.low + (table[k].low + rest + t * z * series(z, terms, 8)));
}

/// a - b.
static twofold subtract(twofold a, twofold b)
{
    twofold difference = two_sum(a.high, -b.high);
    return two_sum(difference.high, difference.low + (a.low - b.low));
}

/// The angle of (x, y) for finite x, y >= 0, not both zero.
static twofold first_quadrant(double y, double x)
{
    bool steep = y > x;
    double large = steep ? y : x, small = steep ? x : y;
    int exponent, other;
    double scaled = frexp(large, &exponent);
    twofold angle;
    frexp(small, &other);
    if (small == 0.0 || exponent - other > 60) angle = (twofold){small / large, 0.0}; // which is its arc tangent
    else angle = arc_tangent(ldexp(small, -exponent), scaled);
    return steep ? subtract(half_pi, angle) : angle;
}

double real_atan2(double y, double x)
{
    const twofold pi = {2.0 * half_pi.high, 2.0 * half_pi.low};
    if (isnan(x) || isnan(y)) return x + y;
    double a = fabs(x), b = fabs(y);
    if (isinf(a) || isinf(b)) // the angles of infinite axes and diagonals
    {
        a = isinf(a) ? 1.0 : 0.0;
        b = isinf(b) ? 1.0 : 0.0;
    }
    twofold angle = {0.0, 0.0};
    if (a > 0.0 || b > 0.0) angle = first_quadrant(b, a);
    if (signbit(x)) angle = subtract(pi, angle);
    return copysign(angle.high, y);
}

// ---- exponential and logarithm ----

static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33; // 32 bits, and the rest

double real_exp(double x)
{
    static const double c[12] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                 1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    if (isnan(x)) return x;
    if (x > 710.0) return INFINITY;
    if (x < -746.0) return 0.0;
    int k = (int)(x * 0x1.71547652b82fep+0 + (x < 0.0 ? -0.5 : 0.5));
    twofold r = two_sum(x - k * ln2_high, -(k * ln2_low));
    double sum = 1.0 + (r.high + (r.low * (1.0 + r.high) + r.high * r.high * series(r.high, c, 12)));
    return k > 1000 ? ldexp(sum * 0x1p+100, k - 100) : ldexp(sum, k);
}

double real_log(double x)
{
    static const double c[10] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                 2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};
    if (!(x > 0.0)) return x == 0.0 ? -INFINITY : x + (x < 0.0 ? NAN : 0.0);
    if (isinf(x)) return x;
    int k;
    double m = frexp(x, &k);
    if (m < 0.7071067811865476)
    {
        m *= 2.0;
        k--;
    }
    double f = m - 1.0, s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double rest = s * (half + z * series(z, c, 10)); // log (1 + f) = f - f²/2 + rest
    return k * ln2_high - ((half - (rest + k * ln2_low)) - f);
}

// ---- length ----

double real_hypot_scaled(double x, double y)
{
    double a = fabs(x), b = fabs(y), large = a > b ? a : b;
    if (isinf(a) || isinf(b)) return INFINITY;
    if (isnan(a) || isnan(b)) return a + b;
    if (large == 0.0) return 0.0;
    int exponent;
    frexp(large, &exponent);
    a = ldexp(a, -exponent);
    b = ldexp(b, -exponent);
    return ldexp(sqrt(a * a + b * b), exponent);
}
