// Contacts of mechanisms that are expected to stay open take no part in the step.
//
// Points are looked for as far as bodies may come (reach.c), and most of those that are near do not close: of a foot
// with many corners on a floor one or two press, and fifty are within reach. A contact with r = 0 and u_N >= -gap/h
// obeys its law whatever the others do, so that leaving it out changes no answer; rows, products and certificates of it
// are what is saved.
//
// One is left out whose gap is wider than
//
//     h · AHEAD max(0, -u_N, -u_N,free) + MORE h², u_N,free only if neither of its objects holds something (reach.c)
//
// and when the step has been solved its u_N says whether that was right: all points that were left out are looked at.
// Where one would have closed, the piece is done again with all of them (OUTRAN). Points keep their place among
// step->points, for what looks at overlap and at what passes through.
//
// Segments of fibres are left in: among thousands of points of hair one closes in nearly every step, which would then
// be made twice (`hair` with 18,000 contacts: 0.54 s a step, 0.40 with all of them).

#include "world/step.h"

#include <math.h>

static const double AHEAD = 2.0; // times the way that it is about to come
static const double MORE = 10.0; // [m/s²] by which motors and other contacts may change that

/// The normal velocity of a point, with the velocities `v` of the bodies [m/s].
static double approach(const step_context *step, const contact_point *point, double (*v)[6])
{
    const collide_scene *scene = step->model->scene;
    hf_contact c = {.body_a = collide_shape(scene, point->shape_a)->body,
                    .body_b = collide_shape(scene, point->shape_b)->body};
    for (int k = 0; k < 3; k++) c.point[k] = point->point[k];
    contact_carry_point(step, &c);
    return v3_dot(v3_load(point->normal), contact_velocity(step, &c, v));
}

static bool is_held(const step_context *step, const contact_point *point)
{
    const int shapes[2] = {point->shape_a, point->shape_b};
    for (int s = 0; s < 2; s++)
    {
        int object = step->model->body_object[collide_shape(step->model->scene, shapes[s])->body];
        if (object >= 0 && step->holds[object]) return true;
    }
    return false;
}

bool contact_stays_open(const step_context *step, const contact_point *point)
{
    double h = step->h, least = MORE * h * h;
    if (!step->rules.joints || !step_may(step, WHY_OUTRAN) || step->facts->take_all || step->surface) return false;
    if (!(point->gap > fmax(least, 10.0 * GAP_SLACK))) return false;
    if (collide_is_segment(step->model->scene, point->shape_a) ||
        collide_is_segment(step->model->scene, point->shape_b))
        return false;
    double u = fmin(0.0, approach(step, point, step->before));
    if (point->gap <= least - AHEAD * h * u) return false;
    if (is_held(step, point)) return true;
    return point->gap > least - AHEAD * h * fmin(u, approach(step, point, step->free));
}

bool open_contacts_close(step_context *step, double (*after)[6])
{
    for (int k = 0; k < step->open_count; k++)
    {
        const contact_point *point = &step->points[step->open[k]];
        if (point->gap + step->h * approach(step, point, after) >= 0.0) continue;
        step->facts->take_all = true;
        return true;
    }
    return false;
}
