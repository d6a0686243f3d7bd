#include "support/record_kills.h"

TEST(two_hundred_kills_leave_two_hundred_recordings)
{
    kill_many(200);
}
