// Inverse articulated-body inertias between contact links ("handles"), by assembly and disassembly over a balanced tree
// of sub-assemblies.
//
//   v̇_i = Σ_j Φ_ij f_j + φ_i                       (Yamane and Nakamura 2008, eqs. 9 and 10)
//
// so that W between contacts is J_i Φ_ij J_jᵀ (eq. 13). f and v̇ are 6 numbers each: angular part (moment, angular
// acceleration), then linear, about the origin of the link's frame. φ is what the links do without f:
// articulated_solve, or the free velocities.

#ifndef HF_PAPERS_ASSEMBLY_ASSEMBLY_H
#define HF_PAPERS_ASSEMBLY_ASSEMBLY_H

#include "bodies/articulated/articulated.h"

#include "holdfast/workspace.h"

typedef struct articulated_assembly articulated_assembly;

/// Chooses the sub-assemblies; all memory is taken here.
hf_status articulated_assembly_create(const articulated_tree *tree, articulated_assembly **assembly, hf_error *error);
void articulated_assembly_destroy(articulated_assembly *assembly);

/// Phi: (6 count) × (6 count), row-major, symmetric. After articulated_factor: Φ is that of M̂, with armature and diag,
/// prescribed joints rigid.
/// On the threads of the workspace, NULL: on this one; the bits are the same. HF_STATUS_INVALID if a handle is no link
/// or stands twice.
hf_status articulated_assembly_inverse(const articulated_tree *tree, const articulated_scratch *scratch,
                                       articulated_assembly *assembly, int count, const int *handles, double *Phi,
                                       hf_workspace *workspace, hf_error *error);

/// How many mergers follow one after the other, at most, in the last call: O(log links).
int articulated_assembly_depth(const articulated_assembly *assembly);

#endif
