// MJCF: the whole way from a file to a builder, as a list of stages.

#include "scene/mjcf/mjcf.h"
#include "scene/sdf/sdf.h"

#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

/// A fragment, whose bodies stand in the root itself: they are those of a world, with a note.
static hf_status wrap_fragment(mjcf_reader *reader, xml_node *root)
{
    if (strcmp(root->name, "mujoco") != 0 || !mjcf_child(root, "body", NULL)) return HF_STATUS_OK;
    xml_node *world = ARENA_ZEROED(reader->arena, xml_node, 1), **bodies = &world->first, **others = &root->first;
    if (!world) return error_no_memory(reader->error);
    *world = (xml_node){.name = "worldbody", .file = root->file, .line = root->line, .scope = root->scope};
    for (xml_node *node = root->first; node; node = node->next)
    {
        xml_node ***to = strcmp(node->name, "body") == 0 ? &bodies : &others;
        **to = node;
        *to = &node->next;
    }
    *bodies = NULL;
    *others = world;
    mjcf_note(reader, world->first, "stands in no <worldbody>: it is taken for a body of the world");
    return HF_STATUS_OK;
}

static hf_status open_file(mjcf_reader *reader)
{
    reader->folder = path_folder(reader->arena, reader->path);
    if (!reader->folder) return error_no_memory(reader->error);
    TRY(xml_read(reader->path, reader->arena, &reader->root, reader->error));
    TRY(sdf_rewrite(reader, &reader->root));
    TRY(wrap_fragment(reader, reader->root));
    return mjcf_adopt(reader, reader->root, -1, true);
}

/// The order is MuJoCo's, whatever the order in the file.
static hf_status run_stages(mjcf_reader *reader, const char *key)
{
    hf_status (*const stages[])(mjcf_reader *) = {
        open_file,          mjcf_expand_includes,    mjcf_expand_attached, mjcf_expand_custom, mjcf_leave_plugins,
        mjcf_expand_cables, mjcf_replicate_sections, mjcf_apply_sets,      mjcf_check,         mjcf_read_settings,
        mjcf_read_defaults, mjcf_read_assets,        mjcf_read_bodies,     mjcf_bend_cables,   mjcf_read_prescribed,
        mjcf_read_extras,   mjcf_mark_pairs,         mjcf_fit_geoms,       mjcf_weigh,         mjcf_align_free,
    };
    for (size_t s = 0; s < sizeof stages / sizeof stages[0]; s++) TRY(stages[s](reader));
    TRY(mjcf_choose_key(reader, key));
    return mjcf_emit(reader);
}

void mjcf_give_notices(const mjcf_reader *reader)
{
    if (!reader->notice) return;
    char text[512];
    if (reader->soft_count > 0)
    {
        size_t used = (size_t)snprintf(
            text, sizeof text, "%s: contacts are hard and friction exact here, so these are ignored: ", reader->path);
        for (int k = 0; k < reader->soft_count && used < sizeof text; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k ? ", " : "", reader->soft[k]);
        reader->notice(reader->notice_context, text);
    }
}

hf_status mjcf_read(const char *path, const char *key, const char *sets, hf_notice notice, void *context,
                    hf_builder **builder, hf_error *error)
{
    *builder = NULL;
    mjcf_tables names = {0};
    mjcf_scopes scopes = {0};
    mjcf_reader reader = {.names = &names,
                          .scopes = &scopes,
                          .error = error,
                          .notice = notice,
                          .notice_context = context,
                          .path = path,
                          .sets = sets};
    hf_status status = hf_workspace_create(&reader.arena, error);
    if (status != HF_STATUS_OK) return status;
    c_locale locale = c_locale_enter();
    status = run_stages(&reader, key);
    c_locale_leave(&locale);
    if (status == HF_STATUS_OK)
    {
        mjcf_give_notices(&reader);
        *builder = reader.builder;
    }
    else hf_builder_destroy(reader.builder);
    hf_workspace_destroy(reader.arena);
    return status;
}

hf_status hf_scene_read_mjcf(const char *path, hf_notice notice, void *context, hf_builder **builder, hf_error *error)
{
    return hf_scene_read_mjcf_key(path, NULL, notice, context, builder, error);
}

hf_status hf_scene_read_mjcf_key(const char *path, const char *key, hf_notice notice, void *context,
                                 hf_builder **builder, hf_error *error)
{
    return mjcf_read(path, key, NULL, notice, context, builder, error);
}
