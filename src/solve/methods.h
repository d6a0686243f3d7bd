// The families of the engine, one per method file. Others register: solver_families_add.

#ifndef HF_SOLVE_METHODS_H
#define HF_SOLVE_METHODS_H

#include "solve/family.h"

#include "holdfast/solve.h"

extern const solver_family auto_family;     // auto.c
extern const solver_family clusters_family; // clusters.c
extern const solver_family interior_family; // interior.c
extern const solver_family momentum_family; // momentum.c
extern solver_family own_family;            // own.c: grows while the program runs
extern const solver_family path_family;     // path.c
extern const solver_family proximal_family; // proximal.c

/// Reads what follows "auto" in a name into options that have been set otherwise; false if it means nothing.
bool auto_read_name(const char *name, hf_auto_options *options);

#endif
