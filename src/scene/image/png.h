// PNG files: all colour types and depths, interlaced or not, as eight bits a channel.

#ifndef HF_SCENE_IMAGE_PNG_H
#define HF_SCENE_IMAGE_PNG_H

#include "holdfast/workspace.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct png_image
{
    int width, height;
    unsigned char *pixels; // 4 a pixel: red, green, blue, opacity; rows from the top
} png_image;

/// HF_STATUS_FORMAT, with the path, if the bytes are no PNG file, or a damaged one. Memory comes from the arena: at
/// most some 60 bytes a pixel, and a file of fewer than a thousandth of its pixels in bytes is refused.
hf_status png_read(const char *path, const unsigned char *bytes, size_t size, hf_workspace *arena, png_image *image,
                   hf_error *error);

#endif
