// Volume and inertia of primitive geoms, solid or of their surfaces alone (shellinertia).
//
// A surface has its mass spread evenly over its area. With half sizes a, b, c, per unit of mass:
//
//   sphere      2 a² / 3
//   cylinder    side and two discs, by their areas
//   capsule     side and two half spheres, whose centres are a / 2 beyond their rims: about a tangent through the
//               capsule's centre
//               2 a² / 3 - a² / 4 + (b + a / 2)² = 2 a² / 3 + b² + a b
//   box         three pairs of faces, by their areas
//   ellipsoid   what grows by ε along every half axis, d/dε (a b c (b² + c²)) / (5 d/dε (a b c)); its area is Thomsen's
//               approximation,
//               4 π (((a b)^p + (a c)^p + (b c)^p) / 3)^(1/p), p = 1.6075: both are MuJoCo's, and so the model's mass

#include "base/elementary.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double solid_volume(const mjcf_geom *geom, double inertia[3])
{
    double a = geom->size[0], b = geom->size[1], c = geom->size[2];
    switch (geom->type)
    {
    case GEOM_SPHERE:
        for (int i = 0; i < 3; i++) inertia[i] = 0.4 * a * a;
        return 4 * pi * a * a * a / 3;
    case GEOM_CAPSULE:
    {
        double length = 2 * b, caps = 4 * a / (4 * a + 3 * length), middle = 1 - caps;
        inertia[2] = middle * a * a / 2 + 0.4 * caps * a * a;
        inertia[0] = inertia[1] =
            middle * (3 * a * a + length * length) / 12 + 0.4 * caps * a * a + caps * length * (3 * a + 2 * length) / 8;
        return pi * (2 * a * a * b + 4 * a * a * a / 3);
    }
    case GEOM_CYLINDER:
        inertia[2] = a * a / 2;
        inertia[0] = inertia[1] = (3 * a * a + 4 * b * b) / 12;
        return 2 * pi * a * a * b;
    case GEOM_ELLIPSOID:
    case GEOM_BOX:
    {
        double share = geom->type == GEOM_BOX ? 3 : 5;
        inertia[0] = (b * b + c * c) / share;
        inertia[1] = (a * a + c * c) / share;
        inertia[2] = (a * a + b * b) / share;
        return geom->type == GEOM_BOX ? 8 * a * b * c : 4 * pi * a * b * c / 3;
    }
    default: return 0;
    }
}

static double round_area(const mjcf_geom *geom, double inertia[3])
{
    double a = geom->size[0], b = geom->size[1], side = 4 * pi * a * b, ends, along;
    bool capsule = geom->type == GEOM_CAPSULE;
    ends = (capsule ? 4 : 2) * pi * a * a;
    along = side / (side + ends);
    inertia[2] = along * a * a + (1 - along) * (capsule ? 2 * a * a / 3 : a * a / 2);
    inertia[0] = inertia[1] =
        along * (a * a / 2 + b * b / 3) + (1 - along) * (capsule ? 2 * a * a / 3 + b * b + a * b : a * a / 4 + b * b);
    return side + ends;
}

static double power(double x, double p)
{
    return x > 0 ? real_exp(p * real_log(x)) : 0;
}

static double ellipsoid_area(const double s[3], double inertia[3])
{
    const double p = 1.6075;
    double growth = s[0] * s[1] + s[0] * s[2] + s[1] * s[2], volume = s[0] * s[1] * s[2], sum = 0;
    for (int i = 0; i < 3; i++)
    {
        double b = s[(i + 1) % 3], c = s[(i + 2) % 3];
        inertia[i] = (growth * (b * b + c * c) + 2 * volume * (b + c)) / (5 * growth);
        sum += power(b * c, p);
    }
    return 4 * pi * power(sum / 3, 1 / p);
}

static double box_area(const double s[3], double inertia[3])
{
    double area = 8 * (s[0] * s[1] + s[0] * s[2] + s[1] * s[2]);
    for (int i = 0; i < 3; i++)
    {
        double a = s[i], b = s[(i + 1) % 3], c = s[(i + 2) % 3], bb = b * b, cc = c * c;
        inertia[i] = 8 * (b * c * (bb + cc) / 3 + a * c * (bb + cc / 3) + a * b * (bb / 3 + cc)) / area;
    }
    return area;
}

static double shell_area(const mjcf_geom *geom, double inertia[3])
{
    double a = geom->size[0];
    switch (geom->type)
    {
    case GEOM_SPHERE:
        for (int i = 0; i < 3; i++) inertia[i] = 2 * a * a / 3;
        return 4 * pi * a * a;
    case GEOM_CAPSULE:
    case GEOM_CYLINDER: return round_area(geom, inertia);
    case GEOM_ELLIPSOID: return ellipsoid_area(geom->size, inertia);
    case GEOM_BOX: return box_area(geom->size, inertia);
    default: return 0;
    }
}

double mjcf_primitive_volume(const mjcf_geom *geom, double inertia[3])
{
    return geom->shell ? shell_area(geom, inertia) : solid_volume(geom, inertia);
}
