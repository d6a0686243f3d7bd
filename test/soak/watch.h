// A run watched from outside: poses, velocities and contacts, and the definitions of the model. What the library says
// of its steps is only asked for whether it said something.

#ifndef HF_TEST_SOAK_WATCH_H
#define HF_TEST_SOAK_WATCH_H

#include "holdfast/world.h"

#include <stdbool.h>

typedef enum find_kind
{
    FIND_ENDS = 0, // an error, or a step that failed
    FIND_JUMP,     // a body goes farther in a step than its velocities explain [m]
    FIND_GAIN,     // energy rises, as a share of the largest kinetic energy
    FIND_MOMENTUM, // of what nothing holds changes, as a share
    FIND_THROUGH,  // a body is on the other side of what does not move [m]
    FIND_LAW,      // an impulse of a contact outside its cone, slip that it does not oppose
    FIND_BALANCE,  // a free body's momentum changes by something else than weight and contacts [share]
    FIND_DRIFT,    // points that stick come apart [m]
    FIND_REPORT,   // the kinetic energy that the library reports is not that of the velocities [share]
    FIND_OPENS,    // a loop, or a fibre's end, comes away from what holds it [m]
    FIND_SLOW,     // the scene took longer than it may
    FIND_COUNT,
} find_kind;

const char *find_name(find_kind kind);

/// What was found of each kind: the largest, when, of which body.
typedef struct finding
{
    bool found;
    bool silent; // the library said nothing of it
    double size, time;
    int body;
    char text[400];
} finding;

typedef struct watch_result
{
    finding of[FIND_COUNT];
    long steps, approximate;
    double kinetic; // the largest [J]
} watch_result;

/// What meddles with the world after each step, before it is looked at: for tests of the watch itself.
typedef void watch_meddler(hf_world *world);

/// Runs the scene for `duration` [s], at most `seconds` of processor time. `meddler` may be NULL. Returns false where
/// it cannot begin, with what was wrong in of[FIND_ENDS].
bool watch_run(const hf_model *model, double duration, double seconds, watch_meddler *meddler, watch_result *result);

#endif
