#include "world/sense/site_volume.h"

#include <math.h>

bool site_has(const hf_site_def *site, vec3 p)
{
    const double *s = site->size;
    double across = sqrt(p.x * p.x + p.y * p.y);
    switch (site->form)
    {
    case HF_SHAPE_BOX: return fabs(p.x) <= s[0] && fabs(p.y) <= s[1] && fabs(p.z) <= s[2];
    case HF_SHAPE_CYLINDER: return across <= s[0] && fabs(p.z) <= s[1];
    case HF_SHAPE_CAPSULE: return v3_norm(v3(p.x, p.y, fmax(fabs(p.z) - s[1], 0.0))) <= s[0];
    case HF_SHAPE_ELLIPSOID: return v3_norm2(v3(p.x / s[0], p.y / s[1], p.z / s[2])) <= 1.0;
    default: return v3_norm(p) <= s[0];
    }
}

/// Whether a p² + 2 b t + c <= 0 for some t >= 0, where c > 0: the ray begins outside.
static bool enters(double a, double b, double c, double *t)
{
    double d = b * b - a * c;
    if (!(d >= 0.0) || !(a > 0.0)) return false;
    *t = (-b - sqrt(d)) / a;
    return *t >= 0.0;
}

static bool meets_ball(vec3 p, vec3 d, double radius)
{
    double t;
    return enters(v3_norm2(d), v3_dot(p, d), v3_norm2(p) - radius * radius, &t);
}

static bool meets_box(vec3 p, vec3 d, const double *half)
{
    double from = 0.0, to = INFINITY;
    for (int k = 0; k < 3; k++)
    {
        double x = v3_at(p, k), v = v3_at(d, k);
        if (v == 0.0)
        {
            if (fabs(x) > half[k]) return false;
            continue;
        }
        double a = (-half[k] - x) / v, b = (half[k] - x) / v;
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from <= to;
}

/// The side of a cylinder of half length h, or its caps if it has any.
static bool meets_cylinder(vec3 p, vec3 d, double radius, double h, bool caps)
{
    double t, c = p.x * p.x + p.y * p.y - radius * radius;
    if (enters(d.x * d.x + d.y * d.y, p.x * d.x + p.y * d.y, c, &t) && fabs(p.z + t * d.z) <= h) return true;
    for (int side = -1; caps && side <= 1; side += 2)
    {
        t = d.z != 0.0 ? (side * h - p.z) / d.z : -1.0;
        double x = p.x + t * d.x, y = p.y + t * d.y;
        if (t >= 0.0 && x * x + y * y <= radius * radius) return true;
    }
    return false;
}

bool site_meets(const hf_site_def *site, vec3 p, vec3 d)
{
    const double *s = site->size;
    if (site_has(site, p)) return true;
    switch (site->form)
    {
    case HF_SHAPE_BOX: return meets_box(p, d, s);
    case HF_SHAPE_CYLINDER: return meets_cylinder(p, d, s[0], s[1], true);
    case HF_SHAPE_CAPSULE:
        return meets_cylinder(p, d, s[0], s[1], false) || meets_ball(v3_sub(p, v3(0, 0, s[1])), d, s[0]) ||
               meets_ball(v3_add(p, v3(0, 0, s[1])), d, s[0]);
    case HF_SHAPE_ELLIPSOID:
        return meets_ball(v3(p.x / s[0], p.y / s[1], p.z / s[2]), v3(d.x / s[0], d.y / s[1], d.z / s[2]), 1.0);
    default: return meets_ball(p, d, s[0]);
    }
}
