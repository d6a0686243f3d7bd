// Reading curves: which reader, which strands, and what becomes of points that repeat.

#include "scene/curves/curves.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double coordinate_limit = 1e12; // [m]; larger ones lose all meaning in the products that follow
static const size_t usual_point_limit = 2000000;

hf_curves_options hf_curves_options_default(void)
{
    return (hf_curves_options){.scale = 1.0, .up = 'z', .every = 1, .point_limit = usual_point_limit};
}

static hf_status check_options(const hf_curves_options *o, hf_error *error)
{
    if (!(o->scale > 0.0) || !isfinite(o->scale))
        return error_set(error, HF_STATUS_INVALID, "scale: %g must be positive and finite", o->scale);
    if (o->up != 'x' && o->up != 'y' && o->up != 'z')
        return error_set(error, HF_STATUS_INVALID, "up: the axis is 'x', 'y' or 'z'");
    if (o->every < 1) return error_set(error, HF_STATUS_INVALID, "every: %d must be at least 1", o->every);
    if (o->maximum < 0) return error_set(error, HF_STATUS_INVALID, "maximum: %d must not be negative", o->maximum);
    if (o->points < 0 || o->points == 1)
        return error_set(error, HF_STATUS_INVALID, "points: %d must be 0 (as in the file) or at least 2", o->points);
    if (!(o->radius >= 0.0) || !isfinite(o->radius))
        return error_set(error, HF_STATUS_INVALID, "radius: %g must not be negative, and finite", o->radius);
    if (o->point_limit < 2) return error_set(error, HF_STATUS_INVALID, "point_limit: must be at least 2");
    return HF_STATUS_OK;
}

// ---- the sink ----

void curve_sink_expect(curve_sink *sink, size_t strands)
{
    size_t every = (size_t)sink->options->every;
    sink->eligible = (strands + every - 1) / every;
    sink->curves->info.file_strands = strands;
}

/// Whether the k-th of n strands is among the m that are spread evenly: those where ⌊k m ∕ n⌋ rises.
static bool among_spread(size_t k, size_t n, size_t m)
{
    if (m == 0 || m >= n) return true;
    return (k + 1) * m / n != k * m / n; // k < 2^31, as no file is larger than 2 GB, and m is an int
}

static bool make_room(void **array, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room) return true;
    size_t more = *room + *room / 2 + 64;
    if (more < wanted) more = wanted;
    void *moved = memory_resize(*array, more, size);
    if (!moved) return false;
    *array = moved;
    *room = more;
    return true;
}

hf_status curve_sink_strand(curve_sink *sink, bool *wanted)
{
    hf_curves *c = sink->curves;
    *wanted = sink->open = false;
    sink->point = sink->defaulted = 0;
    if (sink->strand % (size_t)sink->options->every != 0) return HF_STATUS_OK;
    sink->open = among_spread(sink->chosen++, sink->eligible, (size_t)sink->options->maximum);
    if (!sink->open) return HF_STATUS_OK;
    if (!make_room((void **)&c->begin, &c->strand_room, c->count + 2, sizeof *c->begin))
        return error_no_memory(sink->error);
    c->begin[c->count] = c->point_count;
    *wanted = true;
    return HF_STATUS_OK;
}

static hf_status bad_point(const curve_sink *sink, long line, const char *what, double value)
{
    if (line > 0)
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path, "line %ld: the %s %g is out of range", line, what,
                          value);
    return file_error(sink->error, HF_STATUS_FORMAT, sink->path, "strand %zu, point %zu: the %s %g is out of range",
                      sink->strand, sink->point, what, value);
}

static hf_status too_many(const curve_sink *sink, size_t points)
{
    return file_error(sink->error, HF_STATUS_INVALID, sink->path,
                      "%zu points are more than the limit of %zu; take fewer strands (every, maximum), fewer points of "
                      "each (points), or raise the limit",
                      points, sink->options->point_limit);
}

/// The file's axis `up` becomes z by a turn.
static void turn_up(char up, const double from[3], double to[3])
{
    const double x = from[0], y = from[1], z = from[2];
    to[0] = up == 'x' ? -z : x;
    to[1] = up == 'y' ? -z : y;
    to[2] = up == 'x' ? x : up == 'y' ? y : z;
}

