// Two segments that pass through each other.

#ifndef HF_COLLIDE_CHAINS_CHAIN_CROSS_H
#define HF_COLLIDE_CHAINS_CHAIN_CROSS_H

#include "collide/chains/chains.h"

/// Whether two centre lines meet on their way. point ◄ place, normal and gap of the contact that keeps them apart;
/// shapes and id are the caller's.
bool chain_crossing(const line_way *a, const line_way *b, double radii, contact_point *point);

/// collide_crossings. (chain_detect.c)
hf_status chain_crossings(chain_state *state, const collide_scene *scene, const pose *from, const pose *to,
                          hf_workspace *workspace, contact_point **points, int *count, hf_error *error);

#endif
