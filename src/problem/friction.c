// The friction law as a setting: names, ranges, text.

#include "holdfast/friction.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

const char *hf_friction_name(hf_friction friction)
{
    static const char *const names[HF_FRICTION_COUNT] = {"cone", "pyramid", "outer-pyramid", "solver"};
    return (unsigned)friction < HF_FRICTION_COUNT ? names[friction] : "unknown friction";
}

static bool is_pyramid(const hf_friction_law *law)
{
    return law->kind == HF_FRICTION_PYRAMID || law->kind == HF_FRICTION_OUTER_PYRAMID;
}

hf_status hf_friction_check(const hf_friction_law *law, hf_error *error)
{
    if (law->kind == HF_FRICTION_CONE) return HF_STATUS_OK;
    if (!is_pyramid(law))
        return error_set(error, HF_STATUS_INVALID, "friction = %d is no law of contacts", (int)law->kind);
    if (law->sides < HF_FRICTION_SIDES_MIN || law->sides > HF_FRICTION_SIDES_MAX)
        return error_set(error, HF_STATUS_INVALID, "friction: a pyramid of %d sides: must be %d to %d", law->sides,
                         HF_FRICTION_SIDES_MIN, HF_FRICTION_SIDES_MAX);
    if (!isfinite(law->direction))
        return error_set(error, HF_STATUS_INVALID, "friction: direction = %g rad: must be finite", law->direction);
    return HF_STATUS_OK;
}

bool hf_friction_same(const hf_friction_law *a, const hf_friction_law *b)
{
    static const double ROUNDING = 1e-12; // [rad], of degrees read and turned into radians
    if (a->kind != b->kind) return false;
    if (!is_pyramid(a)) return true;
    double turns = (a->direction - b->direction) * a->sides / (2.0 * PI);
    return a->sides == b->sides && fabs(turns - nearbyint(turns)) <= ROUNDING * a->sides;
}

hf_status hf_friction_read(const char *text, hf_friction_law *law, hf_error *error)
{
    hf_friction_law read = {.sides = HF_FRICTION_SIDES};
    size_t length = strcspn(text, ":");
    int kind = 0;
    while (kind < HF_FRICTION_OF_SOLVER && (strlen(hf_friction_name((hf_friction)kind)) != length ||
                                            strncmp(hf_friction_name((hf_friction)kind), text, length) != 0))
        kind++;
    const char *rest = text + length;
    char *end = NULL;
    bool understood = kind < HF_FRICTION_OF_SOLVER && (kind != HF_FRICTION_CONE || *rest == '\0');
    read.kind = (hf_friction)kind;
    if (understood && *rest == ':')
    {
        long sides = strtol(rest + 1, &end, 10);
        understood =
            end > rest + 1 && (*end == '\0' || *end == ':') && sides >= 0 && sides <= HF_FRICTION_SIDES_MAX + 1;
        read.sides = (int)sides;
        rest = end;
    }
    if (understood && *rest == ':')
    {
        read.direction = strtod(rest + 1, &end) * (PI / 180.0);
        understood = end > rest + 1 && *end == '\0';
    }
    if (!understood)
        return error_set(
            error, HF_STATUS_INVALID,
            "friction '%s': must be cone, pyramid or outer-pyramid, these with :SIDES and :DEGREES if wanted", text);
    TRY(hf_friction_check(&read, error));
    *law = read;
    return HF_STATUS_OK;
}

const char *hf_friction_write(const hf_friction_law *law, char text[HF_FRICTION_TEXT])
{
    double degrees = law->direction * (180.0 / PI);
    if (!is_pyramid(law)) snprintf(text, HF_FRICTION_TEXT, "%s", hf_friction_name(law->kind));
    else if (degrees == 0.0) snprintf(text, HF_FRICTION_TEXT, "%s:%d", hf_friction_name(law->kind), law->sides);
    else snprintf(text, HF_FRICTION_TEXT, "%s:%d:%.12g", hf_friction_name(law->kind), law->sides, degrees);
    return text;
}
