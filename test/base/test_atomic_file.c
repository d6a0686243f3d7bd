// Files that take their names when they are complete: what killed processes left is taken over, and who writes at the
// same time stays apart.

#include "support/harness.h"

#include "base/atomic_file.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *scratch(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "test_atomic_file_%ld%s", (long)getpid(), name);
    return path;
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static void put(const atomic_file *part, const char *text)
{
    FILE *file = fopen(part->name, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static bool holds(const char *path, const char *text)
{
    char bytes[64] = "";
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t got = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    return got == strlen(text) && strcmp(bytes, text) == 0;
}

/// A process that is killed while it writes.
static void write_and_die(const char *path)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
    {
        atomic_file part;
        if (atomic_file_begin(path, 0, &part, NULL) == HF_STATUS_OK)
        {
            put(&part, "half of something that is longer");
            kill(getpid(), SIGKILL);
        }
        _exit(1);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status));
}

TEST(what_a_killed_process_left_is_taken_over)
{
    const char *path = scratch(""), *left = scratch(".part0"), *second = scratch(".part1");
    hf_error error = {0};
    atomic_file part;
    for (int k = 0; k < 3; k++) write_and_die(path);
    CHECK(is_there(left) && !is_there(second) && !is_there(path));
    CHECK(atomic_file_begin(path, 0, &part, &error) == HF_STATUS_OK && strcmp(part.name, left) == 0);
    struct stat about;
    CHECK(stat(part.name, &about) == 0 && about.st_size == 0);
    put(&part, "whole");
    CHECK(atomic_file_end(&part, HF_STATUS_OK, &error) == HF_STATUS_OK);
    CHECK(holds(path, "whole") && !is_there(left));
    write_and_die(path);
    CHECK(holds(path, "whole") && is_there(left));
    CHECK(atomic_file_begin(path, 100000, &part, &error) == HF_STATUS_OK);
    CHECK(atomic_file_end(&part, HF_STATUS_FILE, &error) == HF_STATUS_FILE);
    CHECK(holds(path, "whole") && !is_there(left));
    remove(path);
}

TEST(two_that_write_at_once_stay_apart)
{
    const char *path = scratch("");
    hf_error error = {0};
    atomic_file part[3];
    for (int k = 0; k < 3; k++)
    {
        CHECK(atomic_file_begin(path, 0, &part[k], &error) == HF_STATUS_OK);
        put(&part[k], k == 0 ? "first" : k == 1 ? "second" : "third");
    }
    CHECK(strcmp(part[0].name, part[1].name) != 0 && strcmp(part[1].name, part[2].name) != 0);
    CHECK(atomic_file_end(&part[1], HF_STATUS_OK, &error) == HF_STATUS_OK && holds(path, "second"));
    CHECK(atomic_file_begin(path, 0, &part[1], &error) == HF_STATUS_OK); // the name that is free again
    CHECK(strcmp(part[1].name, part[0].name) != 0 && strcmp(part[1].name, part[2].name) != 0);
    CHECK(atomic_file_end(&part[0], HF_STATUS_OK, &error) == HF_STATUS_OK && holds(path, "first"));
    CHECK(atomic_file_end(&part[2], HF_STATUS_OK, &error) == HF_STATUS_OK && holds(path, "third"));
    CHECK(atomic_file_end(&part[1], HF_STATUS_FILE, &error) == HF_STATUS_FILE && holds(path, "third"));
    for (int k = 0; k < 3; k++) CHECK(!is_there(scratch(k == 0 ? ".part0" : k == 1 ? ".part1" : ".part2")));
    remove(path);
}

TEST(names_that_are_not_ours_are_left_alone)
{
    const char *path = scratch(""), *folder = scratch(".part0"), *link = scratch(".part1");
    hf_error error = {0};
    atomic_file part;
    CHECK(mkdir(folder, 0777) == 0 && symlink("/dev/full", link) == 0);
    CHECK(atomic_file_begin(path, 0, &part, &error) == HF_STATUS_OK && strstr(part.name, ".part2"));
    put(&part, "here");
    CHECK(atomic_file_end(&part, HF_STATUS_OK, &error) == HF_STATUS_OK && holds(path, "here"));
    CHECK(rmdir(folder) == 0 && unlink(link) == 0);
    remove(path);
}
