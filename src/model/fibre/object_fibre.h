// The parts of a fibre's object: where it is (fibre_pose.c), its state (fibre_state.c), and its step (object_fibre.c).

#ifndef HF_MODEL_FIBRE_OBJECT_FIBRE_H
#define HF_MODEL_FIBRE_OBJECT_FIBRE_H

#include "model/model.h"

static inline const model_fibre *fibre_at(const hf_model *m, int object)
{
    return &m->fibres[m->objects[object].index];
}

static inline const model_fibre *fibre_of(const hf_model *m, int body)
{
    return &m->fibres[m->body_fibre[body]];
}

/// What stands behind a kernel's scratch: room for nodes and twists of the segments, and where it was posed last.
typedef struct fibre_room
{
    double (*twists)[6];
    vec3 *x;
    quat *turn;
    double *posed;  // root, then q; a root without a turn: nowhere
    double *weight; // ε of the step
} fibre_room;

/// Numbers of scratch, room included.
size_t fibre_room_size(const fibre *f);
fibre_room fibre_room_of(const fibre *f, double *scratch);

/// The root's pose, with the velocity that its holder has by `twist` (of the centre of mass); NULL: at rest.
fibre_root fibre_root_by(const configuration *at, const model_fibre *f, const double *twist);

/// q ◄ q ⊕ h v. What the kernel keeps in the scratch may not be a configuration then.
void fibre_advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch);

/// Kinematics at q, unless they are there already: the end of a step asks for them several times.
void fibre_pose_at(const fibre *f, const double *q, const fibre_root *root, double *scratch);

/// Bodies of segments where the kinematics are.
void fibre_take_segments(const configuration *at, const model_fibre *f, double *scratch);

/// Velocities of the segments where the kinematics are.
void fibre_take_velocities(const configuration *at, const double *v, int object);

/// Places and velocities of the segments at own coordinates and velocities.
void fibre_pose_moving(const configuration *at, const double *v, int object);

// ---- the step ----

/// ε of the step, as `begin` has chosen it.
double fibre_weight_of(const object_step *step, int object);

/// Whether its step is found by Newton's rounds, as of all kinds whose elastic forces are not linear in their
/// coordinates.
bool fibre_takes_rounds(const model_fibre *f);

/// wrench ◄ what acts on each segment from outside; false if nothing does.
bool fibre_outer_forces(const object_step *step, const model_fibre *f, double (*wrench)[6]);

/// How much the rows of mechanisms push, other than through loops.
static inline bool fibre_any_force(const double *force, int count)
{
    for (int k = 0; k < count; k++)
        if (force[k] != 0.0) return true;
    return false;
}

/// Entry of object_methods (fibre_fits.c).
move_fit fibre_fits_move(object_step *step, int object);

// ---- the state (fibre_state.c) ----

extern const object_state fibre_state_methods;
extern const object_queries fibre_query_methods;

#endif
