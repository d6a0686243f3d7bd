// Random scenes of one kind, as MJCF: what a user may write without care, and nothing that is wrong from the start.

#ifndef HF_TEST_SOAK_SCENES_H
#define HF_TEST_SOAK_SCENES_H

#include <stdint.h>
#include <stdio.h>

int soak_kind_count(void);
const char *soak_kind_name(int kind);

/// Writes the scene that belongs to a kind and a seed.
void soak_scene_write(int kind, uint64_t seed, FILE *out);

#endif
