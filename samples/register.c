// The built-in scenes, handed to the engine before main: it knows none of them.

#include "samples/builtin/scene_helpers.h"
#include "scene/samples.h"

__attribute__((constructor)) static void register_samples(void)
{
    scene_set_samples(&builtin_samples);
}
