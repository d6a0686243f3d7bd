// Programs over cones against a brute-force scan of small ones.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/workspace.h"
#include "solve/statics/cone_program.h"

#include <math.h>
#include <string.h>

enum
{
    CONES = 3,
    ROWS = 3 * CONES,
    SCAN = 2000
};

/// ROWS - `unknowns` directions stay free: one of them is scanned.
typedef struct small
{
    int unknowns;
    double B[ROWS][ROWS], q[ROWS], c[ROWS];
    double point[ROWS], way[ROWS]; // feasible, and what changes nothing of Bᵀ y
} small;

static double inside(const double *y)
{
    double least = INFINITY;
    for (int i = 0; i < CONES; i++) least = fmin(least, y[3 * i] - hypot(y[3 * i + 1], y[3 * i + 2]));
    return least;
}

/// Unknowns such that one direction is left: B of random columns, `way` orthogonal to all by Gram and Schmidt.
static small draw(random_state *random, bool opens)
{
    small s = {.unknowns = ROWS - 1};
    double basis[ROWS][ROWS] = {{0}};
    for (int j = 0; j < ROWS; j++)
        for (;;)
        {
            double length = 0.0;
            for (int k = 0; k < ROWS; k++)
                basis[j][k] = random_normal(random) + (opens && j == 0 && k % 3 == 0 ? 3.0 : 0.0); // within all cones
            for (int pass = 0; pass < 2; pass++)
                for (int i = 0; i < j; i++)
                {
                    double along = 0.0;
                    for (int k = 0; k < ROWS; k++) along += basis[i][k] * basis[j][k];
                    for (int k = 0; k < ROWS; k++) basis[j][k] -= along * basis[i][k];
                }
            for (int k = 0; k < ROWS; k++) length += basis[j][k] * basis[j][k];
            if (!(length > 1e-4)) continue;
            for (int k = 0; k < ROWS; k++) basis[j][k] /= sqrt(length);
            break;
        }
    memcpy(s.way, basis[0], sizeof s.way);
    for (int k = 0; k < ROWS; k++)
        for (int j = 0; j < s.unknowns; j++)
            for (int i = 0; i < s.unknowns; i++) s.B[k][j] += basis[i + 1][k] * (i == j ? 1.0 : 0.3 * sin(i + 2 * j));
    for (int i = 0; i < CONES; i++)
    {
        s.point[3 * i + 1] = random_normal(random);
        s.point[3 * i + 2] = random_normal(random);
        s.point[3 * i] = hypot(s.point[3 * i + 1], s.point[3 * i + 2]) + 0.01 + random_unit(random);
    }
    for (int k = 0; k < ROWS; k++)
    {
        s.q[k] = random_normal(random);
        for (int j = 0; j < s.unknowns; j++) s.c[j] -= s.B[k][j] * s.point[k];
    }
    return s;
}

/// How far along the way, in one sense, the point stays within all cones: by steps, then by halving; INFINITY: beyond
/// 1e3.
static double scan(const small *s, double sense)
{
    double good = 0.0, bad = INFINITY;
    for (int k = 1; k <= SCAN; k++)
    {
        double y[ROWS], t = 1e3 * pow((double)k / SCAN, 4);
        for (int j = 0; j < ROWS; j++) y[j] = s->point[j] + sense * t * s->way[j];
        if (inside(y) < 0.0)
        {
            bad = t;
            break;
        }
        good = t;
    }
    for (int k = 0; k < 80 && isfinite(bad); k++)
    {
        double y[ROWS], t = 0.5 * (good + bad);
        for (int j = 0; j < ROWS; j++) y[j] = s->point[j] + sense * t * s->way[j];
        *(inside(y) < 0.0 ? &bad : &good) = t;
    }
    return isfinite(bad) ? good : INFINITY;
}

TEST(programs_agree_with_a_scan)
{
    random_state random = random_seed(3);
    hf_workspace *workspace;
    hf_error error;
    int solved = 0, endless = 0;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    for (int trial = 0; trial < 1000; trial++)
    {
        small s = draw(&random, trial % 3 == 0);
        size_t begin[ROWS + 1] = {0};
        int col[ROWS * ROWS], dim[CONES] = {3, 3, 3};
        double value[ROWS * ROWS], x[ROWS], y[ROWS], least, bound, slope = 0.0, here = 0.0;
        for (int k = 0; k < ROWS; k++)
        {
            for (int j = 0; j < s.unknowns; j++)
            {
                col[begin[k] + (size_t)j] = j;
                value[begin[k] + (size_t)j] = s.B[k][j];
            }
            begin[k + 1] = begin[k] + (size_t)s.unknowns;
            slope += s.q[k] * s.way[k];
            here += s.q[k] * s.point[k];
        }
        const cone_program program = {.unknown_count = s.unknowns,
                                      .cone_count = CONES,
                                      .dim = dim,
                                      .begin = begin,
                                      .col = col,
                                      .value = value,
                                      .c = s.c,
                                      .q = s.q};
        cone_end end;
        CHECK(cone_program_solve(&program, x, y, &least, &bound, workspace, &end, &error) == HF_STATUS_OK);
        double reach = scan(&s, slope > 0.0 ? -1.0 : 1.0), expected = here - fabs(slope) * reach;
        if (isinf(reach))
        {
            CHECK(end == CONE_UNBOUNDED);
            endless++;
            continue;
        }
        CHECK(end == CONE_SOLVED);
        CHECK_NEAR(least, expected, 1e-6 * (1.0 + fabs(expected) + reach));
        CHECK_NEAR(bound, expected, 1e-6 * (1.0 + fabs(expected) + reach));
        solved++;
    }
    hf_workspace_destroy(workspace);
    if (solved < 500 || endless < 50) harness_fail(__FILE__, __LINE__, "%d solved, %d endless", solved, endless);
}

TEST(what_is_impossible_is_proved)
{
    // y in the cone with y_0 = 1, y_1 = t: none for t > 1, and x proves it
    static const size_t begin[4] = {0, 1, 2, 2};
    static const int col[2] = {0, 1}, dim[1] = {3};
    static const double value[2] = {1, 1}, q[3] = {0};
    hf_workspace *workspace;
    hf_error error;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    for (int k = 0; k < 2; k++)
    {
        double c[2] = {-1.0, k == 0 ? -0.9 : -1.1}, x[2], y[3];
        cone_end end;
        const cone_program program = {.unknown_count = 2,
                                      .cone_count = 1,
                                      .dim = dim,
                                      .begin = begin,
                                      .col = col,
                                      .value = value,
                                      .c = c,
                                      .q = q};
        CHECK(cone_program_solve(&program, x, y, NULL, NULL, workspace, &end, &error) == HF_STATUS_OK);
        CHECK(end == (k == 0 ? CONE_SOLVED : CONE_IMPOSSIBLE));
        if (k == 0)
            CHECK(fabs(y[0] - 1.0) < 1e-7 && fabs(y[1] - 0.9) < 1e-7 && inside((double[9]){y[0], y[1], y[2]}) >= -1e-9);
        else CHECK(fabs(c[0] * x[0] + c[1] * x[1] + 1.0) < 1e-9 && -x[0] >= fabs(x[1]) - 1e-9);
    }
    hf_workspace_destroy(workspace);
}
