// Assets: meshes here, whose files are opened only when something needs them; the others in files of their own.

#include "base/error.h"
#include "base/file.h"
#include "scene/mesh/mesh_builtin.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

// ---- meshes ----

hf_status mjcf_file_name(mjcf_reader *reader, const char *file, const char **name)
{
    const char *slash = strrchr(file, '/'), *begin = slash ? slash + 1 : file, *dot = strrchr(begin, '.');
    *name = text_copy(reader->arena, begin, dot ? (size_t)(dot - begin) : strlen(begin));
    return *name ? HF_STATUS_OK : error_no_memory(reader->error);
}

hf_status mjcf_asset_name(mjcf_reader *reader, const xml_node *node, const char **name)
{
    const char *file = xml_value(node, "file");
    *name = xml_value(node, "name");
    if (*name) return HF_STATUS_OK;
    if (!file) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs a name, since it has no file to be named after");
    return mjcf_file_name(reader, file, name);
}

static bool is_builtin(const xml_node *node)
{
    const char *kind = xml_value(node, "builtin");
    return kind && strcmp(kind, "none") != 0;
}

static hf_status read_mesh(mjcf_reader *reader, const xml_node *node, mjcf_mesh *mesh)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    *mesh = class->mesh;
    mesh->node = node;
    status = mjcf_mesh_attributes(reader, node, mesh);
    if (status != HF_STATUS_OK) return status;
    status = mjcf_asset_name(reader, node, &mesh->name);
    if (status != HF_STATUS_OK) return status;
    if (mjcf_find_mesh(reader, mesh->name))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two meshes '%s'", mesh->name);
    if (!mesh->file && !xml_value(node, "vertex") && !is_builtin(node))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs a file or vertices");
    if (is_builtin(node) && (mesh->file || xml_value(node, "vertex")))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "builtin: goes with neither file nor vertex; remove one");
    if (is_builtin(node) && strcmp(xml_value(node, "builtin"), "plate") == 0) mesh->inertia = MESH_INERTIA_SHELL;
    for (int i = 0; i < 3; i++)
        if (mesh->scale[i] == 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "scale: must not be 0");
    return HF_STATUS_OK;
}

static hf_status read_faces(mjcf_reader *reader, const xml_node *node, mesh_data *data)
{
    double *values;
    int count;
    hf_status status = mjcf_list(reader, node, "face", &values, &count);
    if (status != HF_STATUS_OK) return status;
    if (count % 3) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "face: %d numbers make no triangles", count);
    data->triangle_count = data->first_part_count = count / 3;
    data->triangles = ARENA_ARRAY(reader->arena, int, count);
    if (!data->triangles) return error_no_memory(reader->error);
    for (int k = 0; k < count; k++)
    {
        if (values[k] != floor(values[k]) || values[k] < 0 || values[k] >= data->vertex_count)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "face: there is no vertex %g", values[k]);
        data->triangles[k] = (int)values[k];
    }
    return HF_STATUS_OK;
}

static hf_status read_inline(mjcf_reader *reader, mjcf_mesh *mesh)
{
    int count;
    mesh_data *data = &mesh->data;
    hf_status status = mjcf_list(reader, mesh->node, "vertex", &data->vertices, &count);
    if (status != HF_STATUS_OK) return status;
    if (count == 0 || count % 3)
        return mjcf_fail(reader, mesh->node, HF_STATUS_FORMAT, "vertex: %d numbers make no points", count);
    data->vertex_count = count / 3;
    status = read_faces(reader, mesh->node, data);
    return status == HF_STATUS_OK ? mesh_merge(data, reader->arena, reader->error) : status;
}

static hf_status make_builtin(mjcf_reader *reader, mjcf_mesh *mesh)
{
    double *parameters;
    int count;
    hf_error error = {0};
    hf_status status = mjcf_list(reader, mesh->node, "params", &parameters, &count);
    if (status != HF_STATUS_OK) return status;
    status = mesh_make_builtin(xml_value(mesh->node, "builtin"), parameters, count, reader->arena, &mesh->data, &error);
    return mjcf_passed(reader, mesh->node, status, &error);
}

void mjcf_place_vertices(mjcf_mesh *mesh)
{
    mesh_place(&mesh->data, mesh->scale, mesh->refpos, mesh->refquat);
}

hf_status mjcf_load_mesh(mjcf_reader *reader, mjcf_mesh *mesh)
{
    if (mesh->loaded) return HF_STATUS_OK;
    hf_status status;
    if (mesh->file)
    {
        const char *path = mesh->path;
        const mjcf_compiler *compiler = mjcf_compiler_of(reader, mesh->node);
        const char *sub = compiler->meshdir ? compiler->meshdir : compiler->assetdir;
        status = path ? HF_STATUS_OK : mjcf_find_file(reader, mesh->node, mesh->file, sub, &path);
        if (status == HF_STATUS_OK) status = mesh_read(path, reader->arena, &mesh->data, reader->error);
    }
    else if (is_builtin(mesh->node)) status = make_builtin(reader, mesh);
    else status = read_inline(reader, mesh);
    if (status != HF_STATUS_OK) return status;
    mjcf_place_vertices(mesh);
    mesh->loaded = true;
    return HF_STATUS_OK;
}

// ---- all ----

static int count_assets(const mjcf_reader *reader, const char *name)
{
    int count = 0;
    const xml_node *section = NULL, *node = NULL;
    while ((section = mjcf_child(reader->root, "asset", section)) != NULL)
        while ((node = mjcf_child(section, name, node)) != NULL) count++;
    return count;
}

hf_status mjcf_read_assets(mjcf_reader *reader)
{
    size_t meshes = (size_t)count_assets(reader, "mesh"), fields = (size_t)count_assets(reader, "hfield");
    reader->meshes = ARENA_ARRAY(reader->arena, mjcf_mesh, meshes);
    reader->fields = ARENA_ARRAY(reader->arena, mjcf_field, fields);
    if (!reader->meshes || !reader->fields || !names_reserve(&reader->names->meshes, reader->arena, meshes) ||
        !names_reserve(&reader->names->fields, reader->arena, fields))
        return error_no_memory(reader->error);
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "asset", section)) != NULL)
        for (const xml_node *node = section->first; node; node = node->next)
        {
            hf_status status = HF_STATUS_OK;
            if (strcmp(node->name, "mesh") == 0)
            {
                status = read_mesh(reader, node, &reader->meshes[reader->mesh_count]);
                reader->mesh_count += status == HF_STATUS_OK;
            }
            else if (strcmp(node->name, "hfield") == 0)
            {
                status = mjcf_read_field(reader, node, &reader->fields[reader->field_count]);
                reader->field_count += status == HF_STATUS_OK;
            }
            else if (strcmp(node->name, "material") == 0) status = mjcf_read_material(reader, node);
            else if (strcmp(node->name, "texture") == 0) status = mjcf_read_texture(reader, node);
            if (status != HF_STATUS_OK) return status;
        }
    return HF_STATUS_OK;
}
