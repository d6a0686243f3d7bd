// <composite type="cable">: a chain of bodies along a curve, with ball joints between them, written out as elements
// before anything else reads them.
//
// With vertices p_0 … p_n, given or on a curve (each coordinate one of 0, s, cos(s), sin(s): size[0] i/n, size[1] cos(π
// size[2] i/n), size[1] sin(…)), segment i runs from p_i to p_{i+1}. Its body stands at p_i; x points along it, and the
// frame is carried from one segment to the next without twist (Bishop 1975): the normal turns about t_{i-1} × t_i by
// the angle between the two. The first normal is that of the curve's own plane, or, where the curve begins straight,
// the one nearest to y.
//
//   <body name="PB_first" pos quat> the first joint (ball, or free, or none), geom PG0, site PS_first
//     <body name="PB_1" pos="length 0 0" quat> <joint name="PJ_1" type="ball"/> …
//       … <body name="PB_last"> with the site PS_last at its end
//
// Names and frames are MuJoCo's. Its plugin goes to every body (mjcf_bend.c); <fibre> is an elastic rod of another kind
// (docs/fibres.md). Where the first body is fixed to the world, it and the second may not touch, which filters of
// parents and children do not see to.

#include "base/elementary.h"
#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    VERTEX_LIMIT = 1500, // bodies hang on each other as deep as that
    OWN_ATTRIBUTES = 5
};

typedef struct cable
{
    mjcf_reader *reader;
    const xml_node *node, *joint, *geom, *site, *plugin; // all but the first may be NULL
    char instance[64];                                   // of the plugin, where it has none
    const char *prefix, *initial;
    double size[3]; // of the geom, as it is written
    double *vertices;
    int count; // of vertices
} cable;

// ---- the curve ----

static hf_status curve_vertices(cable *c)
{
    mjcf_reader *reader = c->reader;
    double size[3] = {1, 0, 0}, count[3] = {0, 1, 1}, offset[3] = {0};
    double turn[4] = {1, 0, 0, 0};
    const char *text = xml_value(c->node, "curve");
    hf_status status = mjcf_numbers(reader, c->node, "size", size, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, c->node, "count", count, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, c->node, "offset", offset, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, c->node, "quat", turn, 4, 4, NULL);
    if (status == HF_STATUS_OK && !(quat_norm(quat_load(turn)) > 1e-14))
        status = mjcf_fail(reader, c->node, HF_STATUS_INVALID, "quat: is zero");
    if (status == HF_STATUS_OK && !c->vertices && !(count[0] >= 3 && count[0] <= VERTEX_LIMIT))
        status = mjcf_fail(reader, c->node, HF_STATUS_INVALID, "count: a cable has 3 to %d vertices", VERTEX_LIMIT);
    if (status != HF_STATUS_OK) return status;
    bool given = c->vertices != NULL;
    if (!given)
    {
        c->count = (int)count[0];
        c->vertices = ARENA_ZEROED(reader->arena, double, 3 * (size_t)c->count);
        if (!c->vertices) return error_no_memory(reader->error);
    }
    for (int k = 0; k < 3 && text && !given; k++)
    {
        text += strspn(text, " \t\n");
        size_t length = strcspn(text, " \t\n");
        bool line = length == 1 && *text == 's', wave = length == 6;
        bool cosine = wave && strncmp(text, "cos(s)", 6) == 0, sine = wave && strncmp(text, "sin(s)", 6) == 0;
        if (length > 0 && !line && !cosine && !sine && !(length == 1 && *text == '0'))
            return mjcf_fail(reader, c->node, HF_STATUS_FORMAT, "curve: '%.*s' is none of 0, s, cos(s), sin(s)",
                             (int)length, text);
        for (int i = 0; i < c->count; i++)
        {
            double s = (double)i / (c->count - 1), angle = 3.14159265358979323846 * size[2] * s;
            if (line) c->vertices[3 * i + k] = size[0] * s;
            if (cosine) c->vertices[3 * i + k] = size[1] * real_cos(angle);
            if (sine) c->vertices[3 * i + k] = size[1] * real_sin(angle);
        }
        text += length;
    }
    for (int i = 0; i < c->count; i++)
        v3_store(c->vertices + 3 * i,
                 v3_add(v3_load(offset), quat_rotate(quat_normalize(quat_load(turn)), v3_load(c->vertices + 3 * i))));
    return HF_STATUS_OK;
}

