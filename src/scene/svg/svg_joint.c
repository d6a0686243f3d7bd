// Pins, sliders, springs, gears and motors of a drawing.
//
//   class="pin"     a circle: its middle data-bodies="a b", or those that it is drawn over; one: pinned to the ground
//   class="slider"  a line: its direction
//   class="spring"  a line: its ends
//   class="gear"    any element, with data-joints="p q", data-ratio
// A pin or slider with data-motor="speed" is driven.

#include "scene/svg/svg.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double DEGREE = 0.017453292519943295769;

bool svg_is_joint(const xml_node *node)
{
    return svg_has_class(node, "pin") || svg_has_class(node, "slider") || svg_has_class(node, "spring") ||
           svg_has_class(node, "gear");
}

// ---- names ----

/// The next word of a list; its length, 0 at the end.
static size_t next_word(const char **s)
{
    while (**s == ' ' || **s == ',' || **s == '\t' || **s == '\n' || **s == '\r') (*s)++;
    return strcspn(*s, " ,\t\r\n");
}

static bool is_named(const char *name, const char *word, size_t length)
{
    return name && strlen(name) == length && strncmp(name, word, length) == 0;
}

static hf_status find_body(svg_reader *reader, const xml_node *node, const char *word, size_t length, int *body)
{
    *body = HF_PLANAR_GROUND;
    if (is_named("ground", word, length)) return HF_STATUS_OK;
    for (const svg_body *b = reader->bodies; b; b = b->next)
        if (is_named(b->name, word, length))
        {
            *body = b->index;
            return HF_STATUS_OK;
        }
    return svg_fail(reader, node, "data-bodies: there is no body with the id '%.*s'", (int)(length < 60 ? length : 60),
                    word);
}

/// The bodies that the joint is said to join; one alone is joined to the ground, which then comes first.
static hf_status named_bodies(svg_reader *reader, const xml_node *node, int *a, int *b)
{
    const char *s = xml_value(node, "data-bodies");
    int found[2] = {HF_PLANAR_GROUND, HF_PLANAR_GROUND}, count = 0;
    size_t length;
    if (!s) return svg_fail(reader, node, "data-bodies is missing: the ids of one or two bodies");
    while ((length = next_word(&s)) > 0)
    {
        if (count == 2) return svg_fail(reader, node, "data-bodies: more than two");
        hf_status status = find_body(reader, node, s, length, &found[count++]);
        if (status != HF_STATUS_OK) return status;
        s += length;
    }
    if (count == 0) return svg_fail(reader, node, "data-bodies is empty");
    *a = count == 1 ? HF_PLANAR_GROUND : found[0];
    *b = count == 1 ? found[0] : found[1];
    return HF_STATUS_OK;
}

/// The bodies that a pin without names is drawn over.
static hf_status bodies_under(svg_reader *reader, const xml_node *node, const double at[2], int *a, int *b)
{
    int found[2] = {HF_PLANAR_GROUND, HF_PLANAR_GROUND}, count = 0;
    for (const svg_body *body = reader->bodies; body; body = body->next)
    {
        bool under = false;
        for (const svg_rings *r = body->rings; r; r = r->next) under = under || svg_contains(r, at);
        if (!under) continue;
        if (count == 2)
            return svg_fail(reader, node, "the pin is drawn over more than two bodies; say which in data-bodies");
        found[count++] = body->index;
    }
    if (count == 0)
        return svg_fail(reader, node,
                        "the pin is drawn over no body; move it there, or name its bodies in data-bodies");
    *a = count == 1 ? HF_PLANAR_GROUND : found[0];
    *b = count == 1 ? found[0] : found[1];
    return HF_STATUS_OK;
}

static hf_status passed(svg_reader *reader, const xml_node *node, hf_status status, const hf_error *why)
{
    if (status == HF_STATUS_OK) return status;
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    return svg_fail(reader, node, "%.300s", why->message);
}

// ---- places ----

static hf_status read_line(svg_reader *reader, const xml_node *node, const svg_transform *t, double ends[2][2])
{
    static const char *const names[4] = {"x1", "y1", "x2", "y2"};
    double v[4] = {0};
    if (strcmp(node->name, "line") != 0) return svg_fail(reader, node, "a slider or spring is drawn as a <line>");
    for (int k = 0; k < 4; k++)
    {
        hf_status status = svg_numbers(reader, node, names[k], &v[k], 1, 1, NULL);
        if (status != HF_STATUS_OK) return status;
    }
    svg_apply(t, v[0], v[1], ends[0]);
    svg_apply(t, v[2], v[3], ends[1]);
    return HF_STATUS_OK;
}

static hf_status read_middle(svg_reader *reader, const xml_node *node, const svg_transform *t, double at[2])
{
    double x = 0, y = 0;
    if (strcmp(node->name, "circle") != 0 && strcmp(node->name, "ellipse") != 0)
        return svg_fail(reader, node, "a pin is drawn as a <circle>");
    hf_status status = svg_numbers(reader, node, "cx", &x, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "cy", &y, 1, 1, NULL);
    svg_apply(t, x, y, at);
    return status;
}

// ---- joints ----

