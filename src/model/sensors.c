// Sensors of a model: definitions, and where their numbers stand.

#include "holdfast/sense.h"

#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What a kind may be of: a bit for each hf_sensor_object.
#define OF(object) (1u << HF_OBJECT_##object)
#define PLACED (OF(BODY) | OF(FRAME) | OF(SHAPE) | OF(SITE))

static const struct
{
    const char *name;
    int size;
    unsigned of;
} kinds[HF_SENSOR_KIND_COUNT] = {
    [HF_SENSOR_TOUCH] = {"touch", 1, OF(SITE)},
    [HF_SENSOR_ACCELEROMETER] = {"accelerometer", 3, OF(SITE)},
    [HF_SENSOR_VELOCIMETER] = {"velocimeter", 3, OF(SITE)},
    [HF_SENSOR_GYRO] = {"gyro", 3, OF(SITE)},
    [HF_SENSOR_FORCE] = {"force", 3, OF(SITE)},
    [HF_SENSOR_TORQUE] = {"torque", 3, OF(SITE)},
    [HF_SENSOR_RANGE] = {"rangefinder", 1, OF(SITE)},
    [HF_SENSOR_MAGNETOMETER] = {"magnetometer", 3, OF(SITE)},
    [HF_SENSOR_JOINT_POSITION] = {"jointpos", 1, OF(JOINT)},
    [HF_SENSOR_JOINT_VELOCITY] = {"jointvel", 1, OF(JOINT)},
    [HF_SENSOR_JOINT_FORCE] = {"jointactuatorfrc", 1, OF(JOINT)},
    [HF_SENSOR_JOINT_LIMIT_POSITION] = {"jointlimitpos", 1, OF(JOINT)},
    [HF_SENSOR_JOINT_LIMIT_VELOCITY] = {"jointlimitvel", 1, OF(JOINT)},
    [HF_SENSOR_JOINT_LIMIT_FORCE] = {"jointlimitfrc", 1, OF(JOINT)},
    [HF_SENSOR_BALL_QUATERNION] = {"ballquat", 4, OF(JOINT)},
    [HF_SENSOR_BALL_VELOCITY] = {"ballangvel", 3, OF(JOINT)},
    [HF_SENSOR_TENDON_POSITION] = {"tendonpos", 1, OF(TENDON)},
    [HF_SENSOR_TENDON_VELOCITY] = {"tendonvel", 1, OF(TENDON)},
    [HF_SENSOR_TENDON_FORCE] = {"tendonactuatorfrc", 1, OF(TENDON)},
    [HF_SENSOR_TENDON_LIMIT_POSITION] = {"tendonlimitpos", 1, OF(TENDON)},
    [HF_SENSOR_TENDON_LIMIT_VELOCITY] = {"tendonlimitvel", 1, OF(TENDON)},
    [HF_SENSOR_TENDON_LIMIT_FORCE] = {"tendonlimitfrc", 1, OF(TENDON)},
    [HF_SENSOR_ACTUATOR_POSITION] = {"actuatorpos", 1, OF(ACTUATOR)},
    [HF_SENSOR_ACTUATOR_VELOCITY] = {"actuatorvel", 1, OF(ACTUATOR)},
    [HF_SENSOR_ACTUATOR_FORCE] = {"actuatorfrc", 1, OF(ACTUATOR)},
    [HF_SENSOR_POSITION] = {"framepos", 3, PLACED},
    [HF_SENSOR_QUATERNION] = {"framequat", 4, PLACED},
    [HF_SENSOR_X_AXIS] = {"framexaxis", 3, PLACED},
    [HF_SENSOR_Y_AXIS] = {"frameyaxis", 3, PLACED},
    [HF_SENSOR_Z_AXIS] = {"framezaxis", 3, PLACED},
    [HF_SENSOR_LINEAR_VELOCITY] = {"framelinvel", 3, PLACED},
    [HF_SENSOR_ANGULAR_VELOCITY] = {"frameangvel", 3, PLACED},
    [HF_SENSOR_LINEAR_ACCELERATION] = {"framelinacc", 3, PLACED},
    [HF_SENSOR_ANGULAR_ACCELERATION] = {"frameangacc", 3, PLACED},
    [HF_SENSOR_SUBTREE_CENTER] = {"subtreecom", 3, OF(BODY)},
    [HF_SENSOR_SUBTREE_VELOCITY] = {"subtreelinvel", 3, OF(BODY)},
    [HF_SENSOR_SUBTREE_MOMENTUM] = {"subtreeangmom", 3, OF(BODY)},
    [HF_SENSOR_DISTANCE] = {"distance", 1, OF(BODY) | OF(SHAPE)},
    [HF_SENSOR_DIRECTION] = {"normal", 3, OF(BODY) | OF(SHAPE)},
    [HF_SENSOR_SEGMENT] = {"fromto", 6, OF(BODY) | OF(SHAPE)},
    [HF_SENSOR_CONTACT] = {"contact", 0, OF(NONE) | OF(BODY) | OF(SUBTREE) | OF(SHAPE) | OF(SITE)},
    [HF_SENSOR_INSIDE] = {"insidesite", 1, PLACED},
    [HF_SENSOR_POTENTIAL] = {"e_potential", 1, OF(NONE)},
    [HF_SENSOR_KINETIC] = {"e_kinetic", 1, OF(NONE)},
    [HF_SENSOR_CLOCK] = {"clock", 1, OF(NONE)},
    [HF_SENSOR_USER] = {"user", 0, ~0u},
};

