// Mesh files: the first byte chooses the kind, the rest is the file. What is read becomes a hull and a body, and a
// surface of few triangles.

#include "fuzz/fuzz.h"

#include "base/arena.h"
#include "holdfast/visual.h"
#include "scene/mesh/mesh_read.h"

static void build(const mesh_data *mesh, bool hull)
{
    hf_error error;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_mesh_def def = {.vertex_count = mesh->vertex_count,
                       .vertices = mesh->vertices,
                       .triangle_count = mesh->triangle_count,
                       .triangles = mesh->triangles};
    hf_body_def body = hf_body_def_default();
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = hull ? HF_SHAPE_HULL : HF_SHAPE_MESH;
    if (hf_builder_create(&builder, &error) == HF_STATUS_OK &&
        hf_builder_add_mesh(builder, &def, &shape.mesh, &error) == HF_STATUS_OK &&
        hf_builder_add_body(builder, &body, &shape.body, &error) == HF_STATUS_OK &&
        hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK)
        (void)hf_model_build(builder, &model, &error);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {".stl", ".obj", ".msh", ".dae"};
    char path[FUZZ_PATH];
    hf_error error;
    hf_workspace *arena = NULL;
    mesh_data mesh;
    if (size == 0 || hf_workspace_create(&arena, &error) != HF_STATUS_OK) return 0;
    fuzz_file(path, endings[data[0] % 4], data + 1, size - 1);
    if (mesh_read(path, arena, &mesh, &error) == HF_STATUS_OK) build(&mesh, data[0] & 4);
    hf_visual_mesh_def look = hf_visual_mesh_def_default();
    hf_surface surface;
    look.file = path;
    if (hf_surface_read(&look, 1 + data[0] / 8, &surface, &error) == HF_STATUS_OK) hf_surface_free(&surface);
    hf_workspace_destroy(arena);
    return 0;
}
