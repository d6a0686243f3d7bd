// The state that the drives begin with.
//
// Cold, W symmetric or nearly so: all normal conditions at once by block moves (pivot_scalar), friction zero. That is
// the state in which the paper's own loop arrives after driving the normals, one by one, before any friction: a safe
// block move by definition. With the true W in place of the symmetric one it is repaired like a warm start.
// Cold otherwise: bilateral rows clamped, all else zero. Dynamic contacts are on their cone from the start.
// Warm: the sets are solved as they are, and what breaks a condition is moved or let go, a few times; then it is a
// valid state.

#include "papers/baraff1994/pivot_start.h"

#include "base/elementary.h"
#include "base/error.h"

#include <string.h>

enum
{
    WARM_ROUNDS = 8,
    RETURNS = 3,          // moves without progress: fewer conditions are lost than with …
    RETURNS_PUBLISHED = 1 // … "a set it just came from, and the previous step size was zero" (section 5.5)
};

static bool reserve(contact_state *s, int n, int contacts, hf_workspace *workspace)
{
    size_t m = (size_t)n;
    s->A = ARENA_ARRAY(workspace, double, m *m);
    s->B = ARENA_ARRAY(workspace, double, m *m);
    s->X = (inverse){.capacity = n, .X = ARENA_ARRAY(workspace, double, m *m)};
    double *vectors = ARENA_ARRAY(workspace, double, 12 * m);
    double *tied = ARENA_ARRAY(workspace, double, m *(size_t)contacts);
    int *ints = ARENA_ARRAY(workspace, int, 5 * m);
    s->column = ARENA_ARRAY(workspace, const double *, m);
    s->contacts = ARENA_ZEROED(workspace, pivot_contact, contacts);
    s->set = ARENA_ARRAY(workspace, hf_pivot_set, m);
    s->refused = ARENA_ARRAY(workspace, bool, 2 * m);
    if (!s->A || !s->B || !s->X.X || !vectors || !tied || !ints || !s->column || !s->contacts || !s->set || !s->refused)
        return false;
    s->excused = s->refused + m;
    double **parts[] = {&s->b, &s->lo, &s->hi, &s->f, &s->a, &s->root, &s->df, &s->da, &s->x, &s->y, &s->z, &s->w};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) *parts[k] = vectors + k * m;
    int **lists[] = {&s->contact, &s->index, &s->position, &s->pivot, &s->moves};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) *lists[k] = ints + k * m;
    for (int k = 0; k < contacts; k++) s->contacts[k].tied = tied + (size_t)k * m;
    return true;
}

/// Laws, one row after the other.
static void take_laws(contact_state *s, const hf_problem *p, const hf_pivot_options *options)
{
    for (int k = 0; k < p->block_count; k++)
        for (int t = 0; t < p->size[k]; t++)
        {
            int i = p->offset[k] + t;
            bool contact = p->kind[k] == HF_LAW_CONTACT;
            bool free = p->kind[k] == HF_LAW_BILATERAL || (contact && t > 0);
            s->contact[i] = contact ? s->contact_count : -1;
            s->lo[i] = free ? -INFINITY : p->kind[k] == HF_LAW_BOX ? p->lo[k] : 0.0;
            s->hi[i] = p->kind[k] == HF_LAW_BOX ? p->hi[k] : INFINITY;
            if (!contact || t + 1 < p->size[k]) continue;
            pivot_contact *c = &s->contacts[s->contact_count++];
            c->row = p->offset[k];
            c->tangents = p->size[k] - 1;
            c->mu = p->mu[k];
            c->dynamic = options->friction && options->friction[k] == HF_PIVOT_DYNAMIC;
            c->axis[0] = 1.0;
        }
}

/// Everything released, forces as near to zero as bounds allow; dynamic friction tied against the slip.
static void clear(contact_state *s, const hf_pivot_options *options)
{
    s->X.count = 0;
    for (int i = 0; i < s->n; i++)
    {
        s->f[i] = fmin(s->hi[i], fmax(s->lo[i], 0.0));
        s->set[i] = s->f[i] == s->lo[i] ? HF_PIVOT_LOWER : s->f[i] == s->hi[i] ? HF_PIVOT_UPPER : HF_PIVOT_HELD;
        s->position[i] = -1;
        s->column[i] = s->A + (size_t)s->n * (size_t)i;
    }
    for (int k = 0; k < s->contact_count; k++)
    {
        pivot_contact *c = &s->contacts[k];
        c->state = FRICTION_NONE;
        if (!c->dynamic) continue;
        const double *v = options->slip + c->row;
        double speed = c->tangents == 2 ? real_hypot(v[1], v[2]) : fabs(v[1]), direction[2] = {0};
        for (int t = 0; t < c->tangents; t++) direction[t] = -v[1 + t] / speed;
        contact_tie(s, c, direction);
    }
}

