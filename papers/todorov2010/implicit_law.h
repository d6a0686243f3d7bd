// The law of one block as functions of one unconstrained vector x: f(x), v(x), their derivatives, and where those jump.
//
// Todorov 2010, eq. (10) to (14) and (25) to (29). All quantities are scaled (implicit_system.h); v(x) = f(x) + x for
// every kind.
//
//   kind        f(x) v(x) = f + x regions, and the edges between them
//   contact     f_N = max(0, β - x_N) v_N = max(β, x_N) break | stick | slip: the plane x_N = β,
//               f_T = -s x_T, s = min(1, μ f_N / |x_T|) v_T = (1 - s) x_T the cone |x_T| = μ (β - x_N), x_N <= β
//   unilateral  max(0, β - x)                                 max(β, x)               break | stick: the plane x = β
//   bilateral   -x                                            0                       stick everywhere, no edge
//   box         -x, kept within [lo, hi] what is cut off high | stick | low: x = -hi, x = -lo
//
// β is the velocity that the normal must reach (the paper's b, eq. 11): 0 by the law of problem.h.

#ifndef HF_PAPERS_TODOROV2010_IMPLICIT_LAW_H
#define HF_PAPERS_TODOROV2010_IMPLICIT_LAW_H

#include "problem/problem.h"

typedef struct implicit_law
{
    hf_law_kind kind;
    int size;
    double mu;   // contacts
    double bias; // β, contacts and unilateral blocks
    double lo;   // boxes
    double hi;
} implicit_law;

/// Where f is smooth.
typedef enum implicit_region
{
    REGION_BREAK = 0, // f = 0
    REGION_STICK,     // f = β e_N - x, v = β e_N
    REGION_SLIP,      // f on the cone
    REGION_LOW,       // f = lo
    REGION_HIGH,      // f = hi
} implicit_region;

/// Where two regions meet.
typedef enum implicit_edge
{
    EDGE_NONE = 0,
    EDGE_PLANE, // x_N = β
    EDGE_CONE,
    EDGE_LOW,  // x = -lo
    EDGE_HIGH, // x = -hi
} implicit_edge;

enum
{
    CROSSINGS_MAX = 3 // of one block by a straight line: the plane and twice the cone, or both bounds of a box
};

typedef struct implicit_crossing
{
    double alpha;
    implicit_edge edge;
} implicit_crossing;

/// f(x). The law holds exactly for f and v = f + x, whatever x is.
void implicit_force(const implicit_law *law, const double *x, double *f);

/// The region of x; on an edge, either of the two.
implicit_region implicit_region_of(const implicit_law *law, const double *x);

/// F = ∂f/∂x by the formula of `region` (size × size, row-major), at x in the region or on its border. ∂v/∂x is F + I.
void implicit_derivative(const implicit_law *law, implicit_region region, const double *x, double *F);

/// The edge on which x lies, to rounding. `sides`: the regions on the side to which `normal` points, and on the other
/// one.
implicit_edge implicit_edge_of(const implicit_law *law, const double *x, implicit_region sides[2], double *normal);

/// Orthonormal columns that span the tangent space of the edge at x, eq. (29); size × columns, row-major. Returns the
/// columns.
int implicit_tangent(const implicit_law *law, implicit_edge edge, const double *x, double *B);

/// x ◄ the point of the edge next to it, to rounding; x is near it already, or lies in a tangent plane of the cone.
void implicit_project(const implicit_law *law, implicit_edge edge, double *x);

/// How implicit_project's point on the cone moves when x moves along d: dp (size).
void implicit_project_derivative(const implicit_law *law, const double *x, const double *d, double *dp);

/// Where x + alpha d crosses an edge, 0 < alpha < 1, in no order (eq. 27). Returns how many.
int implicit_crossings(const implicit_law *law, const double *x, const double *d, implicit_crossing *crossings);

#endif
