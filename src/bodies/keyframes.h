// Curves through keyframes, with a velocity that is continuous.

#ifndef HF_BODIES_KEYFRAMES_H
#define HF_BODIES_KEYFRAMES_H

#include "holdfast/scene.h"

#include "bodies/rigid.h"

/// Keys of a body and what the curve needs at each. Arrays are owned; zero: no keys.
typedef struct keyframes
{
    int count;
    double *times;
    double (*position)[3];
    double (*velocity)[3]; // at the keys [m/s]
    double (*turn)[4];     // NULL: it does not turn
    double (*spin)[3];     // angular velocity at the keys, in the body's axes [rad/s]
} keyframes;

/// Copies the keys of a definition that was checked (keyframes_check). False if memory is short.
bool keyframes_create(const hf_motion_def *def, keyframes *keys);
void keyframes_free(keyframes *keys);

/// HF_STATUS_INVALID, naming the key, if there is no smooth motion through them. `label` begins the message.
hf_status keyframes_check(const char *label, const hf_motion_def *def, hf_error *error);

/// Pose and velocities at time t; the orientation stays as it is in `s` where keys have none.
void keyframes_at(const keyframes *keys, double t, body_state *s);

// ---- series of any numbers ----

/// Where a time is among keys: x(t) = Σ weight[k] x[first + k], dx/dt = Σ rate[k] x[first + k], k = 0 … 3; weights of
/// keys that do not exist are 0.
typedef struct key_place
{
    int first; // may be -1
    double weight[4], rate[4];
} key_place;

/// `rests`, count - 1: nothing changes between this key and the next one.
key_place keys_locate(int count, const double *times, const bool *rests, double t);

#endif
