// Attributes over defaults, and the tree of default classes.
//
// A class begins as a copy of its parent once that is complete; an element begins as a copy of its class, and what is
// written overwrites, of vectors the leading entries only.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

// ---- attributes ----

static void keep_text(const xml_node *node, const char *attribute, const char **out)
{
    const char *value = xml_value(node, attribute);
    if (value) *out = value;
}

static hf_status geom_contact(mjcf_reader *reader, const xml_node *node, mjcf_geom *geom)
{
    hf_status status = mjcf_numbers(reader, node, "friction", geom->friction, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "contype", 0, 4294967295.0, &geom->contype);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "conaffinity", 0, 4294967295.0, &geom->conaffinity);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "condim", 1, 6, &geom->condim);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "priority", -1e9, 1e9, &geom->priority);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "group", -1e9, 1e9, &geom->group);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "margin", &geom->margin, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "gap", &geom->gap, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "adhesion", &geom->adhesion, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "surfacevel", geom->surface_velocity, 1, 6, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "solref", geom->solref, 1, 2, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "solimp", geom->solimp, 1, 5, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "solmix", &geom->solmix, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "fluidshape", "none|ellipsoid", &geom->swims);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "fluidcoef", geom->fluid, 1, 5, NULL);
    if (status != HF_STATUS_OK) return status;
    if (geom->friction[0] < 0 || geom->friction[1] < 0 || geom->friction[2] < 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "friction: must not be negative");
    if (geom->condim == 2 || geom->condim == 5)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "condim: must be 1, 3, 4 or 6");
    if (geom->margin < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "margin: must not be negative");
    return HF_STATUS_OK;
}

static hf_status geom_form(mjcf_reader *reader, const xml_node *node, mjcf_geom *geom)
{
    int written;
    hf_status status =
        mjcf_choice(reader, node, "type", "plane|hfield|sphere|capsule|ellipsoid|cylinder|box|mesh|sdf", &geom->type);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "size", geom->size, 0, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "pos", geom->position, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_read_orientation(reader, node, &geom->orientation);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "fromto", geom->fromto, 6, 6, &written);
    if (status == HF_STATUS_OK && written) geom->has_fromto = true;
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "fitscale", &geom->fitscale, 1, 1, NULL);
    return status;
}

static hf_status geom_mass(mjcf_reader *reader, const xml_node *node, mjcf_geom *geom)
{
    int written;
    hf_status status = mjcf_numbers(reader, node, "mass", &geom->mass, 1, 1, &written);
    if (status == HF_STATUS_OK && written) geom->has_mass = true;
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "density", &geom->density, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "shellinertia", &geom->shell);
    if (status != HF_STATUS_OK) return status;
    if (geom->has_mass && geom->mass < 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "mass: %g kg is negative", geom->mass);
    if (geom->density < 0) return mjcf_fail(reader, node, HF_STATUS_INVALID, "density: %g is negative", geom->density);
    return HF_STATUS_OK;
}

hf_status mjcf_geom_attributes(mjcf_reader *reader, const xml_node *node, mjcf_geom *geom)
{
    keep_text(node, "mesh", &geom->mesh);
    keep_text(node, "hfield", &geom->hfield);
    keep_text(node, "material", &geom->material);
    int written;
    TRY(mjcf_numbers(reader, node, "rgba", geom->rgba, 4, 4, &written));
    if (written) geom->has_rgba = true;
    TRY(geom_form(reader, node, geom));
    TRY(geom_mass(reader, node, geom));
    return geom_contact(reader, node, geom);
}

hf_status mjcf_mesh_attributes(mjcf_reader *reader, const xml_node *node, mjcf_mesh *mesh)
{
    keep_text(node, "file", &mesh->file);
    TRY(mjcf_numbers(reader, node, "scale", mesh->scale, 3, 3, NULL));
    TRY(mjcf_numbers(reader, node, "refpos", mesh->refpos, 3, 3, NULL));
    TRY(mjcf_numbers(reader, node, "refquat", mesh->refquat, 4, 4, NULL));
    return mjcf_choice(reader, node, "inertia", "convex|exact|legacy|shell", &mesh->inertia);
}

