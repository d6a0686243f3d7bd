// A collection of hard small problems, at most 100 contacts each: what scenes and robots met when a solve took seconds,
// made anew from a few numbers, with the name of where it came from.
//
//   stack     boxes on top of each other, each `ratio` times as heavy as the one below: impulses 1e9 times what the
//             lightest body needs
//   squeeze   a body between walls that come together: u₁ = w(r₁ − r₂) + b₁, u₂ = w(r₂ − r₁) + b₂ with b₁ + b₂ < 0. No
//             solution
//   links     contacts of a machine with few joints, deep inside itself: many rows over few degrees of freedom, with b
//             as the overlap says, so that they contradict each other;
//             a share of them cannot be moved by any joint (a normal along the axis), but for rounding
//   mix       auto_mix (auto_mix.h), with b changed so that redundant rows contradict each other
//
// Solutions exist in some, not in others; a solve has to end within its budget and say what it has.

#ifndef HF_TEST_HARD_PROBLEMS_H
#define HF_TEST_HARD_PROBLEMS_H

#include "support/auto_mix.h"

#include "problem/problem.h"

#include <holdfast/generate.h>
#include <holdfast/solve.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
    // What a solve of up to 300 rows may take, 20 ms in units of 12 ns, and what a step gives it
    // (src/world/step_budget.c): what is begun is ended.
    HARD_MOST_WORK = 1700000,
    HARD_BUDGET = 1500000,
    HARD_MOST_BLOCKS = 160,
    HARD_MOST_DOFS = 64,
};

typedef enum hard_maker
{
    HARD_STACK,
    HARD_SQUEEZE,
    HARD_LINKS,
    HARD_MIX,
} hard_maker;

typedef struct hard_problem
{
    const char *name, *origin;
    hard_maker maker;
    int contacts; // links, squeeze: contacts; stack: boxes
    int dofs;     // links: joints
    double mu;
    double ratio; // stack: masses; links: largest inertia beside the least
    double dead;  // links: share of contacts that no joint moves
    bool scalar;  // links: unilateral rows, as corrections of positions have
    unsigned long long seed;
} hard_problem;

static const hard_problem hard_problems[] = {
    {"heavy on light, 1e9", "mass_ratio_1e9.xml", HARD_STACK, .contacts = 2, .mu = 1.0, .ratio = 1e9},
    {"heavy on light, 3e8", "two boxes", HARD_STACK, .contacts = 2, .mu = 0.5, .ratio = 3e8},
    {"heavy on light, smooth", "two boxes", HARD_STACK, .contacts = 2, .mu = 0.0, .ratio = 1e9},
    {"tower, tenfold", "towers", HARD_STACK, .contacts = 9, .mu = 0.8, .ratio = 10.0},
    {"tower, hundredfold", "towers", HARD_STACK, .contacts = 5, .mu = 0.8, .ratio = 100.0},
    {"tower of 25", "towers", HARD_STACK, .contacts = 25, .mu = 0.8, .ratio = 1.0},
    {"tower, light on heavy", "towers", HARD_STACK, .contacts = 9, .mu = 0.8, .ratio = 0.03},
    {"closing walls", "grippers that close", HARD_SQUEEZE, .contacts = 2, .mu = 0.5, .seed = 1},
    {"closing walls, 100", "grippers that close", HARD_SQUEEZE, .contacts = 100, .mu = 0.5, .seed = 2},
    {"closing walls, smooth", "grippers that close", HARD_SQUEEZE, .contacts = 30, .mu = 0.0, .seed = 3},
    {"closing walls, rough", "grippers that close", HARD_SQUEEZE, .contacts = 30, .mu = 1e6, .seed = 4},
    {"arm in itself", "kinova_gen3", HARD_LINKS, 29, 7, 1.0, 1e3, 0.3, .seed = 1},
    {"arm in itself, corrected", "kinova_gen3", HARD_LINKS, 29, 7, 0.0, 1e3, 0.3, true, 2},
    {"along the axis", "axis_overlap.xml", HARD_LINKS, 4, 1, 1.0, 1.0, 1.0, .seed = 3},
    {"along the axis, corrected", "axis_overlap_tilted.xml", HARD_LINKS, 4, 1, 0.0, 1.0, 0.75, true, 4},
    {"hand in itself", "shadow_hand", HARD_LINKS, 90, 24, 1.0, 1e5, 0.1, .seed = 5},
    {"hand in itself, corrected", "shadow_hand", HARD_LINKS, 100, 24, 0.0, 1e5, 0.1, true, 6},
    {"100 contacts, 6 joints", "slow_overlap_a.xml", HARD_LINKS, 100, 6, 0.7, 1e2, 0.0, .seed = 7},
    {"100 contacts, 40 joints", "slow_overlap_b.xml", HARD_LINKS, 100, 40, 0.7, 1e9, 0.0, .seed = 8},
    {"100 contacts, rough", "hand", HARD_LINKS, 100, 40, 1e6, 1e2, 0.0, .seed = 9},
    {"100 contacts, smooth", "hand", HARD_LINKS, 100, 40, 0.0, 1e2, 0.05, .seed = 10},
    {"contradictions 22", "auto_mix", HARD_MIX, .seed = 22},
    {"contradictions 102", "auto_mix", HARD_MIX, .seed = 102},
    {"contradictions 9249", "auto_mix", HARD_MIX, .seed = 9249},
};

