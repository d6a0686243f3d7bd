// Volumes of sites: whether a point is within, whether a ray meets them.

#ifndef HF_WORLD_SENSE_SITE_VOLUME_H
#define HF_WORLD_SENSE_SITE_VOLUME_H

#include "holdfast/mechanism.h"
#include "linalg/vec3.h"

/// A point in the site's frame.
bool site_has(const hf_site_def *site, vec3 p);

/// Whether the ray from p along d (of any length) meets the volume, in the site's frame. A ray from within does.
bool site_meets(const hf_site_def *site, vec3 p, vec3 d);

#endif
