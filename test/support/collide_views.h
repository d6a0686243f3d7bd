// Helpers for tests of pairs of shapes.

#ifndef HF_TEST_COLLIDE_VIEWS_H
#define HF_TEST_COLLIDE_VIEWS_H

#include "support/harness.h"

#include "base/random.h"
#include "collide/narrow/narrow.h"
#include "linalg/quat.h"

static inline manifold new_manifold(void)
{
    manifold m = {0};
    CHECK(hf_workspace_create(&m.workspace, NULL) == HF_STATUS_OK);
    return m;
}

static inline void free_manifold(manifold *m)
{
    hf_workspace *workspace = m->workspace;
    manifold_free(m);
    hf_workspace_destroy(workspace);
}

static inline vec3 random_direction(random_state *random)
{
    double x = random_normal(random), y = random_normal(random), z = random_normal(random);
    return v3_unit_or(v3(x, y, z), v3(1, 0, 0));
}

static inline quat random_turn(random_state *random)
{
    double w = random_normal(random), x = random_normal(random), y = random_normal(random);
    return quat_normalize((quat){w, x, y, random_normal(random)});
}

/// The axes of a frame turned by q.
static inline void turn_view(shape_view *view, quat q)
{
    view->axis[0] = quat_rotate(q, v3(1, 0, 0));
    view->axis[1] = quat_rotate(q, v3(0, 1, 0));
    view->axis[2] = quat_rotate(q, v3(0, 0, 1));
}

#endif
