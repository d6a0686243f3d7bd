#include "run_inputs.h"

#include "console.h"

#include "holdfast/mechanism.h"
#include "holdfast/status.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "holdfast-inputs 1\n";

enum
{
    LINE = 8192 // bytes of a word at most
};

/// Options that choose the scene and its settings; all others are of files, or of what drives it.
static const char *const chosen[] = {"duration",  "dt",          "tol",        "accuracy",     "travel",
                                     "reduction", "fast-tol",    "budget",     "accept",       "effort",
                                     "on-fail",   "strict",      "solver",     "friction",     "selection",
                                     "seed",      "cold-start",  "integrator", "set",          "max-iterations",
                                     "key",       "coordinates", "motion",     "strict-start", "floating"};

static const hf_model *model_of(const hf_world *world)
{
    return hf_world_model(world);
}

static bool begin(run_inputs *in, const char *path, const char *mode, const hf_model *model)
{
    *in = (run_inputs){.path = path, .file = fopen(path, mode)};
    if (!in->file)
    {
        tool_error("%s: %s", path, strerror(errno));
        return false;
    }
    size_t actuators = (size_t)hf_model_count(model, HF_ITEM_ACTUATOR),
           bodies = (size_t)hf_model_count(model, HF_ITEM_BODY);
    in->controls = tool_allocate(actuators + 1, sizeof *in->controls);
    in->forces = tool_allocate(bodies, sizeof *in->forces);
    for (size_t k = 0; k < actuators; k++) in->controls[k] = NAN; // nothing is told yet
    return true;
}

void run_inputs_drop(run_inputs *in)
{
    if (in->file) fclose(in->file);
    free(in->controls);
    free(in->forces);
    *in = (run_inputs){0};
}

// ---- writing ----

static void write_state(FILE *file, const hf_world *world)
{
    size_t size = hf_world_state_size(world);
    unsigned char *bytes = tool_allocate(size, 1);
    hf_world_state_save(world, bytes);
    fprintf(file, "state %zu ", size);
    for (size_t k = 0; k < size; k++) fprintf(file, "%02x", bytes[k]);
    fputs("\n", file);
    free(bytes);
}

bool run_inputs_write(run_inputs *in, const char *path, const argument_set *arguments, const hf_world *world)
{
    if (!begin(in, path, "wb", model_of(world))) return false;
    fprintf(in->file, "%sprogram %s\nmodel %016llx\nword %s\n", HEAD, hf_version(),
            (unsigned long long)hf_model_identity(model_of(world)), arguments->operands[0]);
    for (size_t k = 0; k < sizeof chosen / sizeof chosen[0]; k++)
    {
        if (!option_given(arguments, chosen[k])) continue;
        fprintf(in->file, "word --%s\n", chosen[k]);
        if (option_text(arguments, chosen[k])) fprintf(in->file, "word %s\n", option_text(arguments, chosen[k]));
    }
    if (option_given(arguments, "resume")) write_state(in->file, world);
    return true;
}

bool run_inputs_note(run_inputs *in, long step, const push_list *pushes, const hf_world *world)
{
    bool said = false;
    for (int k = 0; k < hf_model_count(model_of(world), HF_ITEM_ACTUATOR); k++)
    {
        double u = hf_world_control(world, k);
        if (u == in->controls[k]) continue;
        if (!said) fprintf(in->file, "step %ld\n", step);
        said = true;
        fprintf(in->file, "control %d %.17g\n", k, u);
        in->controls[k] = u;
    }
    for (int b = 1; pushes->count > 0 && b < hf_model_count(model_of(world), HF_ITEM_BODY); b++)
    {
        double force[3];
        push_sum(pushes, hf_world_time(world), b, force);
        const double *told = in->forces[b];
        if (force[0] == told[0] && force[1] == told[1] && force[2] == told[2]) continue;
        if (!said) fprintf(in->file, "step %ld\n", step);
        said = true;
        fprintf(in->file, "force %d %.17g %.17g %.17g\n", b, force[0], force[1], force[2]);
        memcpy(in->forces[b], force, sizeof force);
    }
    return true;
}

bool run_inputs_end(run_inputs *in, long step, const hf_world *world)
{
    fprintf(in->file, "end %ld %016llx\n", step, (unsigned long long)hf_world_hash(world));
    bool well = !ferror(in->file);
    well &= fclose(in->file) == 0;
    in->file = NULL;
    if (!well) tool_error("%s: it cannot be written", in->path);
    return well;
}

// ---- reading ----

static bool refuse(const run_inputs *in, const char *what)
{
    tool_error("%s: %s", in->path, what);
    return false;
}

/// A whole number, and `count` more; returns whether all are there.
static bool take_numbers(const char *text, long *index, double *x, int count)
{
    char *end;
    *index = strtol(text, &end, 10);
    bool well = end != text;
    for (int k = 0; k < count && well; k++)
    {
        const char *begin = end;
        x[k] = strtod(begin, &end);
        well = end != begin;
    }
    return well;
}

static bool take_end(run_inputs *in, const char *text)
{
    char *end, *after;
    in->last = strtol(text, &end, 10);
    in->hash = strtoull(end, &after, 16);
    return (in->last > 0 && after > end + 1) || refuse(in, "its last line is damaged");
}

