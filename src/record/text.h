// What text files share.

#ifndef HF_RECORD_TEXT_H
#define HF_RECORD_TEXT_H

#include "holdfast/status.h"

#include <stdio.h>

/// "NAME.part" as a field of a CSV file, or "NAME" (part NULL): in quotes where the name has a comma, a quote or a
/// line's end.
void text_csv_name(FILE *out, const char *name, const char *part);

/// A JSON string that can stand inside a script element.
void text_json(FILE *out, const char *text);

/// Text between the tags of a page.
void text_html(FILE *out, const char *text);

/// Closes the stream (NULL: it could not be opened) and says if writing failed; an earlier error stays.
hf_status text_close(FILE *out, const char *path, hf_status status, hf_error *error);

#endif
