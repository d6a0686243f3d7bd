#include "view_tape.h"

#include "console.h"

#include "holdfast/live.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "holdfast-inputs 1\n";

enum
{
    LINE = 4200 // bytes: a command has 4096 at most
};

typedef struct entry
{
    char *command;
    uint64_t hash;
} entry;

struct view_tape
{
    pthread_mutex_t lock;
    entry *entries;
    size_t count, room;
    long steps, unwritten; // in all; of them not in the file yet
    FILE *file;
    char *path;
};

// ---- writing ----

static void flush_steps(view_tape *t)
{
    if (t->file && t->unwritten > 0) fprintf(t->file, "do step %ld\n", t->unwritten);
    if (t->file) fflush(t->file);
    t->unwritten = 0;
}

view_tape *view_tape_begin(const char *path, const char *scene, uint64_t seed)
{
    view_tape *t = tool_allocate(1, sizeof *t);
    *t = (view_tape){.file = path ? fopen(path, "wb") : NULL, .path = path ? tool_text("%s", path) : NULL};
    if ((path && !t->file) || pthread_mutex_init(&t->lock, NULL) != 0)
    {
        tool_error("%s: %s", path ? path : "a lock", strerror(errno));
        free(t->path);
        free(t);
        return NULL;
    }
    if (t->file) fprintf(t->file, "%sprogram %s\nlive %llu %s\n", HEAD, hf_version(), (unsigned long long)seed, scene);
    return t;
}

bool view_tape_end(view_tape *t)
{
    bool well = true;
    if (t->file)
    {
        flush_steps(t);
        fprintf(t->file, "end %ld %016llx\n", t->steps,
                t->count > 0 ? (unsigned long long)t->entries[t->count - 1].hash : 0ULL);
        well = !ferror(t->file);
        well &= fclose(t->file) == 0;
        if (!well) tool_error("%s: it cannot be written", t->path);
    }
    for (size_t k = 0; k < t->count; k++) free(t->entries[k].command);
    free(t->entries);
    free(t->path);
    pthread_mutex_destroy(&t->lock);
    free(t);
    return well;
}

void view_tape_lock(view_tape *t)
{
    pthread_mutex_lock(&t->lock);
}

void view_tape_unlock(view_tape *t)
{
    pthread_mutex_unlock(&t->lock);
}

void view_tape_add(view_tape *t, const char *command, uint64_t hash)
{
    if (t->count == t->room)
    {
        t->room = t->room > 0 ? 2 * t->room : 256;
        t->entries = tool_reallocate(t->entries, t->room, sizeof *t->entries);
    }
    t->entries[t->count++] = (entry){.command = tool_text("%s", command), .hash = hash};
    if (strncmp(command, "step ", 5) == 0)
    {
        long steps = strtol(command + 5, NULL, 10);
        t->steps += steps;
        t->unwritten += steps;
        return;
    }
    flush_steps(t);
    if (t->file) fprintf(t->file, "do %s\n", command);
}

size_t view_tape_count(const view_tape *t)
{
    return t->count;
}

const char *view_tape_command(const view_tape *t, size_t k, uint64_t *hash)
{
    *hash = t->entries[k].hash;
    return t->entries[k].command;
}

long view_tape_steps(const view_tape *t)
{
    return t->steps;
}

// ---- once more ----

bool view_tape_is(const char *path)
{
    char line[LINE];
    FILE *file = fopen(path, "rb");
    bool live = false;
    for (int k = 0; file && k < 3 && fgets(line, sizeof line, file); k++) live = strncmp(line, "live ", 5) == 0;
    if (file) fclose(file);
    return live;
}

static bool is_well(const unsigned char *answer, size_t size)
{
    if (size < 4 || memcmp(answer, "ERRO", 4) != 0) return true;
    tool_error("%.*s", (int)(size - 4), (const char *)answer + 4);
    return false;
}

static bool open_scene(hf_live *live, const char *text)
{
    char *scene;
    hf_error error;
    uint64_t seed = strtoull(text, &scene, 10);
    if (hf_live_open(live, scene + strspn(scene, " "), seed, &error) == HF_STATUS_OK) return true;
    tool_error("%s", error.message);
    return false;
}

/// The commands of a file; *last ◄ its last line's words behind "end".
static bool do_lines(FILE *file, hf_live *live, char *last)
{
    char line[LINE];
    const unsigned char *answer;
    size_t size;
    while (fgets(line, sizeof line, file))
    {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "live ", 5) == 0 && !open_scene(live, line + 5)) return false;
        if (strncmp(line, "do ", 3) == 0)
        {
            hf_live_command(live, line + 3, strlen(line + 3), &answer, &size);
            if (!is_well(answer, size)) return false;
        }
        if (strncmp(line, "end ", 4) == 0) snprintf(last, LINE, "%s", line + 4);
    }
    return true;
}

int view_tape_replay(const char *path)
{
    char last[LINE] = "", *at;
    const unsigned char *answer;
    size_t size;
    hf_error error;
    hf_live *live;
    FILE *file = fopen(path, "rb");
    if (!file || hf_live_create(NULL, &live, &error) != HF_STATUS_OK)
    {
        tool_error("%s: %s", path, file ? error.message : strerror(errno));
        if (file) fclose(file);
        return EXIT_FAILURE;
    }
    bool well = do_lines(file, live, last);
    fclose(file);
    hf_live_command(live, "hash", 4, &answer, &size);
    well = well && is_well(answer, size);
    long steps = strtol(last, &at, 10);
    uint64_t hash = strtoull(at, NULL, 16), state = well ? strtoull((const char *)answer + 4, NULL, 16) : 0;
    if (well) printf("%ld steps; state       %016llx\n", steps, (unsigned long long)state);
    if (well && !*last) tool_error("%s: it ends without its end", path);
    if (well && *last && state != hash)
        tool_error("%s: the state is another one than when the inputs were recorded: %016llx", path,
                   (unsigned long long)hash);
    hf_live_destroy(live);
    return !well || !*last ? EXIT_FAILURE : state == hash ? EXIT_SUCCESS : 2;
}
