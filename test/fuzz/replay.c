// A harness without libFuzzer: every file of a folder once. So inputs that broke a reader stay tests, with any
// compiler.
//   fuzz_kept_HARNESS FOLDER

#include "fuzz/fuzz.h"

#include <dirent.h>
#include <string.h>

static void replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1 << 20);
    if (!file || !bytes) abort();
    size_t size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    printf("%s\n", path);
    fflush(stdout); // before it crashes
    (void)LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
}

int main(int count, char **words)
{
    DIR *folder = count == 2 ? opendir(words[1]) : NULL;
    if (!folder)
    {
        fprintf(stderr, "usage: %s FOLDER\n", words[0]);
        return 1;
    }
    for (struct dirent *entry; (entry = readdir(folder));)
    {
        char path[1024];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", words[1], entry->d_name);
        replay(path);
    }
    closedir(folder);
    return 0;
}
