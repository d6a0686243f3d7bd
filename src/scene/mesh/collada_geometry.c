// Collada's geometries: <triangles>, <polylist>, <polygons>, <tristrips> and <trifans> of a <mesh>, as triangles whose
// corners are vertices of their own.

#include "scene/mesh/collada.h"

#include "base/arena.h"
#include "base/error.h"
#include "scene/mesh/polygon.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TRIANGLES_MOST = 30000000, // of one file
    COORDINATES_MOST = 200000000,
    INPUT_MOST = 64, // numbers of a corner
};

hf_status collada_damaged(const collada *c, const xml_node *node, const char *what)
{
    return error_set(c->error, HF_STATUS_FORMAT, "%s:%d: <%s>: %s", c->path, node->line, node->name, what);
}

const xml_node *collada_child(const xml_node *parent, const char *name)
{
    for (const xml_node *node = parent ? parent->first : NULL; node; node = node->next)
        if (strcmp(node->name, name) == 0) return node;
    return NULL;
}

int collada_numbers(const char *text, double *out, int most)
{
    int count = 0;
    for (char *end; text && count < most; text = end)
    {
        double value = strtod(text, &end);
        if (end == text) break;
        out[count++] = value;
    }
    return count;
}

static int whole(const xml_node *node, const char *name, int otherwise)
{
    const char *text = xml_value(node, name);
    double value = text ? strtod(text, NULL) : otherwise;
    return value >= 0 && value <= TRIANGLES_MOST ? (int)value : -1;
}

static const xml_node *source_of(const xml_node *mesh)
{
    const xml_node *vertices = collada_child(mesh, "vertices"), *input = vertices ? vertices->first : NULL;
    while (input && (!xml_value(input, "semantic") || strcmp(xml_value(input, "semantic"), "POSITION") != 0))
        input = input->next;
    const char *url = input ? xml_value(input, "source") : NULL;
    if (!url || url[0] != '#') return NULL;
    for (const xml_node *source = mesh->first; source; source = source->next)
    {
        const char *id = xml_value(source, "id");
        if (id && strcmp(source->name, "source") == 0 && strcmp(id, url + 1) == 0) return source;
    }
    return NULL;
}

/// A mesh that is shown many times is read once.
static hf_status read_places(collada *c, const xml_node *mesh, const collada_places **out)
{
    for (*out = c->places; *out; *out = (*out)->next)
        if ((*out)->mesh == mesh) return HF_STATUS_OK;
    const xml_node *source = source_of(mesh), *array = collada_child(source, "float_array");
    const xml_node *accessor = collada_child(collada_child(source, "technique_common"), "accessor");
    if (!array || !array->text) return collada_damaged(c, mesh, "has no positions");
    collada_places *p = ARENA_ZEROED(c->arena, collada_places, 1);
    if (!p) return error_no_memory(c->error);
    p->mesh = mesh;
    p->stride = accessor ? whole(accessor, "stride", 3) : 3;
    p->offset = accessor ? whole(accessor, "offset", 0) : 0;
    if (p->stride < 3 || p->offset < 0) return collada_damaged(c, mesh, "positions have fewer than three coordinates");
    int room = (int)fmin(COORDINATES_MOST, (double)strlen(array->text) / 2 + 1); // as many as it can hold
    p->values = ARENA_ARRAY(c->arena, double, room);
    if (!p->values) return error_no_memory(c->error);
    int length = collada_numbers(array->text, p->values, room);
    p->count = length > p->offset ? (length - p->offset) / p->stride : 0;
    p->next = c->places;
    *out = c->places = p;
    return HF_STATUS_OK;
}

/// What the walk is at: triangles with these positions, placed so.
typedef struct drawing
{
    collada *c;
    const xml_node *primitive;
    const collada_places *places;
    const collada_affine *at;
    int width, offset; // numbers of a corner, and which of them is the place
    const char *next;  // number
} drawing;

static hf_status take_corner(drawing *d, double corner[3])
{
    long index = -1;
    for (int k = 0; k < d->width; k++)
    {
        char *end;
        long value = strtol(d->next, &end, 10);
        if (end == d->next) return collada_damaged(d->c, d->primitive, "has fewer numbers than corners");
        if (k == d->offset) index = value;
        d->next = end;
    }
    if (index < 0 || index >= d->places->count)
        return collada_damaged(d->c, d->primitive, "names a vertex that is not there");
    const double *from = &d->places->values[(size_t)d->places->offset + (size_t)index * (size_t)d->places->stride];
    for (int i = 0; i < 3; i++)
    {
        const double *row = &d->at->m[4 * i];
        corner[i] = row[0] * from[0] + row[1] * from[1] + row[2] * from[2] + row[3];
    }
    return HF_STATUS_OK;
}

/// Whether the numbers of a text go on.
static bool goes_on(const char *text)
{
    return text[strspn(text, " \t\r\n")] != '\0';
}

static hf_status add_triangle(drawing *d, const double *a, const double *b, const double *c)
{
    mesh_data *mesh = d->c->mesh;
    if (mesh->triangle_count >= TRIANGLES_MOST)
        return collada_damaged(d->c, d->primitive, "there are too many triangles");
    const double *corners[3] = {a, b, c};
    const collada_affine *m = d->at;
    double turned = m->m[0] * (m->m[5] * m->m[10] - m->m[6] * m->m[9]) -
                    m->m[1] * (m->m[4] * m->m[10] - m->m[6] * m->m[8]) +
                    m->m[2] * (m->m[4] * m->m[9] - m->m[5] * m->m[8]);
    for (int k = 0; k < 3 && mesh->vertices; k++)
    {
        int to = turned < 0 ? 2 - k : k; // a mirror turns the triangles over
        memcpy(&mesh->vertices[9 * (size_t)mesh->triangle_count + 3 * (size_t)to], corners[k], 3 * sizeof(double));
    }
    mesh->triangle_count++;
    return HF_STATUS_OK;
}

