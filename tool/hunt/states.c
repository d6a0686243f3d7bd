// States of states.h by nonnegative least squares (Lawson and Hanson 1974):
//
//     find z >= 0 with C z = d;  the best z leaves ρ = d - C z, and if ρ ≠ 0 it proves that there is none: Cᵀ ρ <= 0
//     and dᵀ ρ > 0.
//
// Columns of C: edges of the cones of contacts that press (two where they stick, one where they slide), times A, and one
// slack for every acceleration that must have a sign. Rows: all accelerations; d = -b.

#include "states.h"

#include <math.h>
#include <string.h>

enum
{
    ROWS = 2 * HUNT_CONTACTS,
    COLUMNS = 2 * HUNT_CONTACTS,
    STEPS = 6 * COLUMNS
};

static const double ZERO = 1e-12;   // a gradient below this share of the load is none
static const double SOLVED = 1e-9;  // what is left of the load, relative, where forces count as found
static const double REFUTED = 1e-6; // … and where a proof counts as one

typedef enum state
{
    OPEN,
    STICK,
    SLIDE_UP, // a_F > 0, friction against it
    SLIDE_DOWN,
    STATE_COUNT
} state;

typedef struct system
{
    int rows, columns;
    double C[COLUMNS][ROWS], d[ROWS], z[COLUMNS], rest[ROWS];
    double edge[COLUMNS][2]; // what a column is of f_N and f_F; 0, 0: a slack
    int contact[COLUMNS];
    bool in[COLUMNS];
} system;

static void add_edge(system *s, const hunt_case *c, int contact, double friction)
{
    double *column = s->C[s->columns];
    for (int i = 0; i < s->rows; i++)
        column[i] = c->A[i * c->rows + 2 * contact] + friction * c->A[i * c->rows + 2 * contact + 1];
    s->edge[s->columns][0] = 1.0;
    s->edge[s->columns][1] = friction;
    s->contact[s->columns++] = contact;
}

/// a_row = sign times a slack.
static void add_slack(system *s, int row, double sign)
{
    s->C[s->columns][row] = -sign;
    s->contact[s->columns++] = -1;
}

/// The columns of a state, contact by contact.
static void build(system *s, const hunt_case *c, long number)
{
    *s = (system){.rows = c->rows};
    for (int i = 0; i < c->rows; i++) s->d[i] = -c->b[i];
    for (int k = 0; k < c->contacts; k++, number /= STATE_COUNT) switch ((state)(number % STATE_COUNT))
        {
        case OPEN: add_slack(s, 2 * k, 1.0); break;
        case STICK:
            add_edge(s, c, k, c->mu[k]);
            add_edge(s, c, k, -c->mu[k]);
            break;
        case SLIDE_UP:
            add_edge(s, c, k, -c->mu[k]);
            add_slack(s, 2 * k + 1, 1.0);
            break;
        default:
            add_edge(s, c, k, c->mu[k]);
            add_slack(s, 2 * k + 1, -1.0);
            break;
        }
}

