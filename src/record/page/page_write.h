// A page of a run: its numbers, and what is said about them.

#ifndef HF_RECORD_PAGE_PAGE_WRITE_H
#define HF_RECORD_PAGE_PAGE_WRITE_H

#include "record/page/page_data.h"

#include <stdio.h>

/// Where a live page gets its scene from.
typedef struct page_live
{
    bool module;        // the library is a script beside the page; otherwise a socket beside it
    const char *scene;  // of a module: what it opens; NULL: what the page likes
    const char *thumbs; // folder of pictures for the list of scenes; NULL: none
} page_live;

typedef struct page
{
    const page_live *live; // in the place of all that follows but for the title; NULL: a recording
    const recorded_model *model;
    page_data *data;
    int every;    // steps per frame that was offered
    bool unended; // what a killed run left
    // Filled in by page_write:
    hf_page_options options;
    int *body_index; // of each body in the page; -1: a segment of a fibre
} page;

/// Writes the page, replacing what is at `path`. INVALID without a frame.
hf_status page_write(page p, const char *path, const hf_page_options *options, hf_error *error);

/// Visuals, surfaces, materials and textures; what a shape's own entry says of its looks (page_visuals.c).
void page_put_visuals(FILE *out, const page *p);
void page_put_shape_look(FILE *out, const page *p, int shape);

/// Writes a page without a recording.
hf_status page_write_live(const page_live *live, const char *title, const char *path, hf_error *error);

/// The description (page_about.c), and that of a live page.
void page_put_about(FILE *out, const page *p);
void page_put_live(FILE *out, const page_live *live);

#endif
