// <fibre> and <fibres> of the <holdfast> element: one rod from points or from its natural shape, or a rod for each
// curve of a file.
//
//     <fibre name="rope" points="0 0 1  0.1 0 1 0.2 0 1" section="0.004" root="clamped" root_body="arm" tip="pinned"
//                                       tip_body="plug"/>
//     <fibres file="guides.hair" scale="0.01" up="y" every="4" maximum="500" points="20" body="head" root="clamped"
//     young="3e9"/>
//
// Both take the same words for what a rod is made of. `body` names the body in whose frame the points are, and which
// holds an end that is held where no other is named. Curves of a file bring their radius, which is the section unless
// that is written. What was left out of a file is told by a notice.

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "holdfast/curves.h"
#include "holdfast/fibre.h"
#include "model/fibre/model_fibre.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A body's index in the builder; `otherwise` if the attribute is absent.
static hf_status read_body(mjcf_reader *reader, const xml_node *node, const char *attribute, int otherwise, int *index)
{
    int body = -1;
    *index = otherwise;
    TRY(mjcf_named(reader, node, attribute, "body", mjcf_find_body, true, &body));
    if (body >= 0) *index = reader->bodies[body].index;
    return HF_STATUS_OK;
}

static hf_status read_ends(mjcf_reader *reader, const xml_node *node, hf_fibre_def *def)
{
    static const char *const names[2][2] = {{"root", "root_body"}, {"tip", "tip_body"}};
    TRY(read_body(reader, node, "body", 0, &def->frame));
    for (int k = 0; k < 2; k++)
    {
        int hold = (int)def->ends[k].hold;
        TRY(mjcf_choice(reader, node, names[k][0], "free|pinned|clamped", &hold));
        TRY(read_body(reader, node, names[k][1], def->frame, &def->ends[k].body));
        if (hold == HF_HOLD_FREE && xml_value(node, names[k][1]))
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: the end is free; write %s=\"pinned\" or \"clamped\"",
                             names[k][1], names[k][0]);
        def->ends[k].hold = (hf_fibre_hold)hold;
    }
    return HF_STATUS_OK;
}

/// A number of bits, as contype.
static hf_status read_bits(mjcf_reader *reader, const xml_node *node, const char *attribute, uint32_t *bits)
{
    double value = (double)*bits;
    hf_status status = mjcf_whole(reader, node, attribute, 0, 4294967295.0, &value);
    *bits = (uint32_t)value;
    return status;
}

static hf_status read_counts(mjcf_reader *reader, const xml_node *node, hf_fibre_def *def)
{
    struct
    {
        const char *name;
        int *count;
    } counts[] = {{"elements", &def->element_count}, {"twists", &def->twist_count}, {"segments", &def->segment_count}};
    for (int k = 0; k < 3; k++)
    {
        double value = 0.0;
        TRY(mjcf_whole(reader, node, counts[k].name, 0, 1e6, &value));
        *counts[k].count = (int)value;
    }
    return HF_STATUS_OK;
}

/// What a rod is made of, how it is divided and held.
static hf_status read_rod(mjcf_reader *reader, const xml_node *node, hf_fibre_def *def)
{
    int kind = (int)def->kind, sections = 0;
    double rgba[4];
    for (int c = 0; c < 4; c++) rgba[c] = (double)def->color[c];
    struct
    {
        const char *name;
        double *values;
        int least, most;
    } numbers[] = {{"radius", &def->radius, 1, 1},     {"density", &def->density, 1, 1},
                   {"young", &def->young, 1, 1},       {"poisson", &def->poisson, 1, 1},
                   {"natural", def->natural, 1, 3},    {"damping", &def->damping, 1, 1},
                   {"drag", def->drag, 1, 2},          {"gravity_scale", &def->gravity_scale, 1, 1},
                   {"friction", &def->friction, 1, 1}, {"restitution", &def->restitution, 1, 1},
                   {"normal", def->normal, 3, 3},      {"rgba", rgba, 3, 4}};
    hf_status status = mjcf_choice(reader, node, "kind", "superhelix|der|corde", &kind);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers && status == HF_STATUS_OK; k++)
        status =
            mjcf_numbers(reader, node, numbers[k].name, numbers[k].values, numbers[k].least, numbers[k].most, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "section", def->section, 1, 2, &sections);
    if (sections == 1) def->section[1] = def->section[0];
    if (status == HF_STATUS_OK) status = mjcf_flag(reader, node, "rest_is_curve", &def->rest_is_curve);
    if (status == HF_STATUS_OK) status = read_bits(reader, node, "contype", &def->category);
    if (status == HF_STATUS_OK) status = read_bits(reader, node, "conaffinity", &def->mask);
    if (status == HF_STATUS_OK) status = read_counts(reader, node, def);
    if (status == HF_STATUS_OK) status = read_ends(reader, node, def);
    for (int c = 0; c < 4; c++) def->color[c] = (float)rgba[c];
    def->kind = (hf_fibre_kind)kind;
    return status;
}

