// What every harness needs: the bytes as a file, and nothing else. libFuzzer has main and calls LLVMFuzzerTestOneInput.

#ifndef HF_TEST_FUZZ_FUZZ_H
#define HF_TEST_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum
{
    FUZZ_PATH = 64
};

/// Writes the bytes to a file of this process in the working directory; scripts/fuzz gives each harness a folder of its
/// own.
static inline void fuzz_file(char path[FUZZ_PATH], const char *ending, const uint8_t *data, size_t size)
{
    snprintf(path, FUZZ_PATH, "input_%ld%s", (long)getpid(), ending);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
}

#endif
