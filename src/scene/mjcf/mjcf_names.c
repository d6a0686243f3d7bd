// What the readers of the sections share: things by name, limits, errors of the builder.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

// ---- names ----

#define LIST_OF(T, items, count)                                                                                       \
    (name_list)                                                                                                        \
    {                                                                                                                  \
        (items), (count), sizeof(T), offsetof(T, name)                                                                 \
    }

int mjcf_find_body(const mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_body, reader->bodies, reader->body_count);
    return names_find(&reader->names->bodies, list, name);
}

int mjcf_find_geom(const mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_geom, reader->geoms, reader->geom_count);
    return names_find(&reader->names->geoms, list, name);
}

int mjcf_find_joint(const mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_joint, reader->joints, reader->joint_count);
    return names_find(&reader->names->joints, list, name);
}

int mjcf_find_site(const mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_site, reader->sites, reader->site_count);
    return names_find(&reader->names->sites, list, name);
}

int mjcf_find_tendon(const mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_tendon, reader->tendons, reader->tendon_count);
    return names_find(&reader->names->tendons, list, name);
}

mjcf_mesh *mjcf_find_mesh(mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_mesh, reader->meshes, reader->mesh_count);
    int index = names_find(&reader->names->meshes, list, name);
    return index >= 0 ? &reader->meshes[index] : NULL;
}

mjcf_field *mjcf_find_field(mjcf_reader *reader, const char *name)
{
    name_list list = LIST_OF(mjcf_field, reader->fields, reader->field_count);
    int index = names_find(&reader->names->fields, list, name);
    return index >= 0 ? &reader->fields[index] : NULL;
}

void mjcf_forget_names(mjcf_reader *reader)
{
    names_forget(&reader->names->geoms);
    names_forget(&reader->names->joints);
    names_forget(&reader->names->sites);
}

hf_status mjcf_named(mjcf_reader *reader, const xml_node *node, const char *attribute, const char *kind,
                     int (*find)(const mjcf_reader *reader, const char *name), bool optional, int *index)
{
    const char *name = xml_value(node, attribute);
    if (!name && optional) return HF_STATUS_OK;
    if (!name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute %s", attribute);
    *index = find(reader, name);
    if (*index >= 0) return HF_STATUS_OK;
    return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no %s '%s'", attribute, kind, name);
}

// ---- sections ----

const xml_node *mjcf_child(const xml_node *parent, const char *name, const xml_node *after)
{
    const xml_node *node = after ? after->next : parent->first;
    while (node && name && strcmp(node->name, name) != 0) node = node->next;
    return node;
}

hf_status mjcf_each(mjcf_reader *reader, const char *section_name, const char *name,
                    hf_status (*read)(mjcf_reader *reader, const xml_node *node))
{
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, section_name, section)) != NULL)
    {
        const xml_node *node = NULL;
        while ((node = mjcf_child(section, name, node)) != NULL) TRY(read(reader, node));
    }
    return HF_STATUS_OK;
}

hf_status mjcf_passed(mjcf_reader *reader, const xml_node *node, hf_status status, const hf_error *error)
{
    if (status == HF_STATUS_OK) return status;
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    return mjcf_fail(reader, node, status, "%s", error->message);
}

// ---- limits ----

hf_status mjcf_limit(mjcf_reader *reader, const xml_node *node, const char *what, int limited, const double range[2],
                     bool *is_limited)
{
    bool written = range[0] != 0 || range[1] != 0;
    *is_limited = false;
    if (limited == LIMITED_NO) return HF_STATUS_OK;
    if (range[0] > range[1])
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "%s: the lower limit %g lies above the upper %g", what,
                         range[0], range[1]);
    if (limited == LIMITED_AUTO && written && !mjcf_compiler_of(reader, node)->autolimits)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "%s: it is not said whether it limits; write limited=\"true\" or \"false\" beside it, or let "
                         "the compiler's autolimits be true",
                         what);
    if (limited == LIMITED_YES && !(range[0] < range[1]))
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "%s: is needed, with the lower limit below the upper", what);
    *is_limited = range[0] < range[1];
    return HF_STATUS_OK;
}

hf_status mjcf_not_negative(mjcf_reader *reader, const xml_node *node, const char *attribute,
                            const double coefficients[3])
{
    if (coefficients[0] < 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "%s: %g is negative", attribute, coefficients[0]);
    return HF_STATUS_OK;
}
