// Outlines of drawn shapes: rings of straight pieces.
//
// Curves keep to a tolerance t. A Bézier curve of degree n whose second differences are at most M is cut into √(n (n -
// 1) M / 8 t) pieces of equal parameter (its second derivative is at most n (n - 1) M, and a chord over a parameter
// step s is off by s² / 8 of that); an arc of radius r into pieces of 2 acos(1 - t/r). Elliptic arcs by the formulas of
// SVG's appendix on implementation: end points to centre, radii that are too small made larger.

#include "scene/svg/svg.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "linalg/vector.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

typedef struct svg_pen
{
    svg_reader *reader;
    const xml_node *node;
    const svg_transform *t;
    svg_rings *rings;
    double at[2], start[2]; // where the pen is, and the subpath began
    double control[2];      // second control point of the last curve
    char last;              // command before this one
    bool down;              // a ring is open
    bool full;
} svg_pen;

// ---- rings ----

static bool take_rings(svg_reader *reader, svg_rings *rings)
{
    *rings = (svg_rings){.capacity = SVG_POINTS_MOST};
    rings->point = arena_take_zeroed(reader->arena, SVG_POINTS_MOST, sizeof *rings->point);
    rings->begin = ARENA_ZEROED(reader->arena, int, SVG_POINTS_MOST + 2);
    return rings->point && rings->begin;
}

static void add_point(svg_pen *pen, double x, double y)
{
    svg_rings *r = pen->rings;
    double p[2];
    svg_apply(pen->t, x, y, p);
    pen->at[0] = x;
    pen->at[1] = y;
    bool again = r->count > r->begin[r->ring_count] && vector_equal(2, r->point[r->count - 1], p);
    pen->full = pen->full || r->count == r->capacity || !isfinite(p[0]) || !isfinite(p[1]);
    if (pen->full || again) return;
    memcpy(r->point[r->count++], p, sizeof p);
}

/// Ends the open ring; what is no polygon is dropped: a lone move, a line to and fro.
static void end_ring(svg_pen *pen)
{
    const double SAME = 1e-9; // of the drawing's units
    svg_rings *r = pen->rings;
    int begin = r->begin[r->ring_count];
    while (r->count - begin > 1 && fabs(r->point[r->count - 1][0] - r->point[begin][0]) <= SAME &&
           fabs(r->point[r->count - 1][1] - r->point[begin][1]) <= SAME)
        r->count--;
    if (r->count - begin < 3) r->count = begin;
    else r->begin[++r->ring_count] = r->count;
    pen->down = false;
}

static void begin_ring(svg_pen *pen, double x, double y)
{
    if (pen->down) end_ring(pen);
    pen->down = true;
    pen->start[0] = x;
    pen->start[1] = y;
    add_point(pen, x, y);
}

// ---- curves ----

/// How much the transform makes lengths larger, at most.
static double stretch(const svg_transform *t)
{
    return sqrt(t->a * t->a + t->b * t->b + t->c * t->c + t->d * t->d);
}

/// A Bézier curve of degree 2 or 3 from where the pen is.
static void add_curve(svg_pen *pen, int degree, const double (*p)[2])
{
    const int MOST_PIECES = 500;
    double most = 0.0, q[4][2] = {{pen->at[0], pen->at[1]}};
    for (int k = 0; k < degree; k++) memcpy(q[k + 1], p[k], sizeof q[0]);
    for (int k = 0; k + 2 <= degree; k++)
        most = fmax(most, real_hypot(q[k][0] - 2 * q[k + 1][0] + q[k + 2][0], q[k][1] - 2 * q[k + 1][1] + q[k + 2][1]));
    double wanted = sqrt(degree * (degree - 1) * most * stretch(pen->t) / (8 * pen->reader->tolerance));
    int pieces = wanted < MOST_PIECES ? (int)ceil(wanted) : MOST_PIECES;
    for (int k = 1; k < pieces; k++)
    {
        double s = (double)k / pieces, o = 1 - s, x[2];
        for (int i = 0; i < 2; i++)
            x[i] = degree == 2
                       ? o * o * q[0][i] + 2 * o * s * q[1][i] + s * s * q[2][i]
                       : o * o * o * q[0][i] + 3 * o * o * s * q[1][i] + 3 * o * s * s * q[2][i] + s * s * s * q[3][i];
        add_point(pen, x[0], x[1]);
    }
    add_point(pen, q[degree][0], q[degree][1]);
}