bool start_create(contact_state *s, const hf_problem *p, const double *A, const hf_pivot_options *options,
                  work_meter *work, hf_workspace *workspace, hf_pivot_result *result)
{
    int n = p->dimension;
    *s = (contact_state){
        .work = work, .n = n, .returns = pivot_as_published(options) ? RETURNS_PUBLISHED : RETURNS, .result = result};
    if (!reserve(s, n, p->contact_count, workspace)) return false;
    take_laws(s, p, options);
    memcpy(s->A, A, (size_t)n * (size_t)n * sizeof *A);
    memcpy(s->b, p->b, (size_t)n * sizeof *s->b);
    for (int i = 0; i < n; i++) s->root[i] = sqrt(fmax(0.0, A[(size_t)(n + 1) * (size_t)i]));
    clear(s, options);
    return true;
}

/// All normal and scalar rows without friction, by block moves. Dynamic contacts wait.
static hf_status solve_normals(contact_state *s, const hf_pivot_options *options, hf_workspace *workspace, bool *solved,
                               hf_error *error)
{
    size_t count = 0, n = (size_t)s->n;
    int *row = ARENA_ARRAY(workspace, int, n);
    if (!row) return error_no_memory(error);
    for (int i = 0; i < s->n; i++)
        if (!is_tangent(s, i) && !(s->contact[i] >= 0 && s->contacts[s->contact[i]].dynamic)) row[count++] = i;
    double *A = ARENA_ARRAY(workspace, double, count *count), *vectors = ARENA_ARRAY(workspace, double, 5 * count);
    hf_pivot_set *sets = ARENA_ZEROED(workspace, hf_pivot_set, count);
    if (!A || !vectors || !sets) return error_no_memory(error);
    double *b = vectors, *lo = b + count, *hi = lo + count, *f = hi + count, *ray = f + count;
    for (size_t k = 0; k < count; k++)
    {
        for (size_t l = 0; l < count; l++) A[k * count + l] = s->A[n * (size_t)row[k] + (size_t)row[l]];
        b[k] = s->b[row[k]];
        lo[k] = s->lo[row[k]];
        hi[k] = s->hi[row[k]];
    }
    hf_pivot_options cold = *options;
    cold.common.warm_start = false;
    scalar_lcp lcp = {.n = (int)count, .A = A, .b = b, .lo = lo, .hi = hi, .work = s->work};
    hf_status status = pivot_scalar(&lcp, &cold, sets, f, ray, workspace, s->result, error);
    *solved = status == HF_STATUS_OK && s->result->end == HF_PIVOT_SOLVED;
    for (size_t k = 0; k < count && *solved; k++)
    {
        int i = row[k];
        s->f[i] = f[k];
        s->set[i] = sets[k];
        if (sets[k] != HF_PIVOT_CLAMPED) continue;
        s->position[i] = s->X.count;
        s->index[s->X.count++] = i;
    }
    s->result->ray_row = -1; // of the problem without friction: says nothing here
    s->result->ray_is_proof = false;
    return status;
}

// ---- warm ----

/// Puts contact c where the sets say.
static void take_contact(contact_state *s, pivot_contact *c, const hf_pivot_set *sets, const double *guess)
{
    int i = c->row;
    if (sets[i] != HF_PIVOT_CLAMPED) return;
    double norm = c->tangents == 2 ? real_hypot(guess[i + 1], guess[i + 2]) : fabs(guess[i + 1]), direction[2] = {0};
    bool cone = sets[i + 1] == HF_PIVOT_CONE && norm > 0.0;
    for (int t = 0; t < c->tangents && cone; t++) direction[t] = guess[i + 1 + t] / norm;
    if (cone && !c->dynamic && c->mu > 0.0) contact_tie(s, c, direction);
    if (!contact_clamp(s, i) || c->dynamic || cone || !(c->mu > 0.0)) return;
    c->state = FRICTION_STUCK;
    for (int t = 1; t <= c->tangents;
         t++) // clamped rows first met: where rows depend on each other, the guess says which are held
        if (sets[i + t] == HF_PIVOT_HELD || !contact_clamp(s, i + t))
        {
            s->set[i + t] = HF_PIVOT_HELD;
            s->f[i + t] = guess[i + t];
        }
}

