#include "sweep_run.h"

#include "bundled.h"
#include "console.h"
#include "control.h"
#include "options.h"
#include "scene_options.h"
#include "system.h"

#include "holdfast/query.h"
#include "holdfast/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Names that are no parameters of a scene.
static const char *const own_names[] = {"seed", "dt", "solver", "tol", "key"};

static bool is_own(const char *name)
{
    for (size_t k = 0; k < sizeof own_names / sizeof own_names[0]; k++)
        if (strcmp(name, own_names[k]) == 0) return true;
    return false;
}

// ---- making it ----

typedef struct sweep_world
{
    hf_model *model;
    hf_world *world;
    hf_settings settings;
} sweep_world;

/// The value of one of our own names; NULL if it does not vary.
static const char *own_value(const sweep_job *job, int64_t run, const char *name, char value[SWEEP_VALUE_SIZE])
{
    int axis = sweep_plan_find(job->plan, name);
    if (axis < 0) return NULL;
    sweep_plan_value(job->plan, run, axis, value);
    return value;
}

/// "scene:mu=0.4,angle=30", or the file with its keyframe; heap.
static char *scene_of(const sweep_job *job, int64_t run)
{
    char value[SWEEP_VALUE_SIZE];
    if (scene_is_file(job->scene))
    {
        char *path = bundled_path(job->scene);
        for (int k = 0; k < job->plan->axis_count; k++) // attributes of the file
        {
            if (!hf_scene_is_setting(job->plan->axes[k].name)) continue;
            sweep_plan_value(job->plan, run, k, value);
            char *item = tool_text("%s=%s", job->plan->axes[k].name, value), *longer = control_scene(path, item);
            free(item);
            free(path);
            path = longer;
        }
        const char *key = own_value(job, run, "key", value);
        if (!key) return path;
        char *with_key = tool_text("%s#%s", path, key);
        free(path);
        return with_key;
    }
    char *scene = tool_text("%s", job->scene);
    for (int k = 0; k < job->plan->axis_count; k++)
    {
        if (is_own(job->plan->axes[k].name)) continue;
        sweep_plan_value(job->plan, run, k, value);
        char *longer = tool_text("%s%c%s=%s", scene, strchr(scene, ':') ? ',' : ':', job->plan->axes[k].name, value);
        free(scene);
        scene = longer;
    }
    return scene;
}

static void ignore_notice(void *context, const char *text)
{
    (void)context, (void)text;
}

static hf_status invalid(hf_error *error, const char *what, const char *value)
{
    snprintf(error->message, sizeof error->message, "%s: '%.100s' is no number of its kind", what, value);
    return error->status = HF_STATUS_INVALID;
}

/// A number that varies, or what is there without.
static hf_status own_number(const sweep_job *job, int64_t run, const char *name, double *number, hf_error *error)
{
    char value[SWEEP_VALUE_SIZE], *end;
    if (!own_value(job, run, name, value)) return HF_STATUS_OK;
    *number = strtod(value, &end);
    return end != value && !*end ? HF_STATUS_OK : invalid(error, name, value);
}

/// Of a file all that varies beside our own names are controls of actuators, which stay.
static hf_status set_controls(const sweep_job *job, int64_t run, sweep_world *w, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int k = 0; scene_is_file(job->scene) && k < job->plan->axis_count && status == HF_STATUS_OK; k++)
    {
        const char *name = job->plan->axes[k].name;
        char value[SWEEP_VALUE_SIZE], *end;
        if (is_own(name) || hf_scene_is_setting(name)) continue; // scene_of
        int actuator = hf_model_find(w->model, HF_ITEM_ACTUATOR, name);
        if (actuator < 0)
        {
            snprintf(error->message, sizeof error->message,
                     "--vary: there is no actuator '%s' in %.100s; holdfast info lists them", name, job->scene);
            return error->status = HF_STATUS_INVALID;
        }
        sweep_plan_value(job->plan, run, k, value);
        double u = strtod(value, &end);
        status = *end ? invalid(error, name, value) : hf_world_set_control(w->world, actuator, u, error);
    }
    return status;
}

static hf_status choose_settings(const sweep_job *job, int64_t run, sweep_world *w, hf_error *error)
{
    char value[SWEEP_VALUE_SIZE];
    w->settings = hf_model_settings(w->model);
    if (job->duration >= 0.0) w->settings.step.duration = job->duration;
    if (job->timestep > 0.0) w->settings.step.timestep = job->timestep;
    if (job->tolerance > 0.0) w->settings.solver.tolerance = job->tolerance;
    const char *solver = own_value(job, run, "solver", value);
    if (!solver) solver = job->solver;
    if (solver) snprintf(w->settings.solver.name, sizeof w->settings.solver.name, "%.127s", solver);
    hf_status status = own_number(job, run, "dt", &w->settings.step.timestep, error);
    if (status == HF_STATUS_OK) status = own_number(job, run, "tol", &w->settings.solver.tolerance, error);
    return status == HF_STATUS_OK ? hf_world_set_settings(w->world, &w->settings, error) : status;
}

