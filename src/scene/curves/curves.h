// Curves in memory, and the readers of each kind of file.
//
// A reader says first what the file has (count), then walks over its points in order and hands each to a curve_sink,
// which selects strands, scales, turns, drops what repeats, and refuses what is no number. So no reader holds more than
// the bytes of its file, and selection happens before anything is stored.

#ifndef HF_SCENE_CURVES_CURVES_H
#define HF_SCENE_CURVES_CURVES_H

#include "holdfast/curves.h"
#include "holdfast/workspace.h"

#include <stdbool.h>

struct hf_curves
{
    size_t count;
    size_t *begin; // of each strand among the points, and the end
    double *points;
    double *radii;
    size_t point_count;
    hf_curves_info info;
    size_t strand_room, point_room; // that the arrays have room for, while they grow
};

/// Where a reader's points go.
typedef struct curve_sink
{
    const char *path;
    const hf_curves_options *options;
    hf_curves *curves;
    hf_error *error;
    size_t eligible;      // strands that `every` chooses from the whole file
    size_t chosen;        // of them so far
    bool open;            // the strand under way is taken
    size_t defaulted;     // its points with the option's radius
    size_t strand, point; // under way, in the file's numbers
} curve_sink;

/// Announces the strands of the file, before the first.
void curve_sink_expect(curve_sink *sink, size_t strands);

/// Begins the next strand. Whether its points are wanted: a reader may pass over them.
hf_status curve_sink_strand(curve_sink *sink, bool *wanted);

/// A point of the strand under way. `line` is of the file, 0 in binary files; radius 0: none.
hf_status curve_sink_point(curve_sink *sink, const double at[3], double radius, long line);

/// Ends the strand under way.
hf_status curve_sink_end(curve_sink *sink);

/// The kinds of files. `bytes` end with a 0.
hf_status curves_read_hair(curve_sink *sink, const char *bytes, size_t size);
hf_status curves_read_obj(curve_sink *sink, const char *bytes, size_t size, hf_workspace *arena);
hf_status curves_read_csv(curve_sink *sink, const char *bytes, size_t size, hf_workspace *arena);

/// Every strand with `points` points at equal distances along it.
hf_status curves_resample(hf_curves *curves, int points, hf_error *error);

#endif
