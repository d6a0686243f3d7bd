// holdfast replay: pages, tables and files of other programs from a recording.

#include "commands.h"
#include "console.h"
#include "exports.h"
#include "output.h"
#include "run_inputs.h"
#include "shared_options.h"
#include "view_tape.h"

#include "holdfast/record.h"

#include <stdlib.h>

static bool write_files(const argument_set *arguments, const hf_recording *recording)
{
    const char *html = option_text(arguments, "html"), *csv = option_text(arguments, "csv");
    const char *title = option_text(arguments, "title"), *signals = option_text(arguments, "signals");
    hf_error error;
    if (!title) title = base_name(arguments->operands[0]);
    hf_status status = HF_STATUS_OK;
    hf_page_options page = {.title = title, .followers = (int)option_count(arguments, "followers")};
    if (html) status = hf_recording_write_page(recording, html, &page, &error);
    if (status == HF_STATUS_OK && csv) status = hf_recording_write_csv(recording, csv, &error);
    if (status == HF_STATUS_OK && signals) status = hf_recording_write_signals(recording, signals, &error);
    if (status != HF_STATUS_OK) tool_error("%s", error.message);
    exports files = {.vtk = NULL};
    bool well = status == HF_STATUS_OK && exports_begin(&files, arguments);
    files.options.every = (int)option_count(arguments, "every");
    well = well && exports_write(&files, recording);
    exports_drop(&files);
    return well;
}

/// No two of the files may be the same.
static bool paths_differ(const argument_set *arguments)
{
    static const char *const files[] = {"html", "csv", "signals", "usd", "gltf", "mcap", "ros2", "vtk-dir", "hair-dir"};
    const char *paths[sizeof files / sizeof files[0]];
    int count = sizeof files / sizeof files[0];
    for (int k = 0; k < count; k++) paths[k] = option_text(arguments, files[k]);
    return outputs_differ(paths, count);
}

/// Runs what --record-inputs wrote once more.
static int replay_inputs(const char *path)
{
    const command_def *run = find_command("run");
    argument_set again;
    int count, code = EXIT_ERROR;
    char **words = run_inputs_words(path, &count);
    if (!words) return EXIT_ERROR;
    words[count++] = tool_text("--inputs");
    words[count++] = tool_text("%s", path);
    tool_error_prefix(run->name);
    if (arguments_parse(&again, run, count, words)) code = run->run(&again);
    arguments_free(&again);
    for (int k = 0; k < count; k++) free(words[k]);
    free(words);
    return code;
}

static int run(const argument_set *arguments)
{
    hf_recording *recording;
    hf_error error;
    const char *inputs = option_text(arguments, "from-inputs");
    if (inputs) return view_tape_is(inputs) ? view_tape_replay(inputs) : replay_inputs(inputs);
    if (arguments->operand_count == 0)
    {
        tool_error("a RECORDING, or --from-inputs F");
        return EXIT_ERROR;
    }
    if (!paths_differ(arguments)) return EXIT_ERROR;
    if (hf_recording_open(arguments->operands[0], &recording, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return EXIT_ERROR;
    }
    int frames = hf_recording_frame_count(recording);
    printf("%s: %d frames to %g s, %d steps, %d bodies%s\n", arguments->operands[0], frames,
           frames > 0 ? hf_recording_time(recording, frames - 1) : 0.0, hf_recording_step_count(recording),
           hf_recording_body_count(recording) - 1,
           hf_recording_complete(recording) ? "" : " (the run was not ended, or is still going on)");
    bool well = write_files(arguments, recording);
    hf_recording_close(recording);
    return well ? EXIT_SUCCESS : EXIT_ERROR;
}

static const option_def options[] = {
    {.name = "html", .argument = "F.html", .kind = OPTION_FILE, .help = "write a page that replays it in a browser"},
    SHARED_MOTION_TABLE,
    {.name = "signals",
     .argument = "F.csv",
     .kind = OPTION_FILE,
     .help = "write joints, actuators and sensors by name at each frame"},
    EXPORT_OPTIONS,
    {.name = "every",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1e9,
     .fallback = "1",
     .help = "USD, glTF, VTK, .hair: every N-th frame of the recording"},
    {.name = "from-inputs",
     .argument = "F",
     .kind = OPTION_FILE,
     .help =
         "do what 'holdfast run' or 'view' wrote with --record-inputs once more, and say whether it comes to the same "
         "state"},
    {.name = "title", .argument = "TEXT", .kind = OPTION_TEXT, .help = "of the page; the file's name otherwise"},
};

static const example_def examples[] = {
    {"replay run.hdf5 --html run.html", "a page from a recording, finished or not"},
    {"replay run.hdf5 --gltf run.glb --usd run.usda", "for Blender, usdview and others"},
    {"replay hair.hdf5 --hair-dir frames --followers 10 --every 4", "hair with ten strands beside each fibre"},
    {"replay run.hdf5 --signals run.csv", "coordinates, velocities, controls, forces and sensors"},
    {"replay --from-inputs run.inputs", "the same bits again, from controls and pushes alone"},
    {"replay run.hdf5 --vtk-dir vtk", "open vtk/frames.pvd in ParaView"},
};

const command_def replay_command = {
    .name = "replay",
    .operands = "RECORDING",
    .operand_least = 0,
    .operand_most = 1,
    .summary = "make a page, a table, USD, glTF, VTK or .hair files from a recording",
    .details = "Reads what holdfast run --record wrote, also while the run goes on or after it was killed, and says "
               "what it has.",
    .exits = "0; 2 if inputs lead to another state; 1 if the recording cannot be read or a file cannot be written.",
    COMMAND_TABLES,
};
