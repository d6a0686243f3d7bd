// Until meshes and height fields have their files: weak, so that those take over as they arrive.

#include "base/error.h"
#include "collide/field.h"
#include "collide/mesh.h"

__attribute__((weak)) hf_status mesh_create(const hf_mesh_def *def, triangle_mesh **mesh, hf_error *error)
{
    (void)def, (void)mesh;
    return error_set(error, HF_STATUS_UNSUPPORTED, "meshes are not built in yet");
}

__attribute__((weak)) void mesh_destroy(triangle_mesh *mesh)
{
    (void)mesh;
}

__attribute__((weak)) hf_status field_create(const hf_field_def *def, height_field **field, hf_error *error)
{
    (void)def, (void)field;
    return error_set(error, HF_STATUS_UNSUPPORTED, "height fields are not built in yet");
}

__attribute__((weak)) void field_destroy(height_field *field)
{
    (void)field;
}
