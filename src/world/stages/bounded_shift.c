// Displacements of stage CORRECT that cannot throw anything.
//
// A correction is a linear answer: p with gap + W p >= 0, and δq = G p. Where a row hardly opens its gap, because the
// normal is nearly parallel to the only joint, or contacts contradict each other, p has no bound, and neither has δq:
// gaps of a centimetre once moved bodies by hundreds of metres. So no point of a set of objects that rows connect is
// moved farther than
//
//   LEVER Σ (overlap, passed limits and gaps of loops in the rows of the set),
//
// all of δq of the set is shortened to that. A shortened answer is still one that pushes nothing in: along the way gaps
// that were open stay open, and overlap only becomes less, to first order. What is left of it is corrected by the next
// round or the next step.
//
// The way of a point is at most |shift| + R |turn|, R the radius of its body; this is up to twice what free bodies
// need, hence LEVER. Limits of hinges are angles: they count with the size of what moves. Of fibres it is not known;
// what makes things worse is taken back all the same (correct_positions.c).
// Cost: a pass over the rows, and velocities of the links of each tree.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"

#include <math.h>
#include <string.h>

static const double LEVER = 2.0;

void shift_bound_take(step_context *step, shift_bound *bound)
{
    const hf_model *m = step->model;
    *bound = (shift_bound){.parent = ARENA_ARRAY(step->workspace, int, m->object_count),
                           .object = ARENA_ARRAY(step->workspace, int, m->dof_count),
                           .allowed = ARENA_ZEROED(step->workspace, double, m->object_count),
                           .way = ARENA_ZEROED(step->workspace, double, m->object_count)};
    if (!bound->parent || !bound->object || !bound->allowed || !bound->way)
    {
        bound->parent = NULL;
        return;
    }
    union_find_begin(bound->parent, m->object_count);
    for (int o = 0; o < m->object_count; o++)
        for (int k = 0; k < m->objects[o].dof_count; k++) bound->object[m->objects[o].dof + k] = o;
}

void shift_bound_add(shift_bound *bound, const hf_model *model, const int *dof, size_t count, double violation)
{
    int first = -1, last = -1;
    for (size_t k = 0; k < count; k++)
    {
        if (dof[k] >= model->dof_count) continue; // of a compliance
        int object = bound->object[dof[k]];
        if (first < 0) first = object;
        else if (object != last) union_find_join(bound->parent, first, object);
        last = object;
    }
    if (first >= 0) bound->allowed[first] += fmax(0.0, violation);
}

double shift_size(const step_context *step)
{
    const hf_model *m = step->model;
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_negate(low);
    double radius = 0.0;
    for (int k = 0; k < m->body_count; k++)
    {
        if (!body_yields(m, k)) continue;
        low = v3_min(low, v3_load(step->at[k].x));
        high = v3_max(high, v3_load(step->at[k].x));
        if (isfinite(m->radius[k])) radius = fmax(radius, m->radius[k]);
    }
    double size = v3_norm(v3_sub(high, low)) + 2.0 * radius;
    return isfinite(size) ? size : 0.0;
}

/// Sums of the sets at their roots, and how far each is moved.
static hf_status gather(const step_context *step, shift_bound *bound, const double *z)
{
    const hf_model *m = step->model;
    for (int o = 0; o < m->object_count; o++)
    {
        int root = union_find_root(bound->parent, o), from = m->objects[o].dof;
        bool any = false;
        for (int k = 0; k < m->objects[o].dof_count; k++) any |= z[from + k] != 0.0;
        if (root != o) bound->allowed[root] += bound->allowed[o];
        if (!any || !object_of(m, o)->motion->way) continue;
        double way;
        hf_status status = object_of(m, o)->motion->way(step->objects, o, z + from, &way);
        if (status != HF_STATUS_OK) return status;
        bound->way[root] = way > bound->way[root] || isnan(way) ? way : bound->way[root];
    }
    return HF_STATUS_OK;
}

hf_status shift_by(step_context *step, const double *z, double share)
{
    size_t n = (size_t)step->model->dof_count;
    arena_mark mark = arena_begin(step->workspace);
    double *part = ARENA_ARRAY(step->workspace, double, n);
    for (size_t k = 0; part && k < n; k++) part[k] = share * z[k];
    hf_status status = part ? objects_displace(step, part) : error_no_memory(step->error);
    arena_end(step->workspace, mark);
    return status;
}

bool shift_take(step_context *step, shift_place *place)
{
    place->bodies = ARENA_ARRAY(step->workspace, body_state, step->model->body_count);
    place->q = ARENA_ARRAY(step->workspace, double, step->model->own_q_count);
    return place->bodies && place->q;
}

void shift_keep(const step_context *step, const shift_place *place)
{
    memcpy(place->bodies, step->next, (size_t)step->model->body_count * sizeof *place->bodies);
    memcpy(place->q, step->objects->after.q, (size_t)step->model->own_q_count * sizeof *place->q);
}

hf_status shift_restore(step_context *step, const shift_place *place)
{
    const hf_model *m = step->model;
    arena_mark mark = arena_begin(step->workspace);
    double *none = ARENA_ZEROED(step->workspace, double, m->dof_count);
    memcpy(step->next, place->bodies, (size_t)m->body_count * sizeof *place->bodies);
    memcpy(step->objects->after.q, place->q, (size_t)m->own_q_count * sizeof *place->q);
    hf_status status = none ? objects_displace(step, none) : error_no_memory(step->error); // kinematics follow
    arena_end(step->workspace, mark);
    return status;
}

hf_status shift_bounded(step_context *step, shift_bound *bound, double *z)
{
    const hf_model *m = step->model;
    hf_status status = gather(step, bound, z);
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
    {
        int root = union_find_root(bound->parent, o);
        double most = LEVER * bound->allowed[root], way = bound->way[root];
        if (bound->share) bound->share[o] = 1.0;
        if (way <= most) continue;
        double share = isfinite(way) && isfinite(most) ? most / way : 0.0;
        if (bound->share) bound->share[o] = share;
        for (int k = 0; k < m->objects[o].dof_count; k++)
        {
            double *entry = &z[m->objects[o].dof + k];
            *entry = share > 0.0 ? *entry * share : 0.0;
        }
    }
    return status == HF_STATUS_OK ? shift_by(step, z, 1.0) : status;
}
