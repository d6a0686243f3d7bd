// What the exports share: which frames, where bodies and strands are at each of them, and the triangles of shapes.

#ifndef HF_RECORD_EXPORT_EXPORTER_H
#define HF_RECORD_EXPORT_EXPORTER_H

#include "record/export/followers.h"
#include "record/recording.h"

typedef struct exporter
{
    const hf_recording *recording;
    hf_export_options options;
    int frame_count;
    int *frames;   // of the recording
    double *times; // of each, from the first [s]; they ascend, also as floats
    // Of the frame that was read last:
    double *poses;     // of every body
    pose_row *rows;    // the same, and stretches, as they are recorded
    vertex_row *guide; // vertices of the fibres
    // Strands: the fibres, then their followers.
    follower_set followers;
    size_t strand_count, point_count;
    size_t *strand_begin; // of each among the points, and the end
    double *strand_radius;
    float (*strand_color)[3];
    float *points; // 3 of each
    double reach;  // bodies and fibres of the first frame are within this of the origin [m]
} exporter;

/// Checks the options, chooses frames, plans followers, and reads the first frame. `path` is for messages.
hf_status exporter_begin(exporter *ex, const hf_recording *recording, const hf_export_options *options,
                         const char *path, hf_error *error);

/// Poses, vertices and points of the k-th chosen frame.
hf_status exporter_frame(exporter *ex, int k, hf_error *error);
void exporter_end(exporter *ex);

/// How the frame that was read last stretches a body in its own frame, before it turns, a symmetric 3 × 3 matrix; false
/// of one that keeps its shape.
bool exporter_stretch(const exporter *ex, int body, double U[9]);

/// Whether a shape is drawn as such: those of fibres are strands.
bool exporter_draws(const exporter *ex, int shape);

/// Triangles of a shape in its own frame.
typedef struct shape_mesh
{
    int vertex_count, triangle_count;
    double *vertices; // 3 each
    double *normals;  // 3 each; NULL: flat faces
    int *triangles;   // 3 each, counterclockwise from outside
} shape_mesh;

/// A plane is a square of the half width `plane`.
hf_status shape_mesh_make(const recorded_model *model, const hf_shape_def *shape, double plane, shape_mesh *mesh,
                          hf_error *error);
void shape_mesh_free(shape_mesh *mesh);

#endif
