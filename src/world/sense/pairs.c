// Sensors of pairs. Distances are those of holdfast/query.h. Contacts are those of the last step, as MuJoCo's contact
// sensor tells of them:
//
// A contact matches if one of its shapes belongs to the object and the other to the reference, or if its point is in
// the site that is the object. Its axes are MuJoCo's: the normal from the first shape to the second, where a plane
// comes before a field, a sphere, a capsule, an ellipsoid, a cylinder, a box and a mesh, and of two that are the same
// the one that was defined first; the first tangent is the world's y axis (its z axis where the normal is within 60
// degrees of y) projected. Where the object's shape is the second one, normal and first tangent are turned round, so
// that the normal always points from object to reference, and forces are those on the reference.

#include "world/sense/pairs.h"

#include "holdfast/query.h"
#include "model/rows/transmission.h"
#include "world/sense/loads.h"
#include "world/sense/site_volume.h"

#include <math.h>
#include <string.h>

// ---- distances ----

static int body_of(const hf_world *world, hf_sensor_object object, int index)
{
    return object == HF_OBJECT_SHAPE ? collide_shape(world->model->scene, index)->body : index;
}

/// The least over the shapes of two objects.
static hf_status least(const hf_world *world, const hf_sensor_def *def, hf_distance *best, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    int count = hf_model_count(world->model, HF_ITEM_SHAPE);
    best->distance = INFINITY;
    for (int a = 0; a < count; a++)
    {
        bool mine = def->object == HF_OBJECT_SHAPE ? a == def->index : body_of(world, HF_OBJECT_SHAPE, a) == def->index;
        for (int b = 0; mine && b < count && status == HF_STATUS_OK; b++)
        {
            bool other = def->reference == HF_OBJECT_SHAPE ? b == def->reference_index
                                                           : body_of(world, HF_OBJECT_SHAPE, b) == def->reference_index;
            hf_distance found = {.distance = INFINITY};
            if (!other || a == b) continue;
            status = hf_world_shape_distance(world, a, b, def->cutoff, &found, error);
            if (status == HF_STATUS_OK && found.distance < best->distance) *best = found;
        }
    }
    return status;
}

hf_status sense_distance(const hf_world *world, const hf_sensor_def *def, double *out, hf_error *error)
{
    hf_distance found = {.distance = INFINITY};
    hf_status status = def->cutoff > 0.0 ? least(world, def, &found, error) : HF_STATUS_OK;
    bool none = !(found.distance <= def->cutoff);
    if (def->kind == HF_SENSOR_DISTANCE) out[0] = none ? def->cutoff : found.distance;
    else memset(out, 0, (def->kind == HF_SENSOR_DIRECTION ? 3 : 6) * sizeof *out);
    if (none || status != HF_STATUS_OK || def->kind == HF_SENSOR_DISTANCE) return status;
    if (def->kind == HF_SENSOR_DIRECTION) v3_store(out, v3_scale(-1.0, v3_load(found.normal)));
    else
    {
        memcpy(out, found.point_a, sizeof found.point_a);
        memcpy(out + 3, found.point_b, sizeof found.point_b);
    }
    return status;
}

// ---- contacts ----

/// A contact as a sensor tells of it.
typedef struct told
{
    vec3 force, torque; // on the second [N], [N m], in world axes
    vec3 axes[3];       // normal, first tangent, second tangent
    double distance;
    vec3 position;
} told;

static bool belongs(const hf_world *world, hf_sensor_object object, int index, int shape)
{
    int body = body_of(world, HF_OBJECT_SHAPE, shape);
    switch (object)
    {
    case HF_OBJECT_SHAPE: return shape == index;
    case HF_OBJECT_BODY: return body == index;
    case HF_OBJECT_SUBTREE: return load_hangs_on(world->model, body, index);
    default: return true;
    }
}

/// MuJoCo's order of kinds.
static int rank(const hf_world *world, int shape)
{
    static const int ranks[HF_SHAPE_KIND_COUNT] = {
        [HF_SHAPE_FIELD] = 1,    [HF_SHAPE_SPHERE] = 2, [HF_SHAPE_CAPSULE] = 3, [HF_SHAPE_ELLIPSOID] = 4,
        [HF_SHAPE_CYLINDER] = 5, [HF_SHAPE_BOX] = 6,    [HF_SHAPE_HULL] = 7,    [HF_SHAPE_MESH] = 7};
    return ranks[collide_shape(world->model->scene, shape)->kind];
}

static bool a_is_first(const hf_world *world, const hf_contact *c)
{
    int a = rank(world, c->shape_a), b = rank(world, c->shape_b);
    return a != b ? a < b : c->shape_a < c->shape_b;
}

/// 1: the object has the first shape, -1: the second, 0: the contact does not match.
static int match(const configuration *at, const hf_world *world, const hf_sensor_def *def, const hf_contact *c)
{
    int first = a_is_first(world, c) ? c->shape_a : c->shape_b, second = c->shape_a + c->shape_b - first;
    hf_sensor_object object = def->object;
    if (object == HF_OBJECT_SITE)
    {
        vec3 x;
        quat q;
        site_place(at, def->index, &x, &q);
        vec3 p = quat_rotate_back(q, v3_sub(v3_load(c->point), x));
        if (!site_has(&world->model->mechanism.sites[def->index], p)) return 0;
        object = HF_OBJECT_NONE;
    }
    if (belongs(world, object, def->index, first) && belongs(world, def->reference, def->reference_index, second))
        return 1;
    return belongs(world, object, def->index, second) && belongs(world, def->reference, def->reference_index, first)
               ? -1
               : 0;
}

