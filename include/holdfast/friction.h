// The friction law of contacts: Coulomb's cone, or a pyramid that stands for it.
//
// A contact with normal impulse r_N may have the friction r_T in mu r_N D, and of all these has the
// one that takes the most power from the slip. D is the unit disc for the cone, and a regular
// polygon for a pyramid: inscribed, with its vertices on the circle (Yamane and Nakamura 2008;
// Stewart and Trinkle 1996), or circumscribed, with its sides touching it (Otaduy et al. 2009 with
// four sides). Contacts of two rows have no sides: there all of these are the same law.

#ifndef HOLDFAST_FRICTION_H
#define HOLDFAST_FRICTION_H

#include "holdfast/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

    typedef enum hf_friction
    {
        /// Coulomb's law, exactly.
        HF_FRICTION_CONE = 0,

        /// An inscribed pyramid: friction is never more than the cone allows, and up to
        /// 1 - cos(pi / sides) less.
        HF_FRICTION_PYRAMID,

        /// A circumscribed pyramid: friction is never less than the cone allows, and up to
        /// 1 / cos(pi / sides) times as much.
        HF_FRICTION_OUTER_PYRAMID,

        /// In settings only: the law that the solver is made for (hf_solver_friction).
        HF_FRICTION_OF_SOLVER,
        HF_FRICTION_COUNT,
    } hf_friction;

    /// "cone", "pyramid", "outer-pyramid", "solver".
    HF_API const char *hf_friction_name(hf_friction friction);

    enum
    {
        HF_FRICTION_SIDES_MIN = 3, // fewer do not surround the axis
        HF_FRICTION_SIDES_MAX = 1024,
        HF_FRICTION_SIDES = 8, // where nothing is said
    };

    typedef struct hf_friction_law
    {
        /// Not HF_FRICTION_OF_SOLVER.
        hf_friction kind;

        /// Sides of a pyramid, 3 … 1024. Not read for the cone.
        int sides;

        /// Angle of its first edge from the first tangent, towards the second [rad], finite.
        double direction;
    } hf_friction_law;

    /// The coefficients of one contact whose friction is more than one coefficient says: an ellipse
    /// in the place of the disc, and moments about the contact's axes, each within its own bound
    /// (docs/friction.md).
    typedef struct hf_friction_coefficients
    {
        /// Along the two tangents: the friction lies in the ellipse with the semi-axes tangent[k]
        /// r_N, and slip is by maximal dissipation. Finite and >= 0; contacts of two rows read the
        /// first.
        double tangent[2];

        /// |moment about the normal| <= torsion r_N [m]. Read at contacts of 4 and 6 rows.
        double torsion;

        /// The moment about the tangents lies in the ellipse with the semi-axes rolling[k] r_N [m].
        /// Read at contacts of 6 rows.
        double rolling[2];
    } hf_friction_coefficients;

    /// HF_STATUS_INVALID, with the field and its value, if it is no law.
    HF_API hf_status hf_friction_check(const hf_friction_law *law, hf_error *error);

    /// Whether two laws are the same; directions that differ by whole sides are.
    HF_API bool hf_friction_same(const hf_friction_law *a, const hf_friction_law *b);

    /// Reads "cone", or "pyramid" or "outer-pyramid" with ":SIDES" and ":DEGREES" if wanted:
    /// "pyramid:4:45". The law stays as it was on failure.
    HF_API hf_status hf_friction_read(const char *text, hf_friction_law *law, hf_error *error);

    enum
    {
        HF_FRICTION_TEXT = 48
    };

    /// Writes the text that hf_friction_read reads back to the same law. Returns `text`.
    HF_API const char *hf_friction_write(const hf_friction_law *law, char text[HF_FRICTION_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
