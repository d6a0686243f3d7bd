// Curves from files and to files: guides of hair, ropes, cables.
//
//     .hair    binary strands of Cem Yuksel's format; thickness is taken as a diameter
//     .obj     line elements `l`; an element that begins where the one before it ended continues it
//     .csv     strand, x, y, z[, radius]; rows of a strand follow one another; a head is optional
//
// A point that repeats the one before it is left out, and so is a strand that has fewer than two
// different points; hf_curves_describe counts both. All else that is wrong is an error that names
// the file and the line, or the strand and point. Memory is bounded by a small multiple of the
// file's size, whatever its header says.

#ifndef HOLDFAST_CURVES_H
#define HOLDFAST_CURVES_H

#include "holdfast/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_curves_options
    {
        /// Factor of all lengths, radii included, > 0. Default 1: the file is in metres.
        double scale;

        /// The file's axis that points up, 'x', 'y' or 'z', which becomes z. Default 'z'.
        char up;

        /// Every k-th strand is taken, beginning with the first, >= 1. Default 1.
        int every;

        /// At most so many strands are taken, spread evenly over the file. Default 0: all.
        int maximum;

        /// Points of each strand, at equal distances along it, >= 2. Default 0: as in the file.
        int points;

        /// Radius where the file has none, or 0 [m, after scaling], >= 0. Default 0.
        double radius;

        /// Points in all, after selection and resampling; more are an error. Default 2,000,000.
        size_t point_limit;
    } hf_curves_options;

    HF_API hf_curves_options hf_curves_options_default(void);

    typedef struct hf_curves hf_curves;

    /// What was read, and what became of it.
    typedef struct hf_curves_info
    {
        /// Strands and points of the file.
        size_t file_strands, file_points;

        /// Strands and points that there are now.
        size_t strands, points;

        /// Points left out because they repeat the one before, and strands left out because less
        /// than two different points remain.
        size_t repeated_points, short_strands;

        /// Points whose radius is the option's.
        size_t default_radii;

        /// Bytes of a .hair file behind the last array that its header names. They are not read.
        size_t extra_bytes;

        /// Shortest and longest strand [m].
        double shortest, longest;
    } hf_curves_info;

    /// Reads curves by the ending of the file's name. `options` may be NULL (defaults).
    HF_API hf_status hf_curves_read(const char *path, const hf_curves_options *options, hf_curves **curves,
                                    hf_error *error);

    /// Curves from arrays, which are copied: `counts` points of each strand, >= 2, then 3
    /// coordinates and one radius for each point. `radii` may be NULL: 0.
    HF_API hf_status hf_curves_create(size_t strands, const int *counts, const double *points, const double *radii,
                                      hf_curves **curves, hf_error *error);
    HF_API void hf_curves_destroy(hf_curves *curves);

    HF_API hf_curves_info hf_curves_describe(const hf_curves *curves);
    HF_API size_t hf_curves_count(const hf_curves *curves);

    /// Points of a strand.
    HF_API int hf_curves_point_count(const hf_curves *curves, size_t strand);

    /// Their coordinates, 3 for each [m], and radii [m]; 0 where neither file nor option has one.
    /// They belong to the curves.
    HF_API const double *hf_curves_points(const hf_curves *curves, size_t strand);
    HF_API const double *hf_curves_radii(const hf_curves *curves, size_t strand);

    /// Writes .hair (single precision, thickness of every point), .obj or .csv (17 digits), by the
    /// ending of the name.
    HF_API hf_status hf_curves_write(const char *path, const hf_curves *curves, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
