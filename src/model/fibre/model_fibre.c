// Fibres of a model, as users read them.

#include "holdfast/fibre.h"

#include "base/error.h"

hf_fibre_def hf_fibre_def_default(void)
{
    return (hf_fibre_def){.kind = HF_FIBRE_SUPERHELIX,
                          .tangent = {1, 0, 0},
                          .section = {5e-4, 5e-4},
                          .density = 1300.0,
                          .young = 1e7,
                          .poisson = 0.48,
                          .gravity_scale = 1.0,
                          .friction = 0.3,
                          .category = 1,
                          .mask = 1,
                          .color = {0.25F, 0.15F, 0.08F, 1.0F}};
}

hf_status hf_builder_add_fibre(hf_builder *builder, const hf_fibre_def *def, int *index, hf_error *error)
{
    (void)builder, (void)def, (void)index;
    return error_set(error, HF_STATUS_INVALID, "fibre: no kind is there yet");
}

int hf_model_fibre_count(const hf_model *model)
{
    (void)model;
    return 0;
}

int hf_model_find_fibre(const hf_model *model, const char *name)
{
    (void)model, (void)name;
    return -1;
}

int hf_model_body_fibre(const hf_model *model, int body, int *segment)
{
    (void)model, (void)body;
    if (segment) *segment = -1;
    return -1;
}
