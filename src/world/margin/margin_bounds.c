// Bounds of forces over all answers at rest: one program for each end of each range.
//
// States of contacts need not be told apart: open, sticking and about to slip are all of them within the cone, and
// every force in it is an answer where nothing moves. The length of friction is no linear function. Its range over the
// convex set of points (r_1, r_2) comes from programs along directions: each has a half plane that the set is in, and a
// point of it. The farthest corner of the half planes is in its own direction the farthest one, so that this is the
// next to look along; the law, which keeps the length below mu times the greatest normal force, bounds what is round;
// the point of the hull that is nearest to the origin tells the next for the least. Where both meet, the range is
// exact; where contacts are many, nothing is looked for and the half planes' bound is told.

#include "world/margin/margin.h"

#include "base/arena.h"
#include "base/error.h"
#include "world/step.h"

#include <math.h>
#include <string.h>

static const double NOTHING = 1e-7; // of the load: forces below are none
static const double SAME = 1e-6;    // of the load and of what is bounded: ends that are as good as one

enum
{
    FEW = 32,  // contacts whose friction is looked for
    LOOKS = 24 // programs for each end of it
};

/// Weights of what is bounded, on rows of the pose.
typedef struct range_run
{
    hf_margin *margin;
    carry_program carry;
    double *weight; // row_count
    double *answer; // row_count: r of the last end
    hf_error *error;
    hf_status status;
} range_run;

/// The least of Σ sign weight r, times sign and in newtons. INFINITY: unbounded. NAN: not known.
static double end_of_range(range_run *run, double sign)
{
    const pose_problem *posed = &run->margin->pose;
    carry_program *carry = &run->carry;
    double start = 0.0, value;
    cone_end end = CONE_UNKNOWN;
    if (run->status != HF_STATUS_OK) return NAN;
    memset(carry->q, 0, (size_t)cone_program_rows(&carry->program) * sizeof *carry->q);
    for (int k = 0; k < posed->rows.row_count; k++)
    {
        start += run->weight[k] * carry->start[k];
        if (carry->place[k] >= 0) carry->q[carry->place[k]] += sign * run->weight[k] * carry->factor[k];
    }
    run->status =
        cone_program_solve(&carry->program, carry->x, carry->y, &value, NULL, run->margin->home, &end, run->error);
    if (end == CONE_UNBOUNDED) return -sign * INFINITY;
    return end == CONE_SOLVED ? posed->force * (start + sign * value) : NAN;
}

static void find_range(range_run *run, double *least, double *greatest)
{
    *least = end_of_range(run, 1.0);
    *greatest = end_of_range(run, -1.0);
    memset(run->weight, 0, (size_t)run->margin->pose.rows.row_count * sizeof *run->weight);
}

static hf_carries carries_of(double least, double greatest, double load)
{
    if (isnan(least) || isnan(greatest)) return HF_CARRIES_UNKNOWN;
    if (greatest <= NOTHING * load) return HF_CARRIES_NOTHING;
    return least > NOTHING * load ? HF_CARRIES_SURELY : HF_CARRIES_MAYBE;
}

/// r in newtons of a unit of row k.
static double unit_of(const pose_problem *posed, int row)
{
    return posed->rows.scale ? posed->rows.scale[row] : 1.0;
}

// ---- friction ----

/// What is known of the points that friction may have.
typedef struct friction_range
{
    range_run *run;
    int row, sides, points;
    double way[4 + LOOKS][2], far[4 + LOOKS]; // by angle: way·p <= far
    double point[4 + 2 * LOOKS][2];
} friction_range;

/// How far the points go along a way; the one there is kept.
static double look_along(friction_range *f, const double way[2])
{
    range_run *run = f->run;
    const pose_problem *posed = &run->margin->pose;
    for (int k = 0; k < 2; k++) run->weight[f->row + 1 + k] = way[k] * unit_of(posed, f->row + 1 + k);
    double far = end_of_range(run, -1.0);
    for (int k = 0; k < 2; k++) run->weight[f->row + 1 + k] = 0.0;
    if (!isfinite(far)) return far;
    carry_read(&run->carry, posed, false, run->answer);
    for (int k = 0; k < 2; k++)
        f->point[f->points][k] = posed->force * unit_of(posed, f->row + 1 + k) * run->answer[f->row + 1 + k];
    f->points++;
    return far;
}

