// <tendon>: fixed ones, which are sums of joint coordinates, and spatial ones, which run from site to site, round geoms
// and over pulleys.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

hf_status mjcf_tendon_attributes(mjcf_reader *reader, const xml_node *node, mjcf_tendon *tendon)
{
    int written;
    TRY(mjcf_choice(reader, node, "limited", "false|true|auto", &tendon->limited));
    TRY(mjcf_numbers(reader, node, "range", tendon->range, 2, 2, NULL));
    TRY(mjcf_choice(reader, node, "actuatorfrclimited", "false|true|auto", &tendon->force_limited));
    TRY(mjcf_numbers(reader, node, "actuatorfrcrange", tendon->force_range, 2, 2, NULL));
    TRY(mjcf_numbers(reader, node, "stiffness", tendon->stiffness, 1, 3, NULL));
    TRY(mjcf_numbers(reader, node, "damping", tendon->damping, 1, 3, NULL));
    TRY(mjcf_numbers(reader, node, "frictionloss", &tendon->frictionloss, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "armature", &tendon->armature, 1, 1, NULL));
    TRY(mjcf_numbers(reader, node, "springlength", tendon->springlength, 1, 2, &written));
    if (written == 1) tendon->springlength[1] = tendon->springlength[0];
    return HF_STATUS_OK;
}

/// The parts of a tendon while they are read.
typedef struct tendon_parts
{
    int count;
    int *items;
    double *coefficients;
    hf_path_part *path;
} tendon_parts;

/// <joint joint= coef=> of a fixed tendon.
static hf_status read_joint(mjcf_reader *reader, const xml_node *part, int *item, double *coefficient)
{
    int index = -1;
    TRY(mjcf_named(reader, part, "joint", "joint", mjcf_find_joint, false, &index));
    if (reader->joints[index].type < JOINT_SLIDE)
        return mjcf_fail(reader, part, HF_STATUS_FORMAT, "joint: a fixed tendon takes hinges and slides");
    if (!xml_value(part, "coef")) return mjcf_fail(reader, part, HF_STATUS_FORMAT, "needs the attribute coef");
    TRY(mjcf_numbers(reader, part, "coef", coefficient, 1, 1, NULL));
    *item = reader->joints[index].index;
    return HF_STATUS_OK;
}

/// <geom geom= sidesite=>: a sphere or a cylinder between two sites.
static hf_status read_wrap(mjcf_reader *reader, const xml_node *part, int *item, hf_path_part *path)
{
    int geom = -1, side = -1;
    hf_status status = mjcf_named(reader, part, "geom", "geom", mjcf_find_geom, false, &geom);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, part, "sidesite", "site", mjcf_find_site, true, &side);
    if (status != HF_STATUS_OK) return status;
    if (reader->geoms[geom].type != GEOM_SPHERE && reader->geoms[geom].type != GEOM_CYLINDER)
        return mjcf_fail(reader, part, HF_STATUS_INVALID, "geom: tendons wrap round spheres and cylinders");
    *item = reader->geoms[geom].shape;
    path->kind = HF_PATH_WRAP;
    path->side = side >= 0 ? reader->sites[side].index : -1;
    return HF_STATUS_OK;
}

/// A site, a geom or a pulley of a spatial tendon.
static hf_status read_stop(mjcf_reader *reader, const xml_node *part, int *item, hf_path_part *path)
{
    *path = (hf_path_part){.kind = HF_PATH_SITE, .side = -1, .divisor = 1};
    if (strcmp(part->name, "geom") == 0) return read_wrap(reader, part, item, path);
    if (strcmp(part->name, "pulley") == 0)
    {
        path->kind = HF_PATH_PULLEY;
        *item = -1;
        if (!xml_value(part, "divisor"))
            return mjcf_fail(reader, part, HF_STATUS_FORMAT, "needs the attribute divisor");
        return mjcf_numbers(reader, part, "divisor", &path->divisor, 1, 1, NULL);
    }
    int index = -1;
    TRY(mjcf_named(reader, part, "site", "site", mjcf_find_site, false, &index));
    *item = reader->sites[index].index;
    return HF_STATUS_OK;
}

