#include "base/arena.h"

#include "base/arena_debug.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/tasks.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CHUNK_CAPACITY = 48,     // chunks double in size, so this many outlast any address space
    FIRST_CHUNK = 16 * 1024, // bytes
    ALIGNMENT = 64,          // bytes: a cache line, and the widest vector
};

typedef struct chunk
{
    char *bytes;
    size_t size;
    size_t used;
} chunk;

struct hf_workspace
{
    chunk chunks[CHUNK_CAPACITY];
    size_t chunk_count; // chunks allocated
    size_t current;     // the one in use
    bool short_of;      // memory: a take failed since arena_whole was asked

    task_pool *pool;        // its threads; NULL until tasks are run (tasks.c)
    hf_workspace *parent;   // of a task's workspace: where it takes what lasts; otherwise NULL
    int lane;               // of a task's workspace: which thread's it is
    pthread_mutex_t *guard; // while tasks may take from it at once; otherwise NULL

    hf_interrupt interrupt; // NULL: nobody is asked
    void *interrupt_context;
    atomic_bool interrupted; // he has said stop, in the call under way
};

hf_status hf_workspace_create(hf_workspace **workspace, hf_error *error)
{
    *workspace = MEMORY_ARRAY(hf_workspace, 1);
    return *workspace ? HF_STATUS_OK : error_no_memory(error);
}

static void free_chunks(hf_workspace *workspace)
{
    for (size_t c = 0; c < workspace->chunk_count; c++)
    {
        arena_allow(workspace->chunks[c].bytes, workspace->chunks[c].size); // as malloc gave it
        platform_free_aligned(workspace->chunks[c].bytes);
    }
    workspace->chunk_count = 0;
    workspace->current = 0;
}

void hf_workspace_destroy(hf_workspace *workspace)
{
    if (!workspace) return;
    assert(!workspace->guard); // no tasks are under way
    task_pool_destroy(workspace->pool);
    free_chunks(workspace);
    free(workspace);
}

size_t arena_bytes(const hf_workspace *workspace)
{
    size_t bytes = 0;
    for (size_t c = 0; c < workspace->chunk_count; c++) bytes += workspace->chunks[c].size;
    return bytes;
}

size_t hf_workspace_bytes(const hf_workspace *workspace)
{
    return arena_bytes(workspace) + task_pool_bytes(workspace->pool);
}

// ---- tasks ----

task_pool **workspace_pool(hf_workspace *workspace)
{
    return &workspace->pool;
}

void workspace_set_parent(hf_workspace *workspace, hf_workspace *parent, int lane)
{
    workspace->parent = parent;
    workspace->lane = lane;
}

int tasks_lane(const hf_workspace *scratch)
{
    return scratch->lane;
}

void workspace_guard(hf_workspace *workspace, pthread_mutex_t *guard)
{
    workspace->guard = guard;
}

hf_workspace *arena_lasting(hf_workspace *workspace)
{
    return workspace->parent ? workspace->parent : workspace;
}

// ---- interrupts ----

void hf_workspace_set_interrupt(hf_workspace *workspace, hf_interrupt interrupt, void *context)
{
    workspace->interrupt = interrupt;
    workspace->interrupt_context = context;
    atomic_store(&workspace->interrupted, false);
}

bool workspace_interrupted(hf_workspace *scratch)
{
    hf_workspace *workspace = scratch;
    while (workspace->parent) workspace = workspace->parent;
    if (!workspace->interrupt) return false;
    if (atomic_load_explicit(&workspace->interrupted, memory_order_relaxed)) return true;
    tasks_turn_begin(scratch);
    bool stop = atomic_load(&workspace->interrupted) || workspace->interrupt(workspace->interrupt_context);
    if (stop) atomic_store(&workspace->interrupted, true);
    tasks_turn_end(scratch);
    return stop;
}

hf_status workspace_poll(hf_workspace *workspace, hf_error *error)
{
    return workspace_interrupted(workspace) ? error_interrupted(error) : HF_STATUS_OK;
}

hf_status workspace_leave(hf_workspace *workspace, hf_status status, hf_error *error)
{
    if (!atomic_load(&workspace->interrupted)) return status;
    atomic_store(&workspace->interrupted, false);
    return error_interrupted(error);
}

// ---- taking and giving back ----

hf_status workspace_enter(hf_workspace **workspace, hf_workspace **temporary, hf_error *error)
{
    *temporary = NULL;
    if (*workspace) (*workspace)->short_of = false;
    if (*workspace) return HF_STATUS_OK;
    hf_status status = hf_workspace_create(temporary, error);
    *workspace = *temporary;
    return status;
}

