// Scenes, tables and pages that are installed with the tool, found by their bare names.

#ifndef HF_TOOL_BUNDLED_H
#define HF_TOOL_BUNDLED_H

/// The path of `name` (heap): that of a bundled file if `name` has no folder and there is no such file here, otherwise
/// `name` itself. A keyframe or flag behind '#' is kept.
char *bundled_path(const char *name);

/// The address (heap) of an installed page of the documentation, "step.md#memory"; NULL if it is not there.
char *bundled_page(const char *page);

/// Says on stderr which scene may be meant, if there is none of that name: built in, bundled, or in the folder named.
void suggest_scene(const char *word);

#endif
