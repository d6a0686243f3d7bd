// Inverse inertias of jointed bodies: what forces on some links of a tree do to these links, with
// all joints taken into account (inverse articulated-body inertias; Featherstone 1999, Yamane and
// Nakamura 2008).
//
//   acceleration of link i = what it does anyway + sum over j of Phi_ij (moment, force on link j)
//
// From Phi follows the matrix of any contacts between these links, J Phi J' (eq. 13 of the latter).

#ifndef HOLDFAST_INERTIA_H
#define HOLDFAST_INERTIA_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_inertia hf_inertia;

    typedef enum hf_inertia_method
    {
        /// Assembly and disassembly: links joined two by two over a balanced tree, and taken apart
        /// again. O(links), side by side on threads, O(log links) joints behind one another.
        HF_INERTIA_ASSEMBLY = 0,

        /// Row by row: six unit forces a link, each up its branch to the base. On one thread; what
        /// a step does.
        HF_INERTIA_ROWS,
    } hf_inertia_method;

    /// For the tree of links that `body` is in; takes most of the memory that it will need. The
    /// model must outlive it. UNSUPPORTED if the body has no joints and carries none.
    HF_API hf_status hf_inertia_create(const hf_model *model, int body, hf_inertia **inertia, hf_error *error);
    HF_API void hf_inertia_destroy(hf_inertia *inertia);

    /// Threads of HF_INERTIA_ASSEMBLY, the calling one included; 1 at first. The bits are the same
    /// for any number. Returns how many could be started.
    HF_API int hf_inertia_set_threads(hf_inertia *inertia, int threads);

    /// Takes the present state of a world of the model: poses and factors of the tree. Joints that
    /// are prescribed are rigid. INVALID if a degree of freedom has no inertia.
    HF_API hf_status hf_inertia_update(hf_inertia *inertia, const hf_world *world, hf_error *error);

    /// Phi ◄ (6 count) × (6 count) numbers, row by row, between `count` different links: angular
    /// part first, then linear, about the origin of each body's frame, in world axes. After
    /// hf_inertia_update.
    HF_API hf_status hf_inertia_between(hf_inertia *inertia, hf_inertia_method method, int count, const int *bodies,
                                        double *Phi, hf_error *error);

    /// How many joints the last assembly made behind one another.
    HF_API int hf_inertia_depth(const hf_inertia *inertia);

#ifdef __cplusplus
}
#endif

#endif
