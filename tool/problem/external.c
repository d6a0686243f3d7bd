#include "external.h"

#include "console.h"
#include "system.h"

#include "holdfast/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const holes[] = {"{problem}", "{answer}"};

bool external_check(const char *command)
{
    for (int k = 0; k < 2; k++)
    {
        if (strstr(command, holes[k])) continue;
        tool_error("--external '%s': %s is missing; {problem} and {answer} are replaced by the names of two files",
                   command, holes[k]);
        return false;
    }
    return true;
}

static bool is_interpreter(const char *word, size_t length)
{
    static const char *const names[] = {"sh", "bash", "env", "perl", "node", "ruby", "julia", "octave", "exec"};
    if (length >= 6 && strncmp(word, "python", 6) == 0) return true;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (strlen(names[k]) == length && strncmp(word, names[k], length) == 0) return true;
    return false;
}

char *external_name(const char *command)
{
    const char *blanks = " \t\n", *word = command + strspn(command, blanks), *name = word;
    size_t length = 0;
    for (bool found = false; *word && !found; word += strspn(word, blanks))
    {
        size_t whole = strcspn(word, blanks);
        name = word;
        for (const char *at = word; at < word + whole; at++)
            if (*at == '/') name = at + 1;
        length = (size_t)(word + whole - name);
        found = *word != '-' && !is_interpreter(name, length);
        word += whole;
    }
    return tool_text("%.*s", (int)length, name);
}

char *external_folder(void)
{
    return system_new_folder(NULL, "holdfast-external");
}

static char *file_in(const char *folder, int k)
{
    static const char *const names[] = {"problem.hdf5", "answer"};
    return tool_text("%s/%s", folder, names[k]);
}

void external_clean(char *folder)
{
    for (int k = 0; k < 2; k++)
    {
        char *path = file_in(folder, k);
        unlink(path);
        free(path);
    }
    rmdir(folder); // what else the command left there is its own
    free(folder);
}

/// `text` with the path in the place of each `hole`, quoted for the shell. Frees `text`.
static char *fill_hole(char *text, const char *hole, const char *path)
{
    for (char *at = strstr(text, hole); at; at = strstr(text, hole))
    {
        char *filled =
            tool_text("%.*s" SYSTEM_QUOTE "%s" SYSTEM_QUOTE "%s", (int)(at - text), text, path, at + strlen(hole));
        free(text);
        text = filled;
    }
    return text;
}

/// Numbers between blanks or commas, exactly `count`.
static bool read_numbers(FILE *file, int count, double *r, external_run *run)
{
    for (int k = 0; k < count; k++)
    {
        char word[64];
        char *end = word;
        if (fscanf(file, "%*[ \t\r\n,]") == EOF && k < count) word[0] = '\0';
        if (fscanf(file, "%63[^ \t\r\n,]", word) == 1) r[k] = strtod(word, &end);
        if (end != word && *end == '\0') continue;
        snprintf(run->message, sizeof run->message, "the answer has %d numbers, %d are needed", k, count);
        return false;
    }
    char more;
    if (fscanf(file, " %c", &more) != 1) return true;
    snprintf(run->message, sizeof run->message, "the answer has more than the %d numbers that are needed", count);
    return false;
}

static bool read_answer(const char *path, const hf_problem *problem, double *r, external_run *run)
{
    char mark[5] = "";
    hf_error error;
    FILE *file = fopen(path, "rb");
    if (!file)
    {
        snprintf(run->message, sizeof run->message, "it wrote no answer");
        return false;
    }
    bool hdf5 = fread(mark, 1, 4, file) == 4 && memcmp(mark, "\211HDF", 4) == 0;
    rewind(file);
    bool well = hdf5 || read_numbers(file, hf_problem_describe(problem).dimension, r, run);
    fclose(file);
    if (!hdf5 || hf_fclib_read_solution(path, problem, r, NULL, &error) == HF_STATUS_OK) return well;
    snprintf(run->message, sizeof run->message, "%.199s", error.message);
    return false;
}

static bool ended_well(int code, external_run *run)
{
    if (run->signal == 0 && code == 0) return true;
    if (run->signal == 0) snprintf(run->message, sizeof run->message, "the command ended with exit code %d", code);
    return false;
}

bool external_solve(const char *command, const char *folder, const hf_problem *problem, double *r, external_run *run)
{
    *run = (external_run){0};
    char *paths[2], *line = tool_text("%s", command);
    for (int k = 0; k < 2; k++) line = fill_hole(line, holes[k], paths[k] = file_in(folder, k));
    hf_error error;
    int code = 0;
    bool well = hf_fclib_write(paths[0], problem, NULL, &error) == HF_STATUS_OK;
    if (!well) snprintf(run->message, sizeof run->message, "%.199s", error.message);
    unlink(paths[1]);
    double begun = clock_now();
    if (well && !(well = system_shell(line, &code, &run->signal)))
        snprintf(run->message, sizeof run->message, "no process could be started");
    run->seconds = clock_now() - begun;
    well = well && ended_well(code, run) && read_answer(paths[1], problem, r, run);
    for (int k = 0; k < 2; k++) free(paths[k]);
    free(line);
    return well;
}