static hf_status add(mjcf_reader *reader, const xml_node *node, const hf_fibre_def *def)
{
    hf_error error = {0};
    return mjcf_passed(reader, node, hf_builder_add_fibre(reader->builder, def, NULL, &error), &error);
}

static hf_status emit_fibre(mjcf_reader *reader, const xml_node *node)
{
    hf_fibre_def def = hf_fibre_def_default();
    double *points = NULL;
    int count = 0;
    def.name = xml_value(node, "name");
    hf_status status = read_rod(reader, node, &def);
    if (status == HF_STATUS_OK) status = mjcf_list(reader, node, "points", &points, &count);
    if (status == HF_STATUS_OK && count % 3 != 0)
        status =
            mjcf_fail(reader, node, HF_STATUS_FORMAT, "points: %d numbers are no points of three coordinates", count);
    if (status == HF_STATUS_OK && count > 0 &&
        (xml_value(node, "pos") || xml_value(node, "tangent") || xml_value(node, "length")))
        status =
            mjcf_fail(reader, node, HF_STATUS_FORMAT, "points: pos, tangent and length are of a fibre without points");
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "pos", def.position, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "tangent", def.tangent, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "length", &def.length, 1, 1, NULL);
    def.points = points;
    def.point_count = count / 3;
    return status == HF_STATUS_OK ? add(reader, node, &def) : status;
}

// ---- curves of a file ----

static hf_status read_options(mjcf_reader *reader, const xml_node *node, hf_curves_options *options)
{
    int up = 2;
    double every = 1, maximum = 0, points = 0;
    hf_status status = mjcf_numbers(reader, node, "scale", &options->scale, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "up", "x|y|z", &up);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "every", 1, 1e9, &every);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "maximum", 0, 1e9, &maximum);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "points", 0, 1e6, &points);
    options->up = (char)('x' + up);
    options->every = (int)every;
    options->maximum = (int)maximum;
    options->points = (int)points;
    return status;
}

static void tell(const mjcf_reader *reader, const char *path, const hf_curves_info *info, bool sized)
{
    char text[512];
    if (reader->notice && (info->repeated_points > 0 || info->short_strands > 0))
    {
        snprintf(text, sizeof text,
                 "%s: %zu points that repeat the one before and %zu strands without two different points are left out",
                 path, info->repeated_points, info->short_strands);
        reader->notice(reader->notice_context, text);
    }
    if (reader->notice && info->default_radii > 0 && !sized)
    {
        snprintf(
            text, sizeof text,
            "%s: %zu points have no radius; fibres that begin with one have the section %g m, unless `section` says "
            "another",
            path, info->default_radii, hf_fibre_def_default().section[0]);
        reader->notice(reader->notice_context, text);
    }
    if (reader->notice && info->extra_bytes > 0)
    {
        snprintf(text, sizeof text,
                 "%s: %zu bytes follow the last array that the header names; its counts may be wrong", path,
                 info->extra_bytes);
        reader->notice(reader->notice_context, text);
    }
}

