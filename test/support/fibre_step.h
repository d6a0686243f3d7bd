// One step of a fibre that touches nothing, by its kernel alone.

#ifndef HF_TEST_FIBRE_STEP_H
#define HF_TEST_FIBRE_STEP_H

#include "bodies/fibre/fibre.h"

#include <stdlib.h>
#include <string.h>

/// The root is prescribed at `root`, at rest; q, v: from the beginning to the end. False if it is refused.
static inline bool fibre_step(const fibre *f, double *scratch, const fibre_root *root, double h, double theta,
                              double epsilon, vec3 gravity, double *q, double *v)
{
    const fibre_kernel *k = f->kernel;
    size_t nq = (size_t)f->q_count, nv = (size_t)f->v_count;
    bool transports = k->transport && epsilon == 1.0;
    double *store = malloc((nq + nv + f->scratch_size) * sizeof *store);
    if (!store) return false;
    double *middle = store, *v_free = store + nq, *there = v_free + nv, share = transports ? 1.0 : theta;
    fibre_motion motion = {.h = h,
                           .theta = theta,
                           .epsilon = epsilon,
                           .gravity = gravity,
                           .root = *root,
                           .q = q,
                           .v = v,
                           .v_free = v_free,
                           .transports = transports,
                           .unsettled = -1};
    memcpy(middle, q, nq * sizeof *q);
    k->advance(f, root, v, (1.0 - share) * h, middle, scratch);
    k->pose(f, middle, root, scratch);
    bool done = k->free(f, scratch, &motion) && motion.unsettled < 0;
    if (done)
    {
        k->advance(f, root, v_free, share * h, middle, there);
        if (transports)
        {
            k->pose(f, middle, root, there);
            k->transport(f, scratch, root, there, root, h, v_free);
        }
        if (k->settle) k->settle(f, root, q, middle, h, v_free);
        memcpy(q, middle, nq * sizeof *q);
        memcpy(v, v_free, nv * sizeof *v);
    }
    free(store);
    return done;
}

#endif
