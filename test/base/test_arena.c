// The arena: what is given back is given back, and in the debug mode nobody can use it unnoticed.

#include "support/harness.h"

#include "base/arena.h"
#include "base/arena_debug.h"

#include <math.h>
#include <stdint.h>

static hf_workspace *make(void)
{
    hf_workspace *workspace = NULL;
    hf_error error;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    return workspace;
}

TEST(an_equal_second_use_takes_the_same_places)
{
    hf_workspace *w = make();
    double *first = NULL;
    size_t bytes = 0;
    for (int round = 0; round < 3; round++)
    {
        arena_mark mark = arena_begin(w);
        double *x = ARENA_ARRAY(w, double, 5000);
        CHECK(x && (uintptr_t)x % 64 == 0);
        arena_mark inner = arena_begin(w);
        double *y = ARENA_ZEROED(w, double, 7000);
        CHECK(y && y[0] == 0 && y[6999] == 0);
        arena_end(w, inner);
        CHECK(ARENA_ARRAY(w, double, 7000) == y);
        arena_end(w, mark);
        if (round == 1) first = x, bytes = arena_bytes(w);
        if (round == 2) CHECK(x == first && arena_bytes(w) == bytes);
    }
    hf_workspace_destroy(w);
}

TEST(a_take_that_fails_is_remembered_until_it_is_asked_for)
{
    hf_workspace *w = make();
    CHECK(arena_whole(w) && ARENA_ARRAY(w, double, 10) && arena_whole(w));
    fail_allocation(0);
    CHECK(!ARENA_ARRAY(w, double, 1000000) && !arena_take(w, SIZE_MAX, 8)); // more than there is, more than fits
    fail_allocation(-1);
    CHECK(ARENA_ARRAY(w, double, 10) && !arena_whole(w) && arena_whole(w));
    hf_workspace *same = w, *temporary = NULL;
    CHECK(!arena_take(w, SIZE_MAX, 8));
    CHECK(workspace_enter(&same, &temporary, NULL) == HF_STATUS_OK && arena_whole(w)); // another call
    CHECK(!arena_take(w, SIZE_MAX, 8));
    arena_end(w, (arena_mark){0, 0});
    CHECK(arena_whole(w));
    hf_workspace_destroy(w);
}

/// Whether a use of the place is noticed: a report of the sanitizer's, or a value that nothing can be computed with.
__attribute__((unused)) static bool is_forbidden(const void *place)
{
#ifdef ARENA_POISONS
    return __asan_address_is_poisoned(place) != 0;
#else
    return isnan(*(const double *)place);
#endif
}

TEST(ended_marks_are_poisoned_in_debug_mode)
{
    if (!ARENA_DEBUG) SKIP("this build has no HOLDFAST_ARENA_DEBUG");
#ifdef HF_ARENA_DEBUG
    hf_workspace *w = make();
    double *kept = ARENA_ARRAY(w, double, 3);
    for (int k = 0; k < 3; k++) kept[k] = 1;
    arena_mark mark = arena_begin(w);
    double *lost = ARENA_ARRAY(w, double, 100);
    for (int k = 0; k < 100; k++) lost[k] = 1;
    CHECK(is_forbidden(kept + 3) && is_forbidden(lost + 100)); // beyond the ends
    arena_end(w, mark);
    for (int k = 0; k < 100; k++) CHECK(is_forbidden(lost + k));
    CHECK(kept[0] == 1 && kept[2] == 1);
    hf_workspace_destroy(w);
#endif
}
