// What geoms look like, for pictures: their meshes, by reference, and their materials; and cameras.

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

void mjcf_note_missing(mjcf_reader *reader, const char *file)
{
    if (reader->missing_count++ == 0) reader->missing = file;
}

void mjcf_note(const mjcf_reader *reader, const xml_node *node, const char *text)
{
    char note[512];
    if (!reader->notice) return;
    snprintf(note, sizeof note, "%s:%d: <%s>: %s", node->file, node->line, node->name, text);
    reader->notice(reader->notice_context, note);
}

/// Index of the geom's mesh among those that are looked at; -1 if its file is gone.
static hf_status emit_mesh(mjcf_reader *reader, mjcf_mesh *mesh, int *index)
{
    const mjcf_compiler *compiler = mjcf_compiler_of(reader, mesh->node);
    hf_visual_mesh_def def = hf_visual_mesh_def_default();
    def.name = mesh->name;
    hf_status status = HF_STATUS_OK;
    *index = mesh->visual;
    if (*index >= 0) return HF_STATUS_OK;
    if (mesh->file)
    {
        def.file = mesh->path;
        if (!def.file)
            status = mjcf_locate_file(reader, mesh->node, mesh->file,
                                      compiler->meshdir ? compiler->meshdir : compiler->assetdir, &def.file);
    }
    bool lasts = mesh->file && !(def.file && file_is_given(def.file)); // what is in memory is there only now
    if (lasts)
    {
        memcpy(def.scale, mesh->scale, sizeof def.scale);
        memcpy(def.offset, mesh->refpos, sizeof def.offset);
        quat_store(def.turn, quat_normalize(quat_load(mesh->refquat)));
    }
    else if (status == HF_STATUS_OK)
    {
        def.file = NULL;
        status = mjcf_load_mesh(reader, mesh);
        def.vertex_count = mesh->data.vertex_count, def.vertices = mesh->data.vertices;
        def.triangle_count = mesh->data.triangle_count, def.triangles = mesh->data.triangles;
    }
    if (status != HF_STATUS_OK) return status;
    if (lasts && (!def.file || !file_exists(def.file)))
    {
        mjcf_note_missing(reader, mesh->file);
        return HF_STATUS_OK;
    }
    if (!lasts && def.triangle_count == 0) return HF_STATUS_OK; // a cloud of points: its hull is drawn
    status = hf_builder_add_visual_mesh(reader->builder, &def, &mesh->visual, reader->error);
    *index = mesh->visual;
    return status;
}

static hf_status emit_visual(mjcf_reader *reader, const mjcf_geom *geom)
{
    static const double FAINTEST = 1.0 / 255; // opacity of what is seen at all
    if (!mjcf_collides(geom) && mjcf_compiler_of(reader, geom->node)->discard_visual) return HF_STATUS_OK;
    hf_visual_def def = hf_visual_def_default();
    def.name = geom->name;
    def.body = reader->bodies[geom->body].index;
    def.shape = geom->shape;
    def.group = (int)geom->group;
    for (int i = 0; i < 4; i++) def.color[i] = (float)geom->rgba[i];
    v3_store(def.position, geom->pose.position);
    quat_store(def.orientation, geom->pose.turn);
    mjcf_material *material = geom->material ? mjcf_find_material(reader, geom->material) : NULL;
    if (material && !geom->has_rgba) memcpy(def.color, material->look.color, sizeof def.color);
    if (!((double)def.color[3] > FAINTEST) && geom->shape < 0) return HF_STATUS_OK;
    hf_status status = HF_STATUS_OK;
    if (geom->type == GEOM_MESH) status = emit_mesh(reader, mjcf_find_mesh(reader, geom->mesh), &def.mesh);
    if (status == HF_STATUS_OK && material) status = mjcf_emit_material(reader, material);
    if (status != HF_STATUS_OK) return status;
    def.material = material ? material->index : -1;
    bool says_something = def.mesh >= 0 || (def.shape >= 0 && (def.material >= 0 || def.group > 0));
    return says_something ? hf_builder_add_visual(reader->builder, &def, NULL, reader->error) : HF_STATUS_OK;
}

// ---- cameras ----

static const char camera_modes[] = "fixed|track|trackcom|targetbody|targetbodycom";
enum
{
    CAMERA_TRACK = 1, // and trackcom, which follows the body all the same
    CAMERA_TARGET = 3,
};

hf_status mjcf_camera_attributes(mjcf_reader *reader, const xml_node *node, mjcf_camera *camera)
{
    TRY(mjcf_numbers(reader, node, "pos", camera->position, 3, 3, NULL));
    TRY(mjcf_read_orientation(reader, node, &camera->orientation));
    TRY(mjcf_choice(reader, node, "mode", camera_modes, &camera->mode));
    TRY(mjcf_numbers(reader, node, "fovy", &camera->fovy, 1, 1, NULL));
    if (!(camera->fovy > 0.0 && camera->fovy < 180.0))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "fovy: must be above 0 and below 180 degrees");
    return HF_STATUS_OK;
}

static hf_status emit_camera(mjcf_reader *reader, const mjcf_camera *camera)
{
    const double degree = 0.017453292519943295;
    hf_camera_def def = hf_camera_def_default();
    hf_error error = {0};
    int target = -1;
    hf_status status = mjcf_named(reader, camera->node, "target", "body", mjcf_find_body, true, &target);
    if (status != HF_STATUS_OK) return status;
    bool turns = camera->mode >= CAMERA_TARGET && target >= 0; // without a target it stays as it is
    def.name = camera->name;
    if (turns) def.mode = HF_CAMERA_TARGET;
    else if (camera->mode == CAMERA_TRACK || camera->mode == CAMERA_TRACK + 1) def.mode = HF_CAMERA_TRACK;
    def.body = reader->bodies[camera->body].index;
    def.target = target >= 0 ? reader->bodies[target].index : -1;
    def.angle = degree * camera->fovy;
    v3_store(def.position, camera->pose.position);
    quat_store(def.orientation, camera->pose.turn);
    return mjcf_passed(reader, camera->node, hf_builder_add_camera(reader->builder, &def, NULL, &error), &error);
}

// ---- all ----

hf_status mjcf_emit_visuals(mjcf_reader *reader)
{
    for (int k = 0; k < reader->geom_count; k++) TRY(emit_visual(reader, &reader->geoms[k]));
    for (int k = 0; k < reader->camera_count; k++) TRY(emit_camera(reader, &reader->cameras[k]));
    if (reader->missing_count > 0 && reader->notice)
    {
        char note[400];
        snprintf(note, sizeof note, "%s: %d files of meshes and textures to be looked at are missing, among them '%s'",
                 reader->path, reader->missing_count, reader->missing);
        reader->notice(reader->notice_context, note);
    }
    return HF_STATUS_OK;
}
