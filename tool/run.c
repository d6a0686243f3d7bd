// holdfast run: simulates a scene, with a certificate at every step, and leaves what was asked for.

#include "bundled.h"
#include "commands.h"
#include "console.h"
#include "control.h"
#include "push.h"
#include "run_inputs.h"
#include "run_outputs.h"
#include "run_stats.h"
#include "scene_options.h"
#include "shared_options.h"
#include "start.h"
#include "trial.h"

#include "holdfast/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Everything that lives as long as the command.
typedef struct run_job
{
    const argument_set *arguments;
    char *scene;      // with --set; the path of a bundled file
    const char *name; // for people: as typed
    hf_model *model;
    hf_world *world;
    hf_settings settings;
    double begun;          // simulated time at the start [s]
    hf_controls *controls; // NULL without --control
    push_list pushes;
    run_inputs record, drive; // what --record-inputs writes; what it is driven by in their place
    run_outputs outputs;
    run_stats stats;
    progress_line progress;
    const char *end;
    int code;
} run_job;

static bool fail(run_job *job, const hf_error *error)
{
    tool_error("%s", error->message);
    job->code = EXIT_ERROR;
    return false;
}

// ---- the beginning ----

/// The friction law of the command line, if it has one. False after having said what is wrong.
static bool choose_friction(run_job *job)
{
    const char *text = option_text(job->arguments, "friction");
    hf_friction_law law;
    hf_error error = {0};
    if (option_given(job->arguments, "cold-start")) job->settings.solver.cold_start = true;
    for (int k = 0; option_given(job->arguments, "selection") && k < HF_SELECTION_COUNT; k++)
        if (strcmp(option_text(job->arguments, "selection"), hf_selection_name((hf_selection)k)) == 0)
            job->settings.solver.selection = (hf_selection)k;
    if (!text) return true;
    if (hf_friction_read(text, &law, &error) != HF_STATUS_OK) return fail(job, &error);
    job->settings.law.friction = law.kind;
    job->settings.law.sides = law.sides;
    job->settings.law.direction = law.direction;
    return true;
}

/// The model's settings with what the command line says instead. False after an error message.
static bool choose_settings(run_job *job)
{
    const argument_set *arguments = job->arguments;
    hf_settings *s = &job->settings;
    *s = hf_model_settings(job->model);
    if (option_given(arguments, "duration")) s->step.duration = option_number(arguments, "duration");
    if (option_given(arguments, "dt")) s->step.timestep = option_number(arguments, "dt");
    if (option_given(arguments, "tol")) s->solver.tolerance = option_number(arguments, "tol");
    if (option_given(arguments, "accuracy")) s->step.accuracy = option_number(arguments, "accuracy");
    if (option_given(arguments, "travel")) s->step.travel = option_number(arguments, "travel");
    if (option_given(arguments, "reduction")) s->step.reduction = option_number(arguments, "reduction");
    if (option_given(arguments, "fast-tol")) s->step.fast_tolerance = option_number(arguments, "fast-tol");
    if (option_given(arguments, "max-iterations")) s->solver.max_iterations = option_count(arguments, "max-iterations");
    if (option_given(arguments, "budget")) s->solver.budget = (int64_t)option_number(arguments, "budget");
    if (option_given(arguments, "accept")) s->solver.accept = option_number(arguments, "accept");
    for (int k = 0; option_given(arguments, "effort") && k < HF_EFFORT_COUNT; k++)
        if (strcmp(option_text(arguments, "effort"), hf_effort_name((hf_effort)k)) == 0)
            s->solver.effort = (hf_effort)k;
    for (int k = 0; option_given(arguments, "on-fail") && k < HF_ON_FAIL_COUNT; k++)
        if (strcmp(option_text(arguments, "on-fail"), hf_on_fail_name((hf_on_fail)k)) == 0)
            s->solver.on_fail = (hf_on_fail)k;
    if (option_given(arguments, "strict")) s->solver.accept = 0.0, s->solver.on_fail = HF_ON_FAIL_STOP;
    char name[SOLVER_NAME];
    if (!solver_with_options(option_given(arguments, "solver") ? option_text(arguments, "solver") : s->solver.name,
                             arguments, name))
        return false;
    memcpy(s->solver.name, name, sizeof s->solver.name);
    return true;
}

