// The files of viewer/, as bytes: made by cmake/HoldfastViewer.cmake.

#ifndef HF_RECORD_PAGE_PAGE_H
#define HF_RECORD_PAGE_PAGE_H

#include <stddef.h>

extern const unsigned char page_template[]; // viewer/page.html
extern const size_t page_template_size;
extern const unsigned char page_style[]; // viewer/style.css
extern const size_t page_style_size;
extern const unsigned char page_script[]; // viewer/*.js, one after the other
extern const size_t page_script_size;

#endif
