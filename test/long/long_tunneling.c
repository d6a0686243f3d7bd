// Thousands of shots at thin obstacles (test/world/test_tunneling.c has a few of each, of which none may pass).

#include "support/tunneling.h"

TEST(hardly_anything_passes)
{
    int shots = 0, passed = 0;
    for (int shape = 0; shape < SHOT_SHAPES; shape++)
        for (int obstacle = 0; obstacle < OBSTACLE_COUNT; obstacle++)
            for (int run = 0; run < 60; run++, shots++)
            {
                shot t = {.shape = shape, .obstacle = (shot_obstacle)obstacle};
                random_state random = random_seed(1000003 + (uint64_t)shots);
                shoot(&random, 100, 300, &t);
                passed += t.passed;
                if (t.passed)
                    printf("%s passed %s in run %d\n", shot_shapes[shape].name, obstacle_names[obstacle], run);
            }
    CHECK(passed * 1000 <= shots); // docs/step.md: light doors that are hit so hard that they come back
}
