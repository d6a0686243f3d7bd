// Chains: the segments of fibres, as collision sees them.
//
// A fibre is a chain of capsules, one a body, end to end, in the order of their shapes. There are tens of thousands of
// them, thin (0.05 … 1 mm), long beside that (some mm), and fast (metres a second), and most of what moves fast moves
// together. What holds for boxes and balls does not serve here: reach in all directions (speed × step, centimetres)
// would make every segment a neighbour of a thousand others. So chains have a broad phase of their own (chain_grid.c),
// contacts that are looked for by the velocity of one thing relative to the other (chain_narrow.c), and a look at
// whether two of them have passed through each other (chain_cross.c). docs/notes/fibre-collision.md has the rules and
// the figures.

#ifndef HF_COLLIDE_CHAINS_CHAINS_H
#define HF_COLLIDE_CHAINS_CHAINS_H

#include "collide/broad/pairs.h"
#include "collide/broad/tree.h"
#include "collide/collide.h"
#include "collide/narrow/narrow.h"

/// One segment of a chain. Constant.
typedef struct chain_item
{
    int shape, body;
    int chain;           // number of its fibre
    int before, after;   // items that share its ends, -1: none
    double from, to;     // where it begins and ends along the fibre [m]
    double radius, half; // of the capsule [m]
    double margin;
    double mean; // length of the segments of its fibre [m]
} chain_item;

/// All segments, ascending by shape.
typedef struct chain_set
{
    int count;
    chain_item *items;
    int *of_shape;      // shape_count: item of a shape, -1: none. NULL if there are no chains
    double mean_length; // [m]
    bool single;        // all of them are one fibre, in its order
} chain_set;

/// Finds the chains of a definition. INVALID, naming the body, if one of its segments is not a capsule or has two
/// shapes.
hf_status chain_set_create(const collide_scene_def *def, chain_set *set, hf_error *error);
void chain_set_destroy(chain_set *set);

/// The item of a shape, NULL if it is no segment.
static inline const chain_item *chain_item_of(const chain_set *set, int shape)
{
    int k = set->of_shape ? set->of_shape[shape] : -1;
    return k < 0 ? NULL : &set->items[k];
}

/// Whether two segments of one fibre are too near along it to touch: neighbours, and what is nearer than the half
/// circle that a fibre bent to its own radius makes, π r. Nearer ones would overlap where they are straight, or be
/// brought together by no bending.
bool chain_neighbours(const chain_item *a, const chain_item *b);

/// Contacts are made between what is nearer than this share of the sum of radii whether it approaches or not, so that a
/// push goes on through layers that lie on each other within one step.
#define CHAIN_NEAR 0.5

// ---- 2 broad phase (chain_grid.c, chain_follow.c, chain_ways.c) ----

/// Memory that is kept from call to call.
typedef struct chain_grid
{
    struct chain_piece *pieces;
    int piece_capacity;
    struct chain_line *lines; // of all items
    int line_capacity;
    int *bucket;  // bucket_count + 1: first entry of each
    int *entries; // pieces, by bucket
    size_t entry_capacity, bucket_capacity;
    pair_list *lanes; // what each thread finds
    int lane_count;
} chain_grid;

/// A segment on its way: its two ends at the beginning, and how far each comes, one way and another [m].
typedef struct chain_sweep
{
    vec3 end[2];
    vec3 way[2][2]; // [end][which]
    double pad;     // around it: radius, margin, share of CHAIN_NEAR
} chain_sweep;

/// keys ◄ pairs of shapes whose segments come near each other on their ways, and may touch; unsorted, some more than
/// once. NO_MEMORY and an interrupt are all that can go wrong.
hf_status chain_grid_pairs(chain_grid *grid, const chain_set *set, const chain_sweep *sweeps,
                           const collide_scene *scene, hf_workspace *workspace, pair_list *keys, hf_error *error);
void chain_grid_free(chain_grid *grid);

/// Whether no two segments of a single chain can meet on their ways, since they follow one another along a line
/// (chain_follow.c). reached: scratch, one for each.
bool chain_goes_one_way(const chain_set *set, const chain_sweep *sweeps, double *reached);

/// An empty lane for each of so many threads. False if memory is short.
bool chain_grid_lanes(chain_grid *grid, int count);

/// Appends what the lanes have to keys; every lane gets room for all of it, so that the next call allocates nothing.
/// False if memory is short.
bool chain_grid_gather(chain_grid *grid, pair_list *keys);

/// A centre line on its way: [end][at the beginning, at the end].
typedef struct line_way
{
    vec3 end[2][2];
} line_way;

/// Sweeps of lines, less the rigid motion that they have in common.
void chain_sweeps_of_lines(const chain_set *set, const line_way *lines, hf_workspace *workspace, chain_sweep *sweeps);

/// Ways of all segments by their velocities before and after own forces, less a motion that they have in common (rigid,
/// by least squares). Without a motion: nowhere, with pads of the reach.
void chain_sweeps(const chain_set *set, const shape_view *views, const collide_motion *motion, const double *reach,
                  hf_workspace *workspace, chain_sweep *sweeps);

// ---- both (chain_detect.c) ----

/// What changes, kept from call to call.
typedef struct chain_state
{
    chain_grid grid;
    chain_sweep *sweeps; // of all items
    line_way *lines;     // of all items: where crossings are looked for
    pair_list keys;      // pairs that come near each other, ascending
    pair_list buffer;
} chain_state;

bool chain_state_create(const chain_set *set, chain_state *state);
void chain_state_free(chain_state *state);

/// Where things are, of a call.
typedef struct chain_scene
{
    const collide_scene *scene;
    const shape_view *views; // of all shapes
    const bounds *boxes;     // of all shapes; those of segments are boxes of their ways
    const box_tree *tree;    // of the shapes that are no segments
    const int *shape_of;     // of its leaves
    const collide_motion *motion;
    const double *reach;
} chain_scene;

/// state->keys ◄ pairs of two segments, and of a segment and a shape in the tree, that may touch in the step.
hf_status chain_find(chain_state *state, const chain_scene *at, hf_workspace *workspace, hf_error *error);

// ---- 3 narrow phase (chain_narrow.c) ----

/// Velocities of a pair, at any point. NULL motion: nothing moves.
typedef struct chain_speeds
{
    const collide_motion *motion;
    int body_a, body_b;
} chain_speeds;

/// How fast a's point p approaches b's point q along n (from b to a), at the beginning or without contacts, whichever
/// is more [m/s].
double chain_approach(const chain_speeds *speeds, vec3 p, vec3 q, vec3 n);

/// The box of a segment's way in the world, for shapes that are no segments; `pad` around it.
void chain_box(const chain_item *item, const shape_view *view, const collide_motion *motion, double pad, vec3 *low,
               vec3 *high);

/// The manifold of a pair of which one at least is a segment. `margin`: sum of both margins and, without a motion,
/// reaches.
void chain_pair(const collide_scene *scene, const shape_view *views, const collide_motion *motion, int shape_a,
                int shape_b, double margin, manifold *out);

#endif
