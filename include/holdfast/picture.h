// Pictures of a world as a camera sees it: colours, depths, and what is seen where. Drawn by this
// library alone, without a display, a graphics card or a driver (docs/pictures.md); the same
// picture has the same bits everywhere, for any number of threads.

#ifndef HOLDFAST_PICTURE_H
#define HOLDFAST_PICTURE_H

#include "holdfast/visual.h"
#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Where one looks from: along -z of a frame, with y upwards.
    typedef struct hf_view
    {
        /// In the world [m].
        double position[3];

        /// Unit quaternion (w, x, y, z).
        double orientation[4];

        /// Vertical angle of view [rad], above 0 and below pi.
        double angle;
    } hf_view;

    /// From `position` to `target` with z upwards, at an angle of 45 degrees.
    HF_API hf_view hf_view_from(const double position[3], const double target[3]);

    /// All that moves, from in front and above.
    HF_API hf_view hf_view_of_world(const hf_world *world);

    /// What a camera of the model sees now (hf_model_camera).
    HF_API hf_status hf_view_of_camera(const hf_world *world, int camera, hf_view *view, hf_error *error);

    typedef struct hf_painter_options
    {
        /// >= 1, the calling one included. Default 1.
        int threads;

        /// Triangles of a mesh that is looked at; finer ones are made simpler. 0: as they are.
        /// Default 5000.
        int most_triangles;

        /// Bit g: what is of group g is drawn (hf_visual_def). Default groups 0, 1 and 2.
        unsigned groups;

        /// Default true: a sun casts shadows.
        bool shadows;
    } hf_painter_options;

    HF_API hf_painter_options hf_painter_options_default(void);

    typedef struct hf_painter hf_painter;

    /// Reads what a model looks like. `options` may be NULL (defaults). The model may go before the
    /// painter.
    HF_API hf_status hf_painter_create(const hf_model *model, const hf_painter_options *options, hf_painter **painter,
                                       hf_error *error);
    HF_API void hf_painter_destroy(hf_painter *painter);

    /// What is painted into: arrays of the caller, rows from the top, each of which may be NULL.
    typedef struct hf_picture
    {
        /// 1 … 4096 each.
        int width, height;

        /// Red, green, blue of each pixel.
        unsigned char *color;

        /// Distance of what is seen along the direction of view [m]; INFINITY: nothing.
        float *depth;

        /// Body and shape that are seen; -1: none.
        int *bodies, *shapes;
    } hf_picture;

    /// Paints a world of that model, or of one that is equal but for "adjust" in world.h.
    HF_API hf_status hf_painter_paint(hf_painter *painter, const hf_world *world, const hf_view *view,
                                      const hf_picture *picture, hf_error *error);

    /// Writes colours as a PNG file, rows from the top.
    HF_API hf_status hf_png_write(const char *path, int width, int height, const unsigned char *color, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
