// Keyframes of a mesh as a series of mesh files, by a table:
//
//     time, file
//     0, head_000.obj
//     0.04, head_001.obj
//
// Files are those of meshes (OBJ, STL), beside the table, and have the same vertices and triangles in the same order.
// Vertices at one place are one, as for every mesh that is read; where they come together in one file and not in
// another the topology differs, and that is an error.

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"
#include "holdfast/scene.h"
#include "scene/mesh/mesh_read.h"
#include "scene/motion/table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

struct hf_deform_keys
{
    hf_workspace *arena; // holds all that follows
    int count;
    double *times;
    mesh_data *meshes;
    const double **vertices;
};

typedef struct reader
{
    const char *path, *folder;
    table_text text;
    hf_deform_keys *keys;
    hf_error *error;
} reader;

static hf_status fail(const reader *in, const char *what)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "line %ld: %s", in->text.line, what);
}

static hf_status check_topology(const reader *in, const mesh_data *mesh, const char *name)
{
    const mesh_data *first = &in->keys->meshes[0];
    bool same = mesh->vertex_count == first->vertex_count && mesh->triangle_count == first->triangle_count;
    if (same && memcmp(mesh->triangles, first->triangles, 3 * (size_t)mesh->triangle_count * sizeof(int)) == 0)
        return HF_STATUS_OK;
    return file_error(
        in->error, HF_STATUS_INVALID, in->path,
        "line %ld: %s has another topology than the first: %d vertices and %d triangles, not %d and %d, or "
        "in another order",
        in->text.line, name, mesh->vertex_count, mesh->triangle_count, first->vertex_count, first->triangle_count);
}

static hf_status read_row(const reader *in, char *rest)
{
    hf_deform_keys *keys = in->keys;
    char *word = table_trim(table_cut(&rest, ',')), *end;
    double time = strtod(word, &end);
    if (end == word || *end || !isfinite(time)) return fail(in, "the time is no number");
    if (keys->count > 0 && !(time > keys->times[keys->count - 1]))
        return fail(in, "the time is not after the one before");
    if (!rest) return fail(in, "the file is missing");
    const char *name = table_trim(rest), *path = path_join(keys->arena, in->folder, name);
    if (!path) return error_no_memory(in->error);
    mesh_data *mesh = &keys->meshes[keys->count];
    hf_status status = mesh_read(path, keys->arena, mesh, in->error);
    if (status == HF_STATUS_OK) status = check_topology(in, mesh, name);
    if (status != HF_STATUS_OK) return status;
    keys->times[keys->count] = time;
    keys->vertices[keys->count++] = mesh->vertices;
    return HF_STATUS_OK;
}

static hf_status read_table(reader *in)
{
    hf_deform_keys *keys = in->keys;
    size_t size = 0, lines = 1;
    hf_status status = file_read(in->path, keys->arena, &in->text.rest, &size, in->error);
    if (status != HF_STATUS_OK) return status;
    if (strlen(in->text.rest) != size) return fail(in, "the table is no text");
    for (const char *s = in->text.rest; *s; s++) lines += *s == '\n';
    in->folder = path_folder(keys->arena, in->path);
    keys->times = ARENA_ARRAY(keys->arena, double, lines);
    keys->meshes = ARENA_ZEROED(keys->arena, mesh_data, lines);
    keys->vertices = (const double **)arena_take(keys->arena, lines, sizeof *keys->vertices);
    if (!in->folder || !keys->times || !keys->meshes || !keys->vertices) return error_no_memory(in->error);
    char *head = table_line(&in->text);
    const char *first = head ? table_trim(table_cut(&head, ',')) : NULL;
    if (!first || strcmp(first, "time") != 0 || !head || strcmp(table_trim(head), "file") != 0)
        return fail(in, "the head is 'time, file'");
    for (char *line; status == HF_STATUS_OK && (line = table_line(&in->text));) status = read_row(in, line);
    return status == HF_STATUS_OK && keys->count == 0 ? fail(in, "the table has no rows") : status;
}

hf_status hf_deform_read(const char *path, hf_deform_keys **keys, hf_error *error)
{
    *keys = NULL;
    hf_deform_keys *made = MEMORY_ARRAY(hf_deform_keys, 1);
    if (!made) return error_no_memory(error);
    hf_status status = hf_workspace_create(&made->arena, error);
    if (status == HF_STATUS_OK)
    {
        c_locale locale = c_locale_enter();
        status = read_table(&(reader){.path = path, .keys = made, .error = error});
        c_locale_leave(&locale);
    }
    if (status == HF_STATUS_OK) *keys = made;
    else hf_deform_keys_destroy(made);
    return status;
}

hf_deform_def hf_deform_keys_def(const hf_deform_keys *keys, int mesh)
{
    return (hf_deform_def){.mesh = mesh,
                           .key_count = keys->count,
                           .times = keys->times,
                           .vertex_count = keys->meshes[0].vertex_count,
                           .vertices = keys->vertices,
                           .triangle_count = keys->meshes[0].triangle_count,
                           .triangles = keys->meshes[0].triangles};
}

void hf_deform_keys_destroy(hf_deform_keys *keys)
{
    if (!keys) return;
    hf_workspace_destroy(keys->arena);
    free(keys);
}
