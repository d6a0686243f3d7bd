// Planar scenes: collecting bodies and shapes, with all that can be said against each of them.

#include "scene/planar/planar.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- defaults ----

hf_planar_def hf_planar_def_default(void)
{
    return (hf_planar_def){.normal = {0, -1, 0}, .depth = 0.02};
}

hf_planar_body_def hf_planar_body_def_default(void)
{
    return (hf_planar_body_def){.density = 20, .gravity_scale = 1};
}

hf_planar_shape_def hf_planar_shape_def_default(void)
{
    hf_shape_def usual = hf_shape_def_default();
    hf_planar_shape_def def = {.friction = usual.friction, .level = HF_PLANAR_SAME_LEVEL, .collides = true};
    memcpy(def.color, usual.color, sizeof def.color);
    return def;
}

// ---- the plane ----

static hf_status add_ground(hf_planar *p, hf_error *error)
{
    hf_planar_body_def ground = hf_planar_body_def_default();
    ground.name = "ground";
    ground.motion = HF_MOTION_STATIC;
    ground.level = HF_PLANAR_ALL_LEVELS;
    return hf_planar_add_body(p, &ground, NULL, error);
}

hf_status hf_planar_create(const hf_planar_def *def, hf_planar **planar, hf_error *error)
{
    *planar = NULL;
    vec3 normal = v3_load(def->normal);
    double length = v3_norm(normal);
    if (!(length > 0.0) || isinf(length))
        return error_set(error, HF_STATUS_INVALID, "planar: normal = %g %g %g has no direction", def->normal[0],
                         def->normal[1], def->normal[2]);
    if (!(def->depth > 0.0) || isinf(def->depth))
        return error_set(error, HF_STATUS_INVALID, "planar: depth = %g m: must be finite and > 0", def->depth);
    hf_status status = check_finite("planar", "origin", def->origin, 3, error);
    if (status != HF_STATUS_OK) return status;
    hf_planar *p = MEMORY_ARRAY(hf_planar, 1);
    if (!p) return error_no_memory(error);
    p->def = *def;
    p->n = v3_scale(1.0 / length, normal);
    vec3 along = fabs(p->n.x) < 0.9 ? v3(1, 0, 0) : v3(0, 1, 0);
    p->e1 = v3_unit_or(v3_add_scaled(along, -v3_dot(p->n, along), p->n), along);
    p->e2 = v3_cross(p->n, p->e1);
    const double columns[9] = {p->e1.x, p->e2.x, p->n.x, p->e1.y, p->e2.y, p->n.y, p->e1.z, p->e2.z, p->n.z};
    p->turn = quat_normalize(quat_from_matrix(columns));
    status = add_ground(p, error);
    if (status == HF_STATUS_OK) *planar = p;
    else hf_planar_destroy(p);
    return status;
}

void hf_planar_destroy(hf_planar *p)
{
    if (!p) return;
    for (size_t k = 0; k < p->bodies.count; k++) name_release(planar_body_at(p, (int)k)->def.name);
    for (size_t k = 0; k < p->shapes.count; k++)
    {
        planar_shape_item *shape = GROWING_AT(p->shapes, planar_shape_item, k);
        name_release(shape->def.name);
        free(shape->parts);
    }
    for (size_t k = 0; k < p->joints.count; k++) name_release(planar_joint_at(p, (int)k)->def.name);
    for (size_t k = 0; k < p->gears.count; k++) name_release(GROWING_AT(p->gears, hf_planar_gear_def, k)->name);
    for (size_t k = 0; k < p->motors.count; k++) name_release(GROWING_AT(p->motors, hf_planar_motor_def, k)->name);
    for (size_t k = 0; k < p->springs.count; k++) name_release(GROWING_AT(p->springs, hf_planar_spring_def, k)->name);
    growing *lists[] = {&p->bodies, &p->shapes, &p->joints, &p->gears, &p->motors, &p->springs};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) free(lists[k]->items);
    free(p);
}

vec3 planar_point(const hf_planar *p, double x, double y, double level)
{
    vec3 at = v3_add_scaled(v3_add_scaled(v3_load(p->def.origin), x, p->e1), y, p->e2);
    return v3_add_scaled(at, level * p->def.depth, p->n);
}

void planar_turn(double angle, const double x[2], double out[2])
{
    double c = angle == 0.0 ? 1.0 : real_cos(angle), s = angle == 0.0 ? 0.0 : real_sin(angle), x0 = x[0], x1 = x[1];
    out[0] = c * x0 - s * x1;
    out[1] = s * x0 + c * x1;
}

void planar_local(const hf_planar *p, int body, const double at[2], double out[2])
{
    const hf_planar_body_def *def = &planar_body_at(p, body)->def;
    const double way[2] = {at[0] - def->position[0], at[1] - def->position[1]};
    planar_turn(-def->angle, way, out);
}

void planar_center(const planar_body_item *body, double center[2])
{
    bool given = body->def.inertia > 0.0;
    center[0] = given ? body->def.center[0] : body->sum.area > 0.0 ? body->sum.x / body->sum.area : 0.0;
    center[1] = given ? body->def.center[1] : body->sum.area > 0.0 ? body->sum.y / body->sum.area : 0.0;
}

