// Other people's simulators behind one small interface: bodies and shapes of a model of ours, steps, poses, and what
// their contacts carry.

#ifndef HF_BENCH_PEERS_ENGINE_H
#define HF_BENCH_PEERS_ENGINE_H

#include "holdfast/model.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// The state of a body's frame, as hf_body_state has it but for velocities, which are of the centre of mass.
    typedef struct engine_pose
    {
        double position[3];
        double orientation[4];
        double velocity[3];
    } engine_pose;

    /// Contacts of the last step: how many, and the worst excess of friction over its cone, (|f_T| - mu f_N) / largest
    /// f_N.
    typedef struct engine_contacts
    {
        int count;
        double cone_excess; // NaN: it does not say
        double missing; // bytes that its data would need to hold them, where that is more than it can have; otherwise 0
        bool gone;      // it ended in the last step
    } engine_contacts;

    typedef struct engine
    {
        const char *name;
        const char *settings;                                // what was chosen, for the table's footer
        void *(*create)(const hf_model *model, double step); // NULL: it cannot hold this model
        void (*step)(void *self);
        void (*pose)(void *self, int body, engine_pose *pose);
        void (*contacts)(void *self, engine_contacts *contacts);
        void (*destroy)(void *self);
        double (*seconds)(void *self); // processor time of all steps so far; NULL: this process'
    } engine;

#ifdef HF_PEER_ODE_ENGINE
    extern const engine engine_ode, engine_ode_quick;
#endif
#ifdef HF_PEER_BULLET
    extern const engine engine_bullet;
#endif
#ifdef HF_PEER_MUJOCO
    extern const engine engine_mujoco;
#endif
#ifdef HF_PEER_NPM
    extern const engine engine_jolt, engine_rapier, engine_mujoco_npm;
#endif

#ifdef __cplusplus
}
#endif

#endif
