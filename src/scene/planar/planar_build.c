// A planar scene becomes bodies, shapes, joints, loops, tendons and actuators of a builder.
//
// The frame of a body has its z axis along the plane's normal, so that planar coordinates are its x and y. A body that
// hangs on a joint is a link, and stays in the plane by what its joints are; hf_body_def.plane says so, and contacts
// have two rows. Polygons become prisms, one for each convex part, discs cylinders, capsules capsules.
//
// Levels are collision bits: bit 0 stands for everything in space, bit k + 1 for level k. A shape has the bits of its
// levels as its category, and them and bit 0 as its mask.

#include "scene/planar/planar.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- bodies ----

/// Of a plate of thickness t: mass, centre and inertia about it, in the body's frame.
static hf_status weigh(const hf_planar *p, int body, hf_body_def *def, hf_error *error)
{
    const planar_body_item *item = planar_body_at(p, body);
    const polygon_moments *s = &item->sum;
    double center[2], thin = p->def.depth * p->def.depth / 12;
    planar_center(item, center);
    double area = s->area, xx = s->xx - area * center[0] * center[0], yy = s->yy - area * center[1] * center[1],
           xy = s->xy - area * center[0] * center[1];
    double mass = item->def.mass > 0.0 ? item->def.mass : item->def.density * area;
    char label[LABEL_SIZE];
    if (!(mass > 0.0))
        return error_set(error, HF_STATUS_INVALID, "%s moves and has neither mass nor a shape",
                         label_make(label, "planar body", body, item->def.name));
    if (!(item->def.inertia > 0.0) && !(area > 0.0))
        return error_set(error, HF_STATUS_INVALID, "%s moves and has neither inertia nor a shape",
                         label_make(label, "planar body", body, item->def.name));
    def->mass = mass;
    def->center[0] = center[0];
    def->center[1] = center[1];
    double scale = area > 0.0 ? mass / area : 0.0, given = item->def.inertia;
    const double own[6] = {scale * yy + mass * thin, scale * xx + mass * thin, scale * (xx + yy), -scale * xy, 0, 0};
    // Given inertia: that about the normal counts, and the others only have to be possible.
    const double plate[6] = {0.5 * given + mass * thin, 0.5 * given + mass * thin, given, 0, 0, 0};
    memcpy(def->inertia, given > 0.0 ? plate : own, sizeof own);
    return HF_STATUS_OK;
}

static vec3 in_world(const hf_planar *p, const double v[2])
{
    return v3_add_scaled(v3_scale(v[0], p->e1), v[1], p->e2);
}

static quat about_z(double angle)
{
    quat q = quat_identity();
    if (angle != 0.0) q.w = real_cos(0.5 * angle), q.z = real_sin(0.5 * angle);
    return q;
}

/// Frame, mass and forces, whatever it hangs on.
static hf_status define_body(const hf_planar *p, int body, hf_body_def *def, hf_error *error)
{
    const planar_body_item *item = planar_body_at(p, body);
    const hf_planar_body_def *from = &item->def;
    *def = hf_body_def_default();
    def->name = from->name;
    def->motion = from->motion;
    def->gravity_scale = from->gravity_scale;
    v3_store(def->force, in_world(p, from->force));
    v3_store(def->torque, v3_scale(from->torque, p->n));
    if (from->motion != HF_MOTION_STATIC) v3_store(def->plane, p->n);
    if (item->parent > 0 && planar_body_at(p, item->parent)->def.motion != HF_MOTION_STATIC)
    {
        const hf_planar_body_def *above = &planar_body_at(p, item->parent)->def;
        double at[2];
        planar_local(p, item->parent, from->position, at);
        v3_store(def->position, v3(at[0], at[1], 0));
        quat_store(def->orientation, about_z(from->angle - above->angle));
        def->parent = planar_body_at(p, item->parent)->index;
    }
    else
    {
        v3_store(def->position, planar_point(p, from->position[0], from->position[1], 0));
        quat_store(def->orientation, quat_multiply(p->turn, about_z(from->angle)));
        if (item->parent >= 0 || item->base) def->parent = from->motion == HF_MOTION_FREE ? 0 : -1;
    }
    return from->motion == HF_MOTION_FREE ? weigh(p, body, def, error) : HF_STATUS_OK;
}

