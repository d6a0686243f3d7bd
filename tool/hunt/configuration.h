// Small configurations of bodies at rest that touch, for `holdfast hunt static-friction`: A and b of Baraff 1994, eq.
// 18, with A = H M⁻¹ Hᵀ and b = H M⁻¹ F in its column space.

#ifndef HF_TOOL_HUNT_CONFIGURATION_H
#define HF_TOOL_HUNT_CONFIGURATION_H

#include "holdfast/problem.h"

#include <stdbool.h>
#include <stdint.h>

enum
{
    HUNT_CONTACTS = 8, // at most
    HUNT_BODIES = 4,   // at most, besides the ground
    HUNT_ROWS = 3 * HUNT_CONTACTS,
    HUNT_DOFS = 6 * HUNT_BODIES,
    HUNT_FAMILIES = 4
};

/// How contacts lie to each other. The conjecture is least plausible where contacts nearly wedge: those are most.
typedef enum hunt_family
{
    HUNT_ANYHOW,  // points, normals, friction by lot
    HUNT_WEDGED,  // pairs of contacts of one body whose joining line lies on, or close to, both cones
    HUNT_FLAT,    // several contacts on one face of a body: A is singular
    HUNT_CRITICAL // as wedged, and the load is what forces on the cones carry, or is turned a little out of that
} hunt_family;

extern const char *const hunt_family_names[HUNT_FAMILIES];

typedef struct hunt_case
{
    int dimension, contacts, bodies, rows, dofs;
    hunt_family family;
    double H[HUNT_ROWS * HUNT_DOFS], inverse_mass[HUNT_DOFS], load[HUNT_DOFS];
    double A[HUNT_ROWS * HUNT_ROWS], b[HUNT_ROWS], mu[HUNT_CONTACTS];
} hunt_case;

/// Configuration number `index` of a seed.
void hunt_draw(hunt_case *c, int dimension, int contacts, uint64_t seed, uint64_t index);

/// The same as a contact problem whose u stand for accelerations and r for forces.
hf_status hunt_problem(const hunt_case *c, hf_problem **problem, hf_error *error);

/// How far forces f are from the conditions of static friction, eqs. 15, 16 and 21: forces as a share of the largest,
/// accelerations as a share of the largest without forces, however large the forces are. INFINITY: not finite.
double hunt_violation(const hunt_case *c, const double *f);

#endif
