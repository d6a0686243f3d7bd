// The plan of `auto` for problems whose friction cones are pyramids.
//
// Sweeps solve such a contact by cases (sweep/local/pyramid.c) and proximal steps are exact on each of its pieces (newton/proximal_laws.c); interior points, paths and clusters are of
// the cone. The law is piecewise linear, so that proximal steps end at rounding once every contact has its place: few rows are enough. test_pyramid_solvers
// has piles, walls and random problems for them.

#include "solve/auto/plan.h"

enum
{
    SMALL_ROWS = 100
};
// Steps × rows of a patient row, as in plan.c.
#define WORK 3e6

// clang-format off
static const plan_row plan[] = {
    {.name = "proximal from guess", .run = auto_proximal, .start = PLAN_GUESS, .pace = HF_PROXIMAL_BRISK, .epsilon = 1e-6, .budget = 30, .stall = 8},
    {.name = "hybrid", .run = auto_hybrid, .start = PLAN_BEST, .budget = 40, .together = true},
    {.name = "proximal brisk", .run = auto_proximal, .start = PLAN_BEST, .pace = HF_PROXIMAL_BRISK, .epsilon = 1e-4, .budget = 60, .up_to = SMALL_ROWS},
    {.name = "momentum", .run = auto_momentum, .start = PLAN_BEST, .budget = 5000, .above = SMALL_ROWS},
    {.name = "proximal patient", .run = auto_proximal, .start = PLAN_BEST, .pace = HF_PROXIMAL_PATIENT, .epsilon = 1e-3, .budget = 200, .stall = 60},
    {.name = "proximal brisk from zero", .run = auto_proximal, .start = PLAN_ZERO, .pace = HF_PROXIMAL_BRISK, .epsilon = 1e-4, .budget = 60, .up_to = SMALL_ROWS},
    {.name = "proximal patient from zero", .run = auto_proximal, .start = PLAN_ZERO, .pace = HF_PROXIMAL_PATIENT, .epsilon = 0.1, .budget = 600, .work = WORK},
    {.name = "proximal patient at length", .run = auto_proximal, .start = PLAN_BEST, .pace = HF_PROXIMAL_PATIENT, .epsilon = 1e-2, .budget = 2000, .work = WORK},
    {.name = "proximal from random", .run = auto_from_random, .start = PLAN_RANDOM, .pace = HF_PROXIMAL_BRISK, .epsilon = 1e-3, .budget = 60, .stall = 20, .work = WORK},
    {.name = "proximal from answer", .run = auto_proximal, .start = PLAN_ANSWER, .pace = HF_PROXIMAL_BRISK, .epsilon = 1e-6, .budget = 6, .up_to = 2000},
    {.name = "proximal from large answer", .run = auto_proximal, .start = PLAN_ANSWER, .pace = HF_PROXIMAL_BRISK, .epsilon = 1e-6, .budget = 2, .above = 2000},
};
// clang-format on

const plan_row *plan_pyramid_rows(int *count)
{
    *count = sizeof plan / sizeof *plan;
    return plan;
}