static hf_status find_vertices(cable *c)
{
    int count = 0;
    hf_status status = mjcf_list(c->reader, c->node, "vertex", &c->vertices, &count);
    if (status != HF_STATUS_OK) return status;
    if (count % 3 != 0 || (count > 0 && count < 9) || count / 3 > VERTEX_LIMIT)
        return mjcf_fail(c->reader, c->node, HF_STATUS_FORMAT, "vertex: %d numbers: three for each of 3 to %d vertices",
                         count, VERTEX_LIMIT);
    c->count = count / 3;
    if (count == 0) c->vertices = NULL;
    status = curve_vertices(c);
    for (int i = 0; i + 1 < c->count && status == HF_STATUS_OK; i++)
        if (!(v3_distance(v3_load(c->vertices + 3 * i), v3_load(c->vertices + 3 * i + 3)) > 1e-12))
            status = mjcf_fail(c->reader, c->node, HF_STATUS_INVALID, "vertices %d and %d are one", i, i + 1);
    return status;
}

static vec3 tangent(const cable *c, int segment)
{
    const double *p = c->vertices + 3 * segment;
    return v3_unit_or(v3_sub(v3_load(p + 3), v3_load(p)), v3(1, 0, 0));
}

/// The frame of a segment, from that of the one before it.
static quat next_frame(const cable *c, int segment, vec3 *normal)
{
    vec3 t = tangent(c, segment), axis;
    if (segment == 0)
    {
        axis = v3_cross(t, tangent(c, 1));
        vec3 y = fabs(t.y) < 0.9 ? v3(0, 1, 0) : v3(0, 0, 1);
        *normal = v3_norm(axis) > 1e-12 ? v3_cross(axis, t) : v3_add_scaled(y, -v3_dot(y, t), t);
    }
    else
    {
        vec3 last = tangent(c, segment - 1);
        axis = v3_cross(last, t);
        double size = v3_norm(axis), angle = real_atan2(size, v3_dot(last, t));
        if (size > 0) *normal = quat_rotate(quat_exp(v3_scale(angle / size, axis)), *normal);
    }
    *normal = v3_unit_or(v3_add_scaled(*normal, -v3_dot(*normal, t), t), v3_perpendicular(t));
    vec3 z = v3_cross(t, *normal);
    const double R[9] = {t.x, normal->x, z.x, t.y, normal->y, z.y, t.z, normal->z, z.z};
    return quat_from_matrix(R);
}

// ---- elements ----

/// An element with the attributes of `like` (may be NULL) that are not ours, and room for ours. NULL if memory is
/// short.
static xml_node *make(const cable *c, const char *name, const xml_node *like, const char *left_out)
{
    int count = like ? like->attribute_count : 0;
    xml_node *node = ARENA_ZEROED(c->reader->arena, xml_node, 1);
    xml_attribute *own = ARENA_ARRAY(c->reader->arena, xml_attribute, count + OWN_ATTRIBUTES);
    if (!node || !own) return NULL;
    *node = (xml_node){
        .name = name, .file = c->node->file, .line = c->node->line, .scope = c->node->scope, .attributes = own};
    for (int k = 0; k < count; k++)
        if (!strstr(left_out, like->attributes[k].name)) own[node->attribute_count++] = like->attributes[k];
    return node;
}

