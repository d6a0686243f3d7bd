// Commands: words separated by spaces, one command at a time. The table below is the whole language; docs/live.md
// explains it.

#include "live/live.h"

#include "base/error.h"
#include "base/locale.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COMMAND_SIZE = 4096, // bytes; longer ones are refused
    WORDS_MAX = 16,
};
static const double ADVANCE_MOST = 10.0; // simulated seconds that one `advance` may ask for
static const double STEPS_MOST = 1e6;    // that one `step` or `back` may ask for

typedef struct word_list
{
    int count;
    char *word[WORDS_MAX];
    char text[COMMAND_SIZE + 1];
} word_list;

// ---- words ----

static hf_status split(const char *text, size_t size, word_list *words, hf_error *error)
{
    words->count = 0;
    if (size > COMMAND_SIZE)
        return error_set(error, HF_STATUS_INVALID, "a command has at most %d bytes, this one has %zu", COMMAND_SIZE,
                         size);
    memcpy(words->text, text, size);
    words->text[size] = '\0';
    if (strlen(words->text) != size) return error_set(error, HF_STATUS_INVALID, "a command has no zeros in it");
    char *at = words->text;
    for (;;)
    {
        at += strspn(at, " \t\r\n");
        if (!*at) break;
        if (words->count == WORDS_MAX)
            return error_set(error, HF_STATUS_INVALID, "a command has at most %d words", WORDS_MAX);
        words->word[words->count++] = at;
        at += strcspn(at, " \t\r\n");
        if (*at) *at++ = '\0';
    }
    return words->count > 0 ? HF_STATUS_OK : error_set(error, HF_STATUS_INVALID, "an empty command");
}

/// Word k as a number within least … most.
static hf_status number(const word_list *words, int k, double least, double most, double *value, hf_error *error)
{
    char *end;
    double read = strtod(words->word[k], &end);
    if (*end || end == words->word[k] || !(read >= least && read <= most))
        return error_set(error, HF_STATUS_INVALID, "%s: '%.40s' is no number within %g … %g", words->word[0],
                         words->word[k], least, most);
    *value = read;
    return HF_STATUS_OK;
}

static hf_status numbers(const word_list *words, int first, int count, double *values, hf_error *error)
{
    for (int k = 0; k < count; k++) TRY(number(words, first + k, -1e12, 1e12, &values[k], error));
    return HF_STATUS_OK;
}

/// Word k as an index below `count`.
static hf_status index_below(const word_list *words, int k, int count, int *index, hf_error *error)
{
    double value = 0.0;
    hf_status status = number(words, k, 0.0, count - 1.0, &value, error);
    *index = (int)value;
    return status;
}

// ---- the commands ----

