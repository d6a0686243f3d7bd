// What bodies look like, where that is more than the shapes they collide with: meshes to be looked
// at, materials, textures; and cameras to look from. Nothing of it changes a motion.
//
// Meshes and textures are kept by reference: a model and a recording name the files, and
// hf_surface_read and hf_image_read open them when a picture is made.

#ifndef HOLDFAST_VISUAL_H
#define HOLDFAST_VISUAL_H

#include "holdfast/model.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- definitions ----

    typedef enum hf_texture_kind
    {
        HF_TEXTURE_IMAGE = 0, // of a file
        HF_TEXTURE_FLAT,      // color
        HF_TEXTURE_GRADIENT,  // from color to second
        HF_TEXTURE_CHECKER,   // squares of color and second, 2 × 2 in a texture
        HF_TEXTURE_KIND_COUNT,
    } hf_texture_kind;

    HF_API const char *hf_texture_kind_name(hf_texture_kind kind);

    typedef struct hf_texture_def
    {
        /// May be NULL.
        const char *name;
        hf_texture_kind kind;

        /// Path of a PNG file (HF_TEXTURE_IMAGE), or NULL.
        const char *file;

        /// Red, green and blue, 0 … 1.
        float color[3], second[3];

        /// Lines along the edges of the texture, as floors have them, and their colour.
        bool edges;
        float edge_color[3];
    } hf_texture_def;

    typedef struct hf_material_def
    {
        /// May be NULL.
        const char *name;

        /// Red, green, blue and opacity, 0 … 1. Default white.
        float color[4];

        /// 0 … 1. Defaults 0.5, 0.5, 0, 0.
        float specular, shininess, reflectance, emission;

        /// 0 … 1; default -1: not said.
        float metallic, roughness;

        /// Index of a texture; -1: none, the default.
        int texture;

        /// How often the texture covers the object; with `texture_uniform` a unit of length [1/m].
        float texture_repeat[2];
        bool texture_uniform;
    } hf_material_def;

    HF_API hf_material_def hf_material_def_default(void);

    /// A mesh to be looked at: of a file, or given here. Its points are
    /// scale ∘ (turnᵀ (v - offset)) of those of the file.
    typedef struct hf_visual_mesh_def
    {
        /// May be NULL.
        const char *name;

        /// Path of an STL, OBJ or MSH file; NULL: vertices and triangles are given.
        const char *file;
        double scale[3], offset[3], turn[4];
        int vertex_count;
        const double *vertices;
        int triangle_count;
        const int *triangles;
    } hf_visual_mesh_def;

    HF_API hf_visual_mesh_def hf_visual_mesh_def_default(void);

    /// A mesh on a body, or the material of a shape.
    typedef struct hf_visual_def
    {
        /// May be NULL.
        const char *name;

        /// Index of the body; 0 is the world. That of the shape, if there is one.
        int body;

        /// Index of a mesh; -1: the shape's own form.
        int mesh;

        /// Index of the shape that it is drawn in place of; -1: none. One of mesh and shape is
        /// there.
        int shape;

        /// Index of a material; -1: none.
        int material;

        /// Of pictures: 0 … 2 are shown at first, others when asked for. Default 0.
        int group;

        /// Origin and unit quaternion (w, x, y, z) of the mesh's frame in the body's frame.
        double position[3], orientation[4];

        /// Red, green, blue and opacity, 0 … 1: of the material, where there is one and nothing
        /// else is said.
        float color[4];
    } hf_visual_def;

    HF_API hf_visual_def hf_visual_def_default(void);

    /// What a camera does when bodies move.
    typedef enum hf_camera_mode
    {
        HF_CAMERA_FIXED = 0, // it stays where it is on its body
        HF_CAMERA_TRACK,     // it keeps its distance from the body, and never turns
        HF_CAMERA_TARGET,    // it stays on its body, and turns to `target`
        HF_CAMERA_MODE_COUNT,
    } hf_camera_mode;

    HF_API const char *hf_camera_mode_name(hf_camera_mode mode);

    /// A place to look from. It looks along its -z, with y upwards.
    typedef struct hf_camera_def
    {
        /// May be NULL.
        const char *name;
        hf_camera_mode mode;

        /// Index of the body that it is on; 0 is the world.
        int body;

        /// Index of the body that HF_CAMERA_TARGET looks at; -1: none.
        int target;

        /// Origin and unit quaternion (w, x, y, z) in the body's frame.
        double position[3], orientation[4];

        /// Vertical angle of view [rad], above 0 and below pi. Default 45 degrees.
        double angle;
    } hf_camera_def;

    HF_API hf_camera_def hf_camera_def_default(void);

    // ---- building and reading ----

    /// Each call copies the definition and stores the new index (`index` may be NULL). Files are
    /// not opened. HF_STATUS_INVALID names a wrong field.
    HF_API hf_status hf_builder_add_texture(hf_builder *builder, const hf_texture_def *def, int *index,
                                            hf_error *error);
    HF_API hf_status hf_builder_add_material(hf_builder *builder, const hf_material_def *def, int *index,
                                             hf_error *error);
    HF_API hf_status hf_builder_add_visual_mesh(hf_builder *builder, const hf_visual_mesh_def *def, int *index,
                                                hf_error *error);
    HF_API hf_status hf_builder_add_visual(hf_builder *builder, const hf_visual_def *def, int *index, hf_error *error);
    HF_API hf_status hf_builder_add_camera(hf_builder *builder, const hf_camera_def *def, int *index, hf_error *error);

    HF_API hf_texture_def hf_model_texture(const hf_model *model, int index);
    HF_API hf_material_def hf_model_material(const hf_model *model, int index);
    HF_API hf_visual_mesh_def hf_model_visual_mesh(const hf_model *model, int index);
    HF_API hf_visual_def hf_model_visual(const hf_model *model, int index);
    HF_API hf_camera_def hf_model_camera(const hf_model *model, int index);

    // ---- opening what is named ----

    /// Triangles as they are drawn.
    typedef struct hf_surface
    {
        int vertex_count;

        /// 3 × vertex_count [m].
        double *vertices;

        /// 2 × vertex_count texture coordinates, the second one upwards; NULL: there are none.
        double *texture;
        int triangle_count;

        /// 3 × triangle_count.
        int *triangles;
    } hf_surface;

    /// Reads a mesh and makes it simpler where it has more triangles than `most` (0: as many as
    /// there are): points that are close together become one. HF_STATUS_FILE if its file is gone.
    HF_API hf_status hf_surface_read(const hf_visual_mesh_def *mesh, int most, hf_surface *surface, hf_error *error);
    HF_API void hf_surface_free(hf_surface *surface);

    /// An image of three bytes a pixel (red, green, blue), rows from the top.
    typedef struct hf_image
    {
        int width, height;
        unsigned char *pixels;
    } hf_image;

    /// Reads a PNG file and makes it smaller by whole factors where it is wider or higher than
    /// `most` (0: as it is).
    HF_API hf_status hf_image_read(const char *path, int most, hf_image *image, hf_error *error);
    HF_API void hf_image_free(hf_image *image);

#ifdef __cplusplus
}
#endif

#endif