/// corner ◄ the corner of all half planes that is farthest from the origin, between sides k and k + 1; returns k.
static int farthest_corner(const friction_range *f, double corner[2])
{
    double most = -1.0;
    int found = 0;
    for (int k = 0; k < f->sides; k++)
    {
        int n = (k + 1) % f->sides;
        const double *a = f->way[k], *b = f->way[n];
        double area = a[0] * b[1] - a[1] * b[0], p[2];
        if (!(area > 0.0)) continue;
        p[0] = (f->far[k] * b[1] - f->far[n] * a[1]) / area;
        p[1] = (f->far[n] * a[0] - f->far[k] * b[0]) / area;
        if (p[0] * p[0] + p[1] * p[1] <= most) continue;
        most = p[0] * p[0] + p[1] * p[1];
        memcpy(corner, p, sizeof p);
        found = k;
    }
    return found;
}

static double length_of(const double p[2])
{
    return sqrt(p[0] * p[0] + p[1] * p[1]);
}

/// The greatest length, which the law keeps below `most`, and whether a point has it.
static bool find_greatest(friction_range *f, double load, double most, double *greatest)
{
    double corner[2] = {0.0};
    for (int look = 0;; look++)
    {
        double reached = 0.0;
        int k = farthest_corner(f, corner);
        for (int i = 0; i < f->points; i++) reached = fmax(reached, length_of(f->point[i]));
        double far_off = length_of(corner);
        *greatest = fmin(most, far_off);
        if (*greatest - reached <= SAME * (load + reached)) return true;
        if (look == LOOKS || !(far_off > 0.0)) return false;
        const double way[2] = {corner[0] / far_off, corner[1] / far_off};
        double far = look_along(f, way);
        if (!isfinite(far)) return false;
        for (int i = f->sides++; i > k + 1; i--)
        {
            memcpy(f->way[i], f->way[i - 1], sizeof way);
            f->far[i] = f->far[i - 1];
        }
        memcpy(f->way[k + 1], way, sizeof way);
        f->far[k + 1] = far;
    }
}

static double cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

