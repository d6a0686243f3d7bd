// The moves of pivoting with friction, and the linear system behind them.
//
// The unknowns are the forces of clamped rows. A normal force on the cone takes its friction along: its column is
//     A_N + mu (d_x A_x + d_y A_y)                                            (Baraff 1994, sections 5.4 and 6)
// so the clamped matrix has no symmetry as soon as one contact slides, and its inverse is kept by bordering
// (linalg/incremental.h).
// Each move costs O(n²).

#include "papers/baraff1994/pivot_contact.h"

#include "base/elementary.h"
#include "linalg/vector.h"

#include <string.h>

static double *A_column(const contact_state *s, int j)
{
    return s->A + (size_t)s->n * (size_t)j;
}

/// A clamped system is given up as singular when a pivot falls below this share of its terms: the inverse would lose
/// all but a quarter of its figures.
static const double SINGULAR = 1e-11;

enum
{
    FEW_ROWS = 16
};

double contact_direction(contact_state *s, int d, double sign)
{
    int n = s->n, count = s->X.count;
    const double *v = s->column[d];
    double scale = 0.0;
    work_charge(s->work, pivot_work(n + count, count) + 4.0 * pivot_work(n, 1.0));
    for (int k = 0; k < count; k++) s->y[k] = -sign * v[s->index[k]];
    inverse_apply(&s->X, s->y, s->x); // Δf_C = -B⁻¹ v_C
    for (int i = 0; i < n; i++)
    {
        s->df[i] = 0.0;
        s->da[i] = sign * v[i];
    }
    s->df[d] = sign;
    for (int k = 0; k < count; k++)
    {
        s->df[s->index[k]] = s->x[k];
        vector_add(n, s->x[k], s->column[s->index[k]], s->da);
    }
    for (int k = 0; k < s->contact_count; k++)
    {
        const pivot_contact *c = &s->contacts[k];
        for (int t = 0; t < c->tangents && c->state == FRICTION_CONE; t++)
            s->df[c->row + 1 + t] = c->mu * c->direction[t] * s->df[c->row];
    }
    for (int i = 0; i < n; i++) scale += s->root[i] * fabs(s->df[i]);
    for (int k = 0; k < count; k++) s->da[s->index[k]] = 0.0; // what is left is rounding
    return scale;
}

/// Row i of the clamped matrix, and column i.
static void border(const contact_state *s, int i, double *row, double *column)
{
    for (int k = 0; k < s->X.count; k++)
    {
        row[k] = s->column[s->index[k]][i];
        column[k] = s->column[i][s->index[k]];
    }
}

bool contact_clamp(contact_state *s, int i)
{
    if (s->set[i] == HF_PIVOT_CLAMPED) return true;
    work_charge(s->work, 3.0 * pivot_work(s->X.count, s->X.count));
    border(s, i, s->x, s->y);
    double diagonal = s->column[i][i];
    if (!(inverse_pivot(&s->X, s->x, s->y, diagonal, s->z) > SINGULAR)) return false;
    inverse_append(&s->X, s->x, diagonal, s->z, s->w);
    s->index[s->X.count - 1] = i;
    s->position[i] = s->X.count - 1;
    s->set[i] = HF_PIVOT_CLAMPED;
    return true;
}

void contact_unclamp(contact_state *s, int i)
{
    int at = s->position[i];
    if (at < 0) return;
    work_charge(s->work, pivot_work(s->X.count, s->X.count));
    s->position[i] = -1;
    s->set[i] = HF_PIVOT_HELD;
    bool removed = inverse_remove(&s->X, at, SINGULAR);
    int last = removed ? s->X.count : s->X.count - 1;
    s->index[at] = s->index[last];
    if (at != last) s->position[s->index[at]] = at;
    if (removed) return;
    s->X.count--; // what is left is singular by the short formula: factor it, and leave out what must be
    contact_factor(s);
}

/// The inverse at once; false if it is singular, or nearly so.
static bool factor_at_once(contact_state *s, int count)
{
    for (int k = 0; k < count; k++)
        for (int l = 0; l < count; l++)
            s->B[l + (size_t)s->X.capacity * (size_t)k] = s->column[s->index[k]][s->index[l]];
    bool regular = inverse_factor(&s->X, count, s->B, s->pivot);
    for (int k = 0; regular && k < count; k++) // the condition, from the entries of the inverse
        for (int l = 0; l < count; l++)
        {
            double entry = s->X.X[k + (size_t)s->X.capacity * (size_t)l];
            regular = regular && s->root[s->index[k]] * s->root[s->index[l]] * fabs(entry) * SINGULAR < 1.0;
        }
    return regular;
}

void contact_factor(contact_state *s)
{
    int count = s->X.count;
    s->result->refactorizations++;
    work_charge(s->work, 3.0 * work_of_dense_lu(count));
    if (count > FEW_ROWS && factor_at_once(s, count)) return;
    s->X.count = 0; // row by row: for few rows that is faster, and dependent ones are left out
    for (int k = 0; k < count; k++) s->pivot[k] = s->index[k];
    for (int k = 0; k < count; k++)
    {
        int i = s->pivot[k];
        s->set[i] = HF_PIVOT_HELD;
        s->position[i] = -1;
        (void)contact_clamp(s, i);
    }
}

/// The column of c's normal force has changed from `old`.
static void replace_column(contact_state *s, const pivot_contact *c)
{
    int at = s->position[c->row];
    if (at < 0) return;
    for (int k = 0; k < s->X.count; k++) s->x[k] = s->column[c->row][s->index[k]];
    if (!inverse_replace(&s->X, at, s->x, SINGULAR, s->y)) contact_factor(s);
}