static bool read_controls(run_job *job, const char *name)
{
    hf_error error = {0};
    char *path = bundled_path(name);
    hf_status status = hf_controls_read(path, job->model, &job->controls, &error);
    free(path);
    if (status == HF_STATUS_OK) hf_controls_interpolate(job->controls, option_given(job->arguments, "interpolate"));
    return status == HF_STATUS_OK || fail(job, &error);
}

/// Where it starts, and what drives it.
static bool choose_start(run_job *job)
{
    const argument_set *arguments = job->arguments;
    const char *key = option_text(arguments, "key"), *set = option_text(arguments, "set");
    const char *resume = option_text(arguments, "resume"), *control = option_text(arguments, "control");
    hf_error error = {0};
    if (key && hf_model_find(job->model, HF_ITEM_KEY, key) < 0)
    {
        tool_error("there is no keyframe '%s' in %s", key, job->scene);
        return false;
    }
    if (key && hf_world_set_key(job->world, hf_model_find(job->model, HF_ITEM_KEY, key), &error) != HF_STATUS_OK)
        return fail(job, &error);
    if (resume && hf_checkpoint_read(resume, job->world, &error) != HF_STATUS_OK) return fail(job, &error);
    if (set && scene_is_file(arguments->operands[0]) && !control_set(set, job->world, job->model)) return false;
    if (control && !read_controls(job, control)) return false;
    if (!push_read(&job->pushes, option_text(arguments, "push"), job->model)) return false;
    return start_check(job->model, job->world, option_given(arguments, "strict-start"));
}

/// What drives it is read, or written.
static bool choose_inputs(run_job *job)
{
    const char *record = option_text(job->arguments, "record-inputs"), *drive = option_text(job->arguments, "inputs");
    bool well = !drive || run_inputs_read(&job->drive, drive, job->world);
    well = well && (!record || run_inputs_write(&job->record, record, job->arguments, job->world));
    if (!well) job->code = EXIT_ERROR;
    return well;
}

/// A run that would never end is refused; one that is over before it begins is no error, but worth a word.
static bool check_times(run_job *job)
{
    static const double steps_max = 1e15; // beyond, time would not move any more
    double h = job->settings.step.timestep, duration = job->settings.step.duration;
    job->begun = hf_world_time(job->world);
    double steps = (duration - job->begun) / h;
    if (!(fmax(steps, job->begun / h) < steps_max))
    {
        tool_error("steps of %g s to the time %g s are more than %g; take longer steps", h, fmax(duration, job->begun),
                   steps_max);
        return false;
    }
    if (steps <= 0.5)
        fprintf(stderr,
                "note: there is nothing to simulate: the run begins at %g s and ends at %g s, in steps of %g s\n",
                job->begun, duration, h);
    return true;
}

static bool load(run_job *job)
{
    const argument_set *arguments = job->arguments;
    job->scene = scene_word(arguments, option_text(arguments, "set"));
    hf_error error = {0};
    job->name = scene_is_file(arguments->operands[0]) ? arguments->operands[0] : job->scene;
    const scene_choices choices = {.coordinates = option_text(arguments, "coordinates"),
                                   .integrator = option_text(arguments, "integrator"),
                                   .motions = option_text(arguments, "motion")};
    hf_status status = scene_model(arguments, job->scene, &choices, &job->model, &error);
    if (status == HF_STATUS_OK) status = hf_world_create(job->model, &job->world, &error);
    if (status != HF_STATUS_OK) return fail(job, &error);
    hf_world_set_interrupt(job->world, interrupt_stops, NULL);
    if (!choose_settings(job) || !choose_friction(job)) return false;
    if (hf_world_set_settings(job->world, &job->settings, &error) != HF_STATUS_OK) return fail(job, &error);
    int threads = (int)option_count(arguments, "threads"), granted = hf_world_set_threads(job->world, threads);
    if (granted < threads) fprintf(stderr, "note: %d threads are all that the system gives\n", granted);
    return choose_start(job) && choose_inputs(job) && check_times(job);
}

