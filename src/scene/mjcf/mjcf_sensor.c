// <sensor>: sensors by MJCF's names. Kinds that are not read (pictures of cameras, tactile ones, plugins) are left out
// with a notice: they are looked at, and move nothing.

#include "base/error.h"
#include "holdfast/sense.h"
#include "model/builder.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

/// What MJCF calls an object of a frame sensor.
static const struct
{
    const char *name, *kind; // kind: as errors call it
    hf_sensor_object object;
    int (*find)(const mjcf_reader *reader, const char *name);
} objects[] = {{"body", "body", HF_OBJECT_BODY, mjcf_find_body},
               {"xbody", "body", HF_OBJECT_FRAME, mjcf_find_body},
               {"geom", "geom", HF_OBJECT_SHAPE, mjcf_find_geom},
               {"site", "site", HF_OBJECT_SITE, mjcf_find_site}};

static int find_kind(const char *element)
{
    for (int k = 0; k < HF_SENSOR_KIND_COUNT; k++)
        if (strcmp(hf_sensor_kind_name((hf_sensor_kind)k), element) == 0) return k;
    return -1;
}

/// The builder's index of what the reader has at `index`; -1: it is not there.
static int built(const mjcf_reader *reader, hf_sensor_object object, int index)
{
    if (object == HF_OBJECT_SHAPE) return reader->geoms[index].shape;
    if (object == HF_OBJECT_SITE) return reader->sites[index].index;
    return reader->bodies[index].index;
}

/// The frame of a camera that its body carries, as a site without a name. -1 in *index: it moves otherwise.
static hf_status find_camera(mjcf_reader *reader, const xml_node *node, const char *attribute, int *index)
{
    const char *name = xml_value(node, attribute);
    mjcf_camera *camera = NULL;
    for (int k = 0; k < reader->camera_count && name && !camera; k++)
        if (reader->cameras[k].name && strcmp(reader->cameras[k].name, name) == 0) camera = &reader->cameras[k];
    if (!camera)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no camera '%s'", attribute, name ? name : "");
    *index = camera->site - 1;
    if (camera->mode != 0 || camera->site > 0) return HF_STATUS_OK;
    hf_site_def def = hf_site_def_default();
    hf_error error = {0};
    def.body = reader->bodies[camera->body].index;
    v3_store(def.position, camera->pose.position);
    quat_store(def.orientation, camera->pose.turn);
    TRY(mjcf_passed(reader, node, hf_builder_add_site(reader->builder, &def, index, &error), &error));
    camera->site = *index + 1;
    return HF_STATUS_OK;
}

/// objtype and objname, or reftype and refname. *left_out: of a kind that is not read.
static hf_status find_frame(mjcf_reader *reader, const xml_node *node, const char *type, const char *name,
                            hf_sensor_object *object, int *index, bool *left_out)
{
    const char *word = xml_value(node, type);
    if (!word) return HF_STATUS_OK;
    if (strcmp(word, "camera") == 0)
    {
        hf_status status = find_camera(reader, node, name, index);
        *object = HF_OBJECT_SITE;
        *left_out |= *index < 0;
        return status;
    }
    for (size_t k = 0; k < sizeof objects / sizeof objects[0]; k++)
    {
        if (strcmp(objects[k].name, word) != 0) continue;
        int found = -1;
        hf_status status = mjcf_named(reader, node, name, objects[k].kind, objects[k].find, false, &found);
        if (status != HF_STATUS_OK) return status;
        *object = objects[k].object;
        *index = built(reader, *object, found);
        *left_out |= *index < 0;
        return HF_STATUS_OK;
    }
    *left_out = true;
    return HF_STATUS_OK;
}

/// Among those of the builder, where some elements are several.
static int find_actuator(const mjcf_reader *reader, const char *name)
{
    const growing *all = &reader->builder->actuators;
    for (size_t k = 0; k < all->count; k++)
    {
        const char *own = GROWING_AT(*all, hf_actuator_def, k)->name;
        if (own && strcmp(own, name) == 0) return (int)k;
    }
    return -1;
}

/// What rangefinders give beside a distance, and those of cameras, is not read.
static bool gives_more(const xml_node *node)
{
    const char *data = xml_value(node, "data");
    return xml_value(node, "camera") || (data && strcmp(data, "dist") != 0);
}

