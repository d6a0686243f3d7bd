// Polygons in space cut into triangles.

#ifndef HF_SCENE_MESH_POLYGON_H
#define HF_SCENE_MESH_POLYGON_H

/// Cuts a polygon of `count` >= 3 corners (indices of vertices) into count - 2 triangles by clipping ears; it may be
/// bent inwards, and should be flat. `corners` is used up. Polygons that cross themselves are cut somehow, too.
void polygon_cut(const double *vertices, int *corners, int count, int *triangles);

#endif
