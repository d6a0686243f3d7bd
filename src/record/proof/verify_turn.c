// Turning of a free body, as docs/proof.md says ("Turning").

#include "record/proof/verify.h"

#include <math.h>

vec3 verify_principal(const double d[3], quat q, vec3 v)
{
    vec3 l = quat_rotate_back(q, v);
    return quat_rotate(q, v3(d[0] * l.x, d[1] * l.y, d[2] * l.z));
}

static void about_axis(int axis, double rate, double h, quat *q, vec3 *l)
{
    double angle = v3_at(*l, axis) * rate * h;
    quat turn = quat_exp(v3(axis == 0 ? angle : 0.0, axis == 1 ? angle : 0.0, axis == 2 ? angle : 0.0));
    *q = quat_multiply(*q, turn);
    *l = quat_rotate_back(turn, *l);
}

/// Where it turned far: to where l has the energy that it had.
static quat restore(const double d[3], double wanted, quat q, vec3 l)
{
    double s[3] = {l.x * l.x, l.y * l.y, l.z * l.z};
    int low = 0, high = 0;
    for (int k = 1; k < 3; k++)
    {
        if (d[k] < d[low]) low = k;
        if (d[k] > d[high]) high = k;
    }
    int third = 3 - low - high;
    const int way[3][2] = {{low, high}, {third, high}, {low, third}};
    for (int k = 0; k < 3 && low != high; k++)
    {
        int from = way[k][0], to = way[k][1];
        if (d[from] == d[to]) continue;
        double lacks = wanted - (d[0] * s[0] + d[1] * s[1] + d[2] * s[2]);
        double part = fmin(s[from], fmax(-s[to], lacks / (d[to] - d[from])));
        s[from] -= part;
        s[to] += part;
    }
    vec3 to = v3(copysign(sqrt(fmax(0.0, s[0])), l.x), copysign(sqrt(fmax(0.0, s[1])), l.y),
                 copysign(sqrt(fmax(0.0, s[2])), l.z));
    vec3 axis = v3_cross(l, to);
    double sine = v3_norm(axis);
    if (!(sine > 0.0)) return q;
    return quat_multiply(q, quat_exp(v3_scale(-real_atan2(sine, v3_dot(l, to)) / sine, axis)));
}

quat verify_turned(const verify_body *body, quat q, vec3 L, double h)
{
    const double *d = body->inverse;
    if (!(v3_norm(L) > 0.0)) return q;
    if (body->motion != VERIFY_FREE) return quat_normalize(quat_multiply(quat_exp(v3_scale(h, L)), q));
    vec3 l = quat_rotate_back(q, L), w = v3(d[0] * l.x, d[1] * l.y, d[2] * l.z);
    double wanted = v3_dot(l, w), way = h * v3_norm(w);
    about_axis(1, d[1] - d[0], 0.5 * h, &q, &l);
    q = quat_multiply(q, quat_exp(v3_scale(d[0] * h, l)));
    about_axis(2, d[2] - d[0], h, &q, &l);
    about_axis(1, d[1] - d[0], 0.5 * h, &q, &l);
    if (way > 1.5 && fabs(d[1] - d[0]) > 1e-12 * d[0]) q = restore(d, wanted, q, l);
    return quat_normalize(q);
}
