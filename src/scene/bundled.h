// Scenes that come with the library, found by the names of their files alone.

#ifndef HF_SCENE_BUNDLED_H
#define HF_SCENE_BUNDLED_H

/// The path of a bundled file, from malloc; NULL if there is none, or no memory.
char *bundled_file(const char *name);

#endif