static bool add_chunk(hf_workspace *workspace, size_t size)
{
    if (workspace->chunk_count == CHUNK_CAPACITY || size > SIZE_MAX - ALIGNMENT) return false;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *bytes = platform_allocate_aligned(ALIGNMENT, size);
    if (!bytes) return false;
    arena_forbid(bytes, size);
    workspace->chunks[workspace->chunk_count] = (chunk){.bytes = bytes, .size = size, .used = 0};
    workspace->current = workspace->chunk_count++;
    return true;
}

/// Down to `used` bytes.
static void give_back(chunk *c, size_t used)
{
    assert(used <= c->used);
    arena_forbid(c->bytes + used, c->used - used);
    c->used = used;
}

arena_mark arena_begin(hf_workspace *workspace)
{
    if (workspace->chunk_count == 0) return (arena_mark){0, 0};
    return (arena_mark){workspace->current, workspace->chunks[workspace->current].used};
}

void arena_end(hf_workspace *workspace, arena_mark mark)
{
    assert(!workspace->guard); // while tasks run, nothing that they may have taken is given back
    bool empty = mark.chunk == 0 && mark.used == 0;
    if (empty) workspace->short_of = false;
    if (workspace->chunk_count == 0) return;
    // Marks end in the reverse order of their beginning: nothing is given back twice, or while an inner mark is open.
    assert(mark.chunk < workspace->current ||
           (mark.chunk == workspace->current && mark.used <= workspace->chunks[mark.chunk].used));
    for (size_t c = mark.chunk + 1; c < workspace->chunk_count; c++) give_back(&workspace->chunks[c], 0);
    give_back(&workspace->chunks[mark.chunk], mark.used);
    workspace->current = mark.chunk;
    if (!empty || workspace->chunk_count == 1) return;
    size_t total = arena_bytes(workspace);
    free_chunks(workspace);
    (void)add_chunk(workspace, total); // if this fails, the next solve starts with small chunks again
}

bool arena_reserve(hf_workspace *workspace, size_t bytes)
{
    if (workspace->chunk_count == 1 && workspace->chunks[0].size >= bytes) return true;
    assert(workspace->chunk_count == 0 || (workspace->current == 0 && workspace->chunks[0].used == 0));
    free_chunks(workspace);
    return add_chunk(workspace, bytes);
}

static void *take(hf_workspace *workspace, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - 2 * ALIGNMENT) / size) return NULL;
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes == 0) bytes = ALIGNMENT;
    if (ARENA_DEBUG) bytes += ALIGNMENT; // what follows an array belongs to nobody

    for (;;)
    {
        if (workspace->chunk_count > 0)
        {
            chunk *c = &workspace->chunks[workspace->current];
            if (c->size - c->used >= bytes)
            {
                void *taken = c->bytes + c->used;
                c->used += bytes;
                arena_allow(taken, count * size);
                return taken;
            }
            if (workspace->current + 1 < workspace->chunk_count)
            {
                workspace->current++;
                assert(workspace->chunks[workspace->current].used == 0);
                continue;
            }
        }
        size_t held = arena_bytes(workspace);
        size_t wanted =
            held > FIRST_CHUNK / 2 ? 2 * held : FIRST_CHUNK; // few steps grow, even if each needs a little more
        if (!add_chunk(workspace, wanted > bytes ? wanted : bytes)) return NULL;
    }
}

void *arena_take(hf_workspace *workspace, size_t count, size_t size)
{
    // An array is taken hundreds of times a step: without a division, where there is room and numbers are small.
    if (!ARENA_DEBUG && !workspace->guard && workspace->chunk_count > 0 && (count | size) <= UINT16_MAX)
    {
        chunk *c = &workspace->chunks[workspace->current];
        size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (bytes == 0) bytes = ALIGNMENT;
        void *taken = c->bytes + c->used;
        if (c->size - c->used >= bytes)
        {
            c->used += bytes;
            return taken;
        }
    }
    if (workspace->guard) pthread_mutex_lock(workspace->guard);
    void *taken = take(workspace, count, size);
    workspace->short_of |= !taken;
    if (workspace->guard) pthread_mutex_unlock(workspace->guard);
    return taken;
}

bool arena_whole(hf_workspace *workspace)
{
    bool whole = !workspace->short_of;
    workspace->short_of = false;
    return whole;
}

void *arena_take_zeroed(hf_workspace *workspace, size_t count, size_t size)
{
    void *taken = arena_take(workspace, count, size);
    if (taken) memset(taken, 0, count * size);
    return taken;
}
