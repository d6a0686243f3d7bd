// <planar> in the <holdfast> element: bodies with polygons, discs and capsules, pins, sliders, gears, motors and
// springs in a plane.
//
// Names of planar bodies and joints are looked for among the planar ones of the same plane; what they become in the
// model has the same names. Angles are in degrees, unless the compiler says radians; speeds are in rad/s.

#include "holdfast/planar.h"
#include "scene/mjcf/mjcf.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

typedef struct planar_reader
{
    mjcf_reader *mjcf;
    hf_planar *planar;
    double unit;         // of angles [rad]
    double friction;     // of shapes that do not say
    double density;      // of bodies that do not say [kg/m²]
    const xml_node *top; // <planar>
} planar_reader;

/// An attribute of some numbers.
typedef struct planar_field
{
    const char *name;
    double *values;
    int count;
} planar_field;

static hf_status read_fields(const planar_reader *r, const xml_node *node, const planar_field *fields, int count)
{
    for (int k = 0; k < count; k++)
        TRY(mjcf_numbers(r->mjcf, node, fields[k].name, fields[k].values, fields[k].count, fields[k].count, NULL));
    return HF_STATUS_OK;
}

#define FIELD_COUNT(fields) ((int)(sizeof(fields) / sizeof(fields)[0]))

static hf_status read_level(const planar_reader *r, const xml_node *node, int *level)
{
    const char *text = xml_value(node, "level");
    double value = *level;
    if (text && strcmp(text, "all") == 0)
    {
        *level = HF_PLANAR_ALL_LEVELS;
        return HF_STATUS_OK;
    }
    hf_status status = text ? mjcf_whole(r->mjcf, node, "level", 0, HF_PLANAR_LEVELS - 1, &value) : HF_STATUS_OK;
    *level = (int)value;
    return status;
}

// ---- names ----

/// The number of the element with this name among those of a kind, counted from `first` in the order of the file; -1 if
/// there is none.
static int find_named(const planar_reader *r, const char *name, const char *const *kinds, int first)
{
    int index = first;
    for (const xml_node *node = r->top->first; node; node = node->next)
        for (int k = 0; kinds[k]; k++)
        {
            if (strcmp(node->name, kinds[k]) != 0) continue;
            const char *own = xml_value(node, "name");
            if (own && strcmp(own, name) == 0) return index;
            index++;
        }
    return -1;
}

static const char *const body_kinds[] = {"body", "crank", NULL};
static const char *const joint_kinds[] = {"pin", "slider", NULL};

static hf_status read_body_name(const planar_reader *r, const xml_node *node, const char *attribute, bool needed,
                                int *body)
{
    const char *name = xml_value(node, attribute);
    *body = HF_PLANAR_GROUND;
    if (!name)
        return needed
                   ? mjcf_fail(r->mjcf, node, HF_STATUS_FORMAT, "%s is missing: the name of a planar body", attribute)
                   : HF_STATUS_OK;
    if (strcmp(name, "ground") == 0) return HF_STATUS_OK;
    *body = find_named(r, name, body_kinds, 1);
    return *body >= 0 ? HF_STATUS_OK
                      : mjcf_fail(r->mjcf, node, HF_STATUS_FORMAT, "%s: there is no planar body '%s'", attribute, name);
}

static hf_status read_joint_name(const planar_reader *r, const xml_node *node, const char *attribute, int *joint)
{
    const char *name = xml_value(node, attribute);
    if (!name)
        return mjcf_fail(r->mjcf, node, HF_STATUS_FORMAT, "%s is missing: the name of a pin or slider", attribute);
    *joint = find_named(r, name, joint_kinds, 0);
    return *joint >= 0
               ? HF_STATUS_OK
               : mjcf_fail(r->mjcf, node, HF_STATUS_FORMAT, "%s: there is no pin or slider '%s'", attribute, name);
}

// ---- shapes ----

