// Patches: which of their points touch; their area, and how points share it.
//
// A face on a face is one patch: corrections and solves leave its points nanometres from each other, and which of
// them would count as touching was theirs to say. Where one point of two
// bodies touches, all touch that belong to the same pair of faces, parallel within LEVEL: |gap - gap_0| <= LEVEL |p
// - p_0|, and normals alike. Those that bear are levelled by stage CORRECT (sticking.c).
//
//
// The outline is the convex hull p_1 … p_m of the points. With its centroid C and the triangles A_k = (C, p_k, p_k+1),
// corner k has the share
//
//     a_k = (A_k-1 + A_k) / 2:     Σ a_k = A,     Σ a_k p_k = A C.
//
// The second follows from the centroids of the triangles: A C = Σ A_k (C + p_k + p_k+1) / 3, so Σ A_k (p_k + p_k+1) = 2
// A C. So springs of stiffness a_k at the corners have the stiffness of the area and its centre: a load above C presses
// the patch down without tilting it. (Its moments of area are larger than those of the area, as of any load at the
// corners: shares are those of what stands there, no finite element.) Shares are continuous in the points, and a corner
// that vanishes in an edge has none left when it goes, but for what its neighbours have there as well.
//
// Selection by area (HF_SELECTION_AREA) takes 1 / a_k in the place of 1: a bed of springs, so many for each square
// metre. Points that are no corner of an outline, ends of an edge and single points have no area; they count with that
// of a square of OWN_SIDE of the smaller shape's extent, which also keeps compliances within some 1e4 of each other.
// Contacts that are open at the begin of the step are no part of the outline: what lands is a patch from the next step
// on.
// Cost: n log n a patch.

#include "world/patch.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "collide/collide.h"
#include "model/model.h"

#include <math.h>

/// Side of the square that a point without a patch stands for, relative to the extent of the smaller shape.
static const double OWN_SIDE = 0.03;

/// The area of a hull; *center ◄ the centroid, where there is an area.
static double measure(const flat_point *points, const int *hull, int size, flat_point *center)
{
    const flat_point *o = &points[hull[0]];
    double area = 0.0, x = 0.0, y = 0.0;
    for (int k = 1; k + 1 < size; k++)
    {
        const flat_point *p = &points[hull[k]], *q = &points[hull[k + 1]];
        double a = 0.5 * flat_turn(o, p, q);
        area += a;
        x += a * (p->x + q->x - 2.0 * o->x) / 3.0;
        y += a * (p->y + q->y - 2.0 * o->y) / 3.0;
    }
    if (area > 0.0) *center = (flat_point){.x = o->x + x / area, .y = o->y + y / area};
    return area;
}

double patch_area(flat_point *points, int count, int *hull, double *share)
{
    for (int k = 0; share && k < count; k++) share[points[k].index] = 0.0;
    if (count < 3) return 0.0;
    sort_items(points, (size_t)count, sizeof *points, flat_compare);
    int size = flat_hull(points, sizeof *points, count, hull);
    flat_point center = {0};
    double area = measure(points, hull, size, &center);
    if (!share || !(area > 0.0)) return area;
    for (int k = 0; k < size; k++)
    {
        const flat_point *p = &points[hull[k]], *q = &points[hull[(k + 1) % size]];
        double half = 0.25 * flat_turn(&center, p, q); // of the triangle
        share[p->index] += half;
        share[q->index] += half;
    }
    return area;
}

// ---- faces on faces ----

/// [rad]: faces that are tilted by less against each other are parallel.
static const double LEVEL = 1e-4;

/// A contact among those of its two bodies.
typedef struct patch_point
{
    int body_a, body_b, index;
} patch_point;

