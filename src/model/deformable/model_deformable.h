// Bodies that change their shape (bodies/deformable/deformable.h), as a model holds them and as a step computes with
// them.
//
// Velocities. Arrays of twists have a row for each body, and after these one for each that is not stiff, forms and
// segments of rods: its rate of strain D (xx yy zz xy xz yz). A point at `arm`
// from the centre of mass moves at v + ω × arm + D arm.

#ifndef HF_MODEL_DEFORMABLE_MODEL_DEFORMABLE_H
#define HF_MODEL_DEFORMABLE_MODEL_DEFORMABLE_H

#include "holdfast/model.h"

#include "bodies/deformable/deformable.h"

typedef struct model_deformable
{
    int body;
    deformable_constants constants;
} model_deformable;

/// Of one such body in a step.
struct deformable_room
{
    double weight;               // ε of the step
    double reference[9];         // A where rows are taken: (1 - θ) h on at the velocities before; [0]: s
    double inverse[9];           // of it
    double impulse[9];           // of forces that are known before the solve, on A or s
    double mass[81], factor[81]; // M̂ of A, and its Cholesky factor; [0] of s
};

/// Adds a body that changes its shape; `volume` is that of its shapes, or 0: what mass and density make. INVALID,
/// naming the body or the shape, where that is impossible.
hf_status model_add_deformable(hf_model *model, int body, double volume, hf_error *error);

/// Checks a definition of such a body before anything is built.
hf_status deformable_check(const char *label, const hf_body_def *def, hf_error *error);

/// A row of arrays of velocities for the rate of strain of a body; false if there is no memory for it.
bool model_add_strain(hf_model *model, int body);

/// Velocity of the point of a body at `arm`.
vec3 twist_velocity(const hf_model *model, double (*twists)[6], int body, vec3 arm);

/// How fast points of a body move at most beside its translation, by their distance from its centre of mass [1/s].
double twist_rate(const hf_model *model, double (*twists)[6], int body);

/// Row of an array of twists ◄ a rate of strain.
void deformable_store_strain(double row[6], const double strain[9]);

#endif