enum
{
    USER_MOST = 1 << 16, // numbers of one user sensor
    CONTACTS_MOST = 1024 // of one contact sensor
};

const char *hf_sensor_kind_name(hf_sensor_kind kind)
{
    return (unsigned)kind < HF_SENSOR_KIND_COUNT ? kinds[kind].name : "unknown sensor";
}

hf_sensor_def hf_sensor_def_default(void)
{
    return (hf_sensor_def){.index = -1, .reference_index = -1, .data = HF_CONTACT_FOUND};
}

// ---- adding ----

static hf_status check_object(const hf_builder *b, const char *label, hf_sensor_object object, int index,
                              hf_error *error)
{
    const growing *lists[HF_OBJECT_COUNT] = {
        [HF_OBJECT_BODY] = &b->bodies,        [HF_OBJECT_FRAME] = &b->bodies,  [HF_OBJECT_SHAPE] = &b->shapes,
        [HF_OBJECT_SITE] = &b->sites,         [HF_OBJECT_JOINT] = &b->joints,  [HF_OBJECT_TENDON] = &b->tendons,
        [HF_OBJECT_ACTUATOR] = &b->actuators, [HF_OBJECT_SUBTREE] = &b->bodies};
    if ((unsigned)object >= HF_OBJECT_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: object = %d is none", label, (int)object);
    if (object != HF_OBJECT_NONE && (index < 0 || (size_t)index >= lists[object]->count))
        return error_set(error, HF_STATUS_INVALID, "%s: index = %d: there are %zu", label, index, lists[object]->count);
    return HF_STATUS_OK;
}

/// Balls have sensors of their own.
static hf_status check_joint(const hf_builder *b, const char *label, const hf_sensor_def *def, hf_error *error)
{
    bool ball = GROWING_AT(b->joints, hf_joint_def, def->index)->kind == HF_JOINT_BALL;
    bool wants = def->kind == HF_SENSOR_BALL_QUATERNION || def->kind == HF_SENSOR_BALL_VELOCITY;
    bool either = def->kind >= HF_SENSOR_JOINT_LIMIT_POSITION && def->kind <= HF_SENSOR_JOINT_LIMIT_FORCE;
    if (either || ball == wants) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: %s is for %s", label, kinds[def->kind].name,
                     wants ? "ball joints" : "hinges and slides");
}

