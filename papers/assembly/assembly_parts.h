// The parts of an assembly; private to assembly*.c, where the method is told.

#ifndef HF_PAPERS_ASSEMBLY_ASSEMBLY_PARTS_H
#define HF_PAPERS_ASSEMBLY_ASSEMBLY_PARTS_H

#include "bodies/articulated/articulated_spatial.h"
#include "bodies/matrix6.h"
#include "papers/assembly/assembly.h"

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
    int depth;                        // mergers behind one another, with those of paths that hang on it …
    int height;                       // … and those of its own path
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
    // Paths of one level hang on paths of levels before it alone: they are done side by side.
    int level_count;
    int *level_begin; // [path_count + 1]: paths of a level stand side by side
    // of the last call
    spatial_inertia *node;       // [link_count]: the link and the paths that hang on it
    assembly_link *links;        // [link_count]
    spatial_inertia *alone;      // [link_count], by place: J of the link as a unit of its own …
    bool *enough;                // … and whether it may be one
    int *unit_at;                // [link_count], by place: the unit that begins there, or -1
    assembly_stretch *stretches; // [2 link_count]: those of a path from 2 path_begin on, units first
    int *path_stretch;           // [path_count]: its whole
    int *units;                  // [link_count]: those of a path from path_begin on, from the bottom up
    int *unit_count;             // [path_count]
    int *prefix;                 // [2 link_count + 1]: weights of units
    int *joins, *rounds;         // [link_count]: mergers of each level by height, and where a height begins
    int *heights;                // [level_count]
    int *tasks, *offsets;        // [link_count + 2]: of assembly_side_by_side; of rounds from the top
    spatial *U;                  // [v_count]
    double *inverse;             // [v_count]
    int *handle_of;              // [link_count]: -1, or which
    int depth;
    // handles on their way up: a_handle = [X Y] (a_in, f_bottom) of the stretch at hand
    int *gathered;     // [link_count]
    double *X, *Y, *Z; // [36 link_count] each; Z: Φ between the handle and the link where others join
    int handle_count;
};

/// One call of articulated_assembly_inverse.
typedef struct assembly_job
{
    const articulated_tree *tree;
    const articulated_scratch *scratch;
    articulated_assembly *a;
    hf_workspace *workspace; // may be NULL
    double *Phi;
    int join_end;                   // of disassembly: where the mergers of the level at hand end
    const assembly_stretch *merger; // of gathering: the merger at hand …
    int middle, end;                // … and the handles of its lower part
} assembly_job;

/// Does items offsets[k] … offsets[k + 1] - 1 of each round k side by side, one round after the other. An item writes
/// to places of its own.
void assembly_side_by_side(assembly_job *job, int round_count, const int *offsets,
                           void (*body)(assembly_job *job, int item));

/// Where the heights of a level begin in `joins`.
static inline int *assembly_rounds(const articulated_assembly *a, int level)
{
    return a->rounds + a->path_begin[a->level_begin[level]];
}

/// Merger k of a path, from 1 on.
static inline int assembly_join(const articulated_assembly *a, int path, int k)
{
    return 2 * a->path_begin[path] + a->unit_count[path] + k - 1;
}

// ---- units: assembly_units.c ----

/// The link at a place as a unit of its own.
void assembly_try_alone(const articulated_tree *tree, const articulated_scratch *scratch, articulated_assembly *a,
                        int place);

/// Cuts a path into units, from the bottom; a link with too little inertia takes the unit below in, then two more, four
/// more …: so that links are done over a few times at most, and not once for each one above them.
void assembly_cut(const articulated_tree *tree, const articulated_scratch *scratch, articulated_assembly *a, int path);

/// What its links make of (a_in, f_bottom), and its own T and C.
void assembly_finish_unit(articulated_assembly *a, assembly_stretch *unit);

/// Adds a path to the link that it hangs on.
void assembly_hang(articulated_assembly *a, int link, const assembly_stretch *path);

// ---- after assembly ----

/// Disassembly: how the rest of the tree answers, from the top. assembly_down.c.
void assembly_down(assembly_job *job);

/// Φ between handles, where their ways meet. assembly_gather.c.
void assembly_gather(assembly_job *job);

#endif