void contact_tie(contact_state *s, pivot_contact *c, const double *direction)
{
    for (int t = 0; t < c->tangents; t++)
    {
        contact_unclamp(s, c->row + 1 + t);
        s->set[c->row + 1 + t] = HF_PIVOT_CONE;
        c->direction[t] = direction[t];
    }
    memcpy(c->tied, A_column(s, c->row), (size_t)s->n * sizeof *c->tied);
    for (int t = 0; t < c->tangents; t++) vector_add(s->n, c->mu * direction[t], A_column(s, c->row + 1 + t), c->tied);
    c->state = FRICTION_CONE;
    s->column[c->row] = c->tied;
    replace_column(s, c);
}

void contact_untie(contact_state *s, pivot_contact *c)
{
    if (c->state != FRICTION_CONE) return;
    c->state = FRICTION_NONE;
    for (int t = 0; t < c->tangents; t++) s->set[c->row + 1 + t] = HF_PIVOT_HELD;
    s->column[c->row] = A_column(s, c->row);
    replace_column(s, c);
}

void contact_stick(contact_state *s, pivot_contact *c)
{
    contact_untie(s, c);
    c->state = FRICTION_STUCK;
    for (int t = 0; t < c->tangents; t++)
        if (!contact_clamp(s, c->row + 1 + t)) s->set[c->row + 1 + t] = HF_PIVOT_HELD;
}

void contact_open(contact_state *s, pivot_contact *c)
{
    for (int t = c->tangents; t >= 0; t--) contact_unclamp(s, c->row + t);
    if (!c->dynamic)
    {
        contact_untie(s, c);
        c->state = FRICTION_NONE;
    }
    for (int t = 0; t <= c->tangents; t++)
    {
        s->f[c->row + t] = 0.0;
        s->set[c->row + t] = t > 0 && c->dynamic ? HF_PIVOT_CONE : HF_PIVOT_LOWER;
    }
}

/// (x, y) ◄ (c x + s y, -s x + c y)
static void rotate(double *x, double *y, double c, double s)
{
    double t = c * *x + s * *y;
    *y = c * *y - s * *x;
    *x = t;
}

void contact_turn(contact_state *s, pivot_contact *c, double x, double y)
{
    double r = real_hypot(x, y);
    if (c->tangents < 2 || !(r > 0.0)) return;
    int i = c->row + 1, n = s->n;
    double co = x / r, si = y / r;
    double *Ax = A_column(s, i), *Ay = A_column(s, i + 1);
    for (int k = 0; k < n; k++) rotate(&Ax[k], &Ay[k], co, si);                             // columns
    for (int k = 0; k < n; k++) rotate(&A_column(s, k)[i], &A_column(s, k)[i + 1], co, si); // rows
    for (int k = 0; k < s->contact_count; k++)
        if (s->contacts[k].state == FRICTION_CONE) rotate(&s->contacts[k].tied[i], &s->contacts[k].tied[i + 1], co, si);
    rotate(&s->b[i], &s->b[i + 1], co, si);
    rotate(&s->f[i], &s->f[i + 1], co, si);
    rotate(&s->a[i], &s->a[i + 1], co, si);
    rotate(&c->direction[0], &c->direction[1], co, si);
    s->root[i] = sqrt(fmax(0.0, Ax[i]));
    s->root[i + 1] = sqrt(fmax(0.0, Ay[i + 1]));
    double ax = c->axis[0], ay = c->axis[1]; // e' = co e + si e⊥
    c->axis[0] = co * ax - si * ay;
    c->axis[1] = co * ay + si * ax;
}

void contact_turn_back(contact_state *s, pivot_contact *c)
{
    contact_turn(s, c, c->axis[0], -c->axis[1]);
}

/// a = A f + b.
static void accelerate(contact_state *s)
{
    memcpy(s->a, s->b, (size_t)s->n * sizeof *s->a);
    s->force = 0.0;
    for (int j = 0; j < s->n; j++)
    {
        if (s->f[j] == 0.0) continue;
        s->force += s->root[j] * fabs(s->f[j]);
        vector_add(s->n, s->f[j], A_column(s, j), s->a);
    }
}

/// f_T of contacts on the cone from their f_N.
static void follow(contact_state *s)
{
    for (int k = 0; k < s->contact_count; k++)
    {
        const pivot_contact *c = &s->contacts[k];
        for (int t = 0; t < c->tangents && c->state == FRICTION_CONE; t++)
            s->f[c->row + 1 + t] = c->mu * c->direction[t] * s->f[c->row];
    }
}

/// f_C ◄ f_C - B⁻¹ a_C; returns Σ root |change|.
static double correct(contact_state *s)
{
    double change = 0.0;
    for (int k = 0; k < s->X.count; k++) s->y[k] = s->a[s->index[k]];
    inverse_apply(&s->X, s->y, s->x);
    for (int k = 0; k < s->X.count; k++)
    {
        s->f[s->index[k]] -= s->x[k];
        change += s->root[s->index[k]] * fabs(s->x[k]);
    }
    follow(s);
    accelerate(s);
    return change;
}

void contact_refresh(contact_state *s)
{
    const double drift = 1e-9; // of all forces: the inverse has lost half of its figures
    work_charge(s->work, pivot_work(s->n, s->n) + pivot_work(s->X.count, s->X.count));
    accelerate(s);
    if (correct(s) <= drift * s->force) return;
    contact_factor(s);
    correct(s);
    correct(s);
}
