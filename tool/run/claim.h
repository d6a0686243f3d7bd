// A claim on a file that a run writes to again and again: a second run that names the same one is told so.

#ifndef HF_TOOL_CLAIM_H
#define HF_TOOL_CLAIM_H

#include <stdbool.h>

typedef struct file_claim
{
    char *name; // of the lock file, PATH.lock; NULL: nothing is claimed
    int file;
} file_claim;

/// Claims `path` until file_claim_end, or until the process ends in whatever way. False after an error message if a run
/// that is under way has it.
/// Where there can be no lock file it is true, too: whoever writes to `path` will say why.
bool file_claim_begin(file_claim *claim, const char *path);
void file_claim_end(file_claim *claim);

#endif