hf_status curve_sink_point(curve_sink *sink, const double at[3], double radius, long line)
{
    hf_curves *c = sink->curves;
    const hf_curves_options *o = sink->options;
    double scaled[3], place[3];
    for (int d = 0; d < 3; d++)
    {
        scaled[d] = at[d] * o->scale;
        if (!(fabs(scaled[d]) <= coordinate_limit))
            return bad_point(sink, line, d == 0 ? "coordinate x" : d == 1 ? "coordinate y" : "coordinate z", at[d]);
    }
    double r = radius * o->scale;
    if (!(r >= 0.0 && r <= coordinate_limit)) return bad_point(sink, line, "radius", radius);
    turn_up(o->up, scaled, place);
    sink->point++;
    size_t n = c->point_count;
    const double *last = n > c->begin[c->count] ? &c->points[3 * (n - 1)] : NULL;
    if (last && last[0] == place[0] && last[1] == place[1] && last[2] == place[2])
    {
        c->info.repeated_points++;
        return HF_STATUS_OK;
    }
    if (o->points == 0 && n >= o->point_limit) return too_many(sink, n + 1);
    size_t room = c->point_room;
    if (!make_room((void **)&c->points, &room, n + 1, 3 * sizeof(double))) return error_no_memory(sink->error);
    room = c->point_room;
    if (!make_room((void **)&c->radii, &room, n + 1, sizeof(double))) return error_no_memory(sink->error);
    c->point_room = room;
    memcpy(&c->points[3 * n], place, sizeof place);
    c->radii[n] = r > 0.0 ? r : o->radius;
    sink->defaulted += !(r > 0.0);
    c->point_count++;
    return HF_STATUS_OK;
}

hf_status curve_sink_end(curve_sink *sink)
{
    hf_curves *c = sink->curves;
    sink->strand++;
    if (!sink->open) return HF_STATUS_OK;
    sink->open = false;
    size_t begin = c->begin[c->count];
    if (c->point_count - begin < 2)
    {
        c->info.short_strands++;
        c->point_count = begin;
        return HF_STATUS_OK;
    }
    c->info.default_radii += sink->defaulted;
    c->begin[++c->count] = c->point_count;
    return HF_STATUS_OK;
}

// ---- files ----

static hf_status read_any(curve_sink *sink, hf_workspace *arena)
{
    static const struct
    {
        const char *ending;
        int kind;
    } kinds[] = {{".hair", 0}, {".obj", 1}, {".csv", 2}, {".txt", 2}};
    const char *ending = strrchr(sink->path, '.');
    int kind = -1;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (ending && strcasecmp(ending, kinds[k].ending) == 0) kind = kinds[k].kind;
    if (kind < 0)
        return file_error(sink->error, HF_STATUS_UNSUPPORTED, sink->path,
                          "curves are read from .hair, .obj and .csv files; convert it to one of them");
    char *bytes;
    size_t size;
    hf_status status = file_read(sink->path, arena, &bytes, &size, sink->error);
    if (status != HF_STATUS_OK) return status;
    if (kind == 0) return curves_read_hair(sink, bytes, size);
    if (strlen(bytes) != size)
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path, "is no text: there is a zero byte at %zu",
                          strlen(bytes));
    return kind == 1 ? curves_read_obj(sink, bytes, size, arena) : curves_read_csv(sink, bytes, size, arena);
}

static void measure(hf_curves *c)
{
    hf_curves_info *info = &c->info;
    info->strands = c->count;
    info->points = c->point_count;
    info->shortest = c->count > 0 ? INFINITY : 0.0;
    info->longest = 0.0;
    for (size_t s = 0; s < c->count; s++)
    {
        double length = 0.0;
        for (size_t k = c->begin[s] + 1; k < c->begin[s + 1]; k++)
        {
            const double *p = &c->points[3 * k], *q = p - 3;
            length +=
                sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
        }
        info->shortest = fmin(info->shortest, length);
        info->longest = fmax(info->longest, length);
    }
}

/// What is left of the file must be something.
static hf_status check_whole(const curve_sink *sink)
{
    const hf_curves *c = sink->curves;
    if (c->count == 0 && c->info.short_strands > 0)
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path,
                          "none of its strands has two different points (%zu strands, %zu repeated points)",
                          c->info.short_strands, c->info.repeated_points);
    if (c->count == 0) return file_error(sink->error, HF_STATUS_FORMAT, sink->path, "has no curves");
    return HF_STATUS_OK;
}

