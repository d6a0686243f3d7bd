#include "claim.h"

#include "console.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// Whether the lock file is still the one that is open: who held it before may have removed it in between.
static bool is_at(int file, const char *name)
{
    struct stat open_one, named;
    return fstat(file, &open_one) == 0 && stat(name, &named) == 0 && open_one.st_ino == named.st_ino;
}

static void say_taken(const char *path, int file)
{
    char text[32] = "";
    ssize_t got = pread(file, text, sizeof text - 1, 0);
    long process = got > 0 ? strtol(text, NULL, 10) : 0;
    if (process > 0)
        tool_error("%s: another run that is under way (process %ld) writes to it; name another file", path, process);
    else tool_error("%s: another run that is under way writes to it; name another file", path);
}

bool file_claim_begin(file_claim *claim, const char *path)
{
    *claim = (file_claim){.file = -1};
    if (!path) return true;
    char *name = tool_text("%s.lock", path);
    for (;;)
    {
        int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        bool locked = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
        bool taken = file >= 0 && !locked && errno == EWOULDBLOCK;
        if (locked && is_at(file, name))
        {
            *claim = (file_claim){.name = name, .file = file};
            if (ftruncate(file, 0) == 0) dprintf(file, "%ld\n", (long)getpid());
            return true;
        }
        if (taken) say_taken(path, file);
        if (file >= 0) close(file);
        if (locked) continue; // removed meanwhile
        free(name);
        return !taken;
    }
}

void file_claim_end(file_claim *claim)
{
    if (!claim->name) return;
    unlink(claim->name);
    close(claim->file);
    free(claim->name);
    claim->name = NULL;
}
