// Meshes, height fields, materials. Mesh files are opened only when something needs them.

#include "base/error.h"
#include "base/file.h"
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
    if (!mesh->file && !xml_value(node, "vertex"))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs a file or vertices");
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

/// v ← scale (refquatᵀ (v - refpos)); a mirror turns the triangles over.
void mjcf_place_vertices(mjcf_mesh *mesh)
{
    mesh_data *data = &mesh->data;
    quat turn = quat_normalize(quat_load(mesh->refquat));
    vec3 origin = v3_load(mesh->refpos);
    bool mirror = mesh->scale[0] * mesh->scale[1] * mesh->scale[2] < 0;
    bool turned = turn.x != 0 || turn.y != 0 || turn.z != 0;
    for (int k = 0; k < data->vertex_count; k++)
    {
        vec3 v = v3_sub(v3_load(&data->vertices[3 * k]), origin);
        if (turned) v = quat_rotate_back(turn, v);
        v3_store(&data->vertices[3 * k], v3(mesh->scale[0] * v.x, mesh->scale[1] * v.y, mesh->scale[2] * v.z));
    }
    for (int t = 0; mirror && t < data->triangle_count; t++)
    {
        int swap = data->triangles[3 * t];
        data->triangles[3 * t] = data->triangles[3 * t + 1];
        data->triangles[3 * t + 1] = swap;
    }
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
    else status = read_inline(reader, mesh);
    if (status != HF_STATUS_OK) return status;
    mjcf_place_vertices(mesh);
    mesh->loaded = true;
    return HF_STATUS_OK;
}

// ---- height fields ----

/// The rows of the text run from the far edge (+y) to the near one; heights are stretched to 0 … size[2].
static void place_heights(mjcf_field *field, const double *elevation)
{
    double low = elevation[0], high = elevation[0];
    for (int k = 0; k < field->rows * field->columns; k++)
    {
        low = fmin(low, elevation[k]);
        high = fmax(high, elevation[k]);
    }
    double stretch = high > low ? field->size[2] / (high - low) : 0;
    for (int r = 0; r < field->rows; r++)
        for (int c = 0; c < field->columns; c++)
            field->heights[r * field->columns + c] =
                stretch * (elevation[(field->rows - 1 - r) * field->columns + c] - low);
}

static const double FIELD_MOST = 1e7; // heights of a field
static const double FLAT_MOST = 1e6;  // of one that is flat: a file of a line asks for no more than some megabytes

static hf_status read_field(mjcf_reader *reader, const xml_node *node, mjcf_field *field)
{
    *field = (mjcf_field){.name = xml_value(node, "name"), .node = node, .index = -1};
    if (xml_value(node, "file"))
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "file: height fields are not read from images or files; write nrow, ncol and elevation here");
    if (!field->name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs a name");
    if (mjcf_find_field(reader, field->name))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two height fields '%s'", field->name);
    double rows = 0, columns = 0, *elevation;
    int count, sizes;
    hf_status status = mjcf_whole(reader, node, "nrow", 2, 30000, &rows);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "ncol", 2, 30000, &columns);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "size", field->size, 4, 4, &sizes);
    if (status == HF_STATUS_OK) status = mjcf_list(reader, node, "elevation", &elevation, &count);
    if (status != HF_STATUS_OK) return status;
    if (rows < 2 || columns < 2 || !sizes)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs nrow and ncol, 2 at least, and size");
    for (int i = 0; i < 4; i++)
        if (!(field->size[i] > 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "size: must be greater than 0");
    double most = count > 0 ? FIELD_MOST : FLAT_MOST;
    if (rows * columns > most)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "nrow, ncol: %.0f × %.0f heights; at most %.0f are read%s",
                         rows, columns, most,
                         count > 0 ? "" : " where no elevation is written: the field is flat, and 2 × 2 say as much");
    field->rows = (int)rows;
    field->columns = (int)columns;
    if (count != 0 && count != field->rows * field->columns)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "elevation: %d numbers, there must be %d × %d", count,
                         field->rows, field->columns);
    field->heights = ARENA_ZEROED(reader->arena, double, (size_t)field->rows *(size_t)field->columns);
    if (!field->heights) return error_no_memory(reader->error);
    if (count > 0) place_heights(field, elevation);
    return HF_STATUS_OK;
}

// ---- materials: their colour ----

static hf_status read_material(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_material *material = ARENA_ZEROED(reader->arena, mjcf_material, 1);
    if (!material) return error_no_memory(reader->error);
    material->name = xml_value(node, "name");
    if (!material->name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs a name");
    memcpy(material->rgba, class->material_rgba, sizeof material->rgba);
    material->next = reader->materials;
    reader->materials = material;
    return mjcf_numbers(reader, node, "rgba", material->rgba, 4, 4, NULL);
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
                status = read_field(reader, node, &reader->fields[reader->field_count]);
                reader->field_count += status == HF_STATUS_OK;
            }
            else if (strcmp(node->name, "material") == 0) status = read_material(reader, node);
            if (status != HF_STATUS_OK) return status;
        }
    return HF_STATUS_OK;
}
