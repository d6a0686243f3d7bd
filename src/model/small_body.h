// Objects of one body and at most twelve velocities: what such kinds share.
//
// Rows. A kind says what H of a point and of a turn is, and what M̂⁻¹ h is: `small_rows` follows, for rigid, planar,
// scaled and affine bodies and particles.
//
// Motion. Where coordinates are a vector q, as many as velocities, and M is constant and diagonal,
//
//     v_f = v + h a      a: accelerations under what acts on the body; what pushes across its freedom is borne
//     v⁺ = v_f + Σ M⁻¹ Hᵀ r          contact by contact, and impacts travel from one to the next
//     q⁺ = q + h ((1 - θ) v + θ v⁺)
//
// and the other tables follow too, at the level of accelerations as well (planar bodies, particles). Such a kind is one
// small_body, and one file of at most 150 lines: particle/object_particle.c is the pattern.

#ifndef HF_MODEL_SMALL_BODY_H
#define HF_MODEL_SMALL_BODY_H

#include "model/model.h"

enum
{
    SMALL_BODY_MOST = 12 // velocities
};

/// A body where its rows are taken.
typedef struct small_place
{
    const hf_model *model;
    int object, body;
    const double *q;             // own coordinates
    const deformable_room *room; // of bodies that change their shape, in a step; otherwise NULL
} small_place;

struct small_body
{
    int size; // velocities

    /// H ◄ velocity along d of the point at `arm` from the centre of mass, or with `turn` angular velocity along d.
    void (*row)(const small_place *at, bool turn, vec3 arm, vec3 d, double *H);

    /// g ◄ M̂⁻¹ h.
    void (*solve)(const inverse_mass *mass, int object, const double *h, double *g);

    // ---- of those whose coordinates are a vector ----

    /// Place of the body at coordinates q, and its velocity and angular velocity at velocities v.
    void (*pose)(const hf_model *model, int body, const double *q, body_state *s);
    void (*twist)(const hf_model *model, int body, const double *v, double twist[6]);

    /// a ◄ accelerations where the body, free, would have this one of its centre of mass, under this torque.
    void (*accelerate)(const hf_model *model, int body, vec3 linear, vec3 torque, double *a);

    /// mass ◄ the diagonal of M.
    void (*mass)(const hf_model *model, int body, double *mass);

    /// q ◄ coordinates of a place; returns how far that is from what the body may have [m or rad].
    double (*coordinates)(const hf_model *model, int body, const body_state *s, double *q);

    /// What is said of a place or velocity that it may not have.
    const char *refuses;

    /// x ◄ the part of coordinates or velocities that it may have. NULL: all.
    void (*admit)(const hf_model *model, int body, double *x);

    /// Whether v is no faster than the rounding of impulses that cancel in a body that is held. NULL: never.
    bool (*rests)(const hf_model *model, int body, const double *v, double rounding);
};

extern const object_motion small_motion;
extern const object_rows small_rows;
extern const object_state small_state;
extern const object_queries small_queries;
extern const struct acceleration_methods small_acceleration;

/// Entries of small_rows, for kinds with a table of their own.
int small_dofs(const hf_model *model, int body, int *dofs);
void small_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs, double *row);
void small_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row);
int small_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out, double *h,
               double *g);
void small_respond(const inverse_mass *mass, int object, const double *z, double *dv);

/// What kinds that change their shape share (deformable/): the room of a step, and `fits_jump`, whether the step was
/// taken with ε = 1.
deformable_room *deformable_room_of(const object_step *step, int object);
bool deformable_fits_jump(const object_step *step, int object);

#endif
