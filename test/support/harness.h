// A test program is a list of TEST(name) { … } and nothing else; harness.c has main.
//
//     TEST(box_stands)
//     {
//         CHECK(count == 4);
//         CHECK_NEAR(force, 9.81, 1e-12);
//     }
//
// A failed check prints where and what, and ends its case. Arguments of the program select cases by substring.

#ifndef HF_TEST_HARNESS_H
#define HF_TEST_HARNESS_H

#include "holdfast/status.h"

#include <stdbool.h>
#include <stddef.h>

void harness_add(const char *name, void (*run)(void));
_Noreturn void harness_fail(const char *file, int line, const char *format, ...) HF_PRINTF(3, 4);
_Noreturn void harness_skip(const char *format, ...) HF_PRINTF(1, 2);
bool harness_near(double value, double expected, double tolerance);

#define TEST(name)                                                                                                     \
    static void test_##name(void);                                                                                     \
    __attribute__((constructor)) static void add_##name(void)                                                          \
    {                                                                                                                  \
        harness_add(#name, test_##name);                                                                               \
    }                                                                                                                  \
    static void test_##name(void)

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) harness_fail(__FILE__, __LINE__, "%s", #condition);                                          \
    } while (0)

/// |value - expected| <= tolerance, and both finite.
#define CHECK_NEAR(value, expected, tolerance)                                                                         \
    do {                                                                                                               \
        double value_ = (value), expected_ = (expected);                                                               \
        if (!harness_near(value_, expected_, (tolerance)))                                                             \
            harness_fail(__FILE__, __LINE__, "%s = %.17g, expected %.17g within %g", #value, value_, expected_,        \
                         (double)(tolerance));                                                                         \
    } while (0)

/// Leaves the case as skipped, and says why.
#define SKIP(...) harness_skip(__VA_ARGS__)

/// The folder of real contact problems ($HOLDFAST_PROBLEMS, or ../shared/problems beside the source), or NULL where it
/// is absent or this build cannot read it.
const char *harness_problems(void);

/// Makes the k-th allocation from now (0, 1, …) return NULL, and all later ones succeed; negative: none fails.
void fail_allocation(long k);

/// Allocations since fail_allocation was last called. The k-th one failed iff k < fail_allocation_count().
long fail_allocation_count(void);

/// Makes all but the first `count` attempts to start a thread from now fail; negative: none fails.
void fail_threads(int count);

#endif
