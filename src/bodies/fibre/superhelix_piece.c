// One piece of a super-helix: closed forms, and their series.
//
//   a = Σ (-x)^k / (2k+1)!,   b = Σ (-x)^k / (2k+2)!,   c = Σ (-x)^k / (2k+3)!
//   d = b'/φ = (a - 2 b) / x = -Σ (-x)^k (2k+2) / (2k+4)!,      e = c'/φ = (b - 3 c) / x = -Σ (-x)^k (2k+2) / (2k+5)!
//   d2 = d'/φ = (c - b - 4 d) / x,                              e2 = e'/φ = (d - 5 e) / x
// B1 = s⁴ d, C1 = s⁵ e, B2 = s⁶ d2, C2 = s⁷ e2. The quotients lose digits as x goes to 0: up to x = 4 only d2, e2, b
// and c are summed, with 6 terms up to x = 1/4 and 13 beyond, and the recursions run upwards without division,
//   d = ... from b = 1/2 - x (…), see `sum`; beyond x = 4 they are quotients as they stand.

#include "bodies/fibre/superhelix.h"

/// Coefficients of (-x)^k: of c, e2 and d2.
enum
{
    TERMS = 14,
    FEW_TERMS = 7
};

/// 1 / n!
static const double inverse_factorial[] = {1.0,
                                           1.0,
                                           1.0 / 2.0,
                                           1.0 / 6.0,
                                           1.0 / 24.0,
                                           1.0 / 120.0,
                                           1.0 / 720.0,
                                           1.0 / 5040.0,
                                           1.0 / 40320.0,
                                           1.0 / 362880.0,
                                           1.0 / 3628800.0,
                                           1.0 / 39916800.0,
                                           1.0 / 479001600.0,
                                           1.0 / 6227020800.0,
                                           1.0 / 87178291200.0,
                                           1.0 / 1307674368000.0,
                                           1.0 / 20922789888000.0,
                                           1.0 / 355687428096000.0,
                                           1.0 / 6402373705728000.0,
                                           1.0 / 121645100408832000.0,
                                           1.0 / 2432902008176640000.0,
                                           1.0 / 51090942171709440000.0,
                                           1.0 / 1124000727777607680000.0,
                                           1.0 / 25852016738884976640000.0,
                                           1.0 / 620448401733239439360000.0,
                                           1.0 / 15511210043330985984000000.0,
                                           1.0 / 403291461126605635584000000.0,
                                           1.0 / 10888869450418352160768000000.0,
                                           1.0 / 304888344611713860501504000000.0,
                                           1.0 / 8841761993739701954543616000000.0,
                                           1.0 / 265252859812191058636308480000000.0,
                                           1.0 / 8222838654177922817725562880000000.0,
                                           1.0 / 263130836933693530167218012160000000.0,
                                           1.0 / 8683317618811886495518194401280000000.0,
                                           1.0 / 295232799039604140847618609643520000000.0};

/// d2 and e2 by their series; c likewise; the others follow upwards: e = (…) needs no quotient then.
static void sum_series(double x, double *c, double *d2, double *e2)
{
    int terms = x <= 0.25 ? FEW_TERMS : TERMS;
    double sc = 0.0, sd = 0.0, se = 0.0;
    for (int k = terms - 1; k >= 0; k--)
    {
        double factor = 2.0 * (k + 1) * (2 * k + 4);
        sc = inverse_factorial[2 * k + 3] - x * sc;
        sd = factor * inverse_factorial[2 * k + 6] - x * sd;
        se = factor * inverse_factorial[2 * k + 7] - x * se;
    }
    *c = sc;
    *d2 = sd;
    *e2 = se;
}

