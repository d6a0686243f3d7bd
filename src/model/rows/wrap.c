// Wrapping in a plane: that of a, b and the centre of a sphere, or the plane across a cylinder's axis, along which the
// string climbs in proportion to its length (unrolled it is straight). With a circle of radius r about the origin and
// points at distances A, B >= r:
//
//   outside   two ways round, σ = ±1. The tangent from a touches at its direction turned by σ acos(r/A), that from b at
//             its own turned by -σ acos(r/B);
//             between them the arc. A way whose two tangents cross is none: the string is off the circle there. Of two
//             ways the one whose middle is nearer to
//             the side point, or the one with the shorter chord. Where the straight line clears the circle, and on the
//             right side of it, it is taken.
//   inside    a ring that the string is threaded through. Where the straight line misses it, it touches in one point p,
//             at the angle θ from a, γ from a to b:
//             equal angles with the normal, ψ(A, θ) = ψ(B, γ - θ),  ψ(L, θ) = atan2(L sin θ, L cos θ - r).
//             ψ grows with θ, so that Newton's method between two bounds finds the only root.
//
// Touching points move with the form, and the length is stationary in them: rates of the straight pieces are all of the
// rate.
// The choices are those that MuJoCo documents for tendons round geoms, so that a file has the same lengths here and
// there.

#include "model/rows/wrap.h"

#include "base/elementary.h"

#include <math.h>
#include <stddef.h>

enum
{
    ROUNDS = 60 // of Newton's method between bounds: bisection alone would take as many
};
static const double TINY = 1e-15; // lengths, squared lengths and radii below this have no direction [m, m²]
static const double PI = 3.14159265358979323846;

typedef struct vec2
{
    double x, y;
} vec2;

