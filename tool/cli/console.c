#include "console.h"

#include "system.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double PROGRESS_PATIENCE = 2.0; // seconds before the first word
static const double PROGRESS_PAUSE = 0.2;    // seconds between two

void *tool_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (memory) return memory;
    tool_error("out of memory");
    exit(EXIT_ERROR);
}

void *tool_reallocate(void *memory, size_t count, size_t size)
{
    bool possible = size == 0 || count <= SIZE_MAX / size;
    size_t bytes = possible ? count * size : 0;
    void *moved = possible ? realloc(memory, bytes > 0 ? bytes : 1) : NULL;
    if (moved) return moved;
    tool_error("out of memory");
    exit(EXIT_ERROR);
}

char *tool_text(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = tool_allocate((size_t)(length < 0 ? 0 : length) + 1, 1);
    vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

static const char *prefix = ""; // which subcommand runs: a process runs one
static const char *called_as = "holdfast";

void tool_error_prefix(const char *name)
{
    prefix = name;
}

void tool_called_as(const char *word)
{
    if (word && *word) called_as = word;
}

const char *tool_word(void)
{
    return called_as;
}

void tool_error(const char *format, ...)
{
    fflush(stdout); // so that the two do not overtake each other on a terminal
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "holdfast%s%s: ", *prefix ? " " : "", prefix);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

/// Whether `out` is a terminal that wants colours (NO_COLOR and TERM=dumb say no).
static bool wants_colours(FILE *out)
{
    const char *none = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (none && *none) return false;
    if (!terminal || strcmp(terminal, "dumb") == 0) return false;
    return isatty(fileno(out));
}

int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80; // continuation bytes take no column
    return width;
}

void console_cell(FILE *out, const char *text, int width, text_colour colour)
{
    static const char *const codes[] = {"", "\033[32m", "\033[33m", "\033[31m", "\033[2m", "\033[1m"};
    int padding = abs(width) - text_width(text);
    if (width < 0) fprintf(out, "%*s", padding > 0 ? padding : 0, "");
    bool coloured = colour != COLOUR_PLAIN && wants_colours(out);
    fprintf(out, "%s%s%s", coloured ? codes[colour] : "", text, coloured ? "\033[0m" : "");
    if (width > 0) fprintf(out, "%*s", padding > 0 ? padding : 0, "");
}

void console_link(FILE *out, const char *text, int width, text_colour colour, const char *address)
{
    bool linked = address && wants_colours(out);
    if (linked)
        fprintf(out, "\033]8;;%s\033\\", address); // OSC 8; a terminal that does not know it shows nothing of it
    console_cell(out, text, 0, colour);
    if (linked) fputs("\033]8;;\033\\", out);
    int padding = width - text_width(text);
    fprintf(out, "%*s", padding > 0 ? padding : 0, "");
}

/// The byte at which column `column` begins.
static const char *at_column(const char *text, int column)
{
    for (; *text; text++)
        if (((unsigned char)*text & 0xC0) != 0x80 && column-- == 0) break;
    return text;
}

void shorten(const char *text, int width, char *out, size_t size)
{
    int full = text_width(text);
    if (full <= width || width < 3)
    {
        snprintf(out, size, "%s", text);
        return;
    }
    int head = (width - 1) / 2, tail = width - 1 - head;
    int head_bytes = (int)(at_column(text, head) - text);
    snprintf(out, size, "%.*s…%s", head_bytes, text, at_column(text, full - tail));
}

double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void format_seconds(double seconds, char *out, size_t size)
{
    if (!isfinite(seconds)) snprintf(out, size, "-");
    else if (seconds < 1e-3) snprintf(out, size, "%.3g us", 1e6 * seconds);
    else if (seconds < 1.0) snprintf(out, size, "%.3g ms", 1e3 * seconds);
    else snprintf(out, size, "%.3g s", seconds);
}

progress_line progress_begin(void)
{
    const char *terminal = getenv("TERM");
    bool able = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    return (progress_line){.started = clock_now(), .possible = able};
}

bool progress_due(const progress_line *line)
{
    if (!line->possible) return false;
    double now = clock_now();
    return now - line->started > PROGRESS_PATIENCE && now - line->shown > PROGRESS_PAUSE;
}

void progress_show(progress_line *line, const char *format, ...)
{
    if (!line->possible) return;
    va_list arguments;
    va_start(arguments, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, arguments);
    fflush(stderr);
    va_end(arguments);
    line->shown = clock_now();
    line->visible = true;
}

void progress_clear(progress_line *line)
{
    if (line->visible) fputs("\r\033[K", stderr);
    line->visible = false;
}

static volatile sig_atomic_t interrupt_seen;

static void note_interrupt(int number)
{
    if (interrupt_seen) // whoever asks twice will not wait
    {
        signal(number, SIG_DFL);
        raise(number);
    }
    interrupt_seen = 1;
}

void interrupt_watch(void)
{
    system_watch_interrupts(note_interrupt);
}

bool interrupted(void)
{
    return interrupt_seen != 0;
}

bool interrupt_stops(void *context)
{
    (void)context;
    return interrupted();
}

bool interrupt_waited(void *context)
{
    const double grace = 0.1; // [s]
    double *since = context;
    if (!interrupted()) return false;
    if (*since == 0.0) *since = clock_now();
    return clock_now() - *since > grace;
}