/// geom1, body1 or subtree1, or geom2, body2 or subtree2, by their number. None of them: any.
static hf_status find_side(mjcf_reader *reader, const xml_node *node, int side, hf_sensor_object *object, int *index,
                           bool *left_out)
{
    static const struct
    {
        const char *names[2], *kind;
        hf_sensor_object object;
        int (*find)(const mjcf_reader *reader, const char *name);
    } sides[] = {{{"geom1", "geom2"}, "geom", HF_OBJECT_SHAPE, mjcf_find_geom},
                 {{"body1", "body2"}, "body", HF_OBJECT_BODY, mjcf_find_body},
                 {{"subtree1", "subtree2"}, "body", HF_OBJECT_SUBTREE, mjcf_find_body},
                 {{"site", ""}, "site", HF_OBJECT_SITE, mjcf_find_site}};
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++)
    {
        int found = -1;
        if (!xml_value(node, sides[k].names[side])) continue;
        hf_status status = mjcf_named(reader, node, sides[k].names[side], sides[k].kind, sides[k].find, false, &found);
        if (status != HF_STATUS_OK) return status;
        *object = sides[k].object;
        *index = built(reader, *object, found);
        *left_out |= *index < 0;
        return HF_STATUS_OK;
    }
    return HF_STATUS_OK;
}

/// num, data and reduce of a contact sensor.
static hf_status read_contact(mjcf_reader *reader, const xml_node *node, hf_sensor_def *def)
{
    static const char *const words[] = {"found", "force", "torque", "dist", "pos", "normal", "tangent"};
    double count = 1;
    int reduction = 0, next = 0;
    hf_status status = mjcf_whole(reader, node, "num", 1, 1024, &count);
    if (status == HF_STATUS_OK)
        status = mjcf_choice(reader, node, "reduce", "none|mindist|maxforce|netforce", &reduction);
    if (status != HF_STATUS_OK) return status;
    def->size = (int)count;
    def->reduction = (hf_contact_reduction)reduction;
    const char *text = xml_value(node, "data");
    if (text) def->data = 0;
    for (const char *s = text ? text : ""; *(s += strspn(s, " \t\r\n"));)
    {
        size_t length = strcspn(s, " \t\r\n");
        while (next < 7 && (strlen(words[next]) != length || strncmp(words[next], s, length) != 0)) next++;
        if (next == 7)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                             "data: must be of found, force, torque, dist, pos, normal, tangent, in this order");
        def->data |= 1u << next++;
        s += length;
    }
    return HF_STATUS_OK;
}

/// A sensor of a pair.
static hf_status find_pair(mjcf_reader *reader, const xml_node *node, hf_sensor_def *def, bool *left_out)
{
    hf_status status = find_side(reader, node, 0, &def->object, &def->index, left_out);
    if (status == HF_STATUS_OK) status = find_side(reader, node, 1, &def->reference, &def->reference_index, left_out);
    return status == HF_STATUS_OK && def->kind == HF_SENSOR_CONTACT ? read_contact(reader, node, def) : status;
}

/// What a sensor is of, by the one attribute that names it.
static hf_status find_object(mjcf_reader *reader, const xml_node *node, hf_sensor_def *def, bool *left_out)
{
    hf_status status = HF_STATUS_OK;
    int index = -1;
    if (def->kind <= HF_SENSOR_MAGNETOMETER)
    {
        status = mjcf_named(reader, node, "site", "site", mjcf_find_site, false, &index);
        def->object = HF_OBJECT_SITE;
        if (status == HF_STATUS_OK) def->index = reader->sites[index].index;
    }
    else if (def->kind <= HF_SENSOR_BALL_VELOCITY)
    {
        status = mjcf_named(reader, node, "joint", "joint", mjcf_find_joint, false, &index);
        def->object = HF_OBJECT_JOINT;
        if (status == HF_STATUS_OK) def->index = reader->joints[index].index;
    }
    else if (def->kind <= HF_SENSOR_TENDON_LIMIT_FORCE)
    {
        status = mjcf_named(reader, node, "tendon", "tendon", mjcf_find_tendon, false, &index);
        def->object = HF_OBJECT_TENDON;
        if (status == HF_STATUS_OK) def->index = reader->tendons[index].index;
    }
    else if (def->kind <= HF_SENSOR_ACTUATOR_FORCE)
    {
        status = mjcf_named(reader, node, "actuator", "actuator", find_actuator, false, &def->index);
        def->object = HF_OBJECT_ACTUATOR;
    }
    else if (def->kind >= HF_SENSOR_SUBTREE_CENTER && def->kind <= HF_SENSOR_SUBTREE_MOMENTUM)
    {
        status = mjcf_named(reader, node, "body", "body", mjcf_find_body, false, &index);
        def->object = HF_OBJECT_BODY;
        if (status == HF_STATUS_OK) def->index = reader->bodies[index].index;
    }
    else status = find_frame(reader, node, "objtype", "objname", &def->object, &def->index, left_out);
    return status;
}

