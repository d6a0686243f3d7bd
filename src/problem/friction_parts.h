// Contacts with more than one coefficient: friction and moments, each in a disc of its own. Derivation in parts.c and
// docs/friction.md.

#ifndef HF_PROBLEM_FRICTION_PARTS_H
#define HF_PROBLEM_FRICTION_PARTS_H

#include "holdfast/friction.h"
#include "holdfast/workspace.h"

enum
{
    PART_FRICTION, // rows 1 and 2: along the tangents
    PART_TORSION,  // row 3: the moment about the normal
    PART_ROLLING,  // rows 4 and 5: about the tangents
    PART_COUNT
};

/// First row of each part.
static const int part_begin[PART_COUNT + 1] = {1, 3, 4, 6};

/// One contact. In the coordinates r_k / scale_k and scale_k u_k every part is a disc: ‖part‖ <= mu r_N.
typedef struct friction_parts
{
    int count; // of parts; 0: a contact of one coefficient, or no contact
    double mu[PART_COUNT];
    double scale[6]; // 0 < … <= 1; 0 where an axis has no friction
    bool round;      // all are 1
} friction_parts;

/// The parts of a contact with `size` rows; count = 0 where one coefficient says all.
friction_parts friction_parts_of(const hf_friction_coefficients *coefficients, int size);

/// x ◄ its projection onto { ‖x_part‖ <= mu_part x_N }, in the parts' own coordinates.
void friction_parts_project(const friction_parts *parts, double *x);

/// r ◄ the same in the problem's coordinates.
void friction_parts_project_given(const friction_parts *parts, double *r);

/// ‖ r - P(r - ũ) ‖² of the contact, ũ_N = u_N + Σ mu ‖u_part‖, with r and u as the problem has them.
double friction_parts_natural_square(const friction_parts *parts, const double *r, const double *u);

/// How well (r, u) obey the law in SI units: the largest ‖r_i‖ - mu_i r_N [N s, or N m s], and the largest ‖ mu_i r_N
/// u_i + ‖u_i‖ r_i ‖ [J].
void friction_parts_measure(const friction_parts *parts, const double *r, const double *u, double *cone,
                            double *misalignment);

/// Rows of all parts together with the normal: 3, 4 or 6.
static inline int friction_parts_size(const friction_parts *parts)
{
    return part_begin[parts->count];
}

/// The problem with every ellipse a disc: rows and columns of W and entries of b times `scale`. It lives in the
/// workspace. r of the given problem is scale times r of this one, and both have the same certificate.
typedef struct hf_problem hf_problem;
hf_status problem_round(const hf_problem *problem, hf_workspace *workspace, const hf_problem **round, hf_error *error);

/// r of the given problem ► r of the round one, and back.
void problem_enter_round(const hf_problem *problem, double *r);
void problem_leave_round(const hf_problem *problem, double *r);

#endif
