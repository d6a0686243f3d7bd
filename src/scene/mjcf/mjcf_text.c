// Attributes of an MJCF element, from text to numbers.

#include "base/elementary.h"
#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

hf_status mjcf_fail(mjcf_reader *reader, const xml_node *node, hf_status status, const char *format, ...)
{
    char text[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(reader->error, status, "%s:%d: <%s>: %s", node->file, node->line, node->name, text);
}

/// One number; *text moves on. The messages name the attribute.
static hf_status one_number(mjcf_reader *reader, const xml_node *node, const char *attribute, const char **text,
                            double *out)
{
    char *end;
    *out = strtod(*text, &end);
    int length = (int)strcspn(*text, " \t\r\n");
    if (end == *text || (*end && !isspace((unsigned char)*end)))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: '%.*s' is no number", attribute,
                         length < 40 ? length : 40, *text);
    if (!isfinite(*out))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: '%.*s' is not finite", attribute,
                         length < 40 ? length : 40, *text);
    *text = end;
    return HF_STATUS_OK;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text)) text++;
    return text;
}

hf_status mjcf_numbers(mjcf_reader *reader, const xml_node *node, const char *attribute, double *out, int least,
                       int most, int *count)
{
    int found = 0;
    const char *text = xml_value(node, attribute);
    if (count) *count = 0;
    if (!text) return HF_STATUS_OK;
    for (text = skip_blanks(text); *text; text = skip_blanks(text))
    {
        double value;
        hf_status status = one_number(reader, node, attribute, &text, &value);
        if (status != HF_STATUS_OK) return status;
        if (found < most) out[found] = value;
        found++;
    }
    if (found < least || found > most)
        return least == most ? mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: %d numbers, there must be %d", attribute,
                                         found, most)
                             : mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: %d numbers, there must be %d to %d",
                                         attribute, found, least, most);
    if (count) *count = found;
    return HF_STATUS_OK;
}

hf_status mjcf_list(mjcf_reader *reader, const xml_node *node, const char *attribute, double **out, int *count)
{
    *out = NULL;
    *count = 0;
    const char *text = xml_value(node, attribute);
    if (!text) return HF_STATUS_OK;
    *out = ARENA_ARRAY(reader->arena, double, strlen(text) / 2 + 1); // a number and a blank take two bytes at least
    if (!*out) return error_no_memory(reader->error);
    for (text = skip_blanks(text); *text; text = skip_blanks(text))
    {
        hf_status status = one_number(reader, node, attribute, &text, &(*out)[*count]);
        if (status != HF_STATUS_OK) return status;
        ++*count;
    }
    return HF_STATUS_OK;
}

hf_status mjcf_whole(mjcf_reader *reader, const xml_node *node, const char *attribute, double least, double most,
                     double *out)
{
    int count;
    hf_status status = mjcf_numbers(reader, node, attribute, out, 1, 1, &count);
    if (status != HF_STATUS_OK || count == 0) return status;
    if (*out != floor(*out) || *out < least || *out > most)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: %g must be a whole number in %g … %g", attribute, *out,
                         least, most);
    return HF_STATUS_OK;
}

hf_status mjcf_choice(mjcf_reader *reader, const xml_node *node, const char *attribute, const char *choices, int *out)
{
    const char *text = xml_value(node, attribute);
    if (!text) return HF_STATUS_OK;
    int index = 0;
    for (const char *c = choices; *c; index++)
    {
        size_t length = strcspn(c, "|");
        if (strlen(text) == length && strncmp(c, text, length) == 0)
        {
            *out = index;
            return HF_STATUS_OK;
        }
        c += length + (c[length] == '|');
    }
    return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: '%.40s' is none of %s", attribute, text, choices);
}

hf_status mjcf_flag(mjcf_reader *reader, const xml_node *node, const char *attribute, bool *out)
{
    int index = *out;
    hf_status status = mjcf_choice(reader, node, attribute, "false|true", &index);
    *out = index == 1;
    return status;
}

// ---- orientations ----

