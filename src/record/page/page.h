// The files of viewer/, as bytes: made by cmake/HoldfastViewer.cmake.

#ifndef HF_RECORD_PAGE_PAGE_H
#define HF_RECORD_PAGE_PAGE_H

#include "holdfast/record.h"
#include "record/bytes.h"

#include <stddef.h>
#include <stdio.h>

/// The recording as the page has it: its description, a JSON object, and its numbers, one block whose arrays the
/// description names.
hf_status page_describe(const hf_recording *recording, const hf_page_options *options, FILE *description,
                        byte_buffer *numbers, hf_error *error);

extern const unsigned char page_template[]; // viewer/page.html
extern const size_t page_template_size;
extern const unsigned char page_style[]; // viewer/style.css
extern const size_t page_style_size;
extern const unsigned char page_script[]; // viewer/*.js, one after the other
extern const size_t page_script_size;

#endif