/// Moves or lets go what breaks its condition; returns how many.
static int repair(contact_state *s)
{
    int moved = 0;
    for (int i = 0; i < s->n; i++)
    {
        if (is_tangent(s, i) || s->set[i] != HF_PIVOT_CLAMPED || (s->f[i] >= s->lo[i] && s->f[i] <= s->hi[i])) continue;
        bool low = s->f[i] < s->lo[i];
        contact_unclamp(s, i);
        if (s->contact[i] >= 0) contact_open(s, &s->contacts[s->contact[i]]);
        s->f[i] = low ? s->lo[i] : s->hi[i];
        s->set[i] = low ? HF_PIVOT_LOWER : HF_PIVOT_UPPER;
        moved++;
    }
    for (int k = 0; k < s->contact_count; k++)
    {
        pivot_contact *c = &s->contacts[k];
        int i = c->row;
        double force = 0.0, along = 0.0, direction[2] = {0};
        if (c->dynamic || c->state == FRICTION_NONE) continue;
        for (int t = 1; t <= c->tangents; t++)
        {
            force += s->f[i + t] * s->f[i + t];
            along += c->direction[t - 1] * s->a[i + t];
        }
        force = sqrt(force);
        if (c->state == FRICTION_STUCK && force > c->mu * s->f[i])
        {
            for (int t = 0; t < c->tangents; t++) direction[t] = s->f[i + 1 + t] / force;
            contact_tie(s, c, direction);
            moved++;
        }
        else if (c->state == FRICTION_CONE && along > 1e3 * contact_noise(s, i + 1))
        {
            contact_untie(s, c);
            for (int t = 1; t <= c->tangents; t++) s->f[i + t] = 0.0;
            moved++;
        }
    }
    return moved;
}

/// Solves the sets as they are, and repairs what breaks a condition; false if that does not end.
static bool settle(contact_state *s)
{
    for (int round = 0; round < WARM_ROUNDS; round++)
    {
        contact_refresh(s);
        s->result->block_moves++;
        if (repair(s) == 0) return true;
    }
    return false;
}

hf_status start_cold(contact_state *s, bool block_move, const hf_pivot_options *options, hf_workspace *workspace,
                     hf_error *error)
{
    bool solved = false;
    clear(s, options);
    if (block_move)
    {
        arena_mark mark = arena_begin(workspace);
        hf_status status = solve_normals(s, options, workspace, &solved, error);
        arena_end(workspace, mark);
        if (status != HF_STATUS_OK) return status;
        if (solved) contact_factor(s);
        if (solved && settle(s)) return HF_STATUS_OK;
        clear(s, options);
    }
    for (int i = 0; i < s->n; i++)
        if (s->lo[i] == -INFINITY && s->hi[i] == INFINITY && !is_tangent(s, i)) (void)contact_clamp(s, i);
    contact_refresh(s);
    return HF_STATUS_OK;
}

bool start_warm(contact_state *s, const hf_pivot_set *sets, const double *guess, const hf_pivot_options *options)
{
    clear(s, options);
    for (int i = 0; i < s->n; i++)
    {
        if (s->contact[i] >= 0) continue;
        bool bilateral = s->lo[i] == -INFINITY && s->hi[i] == INFINITY;
        if (sets[i] == HF_PIVOT_CLAMPED || bilateral) (void)contact_clamp(s, i);
        else if (sets[i] == HF_PIVOT_UPPER && s->hi[i] < INFINITY) s->f[i] = s->hi[i];
        else if (s->lo[i] > -INFINITY) s->f[i] = s->lo[i];
    }
    for (int k = 0; k < s->contact_count; k++) take_contact(s, &s->contacts[k], sets, guess);
    contact_factor(s);
    return settle(s);
}
