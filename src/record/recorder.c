// A recorder collects rows in the arrays of an hf_recording. With a file they go there now and then, and the arrays are
// emptied; without one they stay, and are thinned when they take too much. A page takes what it shows of each row as it
// comes; without a file the row is then forgotten.

#include "base/error.h"
#include "base/memory.h"
#include "holdfast/fibre.h"
#include "record/file.h"
#include "record/page/page_write.h"
#include "record/recording.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    FLUSH_FRAMES = 64,
    FLUSH_STEPS = 4096,
};
static const double FLUSH_TIME = 1.0;         // simulated seconds
static const double FRAMES_A_SECOND = 100.0;  // unless told otherwise
static const size_t MEMORY_LIMIT = 192 << 20; // bytes of frames

struct hf_recorder
{
    hf_recorder_options options;
    hf_recording *rows;
    record_file *file;     // NULL: in memory
    page_data page;        // with options.page
    int64_t step;          // steps so far
    int64_t contact_total; // contacts in the file before those in memory
    double flushed;        // simulated time of the last flush
    double *scratch;       // coordinates of the vertices of one fibre
    hf_status broken;      // of the write that failed: a recording with a hole is not continued
};

hf_recorder_options hf_recorder_options_default(const hf_model *model)
{
    hf_settings settings = hf_model_settings(model);
    double steps = 1.0 / (FRAMES_A_SECOND * settings.step.timestep);
    return (hf_recorder_options){.every = steps >= 1.5 ? (int)fmin(round(steps), 1e6) : 1,
                                 .contacts = true,
                                 .settings = settings,
                                 .memory = MEMORY_LIMIT};
}

/// Of one fibre.
static size_t most_vertices(const recorded_model *model)
{
    int most = 0;
    for (int k = 0; k < model->fibre_count; k++)
        if (model->fibres[k].segment_count + 1 > most) most = model->fibres[k].segment_count + 1;
    return (size_t)most;
}

hf_status hf_recorder_create(const char *path, const hf_model *model, const hf_recorder_options *options,
                             hf_recorder **recorder, hf_error *error)
{
    *recorder = NULL;
    hf_recorder_options chosen = options ? *options : hf_recorder_options_default(model);
    if (chosen.every < 1) return error_set(error, HF_STATUS_INVALID, "every: %d must be at least 1", chosen.every);
    hf_recorder *made = MEMORY_ARRAY(hf_recorder, 1);
    hf_recording *rows = MEMORY_ARRAY(hf_recording, 1);
    hf_status status = made && rows ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = recorded_model_copy(model, &chosen.settings, &rows->model, error);
    if (status == HF_STATUS_OK)
    {
        *made = (hf_recorder){.options = chosen, .rows = rows, .flushed = -INFINITY};
        rows->every = chosen.every;
        made->scratch = MEMORY_ARRAY(double, 3 * most_vertices(&rows->model));
        if (!made->scratch) status = error_no_memory(error);
        if (status == HF_STATUS_OK && chosen.page) status = page_data_begin(&made->page, &rows->model, error);
        if (status == HF_STATUS_OK && path) status = record_file_create(path, rows, &made->file, error);
    }
    if (status == HF_STATUS_OK) *recorder = made;
    else
    {
        recording_free(rows);
        if (made)
        {
            free(made->scratch);
            page_data_free(&made->page);
        }
        free(made);
    }
    return status;
}

const hf_recording *hf_recorder_recording(const hf_recorder *recorder)
{
    return recorder->file || recorder->options.page ? NULL : recorder->rows;
}

/// Room for `more` rows beyond `count`. The arrays double, so that a long run allocates seldom.
static bool reserve(void **array, size_t count, size_t more, size_t *capacity, size_t size)
{
    if (count + more <= *capacity) return true;
    size_t wanted = *capacity * 2 > count + more ? *capacity * 2 : count + more + 16;
    void *moved = memory_resize(*array, wanted, size);
    if (!moved) return false;
    *array = moved;
    *capacity = wanted;
    return true;
}

static step_row make_step(const hf_step_report *report, const hf_step_timing *timing)
{
    step_row row = {.time = report->time,
                    .kinetic = report->kinetic,
                    .potential = report->potential,
                    .penetration = report->penetration,
                    .residual = report->solve.residual.natural,
                    .seconds = timing ? timing->seconds : 0.0,
                    .iterations = report->solve.iterations,
                    .work = report->work,
                    .contacts = report->contact_count,
                    .islands = report->island_count,
                    .substeps = report->substeps,
                    .certified = report->certified,
                    .quality = (int32_t)report->quality};
    if (timing) memcpy(row.stage, timing->stage, sizeof row.stage);
    return row;
}

static void to_floats(const double *from, float *to, int count)
{
    for (int k = 0; k < count; k++) to[k] = (float)from[k];
}

