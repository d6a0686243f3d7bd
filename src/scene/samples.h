// Scenes that are made by code, as the library that brings them registers them (samples/register.c).

#ifndef HF_SCENE_SAMPLES_H
#define HF_SCENE_SAMPLES_H

#include "holdfast/scene.h"

/// What is behind hf_builtin_count, hf_builtin_at and hf_builtin_make.
typedef struct scene_samples
{
    int (*count)(void);
    const hf_builtin *(*at)(int index);
    hf_status (*make)(const char *name, const char *parameters, uint64_t seed, hf_builder **builder, hf_error *error);
} scene_samples;

/// From now on these. For constructors, which run before main.
void scene_set_samples(const scene_samples *source);

#endif
