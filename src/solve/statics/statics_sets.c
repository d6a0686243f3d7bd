// See statics_sets.h. Contacts of one coefficient are contacts with one part; r_N is one number n, found first, and
// the parts follow it: one that sticks is w_k, or n mu_k w_k/‖w_k‖ beyond its disc, one that slides is n a. Coulomb's n
// is max(0, w_N); that of the nearest point is the root of
//
//     (n - w_N) + Σ_slides a·(n a - w_k) - Σ_sticks mu_k max(0, ‖w_k‖ - mu_k n) = 0,
//
// whose left side is increasing and concave in n, so that Newton's method from the left ends after a step for each
// part.

#include "solve/statics/statics_sets.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Inside of the law by this share of r_N: neither on the edge nor open.
static const double INSIDE = 1e-9;

typedef struct part
{
    int begin, end; // rows
    double mu;
} part;

static int part_list(const hf_problem *p, int i, part parts[PART_COUNT])
{
    const friction_parts *own = problem_friction_parts(p, i);
    if (!own)
    {
        parts[0] = (part){1, p->size[i], p->mu[i]};
        return 1;
    }
    for (int k = 0; k < own->count; k++) parts[k] = (part){part_begin[k], part_begin[k + 1], own->mu[k]};
    return own->count;
}

static bool slides(const block_set *set, int k)
{
    return set->slides >> k & 1U;
}

