// Whether a chain goes one way: then it meets itself nowhere, and needs no grid (chain_grid.c).
//
// Segments whose ways follow one another along a line, each beyond all that are before it, are apart: a plane across
// that line is between them. A rope that hangs between two hands is of that kind, and is asked in a tenth of the time
// that the grid takes. Its ends may be steep, so that segments near each other hardly get on along the chord of the
// whole: where that fails, those far apart along the chain are asked by its chord, and those within NEARBY of each
// other by that of a few.

#include "collide/chains/chains.h"

enum
{
    NEARBY = 8 // segments along a chain
};

static double least(double a, double b)
{
    return a < b ? a : b;
}

/// Where a segment comes to on its way along d, with its pad.
static void extent_along(const chain_sweep *s, vec3 d, double *low, double *high)
{
    double at = v3_dot(s->end[0], d), end = v3_dot(s->end[1], d);
    double a = v3_dot(s->way[0][0], d), b = v3_dot(s->way[0][1], d);
    double A = v3_dot(s->way[1][0], d), B = v3_dot(s->way[1][1], d);
    *low = least(at + least(0.0, least(a, b)), end + least(0.0, least(A, B))) - s->pad;
    *high = s->pad - least(-at + least(0.0, least(-a, -b)), -end + least(0.0, least(-A, -B)));
}

/// Whether each of the segments first … end - 1 is beyond all that are before it, along their chord; but for its
/// neighbours, and for those less than `far` before it.
static bool follow(const chain_set *set, const chain_sweep *sweeps, int first, int end, int far, double *reached)
{
    vec3 d = v3_unit_or(v3_sub(sweeps[end - 1].end[1], sweeps[first].end[0]), v3_zero());
    for (int k = first, before = first; k < end; k++)
    {
        double low, high;
        while (before < k && k - before >= far && !chain_neighbours(&set->items[before], &set->items[k])) before++;
        extent_along(&sweeps[k], d, &low, &high);
        if (before > first && !(reached[before - 1] < low)) return false;
        reached[k] = k > first ? -least(-reached[k - 1], -high) : high;
    }
    return true;
}

bool chain_goes_one_way(const chain_set *set, const chain_sweep *sweeps, double *reached)
{
    const int count = set->count;
    if (!set->single) return false;
    if (follow(set, sweeps, 0, count, 0, reached)) return true;
    if (!follow(set, sweeps, 0, count, NEARBY, reached)) return false;
    for (int k = 0; k < count; k += NEARBY)
        if (!follow(set, sweeps, k, k + 2 * NEARBY < count ? k + 2 * NEARBY : count, 0, reached)) return false;
    return true;
}