// ---- the steps ----

static void show_progress(run_job *job)
{
    enum
    {
        CELLS = 24
    };
    if (!progress_due(&job->progress)) return;
    double time = hf_world_time(job->world), wall = clock_now() - job->progress.started;
    double part = job->settings.step.duration > 0.0 ? fmin(time / job->settings.step.duration, 1.0) : 1.0;
    char bar[3 * CELLS + 1] = ""; // three bytes a cell
    for (int k = 0; k < CELLS; k++) snprintf(bar + 3 * k, 4, "%s", k < (int)(part * CELLS) ? "█" : "░");
    double factor = wall > 0.0 ? (time - job->begun) / wall : 0.0;
    double left = factor > 0.0 ? (job->settings.step.duration - time) / factor : 0.0;
    progress_show(&job->progress, "%s %3.0f %%  %.3f of %g s  %.3g × real time  %d contacts  %.0f s left", bar,
                  100.0 * part, time, job->settings.step.duration, factor, hf_world_contact_count(job->world), left);
}

/// True to go on.
static bool step(run_job *job, stage_clock *clock, long number)
{
    hf_step_report report;
    hf_error error = {0};
    hf_status status = job->controls ? hf_controls_apply(job->controls, job->world, &error) : HF_STATUS_OK;
    bool well = status != HF_STATUS_OK || push_apply(&job->pushes, job->world, job->model);
    well = well && (!job->drive.file || run_inputs_apply(&job->drive, number, job->world));
    well = well && (!job->record.file || run_inputs_note(&job->record, number, &job->pushes, job->world));
    if (!well)
    {
        job->end = "error";
        job->code = EXIT_ERROR;
        return false;
    }
    stage_clock_begin(clock);
    if (status == HF_STATUS_OK) status = hf_world_step(job->world, 0.0, &report, &error);
    stage_clock_end(clock);
    if (status == HF_STATUS_INTERRUPTED) return false; // the state is that before the step
    if (status != HF_STATUS_OK)
    {
        job->end = "error";
        return fail(job, &error);
    }
    run_stats_add(&job->stats, &report, &clock->timing);
    if (!run_outputs_add(&job->outputs, job->world, number, &report, &clock->timing))
    {
        job->end = "error";
        job->code = EXIT_ERROR;
        return false;
    }
    if (report.quality != HF_STEP_FAILED) return true;
    job->code = EXIT_NOT_CONVERGED;
    if (report.substeps > 0) return true; // --on-fail continue
    progress_clear(&job->progress);
    tool_error("step %ld at %g s is not certified: residual %.2e, tolerance %g, accepted %g%s%s. The run ends with the "
               "state before it.",
               number, hf_world_time(job->world), report.solve.residual.natural, job->settings.solver.tolerance,
               fmax(job->settings.solver.accept, job->settings.solver.tolerance), report.solve.note[0] ? "; " : "",
               report.solve.note);
    job->end = "not certified";
    return false;
}

static bool is_over(const run_job *job)
{
    return hf_world_time(job->world) >= job->settings.step.duration - 0.5 * job->settings.step.timestep;
}

/// How many answers the step has that was made. True to go on.
static bool count_answers(run_job *job, long number, bool last)
{
    hf_error error = {0};
    if (answer_stats_look(&job->stats.answers, job->world, number, last, &error)) return true;
    job->end = "error";
    return fail(job, &error);
}

/// The number of a step is the same whether the run was resumed or not.
static void simulate(run_job *job)
{
    stage_clock clock;
    double h = job->settings.step.timestep;
    hf_world_observe(job->world, stage_clock_observe, &clock);
    long number = lround(job->begun / h);
    long made = number;
    while (!is_over(job) && !run_inputs_over(&job->drive, number) && step(job, &clock, ++number))
    {
        made = number;
        if (!count_answers(job, number, is_over(job))) break;
        show_progress(job);
        if (interrupted()) break;
    }
    if (job->record.file && !run_inputs_end(&job->record, made, job->world)) job->code = EXIT_ERROR;
    if (job->drive.file &&
        !(run_inputs_apply(&job->drive, made + 1, job->world) && run_inputs_agree(&job->drive, job->world)))
        job->code = EXIT_NOT_CONVERGED;
    if (interrupted() && strcmp(job->end, "done") == 0 && !is_over(job)) // after failed steps, too
    {
        job->end = "interrupted";
        job->code = EXIT_INTERRUPTED;
    }
    progress_clear(&job->progress);
    hf_world_observe(job->world, NULL, NULL);
}

