// Fibres: thin elastic rods that do not stretch. Hair, ropes, cables, whiskers, tendons.
//
// A fibre is one object with velocities of its own, and a chain of straight collision segments.
// Each segment is a body of the model with a capsule: it touches every shape, other fibres, and
// segments of its own fibre that are not neighbours; contacts name it; hf_world_set_wrench pushes
// it; loops, sites and exclusions may name it. What bends and twists is the kind's matter
// (docs/fibres.md).
//
// Conventions. s runs along the centre line, 0 … length [m]. The material frame at s is (d1, d2,
// t), right-handed; t is the tangent, d1 and d2 are the axes of the section. It turns along the
// line by the curvatures k1 about d1 and k2 about d2 and the twist τ about t [rad/m]:
//     d' = (k1 d1 + k2 d2 + τ t) × d.
// End 0 is the root, s = 0; end 1 is the tip.

#ifndef HOLDFAST_FIBRE_H
#define HOLDFAST_FIBRE_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef enum hf_fibre_kind
    {
        /// Pieces of constant curvature and twist (Bertails et al. 2006). The default.
        HF_FIBRE_SUPERHELIX = 0,

        /// Discrete elastic rods (Bergou et al. 2008, 2010).
        HF_FIBRE_DER,

        /// Points and quaternions (Spillmann and Teschner 2007), implicit.
        HF_FIBRE_CORDE,
        HF_FIBRE_KIND_COUNT,
    } hf_fibre_kind;

    /// "superhelix", "der", "corde".
    HF_API const char *hf_fibre_kind_name(hf_fibre_kind kind);

    /// What holds an end of a fibre.
    typedef enum hf_fibre_hold
    {
        HF_HOLD_FREE = 0, // nothing
        HF_HOLD_PINNED,   // its point stays on a body; it may turn
        HF_HOLD_CLAMPED,  // its point and its material frame stay on a body
        HF_HOLD_COUNT,
    } hf_fibre_hold;

    /// "free", "pinned", "clamped".
    HF_API const char *hf_fibre_hold_name(hf_fibre_hold hold);

    typedef struct hf_fibre_end
    {
        /// Default HF_HOLD_FREE.
        hf_fibre_hold hold;

        /// The body that holds it, of any motion; 0 is the world. It is held there where the end is
        /// at the start. Not read if the end is free.
        int body;
    } hf_fibre_end;

    typedef struct hf_fibre_def
    {
        /// May be NULL.
        const char *name;

        /// Default HF_FIBRE_SUPERHELIX.
        hf_fibre_kind kind;

        // ---- where it is at the start ----

        /// 3 × point_count coordinates of the curve that it starts as, root first, in the frame of
        /// `frame` [m]. At least two points; neighbours differ. NULL, with point_count 0: it starts
        /// in its natural shape, from `position` on.
        int point_count;
        const double *points;

        /// The body whose frame, at the start, the curve, position and directions are in. Default
        /// 0: the world.
        int frame;

        /// Without a curve: root, its tangent and its d1, of any length. Default the origin, x, y.
        double position[3];
        double tangent[3];

        /// With and without a curve: d1 is the part of this vector that is across the tangent.
        /// Default 0, 0, 0: any.
        double normal[3];

        /// Without a curve: length [m], > 0. With one the length is the curve's.
        double length;

        // ---- what it is made of ----

        /// Half axes of the section along d1 and d2 [m], > 0. Default 5e-4 both. Collision takes
        /// `radius`; default 0: the larger of both.
        double section[2];
        double radius;

        /// Density [kg/m³], > 0. Default 1300.
        double density;

        /// Young's modulus [Pa], > 0. Default 1e7. Poisson's ratio, -1 < ν <= 0.5. Default 0.48.
        double young, poisson;

        /// The shape at the start, as the curve says, is the natural one. Default false.
        bool rest_is_curve;

        /// Natural curvatures k1, k2 and twist [rad/m], the same all along. Default 0: straight.
        double natural[3];

        /// Of each element instead: 3 × element_count. NULL: the same all along.
        const double *natural_elements;

        /// Internal friction: moments are EI (k - k0 + damping dk/dt) [s], >= 0. Default 0.
        double damping;

        /// Force of the air per length at a relative velocity of 1 m/s, across and along the fibre
        /// [N s/m²], >= 0. Default 0. The air moves with hf_settings.physics.wind.
        double drag[2];

        /// Factor of gravity. Default 1.
        double gravity_scale;

        /// Of the surface, as those of hf_shape_def. Defaults 0.3, 0, 1, 1.
        double friction, restitution;
        uint32_t category, mask;

        /// Red, green, blue and opacity for the viewer, 0 … 1. Default dark brown.
        float color[4];

        // ---- how it is divided ----

        /// Elements: parts of constant curvature (superhelix), edges (der, corde), >= 1. Default 0:
        /// 6 of a superhelix, and 20 of the others.
        int element_count;

        /// Superhelix: parts of constant twist, 1 … element_count. Default 0: 4 where element_count
        /// is 0, which makes 16 degrees of freedom, and otherwise element_count.
        int twist_count;

        /// Straight segments that collide and are drawn, >= 1. Default 0: three for each element of
        /// a superhelix, one for each of the others, which know no other number.
        int segment_count;

        // ---- how it is held ----

        /// Root and tip. Default: free.
        hf_fibre_end ends[2];
    } hf_fibre_def;

    HF_API hf_fibre_def hf_fibre_def_default(void);

    /// Adds a fibre, with the bodies of its segments and their capsules. INVALID names the fibre,
    /// what is wrong, and the remedy.
    HF_API hf_status hf_builder_add_fibre(hf_builder *builder, const hf_fibre_def *def, int *index, hf_error *error);

    // ---- reading ----

    /// The definition as built: counts, length and radius filled in. The curve is where it was
    /// fitted to; its arrays belong to the model.
    HF_API hf_fibre_def hf_model_fibre(const hf_model *model, int fibre);

    /// The fibre that a body is a segment of, and which, from the root; -1 if it is none. `segment`
    /// may be NULL.
    HF_API int hf_model_body_fibre(const hf_model *model, int body, int *segment);

    /// The body of a segment. Those of one fibre follow one another.
    HF_API int hf_model_fibre_body(const hf_model *model, int fibre, int segment);

    /// How far the shape at the start is from the curve that was given, at the worst of its
    /// vertices [m].
    HF_API double hf_model_fibre_fit(const hf_model *model, int fibre);

    /// Vertices of a fibre: ends of its segments, segment_count + 1, root first.
    HF_API int hf_model_fibre_vertex_count(const hf_model *model, int fibre);

    /// xyz ◄ where the vertices are, 3 for each [m].
    HF_API void hf_world_fibre_points(const hf_world *world, int fibre, double *xyz);

    /// frames ◄ the unit quaternion (w, x, y, z) of each vertex that turns the axes x, y, z into
    /// d1, d2 and the tangent, 4 for each: the mean of the segments that meet there.
    HF_API void hf_world_fibre_frames(const hf_world *world, int fibre, double *frames);

    /// strains ◄ k1, k2, τ of each element [rad/m], 3 for each.
    HF_API void hf_world_fibre_strains(const hf_world *world, int fibre, double *strains);

    /// Elastic energy [J], as it stands in the potential energy of the world.
    HF_API double hf_world_fibre_elastic(const hf_world *world, int fibre);

#ifdef __cplusplus
}
#endif

#endif