static bool take_state(run_inputs *in, hf_world *world)
{
    const size_t most = (size_t)1 << 30;
    char digits[24] = "";
    bool well = fscanf(in->file, "%20s ", digits) == 1;
    size_t size = (size_t)strtoull(digits, NULL, 10);
    well = well && size > 0 && size < most;
    unsigned char *bytes = tool_allocate(well ? size + 1 : 1, 1);
    for (size_t k = 0; k < size && well; k++)
    {
        char pair[3] = {0}, *end;
        well = fread(pair, 2, 1, in->file) == 1;
        bytes[k] = (unsigned char)strtoul(pair, &end, 16);
        well = well && end == pair + 2;
    }
    hf_error error = {0};
    well = well && fgetc(in->file) == '\n' && hf_world_state_load(world, bytes, size, &error) == HF_STATUS_OK;
    free(bytes);
    return well || refuse(in, "its first state is none of this model");
}

/// Lines up to the first step, or the end.
static bool read_head(run_inputs *in, hf_world *world)
{
    char key[16], text[LINE];
    unsigned long long identity = 0;
    while (fscanf(in->file, "%15s ", key) == 1)
    {
        if (strcmp(key, "state") == 0)
        {
            if (!take_state(in, world)) return false;
            continue;
        }
        if (!fgets(text, sizeof text, in->file)) return refuse(in, "it is cut off");
        if (strcmp(key, "model") == 0) identity = strtoull(text, NULL, 16);
        if (strcmp(key, "program") == 0 && strncmp(text, hf_version(), strlen(hf_version())) != 0)
            fprintf(stderr, "note: %s was written by holdfast %s", in->path, text);
        if (strcmp(key, "step") == 0) in->next = strtol(text, NULL, 10);
        if (strcmp(key, "end") == 0 && !take_end(in, text)) return false;
        if (in->next > 0 || in->last > 0) break;
    }
    if (identity != hf_model_identity(model_of(world))) return refuse(in, "it is of another model");
    return (in->next > 0 || in->last > 0) || refuse(in, "it ends without its end");
}

static bool open_file(run_inputs *in)
{
    char head[sizeof HEAD] = "";
    if (fread(head, sizeof HEAD - 1, 1, in->file) == 1 && strcmp(head, HEAD) == 0) return true;
    return refuse(in, "these are no inputs of a run, or of another version");
}

bool run_inputs_read(run_inputs *in, const char *path, hf_world *world)
{
    return begin(in, path, "rb", model_of(world)) && open_file(in) && read_head(in, world);
}

static bool apply_line(run_inputs *in, const char *key, const char *text, hf_world *world)
{
    static const double none[3] = {0};
    hf_error error = {0};
    long index;
    double x[3];
    if (strcmp(key, "control") == 0)
    {
        bool is =
            take_numbers(text, &index, x, 1) && index >= 0 && index < hf_model_count(model_of(world), HF_ITEM_ACTUATOR);
        is = is && hf_world_set_control(world, (int)index, x[0], &error) == HF_STATUS_OK;
        return is || refuse(in, "a control of no actuator");
    }
    if (strcmp(key, "force") == 0)
    {
        bool is =
            take_numbers(text, &index, x, 3) && index > 0 && index < hf_model_count(model_of(world), HF_ITEM_BODY);
        is = is && hf_world_set_wrench(world, (int)index, x, none, &error) == HF_STATUS_OK;
        return is || refuse(in, "a force on no body");
    }
    return refuse(in, "a line that nobody knows");
}

bool run_inputs_apply(run_inputs *in, long step, hf_world *world)
{
    char key[16], text[LINE];
    while (in->last == 0 && in->next <= step)
    {
        if (fscanf(in->file, "%15s ", key) != 1 || !fgets(text, sizeof text, in->file))
            return refuse(in, "it ends without its end");
        if (strcmp(key, "step") == 0) in->next = strtol(text, NULL, 10);
        else if (strcmp(key, "end") == 0)
        {
            if (!take_end(in, text)) return false;
        }
        else if (!apply_line(in, key, text, world)) return false;
    }
    return true;
}

bool run_inputs_over(const run_inputs *in, long step)
{
    return in->file && in->last > 0 && step >= in->last;
}

bool run_inputs_agree(const run_inputs *in, const hf_world *world)
{
    if (in->last > 0 && in->hash == hf_world_hash(world)) return true;
    tool_error("%s: the state is another one than when the inputs were recorded: %016llx", in->path, in->hash);
    return false;
}

char **run_inputs_words(const char *path, int *count)
{
    enum
    {
        MOST = 256
    };
    char text[LINE], **words = tool_allocate(MOST, sizeof *words);
    run_inputs in = {.path = path, .file = fopen(path, "rb")};
    *count = 0;
    if (!in.file) tool_error("%s: %s", path, strerror(errno));
    bool well = in.file && open_file(&in);
    while (well && *count < MOST - 4 && fgets(text, sizeof text, in.file) && strncmp(text, "step ", 5) != 0)
    {
        if (strncmp(text, "word ", 5) != 0) continue;
        text[strcspn(text, "\n")] = 0;
        words[(*count)++] = tool_text("%s", text + 5);
    }
    if (in.file) fclose(in.file);
    if (well && *count > 0) return words;
    free(words);
    return NULL;
}