// ---- the end ----

static void tell(run_job *job)
{
    run_about about = {.scene = job->scene,
                       .end = job->end,
                       .settings = job->settings,
                       .time = hf_world_time(job->world),
                       .begun = job->begun,
                       .bodies = hf_model_count(job->model, HF_ITEM_BODY) - 1,
                       .model = job->model,
                       .world = job->world,
                       .final_state = option_given(job->arguments, "state"),
                       .hash = hf_world_hash(job->world)};
    if (job->stats.unexplained_steps > 0)
        about.unexplained_body = hf_model_body(job->model, job->stats.unexplained_body).name;
    if (option_given(job->arguments, "json"))
    {
        run_summary_json(&job->stats, &about);
        return;
    }
    printf("%s: %s\n", job->name, job->end);
    run_summary_text(&job->stats, &about);
    static const char *const files[] = {"png",      "video",    "record",  "html",  "csv",        "joints",
                                        "contacts", "wrenches", "sensors", "proof", "checkpoint", "dump-problems",
                                        "usd",      "gltf",     "mcap",    "ros2",  "vtk-dir",    "hair-dir"};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
    {
        const char *path = option_text(job->arguments, files[k]);
        if (!path || !run_outputs_wrote(&job->outputs, path)) continue;
        console_cell(stdout, "wrote", 14, COLOUR_DIM);
        printf("%s\n", path);
    }
}

static int run(const argument_set *arguments)
{
    run_job job = {.arguments = arguments, .end = "done", .code = EXIT_SUCCESS, .progress = progress_begin()};
    double begun = clock_now();
    interrupt_watch();
    if (load(&job))
    {
        if (run_outputs_begin(&job.outputs, arguments, job.model, &job.settings) &&
            run_outputs_start(&job.outputs, job.world, option_text(arguments, "proof")))
        {
            simulate(&job);
            if (!run_outputs_end(&job.outputs, job.world, job.name)) job.code = EXIT_ERROR;
            job.stats.wall = clock_now() - begun;
            tell(&job);
        }
        else job.code = EXIT_ERROR;
        run_outputs_drop(&job.outputs);
    }
    else job.code = EXIT_ERROR;
    hf_controls_destroy(job.controls);
    push_free(&job.pushes);
    run_inputs_drop(&job.record);
    run_inputs_drop(&job.drive);
    run_stats_free(&job.stats);
    hf_world_destroy(job.world);
    hf_model_destroy(job.model);
    free(job.scene);
    return job.code;
}

