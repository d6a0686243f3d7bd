// Bodies with MuJoCo's plugin mujoco.elasticity.cable: the ball between a body and the one that it hangs on bends and
// twists as a rod does, if both name one instance.
//
// With the section of the body's first geom, a capsule or cylinder of radius r or a box of half sides h (y) and w (z),
// and the distance L from one body to the next:
//   about x  twist · J / L J = π r⁴/2, of a box a b³ (16/3 - 3.36 b/a (1 - b⁴/(12 a⁴))) with a >= b of h, w (Roark)
//   about y  bend · I_y / L    I_y = π r⁴/4,  of a box (2 w)³ 2 h / 12
//   about z  bend · I_z / L    I_z = π r⁴/4,  of a box (2 h)³ 2 w / 12
// At rest as it is drawn, or straight if `flat` is true. The torque is that of an energy (model/passive/bend.h); MuJoCo
// leaves out how the rotation vector turns as it grows, and agrees to first order of the turn between two bodies.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char own_plugin[] = "mujoco.elasticity.cable";
static const double pi = 3.14159265358979323846;

bool mjcf_is_cable_plugin(const mjcf_reader *reader, const xml_node *plugin)
{
    return mjcf_plugin_configs(reader, plugin, own_plugin) != NULL;
}

/// A modulus [Pa]; 0 where it is not written.
static hf_status read_modulus(mjcf_reader *reader, const xml_node *plugin, const xml_node *configs, const char *key,
                              double *value)
{
    const char *text = mjcf_plugin_config(configs, key);
    char *end = NULL;
    *value = text ? strtod(text, &end) : 0;
    if (text && (end == text || end[strspn(end, " \t\r\n")] || !(*value >= 0) || !isfinite(*value)))
        return mjcf_fail(reader, plugin, HF_STATUS_INVALID, "%s: '%s' is no modulus, a number >= 0", key, text);
    return HF_STATUS_OK;
}

/// Moments of the section: of torsion, and of area about y and z [m⁴].
static void section_of(const mjcf_geom *geom, double moments[3])
{
    const double *size = geom->size;
    if (geom->type == GEOM_CAPSULE || geom->type == GEOM_CYLINDER)
    {
        double r4 = size[0] * size[0] * size[0] * size[0];
        moments[0] = pi * r4 / 2;
        moments[1] = moments[2] = pi * r4 / 4;
    }
    else if (geom->type == GEOM_BOX)
    {
        double h = size[1], w = size[2], a = fmax(h, w), b = fmin(h, w), ratio = b / a;
        moments[0] = a * b * b * b * (16.0 / 3 - 3.36 * ratio * (1 - ratio * ratio * ratio * ratio / 12));
        moments[1] = 8 * w * w * w * 2 * h / 12;
        moments[2] = 8 * h * h * h * 2 * w / 12;
    }
}

static const mjcf_geom *first_geom(const mjcf_reader *reader, int body)
{
    for (int k = 0; k < reader->geom_count; k++)
        if (reader->geoms[k].body == body) return &reader->geoms[k];
    return NULL;
}

static mjcf_joint *ball_of(mjcf_reader *reader, int body)
{
    for (int k = reader->joint_count - 1; k >= 0; k--)
        if (reader->joints[k].body == body) return reader->joints[k].type == JOINT_BALL ? &reader->joints[k] : NULL;
    return NULL;
}

static bool same_instance(const xml_node *a, const xml_node *b)
{
    const char *one = xml_value(a, "instance"), *other = b ? xml_value(b, "instance") : NULL;
    return one && other && strcmp(one, other) == 0;
}

static hf_status bend_body(mjcf_reader *reader, int index, const xml_node *plugin)
{
    const mjcf_body *body = &reader->bodies[index];
    const xml_node *above = mjcf_child(reader->bodies[body->parent].node, "plugin", NULL);
    const mjcf_geom *geom = first_geom(reader, index);
    mjcf_joint *ball = ball_of(reader, index);
    double length = v3_norm(body->pose.position), modulus[2], moments[3] = {0};
    if (body->parent == 0 || !same_instance(plugin, above) || !ball || !geom || !(length > 0)) return HF_STATUS_OK;
    const xml_node *configs = mjcf_plugin_configs(reader, plugin, own_plugin);
    if (!configs) return HF_STATUS_OK;
    hf_status status = read_modulus(reader, plugin, configs, "twist", &modulus[0]);
    if (status == HF_STATUS_OK) status = read_modulus(reader, plugin, configs, "bend", &modulus[1]);
    if (status != HF_STATUS_OK) return status;
    section_of(geom, moments);
    for (int i = 0; i < 3; i++) ball->bending[i] = modulus[i > 0] * moments[i] / length;
    const char *flat = mjcf_plugin_config(configs, "flat");
    if (flat && strcmp(flat, "true") == 0) quat_store(ball->bending_rest, quat_conjugate(body->pose.turn));
    return HF_STATUS_OK;
}

hf_status mjcf_bend_cables(mjcf_reader *reader)
{
    for (int k = 1; k < reader->body_count; k++)
    {
        const xml_node *plugin = mjcf_child(reader->bodies[k].node, "plugin", NULL);
        if (plugin) TRY(bend_body(reader, k, plugin));
    }
    return HF_STATUS_OK;
}