static double length(const part *q, const double *x)
{
    double sum = 0.0;
    for (int k = q->begin; k < q->end; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static double dot(int begin, int end, const double *x, const double *y)
{
    double sum = 0.0;
    for (int k = begin; k < end; k++) sum += x[k] * y[k];
    return sum;
}

// ---- states ----

static set_kind kind_at_rest(hf_law_kind kind)
{
    static const set_kind kinds[HF_LAW_COUNT] = {[HF_LAW_CONTACT] = SET_CONTACT,
                                                 [HF_LAW_UNILATERAL] = SET_HALF,
                                                 [HF_LAW_BILATERAL] = SET_ALL,
                                                 [HF_LAW_BOX] = SET_INTERVAL};
    return kinds[kind];
}

void sets_at_rest(const hf_problem *p, block_set *sets)
{
    for (int i = 0; i < p->block_count; i++) sets[i] = (block_set){.kind = kind_at_rest(p->kind[i])};
}

/// Parts of a closed contact that slide keep the direction of their own impulse; where there is none, that against the
/// slip.
static void find_slides(const hf_problem *p, int i, double still, const double *r, const double *u, block_set *set)
{
    part parts[PART_COUNT];
    int count = part_list(p, i, parts);
    for (int k = 0; k < count; k++)
    {
        double speed = length(&parts[k], u), friction = length(&parts[k], r);
        if (!(speed > still)) continue;
        bool own = friction > 0.5 * parts[k].mu * r[0] && friction > 0.0;
        double scale = own ? parts[k].mu / friction : -parts[k].mu / speed;
        for (int j = parts[k].begin; j < parts[k].end; j++) set->along[j] = scale * (own ? r[j] : u[j]);
        set->slides |= 1U << k;
    }
}

void sets_of_answer(const hf_problem *p, double still, double *r, const double *u, block_set *sets)
{
    sets_at_rest(p, sets);
    for (int i = 0; i < p->block_count; i++)
    {
        double *own = r + p->offset[i];
        const double *speed = u + p->offset[i];
        block_set *set = &sets[i];
        if (set->kind == SET_INTERVAL && fabs(speed[0]) > still)
        {
            set->kind = SET_FIXED;
            set->along[0] = speed[0] < 0.0 ? p->hi[i] : p->lo[i];
            if (!isfinite(set->along[0])) set->along[0] = own[0];
        }
        if ((set->kind == SET_CONTACT || set->kind == SET_HALF) && speed[0] > still) set->kind = SET_ZERO;
        if (set->kind == SET_CONTACT) find_slides(p, i, still, own, speed, set);
        double w[BLOCK_SIZE_MAX];
        memcpy(w, own, (size_t)p->size[i] * sizeof *w);
        (void)set_carry(p, set, i, SPRINGS_NEAREST, w, own, NULL);
    }
}

// ---- contacts ----

/// n. dn ◄ its derivative by w, where n > 0.
static double nearest_normal(const block_set *set, const part *parts, int count, int size, const double *w, double *dn)
{
    double t[PART_COUNT], n = -DBL_MAX;
    unsigned out = 0, before = ~0U;
    double denominator = 1.0;
    for (int k = 0; k < count; k++) t[k] = slides(set, k) ? 0.0 : length(&parts[k], w);
    for (int pass = 0; pass <= count + 1 && out != before; pass++) // rounding shall not make it go on
    {
        before = out;
        double sum = w[0];
        denominator = 1.0;
        out = 0;
        for (int k = 0; k < count; k++)
        {
            if (slides(set, k))
            {
                sum += dot(parts[k].begin, parts[k].end, set->along, w);
                denominator += dot(parts[k].begin, parts[k].end, set->along, set->along);
            }
            else if (t[k] > parts[k].mu * n)
            {
                sum += parts[k].mu * t[k];
                denominator += parts[k].mu * parts[k].mu;
                out |= 1U << k;
            }
        }
        n = sum / denominator;
    }
    if (!(n > 0.0)) return 0.0;
    for (int j = 0; j < size; j++) dn[j] = 0.0;
    dn[0] = 1.0 / denominator;
    for (int k = 0; k < count; k++)
        for (int j = parts[k].begin; j < parts[k].end; j++)
        {
            if (slides(set, k)) dn[j] = set->along[j] / denominator;
            else if (out >> k & 1U) dn[j] = parts[k].mu * w[j] / (t[k] * denominator);
        }
    return n;
}

/// A part that sticks, in its disc of radius mu n.
static void carry_stick(const part *q, int size, double n, const double *w, const double *dn, double *r, double *J)
{
    double t = length(q, w), radius = q->mu * n;
    bool inside = t <= radius;
    double cut = inside ? 1.0 : radius / t;
    for (int a = q->begin; a < q->end; a++)
    {
        r[a] = cut * w[a];
        if (!J) continue;
        for (int b = q->begin; b < q->end; b++)
            J[a * size + b] += cut * ((a == b ? 1.0 : 0.0) - (inside ? 0.0 : w[a] * w[b] / (t * t)));
        for (int b = 0; dn && !inside && b < size; b++) J[a * size + b] += q->mu * w[a] / t * dn[b];
    }
}

static void carry_slide(const part *q, int size, const block_set *set, double n, const double *dn, double *r, double *J)
{
    for (int a = q->begin; a < q->end; a++)
    {
        r[a] = n * set->along[a];
        for (int b = 0; J && b < size; b++) J[a * size + b] = set->along[a] * dn[b];
    }
}

static void carry_contact(const hf_problem *p, const block_set *set, int i, spring_law law, const double *w, double *r,
                          double *J)
{
    part parts[PART_COUNT];
    int count = part_list(p, i, parts), size = p->size[i];
    double dn[BLOCK_SIZE_MAX] = {1.0}, n = fmax(0.0, w[0]);
    bool bounded = law == SPRINGS_BOUNDED;
    if (law == SPRINGS_NEAREST) n = nearest_normal(set, parts, count, size, w, dn);
    for (int a = 0; a < size; a++) r[a] = 0.0;
    if (J) memset(J, 0, (size_t)(size * size) * sizeof *J);
    r[0] = n;
    for (int b = 0; J && n > 0.0 && b < size; b++) J[b] = dn[b];
    for (int k = 0; k < count && (n > 0.0 || bounded); k++)
    {
        if (!slides(set, k)) carry_stick(&parts[k], size, bounded ? set->bound : n, w, bounded ? NULL : dn, r, J);
        else if (bounded) carry_slide(&parts[k], size, set, set->bound, dn, r, NULL);
        else carry_slide(&parts[k], size, set, n, dn, r, J);
    }
}

// ---- all kinds ----

double set_carry(const hf_problem *p, const block_set *set, int i, spring_law law, const double *w, double *r,
                 double *J)
{
    int size = p->size[i];
    double x = w[0], inside = 0.0;
    switch (set->kind)
    {
    case SET_CONTACT: carry_contact(p, set, i, law, w, r, J); break;
    case SET_HALF:
        r[0] = fmax(0.0, x);
        inside = x > 0.0;
        break;
    case SET_INTERVAL:
        r[0] = fmin(p->hi[i], fmax(p->lo[i], x));
        inside = x > p->lo[i] && x < p->hi[i];
        break;
    case SET_FIXED: r[0] = set->along[0]; break;
    case SET_ALL:
        for (int a = 0; a < size; a++) r[a] = w[a];
        inside = 1.0;
        break;
    default:
        for (int a = 0; a < size; a++) r[a] = 0.0;
        break;
    }
    if (J && set->kind != SET_CONTACT)
        for (int a = 0; a < size * size; a++) J[a] = a % (size + 1) == 0 ? inside : 0.0;
    return dot(0, size, w, r) - 0.5 * dot(0, size, r, r);
}

void sets_of_loaded(const hf_problem *p, const double *r, block_set *sets)
{
    sets_at_rest(p, sets);
    for (int i = 0; i < p->block_count; i++)
    {
        const double *own = r + p->offset[i];
        block_set *set = &sets[i];
        part parts[PART_COUNT];
        bool bound = set->kind == SET_INTERVAL && (own[0] <= p->lo[i] || own[0] >= p->hi[i]);
        bool open = (set->kind == SET_CONTACT || set->kind == SET_HALF) && !(own[0] > 0.0);
        if (bound || open) set->kind = SET_ZERO;
        int count = set->kind == SET_CONTACT ? part_list(p, i, parts) : 0;
        for (int k = 0; k < count; k++)
        {
            if (length(&parts[k], own) < (1.0 - INSIDE) * parts[k].mu * own[0]) continue;
            set->slides |= 1U << k;
            for (int j = parts[k].begin; j < parts[k].end; j++) set->along[j] = own[j] / own[0];
        }
    }
}

/// Column k of Z and Y ◄ row `row` alone, which is to stand still.
static void hold_row(block_move *move, int k, int row, const double *u)
{
    move->Z[row * move->free + k] = move->Y[row * move->free + k] = 1.0;
    move->target[k] = -u[row];
}

void set_hold(const hf_problem *p, const block_set *set, int i, const double *u, block_move *move)
{
    part parts[PART_COUNT];
    int count = set->kind == SET_CONTACT ? part_list(p, i, parts) : 0, size = p->size[i], column = 0;
    *move = (block_move){.free = set->kind == SET_ZERO ? 0 : size, .unit = set->slides == 0};
    for (int k = 0; k < count; k++) move->free -= slides(set, k); // what slides across keeps a row of two
    for (; column < (count > 0 ? 1 : move->free); column++) hold_row(move, column, column, u);
    for (int k = 0; k < count && move->free > 0; k++)
    {
        const part *q = &parts[k];
        for (int j = q->begin; j < q->end && !slides(set, k); j++) hold_row(move, column++, j, u);
        if (!slides(set, k)) continue;
        double t = length(q, set->along);
        for (int j = q->begin; j < q->end; j++) move->Z[j * move->free] = set->along[j];
        if (q->end - q->begin < 2) continue;
        const double across[2] = {t > 0.0 ? -set->along[q->begin + 1] / t : 0.0,
                                  t > 0.0 ? set->along[q->begin] / t : 1.0};
        for (int j = 0; j < 2; j++)
        {
            move->Z[(q->begin + j) * move->free + column] = move->Y[(q->begin + j) * move->free + column] = across[j];
            move->target[column] -= across[j] * u[q->begin + j];
        }
        column++;
    }
}

void set_recall(const hf_problem *p, const block_set *set, int i, const double *r, double *J)
{
    double w[BLOCK_SIZE_MAX], unused[BLOCK_SIZE_MAX];
    int size = p->size[i];
    memcpy(w, r, (size_t)size * sizeof *w);
    if (set->kind == SET_CONTACT) // what is on the edge was beyond it
    {
        part parts[PART_COUNT];
        int count = part_list(p, i, parts);
        for (int k = 0; k < count; k++)
        {
            bool edge = length(&parts[k], r) >= (1.0 - INSIDE) * parts[k].mu * r[0];
            for (int j = parts[k].begin; edge && j < parts[k].end; j++) w[j] *= 2.0;
        }
    }
    (void)set_carry(p, set, i, SPRINGS_COULOMB, w, unused, J);
}
