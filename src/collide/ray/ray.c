// A ray against one shape.
//
// Problem: the least t in 0 … reach with p + t d on the surface, d a unit vector, in the shape's frame.
// Method:  a convex shape is met where the ray enters it, or leaves it if p is inside.
//            plane       z = 0
//            sphere      with the foot m = p - (p·d) d of the centre: t = -p·d ∓ √(r² - |m|²), whose root does not
//                        suffer from a far p
//            ellipsoid   a unit sphere after division by the half axes
//            box, hull   the interval that all faces leave of the line: with s = n·d, a face of offset c at t = (c -
//                        n·p)/s is an entry where s < 0
//            cylinder    the circle in x, y where |z| is within, and the discs
//            capsule     likewise with two spheres for the discs
//          a mesh or height field by its tree of boxes (mesh_ray).

#include "collide/ray/ray.h"

#include "collide/shapes/field.h"
#include "collide/shapes/hull.h"
#include "collide/shapes/mesh.h"

#include <math.h>

/// The best so far.
typedef struct meeting
{
    vec3 p, d;
    double t; // the least; the reach at first
    vec3 normal;
    bool found;
} meeting;

static void offer(meeting *m, double t, vec3 normal)
{
    if (!(t >= 0.0) || !(t <= m->t) || (m->found && t == m->t)) return;
    m->t = t;
    m->normal = normal;
    m->found = true;
}

static vec3 place_at(const meeting *m, double t)
{
    return v3_add_scaled(m->p, t, m->d);
}

static void meet_plane(meeting *m)
{
    if (m->d.z != 0.0) offer(m, -m->p.z / m->d.z, v3(0, 0, 1));
}

/// Both distances at which a line meets a sphere about the origin; false if it does not. `along` is a unit vector.
static bool sphere_roots(vec3 p, vec3 along, double radius, double t[2])
{
    double ahead = -v3_dot(p, along);
    vec3 foot = v3_add_scaled(p, ahead, along);
    double rest = radius * radius - v3_norm2(foot);
    if (!(rest >= 0.0)) return false;
    t[0] = ahead - sqrt(rest);
    t[1] = ahead + sqrt(rest);
    return true;
}

static void meet_sphere(meeting *m, double radius)
{
    double t[2];
    if (!sphere_roots(m->p, m->d, radius, t)) return;
    for (int k = 0; k < 2; k++) offer(m, t[k], v3_unit_or(place_at(m, t[k]), v3(0, 0, 1)));
}

static vec3 divided(vec3 x, const double size[3])
{
    return v3(x.x / size[0], x.y / size[1], x.z / size[2]);
}

static void meet_ellipsoid(meeting *m, const double size[3])
{
    vec3 p = divided(m->p, size), d = divided(m->d, size);
    double length = v3_norm(d), t[2];
    if (!sphere_roots(p, v3_scale(1.0 / length, d), 1.0, t)) return;
    for (int k = 0; k < 2; k++)
    {
        vec3 n = divided(divided(place_at(m, t[k] / length), size), size);
        offer(m, t[k] / length, v3_unit_or(n, v3(0, 0, 1)));
    }
}

/// What faces leave of a line.
typedef struct interval
{
    double enter, leave;
    vec3 at_enter, at_leave; // normals
    bool empty;
} interval;

static void cut(const meeting *m, vec3 n, double offset, interval *left)
{
    double slope = v3_dot(n, m->d), height = v3_dot(n, m->p) - offset;
    if (slope == 0.0)
    {
        left->empty |= height > 0.0;
        return;
    }
    double t = -height / slope;
    if (slope < 0.0 && t > left->enter) left->enter = t, left->at_enter = n;
    if (slope > 0.0 && t < left->leave) left->leave = t, left->at_leave = n;
}

static void offer_interval(meeting *m, const interval *left)
{
    if (left->empty || left->enter > left->leave) return;
    offer(m, left->enter, left->at_enter);
    offer(m, left->leave, left->at_leave);
}