/// Rows of a factored problem under way.
typedef struct hard_rows
{
    int count, dof_count, size[HARD_MOST_BLOCKS], dof[HARD_MOST_BLOCKS * HARD_MOST_DOFS];
    hf_law_kind kind[HARD_MOST_BLOCKS];
    size_t begin[HARD_MOST_BLOCKS + 1], entries, row_count;
    double mu[HARD_MOST_BLOCKS], b[3 * HARD_MOST_BLOCKS];
    double H[3 * HARD_MOST_BLOCKS * HARD_MOST_DOFS], G[3 * HARD_MOST_BLOCKS * HARD_MOST_DOFS];
} hard_rows;

/// A block over all degrees of freedom [first, last), which have these inverse inertias.
static inline void hard_block(hard_rows *rows, int size, double mu, const double *b, int first, int last,
                              const double *H, const double *inverse)
{
    int k = rows->count++, n = last - first;
    rows->size[k] = size;
    rows->kind[k] = size == 1 ? HF_LAW_UNILATERAL : HF_LAW_CONTACT;
    rows->mu[k] = mu;
    for (int a = 0; a < size; a++) rows->b[rows->row_count++] = b[a];
    for (int q = 0; q < n; q++) rows->dof[rows->begin[k] + (size_t)q] = first + q;
    rows->begin[k + 1] = rows->begin[k] + (size_t)n;
    for (int q = 0; q < size * n; q++, rows->entries++)
    {
        rows->H[rows->entries] = H[q];
        rows->G[rows->entries] = H[q] * inverse[first + q % n];
    }
}

/// Corner c of a unit box, seen from a body `side` (1: below, at its lower face; -1: at its upper face) of six degrees
/// of freedom.
static inline void hard_corner(double *H, int stride, int at, int c, double side)
{
    const double arm[3] = {c % 2 ? 0.5 : -0.5, c < 2 ? 0.5 : -0.5, side > 0.0 ? -0.5 : 0.5};
    static const double axes[3][3] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    for (int a = 0; a < 3; a++)
    {
        const double *n = axes[a];
        double *h = H + a * stride + at;
        for (int q = 0; q < 3; q++) h[q] = side * n[q];
        h[3] = side * (arm[1] * n[2] - arm[2] * n[1]);
        h[4] = side * (arm[2] * n[0] - arm[0] * n[2]);
        h[5] = side * (arm[0] * n[1] - arm[1] * n[0]);
    }
}

static inline void hard_stack(const hard_problem *h, hard_rows *rows)
{
    double inverse[6 * 32], mass = fmin(1.0, pow(h->ratio, h->contacts - 1));
    mass = 1.0 / mass; // in units of the lightest
    for (int k = 0; k < h->contacts; k++, mass *= h->ratio)
        for (int q = 0; q < 6; q++) inverse[6 * k + q] = (q < 3 ? 1.0 : 6.0) / mass;
    rows->dof_count = 6 * h->contacts;
    for (int k = 0; k < h->contacts; k++)
        for (int c = 0; c < 4; c++)
        {
            double H[36] = {0.0}, b[3] = {k == 0 ? -0.01962 : 0.0, 0.0, 0.0};
            int first = k == 0 ? 0 : 6 * (k - 1), n = k == 0 ? 6 : 12;
            hard_corner(H, n, n - 6, c, 1.0);
            if (k > 0) hard_corner(H, n, 0, c, -1.0);
            hard_block(rows, 3, h->mu, b, first, first + n, H, inverse);
        }
}