/// Two slides and a hinge, about the centre of mass: a body that others hang on and that hangs on nothing.
static hf_status add_freedom(const hf_planar *p, int body, hf_builder *builder, hf_error *error)
{
    static const char *const ways[3] = {"x", "y", "angle"};
    const planar_body_item *item = planar_body_at(p, body);
    double center[2];
    planar_center(item, center);
    for (int k = 0; k < 3; k++)
    {
        char name[128];
        hf_joint_def joint = hf_joint_def_default();
        if (item->def.name) snprintf(name, sizeof name, "%.100s.%s", item->def.name, ways[k]);
        joint.name = item->def.name ? name : NULL;
        joint.body = item->index;
        joint.kind = k < 2 ? HF_JOINT_SLIDE : HF_JOINT_HINGE;
        v3_store(joint.position, v3(center[0], center[1], 0));
        double along[2] = {k == 0, k == 1}, local[2];
        planar_turn(-item->def.angle, along, local);
        v3_store(joint.axis, k < 2 ? v3(local[0], local[1], 0) : v3(0, 0, 1));
        joint.initial_velocity = k < 2 ? item->def.velocity[k] : item->def.turn_rate;
        TRY(hf_builder_add_joint(builder, &joint, NULL, error));
    }
    return HF_STATUS_OK;
}

static hf_status build_body(hf_planar *p, int body, hf_builder *builder, hf_error *error)
{
    planar_body_item *item = planar_body_at(p, body);
    hf_body_def def;
    if (body == HF_PLANAR_GROUND)
    {
        item->index = 0;
        return HF_STATUS_OK;
    }
    hf_status status = define_body(p, body, &def, error);
    const hf_planar_body_def *from = &item->def;
    if (status == HF_STATUS_OK && def.parent < 0)
    {
        v3_store(def.velocity, in_world(p, from->velocity));
        v3_store(def.angular_velocity, v3_scale(from->turn_rate, p->n));
        v3_store(def.amplitude, in_world(p, from->amplitude));
        def.frequency = from->frequency;
        def.phase = from->phase;
    }
    if (status == HF_STATUS_OK) status = hf_builder_add_body(builder, &def, &item->index, error);
    if (status != HF_STATUS_OK || from->motion != HF_MOTION_FREE) return status;
    if (item->joint >= 0) return planar_build_joint(p, item->joint, body, builder, error);
    return item->base ? add_freedom(p, body, builder, error) : HF_STATUS_OK;
}

// ---- shapes ----

/// The levels in use, so that what is on all of them is as deep as they are.
static void level_range(const hf_planar *p, int *low, int *high)
{
    *low = HF_PLANAR_LEVELS;
    *high = 0;
    for (size_t k = 0; k < p->shapes.count; k++)
    {
        const hf_planar_shape_def *def = &GROWING_AT(p->shapes, planar_shape_item, k)->def;
        int level = def->level == HF_PLANAR_SAME_LEVEL ? planar_body_at(p, def->body)->def.level : def->level;
        if (level < 0) continue;
        *low = level < *low ? level : *low;
        *high = level > *high ? level : *high;
    }
    if (*low > *high) *low = *high = 0;
}

/// What all kinds share. `middle` [depths] and `half` [m] of its thickness.
static hf_shape_def begin_shape(const hf_planar *p, const planar_shape_item *item, double *middle, double *half)
{
    const planar_body_item *body = planar_body_at(p, item->def.body);
    int level = item->def.level == HF_PLANAR_SAME_LEVEL ? body->def.level : item->def.level, low, high;
    hf_shape_def shape = hf_shape_def_default();
    shape.name = item->def.name;
    shape.body = body->index;
    shape.friction = item->def.friction;
    shape.restitution = item->def.restitution;
    shape.margin = item->def.margin;
    memcpy(shape.color, item->def.color, sizeof shape.color);
    shape.category = level < 0 ? 0xfffffffeu : 2u << level;
    shape.mask = shape.category | 1u;
    if (!item->def.collides) shape.category = shape.mask = 0;
    level_range(p, &low, &high);
    *middle = level < 0 ? 0.5 * (low + high) : level;
    *half = level < 0 ? 0.5 * p->def.depth * (high - low + 1) : 0.5 * p->def.depth;
    return shape;
}

