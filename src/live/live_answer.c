// Answers that are text, JSON or files.

#include "live/live.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/platform.h"
#include "holdfast/files.h"
#include "record/page/page.h"
#include "record/page/page_write.h"
#include "record/recording.h"
#include "record/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool live_answer_text(hf_live *live, const char *kind, const char *text)
{
    live->answer.count = 0;
    return bytes_put_all(&live->answer, kind, 4) && bytes_put_all(&live->answer, text, strlen(text));
}

// ---- JSON ----

static hf_status answer_json(hf_live *live, text_stream *json, hf_error *error)
{
    bool well = text_stream_end(json) && live_answer_text(live, "TEXT", json->bytes);
    free(json->bytes);
    return well ? HF_STATUS_OK : error_no_memory(error);
}

static void put_list(FILE *out, const char *key, const double *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.9g", k ? "," : "", isfinite(values[k]) ? values[k] : 0.0);
    fputc(']', out);
}

static void put_name(FILE *out, const char *key, const char *name)
{
    fprintf(out, "\"%s\":", key);
    text_json(out, name ? name : "");
}

// ---- what can be changed ----

static void put_settings(FILE *out, const hf_settings *s)
{
    fputs("\"settings\":{", out);
    put_list(out, "gravity", s->physics.gravity, 3);
    fprintf(out, ",\"timestep\":%.9g,\"tolerance\":%.9g,\"friction\":%.9g,\"duration\":%.9g,", s->step.timestep,
            s->solver.tolerance, s->law.coefficient, s->step.duration);
    put_name(out, "solver", s->solver.name);
    fputs("},\"solvers\":[", out);
    for (int k = 0; k < hf_solver_count(); k++)
    {
        if (k) fputc(',', out);
        text_json(out, hf_solver_at(k)->name);
    }
    fputc(']', out);
}

/// Bodies in the order of the page, which leaves out the segments of fibres: `id` is what commands call them.
static void put_bodies(FILE *out, const hf_live *live, const recorded_model *m)
{
    const char *comma = "";
    fputs(",\"bodies\":[", out);
    for (int k = 0; k < m->body_count; k++)
    {
        if (recorded_model_is_segment(m, k)) continue;
        hf_body_def b = hf_model_body(live->model, k);
        fprintf(out, "%s{\"id\":%d,\"parent\":%d,\"mass\":%.9g,", comma, k, b.parent, isfinite(b.mass) ? b.mass : 0.0);
        put_list(out, "center", b.center, 3);
        fputc(',', out);
        put_list(out, "inertia", b.inertia, 6);
        fputc('}', out);
        comma = ",";
    }
    fputc(']', out);
}

static void put_joints(FILE *out, const hf_model *model)
{
    fputs(",\"joints\":[", out);
    for (int k = 0; k < hf_model_count(model, HF_ITEM_JOINT); k++)
    {
        hf_joint_def j = hf_model_joint(model, k);
        if (k) fputc(',', out);
        fputc('{', out);
        put_name(out, "name", j.name);
        fprintf(out, ",\"kind\":\"%s\",\"body\":%d,\"limited\":%s,", hf_joint_kind_name(j.kind), j.body,
                j.limited ? "true" : "false");
        put_list(out, "range", j.range, 2);
        fputc(',', out);
        put_list(out, "position", j.position, 3);
        fputc(',', out);
        put_list(out, "axis", j.axis, 3);
        fputc('}', out);
    }
    fputs("],\"pins\":[", out); // of loops: points of the first body
    const char *comma = "";
    for (int k = 0; k < hf_model_count(model, HF_ITEM_LOOP); k++)
    {
        hf_loop_def l = hf_model_loop(model, k);
        if (l.kind != HF_LOOP_CONNECT && l.kind != HF_LOOP_HINGE && l.kind != HF_LOOP_UNIVERSAL) continue;
        fprintf(out, "%s{\"body\":%d,", comma, l.body_a);
        put_list(out, "point", l.point_a, 3);
        fputc('}', out);
        comma = ",";
    }
    fputc(']', out);
}

static void put_drives(FILE *out, const hf_model *model)
{
    fputs(",\"actuators\":[", out);
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
    {
        hf_actuator_def a = hf_model_actuator(model, k);
        if (k) fputc(',', out);
        fputc('{', out);
        put_name(out, "name", a.name);
        fprintf(out, ",\"limited\":%s,", a.control_limited ? "true" : "false");
        put_list(out, "range", a.control_range, 2);
        fputc('}', out);
    }
    fputs("],\"keys\":[", out);
    for (int k = 0; k < hf_model_count(model, HF_ITEM_KEY); k++)
    {
        if (k) fputc(',', out);
        text_json(out, hf_model_key(model, k).name ? hf_model_key(model, k).name : "");
    }
    fputc(']', out);
}