static bool put(const cable *c, xml_node *node, const char *name, const char *value)
{
    const char *copy = text_copy(c->reader->arena, value, strlen(value));
    node->attributes[node->attribute_count++] = (xml_attribute){name, copy};
    return copy != NULL;
}

static bool put_numbers(const cable *c, xml_node *node, const char *name, const double *x, int count)
{
    char text[160];
    int used = 0;
    for (int k = 0; k < count; k++) used += snprintf(text + used, sizeof text - (size_t)used, "%.17g ", x[k]);
    return put(c, node, name, text);
}

/// PREFIX letter _first, _1, … _last.
static bool put_name(const cable *c, xml_node *node, const char *letter, int segment)
{
    char text[300];
    if (segment == 0) snprintf(text, sizeof text, "%.200s%s_first", c->prefix, letter);
    else if (segment == c->count - 2) snprintf(text, sizeof text, "%.200s%s_last", c->prefix, letter);
    else snprintf(text, sizeof text, "%.200s%s_%d", c->prefix, letter, segment);
    return put(c, node, "name", text);
}

static void append(xml_node *parent, xml_node *child)
{
    xml_node **end = &parent->first;
    while (*end) end = &(*end)->next;
    *end = child;
}

static bool add_joint(const cable *c, xml_node *body, int segment)
{
    bool first = segment == 0, is_free = first && strcmp(c->initial, "free") == 0;
    if (first && strcmp(c->initial, "none") == 0) return true;
    xml_node *joint = make(c, is_free ? "freejoint" : "joint", is_free ? NULL : c->joint, "kind name type");
    if (!joint || !put_name(c, joint, "J", segment)) return false;
    append(body, joint);
    return is_free || put(c, joint, "type", "ball");
}

static bool add_geom(const cable *c, xml_node *body, int segment, double length)
{
    const char *type = c->geom ? xml_value(c->geom, "type") : NULL;
    bool box = type && strcmp(type, "box") == 0;
    double size[3] = {c->size[0], c->size[1], c->size[2]}, middle[3] = {length / 2, 0, 0};
    const double upright[4] = {0.70710678118654757, 0, -0.70710678118654757, 0};
    char name[300];
    size[box ? 0 : 1] = length / 2;
    snprintf(name, sizeof name, "%.200sG%d", c->prefix, segment);
    xml_node *geom = make(c, "geom", c->geom, "name size pos quat fromto");
    if (!geom) return false;
    append(body, geom);
    return put(c, geom, "name", name) && put_numbers(c, geom, "size", size, box ? 3 : 2) &&
           put_numbers(c, geom, "pos", middle, 3) && (box || put_numbers(c, geom, "quat", upright, 4));
}

static bool add_site(const cable *c, xml_node *body, int segment, double at)
{
    const double place[3] = {at, 0, 0};
    xml_node *site = make(c, "site", c->site, "name pos");
    if (!site) return false;
    append(body, site);
    return put_name(c, site, "S", segment) && put_numbers(c, site, "pos", place, 3);
}

/// The plugin of the cable, of which each body has one.
static bool add_plugin(const cable *c, xml_node *body)
{
    if (!c->plugin) return true;
    xml_node *plugin = make(c, "plugin", c->plugin, "");
    if (!plugin) return false;
    plugin->first = c->plugin->first;
    append(body, plugin);
    return xml_value(plugin, "instance") || put(c, plugin, "instance", c->instance);
}