static hf_status make_world(const sweep_job *job, int64_t run, sweep_world *w, hf_error *error)
{
    hf_builder *builder = NULL;
    double seed = (double)job->seed;
    char *scene = scene_of(job, run);
    hf_status status = own_number(job, run, "seed", &seed, error);
    if (status == HF_STATUS_OK && (seed < 0 || seed != floor(seed))) status = invalid(error, "seed", "it");
    if (status == HF_STATUS_OK) status = hf_scene_open(scene, (uint64_t)seed, ignore_notice, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &w->model, error);
    if (status == HF_STATUS_OK) status = hf_world_create(w->model, &w->world, error);
    if (status == HF_STATUS_OK) status = choose_settings(job, run, w, error);
    if (status == HF_STATUS_OK) status = set_controls(job, run, w, error);
    hf_builder_destroy(builder);
    free(scene);
    return status;
}

static void drop_world(sweep_world *w)
{
    hf_world_destroy(w->world);
    hf_model_destroy(w->model);
    *w = (sweep_world){0};
}

// ---- measures at the end ----

static const char *const quantities[] = {"x", "y", "z", "vx", "vy", "vz", "speed", "travel"};

/// "BODY.z": the body, and which quantity; or "q.JOINT".
static hf_status find_measure(const hf_model *model, const char *text, int *body, int *quantity, hf_error *error)
{
    const char *dot = strrchr(text, '.');
    char name[256] = "";
    *quantity = -1;
    if (dot && (size_t)(dot - text) < sizeof name) memcpy(name, text, (size_t)(dot - text));
    for (int k = 0; dot && k < (int)(sizeof quantities / sizeof quantities[0]); k++)
        if (strcmp(dot + 1, quantities[k]) == 0) *quantity = k;
    *body = *name ? hf_model_find(model, HF_ITEM_BODY, name) : -1;
    if (*body >= 0 && *quantity >= 0) return HF_STATUS_OK;
    snprintf(error->message, sizeof error->message,
             "--measure '%.100s': a body and one of x, y, z, vx, vy, vz, speed, travel is needed, as in box.z; "
             "holdfast info lists the bodies",
             text);
    return error->status = HF_STATUS_INVALID;
}

static double measure(const sweep_world *w, const double *start, int body, int quantity)
{
    hf_body_state s = hf_world_body(w->world, body);
    const double *x = s.position, *v = s.velocity, *x0 = start + 3 * body;
    if (quantity < 3) return x[quantity];
    if (quantity < 6) return v[quantity - 3];
    if (quantity == 6) return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return sqrt((x[0] - x0[0]) * (x[0] - x0[0]) + (x[1] - x0[1]) * (x[1] - x0[1]) + (x[2] - x0[2]) * (x[2] - x0[2]));
}

// ---- rows ----

/// What is known of every run.
typedef struct run_figures
{
    long steps;
    hf_run_quality quality;
    double residual, penetration, contacts;
    double energy_first, energy_last;
    double travel, speed; // the largest of any body at the end [m, m/s]
    const char *status;
    char message[320];
} run_figures;

static const char figures_head[] = "status,time,steps,exact,approximate,failed,residual,penetration,contacts,energy_"
                                   "first,energy_last,travel,speed,work,state";

char *sweep_head(const sweep_job *job)
{
    char *head = tool_text("run,sweep");
    char item[256];
    for (int k = 0; k < job->plan->axis_count; k++)
    {
        char *longer = tool_text("%s,%s", head, job->plan->axes[k].name);
        free(head);
        head = longer;
    }
    char *all = tool_text("%s,%s", head, figures_head);
    free(head);
    for (int k = 0; job->measures && list_item(job->measures, k, item, sizeof item); k++)
    {
        char *longer = tool_text("%s,%s", all, item);
        free(all);
        all = longer;
    }
    char *whole = tool_text("%s,message", all);
    free(all);
    return whole;
}

/// False if Ctrl-C ended it.
static bool simulate(const sweep_world *w, run_figures *f)
{
    double end = w->settings.step.duration - 0.5 * w->settings.step.timestep;
    hf_error error = {0};
    f->status = "done";
    hf_world_set_interrupt(w->world, interrupt_stops, NULL);
    while (hf_world_time(w->world) < end)
    {
        hf_step_report report;
        hf_status status = interrupted() ? HF_STATUS_INTERRUPTED : hf_world_step(w->world, 0.0, &report, &error);
        if (status == HF_STATUS_INTERRUPTED) return false;
        if (status != HF_STATUS_OK)
        {
            f->status = "error";
            snprintf(f->message, sizeof f->message, "%s", error.message);
            return true;
        }
        if (f->steps++ == 0) f->energy_first = report.kinetic + report.potential;
        f->energy_last = report.kinetic + report.potential;
        f->residual = fmax(f->residual, report.solve.residual.natural);
        f->penetration = fmax(f->penetration, report.penetration);
        f->contacts += report.contact_count;
        hf_run_quality_add(&f->quality, &report);
        if (report.quality != HF_STEP_FAILED) continue;
        f->status = "not certified";
        if (report.substeps == 0) return true;
    }
    return true;
}