hf_status live_answer_about(hf_live *live, hf_error *error)
{
    // A recording of one frame is the model and its beginning, as the replay page has them.
    hf_status status = live_record_anew(live, error);
    if (status != HF_STATUS_OK) return status;
    const hf_recording *recording = hf_recorder_recording(live->recorder);
    text_stream json;
    byte_buffer numbers = {.count = 0};
    text_stream_begin(&json);
    if (json.out)
    {
        fputs("{\"about\":", json.out);
        status = page_describe(recording, &(hf_page_options){.title = live->scene}, json.out, &numbers, error);
        fputs(",\"live\":{", json.out);
        put_name(json.out, "scene", live->scene);
        fprintf(json.out, ",\"seed\":%llu,", (unsigned long long)live->seed);
        put_settings(json.out, &live->settings);
        put_bodies(json.out, live, &recording->model);
        put_joints(json.out, live->model);
        put_drives(json.out, live->model);
        fputs("}}", json.out);
    }
    byte_buffer *to = &live->answer;
    bool well = text_stream_end(&json) && live_answer_text(live, "ABOU", "") && bytes_put(to, json.size, 4) &&
                bytes_put_all(to, json.bytes, json.size) && bytes_align(to, 8) &&
                bytes_put_all(to, numbers.bytes, numbers.count);
    free(json.bytes);
    free(numbers.bytes);
    return status == HF_STATUS_OK && !well ? error_no_memory(error) : status;
}

// ---- scenes, a body, a solve ----

hf_status live_answer_scenes(hf_live *live, hf_error *error)
{
    text_stream json;
    text_stream_begin(&json);
    for (int k = 0; k < hf_builtin_count() && json.out; k++)
    {
        const hf_builtin *b = hf_builtin_at(k);
        fputs(k ? ",{" : "[{", json.out);
        put_name(json.out, "name", b->name);
        fputc(',', json.out);
        put_name(json.out, "summary", b->summary);
        fputs(",\"parameters\":[", json.out);
        for (int j = 0; j < b->parameter_count; j++)
        {
            const hf_builtin_parameter *p = &b->parameters[j];
            fputs(j ? ",{" : "{", json.out);
            put_name(json.out, "name", p->name);
            fputc(',', json.out);
            put_name(json.out, "help", p->help);
            fprintf(json.out, ",\"fallback\":%.9g,\"least\":%.9g,\"most\":%.9g,\"whole\":%s}", p->fallback, p->least,
                    p->most, p->whole ? "true" : "false");
        }
        fputs("]}", json.out);
    }
    if (json.out) fputc(']', json.out);
    return answer_json(live, &json, error);
}

hf_status live_answer_body(hf_live *live, int body, hf_error *error)
{
    hf_body_state s = hf_world_body(live->world, body);
    hf_body_def def = hf_model_body(live->model, body);
    double force[3] = {0};
    int touching = 0;
    for (int k = 0; k < hf_world_contact_count(live->world); k++)
    {
        hf_contact c = hf_world_contact(live->world, k);
        if ((c.body_a != body && c.body_b != body) || !(c.r[0] > 0.0)) continue;
        const double *n = c.normal, *t = c.tangent;
        const double cross[3] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
        double side = (c.body_a == body ? 1.0 : -1.0) / live->settings.step.timestep;
        for (int d = 0; d < 3; d++) force[d] += side * (c.r[0] * n[d] + c.r[1] * t[d] + c.r[2] * cross[d]);
        touching++;
    }
    text_stream json;
    text_stream_begin(&json);
    if (json.out)
    {
        fputc('{', json.out);
        put_name(json.out, "name", def.name);
        fprintf(json.out, ",\"mass\":%.9g,\"contacts\":%d,", isfinite(def.mass) ? def.mass : 0.0, touching);
        put_list(json.out, "position", s.position, 3);
        fputc(',', json.out);
        put_list(json.out, "orientation", s.orientation, 4);
        fputc(',', json.out);
        put_list(json.out, "velocity", s.velocity, 3);
        fputc(',', json.out);
        put_list(json.out, "angular", s.angular_velocity, 3);
        fputc(',', json.out);
        put_list(json.out, "force", force, 3);
        fputc('}', json.out);
    }
    return answer_json(live, &json, error);
}

enum
{
    ITERATIONS_SHOWN = 2000,
};

