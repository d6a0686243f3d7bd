// Links and joints of SDF as trees of bodies, loops and couplings of MJCF.
//
// A link hangs on the first joint whose child it is, unless that would close a circle; what is left are loops. Links
// without a joint float, those of static models are fixed. Links of one model do not touch unless it says self_collide.

#include "scene/sdf/sdf.h"

#include "base/error.h"
#include "base/file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    ATTRIBUTES_MOST = 12,
    DEEPEST = 1500, // bodies that hang on each other
};

static const double NO_LIMIT = 1e15; // SDF writes 1e16 for none

static hf_status no_memory(sdf_reader *reader)
{
    return error_no_memory(reader->scene->error);
}

// ---- elements ----

xml_node *sdf_make(sdf_reader *reader, xml_node *parent, const char *name, const xml_node *from)
{
    xml_node *node = ARENA_ZEROED(reader->scene->arena, xml_node, 1);
    xml_attribute *own = ARENA_ARRAY(reader->scene->arena, xml_attribute, ATTRIBUTES_MOST);
    if (!node || !own) return NULL;
    *node = (xml_node){.name = name, .file = from->file, .line = from->line, .attributes = own};
    xml_node **end = parent ? &parent->first : NULL;
    while (end && *end) end = &(*end)->next;
    if (end) *end = node;
    return node;
}

bool sdf_put(sdf_reader *reader, xml_node *node, const char *name, const char *value)
{
    const char *copy = text_copy(reader->scene->arena, value, strlen(value));
    node->attributes[node->attribute_count++] = (xml_attribute){name, copy};
    return copy != NULL;
}

bool sdf_put_numbers(sdf_reader *reader, xml_node *node, const char *name, const double *x, int count)
{
    char text[240];
    int used = 0;
    for (int k = 0; k < count; k++) used += snprintf(text + used, sizeof text - (size_t)used, "%.17g ", x[k]);
    return sdf_put(reader, node, name, text);
}

bool sdf_put_pose(sdf_reader *reader, xml_node *node, mjcf_pose pose)
{
    double position[3], turn[4];
    v3_store(position, pose.position);
    quat_store(turn, pose.turn);
    return sdf_put_numbers(reader, node, "pos", position, 3) && sdf_put_numbers(reader, node, "quat", turn, 4);
}

// ---- which joint a link hangs on ----

static bool is_fixed(const sdf_reader *reader, int link)
{
    return link < 0 || reader->items[reader->items[link].model].is_static;
}

static const char *type_of(const sdf_item *joint)
{
    const char *type = xml_value(joint->node, "type");
    return type ? type : "";
}

static bool is_type(const sdf_item *joint, const char *name)
{
    return strcmp(type_of(joint), name) == 0;
}

static hf_status check_type(sdf_reader *reader, const sdf_item *joint)
{
    static const char *const known[] = {"revolute", "continuous", "prismatic", "fixed",
                                        "ball",     "universal",  "revolute2", "screw"};
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (is_type(joint, known[k])) return HF_STATUS_OK;
    return mjcf_fail(
        reader->scene, joint->node, HF_STATUS_UNSUPPORTED,
        "type: '%.40s' is none of revolute, continuous, prismatic, fixed, ball, universal, revolute2, screw",
        type_of(joint));
}

static hf_status find_ends(sdf_reader *reader, sdf_item *joint)
{
    const char *parent = sdf_text(reader, joint->node, "parent", NULL);
    const char *child = sdf_text(reader, joint->node, "child", NULL);
    if (!parent || !child) return mjcf_fail(reader->scene, joint->node, HF_STATUS_FORMAT, "needs <parent> and <child>");
    TRY(sdf_link_of(reader, joint->node, joint->model, parent, &joint->parent));
    TRY(sdf_link_of(reader, joint->node, joint->model, child, &joint->child));
    if (joint->parent == joint->child)
        return mjcf_fail(reader->scene, joint->node, HF_STATUS_FORMAT, "joins '%.100s' with itself", child);
    return check_type(reader, joint);
}

static bool hangs_on(const sdf_reader *reader, int link, int above)
{
    for (int k = link; k >= 0; k = reader->items[k].joint < 0 ? -1 : reader->items[reader->items[k].joint].parent)
        if (k == above) return true;
    return false;
}

