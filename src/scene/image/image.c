// Images for pictures (holdfast/visual.h): smaller ones by means over squares of pixels.

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "holdfast/visual.h"
#include "scene/image/png.h"

#include <stdlib.h>

static void take_means(const png_image *from, int factor, hf_image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            for (int c = 0; c < 3; c++)
            {
                unsigned sum = 0, count = 0; // of at least one pixel
                for (int v = y * factor; v < (y + 1) * factor && v < from->height; v++)
                    for (int u = x * factor; u < (x + 1) * factor && u < from->width; u++, count++)
                        sum += from->pixels[4 * ((size_t)v * (size_t)from->width + (size_t)u) + (size_t)c];
                to->pixels[3 * ((size_t)y * (size_t)to->width + (size_t)x) + (size_t)c] =
                    (unsigned char)(count > 0 ? (sum + count / 2) / count : 0);
            }
}

hf_status hf_image_read(const char *path, int most, hf_image *image, hf_error *error)
{
    *image = (hf_image){0};
    hf_workspace *arena;
    hf_status status = hf_workspace_create(&arena, error);
    if (status != HF_STATUS_OK) return status;
    char *bytes;
    size_t size;
    png_image png;
    status = file_read(path, arena, &bytes, &size, error);
    if (status == HF_STATUS_OK) status = png_read(path, (const unsigned char *)bytes, size, arena, &png, error);
    if (status == HF_STATUS_OK)
    {
        int side = png.width > png.height ? png.width : png.height;
        int factor = most > 0 && side > most ? (side + most - 1) / most : 1;
        image->width = (png.width + factor - 1) / factor;
        image->height = (png.height + factor - 1) / factor;
        image->pixels = memory_zeroed(3 * (size_t)image->width, (size_t)image->height);
        if (image->pixels) take_means(&png, factor, image);
        else status = error_no_memory(error);
    }
    hf_workspace_destroy(arena);
    return status;
}

void hf_image_free(hf_image *image)
{
    free(image->pixels);
    *image = (hf_image){0};
}