/// The tangential acceleration of an open contact may be anything: its equation goes.
static void free_open_rows(system *s, const hunt_case *c, long number)
{
    for (int k = 0; k < c->contacts; k++, number /= STATE_COUNT)
    {
        if (number % STATE_COUNT != OPEN) continue;
        s->d[2 * k + 1] = 0.0;
        for (int j = 0; j < s->columns; j++) s->C[j][2 * k + 1] = 0.0;
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/// The least squares of the columns that are in, by orthogonal columns (Gram and Schmidt, twice); dependent ones get 0.
static void solve_in(const system *s, double *x)
{
    double Q[COLUMNS][ROWS], R[COLUMNS][COLUMNS] = {{0}}, rest[ROWS], y[COLUMNS] = {0};
    int at[COLUMNS], count = 0;
    memcpy(rest, s->d, sizeof rest);
    memset(x, 0, sizeof(double) * COLUMNS);
    for (int j = 0; j < s->columns; j++)
    {
        if (!s->in[j]) continue;
        double *q = Q[count], size = sqrt(dot(s->C[j], s->C[j], s->rows));
        memcpy(q, s->C[j], sizeof Q[0]);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < count; k++)
            {
                double part = dot(Q[k], q, s->rows);
                R[k][count] += part;
                for (int i = 0; i < s->rows; i++) q[i] -= part * Q[k][i];
            }
        double left = sqrt(dot(q, q, s->rows));
        if (!(left > 1e-11 * size)) continue;
        for (int i = 0; i < s->rows; i++) q[i] /= left;
        R[count][count] = left;
        at[count] = j;
        y[count] = dot(q, rest, s->rows);
        for (int i = 0; i < s->rows; i++) rest[i] -= y[count] * q[i];
        count++;
    }
    for (int k = count - 1; k >= 0; k--)
    {
        for (int m = k + 1; m < count; m++) y[k] -= R[k][m] * y[m];
        y[k] /= R[k][k];
        x[at[k]] = y[k];
    }
}

static void find_rest(system *s)
{
    memcpy(s->rest, s->d, sizeof s->rest);
    for (int j = 0; j < s->columns; j++)
        for (int i = 0; i < s->rows; i++) s->rest[i] -= s->z[j] * s->C[j][i];
}

/// The column whose z wants to grow most; -1 if none does.
static int steepest(const system *s, double load)
{
    int best = -1;
    double most = ZERO * load;
    for (int j = 0; j < s->columns; j++)
    {
        double size = sqrt(dot(s->C[j], s->C[j], s->rows));
        double slope = s->in[j] || size == 0.0 ? 0.0 : dot(s->C[j], s->rest, s->rows) / size;
        if (slope <= most) continue;
        most = slope;
        best = j;
    }
    return best;
}

/// z as far towards x as it stays nonnegative; what reaches 0 goes out. False if all of x was taken.
static bool step_towards(system *s, const double *x)
{
    double share = 1.0;
    int out = -1;
    for (int j = 0; j < s->columns; j++)
        if (s->in[j] && x[j] <= 0.0 && s->z[j] / (s->z[j] - x[j] + 1e-300) < share)
        {
            share = s->z[j] / (s->z[j] - x[j] + 1e-300);
            out = j;
        }
    for (int j = 0; j < s->columns; j++)
        if (s->in[j]) s->z[j] += share * (x[j] - s->z[j]);
    if (out < 0) return false;
    s->in[out] = false;
    s->z[out] = 0.0;
    return true;
}

/// Nonnegative least squares; returns how much of the load is left, relative.
static double least_squares(system *s)
{
    double load = sqrt(dot(s->d, s->d, s->rows)), x[COLUMNS];
    find_rest(s);
    if (!(load > 0.0)) return 0.0;
    for (int step = 0; step < STEPS; step++)
    {
        int enters = steepest(s, load);
        if (enters < 0) break;
        s->in[enters] = true;
        do solve_in(s, x);
        while (step_towards(s, x));
        find_rest(s);
    }
    return sqrt(dot(s->rest, s->rest, s->rows)) / load;
}

/// ρ refutes the state: no column has a part along it, but the load has.
static bool proves(const system *s)
{
    double length = sqrt(dot(s->rest, s->rest, s->rows));
    for (int j = 0; j < s->columns; j++)
        if (dot(s->C[j], s->rest, s->rows) > 1e-9 * length * sqrt(dot(s->C[j], s->C[j], s->rows))) return false;
    return dot(s->d, s->rest, s->rows) > 0.0;
}

void hunt_enumerate(const hunt_case *c, hunt_states *found, double *f)
{
    long states = 1;
    for (int k = 0; k < c->contacts; k++) states *= STATE_COUNT;
    *found = (hunt_states){.states = states, .worst = INFINITY};
    for (long number = 0; number < states; number++)
    {
        system s;
        build(&s, c, number);
        free_open_rows(&s, c, number);
        double left = least_squares(&s);
        if (left > SOLVED)
        {
            found->refuted += left > REFUTED && proves(&s);
            found->worst = fmin(found->worst, left);
            continue;
        }
        for (int j = 0; found->with_forces == 0 && j < 2 * c->contacts; j++) f[j] = 0.0;
        for (int j = 0; found->with_forces == 0 && j < s.columns; j++)
            for (int e = 0; s.contact[j] >= 0 && e < 2; e++) f[2 * s.contact[j] + e] += s.z[j] * s.edge[j][e];
        found->with_forces++;
    }
}
