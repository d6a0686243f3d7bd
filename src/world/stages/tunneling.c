// Thin and fast: into how many pieces a step must be cut.
//
// The law of a step is linear in the motion: points that touch, or may come to touch, keep apart along their normals. Convex shapes that only translate are
// kept apart by it, however fast. Where a body turns by the angle φ, a point at the distance R from its centre leaves the straight line by R φ²/2. If that is
// more than a share of the thinner shape's width, an end may come to lie beyond a plate, where the shortest way out leads to the wrong side. With n pieces
// it is n² times less. Half-spaces have no other side; height fields and flat meshes are as thin as what meets them.

#include "world/step.h"

#include <math.h>

enum
{
    MOST = 32 // pieces
};
static const double SHARE = 0.25; // of the least width of the thinner shape

/// How far a point of a body may leave the straight line in the step.
static double sagitta(const step_context *step, int body)
{
    double spin = fmax(v3_norm(v3_load(step->before[body] + 3)), v3_norm(v3_load(step->free[body] + 3)));
    double angle = spin * step->h;
    return angle > 0.0 ? 0.5 * step->model->radius[body] * angle * angle : 0.0;
}

int fast_pieces(const step_context *step)
{
    const hf_model *m = step->model;
    double most = 1.0; // n²
    for (int k = 0; k < step->point_count; k++)
    {
        const contact_point *p = &step->points[k];
        const hf_shape_def *a = collide_shape(m->scene, p->shape_a), *b = collide_shape(m->scene, p->shape_b);
        if (a->kind == HF_SHAPE_PLANE || b->kind == HF_SHAPE_PLANE) continue;
        double width = fmin(collide_shape_width(m->scene, p->shape_a), collide_shape_width(m->scene, p->shape_b));
        double off = sagitta(step, a->body) + sagitta(step, b->body);
        if (width > 0.0 && isfinite(width)) most = fmax(most, off / (SHARE * width));
    }
    return (int)ceil(fmin(MOST, sqrt(most)));
}
