// The families of the papers, one per method file.

#ifndef HF_PAPERS_FAMILIES_H
#define HF_PAPERS_FAMILIES_H

#include "solve/family.h"

extern const solver_family hybrid_family;   // daviet2011/hybrid.c
extern const solver_family newton_family;   // daviet2011/newton.c
extern const solver_family implicit_family; // todorov2010/implicit.c
extern const solver_family pivot_family;    // baraff1994/pivot.c
extern const solver_family lemke_family;    // yamane2008/polyhedral_family.c

#endif