hf_status mjcf_read_orientation(mjcf_reader *reader, const xml_node *node, mjcf_orientation *orientation)
{
    static const struct
    {
        const char *attribute;
        orientation_kind kind;
        int count;
    } forms[] = {
        {"axisangle", ORIENTATION_AXIS_ANGLE, 4},
        {"xyaxes", ORIENTATION_XY_AXES, 6},
        {"zaxis", ORIENTATION_Z_AXIS, 3},
        {"euler", ORIENTATION_EULER, 3},
    };
    int written;
    hf_status status = mjcf_numbers(reader, node, "quat", orientation->quat, 4, 4, &written);
    const char *first = written ? "quat" : NULL;
    for (size_t k = 0; k < sizeof forms / sizeof forms[0] && status == HF_STATUS_OK; k++)
    {
        status = mjcf_numbers(reader, node, forms[k].attribute, orientation->values, forms[k].count, forms[k].count,
                              &written);
        if (status != HF_STATUS_OK || !written) continue;
        if (first)
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "has two orientations, %s and %s; remove one", first,
                             forms[k].attribute);
        first = forms[k].attribute;
        orientation->kind = forms[k].kind;
    }
    return status;
}

/// Letters of eulerseq in turn: about the axes of the turning frame (lower case) or of the fixed one (upper case).
static quat turn_euler(const mjcf_compiler *compiler, const double *angles)
{
    quat q = quat_identity();
    for (int i = 0; i < 3; i++)
    {
        char letter = compiler->eulerseq[i];
        double angle = angles[i] * (compiler->degrees ? pi / 180 : 1), s = real_sin(angle / 2);
        int axis = tolower((unsigned char)letter) - 'x';
        quat step = {real_cos(angle / 2), axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
        q = islower((unsigned char)letter) ? quat_multiply(q, step) : quat_multiply(step, q);
    }
    return q;
}

static bool turn_axes(const double *values, quat *q)
{
    vec3 x = v3_load(values), y = v3_load(values + 3);
    if (v3_norm(x) < 1e-14) return false;
    x = v3_scale(1 / v3_norm(x), x);
    y = v3_add_scaled(y, -v3_dot(x, y), x);
    if (v3_norm(y) < 1e-14) return false;
    y = v3_scale(1 / v3_norm(y), y);
    vec3 z = v3_cross(x, y);
    const double R[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    *q = quat_from_matrix(R);
    return true;
}

/// The smallest turn from (0, 0, 1) to the axis.
static bool turn_z(const double *values, quat *q)
{
    vec3 axis = v3_load(values), across = v3_cross(v3(0, 0, 1), axis);
    double sine = v3_norm(across);
    if (v3_norm(axis) < 1e-14) return false;
    vec3 about = sine < 1e-10 ? v3(1, 0, 0) : v3_scale(1 / sine, across);
    *q = quat_exp(v3_scale(real_atan2(sine, axis.z), about));
    return true;
}

hf_status mjcf_orient(mjcf_reader *reader, const xml_node *node, const mjcf_orientation *orientation, quat *turn)
{
    const double *v = orientation->values;
    const mjcf_compiler *compiler = mjcf_compiler_of(reader, node);
    bool good = true;
    quat q = quat_load(orientation->quat);
    switch (orientation->kind)
    {
    case ORIENTATION_NONE: good = quat_norm(q) > 1e-14; break;
    case ORIENTATION_AXIS_ANGLE:
    {
        double norm = v3_norm(v3_load(v)), angle = v[3] * (compiler->degrees ? pi / 180 : 1);
        good = norm > 1e-14;
        if (good) q = quat_exp(v3_scale(angle / norm, v3_load(v)));
        break;
    }
    case ORIENTATION_XY_AXES: good = turn_axes(v, &q); break;
    case ORIENTATION_Z_AXIS: good = turn_z(v, &q); break;
    case ORIENTATION_EULER: q = turn_euler(compiler, v); break;
    }
    if (!good || !isfinite(quat_norm(q)))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "the orientation is none: a zero axis or quaternion");
    *turn = quat_normalize(q);
    return HF_STATUS_OK;
}

mjcf_pose mjcf_compose(mjcf_pose outer, mjcf_pose inner)
{
    return (mjcf_pose){v3_add(outer.position, quat_rotate(outer.turn, inner.position)),
                       quat_normalize(quat_multiply(outer.turn, inner.turn))};
}
