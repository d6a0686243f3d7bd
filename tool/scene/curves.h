// Files of curves in `info` and `convert`.

#ifndef HF_TOOL_CURVES_H
#define HF_TOOL_CURVES_H

#include "options.h"

/// Whether a path is one of a file of curves, by its ending.
bool is_curves(const char *path);

/// What a file of curves holds. False after an error message.
bool info_curves(const char *path, bool json);

/// Reads curves by the options, and writes them. False after an error message.
bool convert_curves(const argument_set *arguments, const char *from, const char *to);

#define CURVE_OPTIONS                                                                                                  \
    {.name = "scale",                                                                                                  \
     .argument = "S",                                                                                                  \
     .kind = OPTION_POSITIVE,                                                                                          \
     .fallback = "1",                                                                                                  \
     .help = "curves: factor of all lengths; 0.01 for a file in centimetres"},                                         \
        {.name = "up",                                                                                                 \
         .argument = "AXIS",                                                                                           \
         .kind = OPTION_CHOICE,                                                                                        \
         .choices = "x|y|z",                                                                                           \
         .fallback = "z",                                                                                              \
         .help = "curves: the axis that points up, which becomes z"},                                                  \
        {.name = "every",                                                                                              \
         .argument = "K",                                                                                              \
         .kind = OPTION_COUNT,                                                                                         \
         .least = 1,                                                                                                   \
         .most = 1e9,                                                                                                  \
         .fallback = "1",                                                                                              \
         .help = "curves: take every K-th strand"},                                                                    \
        {.name = "maximum",                                                                                            \
         .argument = "N",                                                                                              \
         .kind = OPTION_COUNT,                                                                                         \
         .least = 0,                                                                                                   \
         .most = 1e9,                                                                                                  \
         .fallback = "0",                                                                                              \
         .help = "curves: take N strands at most, spread evenly (0: all)"},                                            \
    {                                                                                                                  \
        .name = "points", .argument = "N", .kind = OPTION_COUNT, .least = 0, .most = 1e6, .fallback = "0",             \
        .help = "curves: N points of each strand, at equal distances (0: as they are)"                                 \
    }

#endif
