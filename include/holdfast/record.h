// Recordings of a run. The file of a killed run is readable up to its last flush.
//
// A recording (HDF5) holds the model's shapes, a row for every step (time, energies, residual,
// duration), and a frame at every n-th step: the poses of the moving bodies, the contacts, and
// joints, actuators and sensors by name.
// docs/recording.md describes the layout for other programs. Without HDF5 a recorder works in
// memory only, which is enough for a replay page or a CSV file.

#ifndef HOLDFAST_RECORD_H
#define HOLDFAST_RECORD_H

#include "holdfast/sense.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- recording ----

    /// Durations of a step, measured by the caller: the library reads no clock.
    typedef struct hf_step_timing
    {
        /// The whole step [s].
        double seconds;

        /// Each stage [s].
        double stage[HF_STAGE_COUNT];
    } hf_step_timing;

    typedef struct hf_recorder_options
    {
        /// A frame is recorded at every n-th step, >= 1. Default: about 100 frames a second.
        int every;

        /// Frames contain contacts. Default true.
        bool contacts;

        /// Settings of the recorded world. Default: the model's.
        hf_settings settings;

        /// Without a file: limit of the memory for frames [bytes]. Beyond it every other frame is
        /// dropped. Default 192 MB.
        size_t memory;

        /// A page is made as the run goes, which hf_recorder_write_page writes: the end of a run
        /// then takes no longer than writing at most some 40 MB. Without a file nothing else is
        /// kept. Default false.
        bool page;
    } hf_recorder_options;

    /// Defaults for a world with the model's settings.
    HF_API hf_recorder_options hf_recorder_options_default(const hf_model *model);

    typedef struct hf_recorder hf_recorder;

    /// Starts a recording at `path`, or in memory if path is NULL. `options` may be NULL.
    HF_API hf_status hf_recorder_create(const char *path, const hf_model *model, const hf_recorder_options *options,
                                        hf_recorder **recorder, hf_error *error);

    /// Appends a step, and a frame when its turn has come. Data is flushed at least once a second
    /// of simulated time or every 64 frames. report = NULL adds a frame alone: the state before the
    /// first step; a step that was not made (report->substeps = 0) is counted and has no frame.
    /// `timing` may be NULL.
    HF_API hf_status hf_recorder_add(hf_recorder *recorder, const hf_world *world, const hf_step_report *report,
                                     const hf_step_timing *timing, hf_error *error);

    /// Writes everything added so far to the file, so that it survives the end of the process.
    HF_API hf_status hf_recorder_flush(hf_recorder *recorder, hf_error *error);

    /// Ends the recording and frees the recorder, also on failure. NULL is allowed.
    HF_API hf_status hf_recorder_close(hf_recorder *recorder, hf_error *error);

    // ---- reading ----

    typedef struct hf_recording hf_recording;

    /// Opens a recording, complete or not. Frames and steps that were not written completely are
    /// left out.
    HF_API hf_status hf_recording_open(const char *path, hf_recording **recording, hf_error *error);
    HF_API void hf_recording_close(hf_recording *recording);

    /// The recording of a recorder in memory so far; it belongs to the recorder. NULL for a
    /// recorder with a file or a page.
    HF_API const hf_recording *hf_recorder_recording(const hf_recorder *recorder);

    HF_API int hf_recording_step_count(const hf_recording *recording);
    HF_API int hf_recording_frame_count(const hf_recording *recording);

    /// The world is body 0 and counts.
    HF_API int hf_recording_body_count(const hf_recording *recording);

    /// True if hf_recorder_close ended the recording.
    HF_API bool hf_recording_complete(const hf_recording *recording);

    /// How good its steps were.
    HF_API hf_run_quality hf_recording_quality(const hf_recording *recording);

    /// Settings of the recorded world: gravity, timestep, theta, solver, tolerance and accept. The
    /// others are defaults.
    HF_API hf_settings hf_recording_settings(const hf_recording *recording);

    /// Time of a frame [s].
    HF_API double hf_recording_time(const hf_recording *recording, int frame);

    /// Poses of all bodies at a frame: body_count × (x, y, z, qw, qx, qy, qz). Positions have full
    /// precision, orientations 7 digits. Segments of fibres are where the vertices of the fibre
    /// say, in single precision, turned by the shortest turn of z.
    HF_API hf_status hf_recording_poses(const hf_recording *recording, int frame, double *poses, hf_error *error);

    HF_API int hf_recording_fibre_count(const hf_recording *recording);

    /// Segments of the fibre + 1.
    HF_API int hf_recording_fibre_vertex_count(const hf_recording *recording, int fibre);

    /// Vertices of all fibres at a frame, fibre by fibre, root first: 3 coordinates of single
    /// precision for each [m].
    HF_API hf_status hf_recording_fibre_points(const hf_recording *recording, int frame, double *points,
                                               hf_error *error);

    /// Numbers by name that every frame has (hf_model_signal): 0 in recordings of earlier versions.
    HF_API int hf_recording_signal_count(const hf_recording *recording);
    HF_API const char *hf_recording_signal_name(const hf_recording *recording, int signal);
    HF_API hf_signal_kind hf_recording_signal_kind(const hf_recording *recording, int signal);

    /// Index by name; -1 if there is none.
    HF_API int hf_recording_find_signal(const hf_recording *recording, const char *name);

    /// Values of all signals at a frame.
    HF_API hf_status hf_recording_signals(const hf_recording *recording, int frame, double *values, hf_error *error);

    // ---- pages and tables ----

    /// Writes one self-contained page that replays the recording in a browser. Frames of long
    /// recordings are thinned, and the page says so.
    HF_API hf_status hf_recording_write_html(const hf_recording *recording, const char *path, const char *title,
                                             hf_error *error);

    typedef struct hf_page_options
    {
        /// Of the page. Default "holdfast"; NULL means that, too.
        const char *title;

        /// Strands that are drawn beside each fibre at first, 0 … 1000; the page can change it.
        /// Default 0.
        int followers;

        /// A proof of the run (run_proof.h), which the page carries and verifies by itself. Default
        /// NULL: none. One of more than 64 MB is left out.
        const char *proof;
    } hf_page_options;

    HF_API hf_page_options hf_page_options_default(void);

    /// Writes the page with options; NULL takes the defaults.
    HF_API hf_status hf_recording_write_page(const hf_recording *recording, const char *path,
                                             const hf_page_options *options, hf_error *error);

    /// The page of a recorder with hf_recorder_options.page so far: the same as that of its
    /// recording. More may be added afterwards.
    HF_API hf_status hf_recorder_write_page(hf_recorder *recorder, const char *path, const hf_page_options *options,
                                            hf_error *error);

    /// Writes the columns `time`, then NAME.x NAME.y NAME.z NAME.qw NAME.qx NAME.qy NAME.qz for
    /// every body but the world.
    HF_API hf_status hf_recording_write_csv(const hf_recording *recording, const char *path, hf_error *error);

    /// Writes the columns `time`, then all signals by name.
    HF_API hf_status hf_recording_write_signals(const hf_recording *recording, const char *path, hf_error *error);

    /// Writes the lines of a CSV file without quotes, the first of which names the columns, as
    /// columns in HDF5: a data set for each, of 64-bit integers, doubles (NaN for an empty field)
    /// or texts, and the lines themselves. Memory does not grow with them. UNSUPPORTED without
    /// HDF5.
    HF_API hf_status hf_table_pack(const char *lines, const char *path, hf_error *error);

    /// Writes the lines that were packed, byte by byte as they were.
    HF_API hf_status hf_table_unpack(const char *path, const char *lines, hf_error *error);

    // ---- files of other programs ----

    typedef struct hf_export_options
    {
        /// Every n-th frame of the recording is written, >= 1. Default 1.
        int every;

        /// Strands that are drawn beside each fibre, interpolated between neighbours and never
        /// simulated, 0 … 1000. Default 0. A fibre without neighbours has none.
        int followers;

        /// USD: fibres are cubic curves through their vertices (Catmull–Rom). Default false:
        /// straight segments, which is what collides.
        bool cubic;
    } hf_export_options;

    HF_API hf_export_options hf_export_options_default(void);

    /// Writes binary glTF 2.0: bodies are animated nodes, fibres a mesh with a morph target for
    /// each frame. `options` may be NULL in all of these.
    HF_API hf_status hf_recording_write_gltf(const hf_recording *recording, const char *path,
                                             const hf_export_options *options, hf_error *error);

    /// Writes USD text: bodies are Xforms with time samples, fibres one BasisCurves. Metres, z up.
    HF_API hf_status hf_recording_write_usd(const hf_recording *recording, const char *path,
                                            const hf_export_options *options, hf_error *error);

    /// MCAP, for Foxglove and Rerun: transforms of bodies, shapes and fibres as messages in JSON
    /// with Foxglove's schemas.
    HF_API hf_status hf_recording_write_mcap(const hf_recording *recording, const char *path,
                                             const hf_export_options *options, hf_error *error);

    /// MCAP in the profile of ROS 2, for `ros2 bag` and Foxglove: /clock, /tf, /tf_static,
    /// /joint_states, and a wrench for each sensor of forces or torques, in CDR (docs/ros2.md).
    HF_API hf_status hf_recording_write_ros2(const hf_recording *recording, const char *path,
                                             const hf_export_options *options, hf_error *error);

    /// Writes frame00000.vtp … to a folder that exists, and frames.pvd, which names them with their
    /// times: triangles of the bodies and polylines of the fibres, as VTK and ParaView read them.
    HF_API hf_status hf_recording_write_vtk(const hf_recording *recording, const char *folder,
                                            const hf_export_options *options, hf_error *error);

    /// Writes frame00000.hair … to a folder that exists, and frames.csv with their times. INVALID
    /// if the recording has no fibres.
    HF_API hf_status hf_recording_write_hair(const hf_recording *recording, const char *folder,
                                             const hf_export_options *options, hf_error *error);

    // ---- checkpoints ----

    /// Writes the whole state with a hash. The file is written under another name and then renamed,
    /// so that `path` never holds half a checkpoint.
    HF_API hf_status hf_checkpoint_write(const char *path, const hf_world *world, hf_error *error);

    /// HF_STATUS_FORMAT if the file is damaged or belongs to another model; the world then stays as
    /// it was.
    HF_API hf_status hf_checkpoint_read(const char *path, hf_world *world, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