hf_status mjcf_pair_attributes(mjcf_reader *reader, const xml_node *node, mjcf_pair *pair)
{
    int written;
    hf_status status = mjcf_whole(reader, node, "condim", 1, 6, &pair->condim);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "friction", pair->friction, 1, 5, &written);
    int sticky = 0;
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "adhesion", &pair->adhesion, 1, 1, &sticky);
    if (status != HF_STATUS_OK) return status;
    pair->sticky |= sticky > 0;
    if (written == 1) pair->friction[1] = pair->friction[0]; // as it is meant: one number is no direction
    bool negative = false;
    for (int k = 0; k < 5; k++) negative |= pair->friction[k] < 0;
    if (pair->condim == 2 || pair->condim == 5)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "condim: must be 1, 3, 4 or 6");
    if (negative) return mjcf_fail(reader, node, HF_STATUS_INVALID, "friction: must not be negative");
    return HF_STATUS_OK;
}

// ---- classes ----

static mjcf_class builtin_class(void)
{
    return (mjcf_class){
        .name = "main",
        .geom = {.type = GEOM_SPHERE,
                 .orientation.quat = {1, 0, 0, 0},
                 .density = 1000,
                 .friction = {1, 0.005, 0.0001},
                 .fluid = {0.5, 0.25, 1.5, 1, 1},
                 .contype = 1,
                 .conaffinity = 1,
                 .condim = 3,
                 .rgba = {0.5, 0.5, 0.5, 1},
                 .solref = {0.02, 1},
                 .solimp = {0.9, 0.95, 0.001, 0.5, 2},
                 .solmix = 1,
                 .fitscale = 1,
                 .restitution = -1,
                 .compliance = 1,
                 .grip = {.rest = 1, .speed = 1e-3, .across = -1, .back = -1},
                 .shape = -1},
        .joint = {.type = JOINT_HINGE,
                  .axis = {0, 0, 1},
                  .limited = LIMITED_AUTO,
                  .force_limited = LIMITED_AUTO,
                  .index = -1},
        .camera = {.orientation.quat = {1, 0, 0, 0}, .fovy = 45},
        .site = {.orientation.quat = {1, 0, 0, 0}, .form = GEOM_SPHERE, .size = {0.005, 0.005, 0.005}, .index = -1},
        .tendon = {.limited = LIMITED_AUTO, .force_limited = LIMITED_AUTO, .springlength = {-1, -1}, .index = -1},
        .actuator = {.gain = {1},
                     .time = {1},
                     .activation_limited = LIMITED_AUTO,
                     .control_limited = LIMITED_AUTO,
                     .force_limited = LIMITED_AUTO,
                     .gear = {1, 0, 0, 0, 0, 0},
                     .dcmotor.input = {-1, -1, -1, 0}},
        .equality_active = true,
        .mesh = {.scale = {1, 1, 1}, .refquat = {1, 0, 0, 0}, .inertia = -1, .index = -1, .visual = -1},
        .pair = {.condim = 3, .friction = {1, 1, 0.005, 0.0001, 0.0001}},
        .material = {.look = hf_material_def_default(), .index = -1},
    };
}

/// The chain of a name.
static mjcf_class **chain_of(mjcf_reader *reader, const char *name)
{
    return &reader->names->classes[name_hash(name) % CLASS_CHAINS];
}

static mjcf_class *class_named(mjcf_reader *reader, const char *name)
{
    mjcf_class *c = *chain_of(reader, name);
    while (c && strcmp(c->name, name) != 0) c = c->chained;
    return c;
}

static void chain_class(mjcf_reader *reader, mjcf_class *class)
{
    mjcf_class **chain = chain_of(reader, class->name);
    class->chained = *chain;
    *chain = class;
}

