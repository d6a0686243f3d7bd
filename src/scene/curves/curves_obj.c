// Line elements of Wavefront OBJ files: vertices `v x y z`, and elements `l a b c …` whose corners are vertices, from 1
// on or from the end with a minus, each with an optional texture vertex after a slash. An element that begins with the
// corner at which the one before it ended continues it: some programs write a curve as elements of two corners. Faces,
// points, groups and the rest mean nothing here.

#include "scene/curves/curves.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

typedef struct obj_reader
{
    curve_sink *sink;
    double *vertices;
    long *lines; // of each vertex
    long vertex_count;
    long line;
    long last;     // corner at which the element before ended; -1: none
    bool wanted;   // of the strand under way
    bool begun;    // there is one
    bool counting; // first pass: strands are counted, and no points taken
    size_t strands;
} obj_reader;

static bool is_element(const char *s, char letter)
{
    return s[0] == letter && (s[1] == ' ' || s[1] == '\t');
}

static hf_status bad_line(const obj_reader *r, const char *what)
{
    return file_error(r->sink->error, HF_STATUS_FORMAT, r->sink->path, "line %ld: %s", r->line, what);
}

static hf_status read_vertex(obj_reader *r, const char *s)
{
    double *at = &r->vertices[3 * r->vertex_count];
    for (int d = 0; d < 3; d++)
    {
        char *end;
        while (*s == ' ' || *s == '\t') s++;
        if (strchr("\r\n\v\f", *s))
            return bad_line(r, "the vertex has no three coordinates"); // strtod would go on to the next line
        at[d] = strtod(s, &end);
        if (end == s) return bad_line(r, "the vertex has a coordinate that is no number");
        s = end;
    }
    r->lines[r->vertex_count++] = r->line;
    return HF_STATUS_OK;
}

/// The strand under way ends, and another begins.
static hf_status next_strand(obj_reader *r)
{
    hf_status status = r->begun && !r->counting ? curve_sink_end(r->sink) : HF_STATUS_OK;
    r->begun = true;
    r->strands++;
    if (status == HF_STATUS_OK && !r->counting) status = curve_sink_strand(r->sink, &r->wanted);
    return status;
}

static hf_status take_corner(obj_reader *r, long index)
{
    r->sink->curves->info.file_points += r->counting;
    if (r->counting || !r->wanted) return HF_STATUS_OK;
    return curve_sink_point(r->sink, &r->vertices[3 * index], 0.0, r->lines[index]);
}

static hf_status read_line(obj_reader *r, const char *s)
{
    long corners = 0;
    hf_status status = HF_STATUS_OK;
    while (status == HF_STATUS_OK)
    {
        char *end;
        while (*s == ' ' || *s == '\t') s++;
        if (!*s || *s == '\n' || *s == '\r' || *s == '#') break;
        bool number = strchr("-+0123456789", *s) != NULL; // strtol would go on to the next line
        long index = number ? strtol(s, &end, 10) : 0;
        if (!number || end == s) return bad_line(r, "the line element has a corner that is no number");
        index = index < 0 ? r->vertex_count + index : index - 1;
        if (index < 0 || index >= r->vertex_count)
            return bad_line(r, "the line element names a vertex that is not there");
        bool joins = corners == 0 && index == r->last;
        if (corners == 0 && !joins) status = next_strand(r);
        if (status == HF_STATUS_OK && !joins) status = take_corner(r, index);
        corners++;
        r->last = index;
        s = end;
        while (*s && !strchr(" \t\r\n", *s)) s++; // texture
    }
    if (status == HF_STATUS_OK && corners < 2) return bad_line(r, "a line element needs two corners");
    return status;
}

/// One pass over the file. The second one forgets nothing of the vertices: an element may name only those before it.
static hf_status pass(obj_reader *r, const char *bytes)
{
    hf_status status = HF_STATUS_OK;
    r->line = 1, r->last = -1, r->begun = false, r->vertex_count = 0;
    for (const char *s = bytes; s && *s && status == HF_STATUS_OK; r->line++)
    {
        while (*s == ' ' || *s == '\t') s++;
        if (is_element(s, 'v')) status = read_vertex(r, s + 1);
        else if (is_element(s, 'l')) status = read_line(r, s + 1);
        s = strchr(s, '\n');
        if (s) s++;
    }
    return status;
}

hf_status curves_read_obj(curve_sink *sink, const char *bytes, size_t size, hf_workspace *arena)
{
    (void)size;
    size_t vertices = 0;
    for (const char *s = bytes; s && *s; s = strchr(s, '\n'), s = s ? s + 1 : NULL)
    {
        while (*s == ' ' || *s == '\t') s++;
        vertices += is_element(s, 'v');
    }
    obj_reader r = {.sink = sink,
                    .vertices = ARENA_ARRAY(arena, double, 3 * vertices),
                    .lines = ARENA_ARRAY(arena, long, vertices),
                    .counting = true};
    if (!r.vertices || !r.lines) return error_no_memory(sink->error);
    hf_status status = pass(&r, bytes);
    if (status != HF_STATUS_OK) return status;
    curve_sink_expect(sink, r.strands);
    r.counting = false;
    status = pass(&r, bytes);
    if (status == HF_STATUS_OK && r.begun) status = curve_sink_end(sink);
    return status;
}