static hf_status hang_links(sdf_reader *reader)
{
    for (int k = 0; k < reader->count; k++)
    {
        sdf_item *joint = &reader->items[k];
        if (joint->kind != SDF_JOINT) continue;
        TRY(find_ends(reader, joint));
        sdf_item *child = joint->child >= 0 ? &reader->items[joint->child] : NULL;
        if (child && child->joint < 0 && !is_fixed(reader, joint->child) &&
            !hangs_on(reader, joint->parent, joint->child))
            child->joint = k;
    }
    return HF_STATUS_OK;
}

// ---- joints ----

/// The axis of a joint in the frame of a link.
static hf_status axis_in(sdf_reader *reader, int joint, const char *which, int link, vec3 *axis)
{
    const sdf_item *item = &reader->items[joint];
    const xml_node *node = mjcf_child(item->node, which, NULL), *xyz = node ? mjcf_child(node, "xyz", NULL) : NULL;
    double x[3] = {0, 0, 1};
    bool of_model = reader->version < 1.5;
    quat frame = sdf_in_world(reader, joint).turn;
    if (node) TRY(sdf_numbers(reader, node, "xyz", x, 3));
    if (node) TRY(sdf_flag(reader, node, "use_parent_model_frame", &of_model));
    const char *in = xyz ? xml_value(xyz, "expressed_in") : NULL;
    if (in && *in)
    {
        int other = sdf_find(reader, item->model, in);
        of_model = strcmp(in, "__model__") == 0;
        if (!of_model && other < 0)
            return mjcf_fail(reader->scene, xyz, HF_STATUS_FORMAT, "expressed_in: there is no frame '%.100s'", in);
        if (!of_model) frame = sdf_in_world(reader, other).turn;
    }
    if (of_model && item->model >= 0) frame = sdf_in_world(reader, item->model).turn;
    if (!(v3_norm(v3_load(x)) > 1e-12))
        return mjcf_fail(reader->scene, node ? node : item->node, HF_STATUS_INVALID, "xyz: is zero");
    vec3 in_world = quat_rotate(frame, v3_load(x));
    *axis = link >= 0 ? quat_rotate_back(sdf_in_world(reader, link).turn, in_world) : in_world;
    return HF_STATUS_OK;
}

static hf_status write_limit(sdf_reader *reader, const xml_node *axis, xml_node *joint)
{
    const xml_node *limit = mjcf_child(axis, "limit", NULL);
    double lower = -2 * NO_LIMIT, upper = 2 * NO_LIMIT, effort = -1;
    if (!limit) return HF_STATUS_OK;
    const char *below = sdf_text(reader, limit, "lower", NULL), *above = sdf_text(reader, limit, "upper", NULL);
    if (below && !strstr(below, "inf")) TRY(sdf_numbers(reader, limit, "lower", &lower, 1));
    if (above && !strstr(above, "inf")) TRY(sdf_numbers(reader, limit, "upper", &upper, 1));
    const char *most = sdf_text(reader, limit, "effort", NULL);
    if (most && !strstr(most, "inf")) TRY(sdf_numbers(reader, limit, "effort", &effort, 1));
    bool is_limited = lower > -NO_LIMIT || upper < NO_LIMIT, whole = true;
    if (lower > upper) sdf_note(reader, "limit (its lower end is above the upper)"), is_limited = false;
    const double range[2] = {fmax(lower, -1e9), fmin(upper, 1e9)}, force[2] = {-effort, effort};
    if (is_limited)
        whole = sdf_put(reader, joint, "limited", "true") && sdf_put_numbers(reader, joint, "range", range, 2);
    if (effort > 0 && effort < NO_LIMIT) whole = whole && sdf_put_numbers(reader, joint, "actuatorfrcrange", force, 2);
    return whole ? HF_STATUS_OK : no_memory(reader);
}

static hf_status write_dynamics(sdf_reader *reader, const xml_node *axis, xml_node *joint)
{
    static const struct
    {
        const char *name, *attribute;
    } numbers[] = {{"damping", "damping"},
                   {"friction", "frictionloss"},
                   {"spring_stiffness", "stiffness"},
                   {"spring_reference", "springref"}};
    const xml_node *dynamics = mjcf_child(axis, "dynamics", NULL);
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0] && dynamics; k++)
    {
        double value = 0;
        TRY(sdf_numbers(reader, dynamics, numbers[k].name, &value, 1));
        if (value != 0 && !sdf_put_numbers(reader, joint, numbers[k].attribute, &value, 1)) return no_memory(reader);
    }
    return HF_STATUS_OK;
}