hf_status mjcf_find_class(mjcf_reader *reader, const xml_node *node, const char *attribute, const mjcf_class *otherwise,
                          const mjcf_class **found)
{
    const char *name = xml_value(node, attribute);
    *found = name ? class_named(reader, name) : otherwise;
    if (*found) return HF_STATUS_OK;
    return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no default class '%s'", attribute, name);
}

/// The elements of one <default>, not those of the classes inside.
static hf_status read_own(mjcf_reader *reader, const xml_node *node, mjcf_class *class)
{
    for (const xml_node *child = node->first; child; child = child->next)
    {
        if (strcmp(child->name, "geom") == 0) TRY(mjcf_geom_attributes(reader, child, &class->geom));
        else if (strcmp(child->name, "joint") == 0) TRY(mjcf_joint_attributes(reader, child, &class->joint));
        else if (strcmp(child->name, "mesh") == 0) TRY(mjcf_mesh_attributes(reader, child, &class->mesh));
        else if (strcmp(child->name, "pair") == 0) TRY(mjcf_pair_attributes(reader, child, &class->pair));
        else if (strcmp(child->name, "site") == 0) TRY(mjcf_site_attributes(reader, child, &class->site));
        else if (strcmp(child->name, "camera") == 0) TRY(mjcf_camera_attributes(reader, child, &class->camera));
        else if (strcmp(child->name, "tendon") == 0) TRY(mjcf_tendon_attributes(reader, child, &class->tendon));
        else if (strcmp(child->name, "equality") == 0) TRY(mjcf_flag(reader, child, "active", &class->equality_active));
        else if (mjcf_is_actuator(child->name)) TRY(mjcf_actuator_attributes(reader, child, &class->actuator));
        else if (strcmp(child->name, "material") == 0) TRY(mjcf_material_attributes(reader, child, &class->material));
    }
    return HF_STATUS_OK;
}

static hf_status read_class(mjcf_reader *reader, const xml_node *node, mjcf_class *class);

/// A class of its own, which begins as a copy of another.
static hf_status add_class(mjcf_reader *reader, const xml_node *node, const mjcf_class *begin)
{
    const char *name = xml_value(node, "class");
    if (!name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a default inside another needs the attribute class");
    if (class_named(reader, name))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "class: '%s' is defined twice", name);
    mjcf_class *inner = ARENA_ARRAY(reader->arena, mjcf_class, 1);
    if (!inner) return error_no_memory(reader->error);
    *inner = *begin;
    inner->name = name;
    chain_class(reader, inner);
    return read_class(reader, node, inner);
}

static hf_status read_class(mjcf_reader *reader, const xml_node *node, mjcf_class *class)
{
    TRY(read_own(reader, node, class));
    const xml_node *child = NULL;
    while ((child = mjcf_child(node, "default", child)) != NULL) TRY(add_class(reader, child, class));
    return HF_STATUS_OK;
}

hf_status mjcf_read_defaults(mjcf_reader *reader)
{
    reader->classes = ARENA_ARRAY(reader->arena, mjcf_class, 1);
    if (!reader->classes) return error_no_memory(reader->error);
    *reader->classes = builtin_class();
    chain_class(reader, reader->classes);
    hf_status status = HF_STATUS_OK;
    const xml_node *node = NULL;
    while (status == HF_STATUS_OK && (node = mjcf_child(reader->root, "default", node)) != NULL)
    {
        const char *name = xml_value(node, "class");
        if (name && strcmp(name, "main") != 0)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "class: the outermost default is called main, not '%s'",
                             name);
        status = read_class(reader, node, reader->classes);
    }
    const mjcf_class builtin = builtin_class();
    while (status == HF_STATUS_OK && (node = mjcf_child(reader->root, "default+attached", node)) != NULL)
    {
        mjcf_class *there = class_named(reader, xml_value(node, "class")); // of an earlier part of the same file
        status = there ? read_class(reader, node, there) : add_class(reader, node, &builtin); // mjcf_attach.c
    }
    return status;
}