static helix_terms terms_at(vec3 u, double s)
{
    const double SERIES = 4.0; // [rad²]
    double x = s * s * v3_norm2(u), a, b, c, d, e, d2, e2;
    if (x <= SERIES)
    {
        // c, d2, e2 are sums; from  d = 5 e + x e2  and  b - c = -4 d - x d2,  b = 3 c + x e:
        // 2 c + x e = -20 e - 4 x e2 - x d2,  so that  e = -(2 c + x (4 e2 + d2)) / (20 + x)
        sum_series(x, &c, &d2, &e2);
        e = -(2.0 * c + x * (4.0 * e2 + d2)) / (20.0 + x);
        d = 5.0 * e + x * e2;
        b = 3.0 * c + x * e;
        a = 2.0 * b + x * d;
    }
    else
    {
        double angle = sqrt(x), sine, cosine;
        real_sin_cos(angle, &sine, &cosine);
        a = sine / angle;
        b = (1.0 - cosine) / x;
        c = (1.0 - a) / x;
        d = (a - 2.0 * b) / x;
        e = (b - 3.0 * c) / x;
        d2 = (c - b - 4.0 * d) / x;
        e2 = (d - 5.0 * e) / x;
    }
    double s2 = s * s, s4 = s2 * s2;
    return (helix_terms){.s = s,
                         .S = s * a,
                         .B = s2 * b,
                         .C = s2 * s * c,
                         .B1 = s4 * d,
                         .C1 = s4 * s * e,
                         .B2 = s4 * s2 * d2,
                         .C2 = s4 * s2 * s * e2};
}

/// u × e3, and u × (u × e3).
static vec3 across(vec3 u)
{
    return v3(u.y, -u.x, 0.0);
}

static vec3 across_twice(vec3 u)
{
    return v3(u.x * u.z, u.y * u.z, -(u.x * u.x + u.y * u.y));
}

/// Columns of α 1 + β [u] + γ [u]².
static void turn_columns(vec3 u, double alpha, double beta, double gamma, vec3 column[3])
{
    double square = alpha - gamma * v3_norm2(u);
    column[0] = v3(square + gamma * u.x * u.x, gamma * u.x * u.y + beta * u.z, gamma * u.x * u.z - beta * u.y);
    column[1] = v3(gamma * u.x * u.y - beta * u.z, square + gamma * u.y * u.y, gamma * u.y * u.z + beta * u.x);
    column[2] = v3(gamma * u.x * u.z + beta * u.y, gamma * u.y * u.z - beta * u.x, square + gamma * u.z * u.z);
}

void helix_at(vec3 u, double s, bool columns, helix_point *point)
{
    helix_terms t = terms_at(u, s);
    vec3 once = across(u), twice = across_twice(u);
    point->terms = t;
    point->p = v3(t.B * once.x + t.C * twice.x, t.B * once.y + t.C * twice.y, s + t.C * twice.z);
    turn_columns(u, 1.0, t.S, t.B, point->Q);
    if (!columns) return;
    turn_columns(u, s, t.B, t.C, point->turn);
    vec3 grow = v3_add_scaled(v3_scale(t.B1, once), t.C1, twice);
    point->way[0] = v3_add_scaled(v3(t.C * u.z, -t.B, -2.0 * t.C * u.x), u.x, grow);
    point->way[1] = v3_add_scaled(v3(t.B, t.C * u.z, -2.0 * t.C * u.y), u.y, grow);
    point->way[2] = v3_add_scaled(v3(t.C * u.x, t.C * u.y, 0.0), u.z, grow);
}

static vec3 columns_times(const vec3 column[3], vec3 w)
{
    return v3_add_scaled(v3_add_scaled(v3_scale(w.x, column[0]), w.y, column[1]), w.z, column[2]);
}

