// SVG: a drawing as a planar scene.
//
// Every path, polygon, rect, circle and ellipse is a body, named by its id; a group with class="body" is one body of
// all that is in it. Circles stay discs where their transform is a similarity; everything else becomes polygons, rings
// within rings holes. Attributes say what a drawing cannot, on an element or a group of them:
//
//   class="static"        it does not move data-density [kg/m²] data-mass [kg] data-friction data-restitution
//   class="ghost"         it touches nothing data-level data-velocity="x y" [m/s] data-turn [rad/s]
//   data-crank="speed"    it turns at this speed [rad/s], about data-pivot="x y" (of the drawing), or its middle
//
// Joints: svg_joint.c. The drawing itself: data-scale [m] of a unit, data-gravity, data-timestep, data-duration,
// data-tolerance of curves [m].
// Units: of width where it has one (mm, cm, in), otherwise a unit is a millimetre. y points up from the lower edge of
// the view.

#include "scene/svg/svg.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/locale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// What groups hand down.
typedef struct svg_context
{
    svg_transform t; // to metres of the plane
    hf_planar_body_def body;
    hf_planar_shape_def shape;
    svg_body *group; // NULL: each shape is a body of its own
} svg_context;

bool svg_contains(const svg_rings *r, const double p[2])
{
    bool inside = false;
    for (int ring = 0; ring < r->ring_count; ring++)
        for (int k = r->begin[ring]; k < r->begin[ring + 1]; k++)
        {
            const double *a = r->point[k], *b = r->point[k + 1 < r->begin[ring + 1] ? k + 1 : r->begin[ring]];
            if ((a[1] > p[1]) == (b[1] > p[1])) continue;
            double side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
            if ((side > 0) == (b[1] > a[1])) inside = !inside;
        }
    return inside;
}

static hf_status passed(svg_reader *reader, const xml_node *node, hf_status status, const hf_error *why)
{
    if (status == HF_STATUS_OK) return status;
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    return svg_fail(reader, node, "%.300s", why->message);
}

// ---- attributes ----

static hf_status read_attributes(svg_reader *reader, const xml_node *node, svg_context *c)
{
    const struct
    {
        const char *name;
        double *values;
        int count;
    } fields[] = {
        {"data-density", &c->body.density, 1},    {"data-mass", &c->body.mass, 1},
        {"data-friction", &c->shape.friction, 1}, {"data-restitution", &c->shape.restitution, 1},
        {"data-velocity", c->body.velocity, 2},   {"data-turn", &c->body.turn_rate, 1},
        {"data-crank", &c->body.turn_rate, 1},    {"data-gravity-scale", &c->body.gravity_scale, 1},
    };
    hf_status status = HF_STATUS_OK;
    double level = c->body.level;
    int given = 0;
    for (size_t k = 0; k < sizeof fields / sizeof fields[0] && status == HF_STATUS_OK; k++)
        status = svg_numbers(reader, node, fields[k].name, fields[k].values, fields[k].count, fields[k].count, NULL);
    const char *text = xml_value(node, "data-level");
    if (text && strcmp(text, "all") == 0) level = HF_PLANAR_ALL_LEVELS;
    else if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-level", &level, 1, 1, &given);
    if (status != HF_STATUS_OK) return status;
    if (given && !(level >= 0 && level < HF_PLANAR_LEVELS && level == floor(level)))
        return svg_fail(reader, node, "data-level='%.20s': levels are 0 … %d, or all", text, HF_PLANAR_LEVELS - 1);
    c->body.level = (int)level;
    if (svg_has_class(node, "static")) c->body.motion = HF_MOTION_STATIC;
    if (xml_value(node, "data-crank")) c->body.motion = HF_MOTION_PRESCRIBED;
    if (svg_has_class(node, "ghost")) c->shape.collides = false;
    (void)svg_fill(node, c->shape.color);
    svg_transform own;
    status = svg_read_transform(reader, node, &own);
    c->t = svg_multiply(c->t, own);
    return status;
}

// ---- bodies ----

static bool is_similarity(const svg_transform *t)
{
    const double SAME = 1e-9;
    double x = t->a * t->a + t->b * t->b, y = t->c * t->c + t->d * t->d, skew = t->a * t->c + t->b * t->d;
    return fabs(x - y) <= SAME * x && fabs(skew) <= SAME * x;
}