/// Points of an ellipse with axes turned by `turn`, from one angle to another, the first left out and the last given
/// exactly.
static void add_ellipse(svg_pen *pen, const double center[2], const double radius[2], double turn, double from,
                        double sweep, const double end[2])
{
    const int MOST_PIECES = 500;
    double r = fmax(radius[0], radius[1]) * stretch(pen->t), share = fmin(1.0, pen->reader->tolerance / r);
    double step = 2 * real_atan2(sqrt(fmax(0.0, 1 - (1 - share) * (1 - share))), 1 - share);
    double wanted = step > 0 ? ceil(fabs(sweep) / step) : MOST_PIECES;
    int pieces = wanted < MOST_PIECES ? (int)fmax(wanted, 2) : MOST_PIECES;
    double c = real_cos(turn), s = real_sin(turn);
    for (int k = 1; k < pieces; k++)
    {
        double a = from + sweep * k / pieces, x = radius[0] * real_cos(a), y = radius[1] * real_sin(a);
        add_point(pen, center[0] + c * x - s * y, center[1] + s * x + c * y);
    }
    add_point(pen, end[0], end[1]);
}

static void add_arc(svg_pen *pen, double rx, double ry, double degrees, bool large, bool positive, const double end[2])
{
    double turn = degrees * PI / 180, c = real_cos(turn), s = real_sin(turn);
    double dx = 0.5 * (pen->at[0] - end[0]), dy = 0.5 * (pen->at[1] - end[1]);
    double x = c * dx + s * dy, y = -s * dx + c * dy;
    rx = fabs(rx), ry = fabs(ry);
    if (!(rx > 0) || !(ry > 0) || (dx == 0 && dy == 0))
    {
        add_point(pen, end[0], end[1]);
        return;
    }
    double grow = x * x / (rx * rx) + y * y / (ry * ry);
    if (grow > 1) rx *= sqrt(grow), ry *= sqrt(grow);
    double under = fmax(0.0, rx * rx * ry * ry - rx * rx * y * y - ry * ry * x * x);
    double scale = sqrt(under / (rx * rx * y * y + ry * ry * x * x)) * (large == positive ? -1 : 1);
    double cx = scale * rx * y / ry, cy = -scale * ry * x / rx;
    const double center[2] = {c * cx - s * cy + 0.5 * (pen->at[0] + end[0]),
                              s * cx + c * cy + 0.5 * (pen->at[1] + end[1])};
    double from = real_atan2((y - cy) / ry, (x - cx) / rx), to = real_atan2((-y - cy) / ry, (-x - cx) / rx);
    double sweep = to - from;
    if (positive && sweep < 0) sweep += 2 * PI;
    if (!positive && sweep > 0) sweep -= 2 * PI;
    const double radius[2] = {rx, ry};
    add_ellipse(pen, center, radius, turn, from, sweep, end);
}

// ---- paths ----

/// 0 or 1, which may stand without a blank before what follows.
static bool read_flag(const char **text, bool *flag)
{
    const char *s = *text;
    while (isspace((unsigned char)*s) || *s == ',') s++;
    if (*s != '0' && *s != '1') return false;
    *flag = *s == '1';
    *text = s + 1;
    return true;
}

/// Pairs of numbers, relative to where the pen is for small letters.
static bool read_pairs(svg_pen *pen, const char **s, bool relative, int count, double (*p)[2])
{
    for (int k = 0; k < count; k++)
        for (int i = 0; i < 2; i++)
        {
            if (!svg_number(s, &p[k][i])) return false;
            if (relative) p[k][i] += pen->at[i];
        }
    return true;
}

/// The point that mirrors the last control point, where the command before was a curve of this kind.
static void mirror(const svg_pen *pen, const char *kinds, double out[2])
{
    bool follows = pen->last && strchr(kinds, pen->last);
    for (int i = 0; i < 2; i++) out[i] = follows ? 2 * pen->at[i] - pen->control[i] : pen->at[i];
}

