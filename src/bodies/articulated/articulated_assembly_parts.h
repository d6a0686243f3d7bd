// The parts of an assembly; private to articulated_assembly*.c, where the method is told.

#ifndef HF_BODIES_ARTICULATED_ARTICULATED_ASSEMBLY_PARTS_H
#define HF_BODIES_ARTICULATED_ARTICULATED_ASSEMBLY_PARTS_H

#include "bodies/articulated/articulated_assembly.h"
#include "bodies/articulated/articulated_spatial.h"
#include "bodies/matrix6.h"

/// One link inside its unit: a_link = T a_in + B f_bottom + own f_link.
typedef struct assembly_link
{
    double L[36]; // a_link = L a_parent + K f_link
    double K[36];
    double T[36];
    double B[36];
    double own[36];   // Φ of the link while the unit stands alone
    double final[36]; // Φ of the link in the whole tree; of links that carry handles
} assembly_link;

/// A stretch of a path: a unit (no parts), or two stretches joined at the upper one's bottom link.
typedef struct assembly_stretch
{
    double J[36]; // F = J a_in - Tᵀ f_bottom: what its parent must give, about the parent's origin
    double T[36]; // a_bottom = T a_in + C f_bottom
    double C[36];
    double E[36];                     // of a merger: (1 + C_upper J_lower)⁻¹
    double ET[36], EC[36];            // E T_upper, E C_upper
    double R11[36], R12[36], R22[36]; // (a_in, f_bottom) that the rest of the tree answers with
    int upper, lower;                 // stretches; -1: a unit
    int first, end;                   // of a unit: its links, as places in path_links
    bool active;                      // has handles in it, or behind its links
    int depth;
} assembly_stretch;

struct articulated_assembly
{
    int link_count;
    // the paths, chosen once: every link lies in one, with its heaviest child behind it
    int path_count;
    int *path_begin;  // [path_count + 1]: into path_links
    int *path_links;  // [link_count]: of each path from the top down
    int *path_of;     // [link_count]
    int *weight;      // [link_count]: the link and all on it but for its path
    int *child_begin; // [link_count + 1]: into child_paths
    int *child_paths; // paths that begin at a child of the link
    // of the last call
    spatial_inertia *node;       // [link_count]: the link and the paths that hang on it
    assembly_link *links;        // [link_count]
    assembly_stretch *stretches; // [2 link_count]
    int stretch_count;
    int *path_stretch; // [path_count]: its whole
    int *units;        // [link_count]: those of the path at hand, from the bottom up
    int *prefix;       // [link_count + 1]
    spatial *U;        // [v_count]
    double *inverse;   // [v_count]
    int *handle_of;    // [link_count]: -1, or which
    int depth;
    // handles on their way up: a_handle = [X Y] (a_in, f_bottom) of the stretch at hand
    int *gathered;     // [link_count]
    double *X, *Y, *Z; // [36 link_count] each; Z: Φ between the handle and the link where others join
    int handle_count;
};

/// Assembly: all stretches from the bottom. articulated_assembly.c.
void assembly_up(const articulated_tree *tree, const articulated_scratch *scratch, articulated_assembly *a);

/// Disassembly: how the rest of the tree answers, from the top. articulated_assembly_down.c.
void assembly_down(const articulated_scratch *scratch, articulated_assembly *a);

/// Φ between handles, where their ways meet. articulated_assembly_gather.c.
void assembly_gather(const articulated_scratch *scratch, articulated_assembly *a, double *Phi);

#endif