/// Where the frame of a body is: the pivot, or the middle of its first shape.
static hf_status place_body(svg_reader *reader, const xml_node *node, const xml_node *shape, const svg_context *c,
                            const svg_rings *rings, double position[2])
{
    double pivot[2] = {0, 0}, low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    int given = 0;
    hf_status status = svg_numbers(reader, node, "data-pivot", pivot, 2, 2, &given);
    for (int k = 0; k < rings->count; k++)
        for (int i = 0; i < 2; i++)
        {
            low[i] = fmin(low[i], rings->point[k][i]);
            high[i] = fmax(high[i], rings->point[k][i]);
        }
    for (int i = 0; i < 2; i++) position[i] = 0.5 * (low[i] + high[i]);
    bool round = !given && (strcmp(shape->name, "circle") == 0 || strcmp(shape->name, "ellipse") == 0);
    if (round && status == HF_STATUS_OK) status = svg_numbers(reader, shape, "cx", &pivot[0], 1, 1, NULL);
    if (round && status == HF_STATUS_OK) status = svg_numbers(reader, shape, "cy", &pivot[1], 1, 1, NULL);
    if (given || round) svg_apply(&c->t, pivot[0], pivot[1], position);
    return status;
}

/// The body of a shape, made when its first shape is met.
static hf_status find_body(svg_reader *reader, const xml_node *node, const svg_context *c, const svg_rings *rings,
                           svg_body **found)
{
    svg_body *body = c->group;
    if (body && body->index >= 0)
    {
        *found = body;
        return HF_STATUS_OK;
    }
    if (!body)
    {
        body = ARENA_ZEROED(reader->arena, svg_body, 1);
        if (!body) return error_no_memory(reader->error);
        body->node = node;
    }
    hf_planar_body_def def = c->body;
    hf_error why = {0};
    body->name = def.name = xml_value(body->node, "id");
    hf_status status = place_body(reader, body->node, node, c, rings, def.position);
    if (status == HF_STATUS_OK)
        status = passed(reader, body->node, hf_planar_add_body(reader->planar, &def, &body->index, &why), &why);
    memcpy(body->position, def.position, sizeof body->position);
    *reader->last_body = body;
    reader->last_body = &body->next;
    *found = body;
    return status;
}

// ---- shapes ----

/// Whether ring b is inside ring a.
static bool ring_inside(const svg_rings *r, int a, int b)
{
    int begin[2] = {r->begin[a], r->begin[a + 1]};
    const svg_rings one = {.ring_count = 1, .begin = begin, .point = r->point};
    return a != b && svg_contains(&one, r->point[r->begin[b]]);
}

static int ring_depth(const svg_rings *r, int ring)
{
    int depth = 0;
    for (int k = 0; k < r->ring_count; k++) depth += ring_inside(r, k, ring);
    return depth;
}

/// One outer ring with its holes, as a polygon in the frame of the body.
static hf_status add_polygon(svg_reader *reader, const xml_node *node, const svg_rings *r, int outer,
                             hf_planar_shape_def *def)
{
    int depth = ring_depth(r, outer), holes = 0, total = 0;
    int *begin = ARENA_ZEROED(reader->arena, int, r->ring_count + 1);
    double(*points)[2] = arena_take_zeroed(reader->arena, (size_t)r->count + 1, sizeof *points);
    if (!begin || !points) return error_no_memory(reader->error);
    for (int k = 0; k < r->ring_count; k++)
    {
        if (!ring_inside(r, outer, k) || ring_depth(r, k) != depth + 1) continue;
        int count = r->begin[k + 1] - r->begin[k];
        memcpy(points + total, r->point + r->begin[k], (size_t)count * sizeof *points);
        total += count;
        begin[++holes] = total;
    }
    def->kind = HF_PLANAR_POLYGON;
    def->point_count = r->begin[outer + 1] - r->begin[outer];
    def->points = (const double(*)[2])(r->point + r->begin[outer]);
    def->hole_count = holes;
    def->hole_begin = begin;
    def->hole_points = (const double(*)[2])points;
    hf_error why = {0};
    return passed(reader, node, hf_planar_add_shape(reader->planar, def, NULL, &why), &why);
}

