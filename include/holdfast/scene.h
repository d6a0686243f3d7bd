// Scenes: from MJCF files, and the built-in ones.

#ifndef HOLDFAST_SCENE_H
#define HOLDFAST_SCENE_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// One line to tell the user: what was read but has no meaning here (MuJoCo's soft contact parameters), each kind once.
    typedef void (*hf_notice)(void *context, const char *text);

    /// Reads an MJCF file into a new builder. Errors name file:line, element, attribute and remedy.
    HF_API hf_status hf_scene_read_mjcf(const char *path, hf_notice notice, void *context, hf_builder **builder,
                                        hf_error *error);

    /// The same, started at a keyframe: NULL takes the first one if there is any (as hf_scene_read_mjcf does), "" none, otherwise the one of
    /// that name.
    HF_API hf_status hf_scene_read_mjcf_key(const char *path, const char *key, hf_notice notice, void *context,
                                            hf_builder **builder, hf_error *error);

    /// How a URDF file is read.
    typedef struct hf_urdf_options
    {
        bool floating; // the root link moves freely. Default false: it is fixed to the world
        const char
            *package_path; // folders that hold packages, separated by colons, as in ROS_PACKAGE_PATH; NULL: none.
                           // Folders above the file are searched in any case
    } hf_urdf_options;

    HF_API hf_urdf_options hf_urdf_options_default(void);

    /// Reads a URDF file into a new builder (docs/scenes.md). NULL options: the default ones.
    HF_API hf_status hf_scene_read_urdf(const char *path, const hf_urdf_options *options, hf_notice notice,
                                        void *context, hf_builder **builder, hf_error *error);

    /// A scene by the word that a user types: an MJCF file ("scene.xml", "scene.xml#home" for the keyframe home, "scene.xml#" for none), a
    /// URDF file ("robot.urdf", "robot.urdf#floating"), or a built-in scene with its parameters ("incline", "incline:mu=0.4,angle=30"). The
    /// seed is for built-in scenes that draw random numbers.
    HF_API hf_status hf_scene_open(const char *scene, uint64_t seed, hf_notice notice, void *context,
                                   hf_builder **builder, hf_error *error);

    /// Writes a model as MJCF: flat, in radians, meshes in place, with a <holdfast> element. Reading it gives the same model, but for looks that
    /// were not kept. What MJCF has no words for is an error.
    HF_API hf_status hf_scene_write_mjcf(const hf_model *model, const char *path, hf_error *error);

    /// Writes a model as URDF; meshes become OBJ files beside it. What URDF has no words for (docs/scenes.md) is an error that names it; with
    /// `lossy` a notice, and it is left out.
    HF_API hf_status hf_scene_write_urdf(const hf_model *model, const char *path, bool lossy, hf_notice notice,
                                         void *context, hf_error *error);

    /// Controls of actuators over time: the rows of a CSV file, each of which holds until the next. Its head names the columns: time, then
    /// actuators of the model.
    typedef struct hf_controls hf_controls;

    /// Errors name file and line.
    HF_API hf_status hf_controls_read(const char *path, const hf_model *model, hf_controls **controls, hf_error *error);
    HF_API void hf_controls_destroy(hf_controls *controls);

    /// Sets what holds at the world's time; before the first row the controls stay as they are.
    HF_API hf_status hf_controls_apply(const hf_controls *controls, hf_world *world, hf_error *error);

    /// A number that a built-in scene can be told.
    typedef struct hf_builtin_parameter
    {
        const char *name;
        const char *help; // what it is, with its unit
        double fallback;
        double least, most; // both allowed
        bool whole;         // no fractions
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

    /// A built-in scene with its parameters as name=value pairs ("mu=0.4,angle=30"); NULL or "" for its defaults.
    HF_API hf_status hf_builtin_make(const char *name, const char *parameters, uint64_t seed, hf_builder **builder,
                                     hf_error *error);

    /// What a model consists of, counted as MuJoCo counts.
    typedef struct hf_scene_info
    {
        int body_count;   // the world counts
        int free_count;   // bodies with six degrees of freedom; each has a free joint
        int link_count;   // bodies that hang on others
        int static_count; // the world counts
        int prescribed_count;
        int joint_count; // the free ones count
        int dof_count;   // degrees of freedom
        int loop_count, tendon_count, actuator_count;
        int shape_count;                     // all
        int colliding_count;                 // those that can touch others
        int kind_count[HF_SHAPE_KIND_COUNT]; // of those, by kind
        long long pair_count;                // of shapes that may touch, after all filters
        double mass;                         // of what moves by forces [kg]
    } hf_scene_info;

    HF_API hf_status hf_scene_describe(const hf_model *model, hf_scene_info *info, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
