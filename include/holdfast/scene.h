// Scenes: from MJCF files, and the built-in ones.

#ifndef HOLDFAST_SCENE_H
#define HOLDFAST_SCENE_H

#include "holdfast/model.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// One line to tell the user: what was read but has no meaning here (MuJoCo's soft contact parameters), each kind once.
    typedef void (*hf_notice)(void *context, const char *text);

    /// Reads an MJCF file into a new builder. Errors name file:line, element, attribute and remedy.
    HF_API hf_status hf_scene_read_mjcf(const char *path, hf_notice notice, void *context, hf_builder **builder,
                                        hf_error *error);

    /// A built-in scene with its parameters as name=value pairs ("mu=0.4,angle=30"); NULL or "" for its defaults.
    typedef struct hf_builtin
    {
        const char *name;
        const char *summary;
        const char *parameters; // names, units, defaults
    } hf_builtin;

    HF_API int hf_builtin_count(void);
    HF_API const hf_builtin *hf_builtin_at(int index);
    HF_API hf_status hf_builtin_make(const char *name, const char *parameters, uint64_t seed, hf_builder **builder,
                                     hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