helix_rates helix_rates_at(vec3 u, vec3 w, const helix_point *point)
{
    const helix_terms *t = &point->terms;
    helix_rates r = {.v = columns_times(point->way, w), .w = columns_times(point->turn, w)};
    double uw = v3_dot(u, w), ww = v3_norm2(w);
    double B_rate = t->B1 * uw, C_rate = t->C1 * uw;
    double B_rate2 = t->B1 * ww + t->B2 * uw * uw, C_rate2 = t->C1 * ww + t->C2 * uw * uw;
    vec3 cross = v3_cross(u, w);
    r.spin =
        v3_add_scaled(v3_add_scaled(v3_scale(B_rate, cross), C_rate, v3_cross(u, cross)), t->C, v3_cross(w, cross));
    vec3 mixed = v3(w.x * u.z + u.x * w.z, w.y * u.z + u.y * w.z, -2.0 * (u.x * w.x + u.y * w.y));
    r.a = v3_add_scaled(v3_scale(B_rate2, across(u)), 2.0 * B_rate, across(w));
    r.a = v3_add_scaled(v3_add_scaled(r.a, C_rate2, across_twice(u)), 2.0 * C_rate, mixed);
    r.a = v3_add_scaled(r.a, 2.0 * t->C, across_twice(w));
    return r;
}

// ---- Gauss points ----
//
// The integrands are products of at most two of p, A and P: sums of powers of s and of sines up to twice the turn. The
// error of n points is then about (n!)⁴ (2φ)²ⁿ / ((2n + 1) (2n)!³): below 1e-10 of the whole up to the turns in
// gauss_count.

enum
{
    GAUSS_KINDS = 5
};
static const int gauss_sizes[GAUSS_KINDS] = {3, 4, 6, 8, SUPERHELIX_POINTS};

static const double gauss_nodes_of[GAUSS_KINDS][SUPERHELIX_POINTS] = {
    {0.11270166537925831148, 0.50000000000000000000, 0.88729833462074168851},
    {0.06943184420297371238, 0.33000947820757186759, 0.66999052179242813240, 0.93056815579702628761},
    {0.03376524289842398609, 0.16939530676686774316, 0.38069040695840154568, 0.61930959304159845431,
     0.83060469323313225683, 0.96623475710157601390},
    {0.01985507175123188415, 0.10166676129318663020, 0.23723379504183550709, 0.40828267875217509753,
     0.59171732124782490246, 0.76276620495816449290, 0.89833323870681336979, 0.98014492824876811584},
    {0.00921968287664037465, 0.04794137181476257166, 0.11504866290284765648, 0.20634102285669127635,
     0.31608425050090990312, 0.43738329574426554226, 0.56261670425573445773, 0.68391574949909009687,
     0.79365897714330872364, 0.88495133709715234351, 0.95205862818523742833, 0.99078031712335962534},
};
static const double gauss_weights_of[GAUSS_KINDS][SUPERHELIX_POINTS] = {
    {0.27777777777777777777, 0.44444444444444444444, 0.27777777777777777777},
    {0.17392742256872692868, 0.32607257743127307131, 0.32607257743127307131, 0.17392742256872692868},
    {0.08566224618958517252, 0.18038078652406930378, 0.23395696728634552369, 0.23395696728634552369,
     0.18038078652406930378, 0.08566224618958517252},
    {0.05061426814518812957, 0.11119051722668723527, 0.15685332293894364366, 0.18134189168918099148,
     0.18134189168918099148, 0.15685332293894364366, 0.11119051722668723527, 0.05061426814518812957},
    {0.02358766819325591359, 0.05346966299765921548, 0.08003916427167311316, 0.10158371336153296087,
     0.11674626826917740438, 0.12457352290670139250, 0.12457352290670139250, 0.11674626826917740438,
     0.10158371336153296087, 0.08003916427167311316, 0.05346966299765921548, 0.02358766819325591359},
};

int gauss_count(double angle)
{
    return angle <= 0.1 ? 3 : angle <= 0.35 ? 4 : angle <= 1.0 ? 6 : angle <= 2.5 ? 8 : SUPERHELIX_POINTS;
}

static int gauss_kind(int count)
{
    int kind = 0;
    while (gauss_sizes[kind] < count) kind++;
    return kind;
}

const double *gauss_nodes(int count)
{
    return gauss_nodes_of[gauss_kind(count)];
}

const double *gauss_weights(int count)
{
    return gauss_weights_of[gauss_kind(count)];
}
