// A small scene with contacts, joints and actuators, for readers of what belongs to a scene: a ball joint, a body that
// changes its shape, a fibre and a control that is late among them.

#ifndef HF_TEST_FUZZ_FUZZ_SCENE_H
#define HF_TEST_FUZZ_FUZZ_SCENE_H

#include "fuzz/fuzz.h"

#include "holdfast/scene.h"
#include "holdfast/world.h"

static const char fuzz_scene_text[] =
    "<mujoco><option timestep='0.01'/><worldbody><geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 1'><joint name='a' axis='0 1 0'/><geom type='capsule' size='.05 .2'/>"
    "<body pos='0 0 .5'><joint name='b' axis='1 0 0' limited='true' range='-60 60'/><geom type='capsule' size='.05 "
    ".2'/></body></body>"
    "<body pos='-1 0 1'><joint type='ball'/><geom type='capsule' size='.05 .2'/></body>"
    "<body name='jelly' pos='.05 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "</worldbody><actuator><motor name='first' joint='a'/><position name='second' joint='b' "
    "kp='10' delay='.03' nsample='4'/></actuator><holdfast><body name='jelly' form='affine' young='1e5'/>"
    "<fibre name='hair' points='0 1 .3 .1 1 .3 .2 1 .3' section='.002' root='clamped' elements='4' kind='der'/>"
    "</holdfast></mujoco>";

typedef struct fuzz_scene
{
    hf_model *model;
    hf_world *world;
} fuzz_scene;

/// The model once, the world anew in each call.
static inline void fuzz_scene_begin(fuzz_scene *scene)
{
    hf_error error;
    if (!scene->model)
    {
        char path[FUZZ_PATH];
        hf_builder *builder = NULL;
        fuzz_file(path, ".xml", (const uint8_t *)fuzz_scene_text, sizeof fuzz_scene_text - 1);
        if (hf_scene_read_mjcf(path, NULL, NULL, &builder, &error) != HF_STATUS_OK ||
            hf_model_build(builder, &scene->model, &error) != HF_STATUS_OK)
            abort();
        hf_builder_destroy(builder);
    }
    hf_world_destroy(scene->world);
    scene->world = NULL;
    if (hf_world_create(scene->model, &scene->world, &error) != HF_STATUS_OK) abort();
}

#endif