static inline void hard_squeeze(const hard_problem *h, hard_rows *rows)
{
    const double inverse[6] = {1.0, 1.0, 1.0, 6.0, 6.0, 6.0};
    random_state random = random_seed(h->seed);
    double y = 0.0, z = 0.0;
    rows->dof_count = 6;
    for (int k = 0; k < h->contacts; k++)
    {
        double H[18] = {0.0}, b[3] = {-random_between(&random, 0.1, 1.0), random_between(&random, -0.1, 0.1), 0.0};
        double side = k % 2 ? 1.0 : -1.0;
        if (k % 2 == 0) // two opposite each other
        {
            y = random_between(&random, -0.5, 0.5);
            z = random_between(&random, -0.5, 0.5);
        }
        H[0] = side; // normal along x at (-side/2, y, z); tangents along y and z
        H[4] = side * z;
        H[5] = -side * y;
        H[6 + 1] = 1.0;
        H[6 + 3] = -z;
        H[6 + 5] = -0.5 * side;
        H[12 + 2] = 1.0;
        H[12 + 3] = y;
        H[12 + 4] = 0.5 * side;
        hard_block(rows, 3, h->mu, b, 0, 6, H, inverse);
    }
}

static inline void hard_links(const hard_problem *h, hard_rows *rows)
{
    double inverse[HARD_MOST_DOFS], H[3 * HARD_MOST_DOFS], b[3];
    random_state random = random_seed(h->seed);
    rows->dof_count = h->dofs;
    for (int q = 0; q < h->dofs; q++) inverse[q] = auto_mix_log(&random, 1.0 / h->ratio, 1.0);
    for (int k = 0; k < h->contacts; k++)
    {
        bool dead = random_unit(&random) < h->dead;
        int size = h->scalar ? 1 : 3, last = 1 + random_below(&random, h->dofs);
        for (int q = 0; q < size * last; q++) H[q] = random_between(&random, -1.0, 1.0);
        for (int q = 0; q < last && dead; q++) H[q] *= 1e-17; // what rounding makes of a normal along the axis
        for (int a = 0; a < size; a++) b[a] = random_between(&random, -1.0, a == 0 ? 0.1 : 1.0);
        hard_block(rows, size, h->mu, b, 0, last, H, inverse);
    }
}

/// auto_mix with velocities that do not come from an answer: where rows are redundant they contradict each other.
static inline hf_status hard_mix(unsigned long long seed, hf_generated *made, hf_error *error)
{
    hf_random_options o = auto_mix(seed);
    hf_status status = hf_generate_random(&o, made, error);
    if (status != HF_STATUS_OK) return status;
    hf_problem *p = made->problem;
    random_state random = random_seed(31 * seed + 5);
    double share = auto_mix_log(&random, 1e-6, 1.0);
    for (int k = 0; k < p->dimension; k++) p->owned_b[k] += share * random_between(&random, -1.0, 1.0);
    return problem_take_norm(p, error);
}

/// HF_STATUS_OK, or what went wrong. `made` is given back by hf_generated_destroy.
static inline hf_status hard_make(const hard_problem *h, hf_generated *made, hf_error *error)
{
    *made = (hf_generated){0};
    if (h->maker == HARD_MIX) return hard_mix(h->seed, made, error);
    hard_rows *rows = calloc(1, sizeof *rows);
    if (!rows) return HF_STATUS_NO_MEMORY;
    if (h->maker == HARD_STACK) hard_stack(h, rows);
    else if (h->maker == HARD_SQUEEZE) hard_squeeze(h, rows);
    else hard_links(h, rows);
    const hf_laws laws = {
        .block_count = rows->count, .size = rows->size, .kind = rows->kind, .mu = rows->mu, .b = rows->b};
    const hf_factored_rows factored = {
        .dof_count = rows->dof_count, .begin = rows->begin, .dof = rows->dof, .H = rows->H, .G = rows->G};
    hf_status status = hf_problem_create_factored(&laws, &factored, &made->problem, error);
    free(rows);
    return status;
}

/// As a step calls it.
static inline hf_auto_options hard_options(void)
{
    hf_auto_options options = hf_auto_options_default();
    options.common.tolerance = 1e-9;
    options.common.budget = HARD_BUDGET;
    options.target_tolerance = 1e-13;
    options.give_up_early = true;
    options.accept = 1e-4;
    return options;
}

#endif