/// What sensors of pairs have beside the others.
static hf_status check_pair(const char *label, const hf_sensor_def *def, hf_error *error)
{
    const unsigned of = 1u << def->reference, pairs = OF(BODY) | OF(SHAPE), contacts = pairs | OF(SUBTREE) | OF(NONE);
    if (def->kind >= HF_SENSOR_DISTANCE && def->kind <= HF_SENSOR_SEGMENT && !(of & pairs))
        return error_set(error, HF_STATUS_INVALID, "%s: needs a second body or shape", label);
    if (def->kind != HF_SENSOR_CONTACT) return HF_STATUS_OK;
    if (!(of & contacts)) return error_set(error, HF_STATUS_INVALID, "%s: reference: is no body or shape", label);
    if (def->size < 1 || def->size > CONTACTS_MOST)
        return error_set(error, HF_STATUS_INVALID, "%s: size = %d: must be 1 to %d", label, def->size, CONTACTS_MOST);
    if (def->data == 0 || def->data >= 2 * HF_CONTACT_TANGENT || (unsigned)def->reduction >= HF_CONTACT_REDUCTION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: data = %u, reduction = %d: are none", label, def->data,
                         (int)def->reduction);
    return HF_STATUS_OK;
}

hf_status hf_builder_add_sensor(hf_builder *b, const hf_sensor_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "sensor", (int)b->sensors.count, def->name);
    if ((unsigned)def->kind >= HF_SENSOR_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: kind = %d is none", label, (int)def->kind);
    hf_status status = check_object(b, label, def->object, def->index, error);
    if (status == HF_STATUS_OK) status = check_object(b, label, def->reference, def->reference_index, error);
    if (status == HF_STATUS_OK && !(kinds[def->kind].of & (1u << def->object)))
        status = error_set(error, HF_STATUS_INVALID, "%s: a %s is not of an object of kind %d", label,
                           kinds[def->kind].name, (int)def->object);
    if (status == HF_STATUS_OK && def->object == HF_OBJECT_JOINT) status = check_joint(b, label, def, error);
    if (status == HF_STATUS_OK && def->kind == HF_SENSOR_INSIDE && def->reference != HF_OBJECT_SITE)
        status = error_set(error, HF_STATUS_INVALID, "%s: needs a site to be inside of", label);
    if (status == HF_STATUS_OK) status = check_pair(label, def, error);
    if (status == HF_STATUS_OK && (def->size < 0 || def->size > USER_MOST))
        status = error_set(error, HF_STATUS_INVALID, "%s: size = %d: must be 0 to %d", label, def->size, USER_MOST);
    if (status == HF_STATUS_OK && !(def->cutoff >= 0.0))
        status = error_set(error, HF_STATUS_INVALID, "%s: cutoff = %g: must not be negative", label, def->cutoff);
    return status == HF_STATUS_OK ? builder_add_named(&b->sensors, def, sizeof *def, index, error) : status;
}

// ---- reading ----

hf_sensor_def hf_model_sensor(const hf_model *model, int index)
{
    return ITEM_AT(hf_sensor_def, model->mechanism.sensors, model->mechanism.sensor_count, index);
}

/// Of one contact.
static int contact_size(unsigned data)
{
    int size = 0;
    for (unsigned bit = 1; bit <= HF_CONTACT_TANGENT; bit *= 2)
        if (data & bit) size += bit == HF_CONTACT_FOUND || bit == HF_CONTACT_DISTANCE ? 1 : 3;
    return size;
}

int hf_model_sensor_size(const hf_model *model, int index)
{
    if (!is_item(index, model->mechanism.sensor_count)) return 0;
    const hf_sensor_def *def = &model->mechanism.sensors[index];
    if (def->kind == HF_SENSOR_CONTACT) return def->size * contact_size(def->data);
    return def->kind == HF_SENSOR_USER ? def->size : kinds[def->kind].size;
}

/// Numbers of the first sensors.
static int numbers_before(const hf_model *model, int count)
{
    int place = 0;
    for (int k = 0; k < count; k++) place += hf_model_sensor_size(model, k);
    return place;
}

int hf_model_sensor_place(const hf_model *model, int index)
{
    return is_item(index, model->mechanism.sensor_count) ? numbers_before(model, index) : -1;
}

int hf_model_sensor_total(const hf_model *model)
{
    return numbers_before(model, model->mechanism.sensor_count);
}
