// <texture>, <material>: what geoms look like. Nothing in them is a reason to refuse a scene but a name that is not
// there.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

// ---- textures ----

static hf_status read_colour(mjcf_reader *reader, const xml_node *node, const char *attribute, float out[3])
{
    double values[3] = {(double)out[0], (double)out[1], (double)out[2]};
    hf_status status = mjcf_numbers(reader, node, attribute, values, 3, 3, NULL);
    for (int i = 0; i < 3; i++) out[i] = (float)values[i];
    return status;
}

hf_status mjcf_read_texture(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_compiler *compiler = mjcf_compiler_of(reader, node);
    mjcf_texture *texture = ARENA_ZEROED(reader->arena, mjcf_texture, 1);
    if (!texture) return error_no_memory(reader->error);
    texture->look =
        (hf_texture_def){.kind = HF_TEXTURE_FLAT, .color = {0.8F, 0.8F, 0.8F}, .second = {0.5F, 0.5F, 0.5F}};
    texture->index = -1;
    int builtin = 0, mark = 0, type = 1;
    const char *file = xml_value(node, "file");
    bool skybox = xml_value(node, "type") && strcmp(xml_value(node, "type"), "skybox") == 0;
    hf_status status = xml_value(node, "name") || file ? mjcf_asset_name(reader, node, &texture->name) : HF_STATUS_OK;
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "type", "2d|cube|skybox", &type);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "builtin", "none|gradient|checker|flat", &builtin);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "mark", "none|edge|cross|random", &mark);
    if (status == HF_STATUS_OK) status = read_colour(reader, node, "rgb1", texture->look.color);
    if (status == HF_STATUS_OK) status = read_colour(reader, node, "rgb2", texture->look.second);
    if (status == HF_STATUS_OK) status = read_colour(reader, node, "markrgb", texture->look.edge_color);
    if (status == HF_STATUS_OK && file && builtin == 0 && !skybox)
        status = mjcf_locate_file(reader, node, file, compiler->texturedir ? compiler->texturedir : compiler->assetdir,
                                  &texture->look.file);
    if (status != HF_STATUS_OK) return status;
    static const hf_texture_kind kinds[] = {HF_TEXTURE_IMAGE, HF_TEXTURE_GRADIENT, HF_TEXTURE_CHECKER, HF_TEXTURE_FLAT};
    texture->look.name = texture->name;
    texture->look.kind = kinds[builtin];
    texture->look.edges = mark == 1;
    texture->usable = !skybox && (builtin != 0 || texture->look.file);
    if (file && builtin == 0 && !skybox && !texture->look.file) mjcf_note_missing(reader, file);
    texture->next = reader->textures;
    reader->textures = texture;
    return HF_STATUS_OK;
}

// ---- materials ----

/// Numbers of a look. What cannot be read is left out with a note: it does not change the motion.
static hf_status read_look(mjcf_reader *reader, const xml_node *node, const char *attribute, double *out, int count)
{
    double read[4];
    memcpy(read, out, (size_t)count * sizeof *out);
    hf_status status = mjcf_numbers(reader, node, attribute, read, count, count, NULL);
    if (status == HF_STATUS_OK) memcpy(out, read, (size_t)count * sizeof *out);
    else if (status != HF_STATUS_NO_MEMORY) mjcf_note(reader, node, "a look that cannot be read is left out");
    return status == HF_STATUS_NO_MEMORY ? status : HF_STATUS_OK;
}

hf_status mjcf_material_attributes(mjcf_reader *reader, const xml_node *node, mjcf_material *material)
{
    hf_material_def *look = &material->look;
    float *const parts[] = {&look->specular, &look->shininess, &look->reflectance,
                            &look->emission, &look->metallic,  &look->roughness};
    static const char *const names[] = {"specular", "shininess", "reflectance", "emission", "metallic", "roughness"};
    double rgba[4], repeat[2] = {(double)look->texture_repeat[0], (double)look->texture_repeat[1]};
    for (int i = 0; i < 4; i++) rgba[i] = (double)look->color[i];
    hf_status status = read_look(reader, node, "rgba", rgba, 4);
    if (status == HF_STATUS_OK) status = read_look(reader, node, "texrepeat", repeat, 2);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "texuniform", &look->texture_uniform);
    for (int k = 0; k < 6 && status == HF_STATUS_OK; k++)
    {
        double value = (double)*parts[k];
        status = read_look(reader, node, names[k], &value, 1);
        *parts[k] = (float)value;
    }
    for (int i = 0; i < 4; i++) look->color[i] = (float)rgba[i];
    for (int i = 0; i < 2; i++) look->texture_repeat[i] = (float)repeat[i];
    if (xml_value(node, "texture")) material->texture = xml_value(node, "texture");
    const xml_node *layer = NULL;
    while ((layer = mjcf_child(node, "layer", layer)) != NULL)
    {
        const char *role = xml_value(layer, "role");
        if (role && (strcmp(role, "rgb") == 0 || strcmp(role, "rgba") == 0))
            material->texture = xml_value(layer, "texture");
    }
    return status;
}

hf_status mjcf_read_material(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_material *material = ARENA_ZEROED(reader->arena, mjcf_material, 1);
    if (!material) return error_no_memory(reader->error);
    *material = class->material;
    material->name = xml_value(node, "name");
    material->index = -1;
    if (!material->name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs a name");
    material->next = reader->materials;
    reader->materials = material;
    return mjcf_material_attributes(reader, node, material);
}

mjcf_material *mjcf_find_material(const mjcf_reader *reader, const char *name)
{
    mjcf_material *material = reader->materials;
    while (material && strcmp(material->name, name) != 0) material = material->next;
    return material;
}

// ---- to the builder, when the first geom asks ----

static hf_status emit_texture(mjcf_reader *reader, const char *name, int *index)
{
    mjcf_texture *texture = reader->textures;
    while (texture && (!texture->name || strcmp(texture->name, name) != 0)) texture = texture->next;
    *index = -1;
    if (!texture || !texture->usable) return HF_STATUS_OK;
    hf_status status = HF_STATUS_OK;
    if (texture->index < 0)
        status = hf_builder_add_texture(reader->builder, &texture->look, &texture->index, reader->error);
    *index = texture->index;
    return status;
}

hf_status mjcf_emit_material(mjcf_reader *reader, mjcf_material *material)
{
    if (material->index >= 0) return HF_STATUS_OK;
    hf_material_def look = material->look;
    look.name = material->name;
    hf_status status = material->texture ? emit_texture(reader, material->texture, &look.texture) : HF_STATUS_OK;
    return status == HF_STATUS_OK ? hf_builder_add_material(reader->builder, &look, &material->index, reader->error)
                                  : status;
}
