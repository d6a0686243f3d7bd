// A thousand ill-conditioned LCPs for each method: `lemke` and `lexico` fail in a measurable share at any Δ, `robust`
// in none.

#include "support/redundant_table.h"

#include <stdio.h>

TEST(robust_fails_in_none_of_a_thousand)
{
    const char *const names[] = {"lemke", "lexico:0", "lexico:1e-10", "lexico:1e-8", "lexico:1e-6", "lexico:1e-4"};
    for (int k = 0; k < 6; k++)
    {
        int failures = count_failures(names[k], 1000);
        printf("    %s: %d of 1000 fail\n", names[k], failures);
        CHECK(failures >= 5);
    }
    CHECK(count_failures("robust", 1000) == 0);
}