static hf_status read_points(const planar_reader *r, const xml_node *node, double **points, int *count)
{
    hf_status status = mjcf_list(r->mjcf, node, "points", points, count);
    if (status == HF_STATUS_OK && *count % 2)
        status = mjcf_fail(r->mjcf, node, HF_STATUS_FORMAT, "points: %d numbers; they come in pairs, x and y", *count);
    *count /= 2;
    return status;
}

/// Holes are elements of their own within the polygon.
static hf_status read_holes(const planar_reader *r, const xml_node *node, hf_planar_shape_def *def)
{
    int holes = 0, total = 0;
    for (const xml_node *hole = node->first; hole; hole = hole->next) holes++;
    if (holes == 0) return HF_STATUS_OK;
    int *begin = ARENA_ZEROED(r->mjcf->arena, int, holes + 1), *count = ARENA_ZEROED(r->mjcf->arena, int, holes);
    double **points = ARENA_ZEROED(r->mjcf->arena, double *, holes);
    if (!begin || !count || !points) return error_no_memory(r->mjcf->error);
    int k = 0;
    for (const xml_node *hole = node->first; hole; hole = hole->next, k++)
    {
        hf_status status = read_points(r, hole, &points[k], &count[k]);
        if (status != HF_STATUS_OK) return status;
        total += count[k];
        begin[k + 1] = total;
    }
    double(*all)[2] = arena_take_zeroed(r->mjcf->arena, (size_t)total + 1, sizeof *all);
    if (!all) return error_no_memory(r->mjcf->error);
    for (k = 0; k < holes; k++)
        if (count[k] > 0) memcpy(all + begin[k], points[k], (size_t)count[k] * sizeof *all);
    def->hole_count = holes;
    def->hole_begin = begin;
    def->hole_points = (const double(*)[2])all;
    return HF_STATUS_OK;
}

static hf_status read_shape(const planar_reader *r, const xml_node *node, int body)
{
    hf_planar_shape_def def = hf_planar_shape_def_default();
    double ends[2][2] = {{0, 0}, {0, 0}}, rgba[4], *points = NULL;
    for (int i = 0; i < 4; i++) rgba[i] = def.color[i];
    def.name = xml_value(node, "name");
    def.body = body;
    def.friction = r->friction;
    def.kind = strcmp(node->name, "polygon") == 0 ? HF_PLANAR_POLYGON
               : strcmp(node->name, "disc") == 0  ? HF_PLANAR_DISC
                                                  : HF_PLANAR_CAPSULE;
    const planar_field fields[] = {
        {"friction", &def.friction, 1},
        {"restitution", &def.restitution, 1},
        {"margin", &def.margin, 1},
        {"radius", &def.radius, 1},
        {def.kind == HF_PLANAR_DISC ? "pos" : "from", ends[0], 2},
        {"to", ends[1], 2},
        {"rgba", rgba, 4},
    };
    hf_status status = read_fields(r, node, fields, FIELD_COUNT(fields));
    if (status == HF_STATUS_OK) status = read_level(r, node, &def.level);
    if (status == HF_STATUS_OK) status = mjcf_flag(r->mjcf, node, "collide", &def.collides);
    if (status == HF_STATUS_OK && def.kind == HF_PLANAR_POLYGON)
    {
        status = read_points(r, node, &points, &def.point_count);
        if (status == HF_STATUS_OK) status = read_holes(r, node, &def);
    }
    if (status != HF_STATUS_OK) return status;
    for (int i = 0; i < 4; i++) def.color[i] = (float)rgba[i];
    if (def.kind != HF_PLANAR_POLYGON) def.point_count = def.kind == HF_PLANAR_DISC ? 1 : 2;
    def.points = def.kind == HF_PLANAR_POLYGON ? (const double(*)[2])(const void *)points : (const double(*)[2])ends;
    hf_error error = {0};
    return mjcf_passed(r->mjcf, node, hf_planar_add_shape(r->planar, &def, NULL, &error), &error);
}

// ---- bodies ----

