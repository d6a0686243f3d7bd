// A few kills; long_record_kill has two hundred.

#include "support/record_kills.h"

TEST(ten_kills_leave_ten_recordings)
{
    kill_many(10);
}