static hf_status read_parts(mjcf_reader *reader, const xml_node *node, bool spatial, tendon_parts *parts)
{
    int count = 0;
    for (const xml_node *part = node->first; part; part = part->next) count++;
    parts->items = ARENA_ARRAY(reader->arena, int, count);
    parts->coefficients = ARENA_ARRAY(reader->arena, double, count);
    parts->path = ARENA_ARRAY(reader->arena, hf_path_part, count);
    if (!parts->items || !parts->coefficients || !parts->path) return error_no_memory(reader->error);
    for (const xml_node *part = node->first; part; part = part->next)
    {
        int k = parts->count++;
        TRY(spatial ? read_stop(reader, part, &parts->items[k], &parts->path[k])
                    : read_joint(reader, part, &parts->items[k], &parts->coefficients[k]));
    }
    return HF_STATUS_OK;
}

static hf_status check_tendon(mjcf_reader *reader, mjcf_tendon *tendon)
{
    TRY(mjcf_limit(reader, tendon->node, "range", tendon->limited, tendon->range, &tendon->is_limited));
    TRY(mjcf_not_negative(reader, tendon->node, "stiffness", tendon->stiffness));
    TRY(mjcf_not_negative(reader, tendon->node, "damping", tendon->damping));
    if (tendon->name && mjcf_find_tendon(reader, tendon->name) >= 0)
        return mjcf_fail(reader, tendon->node, HF_STATUS_FORMAT, "name: there are two tendons '%s'", tendon->name);
    return HF_STATUS_OK;
}

static hf_status emit_tendon(mjcf_reader *reader, const xml_node *node)
{
    const mjcf_class *class;
    hf_status status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_tendon *tendon = &reader->tendons[reader->tendon_count];
    *tendon = class->tendon;
    tendon->node = node;
    tendon->name = xml_value(node, "name");
    status = mjcf_tendon_attributes(reader, node, tendon);
    if (status == HF_STATUS_OK) status = check_tendon(reader, tendon);
    if (status != HF_STATUS_OK) return status;
    tendon_parts parts = {0};
    hf_tendon_def def = hf_tendon_def_default();
    def.name = tendon->name;
    def.spatial = strcmp(node->name, "spatial") == 0;
    status = read_parts(reader, node, def.spatial, &parts);
    if (status != HF_STATUS_OK) return status;
    def.count = parts.count;
    def.items = parts.items;
    def.path = def.spatial ? parts.path : NULL;
    def.coefficient = def.spatial ? NULL : parts.coefficients;
    def.limited = tendon->is_limited && !(reader->off & OFF_LIMIT);
    memcpy(def.range, tendon->range, sizeof def.range);
    memcpy(def.spring, tendon->springlength, sizeof def.spring);
    def.stiffness = reader->off & OFF_SPRING ? 0 : tendon->stiffness[0];
    for (int i = 0; i < 2; i++)
    {
        def.stiffness_power[i] = reader->off & OFF_SPRING ? 0 : tendon->stiffness[1 + i];
        def.damping_power[i] = reader->off & OFF_DAMPER ? 0 : tendon->damping[1 + i];
    }
    def.damping = reader->off & OFF_DAMPER ? 0 : tendon->damping[0];
    def.friction = reader->off & OFF_FRICTIONLOSS ? 0 : tendon->frictionloss;
    def.armature = tendon->armature;
    memcpy(def.force_range, tendon->force_range, sizeof def.force_range);
    status =
        mjcf_limit(reader, node, "actuatorfrcrange", tendon->force_limited, tendon->force_range, &def.force_limited);
    if (status != HF_STATUS_OK) return status;
    hf_error error = {0};
    status = mjcf_passed(reader, node, hf_builder_add_tendon(reader->builder, &def, &tendon->index, &error), &error);
    reader->tendon_count += status == HF_STATUS_OK;
    return status;
}

hf_status mjcf_emit_tendons(mjcf_reader *reader)
{
    int count = 0;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "tendon", section)) != NULL)
        for (const xml_node *node = section->first; node; node = node->next) count++;
    reader->tendons = ARENA_ZEROED(reader->arena, mjcf_tendon, count);
    if (!reader->tendons || !names_reserve(&reader->names->tendons, reader->arena, (size_t)count))
        return error_no_memory(reader->error);
    return mjcf_each(reader, "tendon", NULL, emit_tendon);
}
