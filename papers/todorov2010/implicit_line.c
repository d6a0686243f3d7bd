// A line search that knows where the derivative jumps: Todorov 2010, section III.C.
//
// Between two points the objective ℓ is smooth but for the crossings with planes and cones, which are roots of linear
// and quadratic equations (27). They are found and sorted; on each sub-segment between neighbours ℓ and ℓ' at both ends
// give a cubic, whose minimum, if it lies inside and promises more than the best point so far, is tried and refined.
// Crossings are candidates themselves: the next iterate may land on an edge.
//
// Blocks on an active cone do not run along the chord but along its projection on the cone (section III.D), all others
// along the straight line.
//
// Cost: two products with A for each crossing. Beyond STOPS_MAX crossings a coarse pass looks at every n-th one, and
// only the stretch around the lowest is searched in full.

#include "papers/todorov2010/implicit_line.h"

#include "linalg/block.h"

#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STOPS_MAX = 48,
    COARSE_STOPS = 24,
    CUBIC_STEPS = 3, // tries inside a sub-segment
};
static const double SAME_ALPHA = 1e-13; // crossings nearer than this are landed on together
static const double FLAT = 1e-3;        // a slope times width below this share of the value ends the refinement

bool implicit_line_create(implicit_line *line, const implicit_system *system, const implicit_choice *choices,
                          hf_workspace *workspace)
{
    int n = system->problem->dimension;
    size_t stops = (size_t)CROSSINGS_MAX * (size_t)system->problem->block_count + 2;
    *line = (implicit_line){.system = system, .choices = choices};
    line->move = ARENA_ARRAY(workspace, double, n);
    line->t = ARENA_ARRAY(workspace, double, n);
    line->f = ARENA_ARRAY(workspace, double, n);
    line->rho = ARENA_ARRAY(workspace, double, n);
    line->y = ARENA_ARRAY(workspace, double, n);
    line->best = ARENA_ARRAY(workspace, double, n);
    line->stops = ARENA_ARRAY(workspace, line_stop, stops);
    return line->move && line->t && line->f && line->rho && line->y && line->best && line->stops;
}

void implicit_line_begin(implicit_line *line, double value)
{
    line->best_value = value;
    line->best_segment = -1;
    line->best_edge = false;
    line->segment = -1;
}

// ---- ℓ and its derivative along the segment ----

/// The point of block i at alpha, before it is projected on an active cone.
static void point_at(const implicit_line *line, int i, double alpha, double *t)
{
    const hf_problem *p = line->system->problem;
    for (int k = p->offset[i]; k < p->offset[i + 1]; k++) *t++ = line->from[k] + alpha * line->move[k];
}

/// ℓ at alpha. If `stop` is not NULL, blocks that cross an edge there are put exactly on it.
static double value_at(implicit_line *line, double alpha, const line_stop *stop)
{
    const hf_problem *p = line->system->problem;
    line->alpha = alpha;
    for (int i = 0; i < p->block_count; i++)
    {
        point_at(line, i, alpha, line->t + p->offset[i]);
        if (line->choices[i].edge == EDGE_CONE)
            implicit_project(&line->system->laws[i], EDGE_CONE, line->t + p->offset[i]);
    }
    const line_stop *end = line->stops + line->stop_count;
    for (const line_stop *s = stop; s && s < end && s->alpha - alpha <= SAME_ALPHA; s++)
        if (s->block >= 0) implicit_project(&line->system->laws[s->block], s->edge, line->t + p->offset[s->block]);
    return implicit_residual(line->system, line->t, line->f, line->rho);
}

/// y ◄ Aᵀ D² ρ at the last point.
static void find_gradient(implicit_line *line)
{
    const hf_problem *p = line->system->problem;
    for (int k = 0; k < p->dimension; k++) line->f[k] = line->system->weight[k] * line->rho[k]; // f is not needed again
    implicit_product_transposed(line->system, line->f, line->y);
}

/// ℓ' at the last point by the formulas of the regions at `probe`: D²ρ · (A df - dv), dv = df + dx.
static double slope_at(const implicit_line *line, double probe)
{
    const hf_problem *p = line->system->problem;
    double slope = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        const implicit_law *law = &line->system->laws[i];
        int at = p->offset[i], n = p->size[i];
        double x[PLAIN_SIZE_MAX], dx[PLAIN_SIZE_MAX], df[PLAIN_SIZE_MAX] = {0.0}, F[PLAIN_AREA_MAX];
        if (line->choices[i].edge == EDGE_CONE)
        {
            point_at(line, i, line->alpha, x);
            implicit_project_derivative(law, x, line->move + at, dx);
            for (int k = 0; k < n; k++) df[k] = -dx[k]; // on the cone v does not change
        }
        else
        {
            point_at(line, i, probe, x);
            memcpy(dx, line->move + at, (size_t)n * sizeof *dx);
            implicit_derivative(law, implicit_region_of(law, x), line->t + at, F);
            block_gemv(n, n, F, dx, df);
        }
        for (int k = 0; k < n; k++)
            slope += line->y[at + k] * df[k] - line->system->weight[at + k] * line->rho[at + k] * (df[k] + dx[k]);
    }
    return slope;
}

