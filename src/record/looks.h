// What bodies look like, as JSON in a recording: textures, materials, meshes (files by name) and visuals, as in
// holdfast/visual.h.

#ifndef HF_RECORD_LOOKS_H
#define HF_RECORD_LOOKS_H

#include "model/visual/model_visual.h"

#include <stdio.h>

void looks_write(FILE *out, const visual_lists *lists);

/// Reads what looks_write wrote, changing the text. Indices of bodies and shapes lie below the counts, or it is
/// HF_STATUS_FORMAT.
hf_status looks_read(const char *path, char *text, int bodies, int shapes, visual_lists *lists, hf_error *error);

#endif