/// The shape's frame: planar coordinates of its body, raised to its level.
static void place_shape(const hf_planar *p, const planar_shape_item *item, const double at[2], double angle,
                        double level, hf_shape_def *shape)
{
    if (item->def.body != HF_PLANAR_GROUND)
    {
        v3_store(shape->position, v3(at[0], at[1], level * p->def.depth));
        quat_store(shape->orientation, about_z(angle));
        return;
    }
    v3_store(shape->position, planar_point(p, at[0], at[1], level));
    quat_store(shape->orientation, quat_multiply(p->turn, about_z(angle)));
}

static hf_status build_part(const hf_planar *p, const planar_shape_item *item, int k, hf_builder *builder,
                            hf_error *error)
{
    const polygon_part *part = &item->parts[k];
    double vertices[2 * PART_MOST][3], middle, half;
    hf_shape_def shape = begin_shape(p, item, &middle, &half);
    for (int c = 0; c < part->count; c++)
        for (int side = 0; side < 2; side++)
        {
            double *to = vertices[2 * c + side];
            to[0] = part->point[c][0];
            to[1] = part->point[c][1];
            to[2] = side ? half : -half;
        }
    const double origin[2] = {0, 0};
    hf_mesh_def mesh = {.vertex_count = 2 * part->count, .vertices = vertices[0]};
    place_shape(p, item, origin, 0.0, middle, &shape);
    shape.kind = HF_SHAPE_HULL;
    if (k > 0) shape.name = NULL; // one part has the name of the whole
    hf_status status = hf_builder_add_mesh(builder, &mesh, &shape.mesh, error);
    return status == HF_STATUS_OK ? hf_builder_add_shape(builder, &shape, NULL, error) : status;
}

static hf_status build_round(const hf_planar *p, const planar_shape_item *item, hf_builder *builder, hf_error *error)
{
    double middle, half, angle = 0.0;
    hf_shape_def shape = begin_shape(p, item, &middle, &half);
    const double *a = item->ends[0], *b = item->ends[1];
    const double center[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
    shape.size[0] = item->def.radius;
    if (item->def.kind == HF_PLANAR_DISC)
    {
        shape.kind = HF_SHAPE_CYLINDER;
        shape.size[1] = half;
        place_shape(p, item, center, 0.0, middle, &shape);
    }
    else
    {
        // Its z axis, turned from the normal to y of the plane about x, and from there to the segment.
        double x = b[0] - a[0], y = b[1] - a[1];
        angle = real_atan2(-x, y);
        shape.kind = HF_SHAPE_CAPSULE;
        shape.size[1] = 0.5 * sqrt(x * x + y * y);
        place_shape(p, item, center, angle, middle, &shape);
        const double root = 0.70710678118654752440;
        quat down = {root, -root, 0, 0};
        quat_store(shape.orientation, quat_multiply(quat_load(shape.orientation), down));
    }
    return hf_builder_add_shape(builder, &shape, NULL, error);
}

static hf_status planar_build_shapes(const hf_planar *p, hf_builder *builder, hf_error *error)
{
    for (size_t k = 0; k < p->shapes.count; k++)
    {
        const planar_shape_item *item = GROWING_AT(p->shapes, planar_shape_item, k);
        if (item->def.kind != HF_PLANAR_POLYGON) TRY(build_round(p, item, builder, error));
        for (int part = 0; part < item->part_count; part++) TRY(build_part(p, item, part, builder, error));
    }
    return HF_STATUS_OK;
}

// ---- all ----

hf_status hf_planar_build(hf_planar *p, hf_builder *builder, hf_error *error)
{
    if (p->built) return error_set(error, HF_STATUS_INVALID, "a planar scene is built once");
    int n = (int)p->bodies.count;
    int *order = MEMORY_ARRAY(int, (size_t)n);
    hf_status status = order ? planar_find_trees(p, order, error) : error_no_memory(error);
    for (int k = 0; k < n && status == HF_STATUS_OK; k++) status = build_body(p, order[k], builder, error);
    if (status == HF_STATUS_OK) status = planar_build_shapes(p, builder, error);
    if (status == HF_STATUS_OK) status = planar_build_loops(p, builder, error);
    if (status == HF_STATUS_OK) status = planar_build_drives(p, builder, error);
    p->built = status == HF_STATUS_OK;
    free(order);
    return status;
}

int hf_planar_body(const hf_planar *p, int body)
{
    return is_item(body, (int)p->bodies.count) ? planar_body_at(p, body)->index : -1;
}

int hf_planar_joint(const hf_planar *p, int joint)
{
    return is_item(joint, (int)p->joints.count) ? planar_joint_at(p, joint)->index : -1;
}
