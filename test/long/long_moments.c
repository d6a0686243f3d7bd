// Ten thousand random problems with mixed blocks, contacts of 3, 4 and 6 rows and ellipses among them, by `auto`.

#include "support/mixed_blocks.h"

TEST(auto_solves_ten_thousand_mixed_problems)
{
    mixed_count count = solve_mixed("auto", 1, 10000);
    printf("%d of 10000 within 1e-8, the worst at %g\n", count.solved, count.worst);
    CHECK(count.solved == 10000);
}
