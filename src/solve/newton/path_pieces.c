// One block on the path: equations and unknowns of each piece, events that end it, and what comes after. See path.c for
// the method.
//
//   piece            unknowns                equations             ends when                     and then
//   open             – x = 0 u_N ↓ 0 slides against u_T, x_N = 0
//   slides   3D      x_N, φ                  u_N = 0, p·u_T = 0    x_N ↓ 0                       opens
//            2D      x_N                     u_N = 0               α = -e·u_T ↓ 0                sticks
//   sticks           x u = 0 mu x_N - |x_T| ↓ 0 slides along x_T, α = 0
//   box at lo, hi    –                       x = lo, hi            ±u ↓ 0                        is free
//   box, free        x                       u = 0                 x - lo ↓ 0, hi - x ↓ 0        is at the bound
// with e = (cos φ, sin φ), p = (-sin φ, cos φ) and x_T = mu x_N e. In these unknowns a piece stays smooth up to and
// beyond both of its ends: at x_N = 0 the direction is held by u_T, at α = 0 by x_T. A unilateral block is a contact
// without friction; so is a contact with mu = 0.
// Sticking contacts leave through the side of the cone; its apex has measure zero.

#include "base/elementary.h"
#include "solve/newton/path.h"

#include <math.h>
#include <string.h>

static bool slides(const path_law *law, path_piece piece)
{
    return law->kind == HF_LAW_CONTACT && piece == PATH_EDGE;
}

/// Two unknowns: the direction turns.
static bool turns(const path_law *law)
{
    return law->size == 3 && law->mu > 0.0;
}

/// e, exactly ±1 in the plane.
static void friction_direction(const path_law *law, double angle, double *e)
{
    e[0] = law->size == 3 ? real_cos(angle) : angle == 0.0 ? 1.0 : -1.0;
    e[1] = law->size == 3 ? real_sin(angle) : 0.0;
}

static double angle_of(const path_law *law, double sign, const double *t)
{
    if (law->size == 3) return real_atan2(sign * t[1], sign * t[0]);
    return sign * t[0] > 0.0 ? 0.0 : 1.0;
}

static void sliding_equations(const path_law *law, const double *x, double angle, const double *u, block_move *move)
{
    double e[2], mu = law->mu;
    friction_direction(law, angle, e);
    int n = law->size, free = turns(law) ? 2 : 1;
    move->free = free;
    memset(move->Z, 0, sizeof move->Z);
    memset(move->Y, 0, sizeof move->Y);
    move->Z[0] = move->Y[0] = 1.0;
    for (int a = 1; a < n; a++) move->Z[a * free] = mu * e[a - 1];
    move->stiffness[0] = 0.0;
    move->target[0] = -u[0];
    if (free == 1) return;
    const double p[2] = {-e[1], e[0]};
    for (int a = 1; a < 3; a++)
    {
        move->Z[a * free + 1] = mu * x[0] * p[a - 1];
        move->Y[a * free + 1] = p[a - 1];
    }
    move->stiffness[1] = -(e[0] * u[1] + e[1] * u[2]); // d(p·u_T)/dφ
    move->target[1] = -(p[0] * u[1] + p[1] * u[2]);
}

void path_equations(const path_law *law, path_piece piece, const double *x, double angle, const double *u,
                    block_move *move)
{
    move->free = 0;
    if (slides(law, piece)) sliding_equations(law, x, angle, u, move);
    if (piece != PATH_FREE) return;
    int n = move->free = law->size;
    memset(move->Z, 0, sizeof move->Z);
    for (int k = 0; k < n; k++)
    {
        move->Z[k * n + k] = 1.0;
        move->stiffness[k] = 0.0;
        move->target[k] = -u[k];
    }
    memcpy(move->Y, move->Z, sizeof move->Z);
}