static hf_status add_disc(svg_reader *reader, const xml_node *node, const svg_context *c, const double position[2],
                          hf_planar_shape_def *def)
{
    double x = 0, y = 0, radius = 0, center[1][2];
    hf_status status = svg_numbers(reader, node, "cx", &x, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "cy", &y, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "r", &radius, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    svg_apply(&c->t, x, y, center[0]);
    for (int i = 0; i < 2; i++) center[0][i] -= position[i];
    def->kind = HF_PLANAR_DISC;
    def->points = (const double(*)[2])center;
    def->point_count = 1;
    def->radius = radius * sqrt(c->t.a * c->t.a + c->t.b * c->t.b);
    hf_error why = {0};
    return passed(reader, node, hf_planar_add_shape(reader->planar, def, NULL, &why), &why);
}

static hf_status read_shape(svg_reader *reader, const xml_node *node, const svg_context *c)
{
    svg_rings *rings = ARENA_ZEROED(reader->arena, svg_rings, 1);
    svg_body *body = NULL;
    if (!rings) return error_no_memory(reader->error);
    hf_status status = svg_outline(reader, node, &c->t, rings);
    if (status != HF_STATUS_OK) return status;
    if (rings->ring_count == 0)
        return svg_fail(reader, node, "it encloses nothing: a line is no body; make its stroke a path, or remove it");
    status = find_body(reader, node, c, rings, &body);
    if (status != HF_STATUS_OK) return status;
    rings->next = body->rings;
    body->rings = rings;
    double position[2];
    memcpy(position, body->position, sizeof position);
    hf_planar_shape_def def = c->shape;
    def.body = body->index;
    def.name = xml_value(node, "id");
    if (strcmp(node->name, "circle") == 0 && is_similarity(&c->t)) return add_disc(reader, node, c, position, &def);
    svg_rings local = *rings; // in the frame of the body
    local.point = arena_take_zeroed(reader->arena, (size_t)rings->count, sizeof *local.point);
    if (!local.point) return error_no_memory(reader->error);
    for (int k = 0; k < rings->count; k++)
        for (int i = 0; i < 2; i++) local.point[k][i] = rings->point[k][i] - position[i];
    for (int k = 0; k < local.ring_count && status == HF_STATUS_OK; k++)
        if (ring_depth(&local, k) % 2 == 0) status = add_polygon(reader, node, &local, k, &def);
    return status;
}

// ---- the drawing ----

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0) return true;
    return false;
}

static const char *const shape_names[] = {"path", "polygon", "polyline", "rect", "circle", "ellipse", NULL};
static const char *const group_names[] = {"g", "svg", "a", "switch", NULL};
static const char *const refused_names[] = {"use", "symbol", NULL};
static const char *const silent_names[] = {"defs",      "style",  "metadata", "title", "desc",
                                           "namedview", "script", "clipPath", "mask",  NULL};

static hf_status walk(svg_reader *reader, const xml_node *node, const svg_context *above, int pass)
{
    svg_context c = *above;
    const char *name = node->name;
    if (is_one_of(name, silent_names)) return HF_STATUS_OK;
    if (is_one_of(name, refused_names))
        return svg_fail(reader, node, "copies are not read; unlink them in the drawing program");
    hf_status status = read_attributes(reader, node, &c);
    if (status != HF_STATUS_OK) return status;
    if (svg_is_joint(node))
        return pass == 1   ? svg_read_joint(reader, node, &c.t)
               : pass == 2 ? svg_read_drive(reader, node, &c.t)
                           : HF_STATUS_OK;
    if (is_one_of(name, shape_names)) return pass == 0 ? read_shape(reader, node, &c) : HF_STATUS_OK;
    if (!is_one_of(name, group_names))
    {
        reader->skipped = name;
        return HF_STATUS_OK;
    }
    svg_body group = {.node = node, .index = -1}, *kept = NULL;
    if (pass == 0 && svg_has_class(node, "body"))
    {
        kept = ARENA_ZEROED(reader->arena, svg_body, 1);
        if (!kept) return error_no_memory(reader->error);
        *kept = group;
        c.group = kept;
    }
    for (const xml_node *child = node->first; child && status == HF_STATUS_OK; child = child->next)
        status = walk(reader, child, &c, pass);
    return status;
}

