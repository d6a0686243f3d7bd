#include "run_outputs.h"

#include "console.h"
#include "joint_table.h"

#include "holdfast/fibre.h"
#include "holdfast/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double SAFE_EVERY = 1.0; // seconds on the clock between two flushes and checkpoints

static bool say(const hf_error *error)
{
    tool_error("%s", error->message);
    return false;
}

static bool say_full(const char *path)
{
    tool_error("%s: cannot be written (%s)", path,
               errno == ENOSPC || errno == EFBIG ? "there is no room on the disk" : strerror(errno));
    return false;
}

// ---- tables ----

static void put_name(FILE *out, const hf_model *model, int body)
{
    hf_body_def def = hf_model_body(model, body);
    char made[32];
    snprintf(made, sizeof made, body == 0 ? "world" : "body%d", body);
    for (const char *c = def.name && *def.name ? def.name : made; *c; c++)
        fputc(*c == '"' || *c == ',' || *c == '\n' ? '_' : *c, out);
}

/// Segments of fibres have no columns: --hair-dir and --vtk-dir write the curves.
static bool is_segment(const run_outputs *outputs, int body)
{
    return hf_model_body_fibre(outputs->model, body, NULL) >= 0;
}

static void csv_head(const run_outputs *outputs)
{
    static const char *const parts[7] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
    fputs("time", outputs->csv_stream);
    for (int b = 1; b < hf_model_count(outputs->model, HF_ITEM_BODY); b++)
        for (int c = is_segment(outputs, b) ? 7 : 0; c < 7; c++)
        {
            fputc(',', outputs->csv_stream);
            put_name(outputs->csv_stream, outputs->model, b);
            fprintf(outputs->csv_stream, ".%s", parts[c]);
        }
    fputc('\n', outputs->csv_stream);
}

static bool csv_row(const run_outputs *outputs, const hf_world *world)
{
    FILE *out = outputs->csv_stream;
    fprintf(out, "%.17g", hf_world_time(world));
    for (int b = 1; b < hf_model_count(outputs->model, HF_ITEM_BODY); b++)
    {
        if (is_segment(outputs, b)) continue;
        hf_body_state s = hf_world_body(world, b);
        fprintf(out, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", s.position[0], s.position[1], s.position[2],
                s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3]);
    }
    fputc('\n', out);
    return !ferror(out) || say_full(outputs->csv.path);
}

static bool joint_row(const run_outputs *outputs, const hf_world *world)
{
    joint_table_row(outputs->joint_stream, outputs->model, world);
    return !ferror(outputs->joint_stream) || say_full(outputs->joints.path);
}

/// A shape's name, or its number where it has none.
static void put_shape(FILE *out, const hf_model *model, int shape)
{
    const char *name = hf_model_shape(model, shape).name;
    if (!name || !*name) fprintf(out, "shape%d", shape);
    for (const char *c = name ? name : ""; *c; c++) fputc(*c == '"' || *c == ',' || *c == '\n' ? '_' : *c, out);
}

static void contact_head(FILE *out)
{
    fputs("step,time,id,body_a,body_b,geom_a,geom_b,x,y,z,nx,ny,nz,tx,ty,tz,gap,mu,r_n,r_1,r_2,u_n,u_1,u_2,status,"
          "m_n,m_1,m_2,w_n,w_1,w_2\n",
          out);
}

static bool contact_rows(const run_outputs *outputs, const hf_world *world, long step)
{
    static const char *const names[] = {"open", "stick", "slip"};
    FILE *out = outputs->contact_stream;
    for (int k = 0; k < hf_world_contact_count(world); k++)
    {
        hf_contact c = hf_world_contact(world, k);
        fprintf(out, "%ld,%.17g,%016llx,", step, hf_world_time(world), (unsigned long long)c.id);
        put_name(out, outputs->model, c.body_a);
        fputc(',', out);
        put_name(out, outputs->model, c.body_b);
        fputc(',', out);
        put_shape(out, outputs->model, c.shape_a);
        fputc(',', out);
        put_shape(out, outputs->model, c.shape_b);
        const double *const groups[] = {c.point, c.normal, c.tangent, &c.gap, &c.mu, c.r, c.u};
        const int sizes[] = {3, 3, 3, 1, 1, 3, 3};
        for (int g = 0; g < 7; g++)
            for (int d = 0; d < sizes[g]; d++) fprintf(out, ",%.17g", groups[g][d]);
        fprintf(out, ",%s", names[c.status]);
        for (int d = 0; d < 3; d++) fprintf(out, ",%.17g", c.moment[d]);
        for (int d = 0; d < 3; d++) fprintf(out, ",%.17g", c.spin[d]);
        fputc('\n', out);
    }
    return !ferror(out) || say_full(outputs->contacts.path);
}

