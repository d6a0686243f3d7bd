// Sensors of a flat MJCF file.

#include "scene/mjcf/write/write_mjcf.h"

#include "holdfast/sense.h"

#include <stdio.h>
#include <string.h>

/// Type and name of what a frame sensor is of, or seen from.
static void put_frame(writer *w, const char *type, const char *name, hf_sensor_object object, int index)
{
    switch (object)
    {
    case HF_OBJECT_BODY:
    case HF_OBJECT_FRAME:
        put_text(w, type, object == HF_OBJECT_BODY ? "body" : "xbody");
        put_text(w, name, index == 0 ? "world" : body_name(w, index));
        break;
    case HF_OBJECT_SHAPE:
        put_text(w, type, "geom");
        put_text(w, name, shape_name(w, index));
        break;
    case HF_OBJECT_SITE:
        put_text(w, type, "site");
        put_text(w, name, site_name(w, index));
        break;
    default: break;
    }
}

/// By the one attribute that names it, where there is one.
static bool put_object(writer *w, const hf_sensor_def *def)
{
    if (def->kind <= HF_SENSOR_MAGNETOMETER) put_text(w, "site", site_name(w, def->index));
    else if (def->kind <= HF_SENSOR_BALL_VELOCITY) put_text(w, "joint", joint_name(w, def->index));
    else if (def->kind <= HF_SENSOR_TENDON_LIMIT_FORCE) put_text(w, "tendon", tendon_name(w, def->index));
    else if (def->kind <= HF_SENSOR_ACTUATOR_FORCE) put_text(w, "actuator", actuator_name(w, def->index));
    else if (def->kind >= HF_SENSOR_SUBTREE_CENTER && def->kind <= HF_SENSOR_SUBTREE_MOMENTUM)
        put_text(w, "body", def->index == 0 ? "world" : body_name(w, def->index));
    else return def->kind >= HF_SENSOR_POTENTIAL;
    return true;
}

/// One side of a pair.
static void put_side(writer *w, bool second, hf_sensor_object object, int index)
{
    const char *body = index == 0 ? "world" : index > 0 ? body_name(w, index) : NULL;
    if (object == HF_OBJECT_BODY) put_text(w, second ? "body2" : "body1", body);
    else if (object == HF_OBJECT_SUBTREE) put_text(w, second ? "subtree2" : "subtree1", body);
    else if (object == HF_OBJECT_SHAPE) put_text(w, second ? "geom2" : "geom1", shape_name(w, index));
    else if (object == HF_OBJECT_SITE) put_text(w, "site", site_name(w, index));
}

static void put_pair(writer *w, const hf_sensor_def *def)
{
    static const char *const words[] = {"found", "force", "torque", "dist", "pos", "normal", "tangent"};
    static const char *const reductions[] = {"none", "mindist", "maxforce", "netforce"};
    char text[64] = "";
    put_side(w, false, def->object, def->index);
    put_side(w, true, def->reference, def->reference_index);
    if (def->kind != HF_SENSOR_CONTACT) return;
    for (int k = 0; k < 7; k++)
        if (def->data & (1u << k)) snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", words[k]);
    text[strlen(text) - 1] = 0;
    put_number(w, "num", def->size);
    put_text(w, "data", text);
    put_text(w, "reduce", reductions[def->reduction]);
}

static void write_sensor(writer *w, int index)
{
    hf_sensor_def def = hf_model_sensor(w->model, index);
    put_begin(w, hf_sensor_kind_name(def.kind));
    if (def.name) put_text(w, "name", def.name);
    if (def.kind >= HF_SENSOR_DISTANCE && def.kind <= HF_SENSOR_CONTACT) put_pair(w, &def);
    else if (!put_object(w, &def))
    {
        put_frame(w, "objtype", "objname", def.object, def.index);
        if (def.kind == HF_SENSOR_INSIDE) put_text(w, "site", site_name(w, def.reference_index));
        else put_frame(w, "reftype", "refname", def.reference, def.reference_index);
    }
    put_unless(w, "cutoff", &def.cutoff, 1, 0);
    if (def.kind == HF_SENSOR_USER) put_number(w, "dim", def.size);
    put_end(w);
}

void write_mjcf_sensors(writer *w)
{
    int count = hf_model_count(w->model, HF_ITEM_SENSOR);
    if (count == 0) return;
    put_begin(w, "sensor");
    put_open(w);
    for (int k = 0; k < count; k++) write_sensor(w, k);
    put_close(w, "sensor");
}

void write_mjcf_field(writer *w)
{
    for (int k = 0; k < hf_model_count(w->model, HF_ITEM_SENSOR); k++)
    {
        hf_sensor_def def = hf_model_sensor(w->model, k);
        if (def.kind != HF_SENSOR_MAGNETOMETER) continue;
        put_numbers(w, "magnetic", def.field, 3);
        return;
    }
}
