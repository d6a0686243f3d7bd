// The pyramid that stands for the friction cone: projections and the natural map of its law. Derivation in pyramid.c.

#ifndef HF_PROBLEM_PYRAMID_H
#define HF_PROBLEM_PYRAMID_H

#include "holdfast/friction.h"
#include "holdfast/workspace.h"

/// A regular polygon about 0, with what the law asks of it. Vertex k stands at `direction` + 2πk/sides; side k goes
/// from there to vertex k + 1.
typedef struct friction_polygon
{
    hf_friction_law law;
    int sides;
    double reach;     // R: from 0 to a vertex; 1 for inscribed ones
    double inradius;  // from 0 to a side; 1 for circumscribed ones
    double half_side; // half of a side's length
    double *vertex;   // 2 × sides: unit vectors towards the vertices
    double *normal;   // 2 × sides: unit vectors outwards across the sides
} friction_polygon;

/// *polygon ◄ NULL for the cone. Lives in the home, or in the heap (polygon_destroy) if that is NULL. False if memory
/// is short.
bool polygon_create(hf_workspace *home, const hf_friction_law *law, friction_polygon **polygon);
void polygon_destroy(friction_polygon *polygon);

/// max over the polygon of v · d: its support function.
double polygon_support(const friction_polygon *polygon, const double v[2]);

/// How many times the polygon must grow to reach x.
double polygon_gauge(const friction_polygon *polygon, const double x[2]);

/// Where the point of `radius` times the polygon nearest to x lies.
typedef enum polygon_place
{
    POLYGON_INSIDE, // x itself
    POLYGON_SIDE,   // on a side, off its ends
    POLYGON_VERTEX,
} polygon_place;

/// *index: which side or vertex. radius >= 0.
polygon_place polygon_nearest(const friction_polygon *polygon, double radius, const double x[2], int *index);

/// x ◄ its projection onto the pyramid { x_T in mu x_N D }.
void pyramid_project(const friction_polygon *polygon, double mu, double x[3]);

/// ‖ r - P(r - ũ) ‖² of one contact.
double pyramid_natural_square(const friction_polygon *polygon, double mu, const double r[3], const double u[3]);

#endif
