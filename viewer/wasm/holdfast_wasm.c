// What the module shows: one live scene, which takes commands and answers with bytes (holdfast/live.h).

#include "holdfast/live.h"

#include <time.h>

#define EXPORT(name) __attribute__((export_name(#name), used)) name

static hf_live *live;
static size_t answer_size;

static double seconds(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// 0, or an hf_status. Files are those that the page has put into the folder of the module.
int EXPORT(holdfast_start)(void);
int EXPORT(holdfast_start)(void)
{
    hf_live_options options = hf_live_options_default();
    options.clock = seconds;
    options.files = true;
    options.folder = "/saved";
    return (int)hf_live_create(&options, &live, NULL);
}

/// The answer to a command; holdfast_answer_size says how long it is.
const unsigned char *EXPORT(holdfast_command)(const char *text, size_t size);
const unsigned char *EXPORT(holdfast_command)(const char *text, size_t size)
{
    const unsigned char *answer;
    hf_live_command(live, text, size, &answer, &answer_size);
    return answer;
}

size_t EXPORT(holdfast_answer_size)(void);
size_t EXPORT(holdfast_answer_size)(void)
{
    return answer_size;
}