static void meet_box(meeting *m, const double size[3])
{
    interval left = {.enter = -INFINITY, .leave = INFINITY};
    for (int k = 0; k < 6; k++)
    {
        double sign = k < 3 ? 1.0 : -1.0;
        cut(m, v3(sign * (k % 3 == 0), sign * (k % 3 == 1), sign * (k % 3 == 2)), size[k % 3], &left);
    }
    offer_interval(m, &left);
}

static void meet_hull(meeting *m, const convex_hull *hull)
{
    interval left = {.enter = -INFINITY, .leave = INFINITY};
    for (int f = 0; f < hull->face_count; f++)
    {
        vec3 n = v3_load(&hull->face_normals[3 * f]);
        cut(m, n, v3_dot(n, v3_load(&hull->vertices[3 * hull->face_vertices[hull->face_begin[f]]])), &left);
    }
    offer_interval(m, &left);
}

/// The side of a cylinder along z.
static void meet_side(meeting *m, double radius, double half)
{
    double across = sqrt(m->d.x * m->d.x + m->d.y * m->d.y), t[2];
    if (across == 0.0) return;
    vec3 flat = v3(m->d.x / across, m->d.y / across, 0.0);
    if (!sphere_roots(v3(m->p.x, m->p.y, 0.0), flat, radius, t)) return;
    for (int k = 0; k < 2; k++)
    {
        vec3 x = place_at(m, t[k] / across);
        if (fabs(x.z) <= half) offer(m, t[k] / across, v3_unit_or(v3(x.x, x.y, 0.0), v3(1, 0, 0)));
    }
}

static void meet_cylinder(meeting *m, double radius, double half)
{
    meet_side(m, radius, half);
    for (int side = -1; side <= 1 && m->d.z != 0.0; side += 2)
    {
        double t = (side * half - m->p.z) / m->d.z;
        vec3 x = place_at(m, t);
        if (x.x * x.x + x.y * x.y <= radius * radius) offer(m, t, v3(0, 0, side));
    }
}

static void meet_capsule(meeting *m, double radius, double half)
{
    meet_side(m, radius, half);
    for (int side = -1; side <= 1; side += 2)
    {
        double t[2];
        vec3 center = v3(0, 0, side * half);
        if (!sphere_roots(v3_sub(m->p, center), m->d, radius, t)) continue;
        for (int k = 0; k < 2; k++)
        {
            vec3 x = v3_sub(place_at(m, t[k]), center);
            if (side * x.z >= 0.0) offer(m, t[k], v3_unit_or(x, v3(0, 0, side)));
        }
    }
}

static void meet_mesh(meeting *m, const triangle_mesh *mesh)
{
    double t = m->t;
    int triangle = mesh_ray(mesh, m->p, m->d, &t);
    if (triangle >= 0) offer(m, t, v3_load(&mesh->normals[3 * triangle]));
}

bool ray_shape(const shape_view *shape, vec3 from, vec3 along, double reach, double *distance, vec3 *normal)
{
    meeting m = {.p = view_to_local(shape, from), .d = view_turn_back(shape, along), .t = reach};
    const double *size = shape->size;
    switch (shape->kind)
    {
    case HF_SHAPE_PLANE: meet_plane(&m); break;
    case HF_SHAPE_SPHERE: meet_sphere(&m, size[0]); break;
    case HF_SHAPE_CAPSULE: meet_capsule(&m, size[0], size[1]); break;
    case HF_SHAPE_BOX: meet_box(&m, size); break;
    case HF_SHAPE_CYLINDER: meet_cylinder(&m, size[0], size[1]); break;
    case HF_SHAPE_ELLIPSOID: meet_ellipsoid(&m, size); break;
    case HF_SHAPE_HULL: meet_hull(&m, shape->hull); break;
    case HF_SHAPE_MESH: meet_mesh(&m, shape->mesh); break;
    default: meet_mesh(&m, field_mesh(shape->field)); break;
    }
    if (!m.found) return false;
    *distance = m.t;
    *normal = view_turn(shape, m.normal);
    return true;
}
