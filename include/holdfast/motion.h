// Motion by keyframes: bodies that are told where to be, and meshes that are told what shape to
// have.
//
// Between keys positions, orientations and vertices follow cubic curves whose velocity is
// continuous everywhere; contacts see that velocity. Before the first key and after the last one
// nothing moves. docs/scenes.md has the method.

#ifndef HOLDFAST_MOTION_H
#define HOLDFAST_MOTION_H

#include "holdfast/model.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_motion_def
    {
        /// The body, with HF_MOTION_PRESCRIBED. Its motion by velocity, amplitude and frequency is
        /// not read then.
        int body;

        /// >= 1.
        int key_count;

        /// Of the keys, ascending [s].
        const double *times;

        /// Origin of the body's frame, 3 for each key [m].
        const double *positions;

        /// Its orientation, a quaternion (w, x, y, z) for each key, of any length and sign. NULL:
        /// as in the definition of the body.
        const double *orientations;
    } hf_motion_def;

    /// Adds the motion of a body. INVALID: times that do not ascend, numbers that are not finite,
    /// a body that is not prescribed or has a motion, neighbours that are half a turn apart, and
    /// jumps (faster than 1e4 m/s or 1e5 rad/s).
    HF_API hf_status hf_builder_add_motion(hf_builder *builder, const hf_motion_def *def, hf_error *error);

    typedef struct hf_deform_def
    {
        /// Index of a mesh whose shapes are of kind HF_SHAPE_MESH, on static or prescribed bodies.
        int mesh;

        /// >= 1.
        int key_count;

        /// Of the keys, ascending [s].
        const double *times;

        /// As many as the mesh has; triangles stay as they are.
        int vertex_count;

        /// Of each key, 3 × vertex_count coordinates in the shape's frame [m].
        const double *const *vertices;

        /// Triangles that the keys were made with: they must be those of the mesh. NULL: not
        /// looked at.
        int triangle_count;
        const int *triangles;
    } hf_deform_def;

    /// Adds keyframes of a mesh. Its surface moves from one to the next, and contacts see the
    /// velocity of its triangles. INVALID: another topology, times that do not ascend, numbers
    /// that are not finite, a mesh that has keys. Pages and recordings show the mesh as it
    /// was defined.
    HF_API hf_status hf_builder_add_deform(hf_builder *builder, const hf_deform_def *def, hf_error *error);

    /// The motion of a body; key_count is 0 where it has none. The arrays belong to the model.
    HF_API hf_motion_def hf_model_motion(const hf_model *model, int body);

#ifdef __cplusplus
}
#endif

#endif
