#include "claim.h"

#include "console.h"
#include "system.h"

#include <stdlib.h>
#include <unistd.h>

static void say_taken(const char *path, long process)
{
    if (process > 0)
        tool_error("%s: another run that is under way (process %ld) writes to it; name another file", path, process);
    else tool_error("%s: another run that is under way writes to it; name another file", path);
}

bool file_claim_begin(file_claim *claim, const char *path)
{
    *claim = (file_claim){.file = -1};
    if (!path) return true;
    char *name = tool_text("%s.lock", path);
    bool taken;
    long holder;
    int file;
    do file = system_lock(name, &taken, &holder);
    while (file == -2); // removed meanwhile
    if (file >= 0)
    {
        *claim = (file_claim){.name = name, .file = file};
        return true;
    }
    if (taken) say_taken(path, holder);
    free(name);
    return !taken;
}

void file_claim_end(file_claim *claim)
{
    if (!claim->name) return;
    unlink(claim->name);
    close(claim->file);
    free(claim->name);
    claim->name = NULL;
}