typedef struct iteration_list
{
    FILE *out;
    int count;
} iteration_list;

static bool note_iteration(void *context, const hf_progress *progress)
{
    iteration_list *list = context;
    fprintf(list->out, "%s%.6g", list->count++ ? "," : "", isfinite(progress->natural) ? progress->natural : 1e300);
    return list->count < ITERATIONS_SHOWN;
}

hf_status live_answer_iterations(hf_live *live, const char *solver, hf_error *error)
{
    const hf_problem *problem = hf_world_problem(live->world, NULL);
    if (!problem || hf_world_contact_count(live->world) == 0)
        return error_set(error, HF_STATUS_INVALID, "iterations: the last step has no contacts");
    double *r = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *r);
    text_stream json;
    text_stream_begin(&json);
    hf_status status = r && json.out ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        iteration_list list = {.out = json.out};
        hf_solve_options options = hf_solve_options_default();
        hf_report report;
        options.tolerance = live->settings.solver.tolerance;
        options.observer = note_iteration, options.observer_context = &list;
        fputs("{\"residuals\":[", json.out);
        status = hf_solve(solver, problem, &options, r, NULL, &report, error);
        fprintf(json.out, "],\"natural\":%.6g,\"outcome\":\"%s\",", report.residual.natural,
                hf_outcome_name(report.outcome));
        put_name(json.out, "solver", solver);
        fputc('}', json.out);
    }
    free(r);
    if (status == HF_STATUS_OK) return answer_json(live, &json, error);
    (void)text_stream_end(&json);
    free(json.bytes);
    return status;
}

// ---- files ----

/// The bytes of a file that was written, under the name that a user shall see.
static hf_status answer_bytes(hf_live *live, const char *path, const char *name, hf_error *error)
{
    hf_workspace *arena = NULL, *own = NULL;
    char *bytes;
    size_t size;
    hf_status status = workspace_enter(&arena, &own, error);
    if (status == HF_STATUS_OK) status = file_read(path, arena, &bytes, &size, error);
    if (status == HF_STATUS_OK)
    {
        byte_buffer *to = &live->answer;
        bool well = live_answer_text(live, "FILE", "") && bytes_put(to, strlen(name), 4) &&
                    bytes_put_all(to, name, strlen(name)) && bytes_put_all(to, bytes, size);
        if (!well) status = error_no_memory(error);
    }
    hf_workspace_destroy(own);
    return status;
}

static hf_status write_problem(const hf_live *live, const char *path, hf_error *error)
{
    const double *r;
    const hf_problem *problem = hf_world_problem(live->world, &r);
    if (!problem || hf_world_contact_count(live->world) == 0)
        return error_set(error, HF_STATUS_INVALID, "save problem: the last step has no contacts");
    (void)remove(path); // a new file has both, the problem and its answer
    return hf_fclib_write_solution(path, problem, r, NULL, error);
}

hf_status live_answer_file(hf_live *live, const char *kind, hf_error *error)
{
    static const struct
    {
        const char *kind, *name;
    } names[] = {{"page", "replay.html"}, {"glb", "replay.glb"}, {"problem", "problem.hdf5"}, {"scene", "scene.xml"}};
    size_t k = 0;
    char path[1024];
    while (k < sizeof names / sizeof names[0] && strcmp(names[k].kind, kind) != 0) k++;
    if (k == sizeof names / sizeof names[0])
        return error_set(error, HF_STATUS_INVALID, "save: there is no '%.40s'; there are page, glb, problem, scene",
                         kind);
    if (!live->options.folder ||
        snprintf(path, sizeof path, "%s/%s", live->options.folder, names[k].name) >= (int)sizeof path)
        return error_set(error, HF_STATUS_UNSUPPORTED, "save: there is no folder to write to");
    const hf_recording *recording = hf_recorder_recording(live->recorder);
    hf_status status = k == 0   ? hf_recording_write_html(recording, path, live->scene, error)
                       : k == 1 ? hf_recording_write_gltf(recording, path, NULL, error)
                       : k == 2 ? write_problem(live, path, error)
                                : hf_scene_write_mjcf(live->model, path, error);
    if (status == HF_STATUS_OK) status = answer_bytes(live, path, names[k].name, error);
    (void)remove(path);
    return status;
}

hf_status hf_live_write_page(const char *path, const hf_live_page *about, hf_error *error)
{
    page_live live = {.module = about->source == HF_LIVE_MODULE, .scene = about->scene, .thumbs = about->thumbs};
    return page_write_live(&live, about->title, path, error);
}
