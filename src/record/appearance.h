// What bodies look like, as JSON in a recording: textures, materials, meshes (files by name) and visuals, as in
// holdfast/visual.h.

#ifndef HF_RECORD_APPEARANCE_H
#define HF_RECORD_APPEARANCE_H

#include "model/visual/model_visual.h"

#include <stdio.h>

void appearance_write(FILE *out, const visual_lists *lists);

/// Reads what appearance_write wrote, changing the text. Indices of bodies and shapes lie below the counts, or it is
/// HF_STATUS_FORMAT.
hf_status appearance_read(const char *path, char *text, int bodies, int shapes, visual_lists *lists, hf_error *error);

#endif