static void wrench_head(FILE *out)
{
    fputs("step,time,body_a,body_b,contacts,fx,fy,fz,tx,ty,tz,x,y,z,load,area\n", out);
}

static bool wrench_rows(const run_outputs *outputs, const hf_world *world, long step)
{
    FILE *out = outputs->wrench_stream;
    int count = hf_world_wrenches(world, 0, NULL);
    hf_wrench *wrenches = calloc((size_t)count + 1, sizeof *wrenches);
    if (!wrenches)
    {
        tool_error("out of memory");
        return false;
    }
    (void)hf_world_wrenches(world, count, wrenches);
    for (int k = 0; k < count; k++)
    {
        const hf_wrench *w = &wrenches[k];
        fprintf(out, "%ld,%.17g,", step, hf_world_time(world));
        put_name(out, outputs->model, w->body_a);
        fputc(',', out);
        put_name(out, outputs->model, w->body_b);
        fprintf(out, ",%d", w->contact_count);
        const double *const groups[] = {w->force, w->torque, w->center, &w->load, &w->area};
        const int sizes[] = {3, 3, 3, 1, 1};
        for (int g = 0; g < 5; g++)
            for (int d = 0; d < sizes[g]; d++) fprintf(out, ",%.17g", groups[g][d]);
        fputc('\n', out);
    }
    free(wrenches);
    return !ferror(out) || say_full(outputs->wrenches.path);
}

// ---- problems ----

static bool dump(const char *folder, const hf_world *world, long step)
{
    const double *r = NULL;
    const hf_problem *problem = hf_world_problem(world, &r);
    if (!problem || hf_problem_describe(problem).contact_count == 0) return true; // nothing to solve there
    hf_fclib_info info = {0};
    snprintf(info.title, sizeof info.title, "step %ld", step);
    snprintf(info.description, sizeof info.description, "contact problem of a step at t = %.9g s",
             hf_world_time(world));
    char *path = tool_text("%s/step%07ld.hdf5", folder, step);
    hf_error error;
    hf_status status = hf_fclib_write(path, problem, &info, &error);
    if (status == HF_STATUS_OK && r) status = hf_fclib_write_solution(path, problem, r, NULL, &error);
    free(path);
    return status == HF_STATUS_OK || say(&error);
}

// ---- the whole ----

static bool begin_table(output_file *file, FILE **stream, const char *path)
{
    if (!output_begin(file, path)) return false;
    if (!path) return true;
    *stream = output_open(file);
    return *stream != NULL;
}

static bool begin_recorders(run_outputs *outputs, const argument_set *arguments, const hf_settings *settings)
{
    hf_recorder_options options = hf_recorder_options_default(outputs->model);
    options.settings = *settings;
    double steps = 0.01 / settings->step.timestep; // about 100 frames a second
    options.every = option_given(arguments, "every") ? outputs->every
                    : steps >= 1.5 && steps < 1e6    ? (int)(steps + 0.5)
                                                     : 1;
    hf_error error;
    outputs->record_path = option_text(arguments, "record");
    options.page = outputs->page.path != NULL;
    if ((outputs->record_path || options.page) &&
        hf_recorder_create(outputs->record_path, outputs->model, &options, &outputs->recorder, &error) != HF_STATUS_OK)
        return say(&error);
    options.page = false;
    if (exports_wanted(&outputs->files) &&
        hf_recorder_create(NULL, outputs->model, &options, &outputs->memory, &error) != HF_STATUS_OK)
        return say(&error);
    return true;
}

