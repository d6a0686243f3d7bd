// Parts of an MJCF file: write_mjcf.c has bodies and loops, write_mjcf_drive.c what drives them and where they start.

#ifndef HF_SCENE_MJCF_WRITE_MJCF_H
#define HF_SCENE_MJCF_WRITE_MJCF_H

#include "scene/write.h"

void write_mjcf_tendons(writer *w);
void write_mjcf_actuators(writer *w);
void write_mjcf_keys(writer *w);
void write_mjcf_extras(writer *w); // <holdfast>

#endif