void planar_velocity(const hf_planar *p, int body, const double at[2], double v[2])
{
    const planar_body_item *item = planar_body_at(p, body);
    double center[2] = {0, 0}, arm[2];
    if (item->def.motion == HF_MOTION_FREE) planar_center(item, center);
    planar_turn(item->def.angle, center, arm);
    for (int i = 0; i < 2; i++) arm[i] = at[i] - item->def.position[i] - arm[i];
    v[0] = item->def.velocity[0] - item->def.turn_rate * arm[1];
    v[1] = item->def.velocity[1] + item->def.turn_rate * arm[0];
}

// ---- bodies ----

static hf_status check_level(const char *label, int level, hf_error *error)
{
    if (level >= HF_PLANAR_ALL_LEVELS && level < HF_PLANAR_LEVELS) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: level = %d: levels are 0 … %d, or all", label, level,
                     HF_PLANAR_LEVELS - 1);
}

static hf_status check_body(const char *label, const hf_planar_body_def *def, hf_error *error)
{
    const struct
    {
        const char *name;
        const double *values;
        int count;
    } fields[] = {
        {"position", def->position, 2},   {"angle", &def->angle, 1},
        {"velocity", def->velocity, 2},   {"turn_rate", &def->turn_rate, 1},
        {"mass", &def->mass, 1},          {"center", def->center, 2},
        {"inertia", &def->inertia, 1},    {"density", &def->density, 1},
        {"force", def->force, 2},         {"torque", &def->torque, 1},
        {"amplitude", def->amplitude, 2}, {"frequency", &def->frequency, 1},
        {"phase", &def->phase, 1},        {"gravity", &def->gravity_scale, 1},
    };
    hf_status status = HF_STATUS_OK;
    for (size_t k = 0; k < sizeof fields / sizeof fields[0] && status == HF_STATUS_OK; k++)
        status = check_finite(label, fields[k].name, fields[k].values, fields[k].count, error);
    if (status == HF_STATUS_OK) status = check_level(label, def->level, error);
    if (status != HF_STATUS_OK) return status;
    if (def->mass < 0.0 || def->inertia < 0.0 || !(def->density > 0.0))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: mass = %g kg, inertia = %g kg m², density = %g kg/m²: the first two must be >= 0, the "
                         "density > 0",
                         label, def->mass, def->inertia, def->density);
    if (def->inertia > 0.0 && !(def->mass > 0.0))
        return error_set(error, HF_STATUS_INVALID, "%s: inertia = %g kg m² without a mass", label, def->inertia);
    return HF_STATUS_OK;
}

hf_status hf_planar_add_body(hf_planar *p, const hf_planar_body_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    hf_status status = next_index(&p->bodies, &at, error);
    if (status == HF_STATUS_OK) status = check_body(label_make(label, "planar body", at, def->name), def, error);
    if (status != HF_STATUS_OK) return status;
    planar_body_item *slot = growing_next(&p->bodies, sizeof *slot);
    planar_body_item item = {.def = *def, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}, .index = -1};
    if (!slot || !name_copy(def->name, &item.def.name)) return error_no_memory(error);
    *slot = item;
    p->bodies.count++;
    if (index) *index = at;
    return HF_STATUS_OK;
}

// ---- shapes ----

static void add_moments(polygon_moments *sum, const polygon_moments *m)
{
    sum->area += m->area;
    sum->x += m->x;
    sum->y += m->y;
    sum->xx += m->xx;
    sum->yy += m->yy;
    sum->xy += m->xy;
}

/// Of a disc, or of a capsule between two points: a rectangle and two halves of a disc.
static polygon_moments measure_round(const double a[2], const double b[2], double r)
{
    static const double PI = 3.14159265358979323846;
    double x = b[0] - a[0], y = b[1] - a[1], length = sqrt(x * x + y * y), box = 2 * r * length, disc = PI * r * r;
    double ux = length > 0.0 ? x / length : 1.0, uy = length > 0.0 ? y / length : 0.0;
    double reach = 4 * r / (3 * PI); // of the centre of half a disc
    double along = box * length * length / 12 +
                   disc * (r * r / 4 + length * length / 4 + length * reach); // ∫ s² along the segment
    double across = box * r * r / 3 + disc * r * r / 4;
    double area = box + disc, cx = 0.5 * (a[0] + b[0]), cy = 0.5 * (a[1] + b[1]);
    return (polygon_moments){.area = area,
                             .x = area * cx,
                             .y = area * cy,
                             .xx = along * ux * ux + across * uy * uy + area * cx * cx,
                             .yy = along * uy * uy + across * ux * ux + area * cy * cy,
                             .xy = (along - across) * ux * uy + area * cx * cy};
}

