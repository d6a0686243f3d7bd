// Lines and words of a table in a CSV file, cut in place.

#ifndef HF_SCENE_MOTION_TABLE_H
#define HF_SCENE_MOTION_TABLE_H

#include <string.h>

typedef struct table_text
{
    char *rest; // what has not been read; NULL at the end
    long line;  // of the one that was read last, from 1
} table_text;

/// Cuts the text before the first `end`, and moves it behind that; NULL where there is no more.
static inline char *table_cut(char **rest, char end)
{
    char *piece = *rest, *found = piece ? strchr(piece, end) : NULL;
    if (found) *found = 0;
    *rest = found ? found + 1 : NULL;
    return piece;
}

/// The word between blanks and quotes.
static inline char *table_trim(char *word)
{
    word += strspn(word, " \t\r\"");
    size_t length = strlen(word);
    while (length > 0 && strchr(" \t\r\"", word[length - 1])) word[--length] = 0;
    return word;
}

/// The next line that is not empty, or NULL.
static inline char *table_line(table_text *text)
{
    char *line;
    do {
        line = table_cut(&text->rest, '\n');
        text->line++;
    } while (line && !line[strspn(line, " \t\r")]);
    return line;
}

#endif
