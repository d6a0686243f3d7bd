// What the commands that take a scene share: its options, and how it is opened.

#ifndef HF_TOOL_SCENE_OPTIONS_H
#define HF_TOOL_SCENE_OPTIONS_H

#include "options.h"

#include "holdfast/model.h"

#define SCENE_FLOATING                                                                                                 \
    {                                                                                                                  \
        .name = "floating", .kind = OPTION_FLAG, .help = "the root of a URDF file moves freely; it is fixed otherwise" \
    }
#define SCENE_SEED                                                                                                     \
    {                                                                                                                  \
        .name = "seed", .argument = "N", .kind = OPTION_COUNT, .fallback = "1",                                        \
        .help = "for built-in scenes that draw random numbers", .least = 0, .most = 1e15                               \
    }

#define SCENE_SET                                                                                                      \
    {                                                                                                                  \
        .name = "set", .argument = "NAME=VALUE,...", .kind = OPTION_TEXT,                                              \
        .help = "parameters of a built-in scene; attributes of elements of a file, as with run"                        \
    }

/// How long, in which steps, by which solver, how exactly: where they are not given the scene says so.
#define SCENE_STEPPING                                                                                                 \
    {.name = "duration",                                                                                               \
     .argument = "S",                                                                                                  \
     .kind = OPTION_NUMBER,                                                                                            \
     .least = 0,                                                                                                       \
     .most = 1e9,                                                                                                      \
     .help = "simulate up to this time [s]; the scene says how long otherwise"},                                       \
        {.name = "dt",                                                                                                 \
         .argument = "H",                                                                                              \
         .kind = OPTION_POSITIVE,                                                                                      \
         .help = "length of a step [s]; the scene's otherwise"},                                                       \
        {.name = "solver", .argument = "S", .kind = OPTION_SOLVER, .help = "the solver; the scene's otherwise"},       \
    {                                                                                                                  \
        .name = "tol", .argument = "T", .kind = OPTION_POSITIVE,                                                       \
        .help = "tolerance of the certificate; the scene's otherwise"                                                  \
    }

/// Whether the user means a file: built-in scenes have neither a slash nor a dot before their parameters.
bool scene_is_file(const char *word);

/// The first operand with --floating and, if not NULL, what --set says: parameters of a built-in scene, attributes of
/// elements of a file (controls are left to control_set). Heap.
char *scene_word(const argument_set *arguments, const char *set);

/// What a model is built for; NULL: as the scene says.
typedef struct scene_choices
{
    const char *coordinates; // "reduced" or "maximal"
    const char *integrator;  // "moreau", "baraff" or "first-order"
    const char *motions;     // keyframes for some bodies: "BODY=FILE,…"
} scene_choices;

/// Opens and builds it; notices go to stderr. `choices` may be NULL.
hf_status scene_model(const argument_set *arguments, const char *scene, const scene_choices *choices, hf_model **model,
                      hf_error *error);

#endif
