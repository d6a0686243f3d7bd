// The plan: which method, from where, for how long, on which islands. An island goes down the table until it is solved.
//
// A row stays that solves one problem in 1,000 which is unsolved without it, or saves 3 % of the work, over populations
// that nobody chose: bench_plan leaves out each in turn (docs/notes/auto-experiments.md#rows has the figures).
//
// Sizes: up to 100 rows a few Newton steps cost next to nothing. Up to 2,000 a step is worth about 50 sweeps; beyond,
// factors of a packing in space grow as n², a sweep as n: from 5,000 rows on sweeps and clusters come first. Islands
// with at most 0.4 degrees of freedom a row (walls, stacks) have cheap factors whatever their size. Hair (1,500 rows
// and more, with more than 12 entries each: objects of more than six velocities) has sweeps of its own, and factors
// that are dear.

#include "solve/auto/plan.h"

#include "solve/sweep/sweep_order.h"
#include "solve/system/newton_system.h"

#include <math.h>

enum
{
    // Blocks that sweeps solve.
    TINY_BLOCKS = 2,
    SMALL_ROWS = 100,
    // Rows up to which Newton steps from a guess cost less than sweeps that find another.
    GUESSED_ROWS = 300,
    // Rows from which on Newton steps over all bodies are dear.
    HUGE_ROWS = 5000,
    // Steps that `work` leaves to the largest islands.
    LEAST_STEPS = 60,
};
// A larger island's guess that is farther off is not worth Newton steps.
static const double NEAR_GUESS = 1e-3;
// A guess of an island with up to GUESSED_ROWS that is farther off is not worth Newton steps.
static const double GUESS = 1e-1;
// Steps × rows of a slow row.
#define WORK 3e6
// What a row of W costs with few degrees of freedom, in those of a packing.
static const double CHEAPER = 0.1;

// ---- conditions ----

bool plan_is_hair(const auto_island *island)
{
    return sweep_order_fits(island->part->problem);
}

static bool has_guess(const auto_island *island)
{
    if (plan_is_hair(island) || island->part->problem->block_count <= TINY_BLOCKS) return false;
    double near = island->part->rows <= GUESSED_ROWS ? GUESS : NEAR_GUESS;
    return newton_system_is_dense(island->part->problem) || island->part->natural <= near;
}

static bool has_few_freedoms(const auto_island *island)
{
    return auto_very_redundant(island->part->problem) && !plan_is_hair(island);
}

static bool has_many_freedoms(const auto_island *island)
{
    return !auto_very_redundant(island->part->problem) && !plan_is_hair(island);
}

bool plan_is_packing(const auto_island *island)
{
    return island->part->rows > HUGE_ROWS && !has_few_freedoms(island);
}

static bool is_no_packing(const auto_island *island)
{
    return !plan_is_packing(island) && !plan_is_hair(island);
}

static const plan_condition near_guess = {"3 blocks and more, a guess within 0.1 (above 300 rows 1e-3) or dense W",
                                          has_guess};
static const plan_condition few_freedoms = {"at most 0.4 degrees of freedom a row", has_few_freedoms};
static const plan_condition many_freedoms = {"more than 0.4 degrees of freedom a row", has_many_freedoms};
static const plan_condition hair = {"hair", plan_is_hair};
static const plan_condition no_packing = {"up to 5000 rows, or at most 0.4 degrees of freedom a row", is_no_packing};

// ---- the table ----

