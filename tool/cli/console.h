// What the tool says to people: errors, colours, a progress line, and text set in columns.

#ifndef HF_TOOL_CONSOLE_H
#define HF_TOOL_CONSOLE_H

#include "holdfast/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h> // EXIT_SUCCESS

enum
{
    EXIT_ERROR = 1, // beside EXIT_SUCCESS
    EXIT_NOT_CONVERGED = 2,
    EXIT_INTERRUPTED = 130, // as the shells have it: 128 + SIGINT
};

/// Zeroed memory, never NULL: a tool that has none left says so and ends.
void *tool_allocate(size_t count, size_t size);
void *tool_reallocate(void *memory, size_t count, size_t size);

/// A string on the heap.
char *tool_text(const char *format, ...) HF_PRINTF(1, 2);

/// The name that goes before each error: the subcommand's.
void tool_error_prefix(const char *name);

/// How the user called the tool, for commands to try next.
void tool_called_as(const char *word);
const char *tool_word(void);

/// "holdfast solve: …" on stderr.
void tool_error(const char *format, ...) HF_PRINTF(1, 2);

typedef enum text_colour
{
    COLOUR_PLAIN,
    COLOUR_GOOD,
    COLOUR_POOR,
    COLOUR_BAD,
    COLOUR_DIM,
    COLOUR_BOLD,
} text_colour;

/// Columns that `text` (UTF-8) takes on a terminal.
int text_width(const char *text);

/// `text` padded with blanks to `width` columns: to the right of it if width > 0, to the left if width < 0. Colours if
/// the output has them.
void console_cell(FILE *out, const char *text, int width, text_colour colour);

/// The same as a link to an address, where the output is such a terminal; NULL: no link.
void console_link(FILE *out, const char *text, int width, text_colour colour, const char *address);

/// Copies `text` into `out`, its middle replaced by "…" if it takes more than `width` columns.
void shorten(const char *text, int width, char *out, size_t size);

/// Seconds on a clock that only moves forward.
double clock_now(void);

/// A time as people read it: "12.3 us", "4.56 ms", "7.89 s".
void format_seconds(double seconds, char *out, size_t size);

/// One line on stderr that is written over again, seen only on a terminal and only two seconds after the start.
typedef struct progress_line
{
    double started;
    double shown; // when it was last written
    bool visible;
    bool possible; // stderr is a terminal
} progress_line;

progress_line progress_begin(void);

/// Whether it is time to write it again.
bool progress_due(const progress_line *line);
void progress_show(progress_line *line, const char *format, ...) HF_PRINTF(2, 3);

/// Wipes it, so that other output can follow.
void progress_clear(progress_line *line);

/// From here on Ctrl-C and SIGTERM do not end the tool but make `interrupted` true; a second one ends it.
void interrupt_watch(void);
bool interrupted(void);

/// `interrupted` as an interrupt of the library's calls (hf_interrupt).
bool interrupt_stops(void *context);

/// For a solve whose observer ends it with the best iterate at its next iteration: says stop where that has not come
/// for a tenth of a second. context: a double, 0 at first.
bool interrupt_waited(void *context);

#endif