static hf_status read_terms(svg_reader *reader, const xml_node *node, hf_planar_joint_def *def)
{
    int limits = 0;
    hf_status status = svg_numbers(reader, node, "data-range", def->range, 2, 2, &limits);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-stiffness", &def->stiffness, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-rest", &def->spring, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-damping", &def->damping, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-friction", &def->friction, 1, 1, NULL);
    def->limited = limits > 0;
    double unit = def->kind == HF_PLANAR_PIN ? DEGREE : 1.0;
    def->range[0] *= unit;
    def->range[1] *= unit;
    def->spring *= unit;
    def->collides = svg_has_class(node, "collide");
    def->far = svg_has_class(node, "far");
    return status;
}

hf_status svg_read_joint(svg_reader *reader, const xml_node *node, const svg_transform *t)
{
    hf_planar_joint_def def = hf_planar_joint_def_default();
    bool pin = svg_has_class(node, "pin");
    hf_status status;
    if (!pin && !svg_has_class(node, "slider")) return HF_STATUS_OK;
    def.name = xml_value(node, "id");
    if (pin)
    {
        status = read_middle(reader, node, t, def.at);
        if (status == HF_STATUS_OK)
            status = xml_value(node, "data-bodies") ? named_bodies(reader, node, &def.body_a, &def.body_b)
                                                    : bodies_under(reader, node, def.at, &def.body_a, &def.body_b);
    }
    else
    {
        double ends[2][2];
        def.kind = HF_PLANAR_SLIDER;
        status = read_line(reader, node, t, ends);
        if (status == HF_STATUS_OK) status = named_bodies(reader, node, &def.body_a, &def.body_b);
        for (int i = 0; i < 2 && status == HF_STATUS_OK; i++) def.axis[i] = ends[1][i] - ends[0][i];
    }
    if (status == HF_STATUS_OK) status = read_terms(reader, node, &def);
    svg_joint *joint = ARENA_ZEROED(reader->arena, svg_joint, 1);
    if (!joint) return error_no_memory(reader->error);
    hf_error why = {0};
    if (status == HF_STATUS_OK)
        status = passed(reader, node, hf_planar_add_joint(reader->planar, &def, &joint->index, &why), &why);
    joint->node = node;
    joint->next = reader->joints;
    reader->joints = joint;
    return status;
}

// ---- what drives them ----

static hf_status read_motor(svg_reader *reader, const xml_node *node)
{
    hf_planar_motor_def def = hf_planar_motor_def_default();
    hf_error why = {0};
    for (const svg_joint *j = reader->joints; j; j = j->next)
        if (j->node == node) def.joint = j->index;
    hf_status status = svg_numbers(reader, node, "data-motor", &def.speed, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-gain", &def.gain, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-limit", &def.limit, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    return passed(reader, node, hf_planar_add_motor(reader->planar, &def, NULL, &why), &why);
}

static hf_status read_spring(svg_reader *reader, const xml_node *node, const svg_transform *t)
{
    hf_planar_spring_def def = hf_planar_spring_def_default();
    double ends[2][2];
    hf_error why = {0};
    def.name = xml_value(node, "id");
    hf_status status = read_line(reader, node, t, ends);
    if (status == HF_STATUS_OK) status = named_bodies(reader, node, &def.body_a, &def.body_b);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-stiffness", &def.stiffness, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-damping", &def.damping, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = svg_numbers(reader, node, "data-length", &def.length, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    memcpy(def.at_a, ends[0], sizeof def.at_a);
    memcpy(def.at_b, ends[1], sizeof def.at_b);
    return passed(reader, node, hf_planar_add_spring(reader->planar, &def, NULL, &why), &why);
}

static hf_status read_gear(svg_reader *reader, const xml_node *node)
{
    hf_planar_gear_def def = hf_planar_gear_def_default();
    const char *s = xml_value(node, "data-joints");
    int *to[2] = {&def.joint_a, &def.joint_b};
    hf_error why = {0};
    def.name = xml_value(node, "id");
    for (int k = 0; k < 2; k++)
    {
        size_t length = s ? next_word(&s) : 0;
        if (length == 0) return svg_fail(reader, node, "data-joints: the ids of two pins or sliders are wanted");
        for (const svg_joint *j = reader->joints; j; j = j->next)
            if (is_named(xml_value(j->node, "id"), s, length)) *to[k] = j->index;
        if (*to[k] < 0)
            return svg_fail(reader, node, "data-joints: there is no pin or slider with the id '%.*s'",
                            (int)(length < 60 ? length : 60), s);
        s += length;
    }
    hf_status status = svg_numbers(reader, node, "data-ratio", &def.ratio, 1, 1, NULL);
    if (status != HF_STATUS_OK) return status;
    return passed(reader, node, hf_planar_add_gear(reader->planar, &def, NULL, &why), &why);
}

hf_status svg_read_drive(svg_reader *reader, const xml_node *node, const svg_transform *t)
{
    if (svg_has_class(node, "spring")) return read_spring(reader, node, t);
    if (svg_has_class(node, "gear")) return read_gear(reader, node);
    return xml_value(node, "data-motor") ? read_motor(reader, node) : HF_STATUS_OK;
}