static int compare_points(const void *first, const void *second)
{
    const patch_point *p = first, *q = second;
    if (p->body_a != q->body_a) return p->body_a < q->body_a ? -1 : 1;
    if (p->body_b != q->body_b) return p->body_b < q->body_b ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/// Whether two contacts belong to faces that are parallel.
static bool is_level(const hf_contact *a, const hf_contact *b)
{
    vec3 way = v3_sub(v3_load(a->point), v3_load(b->point));
    return fabs(a->gap - b->gap) <= LEVEL * v3_norm(way) &&
           v3_norm(v3_sub(v3_load(a->normal), v3_load(b->normal))) <= LEVEL;
}

/// Points of two bodies: those that are level with one that touches touch, too.
static void touch_together(step_context *step, const patch_point *points, int count)
{
    for (int k = 0; k < count; k++)
    {
        const step_contact *first = &step->contacts[points[k].index];
        if (first->levels || first->rebounds || first->record.gap > GAP_SLACK) continue;
        for (int j = 0; j < count; j++)
        {
            step_contact *c = &step->contacts[points[j].index];
            if (j == k || c->levels || c->rebounds || !is_level(&c->record, &first->record)) continue;
            c->levels = true;
            c->shift = 0.0;
        }
    }
}

hf_status patches_touch(step_context *step)
{
    arena_mark mark = arena_begin(step->workspace);
    patch_point *points = ARENA_ARRAY(step->workspace, patch_point, step->contact_count);
    int count = 0;
    if (!points) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        if (body_is_segment(step->model, c->body_a) || body_is_segment(step->model, c->body_b)) continue;
        points[count++] = (patch_point){c->body_a, c->body_b, k};
    }
    bool sorted = true;
    for (int k = 1; k < count && sorted; k++) sorted = compare_points(&points[k - 1], &points[k]) < 0;
    if (!sorted) sort_items(points, (size_t)count, sizeof *points, compare_points);
    for (int k = 0, end; k < count; k = end)
    {
        for (end = k + 1; end < count; end++)
            if (points[end].body_a != points[k].body_a || points[end].body_b != points[k].body_b) break;
        touch_together(step, points + k, end - k);
    }
    arena_end(step->workspace, mark);
    return HF_STATUS_OK;
}

static bool same_patch(const hf_contact *a, const hf_contact *b)
{
    return a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

// ---- compliances ----

/// Divides the compliances of contacts `begin` … `end` - 1, those of one pair of shapes, by the areas that they stand
/// for.
static void divide_by_area(const step_context *step, int begin, int end, flat_point *points, int *hull, double *share,
                           double *of)
{
    const hf_contact *head = &step->contacts[begin].record;
    vec3 mean = v3_zero();
    for (int k = begin; k < end; k++) mean = v3_add(mean, v3_load(step->contacts[k].record.normal));
    vec3 normal = v3_unit_or(mean, v3_load(head->normal));
    int count = 0;
    for (int k = begin; k < end; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        share[k] = 0.0;
        if (step->contacts[k].shift <= 0.0) points[count++] = patch_project(normal, c->point, k);
    }
    patch_area(points, count, hull, share);
    const collide_scene *scene = step->model->scene;
    double extent =
        fmin(collide_shape_extent(scene, head->shape_a), collide_shape_extent(scene, head->shape_b)) * OWN_SIDE;
    for (int k = begin; k < end; k++) of[k] /= fmax(share[k], extent * extent);
}

static hf_status by_area(const step_context *step, double *of)
{
    size_t count = (size_t)step->contact_count;
    flat_point *points = ARENA_ARRAY(step->workspace, flat_point, count);
    int *hull = ARENA_ARRAY(step->workspace, int, 2 * count);
    double *share = ARENA_ARRAY(step->workspace, double, count);
    if (!points || !hull || !share) return error_no_memory(step->error);
    for (int k = 0, end; k < step->contact_count; k = end)
    {
        for (end = k + 1; end < step->contact_count; end++)
            if (!same_patch(&step->contacts[k].record, &step->contacts[end].record)) break;
        divide_by_area(step, k, end, points, hull, share, of);
    }
    return HF_STATUS_OK;
}

/// A contact yields as the mean of its two shapes.
static double own_compliance(const step_context *step, int contact)
{
    const hf_contact *c = &step->contacts[contact].record;
    const collide_scene *scene = step->model->scene;
    return 0.5 * (collide_shape(scene, c->shape_a)->compliance + collide_shape(scene, c->shape_b)->compliance);
}

hf_status patch_compliances(const step_context *step, const double **compliance)
{
    bool areas = step->world->settings.solver.selection == HF_SELECTION_AREA, uneven = areas;
    *compliance = NULL;
    for (int k = 0; k < step->contact_count && !uneven; k++) uneven = own_compliance(step, k) != 1.0;
    if (!uneven) return HF_STATUS_OK;
    int count = hf_problem_describe(step->world->problem).block_count; // contacts come first, in their order
    double *of = ARENA_ARRAY(step->workspace, double, count);
    if (!of) return error_no_memory(step->error);
    for (int k = 0; k < count; k++) of[k] = k < step->contact_count ? own_compliance(step, k) : 1.0;
    *compliance = of;
    return areas ? by_area(step, of) : HF_STATUS_OK;
}