/// So many segments of one file's curves as memory has room for, about 1 kB each: more are refused before they are
/// made.
static hf_status check_size(mjcf_reader *reader, const xml_node *node, size_t strands, const hf_fibre_def *rod)
{
    const double MOST_SEGMENTS = 2e6;
    hf_fibre_def def = *rod;
    fibre_counts(&def);
    double segments = (double)strands * def.segment_count;
    if (segments <= MOST_SEGMENTS) return HF_STATUS_OK;
    return mjcf_fail(reader, node, HF_STATUS_INVALID,
                     "file: %zu strands of %d segments are more than %g bodies; take fewer strands (every, maximum) or "
                     "segments",
                     strands, def.segment_count, MOST_SEGMENTS);
}

static hf_status emit_curves(mjcf_reader *reader, const xml_node *node, const hf_curves *curves,
                             const hf_fibre_def *rod)
{
    const char *name = xml_value(node, "name");
    bool sized = xml_value(node, "section") != NULL;
    TRY(check_size(reader, node, hf_curves_count(curves), rod));
    for (size_t s = 0; s < hf_curves_count(curves); s++)
    {
        char own[128];
        hf_fibre_def def = *rod;
        double radius = hf_curves_radii(curves, s)[0];
        snprintf(own, sizeof own, "%s%zu", name ? name : "", s);
        def.name = name ? own : NULL;
        def.points = hf_curves_points(curves, s);
        def.point_count = hf_curves_point_count(curves, s);
        if (!sized && radius > 0.0) def.section[0] = def.section[1] = radius;
        TRY(add(reader, node, &def));
    }
    return HF_STATUS_OK;
}

static hf_status emit_fibres(mjcf_reader *reader, const xml_node *node)
{
    hf_fibre_def def = hf_fibre_def_default();
    hf_curves_options options = hf_curves_options_default();
    const char *file = xml_value(node, "file");
    hf_curves *curves = NULL;
    hf_error error = {0};
    if (!file)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "file: name a .hair, .obj or .csv file with the curves");
    hf_status status = read_rod(reader, node, &def);
    if (status == HF_STATUS_OK) status = read_options(reader, node, &options);
    if (status != HF_STATUS_OK) return status;
    const char *path = path_join(reader->arena, reader->folder, file);
    if (!path) return error_no_memory(reader->error);
    status = mjcf_passed(reader, node, hf_curves_read(path, &options, &curves, &error), &error);
    if (status != HF_STATUS_OK) return status;
    hf_curves_info info = hf_curves_describe(curves);
    tell(reader, path, &info, xml_value(node, "section") != NULL);
    status = emit_curves(reader, node, curves, &def);
    hf_curves_destroy(curves);
    return status;
}

// ---- all of them ----

static int compare_names(const void *p, const void *q)
{
    return strcmp(*(const char *const *)p, *(const char *const *)q);
}

/// A name is that of one fibre.
static hf_status check_names(mjcf_reader *reader)
{
    const hf_builder *b = reader->builder;
    size_t count = 0;
    const char **names = MEMORY_ARRAY(const char *, b->fibres.count);
    hf_status status = names ? HF_STATUS_OK : error_no_memory(reader->error);
    for (size_t k = 0; names && k < b->fibres.count; k++)
    {
        const char *name = GROWING_AT(b->fibres, model_fibre, k)->def.name;
        if (name) names[count++] = name;
    }
    if (names) qsort(names, count, sizeof *names, compare_names);
    for (size_t k = 1; k < count && status == HF_STATUS_OK; k++)
        if (strcmp(names[k - 1], names[k]) == 0)
            status =
                error_set(reader->error, HF_STATUS_FORMAT,
                          "%s: <holdfast>: name: there are two fibres '%.100s' (a strand of <fibres> has its number "
                          "behind the name)",
                          reader->path, names[k]);
    free(names);
    return status;
}

hf_status mjcf_emit_fibres(mjcf_reader *reader)
{
    hf_status status = mjcf_each(reader, "holdfast", "fibre", emit_fibre);
    if (status == HF_STATUS_OK) status = mjcf_each(reader, "holdfast", "fibres", emit_fibres);
    return status == HF_STATUS_OK ? check_names(reader) : status;
}