void path_move(const path_law *law, path_piece piece, const double *y, double *x, double *angle)
{
    if (slides(law, piece))
    {
        double e[2];
        x[0] += y[0];
        if (turns(law)) *angle += y[1];
        friction_direction(law, *angle, e);
        for (int a = 1; a < law->size; a++) x[a] = law->mu * x[0] * e[a - 1];
        return;
    }
    if (piece == PATH_FREE)
        for (int a = 0; a < law->size; a++) x[a] += y[a];
}

static void event_of(path_event *event, double value, bool of_velocity, double first)
{
    *event = (path_event){.value = value, .of_velocity = of_velocity, .direction = {first, 0.0, 0.0}};
}

static void sliding_events(const path_law *law, const double *x, double angle, const double *u, path_event *events)
{
    double e[2], along = 0.0;
    event_of(&events[0], x[0], false, 1.0);
    if (law->mu == 0.0) return;
    friction_direction(law, angle, e);
    event_of(&events[1], 0.0, true, 0.0);
    for (int a = 1; a < law->size; a++)
    {
        along += e[a - 1] * u[a];
        events[1].direction[a] = -e[a - 1];
    }
    events[1].value = -along;
}

/// In the plane the cone has two sides, and each is an event.
static void sticking_events(const path_law *law, const double *x, path_event *events)
{
    if (law->size == 2)
    {
        event_of(&events[0], law->mu * x[0] - x[1], false, law->mu);
        event_of(&events[1], law->mu * x[0] + x[1], false, law->mu);
        events[0].direction[1] = -1.0;
        events[1].direction[1] = 1.0;
        return;
    }
    double t = real_hypot(x[1], x[2]);
    event_of(&events[0], law->mu * x[0] - t, false, law->mu);
    for (int a = 1; a < 3 && t > 0.0; a++) events[0].direction[a] = -x[a] / t;
}

void path_events(const path_law *law, path_piece piece, const double *x, double angle, const double *u,
                 path_event events[PATH_EVENTS])
{
    for (int k = 0; k < PATH_EVENTS; k++) event_of(&events[k], INFINITY, false, 0.0);
    if (law->kind == HF_LAW_BILATERAL) return;
    if (piece == PATH_LOW) event_of(&events[0], u[0], true, 1.0);
    else if (slides(law, piece)) sliding_events(law, x, angle, u, events);
    else if (piece == PATH_EDGE) event_of(&events[0], -u[0], true, -1.0);
    else if (law->kind == HF_LAW_CONTACT) sticking_events(law, x, events);
    else if (law->kind == HF_LAW_UNILATERAL) event_of(&events[0], x[0], false, 1.0);
    else
    {
        event_of(&events[0], x[0] - law->lo, false, 1.0); // infinite bounds never end it
        event_of(&events[1], law->hi - x[0], false, -1.0);
    }
}

static int cross_contact(const path_law *law, path_piece *piece, int which, const double *x, const double *u,
                         double *angle)
{
    switch (*piece)
    {
    case PATH_LOW:
        *piece = PATH_EDGE;
        *angle = angle_of(law, -1.0, u + 1); // friction opposes the slip
        return 0;
    case PATH_EDGE:
        *piece = which == 0 ? PATH_LOW : PATH_FREE;
        return which == 1 && law->size == 2 && *angle != 0.0 ? 1 : 0; // the side on which it slid
    case PATH_FREE:
        *piece = PATH_EDGE;
        *angle = law->size == 3 ? angle_of(law, 1.0, x + 1) : which == 0 ? 0.0 : 1.0;
        return 1;
    }
    return 0;
}

int path_cross(const path_law *law, path_piece *piece, int which, const double *x, const double *u, double *angle)
{
    if (law->kind == HF_LAW_CONTACT) return cross_contact(law, piece, which, x, u, angle);
    path_piece before = *piece;
    if (before != PATH_FREE)
    {
        *piece = PATH_FREE;
        return before == PATH_EDGE ? 1 : 0;
    }
    *piece = which == 0 ? PATH_LOW : PATH_EDGE;
    return 0;
}