static hf_status make_room(collada *c, int count)
{
    if (count <= c->polygon_room) return HF_STATUS_OK;
    int room = 2 * count;
    c->polygon = ARENA_ARRAY(c->arena, double, 3 * (size_t)room);
    c->cut = ARENA_ARRAY(c->arena, int, 4 * (size_t)room); // the corners, then the triangles
    if (!c->polygon || !c->cut) return error_no_memory(c->error);
    c->polygon_room = room;
    return HF_STATUS_OK;
}

static hf_status draw_polygon(drawing *d, int count)
{
    if (count < 3) return collada_damaged(d->c, d->primitive, "a polygon has fewer than three corners");
    hf_status status = make_room(d->c, count);
    if (status != HF_STATUS_OK) return status;
    double *corners = d->c->polygon;
    int *order = d->c->cut, *triangles = d->c->cut + count;
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
        order[k] = k, status = take_corner(d, &corners[3 * (size_t)k]);
    if (status != HF_STATUS_OK) return status;
    polygon_cut(corners, order, count, triangles);
    for (int t = 0; t < count - 2 && status == HF_STATUS_OK; t++)
        status = add_triangle(d, &corners[3 * triangles[3 * t]], &corners[3 * triangles[3 * t + 1]],
                              &corners[3 * triangles[3 * t + 2]]);
    return status;
}

static hf_status draw_triangles(drawing *d)
{
    while (goes_on(d->next))
    {
        double corners[9];
        for (int k = 0; k < 3; k++) TRY(take_corner(d, &corners[3 * k]));
        TRY(add_triangle(d, corners, corners + 3, corners + 6));
    }
    return HF_STATUS_OK;
}

/// A strip of triangles, each with an edge of the one before it, or a fan round its first corner.
static hf_status draw_strip(drawing *d, bool fan)
{
    double corners[9];
    for (int k = 0; goes_on(d->next); k++)
    {
        int at = k < 3 ? k : 2;
        if (k >= 3) memmove(corners + (fan ? 3 : 0), corners + (fan ? 6 : 3), (size_t)(fan ? 3 : 6) * sizeof(double));
        TRY(take_corner(d, &corners[3 * at]));
        bool over = !fan && k % 2 == 1;
        if (k >= 2) TRY(add_triangle(d, corners, corners + (over ? 6 : 3), corners + (over ? 3 : 6)));
    }
    return HF_STATUS_OK;
}

static hf_status draw_list(drawing *d)
{
    const xml_node *counts = collada_child(d->primitive, "vcount");
    hf_status status = HF_STATUS_OK;
    for (const char *at = counts ? counts->text : NULL; at && status == HF_STATUS_OK && goes_on(at);)
    {
        char *end;
        long count = strtol(at, &end, 10);
        if (end == at || count > TRIANGLES_MOST) return collada_damaged(d->c, counts, "is no list of counts");
        status = draw_polygon(d, (int)count);
        at = end;
    }
    return status;
}

/// Corners of a polygon that is written alone.
static hf_status draw_alone(drawing *d)
{
    int numbers = 0;
    for (const char *at = d->next; goes_on(at); numbers++)
    {
        at += strspn(at, " \t\r\n");
        at += strcspn(at, " \t\r\n");
    }
    return draw_polygon(d, numbers / d->width);
}

/// One <triangles>, <polylist> and so on; other elements are passed over.
static hf_status draw_primitive(drawing *d)
{
    static const char *const kinds[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
    int kind = 0;
    while (kind < 5 && strcmp(d->primitive->name, kinds[kind]) != 0) kind++;
    if (kind == 5) return HF_STATUS_OK;
    d->width = 0, d->offset = -1;
    for (const xml_node *node = d->primitive->first; node; node = node->next)
    {
        const char *semantic = strcmp(node->name, "input") == 0 ? xml_value(node, "semantic") : NULL;
        int offset = semantic ? whole(node, "offset", 0) : -1;
        if (!semantic) continue;
        if (offset < 0 || offset >= INPUT_MOST) return collada_damaged(d->c, node, "offset: is out of range");
        d->width = offset + 1 > d->width ? offset + 1 : d->width;
        if (strcmp(semantic, "VERTEX") == 0) d->offset = offset;
    }
    if (d->offset < 0) return collada_damaged(d->c, d->primitive, "has no input VERTEX");
    for (const xml_node *node = d->primitive->first; node; node = node->next)
    {
        bool holed = strcmp(node->name, "ph") == 0; // its holes are closed
        const xml_node *list = holed ? collada_child(node, "p") : node;
        if (!list || strcmp(list->name, "p") != 0 || !list->text) continue;
        d->next = list->text;
        TRY(kind == 0   ? draw_triangles(d)
            : kind == 1 ? draw_list(d)
            : kind == 2 ? draw_alone(d)
                        : draw_strip(d, kind == 4));
    }
    return HF_STATUS_OK;
}

hf_status collada_draw(collada *c, const xml_node *geometry, const collada_affine *at)
{
    const xml_node *mesh = collada_child(geometry, "mesh");
    const collada_places *places = NULL;
    if (!mesh) return HF_STATUS_OK; // a spline
    TRY(read_places(c, mesh, &places));
    for (const xml_node *node = mesh->first; node; node = node->next)
    {
        drawing d = {.c = c, .primitive = node, .places = places, .at = at};
        TRY(draw_primitive(&d));
    }
    return HF_STATUS_OK;
}