static double dot2(vec2 a, vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross2(vec2 a, vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static vec2 sub2(vec2 a, vec2 b)
{
    return (vec2){a.x - b.x, a.y - b.y};
}

/// d of any length, turned, with length r.
static vec2 turned(vec2 d, double c, double s, double r)
{
    double scale = r / sqrt(dot2(d, d));
    return (vec2){scale * (c * d.x - s * d.y), scale * (s * d.x + c * d.y)};
}

/// Whether the segments a p and b q meet.
static bool cross_each_other(vec2 a, vec2 p, vec2 b, vec2 q)
{
    vec2 u = sub2(p, a), v = sub2(q, b), w = sub2(a, b);
    double det = cross2(u, v);
    if (fabs(det) < TINY) return false;
    double s = cross2(v, w) / det, t = cross2(u, w) / det;
    return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
}

/// The point of the segment a b that is nearest to the centre.
static vec2 nearest(vec2 a, vec2 b)
{
    vec2 d = sub2(b, a);
    double t = fmin(fmax(-dot2(d, a) / dot2(d, d), 0.0), 1.0);
    return (vec2){a.x + t * d.x, a.y + t * d.y};
}

/// One way round: touching points, and how good it is; -INFINITY if it is none.
static double way_round(vec2 a, vec2 b, const vec2 *side, double r, double sign, vec2 touch[2])
{
    double ca = r / sqrt(dot2(a, a)), cb = r / sqrt(dot2(b, b));
    touch[0] = turned(a, ca, sign * sqrt(fmax(0.0, 1.0 - ca * ca)), r);
    touch[1] = turned(b, cb, -sign * sqrt(fmax(0.0, 1.0 - cb * cb)), r);
    if (cross_each_other(a, touch[0], b, touch[1])) return -INFINITY;
    vec2 chord = sub2(touch[0], touch[1]), middle = {touch[0].x + touch[1].x, touch[0].y + touch[1].y};
    if (!side) return -dot2(chord, chord);
    double length = sqrt(dot2(middle, middle));
    return length > 0.0 ? dot2(middle, *side) / length : 0.0;
}

static bool wrap_outside(vec2 a, vec2 b, const vec2 *side, double r, vec2 touch[2], double *arc)
{
    vec2 d = sub2(b, a);
    if (dot2(a, a) < r * r || dot2(b, b) < r * r || r < TINY || dot2(d, d) < TINY) return false;
    vec2 near = nearest(a, b), other[2];
    if (dot2(near, near) > r * r && (!side || dot2(*side, near) >= 0.0)) return false;
    double sign = -1.0, good = way_round(a, b, side, r, -1.0, touch), otherwise = way_round(a, b, side, r, 1.0, other);
    if (!(good > otherwise))
    {
        sign = 1.0;
        good = otherwise;
        touch[0] = other[0];
        touch[1] = other[1];
    }
    if (isinf(good)) return false;
    double angle = sign * real_atan2(cross2(touch[0], touch[1]), dot2(touch[0], touch[1]));
    *arc = r * (angle < 0.0 ? angle + 2.0 * PI : angle);
    return true;
}

/// Angle with the normal of a string from the distance L that arrives at θ from it, and its rate.
static double incidence(double L, double theta, double r, double *rate)
{
    double c = real_cos(theta), s = real_sin(theta);
    *rate = (L * L - r * L * c) / fmax(L * L - 2.0 * r * L * c + r * r, TINY);
    return real_atan2(L * s, L * c - r);
}

static bool wrap_inside(vec2 a, vec2 b, double r, vec2 touch[2])
{
    double A = sqrt(dot2(a, a)), B = sqrt(dot2(b, b));
    vec2 d = sub2(b, a);
    if (A <= r || B <= r || r < TINY) return false;
    vec2 near = dot2(d, d) > TINY ? nearest(a, b) : a;
    if (dot2(near, near) <= r * r) return false;
    double gamma = real_atan2(cross2(a, b), dot2(a, b)), sign = gamma < 0.0 ? -1.0 : 1.0;
    double low = 0.0, high = fabs(gamma), theta = 0.5 * high;
    for (int k = 0; k < ROUNDS && high > low; k++)
    {
        double grows, falls;
        double rest = incidence(A, theta, r, &grows) - incidence(B, fabs(gamma) - theta, r, &falls);
        if (rest < 0.0) low = theta;
        else high = theta;
        double next = theta - rest / (grows + falls);
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (next == theta) break;
        theta = next;
    }
    touch[0] = touch[1] = turned(a, real_cos(theta), sign * real_sin(theta), r);
    return true;
}

/// Axes of the plane that the string is in.
static void plane_of(const wrap_form *form, vec3 a, vec3 b, vec3 axis[2])
{
    axis[0] = v3(1, 0, 0);
    axis[1] = v3(0, 1, 0);
    if (form->cylinder) return;
    axis[0] = v3_unit_or(a, axis[0]);
    vec3 normal = v3_cross(a, b);
    if (v3_norm(normal) < TINY) // on one line with the centre: any plane will do, and this one MuJoCo takes
    {
        vec3 size = v3_abs(axis[0]), across = v3(0, 1, 1);
        if (size.y > size.x && size.y > size.z) across = v3(1, 0, 1);
        if (size.z > size.x && size.z > size.y) across = v3(1, 1, 0);
        normal = v3_cross(axis[0], across);
    }
    axis[1] = v3_unit_or(v3_cross(v3_unit_or(normal, v3(0, 0, 1)), axis[0]), axis[1]);
}

static vec2 into_plane(const vec3 axis[2], vec3 x)
{
    return (vec2){v3_dot(x, axis[0]), v3_dot(x, axis[1])};
}

/// Along the axis of a cylinder, in proportion to the length.
static void climb(vec3 a, vec3 b, vec3 touch[2], double *arc)
{
    double before = real_hypot(a.x - touch[0].x, a.y - touch[0].y),
           after = real_hypot(b.x - touch[1].x, b.y - touch[1].y);
    double rise = (b.z - a.z) / (before + *arc + after);
    touch[0].z = a.z + rise * before;
    touch[1].z = a.z + rise * (before + *arc);
    *arc = real_hypot(*arc, touch[1].z - touch[0].z);
}

bool wrap_string(const wrap_form *form, vec3 a, vec3 b, const vec3 *side, vec3 touch[2], double *arc)
{
    vec3 axis[2];
    if (v3_norm(a) < TINY || v3_norm(b) < TINY) return false;
    plane_of(form, a, b, axis);
    vec2 from = into_plane(axis, a), to = into_plane(axis, b), at[2], beside = {0, 0};
    if (side) beside = into_plane(axis, *side);
    bool inside = side && v3_norm(*side) < form->radius;
    *arc = 0.0;
    bool wraps = inside ? wrap_inside(from, to, form->radius, at)
                        : wrap_outside(from, to, side ? &beside : NULL, form->radius, at, arc);
    if (!wraps) return false;
    for (int k = 0; k < 2; k++) touch[k] = v3_add_scaled(v3_scale(at[k].x, axis[0]), at[k].y, axis[1]);
    if (form->cylinder) climb(a, b, touch, arc);
    return true;
}
