#include "live/live.h"

#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hf_live_options hf_live_options_default(void)
{
    return (hf_live_options){.history = (size_t)64 << 20, .recording = (size_t)64 << 20};
}

double live_clock(const hf_live *live)
{
    return live->options.clock ? live->options.clock(live->options.context) : 0.0;
}

// ---- history ----

static void drop_oldest(live_history *h)
{
    live_state *oldest = &h->states[h->first];
    h->bytes -= oldest->size;
    free(oldest->bytes);
    h->first = (h->first + 1) % h->capacity;
    h->count--;
}

static void drop_all(live_history *h)
{
    while (h->count > 0) drop_oldest(h);
}

/// Twice the room, with the oldest at its beginning.
static bool history_grow(live_history *h)
{
    int capacity = h->capacity > 0 ? 2 * h->capacity : 256;
    live_state *states = MEMORY_ARRAY(live_state, (size_t)capacity);
    if (!states) return false;
    for (int k = 0; k < h->count; k++) states[k] = h->states[(h->first + k) % h->capacity];
    free(h->states);
    h->states = states, h->first = 0, h->capacity = capacity;
    return true;
}

/// Keeps the present state. Where memory is short there is less to step back to, and nothing else.
static void history_push(hf_live *live)
{
    live_history *h = &live->history;
    size_t size = hf_world_state_size(live->world);
    while (h->count > 0 && h->bytes + size > live->options.history) drop_oldest(h);
    if (size > live->options.history || (h->count == h->capacity && !history_grow(h))) return;
    void *bytes = malloc(size);
    if (!bytes) return;
    hf_world_state_save(live->world, bytes);
    h->states[(h->first + h->count++) % h->capacity] = (live_state){.size = size, .bytes = bytes, .step = live->step};
    h->bytes += size;
}

/// Takes the newest back out; the caller frees its bytes.
static live_state history_pop(live_history *h)
{
    live_state newest = h->states[(h->first + --h->count) % h->capacity];
    h->bytes -= newest.size;
    return newest;
}

// ---- a scene ----

static void watch_stage(void *context, hf_stage stage)
{
    hf_live *live = context;
    double now = live_clock(live);
    if (live->stage < HF_STAGE_COUNT) live->timing.stage[live->stage] += now - live->stage_began;
    live->stage = stage;
    live->stage_began = now;
}

static void watch_world(hf_live *live)
{
    hf_world_observe(live->world, watch_stage, live);
    if (live->own) hf_world_set_interrupt(live->world, live->options.interrupt, live->options.context);
}

hf_status live_record_anew(hf_live *live, hf_error *error)
{
    hf_recorder_options options = hf_recorder_options_default(live->model);
    options.settings = live->settings;
    options.memory = live->options.recording;
    hf_recorder *recorder;
    hf_status status = hf_recorder_create(NULL, live->model, &options, &recorder, error);
    if (status != HF_STATUS_OK) return status;
    status = hf_recorder_add(recorder, live->world, NULL, NULL, error);
    hf_recorder **kept = status == HF_STATUS_OK ? &live->recorder : &recorder;
    (void)hf_recorder_close(*kept, NULL);
    *kept = NULL;
    if (status == HF_STATUS_OK) live->recorder = recorder;
    return status;
}

/// What belongs to a scene.
static void close_scene(hf_live *live)
{
    drop_all(&live->history);
    (void)hf_recorder_close(live->recorder, NULL);
    if (live->own) hf_world_destroy(live->world);
    else if (live->world) hf_world_observe(live->world, NULL, NULL);
    hf_model_destroy(live->own);
    free(live->beginning);
    free(live->scene);
    live->recorder = NULL, live->world = NULL, live->model = live->own = NULL, live->scene = NULL;
    live->beginning = NULL;
}

/// The scene that was made takes the place of what there was.
static void take_over(hf_live *live, const hf_live *made)
{
    byte_buffer answer = live->answer;
    close_scene(live);
    free(live->history.states);
    *live = *made;
    live->answer = answer;
    watch_world(live);
}

hf_status hf_live_open(hf_live *live, const char *scene, uint64_t seed, hf_error *error)
{
    hf_builder *builder;
    hf_status status = hf_scene_open(scene, seed, NULL, NULL, &builder, error);
    if (status != HF_STATUS_OK) return status;
    hf_live made = {.options = live->options, .seed = seed, .spring.body = -1, .push.body = -1};
    status = hf_model_build(builder, &made.own, error);
    hf_builder_destroy(builder);
    made.model = made.own;
    if (status == HF_STATUS_OK) status = hf_world_create(made.model, &made.world, error);
    if (status == HF_STATUS_OK) made.scene = memory_copy(scene, strlen(scene) + 1, 1);
    if (status == HF_STATUS_OK && !made.scene) status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        made.settings = hf_model_settings(made.model);
        // Whoever looks would rather wait for a step than be told that it is approximate: most are, if any, at a start
        // from nothing.
        if (made.settings.solver.effort == HF_EFFORT_NORMAL) made.settings.solver.effort = HF_EFFORT_HIGH;
        status = hf_world_set_settings(made.world, &made.settings, error);
        if (status == HF_STATUS_OK) status = live_record_anew(&made, error);
    }
    if (status != HF_STATUS_OK)
    {
        close_scene(&made);
        return status;
    }
    take_over(live, &made);
    return HF_STATUS_OK;
}

