// Rows of H and G = H M⁻ᵀ for blocks between rigid bodies, put together one by one. Private to the generators.
//
// A body has 6 degrees of freedom (velocity, angular velocity), or 3 in the plane; its mass matrix is diagonal (m, I),
// but for a skew part of M⁻¹ where the problem is to be unsymmetric: M⁻¹ = (1 + γ [s]×) / I on the angular velocity, (1
// + γ J) / m on the velocity in the plane.

#ifndef HF_SAMPLES_GENERATE_GENERATE_ROWS_H
#define HF_SAMPLES_GENERATE_GENERATE_ROWS_H

#include "holdfast/generate.h"

#include "base/random.h"

enum
{
    GROUND = -1,      // the body that does not move
    BODY_DOF_MAX = 6, // 3 in the plane
};

typedef struct body
{
    double mass;    // [kg]
    double inertia; // [kg m²], the same about every axis
    double skew[3]; // γ s; in the plane the first entry is γ
} body;

typedef struct body_rows
{
    int dimension; // 2 or 3
    int dof;       // of a body: 3 or 6
    int body_count;
    body *bodies;

    int block_capacity;
    int block_count;
    int *size;
    hf_law_kind *kind;
    double *mu, *lo, *hi;
    hf_friction_coefficients *coefficients;
    bool parts;    // they are read in the place of mu
    size_t *begin; // as in hf_factored_rows
    size_t value_count;
    int *dofs;
    double *H, *G;
} body_rows;

/// False if memory is short. Free in either case.
bool body_rows_create(body_rows *rows, int dimension, int body_count, int block_capacity);
void body_rows_free(body_rows *rows);

/// Masses log-uniform in 1/spread … 1, inertias of solid balls of radius `radius`, skew directions at random.
void body_rows_masses(body_rows *rows, random_state *random, double spread, double unsymmetric, double radius);

/// The contact frame (rows: normal, tangents) of a unit normal; dimension × dimension.
void contact_frame(int dimension, const double *normal, double *frame);

/// Jacobian of the velocity of a point of a body, `arm` from its centre, along `count` directions; count × dof, times
/// `sign`.
void point_rows(int dimension, int count, const double *directions, const double *arm, double sign, double *J);

/// Jacobian of the angular velocity about `count` axes, in space; count × dof, times `sign`.
void turning_rows(int count, const double *directions, double sign, double *J);

/// Adds a block of `size` rows: J_a, J_b are size × dof. Either body may be GROUND. mu, lo and hi of the block are
/// zero.
void body_rows_add(body_rows *rows, hf_law_kind kind, int size, int a, const double *J_a, int b, const double *J_b);

/// out += H v over one body's vector of velocities (body_count × dof).
void body_rows_velocity(const body_rows *rows, const double *v, double *out);

/// v += M⁻¹ Hᵀ r.
void body_rows_impulse(const body_rows *rows, const double *r, double *v);

/// The problem, factored or assembled. `b` has as many entries as there are rows.
hf_status body_rows_problem(const body_rows *rows, const double *b, bool factored, hf_problem **problem,
                            hf_error *error);

int body_rows_dimension(const body_rows *rows);

#endif
