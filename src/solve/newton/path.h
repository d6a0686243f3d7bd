// `path` inside: pieces of the path (path_pieces.c), points on it and their bordered linear systems (path_curve.c), the
// walk (path_walk.c), the solver (path.c).
//
// All of it works in scaled variables: x_i = r_i / (s_i unit), A_ij = s_i s_j W_ij, q_i = s_i b_i / unit, with s_i =
// 1/√w_i and the root mean square of q at 1. Coulomb's law does not change under a scale per block.

#ifndef HF_SOLVE_NEWTON_PATH_H
#define HF_SOLVE_NEWTON_PATH_H

#include "solve/best.h"
#include "solve/report.h"
#include "solve/system/newton_system.h"

#include "base/arena.h"
#include "problem/problem.h"

/// Attempts by their numbers: each draws its own D and e, number 0 has D as it is.
typedef struct path_attempts
{
    int first, count;
} path_attempts;

/// `path` with these attempts only, from its own start; leaves the best iterate in r. An iteration is a linear system;
/// the report is begun here.
hf_status path_solve(const hf_problem *problem, path_attempts attempts, const hf_solve_options *options, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error);

/// What a block does. Inside a piece of the path no block changes it.
typedef enum path_piece
{
    PATH_LOW = 0, // contact, unilateral: open, x = 0; box: x = lo
    PATH_EDGE,    // contact: slides; box: x = hi
    PATH_FREE,    // u = 0: contact sticks, unilateral is closed, box is between its bounds; bilateral, always
} path_piece;

enum
{
    PATH_EVENTS = 2,    // of a block at most
    PATH_ARRIVAL = -1,  // "block" of the event that the parameter has come to its end
    PATH_NO_EVENT = -2, // "block" of no event
};

/// Where a piece ends: value = 0; it is positive inside. Its derivative is direction · δx_i or direction · δu_i.
typedef struct path_event
{
    double value; // INFINITY: never
    bool of_velocity;
    double direction[PLAIN_SIZE_MAX];
} path_event;

/// An event by its place.
typedef struct path_mark
{
    int block; // or PATH_ARRIVAL, or PATH_NO_EVENT
    int which; // 0 … PATH_EVENTS-1
} path_mark;

typedef struct path_law
{
    hf_law_kind kind;
    int size;
    double mu, lo, hi;
} path_law;

/// The equations of a block and its unknowns: δx_i = Z y, equations Yᵀ u_i = 0 with derivative Yᵀ δu_i + stiffness y;
/// target = -Yᵀ u_i.
/// `angle` is the direction in which friction points at a sliding contact.
void path_equations(const path_law *law, path_piece piece, const double *x, double angle, const double *u,
                    block_move *move);

/// x and the angle move by y (as many entries as the block has unknowns).
void path_move(const path_law *law, path_piece piece, const double *y, double *x, double *angle);

/// How the piece may end.
void path_events(const path_law *law, path_piece piece, const double *x, double angle, const double *u,
                 path_event events[PATH_EVENTS]);

/// The piece beyond event `which`; x, u are those at the event, *angle is set where sliding begins. Returns the event
/// of the new piece whose value grows from zero.
int path_cross(const path_law *law, path_piece *piece, int which, const double *x, const double *u, double *angle);

/// What changes along the path.
typedef enum path_parameter
{
    PATH_PUSH = 0, // t of u = (A + ε) x + q + t push, with ε fixed
    PATH_WEIGHT,   // ln ε of u = (A + ε) x + q
} path_parameter;

/// A point near or on the path.
typedef struct path_point
{
    double *x;     // dimension
    double *angle; // block_count
    double parameter;
    double *u; // dimension; by path_evaluate
} path_point;

typedef struct path_run
{
    const hf_problem *problem;
    const hf_solve_options *common;
    hf_report *report;
    work_meter work;
    long max_systems;

    double *A; // as problem->W.values
    newton_system *system;
    const int *first; // first unknown of each block
    int unknowns;     // without the parameter
    path_law *laws;
    path_piece *pieces;
    double *scale; // block_count: r_i = scale_i x_i
    double unit;   // of scaled velocities: u_i of the problem is u_i unit² / scale_i
    double *q;     // dimension
    double *push;  // dimension

    path_parameter kind;
    double epsilon;  // of PATH_PUSH
    double end;      // of the parameter
    path_mark grown; // the event crossed last: its value is zero here, and grows
    path_point here, there, crossing;
    block_move *moves; // of the point evaluated last
    double *along;     // du/dparameter there
    double *tangent;   // dimension + 1, of length one
    double *border;    // dimension + 1
    double *rhs;       // dimension + 1
    double *dx, *du;   // dimension
    double reach;      // length of the next step at most
    best_iterate best;
    bool stopped; // by the observer
} path_run;

typedef enum path_end
{
    PATH_ARRIVED, // at the end of the parameter
    PATH_SOLVED,  // the best iterate is good enough
    PATH_LOST,    // no step leads on
    PATH_STOPPED, // by the observer or the limit
} path_end;

// ---- path_curve.c ----

/// ε at a point.
double path_epsilon(const path_run *run, const path_point *point);

/// y = (A + ε) x.
void path_product(const path_run *run, double epsilon, const double *x, double *y);

/// Numbers the unknowns anew after a block has changed its piece.
void path_renew(path_run *run);

/// u, equations and derivatives at a point.
void path_evaluate(path_run *run, path_point *point);

void path_copy(const path_run *run, const path_point *from, path_point *to);

/// The point moves by length · y.
void path_step(const path_run *run, const double *y, double length, path_point *point);

/// What rounding errors of u are relative to.
double path_size(const path_run *run, const path_point *point);

/// Offers r to the best iterates: on the path of ε alone, where it solves a problem near the original one.
void path_offer(path_run *run, const path_point *point);

path_event path_event_at(const path_run *run, const path_point *point, path_mark mark);

static inline bool path_same(path_mark a, path_mark b)
{
    return a.block == b.block && a.which == b.which;
}

/// Newton steps to the path: perpendicular to the tangent (PATH_NO_EVENT), or to where `mark` happens. *length: of the
/// first correction;
/// *steps: how many, -1 if they fail.
hf_status path_correct(path_run *run, path_point *point, path_mark mark, int *steps, double *length, hf_error *error);

/// The tangent at run->here, which must have been evaluated last.
hf_status path_tangent(path_run *run, bool *regular, hf_error *error);

/// One Newton step on the equations at `point` with the parameter held: for the start. *regular as in
/// newton_system_bordered.
hf_status path_relax(path_run *run, path_point *point, bool *regular, hf_error *error);

// ---- path_walk.c ----

/// Follows the path from run->here until the parameter is at its end. run->grown tells what was just crossed; if that
/// is PATH_NO_EVENT, the parameter falls at first.
hf_status path_walk(path_run *run, path_end *end, hf_error *error);

#endif
