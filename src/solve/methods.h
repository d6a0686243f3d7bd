// The families that the registry knows, one per method file.

#ifndef HF_SOLVE_METHODS_H
#define HF_SOLVE_METHODS_H

#include "solve/family.h"

#include "holdfast/auto.h"

extern const solver_family auto_family;     // auto.c
extern const solver_family clusters_family; // clusters.c
extern const solver_family hybrid_family;   // hybrid.c
extern const solver_family implicit_family; // implicit.c
extern const solver_family interior_family; // interior.c
extern const solver_family momentum_family; // momentum.c
extern const solver_family newton_family;   // newton.c
extern const solver_family path_family;     // path.c
extern const solver_family pivot_family;    // pivot.c
extern const solver_family lemke_family;    // polyhedral_family.c
extern const solver_family proximal_family; // proximal.c

/// Reads what follows "auto" in a name into options that have been set otherwise; false if it means nothing.
bool auto_read_name(const char *name, hf_auto_options *options);

#endif