bool run_outputs_begin(run_outputs *outputs, const argument_set *arguments, const hf_model *model,
                       const hf_settings *settings)
{
    *outputs = (run_outputs){.model = model,
                             .every = option_given(arguments, "every") ? (int)option_count(arguments, "every") : 1,
                             .problems = option_text(arguments, "dump-problems"),
                             .failed = option_text(arguments, "dump-failed"),
                             .checkpoint = option_text(arguments, "checkpoint"),
                             .last_safe = clock_now()};
    static const char *const files[] = {"png",    "video",    "record",   "proof",   "html",       "csv",
                                        "joints", "contacts", "wrenches", "sensors", "checkpoint", "usd",
                                        "gltf",   "mcap",     "ros2",     "vtk-dir", "hair-dir"};
    const char *paths[sizeof files / sizeof files[0]];
    int count = sizeof files / sizeof files[0];
    for (int k = 0; k < count; k++) paths[k] = option_text(arguments, files[k]);
    if (!outputs_differ(paths, count) || !file_claim_begin(&outputs->claim, outputs->checkpoint)) return false;
    hf_error error;
    hf_fclib_info info;
    if ((outputs->problems || outputs->failed) && hf_fclib_describe("", &info, &error) == HF_STATUS_UNSUPPORTED)
        return say(&error);
    if (outputs->problems && !make_folder(outputs->problems)) return false;
    if (outputs->failed && !make_folder(outputs->failed)) return false;
    if (!begin_table(&outputs->csv, &outputs->csv_stream, option_text(arguments, "csv"))) return false;
    if (!begin_table(&outputs->joints, &outputs->joint_stream, option_text(arguments, "joints"))) return false;
    if (!begin_table(&outputs->contacts, &outputs->contact_stream, option_text(arguments, "contacts"))) return false;
    if (!begin_table(&outputs->wrenches, &outputs->wrench_stream, option_text(arguments, "wrenches"))) return false;
    if (!sensor_table_begin(&outputs->sensors, option_text(arguments, "sensors"), model)) return false;
    if (!output_begin(&outputs->page, option_text(arguments, "html"))) return false;
    if (option_given(arguments, "hair-dir") && hf_model_count(model, HF_ITEM_FIBRE) == 0)
    {
        tool_error("--hair-dir: the scene has no fibres, and .hair files hold nothing else");
        return false;
    }
    if (!exports_begin(&outputs->files, arguments)) return false;
    if (!pictures_begin(&outputs->pictures, arguments, model)) return false;
    if (!begin_recorders(outputs, arguments, settings)) return false;
    if (outputs->csv_stream) csv_head(outputs);
    if (outputs->joint_stream) joint_table_head(outputs->joint_stream, model);
    if (outputs->contact_stream) contact_head(outputs->contact_stream);
    if (outputs->wrench_stream) wrench_head(outputs->wrench_stream);
    return true;
}

static bool record(hf_recorder *recorder, const hf_world *world, const hf_step_report *report,
                   const hf_step_timing *timing)
{
    hf_error error;
    return !recorder || hf_recorder_add(recorder, world, report, timing, &error) == HF_STATUS_OK || say(&error);
}

static bool keep(const run_outputs *outputs, const hf_world *world)
{
    hf_error error;
    return !outputs->checkpoint || hf_checkpoint_write(outputs->checkpoint, world, &error) == HF_STATUS_OK ||
           say(&error);
}

bool run_outputs_start(run_outputs *outputs, hf_world *world, const char *proof)
{
    hf_error error;
    outputs->proof_path = proof;
    if (proof && hf_run_proof_create(proof, world, &outputs->proof, &error) != HF_STATUS_OK) return say(&error);
    if (!keep(outputs, world)) return false; // rather now than after hours of work
    if (outputs->csv_stream && !csv_row(outputs, world)) return false;
    if (outputs->joint_stream && !joint_row(outputs, world)) return false;
    if (!sensor_table_row(&outputs->sensors, world)) return false;
    return record(outputs->recorder, world, NULL, NULL) && record(outputs->memory, world, NULL, NULL) &&
           pictures_start(&outputs->pictures, world);
}

/// Now and then on the clock: the recording to the disk, and a checkpoint.
static bool make_safe(run_outputs *outputs, const hf_world *world)
{
    double now = clock_now();
    if (now - outputs->last_safe < SAFE_EVERY) return true;
    outputs->last_safe = now;
    hf_error error;
    if (outputs->recorder && hf_recorder_flush(outputs->recorder, &error) != HF_STATUS_OK) return say(&error);
    if (outputs->proof && hf_run_proof_flush(outputs->proof, &error) != HF_STATUS_OK) return say(&error);
    return keep(outputs, world);
}

