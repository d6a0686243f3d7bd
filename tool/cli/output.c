#include "output.h"

#include "console.h"
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// A device, a pipe, a socket: the rename would put a file in its place.
static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool make_folder(const char *path)
{
    char *part = tool_text("%s", path);
    bool made = true;
    for (char *slash = part + 1; made && *slash; slash++)
    {
        if (*slash != '/') continue;
        *slash = '\0';
        made = system_make_folder(part) || is_folder(part);
        *slash = '/';
    }
    made = made && (system_make_folder(part) || is_folder(part));
    if (!made) tool_error("%s: the folder cannot be made (%s)", path, strerror(errno));
    free(part);
    return made;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- temporaries ----

/// What stands between the path and the number of the process: the machine, since a folder may belong to several.
static const char *machine(void)
{
    static char name[64];
    if (!name[0] && (!system_machine(name, sizeof name - 1) || strchr(name, '/'))) strcpy(name, "machine");
    return name;
}

/// In the same folder, since a rename must not cross file systems: PATH.MACHINE.PROCESS.part.
static char *temporary_name(const char *path)
{
    return tool_text("%s.%s.%ld.part", path, machine(), (long)getpid());
}

/// Whether a file is the temporary of an output `name` whose process has ended, or is this one (which has none of this
/// name when it begins one).
static bool is_left(const char *file, const char *name)
{
    size_t length = strlen(name), middle = strlen(machine());
    if (strncmp(file, name, length) != 0 || file[length] != '.') return false;
    file += length + 1;
    if (strncmp(file, machine(), middle) != 0 || file[middle] != '.') return false;
    char *end;
    errno = 0;
    long process = strtol(file + middle + 1, &end, 10);
    if (errno || process <= 0 || strcmp(end, ".part") != 0) return false;
    return process == (long)getpid() || system_process_ended(process);
}

/// Removes what runs that were killed have left of this output.
static void remove_left(const char *path)
{
    const char *name = base_name(path);
    char *folder = tool_text("%.*s", (int)(name - path), path);
    DIR *entries = opendir(folder[0] ? folder : ".");
    for (struct dirent *entry; entries && (entry = readdir(entries));)
    {
        if (!is_left(entry->d_name, name)) continue;
        char *left = tool_text("%s%s", folder, entry->d_name);
        unlink(left);
        free(left);
    }
    if (entries) closedir(entries);
    free(folder);
}

bool output_begin(output_file *output, const char *path)
{
    *output = (output_file){.path = path};
    if (!path) return true;
    if (is_folder(path))
    {
        tool_error("%s: is a folder; name a file", path);
        return false;
    }
    if (is_special(path))
    {
        tool_error("%s: is a device or a pipe; name a file", path);
        return false;
    }
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
    {
        tool_error("%s: is there already and cannot be written over (%s)", path, strerror(errno));
        return false;
    }
    remove_left(path);
    char *name = temporary_name(path);
    if (!system_make_file(name))
    {
        tool_error("%s: cannot be written (%s); choose a folder that exists and that you may write to", path,
                   strerror(errno));
        free(name);
        return false;
    }
    output->temporary = name;
    return true;
}

FILE *output_open(output_file *output)
{
    FILE *stream = fopen(output->temporary, "wb");
    if (!stream) tool_error("%s: cannot be written (%s)", output->path, strerror(errno));
    return stream;
}

bool output_commit(output_file *output, FILE *stream)
{
    bool well = true;
    if (stream)
    {
        well = !ferror(stream);
        well = fclose(stream) == 0 && well; // a full disk may show only here
    }
    well = well && system_replace(output->temporary, output->path);
    if (!well)
    {
        tool_error("%s: cannot be written (%s)", output->path, strerror(errno));
        output_drop(output);
        return false;
    }
    free(output->temporary);
    output->temporary = NULL;
    output->whole = true;
    return true;
}

const char *output_message(const output_file *output, char *message)
{
    size_t hidden = strlen(output->temporary), shown = strlen(output->path); // the first is the longer one
    if (strncmp(message, output->temporary, hidden) == 0)
        memmove(message + shown, message + hidden, strlen(message + hidden) + 1);
    return message;
}

void output_drop(output_file *output)
{
    if (!output->temporary) return;
    unlink(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

bool outputs_differ(const char *const *paths, int count)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            if (paths[a] && paths[b] && strcmp(paths[a], paths[b]) == 0)
            {
                tool_error("%s: is named for two outputs; the second would replace the first", paths[a]);
                return false;
            }
    return true;
}

static bool copy_bytes(FILE *in, FILE *out)
{
    char bytes[65536];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (fwrite(bytes, 1, got, out) != got) return false;
    return !ferror(in);
}

bool copy_file(const char *from, const char *to, hf_error *error)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool well = in && out && copy_bytes(in, out);
    int reason = errno;
    if (in) fclose(in);
    if (out && fclose(out) != 0)
    {
        reason = errno;
        well = false;
    }
    if (well) return true;
    error->status = HF_STATUS_FILE;
    snprintf(error->message, sizeof error->message, "%s: cannot be copied to %s (%s)", from, to, strerror(reason));
    return false;
}