static hf_status find_reference(mjcf_reader *reader, const xml_node *node, hf_sensor_def *def, bool *left_out)
{
    int index = -1;
    if (def->kind != HF_SENSOR_INSIDE)
        return find_frame(reader, node, "reftype", "refname", &def->reference, &def->reference_index, left_out);
    hf_status status = mjcf_named(reader, node, "site", "site", mjcf_find_site, false, &index);
    def->reference = HF_OBJECT_SITE;
    if (status == HF_STATUS_OK) def->reference_index = reader->sites[index].index;
    return status;
}

/// option magnetic
static hf_status read_field(mjcf_reader *reader, double field[3])
{
    const double earth[3] = {0, -0.5, 0};
    hf_status status = HF_STATUS_OK;
    memcpy(field, earth, sizeof earth);
    const xml_node *option = NULL;
    while (status == HF_STATUS_OK && (option = mjcf_child(reader->root, "option", option)) != NULL)
        status = mjcf_numbers(reader, option, "magnetic", field, 3, 3, NULL);
    return status;
}

static void note_left_out(mjcf_reader *reader, const xml_node *node)
{
    char text[200];
    snprintf(text, sizeof text, "this kind of sensor is not read: it is left out");
    mjcf_note(reader, node, text);
}

static hf_status emit_sensor(mjcf_reader *reader, const xml_node *node)
{
    int kind = find_kind(node->name);
    bool left_out = kind < 0 || (kind == HF_SENSOR_RANGE && gives_more(node));
    double size = 0;
    hf_sensor_def def = hf_sensor_def_default();
    def.name = xml_value(node, "name");
    def.kind = (hf_sensor_kind)(kind < 0 ? 0 : kind);
    hf_status status = HF_STATUS_OK;
    bool pair = def.kind >= HF_SENSOR_DISTANCE && def.kind <= HF_SENSOR_CONTACT;
    bool free_of_objects = def.kind >= HF_SENSOR_POTENTIAL || pair;
    if (!left_out && pair) status = find_pair(reader, node, &def, &left_out);
    if (status == HF_STATUS_OK && !left_out && !free_of_objects) status = find_object(reader, node, &def, &left_out);
    if (status == HF_STATUS_OK && !left_out && !free_of_objects) status = find_reference(reader, node, &def, &left_out);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "cutoff", &def.cutoff, 1, 1, NULL);
    if (status == HF_STATUS_OK && def.kind == HF_SENSOR_USER)
        status = mjcf_numbers(reader, node, "dim", &size, 1, 1, NULL);
    if (status == HF_STATUS_OK && def.kind == HF_SENSOR_MAGNETOMETER) status = read_field(reader, def.field);
    if (status != HF_STATUS_OK) return status;
    if (!(size >= 0 && size <= 65536)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "dim: must be 0 to 65536");
    if (def.kind == HF_SENSOR_USER) def.size = (int)size;
    if (left_out)
    {
        note_left_out(reader, node);
        return HF_STATUS_OK;
    }
    hf_error error = {0};
    return mjcf_passed(reader, node, hf_builder_add_sensor(reader->builder, &def, NULL, &error), &error);
}

/// Something about sensors that is left out, if one has one of two attributes; said once.
static void note_words(const mjcf_reader *reader, const char *word, const char *or_word, const char *text)
{
    for (const xml_node *section = NULL; (section = mjcf_child(reader->root, "sensor", section)) != NULL;)
        for (const xml_node *node = section->first; node; node = node->next)
            if (xml_value(node, word) || xml_value(node, or_word))
            {
                mjcf_note(reader, node, text);
                return;
            }
}

hf_status mjcf_emit_sensors(mjcf_reader *reader)
{
    note_words(reader, "delay", "interval",
               "delay and interval of sensors are left out: they say what is there when asked");
    note_words(reader, "noise", "noise", "noise of sensors is a remark here as in MuJoCo: what they say has none");
    return mjcf_each(reader, "sensor", NULL, emit_sensor);
}