/// The drawing's units, and where its lower left corner is.
static hf_status read_frame(svg_reader *reader)
{
    const xml_node *root = reader->root;
    double view[4] = {0, 0, 0, 0}, width = 0, height = 0;
    bool metric = false, metric_height;
    int given = 0, scaled = 0;
    hf_status status = svg_numbers(reader, root, "viewBox", view, 4, 4, &given);
    if (status != HF_STATUS_OK) return status;
    const char *text = xml_value(root, "width");
    bool has_width = text && svg_length(text, &width, &metric);
    text = xml_value(root, "height");
    if (!text || !svg_length(text, &height, &metric_height)) height = 0;
    if (!given) view[2] = width, view[3] = height;
    reader->scale = 0.001;
    if (has_width && metric && view[2] > 0) reader->scale = width * 0.0254 / 96 / view[2];
    status = svg_numbers(reader, root, "data-scale", &reader->scale, 1, 1, &scaled);
    if (status != HF_STATUS_OK) return status;
    if (!(reader->scale > 0) || isinf(reader->scale))
        return svg_fail(reader, root, "data-scale = %g m: must be > 0", reader->scale);
    double s = reader->scale;
    reader->to_plane = (svg_transform){s, 0, 0, -s, -s * view[0], s * (view[1] + view[3])};
    double extent = fmax(view[2], view[3]);
    reader->tolerance = extent > 0 ? s * extent / 2000 : 0.1 * s;
    status = svg_numbers(reader, root, "data-tolerance", &reader->tolerance, 1, 1, NULL);
    if (status == HF_STATUS_OK && !(reader->tolerance > 0))
        status = svg_fail(reader, root, "data-tolerance = %g m: must be > 0", reader->tolerance);
    return status;
}

static hf_status read_settings(svg_reader *reader)
{
    const xml_node *root = reader->root;
    double gravity[2] = {0, -9.81};
    hf_settings *s = &reader->settings;
    *s = hf_settings_default();
    s->step.timestep = 1e-3;
    hf_status status = svg_numbers(reader, root, "data-gravity", gravity, 2, 2, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, root, "data-timestep", &s->step.timestep, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, root, "data-duration", &s->step.duration, 1, 1, NULL);
    s->physics.gravity[0] = gravity[0]; // the plane is seen from the front
    s->physics.gravity[1] = 0;
    s->physics.gravity[2] = gravity[1];
    return status;
}

static hf_status read_drawing(svg_reader *reader, hf_builder *builder)
{
    hf_planar_def def = hf_planar_def_default();
    hf_error why = {0};
    if (strcmp(reader->root->name, "svg") != 0)
        return svg_fail(reader, reader->root, "is no drawing, which begins with <svg>");
    hf_status status = read_frame(reader);
    if (status == HF_STATUS_OK) status = read_settings(reader);
    if (status == HF_STATUS_OK)
        status = passed(reader, reader->root, hf_builder_set(builder, &reader->settings, &why), &why);
    if (status == HF_STATUS_OK)
        status = passed(reader, reader->root, hf_planar_create(&def, &reader->planar, &why), &why);
    svg_context c = {
        .t = reader->to_plane, .body = hf_planar_body_def_default(), .shape = hf_planar_shape_def_default()};
    c.shape.friction = 0.5;
    for (int pass = 0; pass < 3 && status == HF_STATUS_OK; pass++) status = walk(reader, reader->root, &c, pass);
    if (status == HF_STATUS_OK && !reader->bodies)
        status = svg_fail(reader, reader->root, "it has no shapes that are read: path, polygon, rect, circle, ellipse");
    if (status == HF_STATUS_OK)
        status = passed(reader, reader->root, hf_planar_build(reader->planar, builder, &why), &why);
    hf_planar_destroy(reader->planar);
    return status;
}

hf_status hf_scene_read_svg(const char *path, hf_notice notice, void *context, hf_builder **builder, hf_error *error)
{
    svg_reader reader = {.path = path, .error = error, .notice = notice, .notice_context = context};
    *builder = NULL;
    reader.last_body = &reader.bodies;
    hf_status status = hf_workspace_create(&reader.arena, error);
    if (status != HF_STATUS_OK) return status;
    hf_builder *made = NULL;
    c_locale locale = c_locale_enter();
    status = xml_read(path, reader.arena, &reader.root, error);
    if (status == HF_STATUS_OK) status = hf_builder_create(&made, error);
    if (status == HF_STATUS_OK) status = read_drawing(&reader, made);
    c_locale_leave(&locale);
    if (status == HF_STATUS_OK && reader.skipped && notice)
    {
        char text[256];
        snprintf(text, sizeof text, "%.120s: <%.40s> and the like are no shapes, and are left out", path,
                 reader.skipped);
        notice(context, text);
    }
    hf_workspace_destroy(reader.arena);
    if (status == HF_STATUS_OK) *builder = made;
    else hf_builder_destroy(made);
    return status;
}