static hf_status check_shape(const hf_planar *p, const char *label, const hf_planar_shape_def *def, hf_error *error)
{
    static const int least[HF_PLANAR_SHAPE_KIND_COUNT] = {3, 1, 2};
    if ((unsigned)def->kind >= HF_PLANAR_SHAPE_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "%s: kind = %d is no shape", label, (int)def->kind);
    if (def->body < 0 || (size_t)def->body >= p->bodies.count)
        return error_set(error, HF_STATUS_INVALID, "%s: body = %d: there are %zu", label, def->body, p->bodies.count);
    if (def->point_count < least[def->kind] || !def->points)
        return error_set(error, HF_STATUS_INVALID, "%s: %d points: at least %d are needed", label, def->point_count,
                         least[def->kind]);
    if (def->kind != HF_PLANAR_POLYGON && (!(def->radius > 0.0) || isinf(def->radius)))
        return error_set(error, HF_STATUS_INVALID, "%s: radius = %g m: must be finite and > 0", label, def->radius);
    for (int k = 0; k < def->point_count; k++)
        if (!isfinite(def->points[k][0]) || !isfinite(def->points[k][1]))
            return error_set(error, HF_STATUS_INVALID, "%s: point %d is not finite", label, k);
    if (def->kind == HF_PLANAR_CAPSULE && vector_equal(2, def->points[0], def->points[1]))
        return error_set(error, HF_STATUS_INVALID, "%s: both ends are at (%g, %g); use a disc", label,
                         def->points[0][0], def->points[0][1]);
    if (!(def->friction >= 0.0) || isinf(def->friction) || !(def->restitution >= 0.0 && def->restitution <= 1.0))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: friction = %g, restitution = %g: must be finite and >= 0, and in 0 … 1", label,
                         def->friction, def->restitution);
    if (!(def->margin >= 0.0) || isinf(def->margin))
        return error_set(error, HF_STATUS_INVALID, "%s: margin = %g m: must be finite and >= 0", label, def->margin);
    return def->level == HF_PLANAR_SAME_LEVEL ? HF_STATUS_OK : check_level(label, def->level, error);
}

/// Checks the polygon and cuts it; the moments are those of the whole.
static hf_status make_polygon(const hf_planar_shape_def *def, const char *label, planar_shape_item *item,
                              polygon_moments *moments, hf_error *error)
{
    int holes = def->hole_count, hole_points = holes > 0 ? def->hole_begin[holes] : 0;
    int *begin = MEMORY_ARRAY(int, (size_t)holes + 2);
    double(*point)[2] = memory_zeroed((size_t)def->point_count + (size_t)hole_points, sizeof *point);
    hf_status status = begin && point ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        memcpy(point, def->points, (size_t)def->point_count * sizeof *point);
        if (hole_points) memcpy(point + def->point_count, def->hole_points, (size_t)hole_points * sizeof *point);
        begin[1] = def->point_count;
        for (int k = 1; k <= holes; k++) begin[k + 1] = def->point_count + def->hole_begin[k];
        const polygon_rings rings = {.count = holes + 1, .begin = begin, .point = (const double(*)[2])point};
        hf_error why = {0};
        status = polygon_check(&rings, label, error);
        if (status == HF_STATUS_OK)
        {
            status = polygon_parts(&rings, &item->parts, &item->part_count, &why);
            if (status == HF_STATUS_INVALID) error_set(error, status, "%s: %s", label, why.message);
            else if (status != HF_STATUS_OK) error_no_memory(error);
        }
        if (status == HF_STATUS_OK) *moments = polygon_measure(&rings);
    }
    free(begin);
    free(point);
    return status;
}

hf_status hf_planar_add_shape(hf_planar *p, const hf_planar_shape_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    int at = 0;
    hf_status status = next_index(&p->shapes, &at, error);
    if (status == HF_STATUS_OK) status = check_shape(p, label_make(label, "planar shape", at, def->name), def, error);
    if (status != HF_STATUS_OK) return status;
    planar_shape_item item = {.def = *def};
    polygon_moments moments;
    item.def.name = NULL;
    if (def->kind == HF_PLANAR_POLYGON) status = make_polygon(def, label, &item, &moments, error);
    else
    {
        memcpy(item.ends[0], def->points[0], sizeof item.ends[0]);
        memcpy(item.ends[1], def->points[def->kind == HF_PLANAR_CAPSULE], sizeof item.ends[1]);
        moments = measure_round(item.ends[0], item.ends[1], def->radius);
    }
    if (status != HF_STATUS_OK) return status;
    planar_shape_item *slot = growing_next(&p->shapes, sizeof *slot);
    if (!slot || !name_copy(def->name, &item.def.name))
    {
        free(item.parts);
        return error_no_memory(error);
    }
    *slot = item;
    p->shapes.count++;
    planar_body_item *body = planar_body_at(p, def->body);
    add_moments(&body->sum, &moments);
    for (int k = 0; k < def->point_count; k++)
        for (int i = 0; i < 2; i++)
        {
            double r = def->kind == HF_PLANAR_POLYGON ? 0.0 : def->radius;
            body->low[i] = fmin(body->low[i], def->points[k][i] - r);
            body->high[i] = fmax(body->high[i], def->points[k][i] + r);
        }
    if (index) *index = at;
    return HF_STATUS_OK;
}