static const option_def options[] = {
    SCENE_STEPPING,
    SHARED_SOLVER_OPTION,
    SHARED_PLUGIN,
    {.name = "accuracy",
     .subject = "accuracy and work",
     .argument = "M",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .help = "cut each step until its positions are known to M metres (0: off); the scene's otherwise"},
    {.name = "travel",
     .argument = "M",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .help = "cut a step into pieces in which nothing comes farther than M metres (0: off); the scene's otherwise"},
    {.name = "fast-tol",
     .argument = "T",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e300,
     .help = "tolerance of steps in which something comes as far as --travel; --tol is that of rest (0: everywhere)"},
    {.name = "reduction",
     .argument = "M",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .help = "contact points of two shapes within M metres, with one normal, are one (0: those that coincide); the "
             "scene's otherwise"},
    {.name = "effort",
     .argument = "E",
     .kind = OPTION_CHOICE,
     .choices = "low|normal|high|exact",
     .help = "work that a step may take, in proportion to its rows; exact: no limit; the scene's otherwise"},
    {.name = "budget",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1e15,
     .help = "work of one solve of a step, in visits of a 3×3 block of W (about 10 ns each); by --effort otherwise"},
    {.name = "accept",
     .argument = "A",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e300,
     .help = "largest residual of an answer that is taken when the work is used up: the step is then approximate "
             "(0: certified answers only); the scene's otherwise"},
    {.name = "on-fail",
     .argument = "F",
     .kind = OPTION_CHOICE,
     .choices = "stop|continue|frictionless",
     .help = "after a step beyond --accept: stop with the state before it, or go on with the best answer there is, or "
             "with the one without friction (Yamane and Nakamura 2008); the scene's otherwise"},
    {.name = "strict", .kind = OPTION_FLAG, .help = "take certified steps only: --accept 0 --on-fail stop"},
    SHARED_MAX_ITERATIONS,
    SHARED_FRICTION("the friction law, which certificates are of: cone, pyramid (inscribed) or outer-pyramid "
                    "(circumscribed); the scene's otherwise, and without that the one that the solver is made for"),
    {.name = "selection",
     .argument = "WHICH",
     .kind = OPTION_CHOICE,
     .choices = "compliant|any|area",
     .help = "which impulses are taken where many solve a step: those that equally stiff points would carry, "
             "whichever are found first, or those of points as stiff as their share of a patch's area; the scene's "
             "otherwise"},
    {.name = "cold-start",
     .subject = "method",
     .kind = OPTION_FLAG,
     .help = "solve each step from zero, not from the step before"},
    SHARED_THREADS,
    {.name = "coordinates",
     .argument = "C",
     .kind = OPTION_CHOICE,
     .choices = "reduced|maximal",
     .help = "of jointed bodies: reduced, the joints' own; or maximal, six of each body with joints as constraints "
             "(Baraff 1996); the scene's otherwise"},
    {.name = "integrator",
     .argument = "I",
     .kind = OPTION_CHOICE,
     .choices = "moreau|baraff|first-order",
     .help = "how steps are made: moreau, velocities and impulses; baraff, accelerations and forces, impulses at "
             "collisions (Baraff 1994); first-order, f = m v, a world without inertia; the scene's otherwise"},
    {.name = "set",
     .subject = "the scene, and what acts on it",
     .argument = "NAME=VALUE,...",
     .kind = OPTION_TEXT,
     .help = "parameters of a built-in scene; of a file, controls of actuators, which then stay, and attributes of "
             "elements by name (box.friction=0.4, arm/kp=200, option.timestep=0.001)"},
    SCENE_SEED,
    SCENE_FLOATING,
    {.name = "key", .argument = "NAME", .kind = OPTION_TEXT, .help = "start at that keyframe"},
    {.name = "strict-start",
     .kind = OPTION_FLAG,
     .help = "refuse a start in which shapes overlap by more than what is corrected as a matter of course; otherwise "
             "what stands in the floor is lifted out, other pairs are left alone until they separate, and a note names "
             "them"},
    {.name = "control",
     .argument = "F.csv",
     .kind = OPTION_FILE,
     .help = "controls over time: a head (time, names of actuators), then rows, each of which holds until the next"},
    {.name = "interpolate", .kind = OPTION_FLAG, .help = "controls of --control run straight from row to row"},
    {.name = "push",
     .argument = "BODY:FX,FY,FZ@T0-T1;...",
     .kind = OPTION_TEXT,
     .help = "forces on bodies [N], in world axes at the centre of mass, from T0 to T1 [s]"},
    {.name = "motion",
     .argument = "BODY=F,...",
     .kind = OPTION_TEXT,
     .help = "keyframes of bodies whose motion is prescribed (mocap): a table F.csv (time, x, y, z, qw, qx, qy, qz) or "
             "an animated node F.glb#node; the curve through them has a continuous velocity"},
    {.name = "record",
     .subject = "files",
     .argument = "F.hdf5",
     .kind = OPTION_FILE,
     .help = "write a recording; a run that is killed leaves a readable one"},
    {.name = "every",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1e9,
     .help = "keep each N-th step in recordings, pages and tables (about 100 a second in recordings and pages "
             "otherwise, all in tables)"},
    {.name = "html",
     .argument = "F.html",
     .kind = OPTION_FILE,
     .help = "write a page that replays the run in a browser"},
    EXPORT_OPTIONS,
    PICTURE_OPTIONS,
    SHARED_MOTION_TABLE,
    {.name = "joints",
     .argument = "F.csv",
     .kind = OPTION_FILE,
     .help = "write a table of joints and actuators by name: coordinate and velocity, control and force"},
    {.name = "contacts",
     .argument = "F.csv",
     .kind = OPTION_FILE,
     .help = "write a table of all contacts: bodies, geoms, point, normal, gap, impulse, velocity, status"},
    {.name = "wrenches",
     .argument = "F.csv",
     .kind = OPTION_FILE,
     .help = "write a table of the force between each two bodies that press on each other: force and torque on the "
             "first, pressure centre, load, area of the patch"},
    {.name = "sensors",
     .argument = "F.csv",
     .kind = OPTION_FILE,
     .help = "write a table of all sensors of the scene, at the start and after each step"},
    {.name = "proof",
     .argument = "F.hfp",
     .kind = OPTION_FILE,
     .help = "write a proof of the run: every step with its numbers, for 'holdfast verify' and for programs that share "
             "nothing with holdfast"},
    {.name = "record-inputs",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "write all that leads to the last state beside the model's files: options, controls, pushes, hashes; for "
             "'holdfast replay --from-inputs'"},
    {.name = "inputs",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "drive it by what --record-inputs wrote, and say whether it comes to the same state"},
    {.name = "checkpoint",
     .subject = "going on, and what scripts read",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "keep the state in a file, each second and at the end"},
    {.name = "resume",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "start from a checkpoint, bit by bit as if never stopped"},
    SHARED_JSON("the summary as one JSON object"),
    {.name = "state",
     .kind = OPTION_FLAG,
     .help = "with --json: the final state, too: qpos, qvel, joints, actuators and bodies by name"},
    {.name = "dump-problems",
     .argument = "DIR",
     .kind = OPTION_FILE,
     .help = "write the contact problem of each step that has contacts, with its answer, for solve, check and bench "
             "(FCLIB, or a group of our own for what FCLIB has no form for)"},
    {.name = "dump-failed",
     .argument = "DIR",
     .kind = OPTION_FILE,
     .help = "the same for steps that are not certified"},
};