static hf_status read_body(const planar_reader *r, const xml_node *node)
{
    hf_planar_body_def def = hf_planar_body_def_default();
    bool crank = strcmp(node->name, "crank") == 0;
    int motion = crank ? HF_MOTION_PRESCRIBED : HF_MOTION_FREE, index = 0;
    def.name = xml_value(node, "name");
    def.density = r->density;
    const planar_field fields[] = {
        {"pos", def.position, 2},
        {"angle", &def.angle, 1},
        {"velocity", def.velocity, 2},
        {crank ? "speed" : "turn", &def.turn_rate, 1},
        {"mass", &def.mass, 1},
        {"center", def.center, 2},
        {"inertia", &def.inertia, 1},
        {"density", &def.density, 1},
        {"gravity", &def.gravity_scale, 1},
        {"force", def.force, 2},
        {"torque", &def.torque, 1},
        {"amplitude", def.amplitude, 2},
        {"frequency", &def.frequency, 1},
        {"phase", &def.phase, 1},
    };
    hf_status status = read_fields(r, node, fields, FIELD_COUNT(fields));
    if (status == HF_STATUS_OK) status = mjcf_choice(r->mjcf, node, "motion", "free|static|prescribed", &motion);
    if (status == HF_STATUS_OK) status = read_level(r, node, &def.level);
    if (status != HF_STATUS_OK) return status;
    def.motion = (hf_motion)motion;
    def.angle *= r->unit;
    def.phase *= r->unit;
    hf_error error = {0};
    status = mjcf_passed(r->mjcf, node, hf_planar_add_body(r->planar, &def, &index, &error), &error);
    for (const xml_node *shape = node->first; shape && status == HF_STATUS_OK; shape = shape->next)
        status = read_shape(r, shape, index);
    return status;
}

// ---- joints and drives ----

static hf_status read_joint(const planar_reader *r, const xml_node *node)
{
    hf_planar_joint_def def = hf_planar_joint_def_default();
    def.name = xml_value(node, "name");
    def.kind = strcmp(node->name, "pin") == 0 ? HF_PLANAR_PIN : HF_PLANAR_SLIDER;
    double unit = def.kind == HF_PLANAR_PIN ? r->unit : 1.0;
    const planar_field fields[] = {
        {def.kind == HF_PLANAR_PIN ? "at" : "axis", def.kind == HF_PLANAR_PIN ? def.at : def.axis, 2},
        {"range", def.range, 2},
        {"stiffness", &def.stiffness, 1},
        {"rest", &def.spring, 1},
        {"damping", &def.damping, 1},
        {"friction", &def.friction, 1},
    };
    hf_status status = read_body_name(r, node, "body1", false, &def.body_a);
    if (status == HF_STATUS_OK) status = read_body_name(r, node, "body2", true, &def.body_b);
    if (status == HF_STATUS_OK) status = read_fields(r, node, fields, FIELD_COUNT(fields));
    if (status == HF_STATUS_OK) status = mjcf_flag(r->mjcf, node, "collide", &def.collides);
    if (status == HF_STATUS_OK) status = mjcf_flag(r->mjcf, node, "far", &def.far);
    if (status != HF_STATUS_OK) return status;
    if (def.kind == HF_PLANAR_PIN && !xml_value(node, "at"))
        return mjcf_fail(r->mjcf, node, HF_STATUS_FORMAT, "at is missing: where the pin is");
    def.limited = xml_value(node, "range") != NULL;
    def.range[0] *= unit;
    def.range[1] *= unit;
    def.spring *= unit;
    hf_error error = {0};
    return mjcf_passed(r->mjcf, node, hf_planar_add_joint(r->planar, &def, NULL, &error), &error);
}

static hf_status read_gear(const planar_reader *r, const xml_node *node)
{
    hf_planar_gear_def def = hf_planar_gear_def_default();
    def.name = xml_value(node, "name");
    hf_status status = read_joint_name(r, node, "joint1", &def.joint_a);
    if (status == HF_STATUS_OK) status = read_joint_name(r, node, "joint2", &def.joint_b);
    if (status == HF_STATUS_OK) status = mjcf_numbers(r->mjcf, node, "ratio", &def.ratio, 1, 1, NULL);
    hf_error error = {0};
    if (status != HF_STATUS_OK) return status;
    return mjcf_passed(r->mjcf, node, hf_planar_add_gear(r->planar, &def, NULL, &error), &error);
}