// clang-format off
static const plan_row plan[] = {
    {.name = "proximal from guess", .run = auto_proximal, .start = PLAN_GUESS, .pace = HF_PROXIMAL_FAST,
     .epsilon = 1e-6, .budget = 40, .stall = 10, .when = &near_guess, .pyramids = true},
    {.name = "hybrid", .run = auto_hybrid, .start = PLAN_BEST, .budget = 40, .together = true, .when = &no_packing,
     .pyramids = true},
    {.name = "augmented from zero", .run = auto_augmented, .plain = true, .start = PLAN_ZERO, .budget = 400,
     .above = 599, .when = &few_freedoms},
    {.name = "momentum", .run = auto_momentum, .start = PLAN_BEST, .budget = 5000, .least = 640, .patience = 1000,
     .above = SMALL_ROWS, .when = &no_packing, .pyramids = true},
    {.name = "momentum of packings", .run = auto_momentum, .start = PLAN_BEST, .budget = 5000, .early = 448,
     .least = 192, .patience = 400, .above = HUGE_ROWS, .when = &many_freedoms, .pyramids = true},
    {.name = "momentum of hair", .run = auto_momentum, .start = PLAN_BEST, .budget = 20000, .least = 1000,
     .patience = 5000, .when = &hair, .pyramids = true},
    {.name = "proximal fast", .run = auto_proximal, .start = PLAN_BEST, .pace = HF_PROXIMAL_FAST, .epsilon = 1e-4,
     .budget = 60, .up_to = SMALL_ROWS, .pyramids = true},
    {.name = "proximal slow", .run = auto_proximal, .start = PLAN_BEST, .pace = HF_PROXIMAL_SLOW,
     .epsilon = 1e-3, .budget = 200, .stall = 60, .above = SMALL_ROWS, .pyramids = true},
    {.name = "clusters", .run = auto_clusters, .plain = true, .start = PLAN_BEST, .budget = 20000, .early = 4000,
     .above = HUGE_ROWS, .when = &many_freedoms},
    {.name = "proximal slow from zero", .run = auto_proximal, .start = PLAN_ZERO, .pace = HF_PROXIMAL_SLOW,
     .epsilon = 0.1, .budget = 600, .work = WORK, .early = PLAN_LEFT_OUT, .pyramids = true},
    {.name = "path from zero", .run = auto_path, .plain = true, .start = PLAN_ZERO, .budget = 10000, .attempts = 6,
     .up_to = 300},
    {.name = "proximal slow at length", .run = auto_proximal, .start = PLAN_BEST, .pace = HF_PROXIMAL_SLOW,
     .epsilon = 1e-2, .budget = 2000, .work = WORK, .early = PLAN_LEFT_OUT, .pyramids = true},
    {.name = "proximal from random", .run = auto_from_random, .start = PLAN_BEST, .pace = HF_PROXIMAL_FAST,
     .epsilon = 1e-3, .budget = 60, .stall = 20, .work = WORK, .early = PLAN_LEFT_OUT, .pyramids = true},
    {.name = "proximal from answer", .run = auto_proximal, .start = PLAN_ANSWER, .pace = HF_PROXIMAL_FAST,
     .epsilon = 1e-6, .budget = 6, .when = &no_packing, .pyramids = true},
};
// clang-format on

const plan_row *plan_rows(int *count)
{
    *count = sizeof plan / sizeof *plan;
    return plan;
}

// ---- what a row means for an island ----

bool plan_fits(const plan_row *row, const auto_island *island, bool early)
{
    int rows = island->part->rows;
    if (rows <= row->above || (row->up_to > 0 && rows > row->up_to)) return false;
    if (!island->part->problem) return true;
    if (row->plain && problem_has_moments(island->part->problem)) return false;
    if (!row->pyramids && !row->selects && island->part->problem->polygon) return false;
    if (early && row->early == PLAN_LEFT_OUT && plan_is_packing(island)) return false;
    // Momentum did not come near enough in a packing: halves of the step are easier than what follows here.
    if (early && island->accept > 0.0 && !row->selects && !plan_is_beyond(row)) return false;
    return !row->when || row->when->holds(island);
}

bool plan_is_beyond(const plan_row *row)
{
    return row->start == PLAN_GUESS || row->start == PLAN_ANSWER;
}

long plan_budget(const plan_row *row, const auto_island *island, bool early)
{
    return early && row->early > 0 && plan_is_packing(island) ? row->early : plan_steps(row, island, row->budget);
}

long plan_steps(const plan_row *row, const auto_island *island, long most)
{
    double rows = has_few_freedoms(island) ? CHEAPER * island->part->rows : island->part->rows;
    double steps = row->work / fmax(1.0, rows);
    if (row->work == 0.0 || steps >= (double)most) return most;
    return steps <= (double)LEAST_STEPS ? LEAST_STEPS : (long)steps;
}