static void look_at_end(const sweep_world *w, const double *start, run_figures *f)
{
    for (int k = 1; k < hf_model_count(w->model, HF_ITEM_BODY); k++)
    {
        f->travel = fmax(f->travel, measure(w, start, k, 7));
        f->speed = fmax(f->speed, measure(w, start, k, 6));
    }
}

void sweep_prefix(const sweep_job *job, int64_t run, char *prefix, size_t size)
{
    char value[SWEEP_VALUE_SIZE];
    size_t used = (size_t)snprintf(prefix, size, "%lld,%016llx", (long long)run, (unsigned long long)job->fingerprint);
    for (int k = 0; k < job->plan->axis_count && used < size; k++)
    {
        sweep_plan_value(job->plan, run, k, value);
        used += (size_t)snprintf(prefix + used, size - used, ",%s", value);
    }
}

static void put_figures(const run_figures *f, double time, uint64_t hash, FILE *out)
{
    fprintf(out, ",%s,%.17g,%ld,%ld,%ld,%ld,%.6g,%.6g,%.6g,%.17g,%.17g,%.17g,%.17g,%lld,%016llx", f->status, time,
            f->steps, f->quality.of[HF_STEP_EXACT].count, f->quality.of[HF_STEP_APPROXIMATE].count,
            f->quality.of[HF_STEP_FAILED].count, f->residual, f->penetration,
            f->steps > 0 ? f->contacts / (double)f->steps : 0.0, f->energy_first, f->energy_last, f->travel, f->speed,
            (long long)f->quality.work, (unsigned long long)hash);
}

static hf_status put_measures(const sweep_job *job, const sweep_world *w, const double *start, FILE *out,
                              hf_error *error)
{
    char item[256];
    for (int k = 0; job->measures && list_item(job->measures, k, item, sizeof item); k++)
    {
        int body, quantity;
        hf_status status = find_measure(w->model, item, &body, &quantity, error);
        if (status != HF_STATUS_OK) return status;
        if (out) fprintf(out, ",%.17g", measure(w, start, body, quantity));
    }
    return HF_STATUS_OK;
}

/// A message as one field: commas and quotes are put away.
static void put_message(const char *message, FILE *out)
{
    fputc(',', out);
    for (const char *c = message; *c; c++) fputc(strchr(",\"\r\n", *c) ? ';' : *c, out);
}

/// Columns of a run that could not be made stay empty.
static void put_nothing(const sweep_job *job, FILE *out)
{
    char item[256];
    fputs(",error", out);
    for (const char *c = strchr(figures_head, ','); c; c = strchr(c + 1, ',')) fputc(',', out);
    for (int k = 0; job->measures && list_item(job->measures, k, item, sizeof item); k++) fputc(',', out);
}

char *sweep_row(const sweep_job *job, int64_t run, double *seconds, double *stepping)
{
    double begun = clock_now();
    char prefix[SWEEP_PREFIX_SIZE];
    sweep_world w = {0};
    run_figures f = {0};
    hf_error error = {0};
    memory_text row;
    if (!system_text_begin(&row)) return NULL;
    sweep_prefix(job, run, prefix, sizeof prefix);
    fputs(prefix, row.out);
    hf_status status = make_world(job, run, &w, &error);
    bool whole = true;
    *stepping = 0.0;
    if (status == HF_STATUS_OK)
    {
        double *start = tool_allocate(3 * (size_t)hf_model_count(w.model, HF_ITEM_BODY), sizeof *start);
        hf_world_poses(w.world, start, NULL, NULL, NULL);
        double first = clock_now();
        whole = simulate(&w, &f);
        *stepping = clock_now() - first;
        look_at_end(&w, start, &f);
        put_figures(&f, hf_world_time(w.world), hf_world_hash(w.world), row.out);
        if (put_measures(job, &w, start, row.out, &error) != HF_STATUS_OK)
            snprintf(f.message, sizeof f.message, "%s", error.message);
        free(start);
    }
    else
    {
        put_nothing(job, row.out);
        snprintf(f.message, sizeof f.message, "%s", error.message);
    }
    put_message(f.message, row.out);
    whole = system_text_end(&row) && whole;
    drop_world(&w);
    *seconds = clock_now() - begun;
    if (whole) return row.text;
    free(row.text);
    return NULL;
}

bool sweep_check(const sweep_job *job)
{
    sweep_world w = {0};
    hf_error error = {0};
    hf_status status = make_world(job, 0, &w, &error);
    if (status == HF_STATUS_OK) status = put_measures(job, &w, NULL, NULL, &error);
    drop_world(&w);
    if (status != HF_STATUS_OK) tool_error("%s", error.message);
    return status == HF_STATUS_OK;
}