static hf_status read_motor(const planar_reader *r, const xml_node *node)
{
    hf_planar_motor_def def = hf_planar_motor_def_default();
    def.name = xml_value(node, "name");
    const planar_field fields[] = {{"speed", &def.speed, 1}, {"gain", &def.gain, 1}, {"limit", &def.limit, 1}};
    hf_status status = read_joint_name(r, node, "joint", &def.joint);
    if (status == HF_STATUS_OK) status = read_fields(r, node, fields, FIELD_COUNT(fields));
    hf_error error = {0};
    if (status != HF_STATUS_OK) return status;
    return mjcf_passed(r->mjcf, node, hf_planar_add_motor(r->planar, &def, NULL, &error), &error);
}

static hf_status read_spring(const planar_reader *r, const xml_node *node)
{
    hf_planar_spring_def def = hf_planar_spring_def_default();
    def.name = xml_value(node, "name");
    const planar_field fields[] = {{"at1", def.at_a, 2},
                                   {"at2", def.at_b, 2},
                                   {"stiffness", &def.stiffness, 1},
                                   {"damping", &def.damping, 1},
                                   {"length", &def.length, 1}};
    hf_status status = read_body_name(r, node, "body1", false, &def.body_a);
    if (status == HF_STATUS_OK) status = read_body_name(r, node, "body2", true, &def.body_b);
    if (status == HF_STATUS_OK) status = read_fields(r, node, fields, FIELD_COUNT(fields));
    hf_error error = {0};
    if (status != HF_STATUS_OK) return status;
    return mjcf_passed(r->mjcf, node, hf_planar_add_spring(r->planar, &def, NULL, &error), &error);
}

// ---- all ----

/// Elements of a kind in the order of the file; joints follow bodies, and drives joints, wherever they stand.
static hf_status read_pass(const planar_reader *r, int pass)
{
    static const struct
    {
        const char *name;
        int pass;
        hf_status (*read)(const planar_reader *r, const xml_node *node);
    } kinds[] = {
        {"body", 0, read_body}, {"crank", 0, read_body},  {"pin", 1, read_joint},     {"slider", 1, read_joint},
        {"gear", 2, read_gear}, {"motor", 2, read_motor}, {"spring", 2, read_spring},
    };
    for (const xml_node *node = r->top->first; node; node = node->next)
    {
        bool known = false;
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        {
            if (strcmp(node->name, kinds[k].name) != 0) continue;
            known = true;
            if (kinds[k].pass == pass) TRY(kinds[k].read(r, node));
        }
        if (!known && pass == 0) TRY(read_shape(r, node, HF_PLANAR_GROUND));
    }
    return HF_STATUS_OK;
}

static hf_status read_planar(mjcf_reader *reader, const xml_node *node)
{
    hf_planar_def def = hf_planar_def_default();
    planar_reader r = {.mjcf = reader,
                       .unit = reader->compiler.degrees ? 3.14159265358979323846 / 180 : 1,
                       .friction = 1,
                       .density = hf_planar_body_def_default().density,
                       .top = node};
    const planar_field fields[] = {{"normal", def.normal, 3},
                                   {"origin", def.origin, 3},
                                   {"depth", &def.depth, 1},
                                   {"friction", &r.friction, 1},
                                   {"density", &r.density, 1}};
    hf_error error = {0};
    hf_status status = read_fields(&r, node, fields, FIELD_COUNT(fields));
    if (status == HF_STATUS_OK) status = mjcf_passed(reader, node, hf_planar_create(&def, &r.planar, &error), &error);
    for (int pass = 0; pass < 3 && status == HF_STATUS_OK; pass++) status = read_pass(&r, pass);
    if (status == HF_STATUS_OK)
        status = mjcf_passed(reader, node, hf_planar_build(r.planar, reader->builder, &error), &error);
    hf_planar_destroy(r.planar);
    return status;
}

hf_status mjcf_emit_planar(mjcf_reader *reader)
{
    return mjcf_each(reader, "holdfast", "planar", read_planar);
}