static const example_def examples[] = {
    {"run grasp --html grasp.html", "a built-in scene, and a page to look at"},
    {"run arch --gltf arch.glb --usd arch.usda", "the motion for Blender, usdview and others"},
    {"run scene.xml --duration 10 --record run.hdf5 --checkpoint run.check",
     "an MJCF file, with what a long run needs"},
    {"run scene.xml --duration 20 --resume run.check", "ten seconds more"},
    {"run incline --set mu=0.4,angle=21 --csv motion.csv --json", "for a script"},
    {"run gripper.xml --set left=20,right=20", "a gripper that closes with constant forces"},
    {"run scene.xml --set box.friction=0.4,arm/kp=200 --push 'box:20,0,0@0.5-0.6' --joints joints.csv",
     "a file with other numbers, and a push"},
    {"run robot.xml --key home --control moves.csv", "a robot from a keyframe, driven by a table"},
};

const command_def run_command = {
    .name = "run",
    .usual = "duration,dt,solver,tol,threads,set,control,push,record,html,csv,json",
    .operands = "SCENE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "simulate a scene, with a certificate at every step",
    .details = "SCENE is an MJCF, URDF, SDF or SVG file, or a built-in scene (holdfast scenes lists them). Each step "
               "solves its "
               "contacts with exact Coulomb friction and certifies the answer. A step that takes more work than "
               "--effort allows takes the best answer so far if its residual is within --accept, and counts as "
               "approximate. Beyond that it is tried in smaller ones; if that fails too, the run ends with the last "
               "good state and says so, or goes on (--on-fail).\n\n"
               "Ctrl-C ends the run; all files are then as if it had been planned to end there.",
    .exits = "0 if every step is within --accept (with --strict: certified), 2 if one is not, 1 if there was an error, "
             "130 after Ctrl-C.",
    COMMAND_TABLES,
};
