// The lines of test/golden/VERSION.txt, which `holdfast bits` compares with.

#ifndef HF_TOOL_GOLDEN_TABLE_H
#define HF_TOOL_GOLDEN_TABLE_H

extern const char *const golden_version;

/// The last one is NULL.
extern const char *const golden_table[];

#endif