/// C, S, Q, T.
static bool read_curve(svg_pen *pen, const char **s, char kind, bool relative)
{
    double p[3][2];
    bool cubic = kind == 'C' || kind == 'S', smooth = kind == 'S' || kind == 'T';
    int degree = cubic ? 3 : 2, skip = smooth ? 1 : 0;
    if (smooth) mirror(pen, cubic ? "CS" : "QT", p[0]);
    if (!read_pairs(pen, s, relative, degree - skip, p + skip)) return false;
    double control[2] = {p[degree - 2][0], p[degree - 2][1]};
    add_curve(pen, degree, (const double(*)[2])p);
    memcpy(pen->control, control, sizeof control);
    return true;
}

static bool read_arc(svg_pen *pen, const char **s, bool relative)
{
    double shape[3], end[1][2];
    bool large, positive;
    for (int k = 0; k < 3; k++)
        if (!svg_number(s, &shape[k])) return false;
    if (!read_flag(s, &large) || !read_flag(s, &positive) || !read_pairs(pen, s, relative, 1, end)) return false;
    add_arc(pen, shape[0], shape[1], shape[2], large, positive, end[0]);
    return true;
}

/// One command with one set of its numbers; false if these are not there.
static bool read_command(svg_pen *pen, const char **s, char command)
{
    char kind = (char)toupper((unsigned char)command);
    bool relative = kind != command;
    double p[1][2] = {{pen->at[0], pen->at[1]}};
    if (!pen->down && kind != 'M') begin_ring(pen, pen->start[0], pen->start[1]);
    bool read = true;
    if (kind == 'M')
    {
        read = read_pairs(pen, s, relative, 1, p);
        if (read) begin_ring(pen, p[0][0], p[0][1]);
    }
    else if (kind == 'L')
    {
        read = read_pairs(pen, s, relative, 1, p);
        if (read) add_point(pen, p[0][0], p[0][1]);
    }
    else if (kind == 'H' || kind == 'V')
    {
        double value, *to = &p[0][kind == 'V'];
        read = svg_number(s, &value);
        *to = relative ? *to + value : value;
        if (read) add_point(pen, p[0][0], p[0][1]);
    }
    else if (kind == 'A') read = read_arc(pen, s, relative);
    else read = read_curve(pen, s, kind, relative);
    pen->last = kind;
    return read;
}

static hf_status read_path(svg_pen *pen)
{
    const char *data = xml_value(pen->node, "d"), *s = data ? data : "";
    char command = 0;
    while (!pen->full)
    {
        while (isspace((unsigned char)*s) || *s == ',') s++;
        if (!*s) break;
        bool letter = isalpha((unsigned char)*s) != 0;
        if (letter) command = *s++;
        if (!command || !strchr("MmLlHhVvCcSsQqTtAaZz", command))
            return svg_fail(pen->reader, pen->node, "d: '%.20s' is no command of a path", letter ? s - 1 : s);
        if (pen->last == 0 && command != 'M' && command != 'm')
            return svg_fail(pen->reader, pen->node, "d: a path begins with M, not with '%c'", command);
        if (command == 'Z' || command == 'z')
        {
            if (pen->down) end_ring(pen);
            memcpy(pen->at, pen->start, sizeof pen->at);
            pen->last = 'Z';
            command = 0;
            continue;
        }
        if (!read_command(pen, &s, command))
            return svg_fail(pen->reader, pen->node, "d: numbers are missing after '%c', at '%.20s'", command, s);
        if (command == 'M' || command == 'm') command = command == 'M' ? 'L' : 'l'; // more pairs are lines
    }
    return HF_STATUS_OK;
}

// ---- other elements ----

static hf_status read_points(svg_pen *pen)
{
    const char *s = xml_value(pen->node, "points");
    double x, y;
    while (s && svg_number(&s, &x))
    {
        if (!svg_number(&s, &y)) return svg_fail(pen->reader, pen->node, "points: numbers come in pairs, x and y");
        if (pen->down) add_point(pen, x, y);
        else begin_ring(pen, x, y);
    }
    while (s && isspace((unsigned char)*s)) s++;
    return s && *s ? svg_fail(pen->reader, pen->node, "points: '%.20s' is no number", s) : HF_STATUS_OK;
}

