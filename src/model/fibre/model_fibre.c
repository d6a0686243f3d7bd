// Fibres of a model: its own copies, and what users read of them.

#include "model/fibre/model_fibre.h"
#include "model/model.h"

#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_status copy_fibre(const model_fibre *from, model_fibre *to, hf_error *error)
{
    *to = *from;
    to->def.name = NULL;
    to->def.points = NULL;
    to->def.natural_elements = NULL;
    to->rod = (fibre){0};
    to->q = NULL;
    bool named = name_copy(from->def.name, &to->def.name);
    to->def.points = memory_copy(from->def.points, 3 * (size_t)from->def.point_count, sizeof(double));
    if (from->def.natural_elements)
        to->def.natural_elements =
            memory_copy(from->def.natural_elements, 3 * (size_t)from->def.element_count, sizeof(double));
    if (!named || !to->def.points || (from->def.natural_elements && !to->def.natural_elements))
        return error_no_memory(error);
    TRY(fibre_create(&to->def, to->holder < 0, &to->rod, error));
    to->q = memory_copy(from->q, (size_t)to->rod.q_count, sizeof(double));
    if (!to->q) return error_no_memory(error);
    return to->def.rest_is_curve ? fibre_set_rest(&to->rod, to->q, error) : HF_STATUS_OK;
}

hf_status model_fibres_create(const hf_builder *b, int body_count, int *fibre_count, model_fibre **fibres,
                              int **body_fibre, hf_error *error)
{
    *fibres = MEMORY_ARRAY(model_fibre, b->fibres.count);
    *body_fibre = MEMORY_ARRAY(int, (size_t)body_count);
    if (!*fibres || !*body_fibre) return error_no_memory(error);
    for (int k = 0; k < body_count; k++) (*body_fibre)[k] = -1;
    for (size_t k = 0; k < b->fibres.count; k++)
    {
        model_fibre *f = *fibres + k;
        ++*fibre_count;
        TRY(copy_fibre(GROWING_AT(b->fibres, model_fibre, k), f, error));
        for (int s = 0; s < f->def.segment_count; s++) (*body_fibre)[f->body + s] = (int)k;
    }
    return HF_STATUS_OK;
}

void model_fibres_destroy(int count, model_fibre *fibres, int *body_fibre)
{
    for (int k = 0; k < count; k++)
    {
        release(fibres[k].def.name);
        release(fibres[k].def.points);
        release(fibres[k].def.natural_elements);
        fibre_destroy(&fibres[k].rod);
        free(fibres[k].q);
    }
    free(fibres);
    free(body_fibre);
}

// ---- reading ----

hf_fibre_def hf_model_fibre(const hf_model *model, int index)
{
    return is_item(index, model->fibre_count) ? model->fibres[index].def : (hf_fibre_def){0};
}

int hf_model_body_fibre(const hf_model *model, int body, int *segment)
{
    int index = is_item(body, model->body_count) ? model->body_fibre[body] : -1;
    if (segment) *segment = index >= 0 ? body - model->fibres[index].body : -1;
    return index;
}

int hf_model_fibre_body(const hf_model *model, int index, int segment)
{
    bool there = is_item(index, model->fibre_count) && is_item(segment, model->fibres[index].def.segment_count);
    return there ? model->fibres[index].body + segment : -1;
}

double hf_model_fibre_fit(const hf_model *model, int index)
{
    return is_item(index, model->fibre_count) ? model->fibres[index].fit : NAN;
}

int hf_model_fibre_vertex_count(const hf_model *model, int index)
{
    return is_item(index, model->fibre_count) ? model->fibres[index].def.segment_count + 1 : 0;
}
