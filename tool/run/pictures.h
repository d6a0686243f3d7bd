// Pictures and videos that `run` leaves, painted by the library (holdfast/picture.h).

#ifndef HF_TOOL_PICTURES_H
#define HF_TOOL_PICTURES_H

#include "options.h"
#include "output.h"

#include "holdfast/picture.h"

typedef struct picture_files
{
    output_file png;
    const char *video; // NULL: none
    FILE *stream;      // of the video: a pipe to ffmpeg, or a file
    bool pipe, video_missing;
    const char *camera; // NULL: all that moves, from where it stood at the start
    int camera_index;
    hf_view view; // of the start
    hf_painter *painter;
    int width, height;
    unsigned char *color, *planes; // planes: of a frame of y4m
    double next;                   // simulated time of the next frame [s]
} picture_files;

/// False after an error message; what was begun must be dropped all the same.
bool pictures_begin(picture_files *p, const argument_set *arguments, const hf_model *model);

/// The world before the first step, and after each. False after an error message.
bool pictures_start(picture_files *p, const hf_world *world);
bool pictures_add(picture_files *p, const hf_world *world);

/// Writes the last picture and ends the video. False after an error message.
bool pictures_end(picture_files *p, const hf_world *world);
void pictures_drop(picture_files *p);

#define PICTURE_OPTIONS                                                                                                \
    {.name = "png", .argument = "F.png", .kind = OPTION_FILE, .help = "paint the last state"},                         \
        {.name = "video",                                                                                              \
         .argument = "F.mp4",                                                                                          \
         .kind = OPTION_FILE,                                                                                          \
         .help = "paint 25 frames a second, packed by ffmpeg where that is installed; F.y4m needs no ffmpeg"},         \
        {.name = "camera",                                                                                             \
         .argument = "NAME",                                                                                           \
         .kind = OPTION_TEXT,                                                                                          \
         .help = "paint what that camera of the scene sees; all that moves, seen from in front and above, otherwise"}, \
    {                                                                                                                  \
        .name = "pixels", .argument = "W,H", .kind = OPTION_TEXT, .fallback = "640,480",                               \
        .help = "of --png and --video"                                                                                 \
    }

#endif
