// Whether the move of a rod may stand: its energy.
//
// The midpoint rule asks for balance in the middle of a step and lets strains that no step can follow swing through it.
// Where these are large the middle may have another one nearby (a bend that snaps through, a frame half a turn
// farther), and the end of the step is strained by a million times what it was: `fits_move` sees that, and asks for ε =
// 1, which damps them.
//
// Impulses are another matter. Those at a rope that is tight, by a load that hangs on it, turn with its edges, and the
// step knows them in the middle only as far as the last impulses tell: waves along the rope grow where they are faster
// than steps, a certified step at a time. What neither weight nor impulses explain is therefore kept below a share of
// the rod's energy, in halves of the step where it has to be.
//
// Rods are asked whose steps are found by Newton's rounds, in steps by the midpoint rule: Euler's rule takes energy. Of
// a root that moves, wind and pushes the work is not known.

#include "model/fibre/object_fibre.h"

#include "linalg/vector.h"

#include <math.h>

typedef struct fibre_energies
{
    double kinetic, weight, elastic;
} fibre_energies;

static fibre_energies energies_at(const object_step *step, int object, const configuration *at, const double *v)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    double *scratch = step->after.fibres[o->index];
    fibre_energies e;
    fibre_root root = fibre_root_of(at, f);
    fibre_pose_at(&f->rod, at->q + o->q, &root, scratch);
    f->rod.kernel->energy(&f->rod, scratch, at->q + o->q, &root, v + o->v, v3_load(step->settings->physics.gravity),
                          &e.kinetic, &e.weight, &e.elastic);
    return e;
}

/// Whether nothing feeds it but weight and impulses: no root that moves, no wind, no pushes.
static bool is_left_alone(const object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    const model_fibre *f = fibre_at(step->model, object);
    bool drags = f->rod.drag[0] > 0.0 || f->rod.drag[1] > 0.0;
    if (f->holder >= 0 && step->model->bodies[f->holder].motion != HF_MOTION_STATIC) return false;
    if (drags && v3_norm2(v3_load(step->settings->physics.wind)) > 0.0) return false;
    return !fibre_outer_forces(step, f, fibre_room_of(&f->rod, step->after.fibres[o->index]).twists) &&
           !fibre_any_force(step->force + o->v, o->v_count);
}

static bool is_pushed(const object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    return !vector_equal(o->v_count, step->v_after + o->v, step->v_free + o->v);
}

/// Energy that neither weight nor impulses gave it, as a share of what it has: of a step that is short enough a small
/// one.
static bool gains(const object_step *step, int object, const fibre_energies *before, const fibre_energies *after)
{
    const double SHARE = 0.01, ROUNDING = 1e-9;
    const model_object *o = &step->model->objects[object];
    const fibre *f = &fibre_at(step->model, object)->rod;
    if (!f->kernel->work || !is_left_alone(step, object)) return false;
    double *dv = ARENA_ARRAY(step->workspace, double, (size_t)o->v_count);
    if (!dv) return false;
    for (int k = 0; k < o->v_count; k++) dv[k] = step->v_after[o->v + k] - step->v_free[o->v + k];
    double work = f->kernel->work(f, step->scratch->fibres[o->index], dv, step->v + o->v, step->v_after + o->v);
    double rise = after->kinetic - before->kinetic + after->weight - before->weight + after->elastic - before->elastic;
    double most = before->kinetic + after->kinetic + before->elastic + after->elastic;
    double heavy = f->line_density * f->length * f->length * v3_norm(v3_load(step->settings->physics.gravity));
    return rise - work > SHARE * most + ROUNDING * (heavy + fmax(f->stiffness[0], f->stiffness[1]) / f->length);
}

/// Rough: elastic energy rose by more than kinetic energy and weight can feed, twice, and SHARE of what there was; or
/// energy did while nothing pushed. What drives the root feeds it by way of kinetic energy, but for stiff rods, which
/// Euler's rule suits as well.
/// Long: energy rose otherwise without a reason. Impulses at a rope that is tight (a load that hangs on it) turn with
/// its edges, which the step finds in the middle only as far as the last impulses tell it: waves along the rope grow
/// where they are faster than steps.
move_fit fibre_fits_move(object_step *step, int object)
{
    const double TWICE = 2.0, SHARE = 0.1;
    if (!fibre_takes_rounds(fibre_at(step->model, object)) || fibre_weight_of(step, object) == 1.0) return MOVE_FITS;
    fibre_energies before = energies_at(step, object, &step->start, step->v);
    fibre_energies after = energies_at(step, object, &step->after, step->v_after);
    double fed = before.kinetic + after.kinetic + fabs(after.weight - before.weight);
    if (after.elastic - before.elastic > TWICE * fed + SHARE * before.elastic) return MOVE_ROUGH;
    if (!gains(step, object, &before, &after)) return MOVE_FITS;
    return is_pushed(step, object) ? MOVE_LONG : MOVE_ROUGH;
}
