// Files of other programs that `run` and `replay` write from a recording: USD, glTF, MCAP, VTK, .hair.

#ifndef HF_TOOL_EXPORTS_H
#define HF_TOOL_EXPORTS_H

#include "options.h"
#include "output.h"

#include "holdfast/record.h"

typedef struct exports
{
    output_file usd, gltf, mcap, ros2;
    const char *vtk, *hair;         // folders
    bool vtk_missing, hair_missing; // they could not be written
    hf_export_options options;
} exports;

/// Makes the folders and proves that the files can be written. False after an error message; what was begun must be
/// dropped all the same.
bool exports_begin(exports *e, const argument_set *arguments);

/// Whether anything was asked for.
bool exports_wanted(const exports *e);

/// Writes all of them. False after an error message.
bool exports_write(exports *e, const hf_recording *recording);
void exports_drop(exports *e);

#define EXPORT_OPTIONS                                                                                                 \
    {.name = "usd",                                                                                                    \
     .argument = "F.usda",                                                                                             \
     .kind = OPTION_FILE,                                                                                              \
     .help = "write USD text: bodies as Xforms with time samples, fibres as BasisCurves"},                             \
        {.name = "gltf",                                                                                               \
         .argument = "F.glb",                                                                                          \
         .kind = OPTION_FILE,                                                                                          \
         .help = "write binary glTF 2.0: bodies as animated nodes, fibres as a mesh with morph targets"},              \
        {.name = "mcap",                                                                                               \
         .argument = "F.mcap",                                                                                         \
         .kind = OPTION_FILE,                                                                                          \
         .help = "write MCAP for Foxglove and Rerun: transforms, shapes and fibres as messages"},                      \
        {.name = "ros2",                                                                                               \
         .argument = "F.mcap",                                                                                         \
         .kind = OPTION_FILE,                                                                                          \
         .help = "write MCAP for ros2 bag and Foxglove: clock, tf, joint states and wrenches in CDR"},                 \
        {.name = "vtk-dir",                                                                                            \
         .argument = "DIR",                                                                                            \
         .kind = OPTION_FILE,                                                                                          \
         .help = "write frame00000.vtp … and frames.pvd for VTK and ParaView"},                                        \
        {.name = "hair-dir",                                                                                           \
         .argument = "DIR",                                                                                            \
         .kind = OPTION_FILE,                                                                                          \
         .help = "write the fibres as frame00000.hair … and their times as frames.csv"},                               \
        {.name = "followers",                                                                                          \
         .argument = "N",                                                                                              \
         .kind = OPTION_COUNT,                                                                                         \
         .least = 0,                                                                                                   \
         .most = 1000,                                                                                                 \
         .fallback = "0",                                                                                              \
         .help = "in the page and these files, draw N strands beside each fibre, interpolated between neighbours"},    \
    {                                                                                                                  \
        .name = "cubic", .kind = OPTION_FLAG, .help = "USD: fibres as cubic curves, not as straight segments"          \
    }

#endif