/// joint1 = offset + multiplier (joint2 - reference)
static hf_status write_coupling(sdf_reader *reader, const xml_node *from, const char *joint, const char *of,
                                double multiplier, double offset)
{
    const double coefficients[5] = {offset, multiplier, 0, 0, 0};
    xml_node *node = sdf_make(reader, reader->sections[SDF_EQUALITY], "joint", from);
    bool whole = node && sdf_put(reader, node, "joint1", joint) && sdf_put(reader, node, "joint2", of) &&
                 sdf_put_numbers(reader, node, "polycoef", coefficients, 5);
    return whole ? HF_STATUS_OK : no_memory(reader);
}

static hf_status write_mimic(sdf_reader *reader, int joint, const xml_node *axis, const char *name)
{
    const xml_node *mimic = mjcf_child(axis, "mimic", NULL);
    const char *of = mimic ? xml_value(mimic, "joint") : NULL;
    double multiplier = 1, offset = 0, reference = 0;
    if (!mimic) return HF_STATUS_OK;
    int leader = of ? sdf_find(reader, reader->items[joint].model, of) : -1;
    if (leader < 0 || reader->items[leader].kind != SDF_JOINT)
        return mjcf_fail(reader->scene, mimic, HF_STATUS_FORMAT, "there is no joint '%.100s'", of ? of : "");
    TRY(sdf_numbers(reader, mimic, "multiplier", &multiplier, 1));
    TRY(sdf_numbers(reader, mimic, "offset", &offset, 1));
    TRY(sdf_numbers(reader, mimic, "reference", &reference, 1));
    return write_coupling(reader, mimic, name, reader->items[leader].full, multiplier, offset - multiplier * reference);
}

/// One joint of MJCF along or about an axis. `which`: axis or axis2; `ending` of its name.
static hf_status write_axis(sdf_reader *reader, int index, const char *which, const char *ending, const char *type,
                            xml_node *body)
{
    const sdf_item *item = &reader->items[index];
    char name[400];
    double at[3], x[3];
    vec3 axis;
    TRY(axis_in(reader, index, which, item->child, &axis));
    v3_store(x, axis);
    v3_store(at, sdf_between(sdf_in_world(reader, item->child), sdf_in_world(reader, index)).position);
    snprintf(name, sizeof name, "%.380s%s", item->full, ending);
    xml_node *joint = sdf_make(reader, body, "joint", item->node);
    if (!joint || !sdf_put(reader, joint, "name", name) || !sdf_put(reader, joint, "type", type) ||
        !sdf_put_numbers(reader, joint, "pos", at, 3) || !sdf_put_numbers(reader, joint, "axis", x, 3))
        return no_memory(reader);
    const xml_node *node = mjcf_child(item->node, which, NULL);
    if (!node) return HF_STATUS_OK;
    if (!is_type(item, "continuous")) TRY(write_limit(reader, node, joint));
    TRY(write_dynamics(reader, node, joint));
    return write_mimic(reader, index, node, xml_value(joint, "name"));
}

static hf_status write_ball(sdf_reader *reader, int index, xml_node *body)
{
    const sdf_item *item = &reader->items[index];
    double at[3];
    v3_store(at, sdf_between(sdf_in_world(reader, item->child), sdf_in_world(reader, index)).position);
    xml_node *joint = sdf_make(reader, body, "joint", item->node);
    bool whole = joint && sdf_put(reader, joint, "name", item->full) && sdf_put(reader, joint, "type", "ball") &&
                 sdf_put_numbers(reader, joint, "pos", at, 3);
    return whole ? HF_STATUS_OK : no_memory(reader);
}

/// A screw is a hinge and a slide on one axis, coupled: x = pitch / 2π · angle.
static hf_status write_screw(sdf_reader *reader, int index, xml_node *body)
{
    static const double turn = 6.283185307179586;
    const sdf_item *item = &reader->items[index];
    double pitch = 0, thread = 1;
    TRY(sdf_numbers(reader, item->node, "screw_thread_pitch", &pitch, 1));
    if (!mjcf_child(item->node, "screw_thread_pitch", NULL))
    {
        TRY(sdf_numbers(reader, item->node, "thread_pitch", &thread, 1)); // the older word: -2π over the pitch
        pitch = thread != 0 ? -turn / thread : 0;
    }
    TRY(write_axis(reader, index, "axis", "_slide", "slide", body));
    TRY(write_axis(reader, index, "axis", "", "hinge", body));
    char slide[400];
    snprintf(slide, sizeof slide, "%.380s_slide", item->full);
    return write_coupling(reader, item->node, slide, item->full, pitch / turn, 0);
}

