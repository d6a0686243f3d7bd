// The files that `run` leaves: recording, page, tables, files of other programs, problems, checkpoints. Each is begun
// before the first step, so that a wrong path is an error at once, and is whole whenever the run ends.

#ifndef HF_TOOL_RUN_OUTPUTS_H
#define HF_TOOL_RUN_OUTPUTS_H

#include "claim.h"
#include "exports.h"
#include "options.h"
#include "output.h"
#include "pictures.h"
#include "run_sensors.h"

#include "holdfast/record.h"
#include "holdfast/run_proof.h"

typedef struct run_outputs
{
    const hf_model *model;
    int every; // of the tables
    output_file csv, joints, contacts, wrenches, page;
    FILE *csv_stream, *joint_stream, *contact_stream, *wrench_stream;
    sensor_table sensors;
    hf_recorder *recorder; // --record and --html
    hf_recorder *memory;   // the exports
    hf_run_proof *proof;
    const char *proof_path;
    exports files;
    picture_files pictures;
    const char *record_path;
    const char *problems, *failed; // folders
    const char *checkpoint;
    file_claim claim; // on it
    double last_safe; // clock of the last flush and checkpoint
} run_outputs;

/// False after an error message; what was begun must be dropped by run_outputs_drop all the same.
bool run_outputs_begin(run_outputs *outputs, const argument_set *arguments, const hf_model *model,
                       const hf_settings *settings);

/// The state before the first step; `proof`: the file of --proof, or NULL.
bool run_outputs_start(run_outputs *outputs, hf_world *world, const char *proof);

/// A step. False after an error message.
bool run_outputs_add(run_outputs *outputs, const hf_world *world, long step, const hf_step_report *report,
                     const hf_step_timing *timing);

/// Ends all files. False after an error message.
bool run_outputs_end(run_outputs *outputs, const hf_world *world, const char *title);

/// After that: whether the file or folder of that name, which was asked for, is there as a whole. (A recording and a
/// checkpoint are at any time.)
bool run_outputs_wrote(const run_outputs *outputs, const char *path);
void run_outputs_drop(run_outputs *outputs);

#endif
