// The parts of a live scene. A command is looked up in a table (live_commands.c), does its work with the functions
// below, and leaves an answer in `answer`.

#ifndef HF_LIVE_LIVE_H
#define HF_LIVE_LIVE_H

#include "holdfast/live.h"
#include "holdfast/record.h"
#include "holdfast/scene.h"
#include "record/bytes.h"

/// A hand at a body: a spring from one of its points to a place, or an impulse that the next step gets.
typedef struct live_hand
{
    int body;         // -1: none
    double point[3];  // in the body's frame [m]
    double target[3]; // of a spring: its other end, in world axes [m]; of a push: the impulse [N s]
    double stiffness; // [N/m]
    double damping;   // [N s/m]
    double before[6]; // force and torque that the body has without hands
} live_hand;

/// A state to step back to.
typedef struct live_state
{
    size_t size;
    void *bytes;
    int64_t step;
} live_state;

/// A queue in a ring: the oldest state goes when its memory is used up.
typedef struct live_history
{
    live_state *states;
    int first, count, capacity;
    size_t bytes;
} live_history;

struct hf_live
{
    hf_live_options options;
    char *scene; // NULL: none is open, nor are the next three
    uint64_t seed;
    hf_model *own; // NULL: world and model belong to the caller (hf_live_attach)
    const hf_model *model;
    hf_world *world;
    void *beginning; // state of a world of the caller's when it came [beginning_size bytes]
    size_t beginning_size;
    hf_settings settings;
    hf_recorder *recorder; // since the beginning, or the last step back
    int64_t step;          // steps since the beginning
    live_history history;
    live_hand spring, push;

    hf_step_report report; // of the last step
    hf_step_timing timing;
    double stage_began;
    hf_stage stage;

    // Since the last frame: steps, the largest residual and the worst quality of one, and the time that they took.
    int made;
    double worst_residual, seconds;
    hf_step_quality worst;
    bool late; // the last `advance` ended for its time
    long told; // steps since `changed` was told of some

    byte_buffer answer;
};

// ---- live.c ----

/// One step of length h (0: that of the settings), with the hand's force, and a state to come back from it.
hf_status live_step(hf_live *live, double h, hf_error *error);

/// What a world of the caller's may have been set to meanwhile.
void live_look(hf_live *live);

/// Steps back, as far as the history goes.
hf_status live_back(hf_live *live, long steps, hf_error *error);

/// The state at the beginning; history is kept.
hf_status live_reset(hf_live *live, hf_error *error);

double live_clock(const hf_live *live);

/// A recording that begins with the present state.
hf_status live_record_anew(hf_live *live, hf_error *error);

// ---- live_hand.c ----

/// Sets the wrenches of spring and push for a step of length h.
hf_status live_hand_apply(hf_live *live, double h, hf_error *error);

/// Puts what bodies had before back: the push is over, and the spring is asked anew before each step.
void live_hand_end(hf_live *live);

// ---- live_answer.c ----

/// The present state as bytes, with contacts if asked for. False if memory is short, as in what follows.
bool live_answer_frame(hf_live *live, bool contacts);
bool live_answer_text(hf_live *live, const char *kind, const char *text);

/// What does not change from frame to frame: JSON and numbers, as in the replay page, and what can be changed.
hf_status live_answer_about(hf_live *live, hf_error *error);

/// The built-in scenes with their parameters, as JSON.
hf_status live_answer_scenes(hf_live *live, hf_error *error);

/// A body's numbers as JSON.
hf_status live_answer_body(hf_live *live, int body, hf_error *error);

/// A contact of the last step: how far from slipping, whether its force is unique, and the range that it may have at
/// rest; and how much more a body could weigh until the pose gives way. As JSON.
hf_status live_answer_contact(hf_live *live, int contact, hf_error *error);
hf_status live_answer_hold(hf_live *live, int body, hf_error *error);

/// The residual after each iteration of a solve of the last step's problem from zero, as JSON.
hf_status live_answer_iterations(hf_live *live, const char *solver, hf_error *error);

/// A file: "page", "glb", "problem" or "scene".
hf_status live_answer_file(hf_live *live, const char *kind, hf_error *error);

#endif
