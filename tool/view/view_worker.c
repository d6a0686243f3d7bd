// One command at a time: the server hands it over under the lock, the thread makes the answer without it, and says so.
// All else of a worker belongs to the side whose turn it is.

#include "view_worker.h"

#include "console.h"
#include "system.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct view_worker
{
    hf_live *live;
    char *folder;
    void (*done)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake; // there is a command, or it is over
    char *command;       // NULL: none
    size_t command_size;
    const unsigned char *answer; // NULL: none that was not taken
    size_t answer_size;
    atomic_bool over; // what is under way is to end
    view_tape *tape;  // NULL: the scene is this worker's alone
    size_t place;     // on the tape: what was done of it
    uint64_t hash;    // after what was done last
    bool follows;     // what is done stands on the tape
    bool apart;       // its states are others than those of the tape
    char said[128];
};

static void release(view_worker *w)
{
    hf_live_destroy(w->live);
    if (w->folder) rmdir(w->folder);
    free(w->folder);
    free(w->command);
    free(w);
}

static bool is_over(void *context)
{
    const view_worker *w = context;
    return atomic_load(&w->over) || interrupted();
}

static double seconds(void *context)
{
    (void)context;
    return clock_now();
}

/// Workers that have not ended.
static int running;
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t running_less = PTHREAD_COND_INITIALIZER;

static void count(int change)
{
    pthread_mutex_lock(&running_lock);
    running += change;
    pthread_cond_broadcast(&running_less);
    pthread_mutex_unlock(&running_lock);
}

/// HDF5 knows one thread at a time, and only what is saved or opened comes near files.
static pthread_mutex_t files = PTHREAD_MUTEX_INITIALIZER;

static void make_own_answer(view_worker *w, const unsigned char **answer, size_t *size)
{
    bool alone = strstr(w->command, "save") || strstr(w->command, "open"); // a 0 ends every command
    if (alone) pthread_mutex_lock(&files);
    hf_live_command(w->live, w->command, w->command_size, answer, size);
    if (alone) pthread_mutex_unlock(&files);
}

static void note_change(void *context, const char *command, uint64_t hash)
{
    view_worker *w = context;
    w->hash = hash;
    if (!w->tape || w->follows) return;
    view_tape_add(w->tape, command, hash);
    w->place++;
}

/// Does what others have put on the tape. False: it did not come to their states.
static bool catch_up(view_worker *w)
{
    w->follows = true;
    for (; !w->apart && w->place < view_tape_count(w->tape) && !is_over(w); w->place++)
    {
        uint64_t hash;
        size_t size;
        const unsigned char *answer;
        const char *command = view_tape_command(w->tape, w->place, &hash);
        hf_live_command(w->live, command, strlen(command), &answer, &size);
        w->apart = w->hash != hash;
    }
    w->follows = false;
    return !w->apart;
}

/// In lock-step: the tape is this worker's while it does a command. "together" says steps and the state.
static void make_answer(view_worker *w, const unsigned char **answer, size_t *size)
{
    if (!w->tape)
    {
        make_own_answer(w, answer, size);
        return;
    }
    view_tape_lock(w->tape);
    if (!catch_up(w)) snprintf(w->said, sizeof w->said, "ERROthis page's world is another one than that of the others");
    else if (strcmp(w->command, "together") == 0)
        snprintf(w->said, sizeof w->said, "TEXT%ld %016llx", view_tape_steps(w->tape), (unsigned long long)w->hash);
    else if (strncmp(w->command, "open ", 5) == 0)
        snprintf(w->said, sizeof w->said, "ERROall pages have this scene together: no page opens another");
    else
    {
        w->said[0] = 0;
        make_own_answer(w, answer, size);
    }
    if (w->said[0]) *answer = (const unsigned char *)w->said, *size = strlen(w->said);
    view_tape_unlock(w->tape);
}

static void *run(void *context)
{
    view_worker *w = context;
    pthread_mutex_lock(&w->lock);
    while (!atomic_load(&w->over))
    {
        if (!w->command)
        {
            pthread_cond_wait(&w->wake, &w->lock);
            continue;
        }
        const unsigned char *answer;
        size_t size;
        pthread_mutex_unlock(&w->lock);
        make_answer(w, &answer, &size);
        pthread_mutex_lock(&w->lock);
        free(w->command);
        w->command = NULL;
        w->answer = answer, w->answer_size = size;
        if (!atomic_load(&w->over)) w->done(w->context);
    }
    pthread_mutex_unlock(&w->lock);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
    release(w);
    count(-1);
    return NULL;
}

/// NULL: `save` will say that there is none.
static char *own_folder(const char *folder)
{
    return system_new_folder(folder, "page");
}

view_worker *view_worker_begin(const view_scene *scene, void (*done)(void *context), void *context, hf_error *error)
{
    view_worker *w = tool_allocate(1, sizeof *w);
    hf_live_options options = hf_live_options_default();
    *w = (view_worker){.done = done, .context = context, .folder = own_folder(scene->folder), .tape = scene->tape};
    atomic_init(&w->over, false);
    options.clock = seconds, options.interrupt = is_over, options.context = w, options.folder = w->folder;
    options.changed = note_change;
    bool well = hf_live_create(&options, &w->live, error) == HF_STATUS_OK &&
                hf_live_open(w->live, scene->scene, scene->seed, error) == HF_STATUS_OK;
    bool locks = well && pthread_mutex_init(&w->lock, NULL) == 0;
    bool wakes = locks && pthread_cond_init(&w->wake, NULL) == 0;
    if (wakes) count(1);
    if (wakes && pthread_create(&w->thread, NULL, run, w) == 0)
    {
        pthread_detach(w->thread);
        return w;
    }
    if (wakes) count(-1);
    if (well) snprintf(error->message, sizeof error->message, "no thread can be started");
    if (wakes) pthread_cond_destroy(&w->wake);
    if (locks) pthread_mutex_destroy(&w->lock);
    release(w);
    return NULL;
}

void view_worker_end(view_worker *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->over, true); // from here on it is the thread's
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

void view_workers_wait(void)
{
    pthread_mutex_lock(&running_lock);
    while (running > 0) pthread_cond_wait(&running_less, &running_lock);
    pthread_mutex_unlock(&running_lock);
}

bool view_worker_busy(view_worker *w)
{
    pthread_mutex_lock(&w->lock);
    bool busy = w->command || w->answer;
    pthread_mutex_unlock(&w->lock);
    return busy;
}

void view_worker_command(view_worker *w, char *command, size_t size)
{
    pthread_mutex_lock(&w->lock);
    w->command = command, w->command_size = size;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

bool view_worker_answer(view_worker *w, const unsigned char **answer, size_t *size)
{
    pthread_mutex_lock(&w->lock);
    bool there = w->answer != NULL;
    *answer = w->answer, *size = w->answer_size;
    w->answer = NULL;
    pthread_mutex_unlock(&w->lock);
    return there;
}
