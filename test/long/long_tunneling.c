// Thousands of shots at thin obstacles: no body passes (test/world/test_tunneling.c has a few of each).

#include "support/tunneling.h"

TEST(nothing_passes)
{
    for (int shape = 0; shape < SHOT_SHAPES; shape++)
        for (int obstacle = 0; obstacle < OBSTACLE_COUNT; obstacle++) shoot_many(shape, obstacle, 1000003, 60);
}
