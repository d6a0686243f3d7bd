// The elementary functions: within one unit in the last place of the C library's in long double, at the ends of their
// ranges, and where they are known exactly.

#include "support/harness.h"

#include "base/elementary.h"
#include "base/random.h"

#include <float.h>
#include <string.h>

enum
{
    DRAWS = 100000
};

/// The distance from the truth in units of the last place of the truth, rounded. Where long double is double the
/// library's own error counts, too.
static double units(double value, long double truth)
{
    double near = fabs((double)truth);
    if (value == (double)truth || (isnan(value) && isnan(near))) return 0.0;
    return (double)(fabsl((long double)value - truth) / (long double)(nextafter(near, INFINITY) - near));
}

/// What the test allows: one unit, or two where there is no wider type to compare with.
static const double LIMIT = LDBL_MANT_DIG > DBL_MANT_DIG ? 1.0 : 2.0;

static double magnitude(random_state *random, int low, int high)
{
    double x = ldexp(random_between(random, 1.0, 2.0), low + random_below(random, high - low));
    return random_below(random, 2) ? x : -x;
}

/// What ours is compared with is the C library's, where that can be trusted.
static void exact_sine_needed(void)
{
#ifdef _WIN32
    SKIP("the C library's sine is that of the processor's fsin, which is wrong by many units of large numbers");
#endif
}

TEST(sine_and_cosine)
{
    exact_sine_needed();
    random_state random = random_seed(1);
    double worst = 0.0;
    for (int k = 0; k < DRAWS; k++)
    {
        double x = magnitude(&random, -35, 22), sine, cosine;
        real_sin_cos(x, &sine, &cosine);
        worst = fmax(worst, fmax(units(sine, sinl(x)), units(cosine, cosl(x))));
        CHECK(sine == real_sin(x) && cosine == real_cos(x) && real_sin(-x) == -sine && real_cos(-x) == cosine);
    }
    CHECK(worst <= LIMIT);
}

/// Beyond 2^20 the turns are counted with integers. The hardest double of all lies 2^-61 from a multiple of π/2 (Muller
/// et al. 2018, 11.2).
TEST(sine_of_large_numbers)
{
    exact_sine_needed();
    random_state random = random_seed(2);
    for (int k = 0; k < DRAWS; k++)
    {
        double x = magnitude(&random, 18, 1023), sine, cosine;
        real_sin_cos(x, &sine, &cosine);
        CHECK(units(sine, (long double)sin(x)) <= 1.0 && units(cosine, (long double)cos(x)) <= 1.0);
        CHECK_NEAR(sine * sine + cosine * cosine, 1.0, 4e-16);
    }
    CHECK(real_cos(0x1.6ac5b262ca1ffp+849) == -0x1.14ae72e6ba22fp-61 && real_sin(0x1.6ac5b262ca1ffp+849) == 1.0);
    CHECK(isnan(real_sin(INFINITY)) && isnan(real_cos(-INFINITY)) && isnan(real_sin(NAN)));
    CHECK(signbit(real_sin(-0.0)) && real_cos(0.0) == 1.0 && real_sin(0x1p-1074) == 0x1p-1074);
}

TEST(angles)
{
    random_state random = random_seed(3);
    double worst = 0.0;
    for (int k = 0; k < DRAWS; k++)
    {
        double x = magnitude(&random, -30, 30), y = magnitude(&random, -30, 30);
        worst = fmax(worst, units(real_atan2(y, x), atan2l(y, x)));
    }
    CHECK(worst <= LIMIT);
    const double special[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1p-1074, DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        for (size_t j = 0; j < sizeof special / sizeof *special; j++)
        {
            double y = special[i], x = special[j], ours = real_atan2(y, x), truth = atan2(y, x);
            CHECK(isnan(truth) ? isnan(ours) : ours == truth && signbit(ours) == signbit(truth));
        }
}

TEST(exponential_and_logarithm)
{
    random_state random = random_seed(4);
    double worst = 0.0;
    for (int k = 0; k < DRAWS; k++)
    {
        double x = random_between(&random, -708.0, 709.0), y = fabs(magnitude(&random, -1022, 1023)),
               near = random_between(&random, 0.5, 2.0);
        worst = fmax(worst, units(real_exp(x), expl(x)));
        worst = fmax(worst, units(real_exp(x * 1e-3), expl(x * 1e-3)));
        worst = fmax(worst, fmax(units(real_log(y), logl(y)), units(real_log(near), logl(near))));
    }
    CHECK(worst <= LIMIT);
    CHECK(real_exp(0.0) == 1.0 && real_exp(-INFINITY) == 0.0 && isinf(real_exp(INFINITY)) && isinf(real_exp(709.8)));
    CHECK(real_exp(-745.13) == 0x1p-1074 && real_exp(-746.0) == 0.0 && real_exp(709.78) < INFINITY &&
          isnan(real_exp(NAN)));
    CHECK(real_log(1.0) == 0.0 && isinf(real_log(0.0)) && isnan(real_log(-1.0)) && isinf(real_log(INFINITY)));
    CHECK(isnan(real_log(NAN)));
    CHECK_NEAR(real_log(0x1p-1074), -744.4400719213812, 1e-13);
}

TEST(lengths)
{
    random_state random = random_seed(5);
    double worst = 0.0;
    for (int k = 0; k < DRAWS; k++)
    {
        double x = magnitude(&random, -1000, 1000), y = ldexp(x, random_below(&random, 60) - 30) * random_unit(&random);
        worst = fmax(worst, units(real_hypot(x, y), hypotl(x, y)));
    }
    CHECK(worst <= 1.25); // two squares, their sum and its root are rounded
    CHECK(real_hypot(3.0, 4.0) == 5.0 && real_hypot(0x3p+700, 0x4p+700) == 0x5p+700 && real_hypot(0.0, -0.0) == 0.0);
    CHECK(isinf(real_hypot(NAN, -INFINITY)) && isnan(real_hypot(NAN, 1.0)) && real_hypot(0x1p-1074, 0.0) == 0x1p-1074);
}