static touch_row make_contact(const hf_contact *c)
{
    touch_row row;
    memset(&row, 0, sizeof row); // padding, too: it goes to the file
    row.id = c->id, row.shape_a = c->shape_a, row.shape_b = c->shape_b;
    row.gap = (float)c->gap, row.mu = (float)c->mu, row.status = (int8_t)c->status;
    to_floats(c->point, row.point, 3);
    to_floats(c->normal, row.normal, 3);
    to_floats(c->tangent, row.tangent, 3);
    to_floats(c->r, row.r, 3);
    to_floats(c->u, row.u, 3);
    to_floats(c->moment, row.moment, 3);
    return row;
}

/// The vertices of all fibres. `scratch` has room for those of one.
static void take_vertices(const hf_world *world, const recorded_model *model, double *scratch, vertex_row *to)
{
    for (int k = 0; k < model->fibre_count; k++)
    {
        const recorded_fibre *own = &model->fibres[k];
        hf_world_fibre_points(world, k, scratch);
        for (int v = 0; v <= own->segment_count; v++) to_floats(scratch + 3 * v, to[own->vertex_begin + v].at, 3);
    }
}

/// `count` things for each of `frames` frames.
static bool resize_frames(void **array, size_t frames, size_t count, size_t size)
{
    void *moved = count > 0 ? memory_resize(*array, frames * count, size) : NULL;
    if (moved) *array = moved;
    return moved || count == 0;
}

/// Room for one more frame, in all of the arrays that have a row for each.
static bool reserve_frame(hf_recording *rows)
{
    const recorded_model *m = &rows->model;
    if (rows->frame_count < rows->frame_capacity) return true;
    size_t wanted = 2 * rows->frame_capacity + 16;
    if (!resize_frames((void **)&rows->frames, wanted, 1, sizeof(frame_row)) ||
        !resize_frames((void **)&rows->poses, wanted, recorded_pose_count(m), sizeof(pose_row)) ||
        !resize_frames((void **)&rows->vertices, wanted, (size_t)m->vertex_count, sizeof(vertex_row)) ||
        !resize_frames((void **)&rows->signals, wanted, (size_t)m->signal_count, sizeof(double)))
        return false;
    rows->frame_capacity = wanted;
    return true;
}

static hf_status add_frame(hf_recorder *recorder, const hf_world *world, hf_error *error)
{
    hf_recording *rows = recorder->rows;
    size_t moving = recorded_pose_count(&rows->model);
    size_t contacts = recorder->options.contacts ? (size_t)hf_world_contact_count(world) : 0;
    size_t vertices = (size_t)rows->model.vertex_count, signals = (size_t)rows->model.signal_count;
    if (!reserve_frame(rows) ||
        !reserve((void **)&rows->contacts, rows->contact_count, contacts, &rows->contact_capacity, sizeof(touch_row)))
        return error_no_memory(error);
    if (signals > 0)
    {
        hf_status status = hf_world_signals(world, rows->signals + rows->frame_count * signals, error);
        if (status != HF_STATUS_OK) return status;
    }
    for (int k = 0; k < rows->model.moving_count; k++)
    {
        hf_body_state state = hf_world_body(world, rows->model.moving[k]);
        pose_row *place = &rows->poses[rows->frame_count * moving + (size_t)k];
        memcpy(place->position, state.position, sizeof place->position);
        to_floats(state.orientation, place->orientation, 4);
    }
    for (int k = 0; k < rows->model.deformable_count; k++)
    {
        double u[7] = {0};
        pose_row *place = &rows->poses[rows->frame_count * moving + (size_t)(rows->model.moving_count + k)];
        recorded_stretch(world, rows->model.forms[k], u);
        memcpy(place->position, u, sizeof place->position);
        to_floats(u + 3, place->orientation, 4);
    }
    if (vertices > 0)
        take_vertices(world, &rows->model, recorder->scratch, rows->vertices + rows->frame_count * vertices);
    for (size_t k = 0; k < contacts; k++)
    {
        hf_contact contact = hf_world_contact(world, (int)k);
        rows->contacts[rows->contact_count + k] = make_contact(&contact);
    }
    frame_row frame;
    memset(&frame, 0, sizeof frame);
    frame.time = hf_world_time(world);
    frame.h = world->state.last_h;
    frame.step = recorder->step;
    frame.contact_begin = recorder->contact_total + (int64_t)rows->contact_count;
    frame.contact_count = (int32_t)contacts;
    rows->frames[rows->frame_count++] = frame;
    rows->contact_count += contacts;
    return HF_STATUS_OK;
}

/// The last frame of the rows, for the page. On failure it is taken back.
static hf_status show_frame(hf_recorder *recorder, hf_error *error)
{
    hf_recording *rows = recorder->rows;
    size_t last = rows->frame_count - 1, contacts = (size_t)rows->frames[last].contact_count;
    frame_parts parts = {.poses = rows->poses + last * recorded_pose_count(&rows->model),
                         .vertices = rows->vertices + last * (size_t)rows->model.vertex_count,
                         .signals = rows->signals + last * (size_t)rows->model.signal_count,
                         .contacts = rows->contacts + (rows->contact_count - contacts)};
    hf_status status = page_data_add_frame(&recorder->page, &rows->model, &rows->frames[last], parts, error);
    if (status == HF_STATUS_OK) return status;
    rows->frame_count--;
    rows->contact_count -= contacts;
    return status;
}

