// <contact>: pairs that never touch, and pairs that touch by their own rule.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>

static hf_status named_geom(mjcf_reader *reader, const xml_node *node, const char *attribute, mjcf_geom **geom)
{
    int index = -1;
    TRY(mjcf_named(reader, node, attribute, "geom", mjcf_find_geom, false, &index));
    *geom = &reader->geoms[index];
    return HF_STATUS_OK;
}

static hf_status mark_pair(mjcf_reader *reader, const xml_node *node)
{
    mjcf_geom *a = NULL, *b = NULL;
    TRY(named_geom(reader, node, "geom1", &a));
    TRY(named_geom(reader, node, "geom2", &b));
    a->in_pair = b->in_pair = true;
    return HF_STATUS_OK;
}

hf_status mjcf_mark_pairs(mjcf_reader *reader)
{
    return mjcf_each(reader, "contact", "pair", mark_pair);
}

static hf_status add_pair(mjcf_reader *reader, const xml_node *node)
{
    mjcf_geom *a = NULL, *b = NULL;
    const mjcf_class *class;
    hf_status status = named_geom(reader, node, "geom1", &a);
    if (status == HF_STATUS_OK) status = named_geom(reader, node, "geom2", &b);
    if (status == HF_STATUS_OK) status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_pair pair = class->pair;
    status = mjcf_pair_attributes(reader, node, &pair);
    if (status != HF_STATUS_OK) return status;
    if (reader->override_friction >= 0) pair.friction[0] = pair.friction[1] = reader->override_friction;
    const mjcf_body *of_a = &reader->bodies[a->body], *of_b = &reader->bodies[b->body];
    if (!of_a->moves && !of_b->moves) return HF_STATUS_OK; // nothing can come of it
    if (of_a->weld == of_b->weld)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "'%s' and '%s' are fixed to each other; remove the pair",
                         a->name, b->name);
    hf_error error = {0};
    const double *f = pair.friction;
    const hf_friction_coefficients friction = {.tangent = {f[0], f[1]}, .torsion = f[2], .rolling = {f[3], f[4]}};
    status = hf_builder_pair_coefficients(reader->builder, a->shape, b->shape, (int)pair.condim, &friction, &error);
    if (status == HF_STATUS_OK && pair.sticky)
        status = hf_builder_pair_adhesion(reader->builder, a->shape, b->shape, pair.adhesion, &error);
    return mjcf_passed(reader, node, status, &error);
}

static hf_status add_exclude(mjcf_reader *reader, const xml_node *node)
{
    int a = 0, b = 0;
    hf_error error = {0};
    hf_status status = mjcf_named(reader, node, "body1", "body", mjcf_find_body, false, &a);
    if (status == HF_STATUS_OK) status = mjcf_named(reader, node, "body2", "body", mjcf_find_body, false, &b);
    if (status != HF_STATUS_OK || a == b) return status;
    status = hf_builder_exclude(reader->builder, reader->bodies[a].index, reader->bodies[b].index, &error);
    return mjcf_passed(reader, node, status, &error);
}

/// <flag filterparent="disable"/>: links touch those that they hang on, too.
static hf_status pair_parents(mjcf_reader *reader)
{
    for (int k = 0; k < reader->geom_count; k++)
        for (int j = k + 1; j < reader->geom_count; j++)
        {
            const mjcf_geom *a = &reader->geoms[k], *b = &reader->geoms[j];
            if (a->shape < 0 || b->shape < 0 || !mjcf_parent_and_child(reader, a, b) || !mjcf_meets(reader, a, b))
                continue;
            const mjcf_geom *first = a->priority > b->priority ? a : b->priority > a->priority ? b : NULL;
            const mjcf_geom *one = first ? first : a, *other = first ? first : b;
            double f[3];
            for (int k3 = 0; k3 < 3; k3++) f[k3] = fmax(one->friction[k3], other->friction[k3]);
            const hf_friction_coefficients friction = {
                .tangent = {f[0], f[0]}, .torsion = f[1], .rolling = {f[2], f[2]}};
            hf_status status = hf_builder_pair_coefficients(
                reader->builder, a->shape, b->shape, (int)fmax(one->condim, other->condim), &friction, reader->error);
            if (status != HF_STATUS_OK) return status;
        }
    return HF_STATUS_OK;
}

hf_status mjcf_emit_contact(mjcf_reader *reader)
{
    if (reader->off & OFF_CONTACT) return HF_STATUS_OK;
    TRY(mjcf_each(reader, "contact", "exclude", add_exclude));
    TRY(mjcf_each(reader, "contact", "pair", add_pair));
    if (reader->off & OFF_FILTERPARENT) TRY(pair_parents(reader));
    return HF_STATUS_OK;
}
