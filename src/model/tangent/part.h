// Objects as the tools of the tangent space see them (holdfast/tangent.h): trees of links, free rigid bodies as trees
// of one floating link, and bodies whose mass matrix is constant and diagonal (planar ones, particles).

#ifndef HF_MODEL_TANGENT_PART_H
#define HF_MODEL_TANGENT_PART_H

#include "model/model.h"

#include "bodies/articulated/articulated_tangent.h"

/// A tree, or one body, and where its velocities stand in the layout of mechanism.h.
typedef struct tangent_part
{
    int object, body; // of a tree the first of its links
    int count;        // velocities
    int *place;       // count
    double *v, *a;    // count each; a: 0 at first

    // NULL of bodies with a constant mass matrix: `mass` is its diagonal, `linear` and `angular` what unit velocities
    // give the centre of mass and the body.
    const articulated_tree *tree;
    articulated_tree *own; // what is to be given back of it
    articulated_scratch *scratch;
    articulated_tangent *tangent;
    articulated_base base;
    double mass[6];
    vec3 linear[6], angular[6];
} tangent_part;

/// How many parts an object has, and whether it has any: UNSUPPORTED names what has not.
hf_status tangent_part_count(const hf_model *model, int object, int *count, hf_error *error);

/// Kinematics and velocities of a part. Closing is due whatever it returns. v: own velocities; NULL: it rests, and so
/// does what it hangs on.
hf_status tangent_part_open(const configuration *at, const double *v, int object, int index, tangent_part *part,
                            hf_error *error);
void tangent_part_close(tangent_part *part);

/// Links of a tree that hang on a body, and the body itself, by joints; of other bodies themselves alone.
bool tangent_hangs_on(const hf_model *model, int body, int on);

#endif
