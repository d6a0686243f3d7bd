// What the files of pictures share: solids, which are drawn as they are, and triangles on the screen.
//
//   create   every visual and shape becomes a solid: corners with normals, in its body's frame     (solid.c)
//   paint    solids are placed, cut at the screen's edge and become flat triangles                  (project.c)
//            triangles are sorted by the tiles that they touch; a task for each tile fills it        (raster.c)
//            each pixel is coloured once, by the triangle that it sees                               (shade.c)
//
// Every pixel has four samples of a depth buffer, which is all that is kept of a triangle until pixels are coloured:
// edges are smooth, and colours are computed where they are seen alone.

#ifndef HF_RECORD_PICTURE_PAINTER_H
#define HF_RECORD_PICTURE_PAINTER_H

#include "holdfast/picture.h"
#include "record/recording.h"

#include "base/arena.h"
#include "linalg/vec3.h"

/// Triangles in the frame of a body, each with corners of its own.
typedef struct solid
{
    int body, shape; // of segmentation; shape -1: of a visual alone
    int triangle_count;
    float *corners; // 9 each
    float *normals; // 9 each
    float *map;     // 6 each: texture coordinates; NULL: none
    bool two_sided, ground;
    float color[4];
    float specular, emission;
    int texture; // among the painter's; -1: none
    float repeat[2];
    float radius, center[3]; // of a sphere around it, in the body's frame
} solid;

typedef struct painted_texture
{
    hf_texture_def look;
    hf_image image;
} painted_texture;

struct hf_painter
{
    hf_painter_options options;
    int body_count, solid_count;
    solid *solids;
    int texture_count;
    painted_texture *textures;
    struct flat_list *lists[2]; // of each solid: seen by the eye, and by the sun
    hf_workspace *pool, *arena;
};

/// A pose of every body: rows of a matrix that takes its frame to the world, and where its origin is.
typedef struct placed
{
    float map[9], origin[3];
} placed;

/// From the world to the screen: p = rotation (x - eye). Perspective: pixels x = cx + f p.x / -p.z; parallel (sun): x =
/// cx + f p.x.
typedef struct screen_lens
{
    float rotation[9], eye[3];
    float focal, center[2];
    float nearest; // > 0; perspective only
    bool parallel;
    int width, height; // in samples
} screen_lens;

/// A triangle on the screen. Everything that is linear on the screen is so many numbers at the three corners.
typedef struct flat_triangle
{
    int x[3], y[3];     // in 1/16 samples
    float depth[3];     // 1 / distance, or of the sun: larger is nearer
    float corner[3][3]; // in the world
    float normal[3][3];
    float map[3][2];
    int solid;
} flat_triangle;

/// Triangles of one solid.
typedef struct flat_list
{
    int count, capacity;
    flat_triangle *items;
} flat_list;

/// Triangles of all solids, in their order.
typedef struct flat_triangles
{
    int count;
    const flat_triangle **items;
} flat_triangles;

/// What is seen in every sample.
typedef struct sample_canvas
{
    int width, height, stride;
    float *depth; // as in flat_triangle; 0: nothing
    int *seen;    // triangle; -1: none. NULL: depths alone (shadows)
} sample_canvas;

hf_status painter_make_solids(hf_painter *painter, const recorded_model *model, hf_error *error);
void painter_free_solids(hf_painter *painter);

/// All triangles of the solids that the lens sees: of the eye's (0) or the sun's (1), which casts no shadow of planes.
hf_status painter_project(const hf_painter *painter, const placed *bodies, const screen_lens *lens, int pass,
                          flat_triangles *triangles, hf_error *error);

hf_status painter_fill(const hf_painter *painter, const flat_triangles *list, sample_canvas *canvas, hf_error *error);

typedef struct shade_context
{
    const hf_painter *painter;
    const flat_triangles *list;
    const sample_canvas *canvas;
    const screen_lens *lens, *sun;
    const sample_canvas *shadow; // NULL: none
    const hf_picture *picture;
    float light[3]; // towards the sun
} shade_context;

hf_status painter_shade(const shade_context *context, hf_error *error);

#endif