/// side: as match says.
static told tell(const hf_world *world, const hf_contact *c, int side, double h)
{
    bool flipped = a_is_first(world, c); // the normal of a contact points to A
    vec3 n = v3_load(c->normal), t = v3_load(c->tangent), s = v3_cross(n, t), y;
    double scale = h > 0.0 ? 1.0 / h : 0.0;
    vec3 force = v3_add(v3_scale(c->r[0], n), v3_add(v3_scale(c->r[1], t), v3_scale(c->r[2], s)));
    vec3 torque = v3_add(v3_scale(c->moment[0], n), v3_add(v3_scale(c->moment[1], t), v3_scale(c->moment[2], s)));
    if (flipped) n = v3_scale(-1.0, n);
    y = fabs(n.y) < 0.5 ? v3(0, 1, 0) : v3(0, 0, 1);
    t = v3_unit_or(v3_sub(y, v3_scale(v3_dot(n, y), n)), v3(1, 0, 0));
    bool on_a = flipped == (side < 0);
    scale = on_a ? scale : -scale;
    told out = {.force = v3_scale(scale, force),
                .torque = v3_scale(scale, torque),
                .axes = {v3_scale(side, n), v3_scale(side, t), v3_cross(n, t)},
                .distance = c->gap,
                .position = v3_load(c->point)};
    return out;
}

/// What is told of one, in the order of the bits.
static double *put(const told *t, unsigned data, int found, double *out)
{
    const vec3 force = v3(v3_dot(t->axes[0], t->force), v3_dot(t->axes[1], t->force), v3_dot(t->axes[2], t->force));
    const vec3 torque = v3(v3_dot(t->axes[0], t->torque), v3_dot(t->axes[1], t->torque), v3_dot(t->axes[2], t->torque));
    const vec3 vectors[] = {force, torque, t->position, t->axes[0], t->axes[1]};
    const unsigned bits[] = {HF_CONTACT_FORCE, HF_CONTACT_TORQUE, HF_CONTACT_POSITION, HF_CONTACT_NORMAL,
                             HF_CONTACT_TANGENT};
    if (data & HF_CONTACT_FOUND) *out++ = found;
    for (int k = 0; k < 5; k++)
    {
        if (k == 2 && (data & HF_CONTACT_DISTANCE)) *out++ = t->distance;
        if (!(data & bits[k])) continue;
        v3_store(out, vectors[k]);
        out += 3;
    }
    return out;
}

/// All of them as one in world axes, at the mean of their points weighted by their forces.
static told sum_of(const hf_world *world, const int *order, const int *sides, int count, double h)
{
    told sum = {.axes = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, .position = v3_zero()};
    double weight = 0.0;
    sum.force = sum.torque = v3_zero();
    for (int pass = 0; pass < 2; pass++)
    {
        for (int k = 0; k < count; k++)
        {
            told t = tell(world, &world->contacts[order[k]], sides[k], h);
            double size = sqrt(v3_dot(t.force, t.force));
            if (pass == 0)
            {
                weight += size;
                sum.position = v3_add_scaled(sum.position, size, t.position);
                sum.force = v3_add(sum.force, t.force);
                continue;
            }
            vec3 arm = v3_sub(t.position, sum.position);
            sum.torque = v3_add(sum.torque, v3_add(t.torque, v3_cross(arm, t.force)));
        }
        if (pass == 0) sum.position = weight > 0.0 ? v3_scale(1.0 / weight, sum.position) : v3_zero();
    }
    return sum;
}

/// Whether contact a is told of before b.
static bool comes_first(const hf_world *world, hf_contact_reduction reduction, int a, int b)
{
    const hf_contact *x = &world->contacts[a], *y = &world->contacts[b];
    if (reduction == HF_CONTACT_NEAREST) return x->gap < y->gap;
    double p = x->r[0] * x->r[0] + x->r[1] * x->r[1] + x->r[2] * x->r[2];
    return p > y->r[0] * y->r[0] + y->r[1] * y->r[1] + y->r[2] * y->r[2];
}

/// Contacts that match, in the order in which they are told of; sides behind them.
static int list(const configuration *at, const hf_world *world, const hf_sensor_def *def, int *order, int *sides)
{
    int count = 0;
    bool sorted = def->reduction == HF_CONTACT_NEAREST || def->reduction == HF_CONTACT_STRONGEST;
    for (int c = 0; c < world->contact_count; c++)
    {
        const hf_contact *contact = &world->contacts[c];
        if (!(contact->gap <= 0.0) && !(contact->r[0] > 0.0)) continue; // near, and does not touch
        int side = match(at, world, def, contact), place = count;
        if (side == 0) continue;
        for (; sorted && place > 0 && comes_first(world, def->reduction, c, order[place - 1]); place--)
        {
            order[place] = order[place - 1];
            sides[place] = sides[place - 1];
        }
        order[place] = c;
        sides[place] = side;
        count++;
    }
    return count;
}

void sense_contacts(const configuration *at, const hf_world *world, const hf_sensor_def *def, double h, int *order,
                    double *out)
{
    int *sides = order + world->contact_count;
    int count = h > 0.0 ? list(at, world, def, order, sides) : 0, slots = def->size;
    const told none = {.distance = 0.0};
    if (def->reduction == HF_CONTACT_SUM && count > 0)
    {
        told all = sum_of(world, order, sides, count, h);
        out = put(&all, def->data, count, out);
        slots--;
        count = 0; // the others are empty
    }
    for (int k = 0; k < slots; k++)
    {
        told one = k < count ? tell(world, &world->contacts[order[k]], sides[k], h) : none;
        out = put(&one, def->data, k < count ? count : 0, out);
    }
}
