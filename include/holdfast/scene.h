// Scenes: MJCF and URDF files, built-in scenes, tables of controls.

#ifndef HOLDFAST_SCENE_H
#define HOLDFAST_SCENE_H

#include "holdfast/model.h"
#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- motion ----
    //
    // Motion by keyframes: bodies that are told where to be, and meshes that are told what shape to
    // have.
    //
    // Between keys positions, orientations and vertices follow cubic curves whose velocity is
    // continuous everywhere; contacts see that velocity. Before the first key and after the last
    // one nothing moves. docs/extensions.md has the method.

    typedef struct hf_motion_def
    {
        /// The body, with HF_MOTION_PRESCRIBED. Its motion by velocity, amplitude and frequency is
        /// not read then.
        int body;

        /// >= 1.
        int key_count;

        /// Of the keys, ascending [s].
        const double *times;

        /// Origin of the body's frame, 3 for each key [m].
        const double *positions;

        /// Its orientation, a quaternion (w, x, y, z) for each key, of any length and sign. NULL:
        /// as in the definition of the body.
        const double *orientations;
    } hf_motion_def;

    /// Adds the motion of a body. INVALID: times that do not ascend, numbers that are not finite,
    /// a body that is not prescribed or has a motion, neighbours that are half a turn apart, and
    /// jumps (faster than 1e4 m/s or 1e5 rad/s).
    HF_API hf_status hf_builder_add_motion(hf_builder *builder, const hf_motion_def *def, hf_error *error);

    typedef struct hf_deform_def
    {
        /// Index of a mesh whose shapes are of kind HF_SHAPE_MESH, on static or prescribed bodies.
        int mesh;

        /// >= 1.
        int key_count;

        /// Of the keys, ascending [s].
        const double *times;

        /// As many as the mesh has; triangles stay as they are.
        int vertex_count;

        /// Of each key, 3 × vertex_count coordinates in the shape's frame [m].
        const double *const *vertices;

        /// Triangles that the keys were made with: they must be those of the mesh. NULL: not
        /// looked at.
        int triangle_count;
        const int *triangles;
    } hf_deform_def;

    /// Adds keyframes of a mesh. Its surface moves from one to the next, and contacts see the
    /// velocity of its triangles. INVALID: another topology, times that do not ascend, numbers
    /// that are not finite, a mesh that has keys. Pages and recordings show the mesh as it
    /// was defined.
    HF_API hf_status hf_builder_add_deform(hf_builder *builder, const hf_deform_def *def, hf_error *error);

    /// The motion of a body; key_count is 0 where it has none. The arrays belong to the model.
    HF_API hf_motion_def hf_model_motion(const hf_model *model, int body);

    /// Receives one line for the user about a part of the file that has no meaning here, such as
    /// MuJoCo's soft contact parameters, each kind once; or a remark of hf_scene_remarks.
    typedef void (*hf_notice)(void *context, const char *text);

    /// Reads an MJCF file into a new builder. Errors name file:line, element, attribute and remedy.
    HF_API hf_status hf_scene_read_mjcf(const char *path, hf_notice notice, void *context, hf_builder **builder,
                                        hf_error *error);

    /// Reads an MJCF file that starts at a keyframe: `key` is its name, "" for none, NULL for the
    /// first one if there is any (as hf_scene_read_mjcf).
    HF_API hf_status hf_scene_read_mjcf_key(const char *path, const char *key, hf_notice notice, void *context,
                                            hf_builder **builder, hf_error *error);

    /// Options for reading URDF.
    typedef struct hf_urdf_options
    {
        /// The root link moves freely. Default false: it is fixed to the world.
        bool floating;

        /// Folders that hold packages, separated by colons, as in ROS_PACKAGE_PATH. Default NULL:
        /// none. The folders above the file are always searched.
        const char *package_path;
    } hf_urdf_options;

    HF_API hf_urdf_options hf_urdf_options_default(void);

    /// Reads a URDF file into a new builder (docs/urdf.md). `options` may be NULL (defaults).
    HF_API hf_status hf_scene_read_urdf(const char *path, const hf_urdf_options *options, hf_notice notice,
                                        void *context, hf_builder **builder, hf_error *error);

    /// Reads a drawing as a planar scene in the plane of x and z (docs/planar.md): paths, polygons,
    /// rects and circles are bodies. Errors name file:line, element, id and remedy.
    HF_API hf_status hf_scene_read_svg(const char *path, hf_notice notice, void *context, hf_builder **builder,
                                       hf_error *error);

    /// Opens a scene by name:
    ///     scene.xml, scene.xml#home, scene.xml#    MJCF: first keyframe, keyframe `home`, none
    ///     scene.xml?box.friction=0.4,arm/kp=200    MJCF with other attributes of named elements
    ///     robot.urdf, robot.urdf#floating          URDF: root fixed, root free
    ///     drawing.svg                              SVG: a planar scene
    ///     incline, incline:mu=0.4,angle=30         built-in scene, with parameters
    /// A file that is not there is looked for among the scenes that come with the library, by its
    /// name alone: humanoid.xml. `seed` is used by built-in scenes with random numbers.
    HF_API hf_status hf_scene_open(const char *scene, uint64_t seed, hf_notice notice, void *context,
                                   hf_builder **builder, hf_error *error);

    // ---- scenes from memory ----

    /// Gives the bytes of a file that a scene names, by the path that would be opened; false: it is
    /// looked for on disk. The bytes are used before hf_scene_read returns.
    typedef bool (*hf_scene_find)(void *context, const char *path, const void **bytes, size_t *size);

    typedef struct hf_scene_source
    {
        /// What errors call the text; files that it names relatively are beside it. Default
        /// "scene": in the current folder.
        const char *name;

        /// What stands behind the # of a file's name: a keyframe, "" for none, or "floating".
        /// Default NULL: the first keyframe if there is any.
        const char *start;

        /// Asked for every file, before the disk is. Default NULL: nobody is.
        hf_scene_find find;
        void *find_context;
    } hf_scene_source;

    HF_API hf_scene_source hf_scene_source_default(void);

    /// Reads a scene from a text: MJCF, URDF, SDF or SVG, by its first element. `source` may be
    /// NULL (defaults).
    HF_API hf_status hf_scene_read(const char *text, size_t size, const hf_scene_source *source, hf_notice notice,
                                   void *context, hf_builder **builder, hf_error *error);

    /// An element of MJCF, or of the element `holdfast`, as the reader knows it. Lists are words
    /// with a blank between them; NULL where there is none.
    typedef struct hf_scene_element
    {
        /// Unique. An element whose name means something else elsewhere has another one here:
        /// "equality_joint".
        const char *name;

        /// Attributes that count, those of MuJoCo's soft contacts and solver, which are noted, and
        /// those that are passed over.
        const char *read, *noted, *ignored;

        /// Elements in it, "name" or "name=element"; and those that are passed over with all that
        /// they hold.
        const char *children, *ignored_children;
    } hf_scene_element;

    HF_API int hf_scene_element_count(void);

    /// The first is the root, "mujoco".
    HF_API hf_scene_element hf_scene_element_at(int index);

    // ---- by name ----

    /// Whether NAME.ATTRIBUTE or NAME/ATTRIBUTE ends in an attribute of MJCF, so that it can stand
    /// behind the question mark of a scene's name.
    HF_API bool hf_scene_is_setting(const char *name);

    /// Writes a model as MJCF: flat, in radians, with meshes inline, and our own settings in
    /// <custom>, so that MuJoCo reads it, too.
    /// Reading it back gives the same model, except for visual attributes that were not kept. A
    /// part that MJCF cannot express is an error.
    HF_API hf_status hf_scene_write_mjcf(const hf_model *model, const char *path, hf_error *error);

    /// Writes a model as URDF, with meshes as OBJ files beside it. A part that URDF cannot express
    /// (docs/scenes.md) is an error that names it; with `lossy` it is left out and reported by a
    /// notice.
    HF_API hf_status hf_scene_write_urdf(const hf_model *model, const char *path, bool lossy, hf_notice notice,
                                         void *context, hf_error *error);

    /// Controls of actuators over time, from a CSV file. The header names the columns: time, then
    /// actuators of the model. Each row is valid until the next.
    typedef struct hf_controls hf_controls;

    /// Errors name file and line.
    HF_API hf_status hf_controls_read(const char *path, const hf_model *model, hf_controls **controls, hf_error *error);
    HF_API void hf_controls_destroy(hf_controls *controls);

    /// Whether controls run straight from row to row, instead of each row holding until the next.
    /// Default false.
    HF_API void hf_controls_interpolate(hf_controls *controls, bool straight);

    /// Sets the controls that are valid at the world's time. Before the first row nothing is set.
    HF_API hf_status hf_controls_apply(const hf_controls *controls, hf_world *world, hf_error *error);

    /// Keyframes of a body from a file.
    typedef struct hf_motion_keys hf_motion_keys;

    /// Reads them (docs/extensions.md):
    ///     head.csv                            a table: time, x, y, z, qw, qx, qy, qz
    ///     head.glb, head.glb#Head             an animated node of a glTF file; #node,animation
    /// Errors name the file and the place.
    HF_API hf_status hf_motion_read(const char *name, hf_motion_keys **keys, hf_error *error);
    HF_API void hf_motion_keys_destroy(hf_motion_keys *keys);

    /// For hf_builder_add_motion; the arrays belong to the keys.
    HF_API hf_motion_def hf_motion_keys_def(const hf_motion_keys *keys, int body);

    /// Keyframes of a mesh from a table in a CSV file: time and the name of a mesh file beside it,
    /// each with the same topology.
    typedef struct hf_deform_keys hf_deform_keys;

    HF_API hf_status hf_deform_read(const char *path, hf_deform_keys **keys, hf_error *error);
    HF_API void hf_deform_keys_destroy(hf_deform_keys *keys);

    /// For hf_builder_add_deform; the arrays belong to the keys.
    HF_API hf_deform_def hf_deform_keys_def(const hf_deform_keys *keys, int mesh);

    /// A parameter of a built-in scene.
    typedef struct hf_builtin_parameter
    {
        const char *name;

        /// Description with unit.
        const char *help;

        /// Default value.
        double fallback;

        /// Range, both ends included.
        double least, most;

        /// True if the value must be an integer.
        bool whole;
    } hf_builtin_parameter;

    typedef struct hf_builtin
    {
        const char *name;
        const char *summary;
        int parameter_count;
        const hf_builtin_parameter *parameters;
    } hf_builtin;

    HF_API int hf_builtin_count(void);
    HF_API const hf_builtin *hf_builtin_at(int index);

    /// Builds a built-in scene. `parameters` are name=value pairs ("mu=0.4,angle=30"); NULL or ""
    /// takes the defaults.
    HF_API hf_status hf_builtin_make(const char *name, const char *parameters, uint64_t seed, hf_builder **builder,
                                     hf_error *error);

    /// Counts of a model, by the conventions of MuJoCo.
    typedef struct hf_scene_info
    {
        /// All bodies, the world included.
        int body_count;

        /// Bodies with six degrees of freedom; each has a free joint.
        int free_count;

        /// Bodies with a parent.
        int link_count;

        /// Static bodies, the world included.
        int static_count;
        int prescribed_count;

        /// All joints, the free ones included.
        int joint_count;

        /// Degrees of freedom.
        int dof_count;
        int loop_count, tendon_count, actuator_count;

        int shape_count;

        /// Shapes that can collide with others.
        int colliding_count;

        /// Colliding shapes by kind.
        int kind_count[HF_SHAPE_KIND_COUNT];

        /// Pairs of shapes that may collide, after all filters.
        long long pair_count;

        /// Mass of all bodies that move by forces [kg].
        double mass;
    } hf_scene_info;

    /// Tells of what a model allows and is more often a mistake: fibres with an end inside the body
    /// that holds it, by more than two radii (the deepest of each body), and meshes that collide by
    /// their triangles and are not closed.
    HF_API hf_status hf_scene_remarks(const hf_model *model, hf_notice notice, void *context, hf_error *error);

    HF_API hf_status hf_scene_describe(const hf_model *model, hf_scene_info *info, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