/// What rx and ry say: one alone is both, and neither is more than half a side.
static hf_status read_corners(svg_pen *pen, const double size[2], double round[2])
{
    static const char *const names[2] = {"rx", "ry"};
    int written[2];
    for (int k = 0; k < 2; k++) TRY(svg_numbers(pen->reader, pen->node, names[k], &round[k], 1, 1, &written[k]));
    for (int k = 0; k < 2; k++)
    {
        if (!written[k]) round[k] = round[1 - k];
        if (!(round[k] >= 0)) return svg_fail(pen->reader, pen->node, "%s: is negative", names[k]);
    }
    for (int k = 0; k < 2; k++) round[k] = fmin(round[k], 0.5 * size[k]);
    return HF_STATUS_OK;
}

/// A quarter of an ellipse to a point, after a side that ends at another.
static void turn_corner(svg_pen *pen, const double round[2], double x, double y, double to_x, double to_y)
{
    const double end[2] = {to_x, to_y};
    add_point(pen, x, y);
    add_arc(pen, round[0], round[1], 0, false, true, end);
}

static hf_status read_rect(svg_pen *pen)
{
    double v[4] = {0}, round[2] = {0};
    static const char *const names[4] = {"x", "y", "width", "height"};
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < 4 && status == HF_STATUS_OK; k++)
        status = svg_numbers(pen->reader, pen->node, names[k], &v[k], 1, 1, NULL);
    if (status == HF_STATUS_OK) status = read_corners(pen, v + 2, round);
    if (status != HF_STATUS_OK) return status;
    double right = v[0] + v[2], low = v[1] + v[3], rx = round[0], ry = round[1];
    if (rx > 0 && ry > 0)
    {
        begin_ring(pen, v[0] + rx, v[1]);
        turn_corner(pen, round, right - rx, v[1], right, v[1] + ry);
        turn_corner(pen, round, right, low - ry, right - rx, low);
        turn_corner(pen, round, v[0] + rx, low, v[0], low - ry);
        turn_corner(pen, round, v[0], v[1] + ry, v[0] + rx, v[1]);
        return HF_STATUS_OK;
    }
    begin_ring(pen, v[0], v[1]);
    add_point(pen, v[0] + v[2], v[1]);
    add_point(pen, v[0] + v[2], v[1] + v[3]);
    add_point(pen, v[0], v[1] + v[3]);
    return HF_STATUS_OK;
}

static hf_status read_ellipse(svg_pen *pen, bool circle)
{
    double center[2] = {0}, radius[2] = {0};
    hf_status status = svg_numbers(pen->reader, pen->node, "cx", &center[0], 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(pen->reader, pen->node, "cy", &center[1], 1, 1, NULL);
    if (status == HF_STATUS_OK)
        status = svg_numbers(pen->reader, pen->node, circle ? "r" : "rx", &radius[0], 1, 1, NULL);
    radius[1] = radius[0];
    if (status == HF_STATUS_OK && !circle) status = svg_numbers(pen->reader, pen->node, "ry", &radius[1], 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    if (!(radius[0] > 0) || !(radius[1] > 0)) return svg_fail(pen->reader, pen->node, "its radius is not > 0");
    const double end[2] = {center[0] + radius[0], center[1]};
    begin_ring(pen, end[0], end[1]);
    add_ellipse(pen, center, radius, 0, 0, 2 * PI, end);
    return HF_STATUS_OK;
}

hf_status svg_outline(svg_reader *reader, const xml_node *node, const svg_transform *t, svg_rings *rings)
{
    svg_pen pen = {.reader = reader, .node = node, .t = t, .rings = rings};
    if (!take_rings(reader, rings)) return error_no_memory(reader->error);
    hf_status status = strcmp(node->name, "path") == 0      ? read_path(&pen)
                       : strcmp(node->name, "rect") == 0    ? read_rect(&pen)
                       : strcmp(node->name, "circle") == 0  ? read_ellipse(&pen, true)
                       : strcmp(node->name, "ellipse") == 0 ? read_ellipse(&pen, false)
                                                            : read_points(&pen);
    if (status != HF_STATUS_OK) return status;
    if (pen.down) end_ring(&pen);
    if (pen.full)
        return svg_fail(reader, node,
                        "its outline has more than %d points, or points beyond all bounds; simplify it, or "
                        "set data-tolerance of the drawing",
                        SVG_POINTS_MOST);
    return HF_STATUS_OK;
}