/// Whether the origin is in a triangle of points.
static bool is_within(const friction_range *f)
{
    for (int i = 0; i < f->points; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
            {
                double a = cross(f->point[i], f->point[j]), b = cross(f->point[j], f->point[k]),
                       c = cross(f->point[k], f->point[i]);
                if ((a >= 0.0 && b >= 0.0 && c >= 0.0 && a + b + c > 0.0) ||
                    (a <= 0.0 && b <= 0.0 && c <= 0.0 && a + b + c < 0.0))
                    return true;
            }
    return false;
}

/// at ◄ the point of the hull of points that is nearest to the origin, which is outside of it.
static void nearest_point(const friction_range *f, double at[2])
{
    double least = INFINITY;
    for (int i = 0; i < f->points; i++)
        for (int j = 0; j <= i; j++)
        {
            const double *a = f->point[i], *b = f->point[j], e[2] = {b[0] - a[0], b[1] - a[1]};
            double square = e[0] * e[0] + e[1] * e[1];
            double t = square > 0.0 ? fmax(0.0, fmin(1.0, -(a[0] * e[0] + a[1] * e[1]) / square)) : 0.0;
            const double p[2] = {a[0] + t * e[0], a[1] + t * e[1]};
            if (length_of(p) >= least) continue;
            least = length_of(p);
            memcpy(at, p, sizeof p);
        }
}

/// The least length, and whether a point has it.
static bool find_least(friction_range *f, double load, double *least)
{
    *least = 0.0;
    for (int look = 0;; look++)
    {
        double at[2] = {0.0};
        if (!is_within(f)) nearest_point(f, at);
        double reached = length_of(at);
        if (reached - *least <= SAME * (load + reached)) return true;
        if (look == LOOKS) return false;
        const double way[2] = {-at[0] / reached, -at[1] / reached};
        double far = look_along(f, way);
        if (!isfinite(far)) return false;
        *least = fmax(*least, -far);
    }
}

/// The range of friction's length, from those of its components: exact where there is one, else where contacts are few.
static void bound_friction(range_run *run, int i, int row, double load, hf_contact_bounds *c)
{
    const pose_problem *posed = &run->margin->pose;
    const int size = posed->rows.size[i];
    double mu = 0.0;
    for (int k = 1; k < 3 && k < size; k++)
    {
        double own = posed->rows.coefficients ? posed->rows.coefficients[i].tangent[k - 1] : posed->rows.mu[i];
        mu = fmax(mu, own * unit_of(posed, row + k) / unit_of(posed, row));
    }
    const double most = mu > 0.0 ? mu * c->greatest[0] : 0.0;
    friction_range f = {.run = run, .row = row};
    double least[2], greatest[2];
    for (int k = 0; k < 2; k++)
    {
        greatest[k] = fmax(fabs(c->least[1 + k]), fabs(c->greatest[1 + k]));
        least[k] = fmax(0.0, fmax(c->least[1 + k], -c->greatest[1 + k]));
    }
    bool known = !isnan(c->least[1] + c->greatest[1] + c->least[2] + c->greatest[2]);
    c->least_friction = known ? length_of(least) : NAN;
    c->greatest_friction = known ? fmin(most, length_of(greatest)) : NAN;
    c->friction_exact = known && size < 3;
    if (!known || size < 3 || posed->contact_count > FEW) return;
    static const double ways[4][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    bool bounded = true;
    for (; f.sides < 4; f.sides++)
    {
        memcpy(f.way[f.sides], ways[f.sides], sizeof ways[0]);
        f.far[f.sides] = look_along(&f, ways[f.sides]);
        bounded &= isfinite(f.far[f.sides]);
    }
    c->friction_exact = bounded && find_greatest(&f, load, most, &c->greatest_friction);
    if (bounded) c->friction_exact &= find_least(&f, load, &c->least_friction);
}

static void bound_contact(range_run *run, int i, int row, double load)
{
    const pose_problem *posed = &run->margin->pose;
    hf_contact_bounds *c = &run->margin->contacts[i];
    for (int k = 0; k < 3 && k < posed->rows.size[i]; k++)
    {
        run->weight[row + k] = unit_of(posed, row + k);
        find_range(run, &c->least[k], &c->greatest[k]);
    }
    for (int k = posed->rows.size[i]; k < 3; k++) c->least[k] = c->greatest[k] = 0.0;
    bound_friction(run, i, row, load, c);
    c->carries = carries_of(c->least[0], c->greatest[0], load);
}

/// Weights of the contacts of a pair: component `which` of force and torque on its A, or with 6 the sum of normals.
static void weigh_pair(range_run *run, const hf_pair_bounds *pair, int which)
{
    const pose_problem *posed = &run->margin->pose;
    const vec3 e = v3(which % 3 == 0, which % 3 == 1, which % 3 == 2);
    for (int i = 0, row = 0; i < posed->contact_count; row += posed->rows.size[i++])
    {
        const hf_contact *c = &posed->contacts[i];
        bool same = c->body_a == pair->body_a && c->body_b == pair->body_b;
        bool turned = c->body_a == pair->body_b && c->body_b == pair->body_a;
        vec3 axis[3], arm = v3_sub(v3_load(c->point), v3_load(pair->center));
        if (!same && !turned) continue;
        contact_axes(c, axis);
        for (int k = 0; k < posed->rows.size[i]; k++)
        {
            double part = v3_dot(e, which < 3 ? axis[k % 3] : v3_cross(arm, axis[k % 3]));
            if (k >= 3) part = which < 3 ? 0.0 : v3_dot(e, axis[k - 3]); // moments
            if (which == 6) part = k == 0;
            else if (turned) part = -part;
            run->weight[row + k] = part * unit_of(posed, row + k);
        }
    }
}

static void bound_pair(range_run *run, hf_pair_bounds *pair, double load)
{
    weigh_pair(run, pair, 6);
    find_range(run, &pair->least_load, &pair->greatest_load);
    for (int k = 0; k < 6; k++)
    {
        weigh_pair(run, pair, k);
        find_range(run, &pair->least[k], &pair->greatest[k]);
    }
    pair->carries = carries_of(pair->least_load, pair->greatest_load, load);
}

static bool has_answers(const hf_margin *margin)
{
    return margin->result.verdict != HF_VERDICT_CANNOT && margin->result.verdict != HF_VERDICT_UNKNOWN;
}

/// Contacts from `first` on, `count` of them, and pairs if they are all.
static hf_status find_bounds(hf_margin *margin, int first, int count, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    double load = 0.0;
    if (!has_answers(margin)) return HF_STATUS_OK;
    arena_mark mark = arena_begin(margin->home);
    range_run run = {.margin = margin, .error = error};
    run.weight = ARENA_ZEROED(margin->home, double, posed->rows.row_count);
    run.answer = ARENA_ARRAY(margin->home, double, posed->rows.row_count);
    if (!run.weight || !run.answer) return error_no_memory(error);
    run.status = carry_make(posed, 1.0, true, margin->load, NULL, margin->home, &run.carry, error);
    for (int k = 0; k < posed->dof_count; k++) load = fmax(load, posed->force * fabs(margin->load[k]));
    for (int i = 0, row = 0; i < first + count; row += posed->rows.size[i++])
        if (i >= first) bound_contact(&run, i, row, load);
    for (int p = 0; count == posed->contact_count && p < margin->result.pair_count; p++)
        bound_pair(&run, &margin->pairs[p], load);
    arena_end(margin->home, mark);
    return run.status;
}

hf_status margin_bounds(hf_margin *margin, hf_error *error)
{
    return find_bounds(margin, 0, margin->pose.contact_count, error);
}

hf_status hf_margin_bound_contact(hf_margin *margin, int index, hf_error *error)
{
    return find_bounds(margin, index, 1, error);
}

// ---- pairs ----

static hf_pair_bounds *pair_of(hf_margin *margin, const hf_contact *c)
{
    int a = c->body_a < c->body_b ? c->body_a : c->body_b, b = c->body_a < c->body_b ? c->body_b : c->body_a;
    int count = margin->result.pair_count;
    for (int p = 0; p < count; p++)
        if (margin->pairs[p].body_a == a && margin->pairs[p].body_b == b) return &margin->pairs[p];
    hf_pair_bounds *pair = &margin->pairs[margin->result.pair_count++];
    *pair = (hf_pair_bounds){.body_a = a, .body_b = b, .least_load = NAN, .greatest_load = NAN};
    for (int k = 0; k < 6; k++) pair->least[k] = pair->greatest[k] = NAN;
    pair->carries = HF_CARRIES_UNKNOWN;
    return pair;
}

hf_status margin_pairs(hf_margin *margin, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    margin->contacts = ARENA_ZEROED(margin->home, hf_contact_bounds, posed->contact_count);
    margin->pairs = ARENA_ZEROED(margin->home, hf_pair_bounds, posed->contact_count);
    if (!margin->contacts || !margin->pairs) return error_no_memory(error);
    for (int i = 0; i < posed->contact_count; i++)
    {
        hf_contact_bounds *c = &margin->contacts[i];
        c->contact = posed->contacts[i];
        c->carries = HF_CARRIES_UNKNOWN;
        c->least_friction = c->greatest_friction = NAN;
        for (int k = 0; k < 3; k++) c->least[k] = c->greatest[k] = NAN;
        hf_pair_bounds *pair = pair_of(margin, &posed->contacts[i]);
        for (int k = 0; k < 3; k++) pair->center[k] += posed->contacts[i].point[k];
        pair->contact_count++;
    }
    for (int p = 0; p < margin->result.pair_count; p++)
        for (int k = 0; k < 3; k++) margin->pairs[p].center[k] /= margin->pairs[p].contact_count;
    return HF_STATUS_OK;
}