hf_status hf_live_attach(hf_live *live, hf_world *world, const char *title, hf_error *error)
{
    hf_live made = {.options = live->options, .model = world->model, .settings = world->settings};
    made.spring.body = made.push.body = -1;
    made.beginning_size = hf_world_state_size(world);
    made.beginning = malloc(made.beginning_size);
    made.scene = memory_copy(title, strlen(title) + 1, 1);
    hf_status status = made.beginning && made.scene ? HF_STATUS_OK : error_no_memory(error);
    made.world = world;
    if (status == HF_STATUS_OK) hf_world_state_save(world, made.beginning);
    if (status == HF_STATUS_OK) status = live_record_anew(&made, error);
    if (status == HF_STATUS_OK) take_over(live, &made);
    else close_scene(&made);
    return status;
}

hf_status hf_live_create(const hf_live_options *options, hf_live **live, hf_error *error)
{
    *live = MEMORY_ARRAY(hf_live, 1);
    if (!*live) return error_no_memory(error);
    (*live)->options = options ? *options : hf_live_options_default();
    (*live)->spring.body = (*live)->push.body = -1;
    return HF_STATUS_OK;
}

void hf_live_destroy(hf_live *live)
{
    if (!live) return;
    close_scene(live);
    free(live->history.states);
    free(live->answer.bytes);
    free(live);
}

// ---- steps ----

/// Adds the step to what the next frame says.
static void note_step(hf_live *live, double seconds)
{
    live->timing.seconds = seconds;
    live->seconds += seconds;
    live->made++;
    live->told++;
    live->worst_residual = fmax(live->worst_residual, live->report.solve.residual.natural);
    if (live->report.quality > live->worst) live->worst = live->report.quality;
    if (live->report.substeps > 0) live->step++;
}

void live_look(hf_live *live)
{
    if (!live->world) return;
    live->settings = hf_world_settings(live->world);
    live->model = live->world->model; // another one after masses or shapes were changed
}

hf_status live_step(hf_live *live, double h, hf_error *error)
{
    hf_step_report report;
    history_push(live);
    hf_status status = live_hand_apply(live, h > 0.0 ? h : live->settings.step.timestep, error);
    double began = live_clock(live);
    live->timing = (hf_step_timing){.seconds = 0.0};
    live->stage = HF_STAGE_COUNT;
    if (status == HF_STATUS_OK) status = hf_world_step(live->world, h, &report, error);
    live_hand_end(live);
    if (status != HF_STATUS_OK) return status;
    live->report = report;
    note_step(live, live_clock(live) - began);
    return hf_recorder_add(live->recorder, live->world, &live->report, &live->timing, error);
}

hf_status hf_live_step(hf_live *live, double timestep, hf_step_report *report, hf_error *error)
{
    if (!live->world) return error_set(error, HF_STATUS_INVALID, "step: no scene is open");
    live_look(live);
    hf_status status = live_step(live, timestep, error);
    *report = live->report;
    return status;
}

hf_status live_back(hf_live *live, long steps, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    if (live->history.count == 0) return HF_STATUS_OK;
    while (steps-- > 1 && live->history.count > 1) free(history_pop(&live->history).bytes);
    live_state state = history_pop(&live->history);
    status = hf_world_state_load(live->world, state.bytes, state.size, error);
    if (status == HF_STATUS_OK) live->step = state.step;
    free(state.bytes);
    return status == HF_STATUS_OK ? live_record_anew(live, error) : status;
}

/// A world of the caller's stays the one that it is.
static hf_status reset_attached(hf_live *live, hf_error *error)
{
    history_push(live);
    TRY(hf_world_state_load(live->world, live->beginning, live->beginning_size, error));
    live->step = 0;
    live->spring.body = live->push.body = -1;
    live->report = (hf_step_report){.time = 0.0};
    return live_record_anew(live, error);
}

hf_status live_reset(hf_live *live, hf_error *error)
{
    hf_world *world;
    if (!live->own) return reset_attached(live, error);
    history_push(live);
    hf_status status = hf_world_create(live->model, &world, error);
    if (status != HF_STATUS_OK) return status;
    status = hf_world_set_settings(world, &live->settings, error);
    if (status != HF_STATUS_OK)
    {
        hf_world_destroy(world);
        return status;
    }
    hf_world_destroy(live->world);
    live->world = world;
    live->step = 0;
    live->spring.body = live->push.body = -1;
    live->report = (hf_step_report){.time = 0.0};
    watch_world(live);
    return live_record_anew(live, error);
}
