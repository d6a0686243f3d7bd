#include "pictures.h"

#include "console.h"
#include "system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double FRAMES = 25.0; // a second

static bool told(const hf_error *error)
{
    tool_error("%s", error->message);
    return false;
}

static bool read_pixels(picture_files *p, const char *text)
{
    char *end;
    long width = strtol(text, &end, 10), height = *end == ',' ? strtol(end + 1, &end, 10) : 0;
    if (*end == '\0' && width >= 1 && width <= 4096 && height >= 1 && height <= 4096)
    {
        p->width = (int)width, p->height = (int)height;
        return true;
    }
    tool_error("--pixels %s: two numbers from 1 to 4096 are needed, such as 640,480", text);
    return false;
}

static bool find_camera(picture_files *p, const hf_model *model)
{
    if (!p->camera) return true;
    for (p->camera_index = 0; p->camera_index < hf_model_count(model, HF_ITEM_CAMERA); p->camera_index++)
    {
        const char *name = hf_model_camera(model, p->camera_index).name;
        if (name && strcmp(name, p->camera) == 0) return true;
    }
    tool_error("there is no camera '%s' among the %d of the scene", p->camera, hf_model_count(model, HF_ITEM_CAMERA));
    return false;
}

// ---- videos ----

/// A command of the shell with the file's name in quotes. False if it does not fit.
static bool make_command(const picture_files *p, char *command, size_t size)
{
    int used = snprintf(command, size,
                        "ffmpeg -y -loglevel error -f rawvideo -pix_fmt rgb24 -s %dx%d -r %g -i - -pix_fmt yuv420p "
                        "-vf " SYSTEM_QUOTE "pad=ceil(iw/2)*2:ceil(ih/2)*2" SYSTEM_QUOTE " " SYSTEM_QUOTE,
                        p->width, p->height, FRAMES);
    if (p->video[0] == '-') used += snprintf(command + used, size - (size_t)used, "./");
    for (const char *c = p->video; *c; c++)
    {
        if ((size_t)used + 8 >= size) return false;
        used += snprintf(command + used, size - (size_t)used, *c == *SYSTEM_QUOTE ? "'\\''" : "%c", *c);
    }
    snprintf(command + used, size - (size_t)used, SYSTEM_QUOTE);
    return true;
}

static bool begin_video(picture_files *p)
{
    size_t length = strlen(p->video);
    char command[8192];
    if (length > 4 && strcmp(p->video + length - 4, ".y4m") == 0)
    {
        p->stream = fopen(p->video, "wb");
        if (p->stream) fprintf(p->stream, "YUV4MPEG2 W%d H%d F%g:1 Ip A1:1 C444\n", p->width, p->height, FRAMES);
    }
    else if (!system_has_program("ffmpeg"))
    {
        tool_error("--video %s: there is no ffmpeg; install it (apt install ffmpeg), or name a file that ends in .y4m",
                   p->video);
        return false;
    }
    else if (make_command(p, command, sizeof command))
    {
        fflush(NULL);
        p->stream = system_pipe(command);
        p->pipe = true;
    }
    if (!p->stream) tool_error("%s: cannot be written", p->video);
    return p->stream != NULL;
}

/// A frame of y4m: three planes by BT.601, whole numbers.
static bool put_planes(picture_files *p)
{
    size_t count = (size_t)p->width * (size_t)p->height;
    for (size_t k = 0; k < count; k++)
    {
        int r = p->color[3 * k], g = p->color[3 * k + 1], b = p->color[3 * k + 2];
        p->planes[k] = (unsigned char)(16 + (66 * r + 129 * g + 25 * b + 128) / 256);
        p->planes[count + k] = (unsigned char)(128 + (-38 * r - 74 * g + 112 * b) / 256);
        p->planes[2 * count + k] = (unsigned char)(128 + (112 * r - 94 * g - 18 * b) / 256);
    }
    return fputs("FRAME\n", p->stream) >= 0 && fwrite(p->planes, 1, 3 * count, p->stream) == 3 * count;
}

static bool end_video(picture_files *p)
{
    if (!p->stream) return true;
    int code = p->pipe ? system_pipe_end(p->stream) : fclose(p->stream);
    p->stream = NULL;
    if (code == 0 && !p->video_missing) return true;
    p->video_missing = true;
    tool_error("%s: %s", p->video, p->pipe ? "ffmpeg could not write it" : "cannot be written");
    return false;
}

// ---- painting ----

static bool paint(picture_files *p, const hf_world *world)
{
    hf_error error = {0};
    hf_picture picture = {.width = p->width, .height = p->height, .color = p->color};
    hf_status status = p->camera ? hf_view_of_camera(world, p->camera_index, &p->view, &error) : HF_STATUS_OK;
    if (status == HF_STATUS_OK) status = hf_painter_paint(p->painter, world, &p->view, &picture, &error);
    return status == HF_STATUS_OK || told(&error);
}

/// All frames whose time has come.
static bool put_frames(picture_files *p, const hf_world *world)
{
    bool painted = false;
    for (; p->stream && hf_world_time(world) >= p->next - 1e-9; p->next += 1.0 / FRAMES)
    {
        size_t bytes = 3 * (size_t)p->width * (size_t)p->height;
        if (!painted && !paint(p, world)) return false;
        painted = true;
        bool well = p->pipe ? fwrite(p->color, 1, bytes, p->stream) == bytes : put_planes(p);
        if (well) continue;
        p->video_missing = true;
        end_video(p);
        return false;
    }
    return true;
}

bool pictures_begin(picture_files *p, const argument_set *arguments, const hf_model *model)
{
    *p = (picture_files){.video = option_text(arguments, "video"), .camera = option_text(arguments, "camera")};
    hf_error error = {0};
    if (!output_begin(&p->png, option_text(arguments, "png"))) return false;
    if (!p->png.path && !p->video) return true;
    if (!read_pixels(p, option_text(arguments, "pixels")) || !find_camera(p, model)) return false;
    hf_painter_options options = hf_painter_options_default();
    options.threads = system_processors();
    if (hf_painter_create(model, &options, &p->painter, &error) != HF_STATUS_OK) return told(&error);
    size_t bytes = 3 * (size_t)p->width * (size_t)p->height;
    p->color = malloc(bytes);
    p->planes = malloc(bytes);
    if (p->color && p->planes) return !p->video || begin_video(p);
    tool_error("%d x %d pixels: there is no memory", p->width, p->height);
    return false;
}

bool pictures_start(picture_files *p, const hf_world *world)
{
    if (!p->painter) return true;
    p->view = hf_view_of_world(world);
    p->next = hf_world_time(world);
    return put_frames(p, world);
}

bool pictures_add(picture_files *p, const hf_world *world)
{
    return put_frames(p, world);
}

bool pictures_end(picture_files *p, const hf_world *world)
{
    hf_error error = {0};
    bool well = end_video(p);
    if (!p->png.path) return well;
    if (!paint(p, world)) return false;
    if (hf_png_write(p->png.temporary, p->width, p->height, p->color, &error) != HF_STATUS_OK)
    {
        tool_error("%s", output_message(&p->png, error.message));
        return false;
    }
    return output_commit(&p->png, NULL) && well;
}

void pictures_drop(picture_files *p)
{
    if (p->stream && p->pipe) system_pipe_end(p->stream);
    else if (p->stream) fclose(p->stream);
    output_drop(&p->png);
    hf_painter_destroy(p->painter);
    free(p->color);
    free(p->planes);
}
