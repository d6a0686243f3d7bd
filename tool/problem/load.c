#include "load.h"

#include "output.h"

#include "holdfast/files.h"

#include <stdio.h>
#include <string.h>

static hf_fclib_form form_of(const char *name)
{
    if (strcmp(name, "assembled") == 0) return HF_FCLIB_ASSEMBLED;
    if (strcmp(name, "factored") == 0) return HF_FCLIB_FACTORED;
    return HF_FCLIB_AUTO;
}

/// *problem ◄ the same with the law that `text` says.
static bool change_friction(const char *text, hf_problem **problem, hf_error *error)
{
    hf_friction_law law;
    hf_problem *changed = NULL;
    bool well = hf_friction_read(text, &law, error) == HF_STATUS_OK &&
                hf_problem_with_friction(*problem, &law, &changed, error) == HF_STATUS_OK;
    hf_problem_destroy(*problem);
    *problem = changed;
    return well;
}

bool load_problem(const char *path, const char *form, const char *friction, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    if (is_folder(path))
    {
        error->status = HF_STATUS_FILE;
        snprintf(error->message, sizeof error->message, "%s: is a folder; name the files in it", path);
        return false;
    }
    if (hf_fclib_read(path, form_of(form), problem, error) != HF_STATUS_OK) return false;
    return !friction || change_friction(friction, problem, error);
}

bool load_guess(const char *path, const hf_problem *problem, double *r, hf_error *error)
{
    hf_fclib_info info;
    if (hf_fclib_describe(path, &info, error) != HF_STATUS_OK) return false;
    if (info.solution) return hf_fclib_read_solution(path, problem, r, NULL, error) == HF_STATUS_OK;
    int count = 0;
    if (info.guess_count > 0) return hf_fclib_read_guesses(path, problem, 1, r, &count, error) == HF_STATUS_OK;
    error->status = HF_STATUS_INVALID;
    snprintf(error->message, sizeof error->message,
             "%s: has neither a solution nor a guess to start from; leave --warm-start away", path);
    return false;
}