/// The chain; NULL if memory is short.
static xml_node *make_chain(const cable *c)
{
    xml_node *root = NULL, *parent = NULL;
    vec3 normal = v3(0, 1, 0);
    quat before = quat_identity();
    double last = 0;
    for (int k = 0; k + 1 < c->count; k++)
    {
        double length = v3_distance(v3_load(c->vertices + 3 * k), v3_load(c->vertices + 3 * k + 3)), turn[4];
        quat frame = next_frame(c, k, &normal);
        const double step[3] = {last, 0, 0};
        quat_store(turn, k == 0 ? frame : quat_multiply(quat_conjugate(before), frame));
        xml_node *body = make(c, "body", NULL, "");
        if (!body || !put_name(c, body, "B", k) || !put_numbers(c, body, "pos", k == 0 ? c->vertices : step, 3) ||
            !put_numbers(c, body, "quat", turn, 4) || !add_joint(c, body, k) || !add_geom(c, body, k, length) ||
            !add_plugin(c, body) || (k == 0 && !add_site(c, body, k, 0)) ||
            (k == c->count - 2 && !add_site(c, body, k, length)))
            return NULL;
        if (parent) append(parent, body);
        else root = body;
        parent = body;
        before = frame;
        last = length;
    }
    return root;
}

/// <contact><exclude/></contact> of the first two bodies.
static bool keep_apart(const cable *c)
{
    xml_node *section = make(c, "contact", NULL, ""), *exclude = make(c, "exclude", NULL, "");
    if (!section || !exclude || !put_name(c, exclude, "B", 0) || !put_name(c, exclude, "B", 1)) return false;
    exclude->attributes[0].name = "body1";
    exclude->attributes[1].name = "body2";
    section->first = exclude;
    append(c->reader->root, section);
    return true;
}

static hf_status write_out(mjcf_reader *reader, xml_node **link, bool copied)
{
    xml_node *node = *link;
    const char *type = xml_value(node, "type"), *prefix = xml_value(node, "prefix");
    cable c = {.reader = reader, .node = node, .prefix = prefix ? prefix : "", .initial = xml_value(node, "initial")};
    if (!c.initial) c.initial = "ball";
    if (!type || strcmp(type, "cable") != 0)
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "type: only cables are composed, as in MuJoCo 3; write out the bodies, with <replicate> where "
                         "they repeat");
    if (strcmp(c.initial, "ball") != 0 && strcmp(c.initial, "free") != 0 && strcmp(c.initial, "none") != 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "initial: '%s' is none of free, ball, none", c.initial);
    c.joint = mjcf_child(node, "joint", NULL);
    c.geom = mjcf_child(node, "geom", NULL);
    c.site = mjcf_child(node, "site", NULL);
    c.plugin = mjcf_child(node, "plugin", NULL);
    snprintf(c.instance, sizeof c.instance, "composite of line %d", node->line);
    const char *shape = c.geom ? xml_value(c.geom, "type") : NULL;
    if (!shape || (strcmp(shape, "capsule") != 0 && strcmp(shape, "cylinder") != 0 && strcmp(shape, "box") != 0))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "a cable needs a <geom> of type capsule, cylinder or box");
    hf_status status = mjcf_numbers(reader, c.geom, "size", c.size, 1, 3, NULL);
    if (status == HF_STATUS_OK) status = find_vertices(&c);
    if (status != HF_STATUS_OK) return status;
    xml_node *chain = make_chain(&c);
    bool apart = !chain || copied || strcmp(c.initial, "none") != 0 || keep_apart(&c);
    if (!chain || !apart) return error_no_memory(reader->error);
    chain->next = node->next;
    *link = chain;
    return HF_STATUS_OK;
}

/// `copied`: inside <replicate>, whose copies have other names.
static hf_status expand(mjcf_reader *reader, xml_node *parent, bool copied)
{
    for (xml_node **link = &parent->first; *link; link = &(*link)->next)
    {
        bool again = copied || strcmp((*link)->name, "replicate") == 0;
        if (strcmp((*link)->name, "composite") == 0) TRY(write_out(reader, link, copied));
        else TRY(expand(reader, *link, again));
    }
    return HF_STATUS_OK;
}

hf_status mjcf_expand_cables(mjcf_reader *reader)
{
    xml_node *section = reader->root->first;
    for (; section; section = section->next)
        if (strcmp(section->name, "worldbody") == 0) TRY(expand(reader, section, false));
    return HF_STATUS_OK;
}
