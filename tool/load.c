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

bool load_problem(const char *path, const char *form, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    if (is_folder(path))
    {
        error->status = HF_STATUS_FILE;
        snprintf(error->message, sizeof error->message, "%s: is a folder; name the files in it", path);
        return false;
    }
    return hf_fclib_read(path, form_of(form), problem, error) == HF_STATUS_OK;
}