/// Whether the limits of a joint leave it where it is.
static hf_status read_lock(sdf_reader *reader, const sdf_item *joint, bool *is_locked)
{
    const xml_node *axis = mjcf_child(joint->node, "axis", NULL),
                   *limit = axis ? mjcf_child(axis, "limit", NULL) : NULL;
    const char *lower = limit ? sdf_text(reader, limit, "lower", NULL) : NULL;
    const char *upper = limit ? sdf_text(reader, limit, "upper", NULL) : NULL;
    double below = 0, above = 1;
    if (!lower || !upper || strstr(lower, "inf") || strstr(upper, "inf")) return HF_STATUS_OK;
    TRY(sdf_numbers(reader, limit, "lower", &below, 1));
    TRY(sdf_numbers(reader, limit, "upper", &above, 1));
    *is_locked = below == 0.0 && above == 0.0;
    return HF_STATUS_OK;
}

static hf_status write_joint(sdf_reader *reader, int index, xml_node *body)
{
    const sdf_item *item = &reader->items[index];
    bool is_locked = false;
    if (is_type(item, "revolute") || is_type(item, "prismatic")) TRY(read_lock(reader, item, &is_locked));
    if (is_locked || is_type(item, "fixed")) return HF_STATUS_OK;
    if (is_type(item, "ball")) return write_ball(reader, index, body);
    if (is_type(item, "screw")) return write_screw(reader, index, body);
    TRY(write_axis(reader, index, "axis", "", is_type(item, "prismatic") ? "slide" : "hinge", body));
    if (!is_type(item, "universal") && !is_type(item, "revolute2")) return HF_STATUS_OK;
    return write_axis(reader, index, "axis2", "_2", "hinge", body);
}

// ---- bodies ----

static hf_status write_link(sdf_reader *reader, int link, xml_node *parent, mjcf_pose above, int depth)
{
    sdf_item *item = &reader->items[link];
    mjcf_pose here = sdf_in_world(reader, link);
    if (depth > DEEPEST)
        return mjcf_fail(reader->scene, item->node, HF_STATUS_UNSUPPORTED, "more than %d links hang on each other",
                         DEEPEST);
    item->written = true;
    xml_node *body = sdf_make(reader, parent, "body", item->node);
    if (!body || !sdf_put(reader, body, "name", item->full) || !sdf_put_pose(reader, body, sdf_between(above, here)))
        return no_memory(reader);
    if (item->joint >= 0) TRY(write_joint(reader, item->joint, body));
    else if (!is_fixed(reader, link) && !sdf_make(reader, body, "freejoint", item->node)) return no_memory(reader);
    TRY(sdf_write_shapes(reader, link, body, (mjcf_pose){v3_zero(), quat_identity()}));
    for (int k = 0; k < reader->count; k++)
        if (reader->items[k].kind == SDF_LINK && reader->items[k].joint >= 0 &&
            reader->items[reader->items[k].joint].parent == link)
            TRY(write_link(reader, k, body, here, depth + 1));
    return HF_STATUS_OK;
}

// ---- loops ----

static hf_status write_weld(sdf_reader *reader, const sdf_item *joint)
{
    xml_node *weld = sdf_make(reader, reader->sections[SDF_EQUALITY], "weld", joint->node);
    int first = joint->child >= 0 ? joint->child : joint->parent, second = joint->child >= 0 ? joint->parent : -1;
    bool whole = weld && sdf_put(reader, weld, "body1", reader->items[first].full) &&
                 (second < 0 || sdf_put(reader, weld, "body2", reader->items[second].full));
    return whole ? HF_STATUS_OK : no_memory(reader);
}