static hf_status answer_frame(hf_live *live, bool contacts, hf_error *error)
{
    return live_answer_frame(live, contacts) ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status answer_text(hf_live *live, const char *text, hf_error *error)
{
    return live_answer_text(live, "TEXT", text) ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status do_open(hf_live *live, const word_list *w, hf_error *error)
{
    double seed = 0.0;
    if (live->world && !live->own)
        return error_set(error, HF_STATUS_UNSUPPORTED, "open: this page shows the world of a program, and no other");
    if (w->count == 1 && !live->scene) return error_set(error, HF_STATUS_INVALID, "open: no scene is open");
    if (w->count == 1) // the same again, as its file is now
    {
        hf_status again = hf_live_open(live, live->scene, live->seed, error);
        return again == HF_STATUS_OK ? live_answer_about(live, error) : again;
    }
    const char *scene = w->word[1];
    if (!live->options.files && (strpbrk(scene, "/\\") || strcspn(scene, ".") < strcspn(scene, ":")))
        return error_set(error, HF_STATUS_INVALID, "open: only built-in scenes can be opened from here");
    hf_status status = w->count > 2 ? number(w, 2, 0.0, 9e15, &seed, error) : HF_STATUS_OK;
    if (status == HF_STATUS_OK) status = hf_live_open(live, scene, (uint64_t)seed, error);
    return status == HF_STATUS_OK ? live_answer_about(live, error) : status;
}

static hf_status do_about(hf_live *live, const word_list *w, hf_error *error)
{
    (void)w;
    return live_answer_about(live, error);
}

static hf_status do_scenes(hf_live *live, const word_list *w, hf_error *error)
{
    (void)w;
    return live_answer_scenes(live, error);
}

/// advance SECONDS MILLISECONDS CONTACTS: steps until so much time has passed, or so much was used up; stops after a
/// step that is not certified.
static hf_status do_advance(hf_live *live, const word_list *w, hf_error *error)
{
    double span = 0.0, limit = 0.0, contacts = 0.0, began = live_clock(live);
    hf_status status = number(w, 1, 0.0, ADVANCE_MOST, &span, error);
    if (status == HF_STATUS_OK) status = number(w, 2, 0.0, 1e4, &limit, error);
    if (status == HF_STATUS_OK) status = number(w, 3, 0.0, 1.0, &contacts, error);
    if (status != HF_STATUS_OK) return status;
    double end = hf_world_time(live->world) + span - 0.5 * live->settings.step.timestep;
    live->late = false;
    while (status == HF_STATUS_OK && hf_world_time(live->world) < end && live->worst == HF_STEP_EXACT)
    {
        status = live_step(live, 0.0, error);
        live->late = live_clock(live) - began > 1e-3 * limit;
        if (live->late) break;
    }
    return status == HF_STATUS_OK ? answer_frame(live, contacts > 0.0, error) : status;
}

static hf_status do_step(hf_live *live, const word_list *w, hf_error *error)
{
    double count = 1.0;
    hf_status status = w->count > 1 ? number(w, 1, 0.0, STEPS_MOST, &count, error) : HF_STATUS_OK;
    for (long k = 0; k < (long)count && status == HF_STATUS_OK && live->worst != HF_STEP_FAILED; k++)
        status = live_step(live, 0.0, error);
    return status == HF_STATUS_OK ? answer_frame(live, true, error) : status;
}

static hf_status do_back(hf_live *live, const word_list *w, hf_error *error)
{
    double count = 1.0;
    hf_status status = w->count > 1 ? number(w, 1, 1.0, STEPS_MOST, &count, error) : HF_STATUS_OK;
    if (status == HF_STATUS_OK) status = live_back(live, (long)count, error);
    return status == HF_STATUS_OK ? answer_frame(live, true, error) : status;
}

static hf_status do_reset(hf_live *live, const word_list *w, hf_error *error)
{
    (void)w;
    hf_status status = live_reset(live, error);
    return status == HF_STATUS_OK ? answer_frame(live, true, error) : status;
}

/// set NAME VALUE…
static hf_status do_set(hf_live *live, const word_list *w, hf_error *error)
{
    hf_settings s = live->settings;
    const char *name = w->word[1];
    double value[3] = {0};
    int wanted = strcmp(name, "gravity") == 0 ? 3 : 1;
    if (w->count != 2 + wanted)
        return error_set(error, HF_STATUS_INVALID, "set %.40s: %d values are given, not %d", name, w->count - 2,
                         wanted);
    hf_status status = HF_STATUS_OK;
    if (strcmp(name, "solver") == 0)
    {
        if (strlen(w->word[2]) >= sizeof s.solver.name)
            return error_set(error, HF_STATUS_INVALID, "set solver: there is no solver '%.60s'", w->word[2]);
        memcpy(s.solver.name, w->word[2], strlen(w->word[2]) + 1);
    }
    else status = numbers(w, 2, wanted, value, error);
    if (status != HF_STATUS_OK) return status;
    if (strcmp(name, "gravity") == 0) memcpy(s.physics.gravity, value, sizeof s.physics.gravity);
    else if (strcmp(name, "friction") == 0) s.law.coefficient = value[0];
    else if (strcmp(name, "tolerance") == 0) s.solver.tolerance = value[0];
    else if (strcmp(name, "timestep") == 0) s.step.timestep = value[0];
    else if (strcmp(name, "solver") != 0)
        return error_set(error, HF_STATUS_INVALID,
                         "set: there is no '%.40s'; there are gravity, friction, tolerance, timestep, solver", name);
    status = hf_world_set_settings(live->world, &s, error);
    if (status != HF_STATUS_OK) return status;
    live->settings = s;
    return answer_text(live, "ok", error);
}

/// A body, a point of it and a vector, from word 1 on.
static hf_status read_hand(hf_live *live, const word_list *w, live_hand *hand, hf_error *error)
{
    hf_status status = index_below(w, 1, hf_model_count(live->model, HF_ITEM_BODY), &hand->body, error);
    if (status == HF_STATUS_OK) status = numbers(w, 2, 3, hand->point, error);
    if (status == HF_STATUS_OK) status = numbers(w, 5, 3, hand->target, error);
    if (status != HF_STATUS_OK) return status;
    // Asked now, not at the next step: whether the body can be moved at all. It keeps what it has.
    const double *push = live->world->state.push[hand->body];
    return hf_world_set_wrench(live->world, hand->body, push, push + 3, error);
}

/// spring BODY POINT TARGET STIFFNESS DAMPING, or spring alone: let go.
static hf_status do_spring(hf_live *live, const word_list *w, hf_error *error)
{
    live_hand hand = {.body = -1};
    hf_status status = HF_STATUS_OK;
    if (w->count != 1 && w->count != 10)
        return error_set(error, HF_STATUS_INVALID, "spring: nine words are needed, or none");
    if (w->count == 10)
    {
        status = read_hand(live, w, &hand, error);
        if (status == HF_STATUS_OK) status = number(w, 8, 0.0, 1e12, &hand.stiffness, error);
        if (status == HF_STATUS_OK) status = number(w, 9, 0.0, 1e12, &hand.damping, error);
    }
    if (status != HF_STATUS_OK) return status;
    live->spring = hand;
    return answer_text(live, "ok", error);
}

/// push BODY POINT IMPULSE
static hf_status do_push(hf_live *live, const word_list *w, hf_error *error)
{
    live_hand hand = {.body = -1};
    hf_status status = read_hand(live, w, &hand, error);
    if (status != HF_STATUS_OK) return status;
    live->push = hand;
    return answer_text(live, "ok", error);
}

static hf_status do_control(hf_live *live, const word_list *w, hf_error *error)
{
    int actuator;
    double u = 0.0;
    hf_status status = index_below(w, 1, hf_model_count(live->model, HF_ITEM_ACTUATOR), &actuator, error);
    if (status == HF_STATUS_OK) status = numbers(w, 2, 1, &u, error);
    if (status == HF_STATUS_OK) status = hf_world_set_control(live->world, actuator, u, error);
    return status == HF_STATUS_OK ? answer_text(live, "ok", error) : status;
}

/// joint J VALUE: puts a hinge or slide there.
static hf_status do_joint(hf_live *live, const word_list *w, hf_error *error)
{
    int joint, count = hf_model_q_count(live->model);
    double value = 0.0;
    hf_status status = index_below(w, 1, hf_model_count(live->model, HF_ITEM_JOINT), &joint, error);
    if (status == HF_STATUS_OK) status = numbers(w, 2, 1, &value, error);
    if (status != HF_STATUS_OK) return status;
    if (hf_model_joint(live->model, joint).kind == HF_JOINT_BALL)
        return error_set(error, HF_STATUS_INVALID, "joint %d: a ball has no single coordinate", joint);
    double *q = malloc((size_t)(count > 0 ? count : 1) * sizeof *q);
    if (!q) return error_no_memory(error);
    memcpy(q, hf_world_q(live->world), (size_t)count * sizeof *q);
    q[hf_model_joint_q(live->model, joint)] = value;
    status = hf_world_set_q(live->world, q, NULL, error);
    free(q);
    return status == HF_STATUS_OK ? answer_frame(live, true, error) : status;
}

static hf_status do_key(hf_live *live, const word_list *w, hf_error *error)
{
    int key;
    hf_status status = index_below(w, 1, hf_model_count(live->model, HF_ITEM_KEY), &key, error);
    if (status == HF_STATUS_OK) status = hf_world_set_key(live->world, key, error);
    return status == HF_STATUS_OK ? answer_frame(live, true, error) : status;
}

static hf_status do_body(hf_live *live, const word_list *w, hf_error *error)
{
    int body;
    hf_status status = index_below(w, 1, hf_model_count(live->model, HF_ITEM_BODY), &body, error);
    return status == HF_STATUS_OK ? live_answer_body(live, body, error) : status;
}

static hf_status do_contact(hf_live *live, const word_list *w, hf_error *error)
{
    int contact;
    hf_status status = index_below(w, 1, hf_world_contact_count(live->world), &contact, error);
    return status == HF_STATUS_OK ? live_answer_contact(live, contact, error) : status;
}

static hf_status do_hold(hf_live *live, const word_list *w, hf_error *error)
{
    int body;
    hf_status status = index_below(w, 1, hf_model_count(live->model, HF_ITEM_BODY), &body, error);
    return status == HF_STATUS_OK ? live_answer_hold(live, body, error) : status;
}

static hf_status do_iterations(hf_live *live, const word_list *w, hf_error *error)
{
    return live_answer_iterations(live, w->count > 1 ? w->word[1] : live->settings.solver.name, error);
}

static hf_status do_hash(hf_live *live, const word_list *w, hf_error *error)
{
    char text[17];
    (void)w;
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hf_world_hash(live->world));
    return answer_text(live, text, error);
}

static hf_status do_save(hf_live *live, const word_list *w, hf_error *error)
{
    return live_answer_file(live, w->word[1], error);
}

static const struct
{
    const char *name;
    int least, most; // words after it
    bool scene;      // one must be open
    bool changes;    // the scene, and is told; steps are told as what they were
    hf_status (*run)(hf_live *live, const word_list *words, hf_error *error);
} table[] = {
    {"advance", 3, 3, true, false, do_advance}, {"step", 0, 1, true, false, do_step},
    {"back", 0, 1, true, true, do_back},        {"reset", 0, 0, true, true, do_reset},
    {"set", 2, 4, true, true, do_set},          {"spring", 0, 9, true, true, do_spring},
    {"push", 7, 7, true, true, do_push},        {"control", 2, 2, true, true, do_control},
    {"joint", 2, 2, true, true, do_joint},      {"key", 1, 1, true, true, do_key},
    {"body", 1, 1, true, false, do_body},       {"iterations", 0, 1, true, false, do_iterations},
    {"hash", 0, 0, true, false, do_hash},       {"save", 1, 1, true, false, do_save},
    {"about", 0, 0, true, false, do_about},     {"contact", 1, 1, true, false, do_contact},
    {"hold", 1, 1, true, false, do_hold},       {"open", 0, 2, false, true, do_open},
    {"scenes", 0, 0, false, false, do_scenes},
};

/// Tells what has changed: steps that were made, or the words of a command.
static void tell(hf_live *live, const word_list *words, bool changes)
{
    char text[COMMAND_SIZE + 1];
    size_t used = 0;
    if (live->told > 0) snprintf(text, sizeof text, "step %ld", live->told);
    else
        for (int k = 0; changes && k < words->count; k++) // no longer than it came: a blank for each one or more
            used += (size_t)snprintf(text + used, sizeof text - used, k > 0 ? " %s" : "%s", words->word[k]);
    if ((live->told > 0 || changes) && live->options.changed)
        live->options.changed(live->options.context, text, hf_world_hash(live->world));
    live->told = 0;
}

static hf_status run(hf_live *live, const word_list *words, hf_error *error)
{
    int count = sizeof table / sizeof table[0], k = 0;
    while (k < count && strcmp(table[k].name, words->word[0]) != 0) k++;
    if (k == count) return error_set(error, HF_STATUS_INVALID, "there is no command '%.40s'", words->word[0]);
    if (table[k].scene && !live->scene)
        return error_set(error, HF_STATUS_INVALID, "%s: no scene is open", table[k].name);
    if (words->count - 1 < table[k].least || words->count - 1 > table[k].most)
        return error_set(error, HF_STATUS_INVALID, "%s: %d to %d words follow, not %d", table[k].name, table[k].least,
                         table[k].most, words->count - 1);
    hf_status status = table[k].run(live, words, error);
    tell(live, words, status == HF_STATUS_OK && table[k].changes);
    return status;
}

void hf_live_command(hf_live *live, const char *text, size_t size, const unsigned char **answer, size_t *answer_size)
{
    static const unsigned char no_memory[] = "ERROout of memory";
    hf_error error = {.status = HF_STATUS_OK};
    word_list words;
    c_locale locale = c_locale_enter();
    live->answer.count = 0;
    live_look(live);
    hf_status status = split(text, size, &words, &error);
    if (status == HF_STATUS_OK) status = run(live, &words, &error);
    c_locale_leave(&locale);
    bool whole = status == HF_STATUS_OK || live_answer_text(live, "ERRO", error.message);
    *answer = whole ? live->answer.bytes : no_memory;
    *answer_size = whole ? live->answer.count : sizeof no_memory - 1;
}