bool run_outputs_add(run_outputs *outputs, const hf_world *world, long step, const hf_step_report *report,
                     const hf_step_timing *timing)
{
    if (outputs->problems && !dump(outputs->problems, world, step)) return false;
    bool failed = !report->certified || report->impacts_left > 0;
    if (outputs->failed && failed && !dump(outputs->failed, world, step)) return false;
    bool due = report->substeps > 0 && step % outputs->every == 0; // otherwise the state is that before the step
    if (due && outputs->csv_stream && !csv_row(outputs, world)) return false;
    if (due && outputs->joint_stream && !joint_row(outputs, world)) return false;
    if (due && outputs->contact_stream && !contact_rows(outputs, world, step)) return false;
    if (due && outputs->wrench_stream && !wrench_rows(outputs, world, step)) return false;
    if (due && !sensor_table_row(&outputs->sensors, world)) return false;
    hf_error error;
    if (outputs->proof && hf_run_proof_add(outputs->proof, report, &error) != HF_STATUS_OK) return say(&error);
    return record(outputs->recorder, world, report, timing) && record(outputs->memory, world, report, timing) &&
           pictures_add(&outputs->pictures, world) && make_safe(outputs, world);
}

static bool end_table(output_file *file, FILE **stream)
{
    FILE *open = *stream;
    *stream = NULL;
    return !file->path || !open || output_commit(file, open);
}

static bool write_page(run_outputs *outputs, const char *title)
{
    if (!outputs->page.path) return true;
    hf_error error;
    hf_page_options options = {
        .title = title, .followers = outputs->files.options.followers, .proof = outputs->proof_path};
    if (hf_recorder_write_page(outputs->recorder, outputs->page.temporary, &options, &error) != HF_STATUS_OK)
    {
        tool_error("%s", output_message(&outputs->page, error.message));
        return false;
    }
    return output_commit(&outputs->page, NULL);
}

bool run_outputs_end(run_outputs *outputs, const hf_world *world, const char *title)
{
    hf_error error;
    hf_run_proof *proof = outputs->proof;
    outputs->proof = NULL;
    bool well = hf_run_proof_close(proof, &error) == HF_STATUS_OK || say(&error);
    well = write_page(outputs, title) && well;
    hf_recorder *recorder = outputs->recorder;
    outputs->recorder = NULL;
    well = (hf_recorder_close(recorder, &error) == HF_STATUS_OK || say(&error)) && well;
    well = keep(outputs, world) && well;
    well = end_table(&outputs->csv, &outputs->csv_stream) && well;
    well = end_table(&outputs->joints, &outputs->joint_stream) && well;
    well = end_table(&outputs->contacts, &outputs->contact_stream) && well;
    well = end_table(&outputs->wrenches, &outputs->wrench_stream) && well;
    well = sensor_table_end(&outputs->sensors) && well;
    well = pictures_end(&outputs->pictures, world) && well;
    return (!outputs->memory || exports_write(&outputs->files, hf_recorder_recording(outputs->memory))) && well;
}

bool run_outputs_wrote(const run_outputs *outputs, const char *path)
{
    const exports *e = &outputs->files;
    const output_file *const files[] = {&outputs->csv,
                                        &outputs->joints,
                                        &outputs->contacts,
                                        &outputs->wrenches,
                                        &outputs->page,
                                        &outputs->sensors.file,
                                        &outputs->pictures.png,
                                        &e->usd,
                                        &e->gltf,
                                        &e->mcap,
                                        &e->ros2};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
        if (files[k]->path && strcmp(files[k]->path, path) == 0) return files[k]->whole;
    const picture_files *v = &outputs->pictures;
    if (v->video && strcmp(v->video, path) == 0) return !v->video_missing;
    if (e->vtk && strcmp(e->vtk, path) == 0) return !e->vtk_missing;
    return !(e->hair && strcmp(e->hair, path) == 0 && e->hair_missing);
}

void run_outputs_drop(run_outputs *outputs)
{
    if (outputs->csv_stream) fclose(outputs->csv_stream);
    if (outputs->joint_stream) fclose(outputs->joint_stream);
    if (outputs->contact_stream) fclose(outputs->contact_stream);
    if (outputs->wrench_stream) fclose(outputs->wrench_stream);
    outputs->csv_stream = outputs->joint_stream = outputs->contact_stream = outputs->wrench_stream = NULL;
    output_drop(&outputs->csv);
    output_drop(&outputs->joints);
    output_drop(&outputs->contacts);
    output_drop(&outputs->wrenches);
    sensor_table_drop(&outputs->sensors);
    output_drop(&outputs->page);
    exports_drop(&outputs->files);
    pictures_drop(&outputs->pictures);
    hf_recorder_close(outputs->recorder, NULL);
    hf_recorder_close(outputs->memory, NULL);
    hf_run_proof_close(outputs->proof, NULL);
    outputs->proof = NULL;
    outputs->recorder = outputs->memory = NULL;
    file_claim_end(&outputs->claim);
}