/// Every other frame goes.
static void thin(hf_recorder *recorder)
{
    hf_recording *rows = recorder->rows;
    size_t moving = recorded_pose_count(&rows->model), vertices = (size_t)rows->model.vertex_count,
           signals = (size_t)rows->model.signal_count, kept = 0, contacts = 0;
    for (size_t k = 0; k < rows->frame_count; k++)
    {
        frame_row frame = rows->frames[k];
        if (frame.step % (2 * rows->every) != 0) continue;
        if (moving > 0) memmove(rows->poses + kept * moving, rows->poses + k * moving, moving * sizeof(pose_row));
        if (vertices > 0)
            memmove(rows->vertices + kept * vertices, rows->vertices + k * vertices, vertices * sizeof(vertex_row));
        if (signals > 0) memmove(rows->signals + kept * signals, rows->signals + k * signals, signals * sizeof(double));
        if (frame.contact_count > 0)
            memmove(rows->contacts + contacts, rows->contacts + frame.contact_begin,
                    (size_t)frame.contact_count * sizeof(touch_row));
        frame.contact_begin = (int64_t)contacts;
        contacts += (size_t)frame.contact_count;
        rows->frames[kept++] = frame;
    }
    rows->frame_count = kept;
    rows->contact_count = contacts;
    rows->every *= 2;
}

static void forget_rows(hf_recording *rows)
{
    rows->step_count = rows->frame_count = rows->contact_count = 0;
}

hf_status hf_recorder_add(hf_recorder *recorder, const hf_world *world, const hf_step_report *report,
                          const hf_step_timing *timing, hf_error *error)
{
    hf_recording *rows = recorder->rows;
    if (recorder->broken != HF_STATUS_OK)
        return error_set(error, recorder->broken, "the recording ended when writing to it failed");
    if (recorder->flushed == -INFINITY) recorder->flushed = hf_world_time(world);
    if (report)
    {
        if (!reserve((void **)&rows->steps, rows->step_count, 1, &rows->step_capacity, sizeof(step_row)))
            return error_no_memory(error);
        recorder->step++;
    }
    bool moved = !report || report->substeps > 0; // a failed step may leave the state as it was
    if (moved && recorder->step % rows->every == 0)
    {
        hf_status status = add_frame(recorder, world, error);
        if (status == HF_STATUS_OK && recorder->options.page) status = show_frame(recorder, error);
        if (status != HF_STATUS_OK)
        {
            recorder->step -= report != NULL; // as if it had never been called
            return status;
        }
    }
    if (report)
    {
        rows->steps[rows->step_count] = make_step(report, timing);
        if (recorder->options.page) page_data_add_step(&recorder->page, &rows->steps[rows->step_count]);
        rows->step_count++;
    }
    if (recorder->options.page && !recorder->file) forget_rows(rows);

    size_t bytes = rows->frame_count * (recorded_pose_count(&rows->model) * sizeof(pose_row) +
                                        (size_t)rows->model.vertex_count * sizeof(vertex_row) +
                                        (size_t)rows->model.signal_count * sizeof(double)) +
                   rows->contact_count * sizeof(touch_row);
    if (!recorder->file && bytes > recorder->options.memory && rows->frame_count > 2) thin(recorder);
    bool due = rows->frame_count >= FLUSH_FRAMES || rows->step_count >= FLUSH_STEPS ||
               hf_world_time(world) - recorder->flushed >= FLUSH_TIME;
    if (!recorder->file || !due) return HF_STATUS_OK;
    recorder->flushed = hf_world_time(world);
    return hf_recorder_flush(recorder, error);
}

hf_status hf_recorder_flush(hf_recorder *recorder, hf_error *error)
{
    hf_recording *rows = recorder->rows;
    if (!recorder->file || recorder->broken != HF_STATUS_OK) return HF_STATUS_OK;
    if (rows->step_count + rows->frame_count == 0) return HF_STATUS_OK;
    hf_status status = record_file_append(recorder->file, rows, error);
    recorder->broken = status;
    recorder->contact_total += (int64_t)rows->contact_count;
    forget_rows(rows);
    return status;
}

hf_status hf_recorder_write_page(hf_recorder *recorder, const char *path, const hf_page_options *options,
                                 hf_error *error)
{
    if (!recorder->options.page)
        return error_set(error, HF_STATUS_INVALID, "the recorder was made without hf_recorder_options.page");
    page p = {.model = &recorder->rows->model, .data = &recorder->page, .every = recorder->options.every};
    return page_write(p, path, options, error);
}

hf_status hf_recorder_close(hf_recorder *recorder, hf_error *error)
{
    if (!recorder) return HF_STATUS_OK;
    hf_status status = hf_recorder_flush(recorder, error);
    if (recorder->file)
    {
        hf_error second;
        hf_status closed = record_file_finish(recorder->file, &second);
        if (recorder->broken == HF_STATUS_OK && closed != HF_STATUS_OK) // a write that failed before has been told of
        {
            status = closed;
            if (error) *error = second;
        }
    }
    recording_free(recorder->rows);
    page_data_free(&recorder->page);
    free(recorder->scratch);
    free(recorder);
    return status;
}