/// A joint that closes a circle. Of an axis that turns freely there is no angle: limits and damping are not those of
/// loops.
static hf_status write_loop(sdf_reader *reader, int index)
{
    const sdf_item *joint = &reader->items[index];
    const xml_node *axis_node = mjcf_child(joint->node, "axis", NULL);
    int first = joint->child >= 0 ? joint->child : joint->parent, second = joint->child >= 0 ? joint->parent : -1;
    if (is_fixed(reader, joint->child) && is_fixed(reader, joint->parent)) return HF_STATUS_OK;
    if (is_type(joint, "fixed")) return write_weld(reader, joint);
    if (axis_node && (mjcf_child(axis_node, "limit", NULL) || mjcf_child(axis_node, "dynamics", NULL)))
        sdf_note(reader, "limit and dynamics of joints that close loops");
    const char *type = is_type(joint, "prismatic")                                  ? "slide"
                       : is_type(joint, "ball")                                     ? "connect"
                       : is_type(joint, "universal") || is_type(joint, "revolute2") ? "universal"
                                                                                    : "hinge";
    if (is_type(joint, "screw"))
        return mjcf_fail(reader->scene, joint->node, HF_STATUS_UNSUPPORTED, "a screw cannot close a loop");
    vec3 axis, other;
    double at[3], x[3], y[3];
    TRY(axis_in(reader, index, strcmp(type, "universal") == 0 ? "axis2" : "axis", first, &axis));
    TRY(axis_in(reader, index, "axis", second, &other));
    v3_store(at, sdf_between(sdf_in_world(reader, first), sdf_in_world(reader, index)).position);
    v3_store(x, axis);
    v3_store(y, other);
    xml_node *loop = sdf_make(reader, reader->sections[SDF_EXTRAS], "loop", joint->node);
    bool whole = loop && sdf_put(reader, loop, "type", type) &&
                 sdf_put(reader, loop, "body1", reader->items[first].full) &&
                 (second < 0 || sdf_put(reader, loop, "body2", reader->items[second].full)) &&
                 sdf_put_numbers(reader, loop, "anchor", at, 3) &&
                 (type[0] == 'c' || sdf_put_numbers(reader, loop, "axis", x, 3)) &&
                 (type[0] != 'u' || sdf_put_numbers(reader, loop, "axis2", y, 3));
    return whole ? HF_STATUS_OK : no_memory(reader);
}

// ---- what does not touch ----

static hf_status exclude(sdf_reader *reader, int a, int b)
{
    xml_node *node = sdf_make(reader, reader->sections[SDF_CONTACTS], "exclude", reader->items[a].node);
    bool whole = node && sdf_put(reader, node, "body1", reader->items[a].full) &&
                 sdf_put(reader, node, "body2", reader->items[b].full);
    return whole ? HF_STATUS_OK : no_memory(reader);
}

static bool collides(const sdf_reader *reader, int k)
{
    return reader->items[k].kind == SDF_LINK && mjcf_child(reader->items[k].node, "collision", NULL) != NULL;
}

/// The model that a link belongs to, those merged into others left out.
static int model_of(const sdf_reader *reader, int link)
{
    int model = reader->items[link].model;
    while (reader->items[model].is_merged && reader->items[model].model >= 0) model = reader->items[model].model;
    return model;
}

static hf_status keep_apart(sdf_reader *reader)
{
    for (int a = 0; a < reader->count; a++)
    {
        if (!collides(reader, a)) continue;
        const sdf_item *model = &reader->items[model_of(reader, a)];
        for (int b = a + 1; b < reader->count && !model->self_collide && !model->is_static; b++)
            if (collides(reader, b) && model_of(reader, b) == model_of(reader, a)) TRY(exclude(reader, a, b));
    }
    return HF_STATUS_OK;
}

hf_status sdf_write_trees(sdf_reader *reader)
{
    const mjcf_pose origin = {v3_zero(), quat_identity()};
    TRY(hang_links(reader));
    for (int k = 0; k < reader->count; k++)
    {
        const sdf_item *item = &reader->items[k];
        bool is_root = item->kind == SDF_LINK && (item->joint < 0 || reader->items[item->joint].parent < 0);
        if (is_root) TRY(write_link(reader, k, reader->sections[SDF_BODIES], origin, 0));
    }
    for (int k = 0; k < reader->count; k++)
    {
        const sdf_item *item = &reader->items[k];
        if (item->kind == SDF_JOINT && (item->child < 0 || reader->items[item->child].joint != k))
            TRY(write_loop(reader, k));
    }
    return keep_apart(reader);
}