static void offer(implicit_line *line, double value, bool edge)
{
    if (!(value < line->best_value)) return;
    line->best_value = value;
    line->best_segment = line->segment;
    line->best_edge = edge;
    memcpy(line->best, line->t, (size_t)line->system->problem->dimension * sizeof *line->best);
}

// ---- one sub-segment ----

typedef struct line_end
{
    double alpha, value, slope;
} line_end;

/// The minimum of the cubic through both ends. False if there is none between them.
static bool cubic_minimum(const line_end *a, const line_end *b, double *alpha, double *value)
{
    double h = b->alpha - a->alpha;
    double d = a->slope + b->slope - 3.0 * (b->value - a->value) / h, square = d * d - a->slope * b->slope;
    if (!(square >= 0.0)) return false;
    double root = sqrt(square), bottom = b->slope - a->slope + 2.0 * root;
    double s = 1.0 - (b->slope + root - d) / bottom; // share of the way
    if (!(s > 0.0 && s < 1.0)) return false;
    double q = 1.0 - s;
    *alpha = a->alpha + s * h;
    *value = q * q * (1.0 + 2.0 * s) * a->value + s * s * (3.0 - 2.0 * s) * b->value +
             s * q * h * (q * a->slope - s * b->slope); // Hermite's form
    return *alpha > a->alpha && *alpha < b->alpha;
}

static void search_inside(implicit_line *line, line_end a, line_end b)
{
    for (int step = 0; step < CUBIC_STEPS; step++)
    {
        line_end c;
        double promised;
        if (!cubic_minimum(&a, &b, &c.alpha, &promised) || promised >= line->best_value) return;
        c.value = value_at(line, c.alpha, NULL);
        offer(line, c.value, false);
        find_gradient(line);
        c.slope = slope_at(line, c.alpha);
        if (fabs(c.slope) * (b.alpha - a.alpha) <= FLAT * c.value) return;
        if (c.slope < 0.0) a = c;
        else b = c;
    }
}

// ---- the whole segment ----

static int compare_stops(const void *a, const void *b)
{
    const line_stop *x = a, *y = b;
    if (x->alpha != y->alpha) return x->alpha < y->alpha ? -1 : 1;
    if (x->block != y->block) return x->block < y->block ? -1 : 1;
    return (int)x->edge - (int)y->edge;
}

static void find_stops(implicit_line *line)
{
    const hf_problem *p = line->system->problem;
    int count = 0;
    line->stops[count++] = (line_stop){.alpha = 0.0, .block = -1};
    for (int i = 0; i < p->block_count; i++)
    {
        if (line->choices[i].edge != EDGE_NONE) continue; // an active edge is not left
        implicit_crossing crossings[CROSSINGS_MAX];
        int at = p->offset[i];
        int found = implicit_crossings(&line->system->laws[i], line->from + at, line->move + at, crossings);
        for (int k = 0; k < found; k++)
            line->stops[count++] = (line_stop){.alpha = crossings[k].alpha, .block = i, .edge = crossings[k].edge};
    }
    line->stops[count++] = (line_stop){.alpha = 1.0, .block = -1};
    line->stop_count = count;
    sort_items(line->stops, (size_t)count, sizeof *line->stops, compare_stops);
}

/// Where the sub-segment after stop k ends.
static double next_alpha(const implicit_line *line, int k, int last)
{
    int next = k + 1;
    while (next < last && line->stops[next].alpha - line->stops[k].alpha <= SAME_ALPHA) next++;
    return line->stops[next].alpha;
}

/// Stops first … last and the sub-segments between them.
static void search_stretch(implicit_line *line, int first, int last)
{
    line_end left = {0}, right;
    for (int k = first; k <= last && !work_over(line->system->work); k++)
    {
        const line_stop *stop = &line->stops[k];
        if (k > first && k < last && stop->alpha - left.alpha <= SAME_ALPHA) continue;
        right = (line_end){.alpha = stop->alpha, .value = value_at(line, stop->alpha, stop)};
        if (stop->alpha > 0.0) offer(line, right.value, stop->block >= 0);
        find_gradient(line);
        if (k > first) right.slope = slope_at(line, 0.5 * (left.alpha + right.alpha));
        line_end next = right;
        if (k < last) next.slope = slope_at(line, 0.5 * (stop->alpha + next_alpha(line, k, last)));
        if (k > first && right.alpha > left.alpha) search_inside(line, left, right);
        left = next;
    }
}

void implicit_line_search(implicit_line *line, const double *from, const double *to)
{
    line->segment++;
    line->from = from;
    for (int k = 0; k < line->system->problem->dimension; k++) line->move[k] = to[k] - from[k];
    find_stops(line);
    int first = 0, last = line->stop_count - 1;
    if (line->stop_count > STOPS_MAX)
    {
        int stride = (last + COARSE_STOPS - 1) / COARSE_STOPS, lowest = 0;
        double least = INFINITY;
        for (int k = 0; k < line->stop_count && !work_over(line->system->work); k += stride)
        {
            double value = value_at(line, line->stops[k].alpha, NULL);
            if (value < least) lowest = k;
            least = fmin(least, value);
        }
        first = lowest > stride ? lowest - stride : 0;
        last = lowest + stride < last ? lowest + stride : last;
    }
    search_stretch(line, first, last);
}
