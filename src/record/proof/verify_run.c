// A proof from its first chunk to its last.

#include "record/proof/verify.h"

#include "base/error.h"
#include "base/file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool verify_refute(verify_run *run, const char *format, ...)
{
    hf_run_verdict *v = run->verdict;
    if (!v->is_true) return false;
    va_list list;
    va_start(list, format);
    vsnprintf(v->what, sizeof v->what, format, list);
    va_end(list);
    v->is_true = false;
    v->step = v->step_count;
    return false;
}

/// A model, the first or another: what moves is the same. OK: the verdict may be false.
static hf_status see_model(verify_run *run, const verify_chunks *c, hf_error *error)
{
    verify_model model;
    hf_error inner = {0};
    char *text = text_copy(run->models, (const char *)c->raw, c->size); // names stay in it; the next chunk goes to raw
    if (!text) return error_no_memory(error);
    hf_status status = verify_model_read(text, run->models, &model, &inner);
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(error);
    if (status != HF_STATUS_OK)
    {
        verify_refute(run, "%.200s", inner.message);
        return HF_STATUS_OK;
    }
    bool same = !run->has_model || (model.body_count == run->model.body_count &&
                                    model.dof_count == run->model.dof_count && model.v_count == run->model.v_count);
    for (int k = 0; same && run->has_model && k < model.body_count; k++)
        same = (model.bodies[k].motion == VERIFY_STATIC) == (run->model.bodies[k].motion == VERIFY_STATIC);
    if (!same) verify_refute(run, "another model takes the place of this one");
    if (!same) return HF_STATUS_OK;
    if (!run->has_model) run->state = calloc((size_t)model.body_count + 1, sizeof *run->state);
    if (!run->has_model) run->v = calloc((size_t)model.v_count + 1, sizeof *run->v);
    if (!run->state || !run->v) return error_no_memory(error);
    run->model = model;
    run->has_model = true;
    run->state_count = model.body_count;
    for (int k = 0; k < model.body_count; k++)
        if (model.bodies[k].motion == VERIFY_STATIC) run->state[k] = model.bodies[k].place;
    return HF_STATUS_OK;
}

static hf_status see_steps(verify_run *run, const verify_chunks *c, hf_error *error)
{
    bool no_memory = false;
    if (!run->has_model) verify_refute(run, "steps come before the model");
    else (void)verify_steps(run, c->raw, c->size, &no_memory);
    return no_memory ? error_no_memory(error) : HF_STATUS_OK;
}

static void see_end(verify_run *run, const verify_chunks *c)
{
    unsigned long told = 0;
    for (int k = 3; k >= 0 && c->size == 12; k--) told = told << 8 | c->raw[k];
    run->verdict->complete = true;
    if (c->size != 12 || told != (unsigned long)run->verdict->step_count) verify_refute(run, "steps are missing");
    else if (fgetc(c->file) != EOF) verify_refute(run, "there is something behind the end");
}

static hf_status see_chunks(verify_run *run, verify_chunks *c, hf_error *error)
{
    while (run->verdict->is_true && !run->verdict->complete)
    {
        const char *what = "";
        verify_next next = verify_chunks_next(c, &what);
        if (next == NEXT_NO_MEMORY) return error_no_memory(error);
        if (next == NEXT_END || next == NEXT_CUT) break;
        if (next == NEXT_FALSE) verify_refute(run, "%s", what);
        else if (strcmp(c->tag, "MODL") == 0) TRY(see_model(run, c, error));
        else if (strcmp(c->tag, "STEP") == 0) TRY(see_steps(run, c, error));
        else if (strcmp(c->tag, "ENDS") == 0) see_end(run, c);
        else verify_refute(run, "a chunk is of a kind that this program does not know");
    }
    return HF_STATUS_OK;
}

hf_status hf_run_proof_verify(const char *path, hf_run_verdict *verdict, hf_error *error)
{
    verify_chunks chunks;
    verify_run run = {.verdict = verdict};
    *verdict = (hf_run_verdict){.is_true = true};
    hf_status status = verify_chunks_open(path, &chunks, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&run.models, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&run.pieces, error);
    if (status == HF_STATUS_OK) status = see_chunks(&run, &chunks, error);
    if (status == HF_STATUS_OK && verdict->is_true && !run.has_model) verify_refute(&run, "there is no model");
    if (status != HF_STATUS_OK) verdict->is_true = false;
    verify_chunks_close(&chunks);
    free(run.state);
    free(run.v);
    hf_workspace_destroy(run.models);
    hf_workspace_destroy(run.pieces);
    return status;
}
