// What two bodies or shapes are to each other: excluded, segments of one chain, mounted on each other, or with friction
// and adhesion of their own.

#include "model/builder.h"

#include "base/error.h"

#include <math.h>

hf_status hf_builder_exclude(hf_builder *b, int body_a, int body_b, hf_error *error)
{
    const int bodies[2] = {body_a, body_b};
    for (int k = 0; k < 2; k++)
        if (bodies[k] < 0 || (size_t)bodies[k] >= b->bodies.count)
            return error_set(error, HF_STATUS_INVALID, "exclude: there is no body %d among %zu", bodies[k],
                             b->bodies.count);
    int(*slot)[2] = growing_next(&b->excludes, sizeof *slot);
    if (!slot) return error_no_memory(error);
    (*slot)[0] = body_a;
    (*slot)[1] = body_b;
    b->excludes.count++;
    return HF_STATUS_OK;
}

hf_status builder_add_chain(hf_builder *b, int first, int count, hf_error *error)
{
    int *chain = growing_next(&b->chains, 2 * sizeof *chain);
    if (!chain) return error_no_memory(error);
    chain[0] = first, chain[1] = count;
    b->chains.count++;
    return HF_STATUS_OK;
}

hf_status builder_add_mount(hf_builder *b, int body, int on, hf_error *error)
{
    int *mount = growing_next(&b->mounts, 2 * sizeof *mount);
    if (!mount) return error_no_memory(error);
    mount[0] = body, mount[1] = on;
    b->mounts.count++;
    return HF_STATUS_OK;
}

hf_status hf_builder_pair(hf_builder *b, int shape_a, int shape_b, double friction, hf_error *error)
{
    const hf_friction_coefficients coefficients = {.tangent = {friction, friction}};
    return hf_builder_pair_coefficients(b, shape_a, shape_b, 3, &coefficients, error);
}

hf_status hf_builder_pair_coefficients(hf_builder *b, int shape_a, int shape_b, int condim,
                                       const hf_friction_coefficients *c, hf_error *error)
{
    const int shapes[2] = {shape_a, shape_b};
    const double values[] = {c->tangent[0], c->tangent[1], c->torsion, c->rolling[0], c->rolling[1]};
    for (int k = 0; k < 2; k++)
        if (shapes[k] < 0 || (size_t)shapes[k] >= b->shapes.count)
            return error_set(error, HF_STATUS_INVALID, "pair: there is no shape %d among %zu", shapes[k],
                             b->shapes.count);
    if (shape_a == shape_b) return error_set(error, HF_STATUS_INVALID, "pair: shape %d with itself", shape_a);
    TRY(check_condim("pair", condim, error));
    for (int k = 0; k < 5; k++)
        if (!(values[k] >= 0.0) || isinf(values[k]))
            return error_set(error, HF_STATUS_INVALID,
                             "pair of shapes %d and %d: friction = %g: must be finite and >= 0", shape_a, shape_b,
                             values[k]);
    shape_pair *slot = growing_next(&b->pairs, sizeof *slot);
    if (!slot) return error_no_memory(error);
    *slot = (shape_pair){.shape = {shape_a < shape_b ? shape_a : shape_b, shape_a < shape_b ? shape_b : shape_a},
                         .condim = condim,
                         .friction = *c};
    b->pairs.count++;
    return HF_STATUS_OK;
}

hf_status hf_builder_pair_adhesion(hf_builder *b, int shape_a, int shape_b, double adhesion, hf_error *error)
{
    int low = shape_a < shape_b ? shape_a : shape_b, high = shape_a < shape_b ? shape_b : shape_a;
    if (!isfinite(adhesion))
        return error_set(error, HF_STATUS_INVALID, "pair of shapes %d and %d: adhesion = %g N: must be finite", shape_a,
                         shape_b, adhesion);
    for (size_t k = b->pairs.count; k-- > 0;)
    {
        shape_pair *pair = GROWING_AT(b->pairs, shape_pair, k);
        if (pair->shape[0] != low || pair->shape[1] != high) continue;
        pair->sticky = true;
        pair->adhesion = adhesion;
        return HF_STATUS_OK;
    }
    return error_set(error, HF_STATUS_INVALID, "pair: shapes %d and %d are none; add it first", shape_a, shape_b);
}