static hf_status resample_within(const curve_sink *sink)
{
    size_t points = (size_t)sink->options->points, count = sink->curves->count;
    if (count > sink->options->point_limit / points) return too_many(sink, count * points);
    return curves_resample(sink->curves, sink->options->points, sink->error);
}

hf_status hf_curves_read(const char *path, const hf_curves_options *options, hf_curves **curves, hf_error *error)
{
    *curves = NULL;
    hf_curves_options chosen = options ? *options : hf_curves_options_default();
    hf_status status = check_options(&chosen, error);
    if (status != HF_STATUS_OK) return status;
    hf_curves *made = MEMORY_ARRAY(hf_curves, 1);
    hf_workspace *arena = NULL;
    if (!made) return error_no_memory(error);
    status = hf_workspace_create(&arena, error);
    curve_sink sink = {.path = path, .options = &chosen, .curves = made, .error = error};
    if (status == HF_STATUS_OK)
    {
        c_locale locale = c_locale_enter();
        status = read_any(&sink, arena);
        c_locale_leave(&locale);
    }
    hf_workspace_destroy(arena);
    if (status == HF_STATUS_OK && chosen.points > 0) status = resample_within(&sink);
    if (status == HF_STATUS_OK) status = check_whole(&sink);
    if (status == HF_STATUS_OK) measure(made);
    if (status == HF_STATUS_OK) *curves = made;
    else hf_curves_destroy(made);
    return status;
}

hf_status hf_curves_create(size_t strands, const int *counts, const double *points, const double *radii,
                           hf_curves **curves, hf_error *error)
{
    *curves = NULL;
    size_t total = 0;
    for (size_t s = 0; s < strands; s++)
    {
        if (counts[s] < 2)
            return error_set(error, HF_STATUS_INVALID, "counts[%zu]: %d points; a strand has at least 2", s, counts[s]);
        total += (size_t)counts[s];
    }
    for (size_t k = 0; k < total; k++)
        for (int d = 0; d < 3; d++)
            if (!(fabs(points[3 * k + (size_t)d]) <= coordinate_limit))
                return error_set(error, HF_STATUS_INVALID, "points: coordinate %d of point %zu is out of range", d, k);
    for (size_t k = 0; radii && k < total; k++)
        if (!(radii[k] >= 0.0 && radii[k] <= coordinate_limit))
            return error_set(error, HF_STATUS_INVALID, "radii: that of point %zu is out of range", k);
    hf_curves *c = MEMORY_ARRAY(hf_curves, 1);
    if (!c) return error_no_memory(error);
    *c = (hf_curves){.count = strands, .point_count = total, .strand_room = strands + 1, .point_room = total};
    c->begin = MEMORY_ARRAY(size_t, strands + 1);
    c->points = memory_copy(points, 3 * total, sizeof(double));
    c->radii = radii ? memory_copy(radii, total, sizeof(double)) : MEMORY_ARRAY(double, total);
    if (!c->begin || !c->points || !c->radii)
    {
        hf_curves_destroy(c);
        return error_no_memory(error);
    }
    for (size_t s = 0; s < strands; s++) c->begin[s + 1] = c->begin[s] + (size_t)counts[s];
    c->info.file_strands = strands;
    c->info.file_points = total;
    measure(c);
    *curves = c;
    return HF_STATUS_OK;
}

void hf_curves_destroy(hf_curves *curves)
{
    if (!curves) return;
    free(curves->begin);
    free(curves->points);
    free(curves->radii);
    free(curves);
}

hf_curves_info hf_curves_describe(const hf_curves *curves)
{
    return curves->info;
}

size_t hf_curves_count(const hf_curves *curves)
{
    return curves->count;
}

int hf_curves_point_count(const hf_curves *curves, size_t strand)
{
    return (int)(curves->begin[strand + 1] - curves->begin[strand]);
}

const double *hf_curves_points(const hf_curves *curves, size_t strand)
{
    return &curves->points[3 * curves->begin[strand]];
}

const double *hf_curves_radii(const hf_curves *curves, size_t strand)
{
    return &curves->radii[curves->begin[strand]];
}
