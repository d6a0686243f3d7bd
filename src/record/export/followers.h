// Strands that are drawn between simulated ones.
//
// A follower belongs to a guide g and lies, at every part u of the length, at
//
//     y(u) = g(u) + Σ_i w_i e_i(u),   e_i = clamp(n_i - g, 2 d_i),      w_1, w_2 >= 0,  w_1 + w_2 <= 1/2,
//     x(u) = c + (y - c) √(1 + s ∕ |y - c|²),   s = w_0 w_1 |e_1|² + w_0 w_2 |e_2|² + w_1 w_2 |e_1 - e_2|², w_0 = 1 -
//                                               w_1 - w_2,
//
// where n_1 and n_2 are two of the guides whose roots are nearest to g's in the first frame and are held by the same
// body, d_i is the distance of the roots, and the clamp shortens a vector to a length: guides that part from each other
// do not pull the followers between them through the air. The second line lifts y off the chord: three points on a ball
// about c have their mean at R² - s from it, and hair that lies on a head would dive into it between its guides; c is
// the middle of all roots. Weights and neighbours come from a hash of the numbers of guide and follower, so that the
// same recording has the same followers everywhere; viewer/fibres.js has the same arithmetic. They are never simulated,
// and pass through whatever is between their guides.

#ifndef HF_RECORD_EXPORT_FOLLOWERS_H
#define HF_RECORD_EXPORT_FOLLOWERS_H

#include "record/recording.h"

enum
{
    FOLLOWER_NEAR = 6,     // neighbours of a guide
    FOLLOWER_LIMIT = 1000, // followers of a guide
};

/// Guides nearest to each guide: FOLLOWER_NEAR indices, its own where there are fewer. `vertices` are those of a frame.
hf_status followers_near(const recorded_model *model, const vertex_row *vertices, int *near, hf_error *error);

typedef struct follower
{
    int guide, other[2];
    float weight[2], limit[2]; // limit: 2 d_i [m]
} follower;

typedef struct follower_set
{
    size_t count;
    follower *list;
} follower_set;

/// `each` followers of every guide that has neighbours.
hf_status followers_make(const recorded_model *model, const vertex_row *vertices, int each, follower_set *set,
                         hf_error *error);
void followers_free(follower_set *set);

/// c: the middle of all roots at a frame.
void followers_crown(const recorded_model *model, const vertex_row *vertices, double crown[3]);

/// The follower's points, as many as its guide has.
void follower_points(const recorded_model *model, const vertex_row *vertices, const double crown[3], const follower *f,
                     float *points);

#endif
